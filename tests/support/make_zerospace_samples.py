"""The further sample battles of ZeroSpace; `make_samples.py` writes them with all others."""

from __future__ import annotations

from collections.abc import Callable

from model.board.zones import place_at
from model.content.library import content_files, load_library
from model.rulesets import RULESETS
from model.state.base import replace
from model.state.battle import AnyBattle, Battle, Thing, new_id
from model.state.board import Board, Circle, Feature, Rectangle, Zone
from tests.support.sample_people import put, with_players, with_slots

BRAWN_TABLE = [[1, 40, 2], [2, 70, 4], [3, 110, 8], [4, 150, 15], [5, 250, 25], [6, 400, 40], [7, 700, 60]]
"""Sample values of our own, which fit the game's own case: Brawn 4 throws 110 kg 2 m."""


def refinery_breakout() -> AnyBattle:
    """Apex, Crimson and Lumen against Mesmer's people in a refinery: a grappler, explosives, thugs in a bunch."""
    ruleset = RULESETS["zerospace"]
    library = load_library(ruleset, content_files(ruleset.id))
    battle: AnyBattle = Battle(
        ruleset=ruleset.id,
        shared=ruleset.shared(),
        title="Refinery breakout",
        settings={"knockback": True, "brawn_table": BRAWN_TABLE},
        board=_refinery(),
    )
    apex, battle = put(library, battle, "apex", (9.0, 8.0))
    crimson, battle = put(library, battle, "crimson", (12.0, 14.0))
    lumen, battle = put(library, battle, "lumen", (6.0, 15.0))
    mesmer, battle = put(library, battle, "mesmer", (37.0, 9.0))
    hauler, battle = put(library, battle, "hauler", (16.0, 14.5))
    sapper, battle = put(library, battle, "sapper", (31.0, 21.0))
    thugs = []
    for number, spot in enumerate(((24.0, 11.0), (25.0, 11.0), (24.5, 11.86)), start=1):
        thug, battle = put(library, battle, "thug", spot, f"Thug {number}")
        thugs.append(thug)
    fitter, battle = put(library, battle, "bystander", (21.0, 20.0), "Fitter")
    slots = [((who,), "") for who in (apex, crimson, lumen, mesmer, hauler, sapper)]
    battle = with_slots(battle, (*slots, (tuple(thugs), "Thugs"), ((fitter,), "")))
    battle = with_players(battle, {"Anna": apex, "Ben": crimson, "Cleo": lumen}, plot_points=1)
    id, battle = new_id(battle, "pipe-section")
    pipe = Thing(
        id=id, name="Pipe section", place=replace(place_at(battle.board, (26.0, 16.0)), height=9.0), health=15,
        health_max=15, mass=900,
    )  # fmt: skip
    return replace(battle, things={id: pipe})


def _refinery() -> Board:
    box = Rectangle
    return Board(
        zones={
            "gate": Zone(id="gate", name="Gate", shape=box(x=0, y=0, width=15, height=24)),
            "tank-farm": Zone(id="tank-farm", name="Tank farm", shape=box(x=15, y=0, width=19, height=24), color=1),
            "control": Zone(id="control", name="Control room", shape=box(x=34, y=4, width=9, height=9), color=2),
        },
        features={
            "tank-1": Feature(id="tank-1", kind="cover", name="tank", shape=Circle(x=20.0, y=7.0, radius=1.8)),
            "tank-2": Feature(id="tank-2", kind="cover", name="tank", shape=Circle(x=28.5, y=17.5, radius=1.8)),
            "window": Feature(id="window", kind="cover", name="window", shape=box(x=34, y=6, width=0.3, height=5)),
            "pallets": Feature(id="pallets", kind="cover", name="pallets", shape=box(x=7, y=17, width=3, height=1)),
        },
    )


SAMPLES: dict[str, Callable[[], AnyBattle]] = {"zerospace-refinery-breakout": refinery_breakout}
