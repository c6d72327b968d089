"""The GM's edits of conditions: of the game, with any details, and of the GM's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.conditions import Condition, condition_of
from model.engine.edits_base import (
    InvalidInput,
    combatant_parameter,
    edit,
    flag,
    needed_name,
    number,
    one_of,
    related,
    whole_number,
    words,
)
from model.engine.effects import OF_TURNS, bearers_of, effects_of, usual_end, with_effects
from model.engine.messages import listed, message, messages_about_all
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.turns import is_to_come
from model.state.base import Id, replace
from model.state.battle import AnyBattle, new_id
from model.state.effects import OWN, Effect, Moment, Prevented, Until
from model.state.texts import Text, gm_text, ref

UNTIL: tuple[Until, ...] = get_args(Until)
PREVENTED: tuple[Prevented, ...] = get_args(Prevented)
_MOST_ROUNDS = 999


_MOST_LISTED = 12
"""Conditions that a refusal lists; more would not fit below the field in which one is typed."""


def condition_named(ruleset: Ruleset, typed: str) -> Condition:
    """The condition whose id or title is `typed` or begins with it, ignoring case.

    Raises:
        Wrong: no condition matches, or several do.
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
        raise InvalidInput("“{typed}” could be {found}.", typed=typed, found=listed(one.title for one in found))
    from difflib import get_close_matches  # only after a mistake

    by_word = {one.title.lower(): one.title for one in conditions}
    if close := get_close_matches(word, by_word, n=3, cutoff=0.7):
        close = [by_word[one] for one in close]
        sentence = "{ruleset} has no condition “{typed}”. Did you mean {close}?"
        raise InvalidInput(sentence, ruleset=ruleset.name, typed=typed, close=" or ".join(close))
    if len(conditions) <= _MOST_LISTED:
        sentence = "{ruleset} has no condition “{typed}”. Its conditions are {known}."
        raise InvalidInput(sentence, ruleset=ruleset.name, typed=typed, known=listed(one.title for one in conditions))
    sentence = "{ruleset} has no condition “{typed}”. + condition in the sheet lists all {count}."
    raise InvalidInput(sentence, ruleset=ruleset.name, typed=typed, count=len(conditions))


def rounds_from_now(battle: AnyBattle, who: Id, rounds: int) -> int:
    """The round with whose end a number of rounds is over for a combatant or thing.

    The round in progress counts if they have their turn in it still before them.
    """
    return battle.order.round + rounds - (1 if battle.order.is_running and is_to_come(battle, who) else 0)


def changes_given(ruleset: Ruleset, call: Call) -> dict[str, int]:
    """How much an own condition changes each number, from an option.

    Raises:
        InvalidInput: the game has no such number, or the amount is not a whole number within its limits.
    """
    by_id = {one.id: one for one in ruleset.own_changes}
    for id, amount in call.option("changes", {}).items():
        if id not in by_id:
            sentence = "{ruleset} has no number “{id}” that a condition could change. It has {known}."
            raise InvalidInput(sentence, ruleset=ruleset.name, id=id, known=listed(by_id) or "none")
        least, most = by_id[id].least, by_id[id].most
        if not isinstance(amount, int) or isinstance(amount, bool) or not least <= amount <= most:
            sentence = "{title} can be changed by a whole number from {least} to {most}, not by {given}."
            raise InvalidInput(sentence, title=by_id[id].title, least=least, most=most, given=str(amount))
    return {id: amount for id, amount in call.option("changes", {}).items() if amount}


def changes_words(ruleset: Ruleset, changes: Mapping[str, int]) -> str:
    """What an own condition changes, in words: `−2 to all rolls, +1 to difficulty`; empty if nothing."""
    by_id = {one.id: one for one in ruleset.own_changes}
    known = ((by_id[id], amount) for id, amount in changes.items() if id in by_id)
    return ", ".join(f"{'−' if amount < 0 else '+'}{abs(amount)}{one.unit} to {one.title}" for one, amount in known)


def prevents_given(call: Call) -> tuple[Prevented, ...]:
    """What an own condition keeps its bearer from, from an option.

    Raises:
        InvalidInput: a condition cannot prevent that.
    """
    given = call.option("prevents", ())
    for what in given:
        if what not in PREVENTED:
            raise InvalidInput(
                "A condition can prevent {known}, not “{given}”.", known=listed(PREVENTED), given=str(what)
            )
    return tuple(what for what in PREVENTED if what in given)


def prevents_words(prevents: tuple[Prevented, ...]) -> str:
    """What a condition prevents, in words: `no attacks, no defence`; empty if nothing."""
    return ", ".join(f"no {what}" for what in prevents)


def _effect(
    battle: AnyBattle, call: Call, who: Id, condition: Condition, changes: dict[str, int]
) -> tuple[Effect, AnyBattle]:
    id, battle = new_id(battle, condition.id)
    for key in ("source", "other", "clock"):
        if (given := call.option(key)) is not None:
            related(battle, given)
    turn = battle.order.turn
    slot = battle.order.slot_of(who)
    rounds, ends = whole_number(call, "rounds", "The number of rounds", default=0), str(call.option("ends", "")).strip()
    usual: Until = "round_end" if rounds else "removed" if ends else condition.until
    until: Until = call.option("until", usual)
    is_usual = call.option("until") is None and not ends
    last = whole_number(call, "round", "The round", default=0) if until == "round_end" else 0
    effect = Effect(
        id=id,
        kind=condition.id,
        name=str(call.option("name", "")).strip(),
        changes=changes,
        prevents=prevents_given(call),
        since=Moment(round=battle.order.round, slot=None if turn is None else turn.slot),
        source=call.option("source"),
        other=call.option("other"),
        until="turn_start" if until == "slot" and slot is None else until,
        clock=call.option("clock"),
        slot=slot.id if until == "slot" and slot is not None else None,
        round=rounds_from_now(battle, who, rounds)
        if rounds
        else last or (usual_end(battle, condition) if is_usual else 0),
        ends=ends,
        amount=whole_number(call, "amount", "The amount", default=0),
        note=str(call.option("note", "")),
        is_public=bool(call.option("public", condition.is_public)),
    )
    return effect, battle


def _condition_of(call: Call, ruleset: Ruleset) -> Condition:
    """The condition that a call applies: one of the game, or the GM's own by its name alone."""
    if call.option("condition") is None and (name := str(call.option("name", "")).strip()):
        return Condition(OWN, name)
    return condition_named(ruleset, needed_name(call, "condition", "The condition"))


def _is_same(effect: Effect, condition: Condition, call: Call) -> bool:
    """Whether an effect is the condition that a call applies: own ones by name, others by what they relate to."""
    if effect.kind != condition.id:
        return False
    if condition.id == OWN:
        return effect.name.casefold() == condition.title.casefold()
    return bool(effect.other == call.option("other"))


def _set_condition(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    condition = _condition_of(call, ask.ruleset)
    changes, other = changes_given(ask.ruleset, call), call.option("other")
    bearers = tuple(
        who
        for who in dict.fromkeys(call.targets)
        if call.option("replaces", False)
        or not any(_is_same(effect, condition, call) for effect in effects_of(battle, who, condition.id))
    )
    if not bearers:
        raise InvalidInput(
            "{who} already has this condition: {condition}.", who=ref(call.targets[0]), condition=condition.title
        )
    ends: list[Text] = []
    for who in bearers:
        effect, battle = _effect(battle, call, who, condition, changes)
        before = bearers_of(battle)[who].effects
        kept = {id: one for id, one in before.items() if not _is_same(one, condition, call)}
        battle = with_effects(battle, who, kept | {effect.id: effect})
        if call.option("replaces", False):
            ends += _end_told(ask.ruleset, battle, effect)
    ask.add_message(
        *_applied_told(battle, bearers, plain_name(effect.name or condition.title), other, effect.is_public)
    )
    ask.add_message(*(one for index, one in enumerate(ends) if one not in ends[:index]))
    for what in (changes_words(ask.ruleset, changes), prevents_words(prevents_given(call))):
        if what and what.casefold() != condition.title.casefold():
            ask.add_message(gm_text("{what}.", what=f"{what[0].upper()}{what[1:]}"))
    return battle


def _applied_told(
    battle: AnyBattle, bearers: Sequence[Id], title: str, other: Id | None, is_public: bool
) -> Iterator[Text]:
    """The sentence that names all who have a condition now; of one with a relation, one for each."""
    if other is None:
        yield from messages_about_all(battle, bearers, ": {condition}.", is_public=is_public, condition=title)
        return
    for who in bearers:
        told = message(battle, "{0}: {condition} ({1}).", who, other, condition=title)
        yield told if is_public else replace(told, audience="gm")


def round_words(ruleset: Ruleset, battle: AnyBattle, round: int) -> str:
    """A round by the clock of the game, within a sentence: `round 3`, `turn 1, round 3`."""
    words = ruleset.turns.clock.words(battle, round)
    return (words.template[:1].lower() + words.template[1:]).format(**words.arguments)


def _end_told(ruleset: Ruleset, battle: AnyBattle, effect: Effect) -> Iterator[Text]:
    """Yield the sentence for the GM that says when an effect ends, if it says so itself."""
    if effect.ends:
        yield gm_text("Until {ends}.", ends=effect.ends)
    elif effect.until == "round_end":
        last = round_words(ruleset, battle, max(effect.round, effect.since.round))
        yield gm_text("Until the end of {round}.", round=last)
    elif effect.until in OF_TURNS:
        point = "start" if effect.until == "turn_start" else "end"
        which = "" if effect.until == "turn_end" else "next "
        if effect.clock is None:
            yield gm_text(f"Until the {point} of their {which}turn.")
        else:
            yield gm_text(f"Until the {point} of {{who}}'s {which}turn.", who=ref(effect.clock))


def plain_name(typed: str) -> str:
    """A name as an argument of a text, where a leading @ would refer to something of the battle."""
    return typed.lstrip("@") or "?"


def effects_meant(ruleset: Ruleset, battle: AnyBattle, who: Id, typed: str) -> tuple[Effect, ...]:
    """The effects of a combatant or thing with this id or own name, or else of this condition of the game.

    Raises:
        InvalidInput: there is no such effect, and no condition of the game has this name.
    """
    word, there = typed.strip().casefold(), effects_of(battle, who)
    own = tuple(effect for effect in there if effect.id == typed or (effect.name and effect.name.casefold() == word))
    if own:
        return own
    begins = tuple(effect for effect in there if effect.kind == OWN and effect.name.casefold().startswith(word))
    try:
        kind = condition_named(ruleset, typed).id
    except InvalidInput:
        if begins:
            return begins
        raise
    return tuple(effect for effect in there if effect.kind == kind) or begins


def _clear_condition(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    typed = needed_name(call, "condition", "The condition")
    found: dict[Id, tuple[Effect, ...]] = {}
    unknown: InvalidInput | None = None
    meant = next((one for who in call.targets for one in effects_of(battle, who) if one.id == typed), None)
    for who in dict.fromkeys(call.targets):
        if meant is not None:
            # The id of one bearer's effect: the others have effects of their own of the same kind and name.
            there = effects_of(battle, who, meant.kind)
            same = tuple(one for one in there if one.name == meant.name and one.other == meant.other)
            found[who] = tuple(one for one in there if one.id == meant.id) or same
            continue
        try:
            found[who] = effects_meant(ask.ruleset, battle, who, typed)
        except InvalidInput as error:
            unknown = error
    if unknown is not None and not any(found.values()):
        raise unknown
    if not any(found.values()):
        title = condition_named(ask.ruleset, typed).title
        raise InvalidInput(
            "{who} does not have this condition: {condition}.", who=ref(call.targets[0]), condition=title
        )
    bearers: dict[tuple[str, bool], list[Id]] = {}
    for who, ended in found.items():
        gone = {effect.id for effect in ended}
        effects = bearers_of(battle)[who].effects
        battle = with_effects(battle, who, {id: one for id, one in effects.items() if id not in gone})
        for one in _titles_of(ask.ruleset, ended).items():
            bearers.setdefault(one, []).append(who)
    for (title, is_public), those in bearers.items():
        words = ": no longer {condition}."
        ask.add_message(*messages_about_all(battle, those, words, is_public=is_public, condition=title))
    return battle


def _titles_of(ruleset: Ruleset, effects: tuple[Effect, ...]) -> dict[str, bool]:
    """Titles of effects, each with whether players may know of it."""
    found: dict[str, bool] = {}
    for effect in effects:
        condition = condition_of(ruleset.conditions, effect)
        title = plain_name(effect.kind if condition is None else condition.title)
        found[title] = found.get(title, False) or effect.is_public
    return found


CHANGES = "changes"
"""Key of the option that says which numbers a condition changes by how much."""
PREVENTS = "prevents"
"""Key of the option that says what a condition keeps its bearer from."""
CONDITION = words("condition", "Condition", help="Its name or the beginning of it.")

CONDITION_EDITS: tuple[Action, ...] = (
    edit(
        "set_condition",
        "Apply Condition",
        _set_condition,
        words("condition", "Condition", help="Its name or the beginning of it; left out for one of your own."),
        words("name", "Name", help="What it is called; a condition of your own needs no more."),
        Parameter(
            key=CHANGES,
            title="Changes",
            kind="table",
            help="Numbers of the bearer and by how much, such as `rolls` by -2; `battleboard rules` lists them.",
        ),
        Parameter(key=PREVENTS, title="Prevents", kind="value", help="A list of actions, attacks, moves and defence."),
        one_of("until", "Until", UNTIL),
        number("rounds", "Rounds", least=1, most=_MOST_ROUNDS, help="Until the end of the last of these rounds."),
        number("round", "Last round", least=1, help="The round with whose end it ends, if it ends with one."),
        words("ends", "Ends when", help="In your own words: you are reminded each round, and end it."),
        combatant_parameter("source", "From"),
        combatant_parameter("other", "Relation to"),
        combatant_parameter("clock", "Whose turns count"),
        number("amount", "Amount"),
        words("note", "Note"),
        flag("public", "Players may know", default=True),
        flag("replaces", "Replace the same condition"),
        targets="many",
    ),
    edit("clear_condition", "End Condition", _clear_condition, CONDITION, targets="many"),
)
