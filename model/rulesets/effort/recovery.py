"""Regaining speed points, and restoring effort points (SE-MOVE-04, SE-MIS-06)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect
from model.engine.guards import no
from model.engine.ruleset import Action
from model.rulesets.effort import pools
from model.rulesets.effort.checks import able_combatant, give_up_round, in_time, is_reacting, round_unspent
from model.rulesets.effort.conditions import REGAINING
from model.rulesets.effort.reactions import with_reactions
from model.rulesets.effort.sheet import Battle
from model.state.texts import Refusal, text


def regain_speed(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Give up the round for speed points (SE-MOVE-04); as a stored action, they come back when its trigger occurs."""
    who = call.actor
    is_stored = is_reacting(battle, who)
    if not is_stored:
        battle = give_up_round(battle, who)

    def resolve(battle: Battle, reactions: object) -> Battle:
        if not is_stored:
            ask.log(battle, "{0} gives up the round to regain speed.", who)
        if is_stored:
            return pools.regain(battle, who, ask)
        return add_effect(battle, who, REGAINING)

    return with_reactions(battle, call, ask, resolve)


def _can_regain(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: no part of the cost is used yet, and speed points are missing (SE-MOVE-04, SE-AMB-06)."""
    who = call.actor
    if who not in battle.combatants:
        return
    if not battle.order.is_running:
        yield no("no_fight", "Outside combat {who} does not need a round for this: edit the points.", "SE-MOVE-04", who)
        return
    if not is_reacting(battle, who):
        late = tuple(in_time(battle, who, "SE-MOVE-04"))
        yield from late or round_unspent(battle, who)
    sheet = battle.combatants[who].sheet
    if pools.speed(sheet) >= sheet.speed_max:
        yield no("full", "{who} already has all speed points.", "SE-MOVE-04", who)


REGAIN = Action(
    id="regain_speed",
    title="Regain Speed",
    run=regain_speed,
    guards=(able_combatant, _can_regain),
    rules=("SE-MOVE-04",),
    cost="the round",
    group="move",
    help="Give up acting this round to get speed points back.",
)


def refill_effort(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Restore the effort points of all combatants when the GM says so (SE-MIS-06)."""
    ask.add_message(text("Effort points are back at their maximum."))
    return pools.refilled(battle, "effort")


REFILL = Action(
    id="refill_effort",
    title="Refill Effort Points",
    run=refill_effort,
    rules=("SE-MIS-06",),
    group="order",
    help="Restore everyone's effort points, for example when a new scene begins.",
)

ACTIONS = (REGAIN, REFILL)
