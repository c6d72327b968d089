"""Makes the sample battles of Wasteland 2d20; `make_samples.py` beside it writes them with all others."""

from __future__ import annotations

from collections.abc import Callable

from model.content.building import put_combatant
from model.content.library import Library, content_files, load_library
from model.engine.effects import add_effect
from model.engine.turns import insert
from model.rulesets import RULESETS
from model.rulesets.wasteland.sheet import Ground, Shared
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Battle, Player, new_id
from model.state.board import Board, Link, Place, Polygon, Rectangle, Zone

Box = tuple[float, float, float, float]
RULESET = "wasteland"


def red_filling_station() -> AnyBattle:
    """Three couriers and a dog against raiders around a filling station: six zones that touch, one of them a roof."""
    library = _library()
    boxes: tuple[tuple[str, str, Box], ...] = (
        ("road", "Road", (0.0, 20.0, 36.0, 8.0)),
        ("forecourt", "Forecourt", (0.0, 8.0, 20.0, 12.0)),
        ("shop", "Shop", (20.0, 8.0, 16.0, 12.0)),
        ("workshop", "Workshop", (20.0, 0.0, 16.0, 8.0)),
        ("scrapyard", "Scrapyard", (0.0, 0.0, 20.0, 8.0)),
    )
    zones = {
        id: Zone(id=id, name=name, shape=_rectangle(box), color=color) for color, (id, name, box) in enumerate(boxes)
    }
    zones["roof"] = Zone(id="roof", name="Shop roof", shape=_rectangle((37.0, 8.0, 8.0, 12.0)), color=5)
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
    battle: AnyBattle = Battle(
        ruleset=RULESET,
        shared=Shared(party_ap=2, ground=ground),
        title="Red filling station",
        board=Board(zones=zones, links={link.id: link for link in links}),
    )
    nora, battle = _put(library, battle, "nora", (6.0, 24.0), "road")
    doc, battle = _put(library, battle, "doc-amari", (3.5, 25.0), "road")
    brick, battle = _put(library, battle, "brick", (8.5, 22.5), "road")
    dog, battle = _put(library, battle, "dog", (9.5, 24.5), "road")
    boss, battle = _put(library, battle, "raider-boss", (41.0, 12.0), "roof")
    raiders: list[Id] = []
    for number, spot in enumerate(((12.0, 12.0), (16.0, 15.0), (24.0, 14.0)), start=1):
        zone = "forecourt" if spot[0] < 20 else "shop"
        raider, battle = _put(library, battle, "raider", spot, zone, f"Raider {number}")
        raiders.append(raider)
    for who in (boss, raiders[0]):
        battle = add_effect(battle, who, "cover")
    for members, name in (
        ((nora,), ""),
        ((doc,), ""),
        ((brick,), ""),
        ((dog,), ""),
        ((boss,), ""),
        (tuple(raiders), "Raiders"),
    ):
        _, battle = insert(battle, members, name=name)
    return _with_players(battle, (("Anna", nora), ("Ben", doc), ("Cleo", brick)))


def glowing_crater() -> AnyBattle:
    """Two couriers among ghouls, a fly and a robot: rings of zones around a crater whose middle radiates."""
    library = _library()
    rim = ((0.0, 0.0), (40.0, 0.0), (40.0, 9.0), (0.0, 9.0))
    outlines: tuple[tuple[str, str, tuple[tuple[float, float], ...]], ...] = (
        ("north-rim", "North rim", rim),
        ("west-slope", "West slope", ((0.0, 9.0), (14.0, 9.0), (14.0, 21.0), (0.0, 21.0))),
        ("crater", "Glowing crater", ((14.0, 9.0), (26.0, 9.0), (26.0, 21.0), (14.0, 21.0))),
        ("east-slope", "East slope", ((26.0, 9.0), (40.0, 9.0), (40.0, 21.0), (26.0, 21.0))),
        ("pipe", "Drain pipe", ((14.0, 21.0), (26.0, 21.0), (23.0, 30.0), (17.0, 30.0))),
    )
    zones = {
        id: Zone(id=id, name=name, shape=Polygon(points=points), color=color)
        for color, (id, name, points) in enumerate(outlines)
    }
    ground = {
        "crater": Ground(radiation_dice=2, notes="Everything glows"),
        "west-slope": Ground(entry_cost=2, notes="Loose rubble"),
        "pipe": Ground(cover=3),
    }
    battle: AnyBattle = Battle(
        ruleset=RULESET, shared=Shared(ground=ground), title="Glowing crater", board=Board(zones=zones)
    )
    nora, battle = _put(library, battle, "nora", (18.0, 5.0), "north-rim")
    doc, battle = _put(library, battle, "doc-amari", (22.0, 4.0), "north-rim")
    for spot, zone, entry in (
        ((18.0, 14.0), "crater", "ghoul"),
        ((22.0, 17.0), "crater", "ghoul"),
        ((33.0, 15.0), "east-slope", "blowfly"),
        ((20.0, 25.0), "pipe", "butler-robot"),
    ):
        _, battle = _put(library, battle, entry, spot, zone)
    for who in sorted(battle.combatants, key=lambda id: int(id.rpartition("-")[2])):
        _, battle = insert(battle, (who,))
    return _with_players(battle, (("Anna", nora), ("Ben", doc)))


def _library() -> Library:
    return load_library(RULESETS[RULESET], content_files(RULESET))


def _rectangle(box: Box) -> Rectangle:
    x, y, width, height = box
    return Rectangle(x=x, y=y, width=width, height=height)


def _put(
    library: Library, battle: AnyBattle, entry: str, spot: tuple[float, float], zone: Id, name: str = ""
) -> tuple[Id, AnyBattle]:
    """The battle with somebody from the content at a spot of a zone, and the id they got."""
    template = library.combatants[entry]
    template = replace(template, name=name or template.name)
    id, battle = new_id(battle, template.name)
    battle = put_combatant(library, battle, template, id)
    x, y = spot
    return id, battle.with_combatant(replace(battle.combatants[id], place=Place(x=x, y=y, zone=zone)))


def _with_players(battle: AnyBattle, players: tuple[tuple[str, Id], ...]) -> AnyBattle:
    for seat, (name, character) in enumerate(players, start=1):
        id, battle = new_id(battle, name)
        player = Player(id=id, name=name, seat=seat, characters=(character,))
        battle = replace(battle, players=battle.players | {id: player})
    return battle


SAMPLES: dict[str, Callable[[], AnyBattle]] = {
    "wasteland-red-filling-station": red_filling_station,
    "wasteland-glowing-crater": glowing_crater,
}
