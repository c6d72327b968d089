"""Knockback, an optional rule: who is hurt by such an attack is pushed away from it (KM-KB)."""

from __future__ import annotations

import math

from model.board.cover_lines import covers_between
from model.board.zones import place_at
from model.dice.requests import sum_of
from model.engine.ask import Ask
from model.engine.effects import has_effect
from model.engine.requests import Question
from model.engine.telling import tell
from model.rulesets.families.ogc.combat import with_prone
from model.rulesets.kalos.checks import MODERATE, skill_value
from model.rulesets.kalos.gear import Gear
from model.rulesets.kalos.settings import setting
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle
from model.state.board import Place, Point
from model.state.texts import gm_text, ref, text

FIRM_M = 2
"""Metres up to which nobody loses their feet (KM-KB-06)."""


def knocks_back(battle: AnyBattle, gear: Gear) -> bool:
    """Whether an attack pushes at all: a normal one that is marked for it (KM-KB-01 to KM-KB-03, KM-AMB-27)."""
    if not setting(battle, "knockback") or not gear.knockback or gear.type != "normal":
        return False
    if gear.stunning and not setting(battle, "knockback_stun"):
        return False
    return gear.kind == "power" or bool(setting(battle, "knockback_weapons"))


def knocked_back(battle: AnyBattle, origin: Point | None, target: Id, metres: int, ask: Ask) -> AnyBattle:
    """Push somebody away, and see whether they keep their feet (KM-KB-04 to KM-KB-07)."""
    if metres <= 0:
        return battle
    ask.say(tell(battle, "{0} is knocked back {metres} m.", target, metres=metres))
    combatant = battle.combatants[target]
    here, place = combatant.place.point, _landing(battle, origin, target, metres, ask)
    if here is not None and place.point is not None:
        for wall in reversed(covers_between(battle.board, here, place.point)):
            ask.say(gm_text("{who} smashes through {wall}; the way goes on.", who=ref(target), wall=ref(wall.id)))
    battle = battle.with_combatant(replace(combatant, place=place))
    is_standing = not has_effect(battle, target, "prone") and not combatant.is_out
    if metres <= FIRM_M or not is_standing:
        return battle
    return battle if _keeps_feet(battle, target, ask) else with_prone(battle, target)


def _landing(battle: AnyBattle, origin: Point | None, target: Id, metres: int, ask: Ask) -> Place:
    """Where a push ends: straight away from its origin; where that is no direction, the GM says (KM-KB-05)."""
    now = battle.combatants[target].place
    here = now.point
    if here is None or origin is None:
        return now
    away = math.dist(origin, here)
    if away > 0:
        x, y = (one + (one - start) / away * metres for one, start in zip(here, origin, strict=True))
        return place_at(battle.board, (round(x, 3), round(y, 3)), now.height)
    title = text("Where is {who} knocked to, {metres} m away?", who=ref(target), metres=metres)
    question = Question(id=f"direction.{target}", title=title, kind="place", default=now, rule="KM-KB-05")
    place: Place = ask.choose(question, ENVIRONMENT)
    return now if place.point is None else place_at(battle.board, place.point, now.height)


def _keeps_feet(battle: AnyBattle, target: Id, ask: Ask) -> bool:
    """Athletics, to stay on one's feet (KM-KB-06)."""
    av = ask.number(replace(skill_value(battle, target, "athletics"), key=f"feet.{target}"))
    words = ("success", "failure")
    request = sum_of(f"feet.{target}", "Athletics", "2d6", bonus=av, against=MODERATE, words=words)
    roll = ask.roll(request, target)
    is_up = ask.verdict(f"up.{target}", "Keeps their feet", roll, at_least=MODERATE, rule="KM-KB-06")
    ask.say(tell(battle, "{0} stays up." if is_up else "{0} is knocked down.", target))
    return is_up
