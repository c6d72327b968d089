"""Marks words in a field that are not understood, while they are typed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QInputMethodEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit

from gui.controllers.newcomers import Understood
from gui.style.theme import palette
from model.content.typed import Unclear


def unclear_of(entries: Iterable[Understood]) -> tuple[Unclear, ...]:
    """Return the words that are not understood in any of the entries."""
    return tuple(one for entry in entries for one in entry.unclear)


def mark_in_text(field: QPlainTextEdit, unclear: Sequence[Unclear]) -> None:
    """Underline words of a field of several lines; the text and the undo history of the field stay as they are."""
    marks = []
    for one in unclear:
        mark = QTextEdit.ExtraSelection()
        cursor = QTextCursor(field.document())
        most = max(0, field.document().characterCount() - 1)
        cursor.setPosition(min(one.start, most))
        cursor.setPosition(min(one.end, most), QTextCursor.MoveMode.KeepAnchor)
        mark.cursor, mark.format = cursor, _format()
        marks.append(mark)
    field.setExtraSelections(marks)


def mark_in_line(field: QLineEdit, unclear: Sequence[Unclear], by: int = 0) -> None:
    """Underline words of a line, `by` characters behind the position that they have in the text that was read.

    A line has no formats of its own, but shows those that an input method asks for.
    """
    if field.hasSelectedText() and not unclear:
        return
    kind = QInputMethodEvent.AttributeType.TextFormat
    at = field.cursorPosition()
    marks = [QInputMethodEvent.Attribute(kind, one.start + by - at, one.end - one.start, _format()) for one in unclear]
    blocked = field.blockSignals(True)
    QCoreApplication.sendEvent(field, QInputMethodEvent("", marks))
    field.blockSignals(blocked)


def _format() -> QTextCharFormat:
    format = QTextCharFormat()
    format.setForeground(palette().color("bad"))
    format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SpellCheckUnderline)
    format.setUnderlineColor(palette().color("bad"))
    return format
