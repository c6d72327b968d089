"""Every game that the program knows, by id. Only the program's composition looks here: games are data to the rest."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from model.engine.ruleset import Ruleset
from model.rulesets.effort.record import EFFORT
from model.rulesets.kalos.record import KALOS
from model.rulesets.wasteland.record import WASTELAND
from model.rulesets.zamani.record import ZAMANI
from model.rulesets.zerospace.record import ZEROSPACE

RULESETS: Mapping[str, Ruleset] = MappingProxyType(
    {ruleset.id: ruleset for ruleset in (ZEROSPACE, WASTELAND, EFFORT, ZAMANI, KALOS)}
)
