"""A session file taken apart at its step tables, so that one broken step does not hide the others."""

from __future__ import annotations

import re
import zlib
from itertools import pairwise

from model.state.base import Record

_STEP = re.compile(rb"^\[\[step\]\][ \t]*\r?$", re.MULTILINE)
_END = re.compile(r'^end = "(\d+) ([0-9a-f]{8})"[ \t]*$', re.MULTILINE)
_BOM = b"\xef\xbb\xbf"


class Chunk(Record):
    """The text of the head or of one step, up to its closing line."""

    text: str
    line: int
    at: int
    """Where in the file it begins, in bytes."""
    size: int
    is_closed: bool
    is_sound: bool
    """Its check sum is right."""
    error: str = ""
    """Why it is no text; empty when it is."""
    tail: int = 0
    """Bytes after its closing line that belong to nothing."""


def chunks_of(data: bytes) -> list[Chunk]:
    """The head and the steps."""
    starts = [0, *(match.start() for match in _STEP.finditer(data)), len(data)]
    chunks = []
    line = 1
    for start, end in pairwise(starts):
        chunks.append(_chunk(data[start:end], line, start))
        line += data.count(b"\n", start, end)
    return chunks


def _chunk(raw: bytes, line: int, at: int) -> Chunk:
    try:
        text = raw.removeprefix(_BOM).decode() if at == 0 else raw.decode()
    except UnicodeDecodeError as error:
        place = line + raw.count(b"\n", 0, error.start)
        is_closed = _END.search(raw[error.end :].decode(errors="replace")) is not None
        return Chunk("", line, at, len(raw), is_closed, False, f"Line {place} is not text.")
    text = text.replace("\r\n", "\n")
    closings = list(_END.finditer(text))
    if not closings:
        return Chunk(text, line, at, len(raw), False, False)
    closing = closings[-1]
    is_sound = f"{zlib.crc32(text[: closing.start()].encode()):08x}" == closing[2]
    after = text[closing.end() :]
    if not after.strip():
        return Chunk(text, line, at, len(raw), True, is_sound)
    tail = len(after.encode())
    return Chunk(text[: closing.end()] + "\n", line, at, len(raw) - tail, True, is_sound, tail=tail)
