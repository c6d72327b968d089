"""Docks of the GM's window.

| to find | read |
|---|---|
| the initiative list | `initiative`; `initiative_rows` paints it |
| the action dock | `action_area`, which scrolls `action_panel`; in that, from top to bottom: |
| what can be done | `action_buttons`, `action_more` |
| whom it is about | `action_target`; `targets_menu`: of many |
| what can be said about it | `plan_line`, `action_parameters`, with `people_picks`, `weighed_choice` |
| how it adds up | `action_numbers`, with `targets_list`, `action_columns`, `odds_view`; `hit_figure` |
| what is due | `action_stage`, with `action_dice` |
| the same of many | `roll_table`, with `roll_table_list`, `roll_table_rows`; `together`: their odds |
| plans of everybody | `roll_table_plans` |
| how it ends | `action_refusal`, `action_foot` |
| what others could do about it | `offers_strip` |
| the end of a round | `environment_list` |
| the sheet | `sheet_panel`, `sheet_fields`; `sheet_chips`: conditions and gear |
| tasks | `tasks`, `task_card` |
| the log | `log`; `log_rows` paints it |
| small parts of several | `lines`: text in painted rows; all others are in `gui.widgets` |
"""
