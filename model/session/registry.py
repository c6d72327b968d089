"""The games that sessions may be of. The window reaches them here and nowhere else: to it they are data."""

from __future__ import annotations

from collections.abc import Mapping

from model.engine.ruleset import Ruleset


def rulesets() -> Mapping[str, Ruleset]:
    """Every game by id; read when first asked for."""
    from model.rulesets import RULESETS

    return RULESETS
