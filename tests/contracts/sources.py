"""What the contracts ask of every module: it is parsed once, however many of them ask."""

from __future__ import annotations

import ast
import functools
import math
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
LONGEST_FUNCTION = 65
LONGEST_CLASS = 420
"""Lines. Fifty and three hundred are what a reader takes in; these are where it must end."""


class Word(NamedTuple):
    """An attribute, a keyword or a text."""

    line: int
    word: str
    is_text: bool


class Source(NamedTuple):
    """What is kept of a module: its tree would take far more memory."""

    long: tuple[str, ...]
    """Classes and functions of more lines than can be read at once."""
    words: tuple[Word, ...]


def sources(package: str) -> Iterator[tuple[str, Source]]:
    """Each module of a package and of those within it, with its path from the root."""
    for path in sorted((ROOT / package).rglob("*.py")):
        yield str(path.relative_to(ROOT)), _source(path)


@functools.cache
def _source(path: Path) -> Source:
    tree = ast.parse(path.read_bytes())
    return Source(tuple(long_definitions(tree)), tuple(words_in(tree)))


def words_in(tree: ast.AST) -> Iterator[Word]:
    """Attributes, keywords and texts of a module with their lines."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=word) | ast.keyword(arg=str(word)):
                yield Word(node.lineno, word, is_text=False)
            case ast.Constant(value=str(word)):
                yield Word(node.lineno, word, is_text=True)


def long_definitions(tree: ast.AST) -> Iterator[str]:
    """A class that only declares fields may be longer: it is looked up, and not read."""
    for node in _definitions(tree):
        if (node.end_lineno or 0) - node.lineno + 1 > _limit_of(node):
            yield f"{node.lineno} {node.name}"


_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _definitions(node: ast.AST) -> Iterator[_Definition]:
    """The classes and functions in a statement, at any depth; what is within an expression is looked over."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.stmt | ast.excepthandler | ast.match_case):
            if isinstance(inner, _Definition):
                yield inner
            yield from _definitions(inner)


def _limit_of(node: ast.AST) -> float:
    if not isinstance(node, ast.ClassDef):
        return LONGEST_FUNCTION
    return LONGEST_CLASS if any(isinstance(part, ast.FunctionDef) for part in node.body) else math.inf
