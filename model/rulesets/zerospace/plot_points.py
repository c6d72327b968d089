"""Plot points: who has them, extra effort on a roll, and the start and end of a game night (ZS-PLOT)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from model.dice.requests import DiceRequest
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import has_effect, use_up
from model.engine.modifiers import Modifier, overridden
from model.engine.requests import Choice, Offer
from model.engine.ruleset import Action, Evening
from model.rulesets.families.ogc.tasks import Request, Rolls, Value
from model.rulesets.zerospace.conditions import STANDARD
from model.rulesets.zerospace.settings import rules
from model.rulesets.zerospace.sheet import Battle, ZeroSpacePlayer
from model.state.base import Id, replace
from model.state.battle import age
from model.state.texts import Explanation, Refusal, gm_text, ref, text

# ---------------------------------------------------------------------------------------------------------- plot points


PLUS, REROLL = "plus_3", "reroll"


EFFORT_RULE = "ZS-PLOT-12"


MOST_PLOT_POINTS = 99
"""The most plot points that can be recorded for a player."""


def players(battle: Battle) -> dict[Id, ZeroSpacePlayer]:
    """All players by id, in the order in which they were added."""
    return {player.id: player for player in sorted(battle.players.values(), key=age)}


def players_of(battle: Battle, who: Id) -> list[ZeroSpacePlayer]:
    """The players who have a combatant as their character, in the order in which they were added."""
    return sorted((player for player in battle.players.values() if who in player.characters), key=age)


def payer(battle: Battle, who: Id, promised: tuple[Id, ...] = ()) -> ZeroSpacePlayer | None:
    """The player who can spend a plot point for a combatant, or None; the GM's characters have none (ZS-PLOT-01).

    `promised` are the combatants for whom points are spent on other rolls made at the same time.
    """
    return next((player for player in players_of(battle, who) if _has_left(player, promised)), None)


def _has_left(player: ZeroSpacePlayer, promised: tuple[Id, ...]) -> bool:
    return player.plot_points > sum(who in player.characters for who in promised)


def player_of(battle: Battle, who: Id) -> ZeroSpacePlayer | None:
    """The first player who has a combatant as their character, or None."""
    return next(iter(players_of(battle, who)), None)


def with_points(battle: Battle, player: ZeroSpacePlayer, points: int) -> Battle:
    """The battle with a player's plot points set to a number, limited to 0 to `MOST_PLOT_POINTS`."""
    changed = replace(player, plot_points=min(max(0, points), MOST_PLOT_POINTS))
    return replace(battle, players=battle.players | {player.id: changed})


def spend_point(battle: Battle, who: Id, what: str, ask: Ask) -> Battle:
    """Spend a plot point of a combatant's player, if there is one, and log what it is spent on."""
    player = payer(battle, who)
    if player is None:
        return battle
    ask.log(battle, f"{{0}} spends a plot point on {what}.", who)
    return with_points(battle, player, player.plot_points - 1)


EFFORT_BONUS = Modifier(key="effort", label="Extra effort", amount=STANDARD, rule="ZS-PLOT-11")
"""The +3 of extra effort: a bonus like any other (ZS-PLOT-11, ZS-AMB-05)."""


def plus_choice(worth: int) -> Choice[str]:
    """The +3 as an option, with a warning before the point is spent if it would add less (ZS-AMB-05)."""
    warning = "" if worth == STANDARD else f"Adds only {worth}: only the highest bonus counts."
    return Choice(key=PLUS, label="+3", help=warning)


REROLL_CHOICE = Choice(key=REROLL, label="Re-roll", help="Roll these dice again.")


def offer_effort(
    battle: Battle, who: Id, id: str, choices: Callable[[], tuple[Choice[str], ...]], ask: Ask, *, before: str
) -> str | None:
    """Offer extra effort to a combatant's player until the request `before` is answered; return the choice, or None."""
    if player_of(battle, who) is None or not ask.wants(id, before):
        return None
    if payer(battle, who, ask.taken_beside(EFFORT_RULE)) is None:
        if ask.calls.has_answer(id):
            ask.add_message(gm_text("{who} has no plot points left for another roll.", who=ref(who)))
        return None
    title = text("{who}: plot point", who=ref(who))
    taken = ask.offer(Offer(id=id, title=title, by=(who,), options=choices(), rule=EFFORT_RULE))
    return taken if isinstance(taken, str) else None


def points_merged(battle: Battle, before: Battle, after: Battle) -> Battle:
    """`battle` with the points also spent that one of several simultaneous rolls spent between `before` and `after`."""
    if before.players is after.players:
        return battle
    had, kept = players(before), players(after)
    for id, player in players(battle).items():
        if spent := had[id].plot_points - kept[id].plot_points:
            battle = with_points(battle, player, player.plot_points - spent)
    return battle


# --------------------------------------------------------------------------------------------------------------- effort


AWARD = "award"


class ExtraEffort(Rolls[Battle]):
    """Rolls that a combatant's player may improve with plot points."""

    def throw(
        self, battle: Battle, who: Id, value: Value, request: Request, against: int, ask: Ask
    ) -> tuple[Roll, Battle]:
        """Make a roll that a combatant's player may improve with plot points (ZS-PLOT-10 to ZS-PLOT-12)."""
        dice = request(0).id
        worth = value((EFFORT_BONUS,)).total - value(()).total
        bonus: tuple[Modifier, ...] = ()
        if offer_effort(battle, who, _suffixed("effort", dice), lambda: (plus_choice(worth),), ask, before=dice):
            battle, bonus = spend_point(battle, who, "+3 AV", ask), (EFFORT_BONUS,)
        av = ask.number(value(bonus))
        roll = ask.roll(request(av), who)
        for number in count(1):
            if roll.at_least(against):
                return roll, self.rolled_once(battle, who)
            choices = (REROLL_CHOICE, plus_choice(worth)) if worth and not bonus else (REROLL_CHOICE,)
            id = _suffixed(f"effort{number}", dice)
            taken = offer_effort(battle, who, id, lambda: choices, ask, before=f"{dice}.done")  # noqa: B023
            if taken == PLUS:
                battle, bonus = spend_point(battle, who, "+3 AV", ask), (EFFORT_BONUS,)
                av += worth
                roll = ask.restate(roll, with_total(value(bonus), av))
            elif taken == REROLL:
                battle = spend_point(battle, who, "a re-roll", ask)
                roll = ask.roll(replace(request(av), id=f"{dice}.again{number}"), who)
            else:
                return roll, self.rolled_once(battle, who)
        raise AssertionError("the loop ends by returning")

    def merged(self, battle: Battle, before: Battle, after: Battle) -> Battle:
        return points_merged(battle, before, after)

    def reroll(
        self, battle: Battle, request: DiceRequest, roll: Roll, by: Id, before: str, ask: Ask
    ) -> tuple[Roll, Battle]:
        """Offer re-rolls for plot points of one of several rolls, before it is known whether it fails (ZS-PLOT-10)."""
        for number in count(1):
            id = f"effort{number}.{request.id}"
            if not offer_effort(battle, by, id, lambda: (REROLL_CHOICE,), ask, before=before):
                return roll, battle
            battle = spend_point(battle, by, "a re-roll", ask)
            roll = ask.roll(replace(request, id=f"{request.id}.again{number}"), by)
        raise AssertionError("the loop ends by returning")

    def rolled_once(self, battle: Battle, *people: Id) -> Battle:
        """End a distraction after the first roll or the first defence (ZS-DISTR-03)."""
        for who in people:
            if who in battle.combatants and has_effect(battle, who, "distracted"):
                battle = use_up(battle, who, "distracted")
        return battle

    def ruled(
        self, battle: Battle, who: Id, roll: Roll, against: int, is_success: bool, ask: Ask, key: str = "success"
    ) -> Battle:
        """Offer a plot point if the GM rules that a roll fails although its dice succeeded (ZS-PLOT-03)."""
        if is_success or ask.calls.overrule(key) is None or not roll.at_least(against):
            return battle
        _, dot, whose = key.partition(".")
        return offer_award(battle, who, ask, f"{dot}{whose}")


EXTRA_EFFORT = ExtraEffort()


def _suffixed(offer: str, dice: str) -> str:
    """The id of an offer about a roll, with the suffix of the dice: `task.apex` distinguishes the rolls of several."""
    _, dot, whose = dice.partition(".")
    return f"{offer}{dot}{whose}"


def with_total(explanation: Explanation, total: int) -> Explanation:
    """The explanation with this total, overridden if the GM has replaced the computed number."""
    return explanation if explanation.total == total else overridden(explanation, total)


def offer_award(battle: Battle, who: Id, ask: Ask, suffix: str = "") -> Battle:
    """Offer a plot point for a combatant's player, to make up for a ruling of the GM (ZS-PLOT-03)."""
    player = player_of(battle, who)
    if player is None:
        return battle
    title = text("Give a plot point to {player}, who is hurt by this ruling", player=ref(player.id))
    options = (Choice(key=AWARD, label="+1 plot point"),)
    if ask.offer(Offer(id=f"{AWARD}{suffix}", title=title, by=(who,), options=options, rule="ZS-PLOT-03")) != AWARD:
        return battle
    ask.add_message(text("{player} gets a plot point.", player=ref(player.id)))
    return with_points(battle, player, player.plot_points + 1)


# ---------------------------------------------------------------------------------------------------------- game nights


def begin(battle: Battle, here: tuple[Id, ...], ask: Ask) -> Battle:
    """Begin a game night: old points are lost, and every player present has the starting number."""
    points = rules(battle).plot_points_start
    for player in players(battle).values():
        battle = with_points(battle, player, points if player.id in here else 0)
    if here:
        ask.add_message(text("Everyone present has {points}.", points=_counted(points)))
    return battle


def join(battle: Battle, late: tuple[Id, ...], ask: Ask) -> Battle:
    """Give players who come later the starting number too."""
    points = rules(battle).plot_points_start
    for player in (players(battle)[id] for id in late):
        battle = with_points(battle, player, points)
        ask.add_message(text("{player} begins with {points}.", player=ref(player.id), points=_counted(points)))
    return battle


def _end(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """End a game night: unspent points are lost."""
    for player in players(battle).values():
        battle = replace(battle, players=battle.players | {player.id: replace(player, has_begun=False)})
    for player in players(battle).values():
        if player.plot_points:
            lost = _counted(player.plot_points)
            ask.add_message(gm_text("{player} loses {points}.", player=ref(player.id), points=lost))
            battle = with_points(battle, player, 0)
    ask.add_message(text("Game night is over."))
    return battle


def _in_no_fight(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the end of a game night in the middle of combat is asked about, because all points would be lost."""
    if battle.order.is_running:
        sentence = gm_text("Combat is running, and every player would lose the plot points that are left.")
        yield Refusal(key="fight_runs", sentence=sentence, rule="ZS-PLOT-05")


def _counted(points: int) -> str:
    return f"{points} plot point{'' if points == 1 else 's'}"


EVENING = Evening(
    begin=begin,
    join=join,
    words="Every player who is present begins with one plot point; those left over from last time are lost.",
    rules=("ZS-PLOT-01", "ZS-PLOT-05"),
)

END_EVENING = Action(
    id="end_evening",
    title="End Game Night",
    run=_end,
    guards=(_in_no_fight,),
    rules=("ZS-PLOT-05",),
    group="order",
    help="Unspent plot points are lost.",
)
