"""How typed combatants are understood, for the preview below the field in which they are typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gui.controllers.game_content import GameContent, company_named, entry_named
from model.content.library import CombatantEntry, Company
from model.content.plurals import single
from model.content.typed import TypedEntry, Unclear
from model.state.base import Record, replace
from model.state.battle import PLAYERS_SIDE


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
    doubts: tuple[Unclear, ...] = ()
    """Words that are understood, but perhaps not as they are meant."""

    @property
    def hint(self) -> str:
        """What is perhaps meant otherwise, in sentences."""
        return " ".join(dict.fromkeys(one.sentence for one in self.doubts))


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
        source = unknown(entry) if template is None else "library"
    hidden, place = "hidden" if entry.is_hidden else "", f"in {entry.place}" if entry.place else ""
    side = entry.side or usual
    words = " · ".join(filter(None, (what, side, hidden, *entry.said_words, place, source)))
    return Understood(words, name, side, is_hidden=entry.is_hidden, doubts=entry.doubts)


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
