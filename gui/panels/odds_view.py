"""What may come of an action: one big number, what else it may do, and the spread of the damage."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.style.fonts import semi_bold, text_font
from gui.style.measures import BIG, HEADING, SMALL, UNIT
from gui.style.theme import palette
from model.dice.requests import DiceRequest
from model.engine.odds import Odds
from model.engine.requests import Request
from model.engine.ruleset import Measure
from model.state.base import Id

_TOO_WIDE = 10
"""More bars than this are put together in groups."""


@dataclass(frozen=True)
class OddsShown:
    """The odds of an action on one target, ready to be read."""

    title: str = ""
    chance: Fraction | None = None
    needs: str = ""
    further: tuple[tuple[str, Fraction, Fraction | None], ...] = ()
    """What else may come of it: words, overall, and as a share of the first chance."""
    spread: tuple[tuple[str, Fraction], ...] = ()
    marked: frozenset[str] = frozenset()
    """Amounts of the spread that bring about the second of the chances, such as dropping the target."""


def percent(chance: Fraction) -> str:
    """`41.7 %`; never rounded to a certainty that it is not."""
    if chance in (0, 1):
        return f"{int(chance * 100)} %"
    return f"{min(99.9, max(0.1, float(chance) * 100)):.1f} %"


def needed_words(request: Request | None) -> str:
    """What the dice that are due have to show, such as `on 8 or more`; empty where nothing is to be reached."""
    if not isinstance(request, DiceRequest) or request.against is None or not request.is_sum:
        return ""
    needed = request.against - request.bonus
    if request.roll_under:
        return "never" if needed < request.count else f"on {needed} or less"
    if needed <= request.count:
        return "always"
    if needed > request.count * request.sides:
        return "never"
    return f"on {needed} or more"


def odds_shown(odds: Odds | None, measures: tuple[Measure, ...], target: Id | None, due: Request | None) -> OddsShown:
    """Pick from the odds what a GM reads: the first chance that the ruleset names is the big number."""
    if odds is None or not odds.measures:
        return OddsShown()
    measured = [id for id, _ in odds.measures]
    who = target if target is not None and target in measured else measured[0]
    known = {name for id, name in odds.measures if id == who}
    chances = [measure for measure in measures if measure.kind == "chance" and measure.key in known]
    spreads = [measure for measure in measures if measure.kind == "spread" and measure.key in known]
    if not chances and not spreads:
        return OddsShown()
    spread = odds.distribution(who, spreads[0].key) if spreads else {}
    if not chances:
        return OddsShown(title=spreads[0].title, spread=_bars(spread))
    first, *others = chances
    overall = odds.chance(who, first.key)
    further = tuple(
        (measure.title, chance, chance / overall if overall else None)
        for measure in others
        if (chance := odds.chance(who, measure.key))
    )
    bars = _bars(spread)
    missing = 1 - sum(spread.values(), Fraction(0))
    if bars and missing > 0 and "0" not in dict(bars):
        bars = (("miss", missing), *bars)
    marked = _tail(spread, further[0][1]) if further else frozenset()
    return OddsShown(first.title, overall, _needed(overall, due), further, bars, marked)


def _needed(chance: Fraction, due: Request | None) -> str:
    """What the dice have to show for the first chance; where success alone is not enough, how far under it must be."""
    words = needed_words(due)
    if not isinstance(due, DiceRequest) or due.against is None or not due.roll_under or due.count != 1:
        return words
    faces = chance * due.sides
    of_roll = min(max(due.against - due.bonus, 0), due.sides)
    if faces == of_roll:
        return words
    return f"on {faces} or less" if faces.denominator == 1 and 0 < faces < of_roll else ""


def _tail(spread: dict[Any, Fraction], chance: Fraction) -> frozenset[str]:
    """The highest amounts that are together exactly as likely as something else: they are what brings it about."""
    tail: list[str] = []
    left = chance
    for value in sorted(spread, reverse=True):
        if left <= 0:
            break
        tail.append(str(value))
        left -= spread[value]
    return frozenset(tail) if left == 0 else frozenset()


def _bars(spread: dict[Any, Fraction]) -> tuple[tuple[str, Fraction], ...]:
    """One bar for each amount; many amounts are put together in equal groups."""
    values = sorted(spread)
    if len(values) <= _TOO_WIDE:
        return tuple((str(value), spread[value]) for value in values)
    step = -(-len(values) // _TOO_WIDE)
    groups = [values[start : start + step] for start in range(0, len(values), step)]
    bars = []
    for group in groups:
        label = str(group[0]) if len(group) == 1 else f"{group[0]}–{group[-1]}"
        bars.append((label, sum((spread[value] for value in group), Fraction(0))))
    return tuple(bars)


class OddsView(QWidget):
    """The odds, drawn: the number on the left, the spread on the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = OddsShown()
        self._is_dense = False
        self.hide()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def shown(self) -> OddsShown:
        return self._shown

    def set_dense(self, is_dense: bool) -> None:
        self._is_dense = is_dense
        self.updateGeometry()

    def set_odds(self, shown: OddsShown) -> None:
        """Show these; nothing known takes no room."""
        if shown == self._shown:
            return
        self._shown = shown
        self.setVisible(shown.chance is not None or bool(shown.spread))
        self.setAccessibleName("Odds")
        self.setAccessibleDescription(self.words())
        self.setToolTip(self.words())
        self.updateGeometry()
        self.update()

    def words(self) -> str:
        """The odds as a sentence."""
        shown = self._shown
        parts = [] if shown.chance is None else [f"{shown.title} {percent(shown.chance)} {shown.needs}".strip()]
        parts += [_further_words(*further) for further in shown.further]
        parts += [f"{label}: {percent(chance)}" for label, chance in shown.spread]
        return "; ".join(parts)

    def sizeHint(self) -> QSize:
        lines = 1 + min(2, len(self._shown.further))
        return QSize(280, 58 if self._is_dense else max(72, 38 + lines * 17))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        left = self._paint_words(painter)
        if self._shown.spread:
            self._paint_spread(painter, QRectF(left + 2 * UNIT, 0, self.width() - left - 2 * UNIT, self.height()))
        painter.end()

    def _paint_words(self, painter: QPainter) -> float:
        """Draw number and words; returns how far they reach to the right."""
        shown, colors = self._shown, palette()
        if shown.chance is None:
            return 0
        big = semi_bold(BIG - 6 if self._is_dense else BIG - 2, tabular=True)
        painter.setFont(big)
        painter.setPen(colors.color("text"))
        height = 28 if self._is_dense else 34
        painter.drawText(QRectF(0, 0, self.width(), height), Qt.AlignmentFlag.AlignVCenter, percent(shown.chance))
        reach = QFontMetricsF(big).horizontalAdvance(percent(shown.chance))
        lines = [(f"{shown.title} {shown.needs}".strip(), "muted")]
        for words, chance, share in shown.further[:2]:
            of = "" if share is None else f" ({_share_words(share, shown.title)})"
            lines.append((f"{percent(chance)} {words.lower()}{of}", "bad"))
        font = text_font(SMALL, tabular=True)
        painter.setFont(font)
        line_height = 16
        for index, (line, color) in enumerate(lines):
            painter.setPen(colors.color(color))
            box = QRectF(0, height + index * line_height, self.width(), line_height)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, line)
            reach = max(reach, QFontMetricsF(font).horizontalAdvance(line))
        return reach

    def _paint_spread(self, painter: QPainter, box: QRectF) -> None:
        shown, colors = self._shown, palette()
        if box.width() < 60:
            return
        highest = max(chance for _, chance in shown.spread)
        foot, head = box.bottom() - 15, box.top() + 14
        width = min(34.0, box.width() / len(shown.spread))
        start = box.right() - width * len(shown.spread)
        painter.setFont(text_font(HEADING - 1, tabular=True))
        for index, (label, chance) in enumerate(shown.spread):
            left = start + index * width
            height = max(1.0, (foot - head) * float(chance / highest))
            bar = QRectF(left + 1.5, foot - height, width - 3, height)
            name = "health_low" if label in shown.marked else "track" if label in ("miss", "0") else "second"
            painter.fillRect(bar, colors.color(name))
            painter.setPen(colors.color("muted"))
            above = QRectF(left - 4, bar.top() - 14, width + 8, 14)
            painter.drawText(above, Qt.AlignmentFlag.AlignCenter, _short_percent(chance))
            painter.drawText(QRectF(left - 6, foot + 1, width + 12, 14), Qt.AlignmentFlag.AlignCenter, label)
        painter.setPen(QPen(colors.color("line"), 1))
        painter.drawLine(QPointF(start, foot), QPointF(box.right(), foot))


def _short_percent(chance: Fraction) -> str:
    """Whole per cents over a bar; a little is never nothing."""
    return "<1" if 0 < chance < Fraction(1, 200) else f"{float(chance) * 100:.0f}"


def _share_words(share: Fraction, title: str) -> str:
    return f"{float(share) * 100:.0f} % of {title.lower().removesuffix('s')}s" if title else percent(share)


def _further_words(words: str, chance: Fraction, share: Fraction | None) -> str:
    return f"{percent(chance)} {words}" + ("" if share is None else f", {percent(share)} of those")
