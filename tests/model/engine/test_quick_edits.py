"""Quick edits as a GM types them."""

from typing import Any

import pytest

from model.engine.calls import Call
from model.engine.edits import quick_edit
from model.engine.edits_base import InvalidInput
from model.engine.edits_conditions import condition_named
from model.engine.run import Done, run
from model.session.registry import rulesets
from model.state.texts import Text
from tests.support.arena import ARENA, arena, duel
from tests.support.edits import done, words

BOTH = ("anna-1", "bert-2")


@pytest.mark.parametrize(
    ("typed", "action", "options"),
    [
        ("-7", "hurt", {"amount": 7}),
        (" - 7 ", "hurt", {"amount": 7}),
        ("−7", "hurt", {"amount": 7}),
        ("-7r", "hurt", {"amount": 7, "through_resistance": True}),
        ("-7R", "hurt", {"amount": 7, "through_resistance": True}),
        ("+3", "hurt", {"amount": -3}),
        ("=12", "edit", {"path": "sheet.health", "value": 12}),
        ("= 0", "edit", {"path": "sheet.health", "value": 0}),
        ("prone", "set_condition", {"condition": "prone"}),
        ("Cur", "set_condition", {"condition": "cursed"}),
    ],
)
def test_what_is_typed_becomes_an_action_that_can_be_done(typed: str, action: str, options: dict[str, Any]) -> None:
    call = quick_edit(ARENA, duel(), BOTH, typed)
    assert call == Call(action=action, targets=BOTH, options=options)
    assert isinstance(run(ARENA, duel(), call), Done)


def test_a_condition_goes_to_those_who_lack_it_and_ends_when_all_have_it() -> None:
    one = done(duel(), "set_condition", "anna-1", condition="prone")
    assert quick_edit(ARENA, one, BOTH, "pron") == Call(
        action="set_condition", targets=("bert-2",), options={"condition": "prone"}
    )
    both = done(one, "set_condition", "bert-2", condition="prone")
    assert quick_edit(ARENA, both, BOTH, "pron") == Call(
        action="clear_condition", targets=BOTH, options={"condition": "prone"}
    )


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        ("", ["Nothing is typed", "-7 deals damage"]),
        ("7", ["“7”", "-7 deals damage", "+3 heals", "=12"]),
        ("-0", ["is 0"]),
        ("+3r", ["healing", "+3"]),
        ("-", ["“-”", "not a quick edit"]),
        ("-x", ["“-x”"]),
        ("=x", ["“=x”"]),
        ("--7", ["“--7”"]),
        ("-" + "9" * 5_000, ["not a quick edit"]),
        ("pro", ["Prone and Protected"]),
        ("curssed", ["no condition “curssed”", "Cursed", "quotation marks"]),
    ],
)
def test_what_cannot_be_understood_is_answered_with_what_could_be(typed: str, parts: list[str]) -> None:
    said = quick_edit(ARENA, duel(), BOTH, typed)
    assert isinstance(said, Text)
    assert all(part in words(duel(), said) for part in parts), words(duel(), said)
    assert said.audience == "gm"


def test_a_combatant_has_to_be_selected() -> None:
    said = quick_edit(ARENA, duel(), (), "-7")
    assert isinstance(said, Text)
    assert "Nothing selected" in said.template


def test_health_that_the_ruleset_does_not_keep_cannot_be_set() -> None:
    said = quick_edit(arena(displays=()), duel(), BOTH, "=3")
    assert isinstance(said, Text)
    assert "has no health" in said.template


def test_a_condition_that_is_nearly_right_is_suggested() -> None:
    kalos = rulesets()["kalos"]
    with pytest.raises(InvalidInput) as refused:
        condition_named(kalos, "distractd")
    said = words(duel(), refused.value.refusal.sentence)
    assert "distractd" in said
    assert said.endswith("Did you mean Distracted?")
