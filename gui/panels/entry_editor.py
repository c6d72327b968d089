"""Entries of the library, made and changed: combatants on the same sheet as in a battle, gear by its fields, presets of
conditions and encounters in forms.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.bridge import Bridge
from gui.controllers.attention import Attention
from gui.controllers.edit_controller import EditController
from gui.controllers.library_controller import UNTIL_WORDS, LibraryController, LibraryRow
from gui.controllers.newcomers import COUNT, MOST, entry_named
from gui.panels.sheet_panel import FieldsForm, NameField, SheetPanel
from gui.style.icons import set_icon
from gui.style.measures import HALF, UNIT
from gui.style.theme import set_role
from gui.style.widgets import bare_scroll, padded_column
from gui.widgets.basics import Switch
from model.campaign.characters import plain
from model.content.library import CombatantEntry, Company, ItemEntry, Kind, Member, Preset, Table, item_table
from model.content.problems import nearest
from model.engine.calls import Call
from model.session import Session
from model.state.base import replace
from model.view.form import fields_of

_EDGE = 40
"""Pixels of the screen that stay free around a dialog."""
_MOST_WAVES = 99
_MOST_AMOUNT = 999


class Editor(QDialog):
    """Name, tags and notes of an entry, and below them what its kind has; Save is there while it has a name."""

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
        """Put what the kind has under the fields, with all the room that is left."""
        self._column.addWidget(body, 1)
        self._column.addWidget(self.problem)
        self._column.addWidget(self._buttons)

    def _follow_name(self) -> None:
        self._save.setEnabled(bool(self.name.text().strip()))

    def show_problem(self, sentence: str) -> None:
        """Say what is wrong with what was typed; nothing takes the last sentence away."""
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))

    @property
    def _tags(self) -> tuple[str, ...]:
        return tuple(filter(None, (tag.strip() for tag in self.tags.text().split(","))))

    @property
    def table(self) -> Table:
        """The entry as files list it."""
        raise NotImplementedError

    def let_go(self) -> None:
        """Give up what the editor needed: it is closed."""

    def ask(self) -> Table | None:
        """The changed entry; None when nothing is to be changed."""
        table = self.table if self.exec() == QDialog.DialogCode.Accepted else None
        self.let_go()
        self.deleteLater()
        return table


def editor_of(library: LibraryController, row: LibraryRow, parent: QWidget | None = None) -> Editor:
    """The editor of an entry."""
    content = library.content
    match row.kind:
        case "combatant":
            return EntryEditor(library, library.combatant(row), parent)
        case "item":
            return GearEditor(library, content.library.items[row.id], parent)
        case "preset":
            return PresetEditor(library, content.presets[row.id], parent)
    return CompanyEditor(library, row.kind, library.company(row), parent)


def editor_of_new(library: LibraryController, kind: Kind, parent: QWidget | None = None) -> Editor:
    """The editor of an entry that is to be made; a combatant begins as the game's standard one."""
    match kind:
        case "combatant":
            standard = library.ruleset.standard
            sheet = {} if standard is None else dict(standard.sheet(standard.levels[0]))
            return EntryEditor(library, CombatantEntry(id="", name="", sheet=sheet), parent)
        case "item":
            return GearEditor(library, ItemEntry(id="", name="", gear={}), parent)
        case "preset":
            first = next(iter(library.ruleset.conditions))
            return PresetEditor(library, Preset(id="", name="", condition=first), parent)
    return CompanyEditor(library, kind, Company(id="", name=""), parent)


def _title(name: str, kind: str) -> str:
    return f"Edit {name}" if name else f"New {kind}"


# ------------------------------------------------------------------------------------------------ on a battle in memory


class _OnBattle(Editor):
    """A battle in memory with this one combatant: every edit of the sheet works, and can be undone with Ctrl+Z."""

    def _begin(self, library: LibraryController, entry: CombatantEntry) -> None:
        named = entry if entry.name else replace(entry, name="?")
        session = Session.create(None, library.ruleset, library.alone(named)).session
        assert session is not None, "a battle in memory needs no file"
        self.bridge = Bridge(session, self)
        (self._who,) = session.battle.combatants
        QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self, self.bridge.undo)

    def let_go(self) -> None:
        self.bridge.close()


class EntryEditor(_OnBattle):
    """A combatant, on the sheet that battles show."""

    kind = "combatant"

    def __init__(self, library: LibraryController, entry: CombatantEntry, parent: QWidget | None = None) -> None:
        super().__init__(_title(entry.name, "Combatant"), entry.name, entry.tags, QSize(560, 620), parent)
        self._library = library
        self._entry = entry
        self._begin(library, entry)
        attention = Attention(self.bridge)
        attention.select((self._who,))
        self.sheet = SheetPanel(self.bridge, attention, EditController(self.bridge, attention, library.content))
        self.side = QComboBox()
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
        """The entry as it stands in the fields and on the sheet."""
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


class GearEditor(_OnBattle):
    """A weapon, an armour or a tool, by every field that gear has in the game."""

    kind = "item"

    def __init__(self, library: LibraryController, entry: ItemEntry, parent: QWidget | None = None) -> None:
        super().__init__(_title(entry.name, "Gear"), entry.name, entry.tags, QSize(560, 520), parent)
        self._entry = entry
        self._begin(library, CombatantEntry(id="holder", name="?", items=({**entry.gear, "name": entry.name or "?"},)))
        (self._item,) = self.bridge.battle.items
        self.fields = FieldsForm()
        self.fields.edited.connect(self._edit)
        self.bridge.changed.connect(lambda _: self._show())
        self._show()
        self._finish(bare_scroll(self.fields, 160))

    def _show(self) -> None:
        self.show_problem("")
        self.fields.set_fields(fields_of(self.bridge.battle.items[self._item].gear, "gear"))

    def _edit(self, path: str, value: object) -> None:
        said: dict[str, object] = {"clear": True} if value is None else {"value": value}
        call = Call(action="edit", options={"path": f"items.{self._item}.{path}", **said})
        self.show_problem(self.bridge.edit(call) or "")

    @property
    def table(self) -> Table:
        gear: Any = plain(self.bridge.battle.items[self._item].gear)
        return item_table(ItemEntry(id=self._entry.id, name=self.name.text().strip(), gear=gear, tags=self._tags))


# ------------------------------------------------------------------------------------------------------------ in a form


class PresetEditor(Editor):
    """A condition with all that is said of it, to be applied at once."""

    kind = "preset"

    def __init__(self, library: LibraryController, preset: Preset, parent: QWidget | None = None) -> None:
        super().__init__(_title(preset.name, "Condition Preset"), preset.name, preset.tags, QSize(440, 0), parent)
        self._preset = preset
        self.condition = QComboBox()
        for one in sorted(library.ruleset.conditions.values(), key=lambda one: one.title):
            self.condition.addItem(one.title, one.id)
        self.condition.setCurrentIndex(self.condition.findData(preset.condition))
        self.until = QComboBox()
        for until, words in UNTIL_WORDS.items():
            self.until.addItem(words, until)
        self.until.setCurrentIndex(list(UNTIL_WORDS).index(preset.until))
        self.amount = QSpinBox()
        self.amount.setRange(-_MOST_AMOUNT, _MOST_AMOUNT)
        self.amount.setValue(preset.amount)
        self.note = QLineEdit(preset.note)
        self.public = Switch()
        self.public.show_state(preset.public)
        rows: tuple[tuple[str, QWidget], ...] = (
            ("&Condition", self.condition),
            ("&Until", self.until),
            ("&Amount", self.amount),
            ("N&ote", self.note),
            ("&Players may know", self.public),
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
                until=self.until.currentData(),
                amount=self.amount.value(),
                note=self.note.text().strip(),
                public=self.public.isChecked(),
                tags=self._tags,
            )
        )
        return table


class CompanyEditor(Editor):
    """Who belongs to an encounter or a party: a row for each, and a field that adds others by name."""

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
            self.form.addRow("Map", QLabel("kept with the encounter, with the places on it"))
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
        self.field.handed_in.connect(self.add)
        line.addWidget(self.field)
        line.addWidget(bare_scroll(rows, 120), 1)
        self._show()
        self._finish(foot)

    def _names(self) -> tuple[str, ...]:
        return tuple(one.name for one in self._library.content.library.combatants.values())

    def add(self, typed: str) -> None:
        """Add a combatant of the library, or several by a number in front."""
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
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
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
        count, wave = _spin(member.count, 1, MOST), _spin(member.wave, 0, _MOST_WAVES)
        # A member with a name or a place is a single combatant.
        count.setEnabled(not member.name and not member.place)
        wave.setSpecialValueText("–")
        wave.setToolTip("The wave they come in with; – from the beginning")
        hidden, gone = Switch(), QToolButton()
        hidden.show_state(member.hidden)
        for field, words in ((count, "Count"), (wave, "Wave"), (hidden, "Hidden")):
            field.setAccessibleName(f"{words}: {name}")
        gone.setProperty("role", "flat")
        gone.setAccessibleName(f"Remove {name}")
        gone.setToolTip(f"Remove {name}")
        set_icon(gone, "x", "muted")
        count.valueChanged.connect(lambda value: self._change(at, count=value))
        wave.valueChanged.connect(lambda value: self._change(at, wave=value))
        hidden.toggled.connect(lambda is_on: self._change(at, hidden=is_on))
        gone.clicked.connect(lambda: self.remove(at))
        label = QLabel(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        return count, label, wave, hidden, gone

    def _change(self, at: int, **said: Any) -> None:
        self.members[at] = replace(self.members[at], **said)

    def remove(self, at: int) -> None:
        """Take a member out of the encounter."""
        del self.members[at]
        self._show()

    @property
    def table(self) -> Table:
        name, notes = self.name.text().strip(), self.notes.text().strip()
        company = replace(self._company, name=name, members=tuple(self.members), notes=notes, tags=self._tags)
        table: Table = plain(company)
        return table


def _spin(value: int, least: int, most: int) -> QSpinBox:
    field = QSpinBox()
    field.setRange(least, most)
    field.setValue(value)
    return field
