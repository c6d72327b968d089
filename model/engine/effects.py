"""Adding and ending effects, and what a turn does to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from model.engine.ask import Ask
from model.engine.conditions import Condition, condition_of
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Combatant, SameBattle, Thing, new_id, of_same_game
from model.state.effects import Effect, Moment, Prevented, Until
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
    battle: SameBattle,
    who: Id,
    kind: str,
    *,
    name: str = "",
    changes: Mapping[str, int] = MappingProxyType({}),
    prevents: tuple[Prevented, ...] = (),
    until: Until = "removed",
    ends: str = "",
    round: int = 0,
    source: Id | None = None,
    other: Id | None = None,
    clock: Id | None = None,
    slot: Id | None = None,
    amount: int = 0,
    note: str = "",
    is_public: bool = True,
    part_of: Id | None = None,
) -> SameBattle:
    """Add an effect to a combatant, beginning now.

    With `until="slot"` but no `slot`, it ends at the start of the next turn of `clock` instead.
    """
    id, battle = new_id(battle, kind)
    turn = battle.order.turn
    effect = Effect(
        id=id,
        kind=kind,
        name=name,
        changes={**changes},
        prevents=prevents,
        since=Moment(round=battle.order.round, slot=None if turn is None else turn.slot),
        source=source,
        other=other,
        until="turn_start" if until == "slot" and slot is None else until,
        clock=clock,
        slot=slot,
        round=round,
        ends=ends,
        amount=amount,
        note=note,
        is_public=is_public,
        part_of=part_of,
    )
    return with_effects(battle, who, bearers_of(battle)[who].effects | {id: effect})


def add_condition(battle: SameBattle, who: Id, condition: Condition) -> SameBattle:
    """Add an effect of this condition, as it usually is."""
    end = usual_end(battle, condition)
    return add_effect(battle, who, condition.id, until=condition.until, round=end, is_public=condition.is_public)


def usual_end(battle: AnyBattle, condition: Condition) -> int:
    """The round with whose end a condition that begins now is usually over; 0 if it does not end with a round."""
    return battle.order.round + condition.rounds if condition.until == "round_end" else 0


def bearers_of(battle: AnyBattle) -> Mapping[Id, Combatant[Any] | Thing]:
    """All that can have effects: combatants and things, by id."""
    return {**battle.combatants, **battle.things} if battle.things else battle.combatants


def with_effects(battle: SameBattle, who: Id, effects: Mapping[Id, Effect]) -> SameBattle:
    """The battle in which a combatant or thing has these effects, and no others."""
    if who in battle.things:
        return replace(battle, things=battle.things | {who: replace(battle.things[who], effects={**effects})})
    return battle.with_combatant(replace(battle.combatants[who], effects={**effects}))


def end_effects(battle: SameBattle, ends: Callable[[Id, Effect], bool]) -> SameBattle:
    """End every effect of any combatant or thing for which `ends` returns true."""
    for who, bearer in bearers_of(battle).items():
        for effect in bearer.effects.values():
            if ends(who, effect):
                kept = {id: other for id, other in bearer.effects.items() if not ends(who, other)}
                battle = with_effects(battle, who, kept)
                break
    return battle


def effects_gone(before: AnyBattle, after: AnyBattle) -> dict[Id, tuple[Effect, ...]]:
    """The effects that combatants and things had before and no longer have, by bearer."""
    gone: dict[Id, tuple[Effect, ...]] = {}
    if before.combatants is after.combatants and before.things is after.things:
        return gone
    left = bearers_of(after)
    for who, bearer in bearers_of(before).items():
        kept = left[who].effects if who in left else {}
        if kept is not bearer.effects:
            gone[who] = tuple(effect for id, effect in bearer.effects.items() if id not in kept)
    return {who: effects for who, effects in gone.items() if effects}


def _may_end(battle: AnyBattle, until: Until) -> bool:
    """Whether any combatant or thing has an effect that ends at such a moment; usually none has."""
    return until in _borne(battle.combatants)[1] or (bool(battle.things) and until in _borne(battle.things)[1])


def without_expired(battle: SameBattle, until: Until, is_over: Callable[[Id, Effect], bool]) -> SameBattle:
    """End the effects that last until such a moment and for which `is_over` returns true."""
    if not _may_end(battle, until):
        return battle
    return end_effects(battle, lambda bearer, effect: effect.until == until and is_over(bearer, effect))


def run_out(battle: SameBattle, until: Until, is_over: Callable[[Id, Effect], bool], ask: Ask) -> SameBattle:
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
            condition = condition_of(ask.ruleset.conditions, effect)
            if condition is not None and condition.weight >= 0:
                number = len(parts)
                parts.append(f"{{what{number}}} ({{who{number}}})")
                names |= {f"what{number}": condition.title, f"who{number}": ref(who)}
    if parts:
        ask.add_message(routine(gm_text(f"Ended: {', '.join(parts)}.", **names)))
    return after


def kinds_borne(combatants: Mapping[Id, Combatant[Any]]) -> frozenset[str]:
    """The kinds of effects that any of these combatants has."""
    return _borne(combatants)[0]


@cached_by_identity(16)
def _borne(those: Mapping[Id, Combatant[Any] | Thing]) -> tuple[frozenset[str], frozenset[Until]]:
    """The kinds of effects that any of these bearers has, and the moments at which one of them ends."""
    bearers = [bearer.effects for bearer in those.values() if bearer.effects]
    lying = [effect for effects in bearers for effect in effects.values()]
    return frozenset([effect.kind for effect in lying]), frozenset([effect.until for effect in lying])


def restore_effects(battle: SameBattle, gone: Mapping[Id, tuple[Effect, ...]]) -> SameBattle:
    """Give effects that ended or changed back to their bearers, as they were.

    An effect that waits for the end of the next turn only changes at the start of a turn: if it is gone now, it
    has been ended since.
    """
    for who, effects in gone.items():
        if bearer := bearers_of(battle).get(who):
            again = {
                effect.id: effect
                for effect in effects
                if effect.until != "next_turn_end" or effect.id in bearer.effects
            }
            battle = with_effects(battle, who, bearer.effects | again)
    return battle


def end_effects_of(battle: SameBattle, who: Id, *kinds: str) -> SameBattle:
    """End the effects of a combatant that are of these kinds."""
    return end_matching_effects(battle, who, lambda effect: effect.kind in kinds)


def use_up(battle: SameBattle, who: Id, kind: str) -> SameBattle:
    """End a combatant's effects of a kind that last until their first use."""
    return end_matching_effects(battle, who, lambda effect: effect.kind == kind and effect.until == "use")


def end_matching_effects(battle: SameBattle, who: Id, ends: Callable[[Effect], bool]) -> SameBattle:
    """End the effects of a combatant for which `ends` returns true."""
    bearer = battle.combatants.get(who)
    if bearer is None or not bearer.effects:
        return battle
    kept = {id: effect for id, effect in bearer.effects.items() if not ends(effect)}
    return battle if len(kept) == len(bearer.effects) else battle.with_combatant(replace(bearer, effects=kept))


OF_TURNS: tuple[Until, ...] = ("turn_start", "turn_end", "next_turn_end")
"""Ends that wait for a turn of `Effect.clock`."""
OF_COMBAT: tuple[Until, ...] = (*OF_TURNS, "round_end", "slot", "combat")
"""Ends that come with the end of combat at the latest."""


def turn_begins(battle: SameBattle, who: Id, ask: Ask) -> tuple[SameBattle, dict[Id, tuple[Effect, ...]]]:
    """Carry out what the start of a combatant's turn does to effects; also return those that ended or changed."""
    before = battle
    battle = run_out(battle, "turn_start", clocked_by(who), ask)
    found = effects_gone(before, battle)
    if not _may_end(battle, "next_turn_end"):
        return battle, found
    for bearer, one in bearers_of(battle).items():
        waiting = tuple(
            effect
            for effect in one.effects.values()
            if effect.until == "next_turn_end" and (effect.clock or bearer) == who
        )
        if waiting:
            due = {effect.id: replace(effect, until="turn_end") for effect in waiting}
            battle = with_effects(battle, bearer, one.effects | due)
            found[bearer] = (*found.get(bearer, ()), *waiting)
    return battle, found


def turn_ends(battle: SameBattle, who: Id, ask: Ask) -> SameBattle:
    """End what lasts until the end of a combatant's turn."""
    return run_out(battle, "turn_end", clocked_by(who), ask)


def turn_passes(battle: SameBattle, who: Id, ask: Ask) -> SameBattle:
    """End all that waits for a combatant's turn, which has come and cannot be taken."""
    for until in OF_TURNS:
        battle = run_out(battle, until, clocked_by(who), ask)
    return battle


def turn_never_comes(battle: SameBattle, who: Id, round: int) -> SameBattle:
    """Let what waits for a turn of a combatant, who has none any more, end with a round instead."""
    if not any(_may_end(battle, until) for until in OF_TURNS):
        return battle
    for bearer, one in bearers_of(battle).items():
        waiting = {
            id: replace(effect, until="round_end", clock=None, round=round)
            for id, effect in one.effects.items()
            if effect.until in OF_TURNS and (effect.clock or bearer) == who
        }
        if waiting:
            battle = with_effects(battle, bearer, one.effects | waiting)
    return battle


def clocked_by(who: Id) -> Callable[[Id, Effect], bool]:
    """Return a predicate for effects whose clock is `who`."""
    return lambda bearer, effect: (effect.clock or bearer) == who


def run_hooks(battle: SameBattle, who: Id, ask: Ask, *, is_start: bool) -> SameBattle:
    """Run the hooks of a combatant's conditions for the start or end of their turn."""
    for effect in effects_of(battle, who):
        condition = ask.ruleset.conditions.get(effect.kind)
        if condition is None:
            continue
        hook = condition.at_turn_start if is_start else condition.at_turn_end
        if hook is not None:
            battle = of_same_game(battle, hook(battle, who, effect, ask))
    return battle


def related_to(battle: AnyBattle, who: Id) -> Iterator[tuple[Id, Effect]]:
    """Effects that relate others to a combatant, each with its bearer."""
    for bearer, combatant in battle.combatants.items():
        for effect in combatant.effects.values():
            if effect.other == who:
                yield bearer, effect
