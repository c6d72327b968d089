"""Makes the sample battles that come with the program: run this file to write them again.

`PYTHONPATH=. python tests/support/make_samples.py` from the root of the project. What is in them is written here, so
that a change of the state's types or of the content is carried into the samples by running it once.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

from model.content.building import put_combatant
from model.content.library import Library, content_files, load_library
from model.content.resources import root
from model.engine.effects import add_effect
from model.engine.turns import insert
from model.rulesets import RULESETS
from model.session.session import Session
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Battle, Player, Thing, new_id
from model.state.board import Board, Feature, Place, Rectangle, Zone

WRITTEN = datetime(2026, 1, 1, tzinfo=UTC)
"""The time noted in the files: the same whenever they are made."""

Box = tuple[float, float, float, float]


def dockside_ambush() -> AnyBattle:
    """Apex and Crimson against Boomer, four minions and a sniper whom nobody has seen, on a dock at night."""
    ruleset = RULESETS["zerospace"]
    library = load_library(ruleset, content_files(ruleset.id))
    battle: AnyBattle = Battle(
        ruleset=ruleset.id,
        shared=ruleset.shared(),
        title="Dockside ambush",
        settings={"order_mode": "explicit"},
        board=_dock(),
    )
    apex, battle = _put(library, battle, "apex", (20.0, 20.5))
    boomer, battle = _put(library, battle, "boomer", (38.5, 9.0))
    crimson, battle = _put(library, battle, "crimson", (14.5, 9.0))
    spots = ((43.9, 13.3), (37.9, 25.9), (25.9, 25.3), (23.2, 28.5))
    minions: list[Id] = []
    for number, spot in enumerate(spots, start=1):
        minion, battle = _put(library, battle, "minion", spot, f"Minion {number}")
        minions.append(minion)
    sniper, battle = _put(library, battle, "sniper", (354.5, 9.0))
    battle = battle.with_combatant(replace(battle.combatants[sniper], is_hidden=True))
    battle = add_effect(battle, boomer, "cover", other="crates")
    for members, name in (
        ((apex,), ""),
        ((boomer,), ""),
        ((crimson,), ""),
        (tuple(minions), "Boomer's minions"),
        ((sniper,), ""),
    ):
        _, battle = insert(battle, members, name=name)
    for seat, (name, character) in enumerate((("Anna", apex), ("Ben", crimson)), start=1):
        id, battle = new_id(battle, name)
        player = Player(id=id, name=name, seat=seat, characters=(character,), plot_points=1)
        battle = replace(battle, players=battle.players | {id: player})
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
    zones: tuple[tuple[str, str, Box], ...] = (
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
    return Board(
        zones={
            id: Zone(id=id, name=name, shape=_rectangle(box), color=color)
            for color, (id, name, box) in enumerate(zones)
        },
        features={id: Feature(id=id, kind="cover", shape=_rectangle(box), name=name) for id, name, box in cover},
    )


def _rectangle(box: Box) -> Rectangle:
    x, y, width, height = box
    return Rectangle(x=x, y=y, width=width, height=height)


def _put(
    library: Library, battle: AnyBattle, entry: str, spot: tuple[float, float], name: str = ""
) -> tuple[Id, AnyBattle]:
    """The battle with somebody from the content at a spot, and the id they got."""
    template = library.combatants[entry]
    template = replace(template, name=name or template.name)
    id, battle = new_id(battle, template.name)
    battle = put_combatant(library, battle, template, id)
    zones = battle.board.zones.values()
    zone = next((zone.id for zone in zones if isinstance(zone.shape, Rectangle) and _holds(zone.shape, spot)), None)
    x, y = spot
    return id, battle.with_combatant(replace(battle.combatants[id], place=Place(x=x, y=y, zone=zone)))


def _holds(box: Rectangle, spot: tuple[float, float]) -> bool:
    x, y = spot
    return box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height


SAMPLES: dict[str, Callable[[], AnyBattle]] = {"dockside-ambush": dockside_ambush}


def all_samples() -> dict[str, Callable[[], AnyBattle]]:
    """What makes every sample: those of this file, and of every `make_RULESET_samples.py` beside it."""
    found = dict(SAMPLES)
    for file in sorted(Path(__file__).parent.glob("make_*_samples.py")):
        found |= import_module(f"tests.support.{file.stem}").SAMPLES
    return found


def write(folder: Path) -> None:
    """Write every sample battle into a folder, over what is there."""
    for name, make in all_samples().items():
        file = folder / f"{name}.battle.toml"
        file.unlink(missing_ok=True)
        battle = make()
        opened = Session.create(file, RULESETS[battle.ruleset], battle, now=lambda: WRITTEN)
        if opened.session is None:
            raise SystemExit("\n".join(str(problem) for problem in opened.problems))
        opened.session.close()


if __name__ == "__main__":
    write(root() / "samples")
