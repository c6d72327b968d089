"""What the GM is doing, without a widget: windows, panels and dialogs show it and pass on clicks and keys.

A controller holds something that is under way and carries it out.

| to find | read |
|---|---|
| what the parts of the window share | `workspace` |
| who is selected, who acts, whom they have marked | `selection` |
| the action in progress; what can be said about it | `action_controller`; `action_options` |
| the initiative order, and what ends of turns have brought | `combat_controller` |
| the GM's edits, places that are free, drags on the map | `edit_controller` |
| combatants that are typed, built or pasted; the content of a game | `newcomers` |
| the library of a game, and the GM's own entries | `library_controller` |
| battles and campaigns in their folders | `campaigns` |
| the steps as the log and players show them; as statistics count them | `feeds`; `statistics_feed` |
| the history, and correcting a step | `history` |
| fights played ahead | `forecasting` |
"""
