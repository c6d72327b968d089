"""Actions forced out of turn against an attack: jumping in front of it, the target's own defences (ZS-FORCE)."""

from __future__ import annotations

import math
from collections.abc import Iterator

from model.board.zones import place_at
from model.engine.ask import Ask
from model.engine.budget import is_turn_of
from model.engine.calls import Call
from model.engine.requests import Choice, Offer, Question
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.telling import tell
from model.rulesets.zerospace.costs import can_force, cannot_force, is_fighting, no, pay_or_force, somebody
from model.rulesets.zerospace.movement_rates import walk
from model.rulesets.zerospace.settings import setting
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.board import Point
from model.state.texts import Refusal, ref, text

LEAP, OTHER = "leap_in_front", "other_defence"
LEAP_OFFER, DEFENCE_OFFER = "leap", "defend"
OWN_DEFENCES = ("dodge", "run_for_cover", "activate_power", OTHER)
"""What the target of an attack can force (ZS-FORCE-02)."""


def only_forced(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: in a fight, out of turn, once a round (ZS-FORCE-01, ZS-FORCE-06)."""
    if call.actor not in battle.combatants:
        return
    if not is_fighting(battle):
        yield no("no_fight", "No fight is running: nothing is forced.", "ZS-FORCE-01", call.actor)
    elif is_turn_of(battle, call.actor):
        yield no("own_turn", "{who} has the turn: nothing needs to be forced.", "ZS-FORCE-01", call.actor)
    else:
        yield from cannot_force(battle, call.actor)


# -------------------------------------------------------------------------------------- what an attack offers


def leap_offer(battle: AnyBattle, attacker: Id, target: Id) -> Offer | None:
    """Jumping in front of the attack, to all who can (ZS-FORCE-03); None where nobody can.

    Whoever stands on the attacker's side protects nobody from them but their own.
    """
    side = battle.combatants[attacker].side
    is_own = battle.combatants[target].side == side
    by = tuple(
        who
        for who, combatant in battle.combatants.items()
        if (is_own or combatant.side != side)
        and who not in (attacker, target)
        and reaches_line(battle, who, attacker, target)
        and can_force(battle, who)
    )
    title = text("Jump in front of {who}", who=ref(target))
    return Offer(id=LEAP_OFFER, title=title, by=by, actions=(LEAP,), rule="ZS-FORCE-03") if by else None


def defence_offer(battle: AnyBattle, target: Id) -> Offer | None:
    """The target's own forced action (ZS-FORCE-02); None where it can force none."""
    if not can_force(battle, target):
        return None
    title = text("{who} forces a defence", who=ref(target))
    return Offer(id=DEFENCE_OFFER, title=title, by=(target,), actions=OWN_DEFENCES, rule="ZS-FORCE-07")


def reaches_line(battle: AnyBattle, who: Id, attacker: Id, target: Id) -> bool:
    """Whether somebody can walk to the line of an attack; where positions are unknown, the GM judges (ZS-AMB-07)."""
    if not setting(battle, "interpose_needs_reach"):
        return True
    points = [battle.combatants[id].place.point for id in (who, attacker, target)]
    here, start, end = points
    if here is None or start is None or end is None:
        return True
    return math.dist(here, nearest_on_line(here, start, end)) <= walk(battle, who)


def nearest_on_line(point: Point, start: Point, end: Point) -> Point:
    """The point between start and end that is closest to another one."""
    along = (end[0] - start[0], end[1] - start[1])
    length = along[0] ** 2 + along[1] ** 2
    if length == 0:
        return start
    share = ((point[0] - start[0]) * along[0] + (point[1] - start[1]) * along[1]) / length
    share = min(1.0, max(0.0, share))
    return (start[0] + share * along[0], start[1] + share * along[1])


# -------------------------------------------------------------------------------------- the forced actions


def leap_in_front(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Take the place of an attack's target (ZS-FORCE-03); the attack goes on against who jumped."""
    if len(ask.frames) < 2:
        sentence = text("Jump in front of an attack when it is made: the offer stands beside its dice.")
        return Refusal(key="no_attack", sentence=sentence, rule="ZS-FORCE-03", can_override=False)
    battle = pay_or_force(battle, call.actor, "standard", ask)
    attack = ask.frames[-2].call
    protected = attack.target
    if protected is None or protected not in battle.combatants:
        return battle
    ask.say(tell(battle, "{0} jumps in front of {1}.", call.actor, protected))
    return _moved_into_line(battle, call.actor, attack.actor, protected)


def _moved_into_line(battle: AnyBattle, who: Id, attacker: Id, target: Id) -> AnyBattle:
    points = [battle.combatants[id].place.point for id in (who, attacker, target) if id in battle.combatants]
    if len(points) < 3:
        return battle
    here, start, end = points
    if here is None or start is None or end is None:
        return battle
    combatant = battle.combatants[who]
    spot = nearest_on_line(here, start, end)
    return battle.with_combatant(replace(combatant, place=place_at(battle.board, spot, combatant.place.height)))


def other_defence(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """A defence in words, forced out of turn, once the GM agrees that it is no attack (ZS-FORCE-02, ZS-FORCE-04)."""
    what = str(call.option("text", "")).strip() or "defends"
    title = text("Is “{what}” purely defensive?", what=what)
    options = (Choice(key="allow", label="Allow"), Choice(key="reject", label="Reject: it is an attack"))
    question = Question(id="allowed", title=title, options=options, default="allow", rule="ZS-FORCE-04")
    if ask.choose(question, call.actor) == "reject":
        ask.say(tell(battle, "The GM does not allow {0} to force: {what}.", call.actor, what=what))
        return battle
    battle = pay_or_force(battle, call.actor, "standard", ask)
    ask.say(tell(battle, "{0}: {what}.", call.actor, what=what))
    return battle


FORCED_ACTIONS = (
    Action(
        id=LEAP,
        title="Jump in front",
        run=leap_in_front,
        guards=(somebody, only_forced),
        rules=("ZS-FORCE-03",),
        cost="next turn",
        group="defence",
        is_defensive=True,
        help="Take the place of the target of an attack that is being made.",
    ),
    Action(
        id=OTHER,
        title="Other (GM confirms)",
        run=other_defence,
        parameters=(
            Parameter(key="text", title="What", kind="text", default=""),
            Parameter(
                key="dv_bonus", title="DV against this attack", kind="number", default=0, least=0, most=30,
                rule="ZS-FORCE-07",
            ),
        ),
        guards=(somebody, only_forced),
        rules=("ZS-FORCE-02", "ZS-FORCE-04"),
        cost="next turn",
        group="defence",
        is_defensive=True,
        help="Any other purely defensive action, in words.",
    ),
)  # fmt: skip
