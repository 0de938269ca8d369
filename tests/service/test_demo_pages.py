"""What there is to be read in the spaces of the demo world."""

import re
from io import BytesIO
from typing import Any

from PIL import Image

from contract.authoring.content import GET_PAGE, LIST_FILE_BACKLINKS, LIST_FILES, LIST_PAGE_LINKS, LIST_PAGES
from tests.service.api_user import ApiUser

SPACES = [f"space_{name}" for name in ("start", "guide", "api", "handbook", "warehouse", "partners", "releases")]


def walked(pages: list[dict[str, Any]], level: int = 1) -> list[tuple[int, dict[str, Any]]]:
    """The pages of a tree, each with its level."""
    below = [(level, page) for page in pages]
    return [each for page in below for each in (page, *walked(page[1].get("pages", []), level + 1))]


def test_every_space_can_be_read_on_up_to_three_levels(charlie: ApiUser) -> None:
    links, signs, levels = [], {r"^\|---": 0, r"^!\[.+\]\(": 0, r"^```": 0, r"^\d\. ": 0, r"^## ": 0}, []
    for space in SPACES:
        pages = walked(charlie.asks(LIST_PAGES, space).json["pages"])
        written = [page["id"] for _, page in pages if page["type"] == "document"]
        texts = [charlie.asks(GET_PAGE, space, page).json["markdown"] for page in written]
        assert (space, len(texts) >= 3, len(" ".join(texts).split()) > 120) == (space, True, True)
        for sign in signs:
            signs[sign] += any(re.search(sign, text, re.MULTILINE) for text in texts)
        levels.append(max(level for level, _ in pages))
        links += [link for _, page in pages for link in charlie.asks(LIST_PAGE_LINKS, space, page["id"]).json["items"]]
    assert all(found >= least for found, least in zip(signs.values(), (6, 5, 2, 4, 5), strict=True)), signs
    assert (levels.count(3) >= 2, levels.count(1) <= 2) == (True, True)
    states = [link["status"] for link in links]
    assert set(states) == {"ok", "broken", "in-app"}
    assert 3 <= states.count("broken") < states.count("ok") / 2


def test_files_are_what_they_say_and_all_but_one_are_used(charlie: ApiUser) -> None:
    unused = []
    for space in SPACES:
        for file in charlie.asks(LIST_FILES, space).json["items"]:
            content = charlie.sends("GET", "/files/" + file["downloadURL"].partition("/files/")[2]).data
            assert (file["name"], len(content)) == (file["name"], file["size"])
            if file["contentType"] == "image/png":
                with Image.open(BytesIO(content)) as picture:
                    picture.load()
                    assert picture.size == (file["dimensions"]["width"], file["dimensions"]["height"])
                    assert len(picture.convert("RGB").getcolors(1 << 16) or []) > 4
            if charlie.asks(LIST_FILE_BACKLINKS, space, file["id"]).json["count"] == 0:
                unused.append(file["name"])
    assert unused == ["tracking-2024.png"]
