"""A form that is sent twice is one change, and one whose session is over is there again after the next sign-in."""

from collections import Counter

import pytest

from masthead.web.person.portal import get_portal
from tests.faults.forms import FORMS
from tests.faults.rehearsal import WRITES, Rehearsal
from tests.faults.test_each_form import is_shown
from tests.faults.test_each_outcome import NOT_SAVED, claimed, opened
from tests.loops import for_each
from tests.records_kept import records
from tests.world import ALICE

PARTS = 3
ONCE = {"bulk_changes", "journal"}
"""What a second click adds nothing to."""
WITH_WORDS = [name for name, form in FORMS.items() if form.words and form.writes]


@pytest.mark.quick(cases=1)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_second_click_sends_nothing_again(rehearsal: Rehearsal, part: int) -> None:
    @for_each("name", [*FORMS][part::PARTS])
    def check(name: str) -> None:
        form = FORMS[name]
        page, kept = opened(rehearsal, form), []
        for again in (False, True):
            if again and claimed(rehearsal.alice.shown) == {NOT_SAVED}:
                return  # it may be sent again, as after a refusal
            rehearsal.alice.page = page
            shown = rehearsal.alice.submit(form.action, dict(form.typed), press=form.press)
            assert shown.status < 500
            kept.append({table: len(rows) for table, rows in records(rehearsal.app).items() if table in ONCE})
        assert kept[0] == kept[1]
        sent = Counter(f"{each.line} {each.body!r}" for each in rehearsal.asked.all if each.method in WRITES)
        assert {line: times for line, times in sent.items() if times > 1} == {}

    check()


@pytest.mark.parametrize("part", range(PARTS))
def test_what_was_typed_is_there_after_the_next_sign_in(rehearsal: Rehearsal, part: int) -> None:
    @for_each("name", WITH_WORDS[part::PARTS])
    def check(name: str) -> None:
        form = FORMS[name]
        rehearsal.alice.page = opened(rehearsal, form)
        rehearsal.asked.clear()
        with get_portal(rehearsal.app).store.database.writing() as connection:
            connection.exec_driver_sql("UPDATE sessions SET seen_at = 0")
        rehearsal.alice.submit(form.action, dict(form.typed), press=form.press)
        assert rehearsal.alice.shown.path == "/sign-in"
        shown = rehearsal.alice.submit("/sign-in", token=ALICE)
        if "Show what I typed" in shown.buttons:
            shown = rehearsal.alice.submit(form.action, press="Show what I typed")
        assert is_shown(form, shown) or rehearsal.is_kept(form, shown), shown.address
        assert rehearsal.asked.writes == []

    check()
