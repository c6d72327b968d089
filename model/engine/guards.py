"""Guards that every game has, the usual refusal about a combatant, and a cache of values per combatant."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from model.engine.calls import Call
from model.engine.ruleset import Guard
from model.state.base import Id
from model.state.battle import AnyBattle, Combatant, GameBattle
from model.state.texts import Refusal, ref, text

Found = TypeVar("Found")


def no(key: str, sentence: str, rule: str, who: Id) -> Refusal:
    """A refusal about a combatant, whose name replaces `{who}` in the sentence."""
    return Refusal(key=key, sentence=text(sentence, who=ref(who)), rule=rule)


def not_beside(key: str, sentence: str, rule: str, who: Id) -> Refusal:
    """The same for a combatant whom the actor does not reach, which a move next to them would change."""
    return Refusal(key=key, sentence=text(sentence, who=ref(who)), rule=rule, nearer=who)


def _able(battle: AnyBattle, who: Id) -> Refusal | None:
    return None


def done_by_able_combatant(unable: Callable[[GameBattle, Id], Refusal | None] = _able, *, out: str = "") -> Guard:
    """Guard: the actor is a combatant who is present, able to act, and not out of combat.

    `unable` returns a refusal for any other reason; `out` is the id of the rule by which combatants are out of combat.
    """

    def able_combatant(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
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

    return able_combatant


class PerCombatant(Generic[Found]):
    """Cache of a value that rules compute for every combatant in every run of an action.

    A value is kept as long as the combatant and the house rules are the same objects, since states are immutable.
    Values of combatants who share in the turn in progress are not kept, since what they have done in it may matter.
    """

    def __init__(self, find: Callable[[GameBattle, Id], Found]) -> None:
        """`find` may depend only on the combatant, the house rules and the combatant's share of the turn."""
        self._find = find
        self._settings: object = None
        self._found: dict[Id, tuple[Combatant[Any], Found]] = {}

    def of(self, battle: AnyBattle) -> dict[Id, tuple[Combatant[Any], Found]]:
        """Each combatant with their value, in the order of the battle."""
        turn, find = battle.order.turn, self._find
        shares = {} if turn is None else turn.shares
        known = self._found if self._settings is battle.settings else {}
        found = {
            who: kept
            if (kept := known.get(who)) is not None and kept[0] is combatant and who not in shares
            else (combatant, find(battle, who))
            for who, combatant in battle.combatants.items()
        }
        self._settings, self._found = battle.settings, {who: one for who, one in found.items() if who not in shares}
        return found
