"""The initiative order by the GM's hand, and what the ends of turns have brought. Paints nothing."""

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

GUARD = 300
"""Milliseconds after an Apply in which a key that was meant for it ends no turn."""


class CombatController:
    """Each method carries out a command and returns a sentence where it could not be."""

    def __init__(self, bridge: Bridge, selection: Selection, actions: ActionController) -> None:
        self._bridge = bridge
        self._selection = selection
        self._actions = actions

    @property
    def is_running(self) -> bool:
        return self._bridge.battle.order.is_running

    @property
    def sides(self) -> tuple[str, ...]:
        """Sides that have a combatant in the battle, those that the ruleset names first."""
        present = [who.side for who in self._bridge.battle.combatants.values() if who.is_present]
        known = [side for side in self._bridge.ruleset.sides if side in present]
        return tuple(dict.fromkeys((*known, *present)))

    def start(self, **options: Any) -> str | None:
        """Begin the fight; `first` names the side that begins, `order` a declared order."""
        return self.do("start_fight", **{key: value for key, value in options.items() if value is not None})

    def usual_start(self) -> dict[str, Any] | None:
        """What is said at an ordinary start: wherever one combatant could be named, that it is nobody.

        None where the rules ask a question all the same, such as which side begins. Dice are no question: the action
        panel has them rolled or typed.
        """
        parameters = self._bridge.ruleset.actions["start_fight"].parameters
        options = {parameter.key: "" for parameter in parameters if parameter.kind == "combatant"}
        call = Call(action="start_fight", actor=ENVIRONMENT, options=options)
        outcome = run(self._bridge.ruleset, self._bridge.battle, call)
        is_asked = isinstance(outcome, Due) and isinstance(outcome.request, Question)
        return None if is_asked else options

    @property
    def is_too_soon(self) -> bool:
        """Whether an action was applied this very moment: a key pressed now was meant for it."""
        return self._actions.milliseconds_since_apply < GUARD

    def end_turn(self, *, is_meant: bool = False) -> str | None:
        """End the turn in progress, or begin a planned round's turns.

        Right after an action was applied it does nothing, unless the end of the turn is meant as well.
        """
        if self.is_too_soon and not is_meant:
            return None
        return self._actions.carry_out(self.end_call)

    @property
    def end_call(self) -> Call:
        """What ends the turn in progress, or begins a planned round's turns."""
        return Call(action=self._goes_on, actor=ENVIRONMENT)

    @property
    def end_turn_title(self) -> str:
        """What the key for the end of a turn does now: `End turn`, or what begins a planned round's turns."""
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
        """Hold back the turn in progress."""
        actor = next(iter(self._bridge.battle.order.acting), ENVIRONMENT)
        return self.do("delay", actor=actor)

    def reorder(self, slot: Id, before: Id | None) -> str | None:
        options = {"slot": slot} if before is None else {"slot": slot, "before": before}
        return self.do("reorder", **options)

    def join(self, who: tuple[Id, ...], before: Id | None = None) -> str | None:
        """Give newcomers places of their own in the order, as one step."""
        options = {} if before is None else {"before": before}
        apart = {"apart": True} if len(who) > 1 else {}
        return self._actions.carry_out(Call(action="join_order", actor=who[0], targets=who, options=options | apart))

    def slot_of(self, who: Id) -> Slot | None:
        return self._bridge.battle.order.slot_of(who)

    def do(self, action: str, actor: Id = ENVIRONMENT, **options: Any) -> str | None:
        """Carry out an action on the initiative order; the sentence when it is refused."""
        return self._actions.carry_out(Call(action=action, actor=actor, options=options))


# --------------------------------------------------------------------------------------- what the next key may bring


class LookAhead(QObject):
    """While the program waits, finds the battle that the likeliest key leads to: what is ready applied, else the end
    of the turn.

    When that key is pressed, its outcome is known, and what shows it has been made.
    """

    found = Signal(object)
    """A battle that may come next."""

    _PAUSE = 60
    """Milliseconds without a change after which it looks: fast typing is not held up."""

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
        """Look now."""
        call = self._combat.end_call if self._actions.call is None else self._actions.ready_call
        if call is None or self._bridge.past is not None or not self._combat.is_running:
            return
        outcome = run_once(self._bridge.ruleset, self._bridge.battle, call)
        if isinstance(outcome, Done):
            self.found.emit(outcome.battle)


# ----------------------------------------------------------------------------------------- what is due at ends of turns

_STAGES = 30
"""More stages of dice than any command has."""


class DueEntry(Record, kw_only=True):
    """Something due, in words."""

    key: str
    title: str
    name: str
    """Whose it is, as the GM calls them."""
    round: int
    is_asked: bool
    """Whether the command in progress waits for it; else it was put off."""
    has_dice: bool
    """Whether it waits for dice, not for an answer; what was put off does not tell yet."""


class DueController:
    """Each method returns a sentence where it could not be done."""

    def __init__(self, bridge: Bridge, actions: ActionController) -> None:
        self._bridge = bridge
        self._actions = actions

    @property
    def asked(self) -> tuple[DueEntry, ...]:
        """What the command in progress waits for and can be put off."""
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
        """What was put off, the oldest first, but for what is asked again just now."""
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
        """What waits for an answer, of everything that is asked at this moment."""
        call = self._actions.call
        if call is None or self._actions.due is None:
            return ()
        return tuple(
            want
            for want in self._actions.many.asked.wanted
            if want.request.id not in call.answers or want.problem is not None
        )

    def later(self, *keys: str) -> str | None:
        """Put these off, and end the turn where nothing else is asked."""
        call, action = self._actions.call, self._actions.action
        if call is None or action is None:
            return "Nothing is due now."
        if all(parameter.key != LATER.key for parameter in action.parameters):
            return "This cannot be put off."
        was_put_off = any(parameter.key == WHICH.key for parameter in action.parameters)
        if was_put_off and not {want.due for want in self._actions.many.asked.wanted} - set(keys):
            # Nothing would come of it: all of it stays as it is.
            return self._actions.drop()
        self._actions.set_option(LATER.key, list(dict.fromkeys((*call.option(LATER.key, ()), *keys))))
        now = self._actions.call
        if now is not None and self._actions.can_apply and not now.answers:
            return self._actions.apply()
        return None

    def roll(self, key: str) -> str | None:
        """Throw the dice of something due, or begin with what was put off."""
        open_dice = [
            want.request.id for want in self._open if want.due == key and isinstance(want.request, DiceRequest)
        ]
        if open_dice:
            self._actions.many.roll(*open_dice)
            return None
        return self._settle(key)

    def roll_all(self) -> str | None:
        """Throw every die that the command in progress asks for, stage by stage; without one, of all put off."""
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
        """Let what was put off go without dice."""
        return self._actions.carry_out(Call(action="dismiss_due", actor=ENVIRONMENT, options={WHICH.key: [key]}))

    def _settle(self, *keys: Id) -> str | None:
        options = {WHICH.key: list(keys)} if keys else {}
        return self._actions.carry_out(Call(action="settle_due", actor=ENVIRONMENT, options=options))
