"""Which backups are kept."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from model.session.backups import back_up, newest, superfluous

NOW = datetime(2031, 5, 14, 12, 0, tzinfo=UTC)  # a Wednesday


def kept(stamps: list[datetime]) -> list[datetime]:
    gone = superfluous(stamps, NOW)
    return sorted(stamp for stamp in stamps if stamp not in gone)


def test_all_of_today_and_yesterday_stay() -> None:
    stamps = [NOW - timedelta(minutes=minutes) for minutes in range(0, 60 * 36, 7)]
    assert kept(stamps) == sorted(stamps)


def test_of_earlier_days_the_last_stays() -> None:
    morning, evening = datetime(2031, 5, 10, 9, tzinfo=UTC), datetime(2031, 5, 10, 21, tzinfo=UTC)
    assert kept([evening, morning]) == [evening]


def test_of_earlier_weeks_the_last_stays() -> None:
    monday, sunday = datetime(2031, 4, 21, 9, tzinfo=UTC), datetime(2031, 4, 27, 9, tzinfo=UTC)
    next_monday = datetime(2031, 4, 28, 9, tzinfo=UTC)
    assert kept([monday, sunday, next_monday]) == [sunday, next_monday]


def test_of_earlier_months_the_last_stays_for_ever() -> None:
    first, last = datetime(2025, 2, 1, tzinfo=UTC), datetime(2025, 2, 28, tzinfo=UTC)
    other = datetime(2024, 2, 10, tzinfo=UTC)
    assert kept([first, last, other]) == [other, last]


def test_a_year_of_daily_backups_becomes_a_handful() -> None:
    stamps = [NOW - timedelta(days=days) for days in range(365)]
    # all of 2 days, 13 daily, at most 8 weekly, at most 11 monthly
    assert 25 <= len(kept(stamps)) <= 34
    assert NOW in kept(stamps)


def test_backing_up_copies_and_thins_out_and_leaves_strangers_alone(tmp_path: Path) -> None:
    path = tmp_path / "duel.battle.toml"
    assert back_up(path, NOW) is None
    assert newest(path) is None
    path.write_text("one")
    copies = [back_up(path, NOW - timedelta(days=8, hours=hours)) for hours in (5, 3, 1)]
    folder = tmp_path / "duel.backups"
    (folder / "remark.txt").write_text("mine")
    last = back_up(path, NOW)
    assert set(folder.iterdir()) == {copies[-1], last, folder / "remark.txt"}
    assert newest(path) == last
