"""Speed & Effort d10: plans first, d10 + dexterity each round, speed and effort points, stored reactions.

`record` puts the parts together.

| rules | of | read |
|---|---|---|
| `SE-TURN`, `SE-INIT`, `SE-SUR` | plans, initiative, surprise | `order`; `conditions`: the surprised |
| `SE-ACT` | what a turn holds | `costs`; `attack`, `items`, `other`: the actions |
| `SE-FREE` | free actions | `other` |
| `SE-REA` | reactions | `declaring`; `reactions`: carried out; `contests`; `evading`: what is left of an attack |
| `SE-MOVE` | moving | `movement`; `legs`: as it is said; `drawing`: on the map; `other`: getting speed back |
| `SE-COST`, `SE-STANCE`, `SE-TERR` | what it costs | `prices`; `legs`: on which ground; `movement`: paying |
| `SE-EFF` | effort | `pools`; `order`: for initiative |
| `SE-AMB` | house rules | `settings` |
| `SE-MIS` | what the GM supplies | `sheet`, `gear`; attacks: `attack`, `area`, `ranges`, `harm` |
| | what the window shows | `displays` |
| `SE-SCOPE` | advice | no code |
"""
