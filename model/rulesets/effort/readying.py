"""Declaring reactions, and triggering them by the GM (SE-REA-01 to SE-REA-05)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from model.engine.ask import Ask
from model.engine.budget import spend
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of
from model.engine.guards import no
from model.engine.messages import message
from model.engine.ruleset import NO_TARGET, Action, Parameter
from model.engine.run import may
from model.rulesets.effort.checks import able_combatant, give_up_round, in_time, not_left, round_unspent
from model.rulesets.effort.conditions import REACTION
from model.rulesets.effort.movement import MOVE
from model.rulesets.effort.reactions import (
    Reaction,
    completed,
    decided_by_contest,
    react,
    reacting,
    with_reactions,
    with_those_caught,
)
from model.rulesets.effort.sheet import Armed, Battle, usual_weapon
from model.state.base import Id, replace
from model.state.effects import Effect
from model.state.texts import Refusal, gm_text, ref, text

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

ACTIONS = (DECLARE, TRIGGER)
