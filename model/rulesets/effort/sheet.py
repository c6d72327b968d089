"""What Speed & Effort knows of a combatant (SE-MIS-02, SE-MIS-03) and of the fight as a whole."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from model.state.base import Id, State
from model.state.order import Plain


def _meta(title: str, group: str, description: str = "", *, ge: float = 0, le: float = 99) -> Meta:
    return Meta(title=title, description=description, ge=ge, le=le, extra_json_schema={"group": group})


def _about(title: str, group: str, description: str = "") -> Meta:
    return Meta(title=title, description=description, extra_json_schema={"group": group})


Modifier = Annotated[int, Meta(ge=-20, le=20)]
Points = Annotated[float, Meta(ge=0, le=999)]
_VALUES, _POOLS, _FIGHT, _MORE = "Values", "Pools", "Fighting", "More"


class ActionSource(State):
    """A perk, item or peculiarity that changes how many actions a turn holds (SE-ACT-02)."""

    name: str
    kind: Literal["action", "reaction", "free"] = "action"
    amount: Annotated[int, Meta(ge=-3, le=3)] = 1


class Sheet(State):
    """A combatant. A name, a dexterity modifier and three pools are enough."""

    dexterity: Annotated[int, _meta("Dexterity modifier", _VALUES, "Initiative and contests.", ge=-20, le=20)] = 0
    initiative_bonus: Annotated[int, _meta("Initiative bonus", _VALUES, "From anything else.", ge=-20, le=20)] = 0
    speed: Annotated[Points | None, _about("Speed points", _POOLS, "Nothing typed: at their maximum.")] = None
    speed_max: Annotated[int, _meta("Speed points, maximum", _POOLS, le=999)] = 8
    effort: Annotated[Points | None, _about("Effort points", _POOLS, "Nothing typed: at their maximum.")] = None
    effort_max: Annotated[int, _meta("Effort points, maximum", _POOLS, le=999)] = 5
    health: Annotated[
        Annotated[int, Meta(ge=0, le=999)] | None, _about("Health", _POOLS, "Nothing typed: at its maximum.")
    ] = None
    health_max: Annotated[int, _meta("Health, maximum", _POOLS, ge=1, le=999)] = 12
    attack: Annotated[int, _meta("Attack modifier", _FIGHT, "Besides the weapon's own.", ge=-20, le=20)] = 0
    defence: Annotated[
        Annotated[int, Meta(ge=1, le=30)] | None,
        _about("Defence number", _FIGHT, "What attacks have to reach; nothing typed: the house rule's."),
    ] = None
    armour: Annotated[int, _meta("Armour", _FIGHT, "Taken off every damage, besides armour worn.")] = 0
    skills: Annotated[dict[str, Modifier], _about("Skills", _MORE, "Modifiers of checks, such as climbing = 2.")] = {}
    action_sources: Annotated[
        tuple[ActionSource, ...], _about("More or fewer actions", _MORE, "Perks and items that change a turn.")
    ] = ()
    can_run: Annotated[bool, _about("Can run", _MORE, "Off: only walking, on the GM's word.")] = True


class Armed(State):
    """The action that somebody has stored behind a condition (SE-REA-01)."""

    condition: str
    action: str
    targets: tuple[Id, ...] = ()
    item: Id | None = None
    options: dict[str, Plain] = {}
    """What else was said of it, such as that something is let fall."""


class Shared(State):
    """What belongs to the fight rather than to one combatant."""

    last_weapon: dict[Id, Id] = {}
    """The item that each combatant attacked with last: what one key attacks with again."""
    initiative_effort: dict[Id, Annotated[int, Meta(ge=0, le=999)]] = {}
    """Effort points spent on the initiative that is rolled next."""
    armed: dict[Id, Armed] = {}
    """Stored actions by the effect that they are."""
    reacting: Id | None = None
    """Who carries out a stored action right now; nobody between two steps."""
