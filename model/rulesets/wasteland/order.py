"""Order of play: fixed initiative, the opening turn of who began, latecomers sorted in (WL-INIT, WL-TURN)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace as with_fields

from model.dice.requests import sum_of
from model.engine import turn_actions, turns
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import effects_of, end_effects, has_effect
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Parameter, Ruleset, TurnRules
from model.engine.telling import tell, tell_of_all
from model.rulesets.wasteland.body import forget_strikes
from model.rulesets.wasteland.conditions import DEAD, DYING, STUNNED, UNCONSCIOUS
from model.rulesets.wasteland.costs import is_fighting, no
from model.rulesets.wasteland.points import gm_points
from model.rulesets.wasteland.settings import rules
from model.rulesets.wasteland.stats import initiative
from model.rulesets.wasteland.turn_ends import at_turn_end, count_down
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle, age, name_of, new_id
from model.state.order import STANDING, Debt, Share, Slot
from model.state.texts import Refusal, routine, text

NOBODY = "none"
OPENING = "opening"
"""Name of the turn that whoever began the fight has before all others."""


def share(battle: AnyBattle, who: Id, slot: Slot) -> Share:
    """One major and one minor action, less what injuries take (WL-TURN-01, WL-INJ-04, WL-AMB-19)."""
    major = minor = 1
    if has_effect(battle, who, STUNNED):
        major, minor = 0, minor if rules(battle).head_injury_loses == "major_only" else 0
    if has_effect(battle, who, UNCONSCIOUS):
        major = minor = 0
    if has_effect(battle, who, DYING):
        can_act = rules(battle).dying_can_act
        major, minor = major if can_act == "full" else 0, 0 if can_act == "none" else minor
    return Share(left={"major": major, "minor": minor})


def at_turn_start(battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """What takes the actions of one turn has taken them (WL-INJ-04)."""
    battle = _without_second_turn(forget_strikes(battle), who)
    lost = effects_of(battle, who, STUNNED)[:1]
    if not lost:
        return battle
    ask.say(tell(battle, "{0} loses the actions of this turn.", who))
    return end_effects(battle, lambda bearer, effect: effect.id == lost[0].id)


# ------------------------------------------------------------------------------------------ who goes when


def slot_initiative(battle: AnyBattle, slot: Slot) -> int:
    """Of a group the highest counts."""
    numbers = (initiative(battle, who).total for who in slot.members if who in battle.combatants)
    return max(numbers, default=0)


def _rank(battle: AnyBattle, slot: Slot) -> tuple[float, ...]:
    """What sorts the slots: initiative, highest first, then as ties are broken (WL-INIT-03, WL-AMB-21)."""
    ties = rules(battle).initiative_ties
    is_player = any(battle.combatants[who].side == "pc" for who in slot.members if who in battle.combatants)
    first = {"players_first": not is_player, "npcs_first": is_player}.get(ties, False)
    thrown = max((battle.shared.ties.get(who, 0) for who in slot.members), default=0) if ties == "random" else 0
    return (-slot_initiative(battle, slot), int(first), -thrown)


def at_start(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Who began, who wins ties, and the GM's action points (WL-INIT-02, WL-AMB-01, WL-AMB-21, WL-MIS-02)."""
    initiator = call.option("initiator")
    if initiator is None and call.option("order") is None:
        initiator = _asked_initiator(battle, ask)
    if initiator not in battle.combatants:
        initiator = None
    ties = _thrown_ties(battle, ask) if rules(battle).initiative_ties == "random" else {}
    shared = replace(battle.shared, initiator=initiator, ties=ties, gm_ap=gm_points(battle))
    return replace(battle, shared=shared)


def _asked_initiator(battle: AnyBattle, ask: Ask) -> Id | None:
    able = sorted((one for one in battle.combatants.values() if turns.can_act(battle, one.id)), key=age)
    options = (Choice(key=NOBODY, label="Nobody"), *(Choice(key=one.id, label=one.name) for one in able))
    question = Question(
        id="initiator", title=text("Who began the fight?"), options=options, default=NOBODY, rule="WL-INIT-02"
    )
    found: str = ask.choose(question, ENVIRONMENT)
    return None if found == NOBODY else found


def _thrown_ties(battle: AnyBattle, ask: Ask) -> dict[Id, int]:
    """A d20 each for those with the same initiative, the highest first (WL-AMB-21)."""
    leaders = [slot.members[0] for slot in turns.standing(battle.order) if slot.members]
    numbers = [initiative(battle, who).total for who in leaders]
    tied = [who for who, number in zip(leaders, numbers, strict=True) if numbers.count(number) > 1]

    def thrown(who: Id) -> int:
        return int(ask.roll(sum_of(f"tie.{who}", "Equal initiative", "1d20"), who).total())

    return dict(zip(tied, ask.each(tied, thrown), strict=True))


def first_order(battle: AnyBattle, call: Call) -> tuple[Id, ...]:
    """The declared order, or by initiative, highest first (WL-INIT-01, WL-INIT-03)."""
    order = battle.order
    standing = [id for id in order.sequence if order.slots[id].kind in STANDING and id != ENVIRONMENT]
    declared = call.option("order")
    if declared is not None:
        slots = dict.fromkeys(turns.slot_named(order, str(name)) for name in declared)
        named = [id for id in slots if id is not None]
        return (*named, *(id for id in standing if id not in named))
    return tuple(sorted(standing, key=lambda id: _rank(battle, order.slots[id])))


def at_round_start(battle: AnyBattle, ask: Ask) -> AnyBattle:
    """Note each slot's initiative; who has got another one since takes the place it gives; the opening turn."""
    for slot in turns.standing(battle.order):
        number = slot_initiative(battle, slot)
        if slot.id == ENVIRONMENT or slot.initiative == number:
            continue
        battle = turns.with_slot(battle, replace(slot, initiative=number))
        if slot.initiative is not None:
            battle = _sorted_in(battle, slot.id)
    return _with_opening_turn(battle) if battle.order.round == 1 else battle


def _with_opening_turn(battle: AnyBattle) -> AnyBattle:
    """A turn before everybody else's for who began the fight (WL-INIT-02, WL-AMB-01)."""
    who = battle.shared.initiator
    own = None if who is None else battle.order.slot_of(who)
    if who is None or own is None:
        return battle
    id, battle = new_id(battle, f"slot-opening-{name_of(battle, who)}")
    opening = Slot(id=id, members=(who,), kind="extra", origin=own.id, initiative=own.initiative, name=OPENING)
    return turns.with_order(turns.with_slot(battle, opening), sequence=(id, *battle.order.sequence))


def _without_second_turn(battle: AnyBattle, who: Id) -> AnyBattle:
    """By house rule the opening turn takes the place of the first round's own; others of a group keep theirs."""
    turn = battle.order.turn
    slot = None if turn is None else battle.order.slots[turn.slot]
    if slot is None or slot.kind != "extra" or slot.origin is None or rules(battle).initiator_acts_again:
        return battle
    own = battle.order.slots[slot.origin]
    if len(own.members) == 1:
        return turns.with_slot(battle, replace(own, state="done"))
    return turns.with_order(battle, owed=(*battle.order.owed, Debt(who=who, since=battle.order.round)))


# ------------------------------------------------------------------------------------------ latecomers


def _sorted_in(battle: AnyBattle, id: Id) -> AnyBattle:
    """A slot at the place that its initiative gives, behind its equals."""
    rank = _rank(battle, battle.order.slots[id])
    others = [slot for slot in turns.standing(battle.order) if slot.id not in (id, ENVIRONMENT)]
    before = next((slot.id for slot in others if _rank(battle, slot) > rank), None)
    if before is None and ENVIRONMENT in battle.order.sequence:
        before = ENVIRONMENT
    return turns.move_slot(battle, id, before)


def join_order(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Latecomers stand where their initiative puts them and first act when that place comes (WL-AMB-21)."""
    if call.option("before") is not None or not is_fighting(battle):
        return turn_actions.join_order(battle, call, ask)
    members = call.targets or (call.actor,)
    battle = _let_in(battle, members, str(call.option("name", "")))
    ask.say(routine(tell_of_all(battle, members, "joins the order of play.", "join the order of play.")))
    return battle if battle.order.turns else turns.advance(battle, ask)


def _let_in(battle: AnyBattle, members: Sequence[Id], name: str = "") -> AnyBattle:
    """A common place where the initiative puts it; who comes behind its time first acts in the next round."""
    for who in members:
        battle = turns.leave(battle, who)
    id, battle = turns.insert(battle, members, name=name)
    slot = replace(battle.order.slots[id], initiative=slot_initiative(battle, battle.order.slots[id]))
    battle = _sorted_in(turns.with_slot(battle, slot), id)
    following = battle.order.sequence[battle.order.sequence.index(id) + 1 :]
    if any(battle.order.slots[other].state != "waiting" for other in following):
        battle = turns.with_slot(battle, replace(slot, state="done"))
    return battle


def without_the_dead(before: AnyBattle, after: AnyBattle, ask: Ask) -> AnyBattle:
    """The dead leave the order of a running fight; who is dead no longer comes back into it (WL-DYING-03)."""
    if not is_fighting(after):
        return after
    begins = not is_fighting(before)
    for who, combatant in tuple(after.combatants.items()):
        was_dead = who in before.combatants and has_effect(before, who, DEAD)
        is_dead, has_place = has_effect(after, who, DEAD), after.order.slot_of(who) is not None
        if is_dead and has_place and (begins or not was_dead):
            after = turns.leave(after, who)
        elif was_dead and not is_dead and not has_place and combatant.is_present:
            after = _let_in(after, (who,))
    return after if after.order.turns or not before.order.turns else turns.advance(after, ask)


# ------------------------------------------------------------------------------------------ the actions


def _knows_no_delay(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: this game has no delaying; Ready stores a major action (WL-MAJ-14)."""
    if call.actor in battle.combatants:
        yield no("no_delay", "{who} cannot hold a turn back in this game: use Ready.", "WL-MAJ-14", call.actor)


TURNS = TurnRules(
    public_names={OPENING: "opening turn"},
    first_order=first_order,
    share=share,
    kinds=("major", "minor"),
    counted=(),
    start_parameters=(
        Parameter(
            key="initiator", title="Who began the fight", kind="combatant", rule="WL-INIT-02",
            help="Takes one turn before everybody else.",
        ),
    ),
    at_start=at_start,
    at_round_start=at_round_start,
    at_round_end=lambda battle, ask: count_down(battle, "rounds", ask),
    at_turn_start=at_turn_start,
    at_turn_end=at_turn_end,
)  # fmt: skip


def order_actions() -> Mapping[str, Action]:
    """The actions of the order of play, with this game's rules about them."""
    actions = turn_actions.turn_actions(TURNS)
    for id, concerned in {
        "start_fight": ("WL-INIT-01", "WL-INIT-02", "WL-INIT-03"),
        "end_turn": ("WL-INIT-03",),
    }.items():
        actions[id] = with_fields(actions[id], rules=concerned)
    actions["join_order"] = with_fields(actions["join_order"], run=join_order, rules=("WL-AMB-21",))
    actions["delay"] = with_fields(actions["delay"], guards=(*actions["delay"].guards, _knows_no_delay))
    return actions
