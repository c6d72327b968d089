"""What wraps into several lines: widgets in a flow layout, and a sentence."""

from __future__ import annotations

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gui.widgets.basics import SENTENCE_LINE, FlowLayout, Sentence
from model.view.texts import Span


def test_what_was_there_moves_on_for_what_comes_before_it(qtbot: QtBot) -> None:
    """The strip has a fixed size, so that no resize lays it out again."""
    window, strip, first, second = QWidget(), QWidget(), QPushButton("Surprise"), QPushButton("Limb")
    qtbot.addWidget(window)
    QVBoxLayout(window).addWidget(strip)
    flow = FlowLayout(strip)
    flow.addWidget(first)
    strip.setFixedSize(300, 30)
    window.show()
    QTest.qWait(0)
    flow.take_all()
    for widget in (second, first):
        flow.addWidget(widget)
        widget.show()
    QTest.qWait(0)
    assert second.geometry().left() == 0
    assert first.geometry().left() > second.geometry().right()


def test_a_sentence_takes_as_many_lines_as_it_needs(qtbot: QtBot) -> None:
    """Ten words of eight letters fit into one line of 1000 px and take several of 200 px, for which there is room."""
    window, sentence, below = QWidget(), Sentence(), QPushButton("Below")
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(sentence)
    column.addWidget(below)
    column.addStretch(1)
    window.resize(1000, 300)
    window.show()
    sentence.set_spans((Span(text="Crimson → Boomer", kind="name"), Span(text=" lanterns" * 10)))
    QTest.qWait(0)
    assert sentence.text() == sentence.accessibleName() == "Crimson → Boomer" + " lanterns" * 10
    alone = sentence.height()
    assert 13 <= alone <= SENTENCE_LINE
    window.resize(200, 300)
    QTest.qWait(0)
    assert sentence.height() >= 2 * SENTENCE_LINE + alone
    assert below.geometry().top() > sentence.geometry().bottom()
    sentence.set_spans((Span(text="Boomer", kind="name"),))
    QTest.qWait(0)
    assert sentence.height() == alone
