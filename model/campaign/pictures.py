"""Pictures of a campaign or of the user's library: in a folder by names of their own, embedded into battles by value.

An entry names a picture of that folder (`portrait = "nora.png"`), or one beside the battles by the hash of its content.
A battle has its own copy beside it, called after the content, so that it is complete without the campaign.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from model.campaign.keeping import unused_file
from model.session import disk
from model.session.pictures import picture_name, read_picture

ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp")


def pictures_in(folder: Path) -> tuple[Path, ...]:
    """The pictures of a folder by name; none where there is no such folder."""
    try:
        files = [file for file in folder.iterdir() if file.suffix.lower() in ENDINGS and file.is_file()]
    except OSError:
        return ()
    return tuple(sorted(files, key=lambda file: file.name.lower()))


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
    if name and Path(name).name == name:
        for folder in folders:
            content = read_picture(folder / name)
            if content is not None:
                return picture_name(content, Path(name).suffix)
    return name


def embed(name: str, folders: Iterable[Path], beside: Path) -> str:
    """Copy a picture that an entry names into the folder of a battle.

    Returns:
        What the battle calls it; the name as it was where none of the folders has it, or where it lies there already.

    Raises:
        OSError: it cannot be written.
    """
    if not name or Path(name).name != name or (beside / name).is_file():
        return name
    for folder in folders:
        content = read_picture(folder / name)
        if content is not None:
            kept = picture_name(content, Path(name).suffix)
            if not (beside / kept).exists():
                disk.replace_whole(beside / kept, content, is_beside=True)
            return kept
    return name
