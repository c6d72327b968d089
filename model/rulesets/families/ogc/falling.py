"""Damage by dice that no attack threw: a fall, a crash, a collapsing ceiling, as the GM says how hard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from model.dice.readings import pips
from model.dice.requests import sum_of
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import end_effects_of, has_effect
from model.engine.ruleset import Action, Parameter
from model.engine.telling import tell
from model.rulesets.families.ogc.pools import Pool, Pools
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.texts import Refusal

FALLING = "falling"


def _on_the_ground(battle: AnyBattle, who: Id) -> AnyBattle:
    combatant = battle.combatants[who]
    return battle.with_combatant(replace(combatant, place=replace(combatant.place, height=0.0)))


@dataclass(frozen=True, kw_only=True)
class Falling:
    """How a game hurts who falls."""

    pools: Pools
    rules: tuple[str, ...]
    dice: int = 2
    """Six-sided dice that are thrown unless the GM says otherwise."""
    is_resisted: bool = False
    """Whether resistance counts unless the GM says otherwise."""
    falls_hurt: Callable[[AnyBattle], bool] = lambda battle: True
    """Whether a fall does damage at all."""

    def _land(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        """Throw the dice for everybody concerned; who was falling has come down."""
        pool: Pool = "endurance" if call.option("pool", "health") == "endurance" else "health"
        hits = self.falls_hurt(battle)
        hurt = tuple(who for who in dict.fromkeys(call.targets) if hits or not has_effect(battle, who, FALLING))
        before = battle
        losses = ask.each(hurt, lambda who: self._loss(before, who, pool, call, ask))
        for who in dict.fromkeys(call.targets):
            if has_effect(battle, who, FALLING):
                ask.say(tell(battle, "{0} hits the ground.", who))
                battle = _on_the_ground(end_effects_of(battle, who, FALLING), who)
        for who, loss in zip(hurt, losses, strict=True):
            battle = self.pools.harm(battle, who, loss, pool, ask)
        return battle

    def _loss(self, battle: AnyBattle, who: Id, pool: Pool, call: Call, ask: Ask) -> int:
        count, sides, bonus = (
            int(call.option(key, usual)) for key, usual in (("dice", self.dice), ("sides", 6), ("plus", 0))
        )
        resisted = self.pools.resists(battle, who) if call.option("through_resistance", self.is_resisted) else 0
        request = sum_of(f"damage.{who}", "Damage", f"{count}d{sides}", bonus=bonus, words=("damage",))
        roll = ask.roll(request, call.actor)
        less = bonus - resisted
        return int(
            ask.conclude(
                who,
                roll,
                pips(sides),
                then=lambda sum: max(0, sum + less),
                measures={
                    "damage": lambda loss: loss,
                    "drop": lambda loss: self.pools.drops(battle, who, loss, pool),
                },
            )
        )

    def action(self) -> Action:
        """Falling, and everything else that hurts by dice."""
        pools = ("health", "endurance")
        return Action(
            id="land",
            title="Fall, or other damage by dice",
            run=self._land,
            targets="many",
            parameters=(
                Parameter(key="dice", title="Dice", kind="number", default=self.dice, least=0, most=30),
                Parameter(key="sides", title="Sides", kind="number", default=6, least=2, most=100),
                Parameter(key="plus", title="Plus", kind="number", default=0, least=-99, most=99),
                Parameter(key="pool", title="Hurts", kind="choice", default="health", options=pools),
                Parameter(key="through_resistance", title="Resistance counts", kind="flag", default=self.is_resisted),
            ),
            rules=self.rules,
            group="other",
            help="How far somebody falls and how hard is the GM's to say; who was falling has come down.",
        )
