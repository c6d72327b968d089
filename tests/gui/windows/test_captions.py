"""At 1366x768 no caption of a button, a list of options or a label is cut off."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton, QStyle, QStyleOptionComboBox, QWidget

from gui.controllers.campaigns import samples
from gui.widgets.basics import ElidedLabel
from gui.widgets.fields import ChoiceField
from gui.windows.gm_window import GmWindow
from tests.gui.windows.hands import OpenWindow

pytestmark = pytest.mark.slow

NAMES = [path.path.name.removesuffix(".battle.toml") for path in samples()]


def is_cut(widget: QWidget) -> bool:
    """Whether the text of a widget does not fit it."""
    metrics = widget.fontMetrics()
    if isinstance(widget, ElidedLabel):
        return widget.is_elided()
    if isinstance(widget, QComboBox):
        option = QStyleOptionComboBox()
        widget.initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = widget.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, widget).width()
        return metrics.horizontalAdvance(widget.currentText()) > room
    if isinstance(widget, QPushButton):
        return widget.width() < widget.sizeHint().width()
    return isinstance(widget, QLabel) and not widget.wordWrap() and widget.sizeHint().width() > widget.width() + 1


def caption(widget: QWidget) -> str:
    if isinstance(widget, QComboBox):
        return widget.currentText()
    return widget.text() if isinstance(widget, QPushButton | QLabel) else ""


def settle() -> None:
    """Let what is put off until after a repaint happen, and layouts follow it."""
    for _ in range(4):
        QApplication.processEvents()


def cut(window: QWidget) -> set[str]:
    """Return the captions in a window that are cut off."""
    shown = (one for one in window.findChildren(QWidget) if one.isVisible() and one.width() > 0)
    return {f"{type(one).__name__}: {caption(one)}" for one in shown if caption(one) and is_cut(one)}


def actions_of_all(window: GmWindow) -> Iterator[str]:
    """Begin each action of one combatant of each side, in turn, and yield what it is."""
    sides = {one.side: id for id, one in window.work.battle.combatants.items()}
    for who in sides.values():
        window.work.selection.set_current(who)
        window.combatants.act_as()
        for action in window.work.ruleset.actions.values():
            if action.group in ("order", "edit"):
                continue
            window.action_panel.begin(action.id)
            settle()
            yield f"{who} {action.title}"
            window.action_panel.cancel_action(anyway=True)


@pytest.mark.parametrize("sample", NAMES)
def test_no_caption_of_the_window_is_cut_off(open_window: OpenWindow, sample: str) -> None:
    window = open_window(1366, 768, sample=sample)
    window.work.combat.start()
    settle()
    found = {"at the start": cut(window)}
    for what in actions_of_all(window):
        found[what] = cut(window)
    assert {what: words for what, words in found.items() if words} == {}


def test_a_list_of_options_grows_with_options_that_it_gets_later(window: GmWindow) -> None:
    """A grenade that was given after the first attack was shown as `Fragmentation gr`."""
    box = ChoiceField([("Rifle", 1)], parent=window)
    box.show()
    QApplication.processEvents()
    box.set_options([("Rifle", 1), ("Fragmentation grenade", 2)], 2)
    box.adjustSize()
    assert not is_cut(box)
