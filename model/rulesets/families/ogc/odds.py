"""The measures of odds that the games of the family share."""

from model.engine.ask import MeasureKey
from model.engine.ruleset import Measure

HIT = MeasureKey("hit")
DAMAGE = MeasureKey("damage")
DROP = MeasureKey("drop")
SUCCESS = MeasureKey("success")
FREE = MeasureKey("free")
UNHAMPERED = MeasureKey("unhampered")

MEASURES = (
    Measure(key=HIT, title="hits"),
    Measure(key=DAMAGE, title="damage", kind="spread", needs=HIT),
    Measure(key=DROP, title="drops", needs=HIT),
    Measure(key=SUCCESS, title="succeeds"),
    Measure(key=FREE, title="gets free"),
    Measure(key=UNHAMPERED, title="gets through"),
)
"""The most important first."""
