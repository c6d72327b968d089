"""Edits of who takes part: renaming, hiding, grouping, taking out, removing."""

from __future__ import annotations

from typing import Any

from model.engine import turns
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import (
    Wrong,
    combatants_of,
    edit,
    flag,
    needed_name,
    only_gm,
    words,
)
from model.engine.effects import end_effects
from model.engine.public_names import name_on_appearing, names_for_players, out_of_sight
from model.engine.ruleset import Action
from model.engine.telling import tell
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Combatant, Task
from model.state.effects import Effect
from model.state.order import Slot
from model.state.texts import gm_text, ref

AnyCombatant = Combatant[Any]

# ------------------------------------------------------------------------------------------ who they are


def _rename(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    (who,) = combatants_of(battle, call)
    combatant, name = battle.combatants[who], needed_name(call)
    ask.say(gm_text("{old} is now called {new}.", old=combatant.name, new=name))
    return battle.with_combatant(replace(combatant, name=name))


def _set_public_name(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Of several who are seen each gets a number, so that players can tell them apart."""
    typed, targets = str(call.option("name", "")).strip(), combatants_of(battle, call)
    seen = [who for who in targets if not battle.combatants[who].is_hidden]
    numbered = names_for_players(battle, typed, len(seen), targets) if len(seen) > 1 else (typed,) * len(seen)
    names = dict(zip(seen, numbered, strict=True))
    for who in targets:
        name = names.get(who, typed)
        battle = battle.with_combatant(replace(battle.combatants[who], public_name=name))
        told = "Players know {who} as {name}." if name else "Players know {who} by name."
        ask.say(gm_text(told, who=ref(who), name=name))
    return battle


def _set_side(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    side = needed_name(call, "side", "The side")
    for who in combatants_of(battle, call):
        battle = battle.with_combatant(replace(battle.combatants[who], side=side))
        ask.say(gm_text("{who} is now on the side {side}.", who=ref(who), side=side))
    return battle


def _hide(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    for who in call.targets:
        battle = _with_hidden(battle, who, True)
        ask.say(gm_text("{who} is hidden from the players.", who=ref(who)))
    return battle


def _reveal(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    for who in call.targets:
        battle = _with_hidden(battle, who, False)
        ask.say(tell(battle, "{0} appears.", who))
    return battle


def _with_hidden(battle: AnyBattle, who: Id, is_hidden: bool) -> AnyBattle:
    if who in battle.things:
        return replace(battle, things=battle.things | {who: replace(battle.things[who], is_hidden=is_hidden)})
    if is_hidden:
        return battle.with_combatant(replace(out_of_sight(battle, who), is_hidden=True))
    name = name_on_appearing(battle, who)
    return battle.with_combatant(replace(battle.combatants[who], is_hidden=False, public_name=name))


# ------------------------------------------------------------------------------------------ groups


def _group(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    members = combatants_of(battle, call)
    if len(members) < 2:
        raise Wrong("A group needs at least two members.")
    _refuse_in_turn(battle, members)
    had = [slot for who in members if (slot := battle.order.slot_of(who))]
    id, battle = turns.join(battle, members, needed_name(call, "name", "The group's name"))
    if had and all(slot.state != "waiting" for slot in had):
        battle = turns.with_slot(battle, replace(battle.order.slots[id], state="done"))
    ask.say(*only_gm("{name} act together: {count} members.", name=str(call.options["name"]), count=len(members)))
    return battle


def _ungroup(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    members = combatants_of(battle, call)
    _refuse_in_turn(battle, members)
    grouped = [who for who in members if (slot := battle.order.slot_of(who)) and len(slot.members) > 1]
    if not grouped:
        raise Wrong("{who} is in no group.", who=ref(members[0]))
    for who in grouped:
        slot = battle.order.slot_of(who)
        if slot is not None and len(slot.members) > 1:
            battle = _alone(battle, who, slot)
    ask.say(gm_text("{who} and others act alone." if len(grouped) > 1 else "{who} acts alone.", who=ref(grouped[0])))
    return battle


def _alone(battle: AnyBattle, who: Id, group: Slot) -> AnyBattle:
    """A slot of one's own behind the group's, as far through the round as the group; debts and forced actions stay."""
    order = battle.order
    at = order.sequence.index(group.id)
    before = order.sequence[at + 1] if at + 1 < len(order.sequence) else None
    rest = replace(group, members=tuple(member for member in group.members if member != who))
    battle = turns.with_slot(battle, rest)
    id, battle = turns.insert(battle, (who,), before=before)
    return turns.with_slot(battle, replace(battle.order.slots[id], state=group.state, initiative=group.initiative))


def _refuse_in_turn(battle: AnyBattle, members: tuple[Id, ...]) -> None:
    for turn in battle.order.turns:
        for who in members:
            if who in turn.shares:
                raise Wrong("{who} is taking a turn: end it first.", who=ref(who))


# ------------------------------------------------------------------------------------------ going


def _take_out(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    leaves = bool(call.option("leaves", False))
    for who in combatants_of(battle, call):
        combatant = battle.combatants[who]
        ask.say(tell(battle, "{0} leaves." if leaves else "{0} is out of the fight.", who))
        gone = replace(out_of_sight(battle, who), is_present=False) if leaves else combatant
        battle = battle.with_combatant(replace(gone, is_out=True))
    return battle


def _bring_back(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    for who in combatants_of(battle, call):
        battle = battle.with_combatant(replace(battle.combatants[who], is_out=False, is_present=True))
        ask.say(tell(battle, "{0} is back.", who))
    return battle


def _set_absent(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Somebody whose player is away: neither defeated nor on the players' screen, and as they were when they return."""
    return _with_presence(battle, call, ask, is_present=False)


def _set_present(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    return _with_presence(battle, call, ask, is_present=True)


def _with_presence(battle: AnyBattle, call: Call, ask: Ask, *, is_present: bool) -> AnyBattle:
    changed = [who for who in combatants_of(battle, call) if battle.combatants[who].is_present != is_present]
    if not changed:
        word = "present" if is_present else "absent"
        raise Wrong("{who} is {word} already.", who=ref(call.targets[0]), word=word)
    for who in changed:
        ask.say(tell(battle, "{0} is present again." if is_present else "{0} is absent.", who))
        combatant = battle.combatants[who] if is_present else out_of_sight(battle, who)
        battle = battle.with_combatant(replace(combatant, is_present=is_present))
    return battle


def without(battle: AnyBattle, who: Id) -> AnyBattle:
    """The battle without a combatant and without anything that refers to them.

    Effects that tie others to them end; effects that lasted until a turn of theirs last until that turn of the bearer;
    players and tasks forget them, what they controlled is nobody's.
    """
    battle = turns.leave(battle, who)
    battle = end_effects(battle, lambda bearer, effect: effect.other == who)
    others = {
        id: replace(combatant, effects=_forgetting(combatant.effects, who))
        for id, combatant in battle.combatants.items()
        if id != who
    }
    return replace(
        battle,
        combatants=others,
        things={
            id: replace(
                thing,
                controller=None if thing.controller == who else thing.controller,
                effects=_forgetting(thing.effects, who),
            )
            for id, thing in battle.things.items()
        },
        players={
            id: replace(player, characters=tuple(one for one in player.characters if one != who))
            for id, player in battle.players.items()
        },
        tasks={id: _without_rival(task, who) for id, task in battle.tasks.items()},
    )


def _without_rival(task: Task, who: Id) -> Task:
    counts = {key: getattr(task, key) for key in ("successes", "tries", "totals")}
    left = {key: {side: count for side, count in each.items() if side != who} for key, each in counts.items()}
    return replace(task, winner="" if task.winner == who else task.winner, **left)


def _forgetting(effects: dict[Id, Effect], who: Id) -> dict[Id, Effect]:
    return {
        id: replace(
            effect,
            source=None if effect.source == who else effect.source,
            clock=None if effect.clock == who else effect.clock,
        )
        for id, effect in effects.items()
        if effect.other != who
    }


def _remove_combatant(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Their items go with them, unless they are to be left on the board where they stood."""
    had_turn = bool(battle.order.turns)
    for who in combatants_of(battle, call):
        combatant = battle.combatants[who]
        is_known = not (combatant.is_hidden or combatant.public_name) and combatant.is_present
        sentence = gm_text("{name} is removed.", name=combatant.name)
        ask.say(replace(sentence, audience="all") if is_known else sentence)
        items = {id: item for id, item in battle.items.items() if item.holder != who}
        if call.option("leave_items", False):
            for item in battle.items_of(who):
                items[item.id] = replace(item, holder=None, where="board", place=combatant.place)
        battle = without(replace(battle, items=items), who)
    if had_turn and not battle.order.turns and battle.order.phase == "acting":
        battle = turns.advance(battle, ask)
    return battle


COMBATANT_EDITS: tuple[Action, ...] = (
    edit("rename", "Rename", _rename, words("name", "Name"), targets="one"),
    edit(
        "set_public_name",
        "Set name for players",
        _set_public_name,
        words("name", "Name for players", default="", help="Empty: their real name."),
        targets="many",
    ),
    edit("set_side", "Set side", _set_side, words("side", "Side"), targets="many"),
    edit("hide", "Hide", _hide, targets="many"),
    edit("reveal", "Reveal", _reveal, targets="many"),
    edit("group", "Group", _group, words("name", "Name of the group"), targets="many"),
    edit("ungroup", "Ungroup", _ungroup, targets="many"),
    edit("take_out", "Take out of the fight", _take_out, flag("leaves", "Leaves the board"), targets="many"),
    edit("bring_back", "Bring back", _bring_back, targets="many"),
    edit(
        "set_absent",
        "Set Absent",
        _set_absent,
        targets="many",
        help="Their players are away: they take no turns, and are as they were when they are present again.",
    ),
    edit("set_present", "Set Present", _set_present, targets="many"),
    edit(
        "remove_combatant",
        "Remove",
        _remove_combatant,
        flag("leave_items", "Leave items on the board"),
        targets="many",
    ),
)
