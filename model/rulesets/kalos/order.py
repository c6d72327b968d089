"""Initiative order: the first side, the environment last; actions in words (KM-ROUND, KM-INIT, KM-ENV-01, -02)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from model.engine import turn_actions as engine_actions
from model.engine import turns
from model.engine.ask import Ask
from model.engine.budget import has_round_mark, mark_round
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of, end_effects, has_effect
from model.engine.messages import message
from model.engine.motion import FALL_PROMPT, MOVES_ON_PROMPT, things_in_motion
from model.engine.requests import Question, yes_or_no
from model.engine.ruleset import Action, Parameter, TurnRules
from model.engine.turns import declared_slots, standing_slots
from model.rulesets.families.ogc.acting import choose_first, in_blocks, rank_of, sides, sides_of
from model.rulesets.kalos.checks import POOLS
from model.rulesets.kalos.conditions import has_gift
from model.rulesets.kalos.movement import ACTING, HELD
from model.rulesets.kalos.recovery import revive_at_turn_end
from model.rulesets.kalos.settings import rules
from model.rulesets.kalos.sheet import Battle
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import age, with_order
from model.state.order import Share, Slot
from model.state.texts import Refusal, Text, gm_text, ref, text

# ------------------------------------------------------------------------------------------------------ the environment


def environment(battle: Battle) -> tuple[Text, ...]:
    """What the environment does at the end of the round, one sentence each.

    The rules do not cover a vehicle whose driver cannot act: its sentence asks the GM (KM-MIS-12).
    """
    fighters = sorted((one for one in battle.combatants.values() if one.is_present), key=age)
    falling = [message(battle, "{0} falls.", one.id) for one in fighters if effects_of(battle, one.id, "falling")]
    driverless = [
        gm_text(
            "{who} cannot drive any more: does {thing} keep moving on its own?",
            who=ref(one.controller),
            thing=ref(one.id),
        )
        for one in sorted(battle.things.values(), key=age)
        if one.speed > 0 and one.controller in battle.combatants and POOLS.is_helpless(battle, one.controller)
    ]
    return (*falling, *things_in_motion(battle), *driverless)


# -------------------------------------------------------------------------------------------------------- other actions


OTHER_ACTIONS = (
    ACTING.in_words("standard_action", "Standard Action", "standard", "KM-STD-01", "Anything else of that size."),
    ACTING.in_words("quick_action", "Quick Action", "quick", "KM-QUICK-01", "Switch a power or drop a weapon."),
    ACTING.in_words("anytime_action", "Anytime Action", "anytime", "KM-ANY-01", "Talk, notice or react, at any time."),
)


# ----------------------------------------------------------------------------------------------------- initiative order


HELD_BEFORE = "held_before"
"""Mark of a round for combatants who entered it with a delayed turn."""


def share(battle: Battle, who: Id, slot: Slot) -> Share:
    """One standard action; movement is not an action (KM-ACT-01, KM-ACT-03)."""
    return Share(left={"standard": 1})


# ------------------------------------------------------------------------------------------ first side


def _block(side: str) -> str:
    """The side in whose block a side acts: allies act with the GM's side (KM-AMB-39)."""
    return "npc" if side == "ally" else side


def _ranks(battle: Battle) -> dict[str, int]:
    """Rank of each side: the one that started, the other of the two, further ones as they joined (KM-INIT-01)."""
    taking_part = sides(battle)
    first = _block(battle.order.first_side or taking_part[0])
    blocks = dict.fromkeys((first, *(side for side in ("pc", "npc") if side != first), *taking_part))
    order = {block: rank for rank, block in enumerate(blocks)}
    return {side: order[_block(side)] for side in taking_part}


def at_start(battle: Battle, call: Call, ask: Ask) -> Battle:
    """Ask which side starts combat, and apply surprise (KM-INIT-01, KM-MIS-14)."""
    if battle.order.first_side is None and turns.DECLARED_ORDER.said(call) is None:
        battle = _with_first(battle, "Which side starts combat?", ask)
    for who in _SURPRISED.said(call):
        if who not in battle.combatants:
            continue
        if has_gift(battle, who, "danger sense"):
            ask.add_message(gm_text("{who} has Danger Sense and cannot be surprised.", who=ref(who)))
        else:
            battle = add_effect(battle, who, "surprised", until="turn_start")
    return battle


def _with_first(battle: Battle, title: str, ask: Ask) -> Battle:
    taking_part = tuple(dict.fromkeys(map(_block, sides(battle))))
    first = taking_part[0]
    if len(taking_part) > 1:
        first = choose_first(taking_part, title, "KM-INIT-01", ask, battle.order.first_side)
    return replace(battle, order=replace(battle.order, first_side=first))


def first_order(battle: Battle, call: Call) -> tuple[Id, ...]:
    """The declared order, or the sides in blocks, beginning with the one that started combat (KM-INIT-01)."""
    declared = declared_slots(battle, call)
    return in_blocks(battle, standing_slots(battle), _ranks(battle)) if declared is None else declared


def at_round_start(battle: Battle, ask: Ask) -> Battle:
    """Arrange the sides in blocks again, whatever the order of the previous round (KM-DELAY-03, KM-FORCE-07)."""
    for who in battle.order.held:
        battle = mark_round(battle, who, HELD_BEFORE)
    if battle.order.round <= 1 or battle.order.first_side is None:
        return battle
    if not rules(battle).first_side_every_round:
        battle = _with_first(battle, "Which side leads this round?", ask)
    ranks = _ranks(battle)
    return turns.arrange(battle, lambda slot: (rank_of(battle, slot, ranks),))


# ------------------------------------------------------------------------------------------ delaying


def _take_held_turn(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Take a delayed turn; one of an earlier round replaces this round's (KM-AMB-10)."""
    held = battle.order.held[call.actor]
    own = battle.order.slots.get(held.slot)
    if own is not None and own.state == "waiting":
        battle = turns.with_slot(battle, replace(own, state="done"))
    return engine_actions.take_held_turn(battle, call, ask)


def _delay(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Delay the turn; a second delay does not restore effects that lasted until the next turn (KM-DUR-03)."""
    turn = battle.order.turn
    if turn is not None:
        late = {who for who in turn.shares if who not in battle.order.held and has_round_mark(battle, who, HELD_BEFORE)}
        lasting = {
            bearer: tuple(effect for effect in effects if (effect.clock or bearer) not in late)
            for bearer, effects in turn.ended.items()
        }
        battle = with_order(battle, turns=(*battle.order.turns[:-1], replace(turn, ended=lasting)))
    return engine_actions.delay(battle, call, ask)


# ------------------------------------------------------------------------------------------ the end


def _end_fight(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """End combat, and if the GM says so the scene with everything that lasts for it (KM-SCENE-02, KM-AMB-43)."""
    ended = engine_actions.end_fight(battle, call, ask)
    if isinstance(ended, Refusal) or not battle.scene.is_open:
        return ended
    options = yes_or_no("Close the scene", "The scene goes on")
    title = text("Does the scene end with this combat?")
    question = Question(id="end_scene", title=title, options=options, default="yes", rule="KM-AMB-43")
    return ended if ask.choose(question, ENVIRONMENT) == "no" else _end_scene(ended, call, ask)


def _end_scene(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """End the scene and what lasts for it, holds as the GM answers (KM-SCENE-02, KM-AMB-43)."""
    ended = engine_actions.end_scene(battle, call, ask)
    if isinstance(ended, Refusal) or not any(has_effect(battle, who, HELD) for who in battle.combatants):
        return ended
    options = yes_or_no("Free", "Still held")
    title = text("Are held combatants free when the scene ends?")
    question = Question(id="holds", title=title, options=options, default="yes", rule="KM-AMB-43")
    if ask.choose(question, ENVIRONMENT) == "no":
        return ended
    return end_effects(ended, lambda bearer, effect: effect.kind == HELD)


# ------------------------------------------------------------------------------------------ the actions


def _lists_people(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: all combatants listed as surprised are in the battle."""
    for name in _SURPRISED.said(call) or ():
        if name not in battle.combatants:
            sentence = text(
                "The list of surprised combatants names “{name}”, who is not in this battle.", name=str(name)
            )
            yield Refusal(key="unknown_surprised", sentence=sentence, can_override=False)


def _in_their_time(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the slot that is to act now does not belong to a side that acts after the current one (KM-INIT-01)."""
    order = battle.order
    id = turns.slot_named(order, str(engine_actions.SLOT.said(call)))
    if id is None or id not in order.slots or order.first_side is None:
        return
    ranks = _ranks(battle)
    open_slots = (order.slots[other] for other in order.sequence if other != ENVIRONMENT)
    now = next((slot for slot in open_slots if slot.state in ("acting", "waiting") and slot.members), None)
    if now is None or not sides_of(battle, order.slots[id]):
        return
    if rank_of(battle, now, ranks) < rank_of(battle, order.slots[id], ranks):
        sentence = text("It is the other side's time: this side acts after all of them have had their turn.")
        yield Refusal(key="other_sides_time", sentence=sentence, rule="KM-INIT-01")


_SURPRISED: Parameter[Any] = Parameter(
    key="surprised", title="Surprised", kind="combatants", default=(), rule="KM-MIS-14",
    help="Ids of the combatants who are surprised.",
)  # fmt: skip


TURNS = TurnRules(
    first_order=first_order,
    share=share,
    kinds=("standard",),
    counted=("metres", "quick", "kip_up"),
    has_environment=True,
    environment=environment,
    falls="land",
    prompts=(FALL_PROMPT, MOVES_ON_PROMPT),
    start_parameters=(_SURPRISED,),
    at_start=at_start,
    at_turn_end=revive_at_turn_end,
    at_round_start=at_round_start,
    seconds=6,
)  # fmt: skip


def order_actions() -> Mapping[str, Action]:
    """The actions of the initiative order, with this game's rules about them."""
    return engine_actions.turn_actions(
        TURNS,
        told_by={
            "start_fight": ("KM-INIT-01", "KM-ROUND-01"),
            "end_round": ("KM-ROUND-03",),
            "delay": ("KM-DELAY-01", "KM-DELAY-03"),
            "take_held_turn": ("KM-DELAY-02",),
            "go_now": ("KM-INIT-02", "KM-INIT-03"),
            "end_fight": ("KM-AMB-43",),
            "new_scene": ("KM-SCENE-01",),
            "end_scene": ("KM-SCENE-01", "KM-SCENE-02"),
        },
        also={"start_fight": (_lists_people,), "go_now": (_in_their_time,)},
        instead={
            "delay": _delay,
            "take_held_turn": _take_held_turn,
            "end_fight": _end_fight,
            "end_scene": _end_scene,
        },
    )
