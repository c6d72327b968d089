"""Makes the Debian package of a bundle. It needs no scripts of its own: Debian's triggers update the desktop."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from building import contents, desktop, elf
from building.product import DESCRIPTION, NAME, PUBLISHER, SUMMARY, TITLE, megabytes, version

HOME = f"usr/lib/{NAME}"
RECOMMENDED = ("shared-mime-info", "desktop-file-utils", "hicolor-icon-theme")
"""Part of any desktop: they register the file type, the menu entry and the icons."""
_FURTHER = ("xkb-data",)
"""Packages of files that bundled libraries need: the keyboard layouts."""


def depends(wants: elf.Wants) -> list[str]:
    """Return the Debian packages of the libraries that are not bundled; the C library as new as its symbols require."""
    packages = {contents.SYSTEM_LIBRARIES[name] for name in wants.libraries if name in contents.SYSTEM_LIBRARIES}
    least = ".".join(map(str, wants.glibc))
    return sorted({f"{name} (>= {least})" if name == "libc6" else name for name in (*packages, *_FURTHER)})


def control(release: str, architecture: str, needs: Iterable[str], kilobytes: int) -> str:
    """Return the text of the control file; `kilobytes` is the installed size."""
    words = "\n".join(f" {line}" for line in DESCRIPTION.splitlines())
    return f"""\
Package: {NAME}
Version: {release}
Section: games
Priority: optional
Architecture: {architecture}
Installed-Size: {kilobytes}
Depends: {", ".join(needs)}
Recommends: {", ".join(RECOMMENDED)}
Maintainer: {PUBLISHER} <{NAME}@localhost>
Description: {SUMMARY}
{words}
"""


def architecture() -> str:
    done = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def build(bundle: Path, assets: Path, work: Path, out: Path, release: str = "", level: int = 6) -> Path:
    """Make the package; return its file.

    Args:
        release: the version of the package, if it is not the program's own; used to prove updates.
        level: the compression level; 0 is quick.
    """
    release = release or version()
    tree = work / f"deb-{release}"
    shutil.rmtree(tree, ignore_errors=True)
    lay_out(tree, bundle, assets)
    kilobytes = round(1e3 * megabytes(tree) / 1.024)
    machine = architecture()
    about = tree / "DEBIAN"
    about.mkdir()
    needs = depends(elf.wants_of_all(bundle))
    (about / "control").write_text(control(release, machine, needs, kilobytes), encoding="utf-8")
    (about / "md5sums").write_text(sums(tree), encoding="utf-8")
    make_readable(tree)
    file = out / f"{NAME}_{release}_{machine}.deb"
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", f"-z{level}", "--build", str(tree), str(file)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(tree)
    return file


def lay_out(tree: Path, bundle: Path, assets: Path) -> None:
    """Copy the package's files into `tree` at the paths where they are to be installed."""
    shutil.copytree(bundle, tree / HOME, symlinks=True)
    command = tree / "usr" / "bin" / NAME
    command.parent.mkdir(parents=True)
    command.symlink_to(f"../lib/{NAME}/{NAME}")
    desktop.write_share(tree / "usr" / "share", assets / "icons", NAME)
    papers = tree / "usr" / "share" / "doc" / NAME
    papers.mkdir(parents=True)
    (papers / "copyright").write_text(copyright_file(), encoding="utf-8")


def copyright_file() -> str:
    """Return the text of the copyright file: where the licences of everything in the package are."""
    return (
        f"{TITLE} contains the work of others. Help, About {TITLE} lists all of it with versions and licences;\n"
        f"the texts are in /{HOME}/_internal: in resources/licences, resources/fonts, resources/icons, and in the\n"
        "folders whose names end in .dist-info.\n\n"
        "Qt and Qt for Python are used under the GNU Lesser General Public License, version 3:\n"
        "/usr/share/common-licenses/LGPL-3. They are there as separate libraries, and may be replaced.\n"
    )


def sums(tree: Path) -> str:
    """Return the checksums of all files outside `DEBIAN`, as `md5sum` writes them; links are left out."""
    files = [file for file in sorted(tree.rglob("*")) if file.is_file() and not file.is_symlink()]
    files = [file for file in files if file.relative_to(tree).parts[0] != "DEBIAN"]
    digests = (hashlib.md5(file.read_bytes(), usedforsecurity=False).hexdigest() for file in files)
    return "".join(f"{digest}  {file.relative_to(tree)}\n" for digest, file in zip(digests, files, strict=True))


def make_readable(tree: Path) -> None:
    """Make everything readable for all users, and programs executable, whatever the umask of the builder."""
    for place in (tree, *tree.rglob("*")):
        if not place.is_symlink():
            runs = place.is_dir() or place.stat().st_mode & 0o100 != 0
            place.chmod(0o755 if runs else 0o644)
