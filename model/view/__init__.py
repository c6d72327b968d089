"""What a viewer may see of a battle, as frozen values and as sentences.

| what | module: names | result |
|---|---|---|
| who views | `viewer`: `GM`, `PLAYERS`, `knows`, `name_for` | what each may know, and under which name |
| a sentence | `texts`: `render`, `render_all`, `sentence`, `refusal_sentence`, `signed` | spans or plain text |
| a number's parts | `explanations`: `explanation_view` | rows with rule ids, and the total |
| dice | `explanations`: `roll_views`, `ruling_text` | `4 5 · 19 against 18 · hit` |
| the log | `log`: `LogEntry`, `log_line`, `log_lines`, `fold` | lines with details |
| two battles | `compare`: `differences` | the differences, combatant by combatant |
| the battle as a text | `story`: `story`, `markdown`, `as_html` | scenes, rounds, a paragraph for each turn |
| statistics | `statistics`: `Tallies`, `luck`, `csv_text` | damage, turns, hits against the exact odds |
| statistics for players | `numbers`: `NumbersForPlayers` | a page over the player view |
| the initiative list | `order`: `order_view` | sections of rows: who takes each turn, which actions are left |
| plans | `plans`: `plan_words`, `plans_text` | the plans of combatants, in words for the GM |
| the map | `board`: `project_map`, `acting_combatant`, `distance_words` | `map.MapView` |
| range bands | `board`: `project_bands` | `map.BandsView` |
| zones as a list | `zone_list`: `project_zones`; `places`: zones and their connections | `zone_list.ZonesView` |
| a move, the last step | `plans`: `legs_of`; `map`: `with_last_step` | legs with costs; marks on the map |
| hits on a body | `body`: `hits_of`, `aimed_hit` | `HitView`: the parts that are hit |
| conditions | `conditions`: `conditions_of`, `labels_of` | one list for initiative list, token and sheet |
| health | `pools`: `health_of`, `group_health` | `map.HealthView`, for players by the battle's policy |
| a sheet | `sheet`: `sheet_view`; `form`: `fields_of` | `SheetView` with a form field for every part of a struct |
| relations, pools, time | `relations`: `relation_views`; `pools`: `pool_views`, `clock_view` | what displays show |
| tasks and rests | `tasks`: `tasks_view`; `recovery`: `rest_view` | the task panel; the preview of a rest |
| the GM's notes | `notes`: `note_lines` | remarks made during play, notes of combatants and zones |
| the player view | `players`: `players_view` | `PlayersView`, which has no field for a secret |
| handouts over the player view | `handouts`: `shown_view`, `roll_for_players` | `ShownView` |
| the GM's pointer marks | `marks`: `ping_view`, `measure_view`, `aim_view` | `MarksView` |
| the elements shown | `layout`: `PlayersLayout`; `elements`: `with_layout` | a view with the elements of a layout |

Every function takes the ruleset's record and a battle, and keeps no state between calls.
"""
