"""What a running battle can take up from character files that were improved since it took them over."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from model.campaign.campaign import FILE, Campaign
from model.campaign.characters import text_of_table
from model.campaign.exchange import (
    ALONE,
    Difference,
    PartPath,
    battle_as_taken,
    compared,
    item_paths,
    part_text,
    table_of,
)
from model.content.library import Library
from model.engine.calls import Call
from model.state.base import Id, replace
from model.state.battle import AnyBattle

_SHEET, _ITEMS = "sheet", "items"
_PLAIN = ("name", "public_name", "notes", "portrait", "radius")
"""Parts of a character, beside sheet and items, that a battle takes up. Conditions belong to the fight."""


def is_any_newer(folder: Path, battle: AnyBattle) -> bool:
    """Whether the file of any character reads differently from what the battle last agreed with; quick to find out."""
    texts = ((part_text(folder, source), source.base) for source in battle.sources.values() if source.file != FILE)
    return any(text is not None and text != base for text, base in texts)


def improvements(campaign: Campaign, battle: AnyBattle) -> tuple[Difference, ...]:
    """Parts of characters that are newer in their files; `is_newer` if the battle has changed the same part too."""
    found: list[Difference] = []
    for who, source in battle.sources.items():
        if source.file == FILE or who not in battle.combatants:
            continue
        base, now, file = compared(campaign, battle, who, source)
        if now is None or file is None:
            continue
        for path in dict.fromkeys((*base, *file)):
            if not _is_taken_up(path):
                continue
            was, is_, kept = base.get(path), now.get(path), file.get(path)
            if kept not in (was, is_):
                found.append(Difference(who, path, was, is_, kept, is_newer=is_ != was))
    return tuple(found)


def _is_taken_up(path: PartPath) -> bool:
    return path[0] in (_SHEET, _ITEMS) or path in {(key,) for key in _PLAIN}


def take_up_call(campaign: Campaign, battle: AnyBattle, taken: Collection[Difference], what: str) -> Call | None:
    """The step with which the battle takes up these parts from the files, or None if there is nothing left to take.

    `what` tells them in words.
    """
    still = improvements(campaign, battle)
    characters = {}
    for who in dict.fromkeys(one.who for one in taken if one in still):
        mine = [one for one in taken if one.who == who and one in still]
        characters[who] = _character(campaign, battle, who, {one.path: one.in_file for one in mine})
    characters = {who: fields for who, fields in characters.items() if fields}
    options = {"characters": characters, "what": what}
    return Call(action="take_up_characters", options=options) if characters else None


def _character(campaign: Campaign, battle: AnyBattle, who: Id, taken: Mapping[PartPath, Any]) -> dict[str, Any]:
    """What the step changes of a combatant: fields, the sheet, items by id, new items, and the campaign source."""
    source = battle.sources[who]
    base, now, _ = compared(campaign, battle, who, source)
    assert now is not None
    key = Path(source.file).stem
    alone = battle_as_taken(campaign, battle, text_of_table(campaign.ruleset, table_of(_with(now, taken), key)))
    if alone is None:
        return {}
    fields: dict[str, Any] = {path[0]: value for path, value in taken.items() if path[0] in _PLAIN}
    if any(path[0] == _SHEET for path in taken):
        fields[_SHEET] = msgspec.to_builtins(alone.combatants[ALONE].sheet)
    fields[_ITEMS] = list(_items(campaign.library, battle, who, alone, taken))
    known = text_of_table(campaign.ruleset, table_of(_with(base, taken), key))
    fields["source"] = msgspec.to_builtins(replace(source, taken_up=known))
    return fields


def _with(parts: Mapping[PartPath, Any], taken: Mapping[PartPath, Any]) -> dict[PartPath, Any]:
    kept = {path: value for path, value in parts.items() if path not in taken}
    return kept | {path: value for path, value in taken.items() if value is not None}


def _items(
    library: Library, battle: AnyBattle, who: Id, alone: AnyBattle, taken: Mapping[PartPath, Any]
) -> Iterator[dict[str, Any]]:
    """The items that change: with `id` one that the combatant has, without `name` one that goes."""
    own, new = item_paths(library, battle, who), item_paths(library, alone, ALONE)
    for path in taken:
        if path[0] != _ITEMS:
            continue
        entry = {} if path not in own else {"id": own[path]}
        if path in new and taken[path] is not None:  # otherwise the item is gone
            item = alone.items[new[path]]
            entry |= {"name": item.name, "gear": msgspec.to_builtins(item.gear), "where": item.where}
            entry |= {"template": item.template} if item.template else {}
        yield entry
