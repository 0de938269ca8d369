"""Who changed a structure beside a draft: nobody is named for what the journal doesn't show."""

from typing import Any

from tests.blueprints.start_over import start_over
from tests.blueprints.test_structure import API, DOCS, GUIDE, HELP, ORG, RELEASES, START
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import add_site_spaces, ask, give_role
from tests.world import ALICE, RunningService

QUICK = "sitespace_docs_start"


def applied(pages: Pages, address: str) -> None:
    button = next(each for each in pages.get(f"{address}/review").buttons if each.startswith("Apply"))
    page = pages.submit(f"{address}/review", press=button)
    while "Continue" in page.buttons:
        page = pages.submit(page.path, press="Continue")


def begun(pages: Pages, address: str, item: str) -> None:
    pages.get(address)
    assert "Your draft: 1 move" in pages.post(address, {"do": "move", "item": item, "where": "last"}).main


def call(service: RunningService, method: str, address: str, body: dict[str, Any] | None = None) -> None:
    assert ask(service, ALICE, method, f"{API}/{address}", body).status_code < 300


def with_path(pages: Pages, item: str, path: str) -> None:
    pages.get(f"{HELP}/item/{item}")
    pages.submit(HELP, path=path, press="Save to draft")
    applied(pages, HELP)


def group_made(alice: Pages, service: RunningService) -> str:
    alice.get(f"{DOCS}/add?what=group")
    alice.submit(DOCS, title="Zeta", press="Add group")
    applied(alice, DOCS)
    groups = ask(service, ALICE, "GET", f"{API}/site_docs/section-groups").get_json()["items"]
    return next(str(each["id"]) for each in groups if each["title"] == "Zeta")


def told(page: Page, what: str) -> str:
    """The line about it, with who did it."""
    return page.main[page.main.index(what) :][: len(what) + 8]


def assert_is_nobodys(page: Page, what: str) -> None:
    assert "Somebody else changed the structure" in page.main
    assert "(you" not in told(page, what)


def test_what_the_journal_does_not_show_of_a_group_is_nobody_s(alice: Pages, service: RunningService) -> None:
    group = group_made(alice, service)
    begun(alice, DOCS, "section_guide")
    call(service, "PATCH", f"site_docs/section-groups/{group}", {"title": "Omega"})
    assert_is_nobodys(alice.get(DOCS), "The group Zeta is renamed to Omega")
    start_over(alice, service)
    group = group_made(alice, service)
    older = alice.get(f"{DOCS}/item/{QUICK}")
    alice.get(f"{DOCS}/item/{group}")
    alice.submit(DOCS, title="Omega", press="Save to draft")
    applied(alice, DOCS)
    alice.page = older
    call(service, "DELETE", f"site_docs/section-groups/{group}")
    page = alice.submit(DOCS, path="mine", press="Save to draft")
    assert_is_nobodys(page, "The group Zeta is deleted, and its sections stay")


def test_an_icon_is_not_told_of_who_changed_the_title(alice: Pages, service: RunningService) -> None:
    group = group_made(alice, service)
    older = alice.get(f"{DOCS}/item/{QUICK}")
    alice.get(f"{DOCS}/item/{group}")
    alice.submit(DOCS, title="Omega", press="Save to draft")
    applied(alice, DOCS)
    alice.page = older
    call(service, "PATCH", f"site_docs/section-groups/{group}", {"icon": "bolt"})
    page = alice.submit(DOCS, path="mine", press="Save to draft")
    assert_is_nobodys(page, "The group Zeta is renamed to Omega and gets another icon")


def test_a_path_that_was_set_before_or_again_is_nobody_s(alice: Pages, service: RunningService, bob: Pages) -> None:
    with_path(alice, GUIDE, "plan-b")
    with_path(alice, GUIDE, "plan-c")
    begun(alice, HELP, START)
    call(service, "PATCH", f"site_help/site-spaces/{GUIDE}", {"path": "plan-b"})
    assert_is_nobodys(alice.get(HELP), "the path “plan-c” becomes “plan-b”")
    start_over(alice, service)
    give_role(service, "user_bob", ORG, "create")
    begun(alice, HELP, START)
    with_path(bob, GUIDE, "plan-b")
    with_path(bob, GUIDE, "plan-c")
    call(service, "PATCH", f"site_help/site-spaces/{GUIDE}", {"path": "plan-b"})
    assert "(Bob" not in alice.get(HELP).main


def test_a_default_that_moved_on_is_not_told_of_who_once_set_it(alice: Pages, service: RunningService) -> None:
    alice.get(HELP)
    alice.post(HELP, {"do": "open", "item": GUIDE})
    applied(alice, HELP)
    call(service, "PATCH", "site_help", {"defaultSiteSpace": START})
    begun(alice, HELP, GUIDE)
    call(service, "DELETE", f"site_help/site-spaces/{START}")
    assert_is_nobodys(alice.get(HELP), "Shipping guide becomes home")


def test_a_section_that_went_on_into_another_group_is_not_told_of_who_moved_it_first(
    alice: Pages, bob: Pages, service: RunningService
) -> None:
    give_role(service, "user_bob", ORG, "create")
    begun(alice, DOCS, "section_guide")
    bob.get(DOCS)
    bob.post(DOCS, {"do": "move", "item": "section_api", "where": "into group:group_product"})
    applied(bob, DOCS)
    call(service, "DELETE", "site_docs/section-groups/group_product/sections/section_api")
    call(service, "POST", "site_docs/section-groups", {"title": "Omega", "sections": ["section_api"]})
    page = alice.get(DOCS)
    assert "API: moves from Developers to Omega" in page.main
    assert "(Bob" not in page.main


def moved_to_the_front(alice: Pages, bob: Pages, service: RunningService) -> str:
    """The id of the last of five spaces, which Bob makes the first beside a draft of Alice."""
    give_role(service, "user_bob", ORG, "create")
    add_site_spaces(service, "site_help", "space_handbook", [None, None])
    last = str(ask(service, ALICE, "GET", f"{API}/site_help/site-spaces").get_json()["items"][-1]["id"])
    alice.get(f"{HELP}/item/{GUIDE}")
    alice.submit(HELP, path="mine", press="Save to draft")
    bob.get(HELP)
    bob.post(HELP, {"do": "move", "item": last, "where": "first"})
    applied(bob, HELP)
    return last


def put_after(service: RunningService, item: str, neighbour: str) -> None:
    body = {"position": {"after": {"type": "site-space", "siteSpace": neighbour}}}
    call(service, "POST", f"site_help/site-spaces/{item}/move", body)


def test_a_move_is_told_of_who_made_it_as_long_as_it_holds(alice: Pages, bob: Pages, service: RunningService) -> None:
    last = moved_to_the_front(alice, bob, service)
    put_after(service, last, START)
    page = alice.get(HELP)
    assert "from position 5 to 2" in page.main
    assert "(Bob" not in page.main
    start_over(alice, service)
    put_after(service, RELEASES, moved_to_the_front(alice, bob, service))
    main = alice.get(HELP).main  # something is between it and the neighbour that Bob named: nobody is named
    assert "from position 5 to 1" in main
    assert "(Bob" not in main


def test_an_own_change_beside_those_of_others_is_told_of_each(
    alice: Pages, service: RunningService, bob: Pages
) -> None:
    older = alice.get(f"{HELP}/item/{START}")
    with_path(alice, GUIDE, "plan-b")
    call(service, "PATCH", f"site_help/site-spaces/{RELEASES}", {"path": "elsewhere"})
    alice.page = older
    page = alice.submit(HELP, path="mine", press="Save to draft")
    assert "The structure changed since you began your draft" in page.main
    assert "“plan-b” (you," in page.main
    assert "Somebody else" not in page.main
    start_over(alice, service)
    give_role(service, "user_bob", ORG, "create")
    older = alice.get(f"{HELP}/item/{START}")
    with_path(alice, GUIDE, "plan-b")
    with_path(bob, RELEASES, "by-bob")
    alice.page = older
    page = alice.submit(HELP, path="mine", press="Save to draft")
    assert "You and somebody else changed the structure" in page.main
    assert "“by-bob” (Bob" in page.main


def test_a_new_title_is_told_of_who_gave_it(alice: Pages, bob: Pages, service: RunningService) -> None:
    give_role(service, "user_bob", ORG, "create")
    begun(alice, DOCS, "section_guide")
    bob.get(f"{DOCS}/item/group_product")
    bob.submit(DOCS, title="Omega", press="Save to draft")
    bob.post(DOCS, {"do": "move", "item": "section_api", "where": "into group:group_product"})
    applied(bob, DOCS)
    assert "The group Product is renamed to Omega (Bob" in alice.get(DOCS).main
