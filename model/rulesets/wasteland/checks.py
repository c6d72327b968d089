"""Tests: the pool of d20, what its dice are worth, help, difficulty and the points they leave (WL-TEST, WL-AP-02)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from model.dice.readings import Reading, at_or_over
from model.dice.requests import pool
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import end_effects_of, has_effect
from model.engine.modifiers import Modifier, explain, term
from model.engine.requests import Choice, Question
from model.engine.ruleset import Parameter
from model.engine.telling import tell
from model.rulesets.wasteland.conditions import AIMING, INJURIES, injuries
from model.rulesets.wasteland.gear import Pair
from model.rulesets.wasteland.helping import Helper, helpers_of, spend_help
from model.rulesets.wasteland.points import buy_dice, earn_points
from model.rulesets.wasteland.settings import setting
from model.rulesets.wasteland.stats import attribute, boosts, rating, titled
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Explanation, Part, gm_text, text

WORDS = ("success", "failure")
SIGHT = 2
"""Difficulty that a head injury adds to tests that need sight (WL-INJ-05)."""


@dataclass(frozen=True, kw_only=True)
class Check:
    """A test to be rolled."""

    id: str
    title: str
    who: Id
    pair: Pair
    difficulty: Explanation
    words: tuple[str, ...] = WORDS
    verdict: str = "passed"
    verdict_title: str = "Passed"
    can_aim: bool = False
    is_kept: bool = False
    """Its points are kept even where a house rule keeps only those of Rally."""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How a test came out. The dice are read only as far as somebody asks."""

    passed: bool
    check: Check
    difficulty: int
    roll: Roll | None = None
    reading: Reading = ()
    more: int = 0
    """Successes of helpers, and what a die rolled again changed."""

    def surplus(self) -> int:
        """Successes beyond the difficulty: the action points that the test generates (WL-AP-02)."""
        if self.roll is None or not self.passed:
            return 0
        return max(0, int(self.roll.read(self.reading)) + self.more - self.difficulty)


# ------------------------------------------------------------------------------------------ numbers


def successes_of(battle: AnyBattle, who: Id, skill: str, target: int) -> Reading:
    """What each face of a d20 is worth in a test of a skill against a target number (WL-TEST-02)."""
    counts, worth = setting(battle, "critical_on"), int(setting(battle, "critical_successes"))
    is_tag = skill in battle.combatants[who].sheet.tags
    up_to = rating(battle, who, skill) if is_tag and counts in ("one_or_tag", "tag_only") else 0
    if counts in ("one_or_tag", "one_only"):
        up_to = max(1, up_to)
    return tuple(worth if face <= up_to else 1 if face <= target else 0 for face in range(1, 21))


def complications_of(battle: AnyBattle) -> Reading:
    return at_or_over(20, setting(battle, "complication_from"))


def target_number(battle: AnyBattle, who: Id, pair: Pair, key: str = "target") -> Explanation:
    """Attribute and skill, or the number given for a simple NPC (WL-TEST-01, WL-MIS-05)."""
    name, skill = pair
    given = battle.combatants[who].sheet.given
    found = given.get(skill, given.get("test"))
    if found is not None:
        parts = [term("given", "Given", int(found), "WL-MIS-05")]
    else:
        parts = [
            term(name, titled(name), attribute(battle, who, name), "WL-TEST-01"),
            term(skill, titled(skill), rating(battle, who, skill), "WL-TEST-01"),
        ]
    return explain(key, "Target number", parts)


def difficulty_of(
    battle: AnyBattle, who: Id, parts: Iterable[Modifier], call: Call, *, needs_sight: bool
) -> Explanation:
    """The sum of all parts, never under the lowest difficulty (WL-ATK-09, WL-TEST-01, WL-AMB-12)."""
    counted = [*parts, *_sight(battle, who, call, needs_sight), *boosts(battle, who, "difficulty")]
    if typed := int(call.option("difficulty", 0)):
        counted.append(Modifier(key="gm_modifier", label="GM", amount=typed, rule="WL-ATK-09"))
    explanation = explain("difficulty", "Difficulty", counted)
    lift = int(setting(battle, "difficulty_min")) - explanation.total
    if lift <= 0:
        return explanation
    floor = Part(key="floor", label="Not lower", amount=lift, rule="WL-TEST-01")
    return Explanation(key=explanation.key, title=explanation.title, parts=(*explanation.parts, floor))


def _sight(battle: AnyBattle, who: Id, call: Call, preset: bool) -> Iterator[Modifier]:
    """A head injury, where the test needs sight (WL-INJ-05, WL-AMB-16, WL-AMB-23)."""
    sight = call.option("sight", "auto")
    if sight == "no" or (sight == "auto" and not preset):
        return
    count = len(injuries(battle, who, "head"))
    if count:
        times = count if "head" in setting(battle, "injury_penalties_stack") else 1
        yield Modifier(key=INJURIES["head"], label="Head injury", amount=SIGHT * times, rule="WL-INJ-05")


def needs_sight(battle: AnyBattle, kind: str, pair: Pair) -> bool:
    """The preset: by kind of attack, or tests of Perception (WL-AMB-23)."""
    preset = setting(battle, "vision_preset")
    return kind in preset or (pair[0] == "perception" and "per_tests" in preset and not kind)


# ------------------------------------------------------------------------------------------ the roll


def take_test(battle: AnyBattle, check: Check, call: Call, ask: Ask) -> tuple[Outcome, AnyBattle]:
    """Buy dice, roll, roll again what an aim allows, add help, and see whether it passes."""
    difficulty = ask.number(check.difficulty)
    if difficulty <= 0 and not setting(battle, "roll_at_zero"):
        return Outcome(passed=True, check=check, difficulty=0), battle
    battle = buy_dice(battle, call, ask)
    target = ask.number(target_number(battle, check.who, check.pair))
    reading = successes_of(battle, check.who, check.pair[1], target)
    count = int(setting(battle, "pool_base")) + int(call.option("dice", 0))
    roll = ask.roll(pool(check.id, check.title, count, against=difficulty, words=check.words), check.who)
    more, new_complication = 0, 0
    if check.can_aim and has_effect(battle, check.who, AIMING):
        battle = end_effects_of(battle, check.who, AIMING)
        if roll.said is None:
            more, new_complication = _rolled_again(battle, check, roll, reading, ask)
    helped, battle = _help(battle, check, roll, reading, more, call, ask)
    more += helped
    passed = ask.verdict(
        check.verdict, check.verdict_title, roll, at_least=difficulty - more, rule="WL-TEST-01", of=reading
    )
    if roll.said is None:
        _note_complications(battle, check, roll, new_complication, call, ask)
    outcome = Outcome(passed=passed, check=check, difficulty=difficulty, roll=roll, reading=reading, more=more)
    return outcome, battle


MISS, COMPLICATION, KEEP = "worth_0", "complication", "keep"


def _rolled_again(battle: AnyBattle, check: Check, roll: Roll, reading: Reading, ask: Ask) -> tuple[int, int]:
    """One die rolled again after an aim: what that changes, in successes and complications (WL-MIN-01, WL-AMB-22)."""
    complications = complications_of(battle)
    chosen = _die_for_aim(check, roll, reading, complications, ask)
    if chosen == KEEP:
        return 0, 0
    again = ask.roll(pool(f"{check.id}.again", "Rolled again", 1), check.who)
    old = 0 if chosen == COMPLICATION else int(chosen.removeprefix("worth_"))
    change = int(again.read(reading)) - old
    if setting(battle, "aim_keep_better") and change < 0:
        return 0, 0
    return change, int(again.read(complications)) - (chosen == COMPLICATION)


def _die_for_aim(check: Check, roll: Roll, reading: Reading, complications: Reading, ask: Ask) -> str:
    """Which die, told by what it is worth; the worst is proposed, and taken while odds are weighed."""

    def has(key: str) -> bool:
        worth = key.removeprefix("worth_")
        counted = complications if key == COMPLICATION else tuple(int(str(value) == worth) for value in reading)
        return bool(roll.read(counted, then=bool))

    if roll.record is None:
        return next((key for key in (COMPLICATION, MISS) if has(key)), KEEP)
    titles = {COMPLICATION: "A complication", MISS: "A miss", "worth_1": "A success"}
    keys = [key for key in (COMPLICATION, *(f"worth_{worth}" for worth in sorted(set(reading)))) if has(key)]
    options = tuple(Choice(key=key, label=titles.get(key, "A double success")) for key in keys)
    question = Question(
        id=f"{check.id}.aim",
        title=text("Aimed: which die is rolled again?"),
        options=(*options, Choice(key=KEEP, label="Keep all")),
        default=keys[0] if keys[0] in (COMPLICATION, MISS) else KEEP,
        rule="WL-MIN-01",
    )
    chosen: str = ask.choose(question, check.who)
    return chosen


def _help(
    battle: AnyBattle, check: Check, roll: Roll, reading: Reading, more: int, call: Call, ask: Ask
) -> tuple[int, AnyBattle]:
    """Successes of those who help; they count only beside a success of one's own (WL-MAJ-01, WL-MAJ-03)."""
    helpers = helpers_of(battle, check.who) if call.option("use_help", True) else ()
    if not helpers:
        return 0, battle
    battle = spend_help(battle, helpers)
    if roll.said is not None or not roll.read(reading, then=lambda own: own + more >= 1):
        ask.say(tell(battle, "The help for {0} comes to nothing.", check.who))
        return 0, battle
    return sum(_successes_of_helper(battle, helper, ask) for helper in helpers), battle


def _successes_of_helper(battle: AnyBattle, helper: Helper, ask: Ask) -> int:
    if helper.is_certain:
        return 1
    target = ask.number(target_number(battle, helper.who, helper.pair, f"target.{helper.who}"))
    roll = ask.roll(pool(f"help.{helper.who}", "Help", 1, words=WORDS), helper.who)
    if roll.said is not None:
        return int(roll.at_least(1))
    return int(roll.read(successes_of(battle, helper.who, helper.pair[1], target)))


def _note_complications(battle: AnyBattle, check: Check, roll: Roll, more: int, call: Call, ask: Ask) -> None:
    """Complications are shown to the GM, who decides what they do (WL-MIS-01)."""
    reading = complications_of(battle)
    is_complicated = roll.read(reading, then=lambda count: count + more > 0)
    ask.measure(call.targets[0] if call.targets else check.who, "complication", is_complicated)
    if is_complicated and roll.record is not None:
        count = roll.read(reading) + more
        ask.say(gm_text("A complication!" if count == 1 else "More than one complication!"))


def keep_points(battle: AnyBattle, outcome: Outcome, ask: Ask, *, spent: int = 0) -> AnyBattle:
    """What the test generated goes into the pool (WL-AP-02, WL-AMB-26), but for what was spent at once."""
    if not outcome.check.is_kept and setting(battle, "ap_from") == "rally_only":
        return battle
    return earn_points(battle, outcome.check.who, outcome.surplus() - spent, ask)


SIGHT_PARAMETER = Parameter(
    key="sight", title="Needs sight", kind="choice", default="auto", options=("auto", "yes", "no"), rule="WL-INJ-05",
    help="Whether a head injury counts.",
)  # fmt: skip
TEST_PARAMETERS = (
    Parameter(
        key="difficulty", title="GM: difficulty", kind="number", default=0, least=-10, most=10, rule="WL-ATK-09"
    ),
    SIGHT_PARAMETER,
    Parameter(
        key="use_help", title="Takes help", kind="flag", default=True, rule="WL-MAJ-01",
        applies=lambda battle, call: any(helpers_of(battle, call.actor)),
    ),
)  # fmt: skip
