"""The commands without a window: printed lines, exit statuses, and that none of them imports Qt."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gui.__main__ as command
from model import __version__
from model.campaign import add_players, make_campaign, read_campaign
from model.content.library import content_files, load_library
from model.content.resources import VARIABLE, root
from model.engine.ruleset import Action
from model.rulesets import RULESETS
from model.scenarios.cli import check_command, check_file, play_command, rules_command
from model.scenarios.vocabulary import vocabulary
from model.session.session import Session
from model.state.battle import Battle
from tests.model.scenarios.conftest import GAME, HEAD, PEOPLE
from tests.support.arena import arena, battle_of, fighter

pytestmark = pytest.mark.slow

GAMES = {"arena": GAME}
GOOD = HEAD + PEOPLE
EXPECTED = 'expect = { "anna.health" = 3 }'
WRONG = HEAD + 'rules = ["AR-1", "AR-2"]\n' + PEOPLE + f"[[do]]\n{EXPECTED}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of two scenarios, one of which fails, and a file that is no scenario."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "good.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "deep" / "wrong.toml").write_text(WRONG, encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no scenario", encoding="utf-8")
    return tmp_path


def test_playing_prints_a_line_for_each_and_the_count_last(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play_command([folder], GAMES) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        f"FAILED {folder / 'deep' / 'wrong.toml'}: A blow (AR-1, AR-2)",
        f"       line {1 + WRONG.splitlines().index(EXPECTED)}: do 1: expect anna.health: expected 3, found 20.",
        f"ok     {folder / 'good.toml'}: A blow",
        "1 passed, 1 failed",
    ]
    assert play_command([folder / "good.toml"], GAMES) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 0 failed"


def test_playing_nothing_is_a_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play_command([tmp_path], GAMES) == 1
    printed = capsys.readouterr()
    assert printed.out.splitlines()[-1] == "0 passed, 0 failed"
    assert "There is no scenario in" in printed.err
    assert play_command([tmp_path / "missing.toml"], GAMES) == 1
    assert "cannot be read: No such file" in capsys.readouterr().out


def test_a_fault_of_the_program_fails_only_the_scenario_that_meets_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def fall(battle: object, call: object, ask: object) -> None:
        raise ZeroDivisionError("on purpose")

    faulty = {"arena": arena(Action(id="fall", title="Fall", run=fall))}
    (folder / "deep" / "wrong.toml").write_text(GOOD + '[[do]]\nactor = "anna"\naction = "fall"', encoding="utf-8")
    assert play_command([folder], faulty) == 1
    printed = capsys.readouterr()
    assert "an error in the program, not in the scenario: ZeroDivisionError: on purpose" in printed.out
    assert printed.out.splitlines()[-1] == "1 passed, 1 failed"
    assert "Traceback" in printed.err


def test_the_words_of_a_ruleset_come_from_its_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules_command("arena", GAMES) == 0
    printed = capsys.readouterr().out
    lines = [" ".join(line.split()) for line in printed.splitlines()]
    for expected in (
        "Arena (arena)",
        "strength a whole number from 0 to 10, 2 if not given Strength",
        "damage a whole number from 1 to 6, 1 if not given",
        "strike one target Strike",
        "aim number from 0 to 3, 0 if not given Aim",
        "prone Prone. AR-6",
        "bonus number from 0 to 9, 4 if not given Bonus. What strength adds. AR-1",
        "crowd calm or wild, “calm” if not given Crowd. How it shouts. AR-1",
        "defence Defence",
        "hit chance Hits",
        "near up to 10 m Near",
        "far no limit Far",
    ):
        assert expected in lines


@pytest.mark.parametrize("id", sorted(RULESETS))
def test_every_ruleset_can_say_all_its_words(id: str) -> None:
    library = load_library(RULESETS[id], content_files(id))
    printed = vocabulary(RULESETS[id], library)
    for word in (*library.items, *library.combatants):
        assert f"  {word}" in printed
    for word in (*RULESETS[id].actions, *RULESETS[id].conditions, *(spec.key for spec in RULESETS[id].settings)):
        assert f"  {word}" in printed


def test_one_section_of_the_words_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules_command("arena", GAMES, section="house rules") == 0
    printed = capsys.readouterr().out
    assert "House rules" in printed
    assert "Actions" not in printed


def test_the_names_that_can_be_typed_include_the_gear_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules_command("zamani", section="names") == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines[lines.index("gear Gear") + 1 :].count("great-axe Great axe") == 1


def test_a_misspelt_section_names_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules_command("arena", GAMES, section="house ruls") == 1
    told = capsys.readouterr().err
    assert "There is no section “house ruls”. Did you mean House rules?" in told
    assert "Sheet, Names, Items" in told


def test_a_ruleset_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules_command("arina", GAMES) == 1
    assert "There is no ruleset “arina”. Did you mean arena?" in capsys.readouterr().err
    assert rules_command("zamani", GAMES) == 1
    assert "“zamani” is not yet carried out" in capsys.readouterr().err


def test_every_kind_of_file_is_checked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    weapons, hero, fight = (folder / name for name in ("weapons.toml", "hero.toml", "fight.battle.toml"))
    weapons.write_text('format = 1\nruleset = "arena"\n[[item]]\nid = "axe"\nname = "Axe"\n', encoding="utf-8")
    hero.write_text('format = 1\nruleset = "arena"\n[[combatant]]\nid = "hero"\nname = "H"\n', encoding="utf-8")
    session = Session.create(fight, GAME, battle_of(fighter("anna-1"))).session
    assert session is not None
    session.close()
    files = [folder / "good.toml", weapons, hero, fight]
    assert check_command(files, GAMES) == 0
    kinds = [line.rpartition(": ")[2] for line in capsys.readouterr().out.splitlines()]
    assert kinds == ["ok, a scenario", "ok, content", "ok, a character", "ok, a session"]


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("a.toml", "format = 1\nformat = 1\n\n", "line 2: This is not TOML: Cannot overwrite a value"),
        ("a.toml", "format = 1", "ruleset: must name one that this program knows (arena)."),
        ("a.toml", 'format = 1\nruleset = "arena"\n[[item]]\nid = "axe"', "item 1 (axe): name: must be text."),
        ("a.toml", 'format = 9\nruleset = "arena"', "format: is of format 9; this program reads formats up to 1."),
        ("a.toml", HEAD + "[[do]]\nundo = 0", "do 1: undo: expected at least 1, found 0."),
        ("a.battle.toml", "nothing here", "This is not a Battleboard battle"),
        ("a.toml", 'format = "battleboard-session"\nversion = 99', "99"),
    ],
)
def test_what_is_wrong_with_a_file_is_printed_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, problem: str
) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    assert check_command([file], GAMES) == 1
    printed = capsys.readouterr().out
    assert printed.startswith(f"{file}: ")
    assert problem in printed
    assert "ok" not in printed.split()


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    for name in ("missing.toml", "missing.battle.toml"):
        _, problems, _ = check_file(tmp_path / name, GAMES)
        assert problems == ("cannot be read: No such file or directory.",)


def run_quietly(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "FILE"],
        ["rules", min(RULESETS)],
        ["check", "FILE"],
        ["--version"],
        ["--help"],
        ["play", "--help"],
        ["forecast", "--help"],
    ],
)
def test_no_command_without_a_window_imports_qt(folder: Path, arguments: list[str]) -> None:
    given = [str(folder / "good.toml") if argument == "FILE" else argument for argument in arguments]
    done = run_quietly(
        "import sys\n"
        "from gui.__main__ import main\n"
        "try:\n"
        f"    main({given!r})\n"
        "except SystemExit:\n"
        "    pass\n"
        "loaded = [name for name in sys.modules if name.split('.')[0] in ('PySide6', 'pyqtgraph', 'numpy')]\n"
        "print('loaded:', loaded)\n"
    )
    assert done.stdout.splitlines()[-1] == "loaded: []", done.stderr


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        command.main(["--version"])
    assert capsys.readouterr().out == f"Battleboard {__version__}\n"


def test_what_is_said_about_the_window_reaches_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from gui import app

    said: list[object] = []
    monkeypatch.setattr(app, "main", lambda file, **more: said.append((file, more)) or 3)
    assert command.main(["a.battle.toml", "--theme", "dark"]) == 3
    assert command.main(["--sample", "s", "--screenshot", "p.png", "--size", "1366x768"]) == 3
    assert command.main(["--screenshot", "p.png", "--players"]) == 3
    assert command.main(["--sample", "s", "--until-shown"]) == 3
    usual = {"sample": None, "screenshot": None, "size": None, "theme": None, "players": False, "until_shown": False}
    assert said == [
        (Path("a.battle.toml"), usual | {"theme": "dark"}),
        (None, usual | {"sample": "s", "screenshot": Path("p.png"), "size": (1366, 768)}),
        (None, usual | {"screenshot": Path("p.png"), "players": True}),
        (None, usual | {"sample": "s", "until_shown": True}),
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--size", "wide"], "“wide” is not a size: write it like 1366x768"),
        (["--theme", "pink"], "invalid choice: 'pink'"),
        (["--sample", "x", "y.battle.toml"], "open a file or a sample, not both"),
        (["play"], "the following arguments are required: FILE"),
        (["rules"], "the following arguments are required: RULESET"),
        (["check"], "the following arguments are required: FILE"),
        (["forecast"], "the following arguments are required: FILE"),
        (["a", "b"], "unrecognized arguments: b"),
    ],
)
def test_a_command_that_makes_no_sense_is_told(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        command.main(arguments)
    assert sentence in capsys.readouterr().err


def test_a_reader_who_has_seen_enough_is_no_trouble(folder: Path) -> None:
    code = f"import sys; from gui.__main__ import main; sys.exit(main(['rules', {min(RULESETS)!r}]))"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as reader:
        assert reader.stdout is not None
        assert reader.stderr is not None
        reader.stdout.close()
        assert reader.stderr.read() == ""
        assert reader.wait() == 1


def test_a_terminal_without_typographic_signs_shows_others(folder: Path) -> None:
    code = f"import sys; from gui.__main__ import main; sys.exit(main(['check', {str(folder / 'none.toml')!r}, '“']))"
    environment = dict(os.environ, PYTHONIOENCODING="ascii")
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1].startswith("?: cannot be read")


def test_resources_may_lie_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    found = check_file(_content(tmp_path, 'items = [{ template = "axe" }]'), GAMES)[1]
    assert found == ("line 6: combatant 1 (hero): items[1].template: there is no item “axe” in the content.",)
    (tmp_path / "content" / "arena").mkdir(parents=True)
    (tmp_path / "content" / "arena" / "gear.toml").write_text(
        'format = 1\nruleset = "arena"\n[[item]]\nid = "axe"\nname = "Axe"\n', encoding="utf-8"
    )
    assert check_file(_content(tmp_path, 'items = [{ template = "axe" }]'), GAMES)[1] == ()


def _content(folder: Path, line: str) -> Path:
    file = folder / "hero.toml"
    text = f'format = 1\nruleset = "arena"\n[[combatant]]\nid = "hero"\nname = "Hero"\n{line}\n'
    file.write_text(text, encoding="utf-8")
    return file


def test_a_folder_is_checked_with_all_files_in_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "deep" / "odd.toml").write_text("format = 1\n", encoding="utf-8")
    assert check_command([folder], GAMES) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == [
        str(folder / "deep" / "odd.toml"),
        str(folder / "deep" / "wrong.toml"),
        str(folder / "good.toml"),
    ]
    assert lines[-1].endswith("ok, a scenario")


def test_a_folder_with_nothing_to_check_fails_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check_command([tmp_path], GAMES) == 1
    assert "no file to check" in capsys.readouterr().err


def test_a_portrait_that_is_not_there_is_noted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The campaign can still be used: initials are shown instead."""
    game = next(iter(GAMES.values()))
    folder = make_campaign(tmp_path, "Red Dust", game)
    add_players(read_campaign(folder, GAMES), "Mara: Nora")
    nora = folder / "characters" / "nora.toml"
    text = nora.read_text(encoding="utf-8")
    assert 'name = "Nora"' in text
    nora.write_text(text.replace('name = "Nora"', 'name = "Nora", portrait = "nora.png"'), encoding="utf-8")
    assert check_command([folder], GAMES) == 0
    told = capsys.readouterr().out
    assert "nora.toml: portrait" in told
    assert "nora.png" in told
    (folder / "pictures" / "nora.png").write_bytes(b"picture")
    assert check_command([folder], GAMES) == 0
    assert "nora.png" not in capsys.readouterr().out


def test_a_campaign_is_checked_whole_with_its_battles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = next(iter(GAMES.values()))
    folder = make_campaign(tmp_path, "Red Dust", game)
    add_players(read_campaign(folder, GAMES), "Mara: Nora\nBrick")
    opened = Session.create(folder / "battles" / "one.battle.toml", game, Battle(ruleset=game.id, shared=game.shared()))
    assert opened.session is not None
    opened.session.close()
    assert check_command([tmp_path], GAMES) == 0
    told = capsys.readouterr().out
    assert "ok, campaign with 2 characters" in told
    assert "one.battle.toml: ok" in told
    (folder / "characters" / "brick.toml").write_text("format = 1\n[[combatant]]\nid =")
    (folder / "library" / "gear.toml").write_text('format = 1\nruleset = "nothing"\n')
    (folder / "battles" / "two.battle.toml").write_text("broken")
    assert check_command([folder], GAMES) == 1
    told = capsys.readouterr().out
    assert all(name in told for name in ("brick.toml", "line 3", "gear.toml", "two.battle.toml"))
    (folder / "campaign.toml").write_text("format = 1\n")
    assert check_command([folder], GAMES) == 1
    assert "campaign.toml" in capsys.readouterr().out


def test_layouts_and_what_is_kept_for_players_are_checked_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "quiet.layout.toml", tmp_path / "loud.layout.toml"
    good.write_text('format = 1\nname = "Quiet"\ndice = false\n', encoding="utf-8")
    bad.write_text('format = 1\nname = "Loud"\ndicee = false\n', encoding="utf-8")
    kept = tmp_path / "handouts.toml"
    kept.write_text('format = 1\n[[handout]]\nkind = "message"\ntext = "Run!"\n', encoding="utf-8")
    assert check_command([good, kept], GAMES) == 0
    assert check_command([bad], GAMES) == 1
    told = capsys.readouterr().out
    assert "a layout of the players' screen" in told
    assert "loud.layout.toml: dicee" in told


def test_a_forecast_is_printed_and_leaves_the_file_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "night.battle.toml"
    shutil.copyfile(root() / "samples" / "effort-night-at-the-ravine.battle.toml", file)
    before = file.read_bytes()
    assert command.main(["forecast", str(file), "--fights", "20", "--seed", "8F31-02AC"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("Night at the ravine: 20 fights in ")
    assert told[0].endswith("seed 8F31-02AC")
    assert told[2].startswith("Party wins ")
    assert told[3].startswith("Opponents win ")
    assert told[4].startswith("Not over in 20 rounds ")
    assert any(line.startswith("Mara ") and "drops" in line for line in told)
    assert "  Players: best expected attack, stay in cover." in told
    assert told[-1].startswith("Not modelled: ")
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file], "no lock, no backup"


def test_a_forecast_of_what_is_no_battle_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["forecast", str(tmp_path / "missing.battle.toml")]) == 1
    assert "cannot be read" in capsys.readouterr().err
    broken = tmp_path / "broken.battle.toml"
    broken.write_text("format = [", encoding="utf-8")
    assert command.main(["forecast", str(broken)]) == 1
    assert str(broken) in capsys.readouterr().err
    assert command.main(["forecast", str(broken), "--fights", "0"]) == 1
    assert capsys.readouterr().err == "A forecast takes one fight and one round at least.\n"


def test_mistakes_of_content_and_of_a_campaign_come_with_their_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from model.campaign import make_campaign
    from model.rulesets import RULESETS

    folder = make_campaign(tmp_path, "Red Dust", RULESETS["wasteland"])
    nora = folder / "characters" / "nora.toml"
    nora.write_text(
        'format = 1\nruleset = "wasteland"\n\n[[combatant]]\nid = "nora"\nname = "Nora"\nsied = "pc"\n\n'
        '[combatant.sheet]\nagility = 8\nhp_max = "lots"\n'
    )
    gear = tmp_path / "gear.toml"
    gear.write_text('format = 1\nruleset = "wasteland"\n\n[[item]]\nid = "club"\nnam = "Club"\n')
    assert check_command([folder, gear]) == 1
    told = capsys.readouterr().out
    assert "nora.toml: line 7: " in told
    assert "did you mean “side”?" in told
    assert "nora.toml: line 11: " in told
    assert "gear.toml: line 6: " in told
