"""What a scenario expects is about what the step has: measures, ties, turns and the parts of its own numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.rulesets import RULESETS
from model.scenarios.cli import play_file
from model.scenarios.expecting import Situation, failures
from model.state.texts import Explanation, Note, Part, RollRecord, Ruling
from tests.support.arena import ARENA, duel

HEAD = """format = 1
title = "What is expected"
ruleset = "zerospace"
[[combatant]]
id = "apex"
side = "pc"
at = [0, 0]
items = [{ id = "pistol", template = "pistol", level = 2 }]
[[combatant]]
id = "boomer"
at = [6, 0]
"""


def played(tmp_path: Path, text: str) -> tuple[str, ...]:
    file = tmp_path / "expected.toml"
    file.write_text(HEAD + text, encoding="utf-8")
    return play_file(file, RULESETS).failures


def weighed(tmp_path: Path, name: str, value: str) -> tuple[str, ...]:
    odds = 'odds = { actor = "apex", action = "attack", target = "boomer", with = "pistol" }'
    return played(tmp_path, f'[[do]]\nstart = true\n[[do]]\n{odds}\nexpect = {{ "odds.{name}" = {value} }}\n')


def test_a_measure_that_an_action_does_not_have_is_no_zero(tmp_path: Path) -> None:
    assert weighed(tmp_path, "boomer.success", '"0"') == (
        "do 2: expect odds.boomer.success: this action has no “success” of “boomer”: "
        "it weighs “hit”, “damage”, “drop”.",
    )
    assert "it weighs nothing" in weighed(tmp_path, "apex.hit", '"0"')[0]
    assert "no “free” of “boomer”" in weighed(tmp_path, "boomer.free", '{ 0 = "1" }')[0]


def test_what_needs_a_hit_is_zero_where_no_hit_has_it(tmp_path: Path) -> None:
    assert weighed(tmp_path, "boomer.drop", '"0"') == ()


def test_a_hold_out_of_reach_is_an_error_of_the_file(tmp_path: Path) -> None:
    held = 'effects = [{ kind = "prone" }, { kind = "restrained", other = "apex" }]\n'
    assert played(tmp_path, held) == (
        "combatant 2 (boomer): effects[2]: “restrained” with “apex” ends at once: they stand too far apart, "
        "or one of them cannot act.",
    )


def test_the_turns_of_a_round_remember_who_is_out_since(tmp_path: Path) -> None:
    text = """
[[do]]
start = { order = ["apex", "boomer"] }
[[do]]
end_turn = true
[[do]]
action = "take_out"
target = "apex"
expect = { turns = ["apex", "boomer"] }
[[do]]
end_turn = true
expect = { round = 2, turns = ["boomer"] }
"""
    assert played(tmp_path, text) == ()


def number(key: str, *parts: tuple[str, int]) -> Explanation:
    return Explanation(key=key, title=key, parts=tuple(Part(key=of, label=of, amount=much) for of, much in parts))


def note(*numbers: Explanation) -> Note:
    return Note(
        rolls=(RollRecord(id="attack.bert", title="Attack", by="anna-1", dice="2d6", faces=(3, 3), bonus=7, sum=6),),
        rulings=(
            Ruling(key="hit.bert", title="Hits", is_true=True, computed=True, total=13, against=12, roll="attack.bert"),
        ),
        explanations=numbers,
    )


STRENGTH = number("av.bert", ("Strength", 7))


@pytest.mark.parametrize(
    ("name", "numbers", "told"),
    [
        ("roll.attack.bert.total", (STRENGTH,), "13: Strength +7."),
        ("verdict.hit.bert.success", (STRENGTH,), "true: Strength +7."),
        # The same total of another target, or of an action within this one, is another number.
        ("roll.attack.bert.total", (number("damage.cora", ("Blade", 7)), STRENGTH), "13: Strength +7."),
        ("roll.attack.bert.total", (number("leap/av.bert", ("Boots", 7)), STRENGTH), "13: Strength +7."),
        ("roll.attack.bert.total", (number("av.cora", ("Blade", 7)),), "13."),
        # Two numbers of one total: nobody knows which of them it is.
        ("roll.attack.bert.total", (number("damage.bert", ("Blade", 7)), STRENGTH), "13."),
        # What a roll is measured against has parts of its own.
        ("roll.attack.bert.against", (STRENGTH, number("dv.bert", ("Base", 12))), "12: Base +12."),
        ("verdict.hit.bert.against", (STRENGTH,), "12."),
        ("roll.attack.bert.sum", (STRENGTH, number("dv.bert", ("Base", 6))), "6."),
    ],
)  # fmt: skip
def test_a_failing_number_is_explained_by_its_own_parts(name: str, numbers: tuple[Explanation, ...], told: str) -> None:
    expected = False if name.endswith("success") else 99
    (line,) = failures({name: expected}, Situation(ARENA, duel(), note=note(*numbers)))
    assert line.endswith(f"found {told}")
