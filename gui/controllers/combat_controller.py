"""The GM's commands on the initiative order, and effects due at ends of turns. No widgets."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from gui.controllers.selection import Selection
from model.dice.requests import DiceRequest
from model.engine.ask import Wanted
from model.engine.calls import Call
from model.engine.prompts import LATER, WHICH, due_key, due_titled
from model.engine.requests import Question
from model.engine.run import Done, Due, run, run_once
from model.state.base import ENVIRONMENT, Id, Record
from model.state.order import Slot

# ------------------------------------------------------------------------------------------------- the initiative order

START = "start_fight"
"""Id of the action that starts combat."""
GUARD = 300
"""Milliseconds after an Apply during which a key press does not end the turn: it was meant for the Apply."""


def starts_combat(actions: ActionController) -> bool:
    """Apply a start of combat if an answer was all that was missing for it; return whether it was."""
    is_ready = actions.call is not None and actions.call.action == START and actions.can_apply
    return is_ready and actions.apply() is None


class CombatController:
    """Each method carries out a command and returns a sentence if it was not possible."""

    def __init__(self, bridge: Bridge, selection: Selection, actions: ActionController) -> None:
        self._bridge = bridge
        self._selection = selection
        self._actions = actions

    @property
    def is_running(self) -> bool:
        return self._bridge.battle.order.is_running

    @property
    def sides(self) -> tuple[str, ...]:
        """Sides that have a combatant in the battle: those that the ruleset names first, in its order, then others."""
        present = [who.side for who in self._bridge.battle.combatants.values() if who.is_present]
        known = [side for side in self._bridge.ruleset.sides if side in present]
        return tuple(dict.fromkeys((*known, *present)))

    def start(self, **options: Any) -> str | None:
        """Start combat; `first` names the side that begins, `order` a declared order."""
        return self.do(START, **{key: value for key, value in options.items() if value is not None})

    def usual_start(self) -> dict[str, Any] | None:
        """Return the options of an ordinary start, in which every parameter for a combatant names nobody.

        Left out is what the rules ask of the GM, such as who began: the action panel asks it, as it asks for dice. None
        if they ask a further question, such as which side begins.
        """
        parameters = self._bridge.ruleset.actions[START].parameters
        nobody = {parameter.key: "" for parameter in parameters if parameter.kind == "combatant"}
        options = {parameter.key: "" for parameter in parameters if parameter.key in nobody and not parameter.is_asked}
        call = Call(action=START, actor=ENVIRONMENT, options=nobody)
        outcome = run(self._bridge.ruleset, self._bridge.battle, call)
        is_asked = isinstance(outcome, Due) and isinstance(outcome.request, Question)
        return None if is_asked else options

    @property
    def is_too_soon(self) -> bool:
        """Whether an action was applied less than `GUARD` ms ago: a key pressed now was meant for it."""
        return self._actions.milliseconds_since_apply < GUARD

    def end_turn(self) -> str | None:
        """End the turn in progress, or begin the turns of a planned round."""
        return self._actions.carry_out(self.end_call)

    @property
    def end_call(self) -> Call:
        """The call that ends the turn in progress, or begins the turns of a planned round."""
        return Call(action=self._goes_on, actor=ENVIRONMENT)

    @property
    def end_turn_title(self) -> str:
        """The title of what the end-turn key does now: `End turn`, or what begins a planned round's turns."""
        return self._bridge.ruleset.actions[self._goes_on].title

    @property
    def _goes_on(self) -> str:
        begins = self._bridge.ruleset.turns.begins_turns
        is_planning = self._bridge.battle.order.phase == "planning"
        return begins if is_planning and begins else "end_turn"

    def end_turn_of(self, who: Id) -> str | None:
        """End the turn of one member of a group."""
        return self.do("end_turn", actor=who, only_actor=True)

    def end_round(self) -> str | None:
        return self.do("end_round")

    def end_combat(self) -> str | None:
        return self.do("end_fight")

    def delay(self) -> str | None:
        """Delay the turn in progress."""
        actor = next(iter(self._bridge.battle.order.acting), ENVIRONMENT)
        return self.do("delay", actor=actor)

    def reorder(self, slot: Id, before: Id | None) -> str | None:
        options = {"slot": slot} if before is None else {"slot": slot, "before": before}
        return self.do("reorder", **options)

    def join(self, who: tuple[Id, ...], before: Id | None = None) -> str | None:
        """Add combatants to the initiative order, each in a slot of their own, as one step."""
        options = {} if before is None else {"before": before}
        apart = {"apart": True} if len(who) > 1 else {}
        return self._actions.carry_out(Call(action="join_order", actor=who[0], targets=who, options=options | apart))

    def slot_of(self, who: Id) -> Slot | None:
        return self._bridge.battle.order.slot_of(who)

    def do(self, action: str, actor: Id = ENVIRONMENT, **options: Any) -> str | None:
        """Carry out an action on the initiative order; return a sentence if it is refused."""
        return self._actions.carry_out(Call(action=action, actor=actor, options=options))


# -------------------------------------------------------------------------------------- precomputing the next battle


class NextBattlePrecompute(QObject):
    """While the program is idle, computes the battle that the most likely key leads to.

    That key applies the action if it is ready, or ends the turn if no action is in progress. When it is pressed, the
    outcome is known already, and so is what the views derive from it.
    """

    found = Signal(object)
    """A battle that may come next."""

    _PAUSE = 60
    """Milliseconds without a change before it computes, so that fast typing is not slowed down."""

    def __init__(
        self, bridge: Bridge, actions: ActionController, combat: CombatController, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._bridge, self._actions, self._combat = bridge, actions, combat
        self._pause = QTimer(self, singleShot=True, interval=self._PAUSE)
        self._pause.timeout.connect(self.look)
        for changed in (bridge.changed, actions.changed):
            changed.connect(lambda *_: self._pause.start())

    def look(self) -> None:
        """Compute the likely next battle now, and emit `found`."""
        call = self._combat.end_call if self._actions.call is None else self._actions.ready_call
        if call is None or self._bridge.past is not None or not self._combat.is_running:
            return
        outcome = run_once(self._bridge.ruleset, self._bridge.battle, call)
        if isinstance(outcome, Done):
            self.found.emit(outcome.battle)


# ----------------------------------------------------------------------------------------- effects due at ends of turns

_STAGES = 30
"""Upper limit of dice stages in `roll_all`; more than any command has."""


class DueEntry(Record, kw_only=True):
    """Something due at the end of a turn, in words."""

    key: str
    title: str
    name: str
    """The name of its combatant, as the GM calls them."""
    round: int
    is_asked: bool
    """Whether the command in progress waits for it; otherwise it was put off."""
    has_dice: bool
    """Whether it waits for dice rather than for an answer; False for what was put off, where this is not known yet."""


class DueController:
    """Effects due at the ends of turns: lists them, puts them off, rolls and dismisses them.

    Each method returns a sentence if it was not possible.
    """

    def __init__(self, bridge: Bridge, actions: ActionController) -> None:
        self._bridge = bridge
        self._actions = actions

    @property
    def asked(self) -> tuple[DueEntry, ...]:
        """Entries that the command in progress waits for and that can be put off."""
        action = self._actions.action
        if action is None or action.group != "order":
            return ()
        keys = dict.fromkeys(want.due for want in self._open if want.due)
        return tuple(self._entry(key, is_asked=True) for key in keys)

    @property
    def is_busy(self) -> bool:
        """Whether another action or command is in progress."""
        return self._actions.call is not None

    @property
    def put_off(self) -> tuple[DueEntry, ...]:
        """Entries that were put off, the oldest first, without those that the command in progress asks for again."""
        asked = {entry.key for entry in self.asked}
        keys = (due_key(due) for due in self._bridge.battle.order.due)
        return tuple(self._entry(key, is_asked=False) for key in keys if key not in asked)

    def _entry(self, key: str, *, is_asked: bool) -> DueEntry:
        title, who = due_titled(self._bridge.ruleset, key)
        round = key.rpartition(".")[2]
        return DueEntry(
            key=key,
            title=title,
            name=self._bridge.name(who),
            round=int(round) if round.isdecimal() else 0,
            is_asked=is_asked,
            has_dice=any(want.due == key and isinstance(want.request, DiceRequest) for want in self._open),
        )

    @property
    def _open(self) -> tuple[Wanted, ...]:
        """The open requests: all that the command in progress asks for now and that have no valid answer."""
        call = self._actions.call
        if call is None or self._actions.due is None:
            return ()
        return tuple(
            want
            for want in self._actions.many.asked.wanted
            if want.request.id not in call.answers or want.problem is not None
        )

    def later(self, *keys: str) -> str | None:
        """Put these off, and end the turn if nothing else is asked."""
        call, action = self._actions.call, self._actions.action
        if call is None or action is None:
            return "Nothing is due now."
        if all(parameter.key != LATER.key for parameter in action.parameters):
            return "This cannot be put off."
        was_put_off = any(parameter.key == WHICH.key for parameter in action.parameters)
        if was_put_off and not {want.due for want in self._actions.many.asked.wanted} - set(keys):
            # Nothing would change: everything stays put off.
            return self._actions.drop()
        self._actions.set_option(LATER.key, list(dict.fromkeys((*call.option(LATER.key, ()), *keys))))
        now = self._actions.call
        if now is not None and self._actions.can_apply and not now.answers:
            return self._actions.apply()
        return None

    def roll(self, key: str) -> str | None:
        """Roll the dice of a due entry, or start on it if it was put off."""
        open_dice = [
            want.request.id for want in self._open if want.due == key and isinstance(want.request, DiceRequest)
        ]
        if open_dice:
            self._actions.many.roll(*open_dice)
            return None
        return self._settle(key)

    def roll_all(self) -> str | None:
        """Roll all dice of the command in progress, stage by stage; without a command, of all that was put off."""
        is_put_off = self._actions.call is None and bool(self._bridge.battle.order.due)
        if is_put_off and (problem := self._settle()):
            return problem
        for _ in range(_STAGES):
            dice = [want.request.id for want in self._open if isinstance(want.request, DiceRequest)]
            if not dice:
                break
            self._actions.many.roll(*dice)
        return None

    def dismiss(self, key: str) -> str | None:
        """Remove an entry that was put off, without dice."""
        return self._actions.carry_out(Call(action="dismiss_due", actor=ENVIRONMENT, options={WHICH.key: [key]}))

    def _settle(self, *keys: Id) -> str | None:
        options = {WHICH.key: list(keys)} if keys else {}
        return self._actions.carry_out(Call(action="settle_due", actor=ENVIRONMENT, options=options))
