"""Views for the tests of the players' window."""

from __future__ import annotations

from model.view.map import (
    FeatureView,
    GridView,
    HealthView,
    MapView,
    Rectangle,
    RelationView,
    TokenView,
    ZoneView,
)
from model.view.players import ActionView, DiceView, PlayerRow, PlayersView
from model.view.pools import ClockView

RED_COAT = "Man in the red coat"


def docks() -> PlayersView:
    """The players' screen as drawn for the design: round 3, Crimson has hit the man in the red coat."""
    zones = tuple(
        ZoneView(id=name, name=name, shape=Rectangle(x=x, y=y, width=width, height=height), color=color)
        for name, x, y, width, height, color in (
            ("Quay", 0, 0, 30, 21, 0),
            ("Warehouse", 30, 0, 30, 21, 1),
            ("Container yard", 0, 21, 35, 20, 2),
            ("Street", 35, 21, 29, 20, 4),
        )
    )
    tokens = (
        TokenView(id="c", name="Crimson", initials="C", side="pc", x=17, y=9.5, acting=True),
        TokenView(
            id="m", name=RED_COAT, initials="?", side="npc", x=47.5, y=10.5, conditions=("prone", "behind cover")
        ),
        TokenView(id="a", name="Apex", initials="A", side="pc", x=24, y=28),
        TokenView(id="t", name="Thug", initials="T", side="npc", x=45, y=32),
    )
    return PlayersView(
        phase="fighting",
        round=3,
        clock=ClockView(words="Round 3", brief="R3"),
        now="Crimson",
        next="Thug",
        next_id="t",
        order=(
            row("Apex", "pc", HealthView(fraction=0.7, text="14"), is_past=True),
            row(RED_COAT, "npc", HealthView(text="hurt"), is_past=True),
            row("Crimson", "pc", HealthView(fraction=0.8, text="16"), is_now=True),
            row("Thug", "npc", HealthView(text="fresh")),
        ),
        map=MapView(
            zones=zones,
            features=(FeatureView(id="f", kind="cover", shape=Rectangle(x=41, y=6, width=2, height=8.5)),),
            grid=GridView(on=False),
            tokens=tokens,
            relations=(RelationView(source="c", target="m", kind="target"),),
        ),
        action=ActionView(
            title=f"Crimson → {RED_COAT}",
            actor="c",
            target="m",
            dice=(DiceView(faces=(4, 5), word="hit", is_success=True, total=19),),
        ),
    )


def row(
    name: str,
    side: str = "npc",
    health: HealthView | None = None,
    *,
    is_past: bool = False,
    is_now: bool = False,
    is_out: bool = False,
    conditions: tuple[str, ...] = (),
    text: str = "",
) -> PlayerRow:
    """Return a turn in the initiative order; its id is its name."""
    initials = "?" if name == RED_COAT else name[0]
    return PlayerRow(
        id=name,
        name=name,
        initials=initials,
        side=side,
        health=health,
        is_past=is_past,
        is_now=is_now,
        is_out=is_out,
        conditions=conditions,
        text=text,
    )


def crowd(number: int, now: int) -> PlayersView:
    """`number` combatants in the order and on a map without zones, some with long names; number `now` acts."""
    names = [
        f"Bartholomew the Unbending of Ravenhold {index}" if index % 5 == 2 else f"Guard {index}"
        for index in range(number)
    ]
    kinds = (HealthView(fraction=0.5, text="10"), HealthView(text="badly hurt"), HealthView(fraction=0.3), None)
    rows = tuple(
        row(
            name,
            ("pc", "npc", "ally", "pirates")[index % 4],
            kinds[index % 4],
            is_past=index < now,
            is_now=index == now,
            is_out=index == now + 3,
            text="delayed" if index == now + 2 else "",
            conditions=("prone",) if index % 3 == 0 else (),
        )
        for index, name in enumerate(names)
    )
    tokens = tuple(
        TokenView(
            id=entry.id,
            name=entry.name,
            initials=f"{entry.initials}{index}",
            side=entry.side,
            x=float(index % 8 * 4),
            y=float(index // 8 * 4),
            conditions=entry.conditions,
            acting=entry.is_now,
            out=entry.is_out,
        )
        for index, entry in enumerate(rows)
    )
    away = (
        TokenView(id="away", name="Sniper on the roof", initials="S", side="pc", distance="340 m", bearing=90.0),
        TokenView(id="gone", name="Old Tom", initials="O", side="npc"),
    )
    return PlayersView(
        phase="fighting",
        round=12,
        clock=ClockView(words="Round 12", brief="R12"),
        now=names[now],
        next=names[(now + 1) % number],
        next_id=names[(now + 1) % number],
        order=rows,
        map=MapView(tokens=tokens + away),
        action=ActionView(
            title=f"{names[now]} → {names[2]}",
            dice=(
                DiceView(faces=(20, 4, 11, 17, 3), word="hit", is_success=True),
                DiceView(faces=(1, 2, 6, 5, 5, 4, 3, 2), word="damage"),
            ),
        ),
    )
