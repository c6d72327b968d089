"""The sample battles of Kalos; `make_samples.py` writes them with all others."""

from __future__ import annotations

from collections.abc import Callable

from model.board.zones import place_at
from model.content.building import put_combatant
from model.content.library import Library, content_files, load_library
from model.engine.effects import add_effect
from model.engine.turns import insert
from model.rulesets import RULESETS
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Battle, Player, Thing, new_id
from model.state.board import Board, Circle, Feature, Point, Rectangle, Zone


def _put(library: Library, battle: AnyBattle, entry: str, spot: Point, name: str = "") -> tuple[Id, AnyBattle]:
    template = library.combatants[entry]
    template = replace(template, name=name or template.name)
    id, battle = new_id(battle, template.name)
    battle = put_combatant(library, battle, template, id)
    return id, battle.with_combatant(replace(battle.combatants[id], place=place_at(battle.board, spot)))


def night_at_the_museum() -> AnyBattle:
    """Halcyon, Bulwark and Whisper against Gorgon and her people in a museum; a porter, and a van."""
    ruleset = RULESETS["kalos"]
    library = load_library(ruleset, content_files(ruleset.id))
    battle: AnyBattle = Battle(
        ruleset=ruleset.id, shared=ruleset.shared(), title="Night at the museum", board=_museum()
    )
    halcyon, battle = _put(library, battle, "halcyon", (6.0, 6.0))
    bulwark, battle = _put(library, battle, "bulwark", (8.0, 12.0))
    whisper, battle = _put(library, battle, "whisper", (5.0, 16.0))
    gorgon, battle = _put(library, battle, "gorgon", (34.0, 10.0))
    lieutenant, battle = _put(library, battle, "lieutenant", (30.0, 15.0))
    thugs: list[Id] = []
    for number, spot in enumerate(((20.0, 8.0), (21.0, 9.5), (20.0, 11.0), (21.0, 12.5)), start=1):
        thug, battle = _put(library, battle, "thug", spot, f"Thug {number}")
        thugs.append(thug)
    bystander, battle = _put(library, battle, "bystander", (15.0, 17.0), "Night porter")
    guard, battle = _put(library, battle, "guard", (44.0, 24.0))
    battle = battle.with_combatant(replace(battle.combatants[guard], is_hidden=True))
    battle = add_effect(battle, lieutenant, "cover", other="statue")
    for members, name in (
        ((halcyon,), ""),
        ((bulwark,), ""),
        ((whisper,), ""),
        ((gorgon,), ""),
        ((lieutenant,), ""),
        (tuple(thugs), "Thugs"),
        ((bystander,), ""),
        ((guard,), ""),
    ):
        _, battle = insert(battle, members, name=name)
    for seat, (name, character) in enumerate((("Cleo", halcyon), ("Dario", bulwark), ("Emma", whisper)), start=1):
        id, battle = new_id(battle, name)
        player = Player(id=id, name=name, seat=seat, characters=(character,))
        battle = replace(battle, players=battle.players | {id: player})
    id, battle = new_id(battle, "van")
    van = Thing(id=id, name="Van", place=place_at(battle.board, (40.0, 22.0)), mass=2_400, controller=lieutenant)
    return replace(battle, things={id: van})


def _museum() -> Board:
    box = Rectangle
    return Board(
        zones={
            "hall": Zone(id="hall", name="Great hall", shape=box(x=0, y=0, width=27, height=20)),
            "gallery": Zone(id="gallery", name="Gallery", shape=box(x=27, y=0, width=13, height=20), color=1),
            "yard": Zone(id="yard", name="Yard", shape=box(x=27, y=20, width=23, height=9), color=2),
        },
        features={
            "statue": Feature(id="statue", kind="cover", name="statue", shape=Circle(x=28.5, y=14.0, radius=1.2)),
            "desk": Feature(id="desk", kind="cover", name="desk", shape=box(x=11, y=14, width=3, height=1.2)),
            "showcase": Feature(
                id="showcase", kind="cover", name="showcase", shape=box(x=16, y=4, width=2.5, height=1.5)
            ),
        },
    )


SAMPLES: dict[str, Callable[[], AnyBattle]] = {"kalos-night-at-the-museum": night_at_the_museum}
