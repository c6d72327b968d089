"""The ruleset record of Zamani: all parts of the game that the engine, the scenarios and the window use."""

from __future__ import annotations

from collections.abc import Callable

from model.engine.calls import Call
from model.engine.displays import (
    CountdownDisplay,
    NumbersDisplay,
    PoolDisplay,
    RelationsDisplay,
    TableDisplay,
    TrackDisplay,
)
from model.engine.edits import EDITS
from model.engine.last_weapon import attack_with
from model.engine.modifiers import all_count
from model.engine.ruleset import Action, Credit, Derived, Ruleset
from model.engine.types import Grid, GridRow, Lit, Sign
from model.rulesets.zamani import odds
from model.rulesets.zamani.archetypes import ARCHETYPES
from model.rulesets.zamani.attack import (
    AREA,
    AREA_PARAMETERS,
    PARAMETERS,
    area_attack,
    area_weapon,
    attack,
    attack_percentage,
    fit_weapon,
    open_defence,
    valid_control,
    valid_targets,
)
from model.rulesets.zamani.checks import skill_percentage
from model.rulesets.zamani.clock import elapsed, round_of_turn, turn_of
from model.rulesets.zamani.conditions import CONDITIONS
from model.rulesets.zamani.damage import hurt, settle
from model.rulesets.zamani.defence import Threat, absorption, armour_penalty, own_defence
from model.rulesets.zamani.focus import FOCUS
from model.rulesets.zamani.guarding import GUARD, SHIFT
from model.rulesets.zamani.healing import HEALING_ACTIONS
from model.rulesets.zamani.initiative import initiative_of, segments_of
from model.rulesets.zamani.items import CHANGE_WEAPON, RELOAD
from model.rulesets.zamani.movement import (
    MOVE,
    MOVEMENT,
    RANGES,
    STAND_UP,
    full_move,
    half_move,
    moved_this_round,
    room,
)
from model.rulesets.zamani.names import SHEET_PARTS
from model.rulesets.zamani.order import TURNS, order_actions
from model.rulesets.zamani.segment import able_combatant, may_attack, own_segment
from model.rulesets.zamani.settings import HouseRules, rules
from model.rulesets.zamani.sheet import (
    Battle,
    Delivery,
    Gear,
    Shared,
    Sheet,
    area_weapons,
    usual_weapon,
    weapons_to_attack,
)
from model.rulesets.zamani.skills import CAST, OTHER
from model.rulesets.zamani.table import ACTION_TABLE, USE_TABLE, Row
from model.rulesets.zamani.tactics import TACTICS
from model.state.base import Id
from model.state.texts import Explanation, titled

# ------------------------------------------------------------------------------------------------ what the window shows


Number = float | Explanation


def health(battle: Battle, who: Id) -> int:
    """Damage that a combatant can still take before being out of combat; 0 if no limit is set (ZM-MIS-02)."""
    sheet = battle.combatants[who].sheet
    return max(0, most_health(battle, who) - sheet.damage)


def most_health(battle: Battle, who: Id) -> int:
    """Damage at which a combatant is out of combat; 0 if damage is only counted."""
    sheet = battle.combatants[who].sheet
    return sheet.max_damage or sheet.dead_at


def _defence(delivery: Delivery) -> Callable[[Battle, Id], Explanation]:
    kinds = {"melee": "melee", "arrow": "missile", "high_speed": "firearm"}
    gear = Gear(kind=kinds[delivery], delivery=delivery)  # type: ignore[arg-type]  # kinds of gear

    def value(battle: Battle, who: Id) -> Explanation:
        return own_defence(battle, who, Threat(attacker=who, gear=gear, is_unseen=False)).explanation

    return value


def _attack_percent(battle: Battle, who: Id) -> Number:
    """The percentage of an attack with the usual weapon, as it would be rolled now (ZM-ATK-02)."""
    return attack_percentage(battle, Call(action="attack", actor=who))


def _segments(battle: Battle, who: Id) -> tuple[int, ...]:
    """The segments of this round: those of the countdown or, before it, those that the current initiative gives."""
    own = battle.order.slot_of(who)
    if own is None or own.segment is None:
        return segments_of(battle, who)
    slots = (slot for slot in battle.order.slots.values() if slot.id == own.id or slot.origin == own.id)
    found = {slot.segment for slot in slots if slot.segment is not None}
    return tuple(sorted(found, reverse=True))


def _segment(number: int) -> Callable[[Battle, Id], Number]:
    def value(battle: Battle, who: Id) -> Number:
        found = _segments(battle, who)
        return found[number] if number < len(found) else 0

    return value


def _sacrificed(battle: Battle, who: Id) -> int:
    return battle.shared.sacrifice.get(who, 0)


_DERIVED = (
    Derived(key="health", title="Health", value=health, group="Damage"),
    Derived(key="absorbs", title="Absorbs", value=absorption, group="Damage"),
    Derived(key="initiative", title="Initiative", value=initiative_of, group="Initiative"),
    Derived(key="segment_1", title="First segment", value=_segment(0), group="Initiative"),
    Derived(key="segment_2", title="Second segment", value=_segment(1), group="Initiative"),
    Derived(key="segment_3", title="Third segment", value=_segment(2), group="Initiative"),
    Derived(key="turn", title="Turn of ten rounds", value=lambda battle, who: turn_of(battle), group="Clock"),
    Derived(
        key="round_of_turn", title="Round of the turn", value=lambda battle, who: round_of_turn(battle), group="Clock"
    ),
    Derived(key="elapsed", title="Seconds of combat", value=lambda battle, who: elapsed(battle), group="Clock"),
    Derived(
        key="sacrificed", title="Sacrificed", value=_sacrificed,
        group="Initiative",
    ),
    Derived(key="attack_percent", title="Attack (%)", value=_attack_percent, group="Attack"),
    Derived(key="defence", title="Defence", value=_defence("melee"), group="Defence"),
    Derived(key="defence_arrows", title="Defence: arrows", value=_defence("arrow"), group="Defence"),
    Derived(key="defence_bullets", title="Defence: bullets", value=_defence("high_speed"), group="Defence"),
    Derived(key="armour_penalty", title="Armour penalty", value=armour_penalty, group="Defence"),
    Derived(
        key="move_left", title="MOVE left (m)", group="Movement",
        value=lambda battle, who: full_move(battle, who) - moved_this_round(battle, who),
    ),
    Derived(
        key="room", title="On this segment (m)", group="Movement",
        value=lambda battle, who: max(0.0, room(battle, who).metres),
    ),
    Derived(
        key="half_move", title="Half move (m)", group="Movement",
        value=half_move,
    ),
)  # fmt: skip

DERIVED: dict[str, Derived] = {derived.key: derived for derived in _DERIVED}


def _attributes(battle: Battle, who: Id) -> tuple[tuple[str, int], ...]:
    sheet = battle.combatants[who].sheet
    names = ("dexterity", "fitness", "spirit", "creativity")
    return tuple((titled(name), getattr(sheet, name)) for name in names) + tuple(
        (titled(name), ranks) for name, ranks in sheet.attributes.items()
    )


def _skills(battle: Battle, who: Id) -> tuple[tuple[str, int], ...]:
    """Percentages of the skills as they would be rolled now (ZM-GEN-05)."""
    skills = battle.combatants[who].sheet.skills
    return tuple((titled(skill), skill_percentage(battle, who, skill, uses_focus=True).total) for skill in skills)


def _defences(battle: Battle, who: Id) -> tuple[tuple[str, int], ...]:
    kinds: tuple[tuple[str, Delivery], ...] = (("melee", "melee"), ("arrows", "arrow"), ("bullets", "high_speed"))
    found = tuple((title, _defence(kind)(battle, who).total) for title, kind in kinds)
    return (*found, ("absorbs", absorption(battle, who)))


def _countdown(battle: Battle, who: Id) -> tuple[tuple[str, str], ...]:
    """The segments of this round, each with the state of its slot."""
    own = battle.order.slot_of(who)
    states = {
        slot.segment: slot.state
        for slot in battle.order.slots.values()
        if own is not None and (slot.id == own.id or slot.origin == own.id) and slot.segment is not None
    }
    return tuple((str(segment), states.get(segment, "waiting")) for segment in _segments(battle, who))


def _table(battle: Battle, who: Id) -> Grid:
    """The action table of the battle, with the cell that was read last (ZM-MIS-01)."""
    table, last = battle.shared.table, battle.shared.last_roll
    rows = tuple(GridRow(title=_margins(row), cells=row.cells) for row in table.rows)
    signs = tuple(Sign(sign=result.code, words=result.name.lower()) for result in table.results)
    lit = None
    if last is not None and last.row < len(rows) and last.column < len(table.columns):
        result = table.result(last.code).name.lower()
        words = f"Margin {rows[last.row].title}, defence {table.columns[last.column]}: {last.code}, {result}"
        lit = Lit(row=last.row, column=last.column, words=words)
    return Grid(
        title=table.name,
        origin=table.origin,
        rows_title="margin",
        columns_title="defence",
        columns=tuple(map(str, table.columns)),
        rows=rows,
        signs=signs,
        lit=lit,
    )


def _margins(row: Row) -> str:
    return f"{row.margin_min}+" if row.margin_max is None else f"{row.margin_min}–{row.margin_max}"


def _damage(battle: Battle, who: Id) -> int:
    return battle.combatants[who].sheet.damage


DISPLAYS = (
    PoolDisplay(key="health", title="Health", value=health, most=most_health, is_health=True),
    TrackDisplay(key="damage", title="Damage taken", field="damage", value=_damage),
    NumbersDisplay(key="attributes", title="Attributes", value=_attributes),
    CountdownDisplay(key="segments", title="Segments", value=_countdown),
    NumbersDisplay(key="skills", title="Skills (%)", value=_skills),
    NumbersDisplay(key="defences", title="Defence", value=_defences),
    RelationsDisplay(key="ties", title="Relations"),
    TableDisplay(key="action_table", title="Action table", value=_table),
)  # fmt: skip


# ----------------------------------------------------------------------------------------------------------- the record


_ATTACK_GUARDS = (able_combatant, own_segment, may_attack, fit_weapon, valid_targets, open_defence)

ATTACK = Action(
    id="attack",
    title="Attack",
    run=attack,
    targets="one",
    items=weapons_to_attack,
    parameters=PARAMETERS,
    guards=(*_ATTACK_GUARDS, valid_control),
    rules=("ZM-ATK-01", "ZM-ATK-02", "ZM-CTRL-01"),
    cost="action",
    group="attack",
    key="A",
    help="Strike or shoot: d100 against the percentage, then the action table in the column of the defence.",
)
AREA_ATTACK = Action(
    id="area_attack",
    title="Attack Area",
    run=area_attack,
    targets="many",
    needs_item=True,
    items=area_weapons,
    parameters=AREA_PARAMETERS,
    guards=(*_ATTACK_GUARDS, area_weapon),
    rules=("ZM-AEW-01", "ZM-AEW-02"),
    cost="action",
    group="attack",
    key="E",
    help="One roll, looked up separately for everyone in the area: only Dexterity and traits defend.",
    aim=AREA,
)


_ACTIONS = (
    *(ATTACK, AREA_ATTACK, MOVE, FOCUS, GUARD, SHIFT, OTHER, CHANGE_WEAPON, RELOAD, CAST, STAND_UP),
    *(*HEALING_ACTIONS, USE_TABLE),
)

ZAMANI = Ruleset(
    id="zamani",
    name="Zamani",
    sheet=Sheet,
    gear=Gear,
    shared=Shared,
    house_rules=HouseRules,
    turns=TURNS,
    actions={**EDITS, **order_actions(), **{action.id: action for action in _ACTIONS}},
    conditions=CONDITIONS,
    ranges=RANGES,
    stacking=all_count,
    displays=DISPLAYS,
    derived=DERIVED,
    measures=odds.MEASURES,
    hurt=hurt,
    settle=settle,
    tactics=TACTICS,
    usual_attack=attack_with(usual_weapon),
    movement=MOVEMENT,
    files=(ACTION_TABLE,),
    lasting=("wounds",),
    rests=("rest",),
    new_sheet=lambda battle: {"max_damage": rules(battle).newcomer_max_damage},
    archetypes=ARCHETYPES,
    brief=("attack_percent", "defence", "absorbs", "initiative"),
    sheet_parts=SHEET_PARTS,
    is_worn=lambda gear: gear.kind == "armour",
    dice_words=("hit", "miss", "damage"),
    credit=Credit(
        authors="Joseph Teller and Kiralee McCauley",
        licence="CC BY-NC-SA 2.5, non-commercial",
        words="You may share and adapt the game for non-commercial purposes if you give credit and share it under the "
        "same licence.",
    ),
    help="Roll d100 at or under five times the ranks; the margin is read on the action table.",
)
