"""Styles use six font sizes, by name."""

import re

from tests.house.sources import ROOT, read
from tests.loops import for_each

SIZES = {f"var(--text-{number})" for number in range(1, 7)} | {"inherit"}
DECLARED = re.compile(r"font-size:\s*([^;}]+)|\bfont:\s*(?!inherit)([^;}]+)|fontSize\s*=\s*(.+)")


def list_other_sizes(styles: str) -> list[str]:
    return [value for found in DECLARED.findall(styles) if (value := "".join(found).strip()) not in SIZES]


def test_sizes_of_fonts_are_the_six() -> None:
    files = [*(ROOT / "static" / "styles").glob("*.css"), *(ROOT / "static").rglob("*.js")]
    own = {file.name: list_other_sizes(read(file)) for file in files if not {"built", "vendor"} & {*file.parts}}
    assert {name: sizes for name, sizes in own.items() if sizes} == {}


@for_each(
    "planted",
    [
        "p { font-size: 0.9rem; }",
        "p { --bs-btn-font-size: 14px }",
        "p { font: 12px serif; }",
        'p.style.fontSize = "2em";',
    ],
)
def test_another_size_is_found(planted: str) -> None:
    assert list_other_sizes(planted)
