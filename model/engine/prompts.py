"""Turn prompts: dice or decisions that the end of a turn requires, asked then, or put off and asked again.

The option `later` of the call that ends a turn, a round or the combat names the prompts to put off. These stay in
`Order.due`, and are asked again at the end of their owner's next turn, with *End Round*, and when the combat ends.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from model.engine.ask import Ask, Stopped
from model.engine.calls import Call
from model.engine.ruleset import Parameter, Ruleset, TurnPrompt
from model.state.base import Id, replace
from model.state.battle import AnyBattle, SameBattle, of_same_game
from model.state.order import TurnDue
from model.state.texts import Refusal, gm_text, ref, text

LATER: Parameter[Any] = Parameter(
    key="later", title="Put off", kind="value", default=(), help="Keys of what is asked again later."
)
WHICH: Parameter[Any] = Parameter(
    key="which", title="Which", kind="value", default=(), help="Keys of what is due; none: all of it."
)


def _keys(call: Call, parameter: Parameter[Any]) -> tuple[str, ...]:
    """The keys that a call gives for a parameter; empty if the value is not a list."""
    said = parameter.said(call)
    return tuple(map(str, said)) if isinstance(said, list | tuple) else ()


def due_key(due: TurnDue) -> str:
    """Key of a due prompt in options: `bleeding.nora-1.2` is Nora's of round 2."""
    return f"{due.prompt}.{due.who}.{due.round}"


def prompt_of(ruleset: Ruleset, due: TurnDue) -> TurnPrompt | None:
    """The turn prompt that is due, or None if the game no longer has it."""
    return next((prompt for prompt in ruleset.turns.prompts if prompt.id == due.prompt), None)


def due_titled(ruleset: Ruleset, key: str) -> tuple[str, Id]:
    """Title and owner for the key of a due prompt; the key and an empty id if the game does not know it."""
    for prompt in ruleset.turns.prompts:
        if key.startswith(f"{prompt.id}."):
            return prompt.title, key.removeprefix(f"{prompt.id}.").rpartition(".")[0]
    return key, ""


def run_prompts(battle: SameBattle, who: Id, ids: Iterable[str], ask: Ask) -> SameBattle:
    """Carry out those of these prompts that are due for a combatant or thing, in this order; ask all at once."""
    known = {prompt.id: prompt for prompt in ask.ruleset.turns.prompts}
    due = {id: known[id] for id in ids if id in known and known[id].is_due(battle, who)}
    return all_at_once(battle, due, ask, lambda battle, id: _prompted(battle, who, due[id], ask))


def put_off_all(battle: SameBattle, who: Id, ask: Ask) -> SameBattle:
    """Put off everything that the end of a combatant's turn would have asked, because the GM has skipped the turn."""
    for prompt in ask.ruleset.turns.prompts:
        for id in () if not prompt.is_of_own_turn else (who,) if prompt.things is None else prompt.things(battle, who):
            if prompt.is_due(battle, id):
                due = TurnDue(who=id, prompt=prompt.id, round=battle.order.round)
                battle = _put_off(battle, due, prompt.title, ask)
    return battle


def asked_with(battle: AnyBattle, due: TurnDue) -> Id | None:
    """The combatant whose end of turn asks a due prompt: its owner, or the controller of the thing."""
    thing = battle.things.get(due.who)
    return due.who if thing is None else thing.controller


def without_due_of_round(battle: SameBattle, people: Collection[Id]) -> SameBattle:
    """The battle without the due prompts from these combatants' turns of this round, which they take again."""
    now = battle.order.round
    left = (due for due in battle.order.due if due.round != now or asked_with(battle, due) not in people)
    return _with_due(battle, tuple(left))


def without_due_of(battle: SameBattle, id: Id) -> SameBattle:
    """The battle without the due prompts of a combatant or a thing."""
    return _with_due(battle, tuple(due for due in battle.order.due if due.who != id))


def without_oldest_due(battle: SameBattle, id: Id, prompt: str, ask: Ask) -> SameBattle:
    """The battle without the oldest due prompt of this kind of a combatant or thing: the GM has done it by hand."""
    due = next((due for due in battle.order.due if (due.who, due.prompt) == (id, prompt)), None)
    return battle if due is None else _no_longer_due(_without(battle, due), due, ask)


def _no_longer_due(battle: SameBattle, due: TurnDue, ask: Ask) -> SameBattle:
    prompt = prompt_of(ask.ruleset, due)
    title = due.prompt if prompt is None else prompt.title
    ask.add_message(gm_text("{who}: {title} is no longer due.", who=ref(due.who), title=title))
    return battle


def _put_off(battle: SameBattle, due: TurnDue, title: str, ask: Ask) -> SameBattle:
    ask.add_message(gm_text("{who}: {title} is put off.", who=ref(due.who), title=title))
    return _with_due(battle, (*battle.order.due, due))


def _prompted(battle: SameBattle, who: Id, prompt: TurnPrompt, ask: Ask) -> SameBattle:
    if not prompt.is_due(battle, who):
        return battle
    due = TurnDue(who=who, prompt=prompt.id, round=battle.order.round)
    if due_key(due) in _keys(ask.call, LATER):
        return _put_off(battle, due, prompt.title, ask)
    return of_same_game(battle, _named(due_key(due), lambda: prompt.run(battle, who, ask)))


def ask_due(battle: SameBattle, ask: Ask, is_asked: Callable[[TurnDue], bool]) -> SameBattle:
    """Ask the due prompts again for which `is_asked` returns true; those that the call puts off again stay due."""
    later = _keys(ask.call, LATER)
    wanted: dict[Id, TurnDue] = {}
    for due in battle.order.due:
        if is_asked(due) and due_key(due) not in later:
            # Two prompts of one round, for example after two turns of a combatant, are rolled separately.
            count = sum(other == due for other in wanted.values())
            wanted[due_key(due) + (f".{count + 1}" if count else "")] = due
    return all_at_once(battle, wanted, ask, lambda battle, id: _again(battle, id, wanted[id], ask))


def _again(battle: SameBattle, id: str, due: TurnDue, ask: Ask) -> SameBattle:
    battle = _without(battle, due)
    prompt = prompt_of(ask.ruleset, due)
    is_there = due.who in battle.combatants or due.who in battle.things
    if prompt is None or not is_there or not prompt.is_due(battle, due.who):
        return _no_longer_due(battle, due, ask)
    its = ask.within(id, replace(ask.call, answers={}, overrides={}))
    return of_same_game(battle, _named(due_key(due), lambda: prompt.run(battle, due.who, its)))


def all_at_once(
    battle: SameBattle, ids: Iterable[Id], ask: Ask, act: Callable[[SameBattle, Id], SameBattle]
) -> SameBattle:
    """Do several things one after the other, asking for all at once; a single request does not count as one of many.

    A single one goes through `in_turn` too, so that a run with hoped-for answers stops there and its request gets its
    key.
    """
    ids = tuple(ids)
    return ask.in_turn(battle, ids, act, is_of_many=False) if ids else battle


def _named(key: str, carry_out: Callable[[], AnyBattle]) -> AnyBattle:
    """Carry out a prompt; the requests that it stops at get its key as `Wanted.due`."""
    try:
        return carry_out()
    except Stopped as stop:
        raise Stopped(*(replace(want, due=key) for want in stop.wanted)) from None


def _with_due(battle: SameBattle, due: tuple[TurnDue, ...]) -> SameBattle:
    return replace(battle, order=replace(battle.order, due=due))


def _without(battle: SameBattle, due: TurnDue) -> SameBattle:
    left = list(battle.order.due)
    left.remove(due)
    return _with_due(battle, tuple(left))


# -------------------------------------------------------------------------------------------------------- by hand


def something_due(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: something is due, and everything that the call names is."""
    known = set(map(due_key, battle.order.due))
    if not known or not set(_keys(call, WHICH)) <= known:
        yield Refusal(key="nothing_due", sentence=text("Nothing of this is due."), can_override=False)


def settle_due(battle: SameBattle, call: Call, ask: Ask) -> SameBattle | Refusal:
    """Ask the due prompts now: those that the call names, or all."""
    which = _keys(call, WHICH)
    return ask_due(battle, ask, lambda due: not which or due_key(due) in which)


def dismiss_due(battle: SameBattle, call: Call, ask: Ask) -> SameBattle | Refusal:
    """Drop due prompts without dice, by the GM's ruling: those that the call names, or all."""
    which = _keys(call, WHICH)
    for due in battle.order.due:
        if not which or due_key(due) in which:
            prompt = prompt_of(ask.ruleset, due)
            title = due.prompt if prompt is None else prompt.title
            ask.add_message(gm_text("{who}: {title} is dismissed by the GM.", who=ref(due.who), title=title))
            battle = _without(battle, due)
    return battle
