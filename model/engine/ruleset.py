"""`Ruleset` and its parts, as data for the engine, the scenarios and the window."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Generic, Literal, TypeVar

from model.board.distance import REACH_TOLERANCE, Metric, between
from model.engine.archetypes import Archetype
from model.engine.ask import Ask, MeasureKey
from model.engine.calls import Call
from model.engine.conditions import Condition, Conditions, OwnChange
from model.engine.displays import Display, PoolDisplay
from model.engine.modifiers import Stacking, all_count
from model.engine.moving import Movement
from model.engine.names import Names, SheetPart, names_of
from model.engine.settings import SettingSpec, specs_of
from model.engine.tactics import NO_TACTICS, Tactics
from model.engine.types import (
    ROUNDS,
    Clock,
    FileKind,
    PlayerResource,
    SharedPool,
    StruckArea,
    Traits,
    resources_of,
)
from model.state.base import ENVIRONMENT, Id, Record, State
from model.state.battle import AnyBattle, GameBattle, Player, SameBattle, name_of, of_same_game
from model.state.identity_cache import cached_by_identity
from model.state.order import Share, Slot
from model.state.texts import Explanation, Refusal, Text, ref, text

ParameterKind = Literal[
    "flag", "number", "choice", "text", "place", "path", "combatant", "combatants", "item", "table", "value"
]
"""Kind of value of a parameter; `table`: values by name; `value`: anything that a file can contain."""
Targets = Literal["none", "one", "many", "maybe", "any"]
"""Number of targets of an action; `maybe`: one or none; `any`: any number, including none."""
Runs = Callable[[GameBattle, Call, Ask], AnyBattle | Refusal]
NO_TARGET = "no_target"
_LARGEST = 10**15
"""Limit for numbers: a larger one is a mistake, and a float would not represent it exactly."""
Guard = Callable[[GameBattle, Call], Iterable[Refusal]]


class Entry(Record):
    """One key of a table parameter and its possible values, each with its label; the first one is the default."""

    key: str
    title: str
    options: tuple[tuple[str, str], ...]


Said = TypeVar("Said", covariant=True)
_NO_DEFAULT: Any = None


class Parameter(Record, Generic[Said], kw_only=True):
    """A parameter of an action, chosen before the action runs; the window builds a toggle or field from it.

    Rules read its value with `said`, which has the type of the default; one without a default is declared with the
    type of its value: `LIMB: Parameter[str | None] = Parameter(key="limb", ...)`.
    """

    key: str
    title: str
    kind: ParameterKind
    default: Said = _NO_DEFAULT
    now: Callable[[GameBattle, Call], Any] | None = None
    """The current value before the call, with which a form is filled."""
    options: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    decimals: int = 0
    """Number of decimals that a form accepts."""
    help: str = ""
    rule: str = ""
    applies: Callable[[GameBattle, Call], bool] | None = None
    """Whether it makes sense for this call; None means always."""
    choices: Callable[[GameBattle, Call], Iterable[tuple[str, str]]] | None = None
    """Labels and possible values of a text or of each of several combatants; if None, a text is typed."""
    entries: Callable[[GameBattle, Call], Iterable[Entry]] | None = None
    """Possible entries of a table; if None, the window does not ask for the table."""
    price: Callable[[GameBattle, Call, int], str | None] | None = None
    """Cost of a number in words, or None if the number is not available. The window offers the numbers side by side,
    each with its chance, before any dice are rolled."""
    step_key: str = ""
    """Keyboard key that adds one to a number, with the first number after the last, or toggles a flag."""
    is_declared: bool = False
    """Whether it is declared before every roll, such as how far to run: always shown, a choice as toggles."""
    is_asked: bool = False
    """Whether combat cannot start in the usual way without an answer: the rules ask for it as a question."""
    was_flag: bool = False
    """Whether this choice of yes and no was a flag in older files: true and false are still accepted."""

    def said(self, call: Call) -> Said:
        """The value in a call, or the default if it is not given."""
        value: Said = call.options.get(self.key, self.default)
        return _as_word(value) if self.was_flag else value

    def problem(self, value: Any) -> str | None:
        """Why a value is not valid, as a sentence, or None if it is."""
        if self.was_flag and isinstance(value, bool):
            return None
        expected = _TYPES.get(self.kind)
        if expected and (not isinstance(value, expected) or (self.kind == "number" and isinstance(value, bool))):
            return f"{self.title} needs {'yes or no' if self.kind == 'flag' else f'a {self.kind}'}."
        if self.kind == "combatants" and not _is_list_of_ids(value):
            return f"{self.title} needs a list of ids."
        if self.kind == "table" and not _is_table(value):
            return f"{self.title} needs a table of names and plain values."
        if self.kind == "choice" and value not in self.options:
            return f"{self.title}: “{value}” is not one of {', '.join(self.options)}."
        if self.kind == "number":
            if not -_LARGEST <= value <= _LARGEST:
                return f"{self.title} needs a number of at most fifteen digits."
            if self.least is not None and value < self.least:
                return f"{self.title} must be at least {self.least:g}."
            if self.most is not None and value > self.most:
                return f"{self.title} must be at most {self.most:g}."
        return None


def _as_word(value: Any) -> Any:
    """The word of a choice of yes and no that was a flag in older files."""
    return value if not isinstance(value, bool) else "yes" if value else "no"


_TYPES: dict[str, type | tuple[type, ...]] = {
    "flag": bool,
    "number": (int, float),
    "choice": str,
    "text": str,
    "combatant": str,
    "item": str,
}
"""Type of the value by kind of parameter; other kinds need more checks."""


def _is_table(value: object) -> bool:
    """Whether a value is a dict that a session file can contain: string keys, and valid values at every level."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_value(member) for key, member in value.items())
    return False


def _is_value(value: object) -> bool:
    if isinstance(value, dict):
        return _is_table(value)
    return all(map(_is_value, value)) if isinstance(value, list | tuple) else value is not None


def _is_list_of_ids(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(id, str) for id in value)


class Action(Record, kw_only=True):
    """Something that a combatant can do."""

    id: str
    title: str
    run: Runs
    targets: Targets = "none"
    takes_things: bool = False
    """Whether targets may be things as well as combatants; the GM's edits always accept both."""
    needs_item: bool = False
    items: Callable[[GameBattle, Id], Iterable[tuple[Id, str]]] | None = None
    """Ids and labels of the items that a combatant can use for it, the usual one first; None means all of the
    combatant's items if it needs one."""
    parameters: tuple[Parameter[Any], ...] = ()
    guards: tuple[Guard, ...] = ()
    rules: tuple[str, ...] = ()
    cost: str = ""
    """Cost in words, such as `standard action`; empty if it costs nothing."""
    group: Literal["attack", "defence", "move", "other", "order", "edit"] = "other"
    """Where the window shows it; `order` and `edit` are commands, not buttons of the action panel."""
    is_stroke: bool = False
    """Whether it is done many times in a row, as with a brush: consecutive equal messages are one line of the log."""
    beside: Literal["", "shown", "kept"] = ""
    """Whether it is no part of the fight, so that the log leaves it out. `shown` only shows something to the players,
    and undo passes over it; `kept` writes or keeps something, such as a handout or a character's file.
    """
    section: str = ""
    """Heading under which lists of all actions show it; empty means that of its group."""
    is_defensive: bool = False
    is_help: bool = False
    """Whether its target is a friend rather than a foe."""
    needed_by: Callable[[GameBattle, Id], Id | None] | None = None
    """For an action that helps: the combatant who needs it most among those that the actor can help. They are the
    default target if none is marked.
    """
    key: str = ""
    """Suggested key in the window, such as `A`; empty if there is none."""
    help: str = ""
    aim: StruckArea | None = None
    """The area that it strikes; if None, it affects only the marked targets."""

    def refusals(self, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """All refusals of a call: first those for a malformed call, then those of the guards.

        Guards are asked only if the call is well formed, apart from a missing target.
        """
        malformed = self._malformed(battle, call)
        if malformed:
            yield from malformed
            if any(no.key != NO_TARGET for no in malformed):
                return
        for guard in self.guards:
            yield from guard(battle, call)

    def _malformed(self, battle: AnyBattle, call: Call) -> list[Refusal]:
        """Refusals for a malformed call; a list, since all checks are always made."""
        found: list[Refusal] = []
        if call.actor != ENVIRONMENT and call.actor not in battle.combatants:
            found.append(_never("unknown_actor", f"There is no combatant “{call.actor}”."))
        for target in call.targets:
            if target in battle.things and not self.takes_things and self.group != "edit":
                sentence = text(
                    "{thing} is an object: “{title}” is for combatants.", thing=ref(target), title=self.title
                )
                found.append(Refusal(key="thing", sentence=sentence, can_override=False))
            elif target not in battle.combatants and target not in battle.things:
                found.append(_never("unknown_target", f"There is no target “{target}”."))
        if self.targets in ("one", "many") and not call.targets:
            found.append(_never(NO_TARGET, f"{self.title} needs a target: mark one with T or a double-click."))
        if self.targets in ("one", "maybe") and len(call.targets) > 1:
            found.append(_never("many_targets", f"{self.title} takes a single target."))
        if call.item is not None and call.item not in battle.items:
            found.append(_never("unknown_item", f"There is no item “{call.item}”."))
        known = _by_key(self.parameters) if call.options else {}
        for key, value in call.options.items():
            if key not in known:
                found.append(_never("unknown_option", f"{self.title} has no option “{key}”."))
            elif problem := known[key].problem(value):
                found.append(_never("bad_option", problem))
        return found


@cached_by_identity(1024)
def _by_key(parameters: tuple[Parameter[Any], ...]) -> Mapping[str, Parameter[Any]]:
    return {parameter.key: parameter for parameter in parameters}


def _never(key: str, sentence: str) -> Refusal:
    return Refusal(key=key, sentence=text(sentence.replace("{", "(").replace("}", ")")), can_override=False)


class Band(Record, kw_only=True):
    """A range band: its name and its upper limit in metres, or None if it has no limit."""

    id: str
    title: str
    reach: float | None
    rule: str = ""
    note: str = ""
    """Meaning of a band that is not in metres: `2 zones`."""


class Ranges(Record, kw_only=True):
    """How a ruleset measures distance."""

    bands: tuple[Band, ...]
    measures_from: Literal["centre", "edge"] = "centre"
    metric: Callable[[GameBattle], Metric] = lambda battle: "straight_line"
    """How diagonals count on the map."""
    counted: Callable[[GameBattle, Id, Id], Band | None] | None = None
    """The band between two combatants, or None if unknown, in games that count zones; not set if bands go by metres."""
    zones_apart: Callable[[GameBattle, Id, Id], Band] | None = None
    """The band between two zones, in games that count zones."""
    touches: Callable[[GameBattle, Id, Id], bool] | None = None
    """Whether two combatants are close enough to touch, as melee needs it; the first band if not set."""
    join: Callable[[GameBattle, Id, Id], AnyBattle] | None = None
    """The battle with a combatant next to another one where their places alone do not say so; not set if they do."""

    def are_beside(self, battle: AnyBattle, first: Id, second: Id) -> bool:
        """Whether two combatants stand next to each other, in reach; True if the distance is unknown in metres."""
        if self.touches is not None:
            return self.touches(battle, first, second)
        metres, reach = between(battle, first, second, self), self.bands[0].reach
        return metres is None or reach is None or metres <= reach + REACH_TOLERANCE

    def joined(self, battle: SameBattle, who: Id, other: Id) -> SameBattle:
        """The battle after a combatant has come to stand next to another one."""
        return battle if self.join is None or who == other else of_same_game(battle, self.join(battle, who, other))

    @property
    def in_metres(self) -> bool:
        return self.counted is None

    def band(self, metres: float) -> Band:
        """The band of a distance in metres; a distance on the limit belongs to the nearer band."""
        for band in self.bands:
            if band.reach is None or metres <= band.reach + 1e-6:
                return band
        return self.bands[-1]


class Derived(Record, kw_only=True):
    """A named number that is computed from others, for the sheet, scenarios and the health policy for players."""

    key: str
    title: str
    value: Callable[[GameBattle, Id], float | Explanation]
    group: str = ""


class Measure(Record, kw_only=True):
    """A result of an action that odds compute."""

    key: MeasureKey
    title: str
    kind: Literal["chance", "spread", "places"] = "chance"
    """A chance, the distribution of an amount, or the distribution of pairs of place and amount."""
    is_apart: bool = False
    """Whether a chance is independent of the first one, so that it is not shown as a share of it."""
    needs: MeasureKey | None = None
    """The chance without which it does not come about, such as a hit for damage: an action with that has this too."""


class Haste(Record, kw_only=True):
    """How a combatant pays for acting earlier before initiative is rolled."""

    action: str
    """Id of the action; its parameter `points` is the number of points paid."""
    points: Callable[[GameBattle, Id], int]
    """Number of points that a combatant has paid for the next roll."""


class TurnPrompt(Record, kw_only=True):
    """Dice or a decision that the end of a turn requires; `model.engine.prompts` asks for it."""

    id: str
    title: str
    is_due: Callable[[GameBattle, Id], bool]
    """Whether it applies at the end of a turn, given the current state of the combatant or thing."""
    run: Callable[[GameBattle, Id, Ask], AnyBattle]
    rule: str = ""
    is_of_own_turn: bool = True
    """Whether it belongs to the end of the combatant's own turn; otherwise to the environment's turn."""
    things: Callable[[GameBattle, Id], tuple[Id, ...]] | None = None
    """The things that the end of a combatant's turn asks about; if None, it asks about the combatant."""


class TurnRules(Record, kw_only=True):
    """What a ruleset says about turns; `model.engine.turns` carries it out."""

    first_order: Callable[[GameBattle, Call], tuple[Id, ...]]
    """Ids of the standing slots in the order of the first round; every combatant already has a slot."""
    share: Callable[[GameBattle, Id, Slot], Share]
    """What a combatant has at the start of a turn of this slot."""
    kinds: tuple[str, ...] | None = None
    """Kinds of actions in a turn: the keys of `Share.left`; None means any."""
    counted: tuple[str, ...] | None = None
    """What is counted as used in a turn, such as `metres`: the keys of `Share.used`; None means anything."""
    has_environment: bool = False
    """Whether the environment has a slot at the end of each round; it is skipped if it has nothing to do."""
    environment: Callable[[GameBattle], tuple[Text, ...]] | None = None
    """Sentences for what the environment is going to do; by default things that fall or move without a controller."""
    falls: str = ""
    """Id of the action that hurts a combatant who hits the ground; if empty, the GM does it by hand."""
    loses_held_turn: bool = False
    """Whether a delayed turn is lost when its owner's own slot comes up, instead of merging with that turn."""
    is_order_new: Callable[[GameBattle], bool] = lambda battle: False
    """Whether each round begins with an order of its own: before that, no one can say who will be next in it."""
    held_end_with_round: bool = False
    """Whether delayed turns are lost with the round; before it ends, their holders get a last chance."""
    passes_by: Callable[[GameBattle, Id], bool] = lambda battle, who: False
    """Whether a combatant loses a turn that comes up, such as when stunned; not asked for those out of combat."""
    start_parameters: tuple[Parameter[Any], ...] = ()
    """Parameters of starting combat, besides `first` and `order`."""
    at_start: Callable[[GameBattle, Call, Ask], AnyBattle] | None = None
    """Changes the battle at the start of combat, before the first turn."""
    seconds: int = 6
    """Length of a round in seconds."""
    at_turn_start: Callable[[GameBattle, Id, Ask], AnyBattle] | None = None
    at_turn_end: Callable[[GameBattle, Id, Ask], AnyBattle] | None = None
    prompts: tuple[TurnPrompt, ...] = ()
    """What `at_turn_end` may ask and what can be put off."""
    at_round_start: Callable[[GameBattle, Ask], AnyBattle] | None = None
    """Changes the battle at the start of each round, including the first: initiative, segments. If it sets the phase to
    `planning`, no turn begins until an action of the ruleset sets it to `acting`."""
    begins_turns: str = ""
    """Id of the action that ends the planning of a round and begins its turns, in games with plans."""
    haste: Haste | None = None
    """Paying for initiative while plans are declared; None if the game does not have this."""
    public_names: Mapping[str, str] = MappingProxyType({})
    """Public names of extra turns, by the slot's name: `opening` is `opening turn`. Players see all others only as
    extra turns, because the name may come from the GM."""
    takes_declared_order: bool = True
    """Whether combat may start in an order that the GM declares; not if initiative alone determines the order."""
    awaits: Callable[[GameBattle], Text] | None = None
    """Sentence that says what the phase `planning` waits for; by default plans, if the game has them."""
    clock: Clock = ROUNDS
    at_round_end: Callable[[GameBattle, Ask], AnyBattle] | None = None


class Evening(Record, kw_only=True):
    """What a game resets when a game night begins."""

    begin: Callable[[GameBattle, tuple[Id, ...], Ask], AnyBattle]
    """Changes the battle, given the ids of the players who are present."""
    join: Callable[[GameBattle, tuple[Id, ...], Ask], AnyBattle]
    """Changes the battle, given the ids of players who come later: they get what those present got."""
    words: str
    """Description of the reset in a sentence, such as what every player has from now on."""
    rules: tuple[str, ...] = ()


class TaskActions(Record, kw_only=True):
    """Ids of the actions that roll for tasks; empty for those that the game does not have."""

    begin: str = "add_task"
    """Sets up a task that takes several successes."""
    once: str = ""
    """A single roll, unopposed or against a combatant."""
    attempt: str = ""
    """A roll for a task that was set up."""
    compete: str = ""
    """A roll of all who compete in a task that was set up."""


BY_HAND = TaskActions()
"""No actions of the game: the GM counts by hand."""


def _settle_nothing(before: SameBattle, after: SameBattle, ask: Ask) -> SameBattle:
    return after


class Credit(Record, kw_only=True):
    """The authors and the licence of a game."""

    authors: str
    licence: str
    """In a few words, such as `CC BY-SA 4.0`."""
    words: str = ""
    """Further information, in sentences."""


class Ruleset(Record, kw_only=True):
    """A game, as a record of its parts."""

    id: str
    name: str
    sheet: type
    turns: TurnRules
    actions: Mapping[str, Action]
    hurt: Callable[[GameBattle, Id, int, bool, Ask], AnyBattle]
    """Deals quick damage to a combatant, or heals if negative; the flag says whether resistance is subtracted."""
    gear: type = State
    shared: type = State
    """State that all combatants share, such as a party's points."""
    player: type = Player
    """Type of players; whole numbers that it adds are resources, for the sheet and the start of a game night."""
    house_rules: type[State] = State
    """The struct that declares the house rules, as described in `model.engine.settings`."""
    conditions: Mapping[str, Condition] = MappingProxyType({})
    ranges: Ranges = Ranges(bands=(Band(id="any", title="Any", reach=None),))
    stacking: Stacking = all_count
    displays: tuple[Display, ...] = ()
    derived: Mapping[str, Derived] = MappingProxyType({})
    measures: tuple[Measure, ...] = ()
    """The measures of odds of its actions, the most important first."""
    settle: Callable[[GameBattle, GameBattle, Ask], AnyBattle] = _settle_nothing
    """Applies the consequences of the rules to any change, whether by an action or by an edit."""
    usual_attack: Callable[[GameBattle, Id], Call | None] = lambda battle, who: None
    """The attack of the attack key: with the weapon used last, otherwise the first in hand."""
    attack_on_things: str = ""
    """Id of the action of the attack key on a thing; if empty, the usual attack, which may refuse it."""
    movement: Movement | None = None
    """How movement by the rules is drawn on the map; if None, the map only places combatants."""
    pools: tuple[SharedPool, ...] = ()
    """Pools that several combatants share, such as a party's action points; shown above the board."""
    zone_traits: Traits | None = None
    """Properties of zones, such as cover and radiation."""
    link_traits: Traits | None = None
    """Properties of connections between zones, such as a test required to cross."""
    tasks: TaskActions = BY_HAND
    """The actions of the task panel; with `BY_HAND` the GM counts."""
    lasting: tuple[str, ...] = ()
    """Fields of the shared state, by combatant, whose values a character keeps from one combat to the next."""
    rests: tuple[str, ...] = ()
    """Actions with which the targets, or all who are present, recover; the shortest first. The GM's edit
    `restore_party` stands beside them in every game."""
    evening: Evening | None = None
    """What the start of a game night resets; None if nothing."""
    new_sheet: Callable[[GameBattle], Mapping[str, Any]] = lambda battle: {}
    """Default values from the house rules for the sheet of a new combatant."""
    sheet_parts: tuple[SheetPart, ...] = ()
    """The names that the game knows for open-ended parts of the sheet, such as skills, and short forms of its numbers.

    Numbers that are declared come first where a combatant is built; all whole numbers are known by their titles.
    """
    archetypes: tuple[Archetype, ...] = ()
    """Templates for combatants without a sheet, the weakest first; one of them is `standard`."""
    brief: tuple[str, ...] = ()
    """Keys of the derived numbers, besides pools, in the one-line summary of a combatant."""
    is_worn: Callable[[Any], bool] = lambda gear: False
    """Whether given gear is worn, such as armour; all other gear goes to the hand."""
    files: tuple[FileKind, ...] = ()
    """Further kinds of files that a GM can write, besides content."""
    credit: Credit | None = None
    """Authors and licence of the game; None if nobody is named."""
    tactics: Tactics = NO_TACTICS
    """What its combatants may do in forecasts."""
    dice_words: tuple[str, ...] = ()
    sides: tuple[str, ...] = ("pc", "npc", "ally")
    allied: tuple[str, ...] = ("pc", "ally")
    """Sides that fight together; every other side is against all others."""
    help: str = ""

    @property
    def own_changes(self) -> tuple[OwnChange, ...]:
        """The numbers that a condition of the GM's own can change; the first is what a bare number means."""
        return self.conditions.own_changes if isinstance(self.conditions, Conditions) else ()

    @property
    def player_resources(self) -> tuple[PlayerResource, ...]:
        """The whole numbers that every player has, such as points to spend."""
        return resources_of(self.player)

    @property
    def standard(self) -> Archetype | None:
        """The archetype of a combatant of whom only a name is known, or None if the game has no archetypes."""
        return next((one for one in self.archetypes if one.id == "standard"), None)

    @property
    def names(self) -> Names:
        """The names that the game knows, to be looked up in any spelling."""
        return names_of(self.sheet, self.sheet_parts)

    @property
    def settings(self) -> tuple[SettingSpec, ...]:
        """The declared house rules."""
        return specs_of(self.house_rules)

    @property
    def pools_displayed(self) -> tuple[PoolDisplay, ...]:
        """The numbers with a maximum that sheets show as bars."""
        return tuple(one for one in self.displays if type(one) is PoolDisplay)

    @property
    def health(self) -> PoolDisplay | None:
        """The pool that is shown as health in lists, or None if there is none."""
        return next((pool for pool in self.displays if isinstance(pool, PoolDisplay) and pool.is_health), None)


def named(battle: AnyBattle, id: Id) -> str:
    """A reference for a text to something that is checked to exist."""
    name_of(battle, id)
    return ref(id)
