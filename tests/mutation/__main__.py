"""`python -m tests.mutation [PATH...] [--sample N] [--seed S]`: plant mistakes, and tell which ones the tests find."""

from __future__ import annotations

import argparse
import json
import random
import shutil
import time
from collections.abc import Sequence
from pathlib import Path

from tests.mutation.coverage_record import recorded
from tests.mutation.equivalent import FILE, Equivalents, as_entry
from tests.mutation.mutants import FileMutants, Mutant, source_files
from tests.mutation.project import Project, project_for
from tests.mutation.trials import Result, Trials, copies_of


def drawn(root: Path, files: Sequence[str], sample: int | None, seed: int) -> list[Mutant]:
    """Return all mutants of the files, or a random sample in which each is as likely as any other."""
    found = {file: FileMutants(root, file) for file in files}
    places = [(file, place) for file, mutants in found.items() for place in range(len(mutants))]
    if sample is not None and sample < len(places):
        places = random.Random(seed).sample(places, sample)
    print(f"{len(places)} of {sum(map(len, found.values()))} mistakes in {len(files)} files", flush=True)
    return [found[file][place] for file, place in places]


def survivors_of_last_run(project: Project) -> list[Mutant]:
    """Return the mistakes that no test found last time, and that can still be planted."""
    keys = [tuple(key) for key in json.loads((project.cache / "survivors.json").read_text(encoding="utf-8"))]
    there = ((key, FileMutants(project.root, key[0])) for key in keys if (project.root / key[0]).exists())
    found = (next((one for one in those.in_function(key[1]) if one.key == key), None) for key, those in there)
    return [one for one in found if one is not None]


def examine(project: Project, mutants: Sequence[Mutant], equivalents: Equivalents, limit: float) -> list[Result]:
    """Try the mutants that are not known to be equivalent, and print each result as it comes."""

    def told(result: Result) -> None:
        word = "killed" if result.is_killed else "SURVIVED"
        print(f"{word:8} {result.seconds:5.1f} s  {result.mutant}\n      {result.how}", flush=True)

    with copies_of(project) as copies:
        record = recorded(project, copies[0])
        trials = Trials(project, record, limit, copies)
        return trials.results([one for one in mutants if equivalents.reason(one) is None], told)


def report(mutants: Sequence[Mutant], results: Sequence[Result], equivalents: Equivalents) -> str:
    """Return the report: what survived, in the form of an entry for the judged ones, what is judged, the figures."""
    survived = [result for result in results if not result.is_killed]
    judged = [(mutant, reason) for mutant in mutants if (reason := equivalents.reason(mutant)) is not None]
    killed = len(results) - len(survived)
    lines = []
    if survived:
        lines += ["", f"Survived: write the test that finds it, or, if nothing can, an entry of {FILE.name}"]
        lines += [f"\n# line {result.mutant.line}: {result.how}\n{as_entry(result.mutant)}" for result in survived]
    if judged:
        lines += ["", "Equivalent:", *(f"  {mutant}\n      {reason}" for mutant, reason in judged)]
    share = f"{killed / len(results):.0%}" if results else "none"
    lines += ["", f"{killed} killed, {len(survived)} survived, {len(judged)} equivalent: {share} of the others killed"]
    return "\n".join(lines)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="dev.py mutate",
        description="Plant mistakes in a copy of the program, one at a time, and tell which ones no test finds.",
    )
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files and folders; model/rulesets and model/engine")
    parser.add_argument("--sample", type=int, help="how many mistakes, drawn at random; all")
    parser.add_argument("--seed", type=int, help="draws the same sample again; another one each time")
    parser.add_argument("--tests", nargs="+", default=(), help="the tests that count; those of the model, or of gui")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for the tests of one mistake; 60")
    parser.add_argument("--jobs", type=int, default=2, help="how many mistakes at a time; 2")
    parser.add_argument("--slow", action="store_true", help="the slow tests of the model count too")
    parser.add_argument("--record", action="store_true", help="record anew which tests run which line")
    parser.add_argument("--survivors", action="store_true", help="try those again that survived last time")
    parser.add_argument("--list", action="store_true", help="print the mistakes and try none")
    given = parser.parse_args()
    given.paths = [Path(path).as_posix().rstrip("/") for path in given.paths] or ["model/rulesets", "model/engine"]
    if given.seed is None:
        given.seed = random.SystemRandom().randrange(1_000_000)
    return given


def main() -> None:
    given = arguments()
    project = project_for(given.paths, given.tests, given.jobs, given.slow)
    if given.record:
        shutil.rmtree(project.cache, ignore_errors=True)
    begun = time.monotonic()
    if given.survivors:
        mutants = survivors_of_last_run(project)
    else:
        mutants = drawn(project.root, source_files(project.root, given.paths), given.sample, given.seed)
    if given.list:
        print(*mutants, sep="\n")
        return
    equivalents = Equivalents(FILE)
    results = examine(project, mutants, equivalents, given.limit)
    print(report(mutants, results, equivalents))
    keys = [result.mutant.key for result in results if not result.is_killed]
    (project.cache / "survivors.json").write_text(json.dumps(keys), encoding="utf-8")
    seed = "" if given.survivors or given.sample is None else f" --sample {given.sample} --seed {given.seed}"
    print(f"{' '.join(given.paths)}{seed}: {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
