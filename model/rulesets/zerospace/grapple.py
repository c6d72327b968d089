"""Holding somebody: grappling, hurting the held, breaking free, letting go (ZS-GRAP)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import effects_of
from model.engine.guards import no
from model.engine.modifiers import Modifier, explain, term
from model.rulesets.families.ogc.acting import is_fighting
from model.rulesets.families.ogc.combat import Aim
from model.rulesets.families.ogc.damage import Blow
from model.rulesets.families.ogc.grapple import GrappleRules, Grappling
from model.rulesets.zerospace.attack import COMBAT
from model.rulesets.zerospace.checks import defence_value, task_value
from model.rulesets.zerospace.conditions import STANDARD
from model.rulesets.zerospace.costs import ACTING
from model.rulesets.zerospace.damage import strike
from model.rulesets.zerospace.escape import ESCAPE_ARTIST, can_escape, escaping
from model.rulesets.zerospace.gear import HAND_TO_HAND as SKILL
from model.rulesets.zerospace.gear import used_in_defence
from model.rulesets.zerospace.holds import HELD, HOLDS
from model.rulesets.zerospace.manoeuvres import HAND_TO_HAND, MANOEUVRE_PARAMETERS, in_hand
from model.rulesets.zerospace.settings import rules
from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.effects import Moment
from model.state.texts import Explanation, Refusal

MODERATE = 12
"""What a net or the like is broken against (ZS-DIFF-02)."""


# ------------------------------------------------------------------------------------------ hurting the held


def on_a_later_turn(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: not in the turn of the grapple itself (ZS-GRAP-04)."""
    if call.target not in battle.combatants or not is_fighting(battle):
        return
    turn = battle.order.turn
    now = Moment(round=battle.order.round, slot=None if turn is None else turn.slot)
    for hold in effects_of(battle, str(call.target), HELD):
        if hold.other == call.actor and hold.since == now:
            yield no("held_just_now", "{who} has grappled in this very turn.", "ZS-GRAP-04", call.actor)


# ------------------------------------------------------------------------------------------ breaking free


class ZeroSpaceGrappling(Grappling):
    combat = COMBAT
    holds = HOLDS
    rules = GrappleRules(
        grapple=("ZS-GRAP-01", "ZS-GRAP-02", "ZS-GRAP-03", "ZS-GRAP-11"),
        held="ZS-GRAP-03",
        hands="ZS-AMB-37",
        hurt=("ZS-GRAP-09", "ZS-GRAP-04", "ZS-GRAP-10"),
        free=("ZS-GRAP-05", "ZS-GRAP-06", "ZS-GRAP-07"),
        release="ZS-GRAP-08",
    )
    parameters = MANOEUVRE_PARAMETERS
    free_parameters = (ESCAPE_ARTIST,)
    guards = HAND_TO_HAND
    hurt_guards = (on_a_later_turn,)
    free_guards = (*ACTING.costs("standard", "ZS-GRAP-07"), can_escape)

    def aim(self, battle: AnyBattle, call: Call) -> Aim:
        return COMBAT.aimed(call, in_hand(battle, call))

    def squeeze(self, battle: AnyBattle, call: Call) -> Aim:
        """With leverage: +3 AV, against the held with their own penalty (ZS-GRAP-09, ZS-GRAP-10, ZS-AMB-36)."""
        aim, counted = COMBAT.aimed(call, None), rules(battle).grapple_hurt_modifiers
        if counted != "dv_penalty_only":
            leverage = Modifier(key="leverage", label="Leverage", amount=STANDARD, rule="ZS-GRAP-10")
            aim = replace(aim, av_more=(leverage,))
        return replace(aim, dv_without=(HELD,)) if counted == "av_bonus_only" else aim

    def squeezed(self, battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
        """The damage of an unarmed blow; nobody is knocked out of a hold."""
        return strike(battle, aim, ask, Blow())

    def most_held(self, battle: AnyBattle) -> int:
        return 1

    def free_value(self, battle: AnyBattle, call: Call, more: tuple[Modifier, ...]) -> Explanation:
        """Brawn and Hand-to-hand Combat, the penalty of being held included (ZS-GRAP-05, ZS-AMB-31)."""
        without = () if rules(battle).condition_penalty_on_own_recovery else (HELD,)
        tool = in_hand(battle, call) or used_in_defence(battle, call.actor, SKILL)
        return task_value(battle, call.actor, "brawn", SKILL, more, tool=tool, without=without, even_helpless=True)

    def helped(self, battle: AnyBattle, call: Call, ask: Ask) -> tuple[tuple[Modifier, ...], AnyBattle]:
        return escaping(battle, call, ask)

    def held_against(self, battle: AnyBattle, holder: str | None) -> Explanation:
        if holder is None:
            return explain("dv", "Defence Value", [term("moderate", "Moderate", MODERATE, "ZS-DIFF-02")])
        return defence_value(battle, holder, "melee")


GRAPPLING = ZeroSpaceGrappling()
