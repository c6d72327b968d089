"""Attacking as a focused team: everybody rolls, the highest result counts, one attack lands (KM-FOCUS)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace as with_fields

from model.dice.requests import sum_of
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.modifiers import Modifier
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.telling import tell
from model.rulesets.families.ogc.teams import TEAM, team_of
from model.rulesets.kalos.afflictions import afflict
from model.rulesets.kalos.attack_options import within_reach
from model.rulesets.kalos.checks import attack_value, defence_value
from model.rulesets.kalos.costs import ACTING
from model.rulesets.kalos.damage import Blow
from model.rulesets.kalos.forcing import FORCING
from model.rulesets.kalos.gear import WEAPONS, Gear, gear_of
from model.rulesets.kalos.settings import setting, standard
from model.rulesets.kalos.tasks import FOCUSED, TEAMS, focus, focus_bonus
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Item
from model.state.texts import Refusal, gm_text, ref, text

# ------------------------------------------------------------------------------------------ guards


def all_in_reach(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: every member reaches the target with their own attack (KM-FOCUS-03)."""
    if call.target in battle.combatants:
        for who in team_of(call):
            if who in battle.combatants:
                yield from within_reach(battle, who, str(call.target), _weapon(battle, call, who))


def _weapon(battle: AnyBattle, call: Call, who: Id) -> Item[Gear] | None:
    return WEAPONS.of_call(battle, call) if who == call.actor else WEAPONS.usual(battle, who)


def _best(rolls: dict[Id, Roll]) -> Id:
    """Who has the highest total; the first of equals (KM-FOCUS-01)."""
    best: Standing | None = None
    for index, roll in enumerate(rolls.values()):
        best = roll.total(_leader(index, best))
    assert best is not None, "a team has members"
    return list(rolls)[-best[1]]


Standing = tuple[int, int]
"""A total, and how many of the team rolled before, counted down: the greater one leads."""


def _leader(index: int, so_far: Standing | None) -> Callable[[int], Standing]:
    return lambda total: max((total, -index), so_far or (total, -index))


# ------------------------------------------------------------------------------------------ an attack


def focus_attack(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Everybody attacks as they like; the highest result decides, and one attack lands (KM-FOCUS-03 to KM-FOCUS-05)."""
    team, first = team_of(call), call.targets[0]
    weapons = {who: _weapon(battle, call, who) for who in team}
    battle = focus(TEAMS.pay(battle, call, ask), call, ask)
    answer, battle = FORCING.answered(battle, call.actor, first, ask)
    target = answer.target
    dvs = {who: _dv(battle, target, weapons[who], answer.granted) for who in team}
    rolls = {}
    for who in team:
        kind = gear_of(weapons[who]).attack_kind
        av = ask.number(replace(attack_value(battle, who, kind, weapons[who], (focus_bonus(battle),)), key=f"av.{who}"))
        request = sum_of(f"attack.{who}", "Attack", "2d6", bonus=av, against=dvs[who], words=("hit", "miss"))
        rolls[who] = ask.roll(request, who)
    best = _best(rolls)
    striker, dv = best, dvs[best]
    if setting(battle, "team_focus_dv") == "highest_dv":
        dv = max(dvs.values())
    elif setting(battle, "team_focus_dv") == "chosen_attack":
        striker = _chosen(battle, weapons, best, ask)
        dv = dvs[striker]
    is_hit = ask.verdict("hit", "Hit", rolls[best], at_least=dv, rule="KM-FOCUS-01")
    ask.measure(target, "hit", is_hit)
    ask.say(gm_text("The result of {who} counts, against {dv}.", who=ref(best), dv=dv))
    if not is_hit:
        ask.say(tell(battle, "The team misses {0}.", target))
        return battle
    if setting(battle, "team_focus_dv") != "chosen_attack":
        striker = _chosen(battle, weapons, best, ask)
    ask.say(tell(battle, "The attack of {0} lands.", striker))
    bonus = Modifier(key=FOCUSED, label="Focused team", amount=standard(battle), rule="KM-FOCUS-05")
    said = Call(action="attack", actor=striker, targets=(target,))
    return afflict(battle, striker, target, weapons[striker], said, ask, Blow(more=(bonus,)))


def _dv(battle: AnyBattle, target: Id, weapon: Item[Gear] | None, granted: int) -> int:
    more = [Modifier(key="granted", label="Defence", amount=granted, rule="KM-FORCE-03")] if granted else []
    return defence_value(battle, target, gear_of(weapon).attack_kind, more).total


def _chosen(battle: AnyBattle, weapons: dict[Id, Item[Gear] | None], best: Id, ask: Ask) -> Id:
    """The team says which of its attacks lands, not always that of who rolled highest (KM-FOCUS-04)."""
    if len(weapons) == 1:
        return best
    options = tuple(
        Choice(key=who, label=f"{battle.combatants[who].name}: {'bare hands' if weapon is None else weapon.name}")
        for who, weapon in weapons.items()
    )
    question = Question(
        id="striker", title=text("Whose attack lands?"), options=options, default=best, rule="KM-FOCUS-04"
    )
    return str(ask.choose(question, best))


_TEAM = with_fields(TEAM, rule="KM-FOCUS-01", help="Members who attack with the actor; they have held turns back.")

FOCUS = (
    Action(
        id="focus_attack",
        title="Attack as a team",
        run=focus_attack,
        targets="one",
        parameters=(_TEAM, Parameter(key="unarmed", title="Bare hands", kind="flag", default=False)),
        guards=(
            *ACTING.costs("standard", "KM-STD-01"),
            WEAPONS.one_combatant,
            ACTING.not_in_forced_turn,
            WEAPONS.fit,
            TEAMS.sound,
            all_in_reach,
        ),
        rules=("KM-FOCUS-01", "KM-FOCUS-02", "KM-FOCUS-03", "KM-FOCUS-04", "KM-FOCUS-05"),
        cost="standard action of each",
        group="attack",
        help="Everybody rolls with a standard bonus; the highest counts, and the team picks the attack that lands.",
    ),
)
