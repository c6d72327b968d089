"""Wasteland 2d20: playable samples, exact odds, and what the window shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product, zip_longest
from pathlib import Path

import pytest

from model.board.bands import band_of
from model.content.resources import root
from model.dice.answers import Counts, Faces, Sum, Word
from model.engine.calls import Call
from model.engine.effects import add_effect
from model.engine.odds import weigh
from model.engine.run import Done, Due, Refused, run
from model.engine.types import Body
from model.rulesets import RULESETS
from model.rulesets.wasteland.checks import promise_help
from model.rulesets.wasteland.harm import arms_left
from model.rulesets.wasteland.sheet import LOCATIONS, ROWS, Gear, Resist, Shared, Sheet
from model.session.session import Session
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Battle, Combatant, Item
from model.state.board import Board, Link, Place, Zone
from model.view.board import distance_words
from model.view.order import order_view
from model.view.players import players_view
from model.view.pools import pool_views
from model.view.sheet import BodyDisplayView, PoolDisplayView, sheet_view

WASTELAND = RULESETS["wasteland"]
DAMAGE_READING = {1: 1, 2: 2, 3: 0, 4: 0, 5: 1, 6: 1}


def fighter(id: Id, side: str, zone: Id, **sheet: object) -> Combatant[Sheet]:
    return Combatant(id=id, name=id.title(), side=side, place=Place(zone=zone), sheet=Sheet(**sheet))  # type: ignore[arg-type]


def with_gun(battle: AnyBattle, **gear: object) -> AnyBattle:
    gun = Item(id="gun", name="Gun", gear=Gear(**gear), holder="hero")  # type: ignore[arg-type]
    return replace(battle, items=battle.items | {gun.id: gun})


@pytest.fixture
def battle() -> AnyBattle:
    """A hero with target number 9 and tag rating 3, a helper, and a raider in the next zone, the gun's ideal range."""
    fighters = (
        fighter("hero", "pc", "road", agility=6, skills={"small_guns": 3}, tags=("small_guns",)),
        fighter("raider", "npc", "yard", hp_max=4, dr={"all": Resist(physical=1), "torso": Resist(physical=3)}),
        fighter("helper", "pc", "road", intelligence=6),
    )
    zones = {id: Zone(id=id, name=id.title()) for id in ("road", "yard")}
    start: AnyBattle = Battle(
        ruleset="wasteland",
        shared=Shared(party_ap=6),
        combatants={one.id: one for one in fighters},
        board=Board(zones=zones, links={"way": Link(id="way", first="road", second="yard")}),
    )
    return with_gun(start, damage=3, effects={"vicious": 1, "piercing": 1}, ideal="medium")


def attack(**more: object) -> Call:
    return Call(action="attack", actor="hero", targets=("raider",), **more)  # type: ignore[arg-type]


def successes(faces: tuple[int, ...]) -> int:
    return sum(2 if face <= 3 else 1 if face <= 9 else 0 for face in faces)


# ------------------------------------------------------------------------------------------ exact odds


@cache
def cover_behind(damage: int, cover: int, *, is_prone: bool, drops_from: int) -> dict[int, Fraction]:
    """What comes through cover, with its probability, after the re-roll that makes the prone drop least often.

    Of several, after that which lets through least.
    """
    through: dict[int, Fraction] = {}
    for covers in product(range(1, 7), repeat=cover):
        found = []
        for chosen in product((False, True), repeat=cover if is_prone else 0):
            kept = sum(DAMAGE_READING[die] for die, is_again in zip_longest(covers, chosen) if not is_again)
            rolls = list(product(range(1, 7), repeat=sum(chosen)))
            left = [max(0, damage - kept - sum(DAMAGE_READING[die] for die in again)) for again in rolls]
            drops = Fraction(sum(one >= drops_from for one in left), len(left))
            found.append((drops, Fraction(sum(left), len(left)), left))
        *_, best = min(found, key=lambda one: one[:2])
        for one in best:
            through[one] = through.get(one, Fraction(0)) + Fraction(1, 6**cover * len(best))
    return through


def throws_of_hit(cover: int, *, is_prone: bool) -> Iterator[tuple[int, Fraction]]:
    """Yield the damage of a hit and its probability for every throw of location, damage and cover."""
    for row in range(6):
        here = Fraction(ROWS.count(row), 20)
        resisted = 3 if row == 1 else 1
        for dice in product(range(1, 7), repeat=3):
            triggers = sum(die >= 5 for die in dice)
            total = sum(DAMAGE_READING[die] for die in dice) + triggers
            damage = max(0, total - max(0, resisted - triggers))
            for left, chance in cover_behind(damage, cover, is_prone=is_prone, drops_from=4).items():
                yield left, here * chance / 6**3


@pytest.mark.rule("WL-ATK-11", "WL-MIS-06", "WL-MIS-04", "WL-PRONE-06", "WL-CRIT-01")
@pytest.mark.parametrize(("cover", "is_prone"), [(0, False), (1, False), (1, True), (2, True)])
def test_odds_are_what_counting_every_throw_gives(battle: AnyBattle, cover: int, is_prone: bool) -> None:
    if cover:
        battle = add_effect(battle, "raider", "cover", amount=cover)
    if is_prone:
        battle = add_effect(battle, "raider", "prone")
    needed = 2 if is_prone else 1
    pool = list(product(range(1, 21), repeat=2))
    hit = Fraction(sum(successes(faces) >= needed for faces in pool), len(pool))
    damage: Counter[int] = Counter()
    for suffered, chance in throws_of_hit(cover, is_prone=is_prone):
        damage[suffered] += chance * hit  # type: ignore[assignment]  # a counter of fractions
    odds = weigh(WASTELAND, battle, attack())
    assert odds.chance("raider", "hit") == hit
    assert odds.distribution("raider", "damage") == dict(sorted(damage.items()))
    assert odds.chance("raider", "drop") == sum(chance for value, chance in damage.items() if value >= 4)
    assert odds.chance("raider", "injury") == odds.chance("raider", "drop")
    assert odds.distribution("raider", "location")["Head"] == hit / 10


@pytest.mark.rule("WL-MAJ-01")
def test_odds_count_a_helper_beside_an_own_success(battle: AnyBattle) -> None:
    called = attack(options={"location": "head"})
    helped = promise_help(battle, "helper", "hero", ("intelligence", "survival"))
    hits = 0
    for *faces, help_die in product(range(1, 21), repeat=3):
        own = successes(tuple(faces))
        helping = 2 if help_die == 1 else int(help_die <= 6)
        hits += own + (helping if own else 0) >= 2
    assert weigh(WASTELAND, helped, called).chance("raider", "hit") == Fraction(hits, 20**3)


@pytest.mark.rule("WL-DR-01", "WL-LOC-01")
def test_odds_tell_the_damage_at_each_location(battle: AnyBattle) -> None:
    """A prone target in cover involves all kinds of dice. The torso has 3 resistance, the other locations 1."""
    hard = add_effect(add_effect(battle, "raider", "cover", amount=1), "raider", "prone")
    odds = weigh(WASTELAND, hard, attack())
    hit = odds.chance("raider", "hit")
    found = odds.distribution("raider", "by_location")
    for place, resisted, share in (("Torso", 3, Fraction(6, 20)), ("Head", 1, Fraction(2, 20))):
        expected: Counter[int] = Counter()
        for dice in product(range(1, 7), repeat=3):
            triggers = sum(die >= 5 for die in dice)
            total = sum(DAMAGE_READING[die] for die in dice) + triggers
            damage = max(0, total - max(0, resisted - triggers))
            for left, chance in cover_behind(damage, 1, is_prone=True, drops_from=4).items():
                expected[left] += chance * share * hit / 6**3  # type: ignore[assignment]  # a counter of fractions
        assert {amount: chance for (where, amount), chance in found.items() if where == place} == dict(expected)


@pytest.mark.rule("WL-AP-03")
def test_the_first_chance_can_be_weighed_alone(battle: AnyBattle) -> None:
    whole, brief = weigh(WASTELAND, battle, attack()), weigh(WASTELAND, battle, attack(), until=("hit",))
    assert brief.chance("raider", "hit") == whole.chance("raider", "hit")
    assert ("raider", "damage") not in brief.measures


def test_measures_that_are_asked_for_alone_come_to_the_same(battle: AnyBattle) -> None:
    whole, some = weigh(WASTELAND, battle, attack()), weigh(WASTELAND, battle, attack(), wanted=("hit", "damage"))
    assert set(some.measures) == {("raider", "hit"), ("raider", "damage")}
    assert all(whole.measures[key] == spread for key, spread in some.measures.items())


@pytest.mark.rule("WL-MAJ-07", "WL-MAJ-11")
def test_odds_of_a_test_are_told_of_the_combatant_who_takes_it(battle: AnyBattle) -> None:
    """INT 5 + Medicine 0 cannot fail without an injury; with one it needs a success on two dice: 1 - (15/20)^2."""
    aid = Call(action="first_aid", actor="hero", options={"patient": "helper"}, anyway=("too_far",))
    assert weigh(WASTELAND, battle, aid).chance("hero", "passed") == 1
    hurt = add_effect(battle, "helper", "arm_injury", note="left_arm")
    odds = weigh(WASTELAND, hurt, aid)
    assert odds.chance("hero", "passed") == 1 - Fraction(15, 20) ** 2
    assert odds.chance("hero", "complication") == 1 - Fraction(19, 20) ** 2


def test_odds_take_few_runs(battle: AnyBattle) -> None:
    hard = add_effect(add_effect(battle, "raider", "cover", amount=3), "raider", "prone")
    aimed = add_effect(promise_help(hard, "helper", "hero", ("intelligence", "survival")), "hero", "aiming")
    for scene in (battle, aimed):
        assert weigh(WASTELAND, scene, attack(options={"dice": 3})).runs == 2, "a hit and a miss"


def test_dice_that_lie_on_the_table_are_taken_as_known(battle: AnyBattle) -> None:
    known = {"attack": Faces(faces=(4, 9)), "location": Faces(faces=(5,))}
    odds = weigh(WASTELAND, battle, attack(answers=known))
    assert odds.chance("raider", "hit") == 1
    assert odds.distribution("raider", "location") == {"Torso": 1}
    known["damage"] = Faces(faces=(2, 2, 5))
    assert weigh(WASTELAND, battle, attack(answers=known)).distribution("raider", "damage") == {4: 1}


# ------------------------------------------------------------------------------------------ typing


def test_combat_dice_are_typed_as_faces_or_as_damage_and_effects(battle: AnyBattle) -> None:
    due = run(WASTELAND, battle, attack(answers={"attack": Faces(faces=(4, 9)), "location": Word(word="left arm")}))
    assert isinstance(due, Due)
    assert due.request.parse("5/2") == "3 combat dice cannot come to 5/2."
    assert due.request.parse("4/2") == Counts(counts=(4, 2))
    assert due.request.parse("2 5 6") == Faces(faces=(2, 5, 6))
    assert due.request.problem(Sum(sum=9)) == "Damage needs every die, not their sum."


def test_a_location_is_typed_by_the_beginning_of_its_name(battle: AnyBattle) -> None:
    due = run(WASTELAND, battle, attack(answers={"attack": Faces(faces=(4, 9))}))
    assert isinstance(due, Due)
    assert due.request.parse("right l") == Word(word="right leg")
    assert due.request.parse("7") == Faces(faces=(7,))
    assert isinstance(due.request.parse("tail"), str)


# ------------------------------------------------------------------------------------------ what is shown


@pytest.mark.rule("WL-DIST-02")
def test_distance_is_told_in_words(battle: AnyBattle) -> None:
    assert distance_words(battle, WASTELAND, "hero", "raider") == "medium"
    assert distance_words(battle, WASTELAND, "hero", "helper") == "close"
    band = band_of(battle, WASTELAND.ranges, "hero", "hero")
    assert band is not None
    assert band.id == "reach"
    nowhere = battle.with_combatant(replace(battle.combatants["raider"], place=Place()))
    assert distance_words(nowhere, WASTELAND, "hero", "raider") == ""


def body_of(battle: AnyBattle, who: Id) -> Body:
    """Return the body as the sheet shows it."""
    view = sheet_view(WASTELAND, battle, who)
    assert view is not None
    body = next(one.body for one in view.displays if isinstance(one, BodyDisplayView))
    assert body is not None
    return body


@pytest.mark.rule("WL-LOC-01", "WL-DR-01", "WL-CRIT-02")
def test_the_body_shows_resistance_and_injury_at_each_location(battle: AnyBattle) -> None:
    injured = add_effect(battle, "raider", "leg_injury", note="left_leg")
    body = body_of(injured, "raider")
    assert [part.name for part in body.parts] == [location.name for location in LOCATIONS["humanoid"]]
    assert [part.faces for part in body.parts] == ["1–2", "3–8", "9–11", "12–14", "15–17", "18–20"]
    parts = {part.name: part for part in body.parts}
    assert (parts["Left Leg"].numbers, parts["Left Leg"].injuries) == (("1", "0", "0"), 1)
    assert "major action" in parts["Left Leg"].effect
    assert (parts["Torso"].numbers, parts["Torso"].injuries) == (("3", "0", "0"), 0)
    # Applied without a location: there is only one torso, but the arm may be either.
    twice = add_effect(add_effect(injured, "raider", "torso_injury"), "raider", "arm_injury")
    body = body_of(twice, "raider")
    assert [part.name for part in body.parts if part.injuries] == ["Torso", "Left Leg"]
    assert body.remark == "1 injury at an unknown location"


def test_an_injury_tells_its_location_in_words(battle: AnyBattle) -> None:
    view = sheet_view(WASTELAND, add_effect(battle, "raider", "leg_injury", note="left_leg"), "raider")
    assert view is not None
    assert [(condition.title, condition.note) for condition in view.conditions] == [("leg injury", "left leg")]


@pytest.mark.rule("WL-ATK-10", "WL-LOC-01")
def test_the_location_that_was_hit_is_lit_until_the_next_attack_or_turn(battle: AnyBattle) -> None:
    """Two d20 of 3 or less are four successes against Defense 1; the raider has 4 HP and loses none."""
    started = run(WASTELAND, battle, Call(action="start_fight", options={"initiator": "hero"}))
    assert isinstance(started, Done)
    answers = {"attack": Faces((1, 3)), "location": Faces((10,)), "damage": Faces((3, 3, 3))}
    shot = Call(action="attack", actor="hero", targets=("raider",), answers=answers)
    done = run(WASTELAND, started.battle, shot)
    assert isinstance(done, Done)
    assert [part.name for part in body_of(done.battle, "raider").parts if part.is_struck] == ["Left Arm"]
    ended = run(WASTELAND, done.battle, Call(action="end_turn"))
    assert isinstance(ended, Done)
    assert not any(part.is_struck for part in body_of(ended.battle, "raider").parts)


@pytest.mark.rule("WL-LOC-02", "WL-LOC-03", "WL-LOC-04", "WL-LOC-05")
@pytest.mark.parametrize("kind", LOCATIONS)
def test_each_kind_of_body_is_a_figure_of_its_own(battle: AnyBattle, kind: str) -> None:
    raider = battle.combatants["raider"]
    changed = battle.with_combatant(replace(raider, sheet=replace(raider.sheet, body=kind, immune=("radiation",))))
    body = body_of(changed, "raider")
    assert [part.shape for part in body.parts] == [location.id for location in LOCATIONS[kind]]
    assert body.figure
    assert {part.numbers[2] for part in body.parts} == {"∞"}


@pytest.mark.rule("WL-MIS-02")
def test_players_see_their_own_pool_and_the_gm_sees_both(battle: AnyBattle) -> None:
    assert [pool.words for pool in pool_views(WASTELAND, battle)] == ["AP 6 / 6", "GM AP 2"]
    assert [pool.words for pool in players_view(WASTELAND, battle).pools] == ["AP 6 / 6"]
    changed = run(WASTELAND, battle, Call(action="set_pool", options={"pool": "gm", "to": 7}))
    assert isinstance(changed, Done)
    assert [text.audience for text in changed.note.sentences] == ["gm"]
    unknown = run(WASTELAND, battle, Call(action="set_pool", options={"pool": "luck", "to": 7}))
    assert isinstance(unknown, Refused)


# ------------------------------------------------------------------------------------------ the samples


def opened(name: str, folder: Path) -> AnyBattle:
    file = folder / f"{name}.battle.toml"
    file.write_bytes((root() / "samples" / file.name).read_bytes())
    found = Session.open(file, RULESETS)
    assert found.session is not None
    battle = found.session.battle
    found.session.close()
    return battle


def test_the_filling_station_plays_a_first_round(tmp_path: Path) -> None:
    """The boss goes first and shoots from the roof at Nora on the road; after his opening turn, initiative decides."""
    battle = opened("wasteland-red-filling-station", tmp_path)
    id_of = {combatant.name: id for id, combatant in battle.combatants.items()}
    started = run(WASTELAND, battle, Call(action="start_fight", options={"initiator": id_of["Raider boss"]}))
    assert isinstance(started, Done)
    battle = started.battle
    names = [battle.combatants[battle.order.slots[id].members[0]].name for id in battle.order.sequence]
    assert names == ["Raider boss", "Nora", "Dog", "Raider boss", "Doc Amari", "Brick", "Raider 1"]
    assert battle.shared.gm_ap == 3
    # Roof to road is one border (a jump down counts both ways for distance), medium: the rifle's ideal range.
    assert distance_words(battle, WASTELAND, id_of["Raider boss"], id_of["Nora"]) == "medium"
    shot = Call(
        action="attack",
        actor=id_of["Raider boss"],
        targets=(id_of["Nora"],),
        answers={
            "attack": Faces(faces=(4, 11)),
            "location": Faces(faces=(10,)),
            "damage": Faces(faces=(2, 2, 1, 5, 3, 3)),
        },
    )
    # AGI 7 + Small Guns 4 = 11, tag rating 4: three successes against Defense 2; 2 + 2 + 1 + 1 = 6 damage. The piercing
    # trigger ignores the 1 resistance of the leathers, so it is a critical hit on the left arm; Nora drops her pistol.
    done = run(WASTELAND, battle, shot)
    assert isinstance(done, Done)
    nora = done.battle.combatants[id_of["Nora"]]
    assert nora.sheet.hp == 5
    assert [effect.kind for effect in nora.effects.values()] == ["arm_injury"]
    assert not any(item.where == "hand" for item in done.battle.items_of(nora.id))
    assert done.battle.shared.gm_ap == 4


def test_the_way_up_to_the_roof_leads_round_and_costs_two(tmp_path: Path) -> None:
    battle = opened("wasteland-red-filling-station", tmp_path)
    nora = next(id for id, combatant in battle.combatants.items() if combatant.name == "Nora")
    refused = run(WASTELAND, battle, Call(action="sprint", actor=nora, options={"place": "roof"}))
    assert isinstance(refused, Refused)
    assert refused.refusal.key == "too_far"


def test_the_crater_radiates_and_its_slope_is_slow(tmp_path: Path) -> None:
    battle = opened("wasteland-glowing-crater", tmp_path)
    nora = next(id for id, combatant in battle.combatants.items() if combatant.name == "Nora")
    slope = run(WASTELAND, battle, Call(action="move", actor=nora, options={"place": "west-slope"}))
    assert isinstance(slope, Refused)
    crater = run(WASTELAND, battle, Call(action="move", actor=nora, options={"place": "crater"}))
    assert isinstance(crater, Done)
    assert crater.battle.combatants[nora].place.zone == "crater"


@pytest.mark.rule("WL-INIT-02")
def test_all_are_told_of_the_opening_turn_by_its_name(battle: AnyBattle) -> None:
    """It comes before all other turns, including the same combatant's normal turn."""
    started = run(WASTELAND, battle, Call(action="start_fight", options={"initiator": "hero"}))
    assert isinstance(started, Done)
    first, *others = players_view(WASTELAND, started.battle).order
    assert (first.name, first.text) == ("Hero", "opening turn")
    assert all(row.text == "" for row in others)
    assert order_view(WASTELAND, started.battle).sections[0].rows[0].text == "opening turn"


@pytest.mark.rule("WL-RAD-01")
def test_the_body_says_what_radiation_takes_off_the_maximum(battle: AnyBattle) -> None:
    """Of the maximum of 4 HP, radiation 3 leaves 1."""
    raider = battle.combatants["raider"]
    ill = battle.with_combatant(replace(raider, sheet=replace(raider.sheet, radiation=3)))
    sheet = sheet_view(WASTELAND, ill, "raider")
    assert sheet is not None
    health, body, *_ = sheet.displays
    assert isinstance(health, PoolDisplayView)
    assert isinstance(body, BodyDisplayView)
    assert (health.amount, health.most) == (1, 1)
    assert "radiation 3" in body.body.remark


def test_each_arm_injury_takes_one_arm_and_two_of_the_same_arm_no_second_one(battle: AnyBattle) -> None:
    """Of two arms, two injuries of the right one leave one; one more injury without a location leaves none."""
    for effects, left in ((("right_arm",), 1), (("right_arm", "right_arm"), 1), (("right_arm", "right_arm", ""), 0)):
        hurt = battle
        for note in effects:
            hurt = add_effect(hurt, "hero", "arm_injury", note=note)
        assert arms_left(hurt, "hero") == left
    for _ in range(3):
        battle = add_effect(battle, "hero", "arm_injury")
    assert arms_left(battle, "hero") == 0
