"""Content files: their entries, and their problems, reported all at once and each with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.campaign import is_as_written, tables_in
from model.campaign.keeping import entry_text
from model.content.library import (
    ItemUse,
    Library,
    check_content,
    content_files,
    load_library,
    put_combatant,
    put_item,
    read_character,
)
from model.content.problems import BadFile
from model.content.resources import VARIABLE
from model.rulesets import RULESETS
from tests.support.arena import ARENA, battle_of, fighter

GEAR = """
format = 1
ruleset = "arena"
[[item]]
id = "axe"
name = "Axe"
damage = 3
[[item]]
id = "stick"
name = "Stick"
"""
PEOPLE = """
format = 1
ruleset = "arena"
[[combatant]]
id = "thug"
name = "Thug"
side = "npc"
public_name = "A stranger"
radius = 0.7
sheet = { strength = 4, skills = { climb = 2 } }
items = [{ template = "axe", damage = 5, where = "pack" }, { name = "Spoon", damage = 1 }]
conditions = ["protected"]
[[party]]
id = "gang"
name = "The gang"
members = [{ template = "thug", count = 4, group = "thugs" }]
[[encounter]]
id = "alley"
name = "In the alley"
members = [{ template = "thug" }]
"""


def written(folder: Path, **texts: str) -> list[Path]:
    files = []
    for name, text in texts.items():
        file = folder / f"{name}.toml"
        file.write_text(text, encoding="utf-8")
        files.append(file)
    return files


def test_entries_of_several_files_make_one_library(tmp_path: Path) -> None:
    library = load_library(ARENA, written(tmp_path, gear=GEAR, people=PEOPLE))
    assert set(library.items) == {"axe", "stick"}
    assert library.combatants["thug"].name == "Thug"
    assert library.parties["gang"].members[0].count == 4
    assert library.encounters["alley"].members[0].template == "thug"


def test_entries_may_name_what_a_later_file_holds(tmp_path: Path) -> None:
    gear, people = written(tmp_path, gear=GEAR, people=PEOPLE)
    assert set(load_library(ARENA, [people, gear]).items) == {"axe", "stick"}


def test_a_later_entry_takes_the_place_of_an_earlier_one(tmp_path: Path) -> None:
    own = GEAR.replace("damage = 3", "damage = 6")
    library = load_library(ARENA, written(tmp_path, gear=GEAR, own=own))
    assert library.items["axe"].gear == {"damage": 6}


def test_a_combatant_comes_into_a_battle_by_value(tmp_path: Path) -> None:
    library = load_library(ARENA, written(tmp_path, gear=GEAR, people=PEOPLE))
    battle = put_combatant(library, battle_of(fighter("anna-1")), library.combatants["thug"])
    (id,) = set(battle.combatants) - {"anna-1"}
    thug = battle.combatants[id]
    assert (thug.name, thug.side, thug.public_name, thug.radius) == ("Thug", "npc", "A stranger", 0.7)
    assert (thug.sheet.strength, thug.sheet.skills, thug.origin) == (4, {"climb": 2}, "thug")
    assert [effect.kind for effect in thug.effects.values()] == ["protected"]
    assert [effect.until for effect in thug.effects.values()] == ["turn_start"]
    axe, spoon = battle.items_of(id)
    assert (axe.name, axe.gear.damage, axe.where, axe.template) == ("Axe", 5, "pack", "axe")
    assert (spoon.name, spoon.gear.damage, spoon.where, spoon.template) == ("Spoon", 1, "hand", "")
    again = put_combatant(library, battle, library.combatants["thug"])
    assert len(again.combatants) == 3
    assert len(again.items) == 4


HERO = """
format = 1
ruleset = "arena"
[[combatant]]
id = "hero"
name = "Hero"
"""


def test_a_character_file_holds_one_combatant_and_nothing_else() -> None:
    library = Library(ARENA)
    assert read_character("hero.toml", HERO, library).name == "Hero"
    gear = GEAR.partition("[[item]]")
    for further in ('[[combatant]]\nid = "twin"\nname = "Twin"\n', "".join(gear[1:])):
        with pytest.raises(BadFile) as caught:
            read_character("hero.toml", HERO + further, library)
        (problem,) = caught.value.problems
        assert (problem.file, problem.place) == ("hero.toml", "")
        assert "one combatant and nothing else" in problem.sentence
    with pytest.raises(BadFile, match="one combatant"):
        read_character("gear.toml", GEAR, library)


def test_an_item_keeps_the_id_it_is_given(tmp_path: Path) -> None:
    library = load_library(ARENA, written(tmp_path, gear=GEAR))
    battle = put_item(library, battle_of(fighter("anna-1")), "anna-1", ItemUse(id="old-axe", template="stick"))
    assert battle.items["old-axe"].name == "Stick"
    assert battle.items["old-axe"].gear.damage == 1


def test_everything_wrong_with_all_files_is_told_at_once(tmp_path: Path) -> None:
    gear = GEAR.replace("damage = 3", "damage = 30\nsharp = true").replace('name = "Stick"', "")
    people = PEOPLE.replace("strength = 4", "strength = -4").replace('"protected"', '"protcted"')
    torn = 'format = 1\nruleset = "arena"\n[[item]\n'
    with pytest.raises(BadFile) as caught:
        load_library(ARENA, written(tmp_path, gear=gear, people=people, torn=torn))
    told = [(problem.file, problem.place, problem.sentence) for problem in caught.value.problems]
    expected = [
        ("gear.toml", "item 1 (axe): damage", "expected at most 6, found 30"),
        ("gear.toml", "item 1 (axe): sharp", "is not a known field"),
        ("gear.toml", "item 2 (stick): name", "must be text"),
        ("people.toml", "combatant 1 (thug): sheet.strength", "expected at least 0, found -4"),
        ("people.toml", "combatant 1 (thug): conditions", "“protcted”. Did you mean protected"),
        ("torn.toml", "", "This is not TOML"),
    ]
    assert [(file, place) for file, place, _ in told] == [(file, place) for file, place, _ in expected]
    for (_, _, sentence), (_, _, part) in zip(told, expected, strict=True):
        assert part in sentence


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        ('ruleset = "arena"', "format", "is missing"),
        ('format = "one"\nruleset = "arena"', "format", "expected a whole number"),
        ('format = 2\nruleset = "arena"', "format", "A newer version of the program can open it"),
        ('format = 1\nruleset = "area"', "ruleset", "is for “area”, not for “arena”"),
        ('format = 1\nruleset = "arena"\nitems = []', "items", "is not a known field"),
        ('format = 1\nruleset = "arena"\n[[combatant]]\nid = "x"', "combatant 1 (x): name", "is missing"),
        (
            'format = 1\nruleset = "arena"\n[[combatant]]\nid = "x"\nname = "X"\nitems = [{ template = "ax" }]',
            "combatant 1 (x): items[1].template",
            "there is no item “ax” in the content. Did you mean axe?",
        ),
        (
            'format = 1\nruleset = "arena"\n[[combatant]]\nid = "x"\nname = "X"\nitems = [{ where = "foot" }]',
            "combatant 1 (x): items[1].where",
            "expected one of",
        ),
        (
            'format = 1\nruleset = "arena"\n[[party]]\nid = "p"\nname = "P"\nmembers = [{ template = "thog" }]',
            "party 1 (p): members[1].template",
            "there is no combatant “thog” in the content. Did you mean thug?",
        ),
        (
            'format = 1\nruleset = "arena"\n[[party]]\nid = "p"\nname = "P"\nmembers = [{ template = "x", count = 0 }]',
            "party 1 (p): members[1].count",
            "expected at least 1",
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_told_beside_the_programs_own_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, place: str, sentence: str
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    own = tmp_path / "content" / "arena"
    own.mkdir(parents=True)
    written(own, gear=GEAR, people=PEOPLE)
    (file,) = written(tmp_path, mine=text)
    (problem,) = check_content(ARENA, file)
    assert (problem.file, problem.place) == ("mine.toml", place)
    assert sentence in problem.sentence


@pytest.mark.parametrize("id", sorted(RULESETS))
def test_the_programs_own_content_is_right(id: str) -> None:
    files = content_files(id)
    library = load_library(RULESETS[id], files)
    assert bool(files) == bool(library.items or library.combatants)


PRESET = """
format = 1
ruleset = "arena"
[[preset]]
id = "bad-luck"
name = "Bad luck"
condition = "cursed"
until = "scene"
amount = 2
prevents = ["attacks", "defence"]
"""


def test_a_preset_of_a_condition_is_read_and_what_it_names_is_checked(tmp_path: Path) -> None:
    (preset,) = load_library(ARENA, written(tmp_path, mine=PRESET)).presets.values()
    assert (preset.condition, preset.until, preset.amount, preset.public) == ("cursed", "scene", 2, True)
    assert preset.options["prevents"] == ("attacks", "defence")
    for old, new, words in (
        ("cursed", "cursd", "Did you mean cursed"),
        ('"scene"', '"tomorrow"', "preset 1 (bad-luck)"),
        ('"attacks"', '"attack"', "preset 1 (bad-luck)"),
    ):
        (file,) = written(tmp_path, mine=PRESET.replace(old, new))
        assert any(words in str(problem) for problem in check_content(ARENA, file))


def test_the_programs_own_content_is_read_once_until_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    own = tmp_path / "content" / "arena"
    own.mkdir(parents=True)
    written(own, gear=GEAR, people=PEOPLE)
    first = load_library(ARENA, content_files("arena"))
    again = load_library(ARENA, content_files("arena"))
    (id, *_) = first.combatants
    assert again.combatants[id] is first.combatants[id]
    written(own, people=PEOPLE.replace('name = "', 'name = "Old '))
    assert load_library(ARENA, content_files("arena")).combatants[id].name.startswith("Old ")


def test_what_this_program_writes_is_told_apart_from_what_was_written_by_hand(tmp_path: Path) -> None:
    text = entry_text(
        "arena", [("item", {"id": "axe", "name": "Axe", "damage": 3}), ("combatant", {"id": "a", "name": "A"})]
    )
    assert is_as_written("arena", text)
    assert tables_in(text)[0] == ("item", {"id": "axe", "name": "Axe", "damage": 3})
    assert not is_as_written("arena", f"# mine\n{text}")
    assert not is_as_written("arena", text.replace("damage = 3", "damage  =  3"))
    assert tables_in("item = 3") == tables_in("[[") == []
