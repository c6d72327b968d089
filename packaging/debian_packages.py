"""What `dev.py` needs from the system, and the Debian packages that contain it."""

from __future__ import annotations

import ctypes
import importlib.util
import shutil
import sys

# The Python library, which is part of the bundle.
SHARED_PYTHON = f"libpython{sys.version_info[0]}.{sys.version_info[1]}.so.1.0"

# Libraries that Qt loads from the system (its wheels bring everything else), with the Debian package of each. The check
# is for the library, because package names change between releases and library names do not.
QT_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}

# Programs that some commands call, with the Debian package of each. `prove` is `build --prove`.
PROGRAMS = {
    "run": {},
    "test": {"Xvfb": "xvfb", "xz": "xz-utils"},
    "build": {"objdump": "binutils", "strip": "binutils", "xz": "xz-utils"},
    "prove": {
        "debootstrap": "debootstrap",
        "import": "imagemagick",
        "openbox": "openbox",
        "xdotool": "xdotool",
        "Xvfb": "xvfb",
    },
}


def missing_library(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return True
    return False


def missing_system_packages(kind: str) -> list[str]:
    """Return the missing Debian packages: for Qt, Python's venv, and the programs that this kind of work calls."""
    packages = [package for library, package in QT_LIBRARIES.items() if missing_library(library)]
    if importlib.util.find_spec("ensurepip") is None:
        packages.append("python3-venv")
    wanted = {package for program, package in PROGRAMS[kind].items() if shutil.which(program) is None}
    if kind == "build" and missing_library(SHARED_PYTHON):
        wanted.add(SHARED_PYTHON.removesuffix(".so.1.0"))  # libpython3.11: Debian's python3 does without it
    return packages + sorted(wanted)
