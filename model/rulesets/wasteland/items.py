"""Handling things: drawing, picking up, simple interactions, and chems (WL-MIN-02 to WL-MIN-04, WL-MIN-07)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of
from model.engine.guards import no, not_beside
from model.engine.messages import healing_message
from model.engine.ruleset import Action, Parameter
from model.rulesets.wasteland.conditions import CHEM
from model.rulesets.wasteland.first_aid import PATIENT, patient_of
from model.rulesets.wasteland.harm import arms_left, with_hp
from model.rulesets.wasteland.movement import is_in_reach
from model.rulesets.wasteland.payment import costs, earn_points, pay
from model.rulesets.wasteland.sheet import Battle, Gear, labelled
from model.rulesets.wasteland.values import hp
from model.state.base import Id, replace
from model.state.battle import Item
from model.state.effects import Until
from model.state.texts import Refusal, ref, text

# ---------------------------------------------------------------------------------------------------------------- items


def _with_item(battle: Battle, item: Item[Gear]) -> Battle:
    return replace(battle, items=battle.items | {item.id: item})


def can_draw(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the actor carries the item or it is within reach, and an arm can hold it (WL-MIN-02, WL-INJ-01)."""
    who = call.actor
    if who not in battle.combatants:
        return
    item = battle.items.get(call.item or "")
    away = battle.items.get(_PUT_AWAY.said(call) or "")
    if item is None and away is None:
        yield Refusal(key="no_item", sentence=text("Choose an item."), rule="WL-MIN-02", can_override=False)
        return
    if away is not None and (away.holder != who or away.where != "hand"):
        sentence = text("{who} does not have {item} in hand.", who=ref(who), item=away.name)
        yield Refusal(key="not_in_hand", sentence=sentence, rule="WL-MIN-03")
    if item is None:
        return
    if item.holder == who and item.where == "hand":
        sentence = text("{who} already has {item} in hand.", who=ref(who), item=item.name)
        yield Refusal(key="in_hand", sentence=sentence, rule="WL-MIN-02", can_override=False)
    elif item.holder not in (None, who):
        sentence = text("{other} has {item}.", other=ref(item.holder), item=item.name)
        yield Refusal(key="not_held", sentence=sentence, rule="WL-MIN-02")
    elif item.holder is None and not _lies_in_reach(battle, who, item):
        sentence = text("{item} is out of {who}'s reach.", who=ref(who), item=item.name)
        yield Refusal(key="out_of_reach", sentence=sentence, rule="WL-MIN-02", nearer=item.id, within=0.0)
    if item.gear.hands > arms_left(battle, who):
        sentence = text("{who} has no arm free for {item}.", who=ref(who), item=item.name)
        yield Refusal(key="no_arm", sentence=sentence, rule="WL-INJ-01")


def _lies_in_reach(battle: Battle, who: Id, item: Item[Gear]) -> bool:
    """Whether an item is within reach, by positions if known, else by zone: dropped items are in reach (WL-MIN-02)."""
    here, there = battle.combatants[who].place, item.place
    if there is None or (here.point is None and here.zone is None):
        return True
    if here.point is not None and there.point is not None:
        return is_in_reach(battle, who, item.id)
    return here.zone == there.zone


def draw_item(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Draw or pick up one item, and put one away if wanted (WL-MIN-02, WL-MIN-03)."""
    who = call.actor
    battle = pay(battle, who, "minor")
    away = battle.items.get(_PUT_AWAY.said(call) or "")
    if away is not None:
        battle = _with_item(battle, replace(away, where="pack"))
        ask.log(battle, "{0} puts {item} away.", who, item=away.name)
    item = battle.items.get(call.item or "")
    if item is not None:
        verb = "picks up" if item.holder is None else "draws"
        ask.log(battle, f"{{0}} {verb} {{item}}.", who, item=item.name)
        battle = _with_item(battle, replace(item, holder=who, where="hand", place=None))
    return battle


def interact(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Handle something in a simple way, without a test (WL-MIN-04)."""
    battle = pay(battle, call.actor, "minor")
    what = _TEXT.said(call).strip() or "does something simple"
    ask.log(battle, "{0}: {what}.", call.actor, what=what)
    return battle


# ---------------------------------------------------------------------------------------------------------------- chems


def _chem(battle: Battle, call: Call) -> Item[Gear] | None:
    """The chem named, else the only one in hand, or None."""
    if call.item is not None:
        return battle.items.get(call.item)
    held = [item for item in battle.items_of(call.actor) if item.gear.kind == "chem" and item.where == "hand"]
    return held[0] if len(held) == 1 else None


def can_take_chem(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: a chem in hand with a dose left, for the actor or a willing combatant within reach (WL-MIN-07)."""
    who, patient = call.actor, patient_of(call)
    if who not in battle.combatants:
        return
    item = _chem(battle, call)
    if item is None or item.gear.kind != "chem":
        sentence = text("Choose a chem: {who} has none or several in hand.", who=ref(who))
        yield Refusal(key="no_chem", sentence=sentence, rule="WL-MIN-07", can_override=False)
        return
    if item.holder != who or item.where != "hand":
        sentence = text("{who} must draw {item} first.", who=ref(who), item=item.name)
        yield Refusal(key="not_in_hand", sentence=sentence, rule="WL-MIN-07")
    if item.gear.doses < 1:
        yield Refusal(key="no_dose", sentence=text("{item} is used up.", item=item.name), rule="WL-MIN-07")
    if patient not in battle.combatants:
        yield Refusal(key="thing", sentence=text("Only combatants can take chems."), can_override=False)
    elif patient != who and not is_in_reach(battle, who, patient):
        yield not_beside("out_of_reach", "{who} is out of reach.", "WL-MIN-07", patient)
    if patient != who and not _WILLING.said(call):
        yield no("unwilling", "{who} is not willing.", "WL-MIN-07", patient)


def take_chem(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Administer one dose (WL-MIN-07, WL-MIS-09)."""
    who, patient = call.actor, patient_of(call)
    item = _chem(battle, call)
    assert item is not None, "the guard has checked this"
    gear = item.gear
    battle = pay(battle, who, "minor")
    battle = _with_item(battle, replace(item, gear=replace(gear, doses=max(0, gear.doses - 1))))
    if patient == who:
        ask.log(battle, "{0} takes {chem}.", who, chem=item.name)
    else:
        ask.log(battle, "{0} gives {1} a dose of {chem}.", who, patient, chem=item.name)
    for key, amount in gear.boosts.items():
        if key == "ap":
            battle = earn_points(battle, patient, amount, ask)
        else:
            battle = _with_boost(battle, patient, item, key, amount)
    if not gear.heals:
        return battle
    before = hp(battle, patient)
    battle = with_hp(battle, patient, before + gear.heals)
    ask.add_message(healing_message(battle, "{0} regains {healed} HP.", patient, healed=hp(battle, patient) - before))
    return battle


def _with_boost(battle: Battle, who: Id, item: Item[Gear], key: str, amount: int) -> Battle:
    lasts = item.gear.lasts
    until: Until = "scene" if lasts == "scene" else "removed"
    battle = add_effect(battle, who, CHEM, source=item.id, note=key, amount=amount, until=until)
    if lasts == "scene":
        return battle
    effect = effects_of(battle, who, CHEM)[-1]
    # The turn in which it is taken does not count towards its duration.
    extra = int(lasts == "turns" and battle.order.turn is not None and who in battle.order.acting)
    timers = battle.shared.timers | {effect.id: item.gear.duration + extra}
    return replace(battle, shared=replace(battle.shared, timers=timers))


def _to_draw(battle: Battle, who: Id) -> list[tuple[Id, str]]:
    """Items on the board within reach, then items carried."""
    lying = (item for item in battle.items.values() if item.where == "board" and _lies_in_reach(battle, who, item))
    carried = (item for item in battle.items_of(who) if item.where == "pack")
    return [labelled(item) for item in (*lying, *carried)]


def _to_put_away(battle: Battle, call: Call) -> list[tuple[str, str]]:
    held = (item for item in battle.items_of(call.actor) if item.where == "hand" and not item.gear.built_in)
    return [(item.name, item.id) for item in held]


def _chems(battle: Battle, who: Id) -> list[tuple[Id, str]]:
    """Chems in hand, then those that have to be drawn first."""
    found = [item for item in battle.items_of(who) if item.gear.kind == "chem"]
    return [labelled(item) for item in sorted(found, key=lambda item: item.where != "hand")]


_TEXT = Parameter(key="text", title="What", kind="text", default="")
_PUT_AWAY: Parameter[Id | None] = Parameter(
    key="put_away", title="Put away", kind="item", rule="WL-MIN-03", choices=_to_put_away,
)  # fmt: skip
_WILLING = Parameter(key="willing", title="Willing", kind="flag", default=True, rule="WL-MIN-07")

ITEM_ACTIONS = (
    Action(
        id="draw_item",
        title="Draw Item",
        run=draw_item,
        items=_to_draw,
        parameters=(_PUT_AWAY,),
        guards=(*costs("minor", "WL-MIN-02"), can_draw),
        rules=("WL-MIN-02", "WL-MIN-03"),
        cost="minor action",
        key="U",
        help="Draw or pick up one item, and put one away.",
    ),
    Action(
        id="interact",
        title="Interact",
        run=interact,
        parameters=(_TEXT,),
        guards=costs("minor", "WL-MIN-04"),
        rules=("WL-MIN-04",),
        cost="minor action",
        key="Y",
        help="Open a door, press a button or the like.",
    ),
    Action(
        id="take_chem",
        title="Take Chem",
        run=take_chem,
        targets="maybe",
        items=_chems,
        parameters=(PATIENT, _WILLING),
        guards=(*costs("minor", "WL-MIN-07"), can_take_chem),
        rules=("WL-MIN-07",),
        cost="minor action",
        key="C",
        help="One dose of a chem in hand, for themselves or for a willing combatant within reach.",
    ),
)
