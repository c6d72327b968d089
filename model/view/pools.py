"""Pools, health and clocks for display."""

from __future__ import annotations

import math
from collections.abc import Sequence

from model.engine.planning import PLAN, waits_for_plans
from model.engine.ruleset import Ruleset
from model.state.base import Id, State
from model.state.battle import AnyBattle, Departure, HealthPolicy
from model.view.map import HealthView
from model.view.texts import sentence, unsigned
from model.view.viewer import GM, PLAYERS, Viewer, policy_of

# --------------------------------------------------------------------------------------------------------------- clocks


class ClockView(State):
    """The values of a clock."""

    words: str
    """`Round 3`"""
    brief: str
    """`R3`"""
    steps: tuple[int, ...] = ()
    """The steps of a round's countdown, in order; empty if there is none."""
    step: int | None = None
    """The step counted last, or None before the first one."""


def clock_view(ruleset: Ruleset, battle: AnyBattle, ahead: int = 0) -> ClockView:
    """The clock of a battle; `ahead` is the number of rounds to look ahead."""
    clock, order = ruleset.turns.clock, battle.order
    round = order.round + ahead
    return ClockView(
        words=sentence(clock.words(battle, round), battle, PLAYERS),
        brief=sentence(clock.brief(battle, round), battle, PLAYERS),
        steps=clock.steps,
        step=order.segment if clock.steps and not ahead else None,
    )


def waiting_words(ruleset: Ruleset, battle: AnyBattle) -> str:
    """What combat waits for before the turns of a round begin, for the GM; empty if it waits for nothing."""
    awaits = ruleset.turns.awaits or (waits_for_plans if PLAN in ruleset.actions else None)
    if battle.order.phase != "planning" or awaits is None:
        return ""
    return sentence(awaits(battle), battle, GM)


# --------------------------------------------------------------------------------------------------------------- health


_BAR_STEPS = 10
"""A bar by policy shows tenths, so that its length does not reveal the number."""


def health_of(ruleset: Ruleset, battle: AnyBattle, who: Id, viewer: Viewer) -> HealthView | None:
    """Health of a combatant or thing, or None if it has none or the viewer may not see any of it."""
    found = health_numbers(ruleset, battle, who)
    if found is None:
        return None
    current, most = found
    if viewer.is_gm:
        return HealthView(fraction=_fraction(current, most), text=f"{unsigned(current)} / {most}")
    if departure_of(battle, (who,)):
        return None
    return _by_policy(policy_of(battle, who), current, most, is_out=_is_out(battle, who))


def group_health(ruleset: Ruleset, battle: AnyBattle, members: Sequence[Id], viewer: Viewer) -> HealthView | None:
    """Health of several together, of those who are not out if there are any: a word or a bar."""
    if len(members) == 1:
        return health_of(ruleset, battle, members[0], viewer)
    able = [who for who in members if not _is_out(battle, who)]
    found = [health_numbers(ruleset, battle, who) for who in able or members]
    known = [numbers for numbers in found if numbers is not None]
    if not known:
        return None
    current, most = sum(max(0, now) for now, _ in known), sum(highest for _, highest in known)
    if viewer.is_gm:
        return HealthView(fraction=_fraction(current, most))
    if departure_of(battle, members):
        return None
    policy = policy_of(battle, members[0])
    return _by_policy("bar" if policy == "exact" else policy, current, most, is_out=not able)


def health_numbers(ruleset: Ruleset, battle: AnyBattle, who: Id) -> tuple[int, int] | None:
    """Current and maximum health, or None if there is none."""
    if thing := battle.things.get(who):
        if thing.health is None or not thing.health_max:
            return None
        return thing.health, thing.health_max
    display = ruleset.health
    if display is None or display.most is None:
        return None
    most = display.most(battle, who)
    return (int(display.value(battle, who)), most) if most > 0 else None


def health_word(fraction: float) -> str:
    """Health as a word: `fresh`, `hurt` (above a third), `badly hurt`, `down`."""
    if fraction >= 1:
        return "fresh"
    if fraction <= 0:
        return "down"
    return "hurt" if fraction > 1 / 3 else "badly hurt"


def _by_policy(policy: HealthPolicy, current: int, most: int, *, is_out: bool) -> HealthView | None:
    fraction = 0.0 if is_out and policy != "exact" else _fraction(current, most)
    if policy == "exact":
        return HealthView(fraction=fraction, text=unsigned(current))
    if policy == "words":
        return HealthView(text=health_word(fraction))
    if policy == "bar":
        return HealthView(fraction=math.ceil(fraction * _BAR_STEPS - 1e-9) / _BAR_STEPS)
    return None


def _fraction(current: int, most: int) -> float:
    return min(1.0, max(0.0, current / most)) if most > 0 else 0.0


def departure_of(battle: AnyBattle, members: Sequence[Id]) -> Departure | None:
    """How all of some combatants left combat alive; players read this in place of their health."""
    first, *others = {None if one is None else one.left_as for one in map(battle.combatants.get, members)} or {None}
    return None if others else first


def _is_out(battle: AnyBattle, who: Id) -> bool:
    combatant = battle.combatants.get(who)
    return combatant is not None and combatant.is_out


# ---------------------------------------------------------------------------------------------------------------- pools


class PoolView(State):
    """A common pool with its current amount."""

    key: str
    title: str
    brief: str
    amount: int
    most: int
    side: str = ""

    @property
    def words(self) -> str:
        """`AP 2 / 6`, without the maximum if it is practically unlimited."""
        return f"{self.brief} {self.amount}" + (f" / {self.most}" if self.most < _NO_LIMIT else "")


_NO_LIMIT = 99


def pool_views(ruleset: Ruleset, battle: AnyBattle, viewer: Viewer = GM) -> tuple[PoolView, ...]:
    """The pools that a viewer may see."""
    return tuple(
        PoolView(
            key=pool.key,
            title=pool.title,
            brief=pool.brief,
            amount=pool.value(battle),
            most=pool.most(battle),
            side=pool.side,
        )
        for pool in ruleset.pools
        if pool.is_public or viewer == GM
    )
