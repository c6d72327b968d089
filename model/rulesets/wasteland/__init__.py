"""Wasteland 2d20: pools of d20, combat dice, zones and hit locations.

`record` puts the parts together.

| rules | of | read |
|---|---|---|
| `WL-TEST` | tests | `checks`; `helping`: another's dice in them |
| `WL-STAT` | numbers from attributes | `stats` |
| `WL-AP` | action points | `points` |
| `WL-INIT`, `WL-TURN` | order of play | `order`, `costs`; `turn_ends` |
| `WL-MIN` | minor actions | `handling`; `movement`: Move |
| `WL-MAJ` | major actions | `support`, `first_aid`; `movement`: Sprint; `attack` |
| `WL-PRONE` | lying down | `movement`; `cover`: its dice; `conditions`: as a target |
| `WL-DIST` | zones | `distance`, `movement`; `drawing`: on the map |
| `WL-ATK` | attacks | `attack`, then `difficulty`, `damage`, `ammunition` |
| `WL-CD` | combat dice | `damage`, `weapon_effects` |
| `WL-LOC` | hit locations | `bodies`; `body`: as the window shows it |
| `WL-DR` | resistance | `resistance` |
| `WL-RAD` | radiation | `radiation`; `harm`: what it takes |
| `WL-CRIT`, `WL-INJ` | injuries | `harm`, `conditions`; `settling`: after any change |
| `WL-DYING` | dying | `harm`, `settling`; `turn_ends`: death tests; `damage`: of the dying |
| `WL-AMB` | house rules | `settings` |
| `WL-MIS` | what the GM supplies | `sheet`, `gear`; `places`: zones and ways |
| | what the window shows | `displays` |
"""
