"""Which tests run which line: recorded once, and again for the tests that changed since.

The sources may change meanwhile: lines are found again by their text. A line that is new since counts as run by the
tests of the function around it; a file that is new makes a new record of all tests.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import re
import shutil
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from coverage import CoverageData

from tests.mutation.mutants import Mutant, source_files
from tests.mutation.project import Project, file_of_test, run_pytest, test_files, test_named_by

LINES, SECONDS, SOURCES = "lines", "seconds.json", "sources.json"
"""The files of one recording: coverage's data, how long each test takes, and the sources as they were."""
FILES = "files.json"
"""For each file of tests its digest, and the number of the recording that holds its tests."""


class _Recording:
    """What was recorded in one run of tests."""

    def __init__(self, folder: Path) -> None:
        self.seconds: dict[str, float] = _read(folder / SECONDS)
        self._sources: dict[str, str] = _read(folder / SOURCES)
        self._data = CoverageData(str(folder / LINES))
        self._data.read()

    def tests_of(self, file: str, now: str) -> dict[int, list[str]]:
        """Return the tests of each line of a file as it is now."""
        tests = self._data.contexts_by_lineno(str(Path(file)))
        before = self._sources.get(file, "")
        if before == now:
            return tests
        same = difflib.SequenceMatcher(None, before.splitlines(), now.splitlines(), autojunk=False)
        steps = ((block, step) for block in same.get_matching_blocks() for step in range(1, block.size + 1))
        return {block.b + step: tests[block.a + step] for block, step in steps if block.a + step in tests}


class Record:
    """The tests of each line of the sources, and how many seconds each test takes."""

    def __init__(self, project: Project) -> None:
        self._project = project
        files = _read(project.cache / FILES)
        self._recordings = {number: _Recording(project.cache / str(number)) for _, number in files.values()}
        self.seconds: dict[str, float] = {}
        self._held_by: dict[str, int] = {}
        for number, recording in self._recordings.items():
            for test, took in recording.seconds.items():
                if files.get(file_of_test(test), (None, None))[1] == number:
                    self.seconds[test], self._held_by[test] = took, number
        self._by_file: dict[str, dict[int, set[str]]] = {}

    def tests_for(self, mutant: Mutant) -> list[str]:
        """Return the tests that may find the mistake, the shortest first.

        Those that run its lines, or use what it defines. For lines that run once and for all or are new, then those
        that run anything of the function or file around them; and for what is a part of a table, those of its package
        and those that name it: what only reads a table runs no line of it.
        """
        groups = [self._at(mutant.file, mutant.lines) | self._users(mutant)]
        if mutant.is_once or not groups[0]:
            groups.append(self._at(mutant.file, mutant.further))
        if mutant.is_once and not mutant.lines:
            folder = Path(mutant.file).parent.as_posix()
            files = source_files(self._project.root, [folder])
            groups.append({test for file in files for test in self._at(file, self._all_lines(file))})
            groups.append({test for test in self.seconds if Path(folder).name in test})
        return list(dict.fromkeys(test for group in groups for test in sorted(group, key=self._order)))

    def _order(self, test: str) -> tuple[float, str]:
        return (self.seconds[test], test)

    def _at(self, file: str, lines: Iterable[int]) -> set[str]:
        if file not in self._by_file:
            found: dict[int, set[str]] = defaultdict(set)
            for number, recording in self._recordings.items():
                for line, tests in recording.tests_of(file, self._text(file)).items():
                    found[line] |= {test for test in tests if self._held_by.get(test) == number}
            self._by_file[file] = found
        return {test for line in lines for test in self._by_file[file].get(line, ())}

    def _users(self, mutant: Mutant) -> set[str]:
        if not mutant.names:
            return set()
        word = re.compile(rf"\b({'|'.join(map(re.escape, mutant.names))})\b")
        found: set[str] = set()
        for file in source_files(self._project.root, self._project.sources):
            lines = self._text(file).splitlines()
            found |= self._at(file, [number for number, line in enumerate(lines, start=1) if word.search(line)])
        return found

    def _all_lines(self, file: str) -> range:
        return range(1, self._text(file).count("\n") + 2)

    def _text(self, file: str) -> str:
        return (self._project.root / file).read_text(encoding="utf-8")


def recorded(project: Project, copy: Path) -> Record:
    """Return the record of the project's tests, brought up to date in a copy of the project.

    Tests that fail without any mistake prove nothing and are left out; they are printed.
    """
    digests = {file: hashlib.sha256((project.root / file).read_bytes()).hexdigest() for file in test_files(project)}
    before = _read(project.cache / FILES)
    if before and set(source_files(project.root, project.sources)) - _sources_known(project, before):
        before = {}
        shutil.rmtree(project.cache)
    changed = [file for file, digest in digests.items() if before.get(file, (None,))[0] != digest]
    number = 1 + max((number for _, number in before.values()), default=0)
    if changed:
        tests = [test_named_by(file) for file in changed] if before else project.tests
        _record(project, copy, tests, project.cache / str(number))
    files = {file: (digest, number if file in changed else before[file][1]) for file, digest in digests.items()}
    (project.cache / FILES).write_text(json.dumps(files), encoding="utf-8")
    return Record(project)


def _sources_known(project: Project, files: dict[str, list]) -> set[str]:
    """Return the sources that all recordings in use know."""
    numbers = {number for _, number in files.values()}
    return set.intersection(*(set(_read(project.cache / str(number) / SOURCES)) for number in numbers))


def _record(project: Project, copy: Path, tests: Iterable[str], folder: Path) -> None:
    """Run tests in the copy, and put what they run into the folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    tests = list(tests)
    print(f"Recording which lines are run by {' '.join(tests[:4])}{' ...' * (len(tests) > 4)}", flush=True)
    orders = {"folder": str(folder), "sources": project.sources}
    run_pytest(copy, [*tests, *project.options, "-n", str(project.jobs)], orders)
    data, seconds = CoverageData(str(folder / LINES)), {}
    for file in sorted(folder.glob("*.worker")):
        part = CoverageData(str(file))
        part.read()
        data.update(part)
        told = _read(file.with_suffix(".json"))
        seconds |= {test: took for test, took in told["seconds"].items() if test not in told["failed"]}
        for test in told["failed"]:
            print(f"  fails without any mistake: {test}")
    data.write()
    sources = source_files(project.root, project.sources)
    texts = {file: (project.root / file).read_text(encoding="utf-8") for file in sources}
    (folder / SECONDS).write_text(json.dumps(seconds), encoding="utf-8")
    (folder / SOURCES).write_text(json.dumps(texts), encoding="utf-8")


def _read(file: Path) -> dict:
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
