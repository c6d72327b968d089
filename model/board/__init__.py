"""Space: distance, range bands, zones, movement and cover lines. Contains no rules; all lengths are metres.

| to find | read |
|---|---|
| how far | `distance`, `bands`; `distance` also has routes |
| zones | `zones`; `zone_placement`: where to show combatants of whom only the zone is known |
| where there is room to stand | `footing`; `beside`: next to another combatant |
| what lies between | `cover_lines` |
| what players see | `fog` |
| who is in an area | `areas` |
| geometry | `shapes`; `cutting`, also of routes by their terrain |
"""
