"""Each fault of the service on each form: nothing typed is lost, nothing is sent twice, and no page is a 500."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from service.rehearsal.switches import MAX_SECONDS
from tests.faults.form import Form
from tests.faults.forms import FORMS
from tests.faults.rehearsal import READS, WRITES, Rehearsal
from tests.loops import for_each
from tests.pages.filling import Value
from tests.pages.page import Page

STATUSES = (400, 401, 403, 404, 409, 412, 422, 429, 500, 503)
FAULTS: dict[str, dict[str, Any]] = {
    **{str(status): {"fault": "status", "status": status} for status in STATUSES},
    "429, later": {"fault": "status", "status": 429, "retryAfter": 30},
    "500, done": {"fault": "status", "status": 500, "carriedOut": True},
    "reset": {"fault": "reset"},
    "reset, done": {"fault": "reset", "carriedOut": True},
    "truncated": {"fault": "truncate"},
    "page": {"fault": "html"},
    "page, done": {"fault": "html", "carriedOut": True},
    "page, 403": {"fault": "html", "status": 403},
    "late": {"fault": "delay", "seconds": MAX_SECONDS},
}
SHAPES = ("text", "html", "empty")
WHILE_READING = ("401", "403", "404", "429", "500", "reset", "truncated", "page", "late")
DONE_ALL_THE_SAME = {"500, done", "reset, done", "truncated", "page, done", "late"}
THOROUGH = (
    "sites.update",
    "share_links.delete",
    "journal.undo",
    "bulk_changes.act",
    "structure.act",  # it is kept in a draft of its own
)
"""A form of each way to send: these meet each fault, and the others three of them."""
OTHERS = [name for name in FORMS if name not in THOROUGH]
PARTS = 5
Case = tuple[str, tuple[str, ...], str]
"""A fault, the methods that meet it, and the shape of the error."""


def is_shown(form: Form, page: Page) -> bool:
    """Whether the form is there with what was typed."""
    return bool(page.forms_to(form.action)) and all(text in held(page, name) for name, text in form.words.items())


def held(page: Page, name: str) -> list[Value]:
    """What the inputs of this name hold, also those of a review, which are hidden."""
    inputs = page.document.with_attribute("name", name)
    if all(each.get("type") == "hidden" for each in inputs):
        return [each.get("value", "") for each in inputs]
    value = page.value(name)
    return [*value] if isinstance(value, list) else [value]


def what_is_wrong(rehearsal: Rehearsal, form: Form, shown: Page, writes: Counter[str]) -> list[str]:
    wrong = [f"a page of status {shown.status}"] if shown.status == 500 else []
    wrong += [f"{line} was sent {times} times" for line, times in writes.items() if times > 1]
    # The portal keeps it, and nothing that went wrong was needed for that.
    done = not form.writes and (shown.toasts or all(word in shown.main for word in form.words.values()))
    if form.words and not done and not is_shown(form, shown) and not rehearsal.is_kept(form, shown):
        wrong.append(f"what was typed is lost: {shown.address} {shown.h1}")
    return wrong


def all_cases(form: Form) -> list[Case]:
    """Each fault on writes, with each shape that an error has; and those on reads that differ in what follows."""
    reads: list[Case] = [(name, READS, "json") for name in WHILE_READING]
    if not form.writes:
        return reads
    return [*((name, WRITES, "json") for name in FAULTS), *(("400", WRITES, shape) for shape in SHAPES), *reads]


def few_cases(form: Form, number: int) -> list[Case]:
    """A sign-in that ended, an answer that was lost, and one of the faults on reads: another one for each form."""
    found = all_cases(form)
    of_writes = [each for each in found if each[:2] in {("401", WRITES), ("reset, done", WRITES)}]
    of_reads = [each for each in found if each[1] is READS]
    count = 3 - len(of_writes)
    return [*of_writes, *(of_reads[(number + at) % len(of_reads)] for at in range(count))]


def check(rehearsal: Rehearsal, form: Form, cases: Sequence[Case]) -> None:
    rehearsal.service.turn()
    typed = any(isinstance(value, str) for value in form.typed.values())
    page, wrong, sent = rehearsal.open(form), [], 0
    for fault, methods, shape in cases:
        with rehearsal.going_wrong(FAULTS[fault], methods, shape):
            shown, writes = rehearsal.send(form, page)
        sent += methods is WRITES and sum(writes.values()) > 0
        wrong += [f"{fault} ({methods[0]}, {shape}): {each}" for each in what_is_wrong(rehearsal, form, shown, writes)]
        # A form that only keeps a draft begins without it each time, or the draft of before would count.
        # So does one whose outcome isn't known: a second press shows the receipt.
        is_asked = "n't known" in shown.main or shown.path == "/sign-in"
        if fault in DONE_ALL_THE_SAME or is_asked or not typed or not form.writes:
            page = rehearsal.open(form)
    assert not wrong, "\n".join(wrong)
    assert sent == sum(each[1] is WRITES for each in cases), "a fault that met nothing proves nothing"


@pytest.mark.quick(cases=2)
@pytest.mark.parametrize("name", THOROUGH)
def test_nothing_is_lost_and_nothing_is_sent_twice(rehearsal: Rehearsal, name: str) -> None:
    check(rehearsal, FORMS[name], all_cases(FORMS[name]))


@pytest.mark.quick(cases=1)
@pytest.mark.parametrize("part", range(PARTS))
def test_no_other_form_loses_anything_or_is_sent_twice(rehearsal: Rehearsal, part: int) -> None:
    @for_each("name", OTHERS[part::PARTS])
    def check_form(name: str) -> None:
        check(rehearsal, FORMS[name], few_cases(FORMS[name], OTHERS.index(name)))

    check_form()
