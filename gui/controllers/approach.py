"""Moving next to another combatant: by a command, a menu or typing, and as the step that helps a refused action."""

from __future__ import annotations

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from gui.controllers.edit_controller import DragController
from gui.controllers.selection import Selection
from gui.controllers.token_moves import Destination, TokenMoves
from model.board.bands import nearness
from model.board.distance import place_of
from model.board.into_range import point_within
from model.engine.calls import Call
from model.engine.run import Done, Refused, run_once
from model.state.base import Id, Record
from model.state.battle import AnyBattle
from model.state.texts import Refusal


class Approach(Record):
    """A move into reach or range, and the action that was refused because of the distance."""

    move: Call
    then: Call
    head: int
    """Number of the battle's last step when the move was begun."""


class ApproachController:
    """Who moves next to whom. After a move that was begun for a refused action, that action goes on."""

    def __init__(
        self, bridge: Bridge, selection: Selection, actions: ActionController, drags: DragController, moves: TokenMoves
    ) -> None:
        self._bridge = bridge
        self._selection = selection
        self._actions = actions
        self._drags = drags
        self._moves = moves
        self._begun: Approach | None = None
        self._found: tuple[AnyBattle, Call, Refusal, tuple[Call | None, str]] | None = None
        """The move that helps a refused action, after what it was found for."""
        actions.changed.connect(self._follow)
        actions.applied.connect(self._go_on)

    # ------------------------------------------------------------------------------- commands, menus

    @property
    def movers(self) -> tuple[Id, ...]:
        """The combatants that a move concerns."""
        return self._selection.selected

    def words(self, other: Id, movers: tuple[Id, ...] | None = None) -> str:
        """Return `Move Doc Next to Brick`; empty if nobody could move next to that combatant."""
        others = [one for one in (self.movers if movers is None else movers) if one != other]
        if not others or other not in self._bridge.battle.combatants:
            return ""
        who = self._bridge.name(others[0]) if len(others) == 1 else f"{len(others)} Combatants"
        return f"Move {who} Next to {self._bridge.name(other)}"

    def others(self) -> tuple[Id, ...]:
        """Return the combatants next to whom the movers could be moved, the nearest to the first of them first."""
        battle, movers = self._bridge.battle, self.movers
        if not movers:
            return ()
        ranges = self._bridge.ruleset.ranges
        there = [one.id for one in battle.combatants.values() if one.is_present and one.id not in movers]
        return tuple(sorted(there, key=lambda other: nearness(battle, ranges, movers[0], other)))

    def move(self, other: Id, movers: tuple[Id, ...] | None = None) -> str | None:
        """Move a single acting combatant next to another one by the rules, else place all there; return why not."""
        return self._moves.move(self.movers if movers is None else movers, Destination(on=other))

    # ------------------------------------------------------------------------- help for a refused action

    @property
    def step(self) -> Call | None:
        """The move of the acting combatant that would help the refused action; None if none helps."""
        return self._step()[0]

    @property
    def words_of_step(self) -> str:
        """`Move next to Brick`; `Move next to Brick instead` if the rules refuse the action also after the move."""
        then, (move, where) = self._actions.call, self._step()
        if then is None or move is None:
            return ""
        moved = run_once(self._bridge.ruleset, self._bridge.battle, move)
        is_last = isinstance(moved, Done) and isinstance(run_once(self._bridge.ruleset, moved.battle, then), Refused)
        return f"Move {where}{' instead' if is_last else ''}"

    def _step(self) -> tuple[Call | None, str]:
        """Return the move that helps, if there is one, and where it leads; asked several times for each refusal."""
        call, refusal, battle = self._actions.call, self._actions.refusal, self._bridge.battle
        if call is None or refusal is None:
            return None, ""
        known = self._found
        if known is None or known[0] is not battle or known[1:3] != (call, refusal):
            self._found = known = (battle, call, refusal, self._find(call.actor, refusal))
        return known[3]

    def _find(self, who: Id, refusal: Refusal) -> tuple[Call | None, str]:
        battle, other = self._bridge.battle, refusal.nearer
        goal = refusal.toward or (None if other is None else place_of(battle, other))
        if goal is None or not self._drags.is_move(who, False):
            return None, ""
        if refusal.within is not None:
            point = point_within(battle, who, goal, refusal.within, self._bridge.ruleset.ranges, other)
            found = None if point is None else self._drags.call_straight(who, point)
            if found is not None:
                move, is_there = found
                return move, self._where(other, is_there=is_there)
        if other is None or other not in battle.combatants or (refusal.within is not None and goal.point is not None):
            return None, ""
        return self._drags.call_beside(who, other), f"next to {self._bridge.name(other)}"

    def _where(self, other: Id | None, *, is_there: bool) -> str:
        item = self._bridge.battle.items.get(other or "")
        name = "" if other is None else item.name if item is not None else self._bridge.name(other)
        if not is_there:
            return f"toward {name}" if name else "toward it"
        if item is not None:
            return f"to {name}"
        return f"into range of {name}" if name else "into range"

    def begin(self) -> bool:
        """Begin that move, with its destination filled in; return False if none helps."""
        then, move = self._actions.call, self.step
        if then is None or move is None:
            return False
        self._begun = None
        self._bridge.drop_draft(then.actor)
        self._actions.begin_call(move)
        self._begun = Approach(move=move, then=then, head=self._bridge.session.head)
        return True

    def _follow(self) -> None:
        """Forget the refused action when the move is cancelled, or another action is begun instead."""
        begun, call = self._begun, self._actions.call
        if begun is None:
            return
        is_other = call is not None and (call.action, call.actor) != (begun.move.action, begun.move.actor)
        is_cancelled = call is None and self._bridge.session.head == begun.head
        if is_other or is_cancelled:
            self._begun = None

    def _go_on(self) -> None:
        """Return to the refused action, if the rules now allow it."""
        begun, self._begun = self._begun, None
        if begun is None or self._actions.call is not None or self._selection.actor != begun.then.actor:
            return
        if not isinstance(run_once(self._bridge.ruleset, self._bridge.battle, begun.then), Refused):
            self._actions.begin_call(begun.then)
