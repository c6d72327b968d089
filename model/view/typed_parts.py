"""Entries that are typed for open-ended parts of a sheet: how they are understood, and which names are suggested."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from model.engine.edits_combatants import APPENDED
from model.engine.messages import record_words
from model.engine.names import KnownName, Names, titled
from model.state.base import Record
from model.state.folding import folded
from model.view.form import FieldSpec, FieldView, specs_of
from model.view.parts import EVERYTHING, NAME, EntryView, PartView, known_to
from model.view.texts import MINUS, unsigned


class Addition(Record, kw_only=True):
    """A typed entry, as it is understood: what the edit is given, and the words that the window shows."""

    path: str
    value: Any
    title: str
    words: str = ""
    """What is said of it besides its name."""
    help: str = ""
    key: str = ""
    """Name of the entry within its table, if it has another one than the entry that it replaces."""


class Suggestion(Record):
    """A name that can be added."""

    title: str
    help: str = ""
    is_own: bool = False
    """Whether it is what was typed, as a name of one's own."""


# ------------------------------------------------------------------------------------------------------- typed entries

_NUMBER = r"[+\-−–]?\d+(?:[.,]\d+)?"
_PERCENTAGE = rf"{_NUMBER}(?:\s*%)?"
_NAMED_NUMBER = re.compile(rf"^(?P<name>.*?)[\s:=]*(?P<number>{_PERCENTAGE})?$")
_NUMBER_FIRST = re.compile(rf"^(?P<number>{_PERCENTAGE})\s+(?P<name>\D.*)$")
_STEPS = re.compile(r"\d+\s*%?")
_FORBIDDEN = re.compile(r"[^\w'’-]+")
_LONGEST = 80
_BEGUN = 3
"""Least letters of the beginning of a name that stand for the whole of it."""


def understand(
    part: PartView, typed: str, names: Names, replaced: EntryView | None = None, *, is_own: bool = False
) -> Addition | str:
    """What is typed for a part, or a sentence that says what is wrong with it.

    `replaced` is the entry that it takes the place of; with `is_own` the name is one's own, as it is typed.
    """
    typed = _without_title(part, " ".join(typed.split()), names)
    if not typed:
        return f"Type the name of a {part.entry}."
    if len(typed) > _LONGEST:
        return f"This is too long for a {part.entry}: type at most {_LONGEST} letters."
    return _Reader(part, names, replaced, is_own=is_own and part.is_free).read(typed)


def _without_title(part: PartView, typed: str, names: Names) -> str:
    """The words without the title of the part in front: `skill: small guns 4`, or `gift iron` if that is known."""
    head, colon, rest = typed.partition(":")
    titles = (folded(part.entry), folded(part.title))
    if colon and folded(head) in titles:
        return rest.strip()
    head, _, rest = typed.partition(" ")
    is_named = part.names in names.parts and rest.strip() and folded(head) in titles
    known = names.look_up(_NAMED_NUMBER.sub(r"\g<name>", rest), part.names).found if is_named else ()
    return rest.strip() if known and not names.look_up(typed, part.names).found else typed


class _Reader:
    """Reads an entry of a part."""

    def __init__(self, part: PartView, names: Names, replaced: EntryView | None, *, is_own: bool) -> None:
        self._part = part
        self._names = names
        self._replaced = replaced
        self._is_own = is_own

    def read(self, typed: str) -> Addition | str:
        match self._part.kind:
            case "numbers":
                return self._number(typed)
            case "words":
                return self._word(typed)
            case "tables":
                return self._table(typed)
            case "records":
                return self._record(typed)
        return self._name(typed)

    # ------------------------------------------------------------------------------------- names

    def _found(self, name: str) -> KnownName | str | None:
        """The name that the game knows; a sentence if it has to know it and does not; None for a name of one's own."""
        part = self._part
        if self._is_own:
            return None
        if part.names:
            paths = () if part.names == EVERYTHING else (part.names,)
            lookup = self._names.look_up(name, *paths)
            if (one := lookup.one) is not None:
                return one.name
            if lookup.found:
                return f"“{name}” may be {_either([one.name.title for one in lookup.found])}: type more of it."
            if not part.is_free and lookup.near:
                near = _either([found.name.title for found in lookup.near])
                return f"The game has no {part.entry} “{name}”. Did you mean {near}?"
        known = known_names(part, self._names)
        word = folded(name)
        found = [one for one in known if folded(one.id) == word] or [
            one for one in known if len(word) >= _BEGUN and folded(one.title).startswith(word)
        ]
        if len(found) == 1:
            return found[0]
        if part.is_free:
            return None
        return f"The game has no {part.entry} “{name}”: choose {_either([one.title for one in known])}."

    def _addition(self, key: str, value: Any, title: str, words: str, help: str = "") -> Addition:
        """An entry of a table; if it replaces one of another name, at the path of that one."""
        part, replaced = self._part, self._replaced
        if replaced is None or replaced.path == f"{part.path}.{key}":
            return Addition(path=f"{part.path}.{key}", value=value, title=title, words=words, help=help)
        return Addition(path=replaced.path, value=value, title=title, words=words, help=help, key=key)

    def _listed(self, value: Any, title: str, words: str = "", help: str = "") -> Addition | str:
        """An entry of a list, which can hold each name once."""
        part, replaced = self._part, self._replaced
        other = part.named(title)
        if part.kind != "records" and other is not None and other != replaced:
            return f"{title} is there already."
        path = f"{part.path}.{APPENDED}" if replaced is None else replaced.path
        return Addition(path=path, value=value, title=title, words=words, help=help)

    def _key_and_title(self, name: str) -> tuple[str, str, str] | str:
        """The key, title and help of a typed name."""
        found = self._found(name)
        if isinstance(found, str):
            return found
        if found is not None:
            return found.id, found.title, found.help
        key = own_key(name)
        return (key, titled(key), "") if key else f"“{name}” is no name: type letters or digits."

    # ------------------------------------------------------------------------------------ values

    def _number(self, typed: str) -> Addition | str:
        name, digits = self._split_number(typed)
        spec = self._part.spec
        if not name:
            return f"Type the name before the number: {self._example(spec)}."
        named = self._key_and_title(name)
        if isinstance(named, str):
            return named
        key, title, help = named
        part = self._names.parts.get(self._part.names)
        if digits and part is not None and _STEPS.fullmatch(digits):
            steps = part.number_typed(title, digits.replace(" ", ""))
            if isinstance(steps, str):
                return steps
            digits = str(steps)
        number = _as_number(digits.removesuffix("%").strip(), spec) if digits else self._usual(title, spec)
        if isinstance(number, str):
            return f"{title}: {number}"
        return self._addition(key, number, title, unsigned(number), help)

    def _split_number(self, typed: str) -> tuple[str, str | None]:
        """The name and the number of `small guns 4`, `4 small guns` or `Arm 1 4`, where the game knows an `Arm 1`."""
        known, rest = self._known_head(typed)
        if known is not None and re.fullmatch(rf"[:=]?\s*(?:{_PERCENTAGE})?", rest):
            return known.title, rest.lstrip(":= ") or None
        match = _NUMBER_FIRST.match(typed) or _NAMED_NUMBER.match(typed)
        assert match is not None, "the pattern fits any text in one line"
        return match["name"].strip(), match["number"]

    def _usual(self, title: str, spec: FieldSpec) -> int:
        """The number of an entry that is typed without one: that which it has, or 1."""
        known = self._part.named(title)
        if known is not None and known.value:
            return int(float(known.value.replace(MINUS, "-")))
        return int(max(spec.least or 0, min(1, spec.most if spec.most is not None else 1)))

    def _example(self, spec: FieldSpec) -> str:
        known = self._names.entries(self._part.names)
        return f"{known[0].title if known else self._part.entry} {int(max(spec.least or 0, 3))}"

    def _word(self, typed: str) -> Addition | str:
        head, value = _split_pair(typed, self._names, self._part)
        if not value:
            return f"Type the {self._part.entry} and what it is, with a colon between them."
        named = self._key_and_title(head)
        if isinstance(named, str):
            return named
        key, title, help = named
        found = self._names.look_up(value).one
        stored = value if found is None else found.name.id.rpartition(".")[2]
        return self._addition(key, stored, title, stored.replace("_", " "), help)

    def _name(self, typed: str) -> Addition | str:
        found = self._found(typed)
        if isinstance(found, str):
            return found
        if found is not None:
            return self._listed(found.id, found.title, help=found.help)
        if self._part.is_like_keys:
            key = own_key(typed)
            return self._listed(key, titled(key)) if key else f"“{typed}” is no name: type letters or digits."
        name = typed[:1].upper() + typed[1:]
        return self._listed(name, name)

    # ----------------------------------------------------------------------------------- records

    def _table(self, typed: str) -> Addition | str:
        struct = _struct(self._part)
        known, rest = self._known_head(typed)
        record = read_record(struct, rest, has_name=known is not None)
        if isinstance(record, str):
            return record
        name = " ".join(filter(None, ("" if known is None else known.title, record.rest)))
        if not name:
            return f"Type the name of the {self._part.entry} first."
        named = self._key_and_title(name)
        if isinstance(named, str):
            return named
        key, title, help = named
        return self._addition(key, record.fields, title, _words_of(struct, record.fields), help)

    def _record(self, typed: str) -> Addition | str:
        part, struct = self._part, _struct(self._part)
        known, rest = self._known_head(typed)
        usual, number = (known.entry, known.number) if known is not None else ({}, "")
        number = number or (self._names.parts[part.names].number if part.names else "")
        record = read_record(struct, rest, usual, number, part.key, has_name=known is not None)
        if isinstance(record, str):
            return record
        name = " ".join(filter(None, ("" if known is None else known.title, record.rest)))
        if not name:
            return f"Type the name of the {part.entry} first."
        if not part.is_free:
            if known is None or record.rest:
                return self._unknown(record.rest or typed)
            name = known.id
        name = name if not part.is_free else name[:1].upper() + name[1:]
        fields = {part.key: name, **record.fields}
        title = name if known is None or record.rest else known.title
        return self._listed(fields, title, _words_of(struct, fields, part.key), "" if known is None else known.help)

    def _unknown(self, words: str) -> str:
        found = self._found(words)
        return found if isinstance(found, str) else f"“{words}” is not understood. {record_hint(_struct(self._part))}"

    def _known_head(self, typed: str) -> tuple[KnownName | None, str]:
        """The longest known name at the beginning of what is typed, and the rest; None and all of it without one."""
        words = typed.replace(",", " ").split() if self._part.names and not self._is_own else []
        for count in range(len(words), 0, -1):
            found = self._names.look_up(" ".join(words[:count]), self._part.names).one
            if found is not None:
                return found.name, " ".join(words[count:])
        return None, typed


def _struct(part: PartView) -> type:
    assert part.spec.struct is not None
    return part.spec.struct


def own_key(name: str) -> str:
    """A name of one's own as sheets store it: `Underwater welding` is `underwater_welding`."""
    return _FORBIDDEN.sub("_", name.strip().lower()).strip("_")


def _either(names: Sequence[str], most: int = 7) -> str:
    if len(names) > most:
        return f"{', '.join(names[: most - 1])} or another one of the list"
    *others, last = names or ["nothing"]
    return f"{', '.join(others)} or {last}" if others else last


def _as_number(digits: str, spec: FieldSpec) -> int | float | str:
    """The typed number, or what is wrong with it."""
    number = float(re.sub(r"[−–]", "-", digits).replace(",", "."))
    if spec.kind == "number" and number != int(number):
        return f"type a whole number, not {digits}."
    if spec.least is not None and number < spec.least:
        return f"{digits} is too low: the least is {unsigned(_plain(spec.least))}."
    if spec.most is not None and number > spec.most:
        return f"{digits} is too high: the most is {unsigned(_plain(spec.most))}."
    return int(number) if spec.kind == "number" else number


def _plain(number: float) -> int | float:
    return int(number) if number == int(number) else number


def _split_pair(typed: str, names: Names, part: PartView) -> tuple[str, str]:
    """The two names of `climbing: fitness`; without a colon, the second is the last word that the game knows."""
    for sign in (":", "=", "→"):
        if sign in typed:
            head, _, value = typed.partition(sign)
            return head.strip(), value.strip()
    words = typed.split()
    for at in range(1, len(words)):
        if names.look_up(" ".join(words[at:])).one is not None:
            return " ".join(words[:at]), " ".join(words[at:])
    return typed, ""


# ------------------------------------------------------------------------------------------------------------- records


class ReadRecord(Record):
    """What is said of a record."""

    fields: dict[str, Any]
    """Its fields, as plain values."""
    rest: str
    """The words that are left: its name."""


def record_hint(struct: type) -> str:
    """What can be typed for a record: `Type swim, fly or other, base (m), sprint (m).`"""
    parts = [
        _either([option.replace("_", " ") for option in one.options if option]) if one.options else _label(one.title)
        for one in specs_of(struct)
        if one.name != NAME
    ]
    return f"Type {', '.join(parts)}."


def _label(title: str) -> str:
    return title if title[1:2].isupper() else title[:1].lower() + title[1:]


def _words_of(struct: type, fields: Mapping[str, Any], key: str = "-") -> str:
    return record_words(msgspec.convert(fields, struct, strict=False), key)


def read_record(
    struct: type,
    typed: str,
    usual: Mapping[str, Any] = MappingProxyType({}),
    number: str = "",
    key: str = NAME,
    *,
    has_name: bool = False,
    names: Names | None = None,
) -> ReadRecord | str:
    """What is typed of a record: choices, flags, and fields by their titles; a sentence if a number is wrong.

    Args:
        usual: values of fields unless others are typed.
        number: the field that a number without a title sets; further ones set the other numbers in their order.
        key: the field that is the name.
        has_name: whether the name is known, so that every word may be of a field.
        names: names that a field may take, such as the skill of a weapon.
    """
    reader = _RecordReader(struct, typed, usual, key)
    if names is not None:
        reader.read_names(names)
    reader.read(number, has_name=has_name)
    return reader.problem or ReadRecord(reader.fields, reader.rest)


class _RecordReader:
    """Takes what it understands out of a text; what is left is a name."""

    def __init__(self, struct: type, typed: str, usual: Mapping[str, Any], key: str) -> None:
        self._specs = [one for one in specs_of(struct) if one.name != key]
        self.fields = {one.name: usual[one.name] for one in self._specs if one.name in usual}
        self.rest = re.sub(r"(?<!\d),|,(?!\d)|[;()]", " ", typed)
        self.problem = ""
        self._typed: set[str] = set()
        """Fields that were typed."""

    def read(self, number: str, *, has_name: bool) -> None:
        self._read_texts()
        before = self.rest
        for spec in self._specs:
            if spec.kind == "flag":
                self._take(spec, rf"\b({_titles(spec)})\b", True)
            for option in sorted(self._options(spec), key=len, reverse=True):
                self._take(spec, rf"\b{re.escape(option.replace('_', ' '))}\b", option)
        if not has_name and not re.search(r"[^\W\d_]{2}", self.rest):
            # Nothing is left for a name: it is one of the words that a field takes too, such as a power “Attack”.
            self.rest = before
        self._read_titled_numbers()
        self._read_numbers(number)
        self.rest = " ".join(self.rest.split())

    def read_names(self, names: Names) -> None:
        """Read names that the game knows for a field, such as `hth` for the skill; the name of the record stays."""
        words = self.rest.split()
        for spec in self._specs:
            if not spec.names or spec.kind != "text":
                continue
            known = {folded(word): one.id for one in names.entries(spec.names) for word in (one.title, *one.short)}
            spans = ((at, to) for at in reversed(range(len(words))) for to in range(len(words), at, -1))
            found = next(((at, to) for at, to in spans if folded(" ".join(words[at:to])) in known), None)
            if found is not None:
                at, to = found
                self.fields[spec.name] = known[folded(" ".join(words[at:to]))]
                self._typed.add(spec.name)
                if at:
                    words = words[:at] + words[to:]
                break
        self.rest = " ".join(words)

    def _take(self, spec: FieldSpec, pattern: str, value: Any = None, group: str = "") -> bool:
        """Set a field to a value, or to what a group of the pattern finds, and take it out of the text."""
        if spec.name in self._typed or (match := re.search(pattern, self.rest, re.IGNORECASE)) is None:
            return False
        if group:
            value = match[group]
            if spec.kind in ("number", "decimal"):
                value = _as_number(value, spec)
                if isinstance(value, str):
                    self.problem = f"{spec.title}: {value}"
                    return False
        self.fields[spec.name] = value
        self._typed.add(spec.name)
        self.rest = f"{self.rest[: match.start()]} {self.rest[match.end() :]}"
        return True

    def _options(self, spec: FieldSpec) -> list[str]:
        """The options of a choice that may be meant: no numbers, and no word that is the title of a number after it."""
        titles = "|".join(map(_titles, self._numbers)) or "$"
        numbered = {match[1].lower() for match in re.finditer(rf"\b({titles})\s+\d", self.rest, re.IGNORECASE)}
        return [one for one in spec.options if one and not one.isdecimal() and one.replace("_", " ") not in numbered]

    def _read_texts(self) -> None:
        for spec in self._specs:
            if spec.kind == "text" and not spec.options:
                self._take(spec, rf"\b(?:{_titles(spec)})\b\s*“(?P<text>[^”]*)”", group="text")
                self._take(spec, rf"\b(?:{_titles(spec)})\b\s+(?P<text>\d\S*[a-z+-]\S*)", group="text")
                self._take(spec, rf"\b(?:{_titles(spec)})\b\s*[:=]\s*(?P<text>.+)$", group="text")

    @property
    def _numbers(self) -> list[FieldSpec]:
        return [one for one in self._specs if one.kind in ("number", "decimal")]

    def _read_titled_numbers(self) -> None:
        """Read `dv 3` or `+3 dv`: where the text ends with a number, each number follows its title."""
        before = r"(?P<number>{number})\s*(?:m\s+)?(?:{titles})\b"
        after = r"\b(?:{titles})\s*[:=]?\s*(?P<number>{number})(?:\s*m\b)?"
        is_after = re.search(r"\d(\s*m)?\s*$", self.rest) is not None
        for pattern in (after, before) if is_after else (before, after):
            for spec in self._numbers:
                self._take(spec, pattern.format(number=_NUMBER, titles=_titles(spec)), group="number")
        for spec in self._numbers:
            if spec.title.endswith("(m)"):
                self._take(spec, rf"(?P<number>{_NUMBER})\s*m\b", group="number")

    def _read_numbers(self, number: str) -> None:
        for spec in sorted(self._numbers, key=lambda one: one.name != number):
            self._take(spec, rf"(?<![\w.,])(?P<number>{_NUMBER})(?!\w)", group="number")


def _titles(spec: FieldSpec) -> str:
    """A pattern for what a field may be called: its title, its name, and the first word of its title; longest first."""
    title = spec.title.removesuffix("(m)").strip().lower()
    names = {title, spec.name.removeprefix("is_").replace("_", " "), title.split()[0]}
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


# --------------------------------------------------------------------------------------------------------- suggestions


def suggestions(part: PartView, typed: str, names: Names, most: int = 6) -> tuple[Suggestion, ...]:
    """Names to choose from for what is typed so far; the last one is a name of one's own, where that is allowed."""
    name = typed_name(part, typed, names)
    word = folded(name)
    known = known_names(part, names)
    if part.kind in ("names", "choices"):
        known = [one for one in known if part.named(one.title) is None]
    begun = [one for one in known if any(folded(each).startswith(word) for each in (one.title, *one.short))]
    inside = [one for one in known if one not in begun and word in folded(one.title)]
    found = [Suggestion(one.title, one.help) for one in (*begun, *inside)][:most]
    if part.is_free and word and not any(folded(one.title) == word for one in found):
        found.append(Suggestion(name, f"a {part.entry} of your own", is_own=True))
    return tuple(found)


def known_names(part: PartView, names: Names) -> Sequence[KnownName]:
    """The names that the game knows for a part."""
    found = known_to(part.names, names)
    taken = {one.id for one in found}
    more = (*part.suggests, *part.spec.options)
    return [*found, *(KnownName(id=one, title=titled(one)) for one in more if one and one not in taken)]


def typed_name(part: PartView, typed: str, names: Names) -> str:
    """The name within what is typed, without what is said of it."""
    typed = _without_title(part, typed.strip(), names)
    if part.kind in ("names", "choices"):
        return typed
    if part.kind == "words":
        return _split_pair(typed, names, part)[0]
    if part.spec.struct is not None:
        record = read_record(part.spec.struct, typed, key=part.key)
        return typed if isinstance(record, str) else record.rest
    match = _NUMBER_FIRST.match(typed) or _NAMED_NUMBER.match(typed)
    return match["name"].strip() if match is not None else typed


def with_name(part: PartView, typed: str, title: str, names: Names) -> str:
    """What is typed, with a suggested name in place of the name typed so far."""
    name = typed_name(part, typed, names)
    typed = _without_title(part, typed.strip(), names)
    return typed.replace(name, title, 1) if name and name in typed else f"{title} {typed.removeprefix(name)}".strip()


# ------------------------------------------------------------------------------------------ one field for several parts


def part_meant(parts: Sequence[PartView], typed: str, names: Names) -> PartView:
    """The part that is named in front of what is typed, or knows the name; else the first that the number fits."""
    for part in parts:
        if _without_title(part, typed.strip(), names) != typed.strip():
            return part
    for part in parts:
        if _knows(part, typed, names):
            return part
    has_number = re.search(rf"\s{_PERCENTAGE}$|^{_PERCENTAGE}\s", typed.strip()) is not None
    kinds = ("numbers",) if has_number else ("names",)
    fitting = [one for one in parts if one.kind in kinds and one.is_free]
    return next((one for one in fitting if names.entries(one.names)), next(iter(fitting), parts[0]))


def _knows(part: PartView, typed: str, names: Names) -> bool:
    if not part.names or part.is_like_keys:
        return False
    words = typed.replace(",", " ").split()
    heads = (" ".join(words[:count]) for count in range(len(words), 0, -1)) if part.spec.struct is not None else ()
    return any(names.look_up(one, part.names).one is not None for one in (typed_name(part, typed, names), *heads))


# ------------------------------------------------------------------------------------------------ names in plain fields


def title_in_field(field: FieldView, names: Names) -> str:
    """The title of the name in a field that takes names, such as the skill of a weapon."""
    value = str(field.value or "")
    found = names.look_up(value, field.names).one if value else None
    return found.name.title if found is not None and folded(found.name.id) == folded(value) else titled(value)


def name_for_field(field: FieldView, typed: str, names: Names) -> str:
    """What is stored for a name that is typed in such a field: the game's own name, or one's own as sheets write it."""
    found = names.look_up(typed, field.names).one
    return found.name.id if found is not None else own_key(typed)
