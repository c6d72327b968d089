"""The house rules of Zamani: every reading of something that the rules leave open."""

from __future__ import annotations

from typing import Any

from model.engine.ruleset import SettingSpec
from model.engine.settings import choice, flag, listed, number, value_of
from model.state.battle import AnyBattle

INITIATIVE = (
    listed(
        "segments_table", "Segments by initiative", [],
        "Empty: by the formula. Else lists of an initiative and its segments, such as [20, 10, 9, 1]; an"
        " initiative that is not listed goes by the formula.",
        "ZM-AMB-01", "ZM-INIT-04", "ZM-INIT-05",
    ),
    choice(
        "low_initiative", "Initiative of 0 or less", ("segment_1", "no_action"),
        "Acts on segment 1 after all others, or not at all.", "ZM-AMB-02", "ZM-INIT-01",
    ),
    choice(
        "attack_segment", "The one attack of a countdown", ("any", "first_only"),
        "On whichever segment, or on the first one only.", "ZM-AMB-03", "ZM-INIT-06",
    ),
    flag(
        "temporary_initiative_segments", "Sacrifice and focus give segments", True,
        "Off: they change the order, but the segments come from Dexterity and traits.", "ZM-AMB-16", "ZM-INIT-04",
    ),
    choice(
        "tie_roll", "Dice for complete ties", ("each_round", "once_per_fight"),
        "Rolled anew every round, or once for the fight.", "ZM-AMB-36", "ZM-INIT-10",
    ),
    choice(
        "delay_order", "Delayed actions", ("on_call", "by_initiative"),
        "When they are called, or only after those due with a higher initiative.", "ZM-AMB-21", "ZM-DELAY-01",
    ),
    choice(
        "focus_speed_lost", "A focus for speed is lost before acting", ("drop", "keep"),
        "The initiative falls at once, or stays for this round.", "ZM-AMB-43", "ZM-FOC-04",
    ),
)  # fmt: skip

TURN = (
    number(
        "sacrifice_max", "Most ranks sacrificed", 0, 0, 30, "0: as many as wanted.", "ZM-AMB-11", "ZM-SAC-01"
    ),
    flag(
        "sacrifice_npcs", "The GM's side may sacrifice", True,
        "Off: only players' characters are asked at the start of a turn of ten rounds.", "ZM-AMB-11", "ZM-SAC-01",
    ),
    flag(
        "sacrifice_attributes", "Sacrifice lowers attribute rolls", False,
        "Off: only rolls for skills, not Fitness x 5.", "ZM-AMB-12", "ZM-SAC-02",
    ),
    flag(
        "sacrifice_on_join", "Newcomers may sacrifice at once", False,
        "Off: from the next turn of ten rounds.", "ZM-AMB-13", "ZM-SAC-01",
    ),
    choice(
        "focus_applies", "A focus for effect serves", ("any_roll", "attack_only"),
        "The next roll of any kind, or only an attack.", "ZM-AMB-14", "ZM-FOC-02",
    ),
    flag(
        "focus_broken_by_wound", "A wound breaks a focus", False, "Off: only stun, knock-down and knock-out.",
        "ZM-AMB-15", "ZM-FOC-04",
    ),
    flag(
        "focus_across_turns", "A focus lasts into the next turn of ten rounds", True,
        "Off: it is lost when round 1 of the next turn begins.", "ZM-AMB-42", "ZM-FOC-01",
    ),
)  # fmt: skip

SURPRISE = (
    choice(
        "surprise_contest", "Surprise is decided by",
        ("opposed_margin", "one_roll_minus_resist", "margin_beats_percent", "action_table", "gm"),
        "Two rolls and the greater margin; one roll at the percentage less half the target's; a margin above the"
        " target's percentage; the action table in the column of the target's ranks; the GM's word.",
        "ZM-AMB-04", "ZM-SURP-02", "ZM-SURP-03",
    ),
    choice(
        "failed_surprise", "A surprise that fails", ("no_attack", "attack_without_surprise", "ask"),
        "No attack is made, or it is made before initiative against a full defence, or the GM decides.",
        "ZM-AMB-05", "ZM-SURP-08",
    ),
    choice(
        "surprise_party", "Several ambushers", ("attacker_only", "all_successful"),
        "Only one attacks before round 1, or everybody who wins the own contest.", "ZM-AMB-06", "ZM-SURP-04",
    ),
    choice(
        "surprise_midcombat", "Surprise in the middle of a fight", ("ask", "defence_only", "end_round"),
        "The target defends on the first column and the round goes on, or all others lose the rest of the round.",
        "ZM-AMB-07", "ZM-SURP-04",
    ),
    flag(
        "surprise_round_counts", "The surprise round is round 1 of turn 1", False,
        "On: the attackers alone may sacrifice, before it.", "ZM-AMB-08", "ZM-SURP-04", "ZM-SAC-01",
    ),
    flag(
        "surprise_move", "Moving in the surprise round", True,
        "On: a half move with the attack, as in any other action.", "ZM-AMB-10", "ZM-SURP-04",
    ),
    choice(
        "surprise_success", "A successful surprise attack", ("contest", "hit"),
        "The surprise came off, or the attack hit too: after a miss the others act in the same round.",
        "ZM-AMB-40", "ZM-SURP-04",
    ),
)  # fmt: skip

MOVEMENT = (
    flag(
        "move_attack_move", "Half moves before and after an attack", False,
        "On: both on one segment, within MOVE.", "ZM-AMB-17", "ZM-MOVE-01"
    ),
    flag(
        "full_move_then_attack", "Attack in the round of a full move", False,
        "On another segment than the full move.", "ZM-AMB-18", "ZM-MOVE-03",
    ),
    flag(
        "miss_blocks_round_move", "No move for the whole round after a miss", False,
        "Off: only in that action. The same holds after a controlled attack.", "ZM-AMB-19", "ZM-MOVE-05",
    ),
    number(
        "move_unit_m", "Metres of a point of MOVE", 1.0, 0.1, 100,
        "MOVE on the sheet times this is how far somebody gets in a round.", "ZM-AMB-20", "ZM-MOVE-02",
    ),
    choice(
        "half_move_rounding", "Half of an odd MOVE", ("exact", "down", "up"),
        "Half a MOVE of 9 is 4.5, or 4, or 5 points.", "ZM-AMB-20", "ZM-MOVE-02",
    ),
    choice(
        "pre_attack_move", "The half move before an attack", ("any", "closer_only"),
        "In any direction, or only towards the target.", "ZM-AMB-39", "ZM-ATK-04",
    ),
    choice(
        "extra_segment_move", "The half move of a further segment", ("any", "retreat_only"),
        "In any direction, or only in retreat.", "ZM-AMB-41", "ZM-INIT-07",
    ),
    choice(
        "retreat_check", "Whether a move is a retreat", ("enforce", "warn", "off"),
        "It must not end closer to any opponent who is known: refused, noted for the GM, or not looked at.",
        "ZM-AMB-25", "ZM-GUARD-03",
    ),
    flag(
        "half_move_and_other", "A half move and another action on one segment", False,
        "Off: one or the other, such as reloading.", "ZM-AMB-46", "ZM-MOVE-09",
    ),
    flag(
        "guard_shift_free", "Shifting around a ward is free", True, "Off: the metres count against MOVE.",
        "ZM-AMB-45", "ZM-GUARD-08",
    ),
    number(
        "guard_reach_m", "Arm's reach of a guard (m)", 1.0, 0.1, 10,
        "How close a guard must be to the ward, and stay.", "ZM-MIS-10", "ZM-GUARD-05",
    ),
    choice(
        "reach_measure", "Distances are measured", ("edge", "centre"), "Between the edges of tokens, or their centres.",
        "ZM-MIS-10", "ZM-GUARD-05",
    ),
)  # fmt: skip

GUARDING = (
    choice(
        "guard_lasts", "Standing guard lasts", ("until_next_action", "end_of_round", "whole_round"),
        "Until the first segment of the next round, or the end of the round; for the whole round it is announced"
        " when the round begins.",
        "ZM-AMB-22", "ZM-GUARD-04",
    ),
    flag(
        "guard_and_attack", "Attack and guard in one round", False,
        "On: who has several segments may do both, each on a segment of its own.", "ZM-AMB-22", "ZM-GUARD-02",
    ),
    choice(
        "guard_bonus_scope", "The +5 of guarding counts", ("all", "blockable_only", "block_only"),
        "For every defence, only against what can be blocked, or only with the block itself.",
        "ZM-AMB-23", "ZM-GUARD-04",
    ),
    choice(
        "guard_substitute", "The guard's defence for the ward", ("always", "better_of_both"),
        "In place of the ward's even where it is lower, or only where it is better.", "ZM-AMB-24", "ZM-GUARD-05",
    ),
)  # fmt: skip

DEFENCE = (
    choice(
        "defence_from_skill", "Skills as defence count", ("effective", "skill_only"),
        "With the attribute behind them, or with their own ranks only.", "ZM-AMB-26", "ZM-BLOCK-01",
    ),
    flag(
        "helpless_cover", "Cover helps the helpless", True,
        "+4 to the first column for the stunned, unconscious and unseeing; never against surprise.",
        "ZM-AMB-27", "ZM-DEF-03",
    ),
    flag(
        "helpless_traits", "Defence traits help the helpless", False,
        "On: they are added to the first column; never against surprise.",
        "ZM-AMB-47", "ZM-DEF-03",
    ),
    flag(
        "aew_ignores_armour_penalty", "Area effects: Dexterity without the armour's penalty", False,
        "On: raw Dexterity means without the penalty of armour. Off: armour hinders here too.",
        "ZM-AMB-28", "ZM-AEW-01",
    ),
    flag(
        "armour_floor_zero", "Armour lowers a defence to 0 at most", True,
        "Off: below, before other ranks are added.", "ZM-AMB-28", "ZM-ARM-01",
    ),
    number(
        "acrobatics_per_round", "Acrobatics in a round", 1, 0, 10, "0: until wounded.", "ZM-AMB-29", "ZM-ACRO-04"
    ),
    choice(
        "defence_spent_on", "A block is used up", ("attack_roll_success", "declaration"),
        "Only by an attack whose roll succeeds, or by any. The same for acrobatics.", "ZM-AMB-30", "ZM-BLOCK-03",
    ),
    choice(
        "cover_attack", "Attacking from behind cover", ("ask", "allow", "forbid"),
        "Whether the cover falls for it is asked, or it stays, or no attack is possible.", "ZM-AMB-32", "ZM-COV-01",
    ),
    choice(
        "cover_exclusion", "Cover and other defences", ("per_attack", "while_in_cover"),
        "One or the other for each attack, or nothing but Dexterity + 4 while behind it.", "ZM-AMB-32", "ZM-COV-02",
    ),
    flag(
        "cover_bars_melee_block", "Behind cover no block in melee", False,
        "On: nor acrobatics; Dexterity is left.",
        "ZM-AMB-32", "ZM-COV-02",
    ),
    flag(
        "cover_vs_aew", "Cover counts against area effects", False,
        "On: +4 ranks behind enough cover, as against missiles.", "ZM-AMB-32", "ZM-COV-01",
    ),
    flag(
        "thrown_is_missile", "Thrown weapons are missiles", True, "For controlled attacks, parrying and cover.",
        "ZM-AMB-33", "ZM-CTRL-01", "ZM-BLOCK-05",
    ),
    choice(
        "casting_lasts", "Casting lasts", ("round", "until_next_action"),
        "How long who casts can neither block nor use acrobatics: to the end of the round, or to their next action.",
        "ZM-AMB-34", "ZM-BLOCK-02",
    ),
    choice(
        "wound_means", "A successful wound is", ("damage_after_armour", "any_hit"),
        "What ends acrobatics for the round: a hit that does damage past the armour, or every hit.",
        "ZM-AMB-38", "ZM-ACRO-03",
    ),
    flag(
        "defence_bonus_on_block", "Defence traits count with blocks", False,
        "On: as with Dexterity and acrobatics, such as for Combat Luck.", "ZM-MIS-09", "ZM-BLOCK-01",
    ),
    number("prone_defence", "Prone: defence", 0, -10, 10, "Ranks added while prone.", "ZM-MIS-03"),
    number("prone_attack", "Prone: attack", 0, -100, 100, "Per cent added while prone.", "ZM-MIS-03"),
    flag(
        "unseen_from_condition", "The invisible attack unseen", True,
        "Whether an attacker who is marked invisible counts as not seen by itself.", "ZM-MIS-14", "ZM-DEF-03",
    ),
)  # fmt: skip

ATTACKS = (
    number(
        "auto_fail_from", "Always fails from", 0, 0, 100, "0: never; 96: a 96 or more.", "ZM-AMB-35", "ZM-GEN-04"
    ),
    number(
        "auto_success_to", "Always succeeds up to", 0, 0, 100, "0: never; 5: a 5 or less.", "ZM-AMB-35", "ZM-GEN-04"
    ),
    flag(
        "controlled_needs_damage", "A declared effect needs damage", False,
        "On: none where armour absorbs it all.", "ZM-AMB-37", "ZM-CTRL-04",
    ),
    flag(
        "controlled_unarmed", "Controlled attacks with the body", True,
        "Off: only with a weapon in hand.", "ZM-AMB-44", "ZM-CTRL-01",
    ),
    flag(
        "auto_fire", "Automatic fire", True,
        "Off: a weapon with RF fires single shots; no rounds are rolled or added.", "ZM-AMB-49", "ZM-AUTO-01",
    ),
    choice(
        "wound_limits", "Unconscious and dead by damage", ("propose", "apply", "off"),
        "The GM is asked, or it happens by itself, or damage is only counted.", "ZM-MIS-02",
    ),
    number(
        "newcomer_max_damage", "Damage that a newcomer can take", 20, 0, 999,
        "Of who is added without a limit of their own; 0: damage is only counted.", "ZM-MIS-02",
    ),
    choice(
        "strike_effects", "Strike effects of regular attacks", ("random", "ask", "off"),
        "Rolled by the action table's list, chosen by the GM, or none.", "ZM-MIS-04", "ZM-ATK-05",
    ),
    choice(
        "hit_locations", "Hit locations", ("off", "note", "gm_table"),
        "Nothing, a note in words with each hit, or a die and the GM's own table.", "ZM-MIS-15",
    ),
)  # fmt: skip

SETTINGS: tuple[SettingSpec, ...] = (*INITIATIVE, *TURN, *SURPRISE, *MOVEMENT, *GUARDING, *DEFENCE, *ATTACKS)

_SPECS: dict[str, SettingSpec] = {spec.key: spec for spec in SETTINGS}


def setting(battle: AnyBattle, key: str) -> Any:
    """A house rule as it stands in this battle; one that a file gives an impossible value counts as not given."""
    return value_of(_SPECS[key], battle)
