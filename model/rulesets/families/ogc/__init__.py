"""Games of one family: 2d6 and skill against a Defence Value, sides in blocks, Health and Endurance, forced defence.

Each part is a base class by subject: its methods carry out what the games share, and a game overrides those in which it
differs (`class KalosCombat(Combat)`), so that an attack is read in two files, `combat` here and `attack` of the game.
Classes rather than functions with a parameter: calls between shared and own steps go both ways. Where two games
truly differ, each has a part of its own.

| to find | read |
|---|---|
| what an action costs | `acting` |
| an attack on one | `combat`, with `weapons`, `defence_values` and `damage`; `interruptions`, `forcing` |
| attacks of other kinds | `manoeuvres`, `grapple`, `strokes` (sweeps), `areas`, `team_attack` |
| what attacks leave behind | `pools`, `holds`, `knockback`, `afflictions`, `breaking_out`, `death` |
| cover and movement | `cover`, `travel`, `falling` |
| tasks | `tasks`, with `task_rules`, `contests` and `teams` |
| rest | `resting` |
| order, sheet, displays | `sides`, `sheets`, `displays` |
"""
