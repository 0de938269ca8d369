"""The form of a plan is sent twice: one plan, and each page leads to it or to where it would be."""

import sqlite3
from contextlib import closing

import pytest

from tests.blueprints.test_bulk import BULK, chosen, reviewed
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.planned import PLANS
from web.person.portal import portal_of


@pytest.fixture
def review(distant: Pages) -> Page:
    """The page before the plan was made."""
    chosen(distant, "docs")
    return distant.submit(BULK, visibility="unlisted", press="Review changes")


def killed(pages: Pages, *statements: str) -> None:
    """As a portal leaves its records that ends before all is written."""
    with closing(sqlite3.connect(portal_of(pages.app).settings.instance_path / "masthead.db")) as other, other:
        for each in statements:
            other.execute(each)


def again(pages: Pages, review: Page, **typed: str) -> Page:
    pages.page = review
    return reviewed(pages, **typed)


def test_it_leads_to_the_plan_though_the_portal_ended_behind_it(distant: Pages, review: Page) -> None:
    reviewed(distant)
    killed(distant, "UPDATE submissions SET location = NULL")
    shown = again(distant, review)
    assert (shown.path, shown.toasts) == (f"{PLANS}/1", ["Bulk change created."])


def test_it_leads_to_the_plans_where_there_is_none_of_it_yet(distant: Pages, review: Page) -> None:
    reviewed(distant)
    killed(distant, "UPDATE submissions SET location = NULL", "UPDATE plans SET title = 'Another'")
    shown = again(distant, review)
    assert "You sent this already, but there is no bulk change for it yet." in shown.main
    assert shown.links["Check your bulk changes"] == PLANS


def test_what_could_not_be_stored_is_not_said_to_be_sent(distant: Pages, review: Page) -> None:
    stop = "BEGIN SELECT RAISE(ABORT, 'full'); END"
    killed(distant, f"CREATE TRIGGER full BEFORE INSERT ON plans {stop}")
    assert "nothing was sent" in again(distant, review).main
    killed(distant, "DROP TRIGGER full")
    assert again(distant, review).path == f"{PLANS}/1"
