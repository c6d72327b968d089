"""What Qt owns is deleted, and pictures are read from bytes, in one place each: elsewhere it has ended the program."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contracts.sources import ROOT

DISPOSAL = "gui/style/disposal.py"
PICTURES = "gui/style/picture_bytes.py"
DELETES = {
    "deleteLater": "dispose",
    "removeRow": "dispose_row",
    "removeTab": "dispose of the page after it",
    "delete": "dispose",
}
"""Methods that delete widgets, at once or without silencing them, and what to use instead."""


def problems(code: str) -> Iterator[str]:
    """Yield each unsafe deletion, and each picture read through a buffer, in the code of a module."""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Call(func=ast.Attribute(attr=name)) if name in DELETES and not _is_of_the_model(node):
                yield f"{node.lineno}: {name} (use gui.style.disposal: {DELETES[name]})"
            case ast.Call(func=ast.Attribute(attr="setParent"), args=[ast.Constant(value=None), *_]):
                yield f"{node.lineno}: setParent(None) (use gui.style.disposal: dispose)"
            case ast.Call(func=ast.Attribute(value=owner, attr="clear")) if _name(owner).endswith("menu"):
                yield f"{node.lineno}: clear of a menu (use gui.style.disposal: clear_menu)"
            case ast.Name(id="QBuffer" | "QMovie" as name):
                yield f"{node.lineno}: {name} (use gui.style.picture_bytes)"


def _is_of_the_model(call: ast.Call) -> bool:
    """Whether this is a method of the same name of our own: `self.layouts.delete(name)` deletes a file."""
    function = call.func
    return isinstance(function, ast.Attribute) and function.attr == "delete" and _name(function.value) != "shiboken6"


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.lower()
    return ""


def test_widgets_are_deleted_and_pictures_are_read_in_one_place() -> None:
    found = [
        f"{path.relative_to(ROOT).as_posix()}:{problem}"
        for path in sorted((ROOT / "gui").rglob("*.py"))
        if path.relative_to(ROOT).as_posix() not in (DISPOSAL, PICTURES)
        for problem in problems(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "code",
    [
        "self.row.deleteLater()",
        "QTimer.singleShot(0, card.hide)\ncard.deleteLater()",
        "self._form.removeRow(0)",
        "chip.setParent(None)",
        "self._menu.clear()",
        "shiboken6.delete(editor)",
        "reader = QImageReader(QBuffer(content))",
    ],
)
def test_an_unsafe_deletion_is_found(code: str) -> None:
    assert len(list(problems(code))) == 1


def test_what_deletes_nothing_of_qt_is_left_alone() -> None:
    assert list(problems("self._views.clear()\nself.layouts.delete(name)\npart.setParent(self)")) == []


def test_the_two_places_exist() -> None:
    assert all(Path(ROOT / name).is_file() for name in (DISPOSAL, PICTURES))
