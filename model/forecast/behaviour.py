"""Behaviour of combatants in a forecast: switches for a side or a combatant, and their description in words."""

from __future__ import annotations

from typing import Literal

from model.engine.ruleset import Ruleset
from model.state.base import Id, Record
from model.state.battle import AnyBattle, Combatant, name_of
from model.state.behaviour import Behaviour, Focus, Stance

USUAL_FLIGHT = 33
"""Percent of health below which opponents flee unless they are aggressive."""


class ResolvedBehaviour(Record, kw_only=True):
    """The resolved switches of one combatant; every switch has a value."""

    stance: Stance = "balanced"
    focus: Focus = "best"
    holds_position: bool = False
    stays_in_cover: bool = True
    heals: bool = True
    flees_below: int = 0
    drops_prone: bool = False
    keeps_points: int = 0
    guards: Id | None = None


def settled(ruleset: Ruleset, battle: AnyBattle, combatant: Combatant[object]) -> ResolvedBehaviour:
    """Return the switches of a combatant: their own, else their side's, else the defaults.

    By default the players' side and its allies help the fallen and never flee; opponents help nobody and flee below a
    third of their health. Points are spent.
    """
    behaviours = battle.behaviours
    own = behaviours.combatants.get(combatant.id, Behaviour())
    side = behaviours.sides.get(combatant.side, Behaviour())
    said = {
        key: value
        for key in Behaviour.__struct_fields__
        if (value := getattr(own, key) if getattr(own, key) is not None else getattr(side, key)) is not None
    }
    if combatant.side not in ruleset.allied:
        said.setdefault("heals", False)
        if said.get("stance") != "aggressive":
            said.setdefault("flees_below", USUAL_FLIGHT)
    return ResolvedBehaviour(**said)


class Switch(Record, kw_only=True):
    """Description of a switch for a form."""

    key: str
    """Name of the field of `Behaviour`."""
    title: str
    kind: Literal["choice", "flag", "percent", "points", "combatant"]
    options: tuple[tuple[str, str], ...] = ()
    """Value and label of each option of a choice."""
    help: str = ""


_SWITCHES = (
    Switch(
        key="stance", title="Stance", kind="choice",
        options=(("balanced", "Balanced"), ("aggressive", "Aggressive"), ("careful", "Careful")),
        help="Aggressive: never defends, never flees. Careful: cover first, defends when hurt and outnumbered.",
    ),
    Switch(
        key="focus", title="Attacks", kind="choice",
        options=(("best", "Best expected result"), ("weakest", "Weakest target"), ("nearest", "Nearest target")),
        help="Among the targets that an attack reaches.",
    ),
    Switch(key="holds_position", title="Holds position", kind="flag", help="Never moves."),
    Switch(key="stays_in_cover", title="Stays in cover", kind="flag", help="Never moves while behind cover."),
    Switch(key="heals", title="Helps the fallen", kind="flag", help="Before any attack."),
    Switch(key="flees_below", title="Flees below", kind="percent", help="Percent of health; 0: never."),
    Switch(key="drops_prone", title="Drops prone when hurt", kind="flag", help="At half health."),
    Switch(key="keeps_points", title="Keeps points", kind="points", help="Points not to be spent; 99: all of them."),
    Switch(key="guards", title="Guards", kind="combatant", help="Stays near them and attacks who is nearest to them."),
)  # fmt: skip


def switches(ruleset: Ruleset) -> tuple[Switch, ...]:
    """Return the switches that make sense in a ruleset, for a form."""
    tactics = ruleset.tactics
    missing = {
        "stays_in_cover": not tactics.in_cover,
        "heals": tactics.heals is type(tactics)().heals,
        "drops_prone": not tactics.drop,
        "keeps_points": tactics.points is None,
    }
    return tuple(switch for switch in _SWITCHES if not missing.get(switch.key, False))


# ------------------------------------------------------------------------------------------------------------ in words


def words_of_side(ruleset: Ruleset, battle: AnyBattle, side: str) -> str:
    """Return the behaviour of a side's combatants without own switches: `best expected attack, stay in cover`."""
    stand_in: Combatant[object] = Combatant(id="", name="", sheet=None, side=side)
    return _in_words(ruleset, battle, settled(ruleset, battle, stand_in), is_one=False)


def words_of(ruleset: Ruleset, battle: AnyBattle, who: Id) -> str:
    """Return the behaviour of a combatant: `aggressive, best expected attack, drops prone when hurt`."""
    return _in_words(ruleset, battle, settled(ruleset, battle, battle.combatants[who]), is_one=True)


def _in_words(ruleset: Ruleset, battle: AnyBattle, switches_: ResolvedBehaviour, *, is_one: bool) -> str:
    known = {switch.key for switch in switches(ruleset)}
    s = "s" if is_one else ""
    words: list[str] = [] if switches_.stance == "balanced" else [switches_.stance]
    if switches_.guards is not None and switches_.guards in battle.combatants:
        words.append(f"guard{s} {name_of(battle, switches_.guards)}")
    focus = {"best": "best expected attack", "weakest": f"attack{s} the weakest", "nearest": f"attack{s} the nearest"}
    words.append(focus[switches_.focus])
    if switches_.holds_position:
        words.append(f"hold{s} position")
    elif switches_.stays_in_cover and "stays_in_cover" in known:
        words.append(f"stay{s} in cover")
    if switches_.heals and "heals" in known:
        words.append(f"help{s} the fallen")
    if switches_.drops_prone and "drops_prone" in known:
        words.append(f"drop{s} prone when hurt")
    if switches_.flees_below:
        share = "a third" if switches_.flees_below == USUAL_FLIGHT else f"{switches_.flees_below} %"
        words.append(f"flee{s} below {share} of health")
    if "keeps_points" in known:
        words.append(_points_in_words(ruleset.tactics.points_title, switches_.keeps_points, s))
    return ", ".join(words)


def _points_in_words(title: str, kept: int, s: str) -> str:
    if kept == 0:
        return f"spend{s} {title}"
    return f"keep{s} all {title}" if kept == 99 else f"keep{s} {kept} {title}"
