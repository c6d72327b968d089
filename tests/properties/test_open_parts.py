"""Every open-ended part of a sheet or of gear can be filled in people's words, in every game, and taken back."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.content.library import content_files, load_library
from model.engine.calls import Call
from model.engine.run import Done
from model.rulesets import RULESETS
from model.scenarios.building import ProblemList, build
from model.scenarios.tables import CombatantTable, ScenarioTable
from model.session import Session
from model.state.battle import AnyBattle
from model.state.folding import folded
from model.state.validate import misfits
from model.view.parts import PartView, parts_of
from model.view.sheet import SheetView, sheet_view
from model.view.typed_parts import Addition, known_names, suggestions, understand
from tests.support.examples import at_most

PYTHON = re.compile(r"[(){}\[\]']|None|expected|True|False|_\b|\b\w+_\w+\b")
"""What no text of a form contains: signs of Python values, and names as files write them."""
EACH_GAME = pytest.mark.parametrize("game", sorted(RULESETS))
NUMBER = st.integers(1, 2)
OWN = st.text(st.sampled_from("abcdefghijklmnopqrstuvwxyz "), min_size=4, max_size=16).filter(
    lambda name: len(name.strip()) > 3
)


def begun(game: str) -> AnyBattle:
    """Return a battle with one combatant, who has one item."""
    ruleset = RULESETS[game]
    library = load_library(ruleset, content_files(game))
    items = ({"id": "thing", "name": "Thing"},)
    ana = CombatantTable(id="ana", side="pc", items=items)
    table = ScenarioTable(format=1, title="Alone", ruleset=game, combatant=(ana,))
    problems = ProblemList()
    battle = build(table, ruleset, library, problems)
    assert battle is not None
    return battle


BEGUN = {game: begun(game) for game in RULESETS}
"""Built once: the examples never change a battle."""


@contextmanager
def opened(game: str) -> Iterator[tuple[Session, Path]]:
    """Yield a session in its own folder."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        path = Path(folder) / "alone.battle.toml"
        session = Session.create(path, RULESETS[game], BEGUN[game]).session
        assert session is not None
        try:
            yield session, path
        finally:
            session.close()


def view_of(session: Session, game: str) -> SheetView:
    view = sheet_view(RULESETS[game], session.battle, "ana", is_brief=True)
    assert view is not None
    return view


def parts(view: SheetView) -> dict[str, PartView]:
    """Return the parts of the sheet and of the item, by path."""
    return {part.path: part for part in (*view.parts, *(part for item in view.items for part in item.parts))}


def carry_out(session: Session, entry: Addition) -> None:
    options: dict[str, Any] = {"path": entry.path, "value": entry.value}
    if entry.key:
        options["becomes"] = entry.key
    edit(session, options)


def edit(session: Session, options: dict[str, Any]) -> None:
    is_of_item = str(options["path"]).startswith("items.")
    done = session.act(Call(action="edit", targets=() if is_of_item else ("ana",), options=options))
    assert isinstance(done, Done), done
    sheet = done.battle.combatants["ana"].sheet
    assert not misfits(type(sheet), msgspec.to_builtins(sheet))


@st.composite
def typed_for(draw: st.DrawFn, game: str, part: PartView) -> str:
    """Return words for an entry of a part: a name of the game or of one's own, and what its kind needs."""
    taken = {one.title for one in part.entries}
    known = [one.title for one in known_names(part, RULESETS[game].names) if one.title not in taken]
    if part.kind == "choices" or not part.is_free:
        name = draw(st.sampled_from(known))
    else:
        name = draw(st.sampled_from(known) | OWN) if known else draw(OWN)
    if part.kind == "words":
        return f"{name}: {draw(st.sampled_from(['dexterity', 'fitness']))}"
    return name if part.kind in ("names", "choices") else f"{name} {draw(NUMBER)}"


@EACH_GAME
@given(data=st.data())
@at_most(5)
def test_each_part_takes_an_entry_changes_it_and_gives_it_back(game: str, data: st.DataObject) -> None:
    names = RULESETS[game].names
    with opened(game) as (session, path):
        bare = session.battle
        for at, before in parts(view_of(session, game)).items():
            typed = data.draw(typed_for(game, before))
            entry = understand(before, typed, names)
            assert isinstance(entry, Addition), entry
            carry_out(session, entry)
            (shown,) = parts(view_of(session, game))[at].entries[len(before.entries) :]
            assert (shown.title, shown.value) == (entry.title, entry.words)
            assert_log_names_it(session, shown.title)
            assert_words_mean_the_entry(parts(view_of(session, game))[at], game)
            added = session.battle
            if before.kind in ("numbers", "tables", "records"):
                other = understand(parts(view_of(session, game))[at], f"{shown.title} 3", names, shown)
                assert isinstance(other, Addition), other
                carry_out(session, other)
                assert "3" in parts(view_of(session, game))[at].entries[-1].words
                session.undo()
            assert session.battle == added
            edit(session, {"path": shown.path, "clear": True})
            assert parts(view_of(session, game))[at].entries == before.entries
            session.undo()
            assert session.battle == added
            session.undo()
            assert parts(view_of(session, game))[at].entries == before.entries
            session.redo()
            edit(session, {"path": shown.path, "clear": True})
        assert session.battle == bare
        session.close()
        reopened = Session.open(path, RULESETS).session
        assert reopened is not None
        assert reopened.battle == bare
        reopened.close()


def assert_log_names_it(session: Session, title: str) -> None:
    """The last line of the log says what was added, in words."""
    (said,) = next(session.standing()).note.sentences
    words = str(said.arguments["entry"])
    assert folded(title.rsplit(maxsplit=1)[-1]) in folded(words), words
    assert_plain(words.replace("(", "").replace(")", ""))


def assert_words_mean_the_entry(part: PartView, game: str) -> None:
    """The words of an entry, typed again for it, change nothing: a click on it and Enter keep it."""
    shown = part.entries[-1]
    again = understand(part, shown.words, RULESETS[game].names, shown)
    assert isinstance(again, Addition), (shown.words, again)
    assert (again.title, again.words, again.key) == (shown.title, shown.value, "")


@EACH_GAME
@given(data=st.data())
@at_most(40)
def test_whatever_is_typed_is_an_entry_or_a_sentence(game: str, data: st.DataObject) -> None:
    names = RULESETS[game].names
    sheet, gear = RULESETS[game].sheet(), RULESETS[game].gear()
    every = (*parts_of(sheet, "sheet", names), *parts_of(gear, "gear", names))
    part = data.draw(st.sampled_from(every))
    typed = data.draw(
        st.text(max_size=40) | st.sampled_from(["99999999999999999999", "skill: ", "x 1e9", "٣ guns", "²"])
    )
    found = understand(part, typed, names)
    suggestions(part, typed, names)
    if isinstance(found, str):
        assert found.endswith((".", "?"))
        assert_plain(re.sub(r"“.*?”", "", found))
    else:
        kind = part.spec.struct or int
        value = found.value if part.spec.struct or part.kind == "numbers" else 0
        assert not misfits(kind, value), found


@EACH_GAME
def test_no_text_of_a_form_is_a_value_of_python(game: str) -> None:
    """Titles, words and help of every field, part and entry, with an entry in each part."""
    names = RULESETS[game].names
    with opened(game) as (session, _):
        for at, part in parts(view_of(session, game)).items():
            taken = {one.title for one in part.entries}
            known = [one.title for one in known_names(part, names) if one.title not in taken]
            name = known[0] if known else "Night watch"
            words = {"names": name, "choices": name, "words": f"{name}: fitness"}.get(part.kind, f"{name} 2")
            entry = understand(part, words, names)
            assert isinstance(entry, Addition), (at, entry)
            carry_out(session, entry)
        view = view_of(session, game)
        shown = [text for part in parts(view).values() for text in (part.title, part.entry)]
        shown += [text for part in parts(view).values() for one in part.entries for text in (one.words, one.help)]
        shown += [one.title for item in (view, *view.items) for one in item.fields]
        shown += [
            str(one.value)
            for item in (view, *view.items)
            for one in item.fields
            if not one.part and not one.names and not one.options and one.value is not None and one.kind != "flag"
        ]
        for text in shown:
            assert_plain(text)


def assert_plain(text: str) -> None:
    """Units in brackets are words of people, too."""
    assert not PYTHON.search(re.sub(r"\((m|%|kg|CD|dice)\)", "", text)), text


@pytest.mark.rule("ZM-GEN-03")
def test_a_percentage_is_added_to_a_sheet_as_typed_lines_read_it() -> None:
    """65 % are 13 ranks; there is no rank for 64 %."""
    names = RULESETS["zamani"].names
    view = sheet_view(RULESETS["zamani"], BEGUN["zamani"], "ana")
    skills = next(part for path, part in parts(view).items() if path.endswith("skills"))
    for words in ("sword 65", "sword 65%", "sword 65 %", "basket weaving 65%"):
        entry = understand(skills, words, names)
        assert isinstance(entry, Addition), entry
        assert entry.value == 13
    assert "60% or 65%" in str(understand(skills, "sword 64%", names))
