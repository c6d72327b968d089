"""What zones and ways are like, in the words that stand on the map (WL-MIS-08)."""

from __future__ import annotations

from model.engine.traits import Traits
from model.rulesets.wasteland.sheet import Gate, Ground


def ground_words(ground: Ground, is_for_players: bool) -> tuple[str, ...]:
    """Radiation is a danger that players do not see, and notes are the GM's."""
    words = [f"cover {ground.cover} CD"] if ground.cover else []
    if ground.entry_cost > 1:
        words.append(f"entering counts {ground.entry_cost}")
    if is_for_players:
        return tuple(words)
    dice = [f"{ground.radiation_dice} CD"] if ground.radiation_dice else []
    amount = " + ".join([str(ground.radiation), *dice] if ground.radiation else dice)
    words += [f"radiation {amount}"] if amount else []
    return (*words, *([ground.notes] if ground.notes else []))


def gate_words(gate: Gate, is_for_players: bool) -> tuple[str, ...]:
    """The difficulty is the GM's."""
    pair = " + ".join(part.replace("_", " ").capitalize() for part in (gate.attribute, gate.skill))
    return (pair,) if is_for_players else (f"{pair}, difficulty {gate.difficulty}",)


GROUND = Traits(field="ground", kind=Ground, title="Cover and ground", words=ground_words)
GATES = Traits(field="gates", kind=Gate, title="Test on the way", words=gate_words, is_there_by_default=True)
