"""Who changed a structure beside a draft: the person, a colleague, or nobody where the journal doesn't show it."""

import pytest

from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import (
    API_SECTION,
    BOTH_CHANGED,
    DOCS,
    GROUPS,
    GUIDE,
    HELP,
    ORG,
    PRODUCT,
    QUICK,
    REFERENCE,
    RELEASES,
    SHIPPING,
    SITE_CHANGED,
    SPACES,
    START,
    WAREHOUSE,
    add_group,
    applied_on,
    call,
    draft,
    edit,
    into,
    move,
    name_group,
    set_path,
    with_path,
)
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import add_site_spaces, ask, give_role
from tests.world import ALICE, RunningService


@pytest.fixture
def bob(bob: Pages, service: RunningService) -> Pages:
    """The browser of Bob, who may change structures."""
    give_role(service, "user_bob", ORG, "create")
    return bob


def sent_from(pages: Pages, older: Page, **typed: str) -> Page:
    """What comes of a sheet that was opened before."""
    pages.page = older
    return pages.submit(older.path.partition("/item/")[0], typed, press="Save to draft")


def assert_is_nobodys(page: Page, what: str) -> None:
    assert SITE_CHANGED in page.main
    assert "(" not in page.main[page.main.index(what) :][: len(what) + 8]


def test_who_did_it_is_told_where_the_journal_knows(alice: Pages, bob: Pages) -> None:
    into(alice, QUICK, SHIPPING)
    into(bob, WAREHOUSE, API_SECTION)
    edit(bob, PRODUCT, title="Omega")
    draft(bob, do="move", item=API_SECTION, where=f"into group:{PRODUCT}")
    applied_on(bob, DOCS)
    page = alice.get(DOCS)
    assert "The group Product is renamed to Omega (Bob" in page.main
    assert page.main.count("(Bob") == 3


def test_what_was_set_before_or_changed_again_since_is_nobodys(
    alice: Pages, bob: Pages, service: RunningService
) -> None:
    draft(alice, HELP, do="move", item=START, where="last")
    with_path(bob, GUIDE, "plan-b")
    with_path(bob, GUIDE, "plan-c")
    set_path(service, GUIDE, "plan-b")
    assert_is_nobodys(alice.get(HELP), "becomes “plan-b”")
    draft(alice, do="move", item=SHIPPING, where="last")
    draft(bob, do="move", item=API_SECTION, where=f"into group:{PRODUCT}")
    applied_on(bob, DOCS)
    call(service, "DELETE", f"site_docs/section-groups/{PRODUCT}/sections/{API_SECTION}")
    call(service, "POST", "site_docs/section-groups", {"title": "Omega", "sections": [API_SECTION]})
    page = alice.get(DOCS)
    assert_is_nobodys(page, "API: moves from Developers to Omega, position 1")
    assert "(Bob" not in page.main


def group_made(alice: Pages, service: RunningService) -> str:
    """The id of a group of Alice's."""
    add_group(alice, "Zeta")
    applied_on(alice, DOCS)
    groups = ask(service, ALICE, "GET", GROUPS).get_json()["items"]
    return next(str(each["id"]) for each in groups if each["title"] == "Zeta")


def test_what_the_journal_does_not_show_of_a_group_is_nobodys(alice: Pages, service: RunningService) -> None:
    group = group_made(alice, service)
    draft(alice, do="move", item=SHIPPING, where="last")
    name_group(service, group, "Omega")
    assert_is_nobodys(alice.get(DOCS), "The group Zeta is renamed to Omega")
    for change, told in (
        ({"icon": "bolt"}, "The group Zeta is renamed to Omega and gets another icon"),
        (None, "The group Zeta is deleted, and its sections stay"),
    ):
        start_over(alice, service)
        group = group_made(alice, service)
        older = alice.get(f"{DOCS}/item/{QUICK}")
        edit(alice, group, title="Omega")
        applied_on(alice, DOCS)
        call(service, "PATCH" if change else "DELETE", f"site_docs/section-groups/{group}", change)
        assert_is_nobodys(sent_from(alice, older, path="mine"), told)


@for_each(
    "item, neighbour, position, who",
    [(None, "", 1, " in the site (Bob"), ("last", START, 2, ""), (RELEASES, "last", 1, "")],
)
def test_a_move_is_told_of_who_made_it_as_long_as_it_holds(
    alice: Pages, bob: Pages, service: RunningService, item: str | None, neighbour: str, position: int, who: str
) -> None:
    """Not where something is between it and the neighbour that was named."""
    start_over(alice, service)
    give_role(service, "user_bob", ORG, "create")
    add_site_spaces(service, "site_help", "space_handbook", [None, None])
    last = str(ask(service, ALICE, "GET", SPACES).get_json()["items"][-1]["id"])
    edit(alice, GUIDE, path="mine")
    draft(bob, HELP, do="move", item=last, where="first")
    applied_on(bob, HELP)
    if item:
        move(service, item.replace("last", last), neighbour.replace("last", last), "site_help")
    page = alice.get(HELP)
    assert f"from position 5 to {position}{who}" in page.main
    assert ("(Bob" in page.main) == bool(who)


def test_what_one_applied_in_another_window_is_ones_own_beside_those_of_others(
    alice: Pages, service: RunningService, bob: Pages
) -> None:
    older = alice.get(f"{HELP}/item/{START}")
    with_path(alice, GUIDE, "plan-b")
    with_path(bob, RELEASES, "by-bob")
    page = sent_from(alice, older, path="mine")
    assert "“plan-b” (you," in page.main
    assert "“by-bob” (Bob" in page.main
    start_over(alice, service)
    older = alice.get(f"{DOCS}/item/{REFERENCE}")
    with_path(alice, REFERENCE, "one-window")
    page = sent_from(alice, older, path="the-other")
    assert BOTH_CHANGED in page.main
    assert "Keep your change“the-other” Keep the site as it is“one-window”" in page.main
