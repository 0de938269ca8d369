"""What an undo of a bulk change left, as a draft: of the site, that tells what changed since the undo was made."""

from typing import Any

import pytest

from tests.blueprints.structure_pages import GUIDE, HELP, RELEASES, START
from tests.blueprints.test_structure_left import API, applied, edit, run, undone
from tests.blueprints.test_structure_undoing import lena
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.planned import PLANS
from tests.records import ask
from tests.world import ALICE, RunningService

__all__ = ["lena"]
BOTH = "You and somebody else changed the same thing"
BY_OTHERS = "Somebody else changed the structure"


def with_path(pages: Pages, item: str, path: str) -> Page:
    pages.get(HELP)
    edit(pages, item, path)
    return applied(pages)


def guide_now(service: RunningService) -> str:
    found: list[dict[str, Any]] = ask(service, ALICE, "GET", API).get_json()["items"]
    return next(str(each["id"]) for each in found if each["title"] == "Shipping guide")


def removed_and_put_back(pages: Pages) -> None:
    """By a bulk change and its undo, after which it has another id."""
    pages.get(HELP)
    pages.post(HELP, {"do": "remove", "item": GUIDE})
    page = applied(pages)
    undone(pages, int(page.path.rpartition("/")[2]))


def undo_made(pages: Pages) -> str:
    """The page of the undo of bulk change 1, which was not started."""
    pages.get(f"{PLANS}/1")
    return pages.submit(f"{PLANS}/1", press="Undo bulk change").path


def reviewed(pages: Pages, undo: str) -> Page:
    """What is left of it once it was carried out."""
    pages.get(undo)
    assert "Done with differences" in run(pages, pages.submit(undo, press="Apply the changes")).main
    return pages.submit(f"{HELP}/again", press="Review remaining changes")


@pytest.fixture
def undo(alice: Pages, lena: Pages, service: RunningService) -> str:
    """The undo of a path whose space has another id since; of another space Lena has set the path before."""
    with_path(alice, GUIDE, "handbook")
    removed_and_put_back(alice)
    assert guide_now(service) != GUIDE
    with_path(lena, RELEASES, "notes-b")
    return undo_made(alice)


@pytest.mark.exhaustive
def test_a_question_stands_beside_the_change_that_it_is_about(
    alice: Pages, lena: Pages, service: RunningService, undo: str
) -> None:
    with_path(lena, guide_now(service), "theirs")
    page = reviewed(alice, undo)
    assert BOTH in page.main
    assert "Shipping guide: the path “handbook” becomes “theirs” (Lena" in page.main
    for told in ("is removed from the site", "is added to", "“notes-b”"):
        assert told not in page.main


@pytest.mark.exhaustive
def test_what_was_changed_before_the_undo_is_not_told(
    alice: Pages, lena: Pages, service: RunningService, undo: str
) -> None:
    theirs = with_path(lena, guide_now(service), "theirs")
    reviewed(alice, undo)
    undone(lena, int(theirs.path.rpartition("/")[2]))
    page = alice.get(f"{HELP}/review")
    assert "Set the path of Shipping guide to “guide”" in page.main
    assert BY_OTHERS not in page.main


def test_a_change_of_before_the_undo_that_is_asked_about_has_a_name(alice: Pages, lena: Pages) -> None:
    alice.get(HELP)
    edit(alice, START, "begin")
    with_path(alice, GUIDE, "handbook")
    with_path(lena, GUIDE, "theirs")
    page = reviewed(alice, undo_made(alice))
    assert BOTH in page.main
    assert "Shipping guide: the path “handbook” becomes “theirs” (Lena" in page.main
