"""What can be said about an attack before its dice: called shot, suppressing fire, cover, the GM's modifiers."""

from __future__ import annotations

from collections.abc import Iterator

from model.board.bands import metres_apart
from model.engine.calls import Call
from model.engine.modifiers import Modifier
from model.engine.ruleset import Guard, Parameter
from model.rulesets.zerospace.gear import WEAPONS, Gear, gear_of, reach_of
from model.rulesets.zerospace.ranges import metres_between
from model.rulesets.zerospace.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle, Item
from model.state.texts import Refusal, ref, text

# ------------------------------------------------------------------------------------------ modifiers


def manoeuvre_modifiers(call: Call) -> Iterator[Modifier]:
    """Called shots take from the AV what they add to the damage, suppressing fire the other way (ZS-CALL, ZS-SUPP)."""
    if called := int(call.option("called_shot", 0)):
        yield Modifier(key="called_shot", label="Called shot", amount=-called, rule="ZS-CALL-01")
    if suppressing := int(call.option("suppressing_fire", 0)):
        yield Modifier(key="suppressing_fire", label="Suppressing fire", amount=suppressing, rule="ZS-SUPP-01")


def manoeuvre_damage(call: Call) -> Iterator[Modifier]:
    """What called shots and suppressing fire do to the damage."""
    if called := int(call.option("called_shot", 0)):
        yield Modifier(key="called_shot", label="Called shot", amount=called, rule="ZS-CALL-01")
    if suppressing := int(call.option("suppressing_fire", 0)):
        yield Modifier(key="suppressing_fire", label="Suppressing fire", amount=-suppressing, rule="ZS-SUPP-01")


def range_modifier(battle: AnyBattle, attacker: Id, target: Id, gear: Gear) -> Iterator[Modifier]:
    """A penalty beyond the range of the weapon, where a house rule allows such shots (ZS-AMB-22)."""
    if rules(battle).beyond_range == "penalty" and not is_in_reach(battle, attacker, target, gear):
        amount = -rules(battle).beyond_range_penalty
        yield Modifier(key="beyond_range", label="Beyond range", amount=amount, rule="ZS-RANGE-06")


# ------------------------------------------------------------------------------------------ reach


def is_in_reach(battle: AnyBattle, attacker: Id, target: Id, gear: Gear) -> bool:
    """Whether a weapon reaches; where the distance is not known, it does (ZS-ATK-02, ZS-RANGE-01)."""
    metres = metres_between(battle, attacker, target)
    if metres is None or metres <= reach_of(battle, attacker, gear) + 1e-6:
        return True
    return gear.attack_kind == "melee" and _is_adjacent(battle, attacker, target)


def _is_adjacent(battle: AnyBattle, attacker: Id, target: Id) -> bool:
    """Neighbouring cells, diagonal ones included, while a cell is a metre (ZS-MIS-10)."""
    board = battle.board
    here, there = battle.combatants[attacker].place, battle.combatants[target].place
    if not rules(battle).hth_adjacent_cells or not board.has_grid or board.cell > 1:
        return False
    if here.point is None or there.point is None or abs(here.height - there.height) > board.cell:
        return False
    return all(abs(one - other) <= board.cell + 1e-6 for one, other in zip(here.point, there.point, strict=True))


# ------------------------------------------------------------------------------------------ guards


def in_range(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: the target is within the weapon's reach (ZS-RANGE-06, ZS-AMB-22)."""
    if call.actor in battle.combatants and call.target in battle.combatants:
        yield from within_reach(battle, call.actor, str(call.target), WEAPONS.of_call(battle, call))


def within_reach(battle: AnyBattle, who: Id, target: Id, weapon: Item[Gear] | None) -> Iterator[Refusal]:
    """What speaks against an attack by its distance."""
    gear = gear_of(weapon)
    if rules(battle).beyond_range == "penalty" and gear.attack_kind != "melee":
        return
    if not is_in_reach(battle, who, target, gear):
        away = metres_between(battle, who, target) or 0.0
        metres, reach = metres_apart(away, reach_of(battle, who, gear))
        sentence = text(
            "{who} is out of range: {metres} away, and the weapon reaches {reach}.",
            who=ref(target), metres=metres, reach=reach,
        )  # fmt: skip
        yield Refusal(key="out_of_range", sentence=sentence, rule="ZS-RANGE-06")


PROPERTIES = {"is_area": "area", "piercing": "piercing", "stunning": "stunning"}
"""Properties of a weapon by field; what it leaves on the target is one more (ZS-AMB-33)."""


def _special_attacks(battle: AnyBattle, call: Call, manoeuvre: str) -> list[str]:
    """The special attacks in a call that exclude each other, in words (ZS-SPEC-02)."""
    chosen = [manoeuvre] if manoeuvre else []
    chosen += ["a called shot"] if call.option("called_shot", 0) else []
    chosen += ["suppressing fire"] if call.option("suppressing_fire", 0) else []
    if rules(battle).special_attack_exclusive == "strict":
        weapon = WEAPONS.of_call(battle, call)
        if weapon is not None:
            chosen += [title for field, title in PROPERTIES.items() if getattr(weapon.gear, field)]
            chosen += [weapon.gear.special] if weapon.gear.special else []
    return chosen


def exclusive(manoeuvre: str = "") -> Guard:
    """Guard: one special attack at a time, manoeuvres that the weapon allows, within limits (ZS-SPEC-02, ZS-AMB-41)."""

    def guard(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        if call.actor not in battle.combatants:
            return
        chosen = _special_attacks(battle, call, manoeuvre)
        if len(chosen) > 1 and rules(battle).special_attack_exclusive != "off":
            sentence = text("{first} and {second} do not go together.", first=chosen[0].capitalize(), second=chosen[1])
            yield Refusal(key="two_manoeuvres", sentence=sentence, rule="ZS-SPEC-02")
        yield from _unsound_amounts(battle, call)

    return guard


def _unsound_amounts(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    called, suppressing = call.option("called_shot", 0), call.option("suppressing_fire", 0)
    if suppressing and not gear_of(WEAPONS.of_call(battle, call)).can_suppress:
        sentence = text("This weapon is not capable of suppressing fire.")
        yield Refusal(key="no_suppressing_fire", sentence=sentence, rule="ZS-SUPP-02")
    house = rules(battle)
    for key, most, amount, title, rule in (
        ("called_shot_max", house.called_shot_max, called, "Called shots", "ZS-CALL-01"),
        ("suppressing_max", house.suppressing_max, suppressing, "Suppressing fire", "ZS-SUPP-01"),
    ):
        if most and amount > most:
            sentence = text("{title} go up to {most}.", title=title, most=most)
            yield Refusal(key=key, sentence=sentence, rule=rule)


def _shoots(battle: AnyBattle, call: Call) -> bool:
    return call.actor in battle.combatants and gear_of(WEAPONS.of_call(battle, call)).can_suppress


TRADES = (
    Parameter(
        key="called_shot", title="Called shot", kind="number", default=0, least=0, most=30, rule="ZS-CALL-01",
        help="This much less AV, this much more damage.",
    ),
    Parameter(
        key="suppressing_fire", title="Suppressing fire", kind="number", default=0, least=0, most=30,
        rule="ZS-SUPP-01", help="This much more AV, this much less damage.", applies=_shoots,
    ),
)  # fmt: skip

COMMON = (
    Parameter(
        key="intent", title="Moves this turn", kind="choice", default="none", options=("none", "run", "sprint"),
        is_declared=True, rule="ZS-MOVE-05",
        help="Running and sprinting are declared before the roll: they take from the AV.",
    ),
    Parameter(
        key="cover", title="Cover", kind="choice", default="auto", options=("auto", "yes", "no"),
        is_declared=True, rule="ZS-COVER-01",
        help="Whether the target's cover counts against this attack; none pressed: as it stands.",
    ),
    Parameter(
        key="av_modifier", title="GM: attack", kind="number", default=0, least=-30, most=30, rule="ZS-MOD-03",
        help="Usually +3 or -3. Only the highest bonus counts, penalties add up.",
    ),
    Parameter(key="dv_modifier", title="GM: defence", kind="number", default=0, least=-30, most=30, rule="ZS-MOD-03"),
)  # fmt: skip
"""What can be said about any attack roll."""

DAMAGE = Parameter(
    key="damage_modifier", title="GM: damage", kind="number", default=0, least=-30, most=30, rule="ZS-MOD-04"
)
UNARMED_HANDS = Parameter(key="unarmed", title="Bare hands", kind="flag", default=False, rule="ZS-ATK-06")
PARAMETERS = (*TRADES, *COMMON, UNARMED_HANDS, DAMAGE)
