"""The model for the eye: what a viewer may see of a battle, as frozen values and in words.

| ask | of | and get |
|---|---|---|
| who looks | `viewer`: `GM`, `PLAYERS`, `knows`, `name_for` | who may know what, by what name |
| a sentence | `texts`: `render`, `render_all`, `sentence`, `refusal_sentence`, `signed` | spans or plain words |
| a number's parts | `explanations`: `explanation_view` | rows with rule ids, and the total |
| dice | `explanations`: `roll_views`, `ruling_text` | `4 5 · 19 against 18 · hit` |
| the log | `log`: `LogEntry`, `log_line`, `log_lines`, `fold` | lines that open into details |
| two battles | `compare`: `differences` | what differs, combatant by combatant |
| an evening to read | `story`: `story`, `markdown`, `as_html` | scenes, rounds, a paragraph for each turn |
| an evening in numbers | `statistics`: `Tallies`, `luck`, `csv_text` | damage, turns, hits against the exact odds |
| the same as players may read it | `numbers`: `NumbersForPlayers` | a page over their screen |
| the initiative list | `order`: `order_view` | sections of rows: who takes a turn, what is left of it |
| plans | `plans`: `plan_words`, `plans_told` | what a combatant means to do, in words for the GM |
| the map | `board`: `project_map`, `now_of`, `distance_words` | `map.MapView` |
| range bands | `board`: `project_bands` | `map.BandsView` |
| zones as a list | `zone_list`: `project_zones`; `places`: zones and the ways between them | `zone_list.ZonesView` |
| a move, a step just taken | `plans`: `legs_of`; `map`: `with_last_step` | legs with costs; marks on the map |
| hits on a body | `body`: `hits_of`, `aimed_hit` | `HitView`: the parts that are struck |
| conditions | `conditions`: `conditions_of`, `labels_of` | the one list for list, token and sheet |
| health | `pools`: `health_of`, `group_health` | `map.HealthView`, for players by the battle's policy |
| a sheet | `sheet`: `sheet_view`; `form`: `fields_of` | `SheetView` with a form field for every part of a struct |
| relations, pools, time | `relations`: `relation_views`; `pools`: `pool_views`, `clock_view` | what displays show |
| tasks and rests | `tasks`: `tasks_view`; `recovery`: `rest_view` | the panel of tasks, a rest before it is taken |
| the GM's notes | `notes`: `note_lines` | what was noted on the way, of people and of zones |
| the players' screen | `players`: `players_view` | `PlayersView`, which has no place for a secret |
| what is shown over it | `handouts`: `shown_view`, `roll_for_players` | `ShownView` |
| what the GM points at | `marks`: `ping_view`, `measure_view`, `aim_view` | `MarksView` |
| what of it is shown | `layout`: `PlayersLayout`; `elements`: `with_layout` | a view with the elements of a layout |

Everything takes the ruleset's record and a battle; nothing is kept between two calls.
"""
