"""Disarming, distracting, charging, grappling, throwing, team attacks (ZS-DISARM, ZS-CHRG, ZS-GRAP, ZS-TEAM)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from model.board.bands import metres_apart
from model.board.zones import place_at
from model.engine.ask import Ask
from model.engine.budget import has_mark, left
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of
from model.engine.guards import no
from model.engine.last_weapon import with_last_weapon
from model.engine.modifiers import Modifier, explain, highest_bonus_all_penalties, term
from model.engine.requests import Question, yes_or_no
from model.engine.routes import CLOSE, read_place
from model.engine.ruleset import Action, Parameter
from model.engine.run import perform
from model.rulesets.families.ogc import odds
from model.rulesets.families.ogc.combat import (
    Aim,
    DamageThrow,
    Measured,
    past_resistance,
    with_prone,
)
from model.rulesets.families.ogc.manoeuvres import ByHand, ByHandRules, Distracting
from model.rulesets.families.ogc.places import displaced
from model.rulesets.families.ogc.team_attack import TeamAttack
from model.rulesets.zerospace.attack import COMBAT, fixed_loss, not_terrified, resisted, strike
from model.rulesets.zerospace.checks import (
    AV_MODIFIER,
    COMMON,
    COVER,
    DAMAGE_MODIFIER,
    DV_MODIFIER,
    MODERATE,
    PARAMETERS,
    POOLS,
    UNARMED_HANDS,
    WEAPONS,
    defence_value,
    exclusive,
    opposed_value,
    task_value,
)
from model.rulesets.zerospace.conditions import CONDITIONS, STANDARD, has_gift
from model.rulesets.zerospace.defence import not_dodging
from model.rulesets.zerospace.movement import ACTING, FASTER, HELD, HOLDS, may_travel, metres_left, moves_taken
from model.rulesets.zerospace.recovery import ESCAPE_ARTIST, can_escape, escaping
from model.rulesets.zerospace.settings import rules
from model.rulesets.zerospace.sheet import HAND_TO_HAND as SKILL
from model.rulesets.zerospace.sheet import HAND_TO_HAND_REACH, Battle, Gear, attribute, used_in_defence
from model.rulesets.zerospace.tasks import TEAMS
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import Item
from model.state.board import Place, Point
from model.state.effects import Moment
from model.state.texts import Explanation, Refusal, gm_text, ref, text

# -------------------------------------------------------------------------------------------- disarming and distracting


MANOEUVRE_PARAMETERS = (*COMMON, UNARMED_HANDS)


ABLE = (not_dodging, not_terrified)
"""Guards of every attack, apart from its cost."""
ATTACKER = (*ACTING.costs("standard", "ZS-ACT-01"), *ABLE)
"""Guards of every attack, including its cost."""
HAND_TO_HAND = (*ATTACKER, WEAPONS.one_combatant, WEAPONS.at_hand)
"""Guards of every hand-to-hand manoeuvre."""


def in_hand(battle: Battle, call: Call) -> Item[Gear] | None:
    """The melee weapon that helps a manoeuvre: the named one, else the best in hand, or None (ZS-AMB-09)."""
    if UNARMED_HANDS.said(call):
        return None
    named = battle.items.get(call.item or "")
    held = (named,) if named is not None else WEAPONS.in_hand(battle, call.actor)
    fitting = (item for item in held if item.gear.attack_kind == "melee" and item.gear.kind == "weapon")
    return max(fitting, key=lambda item: item.gear.level, default=None)


def _penalised(aim: Aim[Gear], key: str, label: str, rule: str) -> Aim[Gear]:
    return replace(aim, av_more=(Modifier(key=key, label=label, amount=-STANDARD, rule=rule),))


# ------------------------------------------------------------------------------------------ distracting


class ZeroSpaceDistracting(Distracting[Battle, Gear]):
    combat = COMBAT
    rules = ("ZS-DISTR-01", "ZS-DISTR-02", "ZS-DISTR-03")
    help = "Presence + Deception against Presence + Survival; -3 on the target's next roll or next defence."

    def value(self, battle: Battle, call: Call, more: tuple[Modifier, ...]) -> Explanation:
        """Presence, Deception, and the named item or the one that counts in defence with that skill (ZS-DISTR-02)."""
        tool = battle.items.get(call.item or "") or used_in_defence(battle, call.actor, "deception")
        return task_value(battle, call.actor, "presence", "deception", more, tool=tool)

    def against(self, battle: Battle, who: Id) -> Explanation:
        return opposed_value(battle, who, "presence", "survival")

    def is_immune(self, battle: Battle, who: Id) -> bool:
        return has_gift(battle, who, "attentive")

    def distracted(self, battle: Battle, who: Id, target: Id) -> Battle:
        return add_effect(battle, target, "distracted", until="use", source=who)


DISTRACTING = ZeroSpaceDistracting()


# ------------------------------------------------------------------------------------------------------------- charging


INSIDE = 0.999
"""Distance from the target in metres where rounding to the millimetre would leave the charger just out of reach."""


def _move(battle: Battle, call: Call) -> Call | None:
    """The move that brings the charger within melee reach, or None if the distance is not known or there is none."""
    target = call.target
    metres = None if target is None else WEAPONS.metres_between(battle, call.actor, target)
    if target is None or metres is None or metres <= HAND_TO_HAND_REACH:
        return None
    mode = MODE.said(call)
    here, there = battle.combatants[call.actor].place.point, battle.combatants[target].place.point
    if here is None or there is None:
        return Call(
            action="move", actor=call.actor, options={"metres": max(0.0, metres - HAND_TO_HAND_REACH), "mode": mode}
        )
    return Call(action="move", actor=call.actor, options={"place": list(_beside(here, there)), "mode": mode})


def _beside(here: Point, there: Point) -> Point:
    """The point one metre before the target on the straight line to it."""
    for short_of in (HAND_TO_HAND_REACH, INSIDE):
        share = max(0.0, 1 - short_of / (math.dist(here, there) or 1.0))
        x, y = (round(one + share * (other - one), 3) for one, other in zip(here, there, strict=True))
        if math.dist((x, y), there) <= HAND_TO_HAND_REACH:
            break
    return x, y


def _travelled(battle: Battle, who: Id, target: Id) -> float | None:
    metres = WEAPONS.metres_between(battle, who, target)
    return None if metres is None else metres - HAND_TO_HAND_REACH


def gets_there(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: some distance to charge, and enough movement for it (ZS-CHRG-01, ZS-CHRG-02)."""
    if call.actor not in battle.combatants or call.target not in battle.combatants:
        return
    metres = _travelled(battle, call.actor, call.target)
    if metres is not None and metres <= 0:
        yield no("no_run_up", "{who} is too close to charge.", "ZS-CHRG-02", call.actor)
        return
    move = _move(battle, call)
    if move is not None:
        yield from may_travel(battle, move)
        yield from _spent(battle, call.actor, metres or 0.0)
    elif battle.order.is_running:
        yield from ACTING.not_left(battle, call.actor, "move", "ZS-CHRG-01")


def _spent(battle: Battle, who: Id, metres: float) -> Iterator[Refusal]:
    """Refuse a charge that the rest of the move action already begun does not cover in its mode (ZS-CHRG-01)."""
    if not battle.order.is_running or not moves_taken(battle, who) or left(battle, who, "move") > 0:
        return
    mode = next((mode for mode in reversed(FASTER) if has_mark(battle, who, f"ran_{mode}")), FASTER[0])
    if metres > metres_left(battle, who, mode) + CLOSE:
        yield no("no_move", "{who} does not have enough of the move action left to charge.", "ZS-CHRG-01", who)


def hand_to_hand(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: a melee attack (ZS-CHRG-02)."""
    if call.actor in battle.combatants and WEAPONS.gear_of_call(battle, call).attack_kind != "melee":
        sentence = text("A charge is a melee attack.")
        yield Refusal(key="no_hth", sentence=sentence, rule="ZS-CHRG-02", can_override=False)


def charge(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Move up to a combatant and attack: -3 AV, +3 damage (ZS-CHRG-01 to ZS-CHRG-04)."""
    weapon, move = WEAPONS.of_call(battle, call), _move(battle, call)
    if move is None:
        battle = ACTING.pay(battle, call.actor, "move", ask)
    else:
        move = replace(move, anyway=call.anyway)
        moved = perform(battle, move, ask.within("move", move))
        if isinstance(moved, Refusal):
            return moved
        battle = moved
    battle = COMBAT.declared(battle, call, "{0} charges {1}.", ask)
    battle = with_last_weapon(battle, call.actor, weapon)
    aim = replace(
        COMBAT.aimed(call, weapon),
        av_more=(Modifier(key="charging", label="Charging", amount=-STANDARD, rule="ZS-CHRG-03"),),
        damage_more=(Modifier(key="charging", label="Charging", amount=STANDARD, rule="ZS-CHRG-04"),),
    )
    return COMBAT.resolve(battle, aim, ask, COMBAT.damaged)


MODE = Parameter(
    key="mode", title="How", kind="choice", default="auto", options=("auto", "walk", "run", "sprint"), is_declared=True,
    rule="ZS-CHRG-02", help="auto: walking if it is close enough; running and sprinting also lower the AV.",
)  # fmt: skip


CHARGE = Action(
    id="charge",
    title="Charge",
    run=charge,
    items=WEAPONS.choices("charge"),
    targets="one",
    parameters=(
        MODE,
        *(one for one in PARAMETERS if one.key != "intent"),
    ),
    guards=(*ATTACKER, WEAPONS.one_combatant, WEAPONS.fit, hand_to_hand, gets_there, exclusive("a charge")),
    rules=("ZS-CHRG-01", "ZS-CHRG-02", "ZS-CHRG-03", "ZS-CHRG-04"),
    cost="move and standard action",
    group="attack",
    help="Move up to a target and attack in melee: -3 AV, +3 damage.",
)  # fmt: skip


# ------------------------------------------------------------------------------------------------------------ grappling


# ------------------------------------------------------------------------------------------ hurting a held target


def on_a_later_turn(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: not in the turn of the grapple itself (ZS-GRAP-04)."""
    if call.target not in battle.combatants or not battle.order.is_running:
        return
    turn = battle.order.turn
    now = Moment(round=battle.order.round, slot=None if turn is None else turn.slot)
    for hold in effects_of(battle, call.target, HELD):
        if hold.other == call.actor and hold.since == now:
            yield no("held_just_now", "{who} started this grapple in the same turn.", "ZS-GRAP-04", call.actor)


# ------------------------------------------------------------------------------------------ hand-to-hand manoeuvres


class ZeroSpaceByHand(ByHand[Battle, Gear]):
    combat = COMBAT
    holds = HOLDS
    rules = ByHandRules(
        disarm=("ZS-DISARM-01", "ZS-DISARM-02", "ZS-DISARM-03", "ZS-DISARM-04"),
        takedown=("ZS-TAKE-01", "ZS-TAKE-02", "ZS-TAKE-03", "ZS-TAKE-04", "ZS-TAKE-05"),
        grapple=("ZS-GRAP-01", "ZS-GRAP-02", "ZS-GRAP-03", "ZS-GRAP-11"),
        held="ZS-GRAP-03",
        hands="ZS-AMB-37",
        hurt=("ZS-GRAP-09", "ZS-GRAP-04", "ZS-GRAP-10"),
        free=("ZS-GRAP-05", "ZS-GRAP-06", "ZS-GRAP-07"),
        release="ZS-GRAP-08",
    )
    disarm_help = "Melee at -3 AV; takes or knocks away an item in hand."
    takedown_help = "Bare hands at -3 AV; the target falls prone and loses Endurance."
    parameters = MANOEUVRE_PARAMETERS
    free_parameters = (ESCAPE_ARTIST,)
    guards = HAND_TO_HAND
    hurt_guards = (on_a_later_turn,)
    free_guards = (*ACTING.costs("standard", "ZS-GRAP-07"), can_escape)

    def aim(self, battle: Battle, call: Call) -> Aim[Gear]:
        return COMBAT.aimed(call, in_hand(battle, call))

    def disarm_aim(self, battle: Battle, call: Call) -> Aim[Gear]:
        """Hand-to-hand Combat on both sides, at -3 AV except for experts (ZS-DISARM-02, ZS-DISARM-03)."""
        aim = COMBAT.aimed(call, in_hand(battle, call))
        if has_gift(battle, call.actor, "disarming expert"):
            return aim
        return _penalised(aim, "disarming", "Disarming", "ZS-DISARM-03")

    def takedown_aim(self, battle: Battle, call: Call) -> Aim[Gear]:
        """An attack with bare hands at -3 AV (ZS-TAKE-01 to ZS-TAKE-03)."""
        return _penalised(COMBAT.aimed(call, None), "takedown", "Takedown", "ZS-TAKE-03")

    def taken_down(self, battle: Battle, aim: Aim[Gear], ask: Ask) -> Battle:
        """Make the target fall; the impact hurts its Endurance (ZS-TAKE-04 to ZS-TAKE-06)."""
        target = aim.target
        if POOLS.falls_to_any_hit(battle, target, 0):
            return COMBAT.take_out(battle, target, ask)
        battle = self.fall(battle, aim, ask)
        boost = battle.combatants[aim.attacker].sheet.unarmed_damage_boost
        parts = [
            term("brawn", "Brawn", attribute(battle, aim.attacker, "brawn"), "ZS-TAKE-05"),
            *([term("boost", "Unarmed damage boost", boost, "ZS-TAKE-06")] if boost else []),
            *CONDITIONS.modifiers(battle, aim.attacker, "damage"),
            *aim.damage_more,
            *resisted(battle, target, aim.gear),
        ]
        total = ask.number(explain("damage", "Damage", parts, highest_bonus_all_penalties))
        measures: Measured = {
            odds.DAMAGE: lambda lost: lost,
            odds.DROP: lambda lost: POOLS.drops(battle, target, lost, "endurance"),
        }
        return POOLS.harm(
            battle, target, fixed_loss(aim, total, past_resistance("normal"), measures, ask), "endurance", ask
        )

    def squeeze(self, battle: Battle, call: Call) -> Aim[Gear]:
        """An attack with +3 AV for leverage; the held target keeps its penalty (ZS-GRAP-09, ZS-GRAP-10, ZS-AMB-36)."""
        leverage = Modifier(key="leverage", label="Leverage", amount=STANDARD, rule="ZS-GRAP-10")
        return replace(COMBAT.aimed(call, None), av_more=(leverage,))

    def squeezed(self, battle: Battle, aim: Aim[Gear], ask: Ask) -> Battle:
        """Do the damage of an unarmed attack, without knockback: nobody is knocked out of a hold."""
        return strike(battle, aim, ask, DamageThrow())

    def free_value(self, battle: Battle, call: Call, more: tuple[Modifier, ...]) -> Explanation:
        """Brawn and Hand-to-hand Combat, with the penalty for being held (ZS-GRAP-05, ZS-AMB-31)."""
        tool = in_hand(battle, call) or used_in_defence(battle, call.actor, SKILL)
        return task_value(battle, call.actor, "brawn", SKILL, more, tool=tool, even_helpless=True)

    def helped(self, battle: Battle, call: Call, ask: Ask) -> tuple[tuple[Modifier, ...], Battle]:
        return escaping(battle, call, ask)

    def held_against(self, battle: Battle, holder: str | None) -> Explanation:
        if holder is None:
            return explain("dv", "Defence Value", [term("moderate", "Moderate", MODERATE, "ZS-DIFF-02")])
        return defence_value(battle, holder, "melee")


BY_HAND = ZeroSpaceByHand()
MANOEUVRES = (*BY_HAND.attempts(), DISTRACTING.action(), *BY_HAND.actions())


# ------------------------------------------------------------------------------------------------------------- throwing


ANCHOR = (4, 110, 2)
"""The example of the rules: Brawn 4 throws an opponent of up to 110 kg up to 2 m (ZS-GRAP-14)."""


# ------------------------------------------------------------------------------------------ distance of a throw


def _table(battle: Battle) -> tuple[tuple[int, float, float], ...]:
    """Sorted rows of Brawn, kilograms lifted and metres thrown; invalid rows are left out (ZS-MIS-04)."""
    rows = (row for row in rules(battle).brawn_table if isinstance(row, list) and len(row) == 3)
    readable = (row for row in rows if all(isinstance(one, int | float) for one in row))
    return tuple(sorted((int(brawn), float(kg), float(metres)) for brawn, kg, metres in readable))


def thrown_metres(battle: Battle, brawn: int, mass: float) -> float | None:
    """Metres that this Brawn throws this mass in kg, or None without a table or a matching row (ZS-GRAP-13)."""
    table = _table(battle)
    lifting = next((row_brawn for row_brawn, kg, _ in table if kg >= mass), None)
    if not table or lifting is None:
        return None
    return next((metres for row_brawn, _, metres in table if row_brawn == brawn - lifting), None)


def _cannot_lift(battle: Battle, brawn: int, mass: float) -> bool:
    table = _table(battle)
    return bool(table) and not any(row_brawn <= brawn and kg >= mass for row_brawn, kg, _ in table)


def warn_of_anchor(battle: Battle, ask: Ask) -> None:
    """Note to the GM that the table contradicts the example of the rules, if it does (ZS-GRAP-14)."""
    brawn, mass, metres = ANCHOR
    found = thrown_metres(battle, brawn, mass)
    if _table(battle) and found != metres:
        said = "nothing" if found is None else f"{found:g} m"
        sentence = "The Brawn table says {said} for Brawn {brawn} and {mass} kg; the rules say {metres} m."
        ask.add_message(gm_text(sentence, said=said, brawn=brawn, mass=mass, metres=metres))


def _most(battle: Battle, call: Call, target: Id, ask: Ask) -> float:
    known = thrown_metres(battle, attribute(battle, call.actor, "brawn"), battle.combatants[target].sheet.mass)
    if known is not None:
        return known
    title = text("How far can {who} throw {target}, in metres?", who=ref(call.actor), target=ref(target))
    question = Question(id="metres", title=title, kind="number", least=0, most=999, default=2, rule="ZS-GRAP-13")
    return float(ask.choose(question, ENVIRONMENT))


# ------------------------------------------------------------------------------------------ guards


def strong_enough(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the actor is strong enough to lift the target (ZS-GRAP-13)."""
    target = battle.combatants.get(call.target or "")
    if call.actor not in battle.combatants or target is None:
        return
    if _cannot_lift(battle, attribute(battle, call.actor, "brawn"), target.sheet.mass):
        yield no("too_heavy", "{who} is not strong enough for that.", "ZS-GRAP-13", call.actor)


# ------------------------------------------------------------------------------------------ the throw


def throw_held(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Throw a held target up to as far as Brawn allows; the hold ends (ZS-GRAP-13, ZS-AMB-38)."""
    who, target = call.actor, call.targets[0]
    warn_of_anchor(battle, ask)
    most = _most(battle, call, target, ask)
    landing = _landing(battle, call, target, most)
    if isinstance(landing, Refusal):
        return landing
    battle = COMBAT.declared(battle, call, "{0} throws {1}.", ask)
    battle = HOLDS.let_go(battle, who, target)
    battle = _thrown(battle, target, landing, most, ask)
    return with_prone(battle, target) if _falls(target, ask) else battle


def _thrown(battle: Battle, target: Id, landing: Place | None, most: float, ask: Ask) -> Battle:
    """Move the thrown target to where it lands; without a map, only log the maximum distance."""
    if landing is None or landing.point is None:
        ask.log(battle, "{0} is thrown up to {metres} m.", target, metres=f"{most:g}")
    else:
        start = battle.combatants[target].place.point
        metres = most if start is None else round(math.dist(start, landing.point), 1)
        ask.log(battle, "{0} is thrown {metres} m.", target, metres=f"{metres:g}")
    return displaced(battle, target, landing or battle.combatants[target].place)


def _landing(battle: Battle, call: Call, target: Id, most: float) -> Place | Refusal | None:
    """Where the thrown target lands: the chosen place, else straight on; None without a map.

    A chosen place beyond the reach of the throw is refused.
    """
    now, start = battle.combatants[target].place, battle.combatants[call.actor].place.point
    said = read_place(battle, _TO.said(call), now)
    if said is not None and said.point is not None and now.point is not None:
        metres = math.dist(now.point, said.point)
        if metres > most + CLOSE:
            asked, limit = metres_apart(metres, most)
            sentence = text("The throw reaches at most {limit}, not {asked}.", limit=limit, asked=asked)
            return Refusal(key="far_throw", sentence=sentence, rule="ZS-GRAP-13", can_override=False)
        return said
    if said is not None or now.point is None or start is None:
        return said
    return place_at(battle.board, _straight_on(start, now.point, most), now.height)


def _straight_on(start: Point, here: Point, metres: float) -> Point:
    away = math.dist(start, here) or 1.0
    x, y = (one + (one - other) / away * metres for one, other in zip(here, start, strict=True))
    return round(x, 3), round(y, 3)


def _falls(target: Id, ask: Ask) -> bool:
    options = yes_or_no("On the ground", "On their feet")
    title = text("Does {who} land on the ground?", who=ref(target))
    question = Question(id="prone", title=title, options=options, default="yes", rule="ZS-GRAP-13", remember=True)
    return ask.choose(question, ENVIRONMENT) == "yes"


_TO: Parameter[Any] = Parameter(
    key="to", title="Where to", kind="place", rule="ZS-GRAP-13", help="Empty: straight on, as far as possible.",
)  # fmt: skip


THROW_HELD = Action(
    id="throw_held",
    title="Throw Held Target",
    run=throw_held,
    targets="one",
    parameters=(_TO,),
    guards=(*ATTACKER, BY_HAND.holds_target, on_a_later_turn, strong_enough),
    rules=("ZS-GRAP-13", "ZS-GRAP-14"),
    cost=ACTING.titles["standard"],
    group="attack",
    help="Throw the held target as far as Brawn allows for their mass; the hold ends.",
)  # fmt: skip


# --------------------------------------------------------------------------------------------------------- team attacks


class ZeroSpaceTeamAttack(TeamAttack[Battle, Gear]):
    combat = COMBAT
    teams = TEAMS
    options = (COVER, AV_MODIFIER, DV_MODIFIER, DAMAGE_MODIFIER)
    id = "team_attack"
    rules = ("ZS-TEAM-04", "ZS-TEAM-05", "ZS-TEAM-06")
    roll_rule = "ZS-TEAM-04"
    pick_rule = "ZS-AMB-12"
    by_hand = BY_HAND
    able = ABLE

    def damage_bonus(self, battle: Battle) -> Modifier:
        return Modifier(key="team", label="Teamwork", amount=STANDARD, rule="ZS-TEAM-05")


TEAM_ATTACK = ZeroSpaceTeamAttack().action(
    guards=ATTACKER, help="Everyone rolls with +3 AV; the highest result counts, and that attack gets +3 damage."
)
