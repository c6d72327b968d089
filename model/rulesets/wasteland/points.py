"""Action points: the players' pool and the GM's, what fills them and what they buy (WL-AP)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.budget import grant, has_mark, is_turn_of, mark
from model.engine.calls import Call
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.telling import tell
from model.rulesets.wasteland.costs import Cost, no, somebody
from model.rulesets.wasteland.settings import rules
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.texts import Refusal, ref, text


def is_of_players(battle: AnyBattle, who: Id) -> bool:
    """Whether somebody shares the players' pool; all others use the GM's (WL-MIS-02)."""
    combatant = battle.combatants.get(who)
    return combatant is not None and combatant.side == "pc"


def gm_points(battle: AnyBattle) -> int:
    """The GM's pool; it starts with some for each player character (WL-MIS-02)."""
    kept: int | None = battle.shared.gm_ap
    if kept is not None:
        return kept
    characters = sum(combatant.side == "pc" and combatant.is_present for combatant in battle.combatants.values())
    return int(characters * rules(battle).gm_ap_start_per_player)


def available(battle: AnyBattle, who: Id) -> int:
    """Action points that somebody can spend (WL-AP-01)."""
    return int(battle.shared.party_ap) if is_of_players(battle, who) else gm_points(battle)


def with_gm_points(battle: AnyBattle, points: int) -> AnyBattle:
    kept = min(max(0, points), rules(battle).gm_ap_max)
    return replace(battle, shared=replace(battle.shared, gm_ap=kept))


def with_points(battle: AnyBattle, who: Id, points: int) -> AnyBattle:
    """The pool of somebody at so many points, up to its limit (WL-MIS-02)."""
    if not is_of_players(battle, who):
        return with_gm_points(battle, points)
    kept = min(max(0, points), rules(battle).ap_group_max)
    return replace(battle, shared=replace(battle.shared, party_ap=kept))


def spend_points(battle: AnyBattle, who: Id, points: int, on: str, ask: Ask) -> AnyBattle:
    """Pay out of the pool (WL-AP-01)."""
    if not points:
        return battle
    ask.say(tell(battle, "{0} spends {points} AP on {on}.", who, points=points, on=on))
    return with_points(battle, who, available(battle, who) - points)


def earn_points(battle: AnyBattle, who: Id, points: int, ask: Ask) -> AnyBattle:
    """Put into the pool what a test has generated; what is beyond the limit is lost (WL-AP-02)."""
    if points <= 0:
        return battle
    before = available(battle, who)
    battle = with_points(battle, who, before + points)
    kept = available(battle, who) - before
    lost = points - kept
    words = "{0} gains {points} AP, {lost} lost." if lost else "{0} gains {points} AP."
    ask.say(tell(battle, words, who, points=points, lost=lost))
    return battle


# ------------------------------------------------------------------------------------------ dice


def cost_of_dice(battle: AnyBattle, count: int) -> int:
    """Action points for so many further d20s (WL-AP-03)."""
    prices = [int(price) for price in rules(battle).buy_dice_costs] or [0]
    return sum(prices[min(number, len(prices) - 1)] for number in range(count))


def _takes_from_gm(battle: AnyBattle, call: Call) -> bool:
    return bool(call.option("from_gm", False)) and is_of_players(battle, call.actor)


def can_buy_dice(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: no more dice than may be bought, and points for them (WL-AP-03)."""
    count = int(call.option("dice", 0))
    if not count or call.actor not in battle.combatants:
        return
    if count > (most := rules(battle).buy_dice_max):
        sentence = text("At most {most} dice can be bought.", most=most)
        yield Refusal(key="too_many_dice", sentence=sentence, rule="WL-AP-03")
    if _takes_from_gm(battle, call):
        if not rules(battle).buy_dice_from_gm:
            yield no("not_from_gm", "By a house rule {who} cannot let the GM's pool pay.", "WL-AP-03", call.actor)
        return
    cost, has = cost_of_dice(battle, count), available(battle, call.actor)
    if cost > has:
        sentence = text("{count} dice cost {cost} AP, and there are {has}.", count=count, cost=cost, has=has)
        yield Refusal(key="no_ap", sentence=sentence, rule="WL-AP-03")


def buy_dice(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Pay for the dice that a call buys, or let the GM's pool grow by as many points (WL-AP-03)."""
    count = int(call.option("dice", 0))
    if not count:
        return battle
    cost = cost_of_dice(battle, count)
    if _takes_from_gm(battle, call):
        ask.say(tell(battle, "{0} buys {count} dice; the GM gains {cost} AP.", call.actor, count=count, cost=cost))
        return with_gm_points(battle, gm_points(battle) + cost)
    return spend_points(battle, call.actor, cost, f"{count} d20", ask)


def _price_of_dice(battle: AnyBattle, call: Call, count: int) -> str | None:
    """In words; None for more dice than may be bought."""
    if count > rules(battle).buy_dice_max:
        return None
    cost = cost_of_dice(battle, count)
    return f"GM +{cost}" if cost and _takes_from_gm(battle, call) else f"{cost} AP" if cost else "free"


DICE = (
    Parameter(
        key="dice", title="Buy dice", kind="number", default=0, least=0, most=5, rule="WL-AP-03",
        help="1, 3, 6 AP for one, two, three.", price=_price_of_dice, step_key="B",
    ),
    Parameter(
        key="from_gm", title="GM's pool grows instead", kind="flag", default=False, rule="WL-AP-03",
        applies=lambda battle, call: is_of_players(battle, call.actor), step_key="Shift+B",
    ),
)  # fmt: skip


# ------------------------------------------------------------------------------------------ further actions


def _price(battle: AnyBattle, cost: Cost) -> int:
    return rules(battle).ap_extra_minor_cost if cost == "minor" else rules(battle).ap_extra_major_cost


def _extra(cost: Cost) -> Action:
    """Buying a second major or minor action in one's turn (WL-AP-03, WL-AMB-27)."""

    def can_buy(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        who = call.actor
        if who not in battle.combatants:
            return
        price = _price(battle, cost)
        if not price:
            yield no("no_second", f"There is no second {cost} action: a house rule can allow it.", "WL-TURN-01", who)
        elif not is_turn_of(battle, who):
            yield no("not_your_turn", "It is not {who}'s turn.", "WL-TURN-01", who)
        elif has_mark(battle, who, f"bought_{cost}"):
            yield no("second_bought", f"{{who}} has had a second {cost} action this turn.", "WL-AP-03", who)
        elif available(battle, who) < price:
            sentence = text("{who} needs {price} AP.", who=ref(who), price=price)
            yield Refusal(key="no_ap", sentence=sentence, rule="WL-AP-01")

    def buy(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        who = call.actor
        battle = spend_points(battle, who, _price(battle, cost), f"a second {cost} action", ask)
        return mark(grant(battle, who, cost), who, f"bought_{cost}")

    return Action(
        id=f"second_{cost}",
        title=f"Second {cost} action",
        run=buy,
        guards=(somebody, can_buy),
        rules=("WL-AP-03", "WL-TURN-01"),
        cost="AP",
        help="Where a house rule allows it.",
    )


POINT_ACTIONS = (_extra("minor"), _extra("major"))
