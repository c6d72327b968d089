"""Conditions do what they declare, in every game."""

from __future__ import annotations

import pytest

from model.content.library import content_files, load_library
from model.engine.calls import Call
from model.engine.conditions import OWN, Condition, Conditions, changing, house
from model.engine.consequences import loses_turn
from model.engine.run import Done, Refused, may, run
from model.rulesets import RULESETS
from model.scenarios.building import ProblemList, build
from model.scenarios.tables import CombatantTable, ScenarioTable
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle
from model.state.effects import Effect, Moment
from model.state.texts import Explanation

DEFENCES = {
    "zerospace": ("dv", "dv_melee"),
    "kalos": ("dv", "dv_melee"),
    "wasteland": ("defense", "defense"),
    "effort": ("defence", "defence_total"),
    "zamani": ("defence", "defence"),
}
"""By game: the name in its conditions, and the name on its sheet, of the number that an attack has to reach."""


def fight_of(game: str, *names: Id) -> AnyBattle:
    ruleset = RULESETS[game]
    people = tuple(CombatantTable(id=name) for name in names)
    table = ScenarioTable(format=1, title="A fight", ruleset=game, combatant=people)
    battle = build(table, ruleset, load_library(ruleset, content_files(game)), ProblemList())
    assert battle is not None
    return battle


def total(game: str, battle: AnyBattle, key: str) -> float:
    found = RULESETS[game].derived[key].value(battle, "ana")
    return found.total if isinstance(found, Explanation) else found


@pytest.mark.parametrize("game", sorted(DEFENCES))
def test_a_penalty_to_defence_until_the_next_turn_is_one_declaration(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    value, key = DEFENCES[game]
    rattled = Condition(
        "rattled", "Rattled", "zap", "XX-01", "-2 to defence, until the next turn.",
        until="turn_start", modifiers=(changing(value)(-2),),
    )  # fmt: skip
    monkeypatch.setitem(RULESETS[game].conditions, rattled.id, rattled)  # type: ignore[arg-type]
    battle = fight_of(game, "ana", "ben")
    call = Call(action="set_condition", actor=ENVIRONMENT, targets=("ana",), options={"condition": "rattled"})
    done = run(RULESETS[game], battle, call)
    assert isinstance(done, Done)
    (effect,) = done.battle.combatants["ana"].effects.values()
    assert effect.until == "turn_start"
    assert total(game, done.battle, key) == total(game, battle, key) - 2


# ------------------------------------------------------------------------------------------ which conditions count

up = changing("luck")


def luck(
    conditions: Conditions, *effects: Effect, kinds: tuple[str, ...] = (), **more: object
) -> list[tuple[str, int]]:
    """Return the modifiers to luck that these effects of a combatant result in, by key and amount."""
    battle = fight_of("effort", "ana", "ben")
    bearer = replace(battle.combatants["ana"], effects={effect.id: effect for effect in effects})
    found = conditions.modifiers(battle.with_combatant(bearer), "ana", "luck", *kinds, **more)  # type: ignore[arg-type]
    return [(one.key, one.amount) for one in found]


def lies(kind: str, number: int = 1, amount: int = 0, other: Id | None = None, note: str = "") -> Effect:
    return Effect(id=f"{kind}-{number}", kind=kind, since=Moment(round=1), amount=amount, other=other, note=note)


def test_of_several_of_one_kind_the_greatest_counts_unless_they_add_up() -> None:
    once = Conditions([Condition("cover", "Cover", modifiers=(up(-OWN),))])
    assert luck(once, lies("cover", 1, 2), lies("cover", 2, 3), lies("cover", 3, 1)) == [("cover", -3)]
    each = Conditions([Condition("cover", "Cover", modifiers=(up(-OWN),), adds_up=True)])
    assert luck(each, lies("cover", 1, 2), lies("cover", 2, 3)) == [("cover", -2), ("cover", -3)]


def test_a_condition_and_a_pair_count_once() -> None:
    sight = [
        Condition("blinded", "Blinded", pair="sight", modifiers=(up(-2),)),
        Condition("in_dark", "In the dark", pair="sight", modifiers=(up(-2),)),
        Condition("blessed", "Blessed", modifiers=(up(1),)),
    ]
    lying = (lies("blinded"), lies("in_dark"), lies("blinded", 2), lies("blessed"), lies("blessed", 2))
    assert luck(Conditions(sight), *lying) == [("blinded", -2), ("blessed", 1)]


def test_a_change_counts_for_its_kinds_of_rolls_and_towards_its_other() -> None:
    conditions = Conditions(
        [
            Condition("prone", "Prone", modifiers=(up(3, "ranged thrown"), up(-3, "melee"))),
            Condition("blinded", "Blinded", modifiers=(up(-1, but="mental"),)),
            Condition("aiming", "Aiming", modifiers=(up(2, is_towards_other=True),)),
            Condition("chem", "Chem", modifiers=(up(1), changing("")(OWN))),
        ]
    )
    assert luck(conditions, lies("prone"), kinds=("thrown",)) == [("prone", 3)]
    assert luck(conditions, lies("prone"), kinds=("melee",)) == [("prone", -3)]
    assert luck(conditions, lies("prone"), kinds=("mental",)) == luck(conditions, lies("prone")) == []
    assert luck(conditions, lies("blinded"), kinds=("mental",)) == []
    assert luck(conditions, lies("blinded")) == [("blinded", -1)]
    assert luck(conditions, lies("aiming", other="ben"), against="ben") == [("aiming", 2)]
    assert luck(conditions, lies("aiming", other="ben"), against="ana") == luck(conditions, lies("aiming")) == []


def test_the_note_names_the_number_where_the_declaration_names_none() -> None:
    conditions = Conditions([Condition("chem", "Chem", modifiers=(changing("")(OWN),))])
    assert luck(conditions, lies("chem", amount=2, note="luck")) == [("chem", 2)]
    assert luck(conditions, lies("chem", amount=2, note="charm")) == []


def test_the_word_of_the_gm_goes_before_what_is_noted() -> None:
    conditions = Conditions([Condition("cover", "Cover", modifiers=(up(house(lambda battle: 3), "ranged"),))])
    assert luck(conditions, lies("cover"), kinds=("ranged",), said={"cover": False}) == []
    assert luck(conditions, kinds=("melee",), said={"cover": True}) == [("cover", 3)]


def bound(game: str, *prevents: str) -> AnyBattle:
    """Return a battle in which Ana has a condition of the GM's own that prevents this."""
    options = {"name": "Bound", "prevents": prevents}
    call = Call(action="set_condition", actor=ENVIRONMENT, targets=("ana",), options=options)
    done = run(RULESETS[game], fight_of(game, "ana", "ben"), call)
    assert isinstance(done, Done)
    return done.battle


def refused(game: str, battle: AnyBattle, group: str) -> set[str]:
    """Actions of a group that Ana's own condition is a reason to refuse."""
    ruleset = RULESETS[game]
    actions = [one for one in ruleset.actions.values() if one.group == group]
    calls = [Call(action=one.id, actor="ana", targets=() if one.targets == "none" else ("ben",)) for one in actions]
    return {call.action for call in calls if "own" in [no.key for no in may(ruleset, battle, call)]}


@pytest.mark.parametrize("game", sorted(DEFENCES))
def test_what_the_gm_makes_in_a_line_prevents_in_every_game(game: str) -> None:
    groups: dict[str, set[str]] = {}
    for one in RULESETS[game].actions.values():
        groups.setdefault(one.group, set()).add(one.id)
    dazed, bound_hard = bound(game, "attacks"), bound(game, "actions")
    assert refused(game, dazed, "attack") == groups["attack"]
    for group in ("move", "defence", "other", "order", "edit"):
        assert refused(game, dazed, group) == set()
    for group in ("attack", "move", "defence"):
        assert refused(game, bound_hard, group) == groups.get(group, set())
    assert refused(game, bound_hard, "edit") == set()
    assert refused(game, bound_hard, "order") <= {"take_held_turn"}, "a game may say who takes a turn held back"
    assert loses_turn(RULESETS[game], bound_hard, "ana")
    assert not loses_turn(RULESETS[game], dazed, "ana")
    assert not loses_turn(RULESETS[game], bound_hard, "ben")


@pytest.mark.parametrize("game", sorted(DEFENCES))
def test_a_condition_prevents_only_what_there_is(game: str) -> None:
    options = {"name": "Bound", "prevents": ["breathing"]}
    call = Call(action="set_condition", actor=ENVIRONMENT, targets=("ana",), options=options)
    outcome = run(RULESETS[game], fight_of(game, "ana"), call)
    assert isinstance(outcome, Refused)
    assert "actions, attacks, moves and defence" in str(outcome.refusal.sentence)
