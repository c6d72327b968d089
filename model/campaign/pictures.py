"""Pictures of a campaign or of the user's library: saved in a folder under readable names, embedded into battles.

An entry names a picture of that folder (`portrait = "nora.png"`), or one beside the battles by the hash of its content.
A battle has its own copy beside it, named by content hash, so that it is complete without the campaign. A file that is
shared has its pictures written into it.
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
    """The pictures in a folder by name; empty if there is no such folder."""
    try:
        files = [file for file in folder.iterdir() if file.suffix.lower() in ENDINGS and file.is_file()]
    except OSError:
        return ()
    return tuple(sorted(files, key=lambda file: file.name.lower()))


def written_picture(content: bytes, ending: str) -> str:
    """A picture as text, to be written into a file in place of its name."""
    kind = {".jpg": "jpeg"}.get(ending.lower(), ending.lower().removeprefix("."))
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"


def read_written(text: str) -> tuple[bytes, str] | None:
    """Content and extension of a picture written as text, or None if it is a name or not a picture."""
    match = _WRITTEN.fullmatch(text)
    if match is None:
        return None
    try:
        content = base64.b64decode(match[2], validate=True)
    except binascii.Error:
        return None
    return (content, _ENDING.get(match[1], f".{match[1]}")) if content else None


def keep_picture(folder: Path, content: bytes, name: str, ending: str) -> str:
    """Save a picture in a folder under a given name; pictures with the same content are saved only once.

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
    """The content-hash name of a picture that an entry names; the name itself if no folder has it."""
    if (written := read_written(name)) is not None:
        return picture_name(*written)
    if name and Path(name).name == name:
        for folder in folders:
            content = read_picture(folder / name)
            if content is not None:
                return picture_name(content, Path(name).suffix)
    return name


def embed(name: str, folders: Iterable[Path], beside: Path) -> str:
    """Copy a picture that an entry names or contains as text into the folder of a battle.

    Returns:
        Its name in the battle; unchanged if no folder has it or if it is there already.

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
    """Write a picture beside a battle under its content-hash name, unless it is there already."""
    kept = picture_name(content, ending)
    if not (beside / kept).exists():
        disk.replace_whole(beside / kept, content, is_beside=True)
    return kept
