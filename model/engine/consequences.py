"""What follows from conditions, as their records declare it: refused actions, broken ones, leaving combat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.conditions import Condition, Conditions, condition_of
from model.engine.edits_leaving import kept_out
from model.engine.effects import effects_of, end_matching_effects
from model.engine.ruleset import Action, Ruleset
from model.state.base import Id, replace
from model.state.battle import AnyBattle, SameBattle, of_same_game
from model.state.effects import Effect, Prevented
from model.state.texts import Refusal, lowered, ref, text

_CANNOT: Mapping[Prevented, str] = {
    "actions": "act",
    "attacks": "attack",
    "moves": "move",
    "defence": "take an action for defence",
}
_OF_GROUP: Mapping[str, Prevented] = {"attack": "attacks", "move": "moves", "defence": "defence"}

# ---------------------------------------------------------------------------------------------------- what is prevented


def unable(conditions: Conditions, battle: AnyBattle, who: Id, what: Prevented = "actions") -> Refusal | None:
    """The refusal of something that a condition keeps a combatant from, or None."""
    effect = conditions.preventing(battle, who, what)
    if effect is None:
        return None
    condition = condition_of(conditions, effect)
    title, rule = (effect.kind, "") if condition is None else (condition.title, condition.rule)
    sentence = text(f"{{who}} cannot {_CANNOT[what]}: {{condition}}.", who=ref(who), condition=lowered(title))
    return Refusal(key=effect.kind, sentence=sentence, rule=rule)


def refusals(ruleset: Ruleset, action: Action, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """All refusals of a call: those of the actor's conditions, then those of the action."""
    actor = battle.combatants.get(call.actor)
    if actor is not None and actor.effects and isinstance(ruleset.conditions, Conditions):
        kinds: list[Prevented] = []
        if action.group in _OF_GROUP:
            kinds = ["actions", _OF_GROUP[action.group]]
        elif action.group == "other" and action.cost:
            kinds = ["actions"]
        for what in kinds:
            if refusal := unable(ruleset.conditions, battle, call.actor, what):
                yield refusal
                break
    yield from action.refusals(battle, call)


def loses_turn(ruleset: Ruleset, battle: AnyBattle, who: Id) -> bool:
    """Whether a turn of a combatant that comes up is lost, by a condition or by the rules of turns."""
    conditions = ruleset.conditions
    is_kept = isinstance(conditions, Conditions) and conditions.preventing(battle, who, "actions") is not None
    return is_kept or ruleset.turns.passes_by(battle, who)


# ---------------------------------------------------------------------------------------------------- what follows


def settled(ruleset: Ruleset, before: AnyBattle, after: SameBattle, ask: Ask) -> SameBattle:
    """The battle after a change, with all that follows from it by the rules and by the records of conditions.

    Of what has been settled midway in the same run, only the changes after that are looked at again.
    """
    before = ask.calls.settled[-1] if ask.calls.settled else before
    after = of_same_game(after, ruleset.settle(before, after, ask))
    after = kept_out(before, _of_conditions(ruleset, before, after, ask))
    return _without_doings(ruleset.conditions, before, after)


def settled_midway(ruleset: Ruleset, before: AnyBattle, after: SameBattle, ask: Ask) -> SameBattle:
    """The battle after a part of an action that is followed by its consequences before the action goes on."""
    result = settled(ruleset, before, after, ask)
    ask.calls.settled.append(result)
    return result


def _without_doings(conditions: Mapping[str, Condition], before: AnyBattle, after: SameBattle) -> SameBattle:
    """The battle in which those who are out of combat no longer do what their conditions say, such as dodge."""
    if before.combatants is after.combatants:
        return after
    for who, one in after.combatants.items():
        if one.is_out and one.effects and one is not before.combatants.get(who):
            after = end_matching_effects(
                after, who, lambda effect: effect.kind in conditions and conditions[effect.kind].needs_able
            )
    return after


def _of_conditions(ruleset: Ruleset, before: AnyBattle, after: SameBattle, ask: Ask) -> SameBattle:
    conditions = ruleset.conditions
    if not isinstance(conditions, Conditions) or not conditions.has_consequences:
        return after
    then = before.combatants
    for who, now in after.combatants.items():
        earlier = then.get(who)
        if earlier is now:
            continue
        known: Mapping[Id, Effect] = {} if earlier is None else earlier.effects
        if now.effects is not known:
            new = {effect.kind for id, effect in now.effects.items() if id not in known}
            after = _broken(conditions, after, who, new, ask) if new else after
            was_down, is_down = (_takes_out(conditions, those) for those in (known, after.combatants[who].effects))
            if is_down != was_down:
                after = after.with_combatant(replace(after.combatants[who], is_out=is_down))
    return after


_UNKNOWN = Condition("", "")


def _record(conditions: Conditions, effect: Effect) -> Condition:
    return conditions.get(effect.kind, _UNKNOWN)


def _takes_out(conditions: Conditions, effects: Mapping[Id, Effect]) -> bool:
    return any(_record(conditions, effect).takes_out for effect in effects.values())


def _broken(conditions: Conditions, battle: SameBattle, who: Id, new: set[str], ask: Ask) -> SameBattle:
    """End the conditions of a combatant that one of these new kinds breaks."""
    for effect in effects_of(battle, who):
        record = _record(conditions, effect)
        if new.isdisjoint(record.broken_by) or (record.is_past_breaking and record.is_past_breaking(battle, who)):
            continue
        battle = end_matching_effects(battle, who, lambda one: one is effect)  # noqa: B023
        if record.at_break is not None:
            battle = of_same_game(battle, record.at_break(battle, who, effect, ask))
    return battle
