"""The GM's window, its start page, and the desks behind them: each carries out commands, and asks where it must.

| to find | read |
|---|---|
| how all of it hangs together | `gm_window`; `docks`, `layout`: where the panels are |
| bars | `top_bar`, `status`; `board_bar`: over the map |
| commands and their menus | `gm_commands`, `board_commands`, `table_commands`; `menus` |
| keys, Ctrl+K | `key_router`, `findings` |
| before a fight | `start_page`, `library` |
| files and pictures | `files_desk` |
| the action in progress | `option_commands`: keys for what is said in it; `precedents_menu`: kept answers |
| the end of a turn | `turn_end`: what becomes of an action in progress |
| a place on the map | `place_tool`: asked for; `placing`: of those who stand nowhere yet |
| fighters | `people_desk` |
| the board | `board_area`; `board_desk`: clicks and drawing; `board_guide`: what is shown of a move or an aim |
| zones and ways | `zone_desk`; `zone_cards`, made of `board_cards` |
| tasks, common pools | `tasks_desk`, `pools_desk` |
| the players' screen | `players_desk` |
"""
