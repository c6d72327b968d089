"""The session as Qt sees it: the one subscriber, the one door through which the window changes anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from model.dice.answers import DiceAnswer
from model.dice.requests import DiceRequest
from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.engine.run import Due, Outcome, Refused, run
from model.session import Changed, Draft, Session, Status, Step
from model.session.pictures import read_picture
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.changes import changes
from model.state.texts import Note, Refusal, Text, text
from model.view.texts import plain, render_all, sentence
from model.view.viewer import GM, name_for, names_for_gm

_READ_ONLY = Refused(
    Refusal(
        key="past",
        sentence=text(
            "This is an earlier point of the battle: press Esc to return, or choose What If to continue from here."
        ),
        can_override=False,
    )
)


class AfterRepaint(QObject):
    """Something that is done when the window has shown what the eye is on; once, however often it is put off.

    A real timer: `QTimer.singleShot` of nothing is a posted event, and those come before the repaint.
    """

    def __init__(self, do: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._do = do
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(do)

    def put_off(self) -> None:
        """Do it after the next repaint."""
        self._timer.start()

    def do_now(self) -> None:
        """Do it at once, if it is still to be done: something needs what it brings about."""
        if self._timer.isActive():
            self._timer.stop()
            self._do()

    def drop(self) -> None:
        """Do it no more."""
        self._timer.stop()


class Bridge(QObject):
    """Reads and changes the session; says `changed` once after every change."""

    changed = Signal(object)
    """The battle is another one: a `model.session.Changed`."""
    waiting = Signal(object)
    """A call that was given as an edit waits for answers: it is half answered now."""
    saving_changed = Signal()
    """Whether everything is on disk is another matter than before, without a change of the battle."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self._disk_due = AfterRepaint(self._finish_writing, self)
        self._write: Callable[[], None] | None = None
        self._past: Step | None = None
        self.ruleset: Ruleset = session.ruleset
        self.battle: AnyBattle = session.battle
        """The battle that is shown: as it stands, or as it stood after an earlier step."""
        self._told: dict[int, tuple[Text, str]] = {}
        """Sentences of steps in words, as the battle of now names everybody."""
        self.is_telling = False
        """Whether a change of the battle is being told just now."""
        self._unsubscribe = session.subscribe(self._notify)
        session.put_off_disk(self._after_repaint)

    def _notify(self, changed: Changed) -> None:
        self._past, self.battle, self._told = None, self.session.battle, {}
        self.is_telling = True
        try:
            self.changed.emit(changed)
        finally:
            self.is_telling = False

    def when_quiet(self, do: Callable[[], object]) -> None:
        """Do something now; while a change is being told, once everybody has heard of it.

        A field that is hidden by what is told loses the focus, and hands in what was typed into it.
        """
        if self.is_telling:
            QTimer.singleShot(0, self, do)
        else:
            do()

    def _after_repaint(self, write: Callable[[], None]) -> None:
        """Write when the window shows what was done: waiting for the disk would be seen."""
        self._write = write
        self._disk_due.put_off()

    def _finish_writing(self) -> None:
        if self._write is None:
            return
        write, self._write = self._write, None
        before = self.session.status
        write()
        if self.session.status != before:
            self.saving_changed.emit()

    def finish_saving(self) -> Status:
        """Whether everything is on disk, with nothing put off any more: asked before the battle is left."""
        self._disk_due.do_now()
        return self.session.status

    def let_go(self) -> None:
        """Watch no longer, and leave nothing to be written."""
        self._unsubscribe()
        self._disk_due.do_now()

    def close(self) -> None:
        """Watch no longer, and let go of the file."""
        self.let_go()
        self.session.close()

    # ------------------------------------------------------------------------------------ reading

    @property
    def past(self) -> Step | None:
        """The step after which the battle is shown, read only; None: it is shown as it stands."""
        return self._past

    def show_step(self, number: int | None) -> None:
        """Show the battle as it stood after a step, and change nothing until it is shown as it stands: None."""
        step = None if number is None else self.session.step(number)
        if step is not None and number == next((one.number for one in self.session.standing()), None):
            step = None
        if step == self._past:
            return
        old, shown = self.battle, step or self._past
        assert shown is not None
        self._past = step
        self.battle = self.session.battle if step is None else self.session.battle_after(step)
        self._told = {}
        self.changed.emit(Changed(old, self.battle, tuple(changes(old, self.battle)), shown, "look"))

    @property
    def path(self) -> Path | None:
        return self.session.path

    def name(self, id: Id) -> str:
        """What the GM calls a combatant or thing."""
        return name_for(self.battle, id, GM) or id

    def names(self, ids: Iterable[Id]) -> list[str]:
        """What the GM calls each of several: those who can do something about an attack are nearly all."""
        return names_for_gm(self.battle, ids)

    def picture(self, file: str) -> bytes | None:
        """A picture that lies beside the session under its own name; None when it is not there."""
        if self.path is None or "/" in file or "\\" in file:
            return None
        return read_picture(self.path.parent / file)

    def words(self, text: Text) -> str:
        """A sentence in the GM's words."""
        return sentence(text, self.battle, GM)

    def sentences(self, texts: Iterable[Text]) -> str:
        return plain(render_all(texts, self.battle, GM))

    @property
    def undo_words(self) -> str:
        """What an undo would undo; empty when there is nothing."""
        return self._step_words(self.session.undo_title, self.session.can_undo)

    @property
    def redo_words(self) -> str:
        """What a redo would do again; empty when there is nothing."""
        return self._step_words(self.session.redo_title, self.session.can_redo)

    def _step_words(self, note: Note | None, is_there: bool) -> str:
        if note is None or not is_there:
            return ""
        if not note.sentences:
            return "the last step"
        # Buttons, menus and the palette all ask, with each key.
        first = note.sentences[0]
        known = self._told.get(id(first))
        if known is None or known[0] is not first:
            known = self._told[id(first)] = first, self.words(first).removesuffix(".")
        return known[1]

    # ----------------------------------------------------------------------------------- changing

    def act(self, call: Call) -> Outcome:
        """Carry out a call and keep it as a step, or as a draft when something is still to be answered."""
        return self.session.act(call) if self._past is None else _READ_ONLY

    def edit(self, call: Call) -> str | None:
        """Carry out an edit; the sentence when it was refused. What it has to ask, such as a save, is `waiting`."""
        if problem := self.half_answered(call):
            return problem
        outcome = self.act(call)
        if isinstance(outcome, Due):
            self.waiting.emit(call)
        return self.refused_words(outcome)

    def half_answered(self, call: Call) -> str | None:
        """Why a call that has to ask something must wait: answers given to another command would be lost."""
        draft = self.draft(call.actor)
        if draft is None or draft.call.action == call.action or not draft.call.answers:
            return None
        if not isinstance(run(self.ruleset, self.battle, call), Due):
            return None
        title = self.ruleset.actions[draft.call.action].title
        return f"{title} is not finished: continue it, or cancel it with Esc."

    def refused_words(self, outcome: Outcome) -> str | None:
        """Why something was not done; None when it was."""
        if isinstance(outcome, Refused):
            return self.words(outcome.refusal.sentence)
        return None

    def undo(self, after: int | None = None) -> None:
        """Take back the last step, or all that stand after one; an earlier battle that is shown is left first."""
        self.show_step(None)
        self.session.undo(after)

    def redo(self, until: int | None = None) -> None:
        """Do again what was undone last, or all up to a step; an earlier battle that is shown is left first."""
        self.show_step(None)
        self.session.redo(until)

    # ------------------------------------------------------------------------------ half-answered

    def draft(self, actor: Id) -> Draft | None:
        """The half-answered call of somebody, and how it stands."""
        return self.session.drafts.get(actor) if self._past is None else None

    def keep_draft(self, call: Call) -> str | None:
        """Keep a half-answered call; the sentence when it may not take the place of the one there is."""
        refused = self.session.keep_draft(call) if self._past is None else _READ_ONLY
        return None if refused is None else self.words(refused.refusal.sentence)

    def drop_draft(self, actor: Id, *, anyway: bool = False) -> str | None:
        """Forget a half-answered call; the sentence when somebody else has declared something on it."""
        refused = self.session.drop_draft(actor, anyway=anyway) if self._past is None else _READ_ONLY
        return None if refused is None else self.words(refused.refusal.sentence)

    def offered_dice(self, call: Call, request: DiceRequest) -> DiceAnswer | None:
        """Dice that lay on the table for this throw before an undo."""
        found = self.session.offered_dice(call.actor, call.action, request.id)
        return found if found is not None and request.problem(found) is None else None
