"""Pictures of a campaign or of the user's library: in a folder by names of their own, embedded into battles by value.

An entry names a picture of that folder (`portrait = "nora.png"`), or one beside the battles by the hash of its content.
A battle has its own copy beside it, called after the content, so that it is complete without the campaign. A file that
is passed on has them written into itself.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable
from pathlib import Path

from model.campaign.keeping import unused_file
from model.session import disk
from model.session.pictures import picture_name, read_picture

ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp")
_WRITTEN = re.compile(r"data:image/(png|jpeg|webp|gif|bmp);base64,([A-Za-z0-9+/=]*)")
_ENDING = {"jpeg": ".jpg"}


def pictures_in(folder: Path) -> tuple[Path, ...]:
    """The pictures of a folder by name; none where there is no such folder."""
    try:
        files = [file for file in folder.iterdir() if file.suffix.lower() in ENDINGS and file.is_file()]
    except OSError:
        return ()
    return tuple(sorted(files, key=lambda file: file.name.lower()))


def written_picture(content: bytes, ending: str) -> str:
    """A picture as a text, to stand in a file in place of its name."""
    kind = {".jpg": "jpeg"}.get(ending.lower(), ending.lower().removeprefix("."))
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"


def read_written(text: str) -> tuple[bytes, str] | None:
    """Content and ending of a picture that is written as a text; None where it is a name, or no picture."""
    match = _WRITTEN.fullmatch(text)
    if match is None:
        return None
    try:
        content = base64.b64decode(match[2], validate=True)
    except binascii.Error:
        return None
    return (content, _ENDING.get(match[1], f".{match[1]}")) if content else None


def keep_picture(folder: Path, content: bytes, name: str, ending: str) -> str:
    """Keep a picture in a folder, called after something; one with the same content is there once.

    Returns:
        The name of its file.

    Raises:
        OSError: it cannot be written.
    """
    for file in pictures_in(folder):
        if file.stat().st_size == len(content) and read_picture(file) == content:
            return file.name
    folder.mkdir(parents=True, exist_ok=True)
    file = unused_file(folder, name, ending.lower())
    disk.replace_whole(file, content, is_beside=True)
    return file.name


def name_by_content(name: str, folders: Iterable[Path]) -> str:
    """What battles call a picture that an entry names; the name itself where none of the folders has it."""
    if (written := read_written(name)) is not None:
        return picture_name(*written)
    if name and Path(name).name == name:
        for folder in folders:
            content = read_picture(folder / name)
            if content is not None:
                return picture_name(content, Path(name).suffix)
    return name


def embed(name: str, folders: Iterable[Path], beside: Path) -> str:
    """Copy a picture that an entry names, or that is written in it, into the folder of a battle.

    Returns:
        What the battle calls it; the name as it was where none of the folders has it, or where it lies there already.

    Raises:
        OSError: it cannot be written.
    """
    if (written := read_written(name)) is not None:
        return _beside(*written, beside)
    if not name or Path(name).name != name or (beside / name).is_file():
        return name
    for folder in folders:
        content = read_picture(folder / name)
        if content is not None:
            return _beside(content, Path(name).suffix, beside)
    return name


def _beside(content: bytes, ending: str, beside: Path) -> str:
    """Write a picture beside a battle under the name of its content, unless it is there."""
    kept = picture_name(content, ending)
    if not (beside / kept).exists():
        disk.replace_whole(beside / kept, content, is_beside=True)
    return kept
