"""How everything looks: palettes, fonts, icons, the style of the application, tokens and small widgets."""

from gui.style.fonts import heading_font, load_fonts, semi_bold, text_font
from gui.style.icons import icon, icon_pixmap, set_icon
from gui.style.palette import DARK, LIGHT, Palette, SideStyle, contrast, side_style
from gui.style.steps import StepState, draw_step_ground, step_boxes, step_state
from gui.style.theme import Mode, Role, Theme, motion, palette, set_role, theme
from gui.style.tokens import (
    TokenLook,
    arrow_head,
    draw_side_mark,
    draw_token,
    initials_of,
    token_extent,
    token_path,
    token_pixmap,
)
from gui.style.widgets import (
    Bar,
    Chip,
    KeyCap,
    SectionHeading,
    TokenBadge,
    draw_bar,
    draw_key,
    draw_pill,
    lay_out_section,
)

__all__ = [
    "DARK",
    "LIGHT",
    "Bar",
    "Chip",
    "KeyCap",
    "Mode",
    "Palette",
    "Role",
    "SectionHeading",
    "SideStyle",
    "StepState",
    "Theme",
    "TokenBadge",
    "TokenLook",
    "arrow_head",
    "contrast",
    "draw_bar",
    "draw_key",
    "draw_pill",
    "draw_side_mark",
    "draw_step_ground",
    "draw_token",
    "heading_font",
    "icon",
    "icon_pixmap",
    "initials_of",
    "lay_out_section",
    "load_fonts",
    "motion",
    "palette",
    "semi_bold",
    "set_icon",
    "set_role",
    "side_style",
    "step_boxes",
    "step_state",
    "text_font",
    "theme",
    "token_extent",
    "token_path",
    "token_pixmap",
]
