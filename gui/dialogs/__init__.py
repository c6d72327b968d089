"""Dialogs of the GM's window.

| to find | read |
|---|---|
| before a fight | `new_battle`, `start_fight`, `evening` |
| beside a fight | `rest`, `new_task` |
| any other command of a game | `command_form`, with `parameter_fields` |
| the rules | `rules_reference`, `rule_text`, `rules_used`; `house_rules` |
| quick by keyboard | `find_anything` (Ctrl+K), `quick_line` |
| what a typed line makes | `newcomers_preview` |
| keys | `shortcuts` |
| a name, yes or no | `asking` |
| the program | `about` |
"""
