"""The cards of zones in the GM's window: names are whole, in a shorter form if need be."""

from __future__ import annotations

from gui.map.zone_list import cards_of
from model.view.map import TokenView
from model.view.zone_list import ZoneRow, ZonesView

NAMES = {
    "Nave": ("Captain Isolde Farrow", "Grub", "Tom Brandt"),
    "Forge": ("Archdeacon Maximilian Thorne", "Brother Valentin of the Lower Forge"),
    "Stairs": ("Cathedral warden Ottokar", "Gear-priestess Seraphina"),
    "Crypt": ("Apprentice Konstantin Weiss",),
}


def test_names_have_the_room_that_is_left_in_a_card() -> None:
    rows = tuple(
        ZoneRow(
            id=zone,
            name=zone,
            tokens=tuple(TokenView(id=name, name=name, initials="X", side="npc") for name in names),
        )
        for zone, names in NAMES.items()
    )
    cards = {card.row.id: card for card in cards_of(ZonesView(rows=rows), 720, 0)}
    shown = {zone: [cell.name for cell in card.cells] for zone, card in cards.items()}
    assert shown["Nave"] == ["Captain Isolde Farrow", "Grub", "Tom Brandt"]
    assert shown["Crypt"] == ["Apprentice Konstantin Weiss"]
    assert not any("…" in name for names in shown.values() for name in names)
    for card in cards.values():
        for cell in card.cells:
            assert card.box.contains(cell.box)
        assert not any(one.box.intersects(other.box) for one in card.cells for other in card.cells if one is not other)
