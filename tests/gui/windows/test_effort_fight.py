"""A fight that begins with plans, played through the window: plans, initiative, a move, a reaction, attacks."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gui.models.rows import RowRole
from gui.windows.gm_window import GmWindow
from model.dice.answers import Faces
from model.engine.calls import Call
from model.engine.planning import plan_of
from model.engine.requests import Question
from model.state.order import Intent, Plan
from model.view.texts import plain, render_all
from model.view.viewer import PLAYERS
from tests.gui.windows.hands import OpenWindow, Press, health_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unhurried")]

ROADBLOCK = "effort-roadblock"
MARA, OTTO, JUNA, CAPTAIN, RAIDER, GUARD_ID = (
    "mara-1",
    "otto-4",
    "juna-8",
    "captain-11",
    "raider-1-14",
    "guard-20",
)


@pytest.fixture
def window(open_window: OpenWindow) -> GmWindow:
    """The roadblock sample with combat started and no plans yet."""
    window = open_window(sample=ROADBLOCK)
    window.work.combat.start()
    return window


def next_turn(press: Press) -> None:
    press("N")


def roll_for(window: GmWindow, press: Press, **faces: int) -> None:
    """Roll initiative with these faces, by combatant, and apply it."""
    combatants = {"mara": MARA, "otto": OTTO, "juna": JUNA, "captain": CAPTAIN, "raider": RAIDER, "guard": GUARD_ID}
    dice = {f"initiative.{combatants[name]}": Faces((face,)) for name, face in faces.items()}
    assert window.work.actions.many.answer(dice) is None
    assert window.work.actions.can_apply
    press("Enter")


def test_a_round_is_planned_rolled_for_and_fought(window: GmWindow, press: Press) -> None:
    battle = lambda: window.work.battle  # noqa: E731  # the battle as it is now
    assert battle().order.phase == "planning"
    # Initiative is not rolled while plans are missing.
    press("N")
    assert window.work.actions.refusal is not None
    assert window.work.actions.refusal.key == "plans_missing"
    press("Esc")
    for who in (MARA, OTTO, JUNA, RAIDER, GUARD_ID):
        assert window.work.actions.carry_out(Call(action="plan", actor=who)) is None
    plan = Call(action="plan", actor=CAPTAIN, targets=(MARA,), options={"does": "attack"})
    assert window.work.actions.carry_out(plan) is None
    # Captain 9 + 2 = 11, Mara 7 + 3 = 10, Otto 4 + 0, Juna 1 + 2 = 3, Raiders 1 + 1 = 2, Guard 1 + 0.
    next_turn(press)
    roll_for(window, press, mara=7, otto=4, juna=1, captain=9, raider=1, guard=1)
    assert battle().order.acting == (CAPTAIN,)
    order = [battle().order.slots[id] for id in battle().order.sequence]
    assert [slot.initiative for slot in order] == [11, 10, 4, 3, 2, 1]
    # The captain holds a shot ready instead of attacking.
    ready = Call(action="declare_reaction", actor=CAPTAIN, item="revolver-12", options={"condition": "if Mara moves"})
    assert window.work.actions.carry_out(ready) is None
    next_turn(press)
    assert battle().order.acting == (MARA,)
    # Mara shoots: 4 + 2 + 2 = 8 hits the captain's 8; 6 + 2 - 1 = 7 damage of his 14 health. He does not react.
    window.combatants.mark(CAPTAIN)
    press("A")
    odds = window.action_panel.odds
    # A 4 or more hits; after that the hit is no longer the question, and no damage would drop him.
    assert (odds.shown.title, odds.shown.chance) == ("hits", Fraction(7, 10))
    press("4 Enter")
    assert (odds.shown.chance, odds.shown.spread_title) == (None, "damage")
    press("6 Enter")
    assert window.work.actions.can_apply
    press("Enter")
    assert health_of(window, CAPTAIN) == 7
    assert [offer.id for offer in window.work.actions.offers] == []
    # She has no action left: another shot is refused, and the GM allows it. The GM answers `7 damage`; he is out.
    press("A")
    assert window.work.actions.refusal is not None
    assert window.work.actions.refusal.key == "no_action"
    press("Shift+Enter 7 d Enter")
    assert window.work.actions.can_apply
    press("Enter")
    assert health_of(window, CAPTAIN) == 0
    assert battle().combatants[CAPTAIN].is_out
    # Undo both shots of her turn and redo the first.
    press("Ctrl+Z Ctrl+Z")
    assert health_of(window, CAPTAIN) == 14
    press("Ctrl+Y")
    assert health_of(window, CAPTAIN) == 7


def test_a_move_is_dragged_with_its_price(window: GmWindow, press: Press) -> None:
    session = window.work.bridge
    roll = Call(action="roll_initiative", anyway=("plans_missing",))
    assert window.work.actions.carry_out(roll) is None
    roll_for(window, press, mara=7, otto=4, juna=1, captain=9, raider=1, guard=1)
    assert session.battle.order.acting == (CAPTAIN,)
    ready = Call(action="declare_reaction", actor=CAPTAIN, item="revolver-12", options={"condition": "if Mara moves"})
    assert window.work.actions.carry_out(ready) is None
    next_turn(press)
    # From (6, 18) straight to (12, 18): 6 m for 6 of her 10 points of speed.
    label = window.work.drags.label(MARA, 12.0, 18.0, False)
    assert label.is_allowed
    assert ": 6 speed" in label.text
    too_far = window.work.drags.label(MARA, 30.0, 18.0, False)
    assert not too_far.is_allowed
    assert "24 points" in too_far.text
    assert window.work.drags.drop(MARA, 12.0, 18.0, False) is None
    # This triggers the captain's reaction: the panel shows the move and offers his shot, and Enter declines the offer.
    assert [offer.by for offer in window.work.actions.offers] == [(CAPTAIN,)]
    assert session.battle.combatants[MARA].place.point == (6.0, 18.0)
    press("Enter")
    mara = session.battle.combatants[MARA]
    assert (mara.place.point, mara.sheet.speed) == ((12.0, 18.0), 4.0)


def test_a_stored_shot_is_taken_up_by_its_key(window: GmWindow, press: Press) -> None:
    roll = Call(action="roll_initiative", anyway=("plans_missing",))
    assert window.work.actions.carry_out(roll) is None
    roll_for(window, press, mara=7, otto=4, juna=1, captain=9, raider=1, guard=1)
    ready = Call(action="declare_reaction", actor=CAPTAIN, options={"condition": "if Mara shoots"})
    assert window.work.actions.carry_out(ready) is None
    next_turn(press)
    window.combatants.mark(CAPTAIN)
    # I opens his declared reaction, and Enter takes it unchanged: his revolver at her.
    press("A I Enter")
    due = window.work.actions.due
    assert due is not None
    assert due.id == f"reaction.{CAPTAIN}.when"
    assert window.work.actions.choose("before") is None
    # The dice are his, the odds are those of the shot that he interrupts.
    assert window.action_panel.odds.shown.first_words == "Mara hits"
    # 6 + 2 = 8 hits her 8, and 10 + 1 = 11 damage of her 12 health. Then she misses with 3 + 4 against 8.
    for face in ("6", "10", "3"):
        assert window.work.actions.answer_typed(face) is None
    assert window.work.actions.can_apply
    press("Enter")
    assert health_of(window, MARA) == 1
    assert health_of(window, CAPTAIN) == 14
    revolver = next(item for item in window.work.battle.items_of(CAPTAIN) if item.where == "hand")
    assert revolver.gear.ammo == 5


def test_the_condition_of_a_reaction_is_typed_at_once(window: GmWindow, press: Press) -> None:
    roll = Call(action="roll_initiative", anyway=("plans_missing",))
    assert window.work.actions.carry_out(roll) is None
    roll_for(window, press, mara=9, otto=4, juna=1, captain=2, raider=1, guard=1)
    assert window.work.battle.order.acting == (MARA,)
    press("D shot Enter")
    (armed,) = window.work.battle.shared.armed.values()
    assert armed.condition == "shot"


def told_to_players(window: GmWindow) -> str:
    """Return the messages of all steps so far as players see them."""
    battle, session = window.work.battle, window.work.bridge.session
    notes = [step.note for step in session.steps if step.note is not None]
    return " ".join(plain(render_all(note.sentences, battle, PLAYERS)) for note in notes)


def test_a_plan_keeps_the_place_that_it_leads_to(open_window: OpenWindow) -> None:
    window = open_window(sample=ROADBLOCK)
    window.work.combat.start()
    to = {"x": 12.0, "y": 18.0}
    window.action_panel.plans.draft.click()
    # A route drawn for a plan is not refused, because the move happens later.
    label = window.work.drags.label(MARA, 12.0, 18.0, False)
    assert label.is_allowed
    assert label.text == "6 m · planned move of Mara"
    window.work.drags.forget()
    window.work.actions.begin_call(Call(action="move", actor=MARA, options={"place": to}))
    window.action_panel.answer()
    plan = plan_of(window.work.battle, MARA)
    assert plan == Plan(intents=(Intent(action="move", options={"place": to}),))
    assert window.action_panel.plans.rows.rows[0].words == "Move: walk 6 m"


@pytest.mark.rule("SE-TURN-01", "SE-EFF-05", "SE-REA-04", "SE-MOVE-02")
def test_keys_are_keys_again_once_the_plan_line_is_left(open_window: OpenWindow, press: Press) -> None:
    window = open_window(sample=ROADBLOCK)
    window.work.combat.start()
    press("Enter n Enter Esc Esc n")
    assert window.work.battle.order.plans == {}
    assert window.work.actions.refusal is not None
    assert window.work.actions.refusal.key == "plans_missing"


def test_a_fight_with_plans_is_played_undone_and_gone_on_with(open_window: OpenWindow, press: Press) -> None:
    window = open_window(sample=ROADBLOCK)
    beginning = window.work.battle
    battle = lambda: window.work.battle  # noqa: E731  # the battle as it is now
    window.work.combat.start()
    plans = window.action_panel.plans
    # Mara pays a point of effort for acting earlier, and her plan is typed; Otto and Juna are only ticked, the three
    # raiders with one tick.
    assert plans.waits.text() == "0 of 6 plans are in"
    press("Enter + meadow Enter Enter Enter Enter")
    assert plans.waits.text() == "4 of 6 plans are in"
    assert battle().combatants[MARA].sheet.effort == 5 - 1
    assert battle().order.plans[MARA] == Plan(intents=(Intent(words="meadow"),))
    assert {who for who in battle().order.plans if who.startswith("raider")} == {RAIDER, "raider-2-16", "raider-3-18"}
    # The captain's plan is an action, built in the panel and saved by Enter; it is not carried out yet.
    assert window.work.bridge.name(plans.list.currentIndex().data(RowRole).id) == "Captain"
    press("Ctrl+Enter")
    window.combatants.mark(MARA)
    press("A")
    assert not window.action_panel.refusal.isVisible()
    press("Enter")
    assert battle().order.plans[CAPTAIN] == Plan(
        intents=(Intent(action="attack", targets=(MARA,), item="revolver-12"),)
    )
    press("Enter")
    assert plans.waits.text() == "All 6 plans are in"
    assert "Captain" not in told_to_players(window)
    # Captain 10 + 2 = 12, Mara 7 + 3 + 1 of effort = 11, Otto 4, Juna 1 + 2 = 3, Raiders 1 + 1 = 2, Guard 1.
    next_turn(press)
    roll_for(window, press, mara=7, otto=4, juna=1, captain=10, raider=1, guard=1)
    assert [battle().order.slots[id].initiative for id in battle().order.sequence] == [12, 11, 4, 3, 2, 1]
    assert battle().order.acting == (CAPTAIN,)
    ready = Call(action="declare_reaction", actor=CAPTAIN, item="revolver-12", options={"condition": "if Mara moves"})
    assert window.work.actions.carry_out(ready) is None
    # P begins the planned action; players see the plan when it is carried out. The GM answers `miss`.
    assert "Captain plans" not in told_to_players(window)
    press("P m Enter")
    assert window.work.actions.can_apply
    press("Enter")
    assert "Captain plans: Attack Mara" in told_to_players(window)
    next_turn(press)
    # Mara walks 6 m through the meadow for 6 of her 10 points; after 3 m the captain's shot is answered `6 damage`.
    window.work.actions.begin("move", path=[[12, 18]])
    press("I Enter")
    assert window.work.actions.choose("at_trigger") is None
    assert window.work.actions.choose(3) is None
    press("6 d Enter")
    assert window.work.actions.can_apply
    press("Enter")
    mara = battle().combatants[MARA]
    assert (health_of(window, MARA), mara.place.point, mara.sheet.speed) == (12 - 6, (12.0, 18.0), 10 - 6)
    assert not battle().shared.armed
    # The others do nothing. In the second round one key repeats Mara's plan.
    while battle().order.round == 1:
        next_turn(press)
    window.board.map.setFocus()
    press("Enter =")
    assert plan_of(battle(), MARA) == Plan(intents=(Intent(words="meadow"),))
    window.work.combat.end_combat()
    end = battle()
    assert end.order.phase == "ended"
    while window.work.bridge.session.can_undo:
        window.combat.undo()
    assert battle() == beginning
    while window.work.bridge.session.can_redo:
        window.combat.redo()
    assert battle() == end
    again = open_window(sample=ROADBLOCK)
    assert again.work.battle == end
    assert again.work.bridge.session.can_undo


@pytest.mark.rule("SE-EFF-05", "SE-INIT-05")
def test_effort_on_initiative_is_offered_only_before_a_roll(open_window: OpenWindow, press: Press) -> None:
    """In the ravine sample initiative is rolled once for the whole fight."""
    window = open_window(sample="effort-night-at-the-ravine")
    window.work.combat.start()
    plans = window.action_panel.plans
    assert plans.haste.isEnabled()
    press("Enter Enter Enter Enter Enter")
    next_turn(press)
    # No two results are equal: 9 + 3, 5 + 2, 2 + 3, 1 + 1.
    faces = {"mara-1": 9, "juna-4": 5, "dog-1-8": 2, "raider-12": 1}
    rolls = {f"initiative.{who}": Faces((face,)) for who, face in faces.items()}
    assert window.work.actions.many.answer(rolls) is None
    assert window.work.actions.can_apply
    press("Enter")
    for _ in faces:
        next_turn(press)
    assert window.work.battle.order.round == 2
    assert plans.haste.isVisible()
    assert not plans.haste.isEnabled()
    assert "does not roll initiative in this round" in plans.haste.toolTip()


def captain_ready(window: GmWindow, press: Press, **options: str) -> None:
    """Go to Mara's turn after the captain has declared a reaction."""
    assert window.work.actions.carry_out(Call(action="roll_initiative", anyway=("plans_missing",))) is None
    roll_for(window, press, mara=7, otto=4, juna=1, captain=9, raider=1, guard=1)
    assert window.work.actions.carry_out(Call(action="declare_reaction", actor=CAPTAIN, options=options)) is None
    next_turn(press)


def test_a_reaction_to_any_condition_in_words_is_triggered_by_hand(window: GmWindow, press: Press) -> None:
    captain_ready(window, press, condition="if the lights go out")
    window.work.selection.act_as(CAPTAIN)
    # It is among the first buttons, because little else can be done out of turn.
    button = window.action_panel.buttons.button("trigger_reaction")
    assert button is not None
    button.click()
    assert window.work.actions.refusal is not None
    assert "Choose who triggers it" in window.work.bridge.words(window.work.actions.refusal.sentence)
    window.work.actions.set_option("by", MARA)
    # 6 + 2 hits her 8; 3 + 1 damage of her 12 health.
    for face in ("6", "3"):
        assert window.work.actions.answer_typed(face) is None
    press("Enter")
    assert health_of(window, MARA) == 8
    assert window.work.battle.order.acting == (MARA,)


def test_a_movement_triggered_by_hand_asks_where_to(window: GmWindow, press: Press) -> None:
    captain_ready(window, press, condition="if the lights go out", does="move")
    window.work.selection.act_as(CAPTAIN)
    window.work.actions.begin("trigger_reaction")
    assert window.action_panel.parameters.control("place") is not None
    window.work.actions.set_place("place", 30.5, 10.0)
    assert window.work.actions.can_apply
    press("Enter")
    assert window.work.battle.combatants[CAPTAIN].place.point == (30.5, 10.0)


def test_a_blow_at_the_combatant_who_comes_within_reach_is_offered_where_the_way_leads_there(
    window: GmWindow, press: Press
) -> None:
    revolver = next(item for item in window.work.battle.items_of(CAPTAIN) if item.where == "hand")
    melee = Call(action="edit", options={"path": f"items.{revolver.id}.gear.use", "value": "melee"})
    assert window.work.actions.carry_out(melee) is None
    captain_ready(window, press, condition="if she comes within reach")
    fast = Call(action="edit", targets=(MARA,), options={"path": "sheet.speed", "value": 40})
    assert window.work.actions.carry_out(fast) is None
    # From (6, 18) through (30.5, 18) to 1 m from the captain at (30.5, 12): 24.5 m, and 4.5 m of the last 5 m.
    way = {"path": [[30.5, 18], [30.5, 13]], "mode": "run"}
    window.work.actions.begin_call(Call(action="move", actor=MARA, options=way))
    press("I Enter")
    due = window.work.actions.due
    assert isinstance(due, Question)
    assert due.default == "at_trigger"
    press("Enter")
    due = window.work.actions.due
    assert isinstance(due, Question)
    assert due.default == 29.0
    press("Enter")
    assert window.work.actions.due is not None
    assert window.work.actions.due.id == f"reaction.{CAPTAIN}/attack"


def test_what_a_contest_goes_by_is_asked(window: GmWindow, press: Press) -> None:
    captain_ready(window, press, condition="if she moves")
    way = {"path": [[8, 18]]}
    window.work.actions.begin_call(Call(action="move", actor=MARA, options=way))
    press("I Enter")
    assert window.work.actions.choose("contest") is None
    due = window.work.actions.due
    assert isinstance(due, Question)
    assert [choice.key for choice in due.options] == ["dexterity", "climbing", "hiding"]


def test_a_knife_is_drawn_out_of_the_pack_as_an_action(window: GmWindow, press: Press) -> None:
    captain_ready(window, press, condition="if she draws")
    window.work.actions.begin("handle_item")
    # Items that are not in hand come first.
    assert window.work.actions.can_apply
    assert [offer.by for offer in window.work.actions.offers] == [(CAPTAIN,)]
    press("Enter")
    knife = next(item for item in window.work.battle.items_of(MARA) if item.name == "Knife")
    assert knife.where == "hand"
    assert window.work.battle.order.turn is not None
    assert window.work.battle.order.turn.shares[MARA].left["action"] == 0


def test_a_wide_button_that_does_not_fit_leaves_its_room_to_the_next(open_window: OpenWindow, press: Press) -> None:
    """On a laptop's screen there is one line: Declare Reaction is wide, Move is not."""
    window = open_window(1366, 768, sample=ROADBLOCK)
    window.work.combat.start()
    for who in (MARA, OTTO, JUNA, CAPTAIN, RAIDER, GUARD_ID):
        assert window.work.actions.carry_out(Call(action="plan", actor=who)) is None
    next_turn(press)
    roll_for(window, press, mara=9, otto=4, juna=1, captain=3, raider=1, guard=2)
    buttons = window.action_panel.buttons.shown()
    assert [id for id, button in buttons.items() if button.isVisible()] == ["attack", "move"]
