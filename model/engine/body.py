"""A body as data: where it can be hit, what protects it there and what it has suffered."""

from __future__ import annotations

from model.state.base import State


class BodyPart(State):
    """A place at which a body can be hit: a row of the table, and a part of the figure."""

    id: str
    name: str
    faces: str = ""
    """Faces of the die that hit it, such as `9–11`."""
    shape: str = ""
    """Which part of the figure it is; empty: it stands in the table only."""
    numbers: tuple[str, ...] = ()
    """What protects it, a value for each of the body's scales."""
    injuries: int = 0
    effect: str = ""
    """What its injuries do, such as `useless`."""
    is_struck: bool = False
    """Whether the last hit was here."""


class Body(State):
    """Somebody's body. Without a figure it is the table alone."""

    parts: tuple[BodyPart, ...]
    figure: str = ""
    """`humanoid`, `quadruped`, `flying_insect` or `hovering_robot`; empty: none is drawn."""
    scales: tuple[str, ...] = ()
    """What the numbers measure, briefly: `phys`, `en`."""
    remark: str = ""
    """What there is to say besides, such as an injury at no known place."""
