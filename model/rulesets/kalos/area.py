"""Attacks on an area: one roll, whose margin says how many of those inside are struck, the weaker first (KM-AREA)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import dist, sqrt

from model.board.bands import metres_apart
from model.dice.requests import sum_of
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.modifiers import explain, term
from model.engine.requests import Choice, Offer, Question
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.run import perform
from model.engine.ways import read_place
from model.rulesets.families.ogc.interruptions import with_delayed_turns
from model.rulesets.families.ogc.pools import levels
from model.rulesets.families.ogc.weapons import with_last_weapon
from model.rulesets.kalos.afflictions import afflict, deals_damage, resistance_in_dv
from model.rulesets.kalos.attack import attack_total
from model.rulesets.kalos.attack_options import PARAMETERS, level_of, sound_trades
from model.rulesets.kalos.checks import defence_value, is_helpless
from model.rulesets.kalos.costs import ACTING
from model.rulesets.kalos.damage import Blow
from model.rulesets.kalos.gear import WEAPONS, Gear, gear_of
from model.rulesets.kalos.manoeuvres import declared
from model.rulesets.kalos.ranges import metres_between
from model.rulesets.kalos.settings import setting
from model.state.base import ENVIRONMENT, Id
from model.state.battle import AnyBattle, Item
from model.state.board import Point
from model.state.texts import Explanation, Refusal, text

CLOSE = 1e-6
WIDE = 3
"""The margin by which a roll has to miss or succeed to change the share (KM-AREA-03, KM-AREA-04)."""
SIDES = {"sphere": 1, "cylinder": 1, "cone": 2, "wedge": 2, "line": 4}
"""How many times the metres per level each shape measures (KM-TAB-AREA)."""


# ------------------------------------------------------------------------------------------ who is inside


def largest(battle: AnyBattle, who: Id, weapon: Item[Gear] | None) -> float:
    """The largest radius, side or length of an area, in metres (KM-AREA-09 to KM-AREA-11)."""
    gear = gear_of(weapon)
    metres_per_level = float(setting(battle, "area_metres_per_level"))
    base = float(gear.radius_m) or level_of(battle, who, weapon) * metres_per_level * SIDES.get(gear.area_shape, 1)
    factor = 10.0 if setting(battle, "area_boost_scales") == "linear" else sqrt(10)
    return float(base * factor**gear.area_boosts)


def _aimed_at(battle: AnyBattle, call: Call) -> Id | None:
    """Whom an area attack is aimed at; None for a spot."""
    aim = call.option("aim") or None
    return aim if aim in battle.combatants else None


def _centre(battle: AnyBattle, call: Call) -> Point | None:
    aim = _aimed_at(battle, call)
    if aim is not None:
        return battle.combatants[aim].place.point
    place = read_place(battle, call.option("centre"), battle.combatants[call.actor].place)
    return None if place is None else place.point


def _radius(battle: AnyBattle, call: Call) -> float:
    typed = call.option("radius")
    return largest(battle, call.actor, WEAPONS.of_call(battle, call)) if typed is None else float(typed)


def candidates(battle: AnyBattle, call: Call) -> tuple[Id, ...]:
    """Who may be struck: those named, else everybody within the radius of the centre (KM-AREA-01)."""
    centre, radius = _centre(battle, call), _radius(battle, call)
    named = call.targets or tuple(battle.combatants)
    inside = []
    for who in named:
        one = battle.combatants.get(who)
        if one is None or not one.is_present:
            continue
        if not call.targets:
            if who == call.actor and not setting(battle, "area_includes_attacker"):
                continue
            if (one.is_out or is_helpless(battle, who)) and not setting(battle, "area_includes_unconscious"):
                continue
            if not _is_inside(battle, call, who, centre, radius):
                continue
        inside.append(who)
    return tuple(inside)


def _is_inside(battle: AnyBattle, call: Call, who: Id, centre: Point | None, radius: float) -> bool:
    point = battle.combatants[who].place.point
    if centre is not None and point is not None:
        return dist(centre, point) <= radius + CLOSE
    aim = _aimed_at(battle, call)
    metres = None if aim is None else 0.0 if aim == who else metres_between(battle, aim, who)
    return metres is not None and metres <= radius + CLOSE


# ------------------------------------------------------------------------------------------ guards


def has_area(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: something that strikes an area, no larger than it can, aimed somewhere (KM-AREA-09)."""
    if call.actor not in battle.combatants:
        return
    weapon = WEAPONS.of_call(battle, call)
    if not gear_of(weapon).area_shape:
        sentence = text("That strikes one target, not an area.")
        yield Refusal(key="no_area", sentence=sentence, rule="KM-ATK-05")
    most, radius = largest(battle, call.actor, weapon), _radius(battle, call)
    if radius > most + CLOSE:
        asked, limit = metres_apart(radius, most)
        sentence = text("The area reaches {limit} at most, not {asked}.", limit=limit, asked=asked)
        yield Refusal(key="large_area", sentence=sentence, rule="KM-AREA-09")
    if not call.targets and _centre(battle, call) is None and _aimed_at(battle, call) is None:
        sentence = text("Say what it is aimed at: somebody, a spot, or who is in the area.")
        yield Refusal(key="no_aim", sentence=sentence, rule="KM-AREA-01", can_override=False)


# ------------------------------------------------------------------------------------------ the attack


def area_attack(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """One roll for the whole area (KM-AREA-02)."""
    who, weapon = call.actor, WEAPONS.of_call(battle, call)
    gear = gear_of(weapon)
    battle = with_last_weapon(declared(battle, call, "{0} attacks an area.", ask), who, weapon)
    battle = with_delayed_turns(battle, who, "KM-DELAY-02", ask)
    inside, battle = _with_runners(battle, call, candidates(battle, call), ask)
    if not inside:
        ask.say(text("Nobody is in the area."))
        return battle
    number = len(inside) if gear.is_large else _number_hit(battle, call, inside, ask)
    hit = _chosen(battle, inside, number, gear, ask)
    for target in inside:
        ask.measure(target, "hit", target in hit)
    die: Roll | None = None
    if deals_damage(battle, gear) and setting(battle, "area_damage") == "shared":
        die = ask.roll(sum_of("damage", "Damage", "1d6", words=("damage",)), who)
    centre = _centre(battle, call)
    for target in hit:
        battle = afflict(
            battle, who, target, weapon, call, ask, Blow(f"damage.{target}", die, is_last=False, origin=centre)
        )
    return battle


def _with_runners(battle: AnyBattle, call: Call, inside: tuple[Id, ...], ask: Ask) -> tuple[tuple[Id, ...], AnyBattle]:
    """Let those inside run for cover, one after the other; who is out of it or behind cover is spared (KM-COVER-02)."""
    for number in count(1):
        id = f"run{number}"
        by = tuple(who for who in inside if who != call.actor and ACTING.can_force(battle, who))
        if not by or not ask.wants(id, "attack"):
            return inside, battle
        offer = Offer(id=id, title=text("Run for cover"), by=by, actions=("run_for_cover",), rule="KM-COVER-02")
        run = ask.offer(offer)
        if not isinstance(run, Call):
            return inside, battle
        after = perform(battle, run, ask.within(id, run))
        if isinstance(after, Refusal):
            ask.say(after.sentence)
            return inside, battle
        battle = after
        hides = run.option("into_cover", True) and setting(battle, "run_behind_cover") == "avoids"
        if hides or not _is_inside(battle, call, run.actor, _centre(battle, call), _radius(battle, call)):
            inside = tuple(who for who in inside if who != run.actor)
    raise AssertionError("the loop ends by returning")


# ------------------------------------------------------------------------------------------ how many


def _number_hit(battle: AnyBattle, call: Call, inside: tuple[Id, ...], ask: Ask) -> int:
    """A quarter, a half or three quarters of those inside, by the margin of the roll (KM-AREA-03 to KM-AREA-06)."""
    av = ask.number(attack_total(battle, call))
    dv = ask.number(_against(battle, call, inside, ask))
    roll = ask.roll(
        sum_of("attack", "Attack", "2d6", bonus=av, against=dv, words=("hit", "miss", "damage")), call.actor
    )
    quarters = 2
    if ask.verdict("by_three", "Succeeds by 3", roll, at_least=dv + WIDE, rule="KM-AREA-04"):
        quarters = 3
    elif not ask.verdict("close", "Fails by less than 3", roll, at_least=dv - WIDE + 1, rule="KM-AREA-03"):
        quarters = 1
    return max(1, len(inside) * quarters // 4)


def _dv_of(battle: AnyBattle, who: Id, gear: Gear) -> Explanation:
    return defence_value(battle, who, gear.attack_kind, tuple(resistance_in_dv(battle, who, gear)))


def _against(battle: AnyBattle, call: Call, inside: tuple[Id, ...], ask: Ask) -> Explanation:
    """The DV of the one it is aimed at, or another one by house rules; of a spot a fixed one (KM-AMB-15)."""
    gear, policy = gear_of(WEAPONS.of_call(battle, call)), setting(battle, "area_dv")
    aim = _aimed_at(battle, call)
    if policy == "ask":
        title = text("Which DV does the area have?")
        spot = setting(battle, "area_spot_dv")
        question = Question(id="dv", title=title, kind="number", least=0, most=40, default=spot, rule="KM-AMB-15")
        return _fixed(int(ask.choose(question, ENVIRONMENT)), "GM")
    if policy == "aimed_target" and aim is not None:
        return _dv_of(battle, aim, gear)
    if policy in ("highest", "lowest", "median"):
        values = sorted((_dv_of(battle, who, gear) for who in inside), key=lambda value: value.total)
        return values[{"highest": -1, "lowest": 0, "median": (len(values) - 1) // 2}[policy]]
    return _fixed(int(setting(battle, "area_spot_dv")), "A spot")


def _fixed(dv: int, label: str) -> Explanation:
    return explain("dv", "Defence Value", [term("spot", label, dv, "KM-AMB-15")])


def _chosen(battle: AnyBattle, inside: tuple[Id, ...], number: int, gear: Gear, ask: Ask) -> tuple[Id, ...]:
    """Who is struck: the weaker first, unless the GM picks others; never more or fewer (KM-AREA-07, KM-AREA-08)."""
    if number >= len(inside):
        return inside
    weaker = sorted(inside, key=lambda who: _strength(battle, who, gear))[:number]
    options = tuple(Choice(key=who, label=battle.combatants[who].name) for who in inside)
    question = Question(
        id="targets", title=text("Who is struck?"), kind="options", options=options, least=number, most=number,
        default=tuple(weaker), rule="KM-AREA-07",
    )  # fmt: skip
    picked = ask.choose(question, ENVIRONMENT)
    return tuple(who for who in inside if who in picked)


def _strength(battle: AnyBattle, who: Id, gear: Gear) -> tuple[int, int]:
    """What makes a target weaker than another one (KM-AREA-08, KM-AMB-16)."""
    health = levels(battle, who).health
    match setting(battle, "weaker_by"):
        case "dv":
            return _dv_of(battle, who, gear).total, health
        case "health":
            return health, 0
        case "power_level":
            return int(battle.combatants[who].sheet.power_level), health
    return 0, 0


AREA_ATTACK = Action(
    id="area_attack",
    title="Attack an area",
    run=area_attack,
    parameters=(
        Parameter(key="aim", title="Aimed at", kind="combatant", default="", rule="KM-AREA-01"),
        Parameter(key="centre", title="Or at a spot", kind="place", rule="KM-AREA-01"),
        Parameter(
            key="radius", title="Radius (m)", kind="number", least=0, most=99_999, rule="KM-AREA-09",
            help="Nothing said: as large as it can be.",
        ),
        *PARAMETERS,
    ),
    guards=(
        *ACTING.costs("standard", "KM-STD-01"),
        ACTING.not_in_forced_turn,
        WEAPONS.fit,
        has_area,
        sound_trades,
    ),
    rules=("KM-AREA-01", "KM-AREA-02", "KM-AREA-09"),
    cost="standard action",
    group="attack",
    help="Everybody within the radius may be struck; the roll says how many. Named targets replace the radius.",
)  # fmt: skip
