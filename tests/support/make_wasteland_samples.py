"""The sample battles of Wasteland 2d20; `make_samples.py` writes them with all others."""

from __future__ import annotations

from collections.abc import Callable

from model.engine.effects import add_effect
from model.rulesets.wasteland.sheet import Ground, Shared
from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.board import Link, Place, Polygon, Zone
from tests.support.sample_battles import begin, board_of, put, put_each, with_players, with_slots, zones_of

RULESET = "wasteland"


def red_filling_station() -> AnyBattle:
    """Three couriers and a dog against raiders around a filling station: five adjacent zones, and a roof."""
    zones = zones_of(
        ("road", "Road", (0.0, 20.0, 36.0, 8.0)),
        ("forecourt", "Forecourt", (0.0, 8.0, 20.0, 12.0)),
        ("shop", "Shop", (20.0, 8.0, 16.0, 12.0)),
        ("workshop", "Workshop", (20.0, 0.0, 16.0, 8.0)),
        ("scrapyard", "Scrapyard", (0.0, 0.0, 20.0, 8.0)),
        ("roof", "Shop roof", (37.0, 8.0, 8.0, 12.0)),
    )
    links = (
        Link(id="link-ladder", first="workshop", second="roof", cost=2),
        Link(id="link-jump", first="roof", second="road", is_one_way=True),
        Link(id="link-back-door", first="workshop", second="shop", is_blocked=True),
    )
    ground = {
        "scrapyard": Ground(cover=2, notes="Wrecked cars"),
        "forecourt": Ground(cover=1, notes="Pumps"),
        "roof": Ground(cover=1, notes="Parapet"),
    }
    library, battle = begin(RULESET, "Red filling station", board_of(*zones, *links))
    battle = replace(battle, shared=Shared(party_ap=2, ground=ground))
    nora, battle = put(library, battle, "nora", Place(x=6.0, y=24.0, zone="road"))
    doc, battle = put(library, battle, "doc-amari", Place(x=11.5, y=23.0, zone="road"))
    brick, battle = put(library, battle, "brick", Place(x=17.0, y=24.0, zone="road"))
    dog, battle = put(library, battle, "dog", Place(x=22.5, y=23.0, zone="road"))
    boss, battle = put(library, battle, "raider-boss", Place(x=41.0, y=12.0, zone="roof"))
    spots = (
        Place(x=12.0, y=12.0, zone="forecourt"),
        Place(x=16.0, y=15.0, zone="forecourt"),
        Place(x=24.0, y=14.0, zone="shop"),
    )
    raiders, battle = put_each(library, battle, "raider", spots, "Raider")
    for who in (boss, raiders[0]):
        battle = add_effect(battle, who, "cover")
    battle = with_slots(battle, nora, doc, brick, dog, boss, (raiders, "Raiders"))
    return with_players(battle, {"Anna": nora, "Ben": doc, "Cleo": brick})


def glowing_crater() -> AnyBattle:
    """Two couriers among ghouls, a fly and a robot: zones around a crater that is radioactive in the middle."""
    rim = ((0.0, 0.0), (40.0, 0.0), (40.0, 9.0), (0.0, 9.0))
    outlines: tuple[tuple[str, str, tuple[tuple[float, float], ...]], ...] = (
        ("north-rim", "North rim", rim),
        ("west-slope", "West slope", ((0.0, 9.0), (14.0, 9.0), (14.0, 21.0), (0.0, 21.0))),
        ("crater", "Glowing crater", ((14.0, 9.0), (26.0, 9.0), (26.0, 21.0), (14.0, 21.0))),
        ("east-slope", "East slope", ((26.0, 9.0), (40.0, 9.0), (40.0, 21.0), (26.0, 21.0))),
        ("pipe", "Drain pipe", ((14.0, 21.0), (26.0, 21.0), (23.0, 30.0), (17.0, 30.0))),
    )
    zones = (
        Zone(id=id, name=name, shape=Polygon(points=points), color=color)
        for color, (id, name, points) in enumerate(outlines)
    )
    ground = {
        "crater": Ground(radiation_dice=2, notes="Everything glows"),
        "west-slope": Ground(entry_cost=2, notes="Loose rubble"),
        "pipe": Ground(cover=3),
    }
    library, battle = begin(RULESET, "Glowing crater", board_of(*zones))
    battle = replace(battle, shared=Shared(ground=ground))
    nora, battle = put(library, battle, "nora", Place(x=17.0, y=5.0, zone="north-rim"))
    doc, battle = put(library, battle, "doc-amari", Place(x=24.0, y=4.0, zone="north-rim"))
    spots = (Place(x=18.0, y=14.0, zone="crater"), Place(x=22.0, y=17.0, zone="crater"))
    _, battle = put_each(library, battle, "ghoul", spots, "Ghoul")
    for entry, place in (
        ("blowfly", Place(x=33.0, y=15.0, zone="east-slope")),
        ("butler-robot", Place(x=20.0, y=25.0, zone="pipe")),
    ):
        _, battle = put(library, battle, entry, place)
    battle = with_slots(battle, *sorted(battle.combatants, key=lambda id: int(id.rpartition("-")[2])))
    return with_players(battle, {"Anna": nora, "Ben": doc})


SAMPLES: dict[str, Callable[[], AnyBattle]] = {
    "wasteland-red-filling-station": red_filling_station,
    "wasteland-glowing-crater": glowing_crater,
}
