"""Health and Endurance, falling, and death."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from itertools import compress
from operator import is_not
from typing import Generic, Literal

from model.dice.outcomes import total
from model.dice.requests import sum_of
from model.engine.ask import Ask, Measures
from model.engine.calls import Call
from model.engine.edits_base import InvalidInput
from model.engine.edits_conditions import CONDITION, condition_named
from model.engine.effects import add_effect, end_effects_of, has_effect
from model.engine.guards import no
from model.engine.messages import damage_message, healing_message
from model.engine.ruleset import Action, Parameter
from model.rulesets.families.ogc import odds
from model.rulesets.families.ogc.battle import Battle
from model.state.base import Id, Record, replace, with_fields
from model.state.battle import AnyBattle
from model.state.texts import Refusal, Text, gm_text, ref, text

# ---------------------------------------------------------------------------------------------------------------- pools


Pool = Literal["health", "endurance"]
UNCONSCIOUS, DEFEATED, DEAD = "unconscious", "defeated", "dead"


class Levels(Record):
    """Current Health and Endurance of a combatant."""

    health: int
    endurance: int


def levels(battle: Battle, who: Id) -> Levels:
    """Return current Health and Endurance; a value that is not set on the sheet means the maximum."""
    sheet = battle.combatants[who].sheet
    return Levels(
        sheet.health_max if sheet.health is None else sheet.health,
        sheet.endurance_max if sheet.endurance is None else sheet.endurance,
    )


def with_levels(battle: Battle, who: Id, left: Levels) -> Battle:
    """Return the battle with these pools, limited to 0 up to the maximum."""
    combatant = battle.combatants[who]
    sheet = combatant.sheet
    health = min(max(0, left.health), sheet.health_max)
    endurance = min(max(0, left.endurance), sheet.endurance_max)
    changed = with_fields(sheet, {"health": health, "endurance": endurance})
    return battle.with_combatant(replace(combatant, sheet=changed))


def recovery_message(battle: Battle, who: Id, now: Levels) -> Text:
    """Return the message with a combatant's pools after a rest."""
    told = "{0} recovers: Health {health}, Endurance {endurance}."
    return healing_message(battle, told, who, health=now.health, endurance=now.endurance)


def is_down(battle: Battle, who: Id) -> bool:
    """Whether a combatant has the condition unconscious or defeated."""
    return any(effect.kind in (UNCONSCIOUS, DEFEATED) for effect in battle.combatants[who].effects.values())


def changed_combatants(before: Battle, after: Battle) -> list[Id]:
    """Return the combatants that have changed or are new; only these can have consequences."""
    known, now = before.combatants, after.combatants
    if known is now:
        return []
    # Runs twice after every action over all combatants, so it avoids a Python-level loop.
    return list(compress(now, map(is_not, now.values(), map(known.get, now))))


def are_spent(left: Levels) -> bool:
    """Whether these pools take a combatant out."""
    return left.endurance <= 0 or left.health <= 0


def after_loss(left: Levels, loss: int, pool: Pool) -> Levels:
    """Return the pools after a loss, below 0 where it exceeds them.

    Endurance damage without any Endurance left counts as Health damage; what exceeds the Endurance left is lost.
    """
    if pool == "endurance" and left.endurance > 0:
        return Levels(left.health, left.endurance - loss)
    return Levels(left.health - loss, left.endurance)


class Pools(ABC, Generic[Battle]):
    """How Health and Endurance work in a ruleset."""

    helpless: frozenset[str]
    """Conditions that make helpless, besides having no points left."""
    minions_keep_pools: bool = False
    """Whether a minion who falls to a hit is out of combat with all points left, instead of having none."""

    @abstractmethod
    def resists(self, battle: Battle, who: Id) -> int:
        """Return the points deducted from quick damage."""

    @abstractmethod
    def is_minion(self, battle: Battle, who: Id) -> bool:
        """Whether a combatant becomes defeated instead of unconscious."""

    @abstractmethod
    def falls_to_any_hit(self, battle: Battle, who: Id, loss: int) -> bool:
        """Whether a combatant falls to a hit with this loss, regardless of their points left."""

    # ------------------------------------------------------------------------------------- what is left

    def is_spent(self, battle: Battle, who: Id) -> bool:
        """Whether a combatant has no Endurance or no Health left."""
        return are_spent(levels(battle, who))

    def is_helpless(self, battle: Battle, who: Id) -> bool:
        """Whether a combatant is unconscious or otherwise helpless, so that AV and DV are 0."""
        effects = battle.combatants[who].effects
        # Runs for every combatant in every run of an attack; most have no effects.
        is_marked = bool(effects) and any(effect.kind in self.helpless for effect in effects.values())
        return is_marked or self.is_spent(battle, who)

    def drops(self, battle: Battle, who: Id, loss: int, pool: Pool) -> bool:
        """Whether a loss takes out a combatant who still has points left."""
        now = levels(battle, who)
        falls = self.falls_to_any_hit(battle, who, loss)
        return not are_spent(now) and (falls or are_spent(after_loss(now, loss, pool)))

    # ------------------------------------------------------------------------------------- changes

    def lose(self, battle: Battle, who: Id, loss: int, pool: Pool) -> Battle:
        """Return the battle after a loss of points, with its consequences."""
        battle = with_levels(battle, who, after_loss(levels(battle, who), loss, pool))
        return self.with_consequences(battle, who) if self.is_spent(battle, who) else battle

    def defeat(self, battle: Battle, who: Id) -> Battle:
        """Return the battle with this minion out of combat."""
        if not self.minions_keep_pools:
            return self.with_consequences(with_levels(battle, who, Levels(0, 0)), who)
        return _out_with(battle, who, DEFEATED)

    def with_consequences(self, battle: Battle, who: Id) -> Battle:
        """Apply the consequences of the pools.

        A combatant without points is out of combat, unconscious or defeated; one who has points again can act again,
        unless dead.
        """
        left = levels(battle, who)
        if left.health <= 0 < left.endurance:
            battle = with_levels(battle, who, Levels(0, 0))
        if self.is_spent(battle, who):
            return _out_with(battle, who, DEFEATED if self.is_minion(battle, who) else UNCONSCIOUS)
        if is_down(battle, who):
            battle = end_effects_of(battle, who, DEFEATED, UNCONSCIOUS)
            is_dead = has_effect(battle, who, DEAD)
            battle = battle.with_combatant(replace(battle.combatants[who], is_out=is_dead))
        return battle

    def hurt(self, battle: Battle, who: Id, amount: int, through_resistance: bool, ask: Ask) -> Battle:
        """Apply quick damage to Health as typed by the GM; a negative amount heals."""
        now = levels(battle, who)
        if amount < 0:
            healed = with_levels(battle, who, Levels(now.health - amount, now.endurance))
            return self.with_consequences(healed, who)
        loss = max(0, amount - self.resists(battle, who)) if through_resistance else amount
        had_fallen = self._has_fallen(battle, who)
        falls = self.falls_to_any_hit(battle, who, loss)
        battle = self.defeat(battle, who) if falls else self.lose(battle, who, loss, "health")
        self._tell_fall(battle, who, had_fallen, ask)
        return battle

    def _has_fallen(self, battle: Battle, who: Id) -> bool:
        return self.is_spent(battle, who) or has_effect(battle, who, DEFEATED)

    def _tell_fall(self, battle: Battle, who: Id, had_fallen: bool, ask: Ask) -> None:
        if self._has_fallen(battle, who) and not had_fallen:
            is_minion = self.is_minion(battle, who)
            ask.log(battle, "{0} is defeated." if is_minion else "{0} is unconscious.", who)

    def harm(self, battle: Battle, who: Id, loss: int, pool: Pool, ask: Ask) -> Battle:
        """Apply the damage of a hit and log it."""
        before, had_fallen = levels(battle, who), self._has_fallen(battle, who)
        if self.falls_to_any_hit(battle, who, loss):
            battle = self.defeat(battle, who)
            self._tell_fall(battle, who, had_fallen, ask)
            return battle
        battle = self.lose(battle, who, loss, pool)
        after = levels(battle, who)
        if not loss:
            ask.add_message(damage_message(battle, who, 0))
        elif pool == "endurance" and before.endurance > after.endurance:
            words = {"health_of": who, "in_words": "{0} loses Endurance."}
            lost = before.endurance - after.endurance
            ask.log(battle, "{0} loses {points} Endurance.", who, **words, points=lost)
        if before.health > after.health:
            ask.add_message(damage_message(battle, who, before.health - after.health))
        self._tell_fall(battle, who, had_fallen, ask)
        return battle

    def settled(self, before: Battle, after: Battle, who: Id) -> Battle:
        """Apply the consequences of any change of a combatant's pools, and limit them to the maximum."""
        now, sheet = levels(after, who), after.combatants[who].sheet
        if now.health > sheet.health_max or now.endurance > sheet.endurance_max:
            after = with_levels(after, who, now)
        was_spent = who in before.combatants and self.is_spent(before, who)
        return after if was_spent == self.is_spent(after, who) else self.with_consequences(after, who)

    def returned(self, before: Battle, after: Battle, who: Id, ask: Ask) -> Battle:
        """Let a combatant act again who was returned to combat or has lost the condition of being down.

        If they are dead or have no points left, a message for the GM says so instead.
        """
        is_cleared = is_down(before, who) and not is_down(after, who)
        if not before.combatants[who].is_out or (after.combatants[who].is_out and not is_cleared):
            return after
        if has_effect(after, who, DEAD):
            ask.add_message(gm_text("{who} is marked as dead and cannot act: remove the mark first.", who=ref(who)))
            return after
        if self.is_spent(after, who):
            left = levels(after, who)
            names = (("Health", left.health), ("Endurance", left.endurance))
            lacking = " and no ".join(name for name, points in names if points <= 0)
            sentence = "{who} has no {lacking} left and cannot act: restore some first."
            ask.add_message(gm_text(sentence, who=ref(who), lacking=lacking))
            return after
        after = end_effects_of(after, who, DEFEATED, UNCONSCIOUS)
        return after.with_combatant(replace(after.combatants[who], is_out=False))

    def settled_all(
        self, before: Battle, after: Battle, ask: Ask, *notes: Callable[[Battle, Battle, Id, Ask], None]
    ) -> Battle:
        """Apply the consequences of all changed combatants; `notes` are called for each one with a changed sheet."""
        for who in changed_combatants(before, after):
            earlier = before.combatants.get(who)
            if earlier is None or earlier.sheet is not after.combatants[who].sheet:
                after = self.settled(before, after, who)
                for note in notes:
                    note(before, after, who, ask)
            if earlier is not None:
                after = self.returned(before, after, who, ask)
        return after


def _out_with(battle: Battle, who: Id, kind: str) -> Battle:
    """Return the battle with a combatant out of combat, with the condition that says why."""
    if not has_effect(battle, who, kind):
        battle = add_effect(battle, who, kind, until="recovered")
    return battle.with_combatant(replace(battle.combatants[who], is_out=True))


# -------------------------------------------------------------------------------------------------------------- falling


FALLING = "falling"


def _on_the_ground(battle: Battle, who: Id) -> Battle:
    combatant = battle.combatants[who]
    return battle.with_combatant(replace(combatant, place=replace(combatant.place, height=0.0)))


_DICE: Parameter[float | None] = Parameter(key="dice", title="Dice", kind="number", least=0, most=30)
_PLUS = Parameter(key="plus", title="Plus", kind="number", default=0, least=-99, most=99)
_SIDES = Parameter(key="sides", title="Sides", kind="number", default=6, least=2, most=100)
_POOL = Parameter(key="pool", title="Hurts", kind="choice", default="health")
_THROUGH_RESISTANCE: Parameter[bool | None] = Parameter(
    key="through_resistance", title="Resistance counts", kind="flag"
)


class Falling(Generic[Battle]):
    """How falling causes damage in a ruleset."""

    pools: Pools[Battle]
    rules: tuple[str, ...]
    dice: int = 2
    """Number of six-sided dice unless the GM says otherwise."""
    is_resisted: bool = False
    """Whether resistance counts unless the GM says otherwise."""

    def falls_hurt(self, battle: Battle) -> bool:
        """Whether a fall does damage at all."""
        return True

    def _land(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        """Roll the damage of all targets; those that were falling are on the ground afterwards."""
        pool: Pool = "endurance" if _POOL.said(call) == "endurance" else "health"
        hits = self.falls_hurt(battle)
        hurt = tuple(who for who in dict.fromkeys(call.targets) if hits or not has_effect(battle, who, FALLING))
        before = battle
        losses = ask.each(hurt, lambda who: self._loss(before, who, pool, call, ask))
        for who in dict.fromkeys(call.targets):
            if has_effect(battle, who, FALLING):
                ask.log(battle, "{0} hits the ground.", who)
                battle = _on_the_ground(end_effects_of(battle, who, FALLING), who)
        for who, loss in zip(hurt, losses, strict=True):
            battle = self.pools.harm(battle, who, loss, pool, ask)
        return battle

    def _loss(self, battle: Battle, who: Id, pool: Pool, call: Call, ask: Ask) -> int:
        dice, sides, bonus = _DICE.said(call), int(_SIDES.said(call)), int(_PLUS.said(call))
        count = self.dice if dice is None else int(dice)
        said = _THROUGH_RESISTANCE.said(call)
        resisted = self.pools.resists(battle, who) if (self.is_resisted if said is None else said) else 0
        request = sum_of(f"damage.{who}", "Damage", f"{count}d{sides}", bonus=bonus, words=("damage",))
        roll = ask.roll(request, call.actor)
        measures: Measures = {odds.DAMAGE: int, odds.DROP: lambda loss: self.pools.drops(battle, who, loss, pool)}
        loss = total(roll, then=lambda sum: max(0, sum - resisted))
        return int(ask.resolve(loss, who=who, measures=measures, is_last=True))

    def action(self) -> Action:
        """Return the action of falling and of all other damage by dice."""
        pools = ("health", "endurance")
        return Action(
            id="land",
            title="Fall or Other Damage by Dice",
            run=self._land,
            targets="many",
            parameters=(
                replace(_DICE, default=self.dice),
                _SIDES,
                _PLUS,
                replace(_POOL, options=pools),
                replace(_THROUGH_RESISTANCE, default=self.is_resisted),
            ),
            rules=self.rules,
            group="other",
            help="The GM says how far a combatant falls and how hard they land. A falling combatant has come down "
            "afterwards.",
        )


# ---------------------------------------------------------------------------------------------------------------- death


_GM_AGREES = Parameter(key="gm_agrees", title="The GM agrees", kind="flag", default=False)
_PLAYER_AGREES = Parameter(key="player_agrees", title="The player agrees", kind="flag", default=False)
_ALIVE = Parameter(key="alive", title="Undo the mark", kind="flag", default=False)


class Death(Record, kw_only=True):
    """How combatants die in a ruleset."""

    rule: str

    def _declare(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        """Mark a combatant as dead, or remove the mark."""
        who = call.targets[0]
        is_back = _ALIVE.said(call)
        ask.log(battle, "{0} lives after all." if is_back else "{0} dies.", who)
        battle = end_effects_of(battle, who, DEAD) if is_back else add_effect(battle, who, DEAD)
        is_out = not is_back or is_down(battle, who)
        return battle.with_combatant(replace(battle.combatants[who], is_out=is_out))

    def _agreed(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: the target is a combatant, and both the GM and the player agree."""
        target = call.target
        if target is None:
            return
        if target not in battle.combatants:
            yield Refusal(key="thing", sentence=text("Only combatants can die."), can_override=False)
        elif _ALIVE.said(call):
            if not has_effect(battle, target, DEAD):
                yield no("not_dead", "{who} is not dead.", self.rule, target)
        elif has_effect(battle, target, DEAD):
            yield no("dead", "{who} is already dead.", self.rule, target)
        elif not (_GM_AGREES.said(call) and _PLAYER_AGREES.said(call)):
            sentence = text("{who} dies only if both the GM and the player agree: say yes for both.", who=ref(target))
            yield Refusal(key="not_agreed", sentence=sentence, rule=self.rule, can_override=False)

    def action(self) -> Action:
        """Return the action of marking a combatant as dead."""
        return Action(
            id="declare_dead",
            title="Mark as Dead",
            run=self._declare,
            targets="one",
            parameters=(
                replace(_GM_AGREES, rule=self.rule),
                replace(_PLAYER_AGREES, rule=self.rule),
                _ALIVE,
            ),
            guards=(self._agreed,),
            rules=(self.rule,),
            group="order",
            help="Dice never kill: a character dies only if both the GM and the player want it.",
        )

    def guarded(self, set_condition: Action) -> Action:
        """Return the action of setting conditions by hand, which refuses to set this one."""

        def run(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
            try:
                is_death = condition_named(ask.ruleset, CONDITION.said(call) or "").id == DEAD
            except InvalidInput:
                is_death = False
            if not is_death:
                return set_condition.run(battle, call, ask)
            sentence = text(
                "Combatants cannot be marked as dead this way: use Mark as Dead, with the consent of the "
                "GM and the player."
            )
            return Refusal(key="not_agreed", sentence=sentence, rule=self.rule, can_override=False)

        return replace(set_condition, run=run)
