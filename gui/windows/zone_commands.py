"""Commands about zones and connections on the board, and about combatants who move from zone to zone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from gui.commands import Commands, clear_help_with
from gui.controllers.selection import NOBODY_SELECTED
from gui.controllers.token_moves import Destination
from gui.controllers.workspace import Workspace
from gui.dialogs.command_palette import CommandPalette, PaletteEntry
from gui.dialogs.forms import LineDialog
from gui.map.shape_tools import ShapeTool, SplitTool
from gui.panels.action_panel import ActionPanel
from gui.style.clicks import run_menu
from gui.windows.board_area import BoardArea
from gui.windows.zone_cards import NameCard, ZoneCards
from model.board.distance import link_between
from model.board.fog import zone_fog
from model.board.zones import are_touching, everyone_in, has_no_map, neighbours, zone_at
from model.engine.calls import Call
from model.state.base import Id
from model.state.board import FogLevel, Point, Shape, Zone
from model.view.board import distance_words
from model.view.map import shape_bounds

FOG_TITLES: dict[FogLevel, str] = {"hidden": "Hidden", "dimmed": "Dimmed", "revealed": "Revealed"}


class ZoneCommands:
    """Handlers of the commands about zones. They ask on the board, and change with edits, which can be undone."""

    def __init__(
        self, work: Workspace, window: QWidget, board: BoardArea, panel: ActionPanel, commands: Commands
    ) -> None:
        self._work = work
        self._window = window
        self._board = board
        self._panel = panel
        self._commands = commands
        self._bridge = work.bridge
        self._selection = work.selection
        self.name_card = NameCard(board)
        acts = {"everyone": self.select_everyone, "ways": self.choose_connection, "merge": self.choose_merge}
        self.cards = ZoneCards(work, board, acts)
        self._waits: Callable[[str], str | None] | None = None
        self._connect()
        if self.has_no_map:
            board.show_view("zones")

    def _connect(self) -> None:
        canvas, zones = self._board.map, self._board.zones
        canvas.zone_drawn.connect(self._name_drawn)
        canvas.zone_split.connect(self._name_cut)
        canvas.connection_drawn.connect(self.cards.draw_connection)
        for source in (canvas, zones):
            source.zone_clicked.connect(self.select_everyone)
        zones.zone_menu_requested.connect(self.show_menu)
        if not self._bridge.ruleset.ranges.in_metres:
            canvas.set_distance_text(self._measured)
        self.name_card.named.connect(self._take_name)
        self.name_card.dropped.connect(self._drop_name)

    # ------------------------------------------------------------------------------- drawn and named

    def _name_drawn(self, shape: Shape) -> None:
        tool = self._board.map.tool
        if isinstance(tool, ShapeTool):
            tool.keep(shape)
        self._ask_name("New zone: Enter names it, Esc deletes it", self._fresh_name(), shape, self._draw(shape))

    def _draw(self, shape: Shape) -> Callable[[str], str | None]:
        return lambda name: self._work.edits.draw_zone(name, shape)

    def _name_cut(self, zone: Id, line: tuple[Point, ...]) -> None:
        tool = self._board.map.tool
        if isinstance(tool, SplitTool):
            tool.keep(line)
        known = self._zones()[zone]
        names = {other.name for other in self._zones().values()}
        number = next(number for number in range(2, 99) if f"{known.name} {number}" not in names)
        options = {"zone": zone, "line": [list(point) for point in line]}

        def cut(name: str) -> str | None:
            return self._edit("split_zone", **options, name=name)

        words = f"The other part of {known.name}: Enter names it, Esc deletes the line"
        self._ask_name(words, f"{known.name} {number}", known.shape, cut)

    def _fresh_name(self) -> str:
        names = {zone.name for zone in self._zones().values()}
        return next(name for number in range(1, 999) if (name := f"Zone {number}") not in names)

    def _ask_name(self, words: str, name: str, near: Shape | None, carry_out: Callable[[str], str | None]) -> None:
        """Ask for a name on the board; if the GM goes on drawing, the name in the field is accepted."""
        self._waits = carry_out
        board = self._board
        left, top, right, bottom = (0.0, 0.0, 0.0, 0.0) if near is None else shape_bounds(near)
        middle = board.map.camera.to_pixels((left + right) / 2, (top + bottom) / 2).toPoint()
        self.name_card.ask(words, name, middle, board.free_room)

    def _take_name(self, name: str) -> None:
        carry_out, self._waits = self._waits, None
        self._let_shape_go()
        if carry_out is not None:
            self._show_message(carry_out(name or self._fresh_name()))
        self._board.map.setFocus()

    def _drop_name(self) -> None:
        self._waits = None
        self._let_shape_go()
        self._board.map.setFocus()

    def _let_shape_go(self) -> None:
        tool = self._board.map.tool
        if isinstance(tool, ShapeTool | SplitTool):
            tool.keep(None)

    # --------------------------------------------------------------------------------- chosen by keys

    def choose_zone_to_edit(self) -> None:
        self._choose(self._palette_entries(self._type_zone))

    def _type_zone(self, zone: Id) -> None:
        self.cards.edit_zone(zone)
        self.cards.take_focus()

    def _type_way(self, first: Id, second: Id) -> None:
        self.cards.draw_connection(first, second)
        self.cards.take_focus()

    def choose_everyone(self) -> None:
        """Ask for a zone, and select every combatant in it."""
        palette_entries = self._palette_entries(self.select_everyone)
        if lost := self._in_no_zone():
            palette_entries.append(
                PaletteEntry(f"In no zone · {_combatants(len(lost))}", "zone", partial(self._selection.select, lost))
            )
        self._choose(palette_entries)

    def _in_no_zone(self) -> tuple[Id, ...]:
        combatants = self._bridge.battle.combatants.values()
        return tuple(who.id for who in combatants if who.is_present and who.place.zone not in self._zones())

    def choose_destination(self) -> None:
        """Ask for a zone, and move the selected combatants there, or else the acting one."""
        movers = self._work.approach.movers
        if not movers:
            self._show_message(NOBODY_SELECTED)
            return
        self._choose(self._palette_entries(lambda zone: self._show_message(self._move(movers, zone)), movers[0]))

    @property
    def has_no_map(self) -> bool:
        """Whether the battle has zones by name only."""
        return has_no_map(self._bridge.battle.board)

    def ask_for(self, key: str) -> None:
        """Ask for the zone that is the place of the action in progress; `key` is its parameter."""
        controller = self._work.actions

        def take(zone: Id) -> None:
            controller.set_option(key, {"zone": zone})
            self._panel.take_focus()

        self._choose(self._palette_entries(take, controller.actor))

    def choose_connection(self, zone: Id | None = None) -> None:
        """Ask for an existing connection, of one zone or of all, or for two zones to connect, and edit it."""
        self._choose(self._connection_entries(zone))

    def choose_merge(self, zone: Id) -> None:
        """Ask for an adjacent zone, and merge it into this one."""
        board = self._bridge.battle.board
        found = [other for other in board.zones if other != zone and are_touching(board, zone, other)]
        merge = partial(self._merge, zone)
        self._choose([PaletteEntry(board.zones[other].name, "zone", partial(merge, other)) for other in found])

    def _merge(self, zone: Id, other: Id) -> None:
        self._show_message(self._edit("merge_zones", first=zone, second=other))

    def _palette_entries(self, run_with: Callable[[Id], object], near: Id | None = None) -> list[PaletteEntry]:
        """Return an entry for every zone, with the number of combatants in it and its distance from a combatant."""
        found = []
        body = None if near is None else self._bridge.battle.combatants.get(near)
        here = None if body is None else body.place.zone
        # The own zone is last, so that a quick Enter does not choose it.
        for zone in sorted(self._zones().values(), key=lambda zone: zone.id == here):
            count = len(everyone_in(self._bridge.battle, zone.id))
            words = " · ".join(part for part in (self._distance(near, zone.id), _combatants(count)) if part)
            found.append(PaletteEntry(f"{zone.name} · {words}", "zone", partial(run_with, zone.id)))
        return found

    def _distance(self, who: Id | None, zone: Id) -> str:
        """Return the distance of a zone from the one that a combatant is in, in words; empty if unknown."""
        body = None if who is None else self._bridge.battle.combatants.get(who)
        apart = self._bridge.ruleset.ranges.zones_apart
        here = None if body is None else body.place.zone
        if here == zone:
            return "here"
        return "" if here is None or apart is None else apart(self._bridge.battle, here, zone).title.lower()

    def _measured(self, start: Point, first: Id | None, end: Point, second: Id | None) -> str:
        """Return the distance of two combatants in words, or else of the zones in which two points are."""
        battle, ruleset = self._bridge.battle, self._bridge.ruleset
        if first is not None and second is not None and first != second:
            words = distance_words(battle, ruleset, first, second) or "distance unknown"
            return f"{self._bridge.name(first)} to {self._bridge.name(second)}: {words}"
        here, there = zone_at(battle.board, start), zone_at(battle.board, end)
        if here is None or there is None or ruleset.ranges.zones_apart is None:
            return "not in a zone"
        words = ruleset.ranges.zones_apart(battle, here.id, there.id).title.lower()
        return f"{here.name} to {there.name}: {words}"

    def _connection_entries(self, zone: Id | None) -> list[PaletteEntry]:
        board = self._bridge.battle.board
        known, apart = [], []
        ids = list(board.zones)
        for number, one in enumerate(ids):
            near = {other for other, _ in neighbours(board, one)}
            for other in ids[number + 1 :]:
                if zone is not None and zone not in (one, other):
                    continue
                names = f"{board.zones[one].name} – {board.zones[other].name}"
                if other in near:
                    link = link_between(board, one, other)
                    words = self.cards.state_words(link)
                    known.append(PaletteEntry(f"{names} · {words}", "way", partial(self._type_way, one, other)))
                else:
                    apart.append(PaletteEntry(f"New: {names}", "way", partial(self._type_way, one, other)))
        return known + apart

    def _choose(self, palette_entries: list[PaletteEntry]) -> None:
        if not palette_entries:
            self._show_message(
                "There is no such zone: draw zones on the map, or type their names with Add Zones by Name."
            )
            return
        dialog = CommandPalette.open_over(self._window, palette_entries, "", until=self._bridge.changed)
        dialog.field.setPlaceholderText("Zone")

    def palette_entries(self) -> Iterable[PaletteEntry]:
        """Yield entries for the command palette: select everyone in a zone, move there, edit the zone."""
        for zone in self._zones().values():
            count = len(everyone_in(self._bridge.battle, zone.id))
            if count:
                yield PaletteEntry(f"Everyone in {zone.name} ({count})", "zone", partial(self.select_everyone, zone.id))
            yield PaletteEntry(f"Move to {zone.name}", "zone", partial(self._move_selected, zone.id))
            yield PaletteEntry(f"Zone {zone.name}...", "zone", partial(self._type_zone, zone.id))

    # ------------------------------------------------------------------------------------ who is where

    def select_everyone(self, zone: Id) -> None:
        """Select every combatant in a zone, so that edits apply to all of them."""
        members = everyone_in(self._bridge.battle, zone)
        name = self._zones()[zone].name
        if not members:
            self._show_message(f"No one is in {name}.")
            return
        self._selection.select(members)
        self._work.show_success(f"{name}: {_combatants(len(members))} selected.")

    def _move_selected(self, zone: Id) -> None:
        self._show_message(self._move(self._work.approach.movers, zone))

    def _move(self, movers: tuple[Id, ...], zone: Id) -> str | None:
        """Move a single acting combatant by the rules, and put all others there; return why it was refused, or None."""
        return self._work.moves.move(movers, Destination(zone=zone))

    # ------------------------------------------------------------------------------------ list and menu

    def type_list(self) -> None:
        """Ask for zones as a typed list, and create them."""
        words = (
            "Zones in a row, each next to the one before; a semicolon starts another row. Existing zones can be named "
            "again."
        )
        typed = LineDialog.ask(self._window, "Add Zones by Name", words, example="Bar, Street, Roof; Street, Cellar")
        if not typed:
            return
        problem = self._edit("list_zones", names=typed)
        self._show_message(problem)
        if problem is None and self.has_no_map:
            self._board.show_view("zones")

    def show_menu(self, zone: Id, at: QPoint) -> None:
        """Show the menu of a zone, which also has commands of the board."""
        menu = QMenu(self._window)
        clear_help_with(menu, self._window)
        known = self._zones()[zone]
        count = len(everyone_in(self._bridge.battle, zone))
        everyone = menu.addAction(f"Select Everyone in {known.name} ({count})")
        everyone.setEnabled(bool(count))
        everyone.triggered.connect(partial(self._later, self.select_everyone, zone))
        if self._selection.selected:
            who = self._work.selected_words
            menu.addAction(f"Move {who} Here").triggered.connect(partial(self._later, self._move_selected, zone))
        menu.addSeparator()
        menu.addAction("Edit Zone...").triggered.connect(partial(self._later, self.cards.edit_zone, zone))
        menu.addAction("Connections...").triggered.connect(partial(self._later, self.choose_connection, zone))
        menu.addAction(self._commands.action("form.split"))
        menu.addAction("Merge With...").triggered.connect(partial(self._later, self.choose_merge, zone))
        hide = menu.addAction("Reveal to Players" if known.hidden else "Hide from Players")
        hide.triggered.connect(
            lambda _=False: self._show_message(self._edit("edit_zone", zone=zone, hidden=not known.hidden))
        )
        menu.addMenu(self._fog_menu(menu, zone))
        remove = menu.addAction("Remove Zone")
        remove.triggered.connect(lambda _=False: self._show_message(self._edit("remove_zone", zone=zone)))
        menu.addSeparator()
        for id in ("add", "list_zones", "fit"):
            menu.addAction(self._commands.action(id))
        run_menu(menu, at)

    def _fog_menu(self, menu: QMenu, zone: Id) -> QMenu:
        """Return a submenu for what players see of a zone, as a single choice."""
        fog, group = QMenu("Fog", menu), QActionGroup(menu)
        now = zone_fog(self._bridge.battle.board, zone)
        for level, title in FOG_TITLES.items():
            action = group.addAction(title)
            action.setCheckable(True)
            action.setChecked(level == now)
            action.triggered.connect(partial(self._later, partial(self._set_fog, level), zone))
            fog.addAction(action)
        return fog

    def _set_fog(self, level: FogLevel, zone: Id) -> None:
        if level != zone_fog(self._bridge.battle.board, zone):
            self._show_message(self._edit("fog_zone", zone=zone, level=level))

    def _later(self, do: Callable[[Id], object], zone: Id, _: bool = False) -> None:
        """Do what a menu offered for a zone, unless the zone was removed while the menu was open."""
        if zone in self._zones():
            do(zone)
        else:
            self._work.show_message("This zone is not on the board any more.")

    def zone_at(self, x: float, y: float) -> Id | None:
        """Return the zone drawn around a point of the map, or None."""
        found = self._board.map.areas.zone_at(x, y)
        return None if found is None else found.id

    # ------------------------------------------------------------------------------------------ edits

    def _zones(self) -> dict[Id, Zone]:
        return self._bridge.battle.board.zones

    def _edit(self, action: str, *targets: Id, **options: Any) -> str | None:
        return self._bridge.edit(Call(action=action, targets=targets, options=options))

    def _show_message(self, problem: str | None) -> None:
        self._work.show_message(problem)
        self._board.refresh()


def _combatants(count: int) -> str:
    return "no one" if not count else "1 combatant" if count == 1 else f"{count} combatants"
