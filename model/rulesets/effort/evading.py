"""What reactions leave of an attack on those whom they have moved: reach, burst, cover (SE-REA-04, SE-AMB-03)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from model.board.cover_lines import covers_between
from model.board.distance import between_places
from model.engine.ask import Ask
from model.engine.requests import Choice, Question
from model.engine.telling import tell
from model.rulesets.effort.legs import metric, movement_of
from model.rulesets.effort.reactions import Reaction
from model.state.base import ENVIRONMENT, Id
from model.state.battle import AnyBattle, age
from model.state.board import Feature, Place
from model.state.texts import Text, ref, text

CLOSE = 1e-6


@dataclass(frozen=True)
class Since:
    """The battle as an attack was declared, and as the reactions to it have left it."""

    then: AnyBattle
    now: AnyBattle
    reactions: tuple[Reaction, ...]

    def has_moved(self, who: Id) -> bool:
        """Whether a reaction has moved somebody in time, on the map or by metres alone."""
        if any(one.owner == who and one.is_simultaneous for one in self.reactions):
            return False
        return self.has_new_place(who) or any(self._leads_away(one) for one in self.reactions if one.owner == who)

    def has_new_place(self, who: Id) -> bool:
        """Whether somebody is known to be elsewhere."""
        return bool(self.then.combatants[who].place != self.now.combatants[who].place)

    def _leads_away(self, one: Reaction) -> bool:
        """Whether a stored movement was carried out, as its price shows, and was more than a change of stance."""
        if one.call.action != "move" or self.then.combatants[one.owner].sheet == self.now.combatants[one.owner].sheet:
            return False
        movement = movement_of(self.then, one.call)
        return not isinstance(movement, str) and movement.metres > 0

    def metres(self, start: Place, who: Id) -> float | None:
        """Metres from a place to somebody who has moved; None where nobody knows where they have gone."""
        if not self.has_new_place(who):
            return None
        return _metres(self.now, start, self.now.combatants[who].place)


@dataclass(frozen=True)
class Burst:
    """What strikes everybody near to a place."""

    spot: Place | None
    """Where it was aimed at; None where nobody has said."""
    radius: float
    inside: tuple[Id, ...]
    """Whom it would have caught when it was declared."""


def within(battle: AnyBattle, spot: Place, radius: float) -> tuple[Id, ...]:
    """Everybody present who is known to be within a radius of a place, oldest first (SE-MIS-07)."""
    there = (one for one in sorted(battle.combatants.values(), key=age) if one.is_present)
    return tuple(one.id for one in there if _is_near(_metres(battle, spot, one.place), radius))


def evades(since: Since, attacker: Id, target: Id, ask: Ask, *, is_melee: bool) -> bool:
    """Whether somebody within reach has got out of an attack: behind cover, or as the GM says where nobody measures."""
    if not since.has_moved(target):
        return False
    start = since.now.combatants[attacker].place
    if since.metres(start, target) is None:
        title = text("{whom} has moved. Does the attack of {who} still reach?", who=ref(attacker), whom=ref(target))
        return not _goes_on(target, title, ask, default="no" if is_melee else "yes")
    cover = _new_cover(since, start, target)
    if cover is None:
        return False
    title = text(
        "{whom} is behind {cover} now. Does the attack of {who} still reach?",
        who=ref(attacker), whom=ref(target), cover=ref(cover.id),
    )  # fmt: skip
    return not _goes_on(target, title, ask, default="no")


def caught(since: Since, burst: Burst, ask: Ask) -> tuple[Id, ...]:
    """Whom a burst strikes where it was aimed at: those who have left it are spared, those who came in are not."""
    everybody = tuple(one.id for one in sorted(since.now.combatants.values(), key=age))
    return tuple(_struck(since, burst, dict.fromkeys((*burst.inside, *everybody)), ask))


def _struck(since: Since, burst: Burst, people: Iterable[Id], ask: Ask) -> Iterator[Id]:
    for who in people:
        was_inside, combatant = who in burst.inside, since.now.combatants.get(who)
        if combatant is None or not combatant.is_present:
            continue
        if not since.has_moved(who):
            is_caught = was_inside
        else:
            is_caught = _is_caught(since, burst, who, ask, was_inside=was_inside)
            if was_inside and not is_caught:
                ask.say(tell(since.now, "{0} is out of the area.", who))
        if is_caught:
            yield who


def _is_caught(since: Since, burst: Burst, who: Id, ask: Ask, *, was_inside: bool) -> bool:
    """Whether somebody who has moved is caught: by distance, by cover, or as the GM says."""
    metres = None if burst.spot is None else since.metres(burst.spot, who)
    if burst.spot is None or metres is None:
        title = text("{whom} has moved. Is {whom} still in the area?", whom=ref(who))
        return was_inside and _goes_on(who, title, ask, default="no")
    if not _is_near(metres, burst.radius):
        return False
    cover = _new_cover(since, burst.spot, who)
    if cover is None:
        return True
    title = text("{whom} is behind {cover} now. Is {whom} still caught?", whom=ref(who), cover=ref(cover.id))
    return _goes_on(who, title, ask, default="no")


def _goes_on(who: Id, title: Text, ask: Ask, default: str) -> bool:
    options = (Choice(key="yes", label="Yes"), Choice(key="no", label="No, it comes to nothing"))
    question = Question(id=f"reach.{who}", title=title, options=options, default=default, rule="SE-AMB-03")
    return bool(ask.choose(question, ENVIRONMENT) == "yes")


def _new_cover(since: Since, start: Place, who: Id) -> Feature | None:
    """The cover nearest to somebody that was not between before they moved."""
    before, after = since.then.combatants[who].place.point, since.now.combatants[who].place.point
    if start.point is None or before is None or after is None:
        return None
    known = {feature.id for feature in covers_between(since.then.board, start.point, before)}
    between = covers_between(since.now.board, start.point, after)
    return next((feature for feature in between if feature.id not in known), None)


def _metres(battle: AnyBattle, here: Place, there: Place) -> float | None:
    return between_places(battle.board, here, there, metric(battle))


def _is_near(metres: float | None, radius: float) -> bool:
    return metres is not None and metres <= radius + CLOSE
