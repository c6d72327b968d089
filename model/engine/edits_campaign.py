"""Edits of the exchange with a battle's campaign: what was written there, and what the battle takes up from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import InvalidInput, converted, edit, known, only_gm, something, words
from model.engine.edits_combatants import new_item
from model.engine.messages import listed
from model.engine.ruleset import Action
from model.state.base import ENVIRONMENT, Id, replace, with_fields
from model.state.battle import AnyBattle, Combatant, Source, name_of

_FIELDS: Mapping[str, Any] = {"name": str, "public_name": str, "notes": str, "portrait": str, "radius": float}
"""Fields of a combatant that are taken up as they are, with their types."""


def _write_to_campaign(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Note what was written to the battle's campaign; the campaign exchange writes the files."""
    given: dict[Id, Source] = converted(call.option("sources", {}), dict[Id, Source], "What to write")
    if not given:
        raise InvalidInput("There is nothing to write to the campaign.")
    names = ["the campaign's own" if id == ENVIRONMENT else name_of(battle, id) for id in given]
    what = str(call.option("what", "")).strip() or listed(names)
    ask.add_message(*only_gm("Written to the campaign: {what}.", what=what))
    return replace(battle, sources=battle.sources | given)


def _take_up(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Let combatants have what was improved in their files since the battle took them over."""
    given: dict[Id, dict[str, Any]] = converted(
        call.option("characters", {}), dict[Id, dict[str, Any]], "What to take up"
    )
    if not given:
        raise InvalidInput("There is nothing to take up from the campaign.")
    for who, fields in given.items():
        combatant = known(battle.combatants, who, "combatant")
        battle = battle.with_combatant(_improved(combatant, fields, ask))
        for item in converted(fields.get("items", []), list[dict[str, Any]], "The items"):
            battle = _with_item(battle, who, item, ask)
        if "source" in fields:
            source: Source = converted(fields["source"], Source, "The campaign's file")
            battle = replace(battle, sources=battle.sources | {who: source})
    what = str(call.option("what", "")).strip() or listed(name_of(battle, who) for who in given)
    ask.add_message(*only_gm("Taken up from the campaign: {what}.", what=what))
    return battle


def _improved(combatant: Combatant[Any], fields: Mapping[str, Any], ask: Ask) -> Combatant[Any]:
    changed = {key: converted(fields[key], kind, key) for key, kind in _FIELDS.items() if key in fields}
    if "sheet" in fields:
        changed["sheet"] = converted(fields["sheet"], ask.ruleset.sheet, "The sheet")
    return with_fields(combatant, changed)


def _with_item(battle: AnyBattle, who: Id, entry: dict[str, Any], ask: Ask) -> AnyBattle:
    """Change an item of the combatant with `id`, remove it if the entry says nothing else, or add a new one."""
    fields = dict(entry)
    id = fields.pop("id", None)
    if id is None:
        return new_item(battle, ask.ruleset, fields, who)[1]
    item = known(battle.items, id, "item")
    others = {key: other for key, other in battle.items.items() if key != id}
    if not fields:
        return replace(battle, items=others)
    new, battle = new_item(battle, ask.ruleset, fields, who)
    # The item keeps its id, so that what refers to it still does.
    changed = replace(battle.items[new], id=item.id)
    items = {key: changed if key == id else other for key, other in battle.items.items() if key != new}
    return replace(battle, items=items)


CAMPAIGN_EDITS: tuple[Action, ...] = (
    edit(
        "write_to_campaign",
        "Write to Campaign",
        _write_to_campaign,
        something("sources", "What to write"),
        words("what", "In words", help="Such as `Nora: Health`. Empty: the names of the owners."),
        beside="kept",
    ),
    edit(
        "take_up_characters",
        "Take Up Characters",
        _take_up,
        something("characters", "What to take up"),
        words("what", "In words", help="Such as `Nora: Agility`. Empty: the names of the combatants."),
    ),
)
