"""Disarming and distracting: attacks and tricks without damage."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from model.dice.requests import DiceRequest, sum_of
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.guards import no
from model.engine.modifiers import Modifier
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action
from model.engine.telling import tell
from model.rulesets.families.ogc.combat import Aim, Combat
from model.rulesets.families.ogc.tasks import WORDS
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Item
from model.state.texts import Explanation, Refusal, ref, text


class Disarming(ABC):
    """How a game takes things out of hands."""

    combat: Combat
    rule: str

    @abstractmethod
    def can_be_taken(self, gear: Any) -> bool:
        """Whether something with this gear can be taken from somebody."""

    def eligible(self, battle: AnyBattle, who: Id) -> tuple[Item[Any], ...]:
        """What somebody holds that can be taken from them."""
        return tuple(item for item in battle.items_of(who) if item.where == "hand" and self.can_be_taken(item.gear))

    def holds_something(self, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: there is something to take."""
        target = call.target
        if target in battle.combatants and not self.eligible(battle, str(target)):
            yield no("nothing_held", "{who} holds nothing that can be taken away.", self.rule, str(target))

    def disarmed(self, battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
        """The consequence of a disarm: who attacks picks the item and where it goes."""
        return self.combat.unless_out(self._taken)(battle, aim, ask)

    def _taken(self, battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
        held = self.eligible(battle, aim.target)
        if not held:
            ask.say(tell(battle, "{0} holds nothing that can be taken away.", aim.target))
            return battle
        options = tuple(Choice(key=item.id, label=item.name) for item in held)
        title = text("What does {who} lose?", who=ref(aim.target))
        which = Question(id="item", title=title, options=options, default=held[0].id, rule=self.rule)
        item = battle.items[ask.choose(which, aim.attacker)]
        ways = (Choice(key="knock", label="Knock it away"), Choice(key="take", label="Take it"))
        title = text("Knock {item} away, or take it?", item=item.name)
        how = Question(id="how", title=title, options=ways, default="knock", rule=self.rule)
        if ask.choose(how, aim.attacker) == "take":
            item = replace(item, holder=aim.attacker, where="hand")
            ask.say(tell(battle, "{0} takes {item} from {1}.", aim.attacker, aim.target, item=item.name))
        else:
            item = replace(item, holder=None, where="board", place=battle.combatants[aim.target].place)
            ask.say(tell(battle, "{0} knocks {item} out of the hand of {1}.", aim.attacker, aim.target, item=item.name))
        return replace(battle, items=battle.items | {item.id: item})


class Distracting(ABC):
    """How a game misleads somebody into lowering their guard."""

    combat: Combat
    rules: tuple[str, ...]
    help: str

    @abstractmethod
    def value(self, battle: AnyBattle, call: Call, more: tuple[Modifier, ...]) -> Explanation:
        """What is added to 2d6, with these modifiers besides their own."""

    @abstractmethod
    def against(self, battle: AnyBattle, who: Id) -> Explanation: ...

    @abstractmethod
    def is_immune(self, battle: AnyBattle, who: Id) -> bool: ...

    @abstractmethod
    def distracted(self, battle: AnyBattle, who: Id, target: Id) -> AnyBattle:
        """Lay the distraction by the first on the second."""

    def _distract(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        who, target = call.actor, call.targets[0]
        battle = self.combat.acting.pay(battle, who, "standard", ask)
        ask.say(tell(battle, "{0} tries to distract {1}.", who, target))
        before, dv = battle, ask.number(self.against(battle, target))

        def request(bonus: int) -> DiceRequest:
            return sum_of("distract", "Deception", "2d6", bonus=bonus, against=dv, words=WORDS)

        roll, battle = self.combat.throw(battle, who, lambda more: self.value(before, call, more), request, dv, ask)
        works = ask.verdict("distracted", "Distracts", roll, at_least=dv, rule=self.rules[0])
        ask.measure(target, "hit", works)
        if not works:
            return battle
        if self.is_immune(battle, target):
            ask.say(tell(battle, "{0} is attentive, and not distracted.", target))
            return battle
        ask.say(tell(battle, "{0} is distracted.", target))
        return self.distracted(battle, who, target)

    def action(self) -> Action:
        """Distracting somebody, with a standard action."""
        acting, rule = self.combat.acting, self.rules[0]
        return Action(
            id="distract",
            title="Distract",
            run=self._distract,
            targets="one",
            guards=(
                *acting.costs("standard", rule),
                self.combat.weapons.one_combatant,
                acting.not_in_forced_turn,
            ),
            rules=self.rules,
            cost=acting.titles["standard"],
            group="attack",
            help=self.help,
        )
