"""Drag and drop onto the board: pictures and files from other programs, library entries; also the clipboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QImage
from PySide6.QtWidgets import QLabel, QWidget

from gui.map.canvas import MapCanvas
from gui.style.theme import set_role
from model.view.map import Id

ENTRY = "application/x-battleboard-entry"
"""MIME type of a drag from the library; its data is the key of an entry."""


_BESIDE = 14
"""Pixels from the pointer to the label that says what a drop does."""


class Offered(NamedTuple):
    """What is dropped or pasted: files or else a picture from another program, or the key of a library entry."""

    files: tuple[Path, ...] = ()
    image: QImage = QImage()
    entry: str = ""


def may_offer(mime: QMimeData) -> bool:
    """Whether the dragged data may contain something usable; the data itself is not read yet."""
    return mime.hasUrls() or mime.hasImage() or mime.hasFormat(ENTRY)


def offered_by(mime: QMimeData | None) -> Offered:
    """Return the key of a library entry, else local files, else the picture itself.

    Of a remote link only the picture that comes with it is used. `mime` is None for an empty clipboard.
    """
    if mime is None:
        return Offered()
    if mime.hasFormat(ENTRY):
        return Offered(entry=mime.data(ENTRY).toStdString())
    files = tuple(Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile())
    return Offered(files) if files or not mime.hasImage() else Offered((), QImage(mime.imageData()))


class MapDrops(QObject):
    """Accepts drags over the map, and shows at the pointer what a drop does."""

    dropped = Signal(object, object)
    """Id of the combatant at the place or None, and the content as `Offered`."""
    entry_dropped = Signal(str, object, object)
    """Key of a library entry, id of the combatant at the place or None, and the place in the form that edits take."""

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        canvas.graphics_view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDragMoveEvent):  # a QDragEnterEvent is one, too
            if self._accept(event):
                self._say(event.position(), is_entry=event.mimeData().hasFormat(ENTRY))
        elif event.type() == QEvent.Type.DragLeave:
            self._end()
        elif isinstance(event, QDropEvent):
            if self._accept(event):
                token = self._canvas.token_at(event.position())
                self._end()
                who, offered = None if token is None else token.id, offered_by(event.mimeData())
                if offered.entry:
                    x, y = self._canvas.camera.to_metres(event.position())
                    self._canvas.stop_auto_fit()
                    self.entry_dropped.emit(offered.entry, who, {"x": round(x, 3), "y": round(y, 3)})
                else:
                    self.dropped.emit(who, offered)
        else:
            return False
        return True

    @staticmethod
    def _accept(event: QDropEvent) -> bool:
        if not may_offer(event.mimeData()):
            event.ignore()
            return False
        # Always copy: the other program keeps its file even if it proposes to move it.
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        return True

    def _say(self, pixel: QPointF, *, is_entry: bool) -> None:
        token = self._canvas.token_at(pixel)
        self._canvas.tokens.set_hovered(None if token is None else token.id)
        self._canvas.overlay.set_pointer(pixel)
        if is_entry:
            words = "Put here" if token is None else f"Place here; gear or a condition goes to {token.name}"
        else:
            words = "Background picture or map" if token is None else f"Portrait of {token.name}"
        self._canvas.set_drag_label(words)

    def _end(self) -> None:
        self._canvas.leave()
        self._canvas.set_drag_label("")


class DropTarget(NamedTuple):
    """What dropping a library entry at a place does."""

    words: str
    who: Id | None = None
    """Id of the combatant at the place, which gets gear and conditions, or None."""
    place: Mapping[str, object] = MappingProxyType({})
    """Where a combatant is put, in the form that edits take; empty if nowhere yet."""


class EntryDrops(QObject):
    """Accepts library entries dragged over a display without a map, and shows what a drop does."""

    entry_dropped = Signal(str, object, object)
    """Key of an entry, id of the combatant at the place or None, and the place in the form that edits take."""

    def __init__(self, widget: QWidget, target: Callable[[QPointF], DropTarget]) -> None:
        super().__init__(widget)
        self._widget = widget
        self._target = target
        self._words = QLabel(widget)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._words.setAutoFillBackground(True)
        self._words.setMargin(6)
        set_role(self._words, "card")
        self._words.hide()
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDropEvent):  # QDragEnterEvent and QDragMoveEvent are subclasses
            if not event.mimeData().hasFormat(ENTRY):
                event.ignore()
                return True
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            target = self._target(event.position())
            if isinstance(event, QDragMoveEvent):
                self._say(target.words, event.position().toPoint())
            else:
                self._words.hide()
                self.entry_dropped.emit(offered_by(event.mimeData()).entry, target.who, dict(target.place))
        elif event.type() == QEvent.Type.DragLeave:
            self._words.hide()
        else:
            return False
        return True

    def _say(self, words: str, pixel: QPoint) -> None:
        self._words.setText(words)
        self._words.adjustSize()
        room = self._widget.rect()
        at = pixel + QPoint(_BESIDE, _BESIDE)
        at.setX(max(0, min(at.x(), room.right() - self._words.width())))
        at.setY(max(0, min(at.y(), room.bottom() - self._words.height())))
        self._words.move(at)
        self._words.show()
        self._words.raise_()
