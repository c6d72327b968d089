"""A bare Debian in a folder: only its base system, until something is installed in it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from building.product import Trouble

SUITE = "bookworm"
"""Debian 12."""
USER = "gm"
_NUMBER = 1000
HOME = Path("/home") / USER

_ENTER = """\
set -e
mount -t proc proc "$1/proc"
mount -t tmpfs tmpfs "$1/dev/shm"
if [ -d /tmp/.X11-unix ]; then mount --bind /tmp/.X11-unix "$1/tmp/.X11-unix"; fi
root=$1; user=$2; shift 2
exec chroot --userspec="$user" "$root" "$@"
"""
"""Runs in its own namespaces, so that its mounts and all processes still running disappear when it ends."""


class DebianRoot:
    """A bare Debian in a folder. Needs root on the machine where it is made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def make(cls, folder: Path, cache: Path) -> DebianRoot:
        """Fetch the base system again into a folder; packages are kept in `cache` for the next time."""
        require_root()
        remove(folder)
        cache.mkdir(parents=True, exist_ok=True)
        command = ["debootstrap", "--variant=minbase", f"--cache-dir={cache}", SUITE, str(folder), *mirror()]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Trouble(f"debootstrap could not make a bare Debian:\n{(done.stdout + done.stderr)[-1500:]}")
        made = cls(folder)
        (folder / "tmp" / ".X11-unix").mkdir()
        made.run("useradd", "--create-home", "--shell", "/bin/sh", "--uid", str(_NUMBER), USER)
        made.run("install", "-d", "-m", "700", "-o", USER, f"/run/user/{_NUMBER}")
        made.run("apt-get", "update", "-q")
        return made

    def copy(self, folder: Path) -> DebianRoot:
        """Copy this root into a folder; return the copy."""
        remove(folder)
        subprocess.run(["cp", "-a", str(self.folder), str(folder)], check=True)
        return DebianRoot(folder)

    def path(self, inside: Path) -> Path:
        """Return the path outside the root of an absolute path inside it."""
        return self.folder / inside.relative_to("/")

    def command(self, *command: str, user: bool = False) -> list[str]:
        """Return the command that runs something in the root from outside, as the user or as root."""
        who = f"{_NUMBER}:{_NUMBER}" if user else "0:0"
        apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        return [*apart, "sh", "-c", _ENTER, "sh", str(self.folder), who, *command]

    def environment(self, user: bool, display: str = "") -> Mapping[str, str]:
        """Return the environment variables of a program in the root."""
        known = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"}
        if not user:
            return known | {"HOME": "/root", "DEBIAN_FRONTEND": "noninteractive"}
        known |= {"HOME": str(HOME), "USER": USER, "XDG_RUNTIME_DIR": f"/run/user/{_NUMBER}"}
        return known | ({"DISPLAY": display} if display else {})

    def run(self, *command: str, user: bool = False, display: str = "", status: int = 0) -> str:
        """Run a command in the root to its end; return its output. Raise `Trouble` if it exits with another status."""
        environment = self.environment(user, display)
        whole = self.command(*command, user=user)
        done = subprocess.run(whole, env=environment, capture_output=True, text=True, check=False)
        if done.returncode != status:
            words = (done.stdout + done.stderr)[-1500:].strip()
            raise Trouble(f"In the bare Debian, “{' '.join(command)}” ended with {done.returncode}:\n{words}")
        return done.stdout + done.stderr

    def start(self, *command: str, display: str) -> subprocess.Popen[str]:
        """Start a program with a window, as the user."""
        environment = self.environment(True, display)
        whole = self.command(*command, user=True)
        return subprocess.Popen(whole, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def install(self, *packages: str) -> str:
        """Let apt install packages, or package files, with their dependencies and nothing else; return its output."""
        return self.run("apt-get", "install", "-y", "-q", "--no-install-recommends", *packages)

    def installed(self, pattern: str) -> list[str]:
        """Return the names of the installed packages that contain `pattern`."""
        listing = self.run("dpkg-query", "-W", "-f", "${db:Status-Status} ${Package}\\n")
        names = [line.split()[1] for line in listing.splitlines() if line.startswith("installed ")]
        return [name for name in names if pattern in name]

    def give(self, file: Path, inside: Path) -> None:
        """Copy a file into the root; in the user's home, it and its folders belong to the user."""
        place = self.path(inside)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)
        if inside.is_relative_to(HOME):
            for part in (place, *(folder for folder in place.parents if folder.is_relative_to(self.path(HOME)))):
                os.chown(part, _NUMBER, _NUMBER)


def require_root() -> None:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        raise Trouble("Proving makes a bare Debian in a folder, which only root may: start it with sudo.")


def remove(folder: Path) -> None:
    """Delete a root; raise `Trouble` if something is mounted in it."""
    mounts = Path("/proc/self/mountinfo").read_text(encoding="utf-8")
    if f" {folder}/" in mounts:
        raise Trouble(f"Something is mounted in {folder}; unmount it first.")
    shutil.rmtree(folder, ignore_errors=True)


def mirror() -> Sequence[str]:
    """Return this machine's own mirror of that Debian, or nothing, so that debootstrap uses its default."""
    command = ["apt-get", "indextargets", "--format", "$(SITE) $(CODENAME) $(COMPONENT)"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    for line in done.stdout.splitlines():
        site, _, rest = line.partition(" ")
        if rest == f"{SUITE} main":
            return [site]
    return []
