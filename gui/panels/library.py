"""The library dock: everything that can be put into a battle, found by letters, with what the GM does with it."""

from __future__ import annotations

import re

from PySide6.QtCore import (
    QAbstractListModel,
    QByteArray,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
)
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
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

from gui.controllers.library_controller import Filter, LibraryController, LibraryRow, OwnLibrary
from gui.controllers.workspace import Workspace
from gui.dialogs.quick_entry import TOKEN, company_icon, token_picture
from gui.map.drops import ENTRY
from gui.models.rows import RowRole
from gui.panels.entry_editor import editor_of, editor_of_new
from gui.style.icons import icon, set_icon
from gui.style.measures import HALF, UNIT
from gui.style.theme import set_role, theme
from gui.widgets.basics import ElidedLabel, KeyButton, Toggles
from model.content.library import Kind

_ROW = 28
_ROWS = 5
"""Rows that are seen at least: the dock's share of a low screen is small."""
_TOLD = 2
"""Paragraphs of a preview that are seen at once: the list keeps its room."""
_COUNT = re.compile(r"(\d{1,2})\s*[x×]?\s+(?=\S)")
_FILTERS: tuple[tuple[str, Filter], ...] = (
    ("Combatants", "combatant"),
    ("Gear", "item"),
    ("Encounters", "company"),
    ("Conditions", "preset"),
)
_NEW: tuple[tuple[str, Kind], ...] = (
    ("Combatant…", "combatant"),
    ("Gear…", "item"),
    ("Encounter…", "encounter"),
    ("Condition Preset…", "preset"),
)
_ADD: dict[Kind, str] = {"item": "Give", "preset": "Apply", "encounter": "Run"}
_ICONS: dict[Kind, str] = {"item": "sword", "preset": "activity"}
_EMPTY = "Nothing is called so. Quick Build makes a combatant from a role and a level."


class LibraryModel(QAbstractListModel):
    """Entries as rows; a few letters show others."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[LibraryRow, ...] = ()
        self._icons: dict[tuple[str, str], QIcon] = {}
        theme().changed.connect(self._icons.clear)

    def show_rows(self, rows: tuple[LibraryRow, ...]) -> None:
        """Show these entries instead."""
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
        return icon(_ICONS[row.kind], "muted") if row.kind in _ICONS else company_icon()


class LibraryPanel(QWidget):
    """A field, the entries that fit, a preview of the chosen one. Enter adds it, or several with a number before."""

    def __init__(self, work: Workspace) -> None:
        super().__init__()
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
        self.edit_button = QPushButton("Edit…")
        self.edit_button.clicked.connect(self.edit)
        new = QMenu(self)
        for words, kind in _NEW:
            new.addAction(words).triggered.connect(lambda _=False, kind=kind: self.make_new(kind))
        new.addSeparator()
        new.addAction("From Selected Combatants", self.keep_selected)
        self.new_button = QPushButton("New")
        self.new_button.setMenu(new)
        self.new_button.setToolTip("Make an entry of your own")
        self.more = QToolButton()
        self.more.setProperty("role", "flat")
        self.more.setIconSize(QSize(16, 16))
        self.more.setAccessibleName("More about this entry")
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        set_icon(self.more, "ellipsis", "muted")
        menu = QMenu(self.more)
        self.favourite = menu.addAction("Favourite", self.toggle_favourite)
        menu.addAction("Edit…", self.edit)
        menu.addAction("Duplicate", self.duplicate)
        menu.addAction("Delete", self.delete)
        self.more.setMenu(menu)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(lambda at: menu.popup(self.list.viewport().mapToGlobal(at)))
        for button in (self.add_button, self.edit_button, self.new_button):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            line.addWidget(button)
        line.addStretch(1)
        line.addWidget(self.more)
        return line

    # ------------------------------------------------------------------------------------ what is shown

    def showEvent(self, event: object) -> None:
        """Files are read when somebody looks: a window that opens is not to wait for them."""
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
        """Show entries of a kind alone."""
        self.filters.set_value(None if kind == "all" else kind)
        self._filter(kind)

    def take_focus(self) -> None:
        """Go on by keys: into the field."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def refresh(self) -> None:
        """Show the entries that fit what is typed; the one that was chosen stays so while it is among them."""
        self._is_stale = False
        before = self.row
        problem = self._library.content.problem
        self.problem.setText(problem)
        self.problem.setToolTip(problem)
        self.problem.setVisible(bool(problem))
        rows = self._library.find(_COUNT.sub("", self.field.text(), count=1), self._kind)
        self.model.show_rows(rows)
        at = next((at for at, row in enumerate(rows) if before is not None and row.key == before.key), 0)
        if self.field.text():
            at = 0
        self._is_listing = True
        self.list.setCurrentIndex(self.model.index(at, 0))
        self._is_listing = False
        self._show_preview()

    def _follow_current(self) -> None:
        """Another row is chosen by hand; while rows come in, the preview waits for all of them."""
        if not self._is_listing:
            self._show_preview()

    def _show_preview(self) -> None:
        row = self.row
        for button in (self.add_button, self.edit_button, self.more):
            button.setEnabled(row is not None)
        if row is None:
            self.preview.setText(_EMPTY)
            return
        self.add_button.setText(_ADD.get(row.kind, "Add"))
        self.favourite.setText("No Longer a Favourite" if row.is_favourite else "Favourite")
        told = self._library.preview(row)
        self.preview.setText("\n".join(told[:_TOLD]))
        self.preview.setToolTip("\n".join(told))

    @property
    def row(self) -> LibraryRow | None:
        """The chosen entry."""
        found = self.list.currentIndex().data(RowRole)
        return found if isinstance(found, LibraryRow) else None

    def step(self, by: int) -> None:
        """Choose another entry further down or up, the keys staying in the field."""
        at = self.list.currentIndex().row() + by
        if 0 <= at < self.model.rowCount():
            self.list.setCurrentIndex(self.model.index(at, 0))

    # ------------------------------------------------------------------------------------ what is done

    def add(self, *_: object) -> None:
        """Put the chosen entry into the battle."""
        match = _COUNT.match(self.field.text())
        self._tell(None if self.row is None else self._library.add(self.row, int(match[1]) if match else 1))

    def edit(self) -> None:
        """Change an entry; one of the program's is kept under the same name as the GM's own."""
        row = self.row
        if row is None:
            return
        begun = self._own.begin(row)
        if isinstance(begun, str):
            self._tell(begun)
            return
        table = editor_of(self._library, row, self).ask()
        if table is not None:
            self._tell(self._own.write(row.kind, table, begun))

    def make_new(self, kind: Kind) -> None:
        """Make an entry of the GM's own."""
        table = editor_of_new(self._library, kind, self).ask()
        if table is not None and not self._tell(self._own.write(kind, table)):
            self.show_kind("all")
            self.field.setText(table["name"])

    def duplicate(self) -> None:
        if self.row is not None:
            self._tell(self._own.duplicate(self.row))

    def delete(self) -> None:
        """Move the entry's file among the deleted ones."""
        row = self.row
        if row is not None and not self._tell(self._own.delete(row)):
            self._work.tell_good(f"{row.name} is deleted: its file lies in the folder “deleted” of the library.")

    def keep_selected(self) -> None:
        """Make entries of those selected in the battle."""
        self._tell(self._own.keep(self._work.attention.selected))

    def toggle_favourite(self) -> None:
        if self.row is not None:
            self._library.set_favourite(self.row, not self.row.is_favourite)

    def _tell(self, problem: str | None) -> bool:
        if problem is not None:
            self._work.tell(problem)
        return problem is not None


class _Field(QLineEdit):
    """Letters find; arrows choose; Enter adds."""

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
