"""All that somebody can do, under headings and found by a few letters; what is refused comes last, with its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from gui.dialogs.find_anything import FindDialog, Finding
from gui.style.measures import HALF, UNIT
from model.engine.ruleset import Action

GROUPS = ("attack", "defence", "move", "other")
"""The groups of actions in the order in which they are shown."""

_HEADINGS = {"attack": "Attack", "defence": "Defence", "move": "Movement", "other": "Other"}
_NOT_NOW = "Not now"
_WIDE, _HIGH = 520, 620


def by_heading(actions: Iterable[Action]) -> list[Action]:
    """Actions in the order in which lists show them; what has a heading of its own stands together."""
    ranked = sorted(actions, key=lambda action: GROUPS.index(action.group))
    headings = sorted(dict.fromkeys(map(heading_of, ranked)), key=lambda heading: heading == _HEADINGS["other"])
    return sorted(ranked, key=lambda action: headings.index(heading_of(action)))


def heading_of(action: Action) -> str:
    """What lists of all actions show it under."""
    return action.section or _HEADINGS[action.group]


class MoreActions(FindDialog):
    """Opened beside its button; Enter begins what is chosen, a refused one too: the panel then says why not."""

    def __init__(
        self,
        actions: Iterable[Action],
        reason: Callable[[Action], str],
        keys: Mapping[str, str],
        choose: Callable[[str], object],
        parent: QWidget,
    ) -> None:
        super().__init__(_findings(actions, reason, keys, choose), parent=parent, headed=True)
        self.setWindowTitle("Actions")
        self.field.setPlaceholderText("Type to find an action")
        self.field.setAccessibleName("Find an action")
        self.list.setAccessibleName("Actions")

    def open_beside(self, button: QWidget) -> None:
        """Show it under the button, or where there is room for it on that screen."""
        screen: QRect = button.screen().availableGeometry()
        corner = button.mapToGlobal(button.rect().bottomRight())
        self.setFixedSize(min(_WIDE, screen.width()), min(_HIGH, screen.height() - 2 * UNIT))
        left = max(screen.left(), min(corner.x() - self.width(), screen.right() - self.width()))
        top = max(screen.top() + UNIT, min(corner.y() + HALF, screen.bottom() - UNIT - self.height()))
        self.move(left, top)
        self.show()


def _findings(
    actions: Iterable[Action],
    reason: Callable[[Action], str],
    keys: Mapping[str, str],
    choose: Callable[[str], object],
) -> Iterator[Finding]:
    """What can be done by its heading; then what cannot be done now, so that nobody looks for it in vain."""
    refused = []
    for action in by_heading(actions):
        if why := reason(action):
            refused.append((action, why))
        else:
            run, more = partial(choose, action.id), f"{heading_of(action)} {action.help}"
            aside = "   ".join(part for part in (action.cost, keys.get(action.id, "")) if part)
            yield Finding(action.title, heading_of(action), run, more=more, aside=aside)
    for action, why in refused:
        yield Finding(action.title, _NOT_NOW, partial(choose, action.id), more=action.help, reason=why)
