"""ZeroSpace attacks: odds, results stated by the GM, refusals that can be overridden, and reactions of others."""

from __future__ import annotations

from fractions import Fraction

import pytest

from model.dice.answers import Faces, Total, Word
from model.engine.calls import Call, Option, Taken
from model.engine.odds import weigh
from model.engine.run import Done, Due, Refused, may, run
from model.rulesets import RULESETS
from model.rulesets.zerospace.sheet import Gear, Shared, Sheet, ZeroSpacePlayer
from model.state.base import replace
from model.state.battle import AnyBattle, Battle, Combatant, Item
from model.state.board import Place
from model.view.order import order_view

ZEROSPACE = RULESETS["zerospace"]


def fighter(id: str, side: str, x: float, y: float = 0.0, **sheet: object) -> Combatant[Sheet]:
    place = Place(x=x, y=y)
    return Combatant(id=id, name=id.title(), side=side, place=place, sheet=Sheet(**sheet))  # type: ignore[arg-type]


@pytest.fixture
def battle() -> AnyBattle:
    """Crimson's turn; Boomer is 24 m away in cover with 6 of 12 Health; Apex is between them, 5 m to the side."""
    fighters = (
        fighter("crimson", "pc", 0, agility=3, skills={"ranged_combat": 4}, health_max=20),
        fighter("boomer", "npc", 24, agility=4, skills={"ranged_combat": 3}, dr=2, health=6, health_max=12),
        fighter("apex", "pc", 10, 5, agility=4, skills={"ranged_combat": 3}, health_max=18),
    )
    rifle = Item(id="rifle", name="Rifle", gear=Gear(level=3, range_m=100), holder="crimson")
    carbine = Item(id="carbine", name="Carbine", gear=Gear(level=4, range_m=100), holder="boomer")
    ben = ZeroSpacePlayer(id="ben", name="Ben", characters=("crimson",), plot_points=1)
    start: AnyBattle = Battle(
        ruleset="zerospace",
        shared=Shared(),
        combatants={one.id: one for one in fighters},
        items={"rifle": rifle, "carbine": carbine},
        players={"ben": ben},
    )
    covered = done(start, Call(action="set_condition", targets=("boomer",), options={"condition": "cover"}))
    return done(covered, Call(action="start_fight", options={"order": ["crimson", "boomer", "apex"]}))


def done(battle: AnyBattle, call: Call) -> AnyBattle:
    outcome = run(ZEROSPACE, battle, call)
    assert isinstance(outcome, Done), outcome
    assert not outcome.unused
    return outcome.battle


SHOT = Call(action="attack", actor="crimson", targets=("boomer",), item="rifle")


def dice(**thrown: tuple[int, ...]) -> dict[str, Faces]:
    return {id: Faces(faces=faces) for id, faces in thrown.items()}


@pytest.mark.rule("ZS-ATK-03", "ZS-COVER-01", "ZS-DMG-03")
def test_odds_are_those_of_the_table(battle: AnyBattle) -> None:
    odds = weigh(ZEROSPACE, battle, SHOT)
    # 2d6 + 10 against 8 + 4 + 3 + 3: an 8 or more. 1d6 + 3 - 2 takes the last 6 on a 5 or 6.
    assert odds.chance("boomer", "hit") == Fraction(15, 36)
    assert odds.chance("boomer", "drop") == Fraction(15, 36) * Fraction(2, 6)
    assert odds.distribution("boomer", "damage") == {loss: Fraction(15, 216) for loss in range(2, 8)}
    assert odds.runs <= 10


def test_odds_take_the_dice_on_the_table_as_known(battle: AnyBattle) -> None:
    odds = weigh(ZEROSPACE, battle, replace(SHOT, answers=dice(attack=(4, 5))))
    assert odds.chance("boomer", "hit") == 1
    assert odds.chance("boomer", "drop") == Fraction(1, 3)


@pytest.mark.rule("ZS-PLOT-10")
def test_odds_can_count_on_a_plot_point(battle: AnyBattle) -> None:
    with_effort = replace(SHOT, answers={"effort1": Option(option="reroll")})
    odds = weigh(ZEROSPACE, battle, with_effort)
    assert odds.chance("boomer", "hit") == 1 - Fraction(21, 36) ** 2


@pytest.mark.rule("ZS-FORCE-03", "ZS-FORCE-08")
def test_a_leap_in_front_redirects_the_shot_and_binds_the_attacker(battle: AnyBattle) -> None:
    boomers = done(battle, Call(action="end_turn"))
    shot = Call(action="attack", actor="boomer", targets=("crimson",))
    waiting = run(ZEROSPACE, boomers, shot)
    assert isinstance(waiting, Due)
    assert {offer.id: offer.by for offer in waiting.offers} == {
        "leap": ("apex",),
        "defend": ("crimson",),
        "effort_dv": ("crimson",),
    }
    assert not waiting.committed_by
    leap = {"leap": Taken(call=Call(action="leap_in_front", actor="apex"))}
    leapt = run(ZEROSPACE, boomers, replace(shot, answers=leap))
    assert isinstance(leapt, Due)
    assert leapt.committed_by == "ZS-FORCE-03"
    after = done(boomers, replace(shot, answers=leap | dice(attack=(4, 4), damage=(2,))))
    # 8 + 4 + 3 + 3 = 18 against Apex's 15; 2 + 4 damage.
    assert after.combatants["apex"].sheet.health == 12
    assert after.combatants["crimson"].sheet.health is None
    assert [debt.who for debt in after.order.owed] == ["apex"]


@pytest.mark.rule("ZS-GEN-02")
def test_the_gm_says_hit_and_damage(battle: AnyBattle) -> None:
    said = done(battle, replace(SHOT, answers={"attack": Word(word="damage", amount=4)}))
    assert said.combatants["boomer"].sheet.health == 2
    missed = done(battle, replace(SHOT, answers={"attack": Word(word="miss")}))
    assert missed.combatants["boomer"].sheet.health == 6


@pytest.mark.rule("ZS-GEN-02")
def test_a_damage_total_is_what_the_target_loses(battle: AnyBattle) -> None:
    answers = {"attack": Total(total=18), "damage": Total(total=5)}
    assert done(battle, replace(SHOT, answers=answers)).combatants["boomer"].sheet.health == 1


def test_the_parts_of_every_explanation_come_to_its_total(battle: AnyBattle) -> None:
    call = replace(SHOT, options={"called_shot": 2, "av_modifier": 4}, answers=dice(attack=(6, 6), damage=(1,)))
    outcome = run(ZEROSPACE, battle, call)
    assert isinstance(outcome, Done)
    totals = {found.key: found.total for found in outcome.note.explanations}
    assert totals == {"av": 3 + 4 + 3 - 2 + 4, "dv": 18, "damage": 3 + 2 - 2}
    assert all(part.rule or part.key == "gm" for found in outcome.note.explanations for part in found.parts)


def test_what_an_action_needs_is_told_without_running_it(battle: AnyBattle) -> None:
    boomers = replace(SHOT, actor="boomer", targets=("crimson",), item="carbine")
    assert [refusal.key for refusal in may(ZEROSPACE, battle, boomers)] == ["not_your_turn"]
    assert not may(ZEROSPACE, battle, SHOT)
    assert not may(ZEROSPACE, battle, replace(boomers, anyway=("not_your_turn",)))


@pytest.mark.parametrize(
    ("call", "part"),
    [
        (replace(SHOT, item="carbine"), "does not have"),
        (replace(SHOT, targets=("crimson",)), "themselves"),
        (replace(SHOT, targets=()), "needs a target"),
        (replace(SHOT, targets=("nobody",)), "no target"),
        (replace(SHOT, actor="environment"), "needs a combatant"),
        (replace(SHOT, item="catapult"), "no item"),
        (replace(SHOT, options={"called_shot": -1}), "at least 0"),
        (replace(SHOT, options={"cover": "maybe"}), "not one of"),
        (Call(action="move", actor="crimson"), "Choose a destination"),
        (Call(action="move", actor="crimson", options={"place": "nowhere"}), "not a place"),
        (Call(action="move", actor="crimson", options={"place": [1]}), "not a place"),
        (Call(action="move", actor="crimson", options={"place": {"x": "left"}}), "not a place"),
        (Call(action="move", actor="crimson", options={"path": [[0, 0], "there"]}), "not a place"),
        (Call(action="move", actor="crimson", options={"metres": float("nan")}), "needs a number"),
        (Call(action="move", actor="crimson", options={"place": {"x": float("nan"), "y": 0.0}}), "not a place"),
        (Call(action="activate_power", actor="crimson", options={"power": "Flight"}), "no power"),
        (Call(action="take_cover", actor="crimson", options={"feature": "moon"}), "no cover"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(battle: AnyBattle, call: Call, part: str) -> None:
    outcome = run(ZEROSPACE, battle, call)
    assert isinstance(outcome, Refused), outcome
    assert part in outcome.refusal.sentence.template.format(**outcome.refusal.sentence.arguments)


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"order": "crimson"}, "list of ids"),
        ({"order": ["crimson", "cromson"]}, "cromson"),
        ({"surprised": 3}, "list of ids"),
        ({"first": "pc", "surprised": ["cromson"]}, "cromson"),
    ],
)
def test_a_fight_does_not_start_with_people_who_are_not_there(
    battle: AnyBattle, options: dict[str, object], part: str
) -> None:
    before = replace(battle, order=type(battle.order)())
    outcome = run(ZEROSPACE, before, Call(action="start_fight", options=options))
    assert isinstance(outcome, Refused), outcome
    assert part in outcome.refusal.sentence.template.format(**outcome.refusal.sentence.arguments)


@pytest.mark.parametrize("table", [[], ["far"], [-1], [None]])
@pytest.mark.rule("ZS-MOVE-01", settings=("movement_table",))
def test_a_movement_table_of_nonsense_counts_as_not_given(battle: AnyBattle, table: list[object]) -> None:
    odd = replace(battle, settings={"movement_table": table})
    walk = ZEROSPACE.derived["walk"].value
    assert walk(odd, "apex") == walk(battle, "apex") == 13


@pytest.mark.parametrize("wrong", ["six", True, 99, [6]])
def test_a_house_rule_that_cannot_be_counts_as_not_given(battle: AnyBattle, wrong: object) -> None:
    odd = replace(battle, settings={"major_bonus": wrong, "draw_item_cost": "sunshine", "movement_table": 5})
    dodging = done(odd, Call(action="set_condition", targets=("apex",), options={"condition": "dodging"}))
    total = ZEROSPACE.derived["dv_ranged"].value(dodging, "apex").total  # type: ignore[union-attr]
    assert total == 8 + 4 + 3 + 6
    prone = done(dodging, Call(action="drop_prone", actor="crimson"))
    assert [effect.kind for effect in prone.combatants["crimson"].effects.values()] == ["prone"]


def test_one_key_attacks_with_the_weapon_used_last(battle: AnyBattle) -> None:
    knife = Item(id="knife-9", name="Knife", gear=Gear(skill="hand_to_hand_combat"), holder="crimson")
    armed = replace(battle, items=battle.items | {"knife-9": knife})
    assert ZEROSPACE.usual_attack(armed, "crimson") == replace(SHOT, targets=())
    near = armed.with_combatant(replace(armed.combatants["boomer"], place=Place(x=1, y=0)))
    stabbed = done(near, replace(SHOT, item="knife-9", answers=dice(attack=(1, 1))))
    assert ZEROSPACE.usual_attack(stabbed, "crimson") == replace(SHOT, item="knife-9", targets=())
    assert ZEROSPACE.usual_attack(battle, "apex") == Call(action="attack", actor="apex")


def test_a_fight_can_be_tried_out_before_it_starts(battle: AnyBattle) -> None:
    before = replace(battle, order=type(battle.order)())
    after = done(before, replace(SHOT, answers=dice(attack=(1, 1))))
    assert after.order.turn is None


def test_the_list_says_what_a_forced_turn_was_for(battle: AnyBattle) -> None:
    battle = done(battle, Call(action="end_turn"))
    leap = Taken(call=Call(action="leap_in_front", actor="apex"))
    shot = Call(action="attack", actor="boomer", targets=("crimson",), answers={"leap": leap, **dice(attack=(1, 1))})
    battle = done(battle, shot)
    assert "forced: took the shot" in [row.text for row in order_view(ZEROSPACE, battle).rows]


@pytest.mark.rule("ZS-RANGE-06")
def test_distances_that_differ_are_told_apart_in_a_refusal(battle: AnyBattle) -> None:
    boomer = replace(battle.combatants["boomer"], place=Place(x=1001, y=0))
    rifle = replace(battle.items["rifle"], gear=Gear(level=3, range_m=1000))
    battle = replace(battle.with_combatant(boomer), items=battle.items | {"rifle": rifle})
    refusal = next(no for no in may(ZEROSPACE, battle, SHOT) if no.key == "out_of_range")
    said = {key: str(value) for key, value in refusal.sentence.arguments.items()}
    assert (said["metres"], said["reach"]) == ("1001 m", "1000 m")


@pytest.mark.rule("ZS-PLOT-10", "ZS-PLOT-12")
def test_one_plot_point_pays_for_one_of_the_rolls_of_a_sweep(battle: AnyBattle) -> None:
    """Both rolls miss and Ben has 1 point: once a re-roll of the first is accepted, none is offered for the second.


    If it is accepted for both anyway, a message says that no point is left for the second, and the points stay at 0.
    """
    near = {id: replace(one, place=Place(x=0, y=0)) for id, one in battle.combatants.items()}
    battle = replace(battle, combatants=near)
    call = Call(action="sweep", actor="crimson", targets=("boomer", "apex"), options={"unarmed": True})
    misses = {f"attack.{who}": Faces(faces=(1, 1)) for who in ("boomer", "apex")}
    both = run(ZEROSPACE, battle, replace(call, answers=misses))
    assert isinstance(both, Due | Done)
    offered = [offer.id for offer in both.offers if offer.id.startswith("effort1")]
    assert offered == ["effort1.boomer", "effort1.apex"]
    taken = misses | {offered[0]: Option(option="reroll")}
    one = run(ZEROSPACE, battle, replace(call, answers=taken))
    assert isinstance(one, Due)
    assert [offer.id for offer in one.offers if offer.id.startswith("effort1")] == []
    again = {f"attack.{who}.again1": Faces(faces=(1, 1)) for who in ("boomer", "apex")}
    twice = run(ZEROSPACE, battle, replace(call, answers=taken | {offered[1]: Option(option="reroll")} | again))
    assert isinstance(twice, Done)
    assert twice.battle.players["ben"].plot_points == 0
    words = [sentence.template for sentence in twice.note.sentences]
    assert sum("plot point on" in words_of for words_of in words) == 1
    assert any("no plot points left" in words_of for words_of in words)


def test_no_shots_are_counted_of_no_weapon_even_against_house_rules(battle: AnyBattle) -> None:
    """The refusal because the house rule is off can be overridden; the one because no weapon is named cannot."""
    call = Call(action="count_ammo", actor=SHOT.actor, anyway=("not_counted",))
    assert [no.key for no in may(ZEROSPACE, battle, call)] == ["no_weapon"]
