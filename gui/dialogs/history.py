"""Dialogs about the history: the comparison of two battles, and the story of the evening."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, QSize, Qt, QTimer, QUrl
from PySide6.QtGui import QGuiApplication, QImage, QTextDocument
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from gui.bridge import Bridge
from gui.style.disposal import dispose
from gui.style.picture_bytes import encoded
from gui.style.theme import TEXT, UNIT, semi_bold, set_role
from gui.style.widgets import padded_column
from gui.widgets.fields import ChoiceField
from model.state.base import Record
from model.state.battle import AnyBattle, slug
from model.view.compare import differences
from model.view.log import LogEntry
from model.view.story import StoryOptions, StoryPart, as_html, markdown, story

# ------------------------------------------------------------------------------------------------- two battles compared

_COMPARED_SIZE = QSize(760, 520)


class Point(Record):
    """A battle to compare, with its title."""

    title: str
    battle: AnyBattle


class CompareDialog(QDialog):
    """Compares two battles, each chosen from the points: steps, ends of branches, the current battle."""

    def __init__(
        self, bridge: Bridge, points: Sequence[Point], first: int, second: int, parent: QWidget | None
    ) -> None:
        """`first` and `second` are the indices of the points that are compared at first."""
        super().__init__(parent)
        self.setWindowTitle("Compare")
        self.resize(_COMPARED_SIZE if parent is None else _COMPARED_SIZE.boundedTo(parent.window().size()))
        self._bridge = bridge
        self._points = tuple(points)
        column = padded_column(self)
        line = QHBoxLayout()
        line.setSpacing(UNIT)
        self.first, self.second = ChoiceField(), ChoiceField()
        for box, at, name in ((self.first, first, "First battle"), (self.second, second, "Second battle")):
            box.setAccessibleName(name)
            box.addItems([point.title for point in points])
            box.setCurrentIndex(at)
            box.setSizeAdjustPolicy(ChoiceField.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(12)
            box.currentIndexChanged.connect(self.refresh)
        line.addWidget(self.first, 1)
        line.addWidget(QLabel("→"))
        line.addWidget(self.second, 1)
        self.list = QTreeWidget()
        self.list.setHeaderLabels(["", "First", "Second"])
        self.list.setAccessibleName("Differences")
        self.list.setRootIsDecorated(False)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        for at in range(3):
            self.list.header().setSectionResizeMode(at, QHeaderView.ResizeMode.Stretch)
        self.same = QLabel("Nothing differs.")
        set_role(self.same, "muted")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column.addLayout(line)
        column.addWidget(self.list, 1)
        column.addWidget(self.same)
        column.addWidget(buttons)
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Show what differs between the two points."""
        first, second = (self._points[box.currentIndex()] for box in (self.first, self.second))
        found = differences(self._bridge.ruleset, first.battle, second.battle)
        self.list.clear()
        groups: dict[str, QTreeWidgetItem] = {}
        for one in found:
            key = one.who or one.subject
            if key not in groups:
                groups[key] = QTreeWidgetItem(self.list, [one.subject])
                groups[key].setFont(0, semi_bold(TEXT))
                groups[key].setFirstColumnSpanned(True)
            row = QTreeWidgetItem(groups[key], [one.what, one.before, one.after])
            for at in range(3):
                row.setToolTip(at, row.text(at))
                row.setTextAlignment(at, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.list.expandAll()
        self.list.setVisible(bool(found))
        self.same.setVisible(not found)

    @classmethod
    def show_points(
        cls, bridge: Bridge, points: Sequence[Point], first: int, second: int, parent: QWidget | None
    ) -> None:
        """Show the comparison until it is closed."""
        dialog = cls(bridge, points, first, second, parent)
        dialog.exec()
        dispose(dialog)


# --------------------------------------------------------------------------------------------- the story of the evening

_STORY_SIZE = QSize(720, 600)
_KINDS = "Markdown (*.md);;Web page (*.html)"
_WIDTH = 620
"""Width in pixels of a picture in the shown text."""

PaintMap = Callable[[AnyBattle, bool], QImage | None]
"""Paints the map of a battle, as players see it if the second argument is true; None if there is no map."""


def story_of(bridge: Bridge, options: StoryOptions) -> tuple[StoryPart, ...]:
    """Return the story of the steps that led to the current battle, as parts of a text."""
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


class StoryPictures:
    """Cache of maps after steps, each painted once for the GM and once for players."""

    def __init__(self, bridge: Bridge, paint: PaintMap) -> None:
        self._bridge = bridge
        self._paint = paint
        self._painted: dict[tuple[int, bool], QImage | None] = {}

    def of(self, step: int, *, is_public: bool) -> QImage | None:
        """Return the map after a step, or None if there is none to paint."""
        key = (step, is_public)
        if key not in self._painted:
            session = self._bridge.session
            self._painted[key] = self._paint(session.battle_after(session.step(step)), is_public)
        return self._painted[key]

    def is_painted(self, step: int, *, is_public: bool) -> bool:
        return (step, is_public) in self._painted


def picture_folder(file: Path) -> Path:
    """Return the folder for the pictures of a story saved as Markdown, beside its file."""
    return file.with_name(f"{file.stem}-pictures")


class StoryDialog(QDialog):
    """Shows the story of the evening; copies it as Markdown, or saves it as Markdown or a web page.

    A web page contains its pictures, so that it can be passed on alone; those of Markdown are in a folder beside it.
    """

    def __init__(self, bridge: Bridge, paint: PaintMap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Story of the Evening")
        self.resize(_STORY_SIZE if parent is None else _STORY_SIZE.boundedTo(parent.window().size()))
        self._bridge = bridge
        self._pictures = StoryPictures(bridge, paint)
        self.parts: tuple[StoryPart, ...] = ()
        self.names = ChoiceField((("As the game master knows it", False), ("As the players know it", True)))
        self.names.setAccessibleName("Point of view")
        self.numbers, self.notes = QCheckBox("Numbers"), QCheckBox("Notes and marks")
        self.maps = QCheckBox("Maps")
        self.maps.setToolTip("Adds a picture of the map at each of your marks.")
        for box in (self.numbers, self.notes, self.maps):
            box.setChecked(True)
        self.text = QTextBrowser()
        self.text.setOpenLinks(False)
        self.text.setAccessibleName("Story")
        self.message = QLabel()
        self.message.setWordWrap(True)
        self._lay_out()
        self._painting = QTimer(self, interval=0)
        self._painting.timeout.connect(self._paint_next)
        self.names.currentIndexChanged.connect(self._follow_names)
        for box in (self.numbers, self.notes, self.maps):
            box.toggled.connect(self.refresh)
        self.refresh()

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(2 * UNIT)
        for widget in (self.names, self.numbers, self.notes, self.maps):
            line.addWidget(widget)
        line.addStretch(1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy = buttons.addButton("Copy", QDialogButtonBox.ButtonRole.ActionRole)
        self.copy.setToolTip("Copies the text as Markdown, without pictures.")
        self.save = buttons.addButton("Save...", QDialogButtonBox.ButtonRole.ActionRole)
        set_role(self.save, "primary")
        buttons.rejected.connect(self.reject)
        self.copy.clicked.connect(self._copy)
        self.save.clicked.connect(self._ask_file)
        column = padded_column(self)
        column.addLayout(line)
        column.addWidget(self.text, 1)
        column.addWidget(self.message)
        column.addWidget(buttons)

    def _follow_names(self) -> None:
        """For players, leave out numbers, and untick the notes and marks, which can be ticked again."""
        self.numbers.setEnabled(not self._is_public)
        if self._is_public:
            with QSignalBlocker(self.notes):
                self.notes.setChecked(False)
        self.refresh()

    @property
    def _is_public(self) -> bool:
        return bool(self.names.currentData())

    @property
    def options(self) -> StoryOptions:
        return StoryOptions(
            self._is_public, self.numbers.isChecked(), self.notes.isChecked(), has_pictures=self.maps.isChecked()
        )

    def refresh(self, *_: object) -> None:
        """Show the story with the chosen options."""
        self.parts = story_of(self._bridge, self.options)
        self._show_text()
        self._show_message("", is_good=True)
        if self._unpainted:
            self._painting.start()

    # ------------------------------------------------------------------------------------- pictures

    @property
    def _steps(self) -> list[int]:
        return [part.step for part in self.parts if part.kind == "picture"]

    @property
    def _unpainted(self) -> list[int]:
        return [step for step in self._steps if not self._pictures.is_painted(step, is_public=self._is_public)]

    def _paint_next(self) -> None:
        """Paint one map per pass of the event loop; the text shows them when all are painted."""
        if waiting := self._unpainted:
            self._pictures.of(waiting[0], is_public=self._is_public)
        if not self._unpainted:
            self._painting.stop()
            self._show_text()

    def _painted(self, steps: Iterable[int]) -> dict[int, QImage]:
        found = {step: self._pictures.of(step, is_public=self._is_public) for step in steps}
        return {step: image for step, image in found.items() if image is not None}

    def _show_text(self) -> None:
        at = self.text.verticalScrollBar().value()
        painted = {} if self._unpainted else self._painted(self._steps)
        for step, image in painted.items():
            small = image.scaledToWidth(_WIDTH, Qt.TransformationMode.SmoothTransformation)
            self.text.document().addResource(QTextDocument.ResourceType.ImageResource, QUrl(f"map:{step}"), small)
        self.text.setHtml(as_html(self.parts, {step: f"map:{step}" for step in painted}, is_page=False))
        self.text.verticalScrollBar().setValue(at)

    # -------------------------------------------------------------------------------- copying and saving

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(markdown(self.parts))
        self._show_message("Copied.", is_good=True)

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
        """Save the story in the format of the file's suffix; show where it was saved, or why it cannot be."""
        is_page = file.suffix.lower() in (".html", ".htm")
        pictures = {step: encoded(image, "png") for step, image in self._painted(self._steps).items()}
        try:
            text = self._page(pictures) if is_page else self._markdown(file, pictures)
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            self._show_message(f"“{file.name}” cannot be written: {error.strerror}.", is_good=False)
            return
        beside = "" if is_page or not pictures else f", its pictures in “{picture_folder(file).name}”"
        self._show_message(f"Saved as “{file.name}”{beside}.", is_good=True)

    def _page(self, pictures: dict[int, bytes]) -> str:
        return as_html(
            self.parts,
            {step: f"data:image/png;base64,{base64.b64encode(content).decode()}" for step, content in pictures.items()},
        )

    def _markdown(self, file: Path, pictures: dict[int, bytes]) -> str:
        """Write the pictures, and return the text that refers to them."""
        folder = picture_folder(file)
        if pictures:
            folder.mkdir(exist_ok=True)
        addresses = {}
        for step, content in pictures.items():
            name = f"step-{step}.png"
            (folder / name).write_bytes(content)
            addresses[step] = f"{folder.name}/{name}"
        return markdown(self.parts, addresses)

    def _show_message(self, words: str, *, is_good: bool) -> None:
        self.message.setText(words)
        set_role(self.message, "muted" if is_good else "bad")
        self.message.setVisible(bool(words))

    @classmethod
    def show_story(cls, bridge: Bridge, paint: PaintMap, parent: QWidget | None) -> None:
        """Show the story until it is closed."""
        dialog = cls(bridge, paint, parent)
        dialog.exec()
        dispose(dialog)
