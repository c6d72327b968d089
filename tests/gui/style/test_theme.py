"""The style is applied to the application, follows a change of palette, and its small widgets draw and respond."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLineF, QObject, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QApplication, QPushButton, QSpinBox
from pytestqt.qtbot import QtBot

from gui.style import (
    DARK,
    LIGHT,
    Bar,
    Chip,
    KeyCap,
    SectionHeading,
    TokenBadge,
    TokenLook,
    arrow_head,
    draw_token,
    icon,
    initials_of,
    palette,
    set_icon,
    set_role,
    text_font,
    theme,
    token_extent,
    token_pixmap,
)
from gui.style.widgets import watch_screen

DRAWING = b"""<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none"
stroke="currentColor" stroke-width="4"><path d="M2 12h20"/></svg>"""


@pytest.fixture
def dressed(qapp: QApplication) -> Iterator[QApplication]:
    """The application in the program's style; dark again afterwards, as the other tests expect it."""
    theme().apply(qapp, "dark")
    yield qapp
    theme().set_mode("dark")


@pytest.fixture
def drawings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one icon, `bar`."""
    (tmp_path / "bar.svg").write_bytes(DRAWING)
    monkeypatch.setattr("gui.style.widgets.ICONS", tmp_path)
    return tmp_path


def test_forcing_light_changes_palette_and_tells(dressed: QApplication, qtbot: QtBot) -> None:
    assert palette() is DARK
    with qtbot.waitSignal(theme().changed):
        theme().set_mode("light")
    assert palette() is LIGHT
    assert dressed.palette().window().color() == QColor(LIGHT.panel)


def test_an_icon_has_the_colour_of_the_palette_and_follows_it(
    dressed: QApplication, drawings: Path, qtbot: QtBot
) -> None:
    button = QPushButton()
    qtbot.addWidget(button)
    set_icon(button, "bar")
    assert _middle(button) == QColor(DARK.text)
    theme().set_mode("light")
    assert _middle(button) == QColor(LIGHT.text)


class Screen(QObject):
    """A screen with a pixel ratio: the part of a QScreen that icons need."""

    logicalDotsPerInchChanged = Signal(float)  # noqa: N815 -- the name that Qt gives it

    def __init__(self, ratio: float) -> None:
        super().__init__()
        self.ratio = ratio

    def devicePixelRatio(self) -> float:
        return self.ratio


def test_an_icon_is_drawn_in_the_pixels_of_each_screen(
    qapp: QApplication, drawings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pixels = ((1.0, 16), (1.25, 20), (1.5, 24), (2.0, 32))
    screens = [Screen(ratio) for ratio, _ in pixels]
    monkeypatch.setattr(QGuiApplication, "screens", lambda: screens)
    for ratio, side in pixels:
        assert icon("bar").pixmap(QSize(16, 16), ratio).width() == side


def test_an_icon_is_drawn_anew_when_there_is_another_screen(
    qapp: QApplication, drawings: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    button = QPushButton()
    qtbot.addWidget(button)
    set_icon(button, "bar")
    fine = Screen(1.5)
    monkeypatch.setattr(QGuiApplication, "screens", lambda: [Screen(1.0), fine])
    watch_screen(fine)
    assert button.icon().pixmap(QSize(16, 16), 1.5).width() == 24
    fine.ratio = 2.0
    fine.logicalDotsPerInchChanged.emit(192.0)
    assert button.icon().pixmap(QSize(16, 16), 2.0).width() == 32


def test_a_missing_icon_is_a_mistake(qapp: QApplication, drawings: Path) -> None:
    with pytest.raises(FileNotFoundError):
        icon("no such icon")


def test_digits_of_equal_width_are_asked_for(qapp: QApplication) -> None:
    assert text_font(tabular=True).isFeatureSet(QFont.Tag("tnum"))
    assert not text_font().isFeatureSet(QFont.Tag("tnum"))


def test_initials() -> None:
    assert [initials_of(name) for name in ("Crimson", "Minion 12", "a b", "", "Gang 1234")] == [
        "C",
        "M12",
        "A",
        "?",
        "G12",
    ]


@pytest.mark.parametrize("degrees", [0.0, 33.0, 152.0, 270.0])
def test_a_head_of_an_arrow_points_in_one_direction_only(degrees: float) -> None:
    """Its tip is clearly further from its middle than the other corners, so that none of them is taken for the tip."""
    corners = list(arrow_head(QPointF(0, 0), degrees, 10))
    middle = sum(corners, QPointF()) / len(corners)
    lengths = [QLineF(middle, corner).length() for corner in corners]
    assert max(lengths[1:]) < 0.9 * lengths[0]


@pytest.mark.parametrize("side", ["pc", "npc", "ally", "pirates", "police", "cult", "crowd"])
@pytest.mark.parametrize("radius", [4.0, 12.0, 26.0, 80.0])
def test_a_token_stays_within_its_extent(qapp: QApplication, side: str, radius: float) -> None:
    look = TokenLook(initials="M12", side=side, acting=radius > 12, hidden=True)
    image = token_pixmap(radius, 1, look, DARK).toImage()
    edge = image.width() - 1
    clear = [image.pixelColor(*place).alpha() for i in range(edge) for place in ((i, 0), (0, i), (i, edge), (edge, i))]
    assert max(clear) == 0
    assert image.width() >= 2 * token_extent(radius, look.acting)


def test_hidden_is_dashed_and_out_is_dim(qapp: QApplication) -> None:
    def ring(look: TokenLook) -> int:
        """Return the number of pixels in the ring's colour."""
        image = QImage(80, 80, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.black)
        painter = QPainter(image)
        draw_token(painter, QPointF(40, 40), 26, look, DARK)
        painter.end()
        return sum(image.pixelColor(x, y) == QColor(DARK.pc.color) for x in range(80) for y in range(80))

    whole = ring(TokenLook(initials="", side="pc"))
    assert 0.3 * whole < ring(TokenLook(initials="", side="pc", hidden=True)) < 0.8 * whole
    assert ring(TokenLook(initials="", side="pc", out=True)) == 0


def test_a_chip_is_clicked_or_closed(qtbot: QtBot) -> None:
    chip = Chip("cover", closable=True)
    qtbot.addWidget(chip)
    chip.resize(chip.sizeHint())
    chip.show()
    with qtbot.waitSignal(chip.clicked):
        qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=chip.rect().topLeft() + chip.rect().center() / 2)
    with qtbot.waitSignal(chip.closed), qtbot.assertNotEmitted(chip.clicked):
        end = chip.rect().center()
        end.setX(chip.width() - 6)
        qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=end)


def test_small_widgets_draw_and_name_themselves(dressed: QApplication, qtbot: QtBot) -> None:
    bar, heading, key = Bar(0.5), SectionHeading("Initiative", "declared order"), KeyCap("Ctrl K")
    badge = TokenBadge(TokenLook(initials="A", side="pc"))
    for widget in (bar, heading, key, badge):
        qtbot.addWidget(widget)
        widget.resize(widget.sizeHint().expandedTo(widget.minimumSize()))
        picture = widget.grab().toImage()
        row = picture.height() // 2
        assert len({picture.pixel(x, row) for x in range(picture.width())}) > 1, widget
    bar.set_fraction(0.25)
    assert bar.accessibleDescription() == "25%"
    assert heading.accessibleName() == "Initiative"


def test_a_role_changes_the_look(dressed: QApplication, qtbot: QtBot) -> None:
    button = QPushButton("Apply")
    qtbot.addWidget(button)
    plain = button.grab().toImage()
    set_role(button, "primary")
    assert button.grab().toImage() != plain


def test_the_number_of_a_spin_box_stands_in_from_its_frame(dressed: QApplication, qtbot: QtBot) -> None:
    box = QSpinBox()
    qtbot.addWidget(box)
    box.setValue(8)
    box.resize(120, 36)
    picture = box.grab().toImage()
    ground = picture.pixel(60, 4)
    columns = {picture.pixel(x, y) for x in range(2, 7) for y in range(5, 31)}
    assert columns == {ground}


def _middle(button: QPushButton) -> QColor:
    return button.icon().pixmap(QSize(16, 16), 1.0).toImage().pixelColor(8, 8)
