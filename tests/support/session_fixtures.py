"""Makes session files that all later versions must be able to open.

`python -m tests.support.session_fixtures FOLDER`, run once for each version of the format; the files are kept in
`tests/data/sessions/v<version>` and never made again.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

from model.engine.calls import Call
from model.engine.run import Done
from model.session import Session
from model.state.base import replace
from model.state.battle import AnyBattle, Item, Task, Thing
from model.state.board import Board, Link, Picture, Place, Polygon, Rectangle, Zone
from model.state.effects import Effect, Moment
from tests.support import toy
from tests.support.toy import strike

EVENING = datetime(2031, 5, 6, 19, 30, tzinfo=UTC)


def rich_battle() -> AnyBattle:
    """Return a battle with something in each of its collections."""
    battle = toy.battle()
    prone = Effect(id="prone-3", kind="prone", since=Moment(round=2, slot="slot-ann-1"), other="bob", until="turn_end")
    ann = replace(
        battle.combatants["ann"],
        side="pc",
        public_name="the “Fox”",
        effects={"prone-3": prone},
        place=Place(x=1.25, y=-3.5, height=2.0, zone="dock-4"),
        notes="two\nlines",
    )
    board = Board(
        zones={
            "dock-4": Zone(id="dock-4", name="Dock", shape=Rectangle(x=0.0, y=0.0, width=9.5, height=4.0, angle=15.0)),
            "yard-5": Zone(id="yard-5", name="Yard", shape=Polygon(points=((0.0, 0.0), (4.0, 0.0), (2.0, 3.0)))),
        },
        links={"link-6": Link(id="link-6", first="dock-4", second="yard-5", metres=12.5)},
        picture=Picture(file="0123abcd.png", width=40.0),
        has_grid=False,
    )
    return replace(
        battle.with_combatant(ann),
        title="Dockside",
        settings={"major_bonus": 6, "house.rule": ["a", 1]},
        items={"club-7": Item(id="club-7", name="Club", gear=toy.ToyGear(damage=3), holder="ann", where="hand")},
        things={"crate-8": Thing(id="crate-8", name="Crate", health=5, is_falling=True)},
        tasks={"door-9": Task(id="door-9", name="Door", successes={"pc": 1}, needed=3)},
        players={"dana-10": toy.ToyPlayer(id="dana-10", name="Dana", characters=("ann",), plot_points=2)},
        board=board,
        health_policy={"npc": "words"},
        serial=10,
    )


def fight(folder: Path) -> None:
    """Write a file with strikes, a shield, moves, turns, undone and redone branches, texts of all kinds, a draft."""
    session = _created(folder / "fight.battle.toml", rich_battle())
    _do(session, Call(action="start_fight"))
    _do(session, strike("ann", "bob", 5, shield=4))
    _do(session, Call(action="move", actor="ann", options={"x": 2.5, "y": 0.125}))
    session.undo()
    _do(session, Call(action="move", actor="ann", options={"x": 3.5, "y": 0.125}))
    _do(session, Call(action="end_turn"))
    session.undo()
    session.redo()
    _do(session, Call(action="write", actor="bob", options={"words": "“é” \"q\" 'a' \\ \t \x00 \x7f a.b"}))
    _do(session, Call(action="draw", options={"radius": 1.5}))
    _do(session, Call(action="luck", options={"luck": 7}))
    _do(session, Call(action="luck"))
    _do(session, replace(strike("bob", "ann", 1), overrides={"hit": True, "needed": 5}))
    _do(session, Call(action="lower", actor="bob"))
    session.act(strike("bob", "ann"))
    session.close()


def torn(folder: Path) -> None:
    """Write a file whose last step is incomplete."""
    session = _created(folder / "torn.battle.toml", toy.battle())
    _do(session, strike("ann", "bob", 5))
    _do(session, strike("bob", "ann", 5))
    session.close()
    path = folder / "torn.battle.toml"
    path.write_bytes(path.read_bytes()[:-60])


def trimmed(folder: Path) -> None:
    """Write a file whose first steps were trimmed."""
    session = _created(folder / "trimmed.battle.toml", toy.battle())
    for face in (5, 1, 6):
        _do(session, strike("ann", "bob", face))
    session.trim_history(keep=1)
    session.close()


def _created(path: Path, battle: AnyBattle) -> Session:
    session = Session.create(path, toy.TOY, battle, now=lambda: EVENING).session
    assert session is not None
    return session


def _do(session: Session, call: Call) -> None:
    outcome = session.act(call)
    assert isinstance(outcome, Done), outcome


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    for make in (fight, torn, trimmed):
        make(target)
