"""Dodging, cover, standing up, and turns forced by an attack (ZS-DODGE, ZS-COVER, ZS-PRONE, ZS-FORCE)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.budget import has_mark, is_turn_of, left
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of, end_effects_of, has_effect
from model.engine.guards import no
from model.engine.ruleset import Action, Parameter
from model.rulesets.families.ogc.acting import OTHER, Forcing, ForcingRules
from model.rulesets.families.ogc.cover import RunningForCover, TakingCover
from model.rulesets.zerospace.conditions import OFF_BALANCE
from model.rulesets.zerospace.movement import ACTING, HOLDS, Cost, mode_for, rate, start_running, walk
from model.rulesets.zerospace.sheet import Battle
from model.state.base import Id, replace
from model.state.texts import Refusal, ref, text

# -------------------------------------------------------------------------------------------------------------- defence


# ------------------------------------------------------------------------------------------ dodging


def can_dodge(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: nothing that rules out dodging was done this turn (ZS-DODGE-02, ZS-DODGE-03)."""
    who = call.actor
    if who not in battle.combatants:
        return
    if has_effect(battle, who, "dodging"):
        yield no("dodging", "{who} is already dodging.", "ZS-DODGE-01", who)
    if has_mark(battle, who, "attacked"):
        yield no("attacked", "{who} has already attacked this turn and cannot dodge.", "ZS-DODGE-02", who)
    if has_mark(battle, who, "paid_move"):
        yield no("moved", "{who} has already moved this turn and cannot dodge.", "ZS-DODGE-03", who)


def dodge(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Spend a standard action, or the next turn, on defence alone (ZS-DODGE-01, ZS-DODGE-05)."""
    who = call.actor
    battle = ACTING.pay_or_force(battle, who, "standard", ask, "dodged")
    ask.log(battle, "{0} dodges.", who)
    return add_effect(battle, who, "dodging", until="turn_start")


def not_dodging(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: a dodging combatant cannot attack (ZS-DODGE-02)."""
    if call.actor in battle.combatants and has_effect(battle, call.actor, "dodging"):
        yield no("dodging", "{who} is dodging and cannot attack.", "ZS-DODGE-02", call.actor)


# ------------------------------------------------------------------------------------------ cover


class ZeroSpaceRunningForCover(RunningForCover[Battle]):
    acting = ACTING
    holds = HOLDS
    rules = ("ZS-RUNC-02", "ZS-RUNC-03")

    def reach(self, battle: Battle, who: Id) -> float:
        return rate(battle, who, "sprint")

    def hurried(self, battle: Battle, who: Id, metres: float, ask: Ask) -> Battle:
        """Start a run if the distance exceeds a walk (ZS-RUNC-03)."""
        return battle if mode_for(battle, who, metres) == "walk" else start_running(battle, who, ask)


RUN_FOR_COVER = ZeroSpaceRunningForCover().action()


# ------------------------------------------------------------------------------------------ prone and standing


def drop_prone(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Drop prone by choice (ZS-PRONE-05, ZS-AMB-56)."""
    battle = ACTING.pay(battle, call.actor, "quick", ask)
    ask.log(battle, "{0} drops to the ground.", call.actor)
    return add_effect(battle, call.actor, "prone")


def can_drop(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: not prone."""
    if call.actor in battle.combatants and has_effect(battle, call.actor, "prone"):
        yield no("prone", "{who} is already prone.", "ZS-PRONE-05", call.actor)


def is_off_balance(battle: Battle, who: Id) -> bool:
    """Whether a prone combatant is off balance in the air or water instead of on the ground (ZS-KB-05)."""
    prone = effects_of(battle, who, "prone")
    return any(effect.note == OFF_BALANCE for effect in prone) or (bool(prone) and has_effect(battle, who, "flying"))


def _stands_with(battle: Battle, call: Call) -> Cost:
    """The action that standing up takes: as chosen, else the move action if one is left (ZS-PRONE-06).

    Balance in the air or water is recovered only with a move action (ZS-KB-05).
    """
    if is_off_balance(battle, call.actor):
        return "move"
    chosen: str = _WITH.said(call)
    if chosen == "auto":
        return "move" if left(battle, call.actor, "move") > 0 else "standard"
    return "move" if chosen == "move" else "standard"


def can_stand(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: prone, not held down, with a move or standard action left (ZS-PRONE-06)."""
    who = call.actor
    yield from ACTING.able_combatant(battle, call)
    if who not in battle.combatants:
        return
    if not has_effect(battle, who, "prone"):
        yield no("standing", "{who} is not prone.", "ZS-PRONE-06", who)
    if has_effect(battle, who, "restrained"):
        yield no("restrained", "{who} is held down and cannot stand up.", "ZS-RSTR-02", who)
    is_acting = battle.order.is_running and is_turn_of(battle, who)
    if is_acting and not left(battle, who, "move") and not left(battle, who, "standard"):
        yield no("no_standard", "{who} has neither a move nor a standard action left.", "ZS-PRONE-06", who)
        return
    for guard in ACTING.costs(_stands_with(battle, call), "ZS-PRONE-06")[1:]:
        yield from guard(battle, call)


def stand_up(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Get up with a move or a standard action (ZS-PRONE-06, ZS-MOVE-03)."""
    battle = ACTING.pay(battle, call.actor, _stands_with(battle, call), ask)
    words = "{0} regains balance." if is_off_balance(battle, call.actor) else "{0} stands up."
    ask.log(battle, words, call.actor)
    return end_effects_of(battle, call.actor, "prone")


# ------------------------------------------------------------------------------------------ powers


def knows_power(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the actor has the named power, or a defensive one if none is named."""
    if call.actor in battle.combatants and _power(battle, call) is None:
        name = _POWER.said(call)
        if name:
            sentence = text("{who} has no power “{name}”.", who=ref(call.actor), name=name)
        elif battle.combatants[call.actor].sheet.powers:
            sentence = text("Choose which power of {who} to switch.", who=ref(call.actor))
        else:
            sentence = text("{who} has no powers.", who=ref(call.actor))
        yield Refusal(key="no_power", sentence=sentence, can_override=False)


def _power(battle: Battle, call: Call) -> int | None:
    """Index of the named power, or of the first defensive one if none is named; None if there is none."""
    name = _POWER.said(call).strip().lower()
    for index, power in enumerate(battle.combatants[call.actor].sheet.powers):
        if (power.name.lower() == name) if name else (power.kind == "defence"):
            return index
    return None


def activate_power(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Switch a power on or off: a quick action, or a forced one if it is defensive (ZS-ACT-06, ZS-FORCE-02)."""
    who = call.actor
    battle = ACTING.pay_or_force(battle, who, "quick", ask, "switched a power")
    index = _power(battle, call)
    assert index is not None, "the guard has checked this"
    combatant = battle.combatants[who]
    powers = list(combatant.sheet.powers)
    powers[index] = replace(powers[index], is_active=not _OFF.said(call))
    name = powers[index].name
    word = "off" if _OFF.said(call) else "on"
    ask.log(battle, f"{{0}} switches {{power}} {word}.", who, power=name)
    return battle.with_combatant(replace(combatant, sheet=replace(combatant.sheet, powers=tuple(powers))))


def forces_only_defence(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: out of turn, only defensive powers can be switched on (ZS-FORCE-02)."""
    who = call.actor
    if who not in battle.combatants or not battle.order.is_running or is_turn_of(battle, who):
        return
    index = _power(battle, call)
    if _OFF.said(call) or (index is not None and battle.combatants[who].sheet.powers[index].kind != "defence"):
        yield no("not_defensive", "Out of turn, {who} can only switch on a defensive power.", "ZS-FORCE-02", who)


TAKING_COVER = TakingCover(
    acting=ACTING, rule="ZS-COVER-01", quick_rule="ZS-ACT-06", help="+3 DV behind an obstacle, until they leave it."
)

_WITH = Parameter(key="with", title="With", kind="choice", default="auto", options=("auto", "move", "standard"))
_POWER = Parameter(key="power", title="Power", kind="text", default="")
_OFF = Parameter(key="off", title="Off", kind="flag", default=False)


DEFENCE_ACTIONS = (
    Action(
        id="dodge",
        title="Dodge",
        run=dodge,
        guards=(*ACTING.costs("standard", "ZS-DODGE-01", can_force=True), can_dodge),
        rules=("ZS-DODGE-01", "ZS-DODGE-04"),
        cost="standard action",
        group="defence",
        is_defensive=True,
        key="D",
        help="A major bonus to the DV until the next turn taken; no attack and no move.",
    ),
    *TAKING_COVER.actions(),
    RUN_FOR_COVER,
    Action(
        id="drop_prone",
        title="Drop Prone",
        run=drop_prone,
        guards=(*ACTING.costs("quick", "ZS-PRONE-05"), can_drop),
        rules=("ZS-PRONE-05",),
        cost="quick action",
        group="defence",
    ),
    Action(
        id="stand_up",
        title="Stand Up",
        run=stand_up,
        parameters=(_WITH,),
        guards=(can_stand,),
        rules=("ZS-PRONE-06", "ZS-MOVE-03"),
        cost="move or standard action",
        group="move",
    ),
    Action(
        id="activate_power",
        title="Switch Power",
        run=activate_power,
        parameters=(_POWER, _OFF),
        guards=(*ACTING.costs("quick", "ZS-ACT-06", can_force=True), knows_power, forces_only_defence),
        rules=("ZS-ACT-06", "ZS-FORCE-02"),
        cost="quick action",
        group="defence",
        is_defensive=True,
    ),
)


# --------------------------------------------------------------------------------------------------------- forced turns


class ZeroSpaceForcing(Forcing[Battle]):
    acting = ACTING
    holds = HOLDS
    own_defences = ("dodge", "run_for_cover", "activate_power", OTHER)
    rules = ForcingRules(leap="ZS-FORCE-03", defence="ZS-FORCE-07", judgement="ZS-FORCE-04", delayed="ZS-DELAY-02")

    def reach(self, battle: Battle, who: Id) -> float:
        """The metres of a walk to the line of the attack (ZS-AMB-07)."""
        return walk(battle, who)


FORCING = ZeroSpaceForcing()
