"""Every text can be read on every ground, and no two sides look alike."""

from __future__ import annotations

import pytest

from gui.style.theme import DARK, LIGHT, TEXT_PAIRS, Palette, contrast, side_style

PALETTES = pytest.mark.parametrize("palette", [DARK, LIGHT], ids=lambda palette: palette.name)


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@PALETTES
def test_text_is_read_on_its_grounds(palette: Palette) -> None:
    poor = {
        (text, ground): round(contrast(palette.color(text), palette.color(ground)), 2)
        for text, ground in TEXT_PAIRS
        if contrast(palette.color(text), palette.color(ground)) < 4.5
    }
    assert not poor


@PALETTES
def test_names_of_zones_are_read_on_the_ground_and_on_their_fill(palette: Palette) -> None:
    ground = palette.color("ground")
    for index in range(8):
        line, share = palette.zone_line(index), palette.zone_alpha / 255
        fill = ground.toTuple()[0], ground.toTuple()[1], ground.toTuple()[2]
        mixed = [round(low + (high - low) * share) for low, high in zip(fill, line.toTuple(), strict=False)]
        for under in (ground, "#{:02x}{:02x}{:02x}".format(*mixed)):
            assert contrast(palette.zone_text(index), under) >= 4.5


@PALETTES
def test_initials_are_read_and_rings_are_seen(palette: Palette) -> None:
    for side in ("pc", "npc", "ally", "pirates", "police", "cult", "the deep", "x"):
        style = side_style(palette, side)
        assert contrast(palette.on_token, style.fill) >= 4.5
        for ground in ("ground", "panel", "raised"):
            assert contrast(style.color, palette.color(ground)) >= 3
    for ground in ("ground", "panel", "raised"):
        assert contrast(palette.now, palette.color(ground)) >= 3


def test_the_three_usual_sides_have_their_own_shapes() -> None:
    assert [side_style(DARK, side).shape for side in ("pc", "npc", "ally")] == ["circle", "diamond", "square"]


def test_another_side_keeps_its_look_and_takes_no_usual_shape() -> None:
    looks = {side: side_style(DARK, side) for side in ("pirates", "police", "cult", "guild", "crowd")}
    assert all(side_style(DARK, side) == look for side, look in looks.items())
    assert not {look.shape for look in looks.values()} & {"circle", "diamond", "square"}
