"""TOML content: items, combatants, parties, encounters, presets, and the rules reference.

A content file belongs to one ruleset and contains any number of entries:

    format = 1
    ruleset = "ID"

    [[item]]                      # a weapon, an armour, a tool
    id = "pistol"
    name = "Pistol"
    level = 1                     # all keys except id, name and tags are fields of the ruleset's gear type

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

A character file is a content file with one `[[combatant]]`. Everything that is put into a battle is embedded by value,
with the entry's id as its origin; later changes of the content change no battle.

`uvtt` reads maps of other programs.
"""
