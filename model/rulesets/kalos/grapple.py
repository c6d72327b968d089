"""Holding somebody: grappling, hurting the held, breaking free, letting go (KM-GRAP, KM-HELD)."""

from __future__ import annotations

from collections.abc import Iterator

from model.dice.requests import sum_of
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of, end_effects, end_effects_of, has_effect
from model.engine.modifiers import Modifier
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Ruleset
from model.engine.telling import tell
from model.rulesets.families.ogc.acting import no
from model.rulesets.kalos.attack import Aim, resolve
from model.rulesets.kalos.attack_options import within_reach
from model.rulesets.kalos.checks import MODERATE, is_helpless, opposed_value, skill_value
from model.rulesets.kalos.conditions import has_gift
from model.rulesets.kalos.costs import ACTING
from model.rulesets.kalos.damage import falls_to_hit, strike, take_out
from model.rulesets.kalos.gear import SKILLS, Gear, gear_of
from model.rulesets.kalos.holds import HELD, held_by, let_go
from model.rulesets.kalos.manoeuvres import HAND_TO_HAND, MANOEUVRE_PARAMETERS, declared, hand_to_hand
from model.rulesets.kalos.pools import POOLS
from model.rulesets.kalos.recovering import may_recover, without_own_penalty
from model.rulesets.kalos.settings import major, setting
from model.state.base import ENVIRONMENT, Id
from model.state.battle import AnyBattle, Item
from model.state.texts import Refusal, ref, text

# ------------------------------------------------------------------------------------------ grappling


def has_free_hand(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: does not hold this one already, nor too many (KM-AMB-51)."""
    if call.actor not in battle.combatants:
        return
    holding = held_by(battle, call.actor)
    if call.target in holding:
        yield no("holds_already", "{who} is held by them already.", "KM-GRAP-02", str(call.target))
    elif len(holding) >= setting(battle, "max_holds_per_grappler"):
        yield no("hands_full", "{who} cannot hold any more people.", "KM-AMB-51", call.actor)


def grapple(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Hand-to-hand Combat on both sides; the target is held (KM-GRAP-01 to KM-GRAP-04, KM-GRAP-06)."""
    battle = declared(battle, call, "{0} grapples {1}.", ask)
    return resolve(battle, hand_to_hand(call), ask, _grabbed)


def _grabbed(battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
    if falls_to_hit(battle, aim.target, ask, can_damage=False):
        return take_out(battle, aim.target, ask)
    ask.say(tell(battle, "{0} holds {1}.", aim.attacker, aim.target))
    battle = add_effect(battle, aim.target, HELD, other=aim.attacker, source=aim.attacker)
    return _brought_down(battle, aim.target, ask) if has_effect(battle, aim.target, "flying") else battle


def _brought_down(battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """A flier who is held may land roughly, on the GM's word (KM-HELD-03, KM-GRAP-03, KM-AMB-23)."""
    options = (Choice(key="yes", label="Rough landing"), Choice(key="no", label="Stays in the air"))
    title = text("Does {who} come down in a rough landing?", who=ref(who))
    question = Question(id="landing", title=title, options=options, default="yes", rule="KM-HELD-03", remember=True)
    if ask.choose(question, ENVIRONMENT) == "no":
        return battle
    ask.say(tell(battle, "{0} comes down in a rough landing.", who))
    battle = end_effects_of(battle, who, "flying")
    if setting(battle, "rough_landing_damage") == "none":
        return battle
    title = text("How much does the landing hurt {who}?", who=ref(who))
    hurts = Question(id="landing_damage", title=title, kind="number", least=0, most=99, default=0, rule="KM-AMB-23")
    return POOLS.harm(battle, who, int(ask.choose(hurts, ENVIRONMENT)), "health", ask)


# ------------------------------------------------------------------------------------------ hurting the held


def holds_target(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: the target is held by the actor (KM-GRAP-05, KM-GRAP-09)."""
    if call.target in battle.combatants and call.target not in held_by(battle, call.actor):
        sentence = text("{who} does not hold {target}.", who=ref(call.actor), target=ref(str(call.target)))
        yield Refusal(key="not_held", sentence=sentence, rule="KM-GRAP-05", can_override=False)


def _means(battle: AnyBattle, call: Call) -> Item[Gear] | None:
    """The hand-to-hand attack that hurts the held; None: the bare hand (KM-AMB-22)."""
    return None if setting(battle, "grapple_hurt_damage") == "unarmed" else battle.items.get(call.item or "")


def fit_for_grapple(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: a hand-to-hand attack that can be used in a hold (KM-AMB-22)."""
    gear = gear_of(_means(battle, call))
    if gear.attack_kind != "melee" or not gear.usable_in_grapple:
        sentence = text("That cannot be used on somebody who is held.")
        yield Refusal(key="unfit_in_grapple", sentence=sentence, rule="KM-AMB-22")


def hurt_held(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Exert strength on who is held (KM-GRAP-05)."""
    battle = declared(battle, call, "{0} tries to hurt {1} in the hold.", ask)
    return resolve(battle, hand_to_hand(call), ask, _squeezed)


def _squeezed(battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
    if setting(battle, "grapple_hurt_damage") != "gm":
        return strike(battle, aim.attacker, aim.target, _means(battle, aim.call), aim.call, ask)
    if falls_to_hit(battle, aim.target, ask, can_damage=True):
        return take_out(battle, aim.target, ask)
    title = text("How much does that hurt {who}?", who=ref(aim.target))
    question = Question(id="grapple_damage", title=title, kind="number", least=0, most=99, default=0, rule="KM-GRAP-05")
    return POOLS.harm(battle, aim.target, int(ask.choose(question, ENVIRONMENT)), "health", ask)


# ------------------------------------------------------------------------------------------ breaking free


def is_held(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: held, and by the target if one is named (KM-GRAP-08)."""
    holds = effects_of(battle, call.actor, HELD)
    if call.actor in battle.combatants and not holds:
        yield no("not_held", "{who} is not held.", "KM-GRAP-08", call.actor)
    elif call.targets and all(hold.other != call.target for hold in holds):
        yield no("not_held", "{who} does not hold them.", "KM-GRAP-08", str(call.target))


def break_free(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Hand-to-hand Combat against who holds; success ends that hold (KM-GRAP-08)."""
    who = call.actor
    holds = effects_of(battle, who, HELD)
    hold = next((one for one in holds if not call.targets or one.other == call.target), holds[0])
    battle = ACTING.pay(battle, who, "standard", ask)
    ask.say(tell(battle, "{0} tries to break free.", who))
    more = []
    if has_gift(battle, who, "escape artist"):
        more.append(Modifier(key="gift", label="Escape Artist", amount=major(battle), rule="KM-GIFT-01"))
    without = without_own_penalty(battle, HELD)
    av = ask.number(skill_value(battle, who, SKILLS["melee"], more, without=without, even_helpless=True))
    dv = MODERATE
    if hold.other in battle.combatants:
        dv = ask.number(opposed_value(battle, hold.other, SKILLS["melee"]))
    request = sum_of("break_free", "Break free", "2d6", bonus=av, against=dv, words=("success", "failure"))
    is_free = ask.verdict("free", "Breaks free", ask.roll(request, who), at_least=dv, rule="KM-GRAP-08")
    ask.measure(who, "free", is_free)
    if not is_free:
        return battle
    ask.say(tell(battle, "{0} breaks free.", who))
    return end_effects(battle, lambda bearer, one: bearer == who and one.id == hold.id)


def release(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Let somebody go, whenever wanted (KM-GRAP-09, KM-ANY-01)."""
    target = call.targets[0]
    ask.say(tell(battle, "{0} lets {1} go.", call.actor, target))
    return let_go(battle, call.actor, target)


# ------------------------------------------------------------------------------------------ when holds end


def settle_holds(before: AnyBattle, after: AnyBattle, ask: Ask) -> AnyBattle:
    """A hold ends when who holds is down or gone, or the two are no longer adjacent (KM-AMB-51)."""
    if before.combatants is after.combatants:
        return after
    for held, combatant in after.combatants.items():
        for hold in combatant.effects.values():
            if hold.kind != HELD or hold.other not in after.combatants or _still_holds(after, hold.other, held):
                continue
            ask.say(tell(after, "{0} is no longer held by {1}.", held, hold.other))
            after = let_go(after, hold.other, held)
    return after


def _still_holds(battle: AnyBattle, holder: Id, held: Id) -> bool:
    one = battle.combatants[holder]
    if one.is_out or not one.is_present or is_helpless(battle, holder):
        return False
    return not any(True for _ in within_reach(battle, holder, held, None))


GRAPPLING = (
    Action(
        id="grapple",
        title="Grapple",
        run=grapple,
        targets="one",
        parameters=MANOEUVRE_PARAMETERS,
        guards=(*HAND_TO_HAND, has_free_hand),
        rules=("KM-GRAP-01", "KM-GRAP-02", "KM-GRAP-04", "KM-GRAP-06"),
        cost="standard action",
        group="attack",
        help="Hand to hand; the target is held until they break free.",
    ),
    Action(
        id="hurt_held",
        title="Hurt who is held",
        run=hurt_held,
        targets="one",
        parameters=MANOEUVRE_PARAMETERS,
        guards=(*HAND_TO_HAND, holds_target, fit_for_grapple),
        rules=("KM-GRAP-05",),
        cost="standard action",
        group="attack",
        help="Hand to hand against somebody you hold; damage of a hand-to-hand attack.",
    ),
    Action(
        id="break_free",
        title="Break free",
        run=break_free,
        targets="none",
        guards=(may_recover, *ACTING.costs("standard", "KM-GRAP-08")[1:], is_held),
        rules=("KM-GRAP-08",),
        cost="standard action",
        group="defence",
        help="Hand to hand against who holds you.",
    ),
    Action(
        id="release",
        title="Let go",
        run=release,
        targets="one",
        guards=(ACTING.somebody, holds_target),
        rules=("KM-GRAP-09",),
        cost="anytime action",
        group="other",
        help="Let go of somebody you hold.",
    ),
)
