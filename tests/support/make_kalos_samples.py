"""The sample battles of Kalos; `make_samples.py` writes them with all others."""

from __future__ import annotations

from collections.abc import Callable

from model.board.zones import place_at
from model.engine.effects import add_effect
from model.state.base import replace
from model.state.battle import AnyBattle, Thing, new_id
from model.state.board import Board, Circle, Feature, Rectangle, Zone
from tests.support.sample_battles import begin, board_of, hide, put, put_each, with_players, with_slots


def night_at_the_museum() -> AnyBattle:
    """Halcyon, Bulwark and Whisper against Gorgon and her gang in a museum, with a porter and a van."""
    library, battle = begin("kalos", "Night at the museum", _museum())
    halcyon, battle = put(library, battle, "halcyon", (6.0, 6.0))
    bulwark, battle = put(library, battle, "bulwark", (8.0, 12.0))
    whisper, battle = put(library, battle, "whisper", (5.0, 16.0))
    gorgon, battle = put(library, battle, "gorgon", (34.0, 10.0))
    lieutenant, battle = put(library, battle, "lieutenant", (30.0, 15.0))
    thugs, battle = put_each(library, battle, "thug", ((20.0, 8.0), (21.0, 9.5), (20.0, 11.0), (21.0, 12.5)), "Thug")
    bystander, battle = put(library, battle, "bystander", (15.0, 17.0), "Night porter")
    guard, battle = put(library, battle, "guard", (44.0, 24.0))
    battle = hide(battle, guard)
    battle = add_effect(battle, lieutenant, "cover", other="statue")
    battle = with_slots(battle, halcyon, bulwark, whisper, gorgon, lieutenant, (thugs, "Thugs"), bystander, guard)
    battle = with_players(battle, {"Cleo": halcyon, "Dario": bulwark, "Emma": whisper})
    id, battle = new_id(battle, "van")
    van = Thing(id=id, name="Van", place=place_at(battle.board, (40.0, 22.0)), mass=2_400, controller=lieutenant)
    return replace(battle, things={id: van})


def _museum() -> Board:
    box = Rectangle
    return board_of(
        Zone(id="hall", name="Great hall", shape=box(x=0, y=0, width=27, height=20)),
        Zone(id="gallery", name="Gallery", shape=box(x=27, y=0, width=13, height=20), color=1),
        Zone(id="yard", name="Yard", shape=box(x=27, y=20, width=23, height=9), color=2),
        Feature(id="statue", kind="cover", name="statue", shape=Circle(x=28.5, y=14.0, radius=1.2)),
        Feature(id="desk", kind="cover", name="desk", shape=box(x=11, y=14, width=3, height=1.2)),
        Feature(id="showcase", kind="cover", name="showcase", shape=box(x=16, y=4, width=2.5, height=1.5)),
    )


def dusk_at_the_ropeway() -> AnyBattle:
    """Halcyon, Bulwark and Whisper at a mountain station: a wrestler, a bomber, some thugs, passengers in between."""
    library, battle = begin("kalos", "Dusk at the ropeway", _ropeway(), knockback=True)
    halcyon, battle = put(library, battle, "halcyon", (5.0, 5.0))
    bulwark, battle = put(library, battle, "bulwark", (9.0, 11.0))
    whisper, battle = put(library, battle, "whisper", (4.0, 13.0))
    wrestler, battle = put(library, battle, "wrestler", (13.0, 12.0))
    bomber, battle = put(library, battle, "bomber", (27.0, 6.0))
    thugs, battle = put_each(library, battle, "thug", ((19.0, 8.0), (20.2, 8.6), (19.6, 9.8), (20.8, 10.4)), "Thug")
    guests, battle = put_each(library, battle, "bystander", ((17.0, 16.0), (18.5, 16.8)), "Passenger")
    battle = add_effect(battle, bomber, "cover", other="winch")
    battle = with_slots(battle, halcyon, bulwark, whisper, wrestler, bomber, (thugs, "Thugs"), (guests, "Passengers"))
    battle = with_players(battle, {"Cleo": halcyon, "Dario": bulwark, "Emma": whisper})
    id, battle = new_id(battle, "cabin")
    cabin = Thing(
        id=id, name="Cabin", place=replace(place_at(battle.board, (29.0, 15.0)), height=14.0), mass=1_200, speed=20.0,
        course=90.0,
    )  # fmt: skip
    return replace(battle, things={id: cabin})


def _ropeway() -> Board:
    box = Rectangle
    return board_of(
        Zone(id="terrace", name="Terrace", shape=box(x=0, y=0, width=15, height=18)),
        Zone(id="station", name="Station", shape=box(x=15, y=0, width=17, height=12), color=1),
        Zone(id="platform", name="Platform", shape=box(x=15, y=12, width=17, height=6), color=2),
        Feature(id="winch", kind="cover", name="winch", shape=Circle(x=25.5, y=6.0, radius=1.0)),
        Feature(id="kiosk", kind="cover", name="kiosk", shape=box(x=10, y=4, width=2.5, height=2.5)),
        Feature(id="glass", kind="cover", name="glass front", shape=box(x=15, y=2, width=0.2, height=8)),
    )


SAMPLES: dict[str, Callable[[], AnyBattle]] = {
    "kalos-dusk-at-the-ropeway": dusk_at_the_ropeway,
    "kalos-night-at-the-museum": night_at_the_museum,
}
