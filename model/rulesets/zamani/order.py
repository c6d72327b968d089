"""Order of play: the countdown, turns of ten rounds, sacrifice and speed before it, delaying (ZM-TIME, ZM-SAC)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace as with_fields

from model.engine import turns
from model.engine.ask import Ask
from model.engine.budget import has_round_mark
from model.engine.calls import Call
from model.engine.effects import add_effect, end_effects_of
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Parameter, Ruleset, TurnRules
from model.engine.telling import tell, tell_of_all
from model.engine.turn_actions import turn_actions
from model.engine.turns import can_act, standing, with_order, with_slot
from model.rulesets.zamani.clock import CLOCK, SECONDS_OF_ROUND, round_of_turn, turn_of
from model.rulesets.zamani.conditions import FOCUSING, HASTENED, end_stuns, sits_out
from model.rulesets.zamani.costs import FULL_MOVE, has_begun, no, somebody
from model.rulesets.zamani.initiative import count_down, initiative_of, join_countdown, segments_of
from model.rulesets.zamani.percent import has_focus
from model.rulesets.zamani.settings import rules
from model.rulesets.zamani.surprise import START_PARAMETERS, at_start, only_attackers, sound_surprise
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle, age
from model.state.order import STANDING, Share, Slot
from model.state.texts import Refusal, Text, routine, text

MOST_RANKS = 40
MOST_TOLD = 10
"""Ranks up to which is said beforehand what they come to."""
PERCENT_OF_RANK = 5


def share(battle: AnyBattle, who: Id, slot: Slot) -> Share:
    """One action on a segment (ZM-MOVE-01)."""
    return Share(left={"action": 1})


# ------------------------------------------------------------------------------------------ a round opens


def at_round_start(battle: AnyBattle, ask: Ask) -> AnyBattle:
    """Open a round: the surprise attack alone, or what is announced before the countdown, or the countdown."""
    battle = replace(battle, shared=replace(battle.shared, moved={}))
    for slot in standing(battle.order):
        battle = with_slot(battle, replace(slot, initiative=None, segment=None))
    is_turn_start = round_of_turn(battle) == 1
    if is_turn_start:
        battle = _new_turn(battle)
    if battle.order.phase == "surprise":
        battle = only_attackers(battle)
        return _attackers_sacrifice(battle, ask) if is_turn_start else battle
    ask.say(routine(text("Turn {turn}, round {round}.", turn=turn_of(battle), round=round_of_turn(battle))))
    if _has_announcements(battle):
        return with_order(battle, phase="planning")
    return count_down(battle, ask)


def _attackers_sacrifice(battle: AnyBattle, ask: Ask) -> AnyBattle:
    """Where the surprise round is the first of the turn, its attackers alone may sacrifice (ZM-AMB-08)."""
    attackers = [one.attacker for one in battle.shared.surprises if may_sacrifice(battle, one.attacker)]
    ranks = ask.each(attackers, lambda who: sacrifice_of(battle, who, ask))
    return with_sacrifice(battle, dict(zip(attackers, ranks, strict=True)), ask)


def _new_turn(battle: AnyBattle) -> AnyBattle:
    """Sacrifice ends with its turn; by a house rule a focus does too (ZM-SAC-05, ZM-AMB-42)."""
    battle = replace(battle, shared=replace(battle.shared, sacrifice={}))
    if battle.order.round > 1 and not rules(battle).focus_across_turns:
        for who in battle.combatants:
            battle = end_effects_of(battle, who, FOCUSING)
    return battle


def _has_announcements(battle: AnyBattle) -> bool:
    """Whether somebody has something to say before the countdown (ZM-SAC-01, ZM-FOC-03, ZM-AMB-22)."""
    if rules(battle).guard_lasts == "whole_round":
        return True
    return bool(sacrificers(battle) or quick_ones(battle))


def _there(battle: AnyBattle) -> tuple[Id, ...]:
    """Who takes turns, players' characters in their seats first."""
    seats = {who: player.seat for player in battle.players.values() for who in player.characters}
    able = sorted((one for one in battle.combatants.values() if can_act(battle, one.id)), key=age)
    able = [one for one in able if not sits_out(battle, one.id)]
    return tuple(one.id for one in sorted(able, key=lambda one: (one.side != "pc", seats.get(one.id, 0))))


def sacrificers(battle: AnyBattle) -> tuple[Id, ...]:
    """Who may sacrifice now: at the start of a turn of ten rounds only (ZM-SAC-01, ZM-AMB-11, ZM-AMB-08)."""
    if round_of_turn(battle) != 1:
        return ()
    return tuple(who for who in _there(battle) if may_sacrifice(battle, who))


def may_sacrifice(battle: AnyBattle, who: Id) -> bool:
    """Whether the side of somebody may sacrifice."""
    return battle.combatants[who].side == "pc" or rules(battle).sacrifice_npcs


def quick_ones(battle: AnyBattle) -> tuple[Id, ...]:
    """Who holds a focus that could be spent on speed (ZM-FOC-03)."""
    return tuple(who for who in _there(battle) if has_focus(battle, who))


def awaits(battle: AnyBattle) -> Text:
    """What is still to be said before the countdown."""
    if sacrificers(battle):
        return text("Who sacrifices for speed?")
    if quick_ones(battle):
        return text("Who spends a focus on speed?")
    return text("The countdown has not begun.")


def at_round_end(battle: AnyBattle, ask: Ask) -> AnyBattle:
    """What a round closes with."""
    return end_stuns(battle, ask)


# ------------------------------------------------------------------------------------------ announcements


def begin_round(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Hear who sacrifices and who spends a focus on speed, then count down (ZM-SAC-01, ZM-FOC-03)."""
    battle = _sacrificed(battle, call, ask)
    battle = _hastened(battle, call, ask)
    battle = with_order(battle, phase="acting")
    return turns.advance(count_down(battle, ask), ask)


def _sacrificed(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    said = call.option("sacrifice")
    able = sacrificers(battle)
    if said is None:
        answers = ask.each(able, lambda who: sacrifice_of(battle, who, ask))
    else:
        answers = tuple(int(said.get(who, 0)) for who in able)
    return with_sacrifice(battle, dict(zip(able, answers, strict=True)), ask)


def sacrifice_of(battle: AnyBattle, who: Id, ask: Ask) -> int:
    """Ask somebody how many ranks they give up for speed; none if nothing is said."""
    most = rules(battle).sacrifice_max or MOST_RANKS
    question = Question(
        id=f"sacrifice.{who}",
        title=tell(battle, "{0}: ranks sacrificed for speed", who),
        kind="number",
        least=0,
        most=most,
        default=0,
        rule="ZM-SAC-01",
        comes_to=tuple(_speed_words(battle, who, ranks) for ranks in range(min(most, MOST_TOLD) + 1)),
    )
    return int(ask.choose(question, who))


def _speed_words(battle: AnyBattle, who: Id, ranks: int) -> str:
    """What somebody gets and pays for ranks: `9 → 11: on 10, 1 · skills −10 %` (ZM-SAC-02, ZM-SAC-03)."""
    initiative = initiative_of(battle, who).total
    due = ", ".join(map(str, segments_of(battle, who, more=ranks))) or "no segment"
    if not ranks:
        return f"initiative {initiative}: on {due}"
    return f"{initiative} → {initiative + ranks}: on {due} · skills −{PERCENT_OF_RANK * ranks} %"


def with_sacrifice(battle: AnyBattle, ranks: Mapping[Id, int], ask: Ask) -> AnyBattle:
    """The battle with what was sacrificed for this turn."""
    given = {who: number for who, number in ranks.items() if number > 0}
    for who, number in given.items():
        ask.say(
            tell(
                battle,
                "{0} sacrifices {ranks}: initiative +{ranks}, rolls for skills -{points} %.",
                who,
                ranks=number,
                points=PERCENT_OF_RANK * number,
            )
        )
    return replace(battle, shared=replace(battle.shared, sacrifice=battle.shared.sacrifice | given))


def _hastened(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    said = call.option("speed")
    able = quick_ones(battle)
    quick = (
        ask.each(able, lambda who: _wants_speed(battle, who, ask)) if said is None else [who in said for who in able]
    )
    for who, is_quick in zip(able, quick, strict=True):
        if is_quick:
            battle = add_effect(end_effects_of(battle, who, FOCUSING), who, HASTENED, until="round_end")
            ask.say(tell(battle, "{0} spends the focus on speed.", who))
    return battle


def _wants_speed(battle: AnyBattle, who: Id, ask: Ask) -> bool:
    question = Question(
        id=f"focus.{who}",
        title=tell(battle, "What does {0} do with the focus this round?", who),
        options=(Choice(key="effect", label="Effect, or go on focusing"), Choice(key="speed", label="Speed")),
        default="effect",
        rule="ZM-FOC-03",
    )
    return bool(ask.choose(question, who) == "speed")


def _is_planning(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    if battle.order.phase != "planning":
        sentence = text("The countdown is running: this is said before a round.")
        yield Refusal(key="counting", sentence=sentence, rule="ZM-SAC-01", can_override=False)


def _sound_announcements(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: who is named may do it, within limits."""
    said, speed = call.option("sacrifice"), call.option("speed")
    if said is not None and not isinstance(said, Mapping):
        sentence = text("Sacrifice is said as ranks by id, such as ana = 2.")
        yield Refusal(key="bad_sacrifice", sentence=sentence, can_override=False)
        said = None
    if battle.order.phase != "planning":
        return
    most, able = rules(battle).sacrifice_max, sacrificers(battle)
    for who, ranks in (said or {}).items():
        if isinstance(ranks, bool) or not isinstance(ranks, int) or not 0 <= ranks <= MOST_RANKS:
            sentence = text("Ranks sacrificed are a number from 0 to {most}.", most=MOST_RANKS)
            yield Refusal(key="bad_ranks", sentence=sentence, rule="ZM-SAC-01", can_override=False)
        elif ranks and who not in able:
            yield _cannot("sacrifice", battle, who, "sacrifice now: only at the start of a turn.", "ZM-SAC-01")
        elif most and ranks > most:
            sentence = text("At most {most} ranks may be sacrificed.", most=most)
            yield Refusal(key="sacrifice_max", sentence=sentence, rule="ZM-AMB-11")
    for who in speed or ():
        if who not in quick_ones(battle):
            yield _cannot("speed", battle, who, "spend a focus on speed: none is held.", "ZM-FOC-03")


def _cannot(key: str, battle: AnyBattle, who: Id, what: str, rule: str) -> Refusal:
    if who in battle.combatants:
        return with_key(no(key, f"{{who}} cannot {what}", rule, who))
    return Refusal(key=key, sentence=text("There is no “{id}” in this battle.", id=str(who)), can_override=False)


def with_key(refusal: Refusal) -> Refusal:
    """A refusal that cannot be set aside: there would be nothing to carry out."""
    return replace(refusal, can_override=False)


BEGIN_ROUND = Action(
    id="begin_round",
    title="Begin the round",
    run=begin_round,
    parameters=(
        Parameter(
            key="sacrifice", title="Sacrifice", kind="value", rule="ZM-SAC-01",
            help="Ranks by combatant; who is not named gives up none. Not said: everybody is asked.",
        ),
        Parameter(
            key="speed", title="Focus on speed", kind="combatants", rule="ZM-FOC-03",
            help="Who spends a focus on initiative. Not said: everybody who could is asked.",
        ),
    ),
    guards=(_is_planning, _sound_announcements),
    rules=("ZM-SAC-01", "ZM-SAC-03", "ZM-FOC-03", "ZM-INIT-03"),
    group="order",
    help="Who sacrifices ranks for speed, who spends a focus on it; then the countdown begins.",
)  # fmt: skip


# ------------------------------------------------------------------------------------------ delaying, joining


def _interrupts_nobody(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: between the actions of others, never within one (ZM-DELAY-01)."""
    turn = battle.order.turn
    if turn is None or call.actor in turn.shares:
        return
    acting = next((who for who in battle.order.acting if has_begun(battle, who)), None)
    if acting is not None:
        sentence = "{who} is in the middle of an action: it cannot be interrupted."
        yield no("interrupts", sentence, "ZM-DELAY-01", acting)
        return
    slot, own = battle.order.slots[turn.slot], battle.order.slot_of(call.actor)
    if rules(battle).delay_order == "by_initiative" and own is not None:
        first = next(iter(turn.shares), None)
        if first is not None and (slot.initiative or 0) > (own.initiative or 0) and not _is_through(battle):
            yield no("higher_initiative", "{who} has the higher initiative and acts first.", "ZM-AMB-21", first)


def _is_through(battle: AnyBattle) -> bool:
    turn = battle.order.turn
    return turn is not None and all(share.is_over or share.left.get("action", 0) == 0 for share in turn.shares.values())


def join_order(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Put a newcomer on the segment of the initiative, or where the GM says (ZM-INIT-03, ZM-AMB-13)."""
    members = call.targets or (call.actor,)
    for who in members:
        battle = turns.leave(battle, who)
    named = call.option("before")
    before = None if named is None else turns.slot_named(battle.order, str(named))
    id, battle = turns.insert(battle, members, before=before, name=str(call.option("name", "")))
    ask.say(routine(tell_of_all(battle, members, "joins the order of play.", "join the order of play.")))
    if battle.order.phase != "acting":
        return battle
    if rules(battle).sacrifice_on_join:
        able = [who for who in members if may_sacrifice(battle, who)]
        given = ask.each(able, lambda who: sacrifice_of(battle, who, ask))
        battle = with_sacrifice(battle, dict(zip(able, given, strict=True)), ask)
    if before is None:
        battle = join_countdown(battle, id)
    return battle if battle.order.turns else turns.advance(battle, ask)


def first_order(battle: AnyBattle, call: Call) -> tuple[Id, ...]:
    """The standing slots as they are: the countdown puts them in order when the round opens."""
    order = battle.order
    return tuple(id for id in order.sequence if order.slots[id].kind in STANDING and id != ENVIRONMENT)


def refocus(battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """At the end of a turn: who did something else than focus, a full move too, has used the focus up (ZM-AMB-14)."""
    has_acted = has_round_mark(battle, who, "acted") or has_round_mark(battle, who, FULL_MOVE)
    if has_focus(battle, who) and has_acted and not has_round_mark(battle, who, "focused"):
        battle = end_effects_of(battle, who, FOCUSING)
        ask.say(tell(battle, "The focus of {0} is gone.", who))
    return battle


TURNS = TurnRules(
    first_order=first_order,
    share=share,
    kinds=("action",),
    counted=("metres", "before", "full_move"),
    held_at_own_slot=lambda battle: "lost",
    groups_delay_together=lambda battle: True,
    start_parameters=START_PARAMETERS,
    at_start=at_start,
    seconds=SECONDS_OF_ROUND,
    at_turn_end=refocus,
    at_round_start=at_round_start,
    begins_turns=BEGIN_ROUND.id,
    takes_declared_order=False,
    awaits=awaits,
    clock=CLOCK,
    at_round_end=at_round_end,
    held_end_with_round=True,
    passes_by=sits_out,
)


def order_actions() -> Mapping[str, Action]:
    """The actions of the order of play, with this game's rules about them."""
    actions = turn_actions(TURNS)
    for id, concerned in {
        "start_fight": ("ZM-GEN-01", "ZM-SURP-08", "ZM-TIME-04"),
        "end_turn": ("ZM-GEN-02", "ZM-TIME-04"),
        "end_round": ("ZM-TIME-01", "ZM-TIME-02"),
        "delay": ("ZM-DELAY-01",),
        "take_held_turn": ("ZM-DELAY-01", "ZM-GEN-02"),
        "join_order": ("ZM-INIT-03",),
    }.items():
        actions[id] = with_fields(actions[id], rules=concerned)
    actions["start_fight"] = with_fields(
        actions["start_fight"], guards=(*actions["start_fight"].guards, sound_surprise)
    )
    actions["take_held_turn"] = with_fields(
        actions["take_held_turn"], guards=(*actions["take_held_turn"].guards, somebody, _interrupts_nobody)
    )
    actions["join_order"] = with_fields(actions["join_order"], run=join_order)
    return {BEGIN_ROUND.id: BEGIN_ROUND, **actions}
