"""Fixtures for scenarios of the arena, a small test game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from model.engine.displays import PoolDisplay
from model.engine.ruleset import Derived
from model.scenarios.cli import play_file
from model.scenarios.playing import Played
from tests.support.arena import arena

HEALTH = PoolDisplay(
    key="health",
    title="Health",
    value=lambda battle, who: battle.combatants[who].sheet.health,
    most=lambda battle, who: 20,
    field="health",
    is_health=True,
)
GAME = arena(
    displays=(HEALTH,),
    derived={
        "defence": Derived(
            key="defence", title="Defence", value=lambda battle, who: 6 + battle.combatants[who].sheet.strength
        )
    },
)
"""The arena game, with the health of its combatants in the players' window."""

HEAD = """
format = 1
title = "A blow"
ruleset = "arena"
"""
PEOPLE = """
[[combatant]]
id = "anna"
side = "pc"
at = [0, 0]
sheet = { strength = 3 }
items = [{ id = "sword", name = "Sword", damage = 2 }]

[[combatant]]
id = "bert"
at = [3, 4]
sheet = { armour = 1 }

[[combatant]]
id = "cora"
side = "pc"
"""

Play = Callable[..., Played]


@pytest.fixture
def play_text(tmp_path: Path) -> Play:
    """Return a function that plays a scenario given as text, after a default head and default combatants."""

    def play(text: str, *, head: str = HEAD, people: str = PEOPLE) -> Played:
        file = tmp_path / "blow.toml"
        file.write_text(head + people + text, encoding="utf-8")
        return play_file(file, {"arena": GAME})

    return play


@pytest.fixture
def failures(play_text: Play) -> Callable[..., tuple[str, ...]]:
    """Return a function that returns the failures of a scenario given as text."""
    return lambda text, **parts: play_text(text, **parts).failures
