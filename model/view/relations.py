"""Relations of combatants, in words and as lines on a map: who guards, holds or aims at whom."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from model.board.areas import nearest
from model.engine.conditions import Relation
from model.engine.ruleset import Ruleset
from model.state.base import Id, State
from model.state.battle import AnyBattle, Combatant, Thing
from model.state.board import Point
from model.state.effects import Effect
from model.view.conditions import conditions_of
from model.view.map import RelationView
from model.view.viewer import GM, Viewer, name_for, sign_for, visible_id


class PartyView(State):
    """One end of a relation."""

    id: Id
    name: str
    initials: str
    side: str


class RelationRow(State):
    """One relation: the first does it to the second."""

    first: PartyView
    verb: str
    second: PartyView

    @property
    def words(self) -> str:
        """`Nyota guards Imani`"""
        return f"{self.first.name} {self.verb} {self.second.name}"


def relation_rows(ruleset: Ruleset, battle: AnyBattle, who: Id) -> tuple[RelationRow, ...]:
    """All relations of a combatant, for the GM, as declared by their conditions."""
    found = []
    for bearer, effect in _tied(battle, who):
        condition = ruleset.conditions.get(effect.kind)
        if condition is not None and condition.relation is not None and effect.other is not None:
            ends = (bearer, effect.other) if condition.relation.from_bearer else (effect.other, bearer)
            found.append(
                RelationRow(first=_party(battle, ends[0]), verb=condition.relation.verb, second=_party(battle, ends[1]))
            )
    return tuple(found)


def relation_words(ruleset: Ruleset, battle: AnyBattle) -> dict[Id, dict[str, tuple[str, ...]]]:
    """The relations of combatants in words for lists, by combatant and kind of the effect: `held by Boomer`."""
    found: dict[Id, dict[str, tuple[str, ...]]] = {}
    for bearer, one in battle.combatants.items():
        for effect in one.effects.values():
            condition = ruleset.conditions.get(effect.kind)
            if effect.other not in battle.combatants or condition is None or condition.relation is None:
                continue
            relation = condition.relation
            first, second = (bearer, effect.other) if relation.from_bearer else (effect.other, bearer)
            for who, verb, whom in ((first, relation.verb, second), (second, relation.passive, first)):
                if verb:
                    words = f"{verb} {name_for(battle, whom, GM)}"
                    kinds = found.setdefault(who, {})
                    kinds[effect.kind] = (*kinds.get(effect.kind, ()), words)
    return found


def relation_views(
    ruleset: Ruleset, battle: AnyBattle, viewer: Viewer, shown: Collection[Id]
) -> Iterator[RelationView]:
    """The lines of relations between two of those shown, or from a combatant to a feature or zone of the board.

    Players see those of conditions that they may know, between those whom they see; a line ends with its effect.
    """
    for bearer in shown:
        body = battle.combatants.get(bearer) or battle.things[bearer]
        if not body.effects or all(effect.other is None for effect in body.effects.values()):
            continue
        visible = {condition.id: condition.title for condition in conditions_of(ruleset, battle, bearer, viewer)}
        for effect in body.effects.values():
            title = visible.get(visible_id(effect.id, viewer))
            if effect.other is None or title is None:
                continue
            condition = ruleset.conditions.get(effect.kind)
            relation = (
                Relation(verb=title, from_bearer=False)
                if condition is None or condition.relation is None
                else condition.relation
            )
            if effect.other in shown:
                yield _between(battle, viewer, bearer, effect.other, relation)
            elif (point := _nearest_of(battle, viewer, body, effect.other)) is not None:
                yield RelationView(
                    source=visible_id(bearer, viewer), target="", label=title, line=relation.line, at=point
                )


def _between(battle: AnyBattle, viewer: Viewer, bearer: Id, other: Id, relation: Relation) -> RelationView:
    first, second = (bearer, other) if relation.from_bearer else (other, bearer)
    return RelationView(
        source=visible_id(first, viewer),
        target=visible_id(second, viewer),
        label=relation.verb,
        line=relation.line,
        words=f"{name_for(battle, first, viewer)} {relation.verb} {name_for(battle, second, viewer)}",
    )


def _nearest_of(battle: AnyBattle, viewer: Viewer, body: Combatant[object] | Thing, id: Id) -> Point | None:
    """The point of a feature or zone nearest to a combatant; None if they are inside or the viewer does not know it."""
    area = battle.board.features.get(id) or battle.board.zones.get(id)
    if area is None or area.shape is None or body.place.point is None or (area.hidden and not viewer.is_gm):
        return None
    point = nearest(area.shape, body.place.point)
    return None if point == body.place.point else point


def _tied(battle: AnyBattle, who: Id) -> Iterator[tuple[Id, Effect]]:
    """Effects that relate a combatant to another one, as bearer or as the other, with the bearer's id."""
    for id, combatant in battle.combatants.items():
        for effect in combatant.effects.values():
            is_known = effect.other is not None and effect.other in battle.combatants
            if is_known and who in (id, effect.other):
                yield id, effect


def _party(battle: AnyBattle, who: Id) -> PartyView:
    name = name_for(battle, who, GM) or who
    return PartyView(id=who, name=name, initials=sign_for(battle, who, GM), side=battle.combatants[who].side)
