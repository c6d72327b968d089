"""The GM's edits in any ruleset: each is an action, so that every edit is logged and can be undone.

A ruleset's record includes them: `actions={**EDITS, **turn_actions(rules), **own}`. An edit never asks; it refuses
invalid input with a sentence, and the ruleset's `settle` applies the consequences. Messages that players must not read
are for the GM alone: always those about preparations, and others if they are about a hidden combatant.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from model.engine.calls import Call
from model.engine.edits_battle import BATTLE_EDITS, GAME_NIGHT_EDITS, POOL_EDITS, TASK_EDITS
from model.engine.edits_board import BOARD_EDITS, ENVIRONMENT_EDITS, LINK_EDITS, PLACE_EDITS, ZONE_EDITS
from model.engine.edits_campaign import CAMPAIGN_EDITS
from model.engine.edits_combatants import (
    COMBATANT_EDITS,
    EDIT_FIELD,
    HURT,
    ITEM_EDITS,
    JOINING_EDITS,
)
from model.engine.edits_conditions import CONDITION_EDITS
from model.engine.edits_fog import FOG_EDITS
from model.engine.edits_leaving import leaving_call
from model.engine.edits_restore import RESTORE_EDITS
from model.engine.edits_show import SHOW_EDITS
from model.engine.effects import effects_of
from model.engine.ruleset import Action, Ruleset
from model.engine.typed_conditions import Options, TypedCondition, read_condition
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.effects import OWN
from model.state.texts import Text, gm_text
from model.state.typed_numbers import MINUS_SIGNS, with_hyphens

_ALL = (
    EDIT_FIELD,
    HURT,
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
    *GAME_NIGHT_EDITS,
    *ENVIRONMENT_EDITS,
    *FOG_EDITS,
    *SHOW_EDITS,
    *RESTORE_EDITS,
    *CAMPAIGN_EDITS,
)

EDITS: Mapping[str, Action] = MappingProxyType({action.id: action for action in _ALL})
"""The GM's edits by id."""


# ---------------------------------------------------------------- quick edits that the GM types for selected combatants


FORMS = (
    "-7 deals damage, -7r deals damage less resistance, +3 heals, =12 sets health; prone, prone 3 rounds or "
    "-2 until the bell rings applies a condition"
)


def quick_edit(
    ruleset: Ruleset,
    battle: AnyBattle,
    targets: tuple[Id, ...],
    typed: str,
    presets: Mapping[str, Options] = MappingProxyType({}),
) -> Call | Text:
    """Return the call for a typed quick edit, or a sentence that says why it is not valid.

    A condition that is only named is applied to the targets that do not have it; if all have it, it is ended.
    """
    found = typed_edit(ruleset, battle, targets, typed, presets)
    return gm_text("{problem}", problem=found.problem) if isinstance(found, TypedCondition) else found


def typed_edit(
    ruleset: Ruleset,
    battle: AnyBattle,
    targets: tuple[Id, ...],
    typed: str,
    presets: Mapping[str, Options] = MappingProxyType({}),
) -> Call | Text | TypedCondition:
    """The same as `quick_edit`, except for a condition that is not understood: it says which words are not."""
    typed = typed.strip()
    if typed[:1] in MINUS_SIGNS:
        typed = with_hyphens(typed)
    if not targets:
        return gm_text("Nothing selected.")
    if not typed:
        return gm_text("Nothing is typed: {forms}.", forms=FORMS)
    if match := re.fullmatch(r"([-+])\s*(\d{1,6})\s*(r?)", typed, re.IGNORECASE):
        return _damage(targets, match[1] != "+", int(match[2]), bool(match[3]))
    if match := re.fullmatch(r"=\s*(-?\d{1,6})", with_hyphens(typed)):
        health = ruleset.health
        if health is None or not health.field:
            return gm_text("{ruleset} has no health that could be set.", ruleset=ruleset.name)
        return Call(action="edit", targets=targets, options={"path": f"sheet.{health.field}", "value": int(match[1])})
    # A sign before a word, or before another sign, is the key that began the line; one before a digit is a number's.
    words = re.sub(r"^[-−+]\s*(?=[^\s\d])", "", typed)
    if not _IS_CONDITION.match(words):
        return gm_text("“{typed}” is not a quick edit: {forms}.", typed=typed, forms=FORMS)
    if (left := leaving_call(battle, targets, words)) is not None:
        return left
    found = read_condition(ruleset, battle, targets, words, presets)
    return found if found.problem else _condition(ruleset, battle, targets, found)


_IS_CONDITION = re.compile(r"(?=(?:.*[^\W\d_]){2}|[-−+]\s*\d+\s*(?:%|d)$)(?:[-−+]\s*\d|[\"“”„]|[^\W\d])", re.DOTALL)
"""A line that may be a condition: two letters at least, or an amount with a unit; first a word or an amount."""


def typed_condition(
    ruleset: Ruleset, battle: AnyBattle, who: Id, typed: str, presets: Mapping[str, Options] = MappingProxyType({})
) -> Call | TypedCondition:
    """Return the call that applies a typed condition to one combatant, or which of its words are not understood."""
    found = read_condition(ruleset, battle, (who,), typed, presets)
    if found.problem:
        return found
    options = dict(found.options) if found.is_bare else {**found.options, "replaces": True}
    return Call(action="set_condition", targets=(who,), options=options)


def _damage(targets: tuple[Id, ...], hurts: bool, amount: int, through_resistance: bool) -> Call | Text:
    if amount == 0:
        return gm_text("The number is 0, so nothing would change.")
    if through_resistance and not hurts:
        return gm_text("Resistance does not reduce healing: type +{amount}.", amount=amount)
    options: dict[str, int | bool] = {"amount": amount if hurts else -amount}
    if through_resistance:
        options["through_resistance"] = True
    return Call(action="hurt", targets=targets, options=options)


def _condition(ruleset: Ruleset, battle: AnyBattle, targets: tuple[Id, ...], typed: TypedCondition) -> Call:
    """The call for a condition: applied to those who lack it, ended if only its name was typed and all have it."""
    options = dict(typed.options)
    if not typed.is_bare:
        return Call(action="set_condition", targets=targets, options=options | {"replaces": True})
    named = str(options.get("condition") or options["name"])
    kind = options.get("condition", OWN)

    def has(who: Id) -> bool:
        there = effects_of(battle, who, kind)
        return any(kind != OWN or effect.name.casefold() == named.casefold() for effect in there)

    lacking = tuple(who for who in targets if not has(who))
    if lacking:
        return Call(action="set_condition", targets=lacking, options=options)
    return Call(action="clear_condition", targets=targets, options={"condition": named})
