"""The board as a plain list of zones: a card for each, with the combatants in it. Works without a map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from gui.map.drops import DropTarget
from gui.map.pictures import Pictures, Resolver, is_tooltip, paint_figure, show_tooltip, unseen_words
from gui.map.token_drag import ADDS, DropWords, TokenDrag, TokenDrop
from gui.style import draw_bar, draw_pill, palette, semi_bold, text_font, theme
from model.view.map import Id, TokenView
from model.view.short_names import Forms, forms, forms_of
from model.view.zone_list import HERE, ConnectionOut, ZoneRow, ZonesView

# ------------------------------------------------------------------------------------------------------ layout of cards


CELL_RADIUS = 16.0
_LEAST_WIDTH = 300.0
"""Minimum width of a card in pixels; there are as many columns as fit."""
_GAP, _PAD = 12.0, 14.0
_CELL_WIDTH = 88.0
_FIGURE = 56.0
"""Least width for a combatant."""
_TITLE, _LINE = 24.0, 18.0
_CELL_HEIGHT, _MORE_HEIGHT = 66.0, 15.0


class Cell(Struct, frozen=True, kw_only=True):
    """A combatant in a zone."""

    token: TokenView
    box: QRectF
    name: str
    more: str = ""
    """Conditions, or that players do not see it."""


class Card(Struct, frozen=True, kw_only=True):
    """A zone's card, in pixels."""

    row: ZoneRow
    box: QRectF
    header: QRectF
    title: QRectF
    name: str
    distance: QRectF
    tags: QRectF
    tags_words: str
    connections: tuple[tuple[ConnectionOut, QRectF], ...]
    connection_words: tuple[str, ...]
    cells: tuple[Cell, ...]
    empty: QRectF


def cards_of(view: ZonesView, width: float, top: float) -> tuple[Card, ...]:
    """Return all cards, assigned to columns in turn: when combatants come or go, each card stays in its column."""
    columns = max(1, int((width - _GAP) / (_LEAST_WIDTH + _GAP)))
    each = (width - _GAP * (columns + 1)) / columns
    ends = [top] * columns
    cards = []
    known = forms_of(token.name for row in view.rows for token in row.tokens)
    for number, row in enumerate(view.rows):
        column = number % columns
        card = _card(row, _GAP + column * (each + _GAP), ends[column], each, known)
        ends[column] = card.box.bottom() + _GAP
        cards.append(card)
    return tuple(cards)


def _card(row: ZoneRow, left: float, top: float, width: float, known: Forms) -> Card:
    inner, y = width - 2 * _PAD, top + 8
    pill = _width(text_font(12), row.distance) + 16 if row.distance else 0.0
    title = QRectF(left + _PAD, y, inner - pill - 8, _TITLE)
    distance = QRectF(left + width - _PAD - pill, y + 2, pill, 20)
    y += _TITLE
    tags = QRectF(left + _PAD, y, inner, _LINE)
    y += _LINE if row.tags else 0
    connections, words, y = _lay_connections(row, left + _PAD, y, inner)
    y += 6
    cells = tuple(_cells(row, left + _PAD, y, inner, known))
    bottom = max((cell.box.bottom() for cell in cells), default=y + _LINE)
    name = row.name + unseen_words(is_hidden=row.hidden, fog=row.fog)
    return Card(
        row=row,
        box=QRectF(left, top, width, bottom - top + 8),
        header=QRectF(left, top, width, _TITLE + 8),
        title=title,
        name=_elided(semi_bold(14), name, title.width()),
        distance=distance,
        tags=tags,
        tags_words=_elided(text_font(12), " · ".join(row.tags), inner),
        connections=connections,
        connection_words=words,
        cells=cells,
        empty=QRectF(left + _PAD, y, inner, _LINE),
    )


def _lay_connections(
    row: ZoneRow, left: float, top: float, width: float
) -> tuple[tuple[tuple[ConnectionOut, QRectF], ...], tuple[str, ...], float]:
    """Lay the connections out one after the other, on further lines where a line is full.

    Returns them with their boxes, their texts, and the y at which the next content begins.
    """
    x, y, placed, words = left, top, [], []
    font = text_font(12)
    for connection in row.connections:
        text = _elided(font, connection_text(connection), width)
        needed = _width(font, text)
        if x > left and x + needed > left + width:
            x, y = left, y + _LINE
        placed.append((connection, QRectF(x, y, needed, _LINE)))
        words.append(text)
        x += needed + 14
    return tuple(placed), tuple(words), y + (_LINE if placed else 0)


def connection_text(connection: ConnectionOut) -> str:
    """Return `→ Roof (Ladder · cost 2)`; the sign tells whether a connection is closed, one-way or only leads here."""
    sign = (
        "←"
        if connection.is_against
        else "→"
        if connection.state == "one_way"
        else "✕"
        if connection.state != "open"
        else "↔"
    )
    said = "no connection" if connection.state == "cut" and not connection.label else connection.label
    return f"{sign} {connection.name} ({said})" if said else f"{sign} {connection.name}"


def _cells(row: ZoneRow, left: float, top: float, width: float, known: Forms) -> Iterator[Cell]:
    """Yield the combatants of a zone side by side, on as many lines as needed.

    In a line those have more room who need it for their name or their conditions.
    """
    columns = max(1, int(width / _CELL_WIDTH))
    each = width / columns
    notes = [_more(token, is_here=row.distance == HERE) for token in row.tokens]
    y = top
    for start in range(0, len(row.tokens), columns):
        line = row.tokens[start : start + columns]
        height = _CELL_HEIGHT + (_MORE_HEIGHT if any(notes[start : start + columns]) else 0)
        rooms = _rooms(line, notes[start:], each, width)
        x = left
        for column, token in enumerate(line):
            room = rooms[column]
            yield Cell(
                token=token,
                box=QRectF(x, y, room, height),
                name=_written(semi_bold(12), forms(token.name, known), room - 4),
                more=_elided(text_font(11), notes[start + column], room - 2),
            )
            x += room
        y += height


def _more(token: TokenView, *, is_here: bool) -> str:
    """Return that players do not see it, how near it is in the zone of the acting combatant, and its conditions."""
    near = token.distance if is_here else ""
    return ", ".join(part for part in (token.unseen, near, *token.conditions) if part)


def _width(font: QFont, text: str) -> float:
    return QFontMetricsF(font).horizontalAdvance(text)


def _rooms(line: Sequence[TokenView], notes: Sequence[str], each: float, width: float) -> list[float]:
    """The width for each combatant of a line: equal ones, or if those are too narrow, by what each needs."""
    needed = [
        max(_width(semi_bold(12), token.name) + 6, _width(text_font(11), note) + 4, _FIGURE)
        for token, note in zip(line, notes, strict=False)
    ]
    if max(needed) <= each:
        return [each] * len(line)
    spare = max(0.0, width - sum(needed)) / len(line)
    return [one * min(1.0, width / sum(needed)) + spare for one in needed]


def _written(font: QFont, ways: Sequence[str], width: float) -> str:
    """The longest form of a name that has room."""
    return next((way for way in ways if _width(font, way) <= width), _elided(font, ways[0], width))


def _elided(font: QFont, text: str, width: float) -> str:
    return QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, width)


# ------------------------------------------------------------------------------------------------------------- the list


_TOP = 56
"""Height in pixels of the switches over the board."""
_EMPTY = "No zones yet: type their names with Board › Zones › Add Zones by Name, or draw them on the map."


class ZoneList(QScrollArea):
    """Shows a `ZonesView` and emits signals for what the GM does with it. Changes nothing.

    A click selects, with Shift or Ctrl several, and so does a drag over the ground; a double-click marks the target; a
    drag of a token, or of a selection, requests a move into a zone or next to another token.
    """

    picked = Signal(str)
    marked = Signal(str)
    target_added = Signal(str)
    context_requested = Signal(object, float, float, QPoint)
    selection_changed = Signal(object)
    """A frozenset of ids."""
    zone_clicked = Signal(str)
    zone_menu_requested = Signal(str, QPoint)
    connection_clicked = Signal(str, str)
    moved = Signal(object)
    """Tokens are to move: a `TokenDrop`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Zones")
        self.setMinimumSize(160, 120)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view = ZonesView()
        self.selection: frozenset[Id] = frozenset()
        self._page = _Page(self)
        holder = QWidget()
        holder.setAutoFillBackground(False)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._page)
        self.setWidget(holder)
        self.setFocusProxy(self._page)
        theme().changed.connect(self._page.update)

    @property
    def page(self) -> QWidget:
        """The widget that is scrolled: it handles the mouse."""
        return self._page

    @property
    def cards(self) -> tuple[Card, ...]:
        """The layout of all cards, in pixels of the page."""
        return self._page.cards

    def set_view(self, view: ZonesView) -> None:
        self.view = view
        self._page.arrange()
        words = ", ".join(f"{row.name}: {len(row.tokens)}" for row in view.rows)
        self._page.setAccessibleDescription(words)

    def set_selection(self, ids: frozenset[Id]) -> None:
        """Show these combatants as selected."""
        self.selection = ids
        self._page.update()

    def drop_target_at(self, pixel: QPointF) -> DropTarget:
        """Return what dropping a library entry on a pixel of the page does."""
        card, token = self._page.card_at(pixel), self._page.token_at(pixel)
        zone = None if card is None or not card.row.id else card.row
        who, gear = (None, "") if token is None else (token.id, f"; gear or a condition goes to {token.name}")
        words = "Add to the battle" if zone is None else f"Put into {zone.name}"
        return DropTarget(f"{words}{gear}", who, {} if zone is None else {"zone": zone.id})

    @property
    def label(self) -> tuple[str, bool]:
        """Text beside a token that is dragged, and whether the drop is allowed; empty otherwise."""
        return self._page.drag.label

    def set_drop_words(self, words: DropWords) -> None:
        """Set the function that says what a drop would do."""
        self._page.drag.words = words

    def set_resolver(self, resolve: Resolver) -> None:
        """Set how the bytes of portraits are found."""
        self._page.pictures.set_resolver(resolve)
        self._page.update()


class _Page(QWidget):
    """Paints the cards and handles the mouse on them."""

    def __init__(self, owner: ZoneList) -> None:
        super().__init__()
        self._owner = owner
        self.pictures = Pictures()
        self.cards: tuple[Card, ...] = ()
        self.drag = TokenDrag()
        self.setAccessibleName("Zones")
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def arrange(self) -> None:
        self.cards = cards_of(self._owner.view, self.width(), _TOP)
        height = max((card.box.bottom() for card in self.cards), default=0) + 12
        self.setMinimumHeight(round(height))
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def sizeHint(self) -> QSize:
        return QSize(400, 300)

    # ---------------------------------------------------------------- hit testing

    def card_at(self, pixel: QPointF) -> Card | None:
        return next((card for card in self.cards if card.box.contains(pixel)), None)

    def token_at(self, pixel: QPointF) -> TokenView | None:
        card = self.card_at(pixel)
        cells = card.cells if card is not None else ()
        return next((cell.token for cell in cells if cell.box.contains(pixel)), None)

    # ---------------------------------------------------------------- mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        pixel, token = event.position(), self.token_at(event.position())
        if event.button() == Qt.MouseButton.RightButton:
            self._right_click(event, token)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.drag.press(pixel, token)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        token = self.token_at(event.position())
        if token is not None and event.button() == Qt.MouseButton.LeftButton:
            self._owner.marked.emit(token.id)
        else:
            self.mousePressEvent(event)

    def _right_click(self, event: QMouseEvent, token: TokenView | None) -> None:
        held = event.modifiers()
        card = self.card_at(event.position())
        if token is not None and held & Qt.KeyboardModifier.ControlModifier:
            self._owner.target_added.emit(token.id)
        elif token is not None:
            self._owner.context_requested.emit(token.id, 0.0, 0.0, event.globalPosition().toPoint())
        elif card is not None and card.row.id:
            self._owner.zone_menu_requested.emit(card.row.id, event.globalPosition().toPoint())
        else:
            self._owner.context_requested.emit(None, 0.0, 0.0, event.globalPosition().toPoint())

    def _click_card(self, pixel: QPointF, *, adds: bool) -> None:
        card = self.card_at(pixel)
        if card is None or not card.row.id:
            is_header = card is not None and card.header.contains(pixel)
            members = card.row.tokens if card is not None and is_header else ()
            self._select(frozenset(token.id for token in members), adds=adds)
            return
        for connection, box in card.connections:
            if box.contains(pixel):
                self._owner.connection_clicked.emit(card.row.id, connection.to)
                return
        if card.header.contains(pixel):
            self._owner.zone_clicked.emit(card.row.id)
        else:
            self._select(frozenset(), adds=adds)

    def _select(self, ids: frozenset[Id], *, adds: bool) -> None:
        self._owner.selection_changed.emit(self._owner.selection | ids if adds else ids)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        pixel = event.position()
        if self.drag.is_pressed:
            if self.drag.move(event):
                self.drag.show(self._drop(event))
                self.update()
            return
        card = self.card_at(pixel)
        is_active = self.token_at(pixel) is not None or (
            card is not None
            and (card.header.contains(pixel) or any(box.contains(pixel) for _, box in card.connections))
        )
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_active else Qt.CursorShape.ArrowCursor)

    def _drop(self, event: QMouseEvent) -> TokenDrop | None:
        """Return what a drop here would do; None outside the zones, and in the zone where all of them are already."""
        card, token = self.card_at(event.position()), self.token_at(event.position())
        shown = [token.id for row in self._owner.view.rows for token in row.tokens]
        who = self.drag.who(self._owner.selection, shown)
        on = token.id if token is not None and token.id not in who else None
        if (
            not who
            or card is None
            or (on is None and (not card.row.id or set(who) <= {one.id for one in card.row.tokens}))
        ):
            return None
        is_placing = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        return TokenDrop(who=who, on=on, zone=card.row.id or None, is_placing=is_placing)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self.drag.is_pressed or event.button() != Qt.MouseButton.LeftButton:
            return
        drag, token, band = self.drag, self.drag.token, self.drag.band
        pressed, drop = self.token_at(event.position()), self._drop(event) if token is not None else None
        adds = bool(event.modifiers() & ADDS)
        drag.end()
        self.update()
        if band is not None:
            cells = [cell for card in self.cards for cell in card.cells]
            self._select(frozenset(cell.token.id for cell in cells if band.intersects(cell.box)), adds=adds)
        elif drop is not None:
            self._owner.moved.emit(drop)
        elif token is None and pressed is None:
            self._click_card(event.position(), adds=adds)
        elif token is None and pressed is not None and adds:
            self._owner.selection_changed.emit(self._owner.selection ^ {pressed.id})
        elif token is None and pressed is not None:
            self._owner.picked.emit(pressed.id)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() != QContextMenuEvent.Reason.Mouse:
            chosen = next(iter(self._owner.selection)) if len(self._owner.selection) == 1 else None
            self._owner.context_requested.emit(chosen, 0.0, 0.0, event.globalPos())

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and is_tooltip(event):
            show_tooltip(self, event, self.token_at(QPointF(event.pos())))
            return True
        return super().event(event)

    # ---------------------------------------------------------------- drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), palette().color("ground"))
        if not self._owner.view.rows:
            painter.setFont(text_font())
            painter.setPen(palette().color("muted"))
            room = self.rect().adjusted(32, _TOP, -32, 0)
            painter.drawText(room, Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap, _EMPTY)
        pixel, token = self.drag.pixel, self.drag.token
        under = None if pixel is None or token is None else self.card_at(pixel)
        for card in self.cards:
            self._paint_card(painter, card, is_under=card is under and bool(card.row.id))
        if pixel is not None and token is not None:
            paint_figure(painter, self.pictures, token, pixel, CELL_RADIUS, is_selected=False)
        self.drag.paint(painter, QSizeF(self.size()))
        painter.end()

    def _paint_card(self, painter: QPainter, card: Card, *, is_under: bool) -> None:
        colors, row = palette(), card.row
        painter.setPen(QPen(colors.color("selected_line" if is_under else "line"), 1.5 if is_under else 1))
        painter.setBrush(colors.color("panel"))
        painter.drawRoundedRect(card.box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        if row.id:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.zone_line(row.color))
            painter.drawRoundedRect(QRectF(card.box.left() + 1, card.box.top() + 8, 4, card.box.height() - 16), 2, 2)
        self._paint_words(painter, card)
        for cell in card.cells:
            self._paint_cell(painter, cell)

    def _paint_words(self, painter: QPainter, card: Card) -> None:
        colors, row = palette(), card.row
        painter.setFont(semi_bold(14))
        painter.setPen(colors.zone_text(row.color) if row.id else colors.color("muted"))
        painter.drawText(card.title, Qt.AlignmentFlag.AlignVCenter, card.name)
        painter.setFont(text_font(12, tabular=True))
        painter.setPen(colors.color("text"))
        if row.distance:
            draw_pill(painter, card.distance, colors.color("background"), colors.color("line"))
            painter.setPen(colors.color("text"))
            painter.drawText(card.distance, Qt.AlignmentFlag.AlignCenter, row.distance)
        if card.tags_words:
            painter.setPen(colors.color("muted"))
            painter.drawText(card.tags, Qt.AlignmentFlag.AlignVCenter, card.tags_words)
        for (connection, box), words in zip(card.connections, card.connection_words, strict=True):
            is_closed = connection.state in ("blocked", "cut") or connection.is_against
            painter.setPen(colors.color("dim" if is_closed else "link"))
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, words)
        if not card.cells:
            painter.setPen(colors.color("dim"))
            painter.drawText(card.empty, Qt.AlignmentFlag.AlignVCenter, "no one")

    def _paint_cell(self, painter: QPainter, cell: Cell) -> None:
        token, colors = cell.token, palette()
        middle = QPointF(cell.box.center().x(), cell.box.top() + 22)
        is_selected = token.id in self._owner.selection
        paint_figure(painter, self.pictures, token, middle, CELL_RADIUS, is_selected=is_selected)
        health = token.health
        if health is not None and health.fraction is not None and not token.out:
            bar = QRectF(middle.x() - 20, cell.box.top() + 43, 40, 4)
            draw_bar(painter, bar, health.fraction, colors.health(health.fraction), colors.color("track"))
        painter.setFont(semi_bold(12))
        ink: QColor = colors.color("now_text" if token.target or token.acting else "dim" if token.out else "text")
        painter.setPen(ink)
        name = QRectF(cell.box.left(), cell.box.top() + 48, cell.box.width(), 16)
        painter.drawText(name, Qt.AlignmentFlag.AlignCenter, cell.name)
        if cell.more:
            painter.setFont(text_font(11))
            painter.setPen(colors.color("muted"))
            more = name.translated(0, 15)
            painter.drawText(more, Qt.AlignmentFlag.AlignCenter, cell.more)
