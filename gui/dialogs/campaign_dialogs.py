"""Dialogs about campaigns: a new one, and what is written to it after a fight."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QWidget,
)

from gui.controllers.campaign import CampaignController
from gui.controllers.session_library import NewCampaign, SessionLibrary
from gui.style.measures import HALF, UNIT
from gui.style.theme import set_role
from gui.style.widgets import bare_scroll, padded_column
from model.campaign import LONGEST_NAME, Change, Difference
from model.state.base import Id
from model.state.battle import PLAYERS_SIDE, AnyBattle

# ------------------------------------------------------------------------------------------------------ a new campaign


_WIDTH = 560
_LINES_HEIGHT = 132


class NewCampaignDialog(QDialog):
    """Its name, its game, where it lies, and who plays whom. All but the name may be left as it is."""

    def __init__(self, library: SessionLibrary, battle: AnyBattle | None = None, beside: Path | None = None) -> None:
        """`battle` is the open one: its ruleset is offered first, and its characters can come along.

        Their portraits lie in the folder `beside`.
        """
        super().__init__()
        self._library = library
        self._battle = battle
        self._beside = beside
        self.made: Path | None = None
        """The folder of the new campaign, once it is made."""
        game = "" if battle is None else battle.ruleset
        has_party = battle is not None and any(one.side == PLAYERS_SIDE for one in battle.combatants.values())
        self.setWindowTitle("New Campaign")
        self.setMinimumWidth(_WIDTH)
        self._place = library.folder
        self._game = game
        self.name = QLineEdit()
        self.name.setPlaceholderText("Red Dust")
        self.name.setMaxLength(LONGEST_NAME)
        self.rules = QComboBox()
        for ruleset in library.rulesets.values():
            self.rules.addItem(ruleset.name, ruleset.id)
        self.rules.setCurrentIndex(max(0, self.rules.findData(game or library.last_ruleset())))
        self.characters = QPlainTextEdit()
        self.characters.setPlaceholderText("Mara: Nora\nJo: Doc Amari\nBrick")
        self.characters.setTabChangesFocus(True)
        self.characters.setMinimumHeight(_LINES_HEIGHT)
        self.party = QCheckBox("Take the party of the open battle along, as it is now")
        self.party.setChecked(has_party)
        self.party.setVisible(has_party)
        self.rules.currentIndexChanged.connect(self._follow_rules)
        form = QFormLayout()
        form.setVerticalSpacing(UNIT)
        form.addRow("&Name", self.name)
        form.addRow("&Rules", self.rules)
        place = self._place_line()
        label = QLabel("&Folder")
        label.setBuddy(self.place)
        form.addRow(label, place)
        form.addRow("&Characters", self.characters)
        form.addRow("", self.party)
        hint = _words("One character on each line, with the player before a colon. More can be added at any time.")
        self.problem = _words("", is_bad=True)
        self.problem.hide()
        self.name.textChanged.connect(self.problem.hide)
        self.characters.textChanged.connect(self.problem.hide)
        self.place.textChanged.connect(self.problem.hide)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.ok.setText("Create")
        set_role(self.ok, "primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = padded_column(self, 2 * UNIT)
        column.addLayout(form)
        for part in (hint, self.problem, buttons):
            column.addWidget(part)
        self.name.setFocus()

    def _place_line(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(HALF)
        self.place = QLineEdit(str(self._place))
        choose = QPushButton("Choose…")
        choose.setAutoDefault(False)
        choose.clicked.connect(self._choose_place)
        line.addWidget(self.place, 1)
        line.addWidget(choose)
        return line

    def _choose_place(self) -> None:
        if chosen := QFileDialog.getExistingDirectory(self, "Folder of the Campaign", self.place.text()):
            self.place.setText(chosen)

    def _follow_rules(self) -> None:
        """Characters can only be taken along within one game."""
        self.party.setEnabled(self.rules.currentData() == self._game)

    def accept(self) -> None:
        """Make the campaign and close; where that cannot be, say why and leave all that is typed."""
        is_named = bool(self.name.text().strip())
        made: Path | str = "Type the name of the campaign."
        if is_named:
            made = self._library.make_campaign(self.answer, self._battle, self._beside)
        if isinstance(made, Path):
            self.made = made
            super().accept()
            return
        self.problem.setText(made)
        self.problem.show()
        (self.characters if is_named else self.name).setFocus()

    @property
    def answer(self) -> NewCampaign:
        """What stands in the fields."""
        return NewCampaign(
            name=self.name.text().strip(),
            ruleset=self.rules.currentData(),
            place=Path(self.place.text().strip() or self._place),
            characters=self.characters.toPlainText(),
            takes_party=self.party.isEnabled() and self.party.isChecked(),
        )

    @classmethod
    def ask(cls, library: SessionLibrary, battle: AnyBattle | None, beside: Path | None) -> Path | None:
        """The folder of the campaign that was made; None when the GM does not want one."""
        dialog = cls(library, battle, beside)
        dialog.exec()
        dialog.deleteLater()
        return dialog.made


# ------------------------------------------------------------------------------------------- what a fight has changed


_ROWS = 14
"""Rows that are seen at once; more are scrolled to."""
_ROW = 28
"""Pixels of a row."""


class UpdateCampaignDialog(QDialog):
    """What the battle has changed of what it took from its campaign: a tick for each, all of them set.

    What the files say otherwise by now is newer: it is shown, and stays as it is.
    """

    def __init__(self, campaign: CampaignController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._campaign = campaign
        self.setWindowTitle("Update Campaign")
        self.setMinimumWidth(_WIDTH)
        self.ticks: list[tuple[QCheckBox, Difference]] = []
        self.new_ticks: list[tuple[QCheckBox, Id]] = []
        found = campaign.campaign
        name = "the campaign" if found is None else f"“{found.name}”"
        intro = _words(
            f"Ticked changes are written to {name}: the next battle begins with them. Undo takes them back as long as "
            "this battle is open."
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setText("Not Now")
        self.ok = buttons.addButton("Write to Campaign", QDialogButtonBox.ButtonRole.AcceptRole)
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
        if newcomers := self._campaign.newcomers:
            self._heading("Not in the campaign yet")
            for who in newcomers:
                tick = self._tick(self._campaign.name(who), is_ticked=False)
                grid.addWidget(tick, grid.rowCount(), 0)
                self.new_ticks.append((tick, who))
        grid.setRowStretch(grid.rowCount(), 1)
        return bare_scroll(body, _ROW * min(_ROWS, grid.rowCount()) + 2 * UNIT)

    def _heading(self, words: str) -> None:
        label = QLabel(words)
        label.setTextFormat(Qt.TextFormat.PlainText)
        set_role(label, "name")
        self._grid.addWidget(label, self._grid.rowCount(), 0, 1, 2)

    def _row(self, difference: Difference, change: Change) -> None:
        tick = self._tick(change.title, is_ticked=not difference.is_newer)
        words = change.words
        if difference.is_newer:
            tick.setEnabled(False)
            words = f"{words}; the file says {change.in_file} by now, which stays"
        label = _words(words, is_muted=difference.is_newer)
        row = self._grid.rowCount()
        self._grid.addWidget(tick, row, 0)
        self._grid.addWidget(label, row, 1)
        self.ticks.append((tick, difference))

    def _tick(self, words: str, *, is_ticked: bool) -> QCheckBox:
        tick = QCheckBox(words.replace("&", "&&"))
        tick.setChecked(is_ticked)
        tick.toggled.connect(self._follow_ticks)
        return tick

    def _follow_ticks(self) -> None:
        self.ok.setEnabled(bool(self.taken or self.kept))

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to decide."""
        return not self.ticks and not self.new_ticks

    @property
    def taken(self) -> tuple[Difference, ...]:
        """What is ticked."""
        return tuple(one for tick, one in self.ticks if tick.isChecked())

    @property
    def kept(self) -> tuple[Id, ...]:
        """Combatants who are to become characters of the campaign."""
        return tuple(who for tick, who in self.new_ticks if tick.isChecked())

    @classmethod
    def ask(cls, campaign: CampaignController, parent: QWidget | None) -> tuple[tuple[Difference, ...], tuple[Id, ...]]:
        """The differences to write, and the combatants to keep; nothing where the GM does not want it now."""
        dialog = cls(campaign, parent)
        is_accepted = not dialog.is_empty and dialog.exec() == QDialog.DialogCode.Accepted
        answer = (dialog.taken, dialog.kept) if is_accepted else ((), ())
        dialog.deleteLater()
        return answer


def _words(words: str, *, is_muted: bool = True, is_bad: bool = False) -> QLabel:
    label = QLabel(words)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    set_role(label, "bad" if is_bad else "muted" if is_muted else None)
    return label
