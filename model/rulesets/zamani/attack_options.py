"""What can be said about an attack before its dice, and what speaks against it (ZM-ATK, ZM-CTRL, ZM-SURP)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from model.board.areas import around
from model.board.bands import metres_text
from model.engine.aiming import Aim
from model.engine.budget import has_mark, used
from model.engine.calls import Call
from model.engine.modifiers import Modifier, term
from model.engine.ruleset import Parameter, Ruleset
from model.engine.ways import CLOSE, read_place
from model.rulesets.zamani.costs import is_fighting, no
from model.rulesets.zamani.defence import Threat, cowers, forms, is_first_column, protector
from model.rulesets.zamani.distances import distance, is_in_area, reaches
from model.rulesets.zamani.gear import BODY, Gear, is_missile, usual_weapon
from model.rulesets.zamani.percent import (
    GM_MODIFIER,
    gm_modifier,
    has_focus,
    percentage,
    roll_modifiers,
    skill_terms,
)
from model.rulesets.zamani.settings import rules
from model.rulesets.zamani.surprise import surprise_of
from model.state.base import Id
from model.state.battle import AnyBattle, Item
from model.state.board import Place, Shape
from model.state.texts import Explanation, Refusal, ref, text

CONTROLLED = ("limb", "disarm", "prone", "bypass_armour", "custom")
NO = "no"


def weapon_of(battle: AnyBattle, call: Call) -> Item[Gear] | None:
    """What a call attacks with: the item named, the body if it says so, else the usual weapon."""
    if call.item is not None:
        return battle.items.get(call.item)
    return None if call.option("unarmed", False) else usual_weapon(battle, call.actor)


def gear_of(weapon: Item[Gear] | None) -> Gear:
    """A weapon's numbers, or those of the body."""
    return BODY if weapon is None else weapon.gear


def attack_percentage(battle: AnyBattle, call: Call) -> Explanation:
    """The percentage of an attack (ZM-ATK-02)."""
    who = call.actor
    given = battle.combatants[who].sheet.given
    skill = gear_of(weapon_of(battle, call)).skill
    base: list[Modifier] = (
        [term("given", "Given", int(given["percent"]))] if "percent" in given else skill_terms(battle, who, skill)
    )
    uses_focus = bool(call.option("focus", True))
    more = roll_modifiers(battle, who, is_skill=True, uses_focus=uses_focus, is_attack=True)
    return percentage("Attack", [*base, *more, *gm_modifier(call)])


def is_controlled(call: Call) -> bool:
    """Whether an effect was declared (ZM-CTRL-01)."""
    return bool(call.option("controlled", NO) != NO)


def is_surprise(battle: AnyBattle, call: Call, target: Id) -> bool:
    """Whether an attack is meant as a surprise: the one that opens the fight, or one that says so."""
    said = call.option("surprise", "auto")
    return surprise_of(battle, call.actor, target) is not None if said == "auto" else said != NO


def threat_of(battle: AnyBattle, call: Call, target: Id, *, has_surprised: bool) -> Threat:
    """An attack as its target meets it."""
    return Threat(
        attacker=call.actor,
        gear=gear_of(weapon_of(battle, call)),
        is_surprise=has_surprised,
        is_unseen={"yes": True, "no": False}.get(UNSEEN.said(call)),
        mode=call.option("defence_mode", "normal"),
        fixed=int(call.option("defence_ranks", 0)),
    )


# ------------------------------------------------------------------------------------------ guards


def sound_targets(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: others who are there, within reach (ZM-ATK-04)."""
    if call.actor not in battle.combatants:
        return
    gear = gear_of(weapon_of(battle, call))
    for target in call.targets:
        if target not in battle.combatants:
            sentence = text("{thing} is a thing: attacks are made on combatants.", thing=ref(target))
            yield Refusal(key="thing", sentence=sentence, can_override=False)
        elif target == call.actor and not gear.area_effect:
            yield no("oneself", "{who} cannot attack themselves.", "ZM-ATK-01", target)
        elif not battle.combatants[target].is_present:
            yield no("target_absent", "{who} is not here.", "", target)
        elif not reaches(battle, call.actor, target, gear):
            sentence = text(
                "{who} is out of reach: {metres} away.",
                who=ref(target),
                metres=metres_text(distance(battle, call.actor, target) or 0.0),
            )
            yield Refusal(key="out_of_reach", sentence=sentence, rule="ZM-ATK-04")


def fit_weapon(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: a loaded weapon of one's own, in hand."""
    if call.actor not in battle.combatants:
        return
    item = weapon_of(battle, call)
    if item is None:
        return
    if not item.gear.is_weapon:
        yield Refusal(key="no_weapon", sentence=text("{item} is no weapon.", item=item.name), rule="ZM-ATK-01")
    if item.holder != call.actor or item.where != "hand":
        sentence = text("{who} does not have {item} in hand.", who=ref(call.actor), item=item.name)
        yield Refusal(key="not_in_hand", sentence=sentence)
    if item.gear.magazine and not item.gear.rounds:
        sentence = text("{item} is empty.", item=item.name)
        yield Refusal(key="empty", sentence=sentence, rule="ZM-MIS-11")


def sound_control(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: controlled attacks are made by hand, and never by surprise (ZM-CTRL-01, ZM-CTRL-05, ZM-SURP-06)."""
    if call.actor not in battle.combatants or not is_controlled(call):
        return
    weapon = weapon_of(battle, call)
    if is_missile(battle, gear_of(weapon)):
        sentence = text("A controlled attack is not possible with a missile weapon.")
        yield Refusal(key="missile", sentence=sentence, rule="ZM-CTRL-01")
    if weapon is None and not rules(battle).controlled_unarmed:
        sentence = text("By a house rule a controlled attack needs a weapon.")
        yield Refusal(key="unarmed", sentence=sentence, rule="ZM-AMB-44")
    if any(is_surprise(battle, call, target) for target in call.targets):
        sentence = text("A surprise attack cannot be a controlled attack.")
        yield Refusal(key="surprise_control", sentence=sentence, rule="ZM-SURP-06")
    if call.option("controlled") == "custom" and not str(call.option("custom", "")).strip():
        sentence = text("Say which effect is wanted.")
        yield Refusal(key="no_effect", sentence=sentence, rule="ZM-CTRL-02", can_override=False)


def sound_position(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: by house rules no attack from cover, and none after a move away (ZM-AMB-32, ZM-AMB-39)."""
    who = call.actor
    if who not in battle.combatants:
        return
    if rules(battle).cover_attack == "forbid" and cowers(battle, who):
        yield no("in_cover", "{who} is cowering behind cover and cannot attack.", "ZM-AMB-32", who)
    if rules(battle).pre_attack_move == "any" or not is_fighting(battle) or used(battle, who, "metres") <= CLOSE:
        return
    if not any(has_mark(battle, who, f"closer.{target}") for target in call.targets):
        yield no("not_closer", "{who} has moved, but not closer to the target.", "ZM-AMB-39", who)


def open_defence(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: the defence asked for, of the target or who guards it, is not barred (ZM-DEF-04, ZM-AMB-31)."""
    wanted = call.option("defence", "best")
    if wanted == "best" or call.actor not in battle.combatants:
        return
    for target in call.targets:
        if target not in battle.combatants:
            continue
        threat = threat_of(battle, call, target, has_surprised=is_surprise(battle, call, target))
        guard = protector(battle, target, threat)
        who = target if guard is None else guard
        if is_first_column(battle, who, threat):
            yield no("no_defence", "{who} has no defence against this attack.", "ZM-DEF-03", who)
            continue
        threat = replace(threat, is_on_ward=guard is not None)
        found = [one for one in forms(battle, who, threat) if one.form == wanted]
        if not found:
            yield no("no_such_defence", f"{{who}} has no defence by {wanted}.", "ZM-DEF-04", who)
        elif all(one.why_not for one in found):
            sentence = text("{who} cannot defend with {form}: {why}.", who=ref(who), form=wanted, why=found[0].why_not)
            yield Refusal(key="barred_defence", sentence=sentence, rule=found[0].rule)


def area_weapon(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: a weapon with an area of effect, and targets within it (ZM-AEW-02)."""
    if call.actor not in battle.combatants:
        return
    gear = gear_of(weapon_of(battle, call))
    if not gear.area_effect:
        sentence = text("This weapon has no area of effect.")
        yield Refusal(key="no_area", sentence=sentence, rule="ZM-AEW-02")
    place = read_place(battle, call.option("place"), battle.combatants[call.actor].place)
    if place is None or not gear.radius_m:
        return
    for target in call.targets:
        if target in battle.combatants and not is_in_area(battle, place, target, gear.radius_m):
            yield no("outside", "{who} is outside the area.", "ZM-AEW-02", target)


# ------------------------------------------------------------------------------------------ areas on the map


def _has_radius(battle: AnyBattle, call: Call) -> bool:
    gear = gear_of(weapon_of(battle, call))
    return gear.area_effect and gear.radius_m > 0


def _centre(battle: AnyBattle, call: Call) -> Place | None:
    return read_place(battle, call.option("place"), battle.combatants[call.actor].place)


def _outline(battle: AnyBattle, call: Call) -> Shape | None:
    """The radius around the spot that was picked (ZM-AEW-02)."""
    place = _centre(battle, call)
    point = None if place is None else place.point
    return None if point is None else around(point, gear_of(weapon_of(battle, call)).radius_m)


def _caught(battle: AnyBattle, call: Call) -> tuple[Id, ...]:
    """Everybody in the area, friend and foe (ZM-AEW-02)."""
    place, radius = _centre(battle, call), gear_of(weapon_of(battle, call)).radius_m
    if place is None:
        return ()
    here = (who for who, one in battle.combatants.items() if one.is_present)
    return tuple(who for who in here if is_in_area(battle, place, who, radius))


AREA = Aim(shape=_outline, caught=_caught, at="place", applies=_has_radius)
"""How an area weapon is aimed."""


# ------------------------------------------------------------------------------------------ parameters


def _fires(battle: AnyBattle, call: Call) -> bool:
    return call.actor in battle.combatants and gear_of(weapon_of(battle, call)).rf > 0


def _by_hand(battle: AnyBattle, call: Call) -> bool:
    return call.actor in battle.combatants and not is_missile(battle, gear_of(weapon_of(battle, call)))


UNSEEN = Parameter(
    key="unseen", title="Not seen", kind="choice", default="auto", options=("auto", "yes", NO), was_flag=True,
    rule="ZM-MIS-14",
    help="Whether the target cannot see where the attack comes from. auto: an attacker hidden from the players, "
    "or invisible, is not seen.",
)  # fmt: skip
COMMON = (
    GM_MODIFIER,
    Parameter(
        key="focus", title="Use the focus", kind="flag", default=True, rule="ZM-FOC-02",
        help="+25 % where a focus is held; it is used up.",
        applies=lambda battle, call: call.actor in battle.combatants and has_focus(battle, call.actor),
    ),
    Parameter(
        key="defence", title="Defence", kind="choice", default="best", rule="ZM-DEF-04",
        options=("best", "dexterity", "acrobatics", "weapon", "shield", "cover"),
        help="The best one that is open, or the one that the defender picks.",
    ),
    UNSEEN,
    Parameter(
        key="defence_mode", title="What counts against it", kind="choice", default="normal", rule="ZM-MIS-16",
        options=("normal", "dexterity_only", "fixed", "none"),
    ),
    Parameter(
        key="defence_ranks", title="Fixed defence", kind="number", default=0, least=-50, most=100, rule="ZM-MIS-16",
        applies=lambda battle, call: bool(call.option("defence_mode") == "fixed"),
    ),
    Parameter(
        key="location", title="Where it hits", kind="text", default="", rule="ZM-MIS-15",
        applies=lambda battle, call: rules(battle).hit_locations == "note",
    ),
)  # fmt: skip

PARAMETERS = (
    *COMMON,
    Parameter(
        key="controlled", title="Controlled attack", kind="choice", default=NO, options=(NO, *CONTROLLED),
        rule="ZM-CTRL-02", help="The effect wanted; it needs H, X or C and does light damage.", applies=_by_hand,
    ),
    Parameter(
        key="custom", title="Effect in words", kind="text", default="", rule="ZM-CTRL-02",
        applies=lambda battle, call: bool(call.option("controlled") == "custom"),
    ),
    Parameter(
        key="limb", title="Limb", kind="text", default="", rule="ZM-CTRL-02",
        applies=lambda battle, call: bool(call.option("controlled") == "limb"),
    ),
    Parameter(
        key="disarm", title="What to strike from the hand", kind="item", rule="ZM-CTRL-02",
        applies=lambda battle, call: bool(call.option("controlled") == "disarm"),
    ),
    Parameter(
        key="surprise", title="Surprise", kind="choice", default="auto", rule="ZM-SURP-01",
        options=("auto", NO, "sneak", "ambush", "unseen"),
        help="auto: the attack that opens the fight; in mid-fight say how the target was taken unawares.",
    ),
    Parameter(
        key="automatic", title="Automatic fire", kind="flag", default=True, rule="ZM-AUTO-01", applies=_fires,
        help="Off: a single shot.",
    ),
    Parameter(key="unarmed", title="With the body", kind="flag", default=False, rule="ZM-ATK-01"),
)  # fmt: skip
AREA_PARAMETERS = (
    *COMMON,
    Parameter(
        key="place", title="Centre of the area", kind="place", rule="ZM-AEW-02",
        help="Targets further away than the radius are refused.",
    ),
)  # fmt: skip
