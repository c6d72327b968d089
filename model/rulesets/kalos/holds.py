"""Who holds whom (KM-HELD-01, KM-GRAP-02), and what becomes of it when the holder moves (KM-AMB-51)."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.effects import end_effects, related_to
from model.engine.requests import Choice, Question
from model.engine.telling import tell
from model.rulesets.kalos.settings import setting
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.texts import ref, text

HELD = "held"


def held_by(battle: AnyBattle, holder: Id) -> tuple[Id, ...]:
    """Whom somebody holds."""
    return tuple(dict.fromkeys(bearer for bearer, effect in related_to(battle, holder) if effect.kind == HELD))


def let_go(battle: AnyBattle, holder: Id, held: Id) -> AnyBattle:
    """End one hold; others on the same person stay (KM-GRAP-07, KM-GRAP-08)."""
    return end_effects(battle, lambda bearer, one: bearer == held and one.kind == HELD and one.other == holder)


def before_moving(battle: AnyBattle, holder: Id, ask: Ask) -> tuple[tuple[Id, ...], AnyBattle]:
    """Whom somebody who moves takes along; all others they hold are let go."""
    holding = held_by(battle, holder)
    if not holding:
        return (), battle
    policy = setting(battle, "grappler_moves")
    if policy == "ask":
        options = (Choice(key="release", label="Let go"), Choice(key="drag", label="Drag along"))
        title = text("{who} holds somebody and moves: let go, or drag them along?", who=ref(holder))
        question = Question(
            id="holding", title=title, options=options, default="release", rule="KM-AMB-51", remember=True
        )
        policy = ask.choose(question, holder)
    if policy == "drag":
        return holding, battle
    for held in holding:
        ask.say(tell(battle, "{0} lets {1} go.", holder, held))
        battle = let_go(battle, holder, held)
    return (), battle


def dragged(before: AnyBattle, after: AnyBattle, holder: Id, held: tuple[Id, ...], ask: Ask) -> AnyBattle:
    """The held at the same distance from who drags them as before."""
    start, end = before.combatants[holder].place, after.combatants[holder].place
    for who in held:
        ask.say(tell(after, "{0} drags {1} along.", holder, who))
        one = after.combatants[who]
        place = replace(one.place, zone=end.zone)
        if start.point is not None and end.point is not None and one.place.point is not None:
            x, y = (
                one.place.point[0] + end.point[0] - start.point[0],
                one.place.point[1] + end.point[1] - start.point[1],
            )
            place = replace(place, x=round(x, 3), y=round(y, 3))
        after = after.with_combatant(replace(one, place=place))
    return after
