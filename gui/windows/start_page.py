"""What is shown without a fight: those under way, a new one, and the battles that come with the program."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.style.fonts import heading_font, semi_bold
from gui.style.icons import set_icon
from gui.style.measures import UNIT
from gui.style.theme import set_role
from gui.windows.library import Sample, SessionLibrary, game_of, samples, title_of

_WIDTH = 760
_RECENT_SHOWN = 6
_ENTRY = 30
"""Pixels of a line."""


class StartPage(QWidget):
    """One click goes on with the last fight."""

    new_wanted = Signal()
    open_wanted = Signal()
    path_wanted = Signal(str)
    fresh_wanted = Signal(str)
    """A sample is wanted from its beginning."""

    def __init__(self, library: SessionLibrary, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Battleboard")
        self.resize(1000, 640)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        outer = QHBoxLayout(self)
        outer.addStretch(1)
        column = QVBoxLayout()
        column.setSpacing(2 * UNIT)
        outer.addLayout(column)
        outer.addStretch(1)
        column.addStretch(1)
        column.addLayout(self._title_line())
        self.recent = self._recent(library)
        self.samples = self._samples(library, samples())
        grid = QGridLayout()
        grid.setHorizontalSpacing(4 * UNIT)
        grid.addWidget(_heading("Go on"), 0, 0)
        grid.addWidget(_heading("Battles that come with it"), 0, 1)
        grid.addWidget(self.recent, 1, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.samples, 1, 1, Qt.AlignmentFlag.AlignTop)
        for at in (0, 1):
            grid.setColumnMinimumWidth(at, _WIDTH // 2)
        column.addLayout(grid)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.problem.setMaximumWidth(_WIDTH)
        set_role(self.problem, "bad")
        column.addWidget(self.problem)
        column.addStretch(2)
        # The fight that one goes on with, not the button that makes another.
        first = self.recent.findChild(QPushButton) or self.samples.findChild(QPushButton)
        if isinstance(first, QPushButton):
            first.setFocus()

    def _title_line(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(2 * UNIT)
        title = QLabel("Battleboard")
        title.setFont(semi_bold(28))
        line.addWidget(title, 1)
        self.new, self.open = QPushButton("New battle…"), QPushButton("Open…")
        for button, key in ((self.new, QKeySequence.StandardKey.New), (self.open, QKeySequence.StandardKey.Open)):
            button.setAutoDefault(True)
            button.setShortcut(QKeySequence(key))
            button.setToolTip(button.shortcut().toString(QKeySequence.SequenceFormat.NativeText))
            line.addWidget(button)
        set_icon(self.new, "plus")
        set_icon(self.open, "folder-open")
        set_role(self.new, "primary")
        self.new.clicked.connect(self.new_wanted)
        self.open.clicked.connect(self.open_wanted)
        return line

    def show_problem(self, sentences: str) -> None:
        """Say why something could not be opened."""
        self.problem.setText(sentences)

    def _recent(self, library: SessionLibrary) -> QFrame:
        frame, column = _card()
        paths = library.preferences.recent[:_RECENT_SHOWN]
        for path in paths:
            button = _Entry(title_of(path), " · ".join(filter(None, (game_of(path), _when(path)))))
            button.setToolTip(str(path))
            button.clicked.connect(lambda _=False, path=path: self.path_wanted.emit(str(path)))
            column.addWidget(button)
        if not paths:
            column.addWidget(_muted("Nothing yet: begin with a battle on the right, or make one."))
        return frame

    def _samples(self, library: SessionLibrary, known: tuple[Sample, ...]) -> QFrame:
        frame, column = _card()
        for sample in known:
            under_way = (library.folder / sample.path.name).exists()
            button = _Entry(sample.title, "goes on where it stopped" if under_way else game_of(sample.path))
            button.clicked.connect(lambda _=False, path=sample.path: self.path_wanted.emit(str(path)))
            line = QHBoxLayout()
            line.addWidget(button, 1)
            if under_way:
                again = QPushButton("From the beginning")
                set_role(again, "flat")
                again.clicked.connect(lambda _=False, path=sample.path: self.fresh_wanted.emit(str(path)))
                line.addWidget(again)
            column.addLayout(line)
        if not known:
            column.addWidget(_muted("None were found."))
        return frame


def _card() -> tuple[QFrame, QVBoxLayout]:
    frame = QFrame()
    set_role(frame, "card")
    column = QVBoxLayout(frame)
    column.setContentsMargins(UNIT, UNIT, UNIT, UNIT)
    column.setSpacing(2)
    return frame, column


class _Entry(QPushButton):
    """A battle: its title, and at the end of the line what else there is to know of it."""

    def __init__(self, title: str, aside: str) -> None:
        super().__init__()
        set_role(self, "flat")
        # Enter presses it, too: outside of dialogs only the space bar does.
        self.setAutoDefault(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{title}, {aside}" if aside else title)
        self._line = line = QHBoxLayout(self)
        line.setContentsMargins(UNIT, 0, UNIT, 0)
        for words, is_muted in ((title, False), (aside, True)):
            label = _muted(words) if is_muted else QLabel(words)
            label.setWordWrap(False)
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            line.addWidget(label, 0 if is_muted else 1)

    def sizeHint(self) -> QSize:
        return QSize(self._line.sizeHint().width(), _ENTRY)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


def _heading(text: str) -> QLabel:
    label = QLabel(text)
    label.setFont(heading_font())
    set_role(label, "muted")
    return label


def _muted(text: str) -> QLabel:
    label = QLabel(text)
    label.setWordWrap(True)
    set_role(label, "muted")
    return label


def _when(path: Path) -> str:
    """When a file was written last: `21 Nov 19:04`."""
    moment = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    return f"{moment.day} {moment:%b %H:%M}"
