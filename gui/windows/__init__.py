"""The GM's window, its start page, and the controllers behind them.

A controller has no widgets; a desk carries out commands and asks the GM where it must; a feed makes views of steps.

| to find | read |
|---|---|
| how all of it hangs together | `gm_window`; `docks`, `layout`: where the panels are |
| bars | `top_bar`, `status`; `board_bar`: over the map |
| commands and their menus | `gm_commands`, `board_commands`, `table_commands`; `menus` |
| keys, Ctrl+K | `key_router`, `findings` |
| before a fight | `start_page`, `library` |
| files and pictures | `files_desk` |
| who is meant | `attention` |
| the action in progress | `action_controller`; `fresh_calls`: as it begins; `call_options`: what is said in it |
| its numbers before the dice | `forecast` |
| its answers | `many_answers`: of several; `precedents_menu`: kept for the fight; `same` |
| its targets | `people_around`, `many_targets` |
| its places and areas | `place_parameters`, `place_tool`; `aiming`, `retargeting` |
| turns, joining and leaving | `fight_controller` |
| fighters | `people_desk`; `edit_controller`: quick edits, newcomers |
| the board | `board_area`; `board_desk`: clicks and drawing; `board_guide`: what is shown of a move or an aim |
| tokens | `drag_controller`; `placing`: all at once |
| zones and ways | `zone_desk`; `zone_cards`, made of `board_cards` |
| tasks, common pools | `tasks_desk`, `pools_desk` |
| the log | `log_feed` |
| the players' screen | `players_desk`, `players_feed` |
"""
