"""One silent fight, from a battle and a seed to its end, by the same actions as at the table."""

from __future__ import annotations

from collections.abc import Callable

from model.engine.calls import Answer, Call
from model.engine.ruleset import Ruleset
from model.engine.turns import last_chance
from model.forecast.policy import Policy
from model.forecast.results import LONG, NOBODY, Blow, Fought, fighters
from model.forecast.silent import SilentRun
from model.state.base import Id, Record, replace
from model.state.battle import AnyBattle
from model.state.texts import Refusal

ROUNDS = 20
"""Rounds after which a fight counts as long."""
_MOST_TURNS = 5_000
"""More turns than any fight of the largest battle has."""
_MOST_REFUSALS = 8
"""More than speak against any call that begins turns."""


class Stuck(Exception):
    """The fight cannot go on: the rules refuse what would begin the next turn."""


class Played(Record):
    """A fight with the calls that led to its end."""

    fought: Fought
    calls: tuple[Call, ...]
    """Each with all its answers: carried out in order they come to the same end."""
    battle: AnyBattle


class Fights:
    """Fights that begin with one battle; what is known of its odds serves all of them."""

    def __init__(
        self,
        ruleset: Ruleset,
        battle: AnyBattle,
        seed: str,
        rounds: int,
        before_each: Callable[[], object] = lambda: None,
    ) -> None:
        """`before_each` action something may be done, such as giving way to what is more urgent."""
        self.before_each = before_each
        self.ruleset, self.battle = ruleset, battle
        self.seed, self.rounds = seed, rounds
        self.policy = Policy(ruleset, battle)
        self.people = fighters(battle)
        self.kinds = frozenset(
            (*ruleset.tactics.reactions, *ruleset.tactics.forced_defences, *ruleset.tactics.protections)
        )

    def fight(self, number: int) -> Fought:
        """The fight of a number, from its beginning to its end."""
        return _Fight(self, number).fought()

    def played(self, number: int) -> Played:
        """The same with what was done in it."""
        fight = _Fight(self, number, keeps_calls=True)
        return Played(fight.fought(), tuple(fight.calls or ()), fight.battle)


class _Fight:
    """One fight as it goes."""

    def __init__(self, fights: Fights, number: int, *, keeps_calls: bool = False) -> None:
        self.fights, self.number = fights, number
        self.ruleset, self.policy = fights.ruleset, fights.policy
        self.battle = fights.battle
        first = fights.battle.order
        self.begun = first.round if first.is_running else 1
        """The first round that counts."""
        self.run = SilentRun(f"{fights.seed}-{number}", fights.kinds, fights.policy.takes)
        self.calls: list[Call] | None = [] if keeps_calls else None
        """What was done, each call with its answers, where that is asked for."""
        self.actions = 0
        self.attempts: dict[int, tuple[AnyBattle, Call, dict[str, Answer]]] = {}
        """What calls that may yet be kept have led to, by the battle's identity."""
        self.dropped: set[Id] = set()
        self.fled: list[Id] = []
        self.seen: set[Id] = set()
        self.blow: Blow | None = None
        self.last: Call | None = None
        self.first_amounts = fights.ruleset.tactics.amounts(fights.battle)

    # ------------------------------------------------------------------------------------------ hands

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
            self.blow = Blow(who=call.actor, action=call.action, item=call.item)

    # ------------------------------------------------------------------------------------------ the fight

    def fought(self) -> Fought:
        """Play to the end, and tell what came of it."""
        outcome = self._played()
        battle, ruleset, people = self.battle, self.ruleset, self.fights.people
        at = {who: place for place, who in enumerate(people)}
        first, last = self.first_amounts, ruleset.tactics.amounts(battle)
        return Fought(
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
        """Play until one party is left, or too many rounds are over; the key of the outcome."""
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
        """One turn of one combatant, or what begins the next turns."""
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
        """They leave the fight: nobody runs after them."""
        self.fled.append(who)
        self._must(Call(action="set_absent", targets=(who,)))

    def _must(self, call: Call) -> None:
        """Carry out what the fight cannot go on without, against what the GM may set aside."""
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
