"""The gift Escape Artist: once a scene a major bonus against a hold or a lasting power (ZS-MIS-06, ZS-MIS-06)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, has_effect
from model.engine.guards import no
from model.engine.modifiers import Modifier
from model.engine.ruleset import Parameter
from model.engine.telling import tell
from model.rulesets.zerospace.conditions import ESCAPED, has_gift
from model.rulesets.zerospace.settings import rules
from model.state.battle import AnyBattle
from model.state.texts import Refusal

GIFT = "escape artist"
ESCAPE_ARTIST = Parameter(
    key="escape_artist", title="Escape Artist", kind="flag", default=False, rule="ZS-MIS-06",
    help="Once a scene a major bonus against a hold or a lasting power.",
    applies=lambda battle, call: call.actor in battle.combatants and has_gift(battle, call.actor, GIFT),
)  # fmt: skip


def can_escape(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: who uses the gift has it, and has not used it in this scene."""
    if call.actor not in battle.combatants or not call.option(ESCAPE_ARTIST.key, False):
        return
    if not has_gift(battle, call.actor, GIFT):
        yield no("no_gift", "{who} is no Escape Artist.", "ZS-MIS-06", call.actor)
    elif has_effect(battle, call.actor, ESCAPED):
        yield no("gift_used", "{who} has used Escape Artist in this scene already.", "ZS-MIS-06", call.actor)


def escaping(battle: AnyBattle, call: Call, ask: Ask) -> tuple[tuple[Modifier, ...], AnyBattle]:
    """What the gift adds, where a call uses it, and that it is used."""
    if not call.option(ESCAPE_ARTIST.key, False):
        return (), battle
    ask.say(tell(battle, "{0} uses Escape Artist.", call.actor))
    amount = rules(battle).major_bonus
    bonus = Modifier(key="gift", label="Escape Artist", amount=amount, rule="ZS-MIS-06")
    return (bonus,), add_effect(battle, call.actor, ESCAPED, until="scene", is_public=False)
