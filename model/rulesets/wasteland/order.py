"""Initiative order, and the consequences of any change (WL-INIT, WL-TURN, WL-DYING-01)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from model.dice.requests import sum_of
from model.engine import turn_actions, turns
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_gone, effects_of, end_effects, end_effects_of, has_effect
from model.engine.guards import no
from model.engine.messages import message_about_all
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Parameter, TurnRules
from model.rulesets.wasteland import harm
from model.rulesets.wasteland.checks import DAMAGE_READING, combat_dice
from model.rulesets.wasteland.conditions import (
    APART,
    ASSISTING,
    COVER,
    DEAD,
    DEFENDING,
    DYING,
    IN_REACH,
    READIED,
    STUNNED,
    TRIGGERED,
    UNCONSCIOUS,
)
from model.rulesets.wasteland.payment import gm_points
from model.rulesets.wasteland.settings import rules
from model.rulesets.wasteland.sheet import Battle, torso_of
from model.rulesets.wasteland.values import hp, initiative
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import age, name_of, new_id, with_order
from model.state.effects import Effect
from model.state.order import Debt, Share, Slot
from model.state.texts import Refusal, routine, text

# ------------------------------------------------------------------------------------------------------------ the order


NOBODY = "none"
OPENING = "opening"
"""Name of the turn before all others for the combatant who started combat."""


def share(battle: Battle, who: Id, slot: Slot) -> Share:
    """One major and one minor action, minus those lost by conditions (WL-TURN-01, WL-INJ-04, WL-AMB-19)."""
    actions = 0 if has_effect(battle, who, STUNNED, UNCONSCIOUS, DYING) else 1
    return Share(left={"major": actions, "minor": actions})


def at_turn_start(battle: Battle, who: Id, ask: Ask) -> Battle:
    """End one condition that takes the actions of this turn, because it has now taken them (WL-INJ-04)."""
    battle = _without_second_turn(harm.forget_strikes(battle), who)
    lost = effects_of(battle, who, STUNNED)[:1]
    if not lost:
        return battle
    ask.log(battle, "{0} loses the actions of this turn.", who)
    return end_effects(battle, lambda bearer, effect: effect.id == lost[0].id)


# --------------------------------------------------------------------------------------------------- order of the slots


def slot_initiative(battle: Battle, slot: Slot) -> int:
    """The initiative of a slot; in a group, the highest counts."""
    numbers = (initiative(battle, who).total for who in slot.members if who in battle.combatants)
    return max(numbers, default=0)


def _rank(battle: Battle, slot: Slot) -> tuple[float, ...]:
    """Sort key of a slot: initiative, highest first, then the tie-break (WL-INIT-03, WL-AMB-21)."""
    ties = rules(battle).initiative_ties
    is_player = any(battle.combatants[who].side == "pc" for who in slot.members if who in battle.combatants)
    first = {"players_first": not is_player, "npcs_first": is_player}.get(ties, False)
    thrown = max((battle.shared.ties.get(who, 0) for who in slot.members), default=0) if ties == "random" else 0
    return (-slot_initiative(battle, slot), int(first), -thrown)


def at_start(battle: Battle, call: Call, ask: Ask) -> Battle:
    """Set who started combat, tie-breaks, and the GM's points (WL-INIT-02, WL-AMB-01, WL-AMB-21, WL-MIS-02)."""
    initiator = _INITIATOR.said(call)
    if initiator is None and turns.DECLARED_ORDER.said(call) is None:
        initiator = _asked_initiator(battle, ask)
    if initiator not in battle.combatants:
        initiator = None
    ties = _thrown_ties(battle, ask) if rules(battle).initiative_ties == "random" else {}
    shared = replace(battle.shared, initiator=initiator, ties=ties, gm_ap=gm_points(battle))
    return replace(battle, shared=shared)


def _asked_initiator(battle: Battle, ask: Ask) -> Id | None:
    able = sorted((one for one in battle.combatants.values() if turns.can_act(battle, one.id)), key=age)
    options = (Choice(key=NOBODY, label="Nobody"), *(Choice(key=one.id, label=one.name) for one in able))
    question = Question(
        id="initiator", title=text("Who started combat?"), options=options, default=NOBODY, rule="WL-INIT-02"
    )
    found: str = ask.choose(question, ENVIRONMENT)
    return None if found == NOBODY else found


def _thrown_ties(battle: Battle, ask: Ask) -> dict[Id, int]:
    """Roll a d20 for each slot with a tied initiative; the highest goes first (WL-AMB-21)."""
    leaders = [slot.members[0] for slot in turns.standing(battle.order) if slot.members]
    numbers = [initiative(battle, who).total for who in leaders]
    tied = [who for who, number in zip(leaders, numbers, strict=True) if numbers.count(number) > 1]

    def thrown(who: Id) -> int:
        return int(ask.roll(sum_of(f"tie.{who}", "Equal initiative", "1d20"), who).total())

    return dict(zip(tied, ask.each(tied, thrown), strict=True))


def first_order(battle: Battle, call: Call) -> tuple[Id, ...]:
    """The declared order, or by initiative, highest first (WL-INIT-01, WL-INIT-03)."""
    declared = turns.declared_slots(battle, call)
    if declared is not None:
        return declared
    return tuple(sorted(turns.standing_slots(battle), key=lambda id: _rank(battle, battle.order.slots[id])))


def at_round_start(battle: Battle, ask: Ask) -> Battle:
    """Note each slot's initiative and move slots with a changed one; add the opening turn in round 1."""
    for slot in turns.standing(battle.order):
        number = slot_initiative(battle, slot)
        if slot.id == ENVIRONMENT or slot.initiative == number:
            continue
        battle = turns.with_slot(battle, replace(slot, initiative=number))
        if slot.initiative is not None:
            battle = _sorted_in(battle, slot.id)
    return _with_opening_turn(battle) if battle.order.round == 1 else battle


def _with_opening_turn(battle: Battle) -> Battle:
    """Add a turn before all others for the combatant who started combat (WL-INIT-02, WL-AMB-01)."""
    who = battle.shared.initiator
    own = None if who is None else battle.order.slot_of(who)
    if who is None or own is None:
        return battle
    id, battle = new_id(battle, f"slot-opening-{name_of(battle, who)}")
    opening = Slot(id=id, members=(who,), kind="extra", origin=own.id, initiative=own.initiative, name=OPENING)
    battle = with_order(turns.with_slot(battle, opening), sequence=(id, *battle.order.sequence))
    is_only = rules(battle).initiator_acts_again or len(own.members) > 1
    return battle if is_only else turns.rest(battle, (own.id,))


def _without_second_turn(battle: Battle, who: Id) -> Battle:
    """By house rule, the opening turn replaces the turn in round 1 of a member of a group, whose others keep theirs."""
    turn = battle.order.turn
    slot = None if turn is None else battle.order.slots[turn.slot]
    if slot is None or slot.kind != "extra" or slot.origin is None or rules(battle).initiator_acts_again:
        return battle
    if len(battle.order.slots[slot.origin].members) == 1:
        return battle
    return with_order(battle, owed=(*battle.order.owed, Debt(who=who, since=battle.order.round)))


# ----------------------------------------------------------------------------------------------------------- latecomers


def _sorted_in(battle: Battle, id: Id) -> Battle:
    """Move a slot to the position of its initiative, behind ties."""
    rank = _rank(battle, battle.order.slots[id])
    others = [slot for slot in turns.standing(battle.order) if slot.id not in (id, ENVIRONMENT)]
    before = next((slot.id for slot in others if _rank(battle, slot) > rank), None)
    if before is None and ENVIRONMENT in battle.order.sequence:
        before = ENVIRONMENT
    return turns.move_slot(battle, id, before)


def join_order(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Add latecomers at the position of their initiative; they first act when it comes up (WL-AMB-21)."""
    if turn_actions.BEFORE.said(call) is not None or not battle.order.is_running:
        return turn_actions.join_order(battle, call, ask)
    members = call.targets or (call.actor,)
    for those in ((who,) for who in members) if turn_actions.APART.said(call) else (members,):
        battle = _let_in(battle, those, turn_actions.NAME.said(call))
    ask.add_message(
        routine(message_about_all(battle, members, " joins the initiative order.", " join the initiative order."))
    )
    return battle if battle.order.turns else turns.advance(battle, ask)


def _let_in(battle: Battle, members: Sequence[Id], name: str = "") -> Battle:
    """Add one slot for all members at the position of its initiative; if that is past, they act from the next round."""
    for who in members:
        battle = turns.leave(battle, who)
    id, battle = turns.insert(battle, members, name=name)
    slot = replace(battle.order.slots[id], initiative=slot_initiative(battle, battle.order.slots[id]))
    battle = _sorted_in(turns.with_slot(battle, slot), id)
    following = battle.order.sequence[battle.order.sequence.index(id) + 1 :]
    if any(battle.order.slots[other].state != "waiting" for other in following):
        battle = turns.with_slot(battle, replace(slot, state="done"))
    return turns.done_if_had(battle, id)


def without_the_dead(before: Battle, after: Battle, ask: Ask) -> Battle:
    """Remove the dead from the order of a running combat, and return those no longer dead to it (WL-DYING-03)."""
    if not after.order.is_running:
        return after
    begins = not before.order.is_running
    are_others = begins or after.combatants is not before.combatants
    for who, combatant in after.combatants.items() if are_others else ():
        if combatant is before.combatants.get(who) and not begins:
            continue
        was_dead = who in before.combatants and has_effect(before, who, DEAD)
        is_dead = has_effect(after, who, DEAD)
        if not (was_dead or is_dead):
            continue
        has_place = after.order.slot_of(who) is not None
        if is_dead and has_place and (begins or not was_dead):
            after = turns.drop_out(after, who)
        elif was_dead and not is_dead and not has_place and combatant.is_present:
            after = _let_in(after, (who,))
    return after if after.order.turns or not before.order.turns else turns.advance(after, ask)


# ---------------------------------------------------------------------------------------------------------- the actions


def _knows_no_delay(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: turns cannot be delayed in this game; Ready stores a major action instead (WL-MAJ-14)."""
    if call.actor in battle.combatants:
        yield no("no_delay", "{who} cannot delay a turn in this game: use Ready.", "WL-MAJ-14", call.actor)


_INITIATOR: Parameter[Id | None] = Parameter(
    key="initiator", title="Who started combat", kind="combatant", rule="WL-INIT-02", is_asked=True,
    help="Takes one turn before everyone else.",
)  # fmt: skip


TURNS = TurnRules(
    public_names={OPENING: "opening turn"},
    first_order=first_order,
    share=share,
    kinds=("major", "minor"),
    counted=(),
    start_parameters=(_INITIATOR,),
    at_start=at_start,
    at_round_start=at_round_start,
    at_round_end=lambda battle, ask: harm.count_down(battle, "rounds", ask),
    at_turn_start=at_turn_start,
    at_turn_end=harm.at_turn_end,
    prompts=harm.PROMPTS,
)  # fmt: skip


def order_actions() -> Mapping[str, Action]:
    """The actions of the initiative order, with this game's rules about them."""
    return turn_actions.turn_actions(
        TURNS,
        told_by={
            "start_fight": ("WL-INIT-01", "WL-INIT-02", "WL-INIT-03"),
            "end_turn": ("WL-INIT-03",),
            "join_order": ("WL-AMB-21",),
        },
        also={"delay": (_knows_no_delay,)},
        instead={"join_order": join_order},
    )


# ----------------------------------------------------------------------------------------------------- after any change


OF_FIGHT = frozenset({DEFENDING, READIED, TRIGGERED, ASSISTING})
"""Conditions that end with combat."""


def hurt(battle: Battle, who: Id, amount: int, through_resistance: bool, ask: Ask) -> Battle:
    """Apply quick damage to the hit points, or healing if negative; resistance is the physical one of the torso."""
    if amount > 0 and through_resistance:
        torso = torso_of(battle.combatants[who].sheet.body)
        amount = max(0, amount - max(0, harm.resistance(battle, who, torso, "physical").total))
    return harm.with_hp(battle, who, hp(battle, who) - amount)


def settle(before: Battle, after: Battle, ask: Ask) -> Battle:
    """Apply the consequences of a change of hit points or of a place, and of the end of combat."""
    moved: list[Id] = []
    for who, combatant in after.combatants.items() if after.combatants is not before.combatants else ():
        earlier = before.combatants.get(who)
        if earlier is combatant:
            continue
        after = _of_health(before, after, who, ask)
        if earlier is not None and earlier.place != combatant.place:
            moved.append(who)
    if moved:
        after = _of_places(before, after, moved)
    after = _forget_timers(before, without_the_dead(before, after, ask))
    if before.order.phase == "acting" and after.order.phase == "ended":
        after = end_effects(after, lambda bearer, effect: effect.kind in OF_FIGHT)
    return after


def _of_health(before: Battle, after: Battle, who: Id, ask: Ask) -> Battle:
    """Begin dying at 0 HP and end it with regained HP; the dead are out, and back when the GM ends that condition.

    A combatant who joins at 0 HP gets no further injury, because they bring their injuries along (WL-AMB-18).
    """
    if has_effect(after, who, DEAD) != after.combatants[who].is_out:
        was_dead = who in before.combatants and has_effect(before, who, DEAD)
        if has_effect(after, who, DEAD) and not was_dead:
            return after.with_combatant(replace(after.combatants[who], is_out=True))
        if was_dead and not has_effect(after, who, DEAD):
            after = after.with_combatant(replace(after.combatants[who], is_out=False))
    if has_effect(after, who, DYING) and hp(after, who) > 0:
        ask.log(after, "{0} is no longer dying.", who)
        return end_effects_of(after, who, DYING, UNCONSCIOUS)
    if who not in before.combatants:
        after = harm.begin_dying(after, who, None, ask) if harm.is_spent(after, who) else after
    elif harm.is_spent(after, who) and (hp(before, who) > 0 or has_effect(before, who, DEAD)):
        after = harm.suffer_zero(after, who, ask)
    if has_effect(after, who, DYING) and not has_effect(after, who, UNCONSCIOUS):
        # The dying are unconscious (WL-AMB-19).
        after = add_effect(after, who, UNCONSCIOUS)
    return after


def _of_places(before: Battle, after: Battle, moved: Collection[Id]) -> Battle:
    """End the cover of those who have moved, which stays where it is, and reach set by hand between them and others.

    Those who move together, to one zone, stay within reach of each other.
    """

    def is_over(bearer: Id, effect: Effect) -> bool:
        if bearer not in before.combatants or effect.id not in before.combatants[bearer].effects:
            return False
        if effect.kind == COVER:
            return bearer in moved
        other = after.combatants.get(effect.other or "")
        if effect.kind not in (IN_REACH, APART) or other is None or not {bearer, other.id} & set(moved):
            return False
        return not {bearer, other.id} <= set(moved) or after.combatants[bearer].place.zone != other.place.zone

    return end_effects(after, is_over)


def _forget_timers(before: Battle, after: Battle) -> Battle:
    timers = after.shared.timers
    if not timers:
        return after
    gone = {effect.id for effects in effects_gone(before, after).values() for effect in effects} & set(timers)
    if not gone:
        return after
    kept = {id: left for id, left in timers.items() if id not in gone}
    return replace(after, shared=replace(after.shared, timers=kept))


# --------------------------------------------------------------------------------------------------- the GM's radiation


def _are_combatants(battle: Battle, call: Call) -> Iterator[Refusal]:
    if any(target not in battle.combatants for target in call.targets):
        yield Refusal(key="thing", sentence=text("Only combatants can take radiation."), can_override=False)


def radiate(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Apply a source of radiation to the whole body of all targets (WL-RAD-02)."""
    for who in call.targets:
        total = int(_AMOUNT.said(call))
        if dice := int(_CD.said(call)):
            total += int(ask.roll(combat_dice(f"radiation.{who}", "Radiation", dice), who).read(DAMAGE_READING))
        battle = harm.irradiate_whole_body(battle, who, total, ask)
    return battle


_AMOUNT = Parameter(key="amount", title="Radiation", kind="number", default=0, least=0, most=99, rule="WL-RAD-02")
_CD = Parameter(key="cd", title="Combat dice", kind="number", default=0, least=0, most=20, rule="WL-RAD-02")


RADIATE = Action(
    id="radiate",
    title="Radiation on Whole Body",
    run=radiate,
    targets="many",
    parameters=(_AMOUNT, _CD),
    guards=(_are_combatants,),
    rules=("WL-RAD-02",),
    group="edit",
    help="Minus the lowest resistance of all locations.",
)
