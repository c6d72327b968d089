"""How reactions change the attack that they interrupt: who gets out of its reach or its area (SE-REA-04)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from model.board.cover_lines import covers_between
from model.board.distance import between_places
from model.engine.ask import Ask
from model.engine.requests import Question, yes_or_no
from model.engine.routes import CLOSE
from model.rulesets.effort.courses import movement_of
from model.rulesets.effort.distances import metric
from model.rulesets.effort.reactions import Reaction
from model.rulesets.effort.sheet import Battle
from model.state.base import ENVIRONMENT, Id, Record
from model.state.battle import age
from model.state.board import Feature, Place
from model.state.texts import Text, ref, text


class Since(Record):
    """The battle when an attack was declared (`then`), and after the reactions to it (`now`)."""

    then: Battle
    now: Battle
    reactions: tuple[Reaction, ...]

    def has_moved(self, who: Id) -> bool:
        """Whether a reaction moved a combatant before the attack takes effect, on the map or by metres alone."""
        return self.has_new_place(who) or any(self._leads_away(one) for one in self.reactions if one.owner == who)

    def has_new_place(self, who: Id) -> bool:
        """Whether a combatant is known to be at another place than before."""
        return self.then.combatants[who].place != self.now.combatants[who].place

    def _leads_away(self, one: Reaction) -> bool:
        """Whether a stored movement was carried out (its price has changed the sheet) and covered any distance."""
        if one.call.action != "move" or self.then.combatants[one.owner].sheet == self.now.combatants[one.owner].sheet:
            return False
        movement = movement_of(self.then, one.call)
        return not isinstance(movement, str) and movement.metres > 0

    def metres(self, start: Place, who: Id) -> float | None:
        """Metres from a place to a combatant who has moved, or None if their new place is unknown."""
        if not self.has_new_place(who):
            return None
        return metres_between(self.now, start, self.now.combatants[who].place)


class Burst(Record):
    """An attack on everyone within a radius of a place."""

    spot: Place | None
    """Where it was aimed, or None if no place was given."""
    radius: float
    inside: tuple[Id, ...]
    """Combatants that it would have caught when it was declared."""


def within(battle: Battle, spot: Place, radius: float) -> tuple[Id, ...]:
    """All combatants in the fight that are known to be within a radius of a place, oldest first (SE-MIS-07)."""
    there = (one for one in sorted(battle.combatants.values(), key=age) if one.is_present and not one.is_out)
    return tuple(one.id for one in there if is_near(metres_between(battle, spot, one.place), radius))


def evades(since: Since, attacker: Id, target: Id, ask: Ask, *, is_melee: bool) -> bool:
    """Whether a combatant within reach has escaped an attack by moving; the GM is asked if there is new cover between,
    or if the distance is unknown.
    """
    if not since.has_moved(target):
        return False
    start = since.now.combatants[attacker].place
    if since.metres(start, target) is None:
        title = text("{whom} has moved. Does {who}'s attack still reach?", who=ref(attacker), whom=ref(target))
        return not _goes_on(target, title, ask, default="no" if is_melee else "yes")
    cover = _new_cover(since, start, target)
    if cover is None:
        return False
    title = text(
        "{whom} is behind {cover} now. Does {who}'s attack still reach?",
        who=ref(attacker), whom=ref(target), cover=ref(cover.id),
    )  # fmt: skip
    return not _goes_on(target, title, ask, default="no")


def caught(since: Since, burst: Burst, ask: Ask) -> tuple[Id, ...]:
    """Combatants that a burst hits at its spot: those who have left the area are spared, those who entered are not."""
    everybody = tuple(one.id for one in sorted(since.now.combatants.values(), key=age))
    return tuple(_struck_by(since, burst, dict.fromkeys((*burst.inside, *everybody)), ask))


def _struck_by(since: Since, burst: Burst, people: Iterable[Id], ask: Ask) -> Iterator[Id]:
    for who in people:
        was_inside, combatant = who in burst.inside, since.now.combatants.get(who)
        if combatant is None or not combatant.is_present:
            continue
        if not since.has_moved(who):
            is_caught = was_inside
        else:
            is_caught = _is_caught(since, burst, who, ask, was_inside=was_inside)
            if was_inside and not is_caught:
                ask.log(since.now, "{0} is out of the area.", who)
        if is_caught:
            yield who


def _is_caught(since: Since, burst: Burst, who: Id, ask: Ask, *, was_inside: bool) -> bool:
    """Whether a combatant who has moved is caught; the GM is asked about new cover and unknown distances."""
    metres = None if burst.spot is None else since.metres(burst.spot, who)
    if burst.spot is None or metres is None:
        title = text("{whom} has moved. Is {whom} still in the area?", whom=ref(who))
        return was_inside and _goes_on(who, title, ask, default="no")
    if not is_near(metres, burst.radius):
        return False
    cover = _new_cover(since, burst.spot, who)
    if cover is None:
        return True
    title = text(
        "{whom} is behind {cover} now. Is {whom} still caught in the area?", whom=ref(who), cover=ref(cover.id)
    )
    return _goes_on(who, title, ask, default="no")


def _goes_on(who: Id, title: Text, ask: Ask, default: str) -> bool:
    options = yes_or_no(no="No, the attack is lost")
    question = Question(id=f"reach.{who}", title=title, options=options, default=default, rule="SE-AMB-03")
    return ask.choose(question, ENVIRONMENT) == "yes"


def _new_cover(since: Since, start: Place, who: Id) -> Feature | None:
    """The cover nearest to a combatant that was not between them and `start` before they moved, or None."""
    before, after = since.then.combatants[who].place.point, since.now.combatants[who].place.point
    if start.point is None or before is None or after is None:
        return None
    known = {feature.id for feature in covers_between(since.then.board, start.point, before)}
    between = covers_between(since.now.board, start.point, after)
    return next((feature for feature in between if feature.id not in known), None)


def metres_between(battle: Battle, here: Place, there: Place) -> float | None:
    return between_places(battle.board, here, there, metric(battle))


def is_near(metres: float | None, radius: float) -> bool:
    return metres is not None and metres <= radius + CLOSE
