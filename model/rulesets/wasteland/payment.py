"""What actions cost: major and minor actions, action points, and the dice that these buy (WL-TURN-01, WL-AP)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from model.engine.ask import Ask
from model.engine.budget import grant, has_mark, is_turn_of, left, mark, spend
from model.engine.calls import Call
from model.engine.effects import end_effects_of, has_effect
from model.engine.guards import done_by_able_combatant, no
from model.engine.ruleset import Action, Guard, Parameter
from model.rulesets.wasteland.conditions import (
    DEAD,
    DYING,
    TRIGGERED,
    UNCONSCIOUS,
)
from model.rulesets.wasteland.settings import rules
from model.rulesets.wasteland.sheet import Battle
from model.state.base import Id, replace
from model.state.texts import Refusal, ref, text

# ------------------------------------------------------------------------------------------------- what an action costs


Cost = Literal["major", "minor"]
TITLES: dict[Cost, str] = {"major": "major action", "minor": "minor action"}


def _unable(battle: Battle, who: Id) -> Refusal | None:
    """The refusal if a combatant is unable to act, else None (WL-AMB-19)."""
    if has_effect(battle, who, DEAD):
        return no("dead", "{who} is dead.", "WL-DYING-03", who)
    if has_effect(battle, who, DYING):
        return no("dying", "{who} is dying and cannot act.", "WL-AMB-19", who)
    if has_effect(battle, who, UNCONSCIOUS):
        return no("unconscious", "{who} is unconscious.", "WL-MAJ-10", who)
    return None


able_combatant = done_by_able_combatant(_unable)
"""Guard: the actor is a combatant who is present and able to act (WL-AMB-19)."""


def unpayable(battle: Battle, who: Id, cost: Cost, rule: str = "WL-TURN-01") -> Iterator[Refusal]:
    """Yield the refusal if a combatant cannot pay for an action now."""
    if not battle.order.is_running or (cost == "major" and has_effect(battle, who, TRIGGERED)):
        return
    if not is_turn_of(battle, who):
        is_called = has_effect(battle, who, TRIGGERED)
        words = "{who} has one major action now, and nothing else." if is_called else "It is not {who}'s turn."
        yield no("not_your_turn", words, rule, who)
    elif left(battle, who, cost) <= 0:
        yield no(f"no_{cost}", f"{{who}} has no {TITLES[cost]} left.", rule, who)


def costs(cost: Cost, rule: str = "WL-TURN-01") -> tuple[Guard, ...]:
    """Guards: the actor is able to act and has the action left."""

    def guard(battle: Battle, call: Call) -> Iterator[Refusal]:
        if call.actor in battle.combatants:
            yield from unpayable(battle, call.actor, cost, rule)

    return (able_combatant, guard)


def pay(battle: Battle, who: Id, cost: Cost) -> Battle:
    """Pay for an action from the current turn, or with a readied action (WL-MAJ-14)."""
    if not battle.order.is_running:
        return battle
    if cost == "major" and has_effect(battle, who, TRIGGERED):
        return end_effects_of(battle, who, TRIGGERED)
    return mark(spend(battle, who, cost), who, f"took_{cost}")


# -------------------------------------------------------------------------------------------------------- action points


def is_of_players(battle: Battle, who: Id) -> bool:
    """Whether a combatant shares the players' pool; all others use the GM's (WL-MIS-02)."""
    combatant = battle.combatants.get(who)
    return combatant is not None and combatant.side == "pc"


def gm_points(battle: Battle) -> int:
    """Action points in the GM's pool, which starts with a number for each player character (WL-MIS-02)."""
    kept: int | None = battle.shared.gm_ap
    if kept is not None:
        return kept
    characters = sum(combatant.side == "pc" and combatant.is_present for combatant in battle.combatants.values())
    return characters * rules(battle).gm_ap_start_per_player


def available(battle: Battle, who: Id) -> int:
    """Action points that a combatant can spend (WL-AP-01)."""
    return battle.shared.party_ap if is_of_players(battle, who) else gm_points(battle)


MOST_GM_POINTS = 99
"""What the window can show: by the rules the GM's pool has no limit (WL-MIS-02)."""


def with_gm_points(battle: Battle, points: int) -> Battle:
    return replace(battle, shared=replace(battle.shared, gm_ap=min(max(0, points), MOST_GM_POINTS)))


def with_points(battle: Battle, who: Id, points: int) -> Battle:
    """The battle with a combatant's pool set to a number of points, up to its limit (WL-MIS-02)."""
    if not is_of_players(battle, who):
        return with_gm_points(battle, points)
    kept = min(max(0, points), rules(battle).ap_group_max)
    return replace(battle, shared=replace(battle.shared, party_ap=kept))


def spend_points(battle: Battle, who: Id, points: int, on: str, ask: Ask) -> Battle:
    """Pay action points from a combatant's pool (WL-AP-01)."""
    if not points:
        return battle
    ask.log(battle, "{0} spends {points} AP on {on}.", who, points=points, on=on)
    return with_points(battle, who, available(battle, who) - points)


def earn_points(battle: Battle, who: Id, points: int, ask: Ask) -> Battle:
    """Add action points to the pool, such as those of a test; points beyond the limit are lost (WL-AP-02)."""
    if points <= 0:
        return battle
    before = available(battle, who)
    battle = with_points(battle, who, before + points)
    kept = available(battle, who) - before
    lost = points - kept
    words = "{0} gains {kept} AP; another {lost} AP would exceed the maximum." if lost else "{0} gains {points} AP."
    ask.log(battle, words, who, points=points, kept=kept, lost=lost)
    return battle


# ----------------------------------------------------------------------------------------------------------------- dice


def cost_of_dice(battle: Battle, count: int) -> int:
    """Price in action points of a number of further d20s (WL-AP-03)."""
    return sum(rules(battle).buy_dice_costs[:count])


def _takes_from_gm(battle: Battle, call: Call) -> bool:
    return _FROM_GM.said(call) and is_of_players(battle, call.actor)


def can_buy_dice(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: no more dice than can be bought, and enough points for them (WL-AP-03)."""
    count = int(BUY.said(call))
    if not count or call.actor not in battle.combatants:
        return
    if count > (most := len(rules(battle).buy_dice_costs)):
        dice = "die" if most == 1 else "dice"
        sentence = text(f"At most {{most}} {dice} can be bought.", most=most)
        yield Refusal(key="too_many_dice", sentence=sentence, rule="WL-AP-03")
    if _takes_from_gm(battle, call):
        return
    cost, has = cost_of_dice(battle, count), available(battle, call.actor)
    if cost > has:
        sentence = text("{count} dice cost {cost} AP, but only {has} are left.", count=count, cost=cost, has=has)
        yield Refusal(key="no_ap", sentence=sentence, rule="WL-AP-03")


def buy_dice(battle: Battle, call: Call, ask: Ask) -> Battle:
    """Pay for the dice that a call buys, or add as many points to the GM's pool instead (WL-AP-03)."""
    count = int(BUY.said(call))
    if not count:
        return battle
    cost = cost_of_dice(battle, count)
    if _takes_from_gm(battle, call):
        ask.log(battle, "{0} buys {count} dice; the GM gains {cost} AP.", call.actor, count=count, cost=cost)
        return with_gm_points(battle, gm_points(battle) + cost)
    return spend_points(battle, call.actor, cost, f"{count} d20", ask)


def _price_of_dice(battle: Battle, call: Call, count: int) -> str | None:
    """The price as text, or None for more dice than can be bought."""
    if count > len(rules(battle).buy_dice_costs):
        return None
    cost = cost_of_dice(battle, count)
    return f"GM +{cost}" if cost and _takes_from_gm(battle, call) else f"{cost} AP" if cost else "free"


BUY = Parameter(
    key="dice", title="Buy dice", kind="number", default=0, least=0, most=5, rule="WL-AP-03",
    help="Before the roll, for action points.", price=_price_of_dice, step_key="B",
)  # fmt: skip
_FROM_GM = Parameter(
    key="from_gm", title="GM's pool grows instead", kind="flag", default=False, rule="WL-AP-03",
    applies=lambda battle, call: is_of_players(battle, call.actor), step_key="Shift+B",
)  # fmt: skip


DICE = (BUY, _FROM_GM)


# ------------------------------------------------------------------------------------------------------ further actions


PRICES: dict[Cost, int] = {"minor": 1, "major": 2}
"""Action points for a second action in a turn, if a house rule allows it (WL-AP-03)."""


def _extra(cost: Cost) -> Action:
    """The action that buys a second major or minor action in the actor's turn (WL-AP-03, WL-AMB-27)."""

    def can_buy(battle: Battle, call: Call) -> Iterator[Refusal]:
        who = call.actor
        if who not in battle.combatants:
            return
        price = PRICES[cost]
        if not rules(battle).ap_buys_actions:
            yield no("no_second", f"There is no second {cost} action; a house rule can allow one.", "WL-TURN-01", who)
        elif not is_turn_of(battle, who):
            yield no("not_your_turn", "It is not {who}'s turn.", "WL-TURN-01", who)
        elif has_mark(battle, who, f"bought_{cost}"):
            yield no("second_bought", f"{{who}} has already taken a second {cost} action this turn.", "WL-AP-03", who)
        elif available(battle, who) < price:
            sentence = text("{who} needs {price} AP.", who=ref(who), price=price)
            yield Refusal(key="no_ap", sentence=sentence, rule="WL-AP-01")

    def buy(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        who = call.actor
        battle = spend_points(battle, who, PRICES[cost], f"a second {cost} action", ask)
        return mark(grant(battle, who, cost), who, f"bought_{cost}")

    return Action(
        id=f"second_{cost}",
        title=f"Second {cost} action",
        run=buy,
        guards=(able_combatant, can_buy),
        rules=("WL-AP-03", "WL-TURN-01"),
        cost="AP",
        help="If a house rule allows it.",
    )


POINT_ACTIONS = (_extra("minor"), _extra("major"))
