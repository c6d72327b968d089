"""The record that a ruleset is: parts that the engine, the scenarios and the window work with, by data alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Literal

from model.board.distance import Metric
from model.engine.archetypes import Archetype
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.conditions import Condition
from model.engine.displays import Display, PoolDisplay
from model.engine.modifiers import Stacking, all_count
from model.engine.moving import Movement
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
from model.state.battle import AnyBattle, Player, name_of
from model.state.order import Share, Slot
from model.state.remembered import remembered
from model.state.texts import Explanation, Refusal, Text, ref, text

ParameterKind = Literal[
    "flag", "number", "choice", "text", "place", "path", "combatant", "combatants", "item", "table", "value"
]
"""What a parameter takes; `table`: values by name; `value`: anything that a file can hold."""
Targets = Literal["none", "one", "many", "maybe", "any"]
"""How many targets an action takes; `maybe`: one or none; `any`: as many as wanted, also none."""
Runs = Callable[[AnyBattle, Call, Ask], AnyBattle | Refusal]
NO_TARGET = "no_target"
_LARGEST = 10**15
"""A larger number is a mistake, and would not be exact any more as a fraction of two."""
Guard = Callable[[AnyBattle, Call], Iterable[Refusal]]


class Entry(Record):
    """One name of a table, and the values that it can have, each with its label; the first one is usual."""

    key: str
    title: str
    options: tuple[tuple[str, str], ...]


class Parameter(Record, kw_only=True):
    """Something that can be said about an action before it runs; the window builds a toggle or field from it."""

    key: str
    title: str
    kind: ParameterKind
    default: Any = None
    now: Callable[[AnyBattle, Call], Any] | None = None
    """What it is before the call: a form that asks for it begins with that."""
    options: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    decimals: int = 0
    """How many a form takes of a number."""
    help: str = ""
    rule: str = ""
    applies: Callable[[AnyBattle, Call], bool] | None = None
    """Whether it makes sense for this call; None: always."""
    choices: Callable[[AnyBattle, Call], Iterable[tuple[str, str]]] | None = None
    """Label and value of what a text, or each of several combatants, can be; not given: a text is typed."""
    entries: Callable[[AnyBattle, Call], Iterable[Entry]] | None = None
    """What can be said in a table, name by name; not given: the window does not ask."""
    price: Callable[[AnyBattle, Call, int], str | None] | None = None
    """What a number costs, in words, and None for one that cannot be had. The window offers the numbers side by side,
    with the chance at each, before any dice are thrown."""
    step_key: str = ""
    """A key that adds one to a number, or turns a flag round; behind the last number comes the first again."""
    is_declared: bool = False
    """Said before every roll, such as how far a combatant means to run: always in sight, a choice as toggles."""
    was_flag: bool = False
    """A choice with the options yes and no that was a flag in older files: true and false still stand for them."""

    def said(self, call: Call) -> Any:
        """What a call says for it; not said: the default."""
        value = call.option(self.key, self.default)
        if self.was_flag and isinstance(value, bool):
            return "yes" if value else "no"
        return value

    def problem(self, value: Any) -> str | None:
        """Why a value cannot stand here, in words."""
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


_TYPES: dict[str, type | tuple[type, ...]] = {
    "flag": bool,
    "number": (int, float),
    "choice": str,
    "text": str,
    "combatant": str,
    "item": str,
}
"""What a value is, by the kind of its parameter; of other kinds more has to be said."""


def _is_table(value: object) -> bool:
    """Whether a session file can hold it: names, each with a value, and so within them."""
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
    """Whether targets may be things as well as combatants; the GM's edits take both."""
    needs_item: bool = False
    items: Callable[[AnyBattle, Id], Iterable[tuple[Id, str]]] | None = None
    """Ids and labels of the items that a combatant can do it with, the usual one first; not given: of all that they
    have, where it needs one."""
    parameters: tuple[Parameter, ...] = ()
    guards: tuple[Guard, ...] = ()
    rules: tuple[str, ...] = ()
    cost: str = ""
    """What it costs in words, such as `standard action`; empty: nothing."""
    group: Literal["attack", "defence", "move", "other", "order", "edit"] = "other"
    """Where the window shows it; `order` and `edit` are commands, not buttons of the action panel."""
    is_stroke: bool = False
    """Whether it is done many times in a row, as with a brush: those that say the same are one line of the log."""
    section: str = ""
    """Heading that lists of all actions show it under, with others of its kind; empty: as its group."""
    is_defensive: bool = False
    is_help: bool = False
    """Whether its target is a friend rather than a foe."""
    needed_by: Callable[[AnyBattle, Id], Id | None] | None = None
    """Of a help, who needs it most of all to whom a combatant can give it: it begins with them when nobody is
    marked.
    """
    key: str = ""
    """Suggested key in the window, such as `A`; empty: none."""
    help: str = ""
    aim: StruckArea | None = None
    """The area that it strikes; None: those marked, and nobody else."""

    def refusals(self, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Everything that speaks against a call, first what is wrong with the call itself.

        Guards are asked only about calls whose parts exist; of these a target may still be missing.
        """
        malformed = self._malformed(battle, call)
        if malformed:
            yield from malformed
            if any(no.key != NO_TARGET for no in malformed):
                return
        for guard in self.guards:
            yield from guard(battle, call)

    def _malformed(self, battle: AnyBattle, call: Call) -> list[Refusal]:
        """What is wrong with the call itself; a list, since everything is asked of every call."""
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


@remembered(1024)
def _by_key(parameters: tuple[Parameter, ...]) -> Mapping[str, Parameter]:
    return {parameter.key: parameter for parameter in parameters}


def _never(key: str, sentence: str) -> Refusal:
    return Refusal(key=key, sentence=text(sentence.replace("{", "(").replace("}", ")")), can_override=False)


class Band(Record, kw_only=True):
    """A range band: its name and how far it reaches in metres (None: without end)."""

    id: str
    title: str
    reach: float | None
    rule: str = ""
    note: str = ""
    """What it means where it is not in metres: `2 zones`."""


class Ranges(Record, kw_only=True):
    """How a ruleset measures distance."""

    bands: tuple[Band, ...]
    measures_from: Literal["centre", "edge"] = "centre"
    metric: Callable[[AnyBattle], Metric] = lambda battle: "straight_line"
    """How diagonals count on the map."""
    counted: Callable[[AnyBattle, Id, Id], Band | None] | None = None
    """The band between two where the game counts zones or the like; not given: by metres. None: nobody knows."""
    zones_apart: Callable[[AnyBattle, Id, Id], Band] | None = None
    """The band between two zones, where the game counts them."""

    @property
    def in_metres(self) -> bool:
        return self.counted is None

    def band(self, metres: float) -> Band:
        """The band that a distance lies in; a distance on the border lies in the nearer band."""
        for band in self.bands:
            if band.reach is None or metres <= band.reach + 1e-6:
                return band
        return self.bands[-1]


class Derived(Record, kw_only=True):
    """A number that follows from others, by name: for the sheet, for scenarios, for the players' health policy."""

    key: str
    title: str
    value: Callable[[AnyBattle, Id], float | Explanation]
    group: str = ""


class Measure(Record, kw_only=True):
    """Something that odds tell of an action."""

    key: str
    title: str
    kind: Literal["chance", "spread", "places"] = "chance"
    """A chance, how an amount spreads, or how it does at each of several places: values of place and amount."""
    is_apart: bool = False
    """Whether a chance has nothing to do with the first one: it is no share of that."""


class Haste(Record, kw_only=True):
    """How a combatant pays for acting earlier before initiative is rolled."""

    action: str
    """Id of the action; its parameter `points` says how many."""
    points: Callable[[AnyBattle, Id], int]
    """What a combatant has paid for the next roll."""


class TurnPrompt(Record, kw_only=True):
    """What the end of a turn brings that takes dice or a decision; `model.engine.prompts` asks for it."""

    id: str
    title: str
    is_due: Callable[[AnyBattle, Id], bool]
    """Whether it comes at the end of a turn of somebody who is as they are now."""
    run: Callable[[AnyBattle, Id, Ask], AnyBattle]
    rule: str = ""
    is_of_own_turn: bool = True
    """Whether it comes at the end of one's own turn; else with the environment's."""
    things: Callable[[AnyBattle, Id], tuple[Id, ...]] | None = None
    """The things of a combatant of which the end of their turn asks; not given: it asks of the combatant."""


class TurnRules(Record, kw_only=True):
    """What a ruleset says about turns; `model.engine.turns` carries it out."""

    first_order: Callable[[AnyBattle, Call], tuple[Id, ...]]
    """Ids of the standing slots in the order of the first round; every combatant has a slot by then."""
    share: Callable[[AnyBattle, Id, Slot], Share]
    """What a combatant has at the start of a turn of this slot."""
    kinds: tuple[str, ...] | None = None
    """Kinds of actions that turns hold: the keys of `Share.left`; not given: any."""
    counted: tuple[str, ...] | None = None
    """What is counted as used in a turn, such as `metres`: the keys of `Share.used`; not given: anything."""
    has_environment: bool = False
    """Whether the environment has a slot at the end of each round; it is passed over when it has nothing to do."""
    environment: Callable[[AnyBattle], tuple[Text, ...]] | None = None
    """What the environment has to do, a sentence each; not given: things that fall, or move with nobody in control."""
    falls: str = ""
    """Id of the action that hurts who has hit the ground; empty: the GM does it by hand."""
    held_at_own_slot: Callable[[AnyBattle], Literal["merge", "keep_both", "lost"]] = lambda battle: "merge"
    """What becomes of a delayed turn when its owner's own slot comes up."""
    groups_delay_together: Callable[[AnyBattle], bool] = lambda battle: True
    """Whether a group holds its turn back as a whole, or each member for itself."""
    held_end_with_round: bool = False
    """Whether delayed turns are lost with the round; before it closes, their holders get a last chance."""
    passes_by: Callable[[AnyBattle, Id], bool] = lambda battle, who: False
    """Who loses a turn that comes up, such as the stunned; who is out of the fight has none anyway."""
    start_parameters: tuple[Parameter, ...] = ()
    """What can be said when a fight starts, besides `first` and `order`."""
    at_start: Callable[[AnyBattle, Call, Ask], AnyBattle] | None = None
    """What a fight begins with, before its first turn."""
    seconds: int = 6
    """Length of a round."""
    at_turn_start: Callable[[AnyBattle, Id, Ask], AnyBattle] | None = None
    at_turn_end: Callable[[AnyBattle, Id, Ask], AnyBattle] | None = None
    prompts: tuple[TurnPrompt, ...] = ()
    """What `at_turn_end` may ask for, which can be put off."""
    at_round_start: Callable[[AnyBattle, Ask], AnyBattle] | None = None
    """What a round opens with, the first one too: initiative, segments; it may set the phase to `planning`, and then
    nobody acts until an action of the ruleset sets it to `acting`."""
    begins_turns: str = ""
    """Id of the action that ends the planning of a round and begins its turns, where rounds are planned."""
    haste: Haste | None = None
    """Paying for initiative while plans are told; not given: nobody can."""
    public_names: Mapping[str, str] = MappingProxyType({})
    """What everybody may call an extra turn, by the slot's name: `opening` is `opening turn`. Players hear of others no
    more than that they are extra: a name may be the GM's."""
    takes_declared_order: bool = True
    """Whether a fight may start in an order that the GM declares: not where initiative alone makes it."""
    awaits: Callable[[AnyBattle], Text] | None = None
    """What is waited for while the phase is `planning`, in one sentence; not given: for plans, if the game has them."""
    clock: Clock = ROUNDS
    at_round_end: Callable[[AnyBattle, Ask], AnyBattle] | None = None


class Evening(Record, kw_only=True):
    """What a game resets when an evening begins."""

    begin: Callable[[AnyBattle, tuple[Id, ...], Ask], AnyBattle]
    """With the ids of the players who are here."""
    words: str
    """What that is, in a sentence, such as what every player has from now on."""
    rules: tuple[str, ...] = ()


class TaskActions(Record, kw_only=True):
    """Ids of the actions that roll for tasks; empty where the game has none such."""

    begin: str = "add_task"
    """Sets up a task that takes several successes."""
    once: str = ""
    """One roll, alone or against a combatant."""
    attempt: str = ""
    """One roll at a task that was set up."""
    compete: str = ""
    """One roll of everybody who competes at one."""


BY_HAND = TaskActions()
"""No game's own actions: the GM counts."""


def _settle_nothing(before: AnyBattle, after: AnyBattle, ask: Ask) -> AnyBattle:
    return after


class Credit(Record, kw_only=True):
    """Who wrote a game, and what its licence allows."""

    authors: str
    licence: str
    """In a few words, such as `CC BY-SA 4.0`."""
    words: str = ""
    """What else there is to say, in sentences."""


class Ruleset(Record, kw_only=True):
    """One game, as a record of its parts."""

    id: str
    name: str
    sheet: type
    turns: TurnRules
    actions: Mapping[str, Action]
    hurt: Callable[[AnyBattle, Id, int, bool, Ask], AnyBattle]
    """Quick damage (or, below zero, healing) to a combatant; the flag says whether resistance is deducted."""
    gear: type = State
    shared: type = State
    """What all combatants share, such as a party's points."""
    player: type = Player
    """What the game knows of a player; whole numbers that it adds are resources, for the sheet and the evening."""
    house_rules: type[State] = State
    """The struct that declares them, as `model.engine.settings` says."""
    conditions: Mapping[str, Condition] = MappingProxyType({})
    ranges: Ranges = Ranges(bands=(Band(id="any", title="Any", reach=None),))
    stacking: Stacking = all_count
    displays: tuple[Display, ...] = ()
    derived: Mapping[str, Derived] = MappingProxyType({})
    measures: tuple[Measure, ...] = ()
    """What odds tell of its actions, the most important first."""
    settle: Callable[[AnyBattle, AnyBattle, Ask], AnyBattle] = _settle_nothing
    """The consequences that the rules draw from any change, no matter who made it."""
    usual_attack: Callable[[AnyBattle, Id], Call | None] = lambda battle, who: None
    """The attack that one key makes: with the weapon used last, else the first in hand."""
    attack_on_things: str = ""
    """The action that the same key makes on a thing; not given: the usual attack, which may refuse it."""
    movement: Movement | None = None
    """How movement by the rules is drawn on the map; not given: the map only places people."""
    pools: tuple[SharedPool, ...] = ()
    """What several have together, such as a party's action points: shown over the board."""
    zone_traits: Traits | None = None
    """What the game says of zones, such as cover and radiation."""
    link_traits: Traits | None = None
    """What the game says of ways from zone to zone, such as a test that crossing takes."""
    tasks: TaskActions = BY_HAND
    """The actions of the panel of tasks; without any of the game's own, the GM counts by hand."""
    lasting: tuple[str, ...] = ()
    """Fields of the shared state, by combatant, that a character keeps from one fight to the next."""
    rests: tuple[str, ...] = ()
    """Actions by which those named, or all who are there, recover: the shortest first."""
    evening: Evening | None = None
    """What the beginning of an evening resets; not given: nothing."""
    new_sheet: Callable[[AnyBattle], Mapping[str, Any]] = lambda battle: {}
    """What house rules put on the sheet of a combatant who joins, where nothing else is said of it."""
    short_names: Mapping[str, str] = MappingProxyType({})
    """What GMs call numbers when they type a new combatant, such as `hp`: each with its path in the sheet.

    Whole numbers of the sheet are known by their names and titles besides.
    """
    archetypes: tuple[Archetype, ...] = ()
    """Whom a GM builds without a sheet, the weakest first; one of them is `standard`."""
    brief: tuple[str, ...] = ()
    """Keys of the derived numbers that sum a combatant up in a line, beside pools."""
    is_worn: Callable[[Any], bool] = lambda gear: False
    """Whether gear is worn by whom it is given to, as armour is; all other gear is given into the hand."""
    files: tuple[FileKind, ...] = ()
    """Files of its own kinds that a GM can write, besides content."""
    credit: Credit | None = None
    """Whose game it is; None: nobody is named."""
    tactics: Tactics = NO_TACTICS
    """What its combatants may do where nobody decides, for forecasts."""
    dice_words: tuple[str, ...] = ()
    sides: tuple[str, ...] = ("pc", "npc", "ally")
    allied: tuple[str, ...] = ("pc", "ally")
    """Sides that fight together; every other side stands against all others."""
    help: str = ""

    @property
    def player_resources(self) -> tuple[PlayerResource, ...]:
        """What every player has a number of, such as points to spend."""
        return resources_of(self.player)

    @property
    def standard(self) -> Archetype | None:
        """What a combatant is of whom nothing but a name is known; None: the game has no archetypes."""
        return next((one for one in self.archetypes if one.id == "standard"), None)

    @property
    def settings(self) -> tuple[SettingSpec, ...]:
        """The house rules, each with what is said of it."""
        return specs_of(self.house_rules)

    @property
    def pools_displayed(self) -> tuple[PoolDisplay, ...]:
        """The numbers out of a maximum that sheets show as bars."""
        return tuple(one for one in self.displays if type(one) is PoolDisplay)

    @property
    def health(self) -> PoolDisplay | None:
        """The pool that stands for health in lists."""
        return next((pool for pool in self.displays if isinstance(pool, PoolDisplay) and pool.is_health), None)


def named(battle: AnyBattle, id: Id) -> str:
    """A reference for a text, checked to exist."""
    name_of(battle, id)
    return ref(id)
