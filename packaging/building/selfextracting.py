"""Makes the `.run` file: a shell script followed by the program, for any Linux and without root."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tarfile
from pathlib import Path

from building import desktop, elf
from building.deb import make_readable
from building.product import MIME_TYPE, NAME, PACKAGING, TITLE, megabytes, version

SCRIPT = PACKAGING / "installers" / "install.sh"


def build(bundle: Path, assets: Path, work: Path, out: Path, release: str = "", level: int = 6) -> Path:
    """Make the `.run` file; return it.

    Args:
        release: the version of the file, if it is not the program's own; used to prove updates.
        level: the compression level; 0 is quick.
    """
    release = release or version()
    tree = work / f"run-{release}"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(bundle, tree / NAME, symlinks=True)
    desktop.write_share(tree / "share", assets / "icons", "@PROGRAM@")
    make_readable(tree)
    payload = work / f"payload-{release}.tar.xz"
    pack(tree, payload, level)
    file = out / f"{NAME}-{release}-linux-{machine()}.run"
    glibc = elf.wants_of_all(bundle).glibc
    file.write_bytes(header(release, payload.read_bytes(), megabytes(tree), glibc) + payload.read_bytes())
    file.chmod(0o755)
    shutil.rmtree(tree)
    payload.unlink()
    return file


def machine() -> str:
    return subprocess.run(["uname", "-m"], capture_output=True, text=True, check=True).stdout.strip()


def pack(tree: Path, file: Path, level: int = 6) -> None:
    """Pack everything in a folder into a compressed tar file that names no owner."""

    def nobodys(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        return entry

    plain = file.with_suffix("")
    with tarfile.open(plain, "w") as archive:
        for part in sorted(tree.iterdir()):
            archive.add(part, part.name, filter=nobodys)
    subprocess.run(["xz", f"-{level}", "-T0", "--force", str(plain)], check=True)


def header(release: str, payload: bytes, installed: float, glibc: tuple[int, int]) -> bytes:
    """Return the script that precedes the payload, with the payload's first line and checksum filled in."""
    text = SCRIPT.read_text(encoding="utf-8")
    values = {
        "NAME": NAME,
        "TITLE": TITLE,
        "VERSION": release,
        "MIME_TYPE": MIME_TYPE,
        "MIME_ICON": desktop.MIME_ICON,
        "SHA256": hashlib.sha256(payload).hexdigest(),
        "MEGABYTES": str(round(installed)),
        "GLIBC": ".".join(map(str, glibc)),
        "LINES": str(text.count("\n")),
    }
    for key, value in values.items():
        text = text.replace(f"@{key}@", value)
    return text.encode()
