"""ZeroSpace, 4th edition: 2d6 and bonuses against a defence value, actions forced out of turn, plot points.

`record` puts the parts together. What the sibling does in the same way is in `model.rulesets.families.ogc`, which
has a table too; here are this game's own numbers, words and courses.

| rules | of | read |
|---|---|---|
| `ZS-SCENE`, `ZS-ROUND`, `ZS-TURN`, `ZS-DELAY` | order of play | `order`; `environment`: who acts last |
| `ZS-ACT`, `ZS-FORCE` | actions, out of turn too | `costs`, `forcing`, `movement`; `handling`; `other`: in words |
| `ZS-MOVE` | moving | `movement`, `movement_rates`, `running`; `drawing`: on the map; `other`: instead |
| `ZS-ROLL`, `ZS-OPP`, `ZS-MOD`, `ZS-HELP` | AV and DV | `checks`, `attributes`; rolled in `attack`, `tasks` |
| `ZS-TAB`, `ZS-MOD` | what changes them | `conditions`, `attack_options` |
| `ZS-DIFF`, `ZS-EXT`, `ZS-TEAM` | tasks | `tasks` |
| `ZS-PLOT` | plot points | `plot_points`; `effort`: on a roll; `plot_actions`: between rolls; `evening` |
| `ZS-ATK`, `ZS-RANGE` | attacks | `attack`, `attack_options`, `ranges`; `attacks`: all kinds; `checks`, `damage` |
| `ZS-DMG`, `ZS-PIERCE`, `ZS-STUN`, `ZS-UNN` | damage | `damage` |
| `ZS-COVER`, `ZS-DODGE`, `ZS-RUNC`, `ZS-PRONE`, `ZS-RSTR` | defence | `defence`, `conditions` |
| `ZS-SPEC`, `ZS-CALL`, `ZS-SUPP` | attacks at other terms | `attack_options` |
| `ZS-AREA`, `ZS-RUNC` | areas, getting out of them | `area` |
| `ZS-SPRD`, `ZS-SWEEP` | several targets | `sweep` |
| `ZS-CHRG` | charging | `charge` |
| `ZS-DISARM`, `ZS-DISTR`, `ZS-TAKE` | manoeuvres | `manoeuvres` |
| `ZS-GRAP` | holding | `grapple`, `holds`, `throwing`; `escape`: a gift against it |
| `ZS-TEAM` | attacking together | `team_attack` |
| `ZS-KB` | knockback | `knockback` |
| `ZS-BLIND`, `ZS-TERR` | blindness, terror | `afflictions`; `conditions`, `attack`: what follows; `ongoing`: the end |
| `ZS-ONG` | what lasts | `ongoing`; `afflictions`: from an attack |
| `ZS-END`, `ZS-HEA` | Endurance, Health | `pools`: losing; `conditions`: none left; `recovery`: getting back |
| `ZS-DEATH` | death | `record`, `conditions` |
| `ZS-OBJ` | things | `objects` |
| `ZS-AMB` | house rules | `settings` |
| `ZS-MIS` | what the GM supplies | `sheet`, `gear`, `ammunition` |
| | what the window shows | `displays` |
| `ZS-GEN`, `ZS-FAIL` | advice | no code; the GM's word: `model.engine.ask` |
"""
