"""Credits for the work in the program: none is missing, and every licence can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from gui.dialogs.about import PACKAGES, AboutDialog, Component, components, games
from model import __version__
from model.rulesets import RULESETS

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


@pytest.mark.parametrize(
    ("game", "licence", "authors"),
    [
        ("ZeroSpace 4e", "CC BY-SA 4.0", "ogc.rpglibrary.org"),
        ("Kalos Mechanism 4e", "CC BY-SA 4.0", "ogc.rpglibrary.org"),
        ("Zamani", "CC BY-NC-SA 2.5, non-commercial", "Joseph Teller and Kiralee McCauley"),
        ("Wasteland 2d20", "none stated", "Modiphius"),
        ("Speed & Effort d10", "none stated", "unknown"),
    ],
)
def test_every_game_is_credited_in_the_program_and_in_the_readme(game: str, licence: str, authors: str) -> None:
    credit = next(one for one in games() if one.name == game)
    assert licence in credit.licence
    assert authors.lower() in credit.text.lower()
    assert "own words" in credit.text
    readme = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
    line = next(
        line for line in readme.splitlines() if line.startswith("|") and game in line and authors in line.lower() + line
    )
    assert licence in line


def test_no_game_goes_without_a_credit() -> None:
    assert [one.id for one in RULESETS.values() if one.credit is None] == []


def test_the_about_dialog_shows_the_licence_of_whatever_is_chosen(qtbot: QtBot) -> None:
    dialog = AboutDialog()
    qtbot.addWidget(dialog)
    assert any(__version__ in label.text() for label in dialog.findChildren(type(dialog.licence)))
    rows = [dialog.list.item(row).text() for row in range(dialog.list.count())]
    dialog.list.setCurrentRow(rows.index("Inter"))
    assert dialog.licence.text() == "Inter: OFL-1.1"
    assert "SIL OPEN FONT LICENSE" in dialog.text.toPlainText()
    assert isinstance(dialog, QDialog)
