"""A small game for tests of the engine: 2d6 to hit, damage dice and armour, with few limits on what the GM may set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta

from model.dice.requests import sum_of
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.conditions import Condition
from model.engine.displays import PoolDisplay
from model.engine.edits import EDITS
from model.engine.modifiers import Modifier, all_count, explain, term
from model.engine.requests import Choice, Offer, Question
from model.engine.ruleset import Action, Band, Measure, Parameter, Ranges, Ruleset, TurnRules
from model.engine.run import perform
from model.engine.settings import about
from model.engine.turn_actions import turn_actions
from model.state.base import Id, State, replace
from model.state.battle import AnyBattle, Battle, Combatant, Item, Player
from model.state.order import Share, Slot
from model.state.texts import Refusal, ref, text


class HouseRules(State):
    """House rules of a battle in the arena."""

    sand: Annotated[bool, about("Sand", "Whether it is thrown.", "AR-1")] = False
    bonus: Annotated[int, about("Bonus", "What strength adds.", "AR-1", least=0, most=9)] = 4
    crowd: Annotated[Literal["calm", "wild"], about("Crowd", "How it shouts.", "AR-1")] = "calm"


class Fighter(State):
    """The values of a combatant in the arena."""

    strength: Annotated[int, Meta(ge=0, le=10, title="Strength")] = 2
    health: Annotated[int, Meta(ge=0, le=20, title="Health")] = 20
    armour: Annotated[int, Meta(ge=0, le=5)] = 0
    skills: dict[str, Annotated[int, Meta(ge=0, le=5)]] = {}
    stance: str | None = None


class Weapon(State):
    """The values of a weapon in the arena."""

    damage: Annotated[int, Meta(ge=1, le=6)] = 1


class Guest(Player):
    """A player in the arena, with the number of prayers for luck that are left."""

    prayers: Annotated[int, Meta(ge=0, le=9, title="Prayers")] = 0


class Pot(State):
    """What all combatants in the arena share."""

    prize: Annotated[int, Meta(ge=0)] = 0


def hurt(battle: AnyBattle, who: Id, amount: int, through_resistance: bool, ask: Ask) -> AnyBattle:
    """Reduce health by `amount`, less armour if resistance counts; health stays from 0 to 20."""
    sheet = battle.combatants[who].sheet
    done = max(0, amount - sheet.armour) if through_resistance else amount
    health = min(20, max(0, sheet.health - done))
    return battle.with_combatant(replace(battle.combatants[who], sheet=replace(sheet, health=health)))


def _defence(battle: AnyBattle, target: Id) -> int:
    return 6 + int(battle.combatants[target].sheet.strength)


def strike(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """2d6 + strength against 6 + the target's strength; then 1d6 + strength of damage, less armour.

    Another combatant may jump in front; the target may duck, which adds 2 to the number needed.
    """
    target = call.targets[0]
    too_far = Refusal(key="far", sentence=text("Too far away."), rule="AR-1")
    if call.option("far", False) and (refusal := ask.refuse(too_far)):
        return refusal
    jump = ask.offer(
        Offer(
            id="jump",
            title=text("Jump in front"),
            by=tuple(other for other in battle.combatants if other not in (call.actor, target)),
            actions=("jump",),
            rule="AR-2",
        )
    )
    if isinstance(jump, Call):
        after = perform(battle, jump, ask.within("jump", jump))
        if isinstance(after, Refusal):
            return after
        battle, target = after, jump.actor
    actor = battle.combatants[call.actor].sheet
    parts = (
        term("strength", "Strength", actor.strength, "AR-3"),
        Modifier(key="aim", label="Aim", amount=int(call.option("aim", 0)), rule="AR-4"),
    )
    attack = ask.number(explain("attack", "Attack", parts, ask.ruleset.stacking))
    duck = ask.offer(Offer(id="duck", title=text("Duck"), by=(target,), options=(Choice(key="duck", label="Duck"),)))
    needed = _defence(battle, target) + (2 if duck else 0)
    roll = ask.roll(
        sum_of("attack", "Attack", "2d6", bonus=attack, against=needed, words=("hit", "miss", "damage")),
        call.actor,
    )
    if not ask.verdict("hit", "Hit", roll, at_least=needed, rule="AR-5"):
        ask.add_message(text("{who} misses {target}.", who=ref(call.actor), target=ref(target)))
        return battle
    ask.measure(target, "hit")
    damage = ask.roll(sum_of("damage", "Damage", "1d6", bonus=actor.strength, words=("damage",)), call.actor)
    sheet = battle.combatants[target].sheet
    done = damage.total(then=lambda total: min(sheet.health, max(0, total - sheet.armour)))
    ask.measure(target, "damage", done)
    if done == sheet.health:
        ask.measure(target, "drop")
    ask.add_message(text("{who} hits {target} for {damage}.", who=ref(call.actor), target=ref(target), damage=done))
    return hurt(battle, target, done, False, ask)


def _somebody(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    if call.actor not in battle.combatants:
        yield Refusal(key="nobody", sentence=text("Only a fighter can do that."), can_override=False)


def jump_in_front(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Roll 1d6; on a 1, the combatant falls on the way and loses 1 health, but becomes the target all the same."""
    roll = ask.roll(sum_of("leap", "Leap", "1d6"), call.actor)
    if roll.at_least(2):
        return battle
    return hurt(battle, call.actor, 1, False, ask)


def choose(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Choose one of three ways, and a number of steps."""
    ways = tuple(Choice(key=key, label=key.title()) for key in ("left", "right", "back"))
    way = ask.choose(Question(id="way", title=text("Which way?"), options=ways, default="left"), call.actor)
    steps = ask.choose(
        Question(id="steps", title=text("How far?"), kind="number", least=1, most=3, default=1), call.actor
    )
    ask.add_message(text("{who} goes {way}, {steps} steps.", who=ref(call.actor), way=way, steps=int(steps)))
    return battle


_AIM = Parameter(key="aim", title="Aim", kind="number", default=0, least=0, most=3)
_FAR = Parameter(key="far", title="Far", kind="flag", default=False)

_TURNS = TurnRules(
    first_order=lambda battle, call: battle.order.sequence,
    share=lambda battle, who, slot: Share(left={"standard": 1}),
    kinds=("standard",),
    counted=("metres",),
)


def arena(*actions: Action, **parts: Any) -> Ruleset:
    """Return the game, with further actions or other parts."""
    own = (
        Action(
            id="strike",
            title="Strike",
            run=strike,
            targets="one",
            parameters=(_AIM, _FAR),
            guards=(_somebody,),
            group="attack",
        ),
        Action(id="jump", title="Jump in front", run=jump_in_front, guards=(_somebody,)),
        Action(id="choose", title="Choose", run=choose),
        *actions,
    )
    record: dict[str, Any] = {
        "id": "arena",
        "name": "Arena",
        "sheet": Fighter,
        "gear": Weapon,
        "shared": Pot,
        "player": Guest,
        "house_rules": HouseRules,
        "turns": _TURNS,
        "actions": {**EDITS, **turn_actions(_TURNS), **{action.id: action for action in own}},
        "conditions": {
            "prone": Condition(id="prone", title="Prone", rule="AR-6"),
            "protected": Condition(id="protected", title="Protected", until="turn_start"),
            "cursed": Condition(id="cursed", title="Cursed", is_public=False),
            "held": Condition(id="held", title="Held"),
        },
        "ranges": Ranges(bands=(Band(id="near", title="Near", reach=10.0), Band(id="far", title="Far", reach=None))),
        "stacking": all_count,
        "displays": (
            PoolDisplay(
                key="health",
                title="Health",
                value=lambda battle, who: battle.combatants[who].sheet.health,
                field="health",
                is_health=True,
            ),
        ),
        "derived": {},
        "measures": (Measure(key="hit", title="Hits"), Measure(key="damage", title="Damage", kind="spread")),
        "hurt": hurt,
    }
    return Ruleset(**(record | parts))


ARENA = arena()


def fighter(id: Id, name: str = "", *, side: str = "npc", **sheet: Any) -> Combatant[Fighter]:
    """Return a combatant of the arena; without a name, it is named after its id without the number."""
    shown = name or id.rpartition("-")[0].title() or id.title()
    return Combatant(id=id, name=shown, sheet=Fighter(**sheet), side=side)


def battle_of(*fighters: Combatant[Fighter], **parts: Any) -> Battle[Fighter, Weapon, Pot, Guest]:
    """Return a battle of the arena between these combatants."""
    combatants = {one.id: one for one in fighters}
    return Battle(ruleset="arena", shared=Pot(), combatants=combatants, serial=len(combatants), **parts)


def duel() -> Battle[Fighter, Weapon, Pot, Guest]:
    """Return Anna, a player character, against Bert; Cora is on Anna's side, Dora is hidden. Anna holds a sword."""
    battle = battle_of(
        fighter("anna-1", side="pc", strength=3),
        fighter("bert-2", armour=1),
        fighter("cora-3", side="pc"),
        replace(fighter("dora-4"), is_hidden=True),
    )
    sword = Item(id="sword-5", name="Sword", gear=Weapon(damage=2), holder="anna-1")
    return replace(battle, items={"sword-5": sword}, serial=5)


def slots(battle: AnyBattle) -> list[tuple[Id, ...]]:
    """Return the members of each slot, in initiative order."""
    return [battle.order.slots[id].members for id in battle.order.sequence]


def standing_slot(battle: AnyBattle, who: Id) -> Slot:
    """Return the standing slot of a combatant; fail if there is none."""
    slot = battle.order.slot_of(who)
    assert slot is not None, f"{who} has no slot"
    return slot
