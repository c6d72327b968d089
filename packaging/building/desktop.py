"""What the program registers with a Linux desktop: its menu entry, its file type and its icons."""

from __future__ import annotations

import shutil
from pathlib import Path
from xml.sax.saxutils import escape

from building.product import ENDING, FILE_TYPE, MIME_TYPE, NAME, ROOT, SUMMARY, TITLE

ENTRY = f"""\
[Desktop Entry]
Type=Application
Version=1.1
Name={TITLE}
GenericName=Battle board
Comment={SUMMARY.capitalize()}
Exec=@PROGRAM@ %f
Icon={NAME}
Terminal=false
StartupNotify=true
StartupWMClass={NAME}
Categories=Game;RolePlaying;
Keywords=tabletop;roleplaying;initiative;dice;map;
MimeType={MIME_TYPE};
"""
"""The menu entry; `@PROGRAM@` stands for the command."""

MIME_ICON = MIME_TYPE.replace("/", "-")


def menu_entry(program: str) -> str:
    return ENTRY.replace("@PROGRAM@", program)


def mime_type() -> str:
    """Return the file type for the shared MIME database. Its glob is longer than that of TOML files, and so wins."""
    return f"""\
<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="{escape(MIME_TYPE)}">
    <comment>{escape(FILE_TYPE)}</comment>
    <sub-class-of type="text/plain"/>
    <icon name="{escape(MIME_ICON)}"/>
    <glob pattern="*{escape(ENDING)}" weight="80"/>
  </mime-type>
</mime-info>
"""


def write_share(share: Path, icons: Path, program: str) -> None:
    """Fill a desktop's folder `share` with the menu entry, the file type, and icons of the program and its files.

    Args:
        icons: folder with `SIDExSIDE.png` in every usual size.
        program: the command of the menu entry.
    """
    files = {
        share / "applications" / f"{NAME}.desktop": menu_entry(program),
        share / "mime" / "packages" / f"{NAME}.xml": mime_type(),
    }
    for file, text in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    drawing = ROOT / "resources" / "pictures" / f"{NAME}.svg"
    pictures = [(picture, picture.stem) for picture in sorted(icons.glob("*.png"))] + [(drawing, "scalable")]
    for picture, size in pictures:
        for kind, name in (("apps", NAME), ("mimetypes", MIME_ICON)):
            place = share / "icons" / "hicolor" / size / kind / f"{name}{picture.suffix}"
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(picture, place)
