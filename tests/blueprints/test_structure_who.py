"""Who changed a structure beside a draft last, as far as the journal has it."""

import pytest

from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import (
    API_SECTION,
    BOTH_CHANGED,
    DOCS,
    GUIDE,
    HELP,
    ORG,
    PRODUCT,
    QUICK,
    REFERENCE,
    RELEASES,
    SHIPPING,
    START,
    WAREHOUSE,
    applied_on,
    draft,
    edit,
    into,
    with_path,
)
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import give_role
from tests.world import RunningService


@pytest.fixture
def bob(bob: Pages, service: RunningService) -> Pages:
    """The browser of Bob, who may change structures."""
    give_role(service, "user_bob", ORG, "create")
    return bob


def sent_from(pages: Pages, older: Page, **typed: str) -> Page:
    """What comes of a sheet that was opened before."""
    pages.page = older
    return pages.submit(older.path.partition("/item/")[0], typed, press="Save to draft")


def test_who_did_it_is_told_where_the_journal_knows(alice: Pages, bob: Pages) -> None:
    into(alice, QUICK, SHIPPING)
    into(bob, WAREHOUSE, API_SECTION)
    edit(bob, PRODUCT, title="Omega")
    draft(bob, do="move", item=API_SECTION, where=f"into group:{PRODUCT}")
    applied_on(bob, DOCS)
    page = alice.get(DOCS)
    assert "The group Product is renamed to Omega (last changed in Masthead by Bob, " in page.main
    assert page.main.count("by Bob") == 3


def test_what_one_applied_in_another_window_is_ones_own_beside_those_of_others(
    alice: Pages, service: RunningService, bob: Pages
) -> None:
    older = alice.get(f"{HELP}/item/{START}")
    with_path(alice, GUIDE, "plan-b")
    with_path(bob, RELEASES, "by-bob")
    page = sent_from(alice, older, path="mine")
    assert "“plan-b” (last changed in Masthead by you, " in page.main
    assert "“by-bob” (last changed in Masthead by Bob, " in page.main
    start_over(alice, service)
    older = alice.get(f"{DOCS}/item/{REFERENCE}")
    with_path(alice, REFERENCE, "one-window")
    page = sent_from(alice, older, path="the-other")
    assert BOTH_CHANGED in page.main
    assert "Keep your change“the-other” Keep the site as it is“one-window”" in page.main
