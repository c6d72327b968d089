"""Sweeping and spreading: several targets with one action, a roll for each (ZS-SWEEP, ZS-SPRD)."""

from __future__ import annotations

from collections.abc import Iterator

from model.board.areas import around
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.guards import no
from model.engine.last_weapon import with_last_weapon
from model.engine.modifiers import Modifier
from model.engine.ruleset import Action, Guard
from model.engine.types import StruckArea
from model.rulesets.families.ogc.combat import Aim
from model.rulesets.families.ogc.strokes import Strokes
from model.rulesets.zerospace.attack import COMBAT
from model.rulesets.zerospace.attack_options import PARAMETERS, exclusive, within_reach
from model.rulesets.zerospace.conditions import is_helpless
from model.rulesets.zerospace.costs import ACTING
from model.rulesets.zerospace.gear import HAND_TO_HAND_REACH, WEAPONS, gear_of
from model.rulesets.zerospace.manoeuvres import ATTACKER
from model.rulesets.zerospace.ranges import metres_between
from model.rulesets.zerospace.settings import rules
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.board import Shape
from model.state.texts import Refusal, text

CLOSE = 1e-6


class ZeroSpaceStrokes(Strokes):
    combat = COMBAT

    def aim(self, battle: AnyBattle, call: Call, target: Id) -> Aim:
        """One of the attacks; the number of targets is taken off each (ZS-SWEEP-03, ZS-SPRD-03)."""
        rule = "ZS-SWEEP-03" if call.action == "sweep" else "ZS-SPRD-03"
        number = len(call.targets)
        label = "1 target" if number == 1 else f"{number} targets"
        several = Modifier(key="several", label=label, amount=-number, rule=rule)
        return replace(COMBAT.aimed(call, WEAPONS.of_call(battle, call), target), av_more=(several,))

    def is_shared(self, battle: AnyBattle) -> bool:
        return rules(battle).multi_damage_roll == "shared"


STROKES = ZeroSpaceStrokes()


def _by_kind(kind: str, sentence: str, rule: str) -> Guard:
    """Guard: struck with something of the right kind, and nobody strikes themselves."""

    def guard(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        if call.actor not in battle.combatants:
            return
        if gear_of(WEAPONS.of_call(battle, call)).attack_kind != kind:
            yield Refusal(key="wrong_kind", sentence=text(sentence), rule=rule, can_override=False)
        if call.actor in call.targets:
            yield no("oneself", "{who} cannot attack themselves.", rule, call.actor)

    return guard


# ------------------------------------------------------------------------------------------ sweeping


def all_in_reach(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: everybody within reach (ZS-SWEEP-01)."""
    if call.actor in battle.combatants:
        for target in call.targets:
            if target in battle.combatants and target != call.actor:
                yield from within_reach(battle, call.actor, target, WEAPONS.of_call(battle, call))


def sweep(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Hand to hand against several in reach at the same time (ZS-SWEEP-01, ZS-SWEEP-02)."""
    battle = COMBAT.declared(battle, call, "{0} sweeps at {1} and whoever is near.", ask)
    return STROKES.strike_each(with_last_weapon(battle, call.actor, WEAPONS.of_call(battle, call)), call, ask)


# ------------------------------------------------------------------------------------------ spreading


def near(battle: AnyBattle, call: Call) -> tuple[Id, ...]:
    """The first target and everybody within a metre of it, without the attacker and the helpless (ZS-SPRD-01)."""
    first = call.target
    if first not in battle.combatants:
        return ()
    others = (
        who
        for who, one in battle.combatants.items()
        if who not in (first, call.actor) and one.is_present and not one.is_out and not is_helpless(battle, who)
    )
    return (str(first), *(who for who in others if _is_near(battle, str(first), who)))


def _is_near(battle: AnyBattle, first: Id, who: Id) -> bool:
    metres = metres_between(battle, first, who)
    return metres is not None and metres <= HAND_TO_HAND_REACH + CLOSE


def _around_first(battle: AnyBattle, call: Call) -> Shape | None:
    first = battle.combatants.get(call.target or "")
    place = None if first is None else first.place.point
    return None if place is None else around(place, HAND_TO_HAND_REACH)


def all_near_first(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: the first target within range, all others within a metre of it (ZS-SPRD-01)."""
    if call.actor not in battle.combatants or call.target not in battle.combatants:
        return
    yield from within_reach(battle, call.actor, str(call.target), WEAPONS.of_call(battle, call))
    for who in call.targets[1:]:
        metres = metres_between(battle, str(call.target), who) if who in battle.combatants else None
        if metres is not None and metres > HAND_TO_HAND_REACH + CLOSE:
            yield no("not_near", "{who} is too far from the first target.", "ZS-SPRD-01", who)


def one_spot(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: attacks on an area are not spread (ZS-AMB-33)."""
    is_free = rules(battle).special_attack_exclusive == "off"
    if call.actor in battle.combatants and not is_free and gear_of(WEAPONS.of_call(battle, call)).is_area:
        sentence = text("An attack on an area cannot be spread.")
        yield Refusal(key="spread_area", sentence=sentence, rule="ZS-SPEC-02")


def spread(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Shoot at a first target and its neighbours at once (ZS-SPRD-01, ZS-SPRD-02, ZS-AMB-40)."""
    if rules(battle).spread_includes_all_neighbours:
        call = replace(call, targets=tuple(dict.fromkeys((*call.targets, *near(battle, call)))))
    battle = COMBAT.declared(battle, call, "{0} spreads an attack over {1} and whoever is near.", ask)
    return STROKES.strike_each(with_last_weapon(battle, call.actor, WEAPONS.of_call(battle, call)), call, ask)


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
            _by_kind("melee", "A sweep is made hand to hand.", "ZS-SWEEP-01"),
            all_in_reach,
            exclusive("a sweep"),
        ),
        rules=("ZS-SWEEP-01", "ZS-SWEEP-02", "ZS-SWEEP-03"),
        cost=ACTING.titles["standard"],
        group="attack",
        help="Hand to hand against several in reach; the number of targets is taken off each AV.",
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
            _by_kind("ranged", "Spreading is for ranged attacks.", "ZS-SPRD-01"),
            one_spot,
            all_near_first,
            exclusive("a spread"),
        ),
        rules=("ZS-SPRD-01", "ZS-SPRD-02", "ZS-SPRD-03"),
        cost=ACTING.titles["standard"],
        group="attack",
        help="At range against a first target and its neighbours; the number of targets is taken off each AV.",
        aim=StruckArea(shape=_around_first, caught=near),
    ),
)
