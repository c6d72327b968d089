"""All attacks of ZeroSpace: the plain one, and the special ones (ZS-ATK, ZS-SPEC)."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.ruleset import Action
from model.rulesets.zerospace.area import AREA_ATTACK, AREAS, around_target
from model.rulesets.zerospace.attack import attack
from model.rulesets.zerospace.attack_options import PARAMETERS, exclusive, in_range
from model.rulesets.zerospace.charge import CHARGE
from model.rulesets.zerospace.gear import WEAPONS
from model.rulesets.zerospace.grapple import GRAPPLING
from model.rulesets.zerospace.manoeuvres import ATTACKER, MANOEUVRES
from model.rulesets.zerospace.sweep import SWEEPS
from model.rulesets.zerospace.team_attack import TEAM_ATTACK
from model.rulesets.zerospace.throwing import THROW_HELD
from model.state.battle import AnyBattle
from model.state.texts import Refusal


def _attack(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """One target, or the area around it with what strikes an area (ZS-ATK-02, ZS-AREA-01)."""
    if AREAS.has_area(battle, call):
        return AREAS.attack(battle, around_target(call), ask)
    return attack(battle, call, ask)


ATTACK = Action(
    id="attack",
    title="Attack",
    run=_attack,
    items=WEAPONS.choices("attack"),
    targets="one",
    parameters=PARAMETERS,
    guards=(*ATTACKER, WEAPONS.one_combatant, WEAPONS.fit, in_range, exclusive()),
    rules=("ZS-ATK-01", "ZS-ATK-02", "ZS-ATK-03", "ZS-ATK-07", "ZS-ATK-14", "ZS-ROLL-04"),
    cost="standard action",
    group="attack",
    key="A",
    help="Shoot, strike or use a power; what strikes an area strikes the one around the target.",
)

ATTACKS = (
    ATTACK,
    AREA_ATTACK,
    CHARGE,
    *SWEEPS,
    *MANOEUVRES,
    *GRAPPLING.actions(),
    THROW_HELD,
    TEAM_ATTACK,
)
