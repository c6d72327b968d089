"""Throwing somebody who is held, by Brawn and mass (ZS-GRAP-13, ZS-GRAP-14)."""

from __future__ import annotations

import math
from collections.abc import Iterator

from model.board.bands import metres_apart
from model.board.zones import place_at
from model.dice.requests import DiceRequest, sum_of
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.guards import no
from model.engine.modifiers import Modifier
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Parameter
from model.engine.telling import tell
from model.engine.ways import read_place
from model.rulesets.families.ogc.combat import with_prone
from model.rulesets.families.ogc.tasks import WORDS
from model.rulesets.zerospace.attack import COMBAT
from model.rulesets.zerospace.attributes import attribute
from model.rulesets.zerospace.checks import defence_value, task_value
from model.rulesets.zerospace.costs import ACTING
from model.rulesets.zerospace.gear import HAND_TO_HAND as SKILL
from model.rulesets.zerospace.grapple import GRAPPLING, on_a_later_turn
from model.rulesets.zerospace.holds import HOLDS
from model.rulesets.zerospace.manoeuvres import ATTACKER
from model.rulesets.zerospace.settings import rules
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle
from model.state.board import Place, Point
from model.state.texts import Explanation, Refusal, gm_text, ref, text

CLOSE = 1e-6
ANCHOR = (4, 110, 2)
"""The game's own case: Brawn 4 throws an opponent of up to 110 kg up to 2 m (ZS-GRAP-14)."""


# ------------------------------------------------------------------------------------------ how far


def _table(battle: AnyBattle) -> tuple[tuple[int, float, float], ...]:
    """Rows of Brawn, kilogrammes lifted, metres thrown; those that cannot be read are left out (ZS-MIS-04)."""
    rows = (row for row in rules(battle).brawn_table if isinstance(row, list) and len(row) == 3)
    readable = (row for row in rows if all(isinstance(one, int | float) for one in row))
    return tuple(sorted((int(brawn), float(kg), float(metres)) for brawn, kg, metres in readable))


def thrown_metres(battle: AnyBattle, brawn: int, mass: float) -> float | None:
    """Metres that so much Brawn throws such a mass; None without a table, or where it says nothing (ZS-GRAP-13)."""
    table = _table(battle)
    lifting = next((row_brawn for row_brawn, kg, _ in table if kg >= mass), None)
    if not table or lifting is None:
        return None
    return next((metres for row_brawn, _, metres in table if row_brawn == brawn - lifting), None)


def _cannot_lift(battle: AnyBattle, brawn: int, mass: float) -> bool:
    table = _table(battle)
    return bool(table) and not any(row_brawn <= brawn and kg >= mass for row_brawn, kg, _ in table)


def warn_of_anchor(battle: AnyBattle, ask: Ask) -> None:
    """Tell the GM where the table contradicts the game's own case (ZS-GRAP-14)."""
    brawn, mass, metres = ANCHOR
    found = thrown_metres(battle, brawn, mass)
    if _table(battle) and found != metres:
        said = "nothing" if found is None else f"{found:g} m"
        sentence = "The Brawn table says {said} for Brawn {brawn} and {mass} kg; the rules say {metres} m."
        ask.say(gm_text(sentence, said=said, brawn=brawn, mass=mass, metres=metres))


def _most(battle: AnyBattle, call: Call, target: Id, ask: Ask) -> float:
    known = thrown_metres(battle, attribute(battle, call.actor, "brawn"), battle.combatants[target].sheet.mass)
    if known is not None:
        return known
    title = text("How far can {who} throw {target}, in metres?", who=ref(call.actor), target=ref(target))
    question = Question(id="metres", title=title, kind="number", least=0, most=999, default=2, rule="ZS-GRAP-13")
    return float(ask.choose(question, ENVIRONMENT))


# ------------------------------------------------------------------------------------------ guards


def strong_enough(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: lifts who is to be thrown (ZS-GRAP-13)."""
    target = battle.combatants.get(call.target or "")
    if call.actor not in battle.combatants or target is None:
        return
    if _cannot_lift(battle, attribute(battle, call.actor, "brawn"), target.sheet.mass):
        yield no("too_heavy", "{who} is not strong enough for that.", "ZS-GRAP-13", call.actor)


# ------------------------------------------------------------------------------------------ the throw


def throw_held(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Throw who is held as far as Brawn carries them; the hold ends (ZS-GRAP-13, ZS-AMB-38)."""
    who, target = call.actor, call.targets[0]
    warn_of_anchor(battle, ask)
    most = _most(battle, call, target, ask)
    landing = _landing(battle, call, target, most)
    if isinstance(landing, Refusal):
        return landing
    battle = COMBAT.declared(battle, call, "{0} throws {1}.", ask)
    if rules(battle).throw_needs_roll:
        is_thrown, battle = _rolled(battle, who, target, ask)
        if not is_thrown:
            return battle
    battle = HOLDS.let_go(battle, who, target)
    battle = _thrown(battle, target, landing, most, ask)
    return with_prone(battle, target) if _falls(battle, target, ask) else battle


def _thrown(battle: AnyBattle, target: Id, landing: Place | None, most: float, ask: Ask) -> AnyBattle:
    """The thrown come down; without a map nobody knows where, and the GM hears how far it may be."""
    if landing is None or landing.point is None:
        ask.say(tell(battle, "{0} is thrown, {metres} m at most.", target, metres=f"{most:g}"))
    else:
        start = battle.combatants[target].place.point
        metres = most if start is None else round(math.dist(start, landing.point), 1)
        ask.say(tell(battle, "{0} is thrown {metres} m.", target, metres=f"{metres:g}"))
    return battle if landing is None else battle.with_combatant(replace(battle.combatants[target], place=landing))


def _landing(battle: AnyBattle, call: Call, target: Id, most: float) -> Place | Refusal | None:
    """Where the thrown come down: as said, within reach of the throw, else straight on; None without a map."""
    now, start = battle.combatants[target].place, battle.combatants[call.actor].place.point
    said = read_place(battle, call.option("to"), now)
    if said is not None and said.point is not None and now.point is not None:
        metres = math.dist(now.point, said.point)
        if metres > most + CLOSE:
            asked, limit = metres_apart(metres, most)
            sentence = text("The throw carries {limit} at most, not {asked}.", limit=limit, asked=asked)
            return Refusal(key="far_throw", sentence=sentence, rule="ZS-GRAP-13", can_override=False)
        return said
    if said is not None or now.point is None or start is None:
        return said
    return place_at(battle.board, _straight_on(start, now.point, most), now.height)


def _straight_on(start: Point, here: Point, metres: float) -> Point:
    away = math.dist(start, here) or 1.0
    x, y = (one + (one - other) / away * metres for one, other in zip(here, start, strict=True))
    return round(x, 3), round(y, 3)


def _rolled(battle: AnyBattle, who: Id, target: Id, ask: Ask) -> tuple[bool, AnyBattle]:
    """By a house rule a throw takes a roll against who is held (ZS-AMB-38)."""
    before, dv = battle, ask.number(defence_value(battle, target, "melee"))

    def value(more: tuple[Modifier, ...]) -> Explanation:
        return task_value(before, who, "brawn", SKILL, more)

    def request(bonus: int) -> DiceRequest:
        return sum_of("throw", "Throw", "2d6", bonus=bonus, against=dv, words=WORDS)

    roll, battle = COMBAT.throw(battle, who, value, request, dv, ask)
    is_thrown = ask.verdict("thrown", "Throws", roll, at_least=dv, rule="ZS-GRAP-13")
    ask.measure(target, "hit", is_thrown)
    return is_thrown, battle


def _falls(battle: AnyBattle, target: Id, ask: Ask) -> bool:
    policy = rules(battle).throw_prone
    if policy == "ask":
        options = (Choice(key="yes", label="On the ground"), Choice(key="no", label="On their feet"))
        title = text("Does {who} land on the ground?", who=ref(target))
        question = Question(id="prone", title=title, options=options, default="yes", rule="ZS-GRAP-13", remember=True)
        policy = ask.choose(question, ENVIRONMENT)
    return bool(policy == "yes")


THROW_HELD = Action(
    id="throw_held",
    title="Throw who is held",
    run=throw_held,
    targets="one",
    parameters=(
        Parameter(
            key="to", title="Where to", kind="place", rule="ZS-GRAP-13",
            help="Nothing said: straight on, as far as it goes.",
        ),
    ),
    guards=(*ATTACKER, GRAPPLING.holds_target, on_a_later_turn, strong_enough),
    rules=("ZS-GRAP-13", "ZS-GRAP-14"),
    cost=ACTING.titles["standard"],
    group="attack",
    help="As far as Brawn throws that mass; the hold ends.",
)  # fmt: skip
