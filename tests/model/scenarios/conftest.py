"""Scenarios of the arena, a small game, written by tests."""

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
"""The arena, with the health of its fighters on the players' screen."""

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
    """Play a scenario given as text, after a head and people who need not be repeated."""

    def play(text: str, *, head: str = HEAD, people: str = PEOPLE) -> Played:
        file = tmp_path / "blow.toml"
        file.write_text(head + people + text, encoding="utf-8")
        return play_file(file, {"arena": GAME})

    return play


@pytest.fixture
def failures(play_text: Play) -> Callable[..., tuple[str, ...]]:
    """What a scenario given as text fails with."""
    return lambda text, **parts: play_text(text, **parts).failures
