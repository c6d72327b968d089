"""The command `battleboard`: opens the window, or carries out a command that needs no window.

Qt is imported only to open a window: scenarios are played and files checked on machines that have no screen.
"""

from __future__ import annotations

import argparse
import builtins
import gc
import multiprocessing
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from model import __version__

SIZE = re.compile(r"(\d{3,5})x(\d{3,5})")
COMMANDS = """\
commands without a window:
  battleboard play FILE...       play scenario files, or folders of them
  battleboard rules RULESET      print the words of a ruleset: fields, actions, house rules, templates; --section TITLE
  battleboard check FILE...      check battles, scenarios, content and whole campaigns, by file or folder
  battleboard forecast FILE      play a battle on to its end many times; --fights N, --rounds N, --seed SEED
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return the exit status of the process."""
    # In the installed program the worker processes of a forecast start here too, and do not return from this call.
    multiprocessing.freeze_support()
    _give_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or given[0] not in _WINDOWLESS:
        return _window(given)
    return _WINDOWLESS[given[0]](given[1:])


def _give_streams() -> None:
    """Replace missing standard streams by the null device: a windowed program on Windows has none."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 -- open until the end


def _play(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="battleboard play", description="Play scenarios without a window.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a scenario file, or a folder of them")
    said = parser.parse_args(given).files
    from model.scenarios.cli import play_command, while_read

    return while_read(lambda: play_command(said))


def _rules(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="battleboard rules", description="Print the words of a ruleset.")
    parser.add_argument("ruleset", metavar="RULESET", help="such as the one that a scenario names")
    parser.add_argument("--section", default="", metavar="TITLE", help='only one section, such as "house rules"')
    said = parser.parse_args(given)
    from model.scenarios.cli import rules_command, while_read

    return while_read(lambda: rules_command(said.ruleset, section=said.section))


def _check(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="battleboard check", description="Check files, and print every problem with its place."
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a file, or a folder of them")
    said = parser.parse_args(given).files
    from model.scenarios.cli import check_command, while_read

    return while_read(lambda: check_command(said))


def _forecast(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="battleboard forecast", description="Play a battle on to its end many times, and print what that comes to."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a battle, which stays as it is")
    parser.add_argument("--fights", type=int, default=1000, metavar="N", help="fights at most (default: 1000)")
    parser.add_argument("--rounds", type=int, default=20, metavar="N", help="rounds after which a fight counts as long")
    parser.add_argument("--seed", default="", metavar="SEED", help="seed of an earlier forecast, to repeat it")
    said = parser.parse_args(given)
    from model.scenarios.cli import while_read
    from model.scenarios.forecasting import forecast_command

    return while_read(lambda: forecast_command(said.file, fights=said.fights, rounds=said.rounds, seed=said.seed))


_WINDOWLESS: dict[str, Callable[[Sequence[str]], int]] = {
    "play": _play,
    "rules": _rules,
    "check": _check,
    "forecast": _forecast,
}


def _window(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="battleboard",
        description="A battle board for game masters.",
        epilog=COMMANDS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a battle, or a campaign's folder, to open")
    parser.add_argument("--sample", metavar="NAME", help="open a battle that comes with the program")
    parser.add_argument("--screenshot", type=Path, metavar="PNG", help="save a picture of the window and quit")
    parser.add_argument("--size", type=_size, metavar="WIDTHxHEIGHT", help="size of the window, such as 1366x768")
    parser.add_argument("--players", action="store_true", help="with --screenshot: save the players' screen instead")
    parser.add_argument("--theme", choices=("light", "dark"), help="default: same as the system")
    parser.add_argument(
        "--until-shown",
        action="store_true",
        help="print a line when the window is painted, and quit (measures start-up)",
    )
    parser.add_argument("--version", action="version", version=f"Battleboard {__version__}")
    said = parser.parse_args(given)
    if said.file is not None and said.sample is not None:
        parser.error("open a file or a sample, not both")
    if said.players and said.screenshot is None:
        parser.error("--players needs --screenshot: it says which window to save as a picture")
    # Loaded objects stay in use: garbage collections during the start would make it 10 % longer.
    gc.disable()
    try:
        return _show_window(said)
    finally:
        gc.enable()


def _show_window(said: argparse.Namespace) -> int:
    from gui.handover import Wish, address, hand_over

    is_picture = said.screenshot is not None or said.until_shown
    if said.sample is None and not is_picture and hand_over(Wish.of(said.file, None, os.environ), address()):
        return 0
    _import_as_usual()
    # Otherwise numpy starts one thread per core, which slow down the start of the program.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from gui.app import main as show

    return show(
        said.file,
        sample=said.sample,
        screenshot=said.screenshot,
        size=said.size,
        theme=said.theme,
        players=said.players,
        until_shown=said.until_shown,
    )


def _import_as_usual() -> None:
    """Remove the hook that PySide puts before each import: it takes a tenth of the start.

    The hook reads the source of every module for a mention of PySide, to decide where its `__feature__` switches apply.
    This program does not use them.
    """
    import PySide6.QtCore  # noqa: F401 -- installs the hook

    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def _size(text: str) -> tuple[int, int]:
    match = SIZE.fullmatch(text)
    if match is None:
        raise argparse.ArgumentTypeError(f"“{text}” is not a size: write it like 1366x768")
    return int(match[1]), int(match[2])


if __name__ == "__main__":
    sys.exit(main())
