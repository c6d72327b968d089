"""Dialogs of the GM's window. Each asks for input and returns the call, the choice or the text that was entered.

Most are imported when they are first opened; `forms`, `quick_entry` and `command_palette` are imported at start.

| to find | read |
|---|---|
| one line of text, a confirmation, a place, the parameters of a command | `forms` |
| the search for commands, combatants, actions and rules | `command_palette` |
| the field for quick edits and typed combatants | `quick_entry` |
| combatants pasted from a table or built from an archetype | `newcomers` |
| a new campaign, a new battle, the update of a campaign | `campaign_dialogs` |
| start of combat, game night, rest, task, object | `combat_dialogs` |
| the correction of an earlier step | `correct_step` |
| the comparison of two battles, the story of the evening | `history` |
| the forecast | `forecast`, with its parts in `forecast_parts`; `forecast_changes` |
| the rules reference, the house rules | `rules`, `house_rules` |
| the choice of a campaign's picture, the import of a map | `pictures` |
| the program's version, its components and their licences | `about` |
"""
