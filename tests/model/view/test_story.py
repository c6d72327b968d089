"""The story: scenes, rounds and turns; what players may read; text typed by the GM is never treated as markup."""

from __future__ import annotations

from model.engine.calls import Call
from model.state.base import replace
from model.state.battle import AnyBattle, Scene
from model.state.order import Order
from model.state.texts import Note, Text, gm_text, ref, routine, text
from model.view.log import LogEntry
from model.view.story import StoryOptions, StoryPart, as_html, markdown, story
from tests.support import toy


def step(battle: AnyBattle, *sentences: Text, action: str = "strike", round: int = 1) -> LogEntry:
    battle = replace(battle, order=Order(round=round))
    return LogEntry(number=1, note=Note(sentences=sentences), battle=battle, call=Call(action=action), before=battle)


def told(*entries: LogEntry, options: StoryOptions | None = None) -> list[tuple[str, str]]:
    parts = story(toy.TOY, "Pier", "", entries, options or StoryOptions())
    return [(part.kind, part.words) for part in parts[1:]]


def hidden_bob() -> AnyBattle:
    battle = toy.battle()
    ann = replace(battle.combatants["ann"], public_name="the Fox")
    return battle.with_combatant(ann).with_combatant(replace(battle.combatants["bob"], is_hidden=True))


def test_a_story_has_scenes_rounds_and_a_paragraph_of_what_follows_on() -> None:
    battle = toy.battle()
    pier = replace(battle, scene=Scene(number=2, name="The pier"))
    hits, falls = text("{who} hits {whom}.", who=ref("ann"), whom=ref("bob")), text("{who} falls", who=ref("bob"))
    assert told(step(battle, hits), step(battle, falls), step(battle, hits, round=2), step(pier, falls, round=2)) == [
        ("round", "Round 1"),
        ("turn", "Ann hits Bob. Bob falls."),
        ("round", "Round 2"),
        ("turn", "Ann hits Bob."),
        ("scene", "Scene 2: The pier"),
        ("round", "Round 2"),
        ("turn", "Bob falls."),
    ]


def test_totals_are_left_out_when_no_numbers_are_wanted_and_bookkeeping_always_is() -> None:
    sentences = (
        text("{who} hits.", who=ref("ann")),
        gm_text("{a} against {b}", a=19, b=18),
        routine(text("It is {who}'s turn", who=ref("bob"))),
    )
    entry = step(toy.battle(), *sentences)
    assert told(entry)[-1] == ("turn", "Ann hits. 19 against 18.")
    assert told(entry, options=StoryOptions(has_numbers=False))[-1] == ("turn", "Ann hits.")
    assert told(step(toy.battle(), gm_text("Bob is renamed"))) == [], "an edit that only the GM sees"


def test_as_players_know_it_there_is_nobody_hidden_and_no_real_name() -> None:
    battle = hidden_bob()
    entries = (
        step(battle, text("{who} waits.", who=ref("ann"))),
        step(battle, text("{who} sneaks up.", who=ref("bob"))),
        step(battle, gm_text("{a} against {b}", a=19, b=18), text("{who} listens.", who=ref("ann"))),
        step(battle, gm_text("★ {mark}", mark="Bob has the key"), action="mark"),
    )
    public = told(*entries, options=StoryOptions(is_public=True, has_notes=False))
    assert public == [("round", "Round 1"), ("turn", "The Fox waits. The Fox listens.")]


def test_notes_and_marks_stand_apart_in_the_gms_words() -> None:
    mark = step(toy.battle(), gm_text("★ {mark}", mark="The crane falls"), action="mark")
    waits = step(toy.battle(), text("{who} waits.", who=ref("ann")))
    assert told(waits, mark, waits) == [
        ("round", "Round 1"),
        ("turn", "Ann waits."),
        ("note", "★ The crane falls."),
        ("turn", "Ann waits."),
    ]


def test_a_map_stands_at_each_mark_whether_or_not_players_read_the_mark() -> None:
    mark = replace(step(toy.battle(), gm_text("★ {mark}", mark="Bob has the key"), action="mark"), number=7)
    both = story(toy.TOY, "Pier", "", [mark], StoryOptions(has_pictures=True))
    assert both[2:] == (StoryPart("note", "★ Bob has the key."), StoryPart("picture", "The map in round 1", 7))
    public = StoryOptions(is_public=True, has_notes=False, has_pictures=True)
    parts = story(toy.TOY, "Pier", "", [mark], public)
    assert parts[2:] == (StoryPart("picture", "The map in round 1", 7),)
    assert markdown(parts, {7: "a (b)/7.png"}).endswith("![The map in round 1](a%20%28b%29/7.png)\n")
    assert '<img src="&quot;x" alt="The map in round 1">' in as_html(parts, {7: '"x'})
    assert "map" not in markdown(parts), "without a picture there is nothing in its place"


def test_what_was_typed_is_no_markup() -> None:
    parts = (
        StoryPart("title", "<b>Pier</b> & co"),
        StoryPart("turn", "1. *Ann* [hits](http://x) `Bob` # 2"),
        StoryPart("note", "a\nb"),
    )
    assert markdown(parts).split("\n\n") == [
        r"# \<b\>Pier\</b\> & co",
        r"1\. \*Ann\* \[hits\](http://x) \`Bob\` \# 2",
        "> a b\n",
    ]
    page = as_html(parts)
    assert "<h1>&lt;b&gt;Pier&lt;/b&gt; &amp; co</h1>" in page
    assert "<title>&lt;b&gt;Pier&lt;/b&gt; &amp; co</title>" in page
