"""What the contracts need to know about every module; each module is parsed only once."""

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
"""Maximum numbers of lines. Fifty and three hundred are easy to read; these are the hard limits."""


class Word(NamedTuple):
    """An attribute, a keyword or a string in the code."""

    line: int
    word: str
    is_text: bool


class Source(NamedTuple):
    """What is kept of a module; its syntax tree would take far more memory."""

    long: tuple[str, ...]
    """Classes and functions that are longer than the limits."""
    words: tuple[Word, ...]


def sources(package: str) -> Iterator[tuple[str, Source]]:
    """Yield each module of a package and its subpackages, with its path from the root."""
    for path in sorted((ROOT / package).rglob("*.py")):
        yield str(path.relative_to(ROOT)), _source(path)


@functools.cache
def _source(path: Path) -> Source:
    tree = ast.parse(path.read_bytes())
    return Source(tuple(long_definitions(tree)), tuple(words_in(tree)))


def words_in(tree: ast.AST) -> Iterator[Word]:
    """Yield the attributes, keywords and strings of a module with their lines."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=word) | ast.keyword(arg=str(word)):
                yield Word(node.lineno, word, is_text=False)
            case ast.Constant(value=str(word)):
                yield Word(node.lineno, word, is_text=True)


def long_definitions(tree: ast.AST) -> Iterator[str]:
    """Yield the definitions that are too long. A class with only fields has no limit: it is looked up, and not read."""
    for node in _definitions(tree):
        if (node.end_lineno or 0) - node.lineno + 1 > _limit_of(node):
            yield f"{node.lineno} {node.name}"


_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _definitions(node: ast.AST) -> Iterator[_Definition]:
    """Yield the classes and functions in a statement, at any depth; those within expressions are skipped."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.stmt | ast.excepthandler | ast.match_case):
            if isinstance(inner, _Definition):
                yield inner
            yield from _definitions(inner)


def _limit_of(node: ast.AST) -> float:
    if not isinstance(node, ast.ClassDef):
        return LONGEST_FUNCTION
    return LONGEST_CLASS if any(isinstance(part, ast.FunctionDef) for part in node.body) else math.inf
