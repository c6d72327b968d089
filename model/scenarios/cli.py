"""Commands without a window: play scenarios, print a ruleset's vocabulary, check files."""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from model.campaign import CAMPAIGN_FILE, CHARACTERS, LIBRARY, missing_pictures, read_campaign
from model.campaign.handouts import FILE as HANDOUTS
from model.campaign.handouts import read_handouts
from model.campaign.layouts import ENDING as LAYOUT_ENDING
from model.campaign.layouts import layout_of
from model.content.library import check_content, content_files, load_library, read_document
from model.content.problems import BadFile, Problem, nearest
from model.content.reference import rulesets_with_reference
from model.engine.ruleset import Ruleset
from model.rulesets import RULESETS
from model.scenarios.line_numbers import with_line
from model.scenarios.playing import Played, play
from model.scenarios.reading import read_scenario
from model.scenarios.vocabulary import sections_of, vocabulary
from model.session.reader import read

SESSION_ENDING = ".battle.toml"


def while_read(command: Callable[[], int]) -> int:
    """Run a command that prints; return its exit status, or 1 if the reader (such as `head`) closes the pipe early.

    Characters that the terminal cannot show are replaced.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        status = command()
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def scenario_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the given files, and the scenario files in given folders, sorted by path within each folder."""
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*.toml") if not file.name.endswith(SESSION_ENDING))
        else:
            yield path


def play_file(file: Path, rulesets: Mapping[str, Ruleset] = RULESETS) -> Played:
    """Read and play one scenario; problems of the file are reported as failures."""
    try:
        return play(read_scenario(file, rulesets))
    except BadFile as error:
        failures = tuple(str(problem).removeprefix(f"{file.name}: ") for problem in error.problems)
        return Played(file.name, "", "", (), (), failures)


def play_command(paths: Sequence[Path], rulesets: Mapping[str, Ruleset] = RULESETS) -> int:
    """Play scenarios and print a line for each; return 1 if any failed or there was none, else 0."""
    passed = failed = 0
    for file in scenario_files(paths):
        result = _played(file, rulesets)
        title = f": {result.title}" if result.title else ""
        if result.rules and not result.passed:
            title += f" ({', '.join(result.rules)})"
        print(f"{'ok    ' if result.passed else 'FAILED'} {file}{title}")
        if result.failures:
            text = _text_of(file)
            print("\n".join(f"       {with_line(text, failure)}" for failure in result.failures))
        passed, failed = passed + result.passed, failed + (not result.passed)
    if not passed and not failed:
        print(f"There is no scenario in {', '.join(map(str, paths))}.", file=sys.stderr)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def _text_of(file: Path) -> str:
    """Return the text of a file for finding line numbers; empty if it cannot be read."""
    try:
        return file.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return ""


def _played(file: Path, rulesets: Mapping[str, Ruleset]) -> Played:
    """Play one scenario; an error in the program fails only this one and prints its traceback to standard error."""
    try:
        return play_file(file, rulesets)
    except Exception as fault:  # noqa: BLE001 - whatever it is, the other scenarios are played all the same
        traceback.print_exc()
        failure = f"an error in the program, not in the scenario: {type(fault).__name__}: {fault}"
        return Played(file.name, "", "", (), (), (failure,))


def rules_command(id: str, rulesets: Mapping[str, Ruleset] = RULESETS, *, section: str = "") -> int:
    """Print the vocabulary of a ruleset or one section of it; return 1 if there is none of that name, else 0."""
    if ruleset := rulesets.get(id):
        library = load_library(ruleset, content_files(id))
        try:
            print(vocabulary(ruleset, library, section))
        except KeyError:
            titles = [title for title, _ in sections_of(ruleset, library)]
            near = nearest(section.capitalize(), titles)
            print(f"There is no section “{section}”.{near} Sections: {', '.join(titles)}.", file=sys.stderr)
            return 1
        return 0
    if id in rulesets_with_reference():
        print(f"“{id}” is not yet carried out; its rules can only be read.", file=sys.stderr)
    else:
        print(f"There is no ruleset “{id}”.{nearest(id, rulesets)}", file=sys.stderr)
    return 1


def checked_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the given files, and all TOML files in given folders, sorted by path within each folder."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.toml"))
        else:
            yield path


def _check_campaign(folder: Path, rulesets: Mapping[str, Ruleset]) -> int:
    """Check a campaign except its battles, print the problems of its files, and return the exit status."""
    try:
        campaign = read_campaign(folder, rulesets)
    except BadFile as error:
        print("\n".join(f"{folder}: {_in_campaign(folder, problem)}" for problem in error.problems))
        return 1
    for problem in campaign.problems:
        print(f"{folder}: {_in_campaign(folder, problem)}")
    for note in missing_pictures(campaign):
        print(f"{folder}: {note}")
    if not campaign.problems:
        print(f"{folder}: ok, campaign with {len(campaign.characters)} characters")
    return 1 if campaign.problems else 0


def _in_campaign(folder: Path, problem: Problem) -> str:
    """Return a problem of one of a campaign's files with its line."""
    files = (part / problem.file for part in (folder, folder / CHARACTERS, folder / LIBRARY))
    text = next((_text_of(file) for file in files if file.is_file()), "")
    return f"{problem.file}: {with_line(text, str(problem).removeprefix(f'{problem.file}: '))}"


def check_command(files: Sequence[Path], rulesets: Mapping[str, Ruleset] = RULESETS) -> int:
    """Check files of all the program's kinds, including all in given folders, and print every problem with its place.

    Returns 1 if there was a problem or nothing to check, else 0.
    """
    found = tuple(checked_files(files))
    campaigns = tuple(dict.fromkeys(file.parent for file in found if file.name == CAMPAIGN_FILE))
    if not found:
        print(f"There is no file to check in {', '.join(map(str, files))}.", file=sys.stderr)
    status = 0 if found else 1
    for campaign in campaigns:
        status = max(status, _check_campaign(campaign, rulesets))
    parts = {campaign / name for campaign in campaigns for name in (CHARACTERS, LIBRARY)}
    for file in found:
        if file.name == CAMPAIGN_FILE or file.parent in parts:
            continue  # parts of a campaign cannot be checked without it
        kind, problems, notes = check_file(file, rulesets)
        for line in (*problems, *notes):
            print(f"{file}: {line}")
        if problems:
            status = 1
        else:
            print(f"{file}: ok, {kind}")
    return status


Checked = tuple[str, tuple[str, ...], tuple[str, ...]]
"""Kind of the file, problems, and notes."""


def check_file(file: Path, rulesets: Mapping[str, Ruleset] = RULESETS) -> Checked:
    """Return the kind of a file and all its problems and notes."""
    if file.name.endswith(SESSION_ENDING):
        return _check_session(file, rulesets)
    try:
        document = read_document(file)
        if isinstance(document.get("format"), str):
            return _check_session(file, rulesets)
        if file.name.endswith(LAYOUT_ENDING):
            layout_of(file.name, document)
            return "a layout of the players' screen", (), ()
        if file.name == HANDOUTS:
            read_handouts(file.parent)
            return "what a campaign keeps to be shown to players", (), ()
        if "title" in document or "do" in document:
            return _check_scenario(file, rulesets)
    except BadFile as error:
        return "a file", tuple(str(problem).removeprefix(f"{file.name}: ") for problem in error.problems), ()
    for own in (own for ruleset in rulesets.values() for own in ruleset.files):
        if own.recognises(document):
            return own.title, own.problems(file.read_text(encoding="utf-8-sig")), ()
    ruleset = rulesets.get(str(document.get("ruleset", "")))
    if ruleset is None:
        known = ", ".join(sorted(rulesets))
        return "a file", (f"ruleset: must name one that this program knows ({known}).",), ()
    found = check_content(ruleset, file)
    kind = "a character" if set(document) == {"format", "ruleset", "combatant"} else "content"
    text = _text_of(file)
    return kind, tuple(with_line(text, str(problem).removeprefix(f"{file.name}: ")) for problem in found), ()


def _check_scenario(file: Path, rulesets: Mapping[str, Ruleset]) -> Checked:
    try:
        read_scenario(file, rulesets)
    except BadFile as error:
        text = _text_of(file)
        told = (str(problem).removeprefix(f"{file.name}: ") for problem in error.problems)
        return "a scenario", tuple(with_line(text, problem) for problem in told), ()
    return "a scenario", (), ()


def _check_session(file: Path, rulesets: Mapping[str, Ruleset]) -> Checked:
    try:
        reading = read(file.read_bytes(), rulesets)
    except OSError as error:
        return "a session", (f"cannot be read: {error.strerror}.",), ()
    problems = tuple(str(problem) for problem in reading.problems if not problem.is_note)
    return "a session", problems, tuple(str(problem) for problem in reading.problems if problem.is_note)
