"""The GM's edits of combatants: joining and leaving, fields of the sheet, conditions and health, items."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from model.board.beside import shown_place_beside
from model.engine import turns
from model.engine.ask import Ask
from model.engine.bookkeeping import PORTRAIT
from model.engine.calls import Call
from model.engine.edits_base import (
    InvalidInput,
    combatants_of,
    converted,
    edit,
    fitted,
    flag,
    given_number,
    known,
    needed_name,
    needed_text,
    number,
    one_of,
    only_gm,
    related,
    something,
    whole_number,
    words,
)
from model.engine.edits_board import PLACE, place_given
from model.engine.edits_conditions import condition_named
from model.engine.edits_leaving import LEAVING_EDITS
from model.engine.effects import add_condition, end_effects
from model.engine.lasting import lasting_problems, newcomer_sheet, with_kept, with_lasting
from model.engine.messages import (
    brief,
    damage_message,
    healing_message,
    listed,
    message,
    messages_about_all,
)
from model.engine.prompts import without_due_of
from model.engine.public_names import name_on_appearing, names_for_players, out_of_sight
from model.engine.ruleset import Action, Ruleset
from model.engine.run import interrupt
from model.state.base import Id, Record, State, replace, with_fields
from model.state.battle import (
    MOST_COMBATANTS,
    AnyBattle,
    Combatant,
    Item,
    Source,
    Task,
    name_of,
    new_id,
    side_words,
    with_order,
)
from model.state.board import Board, Place, millimetres
from model.state.effects import OWN, Effect, KeptEffect
from model.state.order import Slot
from model.state.texts import Text, gm_text, ref, text, titled

_WAVE = number(
    "wave", "Wave", least=0, most=99, default=0, help="The wave in which they come in; 0: from the beginning."
)


# ------------------------------------------------------------------------------------------------ combatants and groups


AnyCombatant = Combatant[Any]

# ------------------------------------------------------------------------------------------ names, sides, visibility


def _rename(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    (who,) = combatants_of(battle, call)
    combatant = battle.combatants[who]
    others = replace(battle, combatants={id: one for id, one in battle.combatants.items() if id != who})
    (name,) = free_names(others, needed_name(call))
    ask.add_message(gm_text("{old} is now called {new}.", old=combatant.name, new=name))
    return battle.with_combatant(replace(combatant, name=name))


def _set_public_name(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Set the public name. Several visible combatants are numbered, so that players can tell them apart."""
    typed, targets = str(call.option("name", "")).strip(), combatants_of(battle, call)
    seen = [who for who in targets if not battle.combatants[who].is_hidden]
    numbered = names_for_players(battle, typed, len(seen), targets) if len(seen) > 1 else (typed,) * len(seen)
    names = dict(zip(seen, numbered, strict=True))
    for who in targets:
        name = names.get(who, typed)
        battle = battle.with_combatant(replace(battle.combatants[who], public_name=name))
        told = "Players know {who} as {name}." if name else "Players know {who} by name."
        ask.add_message(gm_text(told, who=ref(who), name=name))
    return battle


def _set_side(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    side = needed_name(call, "side", "The side")
    for who in combatants_of(battle, call):
        battle = battle.with_combatant(replace(battle.combatants[who], side=side))
    words = " now on the side of the {side}."
    those = combatants_of(battle, call)
    ask.add_message(
        *messages_about_all(battle, those, f" is{words}", f" are{words}", is_public=False, side=side_words(side))
    )
    return battle


def _hide(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    for who in call.targets:
        battle = _with_hidden(battle, who, True)
    words = " hidden from the players."
    ask.add_message(*messages_about_all(battle, call.targets, f" is{words}", f" are{words}", is_public=False))
    return battle


def _reveal(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    for who in call.targets:
        battle = _with_hidden(battle, who, False)
    ask.add_message(*messages_about_all(battle, call.targets, " appears.", " appear."))
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
        raise InvalidInput("A group needs at least two members.")
    _refuse_in_turn(battle, members)
    _, battle = turns.join(battle, members, needed_name(call, "name", "The group's name"))
    ask.add_message(
        *only_gm("{name} act together: {count} members.", name=str(call.options["name"]), count=len(members))
    )
    return battle


def _ungroup(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    members = combatants_of(battle, call)
    _refuse_in_turn(battle, members)
    grouped = [who for who in members if (slot := battle.order.slot_of(who)) and len(slot.members) > 1]
    if not grouped:
        raise InvalidInput("{who} is not in a group.", who=ref(members[0]))
    for who in grouped:
        slot = battle.order.slot_of(who)
        if slot is not None and len(slot.members) > 1:
            battle = _alone(battle, who, slot)
    ask.add_message(
        gm_text("{who} and others act alone." if len(grouped) > 1 else "{who} acts alone.", who=ref(grouped[0]))
    )
    return battle


def _alone(battle: AnyBattle, who: Id, group: Slot) -> AnyBattle:
    """Give one member a slot after the group's, with the same state; turns owed and forced actions stay."""
    order = battle.order
    at = order.sequence.index(group.id)
    before = order.sequence[at + 1] if at + 1 < len(order.sequence) else None
    rest = replace(group, members=tuple(member for member in group.members if member != who))
    battle = turns.with_slot(battle, rest)
    id, battle = turns.insert(battle, (who,), before=before)
    alone = replace(battle.order.slots[id], state=group.state, initiative=group.initiative, segment=group.segment)
    return turns.done_if_had(turns.done_if_had(turns.with_slot(battle, alone), id), group.id)


def _refuse_in_turn(battle: AnyBattle, members: tuple[Id, ...]) -> None:
    for turn in battle.order.turns:
        for who in members:
            if who in turn.shares:
                raise InvalidInput("{who} is taking a turn: end it first.", who=ref(who))


# ------------------------------------------------------------------------------------------ leaving and returning


def _set_absent(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Set combatants as absent because their players are away: not defeated, not visible, and otherwise unchanged."""
    return _with_presence(battle, call, ask, is_present=False)


def _set_present(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    return _with_presence(battle, call, ask, is_present=True)


def _with_presence(battle: AnyBattle, call: Call, ask: Ask, *, is_present: bool) -> AnyBattle:
    changed = [who for who in combatants_of(battle, call) if battle.combatants[who].is_present != is_present]
    if not changed:
        word = "present" if is_present else "absent"
        raise InvalidInput("{who} is already {word}.", who=ref(call.targets[0]), word=word)
    words = " present again." if is_present else " absent."
    ask.add_message(*messages_about_all(battle, changed, f" is{words}", f" are{words}"))
    for who in changed:
        combatant = battle.combatants[who] if is_present else out_of_sight(battle, who)
        battle = battle.with_combatant(replace(combatant, is_present=is_present, wave=0))
    return battle


def _set_wave(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Set the wave with which combatants come in; absent and hidden until then. Wave 0 makes them present now."""
    wave = whole_number(call, "wave", "The wave")
    if not 0 <= wave <= 99:
        raise InvalidInput("A wave must be a number from 0 to 99, not {given}.", given=wave)
    for who in combatants_of(battle, call):
        combatant = battle.combatants[who]
        changed = _waiting(combatant, wave) if wave else replace(combatant, wave=0, is_present=True)
        battle = battle.with_combatant(changed)
    words = (" comes in with wave {wave}.", " come in with wave {wave}.")
    if not wave:
        words = (" is there from the beginning.", " are there from the beginning.")
    ask.add_message(*messages_about_all(battle, combatants_of(battle, call), *words, is_public=False, wave=wave))
    return battle


def _waiting(combatant: Combatant[Any], wave: int) -> Combatant[Any]:
    return replace(combatant, wave=wave, is_present=False, is_hidden=True)


def next_wave(battle: AnyBattle) -> tuple[Id, ...]:
    """Combatants that come in with the next wave; empty if no wave is left."""
    waiting = [who for who in battle.combatants.values() if who.wave and not who.is_present]
    least = min((who.wave for who in waiting), default=0)
    return tuple(who.id for who in waiting if who.wave == least)


def _bring_in_wave(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Bring in the next wave, hidden: players see it when the GM reveals it."""
    wave = next_wave(battle)
    if not wave:
        raise InvalidInput("No wave is left. Use Set Wave to let combatants come in later.")
    for who in wave:
        battle = battle.with_combatant(replace(battle.combatants[who], is_present=True, wave=0))
    names = listed([battle.combatants[who].name for who in wave])
    ask.add_message(*only_gm("The next wave comes in, hidden: {names}.", names=names))
    return battle


Kept = TypeVar("Kept")


def without(battle: AnyBattle, who: Id) -> AnyBattle:
    """The battle without a combatant and without any reference to them.

    Effects that relate others to them end; effects that lasted until a turn of theirs end with the round in which it
    would have come. Players and tasks no longer include them, and the things that they controlled have no controller.
    """
    battle = turns.drop_out(battle, who)
    order = battle.order
    battle = with_order(
        battle,
        owed=tuple(debt for debt in order.owed if debt.who != who),
        forced=_without_key(order.forced, who),
        marks=_without_key(order.marks, who),
        plans=_without_key(order.plans, who),
        turns=tuple(
            replace(turn, merged=tuple(held for held in turn.merged if held.who != who)) for turn in order.turns
        ),
    )
    battle = end_effects(without_due_of(battle, who), lambda bearer, effect: effect.other == who)
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
        sources=_without_key(battle.sources, who),
        behaviours=battle.behaviours.of(others),
    )


def _without_key(table: dict[Id, Kept], who: Id) -> dict[Id, Kept]:
    return {id: kept for id, kept in table.items() if id != who}


def _without_rival(task: Task, who: Id) -> Task:
    return replace(
        task,
        winner="" if task.winner == who else task.winner,
        successes=_without_key(task.successes, who),
        tries=_without_key(task.tries, who),
        totals=_without_key(task.totals, who),
    )


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
    """Delete combatants and their items; with `leave_items` the items stay on the board at their places."""
    had_turn = bool(battle.order.turns)
    removed = [battle.combatants[who] for who in combatants_of(battle, call)]
    ask.add_message(*_removed_words(removed))
    for who in (combatant.id for combatant in removed):
        items = {id: item for id, item in battle.items.items() if item.holder != who}
        if call.option("leave_items", False):
            for item in battle.items_of(who):
                items[item.id] = replace(item, holder=None, where="board", place=battle.combatants[who].place)
        battle = without(replace(battle, items=items), who)
    if had_turn and not battle.order.turns and battle.order.phase == "acting":
        battle = turns.advance(battle, ask)
    return battle


def _removed_words(removed: Sequence[Combatant[Any]]) -> Iterator[Text]:
    """The sentences about deleted combatants: how many, if several, then those known to players, then the others."""
    if len(removed) > 1:
        yield gm_text("{count} combatants are removed.", count=len(removed))
    known = [one for one in removed if not (one.is_hidden or one.public_name) and one.is_present]
    secret = [one for one in removed if one not in known]
    for some, told in ((known, text), (secret, gm_text)):
        if some:
            sentence = "{name} is removed." if len(some) == 1 else "{name} are removed."
            yield told(sentence, name=listed(one.name for one in some))


def _name_of_target(battle: AnyBattle, call: Call) -> str:
    combatant = battle.combatants.get(call.target or "")
    return "" if combatant is None else combatant.name


def _public_name_of_target(battle: AnyBattle, call: Call) -> str:
    combatant = battle.combatants.get(call.target or "")
    return "" if combatant is None else combatant.public_name


COMBATANT_EDITS: tuple[Action, ...] = (
    edit("rename", "Rename", _rename, words("name", "Name", now=_name_of_target), targets="one"),
    edit(
        "set_public_name",
        "Set Public Name",
        _set_public_name,
        words("name", "Public name", default="", help="Empty: their real name.", now=_public_name_of_target),
        targets="many",
    ),
    edit("set_side", "Set Side", _set_side, words("side", "Side"), targets="many"),
    edit("hide", "Hide", _hide, targets="many"),
    edit("reveal", "Reveal", _reveal, targets="many"),
    edit("group", "Group", _group, words("name", "Name of the group"), targets="many"),
    edit("ungroup", "Ungroup", _ungroup, targets="many"),
    *LEAVING_EDITS,
    edit(
        "set_absent",
        "Set Absent",
        _set_absent,
        targets="many",
        help="Their players are away: they take no turns, and return as they were.",
    ),
    edit("set_present", "Set Present", _set_present, targets="many"),
    edit("set_wave", "Set Wave", _set_wave, _WAVE, targets="many"),
    edit("bring_in_wave", "Bring In Next Wave", _bring_in_wave),
    edit(
        "remove_combatant",
        "Delete",
        _remove_combatant,
        flag("leave_items", "Leave items on the board"),
        targets="many",
    ),
)


# -------------------------------------------------------------------------------------------------- fields of the sheet


ELSEWHERE = {
    "settings": "House rules are changed with Set House Rule.",
    "ruleset": "The ruleset of a battle cannot be changed.",
    "serial": "The count of ids belongs to the program.",
    "order": "The order is changed with the commands for turns.",
}
"""Parts of the battle that cannot be edited as fields, each with a sentence on how they are changed."""
APPENDED = "+"
"""In a path, the place behind the last entry of a list: `sheet.gifts.+`."""
_SOMEBODY = frozenset({"holder", "controller", "clock"})
_RELATED = frozenset({"source", "other"})
_SOME_ZONE = frozenset({"zone", "first", "second"})


class Field(Record):
    """A field of the battle: path, title, type and current value."""

    path: tuple[str, ...]
    title: str
    kind: Any
    """The declared type, with its range."""
    value: Any
    """None if the field is empty."""
    is_entry: bool = False
    """Whether it is an entry of a dict or a list, which can be added and removed."""
    part: str = ""
    """Title of the dict or list of which it is an entry."""


def field_at(ruleset: Ruleset, battle: AnyBattle, path: tuple[str, ...], *, is_single: bool = True) -> Field:
    """The field at a path such as `("combatants", "boomer-2", "sheet", "health")`; no whole dict if it `is_single`.

    Raises:
        Wrong: there is none, or it cannot be edited by hand.
    """
    if path and path[0] in ELSEWHERE:
        raise InvalidInput(ELSEWHERE[path[0]])
    field = Field((), "Battle", type(battle), battle)
    for key in path:
        field = _step(ruleset, field, key)
    if not path or (is_single and isinstance(field.value, dict)) or _has_id(field.kind):
        raise InvalidInput("{path} is not a single field: name a field inside it.", path=".".join(path) or "Nothing")
    if path[-1] == "id":
        raise InvalidInput("Ids cannot be changed.")
    return field


def _step(ruleset: Ruleset, field: Field, key: str) -> Field:
    path, value = (*field.path, key), field.value
    where = ".".join(field.path) or "the battle"
    if isinstance(value, State):
        if key not in value.__struct_fields__:
            known_fields = listed(value.__struct_fields__)
            raise InvalidInput(
                "{where} has no field “{key}”. Its fields are {known}.", where=where, key=key, known=known_fields
            )
        owner: Any = type(value)
        kind = _with_types(_hints(owner)[key], ruleset)
        title = _title(kind, key)
        if field.is_entry and not _has_id(field.kind):
            title = f"{getattr(value, 'name', '') or field.title}: {title}"
        return Field(path, title, kind, getattr(value, key))
    if isinstance(value, dict):
        kind = get_args(_bare(field.kind))[1]
        if key not in value and _has_id(kind):
            raise InvalidInput("{where} has no “{key}”.", where=where, key=key)
        title = _title_of_game(ruleset, field.path, key) or _title(kind, key)
        return Field(path, title, kind, value.get(key), is_entry=True, part=field.title)
    if isinstance(value, tuple) and (key == APPENDED or (key.isdecimal() and int(key) < len(value))):
        kinds = get_args(_bare(field.kind))
        is_open = kinds[-1] is Ellipsis
        at = len(value) if key == APPENDED else int(key)
        if is_open or at < len(value):
            kind, member = kinds[0 if is_open else at], value[at] if at < len(value) else None
            return Field(path, f"{field.title} {at + 1}", kind, member, is_entry=is_open, part=field.title)
    raise InvalidInput("There is no “{key}” in {where}.", key=key, where=where)


def _title_of_game(ruleset: Ruleset, path: tuple[str, ...], key: str) -> str:
    """The title that the game declares for an entry of the part of a sheet at a path, such as a skill; or empty."""
    names = ruleset.names.entries(path[3]) if path[2:3] == ("sheet",) and len(path) == 4 else ()
    return next((one.title for one in names if one.id == key), "")


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    """The declared types of a struct's fields; cached, because reading annotations is slow."""
    return get_type_hints(kind, include_extras=True)


def _with_types(kind: Any, ruleset: Ruleset) -> Any:
    """A declared type with its type variables replaced by the ruleset's types."""
    own = {"Sheet": ruleset.sheet, "Gear": ruleset.gear, "Shared": ruleset.shared, "Seat": ruleset.player}
    if isinstance(kind, TypeVar):
        return own[kind.__name__]
    open_types = getattr(kind, "__parameters__", ())
    return kind[tuple(own[open_type.__name__] for open_type in open_types)] if open_types else kind


def _parts(kind: Any) -> tuple[Any, list[msgspec.Meta], bool]:
    """A type without its annotations, the annotations, and whether it may be None."""
    notes: list[msgspec.Meta] = []
    is_optional = False
    while True:
        origin = get_origin(kind)
        if origin is Annotated:
            kind, *added = get_args(kind)
            notes += [note for note in added if isinstance(note, msgspec.Meta)]
        elif origin in (Union, UnionType) and NoneType in get_args(kind):
            is_optional = True
            kind = Union[tuple(other for other in get_args(kind) if other is not NoneType)]  # noqa: UP007
        else:
            return kind, notes, is_optional


def _bare(kind: Any) -> Any:
    return _parts(kind)[0]


def _title(kind: Any, key: str) -> str:
    return next((note.title for note in _parts(kind)[1] if note.title), None) or titled(key)


def _has_id(kind: Any) -> bool:
    bare = _bare(kind)
    bare = get_origin(bare) or bare
    return isinstance(bare, type) and issubclass(bare, State) and "id" in bare.__struct_fields__


def takes(kind: Any) -> str:
    """Description of the values of a type: `a whole number from 0 to 20`."""
    bare, notes, is_optional = _parts(kind)
    if get_origin(bare) is Literal:
        said = f"one of {', '.join(map(str, get_args(bare)))}"
    else:
        names = {bool: "yes or no", int: "a whole number", float: "a number", str: "text"}
        tables = (get_origin(bare) or bare) in (tuple, list)
        said = names.get(bare, "a list" if tables else "a table") + _range(notes)
    return f"{said} or nothing" if is_optional else said


def _range(notes: list[msgspec.Meta]) -> str:
    least = next((note.ge for note in notes if note.ge is not None), None)
    over = next((note.gt for note in notes if note.gt is not None), None)
    most = next((note.le for note in notes if note.le is not None), None)
    under = next((note.lt for note in notes if note.lt is not None), None)
    letters = next((note.min_length for note in notes if note.min_length), None)
    if least is not None and most is not None:
        return f" from {least:g} to {most:g}"
    bounds = ((" of at least", least), (" over", over), (" of at most", most), (" under", under))
    said = " and".join(f"{word} {bound:g}" for word, bound in bounds if bound is not None)
    return said or (f" of at least {letters} letters" if letters else "")


def read_value(field: Field, given: object) -> Any:
    """A given value converted to the type of a field.

    Raises:
        Wrong: it does not fit; the sentence says what is expected and what was given.
    """
    value, problems = fitted(given, field.kind)
    if any(problem.path for problem in problems):
        raise InvalidInput("{title}: {problems}.", title=field.title, problems="; ".join(map(str, problems)))
    if problems:
        raise InvalidInput(
            "{title} must be {takes}, not {given}.", title=field.title, takes=takes(field.kind), given=brief(given)
        )
    return value


def set_at(state: Any, path: tuple[str, ...], value: Any) -> Any:
    """A state with the value at a path replaced; None removes an entry of a dict or list."""
    key, rest = path[0], path[1:]
    if isinstance(state, State):
        return with_fields(state, {key: set_at(getattr(state, key), rest, value) if rest else value})
    if isinstance(state, dict):
        if not rest and value is None:
            return {other: kept for other, kept in state.items() if other != key}
        return state | {key: set_at(state[key], rest, value) if rest else value}
    index = len(state) if key == APPENDED else int(key)
    member = () if not rest and value is None else (set_at(state[index], rest, value) if rest else value,)
    return (*state[:index], *member, *state[index + 1 :])


def _check_reference(battle: AnyBattle, key: str, value: object) -> None:
    if value is None:
        return
    if key in _SOMEBODY:
        known(battle.combatants, value, "combatant")
    if key in _RELATED:
        related(battle, value)
    if key in _SOME_ZONE:
        known(battle.board.zones, value, "zone")
    if key == "characters" and isinstance(value, tuple):
        for one in value:
            known(battle.combatants, one, "combatant")
    if isinstance(value, Place):
        _check_reference(battle, "zone", value.zone)


def _exact(path: tuple[str, ...], value: Any) -> Any:
    """The value, with the lengths of a place rounded to the millimetre, as files store them."""
    if isinstance(value, Place):
        lengths = {key: getattr(value, key) for key in ("x", "y", "height")}
        return with_fields(value, {key: _exact((*path, key), length) for key, length in lengths.items()})
    return millimetres(value) if isinstance(value, float) and path[-2:-1] == ("place",) else value


def _edited(battle: AnyBattle, ask: Ask, path: tuple[str, ...], call: Call) -> AnyBattle:
    field = field_at(ask.ruleset, battle, path)
    if call.option("clear", False):
        if not field.is_entry and not _parts(field.kind)[2]:
            raise InvalidInput(
                "{title} cannot be empty: it must be {takes}.", title=field.title, takes=takes(field.kind)
            )
        value = None
    elif "value" not in call.options:
        raise InvalidInput("The value for {title} is missing.", title=field.title)
    else:
        value = _exact(path, read_value(field, call.options["value"]))
        _check_reference(battle, path[-1], value)
    named = call.option("becomes", "")
    if not named:
        ask.add_message(_edit_words(path, field, value))
        edited: AnyBattle = set_at(battle, path, value)
        return edited
    return _renamed(battle, ask, field, named, value)


def _renamed(battle: AnyBattle, ask: Ask, field: Field, name: str, value: Any) -> AnyBattle:
    """The battle with an entry of a dict under another name, at the same place."""
    *parts, old = field.path
    inside = field_at(ask.ruleset, battle, tuple(parts), is_single=False).value
    if not isinstance(inside, dict) or old not in inside or value is None:
        raise InvalidInput("Only an entry can get another name, and it needs a value.")
    if name != old and name in inside:
        raise InvalidInput("{title} is there already.", title=titled(name))
    entries = {name if key == old else key: value if key == old else kept for key, kept in inside.items()}
    now = f"{titled(name)} {brief(value)}"
    ask.add_message(
        gm_text("{owner}: {old} → {new}", owner=_owner(field.path), old=f"{field.title} {brief(field.value)}", new=now)
    )
    edited: AnyBattle = set_at(battle, tuple(parts), entries)
    return edited


def _edit_words(path: tuple[str, ...], field: Field, value: object) -> Text:
    """What an edit of a field did, for the GM; a picture or an empty text is told in words."""
    owner, title = _owner(path), field.title
    if field.is_entry and (field.value is None or value is None):
        return _entry_words(path, field, value)
    if path[-1] == PORTRAIT:
        told = "has a new portrait" if value else "has no portrait any more"
        return gm_text(f"{{owner}} {told}.", owner=owner)
    if value == "" != field.value:
        return gm_text("{owner}: {field} is empty now, was {old}", owner=owner, field=title, old=brief(field.value))
    if field.value == "" != value:
        return gm_text("{owner}: {field} is now {new}", owner=owner, field=title, new=brief(value))
    return gm_text("{owner}: {field} {old} → {new}", owner=owner, field=title, old=brief(field.value), new=brief(value))


def _entry_words(path: tuple[str, ...], field: Field, value: object) -> Text:
    """That an entry of a list or a table is added or removed; only in a table it has a name of its own."""
    entry = value if field.value is None else field.value
    is_named = path[-1] != APPENDED and not path[-1].isdecimal()
    told = entry.replace("_", " ") if isinstance(entry, str) else brief(entry)
    words = f"{field.title} {told}" if is_named else told
    template = "{owner}: {entry} removed from {part}" if value is None else "{owner}: {entry} added to {part}"
    return gm_text(template, owner=_owner(path), entry=words, part=field.part)


def _owner(path: tuple[str, ...]) -> str:
    """The owner of a field, as an argument for the log."""
    if len(path) < 3:
        return titled(path[0])
    return ref(path[2] if path[0] == "board" else path[1])


def _edit(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    path = tuple(needed_name(call, "path", "The field").split("."))
    owners: tuple[Id, ...] = tuple(dict.fromkeys(call.targets))
    if not owners:
        return _edited(battle, ask, path, call)
    for owner in owners:
        collection = "combatants" if owner in battle.combatants else "things"
        battle = _edited(battle, ask, (collection, owner, *path), call)
    return battle


EDIT_FIELD: Action = edit(
    "edit",
    "Edit Field",
    _edit,
    words("path", "Field", help="Such as `combatants.boomer-2.sheet.health`; for targets, just `sheet.health`."),
    something("value", "Value"),
    flag("clear", "Empty the field"),
    words("becomes", "New name", help="Of an entry of a table, such as a skill."),
    targets="any",
    help="Change any field. The value must fit the field's type.",
)


# ------------------------------------------------------------------------------------------------ health


def _hurt(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    amount = whole_number(call, "amount", "The damage")
    if amount == 0:
        raise InvalidInput("The damage is 0, so nothing would change.")
    through = bool(call.option("through_resistance", False))
    for who in combatants_of(battle, call):
        if amount < 0:
            battle = _healed(battle, who, -amount, ask)
            continue
        if through:
            words = {"health_of": who, "in_words": "{0} is struck."}
            ask.log(battle, "{0} takes {amount} damage, less resistance.", who, **words, amount=amount)
        else:
            ask.add_message(damage_message(battle, who, amount))
        battle = ask.ruleset.hurt(battle, who, amount, through, ask)
    return battle


def _healed(battle: AnyBattle, who: Id, amount: int, ask: Ask) -> AnyBattle:
    """Heal a combatant, and say how much of it they have regained."""
    after = ask.ruleset.hurt(battle, who, -amount, False, ask)
    if (health := ask.ruleset.health) is not None:
        amount = int(health.value(after, who) - health.value(battle, who))
    ask.add_message(healing_message(battle, "{0} regains {amount}.", who, amount=amount))
    return after


HURT: Action = edit(
    "hurt",
    "Damage or Heal",
    _hurt,
    number("amount", "Damage", help="A negative number heals."),
    flag("through_resistance", "Subtract resistance"),
    targets="many",
)


# ---------------------------------------------------------------------------------------------------------------- items


AnyItem = Item[Any]
Where = Literal["hand", "worn", "pack"]
_KEYS = frozenset({"name", "gear", "where", "template"})


def new_item(battle: AnyBattle, ruleset: Ruleset, given: object, holder: Id) -> tuple[Id, AnyBattle]:
    """Make an item from a table of `name`, `gear`, `where` and `template`.

    Raises:
        Wrong: it is not such a table, or its gear does not fit the ruleset's type.
    """
    if not isinstance(given, dict):
        raise InvalidInput("An item must be a table of name, gear, where and template.")
    if unknown := sorted(set(given) - _KEYS):
        raise InvalidInput("An item has no field “{key}”.", key=str(unknown[0]))
    name = needed_text(str(given.get("name", "")), "The item's name")
    id, battle = new_id(battle, name)
    item: AnyItem = Item(
        id=id,
        name=name,
        gear=converted(given.get("gear", {}), ruleset.gear, name),
        holder=holder,
        where=converted(given.get("where", "hand"), Where, f"{name}, where"),
        template=str(given.get("template", "")),
    )
    return id, _with_item(battle, item)


def _with_item(battle: AnyBattle, item: AnyItem) -> AnyBattle:
    return replace(battle, items=battle.items | {item.id: item})


def _item(battle: AnyBattle, call: Call) -> AnyItem:
    if call.item is None:
        raise InvalidInput("The item is missing.")
    return known(battle.items, call.item, "item")


def _give_item(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Give an existing item to another holder, or make new ones.

    The message is for the GM alone, because players do not know what is in a pack.
    """
    (who,) = combatants_of(battle, call)
    count = whole_number(call, "count", "Quantity", default=1)
    if call.item is None:
        given = {key: value for key, value in call.options.items() if key in _KEYS}
        for _ in range(count):
            id, battle = new_item(battle, ask.ruleset, given, who)
    else:
        id = call.item
        item = replace(_item(battle, call), holder=who, where=call.option("where", "hand"), place=None)
        battle = _with_item(battle, item)
    several = f"{count} × " if count > 1 else ""
    ask.add_message(gm_text("{who} gets {several}{item}.", who=ref(who), several=several, item=ref(id)))
    return battle


def _drop_item(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    item = _item(battle, call)
    if item.holder is None:
        raise InvalidInput("{item} is already on the board.", item=ref(item.id))
    holder = battle.combatants[item.holder]
    ask.log(battle, "{0} drops {item}.", holder.id, item=ref(item.id))
    return _with_item(battle, replace(item, holder=None, where="board", place=holder.place))


def _take_item(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    (who,) = combatants_of(battle, call)
    item = _item(battle, call)
    if item.holder is not None:
        raise InvalidInput("{item} is not on the board: {who} has it.", item=ref(item.id), who=ref(item.holder))
    ask.log(battle, "{0} takes {item}.", who, item=ref(item.id))
    return _with_item(battle, replace(item, holder=who, where=call.option("where", "hand"), place=None))


def _remove_item(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    item = _item(battle, call)
    ask.add_message(gm_text("{item} is removed.", item=item.name))
    return replace(battle, items={id: other for id, other in battle.items.items() if id != item.id})


def _ready_item(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    item, where = _item(battle, call), call.option("where", "hand")
    if item.holder is None:
        raise InvalidInput("{item} is on the board: take it first.", item=ref(item.id))
    if item.where == where:
        raise InvalidInput("{item} is already there.", item=ref(item.id))
    told = {"hand": "{0} has {item} in hand.", "worn": "{0} wears {item}.", "pack": "{0} puts {item} away."}
    ask.log(battle, told[where], item.holder, item=ref(item.id))
    return _with_item(battle, replace(item, where=where))


WHERE = one_of("where", "Where", ("hand", "worn", "pack"), default="hand")

ITEM_EDITS: tuple[Action, ...] = (
    edit(
        "give_item",
        "Give Item",
        _give_item,
        words("name", "Name"),
        something("gear", "What it is"),
        WHERE,
        words("template", "Template"),
        number("count", "How many new ones", least=1, most=100, default=1),
        targets="one",
        help="An existing item, or a new one by name.",
    ),
    edit("drop_item", "Drop Item", _drop_item),
    edit("take_item", "Take Item", _take_item, WHERE, targets="one"),
    edit("remove_item", "Remove Item", _remove_item),
    edit("ready_item", "Ready Item", _ready_item, WHERE),
)


# ------------------------------------------------------------------------------------------------------- new combatants


_NAMED = 3
"""Number of combatants of one kind up to which messages name all of them; of more, only the first and the last."""


def free_names(battle: AnyBattle, name: str, count: int = 1) -> tuple[str, ...]:
    """Names that no combatant has: the name itself, or numbered names after the highest number in use."""
    base = re.sub(r"\s+\d+$", "", name)
    pattern = re.compile(rf"{re.escape(_as_compared(base))}(?: (\d+))?")
    others = [_as_compared(one.name) for one in battle.combatants.values()]
    taken = [match for other in others if (match := pattern.fullmatch(other))]
    if count == 1 and _as_compared(name) not in others:
        return (name,)
    first = 1 + max((int(match[1] or 1) for match in taken), default=0)
    return tuple(f"{base} {index}" for index in range(first, first + count))


def _as_compared(name: str) -> str:
    """A name as it is compared with others: nobody tells names apart by capitals or by the width of a blank."""
    return " ".join(name.casefold().split())


# ------------------------------------------------------------------------------------------ newcomers


def _add_combatant(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    battle, came = _joined(battle, call, ask)
    ask.add_message(*_told(battle, [came]))
    return taking_turns(battle, call, came, ask)


def _add_combatants(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Add several kinds of combatants, such as a party or a typed line, in one step that is undone as a whole."""
    kinds = call.option("kinds", [])
    if not isinstance(kinds, list | tuple) or not kinds or not all(isinstance(kind, dict) for kind in kinds):
        raise InvalidInput("The new combatants must be a list; each entry takes what Add Combatants takes.")
    before, battle = battle, _with_board(battle, call)
    came: list[tuple[Id, ...]] = []
    for kind in kinds:
        if "board" in call.options and battle.board is before.board:
            # The encounter's map was not used, so its places do not apply.
            kind = {key: value for key, value in kind.items() if key not in ("place", "places")}
        if unknown := kind.keys() - {parameter.key for parameter in _ADD.parameters}:
            raise InvalidInput("“{title}” has no option “{key}”.", title=_ADD.title, key=str(min(unknown, key=str)))
        battle, those = _joined(battle, replace(call, options=kind), ask)
        came.append(those)
    ask.add_message(*_told(battle, came))
    return taking_turns(battle, call, tuple(who for those in came for who in those), ask)


def taking_turns(battle: AnyBattle, call: Call, came: tuple[Id, ...], ask: Ask) -> AnyBattle:
    """Add combatants who come to the initiative order of a running combat, if the call says so."""
    late = tuple(who for who in came if battle.combatants[who].is_present and battle.order.slot_of(who) is None)
    if not (late and call.option("joins", False) and battle.order.is_running):
        return battle
    apart = {"apart": True} if len(late) > 1 else {}
    return interrupt(battle, "join", Call(action="join_order", actor=late[0], targets=late, options=apart), ask)


def _with_board(battle: AnyBattle, call: Call) -> AnyBattle:
    """The battle with the map of an encounter, unless it already has a map."""
    given: Board = converted(call.option("board", {}), Board, "The map")
    is_bare = not (battle.board.zones or battle.board.features or battle.board.picture)
    if not is_bare or given == Board():
        return battle
    # The ids of the map end in numbers that the battle may still assign, so its counter continues after them.
    tails = (id.rpartition("-")[2] for table in (given.zones, given.links, given.features) for id in table)
    serial = max((int(tail) for tail in tails if tail.isdecimal()), default=0)
    return replace(battle, board=given, serial=max(battle.serial, serial))


def _joined(battle: AnyBattle, call: Call, ask: Ask) -> tuple[AnyBattle, tuple[Id, ...]]:
    """The battle with the wanted number of combatants of one kind, and their ids."""
    count = whole_number(call, "count", "How many", default=1)
    if not 1 <= count <= 100:
        raise InvalidInput("The number must be 1 to 100, not {given}.", given=count)
    newcomer = _newcomer(battle, call, ask)
    items = call.option("items", [])
    if not isinstance(items, list | tuple):
        raise InvalidInput("The items must be a list.")
    named = call.option("conditions", [])
    if not isinstance(named, list | tuple):
        raise InvalidInput("The conditions must be a list.")
    conditions = tuple(condition_named(ask.ruleset, str(kind)) for kind in named)
    places = _places(battle, call, newcomer.place, count)
    added: list[Id] = []
    for combatant, place in zip(_numbered(battle, newcomer, count), places, strict=True):
        id, battle = new_id(battle, combatant.name)
        battle = battle.with_combatant(replace(combatant, id=id, place=place))
        for item in items:
            _, battle = new_item(battle, ask.ruleset, item, id)
        for condition in conditions:
            battle = add_condition(battle, id, condition)
        battle = _with_past(battle, call, ask.ruleset, id)
        added.append(id)
    group = str(call.option("group", "")).strip()
    return (turns.join(battle, added, group)[1] if group else battle), tuple(added)


def _places(battle: AnyBattle, call: Call, usual: Place, count: int) -> tuple[Place, ...]:
    """The place of each new combatant: from `places`, otherwise the common place for all."""
    given = call.option("places", [])
    if not isinstance(given, list | tuple) or len(given) not in (0, count):
        raise InvalidInput("There must be a place for each of the {count}.", count=count)
    return tuple(place_given(battle, place) for place in given) or (usual,) * count


def _with_past(battle: AnyBattle, call: Call, ruleset: Ruleset, who: Id) -> AnyBattle:
    """The battle with what the call gives of a combatant from earlier: effects, lasting values, source and player."""
    kept: tuple[KeptEffect, ...] = converted(call.option("effects", []), tuple[KeptEffect, ...], "The effects")
    for effect in kept:
        if effect.kind != OWN:
            known(ruleset.conditions, effect.kind, "condition")
    lasting = call.option("lasting", {})
    if not isinstance(lasting, dict):
        raise InvalidInput("What a character keeps must be a table.")
    for path, sentence in lasting_problems(ruleset, lasting):
        raise InvalidInput("{path}: {problem}.", path=".".join(path), problem=sentence)
    battle = with_lasting(with_kept(battle, who, kept), ruleset, who, lasting)
    if "source" in call.options:
        source: Source = converted(call.option("source"), Source, "The source")
        there = (other for other, one in battle.sources.items() if one.file == source.file)
        if other := next(there, None):
            raise InvalidInput("{who} is already in this battle.", who=name_of(battle, other))
        battle = replace(battle, sources=battle.sources | {who: source})
    name = str(call.option("player", "")).strip().lower()
    for player in battle.players.values():
        if name and player.name.lower() == name:
            playing = replace(player, characters=(*player.characters, who))
            battle = replace(battle, players=battle.players | {player.id: playing})
    return battle


def _newcomer(battle: AnyBattle, call: Call, ask: Ask) -> Combatant[Any]:
    """The combatant that a call describes, without an id."""
    given = newcomer_sheet(ask.ruleset, battle, call.option("sheet", {}))
    wave = whole_number(call, "wave", "The wave", default=0)
    combatant: Combatant[Any] = Combatant(
        id="",
        name=needed_name(call),
        sheet=converted(given, ask.ruleset.sheet, "The sheet"),
        side=needed_text(str(call.option("side", "npc")), "The side"),
        public_name=str(call.option("public_name", "")).strip(),
        is_hidden=bool(call.option("hidden", False)),
        place=place_given(battle, call.option("place", {})),
        radius=_radius(call),
        portrait=str(call.option("portrait", "")),
        origin=str(call.option("origin", "")),
        notes=str(call.option("notes", "")),
    )
    return _waiting(combatant, wave) if wave else combatant


def _numbered(battle: AnyBattle, one: Combatant[Any], count: int) -> Iterator[Combatant[Any]]:
    """Copies of a combatant, each with a different name and public name.

    Raises:
        Wrong: the battle would have more than `MOST_COMBATANTS`.
    """
    if len(battle.combatants) + count > MOST_COMBATANTS:
        raise InvalidInput("A battle can hold at most {most} combatants.", most=MOST_COMBATANTS)
    names = free_names(battle, one.name, count)
    public = names_for_players(battle, one.public_name, 0 if one.is_hidden else count) or (one.public_name,) * count
    for name, public_name in zip(names, public, strict=True):
        yield replace(one, name=name, public_name=public_name)


def _radius(call: Call) -> float:
    radius = given_number(call, "radius")
    if radius is not None and not 0 < radius <= 100:
        raise InvalidInput("The radius must be more than 0 and at most 100 metres, not {given}.", given=radius)
    return 0.5 if radius is None else radius


# ------------------------------------------------------------------------------------------ copies


def _duplicate(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    count = whole_number(call, "count", "How many", default=1)
    if not 1 <= count <= 100:
        raise InvalidInput("The number must be 1 to 100, not {given}.", given=count)
    came: list[tuple[Id, ...]] = []
    for original in combatants_of(battle, call):
        battle, those = _copied(battle, original, count)
        battle = _beside_original(battle, original, those, ask)
        came.append(those)
    ask.add_message(*_told(battle, came))
    return taking_turns(battle, call, tuple(who for those in came for who in those), ask)


def _beside_original(battle: AnyBattle, original: Id, copies: tuple[Id, ...], ask: Ask) -> AnyBattle:
    """The battle with copies next to the combatant they are copies of, if that one is on the map."""
    for who in copies if battle.combatants[original].place.point is not None else ():
        place = shown_place_beside(battle, who, original, ask.ruleset.ranges)
        battle = battle.with_combatant(replace(battle.combatants[who], place=place))
    return battle


def _copied(battle: AnyBattle, original: Id, count: int) -> tuple[AnyBattle, tuple[Id, ...]]:
    """The battle with copies of a combatant and its items, and their ids; effects that relate to others are omitted."""
    made: list[Id] = []
    for combatant in tuple(_numbered(battle, battle.combatants[original], count)):
        id, battle = new_id(battle, combatant.name)
        effects: dict[Id, Effect] = {}
        for effect in combatant.effects.values():
            if effect.other is None:
                effect_id, battle = new_id(battle, effect.kind)
                effects[effect_id] = replace(effect, id=effect_id)
        battle = battle.with_combatant(replace(combatant, id=id, effects=effects))
        for item in battle.items_of(original):
            item_id, battle = new_id(battle, item.name)
            battle = replace(battle, items=battle.items | {item_id: replace(item, id=item_id, holder=id)})
        made.append(id)
    if (behaviour := battle.behaviours.combatants.get(original)) is not None:
        said = battle.behaviours.combatants | dict.fromkeys(made, behaviour)
        battle = replace(battle, behaviours=replace(battle.behaviours, combatants=said))
    return battle, tuple(made)


# ------------------------------------------------------------------------------------------ messages


def _told(battle: AnyBattle, came: Sequence[tuple[Id, ...]]) -> Iterator[Text]:
    """Sentences that name new combatants, kind by kind: one for the visible, and one for the GM for the hidden."""
    for is_hidden in (False, True):
        kinds = [kind for kind in came if battle.combatants[kind[0]].is_hidden == is_hidden]
        parts, about = [], list[Id]()
        for kind in kinds:
            ends = (kind[0], kind[-1]) if len(kind) > _NAMED else kind
            places = [f"{{{len(about) + at}}}" for at in range(len(ends))]
            parts.extend([" to ".join(places)] if len(kind) > _NAMED else places)
            about.extend(ends)
        if parts:
            verb = "join" if sum(map(len, kinds)) > 1 else "joins"
            yield message(battle, f"{listed(parts)} {verb}.", *about)


_COUNT = number("count", "How many", least=1, most=100, default=1)
JOINS = flag("joins", "In the initiative order", help="They take turns in the combat that is running.")

_ADD = edit(
    "add_combatant",
    "Add Combatants",
    _add_combatant,
    words("name", "Name"),
    _COUNT,
    words("side", "Side", default="npc"),
    something("sheet", "Sheet"),
    something("items", "Items"),
    something("conditions", "Conditions", help="A list of the conditions that they join with."),
    words("group", "Group", help="They act together, in one slot with this name."),
    PLACE,
    something("places", "Places", help="A list with a place for each, where they do not all stand at one."),
    number("radius", "Radius in metres"),
    flag("hidden", "Hidden"),
    words("public_name", "Public name"),
    words("portrait", "Portrait"),
    words("origin", "Origin"),
    words("notes", "Notes"),
    something("effects", "Effects", help="Effects on a character from earlier battles."),
    something("lasting", "Lasting", help="What a character keeps in addition to the sheet."),
    something("source", "Source", help="The campaign file that a character comes from, and its text."),
    _WAVE,
    words("player", "Player", help="Name of the player whose character it is."),
    JOINS,
)

JOINING_EDITS: tuple[Action, ...] = (
    _ADD,
    edit(
        "add_combatants",
        "Add Combatants",
        _add_combatants,
        something("kinds", "Kinds", help="A list of tables; each takes what Add Combatants takes."),
        something("board", "Map", help="The map of an encounter, for a battle that has none."),
        JOINS,
    ),
    edit("duplicate", "Duplicate", _duplicate, _COUNT, JOINS, targets="many"),
)
