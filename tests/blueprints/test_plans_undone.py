"""A plan that undoes another one: seen before it starts, and with a way back to what it changed."""

from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.planned import ORG

HELP = f"/orgs/{ORG}/sites/site_help/structure"


def ended(pages: Pages, page: Page) -> Page:
    for _ in range(5):
        if "Undo all" in page.buttons:
            return page
        page = pages.submit(page.path, press="Continue")
    raise AssertionError(page.main)


def rearranged(pages: Pages) -> Page:
    """The page of a plan that moved a site space."""
    pages.get(HELP)
    pages.post(HELP, {"do": "move", "item": "sitespace_help_releases", "where": "first"})
    pages.get(f"{HELP}/review")
    return ended(pages, pages.submit(f"{HELP}/review", press="Apply 1 call"))


def test_the_steps_are_shown_before_it_starts(alice: Pages) -> None:
    page = rearranged(alice)
    assert page.links["View structure"] == HELP
    back = alice.submit(page.path, press="Undo all")
    assert (back.toasts, len(back.rows)) == ([], 1)
    assert "Not started 0 of 1 steps" in back.main
    assert "Nothing has been sent yet. Check the steps below before you start." in back.main
    done = ended(alice, alice.submit(back.path, press="Start"))
    assert "Done 1 of 1 steps" in done.main
    assert "Nothing has been sent yet" not in done.main
    assert done.links["View structure"] == HELP
