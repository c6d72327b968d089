"""Tests: the pool of d20, what its dice are worth, help, difficulty and the points they leave (WL-TEST, WL-AP-02)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from dataclasses import replace as with_fields
from typing import Any

from model.dice.readings import Reading, at_or_over
from model.dice.requests import Count, pool
from model.dice.rolls import Roll
from model.engine.ask import Ask, Throw
from model.engine.calls import Call
from model.engine.effects import end_effects_of, has_effect
from model.engine.modifiers import Modifier, explain, term
from model.engine.requests import Choice, Question
from model.engine.ruleset import Parameter
from model.engine.telling import tell
from model.rulesets.wasteland.conditions import AIMING, CONDITIONS
from model.rulesets.wasteland.gear import Pair
from model.rulesets.wasteland.helping import Helper, helpers_of, spend_help
from model.rulesets.wasteland.points import buy_dice, earn_points
from model.rulesets.wasteland.settings import rules
from model.rulesets.wasteland.stats import attribute, rating, titled
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Explanation, Part, gm_text, text

WORDS = ("success", "failure")


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

    @property
    def measure(self) -> str:
        """What odds call it: the verdict, whoever's it is."""
        return self.verdict.partition(".")[0]


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


WORTH, COMPLICATION, KEEP, WORST = "worth_", "complication", "keep", "worst"
MISS = f"{WORTH}0"


@dataclass(frozen=True)
class Tally:
    """What all dice of a test come to."""

    successes: int
    complications: int


@dataclass(frozen=True)
class Throws:
    """All dice of a test: the pool, a die rolled again after an aim, and those of helpers."""

    roll: Roll
    reading: Reading
    complications: Reading
    again: Roll | None = None
    chosen: str = ""
    """Which die of the pool was rolled again, by what it was worth."""
    keeps_better: bool = False
    helpers: tuple[Throw, ...] = ()
    certain: int = 0
    """Successes of helpers who need not roll."""

    def read(self, ask: Ask, then: Callable[[Tally], Any], **measured: Any) -> Any:
        """What matters about the tally of all dice, read together; more by name as `Ask.read_together` takes it."""
        misses = tuple(int(value == 0) for value in self.reading)
        dice = [Throw(self.roll, (self.reading, self.complications, misses), _as_told)]
        if self.again is not None:
            dice.append(Throw(self.again, (self.reading, self.complications)))
        if self.helpers:
            dice.append(with_fields(self.helpers[0], also=self.helpers[1:]))
        return ask.read_together(*dice, then=lambda *values: then(self._tally(*values)), **measured)

    def _tally(self, own: tuple[int, int, int], *others: Any) -> Tally:
        """An own success, after the aim, is what lets help count (WL-MAJ-01)."""
        successes, complications, misses = own
        if self.again is not None:
            (worth, new), *others = others  # type: ignore[assignment]
            worst = COMPLICATION if complications else MISS if misses else KEEP
            change, other = self._change(worst if self.chosen == WORST else self.chosen, worth, new)
            successes, complications = successes + change, complications + other
        help = self.certain + sum(others) if successes >= 1 else 0
        return Tally(successes + help, complications)

    def _change(self, chosen: str, worth: int, new: int) -> tuple[int, int]:
        """What the die rolled again changes, in successes and complications; the new result stands (WL-MIN-01)."""
        if chosen == KEEP:
            return 0, 0
        change = worth - (0 if chosen == COMPLICATION else int(chosen.removeprefix(WORTH)))
        if self.keeps_better and change < 0:
            return 0, 0
        return change, new - (chosen == COMPLICATION)


def _as_told(successes: int, complications: int, misses: int) -> tuple[int, int, bool]:
    """No more of a pool than is ever asked about: one complication or more, a miss or none."""
    return successes, min(complications, 2), misses > 0


# ------------------------------------------------------------------------------------------ numbers


def successes_of(battle: AnyBattle, who: Id, skill: str, target: int) -> Reading:
    """What each face of a d20 is worth in a test of a skill against a target number (WL-TEST-02)."""
    counts, worth = rules(battle).critical_on, rules(battle).critical_successes
    is_tag = skill in battle.combatants[who].sheet.tags
    up_to = rating(battle, who, skill) if is_tag and counts in ("one_or_tag", "tag_only") else 0
    if counts in ("one_or_tag", "one_only"):
        up_to = max(1, up_to)
    return tuple(worth if face <= up_to else 1 if face <= target else 0 for face in range(1, 21))


def complications_of(battle: AnyBattle) -> Reading:
    return at_or_over(20, rules(battle).complication_from)


def counts_of(successes: Reading, complications: Reading) -> tuple[Count, ...]:
    """What a d20 of a test is read as."""
    return (
        Count(reading=successes, one="success", several="successes"),
        Count(reading=complications, one="complication", several="complications"),
    )


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
    kinds = ("sight",) if _is_by_sight(call, needs_sight) else ()
    counted = [*parts, *CONDITIONS.modifiers(battle, who, "difficulty", *kinds)]
    if typed := int(call.option("difficulty", 0)):
        counted.append(Modifier(key="gm_modifier", label="GM", amount=typed, rule="WL-ATK-09"))
    explanation = explain("difficulty", "Difficulty", counted)
    lift = rules(battle).difficulty_min - explanation.total
    if lift <= 0:
        return explanation
    floor = Part(key="floor", label="Not lower", amount=lift, rule="WL-TEST-01")
    return Explanation(key=explanation.key, title=explanation.title, parts=(*explanation.parts, floor))


def _is_by_sight(call: Call, preset: bool) -> bool:
    """Whether a test needs sight: as the GM says, else as its preset is (WL-AMB-16, WL-AMB-23)."""
    sight = call.option("sight", "auto")
    return preset if sight == "auto" else sight != "no"


def needs_sight(battle: AnyBattle, kind: str, pair: Pair) -> bool:
    """The preset: by kind of attack, or tests of Perception (WL-AMB-23)."""
    preset = rules(battle).vision_preset
    return kind in preset or (pair[0] == "perception" and "per_tests" in preset and not kind)


# ------------------------------------------------------------------------------------------ the roll


def take_test(battle: AnyBattle, check: Check, call: Call, ask: Ask) -> tuple[Outcome, AnyBattle]:
    """Buy dice, roll, roll again what an aim allows, add help, and see whether it passes."""
    # Odds tell everything of the target, or of whoever takes the test without one.
    about = call.targets[0] if call.targets else check.who
    difficulty = ask.number(check.difficulty)
    if difficulty <= 0 and not rules(battle).roll_at_zero:
        ask.measure(about, check.measure, True)
        return Outcome(passed=True, check=check, difficulty=0), battle
    battle = buy_dice(battle, call, ask)
    target = ask.number(target_number(battle, check.who, check.pair))
    reading = successes_of(battle, check.who, check.pair[1], target)
    count = rules(battle).pool_base + int(call.option("dice", 0))
    complications = complications_of(battle)
    counts = counts_of(reading, complications)
    request = pool(check.id, check.title, count, against=difficulty, words=check.words, counts=counts)
    roll = ask.roll(request, check.who)
    throws = Throws(roll, reading, complications)
    if check.can_aim and has_effect(battle, check.who, AIMING):
        throws = throws if roll.said else _rolled_again(battle, check, throws, ask)
        battle = end_effects_of(battle, check.who, AIMING)
    throws, battle = _helped(battle, check, throws, call, ask)
    more, passes, total = 0, None, None
    if roll.said is None:
        passes = throws.read(
            ask,
            lambda tally: (tally.successes >= difficulty, tally.complications > 0),
            who=about,
            measures={"complication": lambda came_to: came_to[1]},
            matters=lambda came_to: came_to[0],
        )
        if roll.record is not None:
            tally = throws.read(ask, lambda tally: tally)
            total, more = tally.successes, tally.successes - roll.read(reading)
            several = "success" if total == 1 else "successes"
            ask.say(gm_text("{total} {several} against {against}.", total=total, several=several, against=difficulty))
            _note_complications(tally, ask)
    passed = ask.verdict(
        check.verdict, check.verdict_title, roll, at_least=difficulty, rule="WL-TEST-01", of=reading,
        computed=passes, total=total,
    )  # fmt: skip
    ask.measure(about, check.measure, passed)
    outcome = Outcome(passed=passed, check=check, difficulty=difficulty, roll=roll, reading=reading, more=more)
    return outcome, battle


def _note_complications(tally: Tally, ask: Ask) -> None:
    """Complications are shown to the GM, who decides what they do (WL-MIS-01)."""
    if tally.complications > 0:
        ask.say(gm_text("A complication!" if tally.complications == 1 else "More than one complication!"))


# ------------------------------------------------------------------------------------------ aim and help


def _rolled_again(battle: AnyBattle, check: Check, throws: Throws, ask: Ask) -> Throws:
    """One die rolled again after an aim (WL-MIN-01, WL-AMB-22); while odds are weighed the worst one."""
    chosen = WORST if throws.roll.record is None else _die_for_aim(check, throws, ask)
    if chosen == KEEP:
        return throws
    counts = counts_of(throws.reading, throws.complications)
    again = ask.roll(pool(f"{check.id}.again", "Rolled again", 1, counts=counts), check.who)
    keeps_better = rules(battle).aim_keep_better
    return with_fields(throws, again=again, chosen=chosen, keeps_better=keeps_better)


def _die_for_aim(check: Check, throws: Throws, ask: Ask) -> str:
    """Which die, told by what it is worth; the worst is proposed."""
    counted = {COMPLICATION: throws.complications}
    for worth in sorted(set(throws.reading)):
        counted[f"{WORTH}{worth}"] = tuple(int(value == worth) for value in throws.reading)
    keys = [key for key, reading in counted.items() if throws.roll.read(reading)]
    titles = {COMPLICATION: "A complication", MISS: "A miss", f"{WORTH}1": "A success"}
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


def _helped(battle: AnyBattle, check: Check, throws: Throws, call: Call, ask: Ask) -> tuple[Throws, AnyBattle]:
    """Those who help roll, if there is an own success beside which it counts (WL-MAJ-01, WL-MAJ-03)."""
    helpers = helpers_of(battle, check.who) if call.option("use_help", True) else ()
    if not helpers:
        return throws, battle
    battle = spend_help(battle, helpers)
    is_known = throws.roll.record is not None
    if throws.roll.said or (is_known and not throws.read(ask, lambda tally: tally.successes)):
        ask.say(tell(battle, "The help for {0} comes to nothing.", check.who))
        return throws, battle
    rolled = tuple(_throw_of_helper(battle, helper, ask) for helper in helpers if not helper.is_certain)
    certain = sum(helper.is_certain for helper in helpers)
    return with_fields(throws, helpers=rolled, certain=certain), battle


def _throw_of_helper(battle: AnyBattle, helper: Helper, ask: Ask) -> Throw:
    target = ask.number(target_number(battle, helper.who, helper.pair, f"target.{helper.who}"))
    reading = successes_of(battle, helper.who, helper.pair[1], target)
    counts = counts_of(reading, complications_of(battle))[:1]
    roll = ask.roll(pool(f"help.{helper.who}", "Help", 1, against=1, words=WORDS, counts=counts), helper.who)
    return Throw(roll, (reading,))


def keep_points(battle: AnyBattle, outcome: Outcome, ask: Ask, *, spent: int = 0) -> AnyBattle:
    """What the test generated goes into the pool (WL-AP-02, WL-AMB-26), but for what was spent at once."""
    if not outcome.check.is_kept and rules(battle).ap_from == "rally_only":
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
