"""A small game for tests of the session: d6 to hit, hit points, and a shield that may be raised against a strike."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from model.dice.answers import Faces
from model.dice.requests import sum_of
from model.engine.ask import Ask
from model.engine.calls import Call, Option, Taken
from model.engine.modifiers import all_count, explain, term
from model.engine.requests import Choice, Offer, Question
from model.engine.ruleset import Action, Band, Parameter, Ranges, Ruleset, TurnRules
from model.engine.run import perform
from model.engine.turn_actions import turn_actions
from model.state.base import Id, State, replace
from model.state.battle import AnyBattle, Battle, Combatant, Player, new_id
from model.state.board import Circle, Feature, Place, Polygon, Rectangle, millimetres
from model.state.effects import Effect
from model.state.order import Share
from model.state.texts import Refusal, gm_text, ref, text


class ToySheet(State):
    """The values of a combatant in the toy game."""

    hp: Annotated[int, Meta(ge=0, le=99)] = 6
    skill: Annotated[int, Meta(ge=0, le=9)] = 1
    motto: str = ""
    wounds: tuple[str, ...] = ()
    gifts: dict[str, int] = {}


class ToyGear(State):
    """The values of a weapon in the toy game."""

    damage: int = 1


class ToyPlayer(Player):
    """A player in the toy game, with points as some games have them."""

    plot_points: Annotated[int, Meta(ge=0, le=99)] = 0


class ToyShared(State):
    """What all combatants in the toy game share."""

    luck: int | None = None
    omens: tuple[str, ...] = ()


def _with_sheet(battle: AnyBattle, who: Id, **values: Any) -> AnyBattle:
    fighter = battle.combatants[who]
    return battle.with_combatant(replace(fighter, sheet=replace(fighter.sheet, **values)))


def _strike(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    target = call.target
    assert target is not None
    down = Refusal(key="down", sentence=text("{who} is down.", who=ref(call.actor)))
    if not _stands(battle, call.actor) and (refusal := ask.refuse(down)):
        return refusal
    offer = Offer(id="shield", title=text("Raise the shield"), by=(target,), actions=("shield",), rule="TOY-SHIELD")
    if isinstance(raised := ask.offer(offer), Call):
        after = perform(battle, raised, ask.within("shield", raised))
        if isinstance(after, Refusal):
            return after
        battle = after
    has_shield = "shield" in battle.combatants[target].effects
    defence = [term("base", "base", 3), *([term("shield", "shield", 2)] if has_shield else [])]
    needed = ask.number(explain("needed", "needed to hit", defence))
    roll = ask.roll(sum_of("attack", "Attack", "1d6", bonus=battle.combatants[call.actor].sheet.skill), call.actor)
    if not ask.verdict("hit", "hits", roll, at_least=needed):
        ask.add_message(text("{who} misses {whom}.", who=ref(call.actor), whom=ref(target)))
        return battle
    where = ask.choose(
        Question(id="where", title=text("Where?"), options=(Choice("arm", "arm"), Choice("leg", "leg"))), call.actor
    )
    sheet = battle.combatants[target].sheet
    ask.add_message(text("{who} hits {whom}.", who=ref(call.actor), whom=ref(target)))
    return _with_sheet(battle, target, hp=max(0, sheet.hp - 2), wounds=(*sheet.wounds, where))


def _stands(battle: AnyBattle, who: Id) -> bool:
    return who not in battle.combatants or battle.combatants[who].sheet.hp > 0


def _shield(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    firmly = ask.roll(sum_of("firmness", "Firmness", "1d6"), call.actor).total()
    fighter = battle.combatants[call.actor]
    effect = Effect(id="shield", kind="shield", amount=firmly)
    ask.add_message(text("{who} raises the shield.", who=ref(call.actor)))
    return battle.with_combatant(replace(fighter, effects=fighter.effects | {"shield": effect}))


def _lower(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    fighter = battle.combatants[call.actor]
    kept = {id: effect for id, effect in fighter.effects.items() if id != "shield"}
    ask.add_message(text("{who} lowers the shield.", who=ref(call.actor)))
    return battle.with_combatant(replace(fighter, effects=kept))


def _move(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    fighter = battle.combatants[call.actor]
    place = Place(x=millimetres(call.option("x", 0.0)), y=millimetres(call.option("y", 0.0)))
    ask.add_message(text("{who} moves.", who=ref(call.actor)))
    return battle.with_combatant(replace(fighter, place=place))


def _call_in(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    name = call.option("name", "Guard")
    id, battle = new_id(battle, name)
    ask.add_message(gm_text("{who} joins in.", who=ref(id)))
    return battle.with_combatant(Combatant(id=id, name=name, sheet=ToySheet()))


def _leave(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    kept = {id: fighter for id, fighter in battle.combatants.items() if id != call.actor}
    ask.add_message(text("Somebody leaves."))
    return replace(battle, combatants=kept)


def _write(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Put a typed text into every kind of field that can hold one."""
    words = call.option("words", "")
    fighter = battle.combatants[call.actor]
    ask.add_message(text("{who} says {words}.", who=ref(call.actor), words=words))
    battle = battle.with_combatant(replace(fighter, notes=words, public_name=words))
    gifts = battle.combatants[call.actor].sheet.gifts | {words: len(words)}
    battle = _with_sheet(battle, call.actor, motto=words, gifts=gifts)
    return replace(battle, title=words, shared=replace(battle.shared, omens=(words, *battle.shared.omens)))


def _draw(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    id, battle = new_id(battle, "mark")
    radius = call.option("radius", 1.0)
    feature = Feature(id=id, kind="drawing", shape=Circle(x=0.5, y=-1.5, radius=radius))
    ask.add_message(text("A mark on the board."))
    return replace(battle, board=replace(battle.board, features=battle.board.features | {id: feature}))


def _reshape(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Turn every mark from one kind of shape into another."""
    square = Rectangle(x=0.0, y=0.25, width=2.0, height=1.0)
    outline = Polygon(points=((0.0, 0.0), (1.5, 0.0), (0.0, 1.25)))
    features = {
        id: replace(mark, shape=outline if isinstance(mark.shape, Rectangle) else square)
        for id, mark in battle.board.features.items()
    }
    ask.add_message(text("Other marks."))
    return replace(battle, board=replace(battle.board, features=features))


def _set_luck(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    ask.add_message(text("Luck turns."))
    return replace(battle, shared=replace(battle.shared, luck=call.option("luck")))


def _set_hp(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Set hit points without limits or checks, unlike a real rule, to values that a session must not save."""
    return _with_sheet(battle, call.actor, hp=call.option("hp"))


def _hurt(battle: AnyBattle, who: Id, amount: int, resists: bool, ask: Ask) -> AnyBattle:
    return _with_sheet(battle, who, hp=max(0, battle.combatants[who].sheet.hp - amount))


def _order(battle: AnyBattle, call: Call) -> tuple[Id, ...]:
    return tuple(id for id in battle.order.sequence if battle.order.slots[id].members)


TURNS = TurnRules(first_order=_order, share=lambda battle, who, slot: Share(left={"standard": 1}))


def _number(key: str) -> Parameter:
    return Parameter(key=key, title=key, kind="number")


_OWN = (
    Action(id="strike", title="Strike", run=_strike, targets="one", group="attack"),
    Action(id="shield", title="Shield", run=_shield, group="defence"),
    Action(id="lower", title="Lower the shield", run=_lower),
    Action(id="move", title="Move", run=_move, group="move", parameters=(_number("x"), _number("y"))),
    Action(id="call_in", title="Call in", run=_call_in, parameters=(Parameter(key="name", title="Name", kind="text"),)),
    Action(id="leave", title="Leave", run=_leave),
    Action(id="write", title="Write", run=_write, parameters=(Parameter(key="words", title="Words", kind="text"),)),
    Action(id="draw", title="Draw", run=_draw, parameters=(_number("radius"),)),
    Action(id="reshape", title="Reshape", run=_reshape),
    Action(id="luck", title="Luck", run=_set_luck, parameters=(_number("luck"),)),
    Action(id="set_hp", title="Set hp", run=_set_hp, parameters=(_number("hp"),)),
    Action(id="rest", title="Rest", run=lambda battle, call, ask: battle),
)

TOY = Ruleset(
    id="toy",
    name="Toy",
    sheet=ToySheet,
    gear=ToyGear,
    shared=ToyShared,
    player=ToyPlayer,
    house_rules=State,
    turns=TURNS,
    actions=turn_actions(TURNS) | {action.id: action for action in _OWN},
    conditions={},
    ranges=Ranges(bands=(Band(id="any", title="any", reach=None),)),
    stacking=all_count,
    displays=(),
    derived={},
    measures=(),
    hurt=_hurt,
)
RULESETS = {TOY.id: TOY}


def battle(*names: str) -> AnyBattle:
    """Return a battle of combatants with these ids; Ann and Bob if none are given."""
    people = {name: Combatant(id=name, name=name.title(), sheet=ToySheet()) for name in names or ("ann", "bob")}
    return Battle(ruleset=TOY.id, shared=ToyShared(), combatants=people)


def strike(actor: Id, target: Id, face: int | None = None, where: str = "arm", shield: int | None = None) -> Call:
    """Return a strike with as many answers as are given; `shield` is the firmness of the target's raised shield."""
    call = Call(action="strike", actor=actor, targets=(target,))
    answers: dict[str, Any] = {}
    if shield is not None:
        answers["shield"] = Taken(Call(action="shield", actor=target, answers={"firmness": Faces((shield,))}))
    if face is not None:
        answers |= {"attack": Faces((face,), "rolled"), "where": Option(where)}
    return replace(call, answers=answers)
