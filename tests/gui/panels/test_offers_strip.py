"""The strip of offers: names short enough to fit, one button for many offers, and a form to choose one."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.bridge import Bridge
from gui.panels.action_buttons import OffersStrip, grouped_offers
from gui.style import theme
from model.engine.calls import Call, Option, Taken
from model.engine.requests import Choice, Offer
from model.session import Session
from model.state.texts import ref, text
from tests.support.arena import ARENA, duel

EFFORT = (Choice(key="reroll", label="Re-roll"), Choice(key="plus_3", label="+3"))
CALL = Call(action="strike", actor="anna-1", targets=("bert-2",))


def jump(target: str, *by: str) -> Offer:
    return Offer(id=f"jump.{target}", title=text("Jump in front of {who}", who=ref(target)), by=by, actions=("jump",))


def effort(who: str) -> Offer:
    return Offer(id=f"effort.{who}", title=text("{who}: plot point", who=ref(who)), by=(who,), options=EFFORT)


@pytest.fixture
def strip(qtbot: QtBot) -> OffersStrip:
    theme().apply(QApplication.instance(), "dark")
    session = Session.create(None, ARENA, duel()).session
    assert session is not None
    made = OffersStrip(Bridge(session))
    qtbot.addWidget(made)
    made.resize(330, 200)
    made.show()
    return made


def test_a_few_offers_stand_side_by_side_with_short_names(strip: OffersStrip) -> None:
    strip.show_offers((jump("bert-2", "anna-1", "cora-3", "dora-4"), effort("bert-2")), CALL)
    assert [button.text() for button in strip.buttons] == [
        "Anna and 2 more: Jump in front of Bert",
        "Bert: plot point",
    ]
    assert [button.key for button in strip.buttons] == ["I", ""]
    assert "Anna, Cora, Dora" in strip.buttons[0].toolTip()


def test_a_long_offer_asks_for_no_more_room_than_there_is(strip: OffersStrip) -> None:
    long = Offer(id="long", title=text("Do " + "something " * 20), by=("anna-1",), actions=("jump",))
    strip.show_offers((long,), CALL)
    assert strip.minimumSizeHint().width() < 200


def test_many_offers_are_one_button_and_the_form_says_which(strip: OffersStrip, qtbot: QtBot) -> None:
    combatants = ("anna-1", "bert-2", "cora-3", "dora-4")
    offers = tuple(jump(target, *(one for one in combatants if one != target)) for target in combatants)
    assert grouped_offers(offers) == (offers,)
    strip.show_offers(offers, CALL)
    assert [button.text() for button in strip.buttons] == ["Bert and 3 more"]
    assert strip.take_one()
    form = strip.form
    assert [form.who.itemText(row) for row in range(form.who.count())] == ["Bert", "Cora", "Dora", "Anna"]
    # Bert cannot jump in front of himself.
    assert [form.which.itemData(row) for row in range(form.which.count())] == [
        "jump.anna-1",
        "jump.cora-3",
        "jump.dora-4",
    ]
    form.which.setCurrentIndex(1)
    form.which.activated.emit(1)
    with qtbot.waitSignal(strip.taken) as taken:
        form.ok.click()
    offer, answer = taken.args
    assert offer.id == "jump.cora-3"
    assert answer == Taken(call=Call(action="jump", actor="bert-2"))
    assert not form.isVisible()


def test_many_offers_of_points_are_one_button_too(strip: OffersStrip, qtbot: QtBot) -> None:
    offers = tuple(effort(who) for who in ("anna-1", "bert-2", "cora-3", "dora-4"))
    strip.show_offers(offers, CALL)
    assert len(strip.buttons) == 1
    strip.take_one()
    strip.form.who.setCurrentIndex(2)
    strip.form.who.activated.emit(2)
    with qtbot.waitSignal(strip.taken) as taken:
        assert strip.form.pick(2)
    assert taken.args[0].id == "effort.cora-3"
    assert taken.args[1] == Option(option="plus_3")


def test_the_form_closes_when_its_offer_is_gone(strip: OffersStrip) -> None:
    strip.show_offers((effort("anna-1"),), CALL)
    strip.take_one()
    strip.show_offers((), CALL)
    assert not strip.form.isVisible()
    assert not strip.take_one()
