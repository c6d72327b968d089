"""What a combatant has left in a turn: actions, metres, marks, and the guards that ask for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from model.engine.calls import Call
from model.engine.ruleset import Guard
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.order import Order, Share, Turn
from model.state.texts import Refusal, ref, text


def with_share(battle: AnyBattle, who: Id, change: Callable[[Share], Share]) -> AnyBattle:
    """The battle with a combatant's share of the turn in progress changed; without a turn of theirs, unchanged."""
    order = share_changed(battle.order, who, change)
    return battle if order is battle.order else replace(battle, order=order)


def share_changed(order: Order, who: Id, change: Callable[[Share], Share]) -> Order:
    """The same of an order, for several changes of it at once."""
    turn = order.turn
    if turn is None or who not in turn.shares:
        return order
    changed: Turn = replace(turn, shares=turn.shares | {who: change(turn.shares[who])})
    return replace(order, turns=(*order.turns[:-1], changed))


def interrupted_share(battle: AnyBattle, who: Id) -> Share | None:
    """What a combatant has of a turn that another one has cut into; None where they take none, or it goes on."""
    below = reversed(battle.order.turns[:-1])
    share = next((turn.shares[who] for turn in below if who in turn.shares), None)
    return None if share is None or share.is_over else share


def with_interrupted_share(battle: AnyBattle, who: Id, change: Callable[[Share], Share]) -> AnyBattle:
    """The battle with a combatant's share of the turn that another one has cut into changed; without one, unchanged."""
    turns = list(battle.order.turns)
    for at in reversed(range(len(turns) - 1)):
        if who in turns[at].shares:
            turns[at] = replace(turns[at], shares=turns[at].shares | {who: change(turns[at].shares[who])})
            return replace(battle, order=replace(battle.order, turns=tuple(turns)))
    return battle


def left(battle: AnyBattle, who: Id, kind: str) -> int:
    """How many actions of a kind a combatant has left; none outside their turn."""
    share = battle.order.share(who)
    return 0 if share is None or share.is_over else share.left.get(kind, 0)


def spend(battle: AnyBattle, who: Id, kind: str, count: int = 1) -> AnyBattle:
    """Use up actions; what the GM lets a combatant do beyond them leaves zero."""
    return with_share(battle, who, lambda share: spent(share, kind, count))


def spent(share: Share, kind: str, count: int = 1) -> Share:
    """A share with so many actions fewer, down to none."""
    return replace(share, left=share.left | {kind: max(0, share.left.get(kind, 0) - count)})


def grant(battle: AnyBattle, who: Id, kind: str, count: int = 1) -> AnyBattle:
    """Give a combatant further actions in the turn in progress."""
    return with_share(
        battle, who, lambda share: replace(share, left=share.left | {kind: share.left.get(kind, 0) + count})
    )


def used(battle: AnyBattle, who: Id, key: str) -> float:
    """How much of something was used up this turn."""
    share = battle.order.share(who)
    return 0.0 if share is None else share.used.get(key, 0.0)


def use(battle: AnyBattle, who: Id, key: str, amount: float = 1.0) -> AnyBattle:
    """Count something as used up this turn: metres, quick actions."""
    return with_share(
        battle, who, lambda share: replace(share, used=share.used | {key: share.used.get(key, 0.0) + amount})
    )


def has_mark(battle: AnyBattle, who: Id, mark: str) -> bool:
    """Whether a fact of this turn was noted."""
    share = battle.order.share(who)
    return share is not None and mark in share.marks


def mark(battle: AnyBattle, who: Id, *marks: str) -> AnyBattle:
    """Note facts of this turn."""
    share = battle.order.share(who)
    if share is None:
        return battle
    changed = marked(share, *marks)
    return battle if changed is share else with_share(battle, who, lambda share: changed)


def marked(share: Share, *marks: str) -> Share:
    """A share with facts noted, each once."""
    new = [one for one in marks if one not in share.marks]
    return replace(share, marks=(*share.marks, *new)) if new else share


def unmark(battle: AnyBattle, who: Id, mark: str) -> AnyBattle:
    """Take back a fact noted of this turn."""
    if not has_mark(battle, who, mark):
        return battle
    return with_share(battle, who, lambda share: replace(share, marks=tuple(one for one in share.marks if one != mark)))


def round_marks(battle: AnyBattle, who: Id) -> tuple[str, ...]:
    """All facts of this round that were noted of a combatant."""
    return battle.order.marks.get(who, ())


def has_round_mark(battle: AnyBattle, who: Id, mark: str) -> bool:
    """Whether a fact of this round was noted."""
    return mark in battle.order.marks.get(who, ())


def mark_round(battle: AnyBattle, who: Id, *marks: str) -> AnyBattle:
    """Note facts that hold for the rest of the round, no matter whose turn it is."""
    order = round_marked(battle.order, who, *marks)
    return battle if order is battle.order else replace(battle, order=order)


def round_marked(order: Order, who: Id, *marks: str) -> Order:
    """The same of an order, for several changes of it at once."""
    known = order.marks.get(who, ())
    new = [one for one in marks if one not in known]
    return replace(order, marks=order.marks | {who: (*known, *new)}) if new else order


def is_turn_of(battle: AnyBattle, who: Id) -> bool:
    """Whether a combatant is taking a turn now."""
    turns = battle.order.turns
    share = turns[-1].shares.get(who) if turns else None
    return share is not None and not share.is_over


def on_own_turn(rule: str = "") -> Guard:
    """A guard: only on the actor's own turn; the GM cannot override it, since there is no turn to spend."""

    def guard(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        if not is_turn_of(battle, call.actor):
            sentence = text("It is not {who}'s turn.", who=ref(call.actor))
            yield Refusal(key="not_your_turn", sentence=sentence, rule=rule, can_override=False)

    return guard
