"""All commands of the GM's window, menu by menu."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from gui.commands import Command
from gui.controllers.attention import NOBODY_SELECTED
from gui.dialogs.command_form import has_form
from gui.panels.action_buttons import MORE
from gui.panels.action_more import by_heading, heading_of
from gui.panels.action_panel import AS_PLANNED, shown_actions
from gui.style.theme import Mode
from gui.windows.board_commands import board_commands
from gui.windows.key_router import no_dice_words
from gui.windows.option_commands import option_commands
from gui.windows.pools_desk import pool_commands
from gui.windows.table_commands import table_commands
from gui.windows.turn_end import delay, end_combat, end_round, end_turn
from model.engine.planning import PLAN
from model.state.base import ENVIRONMENT

if TYPE_CHECKING:
    from gui.windows.gm_window import GmWindow

_RESERVED = frozenset("ABFGHINRTVZ")
"""Keys of the window's own, which no ruleset's action can have."""


def gm_commands(window: GmWindow) -> Iterator[Command]:
    """Every command, in the order of the menus."""
    yield from _file(window)
    yield from _edit(window)
    yield from _battle(window)
    yield from _action(window)
    yield from table_commands(window)
    yield from board_commands(window)
    yield from _players(window)
    yield from _view(window)
    yield from _help(window)


def _has(owner: object, name: str, value: str) -> bool:
    return bool(getattr(owner, name) == value)


def _is_rolled(window: GmWindow, side: str) -> bool:
    return window.preferences.rolling(side) == "rolled"


def _file(window: GmWindow) -> Iterator[Command]:
    yield Command(id="new", title="New battle…", menu="File", key="Ctrl+N", run=window.files.new_battle)
    yield Command(id="open", title="Open…", menu="File", key="Ctrl+O", run=window.files.open)
    yield Command(
        id="save_copy", title="Save a copy…", menu="File", key="Ctrl+Shift+S", run=window.files.save_copy,
        help="The fight goes on in the file it is in; every action is saved there by itself.",
    )  # fmt: skip
    yield Command(
        id="shorten_history", title="Shorten the history…", menu="File", run=window.files.shorten_history,
        help="Forget all but the last steps, to hand the fight on without what lies before.",
    )  # fmt: skip
    yield Command(id="start_page", title="Start page", menu="File", run=window.files.start_page)
    yield Command(id="quit", title="Quit", menu="File", key="Ctrl+Q", run=window.close, is_first=True)


def _edit(window: GmWindow) -> Iterator[Command]:
    bridge, people = window.bridge, window.people

    def has_selection() -> bool:
        return bool(window.attention.selected)

    def one(id: str, title: str, key: str, run: Callable[[], object], is_first: bool = False) -> Command:
        return Command(
            id=id, title=title, menu="Edit", key=key, run=run, is_first=is_first,
            is_enabled=has_selection, why_not=NOBODY_SELECTED,
        )  # fmt: skip

    yield Command(
        id="undo", title="Undo", menu="Edit", key="Ctrl+Z", run=window.undo,
        is_enabled=lambda: bridge.session.can_undo, why_not="There is nothing to undo.",
        name=lambda: f"Undo: {bridge.undo_words}" if bridge.undo_words else "Undo",
    )  # fmt: skip
    yield Command(
        id="redo", title="Redo", menu="Edit", key="Ctrl+Shift+Z;Ctrl+Y", run=window.redo,
        is_enabled=lambda: bridge.session.can_redo, why_not="There is nothing to redo.",
        name=lambda: f"Redo: {bridge.redo_words}" if bridge.redo_words else "Redo",
    )  # fmt: skip
    yield Command(id="find", title="Find anything…", menu="Edit", key="Ctrl+K", run=window.find_anything)
    yield Command(
        id="add", title="Add fighters or heal…", menu="Edit", key="+", run=lambda: people.open_line("+"), is_first=True,
        help="“3 raiders” adds fighters, “+3” heals whoever is selected.",
    )  # fmt: skip
    yield one("quick", "Hurt, heal or lay on a condition…", "-", lambda: people.open_line("-"))
    yield one("hide", "Hide or reveal", "V", people.toggle_hidden)
    yield one("rename", "Rename…", "F2", people.rename, is_first=True)
    yield one("public_name", "Name for players…", "", people.set_public_name)
    yield one("portrait", "Portrait…", "", window.files.choose_portrait)
    yield one("duplicate", "Duplicate", "Ctrl+D", people.duplicate)
    yield one("group", "Group…", "Ctrl+G", people.group)
    yield one("ungroup", "Ungroup", "Ctrl+Shift+G", people.ungroup)
    yield one("take_out", "Take out of the fight", "", people.take_out, is_first=True)
    yield one("bring_back", "Bring back", "", people.bring_back)
    yield one("set_absent", "Set Absent", "", lambda: window.tell(window.edits.set_absent()))
    yield one("set_present", "Set Present", "", lambda: window.tell(window.edits.set_present()))
    yield one("remove", "Remove", "Del", people.remove)


def _battle(window: GmWindow) -> Iterator[Command]:
    fight, people = window.fight, window.people

    def running() -> bool:
        return fight.is_running

    def one(id: str, title: str, key: str, run: Callable[[], object], *, part: str = "") -> Command:
        return Command(
            id=id,
            title=title,
            menu=f"Battle{part}",
            key=key,
            run=run,
            is_enabled=running,
            why_not=partial(_awaited, window, _NO_COMBAT),
        )

    yield Command(
        id="start_fight", title="Start the fight…", menu="Battle", key="F5", run=window.people.start_fight,
        is_enabled=lambda: not fight.is_running, why_not="The fight is running already.",
    )  # fmt: skip
    yield Command(
        id="end_turn", title="End turn", menu="Battle", key="N", run=partial(end_turn, window),
        is_enabled=lambda: fight.is_running or window.controller.can_apply,
        why_not=partial(_awaited, window, _NO_COMBAT), name=lambda: fight.end_turn_title,
    )  # fmt: skip
    yield one("next_member", "Next of the group", "G", window.next_member, part="/Order of play")
    yield one("end_member", "End the turn of this one only", "Shift+G", window.end_member, part="/Order of play")
    yield one("delay", "Delay the turn", "Shift+N", partial(delay, window))
    yield one("take_held", "Take a turn held back", "H", people.take_held_turn)
    yield Command(
        id="act_as", title="Act as the one looked at", menu="Battle", key="Shift+A", run=people.act_as, is_first=True,
        is_enabled=lambda: window.attention.looked_at is not None, why_not=NOBODY_SELECTED,
        help="Actions are those of the one looked at, also out of turn.",
    )  # fmt: skip
    yield Command(
        id="act_in_order", title="Back to the order of play", menu="Battle", run=lambda: window.attention.act_as(None),
        is_enabled=lambda: window.attention.is_out_of_turn,
    )  # fmt: skip
    yield one("give_turn", "Give an extra turn", "", people.give_turn, part="/Order of play")
    yield one("go_now", "Goes now", "", people.go_now, part="/Order of play")
    yield one("jump", "Go to this turn", "", people.jump, part="/Order of play")
    yield one("join", "Join the order of play", "Ctrl+J", people.join, part="/Order of play")
    yield one("leave", "Leave the order of play", "", people.leave, part="/Order of play")
    yield one("end_round", "End round", "Ctrl+Shift+N", partial(end_round, window))
    yield one("end_fight", "End fight", "", partial(end_combat, window))
    for number, action in enumerate(fight.own_commands):
        yield Command(
            id=f"order.{action.id}", title=f"{action.title}…" if has_form(action) else action.title, menu="Battle",
            run=partial(people.command, action), is_first=not number, help=action.help,
        )  # fmt: skip
    yield Command(id="new_scene", title="New scene…", menu="Battle", run=people.new_scene)
    yield from pool_commands(window)
    yield Command(id="title", title="Name the battle…", menu="Battle", run=people.set_title, is_first=True)
    yield Command(id="house_rules", title="House rules…", menu="Battle", run=window.show_house_rules)
    for kind in window.bridge.ruleset.files:
        files = window.files
        for id, title, run in (
            ("", kind.command, files.choose_game_file),
            (".own", kind.back, files.leave_game_file),
            (".save", kind.save, files.save_game_file),
        ):
            yield Command(id=f"file.{kind.id}{id}", title=title, menu="Battle/Game files", run=partial(run, kind))


def _action(window: GmWindow) -> Iterator[Command]:
    panel, actions = window.action_panel, window.controller

    def has_call() -> bool:
        return actions.call is not None

    keys = set(_RESERVED)
    yield Command(
        id="attack", title="Attack with the usual weapon", menu="Action", key="A", run=panel.attack,
        is_enabled=lambda: actions.actor not in (None, ENVIRONMENT), why_not=partial(_awaited, window, _NOBODY_ACTS),
    )  # fmt: skip
    for action in by_heading(shown_actions(window.bridge.ruleset.actions)):
        key = "" if action.key in keys else action.key
        keys.add(key)
        yield Command(
            id=f"action.{action.id}", title=action.title, menu=f"Action/Begin/{heading_of(action)}", key=key,
            help=action.help, run=partial(panel.begin, action.id),
            is_enabled=lambda: actions.actor not in (None, ENVIRONMENT),
            why_not=partial(_awaited, window, _NOBODY_ACTS),
        )  # fmt: skip
    yield Command(
        id=MORE, title="All actions…", menu="Action", key="F3", run=panel.buttons.open_more,
        is_enabled=lambda: actions.actor not in (None, ENVIRONMENT), why_not=partial(_awaited, window, _NOBODY_ACTS),
        help="What can be done, found by a few letters.",
    )  # fmt: skip
    yield from option_commands(window)
    if PLAN in window.bridge.ruleset.actions:
        yield Command(
            id=AS_PLANNED, title="As planned", menu="Action", key="P", run=panel.plan.begin_planned,
            is_enabled=lambda: panel.plan.planned is not None, why_not="Nothing was planned for this turn.",
            help="Begin what was planned for this turn.",
        )  # fmt: skip
    yield Command(id="mark", title="Mark the target", menu="Action", key="T", run=window.mark_target, is_first=True)
    yield Command(
        id="add_target", title="Add to the targets, or take away", menu="Action", key="Ctrl+T",
        run=window.add_looked_at, help="For actions that take many targets; Ctrl and a right click do the same.",
    )  # fmt: skip
    yield Command(id="offer", title="Take one of the offers", menu="Action", key="I", run=window.take_offer)
    yield Command(
        id="roll", title="Roll the dice", menu="Action", key="R", run=panel.roll,
        is_enabled=lambda: actions.due is not None, why_not=lambda: no_dice_words(actions),
    )  # fmt: skip
    yield Command(
        id="roll_rest", title="Roll the rest\tShift+R in the table", menu="Action", run=panel.table.roll_open,
        is_enabled=lambda: panel.is_table,
    )  # fmt: skip
    yield Command(id="answer", title="Answer or apply\tEnter", menu="Action", run=panel.answer, is_enabled=has_call)
    yield Command(
        id="anyway", title="Do it anyway\tShift+Enter", menu="Action", run=panel.do_anyway,
        is_enabled=lambda: actions.refusal is not None,
    )  # fmt: skip
    yield Command(id="step_back", title="Step back\tBackspace", menu="Action", run=panel.step_back, is_enabled=has_call)
    yield Command(id="drop", title="Drop the action\tEsc", menu="Action", run=panel.drop_action, is_enabled=has_call)
    for number, side in enumerate(window.bridge.ruleset.sides):
        yield Command(
            id=f"rolled.{side}", title=_SIDES.get(side, side), menu="Action/Dice the program rolls",
            run=partial(window.toggle_rolling, side), is_first=not number,
            is_checked=partial(_is_rolled, window, side),
        )  # fmt: skip


def _awaited(window: GmWindow, otherwise: str) -> str:
    """What is to be answered or applied first, such as the start of a fight; `otherwise` where nothing is."""
    actions = window.controller
    if actions.call is None:
        return otherwise
    command = window.bridge.ruleset.actions[actions.call.action].title
    is_due = "is ready: apply it with Enter" if actions.can_apply else "is waiting for answers: give them"
    return f"{command} {is_due}, or drop it with Esc."


_NO_COMBAT = "No fight is running: start it first."
_NOBODY_ACTS = "Nobody is acting: select a combatant to act with first."
_SIDES = {"pc": "of players", "npc": "of opponents", "ally": "of allies"}


def _players(window: GmWindow) -> Iterator[Command]:
    desk, presenter = window.players, window.presenter
    yield Command(
        id="players_hold", title="Freeze Player View", menu="Players", key="F8", run=desk.toggle_hold,
        name=lambda: presenter.toggle_title,
        help="Freezes what players see while you work on, or shows the newest; without a screen, shows it on one.",
    )  # fmt: skip
    yield Command(
        id="players_curtain", title="Blank Player View", menu="Players", key="Shift+F8", run=presenter.toggle_curtain,
        is_checked=lambda: presenter.curtain_title is not None, help="Players see nothing but a quiet title.",
    )  # fmt: skip
    yield Command(
        id="players_here", title="Show full screen on this screen", menu="Players", key="Ctrl+F8",
        run=presenter.screens.show_on_laptop, help="For a television that is dead. Esc brings this window back.",
    )  # fmt: skip
    yield Command(
        id="thumbnail", title="Show here what players see", menu="Players", run=desk.toggle_thumbnail, is_first=True,
        is_checked=lambda: window.preferences.shows_thumbnail,
        help="The small picture under the order of play, where there is room for it.",
    )  # fmt: skip


def _view(window: GmWindow) -> Iterator[Command]:
    modes: tuple[tuple[Mode, str], ...] = (("system", "As the system"), ("dark", "Dark"), ("light", "Light"))
    for mode, title in modes:
        yield Command(
            id=f"theme.{mode}", title=title, menu="View/Colours", run=partial(window.set_theme, mode),
            is_checked=partial(_has, window.preferences, "theme", mode),
        )  # fmt: skip
    yield Command(id="reset_docks", title="Put the docks back", menu="View", run=window.reset_docks)
    yield Command(
        id="full_screen", title="Full screen", menu="View", key="F11", run=window.toggle_full_screen,
        is_checked=window.isFullScreen,
    )  # fmt: skip


def _help(window: GmWindow) -> Iterator[Command]:
    yield Command(
        id="rules", title="Rules", menu="Help", key="F1", run=window.show_rules,
        help="All rules of the game, by section or by the words that stand in them.",
    )  # fmt: skip
    yield Command(id="find_rule", title="Find a rule…", menu="Help", run=lambda: window.find_anything("rule "))
    yield Command(id="keys", title="Keyboard shortcuts…", menu="Help", key="Ctrl+F1", run=window.show_keys)
    yield Command(id="about", title="About Battleboard", menu="Help", run=window.show_about, is_first=True)
