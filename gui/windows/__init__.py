"""The GM's window, its start page, and what its commands do.

| to find | read |
|---|---|
| how all of it hangs together | `gm_window` |
| every command, its key and what it needs | `command_table` |
| what commands do | `combat_commands`, `combatant_commands`, `board_commands`, `zone_commands`, `task_commands`, `player_commands`, `file_commands`, `help_commands` |
| docks | `dock_table`: which there are; `docks`, `layout`: where they are |
| bars | `top_bar`, `status`, `menus`; `board_bar`: over the map |
| keys | `key_router` |
| before a battle | `start_page`, `library` |
| the board | `board_area`; `board_guide`: what is shown of a move or an aim; `place_tool`: a place that is asked for |
| first places on the map | `placing` |
| the cards of zones and connections | `zone_cards`, made of `board_cards` |
"""  # noqa: E501
