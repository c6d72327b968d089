"""What a GM has to know to go on with a fight that was stopped: kept when it is closed, shown before it is opened."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import msgspec

from gui.bridge import Bridge
from gui.controllers.feeds import LogFeed
from model.engine.effects import effects_of
from model.state.base import ENVIRONMENT, Id
from model.state.battle import AnyBattle
from model.view.conditions import title_of
from model.view.notes import note_lines
from model.view.pools import clock_view

_LINES = 3
"""Lines of the log that are told."""
_NOTES = 3


class LastTime(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a battle stood, in words for the GM."""

    now: str
    """`Round 3 · Nora's turn`."""
    stopped: str = ""
    """`21 Nov 23:10`."""
    lines: tuple[str, ...] = ()
    """The last lines of the log, oldest first."""
    half_answered: tuple[str, ...] = ()
    """Such as `Nora: Attack`."""
    due: tuple[str, ...] = ()
    """What comes at the end of the turn in progress: `Nora: bleeding`."""
    notes: tuple[str, ...] = ()

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """What is told under the first line."""
        told = list(self.lines)
        if self.half_answered:
            told.append(f"Half answered: {', '.join(self.half_answered)}.")
        if self.due:
            told.append(f"Due at the end of the turn: {', '.join(self.due)}.")
        told += (f"Note: {note}" for note in self.notes)
        return tuple(told)


def last_time(bridge: Bridge) -> LastTime:
    """How the battle stands now."""
    battle = bridge.battle
    lines = [line.text for line in LogFeed(bridge).lines() if not line.is_undone]
    return LastTime(
        now=" · ".join(standing_words(bridge)),
        stopped=_moment(bridge.path),
        lines=tuple(lines[-_LINES:]),
        half_answered=tuple(
            f"{'' if who == ENVIRONMENT else f'{bridge.name(who)}: '}{bridge.ruleset.actions[draft.call.action].title}"
            for who, draft in bridge.session.drafts.items()
        ),
        due=tuple(f"{bridge.name(who)}: {title}" for who in battle.order.acting for title in _due(bridge, battle, who)),
        notes=tuple(filter(None, (battle.notes, *(line.text for line in note_lines(battle) if line.remark))))[:_NOTES],
    )


def standing_words(bridge: Bridge) -> tuple[str, ...]:
    """The round or what stands for it, and whose turn it is where it is anybody's: `Round 3`, `Nora's turn`."""
    battle = bridge.battle
    acting = [bridge.name(who) for who in battle.order.acting if who != ENVIRONMENT]
    whose = f"{' and '.join(acting)}’s turn" if acting else ""
    is_begun = battle.order.phase not in ("setup", "ended")
    round = clock_view(bridge.ruleset, battle).words if is_begun else ""
    ended = "Combat has ended" if battle.order.phase == "ended" else "Not started"
    return tuple(filter(None, (round or ended, whose)))


def _due(bridge: Bridge, battle: AnyBattle, who: Id) -> tuple[str, ...]:
    """What happens or ends when a turn ends."""
    if who not in battle.combatants:
        return ()
    conditions = bridge.ruleset.conditions
    kinds = (
        effect.kind
        for effect in effects_of(battle, who)
        if effect.until == "turn_end" or (effect.kind in conditions and conditions[effect.kind].at_turn_end is not None)
    )
    return tuple(title_of(bridge.ruleset, kind) for kind in dict.fromkeys(kinds))


def _moment(path: Path | None) -> str:
    return "" if path is None or not path.exists() else moment_words(path)


def moment_words(path: Path) -> str:
    """When a file was written last: `21 Nov 19:04`."""
    moment = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    return f"{moment.day} {moment:%b %H:%M}"
