"""Small records for parts of rulesets: areas, bodies, clocks, files, tables, shared pools, traits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from msgspec import Meta, inspect

from model.engine.calls import Call
from model.state.base import Id, Record, State, replace, with_fields
from model.state.battle import AnyBattle, GameBattle, Player, SameBattle
from model.state.board import Shape
from model.state.texts import Text, text

# ----------------------------------------------------------------------------------------------------- fields of sheets

GROUP_ATTACK = "group_attack"
"""Id of the action in which all members of a group attack."""


def field(title: str, group: str, description: str = "", *, ge: float | None = None, le: float | None = None) -> Meta:
    """Declare a field of a sheet: its title, its heading in the form, and the range of a number."""
    return Meta(title=title, description=description, ge=ge, le=le, extra_json_schema={"group": group})


def named_field(
    title: str,
    names: str = "",
    description: str = "",
    *,
    entry: str = "",
    group: str = "",
    suggests: tuple[str, ...] = (),
) -> Meta:
    """Declare a field that takes names.

    Args:
        title: the title of the field.
        names: path of the part of the sheet whose names it takes, such as `skills`; `*`: of any part.
        description: its help.
        entry: what one entry of a list or table is called.
        group: its heading in the form.
        suggests: further names that can be chosen.
    """
    extra = {"names": names, "entry": entry, "group": group, "suggests": suggests}
    return Meta(title=title, description=description, extra_json_schema={key: one for key, one in extra.items() if one})


class PlayerResource(Record):
    """A whole number that every player of a game has, such as points to spend."""

    key: str
    title: str
    least: int
    most: int


@cache
def resources_of(kind: Any) -> tuple[PlayerResource, ...]:
    """The resources that a game's type of player declares: the whole numbers that it adds to `Player`."""
    found = []
    for own in inspect.type_info(kind).fields:  # type: ignore[attr-defined]  # a struct, as `State` hides from checkers
        if own.name not in Player.__struct_fields__ and isinstance(own.type, inspect.Metadata):
            number = own.type.type
            assert isinstance(number, inspect.IntType), f"{own.name}: a resource is a whole number"
            title = (own.type.extra or {}).get("title") or (own.type.extra_json_schema or {}).get("title", own.name)
            found.append(PlayerResource(own.name, title, int(number.ge or 0), int(number.le or 0)))
    return tuple(found)


# -------------------------------------------------------------------------------------------- areas that actions strike


def _always(battle: AnyBattle, call: Call) -> bool:
    return True


class StruckArea(Record, kw_only=True):
    """The area that an action strikes. The window draws it while the GM aims, and makes those in it the targets.

    The GM may add or remove targets: then the call names its targets, and the rules use these.
    """

    shape: Callable[[GameBattle, Call], Shape | None]
    """The area by the call so far; None if it is not determined yet, or without positions."""
    caught: Callable[[GameBattle, Call], tuple[Id, ...]]
    """Combatants in the area, whatever targets the call already names; empty if positions are unknown."""
    at: str = ""
    """Key of the parameter of kind `place` at which it is aimed; if empty, it follows the first target."""
    on: str = ""
    """Key of the parameter of kind `combatant` at which it is aimed instead; if empty, only at a spot."""
    applies: Callable[[GameBattle, Call], bool] = _always
    """Whether this call strikes an area at all; a thrown item may strike a single target."""


def aimed_on(aim: StruckArea | None, call: Call, target: Id) -> Call:
    """The call on a combatant: aimed at them if the action strikes an area, otherwise with them as the only target."""
    if aim is None or not aim.on:
        return replace(call, targets=(target,))
    return replace(call, targets=(), options=call.options | {aim.on: target})


def is_aimless(aim: StruckArea | None, call: Call) -> bool:
    """Whether a call that can be aimed at a combatant is not aimed at anything yet."""
    return aim is not None and bool(aim.on) and not any(call.option(key) for key in (aim.at, aim.on) if key)


# ------------------------------------------------------------------------------------------------ bodies with locations


class BodyPart(State):
    """A hit location: a row of the table, and a part of the figure."""

    id: str
    name: str
    faces: str = ""
    """Faces of the die that hit it, such as `9–11`."""
    shape: str = ""
    """Name of the part in the figure; empty if it is only in the table."""
    numbers: tuple[str, ...] = ()
    """Its protection, a value for each of the body's scales."""
    injuries: int = 0
    effect: str = ""
    """Effect of its injuries, such as `useless`."""
    is_struck: bool = False
    """Whether the last hit was here."""


class Body(State):
    """A combatant's body: a table, and a figure unless `figure` is empty."""

    parts: tuple[BodyPart, ...]
    figure: str = ""
    """`humanoid`, `quadruped`, `flying_insect` or `hovering_robot`; if empty, none is drawn."""
    scales: tuple[str, ...] = ()
    """Short names of what the numbers measure: `phys`, `en`."""
    remark: str = ""
    """Further information, such as an injury at an unknown location."""


# --------------------------------------------------------------------------------------------------------------- clocks


InWords = Callable[[GameBattle, int], Text]
"""Turns a round of the battle, given by the engine's number, into words."""


def _round(battle: AnyBattle, round: int) -> Text:
    return text("Round {round}", round=round)


def _brief_round(battle: AnyBattle, round: int) -> Text:
    return text("R{round}", round=round)


class Clock(Record, kw_only=True):
    """The clock of a game; its words name no combatant, so that everybody may read them."""

    words: InWords = _round
    """Such as `Round 3`, for headings."""
    brief: InWords = _brief_round
    """The same in at most seven characters, for columns."""
    steps: tuple[int, ...] = ()
    """The steps of the countdown in every round, in order; empty if there is none. `Slot.segment` is one of them."""


ROUNDS = Clock()
"""A clock with rounds but without a countdown."""


# --------------------------------------------------------------------------------------------- files of their own kinds


class FileKind(Record, kw_only=True):
    """A kind of file whose text a battle stores: a TOML document, and the action that takes its text."""

    id: str
    title: str
    """`an action table`"""
    command: str
    """Menu command that loads a file: `Use another action table…`."""
    back: str
    """Menu command that returns to the default: `Back to the default action table`."""
    save: str
    """Menu command that saves the default to a file for editing: `Save the default action table…`."""
    own: Callable[[], str]
    """Returns the text of the default."""
    recognises: Callable[[Mapping[str, Any]], bool]
    """Whether a document is of this kind, even if it has errors."""
    problems: Callable[[str], tuple[str, ...]]
    """All errors in a file's text, a sentence with the location for each."""
    action: str
    """Id of the action that loads the text; with an empty text it returns to the default."""
    parameter: str
    """Key of the action's parameter for the text."""


# ---------------------------------------------------------------------------------------------------- tables to display


class Sign(State):
    """A sign used in the cells, and its meaning."""

    sign: str
    words: str


class GridRow(State):
    """A row: its title, and a sign for each column."""

    title: str
    cells: tuple[str, ...]


class Lit(State):
    """The cell that was read last, by its row and column, counted from 0."""

    row: int
    column: int
    words: str = ""
    """The result read there: `margin 36 against 10: M, medium`."""


class Grid(State):
    """A table to display."""

    title: str
    origin: str = ""
    """Source of the table, such as `designed for this program`."""
    rows_title: str = ""
    columns_title: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[GridRow, ...] = ()
    signs: tuple[Sign, ...] = ()
    """Weakest first."""
    lit: Lit | None = None


# --------------------------------------------------------------------------------------------------------- shared pools


class SharedPool(Record, kw_only=True):
    """A number with a maximum that belongs to the battle rather than to one combatant."""

    key: str
    title: str
    """`Players' action points`"""
    brief: str
    """`AP`"""
    value: Callable[[GameBattle], int]
    most: Callable[[GameBattle], int]
    """Its maximum."""
    with_value: Callable[[GameBattle, int], AnyBattle]
    side: str = ""
    """Side that it belongs to, for the colour; empty if it belongs to none."""
    is_public: bool = True
    """Whether players see it."""
    shortcut: str = ""
    """Suggested key in the window to add one; with Shift it subtracts one."""


# ------------------------------------------------------------------------------------ properties of zones and of links


class Traits(Record, kw_only=True):
    """Properties of zones or of links: records of one type, by id, in a field of the ruleset's shared state."""

    field: str
    """The field of the shared state: a dict by id."""
    kind: type[State]
    """Type of the records; the form is built from the annotations of its fields."""
    title: str
    words: Callable[[Any, bool], tuple[str, ...]]
    """Labels of a record on the map, a few words each; the flag is true for the players' window."""
    is_there_by_default: bool = False
    """Whether a record with only default values is kept, because it means something."""

    def records(self, battle: AnyBattle) -> Mapping[Id, State]:
        """All records of a battle."""
        found: Mapping[Id, State] = getattr(battle.shared, self.field)
        return found

    def of(self, battle: AnyBattle, id: Id) -> State | None:
        """The record of a zone or link, or None if it has none."""
        return self.records(battle).get(id)

    def with_record(self, battle: SameBattle, id: Id, record: State | None) -> SameBattle:
        """The battle with the record of a zone or link replaced, or removed if `record` is None."""
        records = {key: value for key, value in self.records(battle).items() if key != id}
        if record is not None and (self.is_there_by_default or record != self.kind()):
            records[id] = record
        shared = with_fields(battle.shared, {self.field: records})
        return battle if shared == battle.shared else replace(battle, shared=shared)

    def labels(self, battle: AnyBattle, id: Id | None, *, is_for_players: bool) -> tuple[str, ...]:
        """Labels of a zone or link on the map."""
        record = None if id is None else self.of(battle, id)
        return () if record is None else self.words(record, is_for_players)
