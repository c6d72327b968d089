"""Area attacks, and sweeps that attack several targets at once (KM-AREA, KM-SWEEP)."""

from __future__ import annotations

from collections.abc import Iterator

from model.board import areas
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.guards import no
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action
from model.rulesets.families.ogc.area import AreaRules, Areas, Struck
from model.rulesets.families.ogc.combat import Aim, request_of
from model.rulesets.families.ogc.pools import levels
from model.rulesets.kalos.attack import COMBAT, knocks_back
from model.rulesets.kalos.checks import PARAMETERS, POOLS, WEAPONS, level_of, valid_trades
from model.rulesets.kalos.manoeuvres import with_own_penalty
from model.rulesets.kalos.movement import ACTING
from model.rulesets.kalos.settings import rules
from model.rulesets.kalos.sheet import Battle, Gear
from model.state.base import ENVIRONMENT, Id, replace
from model.state.board import Point, Shape
from model.state.texts import Refusal, gm_text, text

# ---------------------------------------------------------------------------------------------------------------- areas


WIDE = 3
"""The margin by which a roll has to miss or succeed to change the share (KM-AREA-03, KM-AREA-04)."""
SIDES = {"sphere": 1, "cylinder": 1, "cone": 2, "wedge": 2, "line": 4}
"""Size of each shape as a multiple of the metres per level (KM-AREA-11)."""
LINE_WIDTH = 2.0

# ------------------------------------------------------------------------------------------ number of targets


def _number_hit(battle: Battle, lead: Aim[Gear], inside: tuple[Id, ...], ask: Ask) -> int:
    """Roll the attack: its margin hits a quarter, half or three quarters of those inside (KM-AREA-03 to KM-AREA-06)."""
    value, defence = COMBAT.values(battle, lead)
    av, dv = ask.number(value), ask.number(defence)
    COMBAT.note_value(value, ask)
    roll = ask.roll(request_of("attack", av, dv), lead.attacker)
    is_wide = roll.at_least(dv + WIDE)
    words = ("three quarters" if is_wide else "half", "a quarter")
    is_close = ask.verdict(
        "share",
        "Share of targets hit",
        roll,
        at_least=dv - WIDE + 1,
        rule="KM-AREA-02",
        measured=_by(roll, dv),
        words=words,
    )
    number = max(1, len(inside) * (1 if not is_close else 3 if is_wide else 2) // 4)
    share, total = words[0 if is_close else 1], roll.shown
    sentence = "{number} of {inside} hit ({share})."
    if total is not None:
        sentence = f"{total} against {dv}: {sentence}"
    ask.add_message(gm_text(sentence, number=number, inside=len(inside), share=share))
    return number


def _by(roll: Roll, dv: int) -> str:
    """Return `hits by 3: 12 against 9`, or an empty string if the roll shows no total."""
    total = roll.shown
    if total is None:
        return ""
    return f"{'hits' if total >= dv else 'misses'} by {abs(total - dv)}: {total} against {dv}"


def _chosen(battle: Battle, aims: dict[Id, Aim[Gear]], number: int, ask: Ask) -> tuple[Id, ...]:
    """Exactly `number` of those inside: the weakest, unless the GM picks others (KM-AREA-07, KM-AREA-08)."""
    inside = tuple(aims)
    if number >= len(inside):
        return inside
    weaker = sorted(inside, key=lambda who: _strength(battle, aims[who]))[:number]
    options = tuple(Choice(key=who, label=battle.combatants[who].name) for who in inside)
    words = (
        "One of {inside} is hit, the weakest first."
        if number == 1
        else "{number} of {inside} are hit, the weakest first."
    )
    title = text(words, number=number, inside=len(inside))
    question = Question(
        id="targets", title=title, kind="options", options=options, least=number, most=number,
        default=tuple(weaker), rule="KM-AREA-07",
    )  # fmt: skip
    picked = ask.choose(question, ENVIRONMENT)
    return tuple(who for who in inside if who in picked)


def _strength(battle: Battle, aim: Aim[Gear]) -> tuple[int, int]:
    """Sort key by which weaker targets come first: by lower DV, then by less Health (KM-AREA-08, KM-AMB-16)."""
    return COMBAT.values(battle, aim)[1].total, levels(battle, aim.target).health


# ------------------------------------------------------------------------------------------ the action


class KalosAreas(Areas[Battle, Gear]):
    combat = COMBAT
    rules = AreaRules(
        single="KM-ATK-05",
        inside="KM-AREA-01",
        size="KM-AREA-09",
        range="KM-ATK-06",
        avoiding="KM-COVER-02",
        all=("KM-AREA-01", "KM-AREA-02", "KM-AREA-09"),
    )
    defences = ("run_for_cover",)

    def largest(self, battle: Battle, call: Call) -> float:
        """The largest radius, side or length of an area, in metres (KM-AREA-09 to KM-AREA-11)."""
        weapon = WEAPONS.of_call(battle, call)
        gear = WEAPONS.gear_of(weapon)
        metres_per_level = rules(battle).area_metres_per_level
        base = float(gear.radius_m)
        base = base or level_of(battle, call.actor, weapon) * metres_per_level * SIDES.get(gear.area_shape, 1)
        return base * 10.0**gear.area_boosts

    def is_large(self, gear: Gear) -> bool:
        return gear.is_large

    def lead(self, battle: Battle, call: Call) -> Aim[Gear]:
        """Aimed at nobody, it is rolled against the fixed DV of a place (KM-AMB-15)."""
        lead = super().lead(battle, call)
        return lead if self.aimed_at(battle, call) is not None else replace(lead, dv_fixed=rules(battle).area_spot_dv)

    def struck(
        self, battle: Battle, lead: Aim[Gear], aims: dict[Id, Aim[Gear]], ask: Ask
    ) -> tuple[Struck[Gear], Battle]:
        """Roll the attack and determine which of those inside it hits (KM-AREA-02); some are hit without a roll."""
        certain = {who for who, aim in aims.items() if COMBAT.is_certain(battle, aim, ask)}
        others = {who: aim for who, aim in aims.items() if who not in certain}
        hit = certain
        if others:
            hit = certain | set(_chosen(battle, others, _number_hit(battle, lead, tuple(others), ask), ask))
        return lambda who: aims[who] if who in hit else None, battle

    def damages(self, battle: Battle, call: Call, who: Id) -> bool:
        """Whether a damage die is rolled for a target.

        Not for minions who fall to any hit, unless it decides how far they are knocked back (KM-MINION-01, KM-AMB-26).
        """
        gear = WEAPONS.gear_of_call(battle, call)
        is_pushed = knocks_back(battle, gear)
        return COMBAT.deals_damage(battle, gear) and (is_pushed or not POOLS.falls_to_any_hit(battle, who, 0))

    def shape(self, battle: Battle, call: Call, centre: Point, size: float) -> Shape | None:
        """The area around `centre`, or from the attacker towards it (KM-AREA-11)."""
        start = battle.combatants[call.actor].place.point
        shape = WEAPONS.gear_of_call(battle, call).area_shape
        if start is None or shape in ("", "sphere", "cylinder"):
            return areas.around(centre, size)
        if shape == "cone":
            return areas.cone(start, centre, size)
        return areas.wedge(start, centre, size) if shape == "wedge" else areas.beam(start, centre, size, LINE_WIDTH)


AREAS = KalosAreas()

AREA_ATTACK = AREAS.action(
    parameters=PARAMETERS,
    guards=(*ACTING.costs("standard", "KM-STD-01"), valid_trades),
    help="Anyone within the radius may be hit; the roll decides how many. Named targets replace the radius.",
)


# --------------------------------------------------------------------------------------------------------------- sweeps


MOST = 3


def valid_targets(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: at most three targets, all adjacent, attacked in melee (KM-SWEEP-01)."""
    if call.actor not in battle.combatants:
        return
    if len(call.targets) > MOST:
        sentence = text("A sweep can hit at most {most} targets.", most=MOST)
        yield Refusal(key="many_targets", sentence=sentence, rule="KM-SWEEP-01")
    if WEAPONS.gear_of_call(battle, call).attack_kind != "melee":
        sentence = text("A sweep is a melee attack.")
        yield Refusal(key="no_hth", sentence=sentence, rule="KM-SWEEP-01", can_override=False)
        return
    for target in call.targets:
        if target == call.actor:
            yield no("oneself", "{who} cannot attack themselves.", "KM-SWEEP-01", target)
        elif target in battle.combatants:
            yield from WEAPONS.within_reach(battle, call.actor, target, WEAPONS.of_call(battle, call))


def sweep(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Roll against each target separately; the penalty applies only once (KM-SWEEP-01 to KM-SWEEP-03)."""
    battle = COMBAT.declared(battle, call, "{0} sweeps at {1} and everyone near.", ask)
    battle = with_own_penalty(battle, call.actor, "sweeping")
    return AREAS.strike_each(battle, call, ask)


SWEEP = Action(
    id="sweep",
    title="Sweep",
    run=sweep,
    items=WEAPONS.choices("sweep"),
    targets="many",
    parameters=PARAMETERS,
    guards=(
        *ACTING.costs("standard", "KM-STD-01"),
        WEAPONS.fit,
        valid_targets,
        valid_trades,
    ),
    rules=("KM-SWEEP-01", "KM-SWEEP-02", "KM-SWEEP-03"),
    cost="standard action",
    group="attack",
    help="Melee against up to three adjacent targets; a standard penalty until the next turn.",
)
