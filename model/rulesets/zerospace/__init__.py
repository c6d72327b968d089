"""ZeroSpace, 4th edition: 2d6 and bonuses against a defence value, actions forced out of turn, plot points.

`record` puts the parts together. What the sibling game does in the same way is in `model.rulesets.families.ogc`, which
has a table too; this package has the game's own numbers, texts and procedures.

| rules | subject | read |
|---|---|---|
| `ZS-SCENE`, `ZS-ROUND`, `ZS-TURN`, `ZS-DELAY` | initiative order | `order` |
| `ZS-ACT`, `ZS-FORCE` | actions, also out of turn | `movement`; `defence`: forced; `order`: in words |
| `ZS-MOVE` | moving | `movement`; `order`: other move actions |
| `ZS-ROLL`, `ZS-OPP`, `ZS-MOD`, `ZS-HELP` | AV and DV | `checks`, `sheet`; rolled in `attack`, `tasks` |
| `ZS-TAB`, `ZS-MOD` | modifiers of AV and DV | `conditions`, `checks` |
| `ZS-DIFF`, `ZS-EXT`, `ZS-TEAM` | tasks | `tasks` |
| `ZS-PLOT` | plot points | `plot_points`: who has them, on a roll; `plot_actions`: between rolls |
| `ZS-ATK`, `ZS-RANGE` | attacks | `attack`; `checks`: before the dice; `record`: all kinds |
| `ZS-DMG`, `ZS-PIERCE`, `ZS-STUN`, `ZS-UNN` | damage | `attack`; `archetypes`: unnamed characters |
| `ZS-COVER`, `ZS-DODGE`, `ZS-RUNC`, `ZS-PRONE`, `ZS-RSTR` | defence | `defence`, `conditions` |
| `ZS-SPEC`, `ZS-CALL`, `ZS-SUPP` | special attacks | `checks` |
| `ZS-AREA`, `ZS-RUNC` | areas, getting out of them | `area` |
| `ZS-SPRD`, `ZS-SWEEP` | several targets | `area` |
| `ZS-CHRG`, `ZS-DISARM`, `ZS-DISTR`, `ZS-TAKE` | charging, manoeuvres | `manoeuvres` |
| `ZS-GRAP` | holding | `manoeuvres`, `movement`; `recovery`: the gift against it |
| `ZS-TEAM` | team attacks | `manoeuvres` |
| `ZS-KB` | knockback | `attack` |
| `ZS-BLIND`, `ZS-TERR` | blindness, terror | `attack`; `conditions`: modifiers; `recovery`: the end |
| `ZS-ONG` | lasting effects | `recovery`; `attack`: from an attack |
| `ZS-END`, `ZS-HEA` | Endurance, Health | `attack`: loss; `conditions`: none left; `recovery`: recovery |
| `ZS-DEATH` | death | `record`, `conditions` |
| `ZS-OBJ` | objects | `attack` |
| `ZS-AMB` | house rules | `settings` |
| `ZS-MIS` | what the GM supplies | `sheet`, `archetypes` |
| | combatants that a GM builds without a sheet | `archetypes` |
| | what the windows show | `record` |
| `ZS-GEN`, `ZS-FAIL` | advice | no code; rulings of the GM: `model.engine.ask` |
"""
