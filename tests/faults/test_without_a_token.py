"""A form that comes without this browser's CSRF token changes nothing: not in the API, nor what the portal keeps."""

import pytest

from tests.faults.forms import FORMS
from tests.faults.rehearsal import WRITES, Rehearsal
from tests.faults.test_each_outcome import LOST, TWO_CALLS, WRITING
from tests.records_kept import records

FORGED = {"csrf_token": "old"}
SENT_AGAIN = {name: FORMS[name].press for name in WRITING if FORMS[name] is not TWO_CALLS}
SENT_AGAIN["sso_certificate.replace reviewed"] = "Continue"


@pytest.mark.quick(cases=4)
@pytest.mark.parametrize("name", FORMS)
def test_a_form_changes_nothing(rehearsal: Rehearsal, name: str) -> None:
    form = FORMS[name]
    rehearsal.service.turn()
    rehearsal.alice.page = rehearsal.open(form)
    before = records(rehearsal.app)
    rehearsal.asked.clear()
    rehearsal.alice.submit(form.action, dict(form.typed), press=form.press, forged=FORGED, follow=False)
    assert (rehearsal.asked.writes, records(rehearsal.app)) == ([], before)


@pytest.mark.quick(cases=4)
@pytest.mark.parametrize("name", SENT_AGAIN)
def test_a_form_that_is_sent_again_after_a_lost_answer_changes_nothing(rehearsal: Rehearsal, name: str) -> None:
    form = FORMS[name]
    rehearsal.service.turn()
    page = rehearsal.open(form)
    with rehearsal.going_wrong(dict(LOST), WRITES, "json"):
        shown, _ = rehearsal.send(form, page)
    before = records(rehearsal.app)
    rehearsal.asked.clear()
    rehearsal.alice.page = shown if shown.forms_to(form.action) else page
    rehearsal.alice.submit(form.action, press=SENT_AGAIN[name], forged=FORGED, follow=False)
    assert (rehearsal.asked.writes, records(rehearsal.app)) == ([], before)
