"""What can be said when dice are due: faces, a sum, a final total, or the GM's word."""

from __future__ import annotations

from typing import Literal

from model.state.base import State


class Faces(State, tag_field="is", tag="faces"):
    """Every die as it lies, in the order asked for."""

    faces: tuple[int, ...]
    source: Literal["typed", "rolled", "offered"] = "typed"


class Sum(State, tag_field="is", tag="sum"):
    """The sum of the dice alone; typed as `=9`."""

    sum: int


class Total(State, tag_field="is", tag="total"):
    """The sum of the dice with everything that is added to it; typed as `==19`."""

    total: int


class Counts(State, tag_field="is", tag="counts"):
    """What dice that are read in several ways come to, as the person who threw them reads them; typed as `5/2`."""

    counts: tuple[int, ...]


class Word(State, tag_field="is", tag="word"):
    """The GM's word instead of dice: `hit`, `miss`, `6 damage`."""

    word: str
    amount: int | None = None


DiceAnswer = Faces | Sum | Total | Counts | Word
