"""A form that comes without this browser's CSRF token changes nothing: not in the API, nor what the portal keeps."""

import pytest

from tests.faults.forms import FORMS, REPRESENTATIVES
from tests.faults.rehearsal import Rehearsal
from tests.faults.test_each_outcome import LOST, TWO_CALLS, WRITING, check_is_not_saved, opened, sent
from tests.loops import for_each
from tests.records_kept import records

FORGED = {"csrf_token": "old"}
SENT_AGAIN = {name: FORMS[name].press for name in REPRESENTATIVES if FORMS[name] is not TWO_CALLS}
SENT_AGAIN["sso_certificate.replace reviewed"] = "Continue"
PARTS = 3


@pytest.mark.quick(cases=1)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_form_changes_nothing_and_says_so(rehearsal: Rehearsal, part: int) -> None:
    @for_each("name", [*FORMS][part::PARTS])
    def check(name: str) -> None:
        form = FORMS[name]
        rehearsal.alice.page = page = opened(rehearsal, form)
        before = records(rehearsal.app)
        rehearsal.asked.clear()
        shown = rehearsal.alice.submit(form.action, dict(form.typed), press=form.press, forged=FORGED)
        assert (rehearsal.asked.writes, records(rehearsal.app)) == ([], before)
        if name in WRITING:
            check_is_not_saved(rehearsal, form, page, shown)

    check()


@pytest.mark.quick(cases=1)
@for_each("name", SENT_AGAIN)
def test_a_form_that_is_sent_again_after_a_lost_answer_changes_nothing(rehearsal: Rehearsal, name: str) -> None:
    form = FORMS[name]
    page = opened(rehearsal, form)
    shown = sent(rehearsal, form, page, LOST)
    before = records(rehearsal.app)
    rehearsal.asked.clear()
    press = SENT_AGAIN[name] if SENT_AGAIN[name] in shown.buttons else form.press
    rehearsal.alice.page = shown if press in shown.buttons and shown.forms_to(form.action) else page
    rehearsal.alice.submit(form.action, press=press, forged=FORGED, follow=False)
    assert (rehearsal.asked.writes, records(rehearsal.app)) == ([], before)
