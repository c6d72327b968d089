"""Wasteland 2d20: pools of d20, combat dice, zones and hit locations.

`record` puts the parts together.

| rules | subject | modules |
|---|---|---|
| `WL-TEST`, `WL-STAT` | tests, numbers from attributes | `checks`; `values`, `archetypes` |
| `WL-AP` | action points | `payment` |
| `WL-INIT`, `WL-TURN` | initiative order | `order`; `payment`: what actions cost; `harm`: the end of a turn |
| `WL-MIN` | minor actions | `items`; `movement`: Move; `attack`: Aim |
| `WL-MAJ` | major actions | `attack`; `first_aid`; `support`: help and Ready; `skill_tests`; `movement`: Sprint |
| `WL-PRONE` | lying down | `movement`; `damage`, `rerolls`: cover dice; `conditions`: as a target |
| `WL-DIST` | zones | `movement` |
| `WL-ATK` | attacks | `attack`, then `damage`; `values`: Defense |
| `WL-CD` | combat dice | `checks`: reading them; `damage` |
| `WL-LOC` | hit locations | `sheet`; `harm`: for the window |
| `WL-DR`, `WL-RAD` | resistance, radiation | `harm` |
| `WL-CRIT`, `WL-INJ` | injuries | `harm`, `conditions`; `order`: after any change |
| `WL-DYING` | dying | `harm`; `order`: after any change; `damage`: hits on the dying |
| `WL-AMB` | house rules | `settings` |
| `WL-MIS` | what the GM supplies | `sheet`, `archetypes`; `movement`: zones and connections |
| | ready-made combatants | `archetypes` |
| | values shown in the window | `record` |
"""
