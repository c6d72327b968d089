"""Zamani: a countdown of ten segments, percentages, and an action table.

`record` puts the parts together.

| rules | of | read |
|---|---|---|
| `ZM-GEN` | percentages and margins; how a fight begins | `percent`; `order` |
| `ZM-TIME` | turns, rounds, segments | `clock`, `order`, `costs` |
| `ZM-INIT` | initiative | `initiative`; `costs`: a segment's action; `other`: in a second segment |
| `ZM-SAC`, `ZM-DELAY` | changing the order | `order` |
| `ZM-SURP` | surprise | `surprise`; `attack_options`, `defence`: its attacks |
| `ZM-MOVE` | moving | `movement`; `drawing`: on the map; `distances` |
| `ZM-FOC` | focus | `manoeuvres`; `percent`: on a roll; `order`: on initiative; `conditions`, `damage`: losing it |
| `ZM-GUARD` | guard | `manoeuvres`, `defence` |
| `ZM-ATK`, `ZM-CTRL`, `ZM-AEW` | attacks | `attack`, `attack_options`; `defence` |
| `ZM-AUTO` | automatic fire | `hits` |
| `ZM-DEF`, `ZM-BLOCK`, `ZM-ACRO`, `ZM-ARM`, `ZM-COV` | defence | `defence`; `table`: its columns |
| `ZM-ATK`, `ZM-CTRL` | what a hit does | `hits`: from the result, `damage`: to the target |
| `ZM-HEAL` | healing | `healing` |
| `ZM-AMB` | house rules | `settings` |
| `ZM-MIS` | what the GM supplies | `sheet`, `gear`, `conditions`; `table`, `table_action`: the action table |
| | all other actions | `other` |
| | what the window shows | `displays` |
"""
