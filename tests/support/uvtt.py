"""Universal VTT files as three map makers write them: they differ wherever readers have to be careful."""

from __future__ import annotations

import base64
import json
from typing import Any

PNG = b"\x89PNG\r\n\x1a\n" + b"not more than its beginning"
JPEG = b"\xff\xd8\xff\xe0" + b"not more than its beginning"
WEBP = b"RIFF\x24\0\0\0WEBPVP8 "


def at(x: float, y: float) -> dict[str, float]:
    return {"x": x, "y": y}


def line(*points: tuple[float, float]) -> list[dict[str, float]]:
    return [at(x, y) for x, y in points]


def keep(picture: bytes = PNG) -> dict[str, Any]:
    """Format 0.2, whole cells from 0, walls as long polylines, a door and an open window, lights, plain base64."""
    return {
        "format": 0.2,
        "resolution": {"map_origin": at(0, 0), "map_size": at(20, 10), "pixels_per_grid": 70},
        "line_of_sight": [line((2, 2), (8, 2), (8, 6), (2, 6)), line((2, 6), (2, 5))],
        "portals": [
            {
                "position": at(2, 4), "bounds": [at(2, 3), at(2, 5)], "rotation": 1.5708, "closed": True,
                "freestanding": False,
            },
            {"position": at(5, 2), "bounds": [at(4.5, 2), at(5.5, 2)], "rotation": 0, "closed": False},
        ],
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "lights": [{"position": at(3, 3), "range": 4, "intensity": 1, "color": "ffeccd8b", "shadows": True}],
        "image": base64.b64encode(picture).decode(),
    }  # fmt: skip


def cave(picture: bytes = JPEG) -> dict[str, Any]:
    """Format 1.0, an origin in the middle of a cell, a fractional size, objects, the picture behind a prefix."""
    return {
        "format": 1.0,
        "resolution": {"map_origin": at(12.5, -3), "map_size": at(30.4, 20.2), "pixels_per_grid": 100},
        "line_of_sight": [line((13.5, -2), (13.5, 5), (20.5, 5))],
        "objects_line_of_sight": [line((22.5, 1), (23.5, 1), (23.5, 2), (22.5, 2), (22.5, 1))],
        "portals": [],
        "image": "data:image/jpeg;base64," + base64.b64encode(picture).decode(),
    }


def ship(picture: bytes | None = WEBP) -> dict[str, Any]:
    """Format 0.3, a minimal export: no origin, walls as single segments, line breaks in the base64."""
    found: dict[str, Any] = {
        "format": 0.3,
        "resolution": {"map_size": at(33.333333, 7), "pixels_per_grid": 48},
        "line_of_sight": [line((0, 0), (10, 0)), line((10, 0), (10, 7)), line((4, 4), (4, 4))],
    }
    if picture is not None:
        found["image"] = base64.encodebytes(picture).decode()
    return found


def text(document: Any) -> bytes:
    return json.dumps(document).encode()
