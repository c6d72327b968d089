"""An attack has one course in Kalos and ZeroSpace: what a single attack counts is counted through every door.

An area, a sweep, a spread, a team and the manoeuvres choose targets or attackers; the rest is the single attack.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.dice.answers import Faces
from model.dice.requests import DiceRequest
from model.engine.calls import Answer, Call, Number, Option
from model.engine.effects import add_effect
from model.engine.odds import weigh
from model.engine.run import Done, Due, Refused, run
from model.rulesets import RULESETS
from model.rulesets.families.ogc.pools import DEAD, DEFEATED
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Battle, Combatant, Item
from model.state.board import Place
from tests.support.examples import at_most

ATTACKER, TARGET, MATE = "ana-1", "x-2", "mate-3"
GAMES = ("kalos", "zerospace")
VALUES = ("av", "dv", "damage")
Options = Mapping[str, Any]


# ---------------------------------------------------------------------------------------------------------- the battle


SHEETS: dict[str, dict[Id, dict[str, Any]]] = {
    "kalos": {
        ATTACKER: {"skills": {"ranged_combat": 20, "hand_to_hand_combat": 20, "mental_combat": 20}},
        TARGET: {
            "skills": {"ranged_combat": 1, "hand_to_hand_combat": 2, "mental_combat": 3},
            "health_max": 99, "dr": 1,
        },
        MATE: {},
    },
    "zerospace": {
        ATTACKER: {
            "skills": {"ranged_combat": 20, "hand_to_hand_combat": 20, "mental_combat": 20},
            "agility": 2, "brawn": 3, "presence": 4, "walk_m": 10,
        },
        TARGET: {
            "skills": {"ranged_combat": 1, "hand_to_hand_combat": 2, "mental_combat": 3},
            "agility": 1, "brawn": 1, "presence": 1, "health_max": 99, "dr": 1,
        },
        MATE: {"agility": 0, "brawn": 0, "presence": 0},
    },
}  # fmt: skip
_AREA: dict[str, dict[str, Any]] = {"kalos": {"area_shape": "sphere"}, "zerospace": {"is_area": True}}
_KINDS: dict[str, dict[str, dict[str, Any]]] = {
    "kalos": {
        "ranged": {"attack_kind": "ranged", "range_m": 50},
        "melee": {"attack_kind": "melee", "range_m": 1},
        "mental": {"attack_kind": "mental", "type": "mental", "range_m": 50},
    },
    "zerospace": {
        "ranged": {"range_m": 50},
        "melee": {"range_m": 1, "skill": "hand_to_hand_combat"},
        "mental": {"kind": "power", "type": "mental", "range_m": 50},
    },
}


def arms(game: str) -> dict[Id, Item[Any]]:
    """Return for each kind of attack a weapon of the attacker, and the same as an area."""
    ruleset, found = RULESETS[game], {}
    for kind, gear in _KINDS[game].items():
        found[kind] = ruleset.gear(**gear, level=2)
        found[f"{kind}-area"] = ruleset.gear(**gear, level=2, radius_m=3, **_AREA[game])
    return {id: Item(id=id, name=id, gear=gear, holder=ATTACKER, where="hand") for id, gear in found.items()}


def meeting(game: str, sheets: Mapping[Id, Mapping[str, Any]] | None = None, **settings: Any) -> AnyBattle:
    """Return a battle of an attacker with a team mate beside them, and a target at arm's length."""
    ruleset, places = RULESETS[game], {ATTACKER: (0.0, 0.0), TARGET: (1.0, 0.0), MATE: (0.0, 30.0)}
    combatants = {}
    for who, (x, y) in places.items():
        sheet = ruleset.sheet(**(sheets or SHEETS[game])[who])
        side = "npc" if who == TARGET else "pc"
        combatants[who] = Combatant(id=who, name=who, side=side, sheet=sheet, place=Place(x=x, y=y))
    mates = ruleset.gear(**_KINDS[game]["ranged"], level=2)
    items = arms(game) | {"mates": Item(id="mates", name="mates", gear=mates, holder=MATE, where="hand")}
    return Battle(
        ruleset=game, shared=ruleset.shared(), combatants=combatants, items=items, settings=settings, serial=30
    )


# ----------------------------------------------------------------------------------------------------------- the doors


class Door(NamedTuple):
    """A way to attack one target with a kind of weapon."""

    name: str
    call: Callable[[str], Call]
    of: tuple[str, ...] = ("ranged", "melee", "mental")
    values: tuple[str, ...] = VALUES
    """The numbers that come up: a manoeuvre may do no damage."""
    lacks: tuple[str, ...] = ()
    """Options of a single attack that it does not have."""


def _call(
    action: str, *, suffix: str = "", targets: tuple[Id, ...] = (TARGET,), **options: Any
) -> Callable[[str], Call]:
    return lambda kind: Call(action=action, actor=ATTACKER, targets=targets, item=f"{kind}{suffix}", options=options)


SINGLE = Door("attack", _call("attack"))
_AREA_DOOR = Door(
    "area", _call("area_attack", suffix="-area", targets=(), aim=TARGET, radius=0.5), ("ranged", "mental")
)
_MANOEUVRES = tuple(
    Door(name, _call(name), ("melee",), ("av", "dv"), ("damage_modifier",))
    for name in ("disarm", "takedown", "grapple")
)
DOORS: dict[str, tuple[Door, ...]] = {
    "kalos": (
        _AREA_DOOR,
        Door("sweep", _call("sweep"), ("melee",)),
        Door("team", _call("focus_attack", team=[MATE], means={MATE: "mates"})),
        Door("team of one", _call("focus_attack")),
        *_MANOEUVRES,
    ),
    "zerospace": (
        _AREA_DOOR,
        Door("sweep", _call("sweep"), ("melee",)),
        Door("spread", _call("spread"), ("ranged",)),
        Door("charge", _call("charge"), ("melee",)),
        Door("team", _call("team_attack", team=[MATE], means={MATE: "mates"})),
        Door("team of one", _call("team_attack")),
        *_MANOEUVRES,
    ),
}


class Course(NamedTuple):
    """What an attack has come to."""

    refusals: frozenset[str]
    parts: frozenset[tuple[str, str, int]]
    """All parts of AV, DV and damage: the number, the key of the part, its amount."""
    kept: frozenset[tuple[Id, str]]
    """The conditions of both sides afterwards."""
    is_rolled: bool


def _answer(request: Any, by: Id) -> Answer:
    if isinstance(request, DiceRequest):
        return Faces(faces=(1 if by == MATE else request.sides,) * request.count)
    if request.kind == "number":
        return Number(number=request.default)
    chosen = {"striker": ATTACKER, "leader": ATTACKER, "landing": "no"}
    return Option(option=chosen.get(request.id, str(request.default)))


def course(game: str, battle: AnyBattle, call: Call) -> Course:
    """Carry out an attack with the best dice, against whatever refuses it."""
    refusals: list[str] = []
    outcome = run(RULESETS[game], battle, call)
    while not isinstance(outcome, Done):
        if isinstance(outcome, Refused):
            assert outcome.refusal.can_override, outcome.refusal
            refusals.append(outcome.refusal.key)
            call = replace(call, anyway=(*call.anyway, outcome.refusal.key))
        else:
            assert isinstance(outcome, Due)
            answers = {one.request.id: _answer(one.request, one.by) for one in outcome.wanted}
            call = replace(call, answers=call.answers | answers)
        outcome = run(RULESETS[game], battle, call)
    parts = frozenset(
        (value, part.key, part.amount)
        for one in outcome.note.explanations
        for value, _, whose in (one.key.partition("."),)
        if value in VALUES and whose != MATE
        for part in one.parts
    )
    kept = frozenset(
        (who, effect.kind) for who in (ATTACKER, TARGET) for effect in outcome.battle.combatants[who].effects.values()
    )
    return Course(frozenset(refusals), parts, kept, any(one.by == ATTACKER for one in outcome.note.rolls))


def differences(game: str, door: Door, kind: str, battle: AnyBattle, changed: AnyBattle, said: Options) -> Course:
    """Return what a change of the battle, or options, change about an attack through a door."""
    call = door.call(kind)
    plain = course(game, battle, call)
    other = course(game, changed, replace(call, options={**call.options, **said}))
    return Course(
        plain.refusals ^ other.refusals,
        frozenset(part for part in plain.parts ^ other.parts if part[0] in door.values),
        plain.kept ^ other.kept,
        other.is_rolled,
    )


def doors(game: str) -> list[tuple[Door, str]]:
    return [(door, kind) for door in DOORS[game] for kind in door.of]


# ---------------------------------------------------------------------------------------------------------- the tables


def conditions(game: str) -> list[tuple[str, str]]:
    kinds = [kind for kind in RULESETS[game].conditions if kind not in (DEAD, DEFEATED)]
    return [(kind, who) for kind in kinds for who in (ATTACKER, TARGET)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("at", range(10))
def test_every_condition_counts_through_every_door(game: str, at: int) -> None:
    """A tenth of the conditions on either side, through all doors: the same parts come and go, and the same end."""
    battle = meeting(game)
    for kind, who in conditions(game)[at::10]:
        until = RULESETS[game].conditions[kind].until
        changed = add_effect(battle, who, kind, until=until, amount=2)
        for door, of in doors(game):
            if (who, kind) in course(game, battle, door.call(of)).kept:
                continue  # what the attack itself brings counts once
            single = differences(game, SINGLE, of, battle, changed, {})
            found = differences(game, door, of, battle, changed, {})
            where = f"{kind} of {who} through {door.name}, {of}"
            assert found.refusals == single.refusals, where
            assert found.is_rolled == single.is_rolled, where
            if single.is_rolled:
                assert found.parts == frozenset(part for part in single.parts if part[0] in door.values), where
            assert (who, kind) not in found.kept ^ single.kept, where


@pytest.mark.parametrize("game", GAMES)
def test_every_modifier_of_the_gm_counts_through_every_door(game: str) -> None:
    battle = meeting(game)
    for said in ({"av_modifier": -2}, {"dv_modifier": 2}, {"damage_modifier": 2}, {"cover": "yes"}):
        for door, of in doors(game):
            if said.keys() & set(door.lacks):
                continue
            single = differences(game, SINGLE, of, battle, battle, said)
            found = differences(game, door, of, battle, battle, said)
            assert single.parts or of == "melee", said
            assert found.parts == single.parts, f"{said} through {door.name}, {of}"


# ---------------------------------------------------------------------------------------------------- odds by the dozen


_rank = st.integers(0, 4)


@st.composite
def people(draw: st.DrawFn, game: str) -> dict[Id, dict[str, Any]]:
    """Draw the sheets of two sides; skills and resistance near the edge of a hit."""
    found: dict[Id, dict[str, Any]] = {}
    for who in (ATTACKER, TARGET, MATE):
        skills = {skill: draw(_rank) for skill in ("ranged_combat", "hand_to_hand_combat", "mental_combat")}
        sheet: dict[str, Any] = {"skills": skills, "dr": draw(st.integers(0, 6)), "mr": draw(st.integers(0, 4))}
        if game == "zerospace":
            sheet |= {name: draw(_rank) for name in ("agility", "brawn", "presence")} | {"walk_m": 10}
        found[who] = sheet | ({"is_minion" if game == "kalos" else "is_unnamed": True} if draw(st.booleans()) else {})
    return found


def _with_conditions(draw: Callable[..., Any], game: str, battle: AnyBattle) -> AnyBattle:
    known = [kind for kind in RULESETS[game].conditions if kind not in (DEAD, DEFEATED, "sweeping")]
    for who in (ATTACKER, TARGET):
        for kind in draw(st.lists(st.sampled_from(known), max_size=2, unique=True)):
            battle = add_effect(battle, who, kind, until=RULESETS[game].conditions[kind].until, amount=1)
    return battle


ANYWAY = ("helpless", "terrified", "dodging", "out_of_range", "restrained", "held", "no_area", "absent")


def odds_of(game: str, battle: AnyBattle, call: Call) -> dict[tuple[Id, str], dict[Any, Fraction]]:
    odds = weigh(RULESETS[game], battle, replace(call, anyway=ANYWAY))
    assert odds.refusal is None, odds.refusal
    return {(who, name): dict(odds.distribution(who, name)) for who, name in odds.measures}


_traits = st.fixed_dictionaries(
    {
        "piercing": st.booleans(),
        "stunning": st.booleans(),
        "special": st.sampled_from(["", "", "blinding", "terrifying"]),
        "deals_damage": st.sampled_from([None, True, False]),
    }
)


def _with_traits(battle: AnyBattle, traits: Mapping[str, Any]) -> AnyBattle:
    items = {id: replace(item, gear=replace(item.gear, **traits)) for id, item in battle.items.items()}
    return replace(battle, items=items)


def _given_a_hit(odds: dict[tuple[Id, str], dict[Any, Fraction]]) -> dict[Any, Fraction]:
    """Return the spread of damage if the attack hits; empty if it never does, or does none."""
    spread = odds.get((TARGET, "damage"), {})
    whole = sum(spread.values())
    return {loss: share / whole for loss, share in spread.items()}


@at_most(40)
@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_one_target_has_the_odds_of_a_single_attack(game: str, data: st.DataObject) -> None:
    battle = meeting(
        game, data.draw(people(game)), attack_on_helpless=data.draw(st.sampled_from(["roll", "automatic_hit"]))
    )
    battle = _with_traits(_with_conditions(data.draw, game, battle), data.draw(_traits))
    penalty = -3 if game == "kalos" else -1
    pairs = {
        "sweep": ("melee", penalty),
        "spread": ("ranged", -1),
        "team of one": (data.draw(st.sampled_from(["ranged", "melee", "mental"])), 0),
        "area": (data.draw(st.sampled_from(["ranged", "mental"])), 0),
    }
    for door in DOORS[game]:
        if door.name not in pairs or (game, door.name) == ("kalos", "area"):
            continue
        kind, modifier = pairs[door.name]
        single = SINGLE.call(kind)
        single = replace(single, options={**single.options, "av_modifier": modifier})
        assert odds_of(game, battle, door.call(kind)) == odds_of(game, battle, single), door.name


@at_most(40)
@given(data=st.data())
def test_an_area_with_one_inside_does_the_damage_of_a_single_attack(data: st.DataObject) -> None:
    """In Kalos a roll gives the share of those inside: one alone is always hit, and hurt as by a single attack."""
    battle = _with_traits(_with_conditions(data.draw, "kalos", meeting("kalos", data.draw(people("kalos")))), {})
    kind = data.draw(st.sampled_from(["ranged", "mental"]))
    single, area = (odds_of("kalos", battle, door.call(kind)) for door in (SINGLE, _AREA_DOOR))
    if (TARGET, "damage") in single:
        assert _given_a_hit(area) == _given_a_hit(single)
