"""The player view: what players see, and that hidden combatants leave no trace in it."""

from __future__ import annotations

import pytest

from model.engine.calls import Call
from model.engine.conditions import Condition, Relation
from model.engine.edits import EDITS
from model.engine.messages import damage_message
from model.engine.run import Done, run
from model.engine.types import StruckArea
from model.state.base import ENVIRONMENT, replace
from model.state.battle import AnyBattle, HealthPolicy, Thing
from model.state.board import Board, Place, Rectangle, Zone
from model.state.effects import Effect
from model.state.texts import Note, RollRecord, Ruling, Text, gm_text, ref, routine, text
from model.view.board import project_map
from model.view.map import HealthView
from model.view.order import order_view
from model.view.players import ActionView, PlayersView, players_view
from model.view.viewer import GM, PLAYERS, visible_id
from tests.model.view.kit import RULES, battle_of, dockside, fight, fighter, step
from tests.model.view.round3 import round3
from tests.support.arena import ARENA, duel
from tests.support.edits import done

HIT = Ruling(key="hit", title="Hit", is_true=True, computed=True, total=19, against=18)


ROLL = RollRecord(id="attack", title="Attack", by="crimson-3", dice="2d6", faces=(4, 5), bonus=10, sum=9)


def shot(by: str) -> Note:
    roll = replace(ROLL, by=by)
    said = text("{who} fires.", who=ref(by))
    secret = gm_text("DV {needed}", needed=18)
    return Note(sentences=(said, secret), rolls=(roll,), rulings=(HIT,))


def strike(actor: str, target: str) -> Call:
    return Call(action="strike", actor=actor, targets=(target,))


def walk_through(battle: AnyBattle, turns: int) -> list[tuple[AnyBattle, PlayersView]]:
    """Return the battle and its player view at the start and after each turn."""
    shown = [(battle, players_view(RULES, battle))]
    for _ in range(turns):
        battle = step(battle, "end_turn")
        shown.append((battle, players_view(RULES, battle, shown[-1][1])))
    return shown


def test_order_now_and_next_have_public_names() -> None:
    view = players_view(RULES, round3())
    assert (view.phase, view.round, view.now, view.next) == ("fighting", 3, "Crimson", "Thug")
    assert [(row.name, row.text, row.is_now, row.is_past) for row in view.order] == [
        ("Apex", "", False, True),
        ("Man in red", "", False, True),
        ("Apex", "forced", False, True),
        ("Crimson", "", True, False),
        ("Thug", "", False, False),
    ]


def test_a_new_battle_of_the_same_party_shows_nothing_of_the_last_one() -> None:
    battle = fight("apex-1", "crimson-3", "boomer-2")
    view = players_view(
        RULES, battle, players_view(RULES, battle),
        call=strike("crimson-3", "apex-1"), note=shot("crimson-3"), before=battle,
    )  # fmt: skip
    assert view.action is not None
    assert view.log
    ended = step(battle, "end_fight")
    over = players_view(RULES, ended, view, call=Call(action="end_fight"), note=Note(), before=battle)
    assert over.log, "what happened stays to be read after the combat"
    call = Call(action="next_battle")
    outcome = run(replace(RULES, actions=RULES.actions | EDITS), ended, call)
    assert isinstance(outcome, Done)
    fresh = players_view(RULES, outcome.battle, over, call=call, note=outcome.note, before=ended)
    assert (fresh.phase, fresh.action, fresh.log) == ("waiting", None, ())


def test_health_by_policy_and_public_conditions() -> None:
    rows = {row.name: row for row in players_view(RULES, round3()).order if not row.is_nested}
    assert rows["Crimson"].health == HealthView(fraction=0.8, text="16")
    assert rows["Man in red"].health == HealthView(text="hurt")
    assert rows["Man in red"].conditions == ("cover", "prone")


def test_while_a_hidden_combatant_acts_now_stays_at_whom_players_saw_last() -> None:
    shown = walk_through(fight("apex-1", "sniper-6", "crimson-3"), 2)
    assert shown[1][0].order.acting == ("sniper-6",)
    assert (shown[1][1].now, shown[1][1].next) == ("Apex", "Crimson")
    assert shown[1][1] == shown[0][1]
    assert shown[2][1].now == "Crimson"


def test_a_round_that_a_hidden_combatant_begins_does_not_show_before_a_seen_combatant_acts() -> None:
    shown = walk_through(fight("sniper-6", "apex-1", "crimson-3"), 4)
    rounds = [(battle.order.round, view.round, view.now) for battle, view in shown]
    assert rounds == [(1, 0, ""), (1, 1, "Apex"), (1, 1, "Crimson"), (2, 1, "Crimson"), (2, 2, "Apex")]
    past = [[row.is_past for row in view.order] for _, view in shown]
    assert past[3] == past[2] == [True, False]
    assert past[4] == [False, False]


def test_what_a_hidden_combatant_does_shows_where_it_is_felt() -> None:
    battle, seen = walk_through(fight("apex-1", "sniper-6", "crimson-3"), 1)[-1]
    apex = battle.combatant("apex-1")
    battle = battle.with_combatant(replace(apex, sheet=replace(apex.sheet, health=3)))
    view = players_view(RULES, battle, seen)
    assert view.now == "Apex"
    assert view.order[0].health == HealthView(fraction=0.15, text="3")
    assert view.order[0].is_now


def test_the_turn_interrupted_by_a_hidden_combatant_goes_on_for_players() -> None:
    battle = step(fight("apex-1", "crimson-3", "sniper-6"), "act_as", "sniper-6")
    assert battle.order.acting == ("sniper-6",)
    assert players_view(RULES, battle).now == "Apex"


def test_a_group_shows_only_those_of_it_whom_players_see() -> None:
    (group,) = players_view(RULES, fight(("minion-4", "minion-5"))).order
    assert (group.name, group.initials, group.health) == ("Thug", "T", HealthView(text="fresh"))


def test_several_of_a_group_are_counted_once_they_are_seen() -> None:
    battle = fight(("minion-4", "minion-5"))
    revealed = battle.with_combatant(replace(battle.combatant("minion-4"), is_hidden=False))
    (group,) = players_view(RULES, revealed).order
    assert (group.name, group.initials) == ("Thug ×2", "T")


def test_the_name_that_the_gm_gave_a_group_is_not_shown() -> None:
    assert "Boomer" not in repr(players_view(RULES, fight(("minion-4", "minion-5"), "crimson-3")))


def test_dice_and_the_word_are_shown_without_what_was_needed() -> None:
    view = players_view(RULES, round3(), call=strike("crimson-3", "boomer-2"), note=shot("crimson-3"))
    assert view.action is not None
    (dice,) = view.action.dice
    assert view.action.title == "Crimson → Man in red"
    assert (dice.faces, dice.word, dice.is_success, dice.total) == ((4, 5), "hit", True, 19)
    assert view.action.sentence == "Crimson fires."
    assert "18" not in repr(view.action)


def test_dice_say_what_they_were_for_and_what_they_came_to() -> None:
    place = RollRecord(id="blow/location.2", title="", by="crimson-3", dice="1d20", faces=(14,), result="left arm")
    view = players_view(
        RULES, round3(), call=strike("crimson-3", "boomer-2"), note=replace(shot("crimson-3"), rolls=(place,))
    )
    assert view.action is not None
    assert [(dice.title, dice.word) for dice in view.action.dice] == [("location", "left arm")]


def test_whom_the_actor_holds_is_told_with_the_dice() -> None:
    held = Condition(id="held", title="Held", relation=Relation(verb="holds", from_bearer=False))
    rules = replace(RULES, conditions=RULES.conditions | {"held": held})
    battle = round3()
    foe = replace(battle.combatants["boomer-2"], effects={"e1": Effect(id="e1", kind="held", other="crimson-3")})
    battle = battle.with_combatant(foe)
    first, after = (
        text("{who} " + verb + " {whom}.", who=ref("crimson-3"), whom=ref("boomer-2")) for verb in ("grapples", "holds")
    )
    note = Note(sentences=(first, after), rolls=(ROLL,), rulings=(HIT,))
    action = players_view(rules, battle, call=strike("crimson-3", "boomer-2"), note=note, before=battle).action
    assert action is not None
    assert action.outcome == "Crimson holds Man in red.", "what is done stands in the title, what comes of it here"


def test_totals_of_foes_are_not_shown() -> None:
    view = players_view(RULES, round3(), call=strike("boomer-2", "crimson-3"), note=shot("boomer-2"))
    assert view.action is not None
    assert view.action.dice[0].total is None
    assert view.action.dice[0].word == "hit"


def test_the_last_action_stays_until_there_is_another_to_see() -> None:
    battle = round3()
    first = players_view(RULES, battle, call=strike("crimson-3", "boomer-2"), note=shot("crimson-3"))
    hidden = players_view(RULES, battle, first, call=strike("sniper-6", "crimson-3"), note=shot("sniper-6"))
    order = players_view(RULES, battle, hidden, call=Call(action="end_turn"), note=Note())
    assert first.action == hidden.action == order.action
    assert first.action is not None


def test_the_last_action_goes_with_the_combatant_who_is_hidden_since() -> None:
    battle = round3()
    first = players_view(RULES, battle, call=strike("crimson-3", "boomer-2"), note=shot("crimson-3"))
    for who in ("crimson-3", "boomer-2"):
        gone = battle.with_combatant(replace(battle.combatant(who), is_hidden=True))
        assert players_view(RULES, gone, first).action is None


def test_a_hidden_target_is_not_named() -> None:
    note = Note(rolls=shot("crimson-3").rolls, rulings=(HIT,))
    view = players_view(RULES, round3(), call=strike("crimson-3", "sniper-6"), note=note)
    assert view.action is not None
    assert (view.action.title, view.action.target) == ("Crimson", "")


def test_the_line_on_the_map_runs_to_whom_the_acting_one_acted_upon() -> None:
    view = players_view(RULES, round3(), call=strike("crimson-3", "boomer-2"), note=shot("crimson-3"))
    (line,) = view.map.relations
    assert (line.source, line.target) == (visible_id("crimson-3", PLAYERS), visible_id("boomer-2", PLAYERS))


def test_the_environment_is_shown_only_while_it_does_something_that_players_see() -> None:
    def after_crimson(*, is_hidden: bool) -> PlayersView:
        crane = Thing(id="crane-40", name="crane", is_falling=True, is_hidden=is_hidden)
        battle = replace(fight("apex-1", "crimson-3"), things={"crane-40": crane})
        return walk_through(battle, 2)[-1][1]

    assert after_crimson(is_hidden=False).now == "Environment"
    assert after_crimson(is_hidden=True).now == "Crimson"


def test_the_environment_out_of_turn_has_a_row_only_while_it_does_something_that_players_see() -> None:
    battle = step(fight("crimson-3", "apex-1"), "act_as", actor="environment")
    assert [row.name for row in players_view(RULES, battle).order] == ["Crimson", "Apex"]
    crate = Thing(id="crate-50", name="Crate", is_falling=True)
    falling = replace(battle, things={"crate-50": crate})
    assert "Environment" in [row.name for row in players_view(RULES, falling).order if row.is_now]


def test_a_turn_given_up_is_not_next() -> None:
    battle = step(round3(), "end_turn")
    view = players_view(RULES, battle)
    assert (view.now, view.next) == ("Thug", "Man in red")


def test_before_and_after_the_fight_everybody_seen_is_listed() -> None:
    view = players_view(RULES, dockside())
    assert (view.phase, view.now, view.next) == ("waiting", "", "")
    assert [row.name for row in view.order] == ["Apex", "man in the red coat", "Crimson", "Thug"]
    assert players_view(RULES, step(round3(), "end_fight")).phase == "ended"


def test_who_is_hidden_while_acting_is_gone_from_the_screen() -> None:
    battle = fight("boomer-2", "crimson-3")
    seen = players_view(RULES, battle)
    gone = battle.with_combatant(replace(battle.combatant("boomer-2"), is_hidden=True))
    view = players_view(RULES, gone, seen)
    assert view.now == ""
    assert [row.name for row in view.order] == ["Crimson"]


def test_a_condition_tied_to_a_hidden_combatant_does_not_name_them() -> None:
    held = replace(fighter("rat-2", "Rat"), effects={"held-8": Effect(id="held-8", kind="held", other="owl-3")})
    view = players_view(RULES, battle_of(held, fighter("owl-3", "Owl", is_hidden=True)))
    assert view.order[0].conditions == ("held",)
    assert "Owl" not in repr(view)


def test_the_countdown_is_told_of_the_own_side_and_of_others_once_called() -> None:
    battle = round3()
    slots = {id: replace(slot, segment=7) for id, slot in battle.order.slots.items() if slot.kind == "normal"}
    battle = replace(battle, order=replace(battle.order, slots=battle.order.slots | slots))
    view = players_view(RULES, battle, None)
    told = {row.name: row.text for row in view.order if row.text.startswith("on ")}
    waiting_foes = [row.name for row in view.order if row.side != "pc" and not row.is_past and not row.is_now]
    assert told["Crimson"] == "on 7"
    assert waiting_foes
    assert not set(waiting_foes) & set(told)


def test_of_several_rulings_on_a_roll_players_are_told_the_last() -> None:
    battle = round3()
    roll = RollRecord(id="attack", title="Attack", by="crimson-3", dice="1d100", faces=(8,), sum=8)
    success = Ruling(key="success", title="Success", is_true=True, computed=True, total=8, against=65, roll="attack")
    avoided = replace(
        success, key="hit", title="Hit", is_true=False, computed=False, measured="margin 57, column 20: A"
    )
    note = Note(rolls=(roll,), rulings=(success, avoided))
    view = players_view(RULES, battle, call=strike("crimson-3", "boomer-2"), note=note)
    assert view.action is not None
    assert [(dice.faces, dice.word, dice.is_success) for dice in view.action.dice] == [((8,), "miss", False)]
    assert "margin" not in str(view.action), "what it was read by is the GM's"


# ------------------------------------------------------------------------- messages


def told(action: str, *sentences: Text, actor: str = ENVIRONMENT, targets: tuple[str, ...] = ()) -> ActionView | None:
    """Return what the player view shows of a step with these messages."""
    view = players_view(
        RULES, round3(), call=Call(action=action, actor=actor, targets=targets), note=Note(sentences=sentences)
    )
    return view.action


def test_quick_damage_reaches_the_players() -> None:
    action = told("hurt", text("{who} takes {n} damage.", who=ref("crimson-3"), n=4), targets=("crimson-3",))
    assert action is not None
    assert (action.title, action.sentence) == ("Crimson", "Crimson takes 4 damage.")


def test_a_group_attack_reaches_the_players() -> None:
    call = Call(action="group_attack", actor="crimson-3", targets=("boomer-2",))
    action = players_view(RULES, round3(), call=call, note=shot("crimson-3")).action
    assert action is not None
    assert (action.title, action.sentence) == ("Crimson → Man in red", "Crimson fires.")
    assert [dice.faces for dice in action.dice] == [(4, 5)]


def test_dice_for_the_order_are_not_shown_they_may_be_thrown_because_of_a_hidden_combatant() -> None:
    view = players_view(RULES, round3(), call=Call(action="end_round"), note=shot("crimson-3"))
    assert view.action is not None
    assert (view.action.dice, view.action.sentence) == ((), "Crimson fires.")


def test_what_happens_at_the_end_of_a_turn_reaches_the_players_without_the_bookkeeping() -> None:
    ends = routine(text("{who} ends the turn.", who=ref("crimson-3")))
    bleeds = text("{who} bleeds for {n}.", who=ref("crimson-3"), n=2)
    action = told("end_turn", ends, bleeds, actor="crimson-3")
    assert action is not None
    assert action.sentence == "Crimson bleeds for 2."
    assert told("end_turn", ends, actor="crimson-3") is None


def test_what_happens_to_others_after_a_hidden_turn_is_told_without_whose_turn_it_was() -> None:
    bleeds = text("{who} bleeds for {n}.", who=ref("crimson-3"), n=2)
    action = told("end_turn", bleeds, text("{who} waits.", who=ref("sniper-6")), actor="sniper-6")
    assert action is not None
    assert (action.title, action.sentence) == ("", "Crimson bleeds for 2.")
    assert action.actor == visible_id(ENVIRONMENT, PLAYERS)


def test_what_an_unseen_combatant_does_is_told_only_of_those_whom_players_see() -> None:
    shot = text("{who} fires at {target}.", who=ref("sniper-6"), target=ref("crimson-3"))
    falls = text("{who} falls.", who=ref("crimson-3"))
    before, after = round3(), round3()
    sheet = replace(after.combatant("crimson-3").sheet, health=9)
    after = after.with_combatant(replace(after.combatant("crimson-3"), sheet=sheet))
    call = Call(action="strike", actor="sniper-6", targets=("crimson-3",))
    note = Note(sentences=(shot, damage_message(after, "crimson-3", 7), falls), rolls=(replace(ROLL, by="sniper-6"),))
    action = players_view(RULES, after, call=call, note=note, before=before).action
    assert action is not None
    assert (action.title, action.dice) == ("", ())
    assert action.sentence == "Crimson is hurt by something unseen. Crimson falls."
    missed = players_view(RULES, before, call=call, note=Note(sentences=(shot,)), before=before).action
    assert missed is None


@pytest.mark.parametrize(
    ("policy", "sentence"),
    [("exact", "Man in red takes 7 damage."), ("words", "Man in red is hurt."), ("bar", "Man in red is hurt.")],
)
def test_damage_is_a_number_only_where_health_is(policy: HealthPolicy, sentence: str) -> None:
    battle = replace(round3(), health_policy={"npc": policy})
    note = Note(sentences=(damage_message(battle, "boomer-2", 7),))
    action = players_view(RULES, battle, call=strike("crimson-3", "boomer-2"), note=note).action
    assert action is not None
    assert (action.sentence, action.outcome) == (sentence, sentence)


def test_where_health_is_not_shown_no_damage_is_told() -> None:
    battle = replace(round3(), health_policy={"npc": "nothing"})
    note = Note(sentences=(damage_message(battle, "boomer-2", 7), damage_message(battle, "boomer-2", 0)))
    assert players_view(RULES, battle, call=strike("crimson-3", "boomer-2"), note=note).action is None


def test_nothing_that_is_told_stays_once_players_are_to_see_less() -> None:
    """A public name is set, or health is hidden, after a message that contains the old name or the number."""
    battle = replace(round3(), health_policy={"npc": "exact"})
    note = Note(sentences=(damage_message(battle, "boomer-2", 7),))
    view = players_view(RULES, battle, call=strike("crimson-3", "boomer-2"), note=note)
    assert players_view(RULES, battle, view).action == view.action is not None
    assert players_view(RULES, replace(battle, health_policy={"npc": "words"}), view).action is None
    renamed = battle.with_combatant(replace(battle.combatant("boomer-2"), public_name="Stranger"))
    assert "Man in red" not in repr(players_view(RULES, renamed, view))


# ------------------------------------------------------------------------- an ambush


def test_an_ambush_has_not_begun_before_something_is_seen_of_it() -> None:
    before = players_view(RULES, dockside())
    battle = fight("sniper-6", "apex-1", "crimson-3")
    started = players_view(RULES, battle, replace(before, order=()), call=Call(action="start_fight"), note=Note())
    assert (started.phase, started.round, started.now, started.next, started.clock.words) == ("waiting", 0, "", "", "")
    assert [row.name for row in started.order] == ["Apex", "Crimson"]
    seen = players_view(RULES, step(battle, "end_turn"), started)
    assert (seen.phase, seen.now) == ("fighting", "Apex")


def test_an_ambush_shows_with_the_first_deed_that_is_seen() -> None:
    battle = fight("sniper-6", "apex-1", "crimson-3")
    started = players_view(RULES, battle)
    assert started.phase == "waiting"
    sheet = replace(battle.combatant("apex-1").sheet, health=9)
    hit = battle.with_combatant(replace(battle.combatant("apex-1"), sheet=sheet))
    call = Call(action="strike", actor="sniper-6", targets=("apex-1",))
    view = players_view(RULES, hit, started, call=call, note=Note(), before=battle)
    assert view.phase == "fighting"
    assert view.action is not None
    assert view.action.sentence == "Apex is hurt by something unseen."


def test_a_fight_that_ends_unseen_was_never_there() -> None:
    battle = fight("sniper-6", "apex-1", "crimson-3")
    started = players_view(RULES, battle)
    call = Call(action="end_fight")
    outcome = run(RULES, battle, call)
    assert isinstance(outcome, Done)
    view = players_view(RULES, outcome.battle, started, call=call, note=outcome.note, before=battle)
    assert (view.phase, view.action) == ("waiting", None)


def test_the_end_of_the_fight_reaches_the_players() -> None:
    battle = fight("apex-1", "crimson-3")
    call = Call(action="end_fight")
    outcome = run(RULES, battle, call)
    assert isinstance(outcome, Done)
    view = players_view(RULES, outcome.battle, players_view(RULES, battle), call=call, note=outcome.note)
    assert view.phase == "ended"
    assert view.action is not None
    assert "1 round" in view.action.sentence


def test_the_last_action_does_not_stay_into_the_next_round_or_the_next_fight() -> None:
    battle = fight("apex-1", "crimson-3")
    struck = players_view(RULES, battle, call=strike("apex-1", "crimson-3"), note=shot("apex-1"))
    within = step(battle, "end_turn")
    still = players_view(RULES, within, struck)
    assert still.action == struck.action is not None
    next_round = step(within, "end_turn")
    assert next_round.order.round == 2
    assert players_view(RULES, next_round, still).action is None
    ended = step(battle, "end_fight")
    assert players_view(RULES, ended, struck).action is None


def test_a_round_that_a_hidden_combatant_begins_keeps_the_last_action() -> None:
    battle = fight("sniper-6", "apex-1", "crimson-3")
    battle = step(step(battle, "end_turn"), "end_turn")
    struck = players_view(RULES, battle, call=strike("crimson-3", "apex-1"), note=shot("crimson-3"))
    hidden = step(battle, "end_turn")
    assert (hidden.order.round, hidden.order.acting) == (2, ("sniper-6",))
    assert players_view(RULES, hidden, struck).action == struck.action


# ------------------------------------------------------------------------- numbers in names


def raiders() -> AnyBattle:
    """Return a running fight of three raiders and a player character."""
    names = ("apex-1", "crimson-3", "boomer-2", "minion-4")
    battle = fight(*names)
    for number, who in enumerate(names[1:], start=1):
        one = replace(battle.combatant(who), name=f"Raider {number}", public_name="", is_hidden=False, side="npc")
        battle = battle.with_combatant(one)
    return battle


def names_shown(battle: AnyBattle) -> tuple[list[str], list[str]]:
    """Return the raiders' names in the initiative list and on the map."""
    view = players_view(RULES, battle)
    kinds = ("Raider", "Ghoul")
    return [row.name for row in view.order if row.name.startswith(kinds)], sorted(
        token.name for token in view.map.tokens if token.name.startswith(kinds)
    )


@pytest.mark.parametrize("edit", ["hide", "take_out"])
def test_numbers_stay_when_one_of_several_is_hidden_or_leaves(edit: str) -> None:
    rules = replace(RULES, actions=RULES.actions | EDITS)
    options = {"leaves": True} if edit == "take_out" else {}
    outcome = run(rules, raiders(), Call(action=edit, targets=("boomer-2",), options=options))
    assert isinstance(outcome, Done)
    assert names_shown(outcome.battle) == (["Raider 1", "Raider 3"], ["Raider 1", "Raider 3"])


def test_who_was_hidden_from_the_beginning_leaves_no_gap_in_numbers() -> None:
    battle = raiders()
    battle = battle.with_combatant(replace(battle.combatant("boomer-2"), is_hidden=True))
    assert names_shown(battle) == (["Raider", "Raider"], ["Raider", "Raider"])


def test_one_alone_has_no_number_because_it_would_reveal_others() -> None:
    """`Ghoul 1 appears` says that there is a second one."""
    first, second = fighter("ghoul-1", "Ghoul 1"), replace(fighter("ghoul-2", "Ghoul 2"), is_hidden=True)
    alone = battle_of(first, second)
    assert names_shown(alone) == (["Ghoul"], ["Ghoul"])
    both = alone.with_combatant(replace(second, is_hidden=False))
    assert names_shown(both) == (["Ghoul 1", "Ghoul 2"], ["Ghoul 1", "Ghoul 2"])
    gone = both.with_combatant(replace(second, was_seen=True))
    assert names_shown(gone) == (["Ghoul 1"], ["Ghoul 1"]), "players have seen the other one"


def test_no_two_names_share_a_sign_and_list_and_map_have_the_same() -> None:
    names = ("Doc Amari", "Dog", "Drake", "Minion 1", "Minion 2", "Dora", "Man in the red coat")
    battle = battle_of(*(fighter(f"one-{at}", name) for at, name in enumerate(names, 1)))
    view = players_view(RULES, battle)
    listed = {row.name: row.initials for row in view.order}
    assert listed == {token.name: token.initials for token in view.map.tokens}
    assert list(listed.values()) == ["D", "Do", "Dr", "M1", "M2", "Da", "?"]
    hidden = battle.with_combatant(replace(battle.combatants["one-1"], is_hidden=True))
    assert [row.initials for row in players_view(RULES, hidden).order] == ["D", "Dr", "M1", "M2", "Do", "?"], (
        "who is hidden takes no letter"
    )


def test_the_gm_reads_the_same_signs_as_the_players() -> None:
    names = ("Brick", "Boss Karl", "Moss", "Ma Gristle", "Minion 1", "Minion 2", "Man in the red coat")
    battle = battle_of(*(fighter(f"one-{at}", name) for at, name in enumerate(names, 1)))
    shown = {token.name: token.initials for token in players_view(RULES, battle).map.tokens}
    assert shown == {token.name: token.initials for token in project_map(battle, RULES, GM).tokens}
    assert {row.name: row.initials for section in order_view(RULES, battle).sections for row in section.rows} == shown
    assert (shown["Brick"], shown["Boss Karl"], shown["Ma Gristle"]) == ("B", "BK", "MG")
    hidden = battle.with_combatant(replace(battle.combatants["one-1"], is_hidden=True))
    assert players_view(RULES, hidden).map.tokens[0].initials == "B", "Boss Karl, alone with it"
    signs = {token.name: token.initials for token in project_map(hidden, RULES, GM).tokens}
    assert (signs["Boss Karl"], signs["Brick"]) == ("B", "Br"), "who is hidden has one of their own"


def test_an_area_or_several_targets_mark_nobody() -> None:
    battle = fight("apex-1", "sniper-6", "crimson-3")
    single, several = (
        Call(action="strike", actor="crimson-3", targets=targets) for targets in (("apex-1",), ("apex-1", "sniper-6"))
    )
    assert players_view(RULES, battle, call=single, note=shot("crimson-3")).action.target  # type: ignore[union-attr]
    shown = players_view(RULES, battle, call=several, note=shot("crimson-3")).action
    assert shown is not None
    assert not shown.target
    aim = StruckArea(shape=lambda *_: None, caught=lambda *_: ())
    rules = replace(RULES, actions=RULES.actions | {"strike": replace(RULES.actions["strike"], aim=aim)})
    area = players_view(rules, battle, call=single, note=shot("crimson-3")).action
    assert area is not None
    assert (area.target, area.title) == ("", "Crimson → Apex")


def test_next_is_the_interrupted_turn_while_a_delayed_one_is_taken() -> None:
    battle = done(duel(), "start_fight")
    for action in ("delay", "take_held_turn"):
        outcome = run(ARENA, battle, Call(action=action, actor="anna-1"))
        assert isinstance(outcome, Done), outcome
        battle = outcome.battle
    view = players_view(ARENA, battle)
    assert (view.now, view.next) == ("Anna", "Bert")


# ------------------------------------------------------------------------- combat in zones


def in_zones(*zones: Zone) -> AnyBattle:
    battle = fight("apex-1", "sniper-6", "crimson-3")
    battle = replace(battle, board=Board(zones={zone.id: zone for zone in zones}))
    for who, zone in (("apex-1", "dock-1"), ("sniper-6", "dock-1"), ("crimson-3", "attic-2")):
        battle = battle.with_combatant(replace(battle.combatant(who), place=Place(zone=zone)))
    return battle


def test_a_fight_of_zones_has_who_is_in_which_without_what_is_hidden() -> None:
    view = players_view(RULES, in_zones(Zone(id="dock-1", name="Dock"), Zone(id="attic-2", name="Attic", hidden=True)))
    assert view.zones is not None
    told = [(zone.name, [token.name for token in zone.tokens]) for zone in view.zones.rows]
    assert told == [("Dock", ["Apex"]), ("In no zone", ["Crimson"])]
    assert "Attic" not in repr(view)


def test_a_fight_in_metres_is_a_map() -> None:
    drawn = Zone(id="dock-1", name="Dock", shape=Rectangle(x=0, y=0, width=9, height=9))
    assert players_view(RULES, in_zones(drawn, Zone(id="attic-2", name="Attic"))).zones is None
    assert players_view(RULES, fight("apex-1", "crimson-3")).zones is None
