"""What the installers register with a system, and what the bundle contains; tested without building one."""

from __future__ import annotations

import configparser
import hashlib
import os
import re
import shlex
import struct
import subprocess
import sys
import tarfile
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from building import contents, deb, desktop, elf, icons, inspection, product, selfextracting
from gui.dialogs.about import PACKAGES
from model import __version__

ROOT = Path(__file__).resolve().parents[2]
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"
PNG = b"\x89PNG\r\n\x1a\n"


# ------------------------------------------------------------------------------------------ one version


def test_there_is_one_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert product.version() == __version__
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "model.__version__"}
    written = [
        file.name
        for file in (ROOT / "packaging").rglob("*")
        if file.suffix in (".py", ".spec", ".sh", ".iss") and f'"{__version__}"' in file.read_text(encoding="utf-8")
    ]
    assert written == []


# ------------------------------------------------------------------------------------------- the desktop


def test_the_menu_entry_starts_the_program_with_the_file_that_was_double_clicked() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read_string(desktop.menu_entry("/opt/battle board"))
    said = entry["Desktop Entry"]
    assert said["Exec"] == "/opt/battle board %f"
    assert said["MimeType"] == f"{product.MIME_TYPE};"
    assert said["Icon"] == said["StartupWMClass"] == "battleboard"
    assert said["Terminal"] == "false"


def test_the_file_type_is_that_of_session_files() -> None:
    from model.session import ENDING

    root = ET.fromstring(desktop.mime_type())
    kind = root.find(f"{MIME}mime-type")
    assert kind is not None
    assert kind.get("type") == product.MIME_TYPE
    globs = kind.findall(f"{MIME}glob")
    assert [glob.get("pattern") for glob in globs] == [f"*{ENDING}"]
    assert product.ENDING == ENDING
    # More than the default of 50, so that a battle keeps its type on systems that know *.toml too.
    assert int(globs[0].get("weight", "50")) > 50
    parents = [one.get("type") for one in kind.findall(f"{MIME}sub-class-of")]
    assert parents == ["text/plain"]


def test_the_desktop_gets_entry_file_type_and_icons(tmp_path: Path) -> None:
    icons.write_png(tmp_path / "icons")
    share = tmp_path / "share"
    desktop.write_share(share, tmp_path / "icons", "battleboard")
    files = {file.relative_to(share).as_posix() for file in share.rglob("*") if file.is_file()}
    assert {
        "applications/battleboard.desktop",
        "mime/packages/battleboard.xml",
        "icons/hicolor/scalable/apps/battleboard.svg",
        "icons/hicolor/48x48/apps/battleboard.png",
        "icons/hicolor/48x48/mimetypes/application-vnd.battleboard.battle+toml.png",
    } <= files


# ------------------------------------------------------------------------------------------------- icons


def test_icons_are_drawn_in_their_size() -> None:
    drawn = icons.draw(48)
    assert drawn.startswith(PNG)
    assert struct.unpack(">II", drawn[16:24]) == (48, 48)


def test_an_icon_of_windows_holds_every_size() -> None:
    """6 bytes of header and 16 for each entry, 38 in all; then the pictures, one after the other."""
    made = icons.ico({16: b"small", 256: b"large one"})
    assert struct.unpack("<HHH", made[:6]) == (0, 1, 2)
    assert (made[6], made[22]) == (16, 0)  # 256 is written as 0
    assert struct.unpack("<II", made[14:22]) == (5, 38)
    assert struct.unpack("<II", made[30:38]) == (9, 43)
    assert made[38:] == b"smalllarge one"


def test_an_icon_of_macos_holds_every_size() -> None:
    """8 bytes of header, and 8 before each picture: 8 + 13 + 17 = 38."""
    made = icons.icns({"icp4": b"small", "ic08": b"large one"})
    assert (
        made
        == b"icns"
        + struct.pack(">I", 38)
        + b"icp4"
        + struct.pack(">I", 13)
        + b"small"
        + b"ic08"
        + struct.pack(">I", 17)
        + b"large one"
    )


# ---------------------------------------------------------------------------------------------- the .deb


def test_the_control_file_says_what_apt_needs() -> None:
    text = deb.control("1.2.3", "amd64", ["libc6 (>= 2.35)", "libegl1"], 170_000)
    fields = dict(re.findall(r"^([\w-]+): (.*)$", text, re.MULTILINE))
    assert fields["Package"] == "battleboard"
    assert fields["Version"] == "1.2.3"
    assert fields["Depends"] == "libc6 (>= 2.35), libegl1"
    assert fields["Installed-Size"] == "170000"
    assert "shared-mime-info" in fields["Recommends"]
    assert "python" not in fields["Depends"]
    description = text.split("Description: ")[1].splitlines()
    assert all(line.startswith(" ") for line in description[1:])
    assert text.endswith("\n")


def test_the_package_depends_on_what_the_bundle_does_not_carry() -> None:
    wants = elf.Wants(frozenset({"libc.so.6", "libm.so.6", "libEGL.so.1", "libicudata.so.73"}), (2, 35))
    assert deb.depends(wants) == ["libc6 (>= 2.35)", "libegl1", "xkb-data"]


def test_check_sums_are_those_of_the_files(tmp_path: Path) -> None:
    (tmp_path / "DEBIAN").mkdir()
    (tmp_path / "DEBIAN" / "control").write_text("not counted")
    (tmp_path / "usr").mkdir()
    (tmp_path / "usr" / "file").write_text("words")
    (tmp_path / "usr" / "link").symlink_to("file")
    digest = hashlib.md5(b"words", usedforsecurity=False).hexdigest()
    assert deb.sums(tmp_path) == f"{digest}  usr/file\n"


def test_everybody_may_read_what_is_installed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir(mode=0o700)
    program, text = tmp_path / "folder" / "program", tmp_path / "folder" / "text"
    for file, mode in ((program, 0o700), (text, 0o600)):
        file.write_text("")
        file.chmod(mode)
    deb.make_readable(tmp_path)
    assert [oct(file.stat().st_mode & 0o777) for file in (program.parent, program, text)] == ["0o755", "0o755", "0o644"]


# ---------------------------------------------------------------------------------------------- the .run


@pytest.fixture
def installer(tmp_path: Path) -> Path:
    """Make a `.run` file in the same way as the real one, with a small shell script as its program."""
    tree = tmp_path / "tree"
    program = tree / "battleboard" / "battleboard"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\necho it runs\n")
    program.chmod(0o755)
    icons.write_png(tmp_path / "icons")
    desktop.write_share(tree / "share", tmp_path / "icons", "@PROGRAM@")
    payload = tmp_path / "payload.tar.xz"
    selfextracting.pack(tree, payload)
    file = tmp_path / "battleboard.run"
    file.write_bytes(selfextracting.header("1.2.3", payload.read_bytes(), 3.0, (2, 2)) + payload.read_bytes())
    return file


def run(installer: Path, *arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
    environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
    command = ["sh", str(installer), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="the .run file is for Linux")


@needs_linux
def test_the_run_file_installs_and_uninstalls_in_the_home(installer: Path, tmp_path: Path) -> None:
    home = tmp_path / "a home"
    kept = home / "Documents" / "Battleboard" / "fight.battle.toml"
    kept.parent.mkdir(parents=True)
    kept.write_text("a fight")
    said = run(installer, home=home)
    assert said.returncode == 0, said.stderr
    program = home / ".local" / "bin" / "battleboard"
    assert subprocess.run([program], capture_output=True, text=True, check=True).stdout == "it runs\n"
    entry = (home / ".local/share/applications/battleboard.desktop").read_text()
    command = next(line for line in entry.splitlines() if line.startswith("Exec="))
    assert shlex.split(command.removeprefix("Exec=")) == [str(home / ".local/opt/battleboard/battleboard"), "%f"]
    assert (home / ".local/share/mime/packages/battleboard.xml").is_file()
    gone = run(home / ".local/opt/battleboard/uninstall.sh", "--uninstall", home=home)
    assert gone.returncode == 0, gone.stderr
    assert "still there" in gone.stdout
    left = [file for file in home.rglob("*") if "battleboard" in file.name]
    assert left == []
    assert kept.read_text() == "a fight"


@needs_linux
def test_installing_again_clears_away_what_an_older_version_brought(installer: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    run(installer, home=home)
    old = home / ".local/opt/battleboard/of-an-older-version"
    old.write_text("")
    icon = home / ".local/share/icons/hicolor/7x7/apps/battleboard.png"
    icon.parent.mkdir(parents=True)
    icon.write_text("")
    listed = home / ".local/opt/battleboard/installed-files"
    listed.write_text(listed.read_text() + "icons/hicolor/7x7/apps/battleboard.png\n")
    assert run(installer, home=home).returncode == 0
    assert not old.exists()
    assert not icon.exists()


@needs_linux
def test_a_damaged_run_file_changes_nothing(installer: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    installer.write_bytes(installer.read_bytes()[:-1])
    said = run(installer, home=home)
    assert said.returncode == 1
    assert "damaged" in said.stderr
    assert list(home.rglob("*battleboard*")) == []


@needs_linux
def test_uninstalling_what_is_not_there_is_told(installer: Path, tmp_path: Path) -> None:
    said = run(installer, "--uninstall", home=tmp_path)
    assert said.returncode == 1
    assert "not installed" in said.stderr


@needs_linux
def test_the_run_file_tells_how_it_is_used(installer: Path, tmp_path: Path) -> None:
    said = run(installer, "--help", home=tmp_path)
    assert "--uninstall" in said.stdout
    assert "Battleboard 1.2.3" in said.stdout


@needs_linux
def test_an_older_c_library_is_told_before_anything_is_unpacked(installer: Path, tmp_path: Path) -> None:
    text = installer.read_bytes().replace(b'"2.2"', b'"9.9"').replace(b'"$found" | sort', b'"$found" | sort')
    installer.write_bytes(text)
    said = run(installer, home=tmp_path)
    assert said.returncode == 1
    assert "too old" in said.stderr


def test_nobodys_name_is_in_the_payload(installer: Path, tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "payload.tar.xz") as archive:
        owners = {(entry.uid, entry.gid, entry.uname, entry.gname) for entry in archive}
    assert owners == {(0, 0, "", "")}


# -------------------------------------------------------------------------------------------- the bundle


def test_what_a_bundle_carries_is_what_the_about_dialog_names() -> None:
    assert set(contents.DISTRIBUTIONS) == set(PACKAGES)


def test_every_folder_of_resources_is_bundled_or_left_out_on_purpose() -> None:
    there = {path.name for path in (ROOT / "resources").iterdir()}
    assert there == {part.split("/")[0] for part in contents.RESOURCES}
    assert all((ROOT / "resources" / part).exists() for part in contents.RESOURCES)


@pytest.mark.parametrize(
    ("plugin", "is_kept"),
    [
        ("platforms/libqxcb.so", True),
        ("platforms/libqoffscreen.so", True),
        ("imageformats/libqjpeg.so", True),
        ("imageformats/libqtiff.so", False),
        ("platformthemes/libqgtk3.so", False),
        ("platforms/libqvnc.so", False),
        ("sqldrivers/libqsqlite.so", False),
    ],
)
def test_only_plugins_that_are_used_are_kept(plugin: str, is_kept: bool) -> None:
    assert contents.is_plugin_kept(f"PySide6/Qt/plugins/{plugin}", "linux") is is_kept


def test_libraries_are_carried_as_far_as_something_kept_needs_them() -> None:
    """The window plugin needs the cursor library, which needs the image library.

    The C library is the system's own, and nothing needs GTK.
    """
    needs = {
        "/q/libqxcb.so": ["libxcb-cursor.so.0", "libc.so.6"],
        "/s/libxcb-cursor.so.0": ["libxcb-image.so.0"],
        "/s/libxcb-image.so.0": ["libxcb-cursor.so.0", "libc.so.6"],
    }
    names = ("libxcb-cursor.so.0", "libxcb-image.so.0", "libc.so.6", "libgtk-3.so.0")
    libraries = {name: f"/s/{name}" for name in names}
    found = contents.needed_libraries(["/q/libqxcb.so"], libraries, lambda file: needs.get(file, []))
    assert found == {"libxcb-cursor.so.0", "libxcb-image.so.0"}


def test_what_a_file_asks_for_is_read_from_its_dump() -> None:
    dump = """
Dynamic Section:
  NEEDED               libQt6Core.so.6
  NEEDED               libc.so.6
Version References:
  required from libc.so.6:
    0x069691b4 0x00 05 GLIBC_2.34
    0x09691a75 0x00 02 GLIBC_2.2.5
    0x0963cf85 0x00 03 GLIBC_PRIVATE
"""
    assert elf.read_wants(dump) == elf.Wants(frozenset({"libQt6Core.so.6", "libc.so.6"}), (2, 34))


def test_a_bundle_without_its_fonts_is_not_let_out(tmp_path: Path) -> None:
    wrong = list(inspection.missing_resources(tmp_path))
    assert "resources/fonts/Inter-Regular.ttf: not in the bundle as it is here" in wrong
    assert sum(line.startswith("resources/rules/") for line in wrong) == 5


def test_a_bundle_without_its_compiled_modules_is_not_let_out(tmp_path: Path) -> None:
    inside = tmp_path / "_internal"
    for place in ("msgspec/_core.cpython-311.so", "PySide6/QtCore.abi3.so"):
        (inside / place).parent.mkdir(parents=True, exist_ok=True)
        (inside / place).write_text("")
    wrong = "\n".join(inspection.missing_compiled(tmp_path))
    assert "msgspec" not in wrong
    assert "QtCore" not in wrong
    assert "QtGui" in wrong
    assert "shapely/lib" in wrong
    assert "numpy/_core/_multiarray_umath" in wrong


def test_unused_files_in_a_bundle_are_noticed(tmp_path: Path) -> None:
    places = ("numpy/tests/test_x.py", "PySide6/Qt/plugins/platforms/libqxcb.so", "PySide6/Qt/translations/qt_de.qm")
    for place in places:
        (tmp_path / "_internal" / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "_internal" / place).write_text("")
    found = sorted(line.split(":")[0] for line in inspection.unwanted_files(tmp_path))
    assert found == ["_internal/PySide6/Qt/translations/qt_de.qm", "_internal/numpy/tests/test_x.py"]


def test_all_modules_of_the_program_are_looked_for() -> None:
    ours = inspection.our_modules()
    assert {"gui.__main__", "gui.app", "model", "model.rulesets", "model.engine.run"} <= ours
    assert not any(name.endswith("__init__") for name in ours)
