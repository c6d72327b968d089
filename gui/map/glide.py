"""Tokens on their way from where they were shown to where they stand now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import QObject, QVariantAnimation

from gui.style import motion
from model.view.map import Id, Point, TokenView


class Glide(QObject):
    """A short movement of those tokens that have another place; `move` is told where they are shown meanwhile."""

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
        """Leave all where they are shown."""
        self._animation.stop()

    def start(self, tokens: Iterable[TokenView], shown: Mapping[Id, Point | None]) -> None:
        """Let them go from where they were shown."""
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
