"""Attacks, regular and controlled, on one target or on all in an area (ZM-ATK, ZM-CTRL, ZM-AEW-02, ZM-AUTO-01)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, Literal

from model.board.areas import around
from model.board.bands import metres_apart, metres_text
from model.dice.answers import Word
from model.dice.outcomes import Outcome, total
from model.dice.requests import DiceRequest, sum_of
from model.dice.rolls import Roll
from model.engine import turns
from model.engine.ask import Ask, Measures
from model.engine.budget import mark, use, used
from model.engine.calls import Call
from model.engine.effects import add_effect, end_effects_of, has_effect
from model.engine.guards import no
from model.engine.last_weapon import with_last_weapon
from model.engine.messages import message
from model.engine.modifiers import Modifier, overridden, term
from model.engine.requests import Choice, Offer, Question, yes_or_no
from model.engine.routes import read_place
from model.engine.ruleset import Parameter
from model.engine.run import perform
from model.engine.types import StruckArea
from model.rulesets.zamani import odds
from model.rulesets.zamani.checks import (
    GM_MODIFIER,
    Thrown,
    d100,
    gm_modifier,
    has_focus,
    has_skill,
    percentage,
    roll_modifiers,
    skill_terms,
    spend_focus,
    throw,
)
from model.rulesets.zamani.conditions import DEAD, EXPOSED
from model.rulesets.zamani.damage import Hit, can_have, damage_value, inflict, would_drop
from model.rulesets.zamani.defence import (
    ENOUGH_COVER,
    Chosen,
    DefenceMode,
    Threat,
    chosen_defence,
    cover_between,
    cowers,
    forms,
    is_first_column,
    protector,
    use_up,
    with_cover_between,
)
from model.rulesets.zamani.movement import ATTACKED, FOLLOW_UP, distance, is_in_area, reach_of, reaches
from model.rulesets.zamani.segment import pay
from model.rulesets.zamani.settings import rules
from model.rulesets.zamani.sheet import BODY, Battle, Gear, LastRoll, Manner, is_missile, usual_weapon
from model.rulesets.zamani.surprise import contest, surprise_of, wants_attack_anyway
from model.rulesets.zamani.table import NO_EFFECT, ActionTable, StrikeEntry
from model.state.base import ENVIRONMENT, Id, Record, replace
from model.state.battle import Item, name_of
from model.state.board import Place, Shape
from model.state.identity_cache import cached_by_identity
from model.state.texts import Explanation, Refusal, gm_text, ref, text

# ------------------------------------------------------------------------------------------------------ before the roll


CONTROLLED = ("limb", "disarm", "prone", "bypass_armour", "custom")
NO: Final = "no"


def weapon_of(battle: Battle, call: Call) -> Item[Gear] | None:
    """The weapon of a call: the named item, None if it attacks with the body, else the usual weapon."""
    if call.item is not None:
        return battle.items.get(call.item)
    return None if _UNARMED.said(call) else usual_weapon(battle, call.actor)


def gear_of(weapon: Item[Gear] | None) -> Gear:
    """The gear of a weapon, or `BODY` if there is none."""
    return BODY if weapon is None else weapon.gear


def attack_percentage(battle: Battle, call: Call) -> Explanation:
    """The percentage of an attack (ZM-ATK-02)."""
    who = call.actor
    base = _attack_terms(battle, who, gear_of(weapon_of(battle, call)).skill)
    uses_focus = _FOCUS.said(call)
    more = roll_modifiers(battle, who, is_skill=True, uses_focus=uses_focus, is_attack=True)
    return _percentage(base, (*more, *gm_modifier(call)))


def _attack_terms(battle: Battle, who: Id, skill: str) -> tuple[Modifier, ...]:
    """A given total; else the skill's percentage, or that of all attacks for which there is no skill (ZM-MIS-05)."""
    sheet = battle.combatants[who].sheet
    if "percent" in sheet.given:
        return (term("given", "Given", sheet.given["percent"]),)
    if sheet.other_attacks and not has_skill(battle, who, skill):
        return (term("other_attacks", "Other attacks", sheet.other_attacks),)
    return skill_terms(battle, who, skill)


@cached_by_identity(256)
def _percentage(base: tuple[Modifier, ...], more: tuple[Modifier, ...]) -> Explanation:
    return percentage("Attack", (*base, *more))


def is_controlled(call: Call) -> bool:
    """Whether an attack is controlled: an effect was declared (ZM-CTRL-01)."""
    return _CONTROLLED.said(call) != NO


def is_surprise(battle: Battle, call: Call, target: Id) -> bool:
    """Whether an attack is meant as a surprise: one that opens combat, or one whose option says so."""
    said = _SURPRISE.said(call)
    return surprise_of(battle, call.actor, target) is not None if said == "auto" else said != NO


def threat_of(call: Call, gear: Gear, *, has_surprised: bool) -> Threat:
    """The attack of a call as far as it matters for the defence."""
    return Threat(
        attacker=call.actor,
        gear=gear,
        is_surprise=has_surprised,
        is_unseen=_SAID.get(UNSEEN.said(call)),
        is_covered=_SAID.get(_BEHIND_COVER.said(call)),
        mode=_DEFENCE_MODE.said(call),
        fixed=int(_DEFENCE_RANKS.said(call)),
    )


# ------------------------------------------------------------------------------------------ guards


def valid_targets(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the targets must be other combatants, present and within reach (ZM-ATK-04)."""
    if call.actor not in battle.combatants:
        return
    gear = gear_of(weapon_of(battle, call))
    for target in call.targets:
        if target not in battle.combatants:
            sentence = text("{thing} is an object: only combatants can be attacked.", thing=ref(target))
            yield Refusal(key="thing", sentence=sentence, can_override=False)
        elif target == call.actor and not gear.area_effect:
            yield no("oneself", "{who} cannot attack themselves.", "ZM-ATK-01", target)
        elif not battle.combatants[target].is_present:
            yield no("target_absent", "{who} is not here.", "", target)
        elif not reaches(battle, call.actor, target, gear):
            yield _too_far(battle, call.actor, target, gear)


def _too_far(battle: Battle, who: Id, target: Id, gear: Gear) -> Refusal:
    away, reach = distance(battle, who, target) or 0.0, reach_of(gear)
    if not is_missile(gear) or reach is None:
        sentence = text("{who} is out of reach: {metres} away.", who=ref(target), metres=metres_text(away))
        return Refusal(key="out_of_reach", sentence=sentence, rule="ZM-ATK-04", nearer=target)
    metres, limit = metres_apart(away, reach)
    words = "{who} is out of range: {metres} away, and the weapon reaches {limit}."
    sentence = text(words, who=ref(target), metres=metres, limit=limit)
    return Refusal(key="out_of_reach", sentence=sentence, rule="ZM-ATK-04", nearer=target, within=reach)


def fit_weapon(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the weapon must be loaded and in the actor's hand."""
    if call.actor not in battle.combatants:
        return
    item = weapon_of(battle, call)
    if item is None:
        return
    if not item.gear.is_weapon:
        yield Refusal(key="no_weapon", sentence=text("{item} is not a weapon.", item=item.name), rule="ZM-ATK-01")
    if item.holder != call.actor or item.where != "hand":
        sentence = text("{who} does not have {item} in hand.", who=ref(call.actor), item=item.name)
        yield Refusal(key="not_in_hand", sentence=sentence)
    if item.gear.magazine and not item.gear.rounds:
        sentence = text("{item} is empty.", item=item.name)
        yield Refusal(key="empty", sentence=sentence, rule="ZM-MIS-11")


def valid_control(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: no controlled attack with a missile weapon or by surprise (ZM-CTRL-01, ZM-CTRL-05, ZM-SURP-06)."""
    if call.actor not in battle.combatants or not is_controlled(call):
        return
    if is_missile(gear_of(weapon_of(battle, call))):
        sentence = text("A controlled attack is not possible with a missile weapon.")
        yield Refusal(key="missile", sentence=sentence, rule="ZM-CTRL-01")
    if any(is_surprise(battle, call, target) for target in call.targets):
        sentence = text("A surprise attack cannot be a controlled attack.")
        yield Refusal(key="surprise_control", sentence=sentence, rule="ZM-SURP-06")
    if _CONTROLLED.said(call) == "custom" and not _CUSTOM.said(call).strip():
        sentence = text("Choose the effect the attack aims for.")
        yield Refusal(key="no_effect", sentence=sentence, rule="ZM-CTRL-02", can_override=False)
    for target in call.targets:
        if target in battle.combatants and not can_have(battle, target, _CONTROLLED.said(call)):
            yield no("no_such_effect", _WITHOUT_EFFECT[_CONTROLLED.said(call)], "ZM-CTRL-02", target)


_WITHOUT_EFFECT = {
    "disarm": "{who} has nothing in hand that could be struck away.",
    "prone": "{who} is already prone.",
    "bypass_armour": "{who} has no armour to bypass.",
}
"""Why an effect that a controlled attack aims for would change nothing."""


def open_defence(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the requested defence, of the target or of its guard, must not be barred (ZM-DEF-04, ZM-AMB-31)."""
    wanted = _DEFENCE.said(call)
    if wanted == "best" or call.actor not in battle.combatants:
        return
    gear = gear_of(weapon_of(battle, call))
    for target in call.targets:
        if target not in battle.combatants:
            continue
        threat = threat_of(call, gear, has_surprised=is_surprise(battle, call, target))
        guard = protector(battle, target, threat)
        who = target if guard is None else guard
        if is_first_column(battle, who, threat):
            yield no("no_defence", "{who} has no defence against this attack.", "ZM-DEF-03", who)
            continue
        threat = replace(threat, is_on_ward=guard is not None)
        found = [one for one in forms(battle, who, threat) if one.form == wanted]
        if not found:
            yield no("no_such_defence", f"{{who}} cannot defend by {wanted}.", "ZM-DEF-04", who)
        elif all(one.why_not for one in found):
            sentence = text("{who} cannot defend with {form}: {why}.", who=ref(who), form=wanted, why=found[0].why_not)
            yield Refusal(key="barred_defence", sentence=sentence, rule=found[0].rule)


def area_weapon(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the weapon must have an area of effect, and the targets must be in it (ZM-AEW-02)."""
    if call.actor not in battle.combatants:
        return
    gear = gear_of(weapon_of(battle, call))
    if not gear.area_effect:
        sentence = text("This weapon has no area of effect.")
        yield Refusal(key="no_area", sentence=sentence, rule="ZM-AEW-02")
    place = read_place(battle, _PLACE.said(call), battle.combatants[call.actor].place)
    if place is None or not gear.radius_m:
        return
    for target in call.targets:
        if target in battle.combatants and not is_in_area(battle, place, target, gear.radius_m):
            yield no("outside", "{who} is outside the area.", "ZM-AEW-02", target)


# ------------------------------------------------------------------------------------------ areas on the map


def _has_radius(battle: Battle, call: Call) -> bool:
    gear = gear_of(weapon_of(battle, call))
    return gear.area_effect and gear.radius_m > 0


def _centre(battle: Battle, call: Call) -> Place | None:
    return read_place(battle, _PLACE.said(call), battle.combatants[call.actor].place)


def _outline(battle: Battle, call: Call) -> Shape | None:
    """The circle of the weapon's radius around the picked point, or None without a point (ZM-AEW-02)."""
    place = _centre(battle, call)
    point = None if place is None else place.point
    return None if point is None else around(point, gear_of(weapon_of(battle, call)).radius_m)


def _caught(battle: Battle, call: Call) -> tuple[Id, ...]:
    """All living combatants in the area, friend and foe (ZM-AEW-02)."""
    place, radius = _centre(battle, call), gear_of(weapon_of(battle, call)).radius_m
    if place is None:
        return ()
    here = (who for who, one in battle.combatants.items() if one.is_present and not has_effect(battle, who, DEAD))
    return tuple(who for who in here if is_in_area(battle, place, who, radius))


AREA = StruckArea(shape=_outline, caught=_caught, at="place", applies=_has_radius)
"""How an area weapon is aimed."""


# ------------------------------------------------------------------------------------------ parameters


def _fires(battle: Battle, call: Call) -> bool:
    return call.actor in battle.combatants and gear_of(weapon_of(battle, call)).rf > 0


def _by_hand(battle: Battle, call: Call) -> bool:
    return call.actor in battle.combatants and not is_missile(gear_of(weapon_of(battle, call)))


UNSEEN = Parameter(
    key="unseen", title="Attacker not seen", kind="choice", default="auto", options=("auto", "yes", NO), was_flag=True,
    rule="ZM-MIS-14",
    help="Whether the target cannot see where the attack comes from. auto: an attacker who is hidden from the "
         "players, or invisible, is not seen.",
)  # fmt: skip
_SAID = {"yes": True, NO: False}
"""What the GM says, by the value of an option; by `auto` nothing."""
_BEHIND_COVER = Parameter(
    key="behind_cover", title="Target behind cover", kind="choice", default="auto", options=("auto", "yes", NO),
    rule="ZM-COV-01", applies=lambda battle, call: not _by_hand(battle, call),
    help="Whether cover hides 80 % or more of the target. auto: as Cover (%) on its sheet says.",
)  # fmt: skip
_FOCUS = Parameter(
    key="focus", title="Use focus", kind="flag", default=True, rule="ZM-FOC-02",
    help="+25 % if the attacker holds a focus; this uses it up.",
    applies=lambda battle, call: call.actor in battle.combatants and has_focus(battle, call.actor),
)  # fmt: skip
_DEFENCE = Parameter(
    key="defence", title="Defence", kind="choice", default="best", rule="ZM-DEF-04",
    options=("best", "dexterity", "acrobatics", "weapon", "shield", "cover"),
    help="The best defence available, or the one that the defender picks.",
)  # fmt: skip
_DEFENCE_MODE: Parameter[DefenceMode] = Parameter(
    key="defence_mode", title="What works against it", kind="choice", default="normal", rule="ZM-MIS-16",
    options=("normal", "dexterity_only", "fixed", "none"),
)  # fmt: skip
_DEFENCE_RANKS = Parameter(
    key="defence_ranks", title="Fixed defence", kind="number", default=0, least=-50, most=100, rule="ZM-MIS-16",
    applies=lambda battle, call: _DEFENCE_MODE.said(call) == "fixed",
)  # fmt: skip
_LOCATION = Parameter(
    key="location", title="Hit location", kind="text", default="", rule="ZM-MIS-15",
    applies=lambda battle, call: rules(battle).hit_locations == "note",
)  # fmt: skip


COMMON = (GM_MODIFIER, _FOCUS, _DEFENCE, UNSEEN, _DEFENCE_MODE, _DEFENCE_RANKS, _LOCATION)

_CONTROLLED = Parameter(
    key="controlled", title="Controlled attack", kind="choice", default=NO, options=(NO, *CONTROLLED),
    rule="ZM-CTRL-02", help="The effect that the attack aims for; it needs H, X or C and does light damage.",
    applies=_by_hand,
)  # fmt: skip
_CUSTOM = Parameter(
    key="custom", title="Effect in words", kind="text", default="", rule="ZM-CTRL-02",
    applies=lambda battle, call: _CONTROLLED.said(call) == "custom",
)  # fmt: skip
_LIMB = Parameter(
    key="limb", title="Limb", kind="text", default="", rule="ZM-CTRL-02",
    applies=lambda battle, call: _CONTROLLED.said(call) == "limb",
)  # fmt: skip
_DISARM: Parameter[Id | None] = Parameter(
    key="disarm", title="Item to strike from the hand", kind="item", rule="ZM-CTRL-02",
    applies=lambda battle, call: _CONTROLLED.said(call) == "disarm",
)  # fmt: skip
_SURPRISE: Parameter[Literal["auto", "no"] | Manner] = Parameter(
    key="surprise", title="Surprise", kind="choice", default="auto", rule="ZM-SURP-01",
    options=("auto", NO, "sneak", "ambush", "unseen"),
    help="auto: the attack that opens combat; later, say how the target was taken unawares.",
)  # fmt: skip
_AUTOMATIC = Parameter(
    key="automatic", title="Automatic fire", kind="flag", default=True, rule="ZM-AUTO-01", applies=_fires,
    help="Off: a single shot.",
)  # fmt: skip
_UNARMED = Parameter(key="unarmed", title="With the body", kind="flag", default=False, rule="ZM-ATK-01")


PARAMETERS = (*COMMON, _BEHIND_COVER, _CONTROLLED, _CUSTOM, _LIMB, _DISARM, _SURPRISE, _AUTOMATIC, _UNARMED)
_PLACE: Parameter[Any] = Parameter(
    key="place", title="Centre of the area", kind="place", rule="ZM-AEW-02",
    help="Targets farther away than the radius are refused.",
)  # fmt: skip


AREA_PARAMETERS = (*COMMON, _PLACE)


# -------------------------------------------------------------------------------------------- from the result to damage


class Attack(Record, kw_only=True):
    """An attack as declared."""

    call: Call
    attacker: Id
    weapon: Item[Gear] | None
    gear: Gear
    has_surprised: bool = False
    is_area: bool = False

    @property
    def name(self) -> str:
        return "the body" if self.weapon is None else self.weapon.name


class StrikeRoll(Record):
    """The rolled die of a strike effect, with the function that reads it later."""

    roll: Roll
    effect: Callable[[int], str]


def strike_effect(battle: Battle, attack: Attack, target: Id, code: str, ask: Ask, suffix: str) -> str | StrikeRoll:
    """The strike effect: declared, chosen by the GM, or a roll still to be read (ZM-CTRL-04, ZM-ATK-05, ZM-MIS-04)."""
    if is_controlled(attack.call):
        return _CONTROLLED.said(attack.call)
    policy, table = rules(battle).strike_effects, battle.shared.table
    strike = table.strike(code)
    if policy == "off" or (policy == "random" and (strike is None or _is_empty(strike.entries))):
        return NO_EFFECT
    if policy == "ask":
        options = tuple(Choice(key=one.id, label=one.name) for one in table.effects if can_have(battle, target, one.id))
        question = Question(
            id=f"strike{suffix}", title=text("Strike effect"), options=options, default=NO_EFFECT, rule="ZM-ATK-05"
        )
        return ask.choose(question, ENVIRONMENT)
    assert strike is not None
    roll = ask.roll(sum_of(f"strike{suffix}", "Strike effect", f"1d{strike.die}"), attack.attacker)

    def effect(face: int) -> str:
        found = strike.effect(face)
        return found if can_have(battle, target, found) else NO_EFFECT

    return StrikeRoll(roll, effect)


def _is_empty(entries: tuple[StrikeEntry, ...]) -> bool:
    return all(entry.effect == NO_EFFECT for entry in entries)


def damaged(
    battle: Battle,
    attack: Attack,
    hit: Hit,
    code: str,
    strike: str | StrikeRoll,
    said: Word | None,
    rounds: Roll | None,
    ask: Ask,
) -> Hit:
    """The hit with its strike effect and damage, which are also measured for odds."""
    target, sheet = hit.target, battle.combatants[hit.target].sheet

    explained: dict[tuple[str, int], Explanation] = {}

    def explanation(effect: str, fired: int) -> Explanation:
        """The damage with an effect and rounds fired; cached, since measures and the final number use the same ones."""
        found = explained.get((effect, fired))
        if found is None:
            found = damage_value(battle, attack.attacker, target, attack.weapon, attack.gear, code, effect, fired)
            if attack.is_area:
                found = replace(found, key=f"damage.{target}", title=f"{name_of(battle, target)}: Damage")
            explained[effect, fired] = found
        return found

    def measures(of: Callable[[Any], tuple[str, int]]) -> Measures:
        """The measures for odds, as functions of the last outcome."""

        def drops(last: Any) -> bool:
            effect, fired = of(last)
            return effect == "knockout" or would_drop(sheet, explanation(effect, fired).total)

        return {odds.DAMAGE: lambda last: explanation(*of(last)).total, odds.DROP: drops}

    if isinstance(strike, str):
        effect = strike if _takes_place(battle, target, strike) else NO_EFFECT
    elif rounds is not None:
        effect = str(strike.roll.total(strike.effect))
    else:
        of_effect = measures(lambda effect: (effect, 0))
        effect = str(ask.resolve(total(strike.roll, strike.effect), who=target, measures=of_effect, is_last=True))
    fired = 0
    if rounds is not None:
        of_rounds = measures(lambda fired: (effect, fired))
        fired = ask.resolve(_fired(attack, rounds), who=target, measures=of_rounds, is_last=True)
    if said is not None and said.word == "damage" and said.amount is not None:
        loss = said.amount
    else:
        loss = max(0, ask.number(explanation(effect, fired)))
    ask.measure(target, odds.DAMAGE, loss)
    ask.measure(target, odds.DROP, effect == "knockout" or would_drop(sheet, loss))
    return replace(hit, loss=loss, effect=effect, rounds=fired)


def _takes_place(battle: Battle, target: Id, effect: str) -> bool:
    return effect == "custom" or can_have(battle, target, effect)


def automatic_fire(battle: Battle, attack: Attack, ask: Ask) -> Roll | None:
    """Roll the dice of automatic fire, before the attack; None if there is no automatic fire (ZM-AUTO-01)."""
    gear = attack.gear
    if not gear.rf or not _AUTOMATIC.said(attack.call):
        return None
    return ask.roll(sum_of("rounds", "Automatic fire", f"{gear.rf}d10"), attack.attacker)


def _fired(attack: Attack, rounds: Roll) -> Outcome:
    """Rounds fired: as many as the dice show, but at most those left in the magazine."""
    return total(rounds, then=lambda sum: min(sum, attack.gear.rounds) if attack.gear.magazine else sum)


def spent_on_miss(attack: Attack, target: Id, rounds: Roll | None, ask: Ask) -> int:
    """Rounds of automatic fire spent on a miss; 0 without automatic fire."""
    if rounds is None:
        return 0
    return int(ask.resolve(_fired(attack, rounds), is_last=True))


def with_rounds_fired(battle: Battle, attack: Attack, rounds: int) -> Battle:
    """Take the fired rounds out of the magazine: those of automatic fire, else one (ZM-AUTO-01, ZM-MIS-11)."""
    weapon = attack.weapon
    if weapon is None or not attack.gear.magazine:
        return battle
    left = max(0, attack.gear.rounds - (rounds or 1))
    changed = replace(weapon, gear=replace(weapon.gear, ammo=left))
    return replace(battle, items=battle.items | {weapon.id: changed})


def located(battle: Battle, attack: Attack, hit: Hit, ask: Ask) -> Battle:
    """Log the hit location: the note of the call, or a roll on the GM's own table (ZM-MIS-15)."""
    policy = rules(battle).hit_locations
    where = _LOCATION.said(attack.call) if policy == "note" else ""
    ranges = _locations(battle.shared.locations)
    if policy == "gm_table" and ranges:
        suffix = f".{hit.target}" if attack.is_area else ""
        most = max(last for _, last, _ in ranges)
        face = int(ask.roll(sum_of(f"location{suffix}", "Hit location", f"1d{max(2, most)}"), attack.attacker).total())
        where = next((name for first, last, name in ranges if first <= face <= last), "")
    if where:
        ask.log(battle, "{0} is hit: {where}.", hit.target, where=where)
    return battle


def _locations(table: dict[str, str]) -> list[tuple[int, int, str]]:
    """The GM's hit locations as first face, last face and name; keys are `1-3` or `4`, all others are ignored."""
    found = []
    for faces, name in table.items():
        first, _, last = faces.partition("-")
        if first.isdecimal() and (last or first).isdecimal():
            found.append((int(first), int(last or first), name))
    return found


# ----------------------------------------------------------------------------------------------------------- the attack


HIT_WORDS = ("hit", "miss", "damage")


def attack(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Attack one target, with or without a declared effect (ZM-ATK-02, ZM-CTRL-03)."""
    target = call.targets[0]
    if refusal := _effect_rejected(battle, call, ask):
        return refusal
    has_surprised, is_over, battle = _surprise(battle, call, target, ask)
    if is_over:
        return pay(battle, call.actor, is_offensive=True)
    battle = _declared(battle, call, ask)
    weapon = weapon_of(battle, call)
    attack = Attack(call=call, attacker=call.actor, weapon=weapon, gear=gear_of(weapon), has_surprised=has_surprised)
    battle = _guard_shifts(battle, attack, target, ask)
    battle, hits = _rolled(battle, attack, ask)
    return _followed(battle, attack, hits[0])


def area_attack(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Attack all targets in an area with one roll, looked up against the defence of each (ZM-AEW-02)."""
    battle = _declared(battle, call, ask)
    weapon = weapon_of(battle, call)
    attack = Attack(call=call, attacker=call.actor, weapon=weapon, gear=gear_of(weapon), is_area=True)
    battle, hits = _rolled(battle, attack, ask)
    return _followed(battle, attack, next((hit for hit in hits if hit.is_hit), hits[0]))


# ------------------------------------------------------------------------------------------ declaration


def _effect_rejected(battle: Battle, call: Call, ask: Ask) -> Refusal | None:
    """Ask the GM, before the roll, to accept an effect in the player's own words; the refusal, or None (ZM-CTRL-02)."""
    if _CONTROLLED.said(call) != "custom":
        return None
    question = Question(
        id="accept",
        title=text("Does “{effect}” make sense as the effect of a controlled attack?", effect=_CUSTOM.said(call)),
        options=yes_or_no(),
        default="yes",
        rule="ZM-CTRL-02",
    )
    if ask.choose(question, ENVIRONMENT) == "yes":
        return None
    sentence = text("The GM does not accept this effect.")
    return ask.refuse(Refusal(key="rejected", sentence=sentence, rule="ZM-CTRL-02"))


def _surprise(battle: Battle, call: Call, target: Id, ask: Ask) -> tuple[bool, bool, Battle]:
    """Whether the target is surprised, whether there is no attack after all, and the battle (ZM-SURP, ZM-AMB-07)."""
    opening = surprise_of(battle, call.actor, target)
    said = _SURPRISE.said(call)
    if said == "auto":
        return opening is not None and opening.has_come_off, False, battle
    if said == NO:
        return False, False, battle
    if contest(battle, call.actor, target, said, ask):
        return True, False, _rest_of_round(battle, call.actor, ask)
    is_over = not wants_attack_anyway(battle, call.actor, ask)
    return False, is_over, battle


def _rest_of_round(battle: Battle, attacker: Id, ask: Ask) -> Battle:
    """After a surprise during combat, end the round for all others if the GM says so (ZM-AMB-07)."""
    question: Question[Literal["defence_only", "end_round"]] = Question(
        id="midcombat",
        title=text("A surprise during combat: do all others lose the rest of the round?"),
        options=(
            Choice(key="defence_only", label="The round goes on"),
            Choice(key="end_round", label="They lose it"),
        ),
        default="defence_only",
        rule="ZM-SURP-04",
        remember=True,
    )
    if ask.choose(question, ENVIRONMENT) != "end_round":
        return battle
    order = battle.order
    waiting = (order.slots[id] for id in order.sequence if order.slots[id].state == "waiting")
    return turns.rest(battle, [slot.id for slot in waiting if attacker not in slot.members])


def _declared(battle: Battle, call: Call, ask: Ask) -> Battle:
    """Use up the action for the attack, log it, and ask about the attacker's cover."""
    who, weapon = call.actor, weapon_of(battle, call)
    battle = pay(battle, who, ATTACKED, is_offensive=True)
    if metres := used(battle, who, "metres"):
        battle = use(battle, who, "before", metres)
    battle = with_last_weapon(battle, who, weapon)
    name = "the body" if weapon is None else weapon.name
    ask.log(battle, "{0} attacks {1} with {weapon}.", who, call.targets[0], weapon=name)
    return _out_of_cover(battle, who, ask) if cowers(battle, who) else battle


def _out_of_cover(battle: Battle, who: Id, ask: Ask) -> Battle:
    """Ask whether the attacker's cover stops counting until their next action (ZM-AMB-32)."""
    question = Question(
        id="cover",
        title=message(battle, "{0} attacks from behind cover. Does the cover still count until the next action?", who),
        options=(Choice(key="stays", label="It counts"), Choice(key="falls", label="It does not")),
        default="stays",
        rule="ZM-COV-01",
        remember=True,
    )
    if ask.choose(question, ENVIRONMENT) == "stays":
        return battle
    return add_effect(end_effects_of(battle, who, EXPOSED), who, EXPOSED, until="turn_start")


def _guard_shifts(battle: Battle, attack: Attack, target: Id, ask: Ask) -> Battle:
    """Offer the target's guard a shift around the target to meet the attack (ZM-GUARD-08, ZM-AMB-45)."""
    if not ask.wants("shift", "attack"):
        return battle
    guard = protector(battle, target, _threat(attack))
    if guard is None:
        return battle
    title = message(battle, "{0} may shift around {1}.", guard, target)
    call = ask.offer(Offer(id="shift", title=title, by=(guard,), actions=("shift",), rule="ZM-GUARD-08"))
    if not isinstance(call, Call):
        return battle
    after = perform(battle, call, ask.within("shift", call))
    if isinstance(after, Refusal):
        ask.add_message(after.sentence)
        return battle
    return after


def _threat(attack: Attack) -> Threat:
    return threat_of(attack.call, attack.gear, has_surprised=attack.has_surprised)


# ------------------------------------------------------------------------------------------ the roll


def _rolled(battle: Battle, attack: Attack, ask: Ask) -> tuple[Battle, tuple[Hit, ...]]:
    """Roll, look up the result for each target, and apply the hits."""
    table = battle.shared.table
    percent = ask.number(attack_percentage(battle, attack.call))
    defences = {target: _defence(battle, attack, target, ask) for target in attack.call.targets}
    rounds = automatic_fire(battle, attack, ask)
    before = battle
    if _FOCUS.said(attack.call):
        battle = spend_focus(battle, attack.attacker)
    thrown = throw(before, _request(table, percent), percent, attack.attacker, ask, "success", "ZM-GEN-04")
    hits = ask.each(
        attack.call.targets,
        lambda target: _looked_up(before, attack, target, defences[target], thrown, rounds, ask),
    )
    battle = with_rounds_fired(battle, attack, hits[0].rounds)
    spent = thrown.is_success or rules(battle).defence_spent_on == "declaration"
    for hit in hits:
        if spent and not attack.is_area:
            battle = use_up(battle, defences[hit.target])
        battle = _lit(battle, attack, hit, defences[hit.target], thrown)
        battle = _carried_out(battle, attack, hit, thrown, ask)
    return battle, hits


def _request(table: ActionTable, percent: int) -> DiceRequest:
    return d100("attack", "Attack", percent, _words(table))


@cached_by_identity(16)
def _words(table: ActionTable) -> tuple[str, ...]:
    """The words that the GM may give instead of the dice of an attack."""
    return (*HIT_WORDS, *(result.name.lower() for result in table.results))


def _defence(battle: Battle, attack: Attack, target: Id, ask: Ask) -> Chosen:
    """The defence used against an attack on this target, with the GM's override of its number."""
    threat = _threat(attack)
    if attack.is_area and (opening := surprise_of(battle, attack.attacker, target)) is not None:
        threat = replace(threat, is_surprise=opening.has_come_off)
    chosen = chosen_defence(battle, target, threat, _DEFENCE.said(attack.call))
    if ask.keeps_log and (cover := cover_between(battle, target, threat)) is not None:
        chosen = with_cover_between(chosen, cover)
        words = "{cover} lies between {who} and {target}: cover counts from {least} % of the body hidden."
        about = {"cover": ref(cover.id), "who": ref(attack.attacker), "target": ref(target)}
        ask.add_message(gm_text(words, **about, least=ENOUGH_COVER))
    if chosen.who == target and not attack.is_area:
        explanation = _own_defence(chosen)
    else:
        suffix = f".{target}" if attack.is_area else ""
        means = chosen.title if chosen.who == target else f"{name_of(battle, chosen.who)}: {chosen.title}"
        title = f"{name_of(battle, target)}: {means}" if attack.is_area else f"Defence: {means}"
        explanation = Explanation(key=f"defence{suffix}", title=title, parts=chosen.explanation.parts)
    ranks = ask.number(explanation)
    if chosen.who != target:
        ask.log(battle, "{0} protects {1}.", chosen.who, target)
    return chosen if ranks == explanation.total else replace(chosen, explanation=overridden(explanation, ranks))


@cached_by_identity(256)
def _own_defence(chosen: Chosen) -> Explanation:
    """The explanation of a single target's own defence."""
    return Explanation(key="defence", title=f"Defence: {chosen.title}", parts=chosen.explanation.parts)


def _looked_up(
    battle: Battle, attack: Attack, target: Id, defence: Chosen, thrown: Thrown, rounds: Roll | None, ask: Ask
) -> Hit:
    """Look up the result for one target, and compute its damage (ZM-ATK-02, ZM-CTRL-03)."""
    suffix = f".{target}" if attack.is_area else ""
    code, is_hit = "", False
    if thrown.is_success:
        code, is_hit = _result(battle, attack, defence, thrown, ask, suffix)
    ask.measure(target, odds.HIT, is_hit)
    if not is_hit:
        ask.measure(target, odds.DROP, False)
        return Hit(target=target, code=code, is_hit=False, rounds=spent_on_miss(attack, target, rounds, ask))
    strike = strike_effect(battle, attack, target, code, ask, suffix)
    damage_code = battle.shared.table.controlled.damage_result if is_controlled(attack.call) else code
    hit = Hit(target=target, code=code, is_hit=True)
    return damaged(battle, attack, hit, damage_code, strike, thrown.roll.said, rounds, ask)


def _result(battle: Battle, attack: Attack, defence: Chosen, thrown: Thrown, ask: Ask, suffix: str) -> tuple[str, bool]:
    """The letter for a successful roll and whether it is a hit, with the GM's word or ruling in place of the result."""
    table = battle.shared.table
    column = table.column(defence.explanation.total)
    needed = frozenset(table.controlled.need) if is_controlled(attack.call) else table.hits()
    weakest = table.weakest(needed)
    said = thrown.roll.said
    if said is not None:
        named = next((one.code for one in table.results if one.name.lower() == said.word), weakest)
        return (named, True) if named in needed else (table.controlled.otherwise, False)
    code = thrown.graded(table, column)
    is_hit = _is_hit(table, column, thrown, code, needed, ask, f"hit{suffix}")
    if ask.keeps_log:
        where = {"margin": thrown.margin(), "column": table.columns[column]}
        ask.add_message(gm_text("Margin {margin}, column {column}: {code}.", code=code, **where))
    if is_hit:
        return (code if code in needed else weakest), True
    return table.controlled.otherwise, False


def _is_hit(
    table: ActionTable, column: int, thrown: Thrown, code: str, needed: frozenset[str], ask: Ask, key: str
) -> bool:
    """Whether a result is a hit, or the GM's ruling; with neither a log nor a ruling, no verdict is recorded."""
    if not ask.keeps_log and ask.calls.overrule(key) is None:
        return code in needed
    hits = table.faces_with(thrown.percent, column, needed)
    read = f"margin {thrown.margin()}, column {table.columns[column]}: {code}"
    return ask.verdict(
        key, "Hit", thrown.roll, at_least=1, of=hits, computed=code in needed, rule="ZM-ATK-02", measured=read
    )


def _lit(battle: Battle, attack: Attack, hit: Hit, defence: Chosen, thrown: Thrown) -> Battle:
    """Store the cell that was read, for the display of the table."""
    if not thrown.is_success or thrown.roll.said is not None:
        return battle
    table = battle.shared.table
    row, column = table.row(thrown.margin()), table.column(defence.explanation.total)
    last = LastRoll(row=row, column=column, code=table.rows[row].cells[column])
    return replace(battle, shared=replace(battle.shared, last_roll=last))


def _carried_out(battle: Battle, attack: Attack, hit: Hit, thrown: Thrown, ask: Ask) -> Battle:
    """Log the result for one target, and apply the hit."""
    who, target = attack.attacker, hit.target
    if not thrown.is_success:
        ask.log(battle, "{0} misses {1}.", who, target)
        return battle
    if not hit.is_hit:
        ask.log(battle, "{1} avoids the attack of {0}.", who, target)
        return battle
    table, is_wanted = battle.shared.table, is_controlled(attack.call)
    name = table.result(table.controlled.damage_result if is_wanted else hit.code).name.lower()
    ask.log(
        battle,
        "{0} hits {1}: {result}, controlled." if is_wanted else "{0} hits {1}: {result}.",
        who,
        target,
        result=name,
    )
    battle = located(battle, attack, hit, ask)
    call = attack.call
    if hit.effect == "custom":
        ask.log(battle, "{0}: {effect}.", who, effect=_CUSTOM.said(call))
        hit = replace(hit, effect=NO_EFFECT)
    return inflict(battle, who, hit, ask, limb=_LIMB.said(call), disarm=_DISARM.said(call))


def _followed(battle: Battle, attack: Attack, hit: Hit) -> Battle:
    """Mark whether a half move may follow (ZM-MOVE-04, ZM-AMB-17)."""
    who = attack.attacker
    is_followed = hit.is_hit and not is_controlled(attack.call) and not used(battle, who, "before")
    return mark(battle, who, FOLLOW_UP) if is_followed else battle
