"""Zamani: a countdown of ten segments, percentages, and an action table.

`record` puts the parts together.

| rules | subject | modules |
|---|---|---|
| `ZM-GEN` | percentages and margins; how a fight begins | `checks`; `order` |
| `ZM-TIME` | turns, rounds, segments | `order` |
| `ZM-INIT` | initiative | `order`; `other`: in a second segment |
| `ZM-SAC`, `ZM-DELAY` | changing the order | `order` |
| `ZM-SURP` | surprise | `order`; `attack`, `defence`: its attacks |
| `ZM-MOVE` | moving | `movement` |
| `ZM-FOC` | focus | `other`; `checks`: on a roll; `order`: on initiative; `conditions`, `damage`: losing it |
| `ZM-GUARD` | guard | `other`, `defence` |
| `ZM-ATK`, `ZM-CTRL`, `ZM-AEW`, `ZM-AUTO` | attacks | `attack`; `defence`; `damage`: to the target |
| `ZM-DEF`, `ZM-BLOCK`, `ZM-ACRO`, `ZM-ARM`, `ZM-COV` | defence | `defence`; `table`: its columns |
| `ZM-HEAL` | healing | `other` |
| `ZM-AMB` | house rules | `settings` |
| `ZM-MIS` | what the GM supplies | `sheet`, `archetypes`, `conditions`; `table`: the action table |
| | new combatants without a sheet | `archetypes` |
| | what the window shows | `record` |
"""
