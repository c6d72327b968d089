"""The attack, its dice, knockback, and afflictions by it (ZS-ATK, ZS-KB, ZS-BLIND, ZS-TERR)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from model.dice.requests import DiceRequest
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, has_effect, use_up
from model.engine.guards import no
from model.engine.modifiers import Modifier, overridden
from model.engine.requests import Choice, Question
from model.engine.telling import tell
from model.rulesets.families.ogc.checks import gm_modifier
from model.rulesets.families.ogc.combat import PRONE, Aim, Blow, Combat, request_of, with_prone
from model.rulesets.families.ogc.manoeuvres import Knockback
from model.rulesets.families.ogc.pools import levels
from model.rulesets.families.ogc.tasks import Request, Value
from model.rulesets.zerospace.checks import (
    POOLS,
    WEAPONS,
    attack_value,
    defence_value,
    manoeuvre_modifiers,
    range_modifier,
    task_value,
)
from model.rulesets.zerospace.conditions import CONDITIONS, OFF_BALANCE, Cover, sees_blindly
from model.rulesets.zerospace.costs import ACTING
from model.rulesets.zerospace.damage import defeated, falls_unhurt, strike
from model.rulesets.zerospace.defence import FORCING
from model.rulesets.zerospace.movement import start_running
from model.rulesets.zerospace.plot_points import (
    PLUS,
    REROLL,
    REROLL_CHOICE,
    ExtraEffort,
    effort_bonus,
    offer_award,
    offer_effort,
    plus_choice,
    points_merged,
    spend_point,
)
from model.rulesets.zerospace.recovery import laid
from model.rulesets.zerospace.settings import rules
from model.rulesets.zerospace.sheet import Gear, level_of
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle
from model.state.board import Point
from model.state.texts import Explanation, Refusal, ref, text

# ------------------------------------------------------------------------------------------------------------ knockback


MODERATE = 12


class ZeroSpaceKnockback(ExtraEffort, Knockback):
    difficulty = MODERATE
    direction_rule = "ZS-KB-02"
    feet_rule = "ZS-KB-04"
    walls_rule = "ZS-KB-06"
    walls = "broken"

    def feet(self, battle: AnyBattle, who: Id, more: tuple[Modifier, ...]) -> Explanation:
        """Agility and Athletics (ZS-KB-04)."""
        return task_value(battle, who, "agility", "athletics", more)

    def fallen(self, battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
        """Prone; fliers and swimmers are off balance, which comes to the same (ZS-KB-05)."""
        if not has_effect(battle, who, "flying"):
            return with_prone(battle, who)
        ask.say(tell(battle, "{0} is off balance.", who))
        return add_effect(battle, who, PRONE, note=OFF_BALANCE)


KNOCKBACK = ZeroSpaceKnockback()


def knocked_back(before: AnyBattle, battle: AnyBattle, aim: Aim, origin: Point | None, ask: Ask) -> AnyBattle:
    """Push whom a normal attack has hit, a metre for each point of the margin (ZS-KB-02, ZS-KB-03, ZS-AMB-26).

    `before` is the battle before the hit was carried out.
    """
    target = aim.target
    if not _pushes(before, battle, aim):
        return battle
    ask.all_measured()
    margin = 0 if aim.roll is None else int(aim.roll.total(lambda total: max(0, total - aim.dv)))
    is_certain = aim.roll is not None and not POOLS.is_helpless(before, target)
    metres = margin if is_certain else _asked(target, margin, ask)
    return KNOCKBACK.push(battle, origin or before.combatants[aim.attacker].place.point, target, metres, ask)


def _pushes(before: AnyBattle, battle: AnyBattle, aim: Aim) -> bool:
    if not rules(battle).knockback or aim.gear.type != "normal":
        return False
    if battle.combatants[aim.attacker].side != "pc" and not rules(battle).knockback_npc_attacks:
        return False
    return not rules(battle).knockback_needs_damage or levels(before, aim.target) != levels(battle, aim.target)


def _asked(target: Id, margin: int, ask: Ask) -> int:
    """How far the helpless are pushed is the GM's to say (ZS-AMB-26)."""
    title = text("How far is {who} knocked back, in metres?", who=ref(target))
    question = Question(
        id=f"knockback.{target}", title=title, kind="number", least=0, most=999, default=margin, rule="ZS-KB-03"
    )
    return int(ask.choose(question, ENVIRONMENT))


# ---------------------------------------------------------------------------------------------------------- afflictions


def not_terrified(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: the terrified do not attack (ZS-TERR-01, ZS-AMB-43)."""
    is_terrified = call.actor in battle.combatants and has_effect(battle, call.actor, "terrified")
    if is_terrified and not rules(battle).terrified_may_attack:
        yield no("terrified", "{who} is terrified and does not attack.", "ZS-TERR-01", call.actor)


# ----------------------------------------------------------------------------------------------------------- the attack


EFFORT = "effort"


def use_up_distraction(battle: AnyBattle, *people: Id) -> AnyBattle:
    """The first roll, or the first defence, ends a distraction (ZS-DISTR-03)."""
    for who in people:
        if has_effect(battle, who, "distracted"):
            battle = use_up(battle, who, "distracted")
    return battle


# ------------------------------------------------------------------------------------------ the two sides


def av_of(battle: AnyBattle, aim: Aim) -> Explanation:
    """What an attack adds to 2d6, with what was said before the dice."""
    more = [*manoeuvre_modifiers(aim.call), *gm_modifier(aim.call, "av_modifier", "ZS-MOD-03")]
    more += range_modifier(battle, aim.attacker, aim.first_target, aim.gear)
    return attack_value(battle, aim.attacker, aim.gear.attack_kind, aim.weapon, [*more, *aim.av_more])


def dv_of(battle: AnyBattle, aim: Aim) -> Explanation:
    """The DV of the target; of who jumped in front without a dodge, or of the first target (ZS-AMB-07)."""
    more = [*gm_modifier(aim.call, "dv_modifier", "ZS-MOD-03"), *aim.dv_more]
    if aim.granted:
        more.append(Modifier(key="granted", label="Defence", amount=aim.granted, rule="ZS-FORCE-07"))
    kind = aim.gear.attack_kind
    if aim.is_interposed and rules(battle).interpose_resolution != "original_dv":
        return defence_value(battle, aim.target, kind, more, without=("dodging", "cover", *aim.dv_without))
    cover: Cover = aim.call.option("cover", "auto")
    return defence_value(battle, aim.first_target, kind, more, cover=cover, without=aim.dv_without)


def _with_total(explanation: Explanation, total: int) -> Explanation:
    """An explanation that keeps the number that the GM put in the place of the computed one."""
    return explanation if explanation.total == total else overridden(explanation, total)


# ------------------------------------------------------------------------------------------ the roll


def _with_effort(battle: AnyBattle, aim: Aim) -> Aim:
    return replace(aim, av_more=(*aim.av_more, effort_bonus(battle)))


def _has_effort(more: tuple[Modifier, ...]) -> bool:
    return any(one.key == EFFORT for one in more)


def _worth_of_effort(battle: AnyBattle, aim: Aim) -> int:
    return av_of(battle, _with_effort(battle, aim)).total - av_of(battle, aim).total


def effort_before(battle: AnyBattle, aim: Aim, ask: Ask, suffix: str = "") -> tuple[Aim, AnyBattle]:
    """Extra effort of the attacker before the dice: +3 AV (ZS-PLOT-11)."""

    def choices() -> tuple[Choice, ...]:
        return (plus_choice(_worth_of_effort(battle, aim)),)

    if not offer_effort(battle, aim.attacker, f"{EFFORT}{suffix}", choices, ask, before=f"attack{suffix}"):
        return aim, battle
    return _with_effort(battle, aim), spend_point(battle, aim.attacker, "+3 AV", ask)


def effort_of_target(battle: AnyBattle, aim: Aim, ask: Ask, suffix: str = "", *, before: str) -> tuple[Aim, AnyBattle]:
    """Extra effort of the defender: +3 DV (ZS-PLOT-11)."""
    if _has_effort(aim.dv_more):
        return aim, battle
    braced = replace(aim, dv_more=(*aim.dv_more, effort_bonus(battle)))

    def choices() -> tuple[Choice, ...]:
        return (plus_choice(dv_of(battle, braced).total - dv_of(battle, aim).total),)

    if not offer_effort(battle, aim.target, f"effort_dv{suffix}", choices, ask, before=before):
        return aim, battle
    return braced, spend_point(battle, aim.target, "+3 DV", ask)


def effort_after(
    battle: AnyBattle, aim: Aim, roll: Roll, av: int, dv: int, number: int, ask: Ask, suffix: str = ""
) -> tuple[Roll | None, Aim, AnyBattle, int]:
    """Extra effort of the attacker once the dice lie on the table: the roll as it is then, None where none is made."""
    limit = rules(battle).effort_per_roll_max
    has_effort = _has_effort(aim.av_more)
    if limit and number - 1 + has_effort >= limit:
        return None, aim, battle, av

    def choices() -> tuple[Choice, ...]:
        worth = 0 if has_effort else _worth_of_effort(battle, aim)
        return (REROLL_CHOICE, plus_choice(worth)) if worth else (REROLL_CHOICE,)

    taken = offer_effort(battle, aim.attacker, f"{EFFORT}{number}{suffix}", choices, ask, before=f"damage{suffix}")
    if taken == PLUS:
        av += _worth_of_effort(battle, aim)
        battle = spend_point(battle, aim.attacker, "+3 AV", ask)
        aim = _with_effort(battle, aim)
        return ask.restate(roll, replace(_with_total(av_of(battle, aim), av), key=f"av{suffix}")), aim, battle, av
    if taken == REROLL:
        battle = spend_point(battle, aim.attacker, "a re-roll", ask)
        again = ask.roll(request_of(f"attack{suffix}.again{number}", av, dv), aim.attacker)
        is_kept = rules(battle).reroll_keep == "new" or again.at_least(dv)
        return (again if is_kept else roll), aim, battle, av
    return None, aim, battle, av


class ZeroSpaceCombat(ExtraEffort, Combat):
    """Weapons, powers and bare hands (ZS-ATK-02, ZS-ATK-03, ZS-ATK-07, ZS-ATK-14)."""

    acting = ACTING
    weapons = WEAPONS
    forcing = FORCING
    conditions = CONDITIONS
    delayed_rule = "ZS-DELAY-02"
    hit_rule = "ZS-ROLL-04"
    terror_rule = "ZS-TERR-01"

    def interrupts(self, battle: AnyBattle) -> bool:
        return rules(battle).interrupt_point == "also_before_roll"

    def notices(self, sheet: Any) -> bool:
        """Who has Mental Resistance or mental powers notices a mental attack (ZS-ATK-08)."""
        return bool(sheet.mr or sheet.has_mental_powers or any(one.against == "mental" for one in sheet.resistances))

    def prepared(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        """A run that is declared before the roll counts for it (ZS-AMB-02)."""
        if call.option("intent", "none") != "none" and not has_effect(battle, call.actor, "running"):
            return start_running(battle, call.actor, ask)
        return battle

    def values(self, battle: AnyBattle, aim: Aim) -> tuple[Explanation, Explanation]:
        return (av_of(battle, aim), dv_of(battle, aim))

    def hits_by_itself(self, battle: AnyBattle, aim: Aim) -> bool:
        """Whether no roll is needed, by house rules about the helpless and about who jumps in front."""
        if aim.is_interposed and rules(battle).interpose_resolution == "automatic_hit":
            return True
        return rules(battle).attack_on_helpless == "automatic_hit" and POOLS.is_helpless(battle, aim.target)

    def fails_by_itself(self, battle: AnyBattle, aim: Aim) -> bool:
        """The mental attacks of the blinded fail, whatever they roll (ZS-BLIND-05)."""
        is_blind = has_effect(battle, aim.attacker, "blinded") and not sees_blindly(battle, aim.attacker)
        return aim.gear.attack_kind == "mental" and is_blind

    def before_dice(self, battle: AnyBattle, aim: Aim, ask: Ask, suffix: str) -> tuple[Aim, AnyBattle]:
        """Extra effort of either side (ZS-PLOT-11)."""
        aim, battle = effort_before(battle, aim, ask, suffix)
        return effort_of_target(battle, aim, ask, suffix, before=f"attack{suffix}")

    def after_dice(
        self, battle: AnyBattle, aim: Aim, roll: Roll, av: int, dv: int, ask: Ask, suffix: str
    ) -> tuple[Roll, Aim, AnyBattle]:
        """What may still change a roll that lies on the table (ZS-PLOT-12, ZS-AMB-55): offers open beside the result.

        A forced defence and a defender's +3 taken now are answered under the ids offered before the dice, so that the
        next run takes them up there, against this very roll.
        """
        for number in count(1):
            if roll.at_least(dv):
                if rules(battle).force_latest == "before_damage_roll" and not aim.is_interposed:
                    FORCING.show(battle, aim.attacker, aim.target, ask, suffix=suffix)
                if rules(battle).effort_dv_after_roll:
                    effort_of_target(battle, aim, ask, suffix, before=f"damage{suffix}")
                return roll, aim, battle
            again, aim, battle, av = effort_after(battle, aim, roll, av, dv, number, ask, suffix)
            if again is None:
                return roll, aim, battle
            roll = again
        raise AssertionError("the loop ends by returning")

    def after_verdict(
        self, battle: AnyBattle, aim: Aim, roll: Roll, dv: int, is_hit: bool, ask: Ask, suffix: str
    ) -> AnyBattle:
        """A plot point for the player whom the ruling hurts (ZS-PLOT-03)."""
        if ask.override_of(ask.key(f"hit{suffix}")) is None or roll.at_least(dv) == is_hit:
            return battle
        return offer_award(battle, aim.target if is_hit else aim.attacker, ask, suffix)

    def deals_damage(self, battle: AnyBattle, gear: Gear) -> bool:
        """Whether an attack takes points at all (ZS-AMB-44)."""
        if gear.deals_damage is not None:
            return gear.deals_damage
        if gear.special == "ongoing":
            return False
        return not gear.special or not rules(battle).effect_only_default

    def strike(self, battle: AnyBattle, aim: Aim, ask: Ask, blow: Blow) -> AnyBattle:
        return knocked_back(battle, strike(battle, aim, ask, blow), aim, blow.origin, ask)

    def falls_to_effect(self, battle: AnyBattle, who: Id, ask: Ask) -> bool:
        return POOLS.falls_to_any_hit(battle, who, 0)

    def lay(self, battle: AnyBattle, aim: Aim, kind: str, note: str) -> AnyBattle:
        """With what an effect of the weapon's own brings (ZS-MIS-14)."""
        gear, level = aim.gear, level_of(battle, aim.attacker, aim.weapon)
        brings = (gear.brings,) if gear.brings and gear.special not in ("blinding", "terrifying") else ()
        return laid(battle, aim.target, kind, level, name=note, source=aim.attacker, brings=brings)

    def after_roll(self, battle: AnyBattle, aim: Aim) -> AnyBattle:
        return use_up_distraction(battle, aim.attacker, aim.target)

    def merged(self, battle: AnyBattle, before: AnyBattle, after: AnyBattle) -> AnyBattle:
        return points_merged(battle, before, after)

    def falls_unhurt(self, battle: AnyBattle, who: Id, ask: Ask) -> bool:
        return falls_unhurt(battle, who, ask)

    def take_out(self, battle: AnyBattle, target: Id, ask: Ask) -> AnyBattle:
        return defeated(battle, target, ask)

    def throw(
        self, battle: AnyBattle, who: Id, value: Value, request: Request, against: int, ask: Ask
    ) -> tuple[Roll, AnyBattle]:
        """Throw dice that are no attack: with extra effort, and the end of a distraction (ZS-PLOT-10, ZS-DISTR-03)."""
        roll, battle = super().throw(battle, who, value, request, against, ask)
        return roll, use_up_distraction(battle, who)

    def reroll(
        self, battle: AnyBattle, request: DiceRequest, roll: Roll, by: Id, before: str, ask: Ask
    ) -> tuple[Roll, AnyBattle]:
        """Plot points for re-rolls of one of several rolls, which nobody knows to have failed yet (ZS-PLOT-10)."""
        limit = rules(battle).effort_per_roll_max
        for number in count(1):
            id = f"{EFFORT}{number}.{request.id}"
            is_over = bool(limit) and number > limit
            if is_over or not offer_effort(battle, by, id, lambda: (REROLL_CHOICE,), ask, before=before):
                return roll, battle
            battle = spend_point(battle, by, "a re-roll", ask)
            again = ask.roll(replace(request, id=f"{request.id}.again{number}"), by)
            if rules(battle).reroll_keep == "new" or again.at_least(request.against or 0):
                roll = again
        raise AssertionError("the loop ends by returning")


COMBAT = ZeroSpaceCombat()
