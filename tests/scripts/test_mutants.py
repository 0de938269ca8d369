"""A place is broken as it says, and a test that comes by it is noted."""

import subprocess
import sys
from pathlib import Path

from scripts.mutants import Mutant, apply_mutant, instrument, mutants_of
from tests.loops import for_each

SOURCE = '''"""A module."""


def choose(values: list[int], most: int) -> list[int]:
    """Some of them."""
    found = []
    for each in values:
        if each == most and not found:
            continue
        elif each < 3:
            found.append(each)
    return found if most else [most + 1]
'''


def mutants(source: str) -> list[Mutant]:
    return list(mutants_of("some.py", source))


@for_each(
    "line, text",
    [
        (8, "(each != most)"),
        (8, "(each == most or not found)"),
        (8, "(found)"),
        (9, "break"),
        (10, "(each <= 3)"),
        (10, "4"),
        (11, "pass"),
        (12, "([most + 1] if most else found)"),
        (12, "(most - 1)"),
        (12, "2"),
    ],
)
def test_each_place_is_broken_as_it_says(line: int, text: str) -> None:
    (mutant,) = [each for each in mutants(SOURCE) if (each.line, each.text) == (line, text)]
    before, after = (each.splitlines() for each in (SOURCE, apply_mutant(SOURCE, mutant)))
    assert text in after[line - 1]
    assert [number for number, lines in enumerate(zip(before, after, strict=True), 1) if len({*lines}) > 1] == [line]


def test_who_comes_by_is_noted(tmp_path: Path) -> None:
    numbered = dict(enumerate(mutants(SOURCE)))
    (tmp_path / "some.py").write_text(instrument(SOURCE, numbered) + "\nchoose([5], 5)\n")
    notes = tmp_path / "notes"
    environment = {"MUTATION_NOTES": str(notes), "PYTEST_CURRENT_TEST": "test_it (call)"}
    subprocess.run([sys.executable, tmp_path / "some.py"], env=environment, check=True)
    came_by = {number for number, each in numbered.items() if each.line != 11}
    assert {*notes.read_text().splitlines()} == {f"{number} test_it (call)" for number in came_by}
