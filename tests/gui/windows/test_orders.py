"""Commanding and assisting an NPC in combat, by keys."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from gui.windows.gm_window import GmWindow
from model.engine.calls import Call
from tests.gui.windows.hands import Press
from tests.gui.windows.zone_hands import BRICK, DOC, DOG, NORA

pytestmark = pytest.mark.slow

RAIDER = "raider-2-23"


@pytest.mark.rule("WL-MAJ-03", "WL-MAJ-04")
@pytest.mark.usefixtures("unhurried")
def test_the_only_npc_around_takes_the_order_and_is_helped_with_it(station: GmWindow, press: Press) -> None:
    """Doc and Brick are players' characters: only the dog takes orders, so no target has to be chosen."""
    press("O")
    assert station.work.actions.call is not None
    assert station.work.actions.call.targets == (DOG,)
    press("Enter")
    assert station.work.actions.call is None
    fighters = station.work.battle.combatants
    assert [(effect.kind, effect.source) for effect in fighters[DOG].effects.values()] == [("ordered", NORA)]
    assert [(effect.kind, effect.other) for effect in fighters[NORA].effects.values()] == [("assisting", DOG)]
    press("N")
    assert station.work.battle.order.acting == (DOG,)


def test_help_is_offered_to_all_friends_whom_it_can_be_given(station: GmWindow, press: Press) -> None:
    station.work.actions.begin("assist")
    assert station.work.actions.call is not None
    assert station.work.actions.call.targets == ()
    QApplication.processEvents()
    assert set(station.work.actions.candidates()) == {"doc-amari-6", "brick-11", DOG}


@pytest.mark.rule("WL-MAJ-07")
def test_first_aid_begins_with_the_combatant_who_needs_it_most_and_is_near_enough(station: GmWindow) -> None:
    """First nobody on the road is hurt; then Doc has lost 2 HP, while Raider 2 is an opponent; then Brick is dying."""

    def patient() -> tuple[str, ...]:
        station.work.actions.begin("first_aid")
        assert station.work.actions.call is not None
        targets = station.work.actions.call.targets
        station.work.actions.drop()
        station.work.selection.mark()
        return targets

    def set_hp(who: str, hp: int) -> None:
        options = {"path": "sheet.hp", "value": hp}
        assert station.work.bridge.edit(Call(action="edit", targets=(who,), options=options)) is None

    assert patient() == ()
    set_hp(DOC, 9)
    set_hp(RAIDER, 1)
    assert patient() == (DOC,)
    set_hp(BRICK, 0)
    assert patient() == (BRICK,)
    station.work.actions.mark(DOC)
    assert patient() == (DOC,)


def test_who_was_helped_is_not_attacked_next(station: GmWindow, press: Press) -> None:
    """Nora marks the raider, then helps the dog: once that is applied, cancelled or replaced, he is marked again."""

    def targets_of(action: str) -> tuple[str, ...]:
        assert station.work.actions.call is not None
        assert station.work.actions.call.action == action
        return station.work.actions.call.targets

    station.work.selection.mark(RAIDER)
    press("S")
    station.work.actions.mark(BRICK)
    station.work.actions.mark(DOG)
    assert targets_of("assist") == (DOG,)
    assert station.work.selection.targets == (DOG,)
    press("A")
    assert targets_of("attack") == (RAIDER,)
    press("Esc S")
    station.work.actions.mark(DOG)
    press("Esc")
    assert station.work.selection.targets == (RAIDER,)
    press("S")
    station.work.actions.mark(DOG)
    press("Enter")
    assert station.work.actions.call is None
    assert station.work.selection.targets == (RAIDER,)


def test_a_friend_marked_beforehand_is_helped_once(station: GmWindow, press: Press) -> None:
    station.work.selection.mark(DOC)
    press("S")
    assert station.work.actions.call is not None
    assert station.work.actions.call.targets == (DOC,)
    press("Enter")
    assert station.work.selection.targets == ()
