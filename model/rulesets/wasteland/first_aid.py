"""First Aid: healing, treating injuries, stabilising the dying, and waking up (WL-MAJ-07 to WL-MAJ-10)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, end_effects, end_effects_of, has_effect
from model.engine.guards import no, not_beside
from model.engine.messages import healing_message
from model.engine.modifiers import Modifier, term
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Parameter
from model.rulesets.wasteland import checks, payment
from model.rulesets.wasteland.conditions import DEAD, DYING, UNCONSCIOUS, injuries, injury_count
from model.rulesets.wasteland.harm import with_hp
from model.rulesets.wasteland.movement import are_enemies, distance
from model.rulesets.wasteland.sheet import Battle
from model.rulesets.wasteland.values import hp, hp_max, rating, titled
from model.state.base import Id
from model.state.texts import Refusal, ref, text

# ---------------------------------------------------------------------------------------------------------- the patient


def _needs_patient(battle: Battle, call: Call) -> bool:
    """Whether a patient can be named here: only without a marked target, or if one is named already."""
    return call.target is None or bool(PATIENT.said(call))


PATIENT: Parameter[Id | None] = Parameter(
    key="patient", title="For whom", kind="combatant", rule="WL-MIN-07", help="Empty: the actor.",
    applies=_needs_patient,
)  # fmt: skip


def patient_of(call: Call) -> Id:
    """The patient of First Aid or a chem: as named, else the target, else the actor."""
    return PATIENT.said(call) or call.target or call.actor


HEAL, STABILISE = "heal", "stabilise"
TREAT = "treat:"


def near_enough(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the patient is alive and within reach (WL-AMB-08)."""
    who, patient = call.actor, patient_of(call)
    if who not in battle.combatants:
        return
    if patient not in battle.combatants:
        yield Refusal(key="thing", sentence=text("Only combatants can get First Aid."), can_override=False)
        return
    if has_effect(battle, patient, DEAD):
        yield no("patient_dead", "{who} is dead.", "WL-MAJ-07", patient)
    found = distance(battle, who, patient)
    if found is not None and not found.is_reach:
        yield not_beside("too_far", "{who} is too far away for First Aid: it needs reach.", "WL-MAJ-07", patient)


def first_aid(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Test INT + Medicine against the patient's injuries; one use if it passes (WL-MAJ-07)."""
    who, patient = call.actor, patient_of(call)
    battle = payment.pay(battle, who, "major")
    parts = [term("injuries", "Injuries", injury_count(battle, patient), "WL-MAJ-07")]
    if patient == who:
        parts.append(Modifier(key="oneself", label="On themselves", amount=1, rule="WL-MAJ-07"))
    check = checks.Check(
        id="first_aid",
        title="First Aid",
        who=who,
        pair=("intelligence", "medicine"),
        difficulty=checks.difficulty_of(battle, who, parts, call, needs_sight=False),
    )
    ask.log(battle, "{0} gives {1} First Aid.", who, patient)
    outcome, battle = checks.take_test(battle, check, call, ask)
    if not outcome.passed:
        ask.log(battle, "It does not help {0}.", patient)
        return battle
    battle = checks.keep_points(battle, outcome, ask)
    chosen = _chosen_use(battle, patient, who, ask)
    if chosen.startswith(TREAT):
        return _treat(battle, patient, chosen.removeprefix(TREAT), ask)
    spent, battle = _spent(battle, who, ask)
    if chosen == STABILISE:
        return _stabilise(battle, patient, 1 + spent, ask)
    before = hp(battle, patient)
    battle = with_hp(battle, patient, before + rating(battle, who, "medicine") + spent)
    ask.add_message(healing_message(battle, "{0} regains {healed} HP.", patient, healed=hp(battle, patient) - before))
    return battle


def _chosen_use(battle: Battle, patient: Id, who: Id, ask: Ask) -> str:
    """Ask for exactly one of the uses that make sense for this patient."""
    is_dying = has_effect(battle, patient, DYING)
    options = [Choice(key=STABILISE, label="Stabilise") if is_dying else Choice(key=HEAL, label="Heal")]
    places = dict.fromkeys(effect.note or effect.kind for effect in injuries(battle, patient))
    options += (Choice(key=f"{TREAT}{place}", label=f"Treat: {titled(place)}") for place in places)
    if len(options) == 1:
        return options[0].key
    question = Question(
        id="use", title=text("What is First Aid used for?"), options=tuple(options), default=options[0].key,
        rule="WL-MAJ-07",
    )  # fmt: skip
    chosen: str = ask.choose(question, who)
    return chosen


def _spent(battle: Battle, who: Id, ask: Ask) -> tuple[int, Battle]:
    """Ask for action points for more HP (WL-AP-01)."""
    most = payment.available(battle, who)
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
    return spent, payment.spend_points(battle, who, spent, "First Aid", ask)


def _treat(battle: Battle, patient: Id, place: str, ask: Ask) -> Battle:
    """Remove one injury (WL-MAJ-09)."""
    treated = next(effect for effect in injuries(battle, patient) if place in (effect.note, effect.kind))
    battle = end_effects(battle, lambda bearer, effect: effect.id == treated.id)
    ask.log(battle, "{0}: the injury is treated ({location}).", patient, location=titled(place))
    return battle


def _stabilise(battle: Battle, patient: Id, points: int, ask: Ask) -> Battle:
    """End dying, with 1 HP plus the points spent; the patient stays unconscious (WL-MAJ-10).

    If radiation has lowered the maximum to 0, they stay at 0 HP (WL-AMB-14).
    """
    battle = end_effects_of(battle, patient, DYING)
    battle = with_hp(battle, patient, min(points, hp_max(battle, patient).total))
    ask.log(battle, "{0} is stable, and unconscious.", patient)
    if hp(battle, patient) <= 0:
        ask.log(battle, "{0}'s maximum is 0: no HP are regained.", patient)
    return battle if has_effect(battle, patient, UNCONSCIOUS) else add_effect(battle, patient, UNCONSCIOUS)


def in_need(battle: Battle, who: Id) -> Id | None:
    """The neediest patient on a combatant's side in their zone, including themselves, or None if nobody needs help.

    The dying come first, then injuries, then HP. A patient in the zone but out of reach counts as well: the refusal
    of First Aid then says so, and one step is enough.
    """

    def need(patient: Id) -> tuple[bool, int, int]:
        is_dying = has_effect(battle, patient, DYING)
        return (
            is_dying,
            injury_count(battle, patient),
            hp_max(battle, patient).total - hp(battle, patient),
        )

    reached = []
    for other, body in battle.combatants.items():
        found = None if other == who else distance(battle, who, other)
        is_near = found is None or found.zones == 0
        is_friend = other == who or not are_enemies(battle, who, other)
        if body.is_present and is_friend and is_near and not has_effect(battle, other, DEAD):
            reached.append(other)
    neediest = max(reached, key=lambda other: (*need(other), other == who), default=who)
    return neediest if any(need(neediest)) else None


def wake(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Wake an unconscious combatant; the GM decides when (WL-MAJ-10, WL-AMB-08)."""
    ask.log(battle, "{0} wakes up.", call.actor)
    return end_effects_of(battle, call.actor, UNCONSCIOUS)


def _sleeps(battle: Battle, call: Call) -> Iterator[Refusal]:
    if call.actor in battle.combatants and not has_effect(battle, call.actor, UNCONSCIOUS):
        yield no("awake", "{who} is not unconscious.", "WL-MAJ-10", call.actor)
    elif call.actor in battle.combatants and has_effect(battle, call.actor, DYING):
        sentence = text("{who} is dying: only First Aid (stabilise) can end that.", who=ref(call.actor))
        yield Refusal(key="dying", sentence=sentence, rule="WL-DYING-03", can_override=False)


FIRST_AID_ACTIONS = (
    Action(
        id="first_aid",
        title="First Aid",
        run=first_aid,
        targets="maybe",
        is_help=True,
        needed_by=in_need,
        parameters=(PATIENT, *payment.DICE, *checks.TEST_PARAMETERS),
        guards=(*payment.costs("major", "WL-MAJ-07"), near_enough, payment.can_buy_dice),
        rules=("WL-MAJ-07", "WL-MAJ-08", "WL-MAJ-09", "WL-MAJ-10"),
        cost="major action",
        key="K",
        help="Heal, treat an injury, or stabilise another combatant or themselves.",
    ),
    Action(
        id="wake",
        title="Wake Up",
        run=wake,
        guards=(_sleeps,),
        rules=("WL-MAJ-10",),
        group="edit",
        help="The GM decides when a combatant wakes up.",
    ),
)
