"""What this program is."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from gui.dialogs.asking import Told
from model import __version__

WORDS = (
    "<b>Battleboard {version}</b><br><br>A battle board for game masters: fights by the rules, which stay out of "
    "the way of whoever runs the game.<br><br>Font: Inter (SIL Open Font License). Icons: Lucide (ISC License)."
)


def show_about(parent: QWidget | None) -> None:
    """Tell it."""
    Told.tell(parent, "About Battleboard", WORDS.format(version=__version__))
