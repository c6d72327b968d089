"""The map: shows a `MapView` and emits signals for what the GM does with it. It has no access to a battle."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6.QtCore import (
    QEvent,
    QMarginsF,
    QObject,
    QPoint,
    QPointF,
    QRectF,
    QSizeF,
    Qt,
    QTimer,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import QHelpEvent, QPainter
from PySide6.QtWidgets import QButtonGroup, QFrame, QGridLayout, QLabel, QToolButton, QToolTip, QVBoxLayout, QWidget

from gui.map.fog import FogItem
from gui.map.ground import AreasItem, GridItem, GroundLayer, PictureItem
from gui.map.guides import GuidesItem, GuidesLayer, OverlayLayer
from gui.map.lines import ConnectionsLayer, RelationsLayer
from gui.map.names import EdgeLayer, NamesLayer, scale_box
from gui.map.pictures import Pictures, Resolver, tooltip_of, tooltip_of_connection, tooltip_of_zone
from gui.map.tokens import TokenLayer
from gui.map.tools import SelectTool, Tool
from gui.map.viewport import FULL_SCALE, Camera, MapViewport, Pointer, with_room
from gui.style import motion, palette, theme
from gui.style.disposal import dispose
from gui.style.theme import HALF, SMALL, UNIT, set_role, text_font
from model.view.map import Bounds, Id, MapView, Point, TokenView, map_bounds

# -------------------------------------------------------------------------------------------------- animation of tokens


class Glide(QObject):
    """Animates tokens whose position has changed; `move` is called with the positions to show meanwhile."""

    def __init__(self, move: Callable[[Mapping[Id, Point]], None], parent: QObject) -> None:
        super().__init__(parent)
        self._move = move
        self._ways: dict[Id, tuple[Point, Point]] = {}
        self._animation = QVariantAnimation(self, startValue=0.0, endValue=1.0)
        self._animation.valueChanged.connect(self._show)

    @property
    def is_running(self) -> bool:
        return self._animation.state() == QVariantAnimation.State.Running

    def stop(self) -> None:
        """Stop the animation; tokens stay where they are shown."""
        self._animation.stop()

    def start(self, tokens: Iterable[TokenView], shown: Mapping[Id, Point | None]) -> None:
        """Animate tokens from where they were shown to their new positions."""
        self._ways = {
            token.id: (start, token.point)
            for token in tokens
            if token.point is not None and (start := shown.get(token.id)) is not None and start != token.point
        }
        if self._ways and motion():
            self._show(0.0)
            self._animation.setDuration(motion())
            self._animation.start()

    def _show(self, share: float) -> None:
        self._move(
            {id: (x1 + (x2 - x1) * share, y1 + (y2 - y1) * share) for id, ((x1, y1), (x2, y2)) in self._ways.items()}
        )


# ------------------------------------------------------------------------------------------------------- movement modes


_HINT = "Right-click: corner · Backspace: back"
_TOP = 56
"""Pixels above the bar when it is at the top of the map, for the switches there."""
_NEAR = 110
"""Pixels above the bar within which the label at the pointer would reach into the bar."""
_MARGIN = 24
"""Pixels of the map's width that stay free beside the bar."""


class MovementModeBar(QFrame):
    """Buttons for movement modes, one checked, in as many rows as a narrow map needs; with a hint on the controls."""

    picked = Signal(str)
    """Key of a movement mode."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._map = parent
        set_role(self, "card")
        self.setAutoFillBackground(True)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(HALF, HALF - 1, HALF, HALF - 1)
        self._grid.setSpacing(2)
        self._group = QButtonGroup(self)
        self._hint = QLabel(_HINT)
        self._hint.setFont(text_font(SMALL))
        self._hint.setContentsMargins(HALF, 0, HALF, 0)
        set_role(self._hint, "muted")
        self.setToolTip(_HINT)
        self._shown: tuple[tuple[str, str], ...] | None = None
        self._laid: tuple[int, bool, bool] | None = None
        self._is_aside = False
        self._buttons: dict[str, QToolButton] = {}
        self.hide()

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of the movement modes that are offered, in the order of their digits."""
        return tuple(self._buttons) if not self.isHidden() else ()

    @property
    def current(self) -> str:
        """Key of the current movement mode; empty when none is offered."""
        return next((key for key, button in self._buttons.items() if button.isChecked()), "")

    def show_modes(self, movement_modes: Sequence[tuple[str, str]], current: str) -> None:
        """Offer these movement modes (key and title), with one of them checked."""
        if self._shown != tuple(movement_modes):
            self._shown = tuple(movement_modes)
            self._rebuild()
        if current in self._buttons:
            self._buttons[current].setChecked(True)
        if self.isHidden():
            self.lay()
            self.show()
            self.raise_()

    def lay(self) -> None:
        """Lay out the buttons and centre the bar at the bottom of the map, or at the top while it gives way."""
        free = self._map.width() - _MARGIN
        width = sum(button.sizeHint().width() + 2 for button in self._buttons.values())
        hint = self._hint.sizeHint().width() + HALF
        rows = max(1, math.ceil(width / max(1, free - 2 * HALF)))
        has_hint = rows == 1
        is_beside = width + hint + 2 * HALF <= free
        if self._laid != (rows, has_hint, is_beside):
            self._laid = (rows, has_hint, is_beside)
            self._place(rows, has_hint=has_hint, is_beside=is_beside)
        self.adjustSize()
        left = max(HALF, (self._map.width() - self.width()) // 2)
        self.move(left, _TOP if self._is_aside else self._map.height() - self.height() - UNIT)

    def give_way_to(self, y: float) -> None:
        """Move the bar to the top of the map while the pointer, at pixel `y`, is near the bottom."""
        is_aside = not self.isHidden() and y > self._map.height() - self.height() - _NEAR
        if is_aside != self._is_aside:
            self._is_aside = is_aside
            self.lay()

    def _place(self, rows: int, *, has_hint: bool, is_beside: bool) -> None:
        while self._grid.count():
            self._grid.takeAt(0)
        columns = math.ceil(len(self._buttons) / rows) or 1
        for number, button in enumerate(self._buttons.values()):
            self._grid.addWidget(button, number // columns, number % columns)
        if is_beside:
            self._grid.addWidget(self._hint, 0, columns)
        else:
            self._grid.addWidget(self._hint, rows, 0, 1, columns, Qt.AlignmentFlag.AlignHCenter)
        self._hint.setVisible(has_hint)

    def _rebuild(self) -> None:
        for button in self._buttons.values():
            self._group.removeButton(button)
            self._grid.removeWidget(button)
            dispose(button)
        self._buttons = {}
        self._laid = None
        for number, (key, title) in enumerate(self._shown or (), 1):
            button = QToolButton(self)
            button.setText(f"{number}  {title}")
            button.setToolTip(f"{title} ({number})")
            button.setAccessibleName(title)
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setProperty("role", "flat")
            button.setFont(text_font(SMALL))
            button.setStyleSheet("padding: 1px 4px;")
            button.clicked.connect(lambda _=False, key=key: self.picked.emit(key))
            self._group.addButton(button)
            self._buttons[key] = button
        self.lay()


# ----------------------------------------------------------------------------------------------------------- the canvas


_REST = 90
"""Milliseconds without a movement after which pictures and labels are drawn for the new zoom."""
_ZOOM_STEP = 1.25
_MARGINS = QMarginsF(28, 28, 28, 48)
"""Pixels left free around the content when it is fitted; more at the bottom, for the scale bar."""

Measure = Callable[[Point, Id | None, Point, Id | None], str]
"""Takes both ends of a distance, each with the id of the token there or None; returns the distance in words."""


def _bounds(view: MapView, picture: QRectF | None) -> Bounds | None:
    """Return the bounding box of zones, features, tokens and the picture, or None on an empty board."""
    found = map_bounds(view)
    if picture is None:
        return found
    left, top, right, bottom = picture.left(), picture.top(), picture.right(), picture.bottom()
    if found is None:
        return left, top, right, bottom
    return min(left, found[0]), min(top, found[1]), max(right, found[2]), max(bottom, found[3])


class MapCanvas(QWidget):
    """The board as a map. Its owner sets the view and the tool; after a refused drop it sets the same view again."""

    picked = Signal(str)
    """A combatant was clicked: select it."""
    selection_changed = Signal(object)
    """A frozenset of ids."""
    marked = Signal(str)
    """A combatant was double-clicked: make it the target."""
    target_added = Signal(str)
    """A combatant was right-clicked with Ctrl: add it to the targets, or remove it from them."""
    context_requested = Signal(object, float, float, QPoint)
    """A menu is requested: id or None, place in metres, global position."""
    drag_moved = Signal(str, float, float, bool)
    """A combatant is dragged to a place (metres; whether Alt is held): the owner answers with `set_drag_label`."""
    dropped = Signal(str, float, float, bool)
    """A combatant is to move to a place (metres; whether Alt is held)."""
    corner_added = Signal(str, float, float)
    """The route of the combatant that is dragged, or is to move, gets a corner at a place (metres)."""
    corner_removed = Signal()
    """The last corner of the route is removed."""
    movement_mode_picked = Signal(str)
    """A combatant is to continue in another movement mode: its key."""
    drag_ended = Signal()
    """A drag or drawing has ended."""
    many_dropped = Signal(object, bool)
    """Several combatants are to move: a tuple of (id, x, y); whether Alt is held."""
    zone_drawn = Signal(object)
    """A shape: the owner asks for its name."""
    zone_changed = Signal(str, object)
    zone_split = Signal(str, object)
    """Id of a zone and the points of a line that splits it."""
    zone_clicked = Signal(str)
    """A zone's name was clicked."""
    connection_clicked = Signal(str, str)
    """The connection between two zones was clicked."""
    connection_drawn = Signal(str, str)
    """A connection was drawn from one zone to another."""
    area_selected = Signal(str, str)
    """`zone` or `feature`, and the id of the area selected with a drawing tool; empty when none is selected."""
    feature_drawn = Signal(str, object)
    """`cover`, `terrain` or `drawing`, and a shape."""
    feature_changed = Signal(str, object)
    fog_drawn = Signal(str, object, float)
    """How much players see (`hidden`, `revealed`), a shape, and the width of a stroke in metres."""
    delete_requested = Signal(str, str)
    """`zone` or `feature`, and an id."""
    zoom_changed = Signal(int)
    """Percent."""
    tool_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Map")
        self.setMinimumSize(160, 120)
        self.view = MapView()
        self.camera = Camera()
        self.selection: frozenset[Id] = frozenset()
        self._pictures = Pictures()
        self._margins = _MARGINS
        self._covered: tuple[QRectF, ...] = ()
        self._is_fitted = False
        self.is_kept = False
        """Whether the GM began an empty board by hand, so that the view stays."""
        self._hovered: Id | None = None
        self._measure: Measure | None = None
        self.answers: Callable[[Id], bool] = lambda id: False
        """Lets a click on a token answer a question; returns whether it did."""
        self.tool: Tool = SelectTool(self)
        self._build()
        theme().changed.connect(self._restyle)
        self._restyle()

    def _build(self) -> None:
        self.graphics_view = MapViewport(self, self)
        self.graphics_view.setAccessibleName("Map")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.graphics_view)
        self.setFocusProxy(self.graphics_view)
        box = self.graphics_view.box
        self.picture, self.grid, self.areas, self.fills = PictureItem(), GridItem(), AreasItem(), GuidesItem()
        self.fog = FogItem()
        self.ground = GroundLayer(self.picture, self.grid, self.areas, self.fog)
        for depth, item in enumerate((self.ground, self.fills)):
            item.setZValue(depth)
            box.addItem(item, ignoreBounds=True)
        self.names = NamesLayer(box, self.areas)
        self.links = ConnectionsLayer(box, lambda: self.view)
        self.tokens = TokenLayer(box, self._pictures)
        self.names.give_way_to(self.tokens)
        self.relations = RelationsLayer(box, self.tokens, self.names.boxes)
        self.edges = EdgeLayer(box, self.tokens, self.links.badges)
        self.guides = GuidesLayer(box, self.fills, self.tokens)
        self.overlay = OverlayLayer(box, self._paint_tool)
        self.tokens.give_way_to(self._signs, self.names.boxes, self.names.zone_boxes)
        self.movement_modes = MovementModeBar(self)
        self.movement_modes.picked.connect(self.movement_mode_picked)
        layers = (self.names, self.links, self.relations, self.tokens, self.edges, self.guides, self.overlay)
        for depth, layer in enumerate(layers):
            layer.setZValue(10 + depth)
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        self._rest.timeout.connect(self._settle)
        self._glide = Glide(self._move_tokens, self)

    # ---------------------------------------------------------------- what is shown

    def set_view(self, view: MapView) -> None:
        """Show a view. Tokens that are shown elsewhere move to their positions in 150 ms; the first view is fitted."""
        # Unchanged tokens already are where they are shown, unless they are moving.
        is_moving = self._glide.is_running or self.tokens.is_dragged
        before = {} if is_moving else {token.id: token for token in self.view.tokens}
        others = [token for token in view.tokens if before.get(token.id) is not token]
        shown = {token.id: self.tokens.place_of(token.id) for token in others}
        # The selection changes far more often than tokens do; labels are not laid out again for it.
        has_changed = view.tokens != self.view.tokens or self._glide.is_running
        has_moved = has_changed or view.distances != self.view.distances
        self._glide.stop()
        if view != self.view:
            self.names.update()
            self.links.update()
        self.view = view
        self.picture.set_picture(view.picture, self._pictures.ground("" if view.picture is None else view.picture.file))
        self.grid.set_grid(view.grid)
        self.areas.set_areas(view.zones, view.features)
        self.fog.set_fog(view, self.picture.place)
        self.names.set_features(view.features)
        if has_changed:
            self.tokens.set_tokens(view.tokens)
        if has_moved:
            self.edges.set_tokens(view.tokens, view.with_distance)
        self.relations.set_lines(view.relations, view.rings)
        self.guides.set_struck(view.areas, view.pushes)
        self.show_selection(self.selection & {token.id for token in view.tokens})
        if self.isVisible():
            self._glide.start(others, shown)
        self._describe()
        if not self._is_fitted:
            self.fit()
        self._rest.start()

    def set_resolver(self, resolve: Resolver) -> None:
        """Set how the bytes of portraits and of the background are found."""
        self._pictures.set_resolver(resolve)
        self.tokens.redraw()
        if self.view.picture is not None:
            self.picture.set_picture(self.view.picture, self._pictures.ground(self.view.picture.file))

    def _move_tokens(self, places: Mapping[Id, Point]) -> None:
        self.tokens.set_places(places)
        self.relations.update()
        self._rest.start()

    def _describe(self) -> None:
        acting = next((token.name for token in self.view.tokens if token.acting), "")
        words = f"{len(self.view.tokens)} tokens, {len(self.view.zones)} zones"
        self.graphics_view.setAccessibleDescription(f"{words}. {acting} acts." if acting else words)

    def _restyle(self) -> None:
        self.graphics_view.set_ground(palette().color("ground"))
        self.tokens.redraw()
        self.graphics_view.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.tokens.set_ratio(self.devicePixelRatioF())
            self._rest.start()

    # ---------------------------------------------------------------- the camera

    @property
    def zoom_percent(self) -> int:
        """Zoom in percent; 100 is 16 pixels per metre."""
        return round(100 * self.camera.scale / FULL_SCALE)

    def set_camera(self, camera: Camera) -> None:
        """Show another part of the board."""
        is_zoomed = camera.scale != self.camera.scale
        self.camera = camera
        for ground in (self.ground, self.fills):
            ground.set_camera(camera)
        layers = (self.names, self.links, self.tokens, self.relations, self.edges, self.guides, self.overlay)
        for layer in layers:
            layer.set_camera(camera)
        self.graphics_view.show_camera(camera)
        self._rest.start()
        if is_zoomed:
            self.zoom_changed.emit(self.zoom_percent)

    def resize_camera(self, size: QSizeF) -> None:
        """Adapt the camera to a window size, keeping scale and middle; until something was fitted, fit everything."""
        self.tokens.set_ratio(self.devicePixelRatioF())
        self.set_camera(self.camera.resized(size))
        self.movement_modes.lay()
        if not self._is_fitted:
            self.fit()

    def stop_auto_fit(self) -> None:
        """Stop automatic fitting: the GM works on this part of the board, so new content must not move the camera."""
        self.is_kept = self.is_kept or not self._is_fitted
        self._is_fitted = True

    def pan(self, pixels: QPointF) -> None:
        self.stop_auto_fit()
        self.set_camera(self.camera.panned(pixels.x(), pixels.y()))

    def zoom(self, factor: float, anchor: QPointF | None = None) -> None:
        """Zoom by a factor about a pixel, or about the middle."""
        self.stop_auto_fit()
        self.set_camera(self.camera.zoomed(factor, anchor))

    def zoom_in(self) -> None:
        self.zoom(_ZOOM_STEP)

    def zoom_out(self) -> None:
        self.zoom(1 / _ZOOM_STEP)

    def set_margins(self, margins: QMarginsF) -> None:
        """Set the pixels that `fit` leaves free, for what the owner puts over the map's edges."""
        self._margins = margins

    def set_covered(self, boxes: Sequence[QRectF]) -> None:
        """Set the boxes of what the owner puts over the map, in pixels of the window: arrows and names avoid them."""
        if tuple(boxes) != self._covered:
            self._covered = tuple(boxes)
            self.edges.set_covered(self._covered)
            self._rest.start()

    def _signs(self) -> tuple[QRectF, ...]:
        """Boxes that no name of a token may cover, besides the tokens."""
        arrows = (arrow.box for arrow in self.edges.arrows())
        return (*self._covered, scale_box(self.camera), *arrows, *self.links.boxes())

    def fit(self) -> None:
        """Show everything: zones, features, tokens and the picture."""
        bounds = _bounds(self.view, self.picture.place)
        if bounds is None:
            return
        self._is_fitted = self.isVisible() or self._is_fitted
        self.is_kept = False
        is_drawn = bool(self.view.zones or self.view.features) or self.picture.place is not None
        self.set_camera(self.camera.fitted(with_room(bounds, is_drawn=is_drawn), self._margins))
        if self.isVisible() and not self.tokens.has_newcomers:  # at once, not after a rest: the user is not zooming
            self._settle()

    def center_on(self, id: Id) -> None:
        """Centre the map on a combatant, if it is on the map."""
        place = self.tokens.place_of(id)
        if place is not None:
            self.set_camera(self.camera.centered(*place))

    def _settle(self) -> None:
        """Draw for the current zoom after a movement has ended, a few milliseconds at a time."""
        self.picture.settle(self.devicePixelRatioF())
        self._rest.setInterval(0 if not self.tokens.settle() else _REST)
        if self._rest.interval() == 0:
            self._rest.start()
        self.relations.settle()

    # ---------------------------------------------------------------- selection and tools

    def select(self, ids: Iterable[Id]) -> None:
        """Select these combatants; emits `selection_changed` if that is a change."""
        if self.show_selection(ids):
            self.selection_changed.emit(self.selection)

    def show_selection(self, ids: Iterable[Id]) -> bool:
        """Show these combatants as selected without emitting a signal; return whether that is a change."""
        chosen = frozenset(ids)
        if chosen == self.selection:
            return False
        self.selection = chosen
        self.tokens.set_selection(chosen)
        self.edges.set_selection(chosen)
        self._rest.start()
        return True

    def set_click_handler(self, answers: Callable[[Id], bool]) -> None:
        """Set the handler that a click on a token calls first: True if the click is an answer, False if it selects."""
        self.answers = answers

    def click_token(self, token: TokenView, *, adds: bool) -> None:
        """Answer a question with a token, else select it and show its sheet.

        With `adds`, the token is added to the selection or removed from it, and its sheet is not shown.
        """
        if not adds and self.answers(token.id):
            return
        self.select(self.selection ^ {token.id} if adds else frozenset({token.id}))
        if not adds:
            self.picked.emit(token.id)

    def set_tool(self, tool: Tool) -> None:
        """Set the current tool; what the last one had in progress is cancelled."""
        self.tool.cancel()
        self.tool = tool
        self.show_cursor()
        self.redraw_tool()
        self.tool_changed.emit(tool)

    def set_distance_text(self, words: Measure | None) -> None:
        """Set how a distance is put into words where metres do not apply; None measures in metres."""
        self._measure = words

    def distance_words(self, start: Pointer, end: Pointer) -> str | None:
        """Return a distance in the owner's words, or None if it is measured in metres."""
        if self._measure is None:
            return None
        ids = [None if pointer.token is None else pointer.token.id for pointer in (start, end)]
        return self._measure(start.place, ids[0], end.place, ids[1])

    def set_drag_label(self, text: str, ok: bool = True) -> None:
        """Set the label at the pointer during a drag; with `ok` false it is shown as a refusal."""
        self.overlay.set_label(text, ok)

    def cancel(self) -> bool:
        """Cancel the drag or drawing in progress; return whether there was one."""
        self.graphics_view.abandon()
        return self.tool.cancel()

    # ---------------------------------------------------------------- for tools and the view

    def _paint_tool(self, painter: QPainter, camera: Camera) -> None:
        self.tool.paint(painter, camera)

    def redraw_tool(self) -> None:
        self.overlay.update()

    def show_cursor(self) -> None:
        self.graphics_view.viewport().setCursor(self.tool.cursor)

    def point_at(self, pointer: Pointer) -> None:
        """Move the label to the pointer, and the movement mode bar out of its way."""
        self.overlay.set_pointer(pointer.pixel)
        self.movement_modes.give_way_to(pointer.pixel.y())

    def show_drag(self, places: dict[Id, Point], pointer: Pointer) -> None:
        """Show tokens where they are being dragged."""
        self.tokens.set_drag(places)
        self.relations.update()
        self.point_at(pointer)

    def end_drag(self) -> None:
        """Stop showing a drag, and emit `drag_ended`."""
        self.tokens.set_drag({})
        self.relations.update()
        self.set_drag_label("")
        self.drag_ended.emit()

    def token_at(self, pixel: QPointF) -> TokenView | None:
        """Return the token under a pixel, or the one whose arrow at the edge is there, or None."""
        return self.edges.token_at(pixel) or self.tokens.token_at(pixel)

    def click_ground(self, pointer: Pointer) -> bool:
        """Emit a signal for a connection or a zone's name that was clicked; return whether there was one."""
        link = self.links.connection_at(pointer.pixel)
        zone = self.names.zone_at(pointer.pixel)
        if link is not None:
            self.connection_clicked.emit(link.first, link.second)
        elif zone is not None:
            self.zone_clicked.emit(zone)
        return link is not None or zone is not None

    def hover(self, pointer: Pointer) -> None:
        hovered = None if pointer.token is None else pointer.token.id
        if hovered != self._hovered:
            self._hovered = hovered
            self.tokens.set_hovered(hovered)
        self.tool.hover(pointer)

    def leave(self) -> None:
        self._hovered = None
        self.tokens.set_hovered(None)

    def right_click(self, pointer: Pointer) -> None:
        """Request the menu of a token or of the ground; with Ctrl a token is added to the targets, or removed.

        While a route is being drawn, a right click adds a corner to it instead.
        """
        if self.tool.corner(pointer):
            return
        id = None if pointer.token is None else pointer.token.id
        if id is not None and pointer.control:
            self.target_added.emit(id)
        else:
            self.context_requested.emit(id, *pointer.place, pointer.global_pos)

    def ask_for_menu(self) -> None:
        """Request the menu by the menu key: for the selected combatant, else for the middle of the map."""
        id = next(iter(self.selection)) if len(self.selection) == 1 else None
        place = (self.camera.x, self.camera.y) if id is None else self.tokens.place_of(id)
        x, y = place or (self.camera.x, self.camera.y)
        pixel = self.camera.to_pixels(x, y).toPoint()
        self.context_requested.emit(id, x, y, self.graphics_view.viewport().mapToGlobal(pixel))

    def show_tooltip(self, event: QEvent) -> bool:
        if not isinstance(event, QHelpEvent):
            return False
        token = self.token_at(pixel := QPointF(event.pos()))
        words = tooltip_of(self.view.with_distance(token)) if token is not None else self._ground_tooltip(pixel)
        # A label at the pointer says what a click there does: no tooltip may cover it.
        if words and not self.overlay.label[0]:
            QToolTip.showText(event.globalPos(), words, self.graphics_view.viewport())
        else:
            QToolTip.hideText()
            event.ignore()
        return True

    def _ground_tooltip(self, pixel: QPointF) -> str:
        zones = {zone.id: zone for zone in self.view.zones}
        if link := self.links.connection_at(pixel):
            return tooltip_of_connection(link, zones[link.first].name, zones[link.second].name)
        named = self.names.zone_at(pixel)
        return "" if named is None else tooltip_of_zone(zones[named])
