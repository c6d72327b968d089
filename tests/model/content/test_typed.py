"""The one grammar for typed combatants: what each word means, and which words are marked as not understood."""

from __future__ import annotations

from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.content.library import content_files, load_library
from model.content.newcomers import vocabulary_of
from model.content.plurals import in_the_singular
from model.content.typed import TypedEntry, Vocabulary
from model.content.typed_lines import typed_entries
from model.content.typed_sheet import with_said
from model.engine.names import Names, SheetPart, known
from model.engine.types import field
from model.rulesets import RULESETS
from model.state.base import State


class Sheet(State):
    """A sheet with two numbers and a skill of the same name as gear."""

    hp: Annotated[int, field("HP", "Values", ge=0, le=99)] = 10
    fire_arms: Annotated[int, field("Fire arms", "Values")] = 0
    skills: dict[str, int] = {}


NAMES = Names(Sheet, (SheetPart(path="skills", title="Skill", is_free=True, names=(known("pistol"),)),))
PLACES = ("Shop", "Back room")
KNOWN = Vocabulary(
    NAMES,
    gear=[("Pistol", "pistol"), ("Iron fist", "iron-fist"), ("10 mm pistol", "pistol-10mm")],
    combatants=("Red, White", "Iron Fist", "Ada", "Raider"),
    heroes=("Ada",),
)
_WORDS = st.sampled_from(
    ["3", "Ada", "pc", "npc", "hidden", "in", "Shop", "side:red", ",", ";", "\n", "0", "+", "dogs", "hp", "pistol", '"']
)
_BLANK = "".join(filter(str.isspace, map(chr, range(0x3001)))) + ",;+"


def read(text: str) -> tuple[TypedEntry, ...]:
    return typed_entries(text, KNOWN, PLACES)


def one(text: str) -> TypedEntry:
    (entry,) = read(text)
    return entry


def told(text: str) -> list[tuple[int, str, str, bool]]:
    entries = read(text)
    assert not [entry.problem for entry in entries if entry.problem]
    return [(entry.count, entry.name, entry.side, entry.is_hidden) for entry in entries]


def said(entry: TypedEntry) -> dict[str, int | None]:
    return {one.found.path: one.number for one in entry.said}


def marked(text: str, known: Vocabulary = KNOWN) -> list[str]:
    """Return the words of a text that are marked as not understood."""
    return [text[one.start : one.end] for entry in typed_entries(text, known, PLACES) for one in entry.unclear]


# ---------------------------------------------------------------------------------------------------------- every text


@given(st.one_of(st.text(max_size=60), st.lists(_WORDS, max_size=14).map(" ".join)))
def test_nothing_typed_is_silently_lost(text: str) -> None:
    """Spans are in order and cover all but separators, blanks and plus signs; each entry has a name or a problem."""
    end = 0
    for entry in read(text):
        assert end <= entry.start < entry.end <= len(text)
        assert not text[end : entry.start].strip(_BLANK)
        assert entry.name or entry.problem
        assert all(entry.start <= one.start < one.end <= entry.end for one in entry.unclear)
        end = entry.end
    assert not text[end:].strip(_BLANK)


_PIECES = {"pc": ("pc",), "hp 12": ("hp 12", "12 hp", "12hp", "HP: 12", "hp=12"), "pistol 4": ("pistol 4", "Pistol 4")}


@given(st.permutations(list(_PIECES)), st.integers(0, 3), st.data())
def test_words_may_stand_in_any_order(order: list[str], at: int, data: st.DataObject) -> None:
    """A name, a side and numbers, each number behind its name or before it, mean the same in every order."""
    pieces = [data.draw(st.sampled_from(_PIECES[piece])) for piece in order]
    pieces.insert(at, "Sparrow")
    entry = one(" ".join(pieces))
    assert not entry.problem
    assert (entry.name, entry.side, said(entry)) == ("Sparrow", "pc", {"hp": 12, "skills.pistol": 4})


# ------------------------------------------------------------------------------------------------------------- entries


def test_a_bare_word_after_a_comma_is_a_combatant_of_its_own() -> None:
    assert told("3 thugs, sniper, dog") == [(3, "thugs", "", False), (1, "sniper", "", False), (1, "dog", "", False)]


def test_a_side_is_no_part_of_the_name() -> None:
    assert told("Ada pc, Bob pc") == [(1, "Ada", "pc", False), (1, "Bob", "pc", False)]
    assert told("Ada, pc") == [(1, "Ada", "pc", False)]
    assert told("2 guards side:Militia hidden") == [(2, "guards", "militia", True)]
    assert told("The Hidden One, Teo pc pistol") == [(1, "The Hidden One", "", False), (1, "Teo", "pc", False)]


def test_numbers_and_gear_stand_behind_a_name() -> None:
    thugs, zed, dog = read("3 thugs hp 12 pistol pc, Zed, fire arms 4, pistol, dog")
    assert (thugs.count, thugs.name, thugs.side) == (3, "thugs", "pc")
    assert (said(thugs), thugs.gear) == ({"hp": 12}, (("Pistol", 1),))
    assert (zed.name, said(zed), zed.gear) == ("Zed", {"fire_arms": 4}, (("Pistol", 1),))
    assert (dog.name, dog.said, dog.gear) == ("dog", (), ())


def test_gear_has_a_number_before_or_behind_it() -> None:
    assert one("Zed 2 pistols with 10mm pistol x3").gear == (("Pistol", 2), ("10 mm pistol", 3))
    assert marked("Zed 300 pistols") == ["300 pistols"]


def test_a_known_name_is_no_gear_and_gear_alone_is_a_name() -> None:
    fist = one("2 Iron Fist")
    assert (fist.name, fist.count, fist.gear, fist.is_known) == ("Iron Fist", 2, (), True)
    assert (one("pistol").name, one("pistol").gear) == ("pistol", ())
    assert one("Pistol thrower").name == "Pistol thrower"


def test_a_number_may_stand_in_front_of_its_name() -> None:
    thug = one("Thug 12 hp 8 fire arms")
    assert (thug.name, said(thug)) == ("Thug", {"hp": 12, "fire_arms": 8})
    thugs, dog = read("3 thugs, 12hp pc, 2 dogs")
    assert (thugs.count, thugs.name, said(thugs), thugs.side) == (3, "thugs", {"hp": 12}, "pc")
    assert (dog.count, dog.name, dog.said) == (2, "dogs", ())


def test_two_of_a_kind_of_gear_are_no_number() -> None:
    """`pistol` is also the name of a skill: a number in front of it does not set that skill."""
    assert (one("Thug 2 pistol").said, one("Thug 2 pistol").gear) == ((), (("Pistol", 2),))
    assert (said(one("Thug pistol 2")), one("Thug pistol 2").gear) == ({"skills.pistol": 2}, ())


def test_a_place_is_known_in_any_spelling_and_else_belongs_to_the_name() -> None:
    assert [(entry.name, entry.place) for entry in read("Zed in SHOP, 2 dogs in back-room")] == [
        ("Zed", "Shop"),
        ("dogs", "Back room"),
    ]
    assert one("Man in Black").name == "Man in Black"


def test_a_known_name_keeps_its_commas_and_a_quoted_name_all_of_its_words() -> None:
    entry, dog = read("Red, White hidden, dog")
    assert (entry.name, entry.is_hidden, dog.name) == ("Red, White", True, "dog")
    assert told('Jack "Ace" Miller pc, con "d"?') == [
        (1, 'Jack "Ace" Miller', "pc", False),
        (1, 'con "d"?', "", False),
    ]
    assert told('"Agent 7, the Pistol" pc, “Ada hp 3”') == [
        (1, "Agent 7, the Pistol", "pc", False),
        (1, "Ada hp 3", "", False),
    ]


def test_signs_that_nobody_sees_are_no_part_of_a_name() -> None:
    assert one("Ze\u202ed pc").name == "Zed"


# ----------------------------------------------------------------------------------------------------- what is unclear


def test_two_sides_and_a_side_alone_are_problems() -> None:
    for text in ("Zed pc npc", "Zed pc, npc", "pc", "hidden", "Zed\npc", "7", "0 dogs", "101 dogs", "12 hp"):
        assert any(entry.problem for entry in read(text)), text
    assert "has no name" in one("12 hp").problem


@pytest.mark.parametrize(
    ("text", "words", "help"),
    [
        ("Teo pc knife", ["knife"], "There is 10 mm pistol, Iron fist, Pistol."),
        ("Teo pc pistl", ["pistl"], "Did you mean Pistol"),
        ("2 dogs hidden growling fast", ["growling fast"], "not understood"),
        ("Thug hp 12 fire arms", ["fire arms"], "needs a number"),
        ("Thug pc 7", ["7"], "which number"),
        ("Agent 7 pc", ["7"], "quotes"),
        ("Teo fier arms 4 pistol", ["fier arms"], "Did you mean Fire arms?"),
        ("Teo pc juggling 3 hp 12", ["juggling 3"], "skill juggling 3"),
        ("Teo hp 100", ["hp 100"], "at most 99"),
        ("Zed, pc, Fierams 4", ["Fierams 4"], "Fire arms"),
        ("Zed pc, pistoll", ["pistoll"], "Pistol"),
        ("Zed pc flarb hp 3 glorb", ["flarb", "glorb"], "not understood"),
    ],
)
def test_only_the_words_that_are_not_understood_are_marked(text: str, words: list[str], help: str) -> None:
    assert marked(text) == words
    assert help in " ".join(entry.problem for entry in read(text))


def test_a_hero_never_becomes_somebody_else() -> None:
    """A word that nobody understands is marked; the hero stays. An opponent's name may begin a longer one."""
    for text in ("Ada flarb", "flarb Ada pc", "Ada pc smal guns 4", "Ada the Second"):
        entry = one(text)
        assert (entry.name, entry.is_known) == ("Ada", True), text
        assert entry.unclear, text
    assert "in quotes" in one("Ada the Second").problem
    assert not one('"Ada the Second"').problem
    captain = one("Raider captain")
    assert (captain.name, captain.is_known, captain.problem) == ("Raider captain", False, "")
    assert (one("Raider pistl").name, marked("Raider pistl")) == ("Raider", ["pistl"])


def test_a_number_that_may_be_two_names_lists_them() -> None:
    names = RULESETS["zerospace"].names
    (entry,) = typed_entries("Bruno hea 4", Vocabulary(names))
    assert "Health or" in entry.problem
    assert marked("Bruno hea 4", Vocabulary(names)) == ["hea 4"]


# ------------------------------------------------------------------------------------- what is perhaps meant otherwise


def doubted(text: str, known: Vocabulary = KNOWN) -> list[tuple[str, str]]:
    """Return the words of a text that are perhaps meant otherwise, each with the sentence about them."""
    found = typed_entries(text, known, PLACES)
    return [(text[one.start : one.end], one.sentence) for entry in found for one in entry.doubts]


@pytest.mark.parametrize(
    ("text", "words", "help"),
    [
        ("Bo hp 12, fists", "fists", "becomes a combatant. For gear of Bo, write “Iron fist”."),
        ("Bo hp 12, big fist", "fist", "“big fist” is taken as the name. For gear, write “Iron fist”."),
        ("Bo hp 12, laser", "laser", "becomes a combatant. Gear of Bo must be in the library first."),
        ("Bo hp 12, 2 fists", "2 fists", "become combatants. For gear of Bo, write “Iron fist”."),
        ("Bo pistoll", "pistoll", "“Bo pistoll” is taken as the name. For gear, write “Pistol”"),
        ("pistol", "pistol", "becomes a combatant. Gear stands behind a name, as in “Ada pistol”."),
    ],
)
def test_gear_that_becomes_a_combatant_is_told_with_how_gear_is_written(text: str, words: str, help: str) -> None:
    """It is used as it is typed: a comma stands between combatants, and a name may be any words."""
    ((doubt, sentence),) = doubted(text)
    assert doubt == words
    assert help in sentence
    assert not marked(text)


def test_what_is_plainly_a_combatant_is_not_doubted() -> None:
    assert not doubted("3 thugs, Zed, Ada, sniper npc, 2 wolves, dog hp 3, “pistol”")
    assert [sentence for _, sentence in doubted("Bo, laser, rope")] == [
        "“laser” becomes a combatant. Gear of Bo must be in the library first.",
        "“rope” becomes a combatant. Gear of Bo must be in the library first.",
    ]


def test_numbers_and_gear_without_a_name_are_those_of_nobody() -> None:
    for text in ("fire arms 4 10 mm pistol", "hp 3 pistol hidden"):
        (entry,) = read(text)
        assert "has no name" in entry.problem, text
    assert (one("10 mm pistol hp 3").name, one("10 mm pistol hp 3").count) == ("10 mm pistol", 1)
    assert (one("hp 3 Zed pistol").name, one("hp 3 Zed pistol").gear) == ("Zed", (("Pistol", 1),))


@pytest.mark.parametrize(
    ("game", "text", "most"),
    [
        ("zamani", "Quint dex 60", 20),
        ("zamani", "Quint sword 150%", 20),
        ("wasteland", "Quint agility 15", 14),
        ("zerospace", "Quint brawn 12", 10),
        ("zerospace", "Quint ranged combat 12", 10),
        ("kalos", "Quint melee 12", 10),
        ("effort", "Quint dexterity 12", 9),
        ("effort", "Quint climb 12", 9),
    ],
)
def test_a_number_beyond_the_use_of_the_game_is_taken_and_told(game: str, text: str, most: int) -> None:
    known = Vocabulary(RULESETS[game].names)
    ((words, sentence),) = doubted(text, known)
    assert words == text.removeprefix("Quint ")
    assert f"is more than {most}: " in sentence
    assert not marked(text, known)


@pytest.mark.parametrize("text", ["Quint dex 20 sword 20", "Quint sword 65", "Quint hp 500"])
def test_a_number_within_the_use_of_the_game_is_not_doubted(text: str) -> None:
    assert not doubted(text, Vocabulary(RULESETS["zamani"].names))


# ------------------------------------------------------------------------------------------------- the games' own words


_WORDS_OF_GAMES: tuple[tuple[str, str, dict[str, object], list[str]], ...] = (
    (
        "wasteland",
        "Sparrow luck 3 agility 8 small guns 4 hunting rifle",
        {"luck": 3, "agility": 8, "skills": {"small_guns": 4}},
        ["Hunting rifle"],
    ),
    (
        "wasteland",
        "Sparrow PER 7 small_guns 4 tag",
        {"perception": 7, "skills": {"small_guns": 4}, "tags": ["small_guns"]},
        [],
    ),
    ("wasteland", "Sparrow tag Small-Guns tag survival", {"tags": ["small_guns", "survival"]}, []),
    (
        "wasteland",
        "Sparrow tag speech 2 melee 4 tag unarmed 3 tyre iron",
        {"skills": {"speech": 2, "melee_weapons": 4, "unarmed": 3}, "tags": ["speech", "melee_weapons"]},
        ["Tyre iron"],
    ),
    (
        "wasteland",
        "Sparrow agility 8 perk gun nut perk Toughness hp 12 hunting rifle",
        {"agility": 8, "perks": ["gun nut", "Toughness"], "hp_max": 12},
        ["Hunting rifle"],
    ),
    (
        "wasteland",
        "Ghoul immune radiation skill basket weaving 2",
        {"immune": ["radiation"], "skills": {"basket_weaving": 2}},
        [],
    ),
    (
        "zerospace",
        "Kid hand-to-hand combat 3 RC 2 pow 4 gift iron fists pistol",
        {"skills": {"hand_to_hand_combat": 3, "ranged_combat": 2}, "power_level": 4, "gifts": ["Iron Fists"]},
        ["Pistol"],
    ),
    ("zerospace", "Kid str 3 agi 4", {"brawn": 3, "agility": 4}, []),
    (
        "zerospace",
        "Kid flight 40 power Laser eyes",
        {"powers": [{"name": "Flight", "kind": "movement", "metres": 40}, {"name": "Laser eyes"}]},
        [],
    ),
    (
        "kalos",
        "Bo self-control 3 melee 4 fly 12 power Strike 4",
        {
            "skills": {"self_control": 3, "hand_to_hand_combat": 4},
            "movements": [{"mode": "fly", "base_m": 12}],
            "powers": [{"name": "Strike", "level": 4}],
        },
        [],
    ),
    (
        "zamani",
        "Alric sword 12 shield 10 dex 8 sword shield",
        {"skills": {"sword": 12, "shield": 10}, "dexterity": 8},
        ["Sword", "Shield"],
    ),
    (
        "zamani",
        "Alric percent 60 attribute strength 7",
        {"given": {"percent": 60}, "attributes": {"strength": 7}},
        [],
    ),
    (
        "effort",
        "Vik defense 8 speed 9 climb 2 perk Quick hands 1",
        {
            "defence": 8,
            "speed_max": 9,
            "skills": {"climbing": 2},
            "action_sources": [{"name": "Quick hands", "amount": 1}],
        },
        [],
    ),
)


@pytest.mark.parametrize(("game", "text", "sheet", "gear"), _WORDS_OF_GAMES)
def test_each_game_has_its_own_words(game: str, text: str, sheet: dict[str, object], gear: list[str]) -> None:
    ruleset = RULESETS[game]
    library = load_library(ruleset, content_files(game))
    (entry,) = typed_entries(text, vocabulary_of(library, library.combatants.values()))
    assert entry.problem == ""
    assert entry.name == text.split(maxsplit=1)[0]
    assert with_said(ruleset.names, {}, entry.said) == sheet
    assert [name for name, _ in entry.gear] == gear


@pytest.mark.rule("ZM-GEN-05")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Alric sword 13", "Sword 13 (65 %)"),
        ("Alric skill basket weaving 65", "Basket weaving 13 (65 %)"),
        ("Alric percent 65", "Percent 65"),
        ("Alric dexterity 8", "Dexterity 8"),
    ],
)
def test_the_preview_of_zamani_says_what_ranks_are_in_percent(text: str, words: str) -> None:
    """A skill is typed in ranks and rolled in per cent: 65 ranks would be 325 %, so it is 65 %."""
    (entry,) = typed_entries(text, Vocabulary(RULESETS["zamani"].names))
    assert entry.said_words == (words,)


@pytest.mark.parametrize("game", RULESETS)
def test_every_name_and_short_form_can_be_typed(game: str) -> None:
    """Each name that takes a number by itself is understood by title, id and short form, behind a newcomer's name."""
    ruleset = RULESETS[game]
    known = Vocabulary(ruleset.names)
    for found in ruleset.names:
        if found.is_taken or found.part.needs_title or not ruleset.names.takes_number(found):
            continue
        declared = any(name.id == found.name.id for part in ruleset.sheet_parts for name in part.names)
        for words in (found.name.id, found.name.title, *found.name.short) if declared else ():
            if "," in words or any(map(str.isdigit, words)):
                continue
            (entry,) = typed_entries(f"Quint pc {words} 3", known)
            assert entry.problem == "", words
            assert said(entry) == {found.path: 3}, words


def test_what_is_typed_again_replaces_the_entry() -> None:
    names = RULESETS["zerospace"].names
    (entry,) = typed_entries("Kid flight 50 iron fists", Vocabulary(names))
    before = {"gifts": ["iron fists"], "powers": [{"name": "Flight", "kind": "movement", "metres": 20}]}
    after = with_said(names, before, entry.said)
    assert after == {"gifts": ["iron fists"], "powers": [{"name": "Flight", "kind": "movement", "metres": 50}]}


@pytest.mark.parametrize(
    ("many", "singular"),
    [
        ("raiders", "raider"), ("wolves", "wolf"), ("Dire wolves", "Dire wolf"), ("thieves", "thief"),
        ("knives", "knife"), ("braves", "brave"), ("harpies", "harpy"), ("zombies", "zombie"), ("witches", "witch"),
        ("foxes", "fox"), ("bosses", "boss"), ("horses", "horse"), ("gunmen", "gunman"), ("mice", "mouse"),
        ("virus", "virus"), ("boss", "boss"), ("dog", "dog"), ("spies", "spy"), ("Os", "O"), ("", ""),
    ],
)  # fmt: skip
def test_the_plural_of_a_line_becomes_the_name_of_each(many: str, singular: str) -> None:
    assert in_the_singular(many) == singular


def test_gear_is_suggested_by_one_of_its_words() -> None:
    known = Vocabulary(gear=[("10 mm pistol", "a"), ("laser pistol", "b"), ("baton", "c")])
    (wrong,) = typed_entries("Teo pc pistol", known)
    assert "Did you mean 10 mm pistol or laser pistol?" in wrong.problem


# ------------------------------------------------------------------------------------------- one character on each line


def test_a_line_of_a_party_is_one_character_whatever_stands_behind_its_commas() -> None:
    typed = "Kid hp 9, fire bolt, pistol; npc\nBo, Ada"
    kid, bo = typed_entries(typed, KNOWN, one_per_line=True)
    assert (kid.name, kid.gear, kid.side, bo.name) == ("Kid", (("Pistol", 1),), "npc", "Bo")
    assert [typed[one.start : one.end] for one in (*kid.unclear, *bo.unclear)] == ["fire bolt", "Ada"]
    assert "line of its own" in kid.problem
    assert "“Ada” goes on a line of its own" in bo.problem


def test_a_known_skill_behind_a_comma_is_of_the_one_before() -> None:
    bo, arms = read("Bo, fire arms")
    assert (bo.name, arms.name) == ("Bo", "")
    assert "needs a number" in arms.problem


def test_gear_whose_name_begins_with_a_number_is_understood_behind_another_number() -> None:
    entry = one("Bo fire arms 4 10 mm pistol")
    assert said(entry) == {"fire_arms": 4}
    assert (entry.gear, entry.problem) == ((("10 mm pistol", 1),), "")


def test_unknown_words_before_the_name_of_a_hero_are_the_name_of_somebody_else() -> None:
    assert one("Old Ada hp 14").name == "Old Ada"
    assert one("Old Ada hp 14").problem == ""
    assert one("pistl Ada").name == "Ada"
    assert marked("pistl Ada") == ["pistl"]
