"""Location of the program's data: rules, content, samples, icons, fonts."""

from __future__ import annotations

import os
import sys
from pathlib import Path

VARIABLE = "BATTLEBOARD_RESOURCES"
"""Environment variable for another resources folder."""


def root() -> Path:
    """The folder `resources`: named by the environment, in a frozen bundle, or beside the package."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    bundle = getattr(sys, "_MEIPASS", None)
    base = Path(bundle) if bundle else Path(__file__).resolve().parents[2]
    return base / "resources"
