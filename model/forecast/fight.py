"""One silent fight: plays a battle with seeded dice to its end, with the same actions as in a session."""

from __future__ import annotations

from collections.abc import Callable

from model.engine.calls import Answer, Call
from model.engine.hidden_attackers import REVEAL
from model.engine.ruleset import Ruleset
from model.engine.turns import last_chance
from model.forecast.policy import Policy
from model.forecast.results import LONG, NOBODY, DecidingAttack, FightSummary, fighters
from model.forecast.silent import SilentRun
from model.state.base import Id, Record, replace
from model.state.battle import AnyBattle
from model.state.texts import Refusal

ROUNDS = 20
"""Rounds after which a fight counts as long."""
_MOST_TURNS = 5_000
"""Upper limit of turns; more than any fight of the largest battle has."""
_MOST_REFUSALS = 8
"""Upper limit of refusals to override; more than any call that begins turns can have."""


class Stuck(Exception):
    """The fight cannot go on because the rules refuse the call that would begin the next turn.

    The arguments are the action and the key of the refusal.
    """


class Played(Record):
    """A fight with the calls that led to its end."""

    fought: FightSummary
    calls: tuple[Call, ...]
    """The calls with all their answers; carried out in order they lead to the same end."""
    battle: AnyBattle


class Fights:
    """Plays fights that start from one battle; they share the cached odds."""

    def __init__(
        self,
        ruleset: Ruleset,
        battle: AnyBattle,
        seed: str,
        rounds: int,
        before_each: Callable[[], object] = lambda: None,
    ) -> None:
        """Prepare fights.

        Args:
            ruleset: the ruleset of the battle.
            battle: the battle from which every fight starts.
            seed: seed of the dice; each fight adds its number.
            rounds: number of rounds after which a fight counts as long.
            before_each: called before each action that combatants choose, for example to yield the processor to more
                urgent work.
        """
        self.before_each = before_each
        self.ruleset, self.battle = ruleset, battle
        self.seed, self.rounds = seed, rounds
        self.policy = Policy(ruleset, battle)
        self.people = fighters(battle)
        tactics = ruleset.tactics
        self.kinds = frozenset((*tactics.reactions, *tactics.forced_defences, *tactics.protections, REVEAL))

    def fight(self, number: int) -> FightSummary:
        """Play the fight with this number to its end."""
        return _Fight(self, number).fought()

    def played(self, number: int) -> Played:
        """Play the fight with this number to its end and return its calls too."""
        fight = _Fight(self, number, keeps_calls=True)
        return Played(fight.fought(), tuple(fight.calls or ()), fight.battle)


class _Fight:
    """One fight in progress."""

    def __init__(self, fights: Fights, number: int, *, keeps_calls: bool = False) -> None:
        self.fights, self.number = fights, number
        self.ruleset, self.policy = fights.ruleset, fights.policy
        self.battle = fights.battle
        first = fights.battle.order
        self.begun = first.round if first.is_running else 1
        """The round from which rounds are counted."""
        self.run = SilentRun(f"{fights.seed}-{number}", fights.kinds, fights.policy.takes)
        self.calls: list[Call] | None = [] if keeps_calls else None
        """The calls so far with their answers, or None if they are not recorded."""
        self.actions = 0
        self.attempts: dict[int, tuple[AnyBattle, Call, dict[str, Answer]]] = {}
        """Results of attempted calls that may still be adopted, keyed by the identity of the resulting battle."""
        self.dropped: set[Id] = set()
        self.fled: list[Id] = []
        self.seen: set[Id] = set()
        self.blow: DecidingAttack | None = None
        self.last: Call | None = None
        self.first_amounts = fights.ruleset.tactics.amounts(fights.battle)

    # ------------------------------------------------------------------------------------------ carrying out calls

    def attempt(self, call: Call) -> AnyBattle | None:
        self.fights.before_each()
        after = self.run.act(self.ruleset, self.battle, call)
        if isinstance(after, Refusal):
            return None
        self.attempts[id(after)] = (after, call, self.run.answers)
        return after

    def adopt(self, after: AnyBattle) -> AnyBattle:
        _, call, answers = self.attempts[id(after)]
        self.attempts.clear()
        return self._keep(after, call, answers)

    def act(self, call: Call) -> AnyBattle | None:
        self.fights.before_each()
        after = self.run.act(self.ruleset, self.battle, call)
        return None if isinstance(after, Refusal) else self._keep(after, call, self.run.answers)

    def _keep(self, after: AnyBattle, call: Call, answers: dict[str, Answer]) -> AnyBattle:
        self.actions += 1
        self.last = call
        if self.calls is not None:
            self.calls.append(replace(call, answers=answers))
        self._look_for_fallen(after, call)
        self.battle = after
        return after

    def _look_for_fallen(self, after: AnyBattle, call: Call) -> None:
        before = self.battle.combatants
        if after.combatants is before:
            return
        for who, now in after.combatants.items():
            if now is before.get(who) or who in self.dropped or who in self.fled or self.policy.can_fight(now):
                continue
            self.dropped.add(who)
            self.blow = DecidingAttack(who=call.actor, action=call.action, item=call.item)

    # ------------------------------------------------------------------------------------------ the fight

    def fought(self) -> FightSummary:
        """Play to the end and return the summary."""
        outcome = self._played()
        battle, ruleset, people = self.battle, self.ruleset, self.fights.people
        at = {who: place for place, who in enumerate(people)}
        first, last = self.first_amounts, ruleset.tactics.amounts(battle)
        return FightSummary(
            number=self.number,
            outcome=outcome,
            rounds=self._rounds(),
            health=tuple([self._health_left(who) for who in people]),
            dropped=tuple(sorted(at[who] for who in self.dropped if who in at)),
            fled=tuple(sorted(at[who] for who in self.fled if who in at)),
            spent=tuple([first[title] - last.get(title, 0.0) for title in first]),
            blow=None if outcome == LONG else self.blow,
            actions=self.actions,
        )

    def _health_left(self, who: Id) -> float:
        if who in self.dropped and self.ruleset.tactics.falls_at_once(self.battle, who):
            return 0.0
        return self.policy.health(self.battle, who)[0]

    def _rounds(self) -> int:
        return max(1, self.battle.order.round - self.begun + 1)

    def _played(self) -> str:
        """Play until at most one party is left or the rounds are over; return the key of the outcome."""
        if not self.battle.order.is_running:
            self._must(Call(action="start_fight"))
        for _ in range(_MOST_TURNS):
            left = self.policy.standing(self.battle)
            if len(left) < 2:
                return next(iter(left), NOBODY)
            if self._rounds() > self.fights.rounds:
                return LONG
            self._go_on()
        return LONG

    def _go_on(self) -> None:
        """Play one turn of one combatant, or begin the next turns."""
        order, turns = self.battle.order, self.ruleset.turns
        acting = order.acting
        if acting:
            self._turn_of(acting[0])
        elif order.phase == "planning":
            self._must(Call(action=turns.begins_turns or "end_round"))
        else:
            late = last_chance(self.ruleset, self.battle)
            if not late or self.act(Call(action="take_held_turn", actor=late[0])) is None:
                self._must(Call(action="end_round"))

    def _turn_of(self, who: Id) -> None:
        battle = self.battle
        combatant = battle.combatants.get(who)
        if combatant is not None and self.policy.can_fight(combatant):
            if self.policy.flees(battle, who):
                self._flee(who)
            else:
                self.policy.take_turn(battle, who, self.seen, self)
            if self.last is not None and self.last.actor == who:
                self.seen.add(who)
        if self.battle.order.acting[:1] == (who,):
            self._must(Call(action="end_turn", actor=who, options={"only_actor": True}))

    def _flee(self, who: Id) -> None:
        """Mark the combatant as fled; nobody pursues them."""
        self.fled.append(who)
        self._must(Call(action="mark_fled", targets=(who,)))

    def _must(self, call: Call) -> None:
        """Carry out a call that the fight needs to go on, overriding each refusal that the GM may override.

        Raises:
            Stuck: the rules still refuse the call.
        """
        refusal = None
        for _ in range(_MOST_REFUSALS):
            after = self.run.act(self.ruleset, self.battle, call)
            if not isinstance(after, Refusal):
                self._keep(after, call, self.run.answers)
                return
            refusal = after
            if not after.can_override or after.key in call.anyway:
                break
            call = replace(call, anyway=(*call.anyway, after.key))
        raise Stuck(call.action, "" if refusal is None else refusal.key)
