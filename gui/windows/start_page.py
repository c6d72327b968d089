"""What is shown without a fight: those under way, a new one, and the battles that come with the program."""

from __future__ import annotations

import contextlib
import hashlib
import shutil
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QRect, QSize, QStandardPaths, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeySequence, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from gui.bridge import Bridge
from gui.controllers.feeds import PlayersFeed
from gui.controllers.session_library import Sample, SessionLibrary, game_of, samples, title_of
from gui.player.page import render_players_png
from gui.style.fonts import heading_font, semi_bold
from gui.style.icons import set_icon
from gui.style.measures import HALF, UNIT
from gui.style.theme import palette, set_role
from gui.widgets.buttons import KeyButton
from model.engine.ruleset import Ruleset
from model.session import Session

_MARGIN = 4 * UNIT
_LIST = 300
"""Pixels that the lists take at least."""
_RECENT_SHOWN = 8
_ENTRY = 30
"""Pixels of a line."""
_PICTURE = QSize(1280, 720)
_SOON = 150
"""Milliseconds that somebody looks at a sample before its picture is taken."""


class StartPage(QWidget):
    """One click goes on with the last battle; a picture shows how it stood."""

    new_wanted = Signal()
    open_wanted = Signal()
    path_wanted = Signal(str)
    fresh_wanted = Signal(str)
    """A sample is wanted from its beginning."""

    def __init__(self, library: SessionLibrary, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Battleboard")
        self.resize(1200, 720)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.preview = Preview(lambda: library.rulesets)
        self.preview.wanted.connect(self.path_wanted)
        self.preview.fresh_wanted.connect(self.fresh_wanted)
        self.recent = self._recent(library)
        self.samples = self._samples(library, samples())
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN, 3 * UNIT, _MARGIN, 3 * UNIT)
        column.setSpacing(2 * UNIT)
        column.addLayout(self._title_line())
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        set_role(self.problem, "bad")
        self.problem.hide()
        column.addWidget(self.problem)
        columns = QHBoxLayout()
        columns.setSpacing(3 * UNIT)
        columns.addWidget(self._lists(), 2)
        columns.addWidget(self.preview, 3)
        column.addLayout(columns, 1)
        # The battle that one goes on with, not the button that makes another.
        first = self.recent.findChild(QPushButton) or self.samples.findChild(QPushButton)
        if isinstance(first, _Entry):
            first.setFocus()
            self.preview.show_battle(first)

    def _lists(self) -> QScrollArea:
        """The battles to go on with or to begin, which scroll where the window is low."""
        area, inside = QScrollArea(), QWidget()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setMinimumWidth(_LIST)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(UNIT)
        for words, card in (("RECENT BATTLES", self.recent), ("SAMPLE BATTLES", self.samples)):
            column.addWidget(_heading(words))
            column.addWidget(card)
            column.addSpacing(UNIT)
        column.addStretch(1)
        area.setWidget(inside)
        return area

    def _title_line(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(2 * UNIT)
        title = QLabel("Battleboard")
        title.setFont(semi_bold(28))
        line.addWidget(title, 1)
        self.new, self.open = KeyButton("New Battle…"), KeyButton("Open…")
        for button, key in ((self.open, QKeySequence.StandardKey.Open), (self.new, QKeySequence.StandardKey.New)):
            button.setAutoDefault(True)
            button.setShortcut(QKeySequence(key))
            button.set_key(button.shortcut().toString(QKeySequence.SequenceFormat.NativeText))
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
        self.problem.setVisible(bool(sentences))

    def _recent(self, library: SessionLibrary) -> QFrame:
        frame, column = _card()
        paths = library.preferences.recent[:_RECENT_SHOWN]
        for path in paths:
            button = self._entry(path, path, _when(path))
            button.setToolTip(str(path))
            column.addWidget(button)
        if not paths:
            column.addWidget(_muted("Nothing yet: begin with a sample, or make a new battle."))
        return frame

    def _samples(self, library: SessionLibrary, known: tuple[Sample, ...]) -> QFrame:
        frame, column = _card()
        for sample in known:
            copy = library.folder / sample.path.name
            column.addWidget(self._entry(sample.path, copy, "goes on where it stopped" if copy.exists() else ""))
        if not known:
            column.addWidget(_muted("None were found."))
        return frame

    def _entry(self, path: Path, pictured: Path, aside: str) -> _Entry:
        """A battle of the lists; `pictured` is the file that its picture was taken of."""
        button = _Entry(path, pictured, aside)
        button.clicked.connect(lambda: self.path_wanted.emit(str(path)))
        button.looked_at.connect(lambda: self.preview.show_battle(button))
        return button


def _card() -> tuple[QFrame, QVBoxLayout]:
    frame = QFrame()
    set_role(frame, "card")
    column = QVBoxLayout(frame)
    column.setContentsMargins(UNIT, UNIT, UNIT, UNIT)
    column.setSpacing(2)
    return frame, column


class _Entry(QPushButton):
    """A battle of the lists: its title and its game."""

    looked_at = Signal()
    """The pointer or the focus has come to it."""

    def __init__(self, path: Path, pictured: Path, aside: str) -> None:
        super().__init__()
        self.path, self.pictured = path, pictured
        self.is_sample = path != pictured
        self.title, self.game, self.aside = title_of(path), game_of(path), aside
        told = " · ".join(filter(None, (self.game, aside)))
        set_role(self, "flat")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        # Enter presses it, too: outside of dialogs only the space bar does.
        self.setAutoDefault(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{self.title}, {told}" if told else self.title)
        self._line = line = QHBoxLayout(self)
        line.setContentsMargins(UNIT, 0, UNIT, 0)
        for words, is_muted in ((self.title, False), (self.game, True)):
            label = _Words(words)
            if is_muted:
                set_role(label, "muted")
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            line.addWidget(label, 0 if is_muted else 1)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.looked_at.emit()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.looked_at.emit()

    def sizeHint(self) -> QSize:
        return QSize(self._line.sizeHint().width(), _ENTRY)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, _ENTRY)


class _Words(QLabel):
    """A line of text that ends in three dots where it finds no room."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setMinimumWidth(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        words = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)


# ----------------------------------------------------------------------------------------- a picture of how it stood


class Preview(QFrame):
    """The battle that the user looks at: how its players' screen stood when it was left, and the way in."""

    wanted = Signal(str)
    """A battle is to be opened: its path."""
    fresh_wanted = Signal(str)
    """A sample is to be opened from its beginning: its path."""

    def __init__(self, games: Callable[[], Mapping[str, Ruleset]]) -> None:
        """`games` are asked for only once a sample's picture has to be taken: they take a moment to be there."""
        super().__init__()
        set_role(self, "card")
        self._games = games
        self._entry: _Entry | None = None
        self._soon = QTimer(self, singleShot=True, interval=_SOON)
        self._soon.timeout.connect(self._take_picture)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 2 * UNIT)
        column.setSpacing(2 * UNIT)
        self.picture = _Picture()
        column.addWidget(self.picture, 1)
        line = QHBoxLayout()
        line.setContentsMargins(2 * UNIT, 0, 2 * UNIT, 0)
        words = QVBoxLayout()
        words.setSpacing(HALF)
        self.title, self.aside = _Words(""), _Words("")
        self.title.setFont(semi_bold(18))
        set_role(self.aside, "muted")
        words.addWidget(self.title)
        words.addWidget(self.aside)
        line.addLayout(words, 1)
        self.button = KeyButton("Continue", "⏎")
        set_role(self.button, "primary")
        self.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Enter on the list does the same
        self.again = QPushButton("From the Beginning")
        for button, signal in ((self.again, self.fresh_wanted), (self.button, self.wanted)):
            button.clicked.connect(lambda _=False, signal=signal: self._emit(signal))
            line.addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
        column.addLayout(line)

    def show_battle(self, entry: _Entry) -> None:
        """Show the battle of a line of the lists."""
        self._entry = entry
        self.title.setText(entry.title)
        self.aside.setText(" · ".join(filter(None, (entry.game, entry.aside))))
        self.button.setText("Continue" if entry.pictured.exists() else "Begin")
        self.again.setVisible(entry.is_sample and entry.pictured.exists())
        file = picture_of(entry.pictured)
        self.picture.show_file(file)
        if entry.is_sample and not file.exists():
            self._soon.start()

    def _emit(self, signal: SignalInstance) -> None:
        if self._entry is not None:
            signal.emit(str(self._entry.path))

    def _take_picture(self) -> None:
        """Take the picture of a sample that nobody has played yet."""
        entry = self._entry
        if entry is None or not entry.is_sample or picture_of(entry.pictured).exists():
            return
        with TemporaryDirectory() as folder:
            copy = Path(folder) / entry.path.name
            shutil.copyfile(entry.path, copy)
            session = Session.open(copy, self._games()).session
            if session is not None:
                _save_picture(Bridge(session), picture_of(entry.pictured))
                session.close()
        self.picture.show_file(picture_of(entry.pictured))


class _Picture(QWidget):
    """A picture as large as there is room for, or a sentence instead."""

    def __init__(self) -> None:
        super().__init__()
        self._picture = QPixmap()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def is_empty(self) -> bool:
        return self._picture.isNull()

    def show_file(self, file: Path) -> None:
        """Show the picture in a file; one that is missing or broken leaves a sentence."""
        self._picture = QPixmap(str(file))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(_PICTURE.width() // 2, _PICTURE.height() // 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(self.rect(), palette().color("background"))
        if self.is_empty:
            painter.setPen(palette().color("muted"))
            painter.drawText(
                self.rect(), Qt.AlignmentFlag.AlignCenter, "The picture is taken when the battle is closed."
            )
            return
        size = self._picture.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        box = QRect(0, 0, size.width(), size.height())
        box.moveCenter(self.rect().center())
        painter.drawPixmap(box, self._picture)


def picture_of(battle: Path) -> Path:
    """Where the picture of a battle's players' screen is kept, in the user's cache."""
    folder = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.CacheLocation))
    return folder / "battles" / f"{hashlib.sha256(str(battle.resolve()).encode()).hexdigest()[:24]}.png"


def keep_picture(bridge: Bridge, still_known: Iterable[Path]) -> None:
    """Take the picture of a battle that is about to be closed; those of battles not known any more go.

    A picture is nothing to worry anybody with: where none can be kept, there is none.
    """
    if bridge.path is None:
        return
    file = picture_of(bridge.path)
    _save_picture(bridge, file)
    with contextlib.suppress(OSError):
        for old in set(file.parent.glob("*.png")) - {picture_of(path) for path in still_known} - {file}:
            old.unlink()


def _save_picture(bridge: Bridge, file: Path) -> None:
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        render_players_png(PlayersFeed(bridge.session).view(), file, _PICTURE, bridge.picture)


# ------------------------------------------------------------------------------------------------------------- pieces


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
