"""A group attack in one table: few keys, one Apply, one undo; rows can be typed, changed and given other targets."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gui.windows.gm_window import GmWindow
from model.engine.calls import Call
from tests.gui.windows.hands import OpenWindow, Press, health_of

pytestmark = pytest.mark.slow

BULWARK, WHISPER = "bulwark-3", "whisper-5"


@pytest.fixture
def window(open_window: OpenWindow) -> GmWindow:
    """The museum sample with six more guards with rifles, in one group whose turn it is; Bulwark is marked."""
    window = open_window(1366, 768, sample="kalos-night-at-the-museum")
    known = set(window.work.battle.combatants)
    assert window.work.edits.add("6 guards") is None
    guards = tuple(who for who in window.work.battle.combatants if who not in known)
    for number, who in enumerate(guards):
        place = {"x": 20.0 + number, "y": 4.0}
        assert window.work.bridge.edit(Call(action="place", targets=(who,), options={"place": place})) is None
    window.work.selection.select(guards)
    window.work.edit("group", *window.work.selection.selected, name="Guards")
    window.work.combat.start(first="npc")
    slot = window.work.battle.order.slot_of(guards[0])
    assert slot is not None
    window.work.combat.do("jump", slot=slot.id)
    window.combatants.mark(BULWARK)
    return window


def guards_of(window: GmWindow) -> tuple[str, ...]:
    return window.work.battle.order.acting


def test_six_minions_attack_with_two_keys(window: GmWindow, press: Press) -> None:
    steps, before = len(window.work.bridge.session.steps), window.work.battle
    press("B")
    # The GM's dice are rolled automatically: the table is complete, with the outcome beside Apply.
    assert window.work.actions.can_apply
    table = window.action_panel.table
    attacks = [row for row in table.list.rows.rows if row.id.endswith("/attack")]
    assert len(attacks) == 6
    assert {row.about for row in attacks} == {"Bulwark"}
    assert len(window.action_panel.offers.buttons) <= 1
    assert "Guards" in window.action_panel.target.head.text()
    press("Enter")
    assert len(window.work.bridge.session.steps) == steps + 1
    # Each hit deals a die plus level 3, less Bulwark's resistance of 4.
    note = window.work.bridge.session.steps[-1].note
    lost = sum(roll.faces[0] + 3 - 4 for roll in note.rolls if roll.id.endswith("/damage"))
    assert health_of(window, BULWARK) == max(0, 18 - lost)
    assert all(not window.work.battle.order.share(who).left["standard"] for who in guards_of(window))
    # Undo names the attack of the whole group.
    assert window.work.bridge.undo_words == "Guards (6) attack Bulwark together"
    press("Ctrl+Z")
    assert window.work.battle == before
    assert window.status.message.text() == "Undone: Guards (6) attack Bulwark together"


def test_every_row_shows_its_odds_and_can_be_typed(window: GmWindow, press: Press) -> None:
    window.work.preferences.set_rolling("npc", "typed")
    press("B")
    table = window.action_panel.table
    rows = table.list.rows.rows
    # All six miss: (15/36)^6 = 0.5 %. They deal 21/36 × (3.5 + 3 - 4) each, so 8.75 of Bulwark's 18 health.
    assert "Bulwark: at least one hits 99.5 %" in table.together.text()
    assert "8.7 damage on average" in table.together.text() or "8.8 damage on average" in table.together.text()
    # AV 2, DV 7 + 0 + 2 shield = 9: 7 or more is rolled in 21 of 36 cases; 6 × 21/36 = 3.5.
    assert {(row.needed, row.chance) for row in rows} == {("7 or more", rows[0].chance)}
    assert rows[0].chance == pytest.approx(21 / 36)
    assert "3.5 succeed on average" in table.count.text()
    assert len(window.action_panel.offers.buttons) == 1
    # 3 + 4 + 2 = 9 hits; the others miss with 1 + 1 + 2 = 4. The damage is 6 + 3 - 4 = 5.
    for number, who in enumerate(guards_of(window)):
        table._read(f"{who}.{BULWARK}/attack", "3 4" if number == 1 else "1 1")
    table._read(f"{guards_of(window)[1]}.{BULWARK}/damage", "6")
    assert window.work.actions.can_apply
    press("Enter")
    assert health_of(window, BULWARK) == 18 - 5


def test_a_row_is_aimed_at_another_combatant(window: GmWindow, press: Press) -> None:
    window.work.preferences.set_rolling("npc", "typed")
    press("B")
    press("1 1")
    second = guards_of(window)[1]
    window.combatants.mark(WHISPER)
    rows = {row.by: row for row in window.action_panel.table.list.rows.rows}
    assert rows[second].about == "Whisper"
    assert rows[guards_of(window)[2]].about == "Bulwark"
    # What was typed in the other rows stays.
    assert rows[guards_of(window)[0]].result == "Miss"
    assert window.work.selection.targets == (BULWARK,)


def test_one_is_left_out_and_taken_in_again(window: GmWindow, press: Press) -> None:
    window.work.preferences.set_rolling("npc", "typed")
    press("B")
    table = window.action_panel.table
    first, second, *others = guards_of(window)
    assert table.leave_out.isVisible()
    assert not table.take_in.isVisible()
    press("1 1 x")
    # The first row has its dice; the current row was the second.
    assert [row.by for row in table.list.rows.rows] == [first, *others]
    assert table.list.rows.rows[0].result == "Miss"
    assert window.work.bridge.name(second) in table.take_in.text()
    QTest.keyClick(table.list, Qt.Key.Key_X, Qt.KeyboardModifier.ShiftModifier)
    assert [row.by for row in table.list.rows.rows] == [first, second, *others]
    assert not table.take_in.isVisible()
    # All rows but the last can be left out, and those left out can be taken in again.
    for _ in others:
        table.leave_out.click()
    table.leave_out.click()
    (last,) = {row.by for row in table.list.rows.rows}
    assert table.isVisible()
    assert not table.leave_out.isVisible()
    press("x")
    assert {row.by for row in table.list.rows.rows} == {last}
    table.take_in.click()
    assert len({row.by for row in table.list.rows.rows}) == 2


def test_a_defence_against_one_counts_against_those_after_it(window: GmWindow, press: Press) -> None:
    window.work.preferences.set_rolling("npc", "typed")
    press("B")
    offers = {offer.id: offer for offer in window.work.actions.offers}
    first, second, *_ = guards_of(window)
    dodge = offers[f"{first}.{BULWARK}/defend"]
    form = window.action_panel.offers.form
    form.open_offers((dodge,), window.work.actions.call)
    form.submit()
    # A dodge adds 6, more than the shield: DV 7 + 0 + 6 = 13, so all of them need 11 or more on 2d6, with AV 2.
    rows = {row.by: row for row in window.action_panel.table.list.rows.rows}
    assert {rows[who].needed for who in (first, second)} == {"11 or more"}
    # Bulwark can force nothing more this round: no defence is offered against the others.
    assert all("defend" not in offer.id for offer in window.work.actions.offers)


def test_who_cannot_attack_is_named_and_the_others_do(window: GmWindow, press: Press) -> None:
    last = guards_of(window)[-1]
    far = {"x": 300.0, "y": 4.0}
    window.work.bridge.edit(Call(action="place", targets=(last,), options={"place": far}))
    press("B")
    attackers = {row.by for row in window.action_panel.table.list.rows.rows}
    assert last not in attackers
    assert len(attackers) == 5
    assert "does not attack" in window.work.bridge.sentences(window.work.actions.note.sentences)


def test_a_combatant_alone_is_no_group(open_window: OpenWindow, press: Press) -> None:
    window = open_window(1366, 768, sample="kalos-night-at-the-museum")
    window.work.combat.start(first="pc")
    window.commands.refresh()
    assert not window.commands.action("group_attack").isEnabled()
