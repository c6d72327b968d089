"""The GM's edits of the battle: players, house rules, notes, tasks, game nights, shared pools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import (
    InvalidInput,
    combatant_parameter,
    converted,
    edit,
    flag,
    given_number,
    known,
    needed,
    needed_name,
    needed_text,
    number,
    one_of,
    only_gm,
    something,
    whole_number,
    words,
)
from model.engine.edits_board import PLACE, place_given
from model.engine.edits_combatants import JOINS, taking_turns, without
from model.engine.edits_restore import without_what_is_over
from model.engine.effects import end_effects
from model.engine.messages import brief, is_secret, listed
from model.engine.motion import MOVES_ON
from model.engine.prompts import without_due_of, without_oldest_due
from model.engine.public_names import out_of_sight
from model.engine.ruleset import Action, Ruleset
from model.engine.settings import SettingSpec, setting_problem
from model.engine.types import SharedPool
from model.state.base import Id, replace, with_fields
from model.state.battle import (
    RUN_BY_GM,
    AnyBattle,
    HealthPolicy,
    Player,
    Remark,
    Task,
    TaskState,
    Thing,
    age,
    name_of,
    new_id,
    side_words,
)
from model.state.behaviour import Behaviours
from model.state.board import Board, Place
from model.state.order import Order
from model.state.texts import Text, gm_text, lowered, ref, text

# ----------------------------------------------------------------------------------------------------------- the battle


POLICIES: tuple[HealthPolicy, ...] = get_args(HealthPolicy)


def _set_title(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    title = needed_name(call, "title", "The title")
    ask.add_message(*only_gm("The battle is called {title}.", title=title))
    return replace(battle, title=title)


def _next_battle(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Begin a new battle with the same party: without opponents, things, the map and what is over with the combat."""
    if battle.order.is_running:
        raise InvalidInput("Combat is running: end it first.")
    for who in tuple(battle.combatants.values()):
        if who.side not in ask.ruleset.allied:
            battle = without(battle, who.id)
    left = {id: item for id, item in battle.items.items() if item.holder in battle.combatants}
    gone = {*battle.things, *battle.board.features, *battle.board.zones, *(battle.items.keys() - left)}
    battle = end_effects(
        battle,
        lambda bearer, effect: (
            effect.slot is not None or not gone.isdisjoint((effect.other, effect.source, effect.clock))
        ),
    )
    battle = without_what_is_over(ask.ruleset, battle)
    party = {who.id: replace(who, place=Place()) for who in battle.combatants.values()}
    if not party:
        raise InvalidInput("There are no players' characters to start a battle with.")
    title = str(call.option("title", "")).strip() or battle.title
    ask.add_message(gm_text("A new battle with the same party: {title}.", title=title))
    return replace(
        battle,
        title=title,
        combatants=party,
        items=left,
        things={},
        board=Board(has_grid=battle.board.has_grid, cell=battle.board.cell),
        order=Order(due=tuple(due for due in battle.order.due if due.who in party)),
        behaviours=battle.behaviours.of(party),
    )


def _note(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    note = needed_name(call, "text", "The note")
    is_question = bool(call.option("look_up", False))
    told = "To look up: {note}" if is_question else "{note}"
    ask.add_message(text(told, note=note) if call.option("public", False) else gm_text(told, note=note))
    id, battle = new_id(battle, "note")
    remark = Remark(id=id, words=note, is_question=is_question, round=battle.order.round)
    return replace(battle, remarks=battle.remarks | {id: remark})


def _mark(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    ask.add_message(gm_text("★ {mark}", mark=needed_name(call, "text", "The mark")))
    return battle


def _settle_note(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    remark = known(battle.remarks, needed(call, "note", "The note"), "note")
    ask.add_message(gm_text("Done: {note}", note=remark.words))
    return replace(battle, remarks={id: one for id, one in battle.remarks.items() if id != remark.id})


def _set_behaviours(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Replace all behaviours of sides and combatants in forecasts."""
    said: Behaviours = converted(dict(call.options), Behaviours, "What they do")
    guarded = (behaviour.guards for behaviour in (*said.sides.values(), *said.combatants.values()))
    for who in (*said.combatants, *guarded):
        if who is not None:
            known(battle.combatants, who, "combatant")
    before = battle.behaviours
    others = {
        **{side: side_words(side) for side in _changed(before.sides, said.sides)},
        **{who: name_of(battle, who) for who in _changed(before.combatants, said.combatants)},
    }
    if not others:
        raise InvalidInput("They already have this behaviour in forecasts.")
    ask.add_message(*only_gm("Behaviour in forecasts has changed: {who}.", who=listed(others.values())))
    return replace(battle, behaviours=said)


def _changed(before: Mapping[Id, object], after: Mapping[Id, object]) -> list[Id]:
    """The keys whose values differ between two dicts."""
    return [key for key in dict.fromkeys((*before, *after)) if before.get(key) != after.get(key)]


def _set_notes(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    ask.add_message(gm_text("The notes of this battle have changed."))
    return replace(battle, notes=str(call.option("text", "")).strip())


def _set_clock(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    seconds = whole_number(call, "seconds", "The game clock")
    ask.add_message(*only_gm("The game clock is set from {old} to {new} seconds.", old=battle.clock, new=seconds))
    return replace(battle, clock=seconds)


def _set_health_policy(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    side, policy = needed_name(call, "side", "The side"), needed(call, "policy", "What players see")
    told = {
        "exact": "Players see the health of the {side} exactly.",
        "words": "Players see the health of the {side} in words.",
        "bar": "Players see the health of the {side} as a bar.",
        "nothing": "Players see nothing of the health of the {side}.",
    }
    ask.add_message(*only_gm(told[policy], side=side_words(side)))
    return replace(battle, health_policy=battle.health_policy | {side: policy})


def _ask_again(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Forget a ruling remembered for the rest of the combat, so that the question is asked again."""
    rule = needed(call, "rule", "The rule")
    words = known(battle.precedents, rule, "ruling for this combat about").words
    ask.add_message(gm_text("“{words}” is no longer remembered for this combat ({rule}).", words=words, rule=rule))
    return replace(battle, precedents={key: kept for key, kept in battle.precedents.items() if key != rule})


# ------------------------------------------------------------------------------------------ house rules


def _spec(ruleset: Ruleset, key: str) -> SettingSpec:
    spec = next((spec for spec in ruleset.settings if spec.key == key), None)
    if spec is None:
        raise InvalidInput("{ruleset} has no house rule “{key}”.", ruleset=ruleset.name, key=key)
    return spec


def _set_setting(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Set a house rule; a value equal to the default is not stored in the battle."""
    spec = _spec(ask.ruleset, needed_name(call, "key", "The house rule"))
    value = needed(call, "value", spec.title)
    if problem := setting_problem(spec, value):
        raise InvalidInput("{problem}", problem=problem)
    if spec.kind == "number" and isinstance(spec.default, int):
        value = int(value)
    before = battle.settings.get(spec.key, spec.default)
    ask.add_message(
        *only_gm("House rule {title}: {old} → {new}", title=spec.title, old=brief(before), new=brief(value))
    )
    kept = {key: other for key, other in battle.settings.items() if key != spec.key}
    return replace(battle, settings=kept if value == spec.default else kept | {spec.key: value})


def _reset_setting(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Set a house rule back to its default, or remove a value of the file that no house rule takes."""
    key = needed_name(call, "key", "The house rule")
    kept = {other: value for other, value in battle.settings.items() if other != key}
    if key in battle.settings and all(spec.key != key for spec in ask.ruleset.settings):
        ask.add_message(*only_gm("A value without effect was removed: {key}", key=key))
        return replace(battle, settings=kept)
    spec = _spec(ask.ruleset, key)
    if key not in battle.settings:
        raise InvalidInput("{title} is already at its default.", title=spec.title)
    ask.add_message(*only_gm("House rule {title}: back to {new}", title=spec.title, new=brief(spec.default)))
    return replace(battle, settings=kept)


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
    player = ask.ruleset.player(
        id=id,
        name=name,
        seat=whole_number(call, "seat", "The seat", default=last + 1),
        is_present=bool(call.option("present", True)),
        characters=_characters(battle, call),
    )
    ask.add_message(*only_gm("{name} joins the table.", name=name))
    return _joined(_with_player(battle, player), (id,), ask)


def _edit_player(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    player = _player(battle, call)
    changes: dict[str, Any] = {}
    if "name" in call.options:
        changes["name"] = needed_name(call)
    if "seat" in call.options:
        changes["seat"] = whole_number(call, "seat", "The seat")
    if "present" in call.options:
        changes["is_present"] = call.options["present"]
    if "characters" in call.options:
        changes["characters"] = _characters(battle, call)
    if not changes:
        raise InvalidInput("Choose what to change for {player}.", player=player.name)
    ask.add_message(
        *only_gm("Player {name} has changed: {what}.", name=player.name, what=listed(set(call.options) - {"player"}))
    )
    return _joined(_with_player(battle, with_fields(player, changes)), (player.id,), ask)


def _remove_player(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Remove a player. Their characters stay; the GM runs those that the player ran for other players."""
    player = _player(battle, call)
    ask.add_message(*only_gm("Player {name} is removed.", name=player.name))
    others = {
        id: replace(other, run_by=RUN_BY_GM) if other.run_by == player.id else other
        for id, other in battle.players.items()
        if id != player.id
    }
    sources = {id: source for id, source in battle.sources.items() if id != player.id}
    return replace(battle, players=others, sources=sources)


def _set_resource(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    player, key = _player(battle, call), str(needed(call, "resource", "The resource"))
    resource = next((one for one in ask.ruleset.player_resources if one.key == key), None)
    if resource is None:
        raise InvalidInput("In this game, players have no “{key}”.", key=key)
    amount = whole_number(call, "amount", resource.title)
    if not resource.least <= amount <= resource.most:
        raise InvalidInput(
            "{title} must be {least} to {most}, not {amount}.",
            title=resource.title, least=resource.least, most=resource.most, amount=amount,
        )  # fmt: skip
    ask.add_message(text(f"{{player}} has {{amount}} {lowered(resource.title)}.", player=ref(player.id), amount=amount))
    return _with_player(battle, with_fields(player, {key: amount}))


# ------------------------------------------------------------------------------------------ things


_WHOLE = {"health": "Health", "health_max": "Full health", "resistance": "Resistance", "defence": "Defence"}


def _thing_fields(battle: AnyBattle, call: Call, now: Thing) -> dict[str, Any]:
    """The fields of a thing that the call changes, with their new values."""
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
            fields[key] = whole_number(call, key, title)
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
    thing = with_fields(thing, _thing_fields(battle, call, thing))
    if thing.health is None and thing.health_max is not None:
        thing = replace(thing, health=thing.health_max)
    battle = replace(battle, things=battle.things | {id: thing})
    ask.log(battle, "{0} is on the board.", id)
    return battle


def _thing(battle: AnyBattle, call: Call) -> Thing:
    return known(battle.things, needed(call, "thing", "The object"), "object")


def _edit_thing(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    thing = _thing(battle, call)
    fields = _thing_fields(battle, call, thing)
    if not fields:
        raise InvalidInput("Choose what to change for {thing}.", thing=thing.name)
    titles = [lowered(field.title) for field in _THING_FIELDS if field.key in call.options]
    ask.add_message(*only_gm("{name} has changed: {what}.", name=thing.name, what=listed(titles)))
    if fields.get("place", thing.place) != thing.place:
        battle = without_oldest_due(battle, thing.id, MOVES_ON, ask)
    return replace(battle, things=battle.things | {thing.id: with_fields(thing, fields)})


def _remove_thing(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Remove a thing, and end the effects that relate combatants to it."""
    thing = _thing(battle, call)
    sentence = gm_text("{name} is removed.", name=thing.name)
    ask.add_message(sentence if is_secret(battle, thing.id) else replace(sentence, audience="all"))
    battle = end_effects(battle, lambda bearer, effect: effect.other == thing.id)
    battle = without_due_of(battle, thing.id)
    return replace(battle, things={id: other for id, other in battle.things.items() if id != thing.id})


_PLAYER, _NAME, _THING = words("player", "Player"), words("name", "Name"), words("thing", "Object")
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
    number("speed", "Metres per round", least=0),
    number("course", "Course in degrees"),
    combatant_parameter("controller", "Driver"),
    PLACE,
    flag("falling", "Is falling"),
    flag("hidden", "Hidden"),
)

NEXT_BATTLE = "next_battle"
BATTLE_EDITS: tuple[Action, ...] = (
    edit(
        "set_title",
        "Rename Battle",
        _set_title,
        words("title", "Title", now=lambda battle, call: battle.title),
        beside="kept",
    ),
    edit(
        NEXT_BATTLE,
        "New Battle with This Party",
        _next_battle,
        words("title", "Title", default=""),
        help="Removes opponents, objects, the map and what is over with the combat; rounds start again at 1.",
    ),
    edit(
        "note",
        "Write Note",
        _note,
        words("text", "Note"),
        flag("look_up", "To look up later"),
        flag("public", "Players may read it"),
    ),
    edit(
        "mark",
        "Mark Moment",
        _mark,
        words("text", "What happens"),
        help="A moment to find again: it appears in the history and in the story of the evening.",
    ),
    edit("settle_note", "Mark Note as Done", _settle_note, something("note", "Note")),
    edit(
        "set_behaviours",
        "Set Behaviour",
        _set_behaviours,
        something("sides", "Of sides"),
        something("combatants", "Of combatants"),
        help="What sides and combatants do in forecasts, where no one decides.",
        beside="kept",
    ),
    edit("set_notes", "Change Notes", _set_notes, words("text", "Notes"), beside="kept"),
    edit("set_clock", "Set Game Clock", _set_clock, number("seconds", "Seconds", least=0)),
    edit(
        "set_health_policy",
        "Set Health Shown to Players",
        _set_health_policy,
        words("side", "Side"),
        one_of("policy", "Players see", POLICIES),
    ),
    edit("ask_again", "Ask Again", _ask_again, words("rule", "Rule")),
    edit("set_setting", "Set House Rule", _set_setting, _KEY, something("value", "Value")),
    edit("reset_setting", "Restore House Rule", _reset_setting, _KEY),
    edit("add_player", "Add Player", _add_player, _NAME, _SEAT, _PRESENT, _CHARACTERS),
    edit("edit_player", "Edit Player", _edit_player, _PLAYER, _NAME, _SEAT, _PRESENT, _CHARACTERS),
    edit("remove_player", "Remove Player", _remove_player, _PLAYER),
    edit(
        "set_resource",
        "Set Player Resource",
        _set_resource,
        _PLAYER,
        words("resource", "Resource"),
        number("amount", "Amount"),
    ),
    edit("add_thing", "Add Object", _add_thing, *_THING_FIELDS),
    edit("edit_thing", "Edit Object", _edit_thing, _THING, *_THING_FIELDS),
    edit("remove_thing", "Remove Object", _remove_thing, _THING),
)


# ---------------------------------------------------------------------------------------------------------------- tasks


STATES: tuple[TaskState, ...] = get_args(TaskState)


def _task(battle: AnyBattle, call: Call) -> Task:
    return known(battle.tasks, needed(call, "task", "The task"), "task")


def _counts(call: Call, now: Task) -> dict[str, Any]:
    """The fields of a task that the call changes: counts of all together, or of the rival named by `whose`."""
    fields: dict[str, Any] = {}
    for key, title in (("needed", "Successes needed"), ("difficulty", "The difficulty"), ("seconds_each", "Seconds")):
        if key in call.options:
            fields[key] = whole_number(call, key, title)
    if "attempts_max" in call.options:
        most = whole_number(call, "attempts_max", "Maximum attempts")
        fields["attempts_max"] = most or None
    whose = str(call.option("whose", "")).strip()
    if "successes" in call.options:
        fields["successes"] = _with_successes(now, whose, whole_number(call, "successes", "The successes"))
    if "attempts" in call.options:
        attempts = whole_number(call, "attempts", "The attempts")
        tries = now.tries | {whose: attempts} if whose else now.tries
        fields |= {"tries": tries, "attempts": max(tries.values(), default=0) if whose else attempts}
    return fields


def _with_successes(now: Task, whose: str, count: int) -> dict[str, int]:
    """The successes of a task with a changed count.

    If no rival is named, `count` is the total: the rival with the most successes gets the rest to it.
    """
    if whose or not now.successes:
        return now.successes | {whose or "all": count}
    first = max(now.successes, key=lambda side: now.successes[side])
    others = sum(won for side, won in now.successes.items() if side != first)
    if count < others:
        raise InvalidInput("{task}: say whose successes change.", task=now.name)
    return now.successes | {first: count - others}


def _edit_task(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    task = _task(battle, call)
    fields = _counts(call, task)
    if "name" in call.options:
        fields["name"] = needed_name(call)
    if "state" in call.options:
        fields["state"] = call.options["state"]
        if fields["state"] != "done":
            fields["winner"] = ""
    if not fields:
        raise InvalidInput("Choose what to change for {task}.", task=task.name)
    ask.add_message(*only_gm("{name} has changed: {what}.", name=task.name, what=listed(set(call.options) - {"task"})))
    return replace(battle, tasks=battle.tasks | {task.id: with_fields(task, fields)})


def _add_task(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Add a task. Its rivals are the targets, and sides or teams by name; with two or more it is a contest."""
    name = needed_name(call)
    id, battle = new_id(battle, name)
    sides = (side.strip() for side in str(call.option("sides", "")).split(","))
    rivals = dict.fromkeys((one for one in (*call.targets, *sides) if one), 0)
    task = Task(id=id, name=name, successes=rivals, tries=rivals, is_contest=len(rivals) > 1, begun=battle.clock)
    task = with_fields(task, _counts(call, task))
    ask.add_message(text("A task: {name}, {needed} successes.", name=name, needed=task.needed))
    return replace(battle, tasks=battle.tasks | {id: task})


def _count_task(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Count an attempt whose result the GM gives; it may complete or fail a task that is not a contest."""
    task, is_success = _task(battle, call), bool(call.option("success", True))
    whose = str(call.option("whose", "")).strip() or next(iter(task.successes), "all")
    successes = task.successes | {whose: task.successes.get(whose, 0) + is_success}
    tries = task.tries | {whose: task.tries.get(whose, 0) + 1}
    attempts = max(tries.values()) if task.is_contest else task.attempts + 1
    task = replace(task, successes=successes, attempts=attempts, tries=tries if task.is_contest else task.tries)
    reached = successes[whose] if task.is_contest else sum(successes.values())
    is_used_up = task.attempts_max is not None and attempts >= task.attempts_max
    if not task.is_contest and (reached >= task.needed or is_used_up):
        task = replace(task, state="done" if reached >= task.needed else "failed")
    word = "a success" if is_success else "a failure"
    ask.add_message(
        text(f"{{name}}: {word}, {{reached}} of {{needed}}.", name=task.name, reached=reached, needed=task.needed)
    )
    return replace(battle, tasks=battle.tasks | {task.id: task})


def _remove_task(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    task = _task(battle, call)
    ask.add_message(*only_gm("{name} is removed.", name=task.name))
    return replace(battle, tasks={id: other for id, other in battle.tasks.items() if id != task.id})


_TASK, _WHOSE = words("task", "Task"), words("whose", "Whose count", help="A rival. Empty: all together.")
_NEEDED = number("needed", "Successes needed", least=1, most=999)
_MOST = number("attempts_max", "Maximum attempts", least=0, most=999, help="0: no limit.")
_SECONDS = number("seconds_each", "Seconds per attempt", least=0)

TASK_EDITS: tuple[Action, ...] = (
    edit(
        "add_task",
        "New Task",
        _add_task,
        words("name", "Name"),
        _NEEDED,
        _MOST,
        _SECONDS,
        words("sides", "Rival sides", help="Names of teams, separated by commas."),
        targets="any",
    ),
    edit("count_task", "Count Attempt", _count_task, _TASK, _WHOSE, flag("success", "Success", default=True)),
    edit(
        "edit_task",
        "Edit Task",
        _edit_task,
        _TASK,
        words("name", "Name"),
        _WHOSE,
        number("successes", "Successes", least=0, most=999),
        _NEEDED,
        number("attempts", "Attempts", least=0, most=999),
        _MOST,
        number("difficulty", "Difficulty", least=0, most=99),
        _SECONDS,
        one_of("state", "State", STATES),
    ),
    edit("remove_task", "Remove Task", _remove_task, _TASK),
)


# ---------------------------------------------------------------------------------------------------------- game nights


def _start(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Note which players are present, let characters come and go with them, and apply the ruleset's reset.

    If the game night goes on, only those who come later get what the others have got already.
    """
    usual = [player.id for player in battle.players.values() if player.is_present]
    here: tuple[Id, ...] = converted(call.option("present", usual), tuple[Id, ...], "Players present")
    for id in here:
        known(battle.players, id, "player")
    before = battle
    battle, newcomers = _with_newcomers(battle, call, ask)
    here = (*here, *newcomers)
    players = sorted(battle.players.values(), key=age)
    for player in players:
        battle = _with_presence(battle, player, player.id in here, bool(call.option("characters", True)))
    names = ", ".join(player.name for player in players if player.id in here) or "no one"
    if call.option("goes_on", False) and is_night_on(battle):
        ask.add_message(*_goes_on(players, here, names))
        battle = _joined(battle, here, ask)
    else:
        ask.add_message(*only_gm("Game night begins. Present: {names}.", names=names))
        battle = _with_begun(battle, {player.id: player.id in here for player in players})
        evening = ask.ruleset.evening
        battle = battle if evening is None else evening.begin(battle, here, ask)
    return _arrived(before, battle, call, ask)


def _goes_on(players: Sequence[Player], here: tuple[Id, ...], names: str) -> tuple[Text, ...]:
    """The sentence for a game night that goes on: who comes to it now, and who is there."""
    late = [player.name for player in players if player.id in here and not player.has_begun]
    if not late:
        return only_gm("Game night goes on. Present: {names}.", names=names)
    told = "{late} joins the game night. Present: {names}."
    several = "{late} join the game night. Present: {names}."
    return only_gm(told if len(late) == 1 else several, late=listed(late), names=names)


def _arrived(before: AnyBattle, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Let characters who come with their players stand at the given places and, if the call says so, take turns."""
    given = call.option("places", {})
    if not isinstance(given, dict):
        raise InvalidInput("The places must be a table, by combatant.")
    came = tuple(id for id, who in battle.combatants.items() if who.is_present and not before.combatants[id].is_present)
    for id, place in given.items():
        if id in came:
            battle = battle.with_combatant(replace(battle.combatants[id], place=place_given(battle, place)))
    return taking_turns(battle, call, came, ask)


def is_night_on(battle: AnyBattle) -> bool:
    """Whether a game night is in progress."""
    return any(player.has_begun for player in battle.players.values())


def _with_begun(battle: AnyBattle, begun: Mapping[Id, bool]) -> AnyBattle:
    changed = {id: replace(battle.players[id], has_begun=has_begun) for id, has_begun in begun.items()}
    return replace(battle, players=battle.players | changed)


def _joined(battle: AnyBattle, who: tuple[Id, ...], ask: Ask) -> AnyBattle:
    """Let players who come to a game night in progress begin it, with what those present got."""
    late = tuple(id for id in who if battle.players[id].is_present and not battle.players[id].has_begun)
    if not late or not is_night_on(battle):
        return battle
    battle = _with_begun(battle, dict.fromkeys(late, True))
    evening = ask.ruleset.evening
    return battle if evening is None else evening.join(battle, late, ask)


def _with_newcomers(battle: AnyBattle, call: Call, ask: Ask) -> tuple[AnyBattle, tuple[Id, ...]]:
    """The battle with new players, each with their characters, and the ids of these players."""
    new: dict[str, tuple[Id, ...]] = converted(call.option("new", {}), dict[str, tuple[Id, ...]], "New players")
    seat = max((player.seat for player in battle.players.values()), default=0)
    ids = []
    for place, (name, characters) in enumerate(new.items(), seat + 1):
        for who in characters:
            known(battle.combatants, who, "combatant")
        name = needed_text(name, "The player's name")
        id, battle = new_id(battle, name)
        player = ask.ruleset.player(id=id, name=name, seat=place, characters=characters)
        battle = replace(battle, players=battle.players | {id: player})
        ids.append(id)
    return battle, tuple(ids)


def _player_leaves(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Set a player as away: their characters become absent too, or another player or the GM runs them."""
    player, run_by = _player(battle, call), str(call.option("run_by", "")).strip()
    if run_by not in ("", RUN_BY_GM) and run_by not in battle.players:
        raise InvalidInput("There is no player “{id}”.", id=run_by)
    if run_by == player.id:
        raise InvalidInput("{player} cannot run the characters while away.", player=player.name)
    if not player.is_present and player.run_by == run_by:
        raise InvalidInput("{player} is already away.", player=player.name)
    other = "the GM" if run_by == RUN_BY_GM else battle.players[run_by].name if run_by else ""
    told = (
        "{player} is away; {other} runs the characters."
        if run_by
        else ("{player} is away, and so are their characters.")
    )
    ask.add_message(*only_gm(told, player=player.name, other=other))
    battle = _with_characters(battle, player, is_here=bool(run_by))
    return _with_player(battle, replace(player, is_present=False, run_by=run_by))


def _player_returns(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    player = _player(battle, call)
    if player.is_present:
        raise InvalidInput("{player} is already here.", player=player.name)
    ask.add_message(*only_gm("{player} is back.", player=player.name))
    before = battle
    battle = _with_player(_with_characters(battle, player, is_here=True), replace(player, is_present=True, run_by=""))
    return _arrived(before, _joined(battle, (player.id,), ask), call, ask)


def _with_characters(battle: AnyBattle, player: Player, *, is_here: bool) -> AnyBattle:
    """Set the characters of a player as present or absent; absent ones are not visible to players."""
    for who in player.characters:
        if who in battle.combatants and battle.combatants[who].is_present != is_here:
            combatant = battle.combatants[who] if is_here else out_of_sight(battle, who)
            battle = battle.with_combatant(replace(combatant, is_present=is_here))
    return battle


def _with_presence(battle: AnyBattle, player: Player, is_here: bool, with_characters: bool) -> AnyBattle:
    """Set a player as present or away; with `with_characters`, their characters as well."""
    if player.is_present == is_here:
        return battle
    battle = _with_player(battle, replace(player, is_present=is_here, run_by=""))
    return _with_characters(battle, player, is_here=is_here) if with_characters else battle


_PLACES = something("places", "Places", help="A place for each character who comes, by id.")

GAME_NIGHT_EDITS: tuple[Action, ...] = (
    edit(
        "start_evening",
        "Start Game Night",
        _start,
        something("present", "Players present", help="Ids of players. Empty: those who were here last time."),
        something("new", "New players", help="The characters of each new player, by the player's name."),
        flag("characters", "Their characters come and go with them", default=True),
        flag("goes_on", "Only for those who come later", help="Who has begun this game night keeps what they have."),
        _PLACES,
        JOINS,
    ),
    edit(
        "player_leaves",
        "Player Leaves",
        _player_leaves,
        _PLAYER,
        words("run_by", "Run by", help="A player's id, or gm. Empty: their characters leave too."),
    ),
    edit("player_returns", "Player Returns", _player_returns, _PLAYER, _PLACES, JOINS),
)


# --------------------------------------------------------------------------------------------------------- shared pools


def _pool(ask: Ask, key: str) -> SharedPool:
    found = next((pool for pool in ask.ruleset.pools if pool.key == key), None)
    if found is None:
        raise InvalidInput("{ruleset} has no common pool “{key}”.", ruleset=ask.ruleset.name, key=key)
    return found


def _set_pool(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Set a shared pool to a number, or change it by a number; not below 0 or above its maximum."""
    pool = _pool(ask, str(needed(call, "pool", "The pool")))
    now, most = pool.value(battle), pool.most(battle)
    wanted = now + whole_number(call, "by", "The change", default=0)
    if call.option("to") is not None:
        wanted = whole_number(call, "to", "The new number")
    if wanted < 0:
        raise InvalidInput("{pool}: only {now} left.", pool=pool.title, now=now)
    if wanted > most:
        raise InvalidInput("{pool}: the maximum is {most}.", pool=pool.title, most=most)
    message = text if pool.is_public else gm_text
    ask.add_message(message("{pool}: {now} → {wanted}.", pool=pool.title, now=now, wanted=wanted))
    return pool.with_value(battle, wanted)


POOL_EDITS = (
    edit(
        "set_pool",
        "Set Common Pool",
        _set_pool,
        words("pool", "Pool"),
        number("to", "To"),
        number("by", "By"),
    ),
)
