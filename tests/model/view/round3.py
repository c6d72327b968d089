"""Round 3 of the ambush at the docks: Apex has forced an action, it is Crimson's turn, two minions are down."""

from __future__ import annotations

from model.state.base import ENVIRONMENT, replace
from model.state.battle import AnyBattle, Thing
from model.state.order import Debt, Order, Share, Slot, Turn
from tests.model.view.kit import Sheet, battle_of, dockside, fighter


def round3() -> AnyBattle:
    """Return the fight as it is in the mock-up of the window."""
    crowd = dict(dockside().combatants)
    boomer = fighter(
        "boomer-2", "Boomer", "npc", (39.0, 10.0), health=6, effects=("cover", "prone"), public_name="Man in red"
    )
    crowd["boomer-2"] = replace(boomer, sheet=Sheet(health=6, health_max=12))
    down = [
        fighter(f"minion-{number}", f"Minion {number - 3}", "npc", (20.0 + number, 20.0), health=0, is_out=True)
        for number in (7, 8)
    ]
    battle = battle_of(*crowd.values(), *down, board=dockside().board)
    minions = ("minion-4", "minion-5", "minion-7", "minion-8")
    slots = (
        Slot(id="slot-1", members=("apex-1",), state="done"),
        Slot(id="slot-2", members=("boomer-2",), state="done"),
        Slot(
            id="slot-9",
            members=("apex-1",),
            kind="forced",
            state="done",
            name="took the shot",
            origin="slot-1",
            owed_round=4,
        ),
        Slot(id="slot-3", members=("crimson-3",), state="acting"),
        Slot(id="slot-4", members=minions, name="Boomer's minions"),
        Slot(id="slot-5", members=("sniper-6",)),
        Slot(id=ENVIRONMENT, kind="environment"),
    )
    order = Order(
        phase="acting",
        round=3,
        slots={slot.id: slot for slot in slots},
        sequence=tuple(slot.id for slot in slots),
        turns=(Turn(slot="slot-3", shares={"crimson-3": Share(left={"move": 1, "standard": 1})}),),
        owed=(Debt(who="apex-1", since=3),),
        forced={"apex-1": 3},
    )
    crane = Thing(id="crane-9", name="crane load", is_falling=True)
    return replace(battle, order=order, things={crane.id: crane})
