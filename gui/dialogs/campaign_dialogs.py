"""Dialogs for a new campaign, a new battle, and the update of a campaign after a battle."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import groupby
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QTextCursor
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QWidget,
)

from gui.controllers.campaigns import CampaignController, NewBattle, NewCampaign, SessionLibrary
from gui.controllers.game_content import PARTY, GameContent
from gui.controllers.newcomers import Understood, understood, understood_player
from gui.dialogs.marked_words import mark_in_text
from gui.dialogs.quick_entry import TOKEN, NewcomersPreview, group_icon, token_picture
from gui.style.disposal import dispose
from gui.style.theme import HALF, UNIT, Role, set_role
from gui.style.widgets import bare_scroll, padded_column
from gui.widgets.fields import ChoiceField
from model.campaign import LONGEST_NAME, Change, Difference, Edited, edited_character, typed_players
from model.content.library import CombatantEntry
from model.content.problems import BadFile
from model.content.typed import NOTHING_KNOWN, TypedEntry
from model.content.typed_completion import Completion, completion_of
from model.content.typed_lines import typed_entries
from model.state.base import Id, Record, replace
from model.state.battle import PLAYERS_SIDE, AnyBattle, slug

# ------------------------------------------------------------------------------------------------------- a new campaign


_CAMPAIGN_WIDTH = 640
_CHARACTERS_HINT = "Mara: Nora hp 12\nJo: Doc Amari\nBrick"
_CAMPAIGN_HINT = (
    "One character on each line, with the player before a colon, and attributes, skills, powers and gear behind the "
    "name. More can be added at any time."
)
_LINES_HEIGHT = 152


EditsEntry = Callable[[GameContent, CombatantEntry, QWidget], CombatantEntry | None]
"""Opens the editor of a combatant; returns the changed entry, or None if it was cancelled."""


class NewCampaignDialog(QDialog):
    """Asks for the name, game, folder and characters of a new campaign. Only the name is required."""

    def __init__(
        self,
        library: SessionLibrary,
        battle: AnyBattle | None = None,
        beside: Path | None = None,
        edit_entry: EditsEntry | None = None,
    ) -> None:
        """Preselect the ruleset of `battle`, the open one, and offer to copy its characters.

        Args:
            library: the sessions and campaigns.
            battle: the open battle.
            beside: the folder of the portraits of its characters.
            edit_entry: opens the editor of a character, or None if it cannot be opened here.
        """
        super().__init__()
        self._edit_entry = edit_entry
        self.edited: dict[str, Edited] = {}
        """Characters whose sheets were edited, by name."""
        self._read: tuple[object, ...] = ()
        """What the preview was made from."""
        self._library = library
        self._battle = battle
        self._beside = beside
        self._contents: dict[Id, GameContent] = {}
        self.made: Path | None = None
        """The folder of the new campaign, or None until it has been created."""
        game = "" if battle is None else battle.ruleset
        has_party = battle is not None and any(one.side == PLAYERS_SIDE for one in battle.combatants.values())
        self.setWindowTitle("New Campaign")
        self.setMinimumWidth(_CAMPAIGN_WIDTH)
        self._place = library.folder
        self._game = game
        self.name = QLineEdit()
        self.name.setPlaceholderText("Red Dust")
        self.name.setMaxLength(LONGEST_NAME)
        self.rules = ChoiceField()
        for ruleset in library.rulesets.values():
            self.rules.addItem(ruleset.name, ruleset.id)
        self.rules.setCurrentIndex(max(0, self.rules.findData(game or library.last_ruleset())))
        self.characters = _Lines(self._completion)
        self.characters.submitted.connect(self.accept)
        self.characters.setPlaceholderText(_CHARACTERS_HINT)
        self.preview = NewcomersPreview()
        self.characters.setTabChangesFocus(True)
        self.party = QCheckBox("Include the party of the open battle, as it is now")
        self.party.setChecked(has_party)
        self._has_party = has_party
        self.rules.currentIndexChanged.connect(self._follow_rules)
        form = self._form()
        hint = _hint(_CAMPAIGN_HINT)
        self.problem = _hint("", is_bad=True)
        self.problem.hide()
        column = padded_column(self, 2 * UNIT)
        column.addLayout(form, 1)
        previewed = _followed(self.preview, self.screen().availableGeometry().height() // _PREVIEW)
        for part in (previewed, hint, self.problem, self._buttons()):
            column.addWidget(part)
        self._follow_rules()
        self._follow_typing()
        self._take_draft()
        self.name.setFocus()

    def _take_draft(self) -> None:
        """Begin with what was typed before the dialog was cancelled."""
        draft, self._library.draft = self._library.draft, None
        if draft is not None:
            self.name.setText(draft.name)
            self.rules.setCurrentIndex(max(0, self.rules.findData(draft.ruleset)))
            self.edited = dict(draft.edited)
            self.characters.setPlainText(draft.characters)
            self.characters.moveCursor(QTextCursor.MoveOperation.End)

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        form.setVerticalSpacing(UNIT)
        form.addRow("&Name", self.name)
        form.addRow("&Rules", self.rules)
        place = self._place_line()
        label = QLabel("&Folder")
        label.setBuddy(self.place)
        form.addRow(label, place)
        form.addRow(*self._lines())
        form.addRow("", self._sheet_line())
        form.addRow("", self.party)
        return form

    def _sheet_line(self) -> QHBoxLayout:
        line = QHBoxLayout()
        self.edit_sheet = QPushButton("&Edit Sheet...")
        self.edit_sheet.setAutoDefault(False)
        self.edit_sheet.setToolTip("Opens all fields of the character in the line with the cursor (Alt+E).")
        self.edit_sheet.setVisible(self._edit_entry is not None)
        self.edit_sheet.setEnabled(False)
        self.edit_sheet.clicked.connect(self._edit_sheet)
        line.addWidget(self.edit_sheet)
        line.addStretch(1)
        return line

    def _lines(self) -> tuple[QLabel, QHBoxLayout]:
        """Return the field of characters with its label; the style sheet would override a least height of the field."""
        label, line = QLabel("&Characters"), QHBoxLayout()
        label.setBuddy(self.characters)
        line.addWidget(self.characters)
        line.addStrut(_LINES_HEIGHT)
        return label, line

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.ok.setText("Create")
        self.ok.setToolTip("Creates the campaign (Ctrl+Enter).")
        set_role(self.ok, "primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons

    def _follow_typing(self) -> None:
        """Show how characters are understood while they are typed, and no problem of what was there before."""
        for changed in (self.name.textChanged, self.characters.textChanged, self.place.textChanged):
            changed.connect(self.problem.hide)
        for changed in (self.characters.textChanged, self.characters.cursorPositionChanged):
            changed.connect(self._show_understood)
        self.rules.currentIndexChanged.connect(self._show_understood)

    @property
    def _content(self) -> GameContent:
        """The content of the chosen game, read once."""
        game = self.rules.currentData()
        if game not in self._contents:
            self._contents[game] = self._library.content_of(game)
        return self._contents[game]

    def _completion(self, typed: str) -> Completion:
        return completion_of(typed, self._content.vocabulary, one_per_line=True)

    def _show_understood(self) -> None:
        """Show below the fields how each character is understood, and mark the words that are not."""
        content, typed = self._content, self.characters.toPlainText()
        read = (content, typed, self.characters.textCursor().position(), frozenset(self.edited))
        if read == self._read:
            # A key changes the text and moves the cursor: it is read once.
            return
        self._read = read
        entries = [self._understood(*one) for one in typed_players(content.vocabulary, typed)]
        self.edit_sheet.setEnabled(self._at_cursor() is not None)
        self.preview.show_line(entries, self._completion(self.characters.before).names)
        mark_in_text(self.characters, entries)

    def _at_cursor(self) -> TypedEntry | None:
        """The typed character in the line with the cursor, the last one before it; None if there is none."""
        text, at = self.characters.toPlainText(), self.characters.textCursor().position()
        end = text.find("\n", at)
        start = text.rfind("\n", 0, at) + 1
        line = text[start : len(text) if end < 0 else end]
        found = typed_players(self._content.vocabulary, line)
        return found[-1][1] if found and found[-1][1].name and not found[-1][1].problem else None

    def _edit_sheet(self) -> None:
        """Edit the sheet of the character at the cursor: it is used when the campaign is created."""
        entry = self._at_cursor()
        if entry is None or self._edit_entry is None:
            return
        library = self._content.library
        before = edited_character(library, entry, self.edited.get(entry.name))
        after = self._edit_entry(self._content, before, self)
        if after is not None:
            self.edited[entry.name] = Edited(replace(after, id=slug(after.name)), entry.said, entry.gear)
            self._read = ()
            self._show_understood()
        self.characters.setFocus()

    def _understood(self, player: str, entry: TypedEntry) -> Understood:
        found = understood_player(self._content, player, entry)
        if found.is_problem or entry.name not in self.edited:
            return found
        edited = edited_character(self._content.library, entry, self.edited[entry.name])
        words = f"{edited.name} · {edited.side} · {self._content.words_of_sheet(edited)} · sheet edited"
        return replace(found, words=f"{player}: {words}" if player else words, name=edited.name, side=edited.side)

    def _place_line(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(HALF)
        self.place = QLineEdit(str(self._place))
        choose = QPushButton("Choose...")
        choose.setAutoDefault(False)
        choose.clicked.connect(self._choose_place)
        line.addWidget(self.place, 1)
        line.addWidget(choose)
        return line

    def _choose_place(self) -> None:
        if chosen := QFileDialog.getExistingDirectory(self, "Folder of the Campaign", self.place.text()):
            self.place.setText(chosen)

    def _follow_rules(self) -> None:
        """Offer to copy the party only if the campaign has the open battle's ruleset."""
        self.party.setVisible(self._has_party and self.rules.currentData() == self._game)

    def accept(self) -> None:
        """Create the campaign and close; if that fails, show why and keep all input."""
        is_named = bool(self.name.text().strip())
        made: Path | str = "Type the name of the campaign."
        if is_named:
            made = self._library.make_campaign(self.answer, self._battle, self._beside)
            made = self.preview.besides(made) if isinstance(made, str) else made
        if isinstance(made, Path):
            self.made = made
            super().accept()
            return
        self.problem.setText(made)
        self.problem.show()
        (self.characters if is_named else self.name).setFocus()

    def reject(self) -> None:
        """Close; what was typed is there again when the dialog is opened the next time."""
        if self.characters.toPlainText().strip():
            self._library.draft = self.answer
        super().reject()

    @property
    def answer(self) -> NewCampaign:
        """Values of the fields."""
        return NewCampaign(
            name=self.name.text().strip(),
            ruleset=self.rules.currentData(),
            place=Path(self.place.text().strip() or self._place),
            characters=self.characters.toPlainText(),
            edited=self.edited,
            takes_party=not self.party.isHidden() and self.party.isChecked(),
        )

    @classmethod
    def ask(
        cls,
        library: SessionLibrary,
        battle: AnyBattle | None,
        beside: Path | None,
        edit_entry: EditsEntry | None = None,
    ) -> Path | None:
        """Return the folder of the new campaign, or None if the dialog was cancelled."""
        dialog = cls(library, battle, beside, edit_entry)
        dialog.exec()
        dispose(dialog)
        return dialog.made


# ------------------------------------------------------------------------------------------------- update of a campaign


_CHANGES_SHOWN = 14
"""Rows that are visible without scrolling."""
_ROW = 28
"""Height of a row in pixels."""


class CampaignUpdate(Record):
    """What the GM has ticked of the exchange with the campaign."""

    taken: tuple[Difference, ...] = ()
    """Changes of the battle that are written to the campaign."""
    kept: tuple[Id, ...] = ()
    """Combatants and players that become the campaign's."""
    taken_up: tuple[Difference, ...] = ()
    """Parts of the campaign's files that the battle takes up."""

    @property
    def is_any(self) -> bool:
        return bool(self.taken or self.kept or self.taken_up)


class UpdateCampaignDialog(QDialog):
    """Offers what the battle has changed of its campaign's data: each change has a tick, which is set at first.

    Not set is the tick of a condition that is over with the combat: the character does not keep it.

    A change cannot be ticked if the file has changed since the battle took its data: the newer file stays as it is.
    The other way round, the battle takes up ticked parts of characters that were improved in their files since.
    Players' characters that are not in the campaign yet are ticked to become its characters, each with a new file;
    players who are not in it yet, to be added to it.
    """

    def __init__(self, campaign: CampaignController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._campaign = campaign
        self.setWindowTitle("Update Campaign")
        self.setMinimumWidth(_CAMPAIGN_WIDTH)
        self.ticks: list[tuple[QCheckBox, Difference]] = []
        self.new_ticks: list[tuple[QCheckBox, Id]] = []
        self.improved_ticks: list[tuple[QCheckBox, Difference]] = []
        found = campaign.campaign
        name = "the campaign" if found is None else f"“{found.name}”"
        intro = _hint(
            f"Ticked changes are written to {name}: the next battle begins with them. Undo takes them back as long as "
            "this battle is open."
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setText("Not Now")
        self.ok = buttons.addButton("Update Campaign", QDialogButtonBox.ButtonRole.AcceptRole)
        set_role(self.ok, "primary")
        self.ok.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = padded_column(self, 2 * UNIT)
        column.addWidget(intro)
        column.addWidget(self._rows(), 1)
        column.addWidget(buttons)
        self._follow_ticks()
        self.ok.setFocus()

    def _rows(self) -> QScrollArea:
        body = QWidget()
        self._grid = grid = QGridLayout(body)
        grid.setContentsMargins(UNIT, UNIT, UNIT, UNIT)
        grid.setHorizontalSpacing(2 * UNIT)
        grid.setVerticalSpacing(HALF)
        grid.setColumnStretch(1, 1)
        for owner, changes in groupby(self._campaign.changes(), key=lambda one: one[1]):
            self._heading(owner)
            for difference, _, change in changes:
                self._row(difference, change)
        improved = self._campaign.improvements()
        for owner, changes in groupby(improved, key=lambda one: one[1]):
            self._heading(f"{owner}: newer in the file, taken up into this battle")
            for difference, _, change in changes:
                self._improvement_row(difference, change)
        newcomers, players = self._campaign.newcomers, self._campaign.new_players
        if newcomers or players:
            self._heading("Not in the campaign yet")
        for who in (*newcomers, *players):
            tick = self._tick(self._campaign.name(who), is_ticked=True)
            row = grid.rowCount()
            grid.addWidget(tick, row, 0)
            if who in players:
                played = self._campaign.characters(who)
                grid.addWidget(_hint(f"player of {played}" if played else "player"), row, 1)
            self.new_ticks.append((tick, who))
        grid.setRowStretch(grid.rowCount(), 1)
        return bare_scroll(body, _ROW * min(_CHANGES_SHOWN, grid.rowCount()) + 2 * UNIT)

    def _heading(self, words: str) -> None:
        label = QLabel(words)
        label.setTextFormat(Qt.TextFormat.PlainText)
        set_role(label, "name")
        self._grid.addWidget(label, self._grid.rowCount(), 0, 1, 2)

    def _row(self, difference: Difference, change: Change) -> None:
        tick = self._tick(change.title, is_ticked=not (difference.is_newer or change.is_over))
        words = f"{change.words}; over with the combat" if change.is_over else change.words
        if difference.is_newer:
            tick.setEnabled(False)
            words = f"{words}; the file now says {change.in_file} and is not overwritten"
        label = _hint(words, is_muted=difference.is_newer or change.is_over)
        row = self._grid.rowCount()
        self._grid.addWidget(tick, row, 0)
        self._grid.addWidget(label, row, 1)
        self.ticks.append((tick, difference))

    def _improvement_row(self, difference: Difference, change: Change) -> None:
        """Add a row that lets the battle take up a part of a file; not ticked if the battle has changed it too."""
        tick = self._tick(change.title, is_ticked=not difference.is_newer)
        words = f"{change.words}; changed in this battle too" if difference.is_newer else change.words
        row = self._grid.rowCount()
        self._grid.addWidget(tick, row, 0)
        self._grid.addWidget(_hint(words, is_muted=difference.is_newer), row, 1)
        self.improved_ticks.append((tick, difference))

    def _tick(self, words: str, *, is_ticked: bool) -> QCheckBox:
        tick = QCheckBox(words.replace("&", "&&"))
        tick.setChecked(is_ticked)
        tick.toggled.connect(self._follow_ticks)
        return tick

    def _follow_ticks(self) -> None:
        self.ok.setEnabled(self.answer.is_any)

    @property
    def is_empty(self) -> bool:
        """Whether there is no change and no combatant to decide about."""
        return not self.ticks and not self.new_ticks and not self.improved_ticks

    @property
    def taken(self) -> tuple[Difference, ...]:
        """The ticked differences."""
        return tuple(one for tick, one in self.ticks if tick.isChecked())

    @property
    def kept(self) -> tuple[Id, ...]:
        """The ticked combatants and players, which become characters and players of the campaign."""
        return tuple(who for tick, who in self.new_ticks if tick.isChecked())

    @property
    def taken_up(self) -> tuple[Difference, ...]:
        """The ticked parts of files that the battle takes up."""
        return tuple(one for tick, one in self.improved_ticks if tick.isChecked())

    @property
    def answer(self) -> CampaignUpdate:
        """What is ticked."""
        return CampaignUpdate(self.taken, self.kept, self.taken_up)

    @classmethod
    def ask(cls, campaign: CampaignController, parent: QWidget | None) -> CampaignUpdate:
        """Return what is to be written, kept and taken up: nothing if the dialog was cancelled."""
        dialog = cls(campaign, parent)
        is_accepted = not dialog.is_empty and dialog.exec() == QDialog.DialogCode.Accepted
        answer = dialog.answer if is_accepted else CampaignUpdate()
        dispose(dialog)
        return answer


def _hint(words: str, *, is_muted: bool = True, is_bad: bool = False) -> QLabel:
    label = QLabel(words)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    set_role(label, "bad" if is_bad else "muted" if is_muted else None)
    return label


# --------------------------------------------------------------------------------------------------------- a new battle

_BATTLE_WIDTH = 640
_LIST_HEIGHT = 104
_PREVIEW = 5
"""The preview takes one part of this many of the screen's height, so that Create stays on it; more is scrolled to."""
_SIDES = {"pc": "player", "npc": "opponent"}
_HINT = (
    "Lines or commas separate entries: count, name, side (pc, npc, ally, side:NAME), hidden, and in any order "
    "attributes, skills, powers and gear, such as hp 12 pistol. A click on the right, or Enter, adds one. An unknown "
    "name becomes a standard combatant of the game, with what is typed."
)


class NewBattleDialog(QDialog):
    """Asks for the campaign or ruleset, the name and the combatants of a new battle; only the first is required.

    A click on a combatant of the library adds one to the lines, which begin with the campaign's party.
    """

    def __init__(self, library: SessionLibrary, campaign: Path | None = None, parent: QWidget | None = None) -> None:
        """Preselect `campaign`; if it is None, the campaign played last, or else the ruleset played last."""
        super().__init__(parent)
        self._library = library
        self._content: GameContent | None = None
        self._problem = ""
        """Why no battle can be created with the chosen campaign, or empty."""
        self.setWindowTitle("New Battle")
        self.setMinimumWidth(_BATTLE_WIDTH)
        self.title = QLineEdit()
        self.title.setPlaceholderText("Battle")
        self.rules = _CampaignOrRules(library, campaign)
        self.combatants = _Lines(self._completion)
        self.combatants.setPlaceholderText("Ada pc\n3 raiders\nSniper npc hidden")
        self.combatants.setTabChangesFocus(True)
        self.known = _Known()
        self.known.setAccessibleName("Library")
        self.preview = NewcomersPreview()
        self.problem, self.hint = _role_words("bad"), _role_words("muted")
        self.problem.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok.setText("Create")
        ok.setToolTip("Creates the battle (Ctrl+Enter).")
        set_role(ok, "primary")
        column = padded_column(self, 2 * UNIT)
        column.addLayout(self._fields(), 1)
        previewed = _followed(self.preview, self.screen().availableGeometry().height() // _PREVIEW)
        for part in (previewed, self.problem, self.hint, buttons):
            column.addWidget(part)
        self.combatants.textChanged.connect(self.problem.hide)
        self.combatants.textChanged.connect(self._show_understood)
        self.combatants.cursorPositionChanged.connect(self._show_understood)
        self.combatants.submitted.connect(self.accept)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.rules.currentIndexChanged.connect(self._show_known)
        self.rules.currentIndexChanged.connect(self._show_understood)
        self.known.chosen.connect(self._add)
        self._show_known()
        self.title.setFocus()

    def _fields(self) -> QGridLayout:
        """Return two rows of two fields, each below its label."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(2 * UNIT)
        grid.setVerticalSpacing(HALF)
        named = (
            ("Na&me", self.title),
            ("Campaign or &Rules", self.rules),
            ("&Combatants", self.combatants),
            ("Librar&y", self.known),
        )
        for at, (words, field) in enumerate(named):
            label = QLabel(words)
            label.setBuddy(field)
            set_role(label, "muted")
            grid.addWidget(label, 3 * (at // 2), at % 2)
            grid.addWidget(field, 3 * (at // 2) + 1, at % 2)
        # Room between the two rows of fields.
        grid.setRowMinimumHeight(2, UNIT)
        for list_ in (self.combatants, self.known):
            list_.setMinimumHeight(_LIST_HEIGHT)
        return grid

    def _chosen(self) -> GameContent | None:
        """Return the content that typed lines can name; None, and set `_problem`, if the campaign cannot be read."""
        chosen = self.rules.currentData()
        if isinstance(chosen, Path):
            try:
                campaign = self._library.read_campaign(chosen)
            except BadFile as error:
                self._problem = f"This campaign cannot be used: {error}"
                return None
            return GameContent(campaign.ruleset, campaign=lambda: campaign)
        ruleset = self._library.rulesets[chosen]
        return GameContent(ruleset, self._library.preferences.library_folder(ruleset.id))

    def _show_known(self) -> None:
        """List the combatants of the chosen content, players' characters first, then its parties and encounters."""
        self._problem = ""
        self._content = content = self._chosen()
        self.known.clear()
        self.hint.setText(_HINT)
        self._offer_party()
        if content is None:
            self.hint.setText(self._problem)
            return
        if content.problem:
            self.hint.setText(f"{_HINT} {content.problem}")
        for entry in sorted(content.templates, key=lambda entry: _rank(entry.side)):
            self.known.add(entry.name, _SIDES.get(entry.side, entry.side), entry.side, entry.notes)
        for company in content.companies:
            count = sum(member.count for member in company.members)
            self.known.add(company.name, f"{count} together", "", content.words_of_members(company))

    def _offer_party(self) -> None:
        """Enter the campaign's party, unless something else has been typed."""
        typed = self.combatants.toPlainText()
        if typed in ("", f"{PARTY}\n"):
            has_party = self._content is not None and self._content.has_party
            self.combatants.setPlainText(f"{PARTY}\n" if has_party else "")
            self.combatants.moveCursor(QTextCursor.MoveOperation.End)

    def _understood(self) -> list[Understood]:
        """Return how each typed entry is understood."""
        content = self._content
        templates, companies = (content.templates, content.companies) if content else ((), ())
        entries = typed_entries(self.combatants.toPlainText(), content.vocabulary if content else NOTHING_KNOWN)
        unknown = content.words_of_unknown if content else lambda entry: "not in the library: plain numbers"
        members = content.words_of_members if content else lambda company: ""
        return [understood(one, templates, companies, unknown=unknown, members=members) for one in entries]

    def _completion(self, typed: str) -> Completion:
        return completion_of(typed, self._content.vocabulary if self._content else NOTHING_KNOWN)

    def _show_understood(self) -> None:
        """Show below the fields how each entry is understood."""
        entries = self._understood()
        self.preview.show_line(entries, self._completion(self.combatants.before).names)
        mark_in_text(self.combatants, entries)

    def accept(self) -> None:
        """Close if every entry is understood; else show the problem and keep the lines."""
        problem = self._problem or next((one.words for one in self._understood() if one.is_problem), "")
        if not problem:
            super().accept()
            return
        self.problem.setText(self.preview.besides(problem))
        self.problem.show()
        self.combatants.setFocus()

    def _add(self, name: str) -> None:
        """Add one combatant: raise the count in its line, or append a line."""
        lines = [line for line in self.combatants.toPlainText().splitlines() if line.strip()]
        for at, line in enumerate(lines):
            count, _, rest = line.strip().partition(" ")
            if line.strip() == name:
                lines[at] = f"2 {name}"
                break
            if count.isdecimal() and rest == name:
                lines[at] = f"{int(count) + 1} {name}"
                break
        else:
            lines.append(name)
        self.combatants.setPlainText("\n".join(lines))
        self.combatants.moveCursor(QTextCursor.MoveOperation.End)

    @property
    def answer(self) -> NewBattle:
        """Values of the fields."""
        title = self.title.text().strip() or "Battle"
        chosen = self.rules.currentData()
        combatants = self.combatants.toPlainText()
        if isinstance(chosen, Path):
            assert self._content is not None
            return NewBattle(self._content.ruleset.id, title, combatants, chosen)
        return NewBattle(chosen, title, combatants)

    @classmethod
    def ask(cls, library: SessionLibrary, campaign: Path | None, parent: QWidget | None) -> NewBattle | None:
        """Return the battle to create, or None if the dialog was cancelled."""
        dialog = cls(library, campaign, parent)
        answer = dialog.answer if dialog.exec() == QDialog.DialogCode.Accepted else None
        dispose(dialog)
        return answer


class _CampaignOrRules(ChoiceField):
    """The campaigns, each with its folder's path as item data, then all rulesets with their ids."""

    def __init__(self, library: SessionLibrary, campaign: Path | None) -> None:
        super().__init__()
        for known in library.campaigns:
            self.addItem(f"{known.name}  ·  {known.game or 'unknown game'}", known.folder)
        if self.count():
            self.insertSeparator(self.count())
        first = self.count()
        for ruleset in library.rulesets.values():
            self.addItem(ruleset.name, ruleset.id)
        usual = campaign or library.last_campaign() or library.last_ruleset()
        self.setCurrentIndex(next((at for at in range(self.count()) if self.itemData(at) == usual), first))


def _followed(preview: NewcomersPreview, most: int) -> QScrollArea:
    """Return a preview that scrolls, with the entry that is being typed in sight; `most` is its greatest height."""
    scroll = bare_scroll(preview, 0, most)
    # The row gets its place and the area its height when the new words are laid out.
    show = partial(QTimer.singleShot, 0, scroll)
    preview.typed.connect(lambda row: show(lambda: scroll.ensureWidgetVisible(row, 0, UNIT)))
    return scroll


def _role_words(role: Role) -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    set_role(label, role)
    return label


def _rank(side: str) -> int:
    """Sort key that puts players' characters before others."""
    return 0 if side == "pc" else 1


class _Lines(QPlainTextEdit):
    """Multi-line field: Enter starts a line, Ctrl+Enter submits, Tab completes a name or moves to the next field."""

    submitted = Signal()

    def __init__(self, completion: Callable[[str], Completion]) -> None:
        """`completion` returns what completes a text."""
        super().__init__()
        self._completion = completion

    @property
    def before(self) -> str:
        """The text before the cursor; empty if the cursor is within a word."""
        text, at = self.toPlainText(), self.textCursor().position()
        return "" if text[at : at + 1].isalnum() else text[:at]

    def _complete(self) -> bool:
        found = self._completion(self.before)
        if found.names:
            cursor = self.textCursor()
            begun = len(self.before) - self.before.rindex(found.word)
            cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, begun)
            cursor.insertText(found.names[0])
        return bool(found.names)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Move to the next field only if there is no name to complete."""
        return (next and self._complete()) or super().focusNextPrevChild(next)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.submitted.emit()
        else:
            super().keyPressEvent(event)


class _Known(QListWidget):
    """Names with the token of their side. A click, Enter or the space bar chooses one."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setIconSize(QSize(TOKEN, TOKEN))
        self.setUniformItemSizes(True)
        self.itemClicked.connect(self._choose)

    def add(self, name: str, what: str, side: str, tip: str) -> None:
        """Add a row for a combatant, or for a party or an encounter if `side` is empty."""
        item = QListWidgetItem(f"{name}  ·  {what}")
        item.setData(Qt.ItemDataRole.UserRole, name)
        item.setToolTip(tip)
        item.setSizeHint(QSize(0, _ROW))
        item.setIcon(QIcon(token_picture(name, side, self.devicePixelRatioF())) if side else group_icon())
        self.addItem(item)

    def _choose(self, item: QListWidgetItem) -> None:
        self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if event.key() in keys and self.currentRow() >= 0:
            self._choose(self.currentItem())
        else:
            super().keyPressEvent(event)
