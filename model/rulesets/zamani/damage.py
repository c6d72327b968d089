"""Results of a hit: damage minus armour, strike effects, and reaching a damage limit (ZM-ATK-05, ZM-ATK-06)."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.effects import add_effect, effects_of, end_matching_effects, has_effect
from model.engine.messages import damage_message, message
from model.engine.modifiers import Modifier, explain, term
from model.engine.requests import Question, yes_or_no
from model.rulesets.zamani.conditions import CONDITIONS, DEAD, LIMB, PRONE, STUNNED, UNCONSCIOUS, WOUNDED
from model.rulesets.zamani.defence import absorption
from model.rulesets.zamani.segment import note
from model.rulesets.zamani.settings import rules
from model.rulesets.zamani.sheet import Battle, Gear, Sheet, Wound, in_hand, usual_weapon
from model.rulesets.zamani.table import NO_EFFECT, TableResult
from model.state.base import ENVIRONMENT, Id, Record, replace
from model.state.battle import Item
from model.state.identity_cache import cached_by_identity
from model.state.texts import Explanation, gm_text, ref

BY_DAMAGE = "damage"
"""Note of an unconscious or dead effect caused by damage, which ends when the damage falls below the limit."""


class Hit(Record, kw_only=True):
    """The result of an attack on one target."""

    target: Id
    code: str
    """The letter of the table; empty for a miss."""
    is_hit: bool
    loss: int = 0
    effect: str = NO_EFFECT
    rounds: int = 0
    """Rounds of automatic fire."""


def damage_value(
    battle: Battle,
    attacker: Id,
    target: Id,
    weapon: Item[Gear] | None,
    gear: Gear,
    code: str,
    effect: str,
    rounds: int,
) -> Explanation:
    """Damage of a hit: rating times result factor, plus rounds, minus armour, at least 0 (ZM-ATK-06, ZM-AUTO-01)."""
    result = battle.shared.table.result(code)
    rating = battle.combatants[attacker].sheet.given.get("rating", gear.rating)
    name = "Body" if weapon is None else weapon.name
    armour = 0 if effect == "bypass_armour" else absorption(battle, target)
    changes = CONDITIONS.modifiers(battle, attacker, "damage")
    return _damage_value(result, name, rating, rounds, armour, changes)


@cached_by_identity(256)
def _damage_value(
    result: TableResult, name: str, rating: int, rounds: int, armour: int, changes: tuple[Modifier, ...]
) -> Explanation:
    parts = [
        term(
            "rating",
            f"{name} {rating} x {result.damage_factor} ({result.name})",
            rating * result.damage_factor,
            "ZM-ATK-06",
        ),
        Modifier(key="rounds", label="Automatic fire", amount=rounds, rule="ZM-AUTO-01"),
        *changes,
        Modifier(key="armour", label="Armour", amount=-armour, rule="ZM-ATK-06"),
    ]
    total = sum([part.amount for part in parts])
    if total < 0:
        parts.append(term("floor", "Not below 0", -total, "ZM-ATK-06"))
    return explain("damage", "Damage", parts)


def would_drop(sheet: Sheet, loss: int) -> bool:
    """Whether a loss brings a combatant to the first damage limit, unconscious or dead (ZM-MIS-02)."""
    limits = [limit for limit in (sheet.max_damage, sheet.dead_at) if limit]
    return bool(limits) and sheet.damage < min(limits) <= sheet.damage + loss


def can_have(battle: Battle, target: Id, effect: str) -> bool:
    """Whether a strike effect of the table can affect a combatant; if not, it counts as no effect (ZM-MIS-04)."""
    match effect:
        case "disarm":
            return bool(in_hand(battle, target))
        case "prone":
            return not has_effect(battle, target, PRONE)
        case "bypass_armour":
            return absorption(battle, target) > 0
    return True


# ------------------------------------------------------------------------------------------ applying a hit


def inflict(battle: Battle, attacker: Id, hit: Hit, ask: Ask, *, limb: str = "", disarm: Id | None = None) -> Battle:
    """Apply the damage and the strike effect of a hit to its target."""
    who = hit.target
    if ask.keeps_log:
        ask.add_message(damage_message(battle, who, hit.loss))
    battle = hurt_by(battle, who, hit.loss)
    return with_effect(battle, attacker, who, hit.effect, ask, limb=limb, disarm=disarm)


def hurt_by(battle: Battle, who: Id, loss: int) -> Battle:
    """Add damage to a combatant: a wound, which can be treated and ends acrobatics (ZM-HEAL-02, ZM-ACRO-03)."""
    if loss <= 0:
        return battle
    battle = note(battle, who, WOUNDED)
    combatant = battle.combatants[who]
    sheet = replace(combatant.sheet, damage=min(9_999, combatant.sheet.damage + loss))
    wounds = (*battle.shared.wounds.get(who, ()), Wound(damage=loss, at=battle.clock))
    return replace(
        battle,
        combatants=battle.combatants | {who: replace(combatant, sheet=sheet)},
        shared=replace(battle.shared, wounds=battle.shared.wounds | {who: wounds}),
    )


def with_effect(
    battle: Battle, attacker: Id, who: Id, effect: str, ask: Ask, *, limb: str = "", disarm: Id | None = None
) -> Battle:
    """Apply a strike effect (ZM-MIS-04)."""
    known = battle.shared.table.effect(effect)
    match effect:
        case "none" | "bypass_armour":
            return battle
        case "prone":
            ask.log(battle, "{0} is knocked prone.", who)
            return add_effect(battle, who, PRONE, source=attacker)
        case "stun":
            rounds = 1 if known is None else known.duration_rounds
            ask.log(battle, "{0} is stunned.", who)
            return add_effect(
                battle, who, STUNNED, source=attacker, until="round_end", round=battle.order.round + rounds
            )
        case "knockout":
            ask.log(battle, "{0} is knocked out.", who)
            return add_effect(battle, who, UNCONSCIOUS, source=attacker, until="recovered")
        case "limb":
            ask.log(battle, "{0} is hit in a limb: {limb}." if limb else "{0} is hit in a limb.", who, limb=limb)
            return add_effect(battle, who, LIMB, source=attacker, note=limb)
        case "disarm":
            return _disarmed(battle, who, disarm, ask)
    ask.add_message(gm_text("{who}: {effect}.", who=ref(who), effect=effect if known is None else known.name))
    return battle


def _disarmed(battle: Battle, who: Id, named: Id | None, ask: Ask) -> Battle:
    """Drop the named item, or else the usual weapon, to the ground."""
    held = {item.id: item for item in in_hand(battle, who)}
    usual = usual_weapon(battle, who)
    item = held.get(named or "") or usual or next(iter(held.values()), None)
    if item is None:
        return battle
    ask.log(battle, "{0} drops {item}.", who, item=item.name)
    dropped = replace(item, holder=None, where="board", place=battle.combatants[who].place)
    return replace(battle, items=battle.items | {item.id: dropped})


def hurt(battle: Battle, who: Id, amount: int, through_armour: bool, ask: Ask) -> Battle:
    """Apply damage that the GM enters, or healing if the amount is negative (ZM-MIS-02)."""
    if amount < 0:
        return healed(battle, who, -amount)
    loss = max(0, amount - absorption(battle, who)) if through_armour else amount
    return hurt_by(battle, who, loss)


def healed(battle: Battle, who: Id, points: int) -> Battle:
    """Reduce the damage of a combatant, down to 0."""
    combatant = battle.combatants[who]
    sheet = replace(combatant.sheet, damage=max(0, combatant.sheet.damage - points))
    return battle.with_combatant(replace(combatant, sheet=sheet))


# ------------------------------------------------------------------------------------------ consequences


def settle(before: Battle, after: Battle, ask: Ask) -> Battle:
    """Apply the damage limits after a change, whatever caused it; sacrifices end with combat (ZM-MIS-02, ZM-SAC-05)."""
    if after.order.phase == "ended" and before.order.phase != "ended":
        after = replace(after, shared=replace(after.shared, sacrifice={}, moved={}, surprises=()))
    if before.combatants is after.combatants:
        return after
    then = before.combatants
    changed = [(who, one) for who, one in after.combatants.items() if one is not then.get(who)]
    for who, combatant in changed:
        earlier = then.get(who)
        if earlier is None or earlier.sheet is not combatant.sheet:
            after = _limits(after, who, earlier.sheet if earlier else None, ask)
    return after


def _limits(battle: Battle, who: Id, before: Sheet | None, ask: Ask) -> Battle:
    """Apply unconscious or dead at the GM's damage limits, at once or if confirmed; end it below them (ZM-MIS-02)."""
    sheet = battle.combatants[who].sheet
    policy = rules(battle).wound_limits
    taken = 0 if before is None else before.damage
    for kind, limit, title in (
        (DEAD, sheet.dead_at, "{0} has taken {damage} damage. Dead?"),
        (UNCONSCIOUS, sheet.max_damage, "{0} has taken {damage} damage. Unconscious?"),
    ):
        if not limit:
            continue
        if sheet.damage < limit:
            battle = end_matching_effects(
                battle,
                who,
                lambda effect: effect.kind == kind and effect.note == BY_DAMAGE,  # noqa: B023
            )
        elif taken < limit and policy != "off" and not (effects_of(battle, who, kind) or has_effect(battle, who, DEAD)):
            if policy == "propose" and not _confirmed(battle, who, kind, title, ask):
                continue
            ask.log(battle, "{0} is dead." if kind == DEAD else "{0} is unconscious.", who)
            battle = add_effect(battle, who, kind, until="recovered", note=BY_DAMAGE)
    return battle


def _confirmed(battle: Battle, who: Id, kind: str, title: str, ask: Ask) -> bool:
    question = Question(
        id=f"{kind}.{who}",
        title=message(battle, title, who, damage=battle.combatants[who].sheet.damage),
        options=yes_or_no(),
        default="yes",
        rule="ZM-MIS-02",
        remember=True,
    )
    return ask.choose(question, ENVIRONMENT) == "yes"
