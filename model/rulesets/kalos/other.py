"""Whatever else somebody does: a standard, quick or anytime action in words (KM-STD, KM-QUICK, KM-ANY)."""

from __future__ import annotations

from model.rulesets.kalos.costs import ACTING

OTHER_ACTIONS = (
    ACTING.in_words("standard_action", "Standard action", "standard", "KM-STD-01", "Anything of that size."),
    ACTING.in_words("quick_action", "Quick action", "quick", "KM-QUICK-01", "Switch a power, drop a weapon."),
    ACTING.in_words("anytime_action", "Anytime action", "anytime", "KM-ANY-01", "Talk, notice, react: whenever."),
)
