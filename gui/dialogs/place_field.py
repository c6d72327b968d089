"""A place in a form: typed as metres or the name of a zone, or pointed at on a map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from gui.style.measures import UNIT
from gui.style.theme import set_role
from model.board.zones import place_at
from model.state.battle import AnyBattle
from model.state.board import Place

PointAt = Callable[[AnyBattle, Place | None], Place | None]
"""Asks for a place on the map of a battle, from where it was; None: the GM has thought better of it."""
_FARTHEST = 1e6
"""Metres."""
_NO_PLACE = "Type x, y in metres, or the name of a zone."


def place_words(battle: AnyBattle, place: Place | None) -> str:
    """`12.5, 4` or the name of a zone; empty for no place."""
    if place is None:
        return ""
    if place.point is not None:
        return ", ".join(f"{number:g}" for number in place.point)
    zone = battle.board.zones.get(place.zone or "")
    return "" if zone is None else zone.name


def typed_place(battle: AnyBattle, typed: str) -> Place | None:
    """The place that was typed; None where it is none."""
    words = typed.strip()
    zone = next((one for one in battle.board.zones.values() if one.name.lower() == words.lower()), None)
    if zone is not None:
        return Place(zone=zone.id)
    try:
        x, y = (float(number) for number in words.removesuffix("m").split(","))
    except ValueError:
        return None
    return place_at(battle.board, (x, y)) if abs(x) < _FARTHEST and abs(y) < _FARTHEST else None


def as_option(place: Place) -> dict[str, Any]:
    """A place as a call's options write it."""
    point = place.point
    return {"zone": place.zone} if point is None else {"x": point[0], "y": point[1]}


class PlaceField(QWidget):
    """Takes a place; what cannot be one is said beside the field."""

    def __init__(
        self, battle: AnyBattle, now: Place | None, give: Callable[[Place], None], point: PointAt | None
    ) -> None:
        """`give` takes the new place; without `point` nothing can be pointed at."""
        super().__init__()
        self._battle = battle
        self._now = now
        self._give = give
        self.field = QLineEdit(place_words(battle, now))
        self.field.setPlaceholderText("12.5, 4")
        self.field.setToolTip(_NO_PLACE)
        self.field.setMaximumWidth(20 * UNIT)
        self.problem = QLabel()
        set_role(self.problem, "bad")
        self.problem.hide()
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(UNIT)
        line.addWidget(self.field)
        if point is not None:
            self.button = QPushButton("Point at Map...")
            self.button.setAutoDefault(False)
            self.button.clicked.connect(lambda: self._take(point(battle, self._now)))
            line.addWidget(self.button)
        line.addWidget(self.problem, 1)
        self.field.editingFinished.connect(self._type)

    def _type(self) -> None:
        typed = self.field.text().strip()
        if typed == place_words(self._battle, self._now):
            self._say("")
            return
        place = typed_place(self._battle, typed)
        self._say("" if place is not None else _NO_PLACE)
        self._take(place)

    def _take(self, place: Place | None) -> None:
        if place is None or place == self._now:
            return
        self._now = place
        self.field.setText(place_words(self._battle, place))
        self._say("")
        self._give(place)

    def _say(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
