"""What is shown without a battle: campaigns with their party, recent battles, samples; and the selected battle."""

from __future__ import annotations

import contextlib
import hashlib
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import msgspec
from PySide6.QtCore import QRect, QSize, QStandardPaths, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeySequence, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from gui.bridge import Bridge
from gui.controllers.campaigns import KnownCampaign, Sample, SessionLibrary, game_of, samples, title_of
from gui.controllers.feeds import BattleSummary, PlayersFeed, battle_summary, moment_words
from gui.player.page import render_players_png
from gui.style.disposal import dispose_items
from gui.style.theme import HALF, UNIT, heading_font, palette, semi_bold, set_role
from gui.style.widgets import set_icon
from gui.widgets.basics import ElidedLabel, KeyButton
from model.campaign import EncounterLine, PartyLine, campaign_of, encounter_lines, party_lines
from model.content.problems import BadFile
from model.engine.ruleset import Ruleset
from model.session import Session
from model.state.base import Record

# ------------------------------------------------------------------------------------------ the battle that is selected

_PICTURE = QSize(1280, 720)
_LAST_TIME = ".json"
_NO_PICTURE = "The picture is taken when the battle is closed."
_SOON = 150
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
        self._soon = QTimer(self, singleShot=True, interval=_SOON)
        self._soon.timeout.connect(self._take_picture)
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
        if entry.is_sample and file is not None and not file.exists():
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

    def _take_picture(self) -> None:
        """Take the picture of a sample that has not been played yet."""
        entry = self._entry
        if entry is None or not entry.is_sample or entry.path is None or entry.pictured is None:
            return
        file = picture_of(entry.pictured)
        if file.exists():
            return
        with TemporaryDirectory() as folder:
            copy = Path(folder) / entry.path.name
            shutil.copyfile(entry.path, copy)
            session = Session.open(copy, self._games()).session
            if session is not None:
                _save_picture(Bridge(session), file)
                session.close()
        self.picture.show_file(file, _NO_PICTURE)


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
    _save_picture(bridge, file)
    kept = {picture_of(path).stem for path in still_known} | {file.stem}
    with contextlib.suppress(OSError):
        file.with_suffix(_LAST_TIME).write_bytes(msgspec.json.encode(battle_summary(bridge)))
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


def _newest_title(battle: Path) -> str:
    """Return the title of a battle, as far as it is known without opening it."""
    known = last_time_of(battle)
    return (known.title if known is not None else "") or title_of(battle)


def _save_picture(bridge: Bridge, file: Path) -> None:
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        render_players_png(PlayersFeed(bridge.session).view(), file, _PICTURE, bridge.picture)


# ------------------------------------------------------------------------------------------------------------- the page

_MARGIN = 4 * UNIT
_LIST = 280
"""Minimum width of the lists, in pixels."""
_PARTY = 260
_RECENT_SHOWN = 8
_CAMPAIGNS_SHOWN = 6
_ENTRY, _TALL_ENTRY = 30, 48
"""Height in pixels of a row, and of a row of two lines."""
_NO_PARTY = "No one yet. Add to Campaign makes characters of a battle's combatants."
_NO_ENCOUNTERS = "None yet. Save as Encounter in the Edit menu saves a prepared battle."


class StartPage(QWidget):
    """The start page: one click continues the last battle; a picture shows how it stood, with its party beside it."""

    new_wanted = Signal(object)
    """A new battle is wanted, in the campaign in this folder, or None for no particular campaign."""
    campaign_wanted = Signal()
    """A new campaign is wanted."""
    open_wanted = Signal()
    path_wanted = Signal(str)
    fresh_wanted = Signal(str)
    """A sample is wanted from its beginning."""
    encounter_wanted = Signal(object, str)
    """A new battle of a prepared encounter is wanted: the folder of the campaign, the id of the encounter."""

    def __init__(self, library: SessionLibrary, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Battleboard")
        self.resize(1366, 768)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._pointed: _Entry | None = None
        self.preview = Preview(lambda: library.rulesets)
        self.preview.wanted.connect(self.path_wanted)
        self.preview.fresh_wanted.connect(self.fresh_wanted)
        self.preview.new_wanted.connect(self._want_new)
        self.party = CampaignCard(library)
        self.party.new_wanted.connect(self._want_new)
        self.party.encounter_wanted.connect(self.encounter_wanted)
        known = library.campaigns[:_CAMPAIGNS_SHOWN]
        self.campaigns = self._campaigns(known)
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
        columns.addWidget(self._lists(has_campaigns=bool(known)), 2)
        columns.addWidget(self.preview, 4)
        columns.addWidget(self.party)
        column.addLayout(columns, 1)
        self._preview_first(library)

    def _preview_first(self, library: SessionLibrary) -> None:
        """Select the battle to continue, not the button that creates another."""
        first = self.campaigns if library.last_campaign() is not None else self.recent
        button = first.findChild(_Entry) or self.campaigns.findChild(_Entry) or self.samples.findChild(_Entry)
        if isinstance(button, _Entry):
            button.setFocus()
            self._preview(button)

    def _lists(self, *, has_campaigns: bool) -> QScrollArea:
        """Return the lists of battles to continue or to begin; they scroll if the window is low."""
        area, inside = QScrollArea(), QWidget()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setMinimumWidth(_LIST)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(UNIT)
        lists = (("RECENT BATTLES", self.recent), ("SAMPLE BATTLES", self.samples))
        for words, card in (*((("CAMPAIGNS", self.campaigns),) if has_campaigns else ()), *lists):
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
        self.new, self.open = KeyButton("New Battle..."), KeyButton("Open...")
        self.new_campaign = QPushButton("New Campaign...")
        self.new_campaign.setAutoDefault(True)
        self.new_campaign.clicked.connect(self.campaign_wanted)
        for button, key in ((self.open, QKeySequence.StandardKey.Open), (self.new, QKeySequence.StandardKey.New)):
            button.setAutoDefault(True)
            button.setShortcut(QKeySequence(key))
            button.set_key(button.shortcut().toString(QKeySequence.SequenceFormat.NativeText))
        for widget in (self.open, self.new_campaign, self.new):
            line.addWidget(widget)
        set_icon(self.new, "plus")
        set_icon(self.open, "folder-open")
        set_role(self.new, "primary")
        self.new.clicked.connect(lambda: self.new_wanted.emit(None))
        self.open.clicked.connect(self.open_wanted)
        return line

    def show_problem(self, sentences: str) -> None:
        """Show why something could not be opened; empty hides it."""
        self.problem.setText(sentences)
        self.problem.setVisible(bool(sentences))

    def _want_new(self) -> None:
        self.new_wanted.emit(None if self._pointed is None else self._pointed.campaign)

    # ------------------------------------------------------------------------------------ the lists

    def _campaigns(self, known: tuple[KnownCampaign, ...]) -> QFrame:
        frame, column = _card()
        for campaign in known:
            last = next(iter(campaign.battles), None)
            count = len(campaign.battles)
            what = f"{campaign.game or 'unknown game'} · {count} {'battle' if count == 1 else 'battles'}"
            when = "" if last is None else moment_words(last)
            entry = _Entry(campaign.name, what, path=last, campaign=campaign.folder, aside=when, is_tall=True)
            entry.setToolTip(str(campaign.folder))
            column.addWidget(self._connected(entry))
        return frame

    def _recent(self, library: SessionLibrary) -> QFrame:
        frame, column = _card()
        paths = library.preferences.recent[:_RECENT_SHOWN]
        for path in paths:
            entry = _Entry(
                _newest_title(path), game_of(path), path=path, campaign=campaign_of(path), aside=moment_words(path)
            )
            entry.setToolTip(str(path))
            column.addWidget(self._connected(entry))
        if not paths:
            column.addWidget(_muted("Nothing yet: open a sample, or create a new battle."))
        return frame

    def _samples(self, library: SessionLibrary, known: tuple[Sample, ...]) -> QFrame:
        frame, column = _card()
        for sample in known:
            copy = library.folder / sample.path.name
            aside = "continues where you left off" if copy.exists() else ""
            title, game = title_of(sample.path), game_of(sample.path)
            column.addWidget(self._connected(_Entry(title, game, path=sample.path, pictured=copy, aside=aside)))
        if not known:
            column.addWidget(_muted("None were found."))
        return frame

    def _connected(self, entry: _Entry) -> _Entry:
        entry.clicked.connect(lambda: self._take(entry))
        entry.pointed_at.connect(lambda: self._preview(entry))
        return entry

    def _take(self, entry: _Entry) -> None:
        self._pointed = entry
        if entry.path is None:
            self._want_new()
        else:
            self.path_wanted.emit(str(entry.path))

    def _preview(self, entry: _Entry) -> None:
        self._pointed = entry
        self.preview.show_battle(entry)
        self.party.show_campaign(entry.campaign)


class _Row(QPushButton):
    """A row of a list that can be clicked: a title, and what is known about it."""

    def __init__(self, title: str, below: str, aside: str = "", *, is_tall: bool = False) -> None:
        """In a tall row, `below` is under the title and `aside` at the right; otherwise only `below`, at the right."""
        super().__init__()
        self._height = _TALL_ENTRY if is_tall else _ENTRY
        set_role(self, "flat")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        # Enter presses it, too: outside dialogs only the space bar would.
        self.setAutoDefault(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(UNIT, 0, UNIT, 0)
        first, second = _words(title), _words(below, is_muted=True)
        if is_tall:
            both = QVBoxLayout()
            both.setSpacing(0)
            first.setFont(semi_bold())
            both.addWidget(first)
            both.addWidget(second)
            self._line.addLayout(both, 1)
            self._line.addWidget(_words(aside, is_muted=True))
        else:
            self._line.addWidget(first, 1)
            self._line.addWidget(second)
        told = " · ".join(filter(None, (below, aside)))
        self.setAccessibleName(f"{title}, {told}" if told else title)

    def sizeHint(self) -> QSize:
        return QSize(self._line.sizeHint().width(), self._height)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self._height)


class _Entry(_Row):
    """A row of the lists: a battle, or a campaign with its last battle."""

    pointed_at = Signal()
    """The pointer or the focus has reached the row."""

    def __init__(
        self,
        title: str,
        game: str,
        *,
        path: Path | None,
        pictured: Path | None = None,
        campaign: Path | None = None,
        aside: str = "",
        is_tall: bool = False,
    ) -> None:
        """`path` is what the row opens; `pictured` the battle that the picture shows, if that is another file.

        `aside` is shown beside the game, such as when the battle was last played.
        """
        super().__init__(title, game, aside, is_tall=is_tall)
        self.path, self.pictured = path, pictured or path
        self.campaign = campaign
        self.is_sample = pictured is not None
        self.title = title if not is_tall or path is None else _newest_title(path)
        self.game, self.aside = game, aside

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.pointed_at.emit()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed_at.emit()


# ------------------------------------------------------------------------------------------------ the selected campaign


class _Known(Record):
    """What is known about a campaign."""

    party: tuple[PartyLine, ...] = ()
    encounters: tuple[EncounterLine, ...] = ()
    problem: str = ""
    """What cannot be used, and why."""
    is_read: bool = True


class CampaignCard(QScrollArea):
    """The characters of the selected campaign after the last battle, and its prepared encounters."""

    new_wanted = Signal()
    """A new battle with this party is wanted."""
    encounter_wanted = Signal(object, str)
    """A new battle of a prepared encounter is wanted: the folder of the campaign, the id of the encounter."""

    def __init__(self, library: SessionLibrary) -> None:
        super().__init__()
        self._library = library
        self._folder: Path | None = None
        self._known: dict[Path, _Known] = {}
        self._soon = QTimer(self, singleShot=True, interval=_SOON)
        self._soon.timeout.connect(self._read)
        self.setFixedWidth(_PARTY)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(UNIT)
        self.problem = _muted("")
        set_role(self.problem, "bad")
        party, self._lines = _card()
        self.button = QPushButton("New Battle with This Party")
        self.button.setAutoDefault(True)
        self.button.clicked.connect(self.new_wanted)
        self.encounters, self._encounters = _card()
        for widget in (self.problem, _heading("PARTY"), party, self.button):
            column.addWidget(widget)
        column.addSpacing(UNIT)
        column.addWidget(_heading("ENCOUNTERS"))
        column.addWidget(self.encounters)
        column.addStretch(1)
        self.setWidget(inside)
        self.hide()

    def show_campaign(self, folder: Path | None) -> None:
        """Show a campaign, a moment later if its files have to be read first."""
        if folder is not None and folder == self._folder:
            return  # recreated rows would lose the focus
        self._folder = folder
        self.setVisible(folder is not None)
        if folder is None:
            return
        self._show(self._known.get(folder, _Known(is_read=False)))
        if folder not in self._known:
            self._soon.start()

    def _read(self) -> None:
        folder = self._folder
        if folder is None:
            return
        try:
            campaign = self._library.read_campaign(folder)
        except BadFile as error:
            self._known[folder] = _Known(problem=f"This campaign cannot be used: {error}", is_read=False)
        else:
            problem = f"Left out: {' '.join(map(str, campaign.problems))}" if campaign.problems else ""
            self._known[folder] = _Known(party_lines(campaign), encounter_lines(campaign), problem)
        self._show(self._known[folder])

    def _show(self, known: _Known) -> None:
        self.problem.setText(known.problem)
        self.problem.setVisible(bool(known.problem))
        party = [_party_row(line) for line in known.party]
        encounters = [self._encounter_row(line) for line in known.encounters]
        nobody, none = (_muted(words if known.is_read else "") for words in (_NO_PARTY, _NO_ENCOUNTERS))
        _fill(self._lines, party or [nobody])
        _fill(self._encounters, encounters or [none])
        # Otherwise rows added later would come last.
        for before, after in pairwise((self.button, *encounters)):
            self.setTabOrder(before, after)

    def _encounter_row(self, line: EncounterLine) -> QWidget:
        row = _Row(line.name, line.words, "Run", is_tall=True)
        row.setAccessibleName(f"Run Encounter {line.name}: {line.words}")
        row.setToolTip(f"Run Encounter: a new battle of the party against {line.name}\n{line.words}")
        row.clicked.connect(lambda: self.encounter_wanted.emit(self._folder, line.id))
        return row


def _fill(lines: QVBoxLayout, widgets: Sequence[QWidget]) -> None:
    """Replace all widgets in a layout."""
    dispose_items(lines)
    for widget in widgets:
        lines.addWidget(widget)


def _party_row(line: PartyLine) -> QWidget:
    row = QWidget()
    box = QHBoxLayout(row)
    box.setContentsMargins(UNIT, HALF, UNIT, HALF)
    words = QVBoxLayout()
    words.setSpacing(0)
    name = _words(line.name, is_muted=line.is_away)
    name.setFont(semi_bold())
    said = "away tonight" if line.is_away else line.words
    below = _words(" · ".join(filter(None, (line.player, said))), is_muted=True)
    if line.is_hurt and not line.is_away:
        set_role(below, "bad")
    words.addWidget(name)
    words.addWidget(below)
    box.addLayout(words, 1)
    health = QLabel(line.health)
    set_role(health, "muted" if line.is_away else None)
    box.addWidget(health)
    return row


# --------------------------------------------------------------------------------------------------------------- pieces


def _card() -> tuple[QFrame, QVBoxLayout]:
    frame = QFrame()
    set_role(frame, "card")
    column = QVBoxLayout(frame)
    column.setContentsMargins(UNIT, UNIT, UNIT, UNIT)
    column.setSpacing(2)
    return frame, column


def _heading(text: str) -> QLabel:
    label = QLabel(text)
    label.setFont(heading_font())
    set_role(label, "muted")
    return label


def _words(text: str, *, is_muted: bool = False) -> ElidedLabel:
    label = ElidedLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    if is_muted:
        set_role(label, "muted")
    return label


def _muted(text: str) -> QLabel:
    label = QLabel(text)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    set_role(label, "muted")
    return label
