"""Whatever else somebody does: a standard, quick or free action in words, the move action used otherwise (ZS-ACT)."""

from __future__ import annotations

from model.rulesets.zerospace.ammunition import COUNT_AMMO
from model.rulesets.zerospace.costs import ACTING
from model.rulesets.zerospace.defence import not_dodging
from model.rulesets.zerospace.handling import HANDLE_ITEM

_in_words = ACTING.in_words

OTHER_ACTIONS = (
    _in_words("standard_action", "Standard action", "standard", "ZS-ACT-05", "A skill, a task, anything of that size."),
    _in_words("quick_action", "Quick action", "quick", "ZS-ACT-06", "Switch a power, drop a weapon; own turn only."),
    _in_words("free_action", "Free action", "free", "ZS-ACT-07", "Talk, notice, react: at any time."),
    _in_words(
        "move_action_other", "Move action, other", "move", "ZS-MOVE-03", "A hatch, a throttle: as much as a move.",
        guards=(not_dodging,),
    ),
    HANDLE_ITEM,
    COUNT_AMMO,
)  # fmt: skip
