"""What is neither movement nor attack: spells, reloading, weapons, anything in words (ZM-MOVE-09, ZM-INIT-07)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of, end_effects_of
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.telling import tell
from model.rulesets.zamani.conditions import CASTING, PRONE, RELOADING
from model.rulesets.zamani.costs import may_attack, no, not_moved, own_segment, pay, somebody
from model.rulesets.zamani.gear import Gear, magazines, weapons_to_change
from model.rulesets.zamani.percent import (
    GM_MODIFIER,
    d100,
    gm_modifier,
    has_skill,
    skill_percentage,
    spend_focus,
    throw,
)
from model.rulesets.zamani.settings import rules
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Item
from model.state.effects import Until
from model.state.texts import Refusal, ref, text


def other(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Anything that is neither movement nor combat, in words; with a roll if a skill is named (ZM-MOVE-09)."""
    who = call.actor
    what = str(call.option("text", "")).strip()
    battle = pay(battle, who)
    if what:
        ask.say(tell(battle, "{0}: {what}.", who, what=what))
    else:
        ask.say(tell(battle, "{0} does something (action).", who))
    skill = str(call.option("skill", ""))
    return rolled_skill(battle, who, skill, call, ask) if skill else battle


def _knows_skill(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    skill = str(call.option("skill", ""))
    if skill and call.actor in battle.combatants and not has_skill(battle, call.actor, skill):
        sentence = text("{who} has no skill “{skill}”.", who=ref(call.actor), skill=skill)
        yield Refusal(key="no_skill", sentence=sentence, rule="ZM-GEN-05")


def rolled_skill(battle: AnyBattle, who: Id, skill: str, call: Call, ask: Ask) -> AnyBattle:
    """A roll for a skill: general, or graded in the third column (ZM-GEN-06)."""
    explanation = skill_percentage(battle, who, skill, uses_focus=True, more=gm_modifier(call))
    percent = ask.number(explanation)
    if rules(battle).focus_applies == "any_roll":
        battle = spend_focus(battle, who)
    thrown = throw(battle, d100("skill", explanation.title, percent), percent, who, ask, "success", "ZM-GEN-06")
    ask.measure(who, "success", thrown.is_success)
    if not thrown.is_success:
        ask.say(tell(battle, "{0} fails.", who))
        return battle
    if not call.option("specific", True):
        ask.say(tell(battle, "{0} succeeds.", who))
        return battle
    table = battle.shared.table
    code = thrown.graded(table, table.skill_column)
    result = table.result(code)
    ask.say(tell(battle, "{0}: {code}, {grade}.", who, code=code, grade=result.skill_grade or result.name))
    return battle


def cast(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Cast a spell that is told in words, with a roll if a skill is named (ZM-MIS-12, ZM-BLOCK-02)."""
    who = call.actor
    battle = pay(battle, who, is_offensive=bool(call.option("offensive", False)))
    until: Until = "round_end" if rules(battle).casting_lasts == "round" else "slot"
    own = battle.order.slot_of(who)
    if until == "slot" and own is None:
        until = "removed"
    battle = add_effect(end_effects_of(battle, who, CASTING), who, CASTING, until=until, slot=own.id if own else None)
    spell = str(call.option("text", "")).strip() or "a spell"
    if call.target:
        ask.say(tell(battle, "{0} casts {spell} on {1}.", who, call.target, spell=spell))
    else:
        ask.say(tell(battle, "{0} casts {spell}.", who, spell=spell))
    skill = str(call.option("skill", ""))
    return rolled_skill(battle, who, skill, call, ask) if skill else battle


def _may_cast(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    if call.option("offensive", False):
        yield from may_attack(ruleset, battle, call)


def _item(battle: AnyBattle, call: Call) -> Item[Gear] | None:
    item = battle.items.get(call.item) if call.item is not None else None
    return item if item is not None and item.holder == call.actor else None


def _has_item(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    if call.actor in battle.combatants and _item(battle, call) is None:
        offered = ruleset.actions[call.action].items
        has_none = call.item is None and offered is not None and not tuple(offered(battle, call.actor))
        words = "{who} has nothing to do that with." if has_none else "Say which item of {who}."
        sentence = text(words, who=ref(call.actor))
        yield Refusal(key="no_item", sentence=sentence, can_override=False)


def change_weapon(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Take an item into the hand, and put away what was there if there are not hands enough (ZM-INIT-07)."""
    who, item = call.actor, _item(battle, call)
    assert item is not None, "the guard has found it"
    battle = pay(battle, who)
    if item.where == "hand":
        changed = {item.id: replace(item, where="pack")}
        ask.say(tell(battle, "{0} puts {item} away.", who, item=item.name))
        return replace(battle, items=battle.items | changed)
    changed = {item.id: replace(item, where="hand")}
    held = [other for other in battle.items_of(who) if other.where == "hand"]
    room = 2 - item.gear.hands
    for other_item in reversed(held):
        if sum(one.gear.hands for one in held if one.id not in changed) > room:
            changed[other_item.id] = replace(other_item, where="pack")
    ask.say(tell(battle, "{0} takes {item} in hand.", who, item=item.name))
    return replace(battle, items=battle.items | changed)


def reload(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Fill a magazine; some weapons take several actions (ZM-INIT-07, ZM-MIS-11)."""
    who, item = call.actor, _item(battle, call)
    assert item is not None, "the guard has found it"
    battle = pay(battle, who)
    begun = sum(effect.amount for effect in effects_of(battle, who, RELOADING) if effect.note == item.id) + 1
    battle = end_effects_of(battle, who, RELOADING)
    if begun < item.gear.reload_segments:
        ask.say(tell(battle, "{0} is reloading {item}.", who, item=item.name))
        return add_effect(battle, who, RELOADING, amount=begun, note=item.id)
    ask.say(tell(battle, "{0} has reloaded {item}.", who, item=item.name))
    return replace(battle, items=battle.items | {item.id: replace(item, gear=replace(item.gear, ammo=None))})


def stand_up(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Get up again, as an action (ZM-MIS-03)."""
    ask.say(tell(battle, "{0} stands up.", call.actor))
    return end_effects_of(pay(battle, call.actor), call.actor, PRONE)


def _is_prone(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    if call.actor in battle.combatants and not effects_of(battle, call.actor, PRONE):
        yield no("not_prone", "{who} is not prone.", "ZM-MIS-03", call.actor)


_WORDS = Parameter(key="text", title="What", kind="text", default="")
_SKILL = Parameter(key="skill", title="Skill", kind="text", default="", help="Rolled where one is named.")
_SPECIFIC = Parameter(
    key="specific", title="Graded", kind="flag", default=True, rule="ZM-GEN-06",
    help="Graded in the third column of the action table; else it only passes or fails.",
)  # fmt: skip
_GUARDS = (somebody, own_segment, not_moved)

OTHER_ACTIONS = (
    Action(
        id="other",
        title="Other action",
        run=other,
        parameters=(_WORDS, _SKILL, _SPECIFIC, GM_MODIFIER),
        guards=(*_GUARDS, _knows_skill),
        rules=("ZM-MOVE-09", "ZM-INIT-07", "ZM-GEN-06"),
        cost="action",
        help="Anything that is neither movement nor combat; the GM judges what fits into it.",
    ),
    Action(
        id="change_weapon",
        title="Change weapon",
        run=change_weapon,
        needs_item=True,
        items=weapons_to_change,
        guards=(*_GUARDS, _has_item),
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
        guards=(*_GUARDS, _has_item),
        rules=("ZM-INIT-07", "ZM-MIS-11"),
        cost="action",
    ),
    Action(
        id="cast",
        title="Cast a spell",
        run=cast,
        targets="maybe",
        parameters=(
            _WORDS,
            _SKILL,
            _SPECIFIC,
            GM_MODIFIER,
            Parameter(
                key="offensive", title="Offensive", kind="flag", default=False, rule="ZM-INIT-06",
                help="Counts as the one offensive action of the countdown.",
            ),
        ),
        guards=(*_GUARDS, _may_cast, _knows_skill),
        rules=("ZM-INIT-07", "ZM-BLOCK-02"),
        cost="action",
        help="No block and no acrobatics while casting.",
    ),
    Action(
        id="stand_up",
        title="Stand up",
        run=stand_up,
        guards=(*_GUARDS, _is_prone),
        rules=("ZM-MIS-03",),
        cost="action",
        group="move",
    ),
)  # fmt: skip
