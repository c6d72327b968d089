"""AV and DV, range bands, and the options of an attack (ZS-ROLL, ZS-OPP, ZS-RANGE, ZS-CALL, ZS-SUPP)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from model.board.bands import metres_apart
from model.board.distance import REACH_TOLERANCE, Metric, tokens_touch
from model.engine.calls import Call
from model.engine.modifiers import Modifier, explain, highest_bonus_all_penalties, term
from model.engine.ruleset import Band, Guard, Parameter, Ranges
from model.rulesets.families.ogc.battle import AttackKind, AttackType, Cover
from model.rulesets.families.ogc.checks import DefenceValues, Weapons
from model.rulesets.families.ogc.pools import DEAD, DEFEATED, UNCONSCIOUS, Pools
from model.rulesets.zerospace.conditions import HELPLESS, STANDARD, av_modifiers, dv_modifiers, has_gift
from model.rulesets.zerospace.settings import rules
from model.rulesets.zerospace.sheet import (
    HAND_TO_HAND,
    UNARMED,
    Battle,
    Gear,
    attribute_terms,
    reach_of,
    skill_rank,
    used_in_defence,
)
from model.rulesets.zerospace.sheet import attribute as attribute_of
from model.state.base import Id
from model.state.battle import Item
from model.state.texts import Explanation, Refusal, ref, text

# ---------------------------------------------------------------------------------------------------------------- pools


class ZeroSpacePools(Pools[Battle]):
    helpless = frozenset({HELPLESS, UNCONSCIOUS, DEFEATED, DEAD})

    def resists(self, battle: Battle, who: Id) -> int:
        """Damage Resistance from the sheet, worn armour and active powers (ZS-DMG-03)."""
        return resistance(battle, who, "normal")

    def is_minion(self, battle: Battle, who: Id) -> bool:
        return battle.combatants[who].sheet.is_unnamed

    def falls_to_any_hit(self, battle: Battle, who: Id, loss: int) -> bool:
        """Whether an unnamed character falls to a hit; by a house rule only one with damage (ZS-UNN-01, ZS-AMB-32)."""
        is_unnamed = battle.combatants[who].sheet.is_unnamed
        return is_unnamed and (loss > 0 or not rules(battle).unnamed_needs_damage)


POOLS = ZeroSpacePools()


def resistance(battle: Battle, who: Id, type: AttackType) -> int:
    """The resistance that applies to a type of attack (ZS-ATK-05, ZS-ATK-10, ZS-ATK-16, ZS-MIS-08).

    The highest of several sources; armour and active powers resist only normal damage.
    """
    sheet = battle.combatants[who].sheet
    against = "damage" if type == "normal" else type
    own = {"damage": sheet.dr, "mental": sheet.mr, "alteration": sheet.ar}[against]
    sources = [own, *(source.amount for source in sheet.resistances if source.against == against)]
    if against == "damage":
        sources += [power.resistance for power in sheet.powers if power.is_active]
        sources += [item.gear.resistance for item in battle.items_of(who) if item.where in ("worn", "hand")]
    return max(sources)


# --------------------------------------------------------------------------------------------------------------- ranges


def metric(battle: Battle) -> Metric:
    """How diagonals count, by house rule (ZS-MIS-10)."""
    counted: Metric = rules(battle).diagonals
    return counted


RANGES = Ranges(
    bands=(
        Band(id="hand_to_hand", title="Hand-to-hand", reach=1, rule="ZS-RANGE-01"),
        Band(id="short", title="Short", reach=10, rule="ZS-RANGE-02"),
        Band(id="medium", title="Medium", reach=100, rule="ZS-RANGE-03"),
        Band(id="long", title="Long", reach=1000, rule="ZS-RANGE-04"),
        Band(id="extreme", title="Extreme", reach=None, rule="ZS-RANGE-05"),
    ),
    metric=metric,
    touches=lambda battle, first, second: is_in_reach(battle, first, second, UNARMED),
)


class ZeroSpaceWeapons(Weapons[Battle, Gear]):
    rule = "ZS-ATK-02"
    ranges = RANGES
    bare_hand = UNARMED

    def fits(self, action: str, gear: Gear | None) -> bool:
        """Whether gear fits an action: melee for charges and sweeps, ranged for spreads, an area for area attacks."""
        match action:
            case "charge" | "sweep":
                return gear is None or gear.attack_kind == "melee"
            case "spread":
                return gear is not None and gear.attack_kind == "ranged"
            case "area_attack":
                return gear is not None and gear.is_area
        return True

    def strikes_area(self, gear: Gear) -> bool:
        return gear.is_area

    def within_reach(self, battle: Battle, who: Id, target: Id, weapon: Item[Gear] | None) -> Iterator[Refusal]:
        """Refuse a target beyond the reach of the weapon or of bare hands.

        Rules: ZS-RANGE-06, ZS-AMB-22, ZS-DISARM-02, ZS-TAKE-01.
        """
        gear = self.gear_of(weapon)
        if rules(battle).beyond_range == "penalty" and gear.attack_kind != "melee":
            return
        if not is_in_reach(battle, who, target, gear):
            away, most = self.metres_between(battle, who, target) or 0.0, reach_of(battle, who, gear)
            metres, reach = metres_apart(away, most)
            sentence = text(
                "{who} is out of range: {metres} away, and the weapon reaches {reach}.",
                who=ref(target), metres=metres, reach=reach,
            )  # fmt: skip
            within = None if gear.attack_kind == "melee" else most
            yield Refusal(key="out_of_range", sentence=sentence, rule="ZS-RANGE-06", nearer=target, within=within)

    def farthest(self, battle: Battle, who: Id, weapon: Item[Gear] | None) -> float | None:
        gear = self.gear_of(weapon)
        if rules(battle).beyond_range == "penalty" and gear.attack_kind != "melee":
            return None
        return reach_of(battle, who, gear)


WEAPONS = ZeroSpaceWeapons()


# --------------------------------------------------------------------------------------------------------------- values


BASE_DV = 8
MODERATE = 12
"""The usual difficulty (ZS-DIFF-01, ZS-DIFF-02)."""
RANGED, MENTAL = "ranged_combat", "mental_combat"
SKILLS: dict[AttackKind, str] = {"ranged": RANGED, "melee": HAND_TO_HAND, "mental": MENTAL}
ATTRIBUTES: dict[AttackKind, str] = {"ranged": "agility", "melee": "brawn", "mental": "presence"}


def titled(slug: str) -> str:
    """A skill or attribute as words: `hand_to_hand_combat` is `Hand-to-hand Combat`."""
    if slug == HAND_TO_HAND:
        return "Hand-to-hand Combat"
    return slug.replace("_", " ").title()


def _terms(battle: Battle, who: Id, attribute: str, skill: str, item: tuple[str, int] | None) -> list[Modifier]:
    """Attribute, skill, and equipment limited by the skill: base terms, not bonuses (ZS-ROLL-03, ZS-MOD-09)."""
    rank = skill_rank(battle, who, skill)
    terms = [*attribute_terms(battle, who, attribute)]
    if skill:
        terms.append(term(skill, titled(skill), rank, "ZS-ROLL-02"))
    if item is not None:
        name, level = item
        label = name if level <= rank else f"{name}, limited by the skill"
        terms.append(term("equipment", label, min(level, rank), "ZS-ROLL-03"))
    return terms


def _better(battle: Battle, who: Id, usual: str, other: str) -> str:
    return other if attribute_of(battle, who, other) > attribute_of(battle, who, usual) else usual


def attack_value(
    battle: Battle,
    who: Id,
    kind: AttackKind,
    weapon: Item[Gear] | None = None,
    more: Iterable[Modifier] = (),
) -> Explanation:
    """What an attack adds to 2d6 (ZS-ROLL-02, ZS-ATK-03); 0 for a helpless attacker (ZS-HELP-01)."""
    if POOLS.is_helpless(battle, who):
        return explain("av", "Action Value", [term("helpless", "Helpless", 0, "ZS-HELP-01")])
    given = battle.combatants[who].sheet.given.of("av", kind)
    if given is not None:
        parts = [term("given", "Given", given)]
    else:
        attribute = ATTRIBUTES[kind]
        if kind == "ranged" and has_gift(battle, who, "bowler"):
            attribute = _better(battle, who, attribute, "brawn")
        # Powers are not equipment and add no such term (ZS-DMG-01, ZS-AMB-09).
        is_equipment = weapon is not None and weapon.gear.kind != "power"
        item = (weapon.name, weapon.gear.level) if weapon is not None and is_equipment else None
        parts = _terms(battle, who, attribute, SKILLS[kind], item)
    return explain("av", "Action Value", [*parts, *av_modifiers(battle, who, kind), *more], highest_bonus_all_penalties)


def task_value(
    battle: Battle,
    who: Id,
    attribute: str,
    skill: str,
    more: Iterable[Modifier] = (),
    *,
    tool: Item[Gear] | None = None,
    without: tuple[str, ...] = (),
    even_helpless: bool = False,
) -> Explanation:
    """What a roll other than an attack adds to 2d6 (ZS-ROLL-02); `without` names conditions that do not count."""
    if POOLS.is_helpless(battle, who) and not even_helpless:
        return explain("av", "Action Value", [term("helpless", "Helpless", 0, "ZS-HELP-01")])
    conditions = [part for part in av_modifiers(battle, who, None) if part.key not in without]
    item = None if tool is None else (tool.name, tool.gear.level)
    parts = [*_terms(battle, who, attribute, skill, item), *conditions, *more]
    return explain("av", "Action Value", parts, highest_bonus_all_penalties)


def kind_of(skill: str) -> AttackKind | None:
    """The kind of attack that a skill belongs to, or None; being prone has its effect by this kind."""
    return next((kind for kind, known in SKILLS.items() if known == skill), None)


def _own_opposition(battle: Battle, who: Id, attribute: str, skill: str) -> tuple[Modifier, ...]:
    held = used_in_defence(battle, who, skill)
    equipment = None if held is None else (held.name, held.gear.level)
    return (term("base", "Base", BASE_DV, "ZS-OPP-01"), *_terms(battle, who, attribute, skill, equipment))


class ZeroSpaceDefenceValues(DefenceValues[Battle]):
    pools = POOLS
    helpless_rule = "ZS-HELP-02"

    def own(self, battle: Battle, who: Id, kind: AttackKind) -> tuple[Modifier, ...]:
        """8 plus attribute, skill and equipment; with the gift Elusive, Agility in melee (ZS-OPP-01, ZS-OPP-02)."""
        attribute = ATTRIBUTES[kind]
        if kind == "melee" and has_gift(battle, who, "elusive"):
            attribute = _better(battle, who, attribute, "agility")
        return _own_opposition(battle, who, attribute, SKILLS[kind])

    def modifiers(self, battle: Battle, who: Id, kind: AttackKind | None, cover: Cover) -> Iterable[Modifier]:
        return dv_modifiers(battle, who, kind, cover)


_DEFENCE = ZeroSpaceDefenceValues()
defence_value = _DEFENCE.against_attack
"""What an attack has to reach (ZS-OPP-01, ZS-OPP-02); for the helpless 0 plus what the GM grants (ZS-HELP-03)."""


def opposed_value(battle: Battle, who: Id, attribute: str, skill: str, more: Iterable[Modifier] = ()) -> Explanation:
    """The DV of a combatant who opposes a task: 8 plus the matching values (ZS-OPP-01, ZS-DIFF-04, ZS-DISTR-02)."""
    kind = kind_of(skill)
    if kind is not None and ATTRIBUTES[kind] == attribute:
        return defence_value(battle, who, kind, more)
    return _DEFENCE.against_task(battle, who, _own_opposition(battle, who, attribute, skill), more)


# --------------------------------------------------------------------------------------------------- options of attacks


# ------------------------------------------------------------------------------------------ modifiers


def manoeuvre_modifiers(call: Call) -> Iterator[Modifier]:
    """What called shots subtract from the AV, and what suppressing fire adds to it (ZS-CALL, ZS-SUPP)."""
    if called := int(_CALLED_SHOT.said(call)):
        yield Modifier(key="called_shot", label="Called shot", amount=-called, rule="ZS-CALL-01")
    if suppressing := int(_SUPPRESSING_FIRE.said(call)):
        yield Modifier(key="suppressing_fire", label="Suppressing fire", amount=suppressing, rule="ZS-SUPP-01")


def manoeuvre_damage(call: Call) -> Iterator[Modifier]:
    """What called shots add to the damage, and what suppressing fire subtracts from it."""
    if called := int(_CALLED_SHOT.said(call)):
        yield Modifier(key="called_shot", label="Called shot", amount=called, rule="ZS-CALL-01")
    if suppressing := int(_SUPPRESSING_FIRE.said(call)):
        yield Modifier(key="suppressing_fire", label="Suppressing fire", amount=-suppressing, rule="ZS-SUPP-01")


def range_modifier(battle: Battle, is_reached: Callable[[], bool]) -> Iterator[Modifier]:
    """The penalty beyond the range of the weapon, if a house rule allows such shots (ZS-AMB-22)."""
    if rules(battle).beyond_range == "penalty" and not is_reached():
        yield Modifier(key="beyond_range", label="Beyond range", amount=-STANDARD, rule="ZS-RANGE-06")


# ------------------------------------------------------------------------------------------ reach


def is_in_reach(battle: Battle, attacker: Id, target: Id, gear: Gear) -> bool:
    """Whether a weapon reaches the target; True if the distance is not known (ZS-ATK-02, ZS-RANGE-01).

    In melee those whose tokens touch reach each other however large they are: their centres may be metres apart.
    """
    metres = WEAPONS.metres_between(battle, attacker, target)
    if metres is None or metres <= reach_of(battle, attacker, gear) + REACH_TOLERANCE:
        return True
    if gear.attack_kind != "melee":
        return False
    return tokens_touch(battle, attacker, target) or _is_adjacent(battle, attacker, target)


def _is_adjacent(battle: Battle, attacker: Id, target: Id) -> bool:
    """Whether both are in neighbouring cells, including diagonal ones, of at most one metre (ZS-MIS-10)."""
    board = battle.board
    here, there = battle.combatants[attacker].place, battle.combatants[target].place
    if not board.has_grid or board.cell > 1:
        return False
    if here.point is None or there.point is None or abs(here.height - there.height) > board.cell:
        return False
    return all(abs(one - other) <= board.cell + 1e-6 for one, other in zip(here.point, there.point, strict=True))


# ------------------------------------------------------------------------------------------ guards


def _special_attacks(call: Call, manoeuvre: str) -> list[str]:
    """The special attacks in a call that exclude each other, in words (ZS-SPEC-02, ZS-AMB-33)."""
    chosen = [manoeuvre] if manoeuvre else []
    chosen += ["a called shot"] if _CALLED_SHOT.said(call) else []
    return [*chosen, "suppressing fire"] if _SUPPRESSING_FIRE.said(call) else chosen


def exclusive(manoeuvre: str = "") -> Guard:
    """Guard: one special attack at a time, and manoeuvres that the weapon allows (ZS-SPEC-02)."""

    def guard(battle: Battle, call: Call) -> Iterator[Refusal]:
        if call.actor not in battle.combatants:
            return
        chosen = _special_attacks(call, manoeuvre)
        if len(chosen) > 1:
            sentence = text("{first} and {second} cannot be combined.", first=chosen[0].capitalize(), second=chosen[1])
            yield Refusal(key="two_manoeuvres", sentence=sentence, rule="ZS-SPEC-02")
        if _SUPPRESSING_FIRE.said(call) and not WEAPONS.gear_of_call(battle, call).can_suppress:
            sentence = text("This weapon cannot be used for suppressing fire.")
            yield Refusal(key="no_suppressing_fire", sentence=sentence, rule="ZS-SUPP-02")

    return guard


def _shoots(battle: Battle, call: Call) -> bool:
    return call.actor in battle.combatants and WEAPONS.gear_of_call(battle, call).can_suppress


_CALLED_SHOT = Parameter(
    key="called_shot", title="Called shot", kind="number", default=0, least=0, most=30, rule="ZS-CALL-01",
    help="Subtracted from the AV and added to the damage.",
)  # fmt: skip
_SUPPRESSING_FIRE = Parameter(
    key="suppressing_fire", title="Suppressing fire", kind="number", default=0, least=0, most=30, rule="ZS-SUPP-01",
    help="Added to the AV and subtracted from the damage.", applies=_shoots,
)  # fmt: skip


TRADES = (_CALLED_SHOT, _SUPPRESSING_FIRE)

INTENT = Parameter(
    key="intent", title="Movement this turn", kind="choice", default="none", options=("none", "run", "sprint"),
    is_declared=True, rule="ZS-MOVE-05", help="Running and sprinting are declared before the roll: they lower the AV.",
)  # fmt: skip
COVER: Parameter[Cover] = Parameter(
    key="cover", title="Cover", kind="choice", default="auto", options=("auto", "yes", "no"), is_declared=True,
    rule="ZS-COVER-01",
    help="Whether the target's cover counts. Nothing selected: if they have taken it and the attack comes across it.",
)  # fmt: skip

AV_MODIFIER = Parameter(
    key="av_modifier", title="GM: attack", kind="number", default=0, least=-30, most=30, rule="ZS-MOD-03",
    help="Usually +3 or -3. Only the highest bonus counts; penalties add up.",
)  # fmt: skip
DV_MODIFIER = Parameter(
    key="dv_modifier", title="GM: defence", kind="number", default=0, least=-30, most=30, rule="ZS-MOD-03"
)


COMMON = (
    INTENT,
    COVER,
    AV_MODIFIER,
    DV_MODIFIER,
)  # fmt: skip
"""Options of every attack roll."""

DAMAGE_MODIFIER = Parameter(
    key="damage_modifier", title="GM: damage", kind="number", default=0, least=-30, most=30, rule="ZS-MOD-04"
)
UNARMED_HANDS = Parameter(key="unarmed", title="Bare hands", kind="flag", default=False, rule="ZS-ATK-06")
PARAMETERS = (*TRADES, *COMMON, UNARMED_HANDS, DAMAGE_MODIFIER)
