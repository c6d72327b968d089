"""The cards for editing a zone, or the connection between two zones, while the board stays visible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec
from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFocusEvent, QIcon, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.controllers.workspace import Workspace
from gui.map.shape_tools import ShapeTool
from gui.panels.fields_form import FieldsForm
from gui.style.theme import HALF, NAME, UNIT, palette, semi_bold, set_role, theme
from gui.style.widgets import accept_enter, set_icon
from gui.windows.board_area import BoardArea
from model.board.distance import link_between
from model.board.zones import are_touching, everyone_in
from model.engine.calls import Call
from model.engine.types import Traits
from model.state.base import Id, replace
from model.state.board import Link, Zone
from model.state.typed_numbers import typed_number
from model.view.form import FieldView, fields_of
from model.view.map import shape_bounds

# ------------------------------------------------------------------------------------------------- cards over the board


_WIDTH, _PAD = 320, 12
_SWATCH = 18
COLOR_NAMES = ("blue", "violet", "green", "pink", "yellow", "leaf", "rust", "grey")
"""Names of the palette's zone colours."""


class NameCard(QFrame):
    """A name field beside what was just drawn: Enter or leaving the field accepts the name, Esc drops the drawing."""

    named = Signal(str)
    dropped = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        set_role(self, "card")
        self.setAutoFillBackground(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, UNIT, 12, UNIT)
        column.setSpacing(HALF)
        self.words = QLabel()
        set_role(self.words, "muted")
        self.field = _NameField()
        self.field.setMinimumWidth(200)
        self.field.returnPressed.connect(self._submit)
        self.field.left.connect(self._submit)
        self.field.given_up.connect(self._drop)
        column.addWidget(self.words)
        column.addWidget(self.field)
        self._is_open = False
        self.hide()

    def ask(self, words: str, name: str, middle: QPoint, room: QRect) -> None:
        """Ask for a name near a place of the board."""
        self.words.setText(words)
        self.field.setAccessibleName(words)
        self.field.setText(name)
        self.adjustSize()
        x = min(max(room.left(), middle.x() - self.width() // 2), room.right() - self.width())
        y = min(max(room.top(), middle.y() - self.height() // 2), room.bottom() - self.height())
        self.move(x, y)
        self._is_open = True
        self.show()
        self.raise_()
        self.field.setFocus()
        self.field.selectAll()

    def _submit(self) -> None:
        if self._is_open:
            self._is_open = False
            self.hide()
            self.named.emit(self.field.text().strip())

    def _drop(self) -> None:
        if self._is_open:
            self._is_open = False
            self.hide()
            self.dropped.emit()


class _NameField(QLineEdit):
    """Emits `left` when it loses the focus, and `given_up` on Esc."""

    left = Signal()
    given_up = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        else:
            super().keyPressEvent(event)
            accept_enter(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.left.emit()


class BoardCard(QFrame):
    """A card with a heading and fields, at an edge of the board. Each field is applied separately."""

    edited = Signal(str, object)
    """The path of a field and its new value."""
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        set_role(self, "card")
        self.setAutoFillBackground(True)
        self.setFixedWidth(_WIDTH)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(_PAD, UNIT, _PAD, _PAD)
        self.column.setSpacing(UNIT)
        line = QHBoxLayout()
        self.title = QLabel()
        self.title.setFont(semi_bold(NAME))
        close = QToolButton()
        close.setProperty("role", "flat")
        close.setToolTip("Close (Esc)")
        close.setAccessibleName("Close")
        set_icon(close, "x", "muted")
        close.clicked.connect(self.close_card)
        line.addWidget(self.title, 1)
        line.addWidget(close)
        self.column.addLayout(line)
        self.form = FieldsForm(columns=1)
        self.form.edited.connect(self.edited)
        body = QWidget()
        self.body = QVBoxLayout(body)
        self.body.setContentsMargins(0, 0, HALF, 0)
        self.body.setSpacing(UNIT)
        self.body.addWidget(self.form)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setStyleSheet("QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; }")
        self._scroll.setWidget(body)
        self.column.addWidget(self._scroll, 1)
        self._room = QRect()
        # Newly created fields count for the height only once Qt has shown them.
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self._fit)
        self.hide()

    def show_fields(self, title: str, fields: Iterable[FieldView]) -> None:
        """Show the name of what is edited, and its fields with their current values."""
        self.title.setText(title)
        self.form.set_fields(fields)
        self._fitting.start()

    def open_in(self, room: QRect, about: Sequence[QRect]) -> None:
        """Open in a part of the board, at the left or right edge: the one that hides less of `about`.

        The card is no higher than that part. `about` is in pixels of the board, what matters most first.
        """
        self._room = room
        self._fit()
        card = QRect(room.topLeft(), self.size())
        right = card.translated(max(0, room.width() - self.width()), 0)
        self.move(min(right, card, key=lambda place: [_area(place & hidden) for hidden in about]).topLeft())
        self.show()
        self.raise_()

    def take_focus(self) -> None:
        """Focus the first field."""
        next(iter(self.form.controls.values())).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _fit(self) -> None:
        """Make the card as high as its content, or as the room for it; then it scrolls."""
        inner = self.body.totalHeightForWidth(_WIDTH - 2 * _PAD) if self.body.hasHeightForWidth() else 0
        rest = self.column.sizeHint().height() - self._scroll.sizeHint().height()
        wanted = max(inner, self.body.sizeHint().height()) + rest + HALF
        self.setFixedHeight(min(wanted, self._room.height()) if self._room.isValid() else wanted)

    def close_card(self) -> None:
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Esc; ignore Enter, because the field has already applied its value."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_card()
        elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)


def _area(rect: QRect) -> int:
    return 0 if rect.isEmpty() else rect.width() * rect.height()


class ZoneCard(BoardCard):
    """The card of a zone: its name, colour and traits, and what can be done with it."""

    color_chosen = Signal(int)
    acted = Signal(str)
    """`everyone`, `ways`, `merge`, `remove`."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.swatches = _Swatches()
        self.swatches.chosen.connect(self.color_chosen)
        self.body.addWidget(self.swatches)
        grid = QGridLayout()
        grid.setSpacing(HALF)
        self.buttons: dict[str, QPushButton] = {}
        actions = (
            ("everyone", "Select All"),
            ("ways", "Connections..."),
            ("merge", "Merge With..."),
            ("remove", "Remove"),
        )
        for number, (key, title) in enumerate(actions):
            button = QPushButton(title)
            button.setStyleSheet("padding: 2px 8px; min-height: 22px;")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, key=key: self.acted.emit(key))
            self.buttons[key] = button
            grid.addWidget(button, number // 2, number % 2)
        self.column.addLayout(grid)

    def show_zone(self, fields: Sequence[FieldView], title: str, color: int, count: int) -> None:
        self.show_fields(title, fields)
        self.swatches.show_color(color)
        self.buttons["everyone"].setText(f"Select All {count}" if count else "No one there")
        self.buttons["everyone"].setEnabled(bool(count))


class ConnectionCard(BoardCard):
    """The card of a connection between two zones."""

    removed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.remove = QPushButton()
        self.remove.setStyleSheet("padding: 2px 8px; min-height: 22px;")
        self.remove.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.remove.clicked.connect(self.removed)
        self.column.addWidget(self.remove)

    def show_connection(self, fields: Sequence[FieldView], title: str, remove: str) -> None:
        """`remove` is the title of the button that removes the connection; empty if there is no link to remove."""
        self.show_fields(title, fields)
        self.remove.setText(remove)
        self.remove.setVisible(bool(remove))


class _Swatches(QWidget):
    """The zone colours, each with its name; the current one has a frame and a tick."""

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(2)
        self.buttons: list[QToolButton] = []
        for number, name in enumerate(COLOR_NAMES):
            button = QToolButton()
            button.setCheckable(True)
            button.setToolTip(name.capitalize())
            button.setAccessibleName(f"Colour {name}")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setStyleSheet("padding: 4px;")
            button.setIconSize(QSize(_SWATCH, _SWATCH))
            button.clicked.connect(lambda _=False, number=number: self.chosen.emit(number))
            self.buttons.append(button)
            line.addWidget(button)
        line.addStretch(1)
        theme().changed.connect(self._paint)
        self._paint()

    def show_color(self, color: int) -> None:
        for number, button in enumerate(self.buttons):
            button.setChecked(number == color)
        self._paint()

    def _paint(self) -> None:
        for number, button in enumerate(self.buttons):
            button.setIcon(_swatch(number, is_chosen=button.isChecked()))


def _swatch(color: int, *, is_chosen: bool) -> QIcon:
    pixmap = QPixmap(2 * _SWATCH, 2 * _SWATCH)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    fill: QColor = palette().zone_line(color)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill)
    painter.drawRoundedRect(1, 1, _SWATCH - 2, _SWATCH - 2, 4, 4)
    if is_chosen:
        painter.setPen(palette().color("on_now" if palette().name == "light" else "text"))
        painter.setFont(semi_bold(12))
        painter.drawText(0, 0, _SWATCH, _SWATCH, Qt.AlignmentFlag.AlignCenter, "✓")
    painter.end()
    return QIcon(pixmap)


# ----------------------------------------------------------------------------------- the cards of zones and connections


_OPEN, _CLOSED, _WALL = "open", "closed", "none"
_TEST = "test"
_NAMES = "Such as door, ladder, hole in the wall"


class ZoneCards:
    """Owns the two cards, of which at most one is open. Each field is applied as a separate edit."""

    def __init__(self, work: Workspace, board: BoardArea, acts: Mapping[str, Callable[[Id], object]]) -> None:
        """`acts` are the actions of the buttons of a zone's card: `everyone`, `ways`, `merge`."""
        self._work = work
        self._bridge = work.bridge
        self._acts = acts
        self._board = board
        self._zone: Id | None = None
        self._ends: tuple[Id, Id] | None = None
        board.map.area_selected.connect(self._follow_choice)
        for source in (board.map, board.zones):
            source.connection_clicked.connect(self.edit_connection)
        work.selection.changed.connect(self._refresh)
        board.view_changed.connect(lambda _: self.close())
        board.escaped.connect(self.close)

    @cached_property
    def zone_card(self) -> ZoneCard:
        """The card of zones; created when a zone is first edited."""
        card = ZoneCard(self._board)
        card.edited.connect(self._set_zone_field)
        card.color_chosen.connect(lambda color: self._change_zone(color=color))
        card.acted.connect(self._act_on_zone)
        card.closed.connect(self._let_go)
        return card

    @cached_property
    def connection_card(self) -> ConnectionCard:
        """The card of connections; created when a connection is first edited."""
        card = ConnectionCard(self._board)
        card.edited.connect(self._set_link_field)
        card.removed.connect(self._remove_link)
        card.closed.connect(self._let_go)
        return card

    @property
    def is_open(self) -> bool:
        """Whether a card is open over the board, so that Esc closes it."""
        return self._zone is not None or self._ends is not None

    def take_focus(self) -> None:
        """Focus the first field of the open card."""
        (self.zone_card if self._zone is not None else self.connection_card).take_focus()

    # ----------------------------------------------------------------------------------- the zone's card

    def edit_zone(self, zone: Id) -> None:
        """Open a zone's card over the board."""
        if self._ends is not None:
            self.connection_card.hide()
        self._zone, self._ends = zone, None
        self._board.map.links.choose(None)
        self._refresh()
        self.zone_card.open_in(self._board.free_room, self._places_of(zone))

    def _places_of(self, *zones: Id) -> list[QRect]:
        """Return where zones are drawn on the map, in pixels; empty if another view is shown."""
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
        """Open the card of the zone that the zone tool has selected, or close it when none is."""
        if kind == "zone" and id:
            self.edit_zone(id)
        elif not id and self._zone is not None:
            self.zone_card.close_card()

    def _refresh(self) -> None:
        """Update the open card; close it if its zone or one of its connection's zones no longer exists."""
        if self._zone is not None and self._zone not in self._zones():
            self._zone = None
            self._put_away(self.zone_card)
        if self._ends is not None and not set(self._ends) <= self._zones().keys():
            self._ends = None
            self._put_away(self.connection_card)
        if self._zone is not None:
            zone = self._zones()[self._zone]
            count = len(everyone_in(self._bridge.battle, zone.id))
            self.zone_card.show_zone(self._zone_fields(zone), zone.name, zone.color, count)
        if self._ends is not None:
            self._show_link(*self._ends)

    def _put_away(self, card: BoardCard) -> None:
        """Close the card of what no longer exists, drop what was typed, and focus the board if the card had focus."""
        had_keys = card.isAncestorOf(QApplication.focusWidget() or self._board)
        card.hide()
        if had_keys:
            self._board.canvas.setFocus()

    def _zone_fields(self, zone: Zone) -> tuple[FieldView, ...]:
        fields = [
            FieldView(path="name", title="Name", kind="text", value=zone.name),
            FieldView(path="hidden", title="Hidden from players", kind="flag", value=zone.hidden),
            FieldView(path="notes", title="Notes (GM only)", kind="text", value=zone.notes or None, is_optional=True),
        ]
        return (*fields, *self._trait_fields(self._bridge.ruleset.zone_traits, zone.id))

    def _trait_fields(self, traits: Traits | None, id: Id) -> tuple[FieldView, ...]:
        if traits is None:
            return ()
        record = traits.of(self._bridge.battle, id) or traits.kind()
        return tuple(replace(field, group=field.group or traits.title) for field in fields_of(record, "traits"))

    def _set_zone_field(self, path: str, value: object) -> None:
        if self._zone is None:
            return
        if path.startswith("traits."):
            self._change_zone(traits=self._with_trait(self._bridge.ruleset.zone_traits, self._zone, path, value))
        else:
            self._change_zone(**{path: value})

    def _with_trait(self, traits: Traits | None, id: Id, path: str, value: object) -> dict[str, Any]:
        """Return the traits of a zone or connection as plain values, with one of them replaced."""
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
        self._show_message(self._edit("edit_zone", zone=self._zone, **changes))
        self._refresh()

    def _act_on_zone(self, key: str) -> None:
        zone = self._zone
        if zone is None:
            return
        if key == "remove":
            self._show_message(self._edit("remove_zone", zone=zone))
        else:
            self._acts[key](zone)

    def _let_go(self) -> None:
        """After a card was closed, deselect its zone or connection and focus the board."""
        self._zone = self._ends = None
        board = self._board
        board.map.links.choose(None)
        if isinstance(board.map.tool, ShapeTool) and board.map.tool.chosen is not None:
            board.map.tool.choose(None)
        board.canvas.setFocus()

    def close(self) -> None:
        """Close the open card, if any."""
        if self._zone is not None:
            self.zone_card.close_card()
        if self._ends is not None:
            self.connection_card.close_card()

    # ----------------------------------------------------------------------------- the connection's card

    def draw_connection(self, first: Id, second: Id) -> None:
        """Create a connection from zone to zone, and edit it; an existing one is only edited."""
        there = link_between(self._bridge.battle.board, first, second)
        if there is None and not are_touching(self._bridge.battle.board, first, second):
            self._show_message(self._edit("link_zones", first=first, second=second))
        self.edit_connection(first, second)

    def edit_connection(self, first: Id, second: Id) -> None:
        """Open the card of the connection between two zones."""
        if self._zone is not None:
            self.zone_card.hide()
        self._zone, self._ends = None, (first, second)
        self._board.map.links.choose(self._ends)
        self._show_link(first, second)
        board = self._board
        border = [board.map.links.place_of(self._ends)] if board.view == "map" else []
        self.connection_card.open_in(board.free_room, border + self._places_of(first, second))

    def _show_link(self, first: Id, second: Id) -> None:
        board = self._bridge.battle.board
        link = link_between(board, first, second)
        names = f"{board.zones[first].name} – {board.zones[second].name}"
        removing = "Reset Connection" if are_touching(board, first, second) else "Remove Connection"
        self.connection_card.show_connection(
            self._link_fields(link, first, second), names, removing if link is not None else ""
        )

    def _link_fields(self, link: Link | None, first: Id, second: Id) -> tuple[FieldView, ...]:
        zones, ranges = self._zones(), self._bridge.ruleset.ranges
        ways = (_OPEN, *(f"only to {zones[end].name}" for end in (second, first)), _CLOSED, _WALL)
        now = link or Link(id="", first=first, second=second)
        bands = tuple(band.id for band in ranges.bands)
        fields = [
            FieldView(path="way", title="Connection", kind="choice", value=self.state_words(now), options=ways),
            FieldView(path="name", title="Name", kind="text", value=now.name or None, help=_NAMES, is_optional=True),
            FieldView(
                path="cost",
                title="Cost",
                kind="number",
                value=now.cost,
                help="How many zones it counts as for movement",
            ),
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
        """Return how a connection can be used, in words."""
        if link is None:
            return _OPEN
        if link.is_blocked:
            return _WALL if link.is_cut else _CLOSED
        return f"only to {self._zones()[link.second].name}" if link.is_one_way else _OPEN

    def _set_link_field(self, path: str, value: object) -> None:
        if self._ends is None:
            return
        first, second = self._ends
        link = link_between(self._bridge.battle.board, first, second) or Link(id="", first=first, second=second)
        said = self._as_said(link)
        if path == "way":
            said |= self._connection_call(str(value), first, second)
        elif path == _TEST:
            said["traits" if value else "free"] = {} if value else True
        elif path.startswith("traits."):
            said["traits"] = self._with_trait(self._bridge.ruleset.link_traits, link.id, path, value)
        elif value is None or value == "":
            said.pop(path, None)
        else:
            said[path] = _number(value) if path in ("cost", "metres") else value
            said.pop({"band": "metres", "metres": "band"}.get(path, ""), None)
        self._show_message(self._edit("link_zones", **said))
        self._refresh()

    def _connection_call(self, words: str, first: Id, second: Id) -> dict[str, Any]:
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
        """Return a link as the options of the edit that creates it."""
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
            self._show_message(self._edit("unlink", first=first, second=second))
            if not are_touching(self._bridge.battle.board, first, second):
                self.connection_card.close_card()
            self._refresh()

    def _zones(self) -> dict[Id, Zone]:
        return self._bridge.battle.board.zones

    def _edit(self, action: str, **options: Any) -> str | None:
        return self._bridge.edit(Call(action=action, options=options))

    def _show_message(self, problem: str | None) -> None:
        self._work.show_message(problem)
        self._board.refresh()


def _number(value: object) -> object:
    """Return typed text as a number, or unchanged if it is none: the edit then says what is wrong."""
    found = typed_number(str(value))
    return value if found is None else found
