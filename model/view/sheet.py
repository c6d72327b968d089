"""The sheet of the selected combatant, for the GM: displays, numbers, items, conditions, and a form for every field."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from model.engine.displays import (
    BodyDisplay,
    CountdownDisplay,
    Display,
    NumbersDisplay,
    PathDisplay,
    PoolDisplay,
    RelationsDisplay,
    TableDisplay,
    TrackDisplay,
)
from model.engine.ruleset import Ruleset
from model.engine.types import Body, Grid
from model.state.base import Id, State, replace
from model.state.battle import AnyBattle, Item
from model.state.texts import Explanation, lowered
from model.view.conditions import ConditionView, conditions_of
from model.view.explanations import ExplanationView, explanation_view
from model.view.form import FieldView, fields_of
from model.view.map import HealthView
from model.view.parts import PartView, parts_of
from model.view.pools import ClockView, clock_view, health_of
from model.view.relations import RelationRow, relation_rows
from model.view.texts import unsigned
from model.view.viewer import GM, side_words, sign_for


class NumberView(State):
    """A titled value."""

    title: str
    value: str
    path: str = ""
    """Path of the field to edit if it is not on the sheet; empty if found by title or not editable."""


class DisplayView(State):
    """A display that the ruleset declares, with its current values; each kind has its class and its widget."""

    key: str
    title: str

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        return False


class PoolDisplayView(DisplayView):
    """A number out of a maximum."""

    amount: int
    most: int | None = None
    field: str = ""
    """The field that a click edits; empty if not editable."""
    is_health: bool = False

    @property
    def fraction(self) -> float | None:
        """The amount as a fraction of the maximum, 0 to 1, or None without a maximum."""
        return min(1.0, max(0.0, self.amount / self.most)) if self.most else None

    @property
    def text(self) -> str:
        """`16 / 20`"""
        return unsigned(self.amount) if self.most is None else f"{unsigned(self.amount)} / {self.most}"


class TrackDisplayView(PoolDisplayView):
    """A number as boxes to tick."""


class NumbersDisplayView(DisplayView):
    """Titled values."""

    numbers: tuple[NumberView, ...]

    @property
    def is_empty(self) -> bool:
        return not self.numbers


class PathDisplayView(NumbersDisplayView):
    """A route, leg by leg."""


class CountdownDisplayView(NumbersDisplayView):
    """The steps of a round, with the events due on each."""

    clock: ClockView
    """The clock of the current round."""


class BodyDisplayView(DisplayView):
    """A body's parts, with their protection and their injuries."""

    body: Body


class TableDisplayView(DisplayView):
    """A table that the ruleset defines."""

    grid: Grid


class RelationsDisplayView(DisplayView):
    """The relations of the combatant."""

    relations: tuple[RelationRow, ...]

    @property
    def is_empty(self) -> bool:
        return not self.relations


class DerivedView(State):
    """A number derived from others, with its explanation if it has one."""

    key: str
    title: str
    value: int | float
    group: str = ""
    explanation: ExplanationView | None = None

    @property
    def text(self) -> str:
        return unsigned(self.value)


class ItemView(State):
    """An item of a combatant."""

    id: Id
    name: str
    where: Literal["hand", "worn", "pack", "board"]
    fields: tuple[FieldView, ...]
    parts: tuple[PartView, ...] = ()


class PointsView(State):
    """A resource of the player of this character, such as points to spend."""

    player: Id
    name: str
    resource: str
    title: str
    amount: int
    is_present: bool


class SheetView(State):
    """Everything about one combatant, for the GM alone."""

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
    """Fields of the sheet, with paths for the action `edit` on this combatant; fields of items are in `items`."""
    parts: tuple[PartView, ...] = ()
    """Open-ended parts of the sheet, such as skills."""


def run_by_words(battle: AnyBattle, who: Id) -> str:
    """Who plays a character whose player is away: `run by Jo`; empty if the player does."""
    away = next((one for one in battle.players.values() if who in one.characters and one.run_by), None)
    if away is None:
        return ""
    other = battle.players.get(away.run_by)
    return f"run by {'the GM' if other is None else other.name}"


def sheet_view(ruleset: Ruleset, battle: AnyBattle, who: Id, *, is_brief: bool = False) -> SheetView | None:
    """The sheet of a combatant, or None if there is no such combatant. A brief one has no derived numbers."""
    combatant = battle.combatants.get(who)
    if combatant is None:
        return None
    derived = () if is_brief else tuple(_derived(ruleset, battle, who))
    fields = fields_of(combatant.sheet, "sheet")
    return SheetView(
        id=who,
        name=combatant.name,
        public_name=combatant.public_name,
        side=combatant.side,
        aside=" · ".join(filter(None, (combatant.name, side_words(combatant.side), run_by_words(battle, who)))),
        initials=sign_for(battle, who, GM),
        portrait=combatant.portrait,
        notes=combatant.notes,
        is_hidden=combatant.is_hidden,
        is_present=combatant.is_present,
        is_out=combatant.is_out,
        health=health_of(ruleset, battle, who, GM),
        displays=tuple(_displays(ruleset, battle, who)),
        derived=derived,
        conditions=conditions_of(ruleset, battle, who, GM),
        items=tuple(_item(ruleset, item) for item in battle.items_of(who)),
        points=tuple(_points(ruleset, battle, who)),
        fields=fields if is_brief else tuple(_with_counts(ruleset, battle, who, fields, derived)),
        parts=parts_of(combatant.sheet, "sheet", ruleset.names),
    )


def _with_counts(
    ruleset: Ruleset, battle: AnyBattle, who: Id, fields: Iterable[FieldView], derived: Iterable[DerivedView]
) -> Iterable[FieldView]:
    """Fields, each empty one of a pool or of a number that is derived otherwise with the number that counts."""
    numbers = {f"sheet.{one.key}": one.text for one in derived}
    for pool in ruleset.pools_displayed:
        if pool.field:
            numbers[f"sheet.{pool.field.removeprefix('sheet.')}"] = unsigned(int(pool.value(battle, who)))
    for field in fields:
        counts = numbers.get(field.path, "") if field.value is None else ""
        yield replace(field, counts=counts) if counts else field


def _displays(ruleset: Ruleset, battle: AnyBattle, who: Id) -> Iterable[DisplayView]:
    """The displays that are not empty."""
    for display in ruleset.displays:
        view = _display(ruleset, battle, who, display)
        if view is not None and not view.is_empty:
            yield view


def _display(ruleset: Ruleset, battle: AnyBattle, who: Id, display: Display) -> DisplayView | None:
    key, title = display.key, display.title
    match display:
        case PoolDisplay():
            kind = TrackDisplayView if isinstance(display, TrackDisplay) else PoolDisplayView
            most = None if display.most is None else display.most(battle, who)
            amount = int(display.value(battle, who))
            return kind(
                key=key, title=title, amount=amount, most=most, field=display.field, is_health=display.is_health
            )
        case CountdownDisplay():
            numbers = _numbers(display.value(battle, who))
            return CountdownDisplayView(key=key, title=title, numbers=numbers, clock=clock_view(ruleset, battle))
        case NumbersDisplay():
            numbered = PathDisplayView if isinstance(display, PathDisplay) else NumbersDisplayView
            return numbered(key=key, title=title, numbers=_numbers(display.value(battle, who)))
        case BodyDisplay():
            body = display.value(battle, who)
            return None if body is None else BodyDisplayView(key=key, title=title, body=body)
        case TableDisplay():
            grid = display.value(battle, who)
            return None if grid is None else TableDisplayView(key=key, title=title, grid=grid)
        case RelationsDisplay():
            return RelationsDisplayView(key=key, title=title, relations=relation_rows(ruleset, battle, who))
    return None


def _numbers(rows: Iterable[tuple[object, ...]]) -> tuple[NumberView, ...]:
    """Views of rows with a title, a value and optionally the path of a field."""
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


def _item(ruleset: Ruleset, item: Item[Any]) -> ItemView:
    path = f"items.{item.id}.gear"
    fields, parts = fields_of(item.gear, path), parts_of(item.gear, path, ruleset.names)
    return ItemView(id=item.id, name=item.name, where=item.where, fields=fields, parts=parts)


def _points(ruleset: Ruleset, battle: AnyBattle, who: Id) -> Iterable[PointsView]:
    """The resources of the combatant's players, by seat, if the ruleset defines any."""
    for player in sorted(battle.players.values(), key=lambda player: (player.seat, player.id)):
        for resource in ruleset.player_resources if who in player.characters else ():
            yield PointsView(
                player=player.id,
                name=player.name,
                resource=resource.key,
                title=lowered(resource.title),
                amount=getattr(player, resource.key),
                is_present=player.is_present,
            )
