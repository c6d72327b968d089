"""The settings file: plain values that anybody may edit; nothing in it can keep the program from starting."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from gui.preferences import Preferences, Settings

BROKEN = {
    "empty": b"",
    "no text": b"\xff\xfe\x00",
    "no TOML": b"theme dark\n",
    "nested": b"theme = " + b"[" * 3000 + b"]" * 3000,
    "a number with too many digits": b"text_size = " + b"9" * 5000,
    "an object": b'theme = "@Variant(\\u0000\\u0000)"\nrecent = "@PyObject"\n',
    "pickled": pickle.dumps({"theme": "dark"}),
    "other kinds": (
        b"theme = [1]\ntext_size = {a = 1}\nrecent = [3, [4]]\nbackups = 1e300\nbattles_folder = 7\n"
        b"motion = 2031-05-06\n"
        b'layout = {main = 3}\n"layout/main" = "%%%"\n"health/pc" = 8\n"keys/undo" = 3\n"rolling/pc" = true\n'
    ),
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_whatever_the_file_holds_there_are_preferences(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "settings.toml"
    file.write_bytes(content)
    found = Preferences(Settings(file))
    assert found.theme in ("dark", "light", "system")
    assert found.text_size == 100
    assert found.most_backups == 0
    assert found.recent == ()
    assert found.rolling("pc") == "typed"
    assert found.health_shown("pc") == "exact"
    assert isinstance(found.shortcut("undo"), str | None)
    assert found.layout("main") is None or found.layout("main").isEmpty()
    assert found.battles_folder.name
    found.set_text_size(120)
    assert Preferences(Settings(file)).text_size == 120


def test_settings_that_could_not_be_read_are_kept_aside(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("theme dark\n")
    Settings(file).put("theme", "light")
    assert file.with_name("settings.unread.toml").read_text() == "theme dark\n"
    assert Settings(file).get("theme") == "light"


def test_values_come_back_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / "config" / "settings.toml"
    values = {"theme": "dark", "recent": ["/a b/ü.battle.toml"], "backups": 3, "x/y": 0.5, "is": True}
    kept = Settings(file)
    for key, value in values.items():
        kept.put(key, value)
    kept.put("gone", "soon")
    kept.put("gone", None)
    again = Settings(file)
    assert {key: again.get(key) for key in [*values, "gone"]} == {**values, "gone": None}
    assert list(file.parent.iterdir()) == [file]


def test_settings_that_cannot_be_written_last_until_the_end(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file where the folder should be")
    kept = Settings(tmp_path / "config" / "settings.toml")
    kept.put("theme", "dark")
    assert kept.get("theme") == "dark"


def test_a_battle_in_a_folder_that_nobody_may_read_is_no_recent_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, secret = tmp_path / "good.battle.toml", tmp_path / "locked" / "fight.battle.toml"
    good.touch()
    kept = Settings(tmp_path / "settings.toml")
    kept.put("recent", [str(secret), str(good)])
    stat = Path.stat

    def refused(path: Path, **options: bool) -> object:
        if path == secret:
            raise PermissionError(13, "Permission denied")
        return stat(path, **options)

    monkeypatch.setattr(Path, "stat", refused)
    assert Preferences(kept).recent == (good,)
