"""Backups that are made before a whole file is written, thinned out with age."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from model.session import disk
from model.session.file_names import ENDING, backups_folder

_STAMP = "%Y%m%d-%H%M%S-%f"


def superfluous(stamps: Iterable[datetime], now: datetime) -> set[datetime]:
    """The backups that may be deleted.

    All of today and yesterday are kept; then the last of each day for 14 days, of each week for 62 days, of each month
    for ever.
    """
    kept: dict[tuple[object, ...], datetime] = {}
    every = sorted(stamps)
    for stamp in every:
        kept[_shelf(stamp, now)] = stamp
    return set(every) - set(kept.values())


def _shelf(stamp: datetime, now: datetime) -> tuple[object, ...]:
    """Key of the group that a backup belongs to; only the last backup of a group is kept."""
    days = (now.date() - stamp.date()).days
    if days <= 1:
        return ("each", stamp)
    if days <= 14:
        return ("day", stamp.date())
    if days <= 62:
        return ("week", stamp.date() - timedelta(days=stamp.weekday()))
    return ("month", stamp.year, stamp.month)


def back_up(path: Path, now: datetime, most: int = 0) -> Path | None:
    """Copy a file into its backups folder and thin the backups out; return the copy, or None if there is no content.

    At most `most` backups are kept, the newest ones; 0 keeps all that the thinning leaves.

    Raises:
        OSError: the file cannot be copied.
    """
    if not path.exists() or not path.stat().st_size:
        return None
    folder = backups_folder(path)
    disk.make_folder(folder)
    copy = folder / f"{now.astimezone(UTC).strftime(_STAMP)}{ENDING}"
    disk.replace_whole(copy, path.read_bytes(), is_beside=True)
    disk.sweep(folder, "")
    known = {stamp: one for one in folder.iterdir() if (stamp := _stamp(one)) is not None}
    gone = superfluous(known, now.astimezone(UTC))
    kept = sorted(known.keys() - gone)
    for stamp in (*gone, *(kept[:-most] if most else ())):
        with suppress(OSError):
            known[stamp].unlink()
    return copy


def newest(path: Path) -> Path | None:
    """The last backup of a file that is not empty, or None if there is none."""
    folder = backups_folder(path)
    if folder.is_symlink() or not folder.is_dir():
        return None
    # Earlier versions could leave an empty backup when the disk was full.
    kept = (one for one in folder.iterdir() if _stamp(one) is not None and one.stat().st_size)
    return max(kept, default=None)


def _stamp(path: Path) -> datetime | None:
    try:
        return datetime.strptime(path.name.removesuffix(ENDING), _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
