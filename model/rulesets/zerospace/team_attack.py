"""Attacking as a team: everybody rolls with a bonus, the best attack is carried out (ZS-TEAM-04 to ZS-TEAM-06)."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.modifiers import Modifier
from model.rulesets.families.ogc.team_attack import Manoeuvre, Pick, TeamAttack
from model.rulesets.zerospace.attack import COMBAT
from model.rulesets.zerospace.grapple import GRAPPLING
from model.rulesets.zerospace.manoeuvres import ABLE, ATTACKER, DISARMING, disarm_aim, takedown_aim, taken_down
from model.rulesets.zerospace.settings import rules
from model.rulesets.zerospace.tasks import TEAMS, team_bonus
from model.state.battle import AnyBattle

PICKS: dict[str, Pick] = {"highest_av": "highest", "best_margin": "best_margin", "team_choice": "any"}
"""By the house rule `team_attack_pick` (ZS-AMB-12)."""


class ZeroSpaceTeamAttack(TeamAttack):
    combat = COMBAT
    teams = TEAMS
    id = "team_attack"
    rules = ("ZS-TEAM-04", "ZS-TEAM-05", "ZS-TEAM-06")
    roll_rule = "ZS-TEAM-04"
    pick_rule = "ZS-AMB-12"
    manoeuvres = {
        "grapple": Manoeuvre("Grapple", GRAPPLING.aim, GRAPPLING.grab),
        "disarm": Manoeuvre("Disarm", disarm_aim, DISARMING.disarmed),
        "takedown": Manoeuvre("Takedown", takedown_aim, taken_down),
    }
    able = ABLE

    def bonus(self, battle: AnyBattle) -> Modifier:
        return team_bonus(battle)

    def damage_bonus(self, battle: AnyBattle) -> Modifier:
        amount = rules(battle).team_damage_bonus
        return Modifier(key="team", label="Teamwork", amount=amount, rule="ZS-TEAM-05")

    def pick(self, battle: AnyBattle) -> Pick:
        return PICKS[rules(battle).team_attack_pick]

    def joined(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        return battle


TEAM_ATTACK = ZeroSpaceTeamAttack().action(
    guards=ATTACKER, help="Everybody rolls with +3 AV; the highest counts, and that attack has +3 damage."
)
