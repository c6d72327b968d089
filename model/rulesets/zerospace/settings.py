"""The house rules of ZeroSpace: numbers and options that the rules leave open."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from model.engine.settings import about, reader
from model.state.base import State

Metres = Annotated[float, Meta(ge=0, le=1_000_000)]


# fmt: off
class HouseRules(State):
    """The house rules that a battle may set; each default applies if nothing is set."""

    major_bonus: Annotated[int, about(
        "Major bonus and penalty",
        "How much dodging adds to the DV, and how much running and being blinded subtract from the AV.",
        "ZS-AMB-01", "ZS-MOVE-05", "ZS-DODGE-04", "ZS-TAB-01", "ZS-TAB-07", "ZS-TAB-11",
        group="Bonuses", least=3, most=12,
    )] = 6
    run_dv_bonus: Annotated[int, about(
        "Running: DV", "What running or sprinting adds to the DV, against every kind of attack.",
        "ZS-AMB-48", "ZS-MOVE-04", "ZS-TAB-11", group="Bonuses", least=-6, most=6,
    )] = 3
    order_mode: Annotated[Literal["side_blocks", "explicit"], about(
        "Initiative order", "Whole sides one after the other, or the order that the GM sets.",
        "ZS-AMB-45", "ZS-TURN-05", group="Order and actions",
    )] = "side_blocks"
    draw_item_cost: Annotated[Literal["quick", "move", "free"], about(
        "Drawing or dropping something costs", "The action that it takes, also for picking something up.",
        "ZS-MIS-15", "ZS-ACT-06", group="Order and actions",
    )] = "quick"
    track_ammo: Annotated[bool, about(
        "Count ammunition", "Weapons that shoot or are thrown get a counter on the sheet; nothing is enforced.",
        "ZS-MIS-15", group="Order and actions",
    )] = False
    movement_table: Annotated[Annotated[tuple[Metres, ...], Meta(min_length=1)], about(
        "Metres walked by Agility", "From Agility 0 upwards; running is twice as far, sprinting six times.",
        "ZS-MIS-03", "ZS-MOVE-01", group="Movement and range",
    )] = (0, 2, 4, 7, 13, 40, 130, 400, 1300, 4000, 13_000)
    diagonals: Annotated[Literal["straight_line", "one", "one_and_half"], about(
        "Diagonals count", "On the map: their true length, one step, or one and a half.",
        "ZS-MIS-10", "ZS-RANGE-01", group="Movement and range",
    )] = "straight_line"
    beyond_range: Annotated[Literal["refuse", "penalty"], about(
        "Beyond a weapon's range", "The attack is refused, or allowed with a penalty.",
        "ZS-AMB-22", "ZS-RANGE-06", group="Movement and range",
    )] = "refuse"
    power_range_table: Annotated[tuple[Metres, ...], about(
        "Range of powers by Power Level (m)",
        "From Power Level 0 upwards, for powers without a range of their own (range 0).",
        "ZS-MIS-05", "ZS-RANGE-06", group="Movement and range",
    )] = ()
    unarmed_damage: Annotated[Literal["d6_plus_brawn", "d6", "brawn", "custom"], about(
        "Damage of bare hands", "What an unarmed attack does; “custom” asks the GM for a number.",
        "ZS-AMB-15", "ZS-ATK-06", group="Attacks",
    )] = "d6_plus_brawn"
    attack_on_helpless: Annotated[Literal["roll", "automatic_hit"], about(
        "Attacks on helpless targets", "Rolled against DV 0, or hit without a roll.",
        "ZS-AMB-10", "ZS-HELP-02", group="Attacks",
    )] = "roll"
    unnamed_needs_damage: Annotated[bool, about(
        "Unnamed characters need damage to fall", "On: an attack whose damage is fully resisted does not defeat them.",
        "ZS-AMB-32", "ZS-UNN-01", group="Attacks",
    )] = False
    area_radius_m: Annotated[int, about(
        "Radius of an area (m)", "For attacks that have none of their own.",
        "ZS-MIS-05", "ZS-AREA-01", group="Attacks", least=1, most=1000,
    )] = 5
    brawn_table: Annotated[tuple[Any, ...], about(
        "Lifting and throwing by Brawn",
        "Lists of Brawn, kilograms lifted and metres thrown, such as [4, 150, 2]. Empty: the GM is asked.",
        "ZS-MIS-04", "ZS-GRAP-13", group="Attacks",
    )] = ()
    knockback: Annotated[bool, about(
        "Knockback", "The optional rule as a whole.", "ZS-AMB-26", "ZS-KB-01", group="Attacks",
    )] = False
    object_dv: Annotated[int, about(
        "DV of an object", "What is proposed when an object is attacked.",
        "ZS-AMB-46", "ZS-OBJ-01", group="Objects", least=0, most=30,
    )] = 12
    object_dr: Annotated[int, about(
        "Damage Resistance of an object", "For objects that have none of their own.",
        "ZS-AMB-46", "ZS-OBJ-01", group="Objects", least=0, most=30,
    )] = 0
    plot_points_start: Annotated[int, about(
        "Plot points at the start of a game night", "What every player starts with, whatever was left over.",
        "ZS-MIS-16", "ZS-PLOT-01", "ZS-PLOT-05", group="Plot points and rest", least=0, most=10,
    )] = 1
    endurance_rest_minutes: Annotated[int, about(
        "Rest that restores Endurance (minutes)",
        "How long a rest must be for Endurance and lost attributes to return.",
        "ZS-AMB-28", "ZS-END-05", "ZS-HEA-08", group="Plot points and rest", least=0, most=1440,
    )] = 60
# fmt: on


rules = reader(HouseRules)


def metres_by_level(table: tuple[float, ...], level: int) -> int | None:
    """A distance from a table by level, from 0 upwards; the last entry applies above it; None if the table is empty."""
    return int(table[min(max(0, level), len(table) - 1)]) if table else None
