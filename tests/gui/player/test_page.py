"""The players' screen, read from four metres: what it shows, how large, with which contrast, what is left out first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shutil import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QByteArray, QRectF, QSizeF
from PySide6.QtGui import QColor, QImage, QPainter

from gui.controllers.feeds import PlayersFeed
from gui.map.pictures import Pictures
from gui.player.board import Frame, zone_pattern
from gui.player.footer import footer_box
from gui.player.page import Page, regions, render_players_png
from gui.player.text_layout import NAME, Letters, Style
from gui.player.turns import Rows, focus_of, paged, pages_of
from gui.style import palette, theme
from model.content.resources import root
from model.session import Session
from model.session.registry import rulesets
from model.view.elements import with_layout
from model.view.handouts import ShownView
from model.view.layout import MAP_ONLY, TurnTimer
from model.view.map import HealthView, MapView, PictureView, TokenView, replace
from model.view.players import ActionView, DiceView, PlayersView
from model.view.pools import ClockView
from tests.gui.panels.pictures import count_like
from tests.gui.player.painted import painted
from tests.gui.player.views import RED_COAT, crowd, docks, row
from tests.support.examples import at_most

SIZES = ((1920, 1080), (1280, 720), (3840, 2160), (1080, 1920), (1024, 768), (3440, 1440))
FULL = (1920, 1080)
LEAST = 0.028


def test_the_screen_says_what_the_drawn_picture_says() -> None:
    texts = painted(docks(), FULL).texts
    for expected in ("Round 3 · now", "Next", "Quay", "Warehouse", "Container yard", "Street", "4", "5", "Hit"):
        assert texts.count(expected) == 1, expected
    assert f"Crimson → {RED_COAT}" in texts
    assert "prone · behind cover" in texts
    assert texts.count("Crimson") == 3, "on the map, as whose turn it is, and in the order"
    assert texts.count("Thug") == 3, "on the map, in the order, and as the next"
    assert RED_COAT in texts, "on the map"
    assert {"Man in the", "red coat"} <= set(texts), "in the order, in two lines"
    assert {"14", "16", "hurt", "fresh"} <= set(texts)


@pytest.mark.parametrize("number", [2, 12])
def test_who_is_next_is_written_smaller_before_the_name_is_cut(number: int) -> None:
    """The full list leaves one line for `Next` and the name; `Captain Odd` is too wide there in the usual letters."""
    rows = tuple(row(f"Ganger {index}", is_now=index == 0) for index in range(number))
    view = replace(docks(), order=rows, now="Ganger 0", next="Captain Odd", next_id="Ganger 1")
    assert "Captain Odd" in painted(view, FULL).texts


@pytest.mark.quick_cases(6)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "view", [docks(), crowd(30, 12), replace(crowd(40, 39), map=MapView())], ids=["few", "30", "40"]
)
def test_no_letter_is_smaller_than_can_be_read_from_four_metres(view: PlayersView, size: tuple[int, int]) -> None:
    for words in painted(view, size).words:
        assert words.capital >= LEAST * size[1], words


@pytest.mark.parametrize("size", SIZES)
def test_names_have_five_percent_of_the_screen(size: tuple[int, int]) -> None:
    shown = painted(docks(), size)
    for words in (*shown.find("Crimson"), *shown.find("Thug"), *shown.find(RED_COAT)):
        assert words.size >= 0.05 * size[1], words
    for name in ("Crimson", "Thug"):
        assert max(words.capital for words in shown.find(name)) >= 0.05 * size[1], "now and next: even their capitals"


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("mode", ["dark", "light"])
@pytest.mark.parametrize("view", [docks(), crowd(12, 5)], ids=["few", "12"])
def test_every_word_stands_out_from_its_ground(view: PlayersView, mode: str) -> None:
    theme().set_mode("light" if mode == "light" else "dark")
    shown = painted(view, FULL)
    assert len(shown.words) > 15
    for words in shown.words:
        assert shown.contrast(words) >= 4.5, words


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_written_over_the_edge_of_the_screen(size: tuple[int, int]) -> None:
    screen = QRectF(0, 0, *size).adjusted(-1, -1, 1, 1)
    for view in (docks(), crowd(30, 12), replace(crowd(30, 12), map=MapView())):
        for words in painted(view, size).words:
            assert screen.contains(words.box), words


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("size", SIZES)
def test_lines_in_the_order_do_not_cover_one_another(size: tuple[int, int]) -> None:
    for view in (docks(), crowd(30, 12), crowd(30, 29)):
        places = regions(QSizeF(*size), with_map=True)
        boxes = [words.box for words in painted(view, size).words if places.panel.contains(words.box.center())]
        assert len(boxes) >= 4
        for index, box in enumerate(boxes):
            assert not any(box.intersects(other) for other in boxes[:index]), (size, box)


# -------------------------------------------------------------------- pages of the order


@pytest.mark.quick_cases(5)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("now", [0, 17, 39])
def test_whose_turn_it_is_is_among_forty_rows_on_any_screen(now: int, size: tuple[int, int]) -> None:
    view = crowd(40, now)
    places = regions(QSizeF(*size), with_map=True)
    accent = QColor(palette().on_now)
    on_accent = [
        words
        for words in painted(view, size).words
        if QColor(words.color) == accent and places.panel.contains(words.box.center())
    ]
    assert on_accent, "the row of whose turn it is"
    assert view.now.startswith(on_accent[0].text.partition("…")[0])


@pytest.mark.quick_cases(3)
@pytest.mark.quick_cases(8)
@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
@pytest.mark.parametrize("number", [1, 2, 3, 5, 8, 9, 12, 13, 24, 40])
def test_who_acts_and_who_is_next_are_in_the_list_of_one_to_forty(number: int, size: tuple[int, int]) -> None:
    """On every page, with the last turn of a round too, whose next is the first of the following round."""
    for now in {0, number // 2, number - 1}:
        rows = tuple(
            row(f"Ganger {at}", ("pc", "npc")[at % 2], HealthView(fraction=0.4, text="8"), is_now=at == now,
                is_past=at < now, conditions=("prone", "bleeding"))
            for at in range(number)
        )  # fmt: skip
        following = f"Ganger {(now + 1) % number}"
        view = replace(docks(), order=rows, now=f"Ganger {now}", next=following, next_id=following)
        panel, page = regions(QSizeF(*size), with_map=True).panel, Page()
        for page.turn in range(3):
            shown = painted(view, size, page)
            for name, least in ((f"Ganger {now}", 2), (following, 2 if following != f"Ganger {now}" else 3)):
                assert len([one for one in shown.find(name) if panel.contains(one.box)]) >= least, (name, page.turn)


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_nine_rows_with_health_fit_beside_the_map_before_any_is_left_out(size: tuple[int, int]) -> None:
    rows = tuple(
        row(f"Ganger {at}", "pc", HealthView(fraction=0.4, text="8"), is_now=at == 2, is_past=at < 2) for at in range(9)
    )
    view = replace(docks(), order=rows, now="Ganger 2", next="Ganger 3", next_id="Ganger 3")
    page = Page()
    texts = painted(view, size, page).texts
    assert page.pages == 1
    assert all(f"Ganger {at}" in texts for at in range(9))


def test_players_characters_who_acted_stay_in_the_list_before_the_defeated_do() -> None:
    rows = (
        row("Ada", "pc", is_past=True),
        row("Dead thug", is_past=True, is_out=True),
        row("Thug", is_past=True),
        row("Bo", "pc", is_now=True),
        row("Dead rat", is_out=True),
        row("Rat"),
    )
    height = Rows(rows, Letters(1080), QRectF(0, 0, 520, 300), Pictures(), lines=1).shown[0].height
    assert height < Rows(rows, Letters(1080), QRectF(0, 0, 520, 2000), Pictures(), lines=1).shown[0].height

    def names(room: float) -> tuple[str, ...]:
        return Rows(rows, Letters(1080), QRectF(0, 0, 520, room * height), Pictures(), lines=1).names

    assert names(7) == ("Ada", "Dead thug", "Thug", "Bo", "Dead rat", "Rat")
    assert names(4.4) == ("Ada", "Thug", "Bo", "Rat"), "the defeated give way first"
    assert names(3.3) == ("Ada", "Bo", "Rat"), "then opponents who have acted"
    assert names(2.2) == ("Bo", "Rat")


def test_rows_are_shown_whole_from_now_on_and_the_rest_still_to_come_is_counted() -> None:
    view = crowd(40, 17)
    letters = Letters(1080)
    made = Rows(view.order, letters, QRectF(0, 0, 520, 700), Pictures())
    assert made.names[0] == "Bartholomew the Unbending of Ravenhold 17"
    to_come = [entry.name for entry in view.order[17:] if not entry.is_out]
    assert made.names == tuple(to_come[: len(made.names)])
    assert made.more == len(to_come) - len(made.names)
    assert sum(entry.height for entry in made.shown) <= 700


def test_few_rows_are_all_shown_and_nothing_is_counted() -> None:
    view = docks()
    made = Rows(view.order, Letters(1080), QRectF(0, 0, 520, 700), Pictures())
    assert made.names == ("Apex", RED_COAT, "Crimson", "Thug")
    assert made.more == 0
    assert not any("more" in text for text in painted(view, FULL).texts)


@given(
    st.lists(st.floats(10, 80), min_size=1, max_size=40),
    st.integers(0, 39),
    st.floats(0, 900),
    st.sampled_from([0.0, 5.0]),
)
def test_a_page_holds_now_wastes_nothing_and_fits(heights: list[float], focus: int, room: float, gap: float) -> None:
    focus = min(focus, len(heights) - 1)
    page = paged(heights, focus, room, gap)
    if heights[focus] > room:
        assert len(page) == 0
        return
    assert focus in page

    def taken(first: int, last: int) -> float:
        return sum(heights[first:last]) + gap * (last - first - 1)

    assert taken(page.start, page.stop) <= room
    assert page.stop == len(heights) or taken(page.start, page.stop + 1) > room
    assert page.start == 0 or taken(page.start - 1, page.stop) > room


def test_who_left_alive_is_told_in_a_word_and_not_crossed_out_like_the_defeated() -> None:
    gone = tuple(replace(row(f"Raider {way}", is_out=True), left_as=way) for way in ("fled", "captured", "surrendered"))
    rows = (row("Ann", "pc", is_now=True), *gone, row("Bob", health=HealthView(text="down"), is_out=True))
    view = replace(docks(), order=rows, map=MapView(), action=None, now="Ann", next="")
    texts = painted(view, FULL).texts
    assert {"fled", "captured", "surrendered", "down"} <= set(texts)
    pictures = [_picture(replace(view, order=(rows[0], replace(gone[0], left_as=one.left_as)))) for one in gone]
    crossed = _picture(replace(view, order=(rows[0], replace(gone[0], left_as=None))))
    assert len({picture.constBits().tobytes() for picture in (*pictures, crossed)}) == 4, "each has a sign of its own"


def test_before_anybody_acts_the_first_who_has_not_acted_is_seen() -> None:
    rows = (row("A", is_past=True), row("B"), row("C"))
    assert focus_of(rows) == 1
    assert focus_of((row("A", is_past=True),)) == 0


# -------------------------------------------------------------------- what is shown of each combatant


def test_health_is_shown_as_the_projection_gives_it() -> None:
    rows = (
        row("Exact", "pc", HealthView(fraction=0.5, text="8"), is_now=True),
        row("Words", health=HealthView(text="badly hurt")),
        row("Bar", health=HealthView(fraction=0.25)),
        row("Nothing"),
    )
    view = replace(docks(), order=rows, action=None, map=MapView(), now="Exact", next="")
    texts = painted(view, FULL).texts
    assert {"8", "badly hurt"} <= set(texts)
    assert sorted(set(texts) - {"Exact", "Words", "Bar", "Nothing", "E", "W", "B", "N"}) == [
        "8",
        "Round 3 · now",
        "badly hurt",
    ]
    low = QColor(palette().health_low)
    with_bar = count_like(_picture(view), low)
    without = count_like(_picture(replace(view, order=(*rows[:2], row("Bar"), rows[3]))), low)
    assert with_bar > without


def test_a_turn_past_and_one_to_come_differ_in_more_than_colour() -> None:
    raised = QColor(palette().raised)
    view = replace(docks(), order=(row("A"), row("B")), map=MapView(), action=None)
    both = count_like(_picture(view), raised)
    one = count_like(_picture(replace(view, order=(row("A", is_past=True), row("B")))), raised)
    assert both > one * 1.9, "a row to come stands on a card, a past one does not"


def test_without_a_map_the_order_has_the_screen_and_tells_conditions() -> None:
    rows = (row("Ann", is_now=True, conditions=("prone",)), row("Bob", text="delayed"))
    texts = painted(replace(docks(), map=MapView(), order=rows), FULL).texts
    assert "prone" in texts
    assert "delayed" in texts
    assert "Quay" not in texts


def test_before_and_after_the_fight() -> None:
    before = painted(replace(docks(), phase="waiting", now="", next="", action=None), FULL).texts
    after = painted(replace(docks(), phase="ended", now="", next="", action=None), FULL).texts
    assert "Before combat" in before
    assert "Combat is over" in after
    assert not any("Round" in text or "Next" in text for text in (*before, *after))


def test_a_fight_of_which_nobody_seen_has_acted_says_no_now() -> None:
    texts = painted(replace(docks(), now="", next="", clock=ClockView(words="Round 1", brief="R1")), FULL).texts
    assert "Round 1" in texts
    assert not any("now" in text.lower() for text in texts)


def test_who_is_off_the_map_stands_under_it_with_the_distance() -> None:
    texts = painted(crowd(4, 1), FULL).texts
    assert "Sniper on the roof · 340 m" in texts
    assert "Old Tom" in texts


def test_one_far_out_does_not_make_the_others_tiny() -> None:
    far = TokenView(id="f", name="Far", initials="F", side="npc", x=4000, y=10, distance="4 km")
    near = docks()
    view = replace(near, map=replace(near.map, tokens=(*near.map.tokens, far)))
    shown = painted(view, FULL)
    assert "Far · 4 km" in shown.texts
    (quay,), (street,) = shown.find("Quay"), shown.find("Street")
    assert street.box.left() - quay.box.left() > 400, "the zones still fill the map"


def test_names_that_must_be_read_are_written_in_any_crowd() -> None:
    tokens = tuple(
        TokenView(
            id=str(index),
            name=f"Bystander {index}",
            initials="B",
            side="npc",
            x=float(index % 10),
            y=float(index // 10),
            acting=index == 44,
            target=index == 55,
        )
        for index in range(100)
    )
    view = replace(docks(), map=MapView(tokens=tokens))
    shown = painted(view, FULL).texts
    assert {"Bystander 44", "Bystander 55"} <= set(shown)


@pytest.mark.quick_cases(5)
@pytest.mark.parametrize("size", [FULL, (1280, 720)])
@pytest.mark.parametrize("sample", sorted(root().glob("samples/*.toml")), ids=lambda path: path.name.partition(".")[0])
def test_everybody_of_the_players_has_a_name_on_the_map_of_every_sample(
    sample: Path, size: tuple[int, int], tmp_path: Path
) -> None:
    """If the names of neighbours take the room that a name needs, they move elsewhere."""
    session = Session.open(Path(copy(sample, tmp_path)), rulesets()).session
    assert session is not None
    view = PlayersFeed(session).view()
    session.close()
    only_map = replace(view, order=(), now="", next="", phase="waiting")
    texts = " ".join(painted(only_map, size).texts)
    names = [token.name for token in view.map.tokens if token.side == "pc"]
    assert len(names) >= 2
    assert [name for name in names if name not in texts] == []


def marching(apart: float, *initials: str, out: Sequence[int] = ()) -> PlayersView:
    """Return raiders in a row at the docks, those in `out` being out of combat; a metre is about 19 pixels."""
    tokens = tuple(
        TokenView(
            id=f"r{at}", name=f"Raider-{sign}", initials=sign, side="npc", x=5 + apart * at, y=30, out=at in out,
        )
        for at, sign in enumerate(initials)
    )  # fmt: skip
    return replace(docks(), map=replace(docks().map, tokens=tokens))


def test_a_token_has_the_same_sign_in_the_list_and_on_the_map_however_they_crowd() -> None:
    """Side by side there is little room: `R1` is written narrower, and `R12` is 12 everywhere."""
    for apart in (1.2, 12):
        view = marching(apart, "R1", "B", "R2", "R12")
        rows = tuple(replace(row(f"Raider-{sign}"), initials=sign) for sign in ("R1", "B", "R2", "R12"))
        shown = painted(replace(view, order=rows, now="", next="", action=None), FULL)
        panel = regions(QSizeF(*FULL), with_map=True).panel
        listed, mapped = (
            [one.text for one in shown.words if panel.contains(one.box) is inside] for inside in (True, False)
        )
        for sign in ("R1", "B", "R2", "12"):
            assert listed.count(sign) == 1, (apart, sign)
            assert mapped.count(sign) == 1, (apart, sign)
        assert "R12" not in shown.texts


def test_those_who_are_out_do_not_make_the_others_smaller() -> None:
    """Seven side by side leave little room; when five of them are out, the other two have more room."""

    def radius(view: PlayersView) -> float:
        return Frame.of(view.map, Letters(1080), QSizeF(1200, 800), None).radii["r0"]

    seven = [f"R{number}" for number in range(1, 8)]
    assert radius(marching(3.4, *seven)) < radius(marching(3.4, *seven, out=range(1, 6)))


def test_a_name_of_thousands_of_words_costs_no_more_than_one_that_fits_the_screen() -> None:
    measured: list[str] = []

    class Counting(Letters):
        def width(self, style: Style, text: str) -> float:
            measured.append(text)
            return super().width(style, text)

    lines = Counting(1080).halved("a b " * 1200, NAME, 400)
    assert len(lines) == 2
    assert all(line.endswith("…") for line in lines[1:])
    assert max(map(len, measured)) <= 301
    assert len(measured) <= 2 * 301 + 2, "one measure of each half of each place where it can be broken"


def test_a_number_does_not_part_from_its_name_where_there_is_another_way() -> None:
    view = replace(docks(), map=replace(docks().map, tokens=(
        TokenView(id="r", name="Raider 2", initials="R2", side="npc", x=5, y=30, conditions=("in cover", "prone")),
    )))  # fmt: skip
    texts = painted(view, FULL).texts
    assert "Raider 2" in texts


def test_a_name_stays_in_the_zone_of_its_token_where_there_is_room() -> None:
    guard = TokenView(id="g", name="Captain Guard", initials="G", side="npc", x=58.5, y=10)
    shown = painted(replace(docks(), map=replace(docks().map, tokens=(guard,))), FULL)
    box = {words.text: words.box for words in shown.words}
    # The names are in the left corners of two zones; the left borders of the zones are 5 m apart.
    metre = (box["Street"].left() - box["Warehouse"].left()) / 5
    assert box["Captain Guard"].right() <= box["Warehouse"].left() + 30 * metre


def test_the_dice_of_a_roll_its_total_and_its_word() -> None:
    dice = (DiceView(faces=(4, 5), word="hit", is_success=True, total=19), DiceView(faces=(3,), word="damage", total=3))
    shown = painted(replace(docks(), action=ActionView(title="Crimson", dice=dice)), FULL)
    order = [words.text for words in sorted(shown.words, key=lambda words: words.box.left())]
    footer = [text for text in order if text in ("4", "5", "total 19", "Hit", "3", "Damage", "total 3")]
    assert footer == ["4", "5", "total 19", "Hit", "3", "Damage"], (
        "a total that the dice say themselves is not repeated"
    )


def test_the_dice_of_several_stand_after_their_names() -> None:
    dice = (DiceView(faces=(5,), total=6, by="Juna"), DiceView(faces=(9,), by="Captain"))
    shown = painted(replace(docks(), action=ActionView(title="Juna", dice=dice)), FULL)
    footer = [words.text for words in sorted(shown.words, key=lambda words: words.box.left())]
    assert [text for text in footer if text in ("5", "total 6", "9", "Captain")] == ["5", "total 6", "Captain", "9"]
    # A combatant with two rolls is named once.
    dice = (*dice, DiceView(faces=(4,), word="hit", is_success=True, by="Captain"))
    shown = painted(replace(docks(), action=ActionView(title="Juna", dice=dice)), FULL)
    assert shown.texts.count("Captain") == 1


def test_what_was_rolled_is_named() -> None:
    """By its result, such as the location that was hit, or else by what the dice are for."""
    dice = (
        DiceView(faces=(4, 13), title="attack", word="hit", is_success=True),
        DiceView(faces=(14,), title="location", word="left arm"),
        DiceView(faces=(3, 6), title="damage"),
    )
    shown = painted(replace(docks(), action=ActionView(title="Nora → Thug 2", dice=dice)), FULL)
    footer = regions(QSizeF(*FULL), with_map=True).footer
    line = [words for words in shown.words if footer.contains(words.box.center()) and "Nora" not in words.text]
    told = [words.text for words in sorted(line, key=lambda words: words.box.left())]
    assert told == ["4", "13", "Hit", "14", "Left arm", "damage", "3", "6"]
    (title,) = shown.find("Nora → Thug 2")
    assert title.box.bottom() < min(words.box.top() for words in line), "over the dice, in full"


def test_more_dice_than_fit_are_counted_and_the_word_stays() -> None:
    faces = tuple(range(1, 14))
    view = replace(docks(), action=ActionView(title="Crimson", dice=(DiceView(faces=faces, word="damage"),)))
    texts = painted(view, FULL).texts
    assert "Damage" in texts
    assert "+8" in texts, "five of thirteen are shown"


def test_an_action_without_dice_is_told() -> None:
    action = ActionView(title="Apex", sentence="Apex runs 14 m along the quay.")
    assert "Apex runs 14 m along the quay." in painted(replace(docks(), action=action), FULL).texts


@at_most(25)
@given(st.text(min_size=1, max_size=120), st.sampled_from(((640, 360), (360, 640))), st.integers(0, 3))
def test_any_name_is_painted_within_the_screen(name: str, size: tuple[int, int], place: int) -> None:
    view = docks()
    order = tuple(replace(entry, name=name) if at == place else entry for at, entry in enumerate(view.order))
    tokens = tuple(replace(token, name=name) for token in view.map.tokens)
    odd = replace(view, order=order, now=name, next=name, map=replace(view.map, tokens=tokens))
    image = QImage(*size, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    Page().paint(painter, image.size().toSizeF(), odd)
    painter.end()
    assert count_like(image, QColor(palette().now)) > 0, "the row of whose turn it is is there"


# -------------------------------------------------------------------- pictures


def test_a_picture_is_saved_in_the_size_asked_for(tmp_path: Path) -> None:
    for size in ((1920, 1080), (1280, 720)):
        file = tmp_path / "players.png"
        render_players_png(docks(), file, size)
        saved = QImage(str(file))
        assert (saved.width(), saved.height()) == size
        assert count_like(saved, QColor(palette().now)) > 1000


def test_a_picture_that_cannot_be_saved_says_where(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        render_players_png(docks(), tmp_path / "nowhere" / "players.png")


def test_the_background_is_found_by_its_name(tmp_path: Path) -> None:
    background = QImage(64, 64, QImage.Format.Format_RGB32)
    background.fill(QColor("#336699"))
    file = tmp_path / "ground.png"
    assert background.save(str(file))
    view = replace(docks(), map=MapView(picture=PictureView(file="abc.png", width=40)))
    content = file.read_bytes()
    render_players_png(view, tmp_path / "out.png", FULL, lambda name: content if name == "abc.png" else None)
    assert count_like(QImage(str(tmp_path / "out.png")), QColor("#336699")) > 100_000


def _picture(view: PlayersView) -> QImage:
    image = QImage(*FULL, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    Page().paint(painter, image.size().toSizeF(), view)
    painter.end()
    return image


def test_a_kept_page_paints_the_same_as_a_new_one() -> None:
    page = Page()
    for view in (docks(), crowd(30, 3), None, docks()):
        kept = QByteArray(_bytes(page, view))
        assert kept == QByteArray(_bytes(Page(), view))


def _bytes(page: Page, view: PlayersView | None) -> bytes:
    image = QImage(640, 360, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    page.paint(painter, image.size().toSizeF(), view)
    painter.end()
    return bytes(image.constBits())


COUNTED = ClockView(words="Turn 1, round 3", brief="T1.3", steps=tuple(range(10, 0, -1)), step=7)


@pytest.mark.parametrize("size", SIZES)
def test_a_countdown_is_written_in_large_figures_over_whose_turn_it_is(size: tuple[int, int]) -> None:
    page = painted(replace(docks(), clock=COUNTED), size)
    assert "7" in page.texts
    assert any(text.startswith("Turn 1, round 3") for text in page.texts)
    assert "Crimson" in page.texts


def test_before_the_first_step_the_countdown_stands_at_its_beginning() -> None:
    assert "10" in painted(replace(docks(), clock=replace(COUNTED, step=None)), FULL).texts


# -------------------------------------------------------------------- long orders, text size, patterns, the timer


@given(st.lists(st.floats(10, 80), min_size=1, max_size=40), st.floats(100, 900), st.just(5.0))
def test_the_pages_of_a_long_order_show_every_row_and_are_all_full(
    heights: list[float], room: float, gap: float
) -> None:
    def taken(rows: range) -> float:
        return sum(heights[index] for index in rows) + gap * (len(rows) - 1)

    pages = pages_of(heights, room, gap)
    assert {index for page in pages for index in page} == set(range(len(heights)))
    for page in pages:
        assert taken(page) <= room
        assert page.stop == len(heights) or taken(range(page.start, page.stop + 1)) > room
        assert page.stop < len(heights) or not page.start or taken(range(page.start - 1, page.stop)) > room


def test_who_acts_and_who_is_next_are_on_every_page_of_a_long_order() -> None:
    rows = tuple(row(f"Raider {number}", is_now=number == 3) for number in range(30))
    letters, box = Letters(1080), QRectF(0, 0, 520, 700)
    pages = [Rows(rows, letters, box, Pictures(), next_id="Raider 4", turn=turn) for turn in range(5)]
    assert pages[0].pages > 1
    assert all(page.names[:2] == ("Raider 3", "Raider 4") for page in pages)
    assert {name for page in pages[: pages[0].pages] for name in page.names} == {each.name for each in rows}
    assert len({len(page.names) for page in pages}) == 1, "the last page is as full as the first"
    again = Rows(rows, letters, box, Pictures(), next_id="Raider 4", turn=pages[0].pages)
    assert again.names == pages[0].names


def test_text_has_a_size_of_its_own() -> None:
    def size_of(percent: int) -> int:
        view = replace(docks(), layout=replace(docks().layout, text_size=percent))
        return max(words.size for words in painted(view, FULL).find("Next"))

    assert size_of(100) < size_of(130)


def test_the_time_of_a_turn_stands_beside_whose_it_is() -> None:
    timed = replace(docks(), timer=TurnTimer(left=65))
    assert any(words.endswith("now · 1:05") for words in painted(timed, FULL).texts)
    assert any(words.endswith("now · time") for words in painted(replace(timed, timer=TurnTimer(left=0)), FULL).texts)


LONG = (
    ("Captain Isolde Farrow", "pc", HealthView(fraction=1, text="30")),
    ("Grub", "pc", HealthView(fraction=0.9, text="33")),
    ("Sister Ysolde", "pc", HealthView(fraction=1, text="22")),
    ("Tom Brandt", "pc", HealthView(fraction=1, text="26")),
    ("Archdeacon Maximilian Thorne", "npc", HealthView(text="fresh")),
    ("Brother Valentin of the Lower Forge", "npc", HealthView(text="badly hurt")),
    ("Cathedral warden Ottokar", "npc", HealthView(text="fresh")),
    ("Gear-priestess Seraphina", "npc", HealthView(text="fresh")),
    ("Clockwork hound Brasstooth", "npc", HealthView(text="hurt")),
    ("Skipper Wolfram von Hagenbeck", "npc", HealthView(text="fresh")),
)


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("size", [FULL, (1280, 720)])
@pytest.mark.parametrize("number", [4, 7, 10])
def test_long_names_are_never_cut_beside_a_timer_and_conditions(number: int, size: tuple[int, int]) -> None:
    """Neither whose turn it is, nor who is next, nor a row of the list, nor a name on the map, whoever acts."""
    rows = tuple(row(name, side, health, conditions=("prone",)) for name, side, health in LONG[-number:])
    for at, now in enumerate(rows):
        following = rows[(at + 1) % number]
        order = tuple(replace(one, is_now=one is now) for one in rows)
        token = TokenView(id=now.name, name=now.name, initials="X", side="npc", x=47, y=10, acting=True)
        token = replace(token, conditions=("surrendered", "Soaked to the bone", "behind cover"))
        tokens = (*docks().map.tokens, token)
        view = replace(docks(), order=order, now=now.name, next=following.name, next_id=following.id)
        view = replace(view, map=replace(view.map, tokens=tokens), timer=TurnTimer(left=584))
        texts = painted(view, size).texts
        assert not [text for text in texts if "…" in text]
        assert "Next" in texts
        shown = " ".join(texts)
        assert any(part in shown for part in (following.name, following.name.split()[0], "Ottokar", "Brasstooth"))


@pytest.mark.parametrize("size", [FULL, (1280, 720)])
def test_a_numbered_name_keeps_its_number_as_next_and_as_whose_turn_it_is(size: tuple[int, int]) -> None:
    rows = tuple(row(f"Harbour thug {at}", health=HealthView(text="badly hurt"), is_now=at == 2) for at in range(1, 9))
    view = replace(docks(), order=rows, now="Harbour thug 2", next="Harbour thug 3", next_id="Harbour thug 3")
    texts = painted(view, size).texts
    assert not [text for text in texts if "…" in text or text in ("2", "3")]
    assert "Next" in texts


def test_a_footer_of_several_lines_covers_no_name_on_the_map() -> None:
    outcome = "Harbour thug 1 is unconscious. Harbour thug 2 is hurt. Harbour thug 3 is hurt. The rigging burns."
    dice = (DiceView(faces=(4, 4), word="three quarters", is_success=True), DiceView(faces=(3,), word="damage"))
    view = replace(docks(), action=ActionView(title="Tom Brandt attacks an area", dice=dice, outcome=outcome))
    low = tuple(
        TokenView(id=name, name=name, initials=name[:1], side="pc", x=x, y=40.4, acting=name == "Tom Brandt")
        for name, x in (("Tom Brandt", 5), ("Sister Ysolde", 30), ("Ottokar", 52))
    )
    view = replace(view, map=replace(view.map, tokens=low))
    shown = painted(view, FULL)
    usual = regions(QSizeF(*FULL), with_map=True).footer
    footer = footer_box(usual, view.action, Letters(FULL[1]))
    assert footer.top() < usual.top() - 20
    for one in low:
        (name,) = [words for words in shown.find(one.name) if words.box.right() < usual.right() + 60]
        assert name.box.bottom() <= footer.top() + 2, one.name


def test_a_list_of_long_names_shows_all_of_them_before_any_is_left_to_a_further_page() -> None:
    order = tuple(row(name, side, health, is_now=at == 0) for at, (name, side, health) in enumerate(LONG[:7]))
    texts = painted(replace(docks(), order=order, now=LONG[0][0], next=LONG[1][0], next_id=LONG[1][0]), FULL).texts
    assert not any(text.endswith(" more") for text in texts)
    assert {"Archdeacon", "Ottokar"} <= set(texts)


@pytest.mark.parametrize("size", [FULL, (1280, 720), (1080, 1920)])
def test_the_map_alone_still_says_whose_turn_it_is_and_who_is_next(size: tuple[int, int]) -> None:
    view = with_layout(docks(), MAP_ONLY)
    shown = painted(view, size)
    names = {words.text: words for words in shown.words if words.box.bottom() < size[1] * 0.24}
    assert {"Round 3 · now", "Crimson", "Next", "Thug"} <= set(names)
    assert names["Crimson"].capital >= 0.05 * size[1]
    assert not any(one.box.intersects(other.box) for one in names.values() for other in names.values() if one != other)
    before = painted(replace(view, phase="waiting", now="", next=""), size)
    assert not any(words.text == "Next" for words in before.words)


@pytest.mark.parametrize("size", [FULL, (1280, 720)])
def test_a_roll_is_shown_by_its_dice_and_its_total_in_large_figures(size: tuple[int, int]) -> None:
    text = "2d6: 4 5\nAgility +4\nRanged combat +5\nTotal 18\nHit"
    shown = painted(replace(docks(), shown=ShownView(kind="roll", title="Crimson: attack", text=text)), size)
    assert shown.texts == ["Crimson: attack", "4", "5", "Agility +4 · Ranged combat +5", "18", "Hit"]
    (total,) = shown.find("18")
    assert total.capital == max(words.capital for words in shown.words) >= 0.08 * size[1]
    ground, middle = shown.ground, shown.find("4")[0].box
    assert QColor(ground.pixelColor(round(middle.left()) - 6, round(middle.center().y()))) == QColor(palette().text)
    secret = painted(replace(docks(), shown=ShownView(kind="roll", title="Thug: attack", text="1d100: 7")), size)
    assert secret.texts == ["Thug: attack", "7"]
    many = " ".join(["6"] * 40)
    crowd_of_dice = painted(replace(docks(), shown=ShownView(kind="roll", title="X", text=f"40d6: {many}")), size)
    assert len(crowd_of_dice.find("6")) >= 5


def test_zones_of_two_colours_differ_in_pattern_too() -> None:
    small, large = Letters(1080), Letters(2160)

    def dots(color: int) -> frozenset[tuple[int, int]]:
        tile = zone_pattern(color, small).textureImage()
        return frozenset(
            (x, y) for x in range(tile.width()) for y in range(tile.height()) if tile.pixelColor(x, y).alpha()
        )

    assert len({dots(color) for color in range(8)}) == 8
    widths = [zone_pattern(0, letters).textureImage().width() for letters in (small, large)]
    assert widths[1] > widths[0] > 8, "dots are as large as the screen asks for"
