"""What is out of range offers the move that brings it into range, by one key; else the move that comes nearer."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from gui.windows.gm_window import GmWindow
from model.rulesets import RULESETS
from model.state.battle import AnyBattle, Battle
from tests.gui.map.hands import click
from tests.gui.windows.hands import Opens, Press
from tests.gui.windows.test_standing_together import named, put, start

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unhurried")]

RANGES = {
    "zerospace": ("pistol", 10),
    "kalos": ("tactical rifle", 200),
    "zamani": ("pistol", 50),
    "effort": ("pistol", 50),
}
"""A weapon of each game that measures, and how many metres it reaches."""


def opened(opens: Opens, game: str, metres: float, gear: str = "") -> GmWindow:
    """Open a battle with Doc, armed, and Brick, this many metres east of him."""
    ruleset = RULESETS[game]
    empty: AnyBattle = Battle(ruleset=ruleset.id, shared=ruleset.shared())
    window = opens(empty)
    assert window.combatants.type_line(f"+Doc pc {gear or RANGES[game][0]}, Brick npc") is None
    put(window, Doc=(0, 0), Brick=(metres, 0))
    start(window, "Doc")
    window.combatants.mark(named(window, "Brick"))
    return window


def metres_apart(window: GmWindow) -> float:
    x = {who.name: who.place.x for who in window.work.battle.combatants.values()}
    return float(x["Brick"] or 0) - float(x["Doc"] or 0)


@pytest.mark.parametrize("game", RANGES)
def test_what_is_out_of_range_offers_the_move_into_range_by_one_key_and_goes_on(
    opens: Opens, game: str, press: Press
) -> None:
    reach = RANGES[game][1]
    window = opened(opens, game, reach + 3)
    window.action_panel.attack()
    QApplication.processEvents()
    line = window.action_panel.refusal
    assert line.step.isVisible(), line.words.text()
    assert f"reaches {reach} m" in line.words.text()
    # In Speed & Effort the move is the one action of the turn.
    assert line.step.text() == ("Move into range of Brick instead" if game == "effort" else "Move into range of Brick")
    assert line.step.key == "M ⏎"
    window.activateWindow()
    window.board.map.setFocus()
    press("M Enter")
    call, refused = window.work.actions.call, window.work.actions.refusal
    assert refused is None or refused.nearer is None, "whatever the rules now say, it is not the distance"
    assert call is None or call.action != "move"
    assert reach - 3 < metres_apart(window) <= reach + 2.1, "no farther than it needs"


@pytest.mark.parametrize("game", RANGES)
def test_where_no_move_is_long_enough_the_way_toward_it_is_offered(opens: Opens, game: str, press: Press) -> None:
    far = RANGES[game][1] + 500
    window = opened(opens, game, far)
    window.action_panel.attack()
    QApplication.processEvents()
    assert window.action_panel.refusal.step.text() == "Move toward Brick instead"
    window.activateWindow()
    window.board.map.setFocus()
    press("M Enter")
    assert metres_apart(window) < far - 2
    assert window.work.actions.refusal is None


@pytest.mark.parametrize(
    ("game", "grenade", "reach", "words"),
    [
        ("zerospace", "stun grenade", 10, "Move into range of Brick"),
        ("effort", "grenade", 25, "Move into range instead"),
    ],
)
def test_an_area_out_of_range_is_come_nearer_to(opens: Opens, game: str, grenade: str, reach: int, words: str) -> None:
    """What is aimed at is 3 m farther than the grenade flies: Brick, or the place where he stands."""
    window = opened(opens, game, reach + 3, gear=grenade)
    canvas = window.board.map
    canvas.set_camera(canvas.camera.centered(reach / 2, 0).zoomed(16 / canvas.camera.scale))
    window.action_panel.begin("attack_area" if game == "effort" else "area_attack")
    (item,) = window.work.battle.items_of(named(window, "Doc"))
    window.work.actions.set_item(item.id)
    click(canvas, (reach + 3, 0))
    QApplication.processEvents()
    step = window.action_panel.refusal.step
    assert step.text() == words
    step.click()
    assert window.work.actions.apply() is None
    assert reach - 1 < metres_apart(window) <= reach
