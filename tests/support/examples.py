"""The number of random examples for properties with slow examples."""

from __future__ import annotations

from hypothesis import settings


def at_most(count: int) -> settings:
    """Set this many examples, but no more than the run has: a test's own settings override those of a quick run."""
    return settings(max_examples=min(count, settings().max_examples))
