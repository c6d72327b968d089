"""The first placement of combatants who have no place: a new battle begins with an empty map."""

from __future__ import annotations

import itertools
import math

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gui.controllers.edit_controller import across_from, beside_own, block, nearest_free, sides_apart
from gui.map.canvas import MapCanvas
from gui.windows.gm_window import GmWindow
from model.content.library import Company, Member
from model.rulesets import RULESETS
from model.state.base import replace
from model.state.battle import AnyBattle, Battle, Combatant
from model.state.board import Place, Rectangle
from model.view.map import Point
from tests.gui.windows.hands import Opens

pytestmark = pytest.mark.slow


def empty_map(ruleset: str = "zerospace") -> AnyBattle:
    rules = RULESETS[ruleset]
    combatants = [("ada-1", "pc", False), ("boris-2", "npc", False), ("spy-3", "npc", True), ("carl-4", "npc", False)]
    return Battle(
        ruleset=ruleset,
        shared=rules.shared(),
        combatants={
            id: Combatant(id=id, name=id[:-2].title(), sheet=rules.sheet(), side=side, is_hidden=hidden)
            for id, side, hidden in combatants
        },
    )


def places(window: GmWindow) -> dict[str, Point | None]:
    return {id: who.place.point for id, who in window.work.battle.combatants.items()}


def test_sides_stand_across_from_one_another_about_the_middle() -> None:
    """Seven opponents: a row of six and one behind it, 2 m apart. With the 10 m between the sides that is 12 m in all:
    from 14 to 26 around 20; the row of six extends from 5 m above the middle to 5 m below."""
    foes = tuple("abcdefg")
    found = sides_apart((("p",), foes), (20.0, 8.0))
    assert found["p"] == (14.0, 8.0)
    assert [found[foe] for foe in "af"] == [(24.0, 3.0), (24.0, 13.0)]
    assert found["g"] == (26.0, 8.0)


def test_a_party_stands_across_from_opponents_and_on_the_picture() -> None:
    """10 m left of the nearer opponent, at the mean of their heights; 2 m inside a picture that begins at 6 m."""
    foes = ((12.0, 1.0), (15.0, 3.0))
    assert across_from(foes, ("a", "b")) == {"a": (2.0, 1.0), "b": (2.0, 3.0)}
    assert across_from(foes, ("a",), 6.0) == {"a": (8.0, 2.0)}


def test_a_block_stands_about_its_place() -> None:
    assert block(("a", "b", "c"), (1.0, 1.0)) == {"a": (1.0, -1.0), "b": (1.0, 1.0), "c": (1.0, 3.0)}


def test_a_few_combatants_on_an_empty_map_are_shown_with_room_to_move(opens: Opens) -> None:
    """Two sides 10 m apart do not fill the window: at least 24 m are shown in each direction."""
    window = opens(empty_map())
    window.placing.set_up()
    window.board.fit()
    canvas = window.board.map
    assert min(canvas.width(), canvas.height()) / canvas.camera.scale >= 24
    assert canvas.zoom_percent <= 200


def test_nobody_is_put_on_top_of_others_who_stand_there(opens: Opens) -> None:
    """Ada and Boris stand where the others would be put: both keep their places, and the others are put at least 1.4 m
    away: two token radii of half a metre and a gap."""
    window = opens(empty_map())
    window.placing.set_up()
    taken = places(window)
    window.combat.undo()
    middle = tuple(point for point in taken.values() if point is not None)
    window.work.edits.place((("ada-1", *middle[2]), ("boris-2", *middle[3])))
    steps = len(window.work.bridge.session.steps)
    window.placing.set_up()
    found = places(window)
    assert (found["ada-1"], found["boris-2"]) == (middle[2], middle[3])
    points = [point for point in found.values() if point is not None]
    assert len(points) == 4
    assert all(math.dist(one, other) >= 1.4 for one, other in itertools.combinations(points, 2))
    assert len(window.work.bridge.session.steps) == steps + 1


def test_a_large_token_has_room_of_its_own() -> None:
    battle = empty_map()
    dragon = replace(battle.combatants["boris-2"], radius=3.0)
    found = nearest_free(battle.with_combatant(dragon), block(("boris-2", "carl-4"), (0.0, 0.0)))
    assert math.dist(found["boris-2"], found["carl-4"]) >= 3.0 + 0.5


def test_several_are_moved_as_one_step(opens: Opens) -> None:
    window = opens(empty_map())
    steps = len(window.work.bridge.session.steps)
    assert window.work.edits.place((("ada-1", 1.0, 1.0), ("boris-2", 5.0, 1.0))) is None
    assert len(window.work.bridge.session.steps) == steps + 1
    window.combat.undo()
    assert set(places(window).values()) == {None}


def test_one_key_sets_everybody_up_and_one_undo_takes_it_back(opens: Opens) -> None:
    window = opens(empty_map())
    hint = window.empty_map
    assert hint.isVisible()
    assert "drag a name" in hint.words.text()
    assert "Ctrl+Shift+A" in hint.button.text()
    hint.button.click()
    found = places(window)
    ada, boris, carl, spy = (found[id] for id in ("ada-1", "boris-2", "carl-4", "spy-3"))
    assert None not in (ada, boris, carl, spy)
    assert boris[0] - ada[0] == 10
    assert hint.isHidden()
    # Players see no gap where the hidden combatant stands: the two visible opponents are neighbours.
    assert (carl[0], carl[1] - boris[1]) == (boris[0], 2)
    assert spy[0] > boris[0]
    window.combat.undo()
    assert set(places(window).values()) == {None}
    assert hint.isVisible()


@pytest.mark.parametrize("size", [(900, 500), (1366, 768), (1600, 900)])
def test_the_hint_lies_within_the_map_and_over_no_name(opens: Opens, qtbot: QtBot, size: tuple[int, int]) -> None:
    window = opens(empty_map())
    window.resize(*size)
    hint, board = window.empty_map, window.board.map
    # The docks adapt to the new size one after the other, which takes longer on a slow machine.
    qtbot.waitUntil(lambda: not _covers_arrows(hint, board))
    qtbot.wait(100)
    assert board.rect().contains(hint.geometry())
    assert board.edges.arrows()
    assert not _covers_arrows(hint, board)


def _covers_arrows(hint: QWidget, board: MapCanvas) -> bool:
    return any(arrow.box.intersects(QRectF(hint.geometry())) for arrow in board.edges.arrows())


def stood(ruleset: str, **points: Point) -> AnyBattle:
    """Return `empty_map` with these combatants placed; the keys are their ids with `_` for `-`."""
    battle = empty_map(ruleset)
    combatants = {id.replace("-", "_"): one for id, one in battle.combatants.items()}
    placed = {combatants[key].id: replace(combatants[key], place=Place(x=x, y=y)) for key, (x, y) in points.items()}
    return replace(battle, combatants=battle.combatants | placed)


def test_newcomers_come_from_behind_their_own() -> None:
    """Ada is at 0, opponents around (10, 0): 2 m behind her is -2, hidden 12 m. Their own middle is 10: 12 and 22."""
    battle = stood("zerospace", ada_1=(0.0, 0.0), boris_2=(10.0, -1.0), carl_4=(10.0, 1.0))
    assert beside_own(battle, "pc") == (-2.0, 0.0)
    assert beside_own(battle, "pc", is_hidden=True) == (-12.0, 0.0)
    assert beside_own(battle, "npc") == (12.0, 0.0)
    # That side has no combatant on the map yet: 10 m to the right of the rightmost combatant.
    assert beside_own(battle, "ally") == (20.0, 0.0)
    assert beside_own(empty_map(), "pc") is None
    # A hidden combatant affects only the place of hidden newcomers.
    spied = stood("zerospace", ada_1=(0.0, 0.0), boris_2=(10.0, -1.0), carl_4=(10.0, 1.0), spy_3=(40.0, 0.0))
    assert beside_own(spied, "npc") == (12.0, 0.0)
    assert beside_own(spied, "npc", is_hidden=True) == (32.0, 0.0)


def test_newcomers_of_a_fight_have_places_of_their_own(opens: Opens) -> None:
    window = opens(stood("zerospace", ada_1=(0.0, 0.0), boris_2=(10.0, 0.0)))
    window.work.combat.start(first="pc")
    steps, before = len(window.work.bridge.session.steps), set(window.work.battle.combatants)
    assert window.work.edits.add("2 Thug, Eve pc") is None
    came = {id: who.place.point for id, who in window.work.battle.combatants.items() if id not in before}
    assert len(came) == 3
    assert None not in came.values()
    assert len(set(came.values())) == 3
    thugs = [point[0] for id, point in came.items() if id.startswith("thug") and point is not None]
    assert all(x > 9 for x in thugs)
    assert len(window.work.bridge.session.steps) == steps + 1
    window.combat.undo()
    assert set(window.work.battle.combatants) == before


def test_newcomers_of_a_fight_come_in_beside_their_own_wherever_they_are_from(opens: Opens) -> None:
    """From Quick Build and Paste, from the library and from a company: each arrives beside its own side."""
    window = opens(stood("zerospace", ada_1=(0.0, 0.0), boris_2=(10.0, 0.0)))
    window.work.combat.start(first="pc")
    edits = window.work.edits
    thug = next(entry for entry in edits.content.templates if entry.name == "Minion")
    gang = Company(id="gang", name="Gang", members=(Member(template=thug.id, name="Gangster"),))
    for add in (
        lambda: edits.add_kinds([{"name": "Built", "side": "npc", "count": 2}, {"name": "Pasted", "side": "pc"}]),
        lambda: edits.add_entry(thug, 2),
        lambda: edits.add_company(gang),
    ):
        before = set(window.work.battle.combatants)
        assert add() is None
        came = [who for id, who in window.work.battle.combatants.items() if id not in before]
        assert came
        for who in came:
            assert who.place.point is not None
            assert who.place.point[0] > 9 if who.side == "npc" else who.place.point[0] < 1
    all_places = [point for point in places(window).values() if point is not None]
    assert len(set(all_places)) == len(all_places) == 2 + 3 + 2 + 1


def test_the_first_allies_of_a_fight_come_in_on_the_side_of_the_players(opens: Opens) -> None:
    """They do not come in behind the opponents, because they fight against them."""
    window = opens(stood("zerospace", ada_1=(0.0, 0.0), boris_2=(10.0, 0.0)))
    window.work.combat.start(first="pc")
    before = set(window.work.battle.combatants)
    assert window.work.edits.add("2 Moth ally") is None
    came = [point for id, point in places(window).items() if id not in before]
    assert len(came) == 2
    assert all(point is not None and point[0] < 1 for point in came)


def test_newcomers_before_a_fight_wait_to_be_placed(opens: Opens) -> None:
    window = opens(stood("zerospace", ada_1=(0.0, 0.0), boris_2=(10.0, 0.0)))
    assert window.work.edits.add("Eve pc") is None
    assert places(window)[next(id for id in places(window) if id.startswith("eve"))] is None


def test_the_combatant_who_is_up_and_stands_nowhere_is_put_there_without_a_move(opens: Opens) -> None:
    window = opens(empty_map())
    window.work.combat.start(first="pc")
    window.board.map.dropped.emit("ada-1", 3.0, 4.0, False)
    assert places(window)["ada-1"] == (3.0, 4.0)
    share = window.work.battle.order.share("ada-1")
    assert share is not None
    assert share.left["move"] == 1


def test_the_menu_of_a_spot_puts_there_who_waits(opens: Opens) -> None:
    """First the selected combatants; then all others, the hidden one at the end of the row, where it leaves no gap."""
    window = opens(empty_map())
    window.work.selection.select(("ada-1",))
    ((title, put),) = window.placing.offer((5.0, 6.0))
    assert title == "Put Ada here"
    put()
    ((title, put),) = window.placing.offer((9.0, 6.0))
    assert title == "Put the 3 who are not on the board yet here"
    put()
    found = places(window)
    assert found["ada-1"] == (5.0, 6.0)
    assert [found[id] for id in ("boris-2", "carl-4", "spy-3")] == [(9.0, 4.0), (9.0, 6.0), (9.0, 8.0)]
    assert window.placing.offer((1.0, 1.0)) == ()


def test_a_game_that_counts_zones_asks_for_zones_first(opens: Opens) -> None:
    window = opens(empty_map("wasteland"))
    assert "zones" in window.empty_map.words.text()
    assert not window.commands.action("set_up").isEnabled()
    window.work.edits.draw_zone("Bar", Rectangle(x=0.0, y=0.0, width=10.0, height=10.0))
    assert "drag a name into one" in window.empty_map.words.text()
    window.empty_map.button.click()
    assert window.board.view == "zones"


def test_the_hint_makes_way_for_the_one_who_draws(opens: Opens) -> None:
    window = opens(empty_map("wasteland"))
    assert window.empty_map.isVisible()
    window.board.take_tool("zone")
    assert window.empty_map.isHidden()
    window.board.take_tool("select")
    assert window.empty_map.isVisible()
