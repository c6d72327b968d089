"""Caches of the players' screen save time and are never visible: a kept page paints the same as a new one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QBuffer, QSizeF
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from gui.player import name_places, text_layout
from gui.player.page import Page
from gui.style import palette, side_style, theme
from model.view.layout import BoardFrame
from model.view.map import MapView, TokenView, replace
from tests.bench.map_frames import crowded_view
from tests.gui.panels.pictures import count_like
from tests.gui.player.views import docks

SIZE = (1280, 720)


def frame(page: Page, view: MapView, size: tuple[int, int] = SIZE) -> QImage:
    image = QImage(*size, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    page.paint(painter, QSizeF(*size), replace(docks(), map=view))
    painter.end()
    return image


def new_page() -> Page:
    page = Page()
    page.set_resolver(lambda file: portrait("red" if file.startswith("a") else "blue"))
    return page


def portrait(color: str) -> bytes:
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    image.fill(QColor(color))
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())


CHANGES: dict[str, Callable[[TokenView], TokenView]] = {
    "it moves": lambda token: replace(token, x=40.0, y=9.0),
    "it falls": lambda token: replace(token, out=True),
    "its turn comes": lambda token: replace(token, acting=True),
    "it is a target": lambda token: replace(token, target=True),
    "it has another name": lambda token: replace(token, name="Man in the red coat", initials="M"),
    "it has a condition": lambda token: replace(token, conditions=("prone", "stunned")),
    "it changes sides": lambda token: replace(token, side="npc" if token.side == "pc" else "pc"),
    "it has a portrait": lambda token: replace(token, portrait="a1.png"),
    "it has another portrait": lambda token: replace(token, portrait="b2.png"),
    "it is larger": lambda token: replace(token, radius=4.0),
}


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("number", [12, 70])
def test_a_page_that_is_kept_paints_as_a_new_one(number: int) -> None:
    view, page = crowded_view(number), new_page()
    first, *others = view.tokens
    frame(page, view)
    for name, change in CHANGES.items():
        changed = replace(view, tokens=(change(first), *others))
        assert frame(page, changed) == frame(new_page(), changed), name
    theme().set_mode("light")
    assert frame(page, view) == frame(new_page(), view), "in other colours"
    assert frame(page, view, (960, 540)) == frame(new_page(), view, (960, 540)), "on another screen"


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the tokens for which positions were computed."""
    names: list[str] = []
    find = name_places._places_of

    def count(token: TokenView, *given: object) -> object:
        names.append(token.name)
        return find(token, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(name_places, "_places_of", count)
    return names


def test_a_move_asks_where_one_name_could_stand(found: list[str]) -> None:
    view, page = crowded_view(70), new_page()
    frame(page, view)
    assert len(found) == 70
    found.clear()
    first, *others = view.tokens
    frame(page, replace(view, tokens=(replace(first, x=40.0), *others)))
    assert found == [first.name]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[QPixmap]:
    """The pictures of tokens that were drawn."""
    pictures: list[QPixmap] = []
    draw = text_layout.token_pixmap

    def keep(*given: object) -> QPixmap:
        pictures.append(draw(*given))  # type: ignore[arg-type]
        return pictures[-1]

    monkeypatch.setattr(text_layout, "token_pixmap", keep)
    return pictures


def test_a_token_that_fills_the_screen_is_kept_as_no_picture(drawn: list[QPixmap]) -> None:
    giant = TokenView(id="a", name="Giant", initials="G", side="npc", x=10.0, y=10.0, radius=8.0)
    page, view = new_page(), replace(docks(), map=MapView(tokens=(giant,)))
    for width in (60.0, 30.0, 17.0):
        image = QImage(*SIZE, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        page.paint(painter, QSizeF(*SIZE), replace(view, frame=BoardFrame(x=8.0, y=10.0, width=width)))
        painter.end()
        ring = QColor(side_style(palette(), "npc").color)
        assert count_like(image.copy(0, 0, 880, 600), ring) > 20, f"its ring is seen, {width} m across"
    assert all(picture.width() < 400 for picture in drawn)


def test_tokens_that_look_alike_are_drawn_once(drawn: list[QPixmap]) -> None:
    view = crowded_view(70)
    page, size = new_page(), (1288, 728)
    for _ in range(3):
        frame(page, view, size)
    looks = {(token.side, token.out, token.acting) for token in view.tokens}
    assert len(drawn) <= len(looks) + len(docks().order), "each look of the map, and of the order in its own size"
