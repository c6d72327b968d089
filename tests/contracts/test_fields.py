"""Every field for a number or a choice is the program's own, and digits are asked for as digits."""

import re

from tests.contracts.sources import ROOT

_BARE = re.compile(r"\bQ(SpinBox|DoubleSpinBox|ComboBox|FontComboBox|DateEdit|TimeEdit|InputDialog|IntValidator)\b")
_SUPERSCRIPTS = re.compile(r"\bis(digit|numeric)\b")


def lines_with(pattern: re.Pattern[str], *packages: str) -> dict[str, list[int]]:
    """Return the lines of each module that match."""
    found: dict[str, list[int]] = {}
    for package in packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            lines = path.read_text(encoding="utf-8").splitlines()
            if numbers := [number for number, line in enumerate(lines, 1) if pattern.search(line)]:
                found[path.relative_to(ROOT).as_posix()] = numbers
    return found


def test_no_module_makes_a_bare_field() -> None:
    """Qt's fields drop a decimal sign of another locale and change with the wheel: `gui.widgets.fields` mends that."""
    style_sheet = "gui/style/theme.py"  # names Qt's classes to style them
    assert set(lines_with(_BARE, "gui")) == {"gui/widgets/fields.py", style_sheet}


def test_digits_are_asked_for_by_isdecimal() -> None:
    """`"²".isdigit()` is true, and `int("²")` is an error."""
    assert lines_with(_SUPERSCRIPTS, "gui", "model") == {}
