"""The measures of odds of Wasteland."""

from model.engine.ask import MeasureKey
from model.engine.ruleset import Measure

HIT = MeasureKey("hit")
PASSED = MeasureKey("passed")
LIVES = MeasureKey("lives")
DAMAGE = MeasureKey("damage")
INJURY = MeasureKey("injury")
DROP = MeasureKey("drop")
COMPLICATION = MeasureKey("complication")
LOCATION = MeasureKey("location")
BY_LOCATION = MeasureKey("by_location")

MEASURES = (
    Measure(key=HIT, title="hits"),
    Measure(key=PASSED, title="succeeds"),
    Measure(key=LIVES, title="survives"),
    Measure(key=DAMAGE, title="damage", kind="spread", needs=HIT),
    Measure(key=INJURY, title="injures", needs=HIT),
    Measure(key=DROP, title="drops", needs=HIT),
    Measure(key=COMPLICATION, title="complication", is_apart=True),
    Measure(key=LOCATION, title="location", kind="spread", needs=HIT),
    Measure(key=BY_LOCATION, title="by location", kind="places", needs=HIT),
)
"""The most important first."""
