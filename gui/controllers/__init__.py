"""State and operations behind the GM's window, without widgets: windows, panels and dialogs show and operate them.

Each controller keeps the state of one operation in progress and carries it out.

| to find | read |
|---|---|
| what the parts of the window share | `workspace` |
| who is selected, who acts, which targets each combatant has marked | `selection` |
| the action in progress; its options before dice are thrown | `action_controller`; `action_options` |
| the initiative order, and the effects of ends of turns | `combat_controller` |
| the GM's edits, free places, drags on the map | `edit_controller` |
| combatants that are typed, built or pasted; the content of a game | `newcomers` |
| the library of a game, and the GM's own entries | `library_controller` |
| battles and campaigns in their folders | `campaigns` |
| the steps as the log and the players see them; as statistics count them | `feeds`; `statistics_feed` |
| the history, and correcting a step | `history` |
| simulated fights | `forecasting` |
"""
