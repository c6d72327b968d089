"""Holding somebody: grappling, hurting the held, breaking free, letting go."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from model.dice.requests import DiceRequest, sum_of
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of, end_effects
from model.engine.guards import no
from model.engine.modifiers import Modifier
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Guard, Parameter, Runs
from model.engine.telling import tell
from model.rulesets.families.ogc.combat import Aim, Combat
from model.rulesets.families.ogc.holds import Holds
from model.rulesets.families.ogc.tasks import WORDS
from model.state.base import Id, Record
from model.state.battle import AnyBattle
from model.state.effects import Effect
from model.state.texts import Explanation, Refusal, ref, text


class GrappleRules(Record, kw_only=True):
    """Ids of a game's rules about grappling."""

    grapple: tuple[str, ...]
    held: str
    """What a hold is."""
    hands: str
    """How many can be held."""
    hurt: tuple[str, ...]
    free: tuple[str, ...]
    release: str


class Grappling(ABC):
    """How a game holds people."""

    combat: Combat
    holds: Holds
    rules: GrappleRules
    parameters: tuple[Parameter, ...]
    free_parameters: tuple[Parameter, ...] = ()
    guards: tuple[Guard, ...]
    """Of every hand-to-hand manoeuvre."""
    hurt_guards: tuple[Guard, ...] = ()
    free_guards: tuple[Guard, ...]

    @abstractmethod
    def aim(self, battle: AnyBattle, call: Call) -> Aim:
        """The attack that a grapple is."""

    @abstractmethod
    def squeeze(self, battle: AnyBattle, call: Call) -> Aim:
        """The attack that hurts the held."""

    @abstractmethod
    def squeezed(self, battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle: ...

    @abstractmethod
    def most_held(self, battle: AnyBattle) -> int: ...

    @abstractmethod
    def free_value(self, battle: AnyBattle, call: Call, more: tuple[Modifier, ...]) -> Explanation:
        """What is added to 2d6 when somebody breaks free, with these modifiers besides their own."""

    def helped(self, battle: AnyBattle, call: Call, ask: Ask) -> tuple[tuple[Modifier, ...], AnyBattle]:
        """What a gift adds to that, and what it uses up."""
        return (), battle

    @abstractmethod
    def held_against(self, battle: AnyBattle, holder: Id | None) -> Explanation:
        """The DV of who holds; of nobody, a net or the like, a usual one."""

    def grabbed(self, battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
        """What else a successful grapple does."""
        return battle

    # ------------------------------------------------------------------------------------- grappling

    def has_free_hand(self, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: does not hold this one already, nor too many."""
        if call.actor not in battle.combatants:
            return
        holding = self.holds.held_by(battle, call.actor)
        if call.target in holding:
            yield no("holds_already", "{who} is held by them already.", self.rules.held, str(call.target))
        elif len(holding) >= self.most_held(battle):
            yield no("hands_full", "{who} cannot hold any more people.", self.rules.hands, call.actor)

    def _grapple(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        battle = self.combat.declared(battle, call, "{0} grapples {1}.", ask)
        return self.combat.resolve(battle, self.aim(battle, call), ask, self.grab)

    def grab(self, battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
        """The consequence of a grapple: the target is held, unless it takes them out."""
        return self.combat.unless_out(self._hold)(battle, aim, ask)

    def _hold(self, battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
        ask.say(tell(battle, "{0} holds {1}.", aim.attacker, aim.target))
        battle = add_effect(battle, aim.target, self.holds.kind, other=aim.attacker, source=aim.attacker)
        return self.grabbed(battle, aim, ask)

    # ------------------------------------------------------------------------------------- hurting the held

    def holds_target(self, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: the target is held by the actor; without one, anybody is."""
        held = self.holds.held_by(battle, call.actor)
        if call.target in battle.combatants and call.target not in held:
            sentence = text("{who} does not hold {target}.", who=ref(call.actor), target=ref(str(call.target)))
            yield Refusal(key="not_held", sentence=sentence, rule=self.rules.hurt[0], can_override=False)
        elif not held and call.actor in battle.combatants:
            sentence = text("{who} holds nobody.", who=ref(call.actor))
            yield Refusal(key="not_held", sentence=sentence, rule=self.rules.hurt[0], can_override=False)

    def _hurt(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        """Exert strength on who is held."""
        battle = self.combat.declared(battle, call, "{0} tries to hurt {1} in the hold.", ask)
        return self.combat.resolve(battle, self.squeeze(battle, call), ask, self.squeezed)

    # ------------------------------------------------------------------------------------- breaking free

    def is_held(self, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: held, and by the target if one is named."""
        holds = effects_of(battle, call.actor, self.holds.kind)
        if call.actor in battle.combatants and not holds:
            sentence = text("{who} is not held.", who=ref(call.actor))
            yield Refusal(key="not_held", sentence=sentence, rule=self.rules.free[0], can_override=False)
        elif call.targets and all(hold.other != call.target for hold in holds):
            yield no("not_held", "{who} does not hold them.", self.rules.free[0], str(call.target))

    def _broken(self, battle: AnyBattle, call: Call, ask: Ask) -> Effect:
        """The hold that a call means: of the target named, else the only one, else the one that is chosen."""
        holds = effects_of(battle, call.actor, self.holds.kind)
        by = {one.other: one for one in holds if one.other in battle.combatants}
        if call.targets and call.target in by:
            return by[call.target]
        if len(by) < 2:
            return holds[0]
        options = tuple(Choice(key=str(holder), label=battle.combatants[str(holder)].name) for holder in by)
        title = text("Break free of whom?")
        question = Question(id="hold", title=title, options=options, default=options[0].key, rule=self.rules.free[0])
        return by[ask.choose(question, call.actor)]

    def _break_free(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        """A roll against who holds; success ends that hold."""
        who, hold, rule = call.actor, self._broken(battle, call, ask), self.rules.free[0]
        battle = self.combat.acting.pay(battle, who, "standard", ask)
        holder = (hold.other,) if hold.other in battle.combatants else ()
        ask.say(tell(battle, "{0} tries to break free of {1}." if holder else "{0} tries to break free.", who, *holder))
        help, battle = self.helped(battle, call, ask)
        before = battle
        dv = ask.number(self.held_against(battle, hold.other if hold.other in battle.combatants else None))

        def request(bonus: int) -> DiceRequest:
            return sum_of("break_free", "Break free", "2d6", bonus=bonus, against=dv, words=WORDS)

        roll, battle = self.combat.throw(
            battle, who, lambda more: self.free_value(before, call, (*help, *more)), request, dv, ask
        )
        is_free = ask.verdict("free", "Breaks free", roll, at_least=dv, rule=rule)
        ask.measure(who, "free", is_free)
        if not is_free:
            return battle
        ask.say(tell(battle, "{0} breaks free of {1}." if holder else "{0} breaks free.", who, *holder))
        return end_effects(battle, lambda bearer, one: bearer == who and one.id == hold.id)

    def _release(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        """Let somebody go, whenever wanted."""
        target = call.targets[0]
        ask.say(tell(battle, "{0} lets {1} go.", call.actor, target))
        return self.holds.let_go(battle, call.actor, target)

    # ------------------------------------------------------------------------------------- the actions

    def actions(self) -> tuple[Action, ...]:
        """Grappling, hurting the held, breaking free, letting go."""
        titles = self.combat.acting.titles
        return (
            self._manoeuvre(
                "grapple", "Grapple", self._grapple, self.rules.grapple, self.has_free_hand,
                help="Hand to hand; the target is held until they break free.",
            ),
            self._manoeuvre(
                "hurt_held", "Hurt who is held", self._hurt, self.rules.hurt, self.holds_target, *self.hurt_guards,
                help="Hand to hand against somebody you hold.",
            ),
            Action(
                id="break_free",
                title="Break free",
                run=self._break_free,
                targets="maybe",
                parameters=self.free_parameters,
                guards=(*self.free_guards, self.is_held),
                rules=self.rules.free,
                cost=titles["standard"],
                group="defence",
                help="Hand to hand against who holds you.",
            ),
            Action(
                id="release",
                title="Let go",
                run=self._release,
                targets="one",
                guards=(self.combat.acting.somebody, self.holds_target),
                rules=(self.rules.release,),
                cost=titles[self.combat.acting.free],
                group="other",
                help="Let go of somebody you hold.",
            ),
        )  # fmt: skip

    def _manoeuvre(self, id: str, title: str, run: Runs, rules: tuple[str, ...], *guards: Guard, help: str) -> Action:
        """An attack hand to hand, as all of them are made."""
        return Action(
            id=id,
            title=title,
            run=run,
            targets="one",
            parameters=self.parameters,
            guards=(*self.guards, *guards),
            rules=rules,
            cost=self.combat.acting.titles["standard"],
            group="attack",
            help=help,
        )
