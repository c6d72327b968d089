"""What files rely on: a default that a file leaves out, and a range that it keeps to, stay as they were recorded.

A session leaves defaults out, a step is played again with the defaults of its options, and a number that was within the
range is still there: a change in silence would make other battles of them.
"""

from __future__ import annotations

import pytest

from model.rulesets import RULESETS
from tests.support.formats import formats_of, recorded


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_defaults_and_ranges_are_those_that_files_rely_on(game: str) -> None:
    """What is meant, or has come in, is recorded by `python -m tests.support.formats`; what is gone has migrations."""
    now, before = formats_of(RULESETS[game]), recorded(RULESETS[game])
    assert len(before) > 150
    changed = {name: (entry, now[name]) for name, entry in before.items() if name in now and now[name] != entry}
    assert changed == {}
