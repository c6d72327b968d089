"""Declaring a reaction, and triggering one by hand (SE-REA-01, SE-REA-04)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace as with_fields

from model.engine.ask import Ask
from model.engine.budget import spend
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of
from model.engine.ruleset import NO_TARGET, Action, Parameter, Ruleset
from model.engine.run import may
from model.engine.telling import tell
from model.rulesets.effort.conditions import REACTION
from model.rulesets.effort.costs import (
    give_up_round,
    in_time,
    is_fighting,
    no,
    not_left,
    planned_reactions,
    round_is_whole,
    sees_plan,
    somebody,
    whole,
)
from model.rulesets.effort.gear import usual_weapon
from model.rulesets.effort.movement import MOVE
from model.rulesets.effort.reactions import (
    Reaction,
    completed,
    decided_by_contest,
    react,
    reacting,
    spent_on_contests,
    with_reactions,
    with_those_caught,
)
from model.rulesets.effort.settings import rules
from model.rulesets.effort.sheet import Armed
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.effects import Effect
from model.state.texts import Refusal, gm_text, ref, text

STORABLE = {
    "attack": "attack",
    "attack_area": "attack",
    "move": "move",
    "use_item": "use_item",
    "handle_item": "use_item",
    "aim": "aim",
    "skill_check": "skill_check",
    "regain_speed": "",
    "free_action": "",
    "talk": "",
    "other_action": "",
}
"""What can be stored, by the kind that a house rule may shut out (SE-AMB-04); what is of none of the five kinds, such
as letting the round go for speed or calling out, is never shut out."""
_LABELS = {"handle_item": "draw, drop or give", "other_action": "something else"}
_WITH_ITEM = ("attack", "attack_area", "use_item", "handle_item")


# ------------------------------------------------------------------------------------------ declaring


def declare(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Store an action behind a condition (SE-REA-01)."""
    who = call.actor
    condition, action = str(call.option("condition", "")).strip(), str(call.option("does", "attack"))
    if not condition:
        return Refusal(
            key="no_condition",
            sentence=text("A reaction of {who} needs a condition: say if what.", who=ref(who)),
            rule="SE-REA-01",
            can_override=False,
        )
    if battle.order.phase != "planning":
        battle = spend(battle, who, "reaction")
        if action == "regain_speed":
            battle = give_up_round(battle, who)

    def resolve(battle: AnyBattle, reactions: object) -> AnyBattle:
        return _armed(battle, call, Armed(condition=condition, action=action, targets=call.targets), ask)

    return with_reactions(battle, call, ask, resolve)


def _armed(battle: AnyBattle, call: Call, armed: Armed, ask: Ask) -> AnyBattle:
    who, is_public = call.actor, sees_plan(battle, call.actor)
    battle = add_effect(
        battle,
        who,
        REACTION,
        until="removed" if battle.order.phase == "planning" else "turn_start",
        note=armed.condition,
        is_public=is_public,
    )
    effect = effects_of(battle, who, REACTION)[-1]
    armed = replace(armed, item=_item(battle, call, armed.action), options=dict(call.option("options") or {}))
    battle = replace(battle, shared=replace(battle.shared, armed=battle.shared.armed | {effect.id: armed}))
    title = ask.ruleset.actions[armed.action].title
    told = tell(battle, f"{{0}} holds a reaction ready: {{condition}} – {title}.", who, condition=armed.condition)
    ask.say(told if is_public else replace(told, audience="gm"))
    return battle


def _item(battle: AnyBattle, call: Call, action: str) -> Id | None:
    """What it is done with: as said, else the usual weapon of an attack, or what there is to draw."""
    said = call.option("item") or call.item
    if said is not None or action not in _WITH_ITEM:
        return said
    if action == "attack":
        usual = usual_weapon(battle, call.actor)
        return None if usual is None else usual.id
    things = _things(battle, call)
    return things[0][1] if things else None


def _things(battle: AnyBattle, call: Call) -> tuple[tuple[str, Id], ...]:
    """What a stored action can be done with, label and id: weapons in hand for an attack, else anything, what is not
    in hand first."""
    does = call.option("does", "attack")
    things = battle.items_of(call.actor)
    if does in ("attack", "attack_area"):
        return tuple(
            (item.name, item.id)
            for item in things
            if item.where == "hand" and item.gear.kind == "weapon" and (does == "attack" or item.gear.radius_m)
        )
    return tuple((item.name, item.id) for item in sorted(things, key=lambda item: item.where == "hand"))


def _can_declare(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    who = call.actor
    if who not in battle.combatants or not is_fighting(battle):
        return
    if rules(battle).reaction_armed_from == "planning":
        if battle.order.phase != "planning":
            yield no("not_planning", "By a house rule {who} declares a reaction while planning.", "SE-AMB-02", who)
        elif planned_reactions(battle, who) >= whole(battle, who, "reaction"):
            yield no("no_reaction", "{who} has no reaction left.", "SE-REA-01", who)
        return
    late = tuple(in_time(battle, who, "SE-REA-01"))
    yield from late
    if not late:
        yield from not_left(battle, who, "reaction", "SE-REA-01")
        if call.option("does") == "regain_speed":
            yield from round_is_whole(battle, who)


def _is_storable(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    who, kind = call.actor, STORABLE[call.option("does", "attack")]
    if kind and kind not in rules(battle).reaction_allowed:
        yield no("not_storable", "By a house rule {who} cannot store this in a reaction.", "SE-AMB-04", who)
    item = battle.items.get(call.option("item") or "")
    if item is not None and item.holder != who:
        yield no("not_yours", "{who} does not have that.", "SE-REA-01", who)


DECLARE = Action(
    id="declare_reaction",
    title="Declare a reaction",
    run=declare,
    targets="any",
    parameters=(
        Parameter(key="condition", title="If", kind="text", default="", rule="SE-REA-01"),
        Parameter(
            key="does", title="Then", kind="choice", default="attack", options=tuple(STORABLE), rule="SE-REA-01",
            choices=lambda battle, call: tuple((_LABELS.get(key, key.replace("_", " ")), key) for key in STORABLE),
        ),
        Parameter(
            key="item", title="With", kind="item", rule="SE-REA-01", choices=_things,
            applies=lambda battle, call: call.option("does", "attack") in _WITH_ITEM,
            help="Nothing chosen: the usual weapon of an attack, or what there is to draw.",
        ),
        Parameter(
            key="options", title="What is said of it", kind="table", rule="SE-REA-01",
            help="Parameters of the stored action.",
        ),
    ),
    guards=(somebody, _can_declare, _is_storable),
    rules=("SE-REA-01", "SE-REA-02", "SE-REA-03"),
    cost="reaction",
    group="defence",
    key="D",
    help="An action that is carried out as soon as a condition occurs, until the start of the next turn.",
)  # fmt: skip


# ------------------------------------------------------------------------------------------ by hand

_SAID = ("place", "path", "metres", "mode", "stance")
"""What is said of a movement, or of an attack on a spot, when it is triggered."""


def _ready(battle: AnyBattle, who: Id) -> tuple[tuple[Effect, Armed], ...]:
    """What somebody holds ready."""
    armed = battle.shared.armed
    return tuple((effect, armed[effect.id]) for effect in effects_of(battle, who, REACTION) if effect.id in armed)


def trigger(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Carry out a stored action because the GM says that its condition occurs, whatever has made it occur."""
    owner, by = call.actor, call.option("by")
    effect, stored = _chosen(battle, call)
    said = {key: call.options[key] for key in _SAID if key in call.options}
    told = Call(action=stored.action, actor=owner, options=said | dict(call.option("options") or {}))
    done = completed(told, stored, by)
    one = Reaction(id=f"reaction.{owner}", owner=owner, effect=effect, call=done)
    for refusal in may(ask.ruleset, reacting(battle, owner), with_those_caught(ask.ruleset, battle, done)):
        if refusal.key == NO_TARGET:
            is_aimed = stored.action != "attack_area"
            wanted = (
                "who triggers it: that is whom {who} strikes" if is_aimed else "where {who} aims: somebody is there"
            )
            return no("no_trigger", f"Say {wanted}.", "SE-REA-04", owner)
        if not refusal.can_override:
            # Something is still to be said of it: nothing is lost by that.
            return refusal
    ask.say(gm_text("The condition of {who} occurs: {condition}.", who=ref(owner), condition=stored.condition))
    if by is not None and call.option("contest", False):
        one = decided_by_contest(battle, one, by, ask)
        battle = spent_on_contests(battle, one)
    return react(battle, one, ask)


def _chosen(battle: AnyBattle, call: Call) -> tuple[Effect, Armed]:
    ready = _ready(battle, call.actor)
    return next((one for one in ready if call.option("which") in (one[0].id, one[1].condition)), ready[0])


def _stores(*actions: str) -> Callable[[AnyBattle, Call], bool]:
    """Whether what is triggered is one of these actions."""
    return lambda battle, call: bool(_ready(battle, call.actor)) and _chosen(battle, call)[1].action in actions


def _can_trigger(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: somebody who holds a reaction ready, and can be triggered by others alone."""
    who = call.actor
    if who not in battle.combatants:
        return
    if not _ready(battle, who):
        sentence = text("{who} holds no reaction ready.", who=ref(who))
        yield Refusal(key="none_ready", sentence=sentence, rule="SE-REA-04", can_override=False)
    by = call.option("by")
    if by is not None and (by == who or by not in battle.combatants):
        sentence = text("Somebody else than {who} triggers it, or nobody.", who=ref(who))
        yield Refusal(key="nobody_triggers", sentence=sentence, rule="SE-REA-04", can_override=False)


def _choices(battle: AnyBattle, call: Call) -> tuple[tuple[str, Id], ...]:
    return tuple((stored.condition, effect.id) for effect, stored in _ready(battle, call.actor))


def _others(battle: AnyBattle, call: Call) -> tuple[tuple[str, Id], ...]:
    return tuple((one.name, one.id) for one in battle.combatants.values() if one.is_present and one.id != call.actor)


TRIGGER = Action(
    id="trigger_reaction",
    title="Trigger reaction",
    run=trigger,
    parameters=(
        Parameter(
            key="by", title="Triggered by", kind="combatant", rule="SE-REA-04", choices=_others,
            help="Whom a stored attack is aimed at where nobody was named.",
        ),
        Parameter(
            key="which", title="Which", kind="text", rule="SE-REA-04", choices=_choices,
            applies=lambda battle, call: len(_ready(battle, call.actor)) > 1,
        ),
        Parameter(
            key="contest", title="Contest", kind="flag", default=False, rule="SE-REA-05",
            applies=lambda battle, call: call.option("by") is not None,
            help="Both roll 1d10 and add their modifier, to see who is first.",
        ),
        Parameter(key="place", title="To", kind="place", rule="SE-REA-04", applies=_stores("move", "attack_area")),
        *(with_fields(one, applies=_stores("move")) for one in MOVE.parameters if one.key in _SAID[1:]),
        Parameter(
            key="options", title="What is said of it", kind="table", rule="SE-REA-04",
            help="Parameters of the stored action.",
        ),
    ),
    guards=(somebody, _can_trigger),
    rules=("SE-REA-04", "SE-REA-05"),
    group="defence",
    help="The GM says that the condition occurs, whatever has made it occur: the stored action is carried out now.",
)  # fmt: skip
