"""What both changed in a structure is asked, and an answer counts for the draft and the site that were shown."""

from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import (
    API_SECTION,
    BOTH_CHANGED,
    CHOICES_USED,
    DOCS,
    PRODUCT,
    QUICK,
    REFERENCE,
    REVIEW,
    SHIPPING,
    SITE_CHANGED,
    USE,
    WAREHOUSE,
    call,
    draft,
    hidden,
    into,
    move,
    new_group,
    remove,
    rows,
)
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.world import RunningService

CHANGED_AGAIN = "The structure or your draft changed again. Check it before you go on."


def both_move(alice: Pages, service: RunningService) -> Page:
    """Alice's draft has the warehouse in another section than a colleague put it in."""
    into(alice, WAREHOUSE, SHIPPING)
    move(service, WAREHOUSE, REFERENCE)
    return alice.get(DOCS)


def chosen(alice: Pages, side: str, item: str = WAREHOUSE) -> Page:
    return alice.submit(DOCS, {f"choice place:{item}": side}, press=USE)


def test_while_there_are_questions_the_draft_and_what_a_colleague_made_are_there(
    alice: Pages, service: RunningService
) -> None:
    new_group(service, "Theirs")
    page = both_move(alice, service)
    choices = text_of(page.document.by_id["structure-choices"])
    assert (BOTH_CHANGED in choices, "Theirs" in choices, "Theirs" in page.main) == (True, False, True)
    assert page.links["Conflict: choose what to keep"] == "#choice-1"
    assert "Your draft: 1 move" in page.main
    assert "from API to Shipping" in page.main
    assert "Discard draft" in page.buttons
    page = alice.get(REVIEW)
    assert "there is nothing to apply" not in page.main
    assert "Larkfield Docs: 1 move" in page.main
    assert "Choose what to keep first. Then this page shows what is sent." in page.main


@for_each("side, section", [("mine", SHIPPING), ("theirs", API_SECTION)])
def test_a_choice_between_two_places_counts_once(
    alice: Pages, service: RunningService, side: str, section: str
) -> None:
    start_over(alice, service)
    asking = both_move(alice, service)
    for _ in range(2):
        alice.page = asking
        page = chosen(alice, side)
        assert (page.toasts, page.problems) in [
            (CHOICES_USED, []),
            ([], [CHANGED_AGAIN]),
        ]
        assert WAREHOUSE in rows(page, f"section:{section}")
        assert BOTH_CHANGED not in page.main
    alice.page = asking
    page = chosen(alice, "mine" if side == "theirs" else "theirs")
    assert page.status == 409
    assert page.problems == [CHANGED_AGAIN]
    assert WAREHOUSE in rows(page, f"section:{section}")


def test_choices_are_asked_again_when_the_site_changed_since(alice: Pages, service: RunningService) -> None:
    both_move(alice, service)
    move(service, WAREHOUSE, "sitespace_docs_releases")
    page = chosen(alice, "theirs")
    assert page.status == 409
    assert CHANGED_AGAIN in page.main
    assert BOTH_CHANGED in alice.get(DOCS).main


@for_each("where", [DOCS, REVIEW])
def test_choices_are_asked_again_when_the_draft_changed_since(
    alice: Pages, service: RunningService, where: str
) -> None:
    start_over(alice, service)
    both_move(alice, service)
    asking = alice.get(where)
    into(alice, WAREHOUSE, "section_start")
    alice.page = asking
    page = chosen(alice, "theirs")
    assert page.status == 409
    assert CHANGED_AGAIN in page.main
    assert "Your draft: 1 move" in page.main
    chosen(alice, "mine")
    assert WAREHOUSE in rows(alice.get(DOCS), "section:section_start")


@for_each("do", ["discard", "undo"])
def test_choices_for_a_draft_or_a_step_that_is_gone_are_not_used(
    alice: Pages, service: RunningService, do: str
) -> None:
    start_over(alice, service)
    asking = both_move(alice, service)
    alice.post(DOCS, {"do": do})
    alice.page = asking
    page = chosen(alice, "mine")
    assert page.status == 409
    assert page.problems == [CHANGED_AGAIN]
    assert SITE_CHANGED not in page.main


def test_choices_are_good_after_a_move_on_the_same_page_and_told_until_the_next(
    alice: Pages, service: RunningService
) -> None:
    page = both_move(alice, service)
    alice.swap(DOCS, "structure-pane", {"do": "move", "item": QUICK, "where": "last"} | hidden(page, "draft_shown"))
    assert chosen(alice, "mine").toasts == CHOICES_USED
    assert "includes your choices" in alice.shown.main
    alice.swap(DOCS, "structure-board", {"do": "undo"})
    assert "includes your choices" not in alice.shown.main


def test_what_the_draft_changed_of_what_a_colleague_removed_is_named(alice: Pages, service: RunningService) -> None:
    draft(alice, do="open", item=REFERENCE)
    remove(service, REFERENCE)
    page = alice.get(DOCS)
    assert "Your draft no longer changes API reference, because the site changed." in page.main
    assert "No changes yet" in page.main
    start_over(alice, service)
    draft(alice, do="move", item=API_SECTION, where=f"into group:{PRODUCT}")
    call(service, "DELETE", f"site_docs/section-groups/{PRODUCT}")
    page = alice.get(DOCS)
    assert BOTH_CHANGED not in page.main
    assert "Your draft no longer changes API, because the site changed." in page.main
