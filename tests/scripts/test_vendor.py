"""The files that pages load, and the sprite of the icons in use."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from scripts.vendor import FILES, SVG, main, system_dark

DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="16" class="bi" viewBox="0 0 16 12"><path d="{}"/></svg>'


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A node_modules with the files that are wanted, and two icons."""
    folder = tmp_path / "node_modules"
    icons = folder / "bootstrap-icons" / "icons"
    for file in [*(folder / name for name in FILES), icons / "house.svg", icons / "sun.svg"]:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(DRAWING.format(file.stem))
    return folder


@pytest.fixture
def names(tmp_path: Path) -> Path:
    file = tmp_path / "icons.txt"
    file.write_text("sun\n\nhouse\n")
    return file


def test_files_are_copied_under_their_plain_names(packages: Path, names: Path, tmp_path: Path) -> None:
    assert main(packages, names, tmp_path / "vendor") is None
    copied = {file.name for file in (tmp_path / "vendor").iterdir()}
    assert copied == {*FILES.values(), "icons.svg", "bootstrap-system-dark.css"}


def test_icon_becomes_a_symbol_with_its_name_and_drawing(packages: Path, names: Path, tmp_path: Path) -> None:
    main(packages, names, tmp_path)
    sun, house = ET.parse(tmp_path / "icons.svg").getroot()  # noqa: S314 - made by the test itself
    assert sun.attrib == {"id": "sun", "viewBox": "0 0 16 12", "fill": "currentColor"}
    assert [(path.tag, path.get("d")) for path in house] == [(f"{{{SVG}}}path", "house")]


def test_unknown_icon_is_named_and_nothing_is_written(packages: Path, names: Path, tmp_path: Path) -> None:
    names.write_text("sun\nsunn\nhause\n")
    problem = main(packages, names, tmp_path / "vendor")
    assert problem == "icons.txt names icons that Bootstrap Icons does not have: sunn, hause."
    assert not (tmp_path / "vendor").exists()


def test_dark_rules_are_repeated_for_pages_that_follow_the_system() -> None:
    bootstrap = ":root,[data-bs-theme=light]{--a:1}[data-bs-theme=dark]{--a:2}.b{c:d}[data-bs-theme=dark] .b{c:e}"
    follows = ":root:not([data-bs-theme])"
    assert system_dark(bootstrap) == (f"@media (prefers-color-scheme:dark){{{follows}{{--a:2}}{follows} .b{{c:e}}}}\n")
