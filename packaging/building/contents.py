"""What belongs in the bundle and what does not; used by the recipe `battleboard.spec` and the bundle's own tests."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Iterable
from pathlib import PurePath

PACKAGES = ("gui", "model")
"""Our packages. All their modules are included, also those that are imported only when they are needed."""

DISTRIBUTIONS = ("PySide6-Essentials", "shiboken6", "msgspec", "numpy", "pyqtgraph", "shapely", "tomli-w", "colorama")
"""Distributions with their metadata: the About dialog reads names, versions and licences from it."""

IMPORTED_BY_NAME = ("PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets")
"""Modules that PyInstaller misses, because pyqtgraph imports them by computed names. Nothing here uses OpenGL."""

EXCLUDED_MODULES = (
    # Parts of Qt that none of our windows use; PySide6 and pyqtgraph name them in code for other programs.
    "PySide6.QtDBus",
    "PySide6.QtNetwork",
    "PySide6.QtTest",
    "pyqtgraph.examples",
    "pyqtgraph.jupyter",
    "pyqtgraph.opengl",
    # Parts of Python and packages for developers, and modules that would bring system libraries that nothing needs: the
    # program opens no network connection and compresses nothing.
    "_bz2",
    "_curses",
    "_dbm",
    "_gdbm",
    "_hashlib",
    "_lzma",
    "_sqlite3",
    "_ssl",
    "_tkinter",
    "_uuid",
    "distutils",
    "ensurepip",
    "idlelib",
    "lib2to3",
    "nis",
    "numpy.distutils",
    "numpy.f2py",
    "pip",
    "pkg_resources",
    "readline",
    "setuptools",
    "sqlite3",
    "ssl",
    "test",
    "tkinter",
    "turtle",
    "venv",
    "xmlrpc",
    # Packages that others use if they are installed.
    "IPython",
    "OpenGL",
    "cupy",
    "h5py",
    "jinja2",
    "matplotlib",
    "numba",
    "pandas",
    "scipy",
)

RESOURCES = ("content", "fonts", "help", "icons", "licences", "rules", "samples", "style", "pictures/battleboard.svg")
"""What the program reads from the folder `resources`; the README's picture stays out."""

PLUGINS = {
    "linux": (
        "platforms/libqxcb.so",
        "platforms/libqwayland*.so",
        "platforms/libqoffscreen.so",
        "imageformats/libq{gif,ico,jpeg,svg,webp}.so",
        "iconengines/libqsvgicon.so",
        "platforminputcontexts/lib{compose,ibus}platforminputcontextplugin.so",
        "platformthemes/libqxdgdesktopportal.so",
        "wayland-shell-integration/libxdg-shell.so",
        "wayland-decoration-client/*.so",
    ),
    "win32": (
        "platforms/q{windows,offscreen}.dll",
        "imageformats/q{gif,ico,jpeg,svg,webp}.dll",
        "iconengines/qsvgicon.dll",
    ),
    "darwin": (
        "platforms/libq{cocoa,offscreen}.dylib",
        "imageformats/libq{gif,icns,ico,jpeg,svg,webp}.dylib",
        "iconengines/libqsvgicon.dylib",
        "styles/libqmacstyle.dylib",
    ),
}
"""Qt plugins that are kept, by platform, as patterns below Qt's folder `plugins`.

Left out on purpose: GTK's theme (it loads all of GTK at every start), OpenGL and bare-screen platforms, printing, TLS.
"""

UNUSED_FILES = ("*/translations/*", "*/opengl32sw.dll", "*/d3dcompiler_*.dll", "*/tests/*", "*.pyi")
"""Files that PyInstaller collects and that stay out: the interface is in English, and nothing is drawn by OpenGL."""

SYSTEM_LIBRARIES = {
    "ld-linux-x86-64.so.2": "libc6",
    "ld-linux-aarch64.so.1": "libc6",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libc.so.6": "libc6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libdl.so.2": "libc6",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libgcc_s.so.1": "libgcc-s1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libm.so.6": "libc6",
    "libpthread.so.0": "libc6",
    "libresolv.so.2": "libc6",
    "librt.so.1": "libc6",
    "libstdc++.so.6": "libstdc++6",
    "libutil.so.1": "libc6",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb.so.1": "libxcb1",
    "libz.so.1": "zlib1g",
}
"""Linux libraries that are never bundled, with the Debian package of each, on which the `.deb` depends.

Every desktop has them. Those of graphics drivers, of C++ and of the session have to be the system's own; otherwise a
newer driver would find an older library. What Qt needs beyond them (`libxcb-cursor` and similar) is bundled.
"""


def is_unused(file: str) -> bool:
    """Whether a file that PyInstaller collected stays out; `file` is its path in the bundle."""
    place = PurePath(file).as_posix()
    return any(fnmatch.fnmatchcase(place, pattern) for pattern in UNUSED_FILES)


def is_plugin(file: str) -> bool:
    """Whether a file of the bundle is a Qt plugin."""
    return "/plugins/" in PurePath(file).as_posix()


def is_plugin_kept(file: str, platform: str) -> bool:
    """Whether a Qt plugin belongs in the bundle for a platform (as `sys.platform` names it)."""
    place = PurePath(file).as_posix().rsplit("/plugins/", 1)[-1]
    return any(fnmatch.fnmatchcase(place, one) for pattern in PLUGINS[platform] for one in _spelled_out(pattern))


def _spelled_out(pattern: str) -> list[str]:
    """Expand `{a,b}` in a pattern; return one pattern for each option."""
    if "{" not in pattern:
        return [pattern]
    head, rest = pattern.split("{", 1)
    options, tail = rest.split("}", 1)
    return [f"{head}{option}{tail}" for option in options.split(",")]


def is_system_library(name: str) -> bool:
    return name in SYSTEM_LIBRARIES


def needed_libraries(
    roots: Iterable[str], libraries: dict[str, str], imports: Callable[[str], Iterable[str]]
) -> set[str]:
    """Return the names of the libraries to bundle: those that the roots need, directly or through each other.

    Args:
        roots: paths of extension modules, plugins and programs.
        libraries: the path of each library that could be bundled, by its name.
        imports: returns the names of the libraries that a file needs.
    """
    needed: set[str] = set()
    waiting = list(roots)
    while waiting:
        for name in imports(waiting.pop()):
            if name in libraries and name not in needed and not is_system_library(name):
                needed.add(name)
                waiting.append(libraries[name])
    return needed
