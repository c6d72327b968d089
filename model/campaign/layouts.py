"""Layouts of the player view as files, one each, in a folder of the user or of a campaign."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import tomli_w

from model.campaign.keeping import delete_file, unused_file
from model.content.library import Table, read_document, version_problem
from model.content.problems import BadFile, Problem, problems_of
from model.session import disk
from model.view.layout import BUILT_IN, PlayersLayout

FORMAT = 1
LAYOUTS = "layouts"
"""The folder of a campaign that contains its layouts."""
ENDING = ".layout.toml"


def layout_of(file: str, document: Table) -> PlayersLayout:
    """A layout from the contents of its file.

    Raises:
        BadFile: with all its problems.
    """
    if newer := version_problem(document, FORMAT):
        raise BadFile([Problem(file, "format", newer)])
    said = {key: value for key, value in document.items() if key != "format"}
    problems = [Problem(file, place, sentence) for place, sentence in problems_of(said, PlayersLayout)]
    if not problems and any(said["name"].strip().lower() == one.name.lower() for one in BUILT_IN):
        problems.append(Problem(file, "name", f"“{said['name']}” is a layout of the program: choose another name."))
    if problems:
        raise BadFile(problems)
    return msgspec.convert(said, PlayersLayout)


def read_layouts(*folders: Path) -> tuple[dict[str, tuple[PlayersLayout, Path]], tuple[Problem, ...]]:
    """The valid layouts in some folders with their files, by name, and the problems of the others.

    If several have the same name, the last one is used.
    """
    found: dict[str, tuple[PlayersLayout, Path]] = {}
    problems: list[Problem] = []
    for file in (file for folder in folders for file in _files(folder)):
        try:
            layout = layout_of(file.name, read_document(file))
        except BadFile as error:
            problems += error.problems
        else:
            found[layout.name] = (layout, file)
    return found, tuple(problems)


def _files(folder: Path) -> Iterable[Path]:
    try:
        return sorted(file for file in folder.iterdir() if file.name.endswith(ENDING))
    except OSError:
        return ()


def save_layout(folder: Path, layout: PlayersLayout, file: Path | None = None) -> Path:
    """Write a layout into its file, or into a new one named after it.

    Raises:
        OSError: it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    target = unused_file(folder, layout.name, ENDING) if file is None else file
    disk.replace_whole(target, layout_text(layout).encode(), is_beside=True)
    return target


def layout_text(layout: PlayersLayout) -> str:
    """The text of a layout file: every element by name, so that it can be edited by hand."""
    told: dict[str, Any] = {name: getattr(layout, name) for name in layout.__struct_fields__}
    return tomli_w.dumps({"format": FORMAT, **told})


def delete_layout(file: Path) -> None:
    """Move the file of a layout to the deleted ones; raises OSError if that fails."""
    delete_file(file)
