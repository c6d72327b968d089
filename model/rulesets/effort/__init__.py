"""Speed & Effort d10: plans first, d10 + dexterity each round, speed and effort points, stored reactions.

`record` puts the parts together.

| rules | of | read |
|---|---|---|
| `SE-TURN`, `SE-INIT`, `SE-SUR` | plans, initiative, surprise | `order`; `conditions`: the surprised |
| `SE-ACT` | what a turn holds | `checks`; `attack`, `other`: the actions |
| `SE-FREE` | free actions | `other` |
| `SE-REA` | reactions | `other`: declared; `reactions`: carried out; `checks`: contests; `attack`: what they leave |
| `SE-MOVE` | moving | `movement`; `other`: getting speed back |
| `SE-COST`, `SE-STANCE`, `SE-TERR` | what it costs | `movement` |
| `SE-EFF` | effort | `pools`; `order`: for initiative |
| `SE-AMB` | house rules | `settings` |
| `SE-MIS` | what the GM supplies | `sheet`, `archetypes`; `attack`; `movement`: distances |
| | whom a GM builds without a sheet | `archetypes` |
| | what the window shows | `record` |
| `SE-SCOPE` | advice | no code |
"""
