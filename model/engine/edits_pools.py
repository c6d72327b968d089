"""The GM's edit of what several have together."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import Wrong, edit, needed, number, whole, words
from model.engine.shared_pools import SharedPool
from model.state.battle import AnyBattle
from model.state.texts import gm_text, text


def _pool(ask: Ask, key: str) -> SharedPool:
    found = next((pool for pool in ask.ruleset.pools if pool.key == key), None)
    if found is None:
        raise Wrong("{ruleset} has no common pool “{key}”.", ruleset=ask.ruleset.name, key=key)
    return found


def _set_pool(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """To a number, or by so many up or down; not under nothing, nor over the most it may hold."""
    pool = _pool(ask, str(needed(call, "pool", "The pool")))
    now, most = pool.value(battle), pool.most(battle)
    wanted = now + whole(call, "by", "The change", default=0)
    if call.option("to") is not None:
        wanted = whole(call, "to", "The new number")
    if wanted < 0:
        raise Wrong("{pool}: there are only {now}.", pool=pool.title, now=now)
    if wanted > most:
        raise Wrong("{pool}: {most} at most.", pool=pool.title, most=most)
    tell = text if pool.is_public else gm_text
    ask.say(tell("{pool}: {now} becomes {wanted}.", pool=pool.title, now=now, wanted=wanted))
    return pool.with_value(battle, wanted)


POOL_EDITS = (
    edit("set_pool", "Change a common pool", _set_pool, words("pool", "Pool"), number("to", "To"), number("by", "By")),
)
