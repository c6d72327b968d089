"""The sample battles of ZeroSpace; `make_samples.py` writes them with all others."""

from __future__ import annotations

from collections.abc import Callable

from model.board.zones import place_at
from model.engine.effects import add_effect
from model.state.base import replace
from model.state.battle import AnyBattle, Thing, new_id
from model.state.board import Board, Circle, Feature, Place, Rectangle, Zone
from tests.support.sample_battles import (
    Box,
    begin,
    board_of,
    hide,
    put,
    put_each,
    rectangle,
    with_players,
    with_slots,
    zones_of,
)

BRAWN_TABLE = [[1, 40, 2], [2, 70, 4], [3, 110, 8], [4, 150, 15], [5, 250, 25], [6, 400, 40], [7, 700, 60]]
"""Sample values of our own, which fit the game's own example: Brawn 4 throws 110 kg 2 m."""


def dockside_ambush() -> AnyBattle:
    """Apex and Crimson against Boomer, four minions and a hidden sniper, on a dock at night."""
    library, battle = begin("zerospace", "Dockside ambush", _dock(), order_mode="explicit")
    apex, battle = put(library, battle, "apex", Place(x=20.0, y=20.5, zone="container-yard"))
    boomer, battle = put(library, battle, "boomer", Place(x=38.5, y=9.0, zone="warehouse"))
    crimson, battle = put(library, battle, "crimson", Place(x=14.5, y=9.0, zone="quay"))
    spots = (
        Place(x=43.9, y=13.3, zone="warehouse"),
        Place(x=37.9, y=25.9, zone="street"),
        Place(x=25.9, y=25.3, zone="container-yard"),
        Place(x=23.2, y=28.5, zone="container-yard"),
    )
    minions, battle = put_each(library, battle, "minion", spots, "Minion")
    sniper, battle = put(library, battle, "sniper", Place(x=354.5, y=9.0))
    battle = hide(battle, sniper)
    battle = add_effect(battle, boomer, "cover", other="crates")
    battle = with_slots(battle, apex, boomer, crimson, (minions, "Boomer's minions"), sniper)
    battle = with_players(battle, {"Anna": apex, "Ben": crimson}, plot_points=1)
    id, battle = new_id(battle, "crane-load")
    load = Thing(
        id=id,
        name="Crane load",
        place=Place(x=28.0, y=19.0, height=12.0, zone="container-yard"),
        health=20,
        health_max=20,
        mass=2_000,
    )
    return replace(battle, things={id: load})


def _dock() -> Board:
    zones = zones_of(
        ("quay", "Quay", (0.0, 0.0, 24.5, 16.0)),
        ("warehouse", "Warehouse", (24.5, 0.0, 24.0, 16.0)),
        ("container-yard", "Container yard", (0.0, 16.0, 31.5, 18.0)),
        ("street", "Street", (31.5, 16.0, 25.0, 18.0)),
    )
    cover: tuple[tuple[str, str, Box], ...] = (
        ("crates", "crates", (35.2, 6.0, 1.7, 6.0)),
        ("barrels", "barrels", (16.0, 8.2, 0.8, 1.6)),
        ("container-north", "container", (6.0, 22.0, 7.3, 2.4)),
        ("container-south", "container", (6.0, 26.0, 7.3, 2.4)),
        ("truck", "parked truck", (40.5, 22.0, 4.7, 2.0)),
    )
    return board_of(*zones, *(Feature(id=id, kind="cover", shape=rectangle(box), name=name) for id, name, box in cover))


def refinery_breakout() -> AnyBattle:
    """Apex, Crimson and Lumen against Mesmer's gang in a refinery: a grappler, explosives, a bunch of thugs."""
    library, battle = begin("zerospace", "Refinery breakout", _refinery(), knockback=True, brawn_table=BRAWN_TABLE)
    apex, battle = put(library, battle, "apex", (9.0, 8.0))
    crimson, battle = put(library, battle, "crimson", (12.0, 14.0))
    lumen, battle = put(library, battle, "lumen", (6.0, 15.0))
    mesmer, battle = put(library, battle, "mesmer", (37.0, 9.0))
    hauler, battle = put(library, battle, "hauler", (16.0, 14.5))
    sapper, battle = put(library, battle, "sapper", (31.0, 21.0))
    thugs, battle = put_each(library, battle, "thug", ((24.0, 11.0), (25.0, 11.0), (24.5, 11.86)), "Thug")
    fitter, battle = put(library, battle, "bystander", (21.0, 20.0), "Fitter")
    battle = with_slots(battle, apex, crimson, lumen, mesmer, hauler, sapper, (thugs, "Thugs"), fitter)
    battle = with_players(battle, {"Anna": apex, "Ben": crimson, "Cleo": lumen}, plot_points=1)
    id, battle = new_id(battle, "pipe-section")
    pipe = Thing(
        id=id, name="Pipe section", place=replace(place_at(battle.board, (26.0, 16.0)), height=9.0), health=15,
        health_max=15, mass=900,
    )  # fmt: skip
    return replace(battle, things={id: pipe})


def _refinery() -> Board:
    box = Rectangle
    return board_of(
        Zone(id="gate", name="Gate", shape=box(x=0, y=0, width=15, height=24)),
        Zone(id="tank-farm", name="Tank farm", shape=box(x=15, y=0, width=19, height=24), color=1),
        Zone(id="control", name="Control room", shape=box(x=34, y=4, width=9, height=9), color=2),
        Feature(id="tank-1", kind="cover", name="tank", shape=Circle(x=20.0, y=7.0, radius=1.8)),
        Feature(id="tank-2", kind="cover", name="tank", shape=Circle(x=28.5, y=17.5, radius=1.8)),
        Feature(id="window", kind="cover", name="window", shape=box(x=34, y=6, width=0.3, height=5)),
        Feature(id="pallets", kind="cover", name="pallets", shape=box(x=7, y=17, width=3, height=1)),
    )


SAMPLES: dict[str, Callable[[], AnyBattle]] = {
    "dockside-ambush": dockside_ambush,
    "zerospace-refinery-breakout": refinery_breakout,
}
