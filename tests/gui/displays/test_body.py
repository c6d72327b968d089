"""The figure and the table of a body: what is highlighted, what is marked, and what a click picks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.displays import BodyWidget
from gui.displays.body import SIZE, outlines
from gui.style import theme
from gui.style.theme import palette
from model.engine.types import Body, BodyPart
from model.rulesets.wasteland.harm import FIGURES
from model.rulesets.wasteland.sheet import LOCATIONS
from model.state.base import replace
from model.view.sheet import BodyDisplayView
from tests.gui.panels.pictures import count_like

ARM = BodyPart(id="left_arm", name="Left Arm", faces="9–11", shape="left_arm", numbers=("2", "0"))
HEAD = BodyPart(id="head", name="Head", faces="1–2", shape="head", numbers=("1", "∞"))
WHOLE = Body(parts=(HEAD, ARM), figure="humanoid", scales=("phys", "en"))


@pytest.fixture
def display(qtbot: QtBot) -> BodyWidget:
    theme().apply(QApplication.instance(), "dark")
    made = BodyWidget()
    qtbot.addWidget(made)
    made.setFixedWidth(336)
    made.show()
    return made


def show(display: BodyWidget, body: Body) -> None:
    display.set_view(BodyDisplayView(key="body", title="Body", body=body), {})
    display.setFixedHeight(display.sizeHint().height())
    QApplication.processEvents()


@pytest.mark.parametrize("kind", LOCATIONS)
def test_every_location_is_a_part_of_the_figure_and_none_hides_another(kind: str) -> None:
    drawn = outlines(FIGURES.get(kind, kind))
    assert set(drawn) == {location.id for location in LOCATIONS[kind]}
    for name, path in drawn.items():
        later = list(drawn)[list(drawn).index(name) + 1 :]
        bare = path
        for other in later:
            bare = bare.subtracted(drawn[other])
        assert not bare.isEmpty()
        box = path.boundingRect()
        assert box.left() >= -1
        assert box.right() <= SIZE[0] + 1
        assert box.bottom() <= SIZE[1]


def test_an_injury_is_marked_and_a_hit_is_lit(display: BodyWidget) -> None:
    show(display, WHOLE)
    bad, text = palette().color("bad"), palette().color("text")
    plain = display.grab().toImage()
    show(display, replace(WHOLE, parts=(HEAD, replace(ARM, injuries=2, effect="useless"))))
    hurt = display.grab().toImage()
    assert count_like(plain, bad) == 0
    assert count_like(hurt, bad) > 40
    assert "2 injuries, useless" in display.words()
    show(display, replace(WHOLE, parts=(HEAD, replace(ARM, is_struck=True))))
    lit = display.grab().toImage()
    assert count_like(lit, text) > count_like(plain, text) + 200
    assert "Left Arm 9–11: phys 2, en 0; last hit" in display.words()


def test_a_click_on_a_part_of_the_figure_or_on_its_row_picks_it(display: BodyWidget) -> None:
    show(display, WHOLE)
    picked: list[str] = []
    display.picked.connect(picked.append)
    head = display._placing().map(outlines("humanoid")["head"].boundingRect().center())
    QTest.mouseClick(display, Qt.MouseButton.LeftButton, pos=head.toPoint())
    QTest.mouseClick(display, Qt.MouseButton.LeftButton, pos=display._row(1).center().toPoint())
    QTest.mouseClick(display, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert picked == ["head", "left_arm"]


def test_without_a_figure_the_table_stands_alone(display: BodyWidget) -> None:
    parts = (BodyPart(id="hull", name="Hull", faces="1–4"), BodyPart(id="mast", name="Mast", injuries=1))
    show(display, Body(parts=parts, remark="1 injury at an unknown location"))
    assert display._row(0).left() == 0
    part = display.part_at(QPointF(20, display._row(1).center().y()))
    assert part is not None
    assert part.name == "Mast"
    assert display.words() == "Hull 1–4. Mast: 1 injury. 1 injury at an unknown location"
