"""Moving by speed points: one action for any chain of legs, paid with speed and effort (SE-MOVE, SE-COST, SE-EFF)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from model.board.bands import metres_text
from model.board.movement import cut_off, path_length
from model.board.zones import place_at
from model.engine.ask import Ask
from model.engine.budget import has_mark, mark
from model.engine.calls import Call
from model.engine.effects import end_effects_of
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.telling import tell
from model.engine.turns import can_act
from model.engine.ways import WHERE
from model.rulesets.effort import pools
from model.rulesets.effort.conditions import AIMING, STANCES, stance_of, with_stance
from model.rulesets.effort.costs import as_planned, in_time, is_fighting, is_reacting, no, not_left, pay, somebody
from model.rulesets.effort.legs import MODES, Movement, movement_of
from model.rulesets.effort.prices import CLOSE, Leg, Mode, Priced, between, final_stance, priced, total, until
from model.rulesets.effort.reactions import Reaction, react, with_reactions
from model.rulesets.effort.settings import rules
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle
from model.state.board import Place
from model.state.texts import Refusal, Text, ref, text

MOVED = "moved"
"""The fact of a turn that its movement has begun."""
VERBS: dict[Mode, str] = {
    "walk": "walks",
    "run": "runs",
    "jump": "jumps",
    "crouch": "moves crouched",
    "crawl": "crawls",
    "climb": "climbs",
}
STANCE_WORDS = {"standing": "stands up", "crouching": "crouches", "prone": "drops prone"}


def price_of(battle: AnyBattle, who: Id, movement: Movement) -> tuple[Priced, ...]:
    """The legs of somebody's movement with their prices (SE-COST-01)."""
    return priced(battle, movement.legs, stance_of(battle, who))


def _payment(battle: AnyBattle, call: Call, legs: tuple[Priced, ...]) -> pools.Payment | str:
    stances = total([one for one in legs if one.leg.stance is not None])
    return pools.payment(battle, call.actor, float(total(legs)), float(stances), call.option("effort"))


def _takes_action(battle: AnyBattle, who: Id, movement: Movement) -> bool:
    """Whether a movement takes an action: not where it goes on with one, or is a mere stance that takes none."""
    if rules(battle).split_movement and has_mark(battle, who, MOVED):
        return False
    is_stance_alone = all(leg.mode is None for leg in movement.legs)
    return not is_stance_alone or rules(battle).stance_uses_action


# ------------------------------------------------------------------------------------------ guards


def may_move(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: in one's own turn, with an action and the points for it (SE-MOVE-01 to SE-MOVE-03)."""
    who = call.actor
    if who not in battle.combatants:
        return
    movement = movement_of(battle, call)
    counts = is_fighting(battle) and not is_reacting(battle, who)
    late = tuple(in_time(battle, who, "SE-ACT-03")) if counts else ()
    yield from late
    if counts and not late and (isinstance(movement, str) or _takes_action(battle, who, movement)):
        yield from not_left(battle, who, "action", "SE-MOVE-01")
    if isinstance(movement, str):
        sentence = text(movement.replace("{", "(").replace("}", ")"))
        yield Refusal(key="bad_way", sentence=sentence, rule="SE-COST-01", can_override=False)
        return
    if not movement.legs:
        yield no("same_stance", "{who} is in that stance already.", "SE-STANCE-01", who)
    if any(leg.mode == "run" for leg in movement.legs) and not battle.combatants[who].sheet.can_run:
        yield no("cannot_run", "{who} cannot run.", "SE-AMB-13", who)
    yield from _can_pay(ruleset, battle, call)


def _can_pay(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: with the points for it, and no more effort than it costs (SE-MOVE-03, SE-EFF-01)."""
    who = call.actor
    movement = movement_of(battle, call)
    if isinstance(movement, str) or not is_fighting(battle):
        return
    legs = price_of(battle, who, movement)
    paid, chosen = _payment(battle, call, legs), call.option("effort") or 0
    if not isinstance(paid, str) and chosen > paid.effort + CLOSE:
        reserve = pools.effort(battle.combatants[who].sheet)
        limit = f"there are {reserve:g}" if chosen > reserve else f"it takes no more than {paid.effort:g}"
        paid = f"chosen are {chosen:g} of effort, and {limit}"
    if isinstance(paid, str):
        sentence = text("{who} has not the points: {why}.", who=ref(who), why=paid)
        yield Refusal(key="no_points", sentence=sentence, rule="SE-MOVE-03")


# ------------------------------------------------------------------------------------------ the move


def move(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Move as one action, whatever it is made up of (SE-MOVE-01)."""
    who = call.actor
    movement = movement_of(battle, call)
    assert not isinstance(movement, str), "the guard has read it"
    if refusal := _no_run(battle, movement, who, ask):
        return refusal
    if is_fighting(battle):
        if _takes_action(battle, who, movement):
            battle = pay(battle, call, "action", ask)
        battle = mark(battle, who, MOVED)
    journey = Journey(battle, call, movement)

    def resolve(battle: AnyBattle, reactions: tuple[Reaction, ...]) -> AnyBattle:
        return _travelled(battle, journey, reactions, ask)

    about = tell(battle, "{0} is about to move.", who)
    return with_reactions(
        battle, call, ask, resolve, metres=movement.metres, along=journey.along, about=about, still=(_can_pay,)
    )


def _no_run(battle: AnyBattle, movement: Movement, who: Id, ask: Ask) -> Refusal | None:
    """The GM is asked about each run where a house rule says so (SE-AMB-13)."""
    if rules(battle).running_allowed == "always" or all(leg.mode != "run" for leg in movement.legs):
        return None
    title = text("May {who} run?", who=ref(who))
    options = (Choice(key="yes", label="Yes"), Choice(key="no", label="No"))
    question = Question(id="run", title=title, options=options, default="yes", rule="SE-AMB-13", remember=True)
    if ask.choose(question, ENVIRONMENT) == "yes":
        return None
    return ask.hold_against(no("no_run", "{who} cannot run here.", "SE-AMB-13", who))


def _told(battle: AnyBattle, who: Id, legs: tuple[Priced, ...], paid: pools.Payment | None = None) -> Text:
    """A movement leg by leg, with what each costs, and the points in all."""
    does = ", ".join(_leg_words(one, with_price=paid is not None) for one in legs) or "stays"
    if paid is None:
        return tell(battle, f"{{0}} {does}.", who)
    of_effort = f" and {paid.effort:g} of effort" if paid.effort else ""
    return tell(battle, f"{{0}} {does}: {paid.speed:g} of speed{of_effort}.", who)


def _leg_words(one: Priced, *, with_price: bool) -> str:
    leg = one.leg
    if leg.mode is None:
        words = STANCE_WORDS[leg.stance or "standing"]
    else:
        words = f"{VERBS[leg.mode]} {metres_text(leg.metres)}"
        if one.has_headstart:
            words += " out of the run"
        difficult = sum(metres for metres, _ in leg.hindered)
        if difficult:
            words += f", {metres_text(difficult)} of it difficult"
    return f"{words} ({float(one.price):g})" if with_price else words


@dataclass(frozen=True)
class Journey:
    """A movement from where it was declared, to be carried out piece by piece."""

    start: AnyBattle
    call: Call
    movement: Movement

    @property
    def who(self) -> Id:
        return self.call.actor

    @property
    def along(self) -> Callable[[float], AnyBattle] | None:
        """The battle with whoever moves so many metres on; None where nobody knows the way."""
        return self._at if self.movement.points and self.movement.place is not None else None

    def _at(self, metres: float) -> AnyBattle:
        return self.put(self.start, metres)

    def put(self, battle: AnyBattle, metres: float | None) -> AnyBattle:
        """A battle with whoever moves so far on the way, in the stance that they have there (SE-STANCE-01)."""
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
        """What has been gone after so many metres, or at the very end (None), with what it costs."""
        return priced(self.start, self._legs(metres), stance_of(self.start, self.who))

    def paid(self, legs: tuple[Priced, ...]) -> pools.Payment:
        """How that is paid in all; what the GM lets somebody do without enough takes what there is."""
        paid = _payment(self.start, self.call, legs)
        return pools.Payment(speed=float(total(legs)), effort=0) if isinstance(paid, str) else paid


def _travelled(battle: AnyBattle, journey: Journey, reactions: tuple[Reaction, ...], ask: Ask) -> AnyBattle:
    """Go the way, stopping where somebody reacts; who cannot go on stays there (SE-REA-04)."""
    who, at = journey.who, 0.0
    is_at_once = any(one.is_simultaneous for one in reactions)
    if not is_at_once and not _goes_on(journey.start, battle, journey, at):
        ask.say(tell(battle, "{0} gets no further.", who))
        return battle
    for stop in sorted((one for one in reactions if one.when == "at_trigger"), key=lambda one: one.metres):
        battle = _gone(battle, journey, at, stop.metres, ask)
        at, before = stop.metres, battle
        battle = react(battle, stop, ask)
        if not _goes_on(before, battle, journey, at):
            ask.say(tell(battle, "{0} gets no further.", who))
            return battle
    return _gone(battle, journey, at, None, ask)


def _goes_on(before: AnyBattle, battle: AnyBattle, journey: Journey, at: float) -> bool:
    """Whether somebody can go on after a reaction: able to, still there in the same stance, with points for the rest.

    An own reaction to what has cut in may have led elsewhere, or to the ground.
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


def _gone(battle: AnyBattle, journey: Journey, before: float, metres: float | None, ask: Ask) -> AnyBattle:
    """A piece of the way: paid for, told of, and gone; what is still to come is neither."""
    legs, last = journey.gone(metres), journey.gone(before)
    piece = between(last, legs)
    if not piece:
        return battle
    if is_fighting(battle):
        whole, part = journey.paid(legs), journey.paid(last)
        paid = pools.Payment(speed=whole.speed - part.speed, effort=whole.effort - part.effort)
        ask.say(_told(battle, journey.who, piece, paid))
        battle = pools.spend(battle, journey.who, paid)
    else:
        ask.say(_told(battle, journey.who, piece))
    if any(one.leg.metres for one in piece) and rules(battle).aim_lost_on_move:
        battle = end_effects_of(battle, journey.who, AIMING)
    return journey.put(battle, metres)


MOVE = Action(
    id="move",
    title="Move",
    run=move,
    parameters=(
        *WHERE,
        Parameter(
            key="mode", title="How", kind="choice", default="auto", options=("auto", *MODES), rule="SE-COST-01",
            help="auto: walking, or as the stance has it.",
        ),
        Parameter(
            key="stance", title="Then", kind="choice", options=STANCES, rule="SE-STANCE-01",
            help="The stance at the end, or alone.",
        ),
        Parameter(
            key="difficult", title="Difficult metres", kind="number", least=0, most=999_999, rule="SE-TERR-01",
            help="Instead of what the map has.",
        ),
        Parameter(
            key="headstart", title="Run-up", kind="choice", default="auto", options=("auto", "yes", "no"),
            rule="SE-COST-05", applies=lambda battle, call: call.option("mode") == "jump",
        ),
        Parameter(
            key="effort", title="Effort points", kind="number", least=0, most=999, rule="SE-EFF-01",
            help="How many of the points are effort; not said: only what speed does not cover.",
        ),
        Parameter(
            key="legs", title="Legs", kind="value", rule="SE-COST-01",
            help="Several kinds of movement in one, each with mode, metres, place or path, or with a stance.",
        ),
    ),
    guards=(somebody, as_planned, may_move),
    rules=("SE-MOVE-01", "SE-MOVE-02", "SE-COST-01"),
    cost="action",
    group="move",
    key="M",
    help="Walk, run, jump, crouch, crawl or climb, in any order, as one action.",
)  # fmt: skip
