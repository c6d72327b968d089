"""A rest of the party: which one, who takes it, and what everybody gets back, before it is done."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QWidget,
)

from gui.bridge import Bridge
from gui.style.measures import HALF, UNIT
from gui.style.theme import set_role
from gui.style.widgets import padded_column
from model.engine.calls import Call
from model.state.base import Id
from model.view.recovery import PoolChange, RestRow, RestView, rest_view

_FOES = "npc"


class RestDialog(QDialog):
    """One press carries it out for all who are ticked, and one undo takes it back."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Rest and recover")
        self.setMinimumWidth(520)
        self._bridge = bridge
        self.kind = bridge.ruleset.rests[0]
        self.anyway: tuple[str, ...] = ()
        column = padded_column(self)
        column.addLayout(self._kinds())
        self.help = QLabel()
        self.help.setWordWrap(True)
        set_role(self.help, "muted")
        column.addWidget(self.help)
        column.addWidget(self._people(), 1)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        set_role(self.problem, "bad")
        column.addWidget(self.problem)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.ok = buttons.addButton("Rest", QDialogButtonBox.ButtonRole.AcceptRole)
        set_role(self.ok, "primary")
        self.ok.setDefault(True)
        self.all_the_same = buttons.addButton("Do it anyway", QDialogButtonBox.ButtonRole.ActionRole)
        self.all_the_same.clicked.connect(self._set_aside)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.refresh()
        self.ok.setFocus()

    def _kinds(self) -> QHBoxLayout:
        """A button for each rest that the game has."""
        line = QHBoxLayout()
        line.setSpacing(HALF)
        self.kinds = QButtonGroup(self)
        for number, id in enumerate(self._bridge.ruleset.rests):
            button = QPushButton(self._bridge.ruleset.actions[id].title)
            button.setCheckable(True)
            button.setAutoDefault(False)
            # A click on it leaves Enter to the rest itself.
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setChecked(number == 0)
            button.clicked.connect(lambda _=False, id=id: self.choose(id))
            self.kinds.addButton(button)
            line.addWidget(button)
        line.addStretch(1)
        return line

    def _people(self) -> QScrollArea:
        """A row for everybody, a column for each pool."""
        body = QWidget()
        body.setAutoFillBackground(False)
        grid = QGridLayout(body)
        grid.setContentsMargins(UNIT, UNIT, UNIT, UNIT)
        grid.setHorizontalSpacing(2 * UNIT)
        grid.setVerticalSpacing(HALF)
        self.ticks: dict[Id, QCheckBox] = {}
        self.gains: dict[Id, tuple[QLabel, ...]] = {}
        rows = rest_view(self._bridge.ruleset, self._bridge.battle, self._call(())).rows
        titles = [pool.title for pool in rows[0].pools] if rows else []
        for column, title in enumerate(titles, 1):
            head = QLabel(title)
            set_role(head, "heading")
            grid.addWidget(head, 0, column)
        for row, resting in enumerate(rows, 1):
            tick = QCheckBox(resting.name)
            tick.setMinimumHeight(24)
            tick.setChecked(resting.side != _FOES)
            tick.toggled.connect(lambda _: self.refresh())
            cells = tuple(QLabel() for _ in (*titles, "over"))
            self.ticks[resting.who], self.gains[resting.who] = tick, cells
            for column, widget in enumerate((tick, *cells)):
                grid.addWidget(widget, row, column)
        grid.setColumnStretch(len(titles) + 1, 1)
        grid.setRowStretch(len(rows) + 1, 1)
        area = QScrollArea()
        area.setWidget(body)
        area.setWidgetResizable(True)
        area.viewport().setAutoFillBackground(False)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setMinimumHeight(min(320, 28 * (len(rows) + 1) + UNIT))
        return area

    def choose(self, kind: str) -> None:
        """Take another rest."""
        self.kind, self.anyway = kind, ()
        self.refresh()

    def _set_aside(self) -> None:
        if (refusal := self._view.refusal) is not None:
            self.anyway = (*self.anyway, refusal.key)
            self.refresh()

    @property
    def call(self) -> Call:
        """The command as the dialog stands."""
        return self._call(tuple(who for who, tick in self.ticks.items() if tick.isChecked()))

    def _call(self, resting: tuple[Id, ...]) -> Call:
        return Call(action=self.kind, targets=resting, anyway=self.anyway)

    def refresh(self) -> None:
        """Show what the rest gives back to whom."""
        view = self._view = rest_view(self._bridge.ruleset, self._bridge.battle, self.call)
        action = self._bridge.ruleset.actions[self.kind]
        self.help.setText(action.help)
        self.ok.setText(action.title)
        for row in view.rows:
            self._show_row(row)
        refusal = view.refusal
        words = "" if refusal is None else self._bridge.words(refusal.sentence)
        if not words and view.asks:
            words = "Something has to be answered first: it is asked in the action panel."
        self.problem.setText(words)
        self.problem.setVisible(bool(words))
        self.all_the_same.setVisible(refusal is not None and refusal.can_override)
        self.ok.setEnabled(refusal is None and bool(self.call.targets))

    def _show_row(self, row: RestRow) -> None:
        *pools, over = self.gains[row.who]
        is_resting = self.ticks[row.who].isChecked()
        for cell, pool in zip(pools, row.pools, strict=True):
            cell.setText(_pool_words(pool))
            set_role(cell, None if is_resting else "dim")
        over.setText(f"no longer {', '.join(row.ended).lower()}" if row.ended else "")

    _view: RestView = RestView(rows=())

    @classmethod
    def ask(cls, bridge: Bridge, parent: QWidget | None) -> Call | None:
        """The command; None when the question was dropped."""
        dialog = cls(bridge, parent)
        is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
        call = dialog.call
        dialog.deleteLater()
        return call if is_accepted else None


def _pool_words(pool: PoolChange) -> str:
    amount = f"{pool.now}" if pool.now == pool.then else f"{pool.now} → <b>{pool.then}</b>"
    return f"{amount} of {pool.most}"
