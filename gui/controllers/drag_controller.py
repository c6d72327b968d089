"""What a drag on the map comes to: the acting combatant moves by the rules, everybody else is put there. Paints
nothing.
"""

from __future__ import annotations

import math

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from gui.controllers.attention import Attention
from gui.controllers.edit_controller import EditController
from gui.controllers.placement import unplaced
from gui.models.plans import is_planning
from model.board.distance import path_length
from model.board.zones import zone_at
from model.dice.requests import DiceRequest
from model.engine.calls import Call
from model.engine.moving import USUAL, DrawnLeg, Manner, Movement, drawn_points, joined
from model.engine.run import Done, Due, Outcome, Refused, run_once
from model.state.base import Id, Record
from model.state.battle import AnyBattle
from model.view.board import distance_words
from model.view.map import LegView, Point, ReachView, RouteView, metres_text

_STAYS = 0.2
"""Metres from a corner within which the way goes no further."""


GM_MOVE = "GM move, costs nothing"
"""What a drag comes to that is no move by the rules."""

_NO_WAY = RouteView()
_AND_THEN = " · "


def _roll_words(outcome: Due) -> str:
    """What is rolled on the way: `first The way, 2d20`."""
    request = outcome.request
    return f"first {request.title}, {request.dice}" if isinstance(request, DiceRequest) else ""


class DragLabel(Record):
    """What stands at the pointer before the drop, the most important line first."""

    text: str
    is_allowed: bool = True
    route: RouteView = _NO_WAY


class DragController:
    """Previews and carries out moves. Keeps the corners of the way that is being drawn."""

    def __init__(self, bridge: Bridge, attention: Attention, actions: ActionController, edits: EditController) -> None:
        self._bridge = bridge
        self._attention = attention
        self._actions = actions
        self._edits = edits
        self._who: Id | None = None
        self._legs: tuple[DrawnLeg, ...] = ()
        self._manner: str | None = None
        self._reach: tuple[tuple[object, ...], tuple[ReachView, ...]] = ((), ())

    # ------------------------------------------------------------------------------ the way drawn so far

    @property
    def movement(self) -> Movement | None:
        """How the ruleset has movement drawn."""
        return self._bridge.ruleset.movement

    @property
    def manner(self) -> str:
        """The way of moving in which the next leg goes: the one picked, else the usual one."""
        if self._manner is not None:
            return self._manner
        manners = self.manners(self._who)
        return manners[0].key if manners else USUAL

    def manners(self, who: Id | None) -> tuple[Manner, ...]:
        """The ways of moving that a combatant can pick from."""
        if self.movement is None or who not in self._bridge.battle.combatants:
            return ()
        return self.movement.manners(self._bridge.battle, who)

    def is_move(self, who: Id, is_placing: bool) -> bool:
        """Whether a drag is a move by the rules: of the acting combatant in a fight, without Alt, where the ruleset has
        moves.

        Who stands nowhere yet is put somewhere: there is no way to move along.
        """
        if not self._bridge.battle.order.is_running:
            return False
        acting = (*self._bridge.battle.order.acting, self._attention.actor)
        if is_placing or who not in acting or self.movement is None:
            return False
        return who not in unplaced(self._bridge.battle)

    def add_corner(self, who: Id, x: float, y: float) -> None:
        """Let the way go on from there."""
        self._take_up(who)
        self._legs = self._legs_to(who, (x, y))

    def take_corner_back(self) -> None:
        """Forget the last corner or change on the spot."""
        if self._legs and len(self._legs[-1].points) > 2:
            last = self._legs[-1]
            self._legs = (*self._legs[:-1], DrawnLeg(manner=last.manner, points=last.points[:-1]))
        else:
            if self._legs and not self._legs[-1].points:
                self._manner = None
            self._legs = self._legs[:-1]

    def pick(self, key: str) -> None:
        """Go on in another way of moving; a change on the spot happens where the way has come to."""
        manner = next((one for one in self.manners(self._who) if one.key == key), None)
        if manner is None or self.movement is None:
            return
        if manner.is_change:
            self._legs = (*self._legs, DrawnLeg(manner=key))
            self._manner = manner.then or self._manner
        else:
            self._manner = key
            if not self.movement.mixes:
                self._legs = tuple(DrawnLeg(manner=key, points=leg.points) for leg in self._legs)

    def forget(self) -> None:
        """Nothing is drawn any more."""
        self._who, self._legs, self._manner = None, (), None

    def _take_up(self, who: Id) -> None:
        if who != self._who:
            self.forget()
            self._who = who

    def _legs_to(self, who: Id, end: Point) -> tuple[DrawnLeg, ...]:
        """The legs so far and one more, in the way of moving in hand."""
        way = drawn_points(self._legs)
        start = way[-1] if way else self._bridge.battle.combatants[who].place.point
        if self._legs and start is not None and math.dist(start, end) <= _STAYS:
            return self._legs
        points = (end,) if start is None else (start, self._stepped(start, end))
        return joined((*self._legs, DrawnLeg(manner=self.manner, points=points)))

    def _stepped(self, start: Point, end: Point) -> Point:
        """The end of a leg whose length is rounded as the ruleset says: prices in steps ask for whole lengths."""
        step = 0.0 if self.movement is None else self.movement.step_m
        metres = math.dist(start, end)
        if not step or not metres:
            return end
        share = max(step, round(metres / step) * step) / metres
        return round(start[0] + (end[0] - start[0]) * share, 3), round(start[1] + (end[1] - start[1]) * share, 3)

    # ------------------------------------------------------------------------------------- previews

    def label(self, who: Id, x: float, y: float, is_placing: bool) -> DragLabel:
        """Distance, band to the target, and what the move costs leg by leg, without carrying it out."""
        battle = self._bridge.battle
        if not self.is_move(who, is_placing) or who not in battle.combatants:
            start = battle.combatants[who].place.point if who in battle.combatants else None
            far = self._far(((x, y),) if start is None else (start, (x, y)))
            return DragLabel(" · ".join(part for part in (far, GM_MOVE) if part))
        self._take_up(who)
        legs = self._legs_to(who, (x, y))
        call = self._call(who, legs)
        outcome = run_once(self._bridge.ruleset, battle, call)
        # While plans are made it is refused that it happens now, which nobody has asked for.
        is_plan = isinstance(outcome, Refused) and is_planning(self._bridge.ruleset, battle)
        is_allowed = is_plan or not isinstance(outcome, Refused)
        route = RouteView(legs=self.leg_views(call, legs), is_allowed=is_allowed)
        if is_plan:
            return DragLabel(f"{self._far(drawn_points(legs))} · planned move of {self._bridge.name(who)}", True, route)
        return DragLabel(self._words(outcome, who, legs), is_allowed, route)

    def leg_views(self, call: Call, legs: tuple[DrawnLeg, ...] = ()) -> tuple[LegView, ...]:
        """The stretches of a call, each with what it comes to, and with what happens on the spot before it."""
        battle, movement = self._bridge.battle, self.movement
        if movement is None or call.actor not in battle.combatants:
            return ()
        told = movement.words(battle, call)
        if not told:
            points = drawn_points(legs)
            return (LegView(points=points),) if len(points) > 1 else ()
        here = battle.combatants[call.actor].place.point
        views: list[LegView] = []
        waiting: tuple[str, ...] = ()
        for leg in told:
            waiting = (*waiting, leg.words)
            if leg.points:
                views.append(LegView(points=leg.points, label=_AND_THEN.join(waiting)))
                waiting = ()
        if waiting and views:
            last = views.pop()
            views.append(LegView(points=last.points, label=_AND_THEN.join((last.label, *waiting))))
        elif waiting and here is not None:
            views.append(LegView(points=(here,), label=_AND_THEN.join(waiting)))
        return tuple(views)

    def reach(self, who: Id) -> tuple[ReachView, ...]:
        """How far a combatant gets from the last corner; worked out once for each."""
        battle, movement = self._bridge.battle, self.movement
        if movement is None or who not in battle.combatants:
            return ()
        legs, manner = (self._legs, self.manner) if who == self._who else ((), USUAL)
        key = (id(battle), who, legs, manner)
        if self._reach[0] != key:
            found = movement.reach(battle, who, legs, manner)
            self._reach = (key, tuple(ReachView(title=one.title, shapes=one.shapes) for one in found))
        return self._reach[1]

    def _words(self, outcome: Outcome, who: Id, legs: tuple[DrawnLeg, ...]) -> str:
        return self.words(outcome, who, self._far(drawn_points(legs)))

    def words(self, outcome: Outcome, who: Id, far: str) -> str:
        """What a move comes to, in lines: how far or where to, what happens, what is spent and left."""
        if isinstance(outcome, Refused):
            return " · ".join(part for part in (far, self._bridge.words(outcome.refusal.sentence)) if part)
        if not isinstance(outcome, Done):
            return " · ".join(part for part in (far, _roll_words(outcome)) if part)
        lines = [
            " · ".join(part for part in (far, self._to_target(outcome.battle, who)) if part),
            self._bridge.sentences(outcome.note.sentences).rstrip("."),
            " · ".join(part for part in (*self._spent(outcome.battle, who), self._left(outcome.battle, who)) if part),
        ]
        return "\n".join(line for line in lines if line)

    def _far(self, points: tuple[Point, ...]) -> str:
        """How long a way is in metres, where the game counts them, and the zone that it leads to."""
        board = self._bridge.battle.board
        zone = zone_at(board, points[-1]) if points else None
        if not self._bridge.ruleset.ranges.in_metres:
            return "" if zone is None else f"to {zone.name}"
        if len(points) < 2:
            return "" if zone is None else f"to {zone.name}"
        length = metres_text(path_length(points))
        return length if zone is None or zone == zone_at(board, points[0]) else f"{length} to {zone.name}"

    def _to_target(self, battle: AnyBattle, who: Id) -> str:
        target = self._attention.target
        if target is None or target == who or who != self._attention.actor:
            return ""
        words = distance_words(battle, self._bridge.ruleset, who, target)
        return f"then {self._bridge.name(target)} {words}" if words else ""

    def _spent(self, after: AnyBattle, who: Id) -> list[str]:
        """The pools that the move draws on, before and after."""
        before, words = self._bridge.battle, []
        for pool in self._bridge.ruleset.pools_displayed:
            had, has = pool.value(before, who), pool.value(after, who)
            if had != has:
                words.append(f"{pool.title} {had:g} → {has:g}")
        return words

    def _left(self, battle: AnyBattle, who: Id) -> str:
        """What is left of the turn after the move."""
        share = battle.order.share(who)
        if share is None:
            return ""
        left = [f"{kind} {count}" for kind, count in share.left.items() if count]
        return "left: " + ", ".join(left) if left else "nothing left"

    # ---------------------------------------------------------------------------------- carrying out

    def drop(self, who: Id, x: float, y: float, is_placing: bool) -> str | None:
        """Move or place; the sentence when it is refused. What may be set aside waits in the action panel.

        A move that was begun in the action panel waits there for its Apply, and so does one at which a combatant may do
        what they have declared for such a moment.
        """
        if not self.is_move(who, is_placing):
            return self._edits.place(((who, x, y),))
        self._take_up(who)
        call = self._call(who, self._legs_to(who, (x, y)))
        begun = self._actions.call
        is_begun = begun is not None and begun.actor == who and begun.action == call.action
        if is_begun or self._is_awaited(call):
            self._actions.begin_call(call)
            return None
        return self._actions.carry_out(call)

    def _is_awaited(self, call: Call) -> bool:
        """Whether a combatant has said beforehand what they do when this happens."""
        outcome = run_once(self._bridge.ruleset, self._bridge.battle, call)
        return isinstance(outcome, Done) and any(offer.preset is not None for offer in outcome.offers)

    def _call(self, who: Id, legs: tuple[DrawnLeg, ...]) -> Call:
        assert self.movement is not None
        return self.movement.call(self._bridge.battle, who, legs)
