"""The GM's selection: who is selected, who acts, and which targets each has marked. Not saved; changed by clicks."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from gui.bridge import Bridge
from model.state.base import ENVIRONMENT, Id
from model.state.battle import AnyBattle

NOBODY_SELECTED = "Nothing selected: select a combatant on the board or in the list first."
"""Message of a command on the selected combatants if none is selected."""


def no_turn_words(battle: AnyBattle) -> str:
    """Return the message of a command that needs an acting combatant, if nobody acts."""
    start = "" if battle.order.is_running else "start combat, or "
    return f"No turn in progress: {start}select a combatant and choose Act as Selected."


class Selection(QObject):
    """Selecting never changes who acts: that follows the initiative order, or an explicit "act as"."""

    changed = Signal()
    """The selection or the battle has changed: emitted once after every change, panels need no other signal."""

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._current: Id | None = None
        self._selected: tuple[Id, ...] = ()
        self._act_as: Id | None = None
        self._acting: tuple[Id, ...] = ()
        self._marks: dict[Id, tuple[Id, ...]] = {}
        self._before: dict[Id, tuple[Id, ...]] = {}
        """The targets a combatant had marked before a temporary mark for one action."""
        bridge.changed.connect(lambda _: self._follow())
        self._follow()

    @property
    def actor(self) -> Id | None:
        """The acting combatant: the one chosen by "act as", else the first whose turn it is; None if neither exists."""
        if self._act_as is not None:
            return self._act_as
        return self._acting[0] if self._acting else None

    def actor_in(self, battle: AnyBattle) -> Id | None:
        """Return who would act if this battle came next: when a turn begins, "act as" ends."""
        acting = battle.order.acting
        has_begun = bool(set(acting) - set(self._acting))
        return next(iter(acting), None) if has_begun or self._act_as is None else self._act_as

    @property
    def is_out_of_turn(self) -> bool:
        """Whether the combatant chosen by "act as" acts out of turn."""
        return self._act_as is not None and self._act_as not in self._acting

    @property
    def current(self) -> Id | None:
        """The combatant whose sheet is shown: the one clicked last, else the acting combatant."""
        return self._current or self.actor

    @property
    def selected(self) -> tuple[Id, ...]:
        """The combatants whose sheet is shown, to whom commands and edits apply: the chosen ones, else the acting one.

        The sheet and all commands use this one notion.
        """
        current = self.current
        return self._selected or (() if current not in self._bridge.battle.combatants else (str(current),))

    @property
    def chosen(self) -> tuple[Id, ...]:
        """The combatants chosen by clicks, keys or a rubber band, which are marked as such on the board."""
        return self._selected

    @property
    def targets(self) -> tuple[Id, ...]:
        """Targets that the acting combatant has marked; without own marks, those of the group whose turn it is."""
        return self._targets_of(self.actor, self._bridge.battle)

    def targets_in(self, battle: AnyBattle) -> tuple[Id, ...]:
        """Return the marked targets of the combatant who would act if this battle came next."""
        return tuple(id for id in self._targets_of(self.actor_in(battle), battle) if _is_target(battle, id))

    def _targets_of(self, who: Id | None, battle: AnyBattle) -> tuple[Id, ...]:
        actor = who or ENVIRONMENT
        if (own := self._marks.get(actor)) is not None:
            return own
        turn = battle.order.turn
        group = () if turn is None or actor not in turn.shares else turn.shares
        return next((self._marks[who] for who in group if who in self._marks), ())

    @property
    def target(self) -> Id | None:
        return self.targets[0] if self.targets else None

    def set_current(self, id: Id | None) -> None:
        """Show a combatant's sheet; None shows the acting combatant's."""
        selected = () if id is None or id == ENVIRONMENT else (id,)
        if id != self._current or selected != self._selected:
            self._current, self._selected = id, selected
            self.changed.emit()

    def select(self, ids: tuple[Id, ...]) -> None:
        """Select combatants for edits; the sheet shows all of them together, or with none the acting combatant."""
        if ids != self._selected:
            self._selected = ids
            if self._current not in ids:
                self._current = ids[0] if ids else None
            self.changed.emit()

    def toggle(self, id: Id) -> None:
        """Add a combatant to the chosen ones, or remove it from them."""
        others = tuple(one for one in self._selected if one != id)
        self.select(others if id in self._selected else (*others, id))

    def act_as(self, id: Id | None) -> None:
        """Make a combatant act, also out of turn; None returns to the initiative order."""
        if id != self._act_as:
            self._act_as = id
            self._current, self._selected = None, ()
            self.changed.emit()

    def mark(self, *targets: Id, is_temporary: bool = False) -> None:
        """Mark these as targets of the acting combatant, until others are marked or they are out.

        A temporary mark (`is_temporary`), on friends who are helped, lasts until `restore`.
        """
        who = self.actor or ENVIRONMENT
        if is_temporary:
            self._before.setdefault(who, self.targets)
        else:
            self._before.pop(who, None)
        self._marks[who] = targets
        self.changed.emit()

    def restore(self, who: Id) -> None:
        """Drop a combatant's temporary mark and restore the earlier targets, except those who were helped."""
        if who in self._before:
            helped, battle = self._marks[who], self._bridge.battle
            before = self._before.pop(who)
            self._marks[who] = tuple(id for id in before if id not in helped and _is_target(battle, id))
            self.changed.emit()

    def _follow(self) -> None:
        """Update whose turn it is, and remove combatants who are no longer there.

        A new turn is shown at once; a combatant acting out of turn keeps acting until a turn begins.
        """
        battle = self._bridge.battle
        acting = tuple(who for who in battle.order.acting if who in battle.combatants or who == ENVIRONMENT)
        if acting != self._acting:
            has_begun = bool(set(acting) - set(self._acting))
            self._acting = acting
            if has_begun:
                self._act_as = self._current = None
                self._selected = ()
        if self._act_as not in battle.combatants:
            self._act_as = None
        if self._current not in battle.combatants:
            self._current = None
        self._selected = tuple(id for id in self._selected if id in battle.combatants)
        for who, targets in self._marks.items():
            self._marks[who] = tuple(id for id in targets if _is_target(battle, id))
        self.changed.emit()


def _is_target(battle: AnyBattle, id: Id) -> bool:
    combatant = battle.combatants.get(id)
    return id in battle.things if combatant is None else combatant.is_present and not combatant.is_out
