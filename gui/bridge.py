"""The session for Qt: the session's only subscriber, and the only way in which the window changes anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from model.dice.answers import DiceAnswer
from model.dice.requests import DiceRequest
from model.engine.calls import Call
from model.engine.planning import tells_plan
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
    """Calls a function after the next repaint; once, however often it is put off.

    It uses a real timer: `QTimer.singleShot` with 0 ms is a posted event, which is handled before the repaint.
    """

    def __init__(self, do: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._do = do
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(do)

    def put_off(self) -> None:
        """Call the function after the next repaint."""
        self._timer.start()

    def do_now(self) -> None:
        """Call the function at once if it is still due, because its result is needed now."""
        if self._timer.isActive():
            self._timer.stop()
            self._do()

    def drop(self) -> None:
        """Cancel the pending call."""
        self._timer.stop()


class Bridge(QObject):
    """Reads and changes the session; emits `changed` once after every change."""

    changed = Signal(object)
    """The battle has changed: a `model.session.Changed`."""
    waiting = Signal(object)
    """A call that was passed to `edit` waits for answers: it is now half answered."""
    saving_changed = Signal()
    """The state of saving has changed without a change of the battle."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self._disk_due = AfterRepaint(self._finish_writing, self)
        self._write: Callable[[], None] | None = None
        self._past: Step | None = None
        self.ruleset: Ruleset = session.ruleset
        self.battle: AnyBattle = session.battle
        """The battle that is shown: the current one, or the one after an earlier step."""
        self._told: dict[int, tuple[Text, str]] = {}
        """Titles of steps as plain text with the current names, by the identity of their sentence: a cache."""
        self.is_telling = False
        """Whether `changed` is being emitted."""
        self._unsubscribe = session.subscribe(self._notify)
        session.defer_disk_sync(self._after_repaint)

    def _notify(self, changed: Changed) -> None:
        self._past, self.battle, self._told = None, self.session.battle, {}
        self.is_telling = True
        try:
            self.changed.emit(changed)
        finally:
            self.is_telling = False

    def when_quiet(self, do: Callable[[], object]) -> None:
        """Call `do` now, or, while a change is being announced, after all receivers of `changed` have run.

        A field that gets hidden by a change loses the focus, and then submits what was typed into it.
        """
        if self.is_telling:
            QTimer.singleShot(0, self, do)
        else:
            do()

    def _after_repaint(self, write: Callable[[], None]) -> None:
        """Write after the next repaint, so that waiting for the disk does not delay it."""
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
        """Write everything that was deferred and return the state of saving; called before the battle is left."""
        self._disk_due.do_now()
        return self.session.status

    def let_go(self) -> None:
        """Unsubscribe from the session and write everything that was deferred."""
        self._unsubscribe()
        self._disk_due.do_now()

    def close(self) -> None:
        """Unsubscribe, write everything that was deferred, and close the file."""
        self.let_go()
        self.session.close()

    # ------------------------------------------------------------------------------------ reading

    @property
    def past(self) -> Step | None:
        """The step after which the battle is shown, read-only, or None if the current battle is shown."""
        return self._past

    def show_step(self, number: int | None) -> None:
        """Show the battle after an earlier step, read-only; None or the last step shows the current battle."""
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
        """Return the GM's name for a combatant or object, or the id if it has none."""
        return name_for(self.battle, id, GM) or id

    def names(self, ids: Iterable[Id]) -> list[str]:
        """Return the GM's names for several combatants at once: nearly all may be able to react to an attack."""
        return names_for_gm(self.battle, ids)

    def picture(self, file: str) -> bytes | None:
        """Return a picture stored beside the session under its own name, or None if it is not there."""
        if self.path is None or "/" in file or "\\" in file:
            return None
        return read_picture(self.path.parent / file)

    def words(self, text: Text) -> str:
        """Return a text as a sentence for the GM."""
        return sentence(text, self.battle, GM)

    def sentences(self, texts: Iterable[Text]) -> str:
        return plain(render_all(texts, self.battle, GM))

    @property
    def undo_words(self) -> str:
        """What an undo would undo; empty if there is nothing to undo."""
        return self._step_words(self.session.undo_title, self.session.can_undo)

    @property
    def redo_words(self) -> str:
        """What a redo would redo; empty if there is nothing to redo."""
        return self._step_words(self.session.redo_title, self.session.can_redo)

    def _step_words(self, note: Note | None, is_there: bool) -> str:
        if note is None or not is_there:
            return ""
        if not note.sentences:
            return "the last step"
        # Cached: buttons, menus and the palette all ask, on each key press.
        # A plan becomes known by the action that carries it out, and is told before it.
        first = next((one for one in note.sentences if not tells_plan(one)), note.sentences[0])
        known = self._told.get(id(first))
        if known is None or known[0] is not first:
            alike = sum(one.template == first.template for one in note.sentences) - 1
            more = f" (and {alike} more)" if alike else ""
            known = self._told[id(first)] = first, f"{self.words(first).removesuffix('.')}{more}"
        return known[1]

    # ----------------------------------------------------------------------------------- changing

    def act(self, call: Call) -> Outcome:
        """Carry out a call and keep it as a step, or as a draft if something is still to be answered."""
        return self.session.act(call) if self._past is None else _READ_ONLY

    def edit(self, call: Call) -> str | None:
        """Carry out an edit; return why it was refused, or None. If it has to ask, such as a save, emit `waiting`."""
        if problem := self.half_answered(call):
            return problem
        outcome = self.act(call)
        if isinstance(outcome, Due):
            self.waiting.emit(call)
        return self.refused_words(outcome)

    def half_answered(self, call: Call) -> str | None:
        """Return why a call that has to ask something must wait, or None: answers of another draft would be lost."""
        draft = self.draft(call.actor)
        if draft is None or draft.call.action == call.action or not draft.call.answers:
            return None
        if not isinstance(run(self.ruleset, self.battle, call), Due):
            return None
        title = self.ruleset.actions[draft.call.action].title
        return f"{title} is not finished: continue it, or cancel it with Esc."

    def refused_words(self, outcome: Outcome) -> str | None:
        """Return why a call was refused, or None if it was not."""
        if isinstance(outcome, Refused):
            return self.words(outcome.refusal.sentence)
        return None

    def undo(self, after: int | None = None) -> None:
        """Undo the last step, or all after `after`; if an earlier battle is shown, leave that first."""
        self.show_step(None)
        self.session.undo(after)

    def redo(self, until: int | None = None) -> None:
        """Redo the last undone step, or all up to `until`; if an earlier battle is shown, leave that first."""
        self.show_step(None)
        self.session.redo(until)

    # ------------------------------------------------------------------------------------- drafts

    def draft(self, actor: Id) -> Draft | None:
        """Return an actor's half-answered call and its outcome; None if there is none or an earlier battle is shown."""
        return self.session.drafts.get(actor) if self._past is None else None

    def keep_draft(self, call: Call) -> str | None:
        """Keep a half-answered call; return why it may not replace the existing draft, or None if it was kept."""
        refused = self.session.keep_draft(call) if self._past is None else _READ_ONLY
        return None if refused is None else self.words(refused.refusal.sentence)

    def drop_draft(self, actor: Id, *, anyway: bool = False) -> str | None:
        """Drop a half-answered call; return why not, or None. Refused once others have declared something on it."""
        refused = self.session.drop_draft(actor, anyway=anyway) if self._past is None else _READ_ONLY
        return None if refused is None else self.words(refused.refusal.sentence)

    def offered_dice(self, call: Call, request: DiceRequest) -> DiceAnswer | None:
        """Return the dice entered for this request before an undo, or None if there are none or they do not fit."""
        found = self.session.offered_dice(call.actor, call.action, request.id)
        return found if found is not None and request.problem(found) is None else None
