"""What may stand where in the repository."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONGEST_MODULE = 450

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
    """Tracked files, and new ones that are not ignored."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [path for name in sorted(set(listing.stdout.split("\0"))) if (path := ROOT / name).is_file()]


def test_packaging_does_not_hide_the_library_of_that_name() -> None:
    assert not (ROOT / "packaging" / "__init__.py").exists()


def test_resources_hold_no_code() -> None:
    assert sorted((ROOT / "resources").rglob("*.py*")) == []


def test_every_package_is_one() -> None:
    """Without its `__init__.py` a package works, but the import contracts do not see what is in it."""
    folders = {path.parent for package in ("gui", "model") for path in (ROOT / package).rglob("*.py")}
    assert [str(path.relative_to(ROOT)) for path in sorted(folders) if not (path / "__init__.py").exists()] == []


def test_modules_stay_small() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in files_of_the_project()
        if path.suffix == ".py"
    }
    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}


def test_no_path_of_somebodys_machine() -> None:
    # A slash before the first folder's name and none before that: an absolute path, not a part of an address.
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
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.value!r}"
        for path in sorted((ROOT / package).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Constant) and node.value in RULESETS
    ]
    assert named == []


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
