"""The beginning of an evening: everybody who is here has one plot point (ZS-PLOT-01, ZS-PLOT-05)."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.evening import Evening
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.texts import text

EACH = 1


def begin(battle: AnyBattle, here: tuple[Id, ...], ask: Ask) -> AnyBattle:
    """Points of last time are lost; whoever is here has one."""
    players = {id: replace(player, plot_points=EACH if id in here else 0) for id, player in battle.players.items()}
    if here:
        ask.say(text("Everybody has one plot point."))
    return replace(battle, players=players)


EVENING = Evening(
    begin=begin,
    words="Everybody who is here begins with one plot point; those left from last time are lost.",
    rules=("ZS-PLOT-01", "ZS-PLOT-05"),
)
