"""Zamani: segments, the action table as data, odds within their budget, and its sample battles."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.content.resources import root
from model.dice.answers import Faces
from model.engine.calls import Call, Option
from model.engine.odds import weigh
from model.engine.requests import Question
from model.engine.run import Done, Due, Refused, run
from model.rulesets import RULESETS
from model.rulesets.zamani.clock import round_of_turn, turn_of
from model.rulesets.zamani.initiative import segments
from model.rulesets.zamani.table import BadTable, default_table, read_table
from model.scenarios.cli import check_file
from model.state.base import replace
from model.state.battle import AnyBattle
from model.view.players import PlayersView, players_view
from model.view.sheet import sheet_view
from model.view.statistics import Played, shots_of
from tests.support.make_zamani_samples import caravan_road, loading_bay

ZAMANI = RULESETS["zamani"]
WRITTEN = (root() / "content" / "zamani" / "tables" / "action_table.toml").read_text(encoding="utf-8")

# The table of rule ZM-INIT-04 for initiatives 1 to 30.
SEGMENTS = {
    **{initiative: (initiative,) for initiative in range(1, 11)},
    11: (10, 1), 12: (10, 2), 13: (10, 3), 14: (10, 4), 15: (10, 5), 16: (10, 6), 17: (10, 7), 18: (10, 8),
    19: (10, 9), 20: (10, 9), 21: (10, 9, 1), 22: (10, 9, 2), 23: (10, 9, 3), 24: (10, 9, 4), 25: (10, 9, 5),
    26: (10, 9, 6), 27: (10, 9, 7), 28: (10, 9, 8), 29: (10, 9, 8), 30: (10, 9, 8),
}  # fmt: skip


@pytest.mark.rule("ZM-INIT-01", "ZM-INIT-04")
@pytest.mark.parametrize("initiative", SEGMENTS)
def test_segments_come_out_as_in_the_table(initiative: int) -> None:
    assert segments(initiative) == SEGMENTS[initiative]


@pytest.mark.rule("ZM-INIT-05")
@given(st.integers(1, 1000))
def test_segments_are_at_most_three_and_all_different(initiative: int) -> None:
    found = segments(initiative)
    assert 1 <= len(found) <= 3
    assert list(found) == sorted(set(found), reverse=True)
    assert set(found) <= set(range(1, 11))


@pytest.mark.rule("ZM-SAC-02", "ZM-SAC-03")
def test_everybody_is_told_beforehand_what_a_sacrifice_comes_to() -> None:
    """Agent Okoro has initiative 10, on 10. 3 ranks make it 13, on 10 and 3, and take 3 x 5 from rolls for skills."""
    battle = done(loading_bay(), Call(action="start_fight"))
    due = run(ZAMANI, battle, Call(action="begin_round"))
    assert isinstance(due, Due)
    asked = {wanted.by: wanted.request for wanted in due.wanted}
    question = next(one for who, one in asked.items() if battle.combatants[who].name == "Agent Okoro")
    assert isinstance(question, Question)
    assert question.consequence(0) == "initiative 10: on 10"
    assert question.consequence(3) == "10 → 13: on 10, 3 · skills −15 %"
    assert question.consequence(-1) == question.consequence(1000) == question.consequence(0.5) == ""


# ------------------------------------------------------------------------------------------ hits and misses as numbers


def shot_of_okoro(face: int) -> tuple[AnyBattle, Call, Done]:
    """Agent Okoro shoots the first gunman."""
    battle = loading_bay()
    okoro, gunman = (next(id for id in battle.combatants if id.startswith(name)) for name in ("agent", "gunman"))
    call = Call(action="attack", actor=okoro, targets=(gunman,), anyway=("out_of_reach",))
    call = replace(call, answers={"attack": Faces(faces=(face,)), "strike": Faces(faces=(1,))})
    outcome = run(ZAMANI, battle, call)
    assert isinstance(outcome, Done)
    return battle, call, outcome


@pytest.mark.rule("ZM-ATK-02", "ZM-GEN-04")
@pytest.mark.parametrize(("face", "hits"), [(1, 1), (100, 0)])
def test_an_attack_counts_in_the_statistics_whether_its_roll_succeeds_or_fails(face: int, hits: int) -> None:
    battle, call, outcome = shot_of_okoro(face)
    shots = shots_of(ZAMANI, Played(call, outcome.note, battle, outcome.battle, 1.0))
    assert shots is not None
    assert shots.hits == hits
    odds = weigh(ZAMANI, battle, replace(call, answers={}))
    assert list(shots.chances) == [pytest.approx(float(odds.chance(call.targets[0], "hit")))]


@pytest.mark.rule("ZM-GEN-04")
@pytest.mark.parametrize("face", [1, 100])
def test_players_read_the_percentage_as_the_target_number_of_an_attack(face: int) -> None:
    battle, call, outcome = shot_of_okoro(face)
    percent = next(one.total for one in outcome.note.explanations if one.key == "percent")
    view = players_view(ZAMANI, outcome.battle, call=call, note=outcome.note, before=battle, has_target_numbers=True)
    assert view.action is not None
    assert view.action.dice[0].against == percent


# ------------------------------------------------------------------------------------------ the action table


@pytest.mark.rule("ZM-MIS-01", "ZM-DEF-01")
def test_the_default_table_follows_its_own_description() -> None:
    table = default_table()
    assert table.columns == tuple(range(21))
    for margin in range(120):
        row = margin // 5
        for defence in range(21):
            half_up = (defence + 1) // 2
            code = "A"
            for letter, needed in (
                ("L", defence // 3), ("M", 2 + defence // 2), ("H", 4 + half_up), ("X", 7 + defence // 2),
                ("C", 10 + half_up),
            ):  # fmt: skip
                if min(row, 20) >= needed:
                    code = letter
            assert table.cell(margin, table.column(defence)) == code, (margin, defence)


@pytest.mark.rule("ZM-DEF-01")
def test_defences_beyond_the_table_are_read_in_its_first_and_last_column() -> None:
    table = default_table()
    assert (table.column(-2), table.column(0), table.column(7), table.column(23)) == (0, 0, 7, 20)


def changed(**parts: object) -> str:
    """Return the default table as TOML, with the lines of these keys replaced."""
    lines = []
    for line in WRITTEN.splitlines():
        key = line.split(" =")[0]
        lines.append(f"{key} = {parts[key]}" if key in parts else line)
    return "\n".join(lines)


@pytest.mark.rule("ZM-MIS-01")
@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("[table", "not TOML"),
        ("format = 2", "format 2"),
        ("", "“table” is missing"),
        (WRITTEN + "\n[luck]\nx = 1\n", "“luck” is not part"),
        (changed(columns="[1, 2]"), "first column is 0"),
        (changed(columns="[0, 2, 1]"), "1 comes after 2"),
        (changed(skill_column="40"), "skill_column 40"),
        (WRITTEN.replace("margin_min = 10\n", "margin_min = 12\n"), "Margins 10 to 11 are in no row"),
        (WRITTEN.replace("margin_min = 10\n", "margin_min = 9\n"), "margin 9, which row 2 has already"),
        (WRITTEN.replace("margin_max = 14\n", ""), "no margin_max"),
        (WRITTEN.replace("margin_min = 100\n", "margin_min = 100\nmargin_max = 200\n"), "holds for all higher"),
        (WRITTEN.replace('cells = ["H", "M"', 'cells = ["Q", "M"'), "“Q”, which is not a result"),
        (WRITTEN.replace('cells = ["L", "L", "L", "A"', 'cells = ["L", "L", "A"', 1), "20 cells for 21 columns"),
        (WRITTEN.replace("{ from = 9, to = 9", "{ from = 8, to = 9"), "every face of a d10"),
        (WRITTEN.replace('to = 10, effect = "prone"', 'to = 10, effect = "toad"'), "“toad”, which is not an effect"),
        (WRITTEN.replace('need = ["H"', 'need = ["K"'), "names “K”"),
        (WRITTEN.replace('order = ["A", "L"', 'order = ["A", "Q"'), "The order names “Q”, which is not a result"),
        (WRITTEN.replace('order = ["A", "L"', 'order = ["A", "L", "L"'), "The order names “L” more than once"),
        (WRITTEN.replace('order = ["A", "L"', 'order = ["A"'), "The order leaves out the result “L”"),
    ],
)
def test_a_table_that_does_not_hold_together_is_refused_with_the_place(toml: str, said: str) -> None:
    with pytest.raises(BadTable) as found:
        read_table(toml)
    assert any(said in problem for problem in found.value.problems), found.value.problems


def test_several_mistakes_are_told_together() -> None:
    toml = WRITTEN.replace('cells = ["H", "M"', 'cells = ["Q", "M"').replace("margin_min = 10\n", "margin_min = 12\n")
    with pytest.raises(BadTable) as found:
        read_table(toml)
    assert len(found.value.problems) == 2


@pytest.mark.rule("ZM-MIS-01")
def test_a_table_of_ones_own_is_kept_in_the_battle() -> None:
    toml = WRITTEN.replace('id = "zamani-default"', 'id = "ours"').replace("damage_factor = 1 ", "damage_factor = 7 ")
    assert tomllib.loads(toml)["table"]["id"] == "ours"
    battle = caravan_road()
    done = run(ZAMANI, battle, Call(action="use_table", options={"toml": toml}))
    assert isinstance(done, Done)
    assert done.battle.shared.table.id == "ours"
    assert done.battle.shared.table.result("L").damage_factor == 7
    back = run(ZAMANI, done.battle, Call(action="use_table"))
    assert isinstance(back, Done)
    assert back.battle.shared.table == default_table() == battle.shared.table
    refused = run(ZAMANI, battle, Call(action="use_table", options={"toml": toml.replace('"ours"', '""')}))
    assert isinstance(refused, Refused)


# ------------------------------------------------------------------------------------------ samples and odds


def named(battle: AnyBattle) -> dict[str, str]:
    return {combatant.name: id for id, combatant in battle.combatants.items()}


def begun(battle: AnyBattle) -> AnyBattle:
    for call in (Call(action="start_fight"), Call(action="begin_round", options={"sacrifice": {}, "speed": []})):
        done = run(ZAMANI, battle, call)
        assert isinstance(done, Done), done
        battle = done.battle
    return battle


def test_on_the_caravan_road_the_leopard_acts_first_and_again_on_segment_4() -> None:
    battle = begun(caravan_road())
    who = named(battle)
    order = [battle.order.slots[id] for id in battle.order.sequence]
    assert battle.order.acting == (who["Leopard"],)
    assert [(slot.segment, slot.members[0]) for slot in order] == [
        (10, who["Leopard"]), (10, who["Juma"]), (10, who["Bandit chief"]), (9, who["Nyota"]), (7, who["Bandit 1"]),
        (7, who["Imani"]), (4, who["Leopard"]), (2, who["Juma"]), (1, who["Bandit chief"]),
    ]  # fmt: skip


@pytest.mark.parametrize("battle", [caravan_road(), loading_bay()], ids=["caravan road", "loading bay"])
def test_everybody_has_a_sheet_to_look_at(battle: AnyBattle) -> None:
    for who in battle.combatants:
        view = sheet_view(ZAMANI, begun(battle), who)
        assert {display.key for display in view.displays} >= {"health", "segments", "action_table"}
        assert view.health is not None


def test_odds_of_every_kind_of_attack_are_within_their_budget() -> None:
    battle = loading_bay()
    who = named(battle)
    gunman, okoro, juma = who["Gunman 1"], who["Agent Okoro"], who["Juma"]
    grenade = next(item for item in battle.items.values() if item.name == "Grenade")
    battle = replace(battle, items=battle.items | {grenade.id: replace(grenade, where="hand")})
    area = Call(action="area_attack", actor=okoro, targets=tuple(battle.combatants), item=grenade.id)
    sneak = Call(action="attack", actor=okoro, targets=(gunman,), options={"surprise": "sneak"})
    for call in (
        Call(action="attack", actor=gunman, targets=(juma,)),
        Call(action="attack", actor=okoro, targets=(gunman,)),
        replace(area, anyway=("out_of_reach",)),
        sneak,
    ):
        weigh(ZAMANI, battle, call)
        start = process_time()
        odds = weigh(ZAMANI, battle, call)
        milliseconds = 1000 * (process_time() - start)
        assert odds.runs < 2_000, (call.action, odds.runs)
        assert odds.refusal is None
        assert milliseconds < 50, (call.action, odds.runs, milliseconds)


@pytest.mark.rule("ZM-SURP-02")
def test_the_odds_of_a_surprise_agree_with_all_pairs_of_dice() -> None:
    battle = loading_bay()
    who = named(battle)
    okoro, gunman = who["Agent Okoro"], who["Gunman 1"]
    start = Call(action="start_fight", options={"surprise_by": [okoro], "surprise_on": [gunman]})
    odds = weigh(ZAMANI, battle, start)
    # Stealth 11 ranks, Fitness 6: 55 % against 30 %.
    pairs = sum(1 for one in range(1, 56) for other in range(1, 101) if other > 30 or 55 - one > 30 - other)
    assert odds.chance(gunman, "surprised") == Fraction(pairs, 10_000)
    known = weigh(ZAMANI, battle, replace(start, answers={"stealth": Faces(faces=(30,))}))
    # Margin 25: the gunman notices on 5 or less.
    assert known.chance(gunman, "surprised") == Fraction(95, 100)


@pytest.mark.rule("ZM-AUTO-01", "ZM-ATK-06")
def test_the_damage_of_automatic_fire_is_weighed_exactly() -> None:
    battle = loading_bay()
    who = named(battle)
    gunman, juma = who["Gunman 1"], who["Juma"]
    odds = weigh(
        ZAMANI, battle, Call(action="attack", actor=gunman, targets=(juma,), answers={"cover": Option("stays")})
    )
    # 50 %; Juma's best defence against bullets is Dexterity 12, as acrobatics is barred by the bow in two hands.
    # A margin of 20 is needed, so 30 or less hits: L up to a margin of 39, M above.
    assert odds.chance(juma, "hit") == Fraction(3, 10)
    spread = odds.distribution(juma, "damage")
    assert sum(spread.values()) == Fraction(3, 10)
    # L: 5 + 1 to 10 rounds, on faces 11 to 30 of the d100; M: 10 + 1 to 10 rounds, on faces 1 to 10.
    assert spread[6] == Fraction(20, 1000)
    assert spread[12] == Fraction(20 + 10, 1000)
    assert spread[20] == Fraction(10, 1000)


@pytest.mark.rule("ZM-MIS-01")
def test_a_written_table_is_checked_by_the_program_with_every_mistake_in_its_place(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(WRITTEN, encoding="utf-8")
    assert check_file(file) == ("an action table", (), ())
    wrong = WRITTEN.replace("margin_min = 15", "margin_min = 17").replace("columns = [0, 1, 2", "columns = [0, 2, 1")
    file.write_text(wrong.replace('"M", "M", "M", "M", "L"', '"M", "Q", "M", "M", "L"', 1), encoding="utf-8")
    kind, problems, _ = check_file(file)
    assert kind == "an action table"
    assert "The columns must rise, but 1 comes after 2." in problems
    assert "Margins 15 to 16 are in no row (before row 4)." in problems
    assert "Row 4 contains “Q”, which is not a result. Results: A, L, M, H, X, C." in problems
    file.write_text(WRITTEN.replace("margin_min = 20", 'margin_min = "x"'), encoding="utf-8")
    # The rows begin with margins 0, 5, 10, 15, 20, so this is the fifth.
    assert check_file(file)[1][0].startswith("row 5, margin_min: ")
    file.write_text(WRITTEN.replace("[controlled]", "[controled]"), encoding="utf-8")
    assert set(check_file(file)[1]) == {
        "“controled” is not part of an action table.",
        "The part “controlled” is missing.",
    }


def test_what_a_combatant_could_do_something_with_is_listed_the_usual_first() -> None:
    battle = loading_bay()
    okoro = next(who.id for who in battle.combatants.values() if who.name == "Agent Okoro")
    names = {item.id: item.name for item in battle.items_of(okoro)}

    def listed(action: str) -> list[str]:
        items = ZAMANI.actions[action].items
        assert items is not None
        return [label for _, label in items(battle, okoro)]

    assert sorted(names.values()) == ["Grenade", "Pistol"]
    # The pistol in hand can attack and is the only item with a magazine; the grenade in the pack can be taken in hand.
    assert listed("attack") == ["Pistol"]
    assert listed("reload") == ["Pistol, in hand"]
    assert listed("area_attack") == ["Grenade"]
    assert listed("change_weapon") == ["Grenade", "Pistol, in hand"]


@pytest.mark.rule("ZM-AEW-02")
def test_each_target_of_an_area_is_named_where_its_numbers_are() -> None:
    battle = loading_bay()
    gunmen = tuple(who.id for who in battle.combatants.values() if who.name.startswith("Gunman"))
    okoro = next(who.id for who in battle.combatants.values() if who.name == "Agent Okoro")
    grenade = next(item.id for item in battle.items_of(okoro) if item.name == "Grenade")
    call = Call(action="area_attack", actor=okoro, targets=gunmen, item=grenade, anyway=("not_in_hand",))
    # Throwing 10 is 50 %: a roll of 1 leaves a margin of 49, row 45. Only raw Dexterity counts; 8 in that row is H.
    # Each target has its own strike die.
    dice = {"attack": Faces((1,)), **{f"strike.{gunman}": Faces((1,)) for gunman in gunmen}}
    outcome = run(ZAMANI, battle, replace(call, answers=dict(dice)))
    titles = [one.title for one in outcome.note.explanations]
    assert titles[:3] == ["Attack", "Gunman 1: Dexterity", "Gunman 2: Dexterity"]
    assert {"Gunman 1: Damage", "Gunman 2: Damage"} <= set(titles)


@pytest.mark.rule("ZM-TIME-04", "ZM-INIT-04")
def test_players_cannot_tell_from_the_countdown_that_a_hidden_combatant_acts() -> None:
    """The leopard acts on 10 and 4 of each round. Without it the players' window would show the same sequence."""
    with_leopard = caravan_road()
    leopard = next(who.id for who in with_leopard.combatants.values() if who.name == "Leopard")
    gone = done(with_leopard, Call(action="remove_combatant", targets=(leopard,)))
    assert with_leopard.combatants[leopard].is_hidden
    seen, without = (pictures(battle) for battle in (with_leopard, gone))
    assert seen == without
    # Juma acts on 10 and 2, the chief on 10 and 1, Nyota on 9, the bandits and Imani on 7.
    assert [(now, step) for now, _, step, _ in seen[1:8]] == [
        ("Juma", 10), ("Bandit chief", 10), ("Nyota", 9), ("Bandit ×3", 7), ("Imani", 7), ("Juma", 2),
        ("Bandit chief", 1),
    ]  # fmt: skip


def done(battle: AnyBattle, call: Call) -> AnyBattle:
    outcome = run(ZAMANI, battle, call)
    assert isinstance(outcome, Done), outcome
    return outcome.battle


def pictures(battle: AnyBattle) -> list[tuple[str, str, int | None, tuple[object, ...]]]:
    """Return what the players' window shows, in sequence, over two rounds in which turns only end."""
    battle = done(battle, Call(action="start_fight"))
    view = players_view(ZAMANI, battle)
    shown = [told(view)]
    battle = done(battle, Call(action="begin_round", options={"sacrifice": {}}))
    while battle.order.round < 3:
        view = players_view(ZAMANI, battle, view)
        if told(view) != shown[-1]:
            shown.append(told(view))
        battle = done(battle, Call(action="end_turn"))
    return shown


def told(view: PlayersView) -> tuple[str, str, int | None, tuple[object, ...]]:
    rows = tuple((row.name, row.text, row.is_now, row.is_past) for row in view.order)
    return view.now, view.next, view.clock.step, rows


@pytest.mark.rule("ZM-TIME-01", "ZM-TIME-02")
@pytest.mark.parametrize(
    ("round", "words", "brief"),
    [
        (0, "Surprise round", "T1.1"),
        (1, "Turn 1, round 1", "T1.1"),
        (2, "Turn 1, round 2", "T1.2"),
        (10, "Turn 1, round 10", "T1.10"),
        (11, "Turn 2, round 1", "T2.1"),
        (20, "Turn 2, round 10", "T2.10"),
        (21, "Turn 3, round 1", "T3.1"),
    ],
)
def test_ten_rounds_are_a_turn_of_the_clock(round: int, words: str, brief: str) -> None:
    battle = loading_bay()
    clock = ZAMANI.turns.clock
    assert clock is not None
    said = clock.words(battle, round), clock.brief(battle, round)
    assert tuple(one.template.format(**one.arguments) for one in said) == (words, brief)
    battle = replace(battle, order=replace(battle.order, round=round))
    assert turn_of(battle) == (max(0, round - 1)) // 10 + 1
    assert round_of_turn(battle) == (0 if round == 0 else (round - 1) % 10 + 1)
    assert clock.steps == (10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
