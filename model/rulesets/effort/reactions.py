"""Stored actions, offered during the actions of others: before, on the route or after (SE-REA-02 to SE-REA-05)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import effects_of, end_effects
from model.engine.messages import is_secret
from model.engine.requests import Choice, Offer, Question
from model.engine.routes import CLOSE
from model.engine.ruleset import Guard, Ruleset
from model.engine.run import perform
from model.engine.turns import can_act
from model.rulesets.effort.checks import contested
from model.rulesets.effort.conditions import REACTION
from model.rulesets.effort.sheet import Armed, Battle
from model.state.base import ENVIRONMENT, Id, Record, replace
from model.state.battle import age
from model.state.effects import Effect
from model.state.texts import Refusal, Text, ref, text

When = Literal["before", "at_trigger", "after"]
_STEP = 0.1
"""Precision in metres of the point from which a stored action first reaches."""

Along = Callable[[float], Battle]
"""Returns the battle with the mover a number of metres further."""


class _Way(Record):
    """The route of the interrupted action."""

    metres: float
    """0 if the action is no movement."""
    along: Along | None

    def first_metre(self, battle: Battle, reaction: Call, ask: Ask) -> float:
        """Metres after which a stored action first reaches; 0 if at once, never, or unknown."""
        steps = 0 if self.along is None else int(self.metres / _STEP + CLOSE)
        if not steps or not _is_too_far(battle, reaction, ask):
            return 0.0
        assert self.along is not None
        metres = (step * _STEP for step in range(1, steps + 1))
        found = (one for one in metres if not _is_too_far(self.along(one), reaction, ask))
        return round(next(found, 0.0), 1)


def _is_too_far(battle: Battle, reaction: Call, ask: Ask) -> bool:
    action = ask.ruleset.actions[reaction.action]
    refusals = action.refusals(reacting(battle, reaction.actor), reaction)
    return any(refusal.key == "too_far" for refusal in refusals)


class Reaction(Record, kw_only=True):
    """A stored action that has been triggered."""

    id: str
    owner: Id
    effect: Effect
    call: Call
    when: When = "before"
    metres: float = 0.0
    """For `at_trigger` in a movement: the number of metres after which it takes place."""


Resolve = Callable[[Battle, tuple[Reaction, ...]], Battle]
"""Carries out the interrupted action, given the reactions before it and those that take place on its route."""


def forget_ended(battle: Battle) -> Battle:
    """Remove stored actions whose effect has ended."""
    armed = battle.shared.armed
    if not armed:
        return battle
    there = {id for combatant in battle.combatants.values() for id in combatant.effects}
    if armed.keys() <= there:
        return battle
    kept = {id: stored for id, stored in armed.items() if id in there}
    return replace(battle, shared=replace(battle.shared, armed=kept))


def armed_reactions(battle: Battle, actor: Id) -> tuple[tuple[Id, Effect, Armed], ...]:
    """Armed reactions of all but the actor in initiative order, in which ties are already broken (SE-AMB-04)."""
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
    battle: Battle,
    call: Call,
    ask: Ask,
    resolve: Resolve,
    *,
    metres: float = 0.0,
    along: Along | None = None,
    about: Text | None = None,
    still: tuple[Guard, ...] = (),
) -> Battle:
    """Carry out an action with the reactions that it triggers before, during and after it (SE-REA-04).

    `resolve` pays for and logs what is done, because an action that comes to nothing does none of it. `metres` is the
    length of its route, `along` returns the battle at a point of the route, `about` announces the action before the
    first reaction, and `still` are the guards that can make it impossible.
    """
    triggered = _triggered(battle, call, ask, _Way(metres, along))
    early = tuple(one for one in triggered if one.when == "before")
    if early and about is not None:
        ask.add_message(about)
    for one in early:
        battle = react(battle, one, ask)
    if not early or _is_possible(battle, call, ask, still):
        battle = resolve(battle, tuple(one for one in triggered if one.when != "after"))
    else:
        ask.log(battle, "{0}'s action comes to nothing.", call.actor)
    for one in triggered:
        if one.when == "after":
            battle = react(battle, one, ask)
    return battle


def _is_possible(battle: Battle, call: Call, ask: Ask, still: tuple[Guard, ...]) -> bool:
    """Whether an interrupted action can go on; the refusal that prevents it is logged (SE-AMB-03)."""
    if not can_act(battle, call.actor):
        return False
    for guard in still:
        for refusal in guard(battle, call):
            if refusal.key not in call.anyway:
                is_about_hidden = any(is_secret(battle, who) for who in (call.actor, *call.targets))
                ask.add_message(replace(refusal.sentence, audience="gm") if is_about_hidden else refusal.sentence)
                return False
    return True


def _triggered(battle: Battle, call: Call, ask: Ask, way: _Way) -> tuple[Reaction, ...]:
    """The stored actions that are carried out now, with the time of each."""
    if not battle.order.is_acting:
        return ()
    taken: list[Reaction] = []
    seen: dict[Id, int] = {}
    for owner, effect, stored in armed_reactions(battle, call.actor):
        seen[owner] = seen.get(owner, 0) + 1
        id = f"reaction.{owner}" if seen[owner] == 1 else f"reaction.{owner}.{seen[owner]}"
        preset = completed(Call(action=stored.action, actor=owner), stored, call.actor)
        answer = _taken_up(id, preset, stored, ask)
        if answer is not None:
            taken.append(Reaction(id=id, owner=owner, effect=effect, call=completed(answer, stored, call.actor)))
    return tuple(_timed(battle, one, call, ask, way) for one in taken)


def _taken_up(id: str, preset: Call, stored: Armed, ask: Ask) -> Call | None:
    """The reaction's call, or None if its owner declines it, so that it stays armed (SE-AMB-20)."""
    owner = preset.actor
    title = text("{who}: {condition}", who=ref(owner), condition=stored.condition)
    answer = ask.offer(
        Offer(id=id, title=title, by=(owner,), actions=(stored.action,), preset=preset, rule="SE-REA-04")
    )
    return answer if isinstance(answer, Call) else None


def completed(answer: Call, stored: Armed, trigger: Id | None) -> Call:
    """A reaction with missing details as stored; an attack or aim without a target is at the triggering combatant."""
    targets = answer.targets or stored.targets
    if not targets and trigger is not None and stored.action in ("attack", "aim"):
        targets = (trigger,)
    options = stored.options | dict(answer.options)
    return replace(answer, targets=targets, item=answer.item or stored.item, options=options)


def with_those_caught(ruleset: Ruleset, battle: Battle, call: Call) -> Call:
    """The call, or for an attack on a spot without targets, the call with the combatants who are there now."""
    aim = ruleset.actions[call.action].aim
    return call if call.targets or aim is None or not aim.at else replace(call, targets=aim.caught(battle, call))


def _timed(battle: Battle, one: Reaction, call: Call, ask: Ask, way: _Way) -> Reaction:
    """A reaction with the time when it takes place, by the GM or by a contest (SE-AMB-03, SE-REA-05).

    A reaction that first reaches the mover on the route, such as a blow at a combatant who comes near, takes place
    there.
    """
    first = way.first_metre(battle, one.call, ask)
    moment = _moment(one, ask, default="at_trigger" if first else "before")
    match moment:
        case "contest":
            return decided_by_contest(battle, one, call.actor, ask)
        case "at_trigger" if way.metres > 0:
            title = text("After how many metres does {who} react?", who=ref(one.owner))
            question = Question(
                id=f"{one.id}.metres", title=title, kind="number", least=0, most=way.metres, default=first,
                rule="SE-REA-04",
            )  # fmt: skip
            return replace(one, when="at_trigger", metres=float(ask.choose(question, ENVIRONMENT)))
        case "before" if first:
            return replace(one, when="at_trigger", metres=first)
        case "after":
            return replace(one, when="after")
    return one


def _moment(one: Reaction, ask: Ask, default: str) -> str:
    options = (
        Choice(key="before", label="Before it takes effect"),
        Choice(key="at_trigger", label="At that moment"),
        Choice(key="after", label="After it"),
        Choice(key="contest", label="Contest", help="Both roll 1d10 and add their dexterity modifier."),
    )
    title = text("When does {who}'s reaction take place?", who=ref(one.owner))
    id = f"{one.id}.when"
    return ask.choose(
        Question(id=id, title=title, options=options, default=default, rule="SE-AMB-03", remember=True), ENVIRONMENT
    )


def decided_by_contest(battle: Battle, one: Reaction, actor: Id, ask: Ask) -> Reaction:
    """A reaction timed by a contest: the winner acts first, then the other if still possible (SE-REA-06, SE-AMB-05)."""
    first = contested(battle, one.id, actor, one.owner, ask)
    ask.log(battle, "{0} goes first.", first)
    return replace(one, when="before" if first == one.owner else "after")


def react(battle: Battle, one: Reaction, ask: Ask) -> Battle:
    """Carry out a stored action once; if it has become impossible, it is lost (SE-REA-04, SE-AMB-20)."""
    battle = forget_ended(end_effects(battle, lambda bearer, effect: effect.id == one.effect.id))
    if can_act(battle, one.owner):
        interrupted = battle.shared.reacting
        ask.log(battle, "{0} reacts.", one.owner)
        call = with_those_caught(ask.ruleset, battle, one.call)
        after = perform(reacting(battle, one.owner), call, ask.within(one.id, call))
        if not isinstance(after, Refusal):
            return reacting(after, interrupted)
        ask.add_message(after.sentence)
    ask.log(battle, "{0}'s reaction is lost.", one.owner)
    return battle


def reacting(battle: Battle, who: Id | None) -> Battle:
    """The battle in which `who`, or nobody if None, is carrying out a stored action."""
    return replace(battle, shared=replace(battle.shared, reacting=who))
