"""Showing something to players over their screen: pictures, words, a rule, why the last roll came out as it did."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QObject
from PySide6.QtGui import QImageReader
from PySide6.QtWidgets import QWidget

from gui.controllers.feeds import played_steps
from gui.controllers.workspace import Workspace
from gui.dialogs.command_palette import FindDialog, Finding
from gui.dialogs.forms import LineDialog
from gui.windows.picture_commands import PictureCommands
from model.campaign import campaign_of
from model.campaign.handouts import KeptHandout, fetch_picture, keep_handout, read_handouts
from model.content.problems import BadFile
from model.engine.calls import Call
from model.state.base import Id
from model.view.handouts import roll_for_players
from model.view.numbers import TITLE, NumbersForPlayers
from model.view.viewer import PLAYERS, name_for


class ShowCommands(QObject):
    """Every command shows at once; what was shown is kept in the battle, and in the campaign for the next evening."""

    def __init__(self, work: Workspace, window: QWidget, pictures: PictureCommands) -> None:
        super().__init__(window)
        self._work = work
        self._window = window
        self._pictures = pictures

    # ------------------------------------------------------------------------------------- what is kept

    def choose(self) -> None:
        """List what can be shown: what is kept here and in the campaign, portraits, and new things."""
        findings = list(self._findings())
        dialog = FindDialog.open_over(self._window, findings, "", until=self._work.bridge.changed)
        dialog.field.setPlaceholderText("What to show to players")

    def _findings(self) -> Iterator[Finding]:
        battle = self._work.battle
        for id, handout in reversed(battle.handouts.items()):
            yield Finding(handout.words, "show", partial(self._edit, "show_again", handout=id))
        for kept in reversed(self._in_campaign()):
            words = f"{kept.title or kept.text.partition(chr(10))[0] or kept.kind} (campaign)"
            yield Finding(words, "show", partial(self._show_kept, kept))
        for title, do in (
            ("Picture...", self.show_picture),
            ("Title Card...", self.show_title),
            ("Message...", self.show_message),
            ("Rule...", self.choose_rule),
            ("Last Roll", self.show_roll),
            ("Evening in Numbers", self.show_numbers),
        ):
            yield Finding(title, "show", do)
        for who in battle.combatants.values():
            if who.portrait:
                yield Finding(f"Portrait of {who.name}", "show", partial(self._show_portrait, who.id))

    def _in_campaign(self) -> tuple[KeptHandout, ...]:
        """What the campaign keeps and the battle has not yet."""
        folder = self._campaign
        if folder is None:
            return ()
        try:
            kept = read_handouts(folder)
        except BadFile as error:
            self._work.tell(str(error))
            return ()
        here = [KeptHandout.of(handout) for handout in self._work.battle.handouts.values()]
        return tuple(one for one in kept if one not in here)

    @property
    def _campaign(self) -> Path | None:
        path = self._work.bridge.path
        return None if path is None else campaign_of(path)

    def _show_kept(self, kept: KeptHandout) -> None:
        folder, path = self._campaign, self._work.bridge.path
        if folder is not None and path is not None and kept.file:
            try:
                fetch_picture(folder, kept.file, path.parent)
            except OSError as error:
                self._work.tell(f"The picture cannot be kept beside the battle: {error.strerror}.")
                return
        self._show(kind=kept.kind, title=kept.title, text=kept.text, file=kept.file)

    # ------------------------------------------------------------------------------------- new things

    def show_picture(self) -> None:
        """Ask for a picture and show it."""
        if (path := self._pictures.ask_for_picture("Show to Players")) is not None:
            self.use_picture(path)

    def use_picture(self, path: Path) -> None:
        """Keep a picture beside the battle and show it; what is wrong with it is told."""
        file, problem = self._pictures.keep(path)
        if problem is not None:
            self._work.tell(problem)
        elif self._show(kind="picture", file=file) and _is_animated(self._work.bridge.picture(file)):
            self._work.tell_good(f"“{path.name}” is animated: its first picture is shown.")

    def show_scene(self) -> None:
        """Ask for the picture of the scene, which players see where their layout has no map."""
        if (path := self._pictures.ask_for_picture("Scene Picture")) is not None:
            file, problem = self._pictures.keep(path)
            self._work.tell(problem or self._edit("set_scene_picture", file=file))

    def show_portrait(self) -> None:
        """Show the portrait of the selected combatant large, under the name that players know."""
        who = self._work.attention.selected
        if who:
            self._show_portrait(who[0])

    def _show_portrait(self, who: Id) -> None:
        combatant = self._work.battle.combatants.get(who)
        if combatant is None or not combatant.portrait:
            self._work.tell(f"{self._work.bridge.name(who)} has no portrait: set one first.")
            return
        title = name_for(self._work.battle, who, PLAYERS) or ""
        self._show(kind="portrait", title=title, file=combatant.portrait)

    def show_title(self) -> None:
        """Ask for a title and show it as a card; what stands behind a slash is the line under it."""
        typed = LineDialog.ask(
            self._window, "Title Card", "Title, and a line under it after a slash:", "", "Chapter 2 / The docks"
        )
        if typed:
            title, _, under = typed.partition("/")
            self._show(kind="title", title=title.strip(), text=under.strip())

    def show_message(self) -> None:
        """Ask for a message and show it."""
        typed = LineDialog.ask(self._window, "Message to Players", "What the players read:")
        if typed:
            self._show(kind="message", text=typed)

    def choose_rule(self) -> None:
        """Choose a rule and show it in the words of the reference."""
        book = self._work.book
        if book is None:
            self._work.tell("The rules reference cannot be read.")
            return
        findings = [
            Finding(rule.title, "rule", partial(self.show_rule, rule.id), rule.id, rule.id)
            for rule in book.rules.values()
        ]
        FindDialog.open_over(self._window, findings, "", until=self._work.bridge.changed)

    def show_rule(self, id: str) -> None:
        """Show a rule by its id."""
        rule = None if self._work.book is None else self._work.book.rule(id)
        if rule is None:
            self._work.tell(f"There is no rule {id} in the reference.")
        else:
            self._show(kind="rule", title=rule.title, text=rule.text)

    def show_roll(self) -> None:
        """Show why the last roll came out as it did, without what players must not know."""
        session = self._work.bridge.session
        for step in session.standing():
            told = roll_for_players(self._work.ruleset, session.battle_after(step), step.note)
            if told is not None:
                self._show(kind="roll", title=told[0], text=told[1])
                return
        self._work.tell("No roll that players know of is in this battle yet.")

    def show_numbers(self) -> None:
        """Show what the evening comes to, counted of what players saw."""
        session = self._work.bridge.session
        numbers = NumbersForPlayers(session.ruleset)
        for played in played_steps(session):
            numbers.add(played)
        self._show(kind="numbers", title=TITLE, text=numbers.page(session.battle))

    # ------------------------------------------------------------------------------------- taking it away

    def take_away(self) -> None:
        """Show the screen itself again."""
        self._work.tell(self._edit("take_away"))

    def delete(self) -> None:
        """Choose something that is no longer to be kept."""
        findings = [
            Finding(handout.words, "show", partial(self._edit, "remove_handout", handout=id))
            for id, handout in self._work.battle.handouts.items()
        ]
        if findings:
            FindDialog.open_over(self._window, findings, "", until=self._work.bridge.changed)
        else:
            self._work.tell("Nothing is kept to be shown to players.")

    # ------------------------------------------------------------------------------------- edits

    def _show(self, **said: str) -> bool:
        """Show and keep; whether that could be done."""
        problem = self._edit("show_players", **{key: value for key, value in said.items() if value})
        self._work.tell(problem)
        if problem is None:
            self._keep_in_campaign()
        return problem is None

    def _keep_in_campaign(self) -> None:
        """A roll and numbers are of this fight; everything else is for the next evening too."""
        folder, path, battle = self._campaign, self._work.bridge.path, self._work.battle
        handout = None if battle.shown is None else battle.handouts.get(battle.shown)
        if folder is None or path is None or handout is None or handout.kind in ("roll", "numbers"):
            return
        try:
            keep_handout(folder, handout, path.parent)
        except (BadFile, OSError) as error:
            self._work.tell(f"It is shown, but the campaign cannot keep it: {error}")

    def _edit(self, action: str, **options: str) -> str | None:
        return self._work.bridge.edit(Call(action=action, options=dict(options)))


def _is_animated(content: bytes | None) -> bool:
    buffer = QBuffer()
    buffer.setData(QByteArray(content or b""))
    buffer.open(QBuffer.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    return reader.supportsAnimation() and reader.imageCount() > 1
