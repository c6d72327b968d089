"""The house rules of Zamani: settings for everything that the rules leave open."""

from typing import Annotated, Any, Literal

from model.engine.settings import about, reader
from model.state.base import State


# fmt: off
class HouseRules(State):
    """The house rules that a battle may set; each default is the reading that applies if nothing is set."""

    # -------------------------------------------------------------------------- initiative

    segments_table: Annotated[tuple[Any, ...], about(
        "Segments by initiative",
        "Empty: by the formula. Otherwise lists of an initiative and its segments, such as [20, 10, 9, 1]; an "
        "initiative that is not listed uses the formula.",
        "ZM-AMB-01", "ZM-INIT-04", "ZM-INIT-05",
    )] = ()
    low_initiative: Annotated[Literal["segment_1", "no_action"], about(
        "Initiative of 0 or less", "Acts on segment 1 after all others, or does not act.", "ZM-AMB-02", "ZM-INIT-01",
    )] = "segment_1"
    temporary_initiative_segments: Annotated[bool, about(
        "Sacrifice and focus change segments",
        "Off: they change the order, but the segments still come from Dexterity and traits.",
        "ZM-AMB-16", "ZM-INIT-04",
    )] = True
    tie_roll: Annotated[Literal["each_round", "once_per_fight"], about(
        "Dice for complete ties", "Rolled again every round, or once for the whole combat.", "ZM-AMB-36", "ZM-INIT-10",
    )] = "each_round"
    delay_order: Annotated[Literal["on_call", "by_initiative"], about(
        "Delayed actions", "When they are called, or only after the actions due at a higher initiative.",
        "ZM-AMB-21", "ZM-DELAY-01",
    )] = "on_call"
    focus_speed_lost: Annotated[Literal["drop", "keep"], about(
        "A focus for speed is lost before acting", "Initiative falls at once, or stays for this round.",
        "ZM-AMB-43", "ZM-FOC-04",
    )] = "drop"

    # -------------------------------------------------------------------------------- turn

    sacrifice_max: Annotated[int, about(
        "Maximum ranks sacrificed", "0: no maximum.", "ZM-AMB-11", "ZM-SAC-01", least=0, most=30,
    )] = 0
    sacrifice_npcs: Annotated[bool, about(
        "The GM's side may sacrifice", "Off: only players' characters are asked at the start of a turn of ten rounds.",
        "ZM-AMB-11", "ZM-SAC-01",
    )] = True
    sacrifice_attributes: Annotated[bool, about(
        "Sacrifice lowers attribute rolls", "Off: it lowers skill rolls only, not Fitness x 5.",
        "ZM-AMB-12", "ZM-SAC-02",
    )] = False
    sacrifice_on_join: Annotated[bool, about(
        "New combatants may sacrifice at once", "Off: from the next turn of ten rounds.", "ZM-AMB-13", "ZM-SAC-01",
    )] = False
    focus_applies: Annotated[Literal["any_roll", "attack_only"], about(
        "A focus for effect applies to", "The next roll of any kind, or only an attack.", "ZM-AMB-14", "ZM-FOC-02",
    )] = "any_roll"
    focus_broken_by_wound: Annotated[bool, about(
        "A wound breaks a focus", "Off: only stun, knock-down and knock-out break it.", "ZM-AMB-15", "ZM-FOC-04",
    )] = False
    focus_across_turns: Annotated[bool, about(
        "A focus lasts into the next turn of ten rounds", "Off: it is lost when round 1 of the next turn begins.",
        "ZM-AMB-42", "ZM-FOC-01",
    )] = True

    # ---------------------------------------------------------------------------- surprise

    surprise_contest: Annotated[Literal[
        "opposed_margin", "one_roll_minus_resist", "margin_beats_percent", "action_table", "gm",
    ], about(
        "How surprise is decided",
        "Two rolls and the greater margin; one roll at the percentage minus half the target's; a margin above the "
        "target's percentage; the action table in the column of the target's ranks; or the GM's word.",
        "ZM-AMB-04", "ZM-SURP-02", "ZM-SURP-03",
    )] = "opposed_margin"
    failed_surprise: Annotated[Literal["no_attack", "attack_without_surprise", "ask"], about(
        "When a surprise fails",
        "No attack is made; it is made before initiative against a full defence; or the GM decides.",
        "ZM-AMB-05", "ZM-SURP-08",
    )] = "no_attack"
    surprise_party: Annotated[Literal["attacker_only", "all_successful"], about(
        "Several ambushers", "Only one attacks before round 1, or everyone who wins their contest.",
        "ZM-AMB-06", "ZM-SURP-04",
    )] = "attacker_only"
    surprise_midcombat: Annotated[Literal["ask", "defence_only", "end_round"], about(
        "Surprise during combat",
        "The target defends on the first column and the round goes on, or all others lose the rest of the round.",
        "ZM-AMB-07", "ZM-SURP-04",
    )] = "ask"
    surprise_round_counts: Annotated[bool, about(
        "The surprise round is round 1 of turn 1", "On: only the attackers can sacrifice, before that round.",
        "ZM-AMB-08", "ZM-SURP-04", "ZM-SAC-01",
    )] = False
    surprise_move: Annotated[bool, about(
        "Moving in the surprise round", "On: half a move with the attack, as with any other action.",
        "ZM-AMB-10", "ZM-SURP-04",
    )] = True
    surprise_success: Annotated[Literal["contest", "hit"], about(
        "A successful surprise attack",
        "It is enough that the target was surprised, or the attack must hit too: after a miss the others act in the "
        "same round.",
        "ZM-AMB-40", "ZM-SURP-04",
    )] = "contest"

    # ---------------------------------------------------------------------------- movement

    move_attack_move: Annotated[bool, about(
        "Half a move before and after an attack", "On: both on one segment, within MOVE.", "ZM-AMB-17", "ZM-MOVE-01",
    )] = False
    full_move_then_attack: Annotated[bool, about(
        "Attack in the round of a full move", "On a segment other than that of the full move.",
        "ZM-AMB-18", "ZM-MOVE-03",
    )] = False
    miss_blocks_round_move: Annotated[bool, about(
        "No move for the whole round after a miss",
        "Off: only in that action. The same applies after a controlled attack.",
        "ZM-AMB-19", "ZM-MOVE-05",
    )] = False
    move_unit_m: Annotated[float, about(
        "Metres per point of MOVE", "MOVE on the sheet times this is how far a combatant can move in a round.",
        "ZM-AMB-20", "ZM-MOVE-02", least=0.1, most=100,
    )] = 1.0
    half_move_rounding: Annotated[Literal["exact", "down", "up"], about(
        "Half of an odd MOVE", "Half of MOVE 9 is 4.5, 4 or 5 points.", "ZM-AMB-20", "ZM-MOVE-02",
    )] = "exact"
    pre_attack_move: Annotated[Literal["any", "closer_only"], about(
        "The half move before an attack", "In any direction, or only towards the target.", "ZM-AMB-39", "ZM-ATK-04",
    )] = "any"
    extra_segment_move: Annotated[Literal["any", "retreat_only"], about(
        "Half a move on an extra segment", "In any direction, or only in retreat.", "ZM-AMB-41", "ZM-INIT-07",
    )] = "any"
    retreat_check: Annotated[Literal["enforce", "warn", "off"], about(
        "Retreats are checked",
        "A retreat must not end closer to any known opponent: refused, noted for the GM, or not checked.",
        "ZM-AMB-25", "ZM-GUARD-03",
    )] = "enforce"
    half_move_and_other: Annotated[bool, about(
        "Half a move and another action on one segment", "Off: one or the other, such as reloading.",
        "ZM-AMB-46", "ZM-MOVE-09",
    )] = False
    guard_shift_free: Annotated[bool, about(
        "Shifting around a ward is free", "Off: the metres count against MOVE.", "ZM-AMB-45", "ZM-GUARD-08",
    )] = True
    guard_reach_m: Annotated[float, about(
        "Arm's reach of a guard (m)", "How close a guard must be to the ward, and must stay.",
        "ZM-MIS-10", "ZM-GUARD-05", least=0.1, most=10,
    )] = 1.0
    reach_measure: Annotated[Literal["edge", "centre"], about(
        "Distances are measured", "Between the edges of tokens, or their centres.", "ZM-MIS-10", "ZM-GUARD-05",
    )] = "edge"

    # ---------------------------------------------------------------------------- guarding

    guard_lasts: Annotated[Literal["until_next_action", "end_of_round", "whole_round"], about(
        "Standing guard lasts",
        "Until the first segment of the next round, or the end of the round; for the whole round if announced when "
        "the round begins.",
        "ZM-AMB-22", "ZM-GUARD-04",
    )] = "until_next_action"
    guard_and_attack: Annotated[bool, about(
        "Attack and guard in one round", "On: a combatant with several segments may do both, on different segments.",
        "ZM-AMB-22", "ZM-GUARD-02",
    )] = False
    guard_bonus_scope: Annotated[Literal["all", "blockable_only", "block_only"], about(
        "The +5 of guarding applies",
        "To every defence, only against what can be blocked, or only to the block itself.",
        "ZM-AMB-23", "ZM-GUARD-04",
    )] = "all"
    guard_substitute: Annotated[Literal["always", "better_of_both"], about(
        "A guard's defence for the ward",
        "Replaces the ward's defence even if it is lower, or only if it is better.",
        "ZM-AMB-24", "ZM-GUARD-05",
    )] = "always"

    # ----------------------------------------------------------------------------- defence

    defence_from_skill: Annotated[Literal["effective", "skill_only"], about(
        "Skills as defence count", "With the attribute behind them, or with their own ranks only.",
        "ZM-AMB-26", "ZM-BLOCK-01",
    )] = "effective"
    helpless_cover: Annotated[bool, about(
        "Cover helps the helpless",
        "+4 to the first column for stunned, unconscious and unseeing targets; never against surprise.",
        "ZM-AMB-27", "ZM-DEF-03",
    )] = True
    helpless_traits: Annotated[bool, about(
        "Defence traits help the helpless", "On: they are added to the first column; never against surprise.",
        "ZM-AMB-47", "ZM-DEF-03",
    )] = False
    aew_ignores_armour_penalty: Annotated[bool, about(
        "Area effects: Dexterity without the armour's penalty",
        "On: raw Dexterity means without the armour penalty. Off: the armour penalty applies here too.",
        "ZM-AMB-28", "ZM-AEW-01",
    )] = False
    armour_floor_zero: Annotated[bool, about(
        "Armour lowers a defence to no less than 0", "Off: the defence can fall below 0 before other ranks are added.",
        "ZM-AMB-28", "ZM-ARM-01",
    )] = True
    acrobatics_per_round: Annotated[int, about(
        "Acrobatics per round", "0: any number until wounded.", "ZM-AMB-29", "ZM-ACRO-04", least=0, most=10,
    )] = 1
    defence_spent_on: Annotated[Literal["attack_roll_success", "declaration"], about(
        "A block is used up", "Only by an attack whose roll succeeds, or by any attack. The same applies to "
                              "acrobatics.",
        "ZM-AMB-30", "ZM-BLOCK-03",
    )] = "attack_roll_success"
    cover_attack: Annotated[Literal["ask", "allow", "forbid"], about(
        "Attacking from behind cover",
        "The GM is asked whether cover is lost, cover stays, or no attack is possible.",
        "ZM-AMB-32", "ZM-COV-01",
    )] = "ask"
    cover_exclusion: Annotated[Literal["per_attack", "while_in_cover"], about(
        "Cover and other defences", "One or the other for each attack, or only Dexterity + 4 while behind cover.",
        "ZM-AMB-32", "ZM-COV-02",
    )] = "per_attack"
    cover_bars_melee_block: Annotated[bool, about(
        "No block in melee behind cover", "On: no acrobatics either; only Dexterity is left.", "ZM-AMB-32", "ZM-COV-02",
    )] = False
    cover_vs_aew: Annotated[bool, about(
        "Cover counts against area effects", "On: +4 ranks behind enough cover, as against missiles.",
        "ZM-AMB-32", "ZM-COV-01",
    )] = False
    thrown_is_missile: Annotated[bool, about(
        "Thrown weapons are missiles", "For controlled attacks, parrying and cover.",
        "ZM-AMB-33", "ZM-CTRL-01", "ZM-BLOCK-05",
    )] = True
    casting_lasts: Annotated[Literal["round", "until_next_action"], about(
        "Casting lasts",
        "How long a caster can neither block nor use acrobatics: until the end of the round, or until their next "
        "action.",
        "ZM-AMB-34", "ZM-BLOCK-02",
    )] = "round"
    wound_means: Annotated[Literal["damage_after_armour", "any_hit"], about(
        "What counts as a wound",
        "It ends acrobatics for the round: a hit whose damage gets past the armour, or every hit.",
        "ZM-AMB-38", "ZM-ACRO-03",
    )] = "damage_after_armour"
    defence_bonus_on_block: Annotated[bool, about(
        "Defence traits count with blocks", "On: as with Dexterity and acrobatics, for example Combat Luck.",
        "ZM-MIS-09", "ZM-BLOCK-01",
    )] = False
    prone_defence: Annotated[int, about(
        "Prone: defence", "Ranks added to the defence while prone.", "ZM-MIS-03", least=-10, most=10,
    )] = 0
    prone_attack: Annotated[int, about(
        "Prone: attack", "Per cent added to attacks while prone.", "ZM-MIS-03", least=-100, most=100,
    )] = 0
    unseen_from_condition: Annotated[bool, about(
        "Invisible attackers are unseen", "Whether an attacker marked as invisible counts as not seen without being "
                                       "asked.",
        "ZM-MIS-14", "ZM-DEF-03",
    )] = True

    # ----------------------------------------------------------------------------- attacks

    auto_fail_from: Annotated[int, about(
        "Always fails from", "0: never; 96: a 96 or more.", "ZM-AMB-35", "ZM-GEN-04", least=0, most=100,
    )] = 0
    auto_success_to: Annotated[int, about(
        "Always succeeds up to", "0: never; 5: a 5 or less.", "ZM-AMB-35", "ZM-GEN-04", least=0, most=100,
    )] = 0
    controlled_needs_damage: Annotated[bool, about(
        "A controlled attack needs damage", "On: it has no effect if armour absorbs all the damage.",
        "ZM-AMB-37", "ZM-CTRL-04",
    )] = False
    controlled_unarmed: Annotated[bool, about(
        "Controlled attacks with the body", "Off: only with a weapon in hand.", "ZM-AMB-44", "ZM-CTRL-01",
    )] = True
    auto_fire: Annotated[bool, about(
        "Automatic fire", "Off: a weapon with RF fires single shots; no rounds are rolled or added.",
        "ZM-AMB-49", "ZM-AUTO-01",
    )] = True
    wound_limits: Annotated[Literal["propose", "apply", "off"], about(
        "Unconscious and dead by damage", "The GM is asked, it happens automatically, or damage is only counted.",
        "ZM-MIS-02",
    )] = "propose"
    newcomer_max_damage: Annotated[int, about(
        "Damage limit of new combatants", "For combatants added without a limit of their own; 0: damage is only "
                                           "counted.",
        "ZM-MIS-02", least=0, most=999,
    )] = 20
    strike_effects: Annotated[Literal["random", "ask", "off"], about(
        "Strike effects of regular attacks", "Rolled on the list of the action table, chosen by the GM, or none.",
        "ZM-MIS-04", "ZM-ATK-05",
    )] = "random"
    hit_locations: Annotated[Literal["off", "note", "gm_table"], about(
        "Hit locations", "None, a note in words with each hit, or a die and the GM's own table.", "ZM-MIS-15",
    )] = "off"
# fmt: on


rules = reader(HouseRules)
