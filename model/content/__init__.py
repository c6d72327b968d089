"""TOML content: weapons, armour, combatants, parties, encounters, and the reference of the rules.

A content file is of one ruleset and holds any number of entries:

    format = 1
    ruleset = "ID"

    [[item]]                      # a weapon, an armour, a tool
    id = "pistol"
    name = "Pistol"
    level = 1                     # whatever is not id or name is a field of the ruleset's gear type

    [[combatant]]
    id = "minion"
    name = "Minion"
    side = "npc"
    sheet = { health_max = 6 }    # fields of the ruleset's sheet type
    items = [{ template = "pistol", where = "hand", level = 2 }]

    [[party]]                     # or [[encounter]]
    id = "gang"
    name = "A gang"
    members = [{ template = "minion", count = 4, group = "minions" }]

A character file is a content file with one `[[combatant]]`. Whatever comes into a battle is embedded by value, with the
entry's id as its origin; content that changes later changes no battle.

Maps of other programs are read by `uvtt`.
"""
