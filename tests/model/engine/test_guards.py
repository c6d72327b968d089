"""The cache of values per combatant: kept for combatants who have not changed."""

from model.engine.guards import PerCombatant
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.order import Order, Share, Turn
from tests.support.arena import battle_of, fighter

DUEL = battle_of(fighter("anna-1", strength=3), fighter("bert-2"))


def test_everybody_is_asked_once_and_again_when_they_or_the_house_rules_have_changed() -> None:
    asked: list[Id] = []

    def strength(battle: AnyBattle, who: Id) -> int:
        asked.append(who)
        return int(battle.combatants[who].sheet.strength)

    kept, battle = PerCombatant(strength), DUEL
    assert {who: found for who, (_, found) in kept.of(battle).items()} == {"anna-1": 3, "bert-2": 2}
    kept.of(replace(battle, clock=5))
    assert asked == ["anna-1", "bert-2"]

    anna = battle.combatants["anna-1"]
    stronger = battle.with_combatant(replace(anna, sheet=replace(anna.sheet, strength=9)))
    assert kept.of(stronger)["anna-1"][1] == 9
    assert asked == ["anna-1", "bert-2", "anna-1"]
    assert kept.of(battle)["anna-1"][1] == 3

    asked.clear()
    kept.of(replace(battle, settings={"bonus": 5}))
    assert asked == ["anna-1", "bert-2"]


def test_who_shares_in_the_turn_is_asked_every_time() -> None:
    asked: list[Id] = []
    kept, battle = PerCombatant(lambda battle, who: asked.append(who)), DUEL
    turn = Turn(slot="slot-1", shares={"anna-1": Share()})
    taking = replace(battle, order=Order(phase="acting", turns=(turn,)))
    for _ in range(2):
        kept.of(taking)
    assert asked == ["anna-1", "bert-2", "anna-1"]
    kept.of(battle)
    assert asked == ["anna-1", "bert-2", "anna-1", "anna-1"]
