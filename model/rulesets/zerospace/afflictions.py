"""What attacks leave behind: blindness, terror, other effects (ZS-BLIND, ZS-TERR, ZS-ONG); the terrified."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import has_effect
from model.engine.guards import no
from model.engine.telling import tell
from model.rulesets.families.ogc.afflictions import reaction_to_terror
from model.rulesets.families.ogc.combat import Aim
from model.rulesets.families.ogc.damage import Blow
from model.rulesets.zerospace.conditions import CONDITIONS
from model.rulesets.zerospace.damage import defeated, strike
from model.rulesets.zerospace.gear import Gear, level_of
from model.rulesets.zerospace.knockback import knocked_back
from model.rulesets.zerospace.ongoing import laid
from model.rulesets.zerospace.pools import POOLS
from model.rulesets.zerospace.settings import rules
from model.state.battle import AnyBattle
from model.state.texts import Refusal


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
    if gear.special == "ongoing":
        return False
    return not gear.special or not rules(battle).effect_only_default


def _left_behind(battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
    gear, target = aim.gear, aim.target
    level = level_of(battle, aim.attacker, aim.weapon)
    match gear.special:
        case "blinding":
            ask.say(tell(battle, "{0} is blinded.", target))
            return laid(battle, target, "blinded", level, source=aim.attacker)
        case "terrifying":
            note = reaction_to_terror(battle, target, "ZS-TERR-01", ask)
            return laid(battle, target, "terrified", level, name=note, source=aim.attacker)
    kind = "affected" if not gear.can_be_opposed else "controlled" if gear.type == "mental" else "altered"
    ask.say(tell(battle, "{0} is under an effect: {what}.", target, what=gear.effect or CONDITIONS[kind].title))
    brings = (gear.brings,) if gear.brings else ()
    return laid(battle, target, kind, level, name=gear.effect, source=aim.attacker, brings=brings)


def not_terrified(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: the terrified do not attack (ZS-TERR-01, ZS-AMB-43)."""
    is_terrified = call.actor in battle.combatants and has_effect(battle, call.actor, "terrified")
    if is_terrified and not rules(battle).terrified_may_attack:
        yield no("terrified", "{who} is terrified and does not attack.", "ZS-TERR-01", call.actor)
