"""House rules of earlier versions: files that set them open with a warning of what holds now, and nothing is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import pytest

from model.campaign.campaign import FILE, read_campaign
from model.content.reference import reference, removed_house_rule
from model.engine.calls import Call
from model.engine.settings import about
from model.rulesets import RULESETS
from model.rulesets.zamani.settings import HouseRules
from model.scenarios.cli import play_command
from model.session import Session
from model.state.base import replace
from model.state.battle import Battle

ZAMANI = RULESETS["zamani"]
KEY = "attack_segment"
NOW = (
    "“The one attack of a countdown” is no longer a house rule. What holds now (ZM-AMB-03): Any one segment may hold "
    "the attack."
)


STAYS = "What a file sets so stays in it, without effect, until it is removed in House Rules."


class Earlier(HouseRules):
    """The house rules with one that was removed since."""

    attack_segment: Annotated[Literal["any", "first_only"], about("The one attack", "Which one.", "ZM-AMB-03")] = "any"


def edit(session: Session, action: str, **options: object) -> None:
    session.act(Call(action=action, options=options))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A session of the earlier version: its steps set a house rule that still exists and one that was removed."""
    path = tmp_path / "old.battle.toml"
    battle = Battle(ruleset="zamani", shared=ZAMANI.shared())
    session = Session.create(path, replace(ZAMANI, house_rules=Earlier), battle).session
    assert session is not None
    edit(session, "set_setting", key="auto_fail_from", value=96)
    edit(session, "set_setting", key=KEY, value="first_only")
    edit(session, "set_title", title="Later")
    session.close()
    return path


def test_an_old_session_opens_with_a_warning_and_loses_nothing(file: Path) -> None:
    opened = Session.open(file, RULESETS)
    assert [problem.sentence for problem in opened.problems] == [NOW, STAYS]
    assert all(problem.is_warning for problem in opened.problems)
    assert all(problem.is_note for problem in opened.problems), "everything could be opened"
    session = opened.session
    assert session is not None
    assert session.battle.settings == {"auto_fail_from": 96, KEY: "first_only"}
    for _ in range(3):
        session.undo()
    assert session.battle.settings == {}
    for _ in range(3):
        session.redo()
    assert session.battle.settings == {"auto_fail_from": 96, KEY: "first_only"}
    session.close()


def test_a_value_without_effect_is_removed_and_the_warning_with_it(file: Path) -> None:
    session = Session.open(file, RULESETS).session
    assert session is not None
    edit(session, "reset_setting", key=KEY)
    assert session.battle.settings == {"auto_fail_from": 96}
    session.undo()
    assert KEY in session.battle.settings
    session.redo()
    session.close()
    again = Session.open(file, RULESETS)
    assert again.problems == ()
    assert again.session is not None
    again.session.close()


def test_a_campaign_opens_with_the_warning(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(
        f'format = 1\nname = "x"\nruleset = "zamani"\n[house_rules]\n{KEY} = "any"\nauto_fail_from = 96\n'
    )
    (problem,) = read_campaign(tmp_path, RULESETS).problems
    assert str(problem) == f"{FILE}: house_rules.{KEY}: {NOW}"


def test_a_scenario_that_sets_it_is_stale_and_says_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario = tmp_path / "stale.toml"
    scenario.write_text(f'format = 1\ntitle = "x"\nruleset = "zamani"\nrules = []\nsettings = {{ {KEY} = "any" }}\n')
    assert play_command([scenario]) == 1
    assert f"FAILED {scenario}\n       line 5: settings.{KEY}: {NOW}\n" in capsys.readouterr().out


def test_the_reading_and_its_reason_stand_in_the_reference() -> None:
    rule = reference("zamani").rules["ZM-AMB-03"]
    assert rule.problem.startswith("'One combat action' on several segments")
    assert rule.text == "Any one segment may hold the attack."
    assert rule.because.startswith("only the number")
    assert rule in reference("zamani").search("one attack of a countdown")
    assert removed_house_rule(ZAMANI, "auto_fail_from") is None
