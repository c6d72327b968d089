"""The library dock: everything that can be added to a battle, with search, preview and commands.

Entries are created and edited in dialogs: combatants on the same sheet as in a battle, gear by its fields, condition
presets and encounters in forms.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QByteArray,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QIcon, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.bridge import Bridge
from gui.controllers.edit_controller import EditController
from gui.controllers.game_content import GameContent, entry_named
from gui.controllers.library_controller import (
    UNTIL_WORDS,
    EntryBench,
    Filter,
    LibraryController,
    LibraryRow,
    OwnLibrary,
)
from gui.controllers.selection import Selection
from gui.controllers.workspace import Workspace
from gui.dialogs.quick_entry import TOKEN, group_icon, token_picture
from gui.map.drops import ENTRY
from gui.models.rows import RowRole
from gui.panels.sections_form import SectionsForm
from gui.panels.sheet_chips import NameField
from gui.panels.sheet_panel import SheetPanel
from gui.style.clicks import watch_menu
from gui.style.disposal import dispose, dispose_items
from gui.style.theme import HALF, UNIT, set_role, theme
from gui.style.widgets import bare_scroll, icon, padded_column, set_icon
from gui.widgets.basics import ElidedLabel, KeyButton, Switch, Toggles
from gui.widgets.fields import ChoiceField, NumberField
from model.campaign.characters import plain
from model.content.library import CombatantEntry, Company, ItemEntry, Kind, Member, Preset, Table, item_table
from model.content.plurals import in_the_singular
from model.content.problems import nearest
from model.content.typed import COUNT, MOST
from model.engine.calls import Call
from model.engine.edits_conditions import PREVENTED
from model.session import Session
from model.state.base import replace
from model.view.form import fields_of
from model.view.parts import parts_of

# --------------------------------------------------------------------------------------------------- editors of entries

_EDGE = 40
"""Pixels of the screen's width and height that a dialog leaves free."""
_MOST_WAVES = 99
_MOST_AMOUNT = 999
_UNGROUPED = "Values"
"""The heading of fields of gear that have none."""
_MOST_ROUNDS = 999


class Editor(QDialog):
    """Base of the entry editors: name and tags, below them what the kind has; Save is enabled while there is a name."""

    kind: Kind

    def __init__(self, title: str, name: str, tags: tuple[str, ...], size: QSize, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.resize(size.boundedTo(self.screen().availableSize() - QSize(_EDGE, _EDGE)))
        self.name = QLineEdit(name)
        self.tags = QLineEdit(", ".join(tags))
        self.tags.setPlaceholderText("guard, city, leader")
        self.form = QFormLayout()
        self.form.setVerticalSpacing(UNIT)
        self.form.addRow("&Name", self.name)
        self.form.addRow("&Tags", self.tags)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.problem.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self.problem, "bad")
        self.problem.hide()
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        self._save = self._buttons.button(QDialogButtonBox.StandardButton.Save)
        set_role(self._save, "primary")
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self.name.textChanged.connect(self._follow_name)
        self._column = padded_column(self, 2 * UNIT)
        self._column.addLayout(self.form)
        self._follow_name()

    def _finish(self, body: QWidget) -> None:
        """Add the widget of the kind below the fields, with all the remaining space; problem and buttons follow."""
        self._column.addWidget(body, 1)
        self._column.addWidget(self.problem)
        self._column.addWidget(self._buttons)

    def _follow_name(self) -> None:
        self._save.setEnabled(bool(self.name.text().strip()))

    def show_problem(self, sentence: str) -> None:
        """Show what is wrong with the input; an empty sentence hides the message."""
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))

    @property
    def _tags(self) -> tuple[str, ...]:
        return tuple(filter(None, (tag.strip() for tag in self.tags.text().split(","))))

    @property
    def table(self) -> Table:
        """The entry as a table, as library files have it."""
        raise NotImplementedError

    def let_go(self) -> None:
        """Release what the editor needed, after it has been closed."""

    def ask(self) -> Table | None:
        """Run the dialog; return the changed entry, or None if it was cancelled."""
        table = self.table if self.exec() == QDialog.DialogCode.Accepted else None
        self.let_go()
        dispose(self)
        return table


def editor_of(library: LibraryController, row: LibraryRow, parent: QWidget | None = None) -> Editor:
    """Return the editor of an entry."""
    content = library.content
    match row.kind:
        case "combatant":
            return CombatantEditor(library, library.combatant(row), parent)
        case "item":
            return GearEditor(library, content.library.items[row.id], parent)
        case "preset":
            return PresetEditor(library, content.presets[row.id], parent)
    return GroupEditor(library, row.kind, library.company(row), parent)


def editor_of_new(library: LibraryController, kind: Kind, parent: QWidget | None = None) -> Editor:
    """Return the editor of a new entry; a combatant begins with the sheet of the game's standard one, if any."""
    match kind:
        case "combatant":
            standard = library.ruleset.standard
            sheet = {} if standard is None else dict(standard.sheet(standard.levels[0]))
            return CombatantEditor(library, CombatantEntry(id="", name="", sheet=sheet), parent)
        case "item":
            return GearEditor(library, ItemEntry(id="", name="", gear={}), parent)
        case "preset":
            return PresetEditor(library, Preset(id="", name=""), parent)
    return GroupEditor(library, kind, Company(id="", name=""), parent)


def _title(name: str, kind: str) -> str:
    return f"Edit {name}" if name else f"New {kind}"


# ---------------------------------------------------------------------------------------- editors on a battle in memory


class _BattleEditor(Editor):
    """Edits on a battle in memory with this one combatant: every edit works as in a battle; Ctrl+Z undoes it."""

    def _begin(self, library: LibraryController | EntryBench, entry: CombatantEntry) -> None:
        named = entry if entry.name else replace(entry, name="?")
        session = Session.create(None, library.ruleset, library.alone(named)).session
        assert session is not None, "a battle in memory needs no file"
        self.bridge = Bridge(session, self)
        (self._who,) = session.battle.combatants
        QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self, self.bridge.undo)

    def let_go(self) -> None:
        self.bridge.close()


class CombatantEditor(_BattleEditor):
    """Edits a combatant, on the same sheet as in a battle."""

    kind = "combatant"

    def __init__(
        self, library: LibraryController | EntryBench, entry: CombatantEntry, parent: QWidget | None = None
    ) -> None:
        super().__init__(_title(entry.name, "Combatant"), entry.name, entry.tags, QSize(780, 680), parent)
        self._library = library
        self._entry = entry
        self._begin(library, entry)
        selection = Selection(self.bridge)
        selection.select((self._who,))
        self.sheet = SheetPanel(
            self.bridge, selection, EditController(self.bridge, selection, library.content), is_editor=True
        )
        self.side = ChoiceField()
        self.side.setEditable(True)
        self.side.addItems(list(dict.fromkeys(("npc", "pc", "ally", entry.side))))
        self.side.setCurrentText(entry.side)
        self.notes = QLineEdit(entry.notes)
        self.form.insertRow(1, "S&ide", self.side)
        self.form.addRow("N&otes", self.notes)
        self.bridge.changed.connect(lambda _: self.sheet.refresh())
        self._finish(self.sheet)

    @property
    def answer(self) -> CombatantEntry:
        """The entry made from the fields and the sheet."""
        made = self._library.entry_of(self.bridge.battle, self._who)
        return replace(
            made,
            id=self._entry.id,
            name=self.name.text().strip(),
            side=self.side.currentText().strip() or "npc",
            tags=self._tags,
            notes=self.notes.text().strip(),
        )

    @property
    def table(self) -> Table:
        table: Table = plain(self.answer)
        return table


def edited_entry(content: GameContent, entry: CombatantEntry, parent: QWidget | None) -> CombatantEntry | None:
    """Let the GM edit a combatant that is in no battle and in no file; return None if that was cancelled."""
    editor = CombatantEditor(EntryBench(content), entry, parent)
    edited = editor.answer if editor.exec() == QDialog.DialogCode.Accepted else None
    editor.let_go()
    dispose(editor)
    return edited


class GearEditor(_BattleEditor):
    """Edits a weapon, an armour or a tool, with every field that gear has in the game."""

    kind = "item"

    def __init__(self, library: LibraryController, entry: ItemEntry, parent: QWidget | None = None) -> None:
        super().__init__(_title(entry.name, "Gear"), entry.name, entry.tags, QSize(560, 520), parent)
        self._entry = entry
        self._begin(library, CombatantEntry(id="holder", name="?", items=({**entry.gear, "name": entry.name or "?"},)))
        (self._item,) = self.bridge.battle.items
        self.fields = SectionsForm()
        self.fields.edited.connect(self._edit)
        self.fields.renamed.connect(lambda path, key, value: self._edit(path, value, becomes=key))
        self.bridge.changed.connect(lambda _: self._show())
        self._show()
        self._finish(bare_scroll(self.fields, 160))

    def _show(self) -> None:
        self.show_problem("")
        gear, names = self.bridge.battle.items[self._item].gear, self.bridge.ruleset.names
        fields = (replace(one, group=one.group or _UNGROUPED) for one in fields_of(gear, "gear"))
        self.fields.set_form(fields, parts_of(gear, "gear", names), names)

    def _edit(self, path: str, value: object, *, becomes: str = "") -> None:
        said: dict[str, object] = {"clear": True} if value is None else {"value": value}
        said |= {"becomes": becomes} if becomes else {}
        call = Call(action="edit", options={"path": f"items.{self._item}.{path}", **said})
        self.show_problem(self.bridge.edit(call) or "")

    @property
    def table(self) -> Table:
        gear: Any = plain(self.bridge.battle.items[self._item].gear)
        return item_table(ItemEntry(id=self._entry.id, name=self.name.text().strip(), gear=gear, tags=self._tags))


# ---------------------------------------------------------------------------------------------------- editors in a form


class PresetEditor(Editor):
    """Edits a condition preset: a condition with its end, amount and note, applied in one step."""

    kind = "preset"

    def __init__(self, library: LibraryController, preset: Preset, parent: QWidget | None = None) -> None:
        super().__init__(_title(preset.name, "Condition Preset"), preset.name, preset.tags, QSize(440, 0), parent)
        self._preset = preset
        conditions = sorted(library.ruleset.conditions.values(), key=lambda one: one.title)
        known = (("one of your own", ""), *((one.title, one.id) for one in conditions))
        self.condition = ChoiceField(known, preset.condition)
        self.until = ChoiceField(((words, until) for until, words in UNTIL_WORDS.items()), preset.until)
        self.rounds = NumberField(1, _MOST_ROUNDS, preset.rounds or None, empty="not counted")
        self.ends = QLineEdit(preset.ends)
        self.ends.setPlaceholderText("the bell rings")
        self.changes = {
            own.id: NumberField(own.least, own.most, preset.changes.get(own.id, 0))
            for own in library.ruleset.own_changes
        }
        self.prevents = {what: QCheckBox(what.capitalize()) for what in PREVENTED}
        prevented = QWidget()
        boxes = QHBoxLayout(prevented)
        boxes.setContentsMargins(0, 0, 0, 0)
        for what, box in self.prevents.items():
            box.setChecked(what in preset.prevents)
            boxes.addWidget(box)
        boxes.addStretch()
        self.amount = NumberField(-_MOST_AMOUNT, _MOST_AMOUNT, preset.amount)
        self.note = QLineEdit(preset.note)
        self.public = Switch()
        self.public.show_state(preset.public)
        rows: tuple[tuple[str, QWidget], ...] = (
            ("&Condition", self.condition),
            ("&Until", self.until),
            ("or for &rounds", self.rounds),
            ("or until, in &words", self.ends),
            *((f"To {one.title}", self.changes[one.id]) for one in library.ruleset.own_changes),
            ("&Prevents", prevented),
            ("&Amount", self.amount),
            ("N&ote", self.note),
            ("Players may &know", self.public),
        )
        for at, (words, field) in enumerate(rows, start=1):
            self.form.insertRow(at, words, field)
        self._finish(QWidget())

    @property
    def table(self) -> Table:
        table: Table = plain(
            Preset(
                id=self._preset.id,
                name=self.name.text().strip(),
                condition=self.condition.currentData(),
                changes={id: field.whole for id, field in self.changes.items() if field.whole},
                prevents=tuple(what for what, box in self.prevents.items() if box.isChecked()),
                until=self.until.currentData(),
                rounds=int(self.rounds.number or 0),
                ends=self.ends.text().strip(),
                amount=self.amount.whole,
                note=self.note.text().strip(),
                public=self.public.isChecked(),
                tags=self._tags,
            )
        )
        return table


class GroupEditor(Editor):
    """Edits the members of an encounter or a party: a row for each, and a field that adds others by name."""

    def __init__(self, library: LibraryController, kind: Kind, company: Company, parent: QWidget | None = None) -> None:
        title = _title(company.name, kind.capitalize())
        super().__init__(title, company.name, company.tags, QSize(560, 460), parent)
        self.kind = kind
        self._library = library
        self._company = company
        self.members: list[Member] = list(company.members)
        self.notes = QLineEdit(company.notes)
        self.form.addRow("N&otes", self.notes)
        if company.board:
            self.form.addRow("Map", QLabel("saved with the encounter, with everyone's position"))
        rows = QWidget()
        self._grid = QGridLayout(rows)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(UNIT)
        self._grid.setVerticalSpacing(HALF)
        self._grid.setColumnStretch(1, 1)
        foot = QWidget()
        line = QVBoxLayout(foot)
        line.setContentsMargins(0, 0, 0, 0)
        self.field = NameField("+ 3 raiders", "Add combatants by name", self._names, counts=True)
        self.field.setFixedWidth(220)
        self.field.setToolTip("A combatant of the library by name; “3 raiders” adds three.\nDown shows them all.")
        self.field.submitted.connect(self.add)
        line.addWidget(self.field)
        line.addWidget(bare_scroll(rows, 120), 1)
        self._show()
        self._finish(foot)

    def _names(self) -> tuple[str, ...]:
        return tuple(one.name for one in self._library.content.library.combatants.values())

    def add(self, typed: str) -> None:
        """Add a combatant of the library by name, or several with a number in front; show a problem if there is one."""
        known = tuple(self._library.content.library.combatants.values())
        match = COUNT.match(typed)
        count, name = (int(match[1]), typed[match.end() :]) if match else (1, typed)
        entry = entry_named(known, name.strip())
        if entry is None:
            self.show_problem(f"“{name.strip()}” is not in the library.{nearest(name, (one.name for one in known))}")
        elif not 1 <= count <= MOST:
            self.show_problem(f"There can be 1 to {MOST} of a kind.")
        else:
            self.show_problem("")
            self.members.append(Member(template=entry.id, count=count))
            self._show()

    def _show(self) -> None:
        dispose_items(self._grid)
        for at, title in enumerate(("Count", "Combatant", "Wave", "Hidden") if self.members else ()):
            label = QLabel(title)
            set_role(label, "muted")
            self._grid.addWidget(label, 0, at)
        for row, member in enumerate(self.members, start=1):
            for at, widget in enumerate(self._row(row - 1, member)):
                self._grid.addWidget(widget, row, at)
        self._grid.setRowStretch(len(self.members) + 1, 1)

    def _row(self, at: int, member: Member) -> tuple[QWidget, ...]:
        name = member.name or self._library.content.entry_of_member(member).name
        count, wave = NumberField(1, MOST, member.count), NumberField(1, _MOST_WAVES, member.wave or None, empty="–")
        # A member with a name or a place is a single combatant.
        count.setEnabled(not member.name and not member.place)
        wave.setToolTip("The wave they arrive in; – means from the start.")
        hidden, gone = Switch(), QToolButton()
        hidden.show_state(member.hidden)
        for field, words in ((count, "Count"), (wave, "Wave"), (hidden, "Hidden")):
            field.setAccessibleName(f"{words}: {name}")
        gone.setProperty("role", "flat")
        gone.setAccessibleName(f"Remove {name}")
        gone.setToolTip(f"Remove {name}")
        set_icon(gone, "x", "muted")
        count.changed.connect(lambda: self._change(at, count=count.whole))
        wave.changed.connect(lambda: self._change(at, wave=wave.number or 0))
        hidden.toggled.connect(lambda is_on: self._change(at, hidden=is_on))
        gone.clicked.connect(lambda: self.remove(at))
        label = QLabel(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        return count, label, wave, hidden, gone

    def _change(self, at: int, **said: Any) -> None:
        self.members[at] = replace(self.members[at], **said)

    def remove(self, at: int) -> None:
        """Remove the member at this index."""
        del self.members[at]
        self._show()

    @property
    def table(self) -> Table:
        name, notes = self.name.text().strip(), self.notes.text().strip()
        company = replace(self._company, name=name, members=tuple(self.members), notes=notes, tags=self._tags)
        table: Table = plain(company)
        return table


# ------------------------------------------------------------------------------------------------------------- the dock

_ROW = 28
_ROWS = 4
"""Least number of visible rows, because the dock's share of a low screen is small."""
_TOLD, _PREVIEW_LINES = 2, 4
"""Most paragraphs and lines of a preview that are shown, so that the list keeps its space; the tooltip has all."""
_FILTERS: tuple[tuple[str, Filter], ...] = (
    ("Combatants", "combatant"),
    ("Gear", "item"),
    ("Encounters", "company"),
    ("Conditions", "preset"),
)
_NEW: tuple[tuple[str, Kind], ...] = (
    ("Combatant...", "combatant"),
    ("Gear...", "item"),
    ("Encounter...", "encounter"),
    ("Condition Preset...", "preset"),
)
_ADD: dict[Kind, str] = {"item": "Give", "preset": "Apply", "encounter": "Run"}
_ICONS: dict[Kind, str] = {"item": "sword", "preset": "activity"}
_EMPTY = "Nothing by that name. Quick Build makes a combatant from a role and a level."


class LibraryModel(QAbstractListModel):
    """The entries found, as rows that can be dragged."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[LibraryRow, ...] = ()
        self._icons: dict[tuple[str, str], QIcon] = {}
        theme().changed.connect(self._icons.clear)

    def show_rows(self, rows: tuple[LibraryRow, ...]) -> None:
        """Replace the rows by these entries."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled

    def mimeTypes(self) -> list[str]:
        return [ENTRY]

    def mimeData(self, indexes: list[QModelIndex]) -> QMimeData:  # type: ignore[override]  # a list is what Qt hands over
        data = QMimeData()
        data.setData(ENTRY, QByteArray(indexes[0].data(RowRole).key.encode()))
        return data

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == RowRole:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            where = {"campaign": " · campaign", "own": " · mine"}.get(row.where, "")
            return f"{'★ ' if row.is_favourite else ''}{row.name}  ·  {row.what}{where}"
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(0, _ROW)
        return self._icon(row) if role == Qt.ItemDataRole.DecorationRole else None

    def _icon(self, row: LibraryRow) -> QIcon:
        key = (row.name, row.side) if row.kind == "combatant" else (row.kind, "")
        if key not in self._icons:
            self._icons[key] = self._made(row)
        return self._icons[key]

    def _made(self, row: LibraryRow) -> QIcon:
        if row.kind == "combatant":
            return QIcon(token_picture(row.name, row.side, 1.0))
        return icon(_ICONS[row.kind], "muted") if row.kind in _ICONS else group_icon()


class LibraryPanel(QWidget):
    """Search field, matching entries, preview of the selected one. Enter adds it, or several with a number in front."""

    def __init__(self, work: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._library: LibraryController = work.library
        self._own: OwnLibrary = work.own_library
        self.field = _Field(self)
        self.field.setPlaceholderText("Name, tag or kind; “3 raiders” adds three")
        self.field.setAccessibleName("Find in the library")
        self.field.setClearButtonEnabled(True)
        self._kind: Filter = "all"
        self.filters = Toggles("Only", _FILTERS)
        self.list = QListView()
        self.list.setAccessibleName("Library")
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setIconSize(QSize(TOKEN, TOKEN))
        self.list.setUniformItemSizes(True)
        self.list.setMinimumHeight(_ROWS * _ROW)
        self.list.setDragEnabled(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.model = LibraryModel(self.list)
        self.list.setModel(self.model)
        self.problem = ElidedLabel()
        self.problem.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self.problem, "bad")
        self.problem.hide()
        self.preview = QLabel()
        self.preview.setWordWrap(True)
        self.preview.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self.preview, "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, UNIT, 12, UNIT)
        column.setSpacing(HALF)
        column.addWidget(self.field)
        column.addWidget(self.filters)
        column.addWidget(self.problem)
        column.addWidget(self.list, 1)
        column.addWidget(self.preview)
        column.addLayout(self._buttons())
        self.field.textChanged.connect(self.refresh)
        self.filters.chosen.connect(self._filter)
        self.list.selectionModel().currentChanged.connect(self._follow_current)
        self.list.doubleClicked.connect(self.add)
        self._library.changed.connect(self._refresh_if_seen)
        self._is_stale = True
        self._is_listing = False

    def _buttons(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(HALF)
        self.add_button = KeyButton("Add", "⏎")
        set_role(self.add_button, "primary")
        self.add_button.clicked.connect(self.add)
        self.edit_button = QPushButton("Edit...")
        self.edit_button.clicked.connect(self.edit)
        new = QMenu(self)
        for words, kind in _NEW:
            new.addAction(words).triggered.connect(lambda _=False, kind=kind: self.make_new(kind))
        new.addSeparator()
        new.addAction("From Selected Combatants", self.keep_selected)
        self.new_button = QPushButton("New")
        watch_menu(new)
        self.new_button.setMenu(new)
        self.new_button.setToolTip("Creates an entry of your own.")
        self.more = QToolButton()
        self.more.setProperty("role", "flat")
        self.more.setIconSize(QSize(16, 16))
        self.more.setAccessibleName("More commands for this entry")
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        set_icon(self.more, "ellipsis", "muted")
        menu = QMenu(self.more)
        self.favourite = menu.addAction("Add to Favourites", self.toggle_favourite)
        menu.addAction("Edit...", self.edit)
        menu.addAction("Duplicate", self.duplicate)
        menu.addAction("Delete", self.delete)
        watch_menu(menu)
        self.more.setMenu(menu)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(lambda at: menu.popup(self.list.viewport().mapToGlobal(at)))
        for button in (self.add_button, self.edit_button, self.new_button):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            line.addWidget(button)
        line.addStretch(1)
        line.addWidget(self.more)
        return line

    # ------------------------------------------------------------------------------------ showing

    def showEvent(self, event: object) -> None:
        """Read the files only when the panel is shown, so that opening the window does not wait for them."""
        if self._is_stale:
            self.refresh()

    def _refresh_if_seen(self) -> None:
        self._is_stale = True
        if self.isVisible():
            self.refresh()

    def _filter(self, kind: Filter | None) -> None:
        self._kind = kind or "all"
        self.refresh()

    def show_kind(self, kind: Filter) -> None:
        """Show only entries of a kind."""
        self.filters.set_value(None if kind == "all" else kind)
        self._filter(kind)

    def take_focus(self) -> None:
        """Focus the search field and select its text."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def refresh(self) -> None:
        """Show the entries that match what is typed, and select the first one.

        If nothing is typed, the selected entry stays selected as long as it is listed.
        """
        self._is_stale = False
        before = self.row
        problem = self._library.content.problem
        self.problem.setText(problem)
        self.problem.setToolTip(problem)
        self.problem.setVisible(bool(problem))
        typed = COUNT.sub("", self.field.text(), count=1).strip()
        # After a number, as in “3 raiders”, the name may be a plural.
        rows = self._library.find(typed, self._kind) or self._library.find(in_the_singular(typed), self._kind)
        self.model.show_rows(rows)
        at = next((at for at, row in enumerate(rows) if before is not None and row.key == before.key), 0)
        if self.field.text():
            at = 0
        self._is_listing = True
        self.list.setCurrentIndex(self.model.index(at, 0))
        self._is_listing = False
        self._show_preview()

    def _follow_current(self) -> None:
        """Show the preview of another row; while `refresh` replaces the rows, it does this itself at the end."""
        if not self._is_listing:
            self._show_preview()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_preview()

    def _shortened(self, text: str) -> str:
        """Return a text that takes at most `_PREVIEW_LINES` lines; otherwise the preview would cover the list."""
        metrics, room = self.preview.fontMetrics(), QRect(0, 0, max(_ROW, self.list.width()), 10_000)
        flags = int(Qt.TextFlag.TextWordWrap)

        def fits(words: str) -> bool:
            return metrics.boundingRect(room, flags, words).height() <= _PREVIEW_LINES * metrics.lineSpacing()

        if fits(text):
            return text
        parts = text.split(" ")
        count = bisect_left(range(len(parts)), True, key=lambda number: not fits(" ".join(parts[: number + 1]) + " …"))
        return " ".join(parts[:count]) + " …"

    def _show_preview(self) -> None:
        row = self.row
        for button in (self.add_button, self.edit_button, self.more):
            button.setEnabled(row is not None)
        if row is None:
            self.preview.setText(_EMPTY)
            return
        self.add_button.setText(_ADD.get(row.kind, "Add"))
        self.favourite.setText("Remove from Favourites" if row.is_favourite else "Add to Favourites")
        told = self._library.preview(row)
        self.preview.setText(self._shortened("\n".join(told[:_TOLD])))
        self.preview.setToolTip("\n".join(told))

    @property
    def row(self) -> LibraryRow | None:
        """The selected entry, or None if there is none."""
        found = self.list.currentIndex().data(RowRole)
        return found if isinstance(found, LibraryRow) else None

    def step(self, by: int) -> None:
        """Select the entry `by` rows further down (negative: up), if there is one; the field keeps the focus."""
        at = self.list.currentIndex().row() + by
        if 0 <= at < self.model.rowCount():
            self.list.setCurrentIndex(self.model.index(at, 0))

    # ------------------------------------------------------------------------------------ commands

    def add(self, *_: object) -> None:
        """Add the selected entry to the battle; with a number typed in front, that many combatants or items."""
        match = COUNT.match(self.field.text())
        self._show_message(None if self.row is None else self._library.add(self.row, int(match[1]) if match else 1))

    def edit(self) -> None:
        """Edit the selected entry; one that comes with the program is saved as the GM's own, under the same name."""
        row = self.row
        if row is None:
            return
        begun = self._own.begin(row)
        if isinstance(begun, str):
            self._show_message(begun)
            return
        table = editor_of(self._library, row, self).ask()
        if table is not None:
            self._show_message(self._own.write(row.kind, table, begun))

    def make_new(self, kind: Kind) -> None:
        """Create an entry of the GM's own."""
        table = editor_of_new(self._library, kind, self).ask()
        if table is not None and not self._show_message(self._own.write(kind, table)):
            self.show_kind("all")
            self.field.setText(table["name"])

    def duplicate(self) -> None:
        if self.row is not None:
            self._show_message(self._own.duplicate(self.row))

    def delete(self) -> None:
        """Move the selected entry's file to the folder of deleted entries."""
        row = self.row
        if row is not None and not self._show_message(self._own.delete(row)):
            self._work.show_success(f"{row.name} has been deleted: its file is in the “deleted” folder of the library.")

    def keep_selected(self) -> None:
        """Create entries from the combatants selected in the battle."""
        self._show_message(self._own.keep(self._work.selection.selected))

    def toggle_favourite(self) -> None:
        if self.row is not None:
            self._library.set_favourite(self.row, not self.row.is_favourite)

    def _show_message(self, problem: str | None) -> bool:
        if problem is not None:
            self._work.show_message(problem)
        return problem is not None


class _Field(QLineEdit):
    """The search field: arrow and page keys select an entry, Enter adds it, Esc clears the field."""

    def __init__(self, panel: LibraryPanel) -> None:
        super().__init__()
        self._panel = panel

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}
        if event.key() in step:
            self._panel.step(step[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._panel.add()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)
