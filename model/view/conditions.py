"""The list of conditions that the initiative list, tokens and the sheet show."""

from __future__ import annotations

from model.engine.conditions import condition_of
from model.engine.edits_conditions import changes_words, prevents_words, round_words
from model.engine.effects import OF_TURNS
from model.engine.ruleset import Ruleset
from model.engine.turns import can_act, is_in_turn
from model.state.base import Id, State
from model.state.battle import AnyBattle
from model.state.effects import OWN, Effect
from model.view.viewer import Viewer, knows, name_for, visible_id


class ConditionView(State):
    """A condition on a combatant, as far as the viewer may know of it."""

    id: Id
    """The id of the effect, for removing it."""
    kind: str
    title: str
    """`cover`"""
    note: str = ""
    """`barrels`, `held by Boomer`, `2`; empty if there is nothing to add."""
    until: str = ""
    """`until the end of the scene`; empty if it stays until it is removed."""
    changes: str = ""
    """What one of the GM's own changes and prevents: `−2 to all rolls, no attacks`; empty if nothing."""
    is_yours_to_end: bool = False
    """Whether only the GM knows when it ends."""
    is_public: bool = True
    """Whether players may know of it."""
    help: str = ""
    rule: str = ""
    icon: str = ""
    """Name of an icon; empty if none."""

    @property
    def text(self) -> str:
        """Title and note in a line."""
        return f"{self.title} {self.note}".rstrip()

    @property
    def line(self) -> str:
        """The whole condition in a line, for a tooltip."""
        head = f"{self.text}, {self.until}" if self.until else self.text
        return f"{head}: {self.help}" if self.help else head


def conditions_of(ruleset: Ruleset, battle: AnyBattle, who: Id, viewer: Viewer) -> tuple[ConditionView, ...]:
    """Conditions on a combatant or thing, the most severe first; for players only the public ones, without notes."""
    return tuple(_view(ruleset, battle, who, effect, viewer) for effect in _effects(ruleset, battle, who, viewer))


def labels_of(ruleset: Ruleset, battle: AnyBattle, who: Id, viewer: Viewer) -> tuple[str, ...]:
    """Short labels of the conditions on a combatant or thing, each kind once, after how they left combat."""
    effects = _effects(ruleset, battle, who, viewer)
    return (*_departure(battle, who), *dict.fromkeys(_short_label(ruleset, effect) for effect in effects))


def token_labels(ruleset: Ruleset, battle: AnyBattle, who: Id, viewer: Viewer) -> tuple[str, ...]:
    """Short labels beside a token or a name, without minor relations: the map draws them, and here the other's name is
    missing.
    """
    effects = _effects(ruleset, battle, who, viewer)
    told = (one for one in effects if one.other is None or weight_of(ruleset, one.kind) >= 0)
    return (*_departure(battle, who), *dict.fromkeys(_short_label(ruleset, effect) for effect in told))


def _short_label(ruleset: Ruleset, effect: Effect) -> str:
    """The label of an effect; one that is public as a rule, but not this time, says so, as the GM might tell it."""
    known = condition_of(ruleset.conditions, effect)
    is_secret = not effect.is_public and (known is None or known.is_public)
    return f"{label_of(ruleset, effect)} (secret)" if is_secret else label_of(ruleset, effect)


def _departure(battle: AnyBattle, who: Id) -> tuple[str, ...]:
    """How a combatant left combat alive, as a label."""
    combatant = battle.combatants.get(who)
    return () if combatant is None or combatant.left_as is None else (combatant.left_as,)


def _effects(ruleset: Ruleset, battle: AnyBattle, who: Id, viewer: Viewer) -> tuple[Effect, ...]:
    """Effects on a combatant or thing that the viewer may know of, the most severe first, then the oldest."""
    bearer = battle.combatants.get(who) or battle.things.get(who)
    if bearer is None or not bearer.effects:
        return ()
    known = (effect for effect in bearer.effects.values() if _may_see(ruleset, effect, viewer))
    return tuple(sorted(known, key=lambda effect: (-weight_of(ruleset, effect.kind), _age(effect))))


def _may_see(ruleset: Ruleset, effect: Effect, viewer: Viewer) -> bool:
    known = condition_of(ruleset.conditions, effect)
    return viewer.is_gm or (effect.is_public and known is not None and known.is_public)


def _view(ruleset: Ruleset, battle: AnyBattle, bearer: Id, effect: Effect, viewer: Viewer) -> ConditionView:
    known = condition_of(ruleset.conditions, effect)
    numbers, what = changes_words(ruleset, effect.changes), prevents_words(effect.prevents)
    changes = ", ".join(filter(None, (numbers, what)))
    is_told = viewer.is_gm and changes.casefold() not in ("", effect.name.casefold())
    help = "" if known is None else known.help
    return ConditionView(
        id=visible_id(effect.id, viewer),
        kind=effect.kind,
        title=label_of(ruleset, effect),
        note=_note(battle, effect, viewer),
        until=end_words(ruleset, battle, bearer, effect) if viewer.is_gm else "",
        changes=changes if viewer.is_gm else "",
        is_yours_to_end=bool(effect.ends),
        is_public=effect.is_public and (known is None or known.is_public),
        help=" ".join(filter(None, (f"{changes}." if is_told else "", help))),
        rule="" if known is None else known.rule,
        icon="" if known is None else known.icon,
    )


def label_of(ruleset: Ruleset, effect: Effect) -> str:
    """The title of an effect within a list: its own name, or that of its condition."""
    return effect.name or title_of(ruleset, effect.kind)


def weight_of(ruleset: Ruleset, kind: str) -> int:
    """The severity of a condition, for sorting."""
    known = ruleset.conditions.get(kind)
    return 0 if known is None else known.weight


def title_of(ruleset: Ruleset, kind: str) -> str:
    """The title of a condition within a list: `standing guard`."""
    if kind == OWN:
        return "conditions of your own"
    known = ruleset.conditions.get(kind)
    title = kind.replace("_", " ") if known is None else known.title
    return title if title[1:2].isupper() else title[:1].lower() + title[1:]


def _note(battle: AnyBattle, effect: Effect, viewer: Viewer) -> str:
    """The GM's note, the amount and the related combatant; players get only the latter, and only if they know them."""
    other = None
    if effect.other is not None and knows(battle, effect.other, viewer):
        other = name_for(battle, effect.other, viewer)
    if not viewer.is_gm:
        return other or ""
    amount = str(effect.amount) if effect.amount else ""
    # Notes of rules may be ids, such as that of a location: show them as words.
    note = "" if effect.note == effect.name else effect.note.replace("_", " ")
    return " ".join(part for part in (note, amount, other) if part)


def end_words(ruleset: Ruleset, battle: AnyBattle, bearer: Id, effect: Effect) -> str:
    """When an effect ends, as things stand: `until the end of Mira's next turn`; empty if only the GM ends it."""
    if effect.ends:
        return f"until {effect.ends}"
    if effect.until in OF_TURNS:
        return _until_turn(battle, bearer, effect)
    if effect.until == "round_end" and effect.round > battle.order.round:
        return f"until the end of {round_words(ruleset, battle, effect.round)}"
    return _UNTIL.get(effect.until, "")


OF_ORDER = (*OF_TURNS, "round_end")
"""Ends whose words depend on the initiative order as it stands."""
_UNTIL = {
    "round_end": "until the end of the round",
    "slot": "until this slot in the next round",
    "use": "until first used",
    "combat": "until the end of combat",
    "scene": "until the end of the scene",
    "recovered": "until recovered",
}


def _until_turn(battle: AnyBattle, bearer: Id, effect: Effect) -> str:
    clock = effect.clock or bearer
    name = battle.combatants[clock].name if clock in battle.combatants else ""
    whose = "their" if not name or clock == bearer else f"{name}'s"
    if is_in_turn(battle, clock):
        if effect.until == "turn_end":
            return f"until the end of {whose} turn"
    elif battle.order.is_running and clock in battle.combatants:
        if battle.order.slot_of(clock) is None:
            return f"until the end of the next round: {'they have' if whose == 'their' else f'{name} has'} no turns"
        if not can_act(battle, clock):
            return f"until {whose} next turn would come"
    return f"until the {'start' if effect.until == 'turn_start' else 'end'} of {whose} next turn"


def _age(effect: Effect) -> tuple[int, int, Id]:
    number = effect.id.rpartition("-")[2]
    return (effect.since.round, int(number) if number.isdecimal() else 0, effect.id)
