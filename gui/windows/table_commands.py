"""Commands about what happens at the table beside the blows: the evening's beginning, rests, tasks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from gui.commands import Command

if TYPE_CHECKING:
    from gui.windows.gm_window import GmWindow


def table_commands(window: GmWindow) -> Iterator[Command]:
    """Every command of this kind."""
    yield Command(
        id="group_attack", title="The whole group attacks", menu="Action", key="B", run=window.attack_together,
        is_enabled=lambda: len(window.bridge.battle.order.acting) > 1,
        help="Each member attacks the marked target: one table, one Apply, one undo.",
    )  # fmt: skip
    yield Command(
        id="add_gear", title="Add Gear...", menu="Edit", is_first=True, run=partial(_add_gear, window),
        is_enabled=lambda: bool(window.sheet.who),
        help="Gives weapons, armour and other gear of the game to the combatant whose sheet is shown.",
    )  # fmt: skip
    yield Command(
        id="add_thing", title="Add a thing…", menu="Edit", run=window.people.add_thing,
        help="An object, a vehicle, a load: what falls or moves by itself is listed at the end of the round.",
    )  # fmt: skip
    yield Command(
        id="change_thing", title="Change a thing…", menu="Edit", run=window.people.change_thing,
        is_enabled=lambda: bool(window.bridge.battle.things),
    )  # fmt: skip
    yield from _evening(window)
    yield from _tasks(window)


def _add_gear(window: GmWindow) -> None:
    """Show the sheet, and in it the list of the game's gear."""
    dock = window.docks["sheet"]
    dock.show()
    dock.raise_()
    window.sheet.add_gear()


def _evening(window: GmWindow) -> Iterator[Command]:
    people, ruleset = window.people, window.bridge.ruleset
    yield Command(
        id="start_evening", title="Start the evening…", menu="Battle", key="Ctrl+E", run=people.start_evening,
        is_first=True, help="Who is here tonight; what the game resets is reset.",
    )  # fmt: skip
    yield Command(
        id="rest", title="Rest and recover…", menu="Battle", key="Ctrl+R", run=people.rest,
        is_enabled=lambda: bool(ruleset.rests), why_not=f"{ruleset.name} has no rules for a rest of the whole party.",
        help="A rest of the whole party at once.",
    )  # fmt: skip
    yield Command(
        id="clear_opponents", title="Clear Opponents", menu="Battle",
        run=lambda: window.tell(window.edits.clear_opponents()),
        is_enabled=lambda: not window.fight.is_running and bool(window.edits.opponents),
        help="Removes all who are neither players' characters nor their allies, when the fight has ended.",
    )  # fmt: skip
    yield Command(
        id="next_battle", title="New Battle with This Party...", menu="Battle", run=people.begin_next_battle,
        is_enabled=lambda: not window.fight.is_running, why_not="A fight is running: end it first.",
        help="Opponents, things and the map go; the characters stay as they are, and rounds are counted anew.",
    )  # fmt: skip


def _tasks(window: GmWindow) -> Iterator[Command]:
    desk, actions = window.tasks_desk, window.bridge.ruleset.tasks

    def has_open() -> bool:
        return desk.newest is not None

    yield Command(
        id="tasks", title="Tasks", menu="Action/Tasks", key="F6", run=desk.show, is_first=True,
        help="The tasks that take several successes, beside the fight or without one.",
    )  # fmt: skip
    yield Command(id="new_task", title="New task…", menu="Action/Tasks", key="Shift+F6", run=desk.new)
    yield Command(
        id="task_once", title="One roll…", menu="Action/Tasks", key="Ctrl+F6", run=desk.roll_once,
        is_enabled=lambda: bool(actions.once), help="A task that one roll decides, for whoever is looked at.",
    )  # fmt: skip
    yield Command(
        id="task_attempt", title="Roll for the newest task", menu="Action/Tasks", key="Ctrl+Shift+F6",
        run=desk.attempt_newest, is_enabled=lambda: bool(actions.attempt) and has_open(),
    )  # fmt: skip
    for is_success, title in ((True, "Count a success"), (False, "Count a failure")):
        yield Command(
            id=f"task_{'success' if is_success else 'failure'}", title=title, menu="Action/Tasks",
            run=partial(desk.count_newest, is_success), is_enabled=has_open, is_first=is_success,
            help="An attempt at the newest task, without dice.",
        )  # fmt: skip
