"""Whatever is asked of the engine: it answers, changes nothing it was given, and leaves a battle that loads."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from model.dice.answers import Faces, Sum, Total, Word
from model.engine.calls import Call, Number, Option, Taken
from model.engine.odds import weigh
from model.engine.quick_edits import quick_edit
from model.engine.run import Done, Due, Refused, may, run
from model.state.base import replace
from model.state.battle import AnyBattle, Battle
from model.state.changes import apply, changes
from model.state.conform import misfits
from model.state.texts import Text
from tests.support.arena import ARENA, Fighter, Pot, Weapon, duel
from tests.support.edits import done

BATTLE = Battle[Fighter, Weapon, Pot]


def stage() -> AnyBattle:
    """A running fight with everything that an edit can be about."""
    battle = done(duel(), "draw_zone", name="Dock", shape={"shape": "circle", "x": 0, "y": 0, "radius": 5})
    battle = done(battle, "draw_zone", name="Roof")
    battle = done(battle, "link_zones", first="dock-6", second="roof-7", metres=3)
    battle = done(battle, "draw_feature", kind="cover", shape={"shape": "line", "points": [[0, 0], [1, 1]]})
    battle = done(battle, "add_thing", name="Crate", health=3)
    battle = done(battle, "add_player", name="Max", characters=["anna-1"])
    battle = done(battle, "set_picture", file="0123abcd4567ef89.png")
    battle = done(battle, "group", "bert-2", "cora-3", name="Gang")
    battle = done(battle, "set_condition", "anna-1", condition="held", other="bert-2")
    return done(battle, "start_fight")


STAGE = stage()
BEFORE = msgspec.json.encode(STAGE)
IDS = (
    *STAGE.combatants,
    *STAGE.items,
    *STAGE.things,
    *STAGE.players,
    *STAGE.board.zones,
    *STAGE.board.features,
    *STAGE.order.slots,
)
SHAPES = (
    {"shape": "circle", "x": 1.5, "y": 2, "radius": 3},
    {"shape": "polygon", "points": [[0, 0], [9, 0], [0, 9]]},
    {"shape": "line", "points": [[0, 0], [9, 0]]},
)
SENSIBLE: dict[str, tuple[Any, ...]] = {
    "path": ("combatants.anna-1.sheet.health", "sheet.health", "board.cell", "combatants.anna-1.effects", "a.b"),
    "shape": SHAPES,
    "place": ({"x": 1, "y": 2}, {"zone": "dock-6"}, {"zone": "nowhere"}, {"height": 3}),
    "condition": ("prone", "pro", "held", "dizzy"),
    "key": ("bonus", "sand", "crowd", "luck"),
    "policy": ("bar", "exact"),
    "kind": ("cover", "terrain"),
    "file": ("0123abcd4567ef89.png", "../x.png"),
    "sheet": ({}, {"health": 3}, {"health": "many"}),
    "items": ([], [{"name": "Club"}], [3]),
    "gear": ({}, {"damage": 9}),
    "name": ("Minion", "Anna", " ", "{x}", "@anna-1"),
    "order": (["anna-1", "bert-2", "cora-3", "dora-4"], ["anna-1"], ["nobody"]),
}
PLAIN = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 120), st.floats(), st.text(max_size=4), st.sampled_from(IDS)),
    lambda inner: st.one_of(st.lists(inner, max_size=2), st.dictionaries(st.text(max_size=3), inner, max_size=2)),
    max_leaves=4,
)
ANSWERS = st.one_of(
    st.builds(Faces, faces=st.lists(st.integers(-1, 7), max_size=3).map(tuple)),
    st.builds(Sum, sum=st.integers(-1, 13)),
    st.builds(Total, total=st.integers(-1, 20)),
    st.builds(Word, word=st.sampled_from(("hit", "miss", "damage", "x")), amount=st.none() | st.integers(0, 9)),
    st.builds(Option, option=st.sampled_from(("duck", "left", "x"))),
    st.builds(Number, number=st.floats()),
    st.builds(Taken, call=st.builds(Call, action=st.sampled_from(("jump", "strike")), actor=st.sampled_from(IDS))),
)
SOMEBODY = st.sampled_from((*IDS, "environment", "nobody"))


@st.composite
def calls(draw: st.DrawFn) -> Call:
    """Calls from sensible to absurd."""
    action = draw(st.sampled_from((*ARENA.actions, "dance")))
    known = {parameter.key: parameter for parameter in ARENA.actions[action].parameters} if action != "dance" else {}
    options = {}
    for key, parameter in known.items():
        if draw(st.booleans()):
            options[key] = draw(st.sampled_from(SENSIBLE[key]) if key in SENSIBLE and draw(st.booleans()) else PLAIN)
            if parameter.kind == "flag" and draw(st.booleans()):
                options[key] = True
    return Call(
        action=action,
        actor=draw(SOMEBODY),
        targets=tuple(draw(st.lists(SOMEBODY, max_size=3))),
        item=draw(st.none() | SOMEBODY | st.just("sword-5")),
        options=options
        | (draw(st.dictionaries(st.text(max_size=3), PLAIN, max_size=1)) if draw(st.booleans()) else {}),
        answers=draw(
            st.dictionaries(st.sampled_from(("attack", "damage", "duck", "jump", "jump/leap", "way", "steps")), ANSWERS)
        ),
        overrides=draw(st.dictionaries(st.sampled_from(("attack", "hit")), st.booleans() | st.integers(-5, 5))),
        anyway=draw(st.sampled_from(((), ("far",), ("not_your_turn", "unknown_target")))),
    )


def dangling(battle: AnyBattle) -> list[str]:
    """Ids that are referred to and name nothing."""
    somebody = {*battle.combatants, *battle.things, "environment", None}
    bearers = (*battle.combatants.values(), *battle.things.values())
    effects = [effect for one in bearers for effect in one.effects.values()]
    order = battle.order
    referred = [
        *((one.place.zone, {*battle.board.zones, None}) for one in bearers),
        *((id, somebody) for effect in effects for id in (effect.source, effect.other, effect.clock)),
        *((item.holder, somebody) for item in battle.items.values()),
        *((id, set(battle.combatants)) for player in battle.players.values() for id in player.characters),
        *((id, set(battle.board.zones)) for link in battle.board.links.values() for id in (link.first, link.second)),
        *((id, set(order.slots)) for id in (*order.sequence, *(turn.slot for turn in order.turns))),
        *((id, somebody) for slot in order.slots.values() for id in slot.members),
        *((id, somebody) for turn in order.turns for id in turn.shares),
    ]
    return [str(id) for id, there in referred if id not in there]


@settings(max_examples=600)
@given(call=calls())
def test_any_call_is_answered_and_what_it_does_can_be_saved_loaded_and_undone(call: Call) -> None:
    outcome = run(ARENA, STAGE, call)
    assert isinstance(outcome, Done | Due | Refused)
    assert msgspec.json.encode(STAGE) == BEFORE
    assert all(no.sentence.template for no in may(ARENA, STAGE, call))
    if not isinstance(outcome, Done):
        return
    after = outcome.battle
    plain = msgspec.to_builtins(after)
    assert misfits(BATTLE, plain) == []
    assert msgspec.convert(plain, BATTLE) == after
    assert dangling(after) == []
    back = after
    for change in changes(STAGE, after):
        back = apply(back, change.reversed())
    assert back == STAGE
    for explanation in outcome.note.explanations:
        assert explanation.total == sum(part.amount for part in explanation.parts if part.is_applied)


@settings(max_examples=200)
@given(call=calls())
def test_odds_of_any_call_are_chances(call: Call) -> None:
    odds = weigh(ARENA, STAGE, replace(call, targets=call.targets[:1]))
    for spread in odds.measures.values():
        assert all(0 < chance <= 1 for chance in spread.values())
        assert sum(spread.values()) <= 1


@settings(max_examples=300)
@given(typed=st.text(max_size=6) | st.from_regex(r"[-+=][0-9r ]{0,4}", fullmatch=True))
def test_whatever_is_typed_as_a_quick_edit_is_an_action_or_a_sentence(typed: str) -> None:
    found = quick_edit(ARENA, STAGE, ("anna-1", "bert-2"), typed)
    assert isinstance(found, Call | Text)
    if isinstance(found, Call):
        assert isinstance(run(ARENA, STAGE, found), Done | Refused)
