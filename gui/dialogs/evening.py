"""The beginning of an evening: who is at the table, whom they play, and what they begin with."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from gui.bridge import Bridge
from gui.dialogs.start_fight import PeopleField
from gui.style.fonts import semi_bold
from gui.style.measures import UNIT
from gui.style.theme import set_role
from gui.style.widgets import padded_column
from model.engine.calls import Call
from model.engine.ruleset import Parameter
from model.engine.run import Done, run
from model.state.base import Id
from model.state.battle import Player, age

_PLAYS = Parameter(key="plays", title="Plays", kind="combatants", default=())


class EveningDialog(QDialog):
    """A row for each player; one press does it all, and one undo takes it back."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Start the evening")
        self.setMinimumWidth(460)
        self._bridge = bridge
        self.rows: dict[Id, _Row] = {}
        self.newcomers: dict[str, _Row] = {}
        column = padded_column(self)
        words = QLabel("Who is here tonight?")
        words.setFont(semi_bold())
        column.addWidget(words)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(2 * UNIT)
        self._grid.setVerticalSpacing(UNIT)
        self._grid.setColumnStretch(1, 1)
        column.addLayout(self._grid)
        column.addLayout(self._add_line())
        self.characters = QCheckBox("Characters of those who are not here leave the board")
        self.characters.setChecked(True)
        column.addWidget(self.characters)
        evening = bridge.ruleset.evening
        self.resets = QLabel("" if evening is None else evening.words)
        self.resets.setWordWrap(True)
        self.resets.setVisible(evening is not None)
        set_role(self.resets, "muted")
        column.addWidget(self.resets)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.problem.hide()
        set_role(self.problem, "bad")
        column.addWidget(self.problem)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.begin = buttons.addButton("Start the evening", QDialogButtonBox.ButtonRole.AcceptRole)
        set_role(self.begin, "primary")
        self.begin.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        for player in sorted(bridge.battle.players.values(), key=lambda one: (one.seat, age(one))):
            self.rows[player.id] = self._row(player.name, player)
        self._show_points()

    def _add_line(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(UNIT)
        self.field = QLineEdit()
        self.field.setPlaceholderText("Somebody new at the table")
        self.field.setAccessibleName("Somebody new at the table")
        add = QPushButton("Add")
        add.setAutoDefault(False)
        add.clicked.connect(self.add)
        line.addWidget(self.field, 1)
        line.addWidget(add)
        return line

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter adds a newcomer whose name is typed first, and only then begins the evening."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.field.text().strip():
            self.add()
            return
        super().keyPressEvent(event)

    def add(self) -> None:
        """Add whoever is named in the field."""
        name = self.field.text().strip()
        known = [row.name for row in (*self.rows.values(), *self.newcomers.values())]
        if not name or name in known:
            self._tell(f"{name} is at the table already." if name else "Who is it? Type a name.")
            return
        self._tell("")
        self.field.clear()
        self.newcomers[name] = self._row(name)
        self._show_points()

    def _row(self, name: str, player: Player | None = None) -> _Row:
        played = {who for other in self._bridge.battle.players.values() for who in other.characters}
        people = [who for who in sorted(self._bridge.battle.combatants.values(), key=age) if who.side == "pc"]
        free = tuple(who for who in people if who.id not in played)
        plays = PeopleField(_PLAYS, free) if player is None else None
        row = _Row(self._grid, name, plays, self._plays(player))
        row.tick.setChecked(player is None or player.is_present)
        row.tick.toggled.connect(self._show_points)
        return row

    def _plays(self, player: Player | None) -> str:
        return ", ".join(self._bridge.name(who) for who in player.characters) if player is not None else ""

    def _show_points(self) -> None:
        """What each begins with, as the command itself would have it."""
        outcome = run(self._bridge.ruleset, self._bridge.battle, self.call)
        after = outcome.battle if isinstance(outcome, Done) else self._bridge.battle
        for id, row in self.rows.items():
            now, then = self._bridge.battle.players[id], after.players[id]
            words = (
                _words(one.title.lower(), getattr(now, one.key), getattr(then, one.key))
                for one in self._bridge.ruleset.player_resources
            )
            row.points.setText(", ".join(filter(None, words)))

    def _tell(self, sentence: str) -> None:
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))

    @property
    def call(self) -> Call:
        """The command as the dialog stands."""
        here = [id for id, row in self.rows.items() if row.tick.isChecked()]
        new = {row.name: row.plays.value for row in self.newcomers.values() if row.plays and row.tick.isChecked()}
        options: dict[str, Any] = {"present": here}
        if new:
            options["new"] = new
        if not self.characters.isChecked():
            options["characters"] = False
        return Call(action="start_evening", options=options)

    @classmethod
    def ask(cls, bridge: Bridge, parent: QWidget | None) -> Call | None:
        """The command; None when the question was dropped."""
        dialog = cls(bridge, parent)
        is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
        call = dialog.call
        dialog.deleteLater()
        return call if is_accepted else None


class _Row:
    """One player: a tick, whom they play, and what they begin with."""

    def __init__(self, grid: QGridLayout, name: str, plays: PeopleField | None, words: str) -> None:
        self.name = name
        self.tick = QCheckBox(name)
        self.plays = plays
        self.words, self.points = QLabel(words), QLabel()
        set_role(self.words, "muted")
        row = grid.rowCount()
        grid.addWidget(self.tick, row, 0)
        grid.addWidget(self.words if plays is None else plays, row, 1)
        grid.addWidget(self.points, row, 2, Qt.AlignmentFlag.AlignRight)


def _words(title: str, now: int, then: int) -> str:
    """`plot points 3 → 1`, or what stays as it is; nothing where there is none."""
    if now != then:
        return f"{title} {now} → {then}"
    return f"{title} {now}" if now else ""
