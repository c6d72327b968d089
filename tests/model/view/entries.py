"""Steps of a fight for tests of the log."""

from __future__ import annotations

from model.board.bands import metres_text
from model.engine.calls import Call
from model.state.base import replace
from model.state.texts import Explanation, Note, Part, Refusal, RollRecord, Ruling, gm_text, ref, text
from model.view.log import LogEntry
from tests.model.view.round3 import round3

BATTLE = round3()


def entry(number: int, note: Note, call: Call | None = None, *, round: int = 3, is_undone: bool = False) -> LogEntry:
    battle = replace(BATTLE, order=replace(BATTLE.order, round=round))
    return LogEntry(number=number, note=note, battle=battle, call=call, is_undone=is_undone)


def move(number: int, metres: float, who: str = "crimson-3", **more: object) -> LogEntry:
    said = text("{who} runs {metres} along the quay", who=ref(who), metres=metres_text(metres))
    cost = gm_text("({left} m left)", left=14 - metres)
    return entry(number, Note(sentences=(said, cost)), Call(action="walk", actor=who), **more)  # type: ignore[arg-type]


ATTACK_VALUE = Explanation(
    key="av",
    title="Attack value",
    parts=(
        Part(key="agility", label="Agility", amount=3, rule="T-AV"),
        Part(key="ranged", label="Ranged combat", amount=4, rule="T-AV"),
        Part(key="rifle", label="Rifle", amount=3, rule="T-CAP"),
        Part(key="gm", label="GM", amount=-1, is_override=True),
    ),
)
DEFENCE = Explanation(
    key="dv",
    title="Defence value",
    parts=(
        Part(key="base", label="Base", amount=8, rule="T-DV"),
        Part(key="agility", label="Agility", amount=4, rule="T-DV"),
        Part(key="cover", label="Cover", amount=3, rule="T-COVER"),
        Part(
            key="prone",
            label="Prone",
            amount=3,
            rule="T-PRONE",
            is_applied=False,
            why_not="only the highest bonus counts",
        ),
    ),
)
SHOT = RollRecord(
    id="attack", title="Attack", by="boomer-2", dice="2d6", faces=(4, 5), bonus=10, sum=9, source="rolled"
)
HIT = Ruling(key="hit", title="Hit", is_true=True, computed=True, total=19, against=17, rule="T-HIT")
SHOT_NOTE = Note(
    sentences=(
        text(
            "{who} fires at {target}; {guard} forces an action and takes the shot: {total} against {needed}, "
            "{damage} damage to {guard}",
            who=ref("boomer-2"),
            target=ref("crimson-3"),
            guard=ref("apex-1"),
            total=19,
            needed=17,
            damage=4,
        ),
        gm_text("{guard} gives up the turn in round {round}.", guard=ref("apex-1"), round=4),
    ),
    explanations=(ATTACK_VALUE, DEFENCE),
    rolls=(
        SHOT,
        RollRecord(id="damage", title="Damage", by="boomer-2", dice="1d6", faces=(3,), bonus=1, sum=3),
    ),
    rulings=(HIT,),
    overruled=(Refusal(key="range", sentence=text("The rifle reaches {metres} m.", metres=20), rule="T-RANGE"),),
)


def evening() -> tuple[LogEntry, ...]:
    """Return steps of a fight, oldest first."""
    missed = text(
        "{who} attacks {target}: {total} against {needed}, miss.",
        who=ref("crimson-3"),
        target=ref("minion-4"),
        total=9,
        needed=11,
    )
    prone = text("{who} drops prone behind the crates", who=ref("boomer-2"))
    roll = RollRecord(id="attack", title="Attack", by="crimson-3", dice="2d6", faces=(1, 2), bonus=6, sum=3)
    return (
        entry(1, Note(sentences=(missed,), rolls=(roll,)), is_undone=True, round=2),
        move(2, 8, round=2),
        move(3, 6, round=2),
        entry(4, Note(sentences=(prone,)), round=2),
        entry(5, SHOT_NOTE, Call(action="strike", actor="boomer-2", targets=("crimson-3",))),
    )
