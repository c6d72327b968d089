"""Files that were cut off, edited by hand or are of another kind: every message, and that nothing is lost."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import pytest

from model.engine.calls import Call
from model.engine.settings import about, reader
from model.rulesets import RULESETS
from model.session import Opened, Session
from model.session.migrations import VERSION
from model.state.base import State, replace
from model.state.battle import AnyBattle, Battle
from tests.support import toy
from tests.support.toy import strike

Reopen = Callable[..., Opened]


@pytest.fixture
def fought(session: Session, path: Path) -> Path:
    """A session file of three steps: a strike, a move, a strike."""
    session.act(strike("ann", "bob", 5))
    session.act(Call(action="move", actor="ann", options={"x": 2.0, "y": 0.0}))
    session.act(strike("bob", "ann", 6))
    session.close()
    return path


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def said(problems: tuple[object, ...]) -> str:
    return "\n".join(map(str, problems))


# ------------------------------------------------------------------------------------------- cut off


def test_a_torn_step_is_cut_off_and_said_so(fought: Path, reopen: Reopen) -> None:
    data = fought.read_bytes()
    fought.write_bytes(data[:-40])
    session, problems = reopen()
    assert session is not None
    assert len(session.steps) == 2
    assert "not completely written" in said(problems)
    assert "after step 2" in said(problems)
    line = data[: data.rindex(b"[[step]]")].count(b"\n") + 1
    assert f"Line {line}" in said(problems)


def test_bytes_that_are_no_text_after_the_last_step_cost_no_step(fought: Path, reopen: Reopen) -> None:
    data = fought.read_bytes()
    fought.write_bytes(data + b"\n\xff\xfe\x00\x81")
    session, problems = reopen()
    assert session is not None
    assert len(session.steps) == 3
    assert "not completely written" in said(problems)
    session.act(strike("ann", "bob", 4))
    assert b"\xff\xfe" in fought.with_name("duel.cut-1.toml").read_bytes()
    again, problems = reopen(session)
    assert problems == ()
    assert again is not None
    assert len(again.steps) == 4


def test_what_stands_between_two_steps_is_told(fought: Path, reopen: Reopen) -> None:
    data = fought.read_bytes()
    at = data.rindex(b"[[step]]")
    fought.write_bytes(data[:at] + b"what is this?\n\n" + data[at:])
    session, problems = reopen()
    assert session is not None
    assert len(session.steps) == 3
    (note,) = problems
    assert note.is_note
    assert "belongs to no step" in note.sentence


def test_looking_at_a_torn_file_does_not_change_it(fought: Path, reopen: Reopen) -> None:
    torn = fought.read_bytes()[:-40]
    fought.write_bytes(torn)
    session, _ = reopen()
    assert session is not None
    session.close()
    assert fought.read_bytes() == torn


def test_what_was_cut_off_is_kept_beside_the_file(fought: Path, reopen: Reopen) -> None:
    data = fought.read_bytes()
    fought.write_bytes(data[:-40])
    session, _ = reopen()
    assert session is not None
    session.act(strike("bob", "ann", 4))
    cut = fought.with_name("duel.cut-1.toml").read_bytes()
    assert data[:-40].endswith(cut)
    assert b"number = 3" in cut
    again, problems = reopen(session)
    assert problems == ()
    assert again is not None
    assert again.battle == session.battle


def test_a_file_cut_in_the_battle_is_not_opened_and_points_to_the_backups(fought: Path, reopen: Reopen) -> None:
    data = fought.read_bytes()
    cut = data[: data.index(b"[battle.combatants.bob]")]
    fought.write_bytes(cut)
    session, problems = reopen()
    assert session is None
    assert "ends in the middle of the battle" in said(problems)
    assert fought.read_bytes() == cut


def test_a_last_backup_is_named(fought: Path, reopen: Reopen) -> None:
    session = reopen().session
    assert session is not None
    session.trim_history()
    session.close()
    fought.write_bytes(fought.read_bytes()[:100])
    session, problems = reopen()
    assert session is None
    assert "last backup" in said(problems)
    assert "duel.backups" in said(problems)


# --------------------------------------------------------------------------------------- edited by hand


def test_an_edited_step_is_taken_over_with_a_note(fought: Path, reopen: Reopen) -> None:
    edit(fought, '["combatants.bob.sheet.hp", 6, 4]', '["combatants.bob.sheet.hp", 6, 3]')
    session, problems = reopen()
    assert session is not None
    assert session.battle.combatants["bob"].sheet.hp == 3
    (note,) = problems
    assert note.is_note
    assert "Step 1 was edited by hand" in note.sentence
    assert session.steps[0].call == strike("ann", "bob", 5)


def test_an_edited_step_is_sound_again_in_a_whole_write(fought: Path, reopen: Reopen) -> None:
    edit(fought, '["combatants.bob.sheet.hp", 6, 4]', '["combatants.bob.sheet.hp", 6, 3]')
    session, _ = reopen()
    assert session is not None
    copy = fought.with_name("copy.battle.toml")
    assert session.save_copy(copy) is None
    again, problems = reopen(file=copy)
    assert problems == ()
    assert again is not None
    assert again.battle == session.battle


def test_an_edited_battle_is_taken_over_and_later_steps_set_what_they_recorded(fought: Path, reopen: Reopen) -> None:
    edit(fought, "[battle.combatants.bob.sheet]", "[battle.combatants.bob.sheet]\nhp = 20")
    session, problems = reopen()
    assert session is not None
    assert all(problem.is_note for problem in problems)
    assert "beginning of the file was edited by hand" in said(problems)
    assert "Step 1 found a different value" in said(problems)
    assert session.battle.combatants["bob"].sheet.hp == 4
    while session.can_undo:
        session.undo()
    assert session.battle.combatants["bob"].sheet.hp == 20


def test_another_editors_line_ends_do_no_harm(fought: Path, reopen: Reopen) -> None:
    fought.write_bytes(b"\xef\xbb\xbf" + fought.read_bytes().replace(b"\n", b"\r\n"))
    session, problems = reopen()
    assert session is not None
    assert len(session.steps) == 3
    assert problems == ()
    session.act(strike("ann", "bob", 4))
    again, problems = reopen(session)
    assert problems == ()
    assert again is not None
    assert again.battle == session.battle


def test_a_file_without_a_last_line_end_can_be_appended_to(fought: Path, reopen: Reopen) -> None:
    fought.write_bytes(fought.read_bytes().rstrip(b"\n"))
    session, problems = reopen()
    assert problems == ()
    assert session is not None
    session.act(strike("ann", "bob", 4))
    again, problems = reopen(session)
    assert problems == ()
    assert again is not None
    assert len(again.steps) == 4


def test_all_problems_of_a_battle_are_told_at_once(fought: Path, reopen: Reopen) -> None:
    edit(fought, '[battle]\nruleset = "toy"', '[battle]\nruleset = "toy"\nclock = "noon"\ntidy = true\nserial = -1')
    edit(fought, 'name = "Bob"', "name = 7\nradius = 0")
    session, problems = reopen()
    assert session is None
    text = said(problems)
    for place, parts in {
        "battle.clock": ("a whole number", "“noon”"),
        "battle.tidy": ("not a known field", "title"),
        "battle.serial": ("at least 0", "-1"),
        "battle.combatants.bob.name": ("a text", "7"),
        "battle.combatants.bob.radius": ("more than 0", "0"),
    }.items():
        (line,) = [line for line in text.splitlines() if f": {place}:" in line]
        assert re.match(r"Line \d+: ", line), line
        assert all(part in line for part in parts), line


def test_an_unknown_shape_says_which_are_known(session: Session, path: Path, reopen: Reopen) -> None:
    session.act(Call(action="draw", options={"radius": 2.0}))
    session.trim_history()
    session.close()
    edit(path, 'shape = "circle"', 'shape = "blob"')
    again, problems = reopen()
    assert again is None
    assert "features.mark-1.shape.shape" in said(problems)
    assert "circle, line, polygon, rectangle" in said(problems)
    assert "“blob”" in said(problems)


def test_a_missing_field_is_named(fought: Path, reopen: Reopen) -> None:
    edit(fought, 'name = "Bob"\n', "")
    session, problems = reopen()
    assert session is None
    assert "battle.combatants.bob.name: is missing" in said(problems)


def test_something_under_a_wrong_id_is_told(fought: Path, reopen: Reopen) -> None:
    edit(fought, 'id = "bob"', 'id = "rob"')
    session, problems = reopen()
    assert session is None
    assert "battle.combatants.bob.id: is “rob”" in said(problems)


@pytest.mark.parametrize(
    "header",
    ["[[step]] # mine", "  [[step]]", "[[ step ]]", '[["step"]]', "\t[[ 'step' ]]\t# twice", "[[step]]\n# a remark"],
)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_step_is_read_however_toml_lets_it_begin(fought: Path, reopen: Reopen, header: str, number: int) -> None:
    edit(fought, f"[[step]]\nnumber = {number}\n", f"{header}\nnumber = {number}\n")
    session, problems = reopen()
    assert session is not None
    assert [step.number for step in session.steps] == [1, 2, 3]
    assert f"Step {number} was edited by hand" in said(problems)
    assert session.battle.combatants["bob"].sheet.hp == 4


@pytest.mark.parametrize("remark", ["# the end", "\n\n# the end\n", 'call = {action="wait", actor="bob"}'])
def test_what_stands_behind_a_closing_line_is_read(fought: Path, reopen: Reopen, remark: str) -> None:
    text = fought.read_text()
    if remark.startswith("call"):
        text = re.sub(r"(number = 3\n(?:.*\n)*?)call = .*\n", r"\1", text)
    fought.write_text(f"{text}{remark}\n")
    session, problems = reopen()
    assert session is not None
    assert len(session.steps) == 3
    assert "Step 3 was edited by hand" in said(problems)
    assert session.steps[-1].call.action == ("wait" if remark.startswith("call") else "strike")


def test_steps_written_into_the_head_are_taken_over(fought: Path, reopen: Reopen) -> None:
    text = fought.read_text()
    head, *steps = re.split(r"(?m)^\[\[step\]\]\n", text)
    inline = ", ".join("{" + ", ".join(step.strip().split("\n")) + "}" for step in steps)
    fought.write_text(f"step = [{inline}]\n{head}")
    session, _ = reopen()
    assert session is not None
    assert [step.number for step in session.steps] == [1, 2, 3]
    assert session.battle.combatants["ann"].place.x == 2.0


def test_one_table_instead_of_a_list_of_steps_is_told(fought: Path, reopen: Reopen) -> None:
    text = fought.read_text()
    fought.write_text(f"{text[: text.index('[[step]]')]}[step]\nnumber = 1\n")
    session, problems = reopen()
    assert session is None
    assert "one table for each step" in said(problems)


# ---------------------------------------------------------------------------------- ids that point nowhere


def test_a_slot_taken_out_by_hand_leaves_a_battle_that_can_be_fought(
    session: Session, path: Path, reopen: Reopen
) -> None:
    session.act(Call(action="start_fight"))
    session.trim_history()
    session.close()
    text = path.read_text()

    slot = next(iter(re.findall(r"\[battle\.order\.slots\.([\w-]+)\]", text)))
    path.write_text(re.sub(rf"\[battle\.order\.slots\.{slot}\]\n(?:[^\[\n].*\n|\n)*", "", text))
    again, problems = reopen()
    assert again is not None, said(problems)
    assert f"battle.order.sequence: there is no “{slot}”" in said(problems)
    assert slot not in again.battle.order.sequence
    assert all(turn.slot in again.battle.order.slots for turn in again.battle.order.turns)
    again.act(strike("ann", "bob", 5))
    third, problems = reopen(again)
    assert third is not None
    assert third.battle == again.battle


def test_ids_that_point_nowhere_are_told_and_taken_out(fought: Path, reopen: Reopen) -> None:
    edit(
        fought,
        "[battle.combatants.bob]\n",
        """\
[battle.items.rope-1]
id = "rope-1"
name = "Rope"
holder = "cleo"
gear = {}

[battle.players.kim]
id = "kim"
name = "Kim"
characters = ["ann", "cleo"]

[battle.board.links.door-1]
id = "door-1"
first = "hall-1"
second = "yard-1"

[battle.combatants.bob]
place = {zone = "hall-1"}
""",
    )
    session, problems = reopen()
    assert session is not None
    for part in ("items.rope-1.holder: there is no “cleo”", "players.kim: there is no “cleo”", "links.door-1"):
        assert part in said(problems)
    battle = session.battle
    assert battle.items["rope-1"].holder is None
    assert battle.items["rope-1"].where == "board"
    assert battle.players["kim"].characters == ("ann",)
    assert battle.board.links == {}
    assert battle.combatants["bob"].place.zone is None


def test_a_step_edited_to_point_nowhere_is_repaired_and_can_be_undone(fought: Path, reopen: Reopen) -> None:
    edit(fought, '["combatants.ann.place.x", 2.0]', '["combatants.ann.place", {x=2.0, y=0.0, zone="hall-1"}]')
    session, problems = reopen()
    assert session is not None
    assert "Step 2: battle.combatants.ann.place.zone: there is no “hall-1”" in said(problems)
    assert session.battle.combatants["ann"].place.zone is None
    session.undo()
    session.undo()
    assert session.battle.combatants["ann"].place.x is None
    again, _ = reopen(session)
    assert again is not None
    assert again.battle == session.battle


# ------------------------------------------------------------------------------------------ beyond the limits

DEEP = "[" * 2000 + "]" * 2000
HOSTILE = {
    "nesting": (f"mood = {DEEP}\n", "nested"),
    "tables": ("mood = " + "{a = " * 1500 + "1" + "}" * 1500 + "\n", "nested"),
    "a number of many digits": ("mood = " + "9" * 4400 + "\n", "digits"),
    "a number too large": ("mood = 99999999999999999999\n", "64 bits"),
    "a number without end": ("mood = inf\n", "not a number that can be saved"),
}


@pytest.mark.parametrize(("line", "sentence"), HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("where", ["head", "step"])
def test_values_beyond_the_limits_are_told(fought: Path, reopen: Reopen, line: str, sentence: str, where: str) -> None:
    if where == "head":
        edit(fought, "start = 0\n", f"start = 0\n{line}")
    else:
        edit(fought, "number = 2\n", f"number = 2\n{line}")
    session, problems = reopen()
    assert (session is None) == (where == "head")
    assert sentence in said(problems)
    assert where == "head" or "as it was after step 1" in said(problems)


@pytest.mark.parametrize("value", ["99999999999999999999", "inf", "[1]", "{a = 1}"])
def test_a_hostile_value_under_a_right_check_sum_is_told(fought: Path, reopen: Reopen, value: str) -> None:
    text = fought.read_text()
    start, end = text.index("[[step]]\nnumber = 3"), text.rindex("end = ")
    step = re.sub(r"(changes = \[\[[^,]*, \d+, )\d+", rf"\g<1>{value}", text[start:end])
    assert step != text[start:end]
    fought.write_text(f'{text[:start]}{step}end = "3 {zlib.crc32(step.encode()):08x}"\n')
    session, problems = reopen()
    assert session is not None
    assert len(session.steps) == 2
    assert "after step 2" in said(problems)


@pytest.mark.parametrize("note", ["7", "{sentences=[[1]]}", "{rolls=[[]]}", DEEP])
def test_a_note_that_cannot_be_read_says_so_in_the_log(fought: Path, reopen: Reopen, note: str) -> None:
    text = fought.read_text()
    start, end = text.index("[[step]]\nnumber = 3"), text.rindex("end = ")
    step = re.sub("(?m)^(note|call|time) = .*", lambda line: f"{line[1]} = {note}", text[start:end])
    fought.write_text(f'{text[:start]}{step}end = "3 {zlib.crc32(step.encode()):08x}"\n')
    session, _ = reopen()
    assert session is not None
    last = session.steps[-1]
    assert "cannot be read" in last.note.sentences[0].template
    assert last.call.action == ""
    assert last.time.tzinfo is not None
    session.undo()
    assert len(session.steps) == 4


def test_a_list_as_a_tag_is_told(session: Session, path: Path, reopen: Reopen) -> None:
    session.close()
    edit(
        path,
        "[battle.combatants.bob]\n",
        """\
[battle.board.zones.hall-1]
id = "hall-1"
name = "Hall"
shape = {shape = ["circle"], x = 0.0, y = 0.0, radius = 3.0}

[battle.combatants.bob]
""",
    )
    again, problems = reopen()
    assert again is None
    assert "zones.hall-1.shape.shape: expected one of" in said(problems)


# --------------------------------------------------------------------------------------- broken steps

BREAKS = {
    "a wrong type": (
        '["combatants.ann.place.x", 2.0]',
        '["combatants.ann.place.x", "far"]',
        "place.x: expected a number",
    ),
    "a path to nowhere": ('"combatants.ann.place.x"', '"combatants.ann.plaice.x"', "there is no “plaice”"),
    "no path at all": ('"combatants.ann.place.x"', "7", "a path must be text"),
    "an unknown key": ("number = 2\n", "number = 2\nmood = 1\n", "mood: is not a known field"),
    "a broken value": ("number = 2\n", "number = two\n", "This is not TOML"),
    "a wrong parent": ("number = 2\nparent = 1", "number = 2\nparent = 0", "follows step 0"),
    "a wrong number": ("number = 2\nparent = 1", "number = 1\nparent = 1", "numbers must rise"),
    "no parent": ("number = 2\nparent = 1", "number = 2", "one of parent, undo and redo"),
    "an undo of nothing": ("number = 2\nparent = 1", "number = 2\nundo = 7", "undoes step 7"),
    "a redo of nothing": ("number = 2\nparent = 1", "number = 2\nredo = 1", "redoes step 1"),
    "a wrong time": (None, 'time = "late"', "time: expected a date"),
    "an unknown answer": (
        '"move"',
        '"move", answers={a={is="luck"}}',
        "answers.a.is: expected one of",
    ),
    "a list of the wrong length": ('["combatants.ann.place.x", 2.0]', '["combatants.ann.place.x"]', "a list of 2"),
}


@pytest.mark.parametrize(("old", "new", "sentence"), BREAKS.values(), ids=BREAKS)
def test_a_broken_step_is_told_and_what_stands_before_it_opened(
    fought: Path, reopen: Reopen, old: str | None, new: str, sentence: str
) -> None:
    text = fought.read_text()
    start, end = text.index("[[step]]\nnumber = 2"), text.index("[[step]]\nnumber = 3")
    step = text[start:end]
    broken = re.sub("time = .*", new, step) if old is None else step.replace(old, new)
    assert broken != step
    fought.write_text(text[:start] + broken + text[end:])
    line = text[:start].count("\n") + 1
    session, problems = reopen()
    assert session is not None
    assert sentence in said(problems)
    assert any(problem.line is not None and line <= problem.line <= line + 9 for problem in problems)
    assert "as it was after step 1" in said(problems)
    assert session.battle.combatants["bob"].sheet.hp == 4
    assert len(session.steps) == 1


@pytest.mark.parametrize("count", ["7", "-1", "true", '"all"'])
def test_a_list_that_has_too_little_to_take_out_is_told(
    session: Session, path: Path, reopen: Reopen, count: str
) -> None:
    session.act(Call(action="start_fight"))
    session.act(Call(action="end_turn"))
    session.close()
    edit(path, '["order.turns", 0, 1, ', f'["order.turns", 0, {count}, ')
    again, problems = reopen()
    assert again is not None
    assert len(again.steps) == 1
    assert "order.turns: " in said(problems)
    assert any(part in said(problems) for part in ("to remove", "expected a list"))


def test_the_broken_rest_is_kept_beside_the_file(fought: Path, reopen: Reopen) -> None:
    edit(fought, "number = 2\n", "number = two\n")
    rest = fought.read_bytes()[fought.read_bytes().index(b"[[step]]\nnumber = two") :]
    session, _ = reopen()
    assert session is not None
    session.act(strike("bob", "ann", 4))
    assert fought.with_name("duel.cut-1.toml").read_bytes() == rest
    again, problems = reopen(session)
    assert problems == ()
    assert again is not None
    assert len(again.steps) == 2


def test_a_right_check_sum_under_another_programs_toml_does_no_harm(fought: Path, reopen: Reopen) -> None:
    text = fought.read_text()
    start, end = text.index("[[step]]\nnumber = 3"), text.rindex("end = ")
    step = text[start:end].replace(
        '{action="strike", actor="bob"', "{ 'action' = 'strike', \"actor\" = \"\\U00000062ob\""
    )
    assert step != text[start:end]
    fought.write_text(f'{text[:start]}{step}end = "3 {zlib.crc32(step.encode()):08x}"\n')
    session, problems = reopen()
    assert problems == ()
    assert session is not None
    assert session.steps[-1].call == strike("bob", "ann", 6)


def test_problems_of_later_steps_are_told_too(fought: Path, reopen: Reopen) -> None:
    edit(fought, "number = 2\n", "number = two\n")
    edit(fought, "number = 3\n", "number = 3\nmood = 1\n")
    _, problems = reopen()
    assert "not TOML" in said(problems)
    assert "mood: is not a known field" in said(problems)


def test_bytes_that_are_no_text_are_told_with_their_line(fought: Path, reopen: Reopen) -> None:
    data = fought.read_bytes()
    at = data.index(b"number = 2")
    fought.write_bytes(data[:at] + b"\xff\xfe" + data[at:])
    session, problems = reopen()
    assert session is not None
    assert f"Line {data[:at].count(10) + 1} is not text" in said(problems)
    assert len(session.steps) == 1


# ------------------------------------------------------------------------------------- files of another kind


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "not a Battleboard battle"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not a Battleboard battle"),
        (b'title = "shopping"\n', "not a Battleboard battle"),
        (b'format = "battleboard-session"\nversion = 99\n', "version 99"),
        (b'format = "battleboard-session"\nversion = 99\n', "up to version 1"),
        (b'format = "battleboard-session"\nversion = "one"\n', "version: expected the number"),
        (b'format = "battleboard-session"\nversion = 0\n', "version 0"),
        (b'title = "battleboard-session"\n', "not a Battleboard battle"),
        (b'format = "battleboard-session"\nversion == 1\n', "Line 2: This is not TOML"),
    ],
)
def test_a_file_that_is_none_of_ours_is_left_alone(path: Path, reopen: Reopen, content: bytes, sentence: str) -> None:
    path.write_bytes(content)
    session, problems = reopen()
    assert session is None
    assert sentence in said(problems)
    assert path.read_bytes() == content
    assert not path.with_name("duel.battle.toml.lock").exists()


def test_rules_that_are_not_there_are_named(fought: Path) -> None:
    session, problems = Session.open(fought, {})
    assert session is None
    assert "“toy”" in said(problems)


def test_a_file_that_is_not_there_is_named(path: Path, reopen: Reopen) -> None:
    session, problems = reopen()
    assert session is None
    assert path.name in said(problems)
    assert "does not exist" in said(problems)


class HouseRules(State):
    """House rules of the toy game, with one setting."""

    bonus: Annotated[int, about("Bonus", "What the shield adds.", "TOY-1", least=1, most=10)] = 3


def test_house_rules_that_cannot_be_are_told_and_the_file_can_be_used(fought: Path, reopen: Reopen) -> None:
    ruled = {toy.TOY.id: replace(toy.TOY, house_rules=HouseRules)}
    edit(fought, "[battle.combatants.ann]", "[battle.settings]\nbonus = 40\nbonsu = 4\n\n[battle.combatants.ann]")
    opened = Session.open(fought, ruled)
    session, problems = opened.session, opened.problems
    assert session is not None
    assert all(problem.is_note for problem in problems)
    assert "settings.bonus: Bonus must be a whole number from 1 to 10, not 40. Until this is" in said(problems)
    assert "settings.bonsu: Toy has no such house rule" in said(problems)
    assert reader(HouseRules)(session.battle).bonus == 3
    session.act(strike("bob", "ann", 4))
    session.close()


# ------------------------------------------------------------------------------------------- written by hand


BY_HAND = """\
format = "battleboard-session"
version = 1
ruleset = "wasteland"

[battle]
ruleset = "wasteland"
titel = "The pumps"

[battle.shared]

[battle.combatants.nora-1]
id = "nora-1"
name = "Nora"
side = "pc"

[battle.combatants.nora-1.sheet]
hp = "lots"
"""


def test_a_battle_by_hand_is_told_all_its_mistakes_with_their_lines(path: Path) -> None:
    """Two mistakes, and no closing lines: all of it at once, with what was probably meant."""
    current = re.sub("version = 1", f"version = {VERSION}", BY_HAND)
    path.write_text(current)
    opened = Session.open(path, RULESETS)
    assert opened.session is None
    told = list(map(str, opened.problems))
    assert any(re.match(r"Line 7: battle\.titel: .*did you mean “title”\?", one) for one in told), told
    assert any(re.match(r"Line 17: battle\.combatants\.nora-1\.sheet\.hp: .*“lots”", one) for one in told), told
    path.write_text(current.replace("titel", "title").replace('"lots"', "7"))
    (cut,) = map(str, Session.open(path, RULESETS).problems)
    assert cut.startswith("Line 17: The file ends in the middle of the battle")
    assert 'end = "0"' in cut
    path.write_text(path.read_text() + '\n[head]\nend = "0"\n')
    session = Session.open(path, RULESETS).session
    assert session is not None
    assert session.battle.combatants["nora-1"].sheet.hp == 7
    session.close()


def test_what_is_wrong_in_a_call_by_hand_is_told_though_the_step_counts(path: Path) -> None:
    wasteland = RULESETS["wasteland"]
    battle: AnyBattle = Battle(ruleset="wasteland", shared=wasteland.shared())
    session = Session.create(path, wasteland, battle).session
    assert session is not None
    session.act(Call(action="add_combatant", options={"name": "Nora", "side": "pc", "sheet": {"hp_max": 12}}))
    session.close()
    path.write_text(re.sub(r"hp_max ?= ?12", 'hp_max="lots"', path.read_text(), count=1))
    opened = Session.open(path, RULESETS)
    assert opened.session is not None
    opened.session.close()
    wrong = [str(one) for one in opened.problems if not one.is_note]
    line = next(at for at, text in enumerate(path.read_text().splitlines(), start=1) if "lots" in text)
    assert any(one.startswith(f"Line {line}: Step 1: call.options.sheet.hp_max: ") for one in wrong), wrong
