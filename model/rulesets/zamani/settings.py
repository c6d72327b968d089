"""The house rules of Zamani: numbers that the rules leave open, and readings on which tables differ."""

from typing import Annotated, Literal

from model.engine.settings import about, reader
from model.state.base import State

_INITIATIVE, _SURPRISE = "Initiative", "Surprise"
_DEFENCE, _DAMAGE = "Movement and defence", "Rolls and damage"


# fmt: off
class HouseRules(State):
    """House rules that a battle can set; the default applies to those that it does not set."""

    # -------------------------------------------------------------------------- initiative

    temporary_initiative_segments: Annotated[bool, about(
        "Sacrifice and focus change segments",
        "Off: they change the order, but the segments still come from Dexterity and traits.",
        "ZM-AMB-16", "ZM-INIT-04", group=_INITIATIVE,
    )] = True
    tie_roll: Annotated[Literal["each_round", "once_per_fight"], about(
        "Dice for complete ties", "Rolled again every round, or once for the whole combat.", "ZM-AMB-36", "ZM-INIT-10",
        group=_INITIATIVE,
    )] = "each_round"
    sacrifice_max: Annotated[int, about(
        "Maximum ranks sacrificed", "0: no maximum.", "ZM-AMB-11", "ZM-SAC-01", least=0, most=30, group=_INITIATIVE,
    )] = 0
    sacrifice_npcs: Annotated[bool, about(
        "The GM's side may sacrifice", "Off: only players' characters are asked at the start of a turn of ten rounds.",
        "ZM-AMB-11", "ZM-SAC-01", group=_INITIATIVE,
    )] = True

    # ---------------------------------------------------------------------------- surprise

    surprise_contest: Annotated[Literal[
        "opposed_margin", "one_roll_minus_resist", "margin_beats_percent", "action_table", "gm",
    ], about(
        "How surprise is decided",
        "Two rolls and the greater margin; one roll at the percentage minus half the target's; a margin above the "
        "target's percentage; the action table in the column of the target's ranks; or the GM's word.",
        "ZM-AMB-04", "ZM-SURP-02", "ZM-SURP-03", group=_SURPRISE,
    )] = "opposed_margin"
    failed_surprise: Annotated[Literal["no_attack", "attack_without_surprise", "ask"], about(
        "When a surprise fails",
        "No attack is made; it is made before initiative against a full defence; or the GM decides.",
        "ZM-AMB-05", "ZM-SURP-08", group=_SURPRISE,
    )] = "no_attack"
    surprise_party: Annotated[Literal["attacker_only", "all_successful"], about(
        "Several ambushers", "Only one attacks before round 1, or everyone who wins their contest.",
        "ZM-AMB-06", "ZM-SURP-04", group=_SURPRISE,
    )] = "attacker_only"

    # ---------------------------------------------------------------- movement and defence

    move_unit_m: Annotated[float, about(
        "Metres per point of MOVE", "MOVE on the sheet times this is how far a combatant can move in a round.",
        "ZM-AMB-20", "ZM-MOVE-02", least=0.1, most=100, group=_DEFENCE,
    )] = 1.0
    guard_bonus_scope: Annotated[Literal["all", "blockable_only", "block_only"], about(
        "The +5 of guarding applies",
        "To every defence, only against what can be blocked, or only to the block itself.",
        "ZM-AMB-23", "ZM-GUARD-04", group=_DEFENCE,
    )] = "all"
    defence_spent_on: Annotated[Literal["attack_roll_success", "declaration"], about(
        "A block is used up", "Only by an attack whose roll succeeds, or by any attack. The same applies to "
                              "acrobatics.",
        "ZM-AMB-30", "ZM-BLOCK-03", group=_DEFENCE,
    )] = "attack_roll_success"
    prone_defence: Annotated[int, about(
        "Prone: defence", "Ranks added to the defence while prone.", "ZM-MIS-03", least=-10, most=10, group=_DEFENCE,
    )] = 0
    prone_attack: Annotated[int, about(
        "Prone: attack", "Per cent added to attacks while prone.", "ZM-MIS-03", least=-100, most=100, group=_DEFENCE,
    )] = 0

    # -------------------------------------------------------------------- rolls and damage

    auto_fail_from: Annotated[int, about(
        "Always fails from", "0: never; 96: a 96 or more.", "ZM-AMB-35", "ZM-GEN-04", least=0, most=100, group=_DAMAGE,
    )] = 0
    auto_success_to: Annotated[int, about(
        "Always succeeds up to", "0: never; 5: a 5 or less.", "ZM-AMB-35", "ZM-GEN-04", least=0, most=100,
        group=_DAMAGE,
    )] = 0
    wound_limits: Annotated[Literal["propose", "apply", "off"], about(
        "Unconscious and dead by damage", "The GM is asked, it happens automatically, or damage is only counted.",
        "ZM-MIS-02", group=_DAMAGE,
    )] = "propose"
    newcomer_max_damage: Annotated[int, about(
        "Damage limit of new combatants", "For combatants added without a limit of their own; 0: damage is only "
                                           "counted.",
        "ZM-MIS-02", least=0, most=999, group=_DAMAGE,
    )] = 20
    strike_effects: Annotated[Literal["random", "ask", "off"], about(
        "Strike effects of regular attacks", "Rolled on the list of the action table, chosen by the GM, or none.",
        "ZM-MIS-04", "ZM-ATK-05", group=_DAMAGE,
    )] = "random"
    hit_locations: Annotated[Literal["off", "note", "gm_table"], about(
        "Hit locations", "None, a note in words with each hit, or a die and the GM's own table.", "ZM-MIS-15",
        group=_DAMAGE,
    )] = "off"
# fmt: on


rules = reader(HouseRules)
