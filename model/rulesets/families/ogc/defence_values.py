"""What an attack or a task has to reach: the same sum in every game of the family, of a game's own parts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Literal

from model.engine.modifiers import Modifier, Stacking, explain, term
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Explanation

AttackKind = Literal["ranged", "melee", "mental"]
Cover = Literal["auto", "yes", "no"]


class DefenceValues(ABC):
    """How a game works out a Defence Value."""

    helpless_rule: str

    @abstractmethod
    def is_helpless(self, battle: AnyBattle, who: Id) -> bool: ...

    @abstractmethod
    def own(self, battle: AnyBattle, who: Id, kind: AttackKind) -> Iterable[Modifier]:
        """Base, attribute, skill and equipment against a kind of attack."""

    @abstractmethod
    def modifiers(self, battle: AnyBattle, who: Id, kind: AttackKind | None, cover: Cover) -> Iterable[Modifier]:
        """What conditions and the like do; without a kind, against a task. The one of cover is called so."""

    @abstractmethod
    def stacking(self, battle: AnyBattle, who: Id, kind: AttackKind | None) -> Stacking: ...

    def against_attack(
        self,
        battle: AnyBattle,
        who: Id,
        kind: AttackKind,
        more: Iterable[Modifier] = (),
        *,
        cover: Cover = "auto",
        without: tuple[str, ...] = (),
    ) -> Explanation:
        """What an attack has to reach; of the helpless 0, and what the GM grants them.

        `without` names conditions that do not count against this attack.
        """
        if self.is_helpless(battle, who):
            granted = [one for one in more if one.amount > 0]
            if cover == "yes":
                granted += [one for one in self.modifiers(battle, who, kind, cover) if one.key == "cover"]
            return self._helpless(battle, who, kind, granted)
        given = battle.combatants[who].sheet.given.of("dv", kind)
        own = self.own(battle, who, kind) if given is None else (term("given", "Given", given),)
        counted = (one for one in self.modifiers(battle, who, kind, cover) if one.key not in without)
        return explain("dv", "Defence Value", (*own, *counted, *more), self.stacking(battle, who, kind))

    def against_task(
        self, battle: AnyBattle, who: Id, own: Iterable[Modifier], more: Iterable[Modifier] = ()
    ) -> Explanation:
        """What a task has to reach that somebody works against with parts of their own."""
        if self.is_helpless(battle, who):
            return self._helpless(battle, who, None, ())
        parts = (*own, *self.modifiers(battle, who, None, "auto"), *more)
        return explain("dv", "Defence Value", parts, self.stacking(battle, who, None))

    def _helpless(
        self, battle: AnyBattle, who: Id, kind: AttackKind | None, granted: Iterable[Modifier]
    ) -> Explanation:
        parts = (term("helpless", "Helpless", 0, self.helpless_rule), *granted)
        return explain("dv", "Defence Value", parts, self.stacking(battle, who, kind))
