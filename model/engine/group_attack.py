"""A whole group attacks at once: each member as by the usual key, asked together, carried out one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from model.board.distance import between
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.run import may, perform
from model.engine.types import aimed_on
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.texts import Refusal, Text, gm_text, ref, text

GROUP_ATTACK, AIMS = "group_attack", "aims"


def members_of(battle: AnyBattle, who: Id) -> tuple[Id, ...]:
    """Those of somebody's group who have not ended their turn; nobody where they do not act together."""
    acting = tuple(one for one in battle.order.acting if one in battle.combatants)
    return acting if who in acting and len(acting) > 1 else ()


def attacks_of(ruleset: Ruleset, battle: AnyBattle, call: Call) -> dict[Id, tuple[Id, Call]]:
    """The attack of each member who has one, and on whom: who is named for them, else the nearest of the targets."""
    aims = dict(call.option(AIMS, {}))
    attacks = {}
    for who in members_of(battle, call.actor):
        usual = ruleset.usual_attack(battle, who)
        if usual is not None and aims.get(who) != "":
            target = aims.get(who) or _nearest(ruleset, battle, who, call.targets)
            aim = ruleset.actions[usual.action].aim
            attacks[who] = (target, replace(aimed_on(aim, usual, target), anyway=call.anyway))
    return attacks


def _nearest(ruleset: Ruleset, battle: AnyBattle, who: Id, targets: tuple[Id, ...]) -> Id:
    def metres(target: Id) -> float:
        found = between(battle, who, target, ruleset.ranges)
        return float("inf") if found is None else found

    return min(targets, key=metres)


def _attack(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Everybody's dice are asked for at once; who cannot attack now is named, and the others attack."""
    attacks = attacks_of(ask.ruleset, battle, call)
    able: dict[Id, tuple[Id, Call]] = {}
    first: Refusal | None = None
    for who, (target, attack) in attacks.items():
        reasons = may(ask.ruleset, battle, attack)
        if not reasons:
            able[who] = (target, attack)
            continue
        first = first or reasons[0]
        ask.say(gm_text("{who} does not attack:", who=ref(who)), reasons[0].sentence)
    if not able:
        return first or Refusal(key="no_attack", sentence=text("Nobody of the group has anything to attack with."))
    ask.say(_together(battle, call.actor, able))

    def carried_out(now: AnyBattle, who: Id) -> AnyBattle:
        target, attack = able[who]
        if target in now.combatants and now.combatants[target].is_out:
            ask.say(gm_text("{who} finds {target} out of the fight.", who=ref(who), target=ref(target)))
            return now
        after = perform(now, attack, ask.within(f"{who}.{target}", attack))
        if isinstance(after, Refusal):
            ask.say(after.sentence)
            return now
        return after

    return ask.in_turn(battle, able, carried_out)


def _together(battle: AnyBattle, who: Id, able: dict[Id, tuple[Id, Call]]) -> Text:
    """`Thugs (3) attack Crimson together.`: what the step as a whole is, for the log and for undo."""
    slot = battle.order.slot_of(who)
    group = slot.name if slot is not None and slot.name else "A group"
    targets = {target for target, _ in able.values()}
    if len(targets) == 1:
        target = ref(targets.pop())
        return gm_text("{group} ({number}) attack {target} together.", group=group, number=len(able), target=target)
    return gm_text("{group} ({number}) attack together.", group=group, number=len(able))


def _is_group(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: it is the turn of several."""
    if call.actor in battle.combatants and not members_of(battle, call.actor):
        sentence = text("{who} acts alone: there is no group whose turn it is.", who=ref(call.actor))
        yield Refusal(key="no_group", sentence=sentence, can_override=False)
    aims = call.option(AIMS, {}).values()
    if any(not isinstance(aim, str) or (aim and aim not in battle.combatants) for aim in aims):
        yield Refusal(key="bad_aims", sentence=text("Somebody is aimed at who is not there."), can_override=False)


GROUP_ACTION = Action(
    id=GROUP_ATTACK,
    title="The whole group attacks",
    run=_attack,
    targets="many",
    parameters=(
        Parameter(
            key=AIMS, title="Aims", kind="table", default={},
            help="Targets by member; an empty one does not attack. Nobody named: the nearest of the targets.",
        ),
    ),
    guards=(_is_group,),
    group="order",
    help="Each member attacks the marked target with the usual weapon: one table, one Apply, one undo.",
)  # fmt: skip
