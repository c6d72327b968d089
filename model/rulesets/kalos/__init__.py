"""Kalos Mechanism 4e: 2d6 and skill against a defence value, standard bonuses and penalties, trades, focused teams.

`record` puts the parts together. What the sibling does in the same way is in `model.rulesets.families.ogc`, which
has a table too; here are this game's own numbers, words and courses.

| rules | of | read |
|---|---|---|
| `KM-SCENE`, `KM-ROUND`, `KM-INIT`, `KM-DELAY` | initiative order | `order` |
| `KM-ENV` | who acts last | `order` |
| `KM-ACT`, `KM-FORCE` | what a turn holds, acting out of it | `movement`; `defence`, `order` |
| `KM-STD`, `KM-QUICK`, `KM-ANY` | actions in words | `order` |
| `KM-MOVE` | moving | `movement` |
| `KM-ROLL`, `KM-OPP`, `KM-HELP`, `KM-EQUIP` | AV and DV | `checks`; rolled in `attack`, `tasks` |
| `KM-MOD`, `KM-GIFT` | what changes them | `conditions` |
| `KM-DUR` | how long | `conditions`, `movement`, `order`; `checks`: for one attack |
| `KM-MAN` | how it adds up | `checks` |
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
| `KM-TERR`, `KM-ONG` | what lasts | `attack`, `conditions`; `movement`: who may roll against it |
| `KM-BLIND` | blindness | `attack`, `conditions` |
| `KM-REC`, `KM-REV` | rest, reviving | `recovery`; `attack`: tries that a revival gives |
| `KM-DEATH` | death | `record`, `conditions` |
| `KM-AMB` | house rules | `settings` |
| `KM-MIS` | what the GM supplies | `sheet`, `archetypes` |
| | whom a GM builds without a sheet | `archetypes` |
| | what the window shows | `record` |
"""
