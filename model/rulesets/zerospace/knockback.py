"""Knockback, an optional rule: a normal attack that hits pushes by its margin (ZS-KB)."""

from __future__ import annotations

from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.effects import add_effect, has_effect
from model.engine.modifiers import Modifier
from model.engine.requests import Question
from model.engine.telling import tell
from model.rulesets.families.ogc.combat import PRONE, Aim, with_prone
from model.rulesets.families.ogc.knockback import Knockback
from model.rulesets.families.ogc.pools import levels
from model.rulesets.families.ogc.tasks import Request, Value
from model.rulesets.zerospace.checks import task_value
from model.rulesets.zerospace.conditions import OFF_BALANCE, is_helpless
from model.rulesets.zerospace.effort import thrown
from model.rulesets.zerospace.settings import rules
from model.state.base import ENVIRONMENT, Id
from model.state.battle import AnyBattle
from model.state.board import Point
from model.state.texts import Explanation, ref, text

MODERATE = 12


class ZeroSpaceKnockback(Knockback):
    difficulty = MODERATE
    direction_rule = "ZS-KB-02"
    feet_rule = "ZS-KB-04"
    walls_rule = "ZS-KB-06"
    walls = "broken"

    def feet(self, battle: AnyBattle, who: Id, more: tuple[Modifier, ...]) -> Explanation:
        """Agility and Athletics (ZS-KB-04)."""
        return task_value(battle, who, "agility", "athletics", more)

    def fallen(self, battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
        """Prone; fliers and swimmers are off balance, which comes to the same (ZS-KB-05)."""
        if not has_effect(battle, who, "flying"):
            return with_prone(battle, who)
        ask.say(tell(battle, "{0} is off balance.", who))
        return add_effect(battle, who, PRONE, note=OFF_BALANCE)

    def throw(
        self, battle: AnyBattle, who: Id, value: Value, request: Request, against: int, ask: Ask
    ) -> tuple[Roll, AnyBattle]:
        return thrown(battle, who, value, request, against, ask)


KNOCKBACK = ZeroSpaceKnockback()


def knocked_back(before: AnyBattle, battle: AnyBattle, aim: Aim, origin: Point | None, ask: Ask) -> AnyBattle:
    """Push whom a normal attack has hit, a metre for each point of the margin (ZS-KB-02, ZS-KB-03, ZS-AMB-26).

    `before` is the battle before the hit was carried out.
    """
    target = aim.target
    if not _pushes(before, battle, aim):
        return battle
    ask.all_measured()
    margin = 0 if aim.roll is None else int(aim.roll.total(lambda total: max(0, total - aim.dv)))
    is_certain = aim.roll is not None and not is_helpless(before, target)
    metres = margin if is_certain else _asked(target, margin, ask)
    return KNOCKBACK.push(battle, origin or before.combatants[aim.attacker].place.point, target, metres, ask)


def _pushes(before: AnyBattle, battle: AnyBattle, aim: Aim) -> bool:
    if not rules(battle).knockback or aim.gear.type != "normal":
        return False
    if battle.combatants[aim.attacker].side != "pc" and not rules(battle).knockback_npc_attacks:
        return False
    return not rules(battle).knockback_needs_damage or levels(before, aim.target) != levels(battle, aim.target)


def _asked(target: Id, margin: int, ask: Ask) -> int:
    """How far the helpless are pushed is the GM's to say (ZS-AMB-26)."""
    title = text("How far is {who} knocked back, in metres?", who=ref(target))
    question = Question(
        id=f"knockback.{target}", title=title, kind="number", least=0, most=999, default=margin, rule="ZS-KB-03"
    )
    return int(ask.choose(question, ENVIRONMENT))
