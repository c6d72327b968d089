"""The one base of every value that a battle is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform

import msgspec

Id = str
"""A lower-case slug plus a number (`boomer-2`): unique in a file for ever, never reused, never shown to players."""

ENVIRONMENT: Id = "environment"
"""The actor of what nobody does: falling things, runaway vehicles, the GM's hand."""

if TYPE_CHECKING:
    # Type checkers learn here that every subclass is frozen too, which the stubs of msgspec do not say.
    @dataclass_transform(frozen_default=True, kw_only_default=True)
    class State:
        __struct_fields__: ClassVar[tuple[str, ...]]

        def __init_subclass__(cls, tag: str | None = None, tag_field: str | None = None) -> None: ...

    @dataclass_transform(frozen_default=True)
    class Record:
        __struct_fields__: ClassVar[tuple[str, ...]]

        def __init_subclass__(cls, kw_only: bool = False) -> None: ...

    Value = TypeVar("Value", bound=State | Record)

    def replace(value: Value, /, **changes: Any) -> Value: ...

else:

    class State(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
        """An immutable value. Built by keywords; required fields come first.

        Modules of what a battle is made of go without `from __future__ import annotations`: when the first file is
        read, msgspec would compile each of their hundreds of annotations from its text.

        Ranges in `msgspec.Meta` are checked when a value is read from a file or a step is committed, not by
        constructors or `replace`: rules clamp.

        The garbage collector leaves values alone: they are never changed, so they are in no cycle, and going over all
        battles of a long evening would hold the window up for longer than a key press may take.
        """

    class Record(msgspec.Struct, frozen=True):
        """An immutable value that no file holds: what a ruleset declares, or a result on its way.

        One that changes is a plain `msgspec.Struct`: a dataclass is compiled from text, a millisecond of the start.
        """

    replace = msgspec.structs.replace
