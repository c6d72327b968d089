"""Actions other than attacks: focus, guard, healing, spells, reloading, any in words (ZM-FOC, ZM-GUARD, ZM-HEAL)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from model.engine.ask import Ask
from model.engine.budget import has_mark, has_round_mark, is_turn_of, used
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of, end_effects_of
from model.engine.guards import no, not_beside
from model.engine.routes import PATH, PLACE, WHERE, route_of
from model.engine.ruleset import Action, Guard, Parameter
from model.rulesets.zamani import odds
from model.rulesets.zamani.checks import GM_MODIFIER, d100, gm_modifier, has_skill, skill_percentage, spend_focus, throw
from model.rulesets.zamani.conditions import CASTING, FOCUSING, GUARDING, PRONE, RELOADING, guarding
from model.rulesets.zamani.damage import healed
from model.rulesets.zamani.movement import ADVANCED, ARMS_REACH, is_near_place, is_within, moved_this_round
from model.rulesets.zamani.order import (
    ACTED,
    FOCUSED,
    GUARDED,
    OFFENSIVE,
    able_combatant,
    is_first_segment,
    may_attack,
    not_moved,
    note,
    own_segment,
    pay,
    without_further,
)
from model.rulesets.zamani.sheet import Battle, Gear, blocking_items, magazines, weapons_to_change
from model.state.base import Id, replace
from model.state.battle import Item
from model.state.effects import Until
from model.state.texts import Refusal, ref, text

# ------------------------------------------------------------------------------------------------------ focus and guard


# ------------------------------------------------------------------------------------------ focusing


def whole_round(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: a focus takes the whole round, from the first segment on (ZM-FOC-06)."""
    who, turn = call.actor, battle.order.turn
    if who not in battle.combatants or turn is None or not is_turn_of(battle, who):
        return
    is_first = is_first_segment(battle, battle.order.slots[turn.slot])
    if not is_first or has_round_mark(battle, who, ACTED) or moved_this_round(battle, who):
        yield no("not_whole_round", "{who} has already used part of the round and cannot focus.", "ZM-FOC-06", who)


def focus(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Do nothing this round, for a better next action; further segments are given up (ZM-FOC-01, ZM-FOC-06)."""
    who = call.actor
    battle = note(pay(battle, who), who, FOCUSED)
    own = battle.order.slot_of(who)
    if own is not None and len(own.members) == 1:
        battle = without_further(battle, own.id)
    if effects_of(battle, who, FOCUSING):
        ask.log(battle, "{0} keeps focusing.", who)
        return battle
    ask.log(battle, "{0} focuses.", who)
    return add_effect(battle, who, FOCUSING)


# ------------------------------------------------------------------------------------------ guarding


def can_guard(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: a blocking item in hand, no attack made, a ward within reach (ZM-GUARD-01, ZM-GUARD-02, ZM-GUARD-05)."""
    who = call.actor
    if who not in battle.combatants:
        return
    if not blocking_items(battle, who):
        yield no("nothing_to_block", "{who} has no shield and no weapon that can block.", "ZM-GUARD-01", who)
    if has_round_mark(battle, who, OFFENSIVE):
        yield no("has_attacked", "{who} has attacked this round and cannot stand guard.", "ZM-GUARD-02", who)
    if used(battle, who, "full_move"):
        yield no("full_move", "{who} has made a full move and cannot stand guard.", "ZM-GUARD-03", who)
    ward = call.target
    if ward is None or ward == who:
        if has_mark(battle, who, ADVANCED):
            yield no("advanced", "{who} has advanced: a combatant on guard can only retreat.", "ZM-GUARD-03", who)
    elif ward in battle.combatants and not is_within(battle, who, ward, ARMS_REACH):
        yield not_beside(
            "out_of_reach", "{who} is out of reach: a ward must be within arm's reach.", "ZM-GUARD-05", ward
        )


def guard(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Stand guard, for oneself or another, until the first segment of the next round (ZM-GUARD-04 to 06, ZM-AMB-22)."""
    who, ward = call.actor, call.target
    battle = note(pay(battle, who), who, GUARDED)
    battle = end_effects_of(battle, who, GUARDING)
    own = battle.order.slot_of(who)
    until: Until = "removed" if own is None else "slot"
    if ward is None or ward == who:
        ask.log(battle, "{0} stands guard.", who)
        return add_effect(battle, who, GUARDING, until=until, slot=own.id if own else None)
    ask.log(battle, "{0} stands guard for {1}.", who, ward)
    return add_effect(battle, who, GUARDING, until=until, slot=own.id if own else None, other=ward)


def _guards_somebody(battle: Battle, call: Call) -> Iterator[Refusal]:
    who = call.actor
    if who not in battle.combatants:
        return
    effect = guarding(battle, who)
    if effect is None or effect.other not in battle.combatants:
        yield replace(no("no_ward", "{who} is not guarding anyone.", "ZM-GUARD-08", who), can_override=False)
        return
    if PLACE.said(call) is None and PATH.said(call) is None:
        sentence = text("Choose a destination: a place or a path.")
        yield Refusal(key="nowhere", sentence=sentence, can_override=False)
        return
    route = route_of(battle, call)
    if route is None or route.place is None:
        yield Refusal(key="bad_place", sentence=text("That is not a place on this board."), can_override=False)
        return
    if not is_near_place(battle, who, route.place, effect.other, ARMS_REACH):
        sentence = text("{who} cannot move out of reach of {ward}.", who=ref(who), ward=ref(effect.other))
        yield Refusal(key="leaves_ward", sentence=sentence, rule="ZM-GUARD-08")


def shift(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Move around a ward to meet an attack, without using MOVE (ZM-GUARD-08, ZM-AMB-45)."""
    route = route_of(battle, call)
    assert route is not None, "the guard has checked this"
    assert route.place is not None
    who = call.actor
    ask.log(battle, "{0} shifts around the ward.", who)
    return battle.with_combatant(replace(battle.combatants[who], place=route.place))


FOCUS = Action(
    id="focus",
    title="Focus",
    run=focus,
    guards=(able_combatant, own_segment, whole_round),
    rules=("ZM-FOC-01", "ZM-FOC-02", "ZM-FOC-06"),
    cost="whole round",
    group="other",
    key="F",
    help="Do nothing this round: +25 % on the next roll, or +5 initiative in a later round.",
)

GUARD = Action(
    id="guard",
    title="Stand Guard",
    run=guard,
    targets="maybe",
    is_help=True,
    guards=(able_combatant, own_segment, can_guard),
    rules=("ZM-GUARD-01", "ZM-GUARD-04", "ZM-GUARD-05"),
    cost="action",
    group="defence",
    is_defensive=True,
    key="G",
    help="Guard yourself for +5 ranks of defence, or a target within arm's reach with your defence in place of theirs.",
)

SHIFT = Action(
    id="shift",
    title="Shift Around Ward",
    run=shift,
    parameters=WHERE[:2],
    guards=(able_combatant, _guards_somebody),
    rules=("ZM-GUARD-08",),
    group="defence",
    is_defensive=True,
    help="Move within reach of the ward, at any time.",
)


# -------------------------------------------------------------------------------------------------------------- healing


PHYSICIAN = "physician"
HOUR, REST_HOURS = 3600, 8


def rest(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Heal a point, or as many as Rapid Healing gives, for every eight hours of rest (ZM-HEAL-01)."""
    hours = float(_HOURS.said(call))
    for who in call.targets or (call.actor,):
        sheet = battle.combatants[who].sheet
        points = min(sheet.damage, int(hours // REST_HOURS) * sheet.healing_per_8h)
        battle = healed(battle, who, points)
        told = "{0} rests and heals {points}." if points else "{0} rests."
        ask.log(battle, told, who, health_of=who, in_words="{0} rests.", points=points)
    return replace(battle, clock=battle.clock + int(hours * HOUR))


def _peace(battle: Battle, call: Call) -> Iterator[Refusal]:
    if battle.order.is_running:
        yield Refusal(key="fight_runs", sentence=text("Nobody can rest during combat."), rule="ZM-HEAL-01")
    if any(who not in battle.combatants for who in call.targets or (call.actor,)):
        yield Refusal(key="no_combatant", sentence=text("Choose the combatants who rest."), can_override=False)


def treat(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Treat the latest wound of the last hour: heal the result's level, or add a point on a failure (ZM-HEAL-02)."""
    patient = call.targets[0]
    explanation = skill_percentage(battle, call.actor, PHYSICIAN, uses_focus=True, more=gm_modifier(call))
    percent = ask.number(explanation)
    battle = spend_focus(battle, call.actor)
    request = d100("treat", explanation.title, percent)
    thrown = throw(battle, request, percent, call.actor, ask, "success", "ZM-HEAL-02")
    battle = _treated(battle, patient)
    if not thrown.is_success:
        combatant = battle.combatants[patient]
        ask.log(battle, "{0} makes {1}'s wound worse.", call.actor, patient)
        return battle.with_combatant(
            replace(combatant, sheet=replace(combatant.sheet, damage=combatant.sheet.damage + 1))
        )
    table = battle.shared.table
    points = table.result(thrown.graded(table, table.skill_column)).damage_factor
    words = {"health_of": patient, "in_words": "{0} treats {1}."}
    ask.log(battle, "{0} treats {1}: {points} healed.", call.actor, patient, **words, points=points)
    return healed(battle, patient, points)


def _open_wound(battle: Battle, who: Id) -> int | None:
    """Index of the latest wound that can still be treated, or None."""
    wounds = battle.shared.wounds.get(who, ())
    for index in reversed(range(len(wounds))):
        if not wounds[index].is_treated and battle.clock - wounds[index].at <= HOUR:
            return index
    return None


def _treated(battle: Battle, who: Id) -> Battle:
    index = _open_wound(battle, who)
    if index is None:
        return battle
    wounds = list(battle.shared.wounds[who])
    wounds[index] = replace(wounds[index], is_treated=True)
    return replace(battle, shared=replace(battle.shared, wounds=battle.shared.wounds | {who: tuple(wounds)}))


def _can_treat(battle: Battle, call: Call) -> Iterator[Refusal]:
    if call.actor not in battle.combatants or call.target not in battle.combatants:
        return
    if not has_skill(battle, call.actor, PHYSICIAN):
        yield no("no_physician", "{who} is not a physician.", "ZM-HEAL-02", call.actor)
    if _open_wound(battle, call.target) is None:
        sentence = text("{who} has no untreated wound from the last hour.", who=ref(call.target))
        yield Refusal(key="no_wound", sentence=sentence, rule="ZM-HEAL-02")


_HOURS = Parameter(key="hours", title="Hours", kind="number", default=REST_HOURS, least=0, most=10_000)


HEALING_ACTIONS = (
    Action(
        id="rest",
        title="Rest",
        run=rest,
        targets="any",
        parameters=(_HOURS,),
        guards=(_peace,),
        rules=("ZM-HEAL-01",),
        help="Eight hours restore one point of damage.",
    ),
    Action(
        id="treat",
        title="Treat Wound",
        run=treat,
        targets="one",
        parameters=(GM_MODIFIER,),
        guards=(able_combatant, _can_treat),
        rules=("ZM-HEAL-02", "ZM-GEN-06"),
        help="A physician treats a wound within an hour: it heals 1 to 5 points, or gets a point worse on a failure.",
    ),
)


# ------------------------------------------------------------------------------------ spells, weapons, actions in words


def other(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Take an action in words that is neither movement nor combat, with a roll if a skill is named (ZM-MOVE-09)."""
    who = call.actor
    what = _WORDS.said(call).strip()
    battle = pay(battle, who)
    if what:
        ask.log(battle, "{0}: {what}.", who, what=what)
    else:
        ask.log(battle, "{0} does something (action).", who)
    skill = _SKILL.said(call)
    return rolled_skill(battle, who, skill, call, ask) if skill else battle


def _knows_skill(battle: Battle, call: Call) -> Iterator[Refusal]:
    skill = _SKILL.said(call)
    if skill and call.actor in battle.combatants and not has_skill(battle, call.actor, skill):
        sentence = text("{who} has no skill “{skill}”.", who=ref(call.actor), skill=skill)
        yield Refusal(key="no_skill", sentence=sentence, rule="ZM-GEN-05")


def rolled_skill(battle: Battle, who: Id, skill: str, call: Call, ask: Ask) -> Battle:
    """Roll for a skill: general, or graded in the third column of the action table (ZM-GEN-06)."""
    explanation = skill_percentage(battle, who, skill, uses_focus=True, more=gm_modifier(call))
    percent = ask.number(explanation)
    battle = spend_focus(battle, who)
    thrown = throw(battle, d100("skill", explanation.title, percent), percent, who, ask, "success", "ZM-GEN-06")
    ask.measure(who, odds.SUCCESS, thrown.is_success)
    if not thrown.is_success:
        ask.log(battle, "{0} fails.", who)
        return battle
    if not _SPECIFIC.said(call):
        ask.log(battle, "{0} succeeds.", who)
        return battle
    table = battle.shared.table
    code = thrown.graded(table, table.skill_column)
    result = table.result(code)
    ask.log(battle, "{0}: {code}, {grade}.", who, code=code, grade=result.skill_grade or result.name)
    return battle


def cast(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Cast a spell described in words, with a roll if a skill is named (ZM-MIS-12, ZM-BLOCK-02)."""
    who = call.actor
    battle = pay(battle, who, is_offensive=_OFFENSIVE.said(call))
    battle = add_effect(end_effects_of(battle, who, CASTING), who, CASTING, until="round_end")
    spell = _WORDS.said(call).strip() or "a spell"
    if call.target:
        ask.log(battle, "{0} casts {spell} on {1}.", who, call.target, spell=spell)
    else:
        ask.log(battle, "{0} casts {spell}.", who, spell=spell)
    skill = _SKILL.said(call)
    return rolled_skill(battle, who, skill, call, ask) if skill else battle


def _may_cast(battle: Battle, call: Call) -> Iterator[Refusal]:
    if _OFFENSIVE.said(call):
        yield from may_attack(battle, call)


def _item(battle: Battle, call: Call) -> Item[Gear] | None:
    item = battle.items.get(call.item) if call.item is not None else None
    return item if item is not None and item.holder == call.actor else None


def _has_item(offered: Callable[[Battle, Id], Iterable[tuple[Id, str]]]) -> Guard:
    """Make a guard that the call names an item of the actor; `offered` lists the items that the action is for."""

    def guard(battle: Battle, call: Call) -> Iterator[Refusal]:
        if call.actor in battle.combatants and _item(battle, call) is None:
            has_none = call.item is None and not tuple(offered(battle, call.actor))
            words = "{who} has no item for that." if has_none else "Choose an item of {who}."
            sentence = text(words, who=ref(call.actor))
            yield Refusal(key="no_item", sentence=sentence, can_override=False)

    return guard


def change_weapon(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Take an item in hand, putting away others if there are too few hands, or put away a held item (ZM-INIT-07)."""
    who, item = call.actor, _item(battle, call)
    assert item is not None, "the guard has checked this"
    battle = pay(battle, who)
    if item.where == "hand":
        changed = {item.id: replace(item, where="pack")}
        ask.log(battle, "{0} puts {item} away.", who, item=item.name)
        return replace(battle, items=battle.items | changed)
    changed = {item.id: replace(item, where="hand")}
    held = [other for other in battle.items_of(who) if other.where == "hand"]
    room = 2 - item.gear.hands
    for other_item in reversed(held):
        if sum(one.gear.hands for one in held if one.id not in changed) > room:
            changed[other_item.id] = replace(other_item, where="pack")
    ask.log(battle, "{0} takes {item} in hand.", who, item=item.name)
    return replace(battle, items=battle.items | changed)


def reload(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Fill a magazine; some weapons take several actions (ZM-INIT-07, ZM-MIS-11)."""
    who, item = call.actor, _item(battle, call)
    assert item is not None, "the guard has checked this"
    battle = pay(battle, who)
    begun = sum(effect.amount for effect in effects_of(battle, who, RELOADING) if effect.note == item.id) + 1
    battle = end_effects_of(battle, who, RELOADING)
    if begun < item.gear.reload_segments:
        ask.log(battle, "{0} is reloading {item}.", who, item=item.name)
        return add_effect(battle, who, RELOADING, amount=begun, note=item.id)
    ask.log(battle, "{0} has reloaded {item}.", who, item=item.name)
    return replace(battle, items=battle.items | {item.id: replace(item, gear=replace(item.gear, ammo=None))})


def stand_up(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Stand up from prone, as an action (ZM-MIS-03)."""
    ask.log(battle, "{0} stands up.", call.actor)
    return end_effects_of(pay(battle, call.actor), call.actor, PRONE)


def _is_prone(battle: Battle, call: Call) -> Iterator[Refusal]:
    if call.actor in battle.combatants and not effects_of(battle, call.actor, PRONE):
        yield no("not_prone", "{who} is not prone.", "ZM-MIS-03", call.actor)


_WORDS = Parameter(key="text", title="What", kind="text", default="")
_SKILL = Parameter(key="skill", title="Skill", kind="text", default="", help="Rolled if a skill is named.")
_SPECIFIC = Parameter(
    key="specific", title="Graded", kind="flag", default=True, rule="ZM-GEN-06",
    help="Graded in the third column of the action table. Off: it only passes or fails.",
)  # fmt: skip
_GUARDS = (able_combatant, own_segment, not_moved)

_OFFENSIVE = Parameter(
    key="offensive", title="Offensive", kind="flag", default=False, rule="ZM-INIT-06",
    help="Counts as the one offensive action of the countdown.",
)  # fmt: skip


OTHER_ACTIONS = (
    Action(
        id="other",
        title="Other Action",
        run=other,
        parameters=(_WORDS, _SKILL, _SPECIFIC, GM_MODIFIER),
        guards=(*_GUARDS, _knows_skill),
        rules=("ZM-MOVE-09", "ZM-INIT-07", "ZM-GEN-06"),
        cost="action",
        help="Anything other than movement and combat; the GM judges how much fits into it.",
    ),
    Action(
        id="change_weapon",
        title="Change Weapon",
        run=change_weapon,
        needs_item=True,
        items=weapons_to_change,
        guards=(*_GUARDS, _has_item(weapons_to_change)),
        rules=("ZM-INIT-07",),
        cost="action",
        help="Take an item in hand, or put one away.",
    ),
    Action(
        id="reload",
        title="Reload",
        run=reload,
        needs_item=True,
        items=magazines,
        guards=(*_GUARDS, _has_item(magazines)),
        rules=("ZM-INIT-07", "ZM-MIS-11"),
        cost="action",
    ),
    Action(
        id="cast",
        title="Cast Spell",
        run=cast,
        targets="maybe",
        parameters=(_WORDS, _SKILL, _SPECIFIC, GM_MODIFIER, _OFFENSIVE),
        guards=(*_GUARDS, _may_cast, _knows_skill),
        rules=("ZM-INIT-07", "ZM-BLOCK-02"),
        cost="action",
        help="No block and no acrobatics while casting.",
    ),
    Action(
        id="stand_up",
        title="Stand Up",
        run=stand_up,
        guards=(*_GUARDS, _is_prone),
        rules=("ZM-MIS-03",),
        cost="action",
        group="move",
    ),
)  # fmt: skip
