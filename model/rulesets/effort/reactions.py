"""Stored actions: declared behind a condition, offered inside what others do, contested by a roll (SE-REA)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from dataclasses import replace as with_fields
from typing import Literal

from model.dice.requests import sum_of
from model.engine.ask import Ask
from model.engine.budget import spend
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of, end_effects
from model.engine.modifiers import explain, term
from model.engine.requests import Choice, Offer, Question
from model.engine.ruleset import Action, Guard, Parameter, Ruleset
from model.engine.run import perform
from model.engine.telling import is_secret, tell
from model.engine.turns import can_act
from model.rulesets.effort import pools
from model.rulesets.effort.conditions import REACTION
from model.rulesets.effort.costs import (
    in_time,
    is_fighting,
    no,
    not_left,
    planned_reactions,
    sees_plan,
    somebody,
    whole,
)
from model.rulesets.effort.gear import usual_weapon
from model.rulesets.effort.settings import setting
from model.rulesets.effort.sheet import Armed
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle, age
from model.state.effects import Effect
from model.state.texts import Refusal, Text, ref, text

When = Literal["before", "at_trigger", "after"]
CLOSE = 1e-6
_STEP = 0.1
"""Metres to which it is found where a stored action first reaches."""
MOST_CONTESTS = 20
"""Rolls of a contest that stays equal, before the actor goes first."""
STORABLE = ("move", "use_item", "attack", "aim", "skill_check")


# ------------------------------------------------------------------------------------------ declaring


def declare(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Store an action behind a condition (SE-REA-01)."""
    who = call.actor
    condition, action = str(call.option("condition", "")).strip(), str(call.option("does", "attack"))
    if not condition:
        return Refusal(
            key="no_condition",
            sentence=text("A reaction of {who} needs a condition: say if what.", who=ref(who)),
            rule="SE-REA-01",
            can_override=False,
        )
    is_planned = battle.order.phase == "planning"
    if not is_planned:
        battle = spend(battle, who, "reaction")
    is_public = sees_plan(battle, who)
    battle = add_effect(
        battle, who, REACTION, until="removed" if is_planned else "turn_start", note=condition, is_public=is_public
    )
    effect = effects_of(battle, who, REACTION)[-1]
    usual = usual_weapon(battle, who) if action == "attack" and call.item is None else None
    item = call.item if usual is None else usual.id
    armed = Armed(condition=condition, action=action, targets=call.targets, item=item)
    battle = replace(battle, shared=replace(battle.shared, armed=battle.shared.armed | {effect.id: armed}))
    title = ask.ruleset.actions[action].title
    told = tell(battle, f"{{0}} holds a reaction ready: {{condition}} – {title}.", who, condition=condition)
    ask.say(told if is_public else replace(told, audience="gm"))
    return battle


def _can_declare(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    who = call.actor
    if who not in battle.combatants or not is_fighting(battle):
        return
    if setting(battle, "reaction_armed_from") == "planning":
        if battle.order.phase != "planning":
            yield no("not_planning", "By a house rule {who} declares a reaction while planning.", "SE-AMB-02", who)
        elif planned_reactions(battle, who) >= whole(battle, who, "reaction"):
            yield no("no_reaction", "{who} has no reaction left.", "SE-REA-01", who)
        return
    late = tuple(in_time(battle, who, "SE-REA-01"))
    yield from late
    if not late:
        yield from not_left(battle, who, "reaction", "SE-REA-01")


def _is_storable(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    who = call.actor
    if call.option("does", "attack") not in setting(battle, "reaction_allowed"):
        yield no("not_storable", "By a house rule {who} cannot store this in a reaction.", "SE-AMB-04", who)


DECLARE = Action(
    id="declare_reaction",
    title="Declare a reaction",
    run=declare,
    parameters=(
        Parameter(key="condition", title="If", kind="text", default="", rule="SE-REA-01"),
        Parameter(key="does", title="Then", kind="choice", default="attack", options=STORABLE, rule="SE-REA-01"),
    ),
    guards=(somebody, _can_declare, _is_storable),
    rules=("SE-REA-01", "SE-REA-02", "SE-REA-03"),
    cost="reaction",
    group="defence",
    key="D",
    help="An action that is carried out as soon as a condition occurs, until the start of the next turn.",
)


# ------------------------------------------------------------------------------------------ triggering


Along = Callable[[float], AnyBattle]
"""The battle with whoever moves so many metres on."""


@dataclass(frozen=True)
class _Way:
    """The way of what is interrupted."""

    metres: float
    """0 for what is no movement."""
    along: Along | None

    def first_metre(self, battle: AnyBattle, reaction: Call, ask: Ask) -> float:
        """After how many metres a stored action first reaches; 0 where it does at once, or never, or nobody knows."""
        steps = 0 if self.along is None else int(self.metres / _STEP + CLOSE)
        if not steps or not _is_too_far(battle, reaction, ask):
            return 0.0
        assert self.along is not None
        metres = (step * _STEP for step in range(1, steps + 1))
        found = (one for one in metres if not _is_too_far(self.along(one), reaction, ask))
        return round(next(found, 0.0), 1)


def _is_too_far(battle: AnyBattle, reaction: Call, ask: Ask) -> bool:
    action = ask.ruleset.actions[reaction.action]
    refusals = action.refusals(ask.ruleset, _reacting(battle, reaction.actor), reaction)
    return any(refusal.key == "too_far" for refusal in refusals)


@dataclass(frozen=True, kw_only=True)
class Reaction:
    """A stored action that has been triggered."""

    id: str
    owner: Id
    effect: Effect
    call: Call
    when: When = "before"
    metres: float = 0.0
    """For `at_trigger` in a movement: after how many of its metres."""
    is_simultaneous: bool = False
    """Whether what triggered it goes on whatever comes of it."""
    effort: tuple[tuple[Id, int], ...] = ()
    """Effort points spent on the contest, by whom."""


Resolve = Callable[[AnyBattle, tuple[Reaction, ...]], AnyBattle]
"""Carries out what was interrupted, given the reactions carried out before it and those that cut in on the way."""


def forget_ended(battle: AnyBattle) -> AnyBattle:
    """Forget stored actions whose time is over."""
    armed = battle.shared.armed
    if not armed:
        return battle
    there = {id for combatant in battle.combatants.values() for id in combatant.effects}
    if armed.keys() <= there:
        return battle
    kept = {id: stored for id, stored in armed.items() if id in there}
    return replace(battle, shared=replace(battle.shared, armed=kept))


def armed_reactions(battle: AnyBattle, actor: Id) -> tuple[tuple[Id, Effect, Armed], ...]:
    """What others than the actor hold ready, in the order of play, where ties are broken (SE-AMB-04)."""
    if not battle.shared.armed:
        return ()
    found = []
    for who in sorted(battle.combatants.values(), key=age):
        if who.id == actor or not can_act(battle, who.id):
            continue
        for effect in effects_of(battle, who.id, REACTION):
            stored = battle.shared.armed.get(effect.id)
            if stored is not None:
                found.append((who.id, effect, stored))
    order = tuple(who for id in battle.order.sequence for who in battle.order.slots[id].members)
    return tuple(sorted(found, key=lambda one: order.index(one[0]) if one[0] in order else len(order)))


def with_reactions(
    battle: AnyBattle,
    call: Call,
    ask: Ask,
    resolve: Resolve,
    *,
    metres: float = 0.0,
    along: Along | None = None,
    about: Text | None = None,
    still: tuple[Guard, ...] = (),
) -> AnyBattle:
    """Carry out what somebody does, with the reactions that it triggers before, during and after (SE-REA-04).

    `resolve` pays and tells of what is done, since an action that comes to nothing has done none of it; `metres` is
    how long its way is, `along` leads on it, `about` announces it before the first reaction, `still` says what can make
    it impossible.
    """
    triggered = _triggered(battle, call, ask, _Way(metres, along))
    for who, points in (spent for one in triggered for spent in one.effort):
        battle = pools.spend(battle, who, pools.Payment(speed=0, effort=points))
    early = tuple(one for one in triggered if one.when == "before")
    if early and about is not None:
        ask.say(about)
    for one in early:
        battle = react(battle, one, ask)
    is_possible = not early or any(one.is_simultaneous for one in early) or _is_possible(battle, call, ask, still)
    if is_possible:
        battle = resolve(battle, tuple(one for one in triggered if one.when != "after"))
    else:
        ask.say(tell(battle, "What {0} was doing comes to nothing.", call.actor))
    for one in triggered:
        if one.when == "after":
            battle = react(battle, one, ask)
    return battle


def _is_possible(battle: AnyBattle, call: Call, ask: Ask, still: tuple[Guard, ...]) -> bool:
    """Whether an interrupted action can go on; what keeps it from that is told (SE-AMB-03)."""
    if not can_act(battle, call.actor):
        return False
    for guard in still:
        for refusal in guard(ask.ruleset, battle, call):
            if refusal.key not in call.anyway:
                is_about_hidden = any(is_secret(battle, who) for who in (call.actor, *call.targets))
                ask.say(replace(refusal.sentence, audience="gm") if is_about_hidden else refusal.sentence)
                return False
    return True


def _triggered(battle: AnyBattle, call: Call, ask: Ask, way: _Way) -> tuple[Reaction, ...]:
    """The stored actions that are carried out now, with the moment of each."""
    if battle.shared.reacting is not None and not setting(battle, "reaction_chain"):
        return ()
    taken: list[Reaction] = []
    seen: dict[Id, int] = {}
    for owner, effect, stored in armed_reactions(battle, call.actor):
        seen[owner] = seen.get(owner, 0) + 1
        id = f"reaction.{owner}" if seen[owner] == 1 else f"reaction.{owner}.{seen[owner]}"
        preset = _completed(Call(action=stored.action, actor=owner), stored, call)
        answer = _taken_up(battle, id, preset, stored, ask)
        if answer is not None:
            taken.append(Reaction(id=id, owner=owner, effect=effect, call=_completed(answer, stored, call)))
    return tuple(_timed(battle, one, call, ask, way) for one in taken)


def _taken_up(battle: AnyBattle, id: str, preset: Call, stored: Armed, ask: Ask) -> Call | None:
    """Offered to its owner, or asked of the GM where a house rule lets nobody decline (SE-AMB-20)."""
    owner = preset.actor
    title = text("{who}: {condition}", who=ref(owner), condition=stored.condition)
    if setting(battle, "reaction_may_decline"):
        offer = Offer(id=id, title=title, by=(owner,), actions=(stored.action,), preset=preset, rule="SE-REA-04")
        answer = ask.offer(offer)
        return answer if isinstance(answer, Call) else None
    options = (Choice(key="no", label="It does not occur"), Choice(key="yes", label="It occurs"))
    question = Question(id=id, title=title, options=options, default="no", rule="SE-REA-04")
    if ask.choose(question, ENVIRONMENT) == "no":
        return None
    return preset


def _completed(answer: Call, stored: Armed, trigger: Call) -> Call:
    """A reaction as it was stored where nothing else is said; an attack is aimed at who has triggered it."""
    targets = answer.targets or stored.targets
    if not targets and stored.action in ("attack", "aim"):
        targets = (trigger.actor,)
    return replace(answer, targets=targets, item=answer.item or stored.item)


def _timed(battle: AnyBattle, one: Reaction, call: Call, ask: Ask, way: _Way) -> Reaction:
    """When it takes place: by house rule, as the GM says, or by a contest (SE-AMB-03, SE-REA-05).

    What reaches only on the way of whoever moves, such as a blow at somebody who comes near, takes place there.
    """
    first = way.first_metre(battle, one.call, ask)
    moment = _moment(battle, one, call, ask, default="at_trigger" if first else "before")
    match moment:
        case "contest":
            return _contested(battle, one, call.actor, ask)
        case "at_trigger" if way.metres > 0:
            title = text("After how many metres does {who} react?", who=ref(one.owner))
            question = Question(
                id=f"{one.id}.metres", title=title, kind="number", least=0, most=way.metres, default=first,
                rule="SE-REA-04",
            )  # fmt: skip
            return with_fields(one, when="at_trigger", metres=float(ask.choose(question, ENVIRONMENT)))
        case "before" if first:
            return with_fields(one, when="at_trigger", metres=first)
        case "after":
            return with_fields(one, when="after")
    return one


def _moment(battle: AnyBattle, one: Reaction, call: Call, ask: Ask, default: str) -> str:
    """What a house rule says of when reactions take place, else the GM; a contest is called for beside either."""
    rule = str(setting(battle, "reaction_resolves"))
    contest = Choice(key="contest", label="Contest", help="Both roll 1d10 and add their dexterity modifier.")
    if rule != "ask":
        title = text("A contest of {who} and {whom}", who=ref(call.actor), whom=ref(one.owner))
        offer = Offer(id=f"{one.id}.contest", title=title, by=(one.owner,), options=(contest,), rule="SE-REA-05")
        return "contest" if ask.offer(offer) else rule
    options = (
        Choice(key="before", label="Before it takes effect"),
        Choice(key="at_trigger", label="At that moment"),
        Choice(key="after", label="After it"),
        contest,
    )
    title = text("When does the reaction of {who} take place?", who=ref(one.owner))
    id = f"{one.id}.when"
    return str(
        ask.choose(
            Question(id=id, title=title, options=options, default=default, rule="SE-AMB-03", remember=True), ENVIRONMENT
        )
    )


def react(battle: AnyBattle, one: Reaction, ask: Ask) -> AnyBattle:
    """Carry a stored action out, once; one that has become impossible is lost (SE-REA-04, SE-AMB-20)."""
    battle = forget_ended(end_effects(battle, lambda bearer, effect: effect.id == one.effect.id))
    if can_act(battle, one.owner):
        interrupted = battle.shared.reacting
        ask.say(tell(battle, "{0} reacts.", one.owner))
        after = perform(_reacting(battle, one.owner), one.call, ask.within(one.id, one.call))
        if not isinstance(after, Refusal):
            return _reacting(after, interrupted)
        ask.say(after.sentence)
    ask.say(tell(battle, "The reaction of {0} is lost.", one.owner))
    return battle


def _reacting(battle: AnyBattle, who: Id | None) -> AnyBattle:
    return replace(battle, shared=replace(battle.shared, reacting=who))


# ------------------------------------------------------------------------------------------ the contest


def _contested(battle: AnyBattle, one: Reaction, actor: Id, ask: Ask) -> Reaction:
    """Who is first acts first, the other one right after, if that is still possible (SE-REA-06, SE-AMB-05)."""
    effort = {who: _contest_effort(battle, one.id, who, ask) for who in (actor, one.owner)}
    one = with_fields(one, effort=tuple((who, points) for who, points in effort.items() if points))
    results = _contest(battle, one.id, (actor, one.owner), effort, ask)
    difference = results[1] - results[0]
    if not difference:
        rule = setting(battle, "contest_tie")
        dexterity = [battle.combatants[who].sheet.dexterity for who in (actor, one.owner)]
        if rule == "higher_dex":
            difference = dexterity[1] - dexterity[0]
        elif rule == "reactor_first":
            difference = 1
        elif rule == "simultaneous":
            return with_fields(one, when="before", is_simultaneous=True)
    first = one.owner if difference > 0 else actor
    ask.say(tell(battle, "{0} is first.", first))
    return with_fields(one, when="before" if difference > 0 else "after")


def _contest(battle: AnyBattle, id: str, both: tuple[Id, Id], effort: dict[Id, int], ask: Ask) -> tuple[int, int]:
    """1d10 + dexterity modifier of both, again while they are equal where ties are rolled again."""
    for number in range(1, MOST_CONTESTS + 1):
        name = f"{id}.contest" if number == 1 else f"{id}.contest{number}"

        def result(who: Id, name: str = name) -> int:
            parts = [term("dexterity", "Dexterity", battle.combatants[who].sheet.dexterity, "SE-REA-06")]
            if effort[who]:
                parts.append(term("effort", "Effort", effort[who], "SE-AMB-05"))
            modifier = ask.number(explain(f"{name}.{who}", "Contest", parts))
            return int(ask.roll(sum_of(f"{name}.{who}", "Contest", "1d10", bonus=modifier), who).total())

        results = ask.each(both, result)
        if results[0] != results[1] or setting(battle, "contest_tie") != "reroll":
            break
    return results[0], results[1]


def _contest_effort(battle: AnyBattle, id: str, who: Id, ask: Ask) -> int:
    """Effort points that somebody spends on a contest, where a house rule allows it (SE-AMB-05)."""
    most = int(pools.effort(battle.combatants[who].sheet)) if setting(battle, "contest_effort") else 0
    offer = f"{id}.effort.{who}"
    if not most or not ask.wants(offer, before=f"{id}.contest.{who}"):
        return 0
    choices = tuple(Choice(key=str(points), label=f"+{points}") for points in range(1, most + 1))
    title = text("Effort on the contest")
    taken = ask.offer(Offer(id=offer, title=title, by=(who,), options=choices, rule="SE-AMB-05"))
    return int(taken) if isinstance(taken, str) else 0
