"""The battle as a text like a diary: by scenes and rounds, with a paragraph for each turn."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Literal

from model.engine.ruleset import Ruleset
from model.state.base import Record
from model.state.battle import AnyBattle
from model.state.texts import Text
from model.view.log import LogEntry
from model.view.pools import clock_view
from model.view.texts import plain, render_all
from model.view.viewer import GM, PLAYERS

PartKind = Literal["title", "date", "scene", "round", "turn", "note", "picture"]
_MARK = "mark"
_OWN_WORDS = ("note", _MARK)
"""Actions that only write down the GM's text."""
_MARKDOWN = re.compile(r"[\\`*_\[\]<>#|~]|^[-+](?=\s)|(?<=^\d)\.(?=\s)|(?<=^\d\d)\.(?=\s)")
"""Characters that Markdown would interpret; a number with a full stop begins a list."""
_SIGNS = re.compile(r"[^A-Za-z0-9._/~-]")
_HTML = {"title": "h1", "date": "p", "scene": "h2", "round": "h3", "turn": "p", "note": "blockquote"}
_HEADINGS = {"title": "# ", "scene": "## ", "round": "### ", "date": "", "turn": "", "note": "> "}


class StoryOptions(Record):
    """The contents of the text."""

    is_public: bool = False
    """Whether it is as players know it: public names, and nothing that is hidden from them."""
    has_numbers: bool = True
    """Whether it includes totals and target numbers; with `is_public` there are none."""
    has_notes: bool = True
    """Whether it includes what the GM noted and marked during play, in the GM's own words."""
    has_pictures: bool = False
    """Whether it includes the map at each of the GM's marks."""


class StoryPart(Record):
    """A heading, a paragraph, a note, or the map after a step."""

    kind: PartKind
    words: str
    step: int = 0
    """For a picture: the number of the step after which the map is shown."""


def story(
    ruleset: Ruleset, title: str, date: str, entries: Iterable[LogEntry], options: StoryOptions
) -> tuple[StoryPart, ...]:
    """The given steps, in order, as the parts of a text; `date` is when it was played."""
    parts = [StoryPart("title", title), *([StoryPart("date", date)] if date else [])]
    scene = round = turn = None
    paragraph: list[str] = []

    def close() -> None:
        if paragraph:
            parts.append(StoryPart("turn", " ".join(paragraph)))
            paragraph.clear()

    for entry in entries:
        before = entry.before or entry.battle
        told = (*_told(entry, options), *_pictures(entry, options))
        if not told:
            continue
        if (here := _scene_words(entry.battle)) != scene:
            close()
            scene, round = here, None
            parts += [StoryPart("scene", here)] if here else []
        if (here := _round_words(ruleset, before)) != round:
            close()
            round = here
            parts.append(StoryPart("round", here))
        whose = None if before.order.turn is None else before.order.turn.slot
        if whose != turn:
            close()
            turn = whose
        for kind, words in told:
            if kind != "turn":
                close()
                parts.append(StoryPart(kind, words, entry.number if kind == "picture" else 0))
            else:
                paragraph.append(words)
    close()
    return tuple(parts)


def _told(entry: LogEntry, options: StoryOptions) -> Iterator[tuple[PartKind, str]]:
    """What a step adds: messages, or a note by the GM."""
    action = "" if entry.call is None else entry.call.action
    if action in _OWN_WORDS:
        if options.has_notes:
            yield "note", plain(render_all(entry.note.sentences, entry.battle, GM))
        elif words := plain(render_all(_public(entry.note.sentences), entry.battle, PLAYERS)):
            yield "turn", words
        return
    viewer = PLAYERS if options.is_public else GM
    has_all = options.has_numbers and not options.is_public
    heard = [one for one in entry.note.sentences if not one.is_routine]
    # Messages of an edit for the GM alone are bookkeeping: a name, a side, a hidden field.
    sentences = heard if has_all and any(one.audience == "all" for one in heard) else _public(heard)
    if words := plain(render_all(sentences, entry.battle, viewer)):
        yield "turn", words


def _pictures(entry: LogEntry, options: StoryOptions) -> Iterator[tuple[PartKind, str]]:
    """The picture for a mark by the GM; its caption does not contain the GM's words."""
    if options.has_pictures and entry.call is not None and entry.call.action == _MARK:
        round = entry.battle.order.round
        yield "picture", f"The map in round {round}" if round else "The map before combat"


def _public(sentences: Iterable[Text]) -> list[Text]:
    return [one for one in sentences if one.audience == "all" and not one.is_routine]


def _scene_words(battle: AnyBattle) -> str:
    """`Scene 2: The pier`; empty for the first scene if it has no name."""
    scene = battle.scene
    if scene.name:
        return f"Scene {scene.number}: {scene.name}"
    return f"Scene {scene.number}" if scene.number > 1 else ""


def _round_words(ruleset: Ruleset, battle: AnyBattle) -> str:
    return clock_view(ruleset, battle).words if battle.order.round else "Before combat"


def markdown(parts: Iterable[StoryPart], pictures: Mapping[int, str] = MappingProxyType({})) -> str:
    """The text as Markdown, with the GM's text escaped.

    `pictures` are addresses by step number, such as paths relative to the text; other pictures are left out.
    """
    blocks = []
    for part in parts:
        words = _MARKDOWN.sub(lambda found: f"\\{found[0]}", part.words.replace("\n", " "))
        if part.kind == "picture":
            address = _address(pictures.get(part.step, ""))
            blocks += [f"![{words}]({address})"] if address else []
        else:
            blocks.append(f"*{words}*" if part.kind == "date" else f"{_HEADINGS[part.kind]}{words}")
    return "\n\n".join(blocks) + "\n"


def as_html(
    parts: Iterable[StoryPart], pictures: Mapping[int, str] = MappingProxyType({}), *, is_page: bool = True
) -> str:
    """The text as HTML that refers to no other files than `pictures`.

    `pictures` are addresses by step number; other pictures are left out. With `is_page`, it is a whole page.
    """
    parts = tuple(parts)
    body = "\n".join(filter(None, (_html_part(part, pictures) for part in parts)))
    if not is_page:
        return body
    title = html.escape(next((part.words for part in parts if part.kind == "title"), ""))
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        "<style>body { max-width: 40em; margin: 3em auto; font-family: serif; line-height: 1.5; } "
        "img { max-width: 100%; }</style>\n"
        f"</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _html_part(part: StoryPart, pictures: Mapping[int, str]) -> str:
    words = html.escape(part.words)
    if part.kind != "picture":
        return f"<{_HTML[part.kind]}>{words}</{_HTML[part.kind]}>"
    address = pictures.get(part.step, "")
    return f'<p><img src="{html.escape(address)}" alt="{words}"></p>' if address else ""


def _address(path: str) -> str:
    """A path for Markdown, with characters escaped that would end it."""
    return _SIGNS.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), path)
