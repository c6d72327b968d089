"""Cover dice, and rolling them again while prone (WL-MIS-04, WL-PRONE-06, WL-AMB-24)."""

from __future__ import annotations

from model.dice.readings import combat_damage
from model.dice.requests import combat_dice, pool
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.effects import has_effect
from model.engine.requests import Choice, Question
from model.rulesets.wasteland.conditions import PRONE
from model.rulesets.wasteland.settings import setting
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import gm_text, text

WORTHS = (("blank", 0, "A blank"), ("one", 1, "A 1"), ("two", 2, "A 2"))
"""What a cover die can be worth; dice of the same worth are the same to whoever rolls again."""


def cover_roll(battle: AnyBattle, target: Id, dice: int, ask: Ask) -> int:
    """What the target's cover takes off this hit."""
    if not dice or setting(battle, "cover_effect") == "difficulty_per_die":
        return 0
    if setting(battle, "cover_effect") == "note_only":
        ask.say(gm_text("The target has {dice} cover dice.", dice=dice))
        return 0
    if not has_effect(battle, target, PRONE):
        return int(ask.roll(combat_dice("cover", "Cover", dice), target).read(combat_damage))
    roll = ask.roll(pool("cover", "Cover", dice, 6), target)
    return _rolled_again(battle, target, roll, ask)


def _rolled_again(battle: AnyBattle, target: Id, roll: Roll, ask: Ask) -> int:
    """None, some or all of the dice once more; the new result stands (WL-PRONE-06)."""
    total = int(roll.read(combat_damage))
    choices = []
    for key, worth, label in WORTHS:
        count = roll.read(tuple(int(value == worth) for value in combat_damage))
        choices += [Choice(key=f"{key}{number}", label=label) for number in range(1, count + 1)]
    blanks = tuple(choice.key for choice in choices if choice.key.startswith("blank"))
    question = Question(
        id="cover.again",
        title=text("Prone: which cover dice are rolled again?"),
        kind="options",
        options=tuple(choices),
        least=0,
        most=len(choices),
        default=blanks,
        rule="WL-PRONE-06",
    )
    chosen = ask.choose(question, target)
    if not chosen:
        return total
    for key, worth, label in WORTHS:
        count = sum(one.startswith(key) for one in chosen)
        if count:
            total += _change(battle, target, key, label, count, worth, ask)
    return total


def _change(battle: AnyBattle, target: Id, key: str, label: str, count: int, worth: int, ask: Ask) -> int:
    """What rolling dice of one worth again changes."""
    roll = ask.roll(pool(f"cover.{key}", f"{label} again", count, 6), target)
    least = worth if setting(battle, "cover_reroll_keep_better") else 0
    return int(roll.read(tuple(max(value, least) for value in combat_damage))) - count * worth
