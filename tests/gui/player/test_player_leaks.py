"""Nothing that players must not know is in their window: neither painted nor in any text that Qt keeps of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gui.player.window import PlayersWindow, players_summary
from model.engine.calls import Call
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Explanation, Note, Part, RollRecord, Ruling, gm_text, ref, text
from model.view.handouts import ShownView
from model.view.map import Circle, HealthView, MapView, TokenView, ZoneView, replace
from model.view.marks import MarksView
from model.view.players import ActionView, DiceView, PlayersView, players_view
from tests.gui.player.painted import painted
from tests.gui.player.views import docks, row
from tests.model.view.kit import RULES, dockside, fight, step
from tests.model.view.test_leaks import MARKER, NUMBER, fights

pytestmark = pytest.mark.slow

SIZE = (960, 540)


def kept_texts(root: QWidget) -> Iterator[str]:
    """Yield every text that Qt keeps of a window and of all objects in it."""
    found: list[QObject] = [root, *root.findChildren(QObject)]
    for each in found:
        yield each.objectName()
        for name in each.dynamicPropertyNames():
            yield str(each.property(bytes(name.data()).decode()))
        if isinstance(each, QWidget):
            yield from (each.windowTitle(), each.toolTip(), each.statusTip(), each.whatsThis())
            yield from (each.accessibleName(), each.accessibleDescription(), each.windowFilePath())


def all_texts(window: PlayersWindow, view: PlayersView) -> str:
    """Return everything that can be read or heard of a window that shows a view, in lower case."""
    window.set_view(view)
    words = (*painted(view, SIZE).texts, *kept_texts(window), players_summary(view))
    return "\n".join(words).lower()


@st.composite
def attacks(draw: st.DrawFn, battle: AnyBattle) -> tuple[Call, Note]:
    """A combatant attacks a combatant, with a secret in everything that is not for players."""
    who = st.sampled_from(sorted(battle.combatants))
    actor, target = draw(who), draw(who)
    faces = tuple(draw(st.lists(st.integers(1, 6), min_size=1, max_size=3)))
    note = Note(
        sentences=(
            text("{who} fires at {target}", who=ref(actor), target=ref(target)),
            gm_text("{secret} against {needed}", secret=MARKER, needed=NUMBER),
        ),
        explanations=(
            Explanation(key="dv", title=MARKER, parts=(Part(key="a", label=MARKER, amount=NUMBER, rule=MARKER),)),
        ),
        rolls=(RollRecord(id=f"attack.{MARKER}", title=MARKER, by=actor, dice="2d6", faces=faces, sum=sum(faces)),),
        rulings=(Ruling(key="hit", title=MARKER, is_true=True, computed=True, total=9, against=NUMBER, rule=MARKER),),
    )
    return Call(action="strike", actor=actor, targets=(target,), options={"aim": MARKER}), note


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_no_secret_of_any_fight_is_anywhere_in_the_window(qtbot: QtBot, data: st.DataObject) -> None:
    battle: AnyBattle = data.draw(fights())
    window = PlayersWindow()
    qtbot.addWidget(window)
    view: PlayersView | None = None
    for _ in range(4):
        call, note = data.draw(attacks(battle))
        view = players_view(RULES, battle, view, call=call, note=note)
        found = all_texts(window, view)
        assert MARKER not in found
        assert str(NUMBER) not in found
        assert str(NUMBER - 1) not in found
        battle = step(battle, "end_turn")


@pytest.mark.parametrize(
    "planted",
    [
        replace(docks(), now=MARKER),
        replace(docks(), next=MARKER),
        replace(docks(), order=(row(MARKER), *docks().order)),
        replace(docks(), order=(row("Ann", text=MARKER),)),
        replace(docks(), order=(row("Ann", health=HealthView(text=MARKER)),)),
        replace(docks(), order=(row("Ann", conditions=(MARKER,)),), map=MapView()),
        replace(docks(), map=MapView(tokens=(TokenView(id="a", name=MARKER, initials="A", side="pc", x=1, y=1),))),
        replace(docks(), map=MapView(tokens=(TokenView(id="a", name="Ann", initials=MARKER, side="pc", x=1, y=1),))),
        replace(docks(), map=replace(docks().map, tokens=(TokenView(id="a", name=MARKER, initials="A", side="pc"),))),
        replace(docks(), map=MapView(zones=(ZoneView(id="z", name=MARKER, shape=Circle(x=0, y=0, radius=9)),))),
        replace(docks(), action=ActionView(title=MARKER, dice=(DiceView(faces=(1,)),))),
        replace(docks(), action=ActionView(title="Ann", dice=(DiceView(faces=(1,), word=MARKER),))),
        replace(docks(), action=ActionView(title="Ann", dice=(DiceView(faces=(1,), by=MARKER),))),
        replace(docks(), action=ActionView(title="Ann", sentence=MARKER)),
        replace(docks(), log=(ActionView(title="Ann", sentence=MARKER),)),
        replace(docks(), shown=ShownView(kind="message", text=MARKER)),
        replace(docks(), shown=ShownView(kind="title", title=MARKER)),
        replace(docks(), shown=ShownView(kind="numbers", text=f"3 rounds\n\tHits\n{MARKER}\t2 of 3")),
        replace(docks(), marks=MarksView(line=((1.0, 1.0), (2.0, 2.0)), words=MARKER)),
    ],
)
def test_the_check_finds_whatever_a_view_says(qtbot: QtBot, planted: PlayersView) -> None:
    window = PlayersWindow()
    qtbot.addWidget(window)
    assert MARKER not in all_texts(window, docks())
    assert MARKER in all_texts(window, planted)


def painted_fight(*order: Id) -> list[str]:
    """Return the sorted words on the screen for the ambush at the docks with this initiative order."""
    return sorted(painted(players_view(RULES, fight(*order)), (1920, 1080)).texts)


def test_the_hidden_of_the_drawn_picture_leave_no_gap_and_no_number() -> None:
    """Apex, the man in the red coat, Crimson and one Thug are visible; a sniper and another minion are hidden."""
    with_hidden = painted_fight("apex-1", "boomer-2", "crimson-3", "minion-4", "sniper-6", "minion-5")
    without = painted_fight("apex-1", "boomer-2", "crimson-3", "minion-5")
    assert with_hidden == without
    assert "Thug" in with_hidden, "and no number, which would tell of a first one"
    secrets = ("Boomer", "Sniper", "Minion", "Thug 2", "Secret cellar", "340", "hidden", "×")
    assert not [words for words in with_hidden if any(secret.lower() in words.lower() for secret in secrets)]


def test_a_group_counts_only_those_who_are_seen() -> None:
    texts = painted_fight("crimson-3", "apex-1")
    assert dockside().combatants["minion-4"].is_hidden
    grouped = painted(players_view(RULES, fight("crimson-3", ("minion-4", "minion-5"))), (1920, 1080)).texts  # type: ignore[arg-type]
    assert "Thug" in grouped
    assert not any("×" in words or " of " in words for words in (*texts, *grouped))


def test_the_picture_is_the_same_to_the_pixel_while_a_hidden_combatant_acts(qtbot: QtBot) -> None:
    window = PlayersWindow()
    qtbot.addWidget(window)
    window.resize(*SIZE)
    battle = fight("apex-1", "sniper-6", "crimson-3")
    view = players_view(RULES, battle)
    window.set_view(view)
    before = window.grab().toImage()
    battle = step(battle, "end_turn")
    assert battle.order.acting == ("sniper-6",)
    window.set_view(players_view(RULES, battle, view))
    assert window.grab().toImage() == before
