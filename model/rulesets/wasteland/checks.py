"""Tests: combat dice and pools of d20, help, and the re-roll of an aim (WL-TEST, WL-CD-01, WL-MAJ-01, WL-MIN-01)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from model.dice.outcomes import Combined, Outcome, Throw, folded
from model.dice.readings import Reading, at_or_over
from model.dice.requests import Count, DiceRequest, pool
from model.dice.rolls import Roll
from model.engine.ask import Ask, MeasureKey
from model.engine.calls import Call
from model.engine.effects import add_effect, end_effects, end_effects_of, has_effect
from model.engine.modifiers import Modifier, explain, term
from model.engine.requests import Choice, Question
from model.engine.ruleset import Parameter
from model.rulesets.wasteland import odds
from model.rulesets.wasteland.conditions import (
    AIMING,
    ASSISTING,
    CONDITIONS,
    is_able,
)
from model.rulesets.wasteland.payment import BUY, buy_dice, earn_points
from model.rulesets.wasteland.rerolls import Aimed, Die, added, kinds_of, spread_of
from model.rulesets.wasteland.settings import rules
from model.rulesets.wasteland.sheet import Battle, Pair
from model.rulesets.wasteland.values import attribute, rating, titled
from model.state.base import Id, Record, replace
from model.state.folding import folded as spelt_alike
from model.state.texts import Explanation, Part, gm_text, text

DAMAGE_READING: Reading = (1, 2, 0, 0, 1, 1)
EFFECT_READING: Reading = (0, 0, 0, 0, 1, 1)
"""What each face of a combat die is worth, as damage and as effects (WL-CD-01)."""
DAMAGE_AND_EFFECTS = (
    Count(reading=DAMAGE_READING, one="damage", is_bare=True),
    Count(reading=EFFECT_READING, one="effect", several="effects"),
)


def combat_dice(
    id: str, title: str, count: int, *, words: tuple[str, ...] = (), counts: tuple[Count, ...] = DAMAGE_AND_EFFECTS
) -> DiceRequest:
    """Six-sided dice read as damage and effects, typed as faces or as `5/2` (WL-CD-01)."""
    return DiceRequest(
        id=id, title=title, count=count, words=words, is_sum=False, counts=counts, plural="combat dice",
        called=(DAMAGE_READING, EFFECT_READING),
    )  # fmt: skip


# ------------------------------------------------------------------------------------------- help that waits for a test


class Helper(Record):
    """A combatant whose help waits for a test."""

    who: Id
    pair: Pair
    effect: Id


def promise_help(battle: Battle, who: Id, other: Id, pair: Pair) -> Battle:
    """Help a combatant with their next test, at the latest before the helper's next turn (WL-AMB-09)."""
    return add_effect(battle, who, ASSISTING, other=other, until="turn_start", note="+".join(pair))


def helpers_of(battle: Battle, who: Id) -> tuple[Helper, ...]:
    """Combatants able to help whose help waits for a test of `who`."""
    found = []
    for helper, combatant in battle.combatants.items():
        for effect in combatant.effects.values():
            if effect.kind == ASSISTING and effect.other == who and is_able(battle, helper):
                name, _, skill = effect.note.partition("+")
                found += [Helper(helper, (name, skill), effect.id)] if skill else []
    return tuple(found)


# ---------------------------------------------------------------------------------------------------------------- tests


WORDS = ("success", "failure")


class Check(Record, kw_only=True):
    """A test to be rolled."""

    id: str
    title: str
    who: Id
    pair: Pair
    difficulty: Explanation
    words: tuple[str, ...] = WORDS
    verdict: str = "passed"
    verdict_title: str = "Passed"
    measure: MeasureKey = odds.PASSED
    """What the odds call it if it is passed."""
    can_aim: bool = False


class CheckResult(Record, kw_only=True):
    """The result of a test. The dice are read only as far as needed."""

    passed: bool
    check: Check
    difficulty: int
    roll: Roll | None = None
    reading: Reading = ()
    more: int = 0
    """Successes of helpers, and the change by a re-rolled die."""

    def surplus(self) -> int:
        """Successes beyond the difficulty: the action points that the test generates (WL-AP-02)."""
        if self.roll is None or not self.passed:
            return 0
        return max(0, int(self.roll.read(self.reading)) + self.more - self.difficulty)


class Tally(Record):
    """The total of all dice of a test."""

    successes: int
    complications: int


class Throws(Record):
    """All dice of a test: the pool, a die re-rolled after an aim, and those of helpers."""

    roll: Roll
    reading: Reading
    complications: Reading
    again: Roll | None = None
    chosen: Callable[[Sequence[int]], Die | None] = lambda counts: None
    """Which kind of die of the pool, given by the number of its dice of each kind, was re-rolled."""
    helpers: tuple[Outcome, ...] = ()

    def outcome(self, then: Callable[[Tally], Any]) -> Outcome:
        """The outcome of `then` for the tally of all dice, read together."""
        dice: list[Outcome] = [self._own()]
        if self.again is not None:
            dice.append(Throw(self.again, (self.reading, self.complications)))
        if self.helpers:
            dice.append(folded(operator.add, *self.helpers))
        return Combined(tuple(dice), lambda *values: then(self._tally(*values)))

    def _own(self) -> Throw:
        """What the pool comes to without the die that is re-rolled, and whether there is one.

        Of complications is told what is ever used: none, one or several.
        """
        if self.again is None:
            return Throw(self.roll, (self.reading, self.complications), lambda own, bad: (own, min(bad, 2), False))
        kinds = kinds_of(self.reading, self.complications)

        def left(*counts: int) -> tuple[int, int, bool]:
            own = sum(die.worth * count for die, count in zip(kinds, counts, strict=True))
            bad = sum(die.complication * count for die, count in zip(kinds, counts, strict=True))
            die = self.chosen(counts)
            return (own, min(bad, 2), False) if die is None else (own - die.worth, min(bad - die.complication, 2), True)

        return Throw(self.roll, tuple(die.faces for die in kinds), left)

    def _tally(self, own: tuple[int, int, bool], *others: Any) -> Tally:
        """The tally of all dice; help counts only with an own success after the aim (WL-MAJ-01)."""
        successes, complications, is_again = own
        if self.again is not None:
            (worth, bad), *others = others  # type: ignore[assignment]
            if is_again:
                successes, complications = successes + worth, complications + bad
        help = sum(others) if successes >= 1 else 0
        return Tally(successes + help, complications)


# -------------------------------------------------------------------------------------------------------------- numbers


def successes_of(battle: Battle, who: Id, skill: str, target: int) -> Reading:
    """What each face of a d20 is worth in a test of a skill against a target number (WL-TEST-02)."""
    is_tag = any(spelt_alike(tag) == spelt_alike(skill) for tag in battle.combatants[who].sheet.tags)
    return _faces_worth(max(1, rating(battle, who, skill) if is_tag else 0), target)


@lru_cache(maxsize=256)
def _faces_worth(up_to: int, target: int) -> Reading:
    """What each face of a d20 is worth: two successes up to `up_to`, else one up to `target`."""
    return tuple(2 if face <= up_to else 1 if face <= target else 0 for face in range(1, 21))


def complications_of(battle: Battle) -> Reading:
    return at_or_over(20, rules(battle).complication_from)


def counts_of(successes: Reading, complications: Reading) -> tuple[Count, ...]:
    """How the d20s of a test are counted: as successes and complications."""
    return (
        Count(reading=successes, one="success", several="successes"),
        Count(reading=complications, one="complication", several="complications"),
    )


def target_number(battle: Battle, who: Id, pair: Pair, key: str = "target") -> Explanation:
    """Attribute + skill, or the target number given for a simple NPC (WL-TEST-01, WL-MIS-05)."""
    name, skill = pair
    given = battle.combatants[who].sheet.given
    found = given.get(skill, given.get("test"))
    if found is not None:
        parts = [term("given", "Given", found, "WL-MIS-05")]
    else:
        parts = [
            term(name, titled(name), attribute(battle, who, name), "WL-TEST-01"),
            term(skill, titled(skill), rating(battle, who, skill), "WL-TEST-01"),
        ]
    return explain(key, "Target number", [*parts, *CONDITIONS.modifiers(battle, who, "target")])


def difficulty_of(battle: Battle, who: Id, parts: Iterable[Modifier], call: Call, *, needs_sight: bool) -> Explanation:
    """The sum of all parts, at least 0 (WL-ATK-09, WL-TEST-01, WL-AMB-12)."""
    # The GM says for each test whether it needs sight; by default its kind does (WL-AMB-16, WL-AMB-23).
    said = SIGHT_PARAMETER.said(call)
    kinds = ("sight",) if (needs_sight if said == "auto" else said == "yes") else ()
    counted = [*parts, *CONDITIONS.modifiers(battle, who, "difficulty", *kinds)]
    if typed := int(_DIFFICULTY.said(call)):
        counted.append(Modifier(key="gm_modifier", label="GM", amount=typed, rule="WL-ATK-09"))
    explanation = explain("difficulty", "Difficulty", counted)
    if explanation.total >= 0:
        return explanation
    floor = Part(key="floor", label="Minimum", amount=-explanation.total, rule="WL-TEST-01")
    return Explanation(key=explanation.key, title=explanation.title, parts=(*explanation.parts, floor))


def needs_sight(pair: Pair) -> bool:
    """Preset for whether a test other than an attack needs sight: tests of Perception do (WL-AMB-23)."""
    return pair[0] == "perception"


# ------------------------------------------------------------------------------------------------------------- the roll


POOL = 2
"""d20s of a test before any are bought (WL-TEST-02)."""


def take_test(battle: Battle, check: Check, call: Call, ask: Ask) -> tuple[CheckResult, Battle]:
    """Buy dice, roll, re-roll what an aim allows, add help, and determine whether the test passes."""
    # Odds are recorded for the target, or for the tester if there is no target.
    about = call.targets[0] if call.targets else check.who
    difficulty = ask.number(check.difficulty)
    battle = buy_dice(battle, call, ask)
    target = ask.number(target_number(battle, check.who, check.pair))
    reading = successes_of(battle, check.who, check.pair[1], target)
    count = _pool_size(battle, check, POOL + int(BUY.said(call)), ask)
    complications = complications_of(battle)
    counts = counts_of(reading, complications)
    request = pool(check.id, check.title, count, against=difficulty, words=check.words, counts=counts)
    roll = ask.roll(request, check.who)
    throws = Throws(roll, reading, complications)
    if check.can_aim and has_effect(battle, check.who, AIMING):
        throws = throws if roll.said else _rolled_again(battle, check, throws, difficulty, call, ask)
        battle = end_effects_of(battle, check.who, AIMING)
    throws, battle = _helped(battle, check, throws, call, ask)
    more, passes, total = 0, None, None
    if roll.said is None:
        passes, _ = ask.resolve(
            throws.outcome(lambda tally: (tally.successes >= difficulty, tally.complications > 0)),
            who=about,
            measures={odds.COMPLICATION: lambda came_to: came_to[1]},
            alike=lambda came_to: came_to[0],
        )
        if not roll.is_open:
            tally = throws.outcome(lambda tally: tally).value()
            total, more = tally.successes, tally.successes - roll.read(reading)
            several = "success" if total == 1 else "successes"
            ask.add_message(
                gm_text("{total} {several} against {against}.", total=total, several=several, against=difficulty)
            )
            _note_complications(tally, ask)
    passed = ask.verdict(
        check.verdict, check.verdict_title, roll, at_least=difficulty, rule="WL-TEST-01", of=reading,
        computed=passes, total=total,
    )  # fmt: skip
    ask.measure(about, check.measure, passed)
    outcome = CheckResult(passed=passed, check=check, difficulty=difficulty, roll=roll, reading=reading, more=more)
    return outcome, battle


def _pool_size(battle: Battle, check: Check, count: int, ask: Ask) -> int:
    """How many d20s are rolled: one at least, with what conditions of the GM's own add or take away."""
    more = CONDITIONS.modifiers(battle, check.who, "dice")
    if not more:
        return count
    parts = [term("dice", "Dice", count, "WL-TEST-01"), *more]
    return max(1, ask.number(explain(f"dice.{check.id}", "Dice", parts)))


def _note_complications(tally: Tally, ask: Ask) -> None:
    """Show complications to the GM, who decides what they do (WL-MIS-01)."""
    if tally.complications > 0:
        ask.add_message(gm_text("A complication!" if tally.complications == 1 else "More than one complication!"))


# --------------------------------------------------------------------------------------------------------- aim and help


def _rolled_again(battle: Battle, check: Check, throws: Throws, difficulty: int, call: Call, ask: Ask) -> Throws:
    """Re-roll one die after an aim (WL-MIN-01, WL-AMB-22): in odds the best one, at the table as chosen."""
    kinds = kinds_of(throws.reading, throws.complications)
    help: dict[int, int] = {0: 1}
    for helper in _helpers(battle, check, call):
        target = target_number(battle, helper.who, helper.pair).total
        help = added(help, spread_of(successes_of(battle, helper.who, helper.pair[1], target)))
    aimed = Aimed(kinds, throws.reading, difficulty, help)
    best = aimed.best
    if not throws.roll.is_open:
        die = _die_for_aim(check, throws, aimed, ask)
        if die is None:
            return throws
        best = lambda counts: die  # noqa: E731  # a choice that does not depend on the dice
    counts = counts_of(throws.reading, throws.complications)
    again = ask.roll(pool(f"{check.id}.again", "Re-roll", 1, counts=counts), check.who)
    return replace(throws, again=again, chosen=best)


KEEP = "keep"


def _die_for_aim(check: Check, throws: Throws, aimed: Aimed, ask: Ask) -> Die | None:
    """Ask which kind of die to re-roll; the default is the best choice."""
    counts = [throws.roll.read(die.faces) for die in aimed.kinds]
    best = aimed.best(counts)
    shown = {die.key: die for die, count in zip(aimed.kinds, counts, strict=True) if count}
    question = Question(
        id=f"{check.id}.aim",
        title=text("Aimed: which die is re-rolled?"),
        options=(*(Choice(key=key, label=die.label) for key, die in shown.items()), Choice(key=KEEP, label="Keep all")),
        default=KEEP if best is None else best.key,
        rule="WL-MIN-01",
    )
    return shown.get(ask.choose(question, check.who))


def _helpers(battle: Battle, check: Check, call: Call) -> tuple[Helper, ...]:
    """The helpers of a test, if it uses their help."""
    return helpers_of(battle, check.who) if _USE_HELP.said(call) else ()


def _helped(battle: Battle, check: Check, throws: Throws, call: Call, ask: Ask) -> tuple[Throws, Battle]:
    """Let the helpers roll if there is an own success, without which help does not count (WL-MAJ-01, WL-MAJ-03)."""
    helpers = _helpers(battle, check, call)
    if not helpers:
        return throws, battle
    # Help counts for one test only.
    spent = {helper.effect for helper in helpers}
    battle = end_effects(battle, lambda bearer, effect: effect.id in spent)
    is_known = not throws.roll.is_open
    if throws.roll.said or (is_known and not throws.outcome(lambda tally: tally.successes).value()):
        ask.log(battle, "The help for {0} is wasted.", check.who)
        return throws, battle
    return replace(throws, helpers=tuple(_throw_of_helper(battle, helper, ask) for helper in helpers)), battle


def _throw_of_helper(battle: Battle, helper: Helper, ask: Ask) -> Throw:
    target = ask.number(target_number(battle, helper.who, helper.pair, f"target.{helper.who}"))
    reading = successes_of(battle, helper.who, helper.pair[1], target)
    counts = counts_of(reading, complications_of(battle))[:1]
    roll = ask.roll(pool(f"help.{helper.who}", "Help", 1, against=1, words=WORDS, counts=counts), helper.who)
    return Throw(roll, (reading,))


def keep_points(battle: Battle, outcome: CheckResult, ask: Ask, *, spent: int = 0) -> Battle:
    """Add the points that the test generated to the pool, except those spent at once (WL-AP-02, WL-AMB-26)."""
    return earn_points(battle, outcome.check.who, outcome.surplus() - spent, ask)


SIGHT_PARAMETER = Parameter(
    key="sight", title="Needs sight", kind="choice", default="auto", options=("auto", "yes", "no"), rule="WL-INJ-05",
    help="Whether a head injury counts.",
)  # fmt: skip
_DIFFICULTY = Parameter(
    key="difficulty", title="GM: difficulty", kind="number", default=0, least=-10, most=10, rule="WL-ATK-09",
)  # fmt: skip
_USE_HELP = Parameter(
    key="use_help", title="Uses help", kind="flag", default=True, rule="WL-MAJ-01",
    applies=lambda battle, call: any(helpers_of(battle, call.actor)),
)  # fmt: skip


TEST_PARAMETERS = (_DIFFICULTY, SIGHT_PARAMETER, _USE_HELP)
