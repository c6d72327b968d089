"""Manoeuvres: disarming, distracting, holds, grappling, knockback."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Generic, Literal, NamedTuple

from model.board.cover_lines import covers_between, metres_to
from model.board.zones import place_at
from model.dice.requests import DiceRequest, sum_of
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of, end_effects, has_effect
from model.engine.guards import no
from model.engine.modifiers import Modifier
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Guard, Parameter, Runs
from model.rulesets.families.ogc import odds
from model.rulesets.families.ogc.acting import Holds
from model.rulesets.families.ogc.battle import Battle, Gear
from model.rulesets.families.ogc.combat import PRONE, Aim, Combat, Consequence, with_prone
from model.rulesets.families.ogc.places import displaced
from model.rulesets.families.ogc.tasks import WORDS, Rolls
from model.state.base import ENVIRONMENT, Id, Record, replace
from model.state.battle import Item, name_of
from model.state.board import Feature, Place, Point
from model.state.effects import Effect
from model.state.texts import Explanation, Refusal, gm_text, ref, text

# ---------------------------------------------------------------------------------------------------------- distracting


class Distracting(ABC, Generic[Battle, Gear]):
    """How a combatant is distracted, which lowers their guard, in a ruleset."""

    combat: Combat[Battle, Gear]
    rules: tuple[str, ...]
    help: str

    @abstractmethod
    def value(self, battle: Battle, call: Call, more: tuple[Modifier, ...]) -> Explanation:
        """Return the bonus that is added to 2d6, including the modifiers `more`."""

    @abstractmethod
    def against(self, battle: Battle, who: Id) -> Explanation: ...

    @abstractmethod
    def is_immune(self, battle: Battle, who: Id) -> bool: ...

    @abstractmethod
    def distracted(self, battle: Battle, who: Id, target: Id) -> Battle:
        """Return the battle with `target` distracted by `who`."""

    def _distract(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        who, target = call.actor, call.targets[0]
        battle = self.combat.acting.pay(battle, who, "standard", ask)
        ask.log(battle, "{0} tries to distract {1}.", who, target)
        before, dv = battle, ask.number(self.against(battle, target))

        def request(bonus: int) -> DiceRequest:
            return sum_of("distract", "Deception", "2d6", bonus=bonus, against=dv, words=WORDS)

        roll, battle = self.combat.throw(battle, who, lambda more: self.value(before, call, more), request, dv, ask)
        battle = self.combat.rolled_once(battle, target)
        works = ask.verdict("distracted", "Distracts", roll, at_least=dv, rule=self.rules[0])
        ask.measure(target, odds.HIT, works)
        if not works:
            return battle
        if self.is_immune(battle, target):
            ask.log(battle, "{0} stays alert and is not distracted.", target)
            return battle
        ask.log(battle, "{0} is distracted.", target)
        return self.distracted(battle, who, target)

    def action(self) -> Action:
        """Return the action of distracting a combatant, a standard action."""
        acting, rule = self.combat.acting, self.rules[0]
        return Action(
            id="distract",
            title="Distract",
            run=self._distract,
            targets="one",
            guards=(
                *acting.costs("standard", rule),
                self.combat.weapons.one_combatant,
            ),
            rules=self.rules,
            cost=acting.titles["standard"],
            group="attack",
            help=self.help,
        )


# -------------------------------------------------------------------------------------------------------------- by hand


class ByHandRules(Record, kw_only=True):
    """Ids of a ruleset's rules about hand-to-hand manoeuvres."""

    disarm: tuple[str, ...]
    """Rule ids; the last is the rule about what can be taken."""
    takedown: tuple[str, ...]
    grapple: tuple[str, ...]
    held: str
    """Rule about what a hold is."""
    hands: str
    """Rule about how many combatants can be held."""
    hurt: tuple[str, ...]
    free: tuple[str, ...]
    release: str


class Manoeuvre(NamedTuple, Generic[Battle, Gear]):
    """A hand-to-hand manoeuvre instead of a plain attack."""

    title: str
    sentence: str
    aim: Callable[[Battle, Call], Aim[Gear]]
    on_hit: Consequence[Battle, Gear]


class ByHand(ABC, Generic[Battle, Gear]):
    """How combatants are disarmed, taken down and held in a ruleset."""

    combat: Combat[Battle, Gear]
    holds: Holds[Battle]
    rules: ByHandRules
    disarm_help: str
    takedown_help: str
    parameters: tuple[Parameter[Any], ...]
    free_parameters: tuple[Parameter[Any], ...] = ()
    guards: tuple[Guard, ...]
    """Guards of every hand-to-hand manoeuvre."""
    hurt_guards: tuple[Guard, ...] = ()
    free_guards: tuple[Guard, ...]
    most_held: int = 1
    """How many combatants can be held at once."""

    def aim(self, battle: Battle, call: Call) -> Aim[Gear]:
        """Return the attack of a grapple."""
        return self.combat.aimed(call, None)

    def disarm_aim(self, battle: Battle, call: Call) -> Aim[Gear]:
        return self.aim(battle, call)

    def takedown_aim(self, battle: Battle, call: Call) -> Aim[Gear]:
        return self.combat.aimed(call, None)

    def exposed(self, battle: Battle, who: Id, manoeuvre: str) -> Battle:
        """Apply the actor's own penalty for trying to disarm or take down, before the roll."""
        return battle

    @abstractmethod
    def squeeze(self, battle: Battle, call: Call) -> Aim[Gear]:
        """Return the attack that hurts a held combatant."""

    @abstractmethod
    def squeezed(self, battle: Battle, aim: Aim[Gear], ask: Ask) -> Battle: ...

    @abstractmethod
    def free_value(self, battle: Battle, call: Call, more: tuple[Modifier, ...]) -> Explanation:
        """Return the bonus that is added to 2d6 when a combatant breaks free, including the modifiers `more`."""

    def helped(self, battle: Battle, call: Call, ask: Ask) -> tuple[tuple[Modifier, ...], Battle]:
        """Return the bonuses of gifts for breaking free, and the battle after they are used up."""
        return (), battle

    @abstractmethod
    def held_against(self, battle: Battle, holder: Id | None) -> Explanation:
        """Return the DV of the holder, or a usual DV if nobody holds, as with a net."""

    def grabbed(self, battle: Battle, aim: Aim[Gear], ask: Ask) -> Battle:
        """Apply further effects of a successful grapple."""
        return battle

    # ------------------------------------------------------------------------------------- disarming, taking down

    @cached_property
    def manoeuvres(self) -> dict[str, Manoeuvre[Battle, Gear]]:
        """The manoeuvres by id."""
        return {
            "grapple": Manoeuvre("Grapple", "{0} grapples {1}.", self.aim, self.grab),
            "disarm": Manoeuvre("Disarm", "{0} tries to disarm {1}.", self.disarm_aim, self.disarmed),
            "takedown": Manoeuvre("Takedown", "{0} tries to take {1} down.", self.takedown_aim, self.taken_down),
        }

    def _try(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        tried = self.manoeuvres[call.action]
        battle = self.combat.declared(battle, call, tried.sentence, ask)
        battle = self.exposed(battle, call.actor, call.action)
        return self.combat.resolve(battle, tried.aim(battle, call), ask, tried.on_hit)

    def eligible(self, battle: Battle, who: Id) -> tuple[Item[Gear], ...]:
        """Return the items in a combatant's hands that can be taken away."""
        return tuple(item for item in battle.items_of(who) if item.where == "hand" and item.gear.can_be_taken)

    def holds_something(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: the target has something in hand that can be taken away."""
        target = call.target
        if target in battle.combatants and not self.eligible(battle, target):
            yield no("nothing_held", "{who} has nothing in hand that can be taken away.", self.rules.disarm[-1], target)

    def disarmed(self, battle: Battle, aim: Aim[Gear], ask: Ask) -> Battle:
        """Apply the consequence of a disarm: the attacker chooses the item and where it goes."""
        return self.combat.unless_out(self._taken)(battle, aim, ask)

    def _taken(self, battle: Battle, aim: Aim[Gear], ask: Ask) -> Battle:
        held = self.eligible(battle, aim.target)
        if not held:
            ask.log(battle, "{0} has nothing in hand that can be taken away.", aim.target)
            return battle
        options = tuple(Choice(key=item.id, label=item.name) for item in held)
        title = text("What does {who} lose?", who=ref(aim.target))
        which = Question(id="item", title=title, options=options, default=held[0].id, rule=self.rules.disarm[-1])
        item = battle.items[ask.choose(which, aim.attacker)]
        ways: tuple[Choice[Literal["knock", "take"]], ...] = (
            Choice(key="knock", label="Knock it away"),
            Choice(key="take", label="Take it"),
        )
        title = text("Knock {item} away, or take it?", item=item.name)
        how = Question(id="how", title=title, options=ways, default="knock", rule=self.rules.disarm[-1])
        if ask.choose(how, aim.attacker) == "take":
            item = replace(item, holder=aim.attacker, where="hand")
            ask.log(battle, "{0} takes {item} from {1}.", aim.attacker, aim.target, item=item.name)
        else:
            item = replace(item, holder=None, where="board", place=battle.combatants[aim.target].place)
            ask.log(battle, "{0} knocks {item} out of {1}'s hand.", aim.attacker, aim.target, item=item.name)
        return replace(battle, items=battle.items | {item.id: item})

    def taken_down(self, battle: Battle, aim: Aim[Gear], ask: Ask) -> Battle:
        """Apply the consequence of a takedown: the target falls prone, unless the hit takes them out."""
        return self.combat.unless_out(self.fall)(battle, aim, ask)

    def fall(self, battle: Battle, aim: Aim[Gear], ask: Ask) -> Battle:
        """Make the target prone."""
        ask.log(battle, "{0} falls to the ground.", aim.target)
        return with_prone(battle, aim.target)

    # ------------------------------------------------------------------------------------- grappling

    def has_free_hand(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: the actor does not hold the target already, nor too many combatants."""
        if call.actor not in battle.combatants:
            return
        holding = self.holds.held_by(battle, call.actor)
        if call.target in holding:
            yield no("holds_already", "{who} is already held by them.", self.rules.held, call.target)
        elif len(holding) >= self.most_held:
            yield no("hands_full", "{who} cannot hold any more combatants.", self.rules.hands, call.actor)

    def grab(self, battle: Battle, aim: Aim[Gear], ask: Ask) -> Battle:
        """Apply the consequence of a grapple: the target is held, unless the hit takes them out."""
        return self.combat.unless_out(self._hold)(battle, aim, ask)

    def _hold(self, battle: Battle, aim: Aim[Gear], ask: Ask) -> Battle:
        ask.log(battle, "{0} holds {1}.", aim.attacker, aim.target)
        battle = add_effect(battle, aim.target, self.holds.kind, other=aim.attacker, source=aim.attacker)
        return self.grabbed(battle, aim, ask)

    # ------------------------------------------------------------------------------------- hurting the held

    def holds_target(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: the actor holds the target or, without a target, anybody."""
        held = self.holds.held_by(battle, call.actor)
        if call.target in battle.combatants and call.target not in held:
            sentence = text("{who} does not hold {target}.", who=ref(call.actor), target=ref(call.target))
            yield Refusal(key="not_held", sentence=sentence, rule=self.rules.hurt[0], can_override=False)
        elif not held and call.actor in battle.combatants:
            sentence = text("{who} is not holding anyone.", who=ref(call.actor))
            yield Refusal(key="not_held", sentence=sentence, rule=self.rules.hurt[0], can_override=False)

    def _hurt(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        """Try to hurt the held combatant."""
        battle = self.combat.declared(battle, call, "{0} tries to hurt {1} in the hold.", ask)
        return self.combat.resolve(battle, self.squeeze(battle, call), ask, self.squeezed)

    # ------------------------------------------------------------------------------------- breaking free

    def is_held(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: the actor is held, and by the target if there is one."""
        holds = effects_of(battle, call.actor, self.holds.kind)
        if call.actor in battle.combatants and not holds:
            sentence = text("{who} is not held.", who=ref(call.actor))
            yield Refusal(key="not_held", sentence=sentence, rule=self.rules.free[0], can_override=False)
        elif call.targets and all(hold.other != call.target for hold in holds):
            yield no("not_held", "{who} does not hold them.", self.rules.free[0], str(call.target))

    def _broken(self, battle: Battle, call: Call, ask: Ask) -> Effect:
        """Return the hold to break: the target's, else the only one, else one that the actor chooses."""
        holds = effects_of(battle, call.actor, self.holds.kind)
        by = {one.other: one for one in holds if one.other in battle.combatants}
        if call.targets and call.target in by:
            return by[call.target]
        if len(by) < 2:
            return holds[0]
        options = tuple(Choice(key=str(holder), label=battle.combatants[str(holder)].name) for holder in by)
        title = text("Break free from whom?")
        question = Question(id="hold", title=title, options=options, default=options[0].key, rule=self.rules.free[0])
        return by[ask.choose(question, call.actor)]

    def _break_free(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        """Roll against the holder; success ends that hold."""
        who, hold, rule = call.actor, self._broken(battle, call, ask), self.rules.free[0]
        battle = self.combat.acting.pay(battle, who, "standard", ask)
        holder = (hold.other,) if hold.other in battle.combatants else ()
        ask.log(battle, "{0} tries to break free from {1}." if holder else "{0} tries to break free.", who, *holder)
        help, battle = self.helped(battle, call, ask)
        before = battle
        dv = ask.number(self.held_against(battle, hold.other if hold.other in battle.combatants else None))

        def request(bonus: int) -> DiceRequest:
            return sum_of("break_free", "Break free", "2d6", bonus=bonus, against=dv, words=WORDS)

        roll, battle = self.combat.throw(
            battle, who, lambda more: self.free_value(before, call, (*help, *more)), request, dv, ask
        )
        battle = self.combat.rolled_once(battle, *holder)
        is_free = ask.verdict("free", "Breaks free", roll, at_least=dv, rule=rule)
        ask.measure(who, odds.FREE, is_free)
        if not is_free:
            return battle
        ask.log(battle, "{0} breaks free from {1}." if holder else "{0} breaks free.", who, *holder)
        return end_effects(battle, lambda bearer, one: bearer == who and one.id == hold.id)

    def _release(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        """Release a held combatant, at any time."""
        target = call.targets[0]
        ask.log(battle, "{0} lets {1} go.", call.actor, target)
        return self.holds.let_go(battle, call.actor, target)

    # ------------------------------------------------------------------------------------- the actions

    def attempts(self) -> tuple[Action, ...]:
        """Return the actions of disarming and taking down."""
        return (
            self._manoeuvre(
                "disarm", "Disarm", self._try, self.rules.disarm, self.holds_something, help=self.disarm_help
            ),
            self._manoeuvre("takedown", "Takedown", self._try, self.rules.takedown, help=self.takedown_help),
        )

    def actions(self) -> tuple[Action, ...]:
        """Return the actions of grappling, hurting a held combatant, breaking free and letting go."""
        titles = self.combat.acting.titles
        return (
            self._manoeuvre(
                "grapple", "Grapple", self._try, self.rules.grapple, self.has_free_hand,
                help="In melee; the target is held until they break free.",
            ),
            self._manoeuvre(
                "hurt_held", "Hurt Held Target", self._hurt, self.rules.hurt, self.holds_target, *self.hurt_guards,
                help="In melee, against a combatant you hold.",
            ),
            Action(
                id="break_free",
                title="Break Free",
                run=self._break_free,
                targets="maybe",
                parameters=self.free_parameters,
                guards=(*self.free_guards, self.is_held),
                rules=self.rules.free,
                cost=titles["standard"],
                group="defence",
                help="In melee, against a combatant who holds you.",
            ),
            Action(
                id="release",
                title="Let Go",
                run=self._release,
                targets="one",
                guards=(self.combat.acting.able_combatant, self.holds_target),
                rules=(self.rules.release,),
                cost=titles[self.combat.acting.free],
                group="other",
                help="Let go of a combatant you hold.",
            ),
        )  # fmt: skip

    def _manoeuvre(self, id: str, title: str, run: Runs, rules: tuple[str, ...], *guards: Guard, help: str) -> Action:
        """Return an action for a hand-to-hand attack."""
        return Action(
            id=id,
            title=title,
            run=run,
            targets="one",
            parameters=self.parameters,
            guards=(*self.guards, *guards),
            rules=rules,
            cost=self.combat.acting.titles["standard"],
            group="attack",
            help=help,
        )


# ------------------------------------------------------------------------------------------------------------ knockback


FIRM_M = 2
"""Metres up to which nobody has to roll to stay upright."""
_STAYING_UP = "Staying upright"
"""Title of the roll to stay upright."""


class Knockback(Rolls[Battle], ABC):
    """How knockback works in a ruleset."""

    difficulty: int
    direction_rule: str
    feet_rule: str
    walls_rule: str
    walls: str
    """Default answer for a wall in the way: it is `broken`, the target gets `through` it, or it `stops` the target."""

    @abstractmethod
    def feet(self, battle: Battle, who: Id, more: tuple[Modifier, ...]) -> Explanation:
        """Return a combatant's bonus to the roll to stay upright, including the modifiers `more`."""

    def fallen(self, battle: Battle, who: Id, ask: Ask) -> Battle:
        """Return the battle after a combatant has failed to stay upright."""
        return with_prone(battle, who)

    def push(self, battle: Battle, by: Id, origin: Point | None, target: Id, metres: float, ask: Ask) -> Battle:
        """Push a combatant hit `by` another away from a point, and roll whether they stay upright."""
        if metres <= 0:
            return battle
        ask.log(battle, "{0} is knocked back {metres} m.", target, metres=f"{metres:g}")
        combatant = battle.combatants[target]
        place = self._landing(battle, by, origin, target, metres, ask)
        if combatant.place.point is not None and place.point is not None:
            place, metres, battle = self._through(battle, target, combatant.place.point, place, metres, ask)
        battle = displaced(battle, target, place)
        is_standing = not has_effect(battle, target, PRONE) and not combatant.is_out
        if metres <= FIRM_M or not is_standing:
            return battle
        is_up, battle = self._keeps_feet(battle, target, ask)
        return battle if is_up else self.fallen(battle, target, ask)

    def _landing(self, battle: Battle, by: Id, origin: Point | None, target: Id, metres: float, ask: Ask) -> Place:
        """Return where a push ends: straight away from its origin, or where the GM says if both points are the same.

        What is suggested then is away from the attacker. The place stays the same if a point is unknown.
        """
        now = battle.combatants[target].place
        here = now.point
        if here is None or origin is None:
            return now
        away = math.dist(origin, here)
        if away > 0:
            return place_at(battle.board, _along(origin, here, away + metres), now.height)
        title = text("In which direction is {who} knocked back {metres} m?", who=ref(target), metres=f"{metres:g}")
        usual, words = self._usual_landing(battle, by, now, metres)
        question = Question(
            id=f"direction.{target}",
            title=title,
            kind="place",
            default=usual,
            default_words=words,
            rule=self.direction_rule,
        )
        to = ask.choose(question, ENVIRONMENT).point
        return now if to is None or to == here else place_at(battle.board, _along(here, to, metres), now.height)

    def _usual_landing(self, battle: Battle, by: Id, now: Place, metres: float) -> tuple[Place, str]:
        """Return the place this far away from the attacker with its words; the same place if there is no such way."""
        here, there = now.point, battle.combatants[by].place.point
        if here is None or there is None or here == there:
            return now, ""
        point = _along(there, here, math.dist(there, here) + metres)
        return place_at(battle.board, point, now.height), f"away from {name_of(battle, by)}"

    # ------------------------------------------------------------------------------------- walls in the way

    def _through(
        self, battle: Battle, target: Id, here: Point, place: Place, metres: float, ask: Ask
    ) -> tuple[Place, float, Battle]:
        """Return where a push through walls ends, its length in metres, and the battle; walls do no damage.

        The GM is asked about each wall in the way.
        """
        end = place.point or here
        for wall in reversed(covers_between(battle.board, here, end)):
            at = metres_to(wall, here, end)
            answer = self._asked(target, wall, at, ask)
            if answer == "stops":
                ask.add_message(gm_text("{wall} stops {who}.", who=ref(target), wall=ref(wall.id)))
                return place_at(battle.board, _along(here, end, at), place.height), at, battle
            ask.add_message(gm_text("{who} smashes through {wall}.", who=ref(target), wall=ref(wall.id)))
            if answer == "broken":
                features = {id: one for id, one in battle.board.features.items() if id != wall.id}
                battle = replace(battle, board=replace(battle.board, features=features))
        return place, metres, battle

    def _asked(self, target: Id, wall: Feature, at: float, ask: Ask) -> str:
        options: tuple[Choice[Literal["broken", "through", "stops"]], ...] = (
            Choice(key="broken", label="It breaks"),
            Choice(key="through", label="They go through it, and it stays up"),
            Choice(key="stops", label="It stops them"),
        )
        title = text(
            "{who} is knocked into {wall} after {metres} m.", who=ref(target), wall=wall.name, metres=f"{at:g}"
        )
        id = f"wall.{target}.{wall.id}"
        question = Question(
            id=id, title=title, options=options, default=self.walls, rule=self.walls_rule, remember=True
        )
        return ask.choose(question, ENVIRONMENT)

    # ------------------------------------------------------------------------------------- staying upright

    def _keeps_feet(self, battle: Battle, target: Id, ask: Ask) -> tuple[bool, Battle]:
        before = battle

        def value(more: tuple[Modifier, ...]) -> Explanation:
            return replace(self.feet(before, target, more), key=f"feet.{target}", title=_STAYING_UP)

        def request(bonus: int) -> DiceRequest:
            return sum_of(f"feet.{target}", _STAYING_UP, "2d6", bonus=bonus, against=self.difficulty, words=WORDS)

        roll, battle = self.throw(battle, target, value, request, self.difficulty, ask)
        is_up = ask.verdict(f"up.{target}", "Keeps their feet", roll, at_least=self.difficulty, rule=self.feet_rule)
        ask.log(battle, "{0} stays upright." if is_up else "{0} is knocked down.", target)
        return is_up, battle


def _along(start: Point, through: Point, metres: float) -> Point:
    """Return the point at this number of metres from `start` in the direction of `through`, rounded to millimetres."""
    whole = math.dist(start, through)
    x, y = (one + (other - one) / whole * metres for one, other in zip(start, through, strict=True))
    return round(x, 3), round(y, 3)
