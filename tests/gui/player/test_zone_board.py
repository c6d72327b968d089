"""A battle of zones fills the players' screen: an area per zone, sized for its tokens, with every name inside."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QColor

from gui.player.footer import footer_box
from gui.player.page import regions
from gui.player.text_layout import Letters
from gui.player.zone_areas import Area, laid_areas
from gui.style import palette, theme
from model.view.map import ConnectionView, MapView, Rectangle, TokenView, ZoneView, replace
from model.view.players import ActionView, DiceView, PlayersView
from model.view.pools import ClockView
from model.view.zone_list import ZoneRow, ZonesView
from tests.gui.player.painted import painted
from tests.gui.player.views import row
from tests.support.examples import at_most

FULL = (1920, 1080)


def token(name: str, side: str = "npc", **more: object) -> TokenView:
    words = name.split()
    return replace(TokenView(id=name, name=name, initials=words[-1][:1], side=side), **more)


def zones_view(
    *lines: tuple[tuple[str, tuple[TokenView, ...]], ...], links: tuple[ConnectionView, ...] = ()
) -> PlayersView:
    """Return a view of zones, line by line, each ten metres wide, with the tokens in it."""
    shapes, rows = [], []
    for down, line in enumerate(lines):
        for across, (name, tokens) in enumerate(line):
            shape = Rectangle(x=across * 10, y=down * 10, width=10, height=10)
            shapes.append(ZoneView(id=name, name=name, shape=shape, color=len(shapes)))
            rows.append(ZoneRow(id=name, name=name, color=len(rows), tokens=tokens))
    everybody = tuple(one for zone in rows for one in zone.tokens)
    return PlayersView(
        phase="fighting",
        round=3,
        clock=ClockView(words="Round 3", brief="R3"),
        now="Nora",
        order=tuple(row(one.name, one.side) for one in everybody[:4]),
        map=MapView(zones=tuple(shapes), tokens=everybody, links=links),
        zones=ZonesView(rows=tuple(rows)),
    )


def station(links: tuple[ConnectionView, ...] = ()) -> PlayersView:
    pumps = (
        token("Nora", "pc", acting=True),
        token("Dog", "ally"),
        token("Brick", "pc"),
        token("Thug 2", target=True, conditions=("prone",)),
    )
    raiders = tuple(token(f"Raider {number}") for number in (1, 2, 3))
    return zones_view(
        (("Roof", (token("Sniper"),)), ("Shop", raiders)),
        (("Pumps", pumps), ("Cellar", ())),
        links=links,
    )


def board_of(size: tuple[int, int]) -> QRectF:
    return regions(QSizeF(*size), with_map=True).board


def areas_of(view: PlayersView, size: tuple[int, int] = FULL) -> dict[str, Area]:
    lines = laid_areas(view, Letters(size[1]), board_of(size))
    return {area.zone.name: area for line in lines for area in line}


def test_areas_fill_the_board_and_lie_as_the_zones_do() -> None:
    areas = areas_of(station())
    board = board_of(FULL)
    whole = QRectF()
    for area in areas.values():
        whole = whole.united(area.box)
    assert whole.height() > 0.9 * board.height()
    assert whole.width() > 0.9 * board.width()
    assert areas["Roof"].box.right() < areas["Shop"].box.left()
    assert areas["Roof"].box.bottom() < areas["Pumps"].box.top()
    assert areas["Pumps"].box.right() < areas["Cellar"].box.left()
    assert areas["Pumps"].box.width() > areas["Cellar"].box.width(), "sized for those in it"


def test_every_name_stands_in_the_area_of_its_own_zone() -> None:
    view = station()
    areas, shown = areas_of(view), painted(view, FULL)
    for zone, area in areas.items():
        (title,) = shown.find(zone)
        assert area.box.contains(title.box)
        for one in area.zone.tokens:
            found = [words for words in shown.find(one.name) if board_of(FULL).contains(words.box)]
            assert len(found) == 1, one.name
            assert area.box.contains(found[0].box)
    (prone,) = shown.find("prone")
    assert areas["Pumps"].box.contains(prone.box)


def test_tokens_have_their_initials_and_numbers() -> None:
    shown = painted(station(), FULL)
    shop = areas_of(station())["Shop"].box
    badges = [words.text for words in shown.words if shop.contains(words.box) and len(words.text) == 1]
    assert sorted(badges) == ["1", "2", "3"]


def test_ways_are_told_by_a_badge_on_the_gap_and_its_words_cover_nobody() -> None:
    roof, shop, pumps = "Roof", "Shop", "Pumps"
    line = ((0.0, 0.0), (1.0, 0.0))
    ladder = ConnectionView(first=roof, second=pumps, line=line, label="Ladder · counts 2")
    door = ConnectionView(first=roof, second=shop, line=line, label="Door")
    view = station((ladder, door))
    areas, shown = areas_of(view), painted(view, FULL)
    (words,) = shown.find("Ladder · counts 2")
    assert areas["Roof"].box.bottom() - 12 < words.box.top()
    assert words.box.bottom() < areas["Pumps"].box.top() + 12
    (door_words,) = shown.find("Door")
    names = [each.box for each in shown.words if each.text in ("Sniper", "Raider 1", "Raider 2", "Raider 3")]
    assert not any(door_words.box.intersects(name) for name in names)


def test_where_many_crowd_opponents_of_one_name_are_counted_and_players_characters_stay() -> None:
    raiders = tuple(token(f"Raider {number}") for number in range(1, 31))
    party = (token("Nora", "pc", acting=True), token("Brick", "pc"))
    view = zones_view((("Road", (*raiders, *party)),), (("Shop", ()),), (("Roof", ()),))
    texts = painted(view, FULL).texts
    assert "Raider ×30" in texts
    assert {"Nora", "Brick"} <= set(texts)


def test_who_is_dying_is_not_counted_with_those_who_are_well() -> None:
    raiders = tuple(token(f"Raider {number}") for number in range(1, 31))
    dying = token("Raider 31", conditions=("dying", "prone"))
    view = zones_view((("Road", (*raiders, dying, token("Nora", "pc", acting=True))),), (("Shop", ()),))
    texts = painted(view, FULL).texts
    assert {"Raider ×30", "Raider 31"} <= set(texts)
    assert any("dying" in words for words in texts)


def test_a_screen_without_room_for_an_entry_of_each_area_has_the_map() -> None:
    narrow = (600, 800)
    view = zones_view(*(tuple((f"Zone {down}{at}", (token(f"T{down}{at}"),)) for at in range(4)) for down in range(4)))
    assert not areas_of(view, narrow)
    assert "T00" in painted(view, narrow).texts


TITLES = ("Gate", "Pump hall", "Roof", "Cellar", "Old quay", "Stairs", "Yard", "Shop", "Tower", "Well", "Mine", "Camp")


def chain(number: int, linked: bool = False) -> PlayersView:
    """Return a view of `number` zones in a row: the heroes in the first ones, and two raiders in each."""
    heroes = ("Nora", "Brick", "Doc Amari", "Sparrow")
    zones = tuple(
        (
            title,
            (
                *((token(heroes[at], "pc", acting=at == 0),) if at < len(heroes) else ()),
                token(f"Raider {2 * at + 1}"),
                token(f"Raider {2 * at + 2}"),
            ),
        )
        for at, title in enumerate(TITLES[:number])
    )
    line = ((0.0, 0.0), (1.0, 0.0))
    pairs = itertools.pairwise(TITLES[:number]) if linked else ()
    return zones_view(zones, links=tuple(ConnectionView(first=one, second=other, line=line) for one, other in pairs))


@pytest.mark.quick_cases(5)
@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
@pytest.mark.parametrize("number", range(1, 13))
def test_one_to_twelve_zones_in_a_row_fill_the_screen_with_all_their_names(number: int, size: tuple[int, int]) -> None:
    view = chain(number)
    areas, board, shown = areas_of(view, size), board_of(size), painted(view, size)
    covered = sum(area.box.width() * area.box.height() for area in areas.values())
    assert covered > 0.7 * board.width() * board.height()
    assert list(areas) == list(TITLES[:number]), "in their order"
    for zone, area in areas.items():
        (title,) = [words for words in shown.find(zone) if area.box.contains(words.box)]
        assert title.text == zone
        inside = [words for words in shown.words if area.box.contains(words.box)]
        texts = " ".join(words.text for words in inside)
        assert "…" not in texts
        assert texts.count("Raider") == 2 or "Raider ×2" in texts
        for one in area.zone.tokens:
            assert one.side != "pc" or one.name in texts
    for words in shown.words:
        assert words.capital >= 0.028 * size[1], words


def test_a_row_of_connected_zones_goes_on_below_where_it_ended() -> None:
    areas = areas_of(chain(4, linked=True))
    gate, hall, roof, cellar = (areas[title].box for title in TITLES[:4])
    assert gate.right() < hall.left()
    assert roof.top() > hall.bottom()
    assert roof.left() > cellar.right(), "the roof is below the pump hall, so that their connection is drawn"
    assert min(roof.right(), hall.right()) - max(roof.left(), hall.left()) > 200


@pytest.mark.parametrize("number", [5, 7, 8, 11])
def test_of_a_broken_row_every_connection_is_drawn(number: int) -> None:
    areas = areas_of(chain(number, linked=True))
    for one, other in itertools.pairwise(TITLES[:number]):
        first, last = areas[one].box, areas[other].box
        beside = (
            first.top() == last.top() and min(abs(first.right() - last.left()), abs(last.right() - first.left())) < 60
        )
        below = min(first.right(), last.right()) - max(first.left(), last.left()) > 60
        assert beside or below, (one, other)


CATHEDRAL = ("Nave of the Brass Cathedral", "Choir gallery", "Lower forge", "Bell tower stairs", "Crypt", "Vestry")
FURTHER = ("Ossuary of the Founders", "Clockwork loft", "West transept", "East transept", "Sacristy", "Roof")
LONG_NAMES = (
    (0, "Captain Isolde Farrow", "pc", ("prone",)),
    (0, "Grub", "pc", ()),
    (0, "Tom Brandt", "pc", ()),
    (1, "Sister Ysolde", "pc", ()),
    (2, "Archdeacon Maximilian Thorne", "npc", ("prone", "blinded")),
    (2, "Brother Valentin of the Lower Forge", "npc", ("surrendered",)),
    (3, "Cathedral warden Ottokar", "npc", ("Soaked in lamp oil",)),
    (3, "Gear-priestess Seraphina", "npc", ("Stunned",)),
    (4, "Apprentice Konstantin Weiss", "ally", ("fled",)),
    (5, "Clockwork hound Brasstooth", "npc", ()),
)
SHORT_NAMES = (
    "Captain",
    "Tom",
    "Sister",
    "Archdeacon",
    "Brother",
    "Ottokar",
    "Gear-priestess",
    "Apprentice",
    "Brasstooth",
)
"""How people at a table would call them."""


def cathedral(number: int, acting: str) -> PlayersView:
    """Return a view of up to twelve zones in a row with long names, and ten people with long names in them."""
    people: dict[int, list[TokenView]] = {}
    for zone, name, side, conditions in LONG_NAMES:
        left_as = next((one for one in conditions if one in ("fled", "surrendered")), None)
        shown = token(
            name, side, conditions=conditions, left_as=left_as, out=left_as is not None, acting=name == acting
        )
        people.setdefault(zone, []).append(shown)
    titles = (CATHEDRAL + FURTHER)[:number]
    return zones_view(tuple((title, tuple(people.get(at, ()))) for at, title in enumerate(titles)))


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
@pytest.mark.parametrize("number", [6, 9, 12])
@pytest.mark.parametrize("acting", ["Tom Brandt", "Gear-priestess Seraphina"])
def test_people_with_long_names_and_conditions_have_room_in_many_zones(
    number: int, size: tuple[int, int], acting: str
) -> None:
    view = cathedral(number, acting)
    areas, shown = areas_of(view, size), painted(view, size)
    assert len(areas) == number
    unseen = 0
    for zone, area in areas.items():
        text = " ".join(words.text for words in shown.words if area.box.contains(words.box))
        assert text.startswith(zone)
        assert "…" not in text
        for one in area.zone.tokens:
            is_named = one.name in text or any(short in text for short in SHORT_NAMES if short in one.name)
            assert is_named or not one.acting
            unseen += not is_named
        assert area.more == 0 or f"and {area.more} more" in text
    assert unseen <= (1 if number == 12 else 0), "in twelve zones one of three in a zone is counted"
    for words in shown.words:
        assert words.capital >= 0.028 * size[1], words


def test_conditions_are_whole_where_people_with_them_stand_in_six_zones() -> None:
    texts = " ".join(painted(cathedral(6, "Grub"), FULL).texts)
    for condition in ("prone · blinded", "surrendered", "Soaked in lamp oil", "Stunned", "fled"):
        assert condition in texts


def test_conditions_are_written_whole_in_four_columns_of_zones() -> None:
    people = ("Ada", "Bo", "Cy", "Di")
    view = zones_view(tuple((f"Zone {name}", (token(name, "pc", conditions=("surrendered",)),)) for name in people))
    assert painted(view, FULL).texts.count("surrendered") == 4


@pytest.mark.parametrize("mode", ["dark", "light"])
def test_every_word_of_a_fight_of_zones_stands_out_and_is_large_enough(mode: str) -> None:
    theme().set_mode("light" if mode == "light" else "dark")
    assert palette()
    shown = painted(station(), FULL)
    for words in shown.words:
        assert shown.contrast(words) >= 4.5, words
        assert words.capital >= 0.028 * FULL[1], words


NAMES = st.sampled_from(["Nora", "Doc Amari", "Raider 1", "Raider 12", "Bartholomew the Unbending of Ravenhold", "X"])
TOKENS = st.lists(NAMES, max_size=12).map(
    lambda names: tuple(token(f"{name}", "pc" if at % 3 == 0 else "npc") for at, name in enumerate(names))
)
LINES = st.lists(
    st.lists(st.tuples(st.sampled_from(["Dock", "Old quay of the north"]), TOKENS), min_size=1, max_size=5),
    min_size=1,
    max_size=4,
)


@at_most(40)
@given(LINES, st.sampled_from([(1920, 1080), (1280, 720), (1024, 768), (3440, 1440), (1080, 1920)]))
def test_no_area_covers_another_and_none_holds_more_than_it_has_room_for(
    lines: list[list[tuple[str, tuple[TokenView, ...]]]], size: tuple[int, int]
) -> None:
    view = zones_view(
        *(
            tuple((f"{name} {down}{at}", people) for at, (name, people) in enumerate(line))
            for down, line in enumerate(lines)
        )
    )
    areas = list(areas_of(view, size).values())
    board = board_of(size).adjusted(-1, -1, 1, 1)
    for index, area in enumerate(areas):
        assert board.contains(area.box)
        assert area.free >= -1
        assert not any(area.box.intersects(other.box) for other in areas[:index])
        assert sum(len(entries) for entries in area.rows()) + area.more == len(area.tokens)


def test_a_footer_of_several_lines_covers_no_zone_and_cuts_no_title() -> None:
    outcome = "Big Moe is hurt. Big Moe suffers an injury: right arm. Big Moe drops the sledgehammer of his father."
    dice = (DiceView(faces=(5, 12), word="hit", is_success=True), DiceView(faces=(1, 2, 5, 6), word="5 damage"))
    long = ActionView(title="Nora Blackwood of Ravenhold → Big Moe", dice=dice, outcome=outcome)
    view = zones_view((("Road", (token("Nora"),)), ("Gate", (token("Big Moe"),))), (("Tower", ()), ("Yard", ())))
    shown = painted(replace(view, action=long), FULL)
    usual = regions(QSizeF(*FULL), with_map=True).footer
    footer = footer_box(usual, long, Letters(FULL[1]))
    assert footer.top() < usual.top()
    above, ground = round(footer.top() - 0.005 * FULL[1]), QColor(palette().ground)
    assert all(shown.ground.pixelColor(x, above) == ground for x in range(40, round(footer.right()), 7))
    assert not any(words.text.startswith("Nora Blackwood of") and "…" in words.text for words in shown.words)
