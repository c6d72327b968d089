"""The rulesets that sessions can use. The window gets them only from here and treats them as data."""

from __future__ import annotations

from collections.abc import Mapping

from model.engine.ruleset import Ruleset


def rulesets() -> Mapping[str, Ruleset]:
    """Every ruleset by id; imported on first use."""
    from model.rulesets import RULESETS

    return RULESETS
