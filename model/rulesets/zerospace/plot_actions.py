"""Uses of plot points between rolls, and how players get points (ZS-PLOT-01 to 09, ZS-PLOT-13 to 20)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from model.engine import turns
from model.engine.ask import Ask
from model.engine.budget import grant, is_turn_of
from model.engine.calls import Call
from model.engine.effects import add_effect, has_effect
from model.engine.guards import no
from model.engine.messages import healing_message
from model.engine.requests import Question, yes_or_no
from model.engine.ruleset import Action, Guard, Parameter
from model.rulesets.families.ogc.pools import DEAD, levels, with_levels
from model.rulesets.zerospace.checks import POOLS, titled
from model.rulesets.zerospace.movement import TITLES
from model.rulesets.zerospace.plot_points import payer, player_of, spend_point, with_points
from model.rulesets.zerospace.recovery import half_of, lost_health, rested_on, with_health
from model.rulesets.zerospace.sheet import ATTRIBUTES, IMPROVISED, SURGE, Battle, ZeroSpacePlayer
from model.state.base import ENVIRONMENT, Id, replace
from model.state.effects import Until
from model.state.order import STANDING, Slot
from model.state.texts import Refusal, ref, text

# ------------------------------------------------------------------------------------------ who can pay


def has_point(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the actor's player has a point; conscious or not, in or out of turn (ZS-PLOT-01, ZS-PLOT-06)."""
    who = call.actor
    if who not in battle.combatants:
        sentence = text("The environment has no plot points: choose who spends one.")
        yield Refusal(key="no_combatant", sentence=sentence, can_override=False)
    elif player_of(battle, who) is None:
        yield no("no_player", "{who} is not a player's character and has no plot points.", "ZS-PLOT-01", who)
    elif payer(battle, who) is None:
        yield no("no_plot_point", "{who}'s player has no plot points left.", "ZS-PLOT-06", who)


def _alive(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the actor is not dead."""
    if call.actor in battle.combatants and has_effect(battle, call.actor, DEAD):
        yield no("dead", "{who} is dead.", "ZS-DEATH-01", call.actor)


# ------------------------------------------------------------------------------------------ uses described in words


def _in_words(battle: Battle, call: Call, ask: Ask, *, use: str) -> Battle | Refusal:
    """Spend a point on something that the group settles in words (ZS-PLOT-07, ZS-PLOT-15, ZS-PLOT-17)."""
    battle = spend_point(battle, call.actor, use, ask)
    if what := _WHAT.said(call).strip():
        ask.add_message(text("{what}", what=what))
    return battle


# ------------------------------------------------------------------------------------------ an extra action


def _extra_action(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Buy a move or standard action: now, or out of turn after the turn in progress (ZS-PLOT-08, ZS-PLOT-09)."""
    who, kind = call.actor, _ACTION.said(call)
    name = f"extra {TITLES[kind]}"
    battle = spend_point(battle, who, f"an {name}", ask)
    if is_turn_of(battle, who):
        return grant(battle, who, kind)
    return turns.extra_action(battle, who, {kind: 1}, name, ask)


def _able_in_fight(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: combat is in progress, because only then are actions counted, and the actor can act."""
    if call.actor not in battle.combatants:
        return
    if not battle.order.is_running:
        yield no("no_fight", "{who} does not need an extra action outside combat.", "ZS-PLOT-08", call.actor)
    elif not turns.can_act(battle, call.actor):
        yield no("cannot_act", "{who} cannot act.", "ZS-PLOT-08", call.actor)


# ------------------------------------------------------------------------------------------ temporary uses


class Lasts(NamedTuple):
    """When something bought with a plot point ends."""

    until: Until
    slot: Id | None = None


def lasting(battle: Battle, duration: str) -> Lasts:
    """The end of the scene, or of a round, which lasts until the turn in which it was bought comes up again.

    Rules: ZS-PLOT-14, ZS-PLOT-20, ZS-AMB-25.
    """
    if duration == "scene" or not battle.order.is_running:
        return Lasts("scene")
    now = _slot_now(battle)
    return Lasts("round_end") if now is None else Lasts("slot", now.id)


def _slot_now(battle: Battle) -> Slot | None:
    """The standing slot whose turn is in progress; for a turn out of order, the one before it; None without a turn."""
    order = battle.order
    if order.turn is None:
        return None
    before = order.sequence[: order.sequence.index(order.turn.slot) + 1]
    return next((order.slots[id] for id in reversed(before) if order.slots[id].kind in STANDING), None)


def _improvise(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Improvise a missing skill or power, at the level that the GM sets (ZS-PLOT-13, ZS-PLOT-14)."""
    who, skill = call.actor, _SKILL.said(call).strip().lower().replace(" ", "_")
    question = Question(
        id="level",
        title=text("At which level does {who} improvise {skill}?", who=ref(who), skill=titled(skill)),
        kind="number", least=0, most=30, default=1, rule="ZS-PLOT-13",
    )  # fmt: skip
    level = int(ask.choose(question, ENVIRONMENT))
    lasts = lasting(battle, _DURATION.said(call))
    battle = spend_point(battle, who, f"improvising {titled(skill)}", ask)
    return add_effect(battle, who, IMPROVISED, until=lasts.until, slot=lasts.slot, amount=level, note=skill)


def _names_skill(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the call names what is improvised."""
    if not _SKILL.said(call).strip():
        sentence = text("Choose the skill or power to improvise.")
        yield Refusal(key="no_skill", sentence=sentence, rule="ZS-PLOT-13", can_override=False)


def _surge(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Raise one attribute by 1 for a round or a scene (ZS-PLOT-19, ZS-PLOT-20)."""
    who, name = call.actor, _ATTRIBUTE.said(call)
    lasts = lasting(battle, _DURATION.said(call))
    battle = spend_point(battle, who, f"a surge of {titled(name)}", ask)
    return add_effect(battle, who, SURGE, until=lasts.until, slot=lasts.slot, amount=1, note=name)


# ------------------------------------------------------------------------------------------ a rally


def _rally(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Regain half of the lost Health at once, rounded down (ZS-PLOT-16, ZS-AMB-24)."""
    who = call.actor
    gain = half_of(battle, who, lost_health(battle, who))
    battle = spend_point(battle, who, "a rally", ask)
    battle = with_health(battle, who, levels(battle, who).health + gain)
    ask.add_message(healing_message(battle, "{0} regains {points} Health.", who, points=gain))
    battle = rested_on(battle, who)
    left = levels(battle, who)
    if left.endurance > 0 or left.health <= 0 or not _wakes(battle, who, ask):
        return battle
    full = replace(left, endurance=battle.combatants[who].sheet.endurance_max)
    return POOLS.with_consequences(with_levels(battle, who, full), who)


def _wakes(battle: Battle, who: Id, ask: Ask) -> bool:
    """Whether a rally wakes a combatant without Endurance, as the GM answers (ZS-AMB-24)."""
    title = text("{who} has no Endurance left. Does the rally restore it?", who=ref(who))
    options = yes_or_no("Yes: wakes up", "No: still unconscious")[::-1]
    question = Question(id="endurance", title=title, options=options, default="no", rule="ZS-PLOT-16", remember=True)
    return ask.choose(question, ENVIRONMENT) == "yes"


# ------------------------------------------------------------------------------------------ awards


def _rewarded(battle: Battle, call: Call) -> tuple[ZeroSpacePlayer, ...]:
    """The players of a call's targets, or of its actor if there are none, each once."""
    found = (player_of(battle, who) for who in (call.targets or (call.actor,)) if who in battle.combatants)
    return tuple({player.id: player for player in found if player is not None}.values())


def _award(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Give a plot point for something special (ZS-PLOT-02)."""
    reason = _WHAT.said(call).strip()
    for player in _rewarded(battle, call):
        battle = with_points(battle, player, player.plot_points + 1)
        sentence = "{player} gets a plot point: {reason}." if reason else "{player} gets a plot point."
        ask.add_message(text(sentence, player=ref(player.id), reason=reason))
    return battle


def _has_player(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: at least one player gets the point; the GM's characters have none (ZS-PLOT-01)."""
    if not _rewarded(battle, call):
        sentence = text("Plot points go to players: name one of their characters.")
        yield Refusal(key="no_player", sentence=sentence, rule="ZS-PLOT-01", can_override=False)


# ------------------------------------------------------------------------------------------ the actions

_WHAT = Parameter(key="text", title="What", kind="text", default="")
_DURATION = Parameter(
    key="duration", title="Lasts", kind="choice", default="round", options=("round", "scene"), rule="ZS-PLOT-20",
    help="A round, or a scene if the GM agrees.",
)  # fmt: skip


def _use(
    id: str, title: str, run: object, rules: tuple[str, ...], help: str, *parameters: Parameter[Any],
    guards: tuple[Guard, ...] = (),
) -> Action:  # fmt: skip
    return Action(
        id=id,
        title=title,
        run=run,  # type: ignore[arg-type]
        parameters=parameters,
        guards=(has_point, *guards),
        rules=(*rules, "ZS-PLOT-06"),
        cost="plot point",
        section="Plot points",
        help=help,
    )


_ACTION = Parameter(
    key="action", title="Which", kind="choice", default="standard", options=("standard", "move"), rule="ZS-PLOT-08",
)  # fmt: skip
_SKILL = Parameter(key="skill", title="Skill or power", kind="text", default="", rule="ZS-PLOT-13")
_ATTRIBUTE = Parameter(
    key="attribute", title="Attribute", kind="choice", default="brawn", options=ATTRIBUTES, rule="ZS-PLOT-19",
)  # fmt: skip


PLOT_ACTIONS = (
    _use(
        "extra_action", "Extra Action", _extra_action, ("ZS-PLOT-08", "ZS-PLOT-09"),
        "One more move or standard action. Out of turn, it comes right after the turn in progress.",
        _ACTION,
        guards=(_able_in_fight,),
    ),
    _use(
        "improvise", "Improvise", _improvise, ("ZS-PLOT-13", "ZS-PLOT-14"),
        "Use a missing skill or power, replaced by what the character has; the GM sets its level.",
        _SKILL, _DURATION,
        guards=(_names_skill,),
    ),
    _use(
        "inspiration", "Inspiration", partial(_in_words, use="inspiration"), ("ZS-PLOT-15",),
        "A hint from the GM about what to do next.", _WHAT,
    ),
    _use(
        "rally", "Rally", _rally, ("ZS-PLOT-16",), "Regain half of the lost Health at once, unconscious or not.",
        guards=(_alive,),
    ),
    _use(
        "retcon", "Retcon", partial(_in_words, use="a retcon"), ("ZS-PLOT-17",),
        "The past turns out to have been helpful, without contradicting known facts.", _WHAT,
    ),
    _use(
        "surge", "Surge", _surge, ("ZS-PLOT-19", "ZS-PLOT-20"), "Raise an attribute by 1 for a round.",
        _ATTRIBUTE,
        _DURATION,
    ),
    _use(
        "plot_point", "Plot Point, Other Use", partial(_in_words, use="something else"), ("ZS-PLOT-07",),
        "Anything else of about the same weight, if the GM agrees.", _WHAT,
    ),
    Action(
        id="award",
        title="Award Plot Point",
        run=_award,
        targets="any",
        parameters=(_WHAT,),
        guards=(_has_player,),
        rules=("ZS-PLOT-02", "ZS-PLOT-03"),
        group="order",
        help="For something clever, heroic or surprising: to the players of the marked characters, or of the acting "
             "one.",
    ),
)  # fmt: skip
