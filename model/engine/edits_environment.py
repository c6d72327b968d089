"""What the GM does for the environment: lets something move on by itself, and notes what is done with in this round."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import Wrong, edit, flag, needed, words
from model.engine.motion import mark_done, moved_on
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import gm_text

ENVIRONMENT_ACTS = "environment_acts"


def _acts(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    id = needed(call, "who", "Who or what it is about")
    thing = battle.things.get(id)
    if thing is None and id not in battle.combatants:
        raise Wrong("There is nothing called “{name}” that could move by itself.", name=id)
    if not call.option("moves", False):
        ask.say(gm_text("The environment is done with {name} in this round.", name=_name(battle, id)))
        return mark_done(battle, id)
    if thing is None or thing.place.point is None:
        raise Wrong("{name} has no place on the map to move on from.", name=_name(battle, id))
    return moved_on(battle, thing, ask)


def _name(battle: AnyBattle, id: Id) -> str:
    return battle.things[id].name if id in battle.things else battle.combatants[id].name


ENVIRONMENT_EDITS = (
    edit(
        ENVIRONMENT_ACTS, "The environment acts", _acts, words("who", "Who or what"), flag("moves", "Moves on"),
        help="Something moves on by itself, or is done with in this round.",
    ),
)  # fmt: skip
