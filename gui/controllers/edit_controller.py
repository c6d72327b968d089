"""The GM's edits of who takes part and of the board, and what a drag on the map comes to. Paints nothing.

The acting combatant moves by the rules, everybody else is put there.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from gui.controllers.newcomers import (
    GameContent,
    TypedEntry,
    Understood,
    company_named,
    entry_named,
    problem_of,
    typed_entries,
    understood,
)
from gui.controllers.selection import NOBODY_SELECTED, Selection
from gui.models.roll_table import is_planning
from model.board.distance import path_length
from model.board.zones import zone_at
from model.campaign import embed
from model.content.library import CombatantEntry, Company, ItemEntry, Preset, Table
from model.dice.requests import DiceRequest
from model.engine.calls import Call
from model.engine.edits import quick_edit
from model.engine.moving import USUAL, DrawnLeg, Movement, MovementMode, drawn_points, joined
from model.engine.run import Done, Due, Outcome, Refused, run, run_once
from model.state.base import Id, Record
from model.state.base import replace as with_fields
from model.state.battle import AnyBattle, age
from model.state.board import Shape, Zone
from model.state.texts import Text
from model.view.board import distance_words
from model.view.map import LegView, Point, ReachView, RouteView, metres_text

# ---------------------------------------------------------------------------- places for those who are not on the board

_APART = 10.0
"""Metres between two sides that are set up across from one another."""
STEP = 2.0
"""Metres between neighbours of one side: room for a token and its name."""
_GAP = 0.4
"""Metres between the edges of two tokens at least."""
_THING = 0.5
"""Metres from the middle of a thing's token to its edge."""
_BEHIND = 12.0
"""Metres behind their own from which hidden newcomers come."""
_DEEP = 6
"""How many of a side stand in a row before another row begins behind it."""


def unplaced(battle: AnyBattle) -> tuple[Id, ...]:
    """Those who take part and stand neither on the map nor in a zone: the eldest first."""
    nowhere = [
        who
        for who in battle.combatants.values()
        if (who.place.x is None or who.place.y is None) and who.place.zone is None and who.is_present
    ]
    return tuple(who.id for who in sorted(nowhere, key=age))


def sides_apart(groups: Sequence[Sequence[Id]], middle: Point) -> dict[Id, Point]:
    """Each group in rows from top to bottom, the groups from left to right with room between them."""
    widths = [width_of(group) for group in groups]
    left = middle[0] - (sum(widths) + _APART * (len(groups) - 1)) / 2
    places: dict[Id, Point] = {}
    for group, width in zip(groups, widths, strict=True):
        places |= block(group, (left + width / 2, middle[1]))
        left += width + _APART
    return places


def block(group: Sequence[Id], middle: Point) -> dict[Id, Point]:
    """A group in rows from top to bottom about a place."""
    rows = [group[at : at + _DEEP] for at in range(0, len(group), _DEEP)]
    left = middle[0] - width_of(group) / 2
    return {
        who: (round(left + STEP * column, 3), round(middle[1] + STEP * (at - (len(row) - 1) / 2), 3))
        for column, row in enumerate(rows)
        for at, who in enumerate(row)
    }


def across_from(opponents: Sequence[Point], group: Sequence[Id], left: float = -math.inf) -> dict[Id, Point]:
    """A group to the left of those who stand there, with the usual room between them, but not beyond the left edge."""
    x = min(x for x, _ in opponents) - _APART - width_of(group) / 2
    y = sum(y for _, y in opponents) / len(opponents)
    return block(group, (round(max(x, left + STEP + width_of(group) / 2), 3), round(y, 3)))


def beside_own(battle: AnyBattle, side: str, *, is_hidden: bool = False, friends: Collection[str] = ()) -> Point | None:
    """Where newcomers of a side come from: behind their own, seen from the others; None: nobody stands on the map.

    Where none of their own are there, behind those of the sides of `friends`, else across from the others. Hidden ones
    come from farther behind: a gap between tokens would tell players of them, and so would a place that follows from
    where they stand.
    """
    there = [
        (one.side, one.place.point)
        for one in battle.combatants.values()
        if (is_hidden or not one.is_hidden) and one.is_present and not one.is_out and one.place.point is not None
    ]
    with_them = {side} if any(other == side for other, _ in there) else {side, *friends}
    own = [point for other, point in there if other in with_them]
    others = [point for other, point in there if other not in with_them]
    if not own and not others:
        return None
    if not own:
        x, (_, y) = max(x for x, _ in others) + _APART, _middle(others)
        return (round(x, 3), round(y, 3))
    (x, y), (other_x, other_y) = _middle(own), _middle(others) if others else _middle(own)
    apart = math.hypot(x - other_x, y - other_y)
    step = (_BEHIND if is_hidden else STEP) / apart if apart else 0.0
    return (round(x + (x - other_x) * step, 3), round(y + (y - other_y) * step, 3))


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def nearest_free(battle: AnyBattle, places: Mapping[Id, Point]) -> dict[Id, Point]:
    """The places, each moved to the nearest one where nobody stands already, nor anybody put there before."""
    wanted = [(place, battle.combatants[who].radius) for who, place in places.items()]
    return dict(zip(places, free_places(battle, wanted, moved=places), strict=True))


def free_places(
    battle: AnyBattle, wanted: Iterable[tuple[Point, float]], moved: Collection[Id] = ()
) -> tuple[Point, ...]:
    """For tokens with a place and a radius each: that place, or the nearest one that is free, also of one another.

    `moved` are combatants who go away from where they stand.
    """
    there = [(one.place.point, one.radius) for id, one in battle.combatants.items() if id not in moved]
    there += [(thing.place.point, _THING) for thing in battle.things.values()]
    taken = [(point, radius) for point, radius in there if point is not None]
    found: list[Point] = []
    for at, radius in wanted:
        apart = [(point, radius + other + _GAP) for point, other in taken]
        found.append(
            next(place for place in _around(at) if all(math.dist(place, point) >= least for point, least in apart))
        )
        taken.append((found[-1], radius))
    return tuple(found)


def _around(place: Point) -> Iterator[Point]:
    """A place, and those around it in wider and wider rings, without an end."""
    yield place
    for ring in itertools.count(1):
        for step in range(6 * ring):
            turn = 2 * math.pi * step / (6 * ring)
            x, y = place[0] + STEP * ring * math.cos(turn), place[1] + STEP * ring * math.sin(turn)
            yield (round(x, 3), round(y, 3))


def width_of(group: Sequence[Id]) -> float:
    """Metres from the first row to the last."""
    return STEP * (math.ceil(len(group) / _DEEP) - 1)


# ---------------------------------------------------------------------------------------------------------------- edits

FORMS = "3 raiders · Ada pc · 2 guards hidden · 4 raiders in Shop"


class EditController:
    """Each method carries out an edit and returns a sentence where it could not be."""

    def __init__(self, bridge: Bridge, selection: Selection, content: GameContent) -> None:
        """`content` is what typed lines can name."""
        self._bridge = bridge
        self._selection = selection
        self.content = content
        self._has_told = False

    # --------------------------------------------------------------------------------- quick edits

    def quick(self, typed: str) -> str | None:
        """A quick edit of the selected ones: `-7`, `+3`, `-7r`, `=12`, the name of a condition or a preset of one."""
        if typed[:1].isalpha() and (preset := self.content.preset_named(typed)) is not None:
            return self.apply_preset(preset, self._selection.selected)
        found = quick_edit(self._bridge.ruleset, self._bridge.battle, self._selection.selected, typed)
        if isinstance(found, Text):
            return self._bridge.words(found)
        return self._bridge.edit(found)

    def apply_preset(self, preset: Preset, who: tuple[Id, ...]) -> str | None:
        """Apply a condition with all that a preset says of it, to all of them as one step."""
        said = {"condition": preset.condition, "until": preset.until, "amount": preset.amount, "note": preset.note}
        options = {key: value for key, value in said.items() if value} | {"public": preset.public}
        return self._edit("set_condition", *who, **options)

    def is_condition(self, typed: str) -> bool:
        """Whether a condition or a preset of one is called so."""
        conditions = self._bridge.ruleset.conditions.values()
        if typed and self.content.preset_named(typed) is not None:
            return True
        return any(typed.lower() in (condition.id, condition.title.lower()) for condition in conditions)

    # ------------------------------------------------------------------------------- who takes part

    def known_names(self) -> tuple[str, ...]:
        """Everybody, alone or in company, whom a typed line can name."""
        return (*(one.name for one in self.content.templates), *(one.name for one in self.content.companies))

    def add(self, typed: str) -> str | None:
        """Add combatants by typed entries such as `3 raiders, Ada pc`; the grammar is in `newcomers`.

        Only full names are those of the content; anybody else is a standard combatant of the game. The name of a party
        or an encounter adds all of it.
        """
        kinds: list[dict[str, Any]] = []
        for entry in self._entries(typed):
            found = self._kinds(entry)
            if isinstance(found, str):
                return found
            there = {kind["source"]["file"] for kind in kinds if "source" in kind}
            # A party that is named twice comes once.
            kinds.extend(kind for kind in found if kind.get("source", {}).get("file") not in there)
        if self.content.problem and not self._has_told and not all(map(self._is_known, self._entries(typed))):
            # Who is meant may stand in a file that was left out.
            self._has_told = True
            return f"{self.content.problem} Enter adds combatants without it."
        if not kinds:
            return f"Type a name, for example {FORMS}."
        companies = (company_named(self.content.companies, entry.name) for entry in self._entries(typed))
        board = next((one.board for one in companies if one is not None and one.board), {})
        return self.add_kinds(kinds, board)

    def add_kinds(self, kinds: Sequence[dict[str, Any]], board: dict[str, Any] | None = None) -> str | None:
        """Add combatants of one kind or several as one step, each by the options of `add_combatant`.

        In a running combat they get places in the initiative order with the same step, and on the map beside their own
        side where nothing else is said. `board` is the map of an encounter, for a battle that has none.
        """
        kinds = [
            kind | {"portrait": self._embedded(kind["portrait"])} if "portrait" in kind else kind
            for kind in self._coming_in(kinds)
        ]
        more: dict[str, Any] = {"joins": True} if self._bridge.battle.order.is_running else {}
        if len(kinds) == 1 and not board:
            return self._bridge.edit(Call(action="add_combatant", options=kinds[0] | more))
        if board and "picture" in board:
            board = board | {"picture": board["picture"] | {"file": self._embedded(board["picture"]["file"])}}
        more |= {"board": board} if board else {}
        return self._bridge.edit(Call(action="add_combatants", options={"kinds": kinds} | more))

    def _embedded(self, picture: str) -> str:
        """A picture that an entry names, copied beside the battle; as it is where that cannot be: it shows as none."""
        path = self._bridge.path
        with suppress(OSError):
            return picture if path is None else embed(picture, self.content.picture_folders, path.parent)
        return picture

    def add_entry(self, entry: CombatantEntry, count: int = 1, place: Table | None = None) -> str | None:
        """Add one of the library, or several of a kind, at a place where one is given."""
        more: dict[str, Any] = {"count": count} if count > 1 else {}
        if place:
            more["place"] = place
        return self.add_kinds([self.content.fields_of(entry) | more])

    def add_company(self, *companies: Company, place: Table | None = None) -> str | None:
        """Add all of a party, an encounter, or several of them, as one step; `place` is for members without one."""
        usual = {"place": place} if place else {}
        kinds = [usual | self.content.fields_of_member(member) for company in companies for member in company.members]
        if not kinds:
            return f"{companies[-1].name} has no members."
        return self.add_kinds(self._apart(kinds), next((one.board for one in companies if one.board), {}))

    def _coming_in(self, kinds: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Newcomers of a fight on the map, each with a place beside their own unless something else is said."""
        battle = self._bridge.battle
        coming = list(kinds)
        if not battle.order.is_running:
            return coming
        wanted: list[tuple[Point, float]] = []
        of: list[int] = []
        for at, kind in enumerate(kinds):
            side = kind.get("side", "npc")
            friends = self._bridge.ruleset.allied if side in self._bridge.ruleset.allied else ()
            place = beside_own(battle, side, is_hidden=kind.get("hidden", False), friends=friends)
            if place is not None and not kind.get("place") and not kind.get("wave"):
                count = kind.get("count", 1)
                wanted += [(place, kind.get("radius", 0.5))] * count
                of += [at] * count
        for at, (x, y) in zip(of, free_places(battle, wanted), strict=True):
            coming[at] = coming[at] | {"places": [*coming[at].get("places", ()), {"x": x, "y": y}]}
        return coming

    def _apart(self, kinds: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Newcomers with places on the map, none of them on top of another combatant."""
        put = [at for at, kind in enumerate(kinds) if "x" in kind.get("place", {})]
        wanted = [((kinds[at]["place"]["x"], kinds[at]["place"]["y"]), kinds[at]["radius"]) for at in put]
        apart = list(kinds)
        for at, (x, y) in zip(put, free_places(self._bridge.battle, wanted), strict=True):
            apart[at] = kinds[at] | {"place": kinds[at]["place"] | {"x": x, "y": y}}
        return apart

    def run_encounter(self, encounter: Id) -> str | None:
        """Add the campaign's party and a prepared encounter, as one step: a battle begins."""
        known = self.content.library.encounters.get(encounter)
        if known is None:
            return "This encounter is no longer in the library."
        return self.add_company(*self.content.party, known)

    def understood(self, typed: str) -> tuple[Understood, ...]:
        """What each typed entry is understood as; or what is wrong with it."""
        return tuple(
            understood(
                entry,
                self.content.templates,
                self.content.companies,
                unknown=self._words_of_unknown,
                members=self.content.words_of_members,
            )
            for entry in self._entries(typed)
        )

    def _words_of_unknown(self, entry: TypedEntry) -> str:
        return self.content.words_of_unknown(entry, self._bridge.battle.settings)

    def _entries(self, typed: str) -> tuple[TypedEntry, ...]:
        places = tuple(zone.name for zone in self._zones())
        return typed_entries(typed, with_fields(self.content.vocabulary, places=places))

    def _kinds(self, entry: TypedEntry) -> list[dict[str, Any]] | str:
        """What an entry says of newcomers, for each kind of them; a sentence when it is not understood."""
        if problem := problem_of(entry, self.content.templates, self.content.companies):
            return problem
        said = self._said(entry)
        company = company_named(self.content.companies, entry.name)
        if company is not None:
            members = (self.content.fields_of_member(member) | said for member in company.members)
            return [self.content.with_said(fields, entry) for fields in members]
        if entry.count > 1:
            said["count"] = entry.count
        template = entry_named(self.content.templates, entry.name)
        if template is None:
            return [self.content.fields_of_unknown(entry) | said]
        return [self.content.with_said(self.content.fields_of(template) | said, entry)]

    def _is_known(self, entry: TypedEntry) -> bool:
        """Whether the content knows who is named."""
        content = self.content
        return bool(company_named(content.companies, entry.name) or entry_named(content.templates, entry.name))

    def _said(self, entry: TypedEntry) -> dict[str, Any]:
        """Side, hiding and place, as far as an entry says them."""
        said: dict[str, Any] = {"side": entry.side} if entry.side else {}
        if entry.is_hidden:
            said["hidden"] = True
        if entry.place:
            said["place"] = {"zone": next(zone.id for zone in self._zones() if zone.name == entry.place)}
        return said

    def _zones(self) -> tuple[Zone, ...]:
        return tuple(self._bridge.battle.board.zones.values())

    def give_gear(self, who: Id, typed: str) -> str | None:
        """Give a combatant gear of the game's content by its name, or several by a number and a name."""
        items = self.content.items_named(typed)
        if isinstance(items, str):
            return f"{items} Any gear can be renamed and changed after it is added."
        if len({item["template"] for item in items}) != 1:
            return "Give one kind of gear at a time, such as “3 grenades”."
        return self._give(who, items)

    def give_entry(self, who: Id, entry: ItemEntry, count: int = 1) -> str | None:
        """Give a combatant gear of the library, or several of a kind."""
        return self._give(who, self.content.items_of(entry, count))

    def _give(self, who: Id, items: Sequence[dict[str, Any]]) -> str | None:
        more = {"count": len(items)} if len(items) > 1 else {}
        return self._edit("give_item", who, **items[0], **more)

    def no_group(self) -> str | None:
        """Why the selected ones cannot act together, whatever they are called; None when they can."""
        call = Call(action="group", targets=self._selection.selected, options={"name": "together"})
        return self._bridge.refused_words(run(self._bridge.ruleset, self._bridge.battle, call))

    @property
    def opponents(self) -> tuple[Id, ...]:
        """All who are neither of the players' side nor their allies."""
        allied = self._bridge.ruleset.allied
        return tuple([who.id for who in self._bridge.battle.combatants.values() if who.side not in allied])

    def place(self, places: tuple[tuple[Id, float, float], ...]) -> str | None:
        """Put a combatant, or several, somewhere, outside all rules and as one step."""
        by_id = {id: {"x": x, "y": y} for id, x, y in places}
        return self._edit("place", *by_id, places=by_id)

    # -------------------------------------------------------------------------------------- board

    def draw_zone(self, name: str, shape: Shape) -> str | None:
        return self._edit("draw_zone", name=name, shape=plain_shape(shape))

    def change_zone(self, zone: Id, **changes: Any) -> str | None:
        return self._edit("edit_zone", zone=zone, **_plain(changes))

    def draw_feature(self, kind: str, shape: Shape, name: str = "") -> str | None:
        named = {"name": name} if name else {}
        return self._edit("draw_feature", kind=kind, shape=plain_shape(shape), **named)

    def draw_fog(self, level: str, shape: Shape, width: float = 0.0) -> str | None:
        """Hide a part of the board from players or reveal it; `width` is that of a stroke, in metres."""
        stroke = {"width": width} if width else {}
        return self._edit("draw_fog", level=level, shape=plain_shape(shape), **stroke)

    def change_feature(self, feature: Id, **changes: Any) -> str | None:
        return self._edit("edit_feature", feature=feature, **_plain(changes))

    def remove_shape(self, kind: str, id: Id) -> str | None:
        return self._edit(f"remove_{kind}", **{kind: id})

    def _edit(self, action: str, *targets: Id, **options: Any) -> str | None:
        if not targets and self._bridge.ruleset.actions[action].targets in ("one", "many"):
            return NOBODY_SELECTED
        return self._bridge.edit(Call(action=action, targets=targets, options=options))


def plain_shape(shape: Shape) -> dict[str, Any]:
    """A shape as the plain values that an edit takes."""
    plain: dict[str, Any] = msgspec.to_builtins(shape)
    return plain


def _plain(changes: dict[str, Any]) -> dict[str, Any]:
    return {key: plain_shape(value) if isinstance(value, Shape) else value for key, value in changes.items()}


# ---------------------------------------------------------------------------------------------------------------- drags

_STAYS = 0.2
"""Metres from a corner within which the way goes no further."""


GM_MOVE = "GM move, costs nothing"
"""What a drag comes to that is no move by the rules."""

_NO_WAY = RouteView()
_AND_THEN = " · "


def _roll_words(outcome: Due) -> str:
    """What is rolled on the way: `first The way, 2d20`."""
    request = outcome.request
    return f"first {request.title}, {request.dice}" if isinstance(request, DiceRequest) else ""


class DragLabel(Record):
    """What stands at the pointer before the drop, the most important line first."""

    text: str
    is_allowed: bool = True
    route: RouteView = _NO_WAY


class DragController:
    """Previews and carries out moves. Keeps the corners of the way that is being drawn."""

    def __init__(self, bridge: Bridge, selection: Selection, actions: ActionController, edits: EditController) -> None:
        self._bridge = bridge
        self._selection = selection
        self._actions = actions
        self._edits = edits
        self._who: Id | None = None
        self._legs: tuple[DrawnLeg, ...] = ()
        self._movement_mode: str | None = None
        self._reach: tuple[tuple[object, ...], tuple[ReachView, ...]] = ((), ())

    # ------------------------------------------------------------------------------ the way drawn so far

    @property
    def movement(self) -> Movement | None:
        """How the ruleset has movement drawn."""
        return self._bridge.ruleset.movement

    @property
    def movement_mode(self) -> str:
        """The way of moving in which the next leg goes: the one picked, else the usual one."""
        if self._movement_mode is not None:
            return self._movement_mode
        movement_modes = self.movement_modes(self._who)
        return movement_modes[0].key if movement_modes else USUAL

    def movement_modes(self, who: Id | None) -> tuple[MovementMode, ...]:
        """The ways of moving that a combatant can pick from."""
        if self.movement is None or who not in self._bridge.battle.combatants:
            return ()
        return self.movement.movement_modes(self._bridge.battle, who)

    def is_move(self, who: Id, is_placing: bool) -> bool:
        """Whether a drag is a move by the rules: of the acting combatant in a fight, without Alt, where the ruleset has
        moves.

        Who stands nowhere yet is put somewhere: there is no way to move along.
        """
        if not self._bridge.battle.order.is_running:
            return False
        acting = (*self._bridge.battle.order.acting, self._selection.actor)
        if is_placing or who not in acting or self.movement is None:
            return False
        return who not in unplaced(self._bridge.battle)

    def add_corner(self, who: Id, x: float, y: float) -> None:
        """Let the way go on from there."""
        self._take_up(who)
        self._legs = self._legs_to(who, (x, y))

    def take_corner_back(self) -> None:
        """Forget the last corner or change on the spot."""
        if self._legs and len(self._legs[-1].points) > 2:
            last = self._legs[-1]
            self._legs = (*self._legs[:-1], DrawnLeg(movement_mode=last.movement_mode, points=last.points[:-1]))
        else:
            if self._legs and not self._legs[-1].points:
                self._movement_mode = None
            self._legs = self._legs[:-1]

    def pick(self, key: str) -> None:
        """Go on in another way of moving; a change on the spot happens where the way has come to."""
        movement_mode = next((one for one in self.movement_modes(self._who) if one.key == key), None)
        if movement_mode is None or self.movement is None:
            return
        if movement_mode.is_change:
            self._legs = (*self._legs, DrawnLeg(movement_mode=key))
            self._movement_mode = movement_mode.then or self._movement_mode
        else:
            self._movement_mode = key
            if not self.movement.mixes:
                self._legs = tuple(DrawnLeg(movement_mode=key, points=leg.points) for leg in self._legs)

    def forget(self) -> None:
        """Nothing is drawn any more."""
        self._who, self._legs, self._movement_mode = None, (), None

    def _take_up(self, who: Id) -> None:
        if who != self._who:
            self.forget()
            self._who = who

    def _legs_to(self, who: Id, end: Point) -> tuple[DrawnLeg, ...]:
        """The legs so far and one more, in the way of moving in hand."""
        way = drawn_points(self._legs)
        start = way[-1] if way else self._bridge.battle.combatants[who].place.point
        if self._legs and start is not None and math.dist(start, end) <= _STAYS:
            return self._legs
        points = (end,) if start is None else (start, self._stepped(start, end))
        return joined((*self._legs, DrawnLeg(movement_mode=self.movement_mode, points=points)))

    def _stepped(self, start: Point, end: Point) -> Point:
        """The end of a leg whose length is rounded as the ruleset says: prices in steps ask for whole lengths."""
        step = 0.0 if self.movement is None else self.movement.step_m
        metres = math.dist(start, end)
        if not step or not metres:
            return end
        share = max(step, round(metres / step) * step) / metres
        return round(start[0] + (end[0] - start[0]) * share, 3), round(start[1] + (end[1] - start[1]) * share, 3)

    # ------------------------------------------------------------------------------------- previews

    def label(self, who: Id, x: float, y: float, is_placing: bool) -> DragLabel:
        """Distance, band to the target, and what the move costs leg by leg, without carrying it out."""
        battle = self._bridge.battle
        if not self.is_move(who, is_placing) or who not in battle.combatants:
            start = battle.combatants[who].place.point if who in battle.combatants else None
            far = self._far(((x, y),) if start is None else (start, (x, y)))
            return DragLabel(" · ".join(part for part in (far, GM_MOVE) if part))
        self._take_up(who)
        legs = self._legs_to(who, (x, y))
        call = self._call(who, legs)
        outcome = run_once(self._bridge.ruleset, battle, call)
        # While plans are made it is refused that it happens now, which nobody has asked for.
        is_plan = isinstance(outcome, Refused) and is_planning(self._bridge.ruleset, battle)
        is_allowed = is_plan or not isinstance(outcome, Refused)
        route = RouteView(legs=self.leg_views(call, legs), is_allowed=is_allowed)
        if is_plan:
            return DragLabel(f"{self._far(drawn_points(legs))} · planned move of {self._bridge.name(who)}", True, route)
        return DragLabel(self._words(outcome, who, legs), is_allowed, route)

    def leg_views(self, call: Call, legs: tuple[DrawnLeg, ...] = ()) -> tuple[LegView, ...]:
        """The stretches of a call, each with what it comes to, and with what happens on the spot before it."""
        battle, movement = self._bridge.battle, self.movement
        if movement is None or call.actor not in battle.combatants:
            return ()
        told = movement.words(battle, call)
        if not told:
            points = drawn_points(legs)
            return (LegView(points=points),) if len(points) > 1 else ()
        here = battle.combatants[call.actor].place.point
        views: list[LegView] = []
        waiting: tuple[str, ...] = ()
        for leg in told:
            waiting = (*waiting, leg.words)
            if leg.points:
                views.append(LegView(points=leg.points, label=_AND_THEN.join(waiting)))
                waiting = ()
        if waiting and views:
            last = views.pop()
            views.append(LegView(points=last.points, label=_AND_THEN.join((last.label, *waiting))))
        elif waiting and here is not None:
            views.append(LegView(points=(here,), label=_AND_THEN.join(waiting)))
        return tuple(views)

    def reach(self, who: Id) -> tuple[ReachView, ...]:
        """How far a combatant gets from the last corner; worked out once for each."""
        battle, movement = self._bridge.battle, self.movement
        if movement is None or who not in battle.combatants:
            return ()
        legs, movement_mode = (self._legs, self.movement_mode) if who == self._who else ((), USUAL)
        key = (id(battle), who, legs, movement_mode)
        if self._reach[0] != key:
            found = movement.reach(battle, who, legs, movement_mode)
            self._reach = (key, tuple(ReachView(title=one.title, shapes=one.shapes) for one in found))
        return self._reach[1]

    def _words(self, outcome: Outcome, who: Id, legs: tuple[DrawnLeg, ...]) -> str:
        return self.words(outcome, who, self._far(drawn_points(legs)))

    def words(self, outcome: Outcome, who: Id, far: str) -> str:
        """What a move comes to, in lines: how far or where to, what happens, what is spent and left."""
        if isinstance(outcome, Refused):
            return " · ".join(part for part in (far, self._bridge.words(outcome.refusal.sentence)) if part)
        if not isinstance(outcome, Done):
            return " · ".join(part for part in (far, _roll_words(outcome)) if part)
        lines = [
            " · ".join(part for part in (far, self._to_target(outcome.battle, who)) if part),
            self._bridge.sentences(outcome.note.sentences).rstrip("."),
            " · ".join(part for part in (*self._spent(outcome.battle, who), self._left(outcome.battle, who)) if part),
        ]
        return "\n".join(line for line in lines if line)

    def _far(self, points: tuple[Point, ...]) -> str:
        """How long a way is in metres, where the game counts them, and the zone that it leads to."""
        board = self._bridge.battle.board
        zone = zone_at(board, points[-1]) if points else None
        if not self._bridge.ruleset.ranges.in_metres:
            return "" if zone is None else f"to {zone.name}"
        if len(points) < 2:
            return "" if zone is None else f"to {zone.name}"
        length = metres_text(path_length(points))
        return length if zone is None or zone == zone_at(board, points[0]) else f"{length} to {zone.name}"

    def _to_target(self, battle: AnyBattle, who: Id) -> str:
        target = self._selection.target
        if target is None or target == who or who != self._selection.actor:
            return ""
        words = distance_words(battle, self._bridge.ruleset, who, target)
        return f"then {self._bridge.name(target)} {words}" if words else ""

    def _spent(self, after: AnyBattle, who: Id) -> list[str]:
        """The pools that the move draws on, before and after."""
        before, words = self._bridge.battle, []
        for pool in self._bridge.ruleset.pools_displayed:
            had, has = pool.value(before, who), pool.value(after, who)
            if had != has:
                words.append(f"{pool.title} {had:g} → {has:g}")
        return words

    def _left(self, battle: AnyBattle, who: Id) -> str:
        """What is left of the turn after the move."""
        share = battle.order.share(who)
        if share is None:
            return ""
        left = [f"{kind} {count}" for kind, count in share.left.items() if count]
        return "left: " + ", ".join(left) if left else "nothing left"

    # ---------------------------------------------------------------------------------- carrying out

    def drop(self, who: Id, x: float, y: float, is_placing: bool) -> str | None:
        """Move or place; the sentence when it is refused. What may be set aside waits in the action panel.

        A move that was begun in the action panel waits there for its Apply, and so does one at which a combatant may do
        what they have declared for such a moment.
        """
        if not self.is_move(who, is_placing):
            return self._edits.place(((who, x, y),))
        self._take_up(who)
        call = self._call(who, self._legs_to(who, (x, y)))
        begun = self._actions.call
        is_begun = begun is not None and begun.actor == who and begun.action == call.action
        if is_begun or self._is_awaited(call):
            self._actions.begin_call(call)
            return None
        return self._actions.carry_out(call)

    def _is_awaited(self, call: Call) -> bool:
        """Whether a combatant has said beforehand what they do when this happens."""
        outcome = run_once(self._bridge.ruleset, self._bridge.battle, call)
        return isinstance(outcome, Done) and any(offer.preset is not None for offer in outcome.offers)

    def _call(self, who: Id, legs: tuple[DrawnLeg, ...]) -> Call:
        assert self.movement is not None
        return self.movement.call(self._bridge.battle, who, legs)
