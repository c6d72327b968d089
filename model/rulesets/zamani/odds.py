"""The measures of odds of Zamani."""

from model.engine.ask import MeasureKey
from model.engine.ruleset import Measure

HIT = MeasureKey("hit")
DAMAGE = MeasureKey("damage")
DROP = MeasureKey("drop")
SUCCESS = MeasureKey("success")
SURPRISED = MeasureKey("surprised")

MEASURES = (
    Measure(key=HIT, title="hits"),
    Measure(key=DAMAGE, title="damage", kind="spread", needs=HIT),
    Measure(key=DROP, title="drops", needs=HIT),
    Measure(key=SUCCESS, title="succeeds"),
    Measure(key=SURPRISED, title="surprises"),
)
"""The most important first."""
