"""Recovering: half of the lost Health in an hour, once; everything in a night (ZS-HEA-04 to ZS-HEA-08, ZS-END-05)."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.effects import effects_of, end_effects_of
from model.engine.ruleset import Parameter
from model.engine.telling import tell
from model.rulesets.families.ogc.pools import levels, with_levels
from model.rulesets.families.ogc.resting import HOUR, NIGHT, Resting
from model.rulesets.zerospace.attributes import DRAINED
from model.rulesets.zerospace.pools import POOLS
from model.rulesets.zerospace.settings import rules
from model.state.base import Id, replace
from model.state.battle import AnyBattle


def most_health(battle: AnyBattle, who: Id) -> int:
    """The Health that somebody can recover to: all, or less after a gruesome injury (ZS-HEA-07)."""
    sheet = battle.combatants[who].sheet
    return int(sheet.health_max if sheet.health_cap is None else min(sheet.health_cap, sheet.health_max))


def lost_health(battle: AnyBattle, who: Id) -> int:
    """Health that somebody has lost; none where no more of it can be recovered (ZS-HEA-04, ZS-HEA-07)."""
    health = levels(battle, who).health
    return int(battle.combatants[who].sheet.health_max) - health if health < most_health(battle, who) else 0


def half_of(battle: AnyBattle, who: Id, lost: int) -> int:
    """Half of so much lost Health, rounded down, as far as it can be recovered (ZS-HEA-04, ZS-HEA-07)."""
    return max(0, min(lost // 2, most_health(battle, who) - levels(battle, who).health))


def beyond_rest(battle: AnyBattle, who: Id) -> int:
    """Of that, what only a night's sleep brings back, since it was rested on once (ZS-HEA-05, ZS-AMB-29)."""
    lost = lost_health(battle, who)
    known = battle.shared.beyond_rest.get(who)
    if known is None:
        return 0
    return min(int(known), lost) if rules(battle).rest_again_after_new_damage else lost


def rested_on(battle: AnyBattle, who: Id) -> AnyBattle:
    """Note that what is lost now has had its rest (ZS-HEA-05)."""
    known = battle.shared.beyond_rest | {who: lost_health(battle, who)}
    return replace(battle, shared=replace(battle.shared, beyond_rest=known))


def settle_rests(after: AnyBattle) -> AnyBattle:
    """What was healed otherwise was not left for the night: new wounds can be rested on (ZS-AMB-29)."""
    known = after.shared.beyond_rest
    if not known:
        return after
    left = {who: min(lost, lost_health(after, who)) for who, lost in known.items() if who in after.combatants}
    return after if left == known else replace(after, shared=replace(after.shared, beyond_rest=left))


def with_health(battle: AnyBattle, who: Id, health: int) -> AnyBattle:
    """Somebody with so much Health, and what follows from it."""
    return POOLS.with_consequences(with_levels(battle, who, levels(battle, who)._replace(health=health)), who)


def _half_of_the_lost(battle: AnyBattle, who: Id) -> AnyBattle:
    """Half of the Health lost since the last rest, rounded down (ZS-HEA-04, ZS-AMB-29)."""
    rested = lost_health(battle, who) - beyond_rest(battle, who)
    gain = max(half_of(battle, who, rested), rules(battle).rest_minimum if rested > 0 else 0)
    return rested_on(with_health(battle, who, levels(battle, who).health + gain), who)


def _with_the_temporary(battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """Points off an attribute are back after any rest that restores Endurance (ZS-HEA-08)."""
    if not effects_of(battle, who, DRAINED):
        return battle
    ask.say(tell(battle, "{0} has recovered the attributes lost.", who))
    return end_effects_of(battle, who, DRAINED)


class ZeroSpaceResting(Resting):
    rule = "ZS-END-05"
    short = ("ZS-HEA-04", "ZS-HEA-05", "ZS-HEA-08", "ZS-END-05")
    long = ("ZS-HEA-06", "ZS-HEA-07", "ZS-HEA-08", "ZS-END-05")
    short_help = "Half of the lost Health, once between two nights; Endurance and attributes. Of some, or of everybody."
    long_help = "All Health, Endurance and attributes; of those named, or of everybody."
    parameters = (
        Parameter(
            key="minutes", title="Minutes", kind="number", default=HOUR, least=1, most=NIGHT - 1, rule="ZS-AMB-28",
            help="Health takes an hour.",
        ),
    )  # fmt: skip

    def recover(self, battle: AnyBattle, who: Id, minutes: int, ask: Ask) -> AnyBattle:
        """What a rest gives back (ZS-HEA-04 to ZS-HEA-08, ZS-END-05, ZS-AMB-28)."""
        before = levels(battle, who)
        if minutes >= rules(battle).endurance_rest_minutes:
            battle = _with_the_temporary(battle, who, ask)
        if minutes >= NIGHT:
            battle = with_health(battle, who, max(before.health, most_health(battle, who)))
            known = {id: lost for id, lost in battle.shared.beyond_rest.items() if id != who}
            battle = replace(battle, shared=replace(battle.shared, beyond_rest=known))
        elif minutes >= HOUR:
            battle = _half_of_the_lost(battle, who)
        if minutes >= rules(battle).endurance_rest_minutes:
            left = levels(battle, who)._replace(endurance=battle.combatants[who].sheet.endurance_max)
            battle = POOLS.with_consequences(with_levels(battle, who, left), who)
        after = levels(battle, who)
        if after != before:
            ask.say(tell(battle, "{0} recovers: Health {health}, Endurance {endurance}.", who, **after._asdict()))
        return battle


RECOVERY = ZeroSpaceResting().actions()
