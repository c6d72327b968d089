"""Disarming, takedowns, distracting (ZS-DISARM, ZS-TAKE, ZS-DISTR), and what every hand-to-hand manoeuvre needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect
from model.engine.modifiers import Modifier, explain, highest_bonus_all_penalties, term
from model.engine.ruleset import Action, Guard, Runs
from model.engine.telling import tell
from model.rulesets.families.ogc.combat import Aim, Consequence, with_prone
from model.rulesets.families.ogc.damage import Blow, Measured, past_resistance, rolled_loss
from model.rulesets.families.ogc.manoeuvres import Disarming, Distracting
from model.rulesets.zerospace.afflictions import not_terrified
from model.rulesets.zerospace.attack import COMBAT
from model.rulesets.zerospace.attack_options import COMMON, UNARMED_HANDS, within_reach
from model.rulesets.zerospace.attributes import attribute
from model.rulesets.zerospace.checks import opposed_value, task_value
from model.rulesets.zerospace.conditions import STANDARD, has_gift
from model.rulesets.zerospace.costs import ACTING
from model.rulesets.zerospace.damage import defeated, fixed_loss, resisted
from model.rulesets.zerospace.defence import not_dodging
from model.rulesets.zerospace.gear import WEAPONS, Gear, used_in_defence
from model.rulesets.zerospace.pools import POOLS
from model.rulesets.zerospace.settings import rules
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Item
from model.state.texts import Explanation, Refusal

MANOEUVRE_PARAMETERS = (*COMMON, UNARMED_HANDS)


def at_hand(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: at hand-to-hand distance (ZS-DISARM-02, ZS-TAKE-01)."""
    if call.actor in battle.combatants and call.target in battle.combatants:
        yield from within_reach(battle, call.actor, str(call.target), None)


ABLE = (not_dodging, not_terrified)
"""Guards of every attack: who may make one at all."""
ATTACKER = (*ACTING.costs("standard", "ZS-ACT-01"), ACTING.not_in_forced_turn, *ABLE)
"""The same with what it costs."""
HAND_TO_HAND = (*ATTACKER, WEAPONS.one_combatant, at_hand)
"""Guards of every hand-to-hand manoeuvre."""


def in_hand(battle: AnyBattle, call: Call) -> Item[Gear] | None:
    """The hand-to-hand weapon that helps a manoeuvre: the one named, else the best in hand (ZS-AMB-09)."""
    if call.option("unarmed", False):
        return None
    named = battle.items.get(call.item or "")
    held = (named,) if named is not None else WEAPONS.in_hand(battle, call.actor)
    fitting = (item for item in held if item.gear.attack_kind == "melee" and item.gear.kind == "weapon")
    return max(fitting, key=lambda item: item.gear.level, default=None)


def _penalised(aim: Aim, key: str, label: str, rule: str) -> Aim:
    return replace(aim, av_more=(Modifier(key=key, label=label, amount=-STANDARD, rule=rule),))


def _carry_out(
    battle: AnyBattle,
    call: Call,
    ask: Ask,
    *,
    sentence: str,
    aim_of: Callable[[AnyBattle, Call], Aim],
    on_hit: Consequence,
) -> AnyBattle:
    battle = COMBAT.declared(battle, call, sentence, ask)
    return COMBAT.resolve(battle, aim_of(battle, call), ask, on_hit)


# ------------------------------------------------------------------------------------------ disarming


class ZeroSpaceDisarming(Disarming):
    combat = COMBAT
    rule = "ZS-DISARM-04"

    def can_be_taken(self, gear: Any) -> bool:
        return bool(gear.can_be_taken)


DISARMING = ZeroSpaceDisarming()


def disarm_aim(battle: AnyBattle, call: Call) -> Aim:
    """Hand-to-hand Combat on both sides, -3 AV but for experts (ZS-DISARM-02, ZS-DISARM-03)."""
    aim = COMBAT.aimed(call, in_hand(battle, call))
    if has_gift(battle, call.actor, "disarming expert"):
        return aim
    return _penalised(aim, "disarming", "Disarming", "ZS-DISARM-03")


# ------------------------------------------------------------------------------------------ takedown


def takedown_aim(battle: AnyBattle, call: Call) -> Aim:
    """With bare hands, -3 AV (ZS-TAKE-01 to ZS-TAKE-03)."""
    return _penalised(COMBAT.aimed(call, None), "takedown", "Takedown", "ZS-TAKE-03")


def taken_down(battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
    """The target falls, and the impact hurts its Endurance (ZS-TAKE-04 to ZS-TAKE-06)."""
    target = aim.target
    if POOLS.falls_to_any_hit(battle, target, 0):
        return defeated(battle, target, ask)
    ask.say(tell(battle, "{0} falls to the ground.", target))
    battle = with_prone(battle, target)
    boost = battle.combatants[aim.attacker].sheet.unarmed_damage_boost
    parts = [
        term("brawn", "Brawn", attribute(battle, aim.attacker, "brawn"), "ZS-TAKE-05"),
        *([term("boost", "Unarmed damage boost", boost, "ZS-TAKE-06")] if boost else []),
        *aim.damage_more,
        *resisted(battle, target, aim.gear),
    ]
    total = ask.number(explain("damage", "Damage", parts, highest_bonus_all_penalties))
    measures: Measured = {
        "damage": lambda lost: lost,
        "drop": lambda lost: POOLS.drops(battle, target, lost, "endurance"),
    }
    loss = past_resistance("normal")
    if rules(battle).takedown_damage == "brawn":
        done = fixed_loss(aim, total, loss, measures, ask)
    else:
        done = rolled_loss(Blow(), aim.attacker, target, total, loss, measures, ask)
    return POOLS.harm(battle, target, done, "endurance", ask)


# ------------------------------------------------------------------------------------------ distracting


class ZeroSpaceDistracting(Distracting):
    combat = COMBAT
    rules = ("ZS-DISTR-01", "ZS-DISTR-02", "ZS-DISTR-03")
    help = "Presence + Deception against Presence + Survival; -3 on their next roll or their next defence."

    def value(self, battle: AnyBattle, call: Call, more: tuple[Modifier, ...]) -> Explanation:
        """Presence, Deception and the item named or defending with that skill (ZS-DISTR-02)."""
        tool = battle.items.get(call.item or "") or used_in_defence(battle, call.actor, "deception")
        return task_value(battle, call.actor, "presence", "deception", more, tool=tool)

    def against(self, battle: AnyBattle, who: Id) -> Explanation:
        return opposed_value(battle, who, "presence", "survival")

    def is_immune(self, battle: AnyBattle, who: Id) -> bool:
        return has_gift(battle, who, "attentive")

    def distracted(self, battle: AnyBattle, who: Id, target: Id) -> AnyBattle:
        return add_effect(battle, target, "distracted", until="use", source=who)


DISTRACTING = ZeroSpaceDistracting()


def _manoeuvre(id: str, title: str, run: Runs, rules: tuple[str, ...], help: str, *guards: Guard) -> Action:
    return Action(
        id=id,
        title=title,
        run=run,
        targets="one",
        parameters=MANOEUVRE_PARAMETERS,
        guards=(*HAND_TO_HAND, *guards),
        rules=rules,
        cost=ACTING.titles["standard"],
        group="attack",
        help=help,
    )


_DISARM = partial(_carry_out, sentence="{0} tries to disarm {1}.", aim_of=disarm_aim, on_hit=DISARMING.disarmed)
_TAKE_DOWN = partial(_carry_out, sentence="{0} tries to take {1} down.", aim_of=takedown_aim, on_hit=taken_down)

MANOEUVRES = (
    _manoeuvre(
        "disarm", "Disarm", _DISARM, ("ZS-DISARM-01", "ZS-DISARM-02", "ZS-DISARM-03", "ZS-DISARM-04"),
        "Hand to hand at -3 AV; takes or knocks away something held.", DISARMING.holds_something,
    ),
    _manoeuvre(
        "takedown", "Takedown", _TAKE_DOWN, ("ZS-TAKE-01", "ZS-TAKE-02", "ZS-TAKE-03", "ZS-TAKE-04", "ZS-TAKE-05"),
        "With bare hands at -3 AV; the target falls prone and loses Endurance.",
    ),
    DISTRACTING.action(),
)  # fmt: skip
