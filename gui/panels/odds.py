"""Exact odds in words and bars, and choices with their odds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import count, groupby, pairwise
from math import lcm
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.controllers.action_options import CallOptions, ChoiceOdds
from gui.models.roll_table import counts_by_sum
from gui.style.theme import BIG, HALF, HEADING, RADIUS, SMALL, UNIT, palette, semi_bold, text_font
from gui.style.widgets import draw_key
from model.dice.requests import DiceRequest
from model.engine.calls import Call
from model.engine.odds import Odds
from model.engine.requests import Request
from model.engine.ruleset import Measure, Parameter
from model.state.base import Id, Record

# ----------------------------------------------------------------------------------------------------------------- odds


_NARROWEST, _WIDEST, _APART = 25, 34, 4
"""Least and usual greatest width in pixels of a bar, and the gap between labels; for less room, amounts are grouped."""
_MOST_BARS = 11
_MOST_FURTHER = 3
_LINE = 16
_PLACES = 42
"""Height in pixels of the line of places."""


class LocationOdds(Record):
    """Odds of a hit at one of several places (hit locations)."""

    name: str
    share: Fraction
    """Share of all hits that hit this place."""
    mean: Fraction
    """Average amount of a hit at this place."""


class OddsShown(Record):
    """The odds of an action on one target, prepared for display."""

    title: str = ""
    chance: Fraction | None = None
    needs: str = ""
    further: tuple[tuple[str, Fraction, Fraction | None], ...] = ()
    """Further chances: title, overall chance, and share of the first chance, or None if it is not part of that."""
    spread: tuple[tuple[str, Fraction], ...] = ()
    spread_title: str = ""
    """What the spread shows, such as `damage, misses apart`, because a miss is not damage of 0."""
    marked: frozenset[str] = frozenset()
    """Labels of the amounts in the spread that cause the first of the further chances, such as dropping the target."""
    places: tuple[LocationOdds, ...] = ()
    whose: str = ""
    """Name of the combatant whose first chance it is, if it could be taken for another's."""

    @property
    def first_words(self) -> str:
        """What the first chance is: `hits on 8 or more`, `Karl hits`."""
        return " ".join(filter(None, (self.whose, self.title, self.needs)))


def percent(chance: Fraction) -> str:
    """Return a chance in per cent, such as `41.7 %`; never rounded to 0 % or 100 % unless it is exactly that."""
    ways, out_of = chance.as_integer_ratio()
    if ways in (0, out_of):
        return "100 %" if ways else "0 %"
    return f"{min(99.9, max(0.1, ways / out_of * 100)):.1f} %"


def _sum(chances: Iterable[Fraction]) -> Fraction:
    """Return the sum of chances over one common denominator: adding one by one would reduce the fraction each time."""
    pairs = [chance.as_integer_ratio() for chance in chances]
    common = lcm(*[out_of for _, out_of in pairs])
    return Fraction(sum([ways * (common // out_of) for ways, out_of in pairs]), common)


def needed_words(request: Request | None) -> str:
    """Return what the dice that are due have to show, such as `on 8 or more`; empty if there is no target number."""
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


def odds_shown(
    odds: Odds | None,
    measures: tuple[Measure, ...],
    target: Id | None,
    due: Request | None,
    *,
    is_decided: bool = False,
    whose: str = "",
) -> OddsShown:
    """Return what the GM sees of the odds of a target, or of the first combatant measured if the target is not.

    The first chance that the ruleset names is the big number: the next one, once the dice have decided the first. With
    `whose`, the name of the acting combatant stands before it, because someone else's dice are due.
    """
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
        return OddsShown(title=spreads[0].title, spread=_bars(spread), spread_title=spreads[0].title)
    first, *others = chances
    if is_decided and odds.chance(who, first.key) == 1:
        undecided = [one for one in others if odds.chance(who, one.key)]
        if not undecided:
            return OddsShown(spread=_bars(spread), spread_title=spreads[0].title if spreads else "")
        first, *others = undecided
    overall = odds.chance(who, first.key)
    further = tuple(
        (measure.title, chance, chance / overall if overall and not measure.is_apart else None)
        for measure in others
        if (chance := odds.chance(who, measure.key))
    )
    bars = _bars(spread)
    missing = 1 - _sum(spread.values())
    if bars and missing > 0:
        bars = (("miss", missing), *bars)
    fatal = overall if is_decided and first is not chances[0] else further[0][1] if further else None
    marked = frozenset() if fatal is None else _tail(spread, fatal)
    at = next((measure.key for measure in measures if measure.kind == "places" and measure.key in known), "")
    places = _places(odds.measures[who, at]) if at else ()
    over = "" if not spreads else f"{spreads[0].title}, misses apart" if missing > 0 else spreads[0].title
    needs = "" if whose or first is not chances[0] else _needed(overall, due)
    return OddsShown(first.title, overall, needs, further, bars, over, marked, places, whose)


def _places(found: Mapping[tuple[str, int], Fraction]) -> tuple[LocationOdds, ...]:
    """Return each place with its share and its average, in the order in which `found` has them."""
    names = dict.fromkeys(name for name, _ in found)
    whole = _sum(found.values())
    told = []
    for name in names:
        here = {amount: chance for (place, amount), chance in found.items() if place == name}
        chance = _sum(here.values())
        mean = sum((amount * its for amount, its in here.items()), Fraction(0)) / chance
        told.append(LocationOdds(name, chance / whole, mean))
    return tuple(told)


def _needed(chance: Fraction, due: Request | None) -> str:
    """Return what the dice have to show for the first chance to come true.

    If success alone is not enough for a single die rolled under, this is the highest face that is low enough.
    """
    words = needed_words(due)
    if not isinstance(due, DiceRequest) or due.against is None:
        return words
    if due.is_sum and not due.roll_under:
        return _least_words(chance, due)
    if not due.roll_under or due.count != 1:
        return words
    faces = chance * due.sides
    of_roll = min(max(due.against - due.bonus, 0), due.sides)
    if faces == of_roll:
        return words
    return f"on {faces} or less" if faces.denominator == 1 and 0 < faces < of_roll else ""


def _least_words(chance: Fraction, due: DiceRequest) -> str:
    """Return in words the lowest sum with which the first chance comes true; it can differ from target to target.

    Empty if the chance does not depend on that sum alone.
    """
    words = needed_words(due)
    if chance in (0, 1):
        return words if words == ("always" if chance else "never") else ""
    ways = counts_by_sum(due.count, due.sides)
    wanted, out_of = chance.as_integer_ratio()
    left = whole = sum(ways.values())
    for least, way in sorted(ways.items()):
        if left * out_of == wanted * whole:
            return f"on {least} or more"
        left -= way
    return ""


def _tail(spread: dict[Any, Fraction], chance: Fraction) -> frozenset[str]:
    """Return the highest amounts that together are exactly as likely as `chance`, because they then cause it.

    Empty if no such amounts add up exactly.
    """
    tail: list[str] = []
    left = chance
    for value in sorted(spread, reverse=True):
        if left <= 0:
            break
        tail.append(str(value))
        left -= spread[value]
    return frozenset(tail) if left == 0 else frozenset()


def _bars(spread: dict[Any, Fraction]) -> tuple[tuple[str, Fraction], ...]:
    return tuple((str(value), spread[value]) for value in sorted(spread))


def grouped(
    bars: tuple[tuple[str, Fraction], ...], marked: frozenset[str], most: int
) -> list[tuple[str, Fraction, bool]]:
    """Return at most `most` bars as label, chance, and whether marked, with neighbouring amounts grouped to fit.

    Misses and the amount 0 are never grouped, and marked amounts never with unmarked ones, even if that takes more
    bars.
    """
    alone = [bar for bar in bars if bar[0] in _NOTHING]
    others = [bar for bar in bars if bar[0] not in _NOTHING]
    runs = [list(run) for _, run in groupby(others, key=lambda bar: bar[0] in marked)]
    room = max(len(runs), most - len(alone))
    step = next(step for step in count(1) if sum(-(-len(run) // step) for run in runs) <= room)
    told = [(label, chance, label in marked) for label, chance in alone]
    for group in (run[start : start + step] for run in runs for start in range(0, len(run), step)):
        label = group[0][0] if len(group) == 1 else f"{group[0][0]}–{group[-1][0]}"
        chance = group[0][1] if len(group) == 1 else _sum(chance for _, chance in group)
        told.append((label, chance, group[0][0] in marked))
    return told


def fitted(
    shown: OddsShown, room: float, width_of: Callable[[str], float]
) -> tuple[list[tuple[str, Fraction, bool]], float]:
    """Return the bars of a spread, grouped so that no label touches the next one, and the width of each in pixels.

    `room` is the width for all of them, and `width_of` measures a label.
    """
    for most in range(min(_MOST_BARS, int(room // _NARROWEST)), 0, -1):
        bars = grouped(shown.spread, shown.marked, most)
        needed = max((width_of(one[0]) + width_of(other[0])) / 2 + _APART for one, other in pairwise([*bars, bars[-1]]))
        if needed * len(bars) <= room:
            break
    return bars, min(max(_WIDEST, needed), room / len(bars))


_NOTHING = ("miss", "0")


class OddsView(QWidget):
    """Draws the odds: the chances on the left, the spread on the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = OddsShown()
        self._is_dense = False
        self._shows_places = True
        self.hide()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def shown(self) -> OddsShown:
        return self._shown

    def set_dense(self, is_dense: bool) -> None:
        self._is_dense = is_dense
        self.updateGeometry()

    def set_odds(self, shown: OddsShown) -> None:
        """Show these odds; the view is hidden if nothing is known."""
        if shown == self._shown:
            return
        self._shown = shown
        self.setVisible(shown.chance is not None or bool(shown.spread))
        self.setAccessibleName("Odds")
        words = self.words()
        self.setAccessibleDescription(words)
        self.setToolTip(words)
        self.updateGeometry()
        self.update()

    def words(self) -> str:
        """Return the odds as a sentence."""
        shown = self._shown
        parts = [] if shown.chance is None else [f"{shown.first_words}: {percent(shown.chance)}"]
        parts += [_further_words(*further) for further in shown.further]
        spread = ", ".join([f"{label}: {percent(chance)}" for label, chance in shown.spread])
        parts += [f"{shown.spread_title}: {spread}" if shown.spread_title else spread] if spread else []
        parts += [f"{place.name} {percent(place.share)}, {float(place.mean):.1f} on average" for place in shown.places]
        return "; ".join(parts)

    def set_places(self, is_shown: bool) -> None:
        """Set whether there is room for the line of places."""
        if is_shown != self._shows_places:
            self._shows_places = is_shown
            self.updateGeometry()

    @property
    def _has_places(self) -> bool:
        return self._shows_places and len(self._shown.places) > 1

    @property
    def _is_low(self) -> bool:
        """Whether the first chance's title is in one line with its number, also when the chance is 0 or 1."""
        return self._is_dense or self._shown.chance in (0, 1)

    def _upper(self) -> int:
        """Return the height of the numbers and the plot in pixels."""
        lines = min(_MOST_FURTHER, len(self._shown.further))
        return max(58, 30 + lines * _LINE) if self._is_low else max(72, 38 + (1 + lines) * _LINE)

    def sizeHint(self) -> QSize:
        return QSize(280, self._upper() + (_PLACES if self._has_places else 0))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        left, upper = self._paint_words(painter), self._upper()
        if self._shown.spread:
            self._paint_spread(painter, QRectF(left + 2 * UNIT, 0, self.width() - left - 2 * UNIT, upper))
        if self._has_places:
            self._paint_places(painter, QRectF(0, upper + 2, self.width(), _PLACES - 2))
        painter.end()

    def _paint_words(self, painter: QPainter) -> float:
        """Draw the numbers and words; return the x coordinate of their right end in pixels."""
        shown, colors = self._shown, palette()
        if shown.chance is None:
            return 0
        is_low = self._is_low
        big = semi_bold(BIG - 6 if is_low else BIG - 2, tabular=True)
        painter.setFont(big)
        painter.setPen(colors.color("text"))
        height = 28 if is_low else 34
        painter.drawText(QRectF(0, 0, self.width(), height), Qt.AlignmentFlag.AlignVCenter, percent(shown.chance))
        reach = QFontMetricsF(big).horizontalAdvance(percent(shown.chance))
        what = shown.first_words
        font = text_font(SMALL, tabular=True)
        painter.setFont(font)
        lines = [] if is_low else [(what, "muted")]
        if is_low:
            # Beside the number, so that the lines below are free for the further chances.
            painter.setPen(colors.color("muted"))
            painter.drawText(QRectF(reach + UNIT, 3, self.width(), height - 3), Qt.AlignmentFlag.AlignVCenter, what)
            reach += UNIT + QFontMetricsF(font).horizontalAdvance(what)
        for words, chance, share in shown.further[:_MOST_FURTHER]:
            of = "" if share is None else f" ({_share_words(share, shown.title)})"
            lines.append((f"{percent(chance)} {words.lower()}{of}", "bad"))
        for index, (line, color) in enumerate(lines):
            painter.setPen(colors.color(color))
            box = QRectF(0, height + index * _LINE, self.width(), _LINE)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, line)
            reach = max(reach, QFontMetricsF(font).horizontalAdvance(line))
        return reach

    def _paint_spread(self, painter: QPainter, box: QRectF) -> None:
        shown, colors = self._shown, palette()
        if box.width() < 60:
            return
        painter.setFont(text_font(HEADING - 1, tabular=True))
        bars, width = fitted(shown, box.width(), QFontMetricsF(painter.font()).horizontalAdvance)
        heights = [_as_float(chance) for _, chance, _ in bars]
        highest = max(heights)
        foot, head = box.bottom() - 15, box.top() + 14
        start = box.right() - width * len(bars)
        tints = {name: colors.color(name) for name in ("health_low", "track", "second", "muted")}
        for index, (label, chance, is_marked) in enumerate(bars):
            left = start + index * width
            height = max(1.0, (foot - head) * heights[index] / highest)
            bar = QRectF(left + 1.5, foot - height, width - 3, height)
            name = "health_low" if is_marked else "track" if label in _NOTHING else "second"
            painter.fillRect(bar, tints[name])
            painter.setPen(tints["muted"])
            above = QRectF(left - 4, bar.top() - 14, width + 8, 14)
            painter.drawText(above, Qt.AlignmentFlag.AlignCenter, _short_percent(chance))
            painter.drawText(QRectF(left - 6, foot + 1, width + 12, 14), Qt.AlignmentFlag.AlignCenter, label)
        painter.setPen(colors.color("muted"))
        beside = QRectF(box.left(), foot + 1, start - box.left() - UNIT, 14)
        if QFontMetricsF(painter.font()).horizontalAdvance(shown.spread_title) <= beside.width():
            painter.drawText(beside, Qt.AlignmentFlag.AlignRight, shown.spread_title)
        painter.setPen(QPen(colors.color("line"), 1))
        painter.drawLine(QPointF(start, foot), QPointF(box.right(), foot))

    def _paint_places(self, painter: QPainter, box: QRectF) -> None:
        """Draw a column for each place: its name in two lines, and the average amount of a hit there."""
        colors, places = palette(), self._shown.places
        width = box.width() / len(places)
        small, strong = text_font(HEADING - 1, tabular=True), semi_bold(HEADING, tabular=True)
        for index, place in enumerate(places):
            column = QRectF(box.left() + index * width, box.top(), width - 2, box.height())
            painter.setPen(QPen(colors.color("line"), 1))
            painter.drawLine(column.topLeft(), column.topRight())
            painter.setPen(colors.color("muted"))
            painter.setFont(small)
            for line, words in enumerate(_two_lines(place.name)):
                elided = QFontMetricsF(small).elidedText(words, Qt.TextElideMode.ElideRight, column.width())
                row = QRectF(column.left(), column.top() + 1 + line * 12, column.width(), 12)
                painter.drawText(row, Qt.AlignmentFlag.AlignCenter, elided)
            painter.setPen(colors.color("text"))
            painter.setFont(strong)
            row = QRectF(column.left(), column.top() + 25, column.width(), 14)
            words = f"avg {float(place.mean):.1f}"
            painter.drawText(row, Qt.AlignmentFlag.AlignCenter, words)


def _two_lines(name: str) -> tuple[str, str]:
    """Split a name such as `Left Front Leg` into `Left` and `Front Leg`; one word goes below, next to its number."""
    first, _, rest = name.partition(" ")
    return (first, rest) if rest else ("", first)


def _short_percent(chance: Fraction) -> str:
    """Return a chance in whole per cent, or `<1` if a chance above 0 would be rounded to 0."""
    ways, out_of = chance.as_integer_ratio()
    return "<1" if 0 < 200 * ways < out_of else f"{ways / out_of * 100:.0f}"


def _as_float(chance: Fraction) -> float:
    ways, out_of = chance.as_integer_ratio()
    return ways / out_of


def _share_words(share: Fraction, title: str) -> str:
    return f"{_short_percent(share)} % of {title.lower().removesuffix('s')}s" if title else percent(share)


def _further_words(words: str, chance: Fraction, share: Fraction | None) -> str:
    return f"{percent(chance)} {words}" + ("" if share is None else f", {percent(share)} of those")


# ---------------------------------------------------------------------------------------------- choices with their odds


_HEIGHT, _KEY = 36, 20
_TITLE = 58


class _Choice(Record):
    """A number, its price in words, and its chance once that has been computed."""

    value: int
    price: str
    choice_odds: ChoiceOdds | None = None


class ChoiceWithOdds(QWidget):
    """Shows the values of the first parameter with a price, each with its chance, until dice have been rolled.

    Chances are computed after the window has been painted, one at a time.
    """

    changed = Signal(str, object)
    """Key of the parameter and its new value, or None for the default."""

    def __init__(self, options: CallOptions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._options = options
        self._parameter: Parameter | None = None
        self._value = 0
        self.choices: tuple[_Choice, ...] = ()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._compute_next)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMouseTracking(True)
        self.hide()

    def show_call(self, call: Call | None) -> None:
        """Show the numbers that the action in progress now offers; hide the widget if there are none to choose from."""
        parameter = self._parameter = self._options.parameter
        if call is None or parameter is None:
            self.choices = ()
            self.hide()
            return
        self._value = int(call.option(parameter.key, parameter.default))
        self.choices = tuple(_Choice(value, price) for value, price in self._options.prices(parameter))
        self.setVisible(len(self.choices) > 1)
        self.setAccessibleName(parameter.title)
        self._timer.start(0)
        self._emit()

    def _compute_next(self) -> None:
        """Compute one missing chance, and schedule the next."""
        if self._parameter is None or self._options.parameter is not self._parameter:
            return
        for index, choice in enumerate(self.choices):
            if choice.choice_odds is None:
                choice_odds = self._options.choice_odds(self._parameter, choice.value)
                done = _Choice(choice.value, choice.price, choice_odds)
                self.choices = (*self.choices[:index], done, *self.choices[index + 1 :])
                self._emit()
                self._timer.start(0)
                return

    def _emit(self) -> None:
        words = self.words()
        self.setAccessibleDescription(words)
        self.setToolTip(words)
        self.update()

    def words(self) -> str:
        """Return the choices as a sentence, such as `Dice bought: 0, free, 48.2 %; 1, 1 AP, 69.7 %`."""
        if self._parameter is None:
            return ""
        told = (", ".join(filter(None, (str(one.value), one.price, _came_to(one)))) for one in self.choices)
        return f"{self._parameter.title}: {'; '.join(told)}"

    def sizeHint(self) -> QSize:
        return QSize(280, _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, _HEIGHT)

    def box_of(self, index: int) -> QRectF:
        """Return the rectangle of the choice with that index."""
        width = (self.width() - _TITLE) / max(1, len(self.choices))
        return QRectF(_TITLE + index * width, 1, width - HALF, _HEIGHT - 2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._parameter is None or event.button() != Qt.MouseButton.LeftButton:
            return
        for index, choice in enumerate(self.choices):
            if self.box_of(index).contains(event.position()):
                is_default = choice.value == self._parameter.default
                self.changed.emit(self._parameter.key, None if is_default else choice.value)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._parameter is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors = palette()
        painter.setFont(text_font(HEADING))
        painter.setPen(colors.color("muted"))
        words = QRectF(0, 0, _TITLE - HALF, _HEIGHT)
        key = self._parameter.step_key
        if key:
            draw_key(painter, QRectF(0, _HEIGHT - _KEY + 2, _KEY, _KEY - 4), key)
            words.setHeight(_HEIGHT - _KEY + 1)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap, self._parameter.title)
        for index, choice in enumerate(self.choices):
            self._paint_choice(painter, self.box_of(index), choice)
        painter.end()

    def _paint_choice(self, painter: QPainter, box: QRectF, choice: _Choice) -> None:
        colors = palette()
        is_chosen = choice.value == self._value
        is_refused = choice.choice_odds is not None and choice.choice_odds.refusal != ""
        painter.setPen(QPen(colors.color("selected_line" if is_chosen else "line"), 1.4 if is_chosen else 1))
        painter.setBrush(colors.color("selected" if is_chosen else "raised"))
        painter.drawRoundedRect(box, RADIUS, RADIUS)
        painter.setFont(text_font(HEADING - 1, tabular=True))
        painter.setPen(colors.color("dim" if is_refused else "muted"))
        upper = QRectF(box.left(), box.top() + 2, box.width(), 14)
        painter.drawText(upper, Qt.AlignmentFlag.AlignCenter, f"+{choice.value} · {choice.price}")
        painter.setFont(semi_bold(SMALL, tabular=True))
        painter.setPen(colors.color("dim" if is_refused else "text"))
        lower = QRectF(box.left(), box.top() + 14, box.width(), box.height() - 14 - UNIT / 4)
        painter.drawText(lower, Qt.AlignmentFlag.AlignCenter, _came_to(choice) or "…")


def _came_to(choice: _Choice) -> str:
    """Return the chance in words; a dash if the value is refused or has no chance, nothing until it is computed."""
    if choice.choice_odds is None:
        return ""
    if choice.choice_odds.refusal:
        return "–"
    return percent(choice.choice_odds.chance) if isinstance(choice.choice_odds.chance, Fraction) else "–"
