"""Major actions that are a test of the actor: Defend, Rally and any other test (WL-MAJ-05, WL-MAJ-11, WL-MAJ-16)."""

from __future__ import annotations

from typing import Any

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect
from model.engine.modifiers import term
from model.engine.requests import Question
from model.engine.ruleset import Action, Parameter
from model.rulesets.wasteland import checks, payment
from model.rulesets.wasteland.conditions import DEFENDING
from model.rulesets.wasteland.sheet import Battle, Pair
from model.rulesets.wasteland.values import defense, titled
from model.state.base import Id, replace
from model.state.texts import Refusal, text

# -------------------------------------------------------------------------------------------------- attribute and skill


ATTRIBUTES = ("strength", "perception", "endurance", "charisma", "intelligence", "agility", "luck")
SKILLS = (
    "athletics", "big_guns", "energy_weapons", "explosives", "medicine", "melee_weapons", "science", "small_guns",
    "speech", "survival", "throwing", "unarmed",
)  # fmt: skip
"""The skills that the rules name; others are free (WL-MIS-05)."""


def pair_of(call: Call, usual: Pair) -> Pair:
    """The attribute and skill that a call names, or those of the rule (WL-MAJ-12)."""
    return _ATTRIBUTE.said(call) or usual[0], (_SKILL.said(call) or "").strip() or usual[1]


def _skills(battle: Battle, call: Call) -> list[tuple[str, str]]:
    """The skills of the rules, then the combatant's further ones (WL-MIS-05)."""
    combatant = battle.combatants.get(call.actor)
    own = () if combatant is None else combatant.sheet.skills
    return [(titled(skill), skill) for skill in dict.fromkeys((*SKILLS, *own))]


_ATTRIBUTE: Parameter[str | None] = Parameter(key="attribute", title="Attribute", kind="choice", options=ATTRIBUTES)
_SKILL: Parameter[str | None] = Parameter(key="skill", title="Skill", kind="text", choices=_skills)


def pair_parameters(usual: Pair, rule: str) -> tuple[Parameter[Any], ...]:
    return (replace(_ATTRIBUTE, default=usual[0], rule=rule), replace(_SKILL, default=usual[1], rule=rule))


def in_words(pair: Pair) -> str:
    return f"{titled(pair[0])} + {titled(pair[1])}"


# --------------------------------------------------------------------------------------------------------------- defend


def defend(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Test AGI + Athletics against own Defense: +1 Defense, more for points (WL-MAJ-05, WL-MAJ-06, WL-AMB-07)."""
    who = call.actor
    battle = payment.pay(battle, who, "major")
    parts = [term("defense", "Own Defense", defense(battle, who).total, "WL-MAJ-05")]
    check = checks.Check(
        id="defend",
        title="Defend",
        who=who,
        pair=("agility", "athletics"),
        difficulty=checks.difficulty_of(battle, who, parts, call, needs_sight=False),
    )
    outcome, battle = checks.take_test(battle, check, call, ask)
    if not outcome.passed:
        ask.log(battle, "{0} fails to defend.", who)
        return battle
    battle = checks.keep_points(battle, outcome, ask)
    bonus, battle = _further_defense(battle, who, ask)
    ask.log(battle, "{0} defends: Defense +{bonus}.", who, bonus=1 + bonus)
    return add_effect(battle, who, DEFENDING, amount=1 + bonus, until="turn_start")


FURTHER = 2
"""Action points for a further +1 Defense, once in each Defend (WL-MAJ-06, WL-AMB-07)."""


def _further_defense(battle: Battle, who: Id, ask: Ask) -> tuple[int, Battle]:
    """Ask for a further +1 for 2 AP after the test has passed (WL-MAJ-06)."""
    if payment.available(battle, who) < FURTHER:
        return 0, battle
    title = text("Further +1 Defense for {cost} AP", cost=FURTHER)
    question = Question(id="extra", title=title, kind="number", least=0, most=1, default=0, rule="WL-MAJ-06")
    bonus = int(ask.choose(question, who))
    return bonus, payment.spend_points(battle, who, bonus * FURTHER, "Defense", ask)


# ---------------------------------------------------------------------------------------------------------- rally, test


def rally(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Test END + Survival with difficulty 0; its action points are kept (WL-MAJ-11, WL-MAJ-12)."""
    who = call.actor
    battle = payment.pay(battle, who, "major")
    pair = pair_of(call, ("endurance", "survival"))
    parts = [term("rally", "Rally", 0, "WL-MAJ-11")]
    difficulty = checks.difficulty_of(battle, who, parts, call, needs_sight=False)
    check = checks.Check(id="rally", title="Rally", who=who, pair=pair, difficulty=difficulty)
    ask.log(battle, "{0} rallies.", who)
    outcome, battle = checks.take_test(battle, check, call, ask)
    return checks.keep_points(battle, outcome, ask)


def skill_test(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Test a skill when no other action covers it; the GM sets pair and difficulty (WL-MAJ-16)."""
    who = call.actor
    battle = payment.pay(battle, who, "major")
    pair = pair_of(call, ("perception", "survival"))
    parts = [term("against", "Difficulty", int(_AGAINST.said(call)), "WL-MAJ-16")]
    check = checks.Check(
        id="test",
        title=in_words(pair),
        who=who,
        pair=pair,
        difficulty=checks.difficulty_of(battle, who, parts, call, needs_sight=checks.needs_sight(pair)),
    )
    outcome, battle = checks.take_test(battle, check, call, ask)
    ask.log(battle, "{0} succeeds." if outcome.passed else "{0} fails.", who)
    return checks.keep_points(battle, outcome, ask)


_AGAINST = Parameter(key="against", title="Difficulty", kind="number", default=1, least=0, most=10, rule="WL-MAJ-16")

TEST_ACTIONS = (
    Action(
        id="defend",
        title="Defend",
        run=defend,
        parameters=(*payment.DICE, *checks.TEST_PARAMETERS),
        guards=(*payment.costs("major", "WL-MAJ-05"), payment.can_buy_dice),
        rules=("WL-MAJ-05", "WL-MAJ-06"),
        cost="major action",
        group="defence",
        is_defensive=True,
        key="D",
        help="+1 Defense, and another +1 for 2 AP.",
    ),
    Action(
        id="rally",
        title="Rally",
        run=rally,
        parameters=(*pair_parameters(("endurance", "survival"), "WL-MAJ-12"), *payment.DICE, *checks.TEST_PARAMETERS),
        guards=(*payment.costs("major", "WL-MAJ-11"), payment.can_buy_dice),
        rules=("WL-MAJ-11", "WL-MAJ-12"),
        cost="major action",
        key="L",
        help="Gain and save action points.",
    ),
    Action(
        id="test",
        title="Test",
        run=skill_test,
        parameters=(
            *pair_parameters(("perception", "survival"), "WL-MAJ-16"),
            _AGAINST,
            *payment.DICE,
            *checks.TEST_PARAMETERS,
        ),
        guards=(*payment.costs("major", "WL-MAJ-16"), payment.can_buy_dice),
        rules=("WL-MAJ-16",),
        cost="major action",
        help="A skill test that no other action covers.",
    ),
)
