"""Proof on a bare Debian: installs what was built, plays with real key presses, updates it and removes it.

The screen and the key presses come from outside, so that the program has only what it brings and depends on.
"""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from building import bundle, deb, elf, selfextracting
from building.debian_root import HOME, DebianRoot
from building.product import ENDING, MIME_TYPE, NAME, ROOT, TITLE, Trouble, version
from building.virtual_screen import VirtualScreen, comes_true, wait

SAMPLE = "dockside-ambush"
SAMPLE_TITLE = "Dockside ambush"
OTHER = "effort-roadblock"
SESSION = HOME / "Documents" / TITLE / f"{SAMPLE}{ENDING}"
SETTINGS = HOME / ".config" / TITLE / "settings.toml"
OLD = "0.0.1"
"""The version that an update starts from: the same program with one file that the new version no longer has."""
LEFT_BEHIND = "of-an-older-version"
DESKTOP = ("shared-mime-info", "desktop-file-utils", "hicolor-icon-theme", "libglib2.0-bin", "xz-utils")
"""Packages that any desktop has, including `gio` (double clicks) and `xz`."""
TURNS, ATTACKS = 7, 4
"""Turns to play, into the second round, and the fewest attacks in them.

The environment has nothing to attack with, and the minions choose one by one.
"""
TIMES = 7
_SETTLED, _PAUSE = 6.0, 1.0
"""Seconds until an answered action is on disk, and then until the next key press."""
MOST = 2.5
"""The maximum start time, as a multiple of the start of an empty window."""

_OPEN_AND_WAIT = """\
gio open "$1"
sleep 3
while ls -l /proc/[0-9]*/exe 2>/dev/null | grep -q "/$2$"; do sleep 0.2; done
"""


@dataclass(frozen=True)
class Way:
    """One way of installing the program, and where it puts things."""

    name: str
    install: Callable[[DebianRoot, Path], object]
    remove: Callable[[DebianRoot], object]
    program: Path
    """The installed folder."""
    command: str
    share: Path


def prove(work: Path, out: Path) -> int:
    """Prove both installers; return 1 if the start is too slow, otherwise 0. Other failures raise `Trouble`."""
    made, assets = work / "bundle" / NAME, work / "assets"
    current = version()
    files = {kind: next(out.glob(f"{NAME}[_-]{current}[_-]*{kind}"), None) for kind in (".deb", ".run")}
    missing = [kind for kind, file in files.items() if file is None]
    if missing or not made.is_dir():
        raise Trouble(f"Nothing to prove in {out}; build first: dev.py build --prove")
    begun = time.monotonic()
    old = older_bundle(made, work)
    empty = bundle.build(work, empty=True)
    base = DebianRoot.make(work / "debian", work / "debian-packages")
    say(f"bare Debian made: {time.monotonic() - begun:.0f} s")
    is_fast = True
    for way in (PACKAGE, SELF_EXTRACTING):
        file = files[way.name]
        assert file is not None
        maker = deb.build if way is PACKAGE else selfextracting.build
        older = maker(old, assets, work, work, OLD, 0)
        begun = time.monotonic()
        root = base.copy(work / f"debian{way.name}")
        with VirtualScreen() as screen:
            proof = Proof(way, root, screen, out / "proof" / way.name[1:])
            try:
                is_fast &= proof.tell(older, file, empty)
            except Trouble:
                screen.picture(proof.pictures / "failed.png")
                raise
        say(f"{way.name}: proven in {time.monotonic() - begun:.0f} s")
    return 0 if is_fast else 1


def say(text: str) -> None:
    print(text, flush=True)


def older_bundle(made: Path, work: Path) -> Path:
    """Return a copy of the bundle with one more file, which an update has to remove."""
    old = work / "bundle-older" / NAME
    shutil.rmtree(old, ignore_errors=True)
    shutil.copytree(made, old, symlinks=True)
    (old / bundle.INSIDE / LEFT_BEHIND).write_text("gone after the update\n", encoding="utf-8")
    return old


class Proof:
    """The whole proof of one installer on one bare Debian."""

    def __init__(self, way: Way, root: DebianRoot, screen: VirtualScreen, pictures: Path) -> None:
        self.way = way
        self.root = root
        self.screen = screen
        self.pictures = pictures

    def tell(self, older: Path, newer: Path, empty: Path) -> bool:
        """Install the older version, play, update and remove it; return whether the start was fast enough."""
        self.install(older)
        self.play_first_evening()
        before = self.users_files()
        self.update(newer, before)
        self.play_second_evening()
        self.check_old_files()
        is_fast = self.measure(empty)
        self.take_away()
        return is_fast

    def install(self, older: Path) -> None:
        self.way.install(self.root, older)
        pythons = self.root.installed("python")
        self.expect(not pythons, f"no Python is there, but {pythons}")
        self.note("installed; no Python package is there")

    def play_first_evening(self) -> None:
        """Start the sample, change a setting, play some turns, and close."""
        program = self.root.start(self.way.command, "--sample", SAMPLE, display=self.screen.display)
        self.screen.wait_for(SAMPLE_TITLE)
        self.find("light")
        self.screen.press("F5")
        self.wait_for_steps(1)
        for _ in range(TURNS):
            self.play_turn()
        attacks = [step for step in self.steps() if step["call"]["action"] == "attack"]
        self.expect(len(attacks) >= ATTACKS, f"{ATTACKS} attacks at least, not {len(attacks)}")
        self.screen.picture(self.pictures / "1-played.png")
        self.close(program)
        self.expect('theme = "light"' in self.text(SETTINGS), "the setting is kept")
        self.note(f"played {TURNS} turns by keys, {len(attacks)} attacks, {len(self.steps())} steps; closed")

    def update(self, newer: Path, before: dict[str, bytes]) -> None:
        """Install over the older version: its additional file is removed, settings and sessions stay."""
        inside = self.root.path(self.way.program) / bundle.INSIDE
        self.expect((inside / LEFT_BEHIND).exists(), "the older version has a file more")
        self.way.install(self.root, newer)
        self.expect(not (inside / LEFT_BEHIND).exists(), "the update clears away what is no longer used")
        self.expect(version() in self.root.run(self.way.command, "--version", user=True), "the version is the new one")
        self.expect(self.users_files() == before, "the update leaves the user's files alone")
        self.note(f"updated from {OLD} to {version()}; settings and sessions untouched")

    def play_second_evening(self) -> None:
        """Open the fight by a double click and check it; play it to its end, open another one meanwhile, and close."""
        self.root.install(*DESKTOP)
        self.root.run("update-mime-database", "/usr/share/mime")
        kind = self.root.run("gio", "info", "-a", "standard::content-type", str(SESSION), user=True)
        self.expect(MIME_TYPE in kind, f"the file type is known: {kind}")
        steps = len(self.steps())
        click = ("sh", "-c", _OPEN_AND_WAIT, "sh", str(SESSION), NAME)
        program = self.root.start(*click, display=self.screen.display)
        self.screen.wait_for(SAMPLE_TITLE)
        self.screen.picture(self.pictures / "2-reopened.png")
        self.expect(len(self.steps()) == steps, "the fight stands as it was closed")
        self.screen.press("ctrl+z")
        self.wait_for_steps(steps + 1)
        self.screen.press("ctrl+y")
        self.wait_for_steps(steps + 2)
        self.play_turn()
        self.find("end combat")
        wait(lambda: self.steps()[-1]["call"]["action"] == "end_fight", "the end of the fight")
        self.screen.picture(self.pictures / "3-ended.png")
        self.root.run(self.way.command, "--sample", OTHER, user=True, display=self.screen.display)
        wait(lambda: SAMPLE_TITLE not in self.screen.title() and TITLE in self.screen.title(), "the other fight")
        self.screen.picture(self.pictures / "4-another.png")
        self.close(program)
        self.note("double-clicked: the fight stood, undo and redo worked, played to its end; another opened meanwhile")

    def check_old_files(self) -> None:
        """Check that sessions of older versions can be opened."""
        files = sorted((ROOT / "tests" / "data" / "evenings").glob(f"*{ENDING}"))
        self.expect(bool(files), "there are evenings of older versions to open")
        for file in files:
            self.root.give(file, HOME / "old" / file.name)
        places = [str(HOME / "old" / file.name) for file in files]
        for place in places:
            self.root.run(
                "env", "QT_QPA_PLATFORM=offscreen", self.way.command, "--screenshot", f"{place}.png", place, user=True
            )
        self.note(f"opened {len(files)} session of older versions")

    def measure(self, empty: Path) -> bool:
        """Compare the start until the window is painted with that of an empty one; return whether it is fast enough."""
        place = HOME / "empty"
        subprocess.run(["cp", "-a", str(empty), str(self.root.path(place))], check=True)
        starts = {
            "empty": (str(place / empty.name),),
            "program": (self.way.command, "--until-shown", "--sample", SAMPLE),
        }
        seconds: dict[str, list[float]] = {name: [] for name in starts}
        for _ in range(TIMES + 1):
            for name, command in starts.items():
                begun = time.monotonic()
                self.root.run(*command, user=True, display=self.screen.display)
                seconds[name].append(time.monotonic() - begun)
        # The first run of each fills the system's caches.
        medians = {name: statistics.median(times[1:]) for name, times in seconds.items()}
        ratio = medians["program"] / medians["empty"]
        words = f"start {1e3 * medians['program']:.0f} ms | empty window {1e3 * medians['empty']:.0f} ms"
        self.note(f"{words} | {ratio:.2f} x | {MOST} x | {'ok' if ratio <= MOST else 'over'}")
        return ratio <= MOST

    def take_away(self) -> None:
        """Remove the program: nothing of it is left, and all files of the user are."""
        before = self.users_files()
        self.way.remove(self.root)
        share = self.root.path(self.way.share)
        # The log of errors is a file of the user's, like the settings.
        theirs = ".log"
        left = [
            str(file) for file in share.rglob("*") if NAME in file.name and file.is_file() and file.suffix != theirs
        ]
        self.expect(not self.root.path(self.way.program).exists() and not left, f"nothing is left of it, but {left}")
        self.expect(self.users_files() == before and len(before) >= 2, "the user's files are all still there")
        self.note(f"removed; the user's {len(before)} files are still there")

    # ------------------------------------------------------------------------------------ user input

    def play_turn(self) -> None:
        """Let the acting combatant attack the first target offered, roll what is requested, apply, and end the turn."""
        before = len(self.steps())
        self.screen.press("a", "1", "r", "r", "r", "Return")
        # Some combatants have no attack. The program ignores the end of a turn right after an action.
        if comes_true(lambda: len(self.steps()) > before, _SETTLED):
            time.sleep(_PAUSE)
        before = len(self.steps())
        self.screen.press("n")
        wait(lambda: len(self.steps()) > before, "the end of a turn")

    def find(self, words: str) -> None:
        """Run a command by its name in the command palette."""
        self.screen.press("ctrl+k")
        wait(lambda: self.screen.shows("^Find$"), "the list of commands")
        self.screen.type(words)
        self.screen.press("Return")
        wait(lambda: not self.screen.shows("^Find$"), "the list of commands to close")

    def close(self, program: subprocess.Popen[str]) -> None:
        self.screen.press("ctrl+q")
        words, _ = program.communicate(timeout=60)
        self.expect(program.returncode == 0, f"the program ends well: {program.returncode} {words}")
        self.expect("Traceback" not in words, words)

    # ---------------------------------------------------------------------------------- state on disk

    def text(self, inside: Path) -> str:
        return self.root.path(inside).read_text(encoding="utf-8")

    def steps(self) -> list[dict[str, Any]]:
        """Return the steps in the session's file."""
        found: list[dict[str, Any]] = tomllib.loads(self.text(SESSION)).get("step", [])
        return found

    def wait_for_steps(self, number: int) -> None:
        wait(lambda: len(self.steps()) >= number, f"step {number} in the session's file")

    def users_files(self) -> dict[str, bytes]:
        """Return the contents of the user's battles and settings, by path."""
        places = [self.root.path(SETTINGS), *self.root.path(SESSION.parent).rglob("*")]
        return {str(file): file.read_bytes() for file in places if file.is_file()}

    def expect(self, is_so: bool, what: str) -> None:
        if not is_so:
            raise Trouble(f"{self.way.name}: expected that {what}. See {self.pictures / 'failed.png'}.")

    def note(self, words: str) -> None:
        say(f"{self.way.name}: {words}")


# -------------------------------------------------------------------------- the two ways of installing


def _install_package(root: DebianRoot, file: Path) -> None:
    root.give(file, Path("/tmp") / file.name)
    root.install(f"/tmp/{file.name}")


def _remove_package(root: DebianRoot) -> None:
    root.run("apt-get", "purge", "-y", "-q", NAME)


def _install_self_extracting(root: DebianRoot, file: Path) -> None:
    """Install as the user, on a system with a desktop's packages; first check that it says so if `xz` is missing."""
    place = HOME / file.name
    root.give(file, place)
    if not root.path(Path("/usr/bin/xz")).exists():
        words = root.run("sh", str(place), user=True, status=1)
        if "xz" not in words or root.path(SELF_EXTRACTING.program).exists():
            raise Trouble(f".run: expected a sentence about xz, and nothing changed: {words}")
        root.install(*DESKTOP, *sorted(system_packages(root)))
    words = root.run("sh", str(place), user=True)
    if "missing" in words:
        raise Trouble(f".run: a library is missing on a system that has what desktops have: {words}")


def system_packages(root: DebianRoot) -> set[str]:
    """Return the packages of the libraries that are never bundled."""
    bundled = root.folder.parent / "bundle" / NAME
    return {re.sub(r" .*", "", name) for name in deb.depends(elf.wants_of_all(bundled))}


def _remove_self_extracting(root: DebianRoot) -> None:
    root.run("sh", str(SELF_EXTRACTING.program / "uninstall.sh"), "--uninstall", user=True)


PACKAGE = Way(".deb", _install_package, _remove_package, Path("/") / deb.HOME, f"/usr/bin/{NAME}", Path("/usr/share"))
SELF_EXTRACTING = Way(
    ".run",
    _install_self_extracting,
    _remove_self_extracting,
    HOME / ".local" / "opt" / NAME,
    str(HOME / ".local" / "bin" / NAME),
    HOME / ".local" / "share",
)
