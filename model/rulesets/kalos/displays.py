"""What the window shows of a combatant, and the numbers that follow from others."""

from __future__ import annotations

from collections.abc import Callable

from model.engine.ruleset import Derived, Display
from model.rulesets.families.ogc.displays import POOLS_DERIVED, POOLS_DISPLAYED, Number, resists
from model.rulesets.kalos.checks import attack_value, damage_resistance, defence_value, titled
from model.rulesets.kalos.gear import WEAPONS, AttackKind
from model.rulesets.kalos.movement import base_move, metres_left, sprint
from model.state.base import Id
from model.state.battle import AnyBattle

_KINDS: tuple[AttackKind, ...] = ("ranged", "melee", "mental")


def _av(kind: AttackKind) -> Callable[[AnyBattle, Id], Number]:
    def value(battle: AnyBattle, who: Id) -> Number:
        weapon = WEAPONS.usual(battle, who)
        fits = weapon is not None and weapon.gear.attack_kind == kind
        return attack_value(battle, who, kind, weapon if fits else None)

    return value


def _dv(kind: AttackKind) -> Callable[[AnyBattle, Id], Number]:
    return lambda battle, who: defence_value(battle, who, kind)


_DERIVED = (
    *POOLS_DERIVED,
    *(Derived(key=f"av_{kind}", title=f"AV {kind}", value=_av(kind), group="Attack") for kind in _KINDS),
    *(Derived(key=f"dv_{kind}", title=f"DV {kind}", value=_dv(kind), group="Defence") for kind in _KINDS),
    Derived(key="resists", title="Resists", value=damage_resistance, group="Defence"),
    Derived(key="base", title="Base move", value=base_move, group="Movement"),
    Derived(key="sprint", title="Sprint", value=sprint, group="Movement"),
    Derived(
        key="base_left", title="Base move left", group="Movement",
        value=lambda battle, who: int(metres_left(battle, who, is_sprint=False)),
    ),
    Derived(
        key="sprint_left", title="Sprint left", group="Movement",
        value=lambda battle, who: int(metres_left(battle, who, is_sprint=True)),
    ),
)  # fmt: skip

DERIVED: dict[str, Derived] = {derived.key: derived for derived in _DERIVED}


def _skills(battle: AnyBattle, who: Id) -> tuple[tuple[str, int], ...]:
    skills: dict[str, int] = battle.combatants[who].sheet.skills
    return tuple((titled(skill), rank) for skill, rank in skills.items() if rank)


def _defences(battle: AnyBattle, who: Id) -> tuple[tuple[str, int], ...]:
    sheet = battle.combatants[who].sheet
    values = tuple((kind, defence_value(battle, who, kind).total) for kind in _KINDS)
    return (*values, *resists(damage_resistance(battle, who), sheet.mr, sheet.ar))


DISPLAYS = (
    Display(kind="numbers", key="skills", title="Skills", value=_skills),
    *POOLS_DISPLAYED,
    Display(kind="numbers", key="defence", title="Defence", value=_defences),
)  # fmt: skip
