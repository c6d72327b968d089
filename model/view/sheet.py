"""The sheet of whoever is looked at, for the GM: displays, numbers, items, conditions, and a form for every field."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from model.engine.ruleset import Display, Ruleset
from model.engine.types import Body, Grid
from model.state.base import Id, State
from model.state.battle import AnyBattle, Item
from model.state.texts import Explanation
from model.view.conditions import ConditionView, conditions_of
from model.view.explanations import ExplanationView, explanation_view
from model.view.form import FieldView, fields_of
from model.view.map import HealthView
from model.view.pools import ClockView, clock_view, health_of
from model.view.relations import TieView, ties_of
from model.view.texts import unsigned
from model.view.viewer import GM, initials, side_words


class NumberView(State):
    """A titled value."""

    title: str
    value: str
    path: str = ""
    """The field that typing another one edits, where it is none of the sheet; empty: by its title, or not at all."""


class DisplayView(State):
    """A display that the ruleset declares, with its present values; each kind has one widget."""

    kind: str
    key: str
    title: str
    amount: int | None = None
    most: int | None = None
    numbers: tuple[NumberView, ...] = ()
    field: str = ""
    """The field that a click edits; empty: not editable."""
    is_health: bool = False
    clock: ClockView | None = None
    """For a countdown: the round that it is part of."""
    body: Body | None = None
    """For a body: its parts, with what protects them and what they suffer."""
    grid: Grid | None = None
    """For a table."""
    ties: tuple[TieView, ...] = ()
    """For relations: what ties the combatant to others."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        return self.amount is None and self.body is None and self.grid is None and not (self.numbers or self.ties)

    @property
    def fraction(self) -> float | None:
        """How full a pool or track is, 0 to 1."""
        if self.amount is None or not self.most:
            return None
        return min(1.0, max(0.0, self.amount / self.most))

    @property
    def text(self) -> str:
        """`16 / 20`"""
        if self.amount is None:
            return ""
        return unsigned(self.amount) if self.most is None else f"{unsigned(self.amount)} / {self.most}"


class DerivedView(State):
    """A number that follows from others, with its parts where it has some."""

    key: str
    title: str
    value: int | float
    group: str = ""
    explanation: ExplanationView | None = None

    @property
    def text(self) -> str:
        return unsigned(self.value)


class ItemView(State):
    """Something that somebody has."""

    id: Id
    name: str
    where: Literal["hand", "worn", "pack", "board"]
    fields: tuple[FieldView, ...]


class PointsView(State):
    """Something that a player of this character has a number of, such as points to spend."""

    player: Id
    name: str
    resource: str
    title: str
    amount: int
    is_present: bool


class SheetView(State):
    """Everything about one combatant, for the GM's eyes."""

    id: Id
    name: str
    public_name: str
    side: str
    aside: str
    """`Crimson · players`"""
    initials: str
    portrait: str
    notes: str
    is_hidden: bool
    is_present: bool
    is_out: bool
    health: HealthView | None
    displays: tuple[DisplayView, ...]
    derived: tuple[DerivedView, ...]
    conditions: tuple[ConditionView, ...]
    items: tuple[ItemView, ...]
    points: tuple[PointsView, ...]
    fields: tuple[FieldView, ...]
    """Paths as the action `edit` takes them with this combatant as target; those of items stand by themselves."""


def sheet_view(ruleset: Ruleset, battle: AnyBattle, who: Id) -> SheetView | None:
    """The sheet of a combatant; None when there is no such combatant."""
    combatant = battle.combatants.get(who)
    if combatant is None:
        return None
    return SheetView(
        id=who,
        name=combatant.name,
        public_name=combatant.public_name,
        side=combatant.side,
        aside=f"{combatant.name} · {side_words(combatant.side)}",
        initials=initials(combatant.name),
        portrait=combatant.portrait,
        notes=combatant.notes,
        is_hidden=combatant.is_hidden,
        is_present=combatant.is_present,
        is_out=combatant.is_out,
        health=health_of(ruleset, battle, who, GM),
        displays=tuple(_display(ruleset, battle, who, display) for display in ruleset.displays),
        derived=tuple(_derived(ruleset, battle, who)),
        conditions=conditions_of(ruleset, battle, who, GM),
        items=tuple(map(_item, battle.items_of(who))),
        points=tuple(_points(ruleset, battle, who)),
        fields=fields_of(combatant.sheet, "sheet"),
    )


def _display(ruleset: Ruleset, battle: AnyBattle, who: Id, display: Display) -> DisplayView:
    value: Any = None if display.value is None else display.value(battle, who)
    is_amount = isinstance(value, int | float) and not isinstance(value, bool)
    return DisplayView(
        kind=display.kind,
        key=display.key,
        title=display.title,
        amount=int(value) if is_amount else None,
        most=None if display.most is None else display.most(battle, who),
        numbers=_numbers(value) if isinstance(value, tuple | list) else (),
        field=display.field,
        is_health=display.is_health,
        clock=clock_view(ruleset, battle) if display.kind == "countdown" else None,
        body=value if isinstance(value, Body) else None,
        grid=value if isinstance(value, Grid) else None,
        ties=ties_of(ruleset, battle, who) if display.kind == "relation" else (),
    )


def _numbers(rows: Iterable[tuple[object, ...]]) -> tuple[NumberView, ...]:
    """Rows of title and value, and of the path of a field where there is one."""
    return tuple(NumberView(title=str(row[0]), value=_shown(row[1]), path="".join(map(str, row[2:]))) for row in rows)


def _shown(value: object) -> str:
    return unsigned(value) if isinstance(value, int | float) else str(value)


def _derived(ruleset: Ruleset, battle: AnyBattle, who: Id) -> Iterable[DerivedView]:
    for key, derived in ruleset.derived.items():
        value = derived.value(battle, who)
        explanation = explanation_view(value) if isinstance(value, Explanation) else None
        yield DerivedView(
            key=key,
            title=derived.title,
            value=value.total if isinstance(value, Explanation) else value,
            group=derived.group,
            explanation=explanation,
        )


def _item(item: Item[Any]) -> ItemView:
    return ItemView(id=item.id, name=item.name, where=item.where, fields=fields_of(item.gear, f"items.{item.id}.gear"))


def _points(ruleset: Ruleset, battle: AnyBattle, who: Id) -> Iterable[PointsView]:
    """What those who play somebody have to spend, in a game that lets players have something."""
    for player in sorted(battle.players.values(), key=lambda player: (player.seat, player.id)):
        for resource in ruleset.player_resources if who in player.characters else ():
            yield PointsView(
                player=player.id,
                name=player.name,
                resource=resource.key,
                title=resource.title.lower(),
                amount=getattr(player, resource.key),
                is_present=player.is_present,
            )
