"""Steps of a scenario: dice, words, answers and offers in the order of the requests or by id; undo and redo."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from model.scenarios.answers import Supply, Unfit

Failures = Callable[..., tuple[str, ...]]

STRIKE = """
[[do]]
actor = "anna"
action = "strike"
target = "bert"
"""


@pytest.mark.parametrize(
    "said",
    [
        "dice = [3, 2, 4]",
        "dice = { attack = [3, 2], damage = [4] }",
        'dice = ["=5", 4]',
        'dice = ["==8", "=4"]',
        'say = "hit"\ndice = [4]',
        'say = ["hit"]\ndice = [4]',
        'say = { attack = "hit" }\ndice = [4]',
        'dice = { damage = 4 }\nsay = { attack = "hit" }',
        'dice = [3, 2]\nsay = { damage = "7 damage" }',
    ],
)
def test_dice_may_be_said_in_every_way(failures: Failures, said: str) -> None:
    # 5 + strength 3 reach 6 + strength 2; 4 + 3 damage less armour 1 is 6.
    expected = '\nexpect = { "bert.health" = 14, "verdict.hit.success" = true, log = "hits Bert for 6" }'
    assert failures(STRIKE + said + expected) == ()


def test_a_roll_tells_its_parts(failures: Failures) -> None:
    expected = """
dice = [3, 2, 4]
[do.expect]
"roll.attack.total" = 8
"roll.attack.sum" = 5
"roll.attack.bonus" = 3
"roll.attack.against" = 8
"roll.attack.margin" = 0
"roll.attack.success" = true
"roll.attack.faces" = [3, 2]
"roll.attack.by" = "anna"
"roll.attack.dice" = "2d6"
"roll.damage.total" = 7
"""
    assert failures(STRIKE + expected) == ()


def test_what_comes_out_otherwise_is_told_with_both_values_and_the_parts_of_the_number(failures: Failures) -> None:
    found = failures(STRIKE + 'dice = [3, 2, 4]\nexpect = { "bert.health" = 13, "roll.attack.total" = 9 }')
    assert found == (
        "do 1: expect bert.health: expected 13, found 14.",
        "do 1: expect roll.attack.total: expected 9, found 8: Strength +3 [AR-3].",
    )


def test_the_first_step_that_fails_ends_the_scenario(failures: Failures) -> None:
    found = failures(STRIKE + "dice = [1, 1]\n" + STRIKE + "dice = []\n" + STRIKE + "dice = []")
    assert len(found) == 1
    assert found[0].startswith("do 2: dice are missing: “attack” (Attack) needs 2d6, none left")


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("dice = [3]", "“attack” (Attack) needs 2d6, only 1 left"),
        ("dice = [3, 2]", "“damage” (Damage) needs 1d6, none left"),
        ("dice = [3, 7]", "“attack”: There is no 7 on a d6"),
        ("dice = { attack = [3] }", "“attack”: Attack needs 2 dice, not 1"),
        ("dice = [1, 1, 4]", "dice left over: 4"),
        ("dice = { attack = [1, 1], damage = [4] }", "nothing asked for “damage”"),
        ("dice = { atack = [1, 1] }", "none left; there is something for “atack”"),
        ('dice = [1, 1]\nsay = ["hit"]', "dice left over: 1"),
        ('say = ["miss", "hit"]', "say left over: hit"),
        ('say = "perhaps"', "“perhaps” is not an answer to Attack"),
        ('dice = ["=1"]', "2d6 cannot add up to 1"),
        ("dice = [[3, 2], true]", "must be faces"),
        ('dice = [1, 1]\nanswers = ["left"]', "answers left over: left"),
        ('dice = [1, 1]\ntake = { duk = "duck" }', "nothing offered or asked for “duk”"),
        ('dice = [1, 1]\ntake = { duck = "dive" }', "take.duck: “dive” is not one of duck"),
    ],
)
def test_dice_and_answers_that_do_not_fit_are_told(failures: Failures, said: str, sentence: str) -> None:
    found = failures(STRIKE + said)
    assert len(found) == 1
    assert found[0].startswith("do 1: ")
    assert sentence in found[0]


def test_an_option_of_an_offer_is_taken(failures: Failures) -> None:
    assert failures(STRIKE + 'dice = [3, 2]\ntake = { duck = "duck" }\nexpect = { "roll.attack.against" = 10 }') == ()


def test_an_offer_is_taken_with_a_call_and_dice_of_its_own(failures: Failures) -> None:
    text = STRIKE + (
        'dice = [6, 6, 1]\ntake = { jump = { actor = "cora", action = "jump", dice = [5] } }\n'
        'expect = { "cora.health" = 16, "bert.health" = 20, "roll.jump/leap.total" = 5 }'
    )
    assert failures(text) == ()


@pytest.mark.parametrize(
    ("taken", "sentence"),
    [
        ('{ actor = "cora", action = "jump", dice = [] }', "“jump/leap” (Leap) needs 1d6, none left"),
        ('{ actor = "cora", action = "jump", dice = [5, 5] }', "dice left over inside jump: 5"),
        ('{ actor = "anna", action = "jump", dice = [5] }', "“anna” cannot accept this"),
        ('{ actor = "cora", action = "choose" }', "“choose” is not offered here"),
    ],
)
def test_an_interruption_has_to_fit(failures: Failures, taken: str, sentence: str) -> None:
    found = failures(STRIKE + f"dice = [1, 1]\ntake = {{ jump = {taken} }}")
    assert len(found) == 1
    assert sentence in found[0]


def test_choices_are_answered_in_order_or_by_id_or_take_their_default(failures: Failures) -> None:
    choose = '[[do]]\nactor = "anna"\naction = "choose"\n'
    assert failures(choose + 'answers = ["right", 3]\nexpect = { log = "goes right, 3 steps" }') == ()
    assert failures(choose + 'answers = { steps = 2 }\nexpect = { log = ["goes left", "2 steps"] }') == ()
    assert failures(choose + 'expect = { log = "goes left, 1 steps" }') == ()


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ('["up"]', "“way”: “up” is not one of back, left, right"),
        ("[4]", "“way” asks for option, not 4"),
        ('["left", 9]', "“steps”: Type at most 3"),
        ('["left", "far"]', "“steps” asks for number, not 'far'"),
    ],
)
def test_a_choice_that_cannot_be_made_is_told(failures: Failures, said: str, sentence: str) -> None:
    found = failures(f'[[do]]\nactor = "anna"\naction = "choose"\nanswers = {said}')
    assert len(found) == 1
    assert sentence in found[0]


def test_what_is_open_can_be_looked_at_without_answering(failures: Failures) -> None:
    open_attack = 'expect = { asks = "attack", offers = ["jump", "duck"], "bert.health" = 20 }'
    assert failures(STRIKE + open_attack) == ()
    assert failures(STRIKE + 'dice = [3, 2]\nexpect = { asks = "damage", offers = [] }') == ()
    assert failures(STRIKE + 'dice = [1, 1]\nexpect = { asks = "nothing" }') == ()
    assert failures(STRIKE + 'expect = { asks = "damage" }') == (
        "do 1: expect asks: expected “damage”, found “attack”.",
    )


def test_refusals_are_expected_by_a_part_of_their_sentence(failures: Failures) -> None:
    far = STRIKE + "options = { far = true }\n"
    assert failures(far + 'expect = { refused = "too FAR" }') == ()
    assert failures(far + 'expect = { refused = "too near" }') == (
        "do 1: expect refused: “too near” is not part of “Too far away.”.",
    )
    assert failures(far) == ("do 1: refused: Too far away. (to do it anyway, add anyway = [“far”])",)
    assert failures(far + 'anyway = ["far"]\ndice = [1, 1]') == ()
    assert failures(STRIKE + 'dice = [1, 1]\nexpect = { refused = "far" }') == (
        "do 1: expect refused: it was not refused.",
    )


def test_numbers_and_verdicts_are_overridden_by_their_keys(failures: Failures) -> None:
    assert failures(STRIKE + 'dice = [1, 1]\noverride = { attack = 6 }\nexpect = { "roll.attack.total" = 8 }') != ()
    text = "dice = [1, 1, 1]\noverride = { attack = 6 }\n"
    assert failures(STRIKE + text + 'expect = { "roll.attack.total" = 8, "verdict.hit.success" = true }') == ()
    text = "dice = [1, 1, 1]\noverride = { hit = true }\n"
    assert failures(STRIKE + text + 'expect = { "verdict.hit.success" = true, "verdict.hit.computed" = false }') == ()


def test_steps_are_undone_and_done_again(failures: Failures) -> None:
    blow = STRIKE + "dice = [6, 6, 1]\n"
    back = '[[do]]\nundo = 2\nexpect = { "bert.health" = 20 }\n[[do]]\nredo = 1\nexpect = { "bert.health" = 17 }\n'
    assert failures(blow + blow + back) == ()
    assert failures(blow + "[[do]]\nundo = 2") == ("do 2: undo: 1 of 2 steps can be done.",)
    assert failures(blow + "[[do]]\nredo = 1") == ("do 2: redo: 0 of 1 steps can be done.",)


def test_edits_reach_any_field_by_its_name(failures: Failures) -> None:
    edits = """
[[do]]
edit = { "bert.health" = 5, "bert.side" = "ally", "sword.damage" = 3, "sword.name" = "Blade" }
expect = { "bert.health" = 5, "bert.side" = "ally", "sword.damage" = 3, "sword.name" = "Blade" }
[[do]]
undo = 4
expect = { "bert.health" = 20, "sword.damage" = 2 }
"""
    assert failures(edits) == ()
    found = failures('[[do]]\nedit = { "bert.health" = 99 }')
    assert "must be a whole number from 0 to 20" in found[0]
    assert failures('[[do]]\nedit = { "brt.health" = 9 }')[0].startswith("do 1: there is no “brt” in this battle.")


def test_odds_are_exact_fractions(failures: Failures) -> None:
    odds = '[[do]]\nodds = { actor = "anna", action = "strike", target = "bert" }\n'
    # 5 or more on 2d6: 30 of 36; then 1 to 6 + 3 - 1, a sixth of that each.
    spread = "{ 3 = '5/36', 4 = '5/36', 5 = '5/36', 6 = '5/36', 7 = '5/36', 8 = '5/36' }"
    assert failures(odds + f'expect = {{ "odds.bert.hit" = "5/6", "odds.bert.damage" = {spread} }}') == ()
    assert failures(odds + 'expect = { "odds.bert.hit" = "0.8" }') == (
        "do 1: expect odds.bert.hit: expected 0.8, found 5/6.",
    )
    assert "must be exact fractions" in failures(odds + 'expect = { "odds.bert.hit" = "often" }')[0]
    assert "no measure “hits”. Did you mean hit?" in failures(odds + 'expect = { "odds.bert.hits" = "0" }')[0]
    assert "no “burt” in this battle" in failures(odds + 'expect = { "odds.burt.hit" = "0" }')[0]
    assert "weighs no odds" in failures(STRIKE + 'dice = [1, 1]\nexpect = { "odds.bert.hit" = "0" }')[0]


def test_odds_take_known_dice_and_offers_and_name_the_key_of_a_refusal(failures: Failures) -> None:
    odds = '[[do]]\n[do.odds]\nactor = "anna"\naction = "strike"\ntarget = "bert"\n'
    assert failures(odds + 'dice = [6, 6]\n[do.expect]\n"odds.bert.hit" = 1') == ()
    assert failures(odds + 'take = { duck = "duck" }\n[do.expect]\n"odds.bert.hit" = "7/12"') == ()
    assert failures(odds + "options = { far = true }\n") == (
        "do 1: odds: refused: Too far away. (to do it anyway, add anyway = [“far”])",
    )
    assert failures(odds + 'options = { far = true }\n[do.expect]\nrefused = "far"') == ()
    assert failures(odds + 'dice = [6, 6, 1, 1]\n[do.expect]\n"odds.bert.hit" = 1') == ("do 1: dice left over: 1.",)


def test_a_scenario_without_steps_passes_and_one_that_only_looks_too(failures: Failures) -> None:
    assert failures("") == ()
    assert failures('[[do]]\nexpect = { "anna.at" = [0, 0], "cora.at" = "none", phase = "setup" }') == ()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("bert.helth", "“bert” has no “helth”. Did you mean health?"),
        ("bret.health", "there is no “bret” in this battle. Did you mean bert?"),
        ("anna.skills.riding", "there is no “riding” in “anna.skills.riding”"),
        ("anna.effects.prune", "“anna” has no condition “prune”"),
        ("sword.sharpness", "there is no “sharpness” in “sword.sharpness”"),
        ("roll.attack.total", "no dice were thrown for “attack”"),
        ("verdict.hit.success", "there was no verdict “hit”"),
        ("rond", "there is no “rond” in this battle. Did you mean"),
        ("players.hour", "the players' screen has no “hour”"),
        ("players.bert.age", "the players see no “age” of “bert”"),
    ],
)
def test_a_name_that_stands_for_nothing_is_told(failures: Failures, name: str, sentence: str) -> None:
    found = failures(f'[[do]]\nstart = true\n[[do]]\nexpect = {{ "{name}" = 1 }}')
    assert len(found) == 1
    assert found[0].startswith(f"do 2: expect {name}: ")
    assert sentence in found[0]


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ({"dice": False}, "jump/dice"),
        ({"say": 3}, "jump/say"),
        ({"take": True}, "jump/take"),
        ({"take": {"duck": 1}}, "jump/take"),
    ],
)
def test_a_taken_offer_of_a_wrong_shape_is_named(said: dict[str, object], named: str) -> None:
    with pytest.raises(Unfit, match=named):
        Supply({"take": {"jump": {"actor": "cora", "action": "jump", **said}}})


def test_a_condition_of_the_game_that_is_absent_counts_zero(failures: Failures) -> None:
    assert failures('[[do]]\nexpect = { "anna.effects.prone" = 0 }') == ()
    assert "no condition “prune”. Did you mean prone?" in failures('[[do]]\nexpect = { "anna.effects.prune" = 0 }')[0]


@pytest.mark.parametrize(
    ("expected", "sentence"),
    [
        ('log = { without = "ducks" }', ""),
        ('offers = { with = "jump", without = "leap" }', ""),
        ('offers = { without = ["leap", "duck"] }', "“duck” is a part of"),
        ('"anna.conditions" = { without = "prone" }', ""),
        ('"anna.conditions" = { with = "prone" }', "“prone” is not part of []"),
        ('"players.sentence" = { without = "Cora" }', ""),
        ('"bert.health" = { without = "1" }', "look into a text or a list, not into 20"),
        ('log = { without = "" }', "must be a text that is not empty"),
    ],
)
def test_what_has_to_be_absent_is_expected_with_without(failures: Failures, expected: str, sentence: str) -> None:
    found = failures(STRIKE + f'expect = {{ asks = "attack", {expected} }}')
    assert (sentence in found[0]) if sentence else (found == ())


def test_a_sentence_of_the_log_that_may_not_be_there_is_told(failures: Failures) -> None:
    choose = '[[do]]\nactor = "anna"\naction = "choose"\n'
    assert failures(choose + 'expect = { log = { with = "goes left", without = "goes right" } }') == ()
    assert "“goes left” is a part of" in failures(choose + 'expect = { log = { without = "goes left" } }')[0]


def test_a_refused_undo_or_redo_can_be_expected(failures: Failures) -> None:
    for key in ("undo", "redo"):
        assert failures(f'[[do]]\n{key} = 1\nexpect = {{ refused = "nothing to {key}" }}') == ()
    blow = STRIKE + "dice = [6, 6, 1]\n"
    found = failures(blow + '[[do]]\nundo = 1\nexpect = { refused = "nothing to undo" }')
    assert found == ("do 2: expect refused: it was not refused.",)


def test_a_question_that_was_asked_can_be_expected_with_its_choices(failures: Failures) -> None:
    choose = '[[do]]\nactor = "anna"\naction = "choose"\nanswers = ["right"]\n'
    assert failures(choose + 'expect = { asked = ["way", "steps"], "asked.way" = ["left", "right", "back"] }') == ()
    assert failures(choose + 'expect = { "asked.way" = { without = "up" } }') == ()
    assert "did not ask for “wya”. Did you mean way?" in failures(choose + 'expect = { "asked.wya" = [] }')[0]


def test_what_was_asked_is_told_with_what_is_left_over(failures: Failures) -> None:
    found = failures(STRIKE + "dice = { attack = [1, 1], ap = [4] }")
    assert found == ("do 1: nothing asked for “ap”. Asked for: “attack”.",)


def test_dice_left_over_after_a_refusal_say_that_it_was_refused(failures: Failures) -> None:
    found = failures(STRIKE + 'options = { far = true }\ndice = [3, 2]\nexpect = { refused = "far" }')
    assert found[0].startswith("do 1: the action was refused (Too far away.) before it asked for more: dice left over")


def test_delay_of_a_group_names_the_group_and_its_members(failures: Failures) -> None:
    rats = '[[combatant]]\nid = "rat"\ncount = 2\n[[do]]\nstart = true\n[[do]]\ndelay = "rat"'
    assert failures(rats) == ("do 2: delay: “rat” is a group. Name the member that delays: rat-1, rat-2.",)


def test_an_edit_of_at_points_to_place(failures: Failures) -> None:
    found = failures('[[do]]\nedit = { "bert.at" = [1, 2] }')
    assert found == ("do 1: “bert.at” cannot be edited as a whole: edit “bert.place.x” and “bert.place.y”.",)
    assert (
        failures('[[do]]\nedit = { "bert.place.x" = 1.0, "bert.place.y" = 2.0 }\nexpect = { "bert.at" = [1, 2] }') == ()
    )


def test_a_refusal_is_expected_with_parts_and_without_others(failures: Failures) -> None:
    step = '[[do]]\nactor = "anna"\naction = "strike"\nexpect = {{ refused = {} }}'
    assert failures(step.format('{ with = "needs a target", without = "out of reach" }')) == ()
    assert failures(step.format('{ with = ["Strike", "target"] }')) == ()
    assert failures(step.format('{ without = "out of reach" }')) == ()
    (found,) = failures(step.format('{ with = "needs", without = "target" }'))
    assert found.startswith("do 1: expect refused: “target” is a part of “Strike needs a target")
    (found,) = failures(step.format('{ with = "out of reach" }'))
    assert found.startswith("do 1: expect refused: “out of reach” is not part of “Strike needs a target")
    done = '[[do]]\nstart = true\nexpect = { refused = { without = "reach" } }'
    assert failures(done) == ("do 1: expect refused: it was not refused.",)


def test_ids_of_newcomers_and_tasks_are_as_documented(failures: Failures) -> None:
    """An id is the name in lower case and a running number; for another number the error suggests the right id."""
    steps = """
[[do]]
action = "add_combatant"
options = { name = "Night Watch" }
[[do]]
action = "add_task"
options = { name = "Race", needed = 2 }
"""
    (found,) = failures(steps + '[[do]]\nexpect = { "night-watch-0.health" = 20, "race-0.needed" = 2 }')[:1]
    watch = found.rpartition("Did you mean ")[2].rstrip("?")
    (found,) = failures(steps + '[[do]]\nexpect = { "race-0.needed" = 2 }')
    race = found.rpartition("Did you mean ")[2].rstrip("?")
    assert watch.startswith("night-watch-")
    assert race.startswith("race-")
    assert failures(steps + f'[[do]]\nexpect = {{ "{watch}.health" = 20, "{race}.needed" = 2 }}') == ()


def test_what_is_left_of_an_interrupted_turn_is_told(failures: Failures) -> None:
    """When a combatant acts out of turn, the interrupted turn keeps what is left of it."""
    steps = """
[[do]]
start = true
expect = { "anna.left.standard" = 1, "bert.left.standard" = 0 }
[[do]]
actor = "bert"
action = "act_as"
expect = { "acting" = ["bert"], "bert.left.standard" = 1, "anna.left.standard" = 1, "anna.left" = 0 }
"""
    (found,) = failures(steps)
    assert found.startswith("do 2: expect anna.left: “left” of what?")
    assert failures(steps.replace(', "anna.left" = 0', "")) == ()


def test_an_undo_leads_back_to_what_players_saw_before(failures: Failures) -> None:
    seen = STRIKE + 'dice = [6, 6, 3]\nexpect = { "players.sentence" = { with = "Bert" } }\n'
    undone = seen + '[[do]]\nundo = 1\nexpect = { "players.sentence" = "" }\n'
    assert failures(undone) == ()
    assert failures(undone + '[[do]]\nredo = 1\nexpect = { "players.sentence" = { with = "Bert" } }') == ()
