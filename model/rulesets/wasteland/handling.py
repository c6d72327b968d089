"""Minor actions with the hands: Draw Item, Interact, Take Chem, Aim (WL-MIN-01 to WL-MIN-04, WL-MIN-07)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.budget import has_mark
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of, end_effects_of, has_effect
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.telling import tell
from model.rulesets.wasteland.conditions import AIMING, CHEM
from model.rulesets.wasteland.costs import costs, no, pay
from model.rulesets.wasteland.distance import is_in_reach
from model.rulesets.wasteland.gear import Gear, labelled
from model.rulesets.wasteland.harm import arms_left, with_hp
from model.rulesets.wasteland.points import earn_points
from model.rulesets.wasteland.stats import hp
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Item
from model.state.effects import Until
from model.state.texts import Refusal, ref, text

ATTACKED = "attacked"
"""The mark of a turn in which an attack was rolled: an aim taken later is of no use (WL-MIN-01)."""


def _needs_patient(battle: AnyBattle, call: Call) -> bool:
    """Whoever is marked is the one; else it can be said here."""
    return call.target is None or bool(call.option("patient"))


PATIENT = Parameter(
    key="patient", title="For whom", kind="combatant", rule="WL-MIN-07", help="Nobody named: oneself.",
    applies=_needs_patient,
)  # fmt: skip


def patient_of(call: Call) -> Id:
    """Whom First Aid or a chem is for."""
    return str(call.option("patient") or call.target or call.actor)


def _with_item(battle: AnyBattle, item: Item[Gear]) -> AnyBattle:
    return replace(battle, items=battle.items | {item.id: item})


# ------------------------------------------------------------------------------------------ aim


def aim(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Re-roll a d20 of this turn's first attack roll (WL-MIN-01)."""
    battle = pay(battle, call.actor, "minor")
    ask.say(tell(battle, "{0} aims.", call.actor))
    if has_mark(battle, call.actor, ATTACKED):
        ask.say(tell(battle, "{0} has attacked this turn already: the aim is of no use.", call.actor))
        return battle
    battle = end_effects_of(battle, call.actor, AIMING)
    return add_effect(battle, call.actor, AIMING, until="turn_end")


# ------------------------------------------------------------------------------------------ items


def can_draw(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: an item that one carries or that lies within reach, and a hand for it (WL-MIN-02, WL-INJ-01)."""
    who = call.actor
    if who not in battle.combatants:
        return
    item = battle.items.get(call.item or "")
    away = battle.items.get(str(call.option("put_away", "")))
    if item is None and away is None:
        yield Refusal(key="no_item", sentence=text("Say which item."), rule="WL-MIN-02", can_override=False)
        return
    if away is not None and (away.holder != who or away.where != "hand"):
        sentence = text("{who} does not have {item} in hand.", who=ref(who), item=away.name)
        yield Refusal(key="not_in_hand", sentence=sentence, rule="WL-MIN-03")
    if item is None:
        return
    if item.holder == who and item.where == "hand":
        sentence = text("{who} has {item} in hand already.", who=ref(who), item=item.name)
        yield Refusal(key="in_hand", sentence=sentence, rule="WL-MIN-02", can_override=False)
    elif item.holder not in (None, who):
        sentence = text("{other} has {item}.", other=ref(str(item.holder)), item=item.name)
        yield Refusal(key="not_held", sentence=sentence, rule="WL-MIN-02")
    elif item.holder is None and not _lies_in_reach(battle, who, item):
        sentence = text("{item} is out of {who}'s reach.", who=ref(who), item=item.name)
        yield Refusal(key="out_of_reach", sentence=sentence, rule="WL-MIN-02")
    if item.gear.hands > arms_left(battle, who):
        sentence = text("{who} has no arm for {item}.", who=ref(who), item=item.name)
        yield Refusal(key="no_arm", sentence=sentence, rule="WL-INJ-01")


def _lies_in_reach(battle: AnyBattle, who: Id, item: Item[Gear]) -> bool:
    """By position where both are known, else by the zone: what was dropped lies within reach (WL-MIN-02)."""
    here, there = battle.combatants[who].place, item.place
    if there is None or (here.point is None and here.zone is None):
        return True
    if here.point is not None and there.point is not None:
        return is_in_reach(battle, who, item.id)
    return here.zone == there.zone


def draw_item(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Draw or pick up one item, and put one away if wanted (WL-MIN-02, WL-MIN-03)."""
    who = call.actor
    battle = pay(battle, who, "minor")
    away = battle.items.get(str(call.option("put_away", "")))
    if away is not None:
        battle = _with_item(battle, replace(away, where="pack"))
        ask.say(tell(battle, "{0} puts {item} away.", who, item=away.name))
    item = battle.items.get(call.item or "")
    if item is not None:
        verb = "picks up" if item.holder is None else "draws"
        ask.say(tell(battle, f"{{0}} {verb} {{item}}.", who, item=item.name))
        battle = _with_item(battle, replace(item, holder=who, where="hand", place=None))
    return battle


def interact(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Handle something in a simple way, without a test (WL-MIN-04)."""
    battle = pay(battle, call.actor, "minor")
    what = str(call.option("text", "")).strip() or "does something simple"
    ask.say(tell(battle, "{0}: {what}.", call.actor, what=what))
    return battle


# ------------------------------------------------------------------------------------------ chems


def _chem(battle: AnyBattle, call: Call) -> Item[Gear] | None:
    """The chem named, else the only one in hand."""
    if call.item is not None:
        return battle.items.get(call.item)
    held = [item for item in battle.items_of(call.actor) if item.gear.kind == "chem" and item.where == "hand"]
    return held[0] if len(held) == 1 else None


def can_take_chem(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: a held chem with a dose left, for oneself or somebody willing within reach (WL-MIN-07)."""
    who, patient = call.actor, patient_of(call)
    if who not in battle.combatants:
        return
    item = _chem(battle, call)
    if item is None or item.gear.kind != "chem":
        sentence = text("Say which chem: {who} holds none or several.", who=ref(who))
        yield Refusal(key="no_chem", sentence=sentence, rule="WL-MIN-07", can_override=False)
        return
    if item.holder != who or item.where != "hand":
        sentence = text("{who} must draw {item} first.", who=ref(who), item=item.name)
        yield Refusal(key="not_in_hand", sentence=sentence, rule="WL-MIN-07")
    if item.gear.doses < 1:
        yield Refusal(key="no_dose", sentence=text("{item} is used up.", item=item.name), rule="WL-MIN-07")
    if patient not in battle.combatants:
        yield Refusal(key="thing", sentence=text("Only combatants take chems."), can_override=False)
    elif patient != who and not is_in_reach(battle, who, patient):
        yield no("out_of_reach", "{who} is out of reach.", "WL-MIN-07", patient)
    if patient != who and not call.option("willing", True):
        yield no("unwilling", "{who} is not willing.", "WL-MIN-07", patient)


def take_chem(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Administer one dose (WL-MIN-07, WL-MIS-09)."""
    who, patient = call.actor, patient_of(call)
    item = _chem(battle, call)
    assert item is not None, "the guard has found it"
    gear = item.gear
    battle = pay(battle, who, "minor")
    battle = _with_item(battle, replace(item, gear=replace(gear, doses=max(0, gear.doses - 1))))
    if patient == who:
        ask.say(tell(battle, "{0} takes {chem}.", who, chem=item.name))
    else:
        ask.say(tell(battle, "{0} gives {1} a dose of {chem}.", who, patient, chem=item.name))
    for key, amount in gear.boosts.items():
        if key == "ap":
            battle = earn_points(battle, patient, amount, ask)
        else:
            battle = _with_boost(battle, patient, item, key, amount)
    if not gear.heals:
        return battle
    before = hp(battle, patient)
    battle = with_hp(battle, patient, before + gear.heals)
    ask.say(tell(battle, "{0} gets {healed} HP back.", patient, healed=hp(battle, patient) - before))
    return battle


def _with_boost(battle: AnyBattle, who: Id, item: Item[Gear], key: str, amount: int) -> AnyBattle:
    lasts = item.gear.lasts
    until: Until = "scene" if lasts == "scene" else "removed"
    battle = add_effect(battle, who, CHEM, source=item.id, note=key, amount=amount, until=until)
    if lasts == "scene":
        return battle
    effect = effects_of(battle, who, CHEM)[-1]
    # A turn in which it is taken counts as none of those that it lasts.
    extra = int(lasts == "turns" and battle.order.turn is not None and who in battle.order.acting)
    timers = battle.shared.timers | {effect.id: item.gear.duration + extra}
    return replace(battle, shared=replace(battle.shared, timers=timers))


def _aims_twice(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    if call.actor in battle.combatants and has_effect(battle, call.actor, AIMING):
        yield no("aiming", "{who} is aiming already.", "WL-AMB-22", call.actor)


def _to_draw(battle: AnyBattle, who: Id) -> list[tuple[Id, str]]:
    """What lies within reach, then what is carried."""
    lying = (item for item in battle.items.values() if item.where == "board" and _lies_in_reach(battle, who, item))
    carried = (item for item in battle.items_of(who) if item.where == "pack")
    return [labelled(item) for item in (*lying, *carried)]


def _to_put_away(battle: AnyBattle, call: Call) -> list[tuple[str, str]]:
    held = (item for item in battle.items_of(call.actor) if item.where == "hand" and not item.gear.built_in)
    return [(item.name, item.id) for item in held]


def _chems(battle: AnyBattle, who: Id) -> list[tuple[Id, str]]:
    """Those in hand, then those that have to be drawn first."""
    found = [item for item in battle.items_of(who) if item.gear.kind == "chem"]
    return [labelled(item) for item in sorted(found, key=lambda item: item.where != "hand")]


HANDLING_ACTIONS = (
    Action(
        id="aim",
        title="Aim",
        run=aim,
        guards=(*costs("minor", "WL-MIN-01"), _aims_twice),
        rules=("WL-MIN-01",),
        cost="minor action",
        group="attack",
        key="E",
        help="Re-roll a d20 of this turn's first attack roll.",
    ),
    Action(
        id="draw_item",
        title="Draw item",
        run=draw_item,
        items=_to_draw,
        parameters=(Parameter(key="put_away", title="Puts away", kind="item", rule="WL-MIN-03", choices=_to_put_away),),
        guards=(*costs("minor", "WL-MIN-02"), can_draw),
        rules=("WL-MIN-02", "WL-MIN-03"),
        cost="minor action",
        key="U",
        help="Draw one item or pick it up, and put one away.",
    ),
    Action(
        id="interact",
        title="Interact",
        run=interact,
        parameters=(Parameter(key="text", title="What", kind="text", default=""),),
        guards=costs("minor", "WL-MIN-04"),
        rules=("WL-MIN-04",),
        cost="minor action",
        key="Y",
        help="Open a door, press a button.",
    ),
    Action(
        id="take_chem",
        title="Take chem",
        run=take_chem,
        targets="maybe",
        items=_chems,
        parameters=(
            PATIENT,
            Parameter(key="willing", title="Willing", kind="flag", default=True, rule="WL-MIN-07"),
        ),
        guards=(*costs("minor", "WL-MIN-07"), can_take_chem),
        rules=("WL-MIN-07",),
        cost="minor action",
        key="C",
        help="One dose of a held chem, for oneself or for somebody willing within reach.",
    ),
)
