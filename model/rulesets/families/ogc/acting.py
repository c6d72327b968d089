"""Sides and turns: the side that begins, costs of actions, interruptions, holds, and forced turns."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, partial
from itertools import count
from typing import Any, Generic, Literal, NamedTuple

from model.board.zones import place_at
from model.engine import turns
from model.engine.ask import Ask
from model.engine.budget import is_turn_of, left, mark, spend, use, used
from model.engine.calls import Call
from model.engine.conditions import Relation
from model.engine.effects import end_effects, end_effects_of, has_effect, related_to
from model.engine.guards import PerCombatant, done_by_able_combatant, no
from model.engine.requests import Choice, Offer, Question
from model.engine.ruleset import Action, Guard, Parameter
from model.engine.run import interrupt
from model.rulesets.families.ogc.battle import Battle
from model.rulesets.families.ogc.checks import Weapons
from model.rulesets.families.ogc.places import COVER, displaced
from model.rulesets.families.ogc.pools import Pools
from model.state.base import ENVIRONMENT, Id, Record, replace
from model.state.battle import age
from model.state.board import Point
from model.state.order import Slot
from model.state.texts import Refusal, gm_text, ref, text

# --------------------------------------------------------------------------------------------------------------- sides


def sides(battle: Battle) -> tuple[str, ...]:
    """Return the participating sides: the players' first, then the others in the order in which they joined."""
    found = dict.fromkeys(combatant.side for combatant in sorted(battle.combatants.values(), key=age))
    return tuple(sorted(found, key=lambda side: (side != "pc", list(found).index(side))))


def choose_first(taking_part: tuple[str, ...], title: str, rule: str, ask: Ask, default: str | None = None) -> str:
    """Ask the GM which side begins, and return it."""
    options = tuple(Choice(key=side, label=side) for side in taking_part)
    usual = default if default in taking_part else taking_part[0]
    question = Question(id="first", title=text(title), options=options, default=usual, rule=rule)
    return ask.choose(question, ENVIRONMENT)


def sides_of(battle: Battle, slot: Slot) -> set[str]:
    """Return the sides of a slot's members."""
    return {battle.combatants[who].side for who in slot.members if who in battle.combatants}


def in_blocks(battle: Battle, slots: Iterable[Id], ranks: Mapping[str, int]) -> tuple[Id, ...]:
    """Return slots sorted by the rank of their members' sides; slots of equal rank keep their order."""
    order = battle.order.slots
    return tuple(sorted(slots, key=lambda id: rank_of(battle, order[id], ranks)))


def rank_of(battle: Battle, slot: Slot, ranks: Mapping[str, int]) -> int:
    """Return the lowest rank of the sides of a slot's members; 0 if there are none."""
    return min((ranks[side] for side in sides_of(battle, slot)), default=0)


# ---------------------------------------------------------------------------------------------------- what actions cost


class ActingRules(Record, kw_only=True):
    """Ids of a ruleset's rules about actions and forced turns."""

    action: str
    quick: str
    helpless: str
    force: str
    force_once: str
    only_defence: str


TEXT = Parameter(key="text", title="What", kind="text", default="")
MANY_QUICK = 6
"""Quick actions in a turn above which the GM gets a message."""


class Acting(ABC, Generic[Battle]):
    """How actions are paid for in a ruleset."""

    pools: Pools[Battle]
    titles: Mapping[str, str]
    """Title of each cost, such as `standard action`."""
    counted: frozenset[str]
    """Costs of which a turn has a limited number; `quick` actions are only counted, `free` ones need no turn."""
    free: str
    rules: ActingRules

    def also_unpayable(self, battle: Battle, who: Id, cost: str) -> Iterator[Refusal]:
        """Yield further refusals of paying a counted cost."""
        yield from ()

    # ------------------------------------------------------------------------------------- guards

    @cached_property
    def able_combatant(self) -> Guard:
        """Guard: the actor is a combatant who is present and not helpless."""
        return done_by_able_combatant(self._helpless)

    def _helpless(self, battle: Battle, who: Id) -> Refusal | None:
        if not self.pools.is_helpless(battle, who):
            return None
        return no("helpless", "{who} is unconscious or helpless.", self.rules.helpless, who)

    def costs(self, cost: str, rule: str = "", *, can_force: bool = False) -> tuple[Guard, ...]:
        """Guards: the actor can pay from the turn's budget or, with `can_force`, with the next turn."""

        def guard(battle: Battle, call: Call) -> Iterator[Refusal]:
            if call.actor in battle.combatants and battle.order.is_running and cost != self.free:
                yield from self._unpayable(battle, call.actor, cost, rule or self.rules.action, can_force)

        return (self.able_combatant, guard)

    def _unpayable(self, battle: Battle, who: Id, cost: str, rule: str, can_force: bool) -> Iterator[Refusal]:
        if not is_turn_of(battle, who):
            if can_force:
                yield from self.cannot_force(battle, who)
            else:
                yield no("not_your_turn", "It is not {who}'s turn.", self.rules.quick if cost == "quick" else rule, who)
        elif cost in self.counted:
            yield from self.not_left(battle, who, cost, rule)

    def not_left(self, battle: Battle, who: Id, cost: str, rule: str) -> Iterator[Refusal]:
        """Yield refusals of using a counted action of the turn."""
        if left(battle, who, cost) < 1:
            yield no(f"no_{cost}", f"{{who}} has no {self.titles[cost]} left.", rule, who)
        else:
            yield from self.also_unpayable(battle, who, cost)

    def cannot_force(self, battle: Battle, who: Id) -> Iterator[Refusal]:
        """Yield refusals of forcing an action now."""
        if turns.has_forced(battle, who):
            yield no("forced_already", "{who} has already forced an action this round.", self.rules.force_once, who)

    def barred(self, battle: Battle) -> frozenset[Id]:
        """Return the combatants that cannot force an action because of earlier forced actions."""
        order, combatants = battle.order, battle.combatants
        before = order.forced.keys() | {debt.who for debt in order.owed}
        return frozenset(who for who in before & combatants.keys() if next(self.cannot_force(battle, who), None))

    def can_force(self, battle: Battle, who: Id) -> bool:
        """Whether a combatant could force an action right now: present, able to act, and not in their own turn."""
        combatant = battle.combatants[who]
        if not battle.order.is_running or not combatant.is_present or combatant.is_out or is_turn_of(battle, who):
            return False
        return not self.pools.is_helpless(battle, who) and next(self.cannot_force(battle, who), None) is None

    def only_forced(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: only in combat, out of turn, and once per round."""
        if call.actor not in battle.combatants:
            return
        if not battle.order.is_running:
            yield no("no_fight", "Nothing can be forced outside combat.", self.rules.force, call.actor)
        elif is_turn_of(battle, call.actor):
            yield no(
                "own_turn", "{who} has the turn and does not need to force an action.", self.rules.force, call.actor
            )
        else:
            yield from self.cannot_force(battle, call.actor)

    # ------------------------------------------------------------------------------------- paying

    def pay(self, battle: Battle, who: Id, cost: str, ask: Ask) -> Battle:
        """Pay for an action from the turn in progress; free outside combat and out of turn."""
        if not battle.order.is_running or not is_turn_of(battle, who):
            return battle
        if cost == "quick":
            return self._count_quick(battle, who, ask)
        if cost not in self.counted:
            return battle
        return mark(spend(battle, who, cost), who, f"paid_{cost}")

    def _count_quick(self, battle: Battle, who: Id, ask: Ask) -> Battle:
        """Count a quick action; above the usual number the GM gets a message."""
        battle = use(battle, who, "quick")
        count = int(used(battle, who, "quick"))
        if count > MANY_QUICK:
            ask.add_message(
                gm_text("This is quick action number {count} of {who} this turn.", count=count, who=ref(who))
            )
        return battle

    def pay_or_force(self, battle: Battle, who: Id, cost: str, ask: Ask, done: str = "") -> Battle:
        """Pay on the actor's turn; out of turn, force the action and give up the next turn. `done` names the action."""
        if battle.order.is_running and not is_turn_of(battle, who) and who != ENVIRONMENT:
            battle = self._force(battle, who, done, ask)
        return self.pay(battle, who, cost, ask)

    def _force(self, battle: Battle, who: Id, done: str, ask: Ask) -> Battle:
        """Record the forced action and the turn given up for it: a delayed one if there is one, else the next."""
        battle = turns.force(battle, who, done)
        slots = (battle.order.slots[id] for id in battle.order.sequence)
        slot = [slot for slot in slots if slot.kind == "forced" and slot.members == (who,)][-1]
        if slot.owed_round is None:
            ask.log(battle, "{0} forces an action and gives up the delayed turn.", who)
        else:
            sentence = "{0} forces an action and gives up the turn of round {round}."
            ask.log(battle, sentence, who, round=slot.owed_round)
        return battle

    # ------------------------------------------------------------------------------------- in words

    def in_words(self, id: str, title: str, cost: str, rule: str, help: str, guards: tuple[Guard, ...] = ()) -> Action:
        """Return an action described in free text: the program only takes its cost, the GM decides the rest."""
        return Action(
            id=id,
            title=title,
            run=partial(self._told, cost=cost),
            parameters=(TEXT,),
            guards=(*self.costs(cost, rule), *guards),
            rules=(rule,),
            cost=self.titles[cost],
            group="other",
            help=help,
        )

    def _told(self, battle: Battle, call: Call, ask: Ask, *, cost: str) -> Battle:
        what = TEXT.said(call).strip()
        battle = self.pay(battle, call.actor, cost, ask)
        if what:
            ask.log(battle, "{0}: {what}.", call.actor, what=what)
        else:
            ask.log(battle, f"{{0}} does something ({self.titles[cost]}).", call.actor)
        return battle


# -------------------------------------------------------------------------------------------------------- interruptions


TAKE_HELD = "take_held_turn"


def with_delayed_turns(battle: Battle, actor: Id, rule: str, ask: Ask) -> Battle:
    """Offer combatants with a delayed turn to take it now, one after the other, before `actor` rolls the dice."""
    if not battle.order.is_running:
        return battle
    for number in count(1):
        by = tuple(who for who in battle.order.held if who != actor and turns.can_act(battle, who))
        if not by:
            return battle
        id = "interrupt" if number == 1 else f"interrupt{number}"
        title = text("Take the delayed turn before the dice are rolled")
        call = ask.offer(Offer(id=id, title=title, by=by, actions=(TAKE_HELD,), rule=rule))
        if not isinstance(call, Call):
            return battle
        battle = turn_within(interrupt(battle, id, call, ask), id, rule, ask)
    return battle


def turn_within(battle: Battle, id: str, rule: str, ask: Ask) -> Battle:
    """Carry out the actions of an interrupting turn until no more is taken; then the interrupted turn goes on."""
    actions = tuple(key for key, action in ask.ruleset.actions.items() if action.group not in ("order", "edit"))
    interrupted = len(battle.order.turns[:-1])
    for number in count(1):
        acting = battle.order.acting
        if not acting:
            break
        act = f"{id}.act{number}"
        title = text("{who} continues the turn", who=ref(acting[0]))
        call = ask.offer(Offer(id=act, title=title, by=acting, actions=actions, rule=rule))
        if not isinstance(call, Call):
            break
        battle = interrupt(battle, act, call, ask)
    # Delayed turns that were taken within this turn end with it.
    for _ in battle.order.turns[interrupted:]:
        battle = turns.finish_turn(battle, battle.order.acting, ask)
    return battle


# ---------------------------------------------------------------------------------------------------------------- holds


HOLDING = Relation(verb="holds", passive="held by", from_bearer=False, line="hold")
"""How a hold is drawn: from the holder to the held combatant."""
_WAYS = {"release": "Let go", "drag": "Drag along", "refuse": "Stay"}
"""What becomes of a hold when the holder moves."""


class Holds(ABC, Generic[Battle]):
    """How holds work in a ruleset: a hold is an effect on the held combatant, and its `other` is the holder."""

    pools: Pools[Battle]
    weapons: Weapons[Battle, Any]
    kind: str
    """The condition of a held combatant."""
    immobile: tuple[str, str]
    """Sentence and rule of the refusal if a held combatant wants to move."""
    rule: str
    ways: tuple[str, ...] = ("release", "drag")
    """The answers that the GM can give when a holder moves."""

    # ------------------------------------------------------------------------------------- existing holds

    def held_by(self, battle: Battle, holder: Id) -> tuple[Id, ...]:
        """Return the combatants that a combatant holds."""
        held = (bearer for bearer, effect in related_to(battle, holder) if effect.kind == self.kind)
        return tuple(dict.fromkeys(held))

    def holders(self, battle: Battle, who: Id) -> tuple[Id, ...]:
        """Return the combatants that hold a combatant."""
        effects = battle.combatants[who].effects.values()
        return tuple(one.other for one in effects if one.kind == self.kind and one.other in battle.combatants)

    def let_go(self, battle: Battle, holder: Id, held: Id) -> Battle:
        """End one hold; other holds on the same combatant stay."""
        return end_effects(battle, lambda bearer, one: bearer == held and one.kind == self.kind and one.other == holder)

    # ------------------------------------------------------------------------------------- moving

    def held_back(self, battle: Battle, who: Id) -> Iterator[Refusal]:
        """Yield a refusal to move if the combatant is held; they have to break free first."""
        if has_effect(battle, who, self.kind):
            sentence, rule = self.immobile
            yield no(self.kind, sentence, rule, who)

    def before_moving(self, battle: Battle, holder: Id, ask: Ask) -> tuple[tuple[Id, ...], Battle] | Refusal:
        """Return the held combatants that a moving holder drags along, and the battle; or a refusal if they stay.

        Unless they are dragged along, all held combatants are released.
        """
        holding = self.held_by(battle, holder)
        if not holding:
            return (), battle
        options = tuple(Choice(key=way, label=_WAYS[way]) for way in self.ways)
        title = text("{who} holds another combatant and moves: let go, or drag them along?", who=ref(holder))
        question = Question(
            id="holding", title=title, options=options, default="release", rule=self.rule, remember=True
        )
        way = ask.choose(question, holder)
        if way == "refuse":
            refusal = no("holding", "{who} holds another combatant and stays.", self.rule, holder)
            return replace(refusal, can_override=False)
        if way == "drag":
            return holding, battle
        for held in holding:
            ask.log(battle, "{0} lets {1} go.", holder, held)
            battle = self.let_go(battle, holder, held)
        return (), battle

    def dragged(self, before: Battle, after: Battle, holder: Id, held: tuple[Id, ...], ask: Ask) -> Battle:
        """Return the battle with held combatants moved along, at the same offset from the holder as before."""
        start, end = before.combatants[holder].place, after.combatants[holder].place
        for who in held:
            ask.log(after, "{0} drags {1} along.", holder, who)
            one = after.combatants[who]
            place = replace(one.place, zone=end.zone)
            if start.point is not None and end.point is not None and one.place.point is not None:
                x, y = (
                    here + there - from_
                    for here, there, from_ in zip(one.place.point, end.point, start.point, strict=True)
                )
                place = replace(place, x=round(x, 3), y=round(y, 3))
            after = displaced(after, who, place)
        return after

    # ------------------------------------------------------------------------------------- when holds end

    def settled(self, before: Battle, after: Battle, ask: Ask) -> Battle:
        """End holds whose holder is helpless, out or absent, or no longer within reach of the held combatant."""
        if before.combatants is after.combatants:
            return after
        bearers = [(held, combatant) for held, combatant in after.combatants.items() if combatant.effects]
        for held, combatant in bearers:
            for hold in combatant.effects.values():
                if hold.kind != self.kind or hold.other not in after.combatants:
                    continue
                if not self._still_holds(after, hold.other, held):
                    ask.log(after, "{0} is no longer held by {1}.", held, hold.other)
                    after = self.let_go(after, hold.other, held)
        return after

    def _still_holds(self, battle: Battle, holder: Id, held: Id) -> bool:
        one = battle.combatants[holder]
        if one.is_out or not one.is_present or self.pools.is_helpless(battle, holder):
            return False
        return next(self.weapons.within_reach(battle, holder, held, None), None) is None


# --------------------------------------------------------------------------------------------------------- forced turns


LEAP, OTHER = "leap_in_front", "other_defence"
LEAP_OFFER, DEFENCE_OFFER = "leap", "defend"


class Answered(Record):
    """Target and bonus of an attack after the reactions of others."""

    target: Id
    granted: int = 0
    """DV that the GM granted for a defence in words."""


class ForcingRules(Record, kw_only=True):
    """Ids of a ruleset's rules about forced defence."""

    leap: str
    defence: str
    """Rule about when a defence may still be forced against an attack."""
    judgement: str
    """Rule that the GM decides whether something is purely defensive."""
    delayed: str
    """Rule about a turn that interrupts another."""


class Bystander(NamedTuple):
    """A combatant who is able to jump in front of an attack that passes near enough."""

    reach: float
    """Metres that they can move."""
    here: Point | None


DV_BONUS = Parameter(key="dv_bonus", title="DV against this attack", kind="number", default=0, least=0, most=30)


class Forcing(ABC, Generic[Battle]):
    """How combatants can react to an attack out of turn in a ruleset."""

    acting: Acting[Battle]
    holds: Holds[Battle]
    own_defences: tuple[str, ...]
    """Actions that the target of an attack can force."""
    rules: ForcingRules

    def __init__(self) -> None:
        # Needed for every combatant in every run of an attack, so it is cached.
        self._bystanders = PerCombatant(self._bystander)

    @abstractmethod
    def reach(self, battle: Battle, who: Id) -> float:
        """Return the metres that a combatant can move to jump in front."""

    def hurried(self, battle: Battle, who: Id, metres: float, ask: Ask) -> Battle:
        """Return the battle after the effects that a leap of this number of metres has on the leaping combatant."""
        return battle

    # ------------------------------------------------------------------------------------- offers

    def leap_offer(self, battle: Battle, attacker: Id, target: Id) -> Offer | None:
        """Return the offer to jump in front of the attack for all combatants who can, or None if nobody can.

        A combatant on the attacker's side protects only their own side from the attacker.
        """
        if not battle.order.is_running:
            return None
        shooter, aimed_at = battle.combatants[attacker], battle.combatants[target]
        side, start, end = shooter.side, shooter.place.point, aimed_at.place.point
        is_own, is_anywhere = aimed_at.side == side, start is None or end is None
        others = {attacker, target, *battle.order.acting, *self.acting.barred(battle)}
        # A list, not a generator: this runs for every combatant in every run of an attack, so its speed matters.
        by = [
            who
            for who, (combatant, able) in self._bystanders.of(battle).items()
            if able is not None
            and combatant.is_present
            and not combatant.is_out
            and (is_own or combatant.side != side)
            and who not in others
            and (
                is_anywhere
                or able.here is None
                or math.dist(able.here, nearest_on_line(able.here, start, end)) <= able.reach  # type: ignore[arg-type]
            )
        ]
        title = text("Jump in front of {who}", who=ref(target))
        return Offer(id=LEAP_OFFER, title=title, by=tuple(by), actions=(LEAP,), rule=self.rules.leap) if by else None

    def defence_offer(self, battle: Battle, target: Id) -> Offer | None:
        """Return the offer of a forced defence to the target, or None if it cannot force an action."""
        if not self.acting.can_force(battle, target):
            return None
        title = text("{who} forces a defence", who=ref(target))
        return Offer(id=DEFENCE_OFFER, title=title, by=(target,), actions=self.own_defences, rule=self.rules.defence)

    def _offer(self, battle: Battle, id: str, attacker: Id, target: Id) -> Offer | None:
        if id == LEAP_OFFER:
            return self.leap_offer(battle, attacker, target)
        return self.defence_offer(battle, target)

    def _bystander(self, battle: Battle, who: Id) -> Bystander | None:
        """Return the combatant's data for jumping in front, or None if they are helpless or held.

        If positions are unknown, the GM judges who can reach the line of the attack.
        """
        if self.acting.pools.is_helpless(battle, who) or next(self.holds.held_back(battle, who), None) is not None:
            return None
        return Bystander(self.reach(battle, who), battle.combatants[who].place.point)

    # ------------------------------------------------------------------------------------- in an attack

    def answered(
        self, battle: Battle, attacker: Id, target: Id, ask: Ask, *, suffix: str = ""
    ) -> tuple[Answered, Battle]:
        """Let others jump in front of an attack, or else the target force a defence, before its dice are rolled.

        If one action makes several attacks, `suffix` makes the ids of their offers and dice unique.
        """
        answer = Answered(target)
        for kind in (LEAP_OFFER, DEFENCE_OFFER):
            id = f"{kind}{suffix}"
            offer = self._offer(battle, kind, attacker, target) if ask.wants(id, f"attack{suffix}") else None
            call = None if offer is None else ask.offer(replace(offer, id=id))
            if not isinstance(call, Call):
                continue
            after = interrupt(battle, id, call, ask)
            if call.action == OTHER and after is not battle:
                answer = Answered(target, int(DV_BONUS.said(call)))
            battle = after
            if call.action == LEAP:
                return Answered(call.actor), battle
        return answer, battle

    def show(self, battle: Battle, attacker: Id, target: Id, ask: Ask, *, suffix: str = "") -> None:
        """Make the same offers beside a hit; if one is taken now, the next run finds it taken before the dice."""
        for kind in (LEAP_OFFER, DEFENCE_OFFER):
            id = f"{kind}{suffix}"
            offer = self._offer(battle, kind, attacker, target) if ask.wants(id, f"damage{suffix}") else None
            if offer is not None:
                ask.offer(replace(offer, id=id))

    # ------------------------------------------------------------------------------------- the forced actions

    def _free(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: the actor is not held."""
        if call.actor in battle.combatants:
            yield from self.holds.held_back(battle, call.actor)

    def _leap(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        """Take the place of an attack's target; the attack continues against the combatant who jumped."""
        attack = ask.calls.interrupted
        if attack is None:
            sentence = text("You can only jump in front while an attack is being made: use the button beside its dice.")
            return Refusal(key="no_attack", sentence=sentence, rule=self.rules.leap, can_override=False)
        battle = self.acting.pay_or_force(battle, call.actor, "standard", ask, "took the shot")
        protected = attack.target
        if protected is None or protected not in battle.combatants or attack.actor not in battle.combatants:
            return battle
        ask.log(battle, "{0} jumps in front of {1}.", call.actor, protected)
        return self._moved_into_line(battle, call.actor, attack.actor, protected, ask)

    def _moved_into_line(self, battle: Battle, who: Id, attacker: Id, target: Id, ask: Ask) -> Battle:
        combatant = battle.combatants[who]
        here, spot = combatant.place.point, _spot_on_line(battle, who, attacker, target)
        if here is None or spot is None:
            return end_effects_of(battle, who, COVER)
        battle = self.hurried(battle, who, math.dist(here, spot), ask)
        return displaced(battle, who, place_at(battle.board, spot, combatant.place.height))

    def _other(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        """Force a defence in words out of turn, if the GM agrees that it is no attack."""
        what = TEXT.said(call).strip() or "defends"
        title = text("Is “{what}” purely defensive?", what=what)
        options: tuple[Choice[Literal["allow", "reject"]], ...] = (
            Choice(key="allow", label="Allow"),
            Choice(key="reject", label="Reject: it is an attack"),
        )
        question = Question(id="allowed", title=title, options=options, default="allow", rule=self.rules.judgement)
        if ask.choose(question, call.actor) == "reject":
            ask.log(battle, "The GM does not allow {0} to force: {what}.", call.actor, what=what)
            return battle
        battle = self.acting.pay_or_force(battle, call.actor, "standard", ask, "defended")
        ask.log(battle, "{0}: {what}.", call.actor, what=what)
        return battle

    def actions(self) -> tuple[Action, ...]:
        """Return the actions of jumping in front and of any other defence in words."""
        guards = (self.acting.able_combatant, self.acting.only_forced)
        leap = Action(
            id=LEAP,
            title="Jump in Front",
            run=self._leap,
            guards=(*guards, self._free),
            rules=(self.rules.leap,),
            cost="next turn",
            group="defence",
            is_defensive=True,
            help="Take the place of the target of an attack that is being made.",
        )
        other = Action(
            id=OTHER,
            title="Other (GM Confirms)",
            run=self._other,
            parameters=(
                TEXT,
                replace(DV_BONUS, rule=self.rules.defence),
            ),
            guards=guards,
            rules=(self.acting.rules.only_defence, self.rules.judgement),
            cost="next turn",
            group="defence",
            is_defensive=True,
            help="Any other purely defensive action, described in words.",
        )  # fmt: skip
        return (leap, other)


def _spot_on_line(battle: Battle, who: Id, attacker: Id, target: Id) -> Point | None:
    """Return the point on an attack's line that is closest to a combatant, or None if a position is unknown."""
    bodies = battle.combatants
    here, start, end = bodies[who].place.point, bodies[attacker].place.point, bodies[target].place.point
    return None if here is None or start is None or end is None else nearest_on_line(here, start, end)


def nearest_on_line(point: Point, start: Point, end: Point) -> Point:
    """Return the point on the line segment from `start` to `end` that is closest to `point`."""
    along = (end[0] - start[0], end[1] - start[1])
    length = along[0] ** 2 + along[1] ** 2
    if length == 0:
        return start
    share = ((point[0] - start[0]) * along[0] + (point[1] - start[1]) * along[1]) / length
    share = min(1.0, max(0.0, share))
    return (start[0] + share * along[0], start[1] + share * along[1])
