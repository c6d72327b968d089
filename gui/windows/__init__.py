"""The GM's window, its start page, and what its commands do.

A new command is a row of `command_table`, with a method of one of the `*_commands` where it does more than an action of
the model; a new dock is a row of `docks.DOCKS`.

| to find | read |
|---|---|
| the window, and how its parts hang together | `gm_window` |
| what is shown without a fight | `start_page` |
| every command with its key | `command_table` |
| the bars, the docks | `bars`, `docks` |
| the middle: map, range bands, tools | `board_area` |
| clicks and drags on it, and what it shows of the action in progress | `board_commands` |
| zones and ways, and the cards on which they are edited | `zone_commands`, `zone_cards` |
| what a key means, and where it goes | `keys` |
| the course of a combat, tasks; combatants | `combat_commands`; `combatant_commands` |
| what happened: back, forth, correcting | `history_commands` |
| files, the campaign, help | `file_commands` |
| pictures and maps from outside | `picture_commands` |
| the players' screen: what is shown; part, scale, layout, timer | `player_commands`; `player_view` |
| the user's preferences and keys | `preferences_dialog` |
"""
