"""Whose work is in the program: nobody is missing, and every licence can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from gui.dialogs.about import AboutDialog
from gui.licences import PACKAGES, Component, components
from model import __version__

RUN = Path(__file__).resolve().parents[2] / "packaging" / "requirements" / "run.txt"


@pytest.fixture(scope="module")
def known() -> dict[str, Component]:
    return {one.name: one for one in components()}


def test_all_that_is_pinned_for_the_program_is_named() -> None:
    pinned = re.findall(r"^([\w.-]+)==", RUN.read_text(encoding="utf-8"), re.MULTILINE)
    assert {name.lower() for name in PACKAGES} == {name.lower() for name in pinned}


@pytest.mark.parametrize(
    ("name", "licence", "words"),
    [
        ("PySide6-Essentials", "LGPL", "GNU LESSER GENERAL PUBLIC LICENSE"),
        ("Python", "PSF", "PYTHON SOFTWARE FOUNDATION LICENSE"),
        ("numpy", "BSD", "OpenBLAS"),
        ("shapely", "BSD", "GEOS"),
        ("Inter", "OFL", "SIL OPEN FONT LICENSE"),
        ("Lucide icons", "ISC", "Lucide Icons and Contributors"),
    ],
)
def test_a_component_comes_with_its_licence(known: dict[str, Component], name: str, licence: str, words: str) -> None:
    assert licence in known[name].licence
    assert words.lower() in known[name].text.lower()


def test_every_component_has_a_licence_that_can_be_read(known: dict[str, Component]) -> None:
    assert [one.name for one in known.values() if not one.licence or len(one.text) < 500] == []


def test_the_text_of_qt_says_that_it_may_be_replaced(known: dict[str, Component]) -> None:
    assert "you may replace them" in known["PySide6-Essentials"].text
    assert "GNU GENERAL PUBLIC LICENSE" in known["PySide6-Essentials"].text


def test_the_about_dialog_shows_the_licence_of_whatever_is_chosen(qtbot: QtBot) -> None:
    dialog = AboutDialog()
    qtbot.addWidget(dialog)
    assert any(__version__ in label.text() for label in dialog.findChildren(type(dialog.licence)))
    rows = [dialog.list.item(row).text() for row in range(dialog.list.count())]
    dialog.list.setCurrentRow(rows.index("Inter"))
    assert dialog.licence.text() == "Inter: OFL-1.1"
    assert "SIL OPEN FONT LICENSE" in dialog.text.toPlainText()
    assert isinstance(dialog, QDialog)
