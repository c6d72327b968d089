"""Cover dice, and rolling them again while prone (WL-MIS-04, WL-PRONE-06, WL-AMB-24)."""

from __future__ import annotations

from dataclasses import dataclass

from model.dice.readings import combat_damage
from model.dice.requests import Count, combat_dice, pool
from model.dice.rolls import Roll
from model.engine.ask import Ask, Throw
from model.engine.effects import has_effect
from model.engine.requests import Choice, Question
from model.rulesets.wasteland.conditions import PRONE
from model.rulesets.wasteland.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import gm_text, text

WORTHS = (("blank", 0, "A blank"), ("one", 1, "A 1"), ("two", 2, "A 2"))
"""What a cover die can be worth; dice of the same worth are the same to whoever rolls again."""


@dataclass(frozen=True)
class CoverRoll:
    """What the dice of a cover come to: those that stay, and those rolled again."""

    fixed: int = 0
    throw: Throw | None = None


NO_COVER = CoverRoll()
STOPPED = (Count(reading=combat_damage, one="stopped", is_bare=True),)
"""What the dice of a cover are read as: effects do nothing on them."""


def cover_roll(battle: AnyBattle, target: Id, dice: int, ask: Ask) -> CoverRoll:
    """What the target's cover takes off this hit; its dice are read with those of the damage."""
    if not dice or rules(battle).cover_effect == "difficulty_per_die":
        return NO_COVER
    if rules(battle).cover_effect == "note_only":
        ask.say(gm_text("The target has {dice} cover dice.", dice=dice))
        return NO_COVER
    if not has_effect(battle, target, PRONE):
        roll = ask.roll(combat_dice("cover", "Cover", dice, counts=STOPPED), target)
        return CoverRoll(throw=Throw(roll, (combat_damage,)))
    roll = ask.roll(pool("cover", "Cover", dice, 6, counts=STOPPED), target)
    if roll.record is None:
        open_roll = ask.roll(pool("cover.open", "Cover", dice, 36), target)
        return CoverRoll(throw=Throw(open_roll, (_BLANKS_AGAIN,)))
    return _rolled_again(battle, target, roll, ask)


_BLANKS_AGAIN = tuple(first or second for first in combat_damage for second in combat_damage)
"""What a cover die comes to whose blank is rolled again, by the 36 falls of the two: odds read it as one die."""


def _rolled_again(battle: AnyBattle, target: Id, roll: Roll, ask: Ask) -> CoverRoll:
    """None, some or all of the dice once more; the new result stands (WL-PRONE-06)."""
    chosen = _chosen(roll, target, ask)
    fixed, throws = 0, []
    for key, worth, label in WORTHS:
        if count := chosen.get(key, 0):
            fixed -= count * worth
            least = worth if rules(battle).cover_reroll_keep_better else 0
            again = ask.roll(pool(f"cover.{key}", f"{label} again", count, 6, counts=STOPPED), target)
            throws.append(Throw(again, (tuple(max(value, least) for value in combat_damage),)))
    return CoverRoll(fixed, Throw(roll, (combat_damage,), also=tuple(throws)))


def _count(roll: Roll, worth: int) -> int:
    return int(roll.read(tuple(int(value == worth) for value in combat_damage)))


def _chosen(roll: Roll, target: Id, ask: Ask) -> dict[str, int]:
    """How many dice of each worth are rolled again."""
    choices: list[Choice] = []
    for key, worth, label in WORTHS:
        count = _count(roll, worth)
        choices += (Choice(key=f"{key}{number}", label=label) for number in range(1, count + 1))
    question = Question(
        id="cover.again",
        title=text("Prone: which cover dice are rolled again?"),
        kind="options",
        options=tuple(choices),
        least=0,
        most=len(choices),
        default=tuple(choice.key for choice in choices if choice.key.startswith("blank")),
        rule="WL-PRONE-06",
    )
    chosen = ask.choose(question, target)
    return {key: sum(one.startswith(key) for one in chosen) for key, _, _ in WORTHS}
