"""What the GM is doing, without a widget: windows, panels and dialogs show it and pass on what the hands do.

A controller holds something that is under way and carries it out; a feed makes views of the steps of the session.

| to find | read |
|---|---|
| what all parts of the window share | `workspace` |
| who is selected, acts, is a target | `attention` |
| the action in progress | `action_controller`; `fresh_calls`: as it begins; `call_options`: what is said in it |
| its numbers before the dice | `forecast` |
| its answers | `many_answers`: of several; `same`: whether anything changed |
| its targets | `people_around`, `many_targets` |
| its places and areas | `place_parameters`; `aiming`, `retargeting` |
| turns, joining and leaving | `fight_controller` |
| combatants and the board | `edit_controller`: the GM's edits; `drag_controller`: a drag |
| what the game's content offers | `game_content` |
| newcomers | `newcomers_line`: the grammar in which they are typed; `spots`: room for them |
| the log, the players' screen | `log_feed`, `players_feed` |
"""
