"""Conditions of ZeroSpace: what each is, when it ends, and what it does to AV and DV (ZS-TAB-01 to ZS-TAB-12)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.conditions import OWN, Condition, Conditions, OwnChange, changing, house
from model.engine.modifiers import Modifier
from model.rulesets.families.ogc.acting import HOLDING
from model.rulesets.families.ogc.battle import AttackKind, Cover
from model.rulesets.families.ogc.pools import DEAD, DEFEATED, UNCONSCIOUS
from model.rulesets.zerospace.settings import rules
from model.rulesets.zerospace.sheet import DRAINED, IMPROVISED, SURGE, Battle
from model.state.base import Id
from model.state.effects import Effect
from model.state.folding import folded

STANDARD = 3
"""The usual size of a bonus or penalty (ZS-MOD-03, ZS-MOD-06)."""

HELPLESS = "helpless"
OFF_BALANCE = "off balance"
"""Note on a prone effect: thrown off balance in the air or water instead of knocked down (ZS-KB-05)."""
AV_CHANGED, DV_CHANGED = "av_changed", "dv_changed"
"""Conditions that change a value by their amount."""
ESCAPED = "escaped"
TASK = "task"
"""The kind of a roll that is not an attack."""

av, dv, damage = changing("av"), changing("dv"), changing("damage")
major = house(lambda battle: rules(battle).major_bonus)
PENALTY = (av(-STANDARD), dv(-STANDARD))
PRONE = STANDARD
"""What being prone adds at range and subtracts in melee (ZS-PRONE-01 to ZS-PRONE-04)."""


def has_gift(battle: Battle, who: Id, gift: str) -> bool:
    """Whether a combatant has a gift, by its name in any letter case."""
    return any(folded(owned) == folded(gift) for owned in battle.combatants[who].sheet.gifts)


def sees_blindly(battle: Battle, who: Id) -> bool:
    """Whether a gift or power spares a combatant the drawbacks of being blinded (ZS-BLIND-02)."""
    powers = battle.combatants[who].sheet.powers
    is_gifted = has_gift(battle, who, "blindfighting") or has_gift(battle, who, "blindsight")
    return is_gifted or any(folded(power.name) == "blindsight" for power in powers)


def _counts(battle: Battle, who: Id, effect: Effect) -> bool:
    """Whether a condition's modifiers apply: not if a gift or mark on the sheet cancels them (ZS-MIS-06, ZS-AMB-57)."""
    match effect.kind:
        case "blinded":
            return not sees_blindly(battle, who)
        case "distracted":
            return not has_gift(battle, who, "attentive")
        case "immersed":
            return not battle.combatants[who].sheet.is_at_home_immersed
    return True


def _noted(battle: Battle, effect: Effect) -> str:
    """Label of an effect with its own amount: its note, or else the condition's title (ZS-MIS-14)."""
    return effect.note or CONDITIONS[effect.kind].title


_ALL = (
    Condition(
        "cover", "Cover", "brick-wall", "ZS-COVER-01",
        "+3 DV against ranged and mental attacks, until they leave it.",
        ends_with_combat=True,
        modifiers=(dv(STANDARD, "ranged"), dv(STANDARD, "mental")),
    ),
    Condition(
        "prone", "Prone", "arrow-down", "ZS-PRONE-01",
        f"Ranged: +{PRONE} AV and +{PRONE} DV. Melee: -{PRONE} AV and -{PRONE} DV. Standing up takes a move or "
        "standard action.",
        ends_with_combat=True,
        modifiers=(
            av(PRONE, "ranged"), dv(PRONE, "ranged", rule="ZS-PRONE-02"), dv(PRONE, "mental", rule="ZS-PRONE-02"),
            av(-PRONE, "melee", rule="ZS-PRONE-03"), dv(-PRONE, "melee", rule="ZS-PRONE-04"),
        ),
    ),
    Condition(
        "dodging", "Dodging", "shield-half", "ZS-DODGE-04", "A major bonus to the DV; no attack and no move.",
        until="turn_start", needs_able=True, modifiers=(dv(major),),
    ),
    Condition(
        "running", "Running", "footprints", "ZS-MOVE-04",
        "+3 DV and a major penalty to the AV while running or sprinting.", until="turn_start", needs_able=True,
        modifiers=(dv(house(lambda battle: rules(battle).run_dv_bonus)), av(-major, rule="ZS-MOVE-05")),
    ),
    Condition(
        "surprised", "Surprised", "zap", "ZS-TAB-06", "-3 AV and -3 DV.", until="next_turn_end", modifiers=PENALTY,
    ),
    Condition(
        "distracted", "Distracted", "help-circle", "ZS-DISTR-03",
        "-3 AV on the next roll or -3 DV on the next defence, whichever comes first.", until="use", counts=_counts,
        modifiers=PENALTY,
    ),
    Condition(
        "restrained", "Restrained", "link", "ZS-TAB-10", "-3 AV and -3 DV; cannot move.", relation=HOLDING,
        ends_with_combat=True, modifiers=PENALTY,
    ),
    Condition(
        "blinded", "Blinded", "eye-off", "ZS-TAB-01", "A major penalty to the AV, and -3 DV.", until="scene",
        counts=_counts, modifiers=(av(-major), dv(-STANDARD)),
    ),
    Condition(
        "terrified", "Terrified", "alert-triangle", "ZS-TERR-01",
        "Cowers or runs away and cannot attack; +3 DV, until they overcome it.", until="scene",
        modifiers=(dv(STANDARD, rule="ZS-TERR-02"),),
    ),
    Condition(
        "flying", "Flying or swimming", "arrow-up", "ZS-KB-05", "Is thrown off balance instead of knocked down.",
        ends_with_combat=True,
    ),
    Condition(
        "falling", "Falling", "chevron-down", "ZS-TURN-08", "Falls after everyone has had an opportunity to act.",
        ends_with_combat=True,
    ),
    Condition(
        SURGE, "Surge", "arrow-up", "ZS-PLOT-19", "An attribute raised by 1 for a plot point; the note says which.",
        until="scene",
    ),
    Condition(
        IMPROVISED, "Improvising", "star", "ZS-PLOT-13",
        "Improvises a skill or power at the level set by the GM; the note says which.", until="scene",
    ),
    Condition(
        "altered", "Altered", "activity", "ZS-ONG-03", "By a physical effect; the note says which.", until="scene",
    ),
    Condition(
        "controlled", "Controlled", "activity", "ZS-ONG-05", "By a mental effect; the note says which.",
        until="scene",
    ),
    Condition("affected", "Affected", "star", "ZS-ONG-02", "By an effect that cannot be shaken off.", until="scene"),
    Condition(
        AV_CHANGED, "AV changed", "activity", "ZS-MIS-14", "Its amount is added to the AV.", until="scene",
        adds_up=True, label=_noted, modifiers=(av(OWN),),
    ),
    Condition(
        DV_CHANGED, "DV changed", "shield", "ZS-MIS-14", "Its amount is added to the DV.", until="scene",
        adds_up=True, label=_noted, modifiers=(dv(OWN),),
    ),
    Condition(
        ESCAPED, "Escape Artist used", "unlink", "ZS-GRAP-05", "The gift can be used again in the next scene.",
        until="scene",
    ),
    Condition(
        DRAINED, "Attribute lost", "arrow-down", "ZS-HEA-08", "Points are missing from the attribute in the note, "
                                                              "until a rest.",
        until="recovered",
    ),
    Condition(
        "immersed", "Under water or weightless", "droplets", "ZS-TAB-12", "-3 AV and -3 DV.", counts=_counts,
        ends_with_combat=True, modifiers=PENALTY,
    ),
    Condition(HELPLESS, "Helpless", "ban", "ZS-HELP-01", "AV and DV are 0.", ends_with_combat=True),
    Condition(
        UNCONSCIOUS, "Unconscious", "moon", "ZS-END-03", "No Endurance or no Health left: AV and DV are 0.",
        until="recovered", ends_with_combat=True,
    ),
    Condition(
        DEFEATED, "Defeated", "skull", "ZS-UNN-01", "An unnamed character who was hit: out of combat.",
        until="recovered",
    ),
    Condition("damaged", "Damaged", "activity", "ZS-OBJ-02", "An object that works badly or not at all."),
    Condition("destroyed", "Destroyed", "ban", "ZS-OBJ-03", "An object that is beyond use."),
    Condition(DEAD, "Dead", "skull", "ZS-DEATH-01", "Never by dice: only if both the GM and the player agree."),
)  # fmt: skip

_OWN = (
    OwnChange(
        id="rolls", title="all rolls", words=("rolls", "roll", "av", "action value", "actions"), of=(av(1),),
    ),
    OwnChange(
        id="attack", title="attacks", words=("attack", "attack rolls", "attack roll", "to hit"), of=(av(1, but=TASK),),
    ),
    OwnChange(id="tasks", title="tasks", words=("task", "tests", "test", "skill rolls"), of=(av(1, TASK),)),
    OwnChange(id="defence", title="defence", words=("defense", "dv", "defence value"), of=(dv(1),)),
    OwnChange(id="damage", title="damage", words=("dmg",), of=(damage(1),)),
)  # fmt: skip

CONDITIONS = Conditions(_ALL, own_changes=_OWN)


def av_modifiers(battle: Battle, who: Id, kind: AttackKind | None) -> tuple[Modifier, ...]:
    """What a combatant's conditions add to a roll of theirs; `kind` is None for a task other than an attack."""
    return CONDITIONS.modifiers(battle, who, "av", kind or TASK)


def dv_modifiers(battle: Battle, who: Id, kind: AttackKind | None, cover: Cover = "auto") -> Iterator[Modifier]:
    """What a combatant's conditions and active powers add to their defence; `kind` is None against a task.

    Cover counts as the GM says, else by kind of attack (ZS-COVER-01, ZS-AMB-50).
    """
    said = {} if cover == "auto" else {"cover": cover == "yes"}
    yield from CONDITIONS.modifiers(battle, who, "dv", kind or TASK, said=said)
    for power in battle.combatants[who].sheet.powers:
        if power.is_active and power.dv_bonus:
            yield Modifier(key="power", label=power.name, amount=power.dv_bonus, rule="ZS-MIS-06")
