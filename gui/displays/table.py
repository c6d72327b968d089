"""A table of the game: every cell in little room, with the row, the column and the cell that were read last lit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from gui.displays.base import DisplayWidget
from gui.style import palette, semi_bold, set_role, text_font
from gui.style.measures import HALF, HEADING, SMALL
from gui.widgets.layouts import ElidedLabel
from model.engine.types import Grid
from model.state.base import Record
from model.view.sheet import TableDisplayView

_HEAD = 44.0
"""Room for the titles of rows."""
_ROW = 15.0
_WIDE = 20.0
"""Width of a cell from which on titles of two figures stand beside one another."""
_LETTERS = 10
_AROUND = 2
"""Rows shown before and after the lit one where the whole table is not wanted."""
_SHADES = 0.5
"""How much of the accent the strongest sign has in its ground."""


class TableWidget(DisplayWidget[TableDisplayView]):
    """The name of the table, what was read last with the rows around it, and by a click the whole table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, HALF, 0, HALF)
        column.setSpacing(HALF)
        self.name, self.origin, self.read = ElidedLabel(), QLabel(), QLabel()
        self.name.setFont(semi_bold(SMALL))
        self.read.setFont(semi_bold(SMALL))
        self.whole = QPushButton("Whole Table")
        self.whole.setCheckable(True)
        self.whole.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.whole.setStyleSheet("padding: 1px 8px;")
        self.whole.toggled.connect(self._show_whole)
        self.grid = GridView()
        self.legend = QLabel()
        for label in (self.origin, self.read, self.legend):
            label.setWordWrap(True)
        head = QHBoxLayout()
        head.addWidget(self.name, 1)
        head.addWidget(self.whole)
        column.addLayout(head)
        for label in (self.origin, self.legend):
            label.setFont(text_font(HEADING))
            set_role(label, "muted")
        for widget in (self.origin, self.read, self.grid, self.legend):
            column.addWidget(widget)
        self._show_whole(False)

    def set_view(self, view: TableDisplayView, paths: Mapping[str, str]) -> None:
        grid = view.grid
        assert grid is not None, "a table comes with its grid"
        self.name.setText(grid.title)
        self.name.setToolTip(grid.title)
        self.origin.setText(grid.origin)
        self.read.setText("" if grid.lit is None else grid.lit.words)
        self.read.setVisible(bool(self.read.text()))
        self.legend.setText(" · ".join(f"{sign.sign} {sign.words}" for sign in grid.signs))
        self.grid.setAccessibleName(view.title)
        self.grid.show_grid(grid)
        self._show_whole(self.whole.isChecked())

    def _show_whole(self, is_whole: bool) -> None:
        self.grid.set_whole(is_whole)
        self.grid.setVisible(is_whole or bool(self.read.text()))
        self.legend.setVisible(is_whole and bool(self.legend.text()))
        self.origin.setVisible(is_whole and bool(self.origin.text()))


class _Places(Record):
    """Where the cells stand."""

    left: float
    top: float
    width: float

    def cell(self, row: int, column: int) -> QRectF:
        return QRectF(self.left + column * self.width, self.top + row * _ROW, self.width, _ROW)


class GridView(QWidget):
    """The cells; stronger signs stand on a stronger ground, and the lit cell where two lit bands cross.

    Unless the whole is wanted only the rows around the lit one are shown.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = Grid(title="")
        self._is_whole = True
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_grid(self, grid: Grid) -> None:
        self._grid = grid
        self.setAccessibleDescription("" if grid.lit is None else grid.lit.words)
        self.updateGeometry()
        self.update()

    def set_whole(self, is_whole: bool) -> None:
        """Show all rows, or only those around the lit one."""
        self._is_whole = is_whole
        self.updateGeometry()
        self.update()

    @property
    def shown(self) -> range:
        """The rows that are shown, by number."""
        count, lit = len(self._grid.rows), self._grid.lit
        if self._is_whole or lit is None:
            return range(count)
        first = max(0, min(lit.row - _AROUND, count - 2 * _AROUND - 1))
        return range(first, min(count, first + 2 * _AROUND + 1))

    def sizeHint(self) -> QSize:
        return QSize(320, round((len(self.shown) + 2) * _ROW))

    def minimumSizeHint(self) -> QSize:
        return QSize(240, self.sizeHint().height())

    def words(self, row: int, column: int) -> str:
        """A cell in words: `Margin 35-39, defence 10: M, medium`."""
        grid = self._grid
        sign = grid.rows[row].cells[column]
        meaning = next((one.words for one in grid.signs if one.sign == sign), "")
        where = f"{grid.rows_title} {grid.rows[row].title}, {grid.columns_title} {grid.columns[column]}"
        return f"{where}: {sign}, {meaning}" if meaning else f"{where}: {sign}"

    def _places(self) -> _Places:
        columns = max(1, len(self._grid.columns))
        return _Places(_HEAD, (2 - self.shown.start) * _ROW, (self.width() - _HEAD - 1) / columns)

    # ------------------------------------------------------------------------------------- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        grid, places = self._grid, self._places()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_heads(painter, places)
        if grid.lit is not None:
            self._draw_bands(painter, places, grid.lit.row, grid.lit.column)
        painter.setFont(text_font(_LETTERS))
        strengths = {one.sign: place for place, one in enumerate(grid.signs)}
        for row in self.shown:
            for column, sign in enumerate(grid.rows[row].cells):
                self._draw_cell(painter, places.cell(row, column), sign, strengths.get(sign, 0))
        if grid.lit is not None:
            self._draw_lit(painter, places, grid.lit.row, grid.lit.column)
        painter.end()

    def _draw_heads(self, painter: QPainter, places: _Places) -> None:
        grid, colors = self._grid, palette()
        painter.setPen(colors.color("muted"))
        painter.setFont(text_font(_LETTERS))
        whole = QRectF(places.left, 0, self.width() - places.left, _ROW)
        painter.drawText(whole, Qt.AlignmentFlag.AlignCenter, grid.columns_title)
        painter.drawText(QRectF(0, _ROW, _HEAD - 6, _ROW), _RIGHT, grid.rows_title)
        for column, title in enumerate(grid.columns):
            lit = grid.lit is not None and grid.lit.column == column
            self._draw_head(
                painter, places.cell(self.shown.start - 1, column), title, Qt.AlignmentFlag.AlignCenter, lit
            )
        for row in self.shown:
            lit = grid.lit is not None and grid.lit.row == row
            box = QRectF(0, places.cell(row, 0).top(), _HEAD - 6, _ROW)
            self._draw_head(painter, box, grid.rows[row].title, _RIGHT, lit)

    def _titled(self, places: _Places) -> Sequence[int]:
        """The columns whose titles have room: every second one where cells are narrow, and always the lit one."""
        columns = range(len(self._grid.columns))
        if all(len(title) == 1 for title in self._grid.columns) or places.width >= _WIDE:
            return columns
        lit = None if self._grid.lit is None else self._grid.lit.column
        return [at for at in columns if at == lit or (at % 2 == 0 and (lit is None or abs(at - lit) != 1))]

    @staticmethod
    def _draw_head(painter: QPainter, box: QRectF, title: str, align: Qt.AlignmentFlag, lit: bool) -> None:
        painter.setFont(semi_bold(_LETTERS, tabular=True) if lit else text_font(_LETTERS, tabular=True))
        painter.setPen(palette().color("now_text" if lit else "muted"))
        painter.drawText(box.adjusted(-2, 0, 2, 0), align, title)

    def _draw_bands(self, painter: QPainter, places: _Places, row: int, column: int) -> None:
        """The row and the column of the cell that was read."""
        fill = palette().color("now_fill")
        end = len(self._grid.columns) - 1
        painter.fillRect(places.cell(row, 0).united(places.cell(row, end)), fill)
        painter.fillRect(places.cell(self.shown[0], column).united(places.cell(self.shown[-1], column)), fill)

    def _draw_cell(self, painter: QPainter, box: QRectF, sign: str, strength: int) -> None:
        colors = palette()
        most = max(1, len(self._grid.signs) - 1)
        if strength:
            ground = QColor(colors.color("second"))
            ground.setAlphaF(_SHADES * strength / most)
            painter.fillRect(box.adjusted(0.5, 0.5, -0.5, -0.5), ground)
        painter.setPen(colors.color("text" if strength else "dim"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, sign)

    def _draw_lit(self, painter: QPainter, places: _Places, row: int, column: int) -> None:
        """The cell itself, a little larger than it is."""
        colors, box = palette(), places.cell(row, column).adjusted(-2.5, -2, 2.5, 2)
        painter.setPen(QPen(colors.color("now"), 1.5))
        painter.setBrush(colors.color("now"))
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(colors.color("on_now"))
        painter.setFont(semi_bold(HEADING))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._grid.rows[row].cells[column])

    # -------------------------------------------------------------------------------------- reading

    def cell_at(self, point: QPointF) -> tuple[int, int] | None:
        """Row and column of the cell at a point."""
        places = self._places()
        row = int((point.y() - places.top) // _ROW)
        column = int((point.x() - places.left) // places.width)
        inside = row in self.shown and 0 <= column < len(self._grid.columns)
        return (row, column) if inside else None

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            found = self.cell_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), "" if found is None else self.words(*found), self)
            return True
        return super().event(event)


_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
