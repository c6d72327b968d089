"""Dodging, cover, standing up, and turns forced by an attack (KM-DODGE, KM-COVER, KM-PRONE, KM-FORCE)."""

from __future__ import annotations

from collections.abc import Iterator

from model.dice.requests import sum_of
from model.engine.ask import Ask, MeasureKey
from model.engine.budget import is_turn_of, left, mark, use, used
from model.engine.calls import Call
from model.engine.effects import end_effects_of, has_effect
from model.engine.guards import no
from model.engine.routes import CLOSE
from model.engine.ruleset import Action, Parameter
from model.rulesets.families.ogc.acting import OTHER, Forcing, ForcingRules
from model.rulesets.families.ogc.combat import with_prone
from model.rulesets.families.ogc.cover import RunningForCover, TakingCover
from model.rulesets.kalos.checks import MODERATE, skill_value
from model.rulesets.kalos.movement import (
    ACTING,
    FORFEITED,
    HOLDS,
    add_until_next_turn,
    base_move,
    sprint,
    start_sprinting,
)
from model.rulesets.kalos.sheet import Battle
from model.state.base import Id
from model.state.texts import Refusal

UP_ODDS = MeasureKey("up")


# -------------------------------------------------------------------------------------------------------------- defence


# ------------------------------------------------------------------------------------------ dodging


def can_dodge(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: not dodging yet (KM-DODGE-01)."""
    if call.actor in battle.combatants and has_effect(battle, call.actor, "dodging"):
        yield no("dodging", "{who} is already dodging.", "KM-DODGE-01", call.actor)


def dodge(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Spend a standard action, or the next turn, on defence alone (KM-DODGE-01, KM-DODGE-02)."""
    battle = ACTING.pay_or_force(battle, call.actor, "standard", ask, "dodged")
    ask.log(battle, "{0} dodges.", call.actor)
    return add_until_next_turn(battle, call.actor, "dodging")


# ------------------------------------------------------------------------------------------ cover


class KalosRunningForCover(RunningForCover[Battle]):
    acting = ACTING
    holds = HOLDS
    rules = ("KM-COVER-02", "KM-COVER-03")

    def reach(self, battle: Battle, who: Id) -> float:
        return sprint(battle, who)

    def hurried(self, battle: Battle, who: Id, metres: float, ask: Ask) -> Battle:
        """Start a sprint if the distance exceeds the base move (KM-COVER-03)."""
        return start_sprinting(battle, who, ask) if metres > base_move(battle, who) + CLOSE else battle


RUN_FOR_COVER = KalosRunningForCover().action()

TAKING_COVER = TakingCover(
    acting=ACTING, rule="KM-MOD-05", quick_rule="KM-QUICK-01", help="A standard bonus, until they leave it."
)


# ------------------------------------------------------------------------------------------ prone and standing


def drop_prone(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Drop prone by choice: a quick action, like crouching (KM-QUICK-01)."""
    battle = ACTING.pay(battle, call.actor, "quick", ask)
    ask.log(battle, "{0} drops to the ground.", call.actor)
    return with_prone(battle, call.actor)


def can_drop(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: not prone."""
    if call.actor in battle.combatants and has_effect(battle, call.actor, "prone"):
        yield no("prone", "{who} is already prone.", "KM-PRONE-01", call.actor)


def _way_up(battle: Battle, call: Call) -> str:
    """How the actor stands up: as chosen, else instead of moving if possible, else with an action (KM-PRONE-05)."""
    chosen = _WITH.said(call)
    if chosen != "auto":
        return chosen
    return "standard" if any(True for _ in _cannot_forfeit(battle, call.actor)) else "movement"


def _cannot_forfeit(battle: Battle, who: Id) -> Iterator[Refusal]:
    """Refuse to give up this turn's movement if the combatant is held or has already moved."""
    if has_effect(battle, who, "held"):
        yield no("held", "{who} is held and has no movement to give up.", "KM-PRONE-05", who)
    if used(battle, who, "metres") > 0:
        yield no(
            "moved", "{who} has already moved this turn and cannot stand up instead of moving.", "KM-PRONE-05", who
        )


def can_stand(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: prone, and able to stand up in the chosen way (KM-PRONE-03 to KM-PRONE-05)."""
    who = call.actor
    yield from ACTING.able_combatant(battle, call)
    if who not in battle.combatants:
        return
    if not has_effect(battle, who, "prone"):
        yield no("standing", "{who} is not prone.", "KM-PRONE-03", who)
    if not battle.order.is_running:
        return
    if not is_turn_of(battle, who):
        yield no("not_your_turn", "It is not {who}'s turn.", "KM-PRONE-03", who)
        return
    match _way_up(battle, call):
        case "movement":
            yield from _cannot_forfeit(battle, who)
        case "standard":
            if left(battle, who, "standard") < 1:
                yield no("no_standard", "{who} has no standard action left.", "KM-PRONE-03", who)
        case "quick":
            if used(battle, who, "kip_up") >= 1:
                yield no("tried", "{who} has already tried that this turn.", "KM-PRONE-04", who)


def stand_up(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Stand up instead of moving, with the standard action, or with a roll as a quick action (KM-PRONE-03 to 05)."""
    who, way = call.actor, _way_up(battle, call)
    if way == "quick":
        battle = use(ACTING.pay(battle, who, "quick", ask), who, "kip_up")
        if not _springs_up(battle, who, ask):
            ask.log(battle, "{0} stays on the ground.", who)
            return battle
    battle = mark(battle, who, FORFEITED) if way == "movement" else battle
    battle = ACTING.pay(battle, who, "standard", ask) if way == "standard" else battle
    ask.log(battle, "{0} stands up.", who)
    return end_effects_of(battle, who, "prone")


def _springs_up(battle: Battle, who: Id, ask: Ask) -> bool:
    av = ask.number(skill_value(battle, who, "athletics"))
    request = sum_of("stand", "Athletics", "2d6", bonus=av, against=MODERATE, words=("success", "failure"))
    is_up = ask.verdict("up", "Gets up", ask.roll(request, who), at_least=MODERATE, rule="KM-PRONE-04")
    ask.measure(who, UP_ODDS, is_up)
    return is_up


_WITH = Parameter(
    key="with", title="With", kind="choice", default="auto", options=("auto", "movement", "standard", "quick"),
    help="Standing up as a quick action takes an Athletics roll.",
)  # fmt: skip


DEFENCE_ACTIONS = (
    Action(
        id="dodge",
        title="Dodge",
        run=dodge,
        guards=(*ACTING.costs("standard", "KM-DODGE-02", can_force=True), can_dodge),
        rules=("KM-DODGE-01", "KM-DODGE-02"),
        cost="standard action",
        group="defence",
        is_defensive=True,
        key="D",
        help="A major bonus to the DV and a major penalty to the AV, until the next turn.",
    ),
    *TAKING_COVER.actions(),
    RUN_FOR_COVER,
    Action(
        id="drop_prone",
        title="Drop Prone",
        run=drop_prone,
        guards=(*ACTING.costs("quick", "KM-QUICK-01"), can_drop),
        rules=("KM-QUICK-01",),
        cost="quick action",
        group="defence",
    ),
    Action(
        id="stand_up",
        title="Stand Up",
        run=stand_up,
        parameters=(_WITH,),
        guards=(can_stand,),
        rules=("KM-PRONE-03", "KM-PRONE-04", "KM-PRONE-05"),
        cost="movement, standard or quick action",
        group="move",
    ),
)


# --------------------------------------------------------------------------------------------------------- forced turns


class KalosForcing(Forcing[Battle]):
    acting = ACTING
    holds = HOLDS
    own_defences = ("dodge", "run_for_cover", "revive", OTHER)
    rules = ForcingRules(leap="KM-FORCE-02", defence="KM-FORCE-01", judgement="KM-FORCE-03", delayed="KM-DELAY-02")

    def reach(self, battle: Battle, who: Id) -> float:
        """The metres of a sprint to the line of the attack (KM-AMB-38)."""
        return sprint(battle, who)

    def hurried(self, battle: Battle, who: Id, metres: float, ask: Ask) -> Battle:
        """Start a sprint if jumping in front takes more than the base move (KM-AMB-38)."""
        return start_sprinting(battle, who, ask) if metres > base_move(battle, who) + CLOSE else battle


FORCING = KalosForcing()
