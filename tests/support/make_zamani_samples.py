"""The sample battles of Zamani; `make_samples.py` writes them with all others."""

from __future__ import annotations

from collections.abc import Callable

from model.board.zones import place_at
from model.content.building import put_combatant
from model.content.library import Library, content_files, load_library
from model.engine.turns import insert
from model.rulesets import RULESETS
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Battle, Player, new_id
from model.state.board import Board, Circle, Feature, Point, Rectangle, Zone


def _library() -> Library:
    return load_library(RULESETS["zamani"], content_files("zamani"))


def _battle(title: str, board: Board) -> AnyBattle:
    return Battle(ruleset="zamani", shared=RULESETS["zamani"].shared(), title=title, board=board)


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


def caravan_road() -> AnyBattle:
    """Nyota, Juma and Imani stopped by bandits; a leopard that nobody has noticed watches from the rocks."""
    library = _library()
    box = Rectangle
    board = Board(
        zones={
            "road": Zone(id="road", name="Road", shape=box(x=0, y=10, width=40, height=6)),
            "scrub": Zone(id="scrub", name="Scrub", shape=box(x=0, y=16, width=40, height=10), color=1),
            "rocks": Zone(id="rocks", name="Rocks", shape=box(x=0, y=0, width=40, height=10), color=2),
        },
        features={
            "cart": Feature(id="cart", kind="cover", name="Cart", shape=box(x=9, y=12, width=3, height=2)),
            "boulder": Feature(id="boulder", kind="cover", name="Boulder", shape=Circle(x=24, y=7, radius=1.5)),
            "thorns": Feature(id="thorns", kind="terrain", name="Thorns", shape=box(x=14, y=19, width=8, height=4)),
        },
    )
    battle = _battle("The caravan road", board)
    nyota, battle = _put(library, battle, "swordswoman", (8, 11))
    juma, battle = _put(library, battle, "archer", (5, 15))
    imani, battle = _put(library, battle, "healer", (7, 13))
    chief, battle = _put(library, battle, "bandit-chief", (22, 13))
    bandits: list[Id] = []
    for number, spot in enumerate(((19, 11), (19, 15), (21, 18)), start=1):
        bandit, battle = _put(library, battle, "bandit", spot, f"Bandit {number}")
        bandits.append(bandit)
    leopard, battle = _put(library, battle, "leopard", (26, 4))
    battle = battle.with_combatant(replace(battle.combatants[leopard], is_hidden=True))
    alone = (((one,), "") for one in (nyota, juma, imani, chief))
    battle = _with_slots(battle, *alone, (tuple(bandits), "Bandits"), ((leopard,), ""))
    return _with_players(battle, ("Anna", nyota), ("Ben", juma), ("Cleo", imani))


def loading_bay() -> AnyBattle:
    """Agent Okoro and Juma before a loading bay that two gunmen hold from behind crates; a guard stands at the gate."""
    library = _library()
    box = Rectangle
    board = Board(
        zones={
            "yard": Zone(id="yard", name="Yard", shape=box(x=0, y=0, width=20, height=20)),
            "bay": Zone(id="bay", name="Loading bay", shape=box(x=20, y=0, width=14, height=20), color=1),
        },
        features={
            "crates": Feature(id="crates", kind="cover", name="Crates", shape=box(x=22, y=6, width=1, height=8)),
            "van": Feature(id="van", kind="cover", name="Van", shape=box(x=6, y=8, width=5, height=2)),
        },
    )
    battle = _battle("The loading bay", board)
    okoro, battle = _put(library, battle, "agent", (5, 9))
    juma, battle = _put(library, battle, "archer", (4, 12))
    gunmen: list[Id] = []
    for number, spot in enumerate(((24, 8), (24, 12)), start=1):
        gunman, battle = _put(library, battle, "gunman", spot, f"Gunman {number}")
        fighter = battle.combatants[gunman]
        battle = battle.with_combatant(replace(fighter, sheet=replace(fighter.sheet, cover=80)))
        gunmen.append(gunman)
    guard, battle = _put(library, battle, "guard", (19, 10), "Gate guard")
    battle = _with_slots(battle, ((okoro,), ""), ((juma,), ""), (tuple(gunmen), "Gunmen"), ((guard,), ""))
    return _with_players(battle, ("Anna", okoro), ("Ben", juma))


SAMPLES: dict[str, Callable[[], AnyBattle]] = {
    "zamani-caravan-road": caravan_road,
    "zamani-loading-bay": loading_bay,
}
