"""Initiative order: sides in blocks or as declared, the environment; actions in words (ZS-TURN-08, ZS-ROUND)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from model.engine.ask import Ask
from model.engine.budget import has_round_mark
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of
from model.engine.guards import no
from model.engine.messages import message
from model.engine.motion import FALL_PROMPT, MOVES_ON_PROMPT, things_in_motion
from model.engine.ruleset import Action, Parameter, TurnRules
from model.engine.turn_actions import turn_actions
from model.engine.turns import DECLARED_ORDER, can_act, declared_slots, slot_named, standing_slots
from model.rulesets.families.ogc.acting import choose_first, in_blocks, sides, sides_of
from model.rulesets.families.ogc.pools import DEFEATED, UNCONSCIOUS
from model.rulesets.families.ogc.tasks import LENT
from model.rulesets.zerospace.defence import not_dodging
from model.rulesets.zerospace.movement import ACTING, HANDLE_ITEM
from model.rulesets.zerospace.settings import rules
from model.rulesets.zerospace.sheet import COUNT_AMMO, Battle
from model.state.base import Id, replace
from model.state.battle import Thing, age
from model.state.order import Share, Slot
from model.state.texts import Refusal, Text, text

# ------------------------------------------------------------------------------------------------------ the environment


FALLING = "falling"


def environment(battle: Battle) -> tuple[Text, ...]:
    """What the environment does at the end of the round, one sentence each."""
    fighters = sorted((one for one in battle.combatants.values() if one.is_present), key=age)
    falling = [message(battle, "{0} falls.", one.id) for one in fighters if effects_of(battle, one.id, FALLING)]
    abandoned = [
        message(battle, "{0} is going to move {metres} m with no one in control.", thing.id, metres=f"{thing.speed:g}")
        for thing in sorted(battle.things.values(), key=age)
        if thing.speed > 0 and thing.controller is not None and _is_abandoned(battle, thing, thing.controller)
    ]
    return (*falling, *things_in_motion(battle), *abandoned)


def _is_abandoned(battle: Battle, thing: Thing, driver: Id) -> bool:
    """Whether its controller cannot act and it has not moved this round (ZS-AMB-59)."""
    return driver in battle.combatants and not can_act(battle, driver) and not _had_turn(battle, driver)


def _had_turn(battle: Battle, who: Id) -> bool:
    """Whether a combatant who went down this round had their turn before that."""
    down = (*effects_of(battle, who, UNCONSCIOUS), *effects_of(battle, who, DEFEATED))
    since = down[0].since if down else None
    slot = battle.order.slot_of(who)
    if since is None or slot is None or since.round != battle.order.round or since.slot not in battle.order.slots:
        return False
    sequence = battle.order.sequence
    return sequence.index(slot.id) <= sequence.index(since.slot)


# -------------------------------------------------------------------------------------------------------- other actions


_in_words = ACTING.in_words

OTHER_ACTIONS = (
    _in_words("standard_action", "Standard Action", "standard", "ZS-ACT-05", "A skill, a task or anything else of "
                                                                             "that size."),
    _in_words("quick_action", "Quick Action", "quick", "ZS-ACT-06", "Switch a power or drop a weapon; in their own "
                                                                    "turn only."),
    _in_words("free_action", "Free Action", "free", "ZS-ACT-07", "Talk, notice or react, at any time."),
    _in_words(
        "move_action_other", "Other Move Action", "move", "ZS-MOVE-03", "A hatch, a throttle or anything else that "
                                                                        "takes as long as a move.",
        guards=(not_dodging,),
    ),
    HANDLE_ITEM,
    COUNT_AMMO,
)  # fmt: skip


# ----------------------------------------------------------------------------------------------------- initiative order


def share(battle: Battle, who: Id, slot: Slot) -> Share:
    """One move action and one standard action, unless the latter was already spent on a team (ZS-ACT-01, ZS-AMB-12)."""
    return Share(left={"move": 1, "standard": 0 if has_round_mark(battle, who, LENT) else 1})


# ------------------------------------------------------------------------------------------ first side


def at_start(battle: Battle, call: Call, ask: Ask) -> Battle:
    """Ask which side begins, and apply surprise (ZS-TURN-01, ZS-MIS-12)."""
    if battle.order.first_side is None and DECLARED_ORDER.said(call) is None:
        taking_part = sides(battle)
        if len(taking_part) > 1 and rules(battle).order_mode == "side_blocks":
            first = choose_first(taking_part, "Which side starts combat?", "ZS-TURN-01", ask)
            battle = replace(battle, order=replace(battle.order, first_side=first))
    for who in _SURPRISED.said(call):
        if who in battle.combatants:
            battle = add_effect(battle, who, "surprised", until="next_turn_end")
    return battle


def first_order(battle: Battle, call: Call) -> tuple[Id, ...]:
    """The declared order, or the sides in blocks, beginning with the one that starts (ZS-TURN-01 to ZS-TURN-05).

    By a house rule the order set before combat applies, unless the GM says that a side other than its first one starts.
    """
    declared = declared_slots(battle, call)
    if declared is not None:
        return declared
    standing, order = standing_slots(battle), battle.order
    first = order.first_side
    begins = sides_of(battle, order.slots[standing[0]]) if standing else set()
    if rules(battle).order_mode == "explicit" and (first is None or first in begins):
        return tuple(standing)
    following = [side for side in sides(battle) if side != first]
    return in_blocks(battle, standing, {side: rank for rank, side in enumerate([first or "", *following])})


# ------------------------------------------------------------------------------------------ the actions


def _lists_people(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: all combatants in the declared order and in the list of surprised combatants are in the battle."""
    for those, title in (
        (DECLARED_ORDER, "The declared order"), (_SURPRISED, "The list of surprised combatants"),
    ):  # fmt: skip
        for name in those.said(call) or ():
            if name not in battle.combatants and slot_named(battle.order, str(name)) is None:
                sentence = text("{title} names “{name}”, who is not in this battle.", title=title, name=str(name))
                yield Refusal(key=f"unknown_{those.key}", sentence=sentence, can_override=False)


def _nothing_lent(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: a turn whose standard action a team has used has begun and cannot be delayed (ZS-DELAY-01, ZS-TEAM-04)."""
    turn = battle.order.turn
    for who in () if turn is None else turn.shares:
        if has_round_mark(battle, who, LENT):
            yield no("already_acted", "{who} has acted with a team and cannot delay this turn.", "ZS-DELAY-01", who)


_SURPRISED: Parameter[Any] = Parameter(
    key="surprised", title="Surprised", kind="combatants", default=(), rule="ZS-MIS-12",
    help="Ids of the combatants who are surprised.",
)  # fmt: skip


TURNS = TurnRules(
    first_order=first_order,
    share=share,
    kinds=("move", "standard"),
    counted=("metres", "moves", "quick"),
    has_environment=True,
    environment=environment,
    falls="land",
    prompts=(FALL_PROMPT, MOVES_ON_PROMPT),
    start_parameters=(_SURPRISED,),
    at_start=at_start,
    seconds=6,
)  # fmt: skip


def order_actions() -> Mapping[str, Action]:
    """The actions of the initiative order, with this game's rules about them."""
    return turn_actions(
        TURNS,
        told_by={
            "start_fight": ("ZS-TURN-01", "ZS-TURN-02", "ZS-TURN-03"),
            "delay": ("ZS-DELAY-01", "ZS-DELAY-03"),
            "take_held_turn": ("ZS-DELAY-02",),
            "join_order": ("ZS-TURN-06",),
            "end_scene": ("ZS-SCENE-03",),
            "reorder": ("ZS-TURN-04", "ZS-TURN-05"),
            "go_now": ("ZS-TURN-04", "ZS-TURN-05"),
        },
        also={
            "start_fight": (_lists_people,),
            "delay": (_nothing_lent,),
        },
    )
