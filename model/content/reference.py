"""A ruleset's reference: every rule, ambiguity and gap in the program's own words, by id or by search."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from model.content.problems import BadFile, Problem
from model.content.resources import root
from model.engine.messages import listed
from model.engine.ruleset import Ruleset
from model.state import untrusted
from model.state.base import State

RuleKind = Literal["mechanic", "choice", "guidance", "ambiguity", "missing"]
CARRIED_OUT: tuple[RuleKind, ...] = ("mechanic", "choice")
"""The kinds of rules that the program implements; the others are only for reading."""


class Rule(State):
    """An entry of the reference."""

    id: str
    kind: RuleKind
    title: str
    text: str
    """What holds; of an ambiguity the reading that is taken."""
    problem: str = ""
    """What the rules leave open, of an ambiguity."""
    because: str = ""
    """Why it is read so: the end of a sentence that begins “We read it so because”."""
    section: str = ""
    formula: str = ""
    see: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    """House rules that change the chosen interpretation."""
    decided: dict[str, str] = {}
    """House rules of earlier versions that this entry replaces: their titles by key."""


class Reference(State):
    """The reference of one ruleset."""

    ruleset: str
    name: str
    rules: dict[str, Rule]

    def rule(self, id: str) -> Rule | None:
        """The entry with this id, or None."""
        return self.rules.get(id)

    def carried_out(self) -> tuple[Rule, ...]:
        """Mechanics and choices, in the order of the reference."""
        return tuple(rule for rule in self.rules.values() if rule.kind in CARRIED_OUT)

    def search(self, words: str) -> tuple[Rule, ...]:
        """Entries that contain every word, in the order: matches in the id, then the title, the section, the text."""
        wanted = words.lower().split()
        if not wanted:
            return ()
        found: list[tuple[int, Rule]] = []
        for rule in self.rules.values():
            rank = _rank(rule, wanted)
            if rank is not None:
                found.append((rank, rule))
        return tuple(rule for _, rule in sorted(found, key=lambda entry: entry[0]))


def _rank(rule: Rule, wanted: list[str]) -> int | None:
    text = ""
    body = (rule.problem, rule.text, rule.because, rule.formula, *rule.settings, *rule.decided, *rule.decided.values())
    parts = (rule.id, rule.title, rule.section, " ".join(body))
    for rank, part in enumerate(parts):
        text += " " + part.lower()
        if all(word in text for word in wanted):
            return rank
    return None


def rulesets_with_reference() -> tuple[str, ...]:
    """Ids of the rulesets that have a reference, in alphabetical order."""
    return tuple(sorted(file.stem for file in (root() / "rules").glob("*.toml")))


def reference(ruleset: str) -> Reference:
    """The reference of a ruleset.

    Raises:
        BadFile: there is none, or it cannot be read.
    """
    return _load(root() / "rules" / f"{ruleset}.toml")


def reference_of(ruleset: str) -> Reference | None:
    """The reference of a ruleset, or None if it has none that can be read."""
    try:
        return reference(ruleset)
    except BadFile:
        return None


def removed_house_rule(ruleset: Ruleset, key: str) -> str | None:
    """What holds instead of a house rule of an earlier version, as sentences; None if there was none with this key."""
    book = reference_of(ruleset.id)
    rule = None if book is None else next((rule for rule in book.rules.values() if key in rule.decided), None)
    if rule is None:
        return None
    now = f"“{rule.decided[key]}” is no longer a house rule. What holds now ({rule.id}): {rule.text}"
    titles = [f"“{spec.title}”" for spec in ruleset.settings if spec.key in rule.settings]
    rules = "house rule" if len(titles) == 1 else "house rules"
    return f"{now} See the {rules} {listed(titles)}." if titles else now


@lru_cache
def _load(file: Path) -> Reference:
    try:
        document = untrusted.toml(file.read_text(encoding="utf-8"))
        rules = [_entry(entry, entry["kind"], entry["text"]) for entry in document["rule"]]
        rules += [_entry(entry, "ambiguity", entry["default"]) for entry in document["ambiguity"]]
        rules += [_entry(entry, "missing", f"{entry['what']} {entry['need']}") for entry in document["missing"]]
        return Reference(ruleset=document["ruleset"], name=document["name"], rules={rule.id: rule for rule in rules})
    except (OSError, UnicodeDecodeError, untrusted.Unreadable) as error:
        raise BadFile([Problem(file.name, "", f"the reference cannot be read: {error}.")]) from None
    except KeyError as error:
        raise BadFile([Problem(file.name, "", f"an entry of the reference has no {error}.")]) from None


def _entry(entry: dict[str, Any], kind: RuleKind, text: str) -> Rule:
    title = entry.get("title") or _first_sentence(entry.get("problem") or entry.get("what", ""))
    return Rule(
        id=entry["id"],
        kind=kind,
        title=title,
        text=_one_line(text),
        problem=_one_line(entry.get("problem", "")),
        because=_one_line(entry.get("because", "")),
        section=entry.get("section", ""),
        formula=entry.get("formula", ""),
        see=tuple(entry.get("see", entry.get("about", ()))),
        settings=tuple(entry.get("settings", ())),
        decided=entry.get("decided", {}),
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _first_sentence(text: str) -> str:
    return _one_line(text).split(". ")[0].rstrip(".:")
