"""The defence against an attack: all forms of defence, which of them are barred, and the best one (ZM-DEF)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from model.board.cover_lines import covers_between
from model.engine.budget import has_round_mark
from model.engine.effects import has_effect
from model.engine.modifiers import Modifier, explain, term
from model.rulesets.zamani.checks import effective_ranks, has_skill
from model.rulesets.zamani.conditions import (
    CASTING,
    CONDITIONS,
    EXPOSED,
    INVISIBLE,
    WOUNDED,
    guard_of,
    guarding,
    is_helpless,
)
from model.rulesets.zamani.movement import ARMS_REACH, is_within
from model.rulesets.zamani.segment import note
from model.rulesets.zamani.settings import rules
from model.rulesets.zamani.sheet import Battle, Gear, Sheet, armour_worn, blocking_items, in_hand, is_missile
from model.state.base import Id, Record, replace
from model.state.battle import Item
from model.state.board import Feature
from model.state.identity_cache import cached_by_identity
from model.state.texts import Explanation, Part

GUARD_RANKS, COVER_RANKS, ENOUGH_COVER = 5, 4, 80
ACROBATICS = "acrobatics"
_USED_UP = ("ZM-BLOCK-03", "ZM-ACRO-04")
"""Rules that bar a defence because it was already used this round."""
Form = Literal["dexterity", "acrobatics", "weapon", "shield", "cover", "given"]


DefenceMode = Literal["normal", "dexterity_only", "fixed", "none"]


class Threat(Record, kw_only=True):
    """An attack as far as it matters for the defence."""

    attacker: Id
    gear: Gear
    is_surprise: bool = False
    is_unseen: bool | None = None
    """Whether the GM says that the attack is unseen, or None to decide it by the attacker's state (ZM-MIS-14)."""
    is_covered: bool | None = None
    """Whether the GM says that the target cowers behind cover, or None to decide it by its sheet (ZM-COV-01)."""
    mode: DefenceMode = "normal"
    """Which defences count against it, as set by the GM (ZM-MIS-16)."""
    fixed: int = 0
    is_on_ward: bool = False
    """Whether the defender stands guard for the target (ZM-GUARD-05)."""


class Defence(Record, kw_only=True):
    """One form of defence: its ranks, and the reason if it is barred."""

    form: Form
    title: str
    parts: tuple[Modifier, ...]
    why_not: str = ""
    rule: str = ""
    item: Id | None = None

    @property
    def ranks(self) -> int:
        return sum([part.amount for part in self.parts])


class Chosen(Record, kw_only=True):
    """The defence that is used against an attack."""

    explanation: Explanation
    who: Id
    """The defender: the target, or the combatant who stands guard for it."""
    form: str
    title: str
    item: Id | None = None


# ------------------------------------------------------------------------------------------ single forms


def absorption(battle: Battle, who: Id) -> int:
    """Points of damage that armour takes off a hit (ZM-ATK-06, ZM-ARM-02)."""
    given = battle.combatants[who].sheet.given
    if "absorption" in given:
        return given["absorption"]
    return sum([item.gear.absorption for item in armour_worn(battle, who)])


def armour_penalty(battle: Battle, who: Id) -> int:
    """Ranks that physical armour takes off Dexterity and acrobatics (ZM-ARM-01, ZM-ARM-02)."""
    # Skips the cache for combatants without armour.
    worn = armour_worn(battle, who)
    return _penalty(worn) if worn else 0


@cached_by_identity(256)
def _penalty(worn: tuple[Item[Gear], ...]) -> int:
    return sum(item.gear.absorption for item in worn if item.gear.armour == "physical") // 2


def _nimble(key: str, title: str, ranks: int, penalty: int, traits: Modifier, rule: str) -> tuple[Modifier, ...]:
    """Parts of Dexterity or acrobatics: ranks, armour penalty and defence traits (ZM-DEF-02, ZM-ACRO-01)."""
    armour = Modifier(key="armour", label="Armour", amount=-penalty, rule="ZM-ARM-01")
    return (term(key, title, ranks, rule), armour, traits)


def _traits(sheet: Sheet) -> Modifier:
    return _traits_of(sheet.trait_note, sheet.defence_bonus)


# Cached by the values, since every wound replaces the sheet.
@lru_cache(maxsize=256)
def _traits_of(note: str, bonus: int) -> Modifier:
    return Modifier(key="traits", label=note or "Traits", amount=bonus, rule="ZM-MIS-09")


def dexterity(battle: Battle, who: Id) -> Defence:
    """Dexterity as a defence: the minimum of any combatant who is aware of the attack (ZM-DEF-02)."""
    sheet = battle.combatants[who].sheet
    return _dexterity(_traits(sheet), sheet.dexterity, min(armour_penalty(battle, who), sheet.dexterity))


@cached_by_identity(256)
def _dexterity(traits: Modifier, ranks: int, penalty: int) -> Defence:
    parts = _nimble("dexterity", "Dexterity", ranks, penalty, traits, "ZM-DEF-02")
    return Defence(form="dexterity", title="Dexterity", parts=parts)


def cowers(battle: Battle, who: Id) -> bool:
    """Whether a combatant is behind cover that hides enough of the body, and has not come out to attack (ZM-COV-01)."""
    return battle.combatants[who].sheet.cover >= ENOUGH_COVER and not has_effect(battle, who, EXPOSED)


def is_covered(battle: Battle, who: Id, threat: Threat) -> bool:
    """Whether cover counts against an attack (ZM-COV-01, ZM-AMB-32)."""
    if threat.gear.area_effect or not is_missile(threat.gear):
        return False
    return cowers(battle, who) if threat.is_covered is None else threat.is_covered


def cover_between(battle: Battle, who: Id, threat: Threat) -> Feature | None:
    """The piece of cover nearest to the target that a shot crosses, if it does not count as cover as it is."""
    here, there = battle.combatants[threat.attacker].place.point, battle.combatants[who].place.point
    is_open = threat.is_covered is None and not threat.gear.area_effect and is_missile(threat.gear)
    if not is_open or here is None or there is None or cowers(battle, who):
        return None
    return next(iter(covers_between(battle.board, here, there)), None)


def _cover(battle: Battle, who: Id) -> Defence:
    parts = (*dexterity(battle, who).parts, term("cover", "Cover", COVER_RANKS, "ZM-COV-01"))
    return Defence(form="cover", title="Cover", parts=parts)


def _acrobatics(battle: Battle, who: Id, threat: Threat) -> Defence:
    ranks = effective_ranks(battle, who, ACROBATICS)
    penalty = min(armour_penalty(battle, who), ranks)
    traits = _traits(battle.combatants[who].sheet)
    parts = _nimble(ACROBATICS, "Acrobatics", ranks, penalty, traits, "ZM-ACRO-01")
    why, rule = _acrobatics_barred(battle, who, threat)
    return Defence(form="acrobatics", title="Acrobatics", parts=parts, why_not=why, rule=rule)


def _acrobatics_barred(battle: Battle, who: Id, threat: Threat) -> tuple[str, str]:
    """Why acrobatics is barred, and the rule id; both empty if it is not (ZM-ACRO-02 to ZM-ACRO-04, ZM-AMB-24)."""
    if threat.is_on_ward:
        return "only for the guard, not for a ward", "ZM-AMB-24"
    held = [item.gear for item in in_hand(battle, who)]
    if any(gear.hands == 2 for gear in held):
        return "a two-handed weapon", "ZM-ACRO-02"
    if any(gear.kind == "shield" for gear in held) and any(gear.is_weapon and gear.kind != "shield" for gear in held):
        return "weapon and shield", "ZM-ACRO-02"
    if has_effect(battle, who, CASTING):
        return "casting", "ZM-ACRO-02"
    if has_round_mark(battle, who, WOUNDED):
        return "wounded this round", "ZM-ACRO-03"
    if has_round_mark(battle, who, used_up(ACROBATICS)):
        return "used this round", "ZM-ACRO-04"
    return "", ""


def used_up(what: str) -> str:
    """The mark of a round in which acrobatics, or an item given by its id, has met its one attack."""
    return f"{what}#1"


def _block(battle: Battle, who: Id, item: Item[Gear], threat: Threat) -> Defence:
    ranks = effective_ranks(battle, who, item.gear.skill_of_blocks)
    return _block_of(item, ranks, *_block_barred(battle, who, item, threat))


@cached_by_identity(256)
def _block_of(item: Item[Gear], ranks: int, why_not: str, rule: str) -> Defence:
    form: Form = "shield" if item.gear.kind == "shield" else "weapon"
    parts = (term(item.gear.skill_of_blocks, item.name, ranks, "ZM-BLOCK-01"),)
    return Defence(form=form, title=item.name, parts=parts, why_not=why_not, rule=rule, item=item.id)


def _block_barred(battle: Battle, who: Id, item: Item[Gear], threat: Threat) -> tuple[str, str]:
    """Why an item cannot block this attack, and the rule id; both empty if it can (ZM-BLOCK-02 to ZM-BLOCK-05)."""
    arrives = threat.gear.arrives_as
    if has_effect(battle, who, CASTING):
        return "casting", "ZM-BLOCK-02"
    if arrives == "high_speed":
        return "too fast to block", "ZM-BLOCK-04"
    if arrives == "energy":
        return "pure energy cannot be blocked", "ZM-BLOCK-04"
    if arrives in ("arrow", "thrown") and item.gear.kind != "shield" and not item.gear.blocks_missiles:
        return "weapons cannot block missiles", "ZM-BLOCK-05"
    if has_round_mark(battle, who, used_up(item.id)):
        return f"{item.name} used this round", "ZM-BLOCK-03"
    return "", ""


# ------------------------------------------------------------------------------------------ all forms


def forms(battle: Battle, who: Id, threat: Threat) -> tuple[Defence, ...]:
    """All forms of defence of a combatant who is aware of an attack; barred ones have their reason (ZM-DEF-04)."""
    sheet = battle.combatants[who].sheet
    if "defence" in sheet.given:
        given = Defence(form="given", title="Given", parts=(term("given", "Given", sheet.given["defence"]),))
        return (given,)
    found = [dexterity(battle, who)]
    # No skill counts against an area effect (ZM-AEW-01).
    if threat.gear.area_effect or threat.mode == "dexterity_only":
        return tuple(found)
    if is_covered(battle, who, threat):
        found.append(_cover(battle, who))
    found += [_block(battle, who, item, threat) for item in blocking_items(battle, who)]
    if has_skill(battle, who, ACROBATICS):
        found.append(_acrobatics(battle, who, threat))
    return _with_guard(battle, who, found, threat)


def _with_guard(battle: Battle, who: Id, defences: Iterable[Defence], threat: Threat) -> tuple[Defence, ...]:
    """Add the +5 of guarding oneself to the defences that it applies to (ZM-GUARD-04, ZM-GUARD-06, ZM-AMB-23)."""
    effect = guarding(battle, who)
    if effect is None or effect.other is not None:
        return tuple(defences)
    bonus = Modifier(key="guard", label="Standing guard", amount=GUARD_RANKS, rule="ZM-GUARD-04")
    return tuple(
        replace(one, parts=(*one.parts, bonus)) if _guard_counts(battle, one, threat) else one for one in defences
    )


def _guard_counts(battle: Battle, defence: Defence, threat: Threat) -> bool:
    scope = rules(battle).guard_bonus_scope
    if scope == "block_only" and defence.form not in ("weapon", "shield"):
        return False
    if scope == "blockable_only" and threat.gear.arrives_as in ("high_speed", "energy"):
        return False
    return defence.form != "cover"


def is_first_column(battle: Battle, who: Id, threat: Threat) -> bool:
    """Whether a combatant has no defence of their own against an attack (ZM-DEF-03, ZM-SURP-05)."""
    return threat.is_surprise or threat.mode == "none" or is_helpless(battle, who) or is_unseen(battle, threat)


def is_unseen(battle: Battle, threat: Threat) -> bool:
    """Whether the target does not see the attack coming (ZM-MIS-14)."""
    return bool(_why_unseen(battle, threat))


def _why_unseen(battle: Battle, threat: Threat) -> str:
    """Why the target does not see an attack coming, or empty if it does."""
    if threat.is_unseen is not None:
        return "not seen" if threat.is_unseen else ""
    attacker = battle.combatants.get(threat.attacker)
    if attacker is not None and attacker.is_hidden:
        return "attacker hidden"
    if has_effect(battle, threat.attacker, INVISIBLE):
        return "attacker invisible"
    return ""


def _first_column(battle: Battle, who: Id, threat: Threat) -> list[Modifier]:
    """Parts of the first column: cover counts, except against surprise; traits never do (ZM-AMB-27, ZM-AMB-47)."""
    why = "surprised" if threat.is_surprise else "helpless" if is_helpless(battle, who) else _why_unseen(battle, threat)
    label = f"First column: {why}" if why else "First column"
    parts = [term("first_column", label, 0, "ZM-SURP-05" if threat.is_surprise else "ZM-DEF-03")]
    if not threat.is_surprise and threat.mode != "none" and is_covered(battle, who, threat):
        parts.append(Modifier(key="cover", label="Cover", amount=COVER_RANKS, rule="ZM-COV-01"))
    return parts


# ------------------------------------------------------------------------------------------ the choice


def best(defences: tuple[Defence, ...]) -> Defence:
    """The defence with the most ranks that is not barred, the first of equals; Dexterity is never barred."""
    return max((one for one in defences if not one.why_not), key=lambda one: one.ranks)


def own_defence(battle: Battle, who: Id, threat: Threat, wanted: str = "best") -> Chosen:
    """A combatant's own defence: the best one, unless `wanted` names another form (ZM-DEF-04).

    A barred form is used if `wanted` names it, since that is the GM's override (ZM-AMB-31).
    """
    if threat.mode == "fixed":
        return _chosen(who, "fixed", "As the GM says", [term("fixed", "GM", threat.fixed, "ZM-MIS-16")])
    if is_first_column(battle, who, threat):
        return _chosen(who, "none", "No defence", _first_column(battle, who, threat))
    return _of_forms(who, forms(battle, who, threat), wanted, CONDITIONS.modifiers(battle, who, "defence"))


@lru_cache(maxsize=512)
def _of_forms(who: Id, defences: tuple[Defence, ...], wanted: str, changes: tuple[Modifier, ...]) -> Chosen:
    """The chosen form, with the others as parts not applied; cached, since most attacks meet the same forms again."""
    mine = [one for one in defences if one.form == wanted]
    picked = max(mine, key=lambda one: (not one.why_not, one.ranks)) if mine else best(defences)
    parts = [*picked.parts, *changes]
    others = tuple([_other_part(one) for one in defences if one is not picked])
    return _chosen(who, picked.form, _named(picked, defences), parts, picked.item, others)


def _named(picked: Defence, defences: tuple[Defence, ...]) -> str:
    """Title of the picked defence, followed by those that are used up already: `Shield; sword used`."""
    spent = [f"{one.title.lower()} used" for one in defences if one is not picked and one.rule in _USED_UP]
    return "; ".join((picked.title, *spent))


def _chosen(
    who: Id, form: str, title: str, parts: list[Modifier], item: Id | None = None, others: tuple[Part, ...] = ()
) -> Chosen:
    explanation = _with_parts(explain("defence", "Defence", parts), others)
    return Chosen(explanation=explanation, who=who, form=form, title=title, item=item)


def _other_part(defence: Defence) -> Part:
    return Part(
        key=defence.item or defence.form,
        label=defence.title,
        amount=defence.ranks,
        rule=defence.rule,
        is_applied=False,
        why_not=defence.why_not or "another defence is used",
    )


def _with_parts(explanation: Explanation, more: tuple[Part, ...]) -> Explanation:
    return Explanation(key=explanation.key, title=explanation.title, parts=(*explanation.parts, *more))


def chosen_defence(battle: Battle, target: Id, threat: Threat, wanted: str = "best") -> Chosen:
    """The defence used against an attack: the target's own, or its guard's (ZM-GUARD-05 to ZM-GUARD-07)."""
    mine = own_defence(battle, target, threat, wanted)
    guard = protector(battle, target, threat)
    if guard is None:
        return mine
    theirs = own_defence(battle, guard, replace(threat, is_on_ward=True), wanted)
    note = Part(
        key="ward",
        label="Own defence",
        amount=mine.explanation.total,
        rule="ZM-GUARD-05",
        is_applied=False,
        why_not="another combatant stands guard",
    )
    return replace(theirs, explanation=_with_parts(theirs.explanation, (note,)))


def with_cover_between(chosen: Chosen, feature: Feature) -> Chosen:
    """The defence with a note on cover that lies in the way of the shot, for the GM to judge (ZM-COV-01)."""
    label, why_not = feature.name or "Cover", f"counts if it hides {ENOUGH_COVER} % or more"
    between = Part(key="between", label=label, amount=COVER_RANKS, rule="ZM-COV-01", is_applied=False, why_not=why_not)
    return replace(chosen, explanation=_with_parts(chosen.explanation, (between,)))


def protector(battle: Battle, target: Id, threat: Threat) -> Id | None:
    """The combatant who stands guard for a target and can meet this attack, or None (ZM-GUARD-05, ZM-AMB-24)."""
    if threat.is_surprise or threat.gear.area_effect or threat.mode in ("fixed", "none"):
        return None
    guard = guard_of(battle, target)
    if guard is None or guard == threat.attacker or is_first_column(battle, guard, threat):
        return None
    combatant = battle.combatants[guard]
    if not combatant.is_present or combatant.is_out:
        return None
    return guard if is_within(battle, guard, target, ARMS_REACH) else None


def use_up(battle: Battle, chosen: Chosen) -> Battle:
    """Note that a block or acrobatics was used against its one attack of the round (ZM-BLOCK-03, ZM-ACRO-04)."""
    what = chosen.item or (ACROBATICS if chosen.form == "acrobatics" else None)
    return battle if what is None else note(battle, chosen.who, used_up(what))
