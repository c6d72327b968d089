"""Conditions of Zamani (ZM-MIS-03), and whether a combatant can act, defend or focus under them."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.budget import has_round_mark, round_marks
from model.engine.conditions import Condition, Conditions, OwnChange, Relation, changing, house
from model.engine.effects import effect_of, end_effects_of, kinds_borne
from model.rulesets.zamani.settings import rules
from model.rulesets.zamani.sheet import Battle
from model.state.base import Id
from model.state.effects import Effect, Prevented

STUNNED, UNCONSCIOUS, DEAD, PRONE = "stunned", "unconscious", "dead", "prone"
FOCUSING, HASTENED, GUARDING, CASTING = "focusing", "hastened", "guarding", "casting"
INVISIBLE, LIMB, RELOADING, EXPOSED = "invisible", "limb", "reloading", "exposed"
OFFENSIVE, ACTED, FULL_MOVE, FOCUSED = "offensive", "acted", "full_move", "focused"
GUARDED, WOUNDED = "guarded", "wounded"
"""Marks of a round."""
BREAKS_FOCUS = (STUNNED, PRONE, UNCONSCIOUS, DEAD)
"""Conditions that end a focus before it is used (ZM-FOC-04)."""


RANK = 5
"""Percentage points of one rank (ZM-GEN-03)."""
FOCUS_RANKS, FOCUS_INITIATIVE = 5, 5

percent, defence, initiative = changing("percent"), changing("defence"), changing("initiative")
damage = changing("damage")
"""Make changes of the bearer's roll percentage, of the ranks of defence against an attack, and of the initiative."""


DOWN: tuple[Prevented, ...] = ("actions", "defence")
"""What the stunned and unconscious cannot do (ZM-MIS-03, ZM-DEF-03)."""


def _is_ready(battle: Battle, who: Id, effect: Effect) -> bool:
    """Whether a focus can be used: from the round after it was declared (ZM-FOC-02, ZM-FOC-06)."""
    return effect.since.round < battle.order.round


def _fades(battle: Battle, who: Id, effect: Effect, ask: Ask) -> Battle:
    """At the end of a turn, end an old focus if anything but focusing was done, even a full move (ZM-AMB-14)."""
    noted = round_marks(battle, who)
    if FOCUSED in noted or not (ACTED in noted or FULL_MOVE in noted) or not _is_ready(battle, who, effect):
        return battle
    ask.log(battle, "{0}'s focus is gone.", who)
    return end_effects_of(battle, who, FOCUSING)


def _tells_break(battle: Battle, who: Id, effect: Effect, ask: Ask) -> Battle:
    ask.log(battle, "The focus of {0} is broken.", who)
    return battle


def _slows_down(battle: Battle, who: Id, effect: Effect, ask: Ask) -> Battle:
    """Lower the initiative at once (ZM-AMB-43)."""
    # The countdown itself counts by the conditions below.
    from model.rulesets.zamani.countdown import slow_down

    return slow_down(_tells_break(battle, who, effect, ask), who)


def _has_acted(battle: Battle, who: Id) -> bool:
    return has_round_mark(battle, who, ACTED)


_ALL = (
    Condition(
        STUNNED, "Stunned", "zap", "ZM-MIS-03",
        "No action and no defence, as a rule until the end of the next round.",
        until="round_end", rounds=1, prevents=DOWN, ends_with_combat=True,
    ),
    Condition(
        UNCONSCIOUS, "Unconscious", "moon", "ZM-MIS-03", "No action and no defence; out of combat.",
        until="recovered", prevents=DOWN, takes_out=True, ends_with_combat=True,
    ),
    Condition(
        DEAD, "Dead", "skull", "ZM-MIS-02", "Out of combat.", until="recovered", prevents=DOWN, takes_out=True
    ),
    Condition(
        PRONE, "Prone", "arrow-down", "ZM-MIS-03", "Breaks a focus; its modifiers are house rules, 0 unless they say "
                                                   "otherwise.",
        ends_with_combat=True,
        modifiers=(
            percent(house(lambda battle: rules(battle).prone_attack), "attack"),
            defence(house(lambda battle: rules(battle).prone_defence)),
        ),
    ),
    Condition(
        FOCUSING, "Focusing", "crosshair", "ZM-FOC-01",
        "+25 % on the next roll, or +5 initiative if announced at the start of a round.",
        until="combat", ends_with_combat=True, counts=_is_ready,
        modifiers=(percent(RANK * FOCUS_RANKS, "focused", rule="ZM-FOC-02"),),
        at_turn_end=_fades, broken_by=BREAKS_FOCUS, at_break=_tells_break, needs_able=True,
    ),
    Condition(
        HASTENED, "Focused on speed", "gauge", "ZM-FOC-02", "+5 initiative in this round.", until="round_end",
        modifiers=(initiative(FOCUS_INITIATIVE),),
        broken_by=BREAKS_FOCUS, is_past_breaking=_has_acted, at_break=_slows_down,
    ),
    Condition(
        GUARDING, "Standing guard", "shield", "ZM-GUARD-04", "+5 ranks of defence, or the guard's defence for a ward.",
        ends_with_combat=True, needs_able=True, relation=Relation(verb="guards", passive="guarded by", line="guard"),
    ),
    Condition(
        CASTING, "Casting", "star", "ZM-BLOCK-02", "No block and no acrobatics.", until="round_end", needs_able=True
    ),
    Condition(
        INVISIBLE, "Invisible", "eye-off", "ZM-DEF-03", "Attacks are not seen: no Dexterity against them.",
        ends_with_combat=True,
    ),
    Condition(
        EXPOSED, "Out of cover", "person-standing", "ZM-COV-01", "Came out of cover to attack: cover does not count.",
        ends_with_combat=True,
    ),
    Condition(
        RELOADING, "Reloading", "hourglass", "ZM-MIS-11", "Loaded after as many actions as the weapon takes.",
        ends_with_combat=True, needs_able=True,
    ),
    Condition(LIMB, "Limb struck", "bandage", "ZM-CTRL-02", "The GM names the limb and ends the condition."),
)  # fmt: skip

_OWN = (
    OwnChange(
        id="rolls", title="all rolls", words=("rolls", "roll", "all tests", "tests", "test", "percent"), unit=" %",
        of=(percent(1),), least=-200, most=200,
    ),
    OwnChange(
        id="attack", title="attacks", words=("attack", "attack rolls", "attack roll", "to hit"), unit=" %",
        of=(percent(1, "attack"),), least=-200, most=200,
    ),
    OwnChange(
        id="ranks", title="ranks of all rolls", words=("ranks", "rank"), of=(percent(RANK),), least=-40, most=40,
    ),
    OwnChange(id="defence", title="ranks of defence", words=("defence", "defense", "defences"), of=(defence(1),)),
    OwnChange(id="initiative", title="initiative", words=("ini", "init"), of=(initiative(1),)),
    OwnChange(id="damage", title="damage", words=("dmg",), of=(damage(1),)),
)  # fmt: skip

CONDITIONS = Conditions(_ALL, own_changes=_OWN)


def is_helpless(battle: Battle, who: Id) -> bool:
    """Whether a combatant cannot defend themselves: first column against attacks (ZM-DEF-03)."""
    return CONDITIONS.preventing(battle, who, "defence") is not None


def guarding(battle: Battle, who: Id) -> Effect | None:
    """The guard effect of a combatant, or None; its `other` is the ward, or None when guarding oneself."""
    return effect_of(battle, who, GUARDING)


def guard_of(battle: Battle, ward: Id) -> Id | None:
    """The combatant who stands guard for `ward`, or None."""
    if GUARDING not in kinds_borne(battle.combatants):
        return None
    for who, combatant in battle.combatants.items():
        effect = guarding(battle, who) if combatant.effects and who != ward else None
        if effect is not None and effect.other == ward:
            return who
    return None
