"""Moving by speed points: one action for any chain of legs, paid with speed and effort (SE-MOVE, SE-COST, SE-EFF)."""

from __future__ import annotations

from collections.abc import Iterator

from model.board.bands import metres_text
from model.board.movement import cut_off
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
from model.rulesets.effort.prices import Mode, Priced, final_stance, priced, total
from model.rulesets.effort.reactions import Reaction, react, with_reactions
from model.rulesets.effort.settings import setting
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle
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
    if setting(battle, "split_movement") and has_mark(battle, who, MOVED):
        return False
    is_stance_alone = all(leg.mode is None for leg in movement.legs)
    return not is_stance_alone or bool(setting(battle, "stance_uses_action"))


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
    if is_fighting(battle):
        paid = _payment(battle, call, price_of(battle, who, movement))
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
    legs = price_of(battle, who, movement)
    if is_fighting(battle):
        if _takes_action(battle, who, movement):
            battle = pay(battle, call, "action", ask)
        battle = mark(battle, who, MOVED)
        battle = _paid(battle, call, legs, ask)
    else:
        ask.say(_told(battle, who, legs))
    if movement.metres and setting(battle, "aim_lost_on_move"):
        battle = end_effects_of(battle, who, AIMING)

    def resolve(battle: AnyBattle, stops: tuple[Reaction, ...]) -> AnyBattle:
        return _travelled(battle, who, movement, stops, ask)

    return with_reactions(battle, call, ask, resolve, metres=movement.metres)


def _no_run(battle: AnyBattle, movement: Movement, who: Id, ask: Ask) -> Refusal | None:
    """The GM is asked about each run where a house rule says so (SE-AMB-13)."""
    if setting(battle, "running_allowed") == "always" or all(leg.mode != "run" for leg in movement.legs):
        return None
    title = text("May {who} run?", who=ref(who))
    options = (Choice(key="yes", label="Yes"), Choice(key="no", label="No"))
    question = Question(id="run", title=title, options=options, default="yes", rule="SE-AMB-13", remember=True)
    if ask.choose(question, ENVIRONMENT) == "yes":
        return None
    return ask.hold_against(no("no_run", "{who} cannot run here.", "SE-AMB-13", who))


def _paid(battle: AnyBattle, call: Call, legs: tuple[Priced, ...], ask: Ask) -> AnyBattle:
    """Deduct the points and tell of them; what the GM lets somebody do without enough takes what there is."""
    paid = _payment(battle, call, legs)
    if isinstance(paid, str):
        paid = pools.Payment(speed=float(total(legs)), effort=0)
    ask.say(_told(battle, call.actor, legs, paid))
    return pools.spend(battle, call.actor, paid)


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


def _travelled(battle: AnyBattle, who: Id, movement: Movement, stops: tuple[Reaction, ...], ask: Ask) -> AnyBattle:
    """Go the way, stopping where somebody reacts; who cannot go on stays there (SE-REA-04)."""
    points = movement.points
    for stop in sorted(stops, key=lambda one: one.metres):
        if points and movement.place is not None:
            battle = _put(battle, who, cut_off(points, stop.metres)[-1])
        battle = react(battle, stop, ask)
        if not can_act(battle, who) and not stop.is_simultaneous:
            ask.say(tell(battle, "{0} gets no further.", who))
            return battle
    if movement.place is not None:
        battle = battle.with_combatant(replace(battle.combatants[who], place=movement.place))
    stance = stance_of(battle, who)
    final = final_stance(movement.legs, stance)
    return battle if final == stance else with_stance(battle, who, final)


def _put(battle: AnyBattle, who: Id, point: tuple[float, float]) -> AnyBattle:
    combatant = battle.combatants[who]
    return battle.with_combatant(replace(combatant, place=place_at(battle.board, point, combatant.place.height)))


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
