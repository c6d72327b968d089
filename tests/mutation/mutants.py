"""The mistakes that can be planted in a file: one changed operator, number, condition, result or word each.

Most changes are mutmut's. Not changed are texts, annotations, decorators, assertions, the options of a class, and
numbers that only say how large or how far apart something is drawn. What the type checker would see is left out: a
result becomes None only where None is allowed.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation import mutators

Change = Callable[[Any], Iterable[cst.CSTNode]]

TEXTS = (cst.SimpleString, cst.FormattedString, cst.ConcatenatedString)
SKIPPED = (*TEXTS, cst.Annotation, cst.Decorator, cst.Import, cst.ImportFrom, cst.Assert)
"""Nodes in which nothing is changed."""
SKIPPED_CALLS = {"isinstance", "cast", "TypeVar"}
LOOKS = {
    "addSpacing",
    "addStretch",
    "resize",
    "setColumnStretch",
    "setContentsMargins",
    "setFixedHeight",
    "setFixedSize",
    "setFixedWidth",
    "setHorizontalSpacing",
    "setIconSize",
    "setMaximumHeight",
    "setMaximumWidth",
    "setMinimumHeight",
    "setMinimumSize",
    "setMinimumWidth",
    "setRowStretch",
    "setSpacing",
    "setStretch",
    "setStretchFactor",
    "setVerticalSpacing",
}
"""Methods of Qt that only place and size."""
DRAWING = ("paint", "draw")
"""How functions begin whose numbers are lengths and widths on the screen."""
CACHES = {"cache", "cached_property", "lru_cache"}


@dataclass(frozen=True)
class Mutant:
    """One mistake, and where to look for the tests that may find it."""

    file: str
    """Relative to the root of the project, with slashes."""
    line: int
    function: str
    """Qualified name of the function, or of the class; empty at the top of a module."""
    before: str
    """The changed lines, without indentation."""
    after: str
    code: str = field(repr=False, compare=False)
    """The whole file with the mistake."""
    lines: range = field(repr=False, compare=False)
    """The lines that run when the changed part does."""
    further: range = field(repr=False, compare=False)
    """The lines of the function; all of the file for what runs at import without a name."""
    names: tuple[str, ...] = field(repr=False, compare=False)
    """What the changed part defines at import: whoever uses it may find the mistake. Empty for code that runs later."""
    is_once: bool = field(repr=False, compare=False)
    """Whether it runs at import, or once for all because its result is kept."""

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What identifies the mistake as long as its line is not rewritten, wherever the line moves to."""
        return (self.file, self.function, self.before, self.after)

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" + (f" {self.function}" if self.function else "")
        return f"{where}\n      - {self.before}\n      + {self.after}"


@dataclass
class _Spot:
    """A change that was found, before it is carried out."""

    node: cst.CSTNode
    changed: cst.CSTNode
    function: str
    line: int
    lines: range
    further: range
    names: tuple[str, ...]
    is_once: bool


class FileMutants:
    """The mutants of one file, in the order of its code."""

    def __init__(self, root: Path, file: str) -> None:
        self.file = file
        self._text = (root / file).read_text(encoding="utf-8")
        wrapper = MetadataWrapper(cst.parse_module(self._text), unsafe_skip_copy=True)
        finder = _Finder(len(self._text.splitlines()))
        wrapper.visit(finder)
        self._module = wrapper.module
        self._spots = finder.spots

    def __len__(self) -> int:
        return len(self._spots)

    def __getitem__(self, place: int) -> Mutant:
        spot = self._spots[place]
        changed = self._module.deep_replace(spot.node, spot.changed)
        assert isinstance(changed, cst.Module)
        before, after = _changed_lines(self._text, changed.code)
        return Mutant(
            self.file,
            spot.line,
            spot.function,
            before,
            after,
            changed.code,
            spot.lines,
            spot.further,
            spot.names,
            spot.is_once,
        )

    def in_function(self, function: str) -> Iterator[Mutant]:
        """Yield the mutants of one function."""
        for place, spot in enumerate(self._spots):
            if spot.function == function:
                yield self[place]


def source_files(root: Path, paths: Iterable[str]) -> list[str]:
    """Return the Python files at and below the paths, relative to the root."""
    found = {
        file
        for path in paths
        for file in ([root / path] if (root / path).is_file() else (root / path).rglob("*.py"))
        if file.suffix == ".py"
    }
    return sorted(file.relative_to(root).as_posix() for file in found)


def _changed_lines(before: str, after: str) -> tuple[str, str]:
    old, new = before.splitlines(), after.splitlines()
    parts: tuple[list[str], list[str]] = ([], [])
    for kind, start, end, new_start, new_end in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            parts[0].extend(line.strip() for line in old[start:end])
            parts[1].extend(line.strip() for line in new[new_start:new_end])
    return " ".join(parts[0]), " ".join(parts[1])


# ------------------------------------------------------------------------------------------------ the changes


def _operators(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yield comparisons, arithmetic and and/or with their neighbour; texts are not subtracted from each other."""
    if isinstance(node, cst.BinaryOperation) and (isinstance(node.left, TEXTS) or isinstance(node.right, TEXTS)):
        return
    yield from mutators.operator_swap_op(node)


def _extreme(node: cst.Call) -> Iterator[cst.CSTNode]:
    if isinstance(node.func, cst.Name) and node.func.value in ("min", "max"):
        yield node.with_changes(func=cst.Name("max" if node.func.value == "min" else "min"))


def _condition(node: cst.If | cst.While | cst.IfExp | cst.CompIf) -> Iterator[cst.CSTNode]:
    """Yield the opposite of a condition that has no operator of its own."""
    test = node.test
    if isinstance(test, cst.Comparison | cst.BooleanOperation):
        return
    if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        return
    if not test.lpar:
        test = test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    yield node.with_changes(test=cst.UnaryOperation(cst.Not(), test))


CHANGES: tuple[tuple[type[cst.CSTNode] | tuple[type[cst.CSTNode], ...], Change], ...] = (
    (cst.BaseNumber, mutators.operator_number),
    (cst.Name, mutators.operator_name),
    (cst.UnaryOperation, mutators.operator_remove_unary_ops),
    ((cst.Is, cst.IsNot, cst.In, cst.NotIn, cst.Break, cst.Continue), mutators.operator_keywords),
    (
        (cst.BinaryOperation, cst.UnaryOperation, cst.BooleanOperation, cst.ComparisonTarget, cst.AugAssign),
        _operators,
    ),
    (cst.Call, _extreme),
    ((cst.If, cst.While, cst.IfExp, cst.CompIf), _condition),
)


# ------------------------------------------------------------------------------------------- finding their places


class _Finder(cst.CSTVisitor):
    """Walks through a module and notes every change with its place."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, length: int) -> None:
        super().__init__()
        self.spots: list[_Spot] = []
        self._whole = range(1, length + 1)
        self._path: list[cst.CSTNode] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if self._is_skipped(node):
            return False
        for kinds, change in CHANGES:
            if isinstance(node, kinds):
                self.spots.extend(self._spot(node, changed) for changed in change(node))
        if isinstance(node, cst.Return) and self._may_be_none(node):
            nothing = node.with_changes(value=cst.Name("None"), whitespace_after_return=cst.SimpleWhitespace(" "))
            self.spots.append(self._spot(node, nothing))
        self._path.append(node)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if self._path and self._path[-1] is original_node:
            self._path.pop()

    def _is_skipped(self, node: cst.CSTNode) -> bool:
        if isinstance(node, SKIPPED):
            return True
        if isinstance(node, cst.Arg) and self._path and isinstance(self._path[-1], cst.ClassDef):
            return True
        if isinstance(node, cst.Arg) and node.keyword is not None and node.keyword.value == "strict":
            return True  # of zip: whether it checks itself
        if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.BitOr) and self._function is None:
            return True  # a type's name
        if isinstance(node, cst.If) and isinstance(node.test, cst.Name) and node.test.value == "TYPE_CHECKING":
            return True
        if isinstance(node, cst.BaseNumber) and isinstance(self._function, cst.FunctionDef):
            return self._function.name.value.lstrip("_").startswith(DRAWING)
        return isinstance(node, cst.Call) and _called(node) in SKIPPED_CALLS | LOOKS

    def _may_be_none(self, node: cst.Return) -> bool:
        """Whether something is returned here where None is a result as well."""
        function = self._function
        if not isinstance(function, cst.FunctionDef) or function.returns is None or node.value is None:
            return False
        words = cst.Module([]).code_for_node(function.returns.annotation)
        return "| None" in words and not (isinstance(node.value, cst.Name) and node.value.value in ("None", "False"))

    @property
    def _function(self) -> cst.FunctionDef | cst.Lambda | None:
        """The innermost function whose body the walk is in."""
        for place in range(len(self._path) - 1, 0, -1):
            outer, inner = self._path[place - 1], self._path[place]
            if isinstance(outer, cst.FunctionDef | cst.Lambda) and inner is outer.body:
                return outer
        return None

    def _spot(self, node: cst.CSTNode, changed: cst.CSTNode) -> _Spot:
        function = self._function
        named = [one for one in self._path if isinstance(one, cst.FunctionDef | cst.ClassDef)]
        own = self._lines(node)
        at_import = function is None
        around = next((one for one in reversed(self._path) if isinstance(one, cst.FunctionDef)), None)
        return _Spot(
            node,
            changed,
            ".".join(one.name.value for one in named),
            own.start,
            range(0) if at_import else own,
            self._lines(around.body) if around is not None else self._whole,
            self._names() if at_import else (),
            at_import or (around is not None and any(_is_cache(one) for one in around.decorators)),
        )

    def _lines(self, node: cst.CSTNode) -> range:
        """Return the lines of a node; of a statement with a block, those of its head."""
        position = self.get_metadata(PositionProvider, node, None)
        if position is None:  # operators have no position of their own
            return self._lines(self._path[-1])
        end = position.end.line
        if isinstance(node, cst.If | cst.While):
            body = self.get_metadata(PositionProvider, node.test, position)
            end = body.end.line
        return range(position.start.line, end + 1)

    def _names(self) -> tuple[str, ...]:
        """Return what the statement around defines: a constant, a field, or the function of which this is a default."""
        for outer in reversed(self._path):
            if isinstance(outer, cst.FunctionDef | cst.ClassDef):
                return (outer.name.value,)
            if isinstance(outer, cst.AnnAssign) and isinstance(outer.target, cst.Name):
                return (outer.target.value,)
            if isinstance(outer, cst.Assign):
                return tuple(one.target.value for one in outer.targets if isinstance(one.target, cst.Name))
        return ()


def _called(node: cst.Call) -> str:
    if isinstance(node.func, cst.Name):
        return node.func.value
    return node.func.attr.value if isinstance(node.func, cst.Attribute) else ""


def _is_cache(decorator: cst.Decorator) -> bool:
    code = ast.parse(cst.Module([]).code_for_node(decorator.decorator), mode="eval").body
    if isinstance(code, ast.Call):
        code = code.func
    return (code.attr if isinstance(code, ast.Attribute) else getattr(code, "id", "")) in CACHES
