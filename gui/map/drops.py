"""What is dragged over the map: pictures and files from other programs, entries of the library; and the clipboard."""

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
"""What is dragged from the library: the key of an entry."""


_BESIDE = 14
"""Pixels from the pointer to what is said of a drop."""


class Offered(NamedTuple):
    """What another program hands over: files, or else a picture itself; or the library: the key of an entry."""

    files: tuple[Path, ...] = ()
    image: QImage = QImage()
    entry: str = ""


def may_offer(mime: QMimeData) -> bool:
    """Whether there can be something of use in what is dragged; nothing of it is read yet."""
    return mime.hasUrls() or mime.hasImage() or mime.hasFormat(ENTRY)


def offered_by(mime: QMimeData | None) -> Offered:
    """Files of this computer, else the picture itself; of a link to elsewhere only the picture that comes with it.

    None is an empty clipboard.
    """
    if mime is None:
        return Offered()
    if mime.hasFormat(ENTRY):
        return Offered(entry=mime.data(ENTRY).toStdString())
    files = tuple(Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile())
    return Offered(files) if files or not mime.hasImage() else Offered((), QImage(mime.imageData()))


class MapDrops(QObject):
    """Takes what is dragged over the map, and says at the pointer what a drop comes to."""

    dropped = Signal(object, object)
    """The id of who stands there or None, and what another program has `Offered`."""
    entry_dropped = Signal(str, object, object)
    """The key of an entry of the library, the id of who stands there or None, and the place as edits take it."""

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        canvas.graphics_view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDragMoveEvent):  # entering is a movement too
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
        # The other program keeps its file, whatever it would rather do.
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
    """What an entry of the library comes to where it is dropped."""

    words: str
    who: Id | None = None
    """Who stands there: gear and conditions are for them."""
    place: Mapping[str, object] = MappingProxyType({})
    """Where a combatant is put, as edits take it; empty: nowhere yet."""


class EntryDrops(QObject):
    """Takes entries of the library that are dragged over a display without a map, and says what a drop comes to."""

    entry_dropped = Signal(str, object, object)
    """The key of an entry, the id of who stands there or None, and the place as edits take it."""

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
        if isinstance(event, QDropEvent):  # entering and moving are drops to come
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
