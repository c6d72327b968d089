"""Fog in scenario files: its effect on the player view, and the problems reported for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from model.scenarios.cli import check_command, play_command
from tests.model.scenarios.conftest import GAME, HEAD, PEOPLE

Failures = Callable[..., tuple[str, ...]]
PLACES = """
[board]
zones = [{ id = "dock", rectangle = [0, 0, 2, 2] }, { id = "roof", rectangle = [2, 2, 4, 4] }]
"""
SEEN = '{ "players.bert.seen" = true }'
UNSEEN = '{ "players.bert.seen" = false, "players.tokens" = { without = "Bert" }, "bert.fog" = "hidden" }'


def step(fog: str, expect: str = "{}") -> str:
    return f"[[do]]\nfog = {fog}\nexpect = {expect}\n"


@pytest.mark.parametrize(
    "covers",
    [
        'zone = "roof"',
        "everywhere = true",
        "rectangle = [2.5, 3.5, 1, 1]",
        "rectangle = [2, 3.75, 2, 0.5], angle = 45",
        "circle = [3, 4, 0.5]",
        "polygon = [[2, 3], [4, 3], [3, 6]]",
        "line = [[3, 3], [3, 6]], width = 1",
    ],
)
def test_who_is_in_fog_is_not_seen_by_players(failures: Failures, covers: str) -> None:
    at_first = PLACES + f'fog = [{{ {covers}, level = "hidden" }}]\n'
    assert failures(f"[[do]]\nexpect = {UNSEEN}", head=HEAD + at_first) == ()
    laid = step(f'{{ {covers}, level = "hidden" }}', UNSEEN)
    lifted = step(f'{{ {covers}, level = "revealed" }}', SEEN)
    assert failures(laid + lifted, head=HEAD + PLACES) == ()


def test_a_step_of_fog_is_one_to_undo_and_not_told_to_players(failures: Failures) -> None:
    laid = step('{ zone = "roof", level = "dimmed" }', '{ "roof.fog" = "dimmed", "players.told" = "", log = "Roof" }')
    undone = '[[do]]\nundo = 1\nexpect = { "roof.fog" = "revealed", "players.bert.seen" = true }\n'
    assert failures(laid + undone, head=HEAD + PLACES) == ()


def test_only_the_step_that_tells_players_something_has_told_it(failures: Failures) -> None:
    blow = '[[do]]\nactor = "anna"\naction = "strike"\ntarget = "bert"\ndice = [6, 6, 3]\n'
    told = 'expect = { "players.told" = { with = "Bert" } }\n'
    after = step(
        '{ zone = "dock", level = "dimmed" }', '{ "players.told" = "", "players.sentence" = { with = "Bert" } }'
    )
    assert failures(blow + told + after, head=HEAD + PLACES) == ()


def test_what_the_party_sees_is_revealed_and_the_rest_dimmed(failures: Failures) -> None:
    fog = 'fog = [{ zone = "dock", level = "hidden" }]\n'
    seen = step("{ seen_by_party = true, dims_others = true }", '{ "dock.fog" = "revealed", "roof.fog" = "dimmed" }')
    assert failures(seen, head=HEAD + PLACES + fog) == ()


@pytest.mark.parametrize(
    ("fog", "place", "sentence"),
    [
        ('{ zone = "dok", level = "hidden" }', "fog.zone", "there is no zone “dok”. Did you mean dock?"),
        ('{ zone = "dock", level = "dark" }', "fog.level", "“dark”"),
        ('{ zone = "dock" }', "fog.level", "is missing: hidden, dimmed or revealed"),
        ('{ level = "hidden" }', "fog", "a zone, a rectangle, circle, polygon or line, or everywhere"),
        ('{ zone = "dock", circle = [0, 0, 1], level = "hidden" }', "fog", "one thing, not zone and circle"),
        ('{ circle = [0, 0, 0], level = "hidden" }', "fog.circle", "over 0"),
        ('{ polygon = [[0, 0], [1, 1]], level = "hidden" }', "fog.polygon", "at least 3 points"),
        ('{ line = [[0, 0], [1, 1]], level = "hidden" }', "fog.width", "is missing"),
        ('{ line = [[0, 0], [1, 1]], width = 0, level = "hidden" }', "fog.width", "0"),
        ('{ zone = "dock", width = 2, level = "hidden" }', "fog.width", "needs a line"),
        ('{ zoned = "dock", level = "hidden" }', "fog.zoned", "is not a known field"),
        ('{ seen_by_party = true, level = "hidden" }', "fog.level", "which reveals"),
        ('{ zone = "dock", level = "hidden", dims_others = true }', "fog.dims_others", "needs seen_by_party"),
    ],
)
def test_wrong_words_are_told_with_their_place(failures: Failures, fog: str, place: str, sentence: str) -> None:
    found = failures(f"[[do]]\nfog = {fog}", head=HEAD + PLACES)
    assert len(found) == 1
    assert found[0].startswith(f"do 1: {place}: ")
    assert sentence in found[0]


@pytest.mark.parametrize(
    ("fog", "place"),
    [
        ('{ zone = "dok", level = "hidden" }', "board: fog[1].zone: "),
        ('{ zone = "dock" }', "board: fog[1].level: "),
        ("{ seen_by_party = true }", "board: fog[1].seen_by_party: "),
        ('{ circle = [0, 0, -1], level = "hidden" }', "board: fog[1].circle: "),
    ],
)
def test_wrong_words_of_the_fog_at_the_beginning_are_told(failures: Failures, fog: str, place: str) -> None:
    found = failures("", head=HEAD + PLACES + f"fog = [{fog}]\n")
    assert len(found) == 1
    assert found[0].startswith(place)


def test_what_a_zone_or_the_players_screen_does_not_have_is_told(failures: Failures) -> None:
    assert "Did you mean fog?" in failures('[[do]]\nexpect = { "dock.fogs" = "hidden" }', head=HEAD + PLACES)[0]
    assert "Did you mean zones?" in failures('[[do]]\nexpect = { "players.zone" = [] }', head=HEAD + PLACES)[0]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (step('{ zone = "dock", level = "hidden" }') + step('{ zone = "dok", level = "hidden" }'), "dok"),
        ('[[do]]\n[do.fog]\nzone = "dock"\nlevel = "hidden"\n[[do]]\n[do.fog]\nlevel = "hidden"\n', 2),
        ('[[board.fog]]\nlevel = "hidden"\neverywhere = true\nzone = "dock"\n', "[[board.fog]]"),
        ('[[do]]\nexpect = { "dock.fog" = "hidden" }\n', "expect"),
    ],
)
def test_problems_are_printed_with_file_and_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, wrong: str | int
) -> None:
    whole = HEAD + PEOPLE + PLACES + text
    lines = whole.splitlines()
    if isinstance(wrong, int):
        number = [index for index, line in enumerate(lines) if line == "[do.fog]"][wrong - 1] + 1
    else:
        number = next(index for index, line in enumerate(lines, start=1) if wrong in line)
    file = tmp_path / "dark.toml"
    file.write_text(whole, encoding="utf-8")
    assert play_command([file], {"arena": GAME}) == 1
    assert f"       line {number}: " in capsys.readouterr().out
    if 'expect = { "dock' not in text:
        assert check_command([file], {"arena": GAME}) == 1
        assert capsys.readouterr().out.startswith(f"{file}: line {number}: ")
