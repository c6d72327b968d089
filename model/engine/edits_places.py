"""Edits of where somebody or something is, outside all rules."""

from __future__ import annotations

from collections.abc import Iterator

from model.board.zones import place_at
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import (
    Wrong,
    converted,
    edit,
    known,
    something,
)
from model.engine.ruleset import Action
from model.engine.telling import is_secret, tell
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.board import Place, millimetres
from model.state.texts import Text, gm_text, ref, routine, text

NOWHERE = Place()


def place_given(battle: AnyBattle, given: object, now: Place = NOWHERE) -> Place:
    """A place as it was given: a table of `x`, `y`, `height`, `zone`; what it leaves out follows from the rest.

    A position without a zone lies in the zone drawn there, a clump without a shape is kept; a zone without a position
    clears the position. Height stays as it is.

    Raises:
        Wrong: it is no place, or names an unknown zone.
    """
    keys = dict(given) if isinstance(given, dict) else {}
    place: Place = converted(given, Place, "The place")
    if (place.x is None) != (place.y is None):
        raise Wrong("A position needs x and y.")
    height = millimetres(place.height if "height" in keys or not isinstance(given, dict) else now.height)
    if place.zone is not None:
        known(battle.board.zones, place.zone, "zone")
    if place.point is None:
        is_only_height = "zone" not in keys and "height" in keys
        return replace(now, height=height) if is_only_height else replace(place, height=height)
    found = place_at(battle.board, place.point, height)
    if place.zone is not None:
        return replace(found, zone=place.zone)
    clump = battle.board.zones.get(now.zone or "")
    keeps_clump = found.zone is None and clump is not None and clump.shape is None
    return replace(found, zone=now.zone) if keeps_clump else found


def _place(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Put each at a place; several are told in one line, and for the GM alone those who are hidden."""
    places = _places_of_each(call)
    messages = []
    for who in dict.fromkeys(call.targets):
        now = battle.things[who].place if who in battle.things else battle.combatants[who].place
        place = place_given(battle, places[who], now)
        if who in battle.things:
            battle = replace(battle, things=battle.things | {who: replace(battle.things[who], place=place)})
        else:
            battle = battle.with_combatant(replace(battle.combatants[who], place=place))
        if place.zone is None or place.zone == now.zone or battle.board.zones[place.zone].hidden:
            messages.append(tell(battle, "{0} is moved.", who))
        else:
            messages.append(tell(battle, "{0} is moved to {zone}.", who, zone=ref(place.zone)))
    ask.say(*map(routine, messages if len(messages) == 1 else _placed(battle, tuple(places))))
    return battle


def _placed(battle: AnyBattle, who: tuple[Id, ...]) -> Iterator[Text]:
    """That several are placed: how many, for everybody, and for the GM alone how many of them are hidden."""
    hidden = sum(is_secret(battle, one) for one in who)
    for count, make, words in ((len(who) - hidden, text, ""), (hidden, gm_text, "hidden ")):
        if count:
            kind = "combatant is" if count == 1 else "combatants are"
            yield make("{count} {kind} placed.", count=count, kind=f"{words}{kind}")


def _places_of_each(call: Call) -> dict[Id, object]:
    """The place that was given for each target: its own, else the one for all."""
    own = call.option("places", {})
    if not isinstance(own, dict):
        raise Wrong("The places are a table by id.")
    places = {who: own[who] if who in own else call.option("place") for who in call.targets}
    if None in places.values():
        raise Wrong("The place is missing.")
    return places


PLACE = something("place", "Place", help="A table of x, y, height and zone.")
PLACES = something("places", "Places", help="A place for each of those who go to different ones, by id.")

PLACE_EDITS: tuple[Action, ...] = (
    edit(
        "place",
        "Place",
        _place,
        PLACE,
        PLACES,
        targets="many",
        help="Puts somebody somewhere, outside all rules.",
    ),
)
