"""Initiative order: plans, effort, initiative, turns; and the surprise round (SE-TURN, SE-INIT, SE-SUR)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from model.dice.requests import sum_of
from model.engine import turns
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect
from model.engine.guards import no
from model.engine.messages import is_secret, message
from model.engine.modifiers import explain, term
from model.engine.planning import awaited, planned, planning_actions
from model.engine.ruleset import Action, Haste, Parameter, TurnRules
from model.engine.turn_actions import turn_actions
from model.engine.types import Clock
from model.rulesets.effort import pools
from model.rulesets.effort.checks import Cost, able_combatant, actions_in_turn, share
from model.rulesets.effort.conditions import CONDITIONS, SURPRISED, is_surprised
from model.rulesets.effort.items import handling_cost
from model.rulesets.effort.settings import rules
from model.rulesets.effort.sheet import Battle
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import with_order
from model.state.order import Intent, Slot
from model.state.texts import Explanation, Refusal, Text, ref, text

ROLL_OFF = "Roll-off"
MOST_ROLL_OFFS = 20
"""Roll-offs between slots that stay tied, after which their listed order decides."""
COSTS: dict[str, Cost] = {"declare_reaction": "reaction", "free_action": "free", "talk": "free"}
"""Costs of planned actions; all others take an action."""


# --------------------------------------------------------------------------------- start of combat and rounds


def at_start(battle: Battle, call: Call, ask: Ask) -> Battle:
    """Set who is surprised; by house rule, refill effort points for each combat (SE-SUR-01, SE-MIS-06)."""
    slots = {id: replace(slot, initiative=None) for id, slot in battle.order.slots.items()}
    battle = with_order(battle, slots=slots)
    if rules(battle).ep_refresh == "each_encounter":
        battle = pools.refilled(battle, "effort")
    surprised = _surprised(battle, call)
    for who in surprised:
        battle = add_effect(battle, who, SURPRISED, until="round_end")
    return with_order(battle, phase="surprise") if surprised else battle


def _surprised(battle: Battle, call: Call) -> tuple[Id, ...]:
    """The combatants named, else all present ones who are not on the surprising side (SE-AMB-10)."""
    named = _SURPRISED.said(call)
    if named is not None:
        return tuple(who for who in named if who in battle.combatants)
    side = _SURPRISING.said(call)
    if not side:
        return ()
    return tuple(who.id for who in battle.combatants.values() if who.side != side and who.is_present)


def at_round_start(battle: Battle, ask: Ask) -> Battle:
    """Start a round with planning; without plans or initiative rolls, turns begin at once (SE-TURN-01, SE-INIT-05)."""
    battle = turns.place_newcomers(battle)
    battle = replace(battle, shared=replace(battle.shared, initiative_effort={}))
    if rules(battle).sp_auto_refresh == "each_round":
        battle = pools.refilled(battle, "speed")
    if rules(battle).ep_refresh == "each_round":
        battle = pools.refilled(battle, "effort")
    if battle.order.round == 0:
        battle = turns.rest(battle, [slot.id for slot in _slots(battle) if _is_all_surprised(battle, slot)])
    rollers = _rollers(battle)
    if not rollers and battle.order.round:
        # Fixed initiative: in round 1 the formerly surprised are sorted in; after that the order stays as it is.
        battle = _arranged(battle, frozenset(), ask) if battle.order.round == 1 else battle
    if rules(battle).planning_phase or rollers:
        return with_order(battle, phase="planning")
    return battle


def _slots(battle: Battle) -> tuple[Slot, ...]:
    return tuple(slot for slot in turns.standing(battle.order) if slot.id != ENVIRONMENT)


def _is_all_surprised(battle: Battle, slot: Slot) -> bool:
    return all(is_surprised(battle, who) for who in slot.members if who in battle.combatants)


def first_order(battle: Battle, call: Call) -> tuple[Id, ...]:
    """The order that the GM has declared, else the current one; initiative rearranges it."""
    declared = turns.declared_slots(battle, call)
    return tuple(turns.standing_slots(battle)) if declared is None else declared


# ------------------------------------------------------------------------------------------ initiative


def _able(battle: Battle, slot: Slot) -> Id | None:
    """The combatant who rolls for a slot: its first member who can act, or None."""
    return next((who for who in slot.members if turns.can_act(battle, who)), None)


def _rollers(battle: Battle) -> tuple[Slot, ...]:
    """The slots that roll initiative in this round: all, or with fixed initiative those without one (SE-INIT-04).

    With fixed initiative, the surprised also roll in the surprise round and keep the result (SE-AMB-10).
    """
    is_fixed = rules(battle).initiative_mode == "fixed"
    slots = [slot for slot in _slots(battle) if _able(battle, slot) is not None]
    if is_fixed:
        return tuple(slot for slot in slots if slot.initiative is None)
    return tuple(slot for slot in slots if slot.id in battle.order.sequence)


def _spent_for_initiative(battle: Battle, who: Id) -> int:
    """Effort points that a combatant has spent on the initiative rolled next (SE-EFF-04)."""
    return battle.shared.initiative_effort.get(who, 0)


def initiative_value(battle: Battle, who: Id) -> Explanation:
    """The modifier to the d10 of a combatant's initiative (SE-INIT-01)."""
    sheet = battle.combatants[who].sheet
    parts = [term("dexterity", "Dexterity", sheet.dexterity, "SE-INIT-01")]
    if sheet.initiative_bonus:
        parts.append(term("bonus", "Bonus", sheet.initiative_bonus, "SE-INIT-01"))
    spent = _spent_for_initiative(battle, who)
    if spent:
        parts.append(term("effort", "Effort", spent, "SE-EFF-05"))
    parts += CONDITIONS.modifiers(battle, who, "initiative")
    return explain(f"initiative.{who}", "Initiative", parts)


def roll_initiative(battle: Battle, call: Call, ask: Ask) -> Battle:
    """Roll initiative for all slots that need it, and begin the turns (SE-TURN-02, SE-INIT-01, SE-INIT-02)."""
    rollers = {slot.members: slot for slot in _rollers(battle)}
    able = {who: slot for slot in rollers.values() if (who := _able(battle, slot)) is not None}

    def rolled(who: Id) -> int:
        bonus = ask.number(initiative_value(battle, who))
        return int(ask.roll(sum_of(f"initiative.{who}", "Initiative", "1d10", bonus=bonus), who).total())

    results = dict(zip(able, ask.each(able, rolled), strict=True))
    for who, total in results.items():
        battle = turns.with_slot(battle, replace(battle.order.slots[able[who].id], initiative=total))
    ask.add_message(*_told(battle, "Initiative", results))
    if results:
        battle = _arranged(battle, frozenset(slot.id for slot in able.values()), ask)
    else:
        turns.log_round(battle, ": the turns begin.", ask)
    return turns.advance(with_order(battle, phase="acting" if battle.order.round else "surprise"), ask)


def _told(battle: Battle, title: str, results: Mapping[Id, int]) -> Iterator[Text]:
    """Messages of results, highest first: one for everyone, and one for the GM about hidden combatants.

    A roll-off with a hidden combatant is shown only to the GM, because its existence would give them away.
    """
    ranked = sorted(results, key=lambda who: -results[who])
    secret = [who for who in ranked if is_secret(battle, who)]
    known = [who for who in ranked if who not in secret]
    for named in [ranked] if title == ROLL_OFF else [known, secret]:
        if named:
            template = ", ".join(f"{{{index}}} on {{total{index}}}" for index in range(len(named)))
            totals: dict[str, Any] = {f"total{index}": results[who] for index, who in enumerate(named)}
            yield message(battle, f"{title}: {template}.", *named, **totals)


def _dexterity(battle: Battle, slot: Slot) -> int:
    who = _able(battle, slot)
    return 0 if who is None else battle.combatants[who].sheet.dexterity


def _arranged(battle: Battle, rolled: frozenset[Id], ask: Ask) -> Battle:
    """Arrange the slots by initiative; ties by the higher dexterity, then by a roll-off (SE-INIT-02, SE-AMB-08)."""
    here = [battle.order.slots[id] for id in battle.order.sequence if id != ENVIRONMENT]

    def rank(slot: Slot) -> tuple[int, ...]:
        return -(slot.initiative if slot.initiative is not None else -1_000), -_dexterity(battle, slot)

    places = {slot.id: index for index, slot in enumerate(here)}
    ranks: dict[tuple[int, ...], list[Slot]] = {}
    for slot in here:
        ranks.setdefault(rank(slot), []).append(slot)
    for equals in ranks.values():
        if len(equals) > 1 and any(slot.id in rolled for slot in equals):
            for place, slot in enumerate(_rolled_off(battle, tuple(equals), ask)):
                places[slot.id] = place
    return turns.arrange(battle, lambda slot: (*rank(slot), places[slot.id]))


def _rolled_off(battle: Battle, slots: tuple[Slot, ...], ask: Ask, number: int = 1) -> tuple[Slot, ...]:
    """Tied slots in the order of another d10; those still tied roll again."""
    able = {who: slot for slot in slots if (who := _able(battle, slot)) is not None}
    name = "tie" if number == 1 else f"tie{number}"

    def rolled(who: Id) -> int:
        return int(ask.roll(sum_of(f"{name}.{who}", "Roll-off", "1d10"), who).total())

    results = dict(zip(able, ask.each(able, rolled), strict=True))
    ranks: dict[int, list[Slot]] = {}
    ask.add_message(*_told(battle, ROLL_OFF, results))
    for who, total in results.items():
        ranks.setdefault(total, []).append(able[who])
    order: list[Slot] = []
    for total in sorted(ranks, reverse=True):
        equals = tuple(ranks[total])
        again = len(equals) > 1 and number < MOST_ROLL_OFFS
        order += _rolled_off(battle, equals, ask, number + 1) if again else equals
    return (*order, *(slot for slot in slots if slot not in order))


# ------------------------------------------------------------------------------------------ the actions


def spend_effort(battle: Battle, call: Call, ask: Ask) -> Battle:
    """Spend effort points on the initiative that is rolled next (SE-EFF-05)."""
    who, points = call.actor, int(_POINTS.said(call))
    battle = pools.spend(battle, who, pools.Payment(speed=0, effort=points))
    spent = battle.shared.initiative_effort
    battle = replace(battle, shared=replace(battle.shared, initiative_effort=spent | {who: spent.get(who, 0) + points}))
    ask.log(battle, "{0} spends {points} effort on initiative.", who, points=points)
    return battle


def _before_roll(battle: Battle, call: Call) -> Iterator[Refusal]:
    who = call.actor
    if who not in battle.combatants:
        return
    if battle.order.phase != "planning":
        yield no("too_late", "{who} can spend effort on initiative only before it is rolled.", "SE-EFF-05", who)
    elif not any(_able(battle, slot) == who for slot in _rollers(battle)):
        yield no("no_roll", "{who} does not roll initiative in this round.", "SE-INIT-05", who)
    points = _POINTS.said(call)
    if points > pools.effort(battle.combatants[who].sheet):
        yield no("no_points", "{who} does not have that many effort points.", "SE-EFF-05", who)


def _plans_are_in(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: all plans are in when initiative is rolled; the GM can override missing ones (SE-TURN-02)."""
    if battle.order.phase != "planning":
        sentence = text("Initiative is rolled when everyone has planned, at the beginning of a round.")
        yield Refusal(key="not_planning", sentence=sentence, rule="SE-TURN-02", can_override=False)
        return
    missing = awaited(battle) if rules(battle).planning_phase else ()
    if missing:
        names = {f"who{index}": ref(who) for index, who in enumerate(missing)}
        listed = ", ".join(f"{{{key}}}" for key in names)
        sentence = text(f"Plans are missing: {listed}.", **names)
        yield Refusal(key="plans_missing", sentence=sentence, rule="SE-TURN-02")


def _within_turn(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: a plan has no more actions than the turn will have (SE-TURN-01)."""
    who = call.actor
    if who not in battle.combatants:
        return
    intents = [intent for intent in planned(battle, call).intents if intent.action]
    for cost in ("action", "reaction", "free"):
        count = sum(_takes(intent) == cost for intent in intents)
        if count > actions_in_turn(battle, who, cost):
            title = "free actions" if cost == "free" else f"{cost}s"
            yield no("too_much_planned", f"{{who}}'s turn does not hold that many {title}.", "SE-TURN-01", who)


def _takes(intent: Intent) -> Cost:
    if intent.action == "handle_item":
        return handling_cost(Call(action=intent.action, options={**intent.options}))
    return COSTS.get(intent.action, "action")


def _sound_surprise(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the surprising side exists, and the surprised are combatants who are not on it (SE-SUR-01)."""
    side, named = _SURPRISING.said(call), _SURPRISED.said(call)
    sides = {combatant.side for combatant in battle.combatants.values() if combatant.is_present}
    if side and side not in sides:
        yield _no_surprise(f"There is no side “{side}” that could surprise the others.")
    if named is None:
        return
    for who in named:
        if who not in battle.combatants:
            yield _no_surprise(f"There is no combatant “{who}” who could be surprised.")
    if not side:
        yield _no_surprise("Choose the side that surprises the others.")
    for who in named:
        if who in battle.combatants and battle.combatants[who].side == side:
            sentence = text("{who} is on the side that surprises the others and cannot be surprised.", who=ref(who))
            yield Refusal(key="both_surprised", sentence=sentence, rule="SE-SUR-01", can_override=False)


def _no_surprise(sentence: str) -> Refusal:
    words = text(sentence.replace("{", "(").replace("}", ")"))
    return Refusal(key="no_surprise", sentence=words, rule="SE-SUR-01", can_override=False)


def _not_held_back(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: turns cannot be delayed unless the GM allows it; reactions serve that purpose (SE-AMB-16)."""
    if call.actor in battle.combatants:
        yield no("no_delay", "{who} cannot delay a turn: declare a reaction instead.", "SE-AMB-16", call.actor)


def _clock_words(battle: Battle, round: int) -> Text:
    """Title of a round; round 0 is the surprise round (SE-SUR-02)."""
    return text("Round {round}", round=round) if round else text("Surprise round")


_SURPRISING: Parameter[str | None] = Parameter(
    key="surprising", title="Side that surprises", kind="text", rule="SE-SUR-01",
    help="This side has a round of its own before the others react.",
)  # fmt: skip
_SURPRISED: Parameter[Any] = Parameter(
    key="surprised", title="Surprised", kind="combatants", rule="SE-AMB-10",
    help="Only these combatants, instead of everyone on the other sides.",
)  # fmt: skip


TURNS = TurnRules(
    first_order=first_order,
    share=share,
    kinds=("action", "reaction", "free"),
    counted=(),
    start_parameters=(_SURPRISING, _SURPRISED),
    at_start=at_start,
    at_round_start=at_round_start,
    is_order_new=lambda battle: rules(battle).initiative_mode == "reroll",
    begins_turns="roll_initiative",
    clock=Clock(words=_clock_words),
    haste=Haste(action="spend_effort", points=_spent_for_initiative),
)  # fmt: skip

ROLL = Action(
    id="roll_initiative",
    title="Roll Initiative",
    run=roll_initiative,
    guards=(_plans_are_in,),
    rules=("SE-TURN-02", "SE-INIT-01", "SE-INIT-02"),
    group="order",
    help="Everyone rolls 1d10 + dexterity modifier + effort; then the turns begin.",
)

_POINTS = Parameter(key="points", title="Points", kind="number", default=1, least=1, most=99)


EFFORT = Action(
    id="spend_effort",
    title="Effort on Initiative",
    run=spend_effort,
    parameters=(_POINTS,),
    guards=(able_combatant, _before_roll),
    rules=("SE-EFF-05",),
    cost="effort points",
    help="Each point adds 1 to the initiative about to be rolled.",
)


def order_actions() -> Mapping[str, Action]:
    """The actions of the initiative order, with this game's rules about them."""
    actions = turn_actions(
        TURNS,
        told_by={"start_fight": ("SE-SUR-01",)},
        also={"delay": (_not_held_back,), "start_fight": (_sound_surprise,)},
    )
    plans = planning_actions(guards=(_within_turn,), rules=("SE-TURN-01", "SE-AMB-09"))
    return {**actions, **plans, ROLL.id: ROLL, EFFORT.id: EFFORT}
