"""The arena with actions of many: initiative with roll-offs, stands, sweeps, and rounds that begin with plans."""

from __future__ import annotations

from model.dice.requests import sum_of
from model.engine import turns
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits import EDITS
from model.engine.messages import message
from model.engine.modifiers import explain, term
from model.engine.planning import awaited, planning_actions
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, TurnRules
from model.engine.turn_actions import turn_actions
from model.state.base import Id, replace
from model.state.battle import AnyBattle, with_order
from model.state.order import Share
from model.state.texts import Refusal, text
from tests.support.arena import Guest, arena, battle_of, fighter, hurt


def _initiative(battle: AnyBattle, who: Id, ask: Ask) -> int:
    strength = term("strength", "Strength", battle.combatants[who].sheet.strength)
    bonus = ask.number(explain(f"initiative.{who}", "Initiative", [strength]))
    return int(ask.roll(sum_of(f"initiative.{who}", "Initiative", "1d10", bonus=bonus), who).total())


def roll_initiative(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """All roll 1d10 + strength; if several are best, they roll off once with 1d6."""
    everybody = tuple(battle.combatants)
    totals = dict(zip(everybody, ask.each(everybody, lambda who: _initiative(battle, who, ask)), strict=True))
    best = [who for who in everybody if totals[who] == max(totals.values())]
    if len(best) > 1:
        ask.each(best, lambda who: ask.roll(sum_of(f"tie.{who}", "Roll-off", "1d6"), who).total())
    ask.add_message(text("Initiative is rolled: the best has {total}.", total=max(totals.values())))
    return battle


def take_stands(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Ask every combatant where they stand, how many steps back, and which combatants they watch."""
    lines = (Choice(key="front", label="Front"), Choice(key="back", label="Back"))
    others = tuple(Choice(key=who, label=one.name) for who, one in battle.combatants.items())

    def stand(who: Id) -> str:
        line = ask.choose(
            Question(id=f"line.{who}", title=message(battle, "Where does {0} stand?", who), options=lines), who
        )
        steps = Question(
            id=f"steps.{who}", title=message(battle, "How far is {0}?", who), kind="number", least=0, most=12, default=1
        )
        far = int(ask.choose(steps, who)) if line == "back" else 0
        watched = Question(
            id=f"watched.{who}",
            title=message(battle, "Whom does {0} watch?", who),
            kind="options",
            options=others,
            most=2,
        )
        return f"{line}{far}{len(ask.choose(watched, who)) if line == 'front' else ''}"

    everybody = tuple(battle.combatants)
    found = ask.each(everybody, stand)
    ask.add_message(text("They stand: {stands}.", stands=" ".join(found)))
    return battle


def sweep(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Roll 2d6 + 1 against 6 + strength of every target, then 1d6 damage for each target that was hit."""

    def swept(target: Id) -> int:
        needed = 6 + battle.combatants[target].sheet.strength
        words = ("hit", "miss")
        roll = ask.roll(sum_of(f"attack.{target}", "Attack", "2d6", bonus=1, against=needed, words=words), call.actor)
        if not ask.verdict(f"hit.{target}", "Hit", roll, at_least=needed):
            return 0
        return int(ask.roll(sum_of(f"damage.{target}", "Damage", "1d6"), call.actor).total())

    for target, done in zip(call.targets, ask.each(call.targets, swept), strict=True):
        battle = hurt(battle, target, done, False, ask)
    ask.log(battle, "{0} sweeps.", call.actor)
    return battle


def challenge(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Both roll 1d10 for who is quicker; then the actor rolls 2d6 against 8, one die after the other."""
    both = (call.actor, *call.targets)
    quick = ask.each(both, lambda who: ask.roll(sum_of(f"quick.{who}", "Quickness", "1d10"), who).total())
    blow = ask.roll(sum_of("blow", "Blow", "2d6", against=8), call.actor)
    is_hit = ask.verdict("hit", "Hit", blow, at_least=8)
    ask.add_message(text("{quick}: {hit}.", quick="quicker" if quick[0] > quick[1] else "slower", hit=is_hit))
    return battle


def save_at_zero(before: AnyBattle, after: AnyBattle, ask: Ask) -> AnyBattle:
    """A combatant who falls to 0 health, for any reason, rolls 1d6 and stands at 1 again with a 6."""
    fallen = [
        who for who, one in after.combatants.items()
        if one.sheet.health == 0 and who in before.combatants and before.combatants[who].sheet.health
    ]  # fmt: skip
    saved = ask.each(fallen, lambda who: ask.roll(sum_of(f"save.{who}", "Save", "1d6"), who).at_least(6))
    for who, is_saved in zip(fallen, saved, strict=True):
        if is_saved:
            one = after.combatants[who]
            after = after.with_combatant(replace(one, sheet=replace(one.sheet, health=1)))
    return after


def _plans_first(battle: AnyBattle, ask: Ask) -> AnyBattle:
    return with_order(turns.place_newcomers(battle), phase="planning")


def _plans_are_in(battle: AnyBattle, call: Call) -> tuple[Refusal, ...]:
    if battle.order.phase != "planning":
        return (Refusal(key="acting", sentence=text("The round has begun."), can_override=False),)
    return (Refusal(key="plans_missing", sentence=text("Plans are missing.")),) if awaited(battle) else ()


def begin_round(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Begin the turns."""
    ask.add_message(text("The round begins."))
    return turns.advance(with_order(battle, phase="acting"), ask)


_TURNS = TurnRules(
    first_order=lambda battle, call: battle.order.sequence,
    share=lambda battle, who, slot: Share(left={"standard": 1}),
    at_round_start=_plans_first,
    begins_turns="begin_round",
)
_OWN = (
    Action(id="roll_initiative", title="Roll initiative", run=roll_initiative, group="order"),
    Action(id="take_stands", title="Take stands", run=take_stands, group="order"),
    Action(id="challenge", title="Challenge", run=challenge, targets="one", group="attack"),
    Action(id="sweep", title="Sweep", run=sweep, targets="many", group="attack"),
)
TOGETHER = arena(*_OWN, settle=save_at_zero)

_BEGIN = Action(id="begin_round", title="Begin the round", run=begin_round, guards=(_plans_are_in,), group="order")
PLANNERS = replace(
    TOGETHER,
    turns=_TURNS,
    actions={
        **TOGETHER.actions,
        **EDITS,
        **turn_actions(_TURNS),
        **planning_actions(),
        _BEGIN.id: _BEGIN,
    },
)


def company() -> AnyBattle:
    """Return a battle: Anna's player has the second seat, Bert's the first, Cora has none; two ogres are the GM's."""
    battle = battle_of(
        fighter("ogre-1", "Ogre 1", strength=4),
        fighter("anna-2", side="pc", strength=3),
        fighter("ogre-3", "Ogre 2", strength=4),
        fighter("bert-4", side="pc", strength=2),
        fighter("cora-5", side="pc", strength=1),
    )
    players = (
        Guest(id="xenia-6", name="Xenia", seat=2, characters=("anna-2",)),
        Guest(id="yuri-7", name="Yuri", seat=1, characters=("bert-4",)),
    )
    return replace(battle, players={player.id: player for player in players}, serial=7)
