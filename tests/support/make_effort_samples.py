"""The sample battles of Speed & Effort; `make_samples.py` writes them with all others."""

from __future__ import annotations

from collections.abc import Callable

from model.engine.effects import add_effect
from model.state.battle import AnyBattle
from model.state.board import Circle, Feature, Polygon, Rectangle, Zone
from tests.support.sample_battles import begin, board_of, hide, put, put_each, with_players, with_slots


def roadblock() -> AnyBattle:
    """Mara, Otto and Juna before a barrier across a muddy road; the guard on the slope is hidden."""
    box = Rectangle
    board = board_of(
        Zone(id="road", name="Road", shape=box(x=0, y=8, width=40, height=8)),
        Zone(id="meadow", name="Meadow", shape=box(x=0, y=16, width=40, height=10), color=1),
        Zone(id="slope", name="Slope", shape=box(x=0, y=0, width=40, height=8), color=2),
        Feature(id="mud", kind="terrain", name="Mud", shape=Polygon(points=((14, 9), (22, 8), (24, 14), (16, 15)))),
        Feature(id="uphill", kind="terrain", name="Uphill north", shape=box(x=0, y=2, width=40, height=5)),
        Feature(id="wreck", kind="cover", name="Wreck", shape=box(x=9, y=10, width=4, height=2)),
        Feature(id="barrier", kind="cover", name="Barrier", shape=box(x=28, y=8, width=1, height=8)),
    )
    library, battle = begin("effort", "Roadblock", board)
    mara, battle = put(library, battle, "mara", (6, 18))
    otto, battle = put(library, battle, "otto", (8, 11))
    juna, battle = put(library, battle, "juna", (5, 12))
    captain, battle = put(library, battle, "captain", (30.5, 12))
    raiders, battle = put_each(library, battle, "raider", ((30, 9.5), (30, 14.5), (27, 18)), "Raider")
    guard, battle = put(library, battle, "guard", (24, 1.5))
    battle = hide(battle, guard)
    battle = add_effect(battle, otto, "cover", other="wreck", amount=2)
    battle = with_slots(battle, mara, otto, juna, captain, (raiders, "Raiders"), guard)
    return with_players(battle, {"Anna": mara, "Ben": otto, "Cleo": juna})


def night_at_the_ravine() -> AnyBattle:
    """A camp beside a ravine that must be jumped or climbed; initiative is rolled once, and dogs are coming."""
    board = board_of(
        Zone(id="camp", name="Camp", shape=Circle(x=8, y=10, radius=6)),
        Zone(id="wood", name="Wood", shape=Rectangle(x=20, y=0, width=14, height=20), color=1),
        Feature(id="ravine", kind="drawing", name="Ravine, 2 m wide", shape=Rectangle(x=16, y=0, width=2, height=20)),
        Feature(id="roots", kind="terrain", name="Roots", shape=Rectangle(x=22, y=4, width=6, height=10)),
        Feature(id="snow", kind="terrain", name="Snow", shape=Rectangle(x=0, y=0, width=15, height=4)),
    )
    library, battle = begin("effort", "Night at the ravine", board, initiative_mode="fixed")
    mara, battle = put(library, battle, "mara", (7, 9))
    juna, battle = put(library, battle, "juna", (9, 12))
    battle = add_effect(battle, juna, "prone")
    dogs, battle = put_each(library, battle, "dog", ((21, 8), (21, 12)), "Dog")
    raider, battle = put(library, battle, "raider", (25, 9))
    battle = with_slots(battle, mara, juna, (dogs, "Dogs"), raider)
    return with_players(battle, {"Anna": mara, "Cleo": juna})


SAMPLES: dict[str, Callable[[], AnyBattle]] = {
    "effort-roadblock": roadblock,
    "effort-night-at-the-ravine": night_at_the_ravine,
}
