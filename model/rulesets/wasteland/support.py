"""Major actions that are no attack: Assist, Command, Defend, Rally, Ready, Test (WL-MAJ)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine import out_of_order, turns
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of, end_effects_of, has_effect
from model.engine.modifiers import term
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.telling import tell
from model.rulesets.wasteland.checks import TEST_PARAMETERS, Check, difficulty_of, keep_points, needs_sight, take_test
from model.rulesets.wasteland.conditions import DEFENDING, DYING, ORDERED, READIED, TRIGGERED, is_down
from model.rulesets.wasteland.costs import costs, no, pay, somebody
from model.rulesets.wasteland.distance import are_enemies
from model.rulesets.wasteland.gear import Pair
from model.rulesets.wasteland.helping import promise_help
from model.rulesets.wasteland.points import DICE, available, can_buy_dice, spend_points
from model.rulesets.wasteland.settings import rules
from model.rulesets.wasteland.stats import defense, titled
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.effects import Until
from model.state.texts import Refusal, ref, text

ATTRIBUTES = ("strength", "perception", "endurance", "charisma", "intelligence", "agility", "luck")
SKILLS = (
    "athletics", "big_guns", "energy_weapons", "explosives", "medicine", "melee_weapons", "science", "small_guns",
    "speech", "survival", "throwing", "unarmed",
)  # fmt: skip
"""The skills that the rules name; others are free (WL-MIS-05)."""
COMMANDS: dict[str, Pair] = {
    "person": ("charisma", "speech"),
    "animal": ("charisma", "survival"),
    "robot": ("intelligence", "science"),
}
"""What helps an NPC of each nature that is told what to do (WL-MAJ-03)."""


def pair_of(call: Call, usual: Pair) -> Pair:
    """The attribute and skill that a call names, or those of the rule (WL-MAJ-12)."""
    return str(call.option("attribute", usual[0])), str(call.option("skill", usual[1])).strip() or usual[1]


def _skills(battle: AnyBattle, call: Call) -> list[tuple[str, str]]:
    """Those of the rules, then what somebody has besides (WL-MIS-05)."""
    combatant = battle.combatants.get(call.actor)
    own = () if combatant is None else combatant.sheet.skills
    return [(titled(skill), skill) for skill in dict.fromkeys((*SKILLS, *own))]


def pair_parameters(usual: Pair, rule: str) -> tuple[Parameter, ...]:
    return (
        Parameter(
            key="attribute", title="Attribute", kind="choice", default=usual[0], options=ATTRIBUTES, rule=rule
        ),
        Parameter(key="skill", title="Skill", kind="text", default=usual[1], rule=rule, choices=_skills),
    )  # fmt: skip


# ------------------------------------------------------------------------------------------ assist, command


def an_ally(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: somebody else who is there."""
    other = call.target
    if other is None or call.actor not in battle.combatants:
        return
    if other not in battle.combatants:
        yield Refusal(key="thing", sentence=text("Only combatants can be helped."), can_override=False)
    elif other == call.actor:
        yield no("oneself", "{who} cannot do this for themselves.", "WL-MAJ-01", other)


def assist(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Help an ally's next test with a d20 of one's own (WL-MAJ-01, WL-AMB-09)."""
    pair = pair_of(call, ("intelligence", "survival"))
    battle = pay(battle, call.actor, "major")
    ask.say(tell(battle, "{0} helps {1} with {pair}.", call.actor, call.targets[0], pair=_in_words(pair)))
    return promise_help(battle, call.actor, call.targets[0], pair)


def _in_words(pair: Pair) -> str:
    return f"{titled(pair[0])} + {titled(pair[1])}"


def can_command(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: an NPC of one's own side (WL-MAJ-03)."""
    other = call.target
    if other not in battle.combatants or call.actor not in battle.combatants or other is None:
        return
    if are_enemies(battle, call.actor, other):
        yield no("not_allied", "{who} is no ally and takes no orders.", "WL-MAJ-03", other)
    elif battle.combatants[other].side == "pc":
        yield no("no_npc", "{who} is a player's character and takes no orders.", "WL-MAJ-03", other)


def command(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Tell an NPC what to do, and help it if wanted (WL-MAJ-03, WL-MAJ-04, WL-AMB-28)."""
    who, other = call.actor, call.targets[0]
    order = str(call.option("text", "")).strip()
    battle = pay(battle, who, "major")
    ask.say(
        tell(
            battle, "{0} gives {1} an order: {order}." if order else "{0} gives {1} an order.", who, other, order=order
        )
    )
    battle = add_effect(battle, other, ORDERED, source=who, note=order, until="turn_end")
    if call.option("assists", True):
        pair = COMMANDS[battle.combatants[other].sheet.nature]
        is_certain = rules(battle).command_assist == "one_success"
        battle = promise_help(battle, who, other, pair, is_certain=is_certain)
    if rules(battle).command_npc_timing == "at_once" and turns.can_act(battle, other):
        ask.say(tell(battle, "{0} obeys at once and gives up the next turn.", other))
        battle = add_effect(out_of_order.force(battle, other), other, TRIGGERED, until="round_end")
    return battle


# ------------------------------------------------------------------------------------------ defend


def defend(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """AGI + Athletics against one's own Defense: +1, and more for action points (WL-MAJ-05, WL-MAJ-06, WL-AMB-07)."""
    who = call.actor
    battle = pay(battle, who, "major")
    parts = [term("defense", "Own Defense", defense(battle, who).total, "WL-MAJ-05")]
    check = Check(
        id="defend",
        title="Defend",
        who=who,
        pair=("agility", "athletics"),
        difficulty=difficulty_of(battle, who, parts, call, needs_sight=False),
    )
    outcome, battle = take_test(battle, check, call, ask)
    if not outcome.passed:
        ask.say(tell(battle, "{0} does not manage to defend.", who))
        return battle
    battle = keep_points(battle, outcome, ask)
    bonus, battle = _further_defense(battle, who, ask)
    untils: dict[str, Until] = {"next_turn_start": "turn_start", "end_of_round": "round_end"}
    until = untils.get(rules(battle).defend_expires, "removed")
    ask.say(tell(battle, "{0} defends: Defense +{bonus}.", who, bonus=1 + bonus))
    return add_effect(battle, who, DEFENDING, amount=1 + bonus, until=until)


def _further_defense(battle: AnyBattle, who: Id, ask: Ask) -> tuple[int, AnyBattle]:
    """A further +1 for 2 AP, asked once the test has passed (WL-MAJ-06)."""
    cost, most = rules(battle).defend_extra_cost, rules(battle).defend_extra_max
    most = min(most, available(battle, who) // cost)
    if most < 1:
        return 0, battle
    title = text("Further Defense, {cost} AP each", cost=cost)
    question = Question(id="extra", title=title, kind="number", least=0, most=most, default=0, rule="WL-MAJ-06")
    bonus = int(ask.choose(question, who))
    return bonus, spend_points(battle, who, bonus * cost, "Defense", ask)


# ------------------------------------------------------------------------------------------ rally, test


def rally(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """END + Survival with difficulty 0: its action points are kept (WL-MAJ-11, WL-MAJ-12)."""
    who = call.actor
    battle = pay(battle, who, "major")
    pair = pair_of(call, ("endurance", "survival"))
    parts = [term("rally", "Rally", 0, "WL-MAJ-11")]
    difficulty = difficulty_of(battle, who, parts, call, needs_sight=False)
    check = Check(id="rally", title="Rally", who=who, pair=pair, difficulty=difficulty, is_kept=True)
    ask.say(tell(battle, "{0} rallies.", who))
    outcome, battle = take_test(battle, check, call, ask)
    return keep_points(battle, outcome, ask)


def skill_test(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """A skill check that no other action covers: pair and difficulty by the GM (WL-MAJ-16)."""
    who = call.actor
    battle = pay(battle, who, "major")
    pair = pair_of(call, ("perception", "survival"))
    parts = [term("against", "Difficulty", int(call.option("against", 1)), "WL-MAJ-16")]
    check = Check(
        id="test",
        title=_in_words(pair),
        who=who,
        pair=pair,
        difficulty=difficulty_of(battle, who, parts, call, needs_sight=needs_sight(battle, "", pair)),
    )
    outcome, battle = take_test(battle, check, call, ask)
    ask.say(tell(battle, "{0} succeeds." if outcome.passed else "{0} fails.", who))
    return keep_points(battle, outcome, ask)


# ------------------------------------------------------------------------------------------ ready


def ready(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Store a major action for a situation; one at a time (WL-MAJ-14, WL-MAJ-15, WL-AMB-10)."""
    who = call.actor
    battle = end_effects_of(pay(battle, who, "major"), who, READIED)
    what = str(call.option("text", "")).strip()
    until: Until = "turn_start" if rules(battle).ready_expires == "next_turn_start" else "removed"
    ask.say(tell(battle, "{0} is ready: {what}." if what else "{0} is ready.", who, what=what))
    return add_effect(battle, who, READIED, note=what, until=until)


def is_ready(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    if call.actor in battle.combatants and not has_effect(battle, call.actor, READIED):
        yield no("not_ready", "{who} has readied nothing.", "WL-MAJ-14", call.actor)


def trigger(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """The situation has come about: the owner may take the stored action now (WL-MAJ-15, WL-AMB-10)."""
    who = call.actor
    when = rules(battle).ready_resolves
    if when == "ask":
        options = (Choice(key="after", label="After what sets it off"), Choice(key="before", label="Before it"))
        title = text("When does {who} act?", who=ref(who))
        question = Question(id="when", title=title, options=options, default="after", rule="WL-MAJ-14", remember=True)
        when = ask.choose(question, who)
    what = next((effect.note for effect in effects_of(battle, who, READIED)), "")
    battle = end_effects_of(battle, who, READIED)
    ask.say(tell(battle, f"{{0}} acts now, {when} what sets it off: {{what}}.", who, what=what or "as readied"))
    return add_effect(battle, who, TRIGGERED, note=what, until="round_end")


def wake(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Waking from unconsciousness is up to the GM (WL-MAJ-10, WL-AMB-08)."""
    ask.say(tell(battle, "{0} wakes up.", call.actor))
    return end_effects_of(battle, call.actor, "unconscious")


def _sleeps(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    if call.actor in battle.combatants and not (
        is_down(battle, call.actor) and has_effect(battle, call.actor, "unconscious")
    ):
        yield no("awake", "{who} is not unconscious.", "WL-MAJ-10", call.actor)
    elif call.actor in battle.combatants and has_effect(battle, call.actor, DYING):
        sentence = text("{who} is dying: only First Aid (stabilise) ends that.", who=ref(call.actor))
        yield Refusal(key="dying", sentence=sentence, rule="WL-DYING-03", can_override=False)


_TEXT = Parameter(key="text", title="What", kind="text", default="")

SUPPORT_ACTIONS = (
    Action(
        id="assist",
        title="Assist",
        run=assist,
        targets="one",
        parameters=pair_parameters(("intelligence", "survival"), "WL-MAJ-01"),
        guards=(*costs("major", "WL-MAJ-01"), an_ally),
        rules=("WL-MAJ-01",),
        cost="major action",
        is_help=True,
        key="S",
        help="A d20 of one's own for somebody's next test.",
    ),
    Action(
        id="command",
        title="Command an NPC",
        run=command,
        targets="one",
        parameters=(
            Parameter(key="text", title="Order", kind="text", default="", rule="WL-MAJ-04"),
            Parameter(key="assists", title="Helps", kind="flag", default=True, rule="WL-MAJ-03"),
        ),
        guards=(*costs("major", "WL-MAJ-03"), an_ally, can_command),
        rules=("WL-MAJ-03", "WL-MAJ-04"),
        cost="major action",
        is_help=True,
        key="O",
        help="Tell an allied NPC what to do, and help it.",
    ),
    Action(
        id="defend",
        title="Defend",
        run=defend,
        parameters=(*DICE, *TEST_PARAMETERS),
        guards=(*costs("major", "WL-MAJ-05"), can_buy_dice),
        rules=("WL-MAJ-05", "WL-MAJ-06"),
        cost="major action",
        group="defence",
        is_defensive=True,
        key="D",
        help="+1 Defense, and another for 2 AP.",
    ),
    Action(
        id="rally",
        title="Rally",
        run=rally,
        parameters=(*pair_parameters(("endurance", "survival"), "WL-MAJ-12"), *DICE, *TEST_PARAMETERS),
        guards=(*costs("major", "WL-MAJ-11"), can_buy_dice),
        rules=("WL-MAJ-11", "WL-MAJ-12"),
        cost="major action",
        key="L",
        help="Save action points.",
    ),
    Action(
        id="test",
        title="Test",
        run=skill_test,
        parameters=(
            *pair_parameters(("perception", "survival"), "WL-MAJ-16"),
            Parameter(key="against", title="Difficulty", kind="number", default=1, least=0, most=10, rule="WL-MAJ-16"),
            *DICE,
            *TEST_PARAMETERS,
        ),
        guards=(*costs("major", "WL-MAJ-16"), can_buy_dice),
        rules=("WL-MAJ-16",),
        cost="major action",
        help="A skill check that no other action covers.",
    ),
    Action(
        id="ready",
        title="Ready",
        run=ready,
        parameters=(_TEXT,),
        guards=costs("major", "WL-MAJ-14"),
        rules=("WL-MAJ-14", "WL-MAJ-15"),
        cost="major action",
        key="Q",
        help="Store a major action for a situation.",
    ),
    Action(
        id="trigger",
        title="Readied action now",
        run=trigger,
        guards=(somebody, is_ready),
        rules=("WL-MAJ-14", "WL-MAJ-15"),
        help="The situation has come about: a major action out of turn.",
    ),
    Action(
        id="wake",
        title="Wake up",
        run=wake,
        guards=(_sleeps,),
        rules=("WL-MAJ-10",),
        group="edit",
        help="By the GM's word.",
    ),
)
