"""Two people apply changes of one structure at the same moment: what one took from the other is told to both."""

from collections.abc import Callable

import pytest

from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import API, DOCS
from tests.blueprints.test_plans_at_once import meanwhile
from tests.blueprints.test_structure_left import applied_on, undone
from tests.blueprints.test_structure_token import distant
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, RunningService

__all__ = ["distant"]
AT_ONCE = "Changed by somebody else at the same moment"
DEVELOPERS, PARTNERS = "group_developers", "sitespace_docs_partners"


def apply_both(wire: Wire, method: str, first: Callable[[], Page], then: Callable[[], Page]) -> list[Page]:
    """`then` is done while a call of `first` is on its way."""
    shown: list[Page] = []
    meanwhile(wire, lambda: shown.append(then()), method)
    return [first(), *shown]


def draft(pages: Pages, **fields: str) -> None:
    pages.get(DOCS)
    pages.post(DOCS, fields)


@pytest.fixture
def home_removed(distant: Pages, colleague: Pages, wire: Wire) -> list[Page]:
    """Bob removes what Alice makes home meanwhile: his page, and hers."""
    draft(distant, do="open", item=PARTNERS)
    draft(colleague, do="remove", item=PARTNERS)
    return apply_both(wire, "DELETE", lambda: applied_on(colleague, DOCS), lambda: applied_on(distant, DOCS))


@pytest.fixture
def group_deleted(distant: Pages, colleague: Pages, wire: Wire, service: RunningService) -> list[Page]:
    """Bob deletes the empty group that Alice moves a section into meanwhile: his page, and hers."""
    ask(service, ALICE, "DELETE", f"{API}/site_docs/section-groups/{DEVELOPERS}/sections/section_api")
    draft(distant, do="move", item="section_warehouse", where=f"into group:{DEVELOPERS}")
    draft(colleague, do="remove", item=DEVELOPERS, was_title="")
    return apply_both(wire, "DELETE", lambda: applied_on(colleague, DOCS), lambda: applied_on(distant, DOCS))


def test_both_are_told_of_a_home_that_was_removed(home_removed: list[Page]) -> None:
    to_bob, to_alice = home_removed
    assert f"{AT_ONCE} Alice: Set home to the" in to_bob.main
    assert f"{AT_ONCE} Bob: Remove Partner onboarding from Shipping. This is under way." in to_alice.main


@pytest.mark.exhaustive
def test_what_was_under_way_is_looked_at_again(home_removed: list[Page], distant: Pages) -> None:
    (progress,) = home_removed[1].document.with_attribute("id", "plans-progress")
    distant.swap(str(progress.get("hx-get")), "plans-progress")
    removed = f"{AT_ONCE} Bob: Remove Partner onboarding from Shipping."
    assert f"{removed} What one of you changed may be lost." in distant.shown.main
    (progress,) = distant.shown.document.with_attribute("id", "plans-progress")
    assert progress.get("hx-trigger") == "look"  # and no longer by itself


@pytest.mark.exhaustive
def test_the_undo_of_a_removal_names_the_home_that_was_lost(home_removed: list[Page], colleague: Pages) -> None:
    back = undone(colleague, int(home_removed[0].path.rpartition("/")[2]))
    assert "as bulk change 1 Alice: Set home to the" in back.main
    assert "Undoing doesn't bring back what was lost of this." in back.main


def test_both_are_told_of_a_section_whose_group_was_deleted(group_deleted: list[Page]) -> None:
    to_bob, to_alice = group_deleted
    assert f"{AT_ONCE} Alice: Add the section Warehouse to the group Developers." in to_bob.main
    assert f"{AT_ONCE} Bob: Delete the group Developers" in to_alice.main


@pytest.mark.exhaustive
def test_the_undo_of_a_deletion_names_the_section_that_was_put_in(group_deleted: list[Page], colleague: Pages) -> None:
    back = undone(colleague, int(group_deleted[0].path.rpartition("/")[2]))
    assert "Alice: Add the section Warehouse to the group Developers." in back.main


@for_each("title", ["Twin", "Other"])
@pytest.mark.exhaustive
def test_two_new_groups_are_both_kept_and_nothing_is_said(
    distant: Pages, colleague: Pages, wire: Wire, title: str, service: RunningService
) -> None:
    start_over(distant, service)
    give_role(service, "user_bob", "org_larkfield", "admin")
    draft(distant, do="group", title="Twin")
    distant.post(DOCS, {"do": "move", "item": "section_warehouse", "where": "into group:new-1"})
    draft(colleague, do="group", title=title)
    colleague.post(DOCS, {"do": "move", "item": "section_api", "where": "into group:new-1"})
    pages = apply_both(wire, "POST", lambda: applied_on(colleague, DOCS), lambda: applied_on(distant, DOCS))
    assert all(AT_ONCE not in page.main for page in pages)


def test_nobody_is_told_that_a_refused_addition_was_kept(distant: Pages, colleague: Pages, wire: Wire) -> None:
    for pages, section in ((distant, "section_warehouse"), (colleague, "section_api")):
        draft(pages, do="add", space="space_handbook", section=section)
    shown = apply_both(wire, "POST", lambda: applied_on(colleague, DOCS), lambda: applied_on(distant, DOCS))
    assert all(AT_ONCE not in page.main for page in shown)
    assert "Done" in shown[1].main
