"""Attacks on areas and on several targets at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, Generic

from model.board import areas
from model.board.bands import metres_apart
from model.board.distance import REACH_TOLERANCE
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import has_effect
from model.engine.last_weapon import with_last_weapon
from model.engine.requests import Offer
from model.engine.routes import CLOSE, read_place
from model.engine.ruleset import Action, Guard, Parameter
from model.engine.run import interrupt
from model.engine.types import StruckArea
from model.rulesets.families.ogc import odds
from model.rulesets.families.ogc.acting import DV_BONUS, OTHER
from model.rulesets.families.ogc.battle import Battle, Gear
from model.rulesets.families.ogc.combat import Aim, Combat, DamageThrow, Rolled, shared_die
from model.rulesets.families.ogc.cover import INTO_COVER
from model.rulesets.families.ogc.pools import DEAD, DEFEATED
from model.state.base import Id, Record, replace
from model.state.board import Circle, Place, Point, Shape
from model.state.texts import Refusal, text

# ---------------------------------------------------------------------------------------------------------------- areas


RUN = "run_for_cover"
Struck = Callable[[Id], Aim[Gear] | None]
"""Returns the attack that hits a combatant in the area, or None if it misses; may request a verdict on the roll."""


class AreaRules(Record, kw_only=True):
    """Ids of a ruleset's rules about areas."""

    single: str
    """Rule about attacks that hit one target."""
    inside: str
    size: str
    range: str
    avoiding: str
    """Rule about getting out of the area in time."""
    all: tuple[str, ...]


_AIM = Parameter(key="aim", title="Aimed at", kind="combatant", default="")
_CENTRE: Parameter[Any] = Parameter(key="centre", title="Or a place", kind="place")
_RADIUS: Parameter[float | None] = Parameter(
    key="radius", title="Radius (m)", kind="number", least=0, most=99_999, help="Empty: as large as possible.",
)  # fmt: skip


class Areas(ABC, Generic[Battle, Gear]):
    """How attacks on areas, and on several targets one by one, work in a ruleset."""

    combat: Combat[Battle, Gear]
    rules: AreaRules
    defences: tuple[str, ...]
    """Actions that combatants in the area can force before the dice."""

    @abstractmethod
    def largest(self, battle: Battle, call: Call) -> float:
        """Return the largest radius, side or length of the area, in metres."""

    @abstractmethod
    def struck(
        self, battle: Battle, lead: Aim[Gear], aims: dict[Id, Aim[Gear]], ask: Ask
    ) -> tuple[Struck[Gear], Battle]:
        """Roll the attack that `lead` is aimed with; return a function that decides who is hit, and the battle after.

        `aims` are the attacks on all inside the area.
        """

    def has_area(self, battle: Battle, call: Call) -> bool:
        """Whether the weapon of a call strikes an area."""
        weapons = self.combat.weapons
        return weapons.strikes_area(weapons.gear_of_call(battle, call))

    @abstractmethod
    def is_large(self, gear: Gear) -> bool:
        """Whether an attack is so large that it strikes all in its area without a roll."""

    def damages(self, battle: Battle, call: Call, who: Id) -> bool:
        """Whether a damage die is rolled for a combatant that is hit: not for one that falls to any hit."""
        gear = self.combat.weapons.gear_of_call(battle, call)
        return self.combat.deals_damage(battle, gear) and not self.combat.acting.pools.falls_to_any_hit(battle, who, 0)

    def shape(self, battle: Battle, call: Call, centre: Point, radius: float) -> Shape | None:
        """Return the outline of an attack around or towards a point."""
        return areas.around(centre, radius)

    # ------------------------------------------------------------------------------------- combatants in the area

    def aimed_at(self, battle: Battle, call: Call) -> Id | None:
        """Return the combatant at whom an area attack is aimed, or None for a point."""
        aim = _AIM.said(call) or None
        return aim if aim in battle.combatants else None

    def centre(self, battle: Battle, call: Call) -> Point | None:
        """Return the point at which an area attack is aimed, or None if it is unknown."""
        aim = self.aimed_at(battle, call)
        if aim is not None:
            return battle.combatants[aim].place.point
        if call.actor not in battle.combatants:
            return None
        place = read_place(battle, _CENTRE.said(call), battle.combatants[call.actor].place)
        return None if place is None else place.point

    def radius(self, battle: Battle, call: Call) -> float:
        """Return the radius, side or length of the area in metres: as given in the call, else the largest possible."""
        typed = _RADIUS.said(call)
        return self.largest(battle, call) if typed is None else typed

    def outline(self, battle: Battle, call: Call) -> Shape | None:
        """Return the outline of the area on the map, or None if its centre is unknown."""
        centre = self.centre(battle, call)
        return None if centre is None else self.shape(battle, call, centre, self.radius(battle, call))

    def found(self, battle: Battle, call: Call) -> tuple[Id, ...]:
        """Return all combatants in the area, friend and foe, but not those that are dead or defeated.

        The attacker is left out of an area that is not a circle, because it starts from the attacker.
        """
        outline = self.outline(battle, call)
        is_included = outline is None or isinstance(outline, Circle)
        return tuple(
            who
            for who, one in battle.combatants.items()
            if one.is_present
            and (who != call.actor or is_included)
            and not has_effect(battle, who, DEAD, DEFEATED)
            and self._is_inside(battle, call, who, outline)
        )

    def inside(self, battle: Battle, call: Call) -> tuple[Id, ...]:
        """Return the combatants that may be hit: those named by the GM, else all in the area."""
        if call.targets:
            return tuple(who for who in call.targets if who in battle.combatants and battle.combatants[who].is_present)
        return self.found(battle, call)

    def _is_inside(self, battle: Battle, call: Call, who: Id, outline: Shape | None) -> bool:
        aim, point = self.aimed_at(battle, call), battle.combatants[who].place.point
        if who == aim and (outline is None or isinstance(outline, Circle)):
            return True
        if outline is not None and point is not None:
            return areas.holds(outline, point)
        metres = None if aim is None else self.combat.weapons.metres_between(battle, aim, who)
        return metres is not None and metres <= self.radius(battle, call) + CLOSE

    def lead(self, battle: Battle, call: Call) -> Aim[Gear]:
        """Return the attack on what the area is aimed at: its range is that of the area, and its AV the one rolled.

        Without a combatant aimed at, its target only stands for the place. An area that starts from the attacker has no
        distance to it.
        """
        aim, outline = self.aimed_at(battle, call), self.outline(battle, call)
        named = (who for who in call.targets if who in battle.combatants)
        spot = None if aim is not None else self.centre(battle, call)
        if outline is not None and not isinstance(outline, Circle):
            spot = battle.combatants[call.actor].place.point
        return replace(self.aim(battle, call, aim or next(named, call.actor)), spot=spot)

    # ------------------------------------------------------------------------------------- guards

    def in_range(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: what the area is aimed at is within reach of the weapon, like the target of any attack."""
        if call.actor not in battle.combatants:
            return
        lead, weapons = self.lead(battle, call), self.combat.weapons
        if lead.spot is None:
            if lead.target != call.actor:
                yield from weapons.within_reach(battle, call.actor, lead.target, lead.weapon)
            return
        metres, most = self.combat.metres(battle, lead), weapons.farthest(battle, call.actor, lead.weapon)
        if metres is None or most is None or metres <= most + REACH_TOLERANCE:
            return
        away, limit = metres_apart(metres, most)
        sentence = text(
            "That place is out of range: it is {metres} away, and the attack reaches {limit}.", metres=away, limit=limit
        )
        toward = Place(x=lead.spot[0], y=lead.spot[1])
        yield Refusal(key="out_of_range", sentence=sentence, rule=self.rules.range, toward=toward, within=most)

    def sound(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: the weapon strikes an area, the area is not too large, and it is aimed at something."""
        if call.actor not in battle.combatants:
            return
        if not self.has_area(battle, call):
            sentence = text("This hits one target, not an area.")
            yield Refusal(key="no_area", sentence=sentence, rule=self.rules.single)
        most, radius = self.largest(battle, call), self.radius(battle, call)
        if radius > most + CLOSE:
            asked, limit = metres_apart(radius, most)
            sentence = text("The area reaches at most {limit}, not {asked}.", limit=limit, asked=asked)
            yield Refusal(key="large_area", sentence=sentence, rule=self.rules.size)
        if not call.targets and self.centre(battle, call) is None and self.aimed_at(battle, call) is None:
            sentence = text("Choose what it is aimed at: a combatant, a place, or everyone in the area.")
            yield Refusal(key="no_aim", sentence=sentence, rule=self.rules.inside, can_override=False)

    # ------------------------------------------------------------------------------------- the attack

    def attack(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        """Attack an area with one roll."""
        combat = self.combat
        weapon = combat.weapons.of_call(battle, call)
        battle = with_last_weapon(combat.declared(battle, call, "{0} attacks an area.", ask), call.actor, weapon)
        lead, origin = self.lead(battle, call), self.centre(battle, call)
        combat.log_attack(battle, lead, ask)
        battle = combat.interrupted(battle, call.actor, ask)
        if combat.is_void(battle, call.actor, ask):
            return battle
        aimed_at = battle.combatants[lead.target].place
        inside, granted, battle = self._reacted(battle, call, self.inside(battle, call), ask)
        lead = replace(lead, granted=granted.get(lead.target, 0))
        if lead.spot is None and battle.combatants[lead.target].place != aimed_at:
            lead = replace(lead, spot=origin)
        battle = combat.before_roll(battle, lead)
        if not inside:
            ask.add_message(text("Nobody is in the area."))
            return battle
        aims = {who: replace(self.aim(battle, call, who), granted=granted.get(who, 0)) for who in inside}
        is_struck, battle = self._rolled(battle, lead, aims, ask)
        before = battle
        return ask.each(
            inside, lambda who: (who, is_struck(who)), lambda struck: self._landed(before, call, origin, struck, ask)
        )

    def _rolled(
        self, battle: Battle, lead: Aim[Gear], aims: dict[Id, Aim[Gear]], ask: Ask
    ) -> tuple[Struck[Gear], Battle]:
        """Return who is hit, and the battle after the roll; a large area hits all inside without one."""
        if self.is_large(lead.gear):
            return aims.get, battle
        if self.combat.is_lost(battle, lead, ask):
            struck: Struck[Gear] = lambda who: None  # noqa: E731
        else:
            struck, battle = self.struck(battle, lead, aims, ask)
        for aim in aims.values():
            battle = self.combat.after_roll(battle, aim)
        return struck, battle

    def _landed(
        self,
        battle: Battle,
        call: Call,
        origin: Point | None,
        struck: tuple[tuple[Id, Aim[Gear] | None], ...],
        ask: Ask,
    ) -> Battle:
        hits = {who: aim for who, aim in struck if aim is not None}
        for who, aim in struck:
            ask.measure(who, odds.HIT, aim is not None)
        die: Roll | None = None
        if any(self.damages(battle, call, who) for who in hits):
            die = shared_die(call.actor, ask)

        def hit(battle: Battle, who: Id) -> Battle:
            blow = DamageThrow(id=f"damage.{who}", shared=die, origin=origin)
            return self.combat.afflict(battle, hits[who], ask, blow)

        return ask.in_turn(battle, hits, hit)

    def _reacted(
        self, battle: Battle, call: Call, inside: tuple[Id, ...], ask: Ask
    ) -> tuple[tuple[Id, ...], dict[Id, int], Battle]:
        """Let combatants in the area force a defence, one after the other; those who get out of it are not hit.

        Returns who is still inside, the DV that the GM has granted to some for a defence in words, and the battle.
        """
        outline = self.outline(battle, call)
        granted: dict[Id, int] = {}
        for number in count(1):
            id = f"run{number}"
            acting = self.combat.acting
            by = tuple(who for who in inside if who != call.actor and acting.can_force(battle, who))
            if not by or not ask.wants(id, "attack"):
                return inside, granted, battle
            offer = Offer(id=id, title=text("Run for cover"), by=by, actions=self.defences, rule=self.rules.avoiding)
            taken = ask.offer(offer)
            if not isinstance(taken, Call):
                return inside, granted, battle
            before, battle = battle, interrupt(battle, id, taken, ask)
            if taken.action == OTHER:
                granted |= {} if battle is before else {taken.actor: int(DV_BONUS.said(taken))}
            elif self._is_out_of_it(battle, call, taken, outline):
                inside = tuple(who for who in inside if who != taken.actor)
        raise AssertionError("the loop ends by returning")

    def _is_out_of_it(self, battle: Battle, call: Call, taken: Call, outline: Shape | None) -> bool:
        """Whether the combatant who ran has avoided the attack behind cover or has left the area."""
        if taken.action == RUN and INTO_COVER.said(taken):
            return True
        place = battle.combatants[taken.actor].place.point
        if outline is not None and place is not None:
            return not areas.holds(outline, place)
        return not self._is_inside(battle, call, taken.actor, None)

    # ------------------------------------------------------------------------------------- the action

    def action(self, *, parameters: tuple[Parameter[Any], ...], guards: tuple[Guard, ...], help: str) -> Action:
        """Return the action of attacking an area; its parameters `aim`, `centre` and `radius` define the area."""
        acting = self.combat.acting
        return Action(
            id="area_attack",
            title="Attack Area",
            run=self.attack,
            targets="any",
            items=self.combat.weapons.choices("area_attack"),
            parameters=(
                replace(_AIM, rule=self.rules.inside),
                replace(_CENTRE, rule=self.rules.inside),
                replace(_RADIUS, rule=self.rules.size),
                *parameters,
            ),
            guards=(*guards, self.combat.weapons.fit, self.in_range, self.sound),
            rules=self.rules.all,
            cost=acting.titles["standard"],
            group="attack",
            key="E",
            help=help,
            aim=StruckArea(shape=self.outline, caught=self.found, at="centre", on="aim", applies=self.has_area),
        )  # fmt: skip

    # ------------------------------------------------------------------------------------- several targets one by one

    def aim(self, battle: Battle, call: Call, target: Id) -> Aim[Gear]:
        """Return the attack on one of the targets."""
        return self.combat.aimed(call, self.combat.weapons.of_call(battle, call), target)

    def strike_each(self, battle: Battle, call: Call, ask: Ask) -> Battle:
        """Roll against each target separately, then carry out the hits; odds end their run here."""
        weapon = self.combat.weapons.of_call(battle, call)
        battle = with_last_weapon(battle, call.actor, weapon)
        self.combat.log_who_notices(battle, {call.actor: self.combat.weapons.gear_of(weapon)}, ask)
        battle = self.combat.interrupted(battle, call.actor, ask)
        if self.combat.is_void(battle, call.actor, ask):
            return battle
        here = tuple(target for target in call.targets if battle.combatants[target].is_present)
        aims: dict[Id, Aim[Gear]] = {}
        for target in here:
            aims[target], battle = self.combat.answered(battle, self.aim(battle, call, target), ask, f".{target}")
            battle = self.combat.before_roll(battle, aims[target])
        before = battle

        def swing(target: Id) -> Rolled[Battle, Gear]:
            return self.combat.roll(before, aims[target], ask, f".{target}")

        return ask.each(here, swing, lambda swings: self._struck(before, swings, ask))

    def _struck(self, battle: Battle, swings: tuple[Rolled[Battle, Gear], ...], ask: Ask) -> Battle:
        before = battle
        for is_hit, aim, after in swings:
            battle = self.combat.after_roll(self.combat.merged(battle, before, after), aim)
            ask.measure(aim.target, odds.HIT, is_hit)
        for is_hit, aim, _ in swings:
            if not is_hit:
                ask.log(battle, "{0} misses {1}.", aim.attacker, aim.target)

        hits = {aim.first_target: aim for is_hit, aim, _ in swings if is_hit}

        def hit(battle: Battle, target: Id) -> Battle:
            return self.combat.afflict(battle, hits[target], ask, DamageThrow(id=f"damage.{target}"))

        return ask.in_turn(battle, hits, hit)
