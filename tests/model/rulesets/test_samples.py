"""The sample battles open, equal what their generator makes, and can be played."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from model.content.library import content_files, load_library
from model.content.resources import root
from model.engine.calls import Call
from model.engine.odds import weigh
from model.engine.run import Done, run
from model.rulesets import RULESETS
from model.session.session import Session
from model.state.base import replace
from model.state.battle import AnyBattle
from tests.support.make_samples import all_samples, write

FILES = sorted((root() / "samples").glob("*.battle.toml"))


def opened(file: Path, folder: Path) -> AnyBattle:
    copy = folder / file.name
    copy.write_bytes(file.read_bytes())
    found = Session.open(copy, RULESETS)
    assert found.session is not None
    assert not found.problems
    battle = found.session.battle
    found.session.close()
    return battle


def test_there_is_a_file_for_every_sample() -> None:
    assert [file.name.removesuffix(".battle.toml") for file in FILES] == sorted(all_samples())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_sample_opens_and_is_what_is_made(file: Path, tmp_path: Path) -> None:
    assert opened(file, tmp_path) == all_samples()[file.name.removesuffix(".battle.toml")]()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_two_in_a_sample_are_called_the_same(file: Path, tmp_path: Path) -> None:
    """Otherwise the GM could not tell them apart in the list and in the log."""
    names = [one.name for one in opened(file, tmp_path).combatants.values()]
    assert len(set(names)) == len(names)


def test_samples_can_be_written_again(tmp_path: Path) -> None:
    write(tmp_path)
    write(tmp_path)
    for file in FILES:
        assert opened(tmp_path / file.name, tmp_path / "..") == opened(file, tmp_path)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_content_of_the_program_is_in_order(ruleset: str) -> None:
    library = load_library(RULESETS[ruleset], content_files(ruleset))
    assert library.items
    assert library.combatants


def test_dockside_ambush_starts_with_apex_and_shows_the_odds_of_the_picture(tmp_path: Path) -> None:
    ruleset = RULESETS["zerospace"]
    battle = opened(root() / "samples" / "dockside-ambush.battle.toml", tmp_path)
    names = {combatant.name: id for id, combatant in battle.combatants.items()}
    assert battle.order.phase == "setup"
    assert battle.combatants[names["Sniper"]].is_hidden
    started = run(ruleset, battle, Call(action="start_fight"))
    assert isinstance(started, Done)
    battle = started.battle
    assert battle.order.acting == (names["Apex"],)
    boomer = battle.combatants[names["Boomer"]]
    battle = battle.with_combatant(replace(boomer, sheet=replace(boomer.sheet, health=6)))
    call = Call(action="attack", actor=names["Crimson"], targets=(boomer.id,), anyway=("not_your_turn",))
    odds = weigh(ruleset, battle, call)
    assert odds.chance(boomer.id, "hit") == Fraction(5, 12)
    assert odds.chance(boomer.id, "drop") == Fraction(5, 36)
