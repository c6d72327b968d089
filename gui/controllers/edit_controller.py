"""The GM's edits of who takes part and of the board, for the selected combatants. Paints nothing."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from gui.bridge import Bridge
from gui.controllers.attention import NOBODY_SELECTED, Attention
from gui.controllers.newcomers import (
    GameContent,
    TypedEntry,
    Understood,
    company_named,
    entry_named,
    problem_of,
    typed_entries,
    understood,
)
from gui.controllers.placement import beside_own, free_places
from model.campaign import embed
from model.content.library import CombatantEntry, Company, ItemEntry, Preset, Table
from model.engine.calls import Call
from model.engine.edits import quick_edit
from model.engine.run import run
from model.state.base import Id
from model.state.base import replace as with_fields
from model.state.board import Shape, Zone
from model.state.texts import Text
from model.view.map import Point

FORMS = "3 raiders · Ada pc · 2 guards hidden · 4 raiders in Shop"


class EditController:
    """Each method carries out an edit and returns a sentence where it could not be."""

    def __init__(self, bridge: Bridge, attention: Attention, content: GameContent) -> None:
        """`content` is what typed lines can name."""
        self._bridge = bridge
        self._attention = attention
        self.content = content
        self._has_told = False

    # --------------------------------------------------------------------------------- quick edits

    def quick(self, typed: str) -> str | None:
        """A quick edit of the selected ones: `-7`, `+3`, `-7r`, `=12`, the name of a condition or a preset of one."""
        if typed[:1].isalpha() and (preset := self.content.preset_named(typed)) is not None:
            return self.apply_preset(preset, self._attention.selected)
        found = quick_edit(self._bridge.ruleset, self._bridge.battle, self._attention.selected, typed)
        if isinstance(found, Text):
            return self._bridge.words(found)
        return self._bridge.edit(found)

    def apply_preset(self, preset: Preset, who: tuple[Id, ...]) -> str | None:
        """Apply a condition with all that a preset says of it, to all of them as one step."""
        said = {"condition": preset.condition, "until": preset.until, "amount": preset.amount, "note": preset.note}
        options = {key: value for key, value in said.items() if value} | {"public": preset.public}
        return self._edit("set_condition", *who, **options)

    def is_condition(self, typed: str) -> bool:
        """Whether a condition or a preset of one is called so."""
        conditions = self._bridge.ruleset.conditions.values()
        if typed and self.content.preset_named(typed) is not None:
            return True
        return any(typed.lower() in (condition.id, condition.title.lower()) for condition in conditions)

    # ------------------------------------------------------------------------------- who takes part

    def known_names(self) -> tuple[str, ...]:
        """Everybody, alone or in company, whom a typed line can name."""
        return (*(one.name for one in self.content.templates), *(one.name for one in self.content.companies))

    def add(self, typed: str) -> str | None:
        """Add combatants by typed entries such as `3 raiders, Ada pc`; the grammar is in `newcomers`.

        Only full names are those of the content; anybody else is a standard combatant of the game. The name of a party
        or an encounter adds all of it.
        """
        kinds: list[dict[str, Any]] = []
        for entry in self._entries(typed):
            found = self._kinds(entry)
            if isinstance(found, str):
                return found
            there = {kind["source"]["file"] for kind in kinds if "source" in kind}
            # A party that is named twice comes once.
            kinds.extend(kind for kind in found if kind.get("source", {}).get("file") not in there)
        if self.content.problem and not self._has_told and not all(map(self._is_known, self._entries(typed))):
            # Who is meant may stand in a file that was left out.
            self._has_told = True
            return f"{self.content.problem} Enter adds combatants without it."
        if not kinds:
            return f"Type a name, for example {FORMS}."
        companies = (company_named(self.content.companies, entry.name) for entry in self._entries(typed))
        board = next((one.board for one in companies if one is not None and one.board), {})
        return self.add_kinds(self._coming_in(kinds), board)

    def add_kinds(self, kinds: Sequence[dict[str, Any]], board: dict[str, Any] | None = None) -> str | None:
        """Add combatants of one kind or several as one step, each by the options of `add_combatant`.

        In a running combat they get places in the initiative order with the same step. `board` is the map of an
        encounter, for a battle that has none.
        """
        kinds = [
            kind | {"portrait": self._embedded(kind["portrait"])} if "portrait" in kind else kind for kind in kinds
        ]
        more: dict[str, Any] = {"joins": True} if self._bridge.battle.order.is_running else {}
        if len(kinds) == 1 and not board:
            return self._bridge.edit(Call(action="add_combatant", options=kinds[0] | more))
        if board and "picture" in board:
            board = board | {"picture": board["picture"] | {"file": self._embedded(board["picture"]["file"])}}
        more |= {"board": board} if board else {}
        return self._bridge.edit(Call(action="add_combatants", options={"kinds": kinds} | more))

    def _embedded(self, picture: str) -> str:
        """A picture that an entry names, copied beside the battle; as it is where that cannot be: it shows as none."""
        path = self._bridge.path
        with suppress(OSError):
            return picture if path is None else embed(picture, self.content.picture_folders, path.parent)
        return picture

    def add_entry(self, entry: CombatantEntry, count: int = 1, place: Table | None = None) -> str | None:
        """Add one of the library, or several of a kind, at a place where one is given."""
        more: dict[str, Any] = {"count": count} if count > 1 else {}
        if place:
            more["place"] = place
        return self.add_kinds([self.content.fields_of(entry) | more])

    def add_company(self, *companies: Company, place: Table | None = None) -> str | None:
        """Add all of a party, an encounter, or several of them, as one step; `place` is for members without one."""
        usual = {"place": place} if place else {}
        kinds = [usual | self.content.fields_of_member(member) for company in companies for member in company.members]
        if not kinds:
            return f"{companies[-1].name} has no members."
        return self.add_kinds(self._apart(kinds), next((one.board for one in companies if one.board), {}))

    def _coming_in(self, kinds: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Newcomers of a fight on the map, each with a place beside their own unless something else is said."""
        battle = self._bridge.battle
        coming = list(kinds)
        if not battle.order.is_running:
            return coming
        wanted: list[tuple[Point, float]] = []
        of: list[int] = []
        for at, kind in enumerate(kinds):
            place = beside_own(battle, kind.get("side", "npc"), is_hidden=kind.get("hidden", False))
            if place is not None and not kind.get("place") and not kind.get("wave"):
                count = kind.get("count", 1)
                wanted += [(place, kind.get("radius", 0.5))] * count
                of += [at] * count
        for at, (x, y) in zip(of, free_places(battle, wanted), strict=True):
            coming[at] = coming[at] | {"places": [*coming[at].get("places", ()), {"x": x, "y": y}]}
        return coming

    def _apart(self, kinds: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Newcomers with places on the map, none of them on top of another combatant."""
        put = [at for at, kind in enumerate(kinds) if "x" in kind.get("place", {})]
        wanted = [((kinds[at]["place"]["x"], kinds[at]["place"]["y"]), kinds[at]["radius"]) for at in put]
        apart = list(kinds)
        for at, (x, y) in zip(put, free_places(self._bridge.battle, wanted), strict=True):
            apart[at] = kinds[at] | {"place": kinds[at]["place"] | {"x": x, "y": y}}
        return apart

    def run_encounter(self, encounter: Id) -> str | None:
        """Add the campaign's party and a prepared encounter, as one step: a battle begins."""
        known = self.content.library.encounters.get(encounter)
        if known is None:
            return "This encounter is no longer in the library."
        return self.add_company(*self.content.party, known)

    def understood(self, typed: str) -> tuple[Understood, ...]:
        """What each typed entry is understood as; or what is wrong with it."""
        return tuple(
            understood(
                entry,
                self.content.templates,
                self.content.companies,
                unknown=self._words_of_unknown,
                members=self.content.words_of_members,
            )
            for entry in self._entries(typed)
        )

    def _words_of_unknown(self, entry: TypedEntry) -> str:
        return self.content.words_of_unknown(entry, self._bridge.battle.settings)

    def _entries(self, typed: str) -> tuple[TypedEntry, ...]:
        places = tuple(zone.name for zone in self._zones())
        return typed_entries(typed, with_fields(self.content.vocabulary, places=places))

    def _kinds(self, entry: TypedEntry) -> list[dict[str, Any]] | str:
        """What an entry says of newcomers, for each kind of them; a sentence when it is not understood."""
        if problem := problem_of(entry, self.content.templates, self.content.companies):
            return problem
        said = self._said(entry)
        company = company_named(self.content.companies, entry.name)
        if company is not None:
            members = (self.content.fields_of_member(member) | said for member in company.members)
            return [self.content.with_said(fields, entry) for fields in members]
        if entry.count > 1:
            said["count"] = entry.count
        template = entry_named(self.content.templates, entry.name)
        if template is None:
            return [self.content.fields_of_unknown(entry) | said]
        return [self.content.with_said(self.content.fields_of(template) | said, entry)]

    def _is_known(self, entry: TypedEntry) -> bool:
        """Whether the content knows who is named."""
        content = self.content
        return bool(company_named(content.companies, entry.name) or entry_named(content.templates, entry.name))

    def _said(self, entry: TypedEntry) -> dict[str, Any]:
        """Side, hiding and place, as far as an entry says them."""
        said: dict[str, Any] = {"side": entry.side} if entry.side else {}
        if entry.is_hidden:
            said["hidden"] = True
        if entry.place:
            said["place"] = {"zone": next(zone.id for zone in self._zones() if zone.name == entry.place)}
        return said

    def _zones(self) -> tuple[Zone, ...]:
        return tuple(self._bridge.battle.board.zones.values())

    def give_gear(self, who: Id, typed: str) -> str | None:
        """Give a combatant gear of the game's content by its name, or several by a number and a name."""
        items = self.content.items_named(typed)
        if isinstance(items, str):
            return f"{items} Any gear can be renamed and changed after it is added."
        if len({item["template"] for item in items}) != 1:
            return "Give one kind of gear at a time, such as “3 grenades”."
        return self._give(who, items)

    def give_entry(self, who: Id, entry: ItemEntry, count: int = 1) -> str | None:
        """Give a combatant gear of the library, or several of a kind."""
        return self._give(who, self.content.items_of(entry, count))

    def _give(self, who: Id, items: Sequence[dict[str, Any]]) -> str | None:
        more = {"count": len(items)} if len(items) > 1 else {}
        return self._edit("give_item", who, **items[0], **more)

    def no_group(self) -> str | None:
        """Why the selected ones cannot act together, whatever they are called; None when they can."""
        call = Call(action="group", targets=self._attention.selected, options={"name": "together"})
        return self._bridge.refused_words(run(self._bridge.ruleset, self._bridge.battle, call))

    @property
    def opponents(self) -> tuple[Id, ...]:
        """All who are neither of the players' side nor their allies."""
        allied = self._bridge.ruleset.allied
        return tuple([who.id for who in self._bridge.battle.combatants.values() if who.side not in allied])

    def place(self, places: tuple[tuple[Id, float, float], ...]) -> str | None:
        """Put a combatant, or several, somewhere, outside all rules and as one step."""
        by_id = {id: {"x": x, "y": y} for id, x, y in places}
        return self._edit("place", *by_id, places=by_id)

    # -------------------------------------------------------------------------------------- board

    def draw_zone(self, name: str, shape: Shape) -> str | None:
        return self._edit("draw_zone", name=name, shape=plain_shape(shape))

    def change_zone(self, zone: Id, **changes: Any) -> str | None:
        return self._edit("edit_zone", zone=zone, **_plain(changes))

    def draw_feature(self, kind: str, shape: Shape, name: str = "") -> str | None:
        named = {"name": name} if name else {}
        return self._edit("draw_feature", kind=kind, shape=plain_shape(shape), **named)

    def draw_fog(self, level: str, shape: Shape, width: float = 0.0) -> str | None:
        """Hide a part of the board from players or reveal it; `width` is that of a stroke, in metres."""
        stroke = {"width": width} if width else {}
        return self._edit("draw_fog", level=level, shape=plain_shape(shape), **stroke)

    def change_feature(self, feature: Id, **changes: Any) -> str | None:
        return self._edit("edit_feature", feature=feature, **_plain(changes))

    def remove_shape(self, kind: str, id: Id) -> str | None:
        return self._edit(f"remove_{kind}", **{kind: id})

    def _edit(self, action: str, *targets: Id, **options: Any) -> str | None:
        if not targets and self._bridge.ruleset.actions[action].targets in ("one", "many"):
            return NOBODY_SELECTED
        return self._bridge.edit(Call(action=action, targets=targets, options=options))


def plain_shape(shape: Shape) -> dict[str, Any]:
    """A shape as the plain values that an edit takes."""
    plain: dict[str, Any] = msgspec.to_builtins(shape)
    return plain


def _plain(changes: dict[str, Any]) -> dict[str, Any]:
    return {key: plain_shape(value) if isinstance(value, Shape) else value for key, value in changes.items()}
