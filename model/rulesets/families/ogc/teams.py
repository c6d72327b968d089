"""Several who roll for one thing, with a bonus each: who may take part, what it costs them, whose result counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from model.dice.rolls import Roll
from model.engine import out_of_order
from model.engine.ask import Ask
from model.engine.budget import (
    has_round_mark,
    interrupted_share,
    is_turn_of,
    left,
    mark_round,
    spent,
    with_interrupted_share,
)
from model.engine.calls import Call
from model.engine.guards import no
from model.engine.ruleset import Parameter
from model.rulesets.families.ogc.acting import Acting, is_fighting
from model.state.base import Id, replace
from model.state.battle import AnyBattle, age
from model.state.order import Share
from model.state.texts import Refusal, text

LENT = "standard_lent"
"""Mark of a round: who has spent the standard action of a turn that is still to come."""
DECLARED, JOINED = "attack_declared", "attack_joined"
"""Marks of a turn: its attack is declared, and a turn held back may cut in; that one has taken it into a team's."""


def _comrades(battle: AnyBattle, call: Call) -> Iterator[tuple[str, str]]:
    """Who could be asked to take part: those of the actor's side who are in the fight."""
    actor = battle.combatants.get(call.actor)
    for one in sorted(battle.combatants.values(), key=age):
        is_comrade = actor is not None and one.side == actor.side and one.id != call.actor
        if is_comrade and one.is_present and not one.is_out:
            yield one.name, one.id


TEAM = Parameter(
    key="team", title="With", kind="combatants", default=(), choices=_comrades, is_declared=True,
    help="Members who roll together with the actor.",
)  # fmt: skip


def team_of(call: Call) -> tuple[Id, ...]:
    """Who rolls together: the actor and the members named, each once."""
    return tuple(dict.fromkeys((call.actor, *call.option("team", ()))))


def _spent(share: Share) -> Share:
    return spent(share, "standard")


def _joined(share: Share) -> Share:
    """The action was paid for the attack that is part of the team's now."""
    return replace(share, marks=(*(mark for mark in share.marks if mark != DECLARED), JOINED))


class Teams:
    """How a game lets people act together."""

    acting: Acting
    rule: str
    cost_rule: str
    """Who can spend an action for the team."""

    def costs_each(self, battle: AnyBattle) -> bool:
        """Whether every member spends a standard action, or the actor alone."""
        return True

    def lends(self, battle: AnyBattle, who: Id) -> bool:
        """Whether somebody may spend the standard action of their turn before it comes up."""
        return False

    def sound(self, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: members who are there and can each give a standard action."""
        yield from self.are_there(battle, call)
        for who in team_of(call)[1:]:
            pays = is_fighting(battle) and self.costs_each(battle) and who in battle.combatants
            if pays and not self._has_action(battle, who):
                yield no("member_no_action", "{who} holds no turn back to take part with.", self.cost_rule, who)

    def are_there(self, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: members who are there and not helpless, and none of them the target."""
        for who in team_of(call)[1:]:
            one = battle.combatants.get(who)
            if one is None:
                sentence = text("The team names “{name}”, who is not in this battle.", name=who)
                yield Refusal(key="unknown_member", sentence=sentence, can_override=False)
            elif who in call.targets:
                yield no("member_target", "{who} cannot take part: they are the target.", self.rule, who)
            else:
                yield from self.acting.somebody(battle, Call(action=call.action, actor=who))

    def _has_action(self, battle: AnyBattle, who: Id) -> bool:
        """Of the turn in progress, of one interrupted by it, of one held back, or of one still to come."""
        if is_turn_of(battle, who):
            return left(battle, who, "standard") > 0
        interrupted = interrupted_share(battle, who)
        if interrupted is not None:
            return interrupted.left.get("standard", 0) > 0 or DECLARED in interrupted.marks
        return who in battle.order.held or (self.lends(battle, who) and not has_round_mark(battle, who, LENT))

    def pay(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        """Take the action of everybody who gives one: of their turn, of one held back, or of the turn to come."""
        for who in team_of(call):
            if who == call.actor:
                battle = self.acting.pay(battle, who, "standard", ask)
            elif is_fighting(battle) and self.costs_each(battle):
                battle = self._given(battle, who, ask)
        return battle

    def _given(self, battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
        if is_turn_of(battle, who):
            return self.acting.pay(battle, who, "standard", ask)
        interrupted = interrupted_share(battle, who)
        if interrupted is not None:
            is_declared = DECLARED in interrupted.marks
            return with_interrupted_share(battle, who, _joined if is_declared else _spent)
        if who in battle.order.held:
            # A turn held back is taken now: it is in progress until its owner ends it, with a move left.
            battle = out_of_order.take_held_turn(battle, who, ask)
            return self.acting.pay(battle, who, "standard", ask)
        return mark_round(battle, who, LENT)


class _Standing(NamedTuple):
    """Who leads after so many rolls."""

    total: int = -1_000
    leader: int = 0
    rolled: int = 0


def _with_next(so_far: _Standing, total: int) -> _Standing:
    if total > so_far.total:
        return _Standing(total, so_far.rolled, so_far.rolled + 1)
    return so_far._replace(rolled=so_far.rolled + 1)


def best_of(rolls: Mapping[Id, Roll], against: int, ask: Ask) -> tuple[Id, bool]:
    """Who has the highest total, the first of equals, and whether it reaches what it has to."""
    members = tuple(rolls)

    def whose(standing: _Standing) -> tuple[Id, bool]:
        return members[standing.leader], standing.total >= against

    best: tuple[Id, bool] = ask.gather(rolls.values(), _with_next, _Standing(), whose)
    return best
