"""Answers to a request for dice: faces, a sum, a final total, or the GM's word."""

from __future__ import annotations

from typing import Literal

from model.state.base import State


class Faces(State, tag_field="is", tag="faces"):
    """The face of every die, in the order asked for."""

    faces: tuple[int, ...]
    source: Literal["typed", "rolled", "offered"] = "typed"


class Sum(State, tag_field="is", tag="sum"):
    """The sum of the dice alone; typed as `=9`."""

    sum: int


class Total(State, tag_field="is", tag="total"):
    """The sum of the dice plus everything that is added to it; typed as `==19`."""

    total: int


class Counts(State, tag_field="is", tag="counts"):
    """Results of dice that are read in several ways, as the person who rolled them reads them; typed as `5/2`."""

    counts: tuple[int, ...]


class Word(State, tag_field="is", tag="word"):
    """The GM's word instead of dice: `hit`, `miss`, `6 damage`."""

    word: str
    amount: int | None = None


DiceAnswer = Faces | Sum | Total | Counts | Word
