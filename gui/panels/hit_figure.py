"""The bodies that the action in progress hits, or that were hit last: the place is seen without looking at a sheet."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QTransform
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from gui.displays.body import paint_figure
from gui.displays.figures import SIZE
from gui.style.fonts import semi_bold, text_font
from gui.style.measures import HEADING, SMALL, UNIT
from gui.style.theme import palette
from model.engine.calls import Call
from model.engine.run import Done
from model.state.base import Id
from model.view.body import HitView, aimed_hit, hits_of

_MOST = 3
_WIDTH, _LEAST, _HEIGHT = 56, 44, 84
_NARROWEST = 28
"""Pixels across, where there is little room beside the dice."""
_WORDS = 120
"""Room for the words beside a figure, once the action is over."""


class HitFigure(QWidget):
    """A figure for each who is hit, the place lit; after the action also who it was and what it did to them."""

    def __init__(self, bridge: Bridge, controller: ActionController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._controller = controller
        self._last: tuple[Id | None, tuple[Id, ...]] = (None, ())
        """Who acted last, and whom it concerned."""
        self._has_words = False
        self.shown: tuple[HitView, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Where it hits")
        self.hide()

    def refresh(self) -> None:
        """Show what the action in progress hits, else what the last one did."""
        controller, call = self._controller, self._controller.call
        if call is not None:
            self._last = (controller.actor, tuple(self._concerned(call)))
        elif controller.actor != self._last[0]:
            self._last = (None, ())
        shown = tuple(self._hits(call))[:_MOST]
        has_words = call is None
        if (shown, has_words) == (self.shown, self._has_words):
            return
        self.shown, self._has_words = shown, has_words
        across = QSizePolicy.Policy.Expanding if has_words else QSizePolicy.Policy.Preferred
        self.setSizePolicy(across, QSizePolicy.Policy.Expanding)
        words = self.words()
        self.setAccessibleDescription(words)
        self.setToolTip(words)
        self.setVisible(bool(shown))
        self.updateGeometry()
        self.update()

    def _hits(self, call: Call | None) -> tuple[HitView, ...]:
        ruleset, battle, outcome = self._bridge.ruleset, self._bridge.battle, self._controller.outcome
        if call is None:
            return hits_of(ruleset, battle, self._last[1])
        if isinstance(outcome, Done):
            return hits_of(ruleset, outcome.battle, self._last[1])
        if call.target is None:
            return ()
        said = [value for value in call.options.values() if isinstance(value, str)]
        said += [roll.word or roll.result for roll in self._controller.note.rolls]
        hit = aimed_hit(ruleset, battle, call.target, said)
        return () if hit is None else (hit,)

    def _concerned(self, call: Call) -> Iterator[Id]:
        """Whom a call is aimed at, and whom it has come to concern: `location.boomer-2`."""
        yield from call.targets
        for roll in self._controller.note.rolls:
            yield roll.id.partition(".")[2]

    def words(self) -> str:
        """`Raider boss: Left Arm, useless`"""
        return "\n".join(f"{hit.name}: {', '.join((*hit.places, *hit.effects))}" for hit in self.shown)

    def sizeHint(self) -> QSize:
        width = _WIDTH + (UNIT + _WORDS if self._has_words else 0)
        return QSize(width * max(1, len(self.shown)), _HEIGHT if self._has_words else _LEAST)

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST * max(1, len(self.shown)), _LEAST)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        each = self.width() / max(1, len(self.shown))
        scale = min(min(_WIDTH, each) / SIZE[0], self.height() / SIZE[1])
        for index, hit in enumerate(self.shown):
            left = index * each
            top = (self.height() - scale * SIZE[1]) / 2
            paint_figure(painter, hit.body, QTransform().translate(left, top).scale(scale, scale))
            if self._has_words:
                words = QRectF(left + _WIDTH + UNIT, 0, each - _WIDTH - UNIT, self.height())
                self._paint_words(painter, hit, words)
        painter.end()

    def _paint_words(self, painter: QPainter, hit: HitView, box: QRectF) -> None:
        """Who was hit, where, and what that does, a line each."""
        lines = [(hit.name, semi_bold(SMALL), "text"), (", ".join(hit.places), text_font(SMALL), "text")]
        lines += [(effect, text_font(HEADING), "bad") for effect in hit.effects]
        heights = [QFontMetricsF(font).height() + 2 for _, font, _ in lines]
        top = (box.height() - sum(heights)) / 2
        for (words, font, color), height in zip(lines, heights, strict=True):
            painter.setFont(font)
            painter.setPen(palette().color(color))
            elided = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, box.width())
            painter.drawText(QRectF(box.left(), top, box.width(), height), Qt.AlignmentFlag.AlignVCenter, elided)
            top += height
