"""What the family knows of a battle of its games: the fields of their sheets and gear that it reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from model.state.battle import Battle as BattleOf
from model.state.battle import Player

if TYPE_CHECKING:
    from model.rulesets.families.ogc.sheet import Given

AttackType = Literal["normal", "mental", "alteration"]
AttackKind = Literal["ranged", "melee", "mental"]
Cover = Literal["auto", "yes", "no"]


class FamilySheet(Protocol):
    """The fields of every sheet of the family; each game declares them with its own titles."""

    @property
    def skills(self) -> dict[str, int]: ...
    @property
    def health(self) -> int | None: ...
    @property
    def health_max(self) -> int: ...
    @property
    def endurance(self) -> int | None: ...
    @property
    def endurance_max(self) -> int: ...
    @property
    def given(self) -> Given: ...


class FamilyGear(Protocol):
    """The fields of all gear of the family."""

    @property
    def type(self) -> AttackType: ...
    @property
    def attack_kind(self) -> AttackKind: ...
    @property
    def special(self) -> str: ...
    @property
    def effect(self) -> str: ...
    @property
    def can_be_opposed(self) -> bool: ...
    @property
    def can_be_taken(self) -> bool: ...
    @property
    def is_weapon(self) -> bool: ...


Battle = TypeVar("Battle", bound=BattleOf[FamilySheet, Any, Any, Player])
"""The battle of a game of the family; a class of the family is made for the battle and the gear of one game."""
Gear = TypeVar("Gear", bound=FamilyGear)
