"""The panels in the docks of the GM's window.

| to find | read |
|---|---|
| the action in progress | `action_panel`, made of the modules down to `odds` |
| available actions, what is due, offers | `action_buttons` |
| targets; parameters; explained numbers of the action | `action_targets`; `action_parameters`; `action_numbers` |
| the request that is due, and the dice | `action_stage` |
| what several combatants must roll or choose; plans | `roll_table`; `plans` |
| odds in words and bars | `odds` |
| the initiative order | `initiative` |
| the sheet of the selected combatant | `sheet_panel` |
| the log; the history; statistics of a game night | `log`; `history`; `statistics` |
| the library, with the editors of its entries | `library` |
| tasks and notes | `tasks` |
"""
