"""Type checkers see what the rules read and write: mistakes planted beside the right spelling are all found."""

import re
from pathlib import Path

import pytest
from mypy import api

from model.rulesets import RULESETS
from tests.contracts.sources import ROOT

GAMES = ("effort", "kalos", "wasteland", "zamani", "zerospace")
_EACH_GAME = """
from model.rulesets.{game}.sheet import Battle as {title}

def of_{game}(battle: {title}, call: Call) -> {title}:
    battle.combatants[call.actor].sheet
    battle.combatants[call.actor].sheet.damge  # attr-defined
    battle.items["x"].gear
    battle.items["x"].gear.amo  # attr-defined
    battle.shared.last_weapon
    battle.shared.last_wepon  # attr-defined
    battle = mark(battle, call.actor, "attacked")
    battle.shared.last_wepon  # attr-defined
    return replace(battle, shared=replace(battle.shared, last_weapon={{}}))
"""
_PLANTED = """
from model.engine.ask import Ask
from model.engine.budget import mark
from model.engine.calls import Call
from model.engine.requests import Question, yes_or_no
from model.rulesets.effort import attack, odds
from model.rulesets.effort.sheet import Battle, Gear
from model.rulesets.families.ogc import battle as family
from model.rulesets.kalos.checks import COVER
from model.rulesets.kalos.attack import COMBAT
from model.rulesets.kalos.sheet import Battle as KalosBattle
from model.state.base import replace
from model.state.battle import Item, with_order
from model.state.texts import text

def replaced(battle: Battle, item: Item[Gear], gear: Gear) -> None:
    replace(gear, ammo=1)
    replace(gear, amo=1)  # call-arg
    replace(gear, ammo="one")  # arg-type
    replace(item, gear=gear)
    replace(item, gear=item)  # arg-type
    with_order(battle, phase="acting", round=1)
    with_order(battle, phase="actng")  # arg-type
    with_order(battle, rond=1)  # call-arg

def options(call: Call) -> int:
    attack.MODIFIER.said(call) + 1
    attack.MODIFER.said(call)  # attr-defined
    attack.MODIFIER.said(call) + "1"  # operator
    COVER.said(call) == "yes"
    COVER.said(call) == "yse"  # comparison-overlap
    return attack.MODIFIER.said(call)

def answers(ask: Ask) -> bool:
    question = Question(id="x", title=text("Really?"), options=yes_or_no(), default="no")
    ask.choose(question, "x") == "yess"  # comparison-overlap
    return ask.choose(question, "x") == "yes"

def measured(ask: Ask) -> None:
    ask.measure("x", odds.HIT)
    ask.measure("x", odds.HTI)  # attr-defined
    ask.measure("x", "hti")  # arg-type

def of_the_family(battle: family.Battle, who: str) -> family.Battle:
    battle.combatants[who].sheet.health_max
    battle.combatants[who].sheet.helth_max  # attr-defined
    return mark(battle, who, "attacked")

def an_attack(battle: KalosBattle, call: Call, ask: Ask) -> KalosBattle:
    aim = COMBAT.aimed(call, None)
    aim.gear.long_range_m
    aim.gear.long_rnge_m  # attr-defined
    is_hit, aim, battle = COMBAT.roll(battle, aim, ask, "")
    battle.shared.free_tris  # attr-defined
    return battle
""" + "".join(_EACH_GAME.format(game=game, title=game.title()) for game in GAMES)
_EXPECTED = re.compile(r"# ([a-z-]+)$")
_ERROR = re.compile(r":(\d+): error: .* \[([a-z-]+)\]$")


@pytest.mark.slow
def test_planted_mistakes_are_found_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the sheets, gear and shared values of every game, `replace`, options, answers and measures."""
    monkeypatch.chdir(ROOT)
    module = tmp_path / "planted.py"
    module.write_text(_PLANTED, encoding="utf-8")
    # The cache of the usual check, so that only this module is read.
    told, trouble, _ = api.run(["--config-file", str(ROOT / "pyproject.toml"), "--no-pretty", str(module)])
    assert not trouble
    found = {(int(at[1]), at[2]) for line in told.splitlines() if (at := _ERROR.search(line))}
    lines = enumerate(_PLANTED.splitlines(), 1)
    assert found == {(number, meant[1]) for number, line in lines if (meant := _EXPECTED.search(line))}, told


def test_rules_name_the_types_of_their_game() -> None:
    """House rules know no sheet yet, and one action of the family wraps one that belongs to no game."""
    untyped = re.compile(r"\bAnyBattle\b|\.option\(")
    rulesets = ROOT / "model" / "rulesets"
    found = {
        path.relative_to(rulesets).as_posix()
        for path in rulesets.rglob("*.py")
        if untyped.search(path.read_text(encoding="utf-8"))
    }
    assert found <= {"kalos/settings.py", "families/ogc/pools.py"}


_READ = re.compile(
    r"""\.option\("(\w+)"|call\.options(?:\.get\(|\[)"(\w+)"|"(\w+)" (?:not )?in call\.options"""
    r"""|(?:needed|needed_name|whole_number|given_number)\(call, "(\w+)\""""
)


def test_edits_read_only_options_that_an_action_declares() -> None:
    """Edits take any value that a file can hold and convert it; so the names of their options are checked here."""
    declared = {
        parameter.key
        for ruleset in RULESETS.values()
        for action in ruleset.actions.values()
        for parameter in action.parameters
    }
    read = {
        (path.name, key)
        for path in (ROOT / "model" / "engine").glob("*.py")
        for found in _READ.finditer(path.read_text(encoding="utf-8"))
        for key in found.groups()
        if key is not None
    }
    assert read
    assert {(module, key) for module, key in read if key not in declared} == set()
