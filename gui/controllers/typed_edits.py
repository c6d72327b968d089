"""The line in which a GM types quick edits: how it is understood, and what completes it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from gui.bridge import Bridge
from gui.controllers.game_content import GameContent
from gui.controllers.newcomers import Understood
from gui.controllers.selection import Selection
from model.content.typed import Unclear
from model.content.typed_completion import Completion
from model.engine.calls import Call
from model.engine.edits import typed_condition, typed_edit
from model.engine.edits_leaving import LEAVING_WORDS
from model.engine.run import Done, run
from model.engine.typed_conditions import Options, TypedCondition
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.folding import folded
from model.state.texts import Text
from model.view.conditions import ConditionView, conditions_of
from model.view.viewer import GM

_SIGNS = "+-−"
_CLAUSE = re.compile(r"\b(?:until|till|til)\s+(.*)$", re.IGNORECASE)
_AFTER_AMOUNT = re.compile(r"[+\-−–]\s*\d+\s*%?\s+(?:to\s+|on\s+)?([^\d+\-−–]*)$")


class TypedEdits:
    """Reads typed quick edits of the selected combatants."""

    def __init__(self, bridge: Bridge, selection: Selection, content: GameContent) -> None:
        self._bridge, self._selection, self._content = bridge, selection, content

    def read(self, typed: str) -> Call | Text | TypedCondition:
        """Return the call for a typed line, or what is wrong with it."""
        bridge = self._bridge
        return typed_edit(bridge.ruleset, bridge.battle, self._selection.selected, typed, self._presets())

    def condition(self, who: Id, typed: str) -> Call | TypedCondition:
        """Return the call that applies a typed condition to a combatant, or what is wrong with it."""
        return typed_condition(self._bridge.ruleset, self._bridge.battle, who, typed, self._presets())

    def condition_words(self, who: Id, typed: str) -> str:
        """Return what a typed condition would do to a combatant, or which of its words are not understood."""
        if not typed.strip():
            return ""
        found = self.condition(who, typed)
        return found.problem if isinstance(found, TypedCondition) else self._applies(found, "").words.lstrip(": ")

    def _presets(self) -> Mapping[str, Options]:
        return {one.name: one.options for one in self._content.own_presets}

    def understood(self, typed: str) -> tuple[Understood, ...]:
        """Return what a typed line would do, or which of its words are not understood."""
        if not typed.strip(f"{_SIGNS} ") or not self._selection.selected:
            return ()
        found = self.read(typed)
        if isinstance(found, Call):
            return tuple(self._does(found))
        if isinstance(found, TypedCondition):
            at = typed.rfind(found.word) if found.word else -1
            unclear = (Unclear(at, at + len(found.word), found.problem),) if at >= 0 else ()
            return (Understood(found.problem, is_problem=True, unclear=unclear),)
        return ()

    def _does(self, call: Call) -> Iterator[Understood]:
        who = self._bridge.names(call.targets)
        names = who[0] if len(who) == 1 else f"{who[0]} and {len(who) - 1} more"
        match call.action:
            case "hurt":
                amount = int(call.options["amount"])
                less = ", less resistance" if call.option("through_resistance", False) else ""
                yield Understood(f"{names}: {amount} damage{less}" if amount > 0 else f"{names}: regains {-amount}")
            case "clear_condition":
                condition = self._bridge.ruleset.conditions.get(str(call.options["condition"]))
                title = str(call.options["condition"]) if condition is None else condition.title
                yield Understood(f"{names}: ends {title}")
            case "set_condition":
                yield self._applies(call, names)
            case action:
                yield Understood(f"{names}: {self._bridge.ruleset.actions[action].title}")

    def _applies(self, call: Call, names: str) -> Understood:
        """What applying a condition does, found by trying it."""
        ruleset, battle = self._bridge.ruleset, self._bridge.battle
        outcome = run(ruleset, battle, call)
        if not isinstance(outcome, Done):
            return Understood(self._bridge.refused_words(outcome) or "", is_problem=True)
        new = dict(self._new(battle, outcome.battle, call.targets))
        first = next(iter(new.values()), None)
        if first is None:
            return Understood(names)
        # Rounds count from the next own turn, so that they may end later for who acts now.
        apart = (f"{self._bridge.name(who)}: {one.until}" for who, one in new.items() if one.until != first.until)
        return Understood("; ".join((f"{names}: {condition_words(first)}", *apart)))

    def _new(self, before: AnyBattle, after: AnyBattle, targets: tuple[Id, ...]) -> Iterator[tuple[Id, ConditionView]]:
        """The first new condition of each target."""
        for who in targets:
            there = before.combatants.get(who) or before.things[who]
            for condition in conditions_of(self._bridge.ruleset, after, who, GM):
                if condition.id not in there.effects:
                    yield who, condition
                    break

    # ------------------------------------------------------------------------------------------------- completion

    def completion(self, typed: str) -> Completion:
        """Return what completes a typed edit."""
        words = typed.strip()
        found = self.read(words)
        if isinstance(found, TypedCondition) and found.word and found.instead:
            return Completion(found.word, found.instead)
        word, known = self._begun(typed)
        begun = folded(word)
        names = [name for name in known if begun and folded(name) != begun and _begins(name, word)]
        return Completion(word, tuple(sorted(names, key=lambda name: not folded(name).startswith(begun))))

    def _begun(self, typed: str) -> tuple[str, tuple[str, ...]]:
        """The words being typed at the end of a line, and what they may become."""
        if clause := _CLAUSE.search(typed):
            return clause[1], tuple(self._ends())
        if changes := _AFTER_AMOUNT.search(typed):
            return changes[1], tuple(one.title for one in self._bridge.ruleset.own_changes)
        presets = (one.name for one in self._content.presets.values())
        return typed.strip().lstrip(_SIGNS).strip(), (*presets, *LEAVING_WORDS)

    def _ends(self) -> Iterator[str]:
        battle = self._bridge.battle
        first = (*battle.order.acting, *self._selection.selected)
        for who in dict.fromkeys((*(one for one in first if one in battle.combatants), *battle.combatants)):
            for point in ("end", "start"):
                yield f"the {point} of {battle.combatants[who].name}'s next turn"
        yield from ("the end of the round", "the end of combat", "the end of the scene", "recovered")


def _begins(name: str, word: str) -> bool:
    return f" {word.casefold().strip()}" in f" {name.casefold()}"


def condition_words(condition: ConditionView) -> str:
    """Return a condition of the GM's view in a line: `Slippery: −2 to all rolls, until the bell rings. Hidden.`"""
    title = condition.text[:1].upper() + condition.text[1:]
    what = f"{title} ({condition.changes})" if condition.changes and condition.changes != condition.title else title
    until = condition.until or "until you end it"
    eyes = "" if condition.is_public else " · players do not see it"
    return f"{what}, {until}{' (you are reminded each round)' if condition.is_yours_to_end else ''}{eyes}"
