"""Guards that every game has, and the refusal about somebody that most guards make."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from model.engine.calls import Call
from model.engine.ruleset import Guard
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Refusal, ref, text


def no(key: str, sentence: str, rule: str, who: Id) -> Refusal:
    """A refusal about somebody, who is `{who}` in the sentence."""
    return Refusal(key=key, sentence=text(sentence, who=ref(who)), rule=rule)


def _able(battle: AnyBattle, who: Id) -> Refusal | None:
    return None


def done_by_somebody(unable: Callable[[AnyBattle, Id], Refusal | None] = _able, *, out: str = "") -> Guard:
    """Guard: done by a combatant who is there, able to act, and still in the fight.

    `unable` says what else keeps somebody from acting; `out` is the rule by which they are out of the fight.
    """

    def somebody(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        who = call.actor
        combatant = battle.combatants.get(who)
        if combatant is None:
            sentence = text("The environment cannot do this: it needs a combatant.")
            yield Refusal(key="no_combatant", sentence=sentence, can_override=False)
        elif not combatant.is_present:
            yield no("absent", "{who} is not here.", "", who)
        elif refusal := unable(battle, who):
            yield refusal
        elif combatant.is_out:
            yield no("out", "{who} is out of combat.", out, who)

    return somebody
