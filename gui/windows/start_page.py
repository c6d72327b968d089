"""What is shown without a battle: campaigns with their party, recent battles, samples; and the selected battle."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QImageReader,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.controllers.campaigns import KnownCampaign, Sample, SessionLibrary, campaign_title, game_of, samples, title_of
from gui.controllers.feeds import moment_brief, moment_words
from gui.style.disposal import dispose_items
from gui.style.theme import HALF, UNIT, heading_font, semi_bold, set_role
from gui.style.widgets import set_icon
from gui.widgets.basics import ElidedLabel, KeyButton
from gui.windows.start_preview import SOON, Preview, last_time_of, newest_title, picture_of
from model.campaign import EncounterLine, PartyLine, battles_of, campaign_of, encounter_lines, party_lines
from model.content.problems import BadFile
from model.state.base import Record

# ------------------------------------------------------------------------------------------------------------- the page

_MARGIN = 4 * UNIT
_LIST = 280
"""Minimum width of the lists, in pixels."""
_PARTY = 260
_RECENT_SHOWN = 8
_SAMPLES_SHOWN = 4
"""Sample battles beside battles of the user's own; a button shows the others."""
_ENTRY, _TALL_ENTRY = 30, 48
"""Height in pixels of a row, and of a row of two lines."""
_THUMBNAIL = QSize(64, 36)
_NO_PARTY = "No one yet. Add to Campaign makes characters of a battle's combatants."
_NO_ENCOUNTERS = "None yet. Save as Encounter in the Edit menu saves a prepared battle."


class StartPage(QWidget):
    """The start page: lists of campaigns and battles, a picture of the selected battle, its campaign beside it.

    A click selects; a double click, Enter or a button opens.
    """

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

    def __init__(self, library: SessionLibrary, parent: QWidget | None = None, *, campaign: Path | None = None) -> None:
        """Select the campaign in the folder `campaign`; without one, the campaign or battle played last."""
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
        self.party.battle_made.connect(self._connected)
        known = library.campaigns
        self.campaigns = self._campaigns(known)
        self.recent = self._recent(library)
        self.samples = self._samples(library, samples(), are_all_shown=not (known or library.preferences.recent))
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
        middle = QVBoxLayout()
        middle.setSpacing(UNIT)
        self.heading = _heading("")
        middle.addWidget(self.heading)
        middle.addWidget(self.preview, 1)
        columns.addLayout(middle, 4)
        columns.addWidget(self.party)
        column.addLayout(columns, 1)
        self._preview_first(library, campaign)

    def _preview_first(self, library: SessionLibrary, campaign: Path | None) -> None:
        """Select the campaign, or else the battle to continue, not the button that creates another."""
        wanted = None if campaign is None else campaign.resolve()
        asked = (one for one in self.campaigns.findChildren(_Entry) if one.campaign == wanted)
        first = self.campaigns if library.last_campaign() is not None else self.recent
        button = next(asked, None) if wanted is not None else None
        button = button or first.findChild(_Entry) or self.campaigns.findChild(_Entry) or self.samples.findChild(_Entry)
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
        lists = (
            ("CAMPAIGNS", self.campaigns, has_campaigns),
            ("RECENT BATTLES", self.recent, not has_campaigns or bool(self.recent.findChildren(_Entry))),
            ("SAMPLE BATTLES", self.samples, True),
        )
        for words, card, is_shown in lists:
            if not is_shown:
                continue
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
            when = "" if last is None else moment_brief(last)
            entry = _Entry(campaign.name, what, path=last, campaign=campaign.folder, aside=when, is_tall=True)
            entry.setToolTip(str(campaign.folder))
            column.addWidget(self._connected(entry))
        return frame

    def _recent(self, library: SessionLibrary) -> QFrame:
        """Return the battles of no campaign that were opened last; those of a campaign are listed with it."""
        frame, column = _card()
        paths = [path for path in library.preferences.recent if campaign_of(path) is None][:_RECENT_SHOWN]
        for path in paths:
            column.addWidget(self._connected(_battle_entry(path)))
        if not paths:
            column.addWidget(_muted("Nothing yet: open a sample, or create a new battle."))
        return frame

    def _samples(self, library: SessionLibrary, known: tuple[Sample, ...], *, are_all_shown: bool) -> QFrame:
        frame, column = _card()
        later: list[_Entry] = []
        for number, sample in enumerate(known):
            copy = library.folder / sample.path.name
            aside = "continues where you left off" if copy.exists() else ""
            title, game = title_of(sample.path), game_of(sample.path)
            entry = self._connected(_Entry(title, game, path=sample.path, pictured=copy, aside=aside))
            column.addWidget(entry)
            if not are_all_shown and number >= _SAMPLES_SHOWN:
                entry.hide()
                later.append(entry)
        if later:
            column.addWidget(_more(later))
        if not known:
            column.addWidget(_muted("None were found."))
        return frame

    def _connected(self, entry: _Entry) -> _Entry:
        entry.chosen.connect(lambda: self._take(entry))
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
        for row in self.findChildren(_Entry):
            row.setChecked(row is entry)
        self.heading.setText(_heading_words(entry))
        self.preview.show_battle(entry)
        self.party.show_campaign(entry.campaign)


def _heading_words(entry: _Entry) -> str:
    """Return what stands above the preview: to whom the shown battle belongs."""
    if entry.is_sample:
        return "SAMPLE BATTLE"
    if entry.campaign is None:
        return "BATTLE"
    name = campaign_title(entry.campaign).upper()
    return f"{name} · LAST BATTLE" if entry.is_campaign and entry.path is not None else name


def _battle_entry(path: Path) -> _Entry:
    """Return the row of a battle: title, game unless a campaign has it, how it stood, when it was played, picture."""
    campaign = campaign_of(path)
    known = last_time_of(path)
    below = " · ".join(filter(None, (game_of(path) if campaign is None else "", "" if known is None else known.now)))
    entry = _Entry(
        newest_title(path), below, path=path, campaign=campaign, aside=moment_brief(path), is_tall=True,
        thumbnail=picture_of(path),
    )  # fmt: skip
    entry.setToolTip(f"{moment_words(path)}\n{path}")
    return entry


def _more(later: Sequence[QWidget]) -> QToolButton:
    """Return a button that shows these rows."""
    button = QToolButton()
    button.setText(f"{len(later)} more...")
    set_role(button, "flat")

    def show() -> None:
        for row in later:
            row.show()
        later[0].setFocus()
        button.hide()

    button.clicked.connect(show)
    return button


class _Row(QPushButton):
    """A row of a list: a title, and what is known about it. A click only selects it."""

    chosen = Signal()
    """The row was double-clicked, or Enter was pressed on it."""

    def __init__(
        self, title: str, below: str, aside: str = "", *, is_tall: bool = False, thumbnail: Path | None = None
    ) -> None:
        """In a tall row, `below` is under the title and `aside` beside it; otherwise only `below`, at the right."""
        super().__init__()
        self._height = _TALL_ENTRY if is_tall else _ENTRY
        set_role(self, "flat")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setCheckable(True)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(UNIT, 0, UNIT, 0)
        first, second = _words(title), _words(below, is_muted=True)
        if thumbnail is not None and thumbnail.exists():
            self._line.addWidget(_Thumbnail(thumbnail))
        if is_tall:
            both, top = QVBoxLayout(), QHBoxLayout()
            both.setSpacing(0)
            first.setFont(semi_bold())
            top.addWidget(first, 1)
            top.addWidget(_words(aside, is_muted=True))
            both.addLayout(top)
            both.addWidget(second)
            self._line.addLayout(both, 1)
        else:
            self._line.addWidget(first, 1)
            self._line.addWidget(second)
        told = " · ".join(filter(None, (below, aside)))
        self.setAccessibleName(f"{title}, {told}" if told else title)

    def sizeHint(self) -> QSize:
        return QSize(self._line.sizeHint().width(), self._height)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self._height)

    def add_button(self, words: str) -> None:
        """Add a button at the right that does the same as a double click."""
        button = QPushButton(words)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Enter on the row does the same
        button.clicked.connect(self.chosen)
        self._line.addWidget(button)

    def nextCheckState(self) -> None:
        """Leave the check state to the page: it marks the selected row."""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.chosen.emit()
        else:
            super().keyPressEvent(event)


class _Thumbnail(QWidget):
    """A small picture of a battle's players' screen, read when it is first painted."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file
        self._picture: QPixmap | None = None
        self.setFixedSize(_THUMBNAIL)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._picture is None:
            reader = QImageReader(str(self._file))
            reader.setScaledSize(_THUMBNAIL * self.devicePixelRatio())
            self._picture = QPixmap.fromImage(reader.read())
        QPainter(self).drawPixmap(self.rect(), self._picture)


class _Entry(_Row):
    """A row of the lists: a battle, or a campaign with its last battle."""

    pointed_at = Signal()
    """The row was clicked, or has got the focus."""

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
        thumbnail: Path | None = None,
    ) -> None:
        """`path` is what the row opens, `campaign` to which campaign it belongs.

        `pictured` is the battle that the picture shows, if that is another file; `aside` is shown beside the game, such
        as when the battle was last played.
        """
        super().__init__(title, game, aside, is_tall=is_tall, thumbnail=thumbnail)
        self.path, self.pictured = path, pictured or path
        self.campaign = campaign
        self.is_sample = pictured is not None
        self.is_campaign = campaign is not None and thumbnail is None
        self.title = title if path is None or self.is_sample else newest_title(path)
        self.game, self.aside = game, aside

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.pointed_at.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
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
    """The characters of the selected campaign after the last battle, its battles, and its prepared encounters."""

    new_wanted = Signal()
    """A new battle with this party is wanted."""
    encounter_wanted = Signal(object, str)
    """A new battle of a prepared encounter is wanted: the folder of the campaign, the id of the encounter."""
    battle_made = Signal(object)
    """The row of one of the campaign's battles was made, for the page to connect."""

    def __init__(self, library: SessionLibrary) -> None:
        super().__init__()
        self._library = library
        self._folder: Path | None = None
        self._known: dict[Path, _Known] = {}
        self._soon = QTimer(self, singleShot=True, interval=SOON)
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
        self.battles, self._battles = _card()
        self.encounters, self._encounters = _card()
        for widget in (self.problem, _heading("PARTY"), party, self.button):
            column.addWidget(widget)
        for words, card in (("BATTLES", self.battles), ("PREPARED ENCOUNTERS", self.encounters)):
            column.addSpacing(UNIT)
            column.addWidget(_heading(words))
            column.addWidget(card)
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
        self._show_battles(folder)
        self._show(self._known.get(folder, _Known(is_read=False)))
        if folder not in self._known:
            self._soon.start()

    def _show_battles(self, folder: Path) -> None:
        rows = [_battle_entry(path) for path in battles_of(folder)]
        for row in rows:
            self.battle_made.emit(row)
        _fill(self._battles, rows or [_muted("No battle yet.")])

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
        row = _Row(line.name, line.words, is_tall=True)
        row.setCheckable(False)
        row.setAccessibleName(f"Run Encounter {line.name}: {line.words}")
        row.setToolTip(f"Run Encounter: a new battle of the party against {line.name}\n{line.words}")
        row.chosen.connect(lambda: self.encounter_wanted.emit(self._folder, line.id))
        row.add_button("Run")
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
