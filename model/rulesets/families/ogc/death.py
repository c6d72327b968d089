"""Death by agreement: never by dice, only when GM and player both say so."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import Wrong
from model.engine.edits_combatants import condition_named
from model.engine.effects import add_effect, end_effects_of, has_effect
from model.engine.guards import no
from model.engine.ruleset import Action, Parameter
from model.engine.telling import tell
from model.rulesets.families.ogc.pools import DEAD, is_down
from model.state.base import Record, replace
from model.state.battle import AnyBattle
from model.state.texts import Refusal, ref, text


class Death(Record, kw_only=True):
    """How a game lets somebody die."""

    rule: str

    def _declare(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        """Set the mark, or take it back."""
        who = call.targets[0]
        is_back = bool(call.option("alive", False))
        ask.say(tell(battle, "{0} lives after all." if is_back else "{0} dies.", who))
        battle = end_effects_of(battle, who, DEAD) if is_back else add_effect(battle, who, DEAD)
        is_out = not is_back or is_down(battle, who)
        return battle.with_combatant(replace(battle.combatants[who], is_out=is_out))

    def _agreed(self, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: a combatant, with the word of the GM and of the player."""
        target = call.target
        if target is None:
            return
        if target not in battle.combatants:
            yield Refusal(key="thing", sentence=text("Only combatants die."), can_override=False)
        elif call.option("alive", False):
            if not has_effect(battle, target, DEAD):
                yield no("not_dead", "{who} is not dead.", self.rule, target)
        elif has_effect(battle, target, DEAD):
            yield no("dead", "{who} is dead already.", self.rule, target)
        elif not (call.option("gm_agrees", False) and call.option("player_agrees", False)):
            sentence = text("{who} dies only if GM and player both agree: say so for each.", who=ref(target))
            yield Refusal(key="not_agreed", sentence=sentence, rule=self.rule, can_override=False)

    def action(self) -> Action:
        """Marking somebody as dead."""
        return Action(
            id="declare_dead",
            title="Mark as dead",
            run=self._declare,
            targets="one",
            parameters=(
                Parameter(key="gm_agrees", title="The GM agrees", kind="flag", default=False, rule=self.rule),
                Parameter(key="player_agrees", title="The player agrees", kind="flag", default=False, rule=self.rule),
                Parameter(key="alive", title="Take it back", kind="flag", default=False),
            ),
            guards=(self._agreed,),
            rules=(self.rule,),
            group="order",
            help="Dice never kill: only when GM and player both want it.",
        )

    def guarded(self, set_condition: Action) -> Action:
        """Setting conditions by hand, except for this one."""

        def run(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
            try:
                is_death = condition_named(ask.ruleset, str(call.option("condition", ""))).id == DEAD
            except Wrong:
                is_death = False
            if not is_death:
                return set_condition.run(battle, call, ask)
            sentence = text("Nobody is marked dead like that: use “Mark as dead”, with the consent of GM and player.")
            return Refusal(key="not_agreed", sentence=sentence, rule=self.rule, can_override=False)

        return replace(set_condition, run=run)
