"""One family of rulesets: 2d6 plus skill against a Defence Value, sides in blocks, Health, Endurance, forced defence.

Each part is a base class for one subject: its methods carry out the shared rules, and a ruleset overrides those that
differ (`class KalosCombat(Combat)`), so that an attack is defined in two files, `combat` here and `attack` of the
ruleset. They are classes and not functions with a parameter because shared and overridden steps call each other. Where
two rulesets differ completely, each has its own part.

| to find | read |
|---|---|
| sides, costs of actions, interruptions, holds, forced turns | `acting` |
| checks before an attack: weapons, reach, DV | `checks` |
| an attack on one target | `combat` |
| other attacks | `manoeuvres`; `area`: on areas and on several targets; `team_attack` |
| consequences of attacks | `pools`: falling, death; `manoeuvres`: grappling, knockback; `recovery`: breaking out |
| cover | `cover` |
| tasks, teamwork, travel | `tasks` |
| rest | `recovery` |
| sheet, displays | `sheet` |
"""
