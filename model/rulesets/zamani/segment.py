"""What a combatant does on a segment: the marks it leaves, its price, and who may act (ZM-INIT-06, ZM-TIME-03)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.budget import (
    has_round_mark,
    is_turn_of,
    left,
    mark,
    mark_round,
    marked,
    round_marked,
    round_marks,
    share_changed,
    spent,
    used,
)
from model.engine.calls import Call
from model.engine.consequences import unable
from model.engine.guards import done_by_able_combatant, no
from model.rulesets.zamani.conditions import ACTED, CONDITIONS, FOCUSED, FULL_MOVE, GUARDED, OFFENSIVE, guarding
from model.rulesets.zamani.sheet import Battle
from model.state.base import Id, replace
from model.state.texts import Refusal


def has_begun(battle: Battle, who: Id) -> bool:
    """Whether a combatant is in the middle of an action, begun but not finished (ZM-DELAY-01)."""
    share = battle.order.share(who)
    if share is None or share.is_over or share.left.get("action", 0) < 1:
        return False
    return bool(share.used or share.marks)


# ------------------------------------------------------------------------------------------ guards


able_combatant = done_by_able_combatant(lambda battle, who: unable(CONDITIONS, battle, who))
"""Guard: the actor must be a combatant who is present and able to act (ZM-MIS-03)."""


def own_segment(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: on the actor's own segment, with its action left (ZM-INIT-01, ZM-TIME-03)."""
    who = call.actor
    if who not in battle.combatants or not battle.order.is_running:
        return
    if not is_turn_of(battle, who):
        yield no("not_your_turn", "It is not {who}'s segment.", "ZM-INIT-01", who)
    elif left(battle, who, "action") < 1:
        yield no("no_action", "{who} has already acted on this segment.", "ZM-TIME-03", who)
    if has_round_mark(battle, who, FOCUSED):
        yield no("focusing", "{who} is focusing and does nothing else this round.", "ZM-FOC-06", who)


def may_attack(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: one offensive action per countdown, none after a full move or on guard (ZM-INIT-06, ZM-GUARD-02)."""
    who = call.actor
    if who not in battle.combatants or not battle.order.is_acting:
        return
    noted = round_marks(battle, who)
    if OFFENSIVE in noted:
        yield no("second_attack", "{who} has had the one offensive action of this countdown.", "ZM-INIT-06", who)
    if used(battle, who, "full_move") or FULL_MOVE in noted:
        yield no("full_move", "{who} has made a full move and cannot attack this round.", "ZM-MOVE-03", who)
    if guarding(battle, who) is not None or GUARDED in noted:
        yield no("guarding", "{who} is standing guard and cannot attack this round.", "ZM-GUARD-02", who)


def not_moved(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: a half move cannot be combined with an action other than an attack (ZM-AMB-46, ZM-MOVE-09)."""
    who = call.actor
    if who in battle.combatants and used(battle, who, "metres"):
        yield no("moved", "{who} has moved on this segment: that was the action.", "ZM-MOVE-09", who)


def note(battle: Battle, who: Id, fact: str) -> Battle:
    """Add a mark of the round to a combatant; without effect while no turns are taken."""
    return mark_round(battle, who, fact) if battle.order.is_acting else battle


def pay(battle: Battle, who: Id, *marks: str, is_offensive: bool = False) -> Battle:
    """Use up the action of a segment, and add these marks to the segment."""
    if not battle.order.is_acting:
        return mark(battle, who, *marks)
    order = share_changed(battle.order, who, lambda share: marked(spent(share, "action"), *marks))
    return replace(battle, order=round_marked(order, who, *((ACTED, OFFENSIVE) if is_offensive else (ACTED,))))


FREE_SEGMENT = (able_combatant, own_segment, not_moved)
"""Guards of an action that takes a whole segment and goes with no move."""
