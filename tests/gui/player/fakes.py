"""Fake screens, because Qt cannot create screens in a test."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect

from gui.player.screens import ScreenIdentity, ScreenLike, ScreenSource


@dataclass(eq=False)
class FakeScreen:
    """A screen with an identity and a position on the desktop."""

    connector: str
    place: QRect
    make: str = ""
    kind: str = ""
    serial: str = ""

    def name(self) -> str:
        return self.connector

    def manufacturer(self) -> str:
        return self.make

    def model(self) -> str:
        return self.kind

    def serialNumber(self) -> str:
        return self.serial

    def geometry(self) -> QRect:
        return self.place

    def availableGeometry(self) -> QRect:
        return self.place

    @property
    def identity(self) -> ScreenIdentity:
        return ScreenIdentity.of(self)


def laptop() -> FakeScreen:
    return FakeScreen("eDP-1", QRect(0, 0, 1366, 768), "Acme", "Panel")


def television(connector: str = "HDMI-1", serial: str = "4711") -> FakeScreen:
    return FakeScreen(connector, QRect(1366, 0, 1920, 1080), "Bright", "TV 55", serial)


class FakeScreens(ScreenSource):
    """A computer with screens that a test connects and disconnects; the first one is the primary."""

    def __init__(self) -> None:
        super().__init__()
        self.laptop, self.tv = laptop(), television()
        self.all: list[FakeScreen] = [self.laptop, self.tv]

    def screens(self) -> list[FakeScreen]:
        return list(self.all)

    def primary(self) -> ScreenLike | None:
        return self.all[0] if self.all else None

    def plug(self, screen: FakeScreen) -> None:
        self.all.append(screen)
        self.changed.emit()

    def unplug(self, screen: FakeScreen) -> None:
        self.all.remove(screen)
        self.changed.emit()
