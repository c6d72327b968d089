"""The map and the range bands: everything for the GM, for players only what they may see."""

from __future__ import annotations

from model.state.base import replace
from model.state.battle import AnyBattle, Thing
from model.state.board import Board, Circle, Feature, FogPatch, Link, Picture, Place, Zone
from model.state.effects import Effect
from model.view.board import MapProjector, acting_combatant, distance_words, project_bands, project_map
from model.view.map import MapView, RelationView, RingView, TokenView
from model.view.order import order_view
from model.view.viewer import GM, PLAYERS, visible_id
from tests.model.view.kit import RULES, battle_of, dockside, fight, fighter


def gm_map(battle: AnyBattle) -> MapView:
    return project_map(battle, RULES, GM, acting="crimson-3", target="boomer-2")


def token(view: MapView, name: str) -> TokenView:
    return next(token for token in view.tokens if token.name == name)


def test_the_gm_sees_everybody_with_their_real_names() -> None:
    view = gm_map(dockside())
    assert {one.name for one in view.tokens} == {"Apex", "Boomer", "Crimson", "Minion 1", "Minion 2", "Sniper"}
    assert token(view, "Sniper").hidden
    assert token(view, "Crimson").acting
    assert token(view, "Boomer").target
    assert token(view, "Minion 2").minor
    assert not token(view, "Boomer").minor


def test_players_see_neither_who_nor_what_is_hidden() -> None:
    crate = Thing(id="crate-30", name="Bomb", is_hidden=True)
    features = {
        "trap-31": Feature(id="trap-31", kind="terrain", shape=Circle(x=1, y=1, radius=1), name="Trap", hidden=True)
    }
    battle = dockside()
    battle = replace(battle, things={"crate-30": crate}, board=replace(battle.board, features=features))
    view = project_map(battle, RULES, PLAYERS, acting="crimson-3")
    assert {one.name for one in view.tokens} == {"Apex", "man in the red coat", "Crimson", "Thug"}
    assert [zone.name for zone in view.zones] == ["Quay"]
    assert view.features == ()
    assert not any(one.hidden or one.notes for one in view.tokens)
    assert len(gm_map(battle).features) == 1
    assert {zone.name for zone in gm_map(battle).zones} == {"Quay", "Secret cellar"}


def test_map_and_initiative_say_in_the_same_words_why_players_do_not_see_a_combatant() -> None:
    battle = fight("apex-1", "boomer-2", "sniper-6", "crimson-3")
    fog = FogPatch(level="hidden", shape=Circle(x=355.0, y=10.0, radius=2))
    boomer = replace(battle.combatant("boomer-2"), place=Place(x=355.0, y=11.0))
    battle = replace(battle.with_combatant(boomer), board=replace(battle.board, fog=(fog,)))
    texts = {row.name: row.text for row in reversed(order_view(RULES, battle).rows)}
    for name, words in {"Boomer": "in fog", "Sniper": "hidden", "Crimson": ""}.items():
        shown = token(gm_map(battle), name)
        assert (shown.unseen, shown.hidden) == (words, bool(words))
        assert words in texts[name].split(" · ") or not words
    assert not any(one.unseen for one in project_map(battle, RULES, PLAYERS, acting="crimson-3").tokens)


def test_the_line_to_the_target_says_how_far_it_is_to_the_gm_alone() -> None:
    (line,) = gm_map(dockside()).relations
    assert line == RelationView(source="crimson-3", target="boomer-2", label="24 m · medium", kind="target")
    (seen,) = project_map(dockside(), RULES, PLAYERS, acting="crimson-3", target="boomer-2").relations
    assert (seen.source, seen.label) == (visible_id("crimson-3", PLAYERS), "")


def test_no_line_goes_to_a_hidden_combatant() -> None:
    assert project_map(dockside(), RULES, PLAYERS, acting="crimson-3", target="sniper-6").relations == ()


def test_the_combatant_who_holds_another_is_tied_to_them() -> None:
    held = fighter("rat-2", "Rat", at=(3.0, 0.0))
    held = replace(held, effects={"held-5": Effect(id="held-5", kind="held", other="apex-1")})
    battle = battle_of(fighter("apex-1", "Apex", "pc", (0.0, 0.0)), held)
    (tie,) = project_map(battle, RULES, GM).relations
    assert (tie.source, tie.target, tie.label, tie.kind) == ("apex-1", "rat-2", "held", "link")
    hidden = battle.with_combatant(replace(battle.combatant("apex-1"), is_hidden=True))
    assert project_map(hidden, RULES, PLAYERS).relations == ()


def test_a_ring_shows_the_nearest_band_worth_one() -> None:
    assert gm_map(dockside()).rings == (RingView(center="crimson-3", radius=10, label="short · 10 m"),)
    current = project_map(dockside(), RULES, GM, acting="crimson-3", current="apex-1")
    assert current.rings[0].center == "apex-1"
    assert project_map(dockside(), RULES, PLAYERS, acting="crimson-3").rings == ()


def test_conditions_stand_at_the_token_and_in_full_for_the_gm() -> None:
    crimson = token(gm_map(dockside()), "Crimson")
    assert crimson.conditions == ("cover",)
    assert crimson.notes == ("cover: +3 for the defence",)


def test_players_see_only_public_conditions() -> None:
    battle = dockside()
    marked = replace(
        battle.combatant("apex-1"),
        effects={
            "prone-8": Effect(id="prone-8", kind="prone", note="behind the crate"),
            "marked-9": Effect(id="marked-9", kind="marked"),
            "held-10": Effect(id="held-10", kind="held", other="sniper-6"),
            "cover-11": Effect(id="cover-11", kind="cover", is_public=False),
        },
    )
    view = project_map(battle.with_combatant(marked), RULES, PLAYERS)
    assert token(view, "Apex").conditions == ("prone", "held")


def test_picture_and_grid_come_from_the_board() -> None:
    board = Board(picture=Picture(file="abc.png", width=40), has_grid=False, cell=2)
    view = project_map(battle_of(board=board), RULES, PLAYERS)
    assert view.picture is not None
    assert (view.picture.file, view.picture.width, view.grid.on, view.grid.cell) == ("abc.png", 40, False, 2)


def test_bands_are_around_one_and_say_how_far_the_others_are() -> None:
    view = project_bands(dockside(), RULES, GM, center="crimson-3", acting="crimson-3")
    assert view.center is not None
    assert view.center.name == "Crimson"
    entries = {entry.token.name: entry for entry in view.entries}
    assert entries["Boomer"].label == "Boomer · 24 m"
    assert (entries["Boomer"].metres, entries["Boomer"].band, entries["Boomer"].angle) == (24.0, "medium", 90.0)
    assert entries["Sniper"].label == "Sniper · 340 m · hidden"
    assert [band.name for band in view.bands] == ["hand to hand", "short", "medium", "far"]


def test_bands_need_no_map() -> None:
    zones = {id: Zone(id=id, name=id) for id in ("bar-1", "door-2", "roof-3")}
    links = {
        "a-4": Link(id="a-4", first="bar-1", second="door-2", metres=8),
        "b-5": Link(id="b-5", first="roof-3", second="bar-1", band="far"),
    }
    crowd = [replace(fighter(f"{name}-9", name), place=Place(zone=id)) for name, id in zip("ABC", zones, strict=True)]
    battle = battle_of(*crowd, fighter("D-9", "D"), board=Board(zones=zones, links=links))
    entries = {entry.token.name: entry for entry in project_bands(battle, RULES, GM, center="A-9").entries}
    assert (entries["B"].metres, entries["B"].band, entries["B"].label) == (8, "short", "B · 8 m")
    assert (entries["C"].metres, entries["C"].band, entries["C"].label) == (None, "far", "C")
    assert (entries["D"].metres, entries["D"].band, entries["D"].angle) == (None, "", None)


def test_bands_around_nobody_have_everybody_waiting() -> None:
    view = project_bands(dockside(), RULES, GM, center=None)
    assert view.center is None
    assert len(view.entries) == 6
    assert all(entry.metres is None for entry in view.entries)


def test_players_never_see_bands_around_a_hidden_combatant() -> None:
    view = project_bands(dockside(), RULES, PLAYERS, center="sniper-6")
    assert view.center is None
    assert all(entry.metres is None and entry.token.distance == "" for entry in view.entries)


def test_the_distance_is_in_words_or_nothing() -> None:
    assert distance_words(dockside(), RULES, "crimson-3", "apex-1") == "11.2 m · medium"
    assert distance_words(battle_of(fighter("a-1", "A"), fighter("b-2", "B")), RULES, "a-1", "b-2") == ""


def test_now_is_who_has_not_ended_the_turn() -> None:
    assert acting_combatant(fight("boomer-2", "apex-1")) == "boomer-2"
    assert acting_combatant(dockside()) is None


def test_who_is_out_lies_under_the_others() -> None:
    battle = dockside()
    battle = battle.with_combatant(replace(battle.combatant("sniper-6"), is_out=True))
    assert gm_map(battle).tokens[0].name == "Sniper"


def test_how_far_a_combatant_is_from_who_acts_is_told_of_whom_it_is_asked() -> None:
    """Crimson at (15, 10) and Boomer at (39, 10) are 24 m apart. After a move the new position counts."""
    battle = dockside()
    view = gm_map(battle)
    assert view.with_distance(token(view, "Boomer")).distance.startswith("24 m · ")
    assert view.with_distance(token(view, "Crimson")).distance == ""
    boomer = battle.combatant("boomer-2")
    moved = gm_map(battle.with_combatant(replace(boomer, place=replace(boomer.place, x=25.0))))
    assert moved.with_distance(token(moved, "Boomer")).distance.startswith("10 m · ")
    assert view.distances == moved.distances != project_map(battle, RULES, GM, acting="apex-1").distances
    assert project_map(battle, RULES, PLAYERS, acting="crimson-3").distances is None


def test_a_map_projected_again_is_the_map_projected_afresh() -> None:
    battle = dockside()
    projector = MapProjector(RULES, GM)
    grown = battle.with_combatant(replace(battle.combatants["boomer-2"], radius=2.0))
    for shown, acting, target, current in (
        (battle, "crimson-3", "boomer-2", None),
        (battle, "crimson-3", None, "boomer-2"),
        (battle, "boomer-2", "crimson-3", "boomer-2"),
        (grown, "boomer-2", "boomer-2", None),
    ):
        again = projector.project(shown, acting=acting, target=target, current=current)
        assert again == project_map(shown, RULES, GM, acting=acting, target=target, current=current)
        assert [token.id for token in again.tokens if token.target] == ([] if target is None else [target])
