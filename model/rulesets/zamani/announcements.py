"""What is announced before a countdown: sacrifices, and focuses spent on speed (ZM-SAC, ZM-FOC-03)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from model.engine import turns
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, end_effects_of, kinds_borne
from model.engine.guards import no
from model.engine.messages import message
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Parameter
from model.engine.turns import can_act
from model.rulesets.zamani.checks import has_focus
from model.rulesets.zamani.clock import round_of_turn
from model.rulesets.zamani.conditions import CONDITIONS, FOCUSING, HASTENED, RANK
from model.rulesets.zamani.countdown import count_down
from model.rulesets.zamani.initiative import initiative_of, segments_by
from model.rulesets.zamani.settings import HouseRules, rules
from model.rulesets.zamani.sheet import Battle, Sheet
from model.state.base import Id, replace
from model.state.battle import age, with_order
from model.state.identity_cache import cached_by_identity
from model.state.texts import Refusal, Text, text

MOST_RANKS = 40
MOST_TOLD = 10
"""The question about a sacrifice shows the result of each number of ranks up to this one."""


def _there(battle: Battle) -> tuple[Id, ...]:
    """The combatants who take turns: players' characters first, by seat, then the others."""
    seats = {who: player.seat for player in battle.players.values() for who in player.characters}
    able = sorted((one for one in battle.combatants.values() if can_act(battle, one.id)), key=age)
    able = [one for one in able if CONDITIONS.preventing(battle, one.id, "actions") is None]
    return tuple(one.id for one in sorted(able, key=lambda one: (one.side != "pc", seats.get(one.id, 0))))


def sacrificers(battle: Battle) -> tuple[Id, ...]:
    """Combatants who may sacrifice now: only at the start of a turn of ten rounds (ZM-SAC-01, ZM-AMB-11)."""
    if round_of_turn(battle) != 1:
        return ()
    has_all = rules(battle).sacrifice_npcs
    return tuple(who for who in _there(battle) if has_all or battle.combatants[who].side == "pc")


def quick_ones(battle: Battle) -> tuple[Id, ...]:
    """Combatants with a focus that could be spent on speed (ZM-FOC-03)."""
    if FOCUSING not in kinds_borne(battle.combatants):
        return ()
    return tuple(who for who in _there(battle) if has_focus(battle, who))


def awaits(battle: Battle) -> Text:
    """What is still to be decided before the countdown, in one sentence."""
    if sacrificers(battle):
        return text("Choose sacrifices")
    if quick_ones(battle):
        return text("Spend a focus on speed?")
    return text("The countdown has not started.")


def begin_round(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Apply sacrifices and focuses spent on speed, then start the countdown (ZM-SAC-01, ZM-FOC-03)."""
    turns.log_round(battle, ": the countdown starts.", ask)
    battle = _sacrificed(battle, call, ask)
    battle = _hastened(battle, call, ask)
    battle = with_order(battle, phase="acting")
    return turns.advance(count_down(battle, ask), ask)


def _sacrificed(battle: Battle, call: Call, ask: Ask) -> Battle:
    said = _SACRIFICE.said(call)
    able = sacrificers(battle)
    if said is None:
        answers = ask.each(able, lambda who: sacrifice_of(battle, who, ask))
    else:
        answers = tuple(int(said.get(who, 0)) for who in able)
    return with_sacrifice(battle, dict(zip(able, answers, strict=True)), ask)


def sacrifice_of(battle: Battle, who: Id, ask: Ask) -> int:
    """Ask how many ranks a combatant sacrifices for speed; 0 by default."""
    most = rules(battle).sacrifice_max or MOST_RANKS
    comes_to: tuple[str, ...] = ()
    if ask.keeps_log:
        initiative = initiative_of(battle, who).total
        comes_to = _speed_words(rules(battle), battle.combatants[who].sheet, initiative, min(most, MOST_TOLD))
    question = Question(
        id=f"sacrifice.{who}",
        title=message(battle, "{0}: ranks sacrificed for speed", who),
        kind="number",
        least=0,
        most=most,
        default=0,
        rule="ZM-SAC-01",
        comes_to=comes_to,
    )
    return int(ask.choose(question, who))


@cached_by_identity(64, values=2)
def _speed_words(house: HouseRules, sheet: Sheet, initiative: int, most: int) -> tuple[str, ...]:
    """Gain and cost of each number of ranks from 0 to `most`, one text each."""
    return tuple(_speed_of(house, sheet, initiative, ranks) for ranks in range(most + 1))


def _speed_of(house: HouseRules, sheet: Sheet, initiative: int, ranks: int) -> str:
    """Gain and cost of one number of ranks: `9 → 11: on 10, 1 · skills −10 %` (ZM-SAC-02, ZM-SAC-03)."""
    due = ", ".join(map(str, segments_by(house, sheet, initiative + ranks))) or "no segment"
    if not ranks:
        return f"initiative {initiative}: on {due}"
    return f"{initiative} → {initiative + ranks}: on {due} · skills −{RANK * ranks} %"


def with_sacrifice(battle: Battle, ranks: Mapping[Id, int], ask: Ask) -> Battle:
    """The battle with these ranks sacrificed for this turn of ten rounds."""
    given = {who: number for who, number in ranks.items() if number > 0}
    for who, number in given.items():
        told = "{0} sacrifices {ranks}: initiative +{ranks}, skill rolls -{points} %."
        ask.log_plan(battle, told, who, ranks=number, points=RANK * number)
    return replace(battle, shared=replace(battle.shared, sacrifice=battle.shared.sacrifice | given))


def _hastened(battle: Battle, call: Call, ask: Ask) -> Battle:
    said = _SPEED.said(call)
    able = quick_ones(battle)
    quick = (
        ask.each(able, lambda who: _wants_speed(battle, who, ask)) if said is None else [who in said for who in able]
    )
    for who, is_quick in zip(able, quick, strict=True):
        if is_quick:
            battle = add_effect(end_effects_of(battle, who, FOCUSING), who, HASTENED, until="round_end")
            ask.log(battle, "{0} spends the focus on speed.", who)
    return battle


def _wants_speed(battle: Battle, who: Id, ask: Ask) -> bool:
    question = Question(
        id=f"focus.{who}",
        title=message(battle, "How does {0} use the focus this round?", who),
        options=(Choice(key="effect", label="For effect, or keep focusing"), Choice(key="speed", label="For speed")),
        default="effect",
        rule="ZM-FOC-03",
    )
    return ask.choose(question, who) == "speed"


def _is_planning(battle: Battle, call: Call) -> Iterator[Refusal]:
    if battle.order.phase != "planning":
        sentence = text("The countdown is running: this has to be said before a round.")
        yield Refusal(key="counting", sentence=sentence, rule="ZM-SAC-01", can_override=False)


def _sound_announcements(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the named combatants may sacrifice or spend a focus, within the limits."""
    said, speed = _SACRIFICE.said(call), _SPEED.said(call)
    if said is not None and not isinstance(said, Mapping):
        sentence = text("Give sacrifices as ranks by id, such as ana = 2.")
        yield Refusal(key="bad_sacrifice", sentence=sentence, can_override=False)
        said = None
    if battle.order.phase != "planning":
        return
    most, able = rules(battle).sacrifice_max, sacrificers(battle) if said else ()
    for who, ranks in (said or {}).items():
        if isinstance(ranks, bool) or not isinstance(ranks, int) or not 0 <= ranks <= MOST_RANKS:
            sentence = text("The ranks sacrificed must be a number from 0 to {most}.", most=MOST_RANKS)
            yield Refusal(key="bad_ranks", sentence=sentence, rule="ZM-SAC-01", can_override=False)
        elif ranks and who not in able:
            yield _cannot("sacrifice", battle, who, "sacrifice now: only at the start of a turn.", "ZM-SAC-01")
        elif most and ranks > most:
            sentence = text("At most {most} ranks can be sacrificed.", most=most)
            yield Refusal(key="sacrifice_max", sentence=sentence, rule="ZM-AMB-11")
    for who in speed or ():
        if who not in quick_ones(battle):
            yield _cannot("speed", battle, who, "spend a focus on speed: none is held.", "ZM-FOC-03")


def _cannot(key: str, battle: Battle, who: Id, what: str, rule: str) -> Refusal:
    if who in battle.combatants:
        return with_key(no(key, f"{{who}} cannot {what}", rule, who))
    return Refusal(key=key, sentence=text("There is no “{id}” in this battle.", id=who), can_override=False)


def with_key(refusal: Refusal) -> Refusal:
    """The refusal, not to be overridden because there would be nothing to carry out."""
    return replace(refusal, can_override=False)


_SACRIFICE: Parameter[Any] = Parameter(
    key="sacrifice", title="Sacrifice", kind="value", rule="ZM-SAC-01",
    help="Ranks by combatant; combatants that are not named sacrifice none. Empty: everyone is asked.",
)  # fmt: skip
_SPEED: Parameter[Any] = Parameter(
    key="speed", title="Focus on speed", kind="combatants", rule="ZM-FOC-03",
    help="Who spends a focus on initiative. Empty: everyone who could is asked.",
)  # fmt: skip


BEGIN_ROUND = Action(
    id="begin_round",
    title="Begin Round",
    run=begin_round,
    parameters=(_SACRIFICE, _SPEED),
    guards=(_is_planning, _sound_announcements),
    rules=("ZM-SAC-01", "ZM-SAC-03", "ZM-FOC-03", "ZM-INIT-03"),
    group="order",
    help="Choose who sacrifices ranks for speed and who spends a focus on it; then the countdown begins.",
)  # fmt: skip
