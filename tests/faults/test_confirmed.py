"""What takes a name to be typed happens by that name alone."""

from collections.abc import Callable

import pytest

from tests.faults.forms import FORMS
from tests.faults.rehearsal import Rehearsal
from tests.faults.test_each_outcome import opened
from tests.loops import for_each

CONFIRMED = {name: form for name, form in FORMS.items() if "confirm" in form.typed}


@pytest.mark.quick(cases=1)
@for_each("change", [lambda _name: "", lambda name: name[:-1], str.swapcase])
@for_each("name", CONFIRMED)
def test_another_name_does_nothing_and_is_told(rehearsal: Rehearsal, name: str, change: Callable[[str], str]) -> None:
    form = CONFIRMED[name]
    rehearsal.alice.page = opened(rehearsal, form)
    rehearsal.asked.clear()
    typed = {**form.typed, "confirm": change(str(form.typed["confirm"]))}
    shown = rehearsal.alice.submit(form.action, typed, press=form.press)
    assert (shown.status, rehearsal.asked.writes) == (422, [])
    assert shown.error_at("confirm")


def test_many_forms_take_one() -> None:
    assert len(CONFIRMED) > 5
