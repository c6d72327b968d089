"""Edits of health and conditions, typed by hand."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.conditions import Condition
from model.engine.edits_base import (
    Wrong,
    combatants_of,
    edit,
    flag,
    needed_name,
    number,
    one_of,
    related,
    somebody,
    whole,
    words,
)
from model.engine.effects import effects_of
from model.engine.ruleset import Action, Ruleset
from model.engine.telling import listed, tell
from model.state.base import Id, replace
from model.state.battle import AnyBattle, new_id
from model.state.effects import Effect, Moment, Until
from model.state.texts import ref

UNTIL: tuple[Until, ...] = (
    "removed",
    "turn_start",
    "turn_end",
    "round_end",
    "slot",
    "use",
    "scene",
    "recovered",
)


def _hurt(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    amount = whole(call, "amount", "The damage")
    if amount == 0:
        raise Wrong("Nothing to do: the damage is 0.")
    through = bool(call.option("through_resistance", False))
    for who in combatants_of(battle, call):
        if amount < 0:
            ask.say(tell(battle, "{0} gets {amount} back.", who, amount=-amount))
        else:
            told = "{0} takes {amount} damage, less resistance." if through else "{0} takes {amount} damage."
            ask.say(tell(battle, told, who, amount=amount))
        battle = ask.ruleset.hurt(battle, who, amount, through, ask)
    return battle


def condition_named(ruleset: Ruleset, typed: str) -> Condition:
    """The condition that an id, a title or the beginning of either names.

    Raises:
        Wrong: none does, or several do.
    """
    word = typed.strip().lower()
    conditions = tuple(ruleset.conditions.values())
    exact = [one for one in conditions if word in (one.id.lower(), one.title.lower())]
    begins = [
        one for one in conditions if word and (one.id.lower().startswith(word) or one.title.lower().startswith(word))
    ]
    found = exact or begins
    if len(found) == 1:
        return found[0]
    if found:
        raise Wrong("“{typed}” may be {found}.", typed=typed, found=listed(one.title for one in found))
    raise Wrong(
        "{ruleset} has no condition “{typed}”; it has {known}.",
        ruleset=ruleset.name,
        typed=typed,
        known=listed(one.title for one in conditions),
    )


def _effect(battle: AnyBattle, call: Call, who: Id, condition: Condition) -> tuple[Effect, AnyBattle]:
    id, battle = new_id(battle, condition.id)
    for key in ("source", "other", "clock"):
        if (given := call.option(key)) is not None:
            related(battle, given)
    turn = battle.order.turn
    slot = battle.order.slot_of(who)
    until: Until = call.option("until", condition.until)
    effect = Effect(
        id=id,
        kind=condition.id,
        since=Moment(round=battle.order.round, slot=None if turn is None else turn.slot),
        source=call.option("source"),
        other=call.option("other"),
        until=until,
        clock=call.option("clock"),
        slot=slot.id if until == "slot" and slot is not None else None,
        amount=whole(call, "amount", "The amount", default=0),
        note=str(call.option("note", "")),
        is_public=bool(call.option("public", condition.is_public)),
    )
    return effect, battle


def _with_effects(battle: AnyBattle, who: Id, effects: dict[Id, Effect]) -> AnyBattle:
    if who in battle.things:
        return replace(battle, things=battle.things | {who: replace(battle.things[who], effects=effects)})
    return battle.with_combatant(replace(battle.combatants[who], effects=effects))


def _set_condition(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    condition = condition_named(ask.ruleset, needed_name(call, "condition", "The condition"))
    other = call.option("other")
    bearers = tuple(
        who
        for who in dict.fromkeys(call.targets)
        if not any(effect.other == other for effect in effects_of(battle, who, condition.id))
    )
    if not bearers:
        raise Wrong("{who} has this already: {condition}.", who=ref(call.targets[0]), condition=condition.title)
    for who in bearers:
        effect, battle = _effect(battle, call, who, condition)
        bearer = battle.things.get(who) or battle.combatants[who]
        battle = _with_effects(battle, who, bearer.effects | {effect.id: effect})
        about = (who,) if other is None else (who, other)
        template = "{0}: {condition}." if other is None else "{0}: {condition} ({1})."
        sentence = tell(battle, template, *about, condition=condition.title)
        ask.say(sentence if effect.is_public else replace(sentence, audience="gm"))
    return battle


def _clear_condition(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    condition = condition_named(ask.ruleset, needed_name(call, "condition", "The condition"))
    bearers = tuple(who for who in dict.fromkeys(call.targets) if effects_of(battle, who, condition.id))
    if not bearers:
        raise Wrong("{who} has no such condition: {condition}.", who=ref(call.targets[0]), condition=condition.title)
    for who in bearers:
        ended = effects_of(battle, who, condition.id)
        bearer = battle.things.get(who) or battle.combatants[who]
        kept = {id: effect for id, effect in bearer.effects.items() if effect.kind != condition.id}
        battle = _with_effects(battle, who, kept)
        sentence = tell(battle, "{0}: no longer {condition}.", who, condition=condition.title)
        ask.say(sentence if any(effect.is_public for effect in ended) else replace(sentence, audience="gm"))
    return battle


_CONDITION = words("condition", "Condition", help="Its name or the beginning of it.")

CONDITION_EDITS: tuple[Action, ...] = (
    edit(
        "hurt",
        "Hurt or heal",
        _hurt,
        number("amount", "Damage", help="Below zero it heals."),
        flag("through_resistance", "Through resistance"),
        targets="many",
    ),
    edit(
        "set_condition",
        "Set condition",
        _set_condition,
        _CONDITION,
        one_of("until", "Until", UNTIL),
        somebody("source", "From"),
        somebody("other", "Tied to"),
        somebody("clock", "Whose turns count"),
        number("amount", "Amount"),
        words("note", "Note"),
        flag("public", "Players may know", default=True),
        targets="many",
    ),
    edit("clear_condition", "End condition", _clear_condition, _CONDITION, targets="many"),
)
