"""Campaigns: a folder of plain TOML with the party, content of the GM's own, battles and pictures.

    campaign.toml           name, game, house rules, players and seats, what players see, game clock
    characters/*.toml       a file for each character, with what lasts: a content file with one `[[combatant]]`
    library/*.toml          content of the campaign's own, in the format of `model.content`
    battles/*.battle.toml   the battles, with their pictures beside them
    pictures/               maps, portraits and handouts
    handouts.toml           what is kept to be shown to players
    layouts/*.layout.toml   layouts of the players' screen

A battle embeds what it uses by value, and stays complete without its campaign.

| to find | read |
|---|---|
| the folder: making it, reading it, what is wrong with it | `campaign` |
| a combatant as a character file, and the other way round | `characters` |
| what a battle takes from it, what a fight has changed, and writing that back | `exchange` |
| the words for what a fight has changed | `changes` |
| the party and the prepared encounters as a list shows them | `party` |
| writing content of the GM's own | `keeping` |
| pictures, kept by name and embedded into battles | `pictures` |
| the figures of all its battles | `totals` |
| what is kept to be shown to players, and layouts of their screen | `handouts`, `layouts` |
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
    add_players,
    battles_of,
    campaign_of,
    is_campaign,
    make_campaign,
    missing_pictures,
    read_campaign,
    typed_players_problem,
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
    "embed",
    "encounter_lines",
    "entry_of",
    "first_battle",
    "follow_sources",
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
    "typed_players_problem",
    "unused_file",
    "with_player",
    "write_back_call",
    "write_head",
    "written_picture",
]
