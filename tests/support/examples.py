"""How many random examples a property takes whose examples are dear."""

from __future__ import annotations

from hypothesis import settings


def at_most(count: int) -> settings:
    """This many, and as few as everywhere else in a quick run: a test's own settings override those of the run."""
    return settings(max_examples=min(count, settings().max_examples))
