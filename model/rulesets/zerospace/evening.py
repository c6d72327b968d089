"""The beginning and the end of an evening: plot points are not carried over (ZS-PLOT-01, ZS-PLOT-05, ZS-MIS-16)."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.evening import Evening
from model.engine.ruleset import Action
from model.rulesets.zerospace.plot_points import with_points
from model.rulesets.zerospace.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Refusal, gm_text, ref, text


def begin(battle: AnyBattle, here: tuple[Id, ...], ask: Ask) -> AnyBattle:
    """Points of last time are lost; whoever is here has as many as an evening begins with."""
    points = rules(battle).plot_points_start
    for player in tuple(battle.players.values()):
        battle = with_points(battle, player, points if player.id in here else 0)
    if here:
        ask.say(text("Everybody who is here has {points}.", points=_counted(points)))
    return battle


def _end(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """What was not spent is lost."""
    for player in tuple(battle.players.values()):
        if player.plot_points:
            lost = _counted(player.plot_points)
            ask.say(gm_text("{player} loses {points}.", player=ref(player.id), points=lost))
            battle = with_points(battle, player, 0)
    ask.say(text("The evening is over."))
    return battle


def _counted(points: int) -> str:
    return f"{points} plot point{'' if points == 1 else 's'}"


EVENING = Evening(
    begin=begin,
    words="Everybody who is here begins with one plot point; those left from last time are lost.",
    rules=("ZS-PLOT-01", "ZS-PLOT-05"),
)

END_EVENING = Action(
    id="end_evening",
    title="End the evening",
    run=_end,
    rules=("ZS-PLOT-05",),
    group="order",
    help="Plot points that were not spent are lost.",
)
