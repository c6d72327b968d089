"""Area attacks and getting out of them; spreads and sweeps against several targets (ZS-AREA, ZS-SPRD, ZS-SWEEP)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from model.board.areas import around
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.guards import no
from model.engine.modifiers import Modifier
from model.engine.routes import CLOSE
from model.engine.ruleset import Action, Guard
from model.engine.types import StruckArea
from model.rulesets.families.ogc.area import AreaRules, Areas, Struck
from model.rulesets.families.ogc.combat import Aim, request_of
from model.rulesets.zerospace.attack import (
    COMBAT,
    av_of,
    dv_of,
    effort_after,
    effort_before,
    effort_of_target,
)
from model.rulesets.zerospace.checks import PARAMETERS, POOLS, WEAPONS, exclusive
from model.rulesets.zerospace.defence import FORCING
from model.rulesets.zerospace.manoeuvres import ATTACKER
from model.rulesets.zerospace.movement import ACTING
from model.rulesets.zerospace.settings import rules
from model.rulesets.zerospace.sheet import HAND_TO_HAND_REACH, Battle, Gear
from model.state.base import Id, replace
from model.state.board import Shape
from model.state.texts import Refusal, text

# ---------------------------------------------------------------------------------------------------------------- areas


# ------------------------------------------------------------------------------------------ area attacks


class ZeroSpaceAreas(Areas[Battle, Gear]):
    combat = COMBAT
    rules = AreaRules(
        single="ZS-ATK-02",
        inside="ZS-AREA-01",
        size="ZS-AREA-01",
        range="ZS-RANGE-06",
        avoiding="ZS-RUNC-01",
        all=("ZS-AREA-01", "ZS-AREA-02"),
    )
    defences = FORCING.own_defences

    def largest(self, battle: Battle, call: Call) -> float:
        """Maximum radius around the target in metres (ZS-AREA-01, ZS-MIS-05)."""
        return float(WEAPONS.gear_of_call(battle, call).radius_m or rules(battle).area_radius_m)

    def is_large(self, gear: Gear) -> bool:
        return gear.is_large

    def struck(
        self, battle: Battle, lead: Aim[Gear], aims: dict[Id, Aim[Gear]], ask: Ask
    ) -> tuple[Struck[Gear], Battle]:
        """Roll once against each DV (ZS-AREA-02, ZS-AMB-34)."""
        lead, battle = effort_before(battle, lead, ask)
        for who, aim in aims.items():
            aims[who], battle = effort_of_target(battle, aim, ask, f".{who}", before="attack")
        av = ask.number(av_of(battle, lead))
        dvs = {who: ask.number(replace(dv_of(battle, aim), key=f"dv.{who}")) for who, aim in aims.items()}
        against = dvs.get(lead.target, min(dvs.values())) if lead.spot is None else min(dvs.values())
        roll = ask.roll(request_of("attack", av, against), lead.attacker)
        for number in count(1):
            again, lead, battle, av = effort_after(battle, lead, roll, av, against, number, ask)
            if again is None:
                break
            roll = again
        before = battle

        def struck(who: Id) -> Aim[Gear] | None:
            if COMBAT.is_certain(before, aims[who], ask):
                return aims[who]
            is_hit = ask.verdict(f"hit.{who}", "Hit", roll, at_least=dvs[who], rule="ZS-AREA-02")
            return replace(aims[who], roll=roll, dv=dvs[who]) if is_hit else None

        return struck, battle

    def aim(self, battle: Battle, call: Call, target: Id) -> Aim[Gear]:
        """The attack on one of the targets; their number is subtracted from each AV (ZS-SWEEP-03, ZS-SPRD-03)."""
        if call.action not in ("sweep", "spread"):
            return super().aim(battle, call, target)
        rule = "ZS-SWEEP-03" if call.action == "sweep" else "ZS-SPRD-03"
        number = len(call.targets)
        label = "1 target" if number == 1 else f"{number} targets"
        several = Modifier(key="several", label=label, amount=-number, rule=rule)
        return replace(COMBAT.aimed(call, WEAPONS.of_call(battle, call), target), av_more=(several,))


AREAS = ZeroSpaceAreas()

AREA_ATTACK = AREAS.action(
    parameters=PARAMETERS,
    guards=(*ATTACKER, exclusive()),
    help="Everyone within the radius, friend or foe; one roll against each DV. Named targets replace the radius.",
)


def around_target(call: Call) -> Call:
    """Turn an attack with an area weapon into an attack on the area around its target."""
    return replace(call, targets=(), options=call.options | {"aim": call.targets[0]})


# --------------------------------------------------------------------------------------------------------------- sweeps


def _by_kind(kind: str, sentence: str, rule: str) -> Guard:
    """Guard: the attack is of the right kind, and the actor is not among the targets."""

    def guard(battle: Battle, call: Call) -> Iterator[Refusal]:
        if call.actor not in battle.combatants:
            return
        if WEAPONS.gear_of_call(battle, call).attack_kind != kind:
            yield Refusal(key="wrong_kind", sentence=text(sentence), rule=rule, can_override=False)
        if call.actor in call.targets:
            yield no("oneself", "{who} cannot attack themselves.", rule, call.actor)

    return guard


# ------------------------------------------------------------------------------------------ sweeping


def all_in_reach(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: all targets are within reach (ZS-SWEEP-01)."""
    if call.actor in battle.combatants:
        for target in call.targets:
            if target in battle.combatants and target != call.actor:
                yield from WEAPONS.within_reach(battle, call.actor, target, WEAPONS.of_call(battle, call))


def sweep(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Attack several targets within melee reach at the same time (ZS-SWEEP-01, ZS-SWEEP-02)."""
    battle = COMBAT.declared(battle, call, "{0} sweeps at {1} and everyone near.", ask)
    return AREAS.strike_each(battle, call, ask)


# ------------------------------------------------------------------------------------------ spreading


def near(battle: Battle, call: Call) -> tuple[Id, ...]:
    """The first target and all others within a metre of it, except the attacker and the helpless (ZS-SPRD-01)."""
    first = call.target
    if first not in battle.combatants:
        return ()
    others = (
        who
        for who, one in battle.combatants.items()
        if who not in (first, call.actor) and one.is_present and not one.is_out and not POOLS.is_helpless(battle, who)
    )
    return (str(first), *(who for who in others if _is_near(battle, str(first), who)))


def _is_near(battle: Battle, first: Id, who: Id) -> bool:
    metres = WEAPONS.metres_between(battle, first, who)
    return metres is not None and metres <= HAND_TO_HAND_REACH + CLOSE


def _around_first(battle: Battle, call: Call) -> Shape | None:
    first = battle.combatants.get(call.target or "")
    place = None if first is None else first.place.point
    return None if place is None else around(place, HAND_TO_HAND_REACH)


def all_near_first(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the first target is within range, and all others are within a metre of it (ZS-SPRD-01)."""
    if call.actor not in battle.combatants or call.target not in battle.combatants:
        return
    yield from WEAPONS.within_reach(battle, call.actor, call.target, WEAPONS.of_call(battle, call))
    for who in call.targets[1:]:
        metres = WEAPONS.metres_between(battle, call.target, who) if who in battle.combatants else None
        if metres is not None and metres > HAND_TO_HAND_REACH + CLOSE:
            yield no("not_near", "{who} is too far from the first target.", "ZS-SPRD-01", who)


def one_spot(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: area attacks cannot be spread (ZS-AMB-33)."""
    if call.actor in battle.combatants and WEAPONS.gear_of_call(battle, call).is_area:
        sentence = text("An area attack cannot be spread.")
        yield Refusal(key="spread_area", sentence=sentence, rule="ZS-SPEC-02")


def spread(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Shoot at a first target and its neighbours at once (ZS-SPRD-01, ZS-SPRD-02, ZS-AMB-40)."""
    battle = COMBAT.declared(battle, call, "{0} spreads an attack over {1} and everyone near.", ask)
    return AREAS.strike_each(battle, call, ask)


SWEEPS = (
    Action(
        id="sweep",
        title="Sweep",
        run=sweep,
        items=WEAPONS.choices("sweep"),
        targets="many",
        parameters=PARAMETERS,
        guards=(
            *ATTACKER,
            WEAPONS.fit,
            _by_kind("melee", "A sweep is a melee attack.", "ZS-SWEEP-01"),
            all_in_reach,
            exclusive("a sweep"),
        ),
        rules=("ZS-SWEEP-01", "ZS-SWEEP-02", "ZS-SWEEP-03"),
        cost=ACTING.titles["standard"],
        group="attack",
        help="Melee against several targets in reach; their number is subtracted from each AV.",
    ),
    Action(
        id="spread",
        title="Spread",
        run=spread,
        items=WEAPONS.choices("spread"),
        targets="many",
        parameters=PARAMETERS,
        guards=(
            *ATTACKER,
            WEAPONS.fit,
            _by_kind("ranged", "Only ranged attacks can be spread.", "ZS-SPRD-01"),
            one_spot,
            all_near_first,
            exclusive("a spread"),
        ),
        rules=("ZS-SPRD-01", "ZS-SPRD-02", "ZS-SPRD-03"),
        cost=ACTING.titles["standard"],
        group="attack",
        help="Ranged attack on a first target and its neighbours; their number is subtracted from each AV.",
        aim=StruckArea(shape=_around_first, caught=near),
    ),
)
