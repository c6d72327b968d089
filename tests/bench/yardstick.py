"""How slow this machine is now, compared with those that the budgets are meant for, measured by unchanging work.

Whether a budget in milliseconds is kept depends on the machine as much as on the program, and one machine runs at
several speeds within a day. So the budget of a time is multiplied by how many times longer than usual a fixed piece of
work takes here and now; a faster machine still has the whole budget. Ratios, calls and memory are not affected.
"""

from __future__ import annotations

import functools
import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from gui.style.theme import text_font
from tests.bench import seconds_of

_TIMES = 9


@dataclass(frozen=True)
class Yardstick:
    """Fixed work of one kind."""

    work: Callable[[], object]
    usual: float
    """Seconds that it takes on a machine on which the budgets apply unchanged."""

    def slowness(self) -> float:
        """Return how many times as long as usual the work takes now, at least 1: the median of several runs."""
        return max(1.0, statistics.median(seconds_of(self.work, _TIMES)) / self.usual)


class _Fighter(Struct, frozen=True):
    name: str
    health: int
    marks: tuple[str, ...] = ()


def _harm(fighters: dict[str, _Fighter]) -> Iterator[tuple[str, int]]:
    for name, fighter in fighters.items():
        yield name, fighter.health % 7 + len(fighter.marks)


def work_of_rules() -> dict[str, _Fighter]:
    """Look up, add, replace and sort values."""
    fighters = {f"fighter-{number}": _Fighter(f"Fighter {number}", number) for number in range(60)}
    for turn in range(80):
        harm = dict(_harm(fighters))
        changed = {
            name: replace(fighter, health=fighter.health + harm[name], marks=(*fighter.marks[-2:], f"round {turn}"))
            for name, fighter in fighters.items()
        }
        fighters = dict(sorted(changed.items(), key=lambda entry: (entry[1].health, entry[0])))
    return fighters


def work_of_windows() -> QImage:
    """Do the work of rules, and paint fills, text and small pictures into an image as large as a window."""
    _application()
    work_of_rules()
    token = QPixmap(48, 48)
    token.fill(QColor(40, 90, 160, 200))
    image = QImage(1600, 900, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    painter.setPen(Qt.GlobalColor.white)
    painter.setFont(text_font(13))
    for frame in range(4):
        painter.fillRect(image.rect(), QColor(20, 24, 32))
        painter.fillRect(QRect(0, 0, 800, 450), QColor(90, 60, 20, 60))
        for number in range(300):
            place = QPointF(5 * number % 1550, 29 * number % 850)
            painter.drawPixmap(place, token)
            if number % 5 == frame % 5:
                painter.drawText(place, f"Fighter {number}")
    painter.end()
    return image


@functools.cache
def _application() -> QCoreApplication:
    """Text needs an application. It is cached, because Python would delete it with the last reference to it."""
    return QApplication.instance() or QApplication([])


# One machine took 2.7 to 3.1 times as long for forecasts, and 1.7 to 2.6 times as long for keys, frames and the start,
# as a machine that kept every budget with the same state of the program. The slow one needs 8.7 and 33 ms for this
# work: a third and a half of that are usual. The two were measured on different days, so these figures are only rough.
RULES = Yardstick(work_of_rules, usual=0.0030)
WINDOWS = Yardstick(work_of_windows, usual=0.0165)
