"""Several targets struck with one action, each with a roll of its own: sweeps and the like."""

from __future__ import annotations

from abc import ABC, abstractmethod

from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.telling import tell
from model.rulesets.families.ogc.combat import Aim, Combat, Rolled
from model.rulesets.families.ogc.damage import Blow, shared_die
from model.state.base import Id
from model.state.battle import AnyBattle


class Strokes(ABC):
    """How a game strikes several one by one."""

    combat: Combat

    @abstractmethod
    def aim(self, battle: AnyBattle, call: Call, target: Id) -> Aim:
        """The attack on one of the targets."""

    @abstractmethod
    def is_shared(self, battle: AnyBattle) -> bool:
        """Whether all who are hit share one die of damage."""

    def strike_each(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        """Roll against each target for itself, then carry out the hits; what odds tell of ends here."""
        battle = self.combat.interrupted(battle, call.actor, ask)
        aims: dict[Id, Aim] = {}
        for target in call.targets:
            aims[target], battle = self.combat.answered(battle, self.aim(battle, call, target), ask, f".{target}")
        before = battle

        def swing(target: Id) -> Rolled:
            return self.combat.roll(before, aims[target], ask, f".{target}")

        return ask.each_to_end(call.targets, swing, lambda swings: self._struck(before, swings, ask))

    def _struck(self, battle: AnyBattle, swings: tuple[Rolled, ...], ask: Ask) -> AnyBattle:
        before = battle
        for is_hit, aim, after in swings:
            battle = self.combat.after_roll(self.combat.merged(battle, before, after), aim)
            ask.measure(aim.target, "hit", is_hit)
        die: Roll | None = None
        if self.is_shared(battle) and any(swung.is_hit for swung in swings):
            die = shared_die(swings[0].aim.attacker, ask)
        for is_hit, aim, _ in swings:
            if not is_hit:
                ask.say(tell(battle, "{0} misses {1}.", aim.attacker, aim.target))

        hits = {aim.first_target: aim for is_hit, aim, _ in swings if is_hit}

        def hit(battle: AnyBattle, target: Id) -> AnyBattle:
            return self.combat.afflict(battle, hits[target], ask, Blow(id=f"damage.{target}", shared=die))

        return ask.in_turn(battle, hits, hit)
