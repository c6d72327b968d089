"""The disk fails, or the process ends, at each file operation in turn."""

from __future__ import annotations

import errno
import io
import itertools
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from model.session import Session
from tests.soak import Part
from tests.soak.evenings import Evening, print_of
from tests.support import toy

_CALLS = (
    (os, ("open", "write", "fsync", "ftruncate", "replace", "unlink", "mkdir", "listdir", "fstat", "stat", "lstat")),
    (io, ("open",)),
)
"""The functions by which a session accesses the disk."""
_ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES, errno.EROFS)
_KILLED = 9


class Injector:
    """Counts file operations below a folder, and calls `then` at operation number `at` and each later one."""

    def __init__(self, folder: Path, at: int, then: Callable[[int, str, tuple[Any, ...]], None]) -> None:
        self.count = 0
        self._folder = os.fspath(folder)
        self._at = at
        self._then = then
        self.is_off = False

    @contextmanager
    def installed(self) -> Iterator[None]:
        with patch.multiple(os, **self._wrapped(os, _CALLS[0][1])), patch.multiple(io, **self._wrapped(io, ("open",))):
            yield

    def _wrapped(self, module: Any, names: tuple[str, ...]) -> dict[str, Callable[..., Any]]:
        return {name: self._around(name, getattr(module, name)) for name in names}

    def _around(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            if arguments and not self.is_off and self._is_ours(arguments[0]):
                self.count += 1
                if self.count >= self._at:
                    self._then(self.count - self._at, name, arguments)
            return real(*arguments, **options)

        return call

    def _is_ours(self, subject: object) -> bool:
        """Whether an operation is below the folder; file handles count, because nothing else uses them meanwhile."""
        return isinstance(subject, int) or os.fspath(subject).startswith(self._folder)  # type: ignore[call-overload]


def _told(error: BaseException) -> str:
    return "".join(traceback.format_exception(error)).strip()


# --------------------------------------------------------------------------------------------------------------- faults


def _fault_cases(seed: int) -> Iterator[str]:
    """Yield `EVENING OPERATION ERROR once|on`, one evening after the other."""
    for evening in itertools.count(seed):
        for at, (number, error) in itertools.product(range(1, operations(evening) + 1), enumerate(_ERRORS)):
            if (at + number + evening) % 2 == 0:
                yield f"{evening} {at} {error} {'once' if (at // 2 + number) % 3 else 'on'}"


_COUNTED: dict[int, int] = {}


def operations(evening: int) -> int:
    """Return how many file operations an evening has."""
    if evening not in _COUNTED:
        import tempfile

        with tempfile.TemporaryDirectory() as name:
            folder = Path(name).resolve()
            counter = Injector(folder, sys.maxsize, lambda *_: None)
            with counter.installed():
                Evening(folder, evening).play()
        _COUNTED[evening] = counter.count
    return _COUNTED[evening]


def _run_fault(case: str, folder: Path) -> list[str]:
    evening, at, error, how = case.split()

    def fail(since: int, name: str, arguments: tuple[Any, ...]) -> None:
        if since == 0 or (how == "on" and since < 40 and name in ("open", "write", "fsync", "replace", "mkdir")):
            raise OSError(int(error), os.strerror(int(error)))

    try:
        played = Evening(folder, int(evening))
        # The file is made on a sound disk; making it on a failing one is tested separately.
        injector = Injector(folder, int(at), fail)
        played.heal = lambda: setattr(injector, "is_off", True)
        with injector.installed():
            played.play()
        return played.finish()
    except Exception as raised:  # noqa: BLE001 -- whatever it is, it is what is looked for
        return [_told(raised)]


faults = Part(_fault_cases, _run_fault)


# ---------------------------------------------------------------------------------------------------------------- kills


def _kill_cases(seed: int) -> Iterator[str]:
    """Yield `EVENING OPERATION before|within`."""
    for evening in itertools.count(seed):
        for at in range(1, operations(evening) + 1):
            yield f"{evening} {at} {'within' if at % 2 else 'before'}"


def _run_kill(case: str, folder: Path) -> list[str]:
    evening, at, how = case.split()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _play_and_die(folder, int(evening), int(at), how == "within", writing)
    os.close(writing)
    with os.fdopen(reading) as lines:
        told = [json.loads(line) for line in lines if line.endswith("\n")]
    _, status = os.waitpid(child, 0)
    if os.waitstatus_to_exitcode(status) not in (_KILLED, 0):
        return [f"the process ended with {status} instead of being killed: {told[-1:]}"]
    return _what_is_lost(told[-1]) if told else []


def _play_and_die(folder: Path, evening: int, at: int, is_within: bool, writing: int) -> None:
    """In the child process: play, report what is on disk, and end as a process that is killed."""
    write = os.write

    def die(_: int, name: str, arguments: tuple[Any, ...]) -> None:
        if is_within and name == "write":
            write(arguments[0], bytes(arguments[1])[: len(arguments[1]) // 2])
        os._exit(_KILLED)

    def tell(session: Session) -> None:
        word = {"path": str(session.path), "steps": len(session.steps), "print": print_of(session.battle)}
        write(writing, f"{json.dumps(word)}\n".encode())

    try:
        with Injector(folder, at, die).installed():
            Evening(folder, evening).play(tell)
    except BaseException as error:  # noqa: BLE001 -- the child may not go on with the parent's work
        write(2, _told(error).encode())
        os._exit(1)
    os._exit(0)


def _what_is_lost(told: dict[str, Any]) -> list[str]:
    opened = Session.open(Path(told["path"]), toy.RULESETS)
    if opened.session is None:
        return [f"cannot be opened: {' '.join(map(str, opened.problems))}"]
    wrong = [str(one) for one in opened.problems if not one.is_note and "not completely written" not in one.sentence]
    steps = len(opened.session.steps)
    is_trimmed = steps < told["steps"] and print_of(opened.session.battle) == told["print"]
    if steps < told["steps"] and not is_trimmed:
        wrong.append(f"{told['steps'] - steps} steps are lost")
    if steps == told["steps"] and print_of(opened.session.battle) != told["print"]:
        wrong.append("the battle on disk is another one than that told")
    opened.session.close()
    return wrong


kills = Part(_kill_cases, _run_kill)
