"""The dialog for the user's preferences, a page for each subject, including keys. Choices apply at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gui.commands import Commands
from gui.player.screens import PlayersScreens
from gui.preferences import LARGEST_TEXT, SMALLEST_TEXT, Preferences
from gui.style.theme import UNIT, Mode, set_role, theme
from gui.style.widgets import padded_column
from gui.widgets.basics import ElidedLabel, Switch
from gui.widgets.fields import ChoiceField, NumberField
from model.state.battle import HealthPolicy

# ------------------------------------------------------------------------------------------------ the page of shortcuts

_FIXED = (
    ("Answer, Next Die, Apply", "Enter"),
    ("Do It Anyway", "Shift+Enter"),
    ("Cancel Action, Leave Tool", "Esc"),
    ("Back", "Backspace"),
    ("Dice while dice are due, otherwise the option, target or action of that number", "1 to 9"),
)


class ShortcutsPage(QWidget):
    """Assigns keys to commands. A key that another command has is taken from it, and a message says so."""

    def __init__(self, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._commands = commands
        self._ids: list[str | None] = []
        self._texts: dict[int, str] = {}
        self._taken: tuple[str, str, str] | None = None
        """The command whose key was changed last, the one that its key was taken from, and that one's keys before."""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search")
        self.search.textChanged.connect(self._search)
        self.table = QTableWidget(0, 3)
        self.table.setHorizontalHeaderLabels(["Command", "Menu", "Key"])
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QTableWidget.SelectionMode.SingleSelection)
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.table.itemSelectionChanged.connect(self._show_chosen)
        line = QHBoxLayout()
        self.key = QKeySequenceEdit()
        self.key.setMaximumSequenceLength(1)
        self.key.setAccessibleName("New key")
        self.key.editingFinished.connect(self._set)
        self.none = QPushButton("No Key")
        self.back = QPushButton("Default Key")
        self.none.clicked.connect(lambda: self._give(""))
        self.back.clicked.connect(lambda: self._give(None))
        line.addWidget(QLabel("New Key"))
        line.addWidget(self.key, 1)
        line.addWidget(self.none)
        line.addWidget(self.back)
        self.message = QLabel()
        set_role(self.message, "muted")
        for widget in (self.search, self.table):
            column.addWidget(widget)
        column.addLayout(line)
        column.addWidget(self.message)
        self.restore = QPushButton("Restore Defaults")
        self.restore.clicked.connect(self._restore)
        column.addWidget(self.restore, 0, Qt.AlignmentFlag.AlignLeft)
        self._fill()

    def _restore(self) -> None:
        """Restore the default key of every command."""
        for command in self._commands:
            self._commands.set_key(command.id, None)
        self.message.setText("Every command has its default key again.")
        self._taken = None
        self._fill()
        self._show_chosen()

    @property
    def chosen(self) -> str | None:
        """The id of the selected command, or None."""
        row = self.table.currentRow()
        return None if row < 0 else self._ids[row]

    def choose(self, id: str) -> None:
        """Select a command."""
        for row in range(self.table.rowCount()):
            if self._ids[row] == id:
                self.table.setCurrentCell(row, 0)

    def _fill(self) -> None:
        chosen = self.chosen
        rows = [(command.id, command.title.split("\t")[0], command.menu) for command in self._commands]
        shown = [row for row in rows if "\t" not in self._commands[row[0]].title]
        self._ids = [id for id, _, _ in shown] + [None] * len(_FIXED)
        self.table.setRowCount(len(self._ids))
        for row, (id, title, menu) in enumerate(shown):
            self._add(row, title, menu, self._commands.key(id))
        for row, (title, key) in enumerate(_FIXED, len(shown)):
            self._add(row, title, "fixed", key)
        self.table.resizeColumnToContents(1)
        if chosen is not None:
            self.choose(chosen)

    def _add(self, row: int, *texts: str) -> None:
        for column, text in enumerate(texts):
            self.table.setItem(row, column, QTableWidgetItem(text))
        self._texts[row] = " ".join(texts).lower()

    def _search(self, typed: str) -> None:
        words = typed.lower().split()
        for row in range(self.table.rowCount()):
            self.table.setRowHidden(row, not all(word in self._texts[row] for word in words))

    def _show_chosen(self) -> None:
        chosen = self.chosen
        for widget in (self.key, self.none, self.back):
            widget.setEnabled(chosen is not None)
        self.key.setKeySequence(QKeySequence(self._commands.portable_key(chosen) if chosen else ""))

    def _set(self) -> None:
        key = self.key.keySequence().toString(QKeySequence.SequenceFormat.PortableText)
        if self.chosen is not None and key and key != self._commands.portable_key(self.chosen):
            self._give(key)

    def _give(self, key: str | None) -> None:
        chosen = self.chosen
        if chosen is None:
            return
        self._return_key(chosen)
        owner = self._commands.owner_of(key) if key else None
        had = "" if owner is None else self._commands.portable_key(owner.id)
        self._commands.set_key(chosen, key)
        words = ""
        if owner is not None and owner.id != chosen:
            self._taken = (chosen, owner.id, had)
            words = f"Taken from “{owner.title}”, which has no key now. Another key here gives it back."
        self.message.setText(words)
        self._fill()

    def _return_key(self, chosen: str) -> None:
        """Give a key back that this command has just taken from another one."""
        if self._taken is not None and self._taken[0] == chosen:
            _, owner, key = self._taken
            self._commands.set_key(chosen, "")
            self._commands.set_key(owner, key)
        self._taken = None


# ----------------------------------------------------------------------------------------------------------- the dialog

_THEMES: tuple[tuple[Mode, str], ...] = (("system", "Same as System"), ("dark", "Dark"), ("light", "Light"))
_SIDES = (("pc", "Players"), ("npc", "Opponents"), ("ally", "Allies"))
HEALTH: tuple[tuple[HealthPolicy, str], ...] = (
    ("exact", "Exact Number"),
    ("words", "In Words"),
    ("bar", "Only a Bar"),
    ("nothing", "Nothing"),
)
"""Options for what players see of health."""
_SWITCH = 72
_ROW = 28


class _Page(QWidget):
    """Fields with their titles, and a button that restores all their defaults."""

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        self._preferences = preferences
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.form = QFormLayout()
        self.form.setHorizontalSpacing(2 * UNIT)
        self.form.setVerticalSpacing(UNIT + UNIT // 2)
        self.form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        column.addLayout(self.form)
        column.addStretch(1)
        self._shows: list[Callable[[], None]] = []
        self.restore = QPushButton("Restore Defaults")
        self.restore.clicked.connect(self._restore)
        column.addWidget(self.restore, 0, Qt.AlignmentFlag.AlignLeft)
        self.build()
        self.show_values()

    def build(self) -> None:
        """Create the fields."""
        raise NotImplementedError

    def restore_defaults(self) -> None:
        """Restore the defaults of everything that this page sets."""
        raise NotImplementedError

    def _restore(self) -> None:
        self.restore_defaults()
        self.show_values()

    def show_values(self) -> None:
        """Show the current values."""
        for show in self._shows:
            show()

    def note(self, words: str) -> None:
        """Add a sentence under the fields."""
        label = QLabel(words)
        label.setWordWrap(True)
        set_role(label, "muted")
        self.form.addRow(label)

    def choice(
        self, title: str, options: tuple[tuple[str, str], ...], now: Callable[[], str], choose: Callable[[str], object]
    ) -> ChoiceField:
        """Add a field for choosing one of several options."""
        labelled = tuple((label, key) for key, label in options)
        box = ChoiceField(labelled)
        self._shows.append(lambda: box.set_options(labelled, now()))
        box.entered.connect(choose)
        self._add(title, box)
        return box

    def switch(self, title: str, now: Callable[[], bool], choose: Callable[[bool], object]) -> Switch:
        """Add a field that is on or off."""
        switch = Switch()
        switch.setFixedWidth(_SWITCH)
        self._shows.append(lambda: switch.show_state(now()))
        switch.clicked.connect(lambda: choose(switch.isChecked()))
        self._add(title, switch)
        return switch

    def _add(self, title: str, field: QWidget) -> None:
        field.setAccessibleName(title)
        self.form.addRow(title, field)


class AppearancePage(_Page):
    """Theme, text size and motion."""

    def build(self) -> None:
        preferences = self._preferences
        self.theme = self.choice("Theme", _THEMES, lambda: preferences.theme, self._set_theme)
        sizes = tuple((str(percent), f"{percent} %") for percent in range(SMALLEST_TEXT, LARGEST_TEXT + 1, 10))
        self.text_size = self.choice(
            "Text size", sizes, lambda: str(preferences.text_size), lambda size: preferences.set_text_size(int(size))
        )
        self.motion = self.switch("Reduced motion", lambda: preferences.has_reduced_motion, self._set_motion)
        self.note(
            "With another text size the whole window changes: the battle closes and opens again at once. With reduced "
            "motion, tokens and the map move at once instead of gliding."
        )

    def _set_theme(self, mode: str) -> None:
        chosen = next(known for known, _ in _THEMES if known == mode)
        self._preferences.set_theme(chosen)
        theme().set_mode(chosen)

    def _set_motion(self, is_reduced: bool) -> None:
        self._preferences.set_reduced_motion(is_reduced)
        theme().set_reduced_motion(is_reduced)

    def restore_defaults(self) -> None:
        self._set_theme("system")
        self._set_motion(False)
        self._preferences.set_text_size(100)


class BattlesPage(_Page):
    """Where battles are kept, and how many backups of them."""

    def build(self) -> None:
        preferences = self._preferences
        self.folder = ElidedLabel()
        choose = QPushButton("Choose...")
        choose.setAccessibleName("Choose the folder of battles")
        choose.clicked.connect(self._choose_folder)
        row = QHBoxLayout()
        row.addWidget(self.folder, 1)
        row.addWidget(choose)
        self.form.addRow("Folder of battles", row)
        self._shows.append(self._show_folder)
        self.backups = NumberField(1, 999, empty="All")
        self.backups.setAccessibleName("Backups kept of each battle")
        self._shows.append(lambda: self.backups.show_number(preferences.most_backups or None))
        self.backups.changed.connect(lambda: preferences.set_most_backups(int(self.backups.number or 0)))
        self.form.addRow("Backups of each battle", self.backups)
        self.note(
            "New battles and copies of samples go into this folder; existing ones stay where they are. Backups of "
            "today and yesterday are all kept, older ones by day, week and month."
        )

    def _show_folder(self) -> None:
        folder = str(self._preferences.battles_folder)
        self.folder.setText(folder)
        self.folder.setToolTip(folder)

    def _choose_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, "Folder of Battles", str(self._preferences.battles_folder))
        if chosen:
            self._preferences.set_battles_folder(Path(chosen))
            self._show_folder()

    def restore_defaults(self) -> None:
        self._preferences.set_battles_folder(None)
        self._preferences.set_most_backups(0)


class DicePage(_Page):
    """Who rolls."""

    def build(self) -> None:
        preferences = self._preferences
        options = (("typed", "Type what the dice show"), ("rolled", "Roll automatically"))
        for side, title in _SIDES:
            self.choice(
                f"Dice of {title.lower()}",
                options,
                lambda side=side: preferences.rolling(side),  # type: ignore[misc]
                lambda rolling, side=side: preferences.set_rolling(side, rolling),  # type: ignore[misc]
            )
        self.note("R rolls and digits type at any time; this sets what is suggested first.")

    def restore_defaults(self) -> None:
        for side, _ in _SIDES:
            self._preferences.set_rolling(side, None)


class PlayersPage(_Page):
    """What players see, and on which screen."""

    def __init__(self, preferences: Preferences, screens: PlayersScreens) -> None:
        self._screens = screens
        super().__init__(preferences)

    def build(self) -> None:
        preferences = self._preferences
        self.player_screen = self.choice("Player screen", (), lambda: "", self._pick_screen)
        self._shows.append(self._show_screens)
        self.preview = self.switch("Show preview", lambda: preferences.shows_thumbnail, preferences.set_shows_thumbnail)
        for side, title in _SIDES:
            self.choice(
                f"Health of {title.lower()}",
                HEALTH,
                lambda side=side: preferences.health_shown(side),  # type: ignore[misc]
                lambda policy, side=side: preferences.set_health_shown(side, policy),  # type: ignore[misc]
            )
        self.note("What players see of health applies to new battles; each battle can change it in the Players menu.")

    def _show_screens(self) -> None:
        self.player_screen.clear()
        self.player_screen.addItem("None", "")
        for number, choice in enumerate(self._screens.choices()):
            if not choice.is_gm or choice.is_picked:
                self.player_screen.addItem(choice.title, str(number))
                if choice.is_picked:
                    self.player_screen.setCurrentIndex(self.player_screen.count() - 1)

    def _pick_screen(self, number: str) -> None:
        if number:
            self._screens.pick(self._screens.choices()[int(number)].identity)
        else:
            self._screens.unpick()

    def restore_defaults(self) -> None:
        self._screens.unpick()
        self._preferences.set_shows_thumbnail(True)
        for side, _ in _SIDES:
            self._preferences.set_health_shown(side, None)


class PreferencesDialog(QDialog):
    """The list of pages on the left, the fields of the current page on the right."""

    def __init__(
        self, preferences: Preferences, commands: Commands, screens: PlayersScreens, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Preferences")
        self.resize(720, 480)
        pages: dict[str, QWidget] = {
            "Appearance": AppearancePage(preferences),
            "Battles": BattlesPage(preferences),
            "Dice": DicePage(preferences),
            "Players": PlayersPage(preferences, screens),
            "Keyboard": ShortcutsPage(commands),
        }
        self.list = QListWidget()
        self.list.setAccessibleName("Pages")
        self.list.setFixedWidth(140)
        self.pages = QStackedWidget()
        for title, page in pages.items():
            item = QListWidgetItem(title, self.list)
            item.setSizeHint(QSize(0, _ROW))
            self.pages.addWidget(page)
        self.list.currentRowChanged.connect(self.pages.setCurrentIndex)
        self.list.setCurrentRow(0)
        column = padded_column(self, 2 * UNIT)
        row = QHBoxLayout()
        row.setSpacing(2 * UNIT)
        row.addWidget(self.list)
        row.addWidget(self.pages, 1)
        column.addLayout(row, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        column.addWidget(buttons)

    def show_page(self, title: str) -> None:
        """Show the page with this title."""
        (found,) = self.list.findItems(title, Qt.MatchFlag.MatchExactly)
        self.list.setCurrentItem(found)
