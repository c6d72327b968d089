"""Zones that touch are neighbours, connections change that, and the shortest route counts."""

from __future__ import annotations

from model.board.zones import borders, passages, steps_between, steps_to
from model.state.board import Board, Circle, Link, Polygon, Rectangle, Zone


def row(*names: str, links: tuple[Link, ...] = ()) -> Board:
    """Return a board with zones of 10 x 10 m side by side, from left to right."""
    zones = {
        name: Zone(id=name, name=name, shape=Rectangle(x=10.0 * index, y=0, width=10, height=10))
        for index, name in enumerate(names)
    }
    return Board(zones=zones, links={link.id: link for link in links})


def plain(*names: str, links: tuple[Link, ...]) -> Board:
    return Board(zones={name: Zone(id=name, name=name) for name in names}, links={link.id: link for link in links})


def link(first: str, second: str, **more: object) -> Link:
    return Link(id=f"{first}-{second}", first=first, second=second, **more)  # type: ignore[arg-type]


def test_zones_that_touch_are_a_step_apart() -> None:
    assert steps_to(row("a", "b", "c", "d"), "b") == {"b": 0, "a": 1, "c": 1, "d": 2}


def test_a_common_corner_is_no_border() -> None:
    corner = Zone(id="z", name="z", shape=Rectangle(x=10, y=10, width=5, height=5))
    board = Board(zones={"a": row("a").zones["a"], "z": corner})
    assert steps_between(board, "a", "z") is None


def test_zones_of_other_shapes_touch_too() -> None:
    zones = {
        "square": Zone(id="square", name="", shape=Rectangle(x=0, y=0, width=10, height=10)),
        "wedge": Zone(id="wedge", name="", shape=Polygon(points=((10, 0), (20, 5), (10, 10)))),
        "well": Zone(id="well", name="", shape=Circle(x=5, y=5, radius=1)),
        "far": Zone(id="far", name="", shape=Circle(x=50, y=5, radius=1)),
    }
    found = steps_to(Board(zones=zones), "square")
    assert found == {"square": 0, "wedge": 1, "well": 1}


def test_without_shapes_only_links_lead_on_and_the_shortest_way_counts() -> None:
    board = plain("a", "b", "c", "d", links=(link("a", "b"), link("b", "c"), link("c", "d"), link("a", "c")))
    assert steps_between(board, "a", "d") == 2
    assert steps_between(board, "a", "a") == 0


def test_a_blocked_link_cuts_what_touches() -> None:
    board = row("a", "b", "c", links=(link("a", "b", is_blocked=True),))
    assert steps_between(board, "a", "b") is None
    assert steps_between(board, "b", "c") == 1


def test_one_way_and_cost_matter_to_walking_but_not_to_distance() -> None:
    board = row("a", "b", links=(link("a", "b", is_one_way=True, cost=2),))
    assert steps_between(board, "a", "b", passages) == 2
    assert steps_between(board, "b", "a", passages) is None
    assert steps_between(board, "b", "a", borders) == 1
