"""Manoeuvres: disarming, distracting, holds, grappling, knockback."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

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
from model.rulesets.families.ogc.acting import Holds
from model.rulesets.families.ogc.combat import PRONE, Aim, Combat, Consequence, with_prone
from model.rulesets.families.ogc.tasks import WORDS, Rolls
from model.state.base import ENVIRONMENT, Id, Record, replace
from model.state.battle import AnyBattle, Item
from model.state.board import Feature, Place, Point
from model.state.effects import Effect
from model.state.texts import Explanation, Refusal, gm_text, ref, text

# ---------------------------------------------------------------------------------------------------------- distracting


class Distracting(ABC):
    """How a game misleads a combatant into lowering their guard."""

    combat: Combat
    rules: tuple[str, ...]
    help: str

    @abstractmethod
    def value(self, battle: AnyBattle, call: Call, more: tuple[Modifier, ...]) -> Explanation:
        """What is added to 2d6, with these modifiers besides their own."""

    @abstractmethod
    def against(self, battle: AnyBattle, who: Id) -> Explanation: ...

    @abstractmethod
    def is_immune(self, battle: AnyBattle, who: Id) -> bool: ...

    @abstractmethod
    def distracted(self, battle: AnyBattle, who: Id, target: Id) -> AnyBattle:
        """Lay the distraction by the first on the second."""

    def _distract(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        who, target = call.actor, call.targets[0]
        battle = self.combat.acting.pay(battle, who, "standard", ask)
        ask.log(battle, "{0} tries to distract {1}.", who, target)
        before, dv = battle, ask.number(self.against(battle, target))

        def request(bonus: int) -> DiceRequest:
            return sum_of("distract", "Deception", "2d6", bonus=bonus, against=dv, words=WORDS)

        roll, battle = self.combat.throw(battle, who, lambda more: self.value(before, call, more), request, dv, ask)
        works = ask.verdict("distracted", "Distracts", roll, at_least=dv, rule=self.rules[0])
        ask.measure(target, "hit", works)
        if not works:
            return battle
        if self.is_immune(battle, target):
            ask.log(battle, "{0} stays alert and is not distracted.", target)
            return battle
        ask.log(battle, "{0} is distracted.", target)
        return self.distracted(battle, who, target)

    def action(self) -> Action:
        """Distracting a combatant, with a standard action."""
        acting, rule = self.combat.acting, self.rules[0]
        return Action(
            id="distract",
            title="Distract",
            run=self._distract,
            targets="one",
            guards=(
                *acting.costs("standard", rule),
                self.combat.weapons.one_combatant,
                acting.not_in_forced_turn,
            ),
            rules=self.rules,
            cost=acting.titles["standard"],
            group="attack",
            help=self.help,
        )


# -------------------------------------------------------------------------------------------------------------- by hand


class ByHandRules(Record, kw_only=True):
    """Ids of a game's rules about what is done to a combatant by hand."""

    disarm: tuple[str, ...]
    """The last one says what can be taken."""
    takedown: tuple[str, ...]
    grapple: tuple[str, ...]
    held: str
    """What a hold is."""
    hands: str
    """How many can be held."""
    hurt: tuple[str, ...]
    free: tuple[str, ...]
    release: str


class Manoeuvre(NamedTuple):
    """What a combatant can do by hand instead of a plain attack."""

    title: str
    sentence: str
    aim: Callable[[AnyBattle, Call], Aim]
    on_hit: Consequence


class ByHand(ABC):
    """How a game disarms people, takes them down and holds them."""

    combat: Combat
    holds: Holds
    rules: ByHandRules
    disarm_help: str
    takedown_help: str
    parameters: tuple[Parameter, ...]
    free_parameters: tuple[Parameter, ...] = ()
    guards: tuple[Guard, ...]
    """Of every hand-to-hand manoeuvre."""
    hurt_guards: tuple[Guard, ...] = ()
    free_guards: tuple[Guard, ...]

    def aim(self, battle: AnyBattle, call: Call) -> Aim:
        """The attack that a grapple is."""
        return self.combat.aimed(call, None)

    def disarm_aim(self, battle: AnyBattle, call: Call) -> Aim:
        return self.aim(battle, call)

    def takedown_aim(self, battle: AnyBattle, call: Call) -> Aim:
        return self.combat.aimed(call, None)

    def exposed(self, battle: AnyBattle, who: Id, manoeuvre: str, *, is_before: bool) -> AnyBattle:
        """What trying to disarm a combatant or to take them down costs oneself, before the roll or after it."""
        return battle

    @abstractmethod
    def squeeze(self, battle: AnyBattle, call: Call) -> Aim:
        """The attack that hurts the held."""

    @abstractmethod
    def squeezed(self, battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle: ...

    def most_held(self, battle: AnyBattle) -> int:
        return 1

    @abstractmethod
    def free_value(self, battle: AnyBattle, call: Call, more: tuple[Modifier, ...]) -> Explanation:
        """What is added to 2d6 when a combatant breaks free, with these modifiers besides their own."""

    def helped(self, battle: AnyBattle, call: Call, ask: Ask) -> tuple[tuple[Modifier, ...], AnyBattle]:
        """What a gift adds to that, and what it uses up."""
        return (), battle

    @abstractmethod
    def held_against(self, battle: AnyBattle, holder: Id | None) -> Explanation:
        """The DV of who holds; of nobody, a net or the like, a usual one."""

    def grabbed(self, battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
        """What else a successful grapple does."""
        return battle

    # ------------------------------------------------------------------------------------- disarming, taking down

    @cached_property
    def manoeuvres(self) -> dict[str, Manoeuvre]:
        """What can be tried on a combatant."""
        return {
            "grapple": Manoeuvre("Grapple", "{0} grapples {1}.", self.aim, self.grab),
            "disarm": Manoeuvre("Disarm", "{0} tries to disarm {1}.", self.disarm_aim, self.disarmed),
            "takedown": Manoeuvre("Takedown", "{0} tries to take {1} down.", self.takedown_aim, self.taken_down),
        }

    def _try(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        tried = self.manoeuvres[call.action]
        battle = self.combat.declared(battle, call, tried.sentence, ask)
        battle = self.exposed(battle, call.actor, call.action, is_before=True)
        battle = self.combat.resolve(battle, tried.aim(battle, call), ask, tried.on_hit)
        return self.exposed(battle, call.actor, call.action, is_before=False)

    def eligible(self, battle: AnyBattle, who: Id) -> tuple[Item[Any], ...]:
        """What a combatant holds that can be taken from them."""
        return tuple(item for item in battle.items_of(who) if item.where == "hand" and item.gear.can_be_taken)

    def holds_something(self, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: there is something to take."""
        target = call.target
        if target in battle.combatants and not self.eligible(battle, str(target)):
            yield no(
                "nothing_held", "{who} has nothing in hand that can be taken away.", self.rules.disarm[-1], str(target)
            )

    def disarmed(self, battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
        """The consequence of a disarm: who attacks picks the item and where it goes."""
        return self.combat.unless_out(self._taken)(battle, aim, ask)

    def _taken(self, battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
        held = self.eligible(battle, aim.target)
        if not held:
            ask.log(battle, "{0} has nothing in hand that can be taken away.", aim.target)
            return battle
        options = tuple(Choice(key=item.id, label=item.name) for item in held)
        title = text("What does {who} lose?", who=ref(aim.target))
        which = Question(id="item", title=title, options=options, default=held[0].id, rule=self.rules.disarm[-1])
        item = battle.items[ask.choose(which, aim.attacker)]
        ways = (Choice(key="knock", label="Knock it away"), Choice(key="take", label="Take it"))
        title = text("Knock {item} away, or take it?", item=item.name)
        how = Question(id="how", title=title, options=ways, default="knock", rule=self.rules.disarm[-1])
        if ask.choose(how, aim.attacker) == "take":
            item = replace(item, holder=aim.attacker, where="hand")
            ask.log(battle, "{0} takes {item} from {1}.", aim.attacker, aim.target, item=item.name)
        else:
            item = replace(item, holder=None, where="board", place=battle.combatants[aim.target].place)
            ask.log(battle, "{0} knocks {item} out of {1}'s hand.", aim.attacker, aim.target, item=item.name)
        return replace(battle, items=battle.items | {item.id: item})

    def taken_down(self, battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
        """The consequence of a takedown: the target falls, unless it takes them out."""
        return self.combat.unless_out(self.fall)(battle, aim, ask)

    def fall(self, battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
        """Down to the ground."""
        ask.log(battle, "{0} falls to the ground.", aim.target)
        return with_prone(battle, aim.target)

    # ------------------------------------------------------------------------------------- grappling

    def has_free_hand(self, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: does not hold this one already, nor too many."""
        if call.actor not in battle.combatants:
            return
        holding = self.holds.held_by(battle, call.actor)
        if call.target in holding:
            yield no("holds_already", "{who} is already held by them.", self.rules.held, str(call.target))
        elif len(holding) >= self.most_held(battle):
            yield no("hands_full", "{who} cannot hold any more combatants.", self.rules.hands, call.actor)

    def grab(self, battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
        """The consequence of a grapple: the target is held, unless it takes them out."""
        return self.combat.unless_out(self._hold)(battle, aim, ask)

    def _hold(self, battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
        ask.log(battle, "{0} holds {1}.", aim.attacker, aim.target)
        battle = add_effect(battle, aim.target, self.holds.kind, other=aim.attacker, source=aim.attacker)
        return self.grabbed(battle, aim, ask)

    # ------------------------------------------------------------------------------------- hurting the held

    def holds_target(self, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: the target is held by the actor; without one, anybody is."""
        held = self.holds.held_by(battle, call.actor)
        if call.target in battle.combatants and call.target not in held:
            sentence = text("{who} does not hold {target}.", who=ref(call.actor), target=ref(str(call.target)))
            yield Refusal(key="not_held", sentence=sentence, rule=self.rules.hurt[0], can_override=False)
        elif not held and call.actor in battle.combatants:
            sentence = text("{who} is not holding anyone.", who=ref(call.actor))
            yield Refusal(key="not_held", sentence=sentence, rule=self.rules.hurt[0], can_override=False)

    def _hurt(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        """Exert strength on who is held."""
        battle = self.combat.declared(battle, call, "{0} tries to hurt {1} in the hold.", ask)
        return self.combat.resolve(battle, self.squeeze(battle, call), ask, self.squeezed)

    # ------------------------------------------------------------------------------------- breaking free

    def is_held(self, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: held, and by the target if one is named."""
        holds = effects_of(battle, call.actor, self.holds.kind)
        if call.actor in battle.combatants and not holds:
            sentence = text("{who} is not held.", who=ref(call.actor))
            yield Refusal(key="not_held", sentence=sentence, rule=self.rules.free[0], can_override=False)
        elif call.targets and all(hold.other != call.target for hold in holds):
            yield no("not_held", "{who} does not hold them.", self.rules.free[0], str(call.target))

    def _broken(self, battle: AnyBattle, call: Call, ask: Ask) -> Effect:
        """The hold that a call means: of the target named, else the only one, else the one that is chosen."""
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

    def _break_free(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        """A roll against who holds; success ends that hold."""
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
        is_free = ask.verdict("free", "Breaks free", roll, at_least=dv, rule=rule)
        ask.measure(who, "free", is_free)
        if not is_free:
            return battle
        ask.log(battle, "{0} breaks free from {1}." if holder else "{0} breaks free.", who, *holder)
        return end_effects(battle, lambda bearer, one: bearer == who and one.id == hold.id)

    def _release(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        """Let a combatant go, whenever wanted."""
        target = call.targets[0]
        ask.log(battle, "{0} lets {1} go.", call.actor, target)
        return self.holds.let_go(battle, call.actor, target)

    # ------------------------------------------------------------------------------------- the actions

    def attempts(self) -> tuple[Action, ...]:
        """Disarming and taking down."""
        return (
            self._manoeuvre(
                "disarm", "Disarm", self._try, self.rules.disarm, self.holds_something, help=self.disarm_help
            ),
            self._manoeuvre("takedown", "Takedown", self._try, self.rules.takedown, help=self.takedown_help),
        )

    def actions(self) -> tuple[Action, ...]:
        """Grappling, hurting the held, breaking free, letting go."""
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
                guards=(self.combat.acting.somebody, self.holds_target),
                rules=(self.rules.release,),
                cost=titles[self.combat.acting.free],
                group="other",
                help="Let go of a combatant you hold.",
            ),
        )  # fmt: skip

    def _manoeuvre(self, id: str, title: str, run: Runs, rules: tuple[str, ...], *guards: Guard, help: str) -> Action:
        """An attack hand to hand, as all of them are made."""
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
"""Metres up to which nobody loses their feet."""
_STAYING_UP = "Staying upright"
"""What the roll to keep one's feet is called."""


class Knockback(Rolls, ABC):
    """How a game pushes people."""

    difficulty: int
    direction_rule: str
    feet_rule: str
    walls_rule: str
    walls: str
    """What is proposed for a wall in the way: it is `broken`, they get `through` it all the same, it `stops` them."""

    @abstractmethod
    def feet(self, battle: AnyBattle, who: Id, more: tuple[Modifier, ...]) -> Explanation:
        """What keeps a combatant on their feet."""

    def fallen(self, battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
        """What becomes of who loses their feet."""
        return with_prone(battle, who)

    def push(self, battle: AnyBattle, origin: Point | None, target: Id, metres: float, ask: Ask) -> AnyBattle:
        """Push a combatant away from a spot, and see whether they keep their feet."""
        if metres <= 0:
            return battle
        ask.log(battle, "{0} is knocked back {metres} m.", target, metres=f"{metres:g}")
        combatant = battle.combatants[target]
        place = self._landing(battle, origin, target, metres, ask)
        if combatant.place.point is not None and place.point is not None:
            place, metres, battle = self._through(battle, target, combatant.place.point, place, metres, ask)
        battle = battle.with_combatant(replace(combatant, place=place))
        is_standing = not has_effect(battle, target, PRONE) and not combatant.is_out
        if metres <= FIRM_M or not is_standing:
            return battle
        is_up, battle = self._keeps_feet(battle, target, ask)
        return battle if is_up else self.fallen(battle, target, ask)

    def _landing(self, battle: AnyBattle, origin: Point | None, target: Id, metres: float, ask: Ask) -> Place:
        """Where a push ends: straight away from its origin; where that is no direction, the GM says."""
        now = battle.combatants[target].place
        here = now.point
        if here is None or origin is None:
            return now
        away = math.dist(origin, here)
        if away > 0:
            return place_at(battle.board, _along(origin, here, away + metres), now.height)
        title = text("In which direction is {who} knocked back {metres} m?", who=ref(target), metres=f"{metres:g}")
        question = Question(id=f"direction.{target}", title=title, kind="place", default=now, rule=self.direction_rule)
        to = ask.choose(question, ENVIRONMENT).point
        return now if to is None or to == here else place_at(battle.board, _along(here, to, metres), now.height)

    # ------------------------------------------------------------------------------------- things in the way

    def _through(
        self, battle: AnyBattle, target: Id, here: Point, place: Place, metres: float, ask: Ask
    ) -> tuple[Place, float, AnyBattle]:
        """What becomes of each wall in the way, and where the way ends; nobody is hurt by them."""
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
        options = (
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
        return str(ask.choose(question, ENVIRONMENT))

    # ------------------------------------------------------------------------------------- keeping one's feet

    def _keeps_feet(self, battle: AnyBattle, target: Id, ask: Ask) -> tuple[bool, AnyBattle]:
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
    """So many metres from a spot in the direction of another one."""
    whole = math.dist(start, through)
    x, y = (one + (other - one) / whole * metres for one, other in zip(start, through, strict=True))
    return round(x, 3), round(y, 3)
