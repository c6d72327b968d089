"""Order of play: sides in blocks or as declared, what a turn holds, surprise (ZS-TURN, ZS-ROUND)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace as with_fields

from model.engine.ask import Ask
from model.engine.budget import has_round_mark
from model.engine.calls import Call
from model.engine.effects import add_effect
from model.engine.ruleset import Action, Parameter, Ruleset, TurnRules
from model.engine.turn_actions import turn_actions
from model.engine.turns import slot_named
from model.rulesets.families.ogc.acting import is_fighting, no
from model.rulesets.families.ogc.sides import choose_first, declared_slots, in_blocks, sides, sides_of, standing_slots
from model.rulesets.families.ogc.teams import LENT
from model.rulesets.zerospace.environment import environment
from model.rulesets.zerospace.settings import setting
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.effects import Until
from model.state.order import Share, Slot
from model.state.texts import Refusal, text

SURPRISE_UNTIL: dict[str, Until] = {
    "end_of_own_turn": "turn_end",
    "start_of_own_turn": "turn_start",
    "end_of_round": "round_end",
    "gm": "removed",
}


def share(battle: AnyBattle, who: Id, slot: Slot) -> Share:
    """One move action and one standard action, unless a team had the latter beforehand (ZS-ACT-01, ZS-AMB-12)."""
    return Share(left={"move": 1, "standard": 0 if has_round_mark(battle, who, LENT) else 1})


# ------------------------------------------------------------------------------------------ who begins


def at_start(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Who begins, and who is surprised (ZS-TURN-01, ZS-MIS-12)."""
    if battle.order.first_side is None and call.option("order") is None:
        taking_part = sides(battle)
        if len(taking_part) > 1 and setting(battle, "order_mode") == "side_blocks":
            first = choose_first(taking_part, "Which side starts the fight?", "ZS-TURN-01", ask)
            battle = replace(battle, order=replace(battle.order, first_side=first))
    until = SURPRISE_UNTIL[setting(battle, "surprise_ends")]
    for who in call.option("surprised", ()):
        if who in battle.combatants:
            battle = add_effect(battle, who, "surprised", until=until)
    return battle


def first_order(battle: AnyBattle, call: Call) -> tuple[Id, ...]:
    """The declared order, or the sides in blocks, the one that starts first (ZS-TURN-01 to ZS-TURN-05).

    An order drawn up before the fight holds by a house rule, unless the GM says that another side starts than the one
    it begins with.
    """
    declared = declared_slots(battle, call)
    if declared is not None:
        return declared
    standing, order = standing_slots(battle), battle.order
    first = order.first_side
    begins = sides_of(battle, order.slots[standing[0]]) if standing else set()
    if setting(battle, "order_mode") == "explicit" and (first is None or first in begins):
        return tuple(standing)
    following = [side for side in sides(battle) if side != first]
    return in_blocks(battle, standing, {side: rank for rank, side in enumerate([first or "", *following])})


# ------------------------------------------------------------------------------------------ the actions


def _lists_people(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: the declared order and the surprised are in the battle."""
    for key, title in (("order", "The declared order"), ("surprised", "The list of the surprised")):
        for name in call.option(key) or ():
            if name not in battle.combatants and slot_named(battle.order, str(name)) is None:
                sentence = text("{title} names “{name}”, who is not in this battle.", title=title, name=str(name))
                yield Refusal(key=f"unknown_{key}", sentence=sentence, can_override=False)


def _within_side(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: where a house rule says so, the order inside a side stays once the fight runs (ZS-TURN-04, ZS-AMB-45)."""
    if is_fighting(battle) and setting(battle, "order_within_side") == "fixed":
        sentence = text("By a house rule the order of play stays as it is during the fight.")
        yield Refusal(key="fixed_order", sentence=sentence, rule="ZS-TURN-04")


def _nothing_lent(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: a turn whose standard action a team has had is begun, and is not held back (ZS-DELAY-01, ZS-TEAM-04)."""
    turn = battle.order.turn
    for who in () if turn is None else turn.shares:
        if has_round_mark(battle, who, LENT):
            yield no("already_acted", "{who} has acted with a team and cannot hold this turn back.", "ZS-DELAY-01", who)


TURNS = TurnRules(
    first_order=first_order,
    share=share,
    kinds=("move", "standard"),
    counted=("metres", "moves", "quick"),
    has_environment=True,
    environment=environment,
    falls="land",
    held_at_own_slot=lambda battle: setting(battle, "delayed_turn_at_own_slot"),
    groups_delay_together=lambda battle: bool(setting(battle, "group_delay") == "whole_slot"),
    start_parameters=(
        Parameter(
            key="surprised", title="Surprised", kind="combatants", default=(), rule="ZS-MIS-12",
            help="Ids of those who are surprised.",
        ),
    ),
    at_start=at_start,
    seconds=6,
)  # fmt: skip


def order_actions() -> Mapping[str, Action]:
    """The actions of the order of play, with this game's rules about them."""
    actions = turn_actions(TURNS)
    for id, rules in {
        "start_fight": ("ZS-TURN-01", "ZS-TURN-02", "ZS-TURN-03"),
        "delay": ("ZS-DELAY-01", "ZS-DELAY-03"),
        "take_held_turn": ("ZS-DELAY-02",),
        "join_order": ("ZS-TURN-06",),
        "end_scene": ("ZS-SCENE-03",),
    }.items():
        actions[id] = with_fields(actions[id], rules=rules)
    actions["start_fight"] = with_fields(actions["start_fight"], guards=(*actions["start_fight"].guards, _lists_people))
    actions["delay"] = with_fields(actions["delay"], guards=(*actions["delay"].guards, _nothing_lent))
    for id in ("reorder", "go_now"):
        guards = (*actions[id].guards, _within_side)
        actions[id] = with_fields(actions[id], guards=guards, rules=("ZS-TURN-04", "ZS-TURN-05"))
    return actions
