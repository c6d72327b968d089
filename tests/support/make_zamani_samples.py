"""The sample battles of Zamani; `make_samples.py` writes them with all others."""

from __future__ import annotations

from collections.abc import Callable

from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.board import Circle, Feature, Rectangle, Zone
from tests.support.sample_battles import begin, board_of, hide, put, put_each, with_players, with_slots


def caravan_road() -> AnyBattle:
    """Nyota, Juma and Imani stopped by bandits; a hidden leopard watches from the rocks."""
    box = Rectangle
    board = board_of(
        Zone(id="road", name="Road", shape=box(x=0, y=10, width=40, height=6)),
        Zone(id="scrub", name="Scrub", shape=box(x=0, y=16, width=40, height=10), color=1),
        Zone(id="rocks", name="Rocks", shape=box(x=0, y=0, width=40, height=10), color=2),
        Feature(id="cart", kind="cover", name="Cart", shape=box(x=9, y=12, width=3, height=2)),
        Feature(id="boulder", kind="cover", name="Boulder", shape=Circle(x=24, y=7, radius=1.5)),
        Feature(id="thorns", kind="terrain", name="Thorns", shape=box(x=14, y=19, width=8, height=4)),
    )
    library, battle = begin("zamani", "The caravan road", board)
    nyota, battle = put(library, battle, "swordswoman", (8, 11))
    juma, battle = put(library, battle, "archer", (5, 15))
    imani, battle = put(library, battle, "healer", (7, 13))
    chief, battle = put(library, battle, "bandit-chief", (22, 13))
    bandits, battle = put_each(library, battle, "bandit", ((19, 11), (19, 15), (21, 18)), "Bandit")
    leopard, battle = put(library, battle, "leopard", (26, 4))
    battle = hide(battle, leopard)
    battle = with_slots(battle, nyota, juma, imani, chief, (bandits, "Bandits"), leopard)
    return with_players(battle, {"Anna": nyota, "Ben": juma, "Cleo": imani})


def loading_bay() -> AnyBattle:
    """Agent Okoro and Juma before a loading bay that two gunmen hold from behind crates; a guard stands at the gate."""
    box = Rectangle
    board = board_of(
        Zone(id="yard", name="Yard", shape=box(x=0, y=0, width=20, height=20)),
        Zone(id="bay", name="Loading bay", shape=box(x=20, y=0, width=14, height=20), color=1),
        Feature(id="crates", kind="cover", name="Crates", shape=box(x=22, y=6, width=1, height=8)),
        Feature(id="van", kind="cover", name="Van", shape=box(x=6, y=8, width=5, height=2)),
    )
    library, battle = begin("zamani", "The loading bay", board)
    okoro, battle = put(library, battle, "agent", (5, 9))
    juma, battle = put(library, battle, "archer", (4, 12))
    gunmen, battle = put_each(library, battle, "gunman", ((24, 8), (24, 12)), "Gunman")
    for gunman in gunmen:
        fighter = battle.combatants[gunman]
        battle = battle.with_combatant(replace(fighter, sheet=replace(fighter.sheet, cover=80)))
    guard, battle = put(library, battle, "guard", (19, 10), "Gate guard")
    battle = with_slots(battle, okoro, juma, (gunmen, "Gunmen"), guard)
    return with_players(battle, {"Anna": okoro, "Ben": juma})


SAMPLES: dict[str, Callable[[], AnyBattle]] = {
    "zamani-caravan-road": caravan_road,
    "zamani-loading-bay": loading_bay,
}
