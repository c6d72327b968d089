"""The beginning of an evening: who is here tonight, and what the game resets for them."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import converted, edit, flag, known, only_gm, something
from model.engine.ruleset import Action
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Player, age


def _start(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Note who is here, let characters come and go with their players, and reset what the game resets."""
    players = sorted(battle.players.values(), key=age)
    usual = [player.id for player in players if player.is_present]
    here: tuple[Id, ...] = converted(call.option("present", usual), tuple[Id, ...], "Who is here")
    for id in here:
        known(battle.players, id, "player")
    for player in players:
        battle = _with_presence(battle, player, player.id in here, bool(call.option("characters", True)))
    names = ", ".join(player.name for player in players if player.id in here)
    ask.say(*only_gm("The evening begins. Here: {names}.", names=names or "nobody"))
    evening = ask.ruleset.evening
    return battle if evening is None else evening.begin(battle, here, ask)


def _with_presence(battle: AnyBattle, player: Player, is_here: bool, with_characters: bool) -> AnyBattle:
    """A player who is here or not; a character goes with the player, and comes back with them."""
    if player.is_present == is_here:
        return battle
    battle = replace(battle, players=battle.players | {player.id: replace(player, is_present=is_here)})
    for who in player.characters if with_characters else ():
        if who in battle.combatants:
            battle = battle.with_combatant(replace(battle.combatants[who], is_present=is_here))
    return battle


EVENING_EDITS: tuple[Action, ...] = (
    edit(
        "start_evening",
        "Start the evening",
        _start,
        something("present", "Who is here", help="Ids of players; nothing said: those who were here last."),
        flag("characters", "Their characters come and go with them", default=True),
    ),
)
