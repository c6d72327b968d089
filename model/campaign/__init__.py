"""Campaigns: a folder of plain TOML with the party, the GM's own content, battles and pictures.

    campaign.toml           name, ruleset, house rules, players and seats, health policy for players, game clock
    characters/*.toml       a file for each character, with lasting effects: a content file with one `[[combatant]]`
    library/*.toml          the campaign's own content, in the format of `model.content`
    battles/*.battle.toml   the battles, with their pictures beside them
    pictures/               maps, portraits and handouts
    handouts.toml           handouts to show to players
    layouts/*.layout.toml   layouts of the player view

A battle embeds by value all that it uses, and stays complete without its campaign.

| topic | module |
|---|---|
| the folder: creating it, reading it, its problems | `campaign` |
| converting a combatant to a character file, and writing it | `characters` |
| what a battle takes from its campaign, its changes, and writing them back | `exchange` |
| what a battle takes up from files that were improved since | `taking` |
| these changes in words | `changes` |
| lines for the party and the prepared encounters | `party` |
| writing the GM's own content | `keeping` |
| pictures, saved by name and embedded into battles | `pictures` |
| the statistics of all its battles | `totals` |
| saved handouts; layouts of the player view | `handouts`, `layouts` |
"""

from model.campaign.campaign import (
    BATTLES,
    CHARACTERS,
    LIBRARY,
    LONGEST_NAME,
    PICTURES,
    Campaign,
    Character,
    add_character,
    add_party,
    battles_of,
    campaign_of,
    is_campaign,
    make_campaign,
    missing_pictures,
    read_campaign,
    with_player,
    write_head,
)
from model.campaign.campaign import FILE as CAMPAIGN_FILE
from model.campaign.changes import Change, change_of, owner_words
from model.campaign.characters import entry_of
from model.campaign.exchange import (
    Difference,
    differences,
    first_battle,
    follow_sources,
    keep_call,
    lost_sources,
    source_of,
    still_so,
    write_back_call,
)
from model.campaign.keeping import (
    DELETED,
    delete_file,
    is_as_written,
    keep_copy,
    save_entries,
    tables_in,
    unused_file,
)
from model.campaign.party import EncounterLine, PartyLine, encounter_lines, party_lines
from model.campaign.pictures import (
    embed,
    keep_picture,
    name_by_content,
    pictures_in,
    read_written,
    written_picture,
)
from model.campaign.taking import improvements, is_any_newer, take_up_call
from model.campaign.typed_party import Edited, add_players, edited_character, typed_players, typed_players_problem

__all__ = [
    "BATTLES",
    "CAMPAIGN_FILE",
    "CHARACTERS",
    "DELETED",
    "LIBRARY",
    "LONGEST_NAME",
    "PICTURES",
    "Campaign",
    "Change",
    "Character",
    "Difference",
    "Edited",
    "EncounterLine",
    "PartyLine",
    "add_character",
    "add_party",
    "add_players",
    "battles_of",
    "campaign_of",
    "change_of",
    "delete_file",
    "differences",
    "edited_character",
    "embed",
    "encounter_lines",
    "entry_of",
    "first_battle",
    "follow_sources",
    "improvements",
    "is_any_newer",
    "is_as_written",
    "is_campaign",
    "keep_call",
    "keep_copy",
    "keep_picture",
    "lost_sources",
    "make_campaign",
    "missing_pictures",
    "name_by_content",
    "owner_words",
    "party_lines",
    "pictures_in",
    "read_campaign",
    "read_written",
    "save_entries",
    "source_of",
    "still_so",
    "tables_in",
    "take_up_call",
    "typed_players",
    "typed_players_problem",
    "unused_file",
    "with_player",
    "write_back_call",
    "write_head",
    "written_picture",
]
