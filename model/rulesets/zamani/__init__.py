"""Zamani: a countdown of ten segments, percentages, and an action table.

`record` puts the parts together.

| rules | subject | modules |
|---|---|---|
| `ZM-GEN` | percentages and margins; how a fight begins | `checks`; `order`, `surprise` |
| `ZM-TIME` | turns, rounds, segments | `clock`, `order`, `segment` |
| `ZM-INIT` | initiative | `initiative`, `countdown`; `segment`, `items`: on a segment |
| `ZM-SAC`, `ZM-DELAY` | changing the order | `announcements`, `order` |
| `ZM-SURP` | surprise | `surprise`; `attack`, `defence`: its attacks |
| `ZM-MOVE` | moving | `movement`; `segment`, `skills`: instead of moving |
| `ZM-FOC` | focus | `focus`; `checks`: on a roll; `announcements`: on initiative; `conditions`, `damage`: losing it |
| `ZM-GUARD` | guard | `guarding`, `defence` |
| `ZM-ATK`, `ZM-CTRL`, `ZM-AEW`, `ZM-AUTO` | attacks | `attack`; `defence`; `damage`: to the target |
| `ZM-DEF`, `ZM-BLOCK`, `ZM-ACRO`, `ZM-ARM`, `ZM-COV` | defence | `defence`; `table`: its columns |
| `ZM-HEAL` | healing | `healing` |
| `ZM-AMB` | house rules | `settings` |
| `ZM-MIS` | what the GM supplies | `sheet`, `archetypes`, `conditions`, `skills`; `table`: the action table |
| | new combatants without a sheet | `archetypes` |
| | what the window shows | `record` |
"""
