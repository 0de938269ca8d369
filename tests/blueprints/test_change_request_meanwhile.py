"""An outdated change request: at each page, what the space did to it since the change request started."""

import pytest

from blueprints.change_requests.meanwhile import meanwhile_words
from contract.authoring.change_requests import ChangeRequest
from contract.authoring.pages import Page
from revisions import compare
from tests.blueprints.test_change_requests import HERE
from tests.edits import edit_request, edit_space, with_text, without
from tests.pages.pages import Pages
from tests.world import RunningService

EARLIER, STARTED, LATER = (f"2025-10-0{day}T08:00:00.000Z" for day in "135")
INVOICES, CONTACT = "page_guide_invoices", "page_guide_tracking"
ONLY = "Only the space changed this page, after the change request started."
TOO = "The space changed this page too, after the change request started."
SPACE = "The space changed this page after the change request started."
ADDED = "The space added this page after the change request started."
REMOVED = "The space removed this page after the change request started."
WARNING = "They don't show it for files, for pages that were only moved"


def request(**said: object) -> ChangeRequest:
    fields = {"id": "c", "number": 1, "status": "open", "subject": "S", "revision": "r", "revisionInitial": "i"}
    times = {"createdAt": STARTED, "updatedAt": LATER}
    return ChangeRequest.model_validate({**fields, **times, "comments": 0, "outdated": True, **said})


def page(edited: str | None, created: str | None = EARLIER, **said: object) -> list[Page]:
    times = {name: at for name, at in {"updatedAt": edited, "createdAt": created}.items() if at}
    fields = {"id": "p", "title": "P", "type": "document", "documentId": f"of {edited}", **times, **said}
    return [Page.model_validate(fields)]


def words(space: list[Page], proposed: list[Page], **said: object) -> str:
    (change,) = compare(space, proposed, [], []).pages
    return meanwhile_words(request(**said), change)


@pytest.mark.parametrize(
    ("space", "proposed", "told"),
    [
        (page(LATER), page(EARLIER), ONLY),
        (page(EARLIER, documentId="of a merge"), page(EARLIER), ONLY),
        (page(LATER, documentId="of the space"), page(LATER), TOO),
        (page(EARLIER), page(LATER), ""),
        (page(LATER), page(STARTED), TOO),
        (page(None, documentId="of the space"), page(None), ""),
        (page(LATER), page(None), SPACE),
        (page(LATER), page(EARLIER, slug="elsewhere"), SPACE),
        (page(LATER, LATER), [], ADDED),
        (page(LATER), [], SPACE),
        (page(EARLIER), [], ""),
        ([], page(EARLIER), REMOVED),
        ([], page(STARTED, STARTED), ""),
        ([], page(LATER, LATER), ""),
    ],
)
def test_the_times_say_what_the_space_did(space: list[Page], proposed: list[Page], told: str) -> None:
    assert words(space, proposed) == told


def test_what_was_taken_in_may_be_as_young_as_what_the_change_request_changed() -> None:
    space, proposed = page(LATER, documentId="of the space"), page(LATER)
    assert words(space, proposed, revisionMergedAncestor="later") == SPACE


def test_one_that_is_up_to_date_has_changes_of_its_own_alone() -> None:
    assert words(page(LATER), page(EARLIER), outdated=False) == ""


def test_pages_say_what_the_space_did(alice: Pages, service: RunningService) -> None:
    edit_request(service, "space_guide", "2", with_text(CONTACT, "Ask us.\n"))
    edit_space(service, "space_guide", with_text(CONTACT, "Call us.\n"))
    shown = alice.get(f"{HERE}/2")
    assert (shown.main.count(ONLY), shown.main.count(TOO)) == (1, 1)
    assert shown.main.count(WARNING) == 1
    assert ONLY in alice.get(f"{HERE}/2/changes/{INVOICES}").main


def test_a_page_that_the_space_removed_says_so(alice: Pages, service: RunningService) -> None:
    edit_space(service, "space_guide", without(CONTACT))
    assert alice.get(f"{HERE}/2").main.count(REMOVED) == 1


def test_one_that_is_up_to_date_says_nothing_of_it(alice: Pages) -> None:
    assert "after the change request started" not in alice.get(f"{HERE}/6").main
