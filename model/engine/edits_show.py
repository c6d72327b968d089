"""The GM's edits of handouts shown over the players' window: pictures, title cards, messages, rules, explanations."""

from __future__ import annotations

import re
from typing import get_args

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import InvalidInput, edit, known, needed, one_of, only_gm, words
from model.engine.ruleset import Action
from model.state.base import replace
from model.state.battle import AnyBattle, Handout, HandoutKind, new_id

KINDS: tuple[HandoutKind, ...] = get_args(HandoutKind)
MOST_LETTERS = 2000
"""Maximum number of characters of a text: more than a screen can show."""
MOST_HANDOUTS = 500
_FILE = re.compile(r"[0-9a-f]{8,128}\.[a-z0-9]{2,5}")


def _file(call: Call) -> str:
    file = str(call.option("file", ""))
    if file and not _FILE.fullmatch(file):
        raise InvalidInput(
            "“{file}” is not a picture beside the battle: its name must be a hash and an extension.", file=file
        )
    return file


def _show(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Store a handout and show it. If an equal handout exists, that one is shown again."""
    kind: HandoutKind = needed(call, "kind", "The kind")
    title, said, file = str(call.option("title", "")).strip(), str(call.option("text", "")).strip(), _file(call)
    if kind in ("picture", "portrait") and not file:
        raise InvalidInput("The picture is missing.")
    if not (title or said or file):
        raise InvalidInput("There is nothing to show: type a title or a text.")
    if max(len(title), len(said)) > MOST_LETTERS:
        raise InvalidInput("A text has at most {most} letters.", most=MOST_LETTERS)
    same = (
        id
        for id, one in battle.handouts.items()
        if (one.kind, one.title, one.text, one.file) == (kind, title, said, file)
    )
    id = next(same, "")
    if not id:
        if len(battle.handouts) >= MOST_HANDOUTS:
            raise InvalidInput("There are already {most} saved handouts: delete some first.", most=MOST_HANDOUTS)
        id, battle = new_id(battle, title or kind)
        handout = Handout(id=id, kind=kind, title=title, text=said, file=file)
        battle = replace(battle, handouts=battle.handouts | {id: handout})
    ask.add_message(*only_gm("The players are shown: {what}.", what=battle.handouts[id].words))
    return replace(battle, shown=id)


def _show_again(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    handout = known(battle.handouts, needed(call, "handout", "What to show"), "thing to show")
    ask.add_message(*only_gm("The players are shown: {what}.", what=handout.words))
    return replace(battle, shown=handout.id)


def _take_away(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    if battle.shown is None:
        raise InvalidInput("Nothing is shown to the players over their screen.")
    ask.add_message(*only_gm("Handout closed."))
    return replace(battle, shown=None)


def _remove(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    handout = known(battle.handouts, needed(call, "handout", "What to delete"), "thing to show")
    ask.add_message(*only_gm("Handout deleted: {what}.", what=handout.words))
    kept = {id: one for id, one in battle.handouts.items() if id != handout.id}
    return replace(battle, handouts=kept, shown=None if battle.shown == handout.id else battle.shown)


def _set_scene_picture(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    file = _file(call)
    if file == battle.scene.picture:
        raise InvalidInput("The scene has that picture already." if file else "The scene has no picture.")
    ask.add_message(*only_gm("The scene's picture is set." if file else "The scene's picture is removed."))
    return replace(battle, scene=replace(battle.scene, picture=file))


_HANDOUT = words("handout", "What")
SHOW_EDITS: tuple[Action, ...] = (
    edit(
        "show_players",
        "Show to Players",
        _show,
        one_of("kind", "Kind", KINDS, default="message"),
        words("title", "Title"),
        words("text", "Text"),
        words("file", "Picture"),
        beside="shown",
    ),
    edit("show_again", "Show Again", _show_again, _HANDOUT, beside="shown"),
    edit("take_away", "Stop Showing to Players", _take_away, beside="shown"),
    edit("remove_handout", "Delete Handout", _remove, _HANDOUT, beside="kept"),
    edit("set_scene_picture", "Set Scene Picture", _set_scene_picture, words("file", "Picture"), beside="kept"),
)
