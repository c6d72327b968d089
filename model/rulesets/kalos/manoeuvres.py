"""Disarming, distracting, takedowns, grappling, and focused teams (KM-DISARM, KM-TAKE, KM-GRAP, KM-FOCUS)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import end_effects_of, has_effect
from model.engine.modifiers import Modifier, explain, term
from model.engine.requests import Choice, Question
from model.rulesets.families.ogc.combat import Aim, DamageThrow
from model.rulesets.families.ogc.manoeuvres import ByHand, ByHandRules, Distracting
from model.rulesets.families.ogc.team_attack import Pick, TeamAttack
from model.rulesets.kalos.attack import COMBAT, falls_to_hit, not_cowering
from model.rulesets.kalos.checks import (
    COMMON,
    DAMAGE,
    MODERATE,
    POOLS,
    TRADE_PARAMETERS,
    WEAPONS,
    opposed_value,
    skill_value,
    valid_trades,
)
from model.rulesets.kalos.conditions import has_gift, is_spared
from model.rulesets.kalos.movement import ACTING, HELD, HOLDS, add_until_next_turn, may_recover, without_own_penalty
from model.rulesets.kalos.settings import major, rules, standard
from model.rulesets.kalos.sheet import ATTACK_SKILLS, Battle, Gear
from model.rulesets.kalos.tasks import FOCUSED, TEAMS
from model.state.base import ENVIRONMENT, Id
from model.state.battle import Item
from model.state.texts import Explanation, Refusal, ref, text

# -------------------------------------------------------------------------------------------- disarming and distracting


MANOEUVRE_PARAMETERS = (*(one for one in TRADE_PARAMETERS if one.key != DAMAGE), *COMMON)


def no_trades(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: by a house rule trades cannot be used with manoeuvres (KM-AMB-07)."""
    if not rules(battle).trades_with_maneuvers and any(one.said(call) for one in TRADE_PARAMETERS):
        sentence = text("By a house rule, trades cannot be used with manoeuvres.")
        yield Refusal(key="no_trades", sentence=sentence, rule="KM-AMB-07")


HAND_TO_HAND = (
    *ACTING.costs("standard", "KM-STD-01"),
    WEAPONS.one_combatant,
    ACTING.not_in_forced_turn,
    WEAPONS.at_hand,
    valid_trades,
    no_trades,
)
"""Guards of every hand-to-hand manoeuvre."""


def with_own_penalty(battle: Battle, who: Id, kind: str, *, is_before: bool) -> Battle:
    """Apply the penalty for trying a manoeuvre until the next turn: before its roll or after it, by house rule."""
    is_spared_it = kind == "disarming" and has_gift(battle, who, "disarming expert")
    counts_now = rules(battle).maneuver_penalty_on_own_roll == is_before
    return add_until_next_turn(battle, who, kind) if counts_now and not is_spared_it else battle


# ------------------------------------------------------------------------------------------ distracting


class KalosDistracting(Distracting[Battle, Gear]):
    combat = COMBAT
    rules = ("KM-DISTRACT-01", "KM-DISTRACT-02")
    help = "Deception against Self-control; a standard penalty until their next turn."

    def value(self, battle: Battle, call: Call, more: tuple[Modifier, ...]) -> Explanation:
        return skill_value(battle, call.actor, "deception", more)

    def against(self, battle: Battle, who: Id) -> Explanation:
        return opposed_value(battle, who, "self_control")

    def is_immune(self, battle: Battle, who: Id) -> bool:
        return is_spared(battle, who, "distracted")

    def distracted(self, battle: Battle, who: Id, target: Id) -> Battle:
        """Distract until the target's next turn, or by a house rule until that of `who` (KM-DISTRACT-02, KM-AMB-31)."""
        clock = who if rules(battle).distract_until == "distracter_turn" else None
        return add_until_next_turn(battle, target, "distracted", clock=clock)


DISTRACTING = KalosDistracting()

# ------------------------------------------------------------------------------------------------------------ grappling


# ------------------------------------------------------------------------------------------ rough landings


def _brought_down(battle: Battle, who: Id, ask: Ask) -> Battle:
    """Ask the GM whether a held flier makes a rough landing, and apply it (KM-HELD-03, KM-GRAP-03, KM-AMB-23)."""
    options = (Choice(key="yes", label="Rough landing"), Choice(key="no", label="Stays in the air"))
    title = text("Does {who} come down in a rough landing?", who=ref(who))
    question = Question(id="landing", title=title, options=options, default="yes", rule="KM-HELD-03", remember=True)
    if ask.choose(question, ENVIRONMENT) == "no":
        return battle
    ask.log(battle, "{0} comes down in a rough landing.", who)
    battle = end_effects_of(battle, who, "flying")
    if rules(battle).rough_landing_damage == "none":
        return battle
    title = text("How much does the landing hurt {who}?", who=ref(who))
    hurts = Question(id="landing_damage", title=title, kind="number", least=0, most=99, default=0, rule="KM-AMB-23")
    return POOLS.harm(battle, who, int(ask.choose(hurts, ENVIRONMENT)), "health", ask)


# ------------------------------------------------------------------------------------------ hurting a held target


def _means(battle: Battle, call: Call) -> Item[Gear] | None:
    """The melee attack that hurts a held target, or None for bare hands (KM-AMB-22)."""
    return None if rules(battle).grapple_hurt_damage == "unarmed" else battle.items.get(call.item or "")


def fit_for_grapple(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: a melee attack that can be used in a hold (KM-AMB-22)."""
    gear = WEAPONS.gear_of(_means(battle, call))
    if gear.attack_kind != "melee" or not gear.usable_in_grapple:
        sentence = text("That cannot be used against a held combatant.")
        yield Refusal(key="unfit_in_grapple", sentence=sentence, rule="KM-AMB-22")


# ------------------------------------------------------------------------------------------ hand-to-hand manoeuvres


class KalosByHand(ByHand[Battle, Gear]):
    combat = COMBAT
    holds = HOLDS
    rules = ByHandRules(
        disarm=("KM-DISARM-01", "KM-DISARM-02", "KM-DISARM-03", "KM-DISARM-04"),
        takedown=("KM-TAKE-01", "KM-TAKE-02", "KM-TAKE-03", "KM-TAKE-04"),
        grapple=("KM-GRAP-01", "KM-GRAP-02", "KM-GRAP-04", "KM-GRAP-06"),
        held="KM-GRAP-02",
        hands="KM-AMB-51",
        hurt=("KM-GRAP-05",),
        free=("KM-GRAP-08",),
        release="KM-GRAP-09",
    )
    disarm_help = "Melee; takes or knocks away an item in hand. A standard penalty until the next turn."
    takedown_help = "Melee; the target falls prone. A standard penalty until the next turn."
    parameters = MANOEUVRE_PARAMETERS
    guards = HAND_TO_HAND
    hurt_guards = (fit_for_grapple,)
    free_guards = (may_recover, *ACTING.costs("standard", "KM-GRAP-08")[1:])

    def exposed(self, battle: Battle, who: Id, manoeuvre: str, *, is_before: bool) -> Battle:
        kind = {"disarm": "disarming", "takedown": "taking_down"}.get(manoeuvre)
        return battle if kind is None else with_own_penalty(battle, who, kind, is_before=is_before)

    def squeeze(self, battle: Battle, call: Call) -> Aim[Gear]:
        return COMBAT.aimed(call, _means(battle, call))

    def squeezed(self, battle: Battle, aim: Aim[Gear], ask: Ask) -> Battle:
        """Hurt the held target (KM-GRAP-05)."""
        if rules(battle).grapple_hurt_damage != "gm":
            return COMBAT.strike(battle, aim, ask, DamageThrow())
        if falls_to_hit(battle, aim.target, ask, can_damage=True):
            return COMBAT.take_out(battle, aim.target, ask)
        title = text("How much does this hurt {who}?", who=ref(aim.target))
        question = Question(
            id="grapple_damage", title=title, kind="number", least=0, most=99, default=0, rule="KM-GRAP-05"
        )
        return POOLS.harm(battle, aim.target, int(ask.choose(question, ENVIRONMENT)), "health", ask)

    def grabbed(self, battle: Battle, aim: Aim[Gear], ask: Ask) -> Battle:
        return _brought_down(battle, aim.target, ask) if has_effect(battle, aim.target, "flying") else battle

    def most_held(self, battle: Battle) -> int:
        return rules(battle).max_holds_per_grappler

    def free_value(self, battle: Battle, call: Call, more: tuple[Modifier, ...]) -> Explanation:
        """Hand-to-hand Combat, rolled against the holder (KM-GRAP-08)."""
        who = call.actor
        if has_gift(battle, who, "escape artist"):
            more = (*more, Modifier(key="gift", label="Escape Artist", amount=major(battle), rule="KM-GIFT-01"))
        without = without_own_penalty(battle, HELD)
        return skill_value(battle, who, ATTACK_SKILLS["melee"], more, without=without, even_helpless=True)

    def held_against(self, battle: Battle, holder: Id | None) -> Explanation:
        if holder is None:
            return explain("dv", "Defence Value", [term("moderate", "Moderate", MODERATE, "KM-TASK-01")])
        return opposed_value(battle, holder, ATTACK_SKILLS["melee"])


BY_HAND = KalosByHand()
MANOEUVRES = (*BY_HAND.attempts(), DISTRACTING.action(), *BY_HAND.actions())


# -------------------------------------------------------------------------------------------------------- focused teams


PICKS: dict[str, Pick] = {"highest_roller": "highest", "chosen_attack": "chosen", "highest_dv": "highest_dv"}
"""Which attack of a team counts, by the house rule `team_focus_dv` (KM-AMB-29)."""


class KalosTeamAttack(TeamAttack[Battle, Gear]):
    combat = COMBAT
    teams = TEAMS
    id = "focus_attack"
    rules = ("KM-FOCUS-01", "KM-FOCUS-02", "KM-FOCUS-03", "KM-FOCUS-04", "KM-FOCUS-05")
    roll_rule = "KM-FOCUS-01"
    pick_rule = "KM-FOCUS-04"
    by_hand = BY_HAND
    able = (not_cowering,)
    picks_what_lands = True

    def damage_bonus(self, battle: Battle) -> Modifier:
        return Modifier(key=FOCUSED, label="Focused team", amount=standard(battle), rule="KM-FOCUS-05")

    def pick(self, battle: Battle) -> Pick:
        return PICKS[rules(battle).team_focus_dv]


FOCUS = KalosTeamAttack().action(
    guards=ACTING.costs("standard", "KM-STD-01"),
    help="The team focuses: everyone rolls with a standard bonus, the highest counts, and the team chooses which "
    "attack lands.",
)
