"""Marks words in a field that are not understood, or perhaps not as they are meant, while they are typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QInputMethodEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit

from gui.controllers.newcomers import Understood
from gui.style.theme import palette
from model.content.typed import TypedEntry, Unclear


def _marked(entries: Iterable[Understood | TypedEntry]) -> Iterator[tuple[Unclear, QTextCharFormat]]:
    """Yield the words to mark in any of the entries, each with how."""
    for entry in entries:
        yield from ((one, _format("now_text")) for one in entry.doubts)
        yield from ((one, _format("bad")) for one in entry.unclear)


def mark_in_text(field: QPlainTextEdit, entries: Iterable[Understood | TypedEntry]) -> None:
    """Underline words of a field of several lines; the text and the undo history of the field stay as they are."""
    marks = []
    for one, format in _marked(entries):
        mark = QTextEdit.ExtraSelection()
        cursor = QTextCursor(field.document())
        most = max(0, field.document().characterCount() - 1)
        cursor.setPosition(min(one.start, most))
        cursor.setPosition(min(one.end, most), QTextCursor.MoveMode.KeepAnchor)
        mark.cursor, mark.format = cursor, format
        marks.append(mark)
    field.setExtraSelections(marks)


def mark_in_line(field: QLineEdit, entries: Iterable[Understood | TypedEntry]) -> None:
    """Underline words of a line.

    A line has no formats of its own, but shows those that an input method asks for.
    """
    marked = [*_marked(entries)]
    if field.hasSelectedText() and not marked:
        return
    kind = QInputMethodEvent.AttributeType.TextFormat
    at = field.cursorPosition()
    marks = [QInputMethodEvent.Attribute(kind, one.start - at, one.end - one.start, format) for one, format in marked]
    blocked = field.blockSignals(True)
    QCoreApplication.sendEvent(field, QInputMethodEvent("", marks))
    field.blockSignals(blocked)


def _format(color: Literal["bad", "now_text"]) -> QTextCharFormat:
    format = QTextCharFormat()
    format.setForeground(palette().color(color))
    format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SpellCheckUnderline)
    format.setUnderlineColor(palette().color(color))
    return format
