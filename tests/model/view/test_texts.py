"""Messages: what the GM reads, what players read, and what players never read."""

from __future__ import annotations

import pytest

from model.state.texts import Refusal, gm_text, ref, text
from model.view.texts import Span, plain, refusal_sentence, render, render_all, sentence, signed, unsigned
from model.view.viewer import GM, PLAYERS, initials, name_for, visible_id
from tests.model.view.kit import battle_of, dockside, fighter

FIRES = text("{who} fires at {target}", who=ref("crimson-3"), target=ref("boomer-2"))


def test_the_gm_reads_real_names() -> None:
    spans = render(FIRES, dockside(), GM)
    assert spans == (
        Span(text="Crimson", kind="name"),
        Span(text=" fires at "),
        Span(text="Boomer", kind="name"),
    )


def test_players_read_public_names() -> None:
    assert sentence(FIRES, dockside(), PLAYERS) == "Crimson fires at man in the red coat"


def test_a_sentence_begins_with_a_capital() -> None:
    said = text("{who} drops prone.", who=ref("boomer-2"))
    assert sentence(said, dockside(), PLAYERS) == "Man in the red coat drops prone."


def test_players_never_read_a_sentence_that_names_a_hidden_combatant() -> None:
    said = text("{who} fires at {target}", who=ref("sniper-6"), target=ref("crimson-3"))
    assert sentence(said, dockside(), GM) == "Sniper fires at Crimson"
    assert render(said, dockside(), PLAYERS) == ()


def test_a_sentence_for_the_gm_is_muted_for_the_gm_and_nothing_for_players() -> None:
    said = gm_text("{who} has {points} left", who=ref("boomer-2"), points=3)
    assert render(said, dockside(), GM) == (Span(text="Boomer has 3 left", kind="muted"),)
    assert render(said, dockside(), PLAYERS) == ()


def test_numbers_are_marked_and_have_a_real_minus_sign() -> None:
    said = text("AV {change:+}, DV {defence}, {metres} m", change=-6, defence=-1, metres=2.5)
    spans = render(said, dockside(), GM)
    assert plain(spans) == "AV −6, DV −1, 2.5 m"
    assert [span.text for span in spans if span.kind == "number"] == ["−6", "−1", "2.5"]


def test_several_sentences_are_closed_and_kept_apart() -> None:
    said = (FIRES, gm_text("Boomer has 3 left"), text("Both are out."))
    assert plain(render_all(said, dockside(), GM)) == "Crimson fires at Boomer. Boomer has 3 left. Both are out."
    assert plain(render_all(said, dockside(), PLAYERS)) == "Crimson fires at man in the red coat. Both are out."


def test_what_is_said_of_several_in_the_same_words_is_said_once() -> None:
    battle = dockside()
    down = [text("{who} is defeated.", who=ref(who)) for who in ("crimson-3", "sniper-6", "boomer-2")]
    hurt = text("{who} takes {points} damage.", who=ref("apex-1"), points=2)
    said = plain(render_all([*down, hurt, text("{who} is prone", who=ref("apex-1"))], battle, GM))
    assert said == "Crimson, Sniper and Boomer are defeated. Apex takes 2 damage. Apex is prone."
    shown = plain(render_all(down, battle, PLAYERS))
    assert shown == "Crimson and man in the red coat are defeated.", "the sniper is hidden"


def test_who_is_no_longer_there_keeps_a_name_for_the_gm_and_has_none_for_players() -> None:
    said = text("{who} is taken out of combat.", who=ref("big-rat-17"))
    assert sentence(said, dockside(), GM) == "Big rat is taken out of combat."
    assert sentence(said, dockside(), PLAYERS) == ""


def test_an_argument_that_is_missing_leaves_the_sentence_readable() -> None:
    assert sentence(text("{who} waits"), dockside(), GM) == "{who} waits"


def test_a_refusal_is_a_sentence() -> None:
    refusal = Refusal(key="range", sentence=text("The rifle reaches {metres} m.", metres=20))
    assert refusal_sentence(refusal, dockside(), GM) == "The rifle reaches 20 m."


@pytest.mark.parametrize(("number", "shown"), [(3, "+3"), (-2, "−2"), (0, "+0"), (2.5, "+2.5")])
def test_what_is_added_has_a_sign(number: float, shown: str) -> None:
    assert signed(number) == shown


def test_whole_lengths_are_read_without_a_fraction() -> None:
    assert (unsigned(14.0), unsigned(-0.5)) == ("14", "−0.5")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Crimson", "C"),
        ("Minion 12", "M12"),
        ("man in the red coat", "?"),
        ("Someone in a long coat 2", "?"),
        ("Marisol Quent the Lantern-Bearer", "M"),
        ("Doctor No", "D"),
        ("", "?"),
    ],
)
def test_initials(name: str, shown: str) -> None:
    assert initials(name) == shown


def test_numbers_of_names_are_shown_to_players_only_without_a_gap() -> None:
    both = battle_of(fighter("thug-1", "Thug 1"), fighter("thug-2", "Thug 2"))
    assert name_for(both, "thug-2", PLAYERS) == "Thug 2"
    one_hidden = battle_of(fighter("thug-1", "Thug 1", is_hidden=True), fighter("thug-2", "Thug 2"))
    assert name_for(one_hidden, "thug-2", PLAYERS) == "Thug"
    assert name_for(one_hidden, "thug-2", GM) == "Thug 2"
    last_hidden = battle_of(
        fighter("thug-1", "Thug"), fighter("thug-2", "Thug 2"), fighter("x", "Thug 3", is_hidden=True)
    )
    assert name_for(last_hidden, "thug-2", PLAYERS) == "Thug 2"


def test_ids_for_players_tell_nothing_and_stay_the_same() -> None:
    shown = visible_id("boomer-2", PLAYERS)
    assert "boomer" not in shown
    assert shown == visible_id("boomer-2", PLAYERS)
    assert shown != visible_id("boomer-3", PLAYERS)
    assert visible_id("boomer-2", GM) == "boomer-2"
