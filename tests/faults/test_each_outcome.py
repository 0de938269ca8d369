"""Each form reports one outcome at a time: saved, not saved, or not known; its draft agrees with that."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from tests.faults.form import Form
from tests.faults.forms import FORMS, REPRESENTATIVES
from tests.faults.rehearsal import WRITES, Rehearsal
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.page import Page

SAVED, NOT_SAVED, UNKNOWN = "saved", "not-saved", "unknown"
CLAIMS = {
    SAVED: re.compile(r"It was saved: the current values are what was sent"),
    NOT_SAVED: re.compile(r"\bNothing was (saved|sent|changed)\b|(was|is) not saved"),
    UNKNOWN: re.compile(r"It is(?: not|n't) known whether|It may have been saved"),
}
REFUSED: Mapping[str, Any] = {"fault": "status", "status": 400}
LOST: Mapping[str, Any] = {"fault": "reset", "carriedOut": True}
IGNORED: Mapping[str, Any] = {"fault": "ignore"}
BROKEN: Mapping[str, Any] = {"fault": "reset"}
# A bulk change reports the outcome of each of its steps on its own page.
PLANNED = {"bulk_changes.act", "journal_bulk.undo", "structure.apply"} | {
    name for name in FORMS if name.endswith((".make_bulk_change", " reviewed"))
}
PLANNED |= {"access_reviews.complete", "joining.change", "leaving.change", "organization_files.apply"}
PLANNED |= {"access_matrix.change", "link_bulk.change", "inbox_bulk.change", "team_members.choose", "team_members.add"}
IMPORTS = [FORMS["imports.send"], FORMS["imports.send_proposed"]]
"""Here the API imports nothing."""
NOT_REPORTED = [*IMPORTS, *(FORMS[f"comment_reactions.{name}"] for name in ("react", "react_to_reply"))]
NOT_REPORTED.append(FORMS["specs.check"])
"""What no read tells: it stays not known."""
MAY_STILL_COME = [FORMS["change_request_merge.merge"], FORMS["change_request_merge.pull"]]
"""What nobody takes back: for a minute after it was sent, that it isn't there proves nothing."""
PARTS = 4
WRITING = [name for name, form in FORMS.items() if form.writes and name not in PLANNED]


def claimed(page: Page) -> set[str]:
    """The outcomes that a page reports, in its messages or in its words."""
    marked = {each.attrib["data-outcome"] for each in page.document.with_attribute("data-outcome")}
    countdown = page.document.by_id.get("enforcement-countdown")  # which may go on after a look that found nothing
    said = page.main if countdown is None else page.main.replace(text_of(countdown), "")
    return marked | {outcome for outcome, words in CLAIMS.items() if words.search(said)}


def checked(rehearsal: Rehearsal, page: Page) -> Page:
    """The page after "Check now" was followed and pressed; it can't be pressed where a page has found out meanwhile."""
    rehearsal.alice.page = page
    shown = rehearsal.alice.get(page.links["Check now"])
    check = f"{shown.path}/check"
    return rehearsal.alice.submit(check) if shown.forms_to(check) else shown


def opened(rehearsal: Rehearsal, form: Form) -> Page:
    """The page with the form, at a service where nothing goes wrong."""
    rehearsal.service.turn()
    return rehearsal.open(form)


def sent(rehearsal: Rehearsal, form: Form, page: Page, fault: Mapping[str, Any]) -> Page:
    """The page that follows when the writes of the form meet a fault."""
    with rehearsal.going_wrong(dict(fault), WRITES, "json"):
        return rehearsal.send(form, page)[0]


def is_a_draft(rehearsal: Rehearsal, form: Form) -> bool:
    return form.action in {draft.page for draft in rehearsal.drafts}


def keeps_drafts(page: Page, form: Form) -> bool:
    return any(each.get("name") == "was" for drawn in page.forms_to(form.action) for each in drawn.iter("input"))


TWO_CALLS = FORMS["sso_certificate.replace lifting"]
"""Its second call is not sent where the first one is in doubt, and it is told apart: see test_sso_certificate.py."""


REVIEWED = FORMS["sso_certificate.replace"]
"""It is opened by a review, which finds what was done: see test_sso_certificate.py."""


def check_is_not_saved(rehearsal: Rehearsal, form: Form, page: Page, shown: Page) -> None:
    assert claimed(shown) == {NOT_SAVED}, shown.main
    assert is_a_draft(rehearsal, form) == keeps_drafts(page, form)


def check_is_looked_up(rehearsal: Rehearsal, form: Form, page: Page, shown: Page, found: str) -> None:
    """`shown` followed when the answer was lost, and `found` is what a later check finds out."""
    assert claimed(shown) == {UNKNOWN}, shown.main
    if form in (TWO_CALLS, REVIEWED):
        return
    assert is_a_draft(rehearsal, form) == keeps_drafts(page, form)
    assert claimed(form.open(rehearsal.alice)) <= {UNKNOWN}, "the form says another thing when it is opened again"
    told = checked(rehearsal, shown)
    if form in NOT_REPORTED or (form in MAY_STILL_COME and found == NOT_SAVED):
        found = UNKNOWN
    assert claimed(told) == {found}, told.main
    again = rehearsal.alice.get(form.page) if isinstance(form.page, str) else told
    if again is not told:
        assert claimed(again) <= {found} - {SAVED}, again.main
    assert is_a_draft(rehearsal, form) == (found != SAVED and keeps_drafts(page, form))


@pytest.mark.quick(cases=1)
@pytest.mark.parametrize("part", range(PARTS))
def test_each_form_reports_a_refusal_and_a_lost_answer(rehearsal: Rehearsal, part: int) -> None:
    @for_each("name", WRITING[part::PARTS])
    def check(name: str) -> None:
        form = FORMS[name]
        page = opened(rehearsal, form)
        check_is_not_saved(rehearsal, form, page, sent(rehearsal, form, page, REFUSED))
        check_is_looked_up(rehearsal, form, page, sent(rehearsal, form, page, LOST), SAVED)

    check()


@for_each("name", REPRESENTATIVES)
def test_what_was_saved_is_reported_as_saved(rehearsal: Rehearsal, name: str) -> None:
    form = FORMS[name]
    shown, _ = rehearsal.send(form, opened(rehearsal, form))
    if shown.h1 == "Review your changes":
        shown = rehearsal.alice.submit(form.action, press="Save changes")
    outcome = NOT_SAVED if form in IMPORTS else SAVED
    assert claimed(shown) == {outcome}, shown.main
    assert is_a_draft(rehearsal, form) == (outcome == NOT_SAVED and keeps_drafts(shown, form))


@for_each("name", REPRESENTATIVES)
def test_what_the_service_ignores_is_reported_as_not_saved(rehearsal: Rehearsal, name: str) -> None:
    form = FORMS[name]
    page = opened(rehearsal, form)
    shown = sent(rehearsal, form, page, IGNORED)
    if form is FORMS["specs.check"]:  # which its page watches
        assert claimed(shown) == {SAVED}, shown.main
    else:
        check_is_not_saved(rehearsal, form, page, shown)


@pytest.mark.quick(cases=1)
@for_each("name", REPRESENTATIVES)
def test_what_is_not_known_is_found_not_to_be_saved(rehearsal: Rehearsal, name: str) -> None:
    form = FORMS[name]
    page = opened(rehearsal, form)
    check_is_looked_up(rehearsal, form, page, sent(rehearsal, form, page, BROKEN), NOT_SAVED)
