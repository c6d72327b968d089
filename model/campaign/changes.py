"""The changes of a battle in words, for the GM to review before they are written to the campaign."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from model.campaign.campaign import Campaign
from model.campaign.exchange import Difference, is_over
from model.content.library import Table
from model.engine.lasting import lasting_kind, lasting_title
from model.engine.messages import brief
from model.state.base import ENVIRONMENT, Record, replace
from model.state.battle import AnyBattle
from model.state.texts import titled
from model.view.conditions import title_of
from model.view.form import fields_of

_NOTHING = "none"
_GONE = "gone"
_NEW = "new"


class Change(Record):
    """A difference for display: `Health 11 → 4`."""

    title: str
    before: str
    """Empty if there was nothing."""
    now: str
    in_file: str = ""
    """The current value in the file if that is newer, or else empty."""
    is_over: bool = False
    """Whether it is a new condition that is over with the combat, so that the character usually does not keep it."""

    @property
    def is_the_same(self) -> bool:
        """Whether it reads the same as before."""
        return self.before == self.now

    @property
    def words(self) -> str:
        """The change: `11 → 4`, `new`, `gone`."""
        return f"{self.before} → {self.now}" if self.before else self.now


def owner_words(campaign: Campaign, battle: AnyBattle, who: str) -> str:
    """The owner of differences: the name of a character or a player, or the campaign's."""
    if who == ENVIRONMENT:
        return campaign.name
    owner = battle.combatants.get(who) or battle.players.get(who)
    return who if owner is None else owner.name


def change_of(campaign: Campaign, battle: AnyBattle, one: Difference) -> Change:
    """A difference in words."""
    head = one.path[0]
    if head == "items":
        known = campaign.library.items.get(one.path[1])
        title, usual = (one.path[1], {}) if known is None else (known.name, known.gear)
        change = _table_change(title, one, _gear_titles(battle, one), usual)
    elif head == "effects":
        title = title_of(campaign.ruleset, one.path[1])
        change = _table_change(title[:1].upper() + title[1:], one)
        if one.now is not None and is_over(campaign.ruleset, one.path):
            change = replace(change, is_over=True)
    else:
        full = _full(campaign, battle, one)
        before, now = (_said(campaign, one, full if value is None else value) for value in (one.before, one.now))
        change = Change(_title(campaign, battle, one), before, now)
    if not one.is_newer:
        return change
    return replace(change, in_file=_said(campaign, one, one.in_file))


def _said(campaign: Campaign, one: Difference, value: Any) -> str:
    """A value in words; what a character keeps beside the sheet as its type declares it: `28 damage, treated`."""
    if one.path[0] == "lasting" and one.path[1] in campaign.ruleset.lasting and value:
        value = msgspec.convert(value, lasting_kind(campaign.ruleset, one.path[1]))
        if isinstance(value, tuple):
            return "; ".join(brief(member) for member in value)
    return _value(one.path, _names(campaign, one, value))


def _names(campaign: Campaign, one: Difference, value: Any) -> Any:
    """The value, with the names of a player's characters instead of their files."""
    if one.path != ("characters",) or not isinstance(value, list | tuple):
        return value
    names = {character.key: character.entry.name for character in campaign.characters}
    return [names.get(key, titled(key)) for key in value]


def _title(campaign: Campaign, battle: AnyBattle, one: Difference) -> str:
    """The title of a value of a sheet, of a player or of the campaign."""
    head, last = one.path[0], one.path[-1]
    if head == "house_rules":
        specs = (spec.title for spec in campaign.ruleset.settings if spec.key == last)
        return f"House rule: {next(specs, titled(last))}"
    if head == "players_see":
        return f"Players see health of {last}"
    if one.who == ENVIRONMENT:
        return "Game clock"
    if one.path == ("is_present",):
        return "Here tonight"
    if one.path == ("characters",):
        return "Characters"
    if one.who in battle.players:
        return next((it.title for it in campaign.ruleset.player_resources if it.key == last), titled(last))
    if head == "lasting" and last in campaign.ruleset.lasting:
        return lasting_title(campaign.ruleset, last)
    fields = fields_of(battle.combatants[one.who].sheet, "sheet") if head == "sheet" else ()
    path = ".".join(one.path)
    return next((field.title for field in fields if field.path == path), titled(last))


def _full(campaign: Campaign, battle: AnyBattle, one: Difference) -> int | None:
    """The maximum of a pool, which is its value if none is given (it is full), or None if it is not a pool."""
    if one.who not in battle.combatants or one.path[0] != "sheet":
        return None
    own = (it for it in campaign.ruleset.pools_displayed if it.field in (one.path[-1], ".".join(one.path)))
    return next((it.most(battle, one.who) for it in own if it.most is not None), None)


def _gear_titles(battle: AnyBattle, one: Difference) -> Mapping[str, str]:
    """The titles of the fields of a piece of gear, by key."""
    found = (item for item in battle.items_of(one.who) if one.path[1] in (item.name, item.template))
    return {field.path.partition(".")[2]: field.title for item in found for field in fields_of(item.gear, "gear")}


def _table_change(
    title: str,
    one: Difference,
    titles: Mapping[str, str] = MappingProxyType({}),
    usual: Mapping[str, Any] = MappingProxyType({}),
) -> Change:
    """The change of an item or an effect: new, gone, or the keys that differ; `usual` are values of keys left out."""
    before, now = one.before, one.now
    if not isinstance(before, dict) or not isinstance(now, dict):
        return Change(title, "", _GONE if now is None else _NEW)
    keys = [key for key in dict.fromkeys((*before, *now)) if before.get(key) != now.get(key)]
    named = [(titles.get(key, titled(key)).lower(), key) for key in keys]
    old, new = ([_value((key,), values.get(key, usual.get(key))) for key in keys] for values in (before, now))
    was = ", ".join(f"{name} {words}" for (name, _), words in zip(named, old, strict=True))
    if len(keys) == 1 and old != new:
        return Change(title, was, new[0])  # `ammunition 8 → 6`
    return Change(title, was, ", ".join(f"{name} {words}" for (name, _), words in zip(named, new, strict=True)))


def _value(path: tuple[str, ...], value: Any) -> str:
    """A value in words."""
    if value is None:
        return _NOTHING
    if path == ("portrait",):
        return "a picture" if value else _NOTHING
    if path == ("clock",):
        minutes, seconds = divmod(value, 60)
        return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return _table(value) or _NOTHING
    if isinstance(value, list | tuple):
        return ", ".join(_value((), member) for member in value) or _NOTHING
    return str(value).replace("_", " ") if value != "" else _NOTHING


def _table(values: Table) -> str:
    return ", ".join(f"{titled(key).lower()} {_value((), value)}" for key, value in values.items())
