"""What players saw of the last action: its dice with their result, and what came of it.

The outcome is never cut short. If it needs more room, names that repeat are left out, then the title is shortened, then
dropped, and then the footer grows over the board.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from itertools import groupby, islice

from msgspec import Struct
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from gui.player.text_layout import CENTER, NAME, STRONG, WORDS, Letters, joined, write
from gui.style import palette
from model.view.players import ARROW, ActionView, DiceView

_DIE, _SMALL_DIE = 0.078, 0.054
"""Side of a die, for a single roll and for one of several; like all lengths here, a share of the screen's height."""
_GAP, _SMALL_GAP = 0.02, 0.009
_PAD = 0.024
_LINE_PAD = 0.01
"""Room above and below the lines of a footer that has grown."""
_MOST = 6
"""Most dice of one roll that are shown; further ones are counted."""
_LEAST_TITLE = 8
"""Letters of the title that must fit for it to be worth showing."""
_MOST_LINES = 4
"""Most lines of the outcome; what happened to the others is counted after that."""


class _Group(Struct, frozen=True):
    """The dice of one roll with their text."""

    faces: tuple[str, ...]
    words: tuple[tuple[str, str], ...]
    """Text and colour."""
    has_result: bool = False
    """Whether its text says how it went, such as `Hit`."""
    label: str = ""
    """Who rolled, if several did and the roll before was another's, and what was rolled, if that is not plain."""

    def width(self, letters: Letters, *, is_small: bool = False) -> float:
        """Width of label, dice and text in pixels, each with a gap after it."""
        side, gap = _sizes(letters, is_small=is_small)
        texts = [self.label] * bool(self.label) + [text for text, _ in self.words]
        dice = len(self.faces) * (side + gap)
        return dice + sum(letters.width(STRONG, text) + letters.length(_GAP) for text in texts)


def _sizes(letters: Letters, *, is_small: bool) -> tuple[float, float]:
    """Side of a die and the gap after it in pixels."""
    side, gap = (_SMALL_DIE, _SMALL_GAP) if is_small else (_DIE, _GAP)
    return letters.length(side), letters.length(gap)


def paint_footer(
    painter: QPainter, box: QRectF, action: ActionView | None, letters: Letters, *, is_told: bool = False
) -> None:
    """Paint what players saw of the last action; nothing if there was none.

    The box is where the footer is if its text is short; a longer one grows upwards. With `is_told` the outcome can be
    read elsewhere on the page.
    """
    if action is None:
        return
    inner = box.adjusted(letters.length(_PAD), 0, -letters.length(_PAD), 0)
    outcome = "" if is_told else brief(action.outcome, (name for _, name in action.names))
    groups = _groups(action.dice, letters, inner.width())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if not groups:
        words = brief(action.sentence, (name for _, name in action.names)) or action.title
        lines = _told(words, letters, inner.width())
        inner = _frame(painter, box, inner, len(lines) * letters.line(STRONG), letters)
        _write(painter, inner, lines, "text", letters)
    elif len(groups) == 1 and _fits_beside(action.title, outcome, groups[0], letters, inner.width()):
        _frame(painter, box, inner, 0, letters)
        _paint_roll(painter, inner, action.title, outcome, groups[0], letters)
    elif not outcome or letters.width(STRONG, joined(action.title, outcome)) <= inner.width():
        _frame(painter, box, inner, 0, letters)
        _paint_rolls(painter, inner, joined(action.title, outcome), groups, letters)
    else:
        _paint_long(painter, box, inner, action.title, outcome, groups, letters)
    painter.restore()


def footer_box(box: QRectF, action: ActionView | None, letters: Letters) -> QRectF:
    """Return the box that `paint_footer` fills, which is higher than `box` if its text needs more lines."""
    if action is None:
        return box
    width = box.width() - 2 * letters.length(_PAD)
    names = [name for _, name in action.names]
    outcome, groups = brief(action.outcome, names), _groups(action.dice, letters, width)
    height = 0.0
    if not groups:
        height = len(_told(brief(action.sentence, names) or action.title, letters, width)) * letters.line(STRONG)
    elif letters.width(STRONG, joined(action.title, outcome)) > width and not (
        not outcome or (len(groups) == 1 and _fits_beside(action.title, outcome, groups[0], letters, width))
    ):
        height = _long_height(_told(outcome, letters, width), letters)
    return _grown(box, height, letters)


def _grown(box: QRectF, height: float, letters: Letters) -> QRectF:
    """A box grown upwards, if need be, to hold lines of that height."""
    top = min(box.top(), box.bottom() - height - 2 * letters.length(_LINE_PAD))
    return QRectF(box.left(), top, box.width(), box.bottom() - top)


def _long_height(lines: list[str], letters: Letters) -> float:
    """Height in pixels of a line of small dice with these lines under it."""
    return letters.length(_SMALL_DIE + _SMALL_GAP) + len(lines) * letters.line(STRONG)


def _frame(painter: QPainter, box: QRectF, inner: QRectF, height: float, letters: Letters) -> QRectF:
    """Paint a frame around a height, at least that of the box; returns the room in it."""
    box = _grown(box, height, letters)
    colors, corner = palette(), letters.length(0.02)
    painter.setPen(QPen(colors.color("line"), letters.length(0.0014)))
    painter.setBrush(colors.color("background"))
    painter.drawRoundedRect(box, corner, corner)
    return QRectF(inner.left(), box.top(), inner.width(), box.height())


def _fits_beside(title: str, outcome: str, group: _Group, letters: Letters, width: float) -> bool:
    """Whether the outcome has room in one line beside large dice, and the title as far as is worth showing."""
    room = width - group.width(letters)
    return letters.width(STRONG, outcome) <= room and (
        not outcome or not title or letters.width(STRONG, title[:_LEAST_TITLE] + "…") <= room
    )


def _paint_roll(painter: QPainter, box: QRectF, title: str, outcome: str, group: _Group, letters: Letters) -> None:
    """Paint the large dice of a single roll, beside them the title over the outcome, and the result."""
    least = letters.width(STRONG, title[:_LEAST_TITLE] + "…")
    room = box.width() - group.width(letters)
    lines: list[str] = []
    if outcome:
        lines = [letters.elided(title, STRONG, room), outcome] if title else [outcome]
    elif room >= least:
        lines = letters.wrapped(title, STRONG, room, 2)
    if group.label:
        box, lines = _write(painter, box, lines, "text", letters), []
        box = _write(painter, box, [group.label], "muted", letters)
    box = _paint_faces(painter, box, group.faces, letters)
    box = _write(painter, box, lines, "text", letters)
    for words, color in group.words:
        box = _write(painter, box, [words], color, letters)


def _paint_rolls(painter: QPainter, box: QRectF, title: str, groups: list[_Group], letters: Letters) -> None:
    """Paint the title above a line with the small dice of several rolls, each with its text."""
    upper, lower = QRectF(box), QRectF(box)
    upper.setBottom(box.top() + box.height() * 0.47)
    lower.setTop(upper.bottom())
    lower.setBottom(box.bottom() - letters.length(_SMALL_GAP) / 2)
    _write(painter, upper, [letters.elided(title, STRONG, box.width())], "text", letters)
    _paint_groups(painter, lower, _fitting(groups, letters, box.width()), letters)


def _paint_long(
    painter: QPainter, box: QRectF, inner: QRectF, title: str, outcome: str, groups: list[_Group], letters: Letters
) -> None:
    """Paint the dice in a line, with the title if it fits, and the whole outcome in lines under it."""
    lines = _told(outcome, letters, inner.width())
    line, text = letters.length(_SMALL_DIE + _SMALL_GAP), letters.line(STRONG)
    height = _long_height(lines, letters)
    inner = _frame(painter, box, inner, height, letters)
    top = inner.center().y() - height / 2
    groups = _fitting(groups, letters, inner.width())
    place = _paint_groups(painter, QRectF(inner.left(), top, inner.width(), line), groups, letters)
    # Of a title that is too long, who did it is left.
    fitting = (words for words in (title, title.partition(ARROW)[0]) if letters.width(STRONG, words) <= place.width())
    _write(painter, place, list(islice(fitting, 1)), "muted", letters)
    _write(painter, QRectF(inner.left(), top + line, inner.width(), len(lines) * text), lines, "text", letters)


def _told(words: str, letters: Letters, width: float) -> list[str]:
    """A text in lines; whole sentences that have no room even then are counted."""
    pieces = re.split(r"(?<=[.!?]) +", words)
    for left in range(len(pieces), 0, -1):
        rest = f"… and {len(pieces) - left} more" if left < len(pieces) else ""
        lines = letters.wrapped(" ".join(filter(None, (*pieces[:left], rest))), STRONG, width, _MOST_LINES + 1)
        if len(lines) <= _MOST_LINES:
            return lines
    return letters.wrapped(words, STRONG, width, _MOST_LINES)


def brief(words: str, names: Iterable[str]) -> str:
    """Sentences without a name that the sentence before begins with too: `Thug is hurt and is down.`

    >>> brief("Thug is hurt. Thug is down. Dr. No falls.", ["Thug", "Dr. No"])
    'Thug is hurt and is down. Dr. No falls.'
    """
    known = sorted(filter(None, names), key=len, reverse=True)
    if not known:
        return words
    begin = "|".join(map(re.escape, known))
    parts = re.split(rf"(?<=\.) (?=(?:{begin}) )", words)
    told: list[str] = []
    for name, those in groupby(parts, key=lambda part: found[1] if (found := re.match(rf"({begin}) ", part)) else ""):
        run: list[str] = []
        for part in those:
            # What was said, as in “plans: hide”, and several sentences stay by themselves.
            is_joined = bool(name and run) and not re.match(r" \w+: |.*\. ", run[-1][len(name) :])
            if is_joined:
                run[-1] = f"{run[-1].rstrip('.')}\0{part[len(name) + 1 :]}"
            else:
                run.append(part)
        told += [_listed(clauses.split("\0")) for clauses in run]
    return " ".join(told)


def _listed(clauses: list[str]) -> str:
    """Clauses as one sentence: `is hurt, falls and stays down`."""
    return " and ".join(filter(None, (", ".join(clauses[:-1]), clauses[-1])))


def _paint_groups(painter: QPainter, box: QRectF, groups: list[_Group], letters: Letters) -> QRectF:
    """Paint the small dice of several rolls in a line, each with its text; returns the rest of the box."""
    for group in groups:
        box = _write(painter, box, [group.label] if group.label else [], "muted", letters)
        box = _paint_faces(painter, box, group.faces, letters, is_small=True)
        for words, color in group.words:
            box = _write(painter, box, [words], color, letters)
    return box


def _fitting(groups: list[_Group], letters: Letters, width: float) -> list[_Group]:
    """The rolls that fit beside each other: those without a result are dropped first, then between first and last."""
    while len(groups) > 1 and sum(group.width(letters, is_small=True) for group in groups) > width:
        plain = [at for at, group in enumerate(groups) if not group.has_result]
        at = plain[0] if 0 < len(plain) < len(groups) else 1 if len(groups) > 2 else 0
        groups = groups[:at] + groups[at + 1 :]
    return groups


def _groups(thrown: Sequence[DiceView], letters: Letters, width: float) -> list[_Group]:
    """The dice of each roll; the label says who rolls, if not as before, and what, if there is no word for it."""
    names = ["", *(dice.by for dice in thrown)]
    return [
        _group(dice, joined(dice.by if dice.by != before else "", "" if dice.word else dice.title), letters, width)
        for before, dice in zip(names, thrown, strict=False)
    ]


def _group(dice: DiceView, label: str, letters: Letters, width: float) -> _Group:
    """The dice of a roll; those that do not fit into the width beside the result are counted."""
    faces = tuple(str(face) for face in dice.faces)
    room = width - letters.width(STRONG, dice.word)
    most = min(_MOST, max(1, math.floor(room / letters.length(_DIE + _GAP))))
    if len(faces) > most:
        faces = (*faces[: most - 1], f"+{len(faces) - most + 1}")
    words: list[tuple[str, str]] = []
    if dice.total is not None and dice.total != sum(dice.faces):
        words.append((f"total {dice.total}", "muted"))
    if dice.against is not None:
        words.append((f"against {dice.against}", "muted"))
    if dice.word:
        color = "text" if dice.is_success is None else "good" if dice.is_success else "bad"
        words.append((dice.word[:1].upper() + dice.word[1:], color))
    return _Group(faces, tuple(words), bool(dice.word), label)


def _paint_faces(
    painter: QPainter, box: QRectF, faces: tuple[str, ...], letters: Letters, *, is_small: bool = False
) -> QRectF:
    """Paint dice from the left of a box; returns the rest of the box."""
    colors = palette()
    side, gap = _sizes(letters, is_small=is_small)
    left = box.left()
    for face in faces:
        die = QRectF(left, box.center().y() - side / 2, side, side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.color("text"))
        painter.drawRoundedRect(die, side * 0.16, side * 0.16)
        font = letters.font(NAME if len(face) < 3 and not is_small else WORDS, tabular=True)
        write(painter, die, face, font, colors.color("background"), CENTER)
        left += side + gap
    if is_small:
        left += letters.length(_GAP) - gap
    return box.adjusted(left - box.left(), 0, 0, 0)


def _write(painter: QPainter, box: QRectF, lines: list[str], color: str, letters: Letters) -> QRectF:
    """Write lines at the left of a box; returns the rest of the box."""
    if not lines:
        return box
    line = letters.line(STRONG)
    top = box.center().y() - len(lines) * line / 2
    for number, words in enumerate(lines):
        place = QRectF(box.left(), top + number * line, box.width(), line)
        write(painter, place, words, letters.font(STRONG), palette().color(color))
    widest = max(letters.width(STRONG, words) for words in lines)
    return box.adjusted(widest + letters.length(_GAP), 0, 0, 0)
