"""Costs of actions, holds, handling items, moving, also as drawn on the map (ZS-ACT, ZS-RSTR, ZS-MOVE)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

from model.board.areas import within
from model.board.bands import metres_apart
from model.board.distance import path_length
from model.engine.ask import Ask
from model.engine.budget import has_mark, is_turn_of, left, use, used
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of, end_effects_of, has_effect
from model.engine.guards import no
from model.engine.modifiers import Modifier
from model.engine.moving import USUAL, DrawnLeg, Movement, MovementMode, Reach, drawn_points, route_call
from model.engine.requests import Choice, Question
from model.engine.routes import CLOSE, MOVES_TO, Route, leads_nowhere, log_move, route_of
from model.engine.ruleset import Action, Parameter
from model.rulesets.families.ogc.acting import Acting, ActingRules, Holds
from model.rulesets.families.ogc.recovery import COWER
from model.rulesets.families.ogc.tasks import HAMPERED, ROLLED, cut_short, over_obstacles
from model.rulesets.zerospace.checks import MODERATE, POOLS, WEAPONS, metric, task_value
from model.rulesets.zerospace.plot_points import EXTRA_EFFORT
from model.rulesets.zerospace.settings import metres_by_level, rules
from model.rulesets.zerospace.sheet import HAND_TO_HAND_REACH, Battle, Gear, attribute
from model.state.base import Id, Record, replace
from model.state.battle import Item
from model.state.texts import Explanation, Refusal, ref, text

# ---------------------------------------------------------------------------------------------------------------- holds


HELD = "restrained"


class ZeroSpaceHolds(Holds[Battle]):
    pools = POOLS
    weapons = WEAPONS
    kind = HELD
    immobile = ("{who} is restrained and cannot move.", "ZS-RSTR-02")
    rule = "ZS-AMB-37"
    ways = ("release", "drag", "refuse")


HOLDS = ZeroSpaceHolds()


def holds_each_other(battle: Battle, who: Id) -> bool:
    """Whether a combatant is held by a combatant they hold in turn (ZS-GRAP-11)."""
    return any(who in HOLDS.holders(battle, holder) for holder in HOLDS.holders(battle, who))


def no_moves(battle: Battle, who: Id) -> Iterator[Refusal]:
    """Refuse every kind of move action to a combatant in a mutual grapple (ZS-GRAP-12)."""
    if holds_each_other(battle, who):
        yield no("mutual_grapple", "{who} is in a mutual grapple and has no move action.", "ZS-GRAP-12", who)


# ---------------------------------------------------------------------------------------------------------------- costs


Cost = Literal["move", "standard", "quick", "free"]
TITLES: dict[str, str] = {
    "move": "move action",
    "standard": "standard action",
    "quick": "quick action",
    "free": "free action",
}


def has_no_agility(battle: Battle, who: Id) -> bool:
    """Whether every Agility roll fails because Agility is 0 (ZS-MIS-17)."""
    return attribute(battle, who, "agility") == 0


def _with_agility_0(battle: Battle, who: Id, cost: str) -> Iterator[Refusal]:
    """Refuse a move and a standard action in the same turn to a combatant with Agility 0 (ZS-MIS-17)."""
    if not has_no_agility(battle, who):
        return
    other = "standard" if cost == "move" else "move"
    if has_mark(battle, who, f"paid_{other}"):
        sentence = f"{{who}} has Agility 0: no {TITLES[cost]} after a {TITLES[other]}."
        yield no("agility_0", sentence, "ZS-MIS-17", who)


class ZeroSpaceActing(Acting[Battle]):
    pools = POOLS
    titles = TITLES
    counted = frozenset({"move", "standard"})
    free = "free"
    rules = ActingRules(
        action="ZS-ACT-01",
        quick="ZS-ACT-06",
        helpless="ZS-HELP-01",
        force="ZS-FORCE-01",
        force_once="ZS-FORCE-06",
        only_defence="ZS-FORCE-02",
    )

    def also_unpayable(self, battle: Battle, who: Id, cost: str) -> Iterator[Refusal]:
        """Refuse an action of the turn because of Agility 0 or a mutual grapple."""
        yield from _with_agility_0(battle, who, cost)
        if cost == "move":
            yield from no_moves(battle, who)


ACTING = ZeroSpaceActing()


# ------------------------------------------------------------------------------------------------------- handling items


DRAW, AWAY, DROP = "draw", "put_away", "drop"


def _cost(battle: Battle) -> Cost:
    cost: Cost = rules(battle).draw_item_cost
    return cost


def _is_at_hand(battle: Battle, who: Id, item: Item[Gear]) -> bool:
    """Whether an item on the board is within reach; True if a position is not known."""
    here, there = battle.combatants[who].place.point, None if item.place is None else item.place.point
    return here is None or there is None or math.dist(here, there) <= HAND_TO_HAND_REACH + CLOSE


def can_handle(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the item is the actor's or lies within reach, and the action that this takes is left (ZS-MIS-15)."""
    who, item = call.actor, battle.items.get(call.item or "")
    for guard in ACTING.costs(_cost(battle), "ZS-ACT-06"):
        yield from guard(battle, call)
    if who not in battle.combatants:
        return
    if item is None:
        yield Refusal(key="no_item", sentence=text("Choose an item."), can_override=False)
        return
    what, is_lying = _WHAT.said(call), item.holder is None
    if item.holder not in (None, who) or (is_lying and what != DRAW):
        sentence = text("{who} does not have {item}.", who=ref(who), item=item.name)
        yield Refusal(key="not_held", sentence=sentence, can_override=False)
    elif is_lying and not _is_at_hand(battle, who, item):
        far = no("out_of_reach", "{who} has to come within reach of it first.", "ZS-RANGE-01", who)
        yield replace(far, nearer=item.id, within=HAND_TO_HAND_REACH)
    elif (item.where == "hand") == (what == DRAW) and not is_lying and what != DROP:
        sentence = text("{item} is already in hand." if what == DRAW else "{item} is not in hand.", item=item.name)
        yield Refusal(key="there_already", sentence=sentence)


def handle_item(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Take an item in hand, also from the ground, put it away or drop it."""
    who, item, what = call.actor, battle.items[str(call.item)], _WHAT.said(call)
    battle = ACTING.pay(battle, who, _cost(battle), ask)
    if what == DROP:
        ask.log(battle, "{0} drops {item}.", who, item=item.name)
        item = replace(item, holder=None, where="board", place=battle.combatants[who].place)
    elif what == AWAY:
        ask.log(battle, "{0} puts {item} away.", who, item=item.name)
        item = replace(item, where="pack")
    else:
        words = "{0} picks up {item}." if item.holder is None else "{0} draws {item}."
        ask.log(battle, words, who, item=item.name)
        item = replace(item, holder=who, where="hand", place=None)
    return replace(battle, items=battle.items | {item.id: item})


_WHAT = Parameter(key="what", title="Action", kind="choice", default=DRAW, options=(DRAW, AWAY, DROP), rule="ZS-ACT-06")


HANDLE_ITEM = Action(
    id="handle_item",
    title="Draw or Drop Item",
    run=handle_item,
    needs_item=True,
    parameters=(_WHAT,),
    guards=(can_handle,),
    rules=("ZS-ACT-06",),
    cost=ACTING.titles["quick"],
    group="other",
    help="Take an item in hand, from the pack or from the ground within reach; put it away; or drop it.",
)


# ---------------------------------------------------------------------------------------------------------------- rates


Mode = Literal["walk", "run", "sprint", "swim", "jump", "power"]
RUN_TIMES, SPRINT_TIMES = 2, 6


def walk(battle: Battle, who: Id) -> int:
    """Metres of a walk: as typed, else by current Agility (ZS-AMB-60)."""
    typed = battle.combatants[who].sheet.walk_m
    return typed or metres_by_level(rules(battle).movement_table, attribute(battle, who, "agility")) or 0


def rate(battle: Battle, who: Id, mode: Mode) -> int:
    """Metres that one move action covers in a movement mode."""
    sheet = battle.combatants[who].sheet
    match mode:
        case "run":
            return sheet.run_m or RUN_TIMES * walk(battle, who)
        case "sprint":
            return sheet.sprint_m or SPRINT_TIMES * walk(battle, who)
        case "swim":
            return sheet.swim_m
        case "jump":
            return sheet.jump_m
        case "power":
            powers = (power.metres for power in sheet.powers if power.kind == "movement")
            return max(powers, default=0)
    return walk(battle, who)


# -------------------------------------------------------------------------------------------------------------- running


def start_running(battle: Battle, who: Id, ask: Ask, *, is_told: bool = True) -> Battle:
    """Apply running until the next turn taken; a second run adds nothing (ZS-AMB-02).

    It is not told where the sentence about the move says it: `Vex sprints 9 m.`
    """
    if has_effect(battle, who, "running"):
        return battle
    if is_told:
        ask.log(battle, "{0} is running.", who)
    return add_effect(battle, who, "running", until="turn_start")


# --------------------------------------------------------------------------------------------------------------- moving


FASTER: tuple[Mode, ...] = ("walk", "run", "sprint")


# ------------------------------------------------------------------------------------------ distance and speed


def moves_taken(battle: Battle, who: Id) -> int:
    """Move actions already used to travel this turn."""
    return int(used(battle, who, "moves"))


def metres_allowed(battle: Battle, who: Id, mode: Mode, moves: int = 1) -> float:
    """Metres that `moves` move actions cover this turn, halved after a failed roll (ZS-MOVE-09, ZS-AMB-60)."""
    whole = rate(battle, who, mode)
    return moves * (whole // 2 if has_mark(battle, who, HAMPERED) else whole)


def mode_for(battle: Battle, who: Id, metres: float, moves: int = 1) -> Mode:
    """The slowest of walking, running and sprinting that covers a distance; sprinting when none does (ZS-MOVE-04)."""
    for mode in FASTER:
        if metres <= metres_allowed(battle, who, mode, moves) + CLOSE:
            return mode
    return "sprint"


def metres_left(battle: Battle, who: Id, mode: Mode) -> float:
    """Metres that a combatant may still move this turn in a mode; outside combat, the distance of one move action."""
    if not battle.order.is_running:
        return metres_allowed(battle, who, mode)
    moves = moves_taken(battle, who)
    if not is_turn_of(battle, who) or (not moves and left(battle, who, "move") < 1):
        return 0.0
    return max(0.0, metres_allowed(battle, who, mode, max(1, moves)) - used(battle, who, "metres"))


class Travel(Record):
    """How a move is made: the mode, and the actions it costs."""

    mode: Mode
    cost: tuple[Cost, ...]
    total: float
    """Metres moved this turn, including this move."""
    allowed: float


def plan(battle: Battle, call: Call, metres: float) -> Travel:
    """How a distance is covered: as part of the move action already begun, or with a further action."""
    who = call.actor
    counts = battle.order.is_running
    so_far = used(battle, who, "metres") if counts else 0.0
    moves, cost = moves_taken(battle, who), []
    if counts and (not moves or _needs_another(battle, call, so_far + metres, moves)):
        cost.append("move")
        moves += 1
    asked = MODE.said(call)
    mode: Mode = mode_for(battle, who, so_far + metres, max(1, moves)) if asked == "auto" else asked
    return Travel(mode, tuple(cost), so_far + metres, metres_allowed(battle, who, mode, max(1, moves)))  # type: ignore[arg-type]


def _needs_another(battle: Battle, call: Call, total: float, moves: int) -> bool:
    """Whether a further move action is available and needed to cover `total` metres in the same mode."""
    who, mode = call.actor, MODE.said(call)
    reach: Mode = "sprint" if mode == "auto" else mode
    return left(battle, who, "move") > 0 and total > metres_allowed(battle, who, reach, moves) + CLOSE


# ------------------------------------------------------------------------------------------ guards


def may_travel(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: able to travel, on the actor's own turn, with movement left for the distance."""
    who = call.actor
    if who not in battle.combatants:
        return
    if nowhere := leads_nowhere(battle, call, "ZS-MOVE-01"):
        yield nowhere
        return
    yield from HOLDS.held_back(battle, who)
    if any(effect.note == COWER for effect in effects_of(battle, who, "terrified")):
        yield no("cowering", "{who} is cowering in terror and cannot move.", "ZS-TERR-01", who)
    if battle.order.is_running:
        if not is_turn_of(battle, who):
            yield no("not_your_turn", "It is not {who}'s turn.", "ZS-ACT-01", who)
            return
        if has_effect(battle, who, "dodging"):
            yield no("dodging", "{who} is dodging and cannot move.", "ZS-DODGE-03", who)
    yield from _too_far(battle, call)


def _too_far(battle: Battle, call: Call) -> Iterator[Refusal]:
    who = call.actor
    route = route_of(battle, call, metric(battle))
    assert route is not None, "asked before"
    planned = plan(battle, call, route.metres)
    for cost in planned.cost:
        yield from ACTING.not_left(battle, who, cost, "ZS-ACT-01")
    if planned.total > planned.allowed + CLOSE and not _HAMPERED.said(call):
        total, allowed = metres_apart(planned.total, planned.allowed)
        sentence = text(
            "{who} cannot get as far as {total}: {mode} reaches {allowed}.",
            who=ref(who), total=total, mode=_MODES[planned.mode], allowed=allowed,
        )  # fmt: skip
        yield Refusal(key="too_far", sentence=sentence, rule="ZS-MOVE-01")


_MODES: dict[Mode, str] = {
    "walk": "walking",
    "run": "running",
    "sprint": "sprinting",
    "swim": "swimming",
    "jump": "jumping",
    "power": "the power",
}


# ------------------------------------------------------------------------------------------ the move


def move(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Travel as part of a move action (ZS-MOVE-01, ZS-ACT-04)."""
    route = route_of(battle, call, metric(battle))
    assert route is not None, "the guard has checked this"
    planned = plan(battle, call, route.metres)
    if planned.mode in ("run", "sprint"):
        no_run = _run_after_attack(battle, call, ask)
        if no_run is not None:
            return no_run
    moving = HOLDS.before_moving(battle, call.actor, ask) if route.metres > CLOSE else ((), battle)
    if isinstance(moving, Refusal):
        return moving
    along, battle = moving
    for cost in planned.cost:
        battle = ACTING.pay(battle, call.actor, cost, ask)
    if planned.cost:
        battle = use(battle, call.actor, "moves")
    if planned.mode in ("run", "sprint"):
        battle = start_running(battle, call.actor, ask, is_told=False)
    if _HAMPERED.said(call) and not has_mark(battle, call.actor, ROLLED):
        battle = _hampered(battle, call, ask)
    before = battle
    battle = _travelled(battle, call, route, planned, ask)
    return HOLDS.dragged(before, battle, call.actor, along, ask)


def _run_after_attack(battle: Battle, call: Call, ask: Ask) -> Refusal | None:
    """Ask the GM about a run after an attack: it has to be declared before the roll (ZS-AMB-02)."""
    who = call.actor
    if not has_mark(battle, who, "attacked") or has_effect(battle, who, "running"):
        return None
    title = text("{who} has attacked this turn and now runs. Does the attack stand as it was?", who=ref(who))
    options: tuple[Choice[Literal["stands", "refuse"]], ...] = (
        Choice(key="stands", label="It stands"),
        Choice(key="refuse", label="No run now"),
    )
    question = Question(
        id="run_after_roll", title=title, options=options, default="stands", rule="ZS-MOVE-05", remember=True
    )
    if ask.choose(question, who) != "refuse":
        return None
    sentence = (
        "{who} has attacked this turn without the penalty for running: undo the attack and declare the run first."
    )
    return replace(no("run_after_roll", sentence, "ZS-MOVE-05", who), can_override=False)


def _hampered(battle: Battle, call: Call, ask: Ask) -> Battle:
    """Roll Agility + Athletics for hampered movement; a failure halves the movement (ZS-MOVE-08, ZS-MOVE-09)."""
    who, against = call.actor, int(DIFFICULTY.said(call))
    fails = has_no_agility(battle, who)

    def value(more: tuple[Modifier, ...]) -> Explanation:
        return task_value(battle, who, "agility", "athletics", more, without=("running",))

    title, rule = "Agility + Athletics", "ZS-MOVE-08"
    return over_obstacles(EXTRA_EFFORT, battle, who, title, value, against, rule, ask, always_fails=fails)


def _travelled(battle: Battle, call: Call, route: Route, planned: Travel, ask: Ask) -> Battle:
    who = call.actor
    metres, place = route.metres, route.place
    if has_mark(battle, who, HAMPERED):
        room = max(0.0, planned_room(battle, who, planned) - (planned.total - route.metres))
        if metres > room + CLOSE:
            metres, place = room, cut_short(battle, who, route, room)
    battle = use(battle, who, "metres", metres)
    if metres > CLOSE:
        battle = end_effects_of(battle, who, "cover")
    if place is not None:
        battle = battle.with_combatant(replace(battle.combatants[who], place=place))
    verb = {"walk": "walks", "run": "runs", "sprint": "sprints", "swim": "swims", "jump": "jumps"}
    log_move(battle, call, verb.get(planned.mode, "moves"), metres, ask, arrives=place is route.place)
    return battle


def planned_room(battle: Battle, who: Id, planned: Travel) -> float:
    """Metres allowed this turn in the planned mode, after the roll for hampered movement."""
    return metres_allowed(battle, who, planned.mode, max(1, moves_taken(battle, who)))


MODE: Parameter[Mode | Literal["auto"]] = Parameter(
    key="mode", title="How", kind="choice", default="auto",
    options=("auto", "walk", "run", "sprint", "swim", "jump", "power"), rule="ZS-MOVE-04",
    help="auto: walking if it is close enough, otherwise running, otherwise sprinting.",
)  # fmt: skip
_HAMPERED = Parameter(key="hampered", title="Hampered", kind="flag", default=False, rule="ZS-MOVE-08")
DIFFICULTY = Parameter(
    key="difficulty", title="Difficulty", kind="number", default=MODERATE, least=0, most=30, rule="ZS-MOVE-08",
    applies=lambda battle, call: _HAMPERED.said(call),
)  # fmt: skip


MOVE = Action(
    id="move",
    title="Move",
    run=move,
    parameters=(*MOVES_TO, MODE, _HAMPERED, DIFFICULTY),
    guards=(ACTING.able_combatant, may_travel),
    rules=("ZS-MOVE-01", "ZS-ACT-04"),
    cost="move action",
    group="move",
    key="M",
    help="Walk, run or sprint; the rest can be moved after the standard action.",
)  # fmt: skip


# -------------------------------------------------------------------------------------------- movement drawn on the map


OTHERS: tuple[Mode, ...] = ("swim", "jump", "power")


def movement_modes(battle: Battle, who: Id) -> tuple[MovementMode, ...]:
    """The slowest mode that covers the distance, and each mode that the combatant has."""
    modes = [mode for mode in (*FASTER, *OTHERS) if rate(battle, who, mode)]
    return (
        MovementMode(key=USUAL, title="As needed"),
        *(MovementMode(key=mode, title=mode.capitalize()) for mode in modes),
    )


def call_of(battle: Battle, who: Id, legs: tuple[DrawnLeg, ...]) -> Call:
    """The call of one move along the drawn route."""
    return route_call(who, legs, mode="mode")


def reach(battle: Battle, who: Id, legs: tuple[DrawnLeg, ...], movement_mode: str) -> tuple[Reach, ...]:
    """The areas that walking, running and sprinting, or the selected mode, can still reach."""
    route = drawn_points(legs)
    here = route[-1] if route else battle.combatants[who].place.point
    if here is None:
        return ()
    drawn = path_length(route, metric(battle))
    modes = FASTER if movement_mode == USUAL else (movement_mode,)
    found: list[Reach] = []
    least = 0.0
    for mode in modes:
        metres = _metres(battle, who, mode) - drawn  # type: ignore[arg-type]  # a mode's key
        shape = within(here, metres, metric(battle)) if metres > least + CLOSE else None
        if shape is not None:
            least = metres
            found.append(Reach(title=mode, shapes=(shape,)))
    return tuple(found)


def _metres(battle: Battle, who: Id, mode: Mode) -> float:
    """Maximum metres that a mode still covers with the actions that are left; 0 if none of them suffices."""
    moves = max(1, moves_taken(battle, who))
    if not battle.order.is_running:
        return metres_allowed(battle, who, mode)
    best = 0.0
    for number in (moves, moves + 1):
        metres = metres_allowed(battle, who, mode, number) - used(battle, who, "metres")
        call = Call(action="move", actor=who, options={"metres": metres, "mode": mode})
        planned = plan(battle, call, metres)
        can_pay = not any(next(ACTING.not_left(battle, who, cost, ""), None) for cost in planned.cost)
        if can_pay and planned.total <= planned.allowed + CLOSE:
            best = max(best, metres)
    return best


MOVEMENT = Movement(call=call_of, reach=reach, movement_modes=movement_modes)
