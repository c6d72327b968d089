"""The forecast dialog: how the battle would go from here. For the GM only, never on the players' screen."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import (
    QBoxLayout,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from gui.bridge import Bridge
from gui.controllers.forecasting import Forecasting
from gui.dialogs.forecast_changes import BehaviourDialog, WhatIfDialog, Who, sides_of
from gui.dialogs.forecast_parts import (
    ChanceBars,
    ChanceRow,
    FatesTable,
    RoundsPlot,
    decided_words,
    fate_rows,
    interval_words,
    outcome_color,
    percent,
    rounds_words,
    spent_words,
)
from gui.style.disposal import dispose_items
from gui.style.theme import HALF, UNIT, set_role
from gui.style.widgets import SectionHeading, bare_scroll, padded_column
from gui.widgets.basics import ElidedLabel
from model.content.resources import root
from model.forecast import PARTY, Case, Outcome, Progress, Result, words_of, words_of_side
from model.state.battle import AnyBattle
from model.view.viewer import side_words, without_number

_SIZE = QSize(1100, 720)
_MANUAL = QSize(680, 640)
_WIDE = 820
"""Width in pixels from which the two halves are side by side."""
_BESIDE = "Change a number, the distance, a weapon or how they behave, and see both results side by side."


class ForecastDialog(QDialog):
    """Stays open beside the battle. Once the battle changes, figures are marked as old until the next run."""

    def __init__(self, bridge: Bridge, work: Forecasting, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Forecast")
        self.resize(_SIZE if parent is None else _SIZE.boundedTo(parent.window().size()))
        self._bridge, self.work = bridge, work
        self.head = _Head()
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        set_role(self.problem, "bad")
        self.problem.hide()
        self.figures = _Figures()
        self.behaviour = _BehaviourCard()
        self.what_if = _WhatIfCard()
        self.foot = _Foot()
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, UNIT, 0)
        column.setSpacing(2 * UNIT)
        column.addWidget(self.figures, 1)
        self._cards = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._cards.setSpacing(3 * UNIT)
        self._cards.addWidget(self.behaviour, 1)
        self._cards.addWidget(self.what_if, 1)
        column.addLayout(self._cards)
        outer = padded_column(self, UNIT)
        outer.addWidget(self.head)
        outer.addWidget(self.problem)
        outer.addWidget(bare_scroll(body, 200), 1)
        outer.addWidget(self.foot)
        self._connect()
        self.refresh()
        self.head.run.setFocus()

    def _connect(self) -> None:
        self.head.run.clicked.connect(self._run_or_cancel)
        self.head.change.clicked.connect(lambda: self.change_behaviour(("side", sides_of(self._bridge.battle)[0])))
        self.head.ask.clicked.connect(self.ask_what_if)
        self.behaviour.edit_asked.connect(self.change_behaviour)
        self.behaviour.manual.clicked.connect(lambda: ForecastManual.show_over(self))
        self.foot.typical.clicked.connect(lambda: self._show_fight("typical", "The most typical fight"))
        self.foot.worst.clicked.connect(lambda: self._show_fight("worst", "The worst of twenty fights"))
        self.work.changed.connect(self.refresh)
        self.work.message.connect(self._show_message)
        # The dialog would cover the fight that is shown; the forecast command shows it again.
        self.work.showing.connect(self.hide)
        self.finished.connect(self.work.close)

    # ----------------------------------------------------------------------------------------------- commands

    def _run_or_cancel(self) -> None:
        if self.work.is_running:
            self.work.cancel()
        else:
            self.run()

    def run(self) -> None:
        """Forecast the battle as it is shown."""
        self._show_message("")
        self.work.begin()

    def change_behaviour(self, who: Who) -> None:
        """Ask how a side or a combatant behaves, and run the forecast again if that has changed."""
        bridge, work = self._bridge, self.work
        said = BehaviourDialog.ask(bridge.ruleset, bridge.battle, who, self)
        if said is not None and work.behave(said):
            self.run()

    def ask_what_if(self) -> None:
        """Ask for one change to compare."""
        WhatIfDialog.ask(self.work, self)

    def _show_fight(self, which: str, name: str) -> None:
        progress = self.work.progress
        shown = None if progress is None or progress.result is None else getattr(progress.result, which)
        if shown is not None:
            self.work.show_fight(shown, name)

    def _show_message(self, sentence: str) -> None:
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))

    # ------------------------------------------------------------------------------------------ showing

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the halves one below the other if they do not fit side by side."""
        super().resizeEvent(event)
        is_wide = self.width() >= _WIDE
        direction = QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom
        self.figures.halves.setDirection(direction)
        self._cards.setDirection(direction)

    def refresh(self) -> None:
        """Show the figures computed so far."""
        work, progress, case = self.work, self.work.progress, self.work.case
        result = None if progress is None else progress.result
        battle = self._bridge.battle if case is None else case.battle
        self.head.show_progress(progress, work.when, is_outdated=work.is_outdated)
        if progress is not None and progress.problem:
            self._show_message(progress.problem)
        self.figures.show_result(case, result)
        self.behaviour.show_lines(tuple(self._behaviour_lines()), self._not_modelled(), self._influence())
        self.what_if.show_compared(*self._compared(result), self._fair_words(battle))
        self.foot.show_result(result, work.seed)

    def _behaviour_lines(self) -> Iterator[tuple[Who, str]]:
        """Yield the behaviour of each side, and of each combatant with settings of its own."""
        bridge = self._bridge
        for side in sides_of(bridge.battle):
            words = words_of_side(bridge.ruleset, bridge.battle, side)
            yield ("side", side), f"{side_words(side).capitalize()}: {words}."
        for who in bridge.battle.behaviours.combatants:
            words = words_of(bridge.ruleset, bridge.battle, who)
            yield ("combatant", who), f"{bridge.name(who)}: {words}."

    def _not_modelled(self) -> str:
        return f"Not modelled: {', '.join(self._bridge.ruleset.tactics.not_modelled)}."

    def _influence(self) -> str:
        influence = self.work.influence
        if influence is None:
            return ""
        return influence.sentence or ("Testing how much behaviour matters..." if influence.state == "running" else "")

    def _compared(self, result: Result | None) -> tuple[str, tuple[ChanceRow, ...]]:
        """Return the title of the comparison and the party's chances before and after the change."""
        what_if = self.work.what_if
        if what_if is None or result is None:
            return "", ()
        now, then = result.outcome(PARTY), _party(what_if.progress)
        if now is None or then is None:
            return what_if.title, ()
        more = round(then.chance.share * 100) - round(now.chance.share * 100)
        difference = f"{more:+d}".replace("-", "−") if more else "same"
        color = outcome_color(PARTY)
        return what_if.title, (
            ChanceRow(
                "Party wins (before)", now.chance.share, color, percent(now.chance.share), interval_words(now.chance)
            ),
            ChanceRow(
                "Party wins (with change)", then.chance.share, color, percent(then.chance.share),
                f"{interval_words(then.chance)} · {difference}",
                "good" if more > 0 else "bad" if more < 0 else "muted",
            ),
        )  # fmt: skip

    def _fair_words(self, battle: AnyBattle) -> str:
        fairness, of = self.work.fairness, self.work.fair_of
        if fairness is None or of is None:
            return ""
        if fairness.problem:
            return fairness.problem
        name = without_number(battle.combatants[of].name)
        if fairness.best is None or fairness.state == "running":
            tried = ", ".join(f"{one.number}: {percent(one.chance.share)}" for one in fairness.tried)
            return f"Trying numbers of {name}…" + (f" {tried}" if tried else "")
        return (
            f"Nearest to {percent(self.work.wanted)}: {fairness.best.number} × {name} "
            f"(the party wins in {percent(fairness.best.chance.share)}, {interval_words(fairness.best.chance)})."
        )


def _party(progress: Progress) -> Outcome | None:
    return None if progress.result is None else progress.result.outcome(PARTY)


class _Head(QWidget):
    """Header: title, origin and progress of the forecast, and the buttons."""

    def __init__(self) -> None:
        super().__init__()
        title = QLabel("How would this go?")
        set_role(title, "name")
        self.words = ElidedLabel()
        set_role(self.words, "muted")
        self.change = QPushButton("Change Behaviour...")
        self.ask = QPushButton("What If...")
        self.run = QPushButton("Run Again")
        self.run.setDefault(True)
        set_role(self.run, "primary")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(HALF)
        self.bar.setAccessibleName("Fights played")
        line = QHBoxLayout()
        line.setSpacing(UNIT)
        line.addWidget(title)
        line.addWidget(self.words, 1)
        for button in (self.change, self.ask, self.run):
            line.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(UNIT)
        column.addLayout(line)
        column.addWidget(self.bar)

    def show_progress(self, progress: Progress | None, when: str, *, is_outdated: bool) -> None:
        is_running = progress is not None and progress.state == "running"
        self.run.setText("Cancel" if is_running else "Run Again" if progress is not None else "Run")
        self.ask.setEnabled(progress is not None and progress.result is not None)
        if progress is None:
            self.bar.setValue(0)
            self.words.setText("")
            return
        self.bar.setRange(0, progress.most)
        self.bar.setValue(progress.fights if is_running else progress.most)
        words = [f"from {when}", f"{progress.fights:,} fights in {progress.seconds:.1f} s"]
        if progress.state == "cancelled":
            words.append("cancelled")
        if is_outdated:
            words.insert(0, "OUTDATED: something has changed since")
        self.words.setText(" · ".join(words))
        self.words.setToolTip(self.words.text())
        set_role(self.words, "bad" if is_outdated else "muted")


class _Figures(QWidget):
    """Outcomes and rounds on the left, combatants on the right; one below the other in a narrow dialog."""

    def __init__(self) -> None:
        super().__init__()
        self.outcomes = ChanceBars("Outcome")
        self.rounds = RoundsPlot()
        self.fates = FatesTable()
        self.more = QLabel()
        self.more.setWordWrap(True)
        set_role(self.more, "muted")
        self.halves = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self.halves.setContentsMargins(0, 0, 0, 0)
        self.halves.setSpacing(3 * UNIT)
        left, right = QVBoxLayout(), QVBoxLayout()
        for half in (left, right):
            half.setSpacing(HALF)
        left.addWidget(SectionHeading("Outcome"))
        left.addWidget(self.outcomes)
        self.length = SectionHeading("Rounds from here")
        left.addWidget(self.length)
        left.addWidget(self.rounds, 1)
        right.addWidget(SectionHeading("Who"))
        right.addWidget(self.fates, 1)
        right.addWidget(self.more)
        self.halves.addLayout(left, 1)
        self.halves.addLayout(right, 1)

    def show_result(self, case: Case | None, result: Result | None) -> None:
        if case is None or result is None:
            self.outcomes.set_rows(())
            self.rounds.set_rounds(None)
            self.length.set_aside("")
            self.fates.set_rows(())
            self.more.setText("The first fights are being played…")
            return
        self.outcomes.set_rows(
            [
                ChanceRow(one.title, one.chance.share, outcome_color(one.key), percent(one.chance.share),
                          interval_words(one.chance))
                for one in result.outcomes
            ]
        )  # fmt: skip
        self.rounds.set_rounds(result.rounds, case.rounds)
        self.length.set_aside(rounds_words(result.rounds, case.rounds))
        self.fates.set_rows(tuple(fate_rows(case.ruleset, case.battle, result)))
        decided, spent = decided_words(result, case.battle), spent_words(result)
        lines = (f"Decided by: {decided}." if decided else "", f"Spent on average: {spent}." if spent else "")
        self.more.setText("\n".join(filter(None, lines)))


class _Card(QFrame):
    """Frame with a heading and the content below it."""

    def __init__(self, title: str) -> None:
        super().__init__()
        set_role(self, "card")
        self.heading = SectionHeading(title)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(2 * UNIT, UNIT, 2 * UNIT, UNIT + HALF)
        self.column.setSpacing(HALF)
        self.column.addWidget(self.heading)


def _wrapped(*, is_muted: bool = False) -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    set_role(label, "muted" if is_muted else None)
    return label


class _BehaviourCard(_Card):
    """How sides and combatants behave, in words, each with a button to edit it."""

    edit_asked = Signal(tuple)

    def __init__(self) -> None:
        super().__init__("What they do")
        self._lines: tuple[tuple[Who, str], ...] | None = None
        self._rows = QVBoxLayout()
        self._rows.setSpacing(HALF)
        self.column.addLayout(self._rows)
        self.further = _wrapped(is_muted=True)
        self.column.addWidget(self.further)
        self.manual = QPushButton("What a Forecast Models...")
        self.manual.setAutoDefault(False)
        set_role(self.manual, "flat")
        self.column.addWidget(self.manual, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addStretch(1)

    def show_lines(self, lines: tuple[tuple[Who, str], ...], *further: str) -> None:
        self.further.setText(" ".join(filter(None, further)))
        if lines == self._lines:
            return
        self._lines = lines
        dispose_items(self._rows)
        for who, words in lines:
            self._rows.addWidget(self._row(who, words))

    def _row(self, who: Who, words: str) -> QWidget:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        label = _wrapped()
        label.setText(words)
        edit = QPushButton("Edit")
        edit.setAutoDefault(False)
        edit.setAccessibleName(f"Edit: {words.split(':', maxsplit=1)[0]}")
        set_role(edit, "flat")
        edit.clicked.connect(lambda: self.edit_asked.emit(who))
        line.addWidget(label, 1)
        line.addWidget(edit, 0, Qt.AlignmentFlag.AlignTop)
        return row


class _WhatIfCard(_Card):
    """Both results of a what-if side by side, and the number that makes the fight fair."""

    def __init__(self) -> None:
        super().__init__("What if")
        self.title = _wrapped()
        self.bars = ChanceBars("What if")
        self.fair = _wrapped(is_muted=True)
        for widget in (self.title, self.bars, self.fair):
            self.column.addWidget(widget)
        self.column.addStretch(1)

    def show_compared(self, title: str, rows: tuple[ChanceRow, ...], fair: str) -> None:
        self.title.setText(title or ("" if fair else _BESIDE))
        set_role(self.title, "name" if title else "muted")
        self.title.setVisible(bool(self.title.text()))
        self.bars.set_rows(rows)
        self.bars.setVisible(bool(rows))
        self.fair.setText(fair)
        self.fair.setVisible(bool(fair))


class ForecastManual(QDialog):
    """Help page about what a forecast models and what it doesn't, to read beside it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("What a Forecast Models")
        self.resize(_MANUAL.boundedTo(parent.window().size()))
        self.page = QTextBrowser()
        self.page.setAccessibleName("What a forecast models")
        self.page.setFrameShape(QFrame.Shape.NoFrame)
        self.page.setMarkdown((root() / "help" / "forecast.md").read_text(encoding="utf-8"))
        self._give_room()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = padded_column(self)
        column.addWidget(self.page, 1)
        column.addWidget(buttons)

    def _give_room(self) -> None:
        """Add space and shrink headings: Qt puts none between Markdown blocks and doubles the size of headings."""
        cursor = QTextCursor(self.page.document())
        while True:
            level = cursor.blockFormat().headingLevel()
            room = QTextBlockFormat()
            room.setTopMargin(2 * UNIT if level > 1 else HALF)
            room.setBottomMargin(HALF)
            cursor.mergeBlockFormat(room)
            if level > 1:
                cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
                smaller = QTextCharFormat()
                smaller.setProperty(QTextFormat.Property.FontSizeAdjustment, 1)
                cursor.mergeCharFormat(smaller)
            if not cursor.movePosition(QTextCursor.MoveOperation.NextBlock):
                return

    @classmethod
    def show_over(cls, parent: QWidget) -> None:
        """Open the page, or bring the open one to the front."""
        known = parent.findChild(cls)
        dialog = cls(parent) if known is None else known
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()


class _Foot(QWidget):
    """Footer: buttons that show sample fights, and the seed that repeats the forecast."""

    def __init__(self) -> None:
        super().__init__()
        self.typical = QPushButton("Show the Most Typical Fight")
        self.worst = QPushButton("Show the Worst of Twenty")
        for button in (self.typical, self.worst):
            button.setAutoDefault(False)
            button.setToolTip("Plays it as a branch of the history; the battle itself stays as it is.")
        self.seed = QLabel()
        set_role(self.seed, "muted")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.typical)
        line.addWidget(self.worst)
        line.addStretch(1)
        line.addWidget(self.seed)

    def show_result(self, result: Result | None, seed: str) -> None:
        self.typical.setEnabled(result is not None and result.typical is not None)
        self.worst.setEnabled(result is not None and result.worst is not None)
        self.seed.setText(f"Seed {seed} · never on the players’ screen" if seed else "Never on the players’ screen")
