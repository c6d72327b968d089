"""Attacks on an area: one roll, compared with the DV of everybody inside (ZS-AREA)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import dist

from model.board.bands import metres_apart
from model.engine.ask import Ask
from model.engine.calls import Call
from model.rulesets.families.ogc.areas import AreaRules, Areas, Struck
from model.rulesets.families.ogc.combat import Aim
from model.rulesets.zerospace.afflictions import deals_damage
from model.rulesets.zerospace.attack import (
    COMBAT,
    av_of,
    dv_of,
    effort_after,
    effort_before,
    effort_of_target,
    fails_by_itself,
    hits_by_itself,
    request_of,
    use_up_distraction,
)
from model.rulesets.zerospace.attack_options import PARAMETERS, exclusive
from model.rulesets.zerospace.forcing import FORCING
from model.rulesets.zerospace.gear import WEAPONS, gear_of, radius_of, reach_of
from model.rulesets.zerospace.manoeuvres import ATTACKER
from model.rulesets.zerospace.pools import POOLS
from model.rulesets.zerospace.ranges import metres_between
from model.rulesets.zerospace.settings import rules
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.texts import Refusal, gm_text, text

CLOSE = 1e-6


def in_range(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: the spot is within the weapon's range (ZS-RANGE-06)."""
    if call.actor not in battle.combatants or rules(battle).beyond_range == "penalty":
        return
    here, there = battle.combatants[call.actor].place.point, AREAS.centre(battle, call)
    reach = reach_of(battle, call.actor, gear_of(WEAPONS.of_call(battle, call)))
    if here is None or there is None or dist(here, there) <= reach + CLOSE:
        return
    metres, limit = metres_apart(dist(here, there), reach)
    sentence = text("That spot is out of range: {metres} away, and it reaches {limit}.", metres=metres, limit=limit)
    yield Refusal(key="out_of_range", sentence=sentence, rule="ZS-RANGE-06")


# ------------------------------------------------------------------------------------------ who is struck


class ZeroSpaceAreas(Areas):
    combat = COMBAT
    rules = AreaRules(
        single="ZS-ATK-02",
        inside="ZS-AREA-01",
        size="ZS-AREA-01",
        avoiding="ZS-RUNC-01",
        all=("ZS-AREA-01", "ZS-AREA-02"),
    )
    defences = FORCING.own_defences

    def has_area(self, battle: AnyBattle, call: Call) -> bool:
        return bool(gear_of(WEAPONS.of_call(battle, call)).is_area)

    def largest(self, battle: AnyBattle, call: Call) -> float:
        return radius_of(battle, gear_of(WEAPONS.of_call(battle, call)))

    def metres_between(self, battle: AnyBattle, first: Id, second: Id) -> float | None:
        return metres_between(battle, first, second)

    def includes_attacker(self, battle: AnyBattle) -> bool:
        return True

    def includes_out(self, battle: AnyBattle) -> bool:
        return True

    def hiding_avoids(self, battle: AnyBattle, run: Call) -> bool:
        return bool(run.option("into_cover", True) and rules(battle).run_behind_cover == "avoids")

    def struck(self, battle: AnyBattle, call: Call, inside: tuple[Id, ...], ask: Ask) -> tuple[Struck, AnyBattle]:
        """One roll against each DV, or by a house rule against that of whom it is aimed at (ZS-AREA-02, ZS-AMB-34)."""
        weapon = WEAPONS.of_call(battle, call)
        aims = {who: COMBAT.aimed(call, weapon, who) for who in inside}
        first = AREAS.aimed_at(battle, call)
        lead = aims[first if first in aims else inside[0]]
        if lead.gear.is_large and rules(battle).large_ignores_dv:
            return aims.get, battle
        if fails_by_itself(battle, lead):
            ask.say(gm_text("The mental attack of the blinded fails."))
            return lambda who: None, battle
        lead, battle = effort_before(battle, lead, ask)
        for who in inside:
            aims[who], battle = effort_of_target(battle, aims[who], ask, f".{who}", before="attack")
        av = ask.number(av_of(battle, lead))
        dvs = {who: ask.number(replace(dv_of(battle, aims[who]), key=f"dv.{who}")) for who in inside}
        against = dvs[lead.target] if lead.target == first else min(dvs.values())
        roll = ask.roll(request_of("attack", av, against), call.actor)
        for number in count(1):
            again, lead, battle, av = effort_after(battle, lead, roll, av, against, number, ask)
            if again is None:
                break
            roll = again
        before, is_one = battle, rules(battle).area_hit == "primary_dv" and lead.target == first

        def struck(who: Id) -> Aim | None:
            if hits_by_itself(before, aims[who]):
                return aims[who]
            dv = against if is_one else dvs[who]
            is_hit = ask.verdict(f"hit.{who}", "Hit", roll, at_least=dv, rule="ZS-AREA-02")
            return replace(aims[who], roll=roll, dv=dv) if is_hit else None

        return struck, use_up_distraction(battle, call.actor, *inside)

    def damages(self, battle: AnyBattle, call: Call, who: Id) -> bool:
        """Whoever falls to any hit needs no die (ZS-UNN-01)."""
        return deals_damage(battle, gear_of(WEAPONS.of_call(battle, call))) and not POOLS.falls_to_any_hit(
            battle, who, 0
        )

    def is_shared(self, battle: AnyBattle) -> bool:
        return rules(battle).area_damage == "shared"


AREAS = ZeroSpaceAreas()

AREA_ATTACK = AREAS.action(
    parameters=PARAMETERS,
    guards=(*ATTACKER, in_range, exclusive()),
    help="Everybody within the radius, friend and foe; one roll against each DV. Named targets replace the radius.",
)


def around_target(call: Call) -> Call:
    """An attack with something that strikes an area, as an attack on the area around its target."""
    return replace(call, targets=(), options=call.options | {"aim": call.targets[0]})
