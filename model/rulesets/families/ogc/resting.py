"""Resting: an hour or a night, of some or of everybody who is there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from model.engine import turn_actions as engine_actions
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import has_effect
from model.engine.ruleset import Action, Parameter
from model.rulesets.families.ogc.acting import is_fighting
from model.rulesets.families.ogc.pools import DEAD
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.texts import Refusal, Text, text

SHORT_REST, LONG_REST = "short_rest", "long_rest"
HOUR, NIGHT = 60, 480
"""Minutes."""
RESTS = (SHORT_REST, LONG_REST)


class Resting(ABC):
    """How a game lets people rest."""

    rule: str
    short: tuple[str, ...]
    long: tuple[str, ...]
    short_help: str
    long_help: str
    parameters: tuple[Parameter, ...] = ()
    """Of the short rest, such as how many `minutes` it is."""

    @abstractmethod
    def recover(self, battle: AnyBattle, who: Id, minutes: int, ask: Ask) -> AnyBattle:
        """What so many minutes of rest give somebody back; a night is `NIGHT`."""

    def closes_scene(self, battle: AnyBattle) -> bool:
        """Whether the scene ends before anybody rests."""
        return False

    def _no_fight(self, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: nobody rests in a fight; things do not rest at all."""
        if is_fighting(battle):
            yield Refusal(key="fight_runs", sentence=text("Nobody rests while the fight is running."), rule=self.rule)
        if any(target not in battle.combatants for target in call.targets):
            sentence = text("Only combatants rest.")
            yield Refusal(key="thing", sentence=sentence, can_override=False)

    def _rest(self, battle: AnyBattle, call: Call, ask: Ask, minutes: int) -> AnyBattle | Refusal:
        if self.closes_scene(battle) and battle.scene.is_open:
            closed = engine_actions.end_scene(battle, call, ask)
            if isinstance(closed, Refusal):
                return closed
            battle = closed
        ask.say(_told(minutes))
        for who in call.targets or tuple(who for who, one in battle.combatants.items() if one.is_present):
            if not has_effect(battle, who, DEAD):
                battle = self.recover(battle, who, minutes, ask)
        return replace(battle, clock=battle.clock + 60 * minutes)

    def _short(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        return self._rest(battle, call, ask, int(call.option("minutes", HOUR)))

    def _long(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        return self._rest(battle, call, ask, NIGHT)

    def actions(self) -> tuple[Action, ...]:
        """The short and the long rest."""
        short = Action(
            id=SHORT_REST,
            title="Short rest (an hour)",
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
            title="Long rest (8 hours)",
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
