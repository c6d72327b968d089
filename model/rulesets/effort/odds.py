"""The measures of odds of Speed & Effort."""

from model.engine.ask import MeasureKey
from model.engine.ruleset import Measure

HIT = MeasureKey("hit")
DAMAGE = MeasureKey("damage")
DROP = MeasureKey("drop")
SUCCESS = MeasureKey("success")

MEASURES = (
    Measure(key=HIT, title="hits"),
    Measure(key=DAMAGE, title="damage", kind="spread", needs=HIT),
    Measure(key=DROP, title="drops", needs=HIT),
    Measure(key=SUCCESS, title="succeeds"),
)
"""The most important first."""
