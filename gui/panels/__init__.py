"""What stands in the docks of the GM's window.

| to find | read |
|---|---|
| the action in progress | `action_panel`, made of those down to `odds` |
| what can be done, what is due, offers | `action_buttons` |
| its targets, toggles and fields, how its numbers add up | `action_targets`, `action_parameters`, `action_numbers` |
| the one thing that is due, and the dice | `action_stage` |
| what many must roll or choose; plans | `roll_table`; `plans` |
| odds in words and bars | `odds` |
| the initiative order | `initiative` |
| the sheet of the selected combatant | `sheet_panel` |
| the log, the history, an evening in numbers | `log`, `history`, `statistics` |
| the library, with the editors of its entries | `library` |
| tasks and notes | `tasks` |
"""
