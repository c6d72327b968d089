"""The GM's edits of combatants and of the board, and the effect of a drag on the map. No widgets.

A drag moves the acting combatant by the rules, and places any other combatant.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from gui.controllers.game_content import GameContent, company_named, entry_named
from gui.controllers.newcomers import Understood, problem_of, understood
from gui.controllers.selection import NOBODY_SELECTED, Selection
from gui.controllers.typed_edits import TypedEdits
from gui.models.roll_table import is_planning
from model.board.beside import shown_place_beside
from model.board.distance import path_length, radius_of
from model.board.zones import zone_at
from model.campaign import embed
from model.content.library import CombatantEntry, Company, ItemEntry, Preset, Table
from model.content.typed import TypedEntry
from model.content.typed_completion import Completion, completion_of
from model.content.typed_lines import typed_entries
from model.dice.requests import DiceRequest
from model.engine.calls import Call
from model.engine.moving import USUAL, DrawnLeg, Movement, MovementMode, drawn_points, joined, table_of
from model.engine.routes import route_of
from model.engine.run import Done, Due, Outcome, Refused, run, run_once
from model.engine.typed_conditions import TypedCondition
from model.state.base import Id, Record, replace
from model.state.battle import AnyBattle, age
from model.state.board import Shape, Zone
from model.state.texts import Text
from model.view.board import distance_words
from model.view.map import LegView, Point, ReachView, RouteView, metres_text
from model.view.typed_parts import read_record

# ------------------------------------------------------------------- places for combatants who are not on the board yet

_APART = 10.0
"""Metres between two sides that are set up across from one another."""
STEP = 2.0
"""Metres between neighbours of one side: room for a token and its name."""
_GAP = 0.4
"""Least distance in metres between the edges of two tokens."""
_THING = 0.5
"""Radius of a thing's token in metres."""
_BEHIND = 12.0
"""Metres behind their own side at which hidden newcomers arrive."""
_DEEP = 6
"""At most this many combatants of a side in a row before another row begins behind it."""


def unplaced(battle: AnyBattle) -> tuple[Id, ...]:
    """Return combatants present who are neither on the map nor in a zone, the oldest first."""
    nowhere = [
        who
        for who in battle.combatants.values()
        if (who.place.x is None or who.place.y is None) and who.place.zone is None and who.is_present
    ]
    return tuple(who.id for who in sorted(nowhere, key=age))


def sides_apart(groups: Sequence[Sequence[Id]], middle: Point) -> dict[Id, Point]:
    """Return a place for each combatant: groups from left to right with room between them, rows from top to bottom."""
    widths = [width_of(group) for group in groups]
    left = middle[0] - (sum(widths) + _APART * (len(groups) - 1)) / 2
    places: dict[Id, Point] = {}
    for group, width in zip(groups, widths, strict=True):
        places |= block(group, (left + width / 2, middle[1]))
        left += width + _APART
    return places


def block(group: Sequence[Id], middle: Point) -> dict[Id, Point]:
    """Return places for a group, centred on `middle`, in rows that run from top to bottom."""
    rows = [group[at : at + _DEEP] for at in range(0, len(group), _DEEP)]
    left = middle[0] - width_of(group) / 2
    return {
        who: (round(left + STEP * column, 3), round(middle[1] + STEP * (at - (len(row) - 1) / 2), 3))
        for column, row in enumerate(rows)
        for at, who in enumerate(row)
    }


def across_from(opponents: Sequence[Point], group: Sequence[Id], left: float = -math.inf) -> dict[Id, Point]:
    """Return places for a group to the left of its opponents, at the usual distance, not beyond the left edge."""
    x = min(x for x, _ in opponents) - _APART - width_of(group) / 2
    y = sum(y for _, y in opponents) / len(opponents)
    return block(group, (round(max(x, left + STEP + width_of(group) / 2), 3), round(y, 3)))


def beside_own(battle: AnyBattle, side: str, *, is_hidden: bool = False, friends: Collection[str] = ()) -> Point | None:
    """Return where newcomers of a side arrive: behind their own side, seen from the others; None if the map is empty.

    If none of their own side are there: behind the sides in `friends`, else across from the others. Hidden newcomers
    arrive farther behind, because a gap between tokens would reveal them to players. For visible newcomers, hidden
    combatants do not count: the place would reveal where they stand.
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
    """Return the places, each moved to the nearest one that is free of other tokens and of those placed before it."""
    wanted = [(place, radius_of(battle, who)) for who, place in places.items()]
    return dict(zip(places, free_places(battle, wanted, moved=places), strict=True))


def free_places(
    battle: AnyBattle, wanted: Iterable[tuple[Point, float]], moved: Collection[Id] = ()
) -> tuple[Point, ...]:
    """Return for each wanted place and radius that place or the nearest free one; the results do not overlap either.

    `moved` are combatants who leave their present places.
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
    """Yield a place, then places around it in ever wider rings, endlessly."""
    yield place
    for ring in itertools.count(1):
        for step in range(6 * ring):
            turn = 2 * math.pi * step / (6 * ring)
            x, y = place[0] + STEP * ring * math.cos(turn), place[1] + STEP * ring * math.sin(turn)
            yield (round(x, 3), round(y, 3))


def width_of(group: Sequence[Id]) -> float:
    """Return the metres from the first row of a group to the last."""
    return STEP * (math.ceil(len(group) / _DEEP) - 1)


# ---------------------------------------------------------------------------------------------------------------- edits

FORMS = "3 raiders · Ada pc · 2 guards hidden · 4 raiders in Shop"


class EditController:
    """Each method carries out an edit and returns a sentence if it was not possible."""

    def __init__(self, bridge: Bridge, selection: Selection, content: GameContent) -> None:
        """`content` is the game content that typed lines can name."""
        self._bridge = bridge
        self._selection = selection
        self.content = content
        self._has_warned = False
        self.typed = TypedEdits(bridge, selection, content)
        """Reads typed quick edits."""

    # --------------------------------------------------------------------------------- quick edits

    def quick(self, typed: str) -> str | None:
        """Quick-edit the selected combatants: `-7`, `+3`, `-7r`, `=12`, a condition with its details, a preset."""
        found = self.typed.read(typed)
        if isinstance(found, TypedCondition):
            return found.problem
        if isinstance(found, Text):
            return self._bridge.words(found)
        return self._bridge.edit(found)

    def add_condition(self, who: tuple[Id, ...], typed: str) -> str | None:
        """Apply a typed condition to combatants: one of the game or of the GM's own, with any details."""
        found = self.typed.condition(who[0], typed)
        return found.problem if isinstance(found, TypedCondition) else self._bridge.edit(replace(found, targets=who))

    def apply_preset(self, preset: Preset, who: tuple[Id, ...]) -> str | None:
        """Apply a preset's condition with all that the preset sets to these combatants, as one step."""
        return self._edit("set_condition", *who, **preset.options)

    def is_condition(self, typed: str) -> bool:
        """Whether a condition or a preset of one has this name."""
        conditions = self._bridge.ruleset.conditions.values()
        if typed and any(typed.lower() == preset.name.lower() for preset in self.content.own_presets):
            return True
        return any(typed.lower() in (condition.id, condition.title.lower()) for condition in conditions)

    # ----------------------------------------------------------------------------------- combatants

    def completion(self, typed: str) -> Completion:
        """Return what completes a line that adds combatants."""
        return completion_of(typed, self.content.vocabulary, self._places())

    def add(self, typed: str) -> str | None:
        """Add combatants by typed entries such as `3 raiders, Ada pc`; the grammar is in `newcomers`.

        A full name refers to the content; any other name makes a standard combatant of the game. The name of a party or
        an encounter adds all its members.
        """
        kinds: list[dict[str, Any]] = []
        for entry in self._entries(typed):
            found = self._kinds(entry)
            if isinstance(found, str):
                return found
            there = {kind["source"]["file"] for kind in kinds if "source" in kind}
            # The characters of a party that is named twice are added once.
            kinds.extend(kind for kind in found if kind.get("source", {}).get("file") not in there)
        if self.content.problem and not self._has_warned and not all(map(self._is_known, self._entries(typed))):
            # The unknown name may belong to a file that was left out.
            self._has_warned = True
            return f"{self.content.problem} Enter adds combatants without it."
        if not kinds:
            return f"Type a name, for example {FORMS}."
        companies = (company_named(self.content.companies, entry.name) for entry in self._entries(typed))
        board = next((one.board for one in companies if one is not None and one.board), {})
        return self.add_kinds(kinds, board)

    def add_kinds(self, kinds: Sequence[dict[str, Any]], board: dict[str, Any] | None = None) -> str | None:
        """Add combatants of one kind or several as one step, each by the options of `add_combatant`.

        In a running combat the same step adds them to the initiative order, and places them on the map beside their own
        side unless the options give a place. `board` is the map of an encounter, for a battle that has none.
        """
        kinds = [
            kind | {"portrait": self._embedded(kind["portrait"])} if "portrait" in kind else kind
            for kind in self._with_arrival_places(kinds)
        ]
        more: dict[str, Any] = {"joins": True} if self._bridge.battle.order.is_running else {}
        if len(kinds) == 1 and not board:
            return self._bridge.edit(Call(action="add_combatant", options=kinds[0] | more))
        if board and "picture" in board:
            board = board | {"picture": board["picture"] | {"file": self._embedded(board["picture"]["file"])}}
        more |= {"board": board} if board else {}
        return self._bridge.edit(Call(action="add_combatants", options={"kinds": kinds} | more))

    def _embedded(self, picture: str) -> str:
        """Return the name of an entry's picture, copied beside the battle; unchanged (then not shown) if that fails."""
        path = self._bridge.path
        with suppress(OSError):
            return picture if path is None else embed(picture, self.content.picture_folders, path.parent)
        return picture

    def add_entry(self, entry: CombatantEntry, count: int = 1, place: Table | None = None) -> str | None:
        """Add one combatant of a library entry, or several, at a place if one is given."""
        more: dict[str, Any] = {"count": count} if count > 1 else {}
        if place:
            more["place"] = place
        return self.add_kinds([self.content.fields_of(entry) | more])

    def add_company(self, *companies: Company, place: Table | None = None) -> str | None:
        """Add all members of parties or encounters as one step; `place` is for members without one."""
        usual = {"place": place} if place else {}
        kinds = [usual | self.content.fields_of_member(member) for company in companies for member in company.members]
        if not kinds:
            return f"{companies[-1].name} has no members."
        return self.add_kinds(self._apart(kinds), next((one.board for one in companies if one.board), {}))

    def _with_arrival_places(self, kinds: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the kinds, in a running combat each with places beside their own side unless the options give one."""
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

    def with_arrivals(self, call: Call) -> Call:
        """Return the call with turns and a place beside their own side for those who come to a running combat by it."""
        battle = self._bridge.battle
        outcome = run(self._bridge.ruleset, battle, call) if battle.order.is_running else None
        if not isinstance(outcome, Done):
            return call
        after = outcome.battle.combatants
        came = [who for id, who in battle.combatants.items() if after[id].is_present and not who.is_present]
        coming = [who for who in came if who.place.point is None and who.place.zone is None]
        friends = self._bridge.ruleset.allied
        found = ((who, beside_own(battle, who.side, friends=friends if who.side in friends else ())) for who in coming)
        near = [(who, place) for who, place in found if place is not None]
        points = free_places(battle, [(place, who.radius) for who, place in near])
        places = {who.id: {"x": x, "y": y} for (who, _), (x, y) in zip(near, points, strict=True)}
        return replace(call, options=call.options | {"joins": True} | ({"places": places} if places else {}))

    def _apart(self, kinds: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the kinds with their places on the map moved so that no tokens overlap."""
        put = [at for at, kind in enumerate(kinds) if "x" in kind.get("place", {})]
        wanted = [((kinds[at]["place"]["x"], kinds[at]["place"]["y"]), kinds[at]["radius"]) for at in put]
        apart = list(kinds)
        for at, (x, y) in zip(put, free_places(self._bridge.battle, wanted), strict=True):
            apart[at] = kinds[at] | {"place": kinds[at]["place"] | {"x": x, "y": y}}
        return apart

    def run_encounter(self, encounter: Id) -> str | None:
        """Add the campaign's party and a prepared encounter as one step, to begin a battle."""
        known = self.content.library.encounters.get(encounter)
        if known is None:
            return "This encounter is no longer in the library."
        return self.add_company(*self.content.party, known)

    def understood(self, typed: str) -> tuple[Understood, ...]:
        """Return how each typed entry is understood, or what is wrong with it."""
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
        return typed_entries(typed, self.content.vocabulary, self._places())

    def _kinds(self, entry: TypedEntry) -> list[dict[str, Any]] | str:
        """Return the options of an entry's newcomers, one per kind; a sentence if the entry is not understood."""
        if problem := problem_of(entry, self.content.templates, self.content.companies):
            return problem
        said = self._said(entry)
        company = company_named(self.content.companies, entry.name)
        if company is not None:
            members = (self.content.fields_of_member(member) | said for member in company.members)
            return [self.content.with_entry(fields, entry) for fields in members]
        if entry.count > 1:
            said["count"] = entry.count
        template = entry_named(self.content.templates, entry.name)
        if template is None:
            return [self.content.fields_of_unknown(entry) | said]
        return [self.content.with_entry(self.content.fields_of(template) | said, entry)]

    def _is_known(self, entry: TypedEntry) -> bool:
        """Whether the content knows the name of an entry."""
        content = self.content
        return bool(company_named(content.companies, entry.name) or entry_named(content.templates, entry.name))

    def _said(self, entry: TypedEntry) -> dict[str, Any]:
        """Return side, hiding and place as options, as far as an entry gives them."""
        said: dict[str, Any] = {"side": entry.side} if entry.side else {}
        if entry.is_hidden:
            said["hidden"] = True
        if entry.place:
            said["place"] = {"zone": next(zone.id for zone in self._zones() if zone.name == entry.place)}
        return said

    def _places(self) -> tuple[str, ...]:
        return tuple(zone.name for zone in self._zones())

    def _zones(self) -> tuple[Zone, ...]:
        return tuple(self._bridge.battle.board.zones.values())

    def give_gear(self, who: Id, typed: str) -> str | None:
        """Give a combatant gear by its name in the game's content, or several by a number and a name."""
        items = self.content.items_named(typed)
        if isinstance(items, str):
            return f"{items} Shift+Enter adds it as new gear."
        if len({item["template"] for item in items}) != 1:
            return "Give one kind of gear at a time, such as “3 grenades”."
        return self._give(who, items)

    def make_gear(self, who: Id, typed: str) -> str | None:
        """Give a combatant new gear of the GM's own: a name, and what is said of it by the titles of its fields."""
        gear = self._bridge.ruleset.gear
        found = read_record(gear, " ".join(typed.split()), names=self._bridge.ruleset.names)
        if isinstance(found, str):
            return found
        if not found.rest:
            return "Type the name of the gear first."
        name = found.rest[:1].upper() + found.rest[1:]
        is_worn = self._bridge.ruleset.is_worn(gear(**found.fields))
        return self._edit("give_item", who, name=name, gear=found.fields, where="worn" if is_worn else "hand")

    def give_entry(self, who: Id, entry: ItemEntry, count: int = 1) -> str | None:
        """Give a combatant gear of a library entry, or several of it."""
        return self._give(who, self.content.items_of(entry, count))

    def _give(self, who: Id, items: Sequence[dict[str, Any]]) -> str | None:
        more = {"count": len(items)} if len(items) > 1 else {}
        return self._edit("give_item", who, **items[0], **more)

    def group_refusal(self) -> str | None:
        """Return why the selected combatants cannot form a group, whatever its name, or None if they can."""
        call = Call(action="group", targets=self._selection.selected, options={"name": "together"})
        return self._bridge.refused_words(run(self._bridge.ruleset, self._bridge.battle, call))

    @property
    def opponents(self) -> tuple[Id, ...]:
        """Combatants who are neither on the players' side nor allied with it."""
        allied = self._bridge.ruleset.allied
        return tuple([who.id for who in self._bridge.battle.combatants.values() if who.side not in allied])

    def place(self, places: tuple[tuple[Id, float, float], ...]) -> str | None:
        """Place one or several combatants regardless of the rules, as one step."""
        by_id = {id: {"x": x, "y": y} for id, x, y in places}
        return self._edit("place", *by_id, places=by_id)

    def place_call(
        self, who: tuple[Id, ...], zone: Id | None, on: Id | None = None, toward: Point | None = None
    ) -> Call:
        """Return the edit that places combatants regardless of the rules: in a zone, or next to the combatant `on`."""
        if on is None:
            return Call(action="place", targets=who, options={"place": {"zone": zone}})
        battle, places = self._bridge.battle, {}
        for one in who:
            place = shown_place_beside(battle, one, on, self._bridge.ruleset.ranges, toward)
            places[one] = table_of(place)
            # The next one stands beside them, too.
            battle = battle.with_combatant(replace(battle.combatants[one], place=place))
        return Call(action="place", targets=who, options={"next_to": on, "places": places})

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
    """Return a shape as the plain values that an edit takes."""
    plain: dict[str, Any] = msgspec.to_builtins(shape)
    return plain


def _plain(changes: dict[str, Any]) -> dict[str, Any]:
    return {key: plain_shape(value) if isinstance(value, Shape) else value for key, value in changes.items()}


# ---------------------------------------------------------------------------------------------------------------- drags

_HALVINGS = 9
"""How often the length of a move is halved to find how far a combatant gets."""
_ROUNDING = 1e-6
_STAYS = 0.2
"""Metres from the last corner within which a drop adds no leg to the route."""


GM_MOVE = "GM move, costs nothing"
"""Label of a drag that is not a move by the rules."""

_NO_ROUTE = RouteView()
_AND_THEN = " · "


def _due_dice_words(outcome: Due) -> str:
    """Return what must be rolled during the move, such as `first The way, 2d20`; empty if no dice are due."""
    request = outcome.request
    return f"first {request.title}, {request.dice}" if isinstance(request, DiceRequest) else ""


class DragLabel(Record):
    """Label at the pointer during a drag, the most important line first."""

    text: str
    is_allowed: bool = True
    route: RouteView = _NO_ROUTE


class DragController:
    """Previews and carries out moves. Keeps the legs of the route that is being drawn."""

    def __init__(self, bridge: Bridge, selection: Selection, actions: ActionController, edits: EditController) -> None:
        self._bridge = bridge
        self._selection = selection
        self._actions = actions
        self._edits = edits
        self._who: Id | None = None
        self._legs: tuple[DrawnLeg, ...] = ()
        self._movement_mode: str | None = None
        self._reach: tuple[tuple[object, ...], tuple[ReachView, ...]] = ((), ())

    # ---------------------------------------------------------------------------- the route drawn so far

    @property
    def movement(self) -> Movement | None:
        """The ruleset's rules of drawn movement, or None if it has none."""
        return self._bridge.ruleset.movement

    @property
    def movement_mode(self) -> str:
        """The movement mode of the next leg: the one picked, else the usual one."""
        if self._movement_mode is not None:
            return self._movement_mode
        movement_modes = self.movement_modes(self._who)
        return movement_modes[0].key if movement_modes else USUAL

    def movement_modes(self, who: Id | None) -> tuple[MovementMode, ...]:
        """Return the movement modes that a combatant can pick from."""
        if self.movement is None or who not in self._bridge.battle.combatants:
            return ()
        return self.movement.movement_modes(self._bridge.battle, who)

    def is_move(self, who: Id, is_placing: bool) -> bool:
        """Whether a drag is a move by the rules: of an acting combatant, in combat, without Alt, if the rules have any.

        A combatant who has no place yet is placed instead: there is no route to move along.
        """
        if not self._bridge.battle.order.is_running:
            return False
        acting = (*self._bridge.battle.order.acting, self._selection.actor)
        if is_placing or who not in acting or self.movement is None:
            return False
        return who not in unplaced(self._bridge.battle)

    def add_corner(self, who: Id, x: float, y: float) -> None:
        """Add a corner, from which the route goes on."""
        self._take_up(who)
        self._legs = self._legs_to(who, (x, y))

    def take_corner_back(self) -> None:
        """Remove the last corner or change on the spot."""
        if self._legs and len(self._legs[-1].points) > 2:
            last = self._legs[-1]
            self._legs = (*self._legs[:-1], DrawnLeg(movement_mode=last.movement_mode, points=last.points[:-1]))
        else:
            if self._legs and not self._legs[-1].points:
                self._movement_mode = None
            self._legs = self._legs[:-1]

    def pick(self, key: str) -> None:
        """Go on in another movement mode; a change on the spot happens at the end of the route so far."""
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
        """Discard the drawn route."""
        self._who, self._legs, self._movement_mode = None, (), None

    def _take_up(self, who: Id) -> None:
        if who != self._who:
            self.forget()
            self._who = who

    def _legs_to(self, who: Id, end: Point) -> tuple[DrawnLeg, ...]:
        """Return the legs so far and one more to `end`, in the current movement mode."""
        way = drawn_points(self._legs)
        start = way[-1] if way else self._bridge.battle.combatants[who].place.point
        if self._legs and start is not None and math.dist(start, end) <= _STAYS:
            return self._legs
        points = (end,) if start is None else (start, self._stepped(start, end))
        return joined((*self._legs, DrawnLeg(movement_mode=self.movement_mode, points=points)))

    def _legs_beside(self, who: Id, on: Id) -> tuple[DrawnLeg, ...]:
        """Return the legs so far and one more that ends next to another combatant, in the current movement mode."""
        return joined((*self._legs, self._leg_beside(who, on, self.movement_mode)))

    def _leg_beside(self, who: Id, on: Id, mode: str) -> DrawnLeg:
        battle = self._bridge.battle
        way, here = drawn_points(self._legs), battle.combatants[who].place
        toward = way[-1] if way else None
        place = shown_place_beside(battle, who, on, self._bridge.ruleset.ranges, toward)
        start, end = toward or here.point, place.point
        points = () if end is None else (end,) if start is None else (start, end)
        is_plain = end is not None and place.height == here.height and self._bridge.ruleset.ranges.in_metres
        return DrawnLeg(movement_mode=mode, points=points, next_to=on, end=None if is_plain else place)

    def _side(self, on: Id, toward: Point | None) -> Point | None:
        """Return the point if it shows a side of a combatant; None near their middle."""
        other = self._bridge.battle.combatants[on]
        point = other.place.point
        is_aside = toward is not None and (point is None or math.dist(point, toward) > other.radius / 2)
        return toward if is_aside else None

    def _stepped(self, start: Point, end: Point, rounded: Callable[[float], int] = round) -> Point:
        """Return the end of a leg with its length rounded to the ruleset's step: costs per step need whole steps."""
        step = 0.0 if self.movement is None else self.movement.step_m
        metres = math.dist(start, end)
        if not step or not metres:
            return end
        share = max(step, rounded(metres / step) * step) / metres
        return round(start[0] + (end[0] - start[0]) * share, 3), round(start[1] + (end[1] - start[1]) * share, 3)

    # ------------------------------------------------------------------------------------- previews

    def label(self, who: Id, x: float, y: float, is_placing: bool, on: Id | None = None) -> DragLabel:
        """Return distance, band to the target, and the cost of each leg, without carrying the move out.

        `on` is the combatant on whom the token would be dropped: it then ends next to them.
        """
        battle = self._bridge.battle
        if not self.is_move(who, is_placing) or who not in battle.combatants:
            if on is not None and who in battle.combatants:
                return DragLabel(self.placing_words((who,), on, (x, y)))
            start = battle.combatants[who].place.point if who in battle.combatants else None
            far = self._far(((x, y),) if start is None else (start, (x, y)))
            return DragLabel(" · ".join(part for part in (far, GM_MOVE) if part))
        self._take_up(who)
        legs = self._legs_to(who, (x, y)) if on is None else self._legs_beside(who, on)
        call = self._call(who, legs)
        outcome = run_once(self._bridge.ruleset, battle, call)
        # During planning the rules only refuse to carry the move out now; it is previewed as a plan.
        is_plan = isinstance(outcome, Refused) and is_planning(self._bridge.ruleset, battle)
        is_allowed = is_plan or not isinstance(outcome, Refused)
        route = RouteView(legs=self.leg_views(call, legs), is_allowed=is_allowed)
        if is_plan:
            far = self._far_words(legs, outcome)
            return DragLabel(f"{far} · planned move of {self._bridge.name(who)}", True, route)
        return DragLabel(self.words(outcome, who, self._far_words(legs, outcome)), is_allowed, route)

    def leg_views(self, call: Call, legs: tuple[DrawnLeg, ...] = ()) -> tuple[LegView, ...]:
        """Return the legs of a call, each labelled with its cost and with the changes on the spot before it."""
        battle, movement = self._bridge.battle, self.movement
        if movement is None or call.actor not in battle.combatants:
            return ()
        told = movement.words(battle, call)
        if not told:
            route = None if legs else route_of(battle, call)
            points = drawn_points(legs) if route is None else route.points
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
        """Return how far a combatant gets from the last corner; the last result is cached."""
        battle, movement = self._bridge.battle, self.movement
        if movement is None or who not in battle.combatants:
            return ()
        legs, movement_mode = (self._legs, self.movement_mode) if who == self._who else ((), USUAL)
        key = (id(battle), who, legs, movement_mode)
        if self._reach[0] != key:
            found = movement.reach(battle, who, legs, movement_mode)
            self._reach = (key, tuple(ReachView(title=one.title, shapes=one.shapes) for one in found))
        return self._reach[1]

    def placing_words(self, who: tuple[Id, ...], on: Id, toward: Point | None = None) -> str:
        """Return what placing combatants next to another one does: `next to Brick, in reach · GM move, ...`."""
        call = self._edits.place_call(who, None, on, self._side(on, toward))
        after = run_once(self._bridge.ruleset, self._bridge.battle, call)
        return f"{self.beside_words(after, who, on)} · {GM_MOVE}"

    def beside_words(self, outcome: Outcome, who: tuple[Id, ...], on: Id) -> str:
        """Return where combatants stand after a move next to another one: `next to Brick, in reach`."""
        name, ranges = self._bridge.name(on), self._bridge.ruleset.ranges
        if not isinstance(outcome, Done):
            return f"next to {name}"
        far = [one for one in who if not ranges.are_beside(outcome.battle, one, on)]
        if not far:
            return f"next to {name}, in reach"
        distance = distance_words(outcome.battle, self._bridge.ruleset, far[0], on)
        return f"near {name}, out of reach: {distance}" if distance else f"near {name}, out of reach"

    def _far_words(self, legs: tuple[DrawnLeg, ...], outcome: Outcome) -> str:
        """Return how far drawn legs lead, and next to whom."""
        far, on = self._far(drawn_points(legs)), legs[-1].next_to if legs else None
        if on is None or self._who is None:
            return far
        return " · ".join(part for part in (self.beside_words(outcome, (self._who,), on), far) if part)

    def words(self, outcome: Outcome, who: Id, far: str) -> str:
        """Return the outcome of a move, in lines: distance or destination, what happens, what is spent and left."""
        if isinstance(outcome, Refused):
            return " · ".join(part for part in (far, self._bridge.words(outcome.refusal.sentence)) if part)
        if not isinstance(outcome, Done):
            return " · ".join(part for part in (far, _due_dice_words(outcome)) if part)
        lines = [
            " · ".join(part for part in (far, self._to_target(outcome.battle, who)) if part),
            self._bridge.sentences(outcome.note.sentences).rstrip("."),
            " · ".join(part for part in (*self._spent(outcome.battle, who), self._left(outcome.battle, who)) if part),
        ]
        return "\n".join(line for line in lines if line)

    def _far(self, points: tuple[Point, ...]) -> str:
        """Return the length of a route in metres, if the game counts them, and the zone it leads to."""
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
        """Return the pools that the move spends, each before and after."""
        before, words = self._bridge.battle, []
        for pool in self._bridge.ruleset.pools_displayed:
            had, has = pool.value(before, who), pool.value(after, who)
            if had != has:
                words.append(f"{pool.title} {had:g} → {has:g}")
        return words

    def _left(self, battle: AnyBattle, who: Id) -> str:
        """Return what is left of the turn after the move."""
        share = battle.order.share(who)
        if share is None:
            return ""
        left = [f"{kind} {count}" for kind, count in share.left.items() if count]
        return "left: " + ", ".join(left) if left else "nothing left"

    # ---------------------------------------------------------------------------------- carrying out

    def drop(self, who: Id, x: float, y: float, is_placing: bool, on: Id | None = None) -> str | None:
        """Move or place, next to the combatant `on` if a token is dropped on theirs; return why it is refused, or None.

        A refusal that can be overridden waits in the action panel. A move that was begun in the action panel waits
        there for Apply. So does a move that triggers an action which a combatant has declared in advance.
        """
        if not self.is_move(who, is_placing):
            if on is not None and who in self._bridge.battle.combatants:
                return self._bridge.edit(self._edits.place_call((who,), None, on, self._side(on, (x, y))))
            return self._edits.place(((who, x, y),))
        self._take_up(who)
        return self.carry_out(self._call(who, self._legs_to(who, (x, y)) if on is None else self._legs_beside(who, on)))

    def call_beside(self, who: Id, on: Id) -> Call:
        """Return the movement by the rules that ends next to another combatant: in the first mode that gets there."""
        calls = [self._call(who, (self._leg_beside(who, on, mode),)) for mode in self._modes(who)]
        return next(self._possible(calls), calls[0])

    def call_straight(self, who: Id, end: Point) -> tuple[Call, bool] | None:
        """Return the movement by the rules straight to a point, or as far toward it as they allow, and whether it gets
        there; None if they allow none.
        """
        start = self._bridge.battle.combatants[who].place.point
        if start is None:
            return None
        whole = self._stepped(start, end, lambda steps: math.ceil(steps - _ROUNDING))
        modes = self._modes(who)

        def call(share: float) -> Call | None:
            x, y = (round(one + (two - one) * share, 3) for one, two in zip(start, whole, strict=True))
            leg = (start, whole if share == 1.0 else self._stepped(start, (x, y), int))
            legs = ((DrawnLeg(movement_mode=mode, points=leg),) for mode in modes)
            return next(self._possible([self._call(who, leg) for leg in legs]), None)

        if (found := call(1.0)) is not None:
            return found, True
        least, most = 0.0, 1.0
        for _ in range(_HALVINGS):
            middle = (least + most) / 2
            nearer = call(middle)
            found, least, most = (found, least, middle) if nearer is None else (nearer, middle, most)
        return None if found is None else (found, False)

    def _modes(self, who: Id) -> list[str]:
        return [mode.key for mode in self.movement_modes(who) if not mode.is_change] or [USUAL]

    def _possible(self, calls: Sequence[Call]) -> Iterator[Call]:
        """Yield the calls that the rules do not refuse."""
        ruleset, battle = self._bridge.ruleset, self._bridge.battle
        return (call for call in calls if not isinstance(run_once(ruleset, battle, call), Refused))

    def call_to(self, who: Id, place: Point) -> Call:
        """Return the movement by the rules straight to a place."""
        self.forget()
        self._take_up(who)
        return self._call(who, self._legs_to(who, place))

    def carry_out(self, call: Call) -> str | None:
        """Carry out a move; see `drop`."""
        begun = self._actions.call
        is_begun = begun is not None and begun.actor == call.actor and begun.action == call.action
        if is_begun or self._is_awaited(call):
            self._actions.begin_call(call)
            return None
        return self._actions.carry_out(call)

    def _is_awaited(self, call: Call) -> bool:
        """Whether the move triggers an action that a combatant has declared in advance."""
        outcome = run_once(self._bridge.ruleset, self._bridge.battle, call)
        return isinstance(outcome, Done) and any(offer.preset is not None for offer in outcome.offers)

    def _call(self, who: Id, legs: tuple[DrawnLeg, ...]) -> Call:
        assert self.movement is not None
        return self.movement.call(self._bridge.battle, who, legs)
