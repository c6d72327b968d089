"""The battle that is selected on the start page: its picture, how it stood when it was left, and the way into it."""

from __future__ import annotations

import contextlib
import hashlib
import re
import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import msgspec
from PySide6.QtCore import QRect, QSize, QStandardPaths, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from gui.bridge import Bridge
from gui.controllers.campaigns import title_of
from gui.controllers.feeds import BattleSummary, PlayersFeed, battle_summary
from gui.player.page import render_players_png
from gui.style.theme import HALF, UNIT, palette, semi_bold, set_role
from gui.widgets.basics import ElidedLabel, KeyButton
from model.engine.ruleset import Ruleset
from model.session import Session
from model.session.pictures import read_picture

# ------------------------------------------------------------------------------------------ the battle that is selected

_PICTURE = QSize(1280, 720)
_LAST_TIME = ".json"
_NO_PICTURE = "The picture is taken when the battle is closed."
_RENAMED = re.compile(rb'\["title", "(?:[^"\\\n]|\\.)*", ("(?:[^"\\\n]|\\.)*")\]')
"""How a step that renames the battle states the old and the new title."""
SOON = 150
"""Milliseconds from a selection until a sample's picture is taken or a campaign's files are read."""


class Shown(Protocol):
    """What the preview has to know about a row of the lists."""

    title: str
    game: str
    aside: str
    path: Path | None
    """What is opened, or None if there is no battle yet."""
    pictured: Path | None
    """The battle that the picture shows."""
    is_sample: bool


class Preview(QFrame):
    """The selected battle: its players' screen as it was when the battle was closed, and buttons to open it."""

    wanted = Signal(str)
    """A battle is to be opened; carries its path."""
    fresh_wanted = Signal(str)
    """A sample is to be opened from its beginning; carries its path."""
    new_wanted = Signal()
    """The first battle of the selected campaign is to be created."""

    def __init__(self, games: Callable[[], Mapping[str, Ruleset]]) -> None:
        """`games` is called only when a sample's picture has to be taken, because rulesets take a moment to load."""
        super().__init__()
        set_role(self, "card")
        self._games = games
        self._entry: Shown | None = None
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self._look_into)
        self._looked_into: set[Path] = set()
        """Battles that were opened for their picture: once is enough."""
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 2 * UNIT)
        column.setSpacing(UNIT)
        self.picture = _Picture()
        column.addWidget(self.picture, 1)
        column.addSpacing(UNIT)
        column.addLayout(self._head())
        self.message = QLabel()
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setContentsMargins(2 * UNIT, 0, 2 * UNIT, 0)
        column.addWidget(self.message)

    def _head(self) -> QHBoxLayout:
        """Return the line with the title, what is known about the battle, and the buttons."""
        line = QHBoxLayout()
        line.setContentsMargins(2 * UNIT, 0, 2 * UNIT, 0)
        words = QVBoxLayout()
        words.setSpacing(HALF)
        self.title, self.aside = ElidedLabel(), ElidedLabel()
        self.title.setFont(semi_bold(18))
        set_role(self.aside, "muted")
        for label in (self.title, self.aside):
            label.setTextFormat(Qt.TextFormat.PlainText)
            words.addWidget(label)
        line.addLayout(words, 1)
        self.button = KeyButton("Continue", "⏎")
        set_role(self.button, "primary")
        self.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Enter on the list does the same
        self.again = QPushButton("From the Beginning")
        self.button.clicked.connect(self._go_on)
        self.again.clicked.connect(self._begin_again)
        for button in (self.again, self.button):
            line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        return line

    def show_battle(self, entry: Shown) -> None:
        """Show the battle of a row of the lists."""
        self._entry = entry
        is_there = entry.pictured is not None and entry.pictured.exists()
        known = last_time_of(entry.pictured) if is_there and entry.pictured is not None else None
        self.title.setText(entry.title)
        told = (entry.game, entry.aside) if known is None else (known.now, f"stopped {known.stopped}")
        self.aside.setText(" · ".join(filter(None, told)))
        set_role(self.aside, "muted" if known is None else "now")
        self.message.setText("" if known is None else "\n".join(known.paragraphs))
        self.message.setVisible(bool(self.message.text()))
        self.button.setText("New Battle" if entry.path is None else "Continue" if is_there else "Begin")
        self.again.setVisible(entry.is_sample and is_there)
        file = None if entry.pictured is None else picture_of(entry.pictured)
        self.picture.show_file(file, "No battle yet." if entry.path is None else _NO_PICTURE)
        is_known = file is not None and file.exists() and (known is not None or not is_there)
        if entry.path is not None and entry.path not in self._looked_into and not is_known:
            self._soon.start()

    def _go_on(self) -> None:
        if self._entry is None:
            return
        if self._entry.path is None:
            self.new_wanted.emit()
        else:
            self.wanted.emit(str(self._entry.path))

    def _begin_again(self) -> None:
        if self._entry is not None and self._entry.path is not None:
            self.fresh_wanted.emit(str(self._entry.path))

    def _look_into(self) -> None:
        """Take the picture of a battle that was not closed here: a sample, one of a mailed campaign, or after a crash.

        A copy is opened, so that the battle's own file stays as it is.
        """
        entry = self._entry
        if entry is None or entry.path is None or entry.pictured is None:
            return
        self._looked_into.add(entry.path)
        is_there = entry.pictured.exists()
        source = entry.pictured if is_there else entry.path
        with TemporaryDirectory() as folder, contextlib.suppress(OSError):
            copy = Path(folder) / source.name
            shutil.copy2(source, copy)
            session = Session.open(copy, self._games()).session
            if session is not None:
                bridge = Bridge(session)
                _save_picture(bridge, picture_of(entry.pictured), source.parent)
                if is_there:
                    _save_summary(bridge, picture_of(entry.pictured))
                bridge.close()
        self.show_battle(entry)


class _Picture(QWidget):
    """A picture as large as there is room for, or a sentence instead."""

    def __init__(self) -> None:
        super().__init__()
        self._picture = QPixmap()
        self._instead = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def is_empty(self) -> bool:
        return self._picture.isNull()

    def show_file(self, file: Path | None, instead: str) -> None:
        """Show the picture in a file, or the sentence `instead` if the file is missing or broken."""
        self._picture = QPixmap() if file is None else QPixmap(str(file))
        self._instead = instead
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(_PICTURE.width() // 2, _PICTURE.height() // 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(self.rect(), palette().color("background"))
        if self.is_empty:
            painter.setPen(palette().color("muted"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._instead)
            return
        size = self._picture.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        box = QRect(0, 0, size.width(), size.height())
        box.moveCenter(self.rect().center())
        painter.drawPixmap(box, self._picture)


def picture_of(battle: Path) -> Path:
    """Return the file for the picture of a battle's players' screen, in the user's cache."""
    folder = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.CacheLocation))
    return folder / "battles" / f"{hashlib.sha256(str(battle.resolve()).encode()).hexdigest()[:24]}.png"


def keep_picture(bridge: Bridge, still_known: Iterable[Path]) -> None:
    """Save the picture and summary of a battle that is about to be closed; delete those of unknown battles.

    Failures are not reported, since a missing picture is harmless.
    """
    if bridge.path is None:
        return
    file = picture_of(bridge.path)
    _save_picture(bridge, file, bridge.path.parent)
    _save_summary(bridge, file)
    kept = {picture_of(path).stem for path in still_known} | {file.stem}
    with contextlib.suppress(OSError):
        for old in file.parent.iterdir():
            if old.suffix in (".png", _LAST_TIME) and old.stem not in kept:
                old.unlink()


def last_time_of(battle: Path) -> BattleSummary | None:
    """Return the summary of a battle from when it was last closed; None if never, or if it was played since."""
    file = picture_of(battle).with_suffix(_LAST_TIME)
    try:
        if battle.stat().st_mtime > file.stat().st_mtime:
            return None
        return msgspec.json.decode(file.read_bytes(), type=BattleSummary)
    except (OSError, msgspec.MsgspecError):
        return None


def newest_title(battle: Path) -> str:
    """Return the title of a battle, as far as it is known without opening it."""
    known = last_time_of(battle)
    return (known.title if known is not None else "") or _renamed(battle) or title_of(battle)


def _renamed(battle: Path) -> str:
    """Return the title that a battle was last given after it began; empty if it was not renamed.

    The head of the file has its first title. Without a summary, as after a crash, the steps are searched.
    """
    try:
        text = battle.read_bytes()
    except OSError:
        return ""
    found = _RENAMED.findall(text)
    try:
        return str(msgspec.json.decode(found[-1])) if found else ""
    except msgspec.DecodeError:
        return ""


def _save_picture(bridge: Bridge, file: Path, beside: Path) -> None:
    """Save the picture of a battle's players' screen; `beside` is the folder of the battle's own pictures."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        view = PlayersFeed(bridge.session).view()
        render_players_png(view, file, _PICTURE, lambda name: read_picture(beside / Path(name).name))


def _save_summary(bridge: Bridge, file: Path) -> None:
    with contextlib.suppress(OSError):
        file.with_suffix(_LAST_TIME).write_bytes(msgspec.json.encode(battle_summary(bridge)))
