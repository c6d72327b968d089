"""What attacks leave behind: blindness and terror (ZS-BLIND, ZS-TERR), and who is too terrified to attack."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, has_effect
from model.engine.requests import Choice, Question
from model.engine.ruleset import Ruleset
from model.engine.telling import tell
from model.rulesets.families.ogc.acting import no
from model.rulesets.families.ogc.combat import Aim
from model.rulesets.families.ogc.damage import Blow
from model.rulesets.zerospace.damage import defeated, strike
from model.rulesets.zerospace.gear import Gear, level_of
from model.rulesets.zerospace.knockback import knocked_back
from model.rulesets.zerospace.pools import POOLS
from model.rulesets.zerospace.settings import setting
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Refusal, ref, text

COWERS = "cower"


def afflict(battle: AnyBattle, aim: Aim, ask: Ask, blow: Blow) -> AnyBattle:
    """Carry out a hit: its damage, if it does any, and what it leaves behind."""
    if deals_damage(battle, aim.gear):
        battle = knocked_back(battle, strike(battle, aim, ask, blow), aim, blow.origin, ask)
    elif POOLS.falls_to_any_hit(battle, aim.target, 0):
        return defeated(battle, aim.target, ask)
    if not aim.gear.special or battle.combatants[aim.target].is_out:
        return battle
    return _left_behind(battle, aim, ask)


def deals_damage(battle: AnyBattle, gear: Gear) -> bool:
    """Whether an attack takes points at all (ZS-AMB-44)."""
    if gear.deals_damage is not None:
        return gear.deals_damage
    return gear.special not in ("blinding", "terrifying") or not setting(battle, "effect_only_default")


def _left_behind(battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
    target, level, note = aim.target, level_of(battle, aim.attacker, aim.weapon), ""
    if aim.gear.special == "blinding":
        kind = "blinded"
        ask.say(tell(battle, "{0} is blinded.", target))
    else:
        kind, note = "terrified", _reaction(battle, target, ask)
        verb = "cowers" if note == COWERS else "runs away"
        ask.say(tell(battle, f"{{0}} {verb} in terror.", target))
    return add_effect(battle, target, kind, until="scene", source=aim.attacker, amount=level, note=note)


def _reaction(battle: AnyBattle, target: Id, ask: Ask) -> str:
    """The defender's side says whether they cower or run away (ZS-TERR-01)."""
    options = (Choice(key=COWERS, label="Cowers"), Choice(key="flee", label="Runs away"))
    title = text("Does {who} cower or run away?", who=ref(target))
    question = Question(id=f"reaction.{target}", title=title, options=options, default=COWERS, rule="ZS-TERR-01")
    return str(ask.choose(question, target))


def not_terrified(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: the terrified do not attack (ZS-TERR-01, ZS-AMB-43)."""
    is_terrified = call.actor in battle.combatants and has_effect(battle, call.actor, "terrified")
    if is_terrified and not setting(battle, "terrified_may_attack"):
        yield no("terrified", "{who} is terrified and does not attack.", "ZS-TERR-01", call.actor)
