"""Small records with which rulesets say what they have: areas, bodies, clocks, tables, pools of several, traits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from msgspec import Meta, inspect

from model.engine.calls import Call
from model.state.base import Id, Record, State, replace
from model.state.battle import AnyBattle, Player
from model.state.board import Shape
from model.state.texts import Text, text

# ----------------------------------------------------------------------------------------------------- fields of sheets


def field(title: str, group: str, description: str = "", *, ge: float | None = None, le: float | None = None) -> Meta:
    """What a field of a sheet is called, under which heading the form shows it, and what a number may be."""
    return Meta(title=title, description=description, ge=ge, le=le, extra_json_schema={"group": group})


class PlayerResource(Record):
    """A whole number that every player of a game has, such as points to spend."""

    key: str
    title: str
    least: int
    most: int


@cache
def resources_of(kind: Any) -> tuple[PlayerResource, ...]:
    """The resources that a game's type of player declares: its whole numbers beyond what every player has."""
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
    """The area of an action. The window draws it as the GM aims, and takes whom it finds as the call's targets.

    The GM may add or take out anybody: then the call names its targets, and the rules follow these.
    """

    shape: Callable[[AnyBattle, Call], Shape | None]
    """Where it lies by what the call says so far; None while nobody knows, or without positions."""
    caught: Callable[[AnyBattle, Call], tuple[Id, ...]]
    """Whom the rules find in it, whatever targets the call names already; nobody where positions are unknown."""
    at: str = ""
    """Key of the parameter of kind `place` that says where it is aimed at; empty: it follows the first target."""
    on: str = ""
    """Key of the parameter of kind `combatant` that aims it at a combatant instead; empty: a spot alone."""
    applies: Callable[[AnyBattle, Call], bool] = _always
    """Whether this call strikes an area at all: what is thrown may strike one target alone."""


def aimed_on(aim: StruckArea | None, call: Call, target: Id) -> Call:
    """A call on a combatant: aimed at them where the action strikes an area, else with them as its one target."""
    if aim is None or not aim.on:
        return replace(call, targets=(target,))
    return replace(call, targets=(), options=call.options | {aim.on: target})


def is_aimless(aim: StruckArea | None, call: Call) -> bool:
    """Whether a call that can be aimed at a combatant is aimed at nobody and nowhere yet."""
    return aim is not None and bool(aim.on) and not any(call.option(key) for key in (aim.at, aim.on) if key)


# ------------------------------------------------------------------------------------------------ bodies with locations


class BodyPart(State):
    """A place at which a body can be hit: a row of the table, and a part of the figure."""

    id: str
    name: str
    faces: str = ""
    """Faces of the die that hit it, such as `9–11`."""
    shape: str = ""
    """Which part of the figure it is; empty: it stands in the table only."""
    numbers: tuple[str, ...] = ()
    """What protects it, a value for each of the body's scales."""
    injuries: int = 0
    effect: str = ""
    """What its injuries do, such as `useless`."""
    is_struck: bool = False
    """Whether the last hit was here."""


class Body(State):
    """A combatant's body. Without a figure it is the table alone."""

    parts: tuple[BodyPart, ...]
    figure: str = ""
    """`humanoid`, `quadruped`, `flying_insect` or `hovering_robot`; empty: none is drawn."""
    scales: tuple[str, ...] = ()
    """What the numbers measure, briefly: `phys`, `en`."""
    remark: str = ""
    """What there is to say besides, such as an injury at no known place."""


# --------------------------------------------------------------------------------------------------------------- clocks


InWords = Callable[[AnyBattle, int], Text]
"""A round of the battle, by the engine's number, in words."""


def _round(battle: AnyBattle, round: int) -> Text:
    return text("Round {round}", round=round)


def _brief_round(battle: AnyBattle, round: int) -> Text:
    return text("R{round}", round=round)


class Clock(Record, kw_only=True):
    """The clock of a game; what it says names nobody, so that everybody may read it."""

    words: InWords = _round
    """Such as `Round 3`, for headings."""
    brief: InWords = _brief_round
    """The same in at most seven signs, for columns."""
    steps: tuple[int, ...] = ()
    """What every round counts, in the order in which it is counted; empty: nothing. `Slot.segment` is one of them."""


ROUNDS = Clock()
"""Rounds, and nothing else."""


# --------------------------------------------------------------------------------------------- files of their own kinds


class FileKind(Record, kw_only=True):
    """A kind of file that a battle takes in by value: a TOML document, and the action that is given its text."""

    id: str
    title: str
    """`an action table`"""
    command: str
    """What the menu calls taking one in: `Use another action table…`."""
    back: str
    """What it calls going back to the program's own: `Back to the default action table`."""
    save: str
    """What it calls writing the program's own into a file, to be changed: `Save the default action table…`."""
    own: Callable[[], str]
    """The text of the program's own."""
    recognises: Callable[[Mapping[str, Any]], bool]
    """Whether a document is of this kind, however wrong it may be otherwise."""
    problems: Callable[[str], tuple[str, ...]]
    """Everything that is wrong with a file's text, a sentence each, with its place."""
    action: str
    """Id of the action that takes the text in; with an empty text it goes back to the program's own."""
    parameter: str
    """The action's parameter for the text."""


# ---------------------------------------------------------------------------------------------------- tables to look at


class Sign(State):
    """What a sign in the cells means."""

    sign: str
    words: str


class GridRow(State):
    """A row: what it is called, and a sign for each column."""

    title: str
    cells: tuple[str, ...]


class Lit(State):
    """The cell that was read last, by its row and column, counted from 0."""

    row: int
    column: int
    words: str = ""
    """What was read there: `margin 36 against 10: M, medium`."""


class Grid(State):
    """A table as it is shown."""

    title: str
    origin: str = ""
    """Where it comes from, such as `designed for this program`."""
    rows_title: str = ""
    columns_title: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[GridRow, ...] = ()
    signs: tuple[Sign, ...] = ()
    """Weakest first."""
    lit: Lit | None = None


# ----------------------------------------------------------------------------------------------------- pools of several


class SharedPool(Record, kw_only=True):
    """A display of the battle rather than of one combatant."""

    key: str
    title: str
    """`Players' action points`"""
    brief: str
    """`AP`"""
    value: Callable[[AnyBattle], int]
    most: Callable[[AnyBattle], int]
    """The most that it may hold."""
    with_value: Callable[[AnyBattle, int], AnyBattle]
    side: str = ""
    """Whose it is, for the colour; empty: nobody's in particular."""
    is_public: bool = True
    """Whether players see it."""
    shortcut: str = ""
    """Suggested key in the window for one more; with Shift it is one fewer."""


# ----------------------------------------------------------------------------------------- what zones and ways are like


class Traits(Record, kw_only=True):
    """Records of one type, by the id of a zone or of a link, in a field of the ruleset's shared state."""

    field: str
    """The field of the shared state: a dict by id."""
    kind: type[State]
    """The records' type; a form is made from what its fields say of themselves."""
    title: str
    words: Callable[[Any, bool], tuple[str, ...]]
    """What stands on the map of a record, a few words each; the flag says that it is for the players."""
    is_there_by_default: bool = False
    """Whether a record of nothing but defaults means something; otherwise it is not kept."""

    def records(self, battle: AnyBattle) -> Mapping[Id, State]:
        """All records of a battle."""
        found: Mapping[Id, State] = getattr(battle.shared, self.field)
        return found

    def of(self, battle: AnyBattle, id: Id) -> State | None:
        """The record of a zone or link; None when it has none."""
        return self.records(battle).get(id)

    def with_record(self, battle: AnyBattle, id: Id, record: State | None) -> AnyBattle:
        """The battle with another record of a zone or link; None takes it away."""
        records = {key: value for key, value in self.records(battle).items() if key != id}
        if record is not None and (self.is_there_by_default or record != self.kind()):
            records[id] = record
        shared = replace(battle.shared, **{self.field: records})
        return battle if shared == battle.shared else replace(battle, shared=shared)

    def told(self, battle: AnyBattle, id: Id | None, *, is_for_players: bool) -> tuple[str, ...]:
        """What stands on the map of a zone or link."""
        record = None if id is None else self.of(battle, id)
        return () if record is None else self.words(record, is_for_players)
