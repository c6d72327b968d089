"""The environment acts last: what falls, and what moves with nobody in control (KM-ENV-01, KM-ENV-02)."""

from __future__ import annotations

from model.engine.effects import effects_of
from model.engine.motion import things_in_motion
from model.engine.telling import tell
from model.rulesets.kalos.checks import is_helpless
from model.state.battle import AnyBattle, age
from model.state.texts import Text, gm_text, ref


def environment(battle: AnyBattle) -> tuple[Text, ...]:
    """What happens by itself at the end of the round, a sentence each.

    What becomes of a vehicle whose driver cannot act is not in the rules: it is put to the GM (KM-MIS-12).
    """
    fighters = sorted((one for one in battle.combatants.values() if one.is_present), key=age)
    falling = [tell(battle, "{0} falls.", one.id) for one in fighters if effects_of(battle, one.id, "falling")]
    driverless = [
        gm_text(
            "{who} cannot drive any more: does {thing} run on by itself?", who=ref(one.controller), thing=ref(one.id)
        )
        for one in sorted(battle.things.values(), key=age)
        if one.speed > 0 and one.controller in battle.combatants and is_helpless(battle, one.controller)
    ]
    return (*falling, *things_in_motion(battle), *driverless)
