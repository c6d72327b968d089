"""Edits of the battle as a whole: title, house rules, players, things, clock, what players see, the GM's notes."""

from __future__ import annotations

from typing import Any, get_args

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import (
    Wrong,
    converted,
    edit,
    flag,
    given_number,
    known,
    needed,
    needed_name,
    number,
    one_of,
    only_gm,
    somebody,
    something,
    whole,
    words,
)
from model.engine.edits_combatants import without
from model.engine.edits_places import PLACE, place_given
from model.engine.effects import end_effects
from model.engine.ruleset import Action, Ruleset
from model.engine.settings import SettingSpec, setting_problem
from model.engine.telling import brief, is_secret, listed, tell
from model.state.base import Id, replace
from model.state.battle import AnyBattle, HealthPolicy, Player, Thing, new_id
from model.state.board import Board, Place
from model.state.order import Order
from model.state.texts import gm_text, ref, text

POLICIES: tuple[HealthPolicy, ...] = get_args(HealthPolicy)
MOST_PLOT_POINTS = 99


def _set_title(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    title = needed_name(call, "title", "The title")
    ask.say(*only_gm("The battle is called {title}.", title=title))
    return replace(battle, title=title)


def _next_battle(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """The next battle of the same party: without opponents, things and the map, before its first round."""
    if battle.order.phase not in ("setup", "ended"):
        raise Wrong("A fight is running: end it first.")
    for who in tuple(battle.combatants.values()):
        if who.side not in ask.ruleset.allied:
            battle = without(battle, who.id)
    gone = {*battle.things, *battle.board.features}
    battle = end_effects(
        battle, lambda bearer, effect: not gone.isdisjoint((effect.other, effect.source, effect.clock))
    )
    party = {who.id: replace(who, place=Place()) for who in battle.combatants.values()}
    if not party:
        raise Wrong("There are no players' characters to begin a battle with.")
    title = str(call.option("title", "")).strip() or battle.title
    ask.say(gm_text("A new battle with the same party: {title}.", title=title))
    return replace(
        battle,
        title=title,
        combatants=party,
        items={id: item for id, item in battle.items.items() if item.holder in party},
        things={},
        board=Board(has_grid=battle.board.has_grid, cell=battle.board.cell),
        order=Order(),
    )


def _note(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    note = needed_name(call, "text", "The note")
    ask.say(text("{note}", note=note) if call.option("public", False) else gm_text("{note}", note=note))
    return battle


def _set_clock(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    seconds = whole(call, "seconds", "The game clock")
    ask.say(*only_gm("The game clock is set from {old} to {new} seconds.", old=battle.clock, new=seconds))
    return replace(battle, clock=seconds)


def _set_health_policy(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    side, policy = needed_name(call, "side", "The side"), needed(call, "policy", "What players see")
    told = {
        "exact": "Players see the health of {side} exactly.",
        "words": "Players see the health of {side} in words.",
        "bar": "Players see the health of {side} as a bar.",
        "nothing": "Players see nothing of the health of {side}.",
    }
    ask.say(*only_gm(told[policy], side=side))
    return replace(battle, health_policy=battle.health_policy | {side: policy})


def _ask_again(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Take back what was decided for the rest of the fight: the question is asked again."""
    rule = needed(call, "rule", "The rule")
    words = known(battle.precedents, rule, "decision for this fight about").words
    ask.say(gm_text("“{words}” is decided for this fight no longer ({rule}).", words=words, rule=rule))
    return replace(battle, precedents={key: kept for key, kept in battle.precedents.items() if key != rule})


# ------------------------------------------------------------------------------------------ house rules


def _spec(ruleset: Ruleset, key: str) -> SettingSpec:
    spec = next((spec for spec in ruleset.settings if spec.key == key), None)
    if spec is None:
        raise Wrong("{ruleset} has no house rule “{key}”.", ruleset=ruleset.name, key=key)
    return spec


def _set_setting(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """A house rule set back to its default is no longer kept in the battle."""
    spec = _spec(ask.ruleset, needed_name(call, "key", "The house rule"))
    value = needed(call, "value", spec.title)
    if problem := setting_problem(spec, value):
        raise Wrong("{problem}", problem=problem)
    if spec.kind == "number" and isinstance(spec.default, int):
        value = int(value)
    before = battle.settings.get(spec.key, spec.default)
    ask.say(*only_gm("House rule {title}: {old} → {new}", title=spec.title, old=brief(before), new=brief(value)))
    kept = {key: other for key, other in battle.settings.items() if key != spec.key}
    return replace(battle, settings=kept if value == spec.default else kept | {spec.key: value})


def _reset_setting(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    spec = _spec(ask.ruleset, needed_name(call, "key", "The house rule"))
    if spec.key not in battle.settings:
        raise Wrong("{title} stands at its default already.", title=spec.title)
    ask.say(*only_gm("House rule {title}: back to {new}", title=spec.title, new=brief(spec.default)))
    return replace(battle, settings={key: other for key, other in battle.settings.items() if key != spec.key})


# ------------------------------------------------------------------------------------------ players


def _with_player(battle: AnyBattle, player: Player) -> AnyBattle:
    return replace(battle, players=battle.players | {player.id: player})


def _player(battle: AnyBattle, call: Call) -> Player:
    return known(battle.players, needed(call, "player", "The player"), "player")


def _characters(battle: AnyBattle, call: Call) -> tuple[Id, ...]:
    characters: tuple[Id, ...] = converted(call.option("characters", []), tuple[str, ...], "The characters")
    for one in characters:
        known(battle.combatants, one, "combatant")
    return tuple(dict.fromkeys(characters))


def _add_player(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    name = needed_name(call)
    id, battle = new_id(battle, name)
    last = max((player.seat for player in battle.players.values()), default=0)
    player = Player(
        id=id,
        name=name,
        seat=whole(call, "seat", "The seat", default=last + 1),
        is_present=bool(call.option("present", True)),
        characters=_characters(battle, call),
        plot_points=whole(call, "plot_points", "Plot points", default=0),
    )
    ask.say(*only_gm("{name} sits at the table.", name=name))
    return _with_player(battle, player)


def _edit_player(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    player = _player(battle, call)
    changes: dict[str, Any] = {}
    if "name" in call.options:
        changes["name"] = needed_name(call)
    if "seat" in call.options:
        changes["seat"] = whole(call, "seat", "The seat")
    if "present" in call.options:
        changes["is_present"] = call.options["present"]
    if "characters" in call.options:
        changes["characters"] = _characters(battle, call)
    if not changes:
        raise Wrong("Nothing is said about what changes for {player}.", player=player.name)
    ask.say(
        *only_gm("Player {name} is changed: {what}.", name=player.name, what=listed(set(call.options) - {"player"}))
    )
    return _with_player(battle, replace(player, **changes))


def _remove_player(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Their characters stay in the fight."""
    player = _player(battle, call)
    ask.say(*only_gm("Player {name} is removed.", name=player.name))
    return replace(battle, players={id: other for id, other in battle.players.items() if id != player.id})


def _set_plot_points(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    player, points = _player(battle, call), whole(call, "points", "Plot points")
    ask.say(text("{player} has {points} plot points.", player=ref(player.id), points=points))
    return _with_player(battle, replace(player, plot_points=points))


# ------------------------------------------------------------------------------------------ things


_WHOLE = {"health": "Health", "health_max": "Full health", "resistance": "Resistance", "defence": "Defence"}


def _thing_fields(battle: AnyBattle, call: Call, now: Thing) -> dict[str, Any]:
    """The fields of a thing that were given."""
    fields: dict[str, Any] = {}
    if "name" in call.options:
        fields["name"] = needed_name(call)
    for key, title in (
        ("health", "Health"),
        ("health_max", "Full health"),
        ("resistance", "Resistance"),
        ("defence", "Defence"),
    ):
        if key in call.options:
            fields[key] = whole(call, key, title)
    for key in ("mass", "speed", "course"):
        if key in call.options:
            fields[key] = given_number(call, key)
    if "controller" in call.options:
        controller = call.options["controller"]
        fields["controller"] = known(battle.combatants, controller, "combatant").id if controller else None
    if "place" in call.options:
        fields["place"] = place_given(battle, call.options["place"], now.place)
    for option, field in (("falling", "is_falling"), ("hidden", "is_hidden")):
        if option in call.options:
            fields[field] = call.options[option]
    return fields


def _add_thing(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    name = needed_name(call)
    id, battle = new_id(battle, name)
    thing = Thing(id=id, name=name)
    thing = replace(thing, **_thing_fields(battle, call, thing))
    if thing.health is None and thing.health_max is not None:
        thing = replace(thing, health=thing.health_max)
    battle = replace(battle, things=battle.things | {id: thing})
    ask.say(tell(battle, "{0} is on the board.", id))
    return battle


def _thing(battle: AnyBattle, call: Call) -> Thing:
    return known(battle.things, needed(call, "thing", "The thing"), "thing")


def _edit_thing(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    thing = _thing(battle, call)
    fields = _thing_fields(battle, call, thing)
    if not fields:
        raise Wrong("Nothing is said about what changes for {thing}.", thing=thing.name)
    ask.say(*only_gm("{name} is changed: {what}.", name=thing.name, what=listed(set(call.options) - {"thing"})))
    return replace(battle, things=battle.things | {thing.id: replace(thing, **fields)})


def _remove_thing(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Effects that tie somebody to it end with it."""
    thing = _thing(battle, call)
    sentence = gm_text("{name} is removed.", name=thing.name)
    ask.say(sentence if is_secret(battle, thing.id) else replace(sentence, audience="all"))
    battle = end_effects(battle, lambda bearer, effect: effect.other == thing.id)
    return replace(battle, things={id: other for id, other in battle.things.items() if id != thing.id})


_PLAYER, _NAME, _THING = words("player", "Player"), words("name", "Name"), words("thing", "Thing")
_SEAT, _CHARACTERS = number("seat", "Seat", least=0, most=99), something("characters", "Characters")
_PRESENT = flag("present", "Here tonight", default=True)
_KEY = words("key", "House rule")
_THING_FIELDS = (
    _NAME,
    number("health", "Health", least=0),
    number("health_max", "Full health", least=0),
    number("resistance", "Resistance"),
    number("defence", "Defence"),
    number("mass", "Mass in kilograms", least=0),
    number("speed", "Metres a round", least=0),
    number("course", "Course in degrees"),
    somebody("controller", "Controlled by"),
    PLACE,
    flag("falling", "Is falling"),
    flag("hidden", "Hidden"),
)

BATTLE_EDITS: tuple[Action, ...] = (
    edit("set_title", "Name the battle", _set_title, words("title", "Title")),
    edit(
        "next_battle",
        "New Battle with This Party",
        _next_battle,
        words("title", "Title", default=""),
        help="Opponents, things and the map go; the characters stay as they are, and rounds are counted anew.",
    ),
    edit("note", "Note", _note, words("text", "Note"), flag("public", "Players may read it")),
    edit("set_clock", "Set game clock", _set_clock, number("seconds", "Seconds", least=0)),
    edit(
        "set_health_policy",
        "Set what players see of health",
        _set_health_policy,
        words("side", "Side"),
        one_of("policy", "Players see", POLICIES),
    ),
    edit("ask_again", "Ask again", _ask_again, words("rule", "Rule")),
    edit("set_setting", "Set house rule", _set_setting, _KEY, something("value", "Value")),
    edit("reset_setting", "House rule back to default", _reset_setting, _KEY),
    edit(
        "add_player",
        "Add player",
        _add_player,
        _NAME,
        _SEAT,
        _PRESENT,
        _CHARACTERS,
        number("plot_points", "Plot points", least=0, most=MOST_PLOT_POINTS),
    ),
    edit("edit_player", "Change player", _edit_player, _PLAYER, _NAME, _SEAT, _PRESENT, _CHARACTERS),
    edit("remove_player", "Remove player", _remove_player, _PLAYER),
    edit(
        "set_plot_points",
        "Set plot points",
        _set_plot_points,
        _PLAYER,
        number("points", "Plot points", least=0, most=MOST_PLOT_POINTS),
    ),
    edit("add_thing", "Add thing", _add_thing, *_THING_FIELDS),
    edit("edit_thing", "Change thing", _edit_thing, _THING, *_THING_FIELDS),
    edit("remove_thing", "Remove thing", _remove_thing, _THING),
)
