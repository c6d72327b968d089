"""The GM's edit that restores a party between two combats: pools to their maximum, and conditions ended."""

from __future__ import annotations

from collections.abc import Iterable

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.displays import PoolDisplay
from model.engine.edits_base import InvalidInput, combatants_of, converted, edit, something
from model.engine.edits_combatants import set_at
from model.engine.effects import effects_of, end_effects_of
from model.engine.messages import messages_about_all
from model.engine.ruleset import Action, Ruleset
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.effects import OWN

RESTORE_PARTY = "restore_party"
POOLS, CONDITIONS = "pools", "conditions"
"""The options of the edit."""


def restorable_pools(ruleset: Ruleset) -> tuple[PoolDisplay, ...]:
    """The pools that have a maximum and can be set: health, and those with a field of the sheet."""
    return tuple(one for one in ruleset.pools_displayed if one.most is not None and (one.is_health or one.field))


def restorable_conditions(ruleset: Ruleset, battle: AnyBattle, who: Iterable[Id]) -> tuple[str, ...]:
    """The kinds of conditions that these combatants have, without hardly relevant ones, in the ruleset's order.

    The GM's own come last.
    """
    borne = {effect.kind for one in who for effect in effects_of(battle, one)}
    known = tuple(id for id, condition in ruleset.conditions.items() if id in borne and condition.weight >= 0)
    return (*known, OWN) if OWN in borne else known


def usually_ended(ruleset: Ruleset) -> tuple[str, ...]:
    """The conditions that are over with a combat."""
    return tuple(id for id, condition in ruleset.conditions.items() if condition.ends_with_combat)


def without_what_is_over(ruleset: Ruleset, battle: AnyBattle) -> AnyBattle:
    """The battle without the conditions that are over with a combat, for the next one.

    Those that last until recovery stay while one of the pools is empty: that is why the combatant lies there.
    """
    for who in battle.combatants:
        is_empty = any(pool.value(battle, who) <= 0 for pool in restorable_pools(ruleset))
        over = (
            kind for kind in usually_ended(ruleset) if not is_empty or ruleset.conditions[kind].until != "recovered"
        )
        battle = end_effects_of(battle, who, *over)
    return battle


def _restore(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Raise pools to their maximum and end conditions, of the targets or of everyone who is present."""
    ruleset = ask.ruleset
    every = restorable_pools(ruleset)
    wanted = converted(call.option(POOLS, [pool.key for pool in every]), tuple[str, ...], "Pools")
    ended = converted(call.option(CONDITIONS, usually_ended(ruleset)), tuple[str, ...], "Conditions")
    for key in wanted:
        if all(pool.key != key for pool in every):
            raise InvalidInput("{ruleset} has no pool “{key}” that can be restored.", ruleset=ruleset.name, key=key)
    for kind in ended:
        if kind not in ruleset.conditions and kind != OWN:
            raise InvalidInput("{ruleset} has no condition “{kind}”.", ruleset=ruleset.name, kind=kind)
    before, restored = battle, list[Id]()
    for who in combatants_of(battle, call) or tuple(id for id, one in battle.combatants.items() if one.is_present):
        was = battle
        for pool in every:
            if pool.key in wanted:
                battle = _filled(battle, pool, who, ask)
        # Afterwards, because healing settles what belongs to a condition, such as being out of combat.
        battle = end_effects_of(battle, who, *ended)
        if battle is not was:
            restored.append(who)
    if battle is before:
        raise InvalidInput("Nothing to restore: what is ticked is already full, and no one has those conditions.")
    if restored:
        ask.add_message(*messages_about_all(battle, restored, " is restored.", " are restored.", is_public=False))
    return battle


def _filled(battle: AnyBattle, pool: PoolDisplay, who: Id, ask: Ask) -> AnyBattle:
    assert pool.most is not None
    missing = int(pool.most(battle, who) - pool.value(battle, who))
    if missing <= 0:
        return battle
    if pool.is_health:
        return ask.ruleset.hurt(battle, who, -missing, False, ask)
    combatant = battle.combatants[who]
    sheet = set_at(combatant.sheet, tuple(pool.field.split(".")), pool.most(battle, who))
    return battle.with_combatant(replace(combatant, sheet=sheet))


RESTORE_EDITS: tuple[Action, ...] = (
    edit(
        RESTORE_PARTY,
        "Restore Party",
        _restore,
        something(POOLS, "Pools to fill", help="Their keys. Empty: all."),
        something(CONDITIONS, "Conditions to end", help="Their ids. Left out: those that are over with a combat."),
        targets="any",
        help="Your edit, not a rule: fills the ticked pools and ends the ticked conditions.",
    ),
)
