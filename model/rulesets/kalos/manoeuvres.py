"""Disarming, distracting, takedowns, grappling, and focused teams (KM-DISARM, KM-TAKE, KM-GRAP, KM-FOCUS)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import end_effects_of, has_effect
from model.engine.modifiers import Modifier, explain, term
from model.engine.requests import Question, yes_or_no
from model.rulesets.families.ogc.combat import Aim, DamageThrow
from model.rulesets.families.ogc.manoeuvres import ByHand, ByHandRules, Distracting
from model.rulesets.families.ogc.team_attack import TeamAttack
from model.rulesets.kalos.attack import COMBAT
from model.rulesets.kalos.checks import (
    AV_MODIFIER,
    COMMON,
    COVER,
    DAMAGE,
    DAMAGE_MODIFIER,
    DV_MODIFIER,
    MODERATE,
    TRADE_PARAMETERS,
    WEAPONS,
    opposed_value,
    skill_value,
    valid_trades,
)
from model.rulesets.kalos.conditions import has_gift, is_spared
from model.rulesets.kalos.movement import ACTING, HOLDS, add_until_next_turn, may_recover
from model.rulesets.kalos.settings import major, standard
from model.rulesets.kalos.sheet import ATTACK_SKILLS, Battle, Gear
from model.rulesets.kalos.tasks import FOCUSED, TEAMS
from model.state.base import ENVIRONMENT, Id
from model.state.texts import Explanation, Refusal, ref, text

# -------------------------------------------------------------------------------------------- disarming and distracting


MANOEUVRE_PARAMETERS = (*(one for one in TRADE_PARAMETERS if one.key != DAMAGE), *COMMON)


HAND_TO_HAND = (
    *ACTING.costs("standard", "KM-STD-01"),
    WEAPONS.one_combatant,
    WEAPONS.at_hand,
    valid_trades,
)
"""Guards of every hand-to-hand manoeuvre."""


def with_own_penalty(battle: Battle, who: Id, kind: str) -> Battle:
    """Apply the penalty for trying a manoeuvre, from its own roll until the next turn (KM-AMB-41)."""
    is_spared_it = kind == "disarming" and has_gift(battle, who, "disarming expert")
    return battle if is_spared_it else add_until_next_turn(battle, who, kind)


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
        """Distract until the target's next turn (KM-DISTRACT-02, KM-AMB-31)."""
        return add_until_next_turn(battle, target, "distracted")


DISTRACTING = KalosDistracting()

# ------------------------------------------------------------------------------------------------------------ grappling


# ------------------------------------------------------------------------------------------ rough landings


def _brought_down(battle: Battle, who: Id, ask: Ask) -> Battle:
    """Ask the GM whether a held flier makes a rough landing, and apply it (KM-HELD-03, KM-GRAP-03, KM-AMB-23)."""
    options = yes_or_no("Rough landing", "Stays in the air")
    title = text("Does {who} come down in a rough landing?", who=ref(who))
    question = Question(id="landing", title=title, options=options, default="yes", rule="KM-HELD-03", remember=True)
    if ask.choose(question, ENVIRONMENT) == "no":
        return battle
    ask.log(battle, "{0} comes down in a rough landing.", who)
    return end_effects_of(battle, who, "flying")


# ------------------------------------------------------------------------------------------ hurting a held target


def fit_for_grapple(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: a melee attack that can be used in a hold (KM-AMB-22)."""
    gear = WEAPONS.gear_of(battle.items.get(call.item or ""))
    if gear.attack_kind != "melee" or not gear.usable_in_grapple:
        sentence = text("That cannot be used against a held combatant.")
        yield Refusal(key="unfit_in_grapple", sentence=sentence, rule="KM-AMB-22")


# ------------------------------------------------------------------------------------------ hand-to-hand manoeuvres


class KalosByHand(ByHand[Battle, Gear]):
    combat = COMBAT
    holds = HOLDS
    most_held = 2
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

    def exposed(self, battle: Battle, who: Id, manoeuvre: str) -> Battle:
        kind = {"disarm": "disarming", "takedown": "taking_down"}.get(manoeuvre)
        return battle if kind is None else with_own_penalty(battle, who, kind)

    def squeeze(self, battle: Battle, call: Call) -> Aim[Gear]:
        return COMBAT.aimed(call, battle.items.get(call.item or ""))

    def squeezed(self, battle: Battle, aim: Aim[Gear], ask: Ask) -> Battle:
        """Hurt the held target with the chosen attack (KM-GRAP-05, KM-AMB-22)."""
        return COMBAT.strike(battle, aim, ask, DamageThrow())

    def grabbed(self, battle: Battle, aim: Aim[Gear], ask: Ask) -> Battle:
        return _brought_down(battle, aim.target, ask) if has_effect(battle, aim.target, "flying") else battle

    def free_value(self, battle: Battle, call: Call, more: tuple[Modifier, ...]) -> Explanation:
        """Hand-to-hand Combat, rolled against the holder (KM-GRAP-08)."""
        who = call.actor
        if has_gift(battle, who, "escape artist"):
            more = (*more, Modifier(key="gift", label="Escape Artist", amount=major(battle), rule="KM-GIFT-01"))
        return skill_value(battle, who, ATTACK_SKILLS["melee"], more, even_helpless=True)

    def held_against(self, battle: Battle, holder: Id | None) -> Explanation:
        if holder is None:
            return explain("dv", "Defence Value", [term("moderate", "Moderate", MODERATE, "KM-TASK-01")])
        return opposed_value(battle, holder, ATTACK_SKILLS["melee"])


BY_HAND = KalosByHand()
MANOEUVRES = (*BY_HAND.attempts(), DISTRACTING.action(), *BY_HAND.actions())


# -------------------------------------------------------------------------------------------------------- focused teams


class KalosTeamAttack(TeamAttack[Battle, Gear]):
    combat = COMBAT
    teams = TEAMS
    options = (COVER, AV_MODIFIER, DV_MODIFIER, DAMAGE_MODIFIER)
    id = "focus_attack"
    rules = ("KM-FOCUS-01", "KM-FOCUS-02", "KM-FOCUS-03", "KM-FOCUS-04", "KM-FOCUS-05")
    roll_rule = "KM-FOCUS-01"
    pick_rule = "KM-FOCUS-04"
    by_hand = BY_HAND
    picks_what_lands = True

    def damage_bonus(self, battle: Battle) -> Modifier:
        return Modifier(key=FOCUSED, label="Focused team", amount=standard(battle), rule="KM-FOCUS-05")


FOCUS = KalosTeamAttack().action(
    guards=ACTING.costs("standard", "KM-STD-01"),
    help="The team focuses: everyone rolls with a standard bonus, the highest counts, and the team chooses which "
    "attack lands.",
)
