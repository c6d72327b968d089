"""The initiative list: who acts, who has acted, which actions are left, and the next round."""

from __future__ import annotations

from model.state.base import ENVIRONMENT, replace
from model.state.battle import AnyBattle
from model.state.order import Share, Turn
from model.view.order import OrderProjector, OrderRow, OrderSection, OrderView, order_view
from tests.model.view.kit import RULES, dockside, fight, fighter, step
from tests.model.view.round3 import round3


def section(view: OrderView, key: str) -> OrderSection:
    return next(section for section in view.sections if section.key == key)


def row(battle: AnyBattle, id: str) -> OrderRow:
    return next(row for row in order_view(RULES, battle).rows if row.id == id)


def marks(row: OrderRow) -> str:
    """Return the marks of a row, such as `M s`: a capital is an action left, a small letter a used one."""
    return " ".join(mark.letter.lower() if mark.is_used else mark.letter for mark in row.marks)


def test_this_round_stands_in_its_order() -> None:
    rows = section(order_view(RULES, round3()), "now").rows
    assert [(row.name, row.state) for row in rows] == [
        ("Apex", "done"),
        ("Boomer", "done"),
        ("Apex", "done"),
        ("Crimson", "acting"),
        ("Boomer's minions", "waiting"),
        ("Sniper", "waiting"),
        ("Environment", "waiting"),
    ]
    assert [row.name for row in rows if row.is_acting] == ["Crimson"]


def test_who_has_acted_has_nothing_left_and_who_waits_has_all() -> None:
    assert marks(row(round3(), "slot-1")) == "m s"
    assert marks(row(round3(), "slot-3")) == "M S"
    assert marks(row(round3(), "slot-5")) == "M S"


def test_a_turn_in_progress_shows_what_is_left_of_it() -> None:
    battle = round3()
    turn = Turn(slot="slot-3", shares={"crimson-3": Share(left={"move": 0, "standard": 1})})
    battle = replace(battle, order=replace(battle.order, turns=(turn,)))
    assert marks(row(battle, "slot-3")) == "m S"


def test_rows_that_are_kept_still_follow_what_goes_on_around_them() -> None:
    """A turn begins and ends in a slot that does not change otherwise."""
    still = replace(round3(), order=replace(round3().order, turns=()))
    projector = OrderProjector(RULES)
    alone = [slot for slot in still.order.slots.values() if len(slot.members) == 1]
    assert len(alone) > 1
    for slot in alone:
        turn = Turn(slot=slot.id, shares={slot.members[0]: Share(left={"move": 1})})
        taking = replace(still, order=replace(still.order, turns=(turn,)))
        acting = [row.slot for row in projector.project(taking).rows if row.is_acting]
        assert acting == [slot.id]
        assert not any(row.is_acting for row in projector.project(still).rows)


def test_an_action_more_than_usual_is_a_mark_more() -> None:
    battle = round3()
    turn = Turn(slot="slot-3", shares={"crimson-3": Share(left={"move": 1, "standard": 2, "magic": 5})})
    battle = replace(battle, order=replace(battle.order, turns=(turn,)))
    assert marks(row(battle, "slot-3")) == "M S S m5", "magic is told apart from move"


def test_a_forced_action_stands_under_the_turn_it_was_taken_in_with_what_it_costs() -> None:
    forced = row(round3(), "slot-9")
    assert forced.is_nested
    assert (forced.turn, forced.text, forced.aside) == ("forced", "forced: took the shot", "from 4")
    assert forced.marks == ()
    assert forced.health is None


def test_the_turn_given_up_is_shown_as_lost_in_the_next_round() -> None:
    rows = section(order_view(RULES, round3()), "next").rows
    assert section(order_view(RULES, round3()), "next").title == "round 4"
    assert [(row.name, row.state, row.text, row.aside) for row in rows][:2] == [
        ("Apex", "lost", "forced in round 3", "lost"),
        ("Boomer", "waiting", "", ""),
    ]


def test_the_turn_given_up_is_shown_as_lost_when_its_round_has_come() -> None:
    battle = step(round3(), "end_turn")
    # The falling load comes first: the first End Round begins its turn, the second one ends the round.
    battle = step(step(battle, "end_round"), "end_round")
    lost = row(battle, "slot-1")
    assert battle.order.round == 4
    assert (lost.state, lost.text, lost.aside, lost.marks) == ("lost", "forced in round 3", "lost", ())


def test_a_group_is_one_row_with_its_members_counted() -> None:
    minions = row(round3(), "slot-4")
    assert (minions.kind, minions.text, minions.aside) == ("group", "2 of 4", "×2")
    assert minions.members == ("minion-4", "minion-5", "minion-7", "minion-8")
    assert minions.health is not None
    assert minions.health.fraction == 1.0
    assert minions.health.text == ""


def test_a_group_bears_the_sign_of_what_its_members_are() -> None:
    assert row(round3(), "slot-4").initials == "M"


def test_the_heading_says_who_began_or_that_the_order_was_declared() -> None:
    assert order_view(RULES, round3()).mode == "declared order"
    sides = replace(round3().order, first_side="npc")
    assert order_view(RULES, replace(round3(), order=sides)).mode == "opponents first"
    assert order_view(RULES, dockside()).mode == "not started"


def test_nobody_has_actions_left_before_and_after_a_fight() -> None:
    ended = step(round3(), "end_fight")
    assert [row.marks for row in order_view(RULES, ended).rows] == [()] * 5


def test_a_hidden_combatant_is_marked_in_words() -> None:
    sniper = row(round3(), "slot-5")
    assert sniper.is_hidden
    assert sniper.text == "hidden"
    assert "hidden" in row(round3(), "next/slot-5").text


def test_conditions_and_health_stand_in_the_row() -> None:
    boomer = row(round3(), "slot-2")
    assert boomer.conditions == ("cover", "prone")
    assert boomer.text == "cover · prone"
    assert boomer.health is not None
    assert (boomer.health.text, boomer.health.fraction) == ("6 / 12", 0.5)


def test_a_row_can_be_heard() -> None:
    assert row(round3(), "slot-3").words == "Crimson, now, cover, health 16 / 20, left: move standard"
    assert row(round3(), "slot-2").words == "Boomer, acted, cover · prone, health 6 / 12"
    assert row(round3(), "next/slot-1").words == "Apex, forced in round 3, lost"


def test_the_environment_is_last_and_says_what_falls() -> None:
    environment = row(round3(), ENVIRONMENT)
    assert (environment.kind, environment.text, environment.aside) == ("environment", "crane load falls", "last")
    assert not environment.is_movable
    assert environment.who is None


def test_a_turn_held_back_keeps_its_actions_until_it_is_taken() -> None:
    battle = fight("apex-1", "boomer-2", "crimson-3")
    apex = battle.order.sequence[0]
    held = step(battle, "delay", "apex-1")
    assert row(held, apex).text == "delayed"
    assert marks(row(held, apex)) == "M S"
    taken = step(held, "take_held_turn", "apex-1")
    assert row(taken, apex).text == "delayed, taken"
    assert marks(row(taken, apex)) == "m s"
    nested = next(row for row in order_view(RULES, taken).rows if row.is_nested)
    assert (nested.name, nested.text, nested.is_acting, marks(nested)) == ("Apex", "delayed", True, "M S")


def test_only_standing_turns_of_this_round_can_be_moved() -> None:
    movable = [row.id for row in order_view(RULES, round3()).rows if row.is_movable]
    assert movable == ["slot-1", "slot-2", "slot-3", "slot-4", "slot-5"]


def test_newcomers_and_who_is_away_have_sections_of_their_own() -> None:
    battle = fight("apex-1", "boomer-2")
    battle = battle.with_combatant(fighter("rat-20", "Rat"))
    battle = battle.with_combatant(fighter("owl-21", "Owl", is_present=False))
    view = order_view(RULES, battle)
    assert section(view, "unplaced").title == "not in the order yet"
    assert [row.name for row in section(view, "unplaced").rows] == ["Rat"]
    assert [row.name for row in section(view, "away").rows] == ["Owl"]


def test_before_the_fight_everybody_is_listed() -> None:
    view = order_view(RULES, dockside())
    assert [section.key for section in view.sections] == ["unplaced"]
    names = [row.name for row in view.rows]
    assert names == ["Apex", "Boomer", "Crimson", "Minion 1", "Minion 2", "Sniper"]


def test_who_is_out_of_the_fight_says_so() -> None:
    battle = fight("apex-1", "boomer-2")
    battle = battle.with_combatant(replace(battle.combatant("boomer-2"), is_out=True))
    boomer = row(battle, battle.order.sequence[1])
    assert boomer.is_out
    assert "out of combat" in boomer.text
    assert boomer.marks == ()


def test_a_countdown_or_an_initiative_stands_beside_the_name() -> None:
    battle = round3()
    slots = battle.order.slots
    counted = {
        "slot-3": replace(slots["slot-3"], segment=9, initiative=19),
        "slot-5": replace(slots["slot-5"], initiative=14),
    }
    battle = replace(battle, order=replace(battle.order, slots=slots | counted))
    assert (row(battle, "slot-3").count, row(battle, "slot-3").step) == ("9", 9)
    assert (row(battle, "slot-5").count, row(battle, "slot-5").step) == ("14", None)
    assert "on 9" in row(battle, "slot-3").words
    assert "initiative 14" in row(battle, "slot-5").words


def test_a_combatant_whose_player_is_away_is_absent_and_not_out_of_the_fight() -> None:
    battle = round3()
    crimson = replace(battle.combatants["crimson-3"], is_present=False)
    text = row(battle.with_combatant(crimson), "slot-3").text
    assert "absent" in text
    assert "out of combat" not in text
