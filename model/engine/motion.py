"""What moves or falls by itself, at the end of a round."""

from __future__ import annotations

from model.engine.telling import tell
from model.state.battle import AnyBattle, age
from model.state.texts import Text


def things_in_motion(battle: AnyBattle) -> tuple[Text, ...]:
    """What falls, and what moves with nobody in control of it, oldest first."""
    doings = []
    for thing in sorted(battle.things.values(), key=age):
        if thing.is_falling:
            doings.append(tell(battle, "{0} falls.", thing.id))
        if thing.speed > 0 and thing.controller is None:
            doings.append(tell(battle, "{0} moves {metres} m on its course.", thing.id, metres=f"{thing.speed:g}"))
    return tuple(doings)
