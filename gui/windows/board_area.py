"""The middle of the window: the board as map, list of zones or range bands, and the GM's tools.

The buttons over the map, the menu and the shortcuts all read `TOOLS`: a new tool is a class of the map and a row here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QMarginsF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QRegion, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QStackedLayout,
    QToolButton,
    QWidget,
)

from gui.bridge import Bridge
from gui.controllers.selection import Selection
from gui.map.bands import BandsCanvas
from gui.map.canvas import MapCanvas
from gui.map.drops import EntryDrops, MapDrops
from gui.map.shape_tools import AreaKind, ConnectionTool, FogTool, ShapeTool, SplitTool
from gui.map.tools import FrameTool, MeasureTool, MoveTool, PingTool, SelectTool, Tool
from gui.map.viewport import Camera, Pointer
from gui.map.zone_list import ZoneList
from gui.style.disposal import dispose
from gui.style.theme import HALF, RADIUS, UNIT, palette
from gui.style.widgets import set_icon
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.view.board import MapProjector, project_bands
from model.view.map import Bounds, MapView, TokenView, map_bounds, with_last_step
from model.view.viewer import GM
from model.view.zone_list import project_zones

# ------------------------------------------------------------------------------------------------ every tool of the map


class ToolEntry(Struct, frozen=True):
    """A tool that the GM can select."""

    id: str
    title: str
    icon: str
    key: str
    make: Callable[[MapCanvas, str], Tool]
    """Creates the tool for a map, with the form that it draws."""
    forms: tuple[str, ...] = ()
    """Forms that it draws, the usual one first; empty if it draws nothing."""
    is_key_of_map: bool = False
    """Whether its key selects the tool only while the map has the focus."""


class FormEntry(Struct, frozen=True):
    """A form that drawing tools draw."""

    id: str
    title: str
    icon: str
    key: str
    help: str = ""


def _shape(kind: AreaKind, canvas: MapCanvas, form: str) -> Tool:
    return ShapeTool(canvas, kind, form)  # type: ignore[arg-type]  # one of its forms below


def _zone(canvas: MapCanvas, form: str) -> Tool:
    if form == "split":
        return SplitTool(canvas)
    return ConnectionTool(canvas) if form == "link" else _shape("zone", canvas, form)


TOOLS = (
    ToolEntry("select", "Select", "mouse-pointer-2", "Shift+S", lambda canvas, form: SelectTool(canvas)),
    ToolEntry("move", "Move", "move", "Shift+M", lambda canvas, form: MoveTool(canvas)),
    ToolEntry(
        "measure", "Measure", "ruler", "Shift+R", lambda canvas, form: MeasureTool(canvas),
        # Where several combatants are asked for dice, the same key rolls the rest.
        is_key_of_map=True,
    ),
    ToolEntry("ping", "Ping", "circle-dot", "Shift+K", lambda canvas, form: PingTool(canvas)),
    ToolEntry("frame", "Player View", "square", "Shift+V", lambda canvas, form: FrameTool(canvas)),
    ToolEntry(
        "zone", "Zone", "vector-square", "Shift+Z", _zone, ("rectangle", "polygon", "circle", "split", "link")
    ),
    ToolEntry(
        "cover", "Cover", "brick-wall", "Shift+C", partial(_shape, "cover"), ("rectangle", "polygon", "circle", "line")
    ),
    ToolEntry(
        "terrain", "Terrain", "trees", "Shift+T", partial(_shape, "terrain"), ("rectangle", "polygon", "circle")
    ),
    ToolEntry(
        "drawing", "Draw", "pencil", "Shift+D", partial(_shape, "drawing"), ("line", "rectangle", "polygon", "circle")
    ),
    ToolEntry(
        "fog", "Fog", "cloud", "Shift+F", FogTool,
        ("brush", "rectangle", "polygon", "circle"),
    ),
)  # fmt: skip
FORMS = (
    FormEntry("rectangle", "Rectangle", "square", "Alt+1"),
    FormEntry("polygon", "Polygon", "pentagon", "Alt+2", "Click the corners; Enter finishes."),
    FormEntry("circle", "Circle", "circle", "Alt+3"),
    FormEntry("line", "Line", "spline", "Alt+4"),
    FormEntry("split", "Split", "split", "Alt+5", "Splits a zone in two along a line."),
    FormEntry("brush", "Brush", "pencil", "Alt+7", "Hides what it is drawn over from players; with Shift it reveals."),
    FormEntry("link", "Connect", "link", "Alt+6", "Connects one zone to another, even if they do not touch."),
)
"""Their keys need Alt: digits alone are dice."""


def tool_entry(id: str) -> ToolEntry:
    return next(tool for tool in TOOLS if tool.id == id)


def form_entry(id: str) -> FormEntry:
    return next(form for form in FORMS if form.id == id)


# --------------------------------------------------------------------------------------------------- asking for a place


Given = Callable[[float, float, Id | None], object]
Pointed = Callable[[float, float, Id | None], str]


def _unsaid(x: float, y: float, who: Id | None) -> str:
    return "click the place"


class PlaceTool(Tool):
    """Reports the place of the next click, to the millimetre, and the combatant there."""

    name = "Place"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, canvas: MapCanvas, given: Given, pointed: Pointed = _unsaid) -> None:
        """`pointed` returns the text at the pointer for the place under it."""
        super().__init__(canvas)
        self._given = given
        self._pointed = pointed

    def hover(self, pointer: Pointer) -> None:
        self.canvas.point_at(pointer)
        self.canvas.set_drag_label(self._pointed(*_place(pointer)))

    def click(self, pointer: Pointer) -> None:
        self.canvas.set_drag_label("")
        self._given(*_place(pointer))

    def cancel(self) -> bool:
        self.canvas.set_drag_label("")
        return False


def _place(pointer: Pointer) -> tuple[float, float, Id | None]:
    on = pointer.token if pointer.token is not None and pointer.token.point is not None else None
    return round(pointer.place[0], 3), round(pointer.place[1], 3), None if on is None else on.id


# ----------------------------------------------------------------------------------------------- buttons over the board


_CORNER = 2
"""Pixels of each corner that the frame of a bar leaves to the board."""


class BoardBar(QWidget):
    """A row of buttons of which one is checked, in a frame over the board.

    It is opaque: otherwise Qt would paint it again with every frame of the board.
    """

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        line = QHBoxLayout(self)
        line.setContentsMargins(HALF, HALF, HALF, HALF)
        line.setSpacing(2)
        self._line = line
        self._group = QButtonGroup(self)
        self.buttons: list[QToolButton] = []
        self.keys: tuple[str, ...] = ()
        self._padding = ""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Mask the corners so that the board shows there; few rectangles, because every frame is clipped by them."""
        super().resizeEvent(event)
        whole = self.rect()
        across = QRegion(whole.adjusted(0, _CORNER, 0, -_CORNER))
        self.setMask(across.united(whole.adjusted(_CORNER, 0, -_CORNER, 0)))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), palette().color("ground"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(palette().color("line"))
        painter.setBrush(palette().color("raised"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
        painter.end()

    def clear(self) -> None:
        for button in self.buttons:
            self._group.removeButton(button)
            self._line.removeWidget(button)
            dispose(button)
        self.buttons, self.keys = [], ()

    def add(self, title: str, icon: str = "", key: str = "") -> QToolButton:
        button = QToolButton()
        if self._padding:
            button.setStyleSheet(self._padding)
        self.keys = (*self.keys, key or title)
        button.setText(title)
        button.setToolTip(title)
        button.setAccessibleName(title)
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setProperty("role", "flat")
        if icon:
            set_icon(button, icon)
        self._group.addButton(button)
        self._line.addWidget(button)
        # Qt shows it only later, and until then the row has no room for it.
        button.show()
        self.buttons.append(button)
        return button

    def set_compact(self, is_compact: bool) -> None:
        padding = "padding: 2px 5px;" if is_compact else ""
        if padding != self._padding:
            self._padding = padding
            for button in self.buttons:
                button.setStyleSheet(padding)

    def set_icons_only(self, is_narrow: bool) -> None:
        style = Qt.ToolButtonStyle.ToolButtonIconOnly if is_narrow else Qt.ToolButtonStyle.ToolButtonTextOnly
        for button in self.buttons:
            button.setToolButtonStyle(style)


# ------------------------------------------------------------------------------------------------------------- the area


VIEWS = (("map", "Map", "map"), ("zones", "Zones", "list"), ("bands", "Range Bands", "target"))
_TOOLS_IN_COMPACT = 5
"""Number of tools shown over a small board; the others are in the menu."""
_SURROUNDINGS = 15.0
"""Combatants within this many metres of the drawn board are always shown."""
_MARGINS = QMarginsF(24, 60, 24, 48)
"""Pixels around the board that the buttons and the scale take."""
_RING_NAME = 90
"""Maximum width of half the name of a ring, in pixels."""
_NARROW = 560
"""Width in pixels below which the tools are icons without words."""


class BoardArea(QWidget):
    """Map, list of zones and range bands, one of them shown, with buttons over their upper edge."""

    view_changed = Signal(str)
    tool_changed = Signal(str)
    """The tool or the form that it draws has changed."""
    escaped = Signal()
    """Esc was pressed, and nothing on the board used it."""

    def __init__(self, bridge: Bridge, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._selection = selection
        self._projector = MapProjector(bridge.ruleset, GM)
        self.map = MapCanvas()
        self.drops = MapDrops(self.map)
        self.bands = BandsCanvas()
        self.zones = ZoneList()
        self.entry_drops = (
            EntryDrops(self.zones.page, self.zones.drop_target_at),
            EntryDrops(self.bands, self.bands.drop_target_at),
        )
        self._stack = QStackedLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        for canvas in (self.map, self.zones, self.bands):
            self._stack.addWidget(canvas)
        self._margins = _MARGINS
        self._fitted: Camera | None = None
        self._struck: tuple[Id, ...] = ()
        self.map.set_margins(self._margins)
        self._views = BoardBar(self)
        self._tools = BoardBar(self)
        self._forms = BoardBar(self)
        self._forms.hide()
        self._tool_key = "select"
        self._form = {tool.id: tool.forms[0] for tool in TOOLS if tool.forms}
        self._build_views()
        self._build_tools()
        for canvas in (self.map, self.zones, self.bands):
            canvas.set_resolver(bridge.picture)
        selection.changed.connect(self.refresh)
        self.refresh()

    def _build_views(self) -> None:
        for key, title, icon in VIEWS:
            button = self._views.add(title, icon)
            button.clicked.connect(lambda _=False, key=key: self.show_view(key))
        self._views.buttons[0].setChecked(True)

    def _build_tools(self) -> None:
        for tool in TOOLS:
            button = self._tools.add(tool.title, tool.icon)
            button.clicked.connect(lambda _=False, key=tool.id: self.take_tool(key))
        self._tools.buttons[0].setChecked(True)

    # ------------------------------------------------------------------------------------ showing

    @property
    def view(self) -> str:
        """`map`, `zones` or `bands`."""
        return VIEWS[self._stack.currentIndex()][0]

    @property
    def tool(self) -> str:
        """The key of the current tool."""
        return self._tool_key

    @property
    def form(self) -> str:
        """The form that the current tool draws; empty if it draws nothing."""
        return self._form.get(self._tool_key, "")

    @property
    def canvas(self) -> MapCanvas | ZoneList | BandsCanvas:
        """The view that is shown."""
        return (self.map, self.zones, self.bands)[self._stack.currentIndex()]

    @property
    def free_room(self) -> QRect:
        """The room for cards over the board: below its buttons."""
        top = max(bar.geometry().bottom() for bar in (self._tools, self._views, self._forms) if not bar.isHidden())
        return self.rect().adjusted(12, top + UNIT, -12, -UNIT)

    def show_view(self, key: str) -> None:
        """Show the map, the zones as a list, or the range bands."""
        index = [view for view, _, _ in VIEWS].index(key)
        self._stack.setCurrentIndex(index)
        self._views.buttons[index].setChecked(True)
        self._tools.setVisible(key == "map")
        self._show_forms()
        self._lay_bars()
        self.refresh()
        # A hidden map is not resized, so it may still have to be fitted.
        if key == "map" and self._is_untouched:
            QTimer.singleShot(0, self, self.fit)
        self.view_changed.emit(key)

    def take_tool(self, key: str) -> None:
        """Make a tool the current one."""
        self._tool_key = key
        entry = tool_entry(key)
        self._tools.buttons[TOOLS.index(entry)].setChecked(True)
        self.map.set_tool(entry.make(self.map, self.form))
        self._show_forms()
        self._lay_bars()
        self.tool_changed.emit(key)

    def use_tool(self, key: str) -> None:
        """Make a tool the current one on the map, which is shown for it."""
        if self.view != "map":
            self.show_view("map")
        self.take_tool(key)

    def take_form(self, form: str) -> None:
        """Change the form of the current tool; if the tool cannot draw that form, switch to the zone tool."""
        if form not in tool_entry(self._tool_key).forms:
            self._tool_key = "zone"
        self._form[self._tool_key] = form
        self.take_tool(self._tool_key)

    def _show_forms(self) -> None:
        """Show the forms of the current tool as buttons under the tools."""
        forms = tool_entry(self._tool_key).forms if self.view == "map" else ()
        if self._forms.keys != forms:
            self._forms.clear()
            for form in forms:
                entry = form_entry(form)
                button = self._forms.add(entry.title, entry.icon, form)
                button.clicked.connect(lambda _=False, form=form: self.take_form(form))
        for button, form in zip(self._forms.buttons, forms, strict=True):
            button.setChecked(form == self.form)
        self._forms.setVisible(bool(forms))

    def ask_place(self, given: Given, pointed: Pointed) -> None:
        """Let the next click on the map give a place; then the previous tool is current again.

        `pointed` returns the text at the pointer for the place under it.
        """

        def take(x: float, y: float, who: Id | None) -> None:
            self.take_tool(self._tool_key)
            given(x, y, who)

        self.map.set_tool(PlaceTool(self.map, take, pointed))

    def ask_route(self) -> None:
        """Let the next clicks on the map draw a route for the acting combatant, instead of using the current tool."""
        self.map.set_tool(MoveTool(self.map))

    @property
    def current_area(self) -> tuple[str, str] | None:
        """`zone` or `feature`, and the id of the area chosen with a drawing tool, or None if there is none any more."""
        tool, board = self.map.tool, self._bridge.battle.board
        if not isinstance(tool, ShapeTool) or tool.chosen is None:
            return None
        there: Collection[Id] = board.zones if tool.kind == "zone" else board.features
        return ("zone" if tool.kind == "zone" else "feature", tool.chosen) if tool.chosen in there else None

    def show_in_area(self, who: tuple[Id, ...]) -> None:
        """Mark the combatants that the area of an action would strike."""
        if who != self._struck:
            self._struck = who
            self.refresh()

    def refresh(self) -> None:
        """Show the current board."""
        battle, ruleset = self._bridge.battle, self._bridge.ruleset
        actor, target = self._selection.actor, self._selection.target
        if self.view == "map":
            current = self._selection.current
            view = self._projector.project(battle, acting=actor, target=target, current=current)
            view = self._with_last_step(replace(view, tokens=self._marked(view.tokens)))
            self.map.set_view(view)
            shown = {token.id for token in self.map.view.tokens}
            self.map.show_selection(id for id in self._selection.chosen if id in shown)
        elif self.view == "zones":
            zones = project_zones(battle, ruleset, GM, center=actor, acting=actor, target=target)
            rows = tuple([replace(row, tokens=self._marked(row.tokens)) for row in zones.rows])
            self.zones.set_view(replace(zones, rows=rows))
            self.zones.set_selection(frozenset(self._selection.chosen))
        else:
            bands = project_bands(battle, ruleset, GM, center=actor, acting=actor, target=target)
            tokens = self._marked(entry.token for entry in bands.entries)
            entries = (replace(entry, token=token) for entry, token in zip(bands.entries, tokens, strict=True))
            self.bands.set_view(replace(bands, entries=tuple(entries)))
            self.bands.set_selection(frozenset(self._selection.chosen))

    def prefetch(self, battle: AnyBattle, acting: Id | None) -> None:
        """Prepare the tokens of a battle that may be shown next."""
        if self.view == "map":
            self.map.tokens.prefetch(self._projector.project(battle, acting=acting).tokens)

    def _with_last_step(self, view: MapView) -> MapView:
        """Return the map with what the last step struck and moved."""
        session = self._bridge.session
        step = next((one for one in reversed(session.steps) if one.kind == "do" and not one.is_undone), None)
        if step is None:
            return view
        before, after = session.battle_before(step), session.battle_after(step)
        return with_last_step(view, self._bridge.ruleset, before, after, step.call, GM)

    def _marked(self, tokens: Iterable[TokenView]) -> tuple[TokenView, ...]:
        """Return the tokens, with further targets and struck combatants also marked as targets."""
        further = {*self._selection.targets[1:], *self._struck}
        return tuple([replace(token, target=True) if token.id in further else token for token in tokens])

    def set_compact(self, is_compact: bool) -> None:
        """Set whether there is little room: the buttons over the board are then smaller and fewer."""
        for bar in (self._views, self._tools, self._forms):
            bar.set_compact(is_compact)
        self._views.buttons[-1].setText("Bands" if is_compact else "Range Bands")
        for button in self._tools.buttons[_TOOLS_IN_COMPACT:]:
            button.setHidden(is_compact)
        self._margins = QMarginsF(16, 44, 16, 36) if is_compact else _MARGINS
        self.map.set_margins(self._margins)
        self._lay_bars()

    # ------------------------------------------------------------------------------------- layout

    def fit(self) -> None:
        """Show the drawn board with all combatants near it; those far away appear as arrows at its edge."""
        view = self.map.view
        drawn = map_bounds(replace(view, tokens=()))
        if drawn is None:
            self.map.fit()
        else:
            near = tuple(token for token in view.tokens if _is_near(token, drawn))
            bounds = map_bounds(replace(view, tokens=near))
            assert bounds is not None
            self.map.fit()
            self.map.set_camera(self.map.camera.fitted(bounds, self._margins))
        self._fitted = self.map.camera

    def show_picture(self) -> None:
        """Show the whole background picture, once the view that was asked for last is laid out."""
        QTimer.singleShot(0, self, self._fit_picture)

    def _fit_picture(self) -> None:
        place = self.map.picture.place
        if place is None:
            self.fit()
            return
        bounds = (place.left(), place.top(), place.right(), place.bottom())
        self.map.stop_auto_fit()
        self.map.set_camera(self.map.camera.fitted(bounds, self._margins))
        self._fitted = None

    @property
    def _is_untouched(self) -> bool:
        """Whether the board is in view as it was fitted: not zoomed since, nor begun by hand while it was empty."""
        return not self.map.is_kept and self._fitted is not None and self._fitted.scale == self.map.camera.scale

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        QTimer.singleShot(0, self, self.fit)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep all of the board in view until the user has changed the view."""
        is_untouched = self._is_untouched
        super().resizeEvent(event)
        if is_untouched:
            QTimer.singleShot(0, self, self.fit)
        self._lay_bars()

    def _lay_bars(self) -> None:
        self._views.set_icons_only(False)
        self._tools.set_icons_only(self.width() < _NARROW + self._views.sizeHint().width())
        self._forms.set_icons_only(self.width() < _NARROW)
        room = self.width() - self._tools.sizeHint().width() - 3 * 12
        self._views.set_icons_only(not self._tools.isHidden() and self._views.sizeHint().width() > room)
        for bar in (self._views, self._tools, self._forms):
            bar.adjustSize()
        self._views.move(12, UNIT)
        # On a very narrow board the tools have a row of their own.
        has_room = self._tools.isHidden() or self._views.width() + self._tools.width() + 3 * 12 <= self.width()
        top = UNIT if has_room else self._views.geometry().bottom() + HALF
        self._tools.move(self.width() - self._tools.width() - 12, top)
        self._forms.move(self.width() - self._forms.width() - 12, self._tools.geometry().bottom() + HALF)
        # The name of the outermost ring is in the middle: on a narrow board it goes below the buttons.
        is_narrow = self.width() / 2 < self._views.geometry().right() + _RING_NAME
        self.bands.set_top(self._views.geometry().bottom() if is_narrow else 0)
        for bar in (self._views, self._tools, self._forms):
            bar.raise_()
        shown = [bar for bar in (self._views, self._tools, self._forms) if not bar.isHidden()]
        self.map.set_covered([QRectF(bar.geometry()) for bar in shown])


def _is_near(token: TokenView, drawn: Bounds) -> bool:
    """Whether a combatant is on the drawn board, or near it.

    Near is within half the size of the drawn board, and at least within `_SURROUNDINGS`, as around a single wall.
    """
    if token.x is None or token.y is None:
        return False
    left, top, right, bottom = drawn
    reach = max(_SURROUNDINGS, (right - left) / 2, (bottom - top) / 2)
    return left - reach <= token.x <= right + reach and top - reach <= token.y <= bottom + reach
