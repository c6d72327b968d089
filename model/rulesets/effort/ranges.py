"""How Speed & Effort measures distance: in metres, with bands for the eye alone (SE-MIS-08)."""

from __future__ import annotations

from model.engine.ruleset import Band, Ranges
from model.rulesets.effort.legs import metric

RANGES = Ranges(
    bands=(
        Band(id="reach", title="Reach", reach=1.5, rule="SE-MIS-08"),
        Band(id="near", title="Near", reach=10),
        Band(id="far", title="Far", reach=50),
        Band(id="distant", title="Distant", reach=None),
    ),
    metric=metric,
)
