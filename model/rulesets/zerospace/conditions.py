"""Conditions of ZeroSpace and what they do to AV and DV (ZS-TAB-01 to ZS-TAB-12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from model.engine.effects import effects_of, has_effect
from model.engine.modifiers import Modifier
from model.engine.ruleset import Condition
from model.rulesets.families.ogc.holds import HOLDING
from model.rulesets.families.ogc.pools import DEAD, DEFEATED, UNCONSCIOUS, levels
from model.rulesets.zerospace.attributes import DRAINED, IMPROVISED, SURGE
from model.rulesets.zerospace.gear import AttackKind
from model.rulesets.zerospace.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle

STANDARD = 3
"""The usual size of a bonus or penalty (ZS-MOD-03, ZS-MOD-06)."""

HELPLESS = "helpless"
OFF_BALANCE = "off balance"
"""Note of those who are thrown off balance in the air or the water rather than down (ZS-KB-05)."""
AV_CHANGED, DV_CHANGED = "av_changed", "dv_changed"
"""Conditions that change a value by their amount."""
ESCAPED = "escaped"
Cover = Literal["auto", "yes", "no"]


def _condition(id: str, title: str, icon: str, rule: str, help: str, **more: object) -> Condition:
    return Condition(id=id, title=title, icon=icon, rule=rule, help=help, **more)  # type: ignore[arg-type]


_ALL = (
    _condition(
        "cover", "Cover", "brick-wall", "ZS-COVER-01",
        "+3 DV against ranged and mental attacks, until they leave it.",
    ),
    _condition(
        "prone", "Prone", "arrow-down", "ZS-PRONE-01",
        "Ranged: +3 AV and +3 DV. Hand to hand: -3 AV and -3 DV. Standing up takes a move or standard action.",
    ),
    _condition(
        "dodging", "Dodging", "shield-half", "ZS-DODGE-04",
        "A major bonus to the DV; no attack and no move.", until="turn_start",
    ),
    _condition(
        "running", "Running", "footprints", "ZS-MOVE-04",
        "+3 DV and a major penalty to the AV, running or sprinting.", until="turn_start",
    ),
    _condition("surprised", "Surprised", "zap", "ZS-TAB-06", "-3 AV and -3 DV.", until="turn_end"),
    _condition(
        "distracted", "Distracted", "help-circle", "ZS-DISTR-03",
        "-3 AV on the next roll or -3 DV on the next defence, whichever comes first.", until="use",
    ),
    _condition("restrained", "Restrained", "link", "ZS-TAB-10", "-3 AV and -3 DV; cannot travel.", tie=HOLDING),
    _condition("blinded", "Blinded", "eye-off", "ZS-TAB-01", "A major penalty to the AV, and -3 DV.", until="scene"),
    _condition(
        "terrified", "Terrified", "alert-triangle", "ZS-TERR-01",
        "Cowers or runs away, and does not attack; +3 DV, until they overcome it.", until="scene",
    ),
    _condition("flying", "Flying or swimming", "arrow-up", "ZS-KB-05", "Is thrown off balance rather than down."),
    _condition(
        "falling", "Falling", "chevron-down", "ZS-TURN-08", "Falls when everybody has had the opportunity to act."
    ),
    _condition(
        SURGE, "Surge", "arrow-up", "ZS-PLOT-19", "An attribute raised by one for a plot point; the note says which.",
        until="scene",
    ),
    _condition(
        IMPROVISED, "Improvising", "star", "ZS-PLOT-13",
        "A skill or power stood in for, at the level that the GM set; the note says which.", until="scene",
    ),
    _condition(
        "altered", "Altered", "activity", "ZS-ONG-03", "By a physical effect; the note says which.", until="scene"
    ),
    _condition(
        "controlled", "Controlled", "activity", "ZS-ONG-05", "By a mental effect; the note says which.", until="scene"
    ),
    _condition(
        "affected", "Affected", "star", "ZS-ONG-02", "By an effect that nobody can fight off.", until="scene"
    ),
    _condition(AV_CHANGED, "AV changed", "activity", "ZS-MIS-14", "By so much as its amount says.", until="scene"),
    _condition(DV_CHANGED, "DV changed", "shield", "ZS-MIS-14", "By so much as its amount says.", until="scene"),
    _condition(
        ESCAPED, "Escape Artist used", "unlink", "ZS-GRAP-05", "The gift is there again in the next scene.",
        until="scene",
    ),
    _condition(
        DRAINED, "Attribute lost", "arrow-down", "ZS-HEA-08", "Points off the attribute in the note, until a rest.",
        until="recovered",
    ),
    _condition("immersed", "Under water or weightless", "droplets", "ZS-TAB-12", "-3 AV and -3 DV."),
    _condition(HELPLESS, "Helpless", "ban", "ZS-HELP-01", "AV and DV are 0."),
    _condition(
        UNCONSCIOUS, "Unconscious", "moon", "ZS-END-03", "No Endurance or no Health left: AV and DV are 0.",
        until="recovered",
    ),
    _condition(
        DEFEATED, "Defeated", "skull", "ZS-UNN-01", "An unnamed character who was hit: out of the fight.",
        until="recovered",
    ),
    _condition("damaged", "Damaged", "activity", "ZS-OBJ-02", "An object that functions badly or not at all."),
    _condition("destroyed", "Destroyed", "ban", "ZS-OBJ-03", "An object that is to all intents gone."),
    _condition(DEAD, "Dead", "skull", "ZS-DEATH-01", "Never by dice: only when GM and player agree."),
)  # fmt: skip

CONDITIONS: dict[str, Condition] = {condition.id: condition for condition in _ALL}


def is_helpless(battle: AnyBattle, who: Id) -> bool:
    """Unconscious or otherwise helpless: AV and DV are 0 (ZS-HELP-01, ZS-HELP-02)."""
    if min(levels(battle, who)) <= 0:
        return True
    effects = battle.combatants[who].effects
    return bool(effects) and any(effect.kind in (HELPLESS, UNCONSCIOUS, DEFEATED, DEAD) for effect in effects.values())


def has_gift(battle: AnyBattle, who: Id, gift: str) -> bool:
    """Whether somebody has a gift, by name in any case."""
    return any(owned.strip().lower() == gift for owned in battle.combatants[who].sheet.gifts)


def sees_blindly(battle: AnyBattle, who: Id) -> bool:
    """Whether somebody has none of the drawbacks of not seeing (ZS-BLIND-02)."""
    sheet = battle.combatants[who].sheet
    return has_gift(battle, who, "blindfighting") or any(power.name.lower() == "blindsight" for power in sheet.powers)


def _is_spared(battle: AnyBattle, who: Id, kind: str) -> bool:
    """Gifts and marks that lift a condition's modifiers (ZS-MIS-06, ZS-AMB-57)."""
    match kind:
        case "blinded":
            return sees_blindly(battle, who)
        case "distracted":
            return has_gift(battle, who, "attentive")
        case "immersed":
            at_home = battle.combatants[who].sheet.is_at_home_immersed
            return bool(at_home) and rules(battle).immersion_exemption == "gm_flag"
    return False


def _times(battle: AnyBattle, who: Id, kind: str) -> int:
    """How often a condition counts: once, unless a house rule says otherwise (ZS-AMB-14)."""
    count = len(effects_of(battle, who, kind))
    if not count or _is_spared(battle, who, kind):
        return 0
    return count if rules(battle).same_condition_stacks else 1


def _modifier(battle: AnyBattle, who: Id, kind: str, amount: int, rule: str) -> Iterator[Modifier]:
    times = _times(battle, who, kind)
    if times and amount:
        amount = amount * times if amount < 0 else amount
        yield Modifier(key=kind, label=CONDITIONS[kind].title, amount=amount, rule=rule)


def av_modifiers(battle: AnyBattle, who: Id, kind: AttackKind | None) -> Iterator[Modifier]:
    """What the conditions of somebody do to a roll of theirs; `kind` is None for a task that is no attack."""
    major = rules(battle).major_bonus
    yield from _modifier(battle, who, "blinded", -major, "ZS-TAB-01")
    yield from _modifier(battle, who, "surprised", -STANDARD, "ZS-TAB-06")
    yield from _modifier(battle, who, "distracted", -STANDARD, "ZS-DISTR-03")
    if kind == "melee":
        yield from _modifier(battle, who, "prone", -STANDARD, "ZS-PRONE-03")
    elif kind == "ranged":
        yield from _modifier(battle, who, "prone", STANDARD, "ZS-PRONE-01")
    yield from _modifier(battle, who, "restrained", -STANDARD, "ZS-TAB-10")
    yield from _modifier(battle, who, "running", -major, "ZS-MOVE-05")
    yield from _modifier(battle, who, "immersed", -STANDARD, "ZS-TAB-12")
    yield from _changes(battle, who, AV_CHANGED)


def dv_modifiers(battle: AnyBattle, who: Id, kind: AttackKind | None, cover: Cover = "auto") -> Iterator[Modifier]:
    """What the conditions of somebody do to their defence against a kind of attack; None: against a task."""
    if kind != "mental" or rules(battle).blinded_dv_vs_mental:
        yield from _modifier(battle, who, "blinded", -STANDARD, "ZS-TAB-01")
    if _has_cover(battle, who, kind, cover):
        yield Modifier(key="cover", label="Cover", amount=STANDARD, rule="ZS-COVER-01")
    yield from _modifier(battle, who, "surprised", -STANDARD, "ZS-TAB-06")
    yield from _modifier(battle, who, "distracted", -STANDARD, "ZS-DISTR-03")
    yield from _modifier(battle, who, "dodging", rules(battle).major_bonus, "ZS-DODGE-04")
    if kind == "melee":
        yield from _modifier(battle, who, "prone", -STANDARD, "ZS-PRONE-04")
    elif kind == "ranged" or (kind == "mental" and rules(battle).prone_dv_bonus_vs_mental):
        yield from _modifier(battle, who, "prone", STANDARD, "ZS-PRONE-02")
    yield from _modifier(battle, who, "restrained", -STANDARD, "ZS-TAB-10")
    yield from _modifier(battle, who, "terrified", rules(battle).terrified_dv, "ZS-TERR-02")
    yield from _modifier(battle, who, "running", rules(battle).run_dv_bonus, "ZS-MOVE-04")
    yield from _modifier(battle, who, "immersed", -STANDARD, "ZS-TAB-12")
    yield from _changes(battle, who, DV_CHANGED)
    for power in battle.combatants[who].sheet.powers:
        if power.is_active and power.dv_bonus:
            yield Modifier(key="power", label=power.name, amount=power.dv_bonus, rule="ZS-MIS-06")


def _changes(battle: AnyBattle, who: Id, kind: str) -> Iterator[Modifier]:
    """What effects with numbers of their own do (ZS-MIS-14)."""
    for effect in effects_of(battle, who, kind):
        label = effect.note or CONDITIONS[kind].title
        yield Modifier(key=effect.id, label=label, amount=effect.amount, rule="ZS-MIS-14")


def _has_cover(battle: AnyBattle, who: Id, kind: AttackKind | None, cover: Cover) -> bool:
    """Whether cover counts against this attack: as the GM says, else by kind of attack (ZS-COVER-01, ZS-AMB-50)."""
    if cover != "auto":
        return cover == "yes"
    if kind is None or not has_effect(battle, who, "cover"):
        return False
    if kind == "melee":
        return rules(battle).cover_vs_hth
    return kind == "ranged" or rules(battle).cover_vs_mental
