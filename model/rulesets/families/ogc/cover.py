"""Taking cover, leaving it, and running for cover out of turn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Generic

from model.board.bands import metres_apart
from model.board.cover_lines import covers_between
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of, end_effects_of, has_effect
from model.engine.guards import no
from model.engine.routes import CLOSE, WHERE, route_of
from model.engine.ruleset import Action, Parameter
from model.rulesets.families.ogc.acting import Acting, Holds
from model.rulesets.families.ogc.battle import Battle, Cover
from model.rulesets.families.ogc.places import COVER, displaced
from model.state.base import Id, Record, replace
from model.state.board import Board, Point
from model.state.identity_cache import cached_by_identity
from model.state.texts import Refusal, ref, text

_FEATURE = Parameter(key="feature", title="Cover on the board", kind="text", default="")
_BEHIND = Parameter(key="behind", title="Behind", kind="text", default="")


PARAMETERS = (_FEATURE, _BEHIND)


def behind(battle: Battle, call: Call, ask: Ask) -> Battle:
    """Return the battle with the actor behind the cover that a call names."""
    who = call.actor
    id = _FEATURE.said(call) or None
    feature = battle.board.features.get(id) if id else None
    note = _BEHIND.said(call)
    if not has_effect(battle, who, COVER):
        battle = add_effect(battle, who, COVER, other=None if feature is None else feature.id, note=note)
    what = note or (feature.name if feature is not None else "")
    ask.log(battle, "{0} takes cover behind {what}." if what else "{0} takes cover.", who, what=what)
    return battle


def counted(battle: Battle, attacker: Id, target: Id, said: Cover) -> Cover:
    """Return whether cover counts against an attack: as the GM says, else not if it comes from the wrong side.

    Cover on the board that the target has taken counts only against attacks across it. What merely lies between does
    not count, and neither side nor distance is known without places.
    """
    if said != "auto" or not has_effect(battle, target, COVER):
        return said
    here, there = battle.combatants[attacker].place.point, battle.combatants[target].place.point
    taken = [battle.board.features.get(effect.other or "") for effect in effects_of(battle, target, COVER)]
    if here is None or there is None:
        return said
    if any(feature is None or feature.kind != "cover" for feature in taken):
        return said
    between = _between(battle.board, here, there)
    return said if any(feature is not None and feature.id in between for feature in taken) else "no"


@cached_by_identity(256)
def _between(board: Board, here: Point, there: Point) -> frozenset[Id]:
    """Ids of the pieces of cover that a line crosses; every run of an attack asks for the same one."""
    return frozenset(feature.id for feature in covers_between(board, here, there))


class TakingCover(Record, Generic[Battle], kw_only=True):
    """The actions of taking and leaving cover in a ruleset."""

    acting: Acting[Battle]
    rule: str
    quick_rule: str
    help: str

    def _take(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        return behind(self.acting.pay(battle, call.actor, "quick", ask), call, ask)

    def _leave(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        ask.log(battle, "{0} leaves cover.", call.actor)
        return end_effects_of(battle, call.actor, COVER)

    def _not_in_cover(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: the actor is not in cover yet, and the named cover is on the board."""
        if call.actor in battle.combatants and has_effect(battle, call.actor, COVER):
            yield no("in_cover", "{who} is already in cover.", self.rule, call.actor)
        feature = _FEATURE.said(call)
        if feature and feature not in battle.board.features:
            sentence = text("There is no cover “{id}” on the board.", id=feature)
            yield Refusal(key="unknown_cover", sentence=sentence, can_override=False)

    def _in_cover(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        if call.actor in battle.combatants and not has_effect(battle, call.actor, COVER):
            yield no("no_cover", "{who} is not in cover.", self.rule, call.actor)

    def actions(self) -> tuple[Action, ...]:
        """Return the actions of taking cover, a quick action, and of leaving it."""
        take = Action(
            id="take_cover",
            title="Take Cover",
            run=self._take,
            parameters=PARAMETERS,
            guards=(*self.acting.costs("quick", self.quick_rule), self._not_in_cover),
            rules=(self.rule, self.quick_rule),
            cost=self.acting.titles["quick"],
            group="defence",
            help=self.help,
        )
        leave = Action(
            id="leave_cover",
            title="Leave Cover",
            run=self._leave,
            guards=(self.acting.able_combatant, self._in_cover),
            rules=(self.rule,),
            cost=self.acting.titles[self.acting.free],
            group="defence",
        )
        return (take, leave)


INTO_COVER = Parameter(key="into_cover", title="Ends in cover", kind="flag", default=True)


class RunningForCover(ABC, Generic[Battle]):
    """How combatants run out of the way of an attack, or behind cover, out of turn in a ruleset."""

    acting: Acting[Battle]
    holds: Holds[Battle]
    rules: tuple[str, ...]
    """Rule ids; the first is the rule about how far."""

    @abstractmethod
    def reach(self, battle: Battle, who: Id) -> float:
        """Return the maximum number of metres that a combatant can move."""

    @abstractmethod
    def hurried(self, battle: Battle, who: Id, metres: float, ask: Ask) -> Battle:
        """Return the battle after the effects that running this number of metres has on the combatant."""

    def _near_enough(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: the actor is not held, and the route is not too long."""
        if call.actor not in battle.combatants:
            return
        yield from self.holds.held_back(battle, call.actor)
        route = route_of(battle, call, self.holds.weapons.ranges.metric(battle))
        reach = self.reach(battle, call.actor)
        if route is not None and route.metres > reach + CLOSE:
            far, most = metres_apart(route.metres, reach)
            words = "{who} cannot get that far in time: it is {far}, and {most} is the most."
            sentence = text(words, who=ref(call.actor), far=far, most=most)
            yield Refusal(key="too_far", sentence=sentence, rule=self.rules[0])

    def _run(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        who = call.actor
        battle = self.acting.pay_or_force(battle, who, "move", ask, "ran for cover")
        route = route_of(battle, call, self.holds.weapons.ranges.metric(battle))
        if route is not None:
            battle = self.hurried(battle, who, route.metres, ask)
            battle = displaced(battle, who, route.place or battle.combatants[who].place)
        if INTO_COVER.said(call):
            return behind(battle, call, ask)
        ask.log(battle, "{0} gets out of the way.", who)
        return battle

    def action(self) -> Action:
        """Return the action of running for cover, forced out of turn."""
        return Action(
            id="run_for_cover",
            title="Run for Cover",
            run=self._run,
            parameters=(
                *WHERE,
                replace(INTO_COVER, rule=self.rules[0]),
                *PARAMETERS,
            ),
            guards=(self.acting.able_combatant, self.acting.only_forced, self._near_enough),
            rules=self.rules,
            cost="next turn",
            group="defence",
            is_defensive=True,
            help="Out of turn, get out of the way of an attack or behind cover.",
        )
