"""Conditions of Kalos: what each is, when it ends, and what it does to AV and DV (KM-MOD-01)."""

from __future__ import annotations

from typing import Literal, get_args

from model.engine.conditions import OWN, Condition, Conditions, OwnChange, changing, house
from model.engine.modifiers import Modifier
from model.rulesets.families.ogc.acting import HOLDING
from model.rulesets.families.ogc.battle import AttackKind, Cover
from model.rulesets.families.ogc.pools import DEAD, DEFEATED, UNCONSCIOUS
from model.rulesets.kalos import settings
from model.rulesets.kalos.sheet import Battle
from model.state.base import Id
from model.state.effects import Effect
from model.state.folding import folded

HELPLESS, IMMOBILISED = "helpless", "immobilised"
Value = Literal["av", "dv"]

av, dv, damage = changing("av"), changing("dv"), changing("damage")
standard, major = house(settings.standard), house(settings.major)
BONUS, PENALTY = (av(standard), dv(standard)), (av(-standard), dv(-standard))
"""The standard bonus and penalty to both values (KM-MOD-01)."""


def has_gift(battle: Battle, who: Id, gift: str) -> bool:
    """Whether a combatant has a gift, by its name in any letter case (KM-GIFT-01)."""
    return any(folded(owned) == folded(gift) for owned in battle.combatants[who].sheet.gifts)


def is_spared(battle: Battle, who: Id, kind: str) -> bool:
    """Whether a gift cancels what a condition does (KM-BLIND-04, KM-GIFT-01)."""
    gift = {"blinded": "blindsight", "distracted": "attentive", "surprised": "danger sense"}.get(kind)
    return gift is not None and has_gift(battle, who, gift)


def _counts(battle: Battle, who: Id, effect: Effect) -> bool:
    """Whether a condition's modifiers apply: not if a gift cancels them."""
    return not is_spared(battle, who, effect.kind)


_ALL = (
    Condition(
        "cover", "Cover", "brick-wall", "KM-MOD-05", "A standard bonus, until they leave it.",
        ends_with_combat=True, modifiers=BONUS,
    ),
    Condition(
        "invisible", "Invisible", "eye-off", "KM-MOD-05", "A standard bonus.", ends_with_combat=True,
        modifiers=BONUS,
    ),
    Condition(
        "prone", "Prone", "arrow-down", "KM-PRONE-01", "Ranged: a standard bonus. Hand to hand: a standard penalty.",
        ends_with_combat=True, counts=_counts,
        modifiers=(
            av(standard, "ranged"), dv(standard, "ranged"),
            av(-standard, "melee", rule="KM-PRONE-02"), dv(-standard, "melee", rule="KM-PRONE-02"),
        ),
    ),
    Condition(
        "dodging", "Dodging", "shield-half", "KM-DODGE-01",
        "A major bonus to the DV and a major penalty to the AV, until the next turn.", until="turn_start",
        needs_able=True, modifiers=(av(-major), dv(major)),
    ),
    Condition(
        "team_focus", "In a team", "users", "KM-FOCUS-02", "A standard bonus to the DV, until the next turn.",
        until="turn_start", needs_able=True, modifiers=(dv(standard),),
    ),
    Condition(
        "aided", "Aided", "plus", "KM-MOD-01", "A standard bonus given by the GM, until the next turn.",
        until="turn_start", modifiers=BONUS,
    ),
    Condition(
        "sprinting", "Sprinting", "footprints", "KM-MOVE-02", "A standard penalty, until the next turn.",
        until="turn_start", modifiers=PENALTY,
    ),
    Condition(
        "impeded", "Impeded", "minus", "KM-MOD-01", "A standard penalty given by the GM, until the next turn.",
        until="turn_start", modifiers=PENALTY,
    ),
    Condition(
        "distracted", "Distracted", "help-circle", "KM-DISTRACT-02", "A standard penalty, until their next turn.",
        until="turn_start", counts=_counts, pair="attention", modifiers=PENALTY,
    ),
    Condition(
        "surprised", "Surprised", "zap", "KM-MOD-06", "A standard penalty, until their next turn.",
        until="turn_start", counts=_counts, pair="attention", modifiers=PENALTY,
    ),
    Condition(
        "inaccurate", "Inaccurate", "crosshair", "KM-TRADE-01", "AV traded away, until the next turn.",
        until="turn_start", adds_up=True, modifiers=(av(-OWN),),
    ),
    Condition(
        "guarded", "Guarded", "shield", "KM-TRADE-02", "DV gained by a trade, until the next turn.",
        until="turn_start", needs_able=True, adds_up=True, modifiers=(dv(OWN),),
    ),
    Condition(
        "exposed", "Exposed", "shield-half", "KM-TRADE-03", "DV traded away, until the next turn.",
        until="turn_start", adds_up=True, modifiers=(dv(-OWN),),
    ),
    Condition(
        "stretched", "Long shot", "target", "KM-ATK-06", "A shot beyond short range: a standard penalty to the DV.",
        until="turn_start", modifiers=(dv(-standard),),
    ),
    Condition(
        "disarming", "After a disarm", "hand", "KM-DISARM-02", "A standard penalty, until the next turn.",
        until="turn_start", modifiers=PENALTY,
    ),
    Condition(
        "taking_down", "After a takedown", "hand", "KM-TAKE-02", "A standard penalty, until the next turn.",
        until="turn_start", modifiers=PENALTY,
    ),
    Condition(
        "sweeping", "After a sweep", "swords", "KM-SWEEP-03", "A standard penalty, until the next turn.",
        until="turn_start", modifiers=PENALTY,
    ),
    Condition(
        "held", "Held", "link", "KM-HELD-01", "No movement, and a standard penalty, until they break free.",
        ends_with_combat=True, relation=HOLDING, counts=_counts,
        modifiers=(av(-standard, rule="KM-HELD-02"), dv(-standard, rule="KM-HELD-02")),
    ),
    Condition(
        IMMOBILISED, "Immobilised", "lock", "KM-HELD-04", "Held so tightly that they are helpless.",
        ends_with_combat=True,
    ),
    Condition(
        "blinded", "Blinded", "eye-off", "KM-BLIND-05", "A standard penalty; mental attacks fail.", until="scene",
        counts=_counts, pair="sight", modifiers=PENALTY,
    ),
    Condition(
        "in_dark", "In the dark", "moon", "KM-MOD-06", "A standard penalty.", pair="sight", ends_with_combat=True,
        modifiers=PENALTY,
    ),
    Condition(
        "terrified", "Terrified", "alert-triangle", "KM-TERR-02", "Cowers or flees; a standard penalty.",
        until="scene", counts=_counts, modifiers=PENALTY,
    ),
    Condition("altered", "Altered", "activity", "KM-ONG-03", "By an alteration attack.", until="scene"),
    Condition("controlled", "Controlled", "activity", "KM-ONG-04", "By a mental attack.", until="scene"),
    Condition("affected", "Affected", "star", "KM-ONG-02", "By an effect that cannot be shaken off.", until="scene"),
    Condition(
        "being_revived", "Being revived", "heart-pulse", "KM-REV-04",
        "Wakes up at the end of the turn of the combatant who revives them.", until="turn_end",
    ),
    Condition(
        "underwater", "Under water", "droplets", "KM-MOD-06", "A standard penalty.", pair="medium",
        ends_with_combat=True, modifiers=PENALTY,
    ),
    Condition(
        "weightless", "Weightless", "cloud", "KM-MOD-06", "A standard penalty.", pair="medium", ends_with_combat=True,
        modifiers=PENALTY,
    ),
    Condition("flying", "Flying", "arrow-up", "KM-HELD-03", "In the air by a power.", ends_with_combat=True),
    Condition(
        "falling", "Falling", "chevron-down", "KM-ENV-01", "Falls after everyone has had their turn.",
        ends_with_combat=True,
    ),
    Condition(HELPLESS, "Helpless", "ban", "KM-HELP-01", "AV and DV are 0.", ends_with_combat=True),
    Condition(
        UNCONSCIOUS, "Unconscious", "moon", "KM-STUN-03", "AV and DV are 0.", until="recovered", ends_with_combat=True,
    ),
    Condition(
        DEFEATED, "Defeated", "skull", "KM-MINION-01", "A minion who was hit: out of combat.", until="recovered",
    ),
    Condition(DEAD, "Dead", "skull", "KM-DEATH-01", "Never by dice: only if both the GM and the player agree."),
)  # fmt: skip

_ATTACKS = " ".join(get_args(AttackKind))

_OWN = (
    OwnChange(
        id="rolls", title="all rolls", words=("rolls", "roll", "av", "action value", "tests", "actions"), of=(av(1),),
    ),
    OwnChange(
        id="attack", title="attacks", words=("attack", "attack rolls", "attack roll", "to hit"), of=(av(1, _ATTACKS),),
    ),
    OwnChange(id="defence", title="defence", words=("defense", "dv", "defence value"), of=(dv(1),)),
    OwnChange(id="damage", title="damage", words=("dmg",), of=(damage(1),)),
)  # fmt: skip

CONDITIONS = Conditions(_ALL, own_changes=_OWN)


def modifiers(
    battle: Battle, who: Id, value: Value, kind: AttackKind | None, cover: Cover = "auto"
) -> tuple[Modifier, ...]:
    """What a combatant's conditions add to a roll of theirs or to their defence.

    `kind` is None for a roll that is not an attack; `cover` of `yes` or `no` decides whether cover counts, whatever
    conditions are recorded.
    """
    said = {} if cover == "auto" else {"cover": cover == "yes"}
    return CONDITIONS.modifiers(battle, who, value, *([kind] if kind else ()), said=said)
