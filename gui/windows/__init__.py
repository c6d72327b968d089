"""The GM's window, its start page, and what its commands do.

A new command is a row of `command_table`, with a method of one of the `*_commands` if it does more than an action of
the model; a new dock is a row of `docks.DOCKS`.

| to find | read |
|---|---|
| the window, and how its parts are connected | `gm_window` |
| what is shown without a battle; the selected battle on it | `start_page`, `start_preview` |
| every command with its key | `command_table` |
| the bars, the docks | `bars`, `docks` |
| the middle: map, zones, range bands, tools | `board_area` |
| clicks and drags on it, and what it shows of the action in progress | `board_commands` |
| zones and connections, and the cards for editing them | `zone_commands`, `zone_cards` |
| what a key means, and which widget gets it | `keys` |
| the course of a combat, tasks; combatants | `combat_commands`; `combatant_commands` |
| history: undo, redo, corrections | `history_commands` |
| files, the campaign, help | `file_commands` |
| imported pictures and maps | `picture_commands` |
| the players' screen: what is shown; frame, scale, layout, timer | `player_commands`; `player_view` |
| the user's preferences and keys | `preferences_dialog` |
"""
