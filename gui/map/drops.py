"""Pictures and files from other programs: dragged over the map, or handed over by the clipboard."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QEvent, QMimeData, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QImage

from gui.map.canvas import MapCanvas


class Offered(NamedTuple):
    """What another program hands over: files, or else a picture itself."""

    files: tuple[Path, ...] = ()
    image: QImage = QImage()


def may_offer(mime: QMimeData) -> bool:
    """Whether there can be a picture in what is dragged; nothing of it is read yet."""
    return mime.hasUrls() or mime.hasImage()


def offered_by(mime: QMimeData | None) -> Offered:
    """Files of this computer, else the picture itself; of a link to elsewhere only the picture that comes with it.

    None is an empty clipboard.
    """
    if mime is None:
        return Offered()
    files = tuple(Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile())
    return Offered(files) if files or not mime.hasImage() else Offered((), QImage(mime.imageData()))


class MapDrops(QObject):
    """Takes what is dragged over the map from other programs, and says at the pointer what a drop comes to."""

    dropped = Signal(object, object)
    """The id of who stands there or None, and what is `Offered`."""

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        canvas.port.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDragMoveEvent):  # entering is a movement too
            if self._accept(event):
                self._say(event.position())
        elif event.type() == QEvent.Type.DragLeave:
            self._end()
        elif isinstance(event, QDropEvent):
            if self._accept(event):
                token = self._canvas.token_at(event.position())
                self._end()
                self.dropped.emit(None if token is None else token.id, offered_by(event.mimeData()))
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

    def _say(self, pixel: QPointF) -> None:
        token = self._canvas.token_at(pixel)
        self._canvas.tokens.set_hovered(None if token is None else token.id)
        self._canvas.overlay.set_pointer(pixel)
        self._canvas.set_drag_label("Background picture or map" if token is None else f"Portrait of {token.name}")

    def _end(self) -> None:
        self._canvas.leave()
        self._canvas.set_drag_label("")
