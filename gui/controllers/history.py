"""The history as rows that are made when they are seen, filtered a little at a time, without a widget."""

from __future__ import annotations

import time
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal

from gui.bridge import Bridge
from gui.controllers.feeds import line_of
from model.session import Session, Step
from model.state.base import ENVIRONMENT, Id, Record
from model.state.texts import refs_in
from model.view.viewer import GM, name_for

Kind = Literal["", "attack", "move", "other", "order", "edit", "mark"]
KINDS: tuple[tuple[str, Kind], ...] = (
    ("All steps", ""),
    ("Attacks", "attack"),
    ("Movement", "move"),
    ("Other actions", "other"),
    ("Turns and rounds", "order"),
    ("Edits", "edit"),
    ("Notes and marks", "mark"),
)
MARK = "mark"
_SLICE = 0.008
"""Seconds of looking through steps between two looks at the window."""


class HistoryRow(Record, kw_only=True):
    """A step in the list."""

    number: int
    time: str
    """By the clock on the wall: `19:32`."""
    round: str
    words: str
    is_undone: bool
    is_mark: bool


class HistoryFeed(QObject):
    """Numbers of the steps that are listed, oldest first. `began`: others than before; `added`: so many at an end."""

    began = Signal()
    added = Signal(int, bool)
    """So many more; whether they stand before those that were there."""

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self.numbers: list[int] = []
        self.words, self.kind, self.shows_undone = "", "", False
        self.who: Id = ""
        self._rows: dict[int, HistoryRow] = {}
        self._seen = 0
        self._left: list[int] = []
        self._search = QTimer(self, interval=0)
        self._search.timeout.connect(self._look_through)

    @property
    def session(self) -> Session:
        return self.bridge.session

    @property
    def is_filtered(self) -> bool:
        return bool(self.words or self.kind or self.who)

    def set_filter(self, words: str, kind: str, who: Id, *, shows_undone: bool) -> None:
        """List only steps whose words hold these, of a kind, about a combatant; empty: all."""
        self.words, self.kind, self.who, self.shows_undone = words.strip().lower(), kind, who, shows_undone
        self.begin()

    def follow(self) -> None:
        """List what was done since; all anew where steps were undone or done again."""
        steps = self.session.steps
        fresh = steps[self._seen :]
        if not self._seen or self._seen > len(steps) or any(step.kind != "do" for step in fresh):
            self.begin()
            return
        self._seen = len(steps)
        listed = [step.number for step in fresh if not self.is_filtered or self._fits(step)]
        if listed:
            self.numbers += listed
            self.added.emit(len(listed), False)

    def begin(self) -> None:
        """List all anew: at once without a filter, else the newest first as they are found."""
        self._search.stop()
        self._rows = {}
        session = self.session
        steps = session.steps
        self._seen = len(steps)
        if self.shows_undone:
            numbers = [step.number for step in steps if step.kind == "do"]
        else:
            numbers = [step.number for step in session.standing()][::-1]
        self.numbers = [] if self.is_filtered else numbers
        self._left = numbers if self.is_filtered else []
        self.began.emit()
        if self._left:
            self._search.start()

    def finish(self) -> None:
        """Look through the rest at once."""
        while self._left:
            self._look_through()

    def _look_through(self) -> None:
        end, found = time.perf_counter() + _SLICE, []
        while self._left and time.perf_counter() < end:
            number = self._left.pop()
            if self._fits(self.session.step(number)):
                found.append(number)
        if found:
            self.numbers[:0] = found[::-1]
            self.added.emit(len(found), True)
        if not self._left:
            self._search.stop()

    def _fits(self, step: Step) -> bool:
        return (
            (not self.kind or self.kind == self._kind(step))
            and (not self.who or self.who in _about(step))
            and (not self.words or self.words in self.row(step.number).words.lower())
        )

    def _kind(self, step: Step) -> str:
        if step.call.action in (MARK, "note", "settle_note"):
            return "mark"
        action = self.bridge.ruleset.actions.get(step.call.action)
        group = "order" if action is None else action.group
        return "other" if group == "defence" else group

    def row(self, number: int) -> HistoryRow:
        """A step in words, made when it is first seen."""
        if number not in self._rows:
            self._rows[number] = self._made(self.session.step(number))
        return self._rows[number]

    def _made(self, step: Step) -> HistoryRow:
        line = line_of(self.session, step)
        return HistoryRow(
            number=step.number,
            time=step.time.astimezone().strftime("%H:%M") if step.time.year > 1 else "",
            round=line.brief,
            words=line.text,
            is_undone=step.is_undone,
            is_mark=step.call.action == MARK,
        )

    @property
    def people(self) -> tuple[tuple[str, Id], ...]:
        """Names and ids of those that steps can be about."""
        battle = self.session.battle
        return tuple(sorted((name_for(battle, id, GM) or id, id) for id in battle.combatants))

    def place_words(self, number: int) -> str:
        """`Round 3, step 41`"""
        step = self.session.step(number)
        battle = self.session.battle_after(step)
        round = f"Round {battle.order.round}, " if battle.order.round else ""
        return f"{round}step {number}" if round else f"Step {number}"


def _about(step: Step) -> set[Id]:
    """Everybody whom a step is about."""
    named = {id for sentence in step.note.sentences for id in refs_in(sentence)}
    return ({step.call.actor, *step.call.targets} | named) - {ENVIRONMENT}
