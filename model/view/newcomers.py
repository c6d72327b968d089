"""Preview of a combatant who is not in the battle yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.engine.run import Done, Refused, run
from model.state.battle import AnyBattle, Battle, Setting
from model.state.texts import lowered
from model.view.sheet import PoolDisplayView, SheetView, sheet_view
from model.view.texts import refusal_sentence
from model.view.viewer import GM


def newcomer_view(ruleset: Ruleset, settings: Mapping[str, Setting], options: Mapping[str, Any]) -> SheetView | str:
    """The sheet of a combatant added with these options of `add_combatant`, under these house rules.

    The combatant is alone in an empty battle, so that nothing of the current one affects the numbers. Returns a
    sentence if no combatant can be added this way.
    """
    bare: AnyBattle = Battle(ruleset=ruleset.id, shared=ruleset.shared(), settings=dict(settings))
    alone = {key: value for key, value in options.items() if key not in ("count", "group", "place", "source")}
    outcome = run(ruleset, bare, Call(action="add_combatant", options=alone))
    if isinstance(outcome, Refused):
        return refusal_sentence(outcome.refusal, bare, GM)
    after = outcome.battle if isinstance(outcome, Done) else bare
    view = next((sheet_view(ruleset, after, who) for who in after.combatants), None)
    return (
        "No combatant can be added this way: the program would have to ask something first." if view is None else view
    )


def pools_words(view: SheetView) -> str:
    """The maximum of each pool: `health 12, endurance 10`; empty without pools."""
    pools = [one for one in view.displays if type(one) is PoolDisplayView and one.most is not None]
    return ", ".join(f"{lowered(one.title)} {one.most}" for one in pools)
