"""Ducking behind something, and stepping out again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, end_effects_of, has_effect
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.telling import tell
from model.rulesets.families.ogc.acting import Acting, no
from model.state.battle import AnyBattle
from model.state.texts import Refusal, text

COVER = "cover"
PARAMETERS = (
    Parameter(key="feature", title="Cover on the board", kind="text", default=""),
    Parameter(key="behind", title="Behind", kind="text", default=""),
)


def behind(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Put the actor behind what a call names."""
    who = call.actor
    id = call.option("feature") or None
    feature = battle.board.features.get(id) if id else None
    note = str(call.option("behind", ""))
    if not has_effect(battle, who, COVER):
        battle = add_effect(battle, who, COVER, other=None if feature is None else feature.id, note=note)
    what = note or (feature.name if feature is not None else "")
    ask.say(tell(battle, "{0} takes cover behind {what}." if what else "{0} takes cover.", who, what=what))
    return battle


@dataclass(frozen=True, kw_only=True)
class TakingCover:
    """The two actions about cover, as a game words them."""

    acting: Acting
    rule: str
    quick_rule: str
    help: str

    def _take(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        return behind(self.acting.pay(battle, call.actor, "quick", ask), call, ask)

    def _leave(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        ask.say(tell(battle, "{0} leaves cover.", call.actor))
        return end_effects_of(battle, call.actor, COVER)

    def _not_in_cover(self, ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: not in cover yet, and the cover named is on the board."""
        if call.actor in battle.combatants and has_effect(battle, call.actor, COVER):
            yield no("in_cover", "{who} is in cover already.", self.rule, call.actor)
        feature = call.option("feature")
        if feature and feature not in battle.board.features:
            sentence = text("There is no cover “{id}” on the board.", id=feature)
            yield Refusal(key="unknown_cover", sentence=sentence, can_override=False)

    def _in_cover(self, ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        if call.actor in battle.combatants and not has_effect(battle, call.actor, COVER):
            yield no("no_cover", "{who} is not in cover.", self.rule, call.actor)

    def actions(self) -> tuple[Action, ...]:
        """Taking cover, a quick action, and leaving it."""
        take = Action(
            id="take_cover",
            title="Take cover",
            run=self._take,
            parameters=PARAMETERS,
            guards=(*self.acting.costs("quick", self.quick_rule), self._not_in_cover),
            rules=(self.rule, self.quick_rule),
            cost=self.acting.titles["quick"],
            group="defence",
            help=self.help,
        )
        leave = Action(
            id="leave_cover",
            title="Leave cover",
            run=self._leave,
            guards=(self.acting.somebody, self._in_cover),
            rules=(self.rule,),
            cost=self.acting.titles[self.acting.free],
            group="defence",
        )
        return (take, leave)
