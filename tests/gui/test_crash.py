"""Errors of the program are shown once, logged in full each time, and never end the process."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from gui.crash import CrashDialog, CrashHandler
from gui.map.tokens import TokenLayer
from gui.map.viewport import MapViewport
from gui.panels.log import LogList
from gui.widgets.basics import FlowLayout
from gui.windows.gm_window import GmWindow


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that error dialogs showed."""
    said: list[str] = []
    monkeypatch.setattr(CrashDialog, "inform", lambda words, details, log: said.append(words))
    return said


@pytest.fixture
def handler(tmp_path: Path) -> CrashHandler:
    return CrashHandler(tmp_path / "logs" / "errors.log", lambda: "All is in “dock.battle.toml”.")


def test_a_mistake_is_logged_each_time_and_told_once(
    qtbot: QtBot, handler: CrashHandler, told: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(3):
        handler.handle(ValueError, ValueError("sum is odd"), None)
    handler.handle(KeyError, KeyError("boomer-2"), None)
    assert told == [], "Qt may be painting: the dialog comes later"
    qtbot.waitUntil(lambda: len(told) == 2)
    assert "ValueError" in told[0]
    assert "All is in “dock.battle.toml”." in told[0]
    assert handler.log.read_text().count("sum is odd") == 3
    assert "sum is odd" in capsys.readouterr().err


def test_a_mistake_is_told_even_if_the_program_cannot_say_more(
    qtbot: QtBot, tmp_path: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither where the battle is, nor on a terminal that was closed."""

    def broken() -> str:
        raise RuntimeError("the window is gone")

    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr(sys, "stderr", closed)
    handler = CrashHandler(tmp_path / "errors.log", broken)
    handler.handle(ValueError, ValueError("sum is odd"), None)
    qtbot.waitUntil(lambda: len(told) == 1)
    assert "still running. Every step up to the last one is in the battle's file." in told[0]
    assert "sum is odd" in handler.log.read_text()


def test_the_dialog_copies_the_details(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = CrashDialog(None, "A mistake <b>of ours</b>.", "Traceback: line 7", tmp_path / "errors.log")
    qtbot.addWidget(dialog)
    dialog.copy.click()
    assert QGuiApplication.clipboard().text() == "A mistake <b>of ours</b>.\n\nTraceback: line 7"
    with qtbot.waitSignal(dialog.accepted):
        dialog.go_on.click()


@pytest.mark.parametrize(
    ("cls", "name"),
    [
        (TokenLayer, "paint"), (TokenLayer, "boundingRect"), (LogList, "paintEvent"), (FlowLayout, "sizeHint"),
        (FlowLayout, "heightForWidth"), (MapViewport, "resizeEvent"), (GmWindow, "keyPressEvent"),
    ],
)  # fmt: skip
def test_what_qt_calls_is_guarded(cls: type, name: str) -> None:
    assert hasattr(vars(cls)[name], "__wrapped__")


FAILING = """
import sys
from pathlib import Path
from PySide6.QtCore import QPointF, QRectF, QStringListModel, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QApplication, QGraphicsItem, QGraphicsScene, QGraphicsView, QListView, QStyledItemDelegate, QVBoxLayout, QWidget,
)
from gui.crash import CrashDialog, CrashHandler, guard_entries

guard_entries()
application = QApplication([])
CrashDialog.inform = lambda *_: None
CrashHandler(Path(sys.argv[2])).install()

def fails(*_):
    kept = QPainter(_[0]) if sys.argv[1] == "Widget.paintEvent" else None
    raise KeyError("boomer-2")

class Widget(QWidget): ...
class Delegate(QStyledItemDelegate): ...
class Model(QStringListModel): ...
class Item(QGraphicsItem):
    def boundingRect(self): return QRectF(0, 0, 50, 50)
    def paint(self, painter, option, widget=None): ...

kind, _, name = sys.argv[1].partition(".")
cls = type(kind, (globals()[kind],), {name: fails, "__module__": "gui.failing"})
made = {one: globals()[one] for one in ("Widget", "Delegate", "Model", "Item")} | {kind: cls}
window = QWidget()
column = QVBoxLayout(window)
names, delegate, model = QListView(), made["Delegate"](), made["Model"](["Ada", "Bob"])
names.setModel(model)
names.setItemDelegate(delegate)
scene, item = QGraphicsScene(), made["Item"]()
scene.addItem(item)
for widget in (names, made["Widget"](), QGraphicsView(scene)):
    widget.setMinimumSize(40, 40)
    column.addWidget(widget)
window.show()
QTimer.singleShot(200, application.quit)
window.grab()
scene.items(QPointF(10, 10))
application.exec()
window.grab()
print("alive")
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "function",
    [
        "Widget.paintEvent", "Widget.event", "Widget.sizeHint", "Delegate.paint", "Delegate.sizeHint", "Model.data",
        "Item.paint", "Item.boundingRect", "Item.shape",
    ],
)  # fmt: skip
def test_an_exception_in_what_qt_calls_ends_nothing(function: str, tmp_path: Path) -> None:
    log = tmp_path / "errors.log"
    run = subprocess.run(
        [sys.executable, "-c", FAILING, function, str(log)],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.stdout.strip().endswith("alive"), run.stderr
    assert run.returncode == 0
    assert "boomer-2" in log.read_text()


def test_what_could_not_be_painted_is_crossed_out(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(QWidget):
        __module__ = "gui.broken"

        def paintEvent(self, event: object) -> None:
            raise KeyError("boomer-2")

    widget = Broken()
    qtbot.addWidget(widget)
    widget.resize(60, 40)
    with capture_exceptions() as caught:
        picture = widget.grab().toImage()
    assert [str(error) for _, error, _ in caught] == ["'boomer-2'"] * len(caught)
    assert caught
    ratio = QApplication.primaryScreen().devicePixelRatio()
    red = picture.pixelColor(round(30 * ratio), round(1 * ratio))
    assert red.red() > 150 > red.green()
