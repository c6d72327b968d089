"""Declaring reactions, items, skill checks, free actions, and all other actions (SE-REA, SE-ACT, SE-FREE)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

from model.dice.requests import sum_of
from model.engine.ask import Ask
from model.engine.budget import spend
from model.engine.calls import Call
from model.engine.edits import EDITS
from model.engine.edits_combatants import WHERE
from model.engine.effects import add_effect, effects_of
from model.engine.guards import no
from model.engine.messages import message
from model.engine.modifiers import explain, term
from model.engine.requests import Choice, Question
from model.engine.ruleset import NO_TARGET, Action, Parameter
from model.engine.run import may
from model.rulesets.effort import odds, pools
from model.rulesets.effort.checks import (
    Cost,
    able_combatant,
    costs,
    give_up_round,
    in_time,
    is_reacting,
    not_left,
    pay,
    round_unspent,
)
from model.rulesets.effort.conditions import CONDITIONS, REACTION, REGAINING
from model.rulesets.effort.movement import MOVE, is_within_melee
from model.rulesets.effort.reactions import (
    Reaction,
    completed,
    decided_by_contest,
    react,
    reacting,
    with_reactions,
    with_those_caught,
)
from model.rulesets.effort.settings import rules
from model.rulesets.effort.sheet import Armed, Battle, Gear, usual_weapon
from model.state.base import ENVIRONMENT, Id, Record, replace
from model.state.battle import Item, age
from model.state.effects import Effect
from model.state.folding import folded
from model.state.texts import Refusal, Text, gm_text, ref, text

# -------------------------------------------------------------------------------------------- using and handling things


DRAW, AWAY, DROP, GIVE = "draw", "put_away", "drop", "give"


def with_gear(battle: Battle, item: Item[Gear], gear: Gear) -> Battle:
    """The battle with an item's gear replaced."""
    return replace(battle, items=battle.items | {item.id: replace(item, gear=gear)})


def spent_items(battle: Battle, item: Item[Gear]) -> Battle:
    """The battle without what one attack uses up: shots, or the item itself."""
    gear = item.gear
    if gear.magazine:
        battle = with_gear(battle, item, replace(gear, ammo=max(0, gear.loaded - 1)))
    elif gear.is_used_up:
        battle = with_gear(battle, item, replace(gear, quantity=max(0, gear.quantity - 1)))
    return battle


# ------------------------------------------------------------------------------------------ using


def use_item(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Draw a weapon, reload one in hand, or use another item with its effect (SE-ACT-04)."""
    assert call.item is not None, "the guard has checked this"
    item: Item[Gear] = battle.items[call.item]
    if item.gear.kind == "weapon" and item.where != "hand":
        return handle_item(battle, call, ask)
    battle = pay(battle, call, "action", ask)

    def resolve(battle: Battle, reactions: object) -> Battle:
        who, gear = call.actor, item.gear
        if gear.kind == "weapon" and gear.magazine:
            ask.log(battle, "{0} reloads {item}.", who, item=item.name)
            return with_gear(battle, item, replace(gear, ammo=gear.magazine))
        ask.log(battle, "{0} uses {item}.", who, item=item.name)
        effect = _TEXT.said(call) or gear.effect
        if effect:
            ask.log(battle, "{0}: {effect}.", who, effect=effect.rstrip("."))
        return with_gear(battle, item, replace(gear, quantity=max(0, gear.quantity - 1))) if gear.is_used_up else battle

    about = message(battle, "{0} is about to use {item}.", call.actor, item=item.name)
    return with_reactions(battle, call, ask, resolve, about=about, still=(_usable,))


def _item_of(battle: Battle, call: Call) -> Item[Gear] | Refusal:
    item = battle.items.get(call.item or "")
    if item is not None:
        return item
    return Refusal(key="no_item", sentence=text("Choose an item."), rule="SE-ACT-04", can_override=False)


def _usable(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the actor has the item, and it is neither complicated nor used up."""
    who, item = call.actor, _item_of(battle, call)
    if isinstance(item, Refusal):
        yield item
        return
    if item.holder != who:
        yield no("not_yours", "{who} does not have that.", "SE-ACT-04", who)
    if item.gear.is_complicated:
        yield no("complicated", "That is too complicated for {who} to do in one action.", "SE-ACT-04", who)
    if item.gear.is_used_up and item.gear.quantity < 1:
        yield no("none_left", "{who} has none left.", "SE-ACT-04", who)


_TEXT = Parameter(key="text", title="Purpose", kind="text", default="")


USE_ITEM = Action(
    id="use_item",
    title="Use Item",
    run=use_item,
    needs_item=True,
    parameters=(_TEXT,),
    guards=(*costs("action", "SE-ACT-04"), _usable),
    rules=("SE-ACT-04",),
    cost="action",
    group="other",
    help="Draw a weapon, reload the one in hand, or use a simple item. Throwing a grenade is an attack.",
)


# ------------------------------------------------------------------------------------------ handling


def _what(call: Call) -> str:
    return _WHAT.said(call)


def handling_cost(call: Call) -> Cost:
    """Cost of handling an item: dropping it is a free action (SE-FREE-01)."""
    return "free" if _what(call) == DROP else "action"


def handle_item(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Draw an item or pick it up, put it away, drop it, or give it to another combatant (SE-ACT-04, SE-FREE-01)."""
    who, what, item = call.actor, _what(call), battle.items[str(call.item)]
    battle = pay(battle, call, handling_cost(call), ask)
    to = _TO.said(call) if what == GIVE else None
    people = (who,) if to is None else (who, to)
    words = _words(item, what)

    def resolve(battle: Battle, reactions: object) -> Battle:
        ask.log(battle, f"{{0}} {words.does}.", *people, item=item.name)
        here = battle.combatants[who].place
        places = {
            DRAW: replace(item, holder=who, where="hand", place=None),
            AWAY: replace(item, where="pack"),
            DROP: replace(item, holder=None, where="board", place=here),
            GIVE: replace(item, holder=to, where="hand"),
        }
        return replace(battle, items=battle.items | {item.id: places[what]})

    about = message(battle, f"{{0}} {words.begins}.", *people, item=item.name)
    return with_reactions(battle, call, ask, resolve, about=about, still=(_can_handle,))


class _Words(Record):
    does: str
    begins: str


def _words(item: Item[Gear], what: str) -> _Words:
    if what == DRAW and item.holder is None:
        return _Words("picks up {item}", "reaches for {item}")
    return {
        DRAW: _Words("draws {item}", "reaches for {item}"),
        AWAY: _Words("puts {item} away", "is about to put {item} away"),
        DROP: _Words("drops {item}", "is about to drop {item}"),
        GIVE: _Words("hands {item} to {1}", "is about to hand {item} to {1}"),
    }[what]


def _handling_costs(battle: Battle, call: Call) -> Iterator[Refusal]:
    rule = "SE-FREE-01" if _what(call) == DROP else "SE-ACT-04"
    for guard in costs(handling_cost(call), rule):
        yield from guard(battle, call)


def _can_handle(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the actor has the item or it is on the ground in reach; a receiver is in reach (SE-ACT-04, SE-MIS-08)."""
    who, what, item = call.actor, _what(call), _item_of(battle, call)
    if who not in battle.combatants:
        return
    if isinstance(item, Refusal):
        yield item
        return
    is_lying = item.holder is None
    if item.holder != who and not (is_lying and what == DRAW):
        yield no("not_yours", "{who} does not have that.", "SE-ACT-04", who)
    elif is_lying and _is_far(battle, who, item.id):
        far = no("too_far", "{who} has to come within reach of it first.", "SE-MIS-08", who)
        yield replace(far, nearer=item.id, within=rules(battle).melee_reach_m)
    elif what == DRAW and item.where == "hand":
        yield no("there_already", "{who} already has it in hand.", "SE-ACT-04", who)
    elif what == AWAY and item.where == "pack":
        yield no("there_already", "{who} has already put it away.", "SE-ACT-04", who)
    if what == GIVE:
        yield from _can_give(battle, who, _TO.said(call))


def _can_give(battle: Battle, who: Id, to: object) -> Iterator[Refusal]:
    receiver = battle.combatants.get(str(to))
    if receiver is None or receiver.id == who or not receiver.is_present:
        sentence = text("Choose who receives it from {who}: another combatant who is present.", who=ref(who))
        yield Refusal(key="nobody", sentence=sentence, rule="SE-ACT-04", can_override=False)
    elif _is_far(battle, who, receiver.id):
        sentence = text("{whom} is out of {who}'s reach.", who=ref(who), whom=ref(receiver.id))
        yield Refusal(key="too_far", sentence=sentence, rule="SE-MIS-08", nearer=receiver.id)


def _is_far(battle: Battle, who: Id, other: Id) -> bool:
    """Whether a combatant or item is known to be out of reach."""
    return not is_within_melee(battle, who, other)


def _handled(battle: Battle, who: Id) -> tuple[tuple[Id, str], ...]:
    """Items that a combatant could handle: their own, weapons not in hand first, then those on the ground in reach."""
    own = sorted(battle.items_of(who), key=lambda item: (item.where == "hand", item.gear.kind != "weapon"))
    lying = (item for item in battle.items.values() if item.holder is None and not _is_far(battle, who, item.id))
    return tuple((item.id, item.name) for item in (*own, *lying))


def _receivers(battle: Battle, call: Call) -> tuple[tuple[str, Id], ...]:
    others = (one for one in sorted(battle.combatants.values(), key=age) if one.is_present and one.id != call.actor)
    return tuple((one.name, one.id) for one in others)


_WHAT = Parameter(
    key="what", title="What", kind="choice", default=DRAW, options=(DRAW, AWAY, DROP, GIVE), rule="SE-ACT-04",
    help="Draw also picks up what lies within reach; dropping is a free action.",
)  # fmt: skip
_TO: Parameter[Id | None] = Parameter(
    key="to", title="To", kind="combatant", rule="SE-ACT-04", choices=_receivers,
    applies=lambda battle, call: _what(call) == GIVE,
)  # fmt: skip


HANDLE_ITEM = Action(
    id="handle_item",
    title="Draw, Drop or Give",
    run=handle_item,
    items=_handled,
    needs_item=True,
    parameters=(_WHAT, _TO),
    guards=(_handling_costs, _can_handle),
    rules=("SE-ACT-04", "SE-FREE-01"),
    cost="action; dropping is free",
    group="other",
    help="Draw a weapon, pick something up, put it away, drop it, or hand it over.",
)  # fmt: skip


def _handling(edit: str, call: Call) -> Call:
    """The handling that corresponds to the GM's edit of an item."""
    is_away = edit == "ready_item" and WHERE.said(call) != "hand"
    what = {"drop_item": DROP, "give_item": GIVE}.get(edit, AWAY if is_away else DRAW)
    options = {"what": what, "to": call.target} if what == GIVE else {"what": what}
    return replace(call, action=HANDLE_ITEM.id, targets=(), options=options)


def _or_handled(edit: Action) -> Action:
    """The GM's edit of an item, which with a combatant as the actor becomes handling at its usual cost."""

    def run(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        if call.actor in battle.combatants:
            return handle_item(battle, _handling(edit.id, call), ask)
        return edit.run(battle, call, ask)

    def guard(battle: Battle, call: Call) -> Iterator[Refusal]:
        if call.actor in battle.combatants:
            for handling in HANDLE_ITEM.guards:
                yield from handling(battle, _handling(edit.id, call))

    return replace(edit, run=run, guards=(*edit.guards, guard))


ITEM_EDITS = {id: _or_handled(EDITS[id]) for id in ("ready_item", "drop_item", "give_item", "take_item")}
"""The GM's edits of items; with a combatant as the actor they are actions, paid for and reacted to."""


# ----------------------------------------------------------------------------------- declaring and triggering reactions


STORABLE = (
    "attack", "attack_area", "move", "use_item", "handle_item", "aim", "skill_check", "regain_speed", "free_action",
    "talk", "other_action",
)  # fmt: skip
"""Actions that can be stored: everything that fits a turn, except another reaction (SE-AMB-04)."""
_LABELS = {"handle_item": "draw, drop or give", "other_action": "something else"}
_WITH_ITEM = ("attack", "attack_area", "use_item", "handle_item")


# ------------------------------------------------------------------------------------------ declaring


def declare(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Store an action that is carried out when its trigger occurs (SE-REA-01)."""
    who = call.actor
    condition, action = _CONDITION.said(call).strip(), _DOES.said(call)
    if not condition:
        return Refusal(
            key="no_condition",
            sentence=text("{who}'s reaction needs a trigger: say what sets it off.", who=ref(who)),
            rule="SE-REA-01",
            can_override=False,
        )
    battle = spend(battle, who, "reaction")
    if action == "regain_speed":
        battle = give_up_round(battle, who)

    def resolve(battle: Battle, reactions: object) -> Battle:
        return _armed(battle, call, Armed(condition=condition, action=action, targets=call.targets), ask)

    return with_reactions(battle, call, ask, resolve)


def _armed(battle: Battle, call: Call, armed: Armed, ask: Ask) -> Battle:
    who = call.actor
    battle = add_effect(battle, who, REACTION, until="turn_start", note=armed.condition, is_public=False)
    effect = effects_of(battle, who, REACTION)[-1]
    armed = replace(armed, item=_item(battle, call, armed.action), options=dict(_OPTIONS.said(call) or {}))
    battle = replace(battle, shared=replace(battle.shared, armed=battle.shared.armed | {effect.id: armed}))
    title = ask.ruleset.actions[armed.action].title
    told = message(battle, f"{{0}} readies a reaction: {{condition}} – {title}.", who, condition=armed.condition)
    ask.add_message(replace(told, audience="gm"))
    return battle


def _item(battle: Battle, call: Call, action: str) -> Id | None:
    """The item that a stored action uses: as given, else the usual weapon for an attack, or the first that fits."""
    said = _ITEM.said(call) or call.item
    if said is not None or action not in _WITH_ITEM:
        return said
    if action == "attack":
        usual = usual_weapon(battle, call.actor)
        return None if usual is None else usual.id
    things = _things(battle, call)
    return things[0][1] if things else None


def _things(battle: Battle, call: Call) -> tuple[tuple[str, Id], ...]:
    """Items that a stored action can use, as label and id: weapons in hand for an attack, else all items, those not
    in hand first."""
    does = _DOES.said(call)
    things = battle.items_of(call.actor)
    if does in ("attack", "attack_area"):
        return tuple(
            (item.name, item.id)
            for item in things
            if item.where == "hand" and item.gear.kind == "weapon" and (does == "attack" or item.gear.radius_m)
        )
    return tuple((item.name, item.id) for item in sorted(things, key=lambda item: item.where == "hand"))


def _can_declare(battle: Battle, call: Call) -> Iterator[Refusal]:
    who = call.actor
    if who not in battle.combatants or not battle.order.is_running:
        return
    late = tuple(in_time(battle, who, "SE-REA-01"))
    yield from late
    if not late:
        yield from not_left(battle, who, "reaction", "SE-REA-01")
        if _DOES.said(call) == "regain_speed":
            yield from round_unspent(battle, who)


def _has_item(battle: Battle, call: Call) -> Iterator[Refusal]:
    item = battle.items.get(_ITEM.said(call) or "")
    if item is not None and item.holder != call.actor:
        yield no("not_yours", "{who} does not have that.", "SE-REA-01", call.actor)


_CONDITION = Parameter(key="condition", title="If", kind="text", default="", rule="SE-REA-01")
_DOES = Parameter(
    key="does", title="Then", kind="choice", default="attack", options=STORABLE, rule="SE-REA-01",
    choices=lambda battle, call: tuple((_LABELS.get(key, key.replace("_", " ")), key) for key in STORABLE),
)  # fmt: skip
_ITEM: Parameter[Id | None] = Parameter(
    key="item", title="With", kind="item", rule="SE-REA-01", choices=_things,
    applies=lambda battle, call: _DOES.said(call) in _WITH_ITEM,
    help="Empty: the usual weapon for an attack, or whatever can be drawn.",
)  # fmt: skip
_OPTIONS: Parameter[Any] = Parameter(
    key="options", title="Details", kind="table", rule="SE-REA-01", help="Parameters of the stored action.",
)  # fmt: skip


DECLARE = Action(
    id="declare_reaction",
    title="Declare Reaction",
    run=declare,
    targets="any",
    parameters=(_CONDITION, _DOES, _ITEM, _OPTIONS),
    guards=(able_combatant, _can_declare, _has_item),
    rules=("SE-REA-01", "SE-REA-02", "SE-REA-03"),
    cost="reaction",
    group="defence",
    key="D",
    help="Store an action that is carried out as soon as its trigger occurs, until the start of the next turn.",
)  # fmt: skip


# ------------------------------------------------------------------------------ triggered by the GM

_SAID = ("place", "path", "metres", "mode", "stance")
"""Options of a movement, or of an attack on a spot, that can be given when it is triggered."""


def _ready(battle: Battle, who: Id) -> tuple[tuple[Effect, Armed], ...]:
    """The armed reactions of a combatant."""
    armed = battle.shared.armed
    return tuple((effect, armed[effect.id]) for effect in effects_of(battle, who, REACTION) if effect.id in armed)


def trigger(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Carry out a stored action because the GM says that its trigger occurs, whatever caused it."""
    owner, by = call.actor, _BY.said(call)
    effect, stored = _chosen(battle, call)
    said = {key: call.options[key] for key in _SAID if key in call.options}
    told = Call(action=stored.action, actor=owner, options=said | dict(_OPTIONS.said(call) or {}))
    done = completed(told, stored, by)
    one = Reaction(id=f"reaction.{owner}", owner=owner, effect=effect, call=done)
    for refusal in may(ask.ruleset, reacting(battle, owner), with_those_caught(ask.ruleset, battle, done)):
        if refusal.key == NO_TARGET:
            is_aimed = stored.action != "attack_area"
            wanted = (
                "who triggers it: the target of {who}"
                if is_aimed
                else "where {who} aims: at least one combatant has to be there"
            )
            return replace(no("no_trigger", f"Choose {wanted}.", "SE-REA-04", owner), can_override=False)
        if not refusal.can_override:
            # The call is incomplete: the reaction must not be lost by that.
            return refusal
    ask.add_message(gm_text("{who}'s trigger occurs: {condition}.", who=ref(owner), condition=stored.condition))
    if by is not None and _CONTEST.said(call):
        one = decided_by_contest(battle, one, by, ask)
    return react(battle, one, ask)


def _chosen(battle: Battle, call: Call) -> tuple[Effect, Armed]:
    ready = _ready(battle, call.actor)
    return next((one for one in ready if _WHICH.said(call) in (one[0].id, one[1].condition)), ready[0])


def _stores(*actions: str) -> Callable[[Battle, Call], bool]:
    """Returns whether the action to be triggered is one of these."""
    return lambda battle, call: bool(_ready(battle, call.actor)) and _chosen(battle, call)[1].action in actions


def _can_trigger(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the actor has an armed reaction, and it is not triggered by the actor."""
    who = call.actor
    if who not in battle.combatants:
        return
    if not _ready(battle, who):
        sentence = text("{who} has no reaction ready.", who=ref(who))
        yield Refusal(key="none_ready", sentence=sentence, rule="SE-REA-04", can_override=False)
    by = _BY.said(call)
    if by is not None and (by == who or by not in battle.combatants):
        sentence = text("{who} cannot trigger their own reaction: choose another combatant, or no one.", who=ref(who))
        yield Refusal(key="nobody_triggers", sentence=sentence, rule="SE-REA-04", can_override=False)


def _choices(battle: Battle, call: Call) -> tuple[tuple[str, Id], ...]:
    return tuple((stored.condition, effect.id) for effect, stored in _ready(battle, call.actor))


def _others(battle: Battle, call: Call) -> tuple[tuple[str, Id], ...]:
    return tuple((one.name, one.id) for one in battle.combatants.values() if one.is_present and one.id != call.actor)


_BY: Parameter[Id | None] = Parameter(
    key="by", title="Triggered by", kind="combatant", rule="SE-REA-04", choices=_others,
    help="The target of a stored attack that names none.",
)  # fmt: skip
_WHICH: Parameter[str | None] = Parameter(
    key="which", title="Which", kind="text", rule="SE-REA-04", choices=_choices,
    applies=lambda battle, call: len(_ready(battle, call.actor)) > 1,
)  # fmt: skip
_CONTEST = Parameter(
    key="contest", title="Contest", kind="flag", default=False, rule="SE-REA-05",
    applies=lambda battle, call: _BY.said(call) is not None,
    help="Both roll 1d10 and add their modifier to see who acts first.",
)  # fmt: skip
PLACE: Parameter[Any] = Parameter(
    key="place", title="To", kind="place", rule="SE-REA-04", applies=_stores("move", "attack_area"),
)  # fmt: skip


TRIGGER = Action(
    id="trigger_reaction",
    title="Trigger Reaction",
    run=trigger,
    parameters=(
        _BY,
        _WHICH,
        _CONTEST,
        PLACE,
        *(replace(one, applies=_stores("move")) for one in MOVE.parameters if one.key in _SAID[1:]),
        replace(_OPTIONS, rule="SE-REA-04"),
    ),
    guards=(able_combatant, _can_trigger),
    rules=("SE-REA-04", "SE-REA-05"),
    group="defence",
    help="The GM rules that the trigger occurs: the stored action is carried out now.",
)  # fmt: skip


# -------------------------------------------------------------------------------------------------------- other actions


MOST_WORDS = 10
CHECK_WORDS = ("success", "failure")


# ------------------------------------------------------------------------------------------ skill checks


def skill_check(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Check 1d10 + modifier against a number, or let the GM decide (SE-ACT-07, SE-MIS-05)."""
    battle = pay(battle, call, "action", ask)
    return with_reactions(battle, call, ask, lambda battle, _: _checked(battle, call, ask))


def _checked(battle: Battle, call: Call, ask: Ask) -> Battle:
    who, skill = call.actor, _SKILL.said(call).strip()
    if rules(battle).resolution == "gm":
        title = text("Does {who}'s check succeed?", who=ref(who))
        options: tuple[Choice[Literal["success", "failure"]], ...] = (
            Choice(key="success", label="Success"),
            Choice(key="failure", label="Failure"),
        )
        question = Question(id="check", title=title, options=options, default="success", rule="SE-MIS-05")
        is_success = ask.choose(question, ENVIRONMENT) == "success"
    else:
        sheet = battle.combatants[who].sheet
        named = next((own for own in sheet.skills if folded(own) == folded(skill)), skill)
        label = named.replace("_", " ").capitalize() or "Modifier"
        parts = [term("skill", label, sheet.skills.get(named, 0), "SE-MIS-05")]
        typed = int(MODIFIER.said(call))
        if typed:
            parts.append(term("situation", "Situation", typed, "SE-MIS-05"))
        bonus = ask.number(explain("check", "Check", [*parts, *CONDITIONS.modifiers(battle, who, "check")]))
        typed_target = _AGAINST.said(call)
        against = rules(battle).check_default_target if typed_target is None else int(typed_target)
        roll = ask.roll(sum_of("check", "Check", "1d10", bonus=bonus, against=against, words=CHECK_WORDS), who)
        is_success = ask.verdict("success", "Success", roll, at_least=against, rule="SE-MIS-05")
    ask.measure(who, odds.SUCCESS, is_success)
    ask.log(battle, f"{{0}}'s check {'succeeds' if is_success else 'fails'}.", who)
    return battle


_SKILL = Parameter(key="skill", title="Skill", kind="text", default="")
_AGAINST: Parameter[float | None] = Parameter(
    key="against", title="Against", kind="number", least=1, most=30, rule="SE-MIS-05",
)  # fmt: skip
MODIFIER = Parameter(key="modifier", title="Modifier", kind="number", default=0, least=-20, most=20, rule="SE-MIS-05")


CHECK = Action(
    id="skill_check",
    title="Skill Check",
    run=skill_check,
    parameters=(_SKILL, _AGAINST, MODIFIER),
    guards=costs("action", "SE-ACT-07"),
    rules=("SE-ACT-07", "SE-MIS-05"),
    cost="action",
    help="1d10 plus the modifier of the skill, against the number that the GM names.",
)


# ------------------------------------------------------------------------------------------ regaining speed


def regain_speed(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Give up the round for speed points (SE-MOVE-04); as a stored action, they come back when its trigger occurs."""
    who = call.actor
    is_stored = is_reacting(battle, who)
    if not is_stored:
        battle = give_up_round(battle, who)

    def resolve(battle: Battle, reactions: object) -> Battle:
        if not is_stored:
            ask.log(battle, "{0} gives up the round to regain speed.", who)
        if is_stored:
            return pools.regain(battle, who, ask)
        return add_effect(battle, who, REGAINING)

    return with_reactions(battle, call, ask, resolve)


def _can_regain(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: no part of the cost is used yet, and speed points are missing (SE-MOVE-04, SE-AMB-06)."""
    who = call.actor
    if who not in battle.combatants:
        return
    if not battle.order.is_running:
        yield no("no_fight", "Outside combat {who} does not need a round for this: edit the points.", "SE-MOVE-04", who)
        return
    if not is_reacting(battle, who):
        late = tuple(in_time(battle, who, "SE-MOVE-04"))
        yield from late or round_unspent(battle, who)
    sheet = battle.combatants[who].sheet
    if pools.speed(sheet) >= sheet.speed_max:
        yield no("full", "{who} already has all speed points.", "SE-MOVE-04", who)


REGAIN = Action(
    id="regain_speed",
    title="Regain Speed",
    run=regain_speed,
    guards=(able_combatant, _can_regain),
    rules=("SE-MOVE-04",),
    cost="the round",
    group="move",
    help="Give up acting this round to get speed points back.",
)


# ------------------------------------------------------------------------------------------ free actions


def free_action(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Do something small that takes no time, if the GM allows it (SE-FREE-01)."""
    battle = pay(battle, call, "free", ask)
    what = _TEXT.said(call).strip()
    template = "{0}: {what}." if what else "{0} does something small."
    return _said(
        battle, call, ask, message(battle, template, call.actor, **({"what": what.rstrip(".")} if what else {}))
    )


def talk(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Say up to ten words (SE-FREE-03)."""
    battle = pay(battle, call, "free", ask)
    words = _TEXT.said(call).strip()
    return _said(
        battle,
        call,
        ask,
        message(battle, "{0}: “{words}”" if words else "{0} says something.", call.actor, words=words),
    )


def _said(battle: Battle, call: Call, ask: Ask, told: Text) -> Battle:
    """Carry out an action that only adds a message, with the reactions to it."""

    def resolve(battle: Battle, reactions: object) -> Battle:
        ask.add_message(told)
        return battle

    return with_reactions(battle, call, ask, resolve)


def _few_words(battle: Battle, call: Call) -> Iterator[Refusal]:
    count = len(_TEXT.said(call).split())
    if count > MOST_WORDS:
        sentence = text("That is {count} words; a free action allows up to {most}.", count=count, most=MOST_WORDS)
        yield Refusal(key="too_many_words", sentence=sentence, rule="SE-FREE-03")


FREE = Action(
    id="free_action",
    title="Free Action",
    run=free_action,
    parameters=(replace(_TEXT, title="What"),),
    guards=costs("free", "SE-FREE-02"),
    rules=("SE-FREE-01", "SE-FREE-02"),
    cost="free action",
    help="Something small that the GM allows, such as dropping a torch.",
)
TALK = Action(
    id="talk",
    title="Talk",
    run=talk,
    parameters=(replace(_TEXT, title="Words"),),
    guards=(*costs("free", "SE-FREE-02"), _few_words),
    rules=("SE-FREE-03",),
    cost="free action",
    help="Up to ten words.",
)


# ------------------------------------------------------------------------------------------ everything else


def other_action(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Do something that is none of the listed actions: the GM says what it costs (SE-ACT-03, SE-AMB-17)."""
    who, what = call.actor, _TEXT.said(call).strip()
    title = text("What does it cost {who}?", who=ref(who))
    options: tuple[Choice[Literal["action", "free", "nothing", "refused"]], ...] = (
        Choice(key="action", label="The action"),
        Choice(key="free", label="The free action"),
        Choice(key="nothing", label="Nothing"),
        Choice(key="refused", label="It cannot be done"),
    )
    question = Question(id="cost", title=title, options=options, default="action", rule="SE-AMB-17", remember=True)
    cost = ask.choose(question, ENVIRONMENT)
    if cost == "refused":
        return replace(no("gm_refused", "The GM does not let {who} do this.", "SE-AMB-17", who), can_override=False)
    if cost in ("action", "free"):
        kind: Cost = "action" if cost == "action" else "free"
        if battle.order.is_running and not is_reacting(battle, who):
            for refusal in not_left(battle, who, kind, "SE-ACT-03"):
                if ask.refuse(refusal):
                    return refusal
        battle = pay(battle, call, kind, ask)
    told = message(battle, "{0}: {what}." if what else "{0} does something else.", who, what=what.rstrip("."))
    return _said(battle, call, ask, told)


def _now(battle: Battle, call: Call) -> Iterator[Refusal]:
    if call.actor in battle.combatants and battle.order.is_running and not is_reacting(battle, call.actor):
        yield from in_time(battle, call.actor, "SE-ACT-03")


OTHER = Action(
    id="other_action",
    title="Other Action",
    run=other_action,
    parameters=(replace(_TEXT, title="What"),),
    guards=(able_combatant, _now),
    rules=("SE-ACT-03", "SE-AMB-17"),
    cost="what the GM says",
    help="Anything that is not on the list: the GM says what it costs.",
)


def refill_effort(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Restore the effort points of all combatants when the GM says so (SE-MIS-06)."""
    ask.add_message(text("Effort points are back at their maximum."))
    return pools.refilled(battle, "effort")


REFILL = Action(
    id="refill_effort",
    title="Refill Effort Points",
    run=refill_effort,
    rules=("SE-MIS-06",),
    group="order",
    help="Restore everyone's effort points, for example when a new scene begins.",
)

OTHER_ACTIONS = (CHECK, REGAIN, FREE, TALK, OTHER, REFILL)
