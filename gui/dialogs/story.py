"""The story of the evening: what stands in it, how it reads, and where it goes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QTextBrowser,
    QWidget,
)

from gui.bridge import Bridge
from gui.style.measures import UNIT
from gui.style.theme import set_role
from gui.style.widgets import padded_column
from model.state.battle import slug
from model.view.log import LogEntry
from model.view.story import StoryOptions, StoryPart, as_html, markdown, story

_SIZE = QSize(720, 600)
_KINDS = "Markdown (*.md);;Web page (*.html)"


def story_of(bridge: Bridge, options: StoryOptions) -> tuple[StoryPart, ...]:
    """The line that the battle stands on, as parts of a text."""
    session = bridge.session
    steps = tuple(session.standing())[::-1]
    entries = (
        LogEntry(
            number=step.number,
            note=step.note,
            battle=session.battle_after(step),
            call=step.call,
            before=session.battle_before(step),
        )
        for step in steps
    )
    first = next((step.time for step in steps if step.time.year > 1), None)
    date = "" if first is None else f"{first.astimezone():%A, %d %B %Y}"
    return story(bridge.ruleset, session.battle.title, date, entries, options)


class StoryDialog(QDialog):
    """Shown as it would be read; copied as Markdown, or saved as Markdown or a web page."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Story of the Evening")
        self.resize(_SIZE if parent is None else _SIZE.boundedTo(parent.window().size()))
        self._bridge = bridge
        self.parts: tuple[StoryPart, ...] = ()
        self.names = QComboBox()
        self.names.setAccessibleName("Told as")
        self.names.addItem("As the game master knows it", False)
        self.names.addItem("As the players know it", True)
        self.numbers, self.notes = QCheckBox("Numbers"), QCheckBox("Notes and marks")
        self.numbers.setChecked(True)
        self.notes.setChecked(True)
        line = QHBoxLayout()
        line.setSpacing(2 * UNIT)
        for widget in (self.names, self.numbers, self.notes):
            line.addWidget(widget)
        line.addStretch(1)
        self.text = QTextBrowser()
        self.text.setOpenLinks(False)
        self.text.setAccessibleName("Story")
        self.told = QLabel()
        self.told.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy = buttons.addButton("Copy", QDialogButtonBox.ButtonRole.ActionRole)
        self.save = buttons.addButton("Save...", QDialogButtonBox.ButtonRole.ActionRole)
        set_role(self.save, "primary")
        buttons.rejected.connect(self.reject)
        self.copy.clicked.connect(self._copy)
        self.save.clicked.connect(self._ask_file)
        column = padded_column(self)
        column.addLayout(line)
        column.addWidget(self.text, 1)
        column.addWidget(self.told)
        column.addWidget(buttons)
        self.names.currentIndexChanged.connect(self._follow_names)
        self.numbers.toggled.connect(self.refresh)
        self.notes.toggled.connect(self.refresh)
        self.refresh()

    def _follow_names(self) -> None:
        """What players may read has neither totals nor the GM's notes, until they are asked for."""
        is_public = bool(self.names.currentData())
        self.numbers.setEnabled(not is_public)
        self.notes.setChecked(not is_public)
        self.refresh()

    @property
    def options(self) -> StoryOptions:
        return StoryOptions(bool(self.names.currentData()), self.numbers.isChecked(), self.notes.isChecked())

    def refresh(self, *_: object) -> None:
        """Tell it as it is chosen."""
        self.parts = story_of(self._bridge, self.options)
        self.text.setHtml(as_html(self.parts, is_page=False))
        self._tell("", is_good=True)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(markdown(self.parts))
        self._tell("Copied.", is_good=True)

    def _ask_file(self) -> None:
        name = f"{slug(self._bridge.session.battle.title)}.md"
        path = self._bridge.path
        start = str(Path(name) if path is None else path.parent / name)
        chosen, kind = QFileDialog.getSaveFileName(self, "Save Story", start, _KINDS)
        if chosen:
            file = Path(chosen)
            if not file.suffix:
                file = file.with_suffix(".html" if "html" in kind else ".md")
            self.save_to(file)

    def save_to(self, file: Path) -> None:
        """Write it as the file's ending says, and tell where, or why it cannot be written."""
        is_page = file.suffix.lower() in (".html", ".htm")
        try:
            file.write_text(as_html(self.parts) if is_page else markdown(self.parts), encoding="utf-8")
        except OSError as error:
            self._tell(f"“{file.name}” cannot be written: {error.strerror}.", is_good=False)
            return
        self._tell(f"Saved as “{file.name}”.", is_good=True)

    def _tell(self, words: str, *, is_good: bool) -> None:
        self.told.setText(words)
        set_role(self.told, "muted" if is_good else "bad")
        self.told.setVisible(bool(words))

    @classmethod
    def show_story(cls, bridge: Bridge, parent: QWidget | None) -> None:
        """Show it until it is closed."""
        dialog = cls(bridge, parent)
        dialog.exec()
        dialog.deleteLater()
