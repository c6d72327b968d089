"""The initiative order: its sequence repeats, and turns out of order never change it."""

from __future__ import annotations

import pytest

from model.engine import turns
from model.engine.budget import spend
from model.engine.calls import Call
from model.engine.effects import add_effect
from model.engine.modifiers import all_count
from model.engine.ruleset import Action, Band, Ranges, Ruleset, TurnRules
from model.engine.run import Done, Refused, run
from model.engine.turn_actions import turn_actions
from model.state.base import State, replace
from model.state.battle import AnyBattle, Battle, Combatant, Thing
from model.state.order import Share
from model.state.references import repaired


class Nothing(State):
    """A sheet without a field."""


def _force(battle: AnyBattle, call: Call, ask: object) -> AnyBattle:
    return turns.force(battle, call.actor)


def _act(battle: AnyBattle, call: Call, ask: object) -> AnyBattle:
    return spend(battle, call.actor, "standard")


RULES = TurnRules(
    first_order=lambda battle, call: battle.order.sequence,
    share=lambda battle, who, slot: Share(left={"standard": 1}),
    has_environment=True,
    seconds=6,
)
RULESET = Ruleset(
    id="bare",
    name="Bare",
    sheet=Nothing,
    gear=Nothing,
    shared=Nothing,
    house_rules=State,
    turns=RULES,
    actions=turn_actions(RULES)
    | {
        "force": Action(id="force", title="Force", run=_force),
        "act": Action(id="act", title="Act", run=_act),
    },
    conditions={},
    ranges=Ranges(bands=(Band(id="any", title="any", reach=None),)),
    stacking=all_count,
    displays=(),
    derived={},
    measures=(),
    hurt=lambda battle, who, amount, resists, ask: battle,
)


class Fight:
    """A fight of combatants with short names, driven by actions."""

    def __init__(self, *names: str, ruleset: Ruleset = RULESET) -> None:
        people = {name: Combatant(id=name, name=name, sheet=Nothing()) for name in names}
        self.ruleset = ruleset
        self.battle: AnyBattle = Battle(ruleset="bare", shared=Nothing(), combatants=people)

    def do(self, action: str, actor: str = "environment", **options: object) -> None:
        outcome = run(self.ruleset, self.battle, Call(action=action, actor=actor, options=options))
        assert isinstance(outcome, Done), outcome
        self.battle = outcome.battle

    def told(self, action: str, actor: str = "environment", **options: object) -> list[str]:
        """Return the sentences with which an action is logged."""
        outcome = run(self.ruleset, self.battle, Call(action=action, actor=actor, options=options))
        assert isinstance(outcome, Done), outcome
        return [one.template.format(**one.arguments) for one in outcome.note.sentences]

    def refusal(self, action: str, actor: str = "environment", **options: object) -> str:
        outcome = run(self.ruleset, self.battle, Call(action=action, actor=actor, options=options))
        assert isinstance(outcome, Refused), outcome
        return outcome.refusal.sentence.template

    def final(self, action: str, actor: str = "environment", **options: object) -> str:
        """Return the sentence of a refusal that nobody can override."""
        call = Call(action=action, actor=actor, options=options)
        outcome = run(self.ruleset, self.battle, call)
        assert isinstance(outcome, Refused), outcome
        assert not outcome.refusal.can_override
        assert isinstance(run(self.ruleset, self.battle, replace(call, anyway=(outcome.refusal.key,))), Refused)
        return outcome.refusal.sentence.template

    def slot_of(self, who: str) -> str:
        slot = self.battle.order.slot_of(who)
        assert slot is not None
        return slot.id

    def end_turns(self, count: int) -> None:
        for _ in range(count):
            self.do("end_turn")

    @property
    def acting(self) -> tuple[str, ...]:
        return self.battle.order.acting

    @property
    def turn_log(self) -> list[str]:
        """Turns done, in progress or lost in this round: names, followed by the kind of turn unless it is normal."""
        order = self.battle.order
        log = []
        for id in order.sequence:
            slot = order.slots[id]
            if slot.state in ("done", "acting", "lost") and slot.members:
                extra = "lost" if slot.state == "lost" else slot.kind
                log.append(slot.members[0] + ("" if extra == "normal" else f" {extra}"))
        return log


@pytest.fixture
def fight() -> Fight:
    started = Fight("apex", "boomer", "minions")
    started.do("start_fight")
    return started


def test_the_environment_joins_no_slot_of_combatants(fight: Fight) -> None:
    assert "take part" in fight.final("join_order", "environment")


def test_what_waits_for_a_slot_that_goes_away_ends_with_the_next_turn_of_its_owner(fight: Fight) -> None:
    slot = fight.slot_of("boomer")
    fight.battle = add_effect(fight.battle, "apex", "marked", until="slot", slot=slot)
    fight.do("join_order", "boomer")
    (marked,) = fight.battle.combatants["apex"].effects.values()
    assert slot not in fight.battle.order.slots
    assert (marked.until, marked.clock, marked.slot) == ("turn_start", "boomer", None)
    while fight.acting != ("boomer",):
        assert fight.battle.combatants["apex"].effects
        fight.end_turns(1)
    assert not fight.battle.combatants["apex"].effects


def test_the_worked_example_comes_out_turn_by_turn(fight: Fight) -> None:
    """Rounds 1 to 8: a new combatant, a delayed turn taken inside another, a forced action and the turn it costs."""
    fight.end_turns(3)
    fight.battle = fight.battle.with_combatant(Combatant(id="crimson", name="crimson", sheet=Nothing()))
    fight.do("join_order", "crimson", before=fight.slot_of("minions"))
    fight.end_turns(3)
    assert fight.turn_log == ["apex", "boomer", "crimson", "minions"]
    fight.do("end_turn")
    assert fight.battle.order.round == 3
    fight.do("delay", "apex")
    fight.do("end_turn")
    assert fight.acting == ("crimson",)
    fight.do("take_held_turn", "apex")
    assert fight.acting == ("apex",)
    fight.do("end_turn")
    assert fight.acting == ("crimson",), "the turn that was cut into goes on"
    fight.do("end_turn")
    assert fight.turn_log == ["boomer", "crimson", "apex delayed", "minions"]
    fight.end_turns(1 + 3)
    assert fight.turn_log == ["apex", "boomer", "crimson", "minions"]
    fight.end_turns(1 + 4)
    assert fight.battle.order.round == 6
    fight.do("end_turn")
    fight.do("force", "apex")
    fight.end_turns(2)
    assert fight.turn_log == ["apex", "boomer", "apex forced", "crimson", "minions"]
    fight.do("end_turn")
    assert (fight.battle.order.round, fight.acting) == (7, ("boomer",))
    fight.end_turns(2)
    assert fight.turn_log == ["apex lost", "boomer", "crimson", "minions"]
    fight.do("end_turn")
    assert (fight.battle.order.round, fight.acting) == (8, ("apex",))
    assert fight.battle.order.owed == ()


def test_forcing_before_the_own_turn_costs_this_rounds_turn(fight: Fight) -> None:
    fight.do("force", "minions")
    fight.end_turns(2)
    assert (fight.battle.order.round, fight.acting) == (2, ("apex",))
    fight.end_turns(2)
    assert fight.acting == ("minions",), "only one turn was given up"


def test_forcing_costs_the_turn_held_back_where_there_is_one(fight: Fight) -> None:
    fight.do("delay", "apex")
    fight.do("force", "apex")
    assert fight.battle.order.held == {}
    fight.end_turns(2)
    assert (fight.battle.order.round, fight.acting) == (2, ("apex",))


@pytest.mark.parametrize("is_lost", [False, True])
def test_a_turn_held_back_ends_when_the_own_slot_comes_up_again(is_lost: bool) -> None:
    rules = TurnRules(first_order=RULES.first_order, share=RULES.share, loses_held_turn=is_lost)
    fight = Fight("apex", "boomer", ruleset=replace_turns(rules))
    fight.do("start_fight")
    fight.do("delay", "apex")
    fight.do("end_turn")
    assert fight.acting == ("apex",)
    assert "apex" not in fight.battle.order.held


def replace_turns(rules: TurnRules) -> Ruleset:
    return replace(RULESET, turns=rules, actions=turn_actions(rules))


def test_a_turn_in_which_something_was_done_cannot_be_held_back(fight: Fight) -> None:
    fight.do("act", "apex")
    assert "cannot delay it" in fight.refusal("delay", "apex")


def test_a_group_is_one_slot_in_which_every_member_has_a_share() -> None:
    fight = Fight("apex", "thug-1", "thug-2")
    _, fight.battle = turns.join(turns.place_newcomers(fight.battle), ("thug-1", "thug-2"), "Thugs")
    fight.do("start_fight")
    fight.do("end_turn")
    assert fight.acting == ("thug-1", "thug-2")
    fight.do("end_turn", "thug-1", only_actor=True)
    assert fight.acting == ("thug-2",)
    assert fight.battle.order.round == 1, "the slot is not through before all its members are"
    fight.do("end_turn")
    assert (fight.battle.order.round, fight.acting) == (2, ("apex",))


def test_a_group_of_which_one_owes_a_turn_still_acts() -> None:
    fight = Fight("apex", "thug-1", "thug-2")
    _, fight.battle = turns.join(turns.place_newcomers(fight.battle), ("thug-1", "thug-2"), "Thugs")
    fight.do("start_fight")
    fight.do("force", "thug-1")
    fight.do("end_turn")
    assert fight.acting == ("thug-2",)
    assert fight.battle.order.owed == ()


def test_the_environment_acts_last_and_only_when_something_falls_or_drifts(fight: Fight) -> None:
    fight.end_turns(3)
    assert (fight.battle.order.round, fight.acting) == (2, ("apex",))
    crane = Thing(id="crane", name="Crane load", is_falling=True)
    fight.battle = replace(fight.battle, things={"crane": crane})
    fight.end_turns(3)
    assert fight.acting == ("environment",)
    fight.do("end_turn")
    assert (fight.battle.order.round, fight.acting) == (3, ("apex",))


def test_who_is_out_is_passed_over(fight: Fight) -> None:
    fight.battle = fight.battle.with_combatant(replace(fight.battle.combatants["boomer"], is_out=True))
    fight.do("end_turn")
    assert fight.acting == ("minions",)


def test_a_fight_in_which_everybody_is_out_stops_between_turns(fight: Fight) -> None:
    for who in tuple(fight.battle.combatants):
        fight.battle = fight.battle.with_combatant(replace(fight.battle.combatants[who], is_out=True))
    fight.do("end_turn")
    assert fight.acting == ()


def test_go_now_lets_another_act_first_before_the_turn_has_begun_to_be_used(fight: Fight) -> None:
    fight.do("go_now", slot=fight.slot_of("minions"))
    assert fight.acting == ("minions",)
    fight.end_turns(2)
    assert fight.turn_log == ["minions", "apex", "boomer"]


def test_go_now_waits_for_the_end_of_a_turn_that_was_used(fight: Fight) -> None:
    fight.do("act", "apex")
    fight.do("go_now", slot=fight.slot_of("minions"))
    assert fight.acting == ("apex",)
    fight.do("end_turn")
    assert fight.acting == ("minions",)


def test_jumping_back_makes_the_turns_from_there_still_to_come(fight: Fight) -> None:
    fight.end_turns(2)
    fight.do("jump", slot=fight.slot_of("apex"))
    assert fight.acting == ("apex",)
    fight.end_turns(2)
    assert fight.acting == ("minions",)


def test_leaving_in_the_middle_of_the_own_turn_hands_on_to_the_next(fight: Fight) -> None:
    fight.do("leave_order", "apex")
    assert fight.acting == ("boomer",)
    assert fight.battle.order.slot_of("apex") is None


def test_the_clock_counts_whole_rounds(fight: Fight) -> None:
    fight.end_turns(9)
    assert fight.battle.order.round == 4
    assert fight.battle.clock == 18


def test_who_is_out_does_not_take_a_turn_held_back(fight: Fight) -> None:
    fight.do("delay", "apex")
    fight.battle = fight.battle.with_combatant(replace(fight.battle.combatants["apex"], is_out=True))
    assert "cannot take a turn" in fight.final("take_held_turn", "apex")


@pytest.mark.parametrize(("rounds", "words"), [(1, "after 1 round."), (2, "after 2 rounds.")])
def test_the_end_of_a_combat_says_how_long_it_was(fight: Fight, rounds: int, words: str) -> None:
    fight.end_turns(3 * (rounds - 1))
    assert fight.told("end_fight") == [f"Combat ended {words}"]


def test_a_new_scene_closes_the_one_before() -> None:
    fight = Fight("apex")
    fight.battle = add_effect(fight.battle, "apex", "marked", until="scene")
    assert fight.told("new_scene", name="The docks") == ["The scene ends.", "A new scene begins: The docks."]
    fight.do("new_scene")
    scene = fight.battle.scene
    assert (scene.number, scene.name, scene.is_open) == (2, "", True)
    assert fight.battle.combatants["apex"].effects == {}
    fight.do("end_scene")
    assert not fight.battle.scene.is_open
    assert fight.told("new_scene") == ["A new scene begins."], "what is closed is not closed again"
    fight.do("new_scene", name="The roof")
    assert (fight.battle.scene.number, fight.battle.scene.name) == (3, "The roof")


def test_a_slot_moved_to_the_end_comes_before_the_environment(fight: Fight) -> None:
    drifting = Thing(id="barge", name="Barge", speed=1)
    fight.battle = replace(fight.battle, things={drifting.id: drifting})
    fight.end_turns(3)
    fight.do("end_turn")
    assert "environment" in fight.battle.order.sequence
    fight.do("reorder", slot=fight.slot_of("boomer"))
    members = [fight.battle.order.slots[id].members for id in fight.battle.order.sequence]
    assert members[:3] == [("apex",), ("minions",), ("boomer",)]
    fight.do("reorder", slot=fight.slot_of("boomer"), before=fight.slot_of("apex"))
    assert fight.battle.order.slots[fight.battle.order.sequence[0]].members == ("boomer",)


def test_ending_the_fight_keeps_the_order_for_the_next_one(fight: Fight) -> None:
    fight.do("reorder", slot=fight.slot_of("minions"), before=fight.slot_of("apex"))
    fight.do("end_fight")
    assert fight.battle.order.phase == "ended"
    fight.do("start_fight")
    assert fight.acting == ("minions",)


def test_commands_that_make_no_sense_are_refused_in_words(fight: Fight) -> None:
    assert "already running" in fight.final("start_fight")
    assert "no delayed turn" in fight.final("take_held_turn", "boomer")
    assert "no place in the order" in fight.final("jump", slot="nobody-7")
    assert "not" in fight.refusal("delay", "boomer")
    assert "turn" in fight.final("end_turn", "boomer", only_actor=True)
    for action in ("jump", "go_now", "reorder"):
        assert "standing order" in fight.final(action)
    fight.do("act_as", "minions")
    extra = fight.battle.order.turn
    assert extra is not None
    assert "standing order" in fight.final("reorder", slot=extra.slot), "the slot of one turn is no place in the order"
    fight.do("end_turn")
    fight.do("end_turn")
    assert "yet to act" in fight.final("go_now", slot=fight.slot_of("apex"))
    assert "no combatants" in Fight().final("start_fight")
    for action in ("end_turn", "end_round", "end_fight"):
        assert "No combat is running" in Fight("apex").final(action)


# --------------------------------------------------------------------- the end of a turn


def _counted(battle: AnyBattle, who: str, ask: object) -> AnyBattle:
    """Append the combatant whose turn ends to the title of the battle."""
    return replace(battle, title=f"{battle.title} {who}".strip())


@pytest.fixture
def counted() -> Fight:
    """A fight whose title lists the combatants for whom the end of a turn was carried out."""
    rules = replace(RULES, at_turn_end=_counted)
    started = Fight("apex", "boomer", "minions", ruleset=replace(RULESET, turns=rules))
    started.battle = replace(started.battle, title="")
    started.do("start_fight")
    return started


def with_falling_crate(battle: AnyBattle) -> AnyBattle:
    return replace(battle, things={"crate": Thing(id="crate", name="Crate", is_falling=True)})


def test_ending_the_round_ends_every_turn_once(counted: Fight) -> None:
    counted.do("end_turn")
    counted.do("end_round")
    assert (counted.battle.order.round, counted.battle.title) == (2, "apex boomer minions")


def test_turns_are_not_ended_twice_when_the_environment_still_has_a_turn(counted: Fight) -> None:
    counted.battle = with_falling_crate(counted.battle)
    counted.do("end_turn")
    counted.do("end_round")
    assert (counted.battle.order.round, counted.acting) == (1, ("environment",))
    assert counted.battle.title == "apex boomer minions"
    counted.do("end_turn")
    assert (counted.battle.order.round, counted.battle.title) == (2, "apex boomer minions")


def test_turns_are_not_ended_twice_when_the_round_is_ended_in_the_environments_turn(counted: Fight) -> None:
    counted.battle = with_falling_crate(counted.battle)
    counted.do("end_round")
    counted.do("end_round")
    assert (counted.battle.order.round, counted.battle.title) == (2, "apex boomer minions")


def test_a_turn_that_was_given_up_has_no_end_though_its_owner_is_acting(counted: Fight) -> None:
    """Boomer's extra turn ends with the round; the regular turn was given up and has no end."""
    counted.do("force", "boomer")
    counted.do("act_as", "boomer")
    assert counted.acting == ("boomer",)
    counted.do("end_round")
    assert sorted(counted.battle.title.split()) == ["apex", "boomer", "minions"]


def test_a_delayed_turn_beyond_the_order_outlives_its_slot_and_the_file(fight: Fight) -> None:
    """A delayed extra turn belongs to no slot of the next round, but can still be taken."""
    fight.do("end_turn")
    fight.do("end_turn")
    fight.do("act_as", "boomer")
    fight.do("delay", "boomer")
    held = fight.battle.order.held["boomer"]
    fight.do("end_round")
    assert held.slot not in fight.battle.order.slots
    assert repaired(fight.battle) == (fight.battle, ())
    fight.do("take_held_turn", "boomer")
    assert "boomer" in fight.acting
    assert repaired(fight.battle) == (fight.battle, ())
