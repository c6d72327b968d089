"""Preview of a rest: the pools of each combatant, now and after it."""

from __future__ import annotations

from model.engine.calls import Call
from model.engine.displays import PoolDisplay
from model.engine.edits_restore import CONDITIONS, RESTORE_PARTY, restorable_conditions
from model.engine.ruleset import Ruleset
from model.engine.run import Done, Refused, run
from model.state.base import Id, State
from model.state.battle import AnyBattle, age
from model.state.texts import Refusal
from model.view.conditions import labels_of
from model.view.viewer import GM, PLAYERS_SIDE, name_for


class PoolChange(State):
    """One pool of a combatant: `Health 6 → 9 of 12`."""

    title: str
    now: int
    then: int
    most: int


class RestRow(State):
    """A combatant who could rest."""

    who: Id
    name: str
    side: str
    pools: tuple[PoolChange, ...]
    conditions: tuple[str, ...] = ()
    """Current conditions."""
    ended: tuple[str, ...] = ()
    """Those of them that end with the rest."""


class RestView(State):
    """The preview of a rest."""

    rows: tuple[RestRow, ...]
    refusal: Refusal | None = None
    """Why it is refused now, or None."""
    asks: bool = False
    """Whether a request has to be answered before the result is known."""


def resters(battle: AnyBattle) -> tuple[Id, ...]:
    """Combatants who could rest: all who are present, players' characters first, then allies, then NPCs."""
    ranks = {PLAYERS_SIDE: 0, "npc": 2}
    present = (who for who in battle.combatants.values() if who.is_present)
    return tuple(who.id for who in sorted(present, key=lambda who: (ranks.get(who.side, 1), age(who))))


def rest_view(ruleset: Ruleset, battle: AnyBattle, call: Call) -> RestView:
    """The effects of a rest on the call's targets; all others are unchanged."""
    outcome = run(ruleset, battle, call)
    after = outcome.battle if isinstance(outcome, Done) and call.targets else battle
    rows = tuple(_row(ruleset, battle, after, who) for who in resters(battle))
    refusal = outcome.refusal if isinstance(outcome, Refused) else None
    return RestView(rows=rows, refusal=refusal, asks=not isinstance(outcome, Done | Refused))


def needs_rest(ruleset: Ruleset, battle: AnyBattle) -> bool:
    """Whether a player's character lacks anything that *Restore Party* can give back or end."""
    party = tuple(who for who in resters(battle) if battle.combatants[who].side == PLAYERS_SIDE)
    every = list(restorable_conditions(ruleset, battle, party))
    call = Call(action=RESTORE_PARTY, targets=party, options={CONDITIONS: every})
    return bool(party) and not isinstance(run(ruleset, battle, call), Refused)


def _row(ruleset: Ruleset, battle: AnyBattle, after: AnyBattle, who: Id) -> RestRow:
    pools = ruleset.pools_displayed
    now, then = labels_of(ruleset, battle, who, GM), labels_of(ruleset, after, who, GM)
    return RestRow(
        who=who,
        name=name_for(battle, who, GM) or who,
        side=battle.combatants[who].side,
        pools=tuple(_change(battle, after, who, display) for display in pools if display.most is not None),
        conditions=tuple(now),
        ended=tuple(label for label in now if label not in then),
    )


def _change(battle: AnyBattle, after: AnyBattle, who: Id, display: PoolDisplay) -> PoolChange:
    assert display.most is not None
    return PoolChange(
        title=display.title,
        now=int(display.value(battle, who)),
        then=int(display.value(after, who)),
        most=int(display.most(after, who)),
    )
