"""Compares the expectations of a step with the actual situation."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from model.content.problems import nearest
from model.engine.odds import Odds
from model.engine.ruleset import Ruleset
from model.scenarios.naming import Unknown, explanation_of, plain, value_of
from model.state.battle import AnyBattle
from model.state.texts import Explanation, Note, Refusal, RollRecord, Ruling
from model.view.players import PlayersView
from model.view.texts import refusal_sentence, sentence, signed
from model.view.viewer import GM, PLAYERS, knows, name_for, visible_id

TOUCH = 1e-6
NOTHING_SAID = Note()
OF_STEP = frozenset({"roll", "verdict", "asks", "asked", "offers", "log", "refused", "odds", "players"})
"""First parts of names that belong to the step, not to the battle."""


@dataclass
class Situation:
    """Everything that a step can have expectations about."""

    ruleset: Ruleset
    battle: AnyBattle
    note: Note = NOTHING_SAID
    refusal: Refusal | None = None
    asks: tuple[str, ...] = ()
    """Ids of the requests that the action waits for; several if they are independent of each other."""
    offers: tuple[str, ...] = ()
    asked: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The options of all requests of this step, answered or not, by request id in the order of the requests."""
    odds: Odds | None = None
    players: PlayersView | None = None
    told: str = ""
    """The message of this step in the player view; empty if there is none."""

    @property
    def log(self) -> str:
        """The sentences of the step in the GM's log."""
        return " ".join(sentence(text, self.battle, GM) for text in self.note.sentences)


def failures(expected: Mapping[str, Any], situation: Situation) -> Iterator[str]:
    """Yield a line for every expectation that is not met."""
    for name, value in expected.items():
        try:
            problem = _mismatch(name, value, situation)
        except Unknown as unknown:
            problem = str(unknown)
        if problem:
            yield f"expect {name}: {problem}"


def _mismatch(name: str, expected: object, situation: Situation) -> str | None:
    head, _, rest = name.partition(".")
    if name == "refused":
        return _refused_mismatch(expected, situation)
    if name == "log":
        return _part_mismatch(expected, situation.log)
    if isinstance(expected, Mapping) and expected and set(expected) <= {"with", "without"}:
        return _parts_mismatch(expected, _found(name, head, rest, situation))
    if head == "odds":
        return _odds_mismatch(rest, expected, situation)
    found = _found(name, head, rest, situation)
    if is_same(expected, found):
        return None
    return f"expected {shown(expected)}, found {shown(found)}{_explained(name, head, rest, situation)}."


def _explained(name: str, head: str, rest: str, situation: Situation) -> str:
    """Return the parts, with their rules, of a number or of a roll's bonus, to help to find the error; may be empty."""
    explanation = explanation_of(situation.ruleset, situation.battle, name)
    if head in ("roll", "verdict"):
        explanation = _explanation_of_step(head, rest, situation.note)
    if explanation is None:
        return ""
    counted = (part for part in explanation.parts if part.is_applied and part.amount)
    parts = (f"{part.label} {signed(part.amount)}" + (f" [{part.rule}]" if part.rule else "") for part in counted)
    return f": {', '.join(parts)}"


def _explanation_of_step(head: str, rest: str, note: Note) -> Explanation | None:
    """Return the number behind the bonus of a roll, or behind what it was measured against; None if it is uncertain.

    It is a number of the same action and combatant with this total, and the only one.
    """
    id, _, measure = rest.rpartition(".")
    of_verdict = head == "verdict"
    ruling = next((one for one in reversed(note.rulings) if id == (one.key if of_verdict else one.roll)), None)
    rolled = ruling.roll if of_verdict and ruling is not None else id
    roll = next((one for one in reversed(note.rolls) if one.id == rolled), None)
    if measure == "against":
        key, wanted = ("", None) if ruling is None or ruling.measured else (ruling.key, ruling.against)
    elif measure in ("total", "bonus", "success", "margin") and roll is not None:
        key, wanted = roll.id, roll.bonus
    else:
        return None
    own = [one for one in note.explanations if one.total == wanted and _owner(one.key) == _owner(key)]
    exact = [one for one in own if one.key == key]
    return (exact or own)[0] if len(exact or own) == 1 else None


def _owner(key: str) -> tuple[str, str]:
    """Return within which action a key stands, and about whom: `leap` and `boomer` of `leap/attack.boomer`."""
    within, _, local = key.rpartition("/")
    return within, local.partition(".")[2]


def _found(name: str, head: str, rest: str, situation: Situation) -> object:
    if name == "asks":
        return situation.asks[0] if len(situation.asks) == 1 else list(situation.asks) or "nothing"
    if name == "offers":
        return list(situation.offers)
    if name == "asked":
        return list(situation.asked)
    if head == "asked":
        if rest not in situation.asked:
            raise Unknown(f"this step did not ask for “{rest}”.{nearest(rest, situation.asked)}")
        return list(situation.asked[rest])
    if head == "roll":
        return _of_roll(rest, situation.note)
    if head == "verdict":
        return _of_verdict(rest, situation.note)
    if head == "players":
        return _of_players(rest, situation)
    return value_of(situation.ruleset, situation.battle, name)


def is_same(expected: object, found: object) -> bool:
    """Whether a plain value equals the expected one; numbers may differ by a millionth."""
    if isinstance(expected, bool) or isinstance(found, bool):
        return expected is found
    if isinstance(expected, int | float) and isinstance(found, int | float):
        return math.isclose(expected, found, abs_tol=TOUCH)
    if isinstance(expected, list | tuple) and isinstance(found, list | tuple):
        return len(expected) == len(found) and all(map(is_same, expected, found))
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        return set(expected) == set(found) and all(is_same(expected[key], found[key]) for key in expected)
    return expected == found


def shown(value: object) -> str:
    """Return a plain value in a notation close to TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"“{value}”"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(shown, value)) + "]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {shown(inner)}" for key, inner in value.items()) + " }"
    return str(value)


# ------------------------------------------------------------------------------------------ sentences


def _parts_mismatch(expected: Mapping[str, Any], found: object) -> str | None:
    """Return the first required part (`with`) that is missing, or forbidden part (`without`) that is found, or None.

    The result is a sentence; `found` is a text or a list.
    """
    if not isinstance(found, str | list | tuple):
        return f"“with” and “without” look into a text or a list, not into {shown(found)}."
    for key, said in expected.items():
        for part in said if isinstance(said, list) else [said]:
            if not isinstance(part, str) or not part:
                return f"{key} must be a text that is not empty, or a list of them."
            is_in = part.lower() in found.lower() if isinstance(found, str) else part in found
            if is_in != (key == "with"):
                return f"“{part}” is {'not' if key == 'with' else 'a'} part of {shown(found)}."
    return None


def _part_mismatch(expected: object, found: str) -> str | None:
    if isinstance(expected, Mapping) and expected and set(expected) <= {"with", "without"}:
        return _parts_mismatch(expected, found)
    parts = expected if isinstance(expected, list) else [expected]
    for part in parts:
        if not isinstance(part, str) or not part:
            return "must be a part of the sentence, or a list of parts."
        if part.lower() not in found.lower():
            return f"“{part}” is not part of “{found}”."
    return None


def _refused_mismatch(expected: object, situation: Situation) -> str | None:
    refusal = situation.refusal
    if refusal is None:
        return "it was not refused."
    return _part_mismatch(expected, refusal_sentence(refusal, situation.battle, GM))


# ------------------------------------------------------------------------------------------ dice


def _of_roll(name: str, note: Note) -> object:
    id, _, measure = name.rpartition(".")
    roll = next((roll for roll in reversed(note.rolls) if roll.id == id), None)
    if roll is None:
        raise Unknown(f"no dice were thrown for “{id}”.{nearest(id, {roll.id for roll in note.rolls})}")
    of_roll = _ROLL_MEASURES.get(measure)
    if of_roll is not None:
        return of_roll(roll)
    if measure not in _VERDICT_MEASURES:
        raise Unknown(f"a roll has no “{measure}”.{nearest(measure, {*_ROLL_MEASURES, *_VERDICT_MEASURES})}")
    verdicts = [ruling for ruling in note.rulings if ruling.roll == id]
    if not verdicts:
        raise Unknown(f"nothing was measured by the roll “{id}”.")
    if len(verdicts) > 1:
        keys = ", ".join(ruling.key for ruling in verdicts)
        raise Unknown(f"several verdicts rest on the roll “{id}”: ask for verdict.KEY.{measure} of {keys}.")
    return plain(_VERDICT_MEASURES[measure](verdicts[0]))


def _of_verdict(name: str, note: Note) -> object:
    key, _, measure = name.rpartition(".")
    ruling = next((ruling for ruling in reversed(note.rulings) if ruling.key == key), None)
    if ruling is None:
        raise Unknown(f"there was no verdict “{key}”.{nearest(key, {ruling.key for ruling in note.rulings})}")
    if measure not in _VERDICT_MEASURES:
        raise Unknown(f"a verdict has no “{measure}”.{nearest(measure, _VERDICT_MEASURES)}")
    return plain(_VERDICT_MEASURES[measure](ruling))


_ROLL_MEASURES: dict[str, Callable[[RollRecord], object]] = {
    "total": lambda roll: plain(roll.total),
    "sum": lambda roll: plain(roll.sum),
    "bonus": lambda roll: roll.bonus,
    "faces": lambda roll: list(roll.faces),
    "word": lambda roll: roll.word,
    "result": lambda roll: roll.result,
    "dice": lambda roll: roll.dice,
    "by": lambda roll: roll.by,
}


_VERDICT_MEASURES: dict[str, Callable[[Ruling], object]] = {
    "success": lambda ruling: ruling.is_true,
    "computed": lambda ruling: ruling.computed,
    "against": lambda ruling: ruling.against,
    "total": lambda ruling: ruling.total,
    "margin": lambda ruling: ruling.margin,
}


# ------------------------------------------------------------------------------------------ odds


def _odds_mismatch(name: str, expected: object, situation: Situation) -> str | None:
    if situation.odds is None:
        return "this step weighs no odds."
    target, _, measure = name.rpartition(".")
    if target not in situation.battle.combatants and target not in situation.battle.things:
        return f"there is no “{target}” in this battle.{nearest(target, situation.battle.combatants)}"
    known: dict[str, str] = {known.key: known.needs or known.key for known in situation.ruleset.measures}
    if measure not in known:
        return f"there is no measure “{measure}”.{nearest(measure, known)}"
    had = {key for who, key in situation.odds.measures if who == target}
    if not had & {measure, known[measure]} and situation.odds.refusal is None:
        there_is = ", ".join(f"“{key}”" for key in known if key in had) or "nothing"
        return f"this action has no “{measure}” of “{target}”: it weighs {there_is}."
    try:
        if isinstance(expected, Mapping):
            wanted = {str(key): Fraction(str(share)) for key, share in expected.items()}
            spread = situation.odds.distribution(target, measure)
            if sum(wanted.values()) == 1:
                spread = _with_misses(spread)
            found = {str(key).lower(): share for key, share in spread.items()}
            if wanted == found:
                return None
            return f"expected {_spread(wanted)}, found {_spread(found)}."
        chance = situation.odds.chance(target, measure)
        return None if Fraction(str(expected)) == chance else f"expected {expected}, found {chance}."
    except (ValueError, ZeroDivisionError):
        return f"must be exact fractions such as “5/12”, not {shown(expected)}."


def _with_misses(spread: Mapping[Any, Fraction]) -> dict[Any, Fraction]:
    """Return the distribution completed to a sum of 1: cases without a hit count as 0."""
    missed = 1 - sum(spread.values(), Fraction(0))
    return dict(spread) if not missed else {0: missed + spread.get(0, 0)} | {k: v for k, v in spread.items() if k != 0}


def _spread(spread: Mapping[str, Fraction]) -> str:
    return "{ " + ", ".join(f"{value} = {share}" for value, share in spread.items()) + " }"


# ------------------------------------------------------------------------------------------ player view


def _of_players(name: str, situation: Situation) -> object:
    view = situation.players
    assert view is not None, "the player of a scenario projects it whenever a step asks for it"
    head, _, rest = name.partition(".")
    if name == "order":
        return [row.name for row in view.order]
    if name == "tokens":
        return sorted(token.name for token in view.map.tokens)
    if name == "zones":
        return sorted(zone.name for zone in view.map.zones)
    if name == "told":
        return situation.told
    if name in ("now", "next", "round", "phase"):
        return plain(getattr(view, name))
    if name == "sentence":
        return "" if view.action is None else view.action.sentence
    if name == "words":
        return [] if view.action is None else [dice.word for dice in view.action.dice]
    if head in situation.battle.combatants:
        return _of_row(head, rest, situation, view)
    known = {
        "order",
        "tokens",
        "zones",
        "told",
        "now",
        "next",
        "round",
        "phase",
        "sentence",
        "words",
        *situation.battle.combatants,
    }
    raise Unknown(f"the players' screen has no “{name}”.{nearest(name, known)}")


def _of_row(who: str, name: str, situation: Situation, view: PlayersView) -> object:
    if name == "seen":
        return knows(situation.battle, who, PLAYERS)
    if name == "name":
        return plain(name_for(situation.battle, who, PLAYERS))
    slots = (slot.id for slot in situation.battle.order.slots.values() if who in slot.members)
    ids = {visible_id(id, PLAYERS) for id in (who, *slots)}
    row = next((row for row in view.order if row.id in ids), None)
    if row is None:
        raise Unknown(f"the players' order has no row of “{who}”.")
    if name == "health":
        return "none" if row.health is None else row.health.text
    if name == "bar":
        return "none" if row.health is None else plain(row.health.fraction)
    if name == "conditions":
        return sorted(row.conditions)
    if name == "text":
        return row.text
    known = ("seen", "name", "health", "bar", "conditions", "text")
    raise Unknown(f"the players see no “{name}” of “{who}”.{nearest(name, known)}")
