"""The complete player view. Its types have no field for a secret.

Hidden combatants leave no trace: no row, gap, number or count. While one of them acts, `now`, `next`, the round and the
marks of turns that are over stay as last seen; that is why a projection takes the previous one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from model.board.distance import link_between
from model.engine.calls import Call
from model.engine.edits_battle import NEXT_BATTLE
from model.engine.group_attack import GROUP_ATTACK
from model.engine.ruleset import Ruleset
from model.engine.turns import can_act, upcoming
from model.state.base import ENVIRONMENT, Id, State, replace
from model.state.battle import AnyBattle, Departure, age
from model.state.board import Board, Rectangle
from model.state.order import OWN_PLACE, Slot, Turn
from model.state.texts import Note, RollRecord, Ruling, Text, ref, refs_in, text
from model.view.board import project_map
from model.view.conditions import token_labels
from model.view.explanations import paired, verdict_word
from model.view.handouts import ShownView, shown_view
from model.view.layout import FULL, BoardFrame, PlayersLayout, TurnTimer
from model.view.map import HealthView, MapView, with_last_step
from model.view.marks import MarksView
from model.view.order import is_held
from model.view.pools import ClockView, PoolView, clock_view, departure_of, group_health, health_numbers, pool_views
from model.view.relations import relation_rows
from model.view.texts import plain, render, render_all
from model.view.viewer import (
    PLAYERS,
    PLAYERS_SIDE,
    Viewer,
    initials,
    knows,
    name_for,
    policy_of,
    sign_for,
    visible_id,
    without_number,
)
from model.view.zone_list import ZonesView, project_zones

# --------------------------------------------------------------------------------------------------- zones as a diagram


_WIDTH, _HEIGHT, _GAP = 12.0, 8.0, 3.0
"""Metres of a box and of the gap between two; used for drawing only, never for measuring."""


def as_diagram(battle: AnyBattle, viewer: Viewer) -> AnyBattle:
    """The battle with boxes for the zones that a viewer knows, or unchanged if anything is drawn already.

    An unknown zone has no box and leaves no gap.
    """
    board = battle.board
    known = [id for id in board.zones if knows(battle, id, viewer)]
    is_drawn = board.picture is not None or any(zone.shape is not None for zone in board.zones.values())
    if is_drawn or not known:
        return battle
    zones = dict(board.zones)
    left = 0.0
    for columns in _parts(board, known, viewer):
        highest = max(map(len, columns))
        for members in columns:
            top = (highest - len(members)) * (_HEIGHT + _GAP) / 2
            for row, id in enumerate(members):
                y = top + row * (_HEIGHT + _GAP)
                zones[id] = replace(zones[id], shape=Rectangle(x=left, y=y, width=_WIDTH, height=_HEIGHT))
            left += _WIDTH + _GAP
    return replace(battle, board=replace(board, zones=zones, has_grid=False))


def _parts(board: Board, known: list[Id], viewer: Viewer) -> list[list[list[Id]]]:
    """The connected groups of zones, each in columns by the number of connections from its first zone."""
    parts: list[list[list[Id]]] = []
    waiting = list(known)
    while waiting:
        columns: list[list[Id]] = []
        front = [waiting.pop(0)]
        while front:
            columns.append(front)
            front = [id for id in waiting if any(_are_linked(board, id, other, viewer) for other in front)]
            waiting = [id for id in waiting if id not in front]
        parts.append(columns)
    return parts


def _are_linked(board: Board, first: Id, second: Id, viewer: Viewer) -> bool:
    link = link_between(board, first, second)
    return link is not None and (viewer.is_gm or not link.hidden)


# ------------------------------------------------------------------------------------------------------------- the view


Phase = Literal["waiting", "fighting", "ended"]


class PlayerRow(State):
    """A turn in the players' order: of one combatant, or of the members of a group that players can see."""

    id: Id
    """Opaque."""
    name: str
    initials: str
    side: str
    portrait: str = ""
    text: str = ""
    """`forced`, `delayed`, `turn given up`; empty if there is nothing to add."""
    conditions: tuple[str, ...] = ()
    health: HealthView | None = None
    is_now: bool = False
    is_past: bool = False
    is_out: bool = False
    left_as: Departure | None = None
    """How all of them left combat alive."""
    is_nested: bool = False
    """Whether it is a turn of this round only."""


class DiceView(State):
    """A roll that players may see, with its verdict."""

    faces: tuple[int, ...]
    title: str = ""
    """The purpose of the roll: `attack`, `location`, `damage`."""
    word: str = ""
    """`hit`, `miss`, or the result of the dice, such as `left arm`; empty if the faces are enough."""
    is_success: bool | None = None
    total: int | None = None
    """For rolls of the players' own side only."""
    against: int | None = None
    """The target number; only if it was requested."""
    by: str = ""
    """Name of the roller if there are several."""


ARROW = " → "
"""Between who acts and the targets."""


class ActionView(State):
    """The last action that players saw."""

    title: str
    """`Crimson → Man in the red coat`; empty if no visible combatant caused it."""
    actor: Id = ""
    """Opaque, like `target`."""
    target: Id = ""
    """Empty too if it is aimed at an area, or at several."""
    dice: tuple[DiceView, ...] = ()
    sentence: str = ""
    """The whole message."""
    outcome: str = ""
    """The effects on others than the actor, and what the actor loses: `Thug is hurt. Thug is down.`"""
    in_words: str = ""
    outcome_in_words: str = ""
    """`sentence` and `outcome` without damage numbers."""
    names: tuple[tuple[Id, str], ...] = ()
    """The combatants and things that it names, with their names then: it is dropped once one is renamed or hidden."""
    exact: tuple[Id, ...] = ()
    """Combatants whose health its numbers reveal: it is dropped once one's health is no longer shown exactly."""


class PlayersView(State):
    """Everything in the player view."""

    phase: Phase
    round: int = 0
    clock: ClockView = ClockView(words="", brief="")
    """As last seen, like `now`."""
    now: str = ""
    """Name of the acting combatant or group, as last seen."""
    next: str = ""
    """Name of the following turn, in this round or the next."""
    next_id: Id = ""
    order: tuple[PlayerRow, ...] = ()
    map: MapView = MapView()
    zones: ZonesView | None = None
    """The combatants in each zone, if places are zones alone and a drawn map would have no scale."""
    action: ActionView | None = None
    pools: tuple[PoolView, ...] = ()
    """The party's common pools, as far as players may know them."""
    scene: str = ""
    """The picture of the scene: name of a file beside the session."""
    shown: ShownView | None = None
    """A handout that covers everything else."""
    timer: TurnTimer | None = None
    frame: BoardFrame | None = None
    """The part of the board that is shown, or None if it follows combat."""
    marks: MarksView = MarksView()
    """The GM's temporary pointer marks."""
    log: tuple[ActionView, ...] = ()
    """Earlier messages, the latest last."""
    layout: PlayersLayout = FULL


def players_view(
    ruleset: Ruleset,
    battle: AnyBattle,
    previous: PlayersView | None = None,
    *,
    call: Call | None = None,
    note: Note | None = None,
    before: AnyBattle | None = None,
    has_target_numbers: bool = False,
) -> PlayersView:
    """The battle as the players may see it.

    `previous` is the player view shown last. `call` and `note` are those of the action in progress or just applied;
    without them, or if they contain nothing for players, the last action stays. `before` is the battle before an
    applied action: the areas that it struck and the displacements stay on the map until the next one. With
    `has_target_numbers`, dice include their target number.
    """
    if call is not None and before is not None and call.action == NEXT_BATTLE:
        previous = None  # The log of the last battle does not belong to this one.
    action = None
    if call is not None and note is not None and not _is_end_of_unseen(battle, previous):
        action = _action(ruleset, battle, call, note, before)
        if action is not None and has_target_numbers:
            action = _with_targets(action, note, battle)
    view = _view(ruleset, battle, previous, action)
    view = replace(
        view,
        scene=battle.scene.picture,
        shown=shown_view(battle),
        log=_log(battle, previous, action if before is not None else None),
    )
    if call is not None and before is not None:
        view = replace(view, map=with_last_step(view.map, ruleset, before, battle, call, PLAYERS))
    return replace(view, pools=pool_views(ruleset, battle, PLAYERS)) if ruleset.pools else view


_KEPT_LINES = 8


def _log(battle: AnyBattle, previous: PlayersView | None, action: ActionView | None) -> tuple[ActionView, ...]:
    """The earlier messages that players may still read, and the new one."""
    older = () if previous is None else tuple(line for line in previous.log if _may_still_be_read(battle, line))
    told = () if action is None or not action.sentence else (replace(action, dice=()),)
    return (*older, *told)[-_KEPT_LINES:]


def _view(ruleset: Ruleset, battle: AnyBattle, previous: PlayersView | None, action: ActionView | None) -> PlayersView:
    """The battle with this action, or with the previous one while that is still valid."""
    if action is None and previous is not None and previous.action is not None:
        action = previous.action if _is_still_news(battle, previous, previous.action) else None
    phase = _phase_shown(battle, previous, action)
    if phase != "fighting":
        rows = tuple(_loose_rows(ruleset, battle))
        return _on_board(ruleset, battle, PlayersView(phase=phase, order=rows, action=action), None)
    if battle.order.phase == "planning":
        # All plan at once: nobody is acting, and who comes first is not known yet.
        return replace(_as_it_is(ruleset, battle, None, action), next="", next_id="")
    turn = _visible_turn(battle)
    if turn is None and previous is not None and previous.phase == "fighting":
        return _as_last_seen(ruleset, battle, previous, action)
    return _as_it_is(ruleset, battle, turn, action)


def _phase_shown(battle: AnyBattle, previous: PlayersView | None, action: ActionView | None) -> Phase:
    """The phase for players: an ambush by hidden combatants has not begun before players see anything of it.

    Combat that ended unseen is never shown.
    """
    if battle.order.phase == "setup":
        return "waiting"
    if battle.order.phase == "ended":
        return "waiting" if _is_end_of_unseen(battle, previous) else "ended"
    if action is not None or battle.order.phase == "planning" or _visible_turn(battle) is not None:
        return "fighting"
    if previous is None:
        return "fighting" if _was_anything_seen(battle) else "waiting"
    return previous.phase


def _is_end_of_unseen(battle: AnyBattle, previous: PlayersView | None) -> bool:
    """Whether combat has ended without players seeing anything of it."""
    return battle.order.phase == "ended" and previous is not None and previous.phase == "waiting"


def _was_anything_seen(battle: AnyBattle) -> bool:
    """Whether players have seen a turn of the current combat."""
    slots = battle.order.slots.values()
    return battle.order.round > 1 or any(slot.state != "waiting" and _seen_members(battle, slot) for slot in slots)


def _as_it_is(ruleset: Ruleset, battle: AnyBattle, turn: Turn | None, action: ActionView | None) -> PlayersView:
    """The view as it is: a known combatant is acting, or nothing was shown before."""
    rows = tuple(_rows(ruleset, battle, turn))
    following = _next_slot(ruleset, battle)
    view = PlayersView(
        phase="fighting",
        round=battle.order.round,
        clock=clock_view(ruleset, battle),
        now=next((row.name for row in rows if row.is_now), ""),
        next="" if following is None else _slot_name(battle, following),
        next_id="" if following is None else visible_id(following.id, PLAYERS),
        order=rows,
        action=action,
    )
    return _on_board(ruleset, battle, view, None if turn is None else _taker(battle, turn))


def _as_last_seen(ruleset: Ruleset, battle: AnyBattle, previous: PlayersView, action: ActionView | None) -> PlayersView:
    """The view while no known combatant acts: places, health and conditions are current, turns are as last seen."""
    rows = _rows_as_last_seen(ruleset, battle, previous)
    ids = {row.id for row in rows}
    seen_acting = {token.id for token in previous.map.tokens if token.acting}
    acting = next((who for who in battle.combatants if visible_id(who, PLAYERS) in seen_acting), None)
    view = replace(
        previous,
        now=next((row.name for row in rows if row.is_now), ""),
        next=next((row.name for row in rows if row.id == previous.next_id), ""),
        next_id=previous.next_id if previous.next_id in ids else "",
        order=rows,
        action=action,
    )
    return _on_board(ruleset, battle, view, acting)


def _rows_as_last_seen(ruleset: Ruleset, battle: AnyBattle, previous: PlayersView) -> tuple[PlayerRow, ...]:
    """The previous rows with current values; a round that began unseen shows none of its turns yet.

    Turns of one round only belong to it: those of the last round stay, and those of this one are withheld until a
    combatant acts whom players see.
    """
    fresh = {row.id: row for row in _rows(ruleset, battle, None)}
    of_round = {visible_id(slot.id, PLAYERS) for slot in battle.order.slots.values() if slot.kind == "segment"}
    standing = {row.name: row for row in fresh.values() if not row.is_nested and row.id not in of_round}
    had_begun = not previous.clock.steps or previous.clock.step is not None
    is_new_round = battle.order.round != previous.round or not had_begun
    rows: list[PlayerRow] = []
    for row in previous.order:
        now = fresh.pop(row.id, None)
        if now is not None:
            rows.append(replace(now, text=row.text, is_now=row.is_now, is_past=row.is_past, is_nested=row.is_nested))
        elif is_new_round and (row.is_nested or row.name in standing):
            rows.append(_refreshed(row, standing.get(row.name)))
    later = (row for row in fresh.values() if not row.is_nested and not (is_new_round and row.id in of_round))
    rows.extend(replace(row, is_past=False, text="") for row in later)
    return tuple(rows)


def _refreshed(row: PlayerRow, now: PlayerRow | None) -> PlayerRow:
    """The row of a past turn with the current values of its combatant."""
    return (
        row
        if now is None
        else replace(row, health=now.health, conditions=now.conditions, is_out=now.is_out, left_as=now.left_as)
    )


def _visible_turn(battle: AnyBattle) -> Turn | None:
    """The topmost turn in progress that a combatant takes whom players know, or None."""
    return next((turn for turn in reversed(battle.order.turns) if _taker(battle, turn) is not None), None)


def _taker(battle: AnyBattle, turn: Turn) -> Id | None:
    """The acting member of a turn as players see it: a known combatant, preferably one who has not ended the turn."""
    known = [who for who in turn.shares if _is_seen(battle, who)]
    return next((who for who in known if not turn.shares[who].is_over), known[0] if known else None)


def _is_seen(battle: AnyBattle, who: Id) -> bool:
    """Whether players know of a combatant; for the environment, while they see something fall or drift."""
    if who == ENVIRONMENT:
        return any(
            knows(battle, thing.id, PLAYERS) and (thing.is_falling or (thing.speed > 0 and thing.controller is None))
            for thing in battle.things.values()
        )
    return knows(battle, who, PLAYERS)


def _is_of_environment(slot: Slot) -> bool:
    """Whether the environment takes this turn: its own at the end of a round, or one out of turn."""
    return slot.kind == "environment" or slot.members == (ENVIRONMENT,)


def _seen_members(battle: AnyBattle, slot: Slot) -> tuple[Id, ...]:
    """Members of a slot whom players know, those first who can still act."""
    return tuple(
        sorted(
            (who for who in slot.members if who in battle.combatants and knows(battle, who, PLAYERS)),
            key=lambda who: not can_act(battle, who),
        )
    )


def _rows(ruleset: Ruleset, battle: AnyBattle, turn: Turn | None) -> Iterator[PlayerRow]:
    """A row for each turn of this round that players know of."""
    for slot in (battle.order.slots[id] for id in battle.order.sequence):
        is_now = turn is not None and turn.slot == slot.id
        if _is_of_environment(slot):
            if is_now:
                yield _environment_row(slot)
            continue
        members = _seen_members(battle, slot)
        if members:
            row = _row(ruleset, battle, members, visible_id(slot.id, PLAYERS))
            yield replace(
                row,
                text=_text(ruleset, battle, slot, row.side),
                is_now=is_now,
                is_past=not is_now and _is_through(battle, slot),
                is_nested=slot.kind not in OWN_PLACE,
            )


def _loose_rows(ruleset: Ruleset, battle: AnyBattle) -> Iterator[PlayerRow]:
    """A row for each combatant whom players know, while no combat is running."""
    for who in sorted(battle.combatants.values(), key=age):
        if knows(battle, who.id, PLAYERS):
            yield _row(ruleset, battle, (who.id,), visible_id(who.id, PLAYERS))


def _row(ruleset: Ruleset, battle: AnyBattle, members: tuple[Id, ...], id: Id) -> PlayerRow:
    name = _members_name(battle, members)
    first = battle.combatants[members[0]]
    standing = [who for who in members if not battle.combatants[who].is_out] or list(members)
    labels = [token_labels(ruleset, battle, who, PLAYERS) for who in standing]
    return PlayerRow(
        id=id,
        name=name,
        initials=_sign(battle, members),
        side=first.side,
        portrait=first.portrait if len(members) == 1 else "",
        conditions=tuple(label for label in labels[0] if all(label in others for others in labels)),
        health=group_health(ruleset, battle, members, PLAYERS),
        is_out=all(battle.combatants[who].is_out for who in members),
        left_as=departure_of(battle, members),
    )


def _sign(battle: AnyBattle, members: tuple[Id, ...]) -> str:
    """The sign of the only member as on the map, or the letter of a group."""
    if len(members) == 1:
        return sign_for(battle, members[0], PLAYERS)
    return initials(without_number(name_for(battle, members[0], PLAYERS) or ""))


def _environment_row(slot: Slot) -> PlayerRow:
    return PlayerRow(id=visible_id(slot.id, PLAYERS), name="Environment", initials="≋", side="", is_now=True)


def _is_through(battle: AnyBattle, slot: Slot) -> bool:
    """Whether a turn of this round is over, including a delayed one that has since been taken or given up."""
    return slot.state in ("done", "lost") or (slot.state == "delayed" and not is_held(battle, slot))


def _text(ruleset: Ruleset, battle: AnyBattle, slot: Slot, side: str) -> str:
    """The text of a turn for players, without the GM's text about it.

    The step of a countdown is shown for the players' side, and for others once it has been called.
    """
    if slot.kind not in OWN_PLACE:
        return ruleset.turns.public_names.get(slot.name, slot.kind)
    if slot.state == "lost":
        return "turn given up"
    if slot.state == "delayed":
        return "delayed" if is_held(battle, slot) else ""
    is_called = side == "pc" or slot.state in ("acting", "done")
    return f"on {slot.segment}" if slot.segment is not None and is_called else ""


def _slot_name(battle: AnyBattle, slot: Slot) -> str:
    return "Environment" if _is_of_environment(slot) else _members_name(battle, _seen_members(battle, slot))


def _members_name(battle: AnyBattle, members: tuple[Id, ...]) -> str:
    """Public names of those who are not out: `Thug`, `Thug ×3`, `Thug and Rat`, `Thug and others`.

    The name of the group is for the GM alone, because it may reveal an allegiance.
    """
    standing = [who for who in members if not battle.combatants[who].is_out] or list(members)
    names = [name_for(battle, who, PLAYERS) or "" for who in standing]
    if len(names) == 1:
        return names[0]
    common = tuple(dict.fromkeys(without_number(name) for name in names))
    if len(common) == 1:
        return f"{common[0]} ×{len(names)}"
    return " and ".join(common) if len(common) == 2 else f"{common[0]} and others"


def _next_slot(ruleset: Ruleset, battle: AnyBattle) -> Slot | None:
    """The first coming turn that players know of, in this round or else in the next, or None.

    Of a round that will begin with an order of its own, none is known.
    A turn that was interrupted, such as by a delayed one, goes on first.
    """
    order = battle.order
    now = _visible_turn(battle)
    for turn in reversed(order.turns[: order.turns.index(now)] if now is not None else ()):
        if any(
            not share.is_over and can_act(battle, who) and _is_seen(battle, who) for who, share in turn.shares.items()
        ):
            return order.slots[turn.slot]
    owing = {debt.who for debt in order.owed}
    waiting = [order.slots[id] for id in order.sequence if order.slots[id].state == "waiting"]
    for slot in waiting:
        if any(can_act(battle, who) and who not in owing for who in _seen_members(battle, slot)):
            return slot
    if ruleset.turns.is_order_new(battle):
        return None
    for slot, lost_since in upcoming(ruleset, battle):
        if lost_since is None and any(can_act(battle, who) for who in _seen_members(battle, slot)):
            return slot
    return None


def _on_board(ruleset: Ruleset, battle: AnyBattle, view: PlayersView, acting: Id | None) -> PlayersView:
    """The view with its board; the line runs from the acting combatant to the target of their last visible action."""
    target, action = None, view.action
    if action is not None and action.target and acting is not None and visible_id(acting, PLAYERS) == action.actor:
        target = next((who for who in battle.combatants if visible_id(who, PLAYERS) == action.target), None)
    is_list = _is_of_zones(ruleset, battle)
    drawn = as_diagram(battle, PLAYERS)
    shown = project_map(drawn, ruleset, PLAYERS, acting=acting, target=target, names_fogged=is_list)
    zones = None
    if is_list:
        zones = project_zones(battle, ruleset, PLAYERS, center=acting, acting=acting, target=target)
    return replace(view, map=shown, zones=zones)


def _is_of_zones(ruleset: Ruleset, battle: AnyBattle) -> bool:
    """Whether places are zones alone: there is no picture and no shape drawn in metres that count."""
    known = [zone for zone in battle.board.zones.values() if knows(battle, zone.id, PLAYERS)]
    is_measured = ruleset.ranges.in_metres and any(zone.shape is not None for zone in battle.board.zones.values())
    return bool(known) and battle.board.picture is None and not is_measured


def _action(ruleset: Ruleset, battle: AnyBattle, call: Call, note: Note, before: AnyBattle | None) -> ActionView | None:
    """An action as players see it, or None if there is nothing in it for them or only bookkeeping.

    An action of a hidden combatant is not shown, but its effects on combatants that players see are, and so are effects
    on others at the end of its turn. Dice of the order itself are not shown: who has to roll may depend on a hidden
    combatant.
    """
    known = ruleset.actions.get(call.action)
    is_seen = knows(battle, call.actor, PLAYERS)
    is_order = known is not None and known.group == "order" and call.action != GROUP_ATTACK
    if not is_seen and not is_order:
        return _unseen_action(ruleset, battle, note, before)
    is_noticed = is_seen and not note.is_unnoticed
    by = call.actor if is_noticed else ENVIRONMENT
    actor = "" if by == ENVIRONMENT else name_for(battle, by, PLAYERS) or ""
    targets = [who for who in call.targets if knows(battle, who, PLAYERS) and not note.is_unnoticed]
    # Of those in an area, the first need not be hit: the area itself is shown.
    is_area = known is not None and known.aim is not None and known.aim.applies(before or battle, call)
    names = [name_for(battle, who, PLAYERS) or "" for who in targets]
    pairs, _ = paired(note.rolls, _deciding(note.rulings))
    is_secret = is_order or note.is_unnoticed
    seen = [(roll, ruling) for roll, ruling in pairs if not is_secret and knows(battle, roll.by, PLAYERS)]
    are_several = len({roll.by for roll, _ in seen}) > 1
    dice = tuple(_dice(battle, roll, ruling, is_named=are_several) for roll, ruling in seen)
    news = [text for text in note.sentences if not text.is_routine]
    action = ActionView(
        title=ARROW.join(part for part in (actor, ", ".join(names)) if part),
        actor=visible_id(by, PLAYERS),
        target=visible_id(targets[0], PLAYERS) if targets and len(call.targets) == 1 and not is_area else "",
        dice=dice,
    )
    return _told(ruleset, battle, action, news, {call.actor, *targets, *(roll.by for roll, _ in seen)}, call.actor)


def _unseen_action(ruleset: Ruleset, battle: AnyBattle, note: Note, before: AnyBattle | None) -> ActionView | None:
    """What a hidden combatant's action does to those whom players see: who is hurt, and messages about them alone."""
    hurt = [] if before is None else [who for who in battle.combatants if _is_hurt(ruleset, before, battle, who)]
    of_damage = text("{who} is hurt by something unseen.")
    news = [replace(of_damage, arguments={"who": ref(who)}, health_of=who, in_words=of_damage.template) for who in hurt]
    for told in note.sentences:
        is_about_seen = any(who in battle.combatants for who in refs_in(told))
        if is_about_seen and not told.is_routine and not told.health_of:
            news.append(told)
    unseen = ActionView(title="", actor=visible_id(ENVIRONMENT, PLAYERS))
    return _told(ruleset, battle, unseen, news, set(), ENVIRONMENT)


def _is_hurt(ruleset: Ruleset, before: AnyBattle, after: AnyBattle, who: Id) -> bool:
    """Whether a combatant that players see has lost health."""
    if not knows(after, who, PLAYERS) or who not in before.combatants:
        return False
    old, new = health_numbers(ruleset, before, who), health_numbers(ruleset, after, who)
    return old is not None and new is not None and new[0] < old[0]


def _told(
    ruleset: Ruleset, battle: AnyBattle, action: ActionView, news: list[Text], about: set[Id], actor: Id
) -> ActionView | None:
    """The action with its messages and the names in it, or None if there is nothing to show."""
    sentence = plain(render_all(news, battle, PLAYERS))
    if not action.dice and not sentence:
        return None
    shown = [told for told in news if render(told, battle, PLAYERS)]
    ties = _ties(ruleset, battle, actor)
    # What the actor loses is no part of what the actor does: a reaction did it. Whom the actor holds now is a result.
    about_others = [
        told
        for told in shown
        if refs_in(told)[:1] != (actor,) or told.health_of == actor or plain(render(told, battle, PLAYERS)) in ties
    ]
    named = {*about, *(who for told in shown for who in refs_in(told))}
    return replace(
        action,
        sentence=sentence,
        outcome=plain(render_all(about_others, battle, PLAYERS)),
        in_words=plain(render_all(shown, battle, PLAYERS, has_numbers=False)),
        outcome_in_words=plain(render_all(about_others, battle, PLAYERS, has_numbers=False)),
        names=tuple(sorted((visible_id(who, PLAYERS), name_for(battle, who, PLAYERS) or "") for who in named)),
        exact=tuple(
            visible_id(told.health_of, PLAYERS)
            for told in shown
            if told.health_of and policy_of(battle, told.health_of) == "exact"
        ),
    )


def _ties(ruleset: Ruleset, battle: AnyBattle, who: Id) -> set[str]:
    """The relations of a combatant as sentences, with the names that players know: `Grub holds Thug 1.`"""
    if who not in battle.combatants:
        return set()
    rows = relation_rows(ruleset, battle, who)
    names = {one: name_for(battle, one, PLAYERS) for row in rows for one in (row.first.id, row.second.id)}
    return {f"{names[row.first.id]} {row.verb} {names[row.second.id]}." for row in rows}


def _deciding(rulings: tuple[Ruling, ...]) -> tuple[Ruling, ...]:
    """The rulings shown to players: of several on one roll the last, such as a hit after the success."""
    last = {ruling.roll: ruling for ruling in rulings if ruling.roll}
    return tuple(ruling for ruling in rulings if not ruling.roll or ruling is last[ruling.roll])


def _is_still_news(battle: AnyBattle, previous: PlayersView, action: ActionView) -> bool:
    """Whether the last action may stay: until players see the next round begin, or combat begins or ends.

    Players must still know everything that it names, by the same names: a combatant hidden or renamed since must not be
    named. Numbers stay as long as the health that they reveal is shown exactly.
    """
    is_round_seen = battle.order.phase == "planning" or _visible_turn(battle) is not None
    if previous.phase != _phase_shown(battle, previous, None) or (
        is_round_seen and previous.round != battle.order.round
    ):
        return False
    return _may_still_be_read(battle, action)


def _may_still_be_read(battle: AnyBattle, action: ActionView) -> bool:
    """Whether players still know everything that a message names, by the same names, and may read its numbers."""
    everything = (ENVIRONMENT, *battle.combatants, *battle.things, *battle.players, *battle.items, *battle.board.zones)
    ids = {visible_id(id, PLAYERS): id for id in everything}

    def name(shown: Id) -> str | None:
        return name_for(battle, ids[shown], PLAYERS) if shown in ids else None

    known = [shown for shown in (action.actor, action.target) if shown]
    return (
        all(name(shown) is not None for shown in known)
        and all(name(shown) == called for shown, called in action.names)
        and all(shown in ids and policy_of(battle, ids[shown]) == "exact" for shown in action.exact)
    )


def _with_targets(action: ActionView, note: Note, battle: AnyBattle) -> ActionView:
    """The action with the target number of each roll."""
    pairs, _ = paired(note.rolls, _deciding(note.rulings))
    against = [_target_number(note, ruling) for roll, ruling in pairs if knows(battle, roll.by, PLAYERS)]
    return replace(
        action, dice=tuple(replace(one, against=number) for one, number in zip(action.dice, against, strict=False))
    )


def _target_number(note: Note, ruling: Ruling | None) -> int | None:
    """What a roll had to reach: if its result was read in words, such as on a table, that of the ruling before."""
    if ruling is None or not ruling.measured:
        return None if ruling is None else ruling.against
    return next((one.against for one in note.rulings if one.roll == ruling.roll and not one.measured), None)


def _dice(battle: AnyBattle, record: RollRecord, ruling: Ruling | None, *, is_named: bool) -> DiceView:
    roller = battle.combatants.get(record.by)
    is_own = roller is not None and roller.side == PLAYERS_SIDE
    return DiceView(
        faces=record.faces,
        # Never the title of the roll: it may contain text that only the GM has typed.
        title=record.id.rpartition("/")[2].partition(".")[0].replace("_", " "),
        word=record.word or record.result if ruling is None else verdict_word(ruling),
        is_success=None if ruling is None else ruling.is_true,
        total=record.total if is_own else None,
        by=(name_for(battle, record.by, PLAYERS) or "") if is_named else "",
    )
