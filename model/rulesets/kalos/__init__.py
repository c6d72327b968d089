"""Kalos Mechanism 4e: 2d6 and skill against a defence value, standard bonuses and penalties, trades, focused teams.

`record` puts the parts together. What the sibling does in the same way is in `model.rulesets.families.ogc`, which
has a table too; here are this game's own numbers, words and courses.

| rules | of | read |
|---|---|---|
| `KM-SCENE`, `KM-ROUND`, `KM-INIT`, `KM-DELAY` | order of play | `order` |
| `KM-ENV` | who acts last | `environment` |
| `KM-ACT`, `KM-FORCE` | what a turn holds, acting out of it | `costs`, `movement`; `forcing`, `order` |
| `KM-STD`, `KM-QUICK`, `KM-ANY` | actions in words | `other` |
| `KM-MOVE` | moving | `movement`; `drawing`: on the map |
| `KM-ROLL`, `KM-OPP`, `KM-HELP`, `KM-EQUIP` | AV and DV | `checks`; rolled in `attack`, `tasks` |
| `KM-MOD`, `KM-GIFT` | what changes them | `conditions` |
| `KM-DUR` | how long | `conditions`, `movement`, `order`; `attack_options`: for one attack |
| `KM-MAN` | how it adds up | `checks` |
| `KM-TASK`, `KM-EXT`, `KM-COMP` | tasks | `tasks` |
| `KM-ATK` | attacks | `attack`, `attack_options`, `ranges`, `gear`; special ones: `area`, `afflictions` |
| `KM-NORM`, `KM-MENT`, `KM-ALT` | types of attacks | `attack`, `damage`, `record` |
| `KM-TRADE` | trading | `attack_options` |
| `KM-DMG`, `KM-PIERCE`, `KM-STUN`, `KM-MINION` | damage | `damage`, `pools`, `recovery`; `vitals`: nothing left |
| `KM-DODGE`, `KM-COVER`, `KM-PRONE` | defence | `defence`, `conditions` |
| `KM-AREA` | areas | `area` |
| `KM-SWEEP` | several targets | `sweep` |
| `KM-DISARM`, `KM-DISTRACT`, `KM-TAKE` | manoeuvres | `manoeuvres` |
| `KM-GRAP`, `KM-HELD` | holding | `grapple`, `holds`, `conditions` |
| `KM-FOCUS` | teams | `focus`: attacking; `tasks` |
| `KM-KB` | knockback | `knockback`; `knockback_choice`: which attacks |
| `KM-TERR`, `KM-ONG` | what lasts | `afflictions`, `conditions`; `shaking_off`: who may roll against it |
| `KM-BLIND` | blindness | `afflictions`, `conditions`, `attack`, `damage` |
| `KM-REC`, `KM-REV` | rest, reviving | `recovery`; `afflictions`: tries that a revival gives |
| `KM-DEATH` | death | `record`, `conditions` |
| `KM-AMB` | house rules | `settings` |
| `KM-MIS` | what the GM supplies | `sheet`, `gear`, `newcomers` |
| | what the window shows | `displays` |
"""
