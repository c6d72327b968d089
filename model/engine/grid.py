"""A table of a game that is shown with the cell that was read last: rows, columns, and what its signs mean."""

from __future__ import annotations

from model.state.base import State


class Sign(State):
    """What a sign in the cells means."""

    sign: str
    words: str


class GridRow(State):
    """A row: what it is called, and a sign for each column."""

    title: str
    cells: tuple[str, ...]


class Lit(State):
    """The cell that was read last, by its row and column, counted from 0."""

    row: int
    column: int
    words: str = ""
    """What was read there: `margin 36 against 10: M, medium`."""


class Grid(State):
    """A table as it is shown."""

    title: str
    origin: str = ""
    """Where it comes from, such as `designed for this program`."""
    rows_title: str = ""
    columns_title: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[GridRow, ...] = ()
    signs: tuple[Sign, ...] = ()
    """Weakest first."""
    lit: Lit | None = None
