"""Every command of the GM's window, a row each: id, title, menu, key, what it does and what it needs.

Menus, shortcuts, the command palette, context menus and the buttons of the top bar all read this table. A row carries
out an action of the model, or a function that is called with the window; `Commands` runs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

from gui.commands import Command, Need, pool_command
from gui.controllers.campaigns import NO_CAMPAIGN
from gui.controllers.edit_controller import unplaced
from gui.controllers.selection import NOBODY_SELECTED, no_turn_words
from gui.controllers.workspace import Workspace
from gui.dialogs.forms import has_form
from gui.panels.action_buttons import MORE, by_heading, heading_of
from gui.panels.action_panel import AS_PLANNED, shown_actions
from gui.style.theme import Mode
from gui.windows.board_area import FORMS, TOOLS
from gui.windows.keys import NO_ACTION, no_dice_words
from model.engine.edits_combatants import next_wave
from model.engine.planning import PLAN, plan_of
from model.engine.ruleset import Action, Ruleset
from model.engine.turn_actions import turn_actions
from model.state.base import ENVIRONMENT
from model.view.tasks import newest_task

if TYPE_CHECKING:
    from gui.windows.gm_window import GmWindow

# ---------------------------------------------------------------------------------------------------------------- needs


def _need(is_met: Callable[[Workspace], bool], why_not: Callable[[Workspace], str] | str) -> tuple[Need, ...]:
    return (Need(is_met, why_not if callable(why_not) else lambda work: why_not),)


def _awaited(otherwise: str | Callable[[Workspace], str]) -> Callable[[Workspace], str]:
    """Return a function that says what must be answered or applied first; `otherwise` applies if nothing must."""

    def words(work: Workspace) -> str:
        call = work.actions.call
        if call is None:
            return otherwise(work) if callable(otherwise) else otherwise
        title = work.ruleset.actions[call.action].title
        is_due = "is ready: apply it with Enter" if work.actions.can_apply else "is waiting for answers: give them"
        return f"{title} {is_due}, or cancel it with Esc."

    return words


def _is_running(work: Workspace) -> bool:
    return work.combat.is_running


def _has_plan(work: Workspace) -> bool:
    who = work.selection.actor
    plan = None if who is None else plan_of(work.battle, who)
    return plan is not None and any(intent.action in work.ruleset.actions for intent in plan.intents)


def _can_set_up(work: Workspace) -> bool:
    return work.ruleset.ranges.in_metres and bool(unplaced(work.battle))


def _set_up_words(work: Workspace) -> str:
    """Why no one can be placed on the map by the program."""
    is_done = not unplaced(work.battle)
    return "Everyone is already on the board." if is_done else "This game counts zones: drag everyone into a zone."


NO_COMBAT = "No combat is running: choose Start Combat first."
SELECTION = _need(lambda work: bool(work.selection.selected), NOBODY_SELECTED)
SHOWN = _need(lambda work: work.selection.current is not None, NOBODY_SELECTED)
COMBAT = _need(_is_running, _awaited(NO_COMBAT))
TURN_OR_RESULT = _need(lambda work: work.combat.is_running or work.actions.can_apply, _awaited(NO_COMBAT))
NOT_RUNNING = _need(lambda work: not work.combat.is_running, "Combat is running already.")
BEFORE_COMBAT = _need(lambda work: not work.combat.is_running, "Combat is running: end it first.")
OUT_OF_TURN = _need(lambda work: work.selection.is_out_of_turn, "No one is acting out of turn.")
ACTOR = _need(
    lambda work: work.actions.actor not in (None, ENVIRONMENT),
    _awaited(lambda work: no_turn_words(work.battle)),
)
GROUP = (
    *_need(lambda work: len(work.battle.order.acting) > 1, "No group has this turn."),
    *_need(lambda work: work.actions.call is None, "Finish or cancel the action in progress first."),
)
ACTION = _need(lambda work: work.actions.call is not None, NO_ACTION)
ANSWER = _need(lambda work: work.actions.due is not None, lambda work: no_dice_words(work.actions))
SOMETHING_DUE = _need(
    lambda work: work.actions.due is not None or bool(work.battle.order.due), "Nothing is due: no dice were put off."
)
CAN_WAIT = _need(
    lambda work: any(want.due for want in work.actions.many.asked.wanted), "Nothing that is asked now can be put off."
)
REFUSAL = _need(lambda work: work.actions.refusal is not None, "Nothing is refused.")
MANY = _need(lambda work: work.actions.many.asked.is_many, "The dice of several combatants are not due.")
PLANNED = _need(_has_plan, "Nothing was planned for this turn.")
UNDO = _need(lambda work: work.bridge.session.can_undo, "There is nothing to undo.")
UNDO_ENTRY = _need(
    lambda work: work.bridge.session.can_undo or work.last_entry is not None,
    "There is nothing to undo.",
)
REDO = _need(lambda work: work.bridge.session.can_redo, "There is nothing to redo.")
BRANCH = _need(
    lambda work: work.bridge.session.played_line is not None, "You are not in a branch: this is the main line."
)
ARCHETYPES = _need(
    lambda work: bool(work.ruleset.archetypes), "This game has no archetypes: add combatants by their names with +."
)
OPPONENTS = _need(lambda work: bool(work.edits.opponents), "There are no opponents.")
PLAYED = _need(
    lambda work: work.player is not None, "Select a player's character: Start Game Night sets who plays whom."
)
WAVE = _need(
    lambda work: bool(next_wave(work.battle)), "No wave is left. Use Set Wave to let combatants come in later."
)
THINGS = _need(lambda work: bool(work.battle.things), "There are no objects: add one first.")
TASK = _need(lambda work: newest_task(work.battle) is not None, "No task is under way: start a new one.")
ONE_ROLL = _need(lambda work: bool(work.ruleset.tasks.once), "This game has no tasks of one roll.")
ATTEMPTS = _need(lambda work: bool(work.ruleset.tasks.attempt), "This game has no rolls for tasks.")
ZONES = _need(lambda work: bool(work.battle.board.zones), "There are no zones: draw them or add them by name first.")
MOVERS = _need(lambda work: bool(work.approach.movers), NOBODY_SELECTED)
SHOWN_TO_PLAYERS = _need(
    lambda work: work.battle.shown is not None, "Nothing is shown to the players over their screen."
)
FOG = _need(lambda work: bool(work.battle.board.fog), "There is no fog on the board.")
PICTURE = _need(lambda work: work.battle.board.picture is not None, "There is no background picture.")
CAMPAIGN = _need(lambda work: work.campaign.is_there, NO_CAMPAIGN)
UNPLACED = _need(_can_set_up, _set_up_words)


# ---------------------------------------------------------------------------------------------------------------- table


def command_table(ruleset: Ruleset) -> Iterator[Command]:
    """Yield every command for a battle of a game, in the order of the menus."""
    yield from _FILE
    yield from _EDIT
    yield from _combat(ruleset)
    yield from _action(ruleset)
    yield from _board()
    yield from _PLAYERS
    yield from _VIEW
    yield from _HELP


# fmt: off
_FILE = (
    Command("new", "New Battle...", "File", "Ctrl+N", lambda window: window.files.new_battle()),
    Command(
        "new_campaign", "New Campaign...", "File", "", lambda window: window.files.new_campaign(),
        help="Makes a folder for the party, the battles, and what lasts from one battle to the next.",
    ),
    Command("open", "Open...", "File", "Ctrl+O", lambda window: window.files.open()),
    Command(
        "save_copy", "Save a Copy...", "File", "Ctrl+Shift+S", lambda window: window.files.save_copy(),
        help="Writes the battle into another file; this one stays open, and every action is saved automatically.",
    ),
    Command(
        "shorten_history", "Trim History...", "File", "", lambda window: window.files.shorten_history(),
        help="Deletes all but the last steps, to pass the battle on without its earlier history.",
    ),
    Command(
        "update_campaign", "Update Campaign...", "File", "", lambda window: window.campaign.update(),
        needs=CAMPAIGN, is_first=True,
        help="Writes to the campaign what the battle has changed: health, injuries, gear and points of the party.",
    ),
    Command(
        "keep", "Add to Campaign", "File", "", lambda window: window.campaign.keep(), needs=(*CAMPAIGN, *SELECTION),
        help="Makes the selected combatants characters of the campaign.",
    ),
    Command("start_page", "Close Battle", "File", "Ctrl+W", lambda window: window.files.start_page(), is_first=True),
    Command("quit", "Quit", "File", "Ctrl+Q", lambda window: window.close()),
)


def _undo_title(window: GmWindow) -> str:
    words = window.work.undo_words
    return f"Undo: {words}" if words else "Undo"


def _redo_title(window: GmWindow) -> str:
    words = window.work.bridge.redo_words
    return f"Redo: {words}" if words else "Redo"


_HISTORY, _LIBRARY, _PRESENCE = "Edit/History", "Edit/Library and Notes", "Edit/Presence"
_EDIT = (
    Command("undo", "Undo", "Edit", "Ctrl+Z", lambda window: window.combat.undo(), needs=UNDO_ENTRY, name=_undo_title),
    Command(
        "redo", "Redo", "Edit", "Ctrl+Shift+Z;Ctrl+Y", lambda window: window.combat.redo(),
        needs=REDO, name=_redo_title,
    ),
    Command(
        "history", "Show History", _HISTORY, "Ctrl+H", lambda window: window.show_dock("history"),
        help="Lists every step of the battle; a click shows the battle as it was then.",
    ),
    Command(
        "mark_moment", "Mark Moment...", _HISTORY, "Ctrl+M", action="mark", asks=("text",),
        help="Marks this moment so that you can find it again, such as “the bridge falls”.",
    ),
    Command(
        "what_if", "What If...", _HISTORY, "", lambda window: window.history.begin_branch_here(), needs=UNDO,
        help="Starts a branch from here, or from the step that is shown; the main line stays as it is.",
    ),
    Command(
        "played_line", "Return to Main Line", _HISTORY, "", lambda window: window.history.return_to_played(),
        needs=BRANCH, help="Leaves the branch; it stays in the list of branches.",
    ),
    Command(
        "compare", "Compare...", _HISTORY, "", lambda window: window.history.compare(), needs=UNDO,
        help="Shows what differs between two steps or branches, combatant by combatant.",
    ),
    Command(
        "story", "Story of the Evening...", _HISTORY, "", lambda window: window.history.tell_story(), needs=UNDO,
        help="Writes what happened as a story, by scene and round, to copy or to save as Markdown or a web page.",
    ),
    Command(
        "statistics", "Show Statistics", _HISTORY, "Ctrl+Shift+H", lambda window: window.show_dock("statistics"),
        help="Shows damage, turns, hits against the exact odds and health over time, during play and afterwards.",
    ),
    Command(
        "correct_step", "Correct Step...", _HISTORY, "Ctrl+Alt+Z",
        lambda window: window.history.correct_selected(window.log.list.selected_line), needs=UNDO,
        help="Opens the last step, or the selected line of the log, and shows what would change in the steps since.",
    ),
    Command(
        "find", "Find...", "Edit", "Ctrl+K", lambda window: window.help.find(),
        help="Finds commands, combatants, actions, zones and rules by a few letters.",
    ),
    Command(
        "add", "Add Combatants or Heal...", "Edit", "+", lambda window: window.combatants.open_line("+"),
        is_first=True, help="“3 raiders” adds combatants, “+3” heals those selected.",
    ),
    Command(
        "quick_build", "Quick Build...", _LIBRARY, "Ctrl+B", lambda window: window.combatants.quick_build(),
        needs=ARCHETYPES, help="Makes a combatant from a name and an archetype of the game; every number can be "
                               "changed.",
    ),
    Command(
        "paste_combatants", "Paste Combatants...", _LIBRARY, "Ctrl+Alt+V", lambda window: window.combatants.paste(),
        help="Adds combatants from a table that was copied in a spreadsheet, after showing what each row becomes.",
    ),
    Command(
        "library", "Find in Library...", _LIBRARY, "Ctrl+L", lambda window: window.open_library(),
        help="Finds combatants, gear and encounters of the campaign, of your library and of the program.",
    ),
    Command(
        "keep_in_library", "Save to Library", _LIBRARY, "",
        lambda window: window.work.show_message(window.work.own_library.keep(window.work.selection.selected)),
        needs=SELECTION,
        help="Writes the selected combatants into the library, to be added to any battle.",
    ),
    Command(
        "keep_conditions", "Save Conditions to Library", _LIBRARY, "",
        lambda window: window.work.show_message(
            window.work.own_library.keep_conditions(window.work.selection.selected)
        ),
        needs=SELECTION,
        help="Writes the selected combatants' conditions of your own into the library, to be applied by name.",
    ),
    Command(
        "quick", "Damage, Heal or Apply Condition...", "Edit", "-", lambda window: window.combatants.open_line("-"),
        needs=SELECTION,
    ),
    Command("hide", "Hide or Reveal", "Edit", "V", lambda window: window.combatants.toggle_hidden(), needs=SELECTION),
    Command(
        "rename", "Rename...", "Edit", "F2", action="rename", asks=("name",), needs=SELECTION, is_first=True,
    ),
    Command(
        "set_public_name", "Set Public Name...", "Edit", action="set_public_name", asks=("name",), needs=SELECTION,
    ),
    Command(
        "portrait", "Choose Portrait...", "Edit", "", lambda window: window.pictures.choose_portrait(), needs=SELECTION,
    ),
    Command(
        "paste_portrait", "Paste Portrait", "Edit", "Ctrl+Shift+V", lambda window: window.pictures.paste_portrait(),
        needs=SELECTION, help="Makes the picture on the clipboard the portrait of the selected combatant.",
    ),
    Command(
        "duplicate", "Duplicate", "Edit", "Ctrl+D", lambda window: window.combatants.duplicate(), needs=SELECTION,
        help="Adds a copy beside each selected combatant; in a running combat it joins as a newcomer does.",
    ),
    Command("group", "Group...", "Edit", "Ctrl+G", lambda window: window.combatants.group(), needs=SELECTION),
    Command("ungroup", "Ungroup", "Edit", "Ctrl+Shift+G", action="ungroup", needs=SELECTION),
    Command("take_out", "Remove from Combat", _PRESENCE, action="take_out", needs=SELECTION, is_first=True),
    Command("mark_fled", "Mark as Fled", _PRESENCE, action="mark_fled", needs=SELECTION),
    Command("mark_captured", "Mark as Captured", _PRESENCE, action="mark_captured", needs=SELECTION),
    Command("mark_surrendered", "Mark as Surrendered", _PRESENCE, action="mark_surrendered", needs=SELECTION),
    Command("bring_back", "Return to Combat", _PRESENCE, action="bring_back", needs=SELECTION),
    Command(
        "player_away", "Mark Player Away", _PRESENCE, "", lambda window: window.combatants.toggle_player(),
        needs=PLAYED, name=lambda window: window.combatants.player_words,
        help="The selected character's player leaves, and the character with them; choose it again to bring both back.",
    ),
    Command("set_absent", "Set Absent", _PRESENCE, action="set_absent", needs=SELECTION),
    Command("set_present", "Set Present", _PRESENCE, action="set_present", needs=SELECTION),
    Command("remove", "Delete", "Edit", "Del", action="remove_combatant", needs=SELECTION),
    Command(
        "all_fields", "All Fields", "Edit", "Shift+F2", lambda window: window.show_all_fields(), needs=SHOWN,
        help="Shows every field of the selected combatant. Skills, powers and gifts are added and removed here.",
    ),
    Command(
        "add_gear", "Add Gear...", "Edit", "", lambda window: window.add_gear(), needs=SHOWN, is_first=True,
        help="Gives weapons, armour and other gear of the game to the selected combatant.",
    ),
    Command(
        "add_thing", "Add Object...", "Edit", "", lambda window: window.combat.add_thing(),
        help="Adds an object, a vehicle or a load; whatever falls or moves without control is listed at the end of "
             "the round.",
    ),
    Command("change_thing", "Edit Object...", "Edit", "", lambda window: window.combat.change_thing(), needs=THINGS),
    Command(
        "export", "Export Selected...", _LIBRARY, "", lambda window: window.files.export_selected(), needs=SELECTION,
        help="Writes the selected combatants into one file, for another campaign or another game master.",
    ),
    Command(
        "import_library", "Import into Library...", _LIBRARY, "", lambda window: window.files.import_into_library(),
        help="Takes a file of combatants, gear or encounters into the library if it has no errors.",
    ),
    Command(
        "run_encounter", "Run Encounter...", _LIBRARY, "", lambda window: window.open_library("company"),
        help="Adds a prepared encounter to this battle, with its map if the battle has none.",
    ),
    Command(
        "keep_encounter", "Save as Encounter...", _LIBRARY, "", lambda window: window.combatants.keep_encounter(),
        needs=OPPONENTS,
        help="Writes everyone except the players' characters into the library, with the map, to be run at any time.",
    ),
    Command("set_wave", "Set Wave...", _LIBRARY, action="set_wave", asks=("wave",), needs=SELECTION),
    Command(
        "bring_in_wave", "Bring In Next Wave", _LIBRARY, "Ctrl+Shift+B",
        lambda window: window.combatants.bring_in_wave(), needs=WAVE,
        help="Brings in the combatants of the next wave, hidden from the players.",
    ),
    Command(
        "note", "Write Note...", _LIBRARY, "/", action="note", asks=("text",),
        help="Writes a GM's note into the log; it stays in the list of notes until it is done.",
    ),
    Command(
        "look_up", "Mark to Look Up", _LIBRARY, "!", lambda window: window.mark_to_look_up(), needs=UNDO,
        help="Marks the last step, or the selected line of the log, to be looked up later.",
    ),
    Command(
        "preferences", "Preferences...", "Edit", "Ctrl+,", lambda window: window.help.show_preferences(), is_first=True,
    ),
)

_ORDER = "Combat/Initiative Order"
_COMBAT = (
    Command(
        "start_fight", "Start Combat", "Combat", "F5", lambda window: window.combat.start(), needs=NOT_RUNNING,
        help="Starts at once with no one surprised; asks who begins where the rules leave that to you.",
    ),
    Command(
        "start_with", "Start Combat With...", "Combat", "Shift+F5", lambda window: window.combat.start_with(),
        needs=NOT_RUNNING, help="Asks who begins and who is surprised, or takes a declared order.",
    ),
    Command(
        "end_turn", "End Turn", "Combat", "N", lambda window: window.combat.end_turn(), needs=TURN_OR_RESULT,
        name=lambda window: str(window.work.combat.end_turn_title),
    ),
    Command("next_member", "Next Group Member", _ORDER, "G", lambda window: window.combat.next_member(), needs=COMBAT),
    Command(
        "end_member", "End Turn of This Member", _ORDER, "Shift+G", lambda window: window.combat.end_member(),
        needs=COMBAT,
    ),
    Command("delay", "Delay Turn", "Combat", "Shift+N", lambda window: window.combat.delay(), needs=COMBAT),
    Command(
        "take_held", "Take Delayed Turn", "Combat", "H", lambda window: window.combat.take_delayed_turn(),
        needs=COMBAT,
    ),
    Command(
        "act_as", "Act as Selected", "Combat", "Shift+A", lambda window: window.combatants.act_as(), needs=SHOWN,
        is_first=True, help="Acts as the selected combatant, even out of turn.",
    ),
    Command(
        "act_in_order", "Return to Initiative Order", "Combat", "",
        lambda window: window.work.selection.act_as(None), needs=OUT_OF_TURN,
    ),
    Command("give_turn", "Give Extra Turn", _ORDER, "", lambda window: window.combat.give_turn(), needs=COMBAT),
    Command("go_now", "Act Now", _ORDER, "", lambda window: window.combat.go_now(), needs=COMBAT),
    Command("jump", "Jump to This Turn", _ORDER, "", lambda window: window.combat.jump(), needs=COMBAT),
    Command(
        "join", "Add to Initiative", _ORDER, "Ctrl+J", lambda window: window.combat.join(), needs=(*COMBAT, *SELECTION),
    ),
    Command("leave", "Remove from Initiative", _ORDER, "", lambda window: window.combat.leave(), needs=COMBAT),
    Command(
        "end_round", "End Round", "Combat", "Ctrl+Shift+N", lambda window: window.combat.end_round(), needs=COMBAT,
    ),
    Command("end_fight", "End Combat", "Combat", "", lambda window: window.combat.end_combat(), needs=COMBAT),
)
_BESIDE_COMBAT = (
    Command(
        "forecast", "Forecast...", "Combat", "Ctrl+F5", lambda window: window.combat.forecast(), needs=OPPONENTS,
        help="Plays the fight to its end a thousand times from here: who wins, who drops, and what would change it.",
    ),
    Command("new_scene", "New Scene...", "Combat", action="new_scene", asks=("name",)),
    Command(
        "start_evening", "Start Game Night...", "Combat", "Ctrl+E", lambda window: window.combat.start_evening(),
        is_first=True, help="Sets who is present tonight, and applies the game's resets for a new session.",
    ),
    Command(
        "rest", "Rest and Recover...", "Combat", "Ctrl+R", lambda window: window.combat.rest(),
        help="Lets the whole party rest at once, by the game's rules or as you tick.",
    ),
    Command(
        "clear_opponents", "Clear Opponents", "Combat", "",
        lambda window: window.work.edit("remove_combatant", *window.work.edits.opponents),
        needs=(*BEFORE_COMBAT, *OPPONENTS),
        help="Deletes everyone who is neither a player's character nor an ally, once combat has ended.",
    ),
    Command(
        "next_battle", "New Battle with This Party...", "Combat", "", lambda window: window.files.next_battle(),
        needs=BEFORE_COMBAT,
        help="A new battle in a file of its own: the characters as they are, without opponents, objects and the map.",
    ),
    Command("title", "Rename Battle...", "Combat", action="set_title", asks=("title",), is_first=True),
    Command("house_rules", "House Rules...", "Combat", "", lambda window: window.help.show_house_rules()),
)
# fmt: on


Value = TypeVar("Value")
Result = TypeVar("Result")


def _on(do: Callable[[GmWindow, Value], Result], value: Value) -> Callable[[GmWindow], Result]:
    """Return what a row does, for functions that several rows use with different values."""
    return lambda window: do(window, value)


def _combat(ruleset: Ruleset) -> Iterator[Command]:
    yield from _COMBAT
    for number, action in enumerate(own_commands(ruleset)):
        yield Command(
            f"order.{action.id}", f"{action.title}..." if has_form(action) else action.title, "Combat", "",
            _on(_carry_out, action.id), is_first=not number, help=action.help,
        )  # fmt: skip
    yield _BESIDE_COMBAT[0]
    for pool in ruleset.pools:
        fewer = f"Shift+{pool.shortcut}" if pool.shortcut else ""
        for step, words, key in ((1, "Add 1", pool.shortcut), (-1, "Remove 1", fewer)):
            yield Command(
                pool_command(pool.key, step), f"{pool.title}: {words}", "Combat/Common Pools", key,
                action="set_pool", options={"pool": pool.key, "by": step}, is_first=step == 1,
            )  # fmt: skip
        yield Command(
            pool_command(pool.key, 0), f"{pool.title}: Set...", "Combat/Common Pools",
            action="set_pool", options={"pool": pool.key}, asks=("to",),
        )  # fmt: skip
    yield from _BESIDE_COMBAT[1:]
    for kind in ruleset.files:
        for id, title, run in (
            ("", kind.command, _on(lambda window, kind: window.files.choose_game_file(kind), kind)),
            (".own", kind.back, _on(lambda window, kind: window.files.leave_game_file(kind), kind)),
            (".save", kind.save, _on(lambda window, kind: window.files.save_game_file(kind), kind)),
        ):
            yield Command(f"file.{kind.id}{id}", title, "Combat/Game Files", "", run)


def own_commands(ruleset: Ruleset) -> tuple[Action, ...]:
    """Return the commands that a game adds to those of all games, except those with their own dialog."""
    others = (*turn_actions(ruleset.turns), *ruleset.rests, ruleset.tasks.begin)
    return tuple(one for one in ruleset.actions.values() if one.group == "order" and one.id not in others)


def _carry_out(window: GmWindow, action: str) -> None:
    window.combat.carry_out(window.work.ruleset.actions[action])


_RESERVED = frozenset("ABFGHINRTVZ")
"""Keys used by the window, which no ruleset's action can have."""
_SIDES = {"pc": "Players", "npc": "Opponents", "ally": "Allies"}


def _action(ruleset: Ruleset) -> Iterator[Command]:
    yield Command(
        "attack", "Attack with Usual Weapon", "Action", "A", lambda window: window.action_panel.attack(), needs=ACTOR
    )
    keys = set(_RESERVED)
    for action in by_heading(shown_actions(ruleset.actions)):
        key = "" if action.key in keys else action.key
        keys.add(key)
        yield Command(
            f"action.{action.id}", action.title, f"Action/Begin/{heading_of(action)}", key,
            _on(lambda window, id: window.action_panel.begin(id), action.id), needs=ACTOR, help=action.help,
        )  # fmt: skip
    yield Command(
        MORE, "All Actions...", "Action", "F3", lambda window: window.action_panel.buttons.open_more(), needs=ACTOR,
        help="Lists every action; a few letters find one.",
    )  # fmt: skip
    yield from _options(ruleset)
    if PLAN in ruleset.actions:
        yield Command(
            AS_PLANNED, "Act as Planned", "Action", "P", lambda window: window.action_panel.plan.begin_planned(),
            needs=PLANNED, help="Starts the action that was planned for this turn.",
        )  # fmt: skip
    yield from _IN_PROGRESS
    for number, side in enumerate(ruleset.sides):
        yield Command(
            f"rolled.{side}", _SIDES.get(side, side), "Action/Roll Automatically For", "",
            _on(lambda window, side: window.combat.toggle_rolling(side), side), is_first=not number,
            is_checked=_on(lambda window, side: window.work.preferences.rolling(side) == "rolled", side),
        )  # fmt: skip
    yield from _TASKS


def _options(ruleset: Ruleset) -> Iterator[Command]:
    """Yield a command for each option of actions that has its own key."""
    actions = ruleset.actions.values()
    if any(action.items is not None for action in actions):
        yield Command(
            "say.item", "Next Weapon or Item", "Action/Options", "W",
            lambda window: window.work.options.next_item(), needs=ACTION,
        )  # fmt: skip
    stepped = {one.key: one for action in actions for one in action.parameters if one.step_key}
    for key, parameter in stepped.items():
        words = "One More" if parameter.kind == "number" else "On or Off"
        yield Command(
            f"say.{key}", f"{parameter.title}: {words}", "Action/Options", parameter.step_key,
            _on(lambda window, key: window.work.options.step(key), key), needs=ACTION, help=parameter.help,
        )  # fmt: skip


# fmt: off
_IN_PROGRESS = (
    Command(
        "group_attack", "Attack with Whole Group", "Action", "B", lambda window: window.combatants.attack_together(),
        needs=GROUP, help="Each member attacks the marked target: one table, one Apply, one undo.",
    ),
    Command("mark", "Mark Target", "Action", "T", lambda window: window.combatants.mark_target(), is_first=True),
    Command(
        "add_target", "Add or Remove Target", "Action", "Ctrl+T", lambda window: window.combatants.add_selected(),
        help="Adds or removes a further target of an action that takes several; Ctrl+right-click does the same.",
    ),
    Command("offer", "Take Offer", "Action", "I", lambda window: window.take_offer()),
    Command("roll", "Roll Dice", "Action", "R", lambda window: window.action_panel.roll(), needs=ANSWER),
    Command(
        "roll_rest", "Roll the Rest\tShift+R in the table", "Action", "",
        lambda window: window.action_panel.table.roll_open(), needs=MANY,
    ),
    Command(
        "roll_due", "Roll Everything Due", "Action", "Ctrl+Shift+R",
        lambda window: window.action_panel.roll_due(), needs=SOMETHING_DUE,
        help="Rolls all dice that are asked for now, else those that were put off.",
    ),
    Command(
        "later", "Put Off Until Later", "Action", "Ctrl+Shift+O", lambda window: window.action_panel.put_off(),
        needs=CAN_WAIT, help="What the end of the turn asks for is asked again at the end of the next one.",
    ),
    Command(
        "answer", "Answer or Apply\tEnter", "Action", "", lambda window: window.action_panel.answer(), needs=ACTION,
    ),
    Command(
        "anyway", "Do It Anyway\tShift+Enter", "Action", "", lambda window: window.action_panel.override_refusal(),
        needs=REFUSAL,
    ),
    Command(
        "step_back", "Back\tBackspace", "Action", "", lambda window: window.action_panel.take_back_last_answer(),
        needs=ACTION,
    ),
    Command(
        "drop", "Cancel Action\tEsc", "Action", "", lambda window: window.action_panel.cancel_action(), needs=ACTION,
    ),
)
_TASKS = (
    Command(
        "tasks", "Show Tasks", "Action/Tasks", "F6", lambda window: window.task_commands.show(), is_first=True,
        help="Shows the tasks that take several successes, during combat or outside it.",
    ),
    Command("new_task", "New Task...", "Action/Tasks", "Shift+F6", lambda window: window.task_commands.new()),
    Command(
        "task_once", "Single Roll...", "Action/Tasks", "Ctrl+F6", lambda window: window.task_commands.roll_once(),
        needs=ONE_ROLL, help="A task that one roll decides, for the selected combatant.",
    ),
    Command(
        "task_attempt", "Roll for Newest Task", "Action/Tasks", "Ctrl+Shift+F6",
        lambda window: window.task_commands.attempt_newest(), needs=(*ATTEMPTS, *TASK),
    ),
    Command(
        "task_success", "Count Success", "Action/Tasks", "", lambda window: window.task_commands.count_newest(True),
        needs=TASK, is_first=True, help="Counts an attempt at the newest task, without dice.",
    ),
    Command(
        "task_failure", "Count Failure", "Action/Tasks", "", lambda window: window.task_commands.count_newest(False),
        needs=TASK, help="Counts an attempt at the newest task, without dice.",
    ),
)
# fmt: on


def _board() -> Iterator[Command]:
    for number, (key, title) in enumerate(
        (("map", "Show Map"), ("zones", "Show Zones"), ("bands", "Show Range Bands")), 1
    ):
        yield Command(
            f"board.{key}", title, "Board", f"Ctrl+{number}", _on(lambda window, key: window.board.show_view(key), key),
            is_checked=_on(lambda window, key: window.board.view == key, key),
        )  # fmt: skip
    for tool in TOOLS:
        yield Command(
            f"tool.{tool.id}", tool.title, "Board/Tools", tool.key,
            _on(lambda window, id: window.board.use_tool(id), tool.id),
            is_checked=_on(lambda window, id: window.board.tool == id, tool.id),
            within=(lambda window: window.board.map) if tool.is_key_of_map else None,
        )  # fmt: skip
    for form in FORMS:
        yield Command(
            f"form.{form.id}", form.title, "Board/Draw", form.key,
            _on(lambda window, id: window.board.take_form(id), form.id),
            is_checked=_on(lambda window, id: window.board.form == id, form.id), help=form.help,
        )  # fmt: skip
    yield from _BOARD


# fmt: off
_BOARD = (
    Command(
        "name_area", "Name Zone or Drawing...", "Board/Draw", "", lambda window: window.board_commands.name_area(),
        is_first=True,
    ),
    Command(
        "set_up", "Place Everyone", "Board", "Ctrl+Shift+A", lambda window: window.placing.set_up(), needs=UNPLACED,
        is_first=True,
        help="Puts everyone who is not on the board yet on the map, with the sides facing each other.",
    ),
    Command(
        "list_zones", "Add Zones by Name...", "Board/Zones", "Shift+L", lambda window: window.zones.type_list(),
        help="Makes zones from their names, without a map: Bar, Street, Roof.",
    ),
    Command(
        "move_to_zone", "Move to Zone...", "Board/Zones", "Z", lambda window: window.zones.choose_destination(),
        needs=ZONES, help="Moves the selected combatants, or the acting one if none is selected.",
    ),
    Command(
        "move_beside", "Move Next To...", "Board/Zones", "Shift+J",
        lambda window: window.combatants.choose_neighbour(), needs=MOVERS,
        help="Moves the selected combatants, or the acting one if none is selected, next to another one, in reach.",
    ),
    Command(
        "everyone_in", "Select Everyone in Zone...", "Board/Zones", "Shift+E",
        lambda window: window.zones.choose_everyone(), needs=ZONES,
    ),
    Command(
        "edit_zone", "Edit Zone...", "Board/Zones", "Ctrl+Shift+E",
        lambda window: window.zones.choose_zone_to_edit(), needs=ZONES,
        help="Changes a zone's name, colour and rules.",
    ),
    Command(
        "edit_way", "Edit Connection...", "Board/Zones", "Ctrl+Shift+L",
        lambda window: window.zones.choose_connection(), needs=ZONES,
        help="Makes a connection closed, one-way, costlier or dependent on a test; or connects two zones.",
    ),
    Command(
        "fog_all", "Hide Board", "Board/Fog", action="fog_all", options={"level": "hidden"},
        help="Players see only darkness and their own characters.",
    ),
    Command("fog_dim", "Dim Board", "Board/Fog", action="fog_all", options={"level": "dimmed"},
        help="Players see the ground dimly, and only their own characters on it.",
    ),
    Command(
        "fog_clear", "Clear Fog", "Board/Fog", action="fog_all", options={"level": "revealed"}, needs=FOG,
    ),
    Command(
        "reveal_seen", "Reveal What Party Sees", "Board/Fog", "Ctrl+Shift+F", action="reveal_seen", needs=FOG,
        is_first=True,
        help="Reveals the zones in which characters of the players are, and those that an open connection leads to.",
    ),
    Command(
        "reveal_and_dim", "Reveal What Party Sees, Dim the Rest", "Board/Fog", action="reveal_seen",
        options={"dims_others": True}, needs=ZONES,
    ),
    Command("fit", "Zoom to Fit", "Board", "F", lambda window: window.board.fit(), is_first=True),
    Command("zoom_in", "Zoom In", "Board", "Ctrl++;Ctrl+=", lambda window: window.board.map.zoom_in()),
    Command("zoom_out", "Zoom Out", "Board", "Ctrl+-", lambda window: window.board.map.zoom_out()),
    Command(
        "grid", "Show Grid", "Board", "#",
        lambda window: window.work.edit("set_grid", shown=not window.work.battle.board.has_grid), is_first=True,
        is_checked=lambda window: bool(window.work.battle.board.has_grid),
    ),
    Command("grid_cells", "Set Grid Size...", "Board", action="set_grid", options={"shown": True}, asks=("cell",)),
    Command(
        "import_map", "Import Map...", "Board", "", lambda window: window.pictures.choose_map(), is_first=True,
        help="Brings in picture, scale and walls of a Universal VTT map (.dd2vtt, .uvtt, .df2vtt) in one step.",
    ),
    Command(
        "picture", "Set Background Picture...", "Board/Picture", "", lambda window: window.pictures.choose_picture(),
    ),
    Command(
        "paste_picture", "Paste Picture", "Board/Picture", "Ctrl+V", lambda window: window.pictures.paste(),
        help="Puts the picture on the clipboard under the board.",
    ),
    Command(
        "picture_width", "Set Picture Width...", "Board/Picture", action="set_picture", asks=("width",), needs=PICTURE,
    ),
    Command(
        "no_picture", "Remove Background Picture", "Board/Picture", action="remove_picture", needs=PICTURE,
    ),
)
_PLAYERS = (
    Command(
        "players_hold", "Freeze Player View", "Players", "F8", lambda window: window.players.toggle_freeze(),
        name=lambda window: str(window.presenter.toggle_title),
        help="Freezes what players see while you work, or shows the current state; without a screen, chooses one.",
    ),
    Command(
        "players_curtain", "Blank Player View", "Players", "Shift+F8",
        lambda window: window.presenter.toggle_blank(),
        is_checked=lambda window: window.presenter.blank_title is not None,
        help="Players see only a plain title.",
    ),
    Command(
        "players_here", "Show Full Screen Here", "Players", "Ctrl+F8",
        lambda window: window.presenter.screens.show_on_gm_screen(),
        help="Shows the player view on this screen when the other one fails. Esc brings this window back.",
    ),
    Command(
        "show", "Show to Players...", "Players", "F9", lambda window: window.show_to_players.choose(), is_first=True,
        help="Shows a picture, a portrait, a title, a message, a rule or the last roll over the players' screen.",
    ),
    Command(
        "take_away", "Stop Showing", "Players", "Shift+F9",
        lambda window: window.show_to_players.take_away(), needs=SHOWN_TO_PLAYERS,
        help="The players see their screen again.",
    ),
    Command(
        "show_picture", "Picture...", "Players/Show", "Alt+F9", lambda window: window.show_to_players.show_picture(),
    ),
    Command(
        "show_portrait", "Portrait of Selected", "Players/Show", "Ctrl+F9",
        lambda window: window.show_to_players.show_portrait(), needs=SELECTION,
        help="Shows the portrait large, with the name that players know.",
    ),
    Command("show_title", "Title Card...", "Players/Show", "", lambda window: window.show_to_players.show_title()),
    Command(
        "show_message", "Message...", "Players/Show", "Ctrl+Shift+F9",
        lambda window: window.show_to_players.show_message(),
    ),
    Command("show_rule", "Rule...", "Players/Show", "", lambda window: window.show_to_players.choose_rule()),
    Command(
        "show_roll", "Last Roll", "Players/Show", "Ctrl+Alt+F9", lambda window: window.show_to_players.show_roll(),
        help="Shows the dice of the last roll, with its modifiers if the roll is the players' own; nothing of "
        "their opponents' numbers.",
    ),
    Command(
        "show_numbers", "Evening in Numbers", "Players/Show", "",
        lambda window: window.show_to_players.show_numbers(), needs=UNDO,
        help="Shows hits, damage and minutes of the combatants that players saw; nothing that they could not know.",
    ),
    Command(
        "scene_picture", "Set Scene Picture...", "Players/Show", "", lambda window: window.show_to_players.show_scene(),
        is_first=True, help="Players see it where their layout has no map.",
    ),
    Command(
        "delete_handout", "Delete Handouts...", "Players/Show", "",
        lambda window: window.show_to_players.delete(),
    ),
    Command(
        "ping", "Ping Selected", "Players", "Alt+P", lambda window: window.players.ping_selected(), is_first=True,
        help="Draws a ring on both screens for three seconds, around the token under the mouse or the selected "
        "combatant.",
    ),
    Command(
        "point_live", "Show Measuring and Aiming", "Players", "", lambda window: window.players.toggle_pointing(),
        is_checked=lambda window: bool(window.players.is_pointing_live),
        help="Players see distances and areas while you measure and aim, not only once an action is applied.",
    ),
    Command(
        "view_follow", "Follow Combat", "Players/Part of the Board", "", lambda window: window.player_view.follow(),
        is_checked=lambda window: bool(window.player_view.mode == "follow"),
        help="Players see all of the fight, wherever it goes.",
    ),
    Command(
        "view_stay", "Stay Here", "Players/Part of the Board", "", lambda window: window.player_view.stay(),
        is_checked=lambda window: bool(window.player_view.mode == "stay"),
        help="Players keep seeing this part of the board; the Player View tool moves it.",
    ),
    Command(
        "view_scale", "True Scale for Miniatures", "Players/Part of the Board", "",
        lambda window: window.player_view.show_true_scale(),
        is_checked=lambda window: bool(window.player_view.mode == "scale"),
        help="A grid cell is 2.54 cm wide on the players' screen; the Player View tool moves what they see.",
    ),
    Command(
        "screen_size", "Set Screen Size...", "Players/Part of the Board", "",
        lambda window: window.player_view.ask_size(), is_first=True,
    ),
    Command(
        "view_distance", "Set Viewing Distance...", "Players/Part of the Board", "",
        lambda window: window.player_view.ask_distance(),
        help="Sets the size of text on the players' screen from the screen size and the viewing distance.",
    ),
    Command(
        "view_frame", "Frame on Map", "Players/Part of the Board", "",
        lambda window: window.player_view.toggle_frame(),
        is_checked=lambda window: bool(window.player_view.shows_frame),
        help="Shows on your map what players see of the board.",
    ),
    Command(
        "players_window", "Ordinary Window", "Players/Window", "", lambda window: window.player_view.toggle_window(),
        is_checked=lambda window: bool(window.player_view.is_window),
        help="Shows the player view in a window called Battleboard Players, for sharing and streaming.",
    ),
    Command(
        "players_frameless", "Without Frame", "Players/Window", "",
        lambda window: window.player_view.toggle_window_frame(),
        is_checked=lambda window: not window.player_view.has_frame,
        help="Shows that window without a frame; drag it anywhere to move it.",
    ),
    Command(
        "turn_timer", "Turn Timer...", "Players", "", lambda window: window.turn_timer.ask(),
        is_checked=lambda window: bool(window.turn_timer.is_on),
        help="Shows a countdown of the time for a turn on both screens; off until you set a time.",
    ),
    Command(
        "players_layout", "Next Layout", "Players", "Ctrl+Shift+F8", lambda window: window.players.next_layout(),
        help="Switches to the next layout of the player view: Full, Theatre of the Mind, Map Only, or your own.",
    ),
    Command(
        "thumbnail", "Show Player View Preview", "Players", "", lambda window: window.players.toggle_thumbnail(),
        is_first=True, is_checked=lambda window: bool(window.work.preferences.shows_thumbnail),
        help="Shows a small picture of the player view under the initiative order, where there is room.",
    ),
)


def _has_theme(window: GmWindow, mode: Mode) -> bool:
    return window.work.preferences.theme == mode


_THEMES: tuple[tuple[Mode, str], ...] = (("system", "Same as System"), ("dark", "Dark"), ("light", "Light"))
_VIEW = (
    *(
        Command(
            f"theme.{mode}", title, "View/Theme", "", _on(lambda window, mode: window.set_theme(mode), mode),
            is_checked=_on(_has_theme, mode),
        )
        for mode, title in _THEMES
    ),
    Command("reset_docks", "Reset Layout", "View", "", lambda window: window.layouts.reset()),
    Command(
        "full_screen", "Full Screen", "View", "F11", lambda window: window.toggle_full_screen(),
        is_checked=lambda window: bool(window.isFullScreen()),
    ),
)
_HELP = (
    Command(
        "rules", "Rules Reference", "Help", "F1", lambda window: window.help.show_rules(),
        help="All rules of the game, by section or by the words in them.",
    ),
    Command("find_rule", "Find Rule...", "Help", "", lambda window: window.help.find("rule ")),
    Command(
        "keys", "Keyboard Shortcuts...", "Help", "Ctrl+F1", lambda window: window.help.show_preferences("Keyboard"),
    ),
    Command("about", "About Battleboard", "Help", "", lambda window: window.help.show_about(), is_first=True),
)
# fmt: on
