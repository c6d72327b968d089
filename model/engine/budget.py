"""What a combatant has left in a turn: actions, metres, marks, and the guard for the own turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from model.engine.calls import Call
from model.engine.ruleset import Guard
from model.state.base import Id, replace
from model.state.battle import AnyBattle, SameBattle
from model.state.order import Order, Share, Turn
from model.state.texts import Refusal, ref, text


def with_share(battle: SameBattle, who: Id, change: Callable[[Share], Share]) -> SameBattle:
    """The battle with a combatant's share of the turn in progress changed; unchanged if they have none."""
    order = share_changed(battle.order, who, change)
    return battle if order is battle.order else replace(battle, order=order)


def share_changed(order: Order, who: Id, change: Callable[[Share], Share]) -> Order:
    """The same as `with_share` for an order, so that several changes can be combined."""
    turn = order.turn
    if turn is None or who not in turn.shares:
        return order
    changed: Turn = replace(turn, shares=turn.shares | {who: change(turn.shares[who])})
    return replace(order, turns=(*order.turns[:-1], changed))


def interrupted_share(battle: AnyBattle, who: Id) -> Share | None:
    """A combatant's share of a turn that another one has interrupted, or None if they have none or it is over."""
    below = reversed(battle.order.turns[:-1])
    share = next((turn.shares[who] for turn in below if who in turn.shares), None)
    return None if share is None or share.is_over else share


def with_interrupted_share(battle: SameBattle, who: Id, change: Callable[[Share], Share]) -> SameBattle:
    """The battle with a combatant's share of an interrupted turn changed; unchanged if they have none."""
    turns = list(battle.order.turns)
    for at in reversed(range(len(turns) - 1)):
        if who in turns[at].shares:
            turns[at] = replace(turns[at], shares=turns[at].shares | {who: change(turns[at].shares[who])})
            return replace(battle, order=replace(battle.order, turns=tuple(turns)))
    return battle


def left(battle: AnyBattle, who: Id, kind: str) -> int:
    """Number of actions of a kind that a combatant has left; 0 outside their turn."""
    share = battle.order.share(who)
    return 0 if share is None or share.is_over else share.left.get(kind, 0)


def spend(battle: SameBattle, who: Id, kind: str, count: int = 1) -> SameBattle:
    """Use up actions, down to 0: the GM may allow more than there were."""
    return with_share(battle, who, lambda share: spent(share, kind, count))


def spent(share: Share, kind: str, count: int = 1) -> Share:
    """A share with `count` actions of a kind fewer, down to 0."""
    return replace(share, left=share.left | {kind: max(0, share.left.get(kind, 0) - count)})


def grant(battle: SameBattle, who: Id, kind: str, count: int = 1) -> SameBattle:
    """Give a combatant further actions in the turn in progress."""
    return with_share(
        battle, who, lambda share: replace(share, left=share.left | {kind: share.left.get(kind, 0) + count})
    )


def used(battle: AnyBattle, who: Id, key: str) -> float:
    """Amount of something that a combatant has used up this turn."""
    share = battle.order.share(who)
    return 0.0 if share is None else share.used.get(key, 0.0)


def use(battle: SameBattle, who: Id, key: str, amount: float = 1.0) -> SameBattle:
    """Add to what a combatant has used up this turn, such as metres or quick actions."""
    return with_share(
        battle, who, lambda share: replace(share, used=share.used | {key: share.used.get(key, 0.0) + amount})
    )


def has_mark(battle: AnyBattle, who: Id, mark: str) -> bool:
    """Whether a combatant has a mark, a fact of this turn."""
    share = battle.order.share(who)
    return share is not None and mark in share.marks


def mark(battle: SameBattle, who: Id, *marks: str) -> SameBattle:
    """Give a combatant marks, facts of this turn."""
    share = battle.order.share(who)
    if share is None:
        return battle
    changed = marked(share, *marks)
    return battle if changed is share else with_share(battle, who, lambda share: changed)


def marked(share: Share, *marks: str) -> Share:
    """A share with marks added, each once."""
    new = [one for one in marks if one not in share.marks]
    return replace(share, marks=(*share.marks, *new)) if new else share


def unmark(battle: SameBattle, who: Id, mark: str) -> SameBattle:
    """Remove a combatant's mark of this turn."""
    if not has_mark(battle, who, mark):
        return battle
    return with_share(battle, who, lambda share: replace(share, marks=tuple(one for one in share.marks if one != mark)))


def round_marks(battle: AnyBattle, who: Id) -> tuple[str, ...]:
    """All marks of a combatant for this round."""
    return battle.order.marks.get(who, ())


def has_round_mark(battle: AnyBattle, who: Id, mark: str) -> bool:
    """Whether a combatant has a mark for this round."""
    return mark in battle.order.marks.get(who, ())


def mark_round(battle: SameBattle, who: Id, *marks: str) -> SameBattle:
    """Give a combatant marks that last for the rest of the round, no matter whose turn it is."""
    order = round_marked(battle.order, who, *marks)
    return battle if order is battle.order else replace(battle, order=order)


def round_marked(order: Order, who: Id, *marks: str) -> Order:
    """The same as `mark_round` for an order, so that several changes can be combined."""
    known = order.marks.get(who, ())
    new = [one for one in marks if one not in known]
    return replace(order, marks=order.marks | {who: (*known, *new)}) if new else order


def is_turn_of(battle: AnyBattle, who: Id) -> bool:
    """Whether a combatant is taking a turn now."""
    turns = battle.order.turns
    share = turns[-1].shares.get(who) if turns else None
    return share is not None and not share.is_over


def on_own_turn(rule: str = "") -> Guard:
    """Guard: only on the actor's own turn. The GM cannot override it, since there is no turn to spend from."""

    def guard(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        if not is_turn_of(battle, call.actor):
            sentence = text("It is not {who}'s turn.", who=ref(call.actor))
            yield Refusal(key="not_your_turn", sentence=sentence, rule=rule, can_override=False)

    return guard
