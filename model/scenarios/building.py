"""Builds the initial battle of a scenario from its tables; reports all problems of the tables at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, TypeGuard

import msgspec

from model.board.bands import band_named
from model.board.zones import place_at
from model.content.library import CombatantEntry, Library, item_problems, item_use, merged, put_combatant, put_item
from model.content.problems import nearest, problems_of
from model.content.reference import removed_house_rule
from model.engine.ask import Stopped
from model.engine.calls import Answer, Call
from model.engine.conditions import Condition
from model.engine.consequences import settled
from model.engine.effects import add_effect, usual_end
from model.engine.requests import Question, Request
from model.engine.ruleset import Ruleset
from model.engine.settings import setting_problem
from model.engine.table_ask import Table as Answers
from model.engine.table_ask import TableAsk
from model.scenarios.answers import choice_answer
from model.scenarios.orders import drawn_up
from model.scenarios.shapes import Report, shape_of, with_fog_of
from model.scenarios.tables import (
    BoardTable,
    CombatantTable,
    EffectTable,
    LinkTable,
    Placed,
    PlayerTable,
    ScenarioTable,
    Shaped,
    Table,
)
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Battle, Player, Scene, Task, Thing
from model.state.board import Board, Feature, Line, Link, Place, Zone, millimetres
from model.state.effects import OWN

# ------------------------------------------------------------------------------------------------------------ the board


def board_of(table: BoardTable, ruleset: Ruleset, report: Report) -> Board:
    """Return the board from the valid parts of its table; report the problems."""
    zones: dict[str, Zone] = {}
    for entry in table.zones:
        place = f"board: zones ({entry.id})"
        shape = shape_of(entry, place, report)
        if isinstance(shape, Line):
            report(place, "a zone cannot be a line.")
        elif entry.id in zones:
            report(place, f"the id “{entry.id}” is used twice.")
        else:
            name = entry.name or entry.id.replace("-", " ").capitalize()
            zones[entry.id] = Zone(id=entry.id, name=name, shape=shape, hidden=entry.hidden)
    links = [_link(number, entry, zones, ruleset, report) for number, entry in enumerate(table.links, 1)]
    features: dict[str, Feature] = {}
    kinds: tuple[tuple[Literal["cover", "terrain", "drawing"], tuple[Shaped, ...]], ...] = (
        ("cover", table.cover),
        ("terrain", table.terrain),
        ("drawing", table.drawings),
    )
    for kind, entries in kinds:
        for entry in entries:
            place = f"board: {kind} ({entry.id})"
            shape = shape_of(entry, place, report)
            if entry.id in features:
                report(place, f"the id “{entry.id}” is used twice.")
            elif shape is None:
                report(place, "needs a rectangle, circle, polygon or line.")
            else:
                features[entry.id] = Feature(id=entry.id, kind=kind, shape=shape, name=entry.name, hidden=entry.hidden)
    board = Board(
        zones=zones,
        links={link.id: link for link in links},
        features=features,
        has_grid=table.grid,
        cell=table.cell,
    )
    return with_fog_of(board, table.fog, report)


def _link(number: int, entry: LinkTable, zones: dict[str, Zone], ruleset: Ruleset, report: Report) -> Link:
    place = f"board: links[{number}]"
    for zone in entry.between:
        if zone not in zones:
            report(f"{place}.between", f"there is no zone “{zone}”.{nearest(zone, zones)}")
    if entry.metres is not None and entry.band is not None:
        report(place, "must be metres or a band, not both.")
    if entry.band is not None and band_named(ruleset.ranges, entry.band) is None:
        known = nearest(entry.band, (band.id for band in ruleset.ranges.bands))
        report(f"{place}.band", f"there is no range band “{entry.band}”.{known}")
    return Link(
        id=f"link-{number}",
        first=entry.between[0],
        second=entry.between[1],
        metres=entry.metres,
        band=entry.band,
        is_blocked=entry.blocked or entry.cut,
        is_one_way=entry.one_way,
        cost=entry.cost,
        name=entry.name,
        is_cut=entry.cut,
        hidden=entry.hidden,
    )


# ----------------------------------------------------------------------------------------------------------- the battle


NOT_YET = "is not yet carried out by this ruleset."


class ProblemList:
    """Collects the problems of the tables of one scenario."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []

    def add(self, place: str, sentence: str) -> None:
        self.found.append((place, sentence))

    def extend(self, found: Iterable[tuple[str, str]], place: str = "") -> None:
        for where, sentence in found:
            self.add(": ".join(part for part in (place, where) if part), sentence)


def build(scenario: ScenarioTable, ruleset: Ruleset, library: Library, findings: ProblemList) -> AnyBattle | None:
    """Return the initial battle of a scenario, or None if there are problems, which `findings` then contains."""
    findings.extend(setting_problems(ruleset, scenario.settings))
    findings.extend(problems_of(scenario.shared, ruleset.shared, "shared"))
    fighters = [one for number, table in enumerate(scenario.combatant, 1) for one in _each(number, table)]
    _check_ids(scenario, [one.table.id for one in fighters], findings)
    board = board_of(scenario.board, ruleset, findings.add)
    for fighter in fighters:
        fighter.check(ruleset, library, board, findings)
    _check_names(scenario, {one.table.id for one in fighters}, board, findings)
    if findings.found:
        return None
    battle: AnyBattle = Battle(
        ruleset=ruleset.id,
        shared=msgspec.convert(scenario.shared, ruleset.shared),
        title=scenario.title,
        settings=scenario.settings,
        things={table.id: _thing(table, board) for table in scenario.thing},
        tasks={table.id: _task(table) for table in scenario.task},
        players={table.id: _player(table, ruleset) for table in scenario.player},
        board=board,
        scene=Scene(number=scenario.scene.number, name=scenario.scene.name, is_open=scenario.scene.open),
        clock=scenario.clock,
        health_policy=scenario.health,
        serial=_highest_number(scenario, fighters),
    )
    for fighter in fighters:
        battle = fighter.put(library, battle)
    for fighter in fighters:
        battle = fighter.put_effects(ruleset, battle)
    begun, battle = battle, _settled(ruleset, battle)
    for fighter in fighters:
        fighter.check_ties(begun, battle, findings)
    groups: dict[str, list[Id]] = {}
    for fighter in fighters:
        if fighter.table.present:
            groups.setdefault(fighter.table.group or fighter.table.id, []).append(fighter.table.id)
    drawn = drawn_up(ruleset, battle, groups, scenario.order, findings.add)
    # Combatants that the ruleset keeps out of the initiative order are removed from this one too.
    return _with_defaults(ruleset, battle, drawn) or drawn


def _settled(ruleset: Ruleset, battle: AnyBattle) -> AnyBattle:
    """Return the battle with the ruleset's consequences for each combatant, as if it had just been added.

    For example, a combatant without health is down. Questions are answered with their default, as in a step without
    answers. If the consequences need dice or an answer without default, the combatant stays as the scenario has it.
    """
    for who in battle.combatants:
        others = {id: other for id, other in battle.combatants.items() if id != who}
        battle = _with_defaults(ruleset, replace(battle, combatants=others), battle) or battle
    return battle


def _with_defaults(ruleset: Ruleset, before: AnyBattle, after: AnyBattle) -> AnyBattle | None:
    answers: dict[str, Answer] = {}
    while True:
        ask = TableAsk(ruleset, Call(action="begin", answers=answers), Answers())
        try:
            return settled(ruleset, before, after, ask)
        except Stopped as stopped:
            asked = [want.request for want in stopped.wanted]
        found = {one.id: choice_answer(one, one.default) for one in asked if _has_default(one)}
        if len(found) < len(asked):
            return None
        answers |= found


def _has_default(request: Request) -> TypeGuard[Question[Any]]:
    return isinstance(request, Question) and request.default is not None


# ------------------------------------------------------------------------------------------ combatants


class Fighter:
    """One combatant of a scenario, with the location of its table in the file."""

    def __init__(self, place: str, table: CombatantTable) -> None:
        self.place = place
        self.table = table

    def check(self, ruleset: Ruleset, library: Library, board: Board, findings: ProblemList) -> None:
        """Add the problems of the table to `findings`."""
        table = self.table
        if table.template and table.template not in library.combatants:
            known = nearest(table.template, library.combatants)
            findings.add(f"{self.place}: template", f"there is no combatant “{table.template}”.{known}")
            return
        if table.given and not hasattr(ruleset.sheet, "given"):
            findings.add(f"{self.place}: given", NOT_YET)
            return
        if table.members:
            findings.add(f"{self.place}: members", NOT_YET)
        findings.extend(problems_of(self._sheet(library), ruleset.sheet, "sheet"), self.place)
        for index, item in enumerate(table.items, start=1):
            for where, sentence in item_problems(library, item):
                findings.add(f"{self.place}: items[{index}]" + (f".{where}" if where else ""), sentence)
        for key, kind in self._kinds():
            if kind not in ruleset.conditions and (key == "conditions" or kind != OWN):
                known = nearest(kind, ruleset.conditions)
                findings.add(f"{self.place}: {key}", f"there is no condition “{kind}”.{known}")
        for index, effect in enumerate(table.effects, start=1):
            where = f"{self.place}: effects[{index}]"
            if effect.kind == OWN and not effect.name:
                findings.add(where, "it needs a kind, or a name if it is a condition of your own")
            for id in effect.changes.keys() - {one.id for one in ruleset.own_changes}:
                known = nearest(id, [one.id for one in ruleset.own_changes])
                findings.add(f"{where}.changes", f"there is no number “{id}” that a condition could change.{known}")
        _check_zone(table, self.place, board, findings)

    def _kinds(self) -> Iterator[tuple[str, str]]:
        yield from (("conditions", kind) for kind in self.table.conditions)
        yield from ((f"effects[{index}].kind", effect.kind) for index, effect in enumerate(self.table.effects, 1))

    def _sheet(self, library: Library) -> Table:
        entry = library.combatants.get(self.table.template)
        sheet = merged(entry.sheet if entry else {}, self.table.sheet)
        return merged(sheet, {"given": self.table.given}) if self.table.given else sheet

    def put(self, library: Library, battle: AnyBattle) -> AnyBattle:
        """Return the battle with this combatant, without its effects, because they may name other combatants."""
        table = self.table
        entry = library.combatants.get(table.template) or CombatantEntry(id=table.id, name=table.id)
        entry = replace(
            entry,
            name=table.name or (entry.name if table.template else in_words(table.id)),
            sheet=self._sheet(library),
            side=table.side or entry.side,
            public_name=entry.public_name if table.public is None else table.public,
            radius=table.radius or entry.radius,
        )
        battle = put_combatant(library, battle, entry, table.id)
        combatant = replace(
            battle.combatants[table.id],
            is_hidden=table.hidden,
            is_present=table.present,
            is_out=table.out,
            place=_place(table, battle.board),
        )
        battle = battle.with_combatant(combatant)
        for item in table.items:
            battle = put_item(library, battle, table.id, item_use(item))
        return battle

    def put_effects(self, ruleset: Ruleset, battle: AnyBattle) -> AnyBattle:
        """Return the battle with this combatant's conditions and effects."""
        effects = (*(EffectTable(kind=kind) for kind in self.table.conditions), *self.table.effects)
        for effect in effects:
            condition = ruleset.conditions.get(effect.kind) or Condition(OWN, effect.name)
            battle = add_effect(
                battle,
                self.table.id,
                effect.kind,
                name=effect.name,
                changes=effect.changes,
                prevents=effect.prevents,
                until=effect.until or ("removed" if effect.ends else condition.until),
                ends=effect.ends,
                round=effect.round or usual_end(battle, condition),
                source=effect.source,
                other=effect.other,
                clock=effect.clock,
                amount=effect.amount,
                note=effect.note,
                is_public=condition.is_public if effect.public is None else effect.public,
            )
        return battle

    def check_ties(self, before: AnyBattle, after: AnyBattle, findings: ProblemList) -> None:
        """Add a problem for each effect with another combatant that the rules have ended at once."""
        kept = after.combatants[self.table.id].effects
        laid = tuple(before.combatants[self.table.id].effects.items())[len(self.table.conditions) :]
        for index, (id, effect) in enumerate(laid, start=1):
            if effect.other is not None and id not in kept:
                why = "they stand too far apart, or one of them cannot act"
                sentence = f"“{effect.kind}” with “{effect.other}” ends at once: {why}."
                findings.add(f"{self.place}: effects[{index}]", sentence)


def _each(number: int, table: CombatantTable) -> Iterator[Fighter]:
    """Yield the combatants of a table: one, or `count` of them in one group, a metre apart."""
    place = f"combatant {number} ({table.id})"
    if table.count == 1:
        yield Fighter(place, table)
        return
    name = table.name or in_words(table.id)
    for one in range(1, table.count + 1):
        at = None if table.at is None else (table.at[0] + one - 1, table.at[1])
        items = tuple(item | {"id": f"{item['id']}-{one}"} if "id" in item else item for item in table.items)
        yield Fighter(
            place,
            replace(
                table,
                id=f"{table.id}-{one}",
                name=f"{name} {one}",
                public=f"{table.public} {one}" if table.public and not table.hidden else table.public,
                group=table.group or table.id,
                at=at,
                items=items,
            ),
        )


def in_words(id: str) -> str:
    """Return a name made from an id: `door-guard` gives `Door guard`."""
    return id.replace("-", " ").replace("_", " ").strip().capitalize() or id


# ------------------------------------------------------------------------------------------ the rest


def _place(table: Placed, board: Board) -> Place:
    """Return the place of a table; a position without a zone is in the zone drawn there."""
    height = millimetres(table.height)
    if table.at is None:
        return Place(height=height, zone=table.zone)
    place = place_at(board, table.at, height)
    return place if table.zone is None else replace(place, zone=table.zone)


def _thing(table: Any, board: Board) -> Thing:
    return Thing(
        id=table.id,
        name=table.name or in_words(table.id),
        place=_place(table, board),
        health=table.health_max if table.health is None else table.health,
        health_max=table.health_max,
        resistance=table.resistance,
        mass=table.mass,
        controller=table.controller,
        speed=table.speed,
        course=table.course,
        is_falling=table.falling,
        is_hidden=table.hidden,
        defence=table.defence,
    )


def _task(table: Any) -> Task:
    values = {key: getattr(table, key) for key in table.__struct_fields__ if key != "name"}
    return Task(name=table.name or in_words(table.id), **values)


def _player(table: PlayerTable, ruleset: Ruleset) -> Player:
    player: Player = ruleset.player(
        id=table.id,
        name=table.name or in_words(table.id),
        seat=table.seat,
        is_present=table.present,
        characters=table.characters,
        **{one.key: getattr(table, one.key) for one in ruleset.player_resources},
    )
    return player


def _highest_number(scenario: ScenarioTable, fighters: list[Fighter]) -> int:
    """Return the highest number at the end of any id of the file; the battle numbers new ids above it."""
    placed: list[str] = [one.table.id for one in fighters]
    placed += [table.id for tables in (scenario.thing, scenario.task, scenario.player) for table in tables]
    placed += [item["id"] for one in fighters for item in one.table.items if "id" in item]
    numbers = (id.rpartition("-")[2] for id in placed)
    return max((int(number) for number in numbers if number.isdecimal()), default=0)


def _check_ids(scenario: ScenarioTable, fighters: list[Id], findings: ProblemList) -> None:
    placed = [("combatant", id) for id in fighters]
    for kind, tables in (("player", scenario.player), ("thing", scenario.thing), ("task", scenario.task)):
        placed += [(kind, table.id) for table in tables]
    for table in scenario.combatant:
        of_each = [item["id"] for item in table.items if isinstance(item.get("id"), str)]
        placed += [("items of " + table.id, id) for id in of_each]
    seen: set[Id] = set()
    for kind, id in placed:
        if id in seen:
            findings.add(kind, f"the id “{id}” is used twice.")
        seen.add(id)


def _check_zone(table: Placed, place: str, board: Board, findings: ProblemList) -> None:
    if table.zone is not None and table.zone not in board.zones:
        findings.add(f"{place}: zone", f"there is no zone “{table.zone}”.{nearest(table.zone, board.zones)}")


def _check_names(scenario: ScenarioTable, fighters: set[Id], board: Board, findings: ProblemList) -> None:
    """Report every id that is not defined in the scenario."""
    there = fighters | {thing.id for thing in scenario.thing}

    def check(place: str, id: str | None, among: set[Id]) -> None:
        if id is not None and id not in among:
            findings.add(place, f"there is no “{id}” in this scenario.{nearest(id, among)}")

    for number, table in enumerate(scenario.combatant, start=1):
        for index, effect in enumerate(table.effects, start=1):
            for key in ("source", "other", "clock"):
                place = f"combatant {number} ({table.id}): effects[{index}].{key}"
                check(place, getattr(effect, key), there)
    for number, player in enumerate(scenario.player, start=1):
        for character in player.characters:
            check(f"player {number} ({player.id}): characters", character, fighters)
    for number, thing in enumerate(scenario.thing, start=1):
        check(f"thing {number} ({thing.id}): controller", thing.controller, fighters)
        _check_zone(thing, f"thing {number} ({thing.id})", board, findings)


def setting_problems(ruleset: Ruleset, settings: Table) -> Iterator[tuple[str, str]]:
    """Yield place and sentence of each problem of the house rules."""
    specs = {spec.key: spec for spec in ruleset.settings}
    for key, value in settings.items():
        if key not in specs:
            missing = f"there is no such house rule.{nearest(key, specs)}"
            yield f"settings.{key}", removed_house_rule(ruleset, key) or missing
        elif problem := setting_problem(specs[key], value):
            yield f"settings.{key}", problem
