"""Kalos Mechanism 4e: 2d6 and skill against a defence value, standard bonuses and penalties, trades, focused teams.

`record` puts the parts together. What the sibling game does in the same way is in `model.rulesets.families.ogc`, which
has a table too; this package has the game's own numbers, texts and procedures.

| rules | subject | read |
|---|---|---|
| `KM-SCENE`, `KM-ROUND`, `KM-INIT`, `KM-DELAY` | initiative order | `order` |
| `KM-ENV` | the environment's turn | `order` |
| `KM-ACT`, `KM-FORCE` | actions of a turn, actions out of turn | `movement`; `defence`, `order` |
| `KM-STD`, `KM-QUICK`, `KM-ANY` | actions described in words | `order` |
| `KM-MOVE` | moving | `movement` |
| `KM-ROLL`, `KM-OPP`, `KM-HELP`, `KM-EQUIP` | AV and DV | `checks`; rolled in `attack`, `tasks` |
| `KM-MOD`, `KM-GIFT` | modifiers of AV and DV | `conditions` |
| `KM-DUR` | durations | `conditions`, `movement`, `order`; `checks`: for one attack |
| `KM-MAN` | how modifiers add up | `checks` |
| `KM-TASK`, `KM-EXT`, `KM-COMP` | tasks | `tasks` |
| `KM-ATK` | attacks | `attack`; `checks`: before the dice; `sheet`: weapons; `area` |
| `KM-NORM`, `KM-MENT`, `KM-ALT` | types of attacks | `attack`, `record` |
| `KM-TRADE` | trading | `checks` |
| `KM-DMG`, `KM-PIERCE`, `KM-STUN`, `KM-MINION` | damage | `attack`, `recovery`; `checks`: nothing left; `archetypes` |
| `KM-DODGE`, `KM-COVER`, `KM-PRONE` | defence | `defence`, `conditions` |
| `KM-AREA`, `KM-SWEEP` | areas, several targets | `area` |
| `KM-DISARM`, `KM-DISTRACT`, `KM-TAKE` | manoeuvres | `manoeuvres` |
| `KM-GRAP`, `KM-HELD` | holding | `manoeuvres`, `movement`, `conditions` |
| `KM-FOCUS` | teams | `manoeuvres`: attacking; `tasks` |
| `KM-KB` | knockback | `attack` |
| `KM-TERR`, `KM-ONG` | lasting effects | `attack`, `conditions`; `movement`: guard of the roll to end one |
| `KM-BLIND` | blindness | `attack`, `conditions` |
| `KM-REC`, `KM-REV` | rest, reviving | `recovery`; `attack`: attempts granted by a revival |
| `KM-DEATH` | death | `record`, `conditions` |
| `KM-AMB` | house rules | `settings` |
| `KM-MIS` | what the GM supplies | `sheet`, `archetypes` |
| | combatants that a GM builds without a sheet | `archetypes` |
| | what the windows show | `record` |
"""
