"""A small game for the tests of views, which must not depend on a real ruleset."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.conditions import Condition
from model.engine.displays import NumbersDisplay, PoolDisplay
from model.engine.modifiers import all_count, explain, term
from model.engine.ruleset import Action, Band, Derived, Ranges, Ruleset, TurnRules
from model.engine.run import Done, run
from model.engine.turn_actions import turn_actions
from model.state.base import ENVIRONMENT, Id, State, replace
from model.state.battle import AnyBattle, Battle, Combatant, Player
from model.state.board import Board, Place, Rectangle, Zone
from model.state.effects import Effect
from model.state.order import Share, Slot


class Trick(State):
    name: str
    strength: Annotated[int, Meta(title="Strength", ge=0, le=5)] = 1


class Sheet(State):
    might: Annotated[int, Meta(title="Might", ge=0, le=9, extra_json_schema={"group": "Body"})] = 2
    health: Annotated[int, Meta(title="Health", ge=0, le=99)] = 20
    health_max: Annotated[int, Meta(title="Highest health", ge=1, le=99)] = 20
    armour: Annotated[Annotated[int, Meta(ge=0)] | None, Meta(title="Armour", description="Empty: from the gear.")] = (
        None
    )
    size: Literal["small", "large"] = "large"
    skills: Annotated[dict[str, Annotated[int, Meta(ge=0, le=6)]], Meta(title="Skills")] = {}
    tricks: Annotated[tuple[Trick, ...], Meta(title="Tricks")] = ()
    tongues: tuple[str, ...] = ()
    notes: str = ""


class Gear(State):
    level: Annotated[int, Meta(title="Level", ge=0, le=10)] = 1


class Guest(Player):
    favours: Annotated[int, Meta(title="Favours", ge=0, le=9)] = 0


class Shared(State):
    secret: str = ""


def _share(battle: AnyBattle, who: Id, slot: Slot) -> Share:
    return Share(left={"move": 1, "standard": 1})


def _idle(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    return battle


def _might(battle: AnyBattle, who: Id) -> Any:
    return explain("might", "Might", [term("might", "Might", battle.combatants[who].sheet.might, "T-MIGHT")])


_TURNS = TurnRules(
    first_order=lambda battle, call: call.option("order") or battle.order.sequence,
    share=_share,
    has_environment=True,
)

RULES = Ruleset(
    id="test",
    name="Test game",
    sheet=Sheet,
    gear=Gear,
    shared=Shared,
    player=Guest,
    house_rules=State,
    turns=_TURNS,
    actions=turn_actions(_TURNS)
    | {
        "walk": Action(id="walk", title="Walk", run=_idle, group="move"),
        "strike": Action(id="strike", title="Strike", run=_idle, group="attack", targets="one"),
    },
    conditions={
        "cover": Condition(id="cover", title="Cover", rule="T-COVER", help="+3 for the defence"),
        "prone": Condition(id="prone", title="Prone"),
        "held": Condition(id="held", title="Held"),
        "marked": Condition(id="marked", title="Marked", is_public=False),
    },
    ranges=Ranges(
        bands=(
            Band(id="touch", title="Hand to hand", reach=1),
            Band(id="short", title="Short", reach=10),
            Band(id="medium", title="Medium", reach=100),
            Band(id="far", title="Far", reach=None),
        )
    ),
    stacking=all_count,
    displays=(
        PoolDisplay(
            key="health",
            title="Health",
            value=lambda battle, who: battle.combatants[who].sheet.health,
            most=lambda battle, who: battle.combatants[who].sheet.health_max,
            field="sheet.health",
            is_health=True,
        ),
        NumbersDisplay(
            key="defence",
            title="Defence",
            value=lambda battle, who: (("ranged", 18), ("melee", -1)),
        ),
    ),
    derived={"might": Derived(key="might", title="Might", value=_might, group="Body")},
    measures=(),
    hurt=lambda battle, who, amount, reduced, ask: battle,
)


def fighter(id: Id, name: str, side: str = "npc", at: tuple[float, float] | None = None, **more: Any) -> Any:
    """Return a combatant; `health` and `effects` (kinds of effects) are shorthands."""
    health = more.pop("health", 20)
    kinds = more.pop("effects", ())
    effects = {f"{kind}-{9 + index}": Effect(id=f"{kind}-{9 + index}", kind=kind) for index, kind in enumerate(kinds)}
    place = Place() if at is None else Place(x=at[0], y=at[1])
    more.setdefault("sheet", Sheet(health=health))
    return Combatant(id=id, name=name, side=side, place=place, effects=effects, **more)


def battle_of(*fighters: Any, **more: Any) -> AnyBattle:
    return Battle(
        ruleset="test",
        shared=Shared(),
        combatants={one.id: one for one in fighters},
        **more,
    )


def dockside(**more: Any) -> AnyBattle:
    """Return a battle of Apex and Crimson against Boomer, two minions (one of them hidden) and a hidden sniper."""
    zones = {
        "quay-7": Zone(id="quay-7", name="Quay", shape=Rectangle(x=0, y=0, width=25, height=16)),
        "cellar-8": Zone(
            id="cellar-8", name="Secret cellar", shape=Rectangle(x=0, y=20, width=9, height=9), hidden=True
        ),
        "roof-9": Zone(id="roof-9", name="Roof"),
    }
    return battle_of(
        fighter("apex-1", "Apex", "pc", (20.0, 20.0), health=14),
        fighter("boomer-2", "Boomer", "npc", (39.0, 10.0), health=6, public_name="man in the red coat"),
        fighter("crimson-3", "Crimson", "pc", (15.0, 10.0), health=16, effects=("cover",)),
        fighter("minion-4", "Minion 1", "npc", (44.0, 13.0), public_name="Thug 1", is_hidden=True),
        fighter("minion-5", "Minion 2", "npc", (38.0, 26.0), public_name="Thug 2"),
        fighter("sniper-6", "Sniper", "npc", (355.0, 10.0), is_hidden=True),
        board=Board(zones=zones),
        **more,
    )


def step(battle: AnyBattle, action: str, actor: Id = ENVIRONMENT, **options: Any) -> AnyBattle:
    """Return the battle after an action that has no requests."""
    outcome = run(RULES, battle, Call(action=action, actor=actor, options=options))
    assert isinstance(outcome, Done), outcome
    return outcome.battle


def fight(*order: tuple[Id, ...] | Id, battle: AnyBattle | None = None) -> AnyBattle:
    """Return a fight in round 1, with only these combatants in this order; a tuple is a group with a revealing name.

    They are taken from `battle`, by default that of `dockside`.
    """
    battle = dockside() if battle is None else battle
    named = {id for entry in order for id in ((entry,) if isinstance(entry, str) else entry)}
    battle = replace(battle, combatants={id: who for id, who in battle.combatants.items() if id in named})
    for entry in order:
        members = (entry,) if isinstance(entry, str) else entry
        name = "" if isinstance(entry, str) else "Boomer's minions"
        outcome = run(RULES, battle, Call(action="join_order", targets=members, options={"name": name}))
        assert isinstance(outcome, Done), outcome
        battle = outcome.battle
    return step(battle, "start_fight")
