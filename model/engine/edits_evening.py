"""The beginning of an evening: who is here tonight, and what the game resets for them."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import converted, edit, flag, known, needed_text, only_gm, something
from model.engine.ruleset import Action
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Player, age, new_id


def _start(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Note who is here, let characters come and go with their players, and reset what the game resets."""
    usual = [player.id for player in battle.players.values() if player.is_present]
    here: tuple[Id, ...] = converted(call.option("present", usual), tuple[Id, ...], "Who is here")
    for id in here:
        known(battle.players, id, "player")
    battle, newcomers = _with_newcomers(battle, call)
    here = (*here, *newcomers)
    players = sorted(battle.players.values(), key=age)
    for player in players:
        battle = _with_presence(battle, player, player.id in here, bool(call.option("characters", True)))
    names = ", ".join(player.name for player in players if player.id in here)
    ask.say(*only_gm("The evening begins. Here: {names}.", names=names or "nobody"))
    evening = ask.ruleset.evening
    return battle if evening is None else evening.begin(battle, here, ask)


def _with_newcomers(battle: AnyBattle, call: Call) -> tuple[AnyBattle, tuple[Id, ...]]:
    """Those who sit at the table for the first time, each with the characters they play."""
    new: dict[str, tuple[Id, ...]] = converted(call.option("new", {}), dict[str, tuple[Id, ...]], "New players")
    seat = max((player.seat for player in battle.players.values()), default=0)
    ids = []
    for number, (name, characters) in enumerate(new.items(), seat + 1):
        for who in characters:
            known(battle.combatants, who, "combatant")
        name = needed_text(name, "The player's name")
        id, battle = new_id(battle, name)
        player = Player(id=id, name=name, seat=number, characters=characters)
        battle = replace(battle, players=battle.players | {id: player})
        ids.append(id)
    return battle, tuple(ids)


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
        something("new", "New players", help="The characters of each, by the player's name."),
        flag("characters", "Their characters come and go with them", default=True),
    ),
)
