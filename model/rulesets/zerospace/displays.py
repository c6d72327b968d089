"""What the window shows of a combatant, and the numbers that follow from others."""

from __future__ import annotations

from collections.abc import Callable

from model.engine.ruleset import Derived, Display
from model.rulesets.families.ogc.displays import POOLS_DERIVED, POOLS_DISPLAYED, Number, resists
from model.rulesets.zerospace.ammunition import counters
from model.rulesets.zerospace.attributes import ATTRIBUTES, attribute
from model.rulesets.zerospace.checks import attack_value, damage_resistance, defence_value, resistance, titled
from model.rulesets.zerospace.gear import WEAPONS, AttackKind
from model.rulesets.zerospace.movement import metres_left
from model.rulesets.zerospace.movement_rates import Mode, rate
from model.state.base import Id
from model.state.battle import AnyBattle


def _av(kind: AttackKind) -> Callable[[AnyBattle, Id], Number]:
    def value(battle: AnyBattle, who: Id) -> Number:
        weapon = WEAPONS.usual(battle, who)
        fits = weapon is not None and weapon.gear.attack_kind == kind
        return attack_value(battle, who, kind, weapon if fits else None)

    return value


def _dv(kind: AttackKind) -> Callable[[AnyBattle, Id], Number]:
    return lambda battle, who: defence_value(battle, who, kind)


def _rate(mode: Mode) -> Callable[[AnyBattle, Id], Number]:
    return lambda battle, who: rate(battle, who, mode)


def _left(mode: Mode) -> Callable[[AnyBattle, Id], Number]:
    return lambda battle, who: int(metres_left(battle, who, mode))


def points(battle: AnyBattle, who: Id) -> int:
    """Plot points of somebody's players."""
    return sum(player.plot_points for player in battle.players.values() if who in player.characters)


_DERIVED = (
    *POOLS_DERIVED,
    Derived(key="av_ranged", title="AV ranged", value=_av("ranged"), group="Attack"),
    Derived(key="av_melee", title="AV melee", value=_av("melee"), group="Attack"),
    Derived(key="dv_ranged", title="DV ranged", value=_dv("ranged"), group="Defence"),
    Derived(key="dv_melee", title="DV melee", value=_dv("melee"), group="Defence"),
    Derived(key="dv_mental", title="DV mental", value=_dv("mental"), group="Defence"),
    Derived(key="resists", title="Resists", value=damage_resistance, group="Defence"),
    Derived(key="walk", title="Walk", value=_rate("walk"), group="Movement"),
    Derived(key="run", title="Run", value=_rate("run"), group="Movement"),
    Derived(key="sprint", title="Sprint", value=_rate("sprint"), group="Movement"),
    Derived(key="walk_left", title="Walk left", value=_left("walk"), group="Movement"),
    Derived(key="run_left", title="Run left", value=_left("run"), group="Movement"),
    Derived(key="sprint_left", title="Sprint left", value=_left("sprint"), group="Movement"),
    Derived(key="plot_points", title="Plot points", value=points, group="More"),
)

DERIVED: dict[str, Derived] = {derived.key: derived for derived in _DERIVED}


def _attributes(battle: AnyBattle, who: Id) -> tuple[tuple[str, int], ...]:
    titles = {name: "Power" if name == "power_level" else titled(name) for name in ATTRIBUTES}
    return tuple((title, attribute(battle, who, name)) for name, title in titles.items())


def _defences(battle: AnyBattle, who: Id) -> tuple[tuple[str, int], ...]:
    kinds: tuple[AttackKind, ...] = ("ranged", "melee", "mental")
    values = tuple((kind, defence_value(battle, who, kind).total) for kind in kinds)
    return (*values, *resists(*(resistance(battle, who, type) for type in ("normal", "mental", "alteration"))))


DISPLAYS = (
    Display(kind="numbers", key="attributes", title="Attributes", value=_attributes),
    *POOLS_DISPLAYED,
    Display(kind="numbers", key="defence", title="Defence", value=_defences),
    Display(kind="numbers", key="ammo", title="Ammunition", value=counters),
    Display(kind="track", key="plot_points", title="Plot points", value=points),
)
