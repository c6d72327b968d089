"""What a drag on the map comes to: whoever acts moves by the rules, everybody else is put there. Paints nothing."""

from __future__ import annotations

from dataclasses import dataclass

from gui.bridge import Bridge
from gui.windows.action_controller import ActionController
from gui.windows.attention import Attention
from gui.windows.edit_controller import EditController
from model.engine.calls import Call
from model.engine.ruleset import Action
from model.engine.run import Done, Refused, run
from model.state.base import Id
from model.state.battle import AnyBattle
from model.view.board import distance_words
from model.view.map import metres_text


@dataclass(frozen=True)
class DragLabel:
    """What stands at the pointer before the drop."""

    text: str
    is_allowed: bool = True


class DragController:
    """Previews and carries out moves."""

    def __init__(self, bridge: Bridge, attention: Attention, actions: ActionController, edits: EditController) -> None:
        self._bridge = bridge
        self._attention = attention
        self._actions = actions
        self._edits = edits

    def is_move(self, who: Id, is_placing: bool) -> bool:
        """Whether a drag is a move by the rules: of whoever acts, without Alt, where the ruleset has moves."""
        acting = (*self._bridge.battle.order.acting, self._attention.actor)
        return not is_placing and who in acting and self._mover() is not None

    def label(self, who: Id, x: float, y: float, is_placing: bool) -> DragLabel:
        """Distance, band to the target, and what the move costs, without carrying it out."""
        battle = self._bridge.battle
        start = battle.combatants[who].place.point if who in battle.combatants else None
        metres = "" if start is None else metres_text(((x - start[0]) ** 2 + (y - start[1]) ** 2) ** 0.5)
        if not self.is_move(who, is_placing):
            return DragLabel(" · ".join(part for part in (metres, "just placed, no move") if part))
        outcome = run(self._bridge.ruleset, battle, self._call(who, x, y))
        if isinstance(outcome, Refused):
            return DragLabel(f"{metres} · {self._bridge.words(outcome.refusal.sentence)}", is_allowed=False)
        parts = [metres]
        if isinstance(outcome, Done):
            parts += [self._to_target(outcome.battle, who), self._bridge.sentences(outcome.note.sentences)]
            parts.append(self._left(outcome.battle, who))
        return DragLabel(" · ".join(part.rstrip(".") for part in parts if part))

    def drop(self, who: Id, x: float, y: float, is_placing: bool) -> str | None:
        """Move or place; the sentence when it is refused. What may be set aside waits in the action panel."""
        if not self.is_move(who, is_placing):
            return self._edits.place(((who, x, y),))
        return self._actions.carry_out(self._call(who, x, y))

    def _to_target(self, battle: AnyBattle, who: Id) -> str:
        target = self._attention.target
        if target is None or target == who or who != self._attention.actor:
            return ""
        words = distance_words(battle, self._bridge.ruleset, who, target)
        return f"then {self._bridge.name(target)} {words}" if words else ""

    def _left(self, battle: AnyBattle, who: Id) -> str:
        """What is left of the turn after the move."""
        share = battle.order.share(who)
        if share is None:
            return ""
        left = [f"{kind} {count}" for kind, count in share.left.items() if count]
        return "left: " + ", ".join(left) if left else "nothing left"

    def _mover(self) -> tuple[Action, str, bool] | None:
        """The ruleset's first move action that takes a path or a place, and the parameter's key."""
        for action in self._bridge.ruleset.actions.values():
            if action.group == "move":
                for parameter in action.parameters:
                    if parameter.kind in ("path", "place"):
                        return action, parameter.key, parameter.kind == "path"
        return None

    def _call(self, who: Id, x: float, y: float) -> Call:
        mover = self._mover()
        assert mover is not None
        action, key, is_path = mover
        place: object = [[x, y]] if is_path else {"x": x, "y": y}
        return Call(action=action.id, actor=who, options={key: place})
