"""The GM's edits by which combatants leave combat and return: beaten, or alive as fled, captured or surrendered."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import combatants_of, edit, flag
from model.engine.messages import messages_about_all
from model.engine.public_names import out_of_sight
from model.engine.ruleset import Action
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Departure, SameBattle


def _take_out(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    leaves = bool(call.option("leaves", False))
    words = (" leaves.", " leave.") if leaves else (" is out of combat.", " are out of combat.")
    ask.add_message(*messages_about_all(battle, combatants_of(battle, call), *words))
    for who in combatants_of(battle, call):
        combatant = battle.combatants[who]
        gone = replace(out_of_sight(battle, who), is_present=False) if leaves else combatant
        battle = battle.with_combatant(replace(gone, is_out=True, left_as=None))
    return battle


def _bring_back(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    for who in combatants_of(battle, call):
        back = replace(battle.combatants[who], is_out=False, left_as=None, is_present=True)
        battle = battle.with_combatant(back)
    ask.add_message(*messages_about_all(battle, combatants_of(battle, call), " is back.", " are back."))
    return battle


_LEAVING: dict[Departure, tuple[str, str, str]] = {
    "fled": ("Mark as Fled", " flees.", " flee."),
    "captured": ("Mark as Captured", " is captured.", " are captured."),
    "surrendered": ("Mark as Surrendered", " surrenders.", " surrender."),
}
"""Title of the edit and how its message ends, for one and for several, for each way to leave combat alive."""


def _leaving(departure: Departure) -> Action:
    title, *words = _LEAVING[departure]

    def mark(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        ask.add_message(*messages_about_all(battle, combatants_of(battle, call), *words))
        for who in combatants_of(battle, call):
            battle = battle.with_combatant(replace(battle.combatants[who], is_out=True, left_as=departure))
        return battle

    help = "Out of combat, but alive: takes no turns and is no target until returned to combat."
    return edit(mark_of(departure), title, mark, targets="many", help=help)


def mark_of(departure: Departure) -> str:
    """The id of the edit that marks combatants as having left in this way."""
    return f"mark_{departure}"


_TYPED: dict[str, Departure] = {
    "flee": "fled",
    "flees": "fled",
    "capture": "captured",
    "surrender": "surrendered",
    "surrenders": "surrendered",
}
"""Further words for the ways to leave combat."""
_BACK = "back"


def leaving_call(battle: AnyBattle, targets: tuple[Id, ...], typed: str) -> Call | None:
    """The call for a typed word such as `fled` or `back`, or None if it is none; typed again, it brings back."""
    word = typed.strip().lower()
    word = _TYPED.get(word, word)
    departure = next((way for way in _LEAVING if way == word), None)
    if departure is None:
        are_out = any(battle.combatants[who].is_out for who in targets if who in battle.combatants)
        return Call(action="bring_back", targets=targets) if word == _BACK and are_out else None
    others = tuple(who for who in targets if battle.combatants[who].left_as != departure)
    return Call(action=mark_of(departure), targets=others) if others else Call(action="bring_back", targets=targets)


LEAVING_WORDS = (*_LEAVING, _BACK)
"""The words of `leaving_call` that are suggested."""


def kept_out(before: AnyBattle, after: SameBattle) -> SameBattle:
    """The battle after an action, in which those who left combat alive are still out, whatever the rules heal."""
    if after.combatants is before.combatants:
        return after
    for one in [one for one in after.combatants.values() if one.left_as is not None and not one.is_out]:
        after = after.with_combatant(replace(one, is_out=True))
    return after


LEAVING_EDITS = (
    edit("take_out", "Remove from Combat", _take_out, flag("leaves", "Leaves the board"), targets="many"),
    *map(_leaving, _LEAVING),
    edit("bring_back", "Return to Combat", _bring_back, targets="many"),
)
