"""How typed combatants are understood, for the preview below the field in which they are typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from gui.controllers.game_content import GameContent, company_named, entry_named
from model.content.library import CombatantEntry, Company
from model.content.plurals import single
from model.content.typed import TypedEntry, Unclear
from model.state.base import Record, replace
from model.state.battle import PLAYERS_SIDE

_LAST_NAME = re.compile(r"(?:^|[+\-−;,\n])\s*(?:\d+\s*[x×]?\s+)?([^\W\d][^+−;,\n]*)$")
"""The name that is being typed: after a sign, a count, or the comma or line end after the entry before."""


class Understood(Record):
    """How an entry is understood."""

    words: str
    name: str = ""
    """Name for the token; empty if the entry is not valid."""
    side: str = ""
    """Empty if the members of a party or encounter are of more than one side."""
    is_hidden: bool = False
    is_problem: bool = False
    unclear: tuple[Unclear, ...] = ()
    """The words of the text that are not understood."""


def problem_of(entry: TypedEntry, templates: Sequence[CombatantEntry], companies: Sequence[Company]) -> str:
    """Return why an entry is not valid, in a sentence; empty if it is valid."""
    company = company_named(companies, entry.name)
    if entry.problem:
        return entry.problem
    if company is not None:
        return f"{company.name} is already a group: name it without a number." if entry.count > 1 else ""
    return ""


def understood(
    entry: TypedEntry,
    templates: Sequence[CombatantEntry],
    companies: Sequence[Company],
    *,
    unknown: Callable[[TypedEntry], str],
    members: Callable[[Company], str],
) -> Understood:
    """Return how an entry is understood, for a preview: count, name, side, hidden, zone and source; or what is wrong.

    `unknown` describes a combatant that the content does not know, `members` the members of a party or encounter.
    """
    if problem := problem_of(entry, templates, companies):
        return _not_understood(entry, problem, templates)
    company, template = company_named(companies, entry.name), entry_named(templates, entry.name)
    if company is not None:
        what, usual, name, source = f"{company.name}: {members(company)}", "", company.name, ""
    else:
        name = template.name if template is not None else single(entry.name, entry.count)
        what, usual = f"{entry.count} × {name}" if entry.count > 1 else name, (template and template.side) or "npc"
        source = f"not in the library: {unknown(entry)}" if template is None else "library"
    hidden, place = "hidden" if entry.is_hidden else "", f"in {entry.place}" if entry.place else ""
    side = entry.side or usual
    words = " · ".join(filter(None, (what, side, hidden, *entry.said_words, place, source)))
    return Understood(words, name, side, is_hidden=entry.is_hidden)


def _not_understood(entry: TypedEntry, problem: str, templates: Sequence[CombatantEntry]) -> Understood:
    """Return what is wrong with an entry; the name, side and sign of a known combatant stay theirs."""
    template = entry_named(templates, entry.name) if entry.is_known else None
    if template is None:
        return Understood(problem, is_problem=True, unclear=entry.unclear)
    side = entry.side or template.side
    words = f"{template.name} · {side}: {problem}"
    return Understood(words, template.name, side, is_hidden=entry.is_hidden, is_problem=True, unclear=entry.unclear)


def understood_player(content: GameContent, player: str, entry: TypedEntry) -> Understood:
    """Return how a typed character of a new campaign is understood, with its player if it has one."""
    entry = replace(entry, side=entry.side or PLAYERS_SIDE)
    found = understood(entry, content.templates, (), unknown=content.words_of_unknown, members=lambda company: "")
    return found if found.is_problem or not player else replace(found, words=f"{player}: {found.words}")


def name_begun(text: str) -> str:
    """Return the name that is being typed at the end of a text; empty if there is none."""
    found = _LAST_NAME.search(text)
    return found[1] if found else ""


def names_beginning(text: str, known: Sequence[str]) -> list[str]:
    """Return known names that begin with the name being typed, then those in which another word begins with it."""
    begun = name_begun(text).lower()
    names = [name for name in known if f" {begun}" in f" {name.lower()}" and name.lower() != begun]
    return sorted(names, key=lambda name: not name.lower().startswith(begun)) if begun else []
