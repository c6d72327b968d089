"""The tables of a scenario file: names, types and ranges of every key."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from model.state.base import State
from model.state.battle import HealthPolicy, Player
from model.state.board import FogLevel, Point
from model.state.effects import OWN, Prevented, Until

FORMAT = 1
"""The version of scenario files that this program reads."""

Table = dict[str, Any]
Box = tuple[float, float, float, float]
Disc = tuple[float, float, float]
Name = Annotated[str, Meta(min_length=1)]


class EffectTable(State):
    """A condition with its relations."""

    kind: str = OWN
    """A condition of the game; if not given, one of the GM's own, which needs a name."""
    name: str = ""
    changes: dict[str, int] = {}
    """By the id of a number that an own condition of this game can change."""
    prevents: tuple[Prevented, ...] = ()
    source: str | None = None
    other: str | None = None
    until: Until | None = None
    """If not given, the condition's usual end."""
    clock: str | None = None
    round: int = 0
    """The round with whose end it ends, for `until = "round_end"`."""
    ends: str = ""
    """In the GM's words, such as `the bell rings`."""
    amount: int = 0
    note: str = ""
    public: bool | None = None


class Placed(State):
    """Base of tables with a place on the board."""

    id: Name
    at: Point | None = None
    zone: str | None = None
    height: float = 0.0
    hidden: bool = False


class CombatantTable(Placed):
    """A combatant, or `count` combatants of a kind."""

    name: str = ""
    template: str = ""
    side: Name | None = None
    public: str | None = None
    radius: Annotated[float, Meta(gt=0, le=100)] | None = None
    present: bool = True
    out: bool = False
    group: str = ""
    count: Annotated[int, Meta(ge=1, le=200)] = 1
    sheet: Table = {}
    given: Table = {}
    items: tuple[Table, ...] = ()
    conditions: tuple[str, ...] = ()
    effects: tuple[EffectTable, ...] = ()
    members: tuple[str, ...] = ()


class ThingTable(Placed):
    """An object, vehicle, falling load or dropped item."""

    name: str = ""
    health: int | None = None
    health_max: int | None = None
    resistance: int = 0
    mass: Annotated[float, Meta(ge=0)] = 0.0
    controller: str | None = None
    speed: Annotated[float, Meta(ge=0)] = 0.0
    course: float = 0.0
    falling: bool = False
    defence: int | None = None


class TaskTable(State):
    """A task that needs several successes."""

    id: Name
    name: str = ""
    successes: dict[str, int] = {}
    needed: Annotated[int, Meta(ge=1)] = 1
    attempts: int = 0
    attempts_max: int | None = None
    difficulty: int = 0
    is_contest: bool = False
    tries: dict[str, int] = {}
    roll: dict[str, str] = {}
    seconds_each: Annotated[int, Meta(ge=0)] = 0


class PlayerTable(State):
    """A player; `scenario_table` adds the fields of the ruleset's player resources."""

    id: Name
    name: str = ""
    seat: int = 0
    present: bool = True
    characters: tuple[str, ...] = ()


class Shaped(State):
    """Base of tables with at most one shape."""

    id: Name
    name: str = ""
    hidden: bool = False
    rectangle: Box | None = None
    """Left, top, width and height in metres."""
    angle: float = 0.0
    circle: Disc | None = None
    """Centre (x, y) and radius in metres."""
    polygon: tuple[Point, ...] | None = None
    line: tuple[Point, ...] | None = None


class LinkTable(State):
    """A connection between two zones."""

    between: tuple[str, str]
    name: str = ""
    metres: Annotated[float, Meta(ge=0)] | None = None
    band: str | None = None
    blocked: bool = False
    cut: bool = False
    """There is no connection at all; the rules treat it as blocked."""
    one_way: bool = False
    hidden: bool = False
    cost: Annotated[int, Meta(ge=0)] = 1


class FogTable(State):
    """Fog level of a part of the board: of a zone, in a shape, along a brush stroke, or everywhere."""

    level: FogLevel | None = None
    zone: str | None = None
    everywhere: bool = False
    rectangle: Box | None = None
    angle: float = 0.0
    circle: Disc | None = None
    polygon: tuple[Point, ...] | None = None
    line: tuple[Point, ...] | None = None
    """Points of a brush stroke."""
    width: Annotated[float, Meta(gt=0, le=1000)] | None = None
    """Width of the stroke in metres."""
    seen_by_party: bool = False
    """Reveals the zones that the party sees; only in a step."""
    dims_others: bool = False
    """With `seen_by_party`: dims the other revealed zones."""


class BoardTable(State):
    """The board. A zone without a shape is a clump: its distances are those of its links."""

    zones: tuple[Shaped, ...] = ()
    links: tuple[LinkTable, ...] = ()
    cover: tuple[Shaped, ...] = ()
    terrain: tuple[Shaped, ...] = ()
    drawings: tuple[Shaped, ...] = ()
    fog: tuple[FogTable, ...] = ()
    """Fog in the order in which it is applied."""
    cell: Annotated[float, Meta(gt=0)] = 1.0
    grid: bool = True


class OrderTable(State):
    """The initiative order before combat, or a running combat."""

    slots: tuple[Any, ...] = ()
    """Ids of combatants or groups; a list of ids is one slot. Combatants that are not listed follow them."""
    round: Annotated[int, Meta(ge=0)] = 0
    """The current round, or 0 if combat has not begun."""
    turn: str = ""
    """The combatant or group that has the turn; if empty, the first slot."""
    first: str | None = None
    """The side that began."""


class SceneTable(State):
    """The current scene of the story."""

    number: int = 1
    name: str = ""
    open: bool = True


class DoTable(State):
    """One step: at most one command, and expectations."""

    action: str = ""
    actor: str = ""
    target: str = ""
    targets: tuple[str, ...] = ()
    with_: str = msgspec.field(default="", name="with")
    options: Table = {}
    dice: Any = ()
    answers: Any = ()
    say: Any = ()
    take: Table = {}
    override: dict[str, int | bool] = {}
    anyway: tuple[str, ...] = ()
    start: Any = None
    end_turn: Any = None
    delay: str = ""
    end_round: bool = False
    end_fight: bool = False
    undo: Annotated[int, Meta(ge=1)] | None = None
    redo: Annotated[int, Meta(ge=1)] | None = None
    edit: Table = {}
    fog: FogTable | None = None
    odds: Table = {}
    expect: Table = {}


class ScenarioTable(State):
    """A scenario file."""

    format: int
    title: Name
    ruleset: Name
    rules: tuple[str, ...] = ()
    settings: Table = {}
    shared: Table = {}
    scene: SceneTable = SceneTable()
    clock: Annotated[int, Meta(ge=0)] = 0
    health: dict[str, HealthPolicy] = {}
    """What players see of the health of combatants, by side."""
    board: BoardTable = BoardTable()
    order: OrderTable | None = None
    combatant: tuple[CombatantTable, ...] = ()
    player: tuple[PlayerTable, ...] = ()
    thing: tuple[ThingTable, ...] = ()
    task: tuple[TaskTable, ...] = ()
    do: tuple[DoTable, ...] = ()


@cache
def scenario_table(player: Any) -> type[ScenarioTable]:
    """Return the scenario type for a ruleset with this player type: its players have the ruleset's player resources."""
    fields = (field for field in msgspec.structs.fields(player) if field.name not in Player.__struct_fields__)
    own = [(field.name, field.type, field.default) for field in fields]
    table: Any = msgspec.defstruct("PlayerTable", own, bases=(PlayerTable,))
    kind: Any = msgspec.defstruct("ScenarioTable", [("player", tuple[table, ...], ())], bases=(ScenarioTable,))
    scenario: type[ScenarioTable] = kind
    return scenario


Kind = Literal["cover", "terrain", "drawing"]
