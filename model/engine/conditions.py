"""Conditions: name of each kind of effect, when it ends, and what it does to its bearer.

A ruleset declares each condition once, and in it all that it does: when it ends, what it changes and prevents, what
breaks it, what happens at the start and end of a turn:

    Condition(
        "rattled", "Rattled", "zap", "XY-RAT-01", "A penalty to defence and no attack, until the next turn.",
        until="turn_start", modifiers=(dv(-2), av(-major, only="melee")), prevents=("attacks",),
    )

The modifiers of a number come from `CONDITIONS.modifiers(battle, who, "dv", "melee")`. What a condition prevents is
refused by the engine, and `CONDITIONS.preventing(battle, who, "defence")` tells it to rules that ask. What the GM makes
in a line is an effect with the same data: name, changes, end, and what it prevents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Literal, Protocol

from model.engine.ask import Ask
from model.engine.modifiers import Modifier
from model.state.base import Id, Record, replace
from model.state.battle import AnyBattle, GameBattle
from model.state.effects import OWN as OWN_KIND
from model.state.effects import Effect, Prevented, Until
from model.state.identity_cache import cached_by_identity

Hook = Callable[[GameBattle, Id, Effect, Ask], AnyBattle]


class Amount(Record):
    """How much a condition changes a number, computed from the battle and the effect; `-amount` negates it."""

    read: Callable[[GameBattle, Effect], int]

    def __neg__(self) -> Amount:
        return Amount(lambda battle, effect: -self.read(battle, effect))


OWN = Amount(lambda battle, effect: effect.amount)
"""The `amount` field of the effect."""


def house(read: Callable[[GameBattle], int]) -> Amount:
    """An amount that a house rule sets."""
    return Amount(lambda battle, effect: read(battle))


class ValueChange(Record, kw_only=True):
    """What a condition does to one number of its bearer."""

    value: str
    """Name of the number in the ruleset; empty if the effect's note names it."""
    amount: int | Amount
    only: tuple[str, ...] = ()
    """Kinds of rolls and attacks that it applies to; empty means all."""
    but: tuple[str, ...] = ()
    """Kinds of rolls and attacks that it does not apply to."""
    rule: str = ""
    """Id of the rule for this change; empty means the condition's rule."""
    is_towards_other: bool = False
    """Whether it applies only against the other combatant of the effect, such as the target of an aim."""


class _Changing(Protocol):
    def __call__(
        self, amount: int | Amount, only: str = "", *, but: str = "", rule: str = "", is_towards_other: bool = False
    ) -> ValueChange: ...


def changing(value: str) -> _Changing:
    """Return a function that declares a change of one number: `dv = changing("dv")`, then `dv(-2)`.

    Its parameters `only` and `but` name kinds of rolls, separated by spaces.
    """

    def change(
        amount: int | Amount, only: str = "", *, but: str = "", rule: str = "", is_towards_other: bool = False
    ) -> ValueChange:
        kinds, others = tuple(only.split()), tuple(but.split())
        return ValueChange(
            value=value, amount=amount, only=kinds, but=others, rule=rule, is_towards_other=is_towards_other
        )  # fmt: skip

    return change


class Relation(Record, kw_only=True):
    """How an effect relates its bearer to `Effect.other`: shown as a line on the map and as words in lists."""

    verb: str
    """What the first does to the second: `holds`, `guards`."""
    passive: str = ""
    """Words for the second: `held by`, `guarded by`; empty if lists show the relation only for the first."""
    from_bearer: bool = True
    """Whether the bearer is the first; otherwise the other is, such as the holder of a held combatant."""
    line: Literal["hold", "guard", "aim", "area", "link"] = "link"
    """How the line is drawn; each kind has a different shape."""


class _Named(Record):
    id: str
    title: str
    icon: str = ""
    rule: str = ""
    help: str = ""


class Condition(_Named, kw_only=True):
    """A kind of effect that combatants can have, and all that it does; the fields of `_Named` are positional."""

    modifiers: tuple[ValueChange, ...] = ()
    """What it changes; of several changes of one number, the first that applies counts."""
    counts: Callable[[GameBattle, Id, Effect], bool] | None = None
    """Whether its modifiers apply to this bearer; None means always."""
    pair: str = ""
    """Name of a pair of conditions that count as one, unless the game adds them up."""
    adds_up: Callable[[GameBattle], bool] | bool = False
    """Whether several effects of this kind all count, always or by a house rule; otherwise only one counts."""
    label: Callable[[GameBattle, Effect], str] | None = None
    """Label of an effect of this kind in explanations; None means the title."""
    at_turn_start: Hook | None = None
    at_turn_end: Hook | None = None
    """What it does when a turn of its bearer begins or ends."""
    until: Until = "removed"
    """When an effect of this kind ends by default."""
    rounds: int = 0
    """How many rounds after the one in progress it lasts by default, with `until="round_end"`."""
    prevents: tuple[Prevented, ...] = ()
    """What it keeps its bearer from."""
    broken_by: tuple[str, ...] = ()
    """Ids of conditions that end it before its time when its bearer gets one of them."""
    is_past_breaking: Callable[[GameBattle, Id], bool] | None = None
    """Whether nothing breaks it any more, such as after its use; None means that it can always be broken."""
    at_break: Hook | None = None
    """What follows when it has been broken."""
    takes_out: bool = False
    """Whether its bearer is out of combat as long as it lasts."""
    is_public: bool = True
    needs_able: bool = False
    """Whether it is something that its bearer does: it ends when they are out of combat."""
    ends_with_combat: bool = False
    """Whether it is over when combat is: it is not written to the character's file unless the GM ticks it."""
    relation: Relation | None = None
    """Relation between its bearer and the other combatant; if None, relations show the title."""
    weight: int = 0
    """Sort order in lists: greater weights come first; below 0 are conditions that hardly matter."""


class OwnChange(Record, kw_only=True):
    """A number that a condition of the GM's own can change: `-2 defence until the bell rings`."""

    id: str
    title: str
    """What is changed, as in `-2 on all rolls`."""
    of: tuple[ValueChange, ...]
    """The changes of the game's numbers for 1 of it: their amounts are factors."""
    words: tuple[str, ...] = ()
    """Further words that a GM may type for it, besides its id and title."""
    unit: str = ""
    """Unit of the amount, such as `%`; it may be typed after the number."""
    least: int = -100
    most: int = 100

    @property
    def names(self) -> tuple[str, ...]:
        """All that a GM may type for it."""
        return (self.title, self.id.replace("_", " "), *self.words)


class Conditions(dict[str, Condition]):
    """The conditions of a game by id, and the modifiers from those of a combatant."""

    def __init__(
        self,
        conditions: Iterable[Condition],
        *,
        own_changes: Iterable[OwnChange] = (),
    ) -> None:
        """Set what conditions of the GM's own can change: first what a bare number means."""
        super().__init__((condition.id, condition) for condition in conditions)
        self.has_consequences = any(one.broken_by or one.takes_out for one in self.values())
        """Whether any of them ends or follows from something else than its time."""
        self.own_changes = tuple(own_changes)
        self._own_changes = {change.id: change for change in self.own_changes}

    def modifiers(
        self,
        battle: AnyBattle,
        who: Id,
        value: str,
        *kinds: str,
        against: Id | None = None,
        said: Mapping[str, bool] = MappingProxyType({}),
    ) -> tuple[Modifier, ...]:
        """Modifiers of a number from the conditions of a combatant or thing.

        `kinds` are the kinds of the roll or attack, as named in `ValueChange.only` and `but`; `against` is its target.
        `said` are the GM's overrides by condition id: the condition counts for any kind of roll, or not at all,
        whatever effects there are. Of several that count once, the one with the greatest amount counts, and the first
        of equal ones.
        """
        bearer = battle.combatants.get(who) or battle.things.get(who)
        effects = () if bearer is None or not bearer.effects else tuple(bearer.effects.values())
        if not effects and not said:
            return ()
        found: dict[str, list[Modifier]] = {}
        if said:
            effects = (*effects, *(Effect(id="", kind=kind) for kind, counts in said.items() if counts))
        for effect in effects:
            if effect.changes and (own := self._own(effect, value, kinds, against)):
                found[effect.id] = [own]
            condition = self.get(effect.kind)
            if condition is None or not condition.modifiers or (effect.id and effect.kind in said):
                continue
            modifier = _modifier(battle, who, condition, effect, value, kinds if effect.id else None, against)
            if modifier is not None:
                several = found.setdefault(condition.pair or effect.kind, [])
                adds_up = condition.adds_up(battle) if callable(condition.adds_up) else condition.adds_up
                if adds_up or not several:
                    several.append(modifier)
                elif abs(modifier.amount) > abs(several[0].amount):
                    several[0] = modifier
        return tuple(modifier for several in found.values() for modifier in several)

    def preventing(self, battle: AnyBattle, who: Id, what: Prevented) -> Effect | None:
        """The first effect that keeps a combatant from something, or None."""
        bearer = battle.combatants.get(who)
        if bearer is not None and bearer.effects:
            for effect in bearer.effects.values():
                condition = self.get(effect.kind)
                if what in effect.prevents or (condition is not None and what in condition.prevents):
                    return effect
        return None

    def _own(self, effect: Effect, value: str, kinds: tuple[str, ...], against: Id | None) -> Modifier | None:
        """The modifier of a number by what the GM has typed for an effect, under its name; or None."""
        total = 0
        for id, amount in effect.changes.items():
            if own := self._own_changes.get(id):
                factors = (one.amount for one in _changes(own.of, effect, value, kinds, against))
                total += sum(factor for factor in factors if isinstance(factor, int)) * amount
        if not total:
            return None
        known = self.get(effect.kind)
        return Modifier(key=effect.id, label=effect.name or (known.title if known else effect.kind), amount=total)


def _modifier(
    battle: AnyBattle,
    who: Id,
    condition: Condition,
    effect: Effect,
    value: str,
    kinds: tuple[str, ...] | None,
    against: Id | None,
) -> Modifier | None:
    """The modifier of a number from one effect, or None; with `kinds` None it applies to any kind of roll."""
    for change in _changes(condition.modifiers, effect, value, kinds, against):
        amount = change.amount if isinstance(change.amount, int) else change.amount.read(battle, effect)
        if amount and (condition.counts is None or condition.counts(battle, who, effect)):
            usual = condition.title if condition.label is None else condition.label(battle, effect)
            label = effect.name or usual
            return Modifier(key=effect.kind, label=label, amount=amount, rule=change.rule or condition.rule)
    return None


def _changes(
    changes: tuple[ValueChange, ...], effect: Effect, value: str, kinds: tuple[str, ...] | None, against: Id | None
) -> Iterator[ValueChange]:
    for change in changes:
        is_against_another = change.is_towards_other and (against is None or effect.other != against)
        if (change.value or effect.note) != value or is_against_another:
            continue
        if kinds is None or (
            (not change.only or any(kind in change.only for kind in kinds))
            and not any(kind in change.but for kind in kinds)
        ):
            yield change


def condition_of(conditions: Mapping[str, Condition], effect: Effect) -> Condition | None:
    """What an effect is: the ruleset's condition, under its own name if it has one, or a condition of the GM's own.

    None if the ruleset does not know its kind.
    """
    return _named(effect) if effect.kind == OWN_KIND else _with_name(conditions.get(effect.kind), effect.name)


def _with_name(condition: Condition | None, name: str) -> Condition | None:
    return replace(condition, title=name) if condition is not None and name else condition


@cached_by_identity(256)
def _named(effect: Effect) -> Condition:
    name = effect.name or "Own condition"
    return Condition(OWN_KIND, name, "pencil", help="The GM's own.", until=effect.until, prevents=effect.prevents)
