"""Holding somebody: grappling, hurting the held, breaking free, letting go (KM-GRAP, KM-HELD)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import end_effects_of, has_effect
from model.engine.modifiers import Modifier, explain, term
from model.engine.requests import Choice, Question
from model.engine.telling import tell
from model.rulesets.families.ogc.combat import Aim
from model.rulesets.families.ogc.damage import Blow
from model.rulesets.families.ogc.grapple import GrappleRules, Grappling
from model.rulesets.kalos.attack import COMBAT
from model.rulesets.kalos.checks import MODERATE, opposed_value, skill_value
from model.rulesets.kalos.conditions import has_gift
from model.rulesets.kalos.costs import ACTING
from model.rulesets.kalos.damage import falls_to_hit, strike, take_out
from model.rulesets.kalos.gear import SKILLS, Gear, gear_of
from model.rulesets.kalos.holds import HELD, HOLDS
from model.rulesets.kalos.manoeuvres import HAND_TO_HAND, MANOEUVRE_PARAMETERS
from model.rulesets.kalos.pools import POOLS
from model.rulesets.kalos.settings import major, rules
from model.rulesets.kalos.shaking_off import may_recover, without_own_penalty
from model.state.base import ENVIRONMENT, Id
from model.state.battle import AnyBattle, Item
from model.state.texts import Explanation, Refusal, ref, text

# ------------------------------------------------------------------------------------------ grappling


def _brought_down(battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """A flier who is held may land roughly, on the GM's word (KM-HELD-03, KM-GRAP-03, KM-AMB-23)."""
    options = (Choice(key="yes", label="Rough landing"), Choice(key="no", label="Stays in the air"))
    title = text("Does {who} come down in a rough landing?", who=ref(who))
    question = Question(id="landing", title=title, options=options, default="yes", rule="KM-HELD-03", remember=True)
    if ask.choose(question, ENVIRONMENT) == "no":
        return battle
    ask.say(tell(battle, "{0} comes down in a rough landing.", who))
    battle = end_effects_of(battle, who, "flying")
    if rules(battle).rough_landing_damage == "none":
        return battle
    title = text("How much does the landing hurt {who}?", who=ref(who))
    hurts = Question(id="landing_damage", title=title, kind="number", least=0, most=99, default=0, rule="KM-AMB-23")
    return POOLS.harm(battle, who, int(ask.choose(hurts, ENVIRONMENT)), "health", ask)


# ------------------------------------------------------------------------------------------ hurting the held


def _means(battle: AnyBattle, call: Call) -> Item[Gear] | None:
    """The hand-to-hand attack that hurts the held; None: the bare hand (KM-AMB-22)."""
    return None if rules(battle).grapple_hurt_damage == "unarmed" else battle.items.get(call.item or "")


def fit_for_grapple(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: a hand-to-hand attack that can be used in a hold (KM-AMB-22)."""
    gear = gear_of(_means(battle, call))
    if gear.attack_kind != "melee" or not gear.usable_in_grapple:
        sentence = text("That cannot be used on somebody who is held.")
        yield Refusal(key="unfit_in_grapple", sentence=sentence, rule="KM-AMB-22")


# ------------------------------------------------------------------------------------------ breaking free


class KalosGrappling(Grappling):
    combat = COMBAT
    holds = HOLDS
    rules = GrappleRules(
        grapple=("KM-GRAP-01", "KM-GRAP-02", "KM-GRAP-04", "KM-GRAP-06"),
        held="KM-GRAP-02",
        hands="KM-AMB-51",
        hurt=("KM-GRAP-05",),
        free=("KM-GRAP-08",),
        release="KM-GRAP-09",
    )
    parameters = MANOEUVRE_PARAMETERS
    guards = HAND_TO_HAND
    hurt_guards = (fit_for_grapple,)
    free_guards = (may_recover, *ACTING.costs("standard", "KM-GRAP-08")[1:])

    def aim(self, battle: AnyBattle, call: Call) -> Aim:
        return COMBAT.aimed(call, None)

    def squeeze(self, battle: AnyBattle, call: Call) -> Aim:
        return COMBAT.aimed(call, _means(battle, call))

    def squeezed(self, battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
        """Exert strength on who is held (KM-GRAP-05)."""
        if rules(battle).grapple_hurt_damage != "gm":
            return strike(battle, aim, ask, Blow())
        if falls_to_hit(battle, aim.target, ask, can_damage=True):
            return take_out(battle, aim.target, ask)
        title = text("How much does that hurt {who}?", who=ref(aim.target))
        question = Question(
            id="grapple_damage", title=title, kind="number", least=0, most=99, default=0, rule="KM-GRAP-05"
        )
        return POOLS.harm(battle, aim.target, int(ask.choose(question, ENVIRONMENT)), "health", ask)

    def grabbed(self, battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
        return _brought_down(battle, aim.target, ask) if has_effect(battle, aim.target, "flying") else battle

    def most_held(self, battle: AnyBattle) -> int:
        return rules(battle).max_holds_per_grappler

    def free_value(self, battle: AnyBattle, call: Call, more: tuple[Modifier, ...]) -> Explanation:
        """Hand-to-hand Combat against who holds (KM-GRAP-08)."""
        who = call.actor
        if has_gift(battle, who, "escape artist"):
            more = (*more, Modifier(key="gift", label="Escape Artist", amount=major(battle), rule="KM-GIFT-01"))
        without = without_own_penalty(battle, HELD)
        return skill_value(battle, who, SKILLS["melee"], more, without=without, even_helpless=True)

    def held_against(self, battle: AnyBattle, holder: Id | None) -> Explanation:
        if holder is None:
            return explain("dv", "Defence Value", [term("moderate", "Moderate", MODERATE, "KM-TASK-01")])
        return opposed_value(battle, holder, SKILLS["melee"])


GRAPPLING = KalosGrappling()
