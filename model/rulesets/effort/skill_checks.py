"""Skill checks (SE-ACT-07, SE-MIS-05)."""

from __future__ import annotations

from typing import Literal

from model.dice.requests import sum_of
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.modifiers import explain, term
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Parameter
from model.rulesets.effort import odds
from model.rulesets.effort.checks import costs, pay
from model.rulesets.effort.conditions import CONDITIONS
from model.rulesets.effort.reactions import with_reactions
from model.rulesets.effort.settings import rules
from model.rulesets.effort.sheet import Battle
from model.state.base import ENVIRONMENT
from model.state.folding import folded
from model.state.texts import Refusal, ref, text

CHECK_WORDS = ("success", "failure")


def skill_check(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Check 1d10 + modifier against a number, or let the GM decide (SE-ACT-07, SE-MIS-05)."""
    battle = pay(battle, call, "action", ask)
    return with_reactions(battle, call, ask, lambda battle, _: _checked(battle, call, ask))


def _checked(battle: Battle, call: Call, ask: Ask) -> Battle:
    who, skill = call.actor, _SKILL.said(call).strip()
    if rules(battle).resolution == "gm_says":
        title = text("Does {who}'s check succeed?", who=ref(who))
        options: tuple[Choice[Literal["success", "failure"]], ...] = (
            Choice(key="success", label="Success"),
            Choice(key="failure", label="Failure"),
        )
        question = Question(id="check", title=title, options=options, default="success", rule="SE-MIS-05")
        is_success = ask.choose(question, ENVIRONMENT) == "success"
    else:
        sheet = battle.combatants[who].sheet
        named = next((own for own in sheet.skills if folded(own) == folded(skill)), skill)
        label = named.replace("_", " ").capitalize() or "Modifier"
        parts = [term("skill", label, sheet.skills.get(named, 0), "SE-MIS-05")]
        typed = int(MODIFIER.said(call))
        if typed:
            parts.append(term("situation", "Situation", typed, "SE-MIS-05"))
        bonus = ask.number(explain("check", "Check", [*parts, *CONDITIONS.modifiers(battle, who, "check")]))
        typed_target = _AGAINST.said(call)
        against = rules(battle).check_default_target if typed_target is None else int(typed_target)
        roll = ask.roll(sum_of("check", "Check", "1d10", bonus=bonus, against=against, words=CHECK_WORDS), who)
        is_success = ask.verdict("success", "Success", roll, at_least=against, rule="SE-MIS-05")
    ask.measure(who, odds.SUCCESS, is_success)
    ask.log(battle, f"{{0}}'s check {'succeeds' if is_success else 'fails'}.", who)
    return battle


_SKILL = Parameter(key="skill", title="Skill", kind="text", default="")
_AGAINST: Parameter[float | None] = Parameter(
    key="against", title="Against", kind="number", least=1, most=30, rule="SE-MIS-05",
)  # fmt: skip
MODIFIER = Parameter(key="modifier", title="Modifier", kind="number", default=0, least=-20, most=20, rule="SE-MIS-05")


CHECK = Action(
    id="skill_check",
    title="Skill Check",
    run=skill_check,
    parameters=(_SKILL, _AGAINST, MODIFIER),
    guards=costs("action", "SE-ACT-07"),
    rules=("SE-ACT-07", "SE-MIS-05"),
    cost="action",
    help="1d10 plus the modifier of the skill, against the number that the GM names.",
)
