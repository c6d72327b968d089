"""Edits of items: who has them, where they are, which are ready."""

from __future__ import annotations

from typing import Any, Literal

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import (
    Wrong,
    combatants_of,
    converted,
    edit,
    known,
    needed_text,
    number,
    one_of,
    something,
    whole,
    words,
)
from model.engine.ruleset import Action, Ruleset
from model.engine.telling import tell
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Item, new_id
from model.state.texts import gm_text, ref

AnyItem = Item[Any]
Where = Literal["hand", "worn", "pack"]
_KEYS = frozenset({"name", "gear", "where", "template"})


def new_item(battle: AnyBattle, ruleset: Ruleset, given: object, holder: Id) -> tuple[Id, AnyBattle]:
    """Make an item from a table of `name`, `gear`, `where` and `template`.

    Raises:
        Wrong: it is no such table, or its gear is not what the ruleset knows.
    """
    if not isinstance(given, dict):
        raise Wrong("An item is a table of name, gear, where and template.")
    if unknown := sorted(set(given) - _KEYS):
        raise Wrong("An item has no field “{key}”.", key=str(unknown[0]))
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
        raise Wrong("The item is missing.")
    return known(battle.items, call.item, "item")


def _give_item(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """One that is there changes hands; without one, a new one is made. What is in a pack is not for players to know."""
    (who,) = combatants_of(battle, call)
    count = whole(call, "count", "How many", default=1)
    if call.item is None:
        given = {key: value for key, value in call.options.items() if key in _KEYS}
        for _ in range(count):
            id, battle = new_item(battle, ask.ruleset, given, who)
    else:
        id = call.item
        item = replace(_item(battle, call), holder=who, where=call.option("where", "hand"), place=None)
        battle = _with_item(battle, item)
    several = f"{count} × " if count > 1 else ""
    ask.say(gm_text("{who} gets {several}{item}.", who=ref(who), several=several, item=ref(id)))
    return battle


def _drop_item(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    item = _item(battle, call)
    if item.holder is None:
        raise Wrong("{item} lies on the board already.", item=ref(item.id))
    holder = battle.combatants[item.holder]
    ask.say(tell(battle, "{0} drops {item}.", holder.id, item=ref(item.id)))
    return _with_item(battle, replace(item, holder=None, where="board", place=holder.place))


def _take_item(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    (who,) = combatants_of(battle, call)
    item = _item(battle, call)
    if item.holder is not None:
        raise Wrong("{item} does not lie on the board: {who} has it.", item=ref(item.id), who=ref(item.holder))
    ask.say(tell(battle, "{0} takes {item}.", who, item=ref(item.id)))
    return _with_item(battle, replace(item, holder=who, where=call.option("where", "hand"), place=None))


def _remove_item(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    item = _item(battle, call)
    ask.say(gm_text("{item} is removed.", item=item.name))
    return replace(battle, items={id: other for id, other in battle.items.items() if id != item.id})


def _ready_item(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    item, where = _item(battle, call), call.option("where", "hand")
    if item.holder is None:
        raise Wrong("{item} lies on the board: somebody has to take it first.", item=ref(item.id))
    if item.where == where:
        raise Wrong("{item} is there already.", item=ref(item.id))
    told = {"hand": "{0} has {item} in hand.", "worn": "{0} wears {item}.", "pack": "{0} puts {item} away."}
    ask.say(tell(battle, told[where], item.holder, item=ref(item.id)))
    return _with_item(battle, replace(item, where=where))


_WHERE = one_of("where", "Where", ("hand", "worn", "pack"), default="hand")

ITEM_EDITS: tuple[Action, ...] = (
    edit(
        "give_item",
        "Give item",
        _give_item,
        words("name", "Name"),
        something("gear", "What it is"),
        _WHERE,
        words("template", "Template"),
        number("count", "How many new ones", least=1, most=100, default=1),
        targets="one",
        help="An item that is there, or a new one by name.",
    ),
    edit("drop_item", "Drop item", _drop_item),
    edit("take_item", "Take item", _take_item, _WHERE, targets="one"),
    edit("remove_item", "Remove item", _remove_item),
    edit("ready_item", "Ready item", _ready_item, _WHERE),
)
