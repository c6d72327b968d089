"""Speed & Effort d10: plans first, d10 + dexterity each round, speed and effort points, stored reactions.

`record` puts the parts together.

| rules | subject | modules |
|---|---|---|
| `SE-TURN`, `SE-INIT`, `SE-SUR` | plans, initiative, surprise | `order`; `conditions`: the surprised |
| `SE-ACT` | actions of a turn | `checks`; `attack`, `other`: the actions |
| `SE-FREE` | free actions | `other` |
| `SE-REA` | reactions | `other`: declaring; `reactions`: carrying out; `checks`: contests; `attack`: effect on it |
| `SE-MOVE` | movement | `movement`; `other`: regaining speed |
| `SE-COST`, `SE-STANCE`, `SE-TERR` | cost of movement | `movement` |
| `SE-EFF` | effort | `pools`; `order`: for initiative |
| `SE-AMB` | house rules | `settings` |
| `SE-MIS` | what the GM supplies | `sheet`, `archetypes`; `attack`; `movement`: distances |
| | ready-made combatants | `archetypes` |
| | values shown in the window | `record` |
| `SE-SCOPE` | advice | no code |
"""
