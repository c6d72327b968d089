"""What attacks leave behind that both games know: terror, whose victim says how they give way to it."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.requests import Choice, Question
from model.engine.telling import tell
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import ref, text

COWER, FLEE = "cower", "flee"
"""Notes of the terrified."""


def reaction_to_terror(battle: AnyBattle, target: Id, rule: str, ask: Ask) -> str:
    """The defender's side says whether they cower or flee."""
    options = (Choice(key=COWER, label="Cowers"), Choice(key=FLEE, label="Flees"))
    title = text("Does {who} cower or flee?", who=ref(target))
    question = Question(id=f"reaction.{target}", title=title, options=options, default=COWER, rule=rule)
    note = str(ask.choose(question, target))
    ask.say(tell(battle, "{0} cowers in terror." if note == COWER else "{0} flees in terror.", target))
    return note
