"""What a group's attacks come to together, in words."""

from __future__ import annotations

from gui.panels.odds_view import percent
from model.engine.group_attack import Together
from model.engine.ruleset import Measure


def together_words(measures: tuple[Measure, ...], found: Together, name: str) -> str:
    """`Apex: at least one hits 40.7 % · drops 2.1 % · 1.9 damage on average`."""
    hits, drops = (measure.title for measure in [one for one in measures if one.kind == "chance"][:2])
    amount = next(measure.title for measure in measures if measure.kind == "spread")
    parts = [f"at least one {hits} {percent(found.any_hit)}", f"{drops} {percent(found.drop)}"]
    if found.mean:
        parts.append(f"{float(found.mean):.1f} {amount} on average")
    return f"{name}: {' · '.join(parts)}"
