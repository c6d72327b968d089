"""A battle: everything that a session saves and an undo brings back."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Generic, Literal, Self, TypeVar

from msgspec import Meta

from model.state.base import ENVIRONMENT, Id, State, replace
from model.state.behaviour import Behaviours
from model.state.board import Board, Place
from model.state.effects import Effect
from model.state.order import Order
from model.state.remembered import remembered

Sheet = TypeVar("Sheet")
Shared = TypeVar("Shared")
Gear = TypeVar("Gear")
Seat = TypeVar("Seat", bound="Player")

HealthPolicy = Literal["exact", "words", "bar", "nothing"]
Setting = bool | int | float | str | list[Any]


class Item(State, Generic[Gear]):
    """A weapon, a tool, an armour: in a combatant's hands, worn, in a pack or on the board."""

    id: Id
    name: str
    gear: Gear
    """What the ruleset knows of it."""
    holder: Id | None = None
    """Whose it is; None when it lies on the board."""
    where: Literal["hand", "worn", "pack", "board"] = "hand"
    place: Place | None = None
    template: str = ""
    """The content entry it was made from; it is embedded by value."""


PLAYERS_SIDE = "pc"
"""The side of the players' characters."""
_SIDES = {PLAYERS_SIDE: "players", "npc": "opponents", "ally": "allies"}


def side_words(side: str) -> str:
    """What a side is called: `players`, `opponents`, or its own name."""
    return _SIDES.get(side, side)


class Combatant(State, Generic[Sheet]):
    """A participant in the battle: a character, an opponent or an ally."""

    id: Id
    name: str
    sheet: Sheet
    side: Annotated[str, Meta(min_length=1)] = "npc"
    public_name: str = ""
    """What players call them; empty: their real name."""
    is_hidden: bool = False
    """Players know nothing of them."""
    was_seen: bool = False
    """Players saw them in this combat before they were hidden or left: the number in their name still counts."""
    is_present: bool = True
    wave: Annotated[int, Meta(ge=0, le=99)] = 0
    """Of a prepared encounter: the wave that they come in with, absent until then; 0: none."""
    """False: not here yet, or gone; kept with everything they have."""
    is_out: bool = False
    """Out of the fight: takes no turns until the GM brings them back."""
    place: Place = Place()
    radius: Annotated[float, Meta(gt=0, le=100)] = 0.5
    """Metres from the token's centre to its edge."""
    portrait: str = ""
    """`<hash>.<extension>` of a picture beside the session; empty: initials."""
    effects: dict[Id, Effect] = {}
    origin: str = ""
    """The content entry or character file it was made from."""
    notes: str = ""


class Thing(State):
    """An object, vehicle, falling load or dropped item."""

    id: Id
    name: str
    place: Place = Place()
    health: int | None = None
    health_max: int | None = None
    resistance: int = 0
    mass: Annotated[float, Meta(ge=0)] = 0.0
    """Kilograms."""
    controller: Id | None = None
    speed: Annotated[float, Meta(ge=0)] = 0.0
    """Metres a round."""
    course: float = 0.0
    """Degrees clockwise from up."""
    is_falling: bool = False
    is_hidden: bool = False
    effects: dict[Id, Effect] = {}
    defence: int | None = None
    """What an attack on it has to reach; None: nobody has said yet."""


TaskState = Literal["open", "done", "failed"]


class Task(State):
    """Something that takes several successes, beside the fight or without one."""

    id: Id
    name: str
    successes: dict[str, int] = {}
    """By combatant, or by a side or team in its own words."""
    needed: Annotated[int, Meta(ge=1)] = 1
    attempts: int = 0
    """How many there were; in a contest the most that one of the rivals had."""
    attempts_max: int | None = None
    difficulty: int = 0
    """0: the ruleset's usual one."""
    is_contest: bool = False
    """Whether each collects successes for themselves; else they count together."""
    tries: dict[str, int] = {}
    """Attempts of each rival in a contest."""
    totals: dict[str, int] = {}
    """The last total of each rival in a contest."""
    state: TaskState = "open"
    winner: str = ""
    """Who has won a contest; empty: nobody, or not yet."""
    roll: dict[str, str] = {}
    """What an attempt rolls unless it says otherwise, in options of the ruleset's own, such as its skill."""
    seconds_each: Annotated[int, Meta(ge=0)] = 0
    """Game time that an attempt takes outside a fight."""
    begun: Annotated[int, Meta(ge=0)] = 0
    """Game time at which it was set up."""


class Player(State):
    """A player at the table. What a game lets players have besides, such as points to spend, it adds as fields."""

    id: Id
    name: str
    seat: int = 0
    is_present: bool = True
    characters: tuple[Id, ...] = ()
    run_by: str = ""
    """Who plays the characters of a player who is away: a player's id, or `RUN_BY_GM`; empty: they are away too."""


RUN_BY_GM = "gm"
"""Who runs the characters of a player who is away, where that is no player."""


class Precedent(State):
    """What the GM has decided for the rest of the fight, about a question that the rules leave to the GM."""

    option: str
    """Key of the option taken."""
    words: str
    """The option as it was shown."""


class Remark(State):
    """A note that the GM wrote into the log, kept until it is settled."""

    id: Id
    words: str
    is_question: bool = False
    """Whether it is to be looked up later."""
    round: int = 0


class Write(State):
    """What was written to a file of a campaign: its text before and after."""

    before: str
    after: str


class Source(State):
    """Where a combatant, a player or (for the environment) the game clock came from in a campaign."""

    file: str
    """Relative to the campaign's folder: `characters/nora.toml`."""
    taken: str
    """The text as it was taken over, by value: what the fight changed shows against it."""
    writes: tuple[Write, ...] = ()
    """What was written back, oldest first."""

    @property
    def base(self) -> str:
        """The text that the battle agreed with last."""
        return self.writes[-1].after if self.writes else self.taken


HandoutKind = Literal["picture", "portrait", "title", "message", "rule", "roll", "numbers"]


class Handout(State):
    """Something that the GM shows to players over their screen, kept to be shown again."""

    id: Id
    kind: HandoutKind
    title: str = ""
    text: str = ""
    file: str = ""
    """Name of a picture beside the session."""

    @property
    def words(self) -> str:
        """What it is, for the GM: `Title card “Chapter 2”`."""
        kind = {"title": "title card", "roll": "last roll", "numbers": "page"}.get(self.kind, self.kind)
        first = self.title or self.text.partition("\n")[0]
        return f"{kind} “{first}”" if first else kind


class Scene(State):
    """The part of the story that is running."""

    number: int = 1
    name: str = ""
    is_open: bool = True
    picture: str = ""
    """What players see of it where there is no map: name of a file beside the session."""


class Battle(State, Generic[Sheet, Gear, Shared, Seat]):
    """The whole fight. Besides the sheet type and the one struct of shared things, a ruleset names its types of gear
    and of players: a weapon is no less typed than its bearer.
    """

    ruleset: str
    shared: Shared
    title: str = "Battle"
    settings: dict[str, Setting] = {}
    """House rules that differ from the ruleset's defaults."""
    combatants: dict[Id, Combatant[Sheet]] = {}
    items: dict[Id, Item[Gear]] = {}
    things: dict[Id, Thing] = {}
    tasks: dict[Id, Task] = {}
    players: dict[Id, Seat] = {}
    board: Board = Board()
    order: Order = Order()
    scene: Scene = Scene()
    clock: Annotated[int, Meta(ge=0)] = 0
    """Game time in seconds."""
    health_policy: dict[str, HealthPolicy] = {}
    """What players see of the health of a side; not given: exact for their own, words for the others."""
    serial: Annotated[int, Meta(ge=0)] = 0
    """The last number given out for an id, so that none is used twice."""
    precedents: dict[str, Precedent] = {}
    """What is not asked again in this fight, by the rule that leaves it to the GM."""
    notes: str = ""
    """The GM's own about this battle."""
    remarks: dict[Id, Remark] = {}
    """What was noted on the way, oldest first."""
    behaviours: Behaviours = Behaviours()
    """What the GM says of what they do in forecasts."""
    sources: dict[Id, Source] = {}
    """What came from a campaign, by the id it has here."""
    handouts: dict[Id, Handout] = {}
    """What is kept to be shown to players."""
    shown: Id | None = None
    """The handout that they are shown now."""

    def combatant(self, id: Id) -> Combatant[Sheet]:
        """The combatant with this id; a KeyError is a bug of the caller."""
        return self.combatants[id]

    def with_combatant(self, combatant: Combatant[Sheet]) -> Self:
        """The battle with one combatant replaced or added."""
        return replace(self, combatants=self.combatants | {combatant.id: combatant})

    def items_of(self, holder: Id) -> tuple[Item[Gear], ...]:
        """What a combatant has, oldest first."""
        return by_holder(self.items).get(holder, ())


AnyBattle = Battle[Any, Any, Any, Player]

MOST_COMBATANTS = 2000
"""In a battle: more than any table could ever use, and about what a window can show."""

_LONGEST_SLUG = 60
"""Letters: a file's name may have about 250 bytes."""
_NOT_SLUG = re.compile(r"[^a-z0-9]+")


def age(thing: Item[Any] | Combatant[Any] | Thing | Task | Player) -> tuple[int, Id]:
    """A key that sorts by when an id was given out: order within a dict means nothing."""
    return age_of(thing.id)


@lru_cache(maxsize=4096)
def age_of(id: Id) -> tuple[int, Id]:
    """The same of an id."""
    number = id.rpartition("-")[2]
    return (int(number) if number.isdigit() else 0, id)


@remembered(64)
def by_holder(items: Mapping[Id, Item[Any]]) -> Mapping[Id | None, tuple[Item[Any], ...]]:
    """All items by who has them, each time oldest first."""
    found: dict[Id | None, list[Item[Any]]] = {}
    for item in items.values():
        found.setdefault(item.holder, []).append(item)
    return {holder: tuple(sorted(held, key=age)) for holder, held in found.items()}


@lru_cache(maxsize=1024)
def slug(name: str) -> str:
    """A lower-case word for an id, made from a name."""
    return _NOT_SLUG.sub("-", name.lower()).strip("-")[:_LONGEST_SLUG].rstrip("-") or "x"


def new_id(battle: AnyBattle, name: str) -> tuple[Id, AnyBattle]:
    """An id that the file has never used, and the battle that remembers having given it out."""
    serial = battle.serial + 1
    return f"{slug(name)}-{serial}", replace(battle, serial=serial)


def name_of(battle: AnyBattle, id: Id) -> str:
    """What the GM calls a combatant or thing."""
    if id == ENVIRONMENT:
        return "Environment"
    for collection in (battle.combatants, battle.things, battle.items, battle.players, battle.board.zones):
        if found := collection.get(id):
            return str(found.name)
    if feature := battle.board.features.get(id):
        return feature.name or feature.kind.capitalize()
    return id
