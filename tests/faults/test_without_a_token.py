"""A form that comes without this browser's CSRF token changes nothing: not in the API, nor what the portal keeps."""

import pytest

from tests.faults.forms import FORMS
from tests.faults.rehearsal import Rehearsal
from tests.faults.test_each_outcome import WRITING, check_is_not_saved, opened
from tests.loops import for_each
from tests.records_kept import records

FORGED = {"csrf_token": "old"}
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
