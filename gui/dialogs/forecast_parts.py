"""Widgets for the figures of a forecast: chances as bars, distribution of rounds, fates of combatants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QSizePolicy, QTableWidget, QTableWidgetItem, QWidget

from gui.style.theme import HALF, SMALL, TEXT, UNIT, Palette, palette, semi_bold, side_style, text_font, theme
from gui.style.widgets import draw_side_mark
from model.engine.ruleset import Ruleset
from model.forecast import LONG, NOBODY, PARTY, Chance, Fate, Result, Spread
from model.state.base import Record
from model.state.battle import AnyBattle
from model.view.viewer import PLAYERS_SIDE

_BAR_ROW = 34
_BAR = 22
_TITLE, _WORDS = 150, 140
"""Widths in pixels of the title before a bar and of the words after it."""
_LIKELY = 0.4
"""Chance to drop from which it is coloured."""
_FOOT = 20
_MARK = 12
_FATE, _FATES = 29, 8
"""Height in pixels of a row of the table, and number of rows visible without scrolling."""

# ---------------------------------------------------------------------------------------------------------------- texts


def percent(share: float) -> str:
    """Return a share as `71 %`, but never 0 % or 100 % unless the share is exactly 0 or 1."""
    if 0 < share < 0.005:
        return "< 1 %"
    if 0.995 < share < 1:
        return "> 99 %"
    return f"{share:.0%}".replace("%", " %")


def interval_words(chance: Chance) -> str:
    """Return the interval of a chance in percent, as `68–74`."""
    low, high = (round(bound * 100) for bound in chance.interval)
    return f"{low}–{high}" if low != high else f"{low}"


def left_words(fate: Fate) -> str:
    """Return the health left as `11 of 18 (7–15)`: median, maximum, and range of the middle half of all fights."""
    low, high = fate.left.middle_half
    most = "" if fate.most is None else f" of {fate.most:g}"
    return f"{fate.left.median:g}{most} ({low:g}–{high:g})" if low != high else f"{fate.left.median:g}{most}"


def rounds_words(rounds: Spread, most: int = 0) -> str:
    """Return `median 4, nine of ten within 7`; of fights longer than `most` rounds only that fact is known."""
    median, ninth = rounds.median, rounds.quantile(0.9)
    if 0 < most < median:
        return f"median over {most}"
    if 0 < most < ninth:
        return f"median {median:g}, more than one in ten over {most}"
    return f"median {median:g}, nine of ten within {ninth:g}"


def decided_words(result: Result, battle: AnyBattle) -> str:
    """Return what took out the last combatant of a side, as `Rifle of Apex (31 %), Claws of Boomer 2 (12 %)`."""
    shown = [one for one in result.deciding if one.chance.share >= 0.05][:4]
    named = ((f"{one.title} of {battle.combatants[one.who].name}", percent(one.chance.share)) for one in shown)
    return ", ".join(f"{what} ({share})" for what, share in named)


def spent_words(result: Result) -> str:
    """Return how much is spent of each resource on average, as `plot points 2.1, charges 4.3`."""
    return ", ".join(f"{one.title} {one.amount.mean:.1f}" for one in result.spent if one.amount.mean >= 0.05)


# ------------------------------------------------------------------------------------------------------------- chances


class ChanceRow(Record):
    """A chance with its bar."""

    title: str
    share: float
    color: str
    """Name of a palette colour, or a colour as `#rrggbb`."""
    words: str
    """The chance, such as `71 %`, in semi-bold."""
    aside: str = ""
    """Text after `words`: the interval or the difference."""
    aside_color: str = "muted"


def outcome_color(key: str) -> str:
    """Return the colour of an outcome: that of the winning side, or dim if no side wins."""
    if key in (LONG, NOBODY):
        return "dim"
    return side_style(palette(), PLAYERS_SIDE if key == PARTY else key).color


class ChanceBars(QWidget):
    """Rows of chances: title on the left, bar, percent on the right. As high as its rows."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[ChanceRow, ...] = ()
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_rows(self, rows: Sequence[ChanceRow]) -> None:
        """Show these rows, the first on top."""
        if tuple(rows) == self.rows:
            return
        self.rows = tuple(rows)
        words = (f"{row.title}: {row.words} {row.aside}".strip() for row in self.rows)
        self.setAccessibleDescription("; ".join(words))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(440, _BAR_ROW * max(1, len(self.rows)))

    def minimumSizeHint(self) -> QSize:
        return QSize(_TITLE + _WORDS + 60, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for at, row in enumerate(self.rows):
            self._draw(painter, palette(), row, at * _BAR_ROW)
        painter.end()

    def _draw(self, painter: QPainter, colors: Palette, row: ChanceRow, top: float) -> None:
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(text_font(TEXT))
        painter.setPen(colors.color("text"))
        title = QFontMetricsF(text_font(TEXT)).elidedText(row.title, Qt.TextElideMode.ElideRight, _TITLE - UNIT)
        painter.drawText(QRectF(0, top, _TITLE, _BAR_ROW), middle, title)
        room = self.width() - _TITLE - _WORDS
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(row.color) if row.color.startswith("#") else colors.color(row.color))
        if row.share > 0:
            width = max(3.0, room * row.share)
            painter.drawRoundedRect(QRectF(_TITLE, top + (_BAR_ROW - _BAR) / 2, width, _BAR), 3, 3)
        painter.setPen(colors.color("text"))
        painter.setFont(semi_bold(TEXT, tabular=True))
        left: float = self.width() - _WORDS + 2 * UNIT
        painter.drawText(QRectF(left, top, _WORDS, _BAR_ROW), middle, row.words)
        left += QFontMetricsF(semi_bold(TEXT, tabular=True)).horizontalAdvance(row.words) + HALF
        painter.setPen(colors.color(row.aside_color))
        painter.setFont(text_font(SMALL, tabular=True))
        painter.drawText(QRectF(left, top, self.width() - left, _BAR_ROW), middle, row.aside)


# -------------------------------------------------------------------------------------------------------------- rounds


_WIDEST = 48.0
"""Greatest width of a column in pixels."""
_TWO_NUMBERS = 96.0
"""Least width in pixels below the columns for the lowest and the highest number of rounds."""


class RoundsPlot(QWidget):
    """Column chart of how many fights took each number of rounds."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rounds: Spread | None = None
        self._most = 0
        self.setAccessibleName("Rounds from here")
        self.setMinimumHeight(80)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_rounds(self, rounds: Spread | None, most: int = 0) -> None:
        """Show the distribution of rounds, or nothing if it is None; fights longer than `most` are one column."""
        self.rounds, self._most = rounds, most
        self.setAccessibleDescription("" if rounds is None else rounds_words(rounds, most))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(440, 120)

    def paintEvent(self, event: QPaintEvent) -> None:
        rounds = self.rounds
        if rounds is None or not rounds.counts:
            return
        colors = palette()
        counts = dict(rounds.counts)
        first, last = round(min(counts)), round(max(counts))
        # A single column must not fill the whole plot.
        column = min(_WIDEST, self.width() / (last - first + 1))
        height, most = self.height() - _FOOT, max(counts.values())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.color("second"))
        gap = min(3.0, column / 4)
        for at, value in enumerate(range(first, last + 1)):
            if count := counts.get(float(value), 0):
                tall = max(2.0, height * count / most)
                painter.drawRoundedRect(QRectF(at * column, height - tall, column - gap, tall), 2, 2)
        painter.setPen(colors.color("muted"))
        painter.setFont(text_font(SMALL, tabular=True))
        middle = Qt.AlignmentFlag.AlignVCenter
        foot = QRectF(0, height, self.width(), _FOOT)
        painter.drawText(foot, middle | Qt.AlignmentFlag.AlignLeft, self._number(first))
        if first != last:
            foot.setWidth(max(column * (last - first + 1), _TWO_NUMBERS))
            painter.drawText(foot, middle | Qt.AlignmentFlag.AlignRight, self._number(last))
        painter.end()

    def _number(self, rounds: int) -> str:
        return f"over {self._most}" if 0 < self._most < rounds else str(rounds)


# --------------------------------------------------------------------------------------------------------------- fates


class FateRow(Record):
    """Fate of a combatant, or of several of a kind."""

    name: str
    side: str
    drops: str
    left: str = ""
    flees: str = ""
    is_hidden: bool = False
    is_likely: bool = False
    """Whether a combatant of the party or its allies is likely to drop."""


def fate_rows(ruleset: Ruleset, battle: AnyBattle, result: Result) -> Iterator[FateRow]:
    """Yield a row per combatant, or one for several of a kind, in the order of the battle."""
    bands = {who: band for band in result.bands for who in band.members}
    told: set[int] = set()
    for fate in result.fates:
        one = battle.combatants[fate.who]
        band = bands.get(fate.who)
        if band is None:
            is_likely = one.side in ruleset.allied and fate.drops.share >= _LIKELY
            yield FateRow(
                one.name, one.side, percent(fate.drops.share), left_words(fate),
                percent(fate.flees.share) if fate.flees.count else "", one.is_hidden, is_likely,
            )  # fmt: skip
        elif id(band) not in told:
            told.add(id(band))
            size = len(band.members)
            hidden = all(battle.combatants[who].is_hidden for who in band.members)
            yield FateRow(f"{band.title} ×{size}", one.side, f"{band.drops:.1f} of {size}", is_hidden=hidden)


class FatesTable(QTableWidget):
    """Table of how often each combatant drops or flees, and of the health left."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, 4, parent)
        self.setHorizontalHeaderLabels(["Combatant", "Drops", "Flees", "Health left (middle half)"])
        self.setAccessibleName("What becomes of each combatant")
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_FATE)
        self.setShowGrid(False)
        self.setFrameShape(QTableWidget.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setIconSize(QSize(_MARK, _MARK))
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setHighlightSections(False)
        self.rows: tuple[FateRow, ...] = ()
        theme().changed.connect(self._show)

    def set_rows(self, rows: Sequence[FateRow]) -> None:
        if tuple(rows) != self.rows:
            self.rows = tuple(rows)
            self.setMinimumHeight(_FATE * (1 + min(_FATES, len(self.rows))) + UNIT)
            self._show()

    def _show(self) -> None:
        colors = palette()
        self.setRowCount(len(self.rows))
        self.setColumnHidden(2, not any(row.flees for row in self.rows))
        for at, row in enumerate(self.rows):
            name = f"{row.name}  hidden" if row.is_hidden else row.name
            for column, words in enumerate((name, row.drops, row.flees, row.left)):
                item = QTableWidgetItem(words)
                if column == 0:
                    item.setIcon(QIcon(_side_picture(row.side, self.devicePixelRatioF())))
                if column == 1 and row.is_likely:
                    item.setForeground(colors.color("bad"))
                    item.setFont(semi_bold(TEXT))
                self.setItem(at, column, item)


def _side_picture(side: str, ratio: float) -> QPixmap:
    pixmap = QPixmap(round(_MARK * ratio), round(_MARK * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    draw_side_mark(painter, QPointF(_MARK / 2, _MARK / 2), _MARK / 2 - 1.5, side, palette())
    painter.end()
    return pixmap
