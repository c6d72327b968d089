"""Costs of actions, holds, moving and sprinting, also as drawn on the map (KM-ACT, KM-HELD, KM-MOVE, KM-ONG)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from model.board.areas import around
from model.board.bands import metres_apart
from model.board.distance import path_length
from model.engine.ask import Ask
from model.engine.budget import has_mark, is_turn_of, use, used
from model.engine.calls import Call
from model.engine.effects import add_effect, end_effects_of, has_effect
from model.engine.guards import no
from model.engine.modifiers import Modifier
from model.engine.moving import USUAL, DrawnLeg, Movement, MovementMode, Reach, drawn_points, route_call
from model.engine.routes import CLOSE, MOVES_TO, leads_nowhere, log_move, route_of
from model.engine.ruleset import Action, Parameter
from model.rulesets.families.ogc.acting import Acting, ActingRules, Holds
from model.rulesets.families.ogc.pools import is_down
from model.rulesets.families.ogc.tasks import HAMPERED, ROLLED, Rolls, cut_short, over_obstacles
from model.rulesets.kalos.checks import POOLS, WEAPONS, skill_value
from model.rulesets.kalos.conditions import HELPLESS, IMMOBILISED
from model.rulesets.kalos.settings import rules
from model.rulesets.kalos.sheet import Battle
from model.state.base import Id, replace
from model.state.texts import Explanation, Refusal, ref, text

# ---------------------------------------------------------------------------------------------------------------- costs


TITLES = {
    "standard": "standard action",
    "quick": "quick action",
    "anytime": "anytime action",
    "move": "movement",
}


class KalosActing(Acting[Battle]):
    pools = POOLS
    titles = TITLES
    counted = frozenset({"standard"})
    free = "anytime"
    rules = ActingRules(
        action="KM-ACT-01",
        quick="KM-QUICK-01",
        helpless="KM-HELP-01",
        force="KM-FORCE-01",
        force_once="KM-FORCE-05",
        only_defence="KM-FORCE-03",
    )


ACTING = KalosActing()


# ---------------------------------------------------------------------------------------------------------------- holds


HELD = "held"


class KalosHolds(Holds[Battle]):
    pools = POOLS
    weapons = WEAPONS
    kind = HELD
    immobile = ("{who} is held and cannot move.", "KM-HELD-01")
    rule = "KM-AMB-51"


HOLDS = KalosHolds()


# ---------------------------------------------------------------------------------------------------------- shaking off


def may_recover(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: a combatant who is present and conscious, a helpless one too (KM-AMB-24)."""
    who = call.actor
    if who in battle.combatants:
        is_awake = not POOLS.is_spent(battle, who) and not is_down(battle, who)
        if is_awake and has_effect(battle, who, HELPLESS, IMMOBILISED):
            return
    yield from ACTING.able_combatant(battle, call)


# --------------------------------------------------------------------------------------------------------------- moving


Mode = Literal["walk", "swim", "fly", "other"]
MODES: tuple[Mode, ...] = ("walk", "swim", "fly", "other")
SPRINTING = "sprinting"
FORFEITED = "no_movement"
"""Mark of a turn whose movement was given up to stand up."""


# ------------------------------------------------------------------------------------------ distances


def _of_sheet(battle: Battle, who: Id, mode: str) -> tuple[int, int]:
    sheet = battle.combatants[who].sheet
    other = next((movement for movement in sheet.movements if movement.mode == mode), None)
    return (sheet.base_m, sheet.sprint_m) if other is None else (other.base_m, other.sprint_m)


def _halved(battle: Battle, who: Id, metres: int) -> int:
    """The distance, halved after a failed obstacle roll but at least one metre (KM-MOVE-04, KM-AMB-34)."""
    return max(1, metres // 2) if has_mark(battle, who, HAMPERED) else metres


def base_move(battle: Battle, who: Id, mode: str = "walk") -> int:
    """Metres in a turn without a penalty (KM-MOVE-01)."""
    return _halved(battle, who, _of_sheet(battle, who, mode)[0])


def sprint(battle: Battle, who: Id, mode: str = "walk") -> int:
    """Maximum metres in a turn (KM-MOVE-01)."""
    return _halved(battle, who, _of_sheet(battle, who, mode)[1])


def metres_left(battle: Battle, who: Id, *, is_sprint: bool) -> float:
    """Metres that a combatant may still move this turn; outside combat, the distance of a whole turn."""
    whole = sprint(battle, who) if is_sprint else base_move(battle, who)
    if not battle.order.is_running:
        return float(whole)
    if not is_turn_of(battle, who) or has_mark(battle, who, FORFEITED) or has_effect(battle, who, "held"):
        return 0.0
    return max(0.0, whole - used(battle, who, "metres"))


def start_sprinting(battle: Battle, who: Id, ask: Ask, *, is_told: bool = True) -> Battle:
    """Apply a standard penalty until the next turn, once for any distance (KM-MOVE-02, KM-COVER-03).

    It is not told where the sentence about the move says it: `Mira moves 9 m, sprinting.`
    """
    if has_effect(battle, who, SPRINTING):
        return battle
    if is_told:
        ask.log(battle, "{0} is sprinting.", who)
    return add_until_next_turn(battle, who, SPRINTING)


def add_until_next_turn(battle: Battle, who: Id, kind: str, amount: int = 0) -> Battle:
    """Apply an effect until the start of the combatant's next turn (KM-DUR-02, KM-DUR-03)."""
    return add_effect(battle, who, kind, until="turn_start", amount=amount)


# ------------------------------------------------------------------------------------------ guards


def may_travel(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: able to travel, on the actor's own turn, with movement left for the distance."""
    who = call.actor
    if who not in battle.combatants:
        return
    if nowhere := leads_nowhere(battle, call, "KM-MOVE-01"):
        yield nowhere
        return
    yield from HOLDS.held_back(battle, who)
    if battle.order.is_running:
        if not is_turn_of(battle, who):
            yield no("not_your_turn", "It is not {who}'s turn.", "KM-ACT-01", who)
            return
        if has_mark(battle, who, FORFEITED):
            yield no("no_movement", "{who} gave up movement this turn.", "KM-PRONE-05", who)
    yield from _too_far(battle, call)


def _too_far(battle: Battle, call: Call) -> Iterator[Refusal]:
    who = call.actor
    route = route_of(battle, call)
    assert route is not None, "asked before"
    so_far = used(battle, who, "metres") if battle.order.is_running else 0.0
    most = sprint(battle, who, _MODE.said(call))
    if so_far + route.metres > most + CLOSE and not _HAMPERED.said(call):
        total, allowed = metres_apart(so_far + route.metres, most)
        sentence = text(
            "{who} cannot get as far as {total}: a sprint reaches {allowed}.",
            who=ref(who),
            total=total,
            allowed=allowed,
        )
        yield Refusal(key="too_far", sentence=sentence, rule="KM-MOVE-01")


# ------------------------------------------------------------------------------------------ the move


def move(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Travel as part of this turn's movement (KM-ACT-02, KM-ACT-03, KM-MOVE-01)."""
    route = route_of(battle, call)
    assert route is not None, "the guard has checked this"
    who, mode = call.actor, _MODE.said(call)
    if _HAMPERED.said(call) and not has_mark(battle, who, ROLLED):
        battle = _over_obstacles(battle, call, ask)
    moving = HOLDS.before_moving(battle, who, ask) if route.metres > CLOSE else ((), battle)
    if isinstance(moving, Refusal):
        return moving
    along, battle = moving
    metres, place = route.metres, route.place
    so_far = used(battle, who, "metres")
    room = max(0.0, sprint(battle, who, mode) - so_far)
    if _HAMPERED.said(call) and metres > room + CLOSE:
        metres, place = room, cut_short(battle, who, route, room)
    battle = use(battle, who, "metres", metres)
    is_sprint = so_far + metres > base_move(battle, who, mode) + CLOSE and battle.order.is_running
    begins_sprint = is_sprint and not has_effect(battle, who, SPRINTING)
    if begins_sprint:
        battle = start_sprinting(battle, who, ask, is_told=False)
    if metres > CLOSE:
        battle = end_effects_of(battle, who, "cover")
    before = battle
    if place is not None:
        battle = battle.with_combatant(replace(battle.combatants[who], place=place))
    battle = HOLDS.dragged(before, battle, who, along, ask)
    verb, how = {"swim": "swims", "fly": "flies"}.get(mode, "moves"), ", sprinting" if begins_sprint else ""
    log_move(battle, call, verb, metres, ask, how=how, arrives=place is route.place)
    return battle


def _over_obstacles(battle: Battle, call: Call, ask: Ask) -> Battle:
    """Roll Athletics because something is in the way; a failure halves the movement (KM-MOVE-03, KM-MOVE-04)."""
    rolls, who, against = Rolls[Battle](), call.actor, rules(battle).obstacle_dv

    def value(more: tuple[Modifier, ...]) -> Explanation:
        return skill_value(battle, who, "athletics", more)

    return over_obstacles(rolls, battle, who, "Athletics", value, against, "KM-MOVE-03", ask)


_MODE = Parameter(
    key="mode", title="How", kind="choice", default="walk", options=MODES, rule="KM-MOVE-01",
    help="Which distance of the sheet applies: walking, swimming, flying or another way.",
)  # fmt: skip
_HAMPERED = Parameter(
    key="hampered", title="Obstacles", kind="flag", default=False, rule="KM-MOVE-03",
    help="Needs an Athletics roll; if it fails, movement is halved.",
)  # fmt: skip


MOVE = Action(
    id="move",
    title="Move",
    run=move,
    parameters=(*MOVES_TO, _MODE, _HAMPERED),
    guards=(ACTING.able_combatant, may_travel),
    rules=("KM-MOVE-01", "KM-MOVE-02", "KM-ACT-02", "KM-ACT-03"),
    group="move",
    key="M",
    help="Moving is not an action: any part of it can come before or after actions.",
)  # fmt: skip


# -------------------------------------------------------------------------------------------- movement drawn on the map


def movement_modes(battle: Battle, who: Id) -> tuple[MovementMode, ...]:
    """Walking and the other movement modes on the sheet; empty if there are no others."""
    others = dict.fromkeys(movement.mode for movement in battle.combatants[who].sheet.movements)
    if not others:
        return ()
    return (
        MovementMode(key=USUAL, title="Walk"),
        *(MovementMode(key=mode, title=mode.capitalize()) for mode in others),
    )


def call_of(battle: Battle, who: Id, legs: tuple[DrawnLeg, ...]) -> Call:
    """The call of one move along the drawn route."""
    return route_call(who, legs, mode="mode")


def reach(battle: Battle, who: Id, legs: tuple[DrawnLeg, ...], movement_mode: str) -> tuple[Reach, ...]:
    """The areas that the rest of the base move, and of a sprint, can reach."""
    route = drawn_points(legs)
    here = route[-1] if route else battle.combatants[who].place.point
    if here is None:
        return ()
    if battle.order.is_running and (not is_turn_of(battle, who) or has_mark(battle, who, FORFEITED)):
        return ()
    gone = path_length(route) + (used(battle, who, "metres") if battle.order.is_running else 0.0)
    mode = movement_mode or "walk"
    rates = {"base move": base_move(battle, who, mode), "sprint": sprint(battle, who, mode)}
    shapes = {title: around(here, metres - gone) for title, metres in rates.items()}
    return tuple(Reach(title=title, shapes=(shape,)) for title, shape in shapes.items() if shape is not None)


MOVEMENT = Movement(call=call_of, reach=reach, movement_modes=movement_modes)
