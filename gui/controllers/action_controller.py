"""The action in progress: a call with its answers so far, and its outcome under the rules. No widgets.

Every change runs the action again from the start (`model.engine.run`); the battle does not change before `apply`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cached_property
from typing import Any

from PySide6.QtCore import QElapsedTimer, QObject, Signal

from gui.bridge import Bridge
from gui.controllers.entries import Entries
from gui.controllers.selection import Selection, no_turn_words
from gui.models.roll_table import Asked, asked, last_given, prefilled, preset
from gui.preferences import Preferences
from model.board.bands import nearness
from model.board.zones import place_at
from model.dice.answers import DiceAnswer, Faces
from model.dice.requests import DiceRequest
from model.engine.ask import Wanted
from model.engine.calls import Answer, Call, Option
from model.engine.last_weapon import with_last_weapon
from model.engine.odds import Odds, OddsCache
from model.engine.requests import Offer, Question, Request, answer_of
from model.engine.routes import read_path, read_place
from model.engine.ruleset import NO_TARGET, Action, Ruleset
from model.engine.run import Done, Due, Outcome, Refused, foreseen, may, objections, run_once
from model.engine.types import aimed_on, is_aimless
from model.session import Draft
from model.state.base import ENVIRONMENT, Id, Record, replace
from model.state.battle import AnyBattle
from model.state.board import Place
from model.state.texts import Explanation, Note, Refusal, RollRecord

# ------------------------------------------------------------------------------------------- targets around a combatant


def combatants_around(
    ruleset: Ruleset, battle: AnyBattle, who: Id, *, are_friends: bool, with_fallen: bool = False
) -> tuple[Id, ...]:
    """Return all other combatants present, on sides allied with or opposed to a combatant's own, the nearest first.

    Only the able ones, or the fallen too. The environment has neither friends nor foes.
    """
    own = battle.combatants.get(who)
    if own is None:
        return ()
    sides = ruleset.allied if own.side in ruleset.allied else (own.side,)
    others = (one for one in battle.combatants.values() if one.is_present and one.id != who)
    able = (one for one in others if with_fallen or not one.is_out)
    wanted = (one.id for one in able if (one.side in sides) == are_friends)
    return tuple(sorted(wanted, key=lambda other: nearness(battle, ruleset.ranges, who, other)))


def combatants_helped(ruleset: Ruleset, battle: AnyBattle, who: Id, action: Action) -> tuple[Id, ...]:
    """Return the friends to whom an action can be done, such as those who take orders; all friends if it fits none.

    The fallen are included if the action is for those who need it (`needed_by`).
    """
    friends = combatants_around(ruleset, battle, who, are_friends=True, with_fallen=action.needed_by is not None)
    return _fitting(ruleset, battle, who, action, friends) or friends


def combatants_fitting(ruleset: Ruleset, battle: AnyBattle, who: Id, action: Action) -> tuple[Id, ...]:
    """Return friends, fallen ones too, for whom an action could be done instead of for oneself, the nearest first."""
    friends = combatants_around(ruleset, battle, who, are_friends=True, with_fallen=True)
    return _fitting(ruleset, battle, who, action, friends)


def _fitting(ruleset: Ruleset, battle: AnyBattle, who: Id, action: Action, friends: tuple[Id, ...]) -> tuple[Id, ...]:
    """Return the friends for whom the action meets no objections beyond those that it meets without a target."""
    call = Call(action=action.id, actor=who)
    anyway = {no.key for no in may(ruleset, battle, call)}
    return tuple(
        friend
        for friend in friends
        if anyway.issuperset(no.key for no in may(ruleset, battle, replace(call, targets=(friend,))))
    )


def first_helped(
    ruleset: Ruleset, battle: AnyBattle, who: Id, action: Action, marked: tuple[Id, ...]
) -> tuple[Id, ...]:
    """Return the initial targets of a helping action: marked friends who fit, else who needs it, or the only friend."""
    helped = combatants_helped(ruleset, battle, who, action)
    if chosen := tuple(one for one in marked if one in helped):
        return chosen
    if action.needed_by is not None:
        needy = action.needed_by(battle, who)
        return () if needy in (None, who) else (needy,)
    return helped if action.targets == "one" and len(helped) == 1 else ()


# ----------------------------------------------------------------------------------------------- targets inside an area


def with_targets_found(ruleset: Ruleset, battle: AnyBattle, call: Call, before: Call | None = None) -> Call:
    """Return a call with the combatants in its area as its targets.

    `before` is the call before a change. Targets that the GM picked by hand stay unless the change aims the action
    elsewhere. If no place is known, the targets stay as they are: the GM picks them from the list.
    """
    action = ruleset.actions.get(call.action)
    aim = None if action is None else action.aim
    if aim is None or not (aim.at or aim.on) or call.actor not in battle.combatants or not aim.applies(battle, call):
        return call
    if before is not None:
        if call.targets != before.targets or (call.options, call.item) == (before.options, before.item):
            return call
        is_aimed_anew = any(call.option(key) != before.option(key) for key in (aim.at, aim.on) if key)
        if not is_aimed_anew and before.targets and set(before.targets) != set(aim.caught(battle, before)):
            return call
    if aim.shape(battle, call) is None:
        return call
    return replace(call, targets=aim.caught(battle, call))


# -------------------------------------------------------------------------------------- places that parameters wait for


class ParameterPlace(Record):
    """A place is wanted for a parameter of the action in progress."""

    key: str


class OfferedPlace(Record):
    """A place is wanted for a parameter of the action with which an offer is taken."""

    key: str


class QuestionPlace(Record):
    """A place is wanted as the answer to the question that is due."""


PlaceWanted = ParameterPlace | OfferedPlace | QuestionPlace


def place_keys(action: Action) -> list[str]:
    """Return the keys of all parameters that are a place or a route."""
    return [parameter.key for parameter in action.parameters if parameter.kind in ("path", "place")]


def place_key(action: Action) -> str | None:
    """Return the key of the parameter for the place of an action that strikes an area or moves a combatant."""
    if action.aim is not None and action.aim.at:
        return action.aim.at
    return next(iter(place_keys(action)), None) if action.group == "move" else None


def is_path(action: Action, key: str) -> bool:
    """Whether a parameter is a route rather than a place."""
    return any(parameter.key == key and parameter.kind == "path" for parameter in action.parameters)


def missing_place(battle: AnyBattle, action: Action, call: Call) -> str | None:
    """Return the key of the parameter that waits for a place on the map; a call aimed at a combatant needs none."""
    if any(key in call.options for key in place_keys(action)):
        return None
    mover = battle.combatants.get(call.actor)
    is_nowhere = mover is None or mover.place.point is None
    if action.aim is not None and (is_nowhere or call.option(action.aim.on)):
        return None
    return place_key(action)


PLACING = "place"
"""The edit that places combatants, each at its own place or all at one."""


def place_of(battle: AnyBattle, call: Call, key: str) -> Place | None:
    """Return the place that a parameter of a call gives: a place, or the end of a route; None if it gives none."""
    mover = battle.combatants.get(call.actor)
    here = Place() if mover is None else mover.place
    way = read_path(call.option("path")) if key in ("place", "path") else ()
    if way:
        return place_at(battle.board, way[-1], here.height)
    return read_place(battle, call.option(key), here)


def with_place(action: Action, call: Call, key: str, place: Place) -> dict[str, Any]:
    """Return the options of a call with another place for a parameter; a route becomes a straight line to it."""
    options = {name: value for name, value in call.options.items() if name not in ("path", key)}
    point = place.point
    if point is None:
        return options | {key: {"zone": place.zone}}
    return options | {key: [list(point)] if is_path(action, key) else {"x": point[0], "y": point[1]}}


def placed_at(battle: AnyBattle, call: Call, who: Id) -> Place | None:
    """Return where `PLACING` puts a combatant, or None if its options give no valid place."""
    own = call.option("places", {})
    given = own[who] if isinstance(own, dict) and who in own else call.option("place")
    return read_place(battle, given, Place())


# ------------------------------------------------------------------------------------------------------------- identity


class IdentityKey:
    """Wraps an object so that it compares by identity: equal only if both hold the very same object."""

    def __init__(self, held: object) -> None:
        self._held = held

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and self._held is other._held

    __hash__ = None  # type: ignore[assignment]


# ------------------------------------------------------------------------------------- forecast to the end of an action


_DICE = random.SystemRandom()


class Forecast(Record):
    """What the action explains now, and what it would explain if every answer were as its actor hopes."""

    explanations: tuple[Explanation, ...] = ()
    throws: tuple[DiceRequest | RollRecord, ...] = ()

    def dice(self) -> dict[str, str]:
        """Return the dice that a number is added to, such as `2d6`, by the key of the number's explanation."""
        found: dict[str, str] = {}
        for throw in filter(_is_added_to, self.throws):
            fitting = [one for one in self.explanations if one.total == throw.bonus and one.key not in found]
            fitting.sort(key=lambda one: _last(one.key) != _last(throw.id))
            if isinstance(throw, RollRecord) and not throw.bonus:
                # Dice read under a percentage have no bonus either, and their record does not say so: match by key.
                fitting = [one for one in fitting if _last(one.key) == _last(throw.id)]
            if fitting:
                found[fitting[0].key] = throw.dice
        return found


def forecast(ruleset: Ruleset, battle: AnyBattle, call: Call, outcome: Outcome) -> Forecast:
    """Forecast what an action explains, now and to its end, with the answers that its actor hopes for."""
    now, ahead = outcome.note, foreseen(ruleset, battle, call)
    later = {explanation.key: explanation for explanation in ahead.note.explanations}
    known = {explanation.key: explanation for explanation in now.explanations}
    throws = (request for request in ahead.hoped if isinstance(request, DiceRequest))
    return Forecast(tuple((later | known).values()), (*now.rolls, *throws))


def thrown(request: DiceRequest) -> Faces:
    """Throw the requested dice with the system's random generator."""
    faces = tuple(_DICE.randint(1, request.sides) for _ in range(request.count))
    return Faces(faces=faces, source="rolled")


def _is_added_to(throw: DiceRequest | RollRecord) -> bool:
    """Whether a number is added to the dice.

    That is not so for pools, combat dice, percentages and rows of a table, whether given as dice or by name.
    """
    if isinstance(throw, DiceRequest):
        return throw.is_sum and not throw.names and not throw.roll_under
    is_named = bool(throw.word) and not throw.bonus
    return not throw.read_as and not throw.result and not is_named


def _last(key: str) -> str:
    return key.rpartition("/")[2]


# ------------------------------------------------------------------------------------------------- how an action begins


class AvailableActions:
    """Makes calls of the actions that a combatant may begin now, and works out once what speaks against each.

    Valid for one battle, actor and set of marked targets; results are cached as long as these stay the same.
    """

    def __init__(self, ruleset: Ruleset, battle: AnyBattle, actor: Id, marked: tuple[Id, ...]) -> None:
        self.ruleset = ruleset
        self.battle = battle
        self.actor = actor
        self.marked = marked
        self._refusals: dict[Id, Refusal | None] = {}

    def call(self, action: Action) -> Call:
        """Return the call with which the actor begins an action, with its usual targets and item."""
        takes_marked = action.targets in ("one", "many") or (action.targets == "maybe" and action.is_help)
        targets = self.marked if takes_marked else ()
        if action.is_help:
            targets = first_helped(self.ruleset, self.battle, self.actor, action, targets)
        if action.targets in ("one", "maybe"):
            targets = targets[:1]
        item = self._usual_item if action.needs_item else None
        if action.items is not None:
            item = next((id for id, _ in action.items(self.battle, self.actor)), None)
        takes_aim = action.aim is not None and action.aim.on and self.marked
        options = {action.aim.on: self.marked[0]} if action.aim is not None and takes_aim else {}
        return Call(action=action.id, actor=self.actor, targets=targets, item=item, options=options)

    def refusal_of(self, action: Action) -> Refusal | None:
        """Return why an action cannot be taken now, or None if it can. A missing target is no reason yet."""
        if action.id not in self._refusals:
            self._refusals[action.id] = self._refused(action)
        return self._refusals[action.id]

    def _refused(self, action: Action) -> Refusal | None:
        call = self.call(action)
        if (key := place_key(action)) is not None:
            call = replace(call, options={key: self._near(is_path=is_path(action, key))})
        for refusal in objections(self.ruleset, self.battle, call):
            if refusal.key != NO_TARGET:
                return refusal
        return None

    def _near(self, *, is_path: bool) -> object:
        """Return a place a centimetre from the actor as a parameter value: whether they could go anywhere at all."""
        combatant = self.battle.combatants.get(self.actor)
        point = None if combatant is None else combatant.place.point
        x, y = point or (0.0, 0.0)
        x += 0.01
        return [[x, y]] if is_path else {"x": x, "y": y}

    @cached_property
    def _usual_item(self) -> Id | None:
        usual = self.ruleset.usual_attack(self.battle, self.actor)
        if usual is not None and usual.item is not None:
            return usual.item
        items = self.battle.items_of(self.actor)
        return next((item.id for item in items if item.where == "hand"), None)


def attack_on_area(ruleset: Ruleset, battle: AnyBattle, call: Call | None, weapon: Id | None) -> Call | None:
    """Return the attack on an area, aimed at the target, that a usual attack is with another weapon; None if it is not.

    The game's usual attack decides what an attack with that weapon is.
    """
    usual = None if call is None else ruleset.usual_attack(battle, call.actor)
    if call is None or usual is None or weapon not in battle.items:
        return None
    is_usual = usual.action == call.action and ruleset.actions[call.action].aim is None
    if not is_usual or len(call.targets) != 1:
        return None
    attack = ruleset.usual_attack(with_last_weapon(battle, call.actor, battle.items[weapon]), call.actor)
    aim = None if attack is None or attack.item != weapon else ruleset.actions[attack.action].aim
    if attack is None or aim is None or not aim.on:
        return None
    return with_targets_found(ruleset, battle, aimed_on(aim, attack, call.targets[0]))


# ------------------------------------------------------------------------------------------ answers to several requests


class GroupAnswers:
    """Reads and changes the answers of the action in progress where it asks several combatants at once."""

    def __init__(self, controller: ActionController, change: Callable[[dict[str, Answer]], None]) -> None:
        """`change` replaces the answers of the action in progress."""
        self._controller = controller
        self._change = change
        self._known: tuple[AnyBattle, Call, Asked] | None = None

    @property
    def asked(self) -> Asked:
        """All requests of the action in progress up to now, answered or not."""
        call, bridge = self._controller.call, self._controller.bridge
        if call is None:
            return Asked()
        if self._known is None or self._known[0] is not bridge.battle or self._known[1] is not call:
            self._known = (bridge.battle, call, asked(bridge.ruleset, bridge.battle, call))
        return self._known[2]

    def answer(self, answers: dict[str, Answer]) -> str | None:
        """Answer some of the requests, by request id; return a sentence if one of the answers is not valid."""
        call, requests = self._controller.call, self._requests()
        for id, answer in answers.items():
            if id not in requests:
                return "This is no longer asked."
            if problem := requests[id].problem(answer):
                return problem
        if call is not None:
            self._change({id: kept for id, kept in call.answers.items() if id not in answers} | answers)
        return None

    def roll(self, *ids: str) -> None:
        """Roll the dice of these requests; questions among them stay open."""
        requests = self._requests()
        dice = {id: request for id in ids if isinstance(request := requests.get(id), DiceRequest)}
        if dice:
            self.answer({id: thrown(request) for id, request in dice.items()})

    def take_back(self, id: str) -> None:
        """Take back the answer to one request."""
        if (call := self._controller.call) is not None:
            self._change({key: kept for key, kept in call.answers.items() if key != id})

    @property
    def last_answer_was_grouped(self) -> bool:
        """Whether the last answer belongs to a request made to several combatants at once."""
        call = self._controller.call
        last = next(reversed(call.answers), None) if call is not None else None
        return any(want.of_many and want.request.id == last for want in self.asked.wanted)

    def last_given(self) -> str | None:
        """Return the id of the request that was last answered by hand, or None if there is none."""
        call = self._controller.call
        return None if call is None else last_given(self.asked, call, self._controller.is_rolled)

    def prefilled(self, call: Call) -> Call:
        """Return the next call, with the answers that the program gives for sides whose dice it rolls."""
        now, bridge = self._controller.call, self._controller.bridge
        is_same = now is not None and (now.actor, now.action) == (call.actor, call.action)
        known = frozenset(self._requests()) if is_same else frozenset()

        def by_itself(want: Wanted) -> Answer | None:
            if not self._controller.is_rolled(want.by):
                return None
            if isinstance(want.request, Question):
                # A place is the GM's to point at, although one is suggested.
                return None if want.request.kind == "place" else preset(want.request)
            return bridge.offered_dice(call, want.request) or thrown(want.request)

        call, found = prefilled(bridge.ruleset, bridge.battle, call, known, by_itself)
        self._known = (bridge.battle, call, found)
        return call

    def _requests(self) -> dict[str, Request]:
        return {want.request.id: want.request for want in self.asked.wanted}


# ----------------------------------------------------------------------------------------------- the action in progress


class ActionController(QObject):
    """Builds, answers, cancels and applies the half-answered action of the acting combatant."""

    changed = Signal()
    """The call, its outcome or the battle under it has changed."""
    set_aside = Signal(str)
    """The action in progress was set aside because the battle no longer has what it needs: the reason, in words."""
    applied = Signal()

    def __init__(
        self, bridge: Bridge, selection: Selection, preferences: Preferences, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self.bridge = bridge
        self.selection = selection
        self.outcome: Outcome | None = None
        self.is_following = False
        """Whether `changed` is emitted while handling `Selection.changed`: the other receivers of that still follow."""
        self.trouble = ""
        """Why the last change could not be kept; empty if it was kept."""
        self.call: Call | None = None
        """The half-answered call of the acting combatant."""
        self.action: Action | None = None
        """The action of `call`."""
        self._shown: tuple[object, ...] = ()
        """The state at the last `changed`, from `_standing_of`."""
        self._odds = OddsCache()
        self._forecast: tuple[Outcome, Forecast] | None = None
        self._fresh: AvailableActions | None = None
        self.entries = Entries(bridge)
        self.many = GroupAnswers(self, lambda answers: self._change(answers=answers))
        self._since_apply = QElapsedTimer()
        selection.changed.connect(self._follow)
        bridge.waiting.connect(self.begin_call)
        self.refresh()

    # ------------------------------------------------------------------------------------ reading

    @property
    def actor(self) -> Id | None:
        return self.selection.actor

    @property
    def due(self) -> Request | None:
        """The request to be answered next, or None if nothing is due."""
        return self.outcome.request if isinstance(self.outcome, Due) else None

    @property
    def note(self) -> Note:
        """The log of the action up to now."""
        return Note() if self.outcome is None else self.outcome.note

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Offers that combatants could still take up."""
        return self.outcome.offers if isinstance(self.outcome, Due | Done) else ()

    @property
    def refusal(self) -> Refusal | None:
        return self.outcome.refusal if isinstance(self.outcome, Refused) else None

    @property
    def committed_by(self) -> str:
        """The rule by which the action can no longer be cancelled; empty while it can."""
        return self.outcome.committed_by if isinstance(self.outcome, Due | Done) else ""

    @property
    def needs_target(self) -> bool:
        """Whether the action waits for a target before anything else."""
        action, call = self.action, self.call
        if action is None or call is None or call.targets:
            return False
        return action.targets in ("one", "many") or is_aimless(action.aim, call)

    @property
    def can_apply(self) -> bool:
        return isinstance(self.outcome, Done)

    @property
    def milliseconds_since_apply(self) -> int:
        """Milliseconds since an action was last applied; 1,000,000 if none was."""
        return self._since_apply.elapsed() if self._since_apply.isValid() else 1_000_000

    def odds(self) -> Odds | None:
        """Return exact odds of the call with its answers so far, or None if there are none or they take too long."""
        return None if self.call is None or self.refusal is not None else self.odds_of(self.call)

    def odds_of(self, call: Call, until: tuple[str, ...] = ()) -> Odds | None:
        """Return exact odds of a call, or only up to the first of the measures `until`; None if they take too long."""
        return self._odds.weigh(self.bridge.ruleset, self.bridge.battle, call, until)

    def forecast(self) -> Forecast:
        """Return the explanations up to the end of the action, the later ones as if every answer were as hoped."""
        if self.call is None or self.outcome is None:
            return Forecast()
        if self._forecast is None or self._forecast[0] is not self.outcome:
            found = forecast(self.bridge.ruleset, self.bridge.battle, self.call, self.outcome)
            self._forecast = (self.outcome, found)
        return self._forecast[1]

    @property
    def fresh(self) -> AvailableActions | None:
        """The calls that the acting combatant can begin now, or None if nobody acts."""
        battle, actor, marked = self.bridge.battle, self.actor, self.selection.targets
        if actor is None:
            return None
        known = self._fresh
        if known is None or known.battle is not battle or known.actor != actor or known.marked != marked:
            self._fresh = AvailableActions(self.bridge.ruleset, battle, actor, marked)
        return self._fresh

    def missing_place(self) -> str | None:
        """Return the key of the parameter of the action in progress that waits for a place on the map, or None."""
        action, call = self.action, self.call
        return None if action is None or call is None else missing_place(self.bridge.battle, action, call)

    # ---------------------------------------------------------------------------------- beginning

    def begin(self, action: str, **options: Any) -> None:
        """Begin an action of the acting combatant, on the marked targets."""
        if self.actor is None:
            return
        if not self.bridge.ruleset.actions[action].is_help:
            self.selection.restore(self.actor)
        fresh = self.fresh
        assert fresh is not None
        call = fresh.call(self.bridge.ruleset.actions[action])
        call = replace(call, options=call.options | options)
        self.begin_call(with_targets_found(self.bridge.ruleset, self.bridge.battle, call))

    def attack(self) -> str | None:
        """Attack the marked target with the usual weapon; return a sentence if there is nothing to attack with."""
        if self.actor is None:
            return no_turn_words(self.bridge.battle)
        usual = self.bridge.ruleset.usual_attack(self.bridge.battle, self.actor)
        if usual is None:
            return f"{self.bridge.name(self.actor)} has nothing to attack with."
        self.selection.restore(self.actor)
        targets = self.selection.targets or usual.targets or self._only_foe()
        if targets and targets[0] in self.bridge.battle.things and self.bridge.ruleset.attack_on_things:
            usual = replace(usual, action=self.bridge.ruleset.attack_on_things)
        action = self.bridge.ruleset.actions[usual.action]
        if action.aim is not None and targets:
            usual = aimed_on(action.aim, usual, targets[0])
            self.begin_call(with_targets_found(self.bridge.ruleset, self.bridge.battle, usual))
            return None
        self.begin_call(replace(usual, targets=targets[:1] if action.targets == "one" else targets))
        return None

    def begin_call(self, call: Call) -> None:
        """Begin with a call as it is; its actor becomes the acting combatant."""
        if call.actor not in (ENVIRONMENT, self.actor):
            self.selection.act_as(call.actor)
        self._set(call)
        # An action on one target takes the first of several marked; the others stay marked for actions on many.
        is_marked = call.targets == self.selection.targets[: len(call.targets)]
        action = self.bridge.ruleset.actions.get(call.action)
        is_area, is_help = action is not None and action.aim is not None, action is not None and action.is_help
        if call.targets and call.actor == self.actor and (is_help or not is_marked) and not is_area:
            self.selection.mark(*call.targets, is_temporary=is_help)

    def _only_foe(self) -> tuple[Id, ...]:
        foes = self.foes()
        return foes if len(foes) == 1 else ()

    def candidates(self) -> tuple[Id, ...]:
        """Return possible targets of the action in progress, the nearest first."""
        action = self.action
        if action is None or not action.is_help or self.actor not in self.bridge.battle.combatants:
            return self.foes()
        return combatants_helped(self.bridge.ruleset, self.bridge.battle, self.actor, action)

    def others_helped(self) -> tuple[Id, ...]:
        """Return the friends for whom the action could be done instead of for its actor, the nearest first."""
        action, call = self.action, self.call
        if action is None or call is None or action.targets != "maybe" or not action.is_help or call.targets:
            return ()
        return combatants_fitting(self.bridge.ruleset, self.bridge.battle, call.actor, action)

    def foes(self) -> tuple[Id, ...]:
        """Return opponents whom the acting combatant could attack, present and able, the nearest first."""
        return self._around(are_friends=False)

    def friends(self) -> tuple[Id, ...]:
        """Return friends whom the acting combatant could help, the nearest first."""
        return self._around(are_friends=True)

    def _around(self, *, are_friends: bool) -> tuple[Id, ...]:
        if self.actor is None:
            return ()
        return combatants_around(self.bridge.ruleset, self.bridge.battle, self.actor, are_friends=are_friends)

    def is_rolled(self, who: Id) -> bool:
        """Whether the program usually rolls the dice of a combatant."""
        combatant = self.bridge.battle.combatants.get(who)
        return self._preferences.rolling("npc" if combatant is None else combatant.side) == "rolled"

    # ---------------------------------------------------------------------------------- answering

    def set_targets(self, *targets: Id) -> None:
        """Set the targets of the action, and mark them; for an area, the mark stays on the combatant it is aimed at."""
        self._change(targets=targets)
        if self.action is None or self.action.aim is None:
            self.selection.mark(*targets, is_temporary=self.action is not None and self.action.is_help)

    def mark(self, who: Id) -> None:
        """Mark a combatant as target: of the action in progress if it takes one, and of later actions.

        If the action's target is optional, marking the same combatant again removes it from the action.
        """
        action, call = self.action, self.call
        if action is not None and action.aim is not None and action.aim.on and who in self.bridge.battle.combatants:
            self.set_option(action.aim.on, who)
        elif action is not None and call is not None and action.targets in ("one", "many", "maybe"):
            self._change(targets=() if action.targets == "maybe" and call.targets == (who,) else (who,))
        self.selection.mark(who, is_temporary=action is not None and action.is_help)

    def set_item(self, item: Id | None) -> None:
        if on_area := attack_on_area(self.bridge.ruleset, self.bridge.battle, self.call, item):
            self.begin_call(on_area)
        else:
            self._change(item=item)

    def set_option(self, key: str, value: Any) -> None:
        """Set a declared parameter; None resets it to its default."""
        if (call := self.call) is not None:
            self.bridge.when_quiet(lambda: self._set_option_if_same_action(call, key, value))

    def _set_option_if_same_action(self, begun: Call, key: str, value: Any) -> None:
        """Set a parameter, unless another action has come into progress since `begun`: this may run with a delay."""
        call = self.call
        if call is None or (call.action, call.actor) != (begun.action, begun.actor):
            return
        options = {name: kept for name, kept in call.options.items() if name != key}
        self._change(options=options if value is None else options | {key: value})

    def change_options(self, options: dict[str, Any]) -> None:
        """Replace all options of the action at once."""
        self._change(options=options)

    def set_place(self, key: str, x: float, y: float) -> None:
        """Set a parameter that is a place, or a route that leads straight to it."""
        if self.action is not None:
            self.set_option(key, [[x, y]] if is_path(self.action, key) else {"x": x, "y": y})

    def override(self, key: str, value: int | bool | None) -> None:
        """Replace a computed number or verdict by the GM's; None restores the computed one."""
        if self.call is None:
            return
        overrides = {name: kept for name, kept in self.call.overrides.items() if name != key}
        self._change(overrides=overrides if value is None else overrides | {key: value})

    def answer(self, answer: Answer) -> str | None:
        """Answer the request that is due; return a sentence if the answer is not valid."""
        due = self.due
        if due is None or self.call is None:
            return "Nothing is due."
        if problem := due.problem(answer):
            return problem
        kept = {key: value for key, value in self.call.answers.items() if key != due.id}
        self._change(answers=kept | {due.id: answer})
        return None

    def answer_typed(self, typed: str) -> str | None:
        """Answer the dice that are due with typed text; return a sentence if it cannot be read."""
        if not isinstance(self.due, DiceRequest):
            return "No dice are due."
        answer = self.due.parse(typed)
        return answer if isinstance(answer, str) else self.answer(answer)

    def roll(self) -> None:
        """Roll the dice that are due."""
        if isinstance(self.due, DiceRequest):
            self.answer(thrown(self.due))

    def choose(self, value: Any, *, is_for_fight: bool = False) -> str | None:
        """Answer the question that is due with an option, options, a number or a place; return a sentence if invalid.

        With `is_for_fight`, an option is remembered for the rest of the fight.
        """
        answer = answer_of(self.due, value)
        if isinstance(answer, Option) and is_for_fight:
            answer = replace(answer, is_for_fight=True)
        return "That is not an answer to the current question." if answer is None else self.answer(answer)

    def offered_dice(self) -> DiceAnswer | None:
        """Return the result that the dice now due had before an undo, or None if there is none."""
        if self.call is None or not isinstance(self.due, DiceRequest):
            return None
        return self.bridge.offered_dice(self.call, self.due)

    def take_offered_dice(self) -> None:
        """Answer the dice that are due with their result from before an undo."""
        if (dice := self.offered_dice()) is not None:
            self.answer(dice)

    def take(self, offer: Offer, answer: Answer) -> str | None:
        """Take up an offer; return a sentence if it cannot be taken in this way."""
        if self.call is None:
            return "The action no longer exists."
        if problem := offer.problem(answer):
            return problem
        self._change(answers=self.call.answers | {offer.id: answer})
        if isinstance(self.outcome, Due | Done):
            return dict(self.outcome.problems).get(offer.id)
        return None

    def take_back_last_answer(self) -> tuple[int, ...] | None:
        """Remove the last answer.

        Returns the typed dice of that answer but the last, empty if there were none; None if there was no answer.
        """
        if self.call is None or not self.call.answers:
            return None
        key, last = list(self.call.answers.items())[-1]
        self._change(answers={name: kept for name, kept in self.call.answers.items() if name != key})
        return last.faces[:-1] if isinstance(last, Faces) and last.source == "typed" else ()

    def anyway(self) -> bool:
        """Override the refusal and go on; return False if there is none, or none that can be overridden."""
        if self.call is None or self.refusal is None or not self.refusal.can_override:
            return False
        self._change(anyway=(*self.call.anyway, self.refusal.key))
        return True

    # ----------------------------------------------------------------------------------- finishing

    def drop(self, *, anyway: bool = False) -> str | None:
        """Cancel the action; return a sentence if another combatant has already reacted to it."""
        if self.call is None:
            return None
        problem = self.bridge.drop_draft(self.call.actor, anyway=anyway)
        if problem is not None:
            return f"{problem} Shift+Esc cancels it anyway."
        self.refresh()
        return None

    def apply(self) -> str | None:
        """Apply the action to the battle; return a sentence if something is still missing."""
        if self.call is None:
            return "There is no action to apply."
        if not self.can_apply:
            return "Something still has to be answered or rolled." if self.due is not None else self._refusal_words()
        self._since_apply.start()
        problem = self.bridge.refused_words(self.bridge.act(_without_unused(self.call, self.outcome)))
        if problem is None:
            self.applied.emit()
        return problem

    @property
    def ready_call(self) -> Call | None:
        """The call that `apply` would carry out, or None while something is missing."""
        return _without_unused(self.call, self.outcome) if self.call is not None and self.can_apply else None

    def carry_out(self, call: Call) -> str | None:
        """Carry out a call at once if it asks nothing, else begin it; return a sentence if it is refused.

        A refusal that can be overridden is shown in the panel, with the override.
        """
        outcome = run_once(self.bridge.ruleset, self.bridge.battle, call)
        if isinstance(outcome, Done):
            return self.bridge.refused_words(self.bridge.act(call))
        if isinstance(outcome, Refused) and not outcome.refusal.can_override:
            return self.bridge.words(outcome.refusal.sentence)
        if problem := self.bridge.half_answered(call):
            return problem
        draft = self.bridge.draft(call.actor)
        is_begun = draft is not None and replace(draft.call, answers={}, overrides={}, anyway=()) == call
        self.begin_call(draft.call if draft is not None and is_begun else call)
        return None

    def _refusal_words(self) -> str:
        return "This cannot be done." if self.refusal is None else self.bridge.words(self.refusal.sentence)

    def refresh(self) -> None:
        """Run the half-answered call again, on the current battle.

        A half-answered command of the GM, such as the end of a turn that needs a roll, comes first.
        """
        self._show(self._draft())

    def _follow(self) -> None:
        """Follow a change of selection or battle; selecting a combatant alone changes nothing here."""
        draft = self._draft()
        if self._standing_of(draft) != self._shown:
            self.is_following = True
            try:
                self._show(draft)
            finally:
                self.is_following = False

    def _draft(self) -> Draft | None:
        draft = self.bridge.draft(ENVIRONMENT)
        return self.bridge.draft(self.actor) if draft is None and self.actor is not None else draft

    def _standing_of(self, draft: Draft | None) -> tuple[object, ...]:
        """Return the state that determines what the action panel shows; battles and drafts compare by identity."""
        return (IdentityKey(self.bridge.battle), IdentityKey(draft), self.actor, self.selection.targets)

    def _change(self, **changes: Any) -> None:
        if self.call is not None:
            call = replace(self.call, **changes)
            self._set(with_targets_found(self.bridge.ruleset, self.bridge.battle, call, self.call))

    def _set(self, call: Call) -> None:
        self.trouble = self.entries.enter(self.many.prefilled(call)) or ""
        self._show(self.bridge.draft(call.actor))

    def _show(self, draft: Draft | None) -> None:
        was = self.call
        self.call = None if draft is None else draft.call
        self.action = None if self.call is None else self.bridge.ruleset.actions.get(self.call.action)
        self.outcome = None if draft is None else draft.outcome
        self._shown = self._standing_of(draft)
        self.changed.emit()
        if was is not None and self.bridge.draft(was.actor) is None:
            self.selection.restore(was.actor)
            if aside := self.bridge.session.drafts_set_aside:
                self.set_aside.emit(" ".join(aside))


def _without_unused(call: Call, outcome: Outcome | None) -> Call:
    """Return a call without the answers that nothing asked for."""
    unused = outcome.unused if isinstance(outcome, Done) else ()
    return replace(call, answers={id: answer for id, answer in call.answers.items() if id not in unused})
