"""First Aid and its three uses (WL-MAJ-07 to WL-MAJ-10, WL-AMB-08)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, end_effects, end_effects_of, has_effect
from model.engine.modifiers import Modifier, term
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Ruleset
from model.engine.telling import tell
from model.rulesets.wasteland.checks import TEST_PARAMETERS, Check, Outcome, difficulty_of, keep_points, take_test
from model.rulesets.wasteland.conditions import (
    DEAD,
    DYING,
    TREATED,
    UNCONSCIOUS,
    injuries,
    injury_count,
)
from model.rulesets.wasteland.costs import costs, no, pay
from model.rulesets.wasteland.distance import are_enemies, distance
from model.rulesets.wasteland.handling import PATIENT, patient_of
from model.rulesets.wasteland.harm import with_hp
from model.rulesets.wasteland.points import DICE, available, can_buy_dice, spend_points
from model.rulesets.wasteland.settings import rules
from model.rulesets.wasteland.stats import hp, hp_max, rating, titled
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Refusal, text

HEAL, STABILISE = "heal", "stabilise"
TREAT = "treat:"


def near_enough(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: a patient who lives, as near as a house rule wants (WL-AMB-08)."""
    who, patient = call.actor, patient_of(call)
    if who not in battle.combatants:
        return
    if patient not in battle.combatants:
        yield Refusal(key="thing", sentence=text("Only combatants get First Aid."), can_override=False)
        return
    if has_effect(battle, patient, DEAD):
        yield no("patient_dead", "{who} is dead.", "WL-MAJ-07", patient)
    found = None if patient == who else distance(battle, who, patient)
    wanted = rules(battle).first_aid_range
    if found is None or wanted == "any" or found.is_reach:
        return
    if wanted == "reach" or found.zones > 0:
        yield no("too_far", f"{{who}} is too far away for First Aid: it takes {wanted}.", "WL-MAJ-07", patient)


def first_aid(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """INT + Medicine against the patient's injuries; one use on a pass (WL-MAJ-07)."""
    who, patient = call.actor, patient_of(call)
    battle = pay(battle, who, "major")
    parts = [term("injuries", "Injuries", injury_count(battle, patient), "WL-MAJ-07")]
    if patient == who:
        parts.append(Modifier(key="oneself", label="On oneself", amount=1, rule="WL-MAJ-07"))
    check = Check(
        id="first_aid",
        title="First Aid",
        who=who,
        pair=("intelligence", "medicine"),
        difficulty=difficulty_of(battle, who, parts, call, needs_sight=False),
    )
    ask.say(tell(battle, "{0} gives {1} First Aid.", who, patient))
    outcome, battle = take_test(battle, check, call, ask)
    if not outcome.passed:
        ask.say(tell(battle, "It does not help {0}.", patient))
        return battle
    battle = keep_points(battle, outcome, ask)
    chosen = _chosen_use(battle, patient, who, ask)
    if chosen.startswith(TREAT):
        return _treat(battle, patient, chosen.removeprefix(TREAT), ask)
    spent, battle = _spent(battle, who, outcome, ask)
    if chosen == STABILISE:
        return _stabilise(battle, patient, 1 + spent, ask)
    healed = rating(battle, who, "medicine") + spent
    before = hp(battle, patient)
    if healed and has_effect(battle, patient, DYING):
        battle = end_effects_of(battle, patient, DYING, UNCONSCIOUS)
    battle = with_hp(battle, patient, before + healed)
    ask.say(tell(battle, "{0} gets {healed} HP back.", patient, healed=hp(battle, patient) - before))
    return battle


def _chosen_use(battle: AnyBattle, patient: Id, who: Id, ask: Ask) -> str:
    """Exactly one of the uses that make sense for this patient."""
    is_dying = has_effect(battle, patient, DYING)
    options: list[Choice] = []
    if is_dying:
        options.append(Choice(key=STABILISE, label="Stabilise"))
    if not is_dying or rules(battle).heal_dying_allowed:
        options.append(Choice(key=HEAL, label="Heal"))
    places = dict.fromkeys(effect.note or effect.kind for effect in injuries(battle, patient))
    options += (Choice(key=f"{TREAT}{place}", label=f"Treat: {titled(place)}") for place in places)
    if len(options) == 1:
        return options[0].key
    question = Question(
        id="use", title=text("What is the First Aid used for?"), options=tuple(options), default=options[0].key,
        rule="WL-MAJ-07",
    )  # fmt: skip
    chosen: str = ask.choose(question, who)
    return chosen


def _spent(battle: AnyBattle, who: Id, outcome: Outcome, ask: Ask) -> tuple[int, AnyBattle]:
    """Action points for more HP; by house rule those that the test has just given, and no others, are at hand too."""
    own = 0
    if rules(battle).ap_from == "rally_only":
        own = outcome.surplus()
    most = available(battle, who) + own
    if most < 1:
        return 0, battle
    question = Question(
        id="ap",
        title=text("AP for further HP, at most {most}", most=most),
        kind="number",
        least=0,
        most=most,
        default=0,
        rule="WL-MAJ-08",
    )
    spent = int(ask.choose(question, who))
    return spent, spend_points(battle, who, max(0, spent - own), "First Aid", ask)


def _treat(battle: AnyBattle, patient: Id, place: str, ask: Ask) -> AnyBattle:
    """One injury is gone; where a house rule says so it still counts for difficulties (WL-MAJ-09)."""
    treated = next(effect for effect in injuries(battle, patient) if place in (effect.note, effect.kind))
    battle = end_effects(battle, lambda bearer, effect: effect.id == treated.id)
    ask.say(tell(battle, "{0}: the injury is treated ({location}).", patient, location=titled(place)))
    if rules(battle).treated_injuries_count:
        battle = add_effect(battle, patient, TREATED, note=treated.note)
    return battle


def _stabilise(battle: AnyBattle, patient: Id, points: int, ask: Ask) -> AnyBattle:
    """No longer dying, with 1 HP and what was spent, still unconscious (WL-MAJ-10).

    Where radiation has left no maximum they stay at 0 HP (WL-AMB-14).
    """
    battle = end_effects_of(battle, patient, DYING)
    battle = with_hp(battle, patient, min(points, hp_max(battle, patient).total))
    ask.say(tell(battle, "{0} is stable, and unconscious.", patient))
    if hp(battle, patient) <= 0:
        ask.say(tell(battle, "The maximum of {0} is 0: no HP come back.", patient))
    return battle if has_effect(battle, patient, UNCONSCIOUS) else add_effect(battle, patient, UNCONSCIOUS)


def in_need(battle: AnyBattle, who: Id) -> Id | None:
    """Of those on somebody's side in their zone, them included: the dying first, then injuries, then HP.

    Who is in the zone and out of reach is told to be so: one step is missing.
    """

    def need(patient: Id) -> tuple[bool, int, int]:
        is_dying = has_effect(battle, patient, DYING)
        return is_dying, injury_count(battle, patient), hp_max(battle, patient).total - hp(battle, patient)

    is_anywhere = rules(battle).first_aid_range == "any"
    reached = []
    for other, body in battle.combatants.items():
        found = None if other == who else distance(battle, who, other)
        is_near = found is None or is_anywhere or found.is_reach or found.zones == 0
        is_friend = other == who or not are_enemies(battle, who, other)
        if body.is_present and is_friend and is_near and not has_effect(battle, other, DEAD):
            reached.append(other)
    neediest = max(reached, key=lambda other: (*need(other), other == who), default=who)
    return neediest if any(need(neediest)) else None


FIRST_AID = Action(
    id="first_aid",
    title="First Aid",
    run=first_aid,
    targets="maybe",
    is_help=True,
    needed_by=in_need,
    parameters=(PATIENT, *DICE, *TEST_PARAMETERS),
    guards=(*costs("major", "WL-MAJ-07"), near_enough, can_buy_dice),
    rules=("WL-MAJ-07", "WL-MAJ-08", "WL-MAJ-09", "WL-MAJ-10"),
    cost="major action",
    key="K",
    help="Heal, treat an injury or stabilise; oneself, if nobody else is named.",
)
