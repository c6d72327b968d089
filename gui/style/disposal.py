"""The one way to delete what Qt owns while the program runs: widgets, rows, the contents of layouts and menus.

A widget is often replaced because of its own signal: a field says that it was edited, and the form that listens shows
other fields. Qt goes on using the field when the slot has returned, so deleting it there ends the program. Therefore
nothing is deleted at once. It disappears, says nothing any more, and is deleted when the event loop runs again.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QApplication, QFormLayout, QLayout, QMenu, QWidget


def dispose(thing: QObject | None) -> None:
    """Hide a widget (or another object of Qt), silence it, and delete it when control is back in the event loop.

    A field in it that has the focus does not emit what was typed: its form is about to show something else. None is
    allowed, because layouts have items without a widget.
    """
    if thing is None:
        return
    for timer in thing.findChildren(QTimer):
        timer.stop()
    thing.blockSignals(True)
    if isinstance(thing, QWidget):
        for focused in _focused_in(thing):
            focused.blockSignals(True)
        thing.hide()
    thing.deleteLater()


def _focused_in(widget: QWidget) -> Iterator[QWidget]:
    """Yield the widget with the focus and those around it, up to `widget`, if the focus is in there."""
    focused = QApplication.focusWidget()
    if focused is not None and widget.isAncestorOf(focused):
        while focused is not None and focused is not widget:
            yield focused
            focused = focused.parentWidget()


def dispose_items(layout: QLayout) -> None:
    """Take everything out of a layout, and dispose of the widgets, also of those in layouts within it."""
    while (item := layout.takeAt(0)) is not None:
        inner = item.layout()
        if inner is not None:
            dispose_items(inner)
            dispose(inner)
        dispose(item.widget())


def dispose_row(form: QFormLayout, row: int) -> None:
    """Take a row out of a form, and dispose of its label and its field."""
    taken = form.takeRow(row)
    for item in (taken.labelItem, taken.fieldItem):
        if item is not None:
            dispose(item.widget())


def clear_menu(menu: QMenu) -> None:
    """Take all entries out of a menu, and dispose of those that it owns, with their menus and groups.

    A menu is filled again while one of its entries says that it was chosen, if the choice changes what it lists.
    """
    for entry in menu.actions():
        menu.removeAction(entry)
        if entry.parent() is menu:
            dispose(entry)
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    for owned in (*menu.findChildren(QMenu, options=direct), *menu.findChildren(QActionGroup, options=direct)):
        dispose(owned)
