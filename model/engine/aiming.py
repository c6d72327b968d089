"""What an action says about the area that it strikes: its shape on the map, and whom the rules find in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from model.engine.calls import Call
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.board import Shape


def _always(battle: AnyBattle, call: Call) -> bool:
    return True


@dataclass(frozen=True, kw_only=True)
class Aim:
    """The area of an action. The window draws it as the GM aims, and takes whom it finds as the call's targets.

    The GM may add or take out anybody: then the call names its targets, and the rules follow these.
    """

    shape: Callable[[AnyBattle, Call], Shape | None]
    """Where it lies by what the call says so far; None while nobody knows, or without positions."""
    caught: Callable[[AnyBattle, Call], tuple[Id, ...]]
    """Whom the rules find in it, whatever targets the call names already; nobody where positions are unknown."""
    at: str = ""
    """Key of the parameter of kind `place` that says where it is aimed at; empty: it follows the first target."""
    on: str = ""
    """Key of the parameter of kind `combatant` that aims it at somebody instead; empty: a spot alone."""
    applies: Callable[[AnyBattle, Call], bool] = _always
    """Whether this call strikes an area at all: what is thrown may strike one target alone."""


def aimed_on(aim: Aim | None, call: Call, target: Id) -> Call:
    """A call on somebody: aimed at them where the action strikes an area, else with them as its one target."""
    if aim is None or not aim.on:
        return replace(call, targets=(target,))
    return replace(call, targets=(), options=call.options | {aim.on: target})


def is_aimless(aim: Aim | None, call: Call) -> bool:
    """Whether a call that can be aimed at somebody is aimed at nobody and nowhere yet."""
    return aim is not None and bool(aim.on) and not any(call.option(key) for key in (aim.at, aim.on) if key)
