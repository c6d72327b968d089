"""Edits that bring somebody into the battle: newcomers, several kinds of them at one go, and copies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from model.engine import turns
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import (
    Wrong,
    combatants_of,
    converted,
    edit,
    flag,
    given_number,
    needed_name,
    needed_text,
    number,
    something,
    whole,
    words,
)
from model.engine.edits_conditions import condition_named
from model.engine.edits_items import new_item
from model.engine.edits_places import PLACE, place_given
from model.engine.effects import add_effect
from model.engine.public_names import names_for_players
from model.engine.ruleset import Action
from model.engine.telling import listed, tell
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Combatant, new_id
from model.state.effects import Effect
from model.state.texts import Text

_NAMED = 3
"""Of so many of one kind all are named; of more the first and the last."""


def free_names(battle: AnyBattle, name: str, count: int = 1) -> tuple[str, ...]:
    """Names that nobody has: the name itself, or numbered from the first free number upwards."""
    base = re.sub(r"\s+\d+$", "", name)
    pattern = re.compile(rf"{re.escape(base)}(?:\s+(\d+))?", re.IGNORECASE)
    taken = [match for one in battle.combatants.values() if (match := pattern.fullmatch(one.name))]
    is_free = all(one.name.lower() != name.lower() for one in battle.combatants.values())
    if count == 1 and is_free:
        return (name,)
    first = 1 + max((int(match[1] or 1) for match in taken), default=0)
    return tuple(f"{base} {index}" for index in range(first, first + count))


# ------------------------------------------------------------------------------------------ newcomers


def _add_combatant(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    battle, came = _joined(battle, call, ask)
    ask.say(*_told(battle, [came]))
    return battle


def _add_combatants(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """All of a party or of a typed line: one step, which is undone at one go."""
    kinds = call.option("kinds", [])
    if not isinstance(kinds, list | tuple) or not kinds or not all(isinstance(kind, dict) for kind in kinds):
        raise Wrong("The newcomers have to be a list of what “Add combatants” takes.")
    came: list[tuple[Id, ...]] = []
    for kind in kinds:
        if unknown := kind.keys() - {parameter.key for parameter in _ADD.parameters}:
            raise Wrong("“{title}” has no option “{key}”.", title=_ADD.title, key=str(min(unknown, key=str)))
        battle, those = _joined(battle, replace(call, options=kind), ask)
        came.append(those)
    ask.say(*_told(battle, came))
    return battle


def _joined(battle: AnyBattle, call: Call, ask: Ask) -> tuple[AnyBattle, tuple[Id, ...]]:
    """The battle with as many of one kind as are wanted, and who they are."""
    count = whole(call, "count", "How many", default=1)
    if not 1 <= count <= 100:
        raise Wrong("How many takes 1 to 100, not {given}.", given=count)
    newcomer = _newcomer(battle, call, ask)
    items = call.option("items", [])
    if not isinstance(items, list | tuple):
        raise Wrong("The items have to be a list.")
    named = call.option("conditions", [])
    if not isinstance(named, list | tuple):
        raise Wrong("The conditions have to be a list.")
    conditions = tuple(condition_named(ask.ruleset, str(kind)) for kind in named)
    added: list[Id] = []
    for combatant in _numbered(battle, newcomer, count):
        id, battle = new_id(battle, combatant.name)
        battle = battle.with_combatant(replace(combatant, id=id))
        for item in items:
            _, battle = new_item(battle, ask.ruleset, item, id)
        for condition in conditions:
            battle = add_effect(battle, id, condition.id, until=condition.until, is_public=condition.is_public)
        added.append(id)
    group = str(call.option("group", "")).strip()
    return (turns.join(battle, added, group)[1] if group else battle), tuple(added)


def _newcomer(battle: AnyBattle, call: Call, ask: Ask) -> Combatant[Any]:
    """Somebody as the call has it, without an id."""
    given = _with_usual(call.option("sheet", {}), ask.ruleset.new_sheet(battle))
    return Combatant(
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


def _numbered(battle: AnyBattle, one: Combatant[Any], count: int) -> Iterator[Combatant[Any]]:
    """So many like one, each with names of its own for the GM and for the players."""
    names = free_names(battle, one.name, count)
    public = names_for_players(battle, one.public_name, 0 if one.is_hidden else count) or (one.public_name,) * count
    for name, public_name in zip(names, public, strict=True):
        yield replace(one, name=name, public_name=public_name)


def _with_usual(given: object, usual: Mapping[str, Any]) -> object:
    """A sheet as it was given, with what is usual where it says nothing; tables within it are filled up too."""
    if not isinstance(given, dict):
        return given
    nested = {key: {**value, **given[key]} for key, value in usual.items() if isinstance(value, dict) and key in given}
    return {**usual, **given, **nested}


def _radius(call: Call) -> float:
    radius = given_number(call, "radius")
    if radius is not None and not 0 < radius <= 100:
        raise Wrong("The radius takes metres over 0 and up to 100, not {given}.", given=radius)
    return 0.5 if radius is None else radius


# ------------------------------------------------------------------------------------------ copies


def _duplicate(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    count = whole(call, "count", "How many", default=1)
    if not 1 <= count <= 100:
        raise Wrong("How many takes 1 to 100, not {given}.", given=count)
    came: list[tuple[Id, ...]] = []
    for original in combatants_of(battle, call):
        battle, those = _copied(battle, original, count)
        came.append(those)
    ask.say(*_told(battle, came))
    return battle


def _copied(battle: AnyBattle, original: Id, count: int) -> tuple[AnyBattle, tuple[Id, ...]]:
    """More like the first, with the same items; effects that tie two combatants together are not copied."""
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
    return battle, tuple(made)


# ------------------------------------------------------------------------------------------ what is told


def _told(battle: AnyBattle, came: Sequence[tuple[Id, ...]]) -> Iterator[Text]:
    """Who has come, a kind after the other: one sentence, and another one for the GM of those who are hidden."""
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
            yield tell(battle, f"{listed(parts)} {verb}.", *about)


_COUNT = number("count", "How many", least=1, most=100, default=1)

_ADD = edit(
    "add_combatant",
    "Add combatants",
    _add_combatant,
    words("name", "Name"),
    _COUNT,
    words("side", "Side", default="npc"),
    something("sheet", "Sheet"),
    something("items", "Items"),
    something("conditions", "Conditions", help="A list of those that somebody joins with."),
    words("group", "Group", help="They act together, as one slot of this name."),
    PLACE,
    number("radius", "Radius in metres"),
    flag("hidden", "Hidden"),
    words("public_name", "Name for players"),
    words("portrait", "Portrait"),
    words("origin", "Origin"),
    words("notes", "Notes"),
)

JOINING_EDITS: tuple[Action, ...] = (
    _ADD,
    edit(
        "add_combatants",
        "Add several kinds of combatants",
        _add_combatants,
        something("kinds", "Kinds", help="A list of tables, each with what “Add combatants” takes."),
    ),
    edit("duplicate", "Duplicate", _duplicate, _COUNT, targets="many"),
)
