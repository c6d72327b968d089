"""Statistics of all battles of a campaign, counted file by file in small steps; files are never written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from model.engine.ruleset import Ruleset
from model.session.history import History, Step
from model.session.problems import reason
from model.session.reader import Reading, read_on
from model.state.base import Record
from model.view.statistics import Merged, Played, Tallies, Tally, figures_of, shots_of


class _Stamp(Record):
    """Identifies the state of a file, to detect changes."""

    written: int
    size: int


@dataclass
class _Battle:
    """The result of counting one file."""

    stamp: _Stamp
    tallies: Tallies = field(default_factory=Tallies)
    trouble: str = ""
    """What could not be counted, and why; empty if everything was."""


@dataclass
class CampaignCount:
    """Counts the battles of a campaign. Results are cached, so that counting again reads only changed files."""

    ruleset: Ruleset
    rulesets: Mapping[str, Ruleset]
    """All rulesets, to recognise battles of other ones."""
    done: int = 0
    """Number of files counted."""
    _battles: dict[Path, _Battle] = field(default_factory=dict)
    _files: tuple[Path, ...] = ()
    _merged: Merged = field(default_factory=Merged)

    @property
    def of(self) -> int:
        """Number of files."""
        return len(self._files)

    @property
    def rows(self) -> tuple[Tally, ...]:
        """Current sums over all battles."""
        return self._merged.rows

    @property
    def troubles(self) -> tuple[str, ...]:
        """Messages about files that were left out or counted only in part, with the reason."""
        found = (self._battles[file] for file in self._files if file in self._battles)
        return tuple(battle.trouble for battle in found if battle.trouble)

    def count(self, files: Iterable[Path]) -> Iterator[None]:
        """Count these files; each item yielded is a small unit of work, such as reading or counting a step."""
        self._files, self.done, self._merged = tuple(files), 0, Merged()
        return self._count_all()

    def _count_all(self) -> Iterator[None]:
        for file in self._files:
            yield from self._count(file)
            for row in self._battles[file].tallies.rows:
                self._merged.add((row,))
                yield
            self.done += 1

    def _count(self, file: Path) -> Iterator[None]:
        try:
            found = file.stat()
            stamp = _Stamp(found.st_mtime_ns, found.st_size)
            kept = self._battles.get(file)
            if kept is not None and kept.stamp == stamp:
                return
            data = file.read_bytes()
        except OSError as error:
            self._battles[file] = _Battle(_Stamp(0, 0), trouble=f"“{file.name}” cannot be read: {reason(error)}.")
            return
        self._battles.pop(file, None)
        reading = Reading()
        for _ in read_on(reading, data, self.rulesets):
            yield
        battle = _Battle(stamp, trouble=self._trouble(file, reading))
        contents = reading.contents
        if contents is not None and contents.ruleset.id == self.ruleset.id:
            yield from self._add(battle.tallies, contents.history)
        self._battles[file] = battle

    def _trouble(self, file: Path, reading: Reading) -> str:
        first = next((problem for problem in reading.problems if not problem.is_note), None)
        if reading.contents is None:
            return f"“{file.name}” is left out: {first}" if first else f"“{file.name}” is left out."
        if reading.contents.ruleset.id != self.ruleset.id:
            return f"“{file.name}” is left out: it is a battle of {reading.contents.ruleset.name}."
        return f"“{file.name}” is counted as far as it can be read: {first}" if first else ""

    def _add(self, tallies: Tallies, history: History) -> Iterator[None]:
        steps = list(history.standing)[::-1]
        for last, step in zip([*steps[:1], *steps], steps, strict=False):
            played = _played(history, last, step)
            figures = figures_of(self.ruleset, played)
            tallies.add(figures, played.after)
            shots = shots_of(self.ruleset, played) if figures.is_attack else None
            if shots is not None:
                tallies.add_shots(shots, played.after)
            yield


def _played(history: History, last: Step, step: Step) -> Played:
    seconds = max(0.0, (step.time - last.time).total_seconds())
    return Played(step.call, step.note, history.battle_after(step.parent), history.battle_after(step.number), seconds)
