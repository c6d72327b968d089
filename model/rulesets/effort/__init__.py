"""Speed & Effort d10: plans first, d10 + dexterity each round, speed and effort points, stored reactions.

`record` puts the parts together.

| rules | subject | modules |
|---|---|---|
| `SE-TURN`, `SE-INIT`, `SE-SUR` | plans, initiative, surprise | `order`; `conditions`: the surprised |
| `SE-ACT` | actions of a turn | `checks`; `attack`, `items`, `skill_checks`, `free_actions`: the actions |
| `SE-FREE` | free actions | `free_actions` |
| `SE-REA` | reactions | `readying`: declaring; `reactions`: carrying out; `checks`: contests; `evading`: attacks |
| `SE-MOVE` | movement | `courses`: as described; `movement`: the move; `drawing`: on the map; `recovery`: points |
| `SE-COST`, `SE-STANCE`, `SE-TERR` | cost of movement | `prices`; `courses`: difficult ground |
| `SE-EFF` | effort | `pools`; `order`: for initiative; `recovery`: restoring it |
| `SE-AMB` | house rules | `settings` |
| `SE-MIS` | what the GM supplies | `sheet`, `archetypes`; `attack`, `harm`; `distances` |
| | ready-made combatants | `archetypes` |
| | values shown in the window | `record` |
| `SE-SCOPE` | advice | no code |
"""
