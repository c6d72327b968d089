"""How many random examples a property takes whose examples are dear."""

from __future__ import annotations

from hypothesis import settings


def at_most(count: int) -> settings:
    """So many, and in a quick run as few as everywhere else: settings of its own would go before those of the run."""
    return settings(max_examples=min(count, settings().max_examples))
