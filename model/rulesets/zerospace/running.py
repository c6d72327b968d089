"""Running and sprinting: the modifiers, and how long they last (ZS-MOVE-04 to ZS-MOVE-06, ZS-AMB-02)."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.effects import add_effect, has_effect
from model.engine.telling import tell
from model.rulesets.zerospace.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle


def start_running(battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """From now until the start of the next turn taken, or the end of this one; running twice is running."""
    if has_effect(battle, who, "running"):
        return battle
    ask.say(tell(battle, "{0} is running.", who))
    until = "turn_start" if rules(battle).run_modifiers_last == "until_next_turn" else "turn_end"
    return add_effect(battle, who, "running", until=until)  # type: ignore[arg-type]  # both are moments
