"""A token dropped on another one stands next to it, in reach: in all games, in all views, at any zoom."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from gui.windows.gm_window import GmWindow
from model.dice.requests import DiceRequest
from model.rulesets import RULESETS
from model.state.base import Id
from model.state.battle import AnyBattle, Battle
from tests.gui.map.hands import start_drag
from tests.gui.windows.hands import Opens, Press
from tests.gui.windows.zone_hands import pick

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unhurried")]

GAMES = sorted(RULESETS)
TWO = ("wasteland", "zerospace")
"""A game with zones and one in metres; who is in reach of whom in each game is a property of its own."""
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
PEOPLE = "Doc pc, Brick npc, Cleo pc"


def typed(opens: Opens, game: str, *, zones: str = "", people: str = PEOPLE) -> GmWindow:
    """Open a new battle of a game with people typed at the table, and zones by name."""
    ruleset = RULESETS[game]
    empty: AnyBattle = Battle(ruleset=ruleset.id, shared=ruleset.shared())
    window = opens(empty)
    if zones:
        assert window.work.bridge.edit(_call("list_zones", names=zones)) is None
    assert window.combatants.type_line(f"+{people}") is None
    return window


def _call(action: str, *targets: Id, **options: object):  # type: ignore[no-untyped-def]  # shorter in tests
    from model.engine.calls import Call

    return Call(action=action, targets=targets, options=options)


def named(window: GmWindow, name: str) -> Id:
    return next(id for id, one in window.work.battle.combatants.items() if one.name == name)


def put(window: GmWindow, **places: tuple[float, float]) -> None:
    """Put people on the map by their names, as the GM did before."""
    assert window.work.edits.place(tuple((named(window, who), x, y) for who, (x, y) in places.items())) is None
    window.board.map.fit()
    QApplication.processEvents()


def are_beside(window: GmWindow, one: str, other: str) -> bool:
    ranges = window.work.ruleset.ranges
    return ranges.are_beside(window.work.battle, named(window, one), named(window, other))


def start(window: GmWindow, who: str) -> None:
    """Start the combat, and go on until it is somebody's turn, with whatever the game asks on the way."""
    window.work.combat.start(first="pc")
    actions = window.work.actions
    for _ in range(60):
        if actions.call is None and named(window, who) in window.work.battle.order.acting:
            return
        if actions.call is None:
            window.combat.end_turn()
        elif actions.refusal is not None:
            assert actions.anyway(), "nothing is planned"
        elif actions.can_apply:
            assert actions.apply() is None
        elif isinstance(actions.due, DiceRequest):
            actions.roll()
        else:
            window.action_panel.answer()
        QApplication.processEvents()
    raise AssertionError(f"{who} never gets a turn")


FIT, FAR, NEAR = 1.0, 0.3, 8.0


@pytest.mark.parametrize(
    ("game", "zoom"),
    [("effort", FIT), ("kalos", FAR), ("wasteland", NEAR), ("zamani", NEAR), ("zerospace", FAR)],
)
def test_a_token_dropped_on_another_one_on_the_map_is_next_to_it_and_the_label_says_so(
    opens: Opens, game: str, zoom: float
) -> None:
    window = typed(opens, game)
    put(window, Doc=(0, 0), Brick=(12, 0), Cleo=(0, 8))
    canvas = window.board.map
    canvas.set_camera(canvas.camera.centered(6, 2))
    canvas.zoom(zoom)
    if zoom > 1:
        canvas.set_camera(canvas.camera.zoomed(1.0).centered(6, 0))
        canvas.zoom(canvas.width() / 14 / canvas.camera.scale)
    QApplication.processEvents()
    before = window.work.battle.combatants[named(window, "Brick")], window.work.battle.combatants[named(window, "Cleo")]
    last = start_drag(canvas, (0, 0), (11.8, 0.1))
    assert canvas.overlay.label[0].startswith("next to Brick, in reach"), canvas.overlay.label
    QTest.mouseRelease(canvas.graphics_view.viewport(), LEFT, NONE, last)
    after = window.work.battle.combatants
    assert are_beside(window, "Doc", "Brick")
    assert (after[named(window, "Brick")], after[named(window, "Cleo")]) == before, "nobody else moves"
    assert window.work.bridge.session.can_undo
    window.combat.undo()
    assert not are_beside(window, "Doc", "Brick"), "one undo"


@pytest.mark.parametrize("game", GAMES)
def test_a_paid_move_onto_a_token_ends_next_to_it(opens: Opens, game: str) -> None:
    window = typed(opens, game)
    if not window.work.ruleset.ranges.in_metres:
        assert window.work.bridge.edit(_call("draw_zone", name="Yard", shape=YARD)) is None
    put(window, Doc=(0, 0), Brick=(3, 0), Cleo=(0, 4))
    start(window, "Doc")
    canvas = window.board.map
    canvas.fit()
    QApplication.processEvents()
    stand = canvas.tokens.place_of(named(window, "Doc")), canvas.tokens.place_of(named(window, "Brick"))
    assert stand[0] is not None
    assert stand[1] is not None
    last = start_drag(canvas, stand[0], (stand[1][0] - 0.1, stand[1][1]))
    assert "next to Brick, in reach" in canvas.overlay.label[0], canvas.overlay.label
    assert canvas.overlay.label[1], "it is allowed"
    QTest.mouseRelease(canvas.graphics_view.viewport(), LEFT, NONE, last)
    QApplication.processEvents()
    if window.work.actions.call is not None:
        window.action_panel.answer()
    assert are_beside(window, "Doc", "Brick")
    session = window.work.bridge.session
    moved = window.work.bridge.sentences(session.step(session.head).note.sentences)
    assert "Brick" in moved, f"the log says next to whom: {moved}"
    assert canvas.tokens.undragged_place_of(named(window, "Brick")) == stand[1], "Brick has not jumped aside"


YARD = {"shape": "rectangle", "x": -6, "y": -6, "width": 20, "height": 16}


def middle_of(window: GmWindow, who: str) -> QPointF:
    """Return where a token is shown in the list of zones or in the range bands."""
    id = named(window, who)
    if window.board.view == "zones":
        cells = (cell for card in window.board.zones.cards for cell in card.cells)
        return next(cell.box.center() for cell in cells if cell.token.id == id)
    bands = window.board.bands
    if bands.view.center is not None and bands.view.center.id == id:
        return bands.arrangement.center
    return next(one.center for one in bands.arrangement.placements if one.entry.token.id == id)


def hold(widget: QWidget, start: QPointF, end: QPointF) -> None:
    """Press on a widget and move, keeping the button down."""
    QTest.mousePress(widget, LEFT, NONE, start.toPoint())
    for share in (0.3, 0.7, 1.0):
        spot = start + (end - start) * share
        _move(widget, spot)


def _move(widget: QWidget, spot: QPointF) -> None:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QMouseEvent

    at = widget.mapToGlobal(spot)
    QApplication.sendEvent(widget, QMouseEvent(QEvent.Type.MouseMove, spot, QPointF(at), LEFT, LEFT, NONE))


def release(widget: QWidget, spot: QPointF) -> None:
    QTest.mouseRelease(widget, LEFT, NONE, spot.toPoint())
    QApplication.processEvents()


@pytest.mark.parametrize("game", TWO)
def test_in_the_list_of_zones_a_token_is_dropped_on_another_one_of_its_own_zone_or_of_another(
    opens: Opens, game: str
) -> None:
    window = typed(opens, game, zones="Bar, Street", people="Doc pc in Bar, Brick npc in Street, Cleo pc in Street")
    window.board.show_view("zones")
    QApplication.processEvents()
    page, list = window.board.zones.page, window.board.zones
    for who in ("Doc", "Cleo"):
        hold(page, middle_of(window, who), middle_of(window, "Brick"))
        assert list.label[0].startswith("next to Brick, in reach"), list.label
        release(page, middle_of(window, "Brick"))
        place = window.work.battle.combatants[named(window, who)].place
        assert window.work.battle.board.zones[place.zone or ""].name == "Street"
        assert are_beside(window, who, "Brick")


@pytest.mark.parametrize("game", TWO)
def test_in_the_range_bands_a_token_is_dropped_on_another_one(opens: Opens, game: str) -> None:
    zones = "" if RULESETS[game].ranges.in_metres else "Bar, Street"
    people = PEOPLE if not zones else "Doc pc in Bar, Brick npc in Street, Cleo pc in Bar"
    window = typed(opens, game, zones=zones, people=people)
    if not zones:
        put(window, Doc=(0, 0), Brick=(12, 0), Cleo=(0, 30))
    start(window, "Doc")
    window.board.show_view("bands")
    QApplication.processEvents()
    bands = window.board.bands
    before = window.work.battle.combatants[named(window, "Brick")]
    hold(bands, middle_of(window, "Cleo"), middle_of(window, "Brick"))
    assert bands.drag.label[0].startswith("next to Brick, in reach"), bands.drag.label
    release(bands, middle_of(window, "Brick"))
    assert are_beside(window, "Cleo", "Brick")
    assert window.work.battle.combatants[named(window, "Brick")] == before


@pytest.mark.parametrize("game", TWO)
def test_by_typing_by_a_command_and_by_the_menu_the_selected_stands_next_to_another_one(
    opens: Opens, game: str, press: Press
) -> None:
    window = typed(opens, game)
    put(window, Doc=(0, 0), Brick=(12, 0), Cleo=(0, 30))
    window.work.selection.set_current(named(window, "Doc"))
    window.help.find()
    pick("next to brick")
    assert are_beside(window, "Doc", "Brick")
    window.work.selection.set_current(named(window, "Cleo"))
    window.commands.action("move_beside").trigger()
    pick("doc")
    assert are_beside(window, "Cleo", "Doc")
    assert window.work.approach.words(named(window, "Brick")) == "Move Cleo Next to Brick"


@pytest.mark.parametrize("game", GAMES)
def test_what_is_out_of_reach_offers_the_move_that_helps_by_one_key_and_goes_on(
    opens: Opens, game: str, press: Press
) -> None:
    zones = "" if RULESETS[game].ranges.in_metres else "Bar, Street"
    people = "Doc pc, Brick npc" if not zones else "Doc pc in Bar, Brick npc in Bar"
    window = typed(opens, game, zones=zones, people=people)
    if not zones:
        put(window, Doc=(0, 0), Brick=(4, 0))
    start(window, "Doc")
    window.combatants.mark(named(window, "Brick"))
    window.action_panel.attack()
    QApplication.processEvents()
    line = window.action_panel.refusal
    assert line.step.isVisible(), line.words.text()
    # In Speed & Effort the move is the one action of the turn.
    assert line.step.text() == ("Move next to Brick instead" if game == "effort" else "Move next to Brick")
    assert line.step.key == "M ⏎"
    window.activateWindow()
    window.board.map.setFocus()
    press("M Enter")
    assert are_beside(window, "Doc", "Brick")
    call = window.work.actions.call
    refused = window.work.actions.refusal
    assert refused is None or refused.nearer is None, "whatever the rules now say, it is not the distance"
    assert call is None or call.action != "move"


@pytest.mark.parametrize(("metres", "words"), [(4, "Move next to Brick"), (8, "Move next to Brick instead")])
def test_a_move_after_which_the_rules_forbid_the_refused_attack_is_offered_instead_of_it(
    opens: Opens, metres: int, words: str
) -> None:
    """MOVE is 8 m: in Zamani nobody attacks in a round in which they moved more than half of it (ZM-MOVE-03)."""
    window = typed(opens, "zamani", people="Doc pc, Brick npc")
    put(window, Doc=(0, 0), Brick=(metres, 0))
    start(window, "Doc")
    window.combatants.mark(named(window, "Brick"))
    window.action_panel.attack()
    QApplication.processEvents()
    assert window.action_panel.refusal.step.text() == words
