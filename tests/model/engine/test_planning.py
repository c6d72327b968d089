"""Plans before turns: whose plans are missing, what a plan keeps, who may read it; and slots that rest a round."""

from __future__ import annotations

from typing import Any

import pytest

from model.engine import turns
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.modifiers import all_count
from model.engine.planning import awaited, parties, plan_of, planning_actions, plans_in, waits_for_plans
from model.engine.ruleset import Action, Band, Ranges, Ruleset, TurnRules
from model.engine.run import Done, Due, Outcome, Refused, run
from model.engine.turn_actions import turn_actions
from model.engine.turns import upcoming
from model.state.base import Id, State, replace
from model.state.battle import AnyBattle, Battle, Combatant, with_order
from model.state.order import Intent, Plan, Share
from model.view.texts import refusal_sentence, sentence
from model.view.viewer import GM


class Nothing(State):
    """A sheet without a field."""


def _plans_first(battle: AnyBattle, ask: Ask) -> AnyBattle:
    if battle.order.round == 1:
        battle = turns.rest(battle, [slot.id for slot in turns.standing(battle.order) if "dora" in slot.members])
    return with_order(battle, phase="planning")


def _begin(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    return turns.advance(with_order(battle, phase="acting"), ask)


RULES = TurnRules(
    first_order=lambda battle, call: battle.order.sequence,
    share=lambda battle, who, slot: Share(left={"action": 1}),
    has_environment=True,
    at_round_start=_plans_first,
)
RULESET = Ruleset(
    id="planners",
    name="Planners",
    sheet=Nothing,
    gear=Nothing,
    shared=Nothing,
    house_rules=State,
    turns=RULES,
    actions={
        **turn_actions(RULES),
        **planning_actions(),
        "begin": Action(id="begin", title="Begin", run=_begin),
        "shoot": Action(id="shoot", title="Shoot", run=lambda battle, call, ask: battle),
    },
    conditions={},
    ranges=Ranges(bands=(Band(id="any", title="any", reach=None),)),
    stacking=all_count,
    displays=(),
    derived={},
    measures=(),
    hurt=lambda battle, who, amount, resists, ask: battle,
)


def begun() -> AnyBattle:
    """Start a fight of Anna against Boris and Carl, who are one group; Dora rests in the first round."""
    battle: AnyBattle = Battle(ruleset=RULESET.id, shared=Nothing())
    for name, side in (("anna", "pc"), ("boris", "npc"), ("carl", "npc"), ("dora", "npc")):
        battle = battle.with_combatant(Combatant(id=name, name=name.capitalize(), sheet=Nothing(), side=side))
    _, battle = turns.insert(battle, ("anna",))
    _, battle = turns.insert(battle, ("boris", "carl"), name="Brothers")
    _, battle = turns.insert(battle, ("dora",))
    return done(battle, Call(action="start_fight"))


def done(battle: AnyBattle, call: Call) -> AnyBattle:
    return outcome_of(battle, call).battle


def outcome_of(battle: AnyBattle, call: Call) -> Done:
    outcome: Outcome = run(RULESET, battle, call)
    assert not isinstance(outcome, Due)
    assert isinstance(outcome, Done), refusal_sentence(outcome.refusal, battle, GM)
    return outcome


def plan(battle: AnyBattle, who: Id, *targets: Id, **options: Any) -> AnyBattle:
    return done(battle, Call(action="plan", actor=who, targets=targets, options=options))


def refused(battle: AnyBattle, call: Call) -> str:
    outcome = run(RULESET, battle, call)
    assert isinstance(outcome, Refused)
    return refusal_sentence(outcome.refusal, battle, GM)


def test_a_group_shares_one_plan_and_one_of_it_may_have_another() -> None:
    battle = begun()
    assert awaited(battle) == ("anna", "boris", "carl")
    battle = plan(battle, "boris", "anna", does="shoot")
    assert awaited(battle) == ("anna",)
    shoot = Plan(intents=(Intent(action="shoot", targets=("anna",)),))
    assert (plan_of(battle, "boris"), plan_of(battle, "carl")) == (shoot, shoot)
    battle = plan(battle, "carl", words="run", only_actor=True)
    assert plan_of(battle, "boris") == shoot
    assert plan_of(battle, "carl") == Plan(intents=(Intent(words="run"),))


def test_nothing_said_is_a_plan_and_more_can_be_added_to_one() -> None:
    battle = plan(begun(), "anna")
    assert plan_of(battle, "anna") == Plan()
    battle = plan(battle, "anna", "boris", does="shoot", also=True)
    battle = plan(battle, "anna", words="shout", also=True)
    added = plan_of(battle, "anna")
    assert added is not None
    assert [intent.action or intent.words for intent in added.intents] == ["shoot", "shout"]


def test_as_before_takes_the_plan_of_the_last_round() -> None:
    battle = plan(begun(), "anna", words="wait")
    assert "no earlier plan" in refused(battle, Call(action="plan", actor="boris", options={"as_before": True}))
    battle = done(battle, Call(action="end_round"))
    assert plan_of(battle, "anna") is None
    battle = plan(battle, "anna", as_before=True)
    assert plan_of(battle, "anna") == Plan(intents=(Intent(words="wait"),))


def test_a_plan_told_after_the_turns_have_begun_is_marked() -> None:
    battle = done(plan(begun(), "anna", words="wait"), Call(action="begin"))
    late = plan_of(plan(battle, "anna", words="run"), "anna")
    assert late == Plan(intents=(Intent(words="run"),), is_changed=True)


@pytest.mark.parametrize(("who", "begins"), [("anna", "Anna plans"), ("boris", "Brothers plan")])
def test_a_plan_is_told_to_the_gm_alone(who: Id, begins: str) -> None:
    call = Call(action="plan", actor=who, options={"words": "a {trap} @ noon", "does": "shoot"})
    battle = begun()
    told = outcome_of(battle, call).note.sentences[0]
    assert told.audience == "gm"
    assert sentence(told, battle, GM) == f"{begins}: a {{trap}} @ noon Shoot."


def test_one_of_a_group_with_a_mind_of_its_own_is_told_of_by_name() -> None:
    battle = plan(begun(), "boris", words="wait")
    told = outcome_of(battle, Call(action="plan", actor="carl", options={"words": "run", "only_actor": True}))
    assert sentence(told.note.sentences[0], battle, GM) == "Carl plans: run."


def test_a_plan_names_an_action_that_can_be_taken_in_a_turn() -> None:
    battle = begun()
    for unknown in ("dance", "end_turn"):
        words = refused(battle, Call(action="plan", actor="anna", options={"does": unknown}))
        assert f"no action “{unknown}”" in words
    over = done(battle, Call(action="end_fight"))
    assert "No combat" in refused(over, Call(action="plan", actor="anna"))


def test_no_turn_can_end_before_one_has_begun() -> None:
    assert "plans come first" in refused(begun(), Call(action="end_turn"))


def test_who_rests_a_round_comes_back_with_the_next_one() -> None:
    battle = begun()
    dora = next(slot for slot in battle.order.slots.values() if "dora" in slot.members)
    assert dora.id not in battle.order.sequence
    assert "takes no part" in refused(battle, Call(action="plan", actor="dora"))
    assert "takes part" in refused(battle, Call(action="jump", options={"slot": dora.id}))
    assert turns.newcomers(battle) == ()
    assert [slot.id for slot, _ in upcoming(RULESET, battle)][-2:] == [dora.id, "environment"]
    battle = done(battle, Call(action="end_round"))
    assert battle.order.sequence[-2:] == (dora.id, "environment")
    assert battle.order.slots[dora.id].state == "waiting"


def test_who_rests_keeps_the_place_when_the_fight_ends_and_begins_again() -> None:
    battle = done(begun(), Call(action="end_fight"))
    assert {who for slot in turns.standing(battle.order) for who in slot.members} == {"anna", "boris", "carl", "dora"}
    battle = begun()
    joined = done(battle, Call(action="join_order", actor="dora", targets=("dora", "anna"), options={"name": "Two"}))
    assert joined.order.sequence[-1] == "environment"
    assert joined.order.slots[joined.order.sequence[-2]].members == ("dora", "anna")


def test_nobody_waits_for_the_plan_of_who_is_gone() -> None:
    battle = plan(begun(), "anna", words="wait")
    gone = replace(battle, combatants={who: one for who, one in battle.combatants.items() if who != "carl"})
    assert awaited(gone) == ("boris",)


def test_a_plan_keeps_all_that_was_said_of_an_action() -> None:
    way = [[3.0, 4.0], [5.0, 6.0]]
    battle = plan(begun(), "anna", does="shoot", options={"path": way, "called": 2})
    assert plan_of(battle, "anna") == Plan(intents=(Intent(action="shoot", options={"path": way, "called": 2}),))
    place = {"x": 1.5, "y": 2.0}
    battle = plan(battle, "anna", does="shoot", options={"place": place})
    assert plan_of(battle, "anna") == Plan(intents=(Intent(action="shoot", options={"place": place}),))
    for unfit, needed in (([1, 2], "needs a table"), ({"place": {"x": None}}, "plain values")):
        call = Call(action="plan", actor="anna", options={"does": "shoot", "options": unfit})
        assert needed in refused(begun(), call)


def test_a_group_of_one_mind_counts_as_one_plan() -> None:
    battle = begun()
    assert (parties(battle), plans_in(battle)) == ((("anna",), ("boris", "carl")), (0, 2))
    assert sentence(waits_for_plans(battle), battle, GM) == "0 of 2 plans are in"
    battle = plan(battle, "anna")
    assert sentence(waits_for_plans(battle), battle, GM) == "Boris has not planned yet"
    # Carl has a different plan, so three plans are counted.
    battle = plan(battle, "carl", words="run", only_actor=True)
    assert (parties(battle), plans_in(battle)) == ((("anna",), ("boris",), ("carl",)), (2, 3))
    battle = plan(battle, "boris", words="run", only_actor=True)
    assert sentence(waits_for_plans(battle), battle, GM) == "All 2 plans are in"
