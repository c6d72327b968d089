"""The battle that a scenario describes: defaults, groups, boards, orders, relations, players, things."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from model.board.distance import between
from model.scenarios.reading import read_scenario
from model.state.battle import AnyBattle
from model.state.board import Circle, Link, Place
from tests.model.scenarios.conftest import HEAD, PEOPLE
from tests.support.arena import ARENA, Guest

Failures = Callable[..., tuple[str, ...]]


@pytest.fixture
def built(tmp_path: Path) -> Callable[[str], AnyBattle]:
    """Return a function that builds the battle of a scenario given as text after its head."""

    def build(text: str) -> AnyBattle:
        file = tmp_path / "built.toml"
        file.write_text(HEAD + text, encoding="utf-8")
        return read_scenario(file, {"arena": ARENA}).battle

    return build


def test_what_is_not_said_has_a_default(built: Callable[[str], AnyBattle]) -> None:
    anna = built('[[combatant]]\nid = "door-guard"').combatants["door-guard"]
    assert (anna.name, anna.side, anna.place, anna.is_hidden) == ("Door guard", "npc", Place(), False)
    assert anna.sheet.health == 20


def test_several_of_a_kind_are_one_group_with_members_of_their_own(built: Callable[[str], AnyBattle]) -> None:
    battle = built("""
[[combatant]]
id = "minion"
count = 3
at = [1, 2]
sheet = { health = 4 }
items = [{ id = "club", damage = 1 }]
""")
    assert list(battle.combatants) == ["minion-1", "minion-2", "minion-3"]
    assert [one.name for one in battle.combatants.values()] == ["Minion 1", "Minion 2", "Minion 3"]
    assert [one.place.point for one in battle.combatants.values()] == [(1, 2), (2, 2), (3, 2)]
    assert {one.sheet.health for one in battle.combatants.values()} == {4}
    assert [item.holder for item in battle.items.values()] == ["minion-1", "minion-2", "minion-3"]
    (slot,) = battle.order.slots.values()
    assert (slot.name, slot.members) == ("minion", ("minion-1", "minion-2", "minion-3"))


def test_ids_given_out_later_do_not_repeat_those_of_the_file(built: Callable[[str], AnyBattle]) -> None:
    battle = built('[[combatant]]\nid = "minion"\ncount = 3\nitems = [{ name = "Club" }]')
    assert battle.serial >= 6
    assert len(battle.items) == 3


def test_a_drawn_board(built: Callable[[str], AnyBattle]) -> None:
    battle = built("""
[board]
cell = 2.0
grid = false
zones = [{ id = "dock", rectangle = [0, 0, 10, 5] }, { id = "pit", circle = [3, 3, 1], hidden = true }]
cover = [{ id = "barrels", rectangle = [4, 1, 1, 2], angle = 45 }]
terrain = [{ id = "mud", polygon = [[0, 0], [2, 0], [0, 2]] }]
drawings = [{ id = "arrow", line = [[0, 0], [2, 2]], name = "This way" }]
[[combatant]]
id = "anna"
at = [1.2345, 2]
zone = "dock"
height = 3
""")
    board = battle.board
    assert (board.cell, board.has_grid) == (2.0, False)
    assert board.zones["pit"].shape == Circle(x=3, y=3, radius=1)
    assert board.zones["pit"].hidden
    assert [(one.id, one.kind) for one in board.features.values()] == [
        ("barrels", "cover"),
        ("mud", "terrain"),
        ("arrow", "drawing"),
    ]
    assert battle.combatants["anna"].place == Place(x=1.234, y=2, height=3, zone="dock")


def test_clumps_with_distances(built: Callable[[str], AnyBattle]) -> None:
    battle = built("""
[board]
zones = [{ id = "dock" }, { id = "roof" }, { id = "sea" }]
links = [{ between = ["dock", "roof"], metres = 30 }, { between = ["roof", "sea"], band = "far", blocked = true }]
[[combatant]]
id = "anna"
zone = "dock"
[[combatant]]
id = "bert"
zone = "roof"
""")
    assert between(battle, "anna", "bert") == 30
    assert battle.board.links["link-2"].is_blocked


def test_ways_have_names_may_be_cut_and_hidden(built: Callable[[str], AnyBattle]) -> None:
    """A connection that is cut is blocked for the rules; one that is only blocked is not cut."""
    battle = built("""
[board]
zones = [{ id = "dock" }, { id = "roof" }, { id = "sea" }]
links = [
    { between = ["dock", "roof"], cut = true },
    { between = ["roof", "sea"], name = "Hatch", hidden = true, blocked = true, one_way = true, cost = 2 },
]
""")
    cut, hatch = battle.board.links.values()
    assert cut == Link(id="link-1", first="dock", second="roof", is_blocked=True, is_cut=True)
    assert hatch == Link(
        id="link-2", first="roof", second="sea", name="Hatch", hidden=True, is_blocked=True, is_one_way=True, cost=2
    )


def test_effects_have_relations_and_end_as_their_condition_does(built: Callable[[str], AnyBattle]) -> None:
    battle = built("""
[[combatant]]
id = "anna"
conditions = ["prone"]
[[combatant]]
id = "bert"
effects = [{ kind = "held", other = "anna", amount = 2, until = "scene" }, { kind = "protected", public = false }]
""")
    (prone,) = battle.combatants["anna"].effects.values()
    held, protected = battle.combatants["bert"].effects.values()
    assert (prone.kind, prone.until) == ("prone", "removed")
    assert (held.other, held.amount, held.until) == ("anna", 2, "scene")
    assert (protected.until, protected.is_public) == ("turn_start", False)


def test_players_things_tasks_scene_and_the_rest(built: Callable[[str], AnyBattle]) -> None:
    battle = built("""
clock = 90
settings = { sand = true }
shared = { prize = 7 }
health = { npc = "bar" }
scene = { number = 2, name = "Docks", open = false }
[[combatant]]
id = "anna"
side = "pc"
public = "The stranger"
hidden = true
[[player]]
id = "pia"
characters = ["anna"]
prayers = 2
present = false
[[thing]]
id = "crate"
health_max = 5
mass = 80
falling = true
[[task]]
id = "bomb"
needed = 3
successes = { pc = 1 }
""")
    assert (battle.clock, battle.settings, battle.shared.prize) == (90, {"sand": True}, 7)
    assert (battle.scene.number, battle.scene.name, battle.scene.is_open) == (2, "Docks", False)
    assert battle.health_policy == {"npc": "bar"}
    assert (battle.combatants["anna"].public_name, battle.combatants["anna"].is_hidden) == ("The stranger", True)
    pia = battle.players["pia"]
    assert isinstance(pia, Guest)
    assert (pia.name, pia.characters, pia.prayers, pia.is_present) == ("Pia", ("anna",), 2, False)
    crate = battle.things["crate"]
    assert (crate.name, crate.health, crate.mass, crate.is_falling) == ("Crate", 5, 80, True)
    assert (battle.tasks["bomb"].needed, battle.tasks["bomb"].successes) == (3, {"pc": 1})


ORDERED = """
[[do]]
start = true
expect = { order = ["bert", "anna", "cora"], turn = "bert", acting = ["bert"], "bert.left.standard" = 1, round = 1 }
[[do]]
end_turn = "bert"
expect = { slots = ["bert done", "anna acting", "cora waiting"], turns = ["bert", "anna"] }
[[do]]
delay = "anna"
expect = { turn = "cora", "anna.holds" = true, turns = ["bert", "cora"] }
[[do]]
actor = "anna"
action = "take_held_turn"
expect = { turns = ["bert", "cora", "anna (delayed)"], turn = "anna" }
[[do]]
end_round = true
expect = { round = 2, turns = ["bert"] }
[[do]]
end_fight = true
expect = { phase = "ended", turn = "none" }
"""


def test_a_declared_order_and_the_turns_of_a_round(failures: Failures) -> None:
    assert failures(ORDERED, head=HEAD + '[order]\nslots = ["bert"]\n') == ()


def test_a_fight_may_begin_in_the_middle(failures: Failures) -> None:
    head = HEAD + '[order]\nslots = [["bert", "cora"], "anna"]\nround = 3\nturn = "anna"\nfirst = "npc"\n'
    looks = """
[[do]]
[do.expect]
round = 3
phase = "acting"
order = ["bert+cora", "anna"]
slots = ["bert+cora done", "anna acting"]
turn = "anna"
first = "npc"
"anna.left.standard" = 1
"anna.defence" = 9
[[do]]
end_turn = true
expect = { round = 4, turn = "bert+cora", acting = ["bert", "cora"] }
[[do]]
end_turn = "cora"
expect = { turn = "bert+cora", acting = ["bert"] }
"""
    assert failures(looks, head=head) == ()


def test_the_players_screen_shows_what_they_may_know(failures: Failures) -> None:
    people = PEOPLE.replace('id = "bert"', 'id = "bert"\npublic = "A brute"').replace(
        'id = "cora"', 'id = "cora"\nhidden = true'
    )
    looks = """
[[do]]
start = true
[do.expect]
"players.order" = ["Anna", "A brute"]
"players.now" = "Anna"
"players.next" = "A brute"
"players.round" = 1
"players.cora.seen" = false
"players.bert.name" = "A brute"
"players.bert.seen" = true
"players.anna.health" = "20"
"players.bert.conditions" = []
"players.tokens" = ["A brute", "Anna"]
"""
    assert failures(looks, people=people) == ()
    assert "no row of “cora”" in failures('[[do]]\nexpect = { "players.cora.health" = "20 / 20" }', people=people)[0]
