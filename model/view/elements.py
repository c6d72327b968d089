"""A players' view with a layout applied: removes what the layout leaves out and adds nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from model.state.base import replace
from model.view.layout import PlayersLayout
from model.view.map import MapView, RelationView, TokenView, has_map
from model.view.players import ActionView, DiceView, PlayerRow, PlayersView
from model.view.viewer import PLAYERS_SIDE
from model.view.zone_list import ZonesView

OPPOSITION = "The opposition"


def with_layout(view: PlayersView, layout: PlayersLayout) -> PlayersView:
    """The view with only the elements of a layout."""
    if layout.opposition:
        view = _with_opposition(view)
    if not layout.now_and_next:
        view = replace(_without_turns(view), now="", next="", next_id="")
    return replace(
        view,
        layout=layout,
        map=_map(view.map, layout) if layout.map else MapView(),
        zones=_zones(view.zones, layout) if layout.map and view.zones is not None else None,
        scene=view.scene if layout.scene and not layout.map else "",
        order=tuple(_row(row, layout) for row in view.order) if layout.order else (),
        pools=view.pools if layout.pools else (),
        action=None if view.action is None else _action(view.action, layout),
        log=tuple(_lines(_log(view, layout), layout)),
    )


def _log(view: PlayersView, layout: PlayersLayout) -> tuple[ActionView, ...]:
    """Earlier messages, as many lines as the layout says; all of them if there is no board to show.

    A view without map and picture has room for them, and groups that play without a board depend on them.
    """
    if layout.events and not has_board(view, layout):
        return view.log
    return view.log[-layout.log_lines :] if layout.log_lines else ()


def has_board(view: PlayersView, layout: PlayersLayout) -> bool:
    """Whether a layout shows a map, zones or the picture of the scene."""
    if layout.map:
        return view.zones is not None or has_map(view.map)
    return layout.scene and bool(view.scene)


def _with_opposition(view: PlayersView) -> PlayersView:
    """The view with all turns that are not the players' under one name: which combatant acts when stays secret."""
    rows: list[PlayerRow] = []
    sides = {row.name: row.side for row in view.order}
    for row in view.order:
        if row.side == PLAYERS_SIDE:
            rows.append(row)
        elif rows and rows[-1].name == OPPOSITION:
            last = rows[-1]
            rows[-1] = replace(last, is_now=last.is_now or row.is_now, is_past=last.is_past and row.is_past)
        else:
            rows.append(
                PlayerRow(id=row.id, name=OPPOSITION, initials="?", side="npc", is_now=row.is_now, is_past=row.is_past)
            )
    next_side = next((row.side for row in view.order if row.id == view.next_id), sides.get(view.next, PLAYERS_SIDE))
    told = replace(
        view,
        order=tuple(rows),
        next=OPPOSITION if view.next and next_side != PLAYERS_SIDE else view.next,
        next_id="" if next_side != PLAYERS_SIDE else view.next_id,
    )
    if not view.now or sides.get(view.now, PLAYERS_SIDE) == PLAYERS_SIDE:
        return told
    return replace(_without_turns(told), now=OPPOSITION)


def _without_turns(view: PlayersView) -> PlayersView:
    """The view without any mark, line or distance on the board that reveals whose turn it is."""
    zones = None if view.zones is None else _each_token(view.zones, _without_turn)
    return replace(
        view,
        map=replace(view.map, tokens=tuple(map(_without_turn, view.map.tokens)), relations=_lasting(view.map)),
        zones=None
        if zones is None
        else replace(zones, center="", rows=tuple(replace(row, distance="") for row in zones.rows)),
    )


def _lasting(view: MapView) -> tuple[RelationView, ...]:
    """The relations without the line to a target, which would reveal whose turn it is."""
    return tuple(relation for relation in view.relations if relation.kind != "target")


def _without_turn(token: TokenView) -> TokenView:
    is_told = token.acting or token.target or token.distance or token.bearing is not None
    return replace(token, acting=False, target=False, distance="", bearing=None) if is_told else token


def _row(row: PlayerRow, layout: PlayersLayout) -> PlayerRow:
    return replace(
        row,
        health=row.health if layout.health else None,
        conditions=row.conditions if layout.conditions else (),
        is_now=row.is_now and layout.now_and_next,
    )


def _token(token: TokenView, layout: PlayersLayout) -> TokenView:
    return replace(
        token,
        health=token.health if layout.health else None,
        conditions=token.conditions if layout.conditions else (),
        notes=token.notes if layout.conditions else (),
        acting=token.acting and layout.now_and_next,
    )


def _map(view: MapView, layout: PlayersLayout) -> MapView:
    if layout.health and layout.conditions and layout.now_and_next:
        return view
    return replace(view, tokens=tuple(_token(token, layout) for token in view.tokens))


def _zones(view: ZonesView, layout: PlayersLayout) -> ZonesView:
    if layout.health and layout.conditions and layout.now_and_next:
        return view
    return _each_token(view, lambda token: _token(token, layout))


def _each_token(view: ZonesView, change: Callable[[TokenView], TokenView]) -> ZonesView:
    return replace(view, rows=tuple(replace(row, tokens=tuple(map(change, row.tokens))) for row in view.rows))


def _action(action: ActionView, layout: PlayersLayout) -> ActionView | None:
    """The action as far as the layout shows it, or None if nothing is left."""
    if not layout.events and not layout.dice:
        return None
    dice = tuple(_die(one, layout) for one in action.dice) if layout.dice else ()
    if not layout.events:
        return replace(action, title="", sentence="", outcome="", dice=dice) if dice else None
    plain = (
        action if layout.damage_numbers else replace(action, sentence=action.in_words, outcome=action.outcome_in_words)
    )
    return replace(plain, dice=dice) if dice or plain.sentence else None


def _die(dice: DiceView, layout: PlayersLayout) -> DiceView:
    return replace(
        dice,
        total=dice.total if layout.totals else None,
        against=dice.against if layout.target_numbers else None,
    )


def _lines(log: Iterable[ActionView], layout: PlayersLayout) -> Iterator[ActionView]:
    for line in log:
        words = line.sentence if layout.damage_numbers else line.in_words
        if words:
            yield replace(line, sentence=words, in_words=words)
