"""What stands on the sheet of somebody who joins, where nothing else is said (KM-MIS-01, KM-MIS-03, KM-MIS-07)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from model.rulesets.kalos.settings import rules
from model.state.battle import AnyBattle


def new_sheet(battle: AnyBattle) -> Mapping[str, Any]:
    """Pools and distances by house rules, and the skills that belong on every sheet."""
    skills = {name.strip().lower().replace(" ", "_"): 0 for name in rules(battle).extra_skills}
    return {
        "health_max": rules(battle).default_health,
        "endurance_max": rules(battle).default_endurance,
        "base_m": rules(battle).default_base_m,
        "sprint_m": rules(battle).default_sprint_m,
        **({"skills": skills} if skills else {}),
    }
