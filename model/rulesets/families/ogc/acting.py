"""What an action costs, and who may pay it: the budget of a turn or, out of turn, the next turn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from model.engine import out_of_order, turns
from model.engine.ask import Ask
from model.engine.budget import is_turn_of, left, mark, spend, use, used
from model.engine.calls import Call
from model.engine.guards import done_by_somebody, no
from model.engine.ruleset import Action, Guard, Parameter
from model.engine.telling import tell
from model.state.base import ENVIRONMENT, Id, Record
from model.state.battle import AnyBattle
from model.state.texts import Refusal, gm_text, ref


def is_fighting(battle: AnyBattle) -> bool:
    """Whether turns are counted; before and after a fight nothing costs anything."""
    return battle.order.phase == "acting"


def is_forced_turn(battle: AnyBattle, who: Id) -> bool:
    """Whether the turn in progress is one that somebody has forced."""
    turn = battle.order.turn
    return turn is not None and is_turn_of(battle, who) and battle.order.slots[turn.slot].kind == "forced"


class ActingRules(Record, kw_only=True):
    """Ids of a game's rules about actions and forced turns."""

    action: str
    quick: str
    helpless: str
    force: str
    force_once: str
    only_defence: str


class Acting(ABC):
    """How a game's actions are paid for."""

    titles: Mapping[str, str]
    """What each cost is called, such as `standard action`."""
    counted: frozenset[str]
    """Costs of which a turn holds a number; `quick` ones are only counted, `free` ones need no turn."""
    free: str
    rules: ActingRules

    @abstractmethod
    def is_helpless(self, battle: AnyBattle, who: Id) -> bool: ...

    @abstractmethod
    def quick_notice(self, battle: AnyBattle) -> int:
        """The number of quick actions in a turn above which the GM sees a note."""

    def payers(self, battle: AnyBattle, who: Id) -> tuple[Id, ...]:
        """Whose budget an action comes out of."""
        return (who,)

    def also_unpayable(self, battle: AnyBattle, who: Id, cost: str) -> Iterator[Refusal]:
        """What else speaks against paying a counted cost."""
        yield from ()

    def also_cannot_force(self, battle: AnyBattle, who: Id) -> Iterator[Refusal]:
        """What else speaks against forcing a turn."""
        yield from ()

    def forces_full_turn(self, battle: AnyBattle) -> bool:
        """Whether a forced turn is a whole turn of defence rather than one action."""
        return False

    def held_turn_pays(self, battle: AnyBattle) -> bool:
        """Whether a turn held back is given up before one to come."""
        return True

    # ------------------------------------------------------------------------------------- guards

    def somebody(self, battle: AnyBattle, call: Call) -> Iterable[Refusal]:
        """Guard: done by a combatant who is there and not helpless."""
        return done_by_somebody(self._helpless)(battle, call)

    def _helpless(self, battle: AnyBattle, who: Id) -> Refusal | None:
        if not self.is_helpless(battle, who):
            return None
        return no("helpless", "{who} is unconscious or helpless.", self.rules.helpless, who)

    def costs(self, cost: str, rule: str = "", *, can_force: bool = False) -> tuple[Guard, ...]:
        """Guards: a combatant who can pay, from the turn's budget or, where it can be forced, with the next turn."""

        def guard(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
            if call.actor in battle.combatants and is_fighting(battle) and cost != self.free:
                yield from self._unpayable(battle, call.actor, cost, rule or self.rules.action, can_force)

        return (self.somebody, guard)

    def _unpayable(self, battle: AnyBattle, who: Id, cost: str, rule: str, can_force: bool) -> Iterator[Refusal]:
        if not is_turn_of(battle, who):
            if can_force:
                yield from self.cannot_force(battle, who)
            else:
                yield no("not_your_turn", "It is not {who}'s turn.", self.rules.quick if cost == "quick" else rule, who)
        elif cost in self.counted:
            yield from self.not_left(battle, who, cost, rule)

    def not_left(self, battle: AnyBattle, who: Id, cost: str, rule: str) -> Iterator[Refusal]:
        """What speaks against using a counted action of the turn."""
        if left(battle, who, cost) < 1:
            yield no(f"no_{cost}", f"{{who}} has no {self.titles[cost]} left.", rule, who)
        else:
            yield from self.also_unpayable(battle, who, cost)

    def cannot_force(self, battle: AnyBattle, who: Id) -> Iterator[Refusal]:
        """What speaks against forcing an action now."""
        if out_of_order.has_forced(battle, who):
            yield no("forced_already", "{who} has already forced an action this round.", self.rules.force_once, who)
        else:
            yield from self.also_cannot_force(battle, who)

    def can_force(self, battle: AnyBattle, who: Id) -> bool:
        """Whether somebody could force an action right now: there, able, not in their own turn."""
        combatant = battle.combatants[who]
        if not is_fighting(battle) or not combatant.is_present or combatant.is_out or is_turn_of(battle, who):
            return False
        return not self.is_helpless(battle, who) and next(self.cannot_force(battle, who), None) is None

    def only_forced(self, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: in a fight, out of turn, once a round."""
        if call.actor not in battle.combatants:
            return
        if not is_fighting(battle):
            yield no("no_fight", "No fight is running: nothing is forced.", self.rules.force, call.actor)
        elif is_turn_of(battle, call.actor):
            yield no("own_turn", "{who} has the turn: nothing needs to be forced.", self.rules.force, call.actor)
        else:
            yield from self.cannot_force(battle, call.actor)

    def not_in_forced_turn(self, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: a forced turn holds purely defensive actions."""
        if call.actor in battle.combatants and is_forced_turn(battle, call.actor):
            sentence = "{who} has forced this turn: only defence is possible."
            yield no("only_defence", sentence, self.rules.only_defence, call.actor)

    # ------------------------------------------------------------------------------------- paying

    def pay(self, battle: AnyBattle, who: Id, cost: str, ask: Ask) -> AnyBattle:
        """Pay for an action out of the turn in progress."""
        if not is_fighting(battle) or not is_turn_of(battle, who):
            return battle
        if cost == "quick":
            return self._count_quick(battle, who, ask)
        if cost not in self.counted:
            return battle
        for payer in self.payers(battle, who):
            battle = spend(battle, payer, cost)
        return mark(battle, who, f"paid_{cost}")

    def _count_quick(self, battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
        """Quick actions are counted; above the usual number the GM sees a note."""
        battle = use(battle, who, "quick")
        count = int(used(battle, who, "quick"))
        if count > self.quick_notice(battle):
            ask.say(gm_text("That is quick action number {count} of {who} this turn.", count=count, who=ref(who)))
        return battle

    def pay_or_force(self, battle: AnyBattle, who: Id, cost: str, ask: Ask, done: str = "") -> AnyBattle:
        """Pay on one's own turn; out of turn, act at once and give up the next turn. `done` names what was done."""
        if is_fighting(battle) and not is_turn_of(battle, who) and who != ENVIRONMENT:
            battle = self._force(battle, who, done, ask)
        return self.pay(battle, who, cost, ask)

    def _force(self, battle: AnyBattle, who: Id, done: str, ask: Ask) -> AnyBattle:
        """Note the forced action and the turn given up for it."""
        battle = out_of_order.force(battle, who, done, held_pays=self.held_turn_pays(battle))
        slots = (battle.order.slots[id] for id in battle.order.sequence)
        slot = [slot for slot in slots if slot.kind == "forced" and slot.members == (who,)][-1]
        if slot.owed_round is None:
            ask.say(tell(battle, "{0} forces an action and gives up the turn held back.", who))
        else:
            sentence = "{0} forces an action and gives up the turn of round {round}."
            ask.say(tell(battle, sentence, who, round=slot.owed_round))
        return turns.begin_turn(battle, slot, (who,), ask) if self.forces_full_turn(battle) else battle

    # ------------------------------------------------------------------------------------- in words

    def in_words(
        self, id: str, title: str, cost: str, rule: str, help: str, guards: tuple[Guard, ...] | None = None
    ) -> Action:
        """An action that is told in words: it costs what it costs, and the GM sees to the rest."""
        more = (self.not_in_forced_turn,) if cost == "standard" else ()
        return Action(
            id=id,
            title=title,
            run=partial(self._told, cost=cost),
            parameters=(Parameter(key="text", title="What", kind="text", default=""),),
            guards=(*self.costs(cost, rule), *(more if guards is None else guards)),
            rules=(rule,),
            cost=self.titles[cost],
            group="other",
            help=help,
        )

    def _told(self, battle: AnyBattle, call: Call, ask: Ask, *, cost: str) -> AnyBattle:
        what = str(call.option("text", "")).strip()
        battle = self.pay(battle, call.actor, cost, ask)
        if what:
            ask.say(tell(battle, "{0}: {what}.", call.actor, what=what))
        else:
            ask.say(tell(battle, f"{{0}} does something ({self.titles[cost]}).", call.actor))
        return battle
