"""Standing guard, for oneself or for another (ZM-GUARD)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.budget import has_mark, has_round_mark, used
from model.engine.calls import Call
from model.engine.effects import add_effect, end_effects_of
from model.engine.guards import no, not_beside
from model.engine.routes import PATH, PLACE, WHERE, route_of
from model.engine.ruleset import Action
from model.rulesets.zamani.conditions import GUARDED, GUARDING, OFFENSIVE, guarding
from model.rulesets.zamani.movement import ADVANCED, ARMS_REACH, is_near_place, is_within
from model.rulesets.zamani.segment import able_combatant, note, own_segment, pay
from model.rulesets.zamani.sheet import Battle, blocking_items
from model.state.base import replace
from model.state.effects import Until
from model.state.texts import Refusal, ref, text


def can_guard(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: a blocking item in hand, no attack made, a ward within reach (ZM-GUARD-01, ZM-GUARD-02, ZM-GUARD-05)."""
    who = call.actor
    if who not in battle.combatants:
        return
    if not blocking_items(battle, who):
        yield no("nothing_to_block", "{who} has no shield and no weapon that can block.", "ZM-GUARD-01", who)
    if has_round_mark(battle, who, OFFENSIVE):
        yield no("has_attacked", "{who} has attacked this round and cannot stand guard.", "ZM-GUARD-02", who)
    if used(battle, who, "full_move"):
        yield no("full_move", "{who} has made a full move and cannot stand guard.", "ZM-GUARD-03", who)
    ward = call.target
    if ward is None or ward == who:
        if has_mark(battle, who, ADVANCED):
            yield no("advanced", "{who} has advanced: a combatant on guard can only retreat.", "ZM-GUARD-03", who)
    elif ward in battle.combatants and not is_within(battle, who, ward, ARMS_REACH):
        yield not_beside(
            "out_of_reach", "{who} is out of reach: a ward must be within arm's reach.", "ZM-GUARD-05", ward
        )


def guard(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Stand guard, for oneself or another, until the first segment of the next round (ZM-GUARD-04 to 06, ZM-AMB-22)."""
    who, ward = call.actor, call.target
    battle = note(pay(battle, who), who, GUARDED)
    battle = end_effects_of(battle, who, GUARDING)
    own = battle.order.slot_of(who)
    until: Until = "removed" if own is None else "slot"
    if ward is None or ward == who:
        ask.log(battle, "{0} stands guard.", who)
        return add_effect(battle, who, GUARDING, until=until, slot=own.id if own else None)
    ask.log(battle, "{0} stands guard for {1}.", who, ward)
    return add_effect(battle, who, GUARDING, until=until, slot=own.id if own else None, other=ward)


def _guards_somebody(battle: Battle, call: Call) -> Iterator[Refusal]:
    who = call.actor
    if who not in battle.combatants:
        return
    effect = guarding(battle, who)
    if effect is None or effect.other not in battle.combatants:
        yield replace(no("no_ward", "{who} is not guarding anyone.", "ZM-GUARD-08", who), can_override=False)
        return
    if PLACE.said(call) is None and PATH.said(call) is None:
        sentence = text("Choose a destination: a place or a path.")
        yield Refusal(key="nowhere", sentence=sentence, can_override=False)
        return
    route = route_of(battle, call)
    if route is None or route.place is None:
        yield Refusal(key="bad_place", sentence=text("That is not a place on this board."), can_override=False)
        return
    if not is_near_place(battle, who, route.place, effect.other, ARMS_REACH):
        sentence = text("{who} cannot move out of reach of {ward}.", who=ref(who), ward=ref(effect.other))
        yield Refusal(key="leaves_ward", sentence=sentence, rule="ZM-GUARD-08")


def shift(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Move around a ward to meet an attack, without using MOVE (ZM-GUARD-08, ZM-AMB-45)."""
    route = route_of(battle, call)
    assert route is not None, "the guard has checked this"
    assert route.place is not None
    who = call.actor
    ask.log(battle, "{0} shifts around the ward.", who)
    return battle.with_combatant(replace(battle.combatants[who], place=route.place))


GUARD = Action(
    id="guard",
    title="Stand Guard",
    run=guard,
    targets="maybe",
    is_help=True,
    guards=(able_combatant, own_segment, can_guard),
    rules=("ZM-GUARD-01", "ZM-GUARD-04", "ZM-GUARD-05"),
    cost="action",
    group="defence",
    is_defensive=True,
    key="G",
    help="Guard yourself for +5 ranks of defence, or a target within arm's reach with your defence in place of theirs.",
)


SHIFT = Action(
    id="shift",
    title="Shift Around Ward",
    run=shift,
    parameters=WHERE[:2],
    guards=(able_combatant, _guards_somebody),
    rules=("ZM-GUARD-08",),
    group="defence",
    is_defensive=True,
    help="Move within reach of the ward, at any time.",
)
