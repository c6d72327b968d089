"""What is typed for a newcomer is what rolls: each attribute and skill of each game, by the arithmetic of its chapter.

The newcomers are players' characters and opponents, made up at the table or taken from the content, and typed by title,
id or short form. The expected numbers are the chapters' formulas with the typed numbers put in.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from model.campaign import edited_character
from model.content.library import Library, content_files, load_library
from model.content.newcomers import fields_of_unknown, item_of, vocabulary_of, with_typed
from model.content.typed import Vocabulary
from model.content.typed_lines import typed_entries
from model.engine.calls import Call
from model.engine.names import Found
from model.engine.odds import weigh
from model.engine.run import Done, run
from model.rulesets import RULESETS
from model.rulesets.effort.attack import defence_value as effort_defence
from model.rulesets.effort.order import initiative_value
from model.rulesets.kalos.checks import attack_value as kalos_attack
from model.rulesets.kalos.checks import defence_value as kalos_defence
from model.rulesets.kalos.checks import skill_value
from model.rulesets.wasteland import checks as wasteland
from model.rulesets.wasteland import values as wasteland_values
from model.rulesets.wasteland.skill_tests import ATTRIBUTES as WASTELAND_ATTRIBUTES
from model.rulesets.wasteland.skill_tests import SKILLS as WASTELAND_SKILLS
from model.rulesets.zamani.attack import attack_percentage
from model.rulesets.zamani.checks import attribute_percentage, skill_percentage
from model.rulesets.zamani.initiative import initiative_of
from model.rulesets.zerospace.checks import attack_value as zerospace_attack
from model.rulesets.zerospace.checks import defence_value as zerospace_defence
from model.rulesets.zerospace.checks import task_value
from model.rulesets.zerospace.sheet import ATTRIBUTES as ZEROSPACE_ATTRIBUTES
from model.state.base import Id
from model.state.battle import AnyBattle, Battle

WHO = ("Quint pc", "Quint", "3 quints npc")
"""Somebody made up at the table: a player's character, an opponent, several of a kind."""


@cache
def content(game: str) -> tuple[Library, Vocabulary]:
    ruleset = RULESETS[game]
    library = load_library(ruleset, content_files(game))
    return library, vocabulary_of(library, library.combatants.values())


def typed(game: str, *lines: str) -> tuple[AnyBattle, list[Id]]:
    """Return a battle with the combatants that lines add, and the first combatant of each line."""
    library, known = content(game)
    battle: AnyBattle = Battle(ruleset=game, shared=library.ruleset.shared())
    came = []
    for line in lines:
        (entry,) = typed_entries(line, known)
        assert not entry.problem, entry.problem
        template = next((one for one in library.combatants.values() if entry.is_known and one.name == entry.name), None)
        if template is None:
            options = fields_of_unknown(library, entry)
        else:
            items = [item_of(library, table) for table in template.items]
            kept = {"name": template.name, "side": template.side, "sheet": dict(template.sheet), "items": items}
            options = with_typed(library, kept, entry)
        options |= {"count": entry.count} | ({"side": entry.side} if entry.side else {})
        before = set(battle.combatants)
        outcome = run(library.ruleset, battle, Call(action="add_combatant", options=options))
        assert isinstance(outcome, Done)
        battle = outcome.battle
        came.append(next(id for id in battle.combatants if id not in before))
    return battle, came


def known_one(game: str) -> str:
    """Return the name of an opponent in the content."""
    return next(one.name for one in content(game)[0].combatants.values() if one.side == "npc")


def everybody(game: str) -> tuple[str, ...]:
    hero = next(one.name for one in content(game)[0].combatants.values() if one.side == "pc")
    return (*WHO, known_one(game), hero)


def spellings(game: str, path: str) -> Iterator[str]:
    """Yield how a name may be typed: its title, its id, and its first short form."""
    found: Found = next(one for one in RULESETS[game].names if one.path == path)
    yield from dict.fromkeys((found.name.title, found.name.id, *found.name.short[:1]))


def cases(game: str, attributes: tuple[str, ...], skills: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """Yield lines for everybody with each attribute and skill, in turn by title, id and short form."""
    for attribute in attributes:
        for skill in skills:
            names = zip(spellings(game, attribute), spellings(game, f"skills.{skill}"), strict=False)
            for one, other in names:
                yield attribute, skill, f"{one} 7 {other} 3"


# ----------------------------------------------------------------------------------------------------------- wasteland


@pytest.mark.rule("WL-TEST-01", "WL-ATK-02")
def test_wasteland_tests_are_attribute_plus_skill() -> None:
    """The target number of every test is attribute + skill: 7 + 3 = 10, whoever it is."""
    for attribute, skill, words in cases("wasteland", WASTELAND_ATTRIBUTES, WASTELAND_SKILLS):
        lines = everybody("wasteland") if (attribute, skill) == ("agility", "small_guns") else WHO[:2]
        battle, came = typed("wasteland", *(f"{who} {words}" for who in lines))
        for who in came:
            assert wasteland.target_number(battle, who, (attribute, skill)).total == 7 + 3, words


@pytest.mark.rule("WL-STAT-01", "WL-STAT-02", "WL-STAT-03")
def test_in_wasteland_what_follows_from_attributes_follows_from_the_typed_ones() -> None:
    """PER 8 + AGI 9 = initiative 17; Defense 2 from AGI 9; END 7 + LCK 3 = 10 HP; a typed total stays as typed."""
    battle, (sparrow, brick) = typed(
        "wasteland", "Sparrow pc per 8 agi 9 end 7 luck 3", "Brick pc agi 9 hp 21 defense 1 init 4"
    )
    values = [wasteland_values.initiative, wasteland_values.defense, wasteland_values.hp_max]
    assert [value(battle, sparrow).total for value in values] == [8 + 9, 2, 7 + 3]
    assert [value(battle, brick).total for value in values] == [4, 1, 21]


@pytest.mark.rule("WL-TEST-01", "WL-TEST-02")
def test_in_wasteland_the_attack_itself_is_rolled_against_the_typed_numbers() -> None:
    """AGI 9 + Small Guns 4: each d20 up to 13 is a success, and a 1, so one of two dice needs 13 of 20 faces."""
    battle, (sparrow, thug) = typed("wasteland", "Sparrow pc agi 9 small guns 4 10mm pistol", "Thug")
    odds = weigh(RULESETS["wasteland"], battle, Call(action="attack", actor=sparrow, targets=(thug,)))
    assert odds.chance(thug, "hit") == 1 - Fraction(7, 20) ** 2
    # A tag skill is stored as the skill, however it is typed: a die up to the rating counts as two successes.
    tagged, (sparrow,) = typed("wasteland", "Sparrow pc agi 9 Small-Guns 4 tag")
    assert tagged.combatants[sparrow].sheet.tags == ("small_guns",)
    assert wasteland.successes_of(tagged, sparrow, "small_guns", 13)[:14] == (2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0)


@pytest.mark.rule("WL-MIS-05")
def test_in_wasteland_only_a_typed_total_is_a_total() -> None:
    battle, (thug, plain) = typed("wasteland", "Thug test 12 agi 9 small guns 4", "Plain thug")
    assert wasteland.target_number(battle, thug, ("agility", "small_guns")).total == 12
    assert battle.combatants[plain].sheet.given == {}
    # A skill that is changed on the sheet later counts: 5 + 6 instead of 5 + 4.
    assert wasteland.target_number(battle, plain, ("agility", "small_guns")).total == 9
    call = Call(action="edit", targets=(plain,), options={"path": "sheet.skills.small_guns", "value": 6})
    outcome = run(RULESETS["wasteland"], battle, call)
    assert isinstance(outcome, Done)
    assert wasteland.target_number(outcome.battle, plain, ("agility", "small_guns")).total == 11


def test_skills_typed_for_a_hero_are_all_skills_of_the_hero() -> None:
    """An opponent keeps those of the archetype besides: it can still use any weapon."""
    battle, (hero, thug) = typed("wasteland", "Sparrow pc small guns 4 speech 2", "Thug small guns 5")
    assert battle.combatants[hero].sheet.skills == {"small_guns": 4, "speech": 2}
    assert battle.combatants[thug].sheet.skills["small_guns"] == 5
    assert battle.combatants[thug].sheet.skills["melee_weapons"] == 4


# ----------------------------------------------------------------------------------------------------------- zerospace


@pytest.mark.rule("ZS-ROLL-02", "ZS-OPP-01", "ZS-ATK-03")
def test_zerospace_rolls_attribute_plus_skill() -> None:
    """Every task adds attribute + skill to the dice: 7 + 3 = 10."""
    skills = tuple(one.id for one in RULESETS["zerospace"].names.entries("skills"))
    for attribute, skill, words in cases("zerospace", ZEROSPACE_ATTRIBUTES, skills):
        battle, came = typed("zerospace", *(f"{who} {words}" for who in WHO[:2]))
        for who in came:
            assert task_value(battle, who, attribute, skill).total == 7 + 3, words


@pytest.mark.rule("ZS-ATK-03", "ZS-OPP-01")
@pytest.mark.parametrize(
    ("kind", "attribute", "skill"),
    [("ranged", "AGI", "ranged"), ("melee", "brawn", "melee"), ("mental", "presence", "mental combat")],
)
def test_zerospace_attacks_and_defends_with_the_typed_numbers(kind: Any, attribute: str, skill: str) -> None:
    """AV = attribute + skill = 10 without equipment, DV = 8 + attribute + skill = 18, for everybody."""
    battle, came = typed("zerospace", *(f"{who} {attribute} 7 {skill} 3" for who in everybody("zerospace")))
    for who in came:
        assert zerospace_attack(battle, who, kind).total == 7 + 3
        # A weapon in hand counts for the defence in melee; the made-up ones have none.
        if kind != "melee" or battle.items_of(who) == ():
            assert zerospace_defence(battle, who, kind).total == 8 + 7 + 3


@pytest.mark.rule("ZS-ROLL-02")
def test_in_zerospace_a_typed_total_counts_instead_of_its_parts() -> None:
    battle, (thug,) = typed("zerospace", "Thug av 5 defense 14 agility 9")
    assert zerospace_attack(battle, thug, "ranged").total == 5
    assert zerospace_defence(battle, thug, "ranged").total == 14


@pytest.mark.rule("ZS-ROLL-03", "ZS-ROLL-04")
def test_in_zerospace_the_attack_itself_adds_the_typed_numbers() -> None:
    """2d6 + AGI 4 + Ranged 3 + pistol 2 = 2d6 + 9 against DV 8 + 3 + 2 = 13: hits with 4 or more, 33 of 36."""
    battle, (kid, thug) = typed("zerospace", "Kid pc agility 4 ranged 3 pistol", "Thug agi 3 ranged combat 2")
    odds = weigh(RULESETS["zerospace"], battle, Call(action="attack", actor=kid, targets=(thug,)))
    assert odds.chance(thug, "hit") == Fraction(33, 36)


# --------------------------------------------------------------------------------------------------------------- kalos


@pytest.mark.rule("KM-ROLL-01", "KM-ATK-02", "KM-OPP-01")
def test_kalos_rolls_the_typed_skill() -> None:
    """Every roll adds the skill, 3; in the three combat skills the DV is 7 + 3 = 10."""
    kinds: dict[str, Any] = {"ranged_combat": "ranged", "hand_to_hand_combat": "melee", "mental_combat": "mental"}
    for name in RULESETS["kalos"].names.entries("skills"):
        for words in spellings("kalos", f"skills.{name.id}"):
            battle, came = typed("kalos", *(f"{who} {words} 3" for who in everybody("kalos")))
            for who in came:
                assert skill_value(battle, who, name.id).total == 3, words
                if kind := kinds.get(name.id):
                    assert kalos_attack(battle, who, kind).total == 3
                    worn = any(item.gear.dv_bonus for item in battle.items_of(who))
                    assert worn or kalos_defence(battle, who, kind).total == 7 + 3


# -------------------------------------------------------------------------------------------------------------- zamani


@pytest.mark.rule("ZM-GEN-05", "ZM-ATK-02")
def test_zamani_skills_are_five_times_the_typed_ranks() -> None:
    """11 ranks are 55 %, for a roll and for an attack with a weapon of the skill."""
    library, _ = content("zamani")
    weapons = {one.gear.get("skill"): one.name for one in library.items.values() if one.gear.get("skill")}
    for name in RULESETS["zamani"].names.entries("skills"):
        for words in spellings("zamani", f"skills.{name.id}"):
            gear = weapons.get(name.id, "")
            lines = [f"{who} {words} 11 {gear}" for who in everybody("zamani")[:4]]
            battle, came = typed("zamani", *lines)
            for who in came:
                assert skill_percentage(battle, who, name.id).total == 5 * 11, words
                weapon = next((item for item in battle.items_of(who) if item.name == gear), None)
                if weapon is not None:
                    call = Call(action="attack", actor=who, item=weapon.id)
                    assert attack_percentage(battle, call).total == 5 * 11, words


@pytest.mark.rule("ZM-GEN-05", "ZM-INIT-02")
@pytest.mark.parametrize("attribute", ["dexterity", "fitness", "spirit", "creativity"])
def test_zamani_attributes_are_five_times_the_typed_ranks(attribute: str) -> None:
    for words in spellings("zamani", attribute):
        battle, came = typed("zamani", *(f"{who} {words} 9" for who in everybody("zamani")))
        for who in came:
            assert attribute_percentage(battle, who, attribute).total == 5 * 9
            if attribute == "dexterity":
                bonus = battle.combatants[who].sheet.initiative_bonus
                assert initiative_of(battle, who).total == 9 + bonus


@pytest.mark.rule("ZM-ATK-02", "ZM-MIS-05")
def test_in_zamani_a_bare_name_can_attack_until_skills_are_typed() -> None:
    """A standard combatant attacks with 45 %, one with Sword 12 with 60 %; a typed percentage is a total."""
    battle, came = typed("zamani", "Guard sword", "Alric sword 12 sword", "Bruno percent 70 sword 12 sword")
    percent = [attack_percentage(battle, Call(action="attack", actor=who)).total for who in came]
    assert percent == [45, 60, 70]


# -------------------------------------------------------------------------------------------------------------- effort


@pytest.mark.rule("SE-MIS-01", "SE-INIT-01")
def test_effort_rolls_the_typed_modifiers() -> None:
    """Attack 4 against defence 8: 1d10 + 4 reaches 8 with 4 or more, 7 of 10; initiative adds Dexterity 3."""
    lines = ("Vik pc to hit 4 dex 3", "Thug atk 4 dexterity 3")
    battle, (vik, thug, target) = typed("effort", *lines, "Target defense 8")
    assert effort_defence(battle, target).total == 8
    for who in (vik, thug):
        assert initiative_value(battle, who).total == 3
        call = Call(action="attack", actor=who, targets=(target,))
        odds = weigh(RULESETS["effort"], battle, call)
        assert odds.chance(target, "hit") == Fraction(7, 10)


@pytest.mark.rule("SE-MIS-05")
def test_effort_checks_add_the_typed_skill() -> None:
    """Each skill at 3 against 7: 1d10 + 3 reaches it with 4 or more, 7 of 10, however the skill is written."""
    for name in RULESETS["effort"].names.entries("skills"):
        for words in spellings("effort", f"skills.{name.id}"):
            battle, came = typed("effort", *(f"{who} {words} 3" for who in everybody("effort")[:4]))
            for who in came:
                options = {"skill": name.title, "against": 7}
                odds = weigh(RULESETS["effort"], battle, Call(action="skill_check", actor=who, options=options))
                assert odds.chance(who, "success") == Fraction(7, 10), words


# ---------------------------------------------------------------------------------------------- percentages, known gear


@pytest.mark.rule("ZM-GEN-03", "ZM-GEN-05")
def test_a_zamani_skill_that_is_typed_as_a_percentage_rolls_that_percentage() -> None:
    """A rank is 5 %: 65 % are 13 ranks. With Creativity 10 (50 %) a linked skill needs 3 of its own for 65 %."""
    for words in ("sword 65", "sword 65%", "sword 65 %", "65% sword", "sword=65%"):
        battle, (who,) = typed("zamani", f"Quint pc {words}")
        assert battle.combatants[who].sheet.skills["sword"] == 13, words
    _, known = content("zamani")
    (entry,) = typed_entries("Quint sword 65 bow 12", known)
    assert entry.said_words == ("Sword 13 (65 %)", "Bow 12 (60 %)")
    (wrong,) = typed_entries("Quint sword 64%", known)
    assert "write 60% or 65%" in wrong.problem
    caster = next(one.name for one in content("zamani")[0].combatants.values() if "linked" in one.sheet)
    battle, (who,) = typed("zamani", f"{caster} casting 65% creativity 10")
    assert battle.combatants[who].sheet.skills["casting"] == 3


@pytest.mark.parametrize("game", RULESETS)
def test_gear_that_a_known_combatant_carries_is_not_added_again(game: str) -> None:
    library, known = content(game)
    for one in library.combatants.values():
        carried = [item_of(library, table) for table in one.items if table.get("template")]
        if not carried:
            continue
        name = library.items[carried[0]["template"]].name
        with_it, usual = typed(game, f"{one.name} {name}")[0], typed(game, one.name)[0]
        assert len(with_it.items) == len(usual.items), (one.name, name)
        (entry,) = typed_entries(f"{one.name} {name}", known)
        character = edited_character(library, entry, None)
        assert character.items == one.items


@pytest.mark.rule("WL-STAT-02")
@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("Brick end 9", 9 + 5),
        ("Brick end 9 lck 7", 9 + 7),
        ("Brick strength 10", 8 + 5),
        ("Brick end 9 hp 13", 13),
        ("Raider end 6", 7),
    ],
)
def test_a_total_by_the_rules_follows_from_what_is_typed_for_somebody_of_the_library(line: str, points: int) -> None:
    """Brick's 13 are endurance 8 and luck 5; a raider's 7 are a number of its own; a typed total counts."""
    battle, (who,) = typed("wasteland", line)
    assert wasteland_values.hp_max(battle, who).total == points


@pytest.mark.parametrize(
    ("game", "line", "path", "said"),
    [
        ("wasteland", 'Quint perk "Night Person"', "perks", ["Night Person"]),
        ("wasteland", "Quint perk “Night Person”", "perks", ["Night Person"]),
        ("kalos", 'Quint gift "Night Person"', "gifts", ["Night Person"]),
        ("effort", 'Quint perk "Night Person"', "action_sources", [{"name": "Night Person"}]),
        ("zamani", 'Quint pc skill "Night Person" 30', "skills", {"night_person": 6}),
    ],
)
def test_the_quotes_around_a_free_name_are_no_part_of_it(game: str, line: str, path: str, said: object) -> None:
    library, known = content(game)
    (entry,) = typed_entries(line, known)
    assert fields_of_unknown(library, entry)["sheet"][path] == said
