"""Actions other than attacks: handling things, First Aid, and support (WL-MIN, WL-MAJ)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from model.engine import turns
from model.engine.ask import Ask
from model.engine.budget import has_mark
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of, end_effects, end_effects_of, has_effect
from model.engine.guards import no, not_beside
from model.engine.messages import healing_message
from model.engine.modifiers import Modifier, term
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Parameter
from model.rulesets.wasteland.checks import (
    DICE,
    TEST_PARAMETERS,
    Check,
    CheckResult,
    able_combatant,
    available,
    can_buy_dice,
    costs,
    defense,
    difficulty_of,
    earn_points,
    hp,
    hp_max,
    keep_points,
    needs_sight,
    pay,
    promise_help,
    rating,
    spend_points,
    take_test,
    titled,
)
from model.rulesets.wasteland.conditions import (
    AIMING,
    CHEM,
    DEAD,
    DEFENDING,
    DYING,
    ORDERED,
    READIED,
    TREATED,
    TRIGGERED,
    UNCONSCIOUS,
    injuries,
    injury_count,
    is_down,
)
from model.rulesets.wasteland.harm import arms_left, with_hp
from model.rulesets.wasteland.movement import are_enemies, distance, is_in_reach
from model.rulesets.wasteland.settings import rules
from model.rulesets.wasteland.sheet import Battle, Gear, Pair, labelled
from model.state.base import Id, replace
from model.state.battle import Item
from model.state.effects import Until
from model.state.texts import Refusal, ref, text

# --------------------------------------------------------------------------------------- handling things: minor actions


ATTACKED = "attacked"
"""Mark of a turn in which an attack was rolled, after which an aim has no effect (WL-MIN-01)."""


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


def _with_item(battle: Battle, item: Item[Gear]) -> Battle:
    return replace(battle, items=battle.items | {item.id: item})


# ------------------------------------------------------------------------------------------------------------------ aim


def aim(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Re-roll a d20 of this turn's first attack roll (WL-MIN-01)."""
    battle = pay(battle, call.actor, "minor")
    ask.log(battle, "{0} aims.", call.actor)
    if has_mark(battle, call.actor, ATTACKED):
        ask.log(battle, "{0} has already attacked this turn: the aim has no effect.", call.actor)
        return battle
    battle = end_effects_of(battle, call.actor, AIMING)
    return add_effect(battle, call.actor, AIMING, until="turn_end")


# ---------------------------------------------------------------------------------------------------------------- items


def can_draw(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the actor carries the item or it is within reach, and an arm can hold it (WL-MIN-02, WL-INJ-01)."""
    who = call.actor
    if who not in battle.combatants:
        return
    item = battle.items.get(call.item or "")
    away = battle.items.get(_PUT_AWAY.said(call) or "")
    if item is None and away is None:
        yield Refusal(key="no_item", sentence=text("Choose an item."), rule="WL-MIN-02", can_override=False)
        return
    if away is not None and (away.holder != who or away.where != "hand"):
        sentence = text("{who} does not have {item} in hand.", who=ref(who), item=away.name)
        yield Refusal(key="not_in_hand", sentence=sentence, rule="WL-MIN-03")
    if item is None:
        return
    if item.holder == who and item.where == "hand":
        sentence = text("{who} already has {item} in hand.", who=ref(who), item=item.name)
        yield Refusal(key="in_hand", sentence=sentence, rule="WL-MIN-02", can_override=False)
    elif item.holder not in (None, who):
        sentence = text("{other} has {item}.", other=ref(item.holder), item=item.name)
        yield Refusal(key="not_held", sentence=sentence, rule="WL-MIN-02")
    elif item.holder is None and not _lies_in_reach(battle, who, item):
        sentence = text("{item} is out of {who}'s reach.", who=ref(who), item=item.name)
        yield Refusal(key="out_of_reach", sentence=sentence, rule="WL-MIN-02", nearer=item.id, within=0.0)
    if item.gear.hands > arms_left(battle, who):
        sentence = text("{who} has no arm free for {item}.", who=ref(who), item=item.name)
        yield Refusal(key="no_arm", sentence=sentence, rule="WL-INJ-01")


def _lies_in_reach(battle: Battle, who: Id, item: Item[Gear]) -> bool:
    """Whether an item is within reach, by positions if known, else by zone: dropped items are in reach (WL-MIN-02)."""
    here, there = battle.combatants[who].place, item.place
    if there is None or (here.point is None and here.zone is None):
        return True
    if here.point is not None and there.point is not None:
        return is_in_reach(battle, who, item.id)
    return here.zone == there.zone


def draw_item(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Draw or pick up one item, and put one away if wanted (WL-MIN-02, WL-MIN-03)."""
    who = call.actor
    battle = pay(battle, who, "minor")
    away = battle.items.get(_PUT_AWAY.said(call) or "")
    if away is not None:
        battle = _with_item(battle, replace(away, where="pack"))
        ask.log(battle, "{0} puts {item} away.", who, item=away.name)
    item = battle.items.get(call.item or "")
    if item is not None:
        verb = "picks up" if item.holder is None else "draws"
        ask.log(battle, f"{{0}} {verb} {{item}}.", who, item=item.name)
        battle = _with_item(battle, replace(item, holder=who, where="hand", place=None))
    return battle


def interact(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Handle something in a simple way, without a test (WL-MIN-04)."""
    battle = pay(battle, call.actor, "minor")
    what = _TEXT.said(call).strip() or "does something simple"
    ask.log(battle, "{0}: {what}.", call.actor, what=what)
    return battle


# ---------------------------------------------------------------------------------------------------------------- chems


def _chem(battle: Battle, call: Call) -> Item[Gear] | None:
    """The chem named, else the only one in hand, or None."""
    if call.item is not None:
        return battle.items.get(call.item)
    held = [item for item in battle.items_of(call.actor) if item.gear.kind == "chem" and item.where == "hand"]
    return held[0] if len(held) == 1 else None


def can_take_chem(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: a chem in hand with a dose left, for the actor or a willing combatant within reach (WL-MIN-07)."""
    who, patient = call.actor, patient_of(call)
    if who not in battle.combatants:
        return
    item = _chem(battle, call)
    if item is None or item.gear.kind != "chem":
        sentence = text("Choose a chem: {who} has none or several in hand.", who=ref(who))
        yield Refusal(key="no_chem", sentence=sentence, rule="WL-MIN-07", can_override=False)
        return
    if item.holder != who or item.where != "hand":
        sentence = text("{who} must draw {item} first.", who=ref(who), item=item.name)
        yield Refusal(key="not_in_hand", sentence=sentence, rule="WL-MIN-07")
    if item.gear.doses < 1:
        yield Refusal(key="no_dose", sentence=text("{item} is used up.", item=item.name), rule="WL-MIN-07")
    if patient not in battle.combatants:
        yield Refusal(key="thing", sentence=text("Only combatants can take chems."), can_override=False)
    elif patient != who and not is_in_reach(battle, who, patient):
        yield not_beside("out_of_reach", "{who} is out of reach.", "WL-MIN-07", patient)
    if patient != who and not _WILLING.said(call):
        yield no("unwilling", "{who} is not willing.", "WL-MIN-07", patient)


def take_chem(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Administer one dose (WL-MIN-07, WL-MIS-09)."""
    who, patient = call.actor, patient_of(call)
    item = _chem(battle, call)
    assert item is not None, "the guard has checked this"
    gear = item.gear
    battle = pay(battle, who, "minor")
    battle = _with_item(battle, replace(item, gear=replace(gear, doses=max(0, gear.doses - 1))))
    if patient == who:
        ask.log(battle, "{0} takes {chem}.", who, chem=item.name)
    else:
        ask.log(battle, "{0} gives {1} a dose of {chem}.", who, patient, chem=item.name)
    for key, amount in gear.boosts.items():
        if key == "ap":
            battle = earn_points(battle, patient, amount, ask)
        else:
            battle = _with_boost(battle, patient, item, key, amount)
    if not gear.heals:
        return battle
    before = hp(battle, patient)
    battle = with_hp(battle, patient, before + gear.heals)
    ask.add_message(healing_message(battle, "{0} regains {healed} HP.", patient, healed=hp(battle, patient) - before))
    return battle


def _with_boost(battle: Battle, who: Id, item: Item[Gear], key: str, amount: int) -> Battle:
    lasts = item.gear.lasts
    until: Until = "scene" if lasts == "scene" else "removed"
    battle = add_effect(battle, who, CHEM, source=item.id, note=key, amount=amount, until=until)
    if lasts == "scene":
        return battle
    effect = effects_of(battle, who, CHEM)[-1]
    # The turn in which it is taken does not count towards its duration.
    extra = int(lasts == "turns" and battle.order.turn is not None and who in battle.order.acting)
    timers = battle.shared.timers | {effect.id: item.gear.duration + extra}
    return replace(battle, shared=replace(battle.shared, timers=timers))


def _aims_twice(battle: Battle, call: Call) -> Iterator[Refusal]:
    if call.actor in battle.combatants and has_effect(battle, call.actor, AIMING):
        yield no("aiming", "{who} is already aiming.", "WL-AMB-22", call.actor)


def _to_draw(battle: Battle, who: Id) -> list[tuple[Id, str]]:
    """Items on the board within reach, then items carried."""
    lying = (item for item in battle.items.values() if item.where == "board" and _lies_in_reach(battle, who, item))
    carried = (item for item in battle.items_of(who) if item.where == "pack")
    return [labelled(item) for item in (*lying, *carried)]


def _to_put_away(battle: Battle, call: Call) -> list[tuple[str, str]]:
    held = (item for item in battle.items_of(call.actor) if item.where == "hand" and not item.gear.built_in)
    return [(item.name, item.id) for item in held]


def _chems(battle: Battle, who: Id) -> list[tuple[Id, str]]:
    """Chems in hand, then those that have to be drawn first."""
    found = [item for item in battle.items_of(who) if item.gear.kind == "chem"]
    return [labelled(item) for item in sorted(found, key=lambda item: item.where != "hand")]


_TEXT = Parameter(key="text", title="What", kind="text", default="")
_PUT_AWAY: Parameter[Id | None] = Parameter(
    key="put_away", title="Put away", kind="item", rule="WL-MIN-03", choices=_to_put_away,
)  # fmt: skip
_WILLING = Parameter(key="willing", title="Willing", kind="flag", default=True, rule="WL-MIN-07")


HANDLING_ACTIONS = (
    Action(
        id="aim",
        title="Aim",
        run=aim,
        guards=(*costs("minor", "WL-MIN-01"), _aims_twice),
        rules=("WL-MIN-01",),
        cost="minor action",
        group="attack",
        key="E",
        help="Re-roll a d20 of this turn's first attack.",
    ),
    Action(
        id="draw_item",
        title="Draw Item",
        run=draw_item,
        items=_to_draw,
        parameters=(_PUT_AWAY,),
        guards=(*costs("minor", "WL-MIN-02"), can_draw),
        rules=("WL-MIN-02", "WL-MIN-03"),
        cost="minor action",
        key="U",
        help="Draw or pick up one item, and put one away.",
    ),
    Action(
        id="interact",
        title="Interact",
        run=interact,
        parameters=(_TEXT,),
        guards=costs("minor", "WL-MIN-04"),
        rules=("WL-MIN-04",),
        cost="minor action",
        key="Y",
        help="Open a door, press a button or the like.",
    ),
    Action(
        id="take_chem",
        title="Take Chem",
        run=take_chem,
        targets="maybe",
        items=_chems,
        parameters=(PATIENT, _WILLING),
        guards=(*costs("minor", "WL-MIN-07"), can_take_chem),
        rules=("WL-MIN-07",),
        cost="minor action",
        key="C",
        help="One dose of a chem in hand, for themselves or for a willing combatant within reach.",
    ),
)


# ------------------------------------------------------------------------------------------------------------ First Aid


HEAL, STABILISE = "heal", "stabilise"
TREAT = "treat:"


def near_enough(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the patient is alive and as near as a house rule requires (WL-AMB-08)."""
    who, patient = call.actor, patient_of(call)
    if who not in battle.combatants:
        return
    if patient not in battle.combatants:
        yield Refusal(key="thing", sentence=text("Only combatants can get First Aid."), can_override=False)
        return
    if has_effect(battle, patient, DEAD):
        yield no("patient_dead", "{who} is dead.", "WL-MAJ-07", patient)
    found = None if patient == who else distance(battle, who, patient)
    wanted = rules(battle).first_aid_range
    if found is None or wanted == "any" or found.is_reach:
        return
    if wanted == "reach" or found.zones > 0:
        yield not_beside("too_far", f"{{who}} is too far away for First Aid: it needs {wanted}.", "WL-MAJ-07", patient)


def first_aid(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Test INT + Medicine against the patient's injuries; one use if it passes (WL-MAJ-07)."""
    who, patient = call.actor, patient_of(call)
    battle = pay(battle, who, "major")
    parts = [term("injuries", "Injuries", injury_count(battle, patient), "WL-MAJ-07")]
    if patient == who:
        parts.append(Modifier(key="oneself", label="On themselves", amount=1, rule="WL-MAJ-07"))
    check = Check(
        id="first_aid",
        title="First Aid",
        who=who,
        pair=("intelligence", "medicine"),
        difficulty=difficulty_of(battle, who, parts, call, needs_sight=False),
    )
    ask.log(battle, "{0} gives {1} First Aid.", who, patient)
    outcome, battle = take_test(battle, check, call, ask)
    if not outcome.passed:
        ask.log(battle, "It does not help {0}.", patient)
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
    ask.add_message(healing_message(battle, "{0} regains {healed} HP.", patient, healed=hp(battle, patient) - before))
    return battle


def _chosen_use(battle: Battle, patient: Id, who: Id, ask: Ask) -> str:
    """Ask for exactly one of the uses that make sense for this patient."""
    is_dying = has_effect(battle, patient, DYING)
    options: list[Choice[str]] = []
    if is_dying:
        options.append(Choice(key=STABILISE, label="Stabilise"))
    if not is_dying or rules(battle).heal_dying_allowed:
        options.append(Choice(key=HEAL, label="Heal"))
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


def _spent(battle: Battle, who: Id, outcome: CheckResult, ask: Ask) -> tuple[int, Battle]:
    """Ask for action points for more HP; if a house rule keeps only those of Rally, this test's can be spent, too."""
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


def _treat(battle: Battle, patient: Id, place: str, ask: Ask) -> Battle:
    """Remove one injury; by house rule, it still counts for difficulties (WL-MAJ-09)."""
    treated = next(effect for effect in injuries(battle, patient) if place in (effect.note, effect.kind))
    battle = end_effects(battle, lambda bearer, effect: effect.id == treated.id)
    ask.log(battle, "{0}: the injury is treated ({location}).", patient, location=titled(place))
    if rules(battle).treated_injuries_count:
        battle = add_effect(battle, patient, TREATED, note=treated.note)
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
    help="Heal, treat an injury, or stabilise another combatant or themselves.",
)


# -------------------------------------------------------------------------------------------------- other major actions


ATTRIBUTES = ("strength", "perception", "endurance", "charisma", "intelligence", "agility", "luck")
SKILLS = (
    "athletics", "big_guns", "energy_weapons", "explosives", "medicine", "melee_weapons", "science", "small_guns",
    "speech", "survival", "throwing", "unarmed",
)  # fmt: skip
"""The skills that the rules name; others are free (WL-MIS-05)."""
COMMANDS: dict[str, Pair] = {
    "person": ("charisma", "speech"),
    "animal": ("charisma", "survival"),
    "robot": ("intelligence", "science"),
}
"""Attribute and skill that help a commanded NPC, by its nature (WL-MAJ-03)."""


def pair_of(call: Call, usual: Pair) -> Pair:
    """The attribute and skill that a call names, or those of the rule (WL-MAJ-12)."""
    return _ATTRIBUTE.said(call) or usual[0], (_SKILL.said(call) or "").strip() or usual[1]


def _skills(battle: Battle, call: Call) -> list[tuple[str, str]]:
    """The skills of the rules, then the combatant's further ones (WL-MIS-05)."""
    combatant = battle.combatants.get(call.actor)
    own = () if combatant is None else combatant.sheet.skills
    return [(titled(skill), skill) for skill in dict.fromkeys((*SKILLS, *own))]


_ATTRIBUTE: Parameter[str | None] = Parameter(key="attribute", title="Attribute", kind="choice", options=ATTRIBUTES)
_SKILL: Parameter[str | None] = Parameter(key="skill", title="Skill", kind="text", choices=_skills)


def pair_parameters(usual: Pair, rule: str) -> tuple[Parameter[Any], ...]:
    return (replace(_ATTRIBUTE, default=usual[0], rule=rule), replace(_SKILL, default=usual[1], rule=rule))


# ------------------------------------------------------------------------------------------------------ assist, command


def an_ally(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the target is another combatant."""
    other = call.target
    if other is None or call.actor not in battle.combatants:
        return
    if other not in battle.combatants:
        yield Refusal(key="thing", sentence=text("Only combatants can be helped."), can_override=False)
    elif other == call.actor:
        yield no("oneself", "{who} cannot do this for themselves.", "WL-MAJ-01", other)


def assist(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Help an ally's next test with a d20 that the actor rolls (WL-MAJ-01, WL-AMB-09)."""
    pair = pair_of(call, ("intelligence", "survival"))
    battle = pay(battle, call.actor, "major")
    ask.log(battle, "{0} helps {1} with {pair}.", call.actor, call.targets[0], pair=_in_words(pair))
    return promise_help(battle, call.actor, call.targets[0], pair)


def _in_words(pair: Pair) -> str:
    return f"{titled(pair[0])} + {titled(pair[1])}"


def can_command(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the target is an NPC that is no enemy of the actor (WL-MAJ-03)."""
    other = call.target
    if other not in battle.combatants or call.actor not in battle.combatants or other is None:
        return
    if are_enemies(battle, call.actor, other):
        yield no("not_allied", "{who} is not an ally and takes no orders.", "WL-MAJ-03", other)
    elif battle.combatants[other].side == "pc":
        yield no("no_npc", "{who} is a player's character and takes no orders.", "WL-MAJ-03", other)


def command(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Give an NPC an order, and help it if wanted (WL-MAJ-03, WL-MAJ-04, WL-AMB-28)."""
    who, other = call.actor, call.targets[0]
    order = _TEXT.said(call).strip()
    battle = pay(battle, who, "major")
    ask.log(battle, "{0} gives {1} an order: {order}." if order else "{0} gives {1} an order.", who, other, order=order)
    battle = add_effect(battle, other, ORDERED, source=who, note=order, until="turn_end")
    if _ASSISTS.said(call):
        pair = COMMANDS[battle.combatants[other].sheet.nature]
        is_certain = rules(battle).command_assist == "one_success"
        battle = promise_help(battle, who, other, pair, is_certain=is_certain)
    if rules(battle).command_npc_timing == "at_once" and turns.can_act(battle, other):
        ask.log(battle, "{0} obeys at once and gives up the next turn.", other)
        battle = add_effect(turns.force(battle, other), other, TRIGGERED, until="round_end")
    return battle


# --------------------------------------------------------------------------------------------------------------- defend


def defend(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Test AGI + Athletics against own Defense: +1 Defense, more for points (WL-MAJ-05, WL-MAJ-06, WL-AMB-07)."""
    who = call.actor
    battle = pay(battle, who, "major")
    parts = [term("defense", "Own Defense", defense(battle, who).total, "WL-MAJ-05")]
    check = Check(
        id="defend",
        title="Defend",
        who=who,
        pair=("agility", "athletics"),
        difficulty=difficulty_of(battle, who, parts, call, needs_sight=False),
    )
    outcome, battle = take_test(battle, check, call, ask)
    if not outcome.passed:
        ask.log(battle, "{0} fails to defend.", who)
        return battle
    battle = keep_points(battle, outcome, ask)
    bonus, battle = _further_defense(battle, who, ask)
    untils: dict[str, Until] = {"next_turn_start": "turn_start", "end_of_round": "round_end"}
    until = untils.get(rules(battle).defend_expires, "removed")
    ask.log(battle, "{0} defends: Defense +{bonus}.", who, bonus=1 + bonus)
    return add_effect(battle, who, DEFENDING, amount=1 + bonus, until=until)


def _further_defense(battle: Battle, who: Id, ask: Ask) -> tuple[int, Battle]:
    """Ask for a further +1 for 2 AP after the test has passed (WL-MAJ-06)."""
    cost, most = rules(battle).defend_extra_cost, rules(battle).defend_extra_max
    most = min(most, available(battle, who) // cost)
    if most < 1:
        return 0, battle
    title = text("Further Defense, {cost} AP each", cost=cost)
    question = Question(id="extra", title=title, kind="number", least=0, most=most, default=0, rule="WL-MAJ-06")
    bonus = int(ask.choose(question, who))
    return bonus, spend_points(battle, who, bonus * cost, "Defense", ask)


# ---------------------------------------------------------------------------------------------------------- rally, test


def rally(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Test END + Survival with difficulty 0; its action points are kept (WL-MAJ-11, WL-MAJ-12)."""
    who = call.actor
    battle = pay(battle, who, "major")
    pair = pair_of(call, ("endurance", "survival"))
    parts = [term("rally", "Rally", 0, "WL-MAJ-11")]
    difficulty = difficulty_of(battle, who, parts, call, needs_sight=False)
    check = Check(id="rally", title="Rally", who=who, pair=pair, difficulty=difficulty, is_kept=True)
    ask.log(battle, "{0} rallies.", who)
    outcome, battle = take_test(battle, check, call, ask)
    return keep_points(battle, outcome, ask)


def skill_test(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Test a skill when no other action covers it; the GM sets pair and difficulty (WL-MAJ-16)."""
    who = call.actor
    battle = pay(battle, who, "major")
    pair = pair_of(call, ("perception", "survival"))
    parts = [term("against", "Difficulty", int(_AGAINST.said(call)), "WL-MAJ-16")]
    check = Check(
        id="test",
        title=_in_words(pair),
        who=who,
        pair=pair,
        difficulty=difficulty_of(battle, who, parts, call, needs_sight=needs_sight(battle, "", pair)),
    )
    outcome, battle = take_test(battle, check, call, ask)
    ask.log(battle, "{0} succeeds." if outcome.passed else "{0} fails.", who)
    return keep_points(battle, outcome, ask)


# ---------------------------------------------------------------------------------------------------------------- ready


def ready(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Store a major action for a situation; one at a time (WL-MAJ-14, WL-MAJ-15, WL-AMB-10)."""
    who = call.actor
    battle = end_effects_of(pay(battle, who, "major"), who, READIED)
    what = _TEXT.said(call).strip()
    until: Until = "turn_start" if rules(battle).ready_expires == "next_turn_start" else "removed"
    ask.log(battle, "{0} is ready: {what}." if what else "{0} is ready.", who, what=what)
    return add_effect(battle, who, READIED, note=what, until=until)


def is_ready(battle: Battle, call: Call) -> Iterator[Refusal]:
    if call.actor in battle.combatants and not has_effect(battle, call.actor, READIED):
        yield no("not_ready", "{who} has no action readied.", "WL-MAJ-14", call.actor)


def trigger(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Let the owner take the stored action now, because its situation has come about (WL-MAJ-15, WL-AMB-10)."""
    who = call.actor
    when = rules(battle).ready_resolves
    if when == "ask":
        options: tuple[Choice[Literal["after", "before"]], ...] = (
            Choice(key="after", label="After the trigger"),
            Choice(key="before", label="Before the trigger"),
        )
        title = text("When does {who} act?", who=ref(who))
        question = Question(id="when", title=title, options=options, default="after", rule="WL-MAJ-14", remember=True)
        when = ask.choose(question, who)
    what = next((effect.note for effect in effects_of(battle, who, READIED)), "")
    battle = end_effects_of(battle, who, READIED)
    ask.log(battle, f"{{0}} acts now, {when} the trigger: {{what}}.", who, what=what or "as readied")
    return add_effect(battle, who, TRIGGERED, note=what, until="round_end")


def wake(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Wake an unconscious combatant; the GM decides when (WL-MAJ-10, WL-AMB-08)."""
    ask.log(battle, "{0} wakes up.", call.actor)
    return end_effects_of(battle, call.actor, "unconscious")


def _sleeps(battle: Battle, call: Call) -> Iterator[Refusal]:
    if call.actor in battle.combatants and not (
        is_down(battle, call.actor) and has_effect(battle, call.actor, "unconscious")
    ):
        yield no("awake", "{who} is not unconscious.", "WL-MAJ-10", call.actor)
    elif call.actor in battle.combatants and has_effect(battle, call.actor, DYING):
        sentence = text("{who} is dying: only First Aid (stabilise) can end that.", who=ref(call.actor))
        yield Refusal(key="dying", sentence=sentence, rule="WL-DYING-03", can_override=False)


_ASSISTS = Parameter(key="assists", title="Helps", kind="flag", default=True, rule="WL-MAJ-03")
_AGAINST = Parameter(key="against", title="Difficulty", kind="number", default=1, least=0, most=10, rule="WL-MAJ-16")


SUPPORT_ACTIONS = (
    Action(
        id="assist",
        title="Assist",
        run=assist,
        targets="one",
        parameters=pair_parameters(("intelligence", "survival"), "WL-MAJ-01"),
        guards=(*costs("major", "WL-MAJ-01"), an_ally),
        rules=("WL-MAJ-01",),
        cost="major action",
        is_help=True,
        key="S",
        help="Add a d20 to another combatant's next test.",
    ),
    Action(
        id="command",
        title="Command an NPC",
        run=command,
        targets="one",
        parameters=(
            replace(_TEXT, title="Order", rule="WL-MAJ-04"),
            _ASSISTS,
        ),
        guards=(*costs("major", "WL-MAJ-03"), an_ally, can_command),
        rules=("WL-MAJ-03", "WL-MAJ-04"),
        cost="major action",
        is_help=True,
        key="O",
        help="Tell an allied NPC what to do, and help with it.",
    ),
    Action(
        id="defend",
        title="Defend",
        run=defend,
        parameters=(*DICE, *TEST_PARAMETERS),
        guards=(*costs("major", "WL-MAJ-05"), can_buy_dice),
        rules=("WL-MAJ-05", "WL-MAJ-06"),
        cost="major action",
        group="defence",
        is_defensive=True,
        key="D",
        help="+1 Defense, and another +1 for 2 AP.",
    ),
    Action(
        id="rally",
        title="Rally",
        run=rally,
        parameters=(*pair_parameters(("endurance", "survival"), "WL-MAJ-12"), *DICE, *TEST_PARAMETERS),
        guards=(*costs("major", "WL-MAJ-11"), can_buy_dice),
        rules=("WL-MAJ-11", "WL-MAJ-12"),
        cost="major action",
        key="L",
        help="Gain and save action points.",
    ),
    Action(
        id="test",
        title="Test",
        run=skill_test,
        parameters=(
            *pair_parameters(("perception", "survival"), "WL-MAJ-16"),
            _AGAINST,
            *DICE,
            *TEST_PARAMETERS,
        ),
        guards=(*costs("major", "WL-MAJ-16"), can_buy_dice),
        rules=("WL-MAJ-16",),
        cost="major action",
        help="A skill test that no other action covers.",
    ),
    Action(
        id="ready",
        title="Ready",
        run=ready,
        parameters=(_TEXT,),
        guards=costs("major", "WL-MAJ-14"),
        rules=("WL-MAJ-14", "WL-MAJ-15"),
        cost="major action",
        key="Q",
        help="Prepare a major action for a situation.",
    ),
    Action(
        id="trigger",
        title="Take Readied Action",
        run=trigger,
        guards=(able_combatant, is_ready),
        rules=("WL-MAJ-14", "WL-MAJ-15"),
        help="The situation has come about: take a major action out of turn.",
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
