"""ZeroSpace, 4th edition: 2d6 and bonuses against a defence value, actions forced out of turn, plot points.

`record` puts the parts together. What the sibling does in the same way is in `model.rulesets.families.ogc`, which
has a table too; here are this game's own numbers, words and courses.

| rules | of | read |
|---|---|---|
| `ZS-SCENE`, `ZS-ROUND`, `ZS-TURN`, `ZS-DELAY` | initiative order | `order` |
| `ZS-ACT`, `ZS-FORCE` | actions, out of turn too | `movement`; `defence`: forced; `order`: in words |
| `ZS-MOVE` | moving | `movement`; `order`: instead |
| `ZS-ROLL`, `ZS-OPP`, `ZS-MOD`, `ZS-HELP` | AV and DV | `checks`, `sheet`; rolled in `attack`, `tasks` |
| `ZS-TAB`, `ZS-MOD` | what changes them | `conditions`, `checks` |
| `ZS-DIFF`, `ZS-EXT`, `ZS-TEAM` | tasks | `tasks` |
| `ZS-PLOT` | plot points | `plot_points`: who has them, on a roll; `plot_actions`: between rolls |
| `ZS-ATK`, `ZS-RANGE` | attacks | `attack`; `checks`: before the dice; `record`: all kinds |
| `ZS-DMG`, `ZS-PIERCE`, `ZS-STUN`, `ZS-UNN` | damage | `attack`; `archetypes`: the unnamed |
| `ZS-COVER`, `ZS-DODGE`, `ZS-RUNC`, `ZS-PRONE`, `ZS-RSTR` | defence | `defence`, `conditions` |
| `ZS-SPEC`, `ZS-CALL`, `ZS-SUPP` | attacks at other terms | `checks` |
| `ZS-AREA`, `ZS-RUNC` | areas, getting out of them | `area` |
| `ZS-SPRD`, `ZS-SWEEP` | several targets | `area` |
| `ZS-CHRG`, `ZS-DISARM`, `ZS-DISTR`, `ZS-TAKE` | charging, manoeuvres | `manoeuvres` |
| `ZS-GRAP` | holding | `manoeuvres`, `movement`; `recovery`: a gift against it |
| `ZS-TEAM` | attacking together | `manoeuvres` |
| `ZS-KB` | knockback | `attack` |
| `ZS-BLIND`, `ZS-TERR` | blindness, terror | `attack`; `conditions`: what follows; `recovery`: the end |
| `ZS-ONG` | what lasts | `recovery`; `attack`: from an attack |
| `ZS-END`, `ZS-HEA` | Endurance, Health | `attack`: losing; `conditions`: none left; `recovery`: getting back |
| `ZS-DEATH` | death | `record`, `conditions` |
| `ZS-OBJ` | things | `attack` |
| `ZS-AMB` | house rules | `settings` |
| `ZS-MIS` | what the GM supplies | `sheet`, `archetypes` |
| | whom a GM builds without a sheet | `archetypes` |
| | what the window shows | `record` |
| `ZS-GEN`, `ZS-FAIL` | advice | no code; the GM's word: `model.engine.ask` |
"""
