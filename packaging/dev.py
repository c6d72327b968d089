#!/usr/bin/env python3
"""All developer commands of this repository; needs only Python and its standard library.

    python3 packaging/dev.py run                 open the sample battle
    python3 packaging/dev.py test [--quick]      the tests
    python3 packaging/dev.py build [--prove]     the installers

Makes a private environment in .venv from the pinned, hash-checked files in packaging/requirements, and repairs
it if it is incomplete; on Debian, as root, it also installs the system libraries that Qt needs.

The syntax of this file stays readable by Python 3.6, so that an old Python prints the message that it is too
old instead of a syntax error.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit(
        "Battleboard needs Python 3.11 or newer; this is Python %d.%d.\n"
        "Start it with a newer one, for example: python3.11 packaging/dev.py run" % tuple(sys.version_info[:2])
    )

import argparse
import contextlib
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import tempfile
import time
import venv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

from debian_packages import missing_system_packages

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
REQUIREMENTS = ROOT / "packaging" / "requirements"
WINDOWS = os.name == "nt"
BIN = VENV / ("Scripts" if WINDOWS else "bin")
PYTHON = BIN / ("python.exe" if WINDOWS else "python")

# The sets of packages, with the files that each is made from. The others include all of `run`.
SETS = {"run": ("run.txt",), "test": ("run.txt", "test.txt"), "build": ("run.txt", "build.txt")}

# Maximum seconds of a test run on two cores.
BUDGET_QUICK = 60
BUDGET_FULL = 360

# Messages of pip when it cannot reach a package index.
NETWORK_SIGNS = (
    "Temporary failure in name resolution",
    "Name or service not known",
    "Failed to establish a new connection",
    "Failed to resolve",
    "NameResolutionError",
    "NewConnectionError",
    "Network is unreachable",
    "No route to host",
    "Could not resolve",
    "Connection refused",
    "getaddrinfo failed",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "ProxyError",
)


class Trouble(Exception):
    """A problem that the user can fix; only its text is shown."""


def say(text: str) -> None:
    print(text, flush=True)


# --------------------------------------------------------------------------------------- system packages


def prepare_system(kind: str) -> None:
    """Install the missing Debian packages, or print how; raise `Trouble` only if Python's venv is still missing."""
    if not sys.platform.startswith("linux"):
        return
    packages = missing_system_packages(kind)
    if not packages:
        return
    install = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    if shutil.which("apt-get") is None:
        say("Qt may not start: this system lacks what Debian calls " + ", ".join(packages) + ".")
    elif os.geteuid() != 0:
        say("Some system packages are missing. Install them with:\n    sudo " + " ".join(install))
    else:
        say("Installing system packages: " + " ".join(packages))
        quiet = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
        for command in (["apt-get", "update", "-q"], install):
            done = subprocess.run(command, env=quiet, stdout=subprocess.DEVNULL, check=False)
        if done.returncode != 0:
            say("apt-get could not install them; trying to go on. By hand:\n    " + " ".join(install))
    importlib.invalidate_caches()
    if importlib.util.find_spec("ensurepip") is None:
        raise Trouble("Python's venv module is missing, and nothing can be done without it.")


# ------------------------------------------------------------------------------- the private environment


def fingerprint(kind: str) -> str:
    """Return a digest that changes if the environment is outdated: other pins, another Python, a moved repository."""
    digest = hashlib.sha256()
    for name in SETS[kind]:
        digest.update((REQUIREMENTS / name).read_bytes())
    digest.update(f"{sys.version} {sys.base_prefix} {ROOT}".encode())
    return digest.hexdigest()


def stamp_file(kind: str) -> Path:
    return VENV / f"battleboard-{kind}.json"


def site_packages() -> Path:
    if WINDOWS:
        return VENV / "Lib" / "site-packages"
    return VENV / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"


def installed() -> list[str]:
    return sorted(entry.name for entry in site_packages().glob("*.dist-info"))


def is_ready(kind: str) -> bool:
    """Whether the environment was completed for these pins and nothing has been removed from it since."""
    if not PYTHON.exists():
        return False
    try:
        stamp = json.loads(stamp_file(kind).read_text(encoding="utf-8"))
        return stamp["fingerprint"] == fingerprint(kind) and set(stamp["installed"]) <= set(installed())
    except (OSError, ValueError, KeyError, TypeError):
        return False


def works(python: Path) -> bool:
    """Whether the environment's Python runs, is this Python, and has pip."""
    probe = "import sys, pip; print(sys.version, sys.base_prefix)"
    try:
        done = subprocess.run([str(python), "-c", probe], capture_output=True, text=True, check=False)
    except OSError:
        return False
    return done.returncode == 0 and done.stdout.strip() == f"{sys.version} {sys.base_prefix}"


@contextlib.contextmanager
def only_one() -> Iterator[None]:
    """Keep a second dev.py from building the same environment at the same time."""
    if WINDOWS:
        yield
        return
    import fcntl

    with (ROOT / ".venv.lock").open("w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("Another dev.py is preparing the Python environment; waiting for it.")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def install(kind: str) -> None:
    """Install the pinned packages with pip; raise `Trouble` with an explanation if that fails."""
    command = [
        str(PYTHON),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--require-hashes",
        "--no-input",
        "--retries",
        "2",
    ]
    command.append("--disable-pip-version-check")
    for name in SETS[kind]:
        command += ["-r", str(REQUIREMENTS / name)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as pip:
        lines = list(echo(pip.stderr))
    if pip.returncode == 0:
        return
    text = "".join(lines)
    if any(sign in text for sign in NETWORK_SIGNS):
        raise Trouble(
            "The Python packages could not be fetched: there seems to be no network, or no way through it.\n"
            "They are needed once; connect and start again. After that everything works without a network."
        )
    if "DO NOT MATCH THE HASHES" in text:
        raise Trouble("A fetched package is not the one that was pinned (see above); nothing was installed from it.")
    if "No space left" in text:
        raise Trouble("The disk is full; the Python packages need about 500 MB.")
    raise Trouble("pip could not install the Python packages; see its output above.")


def echo(stream: IO[str] | None) -> Iterator[str]:
    """Write a program's messages to stderr as they come, and yield them."""
    for line in stream or ():
        sys.stderr.write(line)
        yield line


LAUNCHER = """\
#!/bin/sh
'''exec' "{python}" "$0" "$@"
' '''
import sys

if __name__ == "__main__":  # the processes of a forecast import this file under another name
    from gui.__main__ import main

    sys.exit(main())
"""
"""For the shell, which can start a Python whose path has spaces or is long, and for Python."""


def project_files() -> dict[Path, str]:
    """Return the files in the environment that make this repository's program available, with their content."""
    files = {site_packages() / "battleboard.pth": f"{ROOT}\n"}
    if WINDOWS:
        files[BIN / "battleboard.cmd"] = '@"%~dp0python.exe" -m gui %*\n'
    else:
        files[BIN / "battleboard"] = LAUNCHER.format(python=PYTHON)
    return files


def is_in_place(file: Path, text: str) -> bool:
    try:
        return file.read_text(encoding="utf-8") == text
    except (OSError, ValueError):
        return False


def put_project_in_place() -> None:
    """Make `import gui` and the command `battleboard` work from any folder, straight from this repository.

    Files that are missing, or that an older dev.py wrote otherwise, are replaced.
    """
    for file, text in project_files().items():
        if not is_in_place(file, text):
            # Moved into place, because another process may be reading the old file.
            new = file.with_name(f"{file.name}.{os.getpid()}.new")
            new.write_text(text, encoding="utf-8")
            new.chmod(0o755 if file.parent == BIN else 0o644)
            new.replace(file)


def prepare(kind: str) -> None:
    """Make sure that the environment for this set of packages exists and is complete; fast if it is."""
    if is_ready(kind):
        put_project_in_place()
        return
    prepare_system(kind)
    with only_one():
        if is_ready(kind):
            put_project_in_place()
            return
        begun = time.monotonic()
        # Without any stamp, an earlier attempt was interrupted at an unknown point.
        finished_once = any(stamp_file(known).exists() for known in SETS)
        if VENV.exists() and not (finished_once and works(PYTHON)):
            say("The Python environment in .venv is incomplete or belongs to another Python; rebuilding it.")
            shutil.rmtree(VENV)
        for known in SETS:
            if not is_ready(known):
                stamp_file(known).unlink(missing_ok=True)
        if not VENV.exists():
            say("Making the Python environment in .venv (once; fetches about 150 MB) ...")
            venv.create(VENV, with_pip=True)
        else:
            say("Bringing the Python environment in .venv up to date ...")
        install(kind)
        put_project_in_place()
        for known, files in SETS.items():
            if set(files) <= set(SETS[kind]):
                stamp = {"fingerprint": fingerprint(known), "installed": installed()}
                stamp_file(known).write_text(json.dumps(stamp), encoding="utf-8")
        say(f"Ready after {time.monotonic() - begun:.0f} s.")


# ------------------------------------------------------------------------------------------ the commands


def python(*arguments: str, **environment: str) -> int:
    """Run the environment's Python with these arguments; return its exit status. Ctrl+C is left to that Python."""
    command = [str(PYTHON), *arguments]
    with subprocess.Popen(command, env=dict(os.environ, **environment)) as child:
        while True:
            try:
                return child.wait()
            except KeyboardInterrupt:
                continue


def from_here(path: str) -> str:
    """Return a path relative to the current folder as an absolute one; options stay as they are."""
    return str(Path.cwd() / path) if not path.startswith("-") else path


def needs_display(arguments: Sequence[str]) -> bool:
    """Whether these arguments open a window: the text commands, pictures, help and the version do not."""
    windowless = {"play", "rules", "check", "forecast", "--screenshot", "--help", "-h", "--version"}
    return not any(argument.split("=", 1)[0] in windowless for argument in arguments)


def command_run(arguments: Sequence[str]) -> int:
    """Open the program; without arguments, the sample battle."""
    display = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))
    extra = {}
    if sys.platform.startswith("linux") and not display:
        if needs_display(arguments):
            raise Trouble(
                "There is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set).\n"
                "Start it in a desktop session; over ssh, use ssh -X; without any screen: xvfb-run -a "
                "python3 packaging/dev.py run"
            )
        extra["QT_QPA_PLATFORM"] = "offscreen"
    prepare("run")
    return python("-m", "gui", *(arguments or ("--sample", "dockside-ambush")), **extra)


# The file system in memory, on systems that have one, and the bytes that must be free there for the files of a test
# run, which take less than 300 MB.
MEMORY = Path("/dev/shm")
MEMORY_FOR_TESTS = 1 << 30


@contextlib.contextmanager
def test_environment() -> Iterator[dict[str, str]]:
    """Yield environment variables that make tests fast: files in memory instead of on a slow disk, and cached bytecode.

    If no bytecode is wanted beside the sources, it is kept in the private environment.
    """
    environment = {"QT_QPA_PLATFORM": "offscreen"}
    if os.environ.get("PYTHONDONTWRITEBYTECODE"):
        environment.update(PYTHONDONTWRITEBYTECODE="", PYTHONPYCACHEPREFIX=str(VENV / "bytecode"))
    with contextlib.ExitStack() as folders:
        is_roomy = os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= MEMORY_FOR_TESTS
        if is_roomy and "TMPDIR" not in os.environ:
            folder = tempfile.TemporaryDirectory(prefix="battleboard-", dir=MEMORY, ignore_cleanup_errors=True)
            environment["TMPDIR"] = folders.enter_context(folder)
        yield environment


def command_test(arguments: Sequence[str]) -> int:
    """Run the tests on all cores and say how long they took."""
    prepare("test")
    quick = "--quick" in arguments
    # Not with a debugger, which needs the terminal, nor if a number of workers is given.
    spread = not any(argument.startswith(("-n", "--pdb", "--numprocesses")) for argument in arguments)
    workers = ["-n", "auto", "--dist", "worksteal"] if spread else []
    os.chdir(ROOT)
    begun = time.monotonic()
    with test_environment() as environment:
        status = python("-m", "pytest", *workers, *arguments, **environment)
    seconds = time.monotonic() - begun
    budget = BUDGET_QUICK if quick else BUDGET_FULL
    verdict = "ok" if seconds <= budget else "over"
    say(f"{'quick tests' if quick else 'tests'}: {seconds:.0f} s of {budget} s: {verdict}")
    return status


def command_lint(arguments: Sequence[str]) -> int:
    """Check style, formatting, types and import contracts; all four run, even if one of them fails."""
    prepare("test")
    os.chdir(ROOT)
    checks = {
        "ruff check": ["-m", "ruff", "check"],
        "ruff format": ["-m", "ruff", "format", "--check"],
        "mypy": ["-m", "mypy"],
        "lint-imports": [
            "-c",
            "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())",
        ],
    }
    failed = []
    for name, command in checks.items():
        say(f"-- {name}")
        if python(*command) != 0:
            failed.append(name)
    say("lint: " + ("failed: " + ", ".join(failed) if failed else "ok"))
    return 1 if failed else 0


def command_bench(arguments: Sequence[str]) -> int:
    """Measure, and print the table of budgets."""
    prepare("test")
    os.chdir(ROOT)
    extra = {} if os.environ.get("QT_QPA_PLATFORM") else {"QT_QPA_PLATFORM": "offscreen"}
    return python("-m", "tests.bench", *arguments, **extra)


def command_soak(arguments: Sequence[str]) -> int:
    """Run the soak tests for some minutes, and print each failure with the command that repeats it."""
    prepare("test")
    os.chdir(ROOT)
    extra = {} if os.environ.get("QT_QPA_PLATFORM") else {"QT_QPA_PLATFORM": "offscreen"}
    return python("-m", "tests.soak", *arguments, **extra)


def command_mutate(arguments: Sequence[str]) -> int:
    """Plant mistakes in a copy of the program, one at a time, and print which ones no test finds."""
    prepare("test")
    os.chdir(ROOT)
    with test_environment() as environment:
        return python("-m", "tests.mutation", *arguments, **environment)


def command_coverage(arguments: Sequence[str]) -> int:
    """Print which rules the scenarios and tests show."""
    prepare("test")
    os.chdir(ROOT)
    return python("-m", "model.scenarios", "coverage", *arguments)


def command_build(arguments: Sequence[str]) -> int:
    """Build the installers for this system, and with --prove try them on a bare Debian."""
    prepare_system("build")
    if any(argument in ("--prove", "--only-prove") for argument in arguments):
        prepare_system("prove")
    prepare("build")
    return python("-m", "building", *arguments, PYTHONPATH=str(ROOT / "packaging"))


def command_play(arguments: Sequence[str]) -> int:
    """Play scenario files without a window."""
    prepare("run")
    return python("-m", "gui", "play", *map(from_here, arguments))


def command_check(arguments: Sequence[str]) -> int:
    """Check files of any of the program's kinds, and print every problem with its place."""
    prepare("run")
    return python("-m", "gui", "check", *map(from_here, arguments))


COMMANDS = {
    "run": (command_run, "[args]", "open the program; without arguments on the sample battle"),
    "test": (command_test, "[--quick] [pytest args]", "run the tests"),
    "lint": (command_lint, "", "check style, types and imports"),
    "build": (command_build, "[--prove]", "build the installers; prove them on a bare Debian"),
    "bench": (command_bench, "", "measure against the budgets"),
    "soak": (command_soak, "[--minutes N] [PART]", "random play, broken files, failing disks and kills"),
    "mutate": (command_mutate, "[PATH] [--sample N] [--seed S]", "plant mistakes, and print which ones no test finds"),
    "coverage": (command_coverage, "[--missing] [--settings]", "the rules that scenarios and tests show"),
    "play": (command_play, "FILES", "play scenario files or folders of them"),
    "check": (command_check, "FILES", "check session, character, scenario and content files"),
}


def main() -> int:
    usage = "\n".join(f"  {name} {takes}".ljust(38) + what for name, (_, takes, what) in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="dev.py",
        description="Run, test and check Battleboard.",
        epilog="commands:\n" + usage,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=COMMANDS, metavar="command")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="passed on")
    given = parser.parse_args()
    try:
        return COMMANDS[given.command][0](given.arguments)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
