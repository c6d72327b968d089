"""Dialogs of the GM's window: each asks, and returns the call or the text that was asked for.

Most are imported when they are first asked for; `forms`, `quick_entry` and `command_palette` are there from the start.

| to find | read |
|---|---|
| a name, yes or no, a place, what a command wants to know | `forms` |
| commands, combatants, actions and rules by a few letters | `command_palette` |
| quick edits and combatants as they are typed | `quick_entry` |
| combatants that are pasted or built | `newcomers` |
| new campaigns, new battles, what a campaign keeps | `campaign_dialogs` |
| start of combat, game night, rest, task | `combat_dialogs` |
| an earlier step that is corrected | `correct_step` |
| two battles compared, the story of the evening | `history` |
| how this would go | `forecast`, made of `forecast_parts`; `forecast_changes` |
| the rules reference and house rules | `rules` |
| pictures of a campaign, maps of other programs | `pictures` |
| the program, and whose work it is built from | `about` |
"""
