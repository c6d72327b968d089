"""Who holds whom, and what becomes of it when either of them moves, falls or is gone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.conditions import Tie
from model.engine.effects import end_effects, related_to
from model.engine.guards import no
from model.engine.requests import Choice, Question
from model.engine.telling import tell
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.texts import Refusal, ref, text

HOLDING = Tie(verb="holds", passive="held by", from_bearer=False, line="hold")
"""How a hold is drawn: from who holds to who is held."""
_WAYS = {"release": "Let go", "drag": "Drag along", "refuse": "Stay"}


class Holds(ABC):
    """How a game treats holds: effects on the held, whose other one is who holds."""

    kind: str
    """The condition of who is held."""
    rule: str
    ways: tuple[str, ...] = ("release", "drag")
    """The answers there are."""

    @abstractmethod
    def is_helpless(self, battle: AnyBattle, who: Id) -> bool: ...

    @abstractmethod
    def reaches(self, battle: AnyBattle, holder: Id, held: Id) -> bool:
        """Whether a hand reaches from one to the other."""

    @abstractmethod
    def policy(self, battle: AnyBattle) -> str:
        """What becomes of a hold when the holder moves: `release`, `drag`, `refuse`, or `ask`."""

    def preset(self, battle: AnyBattle) -> str:
        """The answer that is proposed where the GM is asked."""
        return "release"

    # ------------------------------------------------------------------------------------- who holds whom

    def held_by(self, battle: AnyBattle, holder: Id) -> tuple[Id, ...]:
        """Whom somebody holds."""
        held = (bearer for bearer, effect in related_to(battle, holder) if effect.kind == self.kind)
        return tuple(dict.fromkeys(held))

    def holders(self, battle: AnyBattle, who: Id) -> tuple[Id, ...]:
        """Who holds somebody."""
        effects = battle.combatants[who].effects.values()
        return tuple(one.other for one in effects if one.kind == self.kind and one.other in battle.combatants)

    def let_go(self, battle: AnyBattle, holder: Id, held: Id) -> AnyBattle:
        """End one hold; others on the same person stay."""
        return end_effects(battle, lambda bearer, one: bearer == held and one.kind == self.kind and one.other == holder)

    # ------------------------------------------------------------------------------------- moving

    def cannot_move(self, battle: AnyBattle, who: Id) -> Iterator[Refusal]:
        """What speaks against a holder's movement, where a house rule keeps holders where they are."""
        if self.policy(battle) == "refuse" and self.held_by(battle, who):
            yield no("holding", "{who} holds somebody and cannot move.", self.rule, who)

    def before_moving(self, battle: AnyBattle, holder: Id, ask: Ask) -> tuple[tuple[Id, ...], AnyBattle] | Refusal:
        """Whom somebody who moves takes along; all others they hold are let go. A refusal where they stay."""
        holding = self.held_by(battle, holder)
        if not holding:
            return (), battle
        policy = self.policy(battle)
        if policy == "ask":
            options = tuple(Choice(key=way, label=_WAYS[way]) for way in self.ways)
            title = text("{who} holds somebody and moves: let go, or drag them along?", who=ref(holder))
            question = Question(
                id="holding", title=title, options=options, default=self.preset(battle), rule=self.rule, remember=True
            )
            policy = ask.choose(question, holder)
        if policy == "refuse":
            return no("holding", "{who} holds somebody and stays.", self.rule, holder)
        if policy == "drag":
            return holding, battle
        for held in holding:
            ask.say(tell(battle, "{0} lets {1} go.", holder, held))
            battle = self.let_go(battle, holder, held)
        return (), battle

    def dragged(self, before: AnyBattle, after: AnyBattle, holder: Id, held: tuple[Id, ...], ask: Ask) -> AnyBattle:
        """The held at the same distance from who drags them as before."""
        start, end = before.combatants[holder].place, after.combatants[holder].place
        for who in held:
            ask.say(tell(after, "{0} drags {1} along.", holder, who))
            one = after.combatants[who]
            place = replace(one.place, zone=end.zone)
            if start.point is not None and end.point is not None and one.place.point is not None:
                x, y = (
                    here + there - from_
                    for here, there, from_ in zip(one.place.point, end.point, start.point, strict=True)
                )
                place = replace(place, x=round(x, 3), y=round(y, 3))
            after = after.with_combatant(replace(one, place=place))
        return after

    # ------------------------------------------------------------------------------------- when holds end

    def settled(self, before: AnyBattle, after: AnyBattle, ask: Ask) -> AnyBattle:
        """A hold ends when who holds is down or gone, or the two are no longer within reach of each other."""
        if before.combatants is after.combatants:
            return after
        bearers = [(held, combatant) for held, combatant in after.combatants.items() if combatant.effects]
        for held, combatant in bearers:
            for hold in combatant.effects.values():
                if hold.kind != self.kind or hold.other not in after.combatants:
                    continue
                if not self._still_holds(after, hold.other, held):
                    ask.say(tell(after, "{0} is no longer held by {1}.", held, hold.other))
                    after = self.let_go(after, hold.other, held)
        return after

    def _still_holds(self, battle: AnyBattle, holder: Id, held: Id) -> bool:
        one = battle.combatants[holder]
        if one.is_out or not one.is_present or self.is_helpless(battle, holder):
            return False
        return self.reaches(battle, holder, held)
