"""Comparing by identity."""

from __future__ import annotations


class Same:
    """Equal to itself alone, whatever it holds."""

    def __init__(self, held: object) -> None:
        self._held = held

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self._held is other._held

    __hash__ = None  # type: ignore[assignment]
