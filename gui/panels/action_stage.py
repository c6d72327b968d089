"""The stage of an action: earlier rolls with their verdicts, and the one request that is due."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from gui.style.theme import HALF, RADIUS, SMALL, UNIT, palette, semi_bold, set_look, set_role, text_font
from gui.widgets.basics import FlowLayout, KeyButton
from gui.widgets.fields import NumberField
from model.dice.answers import DiceAnswer, Faces
from model.dice.requests import DiceRequest
from model.dice.rolls import as_typed
from model.engine.requests import Choice, Question
from model.state.base import Id
from model.state.texts import Note, RollRecord, Ruling
from model.view.explanations import paired, verdict_word

# --------------------------------------------------------------------------------------------------- the field for dice


DIE = 36
"""Side of a die that is due, in pixels."""
SMALL_DIE = 26
"""Side of a die that has been rolled, in pixels."""
_PER_ROW = 7
_SMALL_PER_ROW = 6
"""Small dice per row: fewer, because their result is shown beside them."""
_SIGN = 13
"""Height in pixels of the text under a die."""


def draw_die(
    painter: QPainter, box: QRectF, text: str, *, line: str = "line", color: str = "text", dashed: bool = False
) -> None:
    """Draw one die; an empty text means that it has not been rolled."""
    colors = palette()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(colors.color(line), 2 if line == "now" else 1)
    if dashed:
        pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.setBrush(colors.color("background"))
    painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), RADIUS, RADIUS)
    size = round(box.height() * (0.46 if len(text) < 3 else 0.36))
    painter.setFont(semi_bold(size, tabular=True))
    painter.setPen(colors.color(color))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    painter.restore()


_ROLLS = "r"


class DiceField(QWidget):
    """Field in which the dice that are due are typed.

    It takes faces (`4 5`), their sum (`=9`), the total (`==19`), `5/2` for dice read in two ways, or a word of the
    request. Dice with one digit are submitted as soon as the last one is typed, everything else by Enter. With larger
    dice, a space, Enter, or a digit that would not make a face with those before it goes on to the next die.
    """

    submitted = Signal(str)
    stepped_back = Signal()
    rolled = Signal()
    mistyped = Signal(str)
    """Why a key cannot be part of the answer, as a sentence."""
    wanting = Signal(str)
    """What is still to be answered, as a sentence."""
    edited = Signal()
    offer_taken = Signal()
    """The result from before an undo is taken again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._request: DiceRequest | None = None
        self._typed = ""
        self._offered: DiceAnswer | None = None
        self.is_rolled_by_default = False
        """Whether Enter in the empty field rolls the dice."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.IBeamCursor)

    @property
    def typed(self) -> str:
        return self._typed

    @property
    def request(self) -> DiceRequest | None:
        return self._request

    def set_request(self, request: DiceRequest, offered: DiceAnswer | None = None) -> None:
        """Ask for these dice; the typed text is kept if it is still the same roll."""
        if self._request is None or not self._request.is_same_throw(request):
            self._typed = ""
        self._request = request
        self._offered = offered
        self.setAccessibleName(f"{request.title}, {request.dice}")
        self.setAccessibleDescription("Type the faces, = and their sum, == and the total, or R to roll.")
        self.updateGeometry()
        self.update()

    def clear_request(self) -> None:
        """Drop the request and the text typed for it, because no dice are due."""
        self._request, self._typed = None, ""

    def set_typed(self, typed: str) -> None:
        """Set the text, such as what is left of an answer after a step back."""
        self._typed = typed
        self._update()

    def clear_typed(self) -> None:
        """Clear the text that was typed but not submitted."""
        self.set_typed("")

    def submit(self) -> None:
        """Submit the typed text, or else take the result from before an undo, or else roll if that is the default."""
        if self._typed.strip():
            self.submitted.emit(self._typed)
        elif self._offered is not None:
            self.offer_taken.emit()
        elif self.is_rolled_by_default:
            self.rolled.emit()
        else:
            self.wanting.emit("Type the dice, or press R to roll them.")

    def takes(self, event: QKeyEvent) -> bool:
        """Whether a key is part of a dice answer, whichever widget has the focus.

        R rolls, as its button says, unless a word has been begun; Shift+R begins a word such as `right arm`.
        """
        if self._request is None or event.modifiers() & ~(
            Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        ):
            return False
        text = event.text().lower()
        if len(text) != 1:
            return False
        if text.isdecimal() or text == "=" or (text == "/" and self._request.called):
            return True
        if any(sign.isalpha() for sign in self._typed):
            return text.isalpha()
        rolls = text == _ROLLS and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        return text.isalpha() and not rolls and self._begins_a_word(text)

    def _begins_a_word(self, letter: str) -> bool:
        assert self._request is not None
        return any(word.startswith(letter) for word in self._request.words)

    def event(self, event: QEvent) -> bool:
        """Keep keys that are part of a dice answer from being shortcuts while the field has the focus."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            editing = (Qt.Key.Key_Backspace, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
            is_plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
            if self.takes(event) or (is_plain and event.key() in editing):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if self.takes(event):
            self._type(event.text().lower())
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & (
            Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
        ):
            if not event.isAutoRepeat() and not self._goes_on():
                self.submit()
        elif key == Qt.Key.Key_Backspace:
            self._backspace()
        elif key == Qt.Key.Key_Space and self._typed:
            if not self._warn_of_face():
                self._begin_next()
        elif key == Qt.Key.Key_R and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.rolled.emit()
        else:
            super().keyPressEvent(event)

    def _type(self, sign: str) -> None:
        request = self._request
        assert request is not None
        is_faces = sign.isdecimal() and re.fullmatch(r"[\d\s]*", self._typed) is not None
        if sign == "/":
            # The digits before it were the damage rolled, not faces.
            self._typed = self._typed.replace(" ", "")
        elif is_faces and request.sides < 10:
            if not 1 <= int(sign) <= request.sides and not self._may_be_called_out():
                self.mistyped.emit(f"There is no {sign} on a d{request.sides}.")
                return
            faces = [*re.findall(r"\d", self._typed), sign]
            self._typed = " ".join(faces)
            self._update()
            if len(faces) == request.count:
                self.submitted.emit(self._typed)
            return
        elif is_faces and self._begins_a_die(sign):
            if self._warn_of_face():
                return
            self._begin_next()
        self._typed += sign
        self._update()
        self._warn_of_face()

    def _warn_of_face(self) -> bool:
        """Say at once that the die typed last has no such face; return whether that is so.

        The digits stay, since they may be the amount of a word such as `30 damage`.
        """
        request, faces = self._request, self.faces()
        if request is None or not faces or int(faces[-1]) <= request.sides or self._may_be_called_out():
            return False
        self.mistyped.emit(f"There is no {faces[-1]} on a d{request.sides}.")
        return True

    def _begins_a_die(self, sign: str) -> bool:
        """Whether a digit must belong to the next die, because it makes no face with the digits before it."""
        assert self._request is not None
        faces = self._typed.split()
        is_face = bool(faces) and int(faces[-1] + sign) <= self._request.sides
        return bool(faces) and not is_face and len(faces) < self._request.count and sign != "0"

    def _begin_next(self) -> None:
        self._typed = self._typed.rstrip() + " "
        self._update()

    def _goes_on(self) -> bool:
        """Go on to the next die if one is typed and others are still missing; return whether it did."""
        faces, request = self.faces(), self._request
        if not faces or request is None or request.sides < 10 or self._typed.endswith(" "):
            return False
        is_more_due = len(faces) < request.count
        if is_more_due and not self._warn_of_face():
            self._begin_next()
        return is_more_due

    def _may_be_called_out(self) -> bool:
        """Whether a digit that is not a face may still be part of an answer such as `7/2` or `10/3`."""
        assert self._request is not None
        return self._request.called != () and len(self._typed.split()) < 2

    def _backspace(self) -> None:
        if not self._typed:
            self.stepped_back.emit()
            return
        self._typed = self._typed.rstrip()[:-1].rstrip()
        self._update()

    def _update(self) -> None:
        self.edited.emit()
        self.updateGeometry()
        self.update()

    # ---------------------------------------------------------------------------------- painting

    @property
    def last_read_as(self) -> str:
        """How the die typed last is read, such as `5: 1 + effect`; empty if it counts as its face."""
        faces = self.faces()
        if not faces or self._request is None or not 1 <= int(faces[-1]) <= self._request.sides:
            return ""
        words = self._request.read_as(int(faces[-1]))
        return f"{faces[-1]}: {words}" if words else ""

    def faces(self) -> tuple[str, ...] | None:
        """Return the faces typed so far, or None if something other than faces is typed."""
        if re.fullmatch(r"[\d\s]*", self._typed) is None:
            return None
        return tuple(self._typed.split())

    def sizeHint(self) -> QSize:
        count = min(self._request.count if self._request else 1, _PER_ROW)
        rows = -(-(self._request.count if self._request else 1) // _PER_ROW) or 1
        width = max(1, count) * (DIE + HALF) - HALF
        if self.faces() is None:
            width = max(width, 3 * DIE)
        return QSize(width, rows * (DIE + HALF) - HALF)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._request is None:
            return
        painter = QPainter(self)
        faces = self.faces()
        if faces is None or (not faces and self._offered is not None and not isinstance(self._offered, Faces)):
            box = QRectF(0, 0, self.width(), DIE)
            text = self._typed or ("" if self._offered is None else as_typed(self._offered))
            draw_die(painter, box, text, line="now" if self.hasFocus() else "line", dashed=not self._typed)
        else:
            self._paint_dice(painter, faces)
        painter.end()

    def _paint_dice(self, painter: QPainter, faces: tuple[str, ...]) -> None:
        assert self._request is not None
        offered = self._offered.faces if isinstance(self._offered, Faces) else ()
        for index in range(self._request.count):
            row, column = divmod(index, _PER_ROW)
            box = QRectF(column * (DIE + HALF), row * (DIE + HALF), DIE, DIE)
            is_next = self.hasFocus() and index == min(len(faces), self._request.count - 1)
            line = "now" if is_next else "line"
            if index < len(faces):
                draw_die(painter, box, faces[index], line=line)
            elif not faces and index < len(offered):
                draw_die(painter, box, str(offered[index]), line=line, color="dim", dashed=True)
            else:
                draw_die(painter, box, "", line=line)


class DiceRow(QWidget):
    """Small dice that have been rolled."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_dice(())

    def show_dice(self, faces: tuple[int, ...], words: str = "", read_as: tuple[str, ...] = ()) -> None:
        """Show dice; if there are no faces, one wide die with `words`. `read_as` is how each face is read."""
        self._texts = tuple(map(str, faces)) or (words,)
        self._is_wide = not faces
        self._signs = tuple(map(_sign, read_as)) if any(map(_sign, read_as)) else ()
        readings = [f"{text}: {read}" for text, read in zip(self._texts, read_as, strict=False)]
        self.setAccessibleName(", ".join(readings or self._texts))
        self.setToolTip("\n".join(readings))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        if self._is_wide:
            return QSize(max(SMALL_DIE, len(self._texts[0]) * 8 + 2 * UNIT), SMALL_DIE)
        count = len(self._texts)
        lines = -(-count // _SMALL_PER_ROW)
        return QSize(min(count, _SMALL_PER_ROW) * (SMALL_DIE + HALF) - HALF, lines * (self._line + HALF) - HALF)

    @property
    def _line(self) -> int:
        """Height in pixels of a line of dice with the text under them."""
        return SMALL_DIE + (_SIGN if self._signs else 0)

    def _corner(self, index: int) -> QPointF:
        row, column = divmod(index, _SMALL_PER_ROW)
        return QPointF(column * (SMALL_DIE + HALF), row * (self._line + HALF))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._is_wide:
            painter.setFont(text_font(SMALL))
            draw_die(painter, QRectF(self.rect()), self._texts[0])
        else:
            for index, text in enumerate(self._texts):
                draw_die(painter, QRectF(self._corner(index), QSizeF(SMALL_DIE, SMALL_DIE)), text)
            self._paint_signs(painter)
        painter.end()

    def _paint_signs(self, painter: QPainter) -> None:
        """Paint under each die how it is read."""
        painter.setFont(text_font(_SIGN - 2, tabular=True))
        for index, sign in enumerate(self._signs):
            painter.setPen(palette().color("dim" if sign == "0" else "text"))
            under = self._corner(index) + QPointF(-HALF, SMALL_DIE)
            box = QRectF(under, QSizeF(SMALL_DIE + 2 * HALF, _SIGN))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, sign)


def _sign(read_as: str) -> str:
    """Return a reading short enough to fit under a die: `1+` for `1 + effect`, `0!` for a complication.

    A reading without a number, such as a name, gives an empty string.
    """
    first, _, more = read_as.partition(" + ")
    number = "0" if first.startswith("no ") else first.partition(" ")[0]
    if not number.isdecimal():
        return ""
    return number + ("!" if number == "0" and more else "+" if more else "")


# --------------------------------------------------------------------------------------------- the question that is due


_MOST_BESIDE = 3
"""Maximum number of due dice with their text beside them; with more, the text is below."""


class _RollLine(QWidget):
    """The line of a roll: dice, verdict, and what the roll was compared with."""

    overruled = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ruling: Ruling | None = None
        self._dice, self._by, self._words, self._source = DiceRow(), QLabel(), _Wrapped(), QLabel()
        self._words.setWordWrap(True)
        set_role(self._words, "muted")
        set_role(self._source, "dim")
        self._verdict = QPushButton()
        set_role(self._verdict, "flat")
        self._verdict.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._verdict.setCursor(Qt.CursorShape.PointingHandCursor)
        self._verdict.clicked.connect(self._flip)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(UNIT)
        for part in (self._dice, self._by, self._verdict, self._words, self._source):
            line.addWidget(part)
        line.addStretch(1)

    def show_roll_line(self, roll: RollRecord | None, ruling: Ruling | None, by: str) -> None:
        """Show a roll, the verdict on it, or both; `by` is the name of who rolled, or empty if that is clear."""
        self._ruling = ruling
        if roll is not None:
            said = roll.word or (str(roll.sum) if roll.sum is not None else "")
            self._dice.show_dice(roll.faces, said, roll.read_as)
        if ruling is not None:
            self._verdict.setText(_capital_word(ruling))
            self._verdict.setToolTip("Click to overrule the verdict" + (f" ({ruling.rule})" if ruling.rule else ""))
            set_look(self._verdict, "verdict", "good" if ruling.is_true else "bad")
        self._by.setText(by)
        self._words.setText(against_words(ruling) if ruling is not None else _came_to(roll) if roll is not None else "")
        self._source.setText(roll.source if roll is not None and roll.source in ("rolled", "offered") else "")
        self._dice.setVisible(roll is not None)
        self._verdict.setVisible(ruling is not None)
        for label in (self._by, self._words, self._source):
            label.setVisible(bool(label.text()))

    def _flip(self) -> None:
        if (ruling := self._ruling) is not None:
            is_back = ruling.is_true != ruling.computed
            self.overruled.emit(ruling.key, None if is_back else not ruling.is_true)


class Verdicts(QWidget):
    """One line for each roll: dice, verdict, and what it was compared with. A click on a verdict overrules it."""

    overruled = Signal(str, object)
    """Key of a verdict and the GM's verdict, or None to restore the computed one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(HALF)
        self._throws: list[_RollLine] = []
        """As many lines as were ever needed; they are reused for later rolls."""

    def set_note(self, note: Note, names: Mapping[Id, str] | None = None) -> None:
        """Show the rolls and verdicts of a note; if several combatants rolled, each with its name from `names`."""
        pairs, alone = paired(note.rolls, note.rulings)
        throwers = (names or {}) if len({roll.by for roll in note.rolls}) > 1 else {}
        shown: list[tuple[RollRecord | None, Ruling | None, str]] = []
        shown.extend((roll, ruling, throwers.get(roll.by, "")) for roll, ruling in pairs)
        shown.extend((None, ruling, "") for ruling in alone)
        self.setVisible(bool(shown))
        if not shown:
            return
        while len(self._throws) < len(shown):
            self._throws.append(throw := _RollLine(self))
            throw.overruled.connect(self.overruled)
            self._column.addWidget(throw)
        for throw, entry in zip(self._throws, shown, strict=False):
            throw.show_roll_line(*entry)
        for index, throw in enumerate(self._throws):
            throw.setVisible(index < len(shown))


class Stage(QWidget):
    """Shows the request that is due: dice to type or roll, or a question to answer."""

    typed = Signal(str)
    rolled = Signal()
    offer_taken = Signal()
    stepped_back = Signal()
    mistyped = Signal(str)
    wanting = Signal(str)
    chosen = Signal(object)
    place_wanted = Signal(bool)
    """Whether a place on the map is asked for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._request: DiceRequest | Question | None = None
        self._owner: object = None
        """Whose action asks."""
        self._wants_place = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF)
        self._dice = _DiceStage()
        self._question = _QuestionStage()
        column.addWidget(self._dice)
        column.addWidget(self._question)
        field = self._dice.field
        field.submitted.connect(self.typed)
        field.rolled.connect(self.rolled)
        field.offer_taken.connect(self.offer_taken)
        field.stepped_back.connect(self.stepped_back)
        field.mistyped.connect(self.mistyped)
        field.wanting.connect(self.wanting)
        self._dice.roll.clicked.connect(self.rolled)
        self._question.chosen.connect(self.chosen)

    @property
    def field(self) -> DiceField:
        """The field in which dice are typed."""
        return self._dice.field

    def set_due(
        self,
        request: DiceRequest | Question | None,
        title: str = "",
        by: str = "",
        offered: DiceAnswer | None = None,
        is_rolled: bool = False,
        *,
        owner: object = None,
    ) -> None:
        """Ask for a request, or hide the stage if it is None; `is_rolled` is whether Enter rolls the dice.

        `title` is the title of a question, `by` the name of who is asked, `offered` a result from before an undo, and
        `owner` whose action asks: what is typed for another one's does not stay.
        """
        is_other = owner != self._owner
        is_new = is_other or request is None or self._request is None or request.id != self._request.id
        self._request, self._owner = request, owner
        if is_other:
            self._dice.field.clear_request()
        is_dice, is_question = isinstance(request, DiceRequest), isinstance(request, Question)
        self._dice.setVisible(is_dice)
        self._question.setVisible(is_question)
        self.setVisible(is_dice or is_question)
        if isinstance(request, DiceRequest):
            self._dice.show_request(request, by, offered, is_rolled)
        else:
            self._dice.field.clear_request()
        if isinstance(request, Question):
            self._question.show_question(request, title, is_new)
        wants_place = isinstance(request, Question) and request.kind in ("place", "path")
        if wants_place != self._wants_place or (wants_place and is_new):
            self._wants_place = wants_place
            self.place_wanted.emit(wants_place)

    def pick(self, number: int) -> bool:
        """Choose the option with that number, counted from 1; return False if there is none."""
        return isinstance(self._request, Question) and self._question.pick(number)

    @property
    def is_for_fight(self) -> bool:
        """Whether the answer is remembered for the rest of the combat."""
        return self._question.is_for_fight

    def toggle_for_combat(self) -> bool:
        """Toggle whether the answer is remembered for the rest of the combat; return False if that is not offered."""
        return self._question.toggle_for_combat()

    def take_focus(self) -> None:
        """Focus the widget in which the answer is given."""
        if isinstance(self._request, DiceRequest):
            self._dice.field.setFocus()
        elif isinstance(self._request, Question):
            self._question.take_focus()

    def answer(self) -> None:
        """Do what Enter does: submit the dice or the answer to the question."""
        if isinstance(self._request, DiceRequest):
            self._dice.field.submit()
        elif isinstance(self._request, Question):
            self._question.submit()


class _DiceStage(QWidget):
    """A dice field, the text that says what it is for, and a button that rolls."""

    def __init__(self) -> None:
        super().__init__()
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(UNIT)
        self.field = DiceField()
        self._words = QVBoxLayout()
        self._words.setSpacing(0)
        self._title, self._hint = _label("", None), _label("", "muted")
        self._hint.setWordWrap(True)
        self._words.addWidget(self._title)
        self._words.addWidget(self._hint)
        self._asks = ""
        self.field.edited.connect(self._show_hint)
        self.roll = KeyButton("Roll", "R")
        self.roll.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.roll.setToolTip("Rolls these dice (R).")
        beside = QHBoxLayout()
        beside.setSpacing(UNIT)
        beside.addLayout(self._words, 1)
        beside.addWidget(self.roll)
        self._line.addWidget(self.field)
        self._line.addLayout(beside, 1)

    def show_request(self, request: DiceRequest, by: str, offered: DiceAnswer | None, is_rolled: bool) -> None:
        # There is no room for text beside many dice.
        is_wide = request.count > _MOST_BESIDE
        directions = QBoxLayout.Direction
        self._line.setDirection(directions.TopToBottom if is_wide else directions.LeftToRight)
        self.field.is_rolled_by_default = is_rolled
        self.field.set_request(request, offered)
        self._title.setText(f"{request.title}, {request.dice}")
        if offered is not None:
            hint = "dice as they were: Enter takes them"
        elif is_rolled:
            hint = f"{by}: Enter rolls"
        else:
            hint = f"{by}: type, or"
        self._asks = hint
        self._show_hint()
        set_role(self.roll, "primary" if is_rolled and offered is None else None)

    def _show_hint(self) -> None:
        """Show what to do, or how the die typed last is read."""
        self._hint.setText(self.field.last_read_as or self._asks)


class _QuestionStage(QWidget):
    """A question with its options as buttons, or a field for a number."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF)
        self._title = _label("", None)
        self._title.setWordWrap(True)
        self._options = FlowLayout(spacing=HALF)
        self._for_combat = KeyButton("Remember for This Combat", "=")
        self._for_combat.setCheckable(True)
        self._for_combat.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._for_combat.toggled.connect(lambda on: self._for_combat.setText(f"{'✓ ' * on}Remember for This Combat"))
        self._for_combat.setToolTip("Gives the same answer whenever this is asked, until combat ends (=).")
        column.addWidget(self._title)
        column.addLayout(self._options)
        column.addWidget(self._for_combat, 0, Qt.AlignmentFlag.AlignLeft)
        self._buttons: list[QPushButton] = []
        self._ok: QPushButton | None = None
        self._group: QButtonGroup | None = None
        self._question: Question | None = None
        self._read: Callable[[], object] | None = None

    def show_question(self, question: Question, title: str, is_new: bool) -> None:
        if not is_new and self._question == question:
            return
        self._question = question
        self._title.setText(title)
        self._for_combat.setChecked(False)
        self._for_combat.setVisible(question.remember)
        self._options.clear()
        self._buttons = []
        self._ok = None
        self._read = None
        if question.kind in ("option", "options"):
            self._show_options(question)
        elif question.kind == "number":
            self._show_number(question)
        else:
            self._show_place(question)

    @property
    def is_for_fight(self) -> bool:
        return self._for_combat.isChecked()

    def toggle_for_combat(self) -> bool:
        is_offered = self._for_combat.isVisible()
        if is_offered:
            self._for_combat.toggle()
        return is_offered

    def _show_options(self, question: Question) -> None:
        is_many = question.kind == "options"
        preset = question.default if is_many else (question.default,)
        for number, choice in enumerate(question.options, 1):
            button = _option_button(number, choice)
            button.setCheckable(is_many)
            if is_many:
                button.setChecked(choice.key in (preset or ()))
            else:
                set_role(button, "primary" if choice.key in preset else None)
                button.clicked.connect(lambda _=False, key=choice.key: self.chosen.emit(key))
            self._buttons.append(button)
            self._options.addWidget(button)
        if is_many:
            self._read = self._checked
            self._ok = self._add_ok()

    def _show_place(self, question: Question) -> None:
        """Offer the suggested place as a button, if there is one; any other place is clicked on the map."""
        if question.default_words:
            words = question.default_words
            button = _option_button(1, Choice(key="default", label=words[:1].upper() + words[1:]))
            set_role(button, "primary")
            button.clicked.connect(lambda: self.chosen.emit(question.default))
            self._buttons.append(button)
            self._options.addWidget(button)
        words = "or click the place on the map" if self._buttons else "click the place on the map"
        self._options.addWidget(_label(words, "muted"))

    def _checked(self) -> tuple[str, ...]:
        assert self._question is not None
        pairs = zip(self._question.options, self._buttons, strict=True)
        return tuple(choice.key for choice, button in pairs if button.isChecked())

    def _show_number(self, question: Question) -> None:
        field = NumberField(
            -9999 if question.least is None else question.least,
            9999 if question.most is None else question.most,
            question.default or question.least or 0,
            decimals=0 if isinstance(question.default, int | None) else 1,
        )
        field.setAccessibleName(self._title.text())
        self._options.addWidget(field)
        if question.comes_to:
            consequence = _label(question.consequence(field.value()), "muted")
            field.changed.connect(lambda: consequence.setText(question.consequence(field.value())))
            self._options.addWidget(consequence)
        self._read = field.value
        self._add_ok()
        field.setFocus()
        field.selectAll()

    def _add_ok(self) -> QPushButton:
        ok = QPushButton("Answer")
        set_role(ok, "primary")
        ok.clicked.connect(self.submit)
        self._options.addWidget(ok)
        return ok

    def pick(self, number: int) -> bool:
        if not 1 <= number <= len(self._buttons):
            return False
        self._buttons[number - 1].click()
        return True

    def take_focus(self) -> None:
        preset = next((button for button in self._buttons if button.property("role") == "primary"), None)
        if self._ok is not None:
            # Several options can be chosen: digits check them, and Enter submits the checked ones.
            self._ok.setFocus()
        elif preset is not None:
            preset.setFocus()
        elif self._buttons:
            self._buttons[0].setFocus()
        elif field := self.findChild(NumberField):
            field.setFocus()
            field.selectAll()

    def submit(self) -> None:
        if self._read is not None:
            self.chosen.emit(self._read())
            return
        focused = next((button for button in self._buttons if button.hasFocus()), None)
        preset = next((button for button in self._buttons if button.property("role") == "primary"), None)
        if button := focused or preset:
            button.click()


def _option_button(number: int, choice: Choice) -> QPushButton:
    button = QPushButton(f"{number}  {choice.label}" if number < 10 else choice.label)
    button.setToolTip(choice.help)
    return button


def _label(text: str, role: str | None) -> QLabel:
    label = QLabel(text)
    if role is not None:
        set_role(label, role)  # type: ignore[arg-type]  # a literal at every call
    return label


class _Wrapped(QLabel):
    """Label whose text wraps only if there is no room for it on one line."""

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.text()) + 2, self.fontMetrics().height())


def _came_to(roll: RollRecord) -> str:
    """Return the result of a roll with its title, such as `Damage 7` or `Hit location Left Arm`.

    There is no title if the result contains it, such as `5 damage, 2 effects`.
    """
    if roll.title.lower() in roll.result:
        return roll.result
    return f"{roll.title} {roll.result or (roll.word if roll.total is None else roll.total)}"


def _capital_word(ruling: Ruling) -> str:
    """Return the verdict, such as `Hit` or `Miss`, with a mark if the GM has overruled it."""
    word = verdict_word(ruling)
    return word[:1].upper() + word[1:] + ("" if ruling.is_true == ruling.computed else " ✎")


def against_words(ruling: Ruling) -> str:
    """Return what the roll was compared with, such as `19 against 18`; empty if that is not known."""
    if ruling.measured:
        return ruling.measured
    if ruling.total is None or ruling.against is None:
        return "" if ruling.against is None else f"against {ruling.against}"
    return f"{ruling.total} against {ruling.against}"
