"""Attacking as a focused team: everybody rolls, the highest result counts, one attack lands (KM-FOCUS)."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.modifiers import Modifier
from model.rulesets.families.ogc.team_attack import Manoeuvre, Pick, TeamAttack
from model.rulesets.kalos.afflictions import not_cowering
from model.rulesets.kalos.attack import COMBAT
from model.rulesets.kalos.costs import ACTING
from model.rulesets.kalos.grapple import GRAPPLING
from model.rulesets.kalos.manoeuvres import DISARMING, TAKEN_DOWN
from model.rulesets.kalos.settings import rules, standard
from model.rulesets.kalos.tasks import FOCUSED, TEAMS, focus, focus_bonus
from model.state.battle import AnyBattle

PICKS: dict[str, Pick] = {"highest_roller": "highest", "chosen_attack": "chosen", "highest_dv": "highest_dv"}
"""By the house rule `team_focus_dv` (KM-AMB-29)."""


class KalosTeamAttack(TeamAttack):
    combat = COMBAT
    teams = TEAMS
    id = "focus_attack"
    rules = ("KM-FOCUS-01", "KM-FOCUS-02", "KM-FOCUS-03", "KM-FOCUS-04", "KM-FOCUS-05")
    roll_rule = "KM-FOCUS-01"
    pick_rule = "KM-FOCUS-04"
    manoeuvres = {
        "grapple": Manoeuvre("Grapple", GRAPPLING.aim, GRAPPLING.grab),
        "disarm": Manoeuvre("Disarm", GRAPPLING.aim, DISARMING.disarmed),
        "takedown": Manoeuvre("Takedown", GRAPPLING.aim, TAKEN_DOWN),
    }
    able = (not_cowering,)
    picks_what_lands = True

    def bonus(self, battle: AnyBattle) -> Modifier:
        return focus_bonus(battle)

    def damage_bonus(self, battle: AnyBattle) -> Modifier:
        return Modifier(key=FOCUSED, label="Focused team", amount=standard(battle), rule="KM-FOCUS-05")

    def pick(self, battle: AnyBattle) -> Pick:
        return PICKS[rules(battle).team_focus_dv]

    def joined(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        return focus(battle, call, ask)


FOCUS = KalosTeamAttack().action(
    guards=ACTING.costs("standard", "KM-STD-01"),
    help="Focus the team: all roll with a standard bonus, the highest counts, and the team picks which attack lands.",
)
