"""The house rules of Wasteland 2d20: every reading of something that the rules leave open."""

from __future__ import annotations

from typing import Any

from model.engine.ruleset import SettingSpec
from model.engine.settings import choice, flag, listed, number, value_of
from model.state.battle import AnyBattle

EFFECTS = (
    "vicious", "piercing", "burst", "spread", "stun", "persistent", "breaking", "radioactive", "arc", "freeze",
    "tranquilize", "custom",
)  # fmt: skip
"""Damage effects that weapons list (WL-MIS-06)."""

ORDER = (
    flag(
        "initiator_acts_again", "Who began acts again in round 1", True,
        "After the opening turn, whoever began the fight also has a turn at their own place of the first round.",
        "WL-AMB-01", "WL-INIT-02",
    ),
    choice(
        "initiative_ties", "Equal initiative", ("players_first", "npcs_first", "list_order", "random"),
        "Who goes first of those with the same initiative; within that, the order of the list, which can be dragged.",
        "WL-AMB-21", "WL-INIT-03",
    ),
    flag(
        "minor_instead_of_major", "Minor action in place of the major one", False,
        "Whether a second minor action can be taken with the major action.", "WL-AMB-27", "WL-TURN-01",
    ),
    number(
        "ap_extra_minor_cost", "Second minor action: AP", 0, 0, 6,
        "What a second minor action in a turn costs; 0: there is none.", "WL-MIS-02", "WL-AP-03", "WL-TURN-01",
    ),
    number(
        "ap_extra_major_cost", "Second major action: AP", 0, 0, 6,
        "What a second major action in a turn costs; 0: there is none.", "WL-MIS-02", "WL-AP-03", "WL-TURN-01",
    ),
    flag(
        "derive_stats", "Numbers from attributes", False,
        "Initiative, Defense, hit points and melee bonus that are not typed follow from the attributes.",
        "WL-MIS-05", "WL-STAT-01", "WL-STAT-02", "WL-STAT-03",
    ),
    number(
        "gm_ap_start_per_player", "GM's AP at the start, per character", 1, 0, 10,
        "With how many action points for each player character the GM's pool begins.", "WL-MIS-02",
    ),
)  # fmt: skip

MOVEMENT = (
    choice(
        "stand_up_cost", "Standing up costs", ("minor", "major"), "For somebody prone without a leg injury.",
        "WL-AMB-04", "WL-MIN-06",
    ),
    choice(
        "stand_up_cost_leg_injury", "Standing up with a leg injury costs", ("major", "minor"),
        "A leg injury changes the Move action as a whole.", "WL-AMB-04", "WL-INJ-02",
    ),
    number(
        "crawl_zones", "Crawling: zones", 1, 0, 2, "How far somebody prone gets; 0: only within the zone.",
        "WL-AMB-05", "WL-PRONE-02",
    ),
    number(
        "reach_cells", "Reach: cells", 1, 0, 5,
        "How many cells may lie from token to token within reach; 0: the tokens touch.", "WL-MIS-08", "WL-DIST-02",
    ),
    flag(
        "reach_across_zones", "Reach across a zone border", False,
        "Whether two who stand close together on either side of a border are within reach.", "WL-AMB-31", "WL-DIST-02",
    ),
    choice(
        "no_path_distance", "Zones without a way between them", ("extreme", "unreachable"),
        "Whether somebody behind a closed border counts as extremely far away or cannot be attacked at all.",
        "WL-MIS-08", "WL-DIST-02",
    ),
)  # fmt: skip

TESTS = (
    number("pool_base", "Dice of a test", 2, 1, 5, "d20s before any are bought.", "WL-MIS-01", "WL-TEST-02"),
    choice(
        "critical_on", "Dice that count more", ("one_or_tag", "one_only", "tag_only", "off"),
        "A natural 1, a die up to the rating of a tag skill, either, or none.", "WL-MIS-01", "WL-TEST-02",
    ),
    number(
        "critical_successes", "Successes of such a die", 2, 1, 4, "What a die that counts more is worth.",
        "WL-MIS-01", "WL-TEST-02",
    ),
    number(
        "complication_from", "Complication from", 20, 16, 21, "The face from which a die is a complication; 21: none.",
        "WL-MIS-01", "WL-TEST-02",
    ),
    number("difficulty_min", "Lowest difficulty", 0, 0, 1, "What a difficulty is at least.", "WL-AMB-12"),
    flag(
        "roll_at_zero", "Roll at difficulty 0", True,
        "A test that cannot fail is rolled for its action points and complications.", "WL-AMB-12", "WL-TEST-01",
    ),
    number("buy_dice_max", "Dice that can be bought", 3, 0, 5, "For one test.", "WL-MIS-02", "WL-AP-03"),
    listed(
        "buy_dice_costs", "Cost of dice bought", [1, 2, 3],
        "Action points of the first, second, third die; the last price holds for further ones.",
        "WL-MIS-02", "WL-AP-03",
    ),
    flag(
        "buy_dice_from_gm", "Dice for the GM's action points", True,
        "Players may let the GM's pool grow instead of paying for dice.", "WL-MIS-02", "WL-AP-03",
    ),
    number("ap_group_max", "Players' AP at most", 6, 0, 30, "What is beyond is lost.", "WL-MIS-02", "WL-AP-02"),
    number("gm_ap_max", "GM's AP at most", 99, 0, 99, "What is beyond is lost.", "WL-MIS-02", "WL-AP-02"),
    choice(
        "ap_from", "Action points are kept from", ("all_tests", "rally_only"),
        "Every test that passes fills the pool, or only Rally; then those of other tests serve the same action alone.",
        "WL-AMB-26", "WL-AP-02", "WL-MAJ-11",
    ),
    listed(
        "vision_preset", "Tests that need sight", ["ranged", "thrown", "per_tests"],
        "Where a head injury counts unless the GM says otherwise for the test.", "WL-AMB-23", "WL-INJ-05",
        options=("ranged", "thrown", "melee", "unarmed", "per_tests"),
    ),
)  # fmt: skip

HELP = (
    choice(
        "assist_expires", "Help waits until", ("helper_next_turn", "end_of_round"),
        "How long an Assist waits for the helped one's test.", "WL-AMB-09", "WL-MAJ-01",
    ),
    number("assist_max_helpers", "Helpers of one test", 0, 0, 10, "0: any number.", "WL-AMB-09", "WL-MAJ-01"),
    choice(
        "command_npc_timing", "A commanded NPC acts", ("own_turn", "at_once"),
        "In its own turn, or at once, giving up its next turn.", "WL-AMB-09", "WL-MAJ-03",
    ),
    choice(
        "command_assist", "Help of a command", ("roll", "one_success"),
        "A d20 as in Assist, or one success without a roll.", "WL-AMB-28", "WL-MAJ-03",
    ),
    choice(
        "ready_expires", "A readied action stands until", ("next_turn_start", "end_of_combat"),
        "When it is lost if its situation does not come about.", "WL-AMB-10", "WL-MAJ-14",
    ),
    choice(
        "ready_resolves", "A readied action comes", ("ask", "after", "before"),
        "Before or after what sets it off; ask: the GM says each time.", "WL-AMB-10", "WL-MAJ-14",
    ),
    choice(
        "defend_expires", "Defend lasts until",
        ("next_turn_start", "next_turn_end", "end_of_round", "end_of_combat"),
        "When the raised Defense goes back.", "WL-AMB-07", "WL-MAJ-05",
    ),
    number(
        "defend_extra_max", "Defend: further +1, times", 1, 0, 5, "How often it can be bought after one test.",
        "WL-AMB-07", "WL-MAJ-06",
    ),
    number("defend_extra_cost", "Defend: further +1, AP", 2, 1, 6, "What each costs.", "WL-AMB-07", "WL-MAJ-06"),
    choice(
        "first_aid_range", "First Aid from", ("reach", "close", "any"), "How near the patient has to be.",
        "WL-AMB-08", "WL-MAJ-07",
    ),
    flag(
        "heal_dying_allowed", "Healing the dying", False,
        "Whether First Aid can heal somebody dying instead of stabilising them.", "WL-AMB-08", "WL-MAJ-08",
    ),
    flag(
        "treated_injuries_count", "Treated injuries count", False,
        "Whether an injury still counts for difficulties after it was treated.", "WL-AMB-08", "WL-MAJ-09",
    ),
)  # fmt: skip

ATTACKS = (
    choice(
        "reach_penalty_scope", "Shooting in reach: of whom", ("any_enemy", "attacked_target"),
        "Whether any able enemy in reach makes shooting harder, or only the one attacked.", "WL-AMB-02", "WL-ATK-07",
    ),
    listed(
        "reach_penalty_kinds", "Shooting in reach: weapons", ["ranged", "thrown"],
        "For which weapons an enemy in reach counts.", "WL-AMB-02", "WL-ATK-07", options=("ranged", "thrown"),
    ),
    number(
        "reach_penalty", "Shooting in reach: difficulty", 2, 0, 5, "Counts once.", "WL-AMB-02", "WL-ATK-07",
    ),
    flag(
        "prone_bonus_at_reach", "Prone: easier from reach", True,
        "Whether attacks from reach are as easy as those from close.", "WL-AMB-06", "WL-PRONE-05",
    ),
    choice(
        "range_difference", "Range difference", ("zones", "categories_capped_at_3"),
        "Counted in zones, or in distance categories, of which extreme is the last.", "WL-AMB-11", "WL-ATK-05",
    ),
    flag(
        "melee_requires_reach", "Melee needs reach", True, "Whether a blow reaches no further.",
        "WL-AMB-25", "WL-ATK-08",
    ),
    flag(
        "weapon_must_be_held", "Weapons must be in hand", True, "Built-in and natural ones always are.",
        "WL-AMB-25", "WL-MIN-02",
    ),
    flag(
        "aim_keep_better", "Aim keeps the better die", False, "Off: the new result stands.", "WL-AMB-22", "WL-MIN-01",
    ),
    number(
        "base_shot_cost", "Ammunition of a shot", 1, 0, 10, "Besides what is spent on further dice.",
        "WL-AMB-13", "WL-ATK-14",
    ),
    flag("miss_uses_ammo", "A miss uses ammunition", True, "Whether it does.", "WL-AMB-13", "WL-ATK-14"),
    choice(
        "extra_ammo_declared", "Further shots are declared", ("after_hit", "before_roll"),
        "When ammunition for further dice is spent.", "WL-AMB-13", "WL-ATK-12",
    ),
    flag(
        "thrown_ammo_dice", "Further dice for thrown weapons", False,
        "Whether throwing several adds dice.", "WL-AMB-13", "WL-ATK-12",
    ),
    number(
        "ap_per_extra_cd", "AP for each further die", 0, 0, 6,
        "What a die bought with ammunition costs besides.", "WL-MIS-02", "WL-ATK-12",
    ),
    listed(
        "cover_applies_to", "Cover helps against", ["ranged", "thrown"], "Kinds of attack.",
        "WL-MIS-04", "WL-PRONE-06", options=("ranged", "thrown", "melee", "unarmed"),
    ),
    choice(
        "cover_effect", "Cover dice", ("add_dr", "difficulty_per_die", "note_only"),
        "Are rolled and added to the resistance, raise the difficulty by one each, or are only shown.", "WL-MIS-04",
    ),
    choice(
        "cover_rolled", "Cover dice are rolled", ("after_damage", "before_damage"),
        "Whether the damage is known when they are.", "WL-AMB-29", "WL-PRONE-06",
    ),
    flag(
        "cover_reroll_keep_better", "Prone: cover keeps the better die", False,
        "Off: the new result of a cover die rolled again stands.", "WL-AMB-24", "WL-PRONE-06",
    ),
    listed(
        "damage_types", "Damage types", ["physical", "energy", "radiation", "poison"],
        "A further type, such as cold, has one resistance for the whole body, as poison has. Nothing does a type of "
        "damage that is not listed.", "WL-MIS-03", "WL-DR-01",
    ),
    listed(
        "effects_enabled", "Damage effects", list(EFFECTS),
        "Which effects of weapons are carried out or noted.", "WL-MIS-06", "WL-CD-02", options=EFFECTS,
    ),
)  # fmt: skip

HARM = (
    choice(
        "head_injury_loses", "A head injury takes", ("both", "major_only"), "Which actions of the next turn are lost.",
        "WL-AMB-03", "WL-INJ-04",
    ),
    flag(
        "head_injury_turns_stack", "Head injuries take a turn each", False,
        "Off: several before the next turn take only that one.", "WL-AMB-03", "WL-INJ-04",
    ),
    choice(
        "arm_injury_drop", "An arm injury makes drop", ("all", "struck_arm"),
        "Everything held, or what that arm holds and what takes both.", "WL-AMB-15", "WL-INJ-01",
    ),
    listed(
        "injury_penalties_stack", "Injuries that add up", [],
        "Where a second injury of the kind counts again.", "WL-AMB-16", "WL-INJ-03", "WL-INJ-05",
        options=("torso", "head"),
    ),
    choice(
        "injury_stacking", "Injuries of one hit", ("additive", "one_per_hit"),
        "A critical hit, reaching 0 HP and being dying each give one, or all together one.", "WL-AMB-17", "WL-DYING-01",
    ),
    choice(
        "dying_injury_on", "The dying are injured by", ("hit", "any_attack", "damage_only"),
        "Every hit, every attack even if it misses, or only hits that do damage.", "WL-AMB-17", "WL-DYING-04",
    ),
    choice(
        "bleeding_zero_hp_location", "0 HP by bleeding: injury at", ("torso", "roll", "ask"),
        "Where the injury of who bleeds down to 0 HP is.", "WL-AMB-18", "WL-DYING-01",
    ),
    choice(
        "other_zero_hp_location", "0 HP without a location: injury at", ("roll", "torso", "ask"),
        "Where the injury of any other damage without a location is.", "WL-AMB-18", "WL-DYING-01",
    ),
    choice(
        "dying_can_act", "The dying can take", ("none", "minor", "full"), "Actions in their turn.",
        "WL-AMB-19", "WL-DYING-01",
    ),
    flag("dying_prone", "The dying are prone", True, "Whether they fall.", "WL-AMB-19", "WL-DYING-01"),
    choice(
        "npc_zero_hp", "NPCs at 0 HP are", ("dying", "dead"), "Whether opponents get death tests.",
        "WL-AMB-19", "WL-DYING-01",
    ),
    choice(
        "end_of_turn_order", "At the end of a turn comes first", ("death_test_first", "bleeding_first"),
        "Of who was dying before the turn ended.", "WL-AMB-20", "WL-INJ-03", "WL-DYING-02",
    ),
    choice(
        "injuries_end", "Injuries last", ("treatment_only", "end_of_encounter"),
        "Until treated, or until the fight is over.", "WL-AMB-30", "WL-CRIT-03",
    ),
    flag(
        "radiation_caps_hp", "Radiation cuts current HP", True,
        "Whether current hit points fall to the lowered maximum.", "WL-AMB-14", "WL-RAD-01",
    ),
    choice(
        "radiation_crits", "Radiation as a critical hit", ("located_hits", "never", "always_roll_location"),
        "By hits at a location, never, or from sources on the whole body too, at a location rolled.",
        "WL-AMB-14", "WL-CRIT-01",
    ),
)  # fmt: skip

SETTINGS: tuple[SettingSpec, ...] = (*ORDER, *MOVEMENT, *TESTS, *HELP, *ATTACKS, *HARM)

_SPECS: dict[str, SettingSpec] = {spec.key: spec for spec in SETTINGS}


def setting(battle: AnyBattle, key: str) -> Any:
    """A house rule as it stands in this battle; one that a file gives an impossible value counts as not given."""
    return value_of(_SPECS[key], battle)
