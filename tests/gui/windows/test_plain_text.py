"""Text from files and users is shown as it is, never as HTML: otherwise a name could make Qt load a picture."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLabel, QToolTip
from pytestqt.qtbot import QtBot

from gui.windows.gm_window import GmWindow


@pytest.fixture
def hostile(tmp_path: Path) -> str:
    """A name that is an HTML image tag for a large black square."""
    picture = QImage(400, 400, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.black)
    file = tmp_path / "secret.png"
    picture.save(str(file))
    return f'<img src="{file.as_uri()}">'


def test_no_label_of_the_window_guesses_whether_its_text_is_html(window: GmWindow, qtbot: QtBot, hostile: str) -> None:
    battle = window.work.battle
    who, other = list(battle.combatants)[:2]
    for id in (who, other):
        window.work.edit("rename", id, name=hostile)
    window.work.edit("set_title", title=hostile)
    window.work.edit("add_player", name=hostile)
    window.work.combat.start(first="pc")
    window.work.selection.select((who,))
    window.work.actions.attack()
    QApplication.processEvents()
    labels = [widget for widget in QApplication.allWidgets() if isinstance(widget, QLabel) and widget.isVisible()]
    assert any(hostile in label.text() for label in labels)
    assert not [label.text() for label in labels if label.textFormat() == Qt.TextFormat.AutoText]
    rich = [label for label in labels if label.textFormat() == Qt.TextFormat.RichText]
    assert not [label.text() for label in rich if hostile in label.text()], "names in rich text are escaped"
    assert all(label.sizeHint().height() < 400 for label in labels)


def test_a_tooltip_is_plain_text(window: GmWindow, qtbot: QtBot, hostile: str) -> None:
    QToolTip.showText(QPoint(10, 10), hostile, window)
    (tip,) = (widget for widget in QApplication.topLevelWidgets() if widget.metaObject().className() == "QTipLabel")
    assert isinstance(tip, QLabel)
    assert tip.textFormat() == Qt.TextFormat.PlainText
    QToolTip.hideText()


def test_only_the_rules_reference_shows_html() -> None:
    """Modules that write HTML escape all text that is not the program's own, and there are few such modules."""
    gui = Path("gui")
    texts = {file.relative_to(gui).as_posix(): file.read_text(encoding="utf-8") for file in gui.rglob("*.py")}
    html = ("setHtml", "TextFormat.RichText", "QTextDocument")
    places = {name for name, text in texts.items() if any(word in text for word in html)}
    assert places == {
        "dialogs/combat_dialogs.py",
        "dialogs/history.py",
        "dialogs/rules.py",
        "displays/widgets.py",
        "panels/sheet_panel.py",
    }
    for name in places:
        text = texts[name]
        # The HTML that the story dialog shows is written in that module.
        text += Path("model/view/story.py").read_text(encoding="utf-8") if name == "dialogs/history.py" else ""
        assert "escape" in text or name == "dialogs/combat_dialogs.py", f"{name} escapes names"
