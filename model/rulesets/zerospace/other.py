"""Whatever else somebody does: a standard, quick or free action in words, the move action used otherwise (ZS-ACT)."""

from __future__ import annotations

from functools import partial

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.ruleset import Action, Guard, Parameter
from model.engine.telling import tell
from model.rulesets.zerospace.costs import TITLES, Cost, costs, not_in_forced_turn, pay
from model.rulesets.zerospace.defence import not_dodging
from model.state.battle import AnyBattle
from model.state.texts import Refusal


def _does(battle: AnyBattle, call: Call, ask: Ask, *, cost: Cost) -> AnyBattle | Refusal:
    """Pay for an action that is told in words."""
    what = str(call.option("text", "")).strip()
    battle = pay(battle, call.actor, cost, ask)
    if what:
        ask.say(tell(battle, "{0}: {what}.", call.actor, what=what))
    else:
        ask.say(tell(battle, f"{{0}} does something ({TITLES[cost]}).", call.actor))
    return battle


def _more_guards(cost: Cost) -> tuple[Guard, ...]:
    """Who dodges has no move action; a turn that was forced holds only defence."""
    if cost == "move":
        return (not_dodging,)
    return (not_in_forced_turn,) if cost == "standard" else ()


def _action(id: str, title: str, cost: Cost, rule: str, help: str) -> Action:
    guards = costs(cost, rule)
    return Action(
        id=id,
        title=title,
        run=partial(_does, cost=cost),
        parameters=(Parameter(key="text", title="What", kind="text", default=""),),
        guards=(*guards, *_more_guards(cost)),
        rules=(rule,),
        cost=TITLES[cost],
        group="other",
        help=help,
    )


OTHER_ACTIONS = (
    _action("standard_action", "Standard action", "standard", "ZS-ACT-05", "A skill, a task, anything of that size."),
    _action("quick_action", "Quick action", "quick", "ZS-ACT-06", "Switch a power, drop a weapon; own turn only."),
    _action("free_action", "Free action", "free", "ZS-ACT-07", "Talk, notice, react: at any time."),
    _action("move_action_other", "Move action, other", "move", "ZS-MOVE-03", "A hatch, a throttle: as much as a move."),
)
