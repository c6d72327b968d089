"""The list of conditions that the initiative list, tokens and the sheet show."""

from __future__ import annotations

from model.engine.ruleset import Ruleset
from model.state.base import Id, State
from model.state.battle import AnyBattle
from model.state.effects import Effect
from model.view.viewer import Viewer, knows, name_for, visible_id

_UNTIL = {
    "turn_start": "until the start of {whose} next turn",
    "turn_end": "until the end of {whose} next turn",
    "round_end": "until the end of the round",
    "slot": "until this slot in the next round",
    "use": "until first used",
    "scene": "until the end of the scene",
    "recovered": "until recovered",
}


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


def condition_labels(conditions: tuple[ConditionView, ...]) -> tuple[str, ...]:
    """Short labels, each kind once."""
    return tuple(dict.fromkeys(condition.title for condition in conditions))


def labels_of(ruleset: Ruleset, battle: AnyBattle, who: Id, viewer: Viewer) -> tuple[str, ...]:
    """Short labels of the conditions on a combatant or thing, each kind once."""
    effects = _effects(ruleset, battle, who, viewer)
    return tuple(dict.fromkeys(title_of(ruleset, effect.kind) for effect in effects))


def token_labels(ruleset: Ruleset, battle: AnyBattle, who: Id, viewer: Viewer) -> tuple[str, ...]:
    """Short labels beside a token. Minor relations are left out because the map draws them as lines."""
    effects = _effects(ruleset, battle, who, viewer)
    told = (one for one in effects if one.other is None or weight_of(ruleset, one.kind) >= 0)
    return tuple(dict.fromkeys(title_of(ruleset, effect.kind) for effect in told))


def _effects(ruleset: Ruleset, battle: AnyBattle, who: Id, viewer: Viewer) -> tuple[Effect, ...]:
    """Effects on a combatant or thing that the viewer may know of, the most severe first, then the oldest."""
    bearer = battle.combatants.get(who) or battle.things.get(who)
    if bearer is None or not bearer.effects:
        return ()
    known = (effect for effect in bearer.effects.values() if _may_see(ruleset, effect, viewer))
    return tuple(sorted(known, key=lambda effect: (-weight_of(ruleset, effect.kind), _age(effect))))


def _may_see(ruleset: Ruleset, effect: Effect, viewer: Viewer) -> bool:
    known = ruleset.conditions.get(effect.kind)
    return viewer.is_gm or (effect.is_public and known is not None and known.is_public)


def _view(ruleset: Ruleset, battle: AnyBattle, bearer: Id, effect: Effect, viewer: Viewer) -> ConditionView:
    known = ruleset.conditions.get(effect.kind)
    return ConditionView(
        id=visible_id(effect.id, viewer),
        kind=effect.kind,
        title=title_of(ruleset, effect.kind),
        note=_note(battle, effect, viewer),
        until=_until(battle, bearer, effect) if viewer.is_gm else "",
        help="" if known is None else known.help,
        rule="" if known is None else known.rule,
        icon="" if known is None else known.icon,
    )


def weight_of(ruleset: Ruleset, kind: str) -> int:
    """The severity of a condition, for sorting."""
    known = ruleset.conditions.get(kind)
    return 0 if known is None else known.weight


def title_of(ruleset: Ruleset, kind: str) -> str:
    """The title of a condition within a list: `standing guard`."""
    known = ruleset.conditions.get(kind)
    title = kind.replace("_", " ") if known is None else known.title
    return title[:1].lower() + title[1:]


def _note(battle: AnyBattle, effect: Effect, viewer: Viewer) -> str:
    """The GM's note, the amount and the related combatant; players get only the latter, and only if they know them."""
    other = None
    if effect.other is not None and knows(battle, effect.other, viewer):
        other = name_for(battle, effect.other, viewer)
    if not viewer.is_gm:
        return other or ""
    amount = str(effect.amount) if effect.amount else ""
    # Notes of rules may be ids, such as that of a location: show them as words.
    return " ".join(part for part in (effect.note.replace("_", " "), amount, other) if part)


def _until(battle: AnyBattle, bearer: Id, effect: Effect) -> str:
    sentence = _UNTIL.get(effect.until, "")
    name = battle.combatants[effect.clock].name if effect.clock in battle.combatants else ""
    whose = "their" if not name or effect.clock == bearer else f"{name}'s"
    return sentence.format(whose=whose)


def _age(effect: Effect) -> tuple[int, int, Id]:
    number = effect.id.rpartition("-")[2]
    return (effect.since.round, int(number) if number.isdigit() else 0, effect.id)
