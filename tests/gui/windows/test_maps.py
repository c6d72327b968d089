"""Import of other programs' maps and of pictures: by command, by drag and drop on the map, from the clipboard."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMenu
from pytestqt.qtbot import QtBot

from gui.dialogs.forms import MessageDialog
from gui.dialogs.pictures import ImportMapDialog, MapChoice
from gui.map.drops import Offered, offered_by
from gui.windows.gm_window import GmWindow
from model.content.uvtt import MapFile, read_map
from model.state.board import Line, Picture
from model.view.board import MapProjector
from model.view.viewer import PLAYERS
from tests.gui.windows.hands import OpenWindow, Press
from tests.support.uvtt import at, cave, keep, ship, text

pytestmark = pytest.mark.slow


def png(width: int, height: int, color: int = 0x336699, form: str = "PNG") -> bytes:
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert plain(width, height, color).save(buffer, form)
    return bytes(content.data())


def plain(width: int, height: int, color: int = 0x336699) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(color)
    return image


@pytest.fixture
def keep_file(tmp_path: Path) -> Path:
    """A map file of 20 x 10 cells of 70 pixels: two walls, a closed door, an open portal, a light."""
    file = tmp_path / "Old Keep.dd2vtt"
    file.write_bytes(text(keep(png(1400, 700))))
    return file


Answer = Callable[[ImportMapDialog], object]


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[ImportMapDialog]]:
    """Return a function that answers the next import dialogs by a callback and returns the list of those shown."""

    def answer_with(do: Answer = lambda dialog: None, *, accepts: bool = True) -> list[ImportMapDialog]:
        shown: list[ImportMapDialog] = []

        def execute(dialog: ImportMapDialog) -> QDialog.DialogCode:
            shown.append(dialog)
            do(dialog)
            return QDialog.DialogCode.Accepted if accepts else QDialog.DialogCode.Rejected

        monkeypatch.setattr(ImportMapDialog, "exec", execute)
        return shown

    return answer_with


def message(window: GmWindow) -> str:
    return window.status.message.text()


def lines_of(window: GmWindow) -> list[tuple[tuple[float, float], ...]]:
    shapes = [one.shape for one in window.work.battle.board.features.values() if one.kind == "cover"]
    return [shape.points for shape in shapes if isinstance(shape, Line)]


# ------------------------------------------------------------------------------------------------- the dialog


def dialog_for(qtbot: QtBot, map: MapFile, picture: QImage, name: str = "keep.dd2vtt", **said: Any) -> ImportMapDialog:
    known: dict[str, Any] = {"cell": 1.0, "covers": 0, "in_metres": True} | said
    dialog = ImportMapDialog(name, map, picture, **known)
    qtbot.addWidget(dialog)
    with qtbot.waitActive(dialog):
        dialog.show()
        dialog.activateWindow()
    return dialog


def test_the_dialog_says_what_comes_in_and_how_large_it_is(qtbot: QtBot) -> None:
    dialog = dialog_for(qtbot, read_map(text(keep())), plain(1400, 700), cell=1.5)
    assert dialog.size_words.text() == "20 × 10 cells: 30 × 15 m"
    assert dialog.comes_in.text() == "2 walls, 1 door"
    assert dialog.left_out.text() == "1 light, 1 open portal"
    assert dialog.problem.isHidden()
    assert dialog.replaces.isHidden()
    assert dialog.choice == MapChoice(metres=1.5, has_lines=True, is_hidden=True, replaces=False)


def test_the_cell_is_typed_at_once_and_enter_takes_the_map(qtbot: QtBot) -> None:
    dialog = dialog_for(qtbot, read_map(text(cave())), plain(3040, 2020), covers=3)
    QTest.keyClicks(QApplication.focusWidget(), "2")
    assert dialog.size_words.text() == "30.4 × 20.2 cells: 60.8 × 40.4 m"
    assert dialog.replaces.text() == "&Remove the 3 pieces of cover now on the board"
    with qtbot.waitSignal(dialog.accepted):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert dialog.choice == MapChoice(metres=2.0, has_lines=True, is_hidden=True, replaces=True)


def test_a_long_name_makes_the_dialog_no_wider(qtbot: QtBot) -> None:
    dialog = dialog_for(qtbot, read_map(text(keep())), plain(1400, 700), "keep" * 60 + ".dd2vtt")
    assert dialog.width() < 600


def test_lines_left_out_cannot_be_hidden(qtbot: QtBot) -> None:
    dialog = dialog_for(qtbot, read_map(text(keep())), plain(1400, 700))
    QTest.mouseClick(dialog.lines, Qt.MouseButton.LeftButton, pos=QPoint(8, dialog.lines.height() // 2))
    assert not dialog.hidden.isEnabled()
    assert not dialog.choice.has_lines


def test_where_zones_are_counted_walls_are_only_offered(qtbot: QtBot) -> None:
    dialog = dialog_for(qtbot, read_map(text(keep())), plain(1400, 700), in_metres=False)
    assert "counts zones" in dialog.lines.text()
    assert not dialog.choice.has_lines


def test_the_dialog_says_what_is_wrong_with_the_picture(qtbot: QtBot) -> None:
    without = dialog_for(qtbot, read_map(text(ship(None))), QImage())
    assert "has no picture: the map stays without one" in without.problem.text()
    fitted = dialog_for(qtbot, read_map(text(ship(None))), QImage(), has_picture=True)
    assert "the board keeps the one it has" in fitted.problem.text()
    assert not without.hidden.isChecked()
    # 1400 pixels for 20 cells are 70 per cell: 910 pixels are 13 cells, not 10.
    askew = dialog_for(qtbot, read_map(text(keep())), plain(1400, 910))
    assert "13 cells high, the map 10" in askew.problem.text()
    rounded = dialog_for(qtbot, read_map(text(keep())), plain(1401, 700))
    assert rounded.problem.isHidden()


# ------------------------------------------------------------------------------------------------- the command


def test_a_map_comes_in_with_picture_scale_and_walls_and_one_undo_takes_it_back(
    window: GmWindow, keep_file: Path, answer: Callable[..., list[ImportMapDialog]], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = window.work.battle
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(keep_file), ""))
    answer(lambda dialog: dialog.cell.setValue(1.5))
    window.commands.action("import_map").trigger()
    board = window.work.battle.board
    assert message(window) == ""
    assert board.picture is not None
    assert board.picture == Picture(file=board.picture.file, x=0.0, y=0.0, width=30.0)
    assert board.cell == 1.5
    assert lines_of(window) == [
        ((3.0, 3.0), (12.0, 3.0), (12.0, 9.0), (3.0, 9.0)),
        ((3.0, 9.0), (3.0, 7.5)),
        ((3.0, 4.5), (3.0, 7.5)),
    ]
    assert window.work.bridge.path is not None
    kept = window.work.bridge.path.parent / board.picture.file
    assert kept.read_bytes() == png(1400, 700)
    assert board.picture.file.endswith(".png")
    # 700 pixels at 70 per cell are 10 cells: 15 m high on the map.
    place = window.board.map.picture.place
    assert place is not None
    assert (place.width(), place.height()) == (30.0, 15.0)
    window.combat.undo()
    assert window.work.battle.board == before.board


def test_the_whole_map_is_seen_and_players_see_no_lines(
    qtbot: QtBot, window: GmWindow, keep_file: Path, answer: Callable[..., list[ImportMapDialog]]
) -> None:
    answer()
    window.board.show_view("bands")
    window.pictures.import_map(keep_file)
    assert window.board.view == "map"
    camera = window.board.map.camera
    qtbot.waitUntil(lambda: window.board.map.camera != camera)
    seen, place = window.board.map.camera.metres, window.board.map.picture.place
    assert place is not None
    assert seen.contains(place)
    view = MapProjector(window.work.ruleset, PLAYERS).project(window.work.battle)
    assert view.picture is not None
    assert [feature for feature in view.features if feature.kind == "cover"] == []


def test_cancelled_nothing_changes_and_no_picture_is_kept(
    window: GmWindow, keep_file: Path, answer: Callable[..., list[ImportMapDialog]]
) -> None:
    before = window.work.battle
    assert window.work.bridge.path is not None
    folder = window.work.bridge.path.parent
    files = sorted(folder.iterdir())
    answer(accepts=False)
    window.pictures.import_map(keep_file)
    assert window.work.battle is before
    assert sorted(folder.iterdir()) == files


def test_what_is_wrong_with_a_map_is_told(
    window: GmWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: Callable[..., list[ImportMapDialog]]
) -> None:
    shown, told = answer(), []
    monkeypatch.setattr(MessageDialog, "inform", lambda parent, title, sentences: told.append((title, sentences)))
    before = window.work.battle
    file = tmp_path / "keep.uvtt"
    file.write_text("{")
    window.pictures.import_map(file)
    assert message(window).startswith("keep.uvtt: This is not a Universal VTT map: line 1")
    assert told == []
    file.write_bytes(text({**keep(), "image": 7, "portals": 8}))
    window.pictures.import_map(file)
    ((title, sentences),) = told
    assert title == "“keep.uvtt” cannot be imported"
    assert "• portals: It must be a list, not the number 8." in sentences
    assert "• image: It must be base64 text, not the number 7." in sentences
    assert shown == []
    assert window.work.battle is before


def test_a_picture_that_cannot_be_shown_is_left_out_and_the_walls_come_in(
    window: GmWindow, tmp_path: Path, answer: Callable[..., list[ImportMapDialog]]
) -> None:
    said = []
    answer(lambda dialog: said.append(dialog.problem.text()))
    file = tmp_path / "keep.uvtt"
    file.write_bytes(text(keep(png(1400, 700)[:-60])))
    window.pictures.import_map(file)
    assert said == ["Its picture is left out: it is damaged: it cannot be read to the end."]
    assert window.work.battle.board.picture is None
    assert len(lines_of(window)) == 3


def test_a_copy_takes_the_picture_of_the_map_along_also_of_one_that_was_undone(
    window: GmWindow, keep_file: Path, tmp_path: Path, answer: Callable[..., list[ImportMapDialog]]
) -> None:
    answer()
    window.pictures.import_map(keep_file)
    picture = window.work.battle.board.picture
    assert picture is not None
    window.combat.undo()
    (tmp_path / "elsewhere").mkdir()
    assert window.work.bridge.session.save_copy(tmp_path / "elsewhere" / "copy.battle.toml") is None
    assert (tmp_path / "elsewhere" / picture.file).read_bytes() == png(1400, 700)


def test_a_game_of_zones_takes_a_map_without_its_walls(
    station: GmWindow, keep_file: Path, answer: Callable[..., list[ImportMapDialog]]
) -> None:
    answer()
    before = station.work.battle.board
    station.pictures.import_map(keep_file)
    after = station.work.battle.board
    assert after.picture is not None
    assert after.picture.width == 20 * before.cell
    assert (after.features, after.zones) == (before.features, before.zones)


def test_a_door_is_opened_and_closed_by_the_menu_at_it(
    window: GmWindow, keep_file: Path, answer: Callable[..., list[ImportMapDialog]], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer()
    window.pictures.import_map(keep_file)
    door = next(one for one in window.work.battle.board.features.values() if one.is_door)

    def choose(words: str) -> None:
        """Choose an entry of the context menu at the middle of the door."""

        class Chosen(QMenu):
            def exec(self, *_: object) -> None:
                next(action for action in self.actions() if action.text() == words).trigger()

        monkeypatch.setattr("gui.windows.combatant_commands.QMenu", Chosen)
        window.board.map.context_requested.emit(None, 2.0, 4.0, QPoint())

    choose("Open Door")
    assert window.work.battle.board.features[door.id].kind == "drawing"
    assert window.work.bridge.undo_words == "Door is opened"
    choose("Close Door")
    assert window.work.battle.board.features[door.id] == door
    assert window.work.bridge.undo_words == "Door is closed"


# ------------------------------------------------------------------------------------------------- drag and drop


def dragged(*files: Path, image: QImage | None = None, words: str = "") -> QMimeData:
    mime = QMimeData()
    if files:
        mime.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    if image is not None:
        mime.setImageData(image)
    if words:
        mime.setText(words)
    return mime


_COPY = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
_LEFT, _NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def drop(window: GmWindow, mime: QMimeData, pixel: QPointF) -> bool:
    """Drag over the map and drop there; return whether the drop was accepted as a copy action."""
    viewport = window.board.map.graphics_view.viewport()
    enter = QDragEnterEvent(pixel.toPoint(), _COPY, mime, _LEFT, _NONE)
    QApplication.sendEvent(viewport, enter)
    if not enter.isAccepted():
        return False
    event = QDropEvent(pixel, _COPY, mime, _LEFT, _NONE)
    QApplication.sendEvent(viewport, event)
    QApplication.processEvents()
    return event.isAccepted() and event.dropAction() == Qt.DropAction.CopyAction


def at_token(window: GmWindow, who: str) -> QPointF:
    place = window.board.map.tokens.place_of(who)
    assert place is not None
    return window.board.map.camera.to_pixels(*place)


def empty(window: GmWindow) -> QPointF:
    """Return a pixel of the map without a token."""
    canvas = window.board.map
    pixels = (QPointF(x, y) for y in range(150, canvas.height() - 80, 20) for x in range(60, canvas.width() - 60, 20))
    return next(pixel for pixel in pixels if canvas.token_at(pixel) is None)


def test_a_picture_dropped_on_a_token_becomes_its_portrait(window: GmWindow, tmp_path: Path) -> None:
    file = tmp_path / "apex.png"
    file.write_bytes(png(40, 40))
    before = window.work.battle
    assert drop(window, dragged(file), at_token(window, "apex-1"))
    portrait = window.work.battle.combatants["apex-1"].portrait
    assert window.work.bridge.path is not None
    assert (window.work.bridge.path.parent / portrait).read_bytes() == file.read_bytes()
    assert window.work.battle.board.picture is None
    window.combat.undo()
    assert window.work.battle.combatants == before.combatants


def test_a_picture_dropped_on_the_map_lies_under_it(window: GmWindow, tmp_path: Path) -> None:
    file = tmp_path / "harbour.JPG"
    file.write_bytes(png(80, 40, form="JPG"))
    assert drop(window, dragged(file), empty(window))
    picture = window.work.battle.board.picture
    assert picture is not None
    assert picture.file.endswith(".jpg")
    assert picture.width == 40.0
    window.work.edit("set_picture", width=25)
    file.write_bytes(png(80, 40, 0x993333, "JPG"))
    assert drop(window, dragged(file), empty(window))
    other = window.work.battle.board.picture
    assert other is not None
    assert other.file != picture.file
    assert other.width == 25.0
    window.combat.undo()
    assert window.work.battle.board.picture == Picture(file=picture.file, width=25.0)


def test_a_map_dropped_anywhere_is_imported(
    window: GmWindow, keep_file: Path, answer: Callable[..., list[ImportMapDialog]]
) -> None:
    shown = answer()
    assert drop(window, dragged(keep_file), at_token(window, "apex-1"))
    assert len(shown) == 1
    assert len(lines_of(window)) == 3


def test_a_picture_without_a_file_dropped_from_another_program_is_kept_as_png(window: GmWindow) -> None:
    mime = dragged(image=plain(30, 20))
    mime.setUrls([QUrl("https://example.org/map.png")])
    assert drop(window, mime, empty(window))
    picture = window.work.battle.board.picture
    assert picture is not None
    assert window.work.bridge.path is not None
    assert picture.file.endswith(".png")
    kept = QImage(str(window.work.bridge.path.parent / picture.file))
    assert (kept.width(), kept.height(), kept.pixelColor(3, 3).rgb() & 0xFFFFFF) == (30, 20, 0x336699)


def test_wrong_files_dropped_are_told_of(window: GmWindow, tmp_path: Path) -> None:
    notes, folder, good = tmp_path / "notes.txt", tmp_path / "pictures", tmp_path / "good.png"
    notes.write_text("no picture")
    folder.mkdir()
    good.write_bytes(png(40, 40))
    before, pixel = window.work.battle, empty(window)
    for mime, part in (
        (dragged(notes), "“notes.txt” is in a format that cannot be used"),
        (dragged(folder), "“pictures” is a folder"),
        (dragged(tmp_path / "gone.png"), "“gone.png” cannot be read"),
        (dragged(good, notes), "These are 2 files"),
    ):
        assert drop(window, mime, pixel)
        assert part in message(window)
    link = QMimeData()
    link.setUrls([QUrl("https://example.org/map.png")])
    assert drop(window, link, pixel)
    assert "no picture in what was dropped" in message(window)
    assert drop(window, dragged(good), at_token(window, next(iter(window.work.battle.things))))
    assert "only combatants have portraits" in message(window)
    assert window.work.battle is before


def test_words_are_not_taken_at_all(window: GmWindow) -> None:
    assert not drop(window, dragged(words="three raiders"), empty(window))


def test_the_map_says_what_a_drop_comes_to(window: GmWindow, tmp_path: Path) -> None:
    file = tmp_path / "apex.png"
    viewport, overlay = window.board.map.graphics_view.viewport(), window.board.map.overlay
    mime = dragged(file)
    for pixel, words in (
        (at_token(window, "apex-1"), "Portrait of Apex"),
        (empty(window), "Background picture or map"),
    ):
        QApplication.sendEvent(viewport, QDragEnterEvent(pixel.toPoint(), _COPY, mime, _LEFT, _NONE))
        assert overlay.label == (words, True)
    QApplication.sendEvent(viewport, QDragLeaveEvent())
    assert overlay.label[0] == ""


# ------------------------------------------------------------------------------------------------- the clipboard


@pytest.fixture
def clipboard() -> Iterator[Callable[[QMimeData], None]]:
    yield QGuiApplication.clipboard().setMimeData
    QGuiApplication.clipboard().clear()


def press_ctrl(key: Qt.Key, *, shift: bool = False) -> None:
    held = Qt.KeyboardModifier.ControlModifier
    if shift:
        held |= Qt.KeyboardModifier.ShiftModifier
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key, held)
    QApplication.processEvents()


def test_ctrl_v_lays_the_picture_of_the_clipboard_under_the_board(
    window: GmWindow, clipboard: Callable[[QMimeData], None]
) -> None:
    clipboard(dragged(image=plain(30, 20)))
    press_ctrl(Qt.Key.Key_V)
    picture = window.work.battle.board.picture
    assert picture is not None
    assert window.work.bridge.path is not None
    kept = (window.work.bridge.path.parent / picture.file).read_bytes()
    assert kept.startswith(b"\x89PNG")
    assert QImage.fromData(kept).size().toTuple() == (30, 20)
    window.combat.undo()
    assert window.work.battle.board.picture is None


def test_a_pasted_picture_becomes_a_portrait_with_shift(
    window: GmWindow, clipboard: Callable[[QMimeData], None], tmp_path: Path
) -> None:
    window.work.selection.set_current("boomer-3")
    file = tmp_path / "boomer.png"
    file.write_bytes(png(20, 20))
    clipboard(dragged(file))
    window.board.map.setFocus()
    press_ctrl(Qt.Key.Key_V, shift=True)
    portrait = window.work.battle.combatants["boomer-3"].portrait
    assert window.work.bridge.path is not None
    assert (window.work.bridge.path.parent / portrait).read_bytes() == file.read_bytes()
    assert window.work.battle.board.picture is None


def test_without_a_picture_on_the_clipboard_nothing_is_pasted(
    window: GmWindow, clipboard: Callable[[QMimeData], None]
) -> None:
    clipboard(dragged(words="three raiders"))
    before = window.work.battle
    press_ctrl(Qt.Key.Key_V)
    assert "no picture on the clipboard" in message(window)
    assert window.work.battle is before


def test_an_empty_clipboard_may_have_nothing_at_all() -> None:
    assert offered_by(None) == Offered()


def test_in_a_text_field_ctrl_v_pastes_words(
    window: GmWindow, clipboard: Callable[[QMimeData], None], press: Press
) -> None:
    clipboard(dragged(words="three raiders"))
    press("+")
    press_ctrl(Qt.Key.Key_V)
    assert "three raiders" in window.combatants.quick_entry.field.text()


def test_a_battle_without_a_file_keeps_no_picture(
    opens: OpenWindow, open_window: OpenWindow, clipboard: Callable[[QMimeData], None]
) -> None:
    battle = open_window().work.battle
    window = opens(battle)
    clipboard(dragged(image=plain(30, 20)))
    window.pictures.paste()
    assert "save a copy first" in message(window)
    assert window.work.battle.board.picture is None


def test_a_data_prefix_and_a_jpeg_come_in(
    window: GmWindow, tmp_path: Path, answer: Callable[..., list[ImportMapDialog]]
) -> None:
    """30.4 cells of 1 m; the corner of the picture is half a cell to the right of a grid line."""
    answer()
    file = tmp_path / "cave.UVTT"
    file.write_bytes(text(cave(png(304, 202, form="JPG"))))
    window.pictures.import_map(file)
    picture = window.work.battle.board.picture
    assert picture is not None
    assert (picture.x, picture.y, picture.width) == (0.5, 0.0, 30.4)
    assert picture.file.endswith(".jpg")
    # The wall at 13.5 is 1 cell from the map's origin at 12.5: the picture's corner, which is at 0.5 on the board.
    assert lines_of(window)[0] == ((1.5, 1.0), (1.5, 8.0), (8.5, 8.0))


def test_a_map_of_single_stretches_in_webp_comes_in(
    window: GmWindow, tmp_path: Path, answer: Callable[..., list[ImportMapDialog]]
) -> None:
    """33.333333 cells of 1.5 m are 50 m."""
    answer(lambda dialog: dialog.cell.setValue(1.5))
    file = tmp_path / "ship.df2vtt"
    document = ship(png(1600, 336, form="WEBP"))
    assert base64.b64decode(document["image"])[8:12] == b"WEBP"
    file.write_bytes(text({**document, "lights": [at(1, 1)]}))
    window.pictures.import_map(file)
    picture = window.work.battle.board.picture
    assert picture is not None
    assert (picture.width, picture.file.rpartition(".")[2]) == (50.0, "webp")
    assert lines_of(window) == [((0.0, 0.0), (15.0, 0.0)), ((15.0, 0.0), (15.0, 10.5))]
