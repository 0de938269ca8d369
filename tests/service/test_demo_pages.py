"""What there is to be read in the spaces of the demo world."""

import re
from io import BytesIO
from typing import Any

from PIL import Image

from contract.authoring.content import GET_PAGE, LIST_FILE_BACKLINKS, LIST_FILES, LIST_PAGE_LINKS, LIST_PAGES
from tests.loops import for_each
from tests.service.person import Person

SPACES = ("start", "guide", "api", "handbook", "warehouse", "partners", "releases")


def walked(pages: list[dict[str, Any]], level: int = 1) -> list[tuple[int, dict[str, Any]]]:
    """The pages of a tree, each with its level."""
    below = [(level, page) for page in pages]
    return [each for page in below for each in (page, *walked(page[1].get("pages", []), level + 1))]


def pages_of(person: Person, space: str) -> list[tuple[int, dict[str, Any]]]:
    return walked(person.asks(LIST_PAGES, space).json["pages"])


def texts(person: Person) -> dict[str, list[str]]:
    """The Markdown of all pages, by space."""
    found: dict[str, list[str]] = {}
    for name in SPACES:
        space = f"space_{name}"
        written = [page["id"] for _, page in pages_of(person, space) if page["type"] == "document"]
        found[name] = [person.asks(GET_PAGE, space, page).json["markdown"] for page in written]
    return found


def test_every_space_can_be_read(charlie: Person) -> None:
    for name, written in texts(charlie).items():
        assert (name, len(written) >= 3) == (name, True)
        assert (name, sum(len(text.split()) for text in written) > 120) == (name, True)


def test_pages_have_tables_pictures_and_code(charlie: Person) -> None:
    told = texts(charlie)
    for sign, spaces in ((r"^\|---", 6), (r"^!\[.+\]\(", 5), (r"^```", 2), (r"^\d\. ", 4), (r"^## ", 5)):
        found = [name for name, written in told.items() if any(re.search(sign, text, re.MULTILINE) for text in written)]
        assert (sign, len(found) >= spaces) == (sign, True)


def test_pages_stand_on_three_levels(charlie: Person) -> None:
    deepest = [max(level for level, _ in pages_of(charlie, f"space_{name}")) for name in SPACES]
    assert deepest.count(3) >= 2
    assert deepest.count(1) <= 2


def test_pages_are_of_each_kind(charlie: Person) -> None:
    assert {page["type"] for _, page in pages_of(charlie, "space_guide")} == {"document", "group", "link"}


def test_most_links_lead_somewhere_and_some_do_not(charlie: Person) -> None:
    links = [
        link["status"]
        for name in SPACES
        for _, page in pages_of(charlie, f"space_{name}")
        for link in charlie.asks(LIST_PAGE_LINKS, f"space_{name}", page["id"]).json["items"]
    ]
    assert set(links) == {"ok", "broken", "in-app"}
    assert 3 <= links.count("broken") < links.count("ok") / 2


def test_files_are_used_by_pages_but_for_one_that_nobody_misses(charlie: Person) -> None:
    unused = [
        file["name"]
        for name in SPACES
        for file in charlie.asks(LIST_FILES, f"space_{name}").json["items"]
        if charlie.asks(LIST_FILE_BACKLINKS, f"space_{name}", file["id"]).json["count"] == 0
    ]
    assert unused == ["tracking-2024.png"]


@for_each("name", [name for name in SPACES if name != "handbook"])
def test_files_are_what_they_say(charlie: Person, name: str) -> None:
    files = charlie.asks(LIST_FILES, f"space_{name}").json["items"]
    assert files
    for file in files:
        content = charlie.sends("GET", "/files/" + file["downloadURL"].partition("/files/")[2]).data
        assert len(content) == file["size"]
        if file["contentType"] == "image/png":
            with Image.open(BytesIO(content)) as picture:
                picture.load()
                assert picture.size == (file["dimensions"]["width"], file["dimensions"]["height"])
                assert len(picture.convert("RGB").getcolors(1 << 16) or []) > 4
