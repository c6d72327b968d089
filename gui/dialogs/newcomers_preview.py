"""What a typed line would make: a row for each entry with its token, and the rest of the name being typed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from gui.controllers.newcomers_line import Understood
from gui.style.icons import icon
from gui.style.measures import HALF, UNIT
from gui.style.theme import palette, set_role
from gui.style.tokens import TokenLook, draw_token, initials_of

TOKEN = 24
"""Pixels of a token in a row."""
_MOST = 6
"""Entries that are shown; further ones are counted."""
_NAMES_SHOWN = 5


class NewcomersPreview(QWidget):
    """Stands under the field in which newcomers are typed; nothing while nothing is typed."""

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(UNIT)
        self._grid.setVerticalSpacing(HALF)
        self._grid.setColumnStretch(1, 1)
        column.addLayout(self._grid)
        self.suggested = QLabel()
        """The names that the tab key would complete."""
        self.suggested.setWordWrap(True)
        self.suggested.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self.suggested, "muted")
        column.addWidget(self.suggested)
        self._rows = [self._row(number) for number in range(_MOST + 1)]
        self.show_line((), ())

    def _row(self, number: int) -> tuple[QLabel, QLabel]:
        picture, words = QLabel(), QLabel()
        picture.setFixedWidth(TOKEN)
        words.setWordWrap(True)
        words.setTextFormat(Qt.TextFormat.PlainText)
        self._grid.addWidget(picture, number, 0)
        self._grid.addWidget(words, number, 1)
        return picture, words

    def show_line(self, entries: Sequence[Understood], names: Sequence[str]) -> None:
        """Show what the entries mean, and which of the known names the last one may become."""
        left = len(entries) - _MOST
        more = [Understood(f"and {left} more")] if left > 0 else []
        shown: list[Understood | None] = [*entries[:_MOST], *more]
        shown += [None] * (len(self._rows) - len(shown))
        for (picture, words), entry in zip(self._rows, shown, strict=True):
            picture.setVisible(entry is not None)
            words.setVisible(entry is not None)
            if entry is not None:
                picture.setPixmap(_picture(entry, self.devicePixelRatioF()))
                words.setText(entry.words)
                set_role(words, "bad" if entry.is_problem else None)
        further = f" and {len(names) - _NAMES_SHOWN} more" if len(names) > _NAMES_SHOWN else ""
        self.suggested.setText(f"Tab: {' · '.join(names[:_NAMES_SHOWN])}{further}")
        self.suggested.setVisible(bool(names))
        self.setVisible(bool(entries) or bool(names))

    def text(self) -> str:
        """The rows in words, a line each."""
        return "\n".join(words.text() for _, words in self._rows if not words.isHidden())

    def pictures(self) -> list[QPixmap]:
        """The picture of each row; a null one where there is none."""
        return [picture.pixmap() for picture, words in self._rows if not words.isHidden()]


def token_picture(name: str, side: str, ratio: float, *, is_hidden: bool = False) -> QPixmap:
    """The token that somebody of that name and side has on the board, for a row."""
    look = TokenLook(initials=initials_of(name), side=side, hidden=is_hidden)
    pixmap = QPixmap(round(TOKEN * ratio), round(TOKEN * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    draw_token(painter, QPointF(TOKEN / 2, TOKEN / 2), TOKEN / 2 - 3, look, palette())
    painter.end()
    return pixmap


def company_icon() -> QIcon:
    """Several who come together."""
    return icon("users")


def _picture(entry: Understood, ratio: float) -> QPixmap:
    if entry.side:
        return token_picture(entry.name, entry.side, ratio, is_hidden=entry.is_hidden)
    if entry.is_problem:
        return icon("alert-triangle").pixmap(TOKEN - 4)
    return company_icon().pixmap(TOKEN - 4) if entry.name else QPixmap()
