"""The number of keys that common tasks take, because a GM with impatient players notices every one.

Keys of commands, digits that choose, and Enter are counted; names, lines and dice have to be typed anyway and are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QDialog, QPlainTextEdit
from pytestqt.qtbot import QtBot

from gui.app import Program
from gui.controllers import action_controller
from gui.controllers.campaigns import SessionLibrary
from gui.dialogs.campaign_dialogs import NewBattleDialog
from gui.dialogs.combat_dialogs import StartCombatDialog
from gui.style import theme
from gui.windows.command_table import command_table
from gui.windows.gm_window import GmWindow
from model.dice.answers import Faces
from model.dice.requests import DiceRequest
from model.engine.calls import Call
from model.session.registry import rulesets
from model.state.base import Id
from tests.gui.map.hands import click
from tests.gui.windows.hands import CountedKeys, OpenWindow, health_of

pytestmark = pytest.mark.slow

DOCKS, MUSEUM, STATION = "dockside-ambush", "kalos-night-at-the-museum", "wasteland-red-filling-station"
ROADBLOCK, LOADING_BAY = "effort-roadblock", "zamani-loading-bay"
SAMPLES = (DOCKS, MUSEUM, STATION, ROADBLOCK, LOADING_BAY)
"""One sample of each game."""


@pytest.fixture
def keys() -> CountedKeys:
    return CountedKeys()


def fighting(open_window: OpenWindow, sample: str, side: str = "pc") -> GmWindow:
    """Return the window of a sample in its first turn, with the acting combatant's nearest opponent marked."""
    window = open_window(1366, 768, sample=sample)
    fight, actions, selection = window.work.combat, window.work.actions, window.work.selection
    usual = fight.usual_start()
    assert fight.start(**({"first": side} if usual is None else usual)) is None
    if window.work.battle.order.phase == "planning":
        # The first turn needs no plans; nobody sacrifices, and the combatant asked first rolls the highest die.
        assert fight.end_turn() is None
        actions.anyway()
    if actions.call is not None:
        # Nobody began the combat, where the rules ask.
        faces = count(10, -1)
        while (due := actions.due) is not None:
            if isinstance(due, DiceRequest):
                actions.answer(Faces(faces=tuple(max(1, next(faces)) for _ in range(due.count))))
            else:
                assert actions.choose(due.default) is None
        assert actions.call is not None
        assert window.work.bridge.refused_words(window.work.bridge.act(actions.call)) is None
    assert selection.actor is not None
    window.combatants.mark(actions.foes()[0])
    window.board.map.setFocus()
    return window


def type_dice(window: GmWindow, keys: CountedKeys) -> None:
    """Type the dice that are due, without counting: fives, or 07 on a d100; Enter ends dice with two digits."""
    while isinstance(due := window.work.actions.due, DiceRequest):
        keys.type(["07"] if due.sides == 100 else ["5"] * due.count)
        if due.sides >= 10:
            keys.type(["Enter"])
        assert window.work.actions.due != due


def last_action(window: GmWindow) -> str:
    return window.work.bridge.session.steps[-1].call.action


# -------------------------------------------------------------------------------------------------------- during combat


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_common_attack_takes_two_keys_and_the_dice(open_window: OpenWindow, keys: CountedKeys, sample: str) -> None:
    window = fighting(open_window, sample)
    keys.press("A")
    type_dice(window, keys)
    keys.press("Enter")
    assert last_action(window) == "attack"
    assert keys.count == 2


def carry_on(window: GmWindow, keys: CountedKeys) -> None:
    """Go on with the action in progress until it is applied; only faces are typed without counting, not Enter."""
    actions = window.work.actions
    for _ in range(20):
        due = actions.due
        if isinstance(due, DiceRequest):
            keys.type(["5"] * due.count if due.sides < 10 else " ".join(["5"] * due.count))
            if actions.due == due:
                keys.press("Enter")
        elif actions.call is None:
            return
        else:
            keys.press("1" if actions.needs_target else "Shift+Enter" if actions.refusal is not None else "Enter")


def test_an_attack_of_the_game_with_the_most_dice_takes_six_keys_besides_them(
    open_window: OpenWindow, keys: CountedKeys
) -> None:
    """Attack, pick the target, and Enter after the d20s, after the hit location, and to apply."""
    window = fighting(open_window, STATION)
    window.work.preferences.set_rolling("pc", "typed")
    window.work.selection.mark()
    keys.press("A")
    carry_on(window, keys)
    assert last_action(window) == "attack"
    assert keys.count <= 6


@pytest.mark.parametrize(
    ("sample", "who", "action"),
    [("zerospace-refinery-breakout", "sapper-14", "area_attack"), (ROADBLOCK, "otto-4", "attack_area")],
)
def test_an_attack_on_an_area_takes_at_most_ten_keys(
    open_window: OpenWindow, keys: CountedKeys, sample: str, who: str, action: str
) -> None:
    """Begin it, click the place, and apply, with Enter after dice that need it; also out of turn, as a click counts."""
    window = fighting(open_window, sample)
    actions = window.work.actions
    for side in ("pc", "npc"):
        window.work.preferences.set_rolling(side, "typed")
    window.work.selection.mark()
    window.work.selection.act_as(who)
    window.board.map.setFocus()
    keys.press("E")
    assert actions.call is not None
    assert actions.call.action == action
    x, y = window.work.battle.combatants[actions.foes()[0]].place.point or (0.0, 0.0)
    click(window.board.map, (x - 2, y - 2))
    keys.count += 1
    carry_on(window, keys)
    assert last_action(window) == action
    assert keys.count <= 10


@pytest.mark.parametrize(("sample", "target"), [(DOCKS, "apex-1"), (MUSEUM, "bulwark-3")])
def test_six_minions_attack_with_three_keys(
    open_window: OpenWindow, keys: CountedKeys, monkeypatch: pytest.MonkeyPatch, sample: str, target: str
) -> None:
    """Mark the target, begin, apply. All of them miss, because the others would not attack once the target drops."""
    monkeypatch.setattr(action_controller, "thrown", lambda request: Faces(faces=(1,) * request.count))
    window = open_window(1366, 768, sample=sample)
    known = set(window.work.battle.combatants)
    assert window.work.edits.add("6 guards") is None
    guards = tuple(who for who in window.work.battle.combatants if who not in known)
    for number, who in enumerate(guards):
        place = {"x": 20.0 + number, "y": 4.0}
        assert window.work.bridge.edit(Call(action="place", targets=(who,), options={"place": place})) is None
    window.work.selection.select(guards)
    window.work.edit("group", *guards, name="Guards")
    window.work.combat.start(first="npc")
    slot = window.work.combat.slot_of(guards[0])
    assert slot is not None
    window.work.combat.do("jump", slot=slot.id)
    window.work.selection.set_current(target)
    window.board.map.setFocus()
    keys.press("T B Enter")
    step = window.work.bridge.session.steps[-1]
    assert {roll.id.partition("/")[0] for roll in step.note.rolls} == {f"{who}.{target}" for who in guards}
    assert keys.count == 3


@pytest.mark.parametrize("sample", SAMPLES)
def test_three_enemies_come_in_mid_fight_with_two_keys_and_the_line(
    open_window: OpenWindow, keys: CountedKeys, sample: str
) -> None:
    """Each newcomer has its own turn, and one undo takes all of it back."""
    window = fighting(open_window, sample)
    before = window.work.battle
    keys.press("+")
    keys.type("3 bandits")
    keys.press("Enter")
    came = [who for who in window.work.battle.combatants if who not in before.combatants]
    assert len(came) == 3
    assert len({own.id for who in came if (own := window.work.combat.slot_of(who)) is not None}) == 3
    assert keys.count == 2
    window.combat.undo()
    assert window.work.battle == before


@pytest.mark.parametrize("sample", [MUSEUM, STATION])
def test_a_selection_is_hidden_and_revealed_with_a_key_each(
    open_window: OpenWindow, keys: CountedKeys, sample: str
) -> None:
    window = fighting(open_window, sample)
    foes = window.work.actions.foes()[:3]
    window.work.selection.select(foes)

    def hidden() -> list[bool]:
        return [window.work.battle.combatants[who].is_hidden for who in foes]

    keys.press("V")
    assert hidden() == [True, True, True]
    keys.press("V")
    assert hidden() == [False, False, False]
    assert keys.count == 2


@pytest.mark.parametrize(("sample", "area"), [(DOCKS, "warehouse"), (STATION, "road")])
def test_all_in_an_area_are_damaged_with_six_keys(
    open_window: OpenWindow, keys: CountedKeys, sample: str, area: str
) -> None:
    """Shift+E, a letter of the zone and Enter select all in the zone; -, the number and Enter damage them."""
    window = fighting(open_window, sample)
    battle = window.work.battle
    zone = next(zone.id for zone in battle.board.zones.values() if zone.name.lower() == area)
    inside: tuple[Id, ...] = tuple(who.id for who in battle.combatants.values() if who.place.zone == zone)
    before = {who: health_of(window, who) for who in battle.combatants}
    keys.press(f"Shift+E {area[0]} Enter - 1 Enter")
    assert inside
    # Amounts are not compared, because any damage defeats a minion.
    assert {who for who, health in before.items() if health_of(window, who) < health} == set(inside)
    assert keys.count == 6


# -------------------------------------------------------------------------------------------------- from the start page


@pytest.fixture
def program(qtbot: QtBot, library: SessionLibrary) -> Iterator[Program]:
    theme().apply(QApplication.instance(), "dark")
    made = Program(library)
    yield made
    made.end()


def answering(owner: Program, kind: type[QDialog], does: Callable[[QDialog], object]) -> None:
    """Answer the next dialog of a kind from a timer once it has the focus, because `exec` blocks until it is closed."""
    timer = QTimer(owner, interval=5)

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, kind) and dialog.isActiveWindow() and QApplication.focusWidget() is not None:
            timer.stop()
            does(dialog)

    timer.timeout.connect(look)
    timer.start()


@pytest.mark.parametrize("game", ["kalos", "effort", "wasteland"])
def test_an_improvised_fight_is_at_its_first_attack_after_25_keys(
    program: Program, keys: CountedKeys, qtbot: QtBot, game: str
) -> None:
    """The party fights three kinds of opponents; keys are counted from the start page on."""
    page = program.show_start()
    with qtbot.waitActive(page):
        page.activateWindow()

    def type_fight(dialog: QDialog) -> None:
        assert isinstance(dialog, NewBattleDialog)
        # The dialog starts with the game played last, so no keys are counted for it; the name may be left out.
        dialog.rules.setCurrentIndex(dialog.rules.findData(game))
        dialog.title.setFocus()
        keys.press("Tab Tab")
        assert isinstance(QApplication.focusWidget(), QPlainTextEdit)
        for line in ("Ada pc, Bob pc", "3 bandits", "dog", "sniper"):
            keys.type(line)
            keys.press("Enter" if line != "sniper" else "Ctrl+Enter")

    answering(program, NewBattleDialog, type_fight)
    # Where sides take turns, the GM has to say which side begins: Enter takes the players.
    answering(program, StartCombatDialog, lambda dialog: keys.press("Enter"))
    keys.press("Ctrl+N")
    qtbot.waitUntil(lambda: program.window is not None)
    window = program.window
    assert window is not None
    qtbot.waitUntil(window.isActiveWindow)
    keys.press("F5")
    with qtbot.waitActive(window):
        window.activateWindow()
    actions = window.work.actions
    if actions.due is not None:
        # Where the chapter asks who began the combat: nobody.
        keys.press("Enter")
    window.board.map.setFocus()
    if window.work.battle.order.phase == "planning":
        # Begin without plans and roll all dice of the table; ties are rolled again.
        keys.press("N Shift+Enter")
        while actions.call is not None:
            keys.press("Enter" if actions.can_apply else "Shift+R")
    keys.press("A")
    while actions.call is not None:
        assert keys.count <= 25
        type_dice(window, keys)
        if actions.needs_target:
            keys.press("1")
        else:
            keys.press("Shift+Enter" if actions.refusal is not None else "Enter")
    assert last_action(window) == "attack"
    assert keys.count <= 25


def test_no_two_commands_of_a_game_have_one_key() -> None:
    """Qt runs neither of two commands that share a key. Options of an action have keys only while it is in progress."""
    for game, ruleset in rulesets().items():
        owners: dict[str, list[str]] = {}
        for command in command_table(ruleset):
            for key in filter(None, command.key.split(";")):
                owners.setdefault(QKeySequence(key).toString(), []).append(command.id)
        shared = {key: ids for key, ids in owners.items() if len([id for id in ids if not id.startswith("say.")]) > 1}
        assert shared == {}, game
