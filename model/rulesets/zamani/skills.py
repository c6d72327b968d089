"""Actions in words and spells, with the roll for a skill (ZM-MOVE-09, ZM-GEN-06, ZM-MIS-12)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, end_effects_of
from model.engine.ruleset import Action, Parameter
from model.rulesets.zamani import odds
from model.rulesets.zamani.checks import GM_MODIFIER, d100, gm_modifier, has_skill, skill_percentage, spend_focus, throw
from model.rulesets.zamani.conditions import CASTING
from model.rulesets.zamani.segment import FREE_SEGMENT, may_attack, pay
from model.rulesets.zamani.sheet import Battle
from model.state.base import Id
from model.state.texts import Refusal, ref, text


def other(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Take an action in words that is neither movement nor combat, with a roll if a skill is named (ZM-MOVE-09)."""
    who = call.actor
    what = _WORDS.said(call).strip()
    battle = pay(battle, who)
    if what:
        ask.log(battle, "{0}: {what}.", who, what=what)
    else:
        ask.log(battle, "{0} does something (action).", who)
    skill = _SKILL.said(call)
    return rolled_skill(battle, who, skill, call, ask) if skill else battle


def _knows_skill(battle: Battle, call: Call) -> Iterator[Refusal]:
    skill = _SKILL.said(call)
    if skill and call.actor in battle.combatants and not has_skill(battle, call.actor, skill):
        sentence = text("{who} has no skill “{skill}”.", who=ref(call.actor), skill=skill)
        yield Refusal(key="no_skill", sentence=sentence, rule="ZM-GEN-05")


def rolled_skill(battle: Battle, who: Id, skill: str, call: Call, ask: Ask) -> Battle:
    """Roll for a skill: general, or graded in the third column of the action table (ZM-GEN-06)."""
    explanation = skill_percentage(battle, who, skill, uses_focus=True, more=gm_modifier(call))
    percent = ask.number(explanation)
    battle = spend_focus(battle, who)
    thrown = throw(battle, d100("skill", explanation.title, percent), percent, who, ask, "success", "ZM-GEN-06")
    ask.measure(who, odds.SUCCESS, thrown.is_success)
    if not thrown.is_success:
        ask.log(battle, "{0} fails.", who)
        return battle
    if not _SPECIFIC.said(call):
        ask.log(battle, "{0} succeeds.", who)
        return battle
    table = battle.shared.table
    code = thrown.graded(table, table.skill_column)
    result = table.result(code)
    ask.log(battle, "{0}: {code}, {grade}.", who, code=code, grade=result.skill_grade or result.name)
    return battle


def cast(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Cast a spell described in words, with a roll if a skill is named (ZM-MIS-12, ZM-BLOCK-02)."""
    who = call.actor
    battle = pay(battle, who, is_offensive=_OFFENSIVE.said(call))
    battle = add_effect(end_effects_of(battle, who, CASTING), who, CASTING, until="round_end")
    spell = _WORDS.said(call).strip() or "a spell"
    if call.target:
        ask.log(battle, "{0} casts {spell} on {1}.", who, call.target, spell=spell)
    else:
        ask.log(battle, "{0} casts {spell}.", who, spell=spell)
    skill = _SKILL.said(call)
    return rolled_skill(battle, who, skill, call, ask) if skill else battle


def _may_cast(battle: Battle, call: Call) -> Iterator[Refusal]:
    if _OFFENSIVE.said(call):
        yield from may_attack(battle, call)


_WORDS = Parameter(key="text", title="What", kind="text", default="")
_SKILL = Parameter(key="skill", title="Skill", kind="text", default="", help="Rolled if a skill is named.")
_SPECIFIC = Parameter(
    key="specific", title="Graded", kind="flag", default=True, rule="ZM-GEN-06",
    help="Graded in the third column of the action table. Off: it only passes or fails.",
)  # fmt: skip


_OFFENSIVE = Parameter(
    key="offensive", title="Offensive", kind="flag", default=False, rule="ZM-INIT-06",
    help="Counts as the one offensive action of the countdown.",
)  # fmt: skip


OTHER = Action(
    id="other",
    title="Other Action",
    run=other,
    parameters=(_WORDS, _SKILL, _SPECIFIC, GM_MODIFIER),
    guards=(*FREE_SEGMENT, _knows_skill),
    rules=("ZM-MOVE-09", "ZM-INIT-07", "ZM-GEN-06"),
    cost="action",
    help="Anything other than movement and combat; the GM judges how much fits into it.",
)


CAST = Action(
    id="cast",
    title="Cast Spell",
    run=cast,
    targets="maybe",
    parameters=(_WORDS, _SKILL, _SPECIFIC, GM_MODIFIER, _OFFENSIVE),
    guards=(*FREE_SEGMENT, _may_cast, _knows_skill),
    rules=("ZM-INIT-07", "ZM-BLOCK-02"),
    cost="action",
    help="No block and no acrobatics while casting.",
)
