"""The mistakes that change nothing a user could tell, each judged by a reader, with the reason."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.mutation.mutants import Mutant

FILE = Path(__file__).with_name("equivalent.toml")
KEYS = {"file", "function", "before", "after", "reason"}


class Equivalents:
    """The judged mistakes of a file, known by their changed lines, so that they may move within their function."""

    def __init__(self, file: Path) -> None:
        table = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        self._reasons: dict[tuple[str, str, str, str], str] = {}
        for entry in table.get("equivalent", []):
            if set(entry) != KEYS or not entry["reason"].strip():
                raise SystemExit(f"{file}: an entry has {', '.join(sorted(KEYS))} and a reason in words: {entry}")
            key = (entry["file"], entry["function"], entry["before"], entry["after"])
            self._reasons[key] = entry["reason"].strip()

    def __iter__(self):
        return iter(self._reasons)

    def reason(self, mutant: Mutant) -> str | None:
        return self._reasons.get(mutant.key)


def as_entry(mutant: Mutant) -> str:
    """Return a mistake as an entry to copy into the file, without a reason yet."""
    rows = zip(("file", "function", "before", "after"), mutant.key, strict=True)
    return "\n".join(["[[equivalent]]", *(f"{key} = {_quoted(value)}" for key, value in rows), 'reason = ""'])


def _quoted(value: str) -> str:
    return f"'{value}'" if "'" not in value else f"'''{value}'''"
