"""Moving by speed points: what can be paid for, the move itself, and reactions on its route (SE-MOVE, SE-REA-04)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from model.board.bands import metres_text
from model.board.distance import cut_off, path_length
from model.board.zones import place_at
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import end_effects_of
from model.engine.guards import no
from model.engine.messages import message
from model.engine.routes import CLOSE, MOVES_TO, named_beside
from model.engine.ruleset import Action, Parameter
from model.engine.turns import can_act
from model.rulesets.effort import pools
from model.rulesets.effort.checks import costs, pay
from model.rulesets.effort.conditions import AIMING, stance_of, with_stance
from model.rulesets.effort.courses import EFFORT, LEGS, MODE, STANCE, Course, movement_of, price_of
from model.rulesets.effort.prices import Leg, Mode, Priced, between, final_stance, priced, total, until
from model.rulesets.effort.reactions import Reaction, react, with_reactions
from model.rulesets.effort.sheet import Battle
from model.state.base import Id, Record, replace
from model.state.board import Place
from model.state.texts import Refusal, Text, ref, text

VERBS: dict[Mode, str] = {
    "walk": "walks",
    "run": "runs",
    "jump": "jumps",
    "crouch": "moves crouched",
    "crawl": "crawls",
    "climb": "climbs",
}
STANCE_WORDS = {"standing": "stands up", "crouching": "crouches", "prone": "drops prone"}


def _payment(battle: Battle, call: Call, legs: tuple[Priced, ...]) -> pools.Payment | str:
    return pools.payment(battle, call.actor, total(legs), EFFORT.said(call))


# ------------------------------------------------------------------------------------------ guards


def may_move(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the movement can be read, and the actor has the points for it (SE-MOVE-02, SE-MOVE-03)."""
    who = call.actor
    if who not in battle.combatants:
        return
    movement = movement_of(battle, call)
    if isinstance(movement, str):
        sentence = text(movement.replace("{", "(").replace("}", ")"))
        yield Refusal(key="bad_way", sentence=sentence, rule="SE-COST-01", can_override=False)
        return
    if not movement.legs:
        yield no("same_stance", "{who} is already in that stance.", "SE-STANCE-01", who)
    if any(leg.mode == "run" for leg in movement.legs) and not battle.combatants[who].sheet.can_run:
        yield no("cannot_run", "{who} cannot run.", "SE-AMB-13", who)
    yield from _can_pay(battle, call)


def _can_pay(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the actor has the points, and chooses no more effort points than it costs (SE-MOVE-03, SE-EFF-01)."""
    who = call.actor
    movement = movement_of(battle, call)
    if isinstance(movement, str) or not battle.order.is_running:
        return
    legs = price_of(battle, who, movement)
    paid, chosen = _payment(battle, call, legs), EFFORT.said(call) or 0
    if not isinstance(paid, str) and chosen > paid.effort + CLOSE:
        reserve = pools.effort(battle.combatants[who].sheet)
        limit = f"only {reserve:g} are left" if chosen > reserve else f"the move takes no more than {paid.effort:g}"
        paid = f"{chosen:g} effort points are chosen, and {limit}"
    if isinstance(paid, str):
        sentence = text("{who} cannot pay for this: {why}.", who=ref(who), why=paid)
        yield Refusal(key="no_points", sentence=sentence, rule="SE-MOVE-03")


# ------------------------------------------------------------------------------------------ the move


def move(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Carry out a movement with any number of legs as one action (SE-MOVE-01)."""
    who = call.actor
    movement = movement_of(battle, call)
    assert not isinstance(movement, str), "the guard has checked this"
    battle = pay(battle, call, "action", ask)
    journey = Journey(battle, call, movement)

    def resolve(battle: Battle, reactions: tuple[Reaction, ...]) -> Battle:
        return _travelled(battle, journey, reactions, ask)

    about = message(battle, "{0} is about to move.", who)
    return with_reactions(
        battle, call, ask, resolve, metres=movement.metres, along=journey.along, about=about, still=(_can_pay,)
    )


def _told(
    battle: Battle,
    who: Id,
    legs: tuple[Priced, ...],
    beside: tuple[Id, ...],
    paid: pools.Payment | None = None,
) -> Text:
    """Message that lists the legs of a movement, and next to whom they end; with `paid`, also the price of each leg and
    the total points.
    """
    does = ", ".join(_leg_words(one, with_price=paid is not None) for one in legs) or "stays"
    if beside:
        does += ", next to {1}"
    if paid is None:
        return message(battle, f"{{0}} {does}.", who, *beside)
    of_effort = f" and {paid.effort:g} effort" if paid.effort else ""
    return message(battle, f"{{0}} {does}: {paid.speed:g} speed{of_effort}.", who, *beside)


def _leg_words(one: Priced, *, with_price: bool) -> str:
    leg = one.leg
    if leg.mode is None:
        words = STANCE_WORDS[leg.stance or "standing"]
    else:
        words = f"{VERBS[leg.mode]} {metres_text(leg.metres)}"
        if one.has_headstart:
            words += " with a run-up"
        if leg.hindered:
            words += f", {metres_text(leg.hindered)} of it difficult"
    return f"{words} ({one.price})" if with_price else words


class Journey(Record):
    """A declared movement that is carried out piece by piece."""

    start: Battle
    call: Call
    movement: Course

    @property
    def who(self) -> Id:
        return self.call.actor

    @property
    def along(self) -> Callable[[float], Battle] | None:
        """Returns the battle with the mover a number of metres further; None if the route is unknown."""
        return self._at if self.movement.points and self.movement.place is not None else None

    def _at(self, metres: float) -> Battle:
        return self.put(self.start, metres)

    def put(self, battle: Battle, metres: float | None) -> Battle:
        """The battle with the mover after `metres`, or at the end if None, in their stance there (SE-STANCE-01)."""
        place = self.movement.place if metres is None else self._place(metres)
        if place is not None:
            battle = battle.with_combatant(replace(battle.combatants[self.who], place=place))
        final = final_stance(self._legs(metres), stance_of(self.start, self.who))
        return battle if final == stance_of(battle, self.who) else with_stance(battle, self.who, final)

    def _place(self, metres: float) -> Place | None:
        points = self.movement.points
        if not points or self.movement.place is None:
            return None
        point = cut_off(points, path_length(points) * metres / self.movement.metres)[-1]
        return place_at(self.start.board, point, self.start.combatants[self.who].place.height)

    def _legs(self, metres: float | None) -> tuple[Leg, ...]:
        return self.movement.legs if metres is None else until(self.movement.legs, metres)

    def gone(self, metres: float | None) -> tuple[Priced, ...]:
        """The legs travelled after `metres`, or all of them if None, with their prices."""
        return priced(self.start, self._legs(metres), stance_of(self.start, self.who))

    def paid(self, legs: tuple[Priced, ...]) -> pools.Payment:
        """The total payment for legs; all as speed if the GM allows the movement without enough points."""
        paid = _payment(self.start, self.call, legs)
        return pools.Payment(speed=total(legs), effort=0) if isinstance(paid, str) else paid


def _travelled(battle: Battle, journey: Journey, reactions: tuple[Reaction, ...], ask: Ask) -> Battle:
    """Follow the route, stopping where a combatant reacts; a mover who cannot go on stays there (SE-REA-04)."""
    who, at = journey.who, 0.0
    if not _goes_on(journey.start, battle, journey, at):
        ask.log(battle, "{0} cannot go any farther.", who)
        return battle
    for stop in sorted((one for one in reactions if one.when == "at_trigger"), key=lambda one: one.metres):
        battle = _gone(battle, journey, at, stop.metres, ask)
        at, before = stop.metres, battle
        battle = react(battle, stop, ask)
        if not _goes_on(before, battle, journey, at):
            ask.log(battle, "{0} cannot go any farther.", who)
            return battle
    return _gone(battle, journey, at, None, ask)


def _goes_on(before: Battle, battle: Battle, journey: Journey, at: float) -> bool:
    """Whether the mover can go on after a reaction: able to act, at the same place, in the same stance, and with points
    for the rest.

    The mover's own reaction to the reaction may have moved them or made them prone.
    """
    who = journey.who
    if not can_act(battle, who) or battle.combatants[who].place != before.combatants[who].place:
        return False
    if stance_of(battle, who) != stance_of(before, who):
        return False
    whole, part = journey.paid(journey.gone(None)), journey.paid(journey.gone(at))
    sheet, earlier = battle.combatants[who].sheet, before.combatants[who].sheet
    has_spent = (pools.speed(sheet), pools.effort(sheet)) != (pools.speed(earlier), pools.effort(earlier))
    is_short = whole.speed - part.speed > pools.speed(sheet) or whole.effort - part.effort > pools.effort(sheet)
    return not (has_spent and is_short)


def _gone(battle: Battle, journey: Journey, before: float, metres: float | None, ask: Ask) -> Battle:
    """Log, pay for and carry out one piece of the route; the rest is neither logged nor paid yet."""
    legs, last = journey.gone(metres), journey.gone(before)
    piece = between(last, legs)
    if not piece:
        return battle
    beside = named_beside(battle, journey.who, journey.movement.next_to) if metres is None else ()
    if battle.order.is_running:
        whole, part = journey.paid(legs), journey.paid(last)
        paid = pools.Payment(speed=whole.speed - part.speed, effort=whole.effort - part.effort)
        ask.add_message(_told(battle, journey.who, piece, beside, paid))
        battle = pools.spend(battle, journey.who, paid)
    else:
        ask.add_message(_told(battle, journey.who, piece, beside))
    if any(one.leg.metres for one in piece):
        battle = end_effects_of(battle, journey.who, AIMING)
    return journey.put(battle, metres)


MOVE = Action(
    id="move",
    title="Move",
    run=move,
    parameters=(
        *MOVES_TO,
        MODE,
        STANCE,
        Parameter(
            key="difficult", title="Difficult metres", kind="number", least=0, most=999_999, rule="SE-TERR-01",
            help="Replaces what the map says.",
        ),
        Parameter(
            key="headstart", title="Run-up", kind="choice", default="auto", options=("auto", "yes", "no"),
            rule="SE-COST-05", applies=lambda battle, call: MODE.said(call) == "jump",
        ),
        EFFORT,
        LEGS,
    ),
    guards=(*costs("action", "SE-MOVE-01"), may_move),
    rules=("SE-MOVE-01", "SE-MOVE-02", "SE-COST-01"),
    cost="action",
    group="move",
    key="M",
    help="Walk, run, jump, crouch, crawl or climb, in any order, as one action.",
)  # fmt: skip
