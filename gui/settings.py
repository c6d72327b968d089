"""The user's settings: one TOML file of plain values, read within limits and written whole.

Qt's own settings would take whatever Python object the file says, and make it.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TypeGuard

import tomli_w
from PySide6.QtCore import QStandardPaths

from model.session import disk
from model.state import untrusted

Plain = str | int | float | bool | list[str]


def _is_plain(value: object) -> TypeGuard[Plain]:
    if isinstance(value, list):
        return all(isinstance(one, str) for one in value)
    return isinstance(value, str | int | float)


def settings_file() -> Path:
    """Where the settings of the user are."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
    return Path(folder or Path.home()) / "Battleboard" / "settings.toml"


class Settings:
    """Values by key, such as `keys/end_turn`; what cannot be written lasts until the program ends."""

    def __init__(self, file: Path | None = None) -> None:
        """Tests give a file of their own. One that cannot be read is kept aside, and nothing is set."""
        self.file = settings_file() if file is None else file
        self._values: dict[str, Plain] = {}
        try:
            found = untrusted.toml(disk.read_own(self.file).decode("utf-8-sig"))
            self._values = {key: value for key, value in found.items() if _is_plain(value)}
        except FileNotFoundError:
            pass
        except (OSError, ValueError):
            with suppress(OSError):
                self.file.replace(self.file.with_name(f"{self.file.stem}.unread{self.file.suffix}"))

    def get(self, key: str, default: object = None) -> object:
        """A value as it was set, or else the default. Anybody may have edited it: it can be of any plain kind."""
        return self._values.get(key, default)

    def put(self, key: str, value: Plain | None) -> None:
        """Keep a value; None forgets it."""
        if value is None:
            if key not in self._values:
                return
            del self._values[key]
        else:
            self._values[key] = value
        with suppress(OSError):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            disk.replace_whole(self.file, tomli_w.dumps(self._values).encode(), is_beside=True)
