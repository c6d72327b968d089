"""Handouts that a campaign keeps: each once, with its picture. A file that cannot be read is not overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.campaign.handouts import FILE, KeptHandout, fetch_picture, keep_handout, read_handouts
from model.content.problems import BadFile
from model.state.battle import Handout

PNG = b"\x89PNG\r\n\x1a\n" + bytes(32)
MAP = Handout(id="map-1", kind="picture", title="Harbour", file="ab12cd34ef56.png")


def test_a_handout_is_kept_with_its_picture_and_fetched_for_another_battle(tmp_path: Path) -> None:
    battle, campaign, other = (tmp_path / name for name in ("battle", "campaign", "other"))
    for folder in (battle, campaign, other):
        folder.mkdir()
    (battle / MAP.file).write_bytes(PNG)
    keep_handout(campaign, MAP, battle)
    keep_handout(campaign, MAP, battle)
    assert read_handouts(campaign) == (KeptHandout.of(MAP),)
    fetch_picture(campaign, MAP.file, other)
    assert (other / MAP.file).read_bytes() == PNG


def test_a_file_that_cannot_be_read_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('format = 1\n[[handout]]\nkind = "song"\n')
    with pytest.raises(BadFile, match=r"handout\[1\].kind"):
        keep_handout(tmp_path, MAP, tmp_path)
    assert "song" in (tmp_path / FILE).read_text()
