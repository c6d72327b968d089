"""The GM's edit that restores a party, in every game: pools, conditions that are over with a combat, and no others."""

from __future__ import annotations

from typing import Any

import pytest

from model.dice.answers import Faces
from model.engine.calls import Answer, Call, Option
from model.engine.edits_restore import CONDITIONS, POOLS, RESTORE_PARTY, restorable_conditions, usually_ended
from model.engine.requests import Question
from model.engine.run import Done, Due, Outcome, Refused, run
from model.rulesets import RULESETS
from model.state.base import Id
from model.state.battle import AnyBattle, Battle

INJURED = {"wasteland": "arm_injury", "zamani": "limb", "zerospace": "drained", "kalos": "affected"}
"""A condition of each game that outlasts a fight, where it has one."""


def did(battle: AnyBattle, action: str, *targets: Id, **options: Any) -> Outcome:
    """Return the outcome of an action of the battle's game; dice fall on 1, questions get their default answer."""
    call = Call(action=action, targets=targets, options=options)
    ruleset = RULESETS[battle.ruleset]
    while isinstance(outcome := run(ruleset, battle, call), Due):
        asked = outcome.request
        answer: Answer = Option(option=asked.default) if isinstance(asked, Question) else Faces(faces=(1,))
        answers = {**call.answers, asked.id: answer}
        call = Call(action=action, targets=targets, options=options, answers=answers)
    return outcome


def done(battle: AnyBattle, action: str, *targets: Id, **options: Any) -> AnyBattle:
    outcome = did(battle, action, *targets, **options)
    assert isinstance(outcome, Done), outcome
    return outcome.battle


def fought(game: str) -> tuple[AnyBattle, Id]:
    """Return a battle of a game with a hero who has lost all health, and lies prone; and the hero's id."""
    ruleset = RULESETS[game]
    battle: AnyBattle = Battle(ruleset=game, shared=ruleset.shared())
    battle = done(battle, "add_combatant", name="Nora", side="pc", sheet={})
    (who,) = battle.combatants
    battle = done(battle, "set_condition", who, condition="prone")
    if kind := INJURED.get(game):
        battle = done(battle, "set_condition", who, condition=kind)
    assert ruleset.health is not None
    return done(battle, "hurt", who, amount=int(ruleset.health.value(battle, who))), who


def kinds(battle: AnyBattle, who: Id) -> set[str]:
    return {effect.kind for effect in battle.combatants[who].effects.values()}


@pytest.mark.parametrize("game", list(RULESETS))
def test_a_restored_hero_is_whole_and_up_and_keeps_only_what_lasts(game: str) -> None:
    battle, who = fought(game)
    ruleset = RULESETS[game]
    assert "prone" in kinds(battle, who)
    after = done(battle, RESTORE_PARTY, who)
    for pool in ruleset.pools_displayed:
        if pool.most is not None:
            assert pool.value(after, who) == pool.most(after, who)
    assert not kinds(after, who) & {*usually_ended(ruleset), "dying"}
    assert not after.combatants[who].is_out
    if kind := INJURED.get(game):
        assert kind in kinds(after, who)
        assert kind not in kinds(done(battle, RESTORE_PARTY, who, **{CONDITIONS: [kind]}), who)


def test_only_what_is_ticked_is_restored_and_nothing_to_do_is_a_sentence() -> None:
    battle, who = fought("wasteland")
    stands = done(battle, RESTORE_PARTY, who, **{POOLS: [], CONDITIONS: ["prone"]})
    assert stands.combatants[who].sheet.hp == 0
    assert kinds(battle, who) - kinds(stands, who) == {"prone"}
    again = did(done(battle, RESTORE_PARTY, who), RESTORE_PARTY, who)
    assert isinstance(again, Refused)
    assert "Nothing to restore" in again.refusal.sentence.template
    unknown = did(battle, RESTORE_PARTY, who, **{POOLS: ["mana"]})
    assert isinstance(unknown, Refused)
    assert unknown.refusal.sentence.arguments["key"] == "mana"


def test_conditions_of_the_gms_own_stay_unless_they_are_ticked() -> None:
    battle, who = fought("kalos")
    battle = done(battle, "set_condition", who, name="Marked", changes={"rolls": -1})
    assert "own" in restorable_conditions(RULESETS["kalos"], battle, (who,))
    assert "own" in kinds(done(battle, RESTORE_PARTY, who), who)
    assert "own" not in kinds(done(battle, RESTORE_PARTY, who, **{CONDITIONS: ["own"]}), who)


@pytest.mark.parametrize("game", list(RULESETS))
def test_the_next_battle_begins_without_what_is_over_but_nobody_rises_with_no_health(game: str) -> None:
    battle, who = fought(game)
    down = kinds(battle, who) - {"prone", "stunned", *INJURED.values()}
    after = done(battle, "next_battle", title="The roof")
    assert "prone" not in kinds(after, who)
    if kind := INJURED.get(game):
        assert kind in kinds(after, who)
    assert down <= kinds(after, who)
    assert after.combatants[who].is_out == battle.combatants[who].is_out


@pytest.mark.rule("WL-DIST-02")
@pytest.mark.parametrize("kind", ["in_reach", "apart"])
def test_who_stood_next_to_whom_is_over_with_the_combat(kind: str) -> None:
    ruleset = RULESETS["wasteland"]
    battle: AnyBattle = Battle(ruleset=ruleset.id, shared=ruleset.shared())
    for name in ("Nora", "Brick"):
        battle = done(battle, "add_combatant", name=name, side="pc", sheet={})
    first, second = battle.combatants
    battle = done(battle, "set_condition", first, condition=kind, other=second)
    assert kinds(battle, first) == {kind}
    assert not kinds(done(battle, "next_battle", title="The roof"), first)


@pytest.mark.parametrize("game", [id for id, one in RULESETS.items() if "unconscious" in one.conditions])
def test_who_was_only_knocked_out_is_awake_in_the_next_battle(game: str) -> None:
    ruleset = RULESETS[game]
    battle: AnyBattle = Battle(ruleset=game, shared=ruleset.shared())
    battle = done(battle, "add_combatant", name="Nora", side="pc", sheet={})
    (who,) = battle.combatants
    battle = done(battle, "set_condition", who, condition="unconscious")
    after = done(battle, "next_battle", title="The roof")
    assert not kinds(after, who)
    assert not after.combatants[who].is_out
