"""Plans: what everybody means to do this round, told before anybody acts.

A ruleset that plans sets the phase to `planning` when a round opens and lets an action of its own begin the turns;
its record includes `planning_actions`. Plans of the round before stay until a new one takes their place, so that "as
before" has something to go by; who has decided in this round is a fact of the round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from model.engine.ask import Ask
from model.engine.budget import has_round_mark, mark_round
from model.engine.calls import Call
from model.engine.messages import message
from model.engine.ruleset import Action, Guard, Parameter, Ruleset
from model.engine.turns import can_act
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.order import Intent, Plan
from model.state.texts import Refusal, Text, gm_text, ref, text

PLAN = "plan"
"""The action by which a plan is told; a ruleset without it may open its rounds with something else."""
DECIDED = "decided"
"""The fact of a round that a combatant's plan is in."""

Sees = Callable[[AnyBattle, Id], bool]


def participants(battle: AnyBattle) -> tuple[Id, ...]:
    """Who takes part in this round, in order."""
    slots = (battle.order.slots[id] for id in battle.order.sequence)
    return tuple(who for slot in slots for who in slot.members if can_act(battle, who))


def awaited(battle: AnyBattle) -> tuple[Id, ...]:
    """Whose plan is not in yet."""
    return tuple(who for who in participants(battle) if not has_round_mark(battle, who, DECIDED))


def plan_of(battle: AnyBattle, who: Id) -> Plan | None:
    """What a combatant means to do this round; None before they have decided."""
    return battle.order.plans.get(who) if has_round_mark(battle, who, DECIDED) else None


def with_plan(battle: AnyBattle, who: Id, plan: Plan) -> AnyBattle:
    """The battle with a combatant's plan for this round."""
    order = replace(battle.order, plans=battle.order.plans | {who: plan})
    return mark_round(replace(battle, order=order), who, DECIDED)


def planned_call(who: Id, intent: Intent) -> Call:
    """The action that a combatant means to take, with all that was said of it."""
    return Call(action=intent.action, actor=who, targets=intent.targets, item=intent.item, options=dict(intent.options))


def changed(battle: AnyBattle, who: Id) -> AnyBattle:
    """Mark that a combatant does something else than they had planned."""
    plan = plan_of(battle, who)
    return battle if plan is None or plan.is_changed else with_plan(battle, who, replace(plan, is_changed=True))


def plan_text(ruleset: Ruleset, battle: AnyBattle, who: Id, plan: Plan, *, is_public: bool) -> Text:
    """A plan as a sentence: for everybody, or for the GM alone."""
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


def _group_of_one_mind(battle: AnyBattle, who: Id) -> str:
    """Name of the group whose members all plan what this one does; empty where there is none."""
    slot = battle.order.slot_of(who)
    if (
        slot is None
        or len(slot.members) < 2
        or any(plan_of(battle, who) != plan_of(battle, one) for one in slot.members)
    ):
        return ""
    return slot.name


def parties(battle: AnyBattle) -> tuple[tuple[Id, ...], ...]:
    """Who plans together in this round: groups, as long as their members mean the same, and single ones."""
    found: list[tuple[Id, ...]] = []
    for slot in (battle.order.slots[id] for id in battle.order.sequence):
        members = tuple(who for who in slot.members if can_act(battle, who))
        is_one = all(plan_of(battle, who) == plan_of(battle, members[0]) for who in members)
        found += [members] if is_one and members else [(who,) for who in members]
    return tuple(found)


def plans_in(battle: AnyBattle) -> tuple[int, int]:
    """How many plans are in, and of how many; a group's is one."""
    everybody = parties(battle)
    return sum(plan_of(battle, members[0]) is not None for members in everybody), len(everybody)


def waits_for_plans(battle: AnyBattle) -> Text:
    """What a planned round waits for: plans, or only for its turns to begin."""
    told, everybody = plans_in(battle)
    missing = [members[0] for members in parties(battle) if plan_of(battle, members[0]) is None]
    said = f"Plans in {told} of {everybody}"
    if len(missing) == 1:
        return gm_text(f"{said}: {{who}} has not planned yet", who=ref(missing[0]))
    return gm_text(said if missing else f"All {everybody} plans are in")


# ------------------------------------------------------------------------------------------ the action


def _intent(call: Call) -> Intent | None:
    """What a call says that a combatant means to do; None when it only says that they have decided."""
    words, action = str(call.option("words", "")).strip(), str(call.option("does", ""))
    if not words and not action:
        return None
    said = call.option("options") or {}
    return Intent(words=words, action=action, targets=call.targets, item=call.item, options=dict(said))


def planned(battle: AnyBattle, call: Call) -> Plan:
    """The plan that a call makes: the one before, what is already in with something more, or a new one."""
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


def _plan(sees: Sees) -> Callable[[AnyBattle, Call, Ask], AnyBattle | Refusal]:
    def run(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        does, actions = str(call.option("does", "")), ask.ruleset.actions
        if does and (does not in actions or actions[does].group in ("order", "edit")):
            sentence = text("There is no action “{id}”.", id=does)
            return Refusal(key="unknown_action", sentence=sentence, can_override=False)
        plan = planned(battle, call)
        for who in _sharers(battle, call):
            battle = with_plan(battle, who, plan)
        is_public = sees(battle, call.actor)
        ask.add_message(plan_text(ask.ruleset, battle, call.actor, plan, is_public=is_public))
        told, everybody = plans_in(battle)
        if told < everybody and battle.order.phase == "planning":
            ask.add_message(gm_text("{count} still to decide.", count=everybody - told))
        return battle

    return run


def _sharers(battle: AnyBattle, call: Call) -> tuple[Id, ...]:
    """Whose plan it is: all who share the actor's slot, unless the plan is for the actor alone."""
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


def planning_actions(sees: Sees, guards: tuple[Guard, ...] = (), rules: tuple[str, ...] = ()) -> dict[str, Action]:
    """The action of telling a plan, for a ruleset's record.

    `sees` says whether everybody may know a combatant's plan before they act; `guards` are the ruleset's own.
    """
    plan = Action(
        id=PLAN,
        targets="any",
        title="Plan",
        run=_plan(sees),
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
