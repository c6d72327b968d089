"""Zones and connections, drawn and edited in the window with the mouse and by keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.widgets.basics import Switch
from gui.windows.gm_window import GmWindow
from model.board.distance import link_between
from model.state.board import Rectangle
from tests.gui.map.hands import click, double_click, drag
from tests.gui.windows.hands import Press
from tests.gui.windows.zone_hands import BRICK, DOC, NORA, click_at, pick, zone_of, zones

pytestmark = pytest.mark.slow


def click_way(window: GmWindow, first: str, second: str) -> None:
    """Click the badge of the connection between two zones."""
    window.board.map.repaint()
    known = zones(window)
    ends = {known[first].id, known[second].id}
    mark = next(mark for mark in window.board.map.links.marks() if {mark.link.first, mark.link.second} == ends)
    click_at(window, mark.middle.toPoint())


def way(window: GmWindow, first: str, second: str) -> tuple[bool, bool, bool, int]:
    """Return whether a connection is closed, is a wall and is one-way, and its cost."""
    known = zones(window)
    link = link_between(window.work.battle.board, known[first].id, known[second].id)
    assert link is not None
    return link.is_blocked, link.is_cut, link.is_one_way, link.cost


# ------------------------------------------------------------------------------------------ drawn


def test_a_zone_is_drawn_and_named_where_it_lies_and_undone_at_once(station: GmWindow, press: Press) -> None:
    """The zone is south of the road, from (20, 29) to (30, 33): the road ends at 28."""
    station.board.take_tool("zone")
    drag(station.board.map, (20, 29), (30, 33))
    card = station.zones.name_card
    assert card.isVisible()
    assert card.field.hasFocus()
    assert zones(station).keys() == {"Road", "Forecourt", "Shop", "Workshop", "Scrapyard", "Shop roof"}
    press("Field Enter")
    assert zones(station)["Field"].shape == Rectangle(x=20, y=29, width=10, height=4)
    assert not card.isVisible()
    assert station.board.tool == "zone"
    station.combat.undo()
    assert "Field" not in zones(station)


def test_going_on_drawing_keeps_the_name_that_stands_there_and_esc_drops_it(station: GmWindow, press: Press) -> None:
    station.board.take_tool("zone")
    drag(station.board.map, (20, 29), (30, 33))
    drag(station.board.map, (31, 29), (36, 33))
    assert "Zone 1" in zones(station)
    press("Esc")
    assert "Zone 2" not in zones(station)
    assert len(zones(station)) == 7


def test_esc_drops_what_is_drawn_and_then_leaves_the_tool(station: GmWindow, press: Press) -> None:
    board = station.board
    for tool, form in (("drawing", "line"), ("fog", "polygon")):
        board.take_tool(tool)
        board.take_form(form)
        board.map.graphics_view.setFocus()
        click(board.map, (20, 29))
        click(board.map, (26, 29))
        press("Esc")
        assert board.tool == tool, "the line is dropped, and another one can be drawn"
        press("Esc")
        assert board.tool == "select"
    assert not station.work.battle.board.fog
    board.take_tool("measure")
    press("Esc")
    assert board.tool == "select", "a tool that draws nothing is left, too"


def test_zones_drawn_side_by_side_are_linked_by_themselves(station: GmWindow, press: Press) -> None:
    station.board.take_tool("zone")
    drag(station.board.map, (5, 28), (15, 31))
    press("Ditch Enter")
    known = zones(station)
    ways = {frozenset((link.first, link.second)): link for link in station.board.map.view.links}
    found = ways[frozenset((known["Ditch"].id, known["Road"].id))]
    assert (found.state, found.touches, found.line) == ("open", True, ((5, 28), (15, 28)))


def test_a_line_across_the_road_makes_two_and_sorts_everybody(station: GmWindow, press: Press) -> None:
    """Nora is at x = 6, Brick farther right; the road is 36 m long, so cut at x = 8 its right part is the larger."""
    before = {who: station.work.battle.combatants[who].place.x for who in (NORA, DOC, BRICK)}
    board = station.board
    board.take_form("split")
    drag(board.map, (8, 18), (8, 30))
    assert station.zones.name_card.field.text() == "Road 2"
    press("Ditch Enter")
    assert zones(station)["Road"].shape == Rectangle(x=8, y=20, width=28, height=8)
    for who, x in before.items():
        assert x is not None
        assert zone_of(station, who) == ("Ditch" if x < 8 else "Road")
    station.combat.undo()
    assert "Ditch" not in zones(station)


def test_a_line_that_cuts_nothing_draws_nothing(station: GmWindow) -> None:
    before = station.work.battle
    station.board.take_form("split")
    drag(station.board.map, (60, 40), (70, 44))
    assert station.work.battle is before
    assert not station.zones.name_card.isVisible()


def test_a_polygon_is_clicked_moved_and_gets_a_further_corner(station: GmWindow, press: Press) -> None:
    board = station.board
    board.take_form("polygon")
    for corner in ((4, 30), (12, 30), (8, 34)):
        click(board.map, corner)
    press("Enter")
    press("Dune Enter")
    shape = zones(station)["Dune"].shape
    assert shape is not None
    assert not isinstance(shape, Rectangle)
    click(board.map, (8, 31))
    assert station.zones.cards.zone_card.title.text() == "Dune"
    drag(board.map, (8, 30), (8, 29))
    reshaped = zones(station)["Dune"].shape
    assert reshaped is not None
    assert not isinstance(reshaped, Rectangle)
    assert len(getattr(reshaped, "points", ())) == 4
    double_click(board.map, (8, 29))
    assert zones(station)["Dune"].shape == shape


@pytest.mark.parametrize(("ends", "is_left"), [(("Scrapyard", "Forecourt"), False), (("Workshop", "Shop roof"), True)])
def test_a_card_stands_aside_of_the_way_it_is_about_and_esc_closes_it(
    station: GmWindow, press: Press, ends: tuple[str, str], is_left: bool
) -> None:
    """Scrapyard and Forecourt are in the west, the connection to the roof is in the east."""
    known = zones(station)
    station.board.map.setFocus()
    station.zones.cards.edit_connection(known[ends[0]].id, known[ends[1]].id)
    card = station.zones.cards.connection_card
    border = station.board.map.links.place_of((known[ends[0]].id, known[ends[1]].id))
    assert not border.isEmpty()
    assert not card.geometry().intersects(border)
    assert (card.x() < station.board.width() / 2 - card.width() / 2) is is_left
    press("Esc")
    assert not card.isVisible()


@pytest.mark.parametrize("has_focus", [True, False], ids=["on the board", "nowhere"])
def test_esc_closes_a_card_and_keeps_the_action_in_progress(station: GmWindow, press: Press, has_focus: bool) -> None:
    """Also if no widget of the board has the focus, as after Esc in one of the card's fields."""
    press("A")
    known = zones(station)
    station.board.map.setFocus()
    station.zones.cards.edit_connection(known["Road"].id, known["Shop"].id)
    if not has_focus:
        station.setFocus()
    press("Esc")
    assert not station.zones.cards.connection_card.isVisible()
    assert station.work.actions.call is not None
    press("Esc")
    assert station.work.actions.call is None


# ------------------------------------------------------------------------------------------ the zone's card


def submit(window: GmWindow, path: str, typed: str) -> None:
    """Type into a field of a zone's card and submit it."""
    field = window.zones.cards.zone_card.form.controls[path]
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(field, typed)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_a_click_with_the_zone_tool_opens_what_the_zone_is_like(station: GmWindow) -> None:
    station.board.take_tool("zone")
    click(station.board.map, (30, 3))
    cards = station.zones.cards
    assert cards.zone_card.isVisible()
    submit(station, "name", "Garage")
    submit(station, "traits.cover", "3")
    submit(station, "traits.notes", "Dark")
    garage = zones(station)["Garage"]
    assert station.work.battle.shared.ground[garage.id].cover == 3
    view = next(zone for zone in station.board.map.view.zones if zone.id == garage.id)
    assert view.tags == ("cover 3 CD", "Dark")
    cards.zone_card.swatches.buttons[5].click()
    assert zones(station)["Garage"].color == 5
    for _ in range(4):
        station.combat.undo()
    assert zones(station)["Workshop"].color == 3
    assert zones(station)["Workshop"].id not in station.work.battle.shared.ground


def test_what_a_field_does_not_take_is_said_and_changes_nothing(station: GmWindow) -> None:
    station.board.take_tool("zone")
    click(station.board.map, (30, 3))
    before = station.work.battle
    submit(station, "traits.cover", "99")
    assert station.work.battle is before
    assert "cover" in station.status.message.text().lower()


def test_a_card_whose_zone_goes_lets_the_keys_and_what_was_typed_go(station: GmWindow) -> None:
    board = station.board
    board.take_tool("zone")
    drag(board.map, (20, 29), (30, 33))
    QTest.keyClick(station.zones.name_card.field, Qt.Key.Key_Return)
    cards = station.zones.cards
    cards.edit_zone(zones(station)["Zone 1"].id)
    field = cards.zone_card.form.controls["name"]
    field.setFocus()
    QTest.keyClicks(field, "Ditch")
    station.combat.undo()
    assert not cards.zone_card.isVisible()
    assert board.canvas.hasFocus()
    after = station.work.battle
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert station.work.battle is after


def test_the_card_merges_with_a_neighbour_and_removes(station: GmWindow, qtbot: QtBot) -> None:
    station.board.take_tool("zone")
    click(station.board.map, (5, 3))
    cards = station.zones.cards
    cards.zone_card.buttons["merge"].click()
    pick("workshop")
    whole = zones(station)["Scrapyard"].shape
    assert whole == Rectangle(x=0, y=0, width=36, height=8)
    assert "Workshop" not in zones(station)
    cards.edit_zone(zones(station)["Scrapyard"].id)
    cards.zone_card.buttons["remove"].click()
    assert "Scrapyard" not in zones(station)
    assert not cards.zone_card.isVisible()


# ----------------------------------------------------------------------------------- connections


def choose(window: GmWindow, path: str, words: str) -> None:
    """Choose an entry in a list of the connection's card, as with the mouse."""
    box = window.zones.cards.connection_card.form.controls[path]
    index = box.findText(words)  # type: ignore[union-attr]  # a list
    assert index >= 0
    box.setCurrentIndex(index)  # type: ignore[union-attr]
    box.activated.emit(index)  # type: ignore[union-attr]


def test_a_click_on_a_way_closes_it_cuts_it_and_turns_it(station: GmWindow) -> None:
    click_way(station, "Road", "Forecourt")
    card = station.zones.cards.connection_card
    assert card.title.text() == "Road – Forecourt"
    for words, said in (
        ("closed", (True, False, False, 1)),
        ("none", (True, True, False, 1)),
        ("only to Road", (False, False, True, 1)),
    ):
        choose(station, "way", words)
        assert way(station, "Road", "Forecourt") == said
    link = link_between(station.work.battle.board, zones(station)["Road"].id, zones(station)["Forecourt"].id)
    assert link is not None
    assert link.second == zones(station)["Road"].id
    card.remove.click()
    assert link_between(station.work.battle.board, link.first, link.second) is None
    assert card.isVisible()


def test_each_way_shows_its_own_state_one_after_the_other(station: GmWindow) -> None:
    """The roof is one-way, down to the road; the connection from the workshop to the shop is closed."""
    shown = []
    for first, second in (("Road", "Shop roof"), ("Workshop", "Shop"), ("Road", "Forecourt")):
        click_way(station, first, second)
        shown.append(station.zones.cards.connection_card.form.controls["way"].currentText())  # type: ignore[union-attr]
    assert shown == ["only to Road", "closed", "open"]


def test_crossing_a_way_costs_more_and_takes_a_test(station: GmWindow) -> None:
    click_way(station, "Road", "Forecourt")
    card = station.zones.cards.connection_card
    field = card.form.controls["cost"]
    QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(field, "2")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert way(station, "Road", "Forecourt") == (False, False, False, 2)
    test = card.form.controls["test"]
    assert isinstance(test, Switch)
    test.click()
    known = zones(station)
    (label,) = (
        link.label
        for link in station.board.map.view.links
        if {link.first, link.second} == {known["Road"].id, known["Forecourt"].id}
    )
    assert label == "cost 2 · Agility + Athletics, difficulty 1"
    QApplication.processEvents()
    field = card.form.controls["traits.difficulty"]
    assert field.isVisible()
    assert field.visibleRegion().boundingRect().height() == field.height()
    test.click()
    assert station.work.battle.shared.gates == {}


def test_the_test_of_a_way_is_added_and_taken_away_again_by_keys(station: GmWindow) -> None:
    """The form gets further fields by the first key: the focus stays where it was, and Tab goes on to the new ones."""
    click_way(station, "Road", "Forecourt")
    form = station.zones.cards.connection_card.form
    form.controls["test"].setFocus()
    QTest.keyClick(station.focusWidget(), Qt.Key.Key_Space)
    QApplication.processEvents()
    assert len(station.work.battle.shared.gates) == 1
    assert station.focusWidget() is form.controls["test"]
    paths = [*form.controls]
    following = form.controls[paths[paths.index("test") + 1]]
    QTest.keyClick(station.focusWidget(), Qt.Key.Key_Tab)
    assert station.focusWidget() is following
    QTest.keyClick(station.focusWidget(), Qt.Key.Key_Backtab)
    QTest.keyClick(station.focusWidget(), Qt.Key.Key_Space)
    assert station.work.battle.shared.gates == {}


def test_a_way_is_drawn_between_zones_apart_and_taken_away(station: GmWindow) -> None:
    """The shop and its roof have no connection at first."""
    board, known = station.board, zones(station)
    board.take_form("link")
    drag(board.map, (30, 12), (40, 12))
    card = station.zones.cards.connection_card
    assert card.isVisible()
    assert way(station, "Shop", "Shop roof") == (False, False, False, 1)
    card.remove.click()
    assert link_between(station.work.battle.board, known["Shop"].id, known["Shop roof"].id) is None
    assert not card.isVisible()


def test_ways_are_found_and_opened_by_keys(station: GmWindow) -> None:
    station.commands.action("edit_way").trigger()
    pick("workshop shop closed")
    assert station.zones.cards.connection_card.title.text() == "Shop – Workshop"
    choice = station.zones.cards.connection_card.form.controls["way"]
    assert station.focusWidget() is choice
    QTest.keyClick(choice, Qt.Key.Key_Home)
    assert way(station, "Shop", "Workshop") == (True, False, False, 1), "going through the options is not a choice yet"
    QTest.keyClick(choice, Qt.Key.Key_Return)
    assert way(station, "Shop", "Workshop") == (False, False, False, 1)
