"""What belongs to the user and not to a battle: theme, keys, who rolls, recent sessions, layout of the docks.

It is kept in one TOML file of plain values, read within limits and always written as a whole. `QSettings` would create
whatever Python object the file names.
"""

from __future__ import annotations

import math
import time
from contextlib import suppress
from pathlib import Path
from typing import Literal, TypeGuard, cast, get_args

import tomli_w
from PySide6.QtCore import QByteArray, QObject, QStandardPaths, Signal

from gui.style.theme import Mode
from model.session import disk
from model.state import untrusted
from model.state.battle import HealthPolicy
from model.view.layout import FULL, BoardFrame
from model.view.viewer import default_policy

# ------------------------------------------------------------------------------------------------------------- the file

Plain = str | int | float | bool | list[str]


def _is_plain(value: object) -> TypeGuard[Plain]:
    if isinstance(value, list):
        return all(isinstance(one, str) for one in value)
    return isinstance(value, str | int | float)


def settings_file() -> Path:
    """Return the path of the user's settings."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
    return Path(folder or Path.home()) / "Battleboard" / "settings.toml"


class Settings:
    """Values by key, such as `keys/end_turn`. Values that cannot be written last until the program ends."""

    def __init__(self, file: Path | None = None) -> None:
        """Read `file`; tests pass their own. A file that cannot be read is renamed, and no value is set."""
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
        """Return a stored value, or the default. It can be of any plain type, since the file may have been edited."""
        return self._values.get(key, default)

    def put(self, key: str, value: Plain | None) -> None:
        """Store a value; None removes it."""
        if value is None:
            if key not in self._values:
                return
            del self._values[key]
        else:
            self._values[key] = value
        with suppress(OSError):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            disk.replace_whole(self.file, tomli_w.dumps(self._values).encode(), is_beside=True)


# ---------------------------------------------------------------------------------------------------------- preferences

_RECENT = 10
_CAMPAIGNS = 1000
"""Campaigns that are remembered: all of them, within reason, because one outside the battles' folder has no other list.
"""
_EVENING = 12 * 3600
"""Seconds for which battles of a campaign belong to the same evening."""
_DIGITS = 6
"""Maximum number of digits; a longer number is a mistake in the file."""
SMALLEST_TEXT, LARGEST_TEXT = 80, 160
"""Percent."""
Rolling = Literal["typed", "rolled"]


MOST_SECONDS = 3600
"""Maximum length of a turn."""
LEAST_METRES, MOST_METRES = 0.3, 30.0
"""Distance from the players to their screen."""
LEAST_INCHES, MOST_INCHES = 5.0, 300.0
"""Diagonal of a screen."""


class Preferences(QObject):
    """The user's preferences."""

    changed = Signal()
    text_size_changed = Signal()
    """The size in which everything is shown has changed: Qt applies a scale only when it starts."""

    def __init__(self, settings: Settings | None = None, parent: QObject | None = None) -> None:
        """Tests pass their own settings; the program uses the user's."""
        super().__init__(parent)
        self._settings = settings or Settings()

    @property
    def settings(self) -> Settings:
        """The underlying settings, for classes that store entries of their own there."""
        return self._settings

    # ------------------------------------------------------------------------------------- look

    @property
    def theme(self) -> Mode:
        """Dark, light, or as the system is set."""
        found = self._settings.get("theme", "system")
        return found if found in ("dark", "light") else "system"

    def set_theme(self, mode: Mode) -> None:
        self._put("theme", mode)

    @property
    def text_size(self) -> int:
        """Scale of everything shown, in percent of the usual size: 80 to 160."""
        found = str(self._settings.get("text_size", "100"))
        return min(LARGEST_TEXT, max(SMALLEST_TEXT, int(found))) if found.isdecimal() and len(found) < _DIGITS else 100

    def set_text_size(self, percent: int) -> None:
        if percent != self.text_size:
            self._put("text_size", percent)
            self.text_size_changed.emit()

    @property
    def has_reduced_motion(self) -> bool:
        """Whether things move at once instead of gliding."""
        return self._settings.get("motion", "full") == "reduced"

    def set_reduced_motion(self, is_reduced: bool) -> None:
        self._put("motion", "reduced" if is_reduced else "full")

    @property
    def shows_thumbnail(self) -> bool:
        """Whether the GM's window shows a preview of the player view if there is room."""
        return self._settings.get("thumbnail", "shown") != "hidden"

    def set_shows_thumbnail(self, is_shown: bool) -> None:
        self._put("thumbnail", "shown" if is_shown else "hidden")

    def is_first_time(self, hint: str) -> bool:
        """Return whether a hint has not been given yet; from now on it counts as given."""
        key = f"hints/{hint}"
        if self._settings.get(key) is not None:
            return False
        self._settings.put(key, "given")
        return True

    # -------------------------------------------------------------------------------- who rolls

    def rolling(self, side: str) -> Rolling:
        """Return whether a side's dice are typed or rolled; by default players' are typed and the GM's are rolled."""
        found = self._settings.get(f"rolling/{side}", "typed" if side == "pc" else "rolled")
        return "rolled" if found == "rolled" else "typed"

    def set_rolling(self, side: str, rolling: Rolling | None) -> None:
        """Set how a side's dice come; None restores the default."""
        self._put(f"rolling/{side}", rolling)

    # ------------------------------------------------------------------------------- what players see

    def health_shown(self, side: str) -> HealthPolicy:
        """Return what players see of a side's health in a new battle. Default: exact for their own side, else words."""
        found = self._settings.get(f"health/{side}")
        return cast(HealthPolicy, found) if found in get_args(HealthPolicy) else default_policy(side)

    def set_health_shown(self, side: str, policy: HealthPolicy | None) -> None:
        """Set what players see; None restores the default."""
        self._put(f"health/{side}", policy)

    @property
    def players_layout(self) -> str:
        """Name of the layout of the players' screen."""
        return str(self._settings.get("players/layout", FULL.name))

    def set_players_layout(self, name: str) -> None:
        self._put("players/layout", None if name == FULL.name else name)

    def players_frame(self, battle: str) -> BoardFrame | None:
        """Return the part of the board that players see of a battle, by its path, or None for all of the combat."""
        for entry in self._names("players/frames"):
            numbers, _, path = entry.partition(" ")
            if path == battle:
                return _frame_of(numbers)
        return None

    def keep_players_frame(self, battle: str, frame: BoardFrame | None) -> None:
        """Store the frame of a battle, for recent battles only; None removes it."""
        others = [entry for entry in self._names("players/frames") if entry.partition(" ")[2] != battle]
        own = [] if frame is None else [f"{frame.x},{frame.y},{frame.width},{frame.scale} {battle}"]
        if own or others != self._names("players/frames"):
            self._put("players/frames", [*own, *others][:_RECENT])

    @property
    def turn_seconds(self) -> int:
        """Seconds that a turn may take, or 0 without a timer."""
        found = self._settings.get("players/turn_seconds", 0)
        return found if isinstance(found, int) and 0 < found <= MOST_SECONDS else 0

    def set_turn_seconds(self, seconds: int) -> None:
        self._put("players/turn_seconds", seconds or None)

    @property
    def players_diagonal(self) -> float | None:
        """Diagonal of the players' screen in inches, or None if it is not set."""
        found = self._settings.get("players/diagonal")
        if not isinstance(found, int | float) or isinstance(found, bool):
            return None
        return float(found) if LEAST_INCHES <= found <= MOST_INCHES else None

    def set_players_diagonal(self, inches: float | None) -> None:
        self._put("players/diagonal", inches)

    @property
    def players_distance(self) -> float | None:
        """Distance in metres from the players to their screen, or None if not set; text then has its usual size."""
        found = self._settings.get("players/distance")
        if not isinstance(found, int | float) or isinstance(found, bool):
            return None
        return float(found) if LEAST_METRES <= found <= MOST_METRES else None

    def set_players_distance(self, metres: float | None) -> None:
        self._put("players/distance", metres)

    # --------------------------------------------------------------------------------------- battles

    @property
    def battles_folder(self) -> Path:
        """The folder for new battles and copies of samples."""
        found = self._settings.get("battles_folder")
        return Path(str(found)) if found else sessions_folder()

    def set_battles_folder(self, folder: Path | None) -> None:
        """Set the folder; None restores the default."""
        self._put("battles_folder", None if folder is None else str(folder))

    def library_folder(self, game: str) -> Path:
        """Return the folder of the user's own content of a game, for all campaigns; it may not exist."""
        return self.battles_folder / "library" / game

    @property
    def campaigns(self) -> tuple[Path, ...]:
        """Folders of the campaigns opened last, newest first."""
        return tuple(Path(name) for name in self._names("campaigns"))

    def remember_campaign(self, folder: Path) -> None:
        """Put a campaign on top of those opened last."""
        others = [name for name in self._names("campaigns") if name != str(folder.resolve())]
        self._put("campaigns", [str(folder.resolve()), *others][:_CAMPAIGNS])

    def had_game_night(self, campaign: Path) -> bool:
        """Whether a game night of a campaign was begun or skipped within the last hours."""
        found = self._settings.get(f"game_nights/{campaign.resolve()}")
        return isinstance(found, int | float) and 0 <= time.time() - found < _EVENING

    def note_game_night(self, campaign: Path) -> None:
        """Note that a game night of a campaign was begun or skipped just now."""
        self._put(f"game_nights/{campaign.resolve()}", int(time.time()))

    def favourites(self, game: str) -> tuple[str, ...]:
        """Return the favourite entries of a game's library, by kind and id."""
        return tuple(self._names(f"favourites/{game}"))

    def set_favourite(self, game: str, entry: str, is_favourite: bool) -> None:
        """Make an entry of the library a favourite, or no longer."""
        others = [name for name in self.favourites(game) if name != entry]
        self._put(f"favourites/{game}", [*others, entry] if is_favourite else others)

    @property
    def most_backups(self) -> int:
        """Maximum number of backups of a battle, or 0 for all that are worth keeping."""
        found = str(self._settings.get("backups", "0"))
        return int(found) if found.isdecimal() and len(found) < _DIGITS else 0

    def set_most_backups(self, most: int) -> None:
        self._put("backups", most or None)

    # ------------------------------------------------------------------------------------- keys

    def shortcut(self, command: str) -> str | None:
        """Return the key that the user gave a command, or None if the command's default applies."""
        found = self._settings.get(f"keys/{command}")
        return None if found is None else str(found)

    def set_shortcut(self, command: str, key: str | None) -> None:
        """Assign a key to a command (empty: no key); None restores the default."""
        self._put(f"keys/{command}", key)

    # ---------------------------------------------------------------------------------- recent

    @property
    def recent(self) -> tuple[Path, ...]:
        """Sessions opened last that still exist, newest first."""
        return tuple(Path(name) for name in self._names("recent") if _is_file(Path(name)))

    def remember(self, path: Path) -> None:
        """Put a session on top of the recent ones."""
        others = [str(other) for other in self.recent if other != path.resolve()]
        self._put("recent", [str(path.resolve()), *others][:_RECENT])

    def _names(self, key: str) -> list[str]:
        """Return a stored list of texts."""
        found = self._settings.get(key, [])
        return [name for name in found if isinstance(name, str)] if isinstance(found, list) else []

    # --------------------------------------------------------------------------------- windows

    def layout(self, name: str) -> QByteArray | None:
        """Return the stored geometry or dock state of a window, or None if there is none."""
        found = self._settings.get(f"layout/{name}")
        return QByteArray.fromBase64(found.encode("ascii", "ignore")) if isinstance(found, str) and found else None

    def keep_layout(self, name: str, state: QByteArray) -> None:
        self._settings.put(f"layout/{name}", bytes(state.toBase64().data()).decode())

    def forget_layout(self, name: str) -> None:
        self._settings.put(f"layout/{name}", None)

    def _put(self, key: str, value: Plain | None) -> None:
        """Store a value; None removes it, so that the default applies again."""
        self._settings.put(key, value)
        self.changed.emit()


def _frame_of(numbers: str) -> BoardFrame | None:
    """Parse a stored part of the board; None if the entry is not valid."""
    try:
        x, y, width, scale = map(float, numbers.split(","))
    except ValueError:
        return None
    is_possible = all(map(math.isfinite, (x, y, width, scale))) and min(width, scale) >= 0 < max(width, scale)
    return BoardFrame(x=x, y=y, width=width, scale=scale) if is_possible else None


def _is_file(path: Path) -> bool:
    """Return whether the file exists; False also if access is denied."""
    try:
        return path.is_file()
    except OSError:
        return False


def sessions_folder() -> Path:
    """Return the default folder for new sessions and copies of samples: Battleboard in the user's documents."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return Path(documents or Path.home()) / "Battleboard"
