"""A campaign folder: creating it, reading its valid files, taking it into a battle and writing changes back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.campaign import (
    Campaign,
    Difference,
    add_players,
    battles_of,
    campaign_of,
    change_of,
    differences,
    encounter_lines,
    first_battle,
    follow_sources,
    keep_call,
    lost_sources,
    make_campaign,
    owner_words,
    read_campaign,
    source_of,
    still_so,
    typed_players_problem,
    write_back_call,
)
from model.campaign.campaign import FILE, add_character, read_head, with_player, write_head
from model.campaign.characters import entry_of, plain, text_of
from model.content.library import CombatantEntry, Library, load_library, put_combatant
from model.content.problems import BadFile
from model.engine.calls import Call, Option
from model.engine.lasting import kept_effects, lasting_of, with_lasting
from model.engine.requests import Question
from model.engine.ruleset import Ruleset
from model.engine.run import Done, Due, run
from model.rulesets import RULESETS
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle, Battle, Combatant, Item, Source, Write
from model.state.effects import KeptEffect
from tests.support.arena import ARENA
from tests.support.edits import done
from tests.support.examples import at_most
from tests.support.states import states

GAMES = {"arena": ARENA, **RULESETS}
ANNA = CombatantEntry(
    id="anna", name="Anna", side="pc", sheet={"strength": 4, "health": 12}, items=({"name": "Axe", "damage": 3},)
)


def campaign(folder: Path, *entries: CombatantEntry, game: Ruleset = ARENA) -> Campaign:
    """Return a campaign with these characters; Mara plays the first one and, in the arena game, has two prayers."""
    made = make_campaign(folder, "Red Dust", game)
    found = read_campaign(made, GAMES)
    files = [add_character(found, entry) for entry in entries]
    if files:
        numbers = {"prayers": 2} if game is ARENA else {}
        write_head(made, with_player(found.head, "Mara", characters=[files[0].stem], **numbers))
    return read_campaign(made, GAMES)


def joined(from_: Campaign, battle: AnyBattle) -> AnyBattle:
    """Return the battle with the party added in the same way as the window adds it."""
    for one in from_.party:
        entry = plain(one.entry)
        items = [
            {"name": item["name"], "gear": {key: v for key, v in item.items() if key not in ("name", "where")}}
            | {"where": item.get("where", "hand")}
            for item in entry.get("items", ())
        ]
        kept = {key: entry[key] for key in ("name", "side", "sheet", "effects", "lasting", "notes") if key in entry}
        source, player = msgspec.to_builtins(source_of(one)), from_.player_of(one)
        battle = _added(from_.ruleset, battle, {**kept, "items": items, "source": source, "player": player})
    return battle


def _added(game: Ruleset, battle: AnyBattle, options: dict[str, Any]) -> AnyBattle:
    """Return the battle with a new combatant; questions that follow from its state get their default answer."""
    call = Call(action="add_combatant", options=options)
    while isinstance(outcome := run(game, battle, call), Due):
        question = outcome.request
        assert isinstance(question, Question)
        call = replace(call, answers=call.answers | {question.id: Option(option=question.default)})
    assert isinstance(outcome, Done), outcome
    return outcome.battle


def written(from_: Campaign, battle: AnyBattle, *taken: Difference) -> AnyBattle:
    """Return the battle after writing these differences, or all differences if none is given, to the campaign."""
    call = write_back_call(from_, battle, taken or differences(from_, battle))
    assert call is not None
    outcome = run(from_.ruleset, battle, call)
    assert isinstance(outcome, Done), outcome
    assert follow_sources(from_.folder, battle, outcome.battle) == ()
    return outcome.battle


def who(battle: AnyBattle, name: str) -> Combatant[Any]:
    return next(one for one in battle.combatants.values() if one.name == name)


# --------------------------------------------------------------------------------------------------- the folder


def test_a_new_campaign_is_a_folder_of_its_own_and_knows_its_battles(tmp_path: Path) -> None:
    first, second = (make_campaign(tmp_path, "Red Dust", ARENA) for _ in range(2))
    assert first != second
    assert {one.name for one in first.iterdir()} == {FILE, "characters", "library", "battles", "pictures"}
    battle = first / "battles" / "bridge.battle.toml"
    battle.write_text("")
    assert campaign_of(battle) == first
    assert campaign_of(tmp_path / "bridge.battle.toml") is None
    assert battles_of(first) == (battle,)


@pytest.mark.parametrize("name", ["a/b", "..", "日本語", "x" * 200, "  ", "CON", "Émile’s “best”"])
def test_any_name_makes_a_folder_inside_and_stays_the_name(tmp_path: Path, name: str) -> None:
    folder = make_campaign(tmp_path, name, ARENA)
    assert folder.parent == tmp_path
    assert read_campaign(folder, GAMES).name == (name.strip() or "Campaign")
    file = add_character(read_campaign(folder, GAMES), replace(ANNA, name=name.strip() or "x"))
    assert file.parent == folder / "characters"
    assert [one.entry.name for one in read_campaign(folder, GAMES).characters] == [name.strip() or "x"]


def test_a_broken_file_is_named_with_its_line_and_left_out(tmp_path: Path) -> None:
    found = campaign(tmp_path, ANNA, replace(ANNA, name="Bert"))
    (found.folder / "characters" / "bert.toml").write_text('format = 1\nruleset = "arena"\n[[combatant]\n')
    (found.folder / "library" / "mine.toml").write_text('format = 1\nruleset = "arena"\n[[item]]\nid = 3\n')
    again = read_campaign(found.folder, GAMES)
    assert [one.entry.name for one in again.characters] == ["Anna"]
    told = "\n".join(map(str, again.problems))
    assert "bert.toml" in told
    assert "line 3" in told
    assert "mine.toml" in told


def test_a_character_that_a_player_misses_is_told(tmp_path: Path) -> None:
    found = campaign(tmp_path, ANNA)
    found.characters[0].file.unlink()
    again = read_campaign(found.folder, GAMES)
    assert again.party == ()
    assert any("Mara" in problem.sentence and "anna" in problem.sentence for problem in again.problems)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("format = 1\nname = 3\nruleset = 'arena'\n", "name"),
        ("format = 1\nname = 'x'\nruleset = 'aren'\n", "Did you mean arena"),
        ("format = 9\nname = 'x'\nruleset = 'arena'\n", "newer"),
        ("format = 1\nname = 'x'\nruleset = 'arena'\n[house_rules]\nbonus = 77\n", "house_rules.bonus"),
        ("format = 1\nname = 'x'\nruleset = 'arena'\n[[player]]\nname = 'M'\nprayers = 'many'\n", "player[1].prayers"),
        ("format = 1\nname =", "line 2"),
    ],
)
def test_a_broken_head_says_what_and_where(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(BadFile) as error:
        read_head(tmp_path / FILE, GAMES)
    assert words in str(error.value)


# --------------------------------------------------------------------------------------------- taking and giving back


def test_a_battle_takes_house_rules_clock_players_and_party(tmp_path: Path) -> None:
    found = campaign(tmp_path, ANNA)
    write_head(found.folder, replace(found.head, clock=3600, house_rules={"bonus": 2}, players_see={"npc": "nothing"}))
    found = read_campaign(found.folder, GAMES)
    battle = joined(found, first_battle(found, "The bridge"))
    assert (battle.title, battle.clock, battle.settings) == ("The bridge", 3600, {"bonus": 2})
    assert battle.health_policy == {"npc": "nothing"}
    (mara,) = battle.players.values()
    assert (mara.name, mara.prayers) == ("Mara", 2)  # type: ignore[attr-defined]
    assert mara.characters == (who(battle, "Anna").id,)
    assert who(battle, "Anna").sheet.strength == 4
    assert differences(found, battle) == ()


def test_what_a_fight_changed_is_written_and_the_next_battle_begins_with_it(tmp_path: Path) -> None:
    found = campaign(tmp_path, ANNA)
    battle = joined(found, first_battle(found, "One"))
    anna = who(battle, "Anna").id
    battle = done(battle, "edit", anna, path="sheet.health", value=5)
    battle = done(battle, "set_condition", anna, condition="cursed")
    battle = done(battle, "give_item", anna, name="Rope", gear={"damage": 1})
    battle = done(battle, "set_resource", player=next(iter(battle.players)), resource="prayers", amount=1)
    battle = replace(battle, clock=60)
    told = {
        (one.path, one.before, tuple(sorted(one.now)) if isinstance(one.now, dict) else one.now)
        for one in differences(found, battle)
        if one.path[0] != "items"
    }
    assert told == {
        (("sheet", "health"), 12, 5),
        (("effects", "cursed", "1"), None, ("is_public", "kind")),
        (("prayers",), 2, 1),
        (("clock",), 0, 60),
    }
    battle = written(found, battle)
    again = read_campaign(found.folder, GAMES)
    assert differences(again, battle) == ()
    after = joined(again, first_battle(again, "Two"))
    anna = who(after, "Anna").id
    assert after.combatants[anna].sheet.health == 5
    assert [effect.kind for effect in after.combatants[anna].effects.values()] == ["cursed"]
    assert [item.name for item in after.items_of(anna)] == ["Axe", "Rope"]
    assert (after.clock, *(player.prayers for player in after.players.values())) == (60, 1)  # type: ignore[attr-defined]


def test_only_what_is_ticked_is_written(tmp_path: Path) -> None:
    found = campaign(tmp_path, ANNA)
    battle = joined(found, first_battle(found, "One"))
    anna = who(battle, "Anna").id
    battle = done(
        done(battle, "edit", anna, path="sheet.health", value=5), "edit", anna, path="sheet.strength", value=1
    )
    health = next(one for one in differences(found, battle) if one.path == ("sheet", "health"))
    battle = written(found, battle, health)
    (entry,) = (one.entry for one in read_campaign(found.folder, GAMES).characters)
    assert (entry.sheet["health"], entry.sheet["strength"]) == (5, 4)
    left = differences(read_campaign(found.folder, GAMES), battle)
    assert [one.path for one in left] == [("sheet", "strength")]


def test_newer_values_of_the_file_are_never_written_over(tmp_path: Path) -> None:
    found = campaign(tmp_path, ANNA)
    battle = joined(found, first_battle(found, "One"))
    battle = done(battle, "edit", who(battle, "Anna").id, path="sheet.health", value=5)
    file = found.characters[0].file
    file.write_text(file.read_text().replace("health = 12", "health = 19\narmour = 2"))
    (one,) = differences(read_campaign(found.folder, GAMES), battle)
    assert (one.before, one.now, one.in_file, one.is_newer) == (12, 5, 19, True)
    assert write_back_call(found, battle, [one]) is None
    battle = done(battle, "edit", who(battle, "Anna").id, path="sheet.strength", value=9)
    written(found, battle)
    (entry,) = (one.entry for one in read_campaign(found.folder, GAMES).characters)
    assert (entry.sheet["health"], entry.sheet["armour"], entry.sheet["strength"]) == (19, 2, 9)


def test_undo_brings_the_file_back_unless_it_was_changed_meanwhile(tmp_path: Path) -> None:
    found = campaign(tmp_path, ANNA)
    file = found.characters[0].file
    first = joined(found, first_battle(found, "One"))
    before = file.read_text()
    hurt = done(first, "edit", who(first, "Anna").id, path="sheet.health", value=5)
    after = written(found, hurt)
    changed = file.read_text()
    assert changed != before
    assert follow_sources(found.folder, after, hurt) == ()
    assert file.read_text() == before
    assert follow_sources(found.folder, hurt, after) == ()
    assert file.read_text() == changed
    twice = written(found, done(after, "edit", who(after, "Anna").id, path="sheet.health", value=3))
    assert follow_sources(found.folder, twice, hurt) == ()
    assert file.read_text() == before
    file.write_text(before + "# mine\n")
    (told,) = follow_sources(found.folder, hurt, after)
    assert "anna.toml" in told
    assert file.read_text() == before + "# mine\n"


def test_a_combatant_becomes_a_character_and_an_undo_takes_the_file_away(tmp_path: Path) -> None:
    found = campaign(tmp_path, ANNA)
    before = done(joined(found, first_battle(found, "One")), "add_combatant", name="Anna", side="ally")
    before = done(before, "add_combatant", name="Anna", side="ally")
    new = tuple(id for id in before.combatants if id not in before.sources)
    outcome = run(found.ruleset, before, keep_call(found, before, *new))
    assert isinstance(outcome, Done)
    assert follow_sources(found.folder, before, outcome.battle) == ()
    again = read_campaign(found.folder, GAMES)
    assert again.problems == ()
    assert [one.file.name for one in again.characters] == ["anna-2.toml", "anna-3.toml", "anna.toml"]
    assert differences(again, outcome.battle) == ()
    hurt = done(outcome.battle, "edit", new[0], path="sheet.health", value=3)
    assert [(one.who, one.now) for one in differences(again, hurt)] == [(new[0], 3)]
    gone = done(outcome.battle, "remove_combatant", new[0])
    assert follow_sources(found.folder, outcome.battle, gone) == ()
    assert len(read_campaign(found.folder, GAMES).characters) == 3
    assert follow_sources(found.folder, outcome.battle, before) == ()
    assert [one.file.name for one in read_campaign(found.folder, GAMES).characters] == ["anna.toml"]


def test_players_of_a_battle_who_are_new_and_their_characters_are_written_and_taken_back(tmp_path: Path) -> None:
    found = campaign(tmp_path, ANNA)
    before = done(joined(found, first_battle(found, "One")), "add_combatant", name="Rook", side="pc", player="Mara")
    rook = who(before, "Rook").id
    before = done(before, "start_evening", new={"Kim": [rook], "Lou": []})
    mara = next(one for one in before.players.values() if one.name == "Mara")
    before = replace(
        before, players=before.players | {mara.id: replace(mara, characters=mara.characters[:1], prayers=1)}
    )
    new = tuple(id for id in (*before.combatants, *before.players) if id not in before.sources)
    outcome = run(found.ruleset, before, keep_call(found, before, *new))
    assert isinstance(outcome, Done)
    head = found.folder / "campaign.toml"
    text = head.read_text()
    assert follow_sources(found.folder, before, outcome.battle) == ()
    again = read_campaign(found.folder, GAMES)
    players = {str(one["name"]): one for one in again.head.player}
    assert {name: one.get("characters") for name, one in players.items()} == {
        "Mara": ["anna"],
        "Kim": ["rook"],
        "Lou": [],
    }
    assert [one["seat"] for one in players.values()] == [1, 2, 3]
    # The next battle has them, and what else has changed of Mara is still to be written.
    assert [one.name for one in first_battle(again, "Two").players.values()] == ["Mara", "Kim", "Lou"]
    assert {(one.path, one.now) for one in differences(again, outcome.battle)} == {(("prayers",), 1)}
    assert follow_sources(found.folder, outcome.battle, before) == ()
    assert read_campaign(found.folder, GAMES).head == found.head
    assert text.count("[[player]]") == 1


def test_a_new_character_of_a_known_player_is_the_player_s_in_the_campaign_too(tmp_path: Path) -> None:
    found = campaign(tmp_path, ANNA)
    before = done(joined(found, first_battle(found, "One")), "add_combatant", name="Rook", side="pc", player="Mara")
    mara = next(one for one in before.players.values() if one.name == "Mara")
    before = replace(before, players=before.players | {mara.id: replace(mara, prayers=1)})
    also = write_back_call(found, before, differences(found, before))
    outcome = run(found.ruleset, before, keep_call(found, before, who(before, "Rook").id, also=also))
    assert isinstance(outcome, Done)
    assert follow_sources(found.folder, before, outcome.battle) == ()
    (written,) = read_campaign(found.folder, GAMES).head.player
    assert (written["characters"], written["prayers"]) == (["anna", "rook"], 1)
    assert differences(read_campaign(found.folder, GAMES), outcome.battle) == ()
    assert follow_sources(found.folder, outcome.battle, before) == ()
    (as_it_was,) = read_campaign(found.folder, GAMES).head.player
    assert (as_it_was["characters"], as_it_was["prayers"]) == (["anna"], 2)


def test_who_changes_hands_is_told_by_name(tmp_path: Path) -> None:
    found = campaign(tmp_path, ANNA)
    battle = joined(found, first_battle(found, "One"))
    battle = done(battle, "add_player", name="Kim", characters=[])
    mara, kim = battle.players.values()
    anna = who(battle, "Anna").id
    handed = {mara.id: replace(mara, characters=()), kim.id: replace(kim, characters=(anna,))}
    outcome = run(found.ruleset, battle := replace(battle, players=handed), keep_call(found, battle, kim.id))
    assert isinstance(outcome, Done)
    assert follow_sources(found.folder, battle, outcome.battle) == ()
    found = read_campaign(found.folder, GAMES)
    (one,) = differences(found, outcome.battle)
    change = change_of(found, outcome.battle, one)
    assert (one.who, change.title, change.words) == (mara.id, "Characters", "Anna → none")


def test_a_battle_from_before_characters_were_compared_leaves_them_alone(tmp_path: Path) -> None:
    found = campaign(tmp_path, ANNA)
    battle = joined(found, first_battle(found, "One"))
    mara = next(iter(battle.players.values()))
    old = replace(battle.sources[mara.id], taken="prayers = 2\nis_present = true\n")
    battle = replace(battle, sources=battle.sources | {mara.id: old})
    assert differences(found, battle) == ()


def test_a_battle_has_no_power_over_files_that_are_not_the_campaigns(tmp_path: Path) -> None:
    found = campaign(tmp_path, ANNA)
    outside = tmp_path / "secret.toml"
    outside.write_text("keep = 1\n")
    battle = joined(found, first_battle(found, "One"))
    anna = who(battle, "Anna").id
    for name in ("../../secret.toml", str(outside), "characters/../../../secret.toml", "library/x.toml"):
        writes = (Write(before="keep = 1\n", after="gone = 1\n"),)
        bad = replace(battle, sources={anna: Source(file=name, taken="", writes=writes)})
        (told,) = follow_sources(found.folder, replace(bad, sources={anna: Source(file=name, taken="")}), bad)
        assert name in told
    assert outside.read_text() == "keep = 1\n"


def test_a_combatant_who_is_removed_is_written_nowhere(tmp_path: Path) -> None:
    found = campaign(tmp_path, ANNA)
    battle = joined(found, first_battle(found, "One"))
    battle = done(battle, "remove_combatant", who(battle, "Anna").id)
    assert set(battle.sources) == {ENVIRONMENT, *battle.players}
    assert differences(found, battle) == ()


def test_the_encounters_that_the_gm_prepared_are_listed_by_name_with_who_belongs_to_them(tmp_path: Path) -> None:
    found = campaign(tmp_path, ANNA)
    (found.folder / "library" / "mine.toml").write_text(
        'format = 1\nruleset = "arena"\n[[combatant]]\nid = "guard"\nname = "Guard"\n'
        '[[encounter]]\nid = "b"\nname = "bridge"\n'
        'members = [{ template = "guard", name = "Guard 1" }, { template = "guard", name = "Guard 2" },'
        ' { template = "guard", name = "Captain", wave = 2 }, { template = "guard", count = 3, wave = 1 }]\n'
        '[[encounter]]\nid = "a"\nname = "Attic"\nmembers = []\n'
    )
    lines = encounter_lines(read_campaign(found.folder, GAMES))
    assert [(line.name, line.words) for line in lines] == [
        ("Attic", ""),
        ("bridge", "2 × Guard; wave 1: 3 × Guard; wave 2: Captain"),
    ]


# ------------------------------------------------------------------------------------------------------- bad input


def test_of_two_battles_that_write_back_the_second_keeps_what_the_first_one_wrote(tmp_path: Path) -> None:
    found = campaign(tmp_path, ANNA)
    one, two = (joined(found, first_battle(found, title)) for title in ("One", "Two"))
    anna = who(one, "Anna").id
    one = done(one, "edit", anna, path="sheet.health", value=5)
    two = done(two, "edit", anna, path="sheet.health", value=9)
    two = done(two, "edit", anna, path="sheet.strength", value=1)
    two = done(two, "set_resource", player=next(iter(two.players)), resource="prayers", amount=0)
    seen_before = differences(found, two)
    written(found, one)
    # The differences of the second battle are from before the first one's write: they are checked again before writing.
    left = [one.path for one in seen_before if one not in still_so(found, two, seen_before)]
    assert left == [("sheet", "health")]
    written(found, two, *seen_before)
    again = read_campaign(found.folder, GAMES)
    (entry,) = (one.entry for one in again.characters)
    assert (entry.sheet["health"], entry.sheet["strength"]) == (5, 1)
    assert again.head.player[0]["prayers"] == 0


@pytest.mark.parametrize("damage", ["gone", "broken", "a folder", "no text", "another format"])
def test_a_character_file_that_cannot_be_read_is_named_with_whose_changes_are_left_out(
    tmp_path: Path, damage: str
) -> None:
    found = campaign(tmp_path, ANNA)
    battle = joined(found, first_battle(found, "One"))
    hurt = done(battle, "edit", who(battle, "Anna").id, path="sheet.health", value=5)
    file = found.characters[0].file
    kept = file.read_text()
    file.unlink()
    contents = {"broken": b"[[combatant", "no text": b"\xff\xfe\x00", "another format": b"format = 99\n"}
    if damage == "a folder":
        file.mkdir()
    elif damage != "gone":
        file.write_bytes(contents[damage])
    again = read_campaign(found.folder, GAMES)
    assert lost_sources(again, battle) == ()
    (told,) = lost_sources(again, hurt)
    assert "characters/anna.toml" in told
    assert "Anna" in told
    assert write_back_call(again, hurt, differences(again, hurt)) is None
    # Nothing is lost: once the file is repaired, the same changes can be written.
    if damage == "a folder":
        file.rmdir()
    file.write_text(kept)
    written(found, hurt)
    assert read_campaign(found.folder, GAMES).characters[0].entry.sheet["health"] == 5


def test_a_player_who_is_no_longer_in_the_campaign_is_named(tmp_path: Path) -> None:
    found = campaign(tmp_path, ANNA)
    battle = joined(found, first_battle(found, "One"))
    battle = done(battle, "set_resource", player=next(iter(battle.players)), resource="prayers", amount=1)
    write_head(found.folder, replace(found.head, player=()))
    (told,) = lost_sources(read_campaign(found.folder, GAMES), battle)
    assert "campaign.toml" in told
    assert "Mara" in told


def test_typed_lines_make_characters_or_say_what_keeps_them_from_it(tmp_path: Path) -> None:
    found = campaign(tmp_path)
    add_players(found, "Mara: Anna\n\n  Mara :Bert \nCleo:\n:Dan\n\tEve\u2028Фёкла: 漢字\n")
    again = read_campaign(found.folder, GAMES)
    assert again.problems == ()
    players = {one.entry.name: again.player_of(one) for one in again.characters}
    assert players == {"Anna": "Mara", "Bert": "Mara", "Cleo": "", "Dan": "", "Eve": "", "漢字": "Фёкла"}
    library = found.library
    assert typed_players_problem(library, "Mara: Anna\n" * 100) == ""
    assert "101" in typed_players_problem(library, "Anna\n" * 101)
    assert "shorten" in typed_players_problem(library, "Mara: " + "x" * 201)
    assert typed_players_problem(library, "x" * 200) == ""
    assert "“flarb 3”" in typed_players_problem(library, "Mara: Anna pc flarb 3")
    assert "line of its own" in typed_players_problem(library, "3 Annas")
    assert "line of its own" in typed_players_problem(library, "Anna, fire bolt")


def test_what_follows_a_comma_in_a_character_s_line_never_becomes_another_character(tmp_path: Path) -> None:
    library = campaign(tmp_path).library
    assert typed_players_problem(library, "Mara: Anna strength 4, health 9") == ""
    assert "“Toughness”" in typed_players_problem(library, "Mara: Anna strength 4, Toughness\nBert")
    assert "line of its own" in typed_players_problem(library, "Mara: Anna, Bert")


# ------------------------------------------------------------------------------------------------------- the property


def effects_of(game: Ruleset) -> st.SearchStrategy[tuple[KeptEffect, ...]]:
    kinds = st.sampled_from(sorted(game.conditions))
    one = st.builds(KeptEffect, kind=kinds, amount=st.integers(-3, 9), note=st.text("ab ", max_size=4))
    return st.lists(one, max_size=3).map(tuple)


def items_of(game: Ruleset) -> st.SearchStrategy[list[tuple[str, Any]]]:
    names = st.sampled_from(("Axe", "Rope", "Axe"))
    return st.lists(st.tuples(names, states(game.gear)), max_size=3)


def with_state(battle: AnyBattle, id: Id, other: Combatant[Any], items: list[tuple[str, Any]]) -> AnyBattle:
    """Return the battle in which combatant `id` has the sheet and effects of `other` and exactly these items."""
    kept = {key: item for key, item in battle.items.items() if item.holder != id}
    new: dict[Id, Item[Any]] = {
        f"thing-{100 + at}": Item(id=f"thing-{100 + at}", name=name, gear=gear, holder=id)
        for at, (name, gear) in enumerate(items)
    }
    changed = replace(battle.combatants[id], sheet=other.sheet, effects=other.effects)
    return replace(battle.with_combatant(changed), items=kept | new)


def lasting(game: Ruleset, battle: AnyBattle, id: Id) -> object:
    items = sorted((item.name, repr(item.gear), item.where) for item in battle.items_of(id))
    effects = sorted(map(repr, kept_effects(battle, id)))
    return battle.combatants[id].sheet, items, effects, lasting_of(battle, game, id)


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@given(data=st.data())
@at_most(15 if settings().max_examples < 200 else 200)
def test_every_lasting_field_outlives_the_fight(
    tmp_path_factory: pytest.TempPathFactory, game: Ruleset, data: st.DataObject
) -> None:
    sheets, items = [data.draw(states(game.sheet)) for _ in range(2)], data.draw(items_of(game))
    effects = [data.draw(effects_of(game)) for _ in range(2)]
    before, later = (
        CombatantEntry(id="anna", name="Anna", side="pc", sheet=plain(sheet), effects=kept)
        for sheet, kept in zip(sheets, effects, strict=True)
    )
    folder = tmp_path_factory.mktemp("campaign")
    # A state after the rules have applied their consequences, such as those of health 0.
    other = campaign(folder, later, game=game)
    hurt = who(joined(other, first_battle(other, "Elsewhere")), "Anna")
    found = campaign(folder, before, game=game)
    assert found.problems == ()
    battle = joined(found, first_battle(found, "One"))
    anna = who(battle, "Anna").id
    battle = with_state(battle, anna, hurt, items)
    if (call := write_back_call(found, battle, differences(found, battle))) is not None:
        outcome = run(game, battle, call)
        assert isinstance(outcome, Done)
        assert follow_sources(found.folder, battle, outcome.battle) == ()
    again = read_campaign(found.folder, GAMES)
    assert again.problems == ()
    after = joined(again, first_battle(again, "Two"))
    assert lasting(game, after, who(after, "Anna").id) == lasting(game, battle, anna)


def test_an_item_of_the_library_is_kept_by_its_name_there_with_what_differs(tmp_path: Path) -> None:
    gear = tmp_path / "gear.toml"
    gear.write_text('format = 1\nruleset = "arena"\n[[item]]\nid = "axe"\nname = "Axe"\ndamage = 3\n')
    library: Library = load_library(ARENA, [gear])
    entry = replace(ANNA, items=({"template": "axe", "damage": 5},))
    battle = put_combatant(library, first_battle(campaign(tmp_path), "x"), entry, "anna-1")
    kept = entry_of(library, battle, "anna-1")
    assert kept.items == ({"template": "axe", "where": "hand", "damage": 5},)
    assert 'template = "axe"' in text_of(ARENA, kept)


# --------------------------------------------------------------------------------------------- the words for a change


def test_a_change_is_told_as_a_gm_reads_it(tmp_path: Path) -> None:
    from_ = campaign(tmp_path, ANNA)
    battle = joined(from_, first_battle(from_, "The bridge"))
    who = next(id for id, one in battle.combatants.items() if one.name == "Anna")
    mara = next(iter(battle.players))
    battle = done(battle, "edit", who, path="sheet.health", value=4)
    battle = done(battle, "give_item", who, name="Rope", gear={"damage": 1})
    battle = replace(
        battle,
        clock=3_725,
        players={mara: replace(battle.players[mara], prayers=1)},
    )
    told = {
        (owner_words(from_, battle, one.who), change.title, change.words)
        for one in differences(from_, battle)
        for change in (change_of(from_, battle, one),)
    }
    assert ("Anna", "Health", "12 → 4") in told
    assert ("Anna", "Rope", "new") in told
    assert ("Red Dust", "Game clock", "0:00:00 → 1:02:05") in told
    assert any(owner == "Mara" and words == "2 → 1" for owner, _, words in told)


def test_an_item_tells_only_what_differs_of_it_and_a_newer_file_what_it_says(tmp_path: Path) -> None:
    from_ = campaign(tmp_path, ANNA)
    battle = joined(from_, first_battle(from_, "The bridge"))
    who = next(id for id, one in battle.combatants.items() if one.name == "Anna")
    item = battle.items_of(who)[0]
    battle = replace(battle, items=battle.items | {item.id: replace(item, gear=replace(item.gear, damage=5))})
    battle = done(battle, "edit", who, path="sheet.health", value=4)
    file = from_.characters[0].file
    file.write_text(file.read_text().replace("health = 12", "health = 9"))
    changes = {change.title: change for change in (change_of(from_, battle, one) for one in differences(from_, battle))}
    assert changes["Axe"].words == "damage 3 → 5"
    assert (changes["Health"].words, changes["Health"].in_file) == ("12 → 4", "9")


def test_spent_ammunition_is_told_from_what_a_full_weapon_of_the_library_holds(tmp_path: Path) -> None:
    game = RULESETS["wasteland"]
    rifle = {"template": "hunting-rifle", "where": "hand"}
    entry = CombatantEntry(id="anna", name="Anna", side="pc", sheet={}, items=(rifle,))
    from_ = campaign(tmp_path, entry, game=game)
    known = from_.library.items["hunting-rifle"]
    item = {"name": known.name, "gear": known.gear | {"ammo": 6}, "template": known.id, "where": "hand"}
    battle: AnyBattle = Battle(ruleset=game.id, shared=game.shared())
    source = msgspec.to_builtins(source_of(from_.characters[0]))
    battle = _added(game, battle, {"name": "Anna", "side": "pc", "sheet": {}, "items": [item], "source": source})
    told = [change_of(from_, battle, one) for one in differences(from_, battle) if one.path[0] == "items"]
    assert [(one.title, one.words) for one in told] == [("Hunting rifle", "ammunition 8 → 6")]


@pytest.mark.parametrize(
    ("game", "lasting", "words"),
    [
        ("zamani", {"wounds": [{"damage": 28, "at": 0}]}, ("Wounds", "none → 28 damage")),
        (
            "zamani",
            {"wounds": [{"damage": 28, "at": 0, "is_treated": True}, {"damage": 5, "at": 90}]},
            ("Wounds", "none → 28 damage, treated; 5 damage"),
        ),
        ("kalos", {"short_rests": 2}, ("Short rests", "none → 2")),
        ("zerospace", {"beyond_rest": 3}, ("Health that only a night restores", "none → 3")),
    ],
)
def test_what_a_character_keeps_beside_the_sheet_is_told_as_a_gm_would_say_it(
    tmp_path: Path, game: str, lasting: dict[str, object], words: tuple[str, str]
) -> None:
    rules = RULESETS[game]
    from_ = campaign(tmp_path, CombatantEntry(id="anna", name="Anna", side="pc", sheet={}), game=rules)
    battle: AnyBattle = Battle(ruleset=rules.id, shared=rules.shared())
    source = msgspec.to_builtins(source_of(from_.characters[0]))
    battle = _added(rules, battle, {"name": "Anna", "side": "pc", "sheet": {}, "source": source})
    battle = with_lasting(battle, rules, who(battle, "Anna").id, lasting)
    told = [change_of(from_, battle, one) for one in differences(from_, battle) if one.path[0] == "lasting"]
    assert [(one.title, one.words) for one in told] == [words]
