"""Layouts of the player view: which elements it shows."""

from __future__ import annotations

from typing import Annotated, get_args, get_type_hints

from msgspec import Meta

from model.state.base import State


def _titled(title: str) -> Meta:
    return Meta(title=title)


class PlayersLayout(State):
    """Which elements are shown. The view that a window receives does not contain the elements left out."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    map: Annotated[bool, _titled("Map, or the zones")] = True
    scene: Annotated[bool, _titled("Picture of the scene in place of the map")] = False
    order: Annotated[bool, _titled("Initiative order")] = True
    now_and_next: Annotated[bool, _titled("Whose turn it is, and who is next")] = True
    opposition: Annotated[bool, _titled("All turns of the GM as “The opposition”")] = False
    health: Annotated[bool, _titled("Health, as chosen for each side")] = True
    conditions: Annotated[bool, _titled("Conditions")] = True
    pools: Annotated[bool, _titled("Pools of the party")] = True
    events: Annotated[bool, _titled("What happens: who acts upon whom, and what comes of it")] = True
    dice: Annotated[bool, _titled("Dice")] = True
    totals: Annotated[bool, _titled("Totals of the players' own rolls")] = True
    target_numbers: Annotated[bool, _titled("Target numbers")] = False
    damage_numbers: Annotated[bool, _titled("Damage in numbers, where health is shown exactly")] = True
    patterns: Annotated[bool, _titled("Zones by patterns besides their colours")] = False
    text_size: Annotated[int, Meta(title="Size of text in percent", ge=70, le=160)] = 100
    log_lines: Annotated[int, Meta(title="Lines of what happened before", ge=0, le=6)] = 0


class TurnTimer(State):
    """The time left for the current turn."""

    left: int
    """Seconds; 0 if the time is over."""

    @property
    def words(self) -> str:
        """`1:05`, or `time` at the end."""
        return f"{self.left // 60}:{self.left % 60:02}" if self.left else "time"


class BoardFrame(State):
    """The part of the board that players see when it does not follow combat."""

    x: float
    y: float
    """The centre, in metres."""
    width: float = 0.0
    """Width in metres; 0 if `scale` applies."""
    scale: float = 0.0
    """Pixels per metre, for miniatures on the screen."""


FULL = PlayersLayout(name="Full")
THEATRE = PlayersLayout(name="Theatre of the Mind", map=False, scene=True)
MAP_ONLY = PlayersLayout(name="Map Only", order=False, pools=False, events=False, dice=False)
BUILT_IN = (FULL, THEATRE, MAP_ONLY)
"""The built-in layouts."""


def elements() -> dict[str, str]:
    """The elements that can be shown or hidden, with their titles, in order."""
    hints = get_type_hints(PlayersLayout, include_extras=True)
    return {key: meta.title or key for key, hint in hints.items() for meta in get_args(hint)[1:] if meta.title}


def limits(element: str) -> tuple[int, int]:
    """The minimum and maximum of an element that is a number."""
    (meta,) = get_args(get_type_hints(PlayersLayout, include_extras=True)[element])[1:]
    return int(meta.ge), int(meta.le)
