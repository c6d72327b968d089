"""What completes a text in which combatants are typed."""

from __future__ import annotations

from functools import lru_cache

import pytest

from model.content.library import content_files, load_library
from model.content.newcomers import vocabulary_of
from model.content.typed import Vocabulary
from model.content.typed_completion import completion_of
from model.content.typed_lines import typed_entries
from model.rulesets import RULESETS

PLACES = ("Back room",)


@lru_cache
def known_to(game: str) -> Vocabulary:
    library = load_library(RULESETS[game], content_files(game))
    return vocabulary_of(library, library.combatants.values())


@pytest.mark.parametrize(
    ("game", "text", "word", "first"),
    [
        ("wasteland", "3 rai", "rai", "Raider"),
        ("wasteland", "Nora agility 8 small gu", "small gu", "Small Guns"),
        ("wasteland", "Nora  small  gu", "small  gu", "Small Guns"),
        ("wasteland", "Nora pc hunt", "hunt", "Hunting rifle"),
        ("wasteland", "Nora agility 8, 10 m", "10 m", "10 mm pistol"),
        ("wasteland", "Nora, 2 frag", "frag", "Fragmentation grenade"),
        ("wasteland", "Nora in ba", "ba", "Back room"),
        ("wasteland", "Ghoul immune po", "po", "Poison"),
        ("wasteland", "Nora pc\nBo perc", "perc", "Perception"),
        ("wasteland", "Nora hid", "hid", "hidden"),
        ("zerospace", "Kid ran", "ran", "Ranged Combat"),
        ("zerospace", "Kid gift iron", "iron", "Iron Fists"),
        ("zerospace", "Kid power fli", "fli", "Flight"),
        ("kalos", "Bo self-c", "self-c", "Self-Control"),
        ("zamani", "Alric fir", "fir", "first aid"),
        ("effort", "Vik clim", "clim", "Climbing"),
    ],
)
def test_names_skills_powers_gear_and_places_are_completed(game: str, text: str, word: str, first: str) -> None:
    found = completion_of(text, known_to(game), PLACES)
    assert (found.word, found.names[0]) == (word, first)


@pytest.mark.parametrize("text", ["", "sm", "Nora small guns", "Nora luck 4", "Nora luck 4 ", "Nora hp", "7"])
def test_what_is_complete_or_a_new_name_is_left_alone(text: str) -> None:
    assert completion_of(text, known_to("wasteland"), PLACES).names == ()


def test_the_line_of_a_party_has_its_name_behind_the_player_and_none_behind_a_comma() -> None:
    known = known_to("wasteland")
    assert completion_of("Mara: rai", known, one_per_line=True).names[:1] == ("Raider",)
    assert completion_of("Nora, rai", known, one_per_line=True).names == ()
    assert completion_of("Mara: Nora agility 8, small", known, one_per_line=True).names == ("Small Guns",)


@pytest.mark.parametrize("game", RULESETS)
def test_whatever_completes_is_understood(game: str) -> None:
    """Each title and each kind of gear, begun with its first three letters, completes to words of the grammar."""
    known = known_to(game)
    titles = [one.name.title for one in known.sheet if not (one.is_taken or one.part.needs_title)]
    for title in (*titles, *known.gear):
        found = completion_of(f"Quint pc {title[:3]}", known)
        for name in found.names if " " not in found.word else ():
            for typed in (f"Quint pc {name} 3", f"Quint pc {name}"):
                (entry,) = typed_entries(typed, known)
                if not entry.problem:
                    break
            assert not entry.problem, (title, name)
