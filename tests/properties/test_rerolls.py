"""Which die is rolled again after Aim: odds and the default at the table are the best choice, by counting throws."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.dice.answers import Faces
from model.engine.calls import Call
from model.engine.effects import add_effect
from model.engine.odds import weigh
from model.engine.requests import Question
from model.engine.run import Due, run
from model.rulesets import RULESETS
from model.rulesets.wasteland.checks import promise_help
from model.rulesets.wasteland.sheet import Gear, Shared, Sheet
from model.state.battle import AnyBattle, Battle, Combatant, Item

WASTELAND = RULESETS["wasteland"]
D20 = range(1, 21)


def aimed(target: int, tag: int, difficulty: int, help: int | None) -> AnyBattle:
    """A hero who has aimed, with this target number and rating of a tag skill, and perhaps a helper."""
    sheets = {
        "hero": Sheet(skills={"small_guns": tag}, tags=("small_guns",), given={"small_guns": target}),
        "raider": Sheet(defense=difficulty),
        "helper": Sheet(given={"test": help or 0}),
    }
    combatants = {id: Combatant(id=id, name=id, side="pc", sheet=sheet) for id, sheet in sheets.items()}
    gun = Item(id="gun", name="Gun", gear=Gear(), holder="hero")
    battle: AnyBattle = Battle(
        ruleset="wasteland", shared=Shared(party_ap=6), combatants=combatants, items={"gun": gun}
    )
    battle = add_effect(battle, "hero", "aiming")
    return battle if help is None else promise_help(battle, "helper", "hero", ("agility", "survival"))


def attack(**more: Any) -> Call:
    return Call(action="attack", actor="hero", targets=("raider",), **more)


def worth(face: int, target: int, tag: int) -> int:
    return 2 if face <= max(1, tag) else int(face <= target)


def passing(own: int, difficulty: int, help: int | None) -> Fraction:
    """How often a test with these own successes passes."""
    if help is None or own < 1:
        return Fraction(int(own >= difficulty))
    return Fraction(sum(own + worth(face, help, 0) >= difficulty for face in D20), 20)


def chance_of(faces: list[int], again: int, target: int, tag: int, difficulty: int, help: int | None) -> Fraction:
    """How often the test passes if the die at this index is rolled again; -1 keeps all."""
    own = sum(worth(face, target, tag) for index, face in enumerate(faces) if index != again)
    if again < 0:
        return passing(own, difficulty, help)
    return sum((passing(own + worth(new, target, tag), difficulty, help) for new in D20), Fraction(0)) / 20


cases = {
    "target": st.integers(0, 20),
    "tag": st.integers(0, 6),
    "difficulty": st.integers(0, 5),
    "help": st.none() | st.integers(1, 20),
}


@pytest.mark.rule("WL-MIN-01", "WL-AMB-22", "WL-MAJ-01")
@settings(max_examples=12, deadline=None)
@given(**cases, bought=st.integers(0, 1))
def test_odds_of_an_aim_take_the_best_die_again(
    target: int, tag: int, difficulty: int, help: int | None, bought: int
) -> None:
    hits = Fraction(0)
    known: dict[tuple[int, ...], Fraction] = {}
    for faces in product(D20, repeat=2 + bought):
        key = tuple(sorted(worth(face, target, tag) for face in faces))
        if key not in known:
            options = range(-1, len(faces))
            known[key] = max(chance_of(list(faces), again, target, tag, difficulty, help) for again in options)
        hits += known[key]
    odds = weigh(WASTELAND, aimed(target, tag, difficulty, help), attack(options={"dice": bought}))
    assert odds.chance("raider", "hit") == hits / 20 ** (2 + bought)


@pytest.mark.rule("WL-MIN-01", "WL-AMB-22")
@settings(max_examples=60, deadline=None)
@given(**cases, faces=st.lists(st.integers(1, 20), min_size=2, max_size=4))
def test_the_default_at_the_table_is_the_best_die(
    target: int, tag: int, difficulty: int, help: int | None, faces: list[int]
) -> None:
    battle = aimed(target, tag, difficulty, help)
    call = attack(options={"dice": len(faces) - 2}, answers={"attack": Faces(faces=tuple(faces))})
    outcome = run(WASTELAND, battle, call)
    assert isinstance(outcome, Due)
    question = outcome.request
    assert isinstance(question, Question)
    kinds = {
        (worth(face, target, tag), face == 20): chance_of(faces, index, target, tag, difficulty, help)
        for index, face in enumerate(faces)
    }
    named = {f"worth_{one}": (one, False) for one in range(3)}
    named |= {"complication": (0, True), "complication_1": (1, True)}
    kept = chance_of(faces, -1, target, tag, difficulty, help)
    assert {option.key for option in question.options} == {"keep"} | {key for key in named if named[key] in kinds}
    chosen = kept if question.default == "keep" else kinds[named[question.default]]
    assert chosen == max(kept, *kinds.values())
