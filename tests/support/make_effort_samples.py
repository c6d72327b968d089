"""The sample battles of Speed & Effort; `make_samples.py` writes them with all others."""

from __future__ import annotations

from collections.abc import Callable

from model.board.zones import place_at
from model.content.building import put_combatant
from model.content.library import Library, content_files, load_library
from model.engine.effects import add_effect
from model.engine.turns import insert
from model.rulesets import RULESETS
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Battle, Player, new_id
from model.state.board import Board, Circle, Feature, Point, Polygon, Rectangle, Zone


def _library() -> Library:
    return load_library(RULESETS["effort"], content_files("effort"))


def _battle(title: str, board: Board, **settings: bool | str) -> AnyBattle:
    return Battle(
        ruleset="effort", shared=RULESETS["effort"].shared(), title=title, board=board, settings=dict(settings)
    )


def _put(library: Library, battle: AnyBattle, entry: str, spot: Point, name: str = "") -> tuple[Id, AnyBattle]:
    template = library.combatants[entry]
    template = replace(template, name=name or template.name)
    id, battle = new_id(battle, template.name)
    battle = put_combatant(library, battle, template, id)
    return id, battle.with_combatant(replace(battle.combatants[id], place=place_at(battle.board, spot)))


def _with_players(battle: AnyBattle, *played: tuple[str, Id]) -> AnyBattle:
    for seat, (name, character) in enumerate(played, start=1):
        id, battle = new_id(battle, name)
        player = Player(id=id, name=name, seat=seat, characters=(character,))
        battle = replace(battle, players=battle.players | {id: player})
    return battle


def _with_slots(battle: AnyBattle, *slots: tuple[tuple[Id, ...], str]) -> AnyBattle:
    for members, name in slots:
        _, battle = insert(battle, members, name=name)
    return battle


def roadblock() -> AnyBattle:
    """Mara, Otto and Juna before a barrier across a muddy road; the guard on the slope has not been seen yet."""
    library = _library()
    box = Rectangle
    board = Board(
        zones={
            "road": Zone(id="road", name="Road", shape=box(x=0, y=8, width=40, height=8)),
            "meadow": Zone(id="meadow", name="Meadow", shape=box(x=0, y=16, width=40, height=10), color=1),
            "slope": Zone(id="slope", name="Slope", shape=box(x=0, y=0, width=40, height=8), color=2),
        },
        features={
            "mud": Feature(
                id="mud", kind="terrain", name="Mud", shape=Polygon(points=((14, 9), (22, 8), (24, 14), (16, 15)))
            ),
            "uphill": Feature(
                id="uphill", kind="terrain", name="Uphill north", shape=box(x=0, y=2, width=40, height=5)
            ),
            "wreck": Feature(id="wreck", kind="cover", name="Wreck", shape=box(x=9, y=10, width=4, height=2)),
            "barrier": Feature(id="barrier", kind="cover", name="Barrier", shape=box(x=28, y=8, width=1, height=8)),
        },
    )
    battle = _battle("Roadblock", board)
    mara, battle = _put(library, battle, "mara", (6, 18))
    otto, battle = _put(library, battle, "otto", (8, 11))
    juna, battle = _put(library, battle, "juna", (5, 12))
    captain, battle = _put(library, battle, "captain", (30.5, 12))
    raiders: list[Id] = []
    for number, spot in enumerate(((30, 9.5), (30, 14.5), (27, 18)), start=1):
        raider, battle = _put(library, battle, "raider", spot, f"Raider {number}")
        raiders.append(raider)
    guard, battle = _put(library, battle, "guard", (24, 1.5))
    battle = battle.with_combatant(replace(battle.combatants[guard], is_hidden=True))
    battle = add_effect(battle, otto, "cover", other="wreck", note="wreck", amount=2)
    alone = (((one,), "") for one in (mara, otto, juna, captain))
    battle = _with_slots(battle, *alone, (tuple(raiders), "Raiders"), ((guard,), ""))
    return _with_players(battle, ("Anna", mara), ("Ben", otto), ("Cleo", juna))


def night_at_the_ravine() -> AnyBattle:
    """A camp beside a ravine that takes a jump or a climb; initiative is rolled once, and dogs are coming."""
    library = _library()
    board = Board(
        zones={
            "camp": Zone(id="camp", name="Camp", shape=Circle(x=8, y=10, radius=6)),
            "wood": Zone(id="wood", name="Wood", shape=Rectangle(x=20, y=0, width=14, height=20), color=1),
        },
        features={
            "ravine": Feature(
                id="ravine", kind="drawing", name="Ravine, 2 m wide", shape=Rectangle(x=16, y=0, width=2, height=20)
            ),
            "roots": Feature(id="roots", kind="terrain", name="Roots", shape=Rectangle(x=22, y=4, width=6, height=10)),
            "snow": Feature(id="snow", kind="terrain", name="Snow", shape=Rectangle(x=0, y=0, width=15, height=4)),
        },
    )
    battle = _battle("Night at the ravine", board, initiative_mode="fixed")
    mara, battle = _put(library, battle, "mara", (7, 9))
    juna, battle = _put(library, battle, "juna", (9, 12))
    battle = add_effect(battle, juna, "prone")
    dogs: list[Id] = []
    for number, spot in enumerate(((21, 8), (21, 12)), start=1):
        dog, battle = _put(library, battle, "dog", spot, f"Dog {number}")
        dogs.append(dog)
    raider, battle = _put(library, battle, "raider", (25, 9))
    battle = _with_slots(battle, ((mara,), ""), ((juna,), ""), (tuple(dogs), "Dogs"), ((raider,), ""))
    return _with_players(battle, ("Anna", mara), ("Cleo", juna))


SAMPLES: dict[str, Callable[[], AnyBattle]] = {
    "effort-roadblock": roadblock,
    "effort-night-at-the-ravine": night_at_the_ravine,
}
