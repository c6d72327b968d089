"""The layouts of the players' screen: those of the program, the user's own, and those of the campaign."""

from __future__ import annotations

from pathlib import Path

from gui.preferences import Preferences
from model.campaign.layouts import LAYOUTS, delete_layout, read_layouts, save_layout
from model.view.layout import BUILT_IN, FULL, PlayersLayout


class PlayerLayouts:
    """Reads them anew whenever it is asked: files may be changed by hand."""

    def __init__(self, preferences: Preferences, campaign: Path | None) -> None:
        self._preferences = preferences
        own = preferences.battles_folder / LAYOUTS
        self._folders = (own,) if campaign is None else (own, campaign / LAYOUTS)
        self.problems: tuple[str, ...] = ()
        """What is wrong with files that were left out, a sentence each."""

    def _own(self) -> dict[str, tuple[PlayersLayout, Path]]:
        found, problems = read_layouts(*self._folders)
        self.problems = tuple(map(str, problems))
        return found

    def all(self) -> tuple[PlayersLayout, ...]:
        """Those of the program first."""
        return (*BUILT_IN, *(layout for layout, _ in self._own().values()))

    def is_own(self, name: str) -> bool:
        """Whether it can be changed and deleted."""
        return name in self._own()

    @property
    def chosen(self) -> PlayersLayout:
        """The layout chosen last; the full one where its file is gone or cannot be read."""
        name = self._preferences.players_layout
        return next((layout for layout in self.all() if layout.name == name), FULL)

    def choose(self, name: str) -> None:
        self._preferences.set_players_layout(name)

    def save(self, layout: PlayersLayout) -> str | None:
        """Keep a layout, in the campaign where there is one, and choose it; a sentence where it cannot be kept."""
        if any(layout.name.lower() == one.name.lower() for one in BUILT_IN):
            return f"“{layout.name}” is a layout of the program: choose another name."
        found = self._own().get(layout.name)
        try:
            save_layout(self._folders[-1], layout, None if found is None else found[1])
        except OSError as error:
            return f"The layout cannot be kept: {error.strerror}."
        self.choose(layout.name)
        return None

    def delete(self, name: str) -> str | None:
        """Move a layout of one's own among the deleted ones; a sentence where that cannot be done."""
        found = self._own().get(name)
        if found is None:
            return f"“{name}” comes with the program and stays."
        try:
            delete_layout(found[1])
        except OSError as error:
            return f"The layout cannot be deleted: {error.strerror}."
        return None
