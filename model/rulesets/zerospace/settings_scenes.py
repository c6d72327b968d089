"""House rules of ZeroSpace about tasks, plot points between the rolls, and recovery."""

from __future__ import annotations

from model.engine.ruleset import SettingSpec
from model.engine.settings import choice, flag, number

TASKS = (
    number(
        "team_av_bonus", "Team: bonus on the roll", 3, 0, 9,
        "What every member of a team adds to the roll, whatever the size of the team.", "ZS-AMB-53", "ZS-TEAM-02",
    ),
    choice(
        "extended_tie", "Rivals who get there in the same pass", ("turn_order", "higher_av", "draw"),
        "Who rolled first wins at once; or all roll, and the higher total wins, or it is a draw.",
        "ZS-AMB-13", "ZS-EXT-03",
    ),
)  # fmt: skip

PLOT_POINTS = (
    number(
        "plot_points_start", "Plot points at the start of an evening", 1, 0, 10,
        "What every player has then, whatever was left over.", "ZS-MIS-16", "ZS-PLOT-01", "ZS-PLOT-05",
    ),
    choice(
        "one_round_ends", "What lasts a round ends", ("full_cycle", "own_next_slot", "end_of_round"),
        "When the turn in which it was bought comes up again, with the own next turn, or with the round.",
        "ZS-AMB-25", "ZS-PLOT-14", "ZS-PLOT-20",
    ),
    flag(
        "surges_add", "Several surges of one attribute add up", True,
        "Off: an attribute is raised by one at most.", "ZS-AMB-25", "ZS-PLOT-19",
    ),
    flag(
        "rally_counts_as_rest", "A rally counts as the hour's rest", True,
        "On: an hour's rest afterwards gives nothing more for the same wounds.", "ZS-AMB-24", "ZS-PLOT-16",
    ),
    choice(
        "rally_restores_endurance", "A rally of somebody without Endurance", ("ask", "no", "yes"),
        "Whether Endurance returns too, so that they wake up.", "ZS-AMB-24", "ZS-PLOT-16",
    ),
)  # fmt: skip

RECOVERY = (
    number(
        "endurance_rest_minutes", "Rest that restores Endurance (minutes)", 60, 0, 1440,
        "How long a rest has to be for Endurance and lost attributes to return.", "ZS-AMB-28", "ZS-END-05",
        "ZS-HEA-08",
    ),
    number(
        "rest_minimum", "An hour's rest gives at least", 0, 0, 1,
        "Where one point of Health is lost, half of it is nothing.", "ZS-AMB-29", "ZS-HEA-04",
    ),
    flag(
        "rest_again_after_new_damage", "New wounds can be rested off again", True,
        "Off: between two nights there is one hour's rest that helps.", "ZS-AMB-29", "ZS-HEA-05",
    ),
)  # fmt: skip

OBJECTS = (
    number(
        "object_dv", "DV of an object", 12, 0, 30, "What is proposed when an object is attacked.", "ZS-AMB-46",
        "ZS-OBJ-01",
    ),
    number(
        "object_dr", "Damage Resistance of an object", 0, 0, 30, "Of objects that have none of their own.",
        "ZS-AMB-46", "ZS-OBJ-01",
    ),
)  # fmt: skip

SCENES: tuple[SettingSpec, ...] = (*TASKS, *PLOT_POINTS, *RECOVERY, *OBJECTS)
