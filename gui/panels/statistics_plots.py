"""What the plots show: rows and lines made of what was counted, and the words where there is nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from gui.widgets.plots import Bar, BarRow, Line
from model.state.base import Id, Record
from model.view.statistics import Tallies, Tally

Kind = Literal["table", "damage", "hits", "health", "time", "spent"]
_MOST_LINES = 12
"""Lines of a plot that can still be told apart."""


class View(Record):
    """One of the things that the dock can show."""

    kind: Kind
    title: str
    legend: str
    """What bars and lines mean."""
    nothing: str
    """Said where there is nothing to show."""


VIEWS = (
    View(
        "table", "Overview", "",
        "Nothing has happened yet. Damage, hits, turns and what is spent are counted here as you play.",
    ),
    View("damage", "Damage", "■ dealt   ▨ taken", "No combatant has lost health yet."),
    View(
        "hits", "Hits and luck", "■ hits   | expected by the exact odds   % of such evenings with fewer hits",
        "No attack was rolled yet. An attack that you decide by word has no odds, and doesn't count here.",
    ),
    View(
        "health", "Health over time", "Select combatants to see their lines in front.",
        "Health has not changed yet.",
    ),
    View("time", "Turns and minutes", "■ minutes", "No turn has been taken yet."),
    View("spent", "Resources spent", "■ spent or lost", "Nothing was spent yet."),
)  # fmt: skip


def damage_rows(rows: Iterable[Tally]) -> list[BarRow]:
    """A row for everyone who dealt or took damage."""
    return [
        BarRow(
            row.name,
            (Bar(row.dealt, "second"), Bar(row.taken, "health_low", is_hatched=True)),
            f"{row.dealt} · {row.taken}",
        )
        for row in rows
        if row.dealt or row.taken
    ]


def hit_rows(rows: Iterable[Tally]) -> list[BarRow]:
    """A row for everyone who rolled an attack: hits, with a line at the hits that the odds let expect."""
    found = []
    for row in rows:
        luck = row.luck
        if luck.percentile is not None:
            words = f"{luck.hits} of {luck.attacks} · {luck.percentile:.0%}".replace("%", " %")
            found.append(BarRow(row.name, (Bar(luck.hits, "second"),), words, luck.expected))
    return found


def time_rows(rows: Iterable[Tally]) -> list[BarRow]:
    """A row for everyone who took turns, who took longest first."""
    timed = sorted((row for row in rows if row.seconds or row.turns), key=lambda row: -row.seconds)
    return [
        BarRow(row.name, (Bar(row.seconds / 60, "second"),), f"{turns(row.turns)} · {minutes(row)}") for row in timed
    ]


def turns(count: int) -> str:
    return f"{count} {'turn' if count == 1 else 'turns'}"


def minutes(row: Tally) -> str:
    """`6.2 min`"""
    return f"{row.seconds / 60:.1f} min"


def spent_rows(rows: Iterable[Tally]) -> list[BarRow]:
    """A row for each resource of each combatant."""
    return [
        BarRow(f"{row.name} · {title}", (Bar(amount, "second"),), str(amount))
        for row in rows
        for title, amount in row.spent.items()
    ]


BARS: dict[Kind, Callable[[Iterable[Tally]], list[BarRow]]] = {
    "damage": damage_rows, "hits": hit_rows, "time": time_rows, "spent": spent_rows
}  # fmt: skip


def health_lines(tallies: Tallies, selected: Sequence[Id]) -> list[Line]:
    """Lines of those whose health changed most, and of those selected."""
    changed = {who: one for who, one in tallies.by_id.items() if one.health}
    most = sorted(changed, key=lambda who: (who not in selected, -changed[who].taken))
    return [
        Line(
            changed[who].name,
            changed[who].side,
            tuple((float(point.step), float(point.points)) for point in changed[who].health),
            who in selected,
        )
        for who in most[:_MOST_LINES]
    ]
