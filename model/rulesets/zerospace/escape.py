"""The gift Escape Artist: once a scene a major bonus against a hold or a lasting power (ZS-MIS-06, ZS-TAB-GIFT)."""

from __future__ import annotations

from model.engine.calls import Call
from model.engine.effects import add_effect, has_effect
from model.engine.modifiers import Modifier
from model.engine.ruleset import Parameter
from model.rulesets.zerospace.conditions import ESCAPED, has_gift
from model.rulesets.zerospace.settings import setting
from model.state.battle import AnyBattle

GIFT = "escape artist"


def _can_use(battle: AnyBattle, call: Call) -> bool:
    who = call.actor
    return who in battle.combatants and has_gift(battle, who, GIFT) and not has_effect(battle, who, ESCAPED)


ESCAPE = Parameter(
    key="gift", title="Escape Artist", kind="flag", default=True, rule="ZS-MIS-06", applies=_can_use,
    help="A major bonus against a hold or a lasting power, once per scene.",
)  # fmt: skip


def uses_escape(battle: AnyBattle, call: Call) -> bool:
    """Whether an escape artist uses the gift that is still there in this scene."""
    return bool(call.option(ESCAPE.key, True)) and _can_use(battle, call)


def escape_bonus(battle: AnyBattle, call: Call, rule: str) -> tuple[Modifier, ...]:
    """What the gift adds, where it is used."""
    if not uses_escape(battle, call):
        return ()
    return (Modifier(key="gift", label="Escape Artist", amount=int(setting(battle, "major_bonus")), rule=rule),)


def with_escape_used(battle: AnyBattle, call: Call) -> AnyBattle:
    """Note that the gift is used up until the next scene, if it was used."""
    return add_effect(battle, call.actor, ESCAPED, until="scene") if uses_escape(battle, call) else battle
