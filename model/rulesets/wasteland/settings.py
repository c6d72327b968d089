"""The house rules of Wasteland 2d20: numbers that the rules leave open, and readings on which tables differ."""

from typing import Annotated, Literal, get_args

from model.engine.settings import about, reader
from model.state.base import State

# fmt: off
Effect = Literal[
    "vicious", "piercing", "burst", "spread", "stun", "persistent", "breaking", "radioactive", "arc", "freeze",
    "tranquilize", "custom",
]
"""Damage effects that a weapon can have in addition to its damage (WL-FX-01)."""
# fmt: on
EFFECTS: tuple[Effect, ...] = get_args(Effect)
_TURNS, _POINTS, _ATTACKS, _HARM = "Turns", "Tests and action points", "Attacks", "Damage and injuries"


# fmt: off
class HouseRules(State):
    """House rules that a battle can set; the default applies to those that it does not set."""

    # ------------------------------------------------------------------------------- turns

    initiator_acts_again: Annotated[bool, about(
        "The opener acts again in round 1",
        "After the opening turn, the combatant who started the fight also has a turn at their place in the first "
        "round.",
        "WL-AMB-01", "WL-INIT-02", group=_TURNS,
    )] = True
    initiative_ties: Annotated[Literal["players_first", "npcs_first", "list_order", "random"], about(
        "Ties in initiative",
        "Who goes first among combatants with the same initiative; after that, the order of the list, which can be "
        "changed by dragging.",
        "WL-AMB-21", "WL-INIT-03", group=_TURNS,
    )] = "players_first"
    command_npc_timing: Annotated[Literal["own_turn", "at_once"], about(
        "A commanded NPC acts", "In its own turn, or at once, giving up its next turn.", "WL-AMB-09", "WL-MAJ-03",
        group=_TURNS,
    )] = "own_turn"

    # ------------------------------------------------------------- tests and action points

    derive_stats: Annotated[bool, about(
        "Numbers from attributes",
        "Initiative, Defense, hit points and melee bonus follow from the attributes unless they are typed.",
        "WL-MIS-05", "WL-STAT-01", "WL-STAT-02", "WL-STAT-03", group=_POINTS,
    )] = False
    complication_from: Annotated[int, about(
        "Complications from", "A die with this face or higher is a complication; 21: none.",
        "WL-MIS-01", "WL-TEST-02", least=16, most=21, group=_POINTS,
    )] = 20
    buy_dice_costs: Annotated[tuple[int, ...], about(
        "Cost of dice bought",
        "Action points for the first, second and third die of a test; no more dice can be bought than have a price.",
        "WL-AMB-33", "WL-MIS-02", "WL-AP-03", group=_POINTS,
    )] = (1, 2, 3)
    ap_buys_actions: Annotated[bool, about(
        "AP buy a second action",
        "Once per turn, a second minor action costs 1 AP and a second major action 2 AP.",
        "WL-AMB-27", "WL-AP-03", "WL-TURN-01", group=_POINTS,
    )] = False
    ap_group_max: Annotated[int, about(
        "Players' AP, maximum", "Points beyond it are lost.", "WL-MIS-02", "WL-AP-02", least=0, most=30, group=_POINTS,
    )] = 6
    gm_ap_start_per_player: Annotated[int, about(
        "GM's AP at the start, per character",
        "How many action points the GM's pool starts with for each player's character.",
        "WL-MIS-02", least=0, most=10, group=_POINTS,
    )] = 1

    # ----------------------------------------------------------------------------- attacks

    reach_cells: Annotated[int, about(
        "Reach: cells", "How many cells may lie between two tokens within reach; 0: the tokens must touch.",
        "WL-MIS-08", "WL-DIST-02", least=0, most=5, group=_ATTACKS,
    )] = 1
    reach_penalty_scope: Annotated[Literal["any_enemy", "attacked_target"], about(
        "Enemy within reach: who counts",
        "Whether any able enemy within reach makes shooting harder, or only the one being attacked.",
        "WL-AMB-02", "WL-ATK-07", group=_ATTACKS,
    )] = "any_enemy"
    base_shot_cost: Annotated[int, about(
        "Ammunition per shot", "In addition to what is spent on further dice.",
        "WL-AMB-13", "WL-ATK-14", least=0, most=10, group=_ATTACKS,
    )] = 1
    cover_applies_to: Annotated[tuple[Literal["ranged", "thrown", "melee", "unarmed"], ...], about(
        "Cover helps against", "The kinds of attack.", "WL-MIS-04", "WL-PRONE-06", group=_ATTACKS,
    )] = ("ranged", "thrown")

    # ------------------------------------------------------------------ damage and injuries

    damage_types: Annotated[tuple[str, ...], about(
        "Damage types",
        "A further type, such as cold, has one resistance for the whole body, as poison has. No attack does a type of "
        "damage that is not listed.",
        "WL-MIS-03", "WL-DR-01", group=_HARM,
    )] = ("physical", "energy", "radiation", "poison")
    effects_enabled: Annotated[tuple[Effect, ...], about(
        "Damage effects", "Which effects of weapons are carried out or noted.", "WL-MIS-06", "WL-CD-02", group=_HARM,
    )] = EFFECTS
    arm_injury_drop: Annotated[Literal["all", "struck_arm"], about(
        "An arm injury makes them drop", "Everything in hand, or what that arm holds and two-handed items.",
        "WL-AMB-15", "WL-INJ-01", group=_HARM,
    )] = "all"
    injury_stacking: Annotated[Literal["additive", "one_per_hit"], about(
        "Injuries from one hit",
        "A critical hit, reaching 0 HP and already dying each cause one injury, or one in all.",
        "WL-AMB-17", "WL-DYING-01", group=_HARM,
    )] = "additive"
    npc_zero_hp: Annotated[Literal["dying", "dead"], about(
        "NPCs at 0 HP are", "Whether opponents get death tests.", "WL-AMB-19", "WL-DYING-01", group=_HARM,
    )] = "dying"
# fmt: on


rules = reader(HouseRules)
