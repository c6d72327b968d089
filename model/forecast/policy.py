"""Chooses what a combatant does in a turn of a forecast, by their behaviour and the exact odds of their actions.

A policy only makes calls; the engine carries them out. If it refuses one, the policy tries the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

from model.board.distance import between_places
from model.engine.calls import Answer, Call, Option, Taken
from model.engine.hidden_attackers import REVEAL
from model.engine.requests import Offer
from model.engine.types import StruckArea, aimed_on
from model.forecast.appraisal import Appraisal, Expected
from model.forecast.behaviour import ResolvedBehaviour, settled
from model.forecast.results import party_of
from model.state.base import Id, Record, replace
from model.state.battle import AnyBattle, Combatant

if TYPE_CHECKING:
    from model.engine.ruleset import Ruleset
_EFFECT = 0.2
"""Worth of a hit that does no damage, for example one that blinds."""


class Hands(Protocol):
    """Carries out the calls of a policy."""

    def act(self, call: Call) -> AnyBattle | None:
        """Carry out and keep a call; return the battle after it, or None if the rules refuse it."""

    def attempt(self, call: Call) -> AnyBattle | None:
        """Return the battle after a call, or None if the rules refuse it; only `adopt` keeps the call."""

    def adopt(self, after: AnyBattle) -> AnyBattle:
        """Keep the attempted call that led to this battle."""


_MOST_REFUSED = 2
"""Number of targets on which a weapon is tried before it is given up for this turn."""
_DROP = 0.5
"""Worth of taking a target out, added to the share of its health that an attack takes."""


class _Judged(Record):
    """The last judgement of an attack on a foe, with the state on which it is based.

    `expected` stays valid while nothing changes that the policy sees of the foe; `worth` stays valid while the foe does
    not change at all.
    """

    seen: Combatant[Any]
    foe: Combatant[Any]
    call: Call
    expected: Expected
    worth: tuple[float, float] | None
    """Worth of the attack for sorting, or None if it cannot affect the foe."""


class _Judgements:
    """Judgements of one attack by foe; valid while nothing changes that the policy sees of the attacker."""

    __slots__ = ("actor", "attack", "of")

    def __init__(self, attack: Call, actor: Combatant[Any]) -> None:
        self.attack, self.actor = attack, actor
        self.of: dict[Id, _Judged] = {}
        """Judgements by foe."""

    def hold_for(self, attack: Call, actor: Combatant[Any]) -> bool:
        return self.actor is actor and (self.attack is attack or self.attack == attack)


class Policy:
    """Chooses the actions of all combatants in fights that start from one battle."""

    def __init__(self, ruleset: Ruleset, battle: AnyBattle) -> None:
        self.ruleset = ruleset
        self.tactics = ruleset.tactics
        self.appraisal = Appraisal(ruleset, battle)
        self.party = {who: party_of(ruleset, one.side) for who, one in battle.combatants.items()}
        self._switches = {who: settled(ruleset, battle, one) for who, one in battle.combatants.items()}
        self._standing: tuple[object, dict[str, list[Id]]] | None = None
        self.judged: dict[tuple[Id, int], _Judgements] = {}
        """Judgements by attacker and the number of the attack."""
        self._pool = ruleset.health
        self._health: dict[Id, tuple[Combatant[Any], tuple[float, float]]] = {}

    # ------------------------------------------------------------------------------------------ combatants

    def switches(self, battle: AnyBattle, who: Id) -> ResolvedBehaviour:
        found = self._switches.get(who)
        if found is None:  # a combatant who has joined since
            found = self._switches[who] = settled(self.ruleset, battle, battle.combatants[who])
            self.party[who] = party_of(self.ruleset, battle.combatants[who].side)
        return found

    def can_fight(self, one: Combatant[Any]) -> bool:
        if one.is_out or not one.is_present:
            return False
        helpless = self.tactics.helpless
        return not (helpless and one.effects and any(effect.kind in helpless for effect in one.effects.values()))

    def standing(self, battle: AnyBattle) -> dict[str, list[Id]]:
        """Return the combatants that can still fight, by party."""
        if self._standing is not None and self._standing[0] is battle.combatants:
            return self._standing[1]
        found: dict[str, list[Id]] = {}
        for who, one in battle.combatants.items():
            if self.can_fight(one):
                if who not in self.party:
                    self.switches(battle, who)
                found.setdefault(self.party[who], []).append(who)
        self._standing = (battle.combatants, found)
        return found

    def health(self, battle: AnyBattle, who: Id) -> tuple[float, float]:
        """Return the current and the maximum health; (1, 1) if the ruleset has no health."""
        combatant = battle.combatants[who]
        known = self._health.get(who)
        if known is not None and known[0] is combatant:
            return known[1]
        pool = self._pool
        found = (1.0, 1.0)
        if pool is not None:
            left = float(pool.value(battle, who))
            found = left, float(pool.most(battle, who)) if pool.most is not None else max(1.0, left)
        self._health[who] = (combatant, found)
        return found

    # ------------------------------------------------------------------------------------------ a turn

    def flees(self, battle: AnyBattle, who: Id) -> bool:
        switches = self.switches(battle, who)
        if not switches.flees_below:
            return False
        left, most = self.health(battle, who)
        return left * 100 < switches.flees_below * most

    def take_turn(self, battle: AnyBattle, who: Id, seen: set[Id], hands: Hands) -> AnyBattle:
        """Play the turn of a combatant that can fight and return the battle after it.

        Args:
            battle: the battle at the beginning of the turn.
            who: the acting combatant.
            seen: hidden combatants that have revealed themselves by acting.
            hands: carries out and records the calls.
        """
        party = self.party[who]
        foes = [
            one
            for side, members in self.standing(battle).items()
            if side != party
            for one in members
            if not battle.combatants[one].is_hidden or one in seen
        ]
        if not foes:
            return battle
        return _Turn(self, who, foes, hands).taken(battle)

    # ------------------------------------------------------------------------------------------ offers

    def takes(self, battle: AnyBattle, call: Call, offer: Offer, kind: str) -> Answer | None:
        """Return the answer that accepts an offer, or None to pass.

        Accepted are declared reactions, defences of careful combatants that are hurt, the protection of a ward, and to
        reveal a hidden combatant after an attack.
        """
        tactics = self.tactics
        if kind == REVEAL:
            return Option(option=REVEAL)
        if kind in tactics.reactions:
            return None if offer.preset is None else Taken(call=offer.preset)
        if kind in tactics.forced_defences and offer.actions:
            own = offer.by[0]
            if self.switches(battle, own).stance == "careful" and self.is_hurt(battle, own):
                return Taken(call=Call(action=offer.actions[0], actor=own))
        if kind in tactics.protections and offer.actions and call.target is not None:
            guard = next((one for one in offer.by if self.switches(battle, one).guards == call.target), None)
            if guard is not None:
                return Taken(call=Call(action=offer.actions[0], actor=guard))
        return None

    def is_hurt(self, battle: AnyBattle, who: Id) -> bool:
        left, most = self.health(battle, who)
        return left * 2 <= most


class _Turn:
    """One turn of one combatant."""

    def __init__(self, policy: Policy, who: Id, foes: list[Id], hands: Hands) -> None:
        self.policy, self.who, self.foes, self.hands = policy, who, foes, hands
        self.act = hands.act
        self._known: tuple[AnyBattle, list[Id], list[Call]] | None = None
        self._at_hand: tuple[object, list[Call]] | None = None
        self.tactics, self.ruleset = policy.tactics, policy.ruleset

    def taken(self, battle: AnyBattle) -> AnyBattle:
        switches = self.policy.switches(battle, self.who)
        battle = self._risen(battle)
        if switches.heals:
            battle = self._first(self.tactics.heals(battle, self.who)) or battle
        if switches.stance == "careful" and not self._is_in_cover(battle):
            battle = self._first(self.tactics.cover(battle, self.who)) or battle
        if switches.drops_prone and self.tactics.drop and self.policy.is_hurt(battle, self.who):
            battle = self.act(Call(action=self.tactics.drop, actor=self.who)) or battle
        if self._defends(battle, switches):
            after = self._first(self.tactics.defences(battle, self.who))
            if after is not None:
                return after
        return self._fought(battle, switches)

    def _fought(self, battle: AnyBattle, switches: ResolvedBehaviour) -> AnyBattle:
        """Attack as often as the turn allows; move first if no attack is possible from here."""
        has_moved = has_attacked = False
        if not self._attacks(battle):
            battle = self._first(self.tactics.readies(battle, self.who)) or battle
        while True:
            after = self._attacked(battle, switches, has_attacked=has_attacked)
            if after is None and not has_moved and not has_attacked and self._may_move(battle, switches):
                has_moved = True
                moved = self._approached(battle, switches)
                if moved is not None:
                    battle = moved
                    continue
            if after is None:
                return battle if has_attacked else self._first(self.tactics.readies(battle, self.who)) or battle
            if not self._has_more(battle, after) or self.who not in after.order.acting:
                return after
            battle, has_attacked = after, True
            self.foes = [
                foe for foe in self.foes if foe in battle.combatants and self.policy.can_fight(battle.combatants[foe])
            ]
            if not self.foes:
                return battle

    def _has_more(self, before: AnyBattle, after: AnyBattle) -> bool:
        """Whether the turn may allow another attack: not if the last attack used up the last action of a kind."""
        had, has = before.order.share(self.who), after.order.share(self.who)
        if had is None or has is None:
            return False
        for kind, count in had.left.items():  # noqa: SIM110 -- a loop: it is asked after every attack
            if count and not has.left.get(kind):
                return False
        return True

    # ------------------------------------------------------------------------------------------ single actions

    def _first(self, calls: Iterable[Call]) -> AnyBattle | None:
        """Return the battle after the first call that the rules allow, or None if they refuse all."""
        for call in calls:
            after = self.act(call)
            if after is not None:
                return after
        return None

    def _risen(self, battle: AnyBattle) -> AnyBattle:
        risings = self.tactics.risings
        if not risings:
            return battle
        bearer = battle.combatants[self.who]
        if self.tactics.drop and self._keeps_down(battle):
            return battle
        for effect in bearer.effects.values():
            call = risings.get(effect.kind)
            after = None if call is None else self.act(replace(call, actor=self.who))
            if after is not None:
                return after
        return battle

    def _keeps_down(self, battle: AnyBattle) -> bool:
        return self.policy.switches(battle, self.who).drops_prone and self.policy.is_hurt(battle, self.who)

    def _is_in_cover(self, battle: AnyBattle) -> bool:
        effects = battle.combatants[self.who].effects
        return any(effect.kind == self.tactics.in_cover for effect in effects.values()) if effects else False

    def _defends(self, battle: AnyBattle, switches: ResolvedBehaviour) -> bool:
        """Whether the combatant is hurt and outnumbered: two to one if careful, three to one if balanced."""
        if switches.stance == "aggressive" or not self.policy.is_hurt(battle, self.who):
            return False
        friends = len(self.policy.standing(battle).get(self.policy.party[self.who], ()))
        return len(self.foes) >= (2 if switches.stance == "careful" else 3) * friends

    def _may_move(self, battle: AnyBattle, switches: ResolvedBehaviour) -> bool:
        if switches.holds_position:
            return False
        return not (switches.stays_in_cover and switches.stance != "aggressive" and self._is_in_cover(battle))

    # ------------------------------------------------------------------------------------------ attacks

    def _attacks(self, battle: AnyBattle) -> list[Call]:
        """Return the possible attacks of the combatant; they change only with the items."""
        if self._at_hand is None or self._at_hand[0] is not battle.items:
            self._at_hand = (battle.items, list(self._found_attacks(battle)))
        return self._at_hand[1]

    def _found_attacks(self, battle: AnyBattle) -> Iterable[Call]:
        if self.tactics.attacks is not None:
            return self.tactics.attacks(battle, self.who)
        usual = self.ruleset.usual_attack(battle, self.who)
        return () if usual is None else (usual,)

    def _attacked(self, battle: AnyBattle, switches: ResolvedBehaviour, *, has_attacked: bool) -> AnyBattle | None:
        """Return the battle after the best attack that the rules allow, or None if there is none."""
        if self._is_barred(battle):
            return None
        tried: dict[tuple[str, Id | None], int] = {}
        for call in self._ranked(battle, switches):
            if not tried and not has_attacked:
                self._first(self.tactics.before_attack(battle, self.who))
            if tried.get((call.action, call.item), 0) == _MOST_REFUSED:
                continue
            after = self.act(call)
            if after is not None:
                return after
            # Two refusals of a weapon are not about its target. If a further attack in a turn is refused, the turn has
            # no attack left.
            means = (call.action, call.item)
            tried[means] = tried.get(means, 0) + 1
            if has_attacked:
                return None
        return None

    def _is_barred(self, battle: AnyBattle) -> bool:
        """Whether every attack would be refused, with any weapon and on any target."""
        attack = Call(action="", actor=self.who)
        for guard in self.tactics.barring:
            for _ in guard(battle, attack):
                return True
        return False

    def _ranked(self, battle: AnyBattle, switches: ResolvedBehaviour) -> list[Call]:
        """Return the attacks that can have an effect, the best first; each with points spent before without."""
        if self._known is None or self._known[0] is not battle or self._known[1] is not self.foes:
            # No two tuples are equal before the last element, so calls are never compared.
            ranked = [weighed[-1] for weighed in sorted(self._weighed(battle, switches), reverse=True)]
            if self.tactics.spending is not None:
                ranked = [spent for call in ranked for spent in (*self._spending(battle, call, switches), call)]
            self._known = (battle, self.foes, ranked)
        return self._known[2]

    def _has_attack(self, battle: AnyBattle, switches: ResolvedBehaviour) -> bool:
        """Whether any attack can have an effect."""
        return next(iter(self._weighed(battle, switches)), None) is not None

    def _weighed(
        self, battle: AnyBattle, switches: ResolvedBehaviour
    ) -> Iterator[tuple[tuple[float, float], int, int, Call]]:
        """Yield the attacks that can have an effect: worth, two tie-breakers (foe, attack) and the call."""
        actor = self.policy.appraisal.seen(battle.combatants[self.who])
        for number, attack in enumerate(self._attacks(battle)):
            aim = self.ruleset.actions[attack.action].aim
            if aim is None and switches.guards is None:
                # The worth of these attacks depends only on the foe, so it is cached.
                judged = self._judgements(number, attack, actor).of
                for place, foe in enumerate(self.foes):
                    known = judged.get(foe)
                    if known is None or known.foe is not battle.combatants[foe]:
                        known = judged[foe] = self._judged(battle, switches, attack, foe, known)
                    if known.worth is not None:
                        yield known.worth, -place, -number, known.call
            else:
                for place, foe in enumerate(self.foes):
                    call, worth = self._aimed(battle, switches, aim, attack, foe)
                    if worth is not None:
                        yield worth, -place, -number, call

    def _judgements(self, number: int, attack: Call, actor: Combatant[Any]) -> _Judgements:
        """Return the cached judgements of an attack; `actor` is the attacker as the policy sees them."""
        known = self.policy.judged.get((self.who, number))
        if known is None or not known.hold_for(attack, actor):
            known = self.policy.judged[self.who, number] = _Judgements(attack, actor)
        return known

    def _judged(
        self, battle: AnyBattle, switches: ResolvedBehaviour, attack: Call, foe: Id, before: _Judged | None
    ) -> _Judged:
        """Judge an attack on a foe in its current state; `before` is the last judgement."""
        target, appraisal = battle.combatants[foe], self.policy.appraisal
        seen = appraisal.seen(target)
        call = replace(attack, targets=(foe,)) if before is None else before.call
        if before is not None and before.seen is seen:
            expected = before.expected
        else:
            expected = appraisal.expected(battle, call)
        worth = self._expected_worth(battle, switches, foe, expected)
        return _Judged(seen, target, call, expected, worth)

    def _aimed(
        self, battle: AnyBattle, switches: ResolvedBehaviour, aim: StruckArea | None, attack: Call, foe: Id
    ) -> tuple[Call, tuple[float, float] | None]:
        """Return call and worth of an attack that may strike an area, or whose attacker guards another combatant."""
        call = aimed_on(aim, attack, foe)
        if aim is None or not aim.applies(battle, call):
            return call, self._on_one(battle, switches, call, foe)
        return call, self._on_all(battle, switches, call, foe, aim.caught(battle, call))

    def _on_one(
        self, battle: AnyBattle, switches: ResolvedBehaviour, call: Call, foe: Id
    ) -> tuple[float, float] | None:
        """Return the worth of an attack on a foe, or None if it cannot affect them."""
        return self._expected_worth(battle, switches, foe, self.policy.appraisal.expected(battle, call))

    def _expected_worth(
        self, battle: AnyBattle, switches: ResolvedBehaviour, foe: Id, expected: Expected
    ) -> tuple[float, float] | None:
        """Return the worth of an attack on a foe from its expected effect, or None if it cannot affect them."""
        does_harm = expected.damage or expected.drop
        if not does_harm and (expected.hit <= 0 or self._is_affected(battle, foe)):
            return None
        return self._worth(battle, switches, foe, expected)

    def _is_affected(self, battle: AnyBattle, foe: Id) -> bool:
        """Whether a foe still has an effect whose source is this combatant."""
        return any(effect.source == self.who for effect in battle.combatants[foe].effects.values())

    def _on_all(
        self, battle: AnyBattle, switches: ResolvedBehaviour, call: Call, foe: Id, caught: tuple[Id, ...]
    ) -> tuple[float, float] | None:
        """Return the worth of an attack on an area, or None; its effect on friends counts double as a loss."""
        first = self._on_one(battle, switches, replace(call, targets=(foe,)), foe)
        if first is None:
            return None
        party = self.policy.party
        more = 0.0
        for other in caught:
            if other == foe or not self.policy.can_fight(battle.combatants[other]):
                continue
            expected = self.policy.appraisal.expected(battle, replace(call, targets=(other,)))
            result = self._result(battle, other, expected)
            more += -2 * result if party.get(other) == party[self.who] else result
        worth, besides = first
        result = (worth if switches.focus == "best" and switches.guards is None else besides) + more
        if result <= 0:
            return None
        return (result, 0.0) if switches.focus == "best" and switches.guards is None else (worth, result)

    def _spending(self, battle: AnyBattle, call: Call, switches: ResolvedBehaviour) -> Iterable[Call]:
        tactics = self.tactics
        if tactics.points is None or tactics.spending is None or switches.keeps_points >= 99:
            return ()
        free = tactics.points(battle, self.who) - switches.keeps_points
        return tactics.spending(battle, call, free) if free > 0 else ()

    def _worth(
        self, battle: AnyBattle, switches: ResolvedBehaviour, foe: Id, expected: Expected
    ) -> tuple[float, float]:
        """Return the worth of an attack on a foe: by the focus first, then by its expected effect."""
        result = self._result(battle, foe, expected)
        if switches.guards is not None and switches.guards in battle.combatants:
            return -self._metres(battle, switches.guards, foe), result
        if switches.focus == "weakest":
            return -self.policy.health(battle, foe)[0], result
        if switches.focus == "nearest":
            return -self._metres(battle, self.who, foe), result
        return result, 0.0

    def _result(self, battle: AnyBattle, foe: Id, expected: Expected) -> float:
        """Return the expected share of health lost plus the weighted chance to take the foe out."""
        if not expected.damage and not expected.drop:
            return _EFFECT * expected.hit
        left, most = self.policy.health(battle, foe)
        done, drops = expected.on(max(left, 1.0))
        return done / max(most, 1.0) + _DROP * drops

    def _metres(self, battle: AnyBattle, first: Id, second: Id) -> float:
        """Return the distance of two combatants, only for comparison.

        Where metres are unknown it is 0 within one zone and 1000 otherwise.
        """
        here, there = battle.combatants[first].place, battle.combatants[second].place
        metres = between_places(battle.board, here, there)
        if metres is not None:
            return metres
        return 0.0 if here.zone == there.zone else 1_000.0

    # ------------------------------------------------------------------------------------------ moving

    def _approached(self, battle: AnyBattle, switches: ResolvedBehaviour) -> AnyBattle | None:
        """Return the battle after the cheapest move that makes an attack possible, else after the longest move."""
        goal = self._goal(battle, switches)
        longest = None
        for call in self.tactics.approach(battle, self.who, goal):
            after = self.hands.attempt(call)
            if after is None:
                continue
            longest = after
            if self.who in after.order.acting and self._has_attack(after, switches):
                break
        return None if longest is None else self.hands.adopt(longest)

    def _goal(self, battle: AnyBattle, switches: ResolvedBehaviour) -> Id:
        """Return the foe to approach: the nearest to the ward, else to the combatant; the first of equals."""
        centre = switches.guards if switches.guards in battle.combatants and switches.guards is not None else self.who
        return min(self.foes, key=lambda foe: self._metres(battle, centre, foe))
