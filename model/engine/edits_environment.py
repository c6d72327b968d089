"""What the GM does for the environment: lets something move on by itself, and notes what is done with in this round."""

from __future__ import annotations

import math

from model.board.zones import place_at
from model.engine.ask import Ask
from model.engine.budget import has_round_mark, mark_round
from model.engine.calls import Call
from model.engine.edits_base import Wrong, edit, flag, needed, words
from model.engine.telling import is_secret, tell
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Thing
from model.state.board import Point
from model.state.texts import gm_text

ENVIRONMENT_ACTS = "environment_acts"
_DONE = "environment"
"""Mark of a round: what moves or falls by itself has done so."""


def is_done(battle: AnyBattle, id: Id) -> bool:
    """Whether the environment is done in this round with a thing, or with somebody who falls."""
    return has_round_mark(battle, id, _DONE)


def further(thing: Thing) -> Point | None:
    """Where a thing is a round later, on its course in degrees clockwise from up; None where nobody knows its place."""
    if thing.place.point is None:
        return None
    (x, y), course = thing.place.point, math.radians(thing.course)
    return round(x + thing.speed * math.sin(course), 3), round(y - thing.speed * math.cos(course), 3)


def _acts(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    id = needed(call, "who", "Who or what it is about")
    thing = battle.things.get(id)
    if thing is None and id not in battle.combatants:
        raise Wrong("There is nothing called “{name}” that could move by itself.", name=id)
    if not call.option("moves", False):
        ask.say(gm_text("The environment is done with {name} in this round.", name=_name(battle, id)))
        return mark_round(battle, id, _DONE)
    to = None if thing is None else further(thing)
    if thing is None or to is None:
        raise Wrong("{name} has no place on the map to move on from.", name=_name(battle, id))
    sentence = tell(battle, "{0} moves on {metres} m.", id, metres=f"{thing.speed:g}")
    ask.say(replace(sentence, audience="gm") if is_secret(battle, id) else sentence)
    moved = replace(thing, place=place_at(battle.board, to, thing.place.height))
    return mark_round(replace(battle, things=battle.things | {id: moved}), id, _DONE)


def _name(battle: AnyBattle, id: Id) -> str:
    return battle.things[id].name if id in battle.things else battle.combatants[id].name


ENVIRONMENT_EDITS = (
    edit(
        ENVIRONMENT_ACTS, "The environment acts", _acts, words("who", "Who or what"), flag("moves", "Moves on"),
        help="Something moves on by itself, or is done with in this round.",
    ),
)  # fmt: skip
