"""Base classes of all values that a battle consists of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, TypeVar, dataclass_transform

import msgspec

Id = str
"""A lower-case slug plus a number (`boomer-2`): unique in a file for ever, never reused, never shown to players."""

ENVIRONMENT: Id = "environment"
"""The actor of what no combatant does: falling things, runaway vehicles, the GM's actions."""

if TYPE_CHECKING:
    # For type checkers: every subclass is frozen too, which the stubs of msgspec do not say.
    @dataclass_transform(frozen_default=True, kw_only_default=True)
    class State:
        __struct_fields__: ClassVar[tuple[str, ...]]

        def __init_subclass__(cls, tag: str | None = None, tag_field: str | None = None) -> None: ...

    @dataclass_transform(frozen_default=True)
    class Record:
        __struct_fields__: ClassVar[tuple[str, ...]]

        def __init_subclass__(cls, kw_only: bool = False) -> None: ...

    # Type checkers check the fields and their types in calls of `dataclasses.replace`, for every class that
    # `dataclass_transform` marks: neither a plugin nor generated stubs are needed. The stubs of msgspec check nothing.
    from dataclasses import replace as replace  # noqa: PLC0414  # marks it as exported

else:

    class State(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
        """An immutable value. Built with keywords; required fields come first.

        Modules that define the values of a battle go without `from __future__ import annotations`: otherwise msgspec
        would compile each of their hundreds of annotations from its text when the first file is read.

        Ranges in `msgspec.Meta` are checked when a value is read from a file or a step is committed, not by
        constructors or `replace`: rules clamp.

        The garbage collector ignores these values: they are never changed, so they are in no cycle, and scanning all
        battles of a long evening would block the window for longer than a key press may take.
        """

    class Record(msgspec.Struct, frozen=True):
        """An immutable value that is never saved: a declaration of a ruleset, or an intermediate result.

        A mutable one is a plain `msgspec.Struct`: a dataclass is compiled from text, which costs a millisecond at
        start-up.
        """

    replace = msgspec.structs.replace


Value = TypeVar("Value")


def with_fields(value: Value, fields: Mapping[str, object]) -> Value:
    """The value with fields replaced whose names are known only at run time; type checkers do not check them."""
    changed: Value = msgspec.structs.replace(value, **fields)  # type: ignore[type-var]  # a struct, as `State` hides
    return changed
