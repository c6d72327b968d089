"""All problems of a scenario file are reported at once, each with its step, table and key."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from model.content.problems import BadFile
from model.scenarios.reading import read_scenario
from tests.model.scenarios.conftest import HEAD, PEOPLE
from tests.support.arena import ARENA

Failures = Callable[..., tuple[str, ...]]


def test_every_problem_of_a_file_is_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "many.toml"
    file.write_text(
        HEAD
        + """
settings = { sand = 3, bonus = 12, crowd = "loud", wind = true }
[[combatant]]
id = "anna"
sheet = { strength = 30, luck = 1 }
conditions = ["prune"]
zone = "dock"
[[combatant]]
id = "anna"
items = [{ template = "swort" }, { name = "Axe", damage = 9 }]
[[do]]
actor = "anna"
action = "strik"
[[do]]
actor = "anna"
action = "strike"
options = { aim = 7, fur = true }
""",
        encoding="utf-8",
    )
    with pytest.raises(BadFile) as caught:
        read_scenario(file, {"arena": ARENA})
    told = [str(problem) for problem in caught.value.problems]
    expected = [
        ("do 1: action", "there is no action “strik”. Did you mean strike"),
        ("do 2: options.aim", "Aim must be at most 3."),
        ("do 2: options.fur", "Strike has no such option. Did you mean far?"),
        ("settings.sand", "must be true or false"),
        ("settings.bonus", "to 9, not 12"),
        ("settings.crowd", "must be one of calm, wild"),
        ("settings.wind", "there is no such house rule"),
        ("combatant", "the id “anna” is used twice"),
        ("combatant 1 (anna): sheet.strength", "expected at most 10, found 30"),
        ("combatant 1 (anna): sheet.luck", "is not a known field"),
        ("combatant 1 (anna): conditions", "there is no condition “prune”. Did you mean prone?"),
        ("combatant 1 (anna): zone", "there is no zone “dock”"),
        ("combatant 2 (anna): items[1].template", "there is no item “swort” in the content"),
        ("combatant 2 (anna): items[2].damage", "expected at most 6, found 9"),
    ]
    assert len(told) == len(expected)
    for line, (place, sentence) in zip(told, expected, strict=True):
        assert line.startswith(f"many.toml: {place}: ")
        assert sentence in line


@pytest.mark.parametrize(
    ("head", "place", "sentence"),
    [
        ('title = "A"\nruleset = "arena"', "format", "is missing"),
        ('format = 2\ntitle = "A"\nruleset = "arena"', "format", "is of format 2; this program reads formats up to 1"),
        ('format = 1\ntitle = ""\nruleset = "arena"', "title", "found an empty one"),
        ('format = 1\ntitle = "A"\nruleset = "arina"', "ruleset", "there is no ruleset “arina”. Did you mean arena?"),
        ('format = 1\ntitle = "A"\nruleset = "zamani"', "ruleset", "“zamani” is not yet carried out"),
        ('format = 1\ntitle = "A"\nruleset = "arena"\nrule = []', "rule", "is not a known field"),
        ('format = 1\ntitle = "A"\nruleset = "arena"\nclock = -1', "clock", "expected at least 0"),
        ('format = 1\ntitle = "A"\nruleset = "arena"\nshared = { prise = 1 }', "shared.prise", "is not a known field"),
        ('format = 1\ntitle = "A"\nruleset = "arena"\nclock = ', "", "line 4: This is not TOML: Invalid value"),
    ],
)
def test_the_head_of_a_file(failures: Failures, head: str, place: str, sentence: str) -> None:
    found = failures("", head=head + "\n", people="")
    assert len(found) == 1
    assert found[0].startswith(place)
    assert sentence in found[0]


@pytest.mark.parametrize(
    ("table", "place", "sentence"),
    [
        ('id = "x"\nat = [1]', "combatant 1 (x): at", "expected a list of 2"),
        ('id = "x"\nat = "dock"', "combatant 1 (x): at", "expected a list"),
        ('id = "x"\ncount = 0', "combatant 1 (x): count", "expected at least 1"),
        ('id = ""', "combatant 1 (): id", "found an empty one"),
        ('name = "X"', "combatant 1: id", "is missing"),
        ('id = "x"\nhiden = true', "combatant 1 (x): hiden", "is not a known field"),
        ('id = "x"\ntemplate = "thug"', "combatant 1 (x): template", "there is no combatant “thug”"),
        ('id = "x"\nmembers = ["y"]', "combatant 1 (x): members", "is not yet carried out"),
        ('id = "x"\ngiven = { dv = 14 }', "combatant 1 (x): given", "is not yet carried out"),
        ('id = "x"\nitems = [{ damage = 1 }]', "combatant 1 (x): items[1]", "needs a template, a name or an id"),
        ('id = "x"\nitems = [{ id = 5 }]', "combatant 1 (x): items[1].id", "expected a text"),
        ('id = "x"\neffects = [{ kind = "hold" }]', "combatant 1 (x): effects[1].kind", "Did you mean held?"),
        (
            'id = "x"\neffects = [{ kind = "held", other = "y" }]',
            "combatant 1 (x): effects[1].other",
            "there is no “y”",
        ),
        (
            'id = "x"\neffects = [{ kind = "held", until = "ever" }]',
            "combatant 1 (x): effects[1].until",
            "expected one",
        ),
        ('id = "x"\n[[player]]\nid = "p"\ncharacters = ["y"]', "player 1 (p): characters", "there is no “y”"),
        ('id = "x"\n[[player]]\nid = "p"\nprayers = -1', "player 1 (p): prayers", "expected at least 0"),
        ('id = "x"\n[[thing]]\nid = "c"\ncontroller = "y"', "thing 1 (c): controller", "there is no “y”"),
        ('id = "x"\n[[thing]]\nid = "x"', "thing", "the id “x” is used twice"),
        ('id = "x"\n[[task]]\nid = "t"\nneeded = 0', "task 1 (t): needed", "expected at least 1"),
    ],
)
def test_tables_of_combatants_things_and_players(failures: Failures, table: str, place: str, sentence: str) -> None:
    found = failures("", people="[[combatant]]\n" + table)
    assert len(found) == 1
    assert found[0].startswith(f"{place}: ")
    assert sentence in found[0]


@pytest.mark.parametrize(
    ("table", "place", "sentence"),
    [
        ('zones = [{ id = "a", line = [[0, 0], [1, 1]] }]', "board: zones (a)", "cannot be a line"),
        ('zones = [{ id = "a" }, { id = "a" }]', "board: zones (a)", "used twice"),
        ('zones = [{ id = "a", polygon = [[0, 0], [1, 1]] }]', "board: zones (a): polygon", "at least 3 points"),
        ('zones = [{ id = "a", circle = [0, 0, 0] }]', "board: zones (a): circle", "over 0"),
        ('cover = [{ id = "c" }]', "board: cover (c)", "needs a rectangle, circle, polygon or line"),
        ('cover = [{ id = "c", rectangle = [0, 0, 1, 0] }]', "board: cover (c): rectangle", "over 0"),
        ('cover = [{ id = "c", rectangle = [0, 0, 1] }]', "board.cover[1].rectangle", "a list of 4, found 3"),
        ('cover = [{ id = "c", circle = [0, 0, 1], line = [[0, 0], [1, 1]] }]', "board: cover (c)", "one shape"),
        ('links = [{ between = ["a", "b"], metres = 3 }]', "board: links[1].between", "there is no zone “b”"),
        ('links = [{ between = ["a", "a"], metres = 3, band = "near" }]', "board: links[1]", "not both"),
        ('links = [{ between = ["a", "a"], band = "fair" }]', "board: links[1].band", "Did you mean far?"),
    ],
)
def test_the_board(failures: Failures, table: str, place: str, sentence: str) -> None:
    if table.startswith("links"):
        table = 'zones = [{ id = "a" }]\n' + table
    found = failures("", head=HEAD + "[board]\n" + table)
    assert len(found) == 1
    assert found[0].startswith(f"{place}: ")
    assert sentence in found[0]


@pytest.mark.parametrize(
    ("table", "place", "sentence"),
    [
        ('slots = ["ana"]', "order: slots[1]", "there is no “ana”. Did you mean anna?"),
        ("slots = [3]", "order: slots[1]", "must be an id, the name of a group, or a list of ids"),
        ('slots = ["anna", ["anna", "bert"]]', "order: slots[2]", "“anna” already has a slot"),
        ('turn = "anna"', "order: turn", "nobody has the turn before round 1"),
        ('round = 1\nturn = "ana"', "order: turn", "Did you mean anna?"),
        ("round = -1", "order.round", "expected at least 0"),
    ],
)
def test_the_order(failures: Failures, table: str, place: str, sentence: str) -> None:
    found = failures("", head=HEAD + "[order]\n" + table)
    assert len(found) == 1
    assert found[0].startswith(f"{place}: ")
    assert sentence in found[0]


@pytest.mark.parametrize(
    ("step", "place", "sentence"),
    [
        ("", "do 1", "is empty"),
        ('undo = 1\nexpect = { refused = "" }', "do 1: expect.refused", "must be a part of the refusal's sentence"),
        ("undo = 1\nexpect = { refused = true }", "do 1: expect.refused", "must be a part of the refusal's sentence"),
        ("undo = 0", "do 1: undo", "expected at least 1"),
        ('dices = [3]\nactor = "anna"\naction = "choose"', "do 1: dices", "is not a known field"),
        ('actor = "anna"\naction = "choose"\nundo = 1', "do 1", "must do one thing, not action and undo"),
        ('actor = "anna"', "do 1: actor", "needs an action"),
        ("undo = 1\ndice = [1]", "do 1: dice", "says nothing about undo"),
        ('end_turn = true\ntarget = "bert"', "do 1: target", "says nothing about end_turn"),
        ("end_turn = 3", "do 1: end_turn", "must be true, or what is said about it"),
        ("start = { frist = 'pc' }", "do 1: start.frist", "Did you mean first?"),
        (
            'actor = "anna"\naction = "choose"\ndice = 5',
            "do 1: dice",
            "must be a list, or a table by the id of the request",
        ),
        (
            'actor = "anna"\naction = "choose"\ntake = { jump = 3 }',
            "do 1: take.jump",
            "must be an option, or a table with an action",
        ),
        (
            'actor = "anna"\naction = "choose"\ntake = { jump = { actor = "bert" } }',
            "do 1: take.jump.action",
            "is missing",
        ),
        (
            'actor = "anna"\naction = "choose"\ntake = { jump = { action = "jmp" } }',
            "do 1: take.jump.action",
            "Did you mean jump?",
        ),
        (
            'actor = "anna"\naction = "choose"\ntake = { jump = { actor = "cora", action = "jump", undo = 1 } }',
            "do 1: take.jump.undo",
            "does not belong here",
        ),
        (
            'actor = "anna"\naction = "strike"\ntarget = "bert"\ntargets = ["anna"]',
            "do 1: targets",
            "use one of them",
        ),
        ("start = { order = 3 }", "do 1: start.order", "Declared order needs a list of ids"),
        ("start = { order = [3] }", "do 1: start.order", "Declared order needs a list of ids"),
        ('action = "choose"', "do 1: actor", "is missing: who does it? If nobody does, “environment”"),
        ('odds = { actor = "anna" }', "do 1: odds.action", "is missing"),
        ('odds = { actor = "anna", action = "strike", hop = 1 }', "do 1: odds.hop", "is not a known field"),
        (
            'odds = { actor = "anna", action = "strike", options = { aim = true } }',
            "do 1: odds.options.aim",
            "Aim needs a number",
        ),
        ('actor = "anna"\naction = "choose"\noverride = { hit = "yes" }', "do 1: override.hit", "expected"),
    ],
)
def test_steps(failures: Failures, step: str, place: str, sentence: str) -> None:
    found = failures(f"[[do]]\n{step}")
    assert len(found) == 1
    assert found[0].startswith(f"{place}: ")
    assert sentence in found[0]


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (
            'actor = "ana"\naction = "strike"\ntarget = "bert"',
            "actor: there is no “ana” in this battle. Did you mean",
        ),
        (
            'actor = "anna"\naction = "strike"\ntarget = "bret"',
            "target: there is no “bret” in this battle. Did",
        ),
        ('actor = "anna"\naction = "strike"', "refused: Strike needs a target"),
        ('actor = "anna"\naction = "strike"\ntarget = "bert"\nwith = "bow"', "“anna” has no “bow”. There is sword"),
        ('end_turn = "bert"', "end_turn: it is not the turn of “bert” but of anna"),
        ('delay = "bert"', "refused: It is not Bert's turn"),
    ],
)
def test_names_that_mean_nothing_when_their_moment_has_come(failures: Failures, step: str, sentence: str) -> None:
    found = failures(f"[[do]]\nstart = true\n[[do]]\n{step}")
    assert len(found) == 1
    assert found[0].startswith(f"do 2: {sentence}")


@pytest.mark.parametrize(
    ("step", "place"),
    [
        ('actor = "anna"\naction = "choose"\ntarget = "bert"', "do 1: target"),
        ('actor = "anna"\naction = "choose"\ntargets = ["bert"]', "do 1: targets"),
        ('odds = { actor = "anna", action = "choose", target = "bert" }', "do 1: odds.target"),
        (
            'actor = "anna"\naction = "strike"\ntarget = "bert"\ntake = { jump = { actor = "cora", action = "jump",'
            ' target = "bert" } }',
            "do 1: take.jump.target",
        ),
    ],
)
def test_a_surplus_target_is_found(failures: Failures, step: str, place: str) -> None:
    (found,) = failures(f"[[do]]\n{step}")
    assert found.startswith(f"{place}: ")
    assert found.endswith("takes no target; leave it out.")


def test_a_surplus_target_that_an_option_takes_names_the_option(failures: Failures) -> None:
    (found,) = failures('[[do]]\nactor = "anna"\naction = "start_fight"\ntarget = "bert"')
    assert found == "do 1: target: Start Combat takes no target; say it with options.order."


@pytest.mark.parametrize(
    ("step", "problem"),
    [
        ('edit = { "bert.helth" = 5 }', "“bert” has no “helth”. Did you mean health?"),
        ('edit = { "sword.damag" = 2 }', "“sword” has no “damag”. Did you mean damage?"),
        ('edit = { "brt.health" = 5 }', "there is no “brt” in this battle. Did you mean bert?"),
        ('edit = { "bert.health.now" = 5 }', "“bert.sheet.health.now”: there is nothing below “health”."),
        ('edit = { "bert.place.zones" = "dock" }', "“bert” has no “zones”. Did you mean zone?"),
        ('edit = { "settings.bonus" = 2 }', "House rules are changed with Set House Rule."),
        ('edit = { "bert.health" = "all" }', "Health must be a whole number from 0 to 20, not “all”."),
    ],
)
def test_an_edit_of_a_path_that_does_not_exist_is_found(failures: Failures, step: str, problem: str) -> None:
    """It is found before anything is played: otherwise the step before it would have failed."""
    assert failures(f"[[do]]\nexpect = {{ round = 9 }}\n[[do]]\n{step}") == (f"do 2: {problem}",)


def test_an_edit_of_what_comes_later_is_left_to_its_step(failures: Failures) -> None:
    later = '[[do]]\nedit = { "rat-7.health" = 5 }'
    assert failures("[[do]]\nexpect = { round = 9 }\n" + later) == ("do 1: expect round: expected 9, found 0.",)
    assert failures(later)[0].startswith("do 1: there is no “rat-7” in this battle.")
    refused = '[[do]]\nedit = { "bert.helth" = 5 }\nexpect = { refused = "no field" }'
    assert failures(refused) == ()


RATS = '[[combatant]]\nid = "rat"\ncount = 2\n[[do]]\nexpect = { round = 9 }\n[[do]]\n'


@pytest.mark.parametrize(
    ("step", "place"),
    [
        ('actor = "rat"\naction = "choose"', "actor: "),
        ('actor = "anna"\naction = "strike"\ntarget = "rat"', "target: "),
        ('actor = "anna"\naction = "strike"\ntargets = ["rat"]', "targets[1]: "),
        ('odds = { actor = "rat", action = "choose" }', "odds.actor: "),
        (
            'actor = "anna"\naction = "strike"\ntarget = "bert"\ntake = { jump = { actor = "rat", action = "jump" } }',
            "take.jump.actor: ",
        ),
        ('end_turn = "rat"', "end_turn: "),
        ('edit = { "rat.health" = 3 }', ""),
        ('expect = { "rat.health" = 3 }', "expect rat.health: "),
    ],
)
def test_a_group_where_one_combatant_is_wanted_is_found(failures: Failures, step: str, place: str) -> None:
    assert failures(RATS + step) == (f"do 2: {place}“rat” is a group. Name one of its members: rat-1, rat-2.",)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("left.standrd", "a turn of Arena holds no “standrd”. Did you mean standard?"),
        ("left", "“left” of what? There is standard."),
        ("used.metre", "a turn of Arena counts no “metre”. Did you mean metres?"),
        ("plan.intent", "there is no “intent” in “plan.intent”. Did you mean intents?"),
        ("plan.intents.1.acton", "there is no “acton” in “plan.intents.1.acton”. Did you mean action"),
        ("plan.intents.first", "“first” in “plan.intents.first” must be a number: 1 is the first."),
        ("holds.on", "“holds” has no parts: there is no “holds.on”."),
    ],
)
def test_misspelt_names_below_left_used_and_plan_are_found(failures: Failures, name: str, problem: str) -> None:
    """No combatant has a turn or a plan here, so correct names are 0 or none; misspelt names must not be so too."""
    (found,) = failures(f'[[do]]\nexpect = {{ round = 9 }}\n[[do]]\nexpect = {{ "anna.{name}" = 0 }}')
    assert found.startswith(f"do 2: expect anna.{name}: {problem}")


def test_names_below_left_used_and_plan_that_exist_are_nothing_outside_a_turn(failures: Failures) -> None:
    names = '"anna.left.standard" = 0, "anna.used.metres" = 0, "anna.plan.intents.1.action" = "none"'
    assert failures(f"[[do]]\nexpect = {{ {names} }}") == ()


def test_a_file_that_is_not_there_or_no_text_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"nowhere.toml: cannot be read: No such file"):
        read_scenario(tmp_path / "nowhere.toml", {})
    (tmp_path / "binary.toml").write_bytes(b"title = \xff")
    with pytest.raises(BadFile, match=r"binary.toml: is not UTF-8 text: .* at byte 8"):
        read_scenario(tmp_path / "binary.toml", {})


def test_a_rule_that_no_reference_has_is_told(tmp_path: Path) -> None:
    file = tmp_path / "blow.toml"
    file.write_text('format = 1\ntitle = "A"\nruleset = "zamani"\nrules = ["ZA-NONE-77"]\n' + PEOPLE, encoding="utf-8")
    with pytest.raises(BadFile, match="rules: there is no rule “ZA-NONE-77” in the reference"):
        read_scenario(file, {"zamani": ARENA})
