"""Combatants in zones: selecting everyone in a zone, moving from zone to zone by keys, zones as a plain list."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from gui.dialogs.command_palette import CommandPalette
from gui.dialogs.forms import LineDialog
from gui.map.zone_list import Card
from gui.windows.gm_window import GmWindow
from model.board.zones import everyone_in
from model.engine.calls import Call
from model.rulesets import RULESETS
from model.state.battle import Battle
from model.view.board import distance_words
from tests.gui.map.hands import drag, pixel, start_drag
from tests.gui.windows.hands import Opens, Press
from tests.gui.windows.zone_hands import BRICK, DOC, DOG, NORA, click_at, pick, zone_of, zones

pytestmark = pytest.mark.slow

# ------------------------------------------------------------------------------------------ everyone in a zone


def by_name(window: GmWindow) -> None:
    box = window.board.map.names.box_of(zones(window)["Road"].id)
    assert box is not None
    click_at(window, box.center().toPoint())


def by_command(window: GmWindow) -> None:
    window.commands.action("everyone_in").trigger()
    pick("road")


def by_finding(window: GmWindow) -> None:
    window.help.find()
    pick("everyone road")


@pytest.mark.parametrize("how", [by_name, by_command, by_finding])
def test_everyone_in_a_zone_is_one_selection_for_quick_edits(
    station: GmWindow, press: Press, how: Callable[[GmWindow], None]
) -> None:
    """The four combatants on the road lose 2 HP each: Nora of 11, Doc of 11, Brick of 13 and the dog of 7."""
    station.board.map.repaint()
    how(station)
    members = everyone_in(station.work.battle, zones(station)["Road"].id)
    assert set(station.work.selection.selected) == set(members) == {NORA, DOC, BRICK, DOG}
    station.activateWindow()
    station.board.map.setFocus()
    press("- 2 Enter")
    assert [station.work.battle.combatants[who].sheet.hp for who in (NORA, DOC, BRICK, DOG)] == [9, 9, 11, 5]


@pytest.mark.parametrize("command", ["find", "everyone_in"])
def test_what_is_found_goes_with_the_battle_that_it_was_found_in(station: GmWindow, command: str) -> None:
    """The next step may remove a zone of the list."""
    station.commands.action(command).trigger()
    dialog = station.findChild(CommandPalette)
    assert dialog is not None
    assert dialog.isVisible()
    station.work.edit("remove_zone", zone=zones(station)["Road"].id)
    assert not dialog.isVisible()


# ------------------------------------------------------------------------------------------ from zone to zone


def test_the_combatant_who_acts_moves_to_a_zone_by_the_rules(station: GmWindow) -> None:
    """Nora's Move to the forecourt, one zone away, costs her minor action; the scrapyard takes a sprint."""
    station.commands.action("move_to_zone").trigger()
    pick("forecourt")
    share = station.work.battle.order.share(NORA)
    assert share is not None
    assert (zone_of(station, NORA), share.left["minor"], share.left["major"]) == ("Forecourt", 0, 1)
    station.combat.undo()
    station.commands.action("move_to_zone").trigger()
    pick("scrapyard")
    share = station.work.battle.order.share(NORA)
    assert share is not None
    assert (zone_of(station, NORA), share.left["minor"], share.left["major"]) == ("Scrapyard", 1, 0)


def test_the_list_to_choose_from_says_how_far_each_zone_is(station: GmWindow) -> None:
    station.commands.action("move_to_zone").trigger()
    dialog = QApplication.activePopupWidget()
    assert isinstance(dialog, CommandPalette)
    rows = [dialog.list.item(row).text() for row in range(dialog.list.count())]
    dialog.close()
    assert rows[:2] == ["Forecourt · medium · 2 combatants", "Shop · medium · 1 combatant"]
    assert rows[-1] == "Road · here · 4 combatants"


def test_everybody_selected_is_put_into_a_zone_together(station: GmWindow) -> None:
    station.work.selection.select((DOC, BRICK))
    station.commands.action("move_to_zone").trigger()
    pick("workshop")
    assert (zone_of(station, DOC), zone_of(station, BRICK)) == ("Workshop", "Workshop")
    tokens = {token.id: token for token in station.board.map.view.tokens}
    for who in (DOC, BRICK):
        assert tokens[who].point is not None
        assert station.work.battle.combatants[who].place.point is None


def test_the_distance_to_the_target_follows_in_words(station: GmWindow, qtbot: QtBot) -> None:
    """Raider 1 is one zone away: medium; in the same zone they are close, and within reach only next to each other."""
    station.combatants.mark("raider-1-20")
    qtbot.waitUntil(lambda: "medium" in station.status.distance.text())
    station.zones._move_selected(zones(station)["Forecourt"].id)
    qtbot.waitUntil(lambda: "close" in station.status.distance.text())
    station.work.selection.act_as(NORA)
    station.combatants.mark("raider-1-20")
    (line,) = (line for line in station.board.map.view.relations if line.kind == "target")
    assert line.label == "close"


def test_measuring_tells_zones_and_not_metres(station: GmWindow) -> None:
    """Between Nora on the road and Raider 3 in the shop is one border; between the road and the scrapyard are two."""
    canvas = station.board.map
    station.board.take_tool("measure")
    tokens = {token.id: token.point for token in canvas.view.tokens}
    nora, raider = tokens[NORA], next(tokens[who] for who in tokens if who.startswith("raider-3"))
    assert nora is not None
    assert raider is not None
    start_drag(canvas, nora, raider)
    assert canvas.overlay.label[0] == "Nora to Raider 3: medium"
    canvas.cancel()
    start_drag(canvas, (20, 27), (3, 3))
    assert canvas.overlay.label[0] == "Road to Scrapyard: long"
    canvas.cancel()


def test_a_drag_says_into_which_zone_it_leads(station: GmWindow) -> None:
    canvas = station.board.map
    tokens = {token.id: token.point for token in canvas.view.tokens}
    brick = tokens[BRICK]
    assert brick is not None
    start_drag(canvas, brick, (30, 15))
    assert canvas.overlay.label[0] == "to Shop · GM move, costs nothing"
    canvas.cancel()


@pytest.mark.rule("WL-DIST-02")
def test_who_is_dropped_beside_a_combatant_is_within_reach_and_the_label_says_so(station: GmWindow) -> None:
    """Nora is dragged from the road to Raider 2 on the forecourt, whose token moves aside no further than needed."""
    canvas, raider = station.board.map, "raider-2-23"
    tokens = {token.id: token.point for token in canvas.view.tokens}
    start, there = tokens[NORA], tokens[raider]
    assert start is not None
    assert there is not None
    start_drag(canvas, start, (there[0] + 2.5, there[1]))
    assert "within reach of Raider 2" in canvas.overlay.label[0]
    canvas.cancel()
    drag(canvas, start, (there[0] + 2.5, there[1]))
    battle = station.work.battle
    assert zone_of(station, NORA) == "Forecourt"
    assert distance_words(battle, station.work.ruleset, NORA, raider) == "reach"
    shown = {token.id: token.point for token in canvas.view.tokens}
    near, far = shown[NORA], shown[raider]
    assert near is not None
    assert far is not None
    assert math.dist(near, far) < 6


def test_a_way_begins_where_the_token_is_seen(station: GmWindow) -> None:
    """Brick is put exactly where Nora stands: his token is drawn beside that place."""
    canvas, spot = station.board.map, station.work.battle.combatants[NORA].place.point
    assert spot is not None
    options = {"place": {"x": spot[0], "y": spot[1]}}
    assert station.work.bridge.edit(Call(action="place", targets=(BRICK,), options=options)) is None
    station.work.selection.act_as(BRICK)
    seat = canvas.tokens.undragged_place_of(BRICK)
    assert seat is not None
    assert math.dist(seat, spot) > 0.5
    start_drag(canvas, seat, (12, 20))
    assert canvas.guides.route.legs[0].points[0] == pytest.approx(seat)
    canvas.cancel()


def test_a_way_with_a_test_is_told_before_the_drop_and_its_end_after(station: GmWindow) -> None:
    """It is Nora's turn; there is a fence between road and shop."""
    known = zones(station)
    gate = {"first": known["Road"].id, "second": known["Shop"].id, "traits": {}}
    assert station.work.bridge.edit(Call(action="link_zones", options=gate)) is None
    canvas = station.board.map
    nora = {token.id: token.point for token in canvas.view.tokens}[NORA]
    assert nora is not None
    start_drag(canvas, nora, (30, 15))
    assert canvas.overlay.label[0] == "to Shop · first Crossing, 2d20"
    canvas.cancel()
    drag(canvas, nora, (30, 15))
    place = station.action_panel.parameters.control("place")
    assert isinstance(place, QPushButton)
    assert place.text() == "To: Shop"
    assert station.action_panel.odds.shown.title == "succeeds"


# ------------------------------------------------------------------------------------------ a plain list


def card_of(window: GmWindow, name: str) -> Card:
    return next(card for card in window.board.zones.cards if card.row.name == name)


def press_on(window: GmWindow, where: QPoint, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
    QTest.mouseClick(window.board.zones.page, button, Qt.KeyboardModifier.NoModifier, where)


def test_zones_are_typed_as_a_list_and_fought_in_without_a_map(
    station: GmWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LineDialog, "ask", lambda *_, **__: "Bar, Street, Cellar; Street, Road")
    station.commands.action("list_zones").trigger()
    station.board.show_view("zones")
    street = card_of(station, "Street").row
    assert [way.name for way in street.connections] == ["Road", "Bar", "Cellar"]
    assert (card_of(station, "Road").row.distance, street.distance) == ("here", "medium")
    assert card_of(station, "Bar").row.distance == "long"
    assert {cell.token.name: cell.more for cell in card_of(station, "Road").cells}["Brick"] == "close"
    assert {token.name for token in card_of(station, "Road").row.tokens} == {"Nora", "Doc Amari", "Brick", "Dog"}


def test_the_list_looks_marks_selects_and_moves(station: GmWindow, qtbot: QtBot) -> None:
    station.board.show_view("zones")
    QApplication.processEvents()
    road, forecourt = card_of(station, "Road"), card_of(station, "Forecourt")
    doc = next(cell for cell in road.cells if cell.token.id == DOC)
    raider = next(cell for cell in forecourt.cells if cell.token.id == "raider-1-20")
    press_on(station, doc.box.center().toPoint())
    assert station.sheet.who == DOC
    QTest.mouseDClick(station.board.zones.page, Qt.MouseButton.LeftButton, pos=raider.box.center().toPoint())
    assert station.work.selection.target == "raider-1-20"
    press_on(station, road.header.center().toPoint())
    assert len(station.work.selection.selected) == 4
    page = station.board.zones.page
    start, end = doc.box.center().toPoint(), forecourt.header.center().toPoint()
    QTest.mousePress(page, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    for step in (0.4, 0.8, 1.0):
        QTest.mouseMove(page, start + (end - start) * step)
    QTest.mouseRelease(page, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end)
    assert zone_of(station, DOC) == "Forecourt"


@pytest.mark.parametrize(
    ("zone", "parts", "is_allowed"),
    [
        ("Forecourt", ("to Forecourt", "Nora moves to Forecourt", "left: major 1"), True),
        ("Workshop", ("to Workshop", "3 zones away"), False),
    ],
)
def test_a_drag_in_the_list_says_what_it_comes_to(
    station: GmWindow, zone: str, parts: tuple[str, ...], is_allowed: bool
) -> None:
    """The forecourt is one zone away from the road; the workshop is three zones away, more than a sprint."""
    station.board.show_view("zones")
    QApplication.processEvents()
    page = station.board.zones.page
    nora = next(cell for cell in card_of(station, "Road").cells if cell.token.id == NORA)
    start, end = nora.box.center().toPoint(), card_of(station, zone).header.center().toPoint()
    QTest.mousePress(page, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    for step in (0.5, 1.0):
        QTest.mouseMove(page, start + (end - start) * step)
    words, may_be = station.board.zones.label
    assert all(part in words for part in parts), words
    assert may_be is is_allowed
    QTest.mouseRelease(page, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    assert station.board.zones.label == ("", True)


def test_a_card_stays_in_its_column_no_matter_who_comes_or_goes(station: GmWindow) -> None:
    station.board.show_view("zones")
    before = {card.row.name: card.box.left() for card in station.board.zones.cards}
    assert len(set(before.values())) > 1
    station.work.selection.select((NORA, DOC, BRICK, DOG))
    station.commands.action("move_to_zone").trigger()
    pick("forecourt")
    after = {card.row.name: card.box.left() for card in station.board.zones.cards}
    assert len(card_of(station, "Forecourt").cells) >= 4
    assert after == before


def test_the_map_fits_a_window_that_was_made_smaller_while_another_view_was_shown(
    station: GmWindow, qtbot: QtBot
) -> None:
    station.resize(1500, 850)
    qtbot.wait(50)
    station.board.fit()
    station.board.show_view("zones")
    station.resize(900, 500)
    qtbot.wait(50)
    station.board.show_view("map")
    qtbot.wait(50)
    canvas = station.board.map
    assert all(canvas.rect().contains(pixel(canvas, corner)) for corner in ((0, 0), (45, 0), (0, 28)))


def test_a_way_in_the_list_opens_its_card(station: GmWindow) -> None:
    station.board.show_view("zones")
    QApplication.processEvents()
    _, box = card_of(station, "Road").connections[0]
    press_on(station, box.center().toPoint())
    assert station.zones.cards.connection_card.title.text() == "Road – Forecourt"


def test_the_menu_of_the_ground_is_about_the_zone_there(station: GmWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(station.zones, "show_menu", lambda zone, at: asked.append(zone))
    click_at(station, pixel(station.board.map, (30, 3)), Qt.MouseButton.RightButton)
    assert asked == [zones(station)["Workshop"].id]


def test_a_menu_of_a_zone_that_goes_while_it_is_open_says_so(
    station: GmWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This happens when a key begins another battle meanwhile."""
    zone = zones(station)["Workshop"].id
    told: list[str] = []
    station.work.message.connect(told.append)

    class GoneMenu(QMenu):
        def exec(self, *_: object) -> None:
            station.work.edit("remove_zone", zone=zone)
            for entry in self.actions():
                if entry.text().startswith(("Edit Zone", "Connections", "Merge", "Delete")):
                    entry.trigger()

    monkeypatch.setattr("gui.windows.zone_commands.QMenu", GoneMenu)
    station.zones.show_menu(zone, QPoint())
    assert zone not in station.work.battle.board.zones
    assert len([sentence for sentence in told if "any more" in sentence]) == 3


def test_m_in_a_battle_of_zones_by_name_stays_with_the_zones(opens: Opens, press: Press) -> None:
    """It opens with the zones as a list; M asks for the zone by name, and nothing mentions the map."""
    rules = RULESETS["wasteland"]
    window = opens(Battle(ruleset="wasteland", shared=rules.shared()))
    assert window.work.bridge.edit(Call(action="list_zones", options={"names": "Bar, Street, Roof"})) is None
    assert window.work.edits.add("Nora pc in Bar, Zed in Street") is None
    window = opens(window.work.battle)
    assert window.board.view == "zones"
    window.work.combat.start()
    window.action_panel.answer()
    window.action_panel.answer()
    actor = window.work.selection.actor
    assert actor is not None
    start = zone_of(window, actor)
    window.board.canvas.setFocus()
    press("M")
    assert window.board.view == "zones"
    assert not [one.text() for one in window.action_panel.findChildren(QPushButton) if "on the map" in one.text()]
    there = {"Bar": "Street", "Street": "Roof"}[start]
    pick(there)
    window.action_panel.answer()
    assert zone_of(window, actor) == there
    assert window.board.view == "zones"
