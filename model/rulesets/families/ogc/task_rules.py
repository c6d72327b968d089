"""What can be said about tasks, and the ids of a game's rules about them."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import replace as with_fields

from model.engine.calls import Call
from model.engine.ruleset import Parameter
from model.rulesets.families.ogc.acting import is_fighting
from model.rulesets.families.ogc.teams import TEAM
from model.state.battle import AnyBattle


def _in_fight(battle: AnyBattle, call: Call) -> bool:
    return is_fighting(battle)


WHAT = Parameter(key="text", title="What", kind="text", default="")
FREE = Parameter(key="free", title="No action", kind="flag", default=False, applies=_in_fight)
WHICH = Parameter(key="task", title="Task", kind="text", default="", help="Its name; nothing said: the only one.")
COUNTS_FOR = Parameter(
    key="counts_for", title="Counts for", kind="text", default="",
    help="A side or team by name; nothing said: who rolls.",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class TaskRules:
    """Ids of a game's rules about tasks."""

    one_roll: tuple[str, ...]
    enough: str
    """When a roll succeeds."""
    cost: str
    extended: str
    limit: str
    contest: tuple[str, ...]
    team: tuple[str, ...]
    gm: str
    """The GM's bonuses and penalties."""

    def with_team(self) -> Parameter:
        """Who rolls together with the actor."""
        return with_fields(TEAM, rule=self.team[0])

    def modifier(self) -> Parameter:
        """The GM's bonus or penalty."""
        return Parameter(
            key="av_modifier", title="GM: roll", kind="number", default=0, least=-30, most=30, rule=self.gm
        )

    def setting_up(self) -> tuple[Parameter, ...]:
        """What a task of several rolls is set up with."""
        return (
            Parameter(key="name", title="Name", kind="text", default="Task"),
            Parameter(key="difficulty", title="Difficulty", kind="number", least=0, most=40),
            Parameter(
                key="needed", title="Successes", kind="number", default=1, least=1, most=99, rule=self.extended
            ),
            Parameter(
                key="attempts_max", title="Attempts at most", kind="number", least=1, most=999, rule=self.limit
            ),
            Parameter(
                key="minutes_each", title="Minutes for an attempt", kind="number", default=0, least=0, most=99_999,
                help="How far the game clock goes with each, outside a fight.",
            ),
            Parameter(
                key="contest", title="Contest", kind="flag", rule=self.contest[0],
                help="Each collects successes for themselves.",
            ),
            Parameter(
                key="sides", title="Rival sides", kind="text", default="", rule=self.contest[0],
                help="Teams by name, with commas between; single rivals are marked as targets.",
            ),
        )  # fmt: skip
