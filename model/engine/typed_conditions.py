"""The grammar of a typed condition: what it is, what it changes, how long, and whether players may know.

blinded until the end of Mira's next turn      a condition of the game
prone 3 rounds                                 for a number of rounds
-2 until the bell rings                        one of the GM's own: a change of the usual number
Slippery -1 defence +1 difficulty secret       with a name, several changes, for the GM alone
Dazed no attacks no defence 2 rounds           what it prevents: actions, attacks, moves, defence
"Cover me" until end of combat                 a name in quotation marks is taken as it is
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from model.engine.conditions import OwnChange
from model.engine.edits_conditions import PREVENTED, changes_words, prevents_words
from model.engine.effects import effects_of
from model.engine.messages import listed
from model.engine.ruleset import Ruleset
from model.state.base import Id, Record
from model.state.battle import AnyBattle
from model.state.effects import OWN
from model.state.folding import folded

Options = Mapping[str, Any]
"""Options of the action `set_condition`."""
_CLOSE = 0.75
"""How similar a word must be to one that is known to be taken for a slip, from 0 to 1."""
_LONGEST_NAME = 5
"""Words of the longest name that is looked for."""
_MOST_LISTED = 5
_SHORTEST_NAME, _LONGEST_OWN = 2, 60
"""Letters that the name of an own condition has at least, and characters that it has at most."""


class TypedCondition(Record, kw_only=True):
    """What a typed condition means, or which of its words is not understood."""

    options: Options = MappingProxyType({})
    """Options of `set_condition`."""
    is_bare: bool = False
    """Whether only a name was typed, without any details."""
    problem: str = ""
    """What is wrong, in a sentence; empty if all is understood."""
    word: str = ""
    """The words that are not understood, as they were typed."""
    instead: tuple[str, ...] = ()
    """What may be meant by them, the most similar first."""


class _NotUnderstood(Exception):
    def __init__(self, sentence: str, word: str = "", instead: Iterable[str] = ()) -> None:
        super().__init__(sentence)
        self.word, self.instead = word, tuple(instead)


def read_condition(
    ruleset: Ruleset,
    battle: AnyBattle,
    targets: Sequence[Id],
    typed: str,
    presets: Mapping[str, Options] = MappingProxyType({}),
) -> TypedCondition:
    """Read a typed condition for these bearers; `presets` are the GM's own by name, each with its options."""
    try:
        return _Reader(ruleset, battle, targets, presets).read(typed)
    except _NotUnderstood as wrong:
        return TypedCondition(problem=str(wrong), word=wrong.word, instead=wrong.instead)


def read_changes(ruleset: Ruleset, battle: AnyBattle, typed: str) -> dict[str, int] | str:
    """Return what the typed changes of a condition change by how much, or a sentence if they are not understood."""
    try:
        changes, rest = _Reader(ruleset, battle, (), {}).changes(typed)
    except _NotUnderstood as wrong:
        return str(wrong)
    if rest:
        example = f"“-2 to {ruleset.own_changes[0].title}”" if ruleset.own_changes else "nothing"
        return f"“{' '.join(rest)}” is not understood: write for example {example}."
    return changes


_QUOTED = re.compile(r"[\"“”„]([^\"“”„]+)[\"“”]")
_UNTIL = re.compile(r"(?:^|[\s,;])(?:until|till|til)\s+(.+)$", re.IGNORECASE | re.DOTALL)
_VISIBILITY = re.compile(
    r"(?:^|[\s,;(])(?P<secret>secret(?:ly)?|hidden|private|gm only|only gm|for the gm)?(?P<public>public|visible)?\)?$",
    re.IGNORECASE,
)
_ROUNDS = re.compile(
    r"(?:^|[\s,;])(?:for\s+)?(\d{1,3}|an?|one|two|three|four|five)\s+(?:rounds?|turns?)\b", re.IGNORECASE
)
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_FOR = re.compile(
    r"(?:^|[\s,;])(?:for\s+the|this|for\s+this)\s+(round|turn|scene|combat|fight|battle)\b", re.IGNORECASE
)
_AMOUNT = re.compile(r"([+\-−–])(\d{1,4})(%|d20|cd|d)?", re.IGNORECASE)
_FILLERS = ("to", "on", "of", "for", "in", "at", "all")
_PREVENTS = re.compile(
    r"(?:^|[\s,;])(?:no|cannot|can't|can’t|can not)\s+"
    r"(?:(?P<actions>actions?|act)|(?P<attacks>attacks?)|(?P<moves>moves?|movement)|(?P<defence>defen[cs]e|defend))\b",
    re.IGNORECASE,
)
_NOTE = re.compile(r"\(([^()]*)\)")
_RELATED = re.compile(r"^(.+?)\s+(?:by|at|from|of|against|to|with|behind)\s+(.+)$", re.IGNORECASE)


class _Reader:
    """Reads one line."""

    def __init__(
        self, ruleset: Ruleset, battle: AnyBattle, targets: Sequence[Id], presets: Mapping[str, Options]
    ) -> None:
        self._ruleset, self._battle, self._targets = ruleset, battle, targets
        self._presets = {folded(name): (name, options) for name, options in presets.items()}

    def read(self, typed: str) -> TypedCondition:
        details: dict[str, Any] = {}
        head = typed.strip()
        if quoted := _QUOTED.search(head):
            head = f"{head[: quoted.start()]} {head[quoted.end() :]}"
        head = self._visibility(head, details)
        if until := _UNTIL.search(head):
            details |= EndReader(self._battle, self._targets).read(until[1])
            head = self._visibility(head[: until.start()], details)
        head = self._duration(head, details)
        if note := _NOTE.search(head):
            details["note"] = note[1].strip()
            head = f"{head[: note.start()]} {head[note.end() :]}"
        prevents = [found.lastgroup for found in _PREVENTS.finditer(head)]
        head = _PREVENTS.sub(" ", head)
        changes, rest = self.changes(head)
        if changes:
            details["changes"] = changes
        if prevents:
            details["prevents"] = [what for what in PREVENTED if what in prevents]
        if secret := [word for word in rest if word.strip(",;").lower() in ("secret", "secretly")]:
            details["public"] = False
            rest = [word for word in rest if word not in secret]
        words = self._visibility(" ".join(rest), details).strip(" ,;:")
        named = self._own(quoted[1], words) if quoted else self._named(words, details)
        return TypedCondition(options={**named, **details}, is_bare=not details)

    # ------------------------------------------------------------------------------- for whose eyes, and how long

    @staticmethod
    def _visibility(head: str, details: dict[str, Any]) -> str:
        found = _VISIBILITY.search(head.rstrip(" ,;"))
        if found is None or not (found["secret"] or found["public"]):
            return head.strip(" ,;")
        details["public"] = bool(found["public"])
        return head[: found.start()].strip(" ,;")

    def _duration(self, head: str, details: dict[str, Any]) -> str:
        if found := _ROUNDS.search(head):
            number = found[1].lower()
            details["rounds"] = _NUMBERS.get(number) or int(number)
            if details["rounds"] == 0:
                raise _NotUnderstood("0 rounds: it would be over at once.", found[0].strip())
        elif found := _FOR.search(head):
            details |= EndReader(self._battle, self._targets).read(f"the end of the {found[1]}")
        else:
            return head
        return f"{head[: found.start()]} {head[found.end() :]}"

    # ------------------------------------------------------------------------------------------- what it changes

    def changes(self, head: str) -> tuple[dict[str, int], list[str]]:
        """What is changed by how much, and the words that are left for a name."""
        head = re.sub(r"([+\-−–])\s+(?=\d)", r"\1", head)
        words = re.sub(r"(?<=\d)\s+%", "%", head).split()
        changes: dict[str, int] = {}
        rest: list[str] = []
        at = 0
        while at < len(words):
            word = words[at].strip(",;")
            amount = _AMOUNT.fullmatch(word)
            at += 1
            if amount is None:
                rest.append(words[at - 1])
                continue
            change, taken = self._number_after(words[at:])
            if change is None:
                change, before = self._number_before(rest)
                rest = rest[: len(rest) - before]
            if change is None:
                change = self._usual_number(word, amount[3] or "", words[at:])
            elif (amount[3] or "") == "%" and "%" not in change.unit:
                raise _NotUnderstood(f"“{word}”: per cent do not apply to {change.title}.", word)
            at += taken
            size = int(amount[2]) * (1 if amount[1] == "+" else -1)
            if not change.least <= size <= change.most:
                raise _NotUnderstood(f"“{word}”: at most {change.most} for {change.title}.", word)
            changes[change.id] = changes.get(change.id, 0) + size
        return {id: size for id, size in changes.items() if size}, rest

    def _number_after(self, words: list[str]) -> tuple[OwnChange | None, int]:
        """The number that the next words name, and how many words that are."""
        for skipped in (0, 1, 2):
            if not all(word.lower() in _FILLERS for word in words[:skipped]):
                break
            for length in range(min(_LONGEST_NAME, len(words) - skipped), 0, -1):
                named = " ".join(words[skipped : skipped + length]).strip(",;")
                if change := self._change_named(named):
                    return change, skipped + length
        return None, 0

    def _number_before(self, words: list[str]) -> tuple[OwnChange | None, int]:
        """The number that the last words name: `defence -1`; and how many words that are."""
        for length in range(min(_LONGEST_NAME, len(words)), 0, -1):
            if change := self._change_named(" ".join(words[-length:]).strip(",;:")):
                return change, length
        return None, 0

    def _change_named(self, words: str) -> OwnChange | None:
        word = folded(words)
        return next((one for one in self._ruleset.own_changes if word and word in map(folded, one.names)), None)

    def _usual_number(self, word: str, unit: str, following: list[str]) -> OwnChange:
        """The number that is meant if none is named: by the unit, or the first."""
        known = self._ruleset.own_changes
        if not known:
            raise _NotUnderstood(f"{self._ruleset.name} has no number that a condition could change.", word)
        self._refuse_slip(following)
        if unit == "%":
            found = next((one for one in known if "%" in one.unit), None)
        else:
            found = self._change_named(unit) if unit else known[0]
        if found is None:
            names = listed(one.title for one in known)
            raise _NotUnderstood(f"“{word}”: {self._ruleset.name} knows changes to {names}.", word)
        return found

    def _refuse_slip(self, following: list[str]) -> None:
        """Refuse a word after an amount that is nearly, but not quite, the name of a number."""
        names: dict[str, str] = {}
        for one in self._ruleset.own_changes:
            for name in one.names:
                names.setdefault(folded(name), name)
        if following and _AMOUNT.match(following[0]):
            return
        for length in (2, 1):
            word = " ".join(following[:length]).strip(",;")
            close = _close(word, names, most=2) if len(word) > 3 else []
            if close:
                meant = [names[one] for one in close]
                raise _NotUnderstood(f"“{word}” is not a number. Did you mean {' or '.join(meant)}?", word, meant)

    # --------------------------------------------------------------------------------------------------- the name

    def _own(self, name: str, leftover: str) -> dict[str, Any]:
        if leftover:
            raise _NotUnderstood(f"“{leftover}” is not understood beside the name in quotation marks.", leftover)
        return {"name": self._checked_name(name.strip())}

    @staticmethod
    def _checked_name(name: str) -> str:
        if sum(map(str.isalpha, name)) < _SHORTEST_NAME:
            raise _NotUnderstood(f"“{name}” is too short for a condition.", name)
        if len(name) > _LONGEST_OWN:
            raise _NotUnderstood(f"The name is too long: at most {_LONGEST_OWN} letters.", name)
        return name

    def _named(self, words: str, details: dict[str, Any]) -> dict[str, Any]:
        """The condition that the words name, or one of the GM's own; `details` may get an amount and a relation."""
        if not words:
            changed = changes_words(self._ruleset, details.get("changes", {}))
            name = ", ".join(filter(None, (changed, prevents_words(details.get("prevents", ())))))
            if not name:
                sentence = "Name a condition, or say what it changes: blinded 2 rounds, -2 until the bell rings."
                raise _NotUnderstood(sentence)
            return {"name": f"{name[0].upper()}{name[1:]}"}
        if folded(words) in self._presets:
            return dict(self._presets[folded(words)][1])
        for found, more in self._readings(words):
            if (id := self._condition(found)) is not None:
                details |= more
                return {"condition": id}
        if begun := self._own_begun(words):
            return {"name": begun}
        self._refuse_near(words)
        return {"name": self._checked_name(words[:1].upper() + words[1:])}

    def _readings(self, words: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Ways to read the words as a condition and details: alone, with an amount, with whom it relates to."""
        yield words, {}
        if amount := re.fullmatch(r"(.+?)\s+(\d{1,4})", words):
            yield amount[1], {"amount": int(amount[2])}
        if related := _RELATED.match(words):
            who = self._combatant(related[2])
            id = self._condition(related[1]) if who is not None else None
            if id is not None:
                is_related = self._ruleset.conditions[id].relation is not None
                yield related[1], {"other" if is_related else "source": who}

    def _condition(self, words: str) -> Id | None:
        """Id of the condition that is called so, or the only one that begins so; None if there is none.

        Raises:
            _NotUnderstood: several begin so.
        """
        word = folded(words)
        known = {id: (folded(id), folded(one.title)) for id, one in self._ruleset.conditions.items()}
        exact = [id for id, names in known.items() if word in names]
        begins = [id for id, names in known.items() if word and any(name.startswith(word) for name in names)]
        found = exact[:1] or begins
        if len(found) > 1:
            titles = [self._ruleset.conditions[id].title for id in found]
            raise _NotUnderstood(f"“{words}” could be {listed(titles[:_MOST_LISTED])}.", words, titles)
        return found[0] if found else None

    def _own_begun(self, words: str) -> str:
        """The name of an own condition of the bearers that is called so or begins so; empty if none is."""
        word = folded(words)
        effects = (effect for who in self._targets for effect in effects_of(self._battle, who, OWN))
        names = dict.fromkeys(effect.name for effect in effects)
        exact = [name for name in names if folded(name) == word]
        begins = [name for name in names if folded(name).startswith(word)]
        return next(iter(exact or begins), "")

    def _refuse_near(self, words: str) -> None:
        """Refuse a name that is nearly that of a condition or preset: surely a slip."""
        by_word = {folded(one.title): one.title for one in self._ruleset.conditions.values()}
        by_word |= {word: name for word, (name, _) in self._presets.items()}
        if close := _close(words, by_word):
            meant = [by_word[one] for one in close]
            sentence = f"{self._ruleset.name} has no condition “{words}”. Did you mean {' or '.join(meant)}?"
            raise _NotUnderstood(f"{sentence} In quotation marks it is one of your own.", words, meant)

    def _combatant(self, words: str) -> Id | None:
        return who_is(self._battle, words)


def _close(words: str, known: Mapping[str, str], most: int = 3) -> list[str]:
    """The keys that some words are nearly, the most similar first."""
    from difflib import get_close_matches  # only after a mistake

    return get_close_matches(folded(words), known, n=most, cutoff=_CLOSE)


def who_is(battle: AnyBattle, words: str) -> Id | None:
    """The combatant who is called so, or the only one whose name begins so; None if there is none."""
    word = folded(words)
    names = {who: folded(one.name) for who, one in battle.combatants.items()}
    exact = [who for who, name in names.items() if name == word]
    begins = [who for who, name in names.items() if word and name.startswith(word)]
    found = exact or begins
    return found[0] if len(found) == 1 else None


# -------------------------------------------------------------------------------------------------------- when it ends


_BEARER = ("their", "his", "her", "its", "own", "my", "your", "the bearer", "bearer")
_TURN = re.compile(
    r"(?:the\s+)?(?:(?P<point>start|beginning|end)\s+of\s+)?(?:the\s+)?(?:(?P<whose>.+?)\s+)??"
    r"(?:(?P<which>next|this|current|following)\s+)?turn(?:\s+(?P<verb>starts|begins|comes|ends|is over))?",
    re.IGNORECASE,
)
_ACTS = re.compile(r"(?P<whose>.+?)\s+acts(?:\s+again|\s+next)?", re.IGNORECASE)
_ROUND = re.compile(
    r"(?:the\s+)?(?P<end>end\s+of\s+)?(?:the\s+)?(?P<which>this\s+|next\s+)?round(?:\s+(?P<number>\d{1,4}))?"
    r"(?:\s+(?P<verb>ends|is over|begins|starts))?",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"(?:the\s+)?(?:end\s+of\s+)?(?:the\s+|this\s+)?(\w+)(?:\s+(?:ends|is over))?", re.IGNORECASE)
_ENDS = {
    "combat": "combat", "fight": "combat", "battle": "combat", "scene": "scene", "recovered": "recovered",
    "recovery": "recovered", "removed": "removed", "ended": "removed",
}  # fmt: skip


class EndReader:
    """Reads the words after `until`."""

    def __init__(self, battle: AnyBattle, targets: Sequence[Id]) -> None:
        self._battle, self._targets = battle, targets

    def read(self, typed: str) -> dict[str, Any]:
        """The options that say when it ends.

        Raises:
            _NotUnderstood: it waits for the turn of nobody who is there, or for a round that is over.
        """
        clause = typed.strip(" ,;.").replace("’", "'")
        if found := _ROUND.fullmatch(clause):
            return self._round(found)
        if (found := _WHOLE.fullmatch(clause)) and found[1].lower() in _ENDS:
            return {"until": _ENDS[found[1].lower()]}
        if found := _TURN.fullmatch(clause):
            return self._turn(found)
        if (found := _ACTS.fullmatch(clause)) and self._whose(found["whose"]) is not None:
            return {"until": "turn_start", **self._clock(found["whose"])}
        return {"ends": clause}

    def _round(self, found: re.Match[str]) -> dict[str, Any]:
        now = self._battle.order.round
        is_begin = (found["verb"] or "").lower() in ("begins", "starts") or not (found["end"] or found["verb"])
        is_next = (found["which"] or "").lower().strip() == "next"
        last = int(found["number"]) if found["number"] else now + (1 if is_next else 0)
        if is_begin and (found["number"] or is_next):
            last -= 1
        if last < now or last < 1:
            raise _NotUnderstood(f"“{found[0]}” is over: this is round {now}.", found[0])
        return {"until": "round_end", "round": last}

    def _turn(self, found: re.Match[str]) -> dict[str, Any]:
        is_end = (found["point"] or "").lower() == "end" or (found["verb"] or "").lower() in ("ends", "is over")
        which, whose = (found["which"] or "").lower(), found["whose"] or ""
        acting = self._battle.order.acting
        if not whose and which not in ("next", "following"):
            # The turn in progress, or without one the bearer's.
            of = acting[0] if acting and (which or is_end) else None
            is_bearers = of is None or tuple(self._targets) == (of,)
            return {"until": "turn_end" if is_end or which else "turn_start"} | ({} if is_bearers else {"clock": of})
        until = "turn_start" if not is_end else "next_turn_end" if which in ("next", "following") else "turn_end"
        return {"until": until, **(self._clock(whose) if whose else {})}

    def _clock(self, whose: str) -> dict[str, Any]:
        if whose.lower() in _BEARER:
            return {}
        who = self._whose(whose)
        if who is None:
            names = {folded(one.name): one.name for one in self._battle.combatants.values()}
            bare = re.sub(r"'s?$|(?<=s)'$", "", whose)
            meant = [names[one] for one in _close(bare, names)]
            question = f" Did you mean {' or '.join(meant)}?" if meant else ""
            raise _NotUnderstood(f"Whose turn? Nobody is called “{bare}”.{question}", bare, meant)
        return {} if tuple(self._targets) == (who,) else {"clock": who}

    def _whose(self, whose: str) -> Id | None:
        """The combatant in `Mira's`, `Chris'` or `miras`."""
        readings = (whose, re.sub(r"'s?$", "", whose), re.sub(r"s'?$", "", whose))
        found = (who_is(self._battle, one) for one in readings if one)
        return next((who for who in found if who is not None), None)
