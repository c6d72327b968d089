"""Layout files: writing, reading back, and files edited by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.campaign.layouts import layout_text, read_layouts, save_layout
from model.state.base import replace
from model.view.layout import FULL, PlayersLayout

OWN = replace(FULL, name="Quiet table", dice=False, log_lines=3)


def test_a_layout_is_kept_in_a_file_that_names_every_element(tmp_path: Path) -> None:
    file = save_layout(tmp_path, OWN)
    assert file.name == "quiet-table.layout.toml"
    found, problems = read_layouts(tmp_path)
    assert (found, problems) == ({"Quiet table": (OWN, file)}, ())
    assert all(f"\n{name} = " in file.read_text() for name in PlayersLayout.__struct_fields__)


def test_the_campaigns_layout_counts_before_the_users_of_the_same_name(tmp_path: Path) -> None:
    save_layout(tmp_path / "own", OWN)
    save_layout(tmp_path / "campaign", replace(OWN, dice=True))
    found, _ = read_layouts(tmp_path / "own", tmp_path / "campaign", tmp_path / "nowhere")
    assert found["Quiet table"][0].dice


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("dice = false", "dices = false", "dices: "),
        ("dice = false", 'dice = "no"', "dice: "),
        ("log_lines = 3", "log_lines = 99", "log_lines: "),
        ('name = "Quiet table"\n', "", "name"),
        ("format = 1", "format = 7", "format 7"),
        ('"Quiet table"', '"full"', "is a layout of the program"),
        ("dice = false", "dice = = false", "line 1"),
    ],
)
def test_a_file_edited_by_hand_is_left_out_with_a_sentence(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    text = layout_text(OWN)
    assert old in text
    (tmp_path / "mine.layout.toml").write_text(text.replace(old, new))
    found, problems = read_layouts(tmp_path)
    assert found == {}
    assert len(problems) == 1
    assert "mine.layout.toml" in str(problems[0])
    assert sentence in str(problems[0])
