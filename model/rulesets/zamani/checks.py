"""Percentages and the margin of a roll (ZM-GEN-03 to ZM-GEN-06, ZM-ATK-02)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from model.dice.requests import DiceRequest, percentile
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import effects_of, end_effects_of, has_effect
from model.engine.modifiers import Modifier, explain, term
from model.engine.ruleset import Parameter
from model.rulesets.zamani.conditions import CONDITIONS, FOCUSING, RANK
from model.rulesets.zamani.settings import rules
from model.rulesets.zamani.sheet import Battle, Sheet
from model.rulesets.zamani.table import ActionTable
from model.state.base import Id, Record
from model.state.texts import Explanation, gm_text, titled


def attribute(battle: Battle, who: Id, name: str) -> int:
    """Ranks in an attribute; 0 if it is not on the sheet."""
    return _ranks(battle.combatants[who].sheet, name)


def _ranks(sheet: Sheet, name: str) -> int:
    if name in ("dexterity", "fitness", "spirit", "creativity"):
        return int(getattr(sheet, name))
    return sheet.attributes.get(name, 0)


def has_skill(battle: Battle, who: Id, skill: str) -> bool:
    return skill in battle.combatants[who].sheet.skills


def effective_ranks(battle: Battle, who: Id, skill: str) -> int:
    """Ranks behind the percentage of a skill: its own, plus those of its linked attribute (ZM-GEN-05).

    0 if the combatant does not have the skill.
    """
    sheet = battle.combatants[who].sheet
    if skill not in sheet.skills:
        return 0
    linked = sheet.linked.get(skill)
    return sheet.skills[skill] + (attribute(battle, who, linked) if linked else 0)


def skill_terms(battle: Battle, who: Id, skill: str) -> tuple[Modifier, ...]:
    """The parts of a skill's percentage (ZM-GEN-05)."""
    sheet = battle.combatants[who].sheet
    own = sheet.skills.get(skill)
    if own is None:
        return _skill_terms(skill, 0, "", 0)
    linked = sheet.linked.get(skill) or ""
    return _skill_terms(skill, own, linked, _ranks(sheet, linked) if linked else 0)


# Cached by the numbers, since every wound replaces the sheet.
@lru_cache(maxsize=256)
def _skill_terms(skill: str, own: int, linked: str, ranks: int) -> tuple[Modifier, ...]:
    terms = (term(skill, f"{titled(skill)} {own}", RANK * own, "ZM-GEN-05"),)
    if not linked:
        return terms
    return (*terms, term(linked, f"{titled(linked)} {ranks}", RANK * ranks, "ZM-GEN-05"))


def has_focus(battle: Battle, who: Id) -> bool:
    """Whether a combatant holds a focus that can be used: declared in an earlier round (ZM-FOC-02, ZM-FOC-06)."""
    if not has_effect(battle, who, FOCUSING):
        return False
    return any(effect.since.round < battle.order.round for effect in effects_of(battle, who, FOCUSING))


def roll_modifiers(
    battle: Battle, who: Id, *, is_skill: bool, uses_focus: bool = False, is_attack: bool = False
) -> list[Modifier]:
    """Modifiers of any roll of a combatant: sacrifice, focus, prone, the GM's standing modifier."""
    found = []
    sacrificed = battle.shared.sacrifice.get(who, 0)
    if sacrificed and is_skill:
        found.append(
            Modifier(key="sacrifice", label=f"{sacrificed} sacrificed", amount=-RANK * sacrificed, rule="ZM-SAC-02")
        )
    combatant = battle.combatants[who]
    if combatant.effects:
        kinds = [kind for kind, holds in (("focused", uses_focus), ("attack", is_attack)) if holds]
        found += CONDITIONS.modifiers(battle, who, "percent", *kinds)
    if standing := combatant.sheet.penalty:
        found.append(Modifier(key="standing", label="Standing modifier", amount=standing, rule="ZM-MIS-13"))
    return found


def percentage(title: str, parts: Iterable[Modifier], key: str = "percent") -> Explanation:
    """Return a percentage as the sum of its parts, raised to 0 if the sum is negative (ZM-AMB-11)."""
    parts = list(parts)
    total = sum([part.amount for part in parts])
    if total < 0:
        parts.append(term("floor", "Not below 0", -total, "ZM-AMB-11"))
    return explain(key, title, parts)


def skill_percentage(
    battle: Battle,
    who: Id,
    skill: str,
    *,
    uses_focus: bool = False,
    more: Iterable[Modifier] = (),
    key: str = "percent",
) -> Explanation:
    """The percentage of a skill roll that is not an attack."""
    changes = roll_modifiers(battle, who, is_skill=True, uses_focus=uses_focus)
    parts = [*skill_terms(battle, who, skill), *changes, *more]
    return percentage(titled(skill), parts, key)


def attribute_percentage(battle: Battle, who: Id, name: str, key: str = "percent") -> Explanation:
    """The percentage of an attribute roll: five times its ranks, such as Fitness x 5 (ZM-GEN-03)."""
    ranks = attribute(battle, who, name)
    parts = [term(name, f"{titled(name)} {ranks} x 5", RANK * ranks, "ZM-GEN-03")]
    return percentage(f"{titled(name)} x 5", [*parts, *roll_modifiers(battle, who, is_skill=False)], key)


GM_MODIFIER = Parameter(
    key="modifier", title="GM (%)", kind="number", default=0, least=-200, most=200, rule="ZM-MIS-11",
    help="Range, light or anything else; added to the percentage.",
)  # fmt: skip


def gm_modifier(call: Call) -> list[Modifier]:
    """The GM's modifier of this one roll; empty if it is 0."""
    amount = int(GM_MODIFIER.said(call))
    return [Modifier(key="gm_modifier", label="GM", amount=amount, rule="ZM-MIS-11")] if amount else []


def spend_focus(battle: Battle, who: Id) -> Battle:
    """Use up a focus that can be used, for the action that it was held for (ZM-FOC-02)."""
    return end_effects_of(battle, who, FOCUSING) if has_focus(battle, who) else battle


# ------------------------------------------------------------------------------------------ the roll


class Thrown(Record):
    """A percentage roll and whether it succeeded."""

    percent: int
    roll: Roll
    is_success: bool

    def margin(self) -> int:
        """Percentage minus roll, at least 0; meaningful only for a success."""
        return int(self.roll.total(lambda face: max(0, self.percent - face)))

    def graded(self, table: ActionTable, column: int) -> str:
        """The letter of a success in the column with this index of the action table (ZM-GEN-06)."""
        letters = table.faces(self.percent, column)
        return str(self.roll.total(lambda face: letters[face - 1]))


def d100(id: str, title: str, percent: int, words: tuple[str, ...] = ("success", "failure")) -> DiceRequest:
    """A request for a percentage roll."""
    return percentile(id, title, percent, words=words)


def limit(battle: Battle, percent: int) -> int:
    """The highest face that succeeds (ZM-GEN-04), with the house rules for automatic results (ZM-AMB-35)."""
    house = rules(battle)
    fails_from, succeeds_to = house.auto_fail_from, house.auto_success_to
    highest = max(percent, succeeds_to)
    return min(highest, fails_from - 1) if fails_from else highest


def throw(battle: Battle, request: DiceRequest, percent: int, by: Id, ask: Ask, verdict: str, rule: str) -> Thrown:
    """Roll d100 against a percentage; the GM may override the success by a ruling under the key `verdict`."""
    roll = ask.roll(request, by)
    if ask.keeps_log and roll.shown is not None:
        ask.add_message(gm_text("{total} against {against} %.", total=roll.shown, against=percent))
    is_success = ask.verdict(verdict, request.title, roll, at_most=limit(battle, percent), rule=rule)
    return Thrown(percent, roll, is_success)
