"""The environment acts last: what falls, and what moves with nobody at the wheel (ZS-TURN-08 to ZS-TURN-10)."""

from __future__ import annotations

from model.engine.effects import effects_of
from model.engine.motion import things_in_motion
from model.engine.telling import tell
from model.engine.turns import can_act
from model.rulesets.families.ogc.pools import DEFEATED, UNCONSCIOUS
from model.rulesets.zerospace.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle, Thing, age
from model.state.texts import Text

FALLING = "falling"


def environment(battle: AnyBattle) -> tuple[Text, ...]:
    """What happens by itself at the end of the round, a sentence each."""
    fighters = sorted((one for one in battle.combatants.values() if one.is_present), key=age)
    falling = [tell(battle, "{0} falls.", one.id) for one in fighters if effects_of(battle, one.id, FALLING)]
    abandoned = [
        tell(battle, "{0} is going to move {metres} m with nobody in control.", thing.id, metres=f"{thing.speed:g}")
        for thing in sorted(battle.things.values(), key=age)
        if thing.speed > 0 and thing.controller is not None and _is_abandoned(battle, thing, thing.controller)
    ]
    return (*falling, *things_in_motion(battle), *abandoned)


def _is_abandoned(battle: AnyBattle, thing: Thing, driver: Id) -> bool:
    """Whether whoever controls it cannot, and it has not moved with them in this round already (ZS-AMB-59)."""
    if driver not in battle.combatants or can_act(battle, driver):
        return False
    return rules(battle).abandoned_vehicle_moves == "same_round" or not _had_turn(battle, driver)


def _had_turn(battle: AnyBattle, who: Id) -> bool:
    """Whether somebody who went down in this round had their turn before that."""
    down = (*effects_of(battle, who, UNCONSCIOUS), *effects_of(battle, who, DEFEATED))
    since = down[0].since if down else None
    slot = battle.order.slot_of(who)
    if since is None or slot is None or since.round != battle.order.round or since.slot not in battle.order.slots:
        return False
    sequence = battle.order.sequence
    return sequence.index(slot.id) <= sequence.index(since.slot)
