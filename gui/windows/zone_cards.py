"""The cards on which a zone, or the way between two, is edited while the board is in sight."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from PySide6.QtCore import QRect

from gui.controllers.workspace import Workspace
from gui.map.shape_tools import ShapeTool
from gui.windows.board_area import BoardArea
from gui.windows.board_cards import LinkCard, ZoneCard
from model.board.distance import link_between
from model.board.zones import are_touching, everyone_in
from model.engine.calls import Call
from model.engine.types import Traits
from model.state.base import Id, replace
from model.state.board import Link, Zone
from model.view.form import FieldView, fields_of
from model.view.map import shape_bounds

_OPEN, _CLOSED, _WALL = "open", "closed", "no way"
_TEST = "test"
_NAMES = "Such as door, ladder, hole in the wall"


class ZoneCards:
    """One of the two cards is open at most. Each field that is handed in is an edit of its own."""

    def __init__(self, work: Workspace, board: BoardArea, acts: Mapping[str, Callable[[Id], object]]) -> None:
        """`acts` are what the buttons of a zone's card do: `everyone`, `ways`, `merge`."""
        self._work = work
        self._bridge = work.bridge
        self._acts = acts
        self._board = board
        self.zone_card = ZoneCard(board)
        self.link_card = LinkCard(board)
        self._zone: Id | None = None
        self._ends: tuple[Id, Id] | None = None
        board.map.area_chosen.connect(self._follow_choice)
        for source in (board.map, board.zones):
            source.link_clicked.connect(self.edit_link)
        self.zone_card.edited.connect(self._set_zone_field)
        self.zone_card.color_chosen.connect(lambda color: self._change_zone(color=color))
        self.zone_card.acted.connect(self._act_on_zone)
        self.link_card.edited.connect(self._set_link_field)
        self.link_card.removed.connect(self._remove_link)
        for card in (self.zone_card, self.link_card):
            card.closed.connect(self._let_go)
        work.attention.changed.connect(self._refresh)
        board.view_changed.connect(lambda _: self.close())
        board.escaped.connect(self.close)

    @property
    def is_open(self) -> bool:
        """Whether a card lies over the board: Esc closes it."""
        return self._zone is not None or self._ends is not None

    def take_focus(self) -> None:
        """Go on by keys in the card that is open."""
        (self.zone_card if self._zone is not None else self.link_card).take_focus()

    # ----------------------------------------------------------------------------------- the zone's card

    def edit_zone(self, zone: Id) -> None:
        """Open a zone's card over the board."""
        self._zone, self._ends = zone, None
        self.link_card.hide()
        self._board.map.links.choose(None)
        self._refresh()
        self.zone_card.open_in(self._board.free_room, self._places_of(zone))

    def _places_of(self, *zones: Id) -> list[QRect]:
        """Where zones are drawn on the board."""
        board = self._board
        if board.view != "map":
            return []
        camera = board.map.camera
        shapes = [shape for zone in zones if (shape := self._zones()[zone].shape) is not None]
        corners = [
            (camera.to_pixels(left, top).toPoint(), camera.to_pixels(right, bottom).toPoint())
            for left, top, right, bottom in map(shape_bounds, shapes)
        ]
        return [QRect(*pair).normalized() for pair in corners]

    def _follow_choice(self, kind: str, id: Id) -> None:
        """The zone tool has taken a zone in hand, or let it go."""
        if kind == "zone" and id:
            self.edit_zone(id)
        elif not id:
            self.zone_card.close_card()

    def _refresh(self) -> None:
        """Show the cards as things now stand; what is gone has none."""
        if self._zone not in self._zones():
            self._zone = None
            self.zone_card.hide()
        if self._ends is not None and not set(self._ends) <= self._zones().keys():
            self._ends = None
            self.link_card.hide()
        if self._zone is not None:
            zone = self._zones()[self._zone]
            count = len(everyone_in(self._bridge.battle, zone.id))
            self.zone_card.show_zone(self._zone_fields(zone), zone.name, zone.color, count)
        if self._ends is not None:
            self._show_link(*self._ends)

    def _zone_fields(self, zone: Zone) -> tuple[FieldView, ...]:
        fields = [
            FieldView(path="name", title="Name", kind="text", value=zone.name),
            FieldView(path="hidden", title="Hidden from players", kind="flag", value=zone.hidden),
        ]
        return (*fields, *self._trait_fields(self._bridge.ruleset.zone_traits, zone.id))

    def _trait_fields(self, traits: Traits | None, id: Id) -> tuple[FieldView, ...]:
        if traits is None:
            return ()
        record = traits.of(self._bridge.battle, id) or traits.kind()
        return tuple(replace(field, group=field.group or traits.title) for field in fields_of(record, "traits"))

    def _set_zone_field(self, path: str, value: object) -> None:
        assert self._zone is not None, "the card is open"
        if path.startswith("traits."):
            self._change_zone(traits=self._with_trait(self._bridge.ruleset.zone_traits, self._zone, path, value))
        else:
            self._change_zone(**{path: value})

    def _with_trait(self, traits: Traits | None, id: Id, path: str, value: object) -> dict[str, Any]:
        """The record of a zone or way as plain values, with one of them replaced."""
        assert traits is not None, "its fields are shown"
        record = traits.of(self._bridge.battle, id) or traits.kind()
        plain: dict[str, Any] = msgspec.to_builtins(record)
        *way, last = path.split(".")[1:]
        part = plain
        for key in way:
            part = part.setdefault(key, {})
        part.pop(last, None)
        if value is not None:
            part[last] = value
        return plain

    def _change_zone(self, **changes: Any) -> None:
        self._tell(self._edit("edit_zone", zone=self._zone, **changes))
        self._refresh()

    def _act_on_zone(self, key: str) -> None:
        zone = self._zone
        if zone is None:
            return
        if key == "remove":
            self._tell(self._edit("remove_zone", zone=zone))
        else:
            self._acts[key](zone)

    def _let_go(self) -> None:
        """A card was closed: nothing is in hand."""
        self._zone = self._ends = None
        board = self._board
        board.map.links.choose(None)
        if isinstance(board.map.tool, ShapeTool) and board.map.tool.chosen is not None:
            board.map.tool.choose(None)
        board.canvas.setFocus()

    def close(self) -> None:
        """Close the card that is open, if one is."""
        self.zone_card.close_card()
        self.link_card.close_card()

    # ------------------------------------------------------------------------------------ the way's card

    def draw_link(self, first: Id, second: Id) -> None:
        """A way drawn from zone to zone; one that is there already is edited."""
        there = link_between(self._bridge.battle.board, first, second)
        if there is None and not are_touching(self._bridge.battle.board, first, second):
            self._tell(self._edit("link_zones", first=first, second=second))
        self.edit_link(first, second)

    def edit_link(self, first: Id, second: Id) -> None:
        """Open the card of the way between two zones."""
        self.zone_card.hide()
        self._zone, self._ends = None, (first, second)
        self._board.map.links.choose(self._ends)
        self._show_link(first, second)
        board = self._board
        border = [board.map.links.place_of(self._ends)] if board.view == "map" else []
        self.link_card.open_in(board.free_room, border + self._places_of(first, second))

    def _show_link(self, first: Id, second: Id) -> None:
        board = self._bridge.battle.board
        link = link_between(board, first, second)
        names = f"{board.zones[first].name} – {board.zones[second].name}"
        removing = "Make it a plain way again" if are_touching(board, first, second) else "Remove this way"
        self.link_card.show_link(self._link_fields(link, first, second), names, removing if link is not None else "")

    def _link_fields(self, link: Link | None, first: Id, second: Id) -> tuple[FieldView, ...]:
        zones, ranges = self._zones(), self._bridge.ruleset.ranges
        ways = (_OPEN, *(f"only to {zones[end].name}" for end in (second, first)), _CLOSED, _WALL)
        now = link or Link(id="", first=first, second=second)
        bands = tuple(band.id for band in ranges.bands)
        fields = [
            FieldView(path="way", title="Way", kind="choice", value=self.state_words(now), options=ways),
            FieldView(path="name", title="Name", kind="text", value=now.name or None, help=_NAMES, is_optional=True),
            FieldView(path="cost", title="Counts as", kind="number", value=now.cost, help="Zones for who moves"),
            FieldView(path="hidden", title="Hidden from players", kind="flag", value=now.hidden),
            FieldView(path="band", title="Distance", kind="choice", value=now.band, options=bands, is_optional=True),
        ]
        if ranges.in_metres:
            metres = FieldView(path="metres", title="Metres", kind="decimal", value=now.metres, is_optional=True)
            fields.append(metres)
        gates = self._bridge.ruleset.link_traits
        if gates is not None:
            has_test = gates.of(self._bridge.battle, now.id) is not None
            fields.append(FieldView(path=_TEST, title=gates.title, kind="flag", value=has_test))
            if has_test:
                fields += self._trait_fields(gates, now.id)
        return tuple(fields)

    def state_words(self, link: Link | None) -> str:
        """How one gets along a way, in words."""
        if link is None:
            return _OPEN
        if link.is_blocked:
            return _WALL if link.is_cut else _CLOSED
        return f"only to {self._zones()[link.second].name}" if link.is_one_way else _OPEN

    def _set_link_field(self, path: str, value: object) -> None:
        assert self._ends is not None, "the card is open"
        first, second = self._ends
        link = link_between(self._bridge.battle.board, first, second) or Link(id="", first=first, second=second)
        said = self._as_said(link)
        if path == "way":
            said |= self._way_said(str(value), first, second)
        elif path == _TEST:
            said["traits" if value else "free"] = {} if value else True
        elif path.startswith("traits."):
            said["traits"] = self._with_trait(self._bridge.ruleset.link_traits, link.id, path, value)
        elif value is None or value == "":
            said.pop(path, None)
        else:
            said[path] = _number(value) if path in ("cost", "metres") else value
            said.pop({"band": "metres", "metres": "band"}.get(path, ""), None)
        self._tell(self._edit("link_zones", **said))
        self._refresh()

    def _way_said(self, words: str, first: Id, second: Id) -> dict[str, Any]:
        back = f"only to {self._zones()[first].name}"
        is_back = words == back
        return {
            "first": second if is_back else first,
            "second": first if is_back else second,
            "one_way": words not in (_OPEN, _CLOSED, _WALL),
            "blocked": words == _CLOSED,
            "cut": words == _WALL,
        }

    @staticmethod
    def _as_said(link: Link) -> dict[str, Any]:
        """A link as the options of the edit that makes it so."""
        said: dict[str, Any] = {"first": link.first, "second": link.second, "cost": link.cost}
        flags = {
            "blocked": link.is_blocked and not link.is_cut,
            "cut": link.is_cut,
            "one_way": link.is_one_way,
            "hidden": link.hidden,
        }
        given = {"name": link.name or None, "band": link.band, "metres": link.metres}
        return said | {key: on for key, on in flags.items() if on} | {k: v for k, v in given.items() if v is not None}

    def _remove_link(self) -> None:
        if self._ends is not None:
            first, second = self._ends
            self._tell(self._edit("unlink", first=first, second=second))
            if not are_touching(self._bridge.battle.board, first, second):
                self.link_card.close_card()
            self._refresh()

    def _zones(self) -> dict[Id, Zone]:
        return self._bridge.battle.board.zones

    def _edit(self, action: str, **options: Any) -> str | None:
        return self._bridge.edit(Call(action=action, options=options))

    def _tell(self, problem: str | None) -> None:
        self._work.tell(problem)
        self._board.refresh()


def _number(value: object) -> object:
    """What was typed as a number, if it is one; the edit says what is wrong with it otherwise."""
    try:
        found = float(str(value).replace(",", "."))
    except ValueError:
        return value
    return int(found) if found.is_integer() else found
