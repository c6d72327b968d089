"""The house rules of Speed & Effort: a setting for each point that the rules leave open."""

from typing import Annotated, Literal

from model.engine.settings import about, reader
from model.state.base import State


# fmt: off
class HouseRules(State):
    """House rules that a battle can set; the default applies to those that it does not set."""

    # -------------------------------------------------------------------------- initiative

    initiative_mode: Annotated[Literal["reroll", "fixed"], about(
        "Initiative", "Rolled again each round, or once at the start of combat.",
        "SE-INIT-07", "SE-INIT-04", "SE-INIT-05",
    )] = "reroll"
    initiative_ties: Annotated[Literal["dex_then_roll", "players_first", "simultaneous", "list_order"], about(
        "Ties in initiative",
        "The higher dexterity modifier and then a roll-off; the players' side first; a shared turn; or the order of "
        "the list.",
        "SE-AMB-08", "SE-INIT-02",
    )] = "dex_then_roll"
    order_of_sides: Annotated[Literal["common", "players_first", "npcs_first"], about(
        "Order of sides", "One common order for all, or all turns of one side before the other's.",
        "SE-AMB-18", "SE-INIT-03",
    )] = "common"
    surprise_initiative: Annotated[Literal["roll", "none_gm_order"], about(
        "Initiative in the surprise round", "Rolled as in any round, or the order that the GM sets.",
        "SE-AMB-10", "SE-SUR-02",
    )] = "roll"
    surprise_per_person: Annotated[bool, about(
        "Surprise for each combatant", "Whether the GM may exempt some of the unaware side from being surprised.",
        "SE-AMB-10", "SE-SUR-01",
    )] = True
    surprised_free_action: Annotated[bool, about(
        "Free actions while surprised", "Whether surprised combatants may use their free action in the surprise round.",
        "SE-AMB-10", "SE-SUR-03",
    )] = False

    # ------------------------------------------------------------------------------- plans

    planning_phase: Annotated[bool, about(
        "Plans before turns", "Off: nobody announces a plan; initiative is rolled at once.", "SE-AMB-09", "SE-TURN-01",
    )] = True
    plan_binding: Annotated[Literal["warn", "free", "locked"], about(
        "Plans are binding",
        "When a combatant does something other than planned: a note to the GM, nothing, or a refusal.",
        "SE-AMB-09", "SE-TURN-01",
    )] = "warn"
    plans_visible: Annotated[Literal["gm_only", "own_side", "all"], about(
        "Who sees plans",
        "Before they are carried out: only the GM; everyone, but only plans of the players' side; or everyone, all "
        "plans.",
        "SE-AMB-19", "SE-TURN-01",
    )] = "gm_only"

    # ----------------------------------------------------------------------------- actions

    action_exchange: Annotated[Literal["none", "action_for_free", "action_for_reaction"], about(
        "Giving up the action", "What the action may be exchanged for.", "SE-AMB-16", "SE-ACT-01",
    )] = "none"
    reaction_armed_from: Annotated[Literal["own_turn", "planning"], about(
        "When reactions are declared",
        "In the combatant's turn, until their next turn; or while planning, until their turn in the following round.",
        "SE-AMB-02", "SE-REA-01", "SE-REA-02",
    )] = "own_turn"
    reaction_resolves: Annotated[Literal["ask", "before", "at_trigger", "after"], about(
        "When a reaction is carried out",
        "The GM is asked each time; or before its trigger takes effect, at that moment, or after it.",
        "SE-AMB-03", "SE-REA-04",
    )] = "ask"
    reaction_allowed: Annotated[tuple[str, ...], about(
        "Actions allowed as reactions",
        "Any of move, use_item (with everything that handles an item), attack, aim, skill_check.",
        "SE-AMB-04", "SE-REA-01",
    )] = ("move", "use_item", "attack", "aim", "skill_check")
    reaction_chain: Annotated[bool, about(
        "Reactions to reactions", "Whether a reaction can be triggered by a reaction.", "SE-AMB-04", "SE-REA-04",
    )] = True
    reaction_may_decline: Annotated[bool, about(
        "A reaction may be declined",
        "Off: the GM is asked whether the trigger has occurred, and if so the reaction is carried out.",
        "SE-AMB-20", "SE-REA-04",
    )] = True
    contest_tie: Annotated[Literal["reroll", "higher_dex", "actor_first", "reactor_first", "simultaneous"], about(
        "Ties in a contest", "Roll again, the higher dexterity modifier, one of the two, or both at once.",
        "SE-AMB-05", "SE-REA-06",
    )] = "reroll"
    contest_effort: Annotated[bool, about(
        "Effort in a contest", "Whether effort points may be spent on a contest, before its roll.",
        "SE-AMB-05", "SE-REA-06",
    )] = False

    # ---------------------------------------------------------------------------- movement

    headstart_min_m: Annotated[int, about(
        "Run-up for a jump (m)", "How long a run must be to make the jump after it cheaper.",
        "SE-AMB-01", "SE-COST-05", least=0, most=20,
    )] = 4
    example_reading: Annotated[Literal["table", "walk_price"], about(
        "Run and jump",
        "Both by the table; or a run that ends in a jump costs 1 per metre and the jump counts as having a run-up.",
        "SE-AMB-01", "SE-EFF-04",
    )] = "table"
    rounding: Annotated[Literal["up_per_leg", "up_per_movement", "exact_halves", "down_per_leg"], about(
        "Fractions of points", "Rounded up for each leg, up for the whole movement, paid in halves, or rounded down "
                               "for each leg.",
        "SE-AMB-07", "SE-COST-01",
    )] = "up_per_leg"
    rounding_order: Annotated[Literal["double_then_round", "round_then_double"], about(
        "Difficult ground and fractions", "Whether the cost is doubled first or rounded first.",
        "SE-AMB-07", "SE-TERR-01",
    )] = "double_then_round"
    terrain_stacks: Annotated[bool, about(
        "Hindrances in one place add up", "Whether each of them doubles the cost again.",
        "SE-AMB-14", "SE-TERR-01",
    )] = False
    jump_terrain: Annotated[Literal["all_cells", "takeoff_only", "never"], about(
        "Jumps over difficult ground", "Doubled for each metre over it, only when taking off from it, or never.",
        "SE-AMB-14", "SE-TERR-01",
    )] = "all_cells"
    stance_required_for_mode: Annotated[bool, about(
        "Movement modes need their stance",
        "Crouched movement needs the crouching stance, crawling the prone one, everything else standing.",
        "SE-AMB-12", "SE-STANCE-01",
    )] = True
    stance_uses_action: Annotated[bool, about(
        "Changing stance alone takes the action", "Off: it only costs speed points.", "SE-AMB-12", "SE-STANCE-01",
    )] = True
    running_allowed: Annotated[Literal["always", "gm_per_movement"], about(
        "Running", "Always possible, or the GM is asked each time.", "SE-AMB-13", "SE-COST-03",
    )] = "always"
    split_movement: Annotated[bool, about(
        "Splitting a movement", "Whether one movement may be split around another action of the same turn.",
        "SE-AMB-13", "SE-MOVE-01",
    )] = False
    diagonals: Annotated[Literal["euclidean", "alternating", "one"], about(
        "Diagonals",
        "Their true length; every second one counts double; or the same as a straight step. The cell is the grid's.",
        "SE-MIS-08", "SE-COST-01",
    )] = "euclidean"

    # ------------------------------------------------------------------------------ points

    sp_regain: Annotated[Literal["full", "fixed"], about(
        "Regaining speed", "All points, or a fixed number of them.", "SE-AMB-06", "SE-MOVE-04",
    )] = "full"
    sp_regain_amount: Annotated[int, about(
        "Regaining speed: points", "How many, where a fixed number is regained.",
        "SE-AMB-06", "SE-MOVE-04", least=1, most=99,
    )] = 5
    sp_regain_cost: Annotated[Literal["action_reaction", "action_only", "all_three"], about(
        "Regaining speed costs", "What is given up for it.", "SE-AMB-06", "SE-MOVE-04",
    )] = "action_reaction"
    sp_regain_when: Annotated[Literal["end_of_turn", "start_of_next_turn", "at_once"], about(
        "When speed comes back", "At the end of the turn, at the start of the next one, or at once.",
        "SE-AMB-06", "SE-MOVE-04",
    )] = "end_of_turn"
    sp_regain_only_at_zero: Annotated[bool, about(
        "Regaining speed only at zero", "Whether a combatant must have no speed points left.",
        "SE-AMB-06", "SE-MOVE-04",
    )] = False
    sp_auto_refresh: Annotated[Literal["never", "each_round"], about(
        "Speed comes back by itself", "Whether every round starts with all speed points.", "SE-AMB-06", "SE-MOVE-02",
    )] = "never"
    ep_per_sp: Annotated[int, about(
        "Effort points per speed point", "The exchange rate.", "SE-AMB-11", "SE-EFF-01", least=1, most=10,
    )] = 1
    ep_for_stance: Annotated[bool, about(
        "Effort pays for stances", "Whether effort points can pay for a change of stance.", "SE-AMB-11", "SE-EFF-01",
    )] = True
    ep_refresh: Annotated[Literal["manual", "each_encounter", "each_round"], about(
        "When effort comes back", "When the GM says so, with every combat, or with every round.",
        "SE-MIS-06", "SE-EFF-01",
    )] = "manual"

    # ----------------------------------------------------------------------------- attacks

    attack_mode: Annotated[Literal["d10", "gm"], about(
        "Attacks", "A roll against the defence number, or the GM says what happens.", "SE-MIS-01", "SE-ACT-05",
    )] = "d10"
    attack_default_target: Annotated[int, about(
        "Default defence number", "For combatants who have none of their own.", "SE-MIS-01", least=1, most=30,
    )] = 7
    attack_natural_10_hits: Annotated[bool, about(
        "A 10 on the die always hits", "No matter what the modifiers are.", "SE-MIS-01",
    )] = False
    attack_natural_1_misses: Annotated[bool, about(
        "A 1 on the die always misses", "No matter what the modifiers are.", "SE-MIS-01",
    )] = False
    damage_mode: Annotated[Literal["roll", "gm"], about(
        "Damage", "From the weapon, or named by the GM.", "SE-MIS-02", "SE-ACT-05",
    )] = "roll"
    damage_min_on_hit: Annotated[int, about(
        "Minimum damage of a hit", "Armour cannot reduce the damage any further.", "SE-MIS-02", least=0, most=5,
    )] = 0
    zero_health: Annotated[Literal["out", "dead", "ask"], about(
        "No health left", "Out of combat, dead, or the GM is asked.", "SE-MIS-02",
    )] = "out"
    aim_bonus: Annotated[int, about(
        "Aiming", "Bonus to the next attack on the target.", "SE-MIS-04", least=0, most=10,
    )] = 1
    aim_lost_on_move: Annotated[bool, about(
        "Moving loses the aim", "Whether a combatant who aims must stay in place.", "SE-MIS-04",
    )] = True
    check_mode: Annotated[Literal["d10", "gm"], about(
        "Skill checks", "A roll against a number, or the GM says what happens.", "SE-MIS-05", "SE-ACT-07",
    )] = "d10"
    check_default_target: Annotated[int, about(
        "Default number for a check", "Used where the GM names none.", "SE-MIS-05", least=1, most=30,
    )] = 7
    ammo_per_attack: Annotated[int, about(
        "Ammunition for an attack", "Shots that each attack uses.", "SE-MIS-07", least=0, most=20,
    )] = 1
    melee_reach_m: Annotated[float, about(
        "Melee reach (m)", "How far melee weapons reach.", "SE-MIS-08", least=0.5, most=5,
    )] = 1.5
    stance_mod_crouching_ranged: Annotated[int, about(
        "Ranged attacks against a crouching target", "What the target's stance does to the attack.",
        "SE-MIS-09", least=-10, most=10,
    )] = 0
    stance_mod_crouching_melee: Annotated[int, about(
        "Melee attacks against a crouching target", "What the target's stance does to the attack.",
        "SE-MIS-09", least=-10, most=10,
    )] = 0
    stance_mod_prone_ranged: Annotated[int, about(
        "Ranged attacks against a prone target", "What the target's stance does to the attack.",
        "SE-MIS-09", least=-10, most=10,
    )] = 0
    stance_mod_prone_melee: Annotated[int, about(
        "Melee attacks against a prone target", "What the target's stance does to the attack.",
        "SE-MIS-09", least=-10, most=10,
    )] = 0
# fmt: on


rules = reader(HouseRules)
