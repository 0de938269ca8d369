"""Each call that a page can send belongs to exactly one area of the journal's filter."""

from blueprints.journal.areas import LABELS, endpoints_of
from blueprints.places import PLACES
from contract import BY_NAME
from tests.house.test_callers import SHOWN

SENT = {name for name in SHOWN if not BY_NAME[name].reads}


def test_each_call_that_can_be_journaled_is_in_one_area() -> None:
    areas = {name: [area for area in LABELS if name in endpoints_of(area)] for name in SENT}
    assert {name: found for name, found in areas.items() if len(found) != 1} == {}


def test_no_area_is_without_a_call() -> None:
    assert [area for area in LABELS if not SENT & set(endpoints_of(area))] == []
    assert len(set(LABELS.values())) == len(LABELS)


def test_what_has_a_place_has_an_area() -> None:
    assert {BY_NAME[name].group for place in PLACES for name in place.changes} <= LABELS.keys()
