"""What an action of whoever acts is before anything is said about it: on the marked target, with the usual item."""

from __future__ import annotations

from gui.bridge import Bridge
from gui.controllers.attention import Attention
from gui.controllers.people_around import first_helped
from gui.controllers.place_parameters import is_path, place_key
from model.engine.calls import Call
from model.engine.ruleset import NO_TARGET, Action
from model.engine.run import objections
from model.state.base import Id, replace
from model.state.texts import Refusal


class FreshCalls:
    """Makes calls of actions that are about to begin, and asks what speaks against them."""

    def __init__(self, bridge: Bridge, attention: Attention) -> None:
        self._bridge = bridge
        self._attention = attention

    def call(self, action: Action, actor: Id) -> Call:
        """An action as somebody begins it."""
        battle = self._bridge.battle
        takes_marked = action.targets in ("one", "many") or (action.targets == "maybe" and action.is_help)
        targets = self._attention.targets if takes_marked else ()
        if action.is_help:
            targets = first_helped(self._bridge.ruleset, battle, actor, action, targets)
        if action.targets in ("one", "maybe"):
            targets = targets[:1]
        item = self._usual_item(actor) if action.needs_item else None
        if action.items is not None:
            item = next((id for id, _ in action.items(battle, actor)), None)
        aimed_at = self._attention.target if action.aim is not None and action.aim.on else None
        options = {action.aim.on: aimed_at} if action.aim is not None and aimed_at is not None else {}
        return Call(action=action.id, actor=actor, targets=targets, item=item, options=options)

    def refusal_of(self, action: Action, actor: Id) -> Refusal | None:
        """Why an action cannot be taken now; None when it can. A missing target refuses nothing yet."""
        call = self.call(action, actor)
        if (key := place_key(action)) is not None:
            call = replace(call, options={key: self._standing(actor, is_path=is_path(action, key))})
        found = objections(self._bridge.ruleset, self._bridge.battle, call)
        return next((refusal for refusal in found if refusal.key != NO_TARGET), None)

    def _standing(self, actor: Id, *, is_path: bool) -> object:
        """Where whoever acts stands, as a parameter takes it: to ask whether they could go anywhere at all."""
        combatant = self._bridge.battle.combatants.get(actor)
        point = None if combatant is None else combatant.place.point
        x, y = point or (0.0, 0.0)
        return [[x, y]] if is_path else {"x": x, "y": y}

    def _usual_item(self, actor: Id) -> Id | None:
        usual = self._bridge.ruleset.usual_attack(self._bridge.battle, actor)
        if usual is not None and usual.item is not None:
            return usual.item
        items = self._bridge.battle.items_of(actor)
        return next((item.id for item in items if item.where == "hand"), None)
