"""The house rules of Kalos: numbers and options that the rules leave open."""

from typing import Annotated, Any, Literal

from model.engine.settings import about, reader
from model.state.base import State
from model.state.battle import AnyBattle


# fmt: off
class HouseRules(State):
    """The house rules that a battle may set; each default applies if nothing is set."""

    standard_bonus: Annotated[int, about(
        "Standard bonus and penalty", "How much cover, being prone, being held and the like add or subtract.",
        "KM-AMB-01", "KM-MOD-01", group="Bonuses", least=1, most=10,
    )] = 3
    major_bonus_fixed: Annotated[int, about(
        "Major bonus and penalty", "How much dodging and being blinded count. 0: twice the standard bonus.",
        "KM-AMB-02", "KM-MOD-02", group="Bonuses", least=0, most=20,
    )] = 0
    default_health: Annotated[int, about(
        "Health of new combatants", "Maximum Health of a new combatant whose sheet does not say.",
        "KM-MIS-03", group="New combatants", least=1, most=999,
    )] = 10
    default_endurance: Annotated[int, about(
        "Endurance of new combatants", "Maximum Endurance of a new combatant whose sheet does not say.",
        "KM-MIS-03", group="New combatants", least=1, most=999,
    )] = 10
    default_base_m: Annotated[int, about(
        "Base move of new combatants (m)",
        "How far a new combatant moves without a penalty if the sheet does not say.",
        "KM-MIS-07", "KM-MOVE-01", group="New combatants", least=0, most=10_000,
    )] = 10
    default_sprint_m: Annotated[int, about(
        "Sprint of new combatants (m)", "How far a new combatant moves in a turn at most if the sheet does not say.",
        "KM-MIS-07", "KM-MOVE-01", group="New combatants", least=0, most=60_000,
    )] = 30
    first_side_every_round: Annotated[bool, about(
        "The same side leads every round", "Off: the GM decides at the beginning of each round.",
        "KM-AMB-39", "KM-INIT-01", group="Order and movement",
    )] = True
    obstacle_dv: Annotated[int, about(
        "Obstacles: difficulty", "The difficulty of the Athletics roll.",
        "KM-AMB-34", "KM-MOVE-03", group="Order and movement", least=2, most=20,
    )] = 9
    falling_damage: Annotated[Literal["none", "gm_level"], about(
        "Falls", "Do no damage, or 1d6 plus the level that the GM names, minus Damage Resistance.",
        "KM-MIS-11", "KM-ENV-01", group="Order and movement",
    )] = "none"
    adjacent_m: Annotated[float, about(
        "Adjacent (m)", "From centre to centre: how far melee attacks reach.",
        "KM-AMB-44", "KM-NORM-01", group="Attacks", least=0.5, most=10,
    )] = 1.5
    unarmed_level: Annotated[int, about(
        "Level of bare hands", "Damage is 1d6 plus this.", "KM-MIS-04", "KM-NORM-02", group="Attacks", least=0, most=30,
    )] = 0
    range_by_level: Annotated[tuple[Any, ...], about(
        "Ranges by level (m)",
        "For attacks whose range is 0: lists of level, range and long range, such as [3, 60, 200].",
        "KM-MIS-05", "KM-ATK-04", group="Attacks",
    )] = ()
    armor_dr_offset: Annotated[int, about(
        "Armour: added to its level", "Damage Resistance of armour is its level plus this.",
        "KM-MIS-09", "KM-EQUIP-03", group="Attacks", least=0, most=3,
    )] = 0
    attack_on_helpless: Annotated[Literal["roll", "automatic_hit"], about(
        "Attacks on helpless targets", "Rolled against DV 0, or hit without a roll.",
        "KM-AMB-55", "KM-HELP-01", group="Attacks",
    )] = "roll"
    minion_out_on: Annotated[Literal["any_attack", "damaging_attacks", "damage_taken", "ask"], about(
        "Minions fall to", "Any attack that succeeds, one that can do damage, one that does damage, or as the GM "
                           "decides.",
        "KM-AMB-26", "KM-MINION-01", group="Attacks",
    )] = "any_attack"
    knockback: Annotated[bool, about(
        "Knockback", "The optional rule as a whole.", "KM-AMB-27", "KM-KB-01", group="Attacks",
    )] = False
    area_metres_per_level: Annotated[float, about(
        "Metres of an area by level",
        "Radius of a sphere or cylinder; the side of a cone or wedge is twice as long, the length of a line four "
        "times.",
        "KM-MIS-06", "KM-AREA-11", group="Areas", least=0.5, most=100,
    )] = 1.0
    area_spot_dv: Annotated[int, about(
        "Area attacks: DV of a place", "Where the attack is aimed at nobody.",
        "KM-AMB-15", "KM-AREA-02", group="Areas", least=2, most=20,
    )] = 9
    routine_dv: Annotated[int, about(
        "Routine tasks: difficulty", "0: they succeed without a roll.",
        "KM-AMB-04", "KM-TASK-03", group="Tasks and rest", least=0, most=8,
    )] = 0
    short_rests_per_long_rest: Annotated[int, about(
        "Short rests between long ones", "How many restore Health; 0: all of them.",
        "KM-AMB-32", "KM-REC-02", group="Tasks and rest", least=0, most=10,
    )] = 0
# fmt: on


rules = reader(HouseRules)


def standard(battle: AnyBattle) -> int:
    """The size of a standard bonus or penalty (KM-MOD-01)."""
    return rules(battle).standard_bonus


def major(battle: AnyBattle) -> int:
    """The size of a major bonus or penalty (KM-MOD-02)."""
    return rules(battle).major_bonus_fixed or 2 * standard(battle)
