"""Every page of a site, where what the API says of its structure contradicts itself: shown, and nothing said twice."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.faults.structures import contradictory_structure
from tests.faults.twisted import ORG, broken_pages, pages_of, twisted
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.world import RunningService

WORLDS = int(os.environ.get("MASTHEAD_TEST_WORLDS", "3"))
"""More of them are tried with this in the environment."""
STRUCTURE = f"{ORG}/sites/site_docs/structure"
OF_STRUCTURES = (
    STRUCTURE,
    f"{STRUCTURE}/review",
    f"{STRUCTURE}/changes",
    f"{ORG}/sites/site_docs/edit",
    f"{ORG}/today",
)
worlds = pytest.mark.parametrize("seed", range(WORLDS))


class World:
    """What the API answers: as it is until it is told to contradict itself."""

    twist: Callable[[str, Any], Any] = staticmethod(lambda _, told: told)

    def __call__(self, path: str, told: Any) -> Any:  # noqa: ANN401 - JSON
        return self.twist(path, told)


def items(page: Page) -> list[str]:
    return [each.get("data-item", "") for each in page.document.with_attribute("data-item")]


def drafted(alice: Pages) -> Page:
    """The structure of a site with a draft of a move, a new group and one that is deleted."""
    alice.get(STRUCTURE)
    alice.post(STRUCTURE, {"do": "move", "item": "section_warehouse", "where": "first"})
    alice.post(
        STRUCTURE, {"do": "move", "item": "sitespace_docs_partners", "where": "into", "to": "section:section_api"}
    )
    return alice.post(STRUCTURE, {"do": "remove", "item": "group_developers"})


@pytest.mark.quick(cases=1)
@worlds
def test_each_page_of_a_site_is_shown(service: RunningService, tmp_path: Path, seed: int) -> None:
    with twisted(service, tmp_path / "portal", contradictory_structure(seed)) as alice:
        pages = [page for page in pages_of(alice.app) if f"{ORG}/sites" in page or page in OF_STRUCTURES]
        assert list(broken_pages(alice, pages)) == []
        shown = items(alice.get(STRUCTURE))
        assert len(shown) == len(set(shown))


@pytest.mark.quick(cases=1)
@worlds
def test_a_draft_meets_a_structure_that_contradicts_itself(service: RunningService, tmp_path: Path, seed: int) -> None:
    world = World()
    with twisted(service, tmp_path / "portal", world, FRESH_SECONDS=0) as alice:
        assert "Your draft" in drafted(alice).main
        world.twist = contradictory_structure(seed)
        assert list(broken_pages(alice, OF_STRUCTURES)) == []
        shown = items(alice.get(STRUCTURE))
        assert len(shown) == len(set(shown))
