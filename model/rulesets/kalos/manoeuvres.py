"""Disarming, takedowns, distracting (KM-DISARM, KM-TAKE, KM-DISTRACT): attacks and tricks without damage."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from model.dice.requests import sum_of
from model.engine.ask import Ask
from model.engine.budget import mark
from model.engine.calls import Call
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Ruleset
from model.engine.telling import tell
from model.rulesets.families.ogc.acting import no
from model.rulesets.kalos.attack import Aim, Consequence, resolve, with_intent, with_trades
from model.rulesets.kalos.attack_options import COMMON, DAMAGE, TRADE_PARAMETERS, sound_trades, within_reach
from model.rulesets.kalos.checks import opposed_value, skill_value
from model.rulesets.kalos.conditions import has_gift, is_spared
from model.rulesets.kalos.costs import ACTING
from model.rulesets.kalos.damage import falls_to_hit, take_out
from model.rulesets.kalos.defence import with_prone
from model.rulesets.kalos.gear import WEAPONS, Gear
from model.rulesets.kalos.movement import add_until_next_turn
from model.rulesets.kalos.settings import setting
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Item
from model.state.texts import Refusal, ref, text

MANOEUVRE_PARAMETERS = (*(one for one in TRADE_PARAMETERS if one.key != DAMAGE), *COMMON)


def in_reach(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: adjacent (KM-AMB-44)."""
    if call.actor in battle.combatants and call.target in battle.combatants:
        yield from within_reach(battle, call.actor, str(call.target), None)


def no_trades(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: by a house rule manoeuvres are not traded for (KM-AMB-07)."""
    if not setting(battle, "trades_with_maneuvers") and any(call.option(one.key, 0) for one in TRADE_PARAMETERS):
        sentence = text("By a house rule manoeuvres are not traded for.")
        yield Refusal(key="no_trades", sentence=sentence, rule="KM-AMB-07")


HAND_TO_HAND = (
    *ACTING.costs("standard", "KM-STD-01"),
    WEAPONS.one_combatant,
    ACTING.not_in_forced_turn,
    in_reach,
    sound_trades,
    no_trades,
)
"""Guards of every hand-to-hand manoeuvre."""


def declared(battle: AnyBattle, call: Call, sentence: str, ask: Ask) -> AnyBattle:
    """Pay for a manoeuvre and tell of it, with what was said before its roll."""
    battle = mark(ACTING.pay(battle, call.actor, "standard", ask), call.actor, "attacked")
    ask.say(tell(battle, sentence, call.actor, *call.targets[:1]))
    return with_trades(with_intent(battle, call, ask), call)


def hand_to_hand(call: Call) -> Aim:
    """A manoeuvre on the first target of a call: Hand-to-hand Combat on both sides, no weapon."""
    target = call.targets[0]
    return Aim(call=call, attacker=call.actor, target=target, first_target=target, weapon=None, kind="melee")


def with_own_penalty(battle: AnyBattle, who: Id, kind: str, *, is_before: bool) -> AnyBattle:
    """The penalty of who tries a manoeuvre, until their next turn: from its own roll on, or only after it."""
    is_spared_it = kind == "disarming" and has_gift(battle, who, "disarming expert")
    counts_now = bool(setting(battle, "maneuver_penalty_on_own_roll")) == is_before
    return add_until_next_turn(battle, who, kind) if counts_now and not is_spared_it else battle


def _carry_out(
    battle: AnyBattle, call: Call, ask: Ask, *, sentence: str, penalty: str, on_hit: Consequence
) -> AnyBattle:
    battle = declared(battle, call, sentence, ask)
    battle = with_own_penalty(battle, call.actor, penalty, is_before=True)
    battle = resolve(battle, hand_to_hand(call), ask, on_hit)
    return with_own_penalty(battle, call.actor, penalty, is_before=False)


# ------------------------------------------------------------------------------------------ disarming


def eligible(battle: AnyBattle, who: Id) -> tuple[Item[Gear], ...]:
    """What somebody holds that can be taken from them: ordinary equipment in hand (KM-DISARM-04)."""
    return tuple(item for item in battle.items_of(who) if item.where == "hand" and item.gear.is_ordinary)


def holds_something(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: there is something to take (KM-DISARM-04)."""
    target = call.target
    if target in battle.combatants and not eligible(battle, str(target)):
        yield no("nothing_held", "{who} holds nothing that can be taken away.", "KM-DISARM-04", str(target))


def _disarmed(battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
    if falls_to_hit(battle, aim.target, ask, can_damage=False):
        return take_out(battle, aim.target, ask)
    held = eligible(battle, aim.target)
    if not held:
        ask.say(tell(battle, "{0} holds nothing that can be taken away.", aim.target))
        return battle
    options = tuple(Choice(key=item.id, label=item.name) for item in held)
    title = text("What does {who} lose?", who=ref(aim.target))
    which = Question(id="item", title=title, options=options, default=held[0].id, rule="KM-DISARM-04")
    item = battle.items[ask.choose(which, aim.attacker)]
    ways = (Choice(key="knock", label="Knock it away"), Choice(key="take", label="Take it"))
    title = text("Knock {item} away, or take it?", item=item.name)
    how = Question(id="how", title=title, options=ways, default="knock", rule="KM-DISARM-04")
    if ask.choose(how, aim.attacker) == "take":
        item = replace(item, holder=aim.attacker, where="hand")
        ask.say(tell(battle, "{0} takes {item} from {1}.", aim.attacker, aim.target, item=item.name))
    else:
        item = replace(item, holder=None, where="board", place=battle.combatants[aim.target].place)
        ask.say(tell(battle, "{0} knocks {item} out of the hand of {1}.", aim.attacker, aim.target, item=item.name))
    return replace(battle, items=battle.items | {item.id: item})


# ------------------------------------------------------------------------------------------ takedown


def _taken_down(battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
    if falls_to_hit(battle, aim.target, ask, can_damage=False):
        return take_out(battle, aim.target, ask)
    ask.say(tell(battle, "{0} falls to the ground.", aim.target))
    return with_prone(battle, aim.target)


# ------------------------------------------------------------------------------------------ distracting


def distract(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Deception against 7 and the opponent's Self-control (KM-DISTRACT-01, KM-DISTRACT-02)."""
    who, target = call.actor, call.targets[0]
    battle = ACTING.pay(battle, who, "standard", ask)
    ask.say(tell(battle, "{0} tries to distract {1}.", who, target))
    av = ask.number(skill_value(battle, who, "deception"))
    dv = ask.number(opposed_value(battle, target, "self_control"))
    request = sum_of("distract", "Deception", "2d6", bonus=av, against=dv, words=("success", "failure"))
    works = ask.verdict("distracted", "Distracts", ask.roll(request, who), at_least=dv, rule="KM-DISTRACT-01")
    ask.measure(target, "hit", works)
    if not works:
        return battle
    if is_spared(battle, target, "distracted"):
        ask.say(tell(battle, "{0} is attentive, and not distracted.", target))
        return battle
    ask.say(tell(battle, "{0} is distracted.", target))
    clock = who if setting(battle, "distract_until") == "distracter_turn" else None
    return add_until_next_turn(battle, target, "distracted", clock=clock)


MANOEUVRES = (
    Action(
        id="disarm",
        title="Disarm",
        run=partial(_carry_out, sentence="{0} tries to disarm {1}.", penalty="disarming", on_hit=_disarmed),
        targets="one",
        parameters=MANOEUVRE_PARAMETERS,
        guards=(*HAND_TO_HAND, holds_something),
        rules=("KM-DISARM-01", "KM-DISARM-02", "KM-DISARM-03", "KM-DISARM-04"),
        cost="standard action",
        group="attack",
        help="Hand to hand; takes or knocks away something held. A standard penalty until the next turn.",
    ),
    Action(
        id="takedown",
        title="Takedown",
        run=partial(_carry_out, sentence="{0} tries to take {1} down.", penalty="taking_down", on_hit=_taken_down),
        targets="one",
        parameters=MANOEUVRE_PARAMETERS,
        guards=HAND_TO_HAND,
        rules=("KM-TAKE-01", "KM-TAKE-02", "KM-TAKE-03", "KM-TAKE-04"),
        cost="standard action",
        group="attack",
        help="Hand to hand; the target falls prone. A standard penalty until the next turn.",
    ),
    Action(
        id="distract",
        title="Distract",
        run=distract,
        targets="one",
        guards=(*ACTING.costs("standard", "KM-STD-01"), WEAPONS.one_combatant, ACTING.not_in_forced_turn),
        rules=("KM-DISTRACT-01", "KM-DISTRACT-02"),
        cost="standard action",
        group="attack",
        help="Deception against Self-control; a standard penalty until their next turn.",
    ),
)
