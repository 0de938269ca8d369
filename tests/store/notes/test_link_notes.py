"""What is noted of share links is kept by organization, site and link."""

from datetime import date

import pytest

from store import Database, LinkNote, LinkNotes, LinkPlace, People
from tests.faults.clock import Clock

PLACE = LinkPlace("o", "s", "l")
DAY = date(2027, 3, 31)


@pytest.fixture
def notes(database: Database, clock: Clock) -> LinkNotes:
    return LinkNotes(database, clock)


def test_nothing_is_noted_at_first(notes: LinkNotes) -> None:
    assert notes.for_site("o") == notes.for_site("o", "s") == {}


def test_the_last_note_counts_and_names_who_wrote_it(notes: LinkNotes, database: Database, clock: Clock) -> None:
    People(database).call("alice", "Alice")
    notes.save(PLACE, "bob", note="First", due=None)
    notes.save(PLACE, "alice", note="For Mara", due=DAY)
    assert notes.for_site("o") == {PLACE: LinkNote(PLACE, "For Mara", DAY, by="Alice", at=clock())}


def test_each_site_and_organization_has_its_own(notes: LinkNotes) -> None:
    others = [PLACE._replace(site="t"), PLACE._replace(organization="p"), PLACE._replace(link="m")]
    for place in (PLACE, *others):
        notes.save(place, "bob", note=place.link, due=None)
    assert set(notes.for_site("o")) == {PLACE, others[0], others[2]}
    assert set(notes.for_site("o", "s")) == {PLACE, others[2]}
    notes.drop(PLACE)
    assert set(notes.for_site("o")) == {others[0], others[2]}


def test_what_is_begun_leaves_the_note(notes: LinkNotes) -> None:
    notes.save(PLACE, "bob", note="For Mara", due=DAY)
    kept = notes.for_site("o")[PLACE]
    notes.begin(PLACE, "Next", since=7.5)
    begun = notes.for_site("o")[PLACE]
    assert (begun.note, begun.due, begun.successor, begun.since, begun.at) == ("For Mara", DAY, "Next", 7.5, kept.at)
    notes.end(PLACE)
    assert notes.for_site("o")[PLACE] == kept


def test_what_is_begun_needs_no_note(notes: LinkNotes) -> None:
    notes.begin(PLACE, "Next", since=7.5)
    assert notes.for_site("o")[PLACE] == LinkNote(PLACE, successor="Next", since=7.5)
