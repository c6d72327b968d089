"""Makes the disk image for macOS. Untested until the workflow `installers` has run it there.

The program is signed for the build machine only: users who download it have to allow it once in the system settings,
until it is signed with a developer's certificate.
"""

from __future__ import annotations

import platform
import shutil
import subprocess
from pathlib import Path

from building.product import NAME, TITLE, version


def build(app: Path, work: Path, out: Path) -> Path:
    """Make a disk image with the application and a link to the folder Applications to drag it to; return its file."""
    folder = work / "dmg"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    subprocess.run(["codesign", "--force", "--deep", "--sign", "-", str(app)], check=True)
    subprocess.run(["ditto", str(app), str(folder / app.name)], check=True)
    (folder / "Applications").symlink_to("/Applications")
    file = out / f"{NAME}-{version()}-macos-{platform.machine()}.dmg"
    image = ["hdiutil", "create", "-volname", TITLE, "-srcfolder", str(folder), "-format", "ULMO", "-ov", str(file)]
    subprocess.run(image, check=True)
    return file
