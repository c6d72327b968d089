"""Relations between combatants, in words."""

from __future__ import annotations

from model.engine.conditions import Condition, Relation
from model.state.base import replace
from model.state.effects import Effect
from model.view.conditions import labels_of, token_labels
from model.view.order import order_view
from model.view.relations import relation_rows
from model.view.viewer import GM
from tests.model.view.kit import RULES
from tests.model.view.round3 import round3

TIED = replace(
    RULES,
    conditions=RULES.conditions
    | {
        "held": Condition(id="held", title="Held", relation=Relation(verb="holds", from_bearer=False)),
        "watching": Condition(id="watching", title="Watching", relation=Relation(verb="watches")),
    },
)


def test_a_tie_is_told_of_both_in_the_same_words() -> None:
    battle = round3()
    crimson = battle.combatants["crimson-3"]
    effects = {
        "e1": Effect(id="e1", kind="held", other="boomer-2"),
        "e2": Effect(id="e2", kind="watching", other="apex-1"),
        "e3": Effect(id="e3", kind="prone"),
    }
    battle = battle.with_combatant(replace(crimson, effects=effects))
    assert [relation.words for relation in relation_rows(TIED, battle, "crimson-3")] == [
        "Boomer holds Crimson",
        "Crimson watches Apex",
    ]
    assert [relation.words for relation in relation_rows(TIED, battle, "boomer-2")] == ["Boomer holds Crimson"]
    assert [relation.words for relation in relation_rows(TIED, battle, "apex-1")] == ["Crimson watches Apex"]
    # A game whose conditions declare no relations shows none.
    assert relation_rows(RULES, battle, "crimson-3") == ()


def test_the_gravest_stands_first_and_a_light_tie_last_and_beside_no_token() -> None:
    """Crimson gets beside (Apex), prone and dying in this order; the map draws the relation between the two tokens."""
    rules = replace(
        RULES,
        conditions={
            "beside": Condition(
                id="beside", title="Beside", weight=-1, relation=Relation(verb="beside", passive="beside")
            ),
            "prone": Condition(id="prone", title="Prone"),
            "dying": Condition(id="dying", title="Dying", weight=3),
        },
    )
    effects = {
        "e1": Effect(id="e1", kind="beside", other="apex-1"),
        "e2": Effect(id="e2", kind="prone"),
        "e3": Effect(id="e3", kind="dying"),
    }
    battle = round3()
    battle = battle.with_combatant(replace(battle.combatants["crimson-3"], effects=effects))
    assert labels_of(rules, battle, "crimson-3", GM) == ("dying", "prone", "beside")
    assert token_labels(rules, battle, "crimson-3", GM) == ("dying", "prone")
    rows = [row for section in order_view(rules, battle).sections for row in section.rows if row.who == "crimson-3"]
    assert rows[0].text == "dying · prone · beside Apex"
