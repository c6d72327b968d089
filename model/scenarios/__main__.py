"""`python -m model.scenarios coverage [--missing] [--settings]`: which rules are shown."""

from __future__ import annotations

import argparse
import sys

from model.scenarios.cli import while_read
from model.scenarios.coverage import coverage_command


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m model.scenarios", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    coverage = commands.add_parser("coverage", help="compare the references with what scenarios and tests show")
    coverage.add_argument("--missing", action="store_true", help="list the rules that nothing shows")
    coverage.add_argument("--settings", action="store_true", help="list the house rules that nothing changes")
    given = parser.parse_args()
    return while_read(lambda: coverage_command(lists_missing=given.missing, lists_settings=given.settings))


if __name__ == "__main__":
    sys.exit(main())
