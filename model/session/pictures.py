"""Pictures beside a session: portraits and map backgrounds, named after a hash of their content."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from model.session import disk
from model.state.battle import AnyBattle

_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM", b"II*\0", b"MM\0*", b"\0\0", b"P5", b"P6")
"""First bytes of picture files: PNG, JPEG, GIF, WebP, BMP, TIFF in both byte orders, icons and ISO media files, PGM,
PPM."""


def is_picture(content: bytes) -> bool:
    """Whether bytes begin like a bitmap picture. SVG is not accepted: a few lines of it can take minutes to draw."""
    return content.startswith(_PICTURES)


def picture_name(content: bytes, ending: str) -> str:
    """File name of a picture beside a session: a hash of its content, so that it is stored only once."""
    return f"{hashlib.sha256(content).hexdigest()[:32]}{ending.lower()}"


def read_picture(file: Path) -> bytes | None:
    """The content of a picture beside a session, or None if the file is missing, unreadable or not a picture."""
    try:
        content = disk.read_own(file)
    except OSError:
        return None
    return content if is_picture(content) else None


def copy_pictures(battles: Iterable[AnyBattle], source: Path, target: Path) -> None:
    """Copy the pictures that battles show from beside one session to beside another.

    Left out are missing files, names that are paths, and files that are not pictures.

    Raises:
        OSError: a picture cannot be written.
    """
    if source.resolve() == target.resolve():
        return
    files = set()
    for battle in battles:
        files |= {combatant.portrait for combatant in battle.combatants.values()}
        files |= {battle.scene.picture, *(handout.file for handout in battle.handouts.values())}
        if battle.board.picture is not None:
            files.add(battle.board.picture.file)
    for file in files - {""}:
        content = read_picture(source / file) if Path(file).name == file else None
        if content is not None and not (target / file).exists():
            disk.replace_whole(target / file, content, is_beside=True)
