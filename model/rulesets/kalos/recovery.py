"""Reviving and resting (KM-REV, KM-REC, KM-STUN-05)."""

from __future__ import annotations

from collections.abc import Iterator

from model.board.bands import nearness
from model.engine.ask import Ask
from model.engine.budget import is_turn_of
from model.engine.calls import Call
from model.engine.effects import add_effect, has_effect
from model.engine.guards import no
from model.engine.ruleset import Action, Ruleset
from model.rulesets.families.ogc.pools import DEAD, Levels, is_down, levels, recovery_message, with_levels
from model.rulesets.families.ogc.recovery import NIGHT, Resting
from model.rulesets.kalos.attack import BREAKING_OUT, with_free_tries
from model.rulesets.kalos.checks import POOLS, RANGES, WEAPONS, skill_rank
from model.rulesets.kalos.movement import ACTING
from model.rulesets.kalos.settings import rules
from model.rulesets.kalos.sheet import Battle
from model.state.base import Id, replace
from model.state.texts import Refusal, gm_text, ref, text

REVIVED, REVIVE_PARTY = "being_revived", "revive_party"
_ALLIED = ("pc", "ally")
"""Sides that help each other."""

# ------------------------------------------------------------------------------------------ reviving


def adjacent(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the target is another combatant who is present and within reach (KM-REV-01, KM-AMB-44)."""
    target = call.target
    if target is None or call.actor not in battle.combatants:
        return
    if target == call.actor:
        yield no("oneself", "{who} cannot revive themselves.", "KM-REV-01", call.actor)
    elif not battle.combatants[target].is_present:
        yield no("target_absent", "{who} is not here.", "", target)
    else:
        yield from WEAPONS.within_reach(battle, call.actor, target, None)


def fallen_nearby(battle: Battle, who: Id) -> Id | None:
    """The nearest combatant on their own or an allied side who is down and can be revived, or None (KM-REV-01)."""
    side = battle.combatants[who].side
    sides = _ALLIED if side in _ALLIED else (side,)
    down = [
        other
        for other, one in battle.combatants.items()
        if other != who and one.side in sides and one.is_present
        and POOLS.is_helpless(battle, other) and not has_effect(battle, other, DEAD)
    ]  # fmt: skip
    return min(down, key=lambda other: nearness(battle, RANGES, who, other), default=None)


def revive(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Revive a combatant at the end of this turn, or at once out of turn or combat (KM-REV-01, KM-REV-04)."""
    who, target = call.actor, call.targets[0]
    battle = ACTING.pay_or_force(battle, who, "standard", ask, "revived a combatant")
    ask.log(battle, "{0} revives {1}.", who, target)
    if battle.order.is_running and is_turn_of(battle, who):
        return add_effect(battle, target, REVIVED, until="turn_end", source=who, clock=who)
    return _revived(battle, who, target, ask)


def revive_at_turn_end(battle: Battle, who: Id, ask: Ask) -> Battle:
    """Complete the revivals that a combatant has begun, at the end of their turn (KM-REV-04)."""
    for target, combatant in battle.combatants.items():
        effects = combatant.effects
        if effects and any(effect.kind == REVIVED and effect.source == who for effect in effects.values()):
            battle = _revived(battle, who, target, ask)
    return battle


def _revived(battle: Battle, who: Id, target: Id, ask: Ask) -> Battle:
    """Raise Endurance and Health to 2, or to 3 if `who` has Medicine (KM-REV-02, KM-REV-03, KM-AMB-17)."""
    amount = 3 if skill_rank(battle, who, "medicine") else 2
    now = levels(battle, target)
    after = Levels(max(now.health, amount), max(now.endurance, amount))
    battle = POOLS.with_consequences(with_levels(battle, target, after), target)
    ask.log(battle, "{0} is revived.", target)
    if not BREAKING_OUT.effects(battle, target):
        return battle
    ask.add_message(gm_text("{who} may try to break out of an effect without using an action.", who=ref(target)))
    return with_free_tries(battle, target, 1)


def _in_no_fight(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: not during combat, where reviving takes an action (KM-REV-01)."""
    if battle.order.is_running:
        sentence = text("During combat, reviving takes an action of a combatant's turn.")
        yield Refusal(key="fight_runs", sentence=sentence, rule="KM-REV-01")


def _reviver(ruleset: Ruleset, battle: Battle, target: Id) -> Id | None:
    """The combatant on the target's side who can revive them and is best at Medicine, or None (KM-REV-03)."""
    side = battle.combatants[target].side
    sides = ruleset.allied if side in ruleset.allied else (side,)
    others = (one for who, one in battle.combatants.items() if who != target and one.side in sides)
    able = (one.id for one in others if one.is_present and not one.is_out and not POOLS.is_helpless(battle, one.id))
    return max(able, key=lambda who: skill_rank(battle, who, "medicine"), default=None)


def revive_party(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Revive all who are down, among the targets or everyone present, when there is time for it (KM-REC-04)."""
    present = (who for who, one in battle.combatants.items() if one.is_present)
    down = [
        who for who in call.targets or present if POOLS.is_helpless(battle, who) and not has_effect(battle, who, DEAD)
    ]
    if not down:
        return Refusal(key="nobody_down", sentence=text("None of them is down."), rule="KM-REV-01", can_override=False)
    revivers = {who: reviver for who in down if (reviver := _reviver(ask.ruleset, battle, who)) is not None}
    if not revivers:
        sentence = text("Nobody next to them is able to revive them.")
        return Refusal(key="no_reviver", sentence=sentence, rule="KM-REV-01", can_override=False)
    for who, reviver in revivers.items():
        battle = _revived(battle, reviver, who, ask)
    return battle


# ------------------------------------------------------------------------------------------ resting


class KalosResting(Resting[Battle]):
    rule = "KM-REC-01"
    short = ("KM-REC-01", "KM-REC-02", "KM-STUN-05")
    long = ("KM-REC-03",)
    closes_scene = True
    short_help = "All Endurance and half of the lost Health. For the selected combatants, or for everyone."
    long_help = "All Health and Endurance. For the selected combatants, or for everyone."

    def recover(self, battle: Battle, who: Id, minutes: int, ask: Ask) -> Battle:
        """Restore half the lost Health and all Endurance in an hour, everything in a night (KM-REC-01 to KM-REC-03)."""
        is_long = minutes == NIGHT
        now, sheet = levels(battle, who), battle.combatants[who].sheet
        rests = 0 if is_long else battle.shared.short_rests.get(who, 0) + 1
        most = rules(battle).short_rests_per_long_rest
        lost = sheet.health_max - now.health
        gain = lost if is_long else max(1, lost // 2) if lost and (not most or rests <= most) else 0
        after = Levels(now.health + gain, sheet.endurance_max)
        was_down = is_down(battle, who)
        battle = POOLS.with_consequences(with_levels(battle, who, after), who)
        if after != now or was_down:
            ask.add_message(recovery_message(battle, who, after))
        known = {id: count for id, count in battle.shared.short_rests.items() if id != who}
        counted = known | {who: rests} if rests else known
        return replace(battle, shared=replace(battle.shared, short_rests=counted))


RESTING = KalosResting()

RECOVERY_ACTIONS = (
    Action(
        id="revive",
        title="Revive",
        run=revive,
        targets="one",
        is_help=True,
        needed_by=fallen_nearby,
        guards=(*ACTING.costs("standard", "KM-REV-01", can_force=True), adjacent),
        rules=("KM-REV-01", "KM-REV-02", "KM-REV-03", "KM-REV-04"),
        cost="standard action",
        group="defence",
        is_defensive=True,
        help="An adjacent combatant returns to 2 Health and Endurance at the end of the turn, or to 3 with Medicine.",
    ),
    *RESTING.actions(),
    Action(
        id=REVIVE_PARTY,
        title="Revive",
        run=revive_party,
        targets="any",
        guards=(_in_no_fight,),
        rules=("KM-REV-02", "KM-REV-03", "KM-REC-04"),
        group="order",
        help="All combatants who are down return to 2 Health and Endurance, or to 3 with help from Medicine.",
    ),
)
