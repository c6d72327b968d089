"""Conditions of Kalos and what they do to AV and DV, in units of the standard bonus (KM-MOD-01)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from model.engine.modifiers import Modifier
from model.engine.ruleset import Condition
from model.engine.turns import had_turn_since
from model.rulesets.families.ogc.holds import HOLDING
from model.rulesets.families.ogc.pools import DEAD, DEFEATED, UNCONSCIOUS
from model.rulesets.kalos.gear import AttackKind
from model.rulesets.kalos.settings import major, rules, standard
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.effects import Effect

HELPLESS, IMMOBILISED = "helpless", "immobilised"
PIERCED = "pierced"
LASTING = ("held", "blinded", "terrified", "prone")
"""Conditions with modifiers for whose end the rules name no moment of its own (KM-AMB-41)."""
Cover = Literal["auto", "yes", "no"]
Value = Literal["av", "dv"]


def _condition(id: str, title: str, icon: str, rule: str, help: str, **more: object) -> Condition:
    return Condition(id=id, title=title, icon=icon, rule=rule, help=help, **more)  # type: ignore[arg-type]


_ALL = (
    _condition("cover", "Cover", "brick-wall", "KM-MOD-05", "A standard bonus, until they leave it."),
    _condition("invisible", "Invisible", "eye-off", "KM-MOD-05", "A standard bonus."),
    _condition(
        "prone", "Prone", "arrow-down", "KM-PRONE-01",
        "Ranged: a standard bonus. Hand to hand: a standard penalty.",
    ),
    _condition(
        "dodging", "Dodging", "shield-half", "KM-DODGE-01",
        "A major bonus to the DV and a major penalty to the AV, until the next turn.", until="turn_start",
    ),
    _condition(
        "team_focus", "In a team", "users", "KM-FOCUS-02", "A standard bonus to the DV, until the next turn.",
        until="turn_start",
    ),
    _condition(
        "aided", "Aided", "plus", "KM-MOD-01", "A standard bonus on the GM's word, until the next turn.",
        until="turn_start",
    ),
    _condition(
        "sprinting", "Sprinting", "footprints", "KM-MOVE-02", "A standard penalty, until the next turn.",
        until="turn_start",
    ),
    _condition(
        "impeded", "Impeded", "minus", "KM-MOD-01", "A standard penalty on the GM's word, until the next turn.",
        until="turn_start",
    ),
    _condition(
        "distracted", "Distracted", "help-circle", "KM-DISTRACT-02", "A standard penalty, until their next turn.",
        until="turn_start",
    ),
    _condition(
        "surprised", "Surprised", "zap", "KM-MOD-06", "A standard penalty, until their next turn.", until="turn_start"
    ),
    _condition(
        "inaccurate", "Inaccurate", "crosshair", "KM-TRADE-01", "AV traded away, until the next turn.",
        until="turn_start",
    ),
    _condition(
        "guarded", "Guarded", "shield", "KM-TRADE-02", "DV gained by a trade, until the next turn.", until="turn_start"
    ),
    _condition(
        "exposed", "Exposed", "shield-half", "KM-TRADE-03", "DV traded away, until the next turn.", until="turn_start"
    ),
    _condition(
        "stretched", "Long shot", "target", "KM-ATK-06", "A shot beyond short range: a standard penalty to the DV.",
        until="turn_start",
    ),
    _condition(
        "disarming", "After a disarm", "hand", "KM-DISARM-02", "A standard penalty, until the next turn.",
        until="turn_start",
    ),
    _condition(
        "taking_down", "After a takedown", "hand", "KM-TAKE-02", "A standard penalty, until the next turn.",
        until="turn_start",
    ),
    _condition(
        "sweeping", "After a sweep", "swords", "KM-SWEEP-03", "A standard penalty, until the next turn.",
        until="turn_start",
    ),
    _condition(
        "held", "Held", "link", "KM-HELD-01", "No movement, and a standard penalty, until they break free.",
        tie=HOLDING,
    ),
    _condition(IMMOBILISED, "Immobilised", "lock", "KM-HELD-04", "Held so fast that they are helpless."),
    _condition(
        "blinded", "Blinded", "eye-off", "KM-BLIND-05", "A standard penalty; mental attacks fail.", until="scene"
    ),
    _condition("in_dark", "In the dark", "moon", "KM-MOD-06", "A standard penalty."),
    _condition(
        "terrified", "Terrified", "alert-triangle", "KM-TERR-02", "Cowers or flees; a standard penalty.", until="scene"
    ),
    _condition("altered", "Altered", "activity", "KM-ONG-03", "By an alteration attack.", until="scene"),
    _condition("controlled", "Controlled", "activity", "KM-ONG-04", "By a mental attack.", until="scene"),
    _condition("affected", "Affected", "star", "KM-ONG-02", "By an effect that nobody can fight off.", until="scene"),
    _condition(
        PIERCED, "Pierced", "target", "KM-PIERCE-01", "By a house rule: the resistance to shake it off counts half.",
        until="scene",
    ),
    _condition(
        "being_revived", "Being revived", "heart-pulse", "KM-REV-04",
        "Comes round at the end of the turn of who revives them.", until="turn_end",
    ),
    _condition("underwater", "Under water", "droplets", "KM-MOD-06", "A standard penalty."),
    _condition("weightless", "Weightless", "cloud", "KM-MOD-06", "A standard penalty."),
    _condition("flying", "Flying", "arrow-up", "KM-HELD-03", "In the air by a power."),
    _condition("falling", "Falling", "chevron-down", "KM-ENV-01", "Falls when everybody has had their turn."),
    _condition(HELPLESS, "Helpless", "ban", "KM-HELP-01", "AV and DV are 0."),
    _condition(
        UNCONSCIOUS, "Unconscious", "moon", "KM-STUN-03", "AV and DV are 0.", until="recovered"
    ),
    _condition(
        DEFEATED, "Defeated", "skull", "KM-MINION-01", "A minion who was hit: out of the fight.", until="recovered"
    ),
    _condition(DEAD, "Dead", "skull", "KM-DEATH-01", "Never by dice: only when GM and player agree."),
)  # fmt: skip

CONDITIONS: dict[str, Condition] = {condition.id: condition for condition in _ALL}


@dataclass(frozen=True)
class Circumstance:
    """What a condition does, in units of the standard bonus."""

    av: int
    dv: int
    rule: str
    only: AttackKind | None = None
    """The kind of roll that it touches; None: every one."""
    pair: str = ""
    """Conditions of one pair count once together."""


TABLE: dict[str, tuple[Circumstance, ...]] = {
    "invisible": (Circumstance(1, 1, "KM-MOD-05"),),
    "cover": (Circumstance(1, 1, "KM-MOD-05"),),
    "prone": (Circumstance(1, 1, "KM-PRONE-01", only="ranged"), Circumstance(-1, -1, "KM-PRONE-02", only="melee")),
    "team_focus": (Circumstance(0, 1, "KM-FOCUS-02"),),
    "aided": (Circumstance(1, 1, "KM-MOD-01"),),
    "impeded": (Circumstance(-1, -1, "KM-MOD-01"),),
    "held": (Circumstance(-1, -1, "KM-HELD-02"),),
    "blinded": (Circumstance(-1, -1, "KM-BLIND-05", pair="sight"),),
    "in_dark": (Circumstance(-1, -1, "KM-MOD-06", pair="sight"),),
    "distracted": (Circumstance(-1, -1, "KM-DISTRACT-02", pair="attention"),),
    "surprised": (Circumstance(-1, -1, "KM-MOD-06", pair="attention"),),
    "underwater": (Circumstance(-1, -1, "KM-MOD-06", pair="medium"),),
    "weightless": (Circumstance(-1, -1, "KM-MOD-06", pair="medium"),),
    "terrified": (Circumstance(-1, -1, "KM-TERR-02"),),
    "sprinting": (Circumstance(-1, -1, "KM-MOVE-02"),),
    "disarming": (Circumstance(-1, -1, "KM-DISARM-02"),),
    "taking_down": (Circumstance(-1, -1, "KM-TAKE-02"),),
    "sweeping": (Circumstance(-1, -1, "KM-SWEEP-03"),),
    "stretched": (Circumstance(0, -1, "KM-ATK-06"),),
}
"""Circumstances by condition (KM-MOD-01); dodging counts by the major bonus."""

AMOUNTS: dict[str, tuple[Value, int, str]] = {
    "inaccurate": ("av", -1, "KM-TRADE-01"),
    "guarded": ("dv", 1, "KM-TRADE-02"),
    "exposed": ("dv", -1, "KM-TRADE-03"),
}
"""Conditions that come in amounts: the value they change, its sign, the rule."""


def has_gift(battle: AnyBattle, who: Id, gift: str) -> bool:
    """Whether somebody has a gift, by name in any case (KM-GIFT-01)."""
    return any(owned.strip().lower().replace("_", " ") == gift for owned in battle.combatants[who].sheet.gifts)


def is_spared(battle: AnyBattle, who: Id, kind: str) -> bool:
    """Whether a gift lifts what a condition does (KM-BLIND-04, KM-GIFT-01)."""
    gift = {"blinded": "blindsight", "distracted": "attentive", "surprised": "danger sense"}.get(kind)
    return gift is not None and has_gift(battle, who, gift)


def modifiers(
    battle: AnyBattle, who: Id, value: Value, kind: AttackKind | None, cover: Cover = "auto"
) -> Iterator[Modifier]:
    """What the conditions of somebody do to a roll of theirs or to their defence.

    `kind` is None for a roll that is no attack; `cover` says whether cover counts whatever they have noted.
    """
    seen: dict[str, str] = {}
    size = standard(battle)
    for effect in _with_cover(battle, who, cover):
        if _is_worn_off(battle, who, effect):
            continue
        if effect.kind == "dodging":
            if seen.setdefault("dodging", effect.id) == effect.id:
                amount = major(battle) if value == "dv" else -major(battle)
                yield Modifier(key="dodging", label="Dodging", amount=amount, rule="KM-DODGE-01")
            continue
        if effect.kind in AMOUNTS:
            changes, sign, rule = AMOUNTS[effect.kind]
            if changes == value:
                label = CONDITIONS[effect.kind].title
                yield Modifier(key=effect.kind, label=label, amount=sign * effect.amount, rule=rule)
            continue
        for circumstance in TABLE.get(effect.kind, ()):
            units = _units(battle, effect.kind, circumstance, value, kind)
            if not units or is_spared(battle, who, effect.kind) or _counts_already(battle, effect, circumstance, seen):
                continue
            label = CONDITIONS[effect.kind].title
            yield Modifier(key=effect.kind, label=label, amount=units * size, rule=circumstance.rule)


def _is_worn_off(battle: AnyBattle, who: Id, effect: Effect) -> bool:
    """Whether by a house rule the modifiers of a condition are over, though it is not (KM-AMB-41, KM-DUR-02)."""
    if effect.kind not in LASTING or rules(battle).condition_modifiers_last == "condition":
        return False
    return had_turn_since(battle, who, effect.since)


def _with_cover(battle: AnyBattle, who: Id, cover: Cover) -> tuple[Effect, ...]:
    effects = tuple(battle.combatants[who].effects.values())
    if cover == "auto":
        return effects
    others = tuple(effect for effect in effects if effect.kind != "cover")
    return (*others, Effect(id="", kind="cover")) if cover == "yes" else others


def _units(battle: AnyBattle, condition: str, of: Circumstance, value: Value, kind: AttackKind | None) -> int:
    """How many standard bonuses a circumstance is worth here."""
    if of.only is not None and of.only != kind:
        is_helped = condition == "prone" and of.only == "ranged" and (kind, value) == ("mental", "dv")
        return int(is_helped and rules(battle).prone_vs_mental == "dv_bonus")
    helps = {"cover": rules(battle).cover_bonus, "invisible": rules(battle).invisible_bonus}
    if value == "av" and helps.get(condition) == "dv_only":
        return 0
    return of.av if value == "av" else of.dv


def _counts_already(battle: AnyBattle, effect: Effect, of: Circumstance, seen: dict[str, str]) -> bool:
    """Whether the same condition, or the other one of its pair, counts already (KM-AMB-08); notes it otherwise."""
    group = of.pair if of.pair and not rules(battle).paired_conditions_stack else effect.kind
    first = seen.get(group)
    seen.setdefault(group, effect.kind)
    if first is None:
        return False
    is_helped = of.av > 0 or of.dv > 0
    return first != effect.kind or is_helped or not rules(battle).same_condition_stacks
