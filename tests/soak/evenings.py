"""Sessions of the toy game for the disk to fail in: every operation of a session, in an order made from a seed."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec

from model.engine.calls import Call
from model.session import Session
from model.state.battle import AnyBattle
from tests.support import toy
from tests.support.toy import strike

OPERATIONS = 24


def print_of(battle: AnyBattle) -> int:
    """Return a checksum that tells battles apart."""
    return zlib.crc32(repr(_plain(battle)).encode(errors="surrogatepass"))


def _plain(value: object) -> object:
    """Return a plain value that is equal for equal values, whatever the order of dicts and the type of numbers."""
    if isinstance(value, msgspec.Struct):
        return [_plain(getattr(value, name)) for name in value.__struct_fields__]
    if isinstance(value, dict):
        return [(key, _plain(inner)) for key, inner in sorted(value.items())]
    if isinstance(value, tuple | list):
        return [_plain(inner) for inner in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


class Evening:
    """A session on disk, and the same session without a file to compare with.

    Every other one writes to the disk a moment later, as a window does.
    """

    def __init__(self, folder: Path, seed: int) -> None:
        self._chance = Random(seed)
        self._folder = folder
        self._copies = 0
        self._puts_off = seed % 2 == 1
        self._put_off: list[Callable[[], None]] = []
        path = folder / "duel.battle.toml"
        self.problems: list[str] = []
        self.heal: Callable[[], None] = lambda: None
        """Makes the disk sound again, as a GM does whose battle cannot be opened."""
        self.session = self._waiting_later(self._made(path))
        mirror = Session.create(None, toy.TOY, toy.battle()).session
        assert mirror is not None
        self._mirror = mirror

    def _made(self, path: Path) -> Session:
        created = Session.create(path, toy.TOY, toy.battle())
        assert created.session is not None, created.problems
        return created.session

    def _waiting_later(self, session: Session) -> Session:
        if self._puts_off:
            session.defer_disk_sync(self._put_off.append)
        return session

    def _finish_writing(self) -> None:
        put_off, self._put_off[:] = self._put_off[:], ()
        for write in put_off:
            write()

    def play(self, told: Callable[[Session], None] = lambda session: None) -> None:
        """Carry out all operations; `told` is called with the session before the first and after each one."""
        told(self.session)
        for _ in range(OPERATIONS):
            self._one()
            told(self.session)

    def _one(self) -> None:
        chance = self._chance
        if self._puts_off and chance.random() < 0.8:
            self._finish_writing()
        match chance.randrange(13):
            case 0 | 1 | 2 | 3:
                self._act(Call(action="move", actor="ann", options={"x": chance.randrange(90) / 4, "y": 0.0}))
            case 4 | 5:
                self._act(strike("ann", "bob", chance.randrange(1, 7)))
            case 6:
                self._act(strike("bob", "ann"))
            case 7:
                self.session.undo()
                self._mirror.undo()
            case 8:
                self.session.redo()
                self._mirror.redo()
            case 9:
                if self.session.trim_history(3) is None:
                    self._mirror.trim_history(3)
            case 10:
                self._copies += 1
                self.session.save_copy(self._folder / f"copy-{self._copies}.battle.toml")
            case 11:
                self._copies += 1
                self.session.save_as(self._folder / f"elsewhere-{self._copies}.battle.toml")
            case _:
                self.reopen()

    def _act(self, call: Call) -> None:
        self.session.act(call)
        self._mirror.act(call)

    def reopen(self) -> None:
        """Close and open the session again as a GM does: not while something is not on disk."""
        path = self.session.path
        self._finish_writing()
        if self.session.status.is_unsaved or path is None:
            return
        self.session.close()
        opened = Session.open(path, toy.RULESETS)
        if opened.session is None:
            self.heal()
            opened = Session.open(path, toy.RULESETS)
        if opened.session is None:
            self.problems.append(f"cannot be opened: {' '.join(map(str, opened.problems))}")
            opened = Session.open(path, toy.RULESETS, take_over=True)
        assert opened.session is not None, opened.problems
        self.session = self._waiting_later(opened.session)

    def finish(self) -> list[str]:
        """Add one more step on a sound disk, close and open again; return what differs from the session in memory."""
        self._act(Call(action="move", actor="bob", options={"x": 77.0, "y": 0.0}))
        self._finish_writing()
        if self.session.status.is_unsaved:
            self.problems.append(f"not saved on a sound disk: {self.session.status.sentence}")
        self.reopen()
        if print_of(self.session.battle) != print_of(self._mirror.battle):
            self.problems.append("the battle on disk is another one than that in memory")
        count = sum(1 for _ in self._mirror.standing())
        while self.session.undo() is not None:
            count -= 1
        if count > 0:
            self.problems.append(f"{count} steps are lost")
        self.session.close()
        self._mirror.close()
        return self.problems
