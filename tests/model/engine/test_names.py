"""The names that games know: declared once, found in any spelling, printed for those who write files."""

from __future__ import annotations

import msgspec
import pytest

from model.content.library import content_files, load_library
from model.engine.names import titled
from model.engine.ruleset import Ruleset
from model.rulesets import RULESETS
from model.scenarios.vocabulary import vocabulary
from model.state.folding import folded

each_game = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)


def path_of(game: str, words: str, *parts: str) -> str:
    """Return the path that words mean; `?` and the paths if they are ambiguous, empty if they mean nothing."""
    found = RULESETS[game].names.look_up(words, *parts).found
    return found[0].path if len(found) == 1 else "".join(f"?{one.path}" for one in found)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Small guns", "small_guns"),
        ("HAND-TO-HAND COMBAT", "hand to hand combat"),
        ("Défense", "defence"),
        ("armor", "Armour"),
        ("maneuver", "manoeuvre"),
        ("socialising", "socializing"),
        ("10mm", "10 mm"),
    ],
)
def test_spellings_of_one_name_are_the_same(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    ("game", "words", "path"),
    [
        ("zerospace", "melee", "skills.hand_to_hand_combat"),
        ("zerospace", "hand-to-hand combat", "skills.hand_to_hand_combat"),
        ("zerospace", "HtH", "skills.hand_to_hand_combat"),
        ("zerospace", "hand", "skills.hand_to_hand_combat"),
        ("zerospace", "AGI", "agility"),
        ("zerospace", "power", "power_level"),
        ("zerospace", "defense", "given.dv"),
        ("zerospace", "iron_fists", "gifts.Iron Fists"),
        ("kalos", "Self Control", "skills.self_control"),
        ("kalos", "flying", "movements.fly"),
        ("wasteland", "small guns", "skills.small_guns"),
        ("wasteland", "Small-Guns", "skills.small_guns"),
        ("wasteland", "PER", "perception"),
        ("wasteland", "luck", "luck"),
        ("wasteland", "TN", "given.test"),
        ("zamani", "hand to hand", "skills.brawling"),
        ("zamani", "percent", "given.percent"),
        ("zamani", "dex", "dexterity"),
        ("effort", "to hit", "attack"),
        ("effort", "armor", "armour"),
    ],
)
def test_names_are_found_by_id_title_and_short_form(game: str, words: str, path: str) -> None:
    assert path_of(game, words) == path


def test_a_part_has_names_of_its_own() -> None:
    assert path_of("wasteland", "small guns", "tags") == "tags.small_guns"
    assert path_of("wasteland", "agility", "skills") == ""
    assert path_of("zamani", "sword", "linked") == "linked.sword"


def test_what_is_ambiguous_has_candidates_and_what_is_wrong_a_suggestion() -> None:
    assert path_of("zerospace", "wal") == "walk_m"
    lookup = RULESETS["wasteland"].names.look_up("smal gusn")
    assert not lookup.found
    assert lookup.near[0].path == "skills.small_guns"
    several = RULESETS["zerospace"].names.look_up("dv m")
    assert {one.path for one in several.found} == {"given.dv_melee", "given.dv_mental"}
    assert several.one is None


@each_game
def test_every_name_is_found_by_each_of_its_words(ruleset: Ruleset) -> None:
    """No short form hides another name: each leads to its own name alone, wherever names of the same part count."""
    for one in ruleset.names:
        if all(name.id != one.name.id for part in ruleset.sheet_parts for name in part.names):
            continue
        for words in (one.name.title, *one.name.short):
            assert one in ruleset.names.look_up(words, one.part.path).found, (words, one.path)
        for words in () if one.is_taken or one.part.needs_title else one.name.short:
            assert ruleset.names.look_up(words).found[0] == one, (words, one.path)


@each_game
def test_declared_names_are_those_of_the_sheet(ruleset: Ruleset) -> None:
    fields = {one.name for one in msgspec.structs.fields(ruleset.sheet)}
    for part in ruleset.sheet_parts:
        assert not part.path or part.path in fields
        assert ruleset.names.kind(part.path)
    known = {one.path for one in ruleset.names if one.part.path == ""}
    declared = {name.id for part in ruleset.sheet_parts if not part.path for name in part.names}
    assert declared <= known
    for id in declared:
        value: object = ruleset.sheet()
        for key in id.split("."):
            assert hasattr(value, key), id
            value = getattr(value, key)


@each_game
def test_skills_of_the_content_are_known_or_free(ruleset: Ruleset) -> None:
    """A skill that a creature of the content has can be typed for a newcomer as well."""
    library = load_library(ruleset, content_files(ruleset.id))
    skills = {skill for one in library.combatants.values() for skill in one.sheet.get("skills", {})}
    (part,) = [part for part in ruleset.sheet_parts if part.path == "skills"]
    assert part.is_free
    unknown = {skill for skill in skills if ruleset.names.look_up(skill, "skills").one is None}
    assert not unknown


@each_game
def test_the_names_are_printed_with_the_vocabulary(ruleset: Ruleset) -> None:
    printed = vocabulary(ruleset, load_library(ruleset, content_files(ruleset.id)), "names")
    for part in ruleset.sheet_parts:
        for name in part.names:
            assert name.id in printed
            assert all(short in printed for short in name.short[:1])


def test_a_title_is_made_from_the_id() -> None:
    assert titled("small_guns") == "Small Guns"
    assert titled("given.dv_melee") == "Dv Melee"
