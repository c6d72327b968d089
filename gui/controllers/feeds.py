"""Views of the steps of a session: the log, the players' view, and the state in which a battle was left."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from datetime import datetime
from itertools import accumulate, islice
from pathlib import Path

import msgspec

from gui.bridge import Bridge
from model.engine.bookkeeping import is_bookkeeping
from model.engine.calls import Call
from model.engine.edits_battle import NEXT_BATTLE
from model.engine.effects import effects_of
from model.engine.ruleset import Ruleset
from model.session import Session, Step
from model.session.history import ABOUT_LINES, BRANCH, CORRECT
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle
from model.state.texts import Note
from model.view.board import acting_combatant, project_map
from model.view.conditions import label_of
from model.view.elements import with_layout
from model.view.layout import MAP_ONLY
from model.view.log import LogEntry, LogLine, fold, log_line
from model.view.notes import note_lines
from model.view.players import PlayersView, players_view
from model.view.pools import clock_view
from model.view.texts import Span
from model.view.viewer import GM
from model.view.zone_list import project_zones

# -------------------------------------------------------------------------------------------------------------- the map


def map_of(ruleset: Ruleset, battle: AnyBattle, *, is_public: bool) -> PlayersView:
    """Return a view of only the map, large: as players see it on their screen, or with all that the GM knows."""
    alone = replace(MAP_ONLY, now_and_next=False)
    view = replace(with_layout(players_view(ruleset, battle), alone), shown=None, scene="")
    if is_public:
        return view
    acting = acting_combatant(battle)
    shown = replace(project_map(battle, ruleset, GM, acting=acting), fog=())
    zones = None if view.zones is None else project_zones(battle, ruleset, GM, center=acting, acting=acting)
    return replace(view, map=shown, zones=zones)


# -------------------------------------------------------------------------------------------------------------- the log


def line_of(session: Session, step: Step) -> LogLine:
    """Return the GM's log line of a step."""
    entry = LogEntry(
        number=step.number,
        note=step.note,
        battle=session.battle_after(step),
        call=step.call,
        before=session.battle_before(step),
        is_undone=step.is_undone,
    )
    line = log_line(session.ruleset, entry, GM)
    assert line is not None, "every step is a line for the GM"
    return line


class Replacements:
    """Knows which steps of a correction's branch replace which recorded steps."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._new_of: dict[int, int] = {}
        self._old_of: dict[int, int] = {}

    def note(self, fork: Step, known: Container[int]) -> None:
        """Record a correction: `fork` is the step that begins its branch, `known` contains the steps before it.

        A marker that was edited by hand and points to no step replaces nothing.
        """
        first, number, dropped = (fork.call.option(key) for key in ("step", "line", "dropped"))
        old: list[int] = []
        while number in known:
            step = self._session.step(number)
            if step.call.action not in ABOUT_LINES:
                old.append(number)
            if number == first:
                break
            number = step.parent
        else:
            return
        gone = dropped if isinstance(dropped, list | tuple) else ()
        for new, replaced in enumerate((one for one in reversed(old) if one not in gone), fork.number + 1):
            self._new_of[replaced], self._old_of[new] = new, replaced

    def concerns(self, number: int) -> bool:
        """Whether a step replaces another one, or is replaced."""
        return number in self._new_of or number in self._old_of

    def old_of(self, number: int) -> int | None:
        """Return the step that a step replaces, or None if it replaces none."""
        return self._old_of.get(number)

    def is_listed(self, step: Step, known: Container[int]) -> bool:
        """Whether the log lists a step: of a corrected step and its replacements, only the one in effect."""
        if step.number in self._old_of:
            return not step.is_undone
        new = self._new_of.get(step.number)
        while new is not None and new in known:
            if not self._session.step(new).is_undone:
                return False
            new = self._new_of.get(new)
        return True


class LogFeed:
    """The lines of the log. Earlier lines are cached, so that the cost does not grow with the length of the log.

    Steps that are no part of the fight, such as a handout that is shown, are left out; the history lists them.
    Steps that were replayed after a correction are listed in place of the recorded ones, and a line whose text differs
    contains the earlier text. A branch that was tried out and left is one line, not struck: its steps were not undone.
    """

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._begin()

    def _begin(self) -> None:
        self._followed = 0
        """How many steps of the session have been processed."""
        self._last = 0
        """Number of the last processed step."""
        self._made: dict[int, LogLine] = {}
        """The line of each step that did something, as if it were in effect."""
        self._replaced = Replacements(self._bridge.session)
        self._branches: set[int] = set()
        """Numbers of the steps that begin branches."""
        self._list(())

    def _list(self, lines: Iterable[LogLine]) -> None:
        self._lines = list(lines)
        """One line for each listed step."""
        self._at = {line.number: at for at, line in enumerate(self._lines)}
        """Index of a step's line, by the number of the step."""
        self._folded = list(fold(self._lines))
        counts = accumulate((len(line.steps) for line in self._folded), initial=0)
        self._begins = list(counts)[: len(self._folded)]
        """Index of the first line of each folded line."""

    def lines(self) -> tuple[LogLine, ...]:
        """Return the log in order; moves of one turn are folded into one line, undone steps are struck through."""
        session = self._bridge.session
        steps = session.steps
        if self._followed > len(steps) or (self._followed and steps[self._followed - 1].number != self._last):
            self._begin()  # the history was trimmed
        is_other = False
        for step in steps[self._followed :]:
            is_listed = not is_bookkeeping(session.ruleset, step.call)
            if step.kind == "do":
                if step.call.action == CORRECT:
                    self._replaced.note(step, self._made)
                if is_left := step.call.action == BRANCH:
                    self._branches.add(step.number)
                    is_left = step.is_undone
                self._made[step.number] = replace(line_of(session, step), is_undone=False)
                is_other = is_other or is_left or self._replaced.concerns(step.number)
                if is_listed and not is_other:
                    self._add(step)
            elif self._replaced.concerns(step.of) or step.of in self._branches:
                is_other = True
            elif is_listed and not is_other:
                self._strike(self._at[step.of], session.step(step.of).is_undone)
        if is_other:
            self._list(self._all_lines())
        if steps:
            self._followed, self._last = len(steps), steps[-1].number
        return tuple(self._folded)

    def _line(self, step: Step) -> LogLine:
        """Return the line of a step; after a correction with the earlier text, if that differs."""
        line = self._made[step.number]
        old = self._made.get(self._replaced.old_of(step.number) or 0)
        # A text that only adds to the earlier one, such as that the step is kept, does not need it.
        if old is not None and not line.text.startswith(old.text):
            line = replace(line, spans=(*line.spans, Span(text=f"  (was: {old.text})", kind="muted")))
        return replace(line, is_undone=True) if step.is_undone else line

    def _all_lines(self) -> Iterator[LogLine]:
        """Yield the lines of all listed steps; a branch that was left is one line with the number of its steps."""
        done = [step for step in self._bridge.session.steps if step.kind == "do"]
        ruleset = self._bridge.ruleset
        begun_by: dict[int, int] = {}
        """For each step on a branch that was left, the step that began the branch."""
        for step in done:
            if step.parent in begun_by:
                begun_by[step.number] = begun_by[step.parent]
            elif step.is_undone and step.number in self._branches:
                begun_by[step.number] = step.number
        counts = Counter(begun_by.values())
        for step in done:
            count = counts[step.number] - 1
            if begun_by.get(step.number, step.number) != step.number or not self._replaced.is_listed(step, self._made):
                continue
            if is_bookkeeping(ruleset, step.call):
                continue
            line = self._line(step)
            if count > 0:
                words = f"  (tried out: {count} step{'s' if count > 1 else ''})"
                line = replace(line, spans=(*line.spans, Span(text=words, kind="muted")), is_undone=False)
            yield line

    def _add(self, step: Step) -> None:
        line = self._line(step)
        self._at[step.number] = len(self._lines)
        self._begins.append(len(self._lines))
        self._lines.append(line)
        self._folded.append(line)
        self._fold_around(len(self._lines) - 1)

    def _strike(self, at: int, is_undone: bool) -> None:
        """Strike a line through, or remove the strike."""
        if self._lines[at].is_undone != is_undone:
            self._lines[at] = replace(self._lines[at], is_undone=is_undone)
            self._fold_around(at)

    def _fold_around(self, at: int) -> None:
        """Fold a line again with its neighbours: the folded lines before and after it."""
        here = bisect_right(self._begins, at) - 1
        first, after = max(0, here - 1), min(len(self._folded), here + 2)
        end = self._begins[after] if after < len(self._begins) else len(self._lines)
        folded = fold(self._lines[self._begins[first] : end])
        begins = accumulate((len(line.steps) for line in folded[:-1]), initial=self._begins[first])
        self._begins[first:after] = begins
        self._folded[first:after] = folded


# ---------------------------------------------------------------------------------------------------- the players' view


_BACK = 8
"""At most this many steps to gather what was last seen from, if no view is cached: after opening a file."""
_KEPT = 64
"""At most this many views are cached, for undos."""


class PlayersFeed:
    """Makes the players' views of a session.

    What players saw last stays visible while a hidden combatant acts, and so does the last action with its dice.
    Therefore a view is built on those of the steps before it, and an undo shows the earlier view again.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._views: dict[int | None, PlayersView] = {}
        """Cached by the number of the last step; None is the battle at the beginning of the file."""
        self._has_target_numbers = False

    def set_target_numbers(self, are_shown: bool) -> None:
        """Set whether dice show the number that they needed; views contain it only if a layout shows it."""
        if are_shown != self._has_target_numbers:
            self._has_target_numbers = are_shown
            self._views.clear()

    def view(self, at: int | None = None) -> PlayersView:
        """Return the view of the battle now, or after a step, without anything that is only in progress."""
        at = self._session.head if at is None else at
        last = next(self._session.standing(at), None)
        head = None if last is None else last.number
        if head not in self._views:
            self._views[head] = self._gathered(at)
            while len(self._views) > _KEPT:
                del self._views[next(iter(self._views))]
        return self._views[head]

    def _gathered(self, at: int) -> PlayersView:
        """Return the view after a step, built from the newest cached view, or from at most `_BACK` steps back."""
        ruleset = self._session.ruleset
        missing: list[Step] = []
        previous: PlayersView | None = None
        for step in islice(self._session.standing(at), _BACK + 1):
            previous = self._views.get(step.number)
            if previous is not None or len(missing) == _BACK:
                break
            missing.append(step)
        else:
            previous = self._views.get(None)
        if not missing:
            return players_view(ruleset, self._session.battle_at(at))
        for step in reversed(missing):
            battle = self._session.battle_after(step)
            before = self._session.battle_before(step)
            previous = players_view(
                ruleset,
                battle,
                previous,
                call=step.call,
                note=step.note,
                before=before,
                has_target_numbers=self._has_target_numbers,
            )
        assert previous is not None
        return previous

    def in_progress(self, call: Call, note: Note) -> PlayersView:
        """Return the current view with the dice of an action that is not applied yet, and the area it strikes.

        While the GM only aims, the area is left out: it may still go elsewhere.
        """
        battle = self._session.battle
        before = battle if note.rolls else None
        return players_view(
            self._session.ruleset,
            battle,
            self.view(),
            call=call,
            note=note,
            before=before,
            has_target_numbers=self._has_target_numbers,
        )


# ------------------------------------------------------------------------------------------------ the state of a battle

_LAST_LINES = 3
"""At most this many of the last log lines are included."""
_LAST_NOTES = 3


class BattleSummary(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of a battle, in words for the GM."""

    now: str
    """`Round 3 · Nora's turn`."""
    stopped: str = ""
    """When the file was last written: `21 Nov 23:10`."""
    lines: tuple[str, ...] = ()
    """The last lines of the log, oldest first."""
    half_answered: tuple[str, ...] = ()
    """Actions in progress, such as `Nora: Attack`."""
    due: tuple[str, ...] = ()
    """Due at the end of the turn in progress: `Nora: bleeding`."""
    notes: tuple[str, ...] = ()
    title: str = ""
    """The battle's title at that time: the head of its file has only the first title."""

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """Lines to show below `now`."""
        told = list(self.lines)
        if self.half_answered:
            told.append(f"Not finished: {', '.join(self.half_answered)}.")
        if self.due:
            told.append(f"Due at the end of the turn: {', '.join(self.due)}.")
        told += (f"Note: {note}" for note in self.notes)
        return tuple(told)


def battle_summary(bridge: Bridge) -> BattleSummary:
    """Return the current state of the battle in words."""
    battle = bridge.battle
    # Log lines from an earlier battle of the same party say nothing about the state of this one.
    begin = next((step.number for step in bridge.session.standing() if step.call.action == NEXT_BATTLE), 0)
    lines = [line.text for line in LogFeed(bridge).lines() if not line.is_undone and line.number >= begin]
    return BattleSummary(
        now=" · ".join(standing_words(bridge)),
        stopped=_moment(bridge.path),
        lines=tuple(lines[-_LAST_LINES:]),
        half_answered=tuple(
            f"{'' if who == ENVIRONMENT else f'{bridge.name(who)}: '}{bridge.ruleset.actions[draft.call.action].title}"
            for who, draft in bridge.session.drafts.items()
        ),
        due=tuple(f"{bridge.name(who)}: {title}" for who in battle.order.acting for title in _due(bridge, battle, who)),
        notes=tuple(filter(None, (battle.notes, *(line.text for line in note_lines(battle) if line.remark))))[
            :_LAST_NOTES
        ],
        title=battle.title,
    )


def standing_words(bridge: Bridge) -> tuple[str, ...]:
    """Return the round or its equivalent, and whose turn it is, if anyone's: `Round 3`, `Nora's turn`."""
    battle = bridge.battle
    acting = [bridge.name(who) for who in battle.order.acting if who != ENVIRONMENT]
    whose = f"{' and '.join(acting)}’s turn" if acting else ""
    is_begun = battle.order.phase not in ("setup", "ended")
    round = clock_view(bridge.ruleset, battle).words if is_begun else ""
    ended = "Combat has ended" if battle.order.phase == "ended" else "Not started"
    return tuple(filter(None, (round or ended, whose)))


def _due(bridge: Bridge, battle: AnyBattle, who: Id) -> tuple[str, ...]:
    """Return the titles of conditions and effects of a combatant that act or end when the turn ends."""
    if who not in battle.combatants:
        return ()
    conditions = bridge.ruleset.conditions
    labels = (
        label_of(bridge.ruleset, effect)
        for effect in effects_of(battle, who)
        if effect.until == "turn_end" or (effect.kind in conditions and conditions[effect.kind].at_turn_end is not None)
    )
    return tuple(dict.fromkeys(labels))


def _moment(path: Path | None) -> str:
    return "" if path is None or not path.exists() else moment_words(path)


def moment_brief(path: Path) -> str:
    """Return when a file was last written, in a few letters: `19:04` for today, else `21 Nov`, or `Nov 2025`."""
    moment, now = datetime.fromtimestamp(path.stat().st_mtime).astimezone(), datetime.now().astimezone()
    if moment.date() == now.date():
        return f"{moment:%H:%M}"
    return f"{moment.day} {moment:%b}" if moment.year == now.year else f"{moment:%b %Y}"


def moment_words(path: Path) -> str:
    """Return when a file was last written: `21 Nov 19:04`."""
    moment = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    return f"{moment.day} {moment:%b %H:%M}"
