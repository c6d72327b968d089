"""What extra effort costs and gives: plot points, a re-roll or +3 (ZS-PLOT-10 to ZS-PLOT-12)."""

from __future__ import annotations

from collections.abc import Callable

from model.engine.ask import Ask
from model.engine.edits_battle import MOST_PLOT_POINTS
from model.engine.modifiers import Modifier, term
from model.engine.requests import Choice, Offer
from model.engine.telling import tell
from model.rulesets.zerospace.conditions import STANDARD
from model.rulesets.zerospace.settings import rules
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Player, age
from model.state.texts import gm_text, ref, text

PLUS, REROLL = "plus_3", "reroll"


EFFORT_RULE = "ZS-PLOT-12"


def payer(battle: AnyBattle, who: Id, promised: tuple[Id, ...] = ()) -> Player | None:
    """The player who can spend a plot point for somebody; the GM's characters have none (ZS-PLOT-01).

    `promised` are those for whom points are spent on other rolls made at the same time.
    """
    players = sorted(battle.players.values(), key=age)
    return next((player for player in players if who in player.characters and _has_left(player, promised)), None)


def _has_left(player: Player, promised: tuple[Id, ...]) -> bool:
    return player.plot_points > sum(who in player.characters for who in promised)


def player_of(battle: AnyBattle, who: Id) -> Player | None:
    """The player whose character somebody is."""
    return next((player for player in sorted(battle.players.values(), key=age) if who in player.characters), None)


def with_points(battle: AnyBattle, player: Player, points: int) -> AnyBattle:
    """The battle with so many plot points of a player; there are no more than can be written down."""
    changed = replace(player, plot_points=min(max(0, points), MOST_PLOT_POINTS))
    return replace(battle, players=battle.players | {player.id: changed})


def spend_point(battle: AnyBattle, who: Id, what: str, ask: Ask) -> AnyBattle:
    """Pay a plot point of somebody's player."""
    player = payer(battle, who)
    if player is None:
        return battle
    ask.say(tell(battle, f"{{0}} spends a plot point on {what}.", who))
    return with_points(battle, player, player.plot_points - 1)


def effort_bonus(battle: AnyBattle) -> Modifier:
    """The +3 of extra effort: a bonus like any other, unless a house rule lets it add up (ZS-PLOT-11, ZS-AMB-05)."""
    make = term if rules(battle).extra_effort_stacks else _modifier
    return make("effort", "Extra effort", STANDARD, "ZS-PLOT-11")


def _modifier(key: str, label: str, amount: int, rule: str) -> Modifier:
    return Modifier(key=key, label=label, amount=amount, rule=rule)


def plus_choice(worth: int) -> Choice:
    """The +3 as an option, with a warning before the point is spent where it would add less (ZS-AMB-05)."""
    warning = "" if worth == STANDARD else f"Adds only {worth}: only the highest bonus counts."
    return Choice(key=PLUS, label="+3", help=warning)


REROLL_CHOICE = Choice(key=REROLL, label="Re-roll", help="Throw the dice of this roll again.")


def offer_effort(
    battle: AnyBattle, who: Id, id: str, choices: Callable[[], tuple[Choice, ...]], ask: Ask, *, before: str
) -> str | None:
    """Offer extra effort to somebody's player until the request `before` is answered; what was taken, or None."""
    if player_of(battle, who) is None or not ask.wants(id, before):
        return None
    if payer(battle, who, ask.taken_beside(EFFORT_RULE)) is None:
        if ask.has_answer(id):
            ask.say(gm_text("{who} has no plot point left for a further roll.", who=ref(who)))
        return None
    title = text("{who}: plot point", who=ref(who))
    taken = ask.offer(Offer(id=id, title=title, by=(who,), options=choices(), rule=EFFORT_RULE))
    return taken if isinstance(taken, str) else None


def points_merged(battle: AnyBattle, before: AnyBattle, after: AnyBattle) -> AnyBattle:
    """A battle in which the points are spent too that one of several rolls, made side by side, has spent."""
    if before.players is after.players:
        return battle
    players = dict(battle.players)
    for id, player in players.items():
        spent = before.players[id].plot_points - after.players[id].plot_points
        if spent:
            players[id] = replace(player, plot_points=max(0, player.plot_points - spent))
    return replace(battle, players=players)
