"""Each call that a page can send belongs to an area of the journal's filter, one of single sign-on to two."""

from blueprints.journal.areas import LABELS, SETTINGS, SINGLE_SIGN_ON, endpoints_of
from blueprints.places import PLACES
from contract import BY_NAME
from tests.house.test_callers import SHOWN

SENT = {name for name in SHOWN if not BY_NAME[name].reads}


def test_each_call_that_can_be_journaled_is_in_one_area_and_single_sign_on_in_that_of_the_settings_too() -> None:
    areas = {name: [area for area in LABELS if name in endpoints_of(area)] for name in SENT}
    several = {name for name, found in areas.items() if len(found) != 1}
    assert several == SENT & set(endpoints_of(SINGLE_SIGN_ON))
    assert {tuple(areas[name]) for name in several} == {(SETTINGS, SINGLE_SIGN_ON)}


def test_no_area_is_without_a_call() -> None:
    assert [area for area in LABELS if not SENT & set(endpoints_of(area))] == []
    assert len(set(LABELS.values())) == len(LABELS)


def test_what_has_a_place_has_an_area() -> None:
    assert {BY_NAME[name].group for place in PLACES for name in place.changes} <= LABELS.keys()
