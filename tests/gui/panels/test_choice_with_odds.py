"""Bought dice: prices and chances side by side, one key for one more, and hit locations to choose from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from gui.controllers.action_options import CallOptions
from gui.controllers.campaigns import SessionLibrary, samples
from gui.controllers.selection import Selection
from gui.panels.action_panel import ActionPanel
from gui.preferences import Preferences, Settings
from gui.style import theme
from model.engine.calls import Call


@pytest.fixture
def panel(qtbot: QtBot, tmp_path: Path) -> Iterator[ActionPanel]:
    """Nora's turn at the filling station: her pistol against the first raider; the players have 2 AP, the GM 3."""
    theme().apply(QApplication.instance(), "dark")
    preferences = Preferences(Settings(tmp_path / "settings.toml"))
    library = SessionLibrary(preferences, tmp_path / "battles")
    opened = library.open(next(sample.path for sample in samples() if "filling-station" in sample.path.name))
    assert opened.session is not None
    bridge = Bridge(opened.session)
    selection = Selection(bridge)
    controller = ActionController(bridge, selection, preferences)
    made = ActionPanel(bridge, controller)
    qtbot.addWidget(made)
    made.setFixedWidth(360)
    made.show()
    assert controller.carry_out(Call(action="start_fight", options={"initiator": ""})) is None
    raider = next(who.id for who in bridge.battle.combatants.values() if who.name == "Raider 1")
    selection.mark(raider)
    made.attack()
    QApplication.processEvents()
    yield made
    bridge.close()


@pytest.mark.rule("WL-AP-03")
def test_each_number_of_dice_has_its_price_and_its_chance(panel: ActionPanel, qtbot: QtBot) -> None:
    choice = panel.choice_odds
    qtbot.waitUntil(lambda: all(one.choice_odds is not None for one in choice.choices))
    assert [(one.value, one.price) for one in choice.choices] == [(0, "free"), (1, "1 AP"), (2, "3 AP"), (3, "6 AP")]
    choice_odds = [one.choice_odds for one in choice.choices if one.choice_odds is not None]
    # 2 AP buy one die; two dice would cost 3.
    assert [bool(one.refusal) for one in choice_odds] == [False, False, True, True]
    assert "3 AP" in choice_odds[2].refusal
    first, second = choice_odds[0].chance, choice_odds[1].chance
    assert first is not None
    assert second is not None
    # AGI 9 + Small Guns 4 = 13, tagged to 4, against Defense 1 and one zone more than ideal: 2 successes needed.
    # Of the 20 faces of a die, 7 give no success, 9 give one, 4 give two.
    assert first == 1 - ((7 / 20) ** 2 + 2 * (7 / 20) * (9 / 20)) == pytest.approx(0.5625)
    assert second == pytest.approx(1 - ((7 / 20) ** 3 + 3 * (7 / 20) ** 2 * (9 / 20)))


def test_a_key_or_a_click_buys_one_more_until_dice_are_thrown(panel: ActionPanel) -> None:
    controller, choice = panel._controller, panel.choice_odds
    for expected in (1, 2, 3, None):
        CallOptions(controller).step("dice")
        assert controller.call is not None
        assert controller.call.options.get("dice") == expected
    QTest.mouseClick(choice, Qt.MouseButton.LeftButton, pos=choice.box_of(1).center().toPoint())
    assert controller.call.options == {"dice": 1}
    CallOptions(controller).step("from_gm")
    assert [price for _, price in CallOptions(controller).prices(CallOptions(controller).parameter)] == [  # type: ignore[arg-type]
        "free",
        "GM +1",
        "GM +3",
        "GM +6",
    ]
    assert controller.answer_typed("3 4 5") is None
    assert choice.isHidden()
    CallOptions(controller).step("dice")
    assert controller.call.options == {"dice": 1, "from_gm": True}


@pytest.mark.rule("WL-ATK-03")
def test_a_location_is_picked_from_those_of_the_targets_body(panel: ActionPanel) -> None:
    box = panel.parameters.control("location")
    assert isinstance(box, QComboBox)
    assert [box.itemText(index) for index in range(box.count())][:3] == ["–", "Head", "Torso"]
    box.setCurrentIndex(1)
    box.activated.emit(1)
    call = panel._controller.call
    assert call is not None
    assert call.options == {"location": "head"}
    box.activated.emit(0)
    call = panel._controller.call
    assert call is not None
    assert call.options == {}
