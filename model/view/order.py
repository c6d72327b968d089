"""The initiative order for the GM: rows, action marks, and parties."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from operator import is_
from typing import Literal

from model.board.fog import is_in_fog
from model.engine.planning import PLAN, plans_in
from model.engine.ruleset import Ruleset
from model.engine.turns import newcomers, upcoming
from model.state.base import Id, Record, State
from model.state.battle import AnyBattle, Combatant, Departure, age
from model.state.order import OWN_PLACE, Phase, Share, Slot, SlotKind, SlotState
from model.view.cache import RecentViews, ViewCache
from model.view.conditions import labels_of, title_of, weight_of
from model.view.map import HealthView
from model.view.plans import has_planned, is_plan_changed, plans_text
from model.view.pools import ClockView, clock_view, departure_of, group_health, health_of
from model.view.relations import relation_words
from model.view.texts import unsigned
from model.view.viewer import GM, initials, side_words, sign_for, signs_for_gm, without_number

# -------------------------------------------------------------------------------------------------------------- parties


class Party(Record):
    """The combatants who take a slot's turn."""

    slot: Slot
    fighters: tuple[Combatant[object], ...]
    """Those who can still act come first."""
    name: str
    is_hidden: bool
    is_in_fog: bool
    """Whether fog hides all of them from players."""
    is_out: bool

    @property
    def first(self) -> Combatant[object] | None:
        return self.fighters[0] if self.fighters else None

    @property
    def only(self) -> Id | None:
        """The only member, or None if there are several or none."""
        return self.fighters[0].id if len(self.fighters) == 1 else None

    def sign(self, battle: AnyBattle) -> str:
        """Return the sign of the only one as on the map; for a group, the initials of its first member's name alone."""
        first = self.first
        if first is None:
            return initials(self.name)
        return initials(without_number(first.name)) if self.is_group else sign_for(battle, first.id, GM)

    @property
    def is_group(self) -> bool:
        return len(self.slot.members) > 1 or (bool(self.slot.name) and self.slot.kind == "normal")

    @property
    def able(self) -> tuple[Id, ...]:
        """Members who can take turns."""
        return tuple(one.id for one in self.fighters if one.is_present and not one.is_out)

    @property
    def count(self) -> str:
        """`2 of 4` for a group with members who are out; empty otherwise."""
        if not self.is_group:
            return ""
        able = len(self.able)
        return f"{able} of {len(self.fighters)}" if able < len(self.fighters) else ""


def party_of(battle: AnyBattle, slot: Slot) -> Party:
    found = [battle.combatants[id] for id in slot.members if id in battle.combatants]
    if len(found) > 1:
        found.sort(key=lambda one: one.is_out or not one.is_present)
    return Party(
        slot=slot,
        fighters=tuple(found),
        name=_slot_name(slot, [one.name for one in found]),
        is_hidden=bool(found) and all(one.is_hidden for one in found),
        is_in_fog=bool(found) and all(is_in_fog(battle.board, one) for one in found),
        is_out=bool(found) and all(one.is_out for one in found),
    )


def _slot_name(slot: Slot, names: list[str]) -> str:
    """The group's name, or else the names of its members."""
    if slot.name and slot.kind == "normal":
        return slot.name
    if len(names) > 2:
        return f"{names[0]} and {len(names) - 1} more"
    return " and ".join(names) or slot.name


# ----------------------------------------------------------------------------------------------- actions left in a turn


_SHOWN = 3
"""Marks of one kind shown side by side; larger amounts are shown as a number."""


class ActionMark(State):
    """One action of a turn: a letter, struck through when used."""

    letter: str
    title: str
    is_used: bool = False


def marks_of(ruleset: Ruleset, battle: AnyBattle, party: Party) -> tuple[ActionMark, ...]:
    """The actions of a turn by kind, open while a member of the slot still has them."""
    slot, able = party.slot, party.able
    turn = next((turn for turn in battle.order.turns if turn.slot == slot.id), None)
    is_running = battle.order.is_running
    if not able or not is_running or slot.state == "lost" or (turn is None and slot.kind not in OWN_PLACE):
        return ()
    whole = ruleset.turns.share(battle, able[0], slot).left
    still_whole = whole if slot.state == "waiting" or is_held(battle, slot) else {}
    left = still_whole if turn is None else _left(turn.shares.values(), whole)
    marks: list[ActionMark] = []
    for kind in dict.fromkeys((*whole, *left)):
        open_ones = left.get(kind, 0)
        # If two kinds share a first letter, such as major and minor, the later one gets the small letter.
        is_second = any(mark.letter[:1] == kind[:1].upper() for mark in marks)
        letter = kind[:1] if is_second else kind[:1].upper()
        marks.extend(_kind_marks(kind, letter, max(whole.get(kind, 0), open_ones), open_ones))
    return tuple(marks)


def _left(shares: Iterable[Share], whole: dict[str, int]) -> dict[str, int]:
    """The maximum that any member still has of each kind."""
    open_shares = [share.left for share in shares if not share.is_over]
    return {
        kind: max((left.get(kind, 0) for left in open_shares), default=0)
        for kind in dict.fromkeys((*whole, *(kind for left in open_shares for kind in left)))
    }


@functools.lru_cache(maxsize=256)
def _kind_marks(kind: str, letter: str, most: int, left: int) -> tuple[ActionMark, ...]:
    title = kind.replace("_", " ")
    if most > _SHOWN:
        return (ActionMark(letter=f"{letter}{left}", title=f"{left} {title}", is_used=not left),)
    return tuple(ActionMark(letter=letter, title=title, is_used=index >= left) for index in range(most))


def is_held(battle: AnyBattle, slot: Slot) -> bool:
    return any(held.slot == slot.id for held in battle.order.held.values())


# ------------------------------------------------------------------------------------------------------------ the order


Relations = Mapping[Id, Mapping[str, tuple[str, ...]]]
"""Relations to others in words, by combatant and kind of the effect."""
RowKind = Literal["combatant", "group", "environment", "segment"]

_STATE_WORDS: dict[SlotState, str] = {"done": "acted", "delayed": "delayed", "lost": "lost"}


class OrderRow(State):
    """One row of the list."""

    id: Id
    """Constant as long as the row means the same turn."""
    slot: Id | None
    """The slot to move, to jump to or to drag, or None if there is none."""
    name: str
    who: Id | None = None
    """The combatant that a click selects, or None for the environment."""
    members: tuple[Id, ...] = ()
    kind: RowKind = "combatant"
    turn: SlotKind = "normal"
    state: SlotState = "waiting"
    initials: str = ""
    side: str = ""
    portrait: str = ""
    count: str = ""
    """Where the ruleset counts, when the turn comes up: its step of the countdown, or its initiative."""
    text: str = ""
    """Muted text beside the name: `acted`, `cover · prone`, `forced: took the shot`, `2 of 4`."""
    aside: str = ""
    """Text at the right edge: `from 4`, `lost`, `last`, `×2`."""
    conditions: tuple[str, ...] = ()
    health: HealthView | None = None
    marks: tuple[ActionMark, ...] = ()
    is_acting: bool = False
    is_hidden: bool = False
    is_out: bool = False
    left_as: Departure | None = None
    """How all of them left combat alive."""
    is_nested: bool = False
    """Whether it is a turn of this round only, shown under the turn in which it was taken."""
    is_movable: bool = False
    """Whether its place in the order can be changed."""
    timing: str = ""
    """`count` in words: `on 10`, `initiative 11`."""
    step: int | None = None
    """Its step of the countdown, or None if the ruleset does not count down."""
    plan: str = ""
    """The plan for this round; empty if it only says that the combatant has decided."""

    @property
    def words(self) -> str:
        """The whole row in words, for screen readers."""
        left = " ".join(mark.title for mark in self.marks if not mark.is_used)
        acted = self.state == "done" and not self.is_nested and "acted" not in self.text
        parts = (
            self.name,
            self.timing,
            "now" if self.is_acting else "acted" if acted else "",
            self.text,
            f"plan: {self.plan}" if self.plan else "",
            "" if self.health is None else self.health.text and f"health {self.health.text}",
            self.aside,
            f"left: {left}" if left else "",
        )
        return ", ".join(part for part in parts if part)


class OrderSection(State):
    """Rows under a heading."""

    key: Literal["now", "next", "unplaced", "away"]
    title: str
    rows: tuple[OrderRow, ...]


class OrderView(State):
    """Everything that the initiative list shows."""

    phase: Phase
    round: int
    mode: str
    """How the order was determined, in a word or two."""
    clock: ClockView
    sections: tuple[OrderSection, ...]

    @property
    def rows(self) -> tuple[OrderRow, ...]:
        """Rows of all sections in order."""
        return tuple(chain.from_iterable([section.rows for section in self.sections]))


def order_view(ruleset: Ruleset, battle: AnyBattle) -> OrderView:
    """The initiative order for the GM."""
    return OrderProjector(ruleset).project(battle)


class OrderProjector:
    """Projects the order repeatedly and rebuilds only rows that have changed."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._views: RecentViews[OrderView] = RecentViews()
        self._rows: ViewCache[OrderRow] = ViewCache()
        self._plain: tuple[tuple[object, ...], dict[Id, tuple[Slot, object, object, OrderRow]]] = ((), {})
        """Cached rows that depend only on the common parts, their slot, its one member and their marks."""
        self._next: tuple[tuple[object, ...], dict[Id, tuple[Slot, object, int | None, OrderRow]]] = ((), {})

    def project(self, battle: AnyBattle) -> OrderView:
        """The current order."""
        return self._views.get((battle,), lambda: self._make(battle))

    def _make(self, battle: AnyBattle) -> OrderView:
        view = _order_view(self._ruleset, battle, self._rows_now, self._rows_next)
        self._rows.forget_others(frozenset([row.id for row in view.rows]))
        return view

    def _rows_now(self, battle: AnyBattle, relations: Relations) -> tuple[OrderRow, ...]:
        """The rows of this round. Unchanged rows are reused without a Python call for each."""
        order, combatants, marks = battle.order, battle.combatants, battle.order.marks
        common = (order.phase, battle.settings, _fog_of(battle), signs_for_gm(battle))
        known = self._plain[1] if all(map(is_, common, self._plain[0])) else {}
        busy = {turn.slot for turn in order.turns}
        rows: list[OrderRow] = []
        plain: dict[Id, tuple[Slot, object, object, OrderRow]] = {}
        for id in order.sequence:
            slot = order.slots[id]
            who = slot.members[0] if len(slot.members) == 1 else ""
            one = combatants.get(who)
            # Rows depend on more than that only through turns, relations, plans and delayed turns.
            is_alone = (
                one is not None and not one.effects and who not in relations and not order.held and not order.plans
            )
            is_plain = is_alone and id not in busy and slot.state != "delayed" and slot.kind != "environment"
            kept = known.get(id) if is_plain else None
            if kept is not None and kept[0] is slot and kept[1] is one and kept[2] is marks.get(who):
                row = kept[3]
            else:
                row = self._row(battle, slot, relations)
            rows.append(row)
            if is_plain:
                plain[id] = (slot, one, marks.get(who), row)
        self._plain = (common, plain)
        return tuple(rows)

    def _rows_next(self, battle: AnyBattle, coming: list[tuple[Slot, int | None]]) -> tuple[OrderRow, ...]:
        """The rows of the next round."""
        combatants, common = battle.combatants, (_fog_of(battle), signs_for_gm(battle))
        known = self._next[1] if all(map(is_, common, self._next[0])) else {}
        kept_rows: dict[Id, tuple[Slot, object, int | None, OrderRow]] = {}
        rows: list[OrderRow] = []
        for slot, lost_since in coming:
            one = combatants.get(slot.members[0]) if len(slot.members) == 1 else None
            kept = known.get(slot.id)
            if kept is not None and kept[0] is slot and kept[1] is one and kept[2] == lost_since:
                row = kept[3]
            else:
                row = self._next_row(battle, slot, lost_since)
            rows.append(row)
            if one is not None:
                kept_rows[slot.id] = (slot, one, lost_since, row)
        self._next = (common, kept_rows)
        return tuple(rows)

    def _row(self, battle: AnyBattle, slot: Slot, relations: Relations) -> OrderRow:
        order = battle.order
        turn = next((turn for turn in order.turns if turn.slot == slot.id), None)
        # The text of a delayed turn depends on other slots, and relations depend on other combatants.
        others = (order.slots, order.held) if slot.state == "delayed" or order.held else ()
        tied = tuple(relations.get(who) for who in slot.members)
        falling = battle.things if slot.kind == "environment" else None
        parts = (slot, turn, turn is order.turn, order.phase, battle.settings, falling, *others, *tied)
        parts += _parts_of(battle, slot.members)
        return self._rows.get(slot.id, parts, lambda: _row(self._ruleset, battle, slot, relations))

    def _next_row(self, battle: AnyBattle, slot: Slot, lost_since: int | None) -> OrderRow:
        parts = (slot, lost_since, _fog_of(battle), signs_for_gm(battle), *map(battle.combatants.get, slot.members))
        return self._rows.get(f"next/{slot.id}", parts, lambda: _next_row(battle, slot, lost_since))


def _parts_of(battle: AnyBattle, members: tuple[Id, ...]) -> tuple[object, ...]:
    """The parts that a row depends on through its members, besides house rules and turns."""
    combatants, order = battle.combatants, battle.order
    people = [combatants.get(who) for who in members]
    bound = [combatants.get(one.other) for who in people if who for one in who.effects.values() if one.other]
    # A plan can name other combatants, things and places.
    planned = battle if any(who in order.plans for who in members) else None
    return (*people, *bound, *map(order.marks.get, members), planned, _fog_of(battle), signs_for_gm(battle))


def _fog_of(battle: AnyBattle) -> object:
    """The board if it has fog, because then it determines which combatants players see; None otherwise."""
    return battle.board if battle.board.fog else None


def _order_view(
    ruleset: Ruleset,
    battle: AnyBattle,
    make_now: Callable[[AnyBattle, Relations], tuple[OrderRow, ...]],
    make_next: Callable[[AnyBattle, list[tuple[Slot, int | None]]], tuple[OrderRow, ...]],
) -> OrderView:
    order = battle.order
    runs = order.is_running
    relations = relation_words(ruleset, battle)
    sections = [OrderSection(key="now", title="", rows=make_now(battle, relations))]
    if runs:
        coming = [(slot, lost) for slot, lost in upcoming(ruleset, battle) if slot.kind != "environment"]
        heading = clock_view(ruleset, battle, ahead=1).words
        title = heading[:1].lower() + heading[1:]
        sections.append(OrderSection(key="next", title=title, rows=make_next(battle, coming)))
    title = "not in the order yet" if runs else "no combat is running"
    sections.append(_loose(ruleset, battle, "unplaced", title, newcomers(battle), relations))
    away = sorted([who for who in battle.combatants.values() if not who.is_present], key=age)
    sections.append(_loose(ruleset, battle, "away", "absent", [who.id for who in away], relations))
    return OrderView(
        phase=order.phase,
        round=order.round,
        mode=_mode(ruleset, battle),
        clock=clock_view(ruleset, battle),
        sections=tuple(section for section in sections if section.rows),
    )


def _mode(ruleset: Ruleset, battle: AnyBattle) -> str:
    if not battle.order.is_running:
        return "not started" if battle.order.phase == "setup" else "ended"
    if battle.order.phase == "planning":
        if PLAN not in ruleset.actions:
            return "turns not started"
        told, everybody = plans_in(battle)
        return f"{told} of {everybody} plans"
    if {slot.initiative for slot in battle.order.slots.values()} - {None}:
        return "by initiative"
    first = battle.order.first_side
    return f"{side_words(first)} first" if first else "declared order"


def _row(ruleset: Ruleset, battle: AnyBattle, slot: Slot, relations: Relations) -> OrderRow:
    """A row of this round."""
    if slot.kind == "environment":
        return _environment_row(battle, slot)
    party = party_of(battle, slot)
    first = party.first
    turn = battle.order.turn
    is_nested = slot.kind not in OWN_PLACE
    labels = _shared_labels(ruleset, battle, party)
    return OrderRow(
        id=slot.id,
        slot=slot.id,
        name=party.name,
        who=None if first is None else first.id,
        members=slot.members,
        kind="group" if party.is_group else "combatant",
        turn=slot.kind,
        state=slot.state,
        initials=party.sign(battle),
        side="" if first is None else first.side,
        portrait=first.portrait if first is not None and len(party.fighters) == 1 else "",
        count=count_of(slot),
        timing=timing(slot),
        step=slot.segment,
        text=_row_text(ruleset, battle, party, _with_relations(ruleset, party.only, labels, relations)),
        aside=_aside(party),
        conditions=labels,
        health=None if is_nested else group_health(ruleset, battle, [one.id for one in party.fighters], GM),
        marks=marks_of(ruleset, battle, party),
        is_acting=turn is not None and turn.slot == slot.id,
        is_hidden=party.is_hidden,
        is_out=party.is_out,
        left_as=departure_of(battle, slot.members),
        is_nested=is_nested,
        is_movable=slot.kind == "normal",
        plan="" if is_nested else plans_text(ruleset, battle, party.able),
    )


def _environment_row(battle: AnyBattle, slot: Slot) -> OrderRow:
    falling = [thing.name for thing in battle.things.values() if thing.is_falling]
    turn = battle.order.turn
    return OrderRow(
        id=slot.id,
        slot=slot.id,
        name="Environment",
        kind="environment",
        turn="environment",
        state=slot.state,
        initials="≋",
        text=", ".join(f"{name} falls" for name in falling) or _STATE_WORDS.get(slot.state, ""),
        aside="last",
        is_acting=turn is not None and turn.slot == slot.id,
    )


def _next_row(battle: AnyBattle, slot: Slot, lost_since: int | None) -> OrderRow:
    """A row of the next round: little more than the name, and whether the turn was given up."""
    party = party_of(battle, slot)
    first = party.first
    text = _joined(
        "" if lost_since is None else f"forced in round {lost_since}",
        party.count,
        "hidden" if party.is_hidden else "",
    )
    return OrderRow(
        id=f"next/{slot.id}",
        slot=slot.id,
        name=party.name,
        who=None if first is None else first.id,
        members=slot.members,
        kind="group" if party.is_group else "combatant",
        turn=slot.kind,
        state="waiting" if lost_since is None else "lost",
        initials=party.sign(battle),
        side="" if first is None else first.side,
        portrait=first.portrait if first is not None and len(party.fighters) == 1 else "",
        text=text,
        aside="" if lost_since is None else "lost",
        is_hidden=party.is_hidden,
        is_out=party.is_out,
        left_as=departure_of(battle, slot.members),
    )


def _loose(
    ruleset: Ruleset,
    battle: AnyBattle,
    key: Literal["unplaced", "away"],
    title: str,
    who: Iterable[Id],
    relations: Relations,
) -> OrderSection:
    rows = []
    for fighter in (battle.combatants[id] for id in who):
        labels = labels_of(ruleset, battle, fighter.id, GM)
        rows.append(
            OrderRow(
                id=f"{key}/{fighter.id}",
                slot=None,
                name=fighter.name,
                who=fighter.id,
                members=(fighter.id,),
                initials=sign_for(battle, fighter.id, GM),
                side=fighter.side,
                portrait=fighter.portrait,
                text=_joined(
                    "hidden" if fighter.is_hidden else "", *_with_relations(ruleset, fighter.id, labels, relations)
                ),
                conditions=labels,
                health=health_of(ruleset, battle, fighter.id, GM),
                is_hidden=fighter.is_hidden,
                is_out=fighter.is_out,
                left_as=fighter.left_as,
            )
        )
    return OrderSection(key=key, title=title, rows=tuple(rows))


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def _row_text(ruleset: Ruleset, battle: AnyBattle, party: Party, labels: tuple[str, ...]) -> str:
    """The text beside the name. `acted` is left out if there is other text."""
    slot = party.slot
    if slot.kind not in OWN_PLACE:
        if slot.kind == "extra" and slot.name:
            return ruleset.turns.public_names.get(slot.name, slot.name)
        return f"{slot.kind}: {slot.name}" if slot.name else slot.kind
    is_absent = bool(party.fighters) and not any(one.is_present for one in party.fighters)
    out = "absent" if is_absent else "out of combat" if party.is_out and not labels else ""
    changed = "new plan" if is_plan_changed(battle, party.able) else ""
    unseen = "hidden" if party.is_hidden else "in fog" if party.is_in_fog else ""
    said = (party.count, unseen, out, changed, *labels)
    words = "planned" if has_planned(battle, party.able) else _state_words(battle, slot)
    return _joined("" if slot.state == "done" and any(said) else words, *said)


def count_of(slot: Slot) -> str:
    """Where the ruleset counts, when a slot comes up: its step of the countdown, or its initiative; empty otherwise."""
    number = slot.initiative if slot.segment is None else slot.segment
    return "" if number is None else unsigned(number)


def timing(slot: Slot) -> str:
    """`count_of` in words: `on 10`, `initiative 11`."""
    if slot.segment is not None:
        return f"on {slot.segment}"
    return "" if slot.initiative is None else f"initiative {slot.initiative}"


def _state_words(battle: AnyBattle, slot: Slot) -> str:
    if slot.state == "lost" and slot.owed_round is not None:
        return f"forced in round {slot.owed_round}"
    if slot.state == "delayed" and not is_held(battle, slot):
        delayed = (other for other in battle.order.slots.values() if other.kind == "delayed")
        was_taken = any(other.origin == slot.id or set(slot.members) <= set(other.members) for other in delayed)
        return "delayed, taken" if was_taken else "delayed, given up"
    return _STATE_WORDS.get(slot.state, "")


def _aside(party: Party) -> str:
    slot = party.slot
    if slot.kind == "forced" and slot.owed_round is not None:
        return f"from {slot.owed_round}"
    if slot.state == "lost":
        return "lost"
    return f"×{len(party.able)}" if slot.kind in OWN_PLACE and party.is_group else ""


def _shared_labels(ruleset: Ruleset, battle: AnyBattle, party: Party) -> tuple[str, ...]:
    """Conditions of the only member, or those that all members who are not out share."""
    standing = [one.id for one in party.fighters if not one.is_out] or [one.id for one in party.fighters]
    if not standing:
        return ()
    first, *others = (labels_of(ruleset, battle, who, GM) for who in standing)
    return tuple(label for label in first if all(label in labels for labels in others)) if others else first


def _with_relations(ruleset: Ruleset, who: Id | None, labels: tuple[str, ...], relations: Relations) -> tuple[str, ...]:
    """Conditions of a combatant, with relations in words, including those in which others act on them: `held by
    Boomer`.

    Relations come first, except minor ones, which come last.
    """
    own = relations.get(who, {}) if who is not None else {}
    if not own:
        return labels
    told = {title_of(ruleset, kind) for kind in own}
    light = [word for kind, words in own.items() if weight_of(ruleset, kind) < 0 for word in words]
    words = [word for words in own.values() for word in words if word not in light]
    return (*words, *(label for label in labels if label not in told), *light)
