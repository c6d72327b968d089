"""Rest, escape from a hold, and lasting effects (ZS-END, ZS-HEA, ZS-ONG, ZS-GRAP-05)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_conditions import rounds_from_now
from model.engine.effects import add_effect, effects_of, end_effects_of, has_effect
from model.engine.guards import no
from model.engine.modifiers import Modifier, term
from model.engine.ruleset import Action, Parameter
from model.rulesets.families.ogc.pools import levels, recovery_message, with_levels
from model.rulesets.families.ogc.recovery import HOUR, MINUTES, NAMED, NIGHT, BreakingOut, Opposable, Resting
from model.rulesets.families.ogc.tasks import Value
from model.rulesets.zerospace.checks import BASE_DV, POOLS, resistance, task_value, titled
from model.rulesets.zerospace.conditions import AV_CHANGED, CONDITIONS, DV_CHANGED, ESCAPED, HELPLESS, has_gift
from model.rulesets.zerospace.movement import ACTING
from model.rulesets.zerospace.plot_points import ExtraEffort
from model.rulesets.zerospace.settings import rules
from model.rulesets.zerospace.sheet import DRAINED, Battle, attribute
from model.state.base import Id, replace
from model.state.effects import Effect
from model.state.texts import Explanation, Refusal

# ----------------------------------------------------------------------------------------------------------------- rest


def most_health(battle: Battle, who: Id) -> int:
    """The Health that a combatant can recover to: the maximum, or less after a gruesome injury (ZS-HEA-07)."""
    sheet = battle.combatants[who].sheet
    return sheet.health_max if sheet.health_cap is None else min(sheet.health_cap, sheet.health_max)


def lost_health(battle: Battle, who: Id) -> int:
    """Health that a combatant has lost, or 0 if no more of it can be recovered (ZS-HEA-04, ZS-HEA-07)."""
    health = levels(battle, who).health
    return battle.combatants[who].sheet.health_max - health if health < most_health(battle, who) else 0


def half_of(battle: Battle, who: Id, lost: int) -> int:
    """Half of this lost Health, rounded down, as far as it can be recovered (ZS-HEA-04, ZS-HEA-07)."""
    return max(0, min(lost // 2, most_health(battle, who) - levels(battle, who).health))


def beyond_rest(battle: Battle, who: Id) -> int:
    """Lost Health that only a night's sleep restores, because it has had its rest (ZS-HEA-05, ZS-AMB-29)."""
    return battle.shared.beyond_rest.get(who, 0)


def rested_on(battle: Battle, who: Id) -> Battle:
    """Record that the Health lost so far has had its rest (ZS-HEA-05)."""
    known = battle.shared.beyond_rest | {who: lost_health(battle, who)}
    return _with_beyond_rest(battle, known)


def settle_rests(after: Battle) -> Battle:
    """Subtract what was healed otherwise from what only a night restores: new wounds can be rested on (ZS-AMB-29)."""
    known = after.shared.beyond_rest
    if not known:
        return after
    left = {who: min(lost, lost_health(after, who)) for who, lost in known.items() if who in after.combatants}
    return after if left == known else _with_beyond_rest(after, left)


def _with_beyond_rest(battle: Battle, lost: Mapping[Id, int]) -> Battle:
    """The battle with this lost Health beyond an hour's rest; those who lost none are left out."""
    known = {who: amount for who, amount in lost.items() if amount}
    return replace(battle, shared=replace(battle.shared, beyond_rest=known))


def with_health(battle: Battle, who: Id, health: int) -> Battle:
    """Set a combatant's Health and apply the consequences."""
    return POOLS.with_consequences(with_levels(battle, who, replace(levels(battle, who), health=health)), who)


def _half_of_the_lost(battle: Battle, who: Id) -> Battle:
    """Restore half of the Health lost since the last rest, rounded down (ZS-HEA-04, ZS-AMB-29)."""
    rested = lost_health(battle, who) - beyond_rest(battle, who)
    return rested_on(with_health(battle, who, levels(battle, who).health + half_of(battle, who, rested)), who)


def _with_the_temporary(battle: Battle, who: Id, ask: Ask) -> Battle:
    """Restore lost attribute points, as after any rest that restores Endurance (ZS-HEA-08)."""
    if not effects_of(battle, who, DRAINED):
        return battle
    ask.log(battle, "{0} has recovered the lost attributes.", who)
    return end_effects_of(battle, who, DRAINED)


class ZeroSpaceResting(Resting[Battle]):
    rule = "ZS-END-05"
    short = ("ZS-HEA-04", "ZS-HEA-05", "ZS-HEA-08", "ZS-END-05")
    long = ("ZS-HEA-06", "ZS-HEA-07", "ZS-HEA-08", "ZS-END-05")
    short_help = (
        "Half of the lost Health, once between two nights; Endurance and attributes. For the selected "
        "combatants, or for everyone."
    )
    long_help = "All Health, Endurance and attributes. For the selected combatants, or for everyone."
    parameters = (replace(MINUTES, rule="ZS-AMB-28", help="Health takes an hour."),)

    def recover(self, battle: Battle, who: Id, minutes: int, ask: Ask) -> Battle:
        """Restore what a rest of so many minutes restores (ZS-HEA-04 to ZS-HEA-08, ZS-END-05, ZS-AMB-28)."""
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
            left = replace(levels(battle, who), endurance=battle.combatants[who].sheet.endurance_max)
            battle = POOLS.with_consequences(with_levels(battle, who, left), who)
        after = levels(battle, who)
        if after != before:
            ask.add_message(recovery_message(battle, who, after))
        return battle


RECOVERY = ZeroSpaceResting().actions()


# --------------------------------------------------------------------------------------------------------------- escape


GIFT = "escape artist"
ESCAPE_ARTIST = Parameter(
    key="escape_artist", title="Escape Artist", kind="flag", default=False, rule="ZS-MIS-06",
    help="Once per scene, a major bonus against a hold or a lasting power.",
    applies=lambda battle, call: call.actor in battle.combatants and has_gift(battle, call.actor, GIFT),
)  # fmt: skip


def can_escape(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: a combatant who uses Escape Artist has the gift and has not used it in this scene."""
    if call.actor not in battle.combatants or not ESCAPE_ARTIST.said(call):
        return
    if not has_gift(battle, call.actor, GIFT):
        yield no("no_gift", "{who} does not have Escape Artist.", "ZS-MIS-06", call.actor)
    elif has_effect(battle, call.actor, ESCAPED):
        yield no("gift_used", "{who} has already used Escape Artist in this scene.", "ZS-MIS-06", call.actor)


def escaping(battle: Battle, call: Call, ask: Ask) -> tuple[tuple[Modifier, ...], Battle]:
    """The bonus of Escape Artist if the call uses it, and the battle in which the gift is used."""
    if not ESCAPE_ARTIST.said(call):
        return (), battle
    ask.log(battle, "{0} uses Escape Artist.", call.actor)
    amount = rules(battle).major_bonus
    bonus = Modifier(key="gift", label="Escape Artist", amount=amount, rule="ZS-MIS-06")
    return (bonus,), add_effect(battle, call.actor, ESCAPED, until="scene", is_public=False)


# ------------------------------------------------------------------------------------------------------ lasting effects


OPPOSABLE = {
    "altered": Opposable(resistance="ar", rule="ZS-ONG-03", is_named=True),
    "controlled": Opposable(resistance="mr", rule="ZS-ONG-05", is_named=True),
    "blinded": Opposable(resistance="ar", rule="ZS-BLIND-06"),
    "terrified": Opposable(resistance="mr", rule="ZS-TERR-03"),
}
"""Conditions that can be shaken off: physical ones with Brawn, mental ones with Presence."""
SURVIVAL = "survival"
UNTIL = ("scene", "combat", "round_end", "turn_start", "turn_end", "next_turn_end", "removed")
BRINGS = (HELPLESS, "restrained", "blinded", "terrified")
"""Conditions that an effect may cause (ZS-MIS-14)."""


# ------------------------------------------------------------------------------------------ breaking out


def may_break_out(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the actor is present, with Health and Endurance left; the helpless may try too (ZS-AMB-30)."""
    combatant = battle.combatants.get(call.actor)
    if combatant is None or not combatant.is_present:
        yield from ACTING.able_combatant(battle, call)
    elif POOLS.is_spent(battle, call.actor) or combatant.is_out:
        yield no("out", "{who} is unconscious or out of combat.", "ZS-HELP-01", call.actor)


class ZeroSpaceBreakingOut(ExtraEffort, BreakingOut[Battle]):
    acting = ACTING
    opposable = OPPOSABLE
    conditions = CONDITIONS
    base = BASE_DV
    guards = (may_break_out, *ACTING.costs("standard", "ZS-ACT-05")[1:], can_escape)
    rules = ("ZS-ONG-03", "ZS-ONG-04", "ZS-ONG-05", "ZS-ONG-06", "ZS-ONG-07", "ZS-BLIND-06", "ZS-TERR-03")
    opposed = "ZS-ONG-02"
    help = "Brawn or Presence and Survival against 8 and the level of the effect; the matching resistance helps."
    parameters = (ESCAPE_ARTIST,)

    def rolled(self, battle: Battle, effect: Effect, call: Call, ask: Ask) -> tuple[str, Value, Battle]:
        """Brawn or Presence + Survival, with the resistance that helps (ZS-ONG-03 to ZS-ONG-06)."""
        who, fought = call.actor, OPPOSABLE[effect.kind]
        is_physical = fought.resistance == "ar"
        name = "brawn" if is_physical else "presence"
        own: list[Modifier] = []
        if amount := resistance(battle, who, "alteration" if is_physical else "mental"):
            title = "Alteration Resistance" if is_physical else "Mental Resistance"
            own.append(term(fought.resistance, title, amount, "ZS-ONG-04" if is_physical else "ZS-ONG-06"))
        bonus, battle = escaping(battle, call, ask)

        def value(more: tuple[Modifier, ...]) -> Explanation:
            return task_value(battle, who, name, SURVIVAL, (*own, *bonus, *more), even_helpless=True)

        return f"{titled(name)} + Survival", value, battle


BREAKING_OUT = ZeroSpaceBreakingOut()


# ------------------------------------------------------------------------------------------ applying effects


def lay_effect(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Apply an effect to the targets, with all that it causes (ZS-ONG-01, ZS-ONG-02).

    It lasts for the scene, or as the GM says.
    """
    name = _NAME.said(call).strip()
    is_physical = _NATURE.said(call) == "physical"
    kind = ("altered" if is_physical else "controlled") if _OPPOSABLE.said(call) else "affected"
    is_somebody = call.actor in battle.combatants
    usual = attribute(battle, call.actor, "power_level") if is_somebody else 0
    source = call.actor if is_somebody else None
    parts = tuple(part.key for part in _BROUGHT if part.said(call))
    for who in dict.fromkeys(call.targets):
        known = battle.combatants[who].effects
        typed = _LEVEL.said(call)
        level, lasts = usual if typed is None else int(typed), _lasts(battle, who, call)
        battle = laid(battle, who, kind, level, name=name, source=source, brings=parts, lasts=lasts)
        whole = next(id for id in battle.combatants[who].effects if id not in known)
        for part, change in ((AV_CHANGED, _AV), (DV_CHANGED, _DV)):
            if amount := int(change.said(call)):
                battle = add_effect(battle, who, part, name=name, amount=amount, note=name, part_of=whole, **lasts)
        ask.log(battle, "{0} is under an effect: {what}.", who, what=name or CONDITIONS[kind].title)
    return battle


def laid(
    battle: Battle,
    who: Id,
    kind: str,
    level: int,
    *,
    name: str = "",
    source: Id | None = None,
    brings: tuple[str, ...] = (),
    lasts: Mapping[str, Any] = MappingProxyType({"until": "scene"}),
) -> Battle:
    """Apply an effect, and the conditions that start and end with it (ZS-ONG-01, ZS-MIS-14).

    It is called by its name, unless that is how the target reacts to terror; `lasts` are the arguments of `add_effect`
    that say when it ends.
    """
    known = battle.combatants[who].effects
    own = name if kind in NAMED else ""
    battle = add_effect(battle, who, kind, name=own, source=source, amount=level, note=name, **lasts)
    whole = next(id for id in battle.combatants[who].effects if id not in known)
    for part in brings:
        battle = add_effect(battle, who, part, source=source, amount=level, part_of=whole, **lasts)
    return battle


def _lasts(battle: Battle, who: Id, call: Call) -> dict[str, Any]:
    """The arguments of `add_effect` that say when an effect ends: the scene, unless the GM says otherwise."""
    if rounds := int(_ROUNDS.said(call)):
        return {"until": "round_end", "round": rounds_from_now(battle, who, rounds)}
    if ends := _ENDS.said(call).strip():
        return {"until": "removed", "ends": ends}
    return {"until": _UNTIL.said(call)}


_BROUGHT = tuple(
    Parameter(key=kind, title=CONDITIONS[kind].title, kind="flag", default=False, rule="ZS-MIS-14") for kind in BRINGS
)
_NAME = Parameter(key="name", title="What", kind="text", default="", help="Such as sleep or mind control.")
_NATURE = Parameter(
    key="nature", title="Nature", kind="choice", default="physical", options=("physical", "mental"), rule="ZS-ONG-03",
)  # fmt: skip
_LEVEL: Parameter[float | None] = Parameter(
    key="level", title="Level", kind="number", least=0, most=30, rule="ZS-ONG-03",
    help="Power Level of the combatant who causes it, or the full level of the weapon. Empty: their Power "
         "Level.",
)  # fmt: skip
_OPPOSABLE = Parameter(
    key="opposable", title="Can be shaken off", kind="flag", default=True, rule="ZS-ONG-02",
    help="It takes away free will, or alters the target against their will.",
)  # fmt: skip
_AV = Parameter(key="av", title="AV", kind="number", default=0, least=-30, most=30, rule="ZS-MIS-14")
_DV = Parameter(key="dv", title="DV", kind="number", default=0, least=-30, most=30, rule="ZS-MIS-14")
_UNTIL = Parameter(
    key="until", title="Until", kind="choice", default="scene", options=UNTIL, rule="ZS-ONG-01",
    help="When it ends if nobody breaks out; turns are those of the target.",
)  # fmt: skip
_ROUNDS = Parameter(key="rounds", title="Rounds", kind="number", default=0, least=0, most=999)
_ENDS = Parameter(key="ends", title="Ends when", kind="text", default="", help="In your own words; you end it.")


LAY_EFFECT = Action(
    id="lay_effect",
    title="Apply Effect",
    run=lay_effect,
    targets="many",
    parameters=(
        _NAME,
        _NATURE,
        _LEVEL,
        _OPPOSABLE,
        *_BROUGHT,
        _AV,
        _DV,
        _UNTIL,
        _ROUNDS,
        _ENDS,
    ),
    rules=("ZS-ONG-01", "ZS-ONG-02"),
    group="other",
    help="Lasts for the scene, for as long as you say, or until they break out; what it causes ends with it.",
)  # fmt: skip

ONGOING = (BREAKING_OUT.action(), LAY_EFFECT)
