"""Using and handling things: reloading, drawing, dropping, handing over (SE-ACT-04, SE-FREE-01, SE-MIS-07)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import replace as with_fields

from model.board.distance import between
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits import EDITS
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.telling import tell
from model.rulesets.effort.costs import Cost, costs, no, pay
from model.rulesets.effort.gear import Gear
from model.rulesets.effort.ranges import RANGES
from model.rulesets.effort.reactions import with_reactions
from model.rulesets.effort.settings import rules
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Item, age
from model.state.texts import Refusal, ref, text

DRAW, AWAY, DROP, GIVE = "draw", "put_away", "drop", "give"
CLOSE = 1e-6


def with_gear(battle: AnyBattle, item: Item[Gear], **changes: int) -> AnyBattle:
    """The battle with something about an item changed."""
    return replace(battle, items=battle.items | {item.id: replace(item, gear=replace(item.gear, **changes))})


def spent_items(battle: AnyBattle, item: Item[Gear]) -> AnyBattle:
    """What one attack takes: shots, or the thing itself."""
    gear = item.gear
    if gear.magazine:
        battle = with_gear(battle, item, ammo=max(0, gear.loaded - rules(battle).ammo_per_attack))
    elif gear.is_used_up:
        battle = with_gear(battle, item, quantity=max(0, gear.quantity - 1))
    return battle


# ------------------------------------------------------------------------------------------ using


def use_item(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Draw a weapon, reload one in hand, or use a thing with whatever effect it has (SE-ACT-04)."""
    assert call.item is not None, "the guard has seen to it"
    item: Item[Gear] = battle.items[call.item]
    if item.gear.kind == "weapon" and item.where != "hand":
        return handle_item(battle, call, ask)
    battle = pay(battle, call, "action", ask)

    def resolve(battle: AnyBattle, reactions: object) -> AnyBattle:
        who, gear = call.actor, item.gear
        if gear.kind == "weapon" and gear.magazine:
            ask.say(tell(battle, "{0} reloads {item}.", who, item=item.name))
            return with_gear(battle, item, ammo=gear.magazine)
        ask.say(tell(battle, "{0} uses {item}.", who, item=item.name))
        effect = str(call.option("text", "")) or gear.effect
        if effect:
            ask.say(tell(battle, "{0}: {effect}.", who, effect=effect.rstrip(".")))
        return with_gear(battle, item, quantity=max(0, gear.quantity - 1)) if gear.is_used_up else battle

    about = tell(battle, "{0} is about to use {item}.", call.actor, item=item.name)
    return with_reactions(battle, call, ask, resolve, about=about, still=(_usable,))


def _item_of(battle: AnyBattle, call: Call) -> Item[Gear] | Refusal:
    item = battle.items.get(call.item or "")
    if item is not None:
        return item
    return Refusal(key="no_item", sentence=text("Say which item."), rule="SE-ACT-04", can_override=False)


def _usable(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: something that the actor has, not complicated, and not used up."""
    who, item = call.actor, _item_of(battle, call)
    if isinstance(item, Refusal):
        yield item
        return
    if item.holder != who:
        yield no("not_yours", "{who} does not have that.", "SE-ACT-04", who)
    if item.gear.is_complicated:
        yield no("complicated", "That is too complicated for one action of {who}.", "SE-ACT-04", who)
    if item.gear.is_used_up and item.gear.quantity < 1:
        yield no("none_left", "{who} has none of them left.", "SE-ACT-04", who)


USE_ITEM = Action(
    id="use_item",
    title="Use an item",
    run=use_item,
    needs_item=True,
    parameters=(Parameter(key="text", title="What for", kind="text", default=""),),
    guards=(*costs("action", "SE-ACT-04"), _usable),
    rules=("SE-ACT-04",),
    cost="action",
    group="other",
    help="Draw a weapon, reload one in hand, or use something uncomplicated. A grenade is an attack.",
)


# ------------------------------------------------------------------------------------------ handling


def _what(call: Call) -> str:
    return str(call.option("what", DRAW))


def handling_cost(options: Mapping[str, object]) -> Cost:
    """What handling something takes: letting it fall is a free action (SE-FREE-01)."""
    return "free" if options.get("what", DRAW) == DROP else "action"


def handle_item(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Take something in hand, from the ground too, put it away, let it fall or hand it over (SE-ACT-04, SE-FREE-01)."""
    who, what, item = call.actor, _what(call), battle.items[str(call.item)]
    battle = pay(battle, call, handling_cost(call.options), ask)
    to = call.option("to") if what == GIVE else None
    people = (who,) if to is None else (who, to)
    words = _words(item, what)

    def resolve(battle: AnyBattle, reactions: object) -> AnyBattle:
        ask.say(tell(battle, f"{{0}} {words.does}.", *people, item=item.name))
        here = battle.combatants[who].place
        places = {
            DRAW: replace(item, holder=who, where="hand", place=None),
            AWAY: replace(item, where="pack"),
            DROP: replace(item, holder=None, where="board", place=here),
            GIVE: replace(item, holder=to, where="hand"),
        }
        return replace(battle, items=battle.items | {item.id: places[what]})

    about = tell(battle, f"{{0}} {words.begins}.", *people, item=item.name)
    return with_reactions(battle, call, ask, resolve, about=about, still=(_can_handle,))


@dataclass(frozen=True)
class _Words:
    does: str
    begins: str


def _words(item: Item[Gear], what: str) -> _Words:
    if what == DRAW and item.holder is None:
        return _Words("picks up {item}", "reaches for {item}")
    return {
        DRAW: _Words("draws {item}", "reaches for {item}"),
        AWAY: _Words("puts {item} away", "is about to put {item} away"),
        DROP: _Words("drops {item}", "is about to drop {item}"),
        GIVE: _Words("hands {item} to {1}", "is about to hand {item} to {1}"),
    }[what]


def _handling_costs(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    rule = "SE-FREE-01" if _what(call) == DROP else "SE-ACT-04"
    for guard in costs(handling_cost(call.options), rule):
        yield from guard(ruleset, battle, call)


def _can_handle(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: it is theirs, or lies within reach; who gets it is within reach, too (SE-ACT-04, SE-MIS-08)."""
    who, what, item = call.actor, _what(call), _item_of(battle, call)
    if who not in battle.combatants:
        return
    if isinstance(item, Refusal):
        yield item
        return
    is_lying = item.holder is None
    if item.holder != who and not (is_lying and what == DRAW):
        yield no("not_yours", "{who} does not have that.", "SE-ACT-04", who)
    elif is_lying and _is_far(battle, who, item.id):
        yield no("too_far", "{who} has to come within reach of it first.", "SE-MIS-08", who)
    elif what == DRAW and item.where == "hand":
        yield no("there_already", "{who} has it in hand already.", "SE-ACT-04", who)
    elif what == AWAY and item.where == "pack":
        yield no("there_already", "{who} has put it away already.", "SE-ACT-04", who)
    if what == GIVE:
        yield from _can_give(battle, who, call.option("to"))


def _can_give(battle: AnyBattle, who: Id, to: object) -> Iterator[Refusal]:
    receiver = battle.combatants.get(str(to))
    if receiver is None or receiver.id == who or not receiver.is_present:
        sentence = text("Say to whom {who} hands it: somebody else who is there.", who=ref(who))
        yield Refusal(key="nobody", sentence=sentence, rule="SE-ACT-04", can_override=False)
    elif _is_far(battle, who, receiver.id):
        sentence = text("{whom} is out of {who}'s reach.", who=ref(who), whom=ref(receiver.id))
        yield Refusal(key="too_far", sentence=sentence, rule="SE-MIS-08")


def _is_far(battle: AnyBattle, who: Id, other: Id) -> bool:
    """Whether somebody or something is known to be out of reach."""
    metres = between(battle, who, other, RANGES)
    return metres is not None and metres > rules(battle).melee_reach_m + CLOSE


def _handled(battle: AnyBattle, who: Id) -> tuple[tuple[Id, str], ...]:
    """What somebody could handle: what they have, weapons that are not in hand first, and what lies within reach."""
    own = sorted(battle.items_of(who), key=lambda item: (item.where == "hand", item.gear.kind != "weapon"))
    lying = (item for item in battle.items.values() if item.holder is None and not _is_far(battle, who, item.id))
    return tuple((item.id, item.name) for item in (*own, *lying))


def _receivers(battle: AnyBattle, call: Call) -> tuple[tuple[str, Id], ...]:
    others = (one for one in sorted(battle.combatants.values(), key=age) if one.is_present and one.id != call.actor)
    return tuple((one.name, one.id) for one in others)


HANDLE_ITEM = Action(
    id="handle_item",
    title="Draw, drop or give",
    run=handle_item,
    items=_handled,
    needs_item=True,
    parameters=(
        Parameter(
            key="what", title="What", kind="choice", default=DRAW, options=(DRAW, AWAY, DROP, GIVE), rule="SE-ACT-04",
            help="Draw also picks up what lies within reach; dropping is a free action.",
        ),
        Parameter(
            key="to", title="To", kind="combatant", rule="SE-ACT-04", choices=_receivers,
            applies=lambda battle, call: _what(call) == GIVE,
        ),
    ),
    guards=(_handling_costs, _can_handle),
    rules=("SE-ACT-04", "SE-FREE-01"),
    cost="action; dropping is free",
    group="other",
    help="Draw a weapon or pick something up, put it away, let it fall, or hand it over.",
)  # fmt: skip


def _handling(edit: str, call: Call) -> Call:
    """The GM's edit of an item, as what a combatant does with it."""
    is_away = edit == "ready_item" and call.option("where", "hand") != "hand"
    what = {"drop_item": DROP, "give_item": GIVE}.get(edit, AWAY if is_away else DRAW)
    options = {"what": what, "to": call.target} if what == GIVE else {"what": what}
    return replace(call, action=HANDLE_ITEM.id, targets=(), options=options)


def _or_handled(edit: Action) -> Action:
    """An edit of an item, which is one while it is the GM's: done by a combatant it takes what handling takes."""

    def run(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        if call.actor in battle.combatants:
            return handle_item(battle, _handling(edit.id, call), ask)
        return edit.run(battle, call, ask)

    def guard(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        if call.actor in battle.combatants:
            for handling in HANDLE_ITEM.guards:
                yield from handling(ruleset, battle, _handling(edit.id, call))

    return with_fields(edit, run=run, guards=(*edit.guards, guard))


ITEM_EDITS = {id: _or_handled(EDITS[id]) for id in ("ready_item", "drop_item", "give_item", "take_item")}
"""The GM's edits of items; with a combatant as the actor they are that combatant's doing, paid for and reacted to."""
