"""What the documents say of the code is true."""

import re

from masthead.web.http.settings import Settings
from scripts import pictures
from tests.house.sources import ROOT, read
from tests.loops import for_each

SETTINGS = ROOT / "docs" / "guide" / "settings.md"
CELL = re.compile(r"^\|\s*`(MASTHEAD_[A-Z_]+)`\s*\|([^|]*)\|", re.MULTILINE)


def configuration() -> dict[str, str]:
    """The tables of settings: what each is called, and the text of the next cell."""
    return {name: text.strip() for name, text in CELL.findall(read(SETTINGS))}


def test_the_guide_names_each_setting_and_no_other() -> None:
    assert sorted(configuration()) == sorted(f"MASTHEAD_{name.upper()}" for name in Settings.model_fields)


def test_each_setting_is_named_once() -> None:
    names = CELL.findall(read(SETTINGS))
    assert len(names) == len(configuration())


@for_each("file", ["README.md", "CONTRIBUTING.md"])
def test_each_command_that_is_named_is_there(file: str) -> None:
    known = set(re.findall(r"^([a-z]+):", read(ROOT / "Makefile"), re.MULTILINE))
    assert set(re.findall(r"`make ([a-z]+)`", read(ROOT / file))) - known == set()


@for_each("file", ["README.md", "CONTRIBUTING.md", "docs/guide/README.md"])
def test_each_file_that_is_linked_is_there(file: str) -> None:
    targets = re.findall(r"\]\((?!https?://|#)([^)#]+)", read(ROOT / file))
    assert [target for target in targets if not (ROOT / file).parent.joinpath(target).exists()] == []


def test_each_guide_is_in_the_list_of_guides() -> None:
    guides = {each.name for each in SETTINGS.parent.glob("*.md")} - {"README.md"}
    assert guides == set(re.findall(r"\]\(([\w-]+\.md)\)", read(SETTINGS.parent / "README.md")))


def test_each_picture_is_taken_and_shown() -> None:
    """A picture that no document shows, or that no command takes anew, gets old unseen."""
    there = {file.stem for file in pictures.FOLDER.iterdir()}
    documents = [ROOT / "README.md", *(ROOT / "docs" / "guide").glob("*.md")]
    shown = {name for file in documents for name in re.findall(r"pictures/([a-z-]+)\.png\)", read(file))}
    assert there == shown == {picture.name for picture in pictures.PICTURES}


@for_each("folder", ["blueprints", "service"])
def test_contributing_names_each_package(folder: str) -> None:
    text = read(ROOT / "CONTRIBUTING.md")
    packages = {each.parent.name for each in (ROOT / folder).glob("*/__init__.py")}
    if folder == "blueprints":
        packages |= {each.stem for each in (ROOT / folder).glob("[!_]*.py")}
    assert {name for name in packages if f"`{name}`" not in text and f"`{name}/`" not in text} <= {"places"}
