"""Secrets stay secret: nothing that the GM hides, nor any trace of it, is in the player view."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from model.engine import turns
from model.engine.calls import Call
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Item, Scene, Thing
from model.state.board import Board, Circle, Feature, Zone
from model.state.effects import Effect
from model.state.texts import Explanation, Note, Part, RollRecord, Ruling, gm_text, ref, text
from model.view.log import LogEntry, log_line
from model.view.players import PlayersView, players_view
from model.view.viewer import PLAYERS
from tests.model.view.kit import RULES, Gear, Guest, Shared, Sheet, battle_of, fight, fighter, step

MARKER = "zqx"
NUMBER = 7919
"""Contained in every number that players must not see."""


@st.composite
def crowds(draw: st.DrawFn) -> AnyBattle:
    """Draw a battle with a marker in everything that players must not know."""
    fighters = []
    for number in range(draw(st.integers(2, 6))):
        is_hidden = draw(st.booleans())
        has_public_name = draw(st.booleans())
        is_secret = is_hidden or has_public_name
        side = draw(st.sampled_from(["npc", "ally"])) if is_secret else draw(st.sampled_from(["pc", "npc"]))
        name = f"{MARKER} {number}" if is_secret else f"Fighter {number}"
        effects = {
            "cover-1": Effect(id=f"{MARKER}-1", kind="cover", note=f"{MARKER}", amount=NUMBER),
            "marked-2": Effect(id=f"{MARKER}-2", kind="marked"),
            "home-3": Effect(id=f"{MARKER}-3", kind=f"{MARKER}_made"),
            "held-4": Effect(id=f"{MARKER}-4", kind="held", other=f"{MARKER}-hidden-90"),
        }
        health = 20 if side == "pc" else NUMBER - 1
        most = 20 if side == "pc" else NUMBER
        one = fighter(
            f"{MARKER}-{number}",
            name,
            side,
            at=(float(number), 3.0),
            sheet=Sheet(health=health, health_max=most, notes=MARKER),
            public_name=draw(st.sampled_from(["Thug", "Thug 2", "Thug 3", "Lady"])) if has_public_name else "",
            is_hidden=is_hidden,
            is_out=draw(st.booleans()),
            is_present=draw(st.sampled_from([True, True, True, False])),
            notes=MARKER,
            origin=MARKER,
        )
        fighters.append(replace(one, effects=effects))
    fighters.append(fighter(f"{MARKER}-hidden-90", f"{MARKER} the hidden", is_hidden=True, at=(1.5, 3.0)))
    board = Board(
        zones={"zone-1": Zone(id=f"{MARKER}-1", name=MARKER, shape=Circle(x=0, y=0, radius=NUMBER), hidden=True)},
        features={
            "wall-1": Feature(
                id=f"{MARKER}-2", kind="cover", shape=Circle(x=0, y=0, radius=1), name=MARKER, hidden=True
            )
        },
    )
    battle = battle_of(
        *fighters,
        board=board,
        title=MARKER,
        settings={"target": NUMBER},
        scene=Scene(name=MARKER),
        items={"gun-1": Item(id=f"{MARKER}-9", name=MARKER, gear=Gear(level=9), holder=f"{MARKER}-hidden-90")},
        things={"bomb-1": Thing(id=f"{MARKER}-8", name=MARKER, health=NUMBER, health_max=NUMBER, is_hidden=True)},
        players={"kim-1": Guest(id=f"{MARKER}-7", name=MARKER, favours=3)},
        health_policy={"npc": draw(st.sampled_from(["words", "bar", "nothing"])), "ally": "words"},
    )
    return replace(battle, shared=Shared(secret=MARKER))


def in_groups(draw: st.DrawFn, battle: AnyBattle) -> AnyBattle:
    """Return the battle as a running fight: some combatants alone, some in groups with revealing names."""
    ids = draw(st.permutations([who.id for who in battle.combatants.values() if who.is_present]))
    for at in range(0, len(ids), 2):
        members = tuple(ids[at : at + draw(st.integers(1, 2))])
        battle = step_joining(battle, members)
    return step(battle, "start_fight")


def step_joining(battle: AnyBattle, members: tuple[Id, ...]) -> AnyBattle:
    _, battle = turns.insert(battle, members, name=f"{MARKER}'s crew" if len(members) > 1 else "")
    return battle


@st.composite
def fights(draw: st.DrawFn) -> AnyBattle:
    battle = draw(crowds())
    if not any(turns.can_act(battle, who) for who in battle.combatants):
        battle = battle.with_combatant(fighter("fighter-80", "Fighter 80", "pc"))
    return in_groups(draw, battle)


def shown(battle: AnyBattle, rounds: int) -> list[PlayersView]:
    """Return the player views over `rounds` turns, each made from the one before."""
    views = [players_view(RULES, battle)]
    for _ in range(rounds):
        battle = step(battle, "end_turn")
        views.append(players_view(RULES, battle, views[-1]))
    return views


@given(fights())
def test_no_secret_is_anywhere_in_what_players_are_shown(battle: AnyBattle) -> None:
    for view in shown(battle, 9):
        assert MARKER not in repr(view).lower()
        assert str(NUMBER) not in repr(view)
        assert str(NUMBER - 1) not in repr(view)


@given(fights())
def test_a_fight_looks_the_same_without_those_who_are_hidden(battle: AnyBattle) -> None:
    """No gap, number or count reveals them: while a visible combatant acts, the views are equal."""
    hidden = [who.id for who in battle.combatants.values() if who.is_hidden or not who.is_present]
    seen = players_view(RULES, battle)
    bare = battle
    for who in hidden:
        bare = turns.leave(bare, who)
    bare = replace(bare, combatants={id: who for id, who in bare.combatants.items() if id not in hidden})
    if any(not battle.combatants[who].is_hidden for who in battle.order.acting):
        assert players_view(RULES, bare) == seen


@given(fights())
def test_a_turn_of_a_hidden_combatant_changes_nothing_on_the_screen(battle: AnyBattle) -> None:
    view = players_view(RULES, battle)
    for _ in range(9):
        battle = step(battle, "end_turn")
        fresh = players_view(RULES, battle, view)
        if battle.order.acting and all(battle.combatants[who].is_hidden for who in battle.order.acting):
            assert fresh == view
        view = fresh


@given(st.sampled_from(["boomer-2", "sniper-6", "crimson-3"]), st.sampled_from(["boomer-2", "sniper-6", "apex-1"]))
def test_no_action_tells_players_a_target_number_or_a_hidden_name(actor: Id, target: Id) -> None:
    battle = fight("crimson-3", "apex-1", "boomer-2", "sniper-6")
    parts = (Part(key="a", label=MARKER, amount=NUMBER, rule=MARKER),)
    note = Note(
        sentences=(
            text("{who} fires at {target}", who=ref(actor), target=ref(target)),
            gm_text("{secret} against {needed}", secret=MARKER, needed=NUMBER),
        ),
        explanations=(Explanation(key="dv", title=MARKER, parts=parts),),
        rolls=(RollRecord(id=f"attack.{MARKER}", title=MARKER, by=actor, dice="2d6", faces=(4, 5), sum=9),),
        rulings=(Ruling(key="hit", title=MARKER, is_true=True, computed=True, total=9, against=NUMBER, rule=MARKER),),
    )
    call = Call(action="strike", actor=actor, targets=(target,), options={"aim": MARKER})
    view = players_view(RULES, battle, call=call, note=note)
    line = log_line(RULES, LogEntry(number=NUMBER, note=note, battle=battle, call=call), PLAYERS)
    for found in (repr(view), repr(line)):
        assert MARKER not in found
        assert str(NUMBER) not in found
        assert "Sniper" not in found
        assert "Boomer" not in found
    if "sniper-6" in (actor, target):
        assert line is None
