"""Acting through and for others, and out of turn: Assist, Command, Ready (WL-MAJ-01, WL-MAJ-03, WL-MAJ-14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from model.engine import turns
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of, end_effects_of, has_effect
from model.engine.guards import no
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Parameter
from model.rulesets.wasteland.checks import promise_help
from model.rulesets.wasteland.conditions import ORDERED, READIED, TRIGGERED
from model.rulesets.wasteland.movement import are_enemies
from model.rulesets.wasteland.payment import able_combatant, costs, pay
from model.rulesets.wasteland.settings import rules
from model.rulesets.wasteland.sheet import Battle, Pair
from model.rulesets.wasteland.skill_tests import in_words, pair_of, pair_parameters
from model.state.base import Id, replace
from model.state.texts import Refusal, ref, text

# ------------------------------------------------------------------------------------------------------ assist, command


COMMANDS: dict[str, Pair] = {
    "person": ("charisma", "speech"),
    "animal": ("charisma", "survival"),
    "robot": ("intelligence", "science"),
}
"""Attribute and skill that help a commanded NPC, by its nature (WL-MAJ-03)."""


def an_ally(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the target is another combatant."""
    other = call.target
    if other is None or call.actor not in battle.combatants:
        return
    if other not in battle.combatants:
        yield Refusal(key="thing", sentence=text("Only combatants can be helped."), can_override=False)
    elif other == call.actor:
        yield no("oneself", "{who} cannot do this for themselves.", "WL-MAJ-01", other)


def assist(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Help an ally's next test with a d20 that the actor rolls (WL-MAJ-01, WL-AMB-09)."""
    pair = pair_of(call, ("intelligence", "survival"))
    battle = pay(battle, call.actor, "major")
    ask.log(battle, "{0} helps {1} with {pair}.", call.actor, call.targets[0], pair=in_words(pair))
    return promise_help(battle, call.actor, call.targets[0], pair)


def can_command(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the target is an NPC that is no enemy of the actor (WL-MAJ-03)."""
    other = call.target
    if other not in battle.combatants or call.actor not in battle.combatants or other is None:
        return
    if are_enemies(battle, call.actor, other):
        yield no("not_allied", "{who} is not an ally and takes no orders.", "WL-MAJ-03", other)
    elif battle.combatants[other].side == "pc":
        yield no("no_npc", "{who} is a player's character and takes no orders.", "WL-MAJ-03", other)


def command(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Give an NPC an order, and help it if wanted (WL-MAJ-03, WL-MAJ-04, WL-AMB-28)."""
    who, other = call.actor, call.targets[0]
    order = _TEXT.said(call).strip()
    battle = pay(battle, who, "major")
    plain = "{0} gives {1} an order."
    told = "{0} gives {1} an order: {order}." if order else plain
    ask.log_plan(battle, told, who, other, in_words=plain, order=order)
    if _ASSISTS.said(call):
        battle = promise_help(battle, who, other, COMMANDS[battle.combatants[other].sheet.nature])
    if rules(battle).command_npc_timing == "at_once" and turns.can_act(battle, other):
        ask.log(battle, "{0} obeys at once and gives up the next turn.", other)
        return _acts_now(turns.force(battle, other), other, order)
    return add_effect(battle, other, ORDERED, source=who, note=order, until="turn_end")


# ---------------------------------------------------------------------------------------------------------------- ready


def ready(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Store a major action for a situation; one at a time (WL-MAJ-14, WL-MAJ-15, WL-AMB-10)."""
    who = call.actor
    battle = end_effects_of(pay(battle, who, "major"), who, READIED)
    what = _TEXT.said(call).strip()
    plain = "{0} is ready."
    ask.log_plan(battle, "{0} is ready: {what}." if what else plain, who, in_words=plain, what=what)
    return add_effect(battle, who, READIED, note=what, until="turn_start")


def is_ready(battle: Battle, call: Call) -> Iterator[Refusal]:
    if call.actor in battle.combatants and not has_effect(battle, call.actor, READIED):
        yield no("not_ready", "{who} has no action readied.", "WL-MAJ-14", call.actor)


def trigger(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Let the owner take the stored action now: right after the event that was waited for (WL-MAJ-15, WL-AMB-10)."""
    who = call.actor
    options: tuple[Choice[Literal["after", "before"]], ...] = (
        Choice(key="after", label="After the trigger"),
        Choice(key="before", label="Before the trigger"),
    )
    title = text("When does {who} act?", who=ref(who))
    when = ask.choose(
        Question(id="when", title=title, options=options, default="after", rule="WL-MAJ-14", remember=True), who
    )
    what = next((effect.note for effect in effects_of(battle, who, READIED)), "")
    battle = end_effects_of(battle, who, READIED)
    plain = f"{{0}} acts now, {when} the trigger."
    told = f"{{0}} acts now, {when} the trigger: {{what}}." if what else plain
    ask.log_plan(battle, told, who, in_words=plain, what=what)
    return _acts_now(battle, who, what)


def _acts_now(battle: Battle, who: Id, what: str) -> Battle:
    """Let a combatant take a major action in the turn in progress: later there is no such action any more.

    Between two turns it has to be taken before the combatant's own turn.
    """
    acting = battle.order.acting
    if acting:
        return add_effect(battle, who, TRIGGERED, note=what, until="turn_end", clock=acting[-1])
    return add_effect(battle, who, TRIGGERED, note=what, until="turn_start")


_TEXT = Parameter(key="text", title="What", kind="text", default="")
_ASSISTS = Parameter(key="assists", title="Helps", kind="flag", default=True, rule="WL-MAJ-03")

SUPPORT_ACTIONS = (
    Action(
        id="assist",
        title="Assist",
        run=assist,
        targets="one",
        parameters=pair_parameters(("intelligence", "survival"), "WL-MAJ-01"),
        guards=(*costs("major", "WL-MAJ-01"), an_ally),
        rules=("WL-MAJ-01",),
        cost="major action",
        is_help=True,
        key="S",
        help="Add a d20 to another combatant's next test.",
    ),
    Action(
        id="command",
        title="Command an NPC",
        run=command,
        targets="one",
        parameters=(
            replace(_TEXT, title="Order", rule="WL-MAJ-04"),
            _ASSISTS,
        ),
        guards=(*costs("major", "WL-MAJ-03"), an_ally, can_command),
        rules=("WL-MAJ-03", "WL-MAJ-04"),
        cost="major action",
        is_help=True,
        key="O",
        help="Tell an allied NPC what to do, and help with it.",
    ),
    Action(
        id="ready",
        title="Ready",
        run=ready,
        parameters=(_TEXT,),
        guards=costs("major", "WL-MAJ-14"),
        rules=("WL-MAJ-14", "WL-MAJ-15"),
        cost="major action",
        key="Q",
        help="Prepare a major action for a situation.",
    ),
    Action(
        id="trigger",
        title="Take Readied Action",
        run=trigger,
        guards=(able_combatant, is_ready),
        rules=("WL-MAJ-14", "WL-MAJ-15"),
        help="The situation has come about: take a major action out of turn.",
    ),
)
