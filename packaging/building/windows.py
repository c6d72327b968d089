"""Makes the installer for Windows with Inno Setup. Untested until the workflow `installers` has run it there."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from building.product import NAME, PACKAGING, Trouble, version

SCRIPT = PACKAGING / "installers" / f"{NAME}.iss"


def build(bundle: Path, assets: Path, out: Path) -> Path:
    """Make the installer; return its file."""
    values = {"AppVersion": version(), "Bundle": bundle, "Output": out, "Icon": assets / f"{NAME}.ico"}
    command = [compiler(), "/Q", *(f"/D{key}={value}" for key, value in values.items()), str(SCRIPT)]
    if subprocess.run(command, check=False).returncode != 0:
        raise Trouble("Inno Setup could not make the installer; see its output above.")
    return out / f"{NAME}-{version()}-windows-setup.exe"


def compiler() -> str:
    """Return Inno Setup's command, from the PATH or its usual folder; raise `Trouble` if it is missing."""
    usual = Path(os.environ.get("PROGRAMFILES(X86)", r"C:\Program Files (x86)")) / "Inno Setup 6" / "ISCC.exe"
    found = shutil.which("iscc") or (str(usual) if usual.exists() else None)
    if found is None:
        raise Trouble("Inno Setup 6 is missing. Install it (winget install JRSoftware.InnoSetup) and build again.")
    return found
