"""Areas aimed on the map with real mouse events: their targets, escapes into cover, and knockback."""

from __future__ import annotations

from fractions import Fraction

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QScrollArea
from pytestqt.qtbot import QtBot

from gui.controllers.action_controller import ParameterPlace
from gui.controllers.feeds import PlayersFeed
from gui.map.canvas import MapCanvas
from gui.windows.gm_window import GmWindow
from model.dice.answers import Faces
from model.dice.requests import DiceRequest
from model.engine.calls import Call
from model.engine.effects import add_effect
from model.rulesets import RULESETS
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Item
from model.state.board import Circle, Feature, Place, Rectangle
from model.view.map import MapView, with_last_step
from model.view.viewer import PLAYERS, visible_id
from tests.gui.map.hands import NONE, RIGHT, click, move, pixel
from tests.gui.windows.hands import Opens, Press
from tests.model.rulesets.test_drawing import begun

pytestmark = pytest.mark.slow

PLACES = {"near": (10.0, 0.0), "rim": (13.0, 0.0), "far": (16.0, 0.0)}


def with_blast(game: str, **gear: object) -> tuple[AnyBattle, Id, dict[str, Id]]:
    """Return a battle with an area weapon, the acting combatant who holds it, and the foes by name.

    The acting combatant is at (0, 0), the three foes are 10, 13 and 16 m to the right; all others are absent.
    """
    battle, who = begun(game)
    others = [one.id for one in battle.combatants.values() if one.id != who and one.is_present and not one.is_hidden]
    named = dict(zip(PLACES, others, strict=False))
    for id, one in battle.combatants.items():
        point = (0.0, 0.0) if id == who else next((PLACES[name] for name, other in named.items() if other == id), None)
        place = Place() if point is None else Place(x=point[0], y=point[1])
        is_here = point is not None
        battle = battle.with_combatant(replace(one, place=place, is_present=is_here, side="pc" if id == who else "npc"))
    weapon: Item[object] = next(one for one in battle.items.values() if getattr(one.gear, "kind", "") != "armour")
    weapon = replace(weapon, holder=who, where="hand", gear=replace(weapon.gear, **gear))
    items = {id: one for id, one in battle.items.items() if one.holder != who} | {weapon.id: weapon}
    return replace(battle, items=items, board=replace(battle.board, features={}, zones={}, links={})), who, named


def aiming(opens: Opens, game: str, **gear: object) -> tuple[GmWindow, dict[str, Id]]:
    """Return a window in which an area attack has been begun, with all combatants in view, and the foes by name."""
    battle, who, named = with_blast(game, **gear)
    window = opens(battle)
    canvas = window.board.map
    canvas.set_camera(canvas.camera.centered(9, 0).zoomed(24 / canvas.camera.scale))
    weapon = next(item.id for item in battle.items_of(who))
    window.action_panel.begin("area_attack")
    window.work.actions.set_item(weapon)
    return window, named


def point_at(canvas: MapCanvas, x: float, y: float) -> str:
    move(canvas, QPointF(pixel(canvas, (x, y))))
    return canvas.overlay.label[0]


def targets(window: GmWindow) -> tuple[Id, ...]:
    call = window.work.actions.call
    assert call is not None
    return call.targets


@pytest.mark.rule("KM-AREA-01", "KM-AREA-11")
def test_an_area_follows_the_mouse_and_finds_its_targets(opens: Opens) -> None:
    """Radius 4 m around (12, 1): the foes at 10 and 13 m are 2.2 and 1.4 m away, the one at 16 m is 4.1 m away."""
    window, named = aiming(opens, "kalos", area_shape="sphere", radius_m=4)
    canvas = window.board.map
    assert point_at(canvas, 6, 4).startswith("no one inside")
    assert point_at(canvas, 12, 1).startswith("2 inside")
    (area,) = canvas.guides.aimed
    assert isinstance(area.shape, Circle)
    assert area.shape.radius == 4
    assert targets(window) == ()
    click(canvas, (12, 1))
    assert set(targets(window)) == {named["near"], named["rim"]}
    assert canvas.guides.aimed[0].label == "2 inside"
    window.work.actions.set_targets(named["rim"])
    assert canvas.guides.aimed[0].label == "1 of 2 inside"
    window.work.actions.set_targets(named["near"], named["rim"])
    assert {token.id for token in canvas.view.tokens if token.target} >= set(targets(window))


AREAS: list[tuple[str, dict[str, object]]] = [
    ("kalos", {"area_shape": "sphere", "radius_m": 4}),
    ("zerospace", {"is_area": True, "radius_m": 4}),
    ("zamani", {"area_effect": True, "radius_m": 4}),
]


@pytest.mark.parametrize(("game", "gear"), AREAS)
def test_after_an_undo_of_the_place_the_next_click_gives_it_again(
    opens: Opens, press: Press, game: str, gear: dict[str, object]
) -> None:
    window, named = aiming(opens, game, **gear)
    canvas = window.board.map
    click(canvas, (12, 1))
    window.action_panel.show_problem("There is no 9 on a d6.")
    press("Ctrl+Z")
    assert window.action_panel.problem.text() == ""
    assert window.action_panel.refusal.isHidden()
    assert targets(window) == ()
    assert canvas.tool.name == "Place"
    click(canvas, (15, 1))
    assert set(targets(window)) == {named["rim"], named["far"]}
    assert canvas.tool.name == "Select"


@pytest.mark.parametrize(("game", "gear"), AREAS)
def test_who_is_dead_or_defeated_is_not_inside(opens: Opens, game: str, gear: dict[str, object]) -> None:
    """The GM may still add them."""
    battle, who, named = with_blast(game, **gear)
    battle = add_effect(battle, named["rim"], "dead")
    battle = battle.with_combatant(replace(battle.combatants[named["rim"]], is_out=True))
    window = opens(battle)
    canvas = window.board.map
    canvas.set_camera(canvas.camera.centered(9, 0).zoomed(24 / canvas.camera.scale))
    window.action_panel.begin("area_attack")
    window.work.actions.set_item(next(item.id for item in battle.items_of(who)))
    assert point_at(canvas, 12, 1).startswith("1 inside")
    click(canvas, (12, 1))
    assert targets(window) == (named["near"],)
    window.work.actions.set_targets(named["near"], named["rim"])
    assert targets(window) == (named["near"], named["rim"])


@pytest.mark.parametrize(("game", "gear"), AREAS)
def test_an_area_attack_has_a_key_of_its_own(opens: Opens, press: Press, game: str, gear: dict[str, object]) -> None:
    battle, _, _ = with_blast(game, **gear)
    window = opens(battle)
    press("E")
    call = window.work.actions.call
    assert call is not None
    assert call.action == "area_attack"
    assert window.board.map.tool.name == "Place"


@pytest.mark.rule("KM-AREA-11")
def test_a_cone_goes_out_from_the_attacker_and_spares_him(opens: Opens) -> None:
    """Side 14 m towards (8, 1): the foes at 10 and 13 m are inside the cone, the one at 16 m is not."""
    window, named = aiming(opens, "kalos", area_shape="cone", radius_m=14)
    click(window.board.map, (8, 1))
    assert set(targets(window)) == {named["near"], named["rim"]}


@pytest.mark.rule("ZS-AREA-01")
def test_everybody_within_the_radius_is_a_target(opens: Opens) -> None:
    """Radius 5 m around (13, 1.5)."""
    window, named = aiming(opens, "zerospace", is_area=True, radius_m=5)
    click(window.board.map, (13, 1.5))
    assert set(targets(window)) == set(named.values())


@pytest.mark.rule("ZM-AEW-02")
def test_an_area_weapon_finds_its_targets(opens: Opens) -> None:
    window, named = aiming(opens, "zamani", area_effect=True, radius_m=4)
    click(window.board.map, (12, 1))
    assert set(targets(window)) == {named["near"], named["rim"]}


@pytest.mark.rule("KM-AREA-01")
def test_the_gm_takes_anyone_out_or_in_and_it_stays_so(opens: Opens) -> None:
    window, named = aiming(opens, "kalos", area_shape="sphere", radius_m=4)
    canvas = window.board.map
    click(canvas, (12, 1))
    for who in ("far", "near"):
        x, y = PLACES[who]
        QTest.mouseClick(
            canvas.graphics_view.viewport(), RIGHT, Qt.KeyboardModifier.ControlModifier, pixel(canvas, (x, y))
        )
    assert set(targets(window)) == {named["rim"], named["far"]}
    window.work.actions.set_option("radius", 3)
    assert set(targets(window)) == {named["rim"], named["far"]}
    # Aimed again, the area finds its targets again: within 3 m of (15, 1) are the two further ones, 2.2 and 1.4 m away.
    window.action_panel.place_wanted.emit(ParameterPlace("centre"))
    click(canvas, (15, 1))
    assert set(targets(window)) == {named["rim"], named["far"]}
    window.action_panel.place_wanted.emit(ParameterPlace("centre"))
    click(canvas, (10, 2))
    assert set(targets(window)) == {named["near"]}


@pytest.mark.parametrize(
    ("game", "gear"),
    [("zerospace", {"is_area": True, "radius_m": 4}), ("kalos", {"area_shape": "sphere", "radius_m": 4})],
)
def test_the_attack_key_aims_what_strikes_an_area(
    opens: Opens, press: Press, game: str, gear: dict[str, object]
) -> None:
    """No target is marked: a digit aims at the nearest foe, at 10 m; the one at 13 m is within 4 m, 16 m is not."""
    battle, _, named = with_blast(game, **gear)
    window = opens(battle)
    press("A")
    call = window.work.actions.call
    assert call is not None
    assert call.action == "area_attack"
    assert window.action_panel.refusal.isHidden()
    assert window.board.map.tool.name == "Place"
    press("1")
    assert set(targets(window)) == {named["near"], named["rim"]}
    assert window.board.map.tool.name == "Select"
    assert isinstance(window.work.actions.due, DiceRequest)


@pytest.mark.rule("ZS-AREA-02")
def test_every_target_of_one_throw_has_a_line_with_what_it_needs(opens: Opens, press: Press) -> None:
    """One roll against DV 12, 15 and 18 with AV 7 needs 5, 8 and 11 or more on 2d6: 30, 15 and 3 of 36."""
    battle, _, named = with_blast("zerospace", is_area=True, radius_m=9)
    for name, dv in zip(PLACES, (12, 15, 18), strict=True):
        one = battle.combatants[named[name]]
        given = replace(one.sheet.given, dv=dv)
        battle = battle.with_combatant(
            replace(one, effects={}, sheet=replace(one.sheet, given=given, is_unnamed=False))
        )
    window = opens(battle)
    window.resize(1600, 1000)
    press("A")
    press("1")
    window.work.actions.override("av", 7)
    rows = {row.id: row for row in window.action_panel.targets.rows.rows}
    chances = {name: rows[named[name]].chance for name in PLACES}
    assert chances == {"near": Fraction(30, 36), "rim": Fraction(15, 36), "far": Fraction(3, 36)}
    assert "DV 15" in rows[named["rim"]].numbers
    window.action_panel.targets.setCurrentIndex(window.action_panel.targets.rows.index(1))
    current = window.action_panel.targets.current
    shown = {column.explanation.key for column in window.action_panel.columns.columns}
    assert f"dv.{current}" in shown
    assert not any(f"dv.{who}" in shown for who in named.values() if who != current)
    assert window.action_panel.odds.shown.chance == rows[str(current)].chance
    window.work.actions.answer(Faces((4, 4)))
    verdicts = {row.id: row.ruling for row in window.action_panel.targets.rows.rows}
    assert {name: getattr(verdicts[named[name]], "is_true", None) for name in PLACES} == {
        "near": True, "rim": True, "far": False,
    }  # fmt: skip
    window.action_panel.targets.taken_out.emit(named["near"])
    assert set(targets(window)) == {named["rim"], named["far"]}


@pytest.mark.rule("ZS-KB-02")
@pytest.mark.parametrize("is_clicked", [True, False])
def test_the_gm_points_where_a_combatant_in_the_middle_is_knocked(
    opens: Opens, press: Press, *, is_clicked: bool
) -> None:
    """The blast is centred on one of two targets: the next click on the map gives the direction of the knockback.

    Enter takes the suggestion instead, which is away from the attacker. The distance is the margin of the roll: AV 7
    and dice of 6 and 6 make 19, against DV 16, so 3 m.
    """
    battle, _, named = with_blast("zerospace", is_area=True, radius_m=4, level=9)
    for name in ("near", "rim"):
        one = battle.combatants[named[name]]
        sheet = replace(one.sheet, given=replace(one.sheet.given, dv=16), is_unnamed=False, health=40, health_max=40)
        battle = battle.with_combatant(replace(one, effects={}, sheet=sheet))
    window = opens(replace(battle, settings=battle.settings | {"knockback": True}))
    canvas = window.board.map
    canvas.set_camera(canvas.camera.centered(9, 0).zoomed(24 / canvas.camera.scale))
    press("A")
    press("1")
    window.work.actions.override("av", 7)
    window.work.actions.answer(Faces((6, 6)))
    window.work.actions.answer(Faces((6,)))
    assert window.action_panel.is_table
    rows = window.action_panel.table.list
    rows.make_current(rows.rows.row_of(f"direction.{named['near']}"))
    assert "knocked back 3 m" in window.action_panel.table.title.text()
    if is_clicked:
        click(canvas, (10, 5))
    else:
        rows.submit()
    assert f"direction.{named['near']}" not in {row.id for row in rows.rows.open_rows}
    window.action_panel.table.roll_open()
    window.action_panel.submit()
    assert window.work.battle.combatants[named["near"]].place.point == pytest.approx(
        (10, 3) if is_clicked else (13, 0), abs=0.02
    )
    assert window.work.battle.combatants[named["rim"]].place.point == (16.0, 0.0)


@pytest.mark.rule("KM-AREA-07")
def test_what_is_asked_is_in_sight_in_a_small_window(opens: Opens, press: Press, qtbot: QtBot) -> None:
    """Half of the three targets inside are hit: 1 (1.5 rounded down). A visible message says if the GM ticks two."""
    battle, _, named = with_blast("kalos", area_shape="sphere", radius_m=9)
    window = opens(battle)
    window.resize(900, 500)
    press("A")
    press("1")
    window.work.actions.override("av", 0)
    window.work.actions.override("dv", 7)
    window.work.actions.answer(Faces((3, 4)))
    qtbot.wait(20)
    area = window.docks["action"].findChild(QScrollArea)
    stage = window.action_panel.stage
    assert stage.mapTo(area.viewport(), stage.rect().bottomLeft()).y() <= area.viewport().height()
    ticked = [button for button in stage.findChildren(QPushButton) if button.isCheckable() and button.isChecked()]
    assert len(ticked) == 1
    other = next(
        number for number, button in enumerate(
            [button for button in stage.findChildren(QPushButton) if button.text()[:1].isdecimal()], 1
        ) if not button.isChecked()
    )  # fmt: skip
    press(str(other))
    press("Enter")
    qtbot.wait(20)
    problem = window.action_panel.problem
    assert problem.text()
    assert problem.mapTo(area.viewport(), problem.rect().bottomLeft()).y() <= area.viewport().height()
    assert set(targets(window)) == set(named.values())


def test_a_smaller_radius_finds_fewer(opens: Opens) -> None:
    window, named = aiming(opens, "kalos", area_shape="sphere", radius_m=4)
    click(window.board.map, (12, 1))
    window.work.actions.set_option("radius", 1.9)
    assert set(targets(window)) == {named["rim"]}


def test_without_positions_targets_are_picked_from_the_list(opens: Opens) -> None:
    battle, who, named = with_blast("kalos", area_shape="sphere", radius_m=4)
    for id in battle.combatants:
        battle = battle.with_combatant(replace(battle.combatants[id], place=Place()))
    window = opens(battle)
    window.action_panel.begin("area_attack")
    window.work.actions.set_item(next(item.id for item in battle.items_of(who)))
    assert not window.board.map.guides.aimed
    for name in ("near", "far"):
        window.initiative.target_added.emit(named[name])
    assert set(targets(window)) == {named["near"], named["far"]}


def test_dropping_the_action_puts_the_map_back(opens: Opens, press: Press) -> None:
    window, _ = aiming(opens, "kalos", area_shape="sphere", radius_m=4)
    canvas = window.board.map
    point_at(canvas, 12, 1)
    press("Esc")
    assert window.work.actions.call is None
    assert not canvas.guides.aimed
    assert canvas.tool.name == "Select"
    assert canvas.overlay.label[0] == ""


@pytest.mark.rule("KM-COVER-02")
def test_who_runs_for_cover_sees_what_it_is_safe_from(opens: Opens) -> None:
    """A wall at 11 m is between the attacker and (12, 0), which gives cover there; beside the wall there is none."""
    battle, who, named = with_blast("kalos", area_shape="sphere", radius_m=4)
    wall = Feature(id="wall-1", kind="cover", name="Wall", shape=Rectangle(x=11, y=-1, width=0.5, height=2))
    window = opens(replace(battle, board=replace(battle.board, features={"wall-1": wall})))
    canvas = window.board.map
    canvas.set_camera(canvas.camera.centered(9, 0).zoomed(24 / canvas.camera.scale))
    window.action_panel.begin("area_attack")
    window.work.actions.set_item(next(item.id for item in battle.items_of(who)))
    click(canvas, (11, 2))
    assert window.action_panel.offers.take_one()
    form = window.action_panel.offers.form
    form.who.setCurrentIndex(form.who.findData(named["near"]))
    form.who.activated.emit(form.who.currentIndex())
    assert "no cover" in point_at(canvas, 12, 5)
    words = point_at(canvas, 12, 0)
    assert "cover" in words
    assert "no cover" not in words
    (sight,) = canvas.guides.sights
    assert sight.cover == "Wall"
    click(canvas, (12, 0))
    form.submit()
    call = window.work.actions.call
    assert call is not None
    (taken,) = [answer.call for answer in call.answers.values() if hasattr(answer, "call")]
    assert taken.actor == named["near"]
    assert taken.options["place"]["x"] == pytest.approx(12, abs=0.05)


# ---------------------------------------------------------------------------------- areas and pushes shown after a step


def pushed(battle: AnyBattle, who: Id, metres: float) -> AnyBattle:
    place = battle.combatants[who].place
    return battle.with_combatant(replace(battle.combatants[who], place=replace(place, x=(place.x or 0) + metres)))


def test_who_is_pushed_leaves_an_arrow_for_the_gm_and_the_players() -> None:
    battle, who, named = with_blast("kalos", area_shape="sphere", radius_m=4)
    call = Call(action="attack", actor=who, targets=(named["near"],))
    after = pushed(battle, named["near"], 3)
    (push,) = with_last_step(MapView(), RULESETS["kalos"], battle, after, call, PLAYERS).pushes
    assert (push.start, push.end, push.label) == ((10.0, 0.0), (13.0, 0.0), "3 m")
    assert push.who == visible_id(named["near"], PLAYERS)
    hidden = after.with_combatant(replace(after.combatants[named["near"]], is_hidden=True))
    assert not with_last_step(MapView(), RULESETS["kalos"], battle, hidden, call, PLAYERS).pushes
    moved = Call(action="move", actor=who, options={})
    assert not with_last_step(MapView(), RULESETS["kalos"], battle, pushed(battle, who, 3), moved, PLAYERS).pushes


def test_players_see_an_area_struck_by_a_combatant_whom_they_see() -> None:
    battle, who, named = with_blast("kalos", area_shape="sphere", radius_m=4)
    weapon = next(item.id for item in battle.items_of(who))
    spot = Call(action="area_attack", actor=who, item=weapon, options={"centre": {"x": 12.0, "y": 1.0}})
    (area,) = with_last_step(MapView(), RULESETS["kalos"], battle, battle, spot, PLAYERS).areas
    assert isinstance(area.shape, Circle)
    assert (area.shape.x, area.shape.y, area.label) == (12.0, 1.0, "")
    secret = battle.with_combatant(replace(battle.combatants[who], is_hidden=True))
    assert not with_last_step(MapView(), RULESETS["kalos"], secret, secret, spot, PLAYERS).areas
    aimed = replace(spot, options={"aim": named["near"]})
    hidden = battle.with_combatant(replace(battle.combatants[named["near"]], is_hidden=True))
    assert with_last_step(MapView(), RULESETS["kalos"], battle, battle, aimed, PLAYERS).areas
    assert not with_last_step(MapView(), RULESETS["kalos"], hidden, hidden, aimed, PLAYERS).areas


def test_a_right_click_on_the_ground_still_asks_for_a_menu(opens: Opens, qtbot: object) -> None:
    battle, _, _ = with_blast("kalos", area_shape="sphere", radius_m=4)
    window = opens(battle)
    asked: list[object] = []
    window.board.map.context_requested.disconnect()
    window.board.map.context_requested.connect(lambda *found: asked.append(found))
    QTest.mouseClick(window.board.map.graphics_view.viewport(), RIGHT, NONE, pixel(window.board.map, (5, 5)))
    assert len(asked) == 1


def test_players_see_nothing_of_an_aim_before_it_is_applied(opens: Opens) -> None:
    """The player view contains neither the area nor the knockback that it would cause."""
    window, _ = aiming(opens, "kalos", area_shape="sphere", radius_m=4)
    click(window.board.map, (12, 1))
    assert window.board.map.guides.aimed
    call = window.work.actions.call
    assert call is not None
    feed = PlayersFeed(window.work.bridge.session)
    for view in (feed.view(), feed.in_progress(call, window.work.actions.note)):
        assert view.map.areas == ()
        assert view.map.pushes == ()


def test_players_see_the_area_as_soon_as_dice_are_thrown(opens: Opens) -> None:
    window, named = aiming(opens, "kalos", area_shape="sphere", radius_m=4)
    click(window.board.map, (12, 1))
    window.work.actions.set_targets(named["near"])
    due = window.work.actions.due
    assert isinstance(due, DiceRequest)
    window.work.actions.answer(Faces((6,) * due.count))
    call, feed = window.work.actions.call, PlayersFeed(window.work.bridge.session)
    assert call is not None
    (area,) = feed.in_progress(call, window.work.actions.note).map.areas
    assert isinstance(area.shape, Circle)
    assert (area.shape.x, area.shape.y, area.shape.radius) == (12.0, 1.0, 4.0)


@pytest.mark.rule("KM-KB-04", "KM-KB-05")
def test_knockback_goes_straight_away_from_the_blast_and_is_shown(opens: Opens) -> None:
    """A blast at (11, 2) knocks the foe at (13, 0) back at 45°, up and to the right; shown until the next step."""
    battle, who, named = with_blast("kalos", area_shape="sphere", radius_m=4, knockback=True)
    window = opens(replace(battle, settings=battle.settings | {"knockback": True}))
    canvas = window.board.map
    canvas.set_camera(canvas.camera.centered(9, 0).zoomed(24 / canvas.camera.scale))
    window.action_panel.begin("area_attack")
    window.work.actions.set_item(next(item.id for item in battle.items_of(who)))
    click(canvas, (11, 2))
    window.work.actions.set_targets(named["rim"])
    while isinstance(due := window.work.actions.due, DiceRequest):
        window.work.actions.answer(Faces((6,) * due.count if due.id == "attack" else (2,) * due.count))
    assert window.work.actions.can_apply
    window.action_panel.submit()
    (push,) = canvas.view.pushes
    assert push.who == named["rim"]
    assert push.start == (13.0, 0.0)
    across, down = push.end[0] - 13, push.end[1]
    assert across == pytest.approx(-down, abs=0.3)
    assert across > 1
    assert canvas.view.areas
    assert PlayersFeed(window.work.bridge.session).view().map.pushes
    window.work.combat.end_turn_of(who)
    assert canvas.view.pushes == ()
    assert canvas.view.areas == ()


@pytest.mark.parametrize(("game", "gear", "plain"), [(*AREAS[0], {"area_shape": ""}), (*AREAS[1], {"is_area": False})])
def test_a_grenade_chosen_for_an_attack_strikes_all_in_its_area(
    opens: Opens, game: str, gear: dict[str, object], plain: dict[str, object]
) -> None:
    """It struck the marked one alone, and those beside were spared."""
    battle, who, named = with_blast(game, **gear)
    (grenade,) = battle.items_of(who)
    pistol = replace(grenade, id="pistol-99", gear=replace(grenade.gear, **plain))
    shared = replace(battle.shared, last_weapon={who: pistol.id})
    window = opens(replace(battle, items=battle.items | {pistol.id: pistol}, shared=shared))
    actions = window.work.actions
    window.work.selection.mark(named["near"])
    actions.attack()
    assert actions.call is not None
    assert (actions.call.action, actions.call.item) == ("attack", pistol.id)
    actions.set_item(grenade.id)
    assert (actions.call.action, actions.call.item) == ("area_attack", grenade.id)
    assert named["near"] in targets(window)
    assert len(targets(window)) > 1
