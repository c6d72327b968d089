"""Disarming, takedowns, distracting (KM-DISARM, KM-TAKE, KM-DISTRACT): attacks and tricks without damage."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.modifiers import Modifier
from model.engine.ruleset import Action
from model.engine.telling import tell
from model.rulesets.families.ogc.combat import Aim, Consequence, with_prone
from model.rulesets.families.ogc.manoeuvres import Disarming, Distracting
from model.rulesets.kalos.attack import COMBAT
from model.rulesets.kalos.attack_options import COMMON, DAMAGE, TRADE_PARAMETERS, sound_trades, within_reach
from model.rulesets.kalos.checks import opposed_value, skill_value
from model.rulesets.kalos.conditions import has_gift, is_spared
from model.rulesets.kalos.costs import ACTING
from model.rulesets.kalos.gear import WEAPONS
from model.rulesets.kalos.movement import add_until_next_turn
from model.rulesets.kalos.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Explanation, Refusal, text

MANOEUVRE_PARAMETERS = (*(one for one in TRADE_PARAMETERS if one.key != DAMAGE), *COMMON)


def in_reach(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: adjacent (KM-AMB-44)."""
    if call.actor in battle.combatants and call.target in battle.combatants:
        yield from within_reach(battle, call.actor, str(call.target), None)


def no_trades(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: by a house rule manoeuvres are not traded for (KM-AMB-07)."""
    if not rules(battle).trades_with_maneuvers and any(call.option(one.key, 0) for one in TRADE_PARAMETERS):
        sentence = text("By a house rule manoeuvres are not traded for.")
        yield Refusal(key="no_trades", sentence=sentence, rule="KM-AMB-07")


HAND_TO_HAND = (
    *ACTING.costs("standard", "KM-STD-01"),
    WEAPONS.one_combatant,
    ACTING.not_in_forced_turn,
    in_reach,
    sound_trades,
    no_trades,
)
"""Guards of every hand-to-hand manoeuvre."""


def with_own_penalty(battle: AnyBattle, who: Id, kind: str, *, is_before: bool) -> AnyBattle:
    """The penalty of who tries a manoeuvre, until their next turn: from its own roll on, or only after it."""
    is_spared_it = kind == "disarming" and has_gift(battle, who, "disarming expert")
    counts_now = rules(battle).maneuver_penalty_on_own_roll == is_before
    return add_until_next_turn(battle, who, kind) if counts_now and not is_spared_it else battle


def _carry_out(
    battle: AnyBattle, call: Call, ask: Ask, *, sentence: str, penalty: str, on_hit: Consequence
) -> AnyBattle:
    battle = COMBAT.declared(battle, call, sentence, ask)
    battle = with_own_penalty(battle, call.actor, penalty, is_before=True)
    battle = COMBAT.resolve(battle, COMBAT.aimed(call, None), ask, on_hit)
    return with_own_penalty(battle, call.actor, penalty, is_before=False)


class KalosDisarming(Disarming):
    combat = COMBAT
    rule = "KM-DISARM-04"

    def can_be_taken(self, gear: Any) -> bool:
        return bool(gear.is_ordinary_equipment)


DISARMING = KalosDisarming()


def _falls(battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
    ask.say(tell(battle, "{0} falls to the ground.", aim.target))
    return with_prone(battle, aim.target)


TAKEN_DOWN = COMBAT.unless_out(_falls)


# ------------------------------------------------------------------------------------------ distracting


class KalosDistracting(Distracting):
    combat = COMBAT
    rules = ("KM-DISTRACT-01", "KM-DISTRACT-02")
    help = "Deception against Self-control; a standard penalty until their next turn."

    def value(self, battle: AnyBattle, call: Call, more: tuple[Modifier, ...]) -> Explanation:
        return skill_value(battle, call.actor, "deception", more)

    def against(self, battle: AnyBattle, who: Id) -> Explanation:
        return opposed_value(battle, who, "self_control")

    def is_immune(self, battle: AnyBattle, who: Id) -> bool:
        return is_spared(battle, who, "distracted")

    def distracted(self, battle: AnyBattle, who: Id, target: Id) -> AnyBattle:
        """Until their next turn, or by a house rule that of who distracts (KM-DISTRACT-02, KM-AMB-31)."""
        clock = who if rules(battle).distract_until == "distracter_turn" else None
        return add_until_next_turn(battle, target, "distracted", clock=clock)


DISTRACTING = KalosDistracting()

MANOEUVRES = (
    Action(
        id="disarm",
        title="Disarm",
        run=partial(_carry_out, sentence="{0} tries to disarm {1}.", penalty="disarming", on_hit=DISARMING.disarmed),
        targets="one",
        parameters=MANOEUVRE_PARAMETERS,
        guards=(*HAND_TO_HAND, DISARMING.holds_something),
        rules=("KM-DISARM-01", "KM-DISARM-02", "KM-DISARM-03", "KM-DISARM-04"),
        cost="standard action",
        group="attack",
        help="Hand to hand; takes or knocks away something held. A standard penalty until the next turn.",
    ),
    Action(
        id="takedown",
        title="Takedown",
        run=partial(_carry_out, sentence="{0} tries to take {1} down.", penalty="taking_down", on_hit=TAKEN_DOWN),
        targets="one",
        parameters=MANOEUVRE_PARAMETERS,
        guards=HAND_TO_HAND,
        rules=("KM-TAKE-01", "KM-TAKE-02", "KM-TAKE-03", "KM-TAKE-04"),
        cost="standard action",
        group="attack",
        help="Hand to hand; the target falls prone. A standard penalty until the next turn.",
    ),
    DISTRACTING.action(),
)
