"""Which steps are no part of the fight: what is only shown to the players, and what is written and kept."""

from __future__ import annotations

from model.engine.calls import Call
from model.engine.ruleset import Ruleset

PORTRAIT = "portrait"
_KEPT_FIELDS = (PORTRAIT, "notes")
"""Fields of combatants that say nothing about the fight."""


def is_only_shown(ruleset: Ruleset, call: Call) -> bool:
    """Whether a call only shows something to the players, or closes it: undo passes over such steps."""
    action = ruleset.actions.get(call.action)
    return action is not None and action.beside == "shown"


def is_bookkeeping(ruleset: Ruleset, call: Call) -> bool:
    """Whether the log leaves a step out: it shows something, or writes or keeps something. The history lists it."""
    action = ruleset.actions.get(call.action)
    if action is None:
        return False
    field = str(call.option("path", "")).rpartition(".")[2] if call.action == "edit" else ""
    return bool(action.beside) or field in _KEPT_FIELDS
