"""A sixth game in one file, the example of `model/rulesets/README.md`: its scenario passes, the window plays it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from model.engine.calls import Call
from model.engine.odds import weigh
from model.engine.run import Refused
from model.scenarios.cli import play_command
from model.session import Session
from tests.gui.windows.hands import Opens, Press, health_of
from tests.support import skirmish
from tests.support.ford import meeting
from tests.support.skirmish import SKIRMISH

GUIDE = Path(__file__).parents[3] / "model" / "rulesets" / "README.md"


def test_the_scenario_of_the_guide_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario = GUIDE.read_text(encoding="utf-8").partition("```toml\n")[2].partition("```")[0]
    file = tmp_path / "ford.toml"
    file.write_text(scenario, encoding="utf-8")
    assert play_command([file], {SKIRMISH.id: SKIRMISH}) == 0, capsys.readouterr().out


def test_it_is_as_short_as_the_guide_says() -> None:
    assert len(Path(skirmish.__file__).read_text(encoding="utf-8").splitlines()) < 120


def test_its_odds_are_exact() -> None:
    # 2d6 + 3 reaches 7 except on 1 + 1 and the two rolls of 3; then 1d6 + 2 against 6 hit points: 4, 5 or 6.
    odds = weigh(SKIRMISH, meeting(), Call(action="attack", actor="ines", targets=("wolf",), item="bow"))
    assert odds.chance("wolf", "hit") == Fraction(33, 36)
    assert odds.chance("wolf", "drop") == Fraction(33, 36) / 2


@pytest.mark.usefixtures("unhurried")
def test_it_is_played_in_the_window_and_kept_in_a_file(opens: Opens, press: Press, tmp_path: Path) -> None:
    window = opens(meeting(), SKIRMISH)
    assert window.work.combat.start() is None
    assert window.work.battle.order.acting == ("ines",), "the higher initiative"
    window.combatants.mark("wolf")
    press("A")
    assert window.work.actions.due is not None
    press("1 3 Enter 2 Enter Enter")
    assert health_of(window, "wolf") == 6 - 2 - 2
    press("A")
    refused = window.work.actions.outcome
    assert isinstance(refused, Refused)
    assert refused.refusal.key == "no_action"
    press("Esc")
    press("N")
    assert window.work.battle.order.acting == ("wolf",)
    press("Ctrl+Z Ctrl+Z")
    assert health_of(window, "wolf") == 6
    press("Ctrl+Y")
    saved = tmp_path / "ford.battle.toml"
    assert window.work.bridge.session.save_copy(saved) is None
    opened = Session.open(saved, {SKIRMISH.id: SKIRMISH})
    assert opened.session is not None, opened.problems
    assert opened.session.battle.combatants["wolf"].sheet.hp == 2
    opened.session.close()
