"""What is dragged over the map: pictures and files from other programs, entries of the library; and the clipboard."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QEvent, QMimeData, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QImage

from gui.map.canvas import MapCanvas

ENTRY = "application/x-battleboard-entry"
"""What is dragged from the library: the key of an entry."""


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
    """The key of an entry of the library, the id of who stands there or None, and the place in metres."""

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        canvas.port.viewport().installEventFilter(self)

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
                    self.entry_dropped.emit(offered.entry, who, self._canvas.camera.to_metres(event.position()))
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
            words = "Put here" if token is None else f"Put here, gear to {token.name}"
        else:
            words = "Background picture or map" if token is None else f"Portrait of {token.name}"
        self._canvas.set_drag_label(words)

    def _end(self) -> None:
        self._canvas.leave()
        self._canvas.set_drag_label("")
