"""Views of the steps of the session, for the log and for the players."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, islice

from gui.bridge import Bridge
from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.session import Session, Step
from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.texts import Note
from model.view.board import now_of, project_map
from model.view.elements import with_layout
from model.view.layout import MAP_ONLY
from model.view.log import LogEntry, LogLine, fold, log_line
from model.view.players import PlayersView, players_view
from model.view.viewer import GM
from model.view.zone_list import project_zones

# -------------------------------------------------------------------------------------------------------------- the map


def map_of(ruleset: Ruleset, battle: AnyBattle, *, is_public: bool) -> PlayersView:
    """The map alone, large, of a battle: as players see it on their screen, or with all that the GM knows."""
    view = replace(with_layout(players_view(ruleset, battle), MAP_ONLY), shown=None, scene="")
    if is_public:
        return view
    acting = now_of(battle)
    shown = replace(project_map(battle, ruleset, GM, acting=acting), fog=())
    zones = None if view.zones is None else project_zones(battle, ruleset, GM, center=acting, acting=acting)
    return replace(view, map=shown, zones=zones)


# -------------------------------------------------------------------------------------------------------------- the log


def line_of(session: Session, step: Step) -> LogLine:
    """What the GM reads of a step."""
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


class LogFeed:
    """The lines of the log; those of an earlier time stay, so that a long evening costs no more than a short one."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._begin()

    def _begin(self) -> None:
        self._followed = 0
        """How many steps of the session are in the lines."""
        self._last = 0
        """Number of the last of them."""
        self._lines: list[LogLine] = []
        """One for each step that did something."""
        self._at: dict[int, int] = {}
        """Where the line of a step is, by its number."""
        self._folded: list[LogLine] = []
        self._begins: list[int] = []
        """At which line each of the folded ones begins."""

    def lines(self) -> tuple[LogLine, ...]:
        """What happened, in order; moves of one turn are one line, undone steps are struck."""
        steps = self._bridge.session.steps
        if self._followed > len(steps) or (self._followed and steps[self._followed - 1].number != self._last):
            self._begin()  # the history was trimmed
        for step in steps[self._followed :]:
            if step.kind == "do":
                self._add(step)
            else:
                self._strike(self._at[step.of], self._bridge.session.step(step.of).is_undone)
        if steps:
            self._followed, self._last = len(steps), steps[-1].number
        return tuple(self._folded)

    @property
    def steps(self) -> int:
        """How many steps of the lines did something."""
        return len(self._lines)

    def _add(self, step: Step) -> None:
        line = line_of(self._bridge.session, step)
        self._at[step.number] = len(self._lines)
        self._begins.append(len(self._lines))
        self._lines.append(line)
        self._folded.append(line)
        self._fold_around(len(self._lines) - 1)

    def _strike(self, at: int, is_undone: bool) -> None:
        """Strike a line, or take that back."""
        if self._lines[at].is_undone != is_undone:
            self._lines[at] = replace(self._lines[at], is_undone=is_undone)
            self._fold_around(at)

    def _fold_around(self, at: int) -> None:
        """Fold anew what a line can be folded with: what stands before it, and what stands after it."""
        here = bisect_right(self._begins, at) - 1
        first, after = max(0, here - 1), min(len(self._folded), here + 2)
        end = self._begins[after] if after < len(self._begins) else len(self._lines)
        folded = fold(self._lines[self._begins[first] : end])
        begins = accumulate((len(line.steps) for line in folded[:-1]), initial=self._begins[first])
        self._begins[first:after] = begins
        self._folded[first:after] = folded


# ---------------------------------------------------------------------------------------------------- the players' view


_BACK = 8
"""Steps from which is gathered what was seen last, where nobody kept it: after opening a file."""
_KEPT = 64
"""Views that are kept for undos."""


class PlayersFeed:
    """Makes the views of a session.

    What players saw last stays in sight while a hidden combatant acts, and so does the last action with its dice. That
    is why a view rests on those of the steps before it, and why an undo leads back to the view of that time.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._views: dict[int | None, PlayersView] = {}
        """By the number of the step that led there; None is the battle as the file begins."""
        self._has_target_numbers = False

    def set_target_numbers(self, are_shown: bool) -> None:
        """Whether dice tell what they had to reach: only where a layout shows it, it is in a view at all."""
        if are_shown != self._has_target_numbers:
            self._has_target_numbers = are_shown
            self._views.clear()

    def view(self) -> PlayersView:
        """The battle as it stands, with nothing in it that is only in progress."""
        last = next(self._session.standing(), None)
        head = None if last is None else last.number
        if head not in self._views:
            self._views[head] = self._gathered()
            while len(self._views) > _KEPT:
                del self._views[next(iter(self._views))]
        return self._views[head]

    def _gathered(self) -> PlayersView:
        """The view after the last of the steps that stand: from the newest that is kept, or a few back."""
        ruleset = self._session.ruleset
        missing: list[Step] = []
        previous: PlayersView | None = None
        for step in islice(self._session.standing(), _BACK + 1):
            previous = self._views.get(step.number)
            if previous is not None or len(missing) == _BACK:
                break
            missing.append(step)
        else:
            previous = self._views.get(None)
        if not missing:
            return players_view(ruleset, self._session.battle)
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
        """The battle as it stands, with the dice of an action that is not applied yet, and the area it strikes.

        While the GM only aims, players see no area: it may still go elsewhere.
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
