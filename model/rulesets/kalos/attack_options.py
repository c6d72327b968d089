"""What can be said about an attack before its dice: trades, a sprint, cover, the GM's modifiers; its reach."""

from __future__ import annotations

from collections.abc import Iterator

from model.board.bands import metres_apart
from model.engine.calls import Call
from model.engine.modifiers import Modifier
from model.engine.ruleset import Parameter
from model.rulesets.kalos.gear import WEAPONS, Gear, gear_of
from model.rulesets.kalos.ranges import metres_between
from model.rulesets.kalos.settings import rules, standard
from model.state.base import Id
from model.state.battle import AnyBattle, Item
from model.state.texts import Refusal, ref, text

DAMAGE, SAFETY, ACCURACY = "accuracy_for_damage", "accuracy_for_safety", "safety_for_accuracy"
TRADES = {DAMAGE: "Accuracy for damage", SAFETY: "Accuracy for safety", ACCURACY: "Safety for accuracy"}


def level_of(battle: AnyBattle, who: Id, weapon: Item[Gear] | None) -> int:
    """The level that drives an attack: of the equipment, of the power, of a bare hand (KM-DMG-01, KM-MIS-04)."""
    if weapon is None:
        return rules(battle).unarmed_level
    if weapon.gear.kind == "power" and not weapon.gear.level:
        return int(battle.combatants[who].sheet.power_level)
    return weapon.gear.level


# ------------------------------------------------------------------------------------------ trades


def traded(battle: AnyBattle, call: Call) -> dict[str, int]:
    """The trades of an attack by kind, as house rules read them (KM-TRADE-01 to KM-TRADE-03, KM-AMB-06)."""
    amounts = {key: int(call.option(key, 0)) for key in TRADES}
    if amounts[SAFETY] and rules(battle).accuracy_for_safety == "by_example":
        amounts = {**amounts, ACCURACY: amounts[SAFETY], SAFETY: 0}
    return {key: amount for key, amount in amounts.items() if amount}


def sound_trades(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: trades of an amount and number that the rules allow (KM-AMB-05, KM-AMB-07)."""
    chosen = {key: int(call.option(key, 0)) for key in TRADES if call.option(key, 0)}
    most = standard(battle)
    for key, amount in chosen.items():
        if amount > most or (rules(battle).trade_mode == "fixed" and amount != most):
            words = "go up to {most}" if rules(battle).trade_mode == "up_to" else "are of exactly {most}"
            sentence = text(f"Trades {words}, not {{amount}}.", most=most, amount=amount)
            yield Refusal(key="trade_amount", sentence=sentence, rule="KM-TRADE-01")
        if key == SAFETY and rules(battle).accuracy_for_safety == "off":
            sentence = text("By a house rule accuracy is not traded for safety.")
            yield Refusal(key="trade_off", sentence=sentence, rule="KM-TRADE-02")
    if SAFETY in chosen and ACCURACY in chosen:
        sentence = text("The two trades of safety are opposites: one of them at most.")
        yield Refusal(key="opposite_trades", sentence=sentence, rule="KM-AMB-07", can_override=False)
    elif len(chosen) > rules(battle).max_trades_per_attack:
        sentence = text("An attack takes {most} of the trades.", most=rules(battle).max_trades_per_attack)
        yield Refusal(key="many_trades", sentence=sentence, rule="KM-AMB-07")


def trade_bonus(battle: AnyBattle, call: Call, trade: str) -> Iterator[Modifier]:
    """What a trade gains on this attack: a bonus like any other (KM-TRADE-04)."""
    amount = traded(battle, call).get(trade, 0)
    if amount:
        rule = "KM-TRADE-01" if trade == DAMAGE else "KM-TRADE-03"
        yield Modifier(key=trade, label=TRADES[trade], amount=amount, rule=rule)


# ------------------------------------------------------------------------------------------ reach


def ranges_of(battle: AnyBattle, who: Id, weapon: Item[Gear] | None) -> tuple[float, float]:
    """Range and long range (0: none) of an attack in metres; those without by level (KM-ATK-04, KM-MIS-05)."""
    gear = gear_of(weapon)
    if gear.attack_kind == "melee":
        return rules(battle).adjacent_m, 0.0
    if gear.range_m:
        return float(gear.range_m), float(gear.long_range_m)
    level = level_of(battle, who, weapon)
    rows = (row for row in rules(battle).range_by_level if _is_row(row) and int(row[0]) == level)
    return next(((float(row[1]), float(row[2])) for row in rows), (0.0, 0.0))


def _is_row(row: object) -> bool:
    """Whether an entry of the table of ranges can be read: level, range, long range."""
    return isinstance(row, list) and len(row) == 3 and all(isinstance(one, int | float) for one in row)


def is_beyond_short(battle: AnyBattle, who: Id, target: Id, weapon: Item[Gear] | None) -> bool:
    """Whether a shot goes beyond the range of an attack that has a long one (KM-ATK-06)."""
    reach, long = ranges_of(battle, who, weapon)
    metres = metres_between(battle, who, target)
    is_penalised = rules(battle).long_range_penalty
    return is_penalised and metres is not None and long > reach and metres > reach + 1e-6


def is_out_of_range(battle: AnyBattle, who: Id, target: Id, weapon: Item[Gear] | None) -> bool:
    """Whether a shot without a long range goes beyond its range: the GM is told (KM-ATK-04)."""
    reach, long = ranges_of(battle, who, weapon)
    metres = metres_between(battle, who, target)
    return metres is not None and reach > 0 and long <= reach and metres > reach + 1e-6


def in_range(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: within reach of the hand, or within long range (KM-NORM-01, KM-ATK-06)."""
    target = call.target
    if call.actor not in battle.combatants or target not in battle.combatants:
        return
    yield from within_reach(battle, call.actor, target, WEAPONS.of_call(battle, call))


def within_reach(battle: AnyBattle, who: Id, target: Id, weapon: Item[Gear] | None) -> Iterator[Refusal]:
    """What speaks against an attack by its distance."""
    reach, long = ranges_of(battle, who, weapon)
    metres = metres_between(battle, who, target)
    if metres is None:
        return
    most = reach if gear_of(weapon).attack_kind == "melee" else long if long > reach else None
    if most is not None and metres > most + 1e-6:
        away, limit = metres_apart(metres, most)
        sentence = text(
            "{who} is out of range: {away} away, and it reaches {limit}.", who=ref(target), away=away, limit=limit
        )
        yield Refusal(key="out_of_range", sentence=sentence, rule="KM-ATK-06")


# ------------------------------------------------------------------------------------------ parameters


def _trade(key: str, rule: str, help: str) -> Parameter:
    return Parameter(key=key, title=TRADES[key], kind="number", default=0, least=0, most=10, rule=rule, help=help)


TRADE_PARAMETERS = (
    _trade(DAMAGE, "KM-TRADE-01", "This much less AV until the next turn, this much more damage."),
    _trade(SAFETY, "KM-TRADE-02", "This much less AV and more DV until the next turn."),
    _trade(ACCURACY, "KM-TRADE-03", "This much more AV, this much less DV until the next turn."),
)

COMMON = (
    Parameter(
        key="intent", title="Moves this turn", kind="choice", default="none", options=("none", "sprint"),
        is_declared=True, rule="KM-AMB-09",
        help="A sprint is declared before the roll: its penalty counts from then on.",
        applies=lambda battle, call: rules(battle).sprint_penalty_from == "declared",
    ),
    Parameter(
        key="cover", title="Cover", kind="choice", default="auto", options=("auto", "yes", "no"),
        is_declared=True, rule="KM-MOD-05",
        help="Whether the target's cover counts against this attack; none pressed: as it stands.",
    ),
    Parameter(
        key="av_modifier", title="GM: attack", kind="number", default=0, least=-30, most=30, rule="KM-DUR-01",
        help="For this one roll. Only the highest bonus counts, penalties add up.",
    ),
    Parameter(key="dv_modifier", title="GM: defence", kind="number", default=0, least=-30, most=30, rule="KM-MOD-01"),
)  # fmt: skip

PARAMETERS = (
    *TRADE_PARAMETERS,
    *COMMON,
    Parameter(key="unarmed", title="Bare hands", kind="flag", default=False, rule="KM-MIS-04"),
    Parameter(
        key="damage_modifier", title="GM: damage", kind="number", default=0, least=-30, most=30, rule="KM-DMG-01"
    ),
)
