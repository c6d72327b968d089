"""Actions forced out of turn against an attack: jumping in front of it, the target's own defences."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator

from model.board.zones import place_at
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.requests import Choice, Offer, Question
from model.engine.ruleset import Action, Parameter
from model.engine.run import interrupt
from model.engine.telling import tell
from model.rulesets.families.ogc.acting import Acting, is_fighting, is_forced_turn
from model.rulesets.families.ogc.interruptions import turn_within
from model.state.base import Id, Record, replace
from model.state.battle import AnyBattle
from model.state.board import Point
from model.state.texts import Refusal, ref, text

LEAP, OTHER = "leap_in_front", "other_defence"
LEAP_OFFER, DEFENCE_OFFER = "leap", "defend"


class Answered(Record):
    """An attack as what others did about it has changed it."""

    target: Id
    granted: int = 0
    """DV that the GM granted for a defence in words."""


class ForcingRules(Record, kw_only=True):
    """Ids of a game's rules about forced defence."""

    leap: str
    defence: str
    """When a defence may still be forced against an attack."""
    judgement: str
    """Whether something is purely defensive is the GM's to say."""
    delayed: str
    """A turn that cuts into another."""


class Forcing(ABC):
    """How a game lets others answer an attack out of turn."""

    acting: Acting
    own_defences: tuple[str, ...]
    """Actions that the target of an attack can force."""
    rules: ForcingRules

    @abstractmethod
    def reach(self, battle: AnyBattle, who: Id) -> float | None:
        """Metres that somebody can come to jump in front; None: from anywhere."""

    @abstractmethod
    def held(self, battle: AnyBattle, who: Id) -> Iterator[Refusal]:
        """What keeps somebody where they are: a hold is left by breaking free, not by a jump."""

    def hurried(self, battle: AnyBattle, who: Id, metres: float, ask: Ask) -> AnyBattle:
        """What so many metres in a leap do to who leaps."""
        return battle

    # ------------------------------------------------------------------------------------- offers

    def leap_offer(self, battle: AnyBattle, attacker: Id, target: Id) -> Offer | None:
        """Jumping in front of the attack, to all who can; None where nobody can.

        Whoever stands on the attacker's side protects nobody from them but their own.
        """
        if not is_fighting(battle):
            return None
        side = battle.combatants[attacker].side
        is_own = battle.combatants[target].side == side
        # Asked of everybody in every run of an attack: what costs least to find out comes first.
        by = tuple(
            who
            for who, combatant in battle.combatants.items()
            if (is_own or combatant.side != side)
            and combatant.is_present
            and not combatant.is_out
            and who not in (attacker, target)
            and self.acting.can_force(battle, who)
            and next(self.held(battle, who), None) is None
            and self._reaches_line(battle, who, attacker, target)
        )
        title = text("Jump in front of {who}", who=ref(target))
        return Offer(id=LEAP_OFFER, title=title, by=by, actions=(LEAP,), rule=self.rules.leap) if by else None

    def defence_offer(self, battle: AnyBattle, target: Id) -> Offer | None:
        """The target's own forced action; None where it can force none."""
        if not self.acting.can_force(battle, target):
            return None
        title = text("{who} forces a defence", who=ref(target))
        return Offer(id=DEFENCE_OFFER, title=title, by=(target,), actions=self.own_defences, rule=self.rules.defence)

    def _offer(self, battle: AnyBattle, id: str, attacker: Id, target: Id) -> Offer | None:
        if id == LEAP_OFFER:
            return self.leap_offer(battle, attacker, target)
        return self.defence_offer(battle, target)

    def _reaches_line(self, battle: AnyBattle, who: Id, attacker: Id, target: Id) -> bool:
        """Whether somebody can get to the line of an attack; where positions are unknown, the GM judges."""
        spot = _spot_on_line(battle, who, attacker, target)
        here = battle.combatants[who].place.point
        if spot is None or here is None:
            return True
        reach = self.reach(battle, who)
        return reach is None or math.dist(here, spot) <= reach

    # ------------------------------------------------------------------------------------- in an attack

    def answered(
        self, battle: AnyBattle, attacker: Id, target: Id, ask: Ask, *, suffix: str = ""
    ) -> tuple[Answered, AnyBattle]:
        """Let others jump in front of an attack, or else the target defend itself, before its dice fall.

        The suffix tells the attacks apart where one action makes several: of the ids of offers and of the dice.
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
                answer = Answered(target, int(call.option("dv_bonus", 0)))
            is_turn = is_forced_turn(after, call.actor)
            battle = turn_within(after, id, self.rules.delayed, ask, only_defence=True) if is_turn else after
            if call.action == LEAP:
                return Answered(call.actor), battle
        return answer, battle

    def show(self, battle: AnyBattle, attacker: Id, target: Id, ask: Ask, *, suffix: str = "") -> None:
        """Offer them beside a hit as well: whoever takes one up now is found before the dice by the next run."""
        for kind in (LEAP_OFFER, DEFENCE_OFFER):
            id = f"{kind}{suffix}"
            offer = self._offer(battle, kind, attacker, target) if ask.wants(id, f"damage{suffix}") else None
            if offer is not None:
                ask.offer(replace(offer, id=id))

    # ------------------------------------------------------------------------------------- the forced actions

    def _free(self, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: nobody holds them."""
        if call.actor in battle.combatants:
            yield from self.held(battle, call.actor)

    def _leap(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        """Take the place of an attack's target; the attack goes on against who jumped."""
        if len(ask.frames) < 2:
            sentence = text("Jump in front of an attack when it is made: the offer stands beside its dice.")
            return Refusal(key="no_attack", sentence=sentence, rule=self.rules.leap, can_override=False)
        battle = self.acting.pay_or_force(battle, call.actor, "standard", ask, "took the shot")
        attack = ask.frames[-2].call
        protected = attack.target
        if protected is None or protected not in battle.combatants or attack.actor not in battle.combatants:
            return battle
        ask.say(tell(battle, "{0} jumps in front of {1}.", call.actor, protected))
        return self._moved_into_line(battle, call.actor, attack.actor, protected, ask)

    def _moved_into_line(self, battle: AnyBattle, who: Id, attacker: Id, target: Id, ask: Ask) -> AnyBattle:
        combatant = battle.combatants[who]
        here, spot = combatant.place.point, _spot_on_line(battle, who, attacker, target)
        if here is None or spot is None:
            return battle
        battle = self.hurried(battle, who, math.dist(here, spot), ask)
        combatant = battle.combatants[who]
        return battle.with_combatant(replace(combatant, place=place_at(battle.board, spot, combatant.place.height)))

    def _other(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        """A defence in words, forced out of turn, once the GM agrees that it is no attack."""
        what = str(call.option("text", "")).strip() or "defends"
        title = text("Is “{what}” purely defensive?", what=what)
        options = (Choice(key="allow", label="Allow"), Choice(key="reject", label="Reject: it is an attack"))
        question = Question(id="allowed", title=title, options=options, default="allow", rule=self.rules.judgement)
        if ask.choose(question, call.actor) == "reject":
            ask.say(tell(battle, "The GM does not allow {0} to force: {what}.", call.actor, what=what))
            return battle
        battle = self.acting.pay_or_force(battle, call.actor, "standard", ask, "defended")
        ask.say(tell(battle, "{0}: {what}.", call.actor, what=what))
        return battle

    def actions(self) -> tuple[Action, ...]:
        """Jumping in front, and any other defence in words."""
        guards = (self.acting.somebody, self.acting.only_forced)
        leap = Action(
            id=LEAP,
            title="Jump in front",
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
            title="Other (GM confirms)",
            run=self._other,
            parameters=(
                Parameter(key="text", title="What", kind="text", default=""),
                Parameter(
                    key="dv_bonus", title="DV against this attack", kind="number", default=0, least=0, most=30,
                    rule=self.rules.defence,
                ),
            ),
            guards=guards,
            rules=(self.acting.rules.only_defence, self.rules.judgement),
            cost="next turn",
            group="defence",
            is_defensive=True,
            help="Any other purely defensive action, in words.",
        )  # fmt: skip
        return (leap, other)


def _spot_on_line(battle: AnyBattle, who: Id, attacker: Id, target: Id) -> Point | None:
    """The point of an attack's line that is closest to somebody; None where positions are unknown."""
    bodies = battle.combatants
    here, start, end = bodies[who].place.point, bodies[attacker].place.point, bodies[target].place.point
    return None if here is None or start is None or end is None else nearest_on_line(here, start, end)


def nearest_on_line(point: Point, start: Point, end: Point) -> Point:
    """The point between start and end that is closest to another one."""
    along = (end[0] - start[0], end[1] - start[1])
    length = along[0] ** 2 + along[1] ** 2
    if length == 0:
        return start
    share = ((point[0] - start[0]) * along[0] + (point[1] - start[1]) * along[1]) / length
    share = min(1.0, max(0.0, share))
    return (start[0] + share * along[0], start[1] + share * along[1])
