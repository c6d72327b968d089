"""Plans: what combatants intend to do this round, declared before the first turn.

A ruleset with plans sets the phase to `planning` when a round begins, and has an action that begins the turns; its
record includes `planning_actions`. Plans of the previous round stay until they are replaced, so that "as before" can
refer to them; that a combatant has decided in this round is a mark of the round.
"""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.budget import has_round_mark, mark_round
from model.engine.calls import Call
from model.engine.messages import message
from model.engine.ruleset import Action, Guard, Parameter, Ruleset
from model.engine.turns import can_act
from model.state.base import Id, replace
from model.state.battle import AnyBattle, SameBattle
from model.state.order import Intent, Plan
from model.state.texts import Refusal, Text, gm_text, ref, text

PLAN = "plan"
"""Id of the action that declares a plan; a ruleset without it may use the planning phase for something else."""
DECIDED = "decided"
"""Mark of a round: the combatant's plan is declared."""


def participants(battle: AnyBattle) -> tuple[Id, ...]:
    """Combatants that take part in this round, in initiative order."""
    slots = (battle.order.slots[id] for id in battle.order.sequence)
    return tuple(who for slot in slots for who in slot.members if can_act(battle, who))


def awaited(battle: AnyBattle) -> tuple[Id, ...]:
    """Participants whose plan is not declared yet."""
    return tuple(who for who in participants(battle) if not has_round_mark(battle, who, DECIDED))


def plan_of(battle: AnyBattle, who: Id) -> Plan | None:
    """A combatant's plan for this round, or None if they have not decided yet."""
    return battle.order.plans.get(who) if has_round_mark(battle, who, DECIDED) else None


def with_plan(battle: SameBattle, who: Id, plan: Plan) -> SameBattle:
    """The battle with a plan for this round set for a combatant, who is marked as decided."""
    order = replace(battle.order, plans=battle.order.plans | {who: plan})
    return mark_round(replace(battle, order=order), who, DECIDED)


def planned_call(who: Id, intent: Intent) -> Call:
    """The call for an intended action, with its targets, item and options."""
    return Call(action=intent.action, actor=who, targets=intent.targets, item=intent.item, options=dict(intent.options))


def changed(battle: SameBattle, who: Id) -> SameBattle:
    """The battle with a combatant's plan marked as changed: they do something else than planned."""
    plan = plan_of(battle, who)
    return battle if plan is None or plan.is_changed else with_plan(battle, who, replace(plan, is_changed=True))


def plan_text(ruleset: Ruleset, battle: AnyBattle, who: Id, plan: Plan, *, is_public: bool) -> Text:
    """A plan as a sentence, for everybody or for the GM alone."""
    group = "" if is_public else _group_of_one_mind(battle, who)
    parts: list[str] = []
    about = [who]
    arguments: dict[str, str] = {"group": group} if group else {}
    for index, intent in enumerate(plan.intents):
        words = []
        if intent.words:
            arguments[f"words{index}"] = intent.words
            words.append(f"{{words{index}}}")
        if intent.action in ruleset.actions:
            words.append(ruleset.actions[intent.action].title)
        for target in intent.targets:
            words.append(f"{{{len(about)}}}")
            about.append(target)
        if intent.item is not None:
            arguments[f"item{index}"] = ref(intent.item)
            words.append(f"with {{item{index}}}")
        parts.append(" ".join(words))
    plans, has = ("{group} plan", "{group} have") if group else ("{0} plans", "{0} has")
    what = f"{plans}: {', '.join(parts)}" if any(parts) else f"{has} decided"
    told = message(battle, f"{what} (changed)." if plan.is_changed else f"{what}.", *about, **arguments)
    return told if is_public else replace(told, audience="gm")


_TO_DECIDE = "{count} still to decide."


def tells_plan(text: Text) -> bool:
    """Whether a sentence tells what was planned, as `plan_text`, or who has to plan yet: not what is done."""
    return text.template.startswith(("{who0} plans: ", "{group} plan: ", _TO_DECIDE))


def _group_of_one_mind(battle: AnyBattle, who: Id) -> str:
    """Name of the combatant's group if all its members have the same plan; otherwise empty."""
    slot = battle.order.slot_of(who)
    if (
        slot is None
        or len(slot.members) < 2
        or any(plan_of(battle, who) != plan_of(battle, one) for one in slot.members)
    ):
        return ""
    return slot.name


def parties(battle: AnyBattle) -> tuple[tuple[Id, ...], ...]:
    """Combatants that plan together in this round: groups whose members have the same plan, and single combatants."""
    found: list[tuple[Id, ...]] = []
    for slot in (battle.order.slots[id] for id in battle.order.sequence):
        members = tuple(who for who in slot.members if can_act(battle, who))
        is_one = all(plan_of(battle, who) == plan_of(battle, members[0]) for who in members)
        found += [members] if is_one and members else [(who,) for who in members]
    return tuple(found)


def plans_in(battle: AnyBattle) -> tuple[int, int]:
    """Number of declared plans, and number of all plans; a group's plan counts once."""
    everybody = parties(battle)
    return sum(plan_of(battle, members[0]) is not None for members in everybody), len(everybody)


def waits_for_plans(battle: AnyBattle) -> Text:
    """A sentence for the GM: the combatant if a single plan is missing, else the number of declared plans."""
    told, everybody = plans_in(battle)
    missing = [members[0] for members in parties(battle) if plan_of(battle, members[0]) is None]
    if len(missing) == 1:
        return gm_text("{who} has not planned yet", who=ref(missing[0]))
    return gm_text(f"{told} of {everybody} plans are in" if missing else f"All {everybody} plans are in")


# ------------------------------------------------------------------------------------------ the action


def _intent(call: Call) -> Intent | None:
    """The intent that a call describes, or None if it only says that the combatant has decided."""
    words, action = str(call.option("words", "")).strip(), str(call.option("does", ""))
    if not words and not action:
        return None
    said = call.option("options") or {}
    return Intent(words=words, action=action, targets=call.targets, item=call.item, options=dict(said))


def planned(battle: AnyBattle, call: Call) -> Plan:
    """The plan that a call declares: the previous plan, the current plan with an addition, or a new one."""
    known = battle.order.plans.get(call.actor)
    is_late = battle.order.phase != "planning"
    if call.option("as_before", False) and known is not None:
        return replace(known, is_changed=is_late)
    intent = _intent(call)
    intents = () if intent is None else (intent,)
    if call.option("also", False):
        current = plan_of(battle, call.actor)
        intents = (*(() if current is None else current.intents), *intents)
    return Plan(intents=intents, is_changed=is_late)


def _plan(battle: SameBattle, call: Call, ask: Ask) -> SameBattle | Refusal:
    does, actions = str(call.option("does", "")), ask.ruleset.actions
    if does and (does not in actions or actions[does].group in ("order", "edit")):
        sentence = text("There is no action “{id}”.", id=does)
        return Refusal(key="unknown_action", sentence=sentence, can_override=False)
    plan = planned(battle, call)
    for who in _sharers(battle, call):
        battle = with_plan(battle, who, plan)
    ask.add_message(plan_text(ask.ruleset, battle, call.actor, plan, is_public=False))
    told, everybody = plans_in(battle)
    if told < everybody and battle.order.phase == "planning":
        ask.add_message(gm_text(_TO_DECIDE, count=everybody - told))
    return battle


def _sharers(battle: AnyBattle, call: Call) -> tuple[Id, ...]:
    """Combatants that get the plan: all in the actor's slot, or the actor alone with `only_actor`."""
    slot = battle.order.slot_of(call.actor)
    if slot is None or call.option("only_actor", False):
        return (call.actor,)
    return slot.members


def _can_plan(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    if not battle.order.is_running:
        yield Refusal(key="no_fight", sentence=text("No combat is running: start it first."), can_override=False)
    elif call.actor not in participants(battle):
        sentence = text("{who} takes no part in this round.", who=ref(call.actor))
        yield Refusal(key="not_in_round", sentence=sentence, can_override=False)


def _knows_plan(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    if not all(map(_is_plain, call.option("options", {}).values())):
        sentence = text("The parameters of a planned action must be a table of plain values.")
        yield Refusal(key="bad_options", sentence=sentence, can_override=False)
    if call.option("as_before", False) and call.actor not in battle.order.plans:
        sentence = text("{who} has no earlier plan.", who=ref(call.actor))
        yield Refusal(key="no_plan_before", sentence=sentence, can_override=False)


def _is_plain(value: object) -> bool:
    if isinstance(value, list | dict):
        return all(map(_is_plain, value if isinstance(value, list) else value.values()))
    return isinstance(value, bool | int | float | str)


def planning_actions(guards: tuple[Guard, ...] = (), rules: tuple[str, ...] = ()) -> dict[str, Action]:
    """The action that declares a plan, known only to the GM, for a ruleset's record; with its further guards."""
    plan = Action(
        id=PLAN,
        targets="any",
        title="Plan",
        run=_plan,
        parameters=(
            Parameter(key="words", title="In words", kind="text", default=""),
            Parameter(key="does", title="Action", kind="text", default="", help="Id of the planned action."),
            Parameter(key="options", title="Details", kind="table", help="Parameters of the planned action."),
            Parameter(key="as_before", title="As before", kind="flag", default=False),
            Parameter(
                key="also",
                title="Add to the plan",
                kind="flag",
                default=False,
                help="In addition to what is already planned.",
            ),
            Parameter(key="only_actor", title="For this combatant only", kind="flag", default=False),
        ),
        guards=(_can_plan, _knows_plan, *guards),
        rules=rules,
        help="What this combatant, or the whole group, plans to do. Empty: they have decided.",
    )
    return {plan.id: plan}
