"""Space: distance, range bands, zones, movement and cover lines. Knows no rules; all lengths are metres.

| to find | read |
|---|---|
| how far | `distance`, `bands`; `distance` also has ways |
| zones | `zones`; `seats`: where to show who is only known to be in one |
| where there is room to stand | `footing` |
| what lies between | `cover_lines` |
| what players see | `fog` |
| who is struck | `areas` |
| geometry | `shapes`; `cutting`, of ways by their terrain too |
"""
