"""What the GM shows over the player view, and the explanation of a roll as players may read it."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ruleset import Ruleset
from model.state.base import Id, State
from model.state.battle import AnyBattle, HandoutKind
from model.state.texts import Explanation, Note, RollRecord
from model.view.explanations import paired, verdict_word
from model.view.texts import signed, unsigned
from model.view.viewer import PLAYERS, PLAYERS_SIDE, knows, name_for


class ShownView(State):
    """A picture or text that covers the whole player view."""

    kind: HandoutKind
    title: str = ""
    text: str = ""
    """Lines separated by newlines."""
    file: str = ""
    """Name of a picture file beside the session."""


def shown_view(battle: AnyBattle) -> ShownView | None:
    """The handout shown now, or None if there is none."""
    found = None if battle.shown is None else battle.handouts.get(battle.shown)
    return None if found is None else ShownView(kind=found.kind, title=found.title, text=found.text, file=found.file)


def roll_for_players(ruleset: Ruleset, battle: AnyBattle, note: Note) -> tuple[str, str] | None:
    """The last roll of a step that players may know, as a title and lines, or None if there is none.

    Players read the dice and the verdict. For rolls of their own side they also read what was added and the total;
    parts that name something that players do not know, or know under another name, are summed as `Other`. The target
    number is never included.
    """
    deciding = {ruling.roll: ruling for ruling in note.rulings if ruling.roll}
    pairs, _ = paired(note.rolls, tuple(deciding.values()))
    seen = [] if note.is_unnoticed else [(roll, ruling) for roll, ruling in pairs if knows(battle, roll.by, PLAYERS)]
    if not seen:
        return None
    roll, ruling = seen[-1] if all(ruling is None for _, ruling in seen) else [one for one in seen if one[1]][-1]
    lines = []
    if roll.faces:
        lines.append(f"{roll.dice}: {' '.join(map(str, roll.faces))}")
    if _is_own(battle, roll.by):
        lines += _parts(ruleset, battle, roll, note)
        if roll.total is not None:
            lines.append(f"Total {unsigned(roll.total)}")
    if ruling is not None:
        word = verdict_word(ruling)
        lines.append(word[:1].upper() + word[1:])
    what = roll.id.rpartition("/")[2].partition(".")[0].replace("_", " ")
    return f"{name_for(battle, roll.by, PLAYERS)}: {what}", "\n".join(lines)


def _is_own(battle: AnyBattle, who: Id) -> bool:
    found = battle.combatants.get(who)
    return found is not None and found.side == PLAYERS_SIDE


def _parts(ruleset: Ruleset, battle: AnyBattle, roll: RollRecord, note: Note) -> Iterator[str]:
    """The parts that were added to the dice; those that contain a secret name are summed in one line."""
    explanation = _bonus_of(roll, note)
    if explanation is None:
        return
    secrets = [name.lower() for name in _secret_names(ruleset, battle)]
    other = 0
    for part in explanation.parts:
        if not part.is_applied or not part.amount:
            continue
        if any(name in part.label.lower() for name in secrets):
            other += part.amount
        else:
            yield f"{part.label} {signed(part.amount)}"
    if other:
        yield f"Other {signed(other)}"


def _bonus_of(roll: RollRecord, note: Note) -> Explanation | None:
    """The explanation of a roll's bonus, or None if it is ambiguous."""
    found = [one for one in note.explanations if one.total == roll.bonus and roll.bonus]
    return found[0] if len(found) == 1 else None


def _secret_names(ruleset: Ruleset, battle: AnyBattle) -> Iterator[str]:
    """Names that players do not know: of hidden or renamed combatants, of items, and of conditions for the GM alone."""
    yield from (condition.title for condition in ruleset.conditions.values() if not condition.is_public)
    for who in battle.combatants.values():
        if not knows(battle, who.id, PLAYERS) or (who.public_name and who.public_name != who.name):
            yield who.name
    for item in battle.items.values():
        if not knows(battle, item.id, PLAYERS):
            yield item.name
