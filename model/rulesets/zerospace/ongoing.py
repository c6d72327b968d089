"""Ongoing effects: laying them on somebody, and breaking out of them (ZS-ONG, ZS-BLIND-06, ZS-TERR-03, ZS-MIS-14)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect
from model.engine.guards import no
from model.engine.modifiers import Modifier, term
from model.engine.ruleset import Action, Parameter
from model.engine.telling import tell
from model.rulesets.families.ogc.breaking_out import BreakingOut, Opposable
from model.rulesets.families.ogc.pools import levels
from model.rulesets.families.ogc.tasks import Request, Value
from model.rulesets.zerospace.attributes import attribute
from model.rulesets.zerospace.checks import BASE_DV, resistance, task_value, titled
from model.rulesets.zerospace.conditions import AV_CHANGED, CONDITIONS, DV_CHANGED, HELPLESS
from model.rulesets.zerospace.costs import ACTING
from model.rulesets.zerospace.effort import ruled, thrown
from model.rulesets.zerospace.escape import ESCAPE_ARTIST, can_escape, escaping
from model.rulesets.zerospace.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.effects import Effect
from model.state.texts import Explanation, Refusal

OPPOSABLE = {
    "altered": Opposable(resistance="ar", rule="ZS-ONG-03", is_named=True),
    "controlled": Opposable(resistance="mr", rule="ZS-ONG-05", is_named=True),
    "blinded": Opposable(resistance="ar", rule="ZS-BLIND-06"),
    "terrified": Opposable(resistance="mr", rule="ZS-TERR-03"),
}
"""Conditions that can be fought off: physical ones by Brawn, mental ones by Presence."""
SURVIVAL = "survival"
BRINGS = (HELPLESS, "restrained", "blinded", "terrified")
"""Conditions that an effect may bring with it (ZS-MIS-14)."""


# ------------------------------------------------------------------------------------------ breaking out


def _parts(battle: AnyBattle, who: Id, effect: Effect) -> tuple[str, ...]:
    """What an effect brought with it, as the keys of what that does to a roll."""
    parts = [one for one in battle.combatants[who].effects.values() if one.part_of == effect.id]
    return (*(one.kind for one in parts), *(one.id for one in parts))


def may_break_out(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: somebody who is there, with Health and Endurance left; the helpless may try too (ZS-AMB-30)."""
    combatant = battle.combatants.get(call.actor)
    if combatant is None or not combatant.is_present:
        yield from ACTING.somebody(battle, call)
    elif min(levels(battle, call.actor)) <= 0 or combatant.is_out:
        yield no("out", "{who} is unconscious or out of the fight.", "ZS-HELP-01", call.actor)


class ZeroSpaceBreakingOut(BreakingOut):
    opposable = OPPOSABLE
    conditions = CONDITIONS
    base = BASE_DV
    guards = (may_break_out, *ACTING.costs("standard", "ZS-ACT-05")[1:], ACTING.not_in_forced_turn, can_escape)
    rules = ("ZS-ONG-03", "ZS-ONG-04", "ZS-ONG-05", "ZS-ONG-06", "ZS-ONG-07", "ZS-BLIND-06", "ZS-TERR-03")
    opposed = "ZS-ONG-02"
    cost = ACTING.titles["standard"]
    help = "Brawn or Presence and Survival against 8 and the level of the effect; the fitting resistance helps."
    parameters = (ESCAPE_ARTIST,)

    def level(self, battle: AnyBattle, effect: Effect) -> int:
        return effect.amount

    def rolled(self, battle: AnyBattle, effect: Effect, call: Call, ask: Ask) -> tuple[str, Value, AnyBattle]:
        """Brawn or Presence and Survival, and the resistance that helps (ZS-ONG-03 to ZS-ONG-06)."""
        who, fought = call.actor, OPPOSABLE[effect.kind]
        is_physical = fought.resistance == "ar"
        name = "brawn" if is_physical else "presence"
        own: list[Modifier] = []
        if amount := resistance(battle, who, "alteration" if is_physical else "mental"):
            title = "Alteration Resistance" if is_physical else "Mental Resistance"
            own.append(term(fought.resistance, title, amount, "ZS-ONG-04" if is_physical else "ZS-ONG-06"))
        bonus, battle = escaping(battle, call, ask)
        without = () if rules(battle).condition_penalty_on_own_recovery else (effect.kind, *_parts(battle, who, effect))

        def value(more: tuple[Modifier, ...]) -> Explanation:
            added = (*own, *bonus, *more)
            return task_value(battle, who, name, SURVIVAL, added, without=without, even_helpless=True)

        return f"{titled(name)} + Survival", value, battle

    def pay(self, battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
        return ACTING.pay(battle, who, "standard", ask)

    def throw(
        self, battle: AnyBattle, who: Id, value: Value, request: Request, against: int, ask: Ask
    ) -> tuple[Roll, AnyBattle]:
        return thrown(battle, who, value, request, against, ask)

    def ruled(self, battle: AnyBattle, who: Id, roll: Roll, difficulty: int, is_success: bool, ask: Ask) -> AnyBattle:
        return partial(ruled, key="over")(battle, who, roll, difficulty, is_success, ask)


BREAKING_OUT = ZeroSpaceBreakingOut()


# ------------------------------------------------------------------------------------------ laying on


def lay_effect(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Put somebody under an effect that lasts for the scene, with all that it brings (ZS-ONG-01, ZS-ONG-02)."""
    name = str(call.option("name", "")).strip()
    is_physical = call.option("nature", "physical") == "physical"
    kind = ("altered" if is_physical else "controlled") if call.option("opposable", True) else "affected"
    is_somebody = call.actor in battle.combatants
    usual = attribute(battle, call.actor, "power_level") if is_somebody else 0
    source = call.actor if is_somebody else None
    parts = tuple(part for part in BRINGS if call.option(part, False))
    for who in dict.fromkeys(call.targets):
        known = battle.combatants[who].effects
        battle = laid(battle, who, kind, int(call.option("level", usual)), name=name, source=source, brings=parts)
        whole = next(id for id in battle.combatants[who].effects if id not in known)
        for part, key in ((AV_CHANGED, "av"), (DV_CHANGED, "dv")):
            if amount := int(call.option(key, 0)):
                battle = add_effect(battle, who, part, until="scene", amount=amount, note=name, part_of=whole)
        ask.say(tell(battle, "{0} is under an effect: {what}.", who, what=name or CONDITIONS[kind].title))
    return battle


def laid(
    battle: AnyBattle,
    who: Id,
    kind: str,
    level: int,
    *,
    name: str = "",
    source: Id | None = None,
    brings: tuple[str, ...] = (),
) -> AnyBattle:
    """An effect of a level for the scene, and the conditions that come and end with it (ZS-ONG-01, ZS-MIS-14)."""
    known = battle.combatants[who].effects
    battle = add_effect(battle, who, kind, until="scene", source=source, amount=level, note=name)
    whole = next(id for id in battle.combatants[who].effects if id not in known)
    for part in brings:
        battle = add_effect(battle, who, part, until="scene", source=source, amount=level, part_of=whole)
    return battle


def _brings(kind: str) -> Parameter:
    return Parameter(key=kind, title=CONDITIONS[kind].title, kind="flag", default=False, rule="ZS-MIS-14")


LAY_EFFECT = Action(
    id="lay_effect",
    title="Lay an effect",
    run=lay_effect,
    targets="many",
    parameters=(
        Parameter(key="name", title="What", kind="text", default="", help="Such as sleep or mind control."),
        Parameter(
            key="nature", title="Nature", kind="choice", default="physical", options=("physical", "mental"),
            rule="ZS-ONG-03",
        ),
        Parameter(
            key="level", title="Level", kind="number", least=0, most=30, rule="ZS-ONG-03",
            help="Power Level of who causes it, or full level of the weapon; nothing said: their Power Level.",
        ),
        Parameter(
            key="opposable", title="Can be fought off", kind="flag", default=True, rule="ZS-ONG-02",
            help="It takes away free will, or alters against it.",
        ),
        *(_brings(kind) for kind in BRINGS),
        Parameter(key="av", title="AV", kind="number", default=0, least=-30, most=30, rule="ZS-MIS-14"),
        Parameter(key="dv", title="DV", kind="number", default=0, least=-30, most=30, rule="ZS-MIS-14"),
    ),
    rules=("ZS-ONG-01", "ZS-ONG-02"),
    group="other",
    help="For the scene, or until they break out; what it brings ends with it.",
)  # fmt: skip

ONGOING = (BREAKING_OUT.action(), LAY_EFFECT)
