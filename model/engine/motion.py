"""Movement and falls without an action: at the end of a round, or with the controller's turn."""

from __future__ import annotations

import math
from typing import Literal

from model.board.zones import place_at
from model.engine.ask import Ask
from model.engine.budget import has_round_mark, mark_round
from model.engine.calls import Call
from model.engine.effects import has_effect
from model.engine.messages import is_secret, message
from model.engine.prompts import all_at_once, run_prompts
from model.engine.requests import Choice, Question
from model.engine.ruleset import TurnPrompt
from model.engine.run import perform
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle, SameBattle, Thing, age
from model.state.board import Point
from model.state.order import TurnDue
from model.state.texts import Refusal, Text, gm_text, ref, refs_in, text

FALLING = "falling"
"""The condition of a combatant in the middle of a fall."""
_DONE = "environment"
"""Mark for the round: the movement or fall of a thing or combatant has been carried out."""
_ABOARD = 2.0
"""Metres from a thing within which its controller moves with it."""


def things_in_motion(battle: AnyBattle) -> tuple[Text, ...]:
    """Sentences for the things that are going to fall or move without a controller, oldest first."""
    doings = []
    for thing in sorted(battle.things.values(), key=age):
        if thing.is_falling:
            doings.append(message(battle, "{0} falls.", thing.id))
        if thing.speed > 0 and thing.controller is None:
            doings.append(message(battle, "{0} is going to move {metres} m.", thing.id, metres=f"{thing.speed:g}"))
    return tuple(doings)


def is_done(battle: AnyBattle, id: Id) -> bool:
    """Whether the environment has dealt with a thing or a falling combatant in this round."""
    return has_round_mark(battle, id, _DONE)


def mark_done(battle: SameBattle, id: Id) -> SameBattle:
    """Note that the environment has dealt with a thing or a falling combatant in this round."""
    return mark_round(battle, id, _DONE)


def moved_one_round(battle: SameBattle, thing: Thing, ask: Ask) -> SameBattle:
    """The battle with a thing moved one round farther on its course, and its controller with it if aboard.

    Unchanged if the thing has no position. The caller marks it as done for this round, since a move that was put off
    belongs to an earlier round.
    """
    start, end = thing.place.point, _further(thing)
    if start is None or end is None:
        return battle
    sentence = message(battle, "{0} moves {metres} m further.", thing.id, metres=f"{thing.speed:g}")
    ask.add_message(replace(sentence, audience="gm") if is_secret(battle, thing.id) else sentence)
    moved = replace(thing, place=place_at(battle.board, end, thing.place.height))
    battle = replace(battle, things=battle.things | {thing.id: moved})
    driver = battle.combatants.get(thing.controller or "")
    if driver is not None and driver.place.point is not None and math.dist(driver.place.point, start) <= _ABOARD:
        (x, y), dx, dy = driver.place.point, end[0] - start[0], end[1] - start[1]
        place = place_at(battle.board, (round(x + dx, 3), round(y + dy, 3)), driver.place.height)
        battle = battle.with_combatant(replace(driver, place=place))
    return battle


def _further(thing: Thing) -> Point | None:
    """Position of a thing one round later, by its course in degrees clockwise from up; None if it has no position."""
    if thing.place.point is None:
        return None
    (x, y), course = thing.place.point, math.radians(thing.course)
    return round(x + thing.speed * math.sin(course), 3), round(y - thing.speed * math.cos(course), 3)


def environment_acted(battle: SameBattle, doings: tuple[Text, ...], ask: Ask) -> SameBattle:
    """Carry out what the environment's turn announced, except what was done by hand; report what cannot be done."""
    for id in dict.fromkeys(id for doing in doings for id in refs_in(doing)):
        if is_done(battle, id):
            continue
        thing = battle.things.get(id)
        if thing is None:
            battle = run_prompts(battle, id, (FALL,), ask) if id in battle.combatants else battle
            continue
        if thing.is_falling:
            ask.log(battle, "{0} hits the ground.", id)
            thing = replace(thing, is_falling=False, place=replace(thing.place, height=0.0))
            battle = replace(battle, things=battle.things | {id: thing})
        if thing.speed > 0 and thing.place.point is None:
            ask.add_message(gm_text("{thing} has no position: set where it is now.", thing=ref(id)))
        elif thing.speed > 0 and thing.controller is None:
            battle = mark_done(moved_one_round(battle, thing, ask), id)
        elif thing.speed > 0:
            battle = _asked_to_move(battle, id, ask)
    return battle


def _fallen(battle: SameBattle, who: Id, ask: Ask) -> SameBattle:
    """A falling combatant hits the ground, with the action `TurnRules.falls`."""
    call = Call(action=ask.ruleset.turns.falls, actor=ENVIRONMENT, targets=(who,))
    after = perform(battle, call, ask.within(f"fall.{who}", call))
    return battle if isinstance(after, Refusal) else mark_done(after, who)


FALL = "fall"
FALL_PROMPT = TurnPrompt(
    id=FALL,
    title="Hits the ground",
    run=_fallen,
    is_of_own_turn=False,
    is_due=lambda battle, who: has_effect(battle, who, FALLING),
)
"""For games with `TurnRules.falls`: a falling combatant hits the ground in the environment's turn, or it is put off."""


def move_controlled_things(battle: SameBattle, driver: Id, ask: Ask) -> SameBattle:
    """Move the things that a combatant controls at the end of their turn.

    Except those that have moved in this round, that the GM lets stay, or whose move the GM puts off.
    """
    return all_at_once(battle, _driven(battle, driver), ask, lambda battle, id: _asked_to_move(battle, id, ask))


def _driven(battle: AnyBattle, driver: Id) -> tuple[Id, ...]:
    """Ids of the things that move at the end of a combatant's turn, oldest first."""
    return tuple(
        thing.id
        for thing in sorted(battle.things.values(), key=age)
        if thing.controller == driver and _can_move(battle, thing.id) and not _is_settled(battle, thing.id)
    )


def _can_move(battle: AnyBattle, id: Id) -> bool:
    thing = battle.things.get(id)
    return thing is not None and thing.speed > 0 and thing.place.point is not None


def _is_settled(battle: AnyBattle, id: Id) -> bool:
    """Whether a thing's movement has been carried out or put off in this round."""
    return is_done(battle, id) or TurnDue(who=id, prompt=MOVES_ON, round=battle.order.round) in battle.order.due


def _asked_to_move(battle: SameBattle, id: Id, ask: Ask) -> SameBattle:
    if _is_settled(battle, id):
        return battle
    battle = run_prompts(battle, id, (MOVES_ON,), ask)
    return battle if _is_settled(battle, id) else mark_done(battle, id)


def _moves_on(battle: SameBattle, id: Id, ask: Ask) -> SameBattle:
    """Ask whether a thing that a combatant controls, or did, keeps moving, and move it if so."""
    thing = battle.things[id]
    title = text("Does {thing} keep moving, {metres} m further?", thing=ref(id), metres=f"{thing.speed:g}")
    options: tuple[Choice[Literal["moves", "stays"]], ...] = (
        Choice(key="moves", label="Moves on"),
        Choice(key="stays", label="Stays"),
    )
    question = Question(id=f"driven.{id}", title=title, options=options, default="moves")
    driver = battle.combatants.get(thing.controller or "")
    by = ENVIRONMENT if driver is None or driver.is_out else driver.id
    return moved_one_round(battle, thing, ask) if ask.choose(question, by) == "moves" else battle


MOVES_ON = "moves_on"
MOVES_ON_PROMPT = TurnPrompt(id=MOVES_ON, title="Moving on", run=_moves_on, is_due=_can_move, things=_driven)
"""For games with an environment: a moving thing moves with its driver's turn, is stopped by the GM, or is put off."""
