"""Forecasts: plays a battle to its end thousands of times without player decisions and summarizes the results.

| to find | read |
|---|---|
| behaviour of combatants, as switches and in words | `behaviour`; choices of a ruleset: `model.engine.tactics` |
| expected results of attacks | `appraisal`: exact odds, cached by the numbers that they depend on |
| what a combatant does in a turn | `policy` |
| a run without messages, with seeded dice | `silent` |
| one fight | `fight` |
| processes | `workers` |
| a running forecast | `forecast`: start, poll, cancel |
| results | `results` |
| the same fight with one thing changed | `whatif` |
| a fair number of enemies, how much behaviour matters | `studies` |

No rule is implemented twice: a fight consists of the same calls that the window makes, carried out by
`model.engine.run.perform`, and each fight can be replayed as steps of a session.
"""

from model.forecast.behaviour import Switch, switches, words_of, words_of_side
from model.forecast.forecast import Forecast, Progress
from model.forecast.results import (
    LONG,
    NOBODY,
    PARTY,
    Band,
    Chance,
    Deciding,
    Fate,
    Outcome,
    Result,
    Shown,
    Spent,
    Spread,
)
from model.forecast.studies import FairNumberProgress, FairNumberSearch, Influence, Influences
from model.forecast.whatif import Behave, Change, Distance, Impossible, Number, Wave, Weapon, changed, title_of
from model.forecast.workers import Case, Workers

__all__ = [
    "LONG",
    "NOBODY",
    "PARTY",
    "Band",
    "Behave",
    "Case",
    "Chance",
    "Change",
    "Deciding",
    "Distance",
    "FairNumberProgress",
    "FairNumberSearch",
    "Fate",
    "Forecast",
    "Impossible",
    "Influence",
    "Influences",
    "Number",
    "Outcome",
    "Progress",
    "Result",
    "Shown",
    "Spent",
    "Spread",
    "Switch",
    "Wave",
    "Weapon",
    "Workers",
    "changed",
    "switches",
    "title_of",
    "words_of",
    "words_of_side",
]
