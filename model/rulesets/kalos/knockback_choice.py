"""Which attacks knock back: said once for each normal attack, and then it stays so (KM-KB-02, KM-KB-03)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.ruleset import Action, Parameter
from model.engine.telling import tell
from model.rulesets.kalos.costs import ACTING
from model.rulesets.kalos.settings import rules
from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.texts import Refusal, ref, text


def can_be_decided(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: a normal attack of one's own, not decided before unless the GM allows it."""
    item = battle.items.get(call.item or "")
    if call.actor not in battle.combatants:
        return
    if item is None:
        yield Refusal(key="no_item", sentence=text("Say which attack."), rule="KM-KB-03", can_override=False)
        return
    if not rules(battle).knockback:
        yield Refusal(key="no_knockback", sentence=text("Knockback is not in use."), rule="KM-KB-01")
    if item.holder != call.actor:
        sentence = text("{who} does not have {item}.", who=ref(call.actor), item=item.name)
        yield Refusal(key="not_held", sentence=sentence, can_override=False)
    if item.gear.type != "normal" or not item.gear.is_weapon:
        sentence = text("{item} is no normal attack: it never knocks back.", item=item.name)
        yield Refusal(key="no_normal_attack", sentence=sentence, rule="KM-KB-02", can_override=False)
    if item.gear.is_knockback_decided and bool(call.option("knocks_back", True)) != item.gear.knockback:
        sentence = text("That was decided for {item} before, and stays so.", item=item.name)
        yield Refusal(key="decided", sentence=sentence, rule="KM-KB-03")


def decide(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Say whether an attack knocks back."""
    item = battle.items[str(call.item)]
    knocks_back = bool(call.option("knocks_back", True))
    words = "{0} decides: {item} knocks back." if knocks_back else "{0} decides: {item} does not knock back."
    ask.say(tell(battle, words, call.actor, item=item.name))
    gear = replace(item.gear, knockback=knocks_back, is_knockback_decided=True)
    return replace(battle, items=battle.items | {item.id: replace(item, gear=gear)})


KNOCKBACK_CHOICE = Action(
    id="decide_knockback",
    title="Decide on knockback",
    run=decide,
    needs_item=True,
    parameters=(Parameter(key="knocks_back", title="Knocks back", kind="flag", default=True, rule="KM-KB-03"),),
    guards=(ACTING.somebody, can_be_decided),
    rules=("KM-KB-03",),
    cost=ACTING.titles[ACTING.free],
    group="other",
    help="Once for each normal attack; it stays so, unless the GM allows a change.",
)
