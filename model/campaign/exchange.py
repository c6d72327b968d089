"""Exchange between a battle and its campaign: what it takes over, a three-way comparison, and writing changes back.

A battle keeps the text of each file that it took over and compares its current state with that text. Where the file has
changed since, it is newer and is never overwritten. Writing is a step of the battle: an undo of the step also restores
the file, unless another program has changed it in the meantime.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import tomli_w

from model.campaign.campaign import (
    CHARACTERS,
    FILE,
    PICTURES,
    Campaign,
    CampaignFile,
    Character,
    characters_of,
    head_text,
    with_player,
    without_player,
)
from model.campaign.characters import entry_of, plain, text_of_table
from model.campaign.keeping import unused_file
from model.campaign.pictures import name_by_content
from model.content.library import Library, Table, put_alone, read_character
from model.content.problems import BadFile
from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.session import disk
from model.state.base import ENVIRONMENT, Id, Record, replace, with_fields
from model.state.battle import AnyBattle, Battle, Player, Source, Write, name_of, new_id
from model.state.effects import OWN
from model.state.untrusted import Unreadable, toml

# ------------------------------------------------------------------------------------------------- parts of a character


PartPath = tuple[str, ...]
"""Path of a part of a character: `("sheet", "hp")`, `("items", "Pistol", "1")`."""
_SHEET, _ITEMS, _EFFECTS, _LASTING = "sheet", "items", "effects", "lasting"
_PORTRAIT: PartPath = ("portrait",)
_PART_OF = "part_of"
_IS_PRESENT, _PLAYED = "is_present", "characters"
_HOUSE_RULES, _PLAYERS_SEE = "house_rules", "players_see"


def parts_of(entry: Table) -> dict[PartPath, Any]:
    """The independently changeable parts of a character: each number of the sheet, each item, each effect."""
    parts: dict[PartPath, Any] = {}
    for key, value in entry.items():
        if key == _SHEET:
            parts |= {(_SHEET, *path): leaf for path, leaf in _leaves(value)}
        elif key == _ITEMS:
            parts |= _numbered(_ITEMS, value, _item_name)
        elif key == _EFFECTS:
            parts |= _effect_parts(value)
        elif key == _LASTING:
            parts |= {(_LASTING, name): kept for name, kept in value.items()}
        elif key != "id":
            parts[(key,)] = value
    return parts


def table_of(parts: Mapping[PartPath, Any], id: Id) -> Table:
    """A character's entry from its parts."""
    table: Table = {"id": id}
    effects = [path for path in parts if path[0] == _EFFECTS]
    for path, value in parts.items():
        if path[0] in (_SHEET, _LASTING):
            inner = table.setdefault(path[0], {})
            for key in path[1:-1]:
                inner = inner.setdefault(key, {})
            inner[path[-1]] = value
        elif path[0] == _ITEMS:
            table.setdefault(_ITEMS, []).append(value)
        elif path[0] == _EFFECTS:
            parent = value.get(_PART_OF)
            own = {key: said for key, said in value.items() if key != _PART_OF}
            if parent in effects:
                own[_PART_OF] = effects.index(parent) + 1
            table.setdefault(_EFFECTS, []).append(own)
        else:
            table[path[0]] = value
    return table


def _leaves(table: Table, path: PartPath = ()) -> Iterator[tuple[PartPath, Any]]:
    for key, value in table.items():
        if isinstance(value, dict) and value:
            yield from _leaves(value, (*path, key))
        else:
            yield (*path, key), value


def _numbered(head: str, tables: Iterable[Table], name: Callable[[Table], str]) -> dict[PartPath, Any]:
    """Tables by their name, numbered among those of the same name."""
    found: dict[PartPath, Any] = {}
    for table in tables:
        number = 1
        while (path := (head, name(table), str(number))) in found:
            number += 1
        found[path] = dict(table)
    return found


def _item_name(item: Table) -> str:
    return str(item.get("name") or item.get("template") or item.get("id") or "?")


def _effect_name(effect: Table) -> str:
    """The kind of an effect; of the GM's own ones, which share a kind, the name."""
    kind = str(effect.get("kind", "?"))
    return str(effect.get("name") or kind) if kind == OWN else kind


def _effect_parts(effects: Iterable[Table]) -> dict[PartPath, Any]:
    """Effects, in which the number of the effect that each belongs to is replaced by that effect's path."""
    found = _numbered(_EFFECTS, effects, _effect_name)
    paths = list(found)
    for effect in found.values():
        number = effect.pop(_PART_OF, 0)
        if 0 < number <= len(paths):
            effect[_PART_OF] = paths[number - 1]
    return found


# ---------------------------------------------------------------------------------------------------------- differences


class Difference(Record):
    """Something of a character, a player or the campaign that a battle has changed."""

    who: Id
    """A combatant, a player, or the environment for the campaign's own: game clock, house rules, health policy."""
    path: PartPath
    before: Any
    """As it was taken over, or None if it was not there."""
    now: Any
    """As it is in the battle, or None if it is gone."""
    in_file: Any = None
    """As it is in the file now."""
    is_newer: bool = False
    """Whether the file has a value that the battle never knew; then it is not overwritten."""


def differences(campaign: Campaign, battle: AnyBattle) -> tuple[Difference, ...]:
    """Everything taken from the campaign that a battle has changed and that is not in the files yet."""
    found: list[Difference] = []
    for who, source in battle.sources.items():
        base, now, file = compared(campaign, battle, who, source)
        if now is None or file is None:
            continue
        for path in dict.fromkeys((*base, *now)):
            was, is_, kept = base.get(path), now.get(path), file.get(path)
            if was != is_ and kept != is_:
                found.append(Difference(who, path, was, is_, kept, is_newer=kept != was))
    return tuple(found)


def is_over(ruleset: Ruleset, path: PartPath) -> bool:
    """Whether a part of a character is a condition that is over when combat is."""
    condition = ruleset.conditions.get(path[1]) if path[0] == _EFFECTS else None
    return condition is not None and condition.ends_with_combat


def lost_sources(campaign: Campaign, battle: AnyBattle) -> tuple[str, ...]:
    """A sentence for each file that changes cannot be compared with because it is missing or not readable."""
    lost = []
    for who, source in battle.sources.items():
        base, now, file = compared(campaign, battle, who, source)
        if file is None and now is not None and now != base:
            owner = campaign.name if who == ENVIRONMENT else name_of(battle, who)
            lost.append(f"“{source.file}” is gone or cannot be read: what changed of {owner} is not written.")
    return tuple(lost)


def item_paths(library: Library, battle: AnyBattle, who: Id) -> dict[PartPath, Id]:
    """The ids of a combatant's items by the paths of their parts."""
    tables = plain(entry_of(library, battle, who)).get(_ITEMS, ())
    return dict(zip(_numbered(_ITEMS, tables, _item_name), (item.id for item in battle.items_of(who)), strict=True))


def compared(
    campaign: Campaign, battle: AnyBattle, who: Id, source: Source
) -> tuple[dict[PartPath, Any], dict[PartPath, Any] | None, dict[PartPath, Any] | None]:
    """The parts of one source as they were, as they are, and as they are in the file, each None if not available."""
    text = part_text(campaign.folder, source, _player_name(battle, who))
    file = None if text is None else _parts_of_text(campaign, battle, source, text)
    base = _parts_of_text(campaign, battle, source, source.base) or {}
    for parts in (base, file or {}):
        if _PORTRAIT in parts:
            parts[_PORTRAIT] = name_by_content(parts[_PORTRAIT], (campaign.folder / PICTURES,))
    return base, _now(campaign, battle, who, base), file


def _now(campaign: Campaign, battle: AnyBattle, who: Id, base: Mapping[PartPath, Any]) -> dict[PartPath, Any] | None:
    if who == ENVIRONMENT:
        return dict(_leaves(_own(battle.clock, battle.settings, battle.health_policy)))
    if player := battle.players.get(who):
        now = dict(_leaves(_player_values(campaign.ruleset, player)))
        # A battle that took its players over before their characters were compared knows none of them.
        known = base.get((_PLAYED,))
        return now if known is None else now | {(_PLAYED,): _played(battle, player, known)}
    if who in battle.combatants:
        return parts_of(plain(entry_of(campaign.library, battle, who)))
    return None


def _player_values(ruleset: Ruleset, player: Player) -> Table:
    """The ruleset's resources of a player, and whether they are present."""
    numbers = {one.key: getattr(player, one.key) for one in ruleset.player_resources}
    return numbers | {_IS_PRESENT: player.is_present}


def _played(battle: AnyBattle, player: Player, known: Iterable[str]) -> list[str]:
    """The files of a player's characters: `known` without those that others play now, and with new ones."""

    def keys(one: Player) -> list[str]:
        sources = (battle.sources[who] for who in one.characters if who in battle.sources)
        return [Path(source.file).stem for source in sources]

    others = {key for other in battle.players.values() if other.id != player.id for key in keys(other)}
    return list(dict.fromkeys([*(key for key in known if key not in others), *keys(player)]))


def _parts_of_text(campaign: Campaign, battle: AnyBattle, source: Source, text: str) -> dict[PartPath, Any] | None:
    """The parts of a source's text, in the form that a battle gives them, or None if it is not readable."""
    if source.file == FILE:
        try:
            return dict(_leaves(toml(text)))
        except Unreadable:
            return None
    alone = battle_as_taken(campaign, battle, text)
    return None if alone is None else parts_of(plain(entry_of(campaign.library, alone, ALONE)))


ALONE = "alone-1"


def battle_as_taken(campaign: Campaign, battle: AnyBattle, text: str) -> AnyBattle | None:
    """A battle with the same house rules and only the character of a text, or None if it is not readable."""
    try:
        entry = read_character("", text, campaign.library)
    except BadFile:
        return None
    return put_alone(campaign.library, battle.settings, entry, ALONE)


# -------------------------------------------------------------------------------------------------- what a battle takes


def first_battle(campaign: Campaign, title: str) -> AnyBattle:
    """A campaign's battle without combatants: house rules, players, health policy and game clock."""
    ruleset, head = campaign.ruleset, campaign.head
    battle: AnyBattle = Battle(
        ruleset=ruleset.id,
        shared=ruleset.shared(),
        title=title,
        settings=dict(head.house_rules),
        health_policy=dict(head.players_see),
        clock=head.clock,
        sources={ENVIRONMENT: Source(file=FILE, taken=own_text(head))},
    )
    for said in head.player:
        id, battle = new_id(battle, str(said["name"]))
        own = {key: value for key, value in said.items() if key != "characters"}
        player: Any = msgspec.convert({**own, "id": id}, ruleset.player)
        source = Source(file=FILE, taken=player_text(ruleset, said))
        battle = replace(battle, players=battle.players | {id: player}, sources=battle.sources | {id: source})
    return battle


def source_of(character: Character) -> Source:
    """The source of a combatant made from a character."""
    return Source(file=f"{CHARACTERS}/{character.file.name}", taken=character.text)


def _player_name(battle: AnyBattle, who: Id) -> str:
    player = battle.players.get(who)
    return "" if player is None else player.name


def file_of(folder: Path, source: Source) -> Path:
    """The file of a source.

    Raises:
        ValueError: it is not one of the campaign's own, whatever the battle says.
    """
    file = folder / source.file
    if source.file == FILE or (file.parent == folder / CHARACTERS and file.suffix == ".toml"):
        return file
    raise ValueError("it is not a file of the campaign")


def part_text(folder: Path, source: Source, player: str = "") -> str | None:
    """The current text of what was taken from a source's file, or None if it cannot be read.

    From `campaign.toml` only the player's own numbers, or the campaign's own values, are included.
    """
    try:
        text = disk.read_own(file_of(folder, source)).decode("utf-8-sig")
        if source.file != FILE:
            return text
        document = toml(text)
        if not player:
            return own_text(_head(document))
    except (OSError, ValueError):
        return None
    found = (one for one in document.get("player", ()) if str(one.get("name", "")).lower() == player.lower())
    table = next(found, None)
    return None if table is None else _player_text(toml(source.taken), table)


def _head(document: Table) -> CampaignFile:
    """The head of a campaign; raises ValueError if it has become invalid in the meantime."""
    try:
        return msgspec.convert(document, CampaignFile)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None


def own_text(head: CampaignFile) -> str:
    """The campaign's own values that a battle takes over: game clock, house rules, health policy."""
    return tomli_w.dumps(_own(head.clock, head.house_rules, head.players_see))


def _own(clock: int, house_rules: Mapping[str, Any], players_see: Mapping[str, Any]) -> Table:
    own = {"clock": clock, _HOUSE_RULES: dict(house_rules), _PLAYERS_SEE: dict(players_see)}
    return {key: value for key, value in own.items() if value or key == "clock"}


def player_text(ruleset: Ruleset, player: Mapping[str, Any]) -> str:
    """What a battle takes over of a player: the ruleset's resources, whether they are present, and their characters."""
    return _player_text((*(one.key for one in ruleset.player_resources), _PLAYED), player)


def _player_text(keys: Collection[str], player: Mapping[str, Any]) -> str:
    """The values of a player: of a battle from before characters were compared, without characters."""
    numbers = {key: player.get(key, 0) for key in keys if key not in (_IS_PRESENT, _PLAYED)}
    played = {_PLAYED: list(characters_of(player))} if _PLAYED in keys else {}
    return tomli_w.dumps(numbers | {_IS_PRESENT: player.get(_IS_PRESENT, True)} | played)


# --------------------------------------------------------------------------------------------------------- writing back


def write_back_call(campaign: Campaign, battle: AnyBattle, taken: Collection[Difference]) -> Call | None:
    """The step that writes these differences to the campaign, or None if nothing is left to write.

    Differences whose file has changed since they were compared are not written.
    """
    sources: dict[Id, Any] = {}
    taken = still_so(campaign, battle, taken)
    for who in dict.fromkeys(one.who for one in taken):
        source = battle.sources[who]
        before = part_text(campaign.folder, source, _player_name(battle, who))
        parts = None if before is None else _parts_of_text(campaign, battle, source, before)
        if before is None or parts is None:
            continue
        for one in taken:
            if one.who == who:
                parts.pop(one.path, None)
                if one.now is not None:
                    parts[one.path] = one.now
        after = _text(campaign.ruleset, source, parts)
        writes = (*source.writes, Write(before=before, after=after))
        sources[who] = msgspec.to_builtins(replace(source, writes=writes, taken_up=""))
    return Call(action="write_to_campaign", options={"sources": sources}) if sources else None


def still_so(campaign: Campaign, battle: AnyBattle, taken: Collection[Difference]) -> tuple[Difference, ...]:
    """Those of the differences that can be written because the files have not changed since they were compared."""
    now = differences(campaign, battle)
    return tuple(one for one in taken if not one.is_newer and one in now)


def keep_call(campaign: Campaign, battle: AnyBattle, *who: Id, also: Call | None = None) -> Call:
    """The step that adds combatants and players to the campaign: new characters, each with a new file, and new players.

    Players of new characters play them in the campaign too. Conditions that are over with the combat are left out.
    `also` is a step of `write_back_call` that becomes a part of this one.
    """
    written = msgspec.convert({} if also is None else also.option("sources", {}), dict[Id, Source])
    sources: dict[Id, Source] = {}
    taken = set[Path]()
    for one in who:
        if one not in battle.combatants:
            continue
        entry = entry_of(campaign.library, battle, one)
        file = unused_file(campaign.folder / CHARACTERS, entry.name, ".toml", taken)
        taken.add(file)
        parts = {path: part for path, part in parts_of(plain(entry)).items() if not is_over(campaign.ruleset, path)}
        text = text_of_table(campaign.ruleset, table_of(parts, file.stem))
        sources[one] = Source(file=f"{CHARACTERS}/{file.name}", taken="", writes=(Write(before="", after=text),))
    after = replace(battle, sources=battle.sources | written | sources)
    for player in battle.players.values():
        is_new = player.id in who
        if is_new or (player.id in battle.sources and set(player.characters) & set(sources)):
            sources[player.id] = _player_source(campaign, after, player, is_pending=player.id in written)
    return Call(action="write_to_campaign", options={"sources": msgspec.to_builtins(written | sources)})


def _player_source(campaign: Campaign, battle: AnyBattle, player: Player, *, is_pending: bool) -> Source:
    """The source of a player after their characters are written; of a new player, after everything is."""
    source = battle.sources.get(player.id)
    if source is None:
        values = _player_values(campaign.ruleset, player) | {_PLAYED: _played(battle, player, ())}
        text = player_text(campaign.ruleset, values)
        source = Source(file=FILE, taken=text)
        before = part_text(campaign.folder, source, player.name) or ""
    else:
        before = source.base if is_pending else part_text(campaign.folder, source, player.name) or ""
        values = toml(before)
        text = _player_text((*values, _PLAYED), values | {_PLAYED: _played(battle, player, characters_of(values))})
        source = replace(source, taken_up="")
    return replace(source, writes=(*source.writes, Write(before=before, after=text)))


def _text(ruleset: Ruleset, source: Source, parts: Mapping[PartPath, Any]) -> str:
    if source.file == FILE:
        own: Table = {}
        for path, value in parts.items():
            table = own if len(path) == 1 else own.setdefault(path[0], {})
            table[path[-1]] = value
        return tomli_w.dumps(own)
    return text_of_table(ruleset, table_of(parts, Path(source.file).stem))


def follow_sources(folder: Path, old: AnyBattle, new: AnyBattle) -> tuple[str, ...]:
    """Update the campaign's files after a step, an undo or a redo of the battle.

    Returns:
        A sentence for each file that was not changed: another program has changed it, or it cannot be written.
    """
    problems = []
    for who, source, expected, wanted in _moves(old, new):
        name = _player_name(new, who)
        if (part_text(folder, source, name) or "") != expected:
            problems.append(
                f"“{source.file}” was changed by another program since this battle read it, and is left as it is."
            )
            continue
        try:
            _write_part(folder, source, name, wanted)
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            problems.append(f"“{source.file}” cannot be written: {why}.")
    return tuple(problems)


def _moves(old: AnyBattle, new: AnyBattle) -> Iterator[tuple[Id, Source, str, str]]:
    """What a step has written or an undo takes back: owner, source, expected text and wanted text.

    Empty text means no file. A combatant who is added or removed together with their earlier writes changes nothing.
    """
    for who in dict.fromkeys((*old.sources, *new.sources)):
        was, is_ = old.sources.get(who), new.sources.get(who)
        source = is_ or was
        is_here = all(who in (*battle.combatants, *battle.players, ENVIRONMENT) for battle in (old, new))
        if source is None or not is_here:
            continue
        before, after = was.writes if was else (), is_.writes if is_ else ()
        if len(after) > len(before):
            yield who, source, after[len(before)].before, after[-1].after
        elif before != after:
            yield who, source, before[-1].after, before[len(after)].before


def _write_part(folder: Path, source: Source, player: str, text: str) -> None:
    file = file_of(folder, source)
    if source.file != FILE:
        if text:
            file.parent.mkdir(exist_ok=True)
            disk.replace_whole(file, text.encode(), is_beside=True)
        else:
            file.unlink(missing_ok=True)
        return
    head = _head(toml(disk.read_own(file).decode("utf-8-sig")))
    values = toml(text)
    if player and not text:
        head = without_player(head, player)
    elif player:
        head = with_player(head, player, **values)
    else:
        head = with_fields(head, {_HOUSE_RULES: {}, _PLAYERS_SEE: {}} | values)
    disk.replace_whole(file, head_text(head).encode(), is_beside=True)
