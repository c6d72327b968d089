"""What the GM may change by hand in any ruleset: everything is an action, so every edit is logged and can be undone.

A ruleset's record includes them: `actions={**EDITS, **turn_actions(rules), **own}`. An edit never asks; what it cannot
take it refuses in a sentence, and the ruleset's `settle` draws the consequences. What players must not know is told to
the GM alone: preparations always, anything else when it is about somebody hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from model.engine.edits_battle import BATTLE_EDITS, EVENING_EDITS, POOL_EDITS, TASK_EDITS
from model.engine.edits_board import BOARD_EDITS, ENVIRONMENT_EDITS, LINK_EDITS, PLACE_EDITS, ZONE_EDITS
from model.engine.edits_combatants import COMBATANT_EDITS, CONDITION_EDITS, EDIT_FIELD, ITEM_EDITS, JOINING_EDITS
from model.engine.ruleset import Action

_ALL = (
    EDIT_FIELD,
    *CONDITION_EDITS,
    *PLACE_EDITS,
    *JOINING_EDITS,
    *COMBATANT_EDITS,
    *ITEM_EDITS,
    *BOARD_EDITS,
    *ZONE_EDITS,
    *LINK_EDITS,
    *BATTLE_EDITS,
    *POOL_EDITS,
    *TASK_EDITS,
    *EVENING_EDITS,
    *ENVIRONMENT_EDITS,
)

EDITS: Mapping[str, Action] = MappingProxyType({action.id: action for action in _ALL})
"""The GM's edits by id."""
