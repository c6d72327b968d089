"""Edits of the ways between zones, for the GM alone: cut, blocked, one-way, dearer, with a test on the way.

Also zones as a plain list, typed in the order in which one gets from each to the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from model.board.distance import link_between
from model.board.zones import are_touching
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import (
    Wrong,
    converted,
    edit,
    flag,
    given_number,
    known,
    needed,
    number,
    only_gm,
    something,
    whole,
    words,
)
from model.engine.edits_board import with_board
from model.engine.ruleset import Action
from model.engine.telling import listed
from model.engine.traits import Traits
from model.state.base import Id, State, replace
from model.state.battle import AnyBattle, new_id
from model.state.board import Board, Link, Zone, millimetres

COLORS = 8


def record_given(traits: Traits | None, given: object) -> State:
    """What a ruleset says of a zone or link, as it was given.

    Raises:
        Wrong: the ruleset says nothing of them, or it does not fit.
    """
    if traits is None:
        raise Wrong("These rules say nothing about that.")
    record: State = converted(given, traits.kind, traits.title)
    return record


def with_zone(battle: AnyBattle, zone: Zone) -> AnyBattle:
    """The battle with a zone added or replaced."""
    return with_board(battle, zones=battle.board.zones | {zone.id: zone})


def next_color(board: Board) -> int:
    """The colour that the fewest zones have."""
    used = [zone.color for zone in board.zones.values()]
    return min(range(COLORS), key=lambda color: (used.count(color), color))


# ------------------------------------------------------------------------------------------ links


def pair_given(battle: AnyBattle, call: Call) -> tuple[Zone, Zone]:
    """The two different zones that a call names; raises Wrong otherwise."""
    first = known(battle.board.zones, needed(call, "first", "The first zone"), "zone")
    second = known(battle.board.zones, needed(call, "second", "The second zone"), "zone")
    if first.id == second.id:
        raise Wrong("A zone cannot be linked with itself.")
    return first, second


def _link_zones(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """A link that is there already is replaced, and keeps its id; what crossing takes stays unless it is said anew."""
    first, second = pair_given(battle, call)
    metres, band = given_number(call, "metres"), _band(call, ask)
    if metres is not None and band is not None:
        raise Wrong("The distance is given in metres or as a band, not both.")
    there = link_between(battle.board, first.id, second.id)
    id, battle = (there.id, battle) if there else new_id(battle, "link")
    is_cut = bool(call.option("cut", False))
    link = Link(
        id=id,
        first=first.id,
        second=second.id,
        metres=None if metres is None else millimetres(metres),
        band=band,
        is_blocked=bool(call.option("blocked", False)) or is_cut,
        is_one_way=bool(call.option("one_way", False)),
        cost=whole(call, "cost", "The cost", default=1),
        name=str(call.option("name", "")).strip(),
        is_cut=is_cut,
        hidden=bool(call.option("hidden", False)),
    )
    linked = with_board(battle, links=battle.board.links | {id: link})
    after = _with_gate(linked, id, call, ask)
    is_new = there is None and not are_touching(battle.board, first.id, second.id)
    told = list(_told(None if is_new else there or Link(id=id, first=first.id, second=second.id), link))
    if after is not linked:
        told.append(_FREE if call.option("free") else _GATED)
    gates = ask.ruleset.link_traits
    gate = () if gates is None else gates.told(after, id, is_for_players=False)
    named = {"first": first.name, "second": second.name, "name": link.name, "gate": listed(gate)}
    for sentence in told or [_LINKED[_state(link)]]:
        ask.say(*only_gm(sentence, **named, count=link.cost, distance=_distance(link)))
    return after


def _told(before: Link | None, link: Link) -> Iterator[str]:
    """A sentence for each thing that is new about a way."""
    was = before or Link(id="", first=link.first, second=link.second)
    has_turned = link.is_one_way and (was.first, was.second) != (link.first, link.second)
    if before is None or has_turned or _state(was) != _state(link):
        yield _LINKED[_state(link)]
    if was.name != link.name:
        yield _WAY + ("is called {name}." if link.name else "has no name any more.")
    if was.cost != link.cost:
        yield _WAY + "counts as {count}."
    if was.hidden != link.hidden:
        yield _WAY + ("is hidden from the players." if link.hidden else "is shown to the players.")
    if (was.metres, was.band) != (link.metres, link.band):
        yield "{first} and {second} are {distance} apart." if _distance(link) else _WAY + "counts as it lies."


def _distance(link: Link) -> str:
    """The distance that the GM has given; empty when it is counted."""
    return f"{link.metres:g} m" if link.metres is not None else link.band or ""


_WAY = "The way between {first} and {second} "
_GATED = "Between {first} and {second}: {gate}."
_FREE = "Between {first} and {second}, crossing takes nothing."
_LINKED = {
    "cut": "There is no way between {first} and {second}.",
    "blocked": "The way between {first} and {second} is blocked.",
    "one_way": "One can get from {first} to {second}, not back.",
    "open": "{first} and {second} are linked.",
}


def _state(link: Link) -> str:
    if link.is_blocked:
        return "cut" if link.is_cut else "blocked"
    return "one_way" if link.is_one_way else "open"


def _band(call: Call, ask: Ask) -> str | None:
    band: str | None = call.option("band")
    if band is not None and band not in {one.id for one in ask.ruleset.ranges.bands}:
        known_bands = listed(one.id for one in ask.ruleset.ranges.bands)
        raise Wrong("There is no range band “{band}”; there are {known}.", band=band, known=known_bands)
    return band


def _with_gate(battle: AnyBattle, id: Id, call: Call, ask: Ask) -> AnyBattle:
    gates = ask.ruleset.link_traits
    if call.option("free", False):
        return without_gate(battle, id, ask)
    if "traits" not in call.options:
        return battle
    record = record_given(gates, call.options["traits"])
    assert gates is not None, "a record has been read for it"
    return gates.with_record(battle, id, record)


def without_gate(battle: AnyBattle, id: Id, ask: Ask) -> AnyBattle:
    """The battle with nothing that crossing a link takes."""
    gates = ask.ruleset.link_traits
    return battle if gates is None else gates.with_record(battle, id, None)


def without_link(battle: AnyBattle, link: Link, ask: Ask) -> AnyBattle:
    """The battle without a link and what crossing it took."""
    links = {id: other for id, other in battle.board.links.items() if id != link.id}
    return without_gate(with_board(battle, links=links), link.id, ask)


def _unlink(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Zones that touch are neighbours again, with nothing said about the way."""
    first, second = pair_given(battle, call)
    there = link_between(battle.board, first.id, second.id)
    if there is None:
        raise Wrong("{first} and {second} are not linked.", first=first.name, second=second.name)
    ask.say(*only_gm("{first} and {second} are no longer linked.", first=first.name, second=second.name))
    return without_link(battle, there, ask)


def copied_link(battle: AnyBattle, link: Link, zone: Id, instead: Id, ask: Ask) -> AnyBattle:
    """A link as it is, with another zone at one end."""
    id, battle = new_id(battle, "link")
    ends = {"first": link.first, "second": link.second}
    ends = {end: instead if at == zone else at for end, at in ends.items()}
    battle = with_board(battle, links=battle.board.links | {id: replace(link, id=id, **ends)})
    gates = ask.ruleset.link_traits
    return battle if gates is None else gates.with_record(battle, id, gates.of(battle, link.id))


# ------------------------------------------------------------------------------------------ a plain list


def _list_zones(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """`Bar, Street, Roof; Street, Cellar`: each is next to the one before it, a semicolon begins another row.

    A name that is known is that zone, so that ways can be added to it.
    """
    rows = [row for row in _rows(str(needed(call, "names", "The names"))) if row]
    if not rows:
        raise Wrong("No zone is named: type for example Bar, Street, Roof.")
    made: list[str] = []
    for row in rows:
        ids: list[Id] = []
        for name in row:
            id = _zone_called(battle.board, name)
            if id is None:
                id, battle = new_id(battle, name)
                made.append(name)
                battle = with_zone(battle, Zone(id=id, name=name, color=next_color(battle.board)))
            ids.append(id)
        for here, there in pairwise(ids):
            battle = _linked(battle, here, there)
    if made:
        ask.say(*only_gm("Zones are added: {names}.", names=listed(made)))
    else:
        ask.say(
            *only_gm("Zones are linked: {names}.", names=listed(dict.fromkeys(name for row in rows for name in row)))
        )
    return battle


def _rows(typed: str) -> Iterator[list[str]]:
    for row in typed.replace("\n", ";").split(";"):
        yield [name.strip() for name in row.split(",") if name.strip()]


def _zone_called(board: Board, name: str) -> Id | None:
    return next((zone.id for zone in board.zones.values() if zone.name.lower() == name.lower()), None)


def _linked(battle: AnyBattle, first: Id, second: Id) -> AnyBattle:
    is_there = link_between(battle.board, first, second) is not None or first == second
    if is_there or are_touching(battle.board, first, second):
        return battle
    id, battle = new_id(battle, "link")
    return with_board(battle, links=battle.board.links | {id: Link(id=id, first=first, second=second)})


_FIRST, _SECOND = words("first", "From"), words("second", "To")

LINK_EDITS: tuple[Action, ...] = (
    edit("list_zones", "List zones", _list_zones, words("names", "Names", help="Bar, Street, Roof; Street, Cellar")),
    edit(
        "link_zones",
        "Link zones",
        _link_zones,
        _FIRST,
        _SECOND,
        number("metres", "Metres apart", least=0),
        words("band", "Range band apart"),
        flag("blocked", "Blocked"),
        flag("cut", "No way at all"),
        flag("one_way", "One way"),
        number("cost", "Cost", least=0, default=1),
        words("name", "Name"),
        flag("hidden", "Hidden from the players"),
        something("traits", "What crossing takes", help="A table; what it takes depends on the rules."),
        flag("free", "Crossing takes nothing"),
    ),
    edit("unlink", "Unlink zones", _unlink, _FIRST, _SECOND),
)
