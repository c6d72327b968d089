"""The program's own icon: of its windows, and in the About dialog."""

from __future__ import annotations

from PySide6.QtGui import QIcon

from model.content.resources import root


def program_icon() -> QIcon:
    """Sharp at any size."""
    return QIcon(str(root() / "pictures" / "battleboard.svg"))
