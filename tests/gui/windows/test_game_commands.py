"""Commands of a single game with their forms: plot points, a death that GM and player agree to, aid to others."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from gui.dialogs.forms import CommandForm
from gui.style.widgets import Chip
from gui.widgets.basics import Switch
from gui.windows.gm_window import GmWindow
from model.engine.calls import Call
from tests.gui.windows.hands import OpenWindow

APEX, CRIMSON = "apex-1", "crimson-5"


@pytest.fixture
def fill_in(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[CommandForm], object]], None]:
    """Sets what is done in the form before its primary button is pressed."""

    def set_filling(does: Callable[[CommandForm], object]) -> None:
        monkeypatch.setattr(CommandForm, "exec", lambda form: (does(form), QDialog.DialogCode.Accepted)[1])

    return set_filling


def points(window: GmWindow) -> dict[str, int]:
    return {player.name: player.plot_points for player in window.work.battle.players.values()}


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(("sample", "who"), [("dockside-ambush", APEX), ("kalos-night-at-the-museum", "halcyon-1")])
@pytest.mark.rule("ZS-DEATH-01", "KM-DEATH-01")
def test_nobody_dies_without_both_agreements(
    open_window: OpenWindow, fill_in: Callable[..., None], sample: str, who: str
) -> None:
    window = open_window(sample=sample)
    window.work.selection.set_current(who)

    def one_after_the_other(form: CommandForm) -> None:
        assert not form.ok.isEnabled()
        assert "agree" in form.problem.text()
        switches = [field for field in form.fields.fields.values() if isinstance(field, Switch)]
        by_key = form.fields.fields
        by_key["gm_agrees"].click()
        assert not form.ok.isEnabled()
        by_key["player_agrees"].click()
        assert form.ok.isEnabled()
        assert len(switches) == 3

    fill_in(one_after_the_other)
    window.commands.action("order.declare_dead").trigger()
    assert [effect.kind for effect in window.work.battle.combatants[who].effects.values()] == ["dead"]
    assert window.work.battle.combatants[who].is_out
    window.combat.undo()
    assert not window.work.battle.combatants[who].is_out


def test_nobody_is_marked_dead_like_any_other_condition(open_window: OpenWindow) -> None:
    window = open_window()
    window.work.selection.set_current(APEX)
    problem = window.work.edits.quick("dead")
    assert problem is not None
    assert "consent" in problem
    assert not window.work.battle.combatants[APEX].effects


@pytest.mark.rule("ZS-PLOT-02")
def test_a_plot_point_goes_to_the_player_of_the_combatant_who_is_selected(
    open_window: OpenWindow, fill_in: Callable[..., None]
) -> None:
    window = open_window()
    before = points(window)
    window.work.selection.set_current(APEX)
    fill_in(lambda form: form.fields.fields["text"].setText("the crane"))
    window.commands.action("order.award").trigger()
    assert points(window) == before | {"Anna": before["Anna"] + 1}
    # Opponents have no player: the form says so, and its primary button is disabled.
    form = CommandForm(window.work.bridge, window.work.ruleset.actions["award"], ("boomer-3",))
    assert not form.ok.isEnabled()
    assert "players" in form.problem.text()


def test_a_command_without_anything_to_say_is_done_at_once(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window()
    window.commands.action("order.end_evening").trigger()
    assert set(points(window).values()) == {0}
    window.combat.undo()


def test_points_are_shown_where_the_game_has_them(open_window: OpenWindow) -> None:
    window = open_window()
    window.work.selection.set_current(APEX)
    assert [chip.text() for chip in window.sheet.chips.findChildren(Chip)] == ["plot points"]
    window = open_window(sample="kalos-night-at-the-museum")
    window.work.selection.set_current("halcyon-1")
    assert window.sheet.chips.findChildren(Chip) == []


@pytest.mark.rule("WL-MAJ-07")
def test_first_aid_is_for_the_marked_combatant_of_ones_own(station: GmWindow) -> None:
    combatants = station.work.battle.combatants.values()
    nora = station.work.actions.actor
    friend = next(one.id for one in combatants if one.side == "pc" and one.id != nora)
    foe = next(one.id for one in combatants if one.side == "npc")
    station.work.selection.mark(friend)
    station.work.actions.begin("first_aid")
    assert station.work.actions.call is not None
    assert station.work.actions.call.targets == (friend,)
    station.work.actions.drop()
    # A marked foe is still the target of attacks; first aid is then for the acting combatant.
    station.work.selection.mark(foe)
    station.work.actions.begin("first_aid")
    assert station.work.actions.call is not None
    assert station.work.actions.call.targets == ()


@pytest.mark.rule("KM-REV-01")
def test_a_revival_begins_with_the_one_who_is_down(open_window: OpenWindow) -> None:
    """Neither the marked foe Gorgon nor a standing friend is offered; Bulwark is closer to Halcyon than Whisper is."""
    window = open_window(sample="kalos-night-at-the-museum")
    halcyon, bulwark, whisper, gorgon = (
        next(one.id for one in window.work.battle.combatants.values() if one.name == name)
        for name in ("Halcyon", "Bulwark", "Whisper", "Gorgon")
    )
    window.work.combat.start(first="pc")
    window.combatants.mark(gorgon)
    hurt = Call(action="hurt", targets=(bulwark, whisper), options={"amount": 99})
    assert window.work.bridge.edit(hurt) is None
    assert window.work.actions.actor == halcyon
    window.action_panel.begin("revive")
    assert window.work.actions.call is not None
    assert window.work.actions.call.targets == (bulwark,)
    assert set(window.work.actions.candidates()) >= {bulwark, whisper}
    assert gorgon not in window.work.actions.candidates()
    # Bulwark is out of reach: the refusal says so and can be overridden.
    assert window.work.actions.refusal is not None
    assert "Bulwark" in window.work.bridge.words(window.work.actions.refusal.sentence)
