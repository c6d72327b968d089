"""Adding and ending effects, and what a turn does to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from model.engine.ask import Ask
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Combatant, new_id
from model.state.effects import Effect, Moment, Until
from model.state.identity_cache import cached_by_identity
from model.state.texts import Argument, gm_text, ref, routine


def effects_of(battle: AnyBattle, who: Id, kind: str | None = None) -> tuple[Effect, ...]:
    """The effects of a combatant or thing, of one kind or of all."""
    bearer = battle.combatants.get(who) or battle.things.get(who)
    if bearer is None or not bearer.effects:
        return ()
    return tuple(effect for effect in bearer.effects.values() if kind is None or effect.kind == kind)


def has_effect(battle: AnyBattle, who: Id, *kinds: str) -> bool:
    """Whether a combatant or thing has an effect of one of these kinds."""
    bearer = battle.combatants.get(who) or battle.things.get(who)
    if bearer is None or not bearer.effects:
        return False
    # A loop, not a generator, because of speed: every run of an action calls this for every combatant.
    for effect in bearer.effects.values():  # noqa: SIM110
        if effect.kind in kinds:
            return True
    return False


def effect_of(battle: AnyBattle, who: Id, kind: str) -> Effect | None:
    """The first effect of a kind of a combatant or thing, or None."""
    bearer = battle.combatants.get(who) or battle.things.get(who)
    if bearer is not None and bearer.effects:
        for effect in bearer.effects.values():
            if effect.kind == kind:
                return effect
    return None


def add_effect(
    battle: AnyBattle,
    who: Id,
    kind: str,
    *,
    until: Until = "removed",
    source: Id | None = None,
    other: Id | None = None,
    clock: Id | None = None,
    slot: Id | None = None,
    amount: int = 0,
    note: str = "",
    is_public: bool = True,
    part_of: Id | None = None,
) -> AnyBattle:
    """Add an effect to a combatant, beginning now.

    With `until="slot"` but no `slot`, it ends at the start of the next turn of `clock` instead.
    """
    id, battle = new_id(battle, kind)
    turn = battle.order.turn
    effect = Effect(
        id=id,
        kind=kind,
        since=Moment(round=battle.order.round, slot=None if turn is None else turn.slot),
        source=source,
        other=other,
        until="turn_start" if until == "slot" and slot is None else until,
        clock=clock,
        slot=slot,
        amount=amount,
        note=note,
        is_public=is_public,
        part_of=part_of,
    )
    bearer = battle.combatants[who]
    return battle.with_combatant(replace(bearer, effects=bearer.effects | {id: effect}))


def end_effects(battle: AnyBattle, ends: Callable[[Id, Effect], bool]) -> AnyBattle:
    """End every effect of any combatant for which `ends` returns true."""
    for who, combatant in battle.combatants.items():
        for effect in combatant.effects.values():
            if ends(who, effect):
                kept = {id: other for id, other in combatant.effects.items() if not ends(who, other)}
                battle = battle.with_combatant(replace(combatant, effects=kept))
                break
    return battle


def effects_gone(before: AnyBattle, after: AnyBattle) -> dict[Id, tuple[Effect, ...]]:
    """The effects that combatants had before and no longer have, by bearer."""
    gone: dict[Id, tuple[Effect, ...]] = {}
    if before.combatants is after.combatants:
        return gone
    for who, combatant in before.combatants.items():
        kept = after.combatants[who].effects if who in after.combatants else {}
        if kept is not combatant.effects:
            gone[who] = tuple(effect for id, effect in combatant.effects.items() if id not in kept)
    return {who: effects for who, effects in gone.items() if effects}


def _may_end(battle: AnyBattle, until: Until) -> bool:
    """Whether any combatant has an effect that ends at such a moment; usually none has."""
    return until in _borne(battle.combatants)[1]


def without_expired(battle: AnyBattle, until: Until, is_over: Callable[[Id, Effect], bool]) -> AnyBattle:
    """End the effects that last until such a moment and for which `is_over` returns true."""
    if not _may_end(battle, until):
        return battle
    return end_effects(battle, lambda bearer, effect: effect.until == until and is_over(bearer, effect))


def run_out(battle: AnyBattle, until: Until, is_over: Callable[[Id, Effect], bool], ask: Ask) -> AnyBattle:
    """The same as `without_expired`, with one sentence for the GM that lists the ended effects."""
    if not _may_end(battle, until):
        return battle
    after = without_expired(battle, until, is_over)
    if after is battle:
        return battle
    parts: list[str] = []
    names: dict[str, Argument] = {}
    for who, effects in effects_gone(battle, after).items():
        for effect in effects:
            condition = ask.ruleset.conditions.get(effect.kind)
            if condition is not None and condition.weight >= 0:
                number = len(parts)
                parts.append(f"{{what{number}}} of {{who{number}}}")
                names |= {f"what{number}": condition.title, f"who{number}": ref(who)}
    if parts:
        ask.add_message(routine(gm_text(f"Ended: {', '.join(parts)}.", **names)))
    return after


def kinds_borne(combatants: Mapping[Id, Combatant[Any]]) -> frozenset[str]:
    """The kinds of effects that any of these combatants has."""
    return _borne(combatants)[0]


@cached_by_identity(16)
def _borne(combatants: Mapping[Id, Combatant[Any]]) -> tuple[frozenset[str], frozenset[Until]]:
    """The kinds of effects that any of these combatants has, and the moments at which one of them ends."""
    bearers = [bearer.effects for bearer in combatants.values() if bearer.effects]
    lying = [effect for effects in bearers for effect in effects.values()]
    return frozenset([effect.kind for effect in lying]), frozenset([effect.until for effect in lying])


def restore_effects(battle: AnyBattle, gone: Mapping[Id, tuple[Effect, ...]]) -> AnyBattle:
    """Give ended effects back to their bearers, unchanged."""
    for who, effects in gone.items():
        if bearer := battle.combatants.get(who):
            again = {effect.id: effect for effect in effects}
            battle = battle.with_combatant(replace(bearer, effects=bearer.effects | again))
    return battle


def end_effects_of(battle: AnyBattle, who: Id, *kinds: str) -> AnyBattle:
    """End the effects of a combatant that are of these kinds."""
    return end_matching_effects(battle, who, lambda effect: effect.kind in kinds)


def use_up(battle: AnyBattle, who: Id, kind: str) -> AnyBattle:
    """End a combatant's effects of a kind that last until their first use."""
    return end_matching_effects(battle, who, lambda effect: effect.kind == kind and effect.until == "use")


def end_matching_effects(battle: AnyBattle, who: Id, ends: Callable[[Effect], bool]) -> AnyBattle:
    """End the effects of a combatant for which `ends` returns true."""
    bearer = battle.combatants.get(who)
    if bearer is None or not bearer.effects:
        return battle
    kept = {id: effect for id, effect in bearer.effects.items() if not ends(effect)}
    return battle if len(kept) == len(bearer.effects) else battle.with_combatant(replace(bearer, effects=kept))


def clocked_by(who: Id) -> Callable[[Id, Effect], bool]:
    """Return a predicate for effects whose clock is `who`."""
    return lambda bearer, effect: (effect.clock or bearer) == who


def run_hooks(battle: AnyBattle, who: Id, ask: Ask, *, is_start: bool) -> AnyBattle:
    """Run the hooks of a combatant's conditions for the start or end of their turn."""
    for effect in effects_of(battle, who):
        condition = ask.ruleset.conditions.get(effect.kind)
        if condition is None:
            continue
        hook = condition.at_turn_start if is_start else condition.at_turn_end
        if hook is not None:
            battle = hook(battle, who, effect, ask)
    return battle


def related_to(battle: AnyBattle, who: Id) -> Iterator[tuple[Id, Effect]]:
    """Effects that relate others to a combatant, each with its bearer."""
    for bearer, combatant in battle.combatants.items():
        for effect in combatant.effects.values():
            if effect.other == who:
                yield bearer, effect
