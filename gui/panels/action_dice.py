"""Dice on screen: a field in which they are typed, and a row of those that lie on the table."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.style.fonts import semi_bold, text_font
from gui.style.measures import HALF, RADIUS, SMALL, UNIT
from gui.style.theme import palette
from model.dice.answers import DiceAnswer, Faces
from model.dice.requests import DiceRequest
from model.dice.rolls import as_typed

DIE = 36
"""Side of a die that is due, in pixels."""
SMALL_DIE = 26
"""Side of a die that lies on the table."""
_PER_ROW = 7
_LAID_PER_ROW = 6
"""Of small dice: beside them stands what they came to."""
_SIGN = 13
"""Height of what stands under a die."""


def draw_die(
    painter: QPainter, box: QRectF, text: str, *, line: str = "line", color: str = "text", dashed: bool = False
) -> None:
    """One die; an empty text is a die that has not fallen."""
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


class DiceField(QWidget):
    """Where the dice that are due are typed: `4 5`, `=9`, `==19`, `5/2` of dice read in two ways, or one of its words.

    Dice with one digit are handed in as soon as the last one is typed; everything else by Enter. Of larger dice
    a blank, Enter, or a digit that makes no face with those before it goes on to the next one.
    """

    submitted = Signal(str)
    stepped_back = Signal()
    rolled = Signal()
    mistyped = Signal(str)
    """A sentence about a key that cannot be part of the answer."""
    edited = Signal()
    offer_taken = Signal()
    """The dice that lay there before an undo are taken again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._request: DiceRequest | None = None
        self._typed = ""
        self._offered: DiceAnswer | None = None
        self.is_rolled_by_default = False
        """Whether Enter in the empty field throws the dice."""
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
        """Ask for these dice; what was typed stays while it is the same throw."""
        if self._request is None or not self._request.is_same_throw(request):
            self._typed = ""
        self._request = request
        self._offered = offered
        self.setAccessibleName(f"{request.title}, {request.dice}")
        self.setAccessibleDescription("Type the faces, = and their sum, == and the total, or R to roll.")
        self.updateGeometry()
        self.update()

    def clear_request(self) -> None:
        """No dice are due: what was typed belonged to a throw that is over."""
        self._request, self._typed = None, ""

    def set_typed(self, typed: str) -> None:
        """Put in what is left of an answer that was stepped back over."""
        self._typed = typed
        self._update()

    def submit(self) -> None:
        """Hand in what was typed, else the dice that lay there before an undo, else throw them if that is usual."""
        if self._typed.strip():
            self.submitted.emit(self._typed)
        elif self._offered is not None:
            self.offer_taken.emit()
        elif self.is_rolled_by_default:
            self.rolled.emit()
        else:
            self.mistyped.emit("Type the dice, or press R to roll them.")

    def takes(self, event: QKeyEvent) -> bool:
        """Whether a key belongs to the dice, whatever has the focus."""
        if self._request is None or event.modifiers() & ~(
            Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        ):
            return False
        text = event.text().lower()
        if len(text) != 1:
            return False
        if text.isdigit() or text == "=" or (text == "/" and self._request.called):
            return True
        is_word = any(sign.isalpha() for sign in self._typed)
        return text.isalpha() and (is_word or self._begins_a_word(text))

    def _begins_a_word(self, letter: str) -> bool:
        assert self._request is not None
        return any(word.startswith(letter) for word in self._request.words)

    def event(self, event: QEvent) -> bool:
        """Keys that belong to the dice are no shortcuts while the field has the focus."""
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
            self._begin_next()
        elif key == Qt.Key.Key_R and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.rolled.emit()
        else:
            super().keyPressEvent(event)

    def _type(self, sign: str) -> None:
        request = self._request
        assert request is not None
        is_faces = sign.isdigit() and re.fullmatch(r"[\d\s]*", self._typed) is not None
        if sign == "/":
            # The digits before it were the damage that the dice come to, not faces.
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
            self._begin_next()
        self._typed += sign
        self._update()

    def _begins_a_die(self, sign: str) -> bool:
        """Whether a digit can only be the next die's: with the one before it, it would be no face."""
        assert self._request is not None
        faces = self._typed.split()
        is_face = bool(faces) and int(faces[-1] + sign) <= self._request.sides
        return bool(faces) and not is_face and len(faces) < self._request.count and sign != "0"

    def _begin_next(self) -> None:
        self._typed = self._typed.rstrip() + " "
        self._update()

    def _goes_on(self) -> bool:
        """Go on to the next die, if one is typed and others are still missing; whether that was so."""
        faces, request = self.faces(), self._request
        if not faces or request is None or request.sides < 10 or self._typed.endswith(" "):
            return False
        is_more_due = len(faces) < request.count
        if is_more_due:
            self._begin_next()
        return is_more_due

    def _may_be_called_out(self) -> bool:
        """Whether a digit that is no face may still belong to a `7/2` or `10/3`."""
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
        """What the die typed last counts, such as `5: 1 + effect`; empty where it counts what it shows."""
        faces = self.faces()
        if not faces or self._request is None or not 1 <= int(faces[-1]) <= self._request.sides:
            return ""
        words = self._request.read_as(int(faces[-1]))
        return f"{faces[-1]}: {words}" if words else ""

    def faces(self) -> tuple[str, ...] | None:
        """The dice typed so far; None while something else than faces is typed."""
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
    """Dice that lie on the table, small."""

    def __init__(
        self, faces: tuple[int, ...], words: str = "", read_as: tuple[str, ...] = (), parent: QWidget | None = None
    ) -> None:
        """`words` stand in one wide die when there are no faces; `read_as` says what each face counts."""
        super().__init__(parent)
        self._texts = tuple(map(str, faces)) or (words,)
        self._is_wide = not faces
        self._signs = tuple(map(_sign, read_as)) if any(map(_sign, read_as)) else ()
        readings = [f"{text}: {read}" for text, read in zip(self._texts, read_as, strict=False)]
        self.setAccessibleName(", ".join(readings or self._texts))
        self.setToolTip("\n".join(readings))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        if self._is_wide:
            return QSize(max(SMALL_DIE, len(self._texts[0]) * 8 + 2 * UNIT), SMALL_DIE)
        count = len(self._texts)
        lines = -(-count // _LAID_PER_ROW)
        return QSize(min(count, _LAID_PER_ROW) * (SMALL_DIE + HALF) - HALF, lines * (self._line + HALF) - HALF)

    @property
    def _line(self) -> int:
        """Height of a line of dice, with what stands under them."""
        return SMALL_DIE + (_SIGN if self._signs else 0)

    def _corner(self, index: int) -> QPointF:
        row, column = divmod(index, _LAID_PER_ROW)
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
        """What each die counts, under it."""
        painter.setFont(text_font(_SIGN - 2, tabular=True))
        for index, sign in enumerate(self._signs):
            painter.setPen(palette().color("dim" if sign == "0" else "text"))
            under = self._corner(index) + QPointF(-HALF, SMALL_DIE)
            box = QRectF(under, QSizeF(SMALL_DIE + 2 * HALF, _SIGN))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, sign)


def _sign(read_as: str) -> str:
    """`1 + effect` as it fits under a die: `1+`, and a complication `0!`; nothing of a name."""
    first, _, more = read_as.partition(" + ")
    number = "0" if first.startswith("no ") else first.partition(" ")[0]
    if not number.isdigit():
        return ""
    return number + ("!" if number == "0" and more else "+" if more else "")
