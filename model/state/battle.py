"""A battle: everything that a session saves and an undo restores."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Annotated, Any, Concatenate, Generic, Literal, ParamSpec, Self, TypeAlias, TypeVar, cast

from msgspec import Meta

from model.state.base import ENVIRONMENT, Id, State, replace, with_fields
from model.state.behaviour import Behaviours
from model.state.board import Board, Place
from model.state.effects import Effect
from model.state.identity_cache import cached_by_identity
from model.state.order import Order

# Values never change, so that a battle of more precise types is one of more general types too.
Sheet = TypeVar("Sheet", covariant=True)
Shared = TypeVar("Shared", covariant=True)
Gear = TypeVar("Gear", covariant=True)
Seat = TypeVar("Seat", bound="Player", covariant=True)

HealthPolicy = Literal["exact", "words", "bar", "nothing"]
Departure = Literal["fled", "captured", "surrendered"]
"""How a combatant can be out of combat alive and unbeaten."""
Setting = bool | int | float | str | list[Any]


class Item(State, Generic[Gear]):
    """A weapon, a tool, an armour: in a combatant's hands, worn, in a pack or on the board."""

    id: Id
    name: str
    gear: Gear
    """The ruleset's data about it."""
    holder: Id | None = None
    """Id of the combatant who has it, or None if it is on the board."""
    where: Literal["hand", "worn", "pack", "board"] = "hand"
    place: Place | None = None
    template: str = ""
    """The content entry it was made from; the entry's data is copied into it."""


PLAYERS_SIDE = "pc"
"""The side of the players' characters."""
_SIDES = {PLAYERS_SIDE: "players", "npc": "opponents", "ally": "allies"}


def side_words(side: str) -> str:
    """Name of a side: `players`, `opponents`, `allies`, or the side itself."""
    return _SIDES.get(side, side)


class Combatant(State, Generic[Sheet]):
    """A participant in the battle: a character, an opponent or an ally."""

    id: Id
    name: str
    sheet: Sheet
    side: Annotated[str, Meta(min_length=1)] = "npc"
    public_name: str = ""
    """Name that players see; empty: the real name."""
    is_hidden: bool = False
    """Whether players do not know of them."""
    was_seen: bool = False
    """Whether players saw them in this combat before they were hidden or left; the number in their name stays."""
    is_present: bool = True
    """False: not in the battle yet, or gone; kept with everything they have."""
    wave: Annotated[int, Meta(ge=0, le=99)] = 0
    """Wave of a prepared encounter in which they arrive, absent until then; 0: none."""
    is_out: bool = False
    """Removed from combat: takes no turns until the GM returns them to combat."""
    left_as: Departure | None = None
    """How they left combat alive; they are out of combat until the GM returns them. None: they did not leave so."""
    place: Place = Place()
    radius: Annotated[float, Meta(gt=0, le=100)] = 0.5
    """Metres from the token's centre to its edge."""
    portrait: str = ""
    """`<hash>.<extension>` of a picture beside the session; empty: initials are shown."""
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
    """Metres per round."""
    course: float = 0.0
    """Degrees clockwise from up."""
    is_falling: bool = False
    is_hidden: bool = False
    effects: dict[Id, Effect] = {}
    defence: int | None = None
    """What an attack on it has to reach, or None if that is not decided yet."""


TaskState = Literal["open", "done", "failed"]


class Task(State):
    """Something that takes several successes, during a fight or outside one."""

    id: Id
    name: str
    successes: dict[str, int] = {}
    """Successes by combatant, or by the name of a side or team."""
    needed: Annotated[int, Meta(ge=1)] = 1
    attempts: int = 0
    """Number of attempts; in a contest, the most that any rival has made."""
    attempts_max: int | None = None
    difficulty: int = 0
    """0: the ruleset's usual difficulty."""
    is_contest: bool = False
    """Whether each rival collects successes separately; otherwise they count together."""
    tries: dict[str, int] = {}
    """Attempts of each rival in a contest."""
    totals: dict[str, int] = {}
    """The last total of each rival in a contest."""
    state: TaskState = "open"
    winner: str = ""
    """Winner of a contest; empty: nobody, or not decided yet."""
    roll: dict[str, str] = {}
    """What an attempt rolls by default, in the ruleset's own options, such as its skill."""
    seconds_each: Annotated[int, Meta(ge=0)] = 0
    """Game time in seconds that an attempt takes outside a fight."""
    begun: Annotated[int, Meta(ge=0)] = 0
    """Game time in seconds at which it was set up."""


class Player(State):
    """A player at the table. A ruleset adds fields for what else its players have, such as points to spend."""

    id: Id
    name: str
    seat: int = 0
    is_present: bool = True
    characters: tuple[Id, ...] = ()
    run_by: str = ""
    """Who plays the characters of an absent player: a player's id, or `RUN_BY_GM`; empty: they are absent too."""
    has_begun: bool = False
    """Whether they have what the game night in progress gives to everyone present."""


RUN_BY_GM = "gm"
"""Value of `Player.run_by` if the GM plays the characters of an absent player."""


class Precedent(State):
    """The GM's decision, for the rest of the fight, on a question that the rules leave to the GM."""

    option: str
    """Key of the chosen option."""
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
    """A write to a campaign file: its text before and after."""

    before: str
    after: str


class Source(State):
    """Campaign source of a combatant, a player or (for the environment) the game clock."""

    file: str
    """Path relative to the campaign's folder: `characters/nora.toml`."""
    taken: str
    """The text of the file as it was imported; what the fight changed is found by comparing with it."""
    writes: tuple[Write, ...] = ()
    """What was written back to the file, oldest first."""

    taken_up: str = ""
    """The text that the battle agrees with since it took up a newer file; empty if it has not since the last write."""

    @property
    def base(self) -> str:
        """The text that the battle last agreed with."""
        return self.taken_up or (self.writes[-1].after if self.writes else self.taken)


HandoutKind = Literal["picture", "portrait", "title", "message", "rule", "roll", "numbers"]


class Handout(State):
    """Something that the GM shows on the players' screen, kept to be shown again."""

    id: Id
    kind: HandoutKind
    title: str = ""
    text: str = ""
    file: str = ""
    """Name of a picture beside the session."""

    @property
    def words(self) -> str:
        """A description for the GM: `title card “Chapter 2”`."""
        kind = {"title": "title card", "roll": "last roll", "numbers": "page"}.get(self.kind, self.kind)
        first = self.title or self.text.partition("\n")[0]
        return f"{kind} “{first}”" if first else kind


class Scene(State):
    """The current part of the story."""

    number: int = 1
    name: str = ""
    is_open: bool = True
    picture: str = ""
    """What players see if there is no map: name of a file beside the session."""


class Battle(State, Generic[Sheet, Gear, Shared, Seat]):
    """The whole battle.

    Besides the sheet type and the one struct of shared values, a ruleset names its types of gear and of players: a
    weapon is as strictly typed as its holder.
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
    """What players see of the health of a side; by default, exact for their own and words for the others."""
    serial: Annotated[int, Meta(ge=0)] = 0
    """The last number used in an id, so that none is used twice."""
    precedents: dict[str, Precedent] = {}
    """Questions that are not asked again in this fight, by the rule that leaves them to the GM."""
    notes: str = ""
    """The GM's notes about this battle."""
    remarks: dict[Id, Remark] = {}
    """Notes made during play, oldest first."""
    behaviours: Behaviours = Behaviours()
    """The GM's settings for how combatants act in forecasts."""
    sources: dict[Id, Source] = {}
    """Campaign sources, by the id in this battle."""
    handouts: dict[Id, Handout] = {}
    """Handouts that are kept to be shown to players."""
    shown: Id | None = None
    """Id of the handout that players see now, or None."""

    def combatant(self, id: Id) -> Combatant[Sheet]:
        """The combatant with this id; a KeyError is a bug in the caller."""
        return self.combatants[id]

    def with_combatant(self, combatant: Combatant[Sheet]) -> Self:
        """The battle with one combatant replaced or added."""
        return replace(self, combatants=self.combatants | {combatant.id: combatant})

    def items_of(self, holder: Id) -> tuple[Item[Gear], ...]:
        """The items of a combatant, oldest first."""
        return by_holder(self.items).get(holder, ())


AnyBattle = Battle[Any, Any, Any, Player]
"""A battle of any game: what the engine knows of it."""
SameBattle = TypeVar("SameBattle", bound=AnyBattle)
"""A battle of any game, in functions that return one of the same game: the rules still know its types afterwards."""
GameBattle: TypeAlias = Any
"""The battle that a part of a game takes, where the engine declares such parts: it must be one of that game."""


def of_same_game(battle: SameBattle, after: AnyBattle) -> SameBattle:
    """`after`, which a part of the game has made of `battle`.

    Each of these functions returns battles of its own game; the types of a ruleset's record cannot say that.
    """
    return cast(SameBattle, after)


Changes = ParamSpec("Changes")


def changing_part(
    part: str, kind: Callable[Changes, Order | Board]
) -> Callable[Concatenate[SameBattle, Changes], SameBattle]:
    """Return a function that replaces fields of a part of a battle: `with_order(battle, phase="acting")`.

    It takes what builds a part of this kind, so that type checkers know the names and types of the fields.
    """

    def changed(battle: SameBattle, /, *args: Changes.args, **changes: Changes.kwargs) -> SameBattle:
        return with_fields(battle, {part: with_fields(getattr(battle, part), changes)})

    return changed


with_order = changing_part("order", Order)
with_board = changing_part("board", Board)

MOST_COMBATANTS = 2000
"""Maximum number of combatants in a battle: more than any table could use, and about what a window can show."""

_LONGEST_SLUG = 60
"""Letters; a file name may have about 250 bytes."""
_NOT_SLUG = re.compile(r"[^a-z0-9]+")


def age(thing: Item[Any] | Combatant[Any] | Thing | Task | Player) -> tuple[int, Id]:
    """Sort key by when an id was created; the order within a dict means nothing."""
    return age_of(thing.id)


@lru_cache(maxsize=4096)
def age_of(id: Id) -> tuple[int, Id]:
    """Sort key of an id, as `age` gives it."""
    number = id.rpartition("-")[2]
    return (int(number) if number.isdecimal() else 0, id)


@cached_by_identity(64)
def by_holder(items: Mapping[Id, Item[Any]]) -> Mapping[Id | None, tuple[Item[Any], ...]]:
    """All items by holder, those of each holder oldest first."""
    found: dict[Id | None, list[Item[Any]]] = {}
    for item in items.values():
        found.setdefault(item.holder, []).append(item)
    return {holder: tuple(sorted(held, key=age)) for holder, held in found.items()}


@lru_cache(maxsize=1024)
def slug(name: str) -> str:
    """A lower-case word for an id, made from a name."""
    return _NOT_SLUG.sub("-", name.lower()).strip("-")[:_LONGEST_SLUG].rstrip("-") or "x"


def new_id(battle: SameBattle, name: str) -> tuple[Id, SameBattle]:
    """A new id that the file has never used, and the battle that records its use."""
    serial = battle.serial + 1
    return f"{slug(name)}-{serial}", replace(battle, serial=serial)


def name_of(battle: AnyBattle, id: Id) -> str:
    """The GM's name for a combatant, thing, item, player, zone or feature; the id itself if it is unknown."""
    if id == ENVIRONMENT:
        return "Environment"
    for collection in (battle.combatants, battle.things, battle.items, battle.players, battle.board.zones):
        if found := collection.get(id):
            return str(found.name)
    if feature := battle.board.features.get(id):
        return feature.name or feature.kind.capitalize()
    return id
