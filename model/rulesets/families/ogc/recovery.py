"""Afflictions, rest, and shaking off effects."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, Generic

from model.dice.requests import DiceRequest, sum_of
from model.engine import turn_actions as engine_actions
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.conditions import Condition
from model.engine.effects import end_effects, has_effect
from model.engine.modifiers import explain, term
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Guard, Parameter
from model.rulesets.families.ogc import odds
from model.rulesets.families.ogc.acting import Acting
from model.rulesets.families.ogc.battle import Battle
from model.rulesets.families.ogc.pools import DEAD, changed_combatants
from model.rulesets.families.ogc.tasks import WORDS, Rolls, Value
from model.state.base import Id, Record, replace
from model.state.effects import Effect
from model.state.texts import Refusal, Text, ref, text

# ---------------------------------------------------------------------------------------------------------- afflictions


COWER, FLEE = "cower", "flee"
"""Notes of the condition terrified."""


def reaction_to_terror(battle: Battle, target: Id, rule: str, ask: Ask) -> str:
    """Ask the defender's side whether the target cowers or flees; return `COWER` or `FLEE`."""
    options = (Choice(key=COWER, label="Cowers"), Choice(key=FLEE, label="Flees"))
    title = text("Does {who} cower or flee?", who=ref(target))
    question = Question(id=f"reaction.{target}", title=title, options=options, default=COWER, rule=rule)
    note = ask.choose(question, target)
    ask.log(battle, "{0} cowers in terror." if note == COWER else "{0} flees in terror.", target)
    return note


# ----------------------------------------------------------------------------------------------------------------- rest


SHORT_REST, LONG_REST = "short_rest", "long_rest"
HOUR, NIGHT = 60, 480
"""Minutes."""
RESTS = (SHORT_REST, LONG_REST)


MINUTES = Parameter(key="minutes", title="Minutes", kind="number", default=HOUR, least=1, most=NIGHT - 1)


class Resting(ABC, Generic[Battle]):
    """How rest works in a ruleset."""

    rule: str
    short: tuple[str, ...]
    long: tuple[str, ...]
    short_help: str
    long_help: str
    parameters: tuple[Parameter[Any], ...] = ()
    """Parameters of the short rest, such as its `minutes`."""
    closes_scene: bool = False
    """Whether a rest ends the scene first."""

    @abstractmethod
    def recover(self, battle: Battle, who: Id, minutes: int, ask: Ask) -> Battle:
        """Return the battle after a combatant has rested for this number of minutes; a night is `NIGHT`."""

    def _no_fight(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: no combat is running, and all targets are combatants."""
        if battle.order.is_running:
            yield Refusal(key="fight_runs", sentence=text("Nobody can rest during combat."), rule=self.rule)
        if any(target not in battle.combatants for target in call.targets):
            sentence = text("Only combatants can rest.")
            yield Refusal(key="thing", sentence=sentence, can_override=False)

    def _rest(self, battle: Battle, call: Call, ask: Ask, minutes: int) -> Battle | Refusal:
        if self.closes_scene and battle.scene.is_open:
            closed = engine_actions.end_scene(battle, call, ask)
            if isinstance(closed, Refusal):
                return closed
            battle = closed
        ask.add_message(_told(minutes))
        for who in call.targets or tuple(who for who, one in battle.combatants.items() if one.is_present):
            if not has_effect(battle, who, DEAD):
                battle = self.recover(battle, who, minutes, ask)
        return replace(battle, clock=battle.clock + 60 * minutes)

    def _short(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        return self._rest(battle, call, ask, int(MINUTES.said(call)))

    def _long(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        return self._rest(battle, call, ask, NIGHT)

    def actions(self) -> tuple[Action, ...]:
        """Return the actions of the short and the long rest."""
        short = Action(
            id=SHORT_REST,
            title="Short Rest (1 Hour)",
            run=self._short,
            targets="any",
            parameters=self.parameters,
            guards=(self._no_fight,),
            rules=self.short,
            group="order",
            help=self.short_help,
        )
        long = Action(
            id=LONG_REST,
            title="Long Rest (8 Hours)",
            run=self._long,
            targets="any",
            guards=(self._no_fight,),
            rules=self.long,
            group="order",
            help=self.long_help,
        )
        return (short, long)


def _told(minutes: int) -> Text:
    if minutes == NIGHT:
        return text("Eight hours of rest.")
    return text("An hour of rest.") if minutes == HOUR else text("{minutes} minutes of rest.", minutes=minutes)


# --------------------------------------------------------------------------------------------------------- breaking out


SHAKE_OFF = "shake_off"


class Opposable(Record, kw_only=True):
    """A condition that its bearer can shake off."""

    resistance: str
    """The field of the sheet with the resistance that helps."""
    rule: str
    is_named: bool = False
    """Whether its note is its name."""


NAMED = ("altered", "controlled", "affected")
"""Conditions that are called by the name of the effect that they are."""


_EFFECT = Parameter(key="effect", title="Effect", kind="text", default="", help="Empty: the first one.")


class BreakingOut(Rolls[Battle], ABC):
    """How combatants shake off effects in a ruleset."""

    acting: Acting[Battle]
    opposable: Mapping[str, Opposable]
    """Conditions that can be shaken off, by kind."""
    conditions: Mapping[str, Condition]
    base: int
    """Base of the difficulty; the level of the effect is added."""
    guards: tuple[Guard, ...]
    """Guards about who may try and who can pay."""
    rules: tuple[str, ...]
    opposed: str
    """Rule about which effects can be shaken off at all."""
    help: str
    parameters: tuple[Parameter[Any], ...] = ()

    @abstractmethod
    def rolled(self, battle: Battle, effect: Effect, call: Call, ask: Ask) -> tuple[str, Value, Battle]:
        """Return title and value of the roll against an effect, and the battle after what that has used up."""

    def pay(self, battle: Battle, who: Id, ask: Ask) -> Battle:
        return self.acting.pay(battle, who, "standard", ask)

    def effects(self, battle: Battle, who: Id) -> tuple[Effect, ...]:
        """Return the effects that a combatant can shake off; parts of another effect end only with that effect."""
        combatant = battle.combatants.get(who)
        found = () if combatant is None else combatant.effects.values()
        return tuple(one for one in found if one.kind in self.opposable and one.part_of is None)

    def chosen(self, battle: Battle, call: Call) -> Effect | None:
        """Return the effect that a call names by kind or note, the first if it names none, or None if there is none."""
        name = _EFFECT.said(call).strip().lower()
        found = self.effects(battle, call.actor)
        return next((one for one in found if not name or name in (one.kind, one.note.lower())), None)

    def _has_one(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: the actor has an effect that can be shaken off."""
        if call.actor in battle.combatants and self.chosen(battle, call) is None:
            such = "such " if _EFFECT.said(call) else ""
            sentence = text(f"{{who}} is under no {such}effect that can be shaken off.", who=ref(call.actor))
            yield Refusal(key="nothing_to_fight", sentence=sentence, rule=self.opposed, can_override=False)

    def _name(self, effect: Effect) -> str:
        is_named = self.opposable[effect.kind].is_named and effect.note
        return effect.note if is_named else self.conditions[effect.kind].title

    def _choices(self, battle: Battle, call: Call) -> Iterator[tuple[str, str]]:
        for effect in self.effects(battle, call.actor):
            yield self._name(effect), effect.note.lower() if self.opposable[effect.kind].is_named else effect.kind

    def _shake_off(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        """Roll against the level of an effect; success ends it."""
        who, effect = call.actor, self.chosen(battle, call)
        assert effect is not None, "the guard has checked this"
        battle = self.pay(battle, who, ask)
        name, rule = self._name(effect), self.opposable[effect.kind].rule
        ask.log(battle, "{0} tries to shake off: {what}.", who, what=name)
        title, value, battle = self.rolled(battle, effect, call, ask)
        parts = (term("base", "Base", self.base, rule), term("level", name, effect.amount, rule))
        dv = ask.number(explain("dv", "Difficulty", parts))

        def request(av: int) -> DiceRequest:
            return sum_of(SHAKE_OFF, title, "2d6", bonus=av, against=dv, words=WORDS)

        roll, battle = self.throw(battle, who, value, request, dv, ask)
        is_over = ask.verdict("over", "Shakes it off", roll, at_least=dv, rule=rule)
        ask.measure(who, odds.FREE, is_over)
        battle = self.ruled(battle, who, roll, dv, is_over, ask, "over")
        if not is_over:
            ask.log(battle, "{0} stays under the effect.", who)
            return battle
        ask.log(battle, "{0} has recovered from: {what}.", who, what=name)
        return end_effects(battle, lambda bearer, one: bearer == who and effect.id in (one.id, one.part_of))

    def action(self) -> Action:
        """Return the action of shaking off one effect."""
        which = replace(_EFFECT, choices=self._choices)  # fmt: skip
        return Action(
            id=SHAKE_OFF,
            title="Shake Off Effect",
            run=self._shake_off,
            parameters=(which, *self.parameters),
            guards=(self.guards[0], self._has_one, *self.guards[1:]),
            rules=self.rules,
            cost=self.acting.titles["standard"],
            group="defence",
            help=self.help,
        )


def without_orphans(before: Battle, after: Battle) -> Battle:
    """Return the battle without effects that were part of an effect that has ended, for whatever reason."""
    for who in changed_combatants(before, after):
        combatant = after.combatants[who]
        effects = combatant.effects
        kept = {id: one for id, one in effects.items() if one.part_of is None or one.part_of in effects}
        if len(kept) < len(effects):
            after = after.with_combatant(replace(combatant, effects=kept))
    return after
