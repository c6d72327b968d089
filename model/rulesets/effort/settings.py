"""The house rules of Speed & Effort: numbers that the rules leave open, and readings on which tables differ."""

from typing import Annotated, Literal

from model.engine.settings import about, reader
from model.state.base import State

_TURNS, _MOVING, _ATTACKS, _STANCES = "Turns", "Movement and points", "Attacks and checks", "Stances of the target"


# fmt: off
class HouseRules(State):
    """House rules that a battle can set; the default applies to those that it does not set."""

    # ------------------------------------------------------------------------------- turns

    initiative_mode: Annotated[Literal["reroll", "fixed"], about(
        "Initiative", "Rolled again each round, or once at the start of combat.",
        "SE-INIT-07", "SE-INIT-04", "SE-INIT-05", group=_TURNS,
    )] = "reroll"
    planning_phase: Annotated[bool, about(
        "Plans before turns", "Off: nobody announces a plan, and initiative can be rolled at once.",
        "SE-AMB-09", "SE-TURN-01", group=_TURNS,
    )] = True

    # ----------------------------------------------------------------- movement and points

    headstart_min_m: Annotated[int, about(
        "Run-up for a jump (m)", "How long a run must be to make the jump after it cheaper.",
        "SE-AMB-01", "SE-COST-05", least=0, most=20, group=_MOVING,
    )] = 4
    diagonals: Annotated[Literal["euclidean", "alternating", "one"], about(
        "Diagonals",
        "Their true length; every second one counts double; or the same as a straight step. The cell is the grid's.",
        "SE-MIS-08", "SE-COST-01", group=_MOVING,
    )] = "euclidean"
    sp_auto_refresh: Annotated[Literal["never", "each_round"], about(
        "Speed comes back by itself", "Whether every round starts with all speed points.", "SE-AMB-06", "SE-MOVE-02",
        group=_MOVING,
    )] = "never"
    ep_refresh: Annotated[Literal["manual", "each_encounter", "each_round"], about(
        "When effort comes back", "When the GM says so, with every combat, or with every round.",
        "SE-MIS-06", "SE-EFF-01", group=_MOVING,
    )] = "manual"

    # ------------------------------------------------------------------- attacks and checks

    resolution: Annotated[Literal["rolled", "gm_says"], about(
        "Attacks, damage and checks", "Rolled, or the GM says what happens.",
        "SE-MIS-01", "SE-ACT-05", "SE-ACT-07", group=_ATTACKS,
    )] = "rolled"
    attack_default_target: Annotated[int, about(
        "Default defence number", "For combatants who have none of their own.", "SE-MIS-01", least=1, most=30,
        group=_ATTACKS,
    )] = 7
    check_default_target: Annotated[int, about(
        "Default number for a check", "Used where the GM names none.", "SE-MIS-05", least=1, most=30, group=_ATTACKS,
    )] = 7
    natural_rolls: Annotated[bool, about(
        "A 10 always hits, a 1 always misses", "What the die of an attack shows, no matter what the modifiers are.",
        "SE-MIS-01", group=_ATTACKS,
    )] = False
    aim_bonus: Annotated[int, about(
        "Aiming", "Bonus to the next attack on the target.", "SE-MIS-04", least=0, most=10, group=_ATTACKS,
    )] = 1
    melee_reach_m: Annotated[float, about(
        "Melee reach (m)", "How far melee weapons reach.", "SE-MIS-08", least=0.5, most=5, group=_ATTACKS,
    )] = 1.5
    zero_health: Annotated[Literal["out", "dead", "ask"], about(
        "No health left", "Out of combat, dead, or the GM is asked.", "SE-MIS-02", group=_ATTACKS,
    )] = "out"

    # --------------------------------------------------------------- stances of the target

    stance_mod_crouching_ranged: Annotated[int, about(
        "Ranged attacks against a crouching target", "What the target's stance does to the attack.",
        "SE-MIS-09", least=-10, most=10, group=_STANCES,
    )] = 0
    stance_mod_crouching_melee: Annotated[int, about(
        "Melee attacks against a crouching target", "What the target's stance does to the attack.",
        "SE-MIS-09", least=-10, most=10, group=_STANCES,
    )] = 0
    stance_mod_prone_ranged: Annotated[int, about(
        "Ranged attacks against a prone target", "What the target's stance does to the attack.",
        "SE-MIS-09", least=-10, most=10, group=_STANCES,
    )] = 0
    stance_mod_prone_melee: Annotated[int, about(
        "Melee attacks against a prone target", "What the target's stance does to the attack.",
        "SE-MIS-09", least=-10, most=10, group=_STANCES,
    )] = 0
# fmt: on


rules = reader(HouseRules)
