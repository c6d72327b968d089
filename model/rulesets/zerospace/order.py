"""Order of play: sides in blocks or as declared, what a turn holds, surprise (ZS-TURN, ZS-ROUND)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace as with_fields

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Parameter, Ruleset, TurnRules
from model.engine.turn_actions import turn_actions
from model.engine.turns import slot_named
from model.rulesets.zerospace.costs import is_fighting
from model.rulesets.zerospace.environment import environment
from model.rulesets.zerospace.settings import setting
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle, age
from model.state.effects import Until
from model.state.order import STANDING, Share, Slot
from model.state.texts import Refusal, text

SURPRISE_UNTIL: dict[str, Until] = {
    "end_of_own_turn": "turn_end",
    "start_of_own_turn": "turn_start",
    "end_of_round": "round_end",
    "gm": "removed",
}


def share(battle: AnyBattle, who: Id, slot: Slot) -> Share:
    """One move action and one standard action (ZS-ACT-01)."""
    return Share(left={"move": 1, "standard": 1})


# ------------------------------------------------------------------------------------------ who begins


def sides(battle: AnyBattle) -> tuple[str, ...]:
    """The sides that take part, the players' first."""
    found = dict.fromkeys(combatant.side for combatant in sorted(battle.combatants.values(), key=age))
    return tuple(sorted(found, key=lambda side: (side != "pc", list(found).index(side))))


def at_start(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Who begins, and who is surprised (ZS-TURN-01, ZS-MIS-12)."""
    if battle.order.first_side is None and call.option("order") is None:
        taking_part = sides(battle)
        if len(taking_part) > 1 and setting(battle, "order_mode") == "side_blocks":
            options = tuple(Choice(key=side, label=side) for side in taking_part)
            title = text("Which side starts the fight?")
            question = Question(id="first", title=title, options=options, default=taking_part[0], rule="ZS-TURN-01")
            first = ask.choose(question, ENVIRONMENT)
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
    order = battle.order
    standing = [id for id in order.sequence if order.slots[id].kind in STANDING and id != ENVIRONMENT]
    declared = call.option("order")
    if declared is not None:
        slots = dict.fromkeys(slot_named(order, str(name)) for name in declared)
        named = [id for id in slots if id is not None]
        return (*named, *(id for id in standing if id not in named))
    first = order.first_side
    begins = _sides_of(battle, order.slots[standing[0]]) if standing else set()
    if setting(battle, "order_mode") == "explicit" and (first is None or first in begins):
        return tuple(standing)
    following = [side for side in sides(battle) if side != first]
    ranks = {side: rank for rank, side in enumerate([first, *following])}
    return tuple(
        sorted(standing, key=lambda id: min((ranks[side] for side in _sides_of(battle, order.slots[id])), default=0))
    )


def _sides_of(battle: AnyBattle, slot: Slot) -> set[str]:
    return {battle.combatants[who].side for who in slot.members if who in battle.combatants}


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


TURNS = TurnRules(
    first_order=first_order,
    share=share,
    has_environment=True,
    environment=environment,
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
    for id in ("reorder", "go_now"):
        guards = (*actions[id].guards, _within_side)
        actions[id] = with_fields(actions[id], guards=guards, rules=("ZS-TURN-04", "ZS-TURN-05"))
    return actions
