"""Games of one family: 2d6 and skill against a Defence Value, sides in blocks, Health and Endurance, forced defence.

Each part is a base class by subject: its methods carry out what the games share, and a game overrides those in which it
differs (`class KalosCombat(Combat)`), so that an attack is read in two files, `combat` here and `attack` of the game.
Classes rather than functions with a parameter: calls between shared and own steps go both ways. Where two games
truly differ, each has a part of its own.

| to find | read |
|---|---|
| sides, what an action costs, interruptions, holds, forced turns | `acting` |
| what stands before an attack: weapons, reach, DV | `checks` |
| an attack on one | `combat` |
| attacks of other kinds | `manoeuvres`; `area`: on areas and on several; `team_attack` |
| what attacks leave behind | `pools`: falling, death; `manoeuvres`: grappling, knockback; `recovery`: breaking out |
| cover | `cover` |
| tasks, teams at work, travel | `tasks` |
| rest | `recovery` |
| sheet, displays | `sheet` |
"""
