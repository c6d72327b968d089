"""Requests at the end of a turn: they can be put off, are asked again, and are never dropped without a message.

Bleeding is 2 combat dice: a 1 is 1, a 2 is 2, a 5 or 6 is 1, a 3 or 4 is 0.
"""

from __future__ import annotations

import pytest

from model.dice.answers import Faces
from model.engine.calls import Call
from model.engine.effects import add_effect, end_effects_of
from model.engine.prompts import due_key
from model.engine.run import Done, Due, Outcome, Refused, run
from model.rulesets import RULESETS
from model.rulesets.wasteland.sheet import Sheet
from model.state.base import ENVIRONMENT, Id
from model.state.battle import AnyBattle, Battle, Combatant
from model.state.order import TurnDue
from model.state.texts import Text
from model.view.texts import sentence
from model.view.viewer import GM

WASTELAND = RULESETS["wasteland"]
HERO_1, HERO_2 = "bleeding.hero.1", "bleeding.hero.2"


def carried_out(
    battle: AnyBattle, action: str, /, dice: dict[str, tuple[int, ...]] | None = None, **options: object
) -> Outcome:
    answers = {id: Faces(faces=faces) for id, faces in (dice or {}).items()}
    return run(WASTELAND, battle, Call(action=action, actor=ENVIRONMENT, options=options, answers=answers))  # type: ignore[arg-type]


def done(
    battle: AnyBattle, action: str, /, dice: dict[str, tuple[int, ...]] | None = None, **options: object
) -> AnyBattle:
    outcome = carried_out(battle, action, dice, **options)
    assert isinstance(outcome, Done), outcome
    assert not outcome.unused
    return outcome.battle


def wanted(outcome: Outcome) -> dict[str, str]:
    """Return the ids of the requests, each with the key under which it can be put off."""
    assert isinstance(outcome, Due), outcome
    return {want.request.id: want.due for want in outcome.wanted}


def told(outcome: Outcome) -> str:
    assert isinstance(outcome, Done), outcome
    return " ".join(_words(outcome.battle, one) for one in outcome.note.sentences)


def _words(battle: AnyBattle, text: Text) -> str:
    return sentence(text, battle, GM)


def hp(battle: AnyBattle, who: Id = "hero") -> int:
    return battle.combatants[who].sheet.hp


@pytest.fixture
def battle() -> AnyBattle:
    """A started fight: a bleeding hero acts first, then a raider, then a friend who bleeds too."""
    people = (
        Combatant(id="hero", name="Hero", side="pc", sheet=Sheet(initiative=12, hp=7, hp_max=12)),
        Combatant(id="raider", name="Raider", side="npc", sheet=Sheet(initiative=11)),
        Combatant(id="friend", name="Friend", side="pc", sheet=Sheet(initiative=10, hp=9, hp_max=12)),
    )
    start: AnyBattle = Battle(
        ruleset="wasteland", shared=WASTELAND.shared(), combatants={one.id: one for one in people}
    )
    for who in ("hero", "friend"):
        start = add_effect(start, who, "torso_injury", note="torso")
    return done(start, "start_fight", initiator="")


def test_what_is_put_off_stays_due_while_the_turns_go_on(battle: AnyBattle) -> None:
    assert wanted(carried_out(battle, "end_turn")) == {"bleeding.hero": HERO_1}
    outcome = carried_out(battle, "end_turn", later=[HERO_1])
    assert "Hero: Bleeding is put off." in told(outcome)
    after = done(battle, "end_turn", later=[HERO_1])
    assert after.order.due == (TurnDue(who="hero", prompt="bleeding", round=1),)
    assert (hp(after), after.order.acting) == (7, ("raider",))


@pytest.mark.rule("WL-INJ-03")
def test_it_is_asked_again_beside_what_the_next_turn_of_its_owner_brings(battle: AnyBattle) -> None:
    """1 and 5 are 2 damage, 2 and 5 are 3: 7 - 2 - 3."""
    battle = done(battle, "end_turn", later=[HERO_1])
    battle = done(battle, "end_turn")
    battle = done(battle, "end_turn", {"bleeding.friend": (3, 4)})
    assert battle.order.acting == ("hero",)
    again = f"{HERO_1}/bleeding.hero"
    assert wanted(carried_out(battle, "end_turn")) == {again: HERO_1, "bleeding.hero": HERO_2}
    after = done(battle, "end_turn", {again: (1, 5), "bleeding.hero": (2, 5)})
    assert (hp(after), after.order.due) == (2, ())
    # Each of the two can be put off separately.
    after = done(battle, "end_turn", {"bleeding.hero": (2, 5)}, later=[HERO_1])
    assert (hp(after), [due_key(due) for due in after.order.due]) == (4, [HERO_1])


def test_the_end_of_the_round_asks_for_everything_at_once(battle: AnyBattle) -> None:
    battle = done(battle, "end_turn", later=[HERO_1])
    again = f"{HERO_1}/bleeding.hero"
    assert wanted(carried_out(battle, "end_round")) == {again: HERO_1, "bleeding.friend": "bleeding.friend.1"}
    after = done(battle, "end_round", {again: (2, 2), "bleeding.friend": (1, 3)})
    assert (hp(after), hp(after, "friend"), after.order.round, after.order.due) == (3, 8, 2, ())


def test_the_end_of_combat_asks_again_and_what_is_still_put_off_outlasts_it(battle: AnyBattle) -> None:
    battle = done(battle, "end_turn", later=[HERO_1])
    assert list(wanted(carried_out(battle, "end_fight")).values()) == [HERO_1]
    battle = done(battle, "end_fight", later=[HERO_1])
    assert battle.order.phase == "ended"
    assert [due_key(due) for due in battle.order.due] == [HERO_1]
    begun = done(battle, "start_fight", initiator="")
    assert begun.order.due == battle.order.due
    after = done(battle, "settle_due", {f"{HERO_1}/bleeding.hero": (2, 5)}, which=[HERO_1])
    assert (hp(after), after.order.due) == (4, ())


def test_what_has_lost_its_reason_goes_with_a_sentence(battle: AnyBattle) -> None:
    battle = done(battle, "end_turn", later=[HERO_1])
    treated = end_effects_of(battle, "hero", "torso_injury")
    outcome = carried_out(treated, "end_fight")
    assert "Hero: Bleeding is no longer due." in told(outcome)
    assert done(treated, "end_fight").order.due == ()


def test_who_has_no_turn_any_more_is_asked_when_the_round_closes(battle: AnyBattle) -> None:
    battle = done(battle, "end_turn", later=[HERO_1])
    outcome = run(WASTELAND, battle, Call(action="leave_order", actor="hero"))
    assert isinstance(outcome, Done)
    battle = done(outcome.battle, "end_turn")
    assert battle.order.acting == ("friend",)
    answered = {"bleeding.friend": (3, 4)}
    assert list(wanted(carried_out(battle, "end_turn", answered)).values()) == [HERO_1]


def test_the_gm_dismisses_it_and_nothing_is_due_after_who_it_concerned_is_deleted(battle: AnyBattle) -> None:
    assert isinstance(carried_out(battle, "settle_due"), Refused)
    battle = done(battle, "end_turn", later=[HERO_1])
    outcome = carried_out(battle, "dismiss_due", which=[HERO_1])
    assert "dismissed by the GM" in told(outcome)
    assert done(battle, "dismiss_due").order.due == ()
    deleted = run(WASTELAND, battle, Call(action="remove_combatant", targets=("hero",)))
    assert isinstance(deleted, Done)
    assert deleted.battle.order.due == ()


@pytest.mark.rule("WL-DYING-02", "WL-AMB-20")
def test_a_death_test_and_lasting_damage_of_one_turn_are_asked_together(battle: AnyBattle) -> None:
    """Dying with HP left, the hero is asked for the death test and bleeding together. At 0 HP there is no bleeding, but
    a zone that radiates would still be asked for together with the test.

    A failed test ends both.
    """
    battle = add_effect(battle, "hero", "dying", until="recovered")
    hero = battle.combatants["hero"]
    assert list(wanted(carried_out(battle, "end_turn")).values()) == ["death_test.hero.1", HERO_1]
    # One injury, END 5 and no rank: two dice over 5 are no success, so the hero dies; a dead combatant does not bleed.
    outcome = carried_out(battle, "end_turn", {"death.hero": (20, 19), "bleeding.hero": (2, 2)})
    assert isinstance(outcome, Done)
    assert outcome.battle.combatants["hero"].is_out
    assert hp(outcome.battle) == hero.sheet.hp


def test_what_runs_out_needs_nobody_and_is_told_to_the_gm_in_one_sentence(battle: AnyBattle) -> None:
    """Defending ends when the next turn of its combatant begins; aiming ends with the combatant's own turn."""
    battle = done(battle, "end_turn", {"bleeding.hero": (3, 4)})
    battle = add_effect(battle, "raider", "aiming", until="turn_end")
    battle = add_effect(battle, "friend", "defending", until="turn_start", amount=1)
    battle = add_effect(battle, "hero", "assisting", until="turn_start", clock="friend")
    outcome = carried_out(battle, "end_turn")
    assert "Ended: Aiming (Raider)." in told(outcome)
    assert "Ended: Helping (Hero), Defending (Friend)." in told(outcome)
    sentences = [one for one in outcome.note.sentences if one.template.startswith("Ended")]
    assert [(one.audience, one.is_routine) for one in sentences] == [("gm", True)] * 2


def test_a_turn_that_the_gm_jumps_over_leaves_what_its_end_brings_due(battle: AnyBattle) -> None:
    """A jump from the hero past the raider to the friend puts the hero's bleeding off once; a jump back does not."""
    ahead = done(battle, "jump", slot="friend")
    assert ahead.order.acting == ("friend",)
    assert [due_key(due) for due in ahead.order.due] == [HERO_1]
    assert "Hero: Bleeding is put off." in told(carried_out(battle, "jump", slot="friend"))
    back = done(ahead, "jump", slot="raider")
    assert back.order.due == ahead.order.due
    # A combatant who takes the turn again is asked at its end.
    assert done(back, "jump", slot="hero").order.due == ()


def test_nonsense_in_a_call_puts_nothing_off(battle: AnyBattle) -> None:
    for later in (3, "bleeding.hero.1", {"bleeding": 1}, ["bleeding.nobody.1", "x"]):
        assert wanted(carried_out(battle, "end_turn", later=later)) == {"bleeding.hero": HERO_1}
    assert isinstance(carried_out(battle, "settle_due", which=[HERO_2]), Refused)
