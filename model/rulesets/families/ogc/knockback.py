"""Knockback: whoever is struck is pushed away, through what stands in the way, and may lose their feet."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod

from model.board.cover_lines import covers_between, metres_to
from model.board.zones import place_at
from model.dice.requests import DiceRequest, sum_of
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.effects import has_effect
from model.engine.modifiers import Modifier
from model.engine.requests import Choice, Question
from model.engine.telling import tell
from model.rulesets.families.ogc.combat import PRONE
from model.rulesets.families.ogc.tasks import WORDS, Request, Value, plainly
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle
from model.state.board import Feature, Place, Point
from model.state.texts import Explanation, gm_text, ref, text

FIRM_M = 2
"""Metres up to which nobody loses their feet."""
_STAYING_UP = "Staying up"
"""What the roll to keep one's feet is called."""


class Knockback(ABC):
    """How a game pushes people."""

    difficulty: int
    direction_rule: str
    feet_rule: str
    walls_rule: str
    walls: str
    """What is proposed for a wall in the way: it is `broken`, they get `through` it all the same, it `stops` them."""

    @abstractmethod
    def feet(self, battle: AnyBattle, who: Id, more: tuple[Modifier, ...]) -> Explanation:
        """What keeps somebody on their feet."""

    @abstractmethod
    def fallen(self, battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
        """What becomes of who loses their feet."""

    def throw(
        self, battle: AnyBattle, who: Id, value: Value, request: Request, against: int, ask: Ask
    ) -> tuple[Roll, AnyBattle]:
        return plainly(battle, who, value, request, against, ask)

    def push(self, battle: AnyBattle, origin: Point | None, target: Id, metres: float, ask: Ask) -> AnyBattle:
        """Push somebody away from a spot, and see whether they keep their feet."""
        if metres <= 0:
            return battle
        ask.say(tell(battle, "{0} is knocked back {metres} m.", target, metres=f"{metres:g}"))
        combatant = battle.combatants[target]
        place = self._landing(battle, origin, target, metres, ask)
        if combatant.place.point is not None and place.point is not None:
            place, metres, battle = self._through(battle, target, combatant.place.point, place, metres, ask)
        battle = battle.with_combatant(replace(combatant, place=place))
        is_standing = not has_effect(battle, target, PRONE) and not combatant.is_out
        if metres <= FIRM_M or not is_standing:
            return battle
        is_up, battle = self._keeps_feet(battle, target, ask)
        return battle if is_up else self.fallen(battle, target, ask)

    def _landing(self, battle: AnyBattle, origin: Point | None, target: Id, metres: float, ask: Ask) -> Place:
        """Where a push ends: straight away from its origin; where that is no direction, the GM says."""
        now = battle.combatants[target].place
        here = now.point
        if here is None or origin is None:
            return now
        away = math.dist(origin, here)
        if away > 0:
            return place_at(battle.board, _along(origin, here, away + metres), now.height)
        title = text("In which direction is {who} knocked, {metres} m far?", who=ref(target), metres=f"{metres:g}")
        question = Question(id=f"direction.{target}", title=title, kind="place", default=now, rule=self.direction_rule)
        to = ask.choose(question, ENVIRONMENT).point
        return now if to is None or to == here else place_at(battle.board, _along(here, to, metres), now.height)

    # ------------------------------------------------------------------------------------- things in the way

    def _through(
        self, battle: AnyBattle, target: Id, here: Point, place: Place, metres: float, ask: Ask
    ) -> tuple[Place, float, AnyBattle]:
        """What becomes of each wall in the way, and where the way ends; nobody is hurt by them."""
        end = place.point or here
        for wall in reversed(covers_between(battle.board, here, end)):
            at = metres_to(wall, here, end)
            answer = self._asked(target, wall, at, ask)
            if answer == "stops":
                ask.say(gm_text("{wall} stops {who}.", who=ref(target), wall=ref(wall.id)))
                return place_at(battle.board, _along(here, end, at), place.height), at, battle
            ask.say(gm_text("{who} smashes through {wall}.", who=ref(target), wall=ref(wall.id)))
            if answer == "broken":
                features = {id: one for id, one in battle.board.features.items() if id != wall.id}
                battle = replace(battle, board=replace(battle.board, features=features))
        return place, metres, battle

    def _asked(self, target: Id, wall: Feature, at: float, ask: Ask) -> str:
        options = (
            Choice(key="broken", label="It breaks"),
            Choice(key="through", label="Through it; it stands"),
            Choice(key="stops", label="It stops them"),
        )
        title = text(
            "{who} is knocked into {wall} after {metres} m.", who=ref(target), wall=wall.name, metres=f"{at:g}"
        )
        id = f"wall.{target}.{wall.id}"
        question = Question(
            id=id, title=title, options=options, default=self.walls, rule=self.walls_rule, remember=True
        )
        return str(ask.choose(question, ENVIRONMENT))

    # ------------------------------------------------------------------------------------- keeping one's feet

    def _keeps_feet(self, battle: AnyBattle, target: Id, ask: Ask) -> tuple[bool, AnyBattle]:
        before = battle

        def value(more: tuple[Modifier, ...]) -> Explanation:
            return replace(self.feet(before, target, more), key=f"feet.{target}", title=_STAYING_UP)

        def request(bonus: int) -> DiceRequest:
            return sum_of(f"feet.{target}", _STAYING_UP, "2d6", bonus=bonus, against=self.difficulty, words=WORDS)

        roll, battle = self.throw(battle, target, value, request, self.difficulty, ask)
        is_up = ask.verdict(f"up.{target}", "Keeps their feet", roll, at_least=self.difficulty, rule=self.feet_rule)
        ask.say(tell(battle, "{0} stays up." if is_up else "{0} is knocked down.", target))
        return is_up, battle


def _along(start: Point, through: Point, metres: float) -> Point:
    """So many metres from a spot in the direction of another one."""
    whole = math.dist(start, through)
    x, y = (one + (other - one) / whole * metres for one, other in zip(start, through, strict=True))
    return round(x, 3), round(y, 3)
