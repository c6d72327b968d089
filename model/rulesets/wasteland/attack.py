"""Attacks: aiming, ammunition, difficulty, and the five steps (WL-ATK, WL-MIN-01)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.budget import has_mark, mark
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of, end_effects_of, has_effect
from model.engine.guards import no, not_beside
from model.engine.last_weapon import with_last_weapon
from model.engine.modifiers import Modifier
from model.engine.requests import Choice, Offer
from model.engine.ruleset import Action, Parameter
from model.rulesets.wasteland import checks, odds, payment
from model.rulesets.wasteland.conditions import AIMING, CONDITIONS, COVER, DYING
from model.rulesets.wasteland.damage import DamageSource, strike
from model.rulesets.wasteland.harm import arms_left, forget_strikes, is_arm_useless
from model.rulesets.wasteland.movement import ZONES, Distance, distance, has_enemy_in_reach, is_in_reach
from model.rulesets.wasteland.settings import rules
from model.rulesets.wasteland.sheet import (
    LOCATIONS,
    UNARMED,
    Battle,
    Gear,
    Location,
    ground_of,
    location_named,
    usual_weapon,
    weapons_first,
)
from model.rulesets.wasteland.values import defense_parts
from model.state.base import Id, replace
from model.state.battle import Item
from model.state.texts import Explanation, Refusal, gm_text, ref, text

# ----------------------------------------------------------------------------------------------------------- ammunition


def rounds_left(gear: Gear) -> int | None:
    """Shots or pieces left, or None if they are not counted."""
    kind = gear.attack_kind
    return gear.ammo if kind == "ranged" else gear.quantity if kind == "thrown" else None


def shot_cost(battle: Battle, gear: Gear) -> int:
    """Ammunition that the attack itself uses; of a thrown weapon, one piece (WL-AMB-13)."""
    if gear.attack_kind == "thrown":
        return 1
    return rules(battle).base_shot_cost if gear.attack_kind == "ranged" else 0


def most_extra(battle: Battle, gear: Gear) -> int:
    """How many further dice ammunition can buy: limited by the fire rate and the ammunition (WL-ATK-12)."""
    if gear.attack_kind != "ranged":
        return 0
    rounds = rounds_left(gear)
    return max(0, gear.fire_rate if rounds is None else min(gear.fire_rate, rounds - shot_cost(battle, gear)))


def extra_after_hit(battle: Battle, who: Id, gear: Gear, call: Call, ask: Ask) -> int:
    """Number of further shots: as declared, or accepted from an offer with the damage after a hit (WL-ATK-12)."""
    most = most_extra(battle, gear)
    declared = min(most, int(_AMMO.said(call)))
    if declared or not most:
        return declared
    options = tuple(Choice(key=str(count), label=f"+{count} CD") for count in range(1, most + 1))
    title = text("Further shots, +1 CD each")
    taken = ask.offer(Offer(id="ammo", title=title, by=(who,), options=options, rule="WL-ATK-12"))
    return int(taken) if isinstance(taken, str) else 0


def use_ammunition(battle: Battle, weapon: Item[Gear] | None, count: int) -> Battle:
    """Deduct the ammunition used, as the last step of the attack (WL-ATK-14)."""
    if weapon is None:
        return battle
    gear = battle.items[weapon.id].gear if weapon.id in battle.items else weapon.gear
    rounds = rounds_left(gear)
    if rounds is None or weapon.id not in battle.items:
        return battle
    left = max(0, rounds - count)
    spent = replace(gear, ammo=left) if gear.attack_kind == "ranged" else replace(gear, quantity=left)
    return replace(battle, items=battle.items | {weapon.id: replace(battle.items[weapon.id], gear=spent)})


# ----------------------------------------------------------------------------------------------------------- difficulty


def weapon_of(battle: Battle, call: Call) -> Item[Gear] | None:
    """The weapon of a call: the item named, None for bare hands, else the usual weapon."""
    if call.item is not None:
        return battle.items.get(call.item)
    return None if _UNARMED.said(call) else usual_weapon(battle, call.actor)


def gear_of(weapon: Item[Gear] | None) -> Gear:
    return UNARMED if weapon is None else weapon.gear


def called_location(battle: Battle, call: Call) -> Location | None:
    """The location that an attack names, or None (WL-ATK-03)."""
    target = call.target
    name = _LOCATION.said(call)
    if not name or target not in battle.combatants or target is None:
        return None
    return location_named(battle.combatants[target].sheet.body, name)


# ---------------------------------------------------------------------------------------------- parts of the difficulty


def attack_difficulty(battle: Battle, attacker: Id, target: Id, gear: Gear, call: Call) -> Explanation:
    """The difficulty of an attack: Defense and all modifiers (WL-ATK-09)."""
    parts = [*defense_parts(battle, target)]
    if called_location(battle, call) is not None:
        parts.append(Modifier(key="called", label="Called location", amount=1, rule="WL-ATK-03"))
    found = distance(battle, attacker, target)
    parts += _range(found, gear)
    parts += _in_reach(battle, attacker, target, gear)
    parts += CONDITIONS.modifiers(battle, target, "attacked", _how_far(found))
    return checks.difficulty_of(battle, attacker, parts, call, needs_sight=gear.is_at_range)


def _range(found: Distance | None, gear: Gear) -> Iterator[Modifier]:
    """Zones by which the distance differs from the ideal one; extreme has no upper end (WL-ATK-05, WL-AMB-11)."""
    if found is not None and gear.is_at_range:
        nearer = ZONES[gear.ideal] - found.zones
        amount = max(0, nearer) if gear.ideal == "extreme" else abs(nearer)
        rule = "WL-ATK-05" if gear.attack_kind == "ranged" else "WL-ATK-06"
        yield Modifier(key="range", label=f"{found.band.title}, ideal {gear.ideal}", amount=amount, rule=rule)


ENEMY_IN_REACH = 2
"""How much harder shooting and throwing are with an enemy within reach (WL-ATK-07)."""


def _in_reach(battle: Battle, attacker: Id, target: Id, gear: Gear) -> Iterator[Modifier]:
    """Penalty for shooting or throwing with an enemy within reach (WL-ATK-07, WL-AMB-02)."""
    if not gear.is_at_range:
        return
    if rules(battle).reach_penalty_scope == "attacked_target":
        is_hindered = is_in_reach(battle, attacker, target)
    else:
        is_hindered = has_enemy_in_reach(battle, attacker)
    if is_hindered:
        yield Modifier(key="enemy_in_reach", label="Enemy in reach", amount=ENEMY_IN_REACH, rule="WL-ATK-07")


def _how_far(found: Distance | None) -> str:
    """The distance as the keyword by which conditions modify attacks."""
    if found is None:
        return "unknown"
    if found.is_reach:
        return "reach"
    return "far" if found.zones >= ZONES["medium"] else "close"


def cover_dice(battle: Battle, attacker: Id, who: Id, gear: Gear, call: Call) -> int:
    """Cover dice against this attack: of its target as the GM says, else those of the cover or its zone (WL-MIS-04)."""
    typed = _COVER.said(call)
    if typed is not None and who in call.targets:
        return int(typed)
    if gear.attack_kind not in rules(battle).cover_applies_to:
        return 0
    ground = ground_of(battle, who)
    against = (effect for effect in effects_of(battle, who, COVER) if effect.other in (None, attacker))
    return max((effect.amount or ground.cover for effect in against), default=0)


# --------------------------------------------------------------------------------------------------------------- guards


def one_combatant(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the target is another combatant who is present, and a called location is part of their body."""
    target = call.target
    if target is None:
        return
    if target == call.actor:
        yield no("oneself", "{who} cannot attack themselves.", "WL-ATK-01", target)
    elif not battle.combatants[target].is_present:
        yield no("target_absent", "{who} is not here.", "", target)
    if _LOCATION.said(call) and called_location(battle, call) is None:
        known = ", ".join(location.name for location in LOCATIONS[battle.combatants[target].sheet.body])
        sentence = text("{who} has no such location. The locations are {known}.", who=ref(target), known=known)
        yield Refusal(key="no_location", sentence=sentence, rule="WL-ATK-03", can_override=False)


def fit_weapon(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the actor has the weapon at hand, and arms to use it (WL-AMB-25, WL-INJ-01, WL-AMB-15)."""
    who = call.actor
    if who not in battle.combatants:
        return
    item = weapon_of(battle, call)
    if item is not None:
        if item.gear.kind != "weapon":
            yield Refusal(key="no_weapon", sentence=text("{item} is not a weapon.", item=item.name), rule="WL-ATK-01")
        if item.holder != who:
            sentence = text("{who} does not have {item}.", who=ref(who), item=item.name)
            yield Refusal(key="not_held", sentence=sentence, rule="WL-AMB-25")
        elif item.where != "hand" and not item.gear.built_in:
            sentence = text("{who} does not have {item} in hand.", who=ref(who), item=item.name)
            yield Refusal(key="not_in_hand", sentence=sentence, rule="WL-MIN-02")
    gear = gear_of(item)
    if gear.harm not in rules(battle).damage_types:
        sentence = text("There is no {type} damage here: the house rules list the damage types.", type=gear.harm)
        yield Refusal(key="no_damage_type", sentence=sentence, rule="WL-MIS-03")
    yield from _no_arm(battle, who, gear)


def _no_arm(battle: Battle, who: Id, gear: Gear) -> Iterator[Refusal]:
    if gear.arm and is_arm_useless(battle, who, gear.arm):
        yield no("no_arm", "The arm that {who} needs for this is useless.", "WL-INJ-01", who)
    elif not (gear.built_in and gear is not UNARMED) and gear.hands > arms_left(battle, who):
        yield no("no_arm", "{who} has no arm for this.", "WL-INJ-01", who)


def in_range(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: melee attacks need reach (WL-ATK-08, WL-AMB-25)."""
    target = call.target
    if call.actor not in battle.combatants or target not in battle.combatants or target is None:
        return
    found = distance(battle, call.actor, target)
    if found is None or found.is_reach:
        return
    if not gear_of(weapon_of(battle, call)).is_at_range:
        yield not_beside("out_of_reach", "{who} is out of reach: move next to them.", "WL-ATK-08", target)


def loaded(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: there is ammunition for the shot and for declared further shots (WL-ATK-12, WL-ATK-14)."""
    if call.actor not in battle.combatants:
        return
    gear = gear_of(weapon_of(battle, call))
    rounds = rounds_left(gear)
    needed = max(1, shot_cost(battle, gear))
    if rounds is not None and rounds < needed:
        some = "{who} needs {needed} rounds for a shot; only {left} left."
        sentence = text(
            some if rounds else "{who} has no ammunition left.", who=ref(call.actor), needed=needed, left=rounds
        )
        yield Refusal(key="no_ammo", sentence=sentence, rule="WL-ATK-14")
    declared = int(_AMMO.said(call))
    most = most_extra(battle, gear)
    if declared > most:
        shots = "{most} further shot is" if most == 1 else "{most} further shots are"
        sentence = text(f"At most {shots} possible.", most=most)
        yield Refusal(key="too_much_ammo", sentence=sentence, rule="WL-ATK-12")


def _locations(battle: Battle, call: Call) -> tuple[tuple[str, str], ...]:
    """The locations of the target's body, as label and id."""
    target = battle.combatants.get(call.target or "")
    return () if target is None else tuple((place.name, place.id) for place in LOCATIONS[target.sheet.body])


_LOCATION = Parameter(
    key="location", title="Called location", kind="text", default="", rule="WL-ATK-03",
    help="Such as head or left arm; +1 difficulty and no location roll.", choices=_locations,
)  # fmt: skip
_AMMO: Parameter[float] = Parameter(
    key="ammo", title="Further shots", kind="number", default=0, least=0, most=10, rule="WL-ATK-12",
    help="+1 CD each, up to the fire rate; offered after a hit.", applies=lambda battle, call: bool(_AMMO.said(call)),
)  # fmt: skip
_COVER: Parameter[float | None] = Parameter(
    key="cover", title="Cover dice", kind="number", least=0, most=10, rule="WL-MIS-04",
    help="Used instead of the dice of the target's cover.",
)  # fmt: skip
_BONUS_CD = Parameter(
    key="bonus_cd", title="GM: damage", kind="number", default=0, least=-10, most=20, rule="WL-ATK-11",
)  # fmt: skip
_UNARMED = Parameter(key="unarmed", title="Bare hands", kind="flag", default=False, rule="WL-ATK-02")


PARAMETERS = (_LOCATION, _AMMO, _COVER, _BONUS_CD, _UNARMED)


# ----------------------------------------------------------------------------------------------------------- the attack


HIT_WORDS = ("hit", "miss", "damage")


def attack(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Attack a combatant with a weapon or bare hands (WL-MAJ-02, WL-ATK-01)."""
    attacker, target = call.actor, call.targets[0]
    weapon = weapon_of(battle, call)
    gear = gear_of(weapon)
    battle = _declared(battle, attacker, target, weapon, ask)
    was_dying = has_effect(battle, target, DYING)
    outcome, battle = checks.take_test(battle, _check(battle, attacker, target, gear, call), call, ask)
    if not outcome.passed:
        # The shot is used all the same (WL-AMB-13).
        ask.log(battle, "{0} misses {1}.", attacker, target)
        return use_ammunition(battle, weapon, shot_cost(battle, gear))
    extra = extra_after_hit(battle, attacker, gear, call, ask)
    rounds = rounds_left(gear)
    source = DamageSource(
        attacker=attacker,
        weapon=weapon,
        gear=gear,
        dice_extra=extra,
        bonus=int(_BONUS_CD.said(call)),
        cover=lambda battle, who: cover_dice(battle, attacker, who, gear, call),
        spare=None if rounds is None else max(0, rounds - shot_cost(battle, gear) - extra),
        # The offer stays open until damage is rolled (WL-ATK-12), although the location is asked for in between.
        before_damage=lambda: extra_after_hit(battle, attacker, gear, call, ask),
    )
    battle, used = strike(battle, source, target, called_location(battle, call), was_dying=was_dying, ask=ask)
    battle = use_ammunition(battle, weapon, shot_cost(battle, gear) + extra + used)
    # Last, where odds need not branch by the points of the test.
    return checks.keep_points(battle, outcome, ask)


def _declared(battle: Battle, attacker: Id, target: Id, weapon: Item[Gear] | None, ask: Ask) -> Battle:
    battle = mark(payment.pay(forget_strikes(battle), attacker, "major"), attacker, ATTACKED)
    battle = with_last_weapon(battle, attacker, weapon)
    name = "bare hands" if weapon is None else weapon.name
    ask.log(battle, "{0} attacks {1} with {weapon}.", attacker, target, weapon=name)
    if distance(battle, attacker, target) is None:
        ask.add_message(gm_text("The distance is not known: range was not counted."))
    if weapon is not None and weapon.gear.qualities:
        ask.add_message(gm_text("{weapon}: {qualities}.", weapon=name, qualities=", ".join(weapon.gear.qualities)))
    return battle


def _check(battle: Battle, attacker: Id, target: Id, gear: Gear, call: Call) -> checks.Check:
    return checks.Check(
        id="attack",
        title="Attack",
        who=attacker,
        pair=gear.pair,
        difficulty=attack_difficulty(battle, attacker, target, gear, call),
        words=HIT_WORDS,
        verdict="hit",
        measure=odds.HIT,
        verdict_title="Hit",
        can_aim=True,
    )


ATTACK = Action(
    id="attack",
    title="Attack",
    run=attack,
    targets="one",
    items=weapons_first,
    parameters=(*PARAMETERS, *payment.DICE, *checks.TEST_PARAMETERS),
    guards=(*payment.costs("major", "WL-MAJ-02"), one_combatant, fit_weapon, in_range, loaded, payment.can_buy_dice),
    rules=("WL-MAJ-02", "WL-ATK-01"),
    cost="major action",
    group="attack",
    key="A",
    help="With a weapon in hand, or with bare hands.",
)


# ------------------------------------------------------------------------------------------------------------------ aim


ATTACKED = "attacked"
"""Mark of a turn in which an attack was rolled, after which an aim has no effect (WL-MIN-01)."""


def aim(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Re-roll a d20 of this turn's first attack roll (WL-MIN-01)."""
    battle = payment.pay(battle, call.actor, "minor")
    ask.log(battle, "{0} aims.", call.actor)
    if has_mark(battle, call.actor, ATTACKED):
        ask.log(battle, "{0} has already attacked this turn: the aim has no effect.", call.actor)
        return battle
    battle = end_effects_of(battle, call.actor, AIMING)
    return add_effect(battle, call.actor, AIMING, until="turn_end")


def _aims_twice(battle: Battle, call: Call) -> Iterator[Refusal]:
    if call.actor in battle.combatants and has_effect(battle, call.actor, AIMING):
        yield no("aiming", "{who} is already aiming.", "WL-AMB-22", call.actor)


AIM = Action(
    id="aim",
    title="Aim",
    run=aim,
    guards=(*payment.costs("minor", "WL-MIN-01"), _aims_twice),
    rules=("WL-MIN-01",),
    cost="minor action",
    group="attack",
    key="E",
    help="Re-roll a d20 of this turn's first attack.",
)
