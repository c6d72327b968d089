"""A combat in zones played through the window, from the opening turn to the last undo; numbers worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.bridge import Bridge
from gui.controllers.campaigns import SessionLibrary, samples
from gui.displays import BodyWidget
from gui.preferences import Preferences
from gui.style import theme
from gui.windows.gm_window import GmWindow
from model.state.base import Id
from model.view.order import order_view
from tests.gui.windows.hands import Press, health_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unhurried")]

NORA, DOC, BRICK, DOG, BOSS = "nora-1", "doc-amari-6", "brick-11", "dog-14", "raider-boss-16"
RAIDER_1, RAIDER_2 = "raider-1-20", "raider-2-23"
PISTOL, RIFLE, SHOT = "10-mm-pistol-2", "hunting-rifle-17", "healing-shot-5"


def shown(window: GmWindow, qtbot: QtBot) -> GmWindow:
    qtbot.addWidget(window)
    window.resize(1600, 900)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    window.board.map.setFocus()
    return window


@pytest.fixture
def file(library: SessionLibrary) -> Path:
    """The path of a copy of the filling station sample."""
    opened = library.open(next(sample.path for sample in samples() if "filling-station" in sample.path.name))
    assert opened.session is not None
    path = opened.session.path
    assert path is not None
    opened.session.close()
    return path


@pytest.fixture
def window(qtbot: QtBot, library: SessionLibrary, preferences: Preferences, file: Path) -> Iterator[GmWindow]:
    theme().apply(QApplication.instance(), "dark")
    opened = library.open(file)
    assert opened.session is not None, opened.problems
    made = shown(GmWindow(Bridge(opened.session), preferences), qtbot)
    yield made
    made.close()
    made.work.bridge.close()


class Table:
    """The GM at the window: key presses, and what the window shows."""

    def __init__(self, window: GmWindow, press: Press) -> None:
        self.window = window
        self.press = press

    def throw(self, typed: str) -> None:
        """Type rolled dice, separated by blanks, and submit them."""
        QApplication.processEvents()
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClicks(focus, typed)
        self.press("Enter")

    def next_turn(self) -> None:
        self.press("N")

    @property
    def acting(self) -> Id:
        return self.window.work.battle.order.acting[0]

    def health(self, who: Id) -> int:
        return health_of(self.window, who)

    def conditions(self, who: Id) -> list[str]:
        """Return the kinds of all effects, sorted, each with its location if one is noted."""
        effects = self.window.work.battle.combatants[who].effects.values()
        return sorted(f"{effect.kind} {effect.note}".strip() for effect in effects)

    def pools(self) -> list[str]:
        return [chip.text() for chip in self.window.top_bar.pools.values()]

    def body(self, who: Id) -> BodyWidget:
        """Select a combatant and return the body on the sheet."""
        self.window.work.selection.set_current(who)
        display = self.window.sheet.display("body")
        assert isinstance(display, BodyWidget)
        return display


@pytest.fixture
def table(window: GmWindow, press: Press) -> Table:
    """Combat has been started by the boss on the roof."""
    assert window.work.combat.start(initiator=BOSS) is None
    return Table(window, press)


def opening_turn(table: Table) -> None:
    """Play the opening turn: the boss shoots Nora in the arm.

    AGI 7 + Small Guns 4 = 11, tagged up to 4: a 3 and a 4 are four successes against her Defense 2, so two AP for the
    GM. 6 CD give 5 damage and two effects; piercing ignores the 1 point of her leathers: 5 suffered, a critical hit.
    """
    table.window.combatants.mark(NORA)
    table.press("A")
    table.throw("3 4")
    table.throw("12")
    table.throw("5/2")
    table.press("Enter")


@pytest.mark.rule("WL-INIT-01", "WL-INIT-02", "WL-AMB-21", "WL-TURN-01")
def test_who_began_has_a_turn_before_the_order_by_initiative(table: Table) -> None:
    rows = order_view(table.window.work.ruleset, table.window.work.battle).sections[0].rows
    names = ["Raider boss", "Nora", "Dog", "Raider boss", "Doc Amari", "Brick", "Raiders"]
    assert [row.name for row in rows] == names, "of equal initiative players come first: Nora and the dog have 16"
    assert rows[0].text.startswith("opening")
    assert [mark.letter for mark in rows[0].marks] == ["M", "m"]
    assert table.acting == BOSS
    for who in (NORA, DOG, BOSS, DOC, BRICK, RAIDER_1, NORA):
        table.next_turn()
        assert table.acting == who
    assert table.window.work.battle.order.round == 2


@pytest.mark.rule("WL-ATK-01", "WL-ATK-10", "WL-CRIT-01", "WL-INJ-01", "WL-AP-02", "WL-ATK-14", "WL-MIN-02")
def test_an_arm_is_shot_and_the_pistol_picked_up_again(table: Table) -> None:
    window = table.window
    assert table.pools() == ["AP 2 / 6", "GM AP 3"]
    opening_turn(table)
    assert table.health(NORA) == 11 - 5
    assert table.conditions(NORA) == ["arm_injury right_arm"]
    assert table.pools() == ["AP 2 / 6", "GM AP 5"]
    items = window.work.battle.items
    assert items[RIFLE].gear.ammo == 8 - 1
    assert (items[PISTOL].where, items[PISTOL].holder) == ("board", None)
    # The body on her sheet shows the location, and still shows the injury when the highlight is gone.
    assert "Right Arm 12–14: phys 1, en 1, rad 0; 1 injury, useless; last hit" in table.body(NORA).words()
    table.next_turn()
    assert "last hit" not in table.body(NORA).words()
    assert "Right Arm 12–14: phys 1, en 1, rad 0; 1 injury, useless" in table.body(NORA).words()
    # Items within reach are offered first.
    table.press("U Enter")
    picked_up = window.work.battle.items[PISTOL]
    assert (picked_up.where, picked_up.holder) == ("hand", NORA)
    table.press("Ctrl+Z")
    assert window.work.battle.items[PISTOL].where == "board"


@pytest.mark.rule("WL-MIS-02")
def test_the_pools_are_changed_by_keys_and_kept_within_their_limits(table: Table) -> None:
    press, window = table.press, table.window
    press("P P P P")
    assert table.pools() == ["AP 6 / 6", "GM AP 3"]
    press("P")
    assert table.pools()[0] == "AP 6 / 6"
    QTest.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert table.pools() == ["AP 5 / 6", "GM AP 4"]
    press("Ctrl+Z Ctrl+Z")
    assert table.pools() == ["AP 6 / 6", "GM AP 3"]
    menu = window.top_bar.pools["gm"].menu()
    assert [action.text().partition("\t")[0] for action in menu.actions()] == [
        "GM's action points: Add 1",
        "GM's action points: Remove 1",
        "GM's action points: Set...",
    ]


@pytest.mark.rule("WL-AP-03", "WL-ATK-05", "WL-ATK-12", "WL-DYING-01", "WL-DYING-02", "WL-DYING-03", "WL-TEST-02")
def test_bought_dice_and_further_shots_bring_a_raider_down(table: Table) -> None:
    window, press = table.window, table.press
    table.next_turn()
    # AGI 9 + Small Guns 4 = 13. Defense 1, and one zone beyond the ideal range: difficulty 2.
    window.combatants.mark(RAIDER_2)
    press("A B")
    assert table.pools()[0] == "AP 2 / 6", "paid for when the attack is applied"
    # The 4 counts as two by the tag, the 13 as one; the 20 is a complication. Three successes are one more than needed.
    table.throw("4 13 20")
    table.throw("torso")
    # Two further shots raise 4 CD to 6: 1 + 2 + 2 + 0 + 1 + 1 = 7 damage.
    press("I 2")
    for face in "122356":
        press(face)
    press("Enter")
    assert table.health(RAIDER_2) == 0
    # A critical hit and dropping to 0 HP cause an injury each.
    assert table.conditions(RAIDER_2) == ["dying", "prone", "torso_injury torso", "torso_injury torso", "unconscious"]
    assert window.work.battle.items[PISTOL].gear.ammo == 12 - 1 - 2
    assert table.pools()[0] == "AP 2 / 6", "one spent, one gained"
    for _ in range(5):
        table.next_turn()
    assert table.acting == RAIDER_1, "the raiders' turn"
    # END 5 against two injuries: a 3 is one success. He dies at the end of his turn.
    table.next_turn()
    assert window.work.actions.due is not None
    assert window.work.actions.due.id.endswith(RAIDER_2)
    table.throw("3 12")
    press("Enter")
    assert window.work.battle.combatants[RAIDER_2].is_out
    assert "dead" in table.conditions(RAIDER_2)
    assert table.acting == NORA


@pytest.mark.rule("WL-MIN-01", "WL-ATK-03", "WL-ATK-09", "WL-INJ-04", "WL-INJ-05")
def test_an_aimed_shot_at_the_head_takes_the_next_turn(table: Table) -> None:
    window, press = table.window, table.press
    press("E Enter")
    window.combatants.mark(BRICK)
    press("A")
    # The location is chosen by a click on his body. Defense 1 + called 1 = 2; the rifle's ideal range is medium.
    body = table.body(BRICK)
    body.picked.emit("head")
    assert window.work.actions.call is not None
    assert window.work.actions.call.options == {"location": "head"}
    table.throw("15 20")
    # The die with the complication is suggested for the reroll; it becomes a 2, two successes.
    press("Enter")
    table.throw("2")
    # 1 + 1 + 2 + 0 + 0 + 1 = 5 damage on a bare head: a critical hit. No location is requested.
    for face in "112345":
        press(face)
    press("Enter")
    assert table.health(BRICK) == 13 - 5
    assert table.conditions(BRICK) == ["head_injury head", "stunned"]
    for _ in range(5):
        table.next_turn()
    assert table.acting == BRICK
    assert table.conditions(BRICK) == ["head_injury head"]
    window.combatants.mark(BOSS)
    press("A")
    assert window.work.actions.refusal is not None
    assert "no major action" in window.work.bridge.words(window.work.actions.refusal.sentence)


@pytest.mark.rule("WL-MAJ-07", "WL-MAJ-09", "WL-MAJ-10", "WL-MIN-07", "WL-INJ-03", "WL-DYING-01", "WL-MAJ-01")
def test_wounds_are_treated_bleed_and_are_stabilised_to_the_last_undo(
    table: Table, file: Path, library: SessionLibrary, preferences: Preferences, qtbot: QtBot
) -> None:
    window, press = table.window, table.press
    start = window.work.battle
    opening_turn(table)
    # Round 1. Nora draws her healing shot; taking it is a second minor action, which the GM allows: 6 + 4 = 10.
    table.next_turn()
    press("C")
    assert window.work.actions.refusal is not None
    assert "must draw" in window.work.bridge.words(window.work.actions.refusal.sentence)
    press("Esc U")
    while window.work.actions.call is not None and window.work.actions.call.item != SHOT:
        press("W")
    press("Enter C Shift+Enter Enter")
    assert table.health(NORA) == 10
    # The dog assists: only its friends are offered. Doc is assisted with PER 8 + Survival 2 = 10.
    table.next_turn()
    press("S")
    assert set(window.work.actions.candidates()) == {NORA, DOC, BRICK}
    window.work.actions.set_targets(DOC)
    window.work.actions.set_option("attribute", "perception")
    press("Enter")
    table.next_turn()
    table.next_turn()
    assert table.acting == DOC
    # INT 8 + Medicine 4 = 12 against her one injury, tagged up to 4: a 4 and a 12 are three, the dog's 10 one more.
    # Three more than needed are three AP: 2 + 3 = 5. The arm is treated.
    window.work.actions.begin("move", next_to=NORA)
    press("Enter")
    press("K")
    window.work.actions.set_option("patient", NORA)
    table.throw("4 12")
    table.throw("10")
    press("2 Enter")
    assert not any("injury" in kind for kind in table.conditions(NORA))
    assert table.pools()[0] == "AP 5 / 6"
    # In round 2 the boss attacks: 2 + 2 successes, GM 5 + 2 = 7. Torso: 2 + 2 + 2 + 1 + 1 + 0 = 8, the effect pierces.
    for who in (BRICK, RAIDER_1, NORA, DOG, BOSS):
        table.next_turn()
        assert table.acting == who
    window.combatants.mark(NORA)
    press("A")
    table.throw("1 2")
    table.throw("torso")
    for face in "222153":
        press(face)
    press("Enter")
    assert table.health(NORA) == 10 - 8
    assert table.pools() == ["AP 5 / 6", "GM AP 7"]
    assert "torso_injury torso" in table.conditions(NORA)
    # She bleeds at the end of her own turn: a 2 and a 5 are 3 damage, more than her 2 HP.
    for who in (DOC, BRICK, RAIDER_1, NORA):
        table.next_turn()
        assert table.acting == who
    table.next_turn()
    table.throw("2 5")
    press("Enter")
    assert table.health(NORA) == 0
    assert {"dying", "prone"} <= {kind.partition(" ")[0] for kind in table.conditions(NORA)}
    # Doc stabilises her: two injuries, four successes with two 4s, two AP gained up to the limit of 6.
    for who in (DOG, BOSS, DOC):
        if table.acting != who:
            table.next_turn()
        assert table.acting == who
    press("K")
    window.work.actions.set_option("patient", NORA)
    table.throw("4 4")
    press("1")
    QApplication.processEvents()
    assert window.work.actions.choose(2) is None
    press("Enter")
    # 1 HP, and one more for each of the two AP that are spent.
    assert table.health(NORA) == 3
    assert table.pools()[0] == "AP 4 / 6"
    kinds = {kind.partition(" ")[0] for kind in table.conditions(NORA)}
    assert "unconscious" in kinds
    assert "dying" not in kinds
    end = window.work.battle
    # After undoing to the beginning and redoing, and after closing and reopening, everything is as it was.
    steps = 0
    while window.work.bridge.session.can_undo:
        press("Ctrl+Z")
        steps += 1
    assert steps > 20
    assert window.work.battle.combatants == start.combatants
    assert window.work.battle.items == start.items
    for _ in range(steps):
        press("Ctrl+Y")
    assert window.work.battle == end
    window.close()
    window.work.bridge.close()
    again = library.open(file)
    assert again.session is not None, again.problems
    reopened = shown(GmWindow(Bridge(again.session), preferences), qtbot)
    assert reopened.work.battle == end
    assert [chip.text() for chip in reopened.top_bar.pools.values()] == ["AP 4 / 6", "GM AP 7"]
    reopened.close()
    reopened.work.bridge.close()
