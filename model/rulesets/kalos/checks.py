"""AV and DV, range bands, and the options of an attack (KM-ROLL, KM-OPP, KM-MAN, KM-TRADE)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from model.board.bands import metres_apart
from model.board.distance import REACH_TOLERANCE, tokens_touch
from model.engine.calls import Call
from model.engine.modifiers import Modifier, explain, highest_bonus_all_penalties, term
from model.engine.ruleset import Band, Parameter, Ranges
from model.rulesets.families.ogc.battle import AttackKind, Cover
from model.rulesets.families.ogc.checks import DefenceValues, Weapons
from model.rulesets.families.ogc.pools import DEAD, DEFEATED, UNCONSCIOUS, Pools
from model.rulesets.kalos.conditions import HELPLESS, IMMOBILISED, modifiers
from model.rulesets.kalos.settings import rules, standard
from model.rulesets.kalos.sheet import ATTACK_SKILLS, UNARMED, Battle, Gear, in_use
from model.state.base import Id
from model.state.battle import Item
from model.state.texts import Explanation, Refusal, ref, text

# ---------------------------------------------------------------------------------------------------------------- pools


class KalosPools(Pools[Battle]):
    helpless = frozenset({HELPLESS, IMMOBILISED, UNCONSCIOUS, DEFEATED, DEAD})
    minions_keep_pools = True

    def resists(self, battle: Battle, who: Id) -> int:
        """Damage Resistance of powers and worn armour: the highest (KM-EQUIP-03, KM-AMB-36)."""
        offset = rules(battle).armor_dr_offset
        worn = (item.gear for item in in_use(battle, who) if item.gear.kind == "armour")
        return max(battle.combatants[who].sheet.dr, *(gear.level + offset for gear in worn), 0)

    def is_minion(self, battle: Battle, who: Id) -> bool:
        return battle.combatants[who].sheet.is_minion

    def falls_to_any_hit(self, battle: Battle, who: Id, loss: int) -> bool:
        """Whether a minion falls to a hit, by house rule; False where the attack itself asks the GM (KM-AMB-26)."""
        if not battle.combatants[who].sheet.is_minion:
            return False
        match rules(battle).minion_out_on:
            case "damage_taken":
                return loss > 0
            case "ask":
                return False
        return True


POOLS = KalosPools()


# --------------------------------------------------------------------------------------------------------------- ranges


def are_adjacent(battle: Battle, first: Id, second: Id) -> bool:
    """Whether two are adjacent: near enough from centre to centre, or touching, as large ones are (KM-AMB-44).

    True if the distance is not known.
    """
    metres = WEAPONS.metres_between(battle, first, second)
    if metres is None or metres <= rules(battle).adjacent_m + REACH_TOLERANCE:
        return True
    return tokens_touch(battle, first, second)


RANGES = Ranges(
    bands=(
        Band(id="adjacent", title="Adjacent", reach=1.5, rule="KM-AMB-44"),
        Band(id="near", title="Near", reach=10),
        Band(id="far", title="Far", reach=100),
        Band(id="distant", title="Distant", reach=None),
    ),
    touches=are_adjacent,
)
"""The rules name only the band Adjacent; the others are for display."""


class KalosWeapons(Weapons[Battle, Gear]):
    rule = "KM-ATK-02"
    ranges = RANGES
    bare_hand = UNARMED

    def fits(self, action: str, gear: Gear | None) -> bool:
        """Whether gear fits an action: melee or bare hands for a sweep, an area shape for an area attack."""
        if action == "area_attack":
            return gear is not None and bool(gear.area_shape)
        return action != "sweep" or gear is None or gear.attack_kind == "melee"

    def strikes_area(self, gear: Gear) -> bool:
        return bool(gear.area_shape)

    def within_reach(self, battle: Battle, who: Id, target: Id, weapon: Item[Gear] | None) -> Iterator[Refusal]:
        """Refuse a target beyond melee reach or, for an attack that has one, beyond long range.

        Rules: KM-NORM-01, KM-ATK-06, KM-AMB-44.
        """
        metres = self.metres_between(battle, who, target)
        if metres is None:
            return
        is_melee = self.gear_of(weapon).attack_kind == "melee"
        if is_melee and are_adjacent(battle, who, target):
            return
        most = self.farthest(battle, who, weapon)
        if most is not None and metres > most + REACH_TOLERANCE:
            away, limit = metres_apart(metres, most)
            sentence = text(
                "{who} is out of range: {away} away, and the attack reaches {limit}.",
                who=ref(target),
                away=away,
                limit=limit,
            )
            within = None if is_melee else most
            yield Refusal(key="out_of_range", sentence=sentence, rule="KM-ATK-06", nearer=target, within=within)

    def farthest(self, battle: Battle, who: Id, weapon: Item[Gear] | None) -> float | None:
        """Melee reach, or the long range of an attack that has one (KM-ATK-06)."""
        reach, long = ranges_of(battle, who, weapon)
        return reach if self.gear_of(weapon).attack_kind == "melee" else long if long > reach else None


WEAPONS = KalosWeapons()


# --------------------------------------------------------------------------------------------------------------- values


BASE_DV = 7
MODERATE = 9
"""The usual difficulty (KM-TASK-01)."""


def skill_rank(battle: Battle, who: Id, skill: str) -> int:
    """Rank in a skill, or 0 if it was never learned (KM-ROLL-01)."""
    return battle.combatants[who].sheet.skills.get(skill, 0)


def titled(skill: str) -> str:
    """A skill as words: `hand_to_hand_combat` is `Hand-to-hand Combat`."""
    if skill == ATTACK_SKILLS["melee"]:
        return "Hand-to-hand Combat"
    return "Self-control" if skill == "self_control" else skill.replace("_", " ").title()


# ------------------------------------------------------------------------------------------ the values


def attack_value(
    battle: Battle, who: Id, kind: AttackKind, weapon: Item[Gear] | None = None, more: Iterable[Modifier] = ()
) -> Explanation:
    """What an attack adds to 2d6 (KM-ROLL-01, KM-ATK-02); 0 for a helpless attacker (KM-HELP-01)."""
    if POOLS.is_helpless(battle, who):
        return explain("av", "Action Value", [term("helpless", "Helpless", 0, "KM-HELP-01")])
    given = battle.combatants[who].sheet.given.of("av", kind)
    base = _skill(battle, who, ATTACK_SKILLS[kind]) if given is None else term("given", "Given", given)
    parts = [base, *modifiers(battle, who, "av", kind), *_weapon_bonus(battle, weapon), *more]
    return explain("av", "Action Value", parts, highest_bonus_all_penalties)


def skill_value(
    battle: Battle,
    who: Id,
    skill: str,
    more: Iterable[Modifier] = (),
    *,
    without: tuple[str, ...] = (),
    even_helpless: bool = False,
) -> Explanation:
    """What a roll other than an attack adds to 2d6 (KM-ROLL-01); `without` names conditions that do not count."""
    if POOLS.is_helpless(battle, who) and not even_helpless:
        return explain("av", "Action Value", [term("helpless", "Helpless", 0, "KM-HELP-01")])
    conditions = [one for one in modifiers(battle, who, "av", kind_of(skill)) if one.key not in without]
    parts = [_skill(battle, who, skill), *conditions, *more]
    return explain("av", "Action Value", parts, highest_bonus_all_penalties)


def kind_of(skill: str) -> AttackKind | None:
    """The kind of attack that a skill belongs to, or None; being prone has its effect by this kind (KM-AMB-33)."""
    return next((kind for kind, known in ATTACK_SKILLS.items() if known == skill), None)


class KalosDefenceValues(DefenceValues[Battle]):
    pools = POOLS
    helpless_rule = "KM-HELP-01"

    def own(self, battle: Battle, who: Id, kind: AttackKind) -> Iterator[Modifier]:
        yield _base()
        yield _skill(battle, who, ATTACK_SKILLS[kind])

    def modifiers(self, battle: Battle, who: Id, kind: AttackKind | None, cover: Cover) -> Iterator[Modifier]:
        yield from modifiers(battle, who, "dv", kind, cover)
        if kind is not None:
            yield from _shield(battle, who, kind)


_DEFENCE = KalosDefenceValues()
defence_value = _DEFENCE.against_attack
"""What an attack has to reach (KM-OPP-01, KM-ATK-02); for the helpless 0 plus what the GM grants (KM-HELP-02)."""


def opposed_value(battle: Battle, who: Id, skill: str, more: Iterable[Modifier] = ()) -> Explanation:
    """The DV of a combatant who opposes a task: 7 plus the matching skill (KM-OPP-01)."""
    kind = kind_of(skill)
    if kind is not None:
        return defence_value(battle, who, kind, more)
    return _DEFENCE.against_task(battle, who, (_base(), _skill(battle, who, skill)), more)


def _base() -> Modifier:
    return term("base", "Base", BASE_DV, "KM-OPP-01")


def _skill(battle: Battle, who: Id, skill: str) -> Modifier:
    return term(skill, titled(skill), skill_rank(battle, who, skill), "KM-ROLL-01")


def _weapon_bonus(battle: Battle, weapon: Item[Gear] | None) -> Iterator[Modifier]:
    """The bonus of a melee weapon, which competes with other bonuses (KM-EQUIP-01)."""
    if weapon is not None and weapon.gear.av_bonus:
        yield Modifier(key="weapon", label=weapon.name, amount=weapon.gear.av_bonus, rule="KM-EQUIP-01")


def _shield(battle: Battle, who: Id, kind: AttackKind) -> Iterator[Modifier]:
    """What shields in use add to the DV, except against mental attacks (KM-EQUIP-02)."""
    if kind == "mental":
        return
    for item in in_use(battle, who):
        if item.gear.dv_bonus:
            yield Modifier(key=f"shield {item.id}", label=item.name, amount=item.gear.dv_bonus, rule="KM-EQUIP-02")


# --------------------------------------------------------------------------------------------------- options of attacks


DAMAGE, SAFETY, ACCURACY = "accuracy_for_damage", "accuracy_for_safety", "safety_for_accuracy"
TRADES = {DAMAGE: "Accuracy for damage", SAFETY: "Accuracy for safety", ACCURACY: "Safety for accuracy"}


def level_of(battle: Battle, who: Id, weapon: Item[Gear] | None) -> int:
    """The level of an attack: of the equipment, of the power, or of bare hands (KM-DMG-01, KM-MIS-04)."""
    if weapon is None:
        return rules(battle).unarmed_level
    if weapon.gear.kind == "power" and not weapon.gear.level:
        return battle.combatants[who].sheet.power_level
    return weapon.gear.level


# ------------------------------------------------------------------------------------------ trades


def traded(battle: Battle, call: Call) -> dict[str, int]:
    """The trades of an attack by kind (KM-TRADE-01 to KM-TRADE-03, KM-AMB-06)."""
    return {one.key: amount for one in TRADE_PARAMETERS if (amount := int(one.said(call)))}


def valid_trades(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: trades of an amount and number that the rules allow (KM-AMB-05, KM-AMB-07)."""
    chosen, most = traded(battle, call), standard(battle)
    for amount in chosen.values():
        if amount > most:
            sentence = text("Trades can be at most {most}, not {amount}.", most=most, amount=amount)
            yield Refusal(key="trade_amount", sentence=sentence, rule="KM-TRADE-01")
    if SAFETY in chosen and ACCURACY in chosen:
        sentence = text("The two trades of safety are opposites: only one of them can be used.")
        yield Refusal(key="opposite_trades", sentence=sentence, rule="KM-AMB-07", can_override=False)
    elif len(chosen) > 1:
        sentence = text("Trades in one attack: at most one.")
        yield Refusal(key="many_trades", sentence=sentence, rule="KM-AMB-07")


def trade_bonus(battle: Battle, call: Call, trade: str) -> Iterator[Modifier]:
    """What a trade gains on this attack: a bonus that competes with others (KM-TRADE-04)."""
    amount = traded(battle, call).get(trade, 0)
    if amount:
        rule = "KM-TRADE-01" if trade == DAMAGE else "KM-TRADE-03"
        yield Modifier(key=trade, label=TRADES[trade], amount=amount, rule=rule)


# ------------------------------------------------------------------------------------------ reach


def ranges_of(battle: Battle, who: Id, weapon: Item[Gear] | None) -> tuple[float, float]:
    """Range and long range (0 if none) of an attack in metres; by level if the gear has none (KM-ATK-04, KM-MIS-05)."""
    gear = WEAPONS.gear_of(weapon)
    if gear.attack_kind == "melee":
        return rules(battle).adjacent_m, 0.0
    if gear.range_m:
        return float(gear.range_m), float(gear.long_range_m)
    level = level_of(battle, who, weapon)
    rows = (row for row in rules(battle).range_by_level if _is_row(row) and int(row[0]) == level)
    return next(((float(row[1]), float(row[2])) for row in rows), (0.0, 0.0))


def _is_row(row: object) -> bool:
    """Whether an entry of the range table is valid: level, range, long range."""
    return isinstance(row, list) and len(row) == 3 and all(isinstance(one, int | float) for one in row)


def is_beyond_short(battle: Battle, who: Id, metres: float | None, weapon: Item[Gear] | None) -> bool:
    """Whether a shot exceeds the short range of an attack that also has a long one, and is penalised (KM-ATK-06)."""
    reach, long = ranges_of(battle, who, weapon)
    return metres is not None and long > reach and metres > reach + 1e-6


def is_out_of_range(battle: Battle, who: Id, metres: float | None, weapon: Item[Gear] | None) -> bool:
    """Whether a shot without a long range exceeds its range; the GM sees a note about it (KM-ATK-04)."""
    reach, long = ranges_of(battle, who, weapon)
    return metres is not None and reach > 0 and long <= reach and metres > reach + 1e-6


# ------------------------------------------------------------------------------------------ parameters


def _trade(key: str, rule: str, help: str) -> Parameter[int]:
    return Parameter(key=key, title=TRADES[key], kind="number", default=0, least=0, most=10, rule=rule, help=help)


TRADE_PARAMETERS = (
    _trade(DAMAGE, "KM-TRADE-01", "Lowers AV until the next turn, and raises damage by as much."),
    _trade(SAFETY, "KM-TRADE-02", "Lowers AV and raises DV by as much until the next turn."),
    _trade(ACCURACY, "KM-TRADE-03", "Raises AV for this attack and lowers DV by as much until the next turn."),
)

INTENT = Parameter(
    key="intent", title="Movement this turn", kind="choice", default="none", options=("none", "sprint"),
    is_declared=True, rule="KM-AMB-09", help="A sprint is declared before the roll: its penalty counts from then on.",
)  # fmt: skip
COVER: Parameter[Cover] = Parameter(
    key="cover", title="Cover", kind="choice", default="auto", options=("auto", "yes", "no"), is_declared=True,
    rule="KM-MOD-05",
    help="Whether the target's cover counts. Nothing selected: if they have taken it and the attack comes across it.",
)  # fmt: skip

AV_MODIFIER = Parameter(
    key="av_modifier", title="GM: attack", kind="number", default=0, least=-30, most=30, rule="KM-DUR-01",
    help="For this roll only. Only the highest bonus counts; penalties add up.",
)  # fmt: skip
DV_MODIFIER = Parameter(
    key="dv_modifier", title="GM: defence", kind="number", default=0, least=-30, most=30, rule="KM-MOD-01"
)
DAMAGE_MODIFIER = Parameter(
    key="damage_modifier", title="GM: damage", kind="number", default=0, least=-30, most=30, rule="KM-DMG-01"
)


COMMON = (
    INTENT,
    COVER,
    AV_MODIFIER,
    DV_MODIFIER,
)  # fmt: skip

PARAMETERS = (
    *TRADE_PARAMETERS,
    *COMMON,
    Parameter(key="unarmed", title="Bare hands", kind="flag", default=False, rule="KM-MIS-04"),
    DAMAGE_MODIFIER,
)
