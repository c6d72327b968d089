"""The colours: one palette for dark and one for light, with names that say what a colour is for.

Every text colour has a contrast of at least 4.5:1 on every ground it may stand on (`TEXT_PAIRS`, computed by
a test). `now` is the one accent: whose turn it is, the target line and mark, the field with the focus.
"""

from __future__ import annotations

import zlib
from typing import Literal

from PySide6.QtGui import QColor

from model.state.base import Record

SideShape = Literal["circle", "diamond", "square", "hexagon", "triangle", "pentagon", "octagon"]


class SideStyle(Record, kw_only=True):
    """How a side looks, never by colour alone."""

    shape: SideShape
    color: str
    """Ring of a token, mark in a list."""
    fill: str
    """Inside of a token; `Palette.on_token` stands on it."""


class Palette(Record, kw_only=True):
    """Colours as `#rrggbb`, named by use."""

    name: Literal["dark", "light"]

    ground: str
    """Under the map."""
    background: str
    """Windows, menu bar and status bar."""
    panel: str
    """Docks."""
    raised: str
    """Buttons, fields and cards."""
    line: str
    """Every border: 1 px."""

    text: str
    muted: str
    """Labels."""
    dim: str
    """What does not apply, what is past."""
    link: str
    """What opens on a click, such as `why?`."""
    good: str
    """The word for a success."""
    bad: str
    """The word for a failure or a danger."""

    now: str
    """The accent as a line or as the ground of text."""
    now_text: str
    """The accent as text."""
    on_now: str
    """Text on a ground of `now`."""
    now_fill: str
    """Ground of the row whose turn it is."""

    selected: str
    """Ground of a chosen row, tab or button."""
    selected_line: str
    """Border of it, and the ring of a selected token."""
    hover: str
    """Ground of a button or row under the pointer."""
    live: str
    """The players' screen shows what the GM does; stands with the word."""

    track: str
    """Empty part of a bar."""
    health_high: str
    health_middle: str
    health_low: str
    second: str
    """Bars of a second pool, columns of a plot."""

    on_token: str
    """Initials on the fill of any token."""
    out: str
    """Ring and cross of a combatant out of the fight."""
    out_fill: str

    grid: str
    cover: str
    cover_line: str
    terrain: str
    terrain_line: str
    drawing: str
    zone_lines: tuple[str, ...]
    """Outlines of zones by their colour index."""
    zone_texts: tuple[str, ...]
    """Names of zones by their colour index."""
    zone_alpha: int
    """How dense the fill of a zone is, 0 to 255."""

    pc: SideStyle
    npc: SideStyle
    ally: SideStyle
    other_colors: tuple[tuple[str, str], ...]
    """Ring and fill for sides of other names."""

    def color(self, name: str) -> QColor:
        """A colour of the palette by its name."""
        return QColor(getattr(self, name))

    def between(self, first: str, second: str, share: float) -> QColor:
        """A colour that lies so far (0 to 1) from the first named one to the second."""
        start, end = self.color(first), self.color(second)
        parts = ((start.redF(), end.redF()), (start.greenF(), end.greenF()), (start.blueF(), end.blueF()))
        return QColor.fromRgbF(*(low + (high - low) * share for low, high in parts))

    def zone_line(self, index: int) -> QColor:
        return QColor(self.zone_lines[index % len(self.zone_lines)])

    def zone_text(self, index: int) -> QColor:
        return QColor(self.zone_texts[index % len(self.zone_texts)])

    def health(self, fraction: float) -> QColor:
        """Colour of a health bar; its length says the same without colour."""
        if fraction > 0.6:
            return QColor(self.health_high)
        return QColor(self.health_middle if fraction > 0.3 else self.health_low)


DARK = Palette(
    name="dark",
    ground="#10141a",
    background="#12161b",
    panel="#191e25",
    raised="#1f252e",
    line="#2b333d",
    text="#e8ebf0",
    muted="#a3aebd",
    dim="#8793a3",
    link="#6bbdf0",
    good="#7fe0c0",
    bad="#f08a60",
    now="#f2b134",
    now_text="#f2b134",
    on_now="#17130a",
    now_fill="#2a2413",
    selected="#26384a",
    selected_line="#7fb8e6",
    hover="#28303a",
    live="#2bb38a",
    track="#303945",
    health_high="#2bb38a",
    health_middle="#9fb36a",
    health_low="#e0703a",
    second="#56b4e9",
    on_token="#f2f5f9",
    out="#59626d",
    out_fill="#1b2027",
    grid="#1b222b",
    cover="#2a323c",
    cover_line="#47515f",
    terrain="#2b2f22",
    terrain_line="#6a7044",
    drawing="#8793a3",
    zone_lines=("#386078", "#55507f", "#2f6357", "#6a4a63", "#6e5b26", "#4a6a35", "#70453a", "#4b5866"),
    zone_texts=("#8ba6bd", "#a198c9", "#80b5a5", "#c093b2", "#c2ab68", "#9dba83", "#cd9686", "#9eabba"),
    zone_alpha=40,
    pc=SideStyle(shape="circle", color="#56b4e9", fill="#1c3444"),
    npc=SideStyle(shape="diamond", color="#e0703a", fill="#3c2317"),
    ally=SideStyle(shape="square", color="#2bb38a", fill="#143a30"),
    other_colors=(
        ("#cc79a7", "#3c2432"),
        ("#b3a1f0", "#2e2945"),
        ("#c9d1d9", "#343a41"),
        ("#a9bf45", "#2e3417"),
        ("#9aa7ff", "#262c4d"),
    ),
)

LIGHT = Palette(
    name="light",
    ground="#e9edf1",
    background="#e4e8ed",
    panel="#f7f9fb",
    raised="#ffffff",
    line="#c3cbd5",
    text="#151a21",
    muted="#414c5a",
    dim="#535f6e",
    link="#075a96",
    good="#05634a",
    bad="#a03307",
    now="#bd6e00",
    now_text="#7d4c00",
    on_now="#140e02",
    now_fill="#fbecc9",
    selected="#cfe2f3",
    selected_line="#2874b0",
    hover="#e8edf3",
    live="#0b7f60",
    track="#d3dae2",
    health_high="#0f8f6c",
    health_middle="#7d9130",
    health_low="#c9531a",
    second="#1f7fc0",
    on_token="#10151b",
    out="#858f9b",
    out_fill="#dfe4e9",
    grid="#dbe1e8",
    cover="#cbd2da",
    cover_line="#8e99a6",
    terrain="#dfe2c6",
    terrain_line="#8d9155",
    drawing="#5d6877",
    zone_lines=("#5f93b5", "#8a80bd", "#4f9c89", "#ad7c9f", "#b0913c", "#7ea05f", "#b97a69", "#8493a3"),
    zone_texts=("#2b4a60", "#463e77", "#1b5244", "#643355", "#57450a", "#37501f", "#6b3223", "#3d4956"),
    zone_alpha=30,
    pc=SideStyle(shape="circle", color="#0f6db3", fill="#d3e7f6"),
    npc=SideStyle(shape="diamond", color="#bf4a12", fill="#fadfd1"),
    ally=SideStyle(shape="square", color="#0b7f60", fill="#cdeee3"),
    other_colors=(
        ("#a0447a", "#f5dcea"),
        ("#6a4fc0", "#e4def8"),
        ("#4a5563", "#e1e6ec"),
        ("#64760f", "#e8eecb"),
        ("#3a48c4", "#dde0fb"),
    ),
)

_OTHER_SHAPES: tuple[SideShape, ...] = ("hexagon", "triangle", "pentagon", "octagon")

GROUNDS = ("background", "panel", "raised")
TEXT_PAIRS: tuple[tuple[str, str], ...] = (
    *((text, ground) for text in ("text", "muted", "dim", "link", "good", "bad") for ground in GROUNDS),
    *(("now_text", ground) for ground in (*GROUNDS, "ground", "now_fill")),
    *((text, "now_fill") for text in ("text", "muted", "dim")),
    *((text, ground) for text in ("text", "muted") for ground in ("ground", "selected", "hover", "cover")),
    ("dim", "ground"),
    ("on_now", "now"),
    ("on_token", "out_fill"),
)
"""Which text colour may stand on which ground."""


def side_style(palette: Palette, side: str) -> SideStyle:
    """Shape and colour of a side.

    The three sides that every fight has are fixed. Any other name gets a shape and a colour from the name
    itself, so that a side looks the same in every window and on every evening.
    """
    if side == "pc":
        return palette.pc
    if side == "npc":
        return palette.npc
    if side == "ally":
        return palette.ally
    number = zlib.crc32(side.encode())
    color, fill = palette.other_colors[number // len(_OTHER_SHAPES) % len(palette.other_colors)]
    return SideStyle(shape=_OTHER_SHAPES[number % len(_OTHER_SHAPES)], color=color, fill=fill)


def contrast(first: str | QColor, second: str | QColor) -> float:
    """Contrast of two colours as the web's accessibility guidelines define it: 1 to 21."""
    lighter, darker = sorted((_luminance(QColor(first)), _luminance(QColor(second))), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: QColor) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF())
