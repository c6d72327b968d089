"""Ammunition, counted freely where house rules say so: nothing is enforced (ZS-MIS-15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.ruleset import Action, Parameter
from model.engine.telling import tell
from model.rulesets.zerospace.settings import rules
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.texts import Refusal, text

_MOST = 9_999


def counters(battle: AnyBattle, who: Id) -> tuple[tuple[str, int, str], ...]:
    """What is left for each weapon of somebody, with the field that holds it; nothing where nobody counts."""
    if not rules(battle).track_ammo:
        return ()
    return tuple(
        (f"{item.name}, shots", item.gear.ammo or 0, f"items.{item.id}.gear.ammo")
        for item in battle.items_of(who)
        if item.gear.uses_ammo
    )


def _is_counted(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: the house rule is on, and the weapon is one whose shots are counted."""
    if not rules(battle).track_ammo:
        yield Refusal(key="not_counted", sentence=text("House rules do not count ammunition."), rule="ZS-MIS-15")
    if call.item is None or (call.item in battle.items and not battle.items[call.item].gear.uses_ammo):
        sentence = text("Say of which weapon: one that shoots or is thrown.")
        yield Refusal(key="no_weapon", sentence=sentence, can_override=False)


def _weapons(battle: AnyBattle, who: Id) -> Iterable[tuple[Id, str]]:
    return ((item.id, f"{item.name} ({item.gear.ammo or 0})") for item in battle.items_of(who) if item.gear.uses_ammo)


def _count(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Shots gone or loaded; below nothing there is nothing."""
    item = battle.items[str(call.item)]
    left = min(_MOST, max(0, (item.gear.ammo or 0) + int(call.option("by", -1))))
    ask.say(tell(battle, "{0}: {item}, {left} left.", call.actor, item=item.name, left=left))
    return replace(battle, items=battle.items | {item.id: replace(item, gear=replace(item.gear, ammo=left))})


COUNT_AMMO = Action(
    id="count_ammo",
    title="Count ammunition",
    run=_count,
    needs_item=True,
    items=_weapons,
    parameters=(
        Parameter(
            key="by", title="By", kind="number", default=-1, least=-_MOST, most=_MOST, rule="ZS-MIS-15",
            help="Shots gone with a minus; loaded without.",
        ),
    ),
    guards=(_is_counted,),
    rules=("ZS-MIS-15",),
    help="A free counter of the weapon; the sheet shows it too, and takes another number typed over it.",
)  # fmt: skip
