"""The course of extra effort on one roll, and the award when the GM overrules it (ZS-PLOT-03, ZS-PLOT-10 to 12)."""

from __future__ import annotations

from itertools import count

from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.modifiers import Modifier, overridden
from model.engine.requests import Choice, Offer
from model.rulesets.families.ogc.tasks import Request, Value
from model.rulesets.zerospace.plot_points import (
    PLUS,
    REROLL,
    REROLL_CHOICE,
    effort_bonus,
    offer_effort,
    player_of,
    plus_choice,
    spend_point,
    with_points,
)
from model.rulesets.zerospace.settings import rules
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.texts import Explanation, ref, text

AWARD = "award"


def thrown(
    battle: AnyBattle, who: Id, value: Value, request: Request, against: int, ask: Ask
) -> tuple[Roll, AnyBattle]:
    """Throw the dice of a roll that somebody's player may improve for plot points (ZS-PLOT-10 to ZS-PLOT-12)."""
    dice = request(0).id
    worth = value((effort_bonus(battle),)).total - value(()).total
    bonus: tuple[Modifier, ...] = ()
    if offer_effort(battle, who, _suffixed("effort", dice), lambda: (plus_choice(worth),), ask, before=dice):
        battle, bonus = spend_point(battle, who, "+3 AV", ask), (effort_bonus(battle),)
    av = ask.number(value(bonus))
    roll = ask.roll(request(av), who)
    limit = rules(battle).effort_per_roll_max
    for number in count(1):
        if roll.at_least(against) or (limit and number - 1 + bool(bonus) >= limit):
            return roll, battle
        choices = (REROLL_CHOICE, plus_choice(worth)) if worth and not bonus else (REROLL_CHOICE,)
        id = _suffixed(f"effort{number}", dice)
        taken = offer_effort(battle, who, id, lambda: choices, ask, before=f"{dice}.done")  # noqa: B023
        if taken == PLUS:
            battle, bonus = spend_point(battle, who, "+3 AV", ask), (effort_bonus(battle),)
            av += worth
            roll = ask.restate(roll, _with_total(value(bonus), av))
        elif taken == REROLL:
            battle = spend_point(battle, who, "a re-roll", ask)
            again = ask.roll(replace(request(av), id=f"{dice}.again{number}"), who)
            if rules(battle).reroll_keep == "new" or again.at_least(against):
                roll = again
        else:
            return roll, battle
    raise AssertionError("the loop ends by returning")


def _suffixed(offer: str, dice: str) -> str:
    """The id of an offer beside dice: `task.apex` tells the rolls of several apart."""
    _, dot, whose = dice.partition(".")
    return f"{offer}{dot}{whose}"


def _with_total(explanation: Explanation, total: int) -> Explanation:
    """An explanation that keeps the number that the GM put in the place of the computed one."""
    return explanation if explanation.total == total else overridden(explanation, total)


def ruled(
    battle: AnyBattle, who: Id, roll: Roll, against: int, is_success: bool, ask: Ask, *, key: str = "success"
) -> AnyBattle:
    """Offer a plot point where the GM lets somebody's player fail whose dice succeeded (ZS-PLOT-03)."""
    if is_success or ask.override_of(ask.key(key)) is None or not roll.at_least(against):
        return battle
    return offer_award(battle, who, ask)


def ruled_hit(
    battle: AnyBattle, attacker: Id, target: Id, roll: Roll, dv: int, is_hit: bool, ask: Ask, suffix: str = ""
) -> AnyBattle:
    """Offer a plot point where the GM lets a player's attack miss or strikes their character (ZS-PLOT-03)."""
    if ask.override_of(ask.key(f"hit{suffix}")) is None or roll.at_least(dv) == is_hit:
        return battle
    return offer_award(battle, target if is_hit else attacker, ask, suffix)


def offer_award(battle: AnyBattle, who: Id, ask: Ask, suffix: str = "") -> AnyBattle:
    """Offer a plot point for somebody's player, to make up for what the GM has overruled (ZS-PLOT-03)."""
    player = player_of(battle, who)
    if player is None:
        return battle
    title = text("A plot point for {player}, whom the ruling hurts", player=ref(player.id))
    options = (Choice(key=AWARD, label="+1 plot point"),)
    if ask.offer(Offer(id=f"{AWARD}{suffix}", title=title, by=(who,), options=options, rule="ZS-PLOT-03")) != AWARD:
        return battle
    ask.say(text("{player} gets a plot point.", player=ref(player.id)))
    return with_points(battle, player, player.plot_points + 1)
