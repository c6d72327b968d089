"""How would this go? Fights played to their end without anybody deciding, thousands of times, and what they come to.

| to find | read |
|---|---|
| what combatants do, as switches and in words | `behaviour`; what a game has to choose from: `model.engine.tactics` |
| what attacks are expected to come to | `appraisal`: exact odds, kept by the numbers they rest on |
| what a combatant does in their turn | `policy` |
| a run without texts, with dice of a seed | `silent` |
| one fight | `fight` |
| processes | `workers` |
| a forecast as it runs | `forecast`: begun, polled, cancelled |
| what it comes to | `results` |
| the same with one thing changed | `whatif` |
| a fair number of enemies, how much behaviour decides | `studies` |

There is no second implementation of any rule: a fight is made of the calls that the window makes, carried out by
`model.engine.run.perform`, and each of its runs can be played again as steps of a session.
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
from model.forecast.studies import Fair, Fairness, Influence, Influences
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
    "Fair",
    "Fairness",
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
