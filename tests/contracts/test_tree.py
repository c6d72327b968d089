"""What may be where in the repository."""

import ast
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.contracts.sources import ROOT, sources

# The packages that serve every ruleset and therefore name none.
NEUTRAL = [
    "gui",
    "model/board",
    "model/content",
    "model/dice",
    "model/engine",
    "model/scenarios",
    "model/session",
    "model/state",
    "model/view",
]

RULESETS = {path.stem for path in (ROOT / "resources" / "rules").glob("*.toml")}


def files_of_the_project() -> list[Path]:
    """Return the tracked files, and new ones that are not ignored."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [path for name in sorted(set(listing.stdout.split("\0"))) if (path := ROOT / name).is_file()]


def modules_of(package: Path) -> set[str]:
    return {path.stem for path in package.glob("*.py")} - {"__init__"}


def introduction(package: Path) -> str:
    return ast.get_docstring(ast.parse((package / "__init__.py").read_bytes())) or ""


def quoted(text: str) -> list[str]:
    """Return the texts between backticks."""
    return re.findall(r"`([^`]+)`", text)


def modules_named(text: str, package: Path) -> set[str]:
    """Return the modules of a package that a text names: as `module`, `module.name`, or by a prefix (`edits_…`)."""
    words = quoted(text)
    single = {word.partition(".")[0] for word in words}
    beginnings = tuple(re.findall(r"`(\w+)…`", text))
    return {name for name in modules_of(package) if name in single or name.startswith(beginnings)}


def rules_told(code: str) -> set[str]:
    """Return the rules and sections that a module names: `ZS-KB`, `ZS-KB-01`, and all of `ZS-KB-01 to ZS-KB-06`."""
    told = set(re.findall(r"\b[A-Z]{2}-[A-Z]+\b", code)) | set(re.findall(r"\b[A-Z]{2}-[A-Z]+-\d\d\b", code))
    for section, first, last in re.findall(r"\b([A-Z]{2}-[A-Z]+)-(\d\d) to (?:[A-Z]{2}-[A-Z]+-)?(\d\d)\b", code):
        told |= {f"{section}-{number:02}" for number in range(int(first), int(last) + 1)}
    return told


def test_packaging_does_not_hide_the_library_of_that_name() -> None:
    assert not (ROOT / "packaging" / "__init__.py").exists()


def test_resources_hold_no_code() -> None:
    assert sorted((ROOT / "resources").rglob("*.py*")) == []


def test_every_package_is_one() -> None:
    """Without its `__init__.py` a package works, but the import contracts do not see its modules."""
    folders = {path.parent for package in ("gui", "model") for path in (ROOT / package).rglob("*.py")}
    assert [str(path.relative_to(ROOT)) for path in sorted(folders) if not (path / "__init__.py").exists()] == []


def test_classes_and_functions_can_be_read_at_once() -> None:
    assert [
        f"{path}:{one}" for package in ("gui", "model") for path, source in sources(package) for one in source.long
    ] == []


def test_no_path_of_a_developers_machine() -> None:
    # A slash before the first folder's name and no other before it: an absolute path, not a part of an address.
    machine_path = re.compile(rb"(?<![\w./])/(?:work|root|home/\w+|Users/\w+)/")
    found = [
        f"{path.relative_to(ROOT)}: {match.group().decode()}"
        for path in files_of_the_project()
        if (match := machine_path.search(path.read_bytes()))
    ]
    assert found == []


@pytest.mark.parametrize("package", NEUTRAL)
def test_a_neutral_package_names_no_ruleset(package: str) -> None:
    assert RULESETS
    named = [
        f"{path}:{one.line}: {one.word!r}"
        for path, source in sources(package)
        for one in source.words
        if one.is_text and one.word in RULESETS
    ]
    assert named == []


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_the_table_of_a_ruleset_leads_from_every_rule_to_modules_that_know_it(ruleset: str) -> None:
    reference = tomllib.loads((ROOT / "resources" / "rules" / f"{ruleset}.toml").read_text(encoding="utf-8"))
    entries = [entry for kind in ("rule", "ambiguity", "missing") for entry in reference.get(kind, [])]
    package = ROOT / "model" / "rulesets" / ruleset
    rows = [line.split("|")[1:-1] for line in introduction(package).splitlines() if line.startswith("| `")]
    sections = {entry["id"].rsplit("-", 1)[0] for entry in entries}
    assert {section for row in rows for section in quoted(row[0])} == sections
    led_to = {
        section: {name for row in rows if section in quoted(row[0]) for name in modules_named(row[-1], package)}
        for section in sections
    }
    told = {name: rules_told((package / f"{name}.py").read_text(encoding="utf-8")) for name in modules_of(package)}
    # Rules that are only advice have no code, so their sections lead to no module of the ruleset.
    known = {section for section, names in led_to.items() if any(section in told[name] for name in names)}
    assert {section for section, names in led_to.items() if names} == known
    rules = {entry["id"]: entry["id"].rsplit("-", 1)[0] for entry in reference["rule"]}
    astray = {
        rule: names
        for rule, section in rules.items()
        # House rules name every rule that they change.
        if (names := {name for name in told if rule in told[name] and not name.startswith("settings")})
        and not names & led_to[section]
    }
    assert astray == {}


@pytest.mark.parametrize("path", sorted((ROOT / "packaging" / "requirements").glob("*.txt")), ids=lambda p: p.name)
def test_requirements_are_pinned_and_hashed_and_name_no_index(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    without_hashes = re.sub(r"^ +--hash=sha256:[0-9a-f]{64}", "", text, flags=re.MULTILINE)
    assert not re.search(r"https?:|^\s*-", without_hashes, re.MULTILINE)
    requirements = re.split(r"\n(?=\S)", text.strip())
    assert requirements
    for requirement in requirements:
        assert re.match(r"[\w.-]+==[\w.]+( ;[^\\]+)? \\\n", requirement), requirement
        assert "--hash=sha256:" in requirement, requirement
