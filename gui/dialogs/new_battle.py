"""A new battle: of which campaign or by which rules, what it is called, who takes part."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QTextCursor
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QWidget,
)

from gui.controllers.newcomers import (
    PARTY,
    GameContent,
    Understood,
    Vocabulary,
    name_begun,
    names_beginning,
    typed_entries,
    understood,
)
from gui.controllers.session_library import NewBattle, SessionLibrary
from gui.dialogs.quick_entry import TOKEN, NewcomersPreview, company_icon, token_picture
from gui.style.measures import HALF, UNIT
from gui.style.theme import Role, set_role
from gui.style.widgets import padded_column
from model.content.problems import BadFile

_WIDTH = 640
_LIST_HEIGHT = 208
_ROW = 28
"""Pixels of a row of the list."""
_SIDES = {"pc": "player", "npc": "opponent"}
_HINT = (
    "Lines or commas separate entries: count, name, side (pc, npc, ally, side:NAME), hidden, numbers and gear such as "
    "hp 12 pistol. A click on the right, or Enter, adds one. An unknown name becomes a standard combatant of the "
    "game, whose sheet can be changed."
)


class NewBattleDialog(QDialog):
    """Everything but the campaign or the ruleset may be left out.

    A click on a combatant of the content adds a line for them; the campaign's party stands there from the beginning.
    """

    def __init__(self, library: SessionLibrary, campaign: Path | None = None, parent: QWidget | None = None) -> None:
        """`campaign` is offered first; without one: the one played last, else the ruleset played last."""
        super().__init__(parent)
        self._library = library
        self._content: GameContent | None = None
        self._problem = ""
        """Why there can be no battle of what is chosen."""
        self.setWindowTitle("New Battle")
        self.setMinimumWidth(_WIDTH)
        self.title = QLineEdit()
        self.title.setPlaceholderText("Battle")
        self.rules = _CampaignOrRules(library, campaign)
        self.fighters = _Lines(self._names)
        self.fighters.setPlaceholderText("Ada pc\n3 raiders\nSniper npc hidden")
        self.fighters.setTabChangesFocus(True)
        self.known = _Known()
        self.known.setAccessibleName("Library")
        self.preview = NewcomersPreview()
        self.problem, self.hint = _words("bad"), _words("muted")
        self.problem.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok.setText("Create")
        ok.setToolTip("Create the battle (Ctrl+Enter)")
        set_role(ok, "primary")
        self._column = column = padded_column(self, 2 * UNIT)
        column.addLayout(self._fields())
        for part in (self.preview, self.problem, self.hint, buttons):
            column.addWidget(part)
        self.fighters.textChanged.connect(self.problem.hide)
        self.fighters.textChanged.connect(self._show_understood)
        self.fighters.cursorPositionChanged.connect(self._show_understood)
        self.fighters.handed_in.connect(self.accept)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.rules.currentIndexChanged.connect(self._show_known)
        self.rules.currentIndexChanged.connect(self._show_understood)
        self.known.chosen.connect(self._add)
        self._show_known()
        self.title.setFocus()

    def _fields(self) -> QGridLayout:
        """Two rows of two fields, each under its name."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(2 * UNIT)
        grid.setVerticalSpacing(HALF)
        named = (
            ("Na&me", self.title),
            ("Campaign or &Rules", self.rules),
            ("&Combatants", self.fighters),
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
        for list_ in (self.fighters, self.known):
            list_.setMinimumHeight(_LIST_HEIGHT)
        return grid

    def _chosen(self) -> GameContent | None:
        """What typed lines can name, by what is chosen; None: a campaign that cannot be read."""
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
        """Offer those whom the content of what is chosen knows: alone, then in company."""
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
        """Begin with the campaign's party, until something else is typed."""
        typed = self.fighters.toPlainText()
        if typed in ("", f"{PARTY}\n"):
            has_party = self._content is not None and self._content.has_party
            self.fighters.setPlainText(f"{PARTY}\n" if has_party else "")
            self.fighters.moveCursor(QTextCursor.MoveOperation.End)

    def _understood(self) -> list[Understood]:
        """What each typed entry is understood as."""
        content = self._content
        templates, companies = (content.templates, content.companies) if content else ((), ())
        entries = typed_entries(self.fighters.toPlainText(), content.vocabulary if content else Vocabulary())
        unknown = content.words_of_unknown if content else lambda entry: "plain numbers"
        members = content.words_of_members if content else lambda company: ""
        return [understood(one, templates, companies, unknown=unknown, members=members) for one in entries]

    def _names(self, typed: str) -> list[str]:
        """The names of the content that what is being typed may become."""
        content = self._content
        return names_beginning(typed, content.vocabulary.names) if content else []

    def _show_understood(self) -> None:
        """What each entry is understood as, under the fields."""
        self.preview.show_line(self._understood(), self._names(self.fighters.before))
        self._make_room()

    def _make_room(self) -> None:
        """Grow by the lines that have come: a layout does so by itself only where no label breaks its lines."""
        self._column.activate()
        self.resize(self.width(), max(self.height(), self._column.totalHeightForWidth(self.width())))

    def accept(self) -> None:
        """Close when every entry is understood; else say what is wrong and leave the lines to be changed."""
        problem = self._problem or next((one.words for one in self._understood() if one.is_problem), "")
        if not problem:
            super().accept()
            return
        self.problem.setText(problem)
        self.problem.show()
        self._make_room()
        self.fighters.setFocus()

    def _add(self, name: str) -> None:
        """One more of a combatant: a line of their own, or one more in the line there is."""
        lines = [line for line in self.fighters.toPlainText().splitlines() if line.strip()]
        for at, line in enumerate(lines):
            count, _, rest = line.strip().partition(" ")
            if line.strip() == name:
                lines[at] = f"2 {name}"
                break
            if count.isdigit() and rest == name:
                lines[at] = f"{int(count) + 1} {name}"
                break
        else:
            lines.append(name)
        self.fighters.setPlainText("\n".join(lines))
        self.fighters.moveCursor(QTextCursor.MoveOperation.End)

    @property
    def answer(self) -> NewBattle:
        """What stands in the fields."""
        title = self.title.text().strip() or "Battle"
        chosen = self.rules.currentData()
        fighters = self.fighters.toPlainText()
        if isinstance(chosen, Path):
            assert self._content is not None
            return NewBattle(self._content.ruleset.id, title, fighters, chosen)
        return NewBattle(chosen, title, fighters)

    @classmethod
    def ask(cls, library: SessionLibrary, campaign: Path | None, parent: QWidget | None) -> NewBattle | None:
        """What the GM wants; None when they don't."""
        dialog = cls(library, campaign, parent)
        answer = dialog.answer if dialog.exec() == QDialog.DialogCode.Accepted else None
        dialog.deleteLater()
        return answer


class _CampaignOrRules(QComboBox):
    """The campaigns, each with the path of its folder as its data, then all rulesets with their ids."""

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


def _words(role: Role) -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    set_role(label, role)
    return label


def _rank(side: str) -> int:
    """Players before others."""
    return 0 if side == "pc" else 1


class _Lines(QPlainTextEdit):
    """Several lines; Enter begins another one, Ctrl+Enter hands all of them in, Tab completes a name or goes on."""

    handed_in = Signal()

    def __init__(self, names: Callable[[str], list[str]]) -> None:
        """`names` gives those that the name at the end of a text may become."""
        super().__init__()
        self._names = names

    @property
    def before(self) -> str:
        """What stands before the cursor; nothing where the cursor is within a word."""
        text, at = self.toPlainText(), self.textCursor().position()
        return "" if text[at : at + 1].isalnum() else text[:at]

    def _complete(self) -> bool:
        names = self._names(self.before)
        if names:
            cursor = self.textCursor()
            begun = len(name_begun(self.before))
            cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, begun)
            cursor.insertText(names[0])
        return bool(names)

    def focusNextPrevChild(self, next: bool) -> bool:
        """The tab key goes to the next field only when there is no name to complete."""
        return (next and self._complete()) or super().focusNextPrevChild(next)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.handed_in.emit()
        else:
            super().keyPressEvent(event)


class _Known(QListWidget):
    """Names with the token of their side; one is chosen by a click, Enter or the space bar."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setIconSize(QSize(TOKEN, TOKEN))
        self.setUniformItemSizes(True)
        self.itemClicked.connect(self._choose)

    def add(self, name: str, what: str, side: str, tip: str) -> None:
        """A row for a combatant; without a side: several, in company."""
        item = QListWidgetItem(f"{name}  ·  {what}")
        item.setData(Qt.ItemDataRole.UserRole, name)
        item.setToolTip(tip)
        item.setSizeHint(QSize(0, _ROW))
        item.setIcon(QIcon(token_picture(name, side, self.devicePixelRatioF())) if side else company_icon())
        self.addItem(item)

    def _choose(self, item: QListWidgetItem) -> None:
        self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if event.key() in keys and self.currentRow() >= 0:
            self._choose(self.currentItem())
        else:
            super().keyPressEvent(event)
