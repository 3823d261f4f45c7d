"""The house: rooms import downwards alone, nobody imports in a circle, and no room or file grows out of its size."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "pipeline"
FLOORS = (
    "__main__", "interface", "cli", "page", "commands", "batch", "course", "audit", "workbook", "explaining", "rating",
    "readers", "method", "tiebreaks",
)  # fmt: skip
"""From the top down; what isn't named (event, errors, registry …) is the ground that all stand on."""
AUDIT_FLOORS = ("run", "contradictions", "ratings", "dp_table", "report", "causes", "formulas", "judging", "sheet")
"""The rooms of the audit, from the top down; the engine of formulas is its ground floor."""
ENGINE = "pipeline.audit.formulas.engine"
MOST_LINES = 400
MOST_FLAT = {"": 18, "audit": 12}


def _modules() -> dict[str, Path]:
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in PACKAGE.rglob("*.py")
    }


def _imports() -> dict[str, set[str]]:
    """By module, the modules that it imports, wherever in it."""
    modules = _modules()
    found: dict[str, set[str]] = {}
    for name, path in modules.items():
        found[name] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pipeline"):
                for alias in node.names:
                    full = f"{node.module}.{alias.name}"
                    found[name].add(full if full in modules else str(node.module))
            elif isinstance(node, ast.Import):
                found[name] |= {alias.name for alias in node.names if alias.name.startswith("pipeline")}
        found[name].discard(name)
    return found


IMPORTS = _imports()


def _floor(name: str, rooms: tuple[str, ...], depth: int) -> int:
    part = (name.split(".") + [""] * depth)[depth]
    return rooms.index(part) if part in rooms else len(rooms)


def test_imports_run_down_from_the_command_line_to_the_ground():
    upwards = [
        f"{name} imports {other}" for name, others in IMPORTS.items() for other in others
        if other != "pipeline" and _floor(other, FLOORS, 1) < _floor(name, FLOORS, 1)
    ]
    assert not upwards


def test_imports_run_down_inside_the_audit():
    def floor(name: str) -> int:
        return len(AUDIT_FLOORS) if name.startswith(ENGINE) else _floor(name, AUDIT_FLOORS, 2)

    upwards = [
        f"{name} imports {other}" for name, others in IMPORTS.items() if name.startswith("pipeline.audit.")
        for other in others if other.startswith("pipeline.audit.") and floor(other) < floor(name)
    ]
    assert not upwards


def test_no_modules_import_each_other_in_a_circle():
    # Modules that import only modules already taken away are taken away; what stays hangs in a circle.
    left = dict(IMPORTS)
    while free := [name for name, others in left.items() if not (others & left.keys())]:
        for name in free:
            del left[name]
    assert not left


@pytest.mark.parametrize("room", MOST_FLAT)
def test_a_room_has_no_more_modules_than_a_stranger_can_look_over(room):
    flat = [path.name for path in (PACKAGE / room).glob("*.py")]
    assert len(flat) <= MOST_FLAT[room], flat


def test_every_folder_says_what_is_in_it():
    assert not [path for path in PACKAGE.rglob("__init__.py") if not ast.get_docstring(ast.parse(path.read_text()))]


def test_no_file_is_too_long_to_be_read():
    long = [
        f"{path.relative_to(ROOT)}: {lines}"
        for folder in ("pipeline", "tests", "tools") for path in (ROOT / folder).rglob("*.py")
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    ]
    assert not long
