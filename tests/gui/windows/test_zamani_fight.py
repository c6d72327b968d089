"""A combat with countdowns, played by keys: sacrifice, segments, moves, blocks, a focus spent on speed.

The numbers follow the rules: 5 % per rank; the margin is read on the default table in the column of the defence.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QPushButton

from gui.windows.gm_window import GmWindow
from model.engine.calls import Call
from model.state.battle import AnyBattle
from model.view.players import PlayersView, players_view
from tests.gui.windows.hands import OpenWindow, Press, health_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unhurried")]

NYOTA, JUMA, IMANI, CHIEF, LEOPARD = "nyota-1", "juma-5", "imani-8", "bandit-chief-10", "leopard-22"
FIRST, SECOND, THIRD = "bandit-1-13", "bandit-2-16", "bandit-3-19"

Open = Callable[[], GmWindow]


@pytest.fixture
def open_road(open_window: OpenWindow) -> Open:
    """Return a function that opens the caravan road in a window; a second call continues where the first stopped."""
    return lambda: open_window(1366, 768, sample="zamani-caravan-road")


class Hands:
    """The GM at the window: key presses, and what the GM and the players see."""

    def __init__(self, window: GmWindow, press: Press) -> None:
        self.window = window
        self.press = press
        self.seen: PlayersView | None = None
        self.look()

    @property
    def battle(self) -> AnyBattle:
        return self.window.work.battle

    @property
    def clock(self) -> str:
        """The text in the top bar, such as `Turn 1, round 2 · 10`."""
        return self.window.top_bar.round.text()

    def look(self) -> PlayersView:
        """Update and return what the players see."""
        self.seen = players_view(self.window.work.ruleset, self.battle, self.seen)
        return self.seen

    def next(self) -> None:
        """End the turn, or begin the round."""
        self.press("N")
        self.look()

    def acts(self, *who: str) -> None:
        assert self.battle.order.acting == who

    def moves(self, who: str, x: float, y: float) -> None:
        """Drag a combatant by the rules; the move must not be refused."""
        assert self.window.work.drags.drop(who, x, y, False) is None

    def attacks(self, target: str, keys: str) -> None:
        """Attack with the usual weapon; `keys` are the rolled dice, and Enter then applies the attack."""
        self.window.combatants.mark(target)
        self.press(f"A {keys}")
        assert self.window.work.actions.can_apply, self.window.work.actions.outcome
        self.press("Enter")
        assert self.window.work.actions.call is None
        self.look()

    def order(self) -> list[tuple[str, int | None]]:
        """Return the turns of this round: the first member of each slot, and its step of the countdown."""
        slots = [self.battle.order.slots[id] for id in self.battle.order.sequence]
        return [(slot.members[0], slot.segment) for slot in slots if slot.members]


def first_round(hands: Hands) -> None:
    """Play turn 1, round 1, from the sacrifice to the last step of the countdown."""
    window, press = hands.window, hands.press
    # Before the countdown, each player chooses in a row of the table what to sacrifice; the GM's side gives up nothing.
    assert window.top_bar.turn.text() == "Choose sacrifices"
    hands.next()
    rows = window.action_panel.table.list.rows
    assert [row.name for row in rows.open_rows] == ["Nyota", "Juma", "Imani"]
    press("3 Enter Enter Enter Enter")
    # Leopard 14: 10 and 4. Nyota 9 + 3 = 12 and Juma 12: 10 and 2, she first with Fitness 7 against 6. Chief 11: 10
    # and 1. Bandits and Imani 7, the bandits first with Fitness 6 against 5.
    assert hands.order() == [
        (LEOPARD, 10), (NYOTA, 10), (JUMA, 10), (CHIEF, 10), (FIRST, 7), (IMANI, 7),
        (LEOPARD, 4), (NYOTA, 2), (JUMA, 2), (CHIEF, 1),
    ]  # fmt: skip
    assert hands.clock == "Turn 1, round 1 · 10"
    # Nobody has noticed the leopard: the countdown of the players has not begun.
    hands.acts(LEOPARD)
    assert (hands.look().now, hands.look().clock.step) == ("", None)
    hands.next()
    hands.acts(NYOTA)
    assert (hands.look().now, hands.look().clock.step) == ("Nyota", 10)
    # She uses all of her MOVE of 8, so she cannot attack on this segment.
    hands.moves(NYOTA, 16, 11)
    window.combatants.mark(FIRST)
    press("A")
    assert window.work.actions.refusal is not None
    press("Esc")
    hands.next()
    # Bow 13: 65 %. The chief defends by Dexterity 11 - 2 for mail = 9. A 20 leaves 45: H, 3 x 4 - 4 for the mail = 8.
    # An 8 on the strike die knocks him prone.
    hands.acts(JUMA)
    hands.attacks(CHIEF, "2 0 Enter 8 Enter")
    assert health_of(window, CHIEF) == 28 - 8
    assert "prone" in {effect.kind for effect in hands.battle.combatants[CHIEF].effects.values()}
    hands.next()
    # The chief delays his turn, and the bandits act three steps later.
    hands.acts(CHIEF)
    press("Shift+N")
    hands.acts(FIRST, SECOND, THIRD)
    assert hands.clock == "Turn 1, round 1 · 7"
    # A half move up to Nyota, 1.8 m, and a blow: 45 %, a 20 leaves 25. Her best defence is the sword with 12: L,
    # 1 x 4 - 2 for the leather = 2.
    hands.moves(FIRST, 17.2, 11)
    window.combatants.mark(NYOTA)
    press("A")
    assert [part.title for part in window.work.actions.note.explanations][1] == "Defence: Sword"
    press("2 0 Enter 5 Enter Enter")
    assert health_of(window, NYOTA) == 30 - 2
    # The second bandit: the sword has been used for this round, the shield with 11 is left. A 40 leaves 5: avoided.
    press("G")
    assert window.work.selection.actor == SECOND
    hands.moves(SECOND, 16.8, 12)
    window.combatants.mark(NYOTA)
    press("A")
    assert [part.title for part in window.work.actions.note.explanations][1] == "Defence: Shield; sword used"
    press("4 0 Enter Enter")
    assert health_of(window, NYOTA) == 30 - 2
    # Between two of their actions the chief takes his delayed turn, and then the bandits continue theirs.
    press("H")
    hands.acts(CHIEF)
    hands.next()
    hands.acts(FIRST, SECOND, THIRD)
    hands.next()
    # Imani has nothing to do. On 4 the leopard acts and the players' countdown stays on 7.
    hands.acts(IMANI)
    hands.next()
    hands.acts(LEOPARD)
    assert hands.clock == "Turn 1, round 1 · 4"
    assert (hands.look().now, hands.look().clock.step) == ("Imani", 7)
    hands.next()
    # On 2 Nyota would strike back, but she has used all of her MOVE on one segment; the GM overrides that. 60 % - 15
    # for the sacrifice, a 5 leaves 40 in the column of his sword, 9: M, 2 x 4 - 2 = 6; a 1 has no further effect.
    hands.acts(NYOTA)
    window.combatants.mark(FIRST)
    press("A")
    assert window.work.actions.refusal is not None
    assert window.work.actions.refusal.rule == "ZM-MOVE-03"
    hands.attacks(FIRST, "Shift+Enter 5 Enter 1 Enter")
    assert health_of(window, FIRST) == 18 - 6
    hands.next()
    # Juma has shot in this countdown: no second attack.
    hands.acts(JUMA)
    window.combatants.mark(FIRST)
    press("A")
    assert window.work.actions.refusal is not None
    assert window.work.actions.refusal.rule == "ZM-INIT-06"
    press("Esc")
    hands.next()
    # The chief's second segment is not affected by his delay.
    hands.acts(CHIEF)
    assert hands.clock == "Turn 1, round 1 · 1"
    hands.next()


def second_round(hands: Hands) -> None:
    """Play turn 1, round 2: there is nothing to choose, so the countdown begins without a request. Juma focuses."""
    window, press = hands.window, hands.press
    assert hands.clock == "Turn 1, round 2 · 10"
    while hands.battle.order.acting != (JUMA,):
        hands.next()
    window.action_panel.begin("focus")
    assert window.work.actions.can_apply
    press("Enter")
    assert "focusing" in {effect.kind for effect in hands.battle.combatants[JUMA].effects.values()}
    while hands.battle.order.round == 2:
        hands.next()


def third_round(hands: Hands) -> None:
    """Play turn 1, round 3: Juma's focus is spent on speed; then the first bandit is out by the GM's ruling."""
    window, press = hands.window, hands.press
    assert window.top_bar.turn.text() == "Spend a focus on speed?"
    assert hands.clock == "Turn 1, round 3"
    hands.next()
    press("2")
    assert window.work.actions.can_apply
    press("Enter")
    # 12 + 5 = 17: Juma acts on 10 before the leopard with 14, and on 7 before all others there.
    assert [step for who, step in hands.order() if who == JUMA] == [10, 7]
    hands.acts(JUMA)
    # A ruling instead of dice: a hit for 12, all that the first bandit had left; and the GM rules that he is out.
    hands.attacks(FIRST, "1 2 d Enter Enter")
    assert health_of(window, FIRST) == 0
    assert hands.battle.combatants[FIRST].is_out


def test_a_fight_in_countdowns_is_played_undone_and_gone_on_with(open_road: Open, press: Press) -> None:
    window = open_road()
    beginning = window.work.battle
    assert window.work.combat.start() is None
    hands = Hands(window, press)
    first_round(hands)
    second_round(hands)
    third_round(hands)
    window.work.combat.end_combat()
    end = hands.battle
    assert end.order.phase == "ended"
    while window.work.bridge.session.can_undo:
        press("Ctrl+Z")
    assert hands.battle == beginning
    while window.work.bridge.session.can_redo:
        press("Ctrl+Y")
    assert hands.battle == end
    again = open_road()
    assert again.work.battle == end
    assert again.work.bridge.session.can_undo


@pytest.mark.rule("ZM-SURP-03", "ZM-SURP-04", "ZM-SURP-05", "ZM-SURP-08")
def test_an_ambush_opens_the_fight_with_one_attack_before_the_countdown(open_road: Open, press: Press) -> None:
    window = open_road()
    hands = Hands(window, press)
    assert window.work.combat.start(surprise_by=[JUMA], surprise_on=[CHIEF], manner="ambush") is None
    # Ambush 12, 60 %, against the chief's 10, 50 %: a 20 leaves 40, a 30 leaves 20.
    told = {part.title: part.total for part in window.work.actions.note.explanations}
    assert told == {"Juma: Ambush": 60, "Bandit chief: Ambush": 50}
    press("2 0 Enter")
    due = window.work.actions.due
    assert due is not None
    assert due.id == "resist"
    press("3 0 Enter Enter")
    hands.look()
    assert hands.battle.order.phase == "surprise"
    assert hands.clock == "Surprise round"
    hands.acts(JUMA)
    # No defence: the first column. 65 %, a 30 leaves 35: X, 4 x 4 - 4 = 12; a 1 has no further effect.
    window.combatants.mark(CHIEF)
    press("A")
    assert [part.title for part in window.work.actions.note.explanations][1] == "Defence: No defence"
    press("3 0 Enter 1 Enter Enter")
    assert health_of(window, CHIEF) == 28 - 12
    # All others have lost this round; initiative comes after it.
    hands.next()
    assert hands.battle.order.phase == "planning"
    assert hands.clock == "Turn 1, round 1"


def test_a_start_that_has_to_be_answered_first_says_so(open_road: Open, press: Press) -> None:
    window = open_road()
    assert window.top_bar.start.isVisible()
    assert window.work.combat.start(surprise_by=[JUMA], surprise_on=[CHIEF], manner="ambush") is None
    assert window.top_bar.turn.text() == "Start Combat: to be answered"
    assert not window.top_bar.start.isVisible()
    press("N")
    assert "Start Combat is waiting for answers" in window.status.message.text()
    # Once the start is cancelled, combat has not begun.
    press("Esc")
    assert not window.top_bar.turn.isVisible()
    assert window.top_bar.start.isVisible()
    assert window.work.battle.order.phase == "setup"


def test_n_applies_a_start_that_is_answered_and_ends_no_turn_with_it(open_road: Open, press: Press) -> None:
    window = open_road()
    assert window.work.combat.start(surprise_by=[JUMA], surprise_on=[CHIEF], manner="ambush") is None
    press("2 0 Enter")
    press("3 0 Enter")
    press("A")
    assert "is ready: apply it with Enter" in window.status.message.text()
    press("N")
    assert window.work.actions.call is None
    # Juma's 40 left of 60 beats the chief's 20: it is the surprise round, and no turn in it has ended.
    assert window.work.battle.order.phase == "surprise"


@pytest.mark.rule("ZM-GUARD-05", "ZM-GUARD-06", "ZM-GUARD-07")
def test_a_guard_for_another_is_picked_by_a_digit_and_lends_its_defence(open_road: Open, press: Press) -> None:
    """Beside the action, all friends within arm's reach are offered, including those who are out."""
    window = open_road()
    assert window.work.combat.start() is None
    hands = Hands(window, press)
    hands.next()
    press("Enter Enter Enter Enter")
    hands.next()
    hands.acts(JUMA)
    to = {"place": {"x": 8.0, "y": 12.5}}
    assert window.work.bridge.edit(Call(action="place", targets=(IMANI,), options=to)) is None
    fallen = Call(action="set_condition", targets=(IMANI,), options={"condition": "unconscious"})
    assert window.work.bridge.edit(fallen) is None
    assert hands.battle.combatants[IMANI].is_out
    while hands.battle.order.acting != (NYOTA,):
        hands.next()
    window.action_panel.begin("guard")
    wards = [button.text() for button in window.action_panel.target.findChildren(QPushButton)]
    assert [words for words in wards if " for " in words] == ["1  for Imani"]
    press("1")
    assert window.work.actions.call is not None
    assert window.work.actions.call.targets == (IMANI,)
    press("Enter")
    # Her sword, 12, is the defence of Imani, who is on the ground, against the chief.
    while hands.battle.order.acting != (CHIEF,):
        hands.next()
    window.combatants.mark(IMANI)
    press("A Shift+Enter")
    assert [part.title for part in window.work.actions.note.explanations][1] == "Defence: Nyota: Sword"
    assert window.work.actions.note.explanations[1].total == 12


def test_among_dice_for_equal_initiative_the_ranks_are_asked_for_once(open_road: Open, press: Press) -> None:
    """Bandit 1 alone ties with the other two in initiative, Fitness and Spirit: dice decide, in the sacrifice table."""
    window = open_road()
    assert window.work.bridge.edit(Call(action="ungroup", targets=(FIRST,))) is None
    assert window.work.combat.start() is None
    hands = Hands(window, press)
    hands.next()
    press("Enter Enter Enter")
    rows = window.action_panel.table.list.rows
    assert window.action_panel.table.title.text() == "Ranks sacrificed for speed"
    asked = {(row.name, rows.own_title(row)) for row in rows.rows}
    assert {("Nyota", ""), ("Bandit 1", ""), ("Bandit 1", "Equal initiative")} <= asked
    assert not [title for name, title in asked if name in title]
