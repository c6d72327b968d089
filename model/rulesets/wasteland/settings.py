"""The house rules of Wasteland 2d20: a setting for each point that the rules leave open."""

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


# fmt: off
class HouseRules(State):
    """House rules that a battle can set; the default applies to those that it does not set."""

    # ------------------------------------------------------------------------------- order

    initiator_acts_again: Annotated[bool, about(
        "The opener acts again in round 1",
        "After the opening turn, the combatant who started the fight also has a turn at their place in the first "
        "round.",
        "WL-AMB-01", "WL-INIT-02",
    )] = True
    initiative_ties: Annotated[Literal["players_first", "npcs_first", "list_order", "random"], about(
        "Ties in initiative",
        "Who goes first among combatants with the same initiative; after that, the order of the list, which can be "
        "changed by dragging.",
        "WL-AMB-21", "WL-INIT-03",
    )] = "players_first"
    minor_instead_of_major: Annotated[bool, about(
        "Second minor action replaces the major one",
        "Whether a second minor action can be taken in place of the major "
                                                  "action.",
        "WL-AMB-27", "WL-TURN-01",
    )] = False
    ap_extra_minor_cost: Annotated[int, about(
        "Second minor action: AP", "What a second minor action in a turn costs; 0: not possible.",
        "WL-MIS-02", "WL-AP-03", "WL-TURN-01", least=0, most=6,
    )] = 0
    ap_extra_major_cost: Annotated[int, about(
        "Second major action: AP", "What a second major action in a turn costs; 0: not possible.",
        "WL-MIS-02", "WL-AP-03", "WL-TURN-01", least=0, most=6,
    )] = 0
    derive_stats: Annotated[bool, about(
        "Numbers from attributes",
        "Initiative, Defense, hit points and melee bonus follow from the attributes unless they are typed.",
        "WL-MIS-05", "WL-STAT-01", "WL-STAT-02", "WL-STAT-03",
    )] = False
    gm_ap_start_per_player: Annotated[int, about(
        "GM's AP at the start, per character",
        "How many action points the GM's pool starts with for each player's character.",
        "WL-MIS-02", least=0, most=10,
    )] = 1

    # ---------------------------------------------------------------------------- movement

    stand_up_cost: Annotated[Literal["minor", "major"], about(
        "Standing up costs", "For a prone combatant without a leg injury.", "WL-AMB-04", "WL-MIN-06",
    )] = "minor"
    stand_up_cost_leg_injury: Annotated[Literal["major", "minor"], about(
        "Standing up with a leg injury costs", "A leg injury changes the whole Move action.",
        "WL-AMB-04", "WL-INJ-02",
    )] = "major"
    crawl_zones: Annotated[int, about(
        "Crawling: zones", "How far a prone combatant can crawl; 0: only within the zone.",
        "WL-AMB-05", "WL-PRONE-02", least=0, most=2,
    )] = 1
    reach_cells: Annotated[int, about(
        "Reach: cells", "How many cells may lie between two tokens within reach; 0: the tokens must touch.",
        "WL-MIS-08", "WL-DIST-02", least=0, most=5,
    )] = 1
    reach_across_zones: Annotated[bool, about(
        "Reach across a zone border",
        "Whether two combatants who stand close together on both sides of a border are within reach.",
        "WL-AMB-31", "WL-DIST-02",
    )] = False
    no_path_distance: Annotated[Literal["extreme", "unreachable"], about(
        "Zones without a connection",
        "Whether a combatant behind a closed border counts as extremely far away or cannot be attacked at all.",
        "WL-MIS-08", "WL-DIST-02",
    )] = "extreme"

    # ------------------------------------------------------------------------------- tests

    pool_base: Annotated[int, about(
        "Dice of a test", "d20s before any are bought.", "WL-MIS-01", "WL-TEST-02", least=1, most=5,
    )] = 2
    critical_on: Annotated[Literal["one_or_tag", "one_only", "tag_only", "off"], about(
        "Dice that count more", "A natural 1, a die up to the rating of a tag skill, either of them, or none.",
        "WL-MIS-01", "WL-TEST-02",
    )] = "one_or_tag"
    critical_successes: Annotated[int, about(
        "Successes of such a die", "How many successes such a die counts as.",
        "WL-MIS-01", "WL-TEST-02", least=1, most=4,
    )] = 2
    complication_from: Annotated[int, about(
        "Complications from", "A die with this face or higher is a complication; 21: none.",
        "WL-MIS-01", "WL-TEST-02", least=16, most=21,
    )] = 20
    difficulty_min: Annotated[int, about(
        "Minimum difficulty", "A difficulty never falls below this.", "WL-AMB-12", least=0, most=1,
    )] = 0
    roll_at_zero: Annotated[bool, about(
        "Roll at difficulty 0", "Whether a test that cannot fail is still rolled for action points and complications.",
        "WL-AMB-12", "WL-TEST-01",
    )] = True
    buy_dice_max: Annotated[int, about(
        "Dice that can be bought", "For one test.", "WL-MIS-02", "WL-AP-03", least=0, most=5,
    )] = 3
    buy_dice_costs: Annotated[tuple[int, ...], about(
        "Cost of dice bought", "Action points for the first, second and third die; the last price applies to any "
                               "further ones.",
        "WL-MIS-02", "WL-AP-03",
    )] = (1, 2, 3)
    buy_dice_from_gm: Annotated[bool, about(
        "Dice for the GM's action points", "Whether players may let the GM's pool grow instead of paying for dice.",
        "WL-MIS-02", "WL-AP-03",
    )] = True
    ap_group_max: Annotated[int, about(
        "Players' AP, maximum", "Points beyond it are lost.", "WL-MIS-02", "WL-AP-02", least=0, most=30,
    )] = 6
    gm_ap_max: Annotated[int, about(
        "GM's AP, maximum", "Points beyond it are lost.", "WL-MIS-02", "WL-AP-02", least=0, most=99,
    )] = 99
    ap_from: Annotated[Literal["all_tests", "rally_only"], about(
        "Action points are kept from",
        "Every test that passes adds to the pool, or only Rally does; then those from other tests can only be spent "
        "on the same action.",
        "WL-AMB-26", "WL-AP-02", "WL-MAJ-11",
    )] = "all_tests"
    vision_preset: Annotated[tuple[Literal["ranged", "thrown", "melee", "unarmed", "per_tests"], ...], about(
        "Tests that need sight", "Where a head injury counts, unless the GM decides otherwise for the test.",
        "WL-AMB-23", "WL-INJ-05",
    )] = ("ranged", "thrown", "per_tests")

    # -------------------------------------------------------------------------------- help

    assist_expires: Annotated[Literal["helper_next_turn", "end_of_round"], about(
        "Help lasts until", "How long an Assist waits for the test it helps.", "WL-AMB-09", "WL-MAJ-01",
    )] = "helper_next_turn"
    assist_max_helpers: Annotated[int, about(
        "Helpers per test", "0: any number.", "WL-AMB-09", "WL-MAJ-01", least=0, most=10,
    )] = 0
    command_npc_timing: Annotated[Literal["own_turn", "at_once"], about(
        "A commanded NPC acts", "In its own turn, or at once, giving up its next turn.", "WL-AMB-09", "WL-MAJ-03",
    )] = "own_turn"
    command_assist: Annotated[Literal["roll", "one_success"], about(
        "Help of a command", "A d20 as in Assist, or one success without a roll.", "WL-AMB-28", "WL-MAJ-03",
    )] = "roll"
    ready_expires: Annotated[Literal["next_turn_start", "end_of_combat"], about(
        "A readied action lasts until", "When it is lost if its situation does not come about.",
        "WL-AMB-10", "WL-MAJ-14",
    )] = "next_turn_start"
    ready_resolves: Annotated[Literal["ask", "after", "before"], about(
        "A readied action takes place", "Before or after its trigger; ask: the GM is asked each time.",
        "WL-AMB-10", "WL-MAJ-14",
    )] = "ask"
    defend_expires: Annotated[Literal["next_turn_start", "next_turn_end", "end_of_round", "end_of_combat"], about(
        "Defend lasts until", "When the raised Defense ends.", "WL-AMB-07", "WL-MAJ-05",
    )] = "next_turn_start"
    defend_extra_max: Annotated[int, about(
        "Defend: how often +1 can be bought", "How often further Defense can be bought after one test.",
        "WL-AMB-07", "WL-MAJ-06", least=0, most=5,
    )] = 1
    defend_extra_cost: Annotated[int, about(
        "Defend: AP for each further +1", "What each further +1 costs.", "WL-AMB-07", "WL-MAJ-06", least=1, most=6,
    )] = 2
    first_aid_range: Annotated[Literal["reach", "close", "any"], about(
        "First Aid distance", "How close the patient must be.", "WL-AMB-08", "WL-MAJ-07",
    )] = "reach"
    heal_dying_allowed: Annotated[bool, about(
        "Healing the dying", "Whether First Aid can heal dying combatants instead of stabilising them.",
        "WL-AMB-08", "WL-MAJ-08",
    )] = False
    treated_injuries_count: Annotated[bool, about(
        "Treated injuries count", "Whether an injury still counts for difficulties after treatment.",
        "WL-AMB-08", "WL-MAJ-09",
    )] = False

    # ----------------------------------------------------------------------------- attacks

    reach_penalty_scope: Annotated[Literal["any_enemy", "attacked_target"], about(
        "Enemy within reach: who counts",
        "Whether any able enemy within reach makes shooting harder, or only the one being attacked.",
        "WL-AMB-02", "WL-ATK-07",
    )] = "any_enemy"
    reach_penalty_kinds: Annotated[tuple[Literal["ranged", "thrown"], ...], about(
        "Enemy within reach: weapons",
        "Which weapons are harder to use with an enemy within reach.", "WL-AMB-02", "WL-ATK-07",
    )] = ("ranged", "thrown")
    reach_penalty: Annotated[int, about(
        "Enemy within reach: difficulty", "Added once, however many enemies are within reach.",
        "WL-AMB-02", "WL-ATK-07", least=0, most=5,
    )] = 2
    prone_bonus_at_reach: Annotated[bool, about(
        "Prone: easier to hit from reach", "Whether attacks from within reach are as easy as those from close range.",
        "WL-AMB-06", "WL-PRONE-05",
    )] = True
    range_difference: Annotated[Literal["zones", "categories_capped_at_3"], about(
        "Range difference", "Counted in zones, or in range categories, of which extreme is the last.",
        "WL-AMB-11", "WL-ATK-05",
    )] = "zones"
    melee_requires_reach: Annotated[bool, about(
        "Melee needs reach", "Whether the target of a melee attack must be within reach.", "WL-AMB-25", "WL-ATK-08",
    )] = True
    weapon_must_be_held: Annotated[bool, about(
        "Weapons must be in hand", "Built-in and natural weapons always are.", "WL-AMB-25", "WL-MIN-02",
    )] = True
    aim_keep_better: Annotated[bool, about(
        "Aim keeps the better die", "Off: the new result counts.", "WL-AMB-22", "WL-MIN-01",
    )] = False
    base_shot_cost: Annotated[int, about(
        "Ammunition per shot", "In addition to what is spent on further dice.",
        "WL-AMB-13", "WL-ATK-14", least=0, most=10,
    )] = 1
    miss_uses_ammo: Annotated[bool, about(
        "A miss uses ammunition", "Whether an attack that misses uses ammunition.", "WL-AMB-13", "WL-ATK-14",
    )] = True
    extra_ammo_declared: Annotated[Literal["after_hit", "before_roll"], about(
        "When further shots are declared", "When ammunition for further dice is spent.", "WL-AMB-13", "WL-ATK-12",
    )] = "after_hit"
    thrown_ammo_dice: Annotated[bool, about(
        "Further dice for thrown weapons", "Whether throwing several adds dice.", "WL-AMB-13", "WL-ATK-12",
    )] = False
    ap_per_extra_cd: Annotated[int, about(
        "AP per further die", "What a die bought with ammunition also costs.",
        "WL-MIS-02", "WL-ATK-12", least=0, most=6,
    )] = 0
    cover_applies_to: Annotated[tuple[Literal["ranged", "thrown", "melee", "unarmed"], ...], about(
        "Cover helps against", "The kinds of attack.", "WL-MIS-04", "WL-PRONE-06",
    )] = ("ranged", "thrown")
    cover_effect: Annotated[Literal["add_dr", "difficulty_per_die", "note_only"], about(
        "Cover dice", "Rolled and added to the resistance, raise the difficulty by one each, or only shown.",
        "WL-MIS-04",
    )] = "add_dr"
    cover_rolled: Annotated[Literal["after_damage", "before_damage"], about(
        "When cover dice are rolled", "Whether the damage is already known at that time.", "WL-AMB-29", "WL-PRONE-06",
    )] = "after_damage"
    cover_reroll_keep_better: Annotated[bool, about(
        "Prone: cover keeps the better die", "Off: the new result of a re-rolled cover die counts.",
        "WL-AMB-24", "WL-PRONE-06",
    )] = False
    damage_types: Annotated[tuple[str, ...], about(
        "Damage types",
        "A further type, such as cold, has one resistance for the whole body, as poison has. No attack does a type of "
        "damage that is not listed.",
        "WL-MIS-03", "WL-DR-01",
    )] = ("physical", "energy", "radiation", "poison")
    effects_enabled: Annotated[tuple[Effect, ...], about(
        "Damage effects", "Which effects of weapons are carried out or noted.", "WL-MIS-06", "WL-CD-02",
    )] = EFFECTS

    # -------------------------------------------------------------------------------- harm

    head_injury_loses: Annotated[Literal["both", "major_only"], about(
        "A head injury costs", "Which actions of the next turn are lost.", "WL-AMB-03", "WL-INJ-04",
    )] = "both"
    head_injury_turns_stack: Annotated[bool, about(
        "Head injuries take a turn each", "Off: several before the next turn cost only that turn.",
        "WL-AMB-03", "WL-INJ-04",
    )] = False
    arm_injury_drop: Annotated[Literal["all", "struck_arm"], about(
        "An arm injury makes them drop", "Everything in hand, or what that arm holds and two-handed items.",
        "WL-AMB-15", "WL-INJ-01",
    )] = "all"
    injury_penalties_stack: Annotated[tuple[Literal["torso", "head"], ...], about(
        "Injuries that add up", "Where a second injury of the same kind counts again.",
        "WL-AMB-16", "WL-INJ-03", "WL-INJ-05",
    )] = ()
    injury_stacking: Annotated[Literal["additive", "one_per_hit"], about(
        "Injuries from one hit",
        "A critical hit, reaching 0 HP and already dying each cause one injury, or one in all.",
        "WL-AMB-17", "WL-DYING-01",
    )] = "additive"
    dying_injury_on: Annotated[Literal["hit", "any_attack", "damage_only"], about(
        "Dying combatants are injured by", "Every hit, every attack even if it misses, or only hits that do damage.",
        "WL-AMB-17", "WL-DYING-04",
    )] = "hit"
    bleeding_zero_hp_location: Annotated[Literal["torso", "roll", "ask"], about(
        "0 HP by bleeding: injury at", "Where a combatant who bleeds down to 0 HP is injured.",
        "WL-AMB-18", "WL-DYING-01",
    )] = "torso"
    other_zero_hp_location: Annotated[Literal["roll", "torso", "ask"], about(
        "0 HP without a location: injury at", "Where any other damage without a location injures them.",
        "WL-AMB-18", "WL-DYING-01",
    )] = "roll"
    dying_can_act: Annotated[Literal["none", "minor", "full"], about(
        "Actions while dying", "Which actions a dying combatant can take in their turn.", "WL-AMB-19", "WL-DYING-01",
    )] = "none"
    dying_prone: Annotated[bool, about(
        "Dying combatants are prone", "Whether they fall prone.", "WL-AMB-19", "WL-DYING-01",
    )] = True
    npc_zero_hp: Annotated[Literal["dying", "dead"], about(
        "NPCs at 0 HP are", "Whether opponents get death tests.", "WL-AMB-19", "WL-DYING-01",
    )] = "dying"
    end_of_turn_order: Annotated[Literal["death_test_first", "bleeding_first"], about(
        "First at the end of a turn", "For a combatant who was dying before the turn ended.",
        "WL-AMB-20", "WL-INJ-03", "WL-DYING-02",
    )] = "death_test_first"
    injuries_end: Annotated[Literal["treatment_only", "end_of_encounter"], about(
        "Injuries last", "Until treated, or until combat ends.", "WL-AMB-30", "WL-CRIT-03",
    )] = "treatment_only"
    radiation_caps_hp: Annotated[bool, about(
        "Radiation cuts current HP", "Whether current hit points fall to the lowered maximum.",
        "WL-AMB-14", "WL-RAD-01",
    )] = True
    radiation_crits: Annotated[Literal["located_hits", "never", "always_roll_location"], about(
        "Radiation as a critical hit",
        "By hits at a location, never, or also from whole-body sources, at a rolled location.",
        "WL-AMB-14", "WL-CRIT-01",
    )] = "located_hits"
# fmt: on


rules = reader(HouseRules)
